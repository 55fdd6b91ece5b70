// Functions that differ in restriction and in their results: types that are taken from
// their calls, outside of functions' bodies, too.
#include "../check.h"
#include <amp.h>
#include <type_traits>
using namespace concurrency;

int half(int x) restrict(cpu) { return x / 2; }
float half(int x) restrict(amp) { return x / 2.0f; }

struct meter {
	int read() const restrict(cpu) { return 1; }
	float read() const restrict(amp) { return 1.5f; }
};

// behind the clause it is the function's code, in front of it that of the place
auto halved(int x) restrict(amp) -> decltype(half(x)) { return half(x); }
auto halved_on_cpu(int x) restrict(cpu) -> decltype(half(x)) { return half(x); }
auto sum(const meter &m, int x) restrict(amp) -> decltype(m.read() + half(x))
{
	return m.read() + half(x);
}
decltype(half(1)) rounded(float x) restrict(amp) { return x; }
float scaled(decltype(half(1)) x) restrict(amp) { return x * 2.0f; }

struct host_result {
	decltype(half(1)) value;
};
static_assert(std::is_same<decltype(halved_on_cpu(1)), int>::value, "the CPU's");
static_assert(std::is_same<decltype(host_result::value), int>::value, "the CPU's");

float of_member(int x) restrict(amp)
{
	struct result {
		decltype(half(1)) value;
	};
	result r;
	r.value = half(x);
	return r.value;
}

// the functions' parameters differ, too, or they are templates
int weigh(int x) restrict(cpu) { return x; }
float weigh(float x) restrict(amp) { return x / 4; }
template <typename T> T area(T x) restrict(cpu) { return x * x; }
template <typename T> int area(T x) restrict(amp) { return (int)x; }

auto weighed(int x) restrict(amp) -> decltype(weigh(x)) { return weigh(x); }
auto weighed_on_cpu(int x) restrict(cpu) -> decltype(weigh(x)) { return weigh(x); }
auto area_of(float x) restrict(amp) -> decltype(area(x));
auto area_of(float x) restrict(amp) -> decltype(area(x)) { return area(x); }
static_assert(std::is_same<decltype(weighed_on_cpu(1)), int>::value, "the CPU's");

struct scale {
	auto read(int x) const restrict(amp) -> decltype(weigh(x) + area(x)) { return weigh(x) + area(x); }
};

int width(int x) restrict(cpu) { return x; }
unsigned width(int x) restrict(amp) { return x; }

enum side : decltype(width(1));
enum side : int {};

// The type of an enumeration is that of the function that is meant, too.
bool is_unsigned() restrict(amp)
{
	enum level : decltype(width(1)) { low = 3 };
	return static_cast<level>(-1) > 0;
}

int main()
{
	float out[8];
	array_view<float, 1> v(8, out);
	meter m;
	v.discard_data();
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
		tile_static float shared[4];
		auto mine = halved(t.local[0]); // lives across the barrier, with its type
		shared[t.local[0]] = mine;
		t.barrier.wait();
		v[t.global] = shared[3 - t.local[0]] + 10 * mine + 100 * of_member(1) +
		              1000 * (sum(m, 1) - rounded(1.75f)) + 10000 * scaled(1.75f);
	});
	for (int i = 0; i < 8; i++)
		CHECK(v[i] == (3 - i % 4) / 2.0f + 10 * (i % 4) / 2.0f + 50 + 1000 + 20000);
	CHECK(halved_on_cpu(3) == 1);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = is_unsigned(); });
	CHECK(v[7] == 1);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		scale s;
		auto both = weighed(1) + s.read(2);
		static_assert(std::is_same<decltype(area_of(1.0f)), int>::value, "the kernel's");
		v[i] = both + area_of(2.5f) * 10;
	});
	CHECK(v[3] == 0.25f + 2.5f + 20);
	CHECK(weighed_on_cpu(3) == 3);
	std::puts("ok");
}
