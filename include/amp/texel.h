/* Texels: encoding and decoding of a texture's element type in 8, 16, 32 or 64 bits per scalar, with the same
 * arithmetic on host and device. */
#ifndef AMPCC_TEXEL_H
#define AMPCC_TEXEL_H

#include <amp/config.h>
#include <amp/short_vectors_impl.h>

namespace Concurrency {
namespace details {

typedef unsigned char __attribute__((may_alias)) texel_u8;
typedef unsigned short __attribute__((may_alias)) texel_u16;
typedef unsigned int __attribute__((may_alias)) texel_u32;

/* An index of a texel in a level, which is less than 2^31. On the host its type tells the compiler that it does not
 * wrap around, so that loops over texels are vectorized. */
#if defined(AMP_ON_DEVICE)
typedef unsigned texel_index;
#define AMP_TEXEL_ALIGNED(p, bytes) __builtin_assume_aligned(p, bytes)
#else
typedef int texel_index;
#define AMP_TEXEL_ALIGNED(p, bytes) (p)
#endif

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

/* Rounds to nearest, ties to even. */
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

/* x / Narrow for 8 bits, x / Wide for 16: for 255 and 65535, 127 and 32767. Rounded like a division, which
 * takes a GPU ten times as long. It is x times the reciprocal, for which one float is not precise enough;
 * tested for all x of a binade. */
template <int Narrow, int Wide> AMP_CPU_AMP inline float texel_quotient(float x, unsigned bits) {
#if defined(AMP_ON_DEVICE)
	const float high = bits == 8 ? 1.0f / Narrow : 1.0f / Wide;
	const float low = static_cast<float>(bits == 8 ? 1.0 / Narrow - static_cast<double>(1.0f / Narrow)
	                                               : 1.0 / Wide - static_cast<double>(1.0f / Wide));
	return __builtin_fmaf(x, high, x * low);
#else
	return x / (bits == 8 ? Narrow : Wide);
#endif
}

/* Convert integers below 2^23 to floats and back, rounding towards 0, by means of floats with the exponent of
 * 2^23, since GPUs convert narrow integers at a quarter of the rate of additions. texel_exponent: the bits
 * that the number's highest byte already contains, so that as a float it is greater by texel_bias. */
#if defined(AMP_ON_DEVICE)
static const unsigned texel_exponent = 0x4b000000u;
constexpr float texel_bias = 8388608.0f;
AMP_CPU_AMP inline float texel_to_float(unsigned x) { return float_from_bits(x) - texel_bias; }
AMP_CPU_AMP inline unsigned texel_from_float(float x) {
	float shifted;
	asm("add.rz.f32 %0, %1, 0f4b000000;" : "=f"(shifted) : "f"(x));
	return float_to_bits(shifted) & 0x7fffffu;
}
#else
static const unsigned texel_exponent = 0;
constexpr float texel_bias = 0.0f;
AMP_CPU_AMP inline float texel_to_float(unsigned x) { return static_cast<float>(x); }
AMP_CPU_AMP inline unsigned texel_from_float(float x) { return static_cast<unsigned>(x); }
#endif

/* x * y + z, rounded twice on both host and device. */
AMP_CPU_AMP inline float texel_scale(float x, float y, float z) {
#if defined(AMP_ON_DEVICE) && defined(__NVCC__)
	return __fadd_rn(__fmul_rn(x, y), z);
#else
	AMP_ROUNDS_PRODUCTS
	return AMP_ROUNDED(x * y) + z;
#endif
}

/* A scalar in the low bits of 32, with `above` in the highest byte when it is decoded; is_twice: an 8-bit
 * scalar is in the second byte, too, for decode(). default_bits: if the program does not specify any; widths:
 * all allowed ones, or-ed. Sampling interpolates numbers, of which only the result is decoded; is_biased:
 * what is loaded is, as a float, the number plus texel_bias. */
template <typename T> struct texel_scalar;

template <> struct texel_scalar<int> {
	static const unsigned default_bits = 32, widths = 8 | 16 | 32, above = 0;
	static const bool is_twice = false;
	AMP_CPU_AMP static int decode(unsigned raw, unsigned bits) {
		return bits == 8    ? static_cast<signed char>(raw & 0xffu)
		       : bits == 16 ? static_cast<short>(raw & 0xffffu)
		                    : static_cast<int>(raw);
	}
	/* As in Direct3D, a value that does not fit is clamped. */
	AMP_CPU_AMP static unsigned encode(int x, unsigned bits) {
		if (bits < 32) {
			const int most = bits == 8 ? 127 : 32767;
			x = x > most ? most : x < -most - 1 ? -most - 1 : x;
		}
		return static_cast<unsigned>(x);
	}
};

template <> struct texel_scalar<unsigned int> {
	static const unsigned default_bits = 32, widths = 8 | 16 | 32, above = 0;
	static const bool is_twice = false;
	AMP_CPU_AMP static unsigned decode(unsigned raw, unsigned) { return raw; }
	AMP_CPU_AMP static unsigned encode(unsigned x, unsigned bits) {
		const unsigned most = bits == 8 ? 0xffu : bits == 16 ? 0xffffu : 0xffffffffu;
		return x > most ? most : x;
	}
};

template <> struct texel_scalar<float> {
	static const unsigned default_bits = 32, widths = 16 | 32, above = 0;
	static const bool is_twice = false, is_biased = false;
	AMP_CPU_AMP static float decode(unsigned raw, unsigned bits) {
		return bits == 16 ? half_to_float(raw) : float_from_bits(raw);
	}
	AMP_CPU_AMP static unsigned encode(float x, unsigned bits) {
		return bits == 16 ? half_from_float(x) : float_to_bits(x);
	}
	AMP_CPU_AMP static float number(unsigned raw, unsigned bits) { return decode(raw, bits); }
	AMP_CPU_AMP static float to_number(float x, unsigned) { return x; }
	AMP_CPU_AMP static float from_number(float x, unsigned) { return x; }
};

/* An integer divided by the largest one, which represents 1. */
template <> struct texel_scalar<graphics::unorm> {
	static const unsigned default_bits = 8, widths = 8 | 16, above = texel_exponent;
	static const bool is_twice = texel_exponent != 0, is_biased = texel_exponent != 0;
	/* On the device the scalar has 16 bits: x / 65535 = y + y / 2^16 + y / 2^32 + …, where y is x / 2^16.
	 * Rounded like a division; tested for all x. */
	AMP_CPU_AMP static norm_value<graphics::unorm> decode(unsigned raw, unsigned bits) {
		norm_value<graphics::unorm> v;
#if defined(AMP_ON_DEVICE)
		const float y = __builtin_fmaf(float_from_bits(raw), 1.0f / 65536.0f, -texel_bias / 65536.0f);
		v.value = __builtin_fmaf(y, 65537.0f / 4294967296.0f, y);
		(void)bits;
#else
		v.value = from_number(number(raw, bits), bits);
#endif
		return v;
	}
	AMP_CPU_AMP static unsigned encode(float x, unsigned bits) {
		return texel_from_float(texel_scale(x, bits == 8 ? 255.0f : 65535.0f, 0.5f));
	}
	AMP_CPU_AMP static float number(unsigned raw, unsigned) { return texel_to_float(raw); }
	AMP_CPU_AMP static float to_number(float x, unsigned bits) { return x * (bits == 8 ? 255.0f : 65535.0f); }
	AMP_CPU_AMP static float from_number(float x, unsigned bits) {
		return texel_quotient<255, 65535>(x, bits);
	}
};

template <> struct texel_scalar<graphics::norm> {
	static const unsigned default_bits = 8, widths = 8 | 16, above = 0;
	static const bool is_twice = false, is_biased = false;
	AMP_CPU_AMP static norm_value<graphics::norm> decode(unsigned raw, unsigned bits) {
		norm_value<graphics::norm> v;
		v.value = from_number(number(raw, bits), bits);
		return v;
	}
	AMP_CPU_AMP static unsigned encode(float x, unsigned bits) {
		return static_cast<unsigned>(
		    static_cast<int>(texel_scale(x, bits == 8 ? 127.0f : 32767.0f, x < 0.0f ? -0.5f : 0.5f)));
	}
	/* The two smallest numbers both represent -1. */
	AMP_CPU_AMP static float number(unsigned raw, unsigned bits) {
		const int x = texel_scalar<int>::decode(raw, bits), least = bits == 8 ? -127 : -32767;
		return static_cast<float>(x < least ? least : x);
	}
	AMP_CPU_AMP static float to_number(float x, unsigned bits) { return x * (bits == 8 ? 127.0f : 32767.0f); }
	AMP_CPU_AMP static float from_number(float x, unsigned bits) {
		return texel_quotient<127, 32767>(x, bits);
	}
};

/* The numbers of a texel with Size scalars, which sampling interpolates; on the host, four are a vector. */
template <int Size> struct texel_numbers { typedef float type[Size]; };
#if defined(AMP_HOST_UNIT)
typedef float texel_floats __attribute__((vector_size(16)));
typedef int texel_ints __attribute__((vector_size(16)));
typedef unsigned char texel_byte_vector __attribute__((vector_size(4)));
template <> struct texel_numbers<4> { typedef texel_floats type; };
#endif

/* 4, 8 or 16 bytes for one access: texels are aligned to their size. The host's compilers would not vectorize a loop
 * with __builtin_assume_aligned. */
template <int Bytes> struct alignas(Bytes) texel_words {
	unsigned word[Bytes / 4];
};
template <int Bytes> AMP_CPU_AMP inline texel_words<Bytes> texel_read(const void *p) {
	texel_words<Bytes> words;
	__builtin_memcpy(&words, AMP_TEXEL_ALIGNED(p, Bytes), Bytes);
	return words;
}
template <int Bytes> AMP_CPU_AMP inline void texel_write(void *p, const texel_words<Bytes> &words) {
	__builtin_memcpy(AMP_TEXEL_ALIGNED(p, Bytes), &words, Bytes);
}

/* The i-th scalar of 8 or 16 bits, with Top in the highest byte. For 8 bits, both words contain all four
 * scalars; Twice is for the device only. */
template <unsigned Top, bool Twice>
AMP_CPU_AMP inline unsigned texel_part(const unsigned (&words)[2], unsigned bits, int i) {
	const unsigned word = words[i / 2];
#if defined(AMP_ON_DEVICE)
	const int bytes = bits == 16 ? 0x7510 + (i & 1) * 0x22 : Twice ? 0x7500 + i * 0x11 : 0x7540 + i;
	unsigned scalar;
	asm("prmt.b32 %0, %1, %2, %3;" : "=r"(scalar) : "r"(word), "r"(Top), "r"(bytes));
	return scalar;
#else
	return (bits == 16 ? word >> (i & 1) * 16 & 0xffffu : word >> i * 8 & 0xffu) | Top;
#endif
}

/* Loads scalars from memory: 1, 2 or 4 of 8, 16 or 32 bits. */
template <unsigned Widths, unsigned Top, bool Twice, int Size>
AMP_CPU_AMP inline void texel_load(const void *p, unsigned bits, unsigned (&raw)[Size]) {
	if ((Widths & 32) && (bits == 32 || !(Widths & ~32u))) {
		const texel_words<4 * Size> all = texel_read<4 * Size>(p);
		for (int i = 0; i < Size; i++)
			raw[i] = all.word[i];
		return;
	}
	unsigned words[2];
	if ((Widths & 16) && (bits == 16 || !(Widths & 8))) {
		words[0] = Size == 1 ? static_cast<unsigned>(*static_cast<const texel_u16 *>(p)) : texel_read<4>(p).word[0];
		words[1] = words[0];
		if (Size == 4) {
			const texel_words<8> all = texel_read<8>(p);
			words[0] = all.word[0];
			words[1] = all.word[1];
		}
	} else {
		words[0] = words[1] = Size == 1   ? static_cast<unsigned>(*static_cast<const texel_u8 *>(p))
		                      : Size == 2 ? static_cast<unsigned>(*static_cast<const texel_u16 *>(p))
		                                  : static_cast<unsigned>(*static_cast<const texel_u32 *>(p));
	}
	for (int i = 0; i < Size; i++)
		raw[i] = texel_part<Top, Twice>(words, Widths & 16 && !(Widths & 8) ? 16 : bits, i);
}

/* Packs the lowest bytes of scalars, the first one in the lowest byte. */
template <int Size> AMP_CPU_AMP inline unsigned texel_bytes(const unsigned (&raw)[Size]) {
#if defined(AMP_ON_DEVICE)
	if (Size == 4) {
		unsigned low, high, all;
		asm("prmt.b32 %0, %1, %2, 0x0040;" : "=r"(low) : "r"(raw[0]), "r"(raw[1 % Size]));
		asm("prmt.b32 %0, %1, %2, 0x0040;" : "=r"(high) : "r"(raw[2 % Size]), "r"(raw[3 % Size]));
		asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(all) : "r"(low), "r"(high));
		return all;
	}
#endif
	unsigned all = 0;
	for (int i = Size - 1; i >= 0; i--)
		all = all << 8 | (raw[i] & 0xffu);
	return all;
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
		} else {
			texel_words<Size == 4 ? 8 : 4> words;
			for (int i = 0; i + 1 < Size; i += 2)
				words.word[i / 2] = (raw[i] & 0xffffu) | raw[i + 1] << 16;
			texel_write<Size == 4 ? 8 : 4>(p, words);
		}
	} else {
		const unsigned all = texel_bytes(raw);
		if (Size == 1)
			*static_cast<texel_u8 *>(p) = static_cast<unsigned char>(all);
		else if (Size == 2)
			*static_cast<texel_u16 *>(p) = static_cast<unsigned short>(all);
		else
			*static_cast<texel_u32 *>(p) = all;
	}
}

/* The allowed scalar types of a texture. */
template <typename T> struct is_texel_scalar {
	static const bool value = std::is_same<T, int>::value || std::is_same<T, unsigned int>::value ||
	                          std::is_same<T, float>::value || std::is_same<T, graphics::unorm>::value ||
	                          std::is_same<T, graphics::norm>::value;
};

/* An element of a texture: a scalar, or a vector of 2 or 4. Any other type results in a single error. */
template <typename T> struct texel {
	static_assert(is_texel_scalar<T>::value, "a texture is of int, unsigned int, float, double, norm or unorm, or of short "
	                                         "vectors of 2 or 4 of these");
	typedef typename std::conditional<is_texel_scalar<T>::value, T, int>::type scalar;
	static const int size = 1;

	AMP_CPU_AMP static T load(const void *p, unsigned bits) {
		unsigned raw[1];
		texel_load<texel_scalar<T>::widths, texel_scalar<T>::above, texel_scalar<T>::is_twice>(p, bits, raw);
		return T(texel_scalar<T>::decode(raw[0], bits));
	}
	AMP_CPU_AMP static void store(void *p, unsigned bits, const T &value) {
		const unsigned raw[1] = {texel_scalar<T>::encode(value, bits)};
		texel_store<texel_scalar<T>::widths>(p, bits, raw);
	}
	AMP_CPU_AMP static T scalar_of(const T &value, int) { return value; }
	/* Biased: the numbers are loaded plus texel_bias, if the scalars can be. */
	template <bool Biased> AMP_CPU_AMP static void numbers(const void *p, unsigned bits, float (&out)[1]) {
		unsigned raw[1];
		texel_load<texel_scalar<T>::widths, texel_scalar<T>::above, false>(p, bits, raw);
		out[0] = Biased ? float_from_bits(raw[0]) : texel_scalar<T>::number(raw[0], bits);
	}
	AMP_CPU_AMP static T from_numbers(const float (&in)[1], unsigned bits) {
		return T(texel_scalar<T>::from_number(in[0], bits));
	}
};

template <typename S, int Size> struct vector_texel {
	static_assert(Size != 3, "a texture has 1, 2 or 4 components");
	typedef S scalar;
	static const int size = Size;

	AMP_CPU_AMP static short_vector<S, Size> load(const void *p, unsigned bits) {
		unsigned raw[Size];
		texel_load<texel_scalar<S>::widths, texel_scalar<S>::above, texel_scalar<S>::is_twice>(p, bits, raw);
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
	AMP_CPU_AMP static typename component<S>::type scalar_of(const short_vector<S, Size> &v, int c) { return v.raw[c]; }
	template <bool Biased>
	AMP_CPU_AMP static void numbers(const void *p, unsigned bits, typename texel_numbers<Size>::type &out) {
		unsigned raw[Size];
		texel_load<texel_scalar<S>::widths, texel_scalar<S>::above, false>(p, bits, raw);
		for (int i = 0; i < Size; i++)
			out[i] = Biased ? float_from_bits(raw[i]) : texel_scalar<S>::number(raw[i], bits);
	}
	AMP_CPU_AMP static short_vector<S, Size> from_numbers(const typename texel_numbers<Size>::type &in, unsigned bits) {
		short_vector<S, Size> v;
		for (int i = 0; i < Size; i++)
			v.raw[i] = component<S>::from(texel_scalar<S>::from_number(in[i], bits));
		return v;
	}
};

template <typename S, int Size> struct texel<short_vector<S, Size>> : vector_texel<S, Size> {};

#if defined(AMP_HOST_UNIT)

/* Handles four scalars of the default format at once, with the same results. */
template <typename S> struct texel_pack;
template <> struct texel_pack<float> {
	static texel_floats load(const void *p) {
		texel_floats x;
		__builtin_memcpy(&x, p, sizeof x);
		return x;
	}
	static void store(void *p, const texel_floats &x) { __builtin_memcpy(p, &x, sizeof x); }
	static texel_floats decode(const texel_floats &x) { return x; }
	static texel_floats clamp(const texel_floats &x) { return x; }
	static float part(float x) { return x; }
};
template <> struct texel_pack<graphics::unorm> {
	static texel_floats load(const void *p) {
		const int all = static_cast<int>(*static_cast<const texel_u32 *>(p));
		const texel_ints word = {all, all, all, all}, bits = {0, 8, 16, 24};
		return __builtin_convertvector(word >> bits & 0xff, texel_floats);
	}
	static void store(void *p, const texel_floats &x) {
		AMP_ROUNDS_PRODUCTS
		const texel_floats rounded = AMP_ROUNDED(x * 255.0f) + 0.5f;
		const texel_byte_vector bytes =
		    __builtin_convertvector(__builtin_convertvector(rounded, texel_ints), texel_byte_vector);
		__builtin_memcpy(p, &bytes, sizeof bytes);
	}
	static texel_floats decode(const texel_floats &x) { return x / 255.0f; }
	static texel_floats clamp(const texel_floats &x) {
		const texel_floats least = {}, most = {1.0f, 1.0f, 1.0f, 1.0f}, positive = x > least ? x : least;
		return positive < most ? positive : most;
	}
	static norm_value<graphics::unorm> part(float x) {
		norm_value<graphics::unorm> v;
		v.value = x;
		return v;
	}
};

template <typename S> struct packed_texel : vector_texel<S, 4> {
	typedef vector_texel<S, 4> parts;
	typedef texel_pack<S> pack;

	static bool is_packed(unsigned bits) { return bits == texel_scalar<S>::default_bits; }

	static short_vector<S, 4> load(const void *p, unsigned bits) {
		return is_packed(bits) ? made_of(pack::decode(pack::load(p))) : parts::load(p, bits);
	}
	static void store(void *p, unsigned bits, const short_vector<S, 4> &v) {
		if (is_packed(bits)) {
			const texel_floats x = {v.raw[0], v.raw[1], v.raw[2], v.raw[3]};
			pack::store(p, x);
		} else {
			parts::store(p, bits, v);
		}
	}
	template <bool Biased> static void numbers(const void *p, unsigned bits, texel_floats &out) {
		if (is_packed(bits))
			out = pack::load(p);
		else
			parts::template numbers<Biased>(p, bits, out);
	}
	static short_vector<S, 4> from_numbers(const texel_floats &in, unsigned bits) {
		return is_packed(bits) ? made_of(pack::clamp(pack::decode(in))) : parts::from_numbers(in, bits);
	}

private:
	static short_vector<S, 4> made_of(const texel_floats &x) {
		short_vector<S, 4> v;
		for (int i = 0; i < 4; i++)
			v.raw[i] = pack::part(x[i]);
		return v;
	}
};
template <> struct texel<short_vector<float, 4>> : packed_texel<float> {};
template <> struct texel<short_vector<graphics::unorm, 4>> : packed_texel<graphics::unorm> {};

#endif

/* Doubles have a single format. */
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

} // namespace details
} // namespace Concurrency

#endif
