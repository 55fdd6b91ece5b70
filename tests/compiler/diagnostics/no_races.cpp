// Correct uses of tile_static memory, and what may be one: no word about them.
// RUN: %ampcc -fsyntax-only %s 2> %t && ! grep . %t
#include <amp.h>
using namespace concurrency;

static const int TILE = 16;

void barriers(array_view<const float, 2> a, array_view<const float, 2> b, array_view<float, 2> c,
              int n)
{
	parallel_for_each(c.extent.tile<TILE, TILE>(), [=](tiled_index<TILE, TILE> t) restrict(amp) {
		const int row = t.local[0], column = t.local[1];
		float sum = 0;

		for (int i = 0; i < n; i += TILE) {
			tile_static float left[TILE][TILE], right[TILE][TILE];

			left[row][column] = a(t.global[0], column + i);
			right[row][column] = b(row + i, t.global[1]);
			t.barrier.wait_with_tile_static_memory_fence();
			for (int k = 0; k < TILE; k++)
				sum += left[row][k] * right[k][column];
			t.barrier.wait_with_all_memory_fence();
		}
		c[t] = sum;
	});
}

// Two buffers in turn: one barrier is enough.
void turns(array_view<int, 1> v, int steps)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int s[2][64];
		const int me = t.local[0];
		int from = 0;

		s[0][me] = v[t];
		t.barrier.wait();
		for (int step = 0; step < steps; step++) {
			s[1 - from][me] = s[from][(me + 1) % 64];
			from = 1 - from;
			t.barrier.wait();
		}
		v[t] = s[from][me];
	});
}

void single_threads(array_view<int, 1> v, int leader)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int sum, first, last, chosen, marks[64];
		const int me = t.local[0];

		marks[me] = 0;
		t.barrier.wait();
		if (t.local == index<1>(0)) {
			sum = 0;
			for (int k = 0; k < 64; k++)
				sum += marks[k];
			first = sum;
			sum++;
		} else if (me == 63) {
			last = me;
		}
		if (me == leader)
			chosen += me;
		t.barrier.wait();
		v[t] = sum + first + last + chosen;
	});
}

// All write the same; one that reads what it wrote itself.
void same_values(array_view<int, 1> v, int n)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int size, base, both;
		tile_static float scale;

		size = n / 2;
		base = v[t.tile_origin];
		scale = 2.5f * n;
		both = t.global[0] - t.local[0] + size;
		v[t] = size + static_cast<int>(scale) + both;
		t.barrier.wait();
		v[t] += base;
	});
}

void atomics(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int count, bins[16], lock, shared;
		const int me = t.local[0];

		if (me == 0)
			count = shared = 0;
		if (me < 16)
			bins[me] = 0;
		t.barrier.wait();
		atomic_fetch_inc(&count);
		atomic_fetch_add(&bins[me % 16], v[t]);
		// A lock, as far as anybody can tell.
		while (atomic_exchange(&lock, 1))
			;
		shared += me;
		atomic_exchange(&lock, 0);
		t.barrier.wait();
		v[t] = count + bins[me % 16] + shared;
	});
}

// The data decides: it may be right.
void data(array_view<int, 1> v, int needle, int n)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int found, s[64], done;
		const int me = t.local[0];

		s[me] = v[t];
		if (v[t] == needle)
			found = me;
		t.barrier.wait();
		s[v[t] & 63] = 1;
		if (v[t] > 3)
			return;
		v[t] = s[0];
		done = me;
	});
	// Nothing but the program knows what n and m are.
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int s[128];
		const int me = t.local[0], m = n / 3;
		const bool writes = n == 7, waits = m == 2;

		s[me * m] = me;
		if (writes)
			s[me] = me;
		if (waits)
			t.barrier.wait();
		v[t] = s[me + m];
		t.barrier.wait();
		for (int k = 0; k < n; k++)
			t.barrier.wait();
		if (n == 3)
			s[me] = me;
		if (m == 5)
			v[t] = s[63 - me];
		if (me < m)
			s[64] = me;
	});
}

// Threads that stay apart, in loops and in functions that one thread calls.
static void add(int *to, int value) restrict(amp)
{
	*to += value;
}

static int helper(tiled_index<64> t, int value) restrict(amp)
{
	tile_static int sum;

	sum = value + t.local[0];
	return sum;
}

void apart(array_view<int, 1> v, int n)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int s[256], sums[64];
		const int me = t.local[0];

		for (int k = me; k < 256; k += 64)
			s[k] = k;
		for (int k = 0; k < 4; k++)
			s[me + 64 * k] += k;
		for (int k = 4 * me; k < n && k < 4 * me + 4; k++)
			sums[k / 4] = k;
		add(&sums[me], s[me]);
		if (me == 5)
			v[t] = helper(t, me);
		do {
			if (me > 3)
				break;
			s[me + 64] = 1;
		} while (me < 0);
		t.barrier.wait();
		switch (n) {
		case 1:
			s[0] = me;
			break;
		default:
			v[t] = s[0];
		}
		const auto set = [=](int i) restrict(amp) { s[i] = me; };
		set(me);
	});
}

// Barriers that do not stand in the kernel itself.
struct at_end {
	tile_barrier barrier;
	at_end(const tile_barrier &b) restrict(amp) : barrier(b) {}
	~at_end() restrict(amp) { barrier.wait(); }
};

struct at_begin {
	at_begin(const tile_barrier &b) restrict(amp) { b.wait(); }
};

template <typename T> void wait_at(const T &t) restrict(amp)
{
	t.barrier.wait();
}

void elsewhere(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
		tile_static int s[16];
		const int me = t.local[0];
		const auto wait = [=]() restrict(amp) { t.barrier.wait(); };

		s[me] = me;
		wait();
		v[t] = s[15 - me];
		wait_at(t);
		s[me] = 0;
		at_begin here(t.barrier);
		v[t] += s[15 - me];
	});
	parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
		tile_static int s[16];
		{
			at_end there(t.barrier);
			s[t.local[0]] = t.local[0];
		}
		v[t] += s[15 - t.local[0]];
	});
}

// What a kernel captures is the same for all threads, unless it changes it.
void changes(array_view<int, 1> v, int me)
{
	parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) mutable restrict(amp) {
		tile_static int s[16];

		me = t.local[0];
		s[me] = v[t];
		v[t] = s[me];
	});
}

// Where a function that is called twice waits, its flags say: enough, and what the host decides.
static void transpose(float (&a)[8], float (&s)[576], int from, int to, int flags,
                      const tile_barrier &barrier) restrict(amp)
{
	if (flags & 2)
		barrier.wait();
	for (int i = 0; i < 8; i++)
		s[from + i * 66] = a[i];
	if (flags & 1)
		barrier.wait();
	for (int i = 0; i < 8; i++)
		a[i] = s[to + i * 8];
}

void flags(array_view<float> v, int decided)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static float s[576];
		const int me = t.local[0], high = me >> 3, low = me & 7;
		float a[8];
		for (int i = 0; i < 8; i++)
			a[i] = v[t];
		transpose(a, s, high * 8 + low, low * 66 + high, 1, t.barrier);
		transpose(a, s, high * 8 + low, high * 66 + low, 3, t.barrier);
		t.barrier.wait();
		transpose(a, s, high * 8 + low, low * 66 + high, decided, t.barrier);
		v[t] = a[3];
	});
}

static void meet(tiled_index<32> t) restrict(amp) { t.barrier.wait(); }

void waits_in_parentheses(array_view<int> v)
{
	parallel_for_each(v.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
		tile_static int s[32];
		s[t.local[0]] = v[t];
		(meet)(t);
		v[t] = s[31 - t.local[0]];
	});
}

void waits_at_times(array_view<int> v)
{
	parallel_for_each(v.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
		tile_static int s[32];
		const int me = t.local[0];
		for (int k = 0; k < 6; k++) {
			if (k > 0)
				t.barrier.wait();
			s[me] = me + k;
			t.barrier.wait();
			v[t] += s[31 - me];
		}
	});
}

struct left { int a; };
struct right { int b; };
struct both : left, right { int c; };

void base_classes(array_view<int> v)
{
	parallel_for_each(v.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
		tile_static both s;
		if (t.local[0] == 0)
			s.a = 1;
		if (t.local[0] == 1)
			s.b = 2;
		t.barrier.wait();
		v[t] = s.a + s.b;
	});
}

static void advance(int *&p, int n) restrict(amp) { p = p + n; }

void references_to_pointers(array_view<int> v)
{
	parallel_for_each(v.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
		tile_static int s[32], more[32];
		int *p = &s[0], *q = &more[0];
		int *&r = q;
		advance(p, t.local[0]);
		r = &more[t.local[0]];
		*p = *q = t.global[0];
		t.barrier.wait();
		v[t] = s[31 - t.local[0]] + more[31 - t.local[0]];
	});
}
