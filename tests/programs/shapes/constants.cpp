// Local constants that a kernel uses in types: as written, or by their value. Global ones
// that it passes by reference.
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <vector>
using namespace concurrency;

constexpr int log2_of(int n) { return n <= 1 ? 0 : 1 + log2_of(n / 2); }

struct size_2d {
	int w, h;
	constexpr size_2d(int w, int h) : w(w), h(h) {}
	constexpr int area() const { return w * h; }
};

enum class mode { plain = 1, fancy = 2 };
constexpr mode choose(int n) { return n > 3 ? mode::fancy : mode::plain; }

class holder {
	static constexpr int twice(int n) { return 2 * n; }

public:
	static int run(array_view<int, 1> v)
	{
		constexpr int tile = twice(8);
		parallel_for_each(v.extent.tile<tile>(), [=](tiled_index<tile> t) restrict(amp) {
			v[t.global] = t.local[0] + tile;
		});
		return v[17];
	}
};

template <int N> int in_template(array_view<int, 1> v)
{
	constexpr int k = log2_of(N);
	static const int tile = 1 << log2_of(N);
	parallel_for_each(v.extent.tile<tile>(), [=](tiled_index<tile> t) restrict(amp) {
		tile_static int cache[tile];
		cache[t.local[0]] = k + t.local[0];
		t.barrier.wait();
		v[t.global] = cache[tile - 1 - t.local[0]];
	});
	return v[0];
}

// Objects with constants for members, which are used as such and as objects.
struct shape {
	int width, height;
	int area() const restrict(cpu, amp) { return width * height; }
};
template <int N> int twice() restrict(amp) { return 2 * N; }

template <int N> int in_objects(array_view<int, 1> v)
{
	struct border {
		int size;
	};
	constexpr shape tile = {16, 3}, padded = {N, 4};
	constexpr border around = {N / 2};
	parallel_for_each(v.extent.tile<tile.width>(), [=](tiled_index<tile.width> t) restrict(amp) {
		tile_static int cache[tile.width];
		cache[t.local[0]] = twice<padded.height>() + around.size;
		t.barrier.wait();
		auto sum = [=](int x) restrict(amp) { return x + tile.area() + twice<around.size>(); };
		v[t] = sum(cache[tile.width - 1 - t.local[0]]) + padded.area();
	});
	return v[0];
}

// Constants of the kernel's own.
static int own(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
		static constexpr int tile = 8, factor = 3;
		tile_static int cache[tile];
		cache[t.local[0]] = t.local[0] * factor;
		t.barrier.wait();
		v[t.global] = cache[tile - 1 - t.local[0]] + factor;
	});
	return v[0];
}

// Constants of a kernel that follow from floating-point constants around it.
void of_fractions()
{
	std::vector<float> data(8);
	array_view<float, 1> v(8, data);
	constexpr float third = 1 / 3.0f, two_thirds = 2 * third;
	constexpr double large = 1e300;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		constexpr float table[] = {third, two_thirds, 3, 4, 5, 6, 7, 8};
		constexpr double half = large / 2;
		v[i] = table[i[0]] + float(half / 1e300);
	});
	CHECK(v[0] == 1 / 3.0f + 0.5f && v[1] == 2 * (1 / 3.0f) + 0.5f && v[7] == 8.5f);
}

const float LOW = -1, HIGH = 1.5f;
static const mode MODE = mode::fancy;
struct limits {
	static const int MOST = 100; // without a definition
};
template <typename T> T clamp_to(const T &x, const T &low, const T &high) restrict(cpu, amp)
{
	return x < low ? low : high < x ? high : x;
}
template <typename T> T clamped(const T &x) restrict(cpu, amp) { return clamp_to(x, LOW, HIGH); }
const int ALPHA = 0xFF;
unsigned opaque(unsigned color) restrict(amp) { return color | (ALPHA << 24); } // nvcc's warning 68
const float half() restrict(amp) { return 0.5f; } // 815
// FLT_MAX as clang's <float.h> writes it
const float largest() restrict(amp) { return 3.40282347e+38F; }
bool is_fancy(const mode &m) restrict(amp) { return m == mode::fancy; }

void by_reference()
{
	std::vector<float> data(8);
	array_view<float, 1> v(8, data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = clamp_to(i[0] - 4.0f, LOW, HIGH) + clamped(i[0] * 1.0f);
		if (is_fancy(MODE))
			v[i] += clamp_to(100 * i[0], 0, limits::MOST);
		if (opaque(1) == 0xff000001u)
			v[i] += largest() > 3e38f ? half() : 0;
	});
	CHECK(v[0] == -0.5f && v[1] == 100.5f && v[5] == 103 && v[7] == 103.5f);
}

// Function objects that are constants: called, passed by reference, named by templates.
struct adder {
	int n;
	constexpr explicit adder(int n) : n(n) {}
	constexpr int operator()(int x) const restrict(cpu, amp) { return x + n; }
	friend constexpr int operator*(const adder &a, int x) restrict(cpu, amp) { return a.n * x; }
	constexpr operator int() const restrict(cpu, amp) { return n; }
};
constexpr adder add_2(2);
namespace adders {
static constexpr adder add_3{3}, add_4{4};
}
template <int N> struct adder_of {
	static constexpr adder value{N};
};
template <int N> constexpr adder adder_of<N>::value;
constexpr struct {
	template <typename T> T operator()(T x) const restrict(cpu, amp) { return x + 1; }
} next{};
template <typename F> int call(const F &f, int x) restrict(cpu, amp) { return f(x); }
const adder &least(const adder &a, const adder &b) restrict(cpu, amp) { return b < a ? b : a; }
constexpr int in_constexpr(int x) restrict(cpu, amp) { return add_2(x) + adders::add_3 * 2; }

void by_objects()
{
	std::vector<int> data(8);
	array_view<int, 1> v(8, data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		const adder &a = least(adders::add_4, add_2);
		auto copy = next;
		v[0] = add_2(1);
		v[1] = call(adders::add_3, 1) + call(next, 1);
		v[2] = adders::add_4 * 10;
		v[3] = adder_of<5>::value(1);
		v[4] = a(i[0]) - i[0];
		v[5] = copy(next(1));
		v[6] = in_constexpr(1);
		v[7] = adders::add_3 + int(add_2);
	});
	const int expected[] = {3, 4 + 2, 40, 6, 2, 3, 9, 5};
	for (int i = 0; i < 8; i++)
		CHECK(v[i] == expected[i]);
}

// What a function gives that only T tells is no constant, if it need not be; what is kept across a
// barrier may have a type that speaks of one.
template <typename T> struct traits {
	static constexpr int half(int x) { return x / 2; }
	static int weight() { return 3; }
};

template <typename T> struct scaled_by {
	T scale;
};

template <typename T> struct scaler : scaled_by<T> {
	T run(array_view<T, 1> v)
	{
		const int n = 8, h = traits<T>::half(n), weight = traits<T>::weight();
		const T root = std::sqrt(T(16)), scale = this->scale;

		parallel_for_each(v.extent.template tile<n>(), [=](tiled_index<n> t) restrict(amp) {
			tile_static T rows[n][h];
			T own[h + 1] = {root};

			for (int k = 0; k < weight && k < h; k++)
				rows[t.local[0]][k] = scale;
			t.barrier.wait();
			v[t] = rows[n - 1 - t.local[0]][weight - 1] * own[0];
		});
		return v[0];
	}
};

int main()
{
	of_fractions();
	by_reference();
	by_objects();
	constexpr int n = log2_of(256);
	const int table[] = {1, 2, 3, 4};
	const int count = sizeof(table) / sizeof(table[0]);
	constexpr int area = size_2d(4, 8).area();
	constexpr mode m = choose(4);
	constexpr bool big = area > log2_of(8);
	constexpr unsigned mask = ~0u >> log2_of(16);
	constexpr long long low = -log2_of(8);
	std::vector<int> data(256);
	array_view<int, 1> v(256, data);
	parallel_for_each(v.extent.tile<area>(), [=](tiled_index<area> t) restrict(amp) {
		tile_static int cache[n][count];
		if (t.local[0] < n)
			cache[t.local[0]][0] = n;
		t.barrier.wait();
		v[t.global] = cache[0][0] + count + (m == mode::fancy ? 100 : 0) + (big ? 1000 : 0) +
		              (mask == 0x0fffffffu ? 10000 : 0) + (int)low;
	});
	CHECK(v[7] == 8 + 4 + 100 + 1000 + 10000 - 3);
	CHECK(in_template<64>(v) == 6 + 63);
	CHECK(in_objects<6>(v) == 8 + 3 + 48 + 6 + 24);
	CHECK(own(v) == 7 * 3 + 3);
	CHECK(holder::run(v) == 17);
	scaler<int> by_five;
	by_five.scale = 5;
	CHECK(by_five.run(v) == 20);
	std::puts("ok");
}
