/* Vocabulary of the CUDA that --amp-emit-cuda writes (docs/cuda.md). */
#ifndef AMPCC_CUDA_TEXT_H
#define AMPCC_CUDA_TEXT_H

#include <amp/config.h>
#include <amp/kernel.h>

/* In a function object: the containers that the runtime must know, in members, bases or their members, and
 * how operator() accesses them. Data that is only read is not copied back. writes(v): each thread writes the
 * element at its index before it reads any element, so the old contents of v are not copied to the
 * accelerator.
 *
 *     AMP_CAPTURES(writes(sum), reads(a), reads_writes(b))
 *
 * reads_if<T>(v), writes_if<T>(v): valid if T is arithmetic or an enumeration, otherwise reads_writes.
 * calls(f): f is a function object that is called with the kernel's index; its own AMP_CAPTURES describes its
 * accesses. */
#define AMP_CAPTURES(...)                                                                    \
	template <typename Visitor> AMP_CPU_AMP void amp_visit(Visitor &amp_visitor) const {     \
		using Concurrency::details::captures::reads;                                         \
		using Concurrency::details::captures::writes;                                        \
		using Concurrency::details::captures::reads_writes;                                  \
		using Concurrency::details::captures::reads_if;                                      \
		using Concurrency::details::captures::writes_if;                                     \
		using Concurrency::details::captures::calls;                                         \
		Concurrency::details::captures::visit_all(amp_visitor, __VA_ARGS__);                 \
	}

/* In an untiled function object without branches: a thread may process several neighbouring points, whose
 * elements one access of 16 bytes moves. Arguments: the function object's name and everything that
 * AMP_CAPTURES names. */
#define AMP_WIDE(kernel, ...)                                                                \
	typedef decltype(Concurrency::details::make_wide<kernel>(__VA_ARGS__)) amp_wide;
/* Like AMP_WIDE, in a template: applies to instantiations whose views have arithmetic element types. */
#define AMP_WIDE_NUMBERS(kernel, ...)                                                        \
	typedef decltype(Concurrency::details::make_wide_numbers<kernel>(__VA_ARGS__)) amp_wide;
/* In a function object with a loop: it is compiled a second time with __restrict__ pointers, for launches
 * whose views do not overlap. Arguments: the function object's name and everything that AMP_CAPTURES names. */
#define AMP_RESTRICT_POINTERS(kernel, ...)                                                   \
	typedef decltype(Concurrency::details::make_restrict<kernel>(__VA_ARGS__)) amp_restrict;
/* Like AMP_RESTRICT_POINTERS, if a view that is written may be read as well: what is read is then not taken for constant. */
#define AMP_RESTRICT_OPAQUE(kernel, ...) \
	typedef decltype(Concurrency::details::make_restrict_opaque<kernel>(__VA_ARGS__)) amp_restrict;
/* In a function object whose threads read neighbouring elements in both dimensions: its blocks are square. */
#define AMP_SQUARES typedef Concurrency::details::squares amp_patches;
/* In a function object that accesses its views only at its index, compiled with --amp-robust-access: bounds
 * are checked once. */
#define AMP_ELEMENTWISE typedef Concurrency::details::elementwise amp_elementwise;
/* In a function object with a loop: for small domains, it is compiled a second time with more registers per
 * thread. */
#define AMP_LOOPS typedef Concurrency::details::looping amp_loops;
/* In a function object with an array whose elements are accessed at variable indices: it is not copied, since
 * a copy would be in local memory. */
#define AMP_INDEXED typedef Concurrency::details::indexed amp_indexed;
/* In a function object that chooses between captured numbers (`i < n ? i : n - 1`): it is copied, so that this is no branch. */
#define AMP_CHOOSES typedef Concurrency::details::choosing amp_chooses;

namespace Concurrency {
namespace details {

template <typename F, typename... Views> wide_kernel<F, Views...> make_wide(const Views &...);
template <typename F, typename... Views> wide_numbers<F, Views...> make_wide_numbers(const Views &...);
template <typename F, typename... Views> restrict_kernel<F, Views...> make_restrict(const Views &...);
template <typename F, typename... Views>
restrict_opaque<F, Views...> make_restrict_opaque(const Views &...);

namespace captures {

template <typename X> struct access {
	X &member;
	amp_access of;
	template <typename Visitor> AMP_CPU_AMP __attribute__((always_inline)) void visit(Visitor &v) const {
		v(member, of);
	}
};
template <typename X> struct call {
	X &member;
	template <typename Visitor> AMP_CPU_AMP __attribute__((always_inline)) void visit(Visitor &v) const {
		v.run(member);
	}
};

template <typename X> AMP_CPU_AMP access<X> reads(X &x) { return {x, AMP_ACCESS_READ}; }
template <typename X> AMP_CPU_AMP access<X> writes(X &x) { return {x, AMP_ACCESS_WRITE}; }
template <typename X> AMP_CPU_AMP access<X> reads_writes(X &x) { return {x, AMP_ACCESS_READ_WRITE}; }
template <typename... Types, typename X> AMP_CPU_AMP access<X> reads_if(X &x) {
	return {x, access_if<Types...>(AMP_ACCESS_READ)};
}
template <typename... Types, typename X> AMP_CPU_AMP access<X> writes_if(X &x) {
	return {x, access_if<Types...>(AMP_ACCESS_WRITE)};
}
template <typename X> AMP_CPU_AMP call<X> calls(X &x) { return {x}; }

template <typename Visitor, typename... Captures>
AMP_CPU_AMP __attribute__((always_inline)) inline void visit_all(Visitor &visitor, const Captures &...captures) {
	const int in_order[] = {0, (captures.visit(visitor), 0)...};
	(void)in_order;
}

} // namespace captures
} // namespace details

/* Used by the members and bodies of kernels to spell out what a lambda does implicitly. */
namespace cuda {

/* The type of the member for a variable that a lambda copied; for an array, a wrapper that can be copied. */
template <typename X> using by_value = details::captured_t<X>;
/* The type of the member for a variable that a lambda captured by reference; for a concurrency::array, a
 * handle to its data. */
template <typename X> using by_reference = details::captured_ref_t<X>;
template <typename... X> using by_values = details::captured_pack<X...>;
/* The declared type of the variable that such a member stands for, where overloads or templates depend on it. */
template <typename X> using declared_type = details::declared_t<X>;
using details::as_declared;
/* Whether code that runs both on the host and in kernels runs in a kernel: on a GPU, or on the CPU
 * accelerator. */
AMP_CPU_AMP inline bool in_kernel() {
#if defined(AMP_ON_DEVICE)
	return true;
#else
	return details::kernel_depth() > 0;
#endif
}
/* Memory for a tile_static object that is not constructed. */
using details::uninitialized;

#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__)
using details::first_case; /* <amp/switch.h>, <amp/address.h> */
using details::first_of_range;
using details::promoted;
using details::own_object;
using details::own_pointer;
#endif

} // namespace cuda
} // namespace Concurrency

#endif
