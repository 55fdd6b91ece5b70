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
/* In front of the bytes of a place for larger elements, or of such as are aligned to more. */
struct alignas(128) large_place {
	std::size_t size;

	AMP_CPU_AMP unsigned char *bytes() { return reinterpret_cast<unsigned char *>(this + 1); }
};

#if defined(AMP_ROBUST_ACCESS) && (defined(AMP_ON_DEVICE) || defined(AMP_HOST_CODE))

#define AMP_ACCESSOR __attribute__((always_inline))

#if defined(AMP_ON_DEVICE)

/* It is in the buffer of a container's head, which kernels for GPUs have no other use for: the
 * address of an own_place, of a large_place and 1, or this. */
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
	const bool is_large = sizeof(E) > sizeof(own_place) || alignof(E) > alignof(own_place);
	const std::size_t own = reinterpret_cast<std::size_t>(head.buffer);
	large_place *const large = own & 1 ? reinterpret_cast<large_place *>(own - 1) : 0;
	unsigned char *place = shared_place<element>(); /* of elements that only the kernel calls so */
	/* nvcc drops stores through an address that may be a local variable's (address.h) */
	if (large && large->size >= sizeof(E) && alignof(E) <= alignof(large_place))
		place = unknown_address(large->bytes());
	else if (!large && !is_large && own)
		place = unknown_address(reinterpret_cast<unsigned char *>(own));
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
