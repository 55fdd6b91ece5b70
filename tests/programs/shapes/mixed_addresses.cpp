// Stores through pointers and references that lead to a view's element or to a variable of the thread's own.
#include <amp.h>
#include "../check.h"

#include <vector>

using namespace concurrency;

struct cell {
	int a, b, c;
	int get() const restrict(amp) { return a; }
	int take() restrict(amp) { return b; }
};
static cell make(int x) restrict(cpu, amp) { return {x, x, x}; }

struct holder {
	int n;
	operator int *() restrict(amp) { return &n; }
};

int &element(const array_view<int> &v, int i, int n, int &none) restrict(amp)
{
	if (i < n)
		return v[i];
	return none;
}

int *pick(int *a, int *b, bool first) restrict(amp)
{
	int *p = b;

	if (first)
		p = a;
	return p;
}

template <typename T> T &either(T &a, T &b, bool first) restrict(amp) { return first ? a : b; }

void add(int &x, int by) restrict(amp) { x += by; }

// Stores through a pointer of the caller's, and moves it.
template <typename T> void put(T *&p, T x) restrict(amp) { *p++ = x; }
template <typename T> T *end(T *const &p, T x) restrict(amp) { return *p = x, p + 1; }

// Stores through the argument of its constructor.
struct setter {
	setter(int &r, int x) restrict(amp) { r = x; }
};
struct two { int a, b; };
static void lead(int *&p, int *to) restrict(amp) { p = to; }

static const int n = 64, half = 29;

template <typename F> void run(int expected, F f)
{
	std::vector<int> data(n), choice(n);
	array_view<int> v(n, data), c(n, choice);

	for (int i = 0; i < n; i++)
		choice[i] = i < half;
	f(v, c);
	v.synchronize();
	for (int i = 0; i < n; i++)
		CHECK(data[i] == (i < half ? expected : 0));
}

// Where pointers that are one of two, or one of three, meet: nvcc must not lose the one from a nested choice.
template <typename T> struct holder_of {
	array_view<T> view;
};
template <typename T> struct chosen {
	static void add(T *sums, int i, int nested, int second) restrict(amp)
	{
		const int length = 4;
		T first[length] = {}, other[length] = {};
		const holder_of<T> f = {array_view<T>(length, first)}, o = {array_view<T>(length, other)};
		T *p = nullptr;
		for (int k = 0; k < length; k++) {
			if (!nested)
				p = &o.view[k];
			else
				p = second ? &o.view[k] : &f.view[k];
			*p = T(k + 1);
		}
		for (int k = 0; k < length; k++)
			sums[i] += f.view[k];
	}
};

template <typename T> void add_chosen(int nested, int second, T expected)
{
	const int size = 64;
	std::vector<T> sums(size);
	const array_view<T> sum(size, sums);
	parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) { chosen<T>::add(&sum[0], i[0], nested, second); });
	sum.synchronize();
	for (int i = 0; i < size; i++) {
		if (sums[i] != expected)
			std::printf("nested %d, second %d: %d: %g\n", nested, second, i, double(sums[i]));
	}
}

// The condition begins with a name that gets its scope.
namespace scoped {
int min(int a, int b, int c) restrict(cpu, amp) { return a < b ? a : b < c ? b : c; }

static void choose()
{
	enum kind { LOW = 1, HIGH };
	std::vector<int> data(8);
	array_view<int> v(8, data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		int own = 3, *p = &own;
		p = min(i[0], 5, 6) >= 2 ? p : &v[i];
		*p = 7;
		p = LOW + 1 == i[0] ? p : &v[i];
		*p += 100;
	});
	v.synchronize();
	for (int i = 0; i < 8; i++)
		CHECK(data[i] == (i < 2 ? 107 : i == 2 ? 0 : 100));
}
} // namespace scoped

int main()
{
	scoped::choose();
	run(5, [](array_view<int> v, array_view<int> c) {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			int none = 1, other = 2;
			*(c[i] ? &v[i] : &none) = 4;
			*(c[i] ? &v[i] : &other) = 5;
		});
	});
	run(6, [](array_view<int> v, array_view<int> c) {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			int list[5] = {i[0], 1, 2, 3, 4}, none;
			int &r = c[i] ? v[i] : none;
			r = list[c[i] + 3] + 2;
		});
	});
	run(7, [](array_view<int> v, array_view<int> c) {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			int none, other;
			element(v, i[0], half, none) = 3;
			element(v, i[0], half, other) += 4;
		});
	});
	run(8, [](array_view<int> v, array_view<int> c) {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			int list[3] = {c[i], 8, 9}, none = 3;
			int *p = &none;
			for (int k = 0; k < c[i] && k < 2; k++)
				p = &v[i];
			*p = list[c[0]];
		});
	});
	run(9, [](array_view<int> v, array_view<int> c) {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			int list[3] = {c[i], 4, 9}, none = 3, more = 2;
			*pick(&v[i], &none, c[i] == 1) = list[c[0]];
			add(either(more, v[i], c[i] == 0), 5);
		});
	});
	run(10, [](array_view<int> v, array_view<int> c) {
		parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
			tile_static int shared[16];
			const int i = t.global[0], k = t.local[0];
			int list[3] = {i, 4, 10}, none = 3;
			shared[k] = 0;
			int *p = c[i] ? &shared[k] : &none;
			*p = list[c[i] + 1];
			t.barrier.wait();
			v[i] = shared[k];
		});
	});
	run(6, [](array_view<int> v, array_view<int> c) {
		array<cell> cells(n);
		array_view<cell> w(cells);
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			w[i] = {0, 0, 0};
			cell none = {1, 2, 3}, list[2] = {{i[0], 1, 1}, {1, 2, 3}};
			cell &to = c[i] ? w[i] : none;
			w[i] = c[i] ? make(3) : w[i];      // an object of its own, and no address
			w[i] = c[i] ? w[i] : cell{0, 0, 0};
			none.c += (c[i] ? make(4) : none).get() - (c[i] ? make(4) : none).take();
			to = list[c[0]];
			v[i] = w[i].a + w[i].b + w[i].c;
		});
	});
	// null pointers, and an object that converts to a pointer
	run(11, [](array_view<int> v, array_view<int> c) {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			int list[3] = {c[i], 4, 11};
			holder none = {1};
			int *p = NULL, *q = nullptr, *r = 0;
			if (c[i]) {
				p = &v[i];
				q = &list[0];
				r = &v[i];
			} else {
				p = none;
				q = &v[i];
				r = list;
			}
			int *s = c[i] ? &v[i] : none;
			*p = list[c[0] + 1];
			*q += 0;
			*r += 0;
			*s += 0;
		});
	});
	// the conditional operator's result is an lvalue
	run(12, [](auto v, auto c) {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			auto own = v[i];
			decltype(own) list[2] = {i[0], 1}, *p = &v[i], *const q = &own, *r = list;
			put(c[i] ? p : r, 3);
			(c[i] ? p : r)--;
			put(*&(c[i] ? r : p), 4);
			(c[i] ? r : p)--;
			*p += c[i] ? *r : -4;
			end(c[i] ? p : q, 7)[-1] += *r;
			*p += c[i];
		});
	});
	// other ways to a store
	run(13, [](array_view<int> v, array_view<int> c) {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			int none = 1, other = 2;
			(void(), c[i] ? v[i] : none) = 6;
			static_cast<int &>(c[i] ? v[i] : other) += 7;
		});
	});
	run(14, [](array_view<int> v, array_view<int> c) {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			int none = 1, other = 2;
			int &r{c[i] ? v[i] : none};
			r = 3;
			setter s(c[i] ? v[i] : other, 14);
		});
	});
	run(15, [](array_view<int> v, array_view<int> c) {
		array<two> pairs(n);
		array_view<two> w(pairs);
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			w[i] = {0, 0};
			two none;
			auto &[a, b] = c[i] ? w[i] : none;
			a = 7;
			b = 8;
			auto either = [](int &x, int &y, bool first) -> int & { if (first) return x; return y; };
			int other;
			either(v[i], other, c[i] == 1) = w[i].a + w[i].b;
		});
	});
	run(16, [](array_view<int> v, array_view<int> c) {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			int none = 1, other = 2, *p = &none, *q = &other, *&r = q;
			if (c[i]) {
				lead(p, &v[i]);
				r = &v[i];
			}
			*p = 9;
			*q += 7;
		});
	});
	// An element is loaded by an address that was kept, after it was stored to by its name.
	const int size = 64;
	std::vector<int> sums(size), others(size, 7), elements(size, 1);
	array_view<int> sum(size, sums), other(size, others), element(size, elements);
	parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) {
		sum[i] = 605;
		element[i] = sum[i] & 255;
		int *x = &other[i], repeats = 1;
		x = sum[i] < size ? x : &element[i];
		const int before = *x;
		do {
			element[i] = element[i] % 256;
		} while (--repeats > 0);
		element[i] = 290;
		sum[i] = *x + before;
	});
	sum.synchronize();
	for (int i = 0; i < size; i++) {
		if (sums[i] != 290 + 93)
			std::printf("%d: %d\n", i, sums[i]);
	}
	add_chosen<float>(1, 0, 10);
	add_chosen<float>(1, 1, 0);
	add_chosen<float>(0, 0, 0);
	std::puts("ok");
}
