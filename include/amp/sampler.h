/* Samplers (specification 10.4), and sampling of a texture, with the same arithmetic and rounding on host and
 * device. */
#ifndef AMPCC_SAMPLER_H
#define AMPCC_SAMPLER_H

#include <amp/config.h>
#include <amp/texel.h>
#include <amp/texture.h>

namespace Concurrency {

namespace details {
/* Selects the constructor of a sampler that kernels use. */
struct sampler_modes {};
} // namespace details

namespace graphics {

/* The values are Direct3D's. */
enum address_mode {
	address_wrap = 1,
	address_mirror = 2,
	address_clamp = 3,
	address_border = 4,
	address_unknown = -1
};

enum filter_mode { filter_point = 0, filter_linear = 0x15, filter_unknown = -1 };

class sampler {
public:
	sampler() : filter_mode(filter_linear), address_mode(address_clamp) {}
	sampler(Concurrency::graphics::filter_mode filter) : sampler(filter, address_clamp) {}
	sampler(Concurrency::graphics::address_mode address, float_4 border = float_4(0.0f))
	    : sampler(filter_linear, address, border) {}
	sampler(Concurrency::graphics::filter_mode filter, Concurrency::graphics::address_mode address,
	        float_4 border = float_4(0.0f))
	    : filter_mode(filter), address_mode(address), border_color(border) {
		if (filter == filter_unknown || address == address_unknown)
			Concurrency::details::throw_invalid_argument("a sampler needs a filter and an address mode");
	}
	/* For the library: the modes are template arguments. */
	AMP_CPU_AMP sampler(Concurrency::details::sampler_modes, Concurrency::graphics::filter_mode filter,
	                    Concurrency::graphics::address_mode address)
	    : filter_mode(filter), address_mode(address), border_color(0.0f) {}

	AMP_CPU_AMP Concurrency::graphics::filter_mode get_filter_mode() const { return filter_mode; }
	AMP_CPU_AMP Concurrency::graphics::address_mode get_address_mode() const { return address_mode; }
	AMP_CPU_AMP float_4 get_border_color() const { return border_color; }

	Concurrency::graphics::filter_mode filter_mode;
	Concurrency::graphics::address_mode address_mode;
	float_4 border_color;
};

} // namespace graphics

namespace details {

/* x * (1 - t) + y * t without fused operations, so that host and device round alike. */
AMP_CPU_AMP inline float sample_lerp(float x, float y, float t) {
#if defined(AMP_ON_DEVICE) && defined(__NVCC__)
	return __fadd_rn(__fmul_rn(x, __fsub_rn(1.0f, t)), __fmul_rn(y, t));
#else
	AMP_ROUNDS_PRODUCTS
	return AMP_ROUNDED(x * (1.0f - t)) + AMP_ROUNDED(y * t);
#endif
}

/* Stores the result in out, which may be x. */
template <int Size>
AMP_CPU_AMP inline void sample_lerp(const float (&x)[Size], const float (&y)[Size], float t, float (&out)[Size]) {
	for (int c = 0; c < Size; c++)
		out[c] = sample_lerp(x[c], y[c], t);
}
/* Interpolates numbers to which texel_bias was added (texel.h). One step per product removes the bias and
 * multiplies; the results are rounded as without it. */
template <typename Numbers>
AMP_CPU_AMP inline void sample_lerp_biased(const Numbers &x, const Numbers &y, float t, int size, Numbers &out) {
	const float s = 1.0f - t, bias_s = -texel_bias * s, bias_t = -texel_bias * t;
	for (int c = 0; c < size; c++)
		out[c] = __builtin_fmaf(x[c], s, bias_s) + __builtin_fmaf(y[c], t, bias_t);
}
template <int Size> AMP_CPU_AMP inline void sample_copy(const float (&x)[Size], float (&out)[Size]) {
	for (int c = 0; c < Size; c++)
		out[c] = x[c];
}
#if defined(AMP_HOST_UNIT)
inline void sample_lerp(const texel_floats &x, const texel_floats &y, float t, texel_floats &out) {
	AMP_ROUNDS_PRODUCTS
	out = AMP_ROUNDED(x * (1.0f - t)) + AMP_ROUNDED(y * t);
}
inline void sample_copy(const texel_floats &x, texel_floats &out) { out = x; }
#endif

/* floor(x) as an int, the nearest one if out of range; 0 for a NaN. */
AMP_CPU_AMP inline int sample_floor(float x) {
#if defined(AMP_ON_DEVICE)
	int i;
	asm("cvt.rmi.s32.f32 %0, %1;" : "=r"(i) : "f"(x));
	return i;
#else
	if (!(x >= -2147483648.0f))
		return x == x ? -2147483647 - 1 : 0;
	if (x >= 2147483648.0f)
		return 2147483647;
	const int i = static_cast<int>(x);
	return i - (static_cast<float>(i) > x ? 1 : 0);
#endif
}

/* x - y, limited to [0, 1]; 0 for a NaN. */
AMP_CPU_AMP inline float sample_fraction(float x, float y) {
#if defined(AMP_ON_DEVICE)
	float fraction;
	asm("sub.rn.sat.f32 %0, %1, %2;" : "=f"(fraction) : "f"(x), "f"(y));
	return fraction;
#else
	const float fraction = x - y;
	return fraction > 0.0f ? fraction < 1.0f ? fraction : 1.0f : 0.0f;
#endif
}

/* Splits x into its floor and the fraction. On the host, with a single branch that is always taken alike: if
 * the floor is an int, neither an int's range nor NaNs matter. */
AMP_CPU_AMP inline void sample_split(float x, int &floor, float &fraction) {
#if !defined(AMP_ON_DEVICE)
	if (__builtin_expect(__builtin_fabsf(x) < 2147483648.0f, 1)) {
#if defined(__SSE4_1__) || defined(__aarch64__)
		const float whole = __builtin_floorf(x);
#else
		const float truncated = static_cast<float>(static_cast<int>(x));
		const float whole = truncated - (truncated > x ? 1.0f : 0.0f);
#endif
		floor = static_cast<int>(whole);
		fraction = x - whole;
		return;
	}
#endif
	floor = sample_floor(x);
	fraction = sample_fraction(x, static_cast<float>(floor));
}

AMP_CPU_AMP inline int sample_least(int x, int y) { return x < y ? x : y; }
AMP_CPU_AMP inline int sample_most(int x, int y) { return x > y ? x : y; }

/* Applies the address mode to a texel's index in one dimension. If it yields the border, sets `border` and
 * returns the index of any texel. */
AMP_CPU_AMP inline int sample_address(int i, int size, graphics::address_mode mode, bool &border) {
	border = false;
	if (mode == graphics::address_clamp)
		return sample_least(sample_most(i, 0), size - 1);
	if (i >= 0 && i < size)
		return i;
	if (mode == graphics::address_wrap) {
		i %= size;
		return i < 0 ? i + size : i;
	}
	if (mode == graphics::address_mirror) {
		const int period = 2 * size;
		i %= period;
		i = i < 0 ? i + period : i;
		return i < size ? i : period - 1 - i;
	}
	border = true;
	return 0;
}

/* In one dimension, the two texels around a coordinate, and its distance from the first one. */
struct sample_span {
	int at[2];
	bool border[2];
	float fraction;

	AMP_CPU_AMP sample_span() {}
	AMP_CPU_AMP sample_span(float coordinate, int size, graphics::address_mode mode) {
		const float x = texel_scale(coordinate, static_cast<float>(size), -0.5f);
		int low;
		sample_split(x, low, fraction);
#if !defined(AMP_ON_DEVICE)
		/* A processor predicts that both texels are inside, where the mode does not matter. */
		if (__builtin_expect(static_cast<unsigned>(low) < static_cast<unsigned>(size - 1), 1)) {
			at[0] = low;
			at[1] = low + 1;
			border[0] = border[1] = false;
			return;
		}
#endif
		if (mode == graphics::address_clamp) {
			low = sample_least(sample_most(low, -1), size - 1);
			at[0] = sample_most(low, 0);
			at[1] = sample_least(low + 1, size - 1);
			border[0] = border[1] = false;
		} else {
			low = sample_least(sample_most(low, -(1 << 30)), 1 << 30);
			at[0] = sample_address(low, size, mode, border[0]);
			at[1] = sample_address(low + 1, size, mode, border[1]);
		}
	}
};

/* Sampling of texels with Bits bits per scalar, which are interpolated in their stored representation
 * (texel.h); all results have that representation. */
template <unsigned Bits, typename T, int N> struct sample {
	static const int size = texel<T>::size;
	typedef texel_scalar<typename texel<T>::scalar> format;
	typedef typename texel_numbers<size>::type numbers;

	AMP_AMP static void border(const graphics::sampler &s, numbers &out) {
		for (int c = 0; c < size; c++)
			out[c] = format::to_number(s.border_color.raw[c], Bits);
	}

	/* Samples one level. Coordinates are ordered from the last dimension: x, y, z. */
	AMP_AMP static void nearest(const texture_storage<T, N> &t, unsigned level, const float *coordinates,
	                            const graphics::sampler &s, numbers &out) {
		const Concurrency::extent<N> e = t.level_extent(level);
		texel_index at = 0;
		bool outside = false, border_here;
		for (int d = 0; d < N; d++) {
			const float x = texel_scale(coordinates[N - 1 - d], static_cast<float>(e[d]), 0.0f);
			at = at * static_cast<texel_index>(e[d]) +
			     static_cast<texel_index>(sample_address(sample_floor(x), e[d], s.address_mode, border_here));
			outside = outside || border_here;
		}
		const char *const p = t.level_data(level) + static_cast<std::size_t>(at) * (Bits / 8 * size);
		texel<T>::template numbers<false>(p, Bits, out);
		if (outside)
			border(s, out);
	}

	AMP_AMP static void linear(const texture_storage<T, N> &t, unsigned level, const float *coordinates,
	                           const graphics::sampler &s, numbers &out) {
		const Concurrency::extent<N> e = t.level_extent(level);
		const char *const data = t.level_data(level);
		sample_span span[N];
		numbers corner[1 << N];
		for (int d = 0; d < N; d++)
			span[d] = sample_span(coordinates[N - 1 - d], e[d], s.address_mode);
		/* border colours are not loaded, and thus not biased */
		const bool biased = format::is_biased && s.address_mode != graphics::address_border;
		for (int i = 0; i < 1 << N; i++) {
			texel_index at = 0;
			for (int d = 0; d < N; d++)
				at = at * static_cast<texel_index>(e[d]) + static_cast<texel_index>(span[d].at[i >> (N - 1 - d) & 1]);
			const char *const p = data + static_cast<std::size_t>(at) * (Bits / 8 * size);
			if (biased)
				texel<T>::template numbers<true>(p, Bits, corner[i]);
			else
				texel<T>::template numbers<false>(p, Bits, corner[i]);
		}
		if (s.address_mode == graphics::address_border) /* after all loads, so that these overlap */
			for (int i = 0; i < 1 << N; i++) {
				bool outside = false;
				for (int d = 0; d < N; d++)
					outside = outside || span[d].border[i >> (N - 1 - d) & 1];
				if (outside)
					border(s, corner[i]);
			}
		/* interpolate pairs of corners that differ in the last dimension first */
		for (int d = N - 1, n = 1 << (N - 1); d >= 0; d--, n >>= 1)
			for (int i = 0; i < n; i++) {
				if (biased && d == N - 1)
					sample_lerp_biased(corner[2 * i], corner[2 * i + 1], span[d].fraction, size, corner[i]);
				else
					sample_lerp(corner[2 * i], corner[2 * i + 1], span[d].fraction, corner[i]);
			}
		sample_copy(corner[0], out);
	}

	AMP_AMP static T at(const texture_storage<T, N> &t, const graphics::sampler &s, const float *coordinates,
	                    float level_of_detail) {
		const bool point = s.filter_mode == graphics::filter_point;
		numbers out;
		if (!(level_of_detail > 0.0f)) { /* often known at compile time */
			if (point)
				nearest(t, 0, coordinates, s, out);
			else
				linear(t, 0, coordinates, s, out);
			return texel<T>::from_numbers(out, Bits);
		}
		const float most = static_cast<float>(t.mipmap_levels - 1);
		const float level = level_of_detail < most ? level_of_detail : most;
		if (point) {
			nearest(t, static_cast<unsigned>(level + 0.5f), coordinates, s, out);
			return texel<T>::from_numbers(out, Bits);
		}
		const unsigned low = static_cast<unsigned>(level);
		const float between = level - static_cast<float>(low);
		linear(t, low, coordinates, s, out);
		if (between > 0.0f) {
			numbers next;
			linear(t, low + 1, coordinates, s, next);
			sample_lerp(out, next, between, out);
		}
		return texel<T>::from_numbers(out, Bits);
	}
};

#if defined(AMP_TEXTURE_FILTER_HARDWARE) && defined(AMP_ON_DEVICE)

template <typename S> AMP_AMP inline void sampled_value(const float (&sample)[4], S &out) { out = S(sample[0]); }
template <typename S, int Size>
AMP_AMP inline void sampled_value(const float (&sample)[4], short_vector<S, Size> &out) {
	for (int c = 0; c < Size; c++)
		out.raw[c] = component<S>::from(sample[c]);
}

/* Samples by the GPU's texture units, whose weights have 8 bits, if the runtime made texture objects for the texture
 * (runtime/texture.c). They have linear filters, the most detailed level and a border of zeros; for anything else the
 * result is false. */
template <typename T, int N>
AMP_AMP inline bool sample_in_hardware(const texture_storage<T, N> &t, const graphics::sampler &s,
                                       const float *coordinates, float level_of_detail, T &out) {
	const unsigned long long *const objects = reinterpret_cast<const unsigned long long *>(t.amp_head.offset);
	bool is_able = N < 3 && objects && s.filter_mode != graphics::filter_point && !(level_of_detail > 0.0f);
	if (s.address_mode == graphics::address_border)
		for (int c = 0; c < texel<T>::size; c++)
			is_able = is_able && s.border_color.raw[c] == 0.0f;
	if (!is_able)
		return false;
	float sample[4];
	asm("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
	    : "=f"(sample[0]), "=f"(sample[1]), "=f"(sample[2]), "=f"(sample[3])
	    : "l"(objects[s.address_mode - graphics::address_wrap]), "f"(coordinates[0]),
	      "f"(N == 1 ? 0.5f : coordinates[N - 1]));
	sampled_value(sample, out);
	return true;
}

#endif

template <typename T, int N>
AMP_AMP inline T sample_texture(const texture_storage<T, N> &t, const graphics::sampler &s,
                                const float *coordinates, float level_of_detail) {
#if defined(AMP_TEXTURE_FILTER_HARDWARE) && defined(AMP_ON_DEVICE)
	T sampled;
	if (sample_in_hardware(t, s, coordinates, level_of_detail, sampled))
		return sampled;
#endif
	const unsigned widths = texel_scalar<typename texel<T>::scalar>::widths;
	if ((widths & 32) && t.bits_per_scalar_element == 32)
		return sample<32, T, N>::at(t, s, coordinates, level_of_detail);
	if ((widths & 8) && t.bits_per_scalar_element == 8)
		return sample<8, T, N>::at(t, s, coordinates, level_of_detail);
	return sample<16, T, N>::at(t, s, coordinates, level_of_detail);
}

/* One scalar of each of the four texels that linear filtering would use, in Direct3D's order:
 * counterclockwise from the lower left. */
template <typename T>
AMP_AMP inline short_vector<typename texel<T>::scalar, 4>
gather_texture(const texture_storage<T, 2> &t, const graphics::sampler &s, const graphics::float_2 &at, int c) {
	typedef typename texel<T>::scalar scalar;
	const Concurrency::extent<2> e = t.level_extent(0);
	const sample_span x(at.x, e[1], s.address_mode), y(at.y, e[0], s.address_mode);
	short_vector<scalar, 4> out;
	for (int i = 0; i < 4; i++) {
		const int right = i == 1 || i == 2, lower = i < 2;
		out.raw[i] = texel<T>::scalar_of(t.load(Concurrency::index<2>(y.at[lower], x.at[right])), c);
		if (y.border[lower] || x.border[right])
			out.raw[i] = component<scalar>::from(s.border_color.raw[c]);
	}
	return out;
}

AMP_CPU_AMP inline void coordinates_of(float at, float *out) { out[0] = at; }
AMP_CPU_AMP inline void coordinates_of(const graphics::float_2 &at, float *out) { out[0] = at.x, out[1] = at.y; }
AMP_CPU_AMP inline void coordinates_of(const graphics::float_3 &at, float *out) {
	out[0] = at.x, out[1] = at.y, out[2] = at.z;
}

} // namespace details
} // namespace Concurrency

#endif
