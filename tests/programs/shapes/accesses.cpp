// Kernels of all shapes move what they read and write, and no more; and nothing is
// lost of what could be taken for read only, or for written whole.
//
// options: -ldl -rdynamic
// also: mock_launch.cc
#include "../check.h"
#include <amp.h>
#include <amp/runtime.h>
#include <vector>
using namespace concurrency;

static const int SIZE = 64;

static bool is_on_gpu()
{
	return accelerator().get_is_emulated() == false;
}

// What a launch moves, on a GPU: in while it is prepared, and back for the host.
struct moves {
	amp_counters before;
	moves() { amp_get_counters(&before); }
	void are(int in, int out) const
	{
		amp_counters now;
		amp_get_counters(&now);
		if (!is_on_gpu())
			return;
		CHECK(static_cast<int>(now.host_to_device_bytes - before.host_to_device_bytes) ==
		      in * static_cast<int>(sizeof(int)));
		CHECK(static_cast<int>(now.device_to_host_bytes - before.device_to_host_bytes) ==
		      out * static_cast<int>(sizeof(int)));
	}
};

// Runs launch(to, from) and checks to[i] == from[i] + 1 for i < written, and what was
// there for the others; and how many elements moved.
template <typename Launch> static void test(Launch launch, int in, int out, int written = SIZE)
{
	std::vector<int> to(SIZE), from(SIZE);
	for (int i = 0; i < SIZE; i++) {
		to[i] = -i;
		from[i] = 10 * i;
	}
	const moves m;
	{
		array_view<int, 1> v(SIZE, to), w(SIZE, from);
		launch(v, w);
	}
	m.are(in, out);
	for (int i = 0; i < SIZE; i++) {
		CHECK(to[i] == (i < written ? 10 * i + 1 : -i));
		CHECK(from[i] == 10 * i);
	}
}

struct adds_one {
	array_view<int, 1> to, from;
	void operator()(index<1> i) const restrict(amp) { store(i, from[i]); }
	void store(index<1> i, int x) const restrict(amp) { to[i] = x + 1; }
};
struct holds_views {
	array_view<int, 1> to, from;
};
struct inherits_views : holds_views {
	inherits_views(array_view<int, 1> t, array_view<int, 1> f) : holds_views{t, f} {}
	void operator()(index<1> i) restrict(amp) { to[i] = from[i] + 1; }
};
struct adds_one_to_some {
	array_view<int, 1> to, from;
	int limit;
	void operator()(index<1> i) const restrict(amp)
	{
		if (i[0] < limit)
			to[i] = from[i] + 1;
	}
};
template <typename T> struct adds_one_of {
	array_view<T, 1> to, from;
	void operator()(index<1> i) const restrict(amp) { to[i] = from[i] + 1; }
};
// As a member of others, the base or not, it is not the kernel.
struct adds_one_to_even : adds_one {
	adds_one_to_even(array_view<int, 1> t, array_view<int, 1> f) : adds_one{t, f} {}
	void operator()(index<1> i) const restrict(amp) { adds_one::operator()(index<1>(i[0] / 2)); }
};

template <typename T> static void add_one(array_view<T, 1> to, array_view<T, 1> from)
{
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) { to[i] = from[i] + 1; });
}
template <typename F> static void for_each(array_view<int, 1> to, array_view<int, 1> from, F f)
{
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) { to[i] = f(from[i]); });
}
template <typename F> static void for_each_index(extent<1> domain, F f)
{
	parallel_for_each(domain, [=](index<1> i) restrict(amp) { f(i); });
}
struct one_more {
	int operator()(int x) const restrict(amp) { return x + 1; }
};
// It changes what it gets, and puts it back.
struct one_more_in_place {
	int operator()(int &x) const restrict(amp)
	{
		const int result = ++x;

		x--;
		return result;
	}
};

// A number that is more than itself: the assignment writes a part only.
struct with_rest {
	int value, rest;
	with_rest &operator=(int x) restrict(cpu, amp)
	{
		value = x;
		return *this;
	}
};
template <typename T> static void set(array_view<T, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 5; });
}

static void test_class_elements()
{
	std::vector<with_rest> a(SIZE);
	for (int i = 0; i < SIZE; i++)
		a[i].rest = i;
	set(array_view<with_rest, 1>(SIZE, a));
	for (int i = 0; i < SIZE; i++)
		CHECK(a[i].value == 5 && a[i].rest == i);

	struct element {
		int part, parts[2];
	};
	std::vector<element> b(SIZE);
	for (int i = 0; i < SIZE; i++)
		b[i].part = i;
	{
		array_view<element, 1> v(SIZE, b);
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i].parts[1] = i[0]; });
	}
	for (int i = 0; i < SIZE; i++)
		CHECK(b[i].part == i && b[i].parts[1] == i);
}

int main()
{
	typedef array_view<int, 1> view;

	test([](view v, view w) { parallel_for_each(v.extent, adds_one{v, w}); }, SIZE, SIZE);
	test([](view v, view w) { parallel_for_each(v.extent, inherits_views(v, w)); }, SIZE, SIZE);
	test([](view v, view w) { parallel_for_each(v.extent, adds_one_of<int>{v, w}); }, SIZE, SIZE);
	test([](view v, view w) { add_one(v, w); }, SIZE, SIZE);
	// what it does with the element that it gets is not known
	test([](view v, view w) { for_each(v, w, one_more()); }, SIZE, 2 * SIZE);
	test([](view v, view w) {
		parallel_for_each(v.extent, [=](auto i) restrict(amp) { v[i] = w[i] + 1; });
	}, SIZE, SIZE);
	test([](view v, view w) {
		const holds_views p = {v, w};
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { p.to[i] = p.from[i] + 1; });
	}, SIZE, SIZE);
	test([](view v, view w) {
		parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
			v[t] = 0;
			for (int k = 0; k <= w[t]; k++)
				v[t]++;
		});
	}, SIZE, SIZE);

	test([](view v, view w) {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			v[i] = ({ const int one = 1; v[i] += one, (v(i)); });
			v[i] = w[i] + 1;
		});
	}, 2 * SIZE, SIZE);

	// not whole: all goes in, and what may be written comes back
	test([](view v, view w) { parallel_for_each(v.extent, adds_one_to_some{v, w, 7}); }, 2 * SIZE,
	     SIZE, 7);
	test([](view v, view w) { parallel_for_each(v.extent, adds_one_to_even(v, w)); }, 2 * SIZE, SIZE,
	     SIZE / 2);
	test([](view v, view w) {
		const auto kernel = [=](index<1> i) restrict(amp) { v[i] = w[i] + 1; };
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { kernel(i / 2); });
	}, 2 * SIZE, 2 * SIZE, SIZE / 2);
	// called as the kernel itself is
	test([](view v, view w) {
		for_each_index(v.extent, [=](index<1> i) restrict(amp) { v[i] = w[i] + 1; });
	}, SIZE, SIZE);
	test([](view v, view w) { for_each_index(v.extent, adds_one{v, w}); }, SIZE, SIZE);
	test([](view v, view w) { for_each_index(v.extent, adds_one_to_even(v, w)); }, 2 * SIZE, SIZE,
	     SIZE / 2);
	// a smaller domain
	test([](view v, view w) { parallel_for_each(extent<1>(8), adds_one{v, w}); }, 2 * SIZE, SIZE, 8);
	test([](view v, view w) { for_each(v, w, one_more_in_place()); }, SIZE, 2 * SIZE);
	test_class_elements();
	std::puts("ok");
}
