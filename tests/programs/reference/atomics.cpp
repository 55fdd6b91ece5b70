// The atomic functions: each on elements of views and arrays, on tile_static variables
#include "declared.h"
#include <amp.h>
using namespace concurrency;

template <typename T> int fetch(T *p) restrict(amp)
{
	RETURNS((atomic_exchange(p, T(1))), T);
	RETURNS((atomic_compare_exchange(p, p, T(1))), bool);
	RETURNS((atomic_fetch_add(p, T(1))), T);
	RETURNS((atomic_fetch_sub(p, T(1))), T);
	RETURNS((atomic_fetch_max(p, T(1))), T);
	RETURNS((atomic_fetch_min(p, T(1))), T);
	RETURNS((atomic_fetch_and(p, T(1))), T);
	RETURNS((atomic_fetch_or(p, T(1))), T);
	RETURNS((atomic_fetch_xor(p, T(1))), T);
	RETURNS((atomic_fetch_inc(p)), T);
	RETURNS((atomic_fetch_dec(p)), T);
	*p = 12;
	T expected = 11;
	if (atomic_compare_exchange(p, &expected, T(5)) || expected != 12 || *p != 12)
		return __LINE__;
	if (!atomic_compare_exchange(p, &expected, T(5)) || expected != 12 || *p != 5)
		return __LINE__;
	if (atomic_exchange(p, T(9)) != 5 || atomic_fetch_add(p, T(3)) != 9 || atomic_fetch_sub(p, T(2)) != 12)
		return __LINE__;
	if (atomic_fetch_max(p, T(20)) != 10 || atomic_fetch_max(p, T(3)) != 20 || atomic_fetch_min(p, T(6)) != 20)
		return __LINE__;
	if (atomic_fetch_min(p, T(7)) != 6 || atomic_fetch_and(p, T(3)) != 6 || atomic_fetch_or(p, T(8)) != 2)
		return __LINE__;
	if (atomic_fetch_xor(p, T(15)) != 10 || atomic_fetch_inc(p) != 5 || atomic_fetch_dec(p) != 6)
		return __LINE__;
	return *p == 5 ? 0 : __LINE__;
}

int main()
{
	std::vector<int> lines(1);
	array_view<int> v(lines);
	array_view<unsigned int> u(1);
	array_view<float> f(1);
	parallel_for_each(extent<1>(1).tile<1>(), [=](tiled_index<1> t) restrict(amp) {
		RETURNS((atomic_exchange(&f[0], 1.0f)), float);
		tile_static int i;
		tile_static unsigned int n;
		tile_static float x;
		int line = fetch(&i);
		line = line ? line : fetch(&n);
		line = line ? line : fetch(&v[0]);
		line = line ? line : fetch(&u[0]);
		x = 1.5f;
		f[0] = 2.5f;
		if (line == 0 && (atomic_exchange(&x, 3.5f) != 1.5f || atomic_exchange(&f[0], x) != 2.5f || f[0] != 3.5f))
			line = __LINE__;
		v[t] = line;
	});
	CHECK(v[0] == 0);
	std::puts("ok");
}
