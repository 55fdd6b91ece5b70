/* The compilers' builtins, __builtin_popcount and the like, for the device unit, in which ampcc (compiler/ast/builtins.c)
 * renames them to amp_builtin_popcount and so on. nvcc has most of them for host code only, and turns kernels
 * that call one into kernels that do nothing. The functions are constexpr like the builtins, so that the
 * program's constexpr functions may call them. */
#ifndef AMPCC_BUILTIN_H
#define AMPCC_BUILTIN_H

#include <float.h>

#include <type_traits>

#define AMP_BUILTIN __host__ __device__ constexpr inline

/* ---- Bits ---------------------------------------------------------------- */

#if defined(__NVCC__) && defined(__CUDA_ARCH__)
/* used in constant expressions in place of the GPU's instructions */
template <typename U> AMP_BUILTIN int amp_constant_popcount(U x) {
	return x ? static_cast<int>(x & 1) + amp_constant_popcount(static_cast<U>(x >> 1)) : 0;
}
template <typename U> AMP_BUILTIN int amp_constant_clz(U x) {
	return x ? amp_constant_clz(static_cast<U>(x >> 1)) - 1 : static_cast<int>(sizeof(U) * 8);
}
template <typename U> AMP_BUILTIN int amp_constant_ffs(U x) {
	return !x ? 0 : x & 1 ? 1 : amp_constant_ffs(static_cast<U>(x >> 1)) + 1;
}
#define AMP_BITS(constant, instruction) (__builtin_is_constant_evaluated() ? constant : instruction)
AMP_BUILTIN int amp_builtin_popcount(unsigned x) {
	return AMP_BITS(amp_constant_popcount(x), __popc(x));
}
AMP_BUILTIN int amp_builtin_popcountll(unsigned long long x) {
	return AMP_BITS(amp_constant_popcount(x), __popcll(x));
}
AMP_BUILTIN int amp_builtin_clz(unsigned x) {
	return AMP_BITS(amp_constant_clz(x), __clz(static_cast<int>(x)));
}
AMP_BUILTIN int amp_builtin_clzll(unsigned long long x) {
	return AMP_BITS(amp_constant_clz(x), __clzll(static_cast<long long>(x)));
}
AMP_BUILTIN int amp_builtin_ffs(int x) {
	return AMP_BITS(amp_constant_ffs(static_cast<unsigned>(x)), __ffs(x));
}
AMP_BUILTIN int amp_builtin_ffsll(long long x) {
	return AMP_BITS(amp_constant_ffs(static_cast<unsigned long long>(x)), __ffsll(x));
}
#undef AMP_BITS
AMP_BUILTIN int amp_builtin_ctz(unsigned x) { return amp_builtin_ffs(static_cast<int>(x)) - 1; }
AMP_BUILTIN int amp_builtin_ctzll(unsigned long long x) {
	return amp_builtin_ffsll(static_cast<long long>(x)) - 1;
}
AMP_BUILTIN int amp_builtin_parity(unsigned x) { return amp_builtin_popcount(x) & 1; }
AMP_BUILTIN int amp_builtin_parityll(unsigned long long x) { return amp_builtin_popcountll(x) & 1; }
/* the number of bits behind the sign bit that equal it */
AMP_BUILTIN int amp_builtin_clrsb(int x) {
	return amp_builtin_clz(static_cast<unsigned>(x < 0 ? ~x : x)) - 1;
}
AMP_BUILTIN int amp_builtin_clrsbll(long long x) {
	return amp_builtin_clzll(static_cast<unsigned long long>(x < 0 ? ~x : x)) - 1;
}
AMP_BUILTIN unsigned short amp_builtin_bswap16(unsigned short x) {
	return static_cast<unsigned short>(x << 8 | x >> 8);
}
AMP_BUILTIN unsigned amp_builtin_bswap32(unsigned x) {
	return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}
AMP_BUILTIN unsigned long amp_builtin_bswap64(unsigned long x) {
	return static_cast<unsigned long>(amp_builtin_bswap32(static_cast<unsigned>(x))) << 32 |
	       amp_builtin_bswap32(static_cast<unsigned>(x >> 32));
}
#else
AMP_BUILTIN int amp_builtin_popcount(unsigned x) { return __builtin_popcount(x); }
AMP_BUILTIN int amp_builtin_popcountll(unsigned long long x) { return __builtin_popcountll(x); }
AMP_BUILTIN int amp_builtin_clz(unsigned x) { return __builtin_clz(x); }
AMP_BUILTIN int amp_builtin_clzll(unsigned long long x) { return __builtin_clzll(x); }
AMP_BUILTIN int amp_builtin_ffs(int x) { return __builtin_ffs(x); }
AMP_BUILTIN int amp_builtin_ffsll(long long x) { return __builtin_ffsll(x); }
AMP_BUILTIN int amp_builtin_ctz(unsigned x) { return __builtin_ctz(x); }
AMP_BUILTIN int amp_builtin_ctzll(unsigned long long x) { return __builtin_ctzll(x); }
AMP_BUILTIN int amp_builtin_parity(unsigned x) { return __builtin_parity(x); }
AMP_BUILTIN int amp_builtin_parityll(unsigned long long x) { return __builtin_parityll(x); }
/* nvcc does not evaluate __builtin_clrsb() in constant expressions in C++11 */
AMP_BUILTIN int amp_builtin_clrsb(int x) { return __builtin_clz(static_cast<unsigned>(x < 0 ? ~x : x) << 1 | 1); }
AMP_BUILTIN int amp_builtin_clrsbll(long long x) {
	return __builtin_clzll(static_cast<unsigned long long>(x < 0 ? ~x : x) << 1 | 1);
}
AMP_BUILTIN unsigned short amp_builtin_bswap16(unsigned short x) { return __builtin_bswap16(x); }
AMP_BUILTIN unsigned amp_builtin_bswap32(unsigned x) { return __builtin_bswap32(x); }
AMP_BUILTIN unsigned long amp_builtin_bswap64(unsigned long x) { return __builtin_bswap64(x); }
#endif
/* long has 64 bits */
AMP_BUILTIN int amp_builtin_popcountl(unsigned long x) { return amp_builtin_popcountll(x); }
AMP_BUILTIN int amp_builtin_clzl(unsigned long x) { return amp_builtin_clzll(x); }
AMP_BUILTIN int amp_builtin_ffsl(long x) { return amp_builtin_ffsll(x); }
AMP_BUILTIN int amp_builtin_ctzl(unsigned long x) { return amp_builtin_ctzll(x); }
AMP_BUILTIN int amp_builtin_parityl(unsigned long x) { return amp_builtin_parityll(x); }
AMP_BUILTIN int amp_builtin_clrsbl(long x) { return amp_builtin_clrsbll(x); }


/* A type in which the product of two integers is exact. */
template <typename A, typename B> struct amp_exact {
	typedef typename std::conditional<std::is_unsigned<A>::value && std::is_unsigned<B>::value,
	                                  unsigned __int128, __int128>::type product;
};
template <typename Exact, typename R> __host__ __device__ inline bool amp_store_exact(Exact exact, R *r) {
	*r = static_cast<R>(exact);
	return static_cast<Exact>(*r) != exact;
}
template <typename A, typename B, typename R>
__host__ __device__ inline bool amp_builtin_add_overflow(A a, B b, R *r) {
	return amp_store_exact(static_cast<__int128>(a) + static_cast<__int128>(b), r);
}
template <typename A, typename B, typename R>
__host__ __device__ inline bool amp_builtin_sub_overflow(A a, B b, R *r) {
	return amp_store_exact(static_cast<__int128>(a) - static_cast<__int128>(b), r);
}
template <typename A, typename B, typename R>
__host__ __device__ inline bool amp_builtin_mul_overflow(A a, B b, R *r) {
	typedef typename amp_exact<A, B>::product product;
	return amp_store_exact(static_cast<product>(a) * static_cast<product>(b), r);
}
#define AMP_OVERFLOW(operation, prefix, suffix, type) \
	__host__ __device__ inline bool amp_builtin_##prefix##operation##suffix##_overflow( \
		type a, type b, type *r) { \
		return amp_builtin_##operation##_overflow(a, b, r); \
	}
#define AMP_OVERFLOWS(operation) \
	AMP_OVERFLOW(operation, s, , int) \
	AMP_OVERFLOW(operation, s, l, long) \
	AMP_OVERFLOW(operation, s, ll, long long) \
	AMP_OVERFLOW(operation, u, , unsigned) \
	AMP_OVERFLOW(operation, u, l, unsigned long) \
	AMP_OVERFLOW(operation, u, ll, unsigned long long)
AMP_OVERFLOWS(add)
AMP_OVERFLOWS(sub)
AMP_OVERFLOWS(mul)
#undef AMP_OVERFLOWS
#undef AMP_OVERFLOW

/* ---- Floating point -------------------------------------------------------- */

#define AMP_CLASSIFICATIONS(type, least, most) \
	AMP_BUILTIN int amp_builtin_isnan(type x) { return x != x; } \
	AMP_BUILTIN int amp_builtin_isinf(type x) { return x > most || x < -most; } \
	AMP_BUILTIN int amp_builtin_isinf_sign(type x) { return x > most ? 1 : x < -most ? -1 : 0; } \
	AMP_BUILTIN int amp_builtin_isfinite(type x) { return x <= most && x >= -most; } \
	AMP_BUILTIN int amp_builtin_isnormal(type x) { \
		return (x >= least && x <= most) || (x <= -least && x >= -most); \
	} \
	AMP_BUILTIN int amp_builtin_fpclassify(int nan, int infinite, int normal, int subnormal, \
	                                       int zero, type x) { \
		return x != x                  ? nan \
		       : x > most || x < -most   ? infinite \
		       : x == 0                  ? zero \
		       : x > -least && x < least ? subnormal \
		                                 : normal; \
	}
AMP_CLASSIFICATIONS(float, FLT_MIN, FLT_MAX)
AMP_CLASSIFICATIONS(double, DBL_MIN, DBL_MAX)
#undef AMP_CLASSIFICATIONS

#define AMP_COMPARISON(name, expression) \
	template <typename A, typename B> AMP_BUILTIN int amp_builtin_##name(A x, B y) { \
		return expression; \
	}
AMP_COMPARISON(isgreater, x > y)
AMP_COMPARISON(isgreaterequal, x >= y)
AMP_COMPARISON(isless, x < y)
AMP_COMPARISON(islessequal, x <= y)
AMP_COMPARISON(islessgreater, x < y || x > y)
AMP_COMPARISON(isunordered, x != x || y != y)
#undef AMP_COMPARISON

/* ---- Hints --------------------------------------------------------------- */

AMP_BUILTIN long amp_builtin_expect_with_probability(long x, long, double) { return x; }
template <typename... Offset>
__host__ __device__ inline void *amp_builtin_assume_aligned(const void *p, unsigned long, Offset...) {
	return const_cast<void *>(p);
}

#undef AMP_BUILTIN
#endif
