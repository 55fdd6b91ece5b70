/* Kernels with __restrict__ pointers to their views: whatever is written is reached through one view only,
 * and what is only read does not change while the kernel runs.
 *
 * nvcc may then move loads from one view in front of stores to another, also across barriers, and keep loaded
 * values in registers (CUDA C++ Programming Guide, __restrict__). It honours __restrict__ only on parameters
 * of the __global__ function. So for a kernel that profits, ampcc declares the types of its views
 * as amp_restrict in the function object; the kernel is compiled a second time as below, and the runtime
 * launches that version if its conditions hold (runtime/launch.c: find_distinct). Part of amp/kernel.h. */
#ifndef AMPCC_RESTRICT_H
#define AMPCC_RESTRICT_H

#include <cstddef>
#include <type_traits>

#include <amp/array.h>
#include <amp/array_view.h>
#include <amp/config.h>
#include <amp/storage.h>

namespace Concurrency {
namespace details {

/* The element size of a view member of a function object; 0 for numbers and empty objects, which hold no views;
 * AMP_NO_OFFSET for anything else. */
template <typename X>
struct member_element
    : std::integral_constant<std::size_t,
                             std::is_arithmetic<X>::value || std::is_enum<X>::value || std::is_empty<X>::value
                                 ? 0
                                 : AMP_NO_OFFSET> {};
template <typename X> struct member_element<const X> : member_element<X> {};
template <typename T, int N>
struct member_element<array_view<T, N>> : std::integral_constant<std::size_t, sizeof(T)> {};
template <typename T, int N>
struct member_element<captured_view<T, N>> : std::integral_constant<std::size_t, sizeof(T)> {};
template <typename T, int N>
struct member_element<borrowed_view<T, N>> : std::integral_constant<std::size_t, sizeof(T)> {};
template <typename T, int N>
struct member_element<array_ref<T, N>> : std::integral_constant<std::size_t, sizeof(T)> {};
template <typename T, int N>
struct member_element<const_array_ref<T, N>> : std::integral_constant<std::size_t, sizeof(T)> {};

/* The members that amp_visit visits, in order: the number of views, and whether all others are numbers or empty. */
template <typename... Members> struct visited_members {
	static const int views = 0;
	static const bool are_known = true;
};
template <typename Member, typename... Members> struct visited_members<Member, Members...> {
	typedef visited_members<Members...> rest;
	static const int views = (member_element<Member>::value > 0) + rest::views;
	static const bool are_known = member_element<Member>::value != AMP_NO_OFFSET && rest::are_known;
};

/* amp_restrict of a function object F. A single view cannot overlap another. */
template <typename F, typename... Members> struct restrict_kernel {
	typedef F function;
	typedef visited_members<Members...> members;
	static const bool value = members::are_known && members::views > 1 && members::views <= AMP_DISTINCT_VIEWS;
	static const bool is_opaque = false;
};
/* amp_restrict if a view may be both read and written. nvcc 13.0 turns `c ? a[i] : b[i]` into one load from one of two
 * addresses; if there is no store through one of two __restrict__ pointers, it treats the load as one of constant data, and
 * moves it in front of stores through the other. So each pointer is an operand of an asm statement, which to nvcc may keep it
 * and store through it: no load is then one of constant data. */
template <typename F, typename... Members> struct restrict_opaque : restrict_kernel<F, Members...> {
	static const bool is_opaque = true;
};
/* The first one in a template, on premises about its types; without them, nothing is known of the accesses. */
template <typename Premises, typename Kernel, typename Opaque>
struct restrict_if : std::conditional<Premises::value, Kernel, Opaque>::type {};

/* Whether a kernel has this version; classes derived from one that has do not. */
template <typename F> struct is_restrict {
	template <typename C>
	static std::integral_constant<bool, std::is_same<C, typename C::amp_restrict::function>::value &&
	                                        C::amp_restrict::value>
	test(int);
	template <typename C> static std::false_type test(...);

	typedef decltype(test<F>(0)) type;
};

} // namespace details
} // namespace Concurrency

/* The types that the views' pointers point to, as parameters of a __global__ function: each has its own type,
 * so that its mangled name is the same whatever precedes it. */
struct __amp_view_0;
struct __amp_view_1;
struct __amp_view_2;
struct __amp_view_3;
struct __amp_view_4;
struct __amp_view_5;
struct __amp_view_6;
struct __amp_view_7;
#define AMP_POINTERS_MANGLED                                                                 \
	"P12__amp_view_0P12__amp_view_1P12__amp_view_2P12__amp_view_3"                               \
	"P12__amp_view_4P12__amp_view_5P12__amp_view_6P12__amp_view_7"
/* The same pointers a second time, for views that are only read: only for pointers to const does nvcc assume
 * that the data is constant. */
struct __amp_read_0;
struct __amp_read_1;
struct __amp_read_2;
struct __amp_read_3;
struct __amp_read_4;
struct __amp_read_5;
struct __amp_read_6;
struct __amp_read_7;
#define AMP_READ_POINTERS_MANGLED                                                            \
	"PK12__amp_read_0PK12__amp_read_1PK12__amp_read_2PK12__amp_read_3"                           \
	"PK12__amp_read_4PK12__amp_read_5PK12__amp_read_6PK12__amp_read_7"

#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__)

#define AMP_POINTER_PARAMETERS                                                               \
	__amp_view_0 *__restrict__ v0, __amp_view_1 *__restrict__ v1, __amp_view_2 *__restrict__ v2, \
	    __amp_view_3 *__restrict__ v3, __amp_view_4 *__restrict__ v4,                            \
	    __amp_view_5 *__restrict__ v5, __amp_view_6 *__restrict__ v6,                            \
	    __amp_view_7 *__restrict__ v7
#define AMP_READ_POINTER_PARAMETERS                                                          \
	const __amp_read_0 *__restrict__ r0, const __amp_read_1 *__restrict__ r1,                    \
	    const __amp_read_2 *__restrict__ r2, const __amp_read_3 *__restrict__ r3,                \
	    const __amp_read_4 *__restrict__ r4, const __amp_read_5 *__restrict__ r5,                \
	    const __amp_read_6 *__restrict__ r6, const __amp_read_7 *__restrict__ r7
#define AMP_RESTRICT_COPY(F)                                                                 \
	void *const views[] = {v0, v1, v2, v3, v4, v5, v6, v7};                                      \
	const void *const reads[] = {r0, r1, r2, r3, r4, r5, r6, r7};                                \
	const Concurrency::details::restrict_copy<F> copy(image, views, reads)

namespace Concurrency {
namespace details {

/* A visitor for amp_visit: replaces the views' pointers, aligned like their elements are accessed, by up to
 * 16 bytes. Views beyond AMP_POINTERS keep theirs, which are not based on a __restrict__ parameter: nvcc knows that they
 * lead elsewhere than those that are. */
template <typename Form> class restrict_writer : public argument_visitor<restrict_writer<Form>> {
public:
	__device__ restrict_writer(void *const *views, const void *const *reads) : views_(views), reads_(reads), n_(0) {}

	/* All containers begin with their head. */
	template <typename Container>
	__device__ void add(const Container &container, std::size_t size, amp_access access, bool = false) {
		amp_view_head &head = reinterpret_cast<amp_view_head &>(const_cast<Container &>(container));
		void *const data = n_ >= AMP_POINTERS         ? head.data
		                   : access & AMP_ACCESS_WRITE ? views_[n_]
		                                               : const_cast<void *>(reads_[n_]);
		if (Form::is_opaque)
			asm volatile("" : : "l"(data) : "memory");
		head.data = size % 16 == 0 ? __builtin_assume_aligned(data, 16)
		            : size % 8 == 0 ? __builtin_assume_aligned(data, 8) : data;
		n_++;
	}

private:
	void *const *views_;
	const void *const *reads_;
	int n_;
};

/* A copy of a function object with these pointers, in registers: its members are views and numbers. */
template <typename F> struct restrict_copy {
	__device__ restrict_copy(const __amp_image<F> &image, void *const *views, const void *const *reads) {
		__builtin_memcpy(bytes.bytes, image.bytes, sizeof(F));
		restrict_writer<typename F::amp_restrict> writer(views, reads);
		collect_arguments(writer, f());
	}
	__device__ const F &f() const { return reinterpret_cast<const F &>(bytes.bytes); }

	__amp_image<F> bytes;
};

/* Calls a function object with the point of this thread. */
template <int N, typename F> __device__ inline void call_copy_at_point(const F &f, const __amp_domain &domain) {
	Concurrency::index<N> idx;
	if (find_point<N>(f, domain, idx))
		call_kernel(f, idx, 0);
}

} // namespace details
} // namespace Concurrency

/* The kernels of kernel.h with __restrict__ pointers. */
template <class F, int N>
__global__ void __launch_bounds__(256)
    __amp_restrict_untiled_kernel(AMP_PARAMETER __amp_image<F> image, AMP_PARAMETER __amp_domain domain,
                                  AMP_POINTER_PARAMETERS, AMP_READ_POINTER_PARAMETERS) {
#if defined(__CUDA_ARCH__)
	AMP_RESTRICT_COPY(F);
	Concurrency::details::call_copy_at_point<N>(copy.f(), domain);
#endif
}

template <class F, int N>
__global__ void __launch_bounds__(256, 1)
    __amp_restrict_small_domain_kernel(AMP_PARAMETER __amp_image<F> image, AMP_PARAMETER __amp_domain domain,
                                       AMP_POINTER_PARAMETERS, AMP_READ_POINTER_PARAMETERS) {
#if defined(__CUDA_ARCH__)
	AMP_RESTRICT_COPY(F);
	Concurrency::details::call_copy_at_point<N>(copy.f(), domain);
#endif
}

template <class F, int D0, int D1, int D2>
__global__ void __launch_bounds__(Concurrency::details::tile_shape<D0, D1, D2>::size)
    __amp_restrict_tiled_kernel(AMP_PARAMETER __amp_image<F> image, AMP_PARAMETER __amp_domain domain,
                                AMP_POINTER_PARAMETERS, AMP_READ_POINTER_PARAMETERS) {
#if defined(__CUDA_ARCH__)
	AMP_RESTRICT_COPY(F);
	Concurrency::details::call_kernel(copy.f(), Concurrency::details::this_tiled_index<D0, D1, D2>(domain), 0);
#endif
}

#else

template <class F, int N> struct __amp_restrict_untiled_kernel;
template <class F, int N> struct __amp_restrict_small_domain_kernel;
template <class F, int D0, int D1, int D2> struct __amp_restrict_tiled_kernel;

#endif
#endif
