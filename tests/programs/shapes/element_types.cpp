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
	std::puts("ok");
}
