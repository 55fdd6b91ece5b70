/* Texels: how a value of a texture's element type is kept in 8, 16, 32 or 64
 * bits for each scalar, and back. The same arithmetic on both sides. */
#ifndef AMP_TEXEL_H
#define AMP_TEXEL_H

#include <amp/config.h>
#include <amp/short_vectors_impl.h>

namespace Concurrency {
namespace details {

typedef unsigned char __attribute__((may_alias)) texel_u8;
typedef unsigned short __attribute__((may_alias)) texel_u16;
typedef unsigned int __attribute__((may_alias)) texel_u32;

AMP_CPU_AMP inline float float_from_bits(unsigned bits) {
	float x;
	__builtin_memcpy(&x, &bits, sizeof x);
	return x;
}

AMP_CPU_AMP inline unsigned float_to_bits(float x) {
	unsigned bits;
	__builtin_memcpy(&bits, &x, sizeof bits);
	return bits;
}

AMP_CPU_AMP inline float half_to_float(unsigned half) {
#if defined(AMP_ON_DEVICE)
	float x;
	asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(static_cast<unsigned short>(half)));
	return x;
#else
	const unsigned sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31u, mantissa = half & 0x3ffu;
	if (exponent == 31)
		return float_from_bits(sign | 0x7f800000u | mantissa << 13);
	if (exponent != 0)
		return float_from_bits(sign | (exponent + 112) << 23 | mantissa << 13);
	const float magnitude = static_cast<float>(mantissa) * (1.0f / 16777216.0f);
	return float_from_bits(sign | float_to_bits(magnitude));
#endif
}

/* To nearest, ties to even. */
AMP_CPU_AMP inline unsigned half_from_float(float x) {
	const unsigned bits = float_to_bits(x), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
	if (magnitude > 0x7f800000u)
		return sign | 0x7e00u;
#if defined(AMP_ON_DEVICE)
	unsigned short half;
	asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(x));
	return half;
#else
	if (magnitude >= 0x477ff000u) /* 65520 and more */
		return sign | 0x7c00u;
	if (magnitude >= 0x38800000u) { /* 2^-14 and more: normal */
		const unsigned rounded = magnitude + 0xfffu + (magnitude >> 13 & 1u);
		return sign | ((rounded - 0x38000000u) >> 13);
	}
	if (magnitude <= 0x33000000u) /* 2^-25 and less */
		return sign;
	const unsigned mantissa = (magnitude & 0x7fffffu) | 0x800000u, shift = 126 - (magnitude >> 23);
	const unsigned half = mantissa >> shift, rest = mantissa & ((1u << shift) - 1), tie = 1u << (shift - 1);
	return sign | (half + (rest > tie || (rest == tie && (half & 1u)) ? 1u : 0u));
#endif
}

/* x / most, for whole x of up to 16 bits and the largest of them, 8 or 16 bits:
 * rounded as by a division, which takes a GPU ten times as long. */
AMP_CPU_AMP inline float texel_quotient(float x, float most, float reciprocal) {
#if defined(AMP_ON_DEVICE)
	const float quotient = x * reciprocal;
	return __builtin_fmaf(__builtin_fmaf(-quotient, most, x), reciprocal, quotient);
#else
	(void)reciprocal;
	return x / most;
#endif
}

/* x * y + z, rounded twice on either side. */
AMP_CPU_AMP inline float texel_scale(float x, float y, float z) {
#if defined(AMP_ON_DEVICE) && !defined(__clang__)
	return __fadd_rn(__fmul_rn(x, y), z);
#else
#if defined(__clang__)
#pragma clang fp contract(off)
#endif
	return x * y + z;
#endif
}

/* One scalar, in the low bits of 32. default_bits: where none are asked for;
 * widths: all that there may be, or-ed. */
template <typename T> struct texel_scalar;

template <> struct texel_scalar<int> {
	static const unsigned default_bits = 32, widths = 8 | 16 | 32;
	AMP_CPU_AMP static int decode(unsigned raw, unsigned bits) {
		return bits == 8    ? static_cast<signed char>(raw & 0xffu)
		       : bits == 16 ? static_cast<short>(raw & 0xffffu)
		                    : static_cast<int>(raw);
	}
	/* As Direct3D: what does not fit becomes what fits best. */
	AMP_CPU_AMP static unsigned encode(int x, unsigned bits) {
		if (bits < 32) {
			const int most = bits == 8 ? 127 : 32767;
			x = x > most ? most : x < -most - 1 ? -most - 1 : x;
		}
		return static_cast<unsigned>(x);
	}
};

template <> struct texel_scalar<unsigned int> {
	static const unsigned default_bits = 32, widths = 8 | 16 | 32;
	AMP_CPU_AMP static unsigned decode(unsigned raw, unsigned) { return raw; }
	AMP_CPU_AMP static unsigned encode(unsigned x, unsigned bits) {
		const unsigned most = bits == 8 ? 0xffu : bits == 16 ? 0xffffu : 0xffffffffu;
		return x > most ? most : x;
	}
};

template <> struct texel_scalar<float> {
	static const unsigned default_bits = 32, widths = 16 | 32;
	AMP_CPU_AMP static float decode(unsigned raw, unsigned bits) {
		return bits == 16 ? half_to_float(raw) : float_from_bits(raw);
	}
	AMP_CPU_AMP static unsigned encode(float x, unsigned bits) {
		return bits == 16 ? half_from_float(x) : float_to_bits(x);
	}
};

template <> struct texel_scalar<graphics::unorm> {
	static const unsigned default_bits = 8, widths = 8 | 16;
	AMP_CPU_AMP static norm_value<graphics::unorm> decode(unsigned raw, unsigned bits) {
		norm_value<graphics::unorm> v;
		v.value = bits == 8 ? texel_quotient(static_cast<float>(raw), 255.0f, 1.0f / 255.0f)
		                    : texel_quotient(static_cast<float>(raw), 65535.0f, 1.0f / 65535.0f);
		return v;
	}
	AMP_CPU_AMP static unsigned encode(float x, unsigned bits) {
		return static_cast<unsigned>(texel_scale(x, bits == 8 ? 255.0f : 65535.0f, 0.5f));
	}
};

template <> struct texel_scalar<graphics::norm> {
	static const unsigned default_bits = 8, widths = 8 | 16;
	AMP_CPU_AMP static norm_value<graphics::norm> decode(unsigned raw, unsigned bits) {
		const float x = static_cast<float>(texel_scalar<int>::decode(raw, bits));
		norm_value<graphics::norm> v;
		v.value = bits == 8 ? texel_quotient(x, 127.0f, 1.0f / 127.0f)
		                    : texel_quotient(x, 32767.0f, 1.0f / 32767.0f);
		v.value = v.value < -1.0f ? -1.0f : v.value; /* the two least are both -1 */
		return v;
	}
	AMP_CPU_AMP static unsigned encode(float x, unsigned bits) {
		const float most = bits == 8 ? 127.0f : 32767.0f;
		return static_cast<unsigned>(static_cast<int>(texel_scale(x, most, x < 0.0f ? -0.5f : 0.5f)));
	}
};

/* 4, 8 or 16 bytes in one access: texels are aligned to their size. */
template <int Bytes> struct alignas(Bytes) texel_words {
	unsigned word[Bytes / 4];
};
template <int Bytes> AMP_CPU_AMP inline texel_words<Bytes> texel_read(const void *p) {
	texel_words<Bytes> words;
	__builtin_memcpy(&words, __builtin_assume_aligned(p, Bytes), Bytes);
	return words;
}
template <int Bytes> AMP_CPU_AMP inline void texel_write(void *p, const texel_words<Bytes> &words) {
	__builtin_memcpy(__builtin_assume_aligned(p, Bytes), &words, Bytes);
}

/* Scalars in memory: 1, 2 or 4 of 8, 16 or 32 bits. */
template <unsigned Widths, int Size>
AMP_CPU_AMP inline void texel_load(const void *p, unsigned bits, unsigned (&raw)[Size]) {
	if ((Widths & 32) && (bits == 32 || !(Widths & ~32u))) {
		const texel_words<4 * Size> words = texel_read<4 * Size>(p);
		for (int i = 0; i < Size; i++)
			raw[i] = words.word[i];
	} else if ((Widths & 16) && (bits == 16 || !(Widths & 8))) {
		if (Size == 1) {
			raw[0] = *static_cast<const texel_u16 *>(p);
			return;
		}
		const texel_words<Size == 4 ? 8 : 4> words = texel_read<Size == 4 ? 8 : 4>(p);
		for (int i = 0; i < Size; i++)
			raw[i] = words.word[i / 2] >> (i & 1) * 16 & 0xffffu;
	} else {
		const unsigned all = Size == 1   ? static_cast<unsigned>(*static_cast<const texel_u8 *>(p))
		                     : Size == 2 ? static_cast<unsigned>(*static_cast<const texel_u16 *>(p))
		                                 : static_cast<unsigned>(*static_cast<const texel_u32 *>(p));
		for (int i = 0; i < Size; i++)
			raw[i] = all >> i * 8 & 0xffu;
	}
}

template <unsigned Widths, int Size>
AMP_CPU_AMP inline void texel_store(void *p, unsigned bits, const unsigned (&raw)[Size]) {
	if ((Widths & 32) && bits == 32) {
		texel_words<4 * Size> words;
		for (int i = 0; i < Size; i++)
			words.word[i] = raw[i];
		texel_write<4 * Size>(p, words);
	} else if ((Widths & 16) && (bits == 16 || !(Widths & 8))) {
		if (Size == 1) {
			*static_cast<texel_u16 *>(p) = static_cast<unsigned short>(raw[0]);
			return;
		}
		texel_words<Size == 4 ? 8 : 4> words;
		for (int i = 0; i + 1 < Size; i += 2)
			words.word[i / 2] = (raw[i] & 0xffffu) | raw[i + 1] << 16;
		texel_write<Size == 4 ? 8 : 4>(p, words);
	} else {
		unsigned all = 0;
		for (int i = Size - 1; i >= 0; i--)
			all = all << 8 | (raw[i] & 0xffu);
		if (Size == 1)
			*static_cast<texel_u8 *>(p) = static_cast<unsigned char>(all);
		else if (Size == 2)
			*static_cast<texel_u16 *>(p) = static_cast<unsigned short>(all);
		else
			*static_cast<texel_u32 *>(p) = all;
	}
}

/* A value of a texture: a scalar, or a vector of 2 or 4. values: its scalars
 * as floats, for sampling. */
template <typename T> struct texel {
	typedef T scalar;
	static const int size = 1;

	AMP_CPU_AMP static T load(const void *p, unsigned bits) {
		unsigned raw[1];
		texel_load<texel_scalar<T>::widths>(p, bits, raw);
		return T(texel_scalar<T>::decode(raw[0], bits));
	}
	AMP_CPU_AMP static void store(void *p, unsigned bits, const T &value) {
		const unsigned raw[1] = {texel_scalar<T>::encode(value, bits)};
		texel_store<texel_scalar<T>::widths>(p, bits, raw);
	}
	AMP_CPU_AMP static void values(const T &value, float (&out)[1]) { out[0] = static_cast<float>(value); }
	AMP_CPU_AMP static T from_values(const float *in) { return T(in[0]); }
};

template <typename S, int Size> struct texel<short_vector<S, Size>> {
	static_assert(Size != 3, "a texture has 1, 2 or 4 components");
	typedef S scalar;
	static const int size = Size;

	AMP_CPU_AMP static short_vector<S, Size> load(const void *p, unsigned bits) {
		unsigned raw[Size];
		texel_load<texel_scalar<S>::widths>(p, bits, raw);
		short_vector<S, Size> v;
		for (int i = 0; i < Size; i++)
			v.raw[i] = texel_scalar<S>::decode(raw[i], bits);
		return v;
	}
	AMP_CPU_AMP static void store(void *p, unsigned bits, const short_vector<S, Size> &v) {
		unsigned raw[Size];
		for (int i = 0; i < Size; i++)
			raw[i] = texel_scalar<S>::encode(v.raw[i], bits);
		texel_store<texel_scalar<S>::widths>(p, bits, raw);
	}
	AMP_CPU_AMP static void values(const short_vector<S, Size> &v, float (&out)[Size]) {
		for (int i = 0; i < Size; i++)
			out[i] = static_cast<float>(v.raw[i]);
	}
	AMP_CPU_AMP static short_vector<S, Size> from_values(const float *in) {
		short_vector<S, Size> v;
		for (int i = 0; i < Size; i++)
			v.raw[i] = component<S>::from(in[i]);
		return v;
	}
};

/* Doubles have one format. */
template <> struct texel_scalar<double> {
	static const unsigned default_bits = 64, widths = 64;
};
template <> struct texel<double> {
	typedef double scalar;
	static const int size = 1;
	AMP_CPU_AMP static double load(const void *p, unsigned) { return *static_cast<const double *>(p); }
	AMP_CPU_AMP static void store(void *p, unsigned, double value) { *static_cast<double *>(p) = value; }
};
template <> struct texel<short_vector<double, 2>> {
	typedef double scalar;
	static const int size = 2;
	AMP_CPU_AMP static short_vector<double, 2> load(const void *p, unsigned) {
		const double *const d = static_cast<const double *>(p);
		return short_vector<double, 2>(d[0], d[1]);
	}
	AMP_CPU_AMP static void store(void *p, unsigned, const short_vector<double, 2> &v) {
		double *const d = static_cast<double *>(p);
		d[0] = v.x;
		d[1] = v.y;
	}
};

/* ---- Sampling ---------------------------------------------------------- */

/* x - x * t + y * t without fusing, so that every side rounds the same. */
AMP_CPU_AMP inline float sample_lerp(float x, float y, float t) {
#if defined(AMP_ON_DEVICE) && !defined(__clang__)
	return __fadd_rn(__fmul_rn(x, __fsub_rn(1.0f, t)), __fmul_rn(y, t));
#else
#if defined(__clang__)
#pragma clang fp contract(off)
#endif
	return x * (1.0f - t) + y * t;
#endif
}

/* A coordinate in [0, 1] as texels, to the middle of which half is added. */
AMP_CPU_AMP inline float sample_scale(float coordinate, int size, float half) {
	return texel_scale(coordinate, static_cast<float>(size), half);
}

/* Of what fits an int; 0 for a NaN. */
AMP_CPU_AMP inline int sample_floor(float x) {
	if (!(x > -1.0e9f))
		return x == x ? -1000000000 : 0;
	if (x > 1.0e9f)
		return 1000000000;
	const int i = static_cast<int>(x);
	return i - (static_cast<float>(i) > x ? 1 : 0);
}

} // namespace details
} // namespace Concurrency

#endif
