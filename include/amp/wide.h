/* Wide kernels, whose threads each process several neighbouring points of an untiled domain.
 *
 * Accesses of one float at a time do not saturate an H100's memory bus (a copy reaches 2.4 of 3.0 TB/s). For
 * four neighbouring points, the compiler makes one access of 16 bytes, if it knows that the views do not
 * overlap and are aligned. So ampcc declares the types of the views of a small kernel as amp_wide in the
 * function object; the kernel is compiled a second time as below, and the runtime launches that version if
 * its conditions hold (runtime/launch.c: may_be_wide). Part of amp/kernel.h. */
#ifndef AMPCC_WIDE_H
#define AMPCC_WIDE_H

#include <cstddef>
#include <type_traits>

#include <amp/kernel_arguments.h>
#include <amp/restrict.h>

namespace Concurrency {
namespace details {

/* The number of elements of a size in 16 bytes, at most 4; 1 if that is no whole number. */
constexpr unsigned wide_width(std::size_t size) {
	return size == 4 || size == 0 ? 4 : size == 8 ? 2 : 1;
}
constexpr unsigned narrower(unsigned a, unsigned b) { return a < b ? a : b; }

/* The number of points per thread for these members: the largest elements are accessed 16 bytes at a time. */
template <typename... Members> struct wide_views {
	static const unsigned width = 4;
};
template <typename Member, typename... Members> struct wide_views<Member, Members...> {
	static const unsigned width =
	    visited_members<Member, Members...>::views > AMP_POINTERS
	        ? 1
	        : narrower(wide_width(member_element<Member>::value), wide_views<Members...>::width);
};

/* amp_wide of a function object F. */
template <typename F, typename... Views> struct wide_kernel : wide_views<Views...> {
	typedef F function;
};

/* amp_wide of a kernel in a template, which is straight-line arithmetic only if the elements are numbers. */
struct narrow {
	static const unsigned width = 1;
};
template <typename F, typename... Views>
struct wide_numbers : std::conditional<are_plain<Views...>::value, wide_views<Views...>, narrow>::type {
	typedef F function;
};

/* The width of a kernel: 1 if it has no wide version; classes derived from one that has do not have it. */
template <typename F> struct wide_width_of {
	template <typename C>
	static typename std::conditional<std::is_same<C, typename C::amp_wide::function>::value,
	                                 std::integral_constant<unsigned, C::amp_wide::width>,
	                                 std::integral_constant<unsigned, 1>>::type
	test(int);
	template <typename C> static std::integral_constant<unsigned, 1> test(...);

#if defined(AMP_ROBUST_ACCESS)
	/* a wide kernel does not check bounds, so the launch must */
	static const unsigned value = is_elementwise<F>::type::value ? decltype(test<F>(0))::value : 1;
#else
	static const unsigned value = decltype(test<F>(0))::value;
#endif
};

} // namespace details
} // namespace Concurrency

#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__)

namespace Concurrency {
namespace details {

/* A visitor for amp_visit: replaces the views' pointers. In several dimensions, it also moves the views to a
 * point, from which on `width` points are the thread's. All views begin with their head. */
template <int N, unsigned Width> class wide_writer {
public:
	__device__ wide_writer(void *const *data, const index<N> &point)
	    : data_(data), point_(point) {}

	template <typename Member>
	__device__ void operator()(const Member &member, amp_access = AMP_ACCESS_READ_WRITE) {
		write(const_cast<Member &>(member), member_element<Member>());
	}

	template <typename Member> __device__ void run(const Member &member) { (*this)(member); }

private:
	template <typename View, std::size_t Size>
	__device__ void write(View &view, std::integral_constant<std::size_t, Size>) {
		const distance at = N > 1 ? distance_to(view, 0) : 0;
		amp_view_head &head = reinterpret_cast<amp_view_head &>(view);
		head.data = static_cast<char *>(__builtin_assume_aligned(*data_++, 16)) +
		            static_cast<std::ptrdiff_t>(at) * static_cast<std::ptrdiff_t>(Size);
		head.offset = 0;
	}
	template <typename Number>
	__device__ void write(Number &, std::integral_constant<std::size_t, 0>) {}

	/* The distance is a multiple of the width, which & tells the compiler. A view of another rank is not
	 * accessed at the point; such kernels are never launched as wide ones. */
	template <typename View>
	__device__ auto distance_to(const View &view, int) -> decltype(view.template offset_of<char>(index<N>())) {
		return view.template offset_of<char>(point_) & -static_cast<distance>(Width);
	}
	template <typename View> __device__ distance distance_to(const View &, long) { return 0; }

	void *const *data_;
	const index<N> &point_;
};

} // namespace details
} // namespace Concurrency

/* Runs one thread for F::amp_wide::width points: in row-major order with blocks of (256, 1, 1), where the
 * last thread may have fewer points, or in rows with blocks of several. In several dimensions, the kernel
 * uses its index only to access its views (ampcc has checked that), so the views can be moved to the thread's
 * first point instead; in row-major order, all of them are dense and have the domain's extent. The views'
 * pointers are separate parameters, since only there __restrict__ has an effect. */
template <class F, int N>
__global__ void __launch_bounds__(256)
    __amp_wide_kernel(AMP_PARAMETER __amp_image<F> image, AMP_PARAMETER __amp_domain domain,
                    AMP_POINTER_PARAMETERS) {
#if defined(__CUDA_ARCH__)
	const unsigned width = F::amp_wide::width;
	const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * width;
	/* In row-major order, the row is 0. There is no branch, as it would create two sets of addresses, for
	 * which __restrict__ is not known. */
	const int rows = N > 1 ? N - 2 : 0, columns = N - 1;
	const bool in_rows = N > 1 && blockDim.y > 1;
	const unsigned end = in_rows ? static_cast<unsigned>(domain.extent[columns]) : domain.total;
	Concurrency::index<N> idx;
	if (N > 2)
		idx[0] = static_cast<int>(blockIdx.z);
	idx[rows] = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
	if (first >= end || (N > 1 && idx[rows] >= domain.extent[rows]))
		return;
	idx[columns] = __amp_below(first, INT_MAX);
	__amp_image<F> copy; /* of the bytes: a copy constructor may be restrict(cpu) */
	__builtin_memcpy(copy.bytes, image.bytes, sizeof(F));
	const F &f = reinterpret_cast<const F &>(copy.bytes);
	void *const data[] = {v0, v1, v2, v3, v4, v5, v6, v7};
	Concurrency::details::wide_writer<N, width> writer(data, idx);
	f.amp_visit(writer);
	if (N > 1)
		idx = Concurrency::index<N>();
	if (end - first >= width) {
#pragma unroll
		for (unsigned k = 0; k < width; k++, idx[columns]++)
			Concurrency::details::call_kernel(f, Concurrency::index<N>(idx), 0);
	} else {
#pragma unroll 1
		for (unsigned k = first; k < end; k++, idx[columns]++)
			Concurrency::details::call_kernel(f, Concurrency::index<N>(idx), 0);
	}
#endif
}

#else

template <class F, int N> struct __amp_wide_kernel;

#endif
#endif
