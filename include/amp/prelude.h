/* Included first in each unit that ampcc writes.
 *
 * POSIX declares a function index() in <strings.h>, at global scope, and with `using namespace concurrency;`
 * the name would be ambiguous: C++ AMP programs write index<1>. The function gets another name here (its
 * symbol stays "index"). nvcc includes <strings.h> before anything else, so there the driver passes
 * -Dindex=amp_posix_index on the command line; and -Dnorm=…, since CUDA has a function of that name, while
 * programs mean graphics::norm. */
#ifndef AMPCC_PRELUDE_H
#define AMPCC_PRELUDE_H

#ifndef index
#define index amp_posix_index
#endif
#include <strings.h>
#undef index
#undef norm

/* Around an unnamed namespace, which has a name in units: its functions and variables need no declaration elsewhere. */
#if defined(__clang__)
#define AMP_UNNAMED_NAMESPACE                                                                \
	_Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wmissing-prototypes\"") \
	_Pragma("clang diagnostic ignored \"-Wmissing-variable-declarations\"")
#define AMP_UNNAMED_NAMESPACE_END _Pragma("clang diagnostic pop")
#else
#define AMP_UNNAMED_NAMESPACE \
	_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wmissing-declarations\"")
#define AMP_UNNAMED_NAMESPACE_END _Pragma("GCC diagnostic pop")
#endif

/* clang reads an <algorithm> of its own before the standard library's, even in a source without AMP, where
 * nothing else provides these declarations. */
#if defined(__AMPCC_PARSE__)
#include <amp/cuda_minimal.h>

/* For text that only ampcc's own parse has, in sources without <amp.h>, too. */
/* Converts to a reference to any object. */
struct amp_any_object {
	template <typename T> __host__ __device__ operator T &() const;
};
/* An expression of a type. */
template <typename T> __host__ __device__ T amp_of_type();
#endif

/* std::fpclassify and std::isnormal are constexpr, so nvcc compiles them into device code; but it does not
 * implement the compiler's builtins there, and their value is undefined. */
#if defined(__NVCC__)
#include <cfloat>
#include <cmath>
#include <type_traits>
#define fpclassify amp_fpclassify
#define isnormal amp_isnormal
template <typename Number>
__host__ __device__ constexpr int amp_fpclassify_as(Number x, Number least, Number most) {
	return x != x                 ? FP_NAN
	       : x > most || x < -most ? FP_INFINITE
	       : x == 0                ? FP_ZERO
	       : x > -least && x < least ? FP_SUBNORMAL
	                                 : FP_NORMAL;
}
__host__ __device__ constexpr int amp_fpclassify(float x) {
	return amp_fpclassify_as<float>(x, FLT_MIN, FLT_MAX);
}
__host__ __device__ constexpr int amp_fpclassify(double x) {
	return amp_fpclassify_as<double>(x, DBL_MIN, DBL_MAX);
}
constexpr int amp_fpclassify(long double x) {
	return amp_fpclassify_as<long double>(x, LDBL_MIN, LDBL_MAX);
}
/* Integers are treated as doubles (C++17 [cmath.syn]). */
template <typename Integer>
__host__ __device__ constexpr typename std::enable_if<std::is_integral<Integer>::value, int>::type
amp_fpclassify(Integer x) {
	return x == 0 ? FP_ZERO : FP_NORMAL;
}
template <typename Number> __host__ __device__ constexpr bool amp_isnormal(Number x) {
	return amp_fpclassify(x) == FP_NORMAL;
}
namespace std {
using ::amp_fpclassify;
using ::amp_isnormal;
}
#endif

/* What ampcc writes into device code, also into headers that precede <amp.h>. */
#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__)
#include <amp/address.h>
#include <amp/builtin.h>
#include <amp/switch.h>
#endif

#endif
