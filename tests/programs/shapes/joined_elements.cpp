// Elements of 8 and 16 bytes are read and written at once where they are aligned; views
// may begin anywhere at 4 bytes, and all of their launches are to be right.
#include "../check.h"
#include <amp.h>
#include <amp_short_vectors.h>
#include <cstdio>
#include <vector>
using namespace concurrency;
using namespace concurrency::graphics;

struct body {
	float x, y, z, mass;
};
struct key {
	int value, place;
};

// A function object; another function for what it calls.
static body moved(body b, float by) restrict(amp)
{
	b.x += by;
	b.mass += b.z;
	return b;
}
struct move_all {
	array_view<body, 1> bodies;
	array_view<key, 1> keys;
	void operator()(index<1> i) const restrict(amp)
	{
		bodies[i] = moved(bodies[i], 1);
		key k = keys[i];
		k.value *= 2;
		keys[i] = k;
	}
};

static void check_at(int offset)
{
	const int n = 500;
	std::vector<float> floats(4 * n + 4);
	std::vector<int> ints(2 * n + 2);
	for (std::size_t i = 0; i < floats.size(); i++)
		floats[i] = static_cast<float>(i);
	for (std::size_t i = 0; i < ints.size(); i++)
		ints[i] = static_cast<int>(i);
	{
		// One storage for both views of each, so that the second begins within.
		array_view<float, 1> all(static_cast<int>(floats.size()), floats);
		array_view<int, 1> all_ints(static_cast<int>(ints.size()), ints);
		array_view<body, 1> bodies(n, reinterpret_cast<body *>(&floats[offset]));
		array_view<key, 1> keys(n, reinterpret_cast<key *>(&ints[offset % 2]));
		parallel_for_each(bodies.extent, move_all{bodies, keys});
		parallel_for_each(extent<1>(n).tile<100>(), [=](tiled_index<100> i) restrict(amp) {
			tile_static body block[100];
			block[i.local[0]] = bodies[i.global];
			i.barrier.wait();
			bodies[i.global].y = block[99 - i.local[0]].z;
		});
		all.synchronize();
		all_ints.synchronize();
	}
	for (int i = 0; i < n; i++) {
		const float *const b = &floats[offset + 4 * i];
		const float first = static_cast<float>(offset + 4 * i);
		CHECK(b[0] == first + 1);
		CHECK(b[1] == static_cast<float>(offset + 4 * (i / 100 * 100 + 99 - i % 100) + 2));
		CHECK(b[2] == first + 2);
		CHECK(b[3] == first + 3 + first + 2);
		const int *const k = &ints[offset % 2 + 2 * i];
		CHECK(k[0] == 2 * (offset % 2 + 2 * i));
		CHECK(k[1] == offset % 2 + 2 * i + 1);
	}
}

int main()
{
	for (int offset = 0; offset < 4; offset++)
		check_at(offset);

	std::vector<float_4> vectors(1000, float_4(1, 2, 3, 4));
	std::vector<double_2> pairs(1000, double_2(1, 2));
	array_view<float_4, 2> v(10, 100, vectors);
	array<double_2, 2> d(10, 100, pairs.begin());
	parallel_for_each(v.extent, [=, &d](index<2> i) restrict(amp) {
		v[i] *= static_cast<float>(i[1]);
		d[i] += double_2(v[i].w);
	});
	pairs = d;
	for (int i = 0; i < 1000; i++) {
		CHECK(v(i / 100, i % 100).w == 4 * (i % 100));
		CHECK(pairs[i].y == 2 + 4 * (i % 100));
	}
	std::puts("ok");
}
