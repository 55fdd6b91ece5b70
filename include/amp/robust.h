/* Robust access (--amp-robust-access): what a kernel reads beyond a buffer is zero, and what it
 * writes there is dropped, as Direct3D 11 has it.
 *
 * operator[] gives a reference, which may be read or written. Beyond the buffer it refers to
 * zeros that all threads share where nobody writes through it: elements are const, or ampcc has
 * found that the kernel only reads the container. Otherwise it refers to a few bytes of the
 * thread's own, which each such access clears. The compiler makes a selected address of that.
 *
 * Where a container is in its buffer is known to all kernels, with and without the option: units
 * of both kinds pass containers to each other. What differs are functions that are inlined
 * always, so that no unit calls another's.
 */
#ifndef AMPCC_ROBUST_H
#define AMPCC_ROBUST_H

#include <cstddef>
#include <type_traits>

#include <amp/config.h>

namespace Concurrency {
namespace details {

/* The bounds (AMP_BOUNDS) of a container whose origin is some elements further. One that begins
 * beyond the buffer has no elements. */
template <typename Distance> AMP_CPU_AMP std::size_t moved_bounds(std::size_t bounds, Distance elements) {
	typedef typename std::make_unsigned<Distance>::type position;
	const unsigned count = AMP_BOUNDS_COUNT(bounds);
	const position at = AMP_BOUNDS_BEFORE(bounds) + static_cast<position>(elements);
	return bounds == 0 ? 0 : at <= count ? AMP_BOUNDS(at, count) : AMP_BOUNDS(0, 0);
}
/* Of one with elements of another size; 0 where there would be too many for AMP_BOUNDS. */
AMP_CPU_AMP inline std::size_t rescaled_bounds(std::size_t bounds, std::size_t from, std::size_t to) {
	const std::size_t before = AMP_BOUNDS_BEFORE(bounds) * from / to;
	const std::size_t count = AMP_BOUNDS_COUNT(bounds) * from / to;
	return bounds == 0 || count > 0x7fffffff ? 0 : AMP_BOUNDS(before, count);
}

/* In kernels for GPUs: what references beyond buffers refer to where the thread may write. */
struct alignas(16) own_place {
	unsigned char bytes[64];
};
/* Classes of places, in the lower four bits of their addresses: 1 is an own_place, those above have twice
 * the bytes of the one below and are aligned to 128. An element that fits into none has no place of a
 * thread's own. */
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

/* It is in the buffer of a container's head, which kernels for GPUs have no other use for: the
 * address and the class of a place, or this. */
inline __device__ amp_buffer *nobody_writes() {
	static unsigned char object; /* no number: an object's address is another's never */
	return reinterpret_cast<amp_buffer *>(&object);
}

/* Of E, for all threads. */
template <typename E> __device__ unsigned char *shared_place() {
	alignas(alignof(E) > 16 ? alignof(E) : 16) static unsigned char bytes[sizeof(E)];
	return bytes;
}
template <typename E> AMP_ACCESSOR __device__ inline E &beyond(const amp_view_head &head) {
	typedef typename std::remove_cv<E>::type element;
	if (std::is_const<E>::value || head.buffer == nobody_writes())
		return *reinterpret_cast<element *>(shared_place<const element>());
	const std::size_t own = reinterpret_cast<std::size_t>(head.buffer);
	unsigned char *place = shared_place<element>(); /* of elements that only the kernel calls so */
	/* nvcc drops stores through an address that may be a local variable's (address.h) */
	if (fits_place(own % 16, sizeof(E), alignof(E)))
		place = unknown_address(reinterpret_cast<unsigned char *>(own - own % 16));
	element *const p =
	    static_cast<element *>(__builtin_assume_aligned(place, alignof(E) > 16 ? alignof(E) : 16));
	__builtin_memset(static_cast<void *>(p), 0, sizeof(E));
	return *p;
}

#else

/* Without the container, so that compilers see that its members stay as they are. */
template <typename E> AMP_COLD E &beyond() {
	typedef typename std::remove_cv<E>::type element;
	alignas(element) static thread_local unsigned char bytes[sizeof(E)];
	__builtin_memset(bytes, 0, sizeof(E));
	return *reinterpret_cast<element *>(bytes);
}

#endif

/* origin[at], of a container with this head. */
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
