/* <amp_math.h> for the plain form: the functions whose results are exact. */
#ifndef PLAIN_AMP_MATH_H
#define PLAIN_AMP_MATH_H

#include <amp.h>
#include <cmath>

namespace Concurrency {
namespace precise_math {
using std::ceil; using std::fabs; using std::floor; using std::fma; using std::fmax; using std::fmin;
using std::fmod; using std::isfinite; using std::isinf; using std::isnan; using std::ldexp; using std::modf;
using std::round; using std::sqrt; using std::trunc;
} // namespace precise_math
namespace fast_math {
using std::ceil; using std::fabs; using std::floor; using std::fmax; using std::fmin; using std::fmod;
using std::isfinite; using std::isinf; using std::isnan; using std::ldexp; using std::modf; using std::round;
using std::sqrt; using std::trunc;
} // namespace fast_math
} // namespace Concurrency

#endif
