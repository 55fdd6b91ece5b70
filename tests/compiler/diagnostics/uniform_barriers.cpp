// Barriers that all threads of a tile come to, and no word about them.
// RUN: %ampcc -c -o %t.o %s 2> %t && ! grep . %t
#include <amp.h>
using namespace concurrency;

static void wait_if(tiled_index<16> t, int i) restrict(amp)
{
	if (i > 3)
		t.barrier.wait();
}

template <int N> struct function_object {
	array_view<int, 1> v;
	int n;
	void operator()(tiled_index<N> t) const restrict(amp)
	{
		if (n > 3)
			t.barrier.wait();
		if (t.local[0] < N)
			t.barrier.wait();
		v[t] = 0;
	}
};

// An index in a class, as of another model of programming, and functions that do not depend on what they are given.
class work_item {
	tiled_index<16> t_;
public:
	explicit work_item(const tiled_index<16> &t) restrict(amp) : t_(t) {}
	int size() const restrict(amp) { return 16; }
	int half(int n) const restrict(amp) { return (void)n, size() / 2; }
	int local() const restrict(amp) { return t_.local[0]; }
	int group() const restrict(amp) { return t_.tile[0]; }
	int first() const restrict(amp) { return t_.global[0] - t_.local[0]; }
	void wait() const restrict(amp) { t_.barrier.wait(); }
};

static void reduce(const work_item &item, array_view<int, 1> v) restrict(amp)
{
	for (int s = item.half(item.local()); s; s /= 2)
		item.wait();
	if (item.group() > 3 && item.first() < v[0])
		item.wait();
}

void run(array_view<int, 1> v, int n)
{
	parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
		work_item item(t);

		reduce(item, v);
		int i = t.local[0], steps = n > 5 ? 3 : 4;
		unsigned count = 0;

		if (n)
			t.barrier.wait();
		if (t.tile[0] < n && t.tile_origin[0] > v.extent[0] / 2)
			t.barrier.wait();
		// Of the index, and yet the same for all.
		if (i < 16)
			t.barrier.wait();
		if (t.global[0] / 16 == n)
			t.barrier.wait();
		if (t.global[0] - i == n)
			t.barrier.wait();
		for (int k = i; k < 1024; k += 16)
			t.barrier.wait();
		for (int s = 8; s > 0; s /= 2) {
			if (i < s)
				v[t] += s;
			t.barrier.wait();
		}
		while (steps-- > 0) {
			t.barrier.wait();
			if (steps == n)
				break;
			if (i > 3)
				continue;
			count++;
		}
		do {
			t.barrier.wait();
			if (i)
				break;
			v[t] = 5;
		} while (false);
		if (i == 3) {
			for (int k = 0; k < 5; k++)
				v[t] += k;
		}
		switch (n) {
		case 1:
			t.barrier.wait();
			break;
		default:
			if (i == 0)
				v[t] = count;
			break;
		}
		// Of the tile: the same for all, whoever wrote it.
		tile_static int chosen;
		if (i == 3)
			chosen = i;
		t.barrier.wait();
		if (chosen > 2)
			t.barrier.wait();
		wait_if(t, n);
		wait_if(t, t.tile[0]);
		if (i == 3)
			return;
		v[t] = 3;
	});
	function_object<16> f = {v, n};
	parallel_for_each(v.extent.tile<16>(), f);
}

// In a template, a list of initializers has no type at all.
template <typename T> struct holder {
	T x;
	holder(T y) restrict(cpu, amp) : x(y) {}
};
template <typename T> void initialize(array_view<T, 1> v, int b)
{
	parallel_for_each(v.extent.template tile<16>(), [=](tiled_index<16> t) restrict(amp) {
		holder<T> one(v[t.global]);
		holder<T> pair[2] = {one, one};
		holder<T> *p = !b ? &pair[0] : &pair[1];
		t.barrier.wait();
		v[t.global] = p->x;
	});
}
void initialize_all(array_view<int, 1> v) { initialize(v, 1); }

void discards(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
		int i = t.local[0], first = t.global[0] - i;
		(void)i;
		if (i < 16 && first >= 0)
			t.barrier.wait();
		v[t] = i;
	});
}

// Evaluated, it would take forever: as a tree, it has 2^40 leaves.
void large(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
		int a = t.tile[0] + t.local[0] / 16, b = a + a, c = b + b, d = c + c, e = d + d;
		int f = e + e, g = f + f, h = g + g, i = h + h, j = i + i, k = j + j, l = k + k;
		int m = l + l, n = m + m, o = n + n, p = o + o, q = p + p, r = q + q, s = r + r;
		int z = s + s, y = z + z, x = y + y, w = x + x, u = w + w, aa = u + u, bb = aa + aa;
		int cc = bb + bb, dd = cc + cc, ee = dd + dd, ff = ee + ee, gg = ff + ff, hh = gg + gg;
		int ii = hh + hh, jj = ii + ii, kk = jj + jj, ll = kk + kk, mm = ll + ll, nn = mm + mm;
		v[t] = nn;
		if (t.tile[0] == 3 || (nn == 7 && t.tile[0] == 4))
			v[t] = 3;
		for (int round = 0; round < (nn & 0); round++)
			v[t] += round;
		t.barrier.wait();
	});
}
