// Kernels that capture *this: views, members and functions of the object.
// options: -std=c++17
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

template <typename T> class filter {
	array_view<const T> in;
	array_view<T> out;
	T gain;
	static const int radius = 1;
	enum edge { clamp, wrap };
	enum { width = 4 };
	edge mode = wrap;
	struct tap { T weight; };
	tap taps[3] = {{1}, {2}, {3}};

	int place(int i) const restrict(cpu, amp)
	{
		const int n = in.extent[0];
		return mode == wrap ? (i + n) % n : i < 0 ? 0 : i >= n ? n - 1 : i;
	}
	template <int K> T weighted(int i) const restrict(amp) { return taps[K].weight * in[place(i + K - radius)]; }
	T weighted(int i) const restrict(amp) { return in[i]; }

public:
	filter(const array_view<const T> &in, const array_view<T> &out, T gain) : in(in), out(out), gain(gain) {}
	void run() const
	{
		const T offset = 1;
		parallel_for_each(out.extent, [*this, offset](index<1> i) restrict(amp) {
			const T sum = weighted<0>(i[0]) + this->template weighted<1>(i[0]) + weighted<2>(i[0]);
			auto scaled = [=](T x) { return gain * x; };
			auto raised = [this](T x) { return x + this->gain; };
			out[i] = scaled(sum) + offset + weighted(i[0]) * 0 + raised(0);
		});
	}
	void tiled()
	{
		parallel_for_each(out.extent.template tile<width>(), [=, *this](tiled_index<width> t) mutable restrict(amp) {
			tile_static T cache[width];
			tap all[] = {taps[0], taps[1]};
			gain += 1;
			cache[t.local[0]] = in[t.global] * gain;
			t.barrier.wait();
			out[t.global] = cache[width - 1 - t.local[0]] + gain + all[1].weight - 2;
		});
	}
	void out_of_class();
};
template <typename T> void filter<T>::out_of_class()
{
	parallel_for_each(out.extent, [*this](index<1> i) restrict(amp) { out[i] += in[place(i[0] - 1)] + gain; });
}

// Members with the names of templates around the kernel, in front of <.
struct measured { float extent; };
struct measurer {
	array_view<int> out;
	measured one;
	int index;
	void run() const
	{
		parallel_for_each(out.extent, [*this](concurrency::index<1> i) restrict(amp) {
			const measured *const other = &one;
			out[i] = (one.extent < 3.0f ? 1 : out[i]) > 0;
			out[i] += (other->extent < 3.0f ? 2 : 0) + (index < 5 ? 4 : 0) + (this->index < i[0] ? 8 : 0);
		});
	}
};

struct counter {
	int n;
	void add(array_view<int> v) const;
	int operator()(int k) const restrict(cpu, amp) { return n + k; }
};
struct doubled : counter {
	int twice() const restrict(amp) { return 2 * n; }
	void add(array_view<int> v) const
	{
		parallel_for_each(v.extent, [*this, v](index<1> i) restrict(amp) {
			v[i] += twice() + counter::operator()(1) + (*this)(2) + n;
		});
	}
};
void counter::add(array_view<int> v) const
{
	parallel_for_each(v.extent, [v, *this](index<1> i) restrict(amp) { v[i] += n; });
}

// The object itself, as an argument and in a subscript
struct place_in_row {
	int at;

	int plus(int n, const place_in_row *other) const restrict(cpu, amp) { return n + at + other->at; }
	void run(array_view<int> v) const
	{
		parallel_for_each(v.extent, [*this, v](index<1> i) restrict(amp) {
			const int weights[] = {10, 20, 30};
			v[i] = plus(i[0], this) + weights[this->at];
		});
	}
};

int main()
{
	std::vector<int> row(4);
	place_in_row{2}.run(array_view<int>(4, row));
	CHECK(row[0] == 34 && row[3] == 37);
	std::vector<float> in{1, 2, 3, 4, 5, 6, 7, 8}, out(8);
	array_view<float> result(8, out);
	filter<float> f(array_view<const float>(8, in), result, 2);
	f.run();
	CHECK(result[0] == 2 * (1 * 8 + 2 * 1 + 3 * 2) + 1 + 2);
	CHECK(result[7] == 2 * (1 * 7 + 2 * 8 + 3 * 1) + 1 + 2);
	f.tiled();
	CHECK(result[0] == 4 * 3 + 3 && result[6] == 6 * 3 + 3);
	f.out_of_class();
	CHECK(result[0] == 4 * 3 + 3 + 8 + 2);
	std::vector<int> data(4);
	array_view<int> v(4, data);
	counter{5}.add(v);
	doubled d;
	d.n = 7;
	d.add(v);
	CHECK(v[3] == 5 + 14 + 8 + 9 + 7);
	std::vector<int> signs(4);
	array_view<int> w(4, signs);
	measurer{w, {2}, 2}.run();
	CHECK(w[0] == 1 + 2 + 4 && w[3] == 1 + 2 + 4 + 8);
	std::puts("ok");
}
