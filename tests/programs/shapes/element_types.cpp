// Element types: int, unsigned, float, double, structs.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

struct particle {
	float position[3];
	int id;
	unsigned key;
};

// a template, too, with the names that vectors and quaternions have for their elements
template <typename T> struct vector4 {
	union {
		struct { T x, y, z, w; };
		struct { T r, g, b, a; };
		T elements[4];
	};
	vector4(T s) restrict(amp, cpu) : x(s), y(s), z(s), w(s) {}
	T sum() const restrict(amp, cpu) { return x + g + elements[2] + a; }
};

template <typename T> void check()
{
	std::vector<T> data(10, T(3));
	array_view<T, 1> view(10, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = view[i] * T(i[0]); });
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == T(3 * i));
}

int main()
{
	check<int>();
	check<unsigned>();
	check<float>();
	check<double>();

	std::vector<particle> particles(10);
	array_view<particle, 1> view(10, particles);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		particle p = {{i[0] * 0.5f, 1, 2}, i[0], 1u << (20 + i[0] % 4)};
		view[i] = p;
		view[i].id += 100;
	});
	for (int i = 0; i < 10; i++) {
		CHECK(view[i].position[0] == i * 0.5f && view[i].position[2] == 2);
		CHECK(view[i].id == 100 + i && view[i].key == 1u << (20 + i % 4));
	}

	std::vector<vector4<float>> fours(10, 0.0f);
	array_view<vector4<float>, 1> vectors(10, fours);
	parallel_for_each(vectors.extent, [=](index<1> i) restrict(amp) {
		vector4<float> v(1);
		v.elements[1] = 2;
		v.b = i[0];
		vectors[i] = v;
	});
	for (int i = 0; i < 10; i++)
		CHECK(vectors[i].sum() == 4 + i);
	std::puts("ok");
}
