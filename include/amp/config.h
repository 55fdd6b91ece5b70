/* How the same headers serve three compilations of one program:
 *
 *   parse   ampcc's own, libclang in CUDA mode, __AMPCC_PARSE__ defined:
 *           restrictions are attributes, so clang checks them
 *   device  nvcc, or clang as a CUDA compiler: kernels and what they call
 *   host    the user's compiler: no restrictions; kernels run here, too, on
 *           the CPU accelerator
 *
 * CUDA that --amp-emit-cuda wrote is compiled by nvcc alone, device and host at once
 * (docs/cuda.md).
 *
 * The restriction macros stand in front of a declaration.
 */
#ifndef AMPCC_CONFIG_H
#define AMPCC_CONFIG_H

#if defined(__CUDA__) && defined(__clang__)
#include <amp/cuda_minimal.h>
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <amp/runtime_api.h>
#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__)
#include <amp/address.h>
#include <amp/builtin.h>
#include <amp/switch.h>
#endif

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

/* Defined where a function's body is compiled for the accelerator: by nvcc, which also defines
 * __clang__ where that is its host compiler, or by clang, where __NVCC__ is not defined. */
#if defined(__CUDA_ARCH__) && !defined(__AMPCC_PARSE__)
#define AMP_ON_DEVICE 1
#endif

/* Defined where launches, and kernels for the CPU accelerator, are compiled: by the host compiler, and
 * by nvcc alone in its pass for the host. ampcc's device unit, which calls itself so, has none. */
#if !defined(__AMPCC_PARSE__) && !defined(__AMPCC_DEVICE_UNIT__) && !defined(__CUDA_ARCH__)
#define AMP_HOST_CODE 1
#endif

/* What ampcc's units have from it otherwise: tile_static is replaced there. */
#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__) && !defined(__AMPCC_DEVICE_UNIT__)
#if defined(__NVCC__)
/* Without --expt-relaxed-constexpr nvcc only warns where a kernel calls a constexpr function, and leaves out the call. */
#pragma nv_diag_error 20013, 20015
#endif
#include <amp/prelude.h>
#if defined(__CUDA_ARCH__)
#define tile_static __shared__
#else
#define tile_static static thread_local
#endif
#endif

/* Defined in the host compiler's units. */
#if !defined(__CUDACC__) && !defined(__AMPCC_PARSE__)
#define AMP_HOST_UNIT 1
#endif

/* In a host function, before statements with AMP_ROUNDED(a * b) + c: the product is rounded
 * before c is added, where the compiler would make one instruction of both. gcc 11 and older
 * cannot be told so. */
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

/* In front of a statement: what it calls is inlined. gcc decides for itself. */
#if defined(AMP_HOST_UNIT) && defined(__clang__) && __clang_major__ >= 16
#define AMP_INLINED [[clang::always_inline]]
#else
#define AMP_INLINED
#endif

/* What stands for a constant that a kernel refers to (details::constant). */
#define AMP_CONSTANT(...) \
	(Concurrency::details::constant<decltype((__VA_ARGS__))>::template get<__VA_ARGS__>())

/* A path that is not taken in the steady state. */
#define AMP_COLD __attribute__((noinline, cold))

namespace Concurrency {
namespace details {

#if !defined(AMP_ON_DEVICE)
/* Larger than zero on a host thread that runs a kernel. */
inline int &kernel_depth() {
	static thread_local int depth;
	return depth;
}
#endif

/* The value of a constant, where a reference to it is wanted. */
template <typename T> AMP_CPU_AMP constexpr T value_of(T constant) { return constant; }

/* A constant that a kernel refers to: the accelerator has none of the host's objects, and the host
 * may have none of a static member, which need not be defined if only its value is used. */
template <typename T, T &Constant> AMP_CPU_AMP inline T &copy_of() {
	static T copy = Constant;
	return copy;
}
/* T: decltype of it in parentheses; of an enumerator that is no reference. */
template <typename T> struct constant {
	template <T Value> AMP_CPU_AMP static constexpr T get() { return Value; }
};
template <typename T> struct constant<T &> {
	static_assert(std::is_const<T>::value && !std::is_array<T>::value,
	              "a global variable or array in restrict(amp) code: only constants that are not "
	              "arrays can be used [C++ AMP 2.4.3.2]");
	template <T &Constant> AMP_CPU_AMP static T &get() { return copy_of<T, Constant>(); }
};

/* Memory for an object that nobody constructs: a tile_static one of a class whose
 * constructors are for something else. */
template <typename T> struct uninitialized {
	alignas(T) unsigned char bytes[sizeof(T)];
	AMP_CPU_AMP T &object() { return *reinterpret_cast<T *>(bytes); }
};
#if defined(__AMPCC_PARSE__)
/* A reference to any object, for ampcc's own parse. */
struct any_object {
	template <typename T> AMP_CPU_AMP operator T &() const;
};
/* An expression of a type, likewise. */
template <typename T> AMP_CPU_AMP T of_type();
#endif

} // namespace details
} // namespace Concurrency
namespace concurrency = Concurrency;

#endif
