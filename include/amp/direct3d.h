/* Concurrency::direct3d: HLSL's intrinsics that C++ AMP has, with the same arithmetic on host and device, except rcp(). */
#ifndef AMPCC_DIRECT3D_H
#define AMPCC_DIRECT3D_H

#include <amp/config.h>

#include <type_traits>

/* In the units, functions whose names and parameters C or CUDA also declare are templates, which overload
 * resolution ranks lower, so that no unqualified call is ambiguous. */
#ifdef __AMPCC_PARSE__
#define AMP_SHARED_NAME(result, name, ...) AMP_AMP inline result name(__VA_ARGS__)
#else
#define AMP_SHARED_NAME(result, name, ...) \
	template <typename... Rest> \
	AMP_AMP inline typename std::enable_if<sizeof...(Rest) == 0, result>::type name(__VA_ARGS__, Rest...)
#endif

namespace Concurrency {
namespace details {

AMP_CPU_AMP inline float noise_fade(float t)
{
	return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

/* The gradient at an integer x, in [-1, 1], times the distance from it. */
AMP_CPU_AMP inline float noise_gradient(float whole, float distance)
{
	unsigned int h = static_cast<unsigned int>(static_cast<int>(whole));
	h = (h ^ 61u) ^ (h >> 16);
	h *= 9u;
	h ^= h >> 4;
	h *= 0x27d4eb2du;
	h ^= h >> 15;
	return (static_cast<float>(h & 0xffffu) * (2.0f / 65535.0f) - 1.0f) * distance;
}

} // namespace details

namespace direct3d {

AMP_SHARED_NAME(int, abs, int x) { return x < 0 ? static_cast<int>(0u - static_cast<unsigned int>(x)) : x; }

/* As in HLSL, min(max(x, low), high), which is low for a NaN. */
AMP_AMP inline float clamp(float x, float low, float high)
{
	float y = x > low ? x : low;
	return y < high ? y : high;
}

AMP_AMP inline int clamp(int x, int low, int high)
{
	int y = x > low ? x : low;
	return y < high ? y : high;
}

AMP_AMP inline unsigned int countbits(unsigned int x)
{
#if defined(AMP_ON_DEVICE) && defined(__NVCC__)
	return static_cast<unsigned int>(__popc(static_cast<int>(x)));
#else
	return static_cast<unsigned int>(__builtin_popcount(x));
#endif
}

/* The position of the highest bit, counted from the lowest, as in HLSL; -1 for 0. */
AMP_AMP inline int firstbithigh(int x)
{
#if defined(AMP_ON_DEVICE) && defined(__NVCC__)
	return 31 - __clz(x);
#else
	return x == 0 ? -1 : 31 - __builtin_clz(static_cast<unsigned int>(x));
#endif
}

AMP_AMP inline int firstbitlow(int x)
{
#if defined(AMP_ON_DEVICE) && defined(__NVCC__)
	return __ffs(x) - 1;
#else
	return x == 0 ? -1 : __builtin_ctz(static_cast<unsigned int>(x));
#endif
}

AMP_AMP inline int imax(int x, int y) { return x > y ? x : y; }
AMP_AMP inline int imin(int x, int y) { return x < y ? x : y; }
AMP_SHARED_NAME(unsigned int, umax, unsigned int x, unsigned int y) { return x > y ? x : y; }
AMP_SHARED_NAME(unsigned int, umin, unsigned int x, unsigned int y) { return x < y ? x : y; }

/* Fused or not, whichever is faster, as in HLSL. */
AMP_AMP inline float mad(float x, float y, float z) { return x * y + z; }
AMP_AMP inline double mad(double x, double y, double z) { return x * y + z; }
AMP_AMP inline int mad(int x, int y, int z)
{
	return static_cast<int>(static_cast<unsigned int>(x) * static_cast<unsigned int>(y) + static_cast<unsigned int>(z));
}
AMP_AMP inline unsigned int mad(unsigned int x, unsigned int y, unsigned int z) { return x * y + z; }

/* One-dimensional Perlin noise, in [-1, 1] and 0 at integers. */
AMP_AMP inline float noise(float x)
{
	float whole = static_cast<float>(static_cast<int>(x));
	if (whole > x)
		whole -= 1.0f;
	float t = x - whole;
	float a = details::noise_gradient(whole, t), b = details::noise_gradient(whole + 1.0f, t - 1.0f);
	return 2.0f * (a + (b - a) * details::noise_fade(t));
}

AMP_AMP inline float radians(float x) { return x * 0.0174532925199432957692f; }

/* An approximation, as in HLSL. On a GPU it is off by 1 ulp at most (PTX ISA, rcp.approx). */
AMP_AMP inline float rcp(float x)
{
#if defined(AMP_ON_DEVICE)
	float y;
	asm("rcp.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
	return y;
#else
	return 1.0f / x;
#endif
}
AMP_AMP inline double rcp(double x) { return 1.0 / x; }

AMP_AMP inline unsigned int reversebits(unsigned int x)
{
#if defined(AMP_ON_DEVICE) && defined(__NVCC__)
	return __brev(x);
#elif defined(AMP_ON_DEVICE)
	return __builtin_bitreverse32(x);
#else
	x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
	x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
	x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
	return __builtin_bswap32(x);
#endif
}

/* Returns 0 for a NaN. */
AMP_AMP inline float saturate(float x)
{
	float y = x > 0.0f ? x : 0.0f;
	return y < 1.0f ? y : 1.0f;
}

AMP_AMP inline int sign(int x) { return (x > 0) - (x < 0); }

AMP_AMP inline float smoothstep(float low, float high, float x)
{
	float t = saturate((x - low) / (high - low));
	return t * t * (3.0f - 2.0f * t);
}

AMP_AMP inline float step(float y, float x) { return x >= y ? 1.0f : 0.0f; }

} // namespace direct3d
} // namespace Concurrency

#undef AMP_SHARED_NAME

#endif
