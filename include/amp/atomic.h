/* Atomic operations on global and tile_static memory (spec 6). They do not order other memory accesses. */
#ifndef AMPCC_ATOMIC_H
#define AMPCC_ATOMIC_H

#include <amp/config.h>

namespace Concurrency {

/* nvcc has CUDA's functions; clang and the host compilers have builtins. CUDA's functions fault on a thread's
 * own memory, where `result` is stored instead, as no other thread can access it. nvcc nearly always knows
 * which memory a pointer points to, so that no test is left at run time. */
#if defined(AMP_ON_DEVICE) && defined(__NVCC__)
#define AMP_ATOMIC(cuda, result, builtin) \
	(__isLocal(dest) ? details::replace(dest, result) : cuda)
#else
#define AMP_ATOMIC(cuda, result, builtin) builtin
#endif

namespace details {

/* Stores value and returns the old one. */
template <typename T> AMP_AMP T replace(T *dest, T value) {
	const T old = *dest;
	*dest = value;
	return old;
}

/* Stores the larger (`larger`) or smaller value, and returns the old one. */
template <typename T> AMP_AMP T atomic_extreme(T *dest, T value, bool larger) {
	T old = __atomic_load_n(dest, __ATOMIC_RELAXED);
	while ((larger ? value > old : value < old) &&
	       !__atomic_compare_exchange_n(dest, &old, value, true, __ATOMIC_RELAXED,
	                                    __ATOMIC_RELAXED)) {
	}
	return old;
}

} // namespace details

/* 6.1: stores value and returns the old one. */
AMP_AMP inline int atomic_exchange(int *dest, int value) {
	return AMP_ATOMIC(atomicExch(dest, value), value,
	                  __atomic_exchange_n(dest, value, __ATOMIC_RELAXED));
}
AMP_AMP inline unsigned atomic_exchange(unsigned *dest, unsigned value) {
	return AMP_ATOMIC(atomicExch(dest, value), value,
	                  __atomic_exchange_n(dest, value, __ATOMIC_RELAXED));
}
AMP_AMP inline float atomic_exchange(float *dest, float value) {
#if defined(AMP_ON_DEVICE) && defined(__NVCC__)
	return AMP_ATOMIC(atomicExch(dest, value), value, 0);
#else
	float old;
	__atomic_exchange(dest, &value, &old, __ATOMIC_RELAXED);
	return old;
#endif
}

/* 6.2: stores value if *dest equals *expected, and returns whether it did; otherwise sets *expected to *dest. */
AMP_AMP inline bool atomic_compare_exchange(int *dest, int *expected, int value) {
#if defined(AMP_ON_DEVICE) && defined(__NVCC__)
	const int wanted = *expected;
	*expected = AMP_ATOMIC(atomicCAS(dest, wanted, value), *dest == wanted ? value : *dest, 0);
	return *expected == wanted;
#else
	return __atomic_compare_exchange_n(dest, expected, value, false, __ATOMIC_RELAXED,
	                                   __ATOMIC_RELAXED);
#endif
}
AMP_AMP inline bool atomic_compare_exchange(unsigned *dest, unsigned *expected, unsigned value) {
#if defined(AMP_ON_DEVICE) && defined(__NVCC__)
	const unsigned wanted = *expected;
	*expected = AMP_ATOMIC(atomicCAS(dest, wanted, value), *dest == wanted ? value : *dest, 0);
	return *expected == wanted;
#else
	return __atomic_compare_exchange_n(dest, expected, value, false, __ATOMIC_RELAXED,
	                                   __ATOMIC_RELAXED);
#endif
}

/* 6.3: modify *dest and return its old value. */
#define AMP_ATOMIC_FETCH(type)                                                               \
	AMP_AMP inline type atomic_fetch_add(type *dest, type value) {                           \
		return AMP_ATOMIC(atomicAdd(dest, value), *dest + value,                             \
		                  __atomic_fetch_add(dest, value, __ATOMIC_RELAXED));                \
	}                                                                                        \
	AMP_AMP inline type atomic_fetch_sub(type *dest, type value) {                           \
		return AMP_ATOMIC(atomicSub(dest, value), *dest - value,                             \
		                  __atomic_fetch_sub(dest, value, __ATOMIC_RELAXED));                \
	}                                                                                        \
	AMP_AMP inline type atomic_fetch_max(type *dest, type value) {                           \
		return AMP_ATOMIC(atomicMax(dest, value), *dest < value ? value : *dest,             \
		                  details::atomic_extreme(dest, value, true));                       \
	}                                                                                        \
	AMP_AMP inline type atomic_fetch_min(type *dest, type value) {                           \
		return AMP_ATOMIC(atomicMin(dest, value), *dest > value ? value : *dest,             \
		                  details::atomic_extreme(dest, value, false));                      \
	}                                                                                        \
	AMP_AMP inline type atomic_fetch_and(type *dest, type value) {                           \
		return AMP_ATOMIC(atomicAnd(dest, value), *dest & value,                             \
		                  __atomic_fetch_and(dest, value, __ATOMIC_RELAXED));                \
	}                                                                                        \
	AMP_AMP inline type atomic_fetch_or(type *dest, type value) {                            \
		return AMP_ATOMIC(atomicOr(dest, value), *dest | value,                              \
		                  __atomic_fetch_or(dest, value, __ATOMIC_RELAXED));                 \
	}                                                                                        \
	AMP_AMP inline type atomic_fetch_xor(type *dest, type value) {                           \
		return AMP_ATOMIC(atomicXor(dest, value), *dest ^ value,                             \
		                  __atomic_fetch_xor(dest, value, __ATOMIC_RELAXED));                \
	}                                                                                        \
	AMP_AMP inline type atomic_fetch_inc(type *dest) { return atomic_fetch_add(dest, type(1)); } \
	AMP_AMP inline type atomic_fetch_dec(type *dest) { return atomic_fetch_sub(dest, type(1)); }

AMP_ATOMIC_FETCH(int)
AMP_ATOMIC_FETCH(unsigned)

#undef AMP_ATOMIC_FETCH
#undef AMP_ATOMIC

#if !defined(__CUDACC__) && !defined(__AMPCC_PARSE__)

/* The same operations on tile_static variables on the CPU accelerator. ampcc wraps their arguments in
 * tile_memory. The threads of a tile share one host thread, so no locked instructions are needed. For all that
 * compilers know, the asm modifies the object, so they do not combine accesses of several threads: the loop over the
 * threads is marked as having independent iterations. Volatile accesses would also be separate instructions. */
namespace details {
template <typename T> struct tile_pointer {
	T *dest;

	T load() const {
		__asm__ volatile("" : "+m"(*dest));
		return *dest;
	}
	T replace(T old, T value) const {
		*dest = value;
		return old;
	}
};
template <typename T> tile_pointer<T> tile_memory(T *dest) {
	const tile_pointer<T> pointer = {dest};
	return pointer;
}
/* A parameter that takes no part in template argument deduction. */
template <typename T> struct operand { typedef T type; };
} // namespace details

template <typename T>
T atomic_exchange(details::tile_pointer<T> p, typename details::operand<T>::type value) {
	return p.replace(p.load(), value);
}
template <typename T>
bool atomic_compare_exchange(details::tile_pointer<T> p, typename details::operand<T>::type *expected,
                             typename details::operand<T>::type value) {
	const T old = p.load();
	const bool same = old == *expected;
	if (same)
		p.replace(old, value);
	*expected = old;
	return same;
}

#define AMP_TILE_FETCH(name, result)                                                         \
	template <typename T>                                                                    \
	T atomic_fetch_##name(details::tile_pointer<T> p, typename details::operand<T>::type value) { \
		const T old = p.load();                                                              \
		return p.replace(old, result);                                                       \
	}
/* unsigned, so that sums wrap around */
AMP_TILE_FETCH(add, static_cast<T>(static_cast<unsigned>(old) + static_cast<unsigned>(value)))
AMP_TILE_FETCH(sub, static_cast<T>(static_cast<unsigned>(old) - static_cast<unsigned>(value)))
AMP_TILE_FETCH(max, value > old ? value : old)
AMP_TILE_FETCH(min, value < old ? value : old)
AMP_TILE_FETCH(and, old & value)
AMP_TILE_FETCH(or, old | value)
AMP_TILE_FETCH(xor, old ^ value)
#undef AMP_TILE_FETCH
template <typename T> T atomic_fetch_inc(details::tile_pointer<T> p) {
	return atomic_fetch_add(p, T(1));
}
template <typename T> T atomic_fetch_dec(details::tile_pointer<T> p) {
	return atomic_fetch_sub(p, T(1));
}

#endif

} // namespace Concurrency

#endif
