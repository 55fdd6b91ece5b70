/* Configuration by which the same headers serve three compilations of a program:
 *
 *   parse   ampcc's own, libclang in CUDA mode, __AMPCC_PARSE__ defined:
 *           restrictions are attributes, so clang checks them
 *   device  nvcc, or clang as a CUDA compiler: kernels and what they call
 *   host    the user's compiler: no restrictions; kernels run here, too, on
 *           the CPU accelerator
 *
 * Output of --amp-emit-cuda is compiled by nvcc alone, device and host code together (docs/cuda.md).
 *
 * The restriction macros precede a declaration. */
#ifndef AMPCC_CONFIG_H
#define AMPCC_CONFIG_H

#if defined(__CUDA__) && defined(__clang__)
#include <amp/cuda_minimal.h>
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <amp/runtime_api.h>

#if defined(__AMPCC_PARSE__)
#define AMP_AMP __attribute__((device))
#define AMP_CPU_AMP __attribute__((host)) __attribute__((device))
#elif defined(__CUDACC__)
#define AMP_AMP __host__ __device__
#define AMP_CPU_AMP __host__ __device__
#else
#define AMP_AMP
#define AMP_CPU_AMP
#endif

/* Defined where a function's body is compiled for the accelerator: by nvcc, which also defines __clang__ if
 * its host compiler is clang, or by clang, where __NVCC__ is not defined. */
#if defined(__CUDA_ARCH__) && !defined(__AMPCC_PARSE__)
#define AMP_ON_DEVICE 1
#endif

/* Defined where launches, and kernels for the CPU accelerator, are compiled: by the host compiler, and by
 * nvcc alone in its host pass, but not in ampcc's device unit. */
#if !defined(__AMPCC_PARSE__) && !defined(__AMPCC_DEVICE_UNIT__) && !defined(__CUDA_ARCH__)
#define AMP_HOST_CODE 1
#endif

/* tile_static, for nvcc alone: in ampcc's units it is replaced. */
#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__) && !defined(__AMPCC_DEVICE_UNIT__)
#if defined(__NVCC__)
/* nvcc merely warns about a kernel's call of a CPU's function, also of a constexpr one without --expt-relaxed-constexpr, and
 * omits the call. */
#pragma nv_diag_error 20011, 20013, 20014, 20015
/* tile_static objects are not constructed, as nvcc warns */
#pragma nv_diag_suppress 20054
#endif
#include <amp/prelude.h>
#if defined(__CUDA_ARCH__)
#define tile_static __shared__
#else
#define tile_static static thread_local
#endif
#endif

/* Defined in units for the host compiler. */
#if !defined(__CUDACC__) && !defined(__AMPCC_PARSE__)
#define AMP_HOST_UNIT 1
#endif

/* In a host function, before statements with AMP_ROUNDED(a * b) + c: makes the compiler round the product
 * before it adds c, instead of using one fused instruction. gcc 11 and older have no such option. */
#if defined(__clang__)
#define AMP_ROUNDS_PRODUCTS _Pragma("clang fp contract(off)")
#define AMP_ROUNDED(x) (x)
#elif defined(__FP_FAST_FMAF) && __GNUC__ >= 12
#define AMP_ROUNDS_PRODUCTS
#define AMP_ROUNDED(x) __builtin_assoc_barrier(x)
#else
#define AMP_ROUNDS_PRODUCTS
#define AMP_ROUNDED(x) (x)
#endif

/* Precedes a statement in which all calls should be inlined. gcc decides for itself. */
#if defined(AMP_HOST_UNIT) && defined(__clang__) && __clang_major__ >= 16
#define AMP_INLINED [[clang::always_inline]]
#else
#define AMP_INLINED
#endif

/* Replaces a constant that a kernel refers to (details::constant). */
#define AMP_CONSTANT(...) \
	(Concurrency::details::constant<decltype((__VA_ARGS__))>::template get<__VA_ARGS__>())

/* A path that is rarely taken. */
#define AMP_COLD __attribute__((noinline, cold))

namespace Concurrency {
namespace details {

#if !defined(AMP_ON_DEVICE)
/* Greater than zero on a host thread that runs a kernel. */
inline int &kernel_depth() {
	static thread_local int depth;
	return depth;
}
#endif

/* Returns the value of a constant, in place of a reference to it. */
template <typename T> AMP_CPU_AMP constexpr T value_of(T constant) { return constant; }

/* Returns a copy of a constant that a kernel refers to. Objects of the host do not exist on the accelerator,
 * and on the host a static member need not be defined if only its value is used. */
template <typename T, T &Constant> AMP_CPU_AMP inline T &copy_of() {
	static T copy = Constant;
	return copy;
}
/* T is decltype of the parenthesized constant; it is no reference for an enumerator. */
template <typename T> struct constant {
	template <T Value> AMP_CPU_AMP static constexpr T get() { return Value; }
};
template <typename T> struct constant<T &> {
	static_assert(std::is_const<T>::value && !std::is_array<T>::value,
	              "a global variable or array in restrict(amp) code: only constants that are not "
	              "arrays can be used [C++ AMP 2.4.3.2]");
	template <T &Constant> AMP_CPU_AMP static T &get() { return copy_of<T, Constant>(); }
};

/* Memory for an object that is not constructed: a tile_static object of a class whose constructors have other
 * uses. */
template <typename T> struct uninitialized {
	alignas(T) unsigned char bytes[sizeof(T)];
	AMP_CPU_AMP T &object() { return *reinterpret_cast<T *>(bytes); }
};

} // namespace details
} // namespace Concurrency
namespace concurrency = Concurrency;

#endif
