/* Robust access (--amp-robust-access): reads beyond a buffer return zero, and writes beyond it are dropped,
 * as in Direct3D 11.
 *
 * operator[] returns a reference, which may be read or written. Beyond the buffer, it refers to zeros shared
 * by all threads if nothing is written through it: the elements are const, or ampcc has found that the kernel
 * only reads the container. Otherwise it refers to a few bytes of the thread's own, which each such access
 * clears first. The compiler turns this into a select of two addresses.
 *
 * All kernels, with and without the option, get the bounds of a container in its buffer, as units of both
 * kinds pass containers to each other. Only functions that are always inlined depend on the option, so that
 * no unit calls another's version. */
#ifndef AMPCC_ROBUST_H
#define AMPCC_ROBUST_H

#include <cstddef>
#include <type_traits>

#include <amp/config.h>

namespace Concurrency {
namespace details {

/* Returns the bounds (AMP_BOUNDS) of a container whose origin is moved by some elements. One that begins
 * beyond the buffer has no elements. */
template <typename Distance> AMP_CPU_AMP std::size_t moved_bounds(std::size_t bounds, Distance elements) {
	typedef typename std::make_unsigned<Distance>::type position;
	const unsigned count = AMP_BOUNDS_COUNT(bounds);
	const position at = AMP_BOUNDS_BEFORE(bounds) + static_cast<position>(elements);
	return bounds == 0 ? 0 : at <= count ? AMP_BOUNDS(at, count) : AMP_BOUNDS(0, 0);
}
/* Returns the bounds for elements of another size; 0 if there would be too many for AMP_BOUNDS. */
AMP_CPU_AMP inline std::size_t rescaled_bounds(std::size_t bounds, std::size_t from, std::size_t to) {
	const std::size_t before = AMP_BOUNDS_BEFORE(bounds) * from / to;
	const std::size_t count = AMP_BOUNDS_COUNT(bounds) * from / to;
	return bounds == 0 || count > 0x7fffffff ? 0 : AMP_BOUNDS(before, count);
}

/* In kernels for GPUs: the target of references beyond buffers, if the thread may write through them. */
struct alignas(16) own_place {
	unsigned char bytes[64];
};
/* Classes of places, stored in the low four bits of their addresses: class 1 is an own_place; each higher one
 * has twice the bytes of the one below, aligned to 128. A thread has no place for an element that fits into
 * none of them. */
enum { AMP_OWN_PLACE = 1, AMP_LAST_PLACE = 15, AMP_PLACE_ALIGNMENT = 128 };
AMP_CPU_AMP constexpr std::size_t place_size(unsigned place) {
	return place == 0 ? 0 : sizeof(own_place) << (place - 1);
}
AMP_CPU_AMP constexpr bool fits_place(unsigned place, std::size_t size, std::size_t align) {
	return size <= place_size(place) &&
	       align <= (place > AMP_OWN_PLACE ? std::size_t(AMP_PLACE_ALIGNMENT) : alignof(own_place));
}

#if defined(AMP_ROBUST_ACCESS) && (defined(AMP_ON_DEVICE) || defined(AMP_HOST_CODE))

#define AMP_ACCESSOR __attribute__((always_inline))

#if defined(AMP_ON_DEVICE)

/* A kernel for a GPU has no other use for the buffer member of a container's head, so it stores the address
 * and class of a place, or this value. */
inline __device__ amp_buffer *nobody_writes() {
	static unsigned char object; /* its address differs from that of any other object */
	return reinterpret_cast<amp_buffer *>(&object);
}

/* Zeros for references to E, shared by all threads. */
template <typename E> __device__ unsigned char *shared_place() {
	alignas(alignof(E) > 16 ? alignof(E) : 16) static unsigned char bytes[sizeof(E)];
	return bytes;
}
template <typename E> AMP_ACCESSOR __device__ inline E &beyond(const amp_view_head &head) {
	typedef typename std::remove_cv<E>::type element;
	if (std::is_const<E>::value || head.buffer == nobody_writes())
		return *reinterpret_cast<element *>(shared_place<const element>());
	const std::size_t own = reinterpret_cast<std::size_t>(head.buffer);
	unsigned char *place = shared_place<element>(); /* only for element types that only the kernel uses
	                                                 * this way */
	/* nvcc drops stores through an address that may be a local variable's (address.h) */
	if (fits_place(own % 16, sizeof(E), alignof(E)))
		place = unknown_address(reinterpret_cast<unsigned char *>(own - own % 16));
	element *const p =
	    static_cast<element *>(__builtin_assume_aligned(place, alignof(E) > 16 ? alignof(E) : 16));
	__builtin_memset(static_cast<void *>(p), 0, sizeof(E));
	return *p;
}

#else

/* Takes no container, so that compilers see that the container's members do not change. */
template <typename E> AMP_COLD E &beyond() {
	typedef typename std::remove_cv<E>::type element;
	alignas(element) static thread_local unsigned char bytes[sizeof(E)];
	__builtin_memset(bytes, 0, sizeof(E));
	return *reinterpret_cast<element *>(bytes);
}

#endif

/* origin[at], for a container with this head. */
template <typename E, typename Distance>
AMP_ACCESSOR AMP_CPU_AMP inline E &bounded(const amp_view_head &head, E *origin, Distance at) {
	typedef typename std::make_unsigned<Distance>::type position;
	const bool is_beyond = AMP_BOUNDS_BEFORE(head.offset) + static_cast<position>(at) >=
	                           AMP_BOUNDS_COUNT(head.offset) &&
	                       head.offset != 0;
#if defined(AMP_ON_DEVICE)
	if (__builtin_expect(is_beyond, 0))
		return beyond<E>(head);
#else
	if (__builtin_expect(is_beyond && !head.buffer, 0))
		return beyond<E>();
#endif
	return origin[at];
}

#else

#define AMP_ACCESSOR
template <typename E, typename Distance>
AMP_CPU_AMP inline E &bounded(const amp_view_head &, E *origin, Distance at) {
	return origin[at];
}

#endif

} // namespace details
} // namespace Concurrency

#endif
