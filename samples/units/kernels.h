// Kernels in a header: each unit that includes it has its own copies, and the
// program has one of each.
#ifndef KERNELS_H
#define KERNELS_H

#include <amp.h>

// Shared by the kernels below and by host code.
inline float clamped(float value, float low, float high) restrict(cpu, amp)
{
	return value < low ? low : value > high ? high : value;
}

// values[i] = f(values[i])
template <typename Function>
void transform(concurrency::array_view<float, 1> values, const Function &f)
{
	parallel_for_each(values.extent,
	                  [=](concurrency::index<1> i) restrict(amp) { values[i] = f(values[i]); });
}

inline void clamp_all(concurrency::array_view<float, 1> values, float low, float high)
{
	parallel_for_each(values.extent, [=](concurrency::index<1> i) restrict(amp) {
		values[i] = clamped(values[i], low, high);
	});
}

#endif
