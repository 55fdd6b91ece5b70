/* Microsoft's intrinsics: bits, interlocked operations, the processor. The compiler has those of SSE and AVX. */
#ifndef AMP_WINDOWS_INTRIN_H
#define AMP_WINDOWS_INTRIN_H

#if (defined(__x86_64__) || defined(__i386__)) && !defined(__CUDACC__) && !defined(__AMPCC_PARSE__)
#include <x86intrin.h>
#endif

#include "corecrt.h"

/* gcc's header defines macros with these names */
#undef _rotl
#define _rotl amp_windows__rotl
#undef _rotr
#define _rotr amp_windows__rotr
#include "detail/synchronize.h"

/* ---- Bits ---------------------------------------------------------------------------------------- */

namespace amp_windows {
template <typename Index, typename T> unsigned char first_bit(Index *index, T bits, bool from_top) {
	const unsigned long long wide = static_cast<unsigned long long>(bits);

	if (!wide)
		return 0;
	*index = static_cast<Index>(from_top ? 63 - __builtin_clzll(wide) : __builtin_ctzll(wide));
	return 1;
}
} // namespace amp_windows
/* The index may be a DWORD or an unsigned long, which are different types here. */
template <typename Index> unsigned char amp_windows__BitScanForward(Index *index, unsigned int bits) {
	return amp_windows::first_bit(index, bits, false);
}
template <typename Index> unsigned char amp_windows__BitScanReverse(Index *index, unsigned int bits) {
	return amp_windows::first_bit(index, bits, true);
}
template <typename Index> unsigned char amp_windows__BitScanForward64(Index *index, unsigned long long bits) {
	return amp_windows::first_bit(index, bits, false);
}
template <typename Index> unsigned char amp_windows__BitScanReverse64(Index *index, unsigned long long bits) {
	return amp_windows::first_bit(index, bits, true);
}
template <typename T> unsigned char amp_windows__bittest(const T *bits, T which) {
	return static_cast<unsigned char>(bits[which / static_cast<T>(8 * sizeof(T))] >>
	                                  (which & static_cast<T>(8 * sizeof(T) - 1)) & 1);
}
inline unsigned short amp_windows___popcnt16(unsigned short bits) { return static_cast<unsigned short>(__builtin_popcount(bits)); }
inline unsigned int amp_windows___popcnt(unsigned int bits) { return static_cast<unsigned>(__builtin_popcount(bits)); }
inline unsigned long long amp_windows___popcnt64(unsigned long long bits) {
	return static_cast<unsigned long long>(__builtin_popcountll(bits));
}
inline unsigned int amp_windows___lzcnt(unsigned int bits) { return bits ? static_cast<unsigned>(__builtin_clz(bits)) : 32; }
inline unsigned long long amp_windows___lzcnt64(unsigned long long bits) {
	return bits ? static_cast<unsigned long long>(__builtin_clzll(bits)) : 64;
}

/* clang has builtins with these names (-fms-extensions), and gcc functions for some. */
#undef _BitScanForward
#define _BitScanForward amp_windows__BitScanForward
#undef _BitScanReverse
#define _BitScanReverse amp_windows__BitScanReverse
#undef _BitScanForward64
#define _BitScanForward64 amp_windows__BitScanForward64
#undef _BitScanReverse64
#define _BitScanReverse64 amp_windows__BitScanReverse64
#undef _bittest
#define _bittest amp_windows__bittest
#undef __popcnt16
#define __popcnt16 amp_windows___popcnt16
#undef __popcnt
#define __popcnt amp_windows___popcnt
#undef __popcnt64
#define __popcnt64 amp_windows___popcnt64
#undef __lzcnt
#define __lzcnt amp_windows___lzcnt
#undef __lzcnt64
#define __lzcnt64 amp_windows___lzcnt64

/* ---- Numbers of 64 and 128 bits ------------------------------------------------------------------- */

inline long long amp_windows___emul(int a, int b) { return static_cast<long long>(a) * b; }
inline unsigned long long amp_windows___emulu(unsigned int a, unsigned int b) { return static_cast<unsigned long long>(a) * b; }
#if defined(__SIZEOF_INT128__)
inline unsigned long long amp_windows___umulh(unsigned long long a, unsigned long long b) {
	return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline long long amp_windows___mulh(long long a, long long b) {
	return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
inline unsigned long long amp_windows__umul128(unsigned long long a, unsigned long long b, unsigned long long *high) {
	*high = amp_windows___umulh(a, b);
	return a * b;
}
#endif

#undef __emul
#define __emul amp_windows___emul
#undef __emulu
#define __emulu amp_windows___emulu
#undef __umulh
#define __umulh amp_windows___umulh
#undef __mulh
#define __mulh amp_windows___mulh
#undef _umul128
#define _umul128 amp_windows__umul128

/* ---- The processor ------------------------------------------------------------------------------- */

#if defined(__x86_64__) || defined(__i386__)
inline unsigned long long amp_windows___rdtsc() { return __builtin_ia32_rdtsc(); }
#ifndef __rdtsc
#define __rdtsc amp_windows___rdtsc
#endif
inline void amp_windows___cpuidex(int to[4], int leaf, int part) {
	__asm__ volatile("cpuid" : "=a"(to[0]), "=b"(to[1]), "=c"(to[2]), "=d"(to[3]) : "a"(leaf), "c"(part));
}
#undef __cpuid
#define __cpuid(to, leaf) amp_windows___cpuidex(to, leaf, 0)
#undef __cpuidex
#define __cpuidex(to, leaf, part) amp_windows___cpuidex(to, leaf, part)
#endif
#define __debugbreak() __builtin_trap()
#define __nop() __asm__ volatile("nop")
#define _ReturnAddress() __builtin_return_address(0)
#define _AddressOfReturnAddress() __builtin_frame_address(0)
#define _ReadWriteBarrier() __asm__ volatile("" ::: "memory")
#define _ReadBarrier() __asm__ volatile("" ::: "memory")
#define _WriteBarrier() __asm__ volatile("" ::: "memory")

/* ---- Interlocked operations ----------------------------------------------------------------------- */

#define _InterlockedIncrement InterlockedIncrement
#define _InterlockedDecrement InterlockedDecrement
#define _InterlockedExchange InterlockedExchange
#define _InterlockedExchangeAdd InterlockedExchangeAdd
#define _InterlockedCompareExchange InterlockedCompareExchange
#define _InterlockedAnd InterlockedAnd
#define _InterlockedOr InterlockedOr
#define _InterlockedXor InterlockedXor
#define _InterlockedIncrement64 InterlockedIncrement64
#define _InterlockedDecrement64 InterlockedDecrement64
#define _InterlockedExchange64 InterlockedExchange64
#define _InterlockedExchangeAdd64 InterlockedExchangeAdd64
#define _InterlockedCompareExchange64 InterlockedCompareExchange64
#define _InterlockedAnd64 InterlockedAnd64
#define _InterlockedOr64 InterlockedOr64
#define _InterlockedXor64 InterlockedXor64
#define _InterlockedExchangePointer InterlockedExchangePointer
#define _InterlockedCompareExchangePointer InterlockedCompareExchangePointer

#endif
