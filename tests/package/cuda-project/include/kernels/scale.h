// Scaling: kernels in a header, and a function for both sides.
#pragma once
#include <amp.h>
#include "shape.h"
#include <plain/limits.h>

#define FOR_ALL(view, i) parallel_for_each((view).extent, [=](concurrency::index<1> i) restrict(amp)
#define BOTH restrict(cpu, amp)

inline int scaled(int x, int by) BOTH
{
	return x * by + SHIFT;	// a tab
}

inline void scale(concurrency::array_view<int> view, int by)
{
	FOR_ALL(view, i) { view[i] = scaled(view[i], by); });
}

// Each of the two sources compiles one of these.
#ifdef WITH_SQUARES
inline void square(concurrency::array_view<int> view)
{
	parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) {
		view[i] *= view[i];
	});
}
#else
inline void add(concurrency::array_view<int> view, int n)
{
	parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) {
		view[i] += n;
	});
}
#endif
