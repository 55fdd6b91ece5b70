/* <concurrent_vector.h>: oneTBB has these containers, too. */
#ifndef AMP_WINDOWS_CONCURRENT_VECTOR_H
#define AMP_WINDOWS_CONCURRENT_VECTOR_H

#include "detail/tbb.h"

namespace Concurrency {
using tbb::concurrent_vector;
} // namespace Concurrency
namespace concurrency = Concurrency;

#endif
