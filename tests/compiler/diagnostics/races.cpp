// tile_static memory that several threads of a tile use with no barrier in between (C++ AMP
// 8.1.2).
// RUN: %ampcc -fsyntax-only %s 2> %t; %FileCheck %s < %t
// RUN: %front -Wno-amp-tile-static-race -fsyntax-only %s 2> %t && ! grep . %t
// RUN: ! %ampcc -Werror=amp-tile-static-race -fsyntax-only %s 2> %t
#include <amp.h>
using namespace concurrency;

static const int TILE = 16;

struct cell {
	float value;
	int count;
};

// Microsoft's own example of what not to do.
void sum(array_view<const float, 1> v, array_view<float, 1> out)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static float total;
		if (t.local[0] == 0)
			total = 0;
		t.barrier.wait();
		// CHECK: races.cpp:[[# @LINE + 2]]:3: warning: thread (0) reads total here while thread (1) writes it, with no barrier in between [C++ AMP 8.1.2] [-Wamp-tile-static-race]
		// CHECK: note: use atomic_fetch_add
		total += v[t];
		t.barrier.wait();
		if (t.local[0] == 0)
			out[t.tile] = total;
	});
}

void count(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
		tile_static int n;
		// CHECK: races.cpp:[[# @LINE + 2]]:7: warning: thread (0) reads n here, which thread (1) writes with no barrier in between
		// CHECK: note: use atomic_fetch_add
		n = n + v[t];
		t.barrier.wait();
		// CHECK: races.cpp:[[# @LINE + 1]]:3: warning: thread (0) writes n here while thread (1) writes another value, with no barrier in between
		n = t.local[0];
		t.barrier.wait();
		v[t] = n;
	});
}

void neighbour(array_view<const float, 1> v, array_view<float, 1> out)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static float s[65];
		int i = t.local[0];

		s[i] = v[t];
		if (i == 0)
			s[64] = 0;
		// CHECK: races.cpp:[[# @LINE + 6]]:19: warning: thread (0) reads s[1] here, which thread (1) writes with no barrier in between
		// CHECK: races.cpp:[[# @LINE - 4]]:3: note: thread (1) writes s[1] here
		// CHECK: races.cpp:[[# @LINE + 4]]:3: note: a barrier here keeps them apart
		// CHECK-NEXT: out[t]
		// CHECK-NEXT: ^
		// CHECK-NEXT: {{^}}		t.barrier.wait();
		out[t] = s[i] + s[i + 1];
		t.barrier.wait();
		// CHECK: races.cpp:[[# @LINE + 2]]:10: warning: thread (0) reads s[1] here, which thread (1) writes with no barrier in between
		// CHECK: note: read the value into a variable, and write it behind a barrier
		s[i] = s[i + 1];
	});
}

void reduce(array_view<const float, 1> v, array_view<float, 1> out)
{
	parallel_for_each(v.extent.tile<256>(), [=](tiled_index<256> t) restrict(amp) {
		tile_static float s[256];
		const int i = t.local[0];

		s[i] = v[t];
		t.barrier.wait();
		for (int half = 128; half > 0; half /= 2) {
			// CHECK: races.cpp:[[# @LINE + 2]]:13: warning: thread (0) reads s[1] here, which thread (1) writes with no barrier in between
			if (i < half)
				s[i] += s[i + half];
			// CHECK: races.cpp:[[# @LINE + 1]]:3: note: a barrier at the end of the loop's body keeps them apart
		}
		if (i == 0)
			out[t.tile] = s[0];
	});
	parallel_for_each(v.extent.tile<256>(), [=](tiled_index<256> t) restrict(amp) {
		tile_static float s[256];
		const int i = t.local[0];

		s[i] = v[t];
		// CHECK: note: thread (128) writes s[128] here
		// CHECK: races.cpp:[[# @LINE + 1]]:3: note: a barrier here keeps them apart
		for (int half = 128; half > 0; half /= 2) {
			if (i < half)
				s[i] += s[i + half];
			t.barrier.wait();
		}
		if (i == 0)
			out[t.tile] = s[0];
	});
}

// The second barrier left out, and the first.
void product(array_view<const float, 2> a, array_view<const float, 2> b, array_view<float, 2> c,
             int n)
{
	parallel_for_each(c.extent.tile<TILE, TILE>(), [=](tiled_index<TILE, TILE> t) restrict(amp) {
		const int row = t.local[0], column = t.local[1];
		float sum = 0;

		for (int i = 0; i < n; i += TILE) {
			tile_static float left[TILE][TILE], right[TILE][TILE];

			left[row][column] = a(t.global[0], column + i);
			right[row][column] = b(row + i, t.global[1]);
			t.barrier.wait();
			// CHECK: races.cpp:[[# @LINE + 2]]:12: warning: thread (0, 1) reads left[0][0] here, which thread (0, 0) writes with no barrier in between
			for (int k = 0; k < TILE; k++)
				sum += left[row][k] * right[k][column];
			// CHECK: races.cpp:[[# @LINE + 1]]:3: note: a barrier at the end of the loop's body keeps them apart
		}
		c[t] = sum;
	});
	parallel_for_each(c.extent.tile<TILE, TILE>(), [=](tiled_index<TILE, TILE> t) restrict(amp) {
		const int row = t.local[0], column = t.local[1];
		float sum = 0;

		for (int i = 0; i < a.extent[1]; i += TILE) {
			tile_static float left[TILE][TILE], right[TILE][TILE];

			left[row][column] = a(t.global[0], column + i);
			right[row][column] = b(row + i, t.global[1]);
			// CHECK: races.cpp:[[# @LINE + 2]]:4: note: a barrier here keeps them apart
			// CHECK-NEXT: for
			for (int k = 0; k < TILE; k++)
				sum += left[row][k] * right[k][column];
			t.barrier.wait();
		}
		c[t] = sum;
	});
}

// A padded domain, a template, and a tile that is turned.
template <typename T, int N> void transpose(array_view<const T, 2> from, array_view<T, 2> to)
{
	parallel_for_each(from.extent.template tile<N, N>().pad(), [=](tiled_index<N, N> t) restrict(amp) {
		tile_static T block[N][N + 1];

		if (from.extent.contains(t.global))
			block[t.local[0]][t.local[1]] = from[t.global];
		const index<2> target(t.tile_origin[1] + t.local[0], t.tile_origin[0] + t.local[1]);
		if (to.extent.contains(target))
			// CHECK: races.cpp:[[# @LINE + 2]]:17: warning: thread (1, 0) reads block[0][1] here, which thread (0, 1) writes with no barrier in between
			// CHECK: races.cpp:[[# @LINE - 2]]:3: note: a barrier here keeps them apart
			to[target] = block[t.local[1]][t.local[0]];
	});
}
template void transpose<float, 16>(array_view<const float, 2>, array_view<float, 2>);

// In functions, and through pointers and references.
static void shift(int *values, int me, const tile_barrier &barrier) restrict(amp)
{
	// CHECK: races.cpp:[[# @LINE + 1]]:20: warning: thread ({{[0-9]+}}) reads values[{{[0-9]+}}] here, which thread ({{[0-9]+}}) writes with no barrier in between
	const int value = values[(me + 1) % 32];

	// CHECK: note: a barrier here keeps them apart
	// CHECK-NEXT: values[me] = value
	// CHECK-NEXT: ^
	// CHECK-NEXT: {{^	}}barrier.wait();
	values[me] = value;
	barrier.wait_with_tile_static_memory_fence();
}

void shifts(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
		tile_static int values[32];
		const int me = t.local[0];

		values[me] = me;
		t.barrier.wait();
		shift(values, me, t.barrier);
		v[t] = values[me];
	});
}

struct object {
	array_view<float, 1> v;
	void operator()(tiled_index<8> t) const restrict(amp)
	{
		tile_static cell cells[8];
		cell *own = &cells[t.local[0]];

		own->value = v[t];
		// A bare fence is no barrier.
		tile_static_memory_fence(t.barrier);
		// CHECK: races.cpp:[[# @LINE + 1]]:10: warning: thread (1) reads cells[0] here, which thread (0) writes with no barrier in between
		v[t] = cells[t.local[0] ^ 1].value;
	}
};

void run_object(array_view<float, 1> v)
{
	object f = {v};

	parallel_for_each(v.extent.tile<8>(), f);
}

// A transform of 512 points in tile_static memory: flags say where a function that is called twice waits.
// Those of the two calls are the wrong way around, so that the first one does not wait between the
// writes and the reads of its second half.
static void transpose_twice(float (&re)[8], float (&im)[8], float (&s)[576], int from, int to, int flags,
                            const tile_barrier &barrier) restrict(amp)
{
	if (flags & 8)
		barrier.wait();
	for (int i = 0; i < 8; i++)
		s[from + i * 66] = re[i];
	if (flags & 4)
		barrier.wait();
	for (int i = 0; i < 8; i++)
		re[i] = s[to + i * 8];
	if (flags & 2)
		barrier.wait();
	for (int i = 0; i < 8; i++)
		s[from + i * 66] = im[i];
	if (flags & 1)
		barrier.wait();
	// CHECK: races.cpp:[[# @LINE + 4]]:11: warning: thread (8) reads s[1] here, which thread (1) writes with no barrier in between
	// CHECK: races.cpp:[[# @LINE - 4]]:3: note: thread (1) writes s[1] here
	// CHECK: note: a barrier here keeps them apart
	for (int i = 0; i < 8; i++)
		im[i] = s[to + i * 8];
}

void fourier_transform(array_view<float> re, array_view<float> im)
{
	parallel_for_each(extent<1>(re.extent[0] / 8).tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static float s[576];
		const int me = t.local[0], high = me >> 3, low = me & 7, first = t.tile[0] * 512 + me;
		float a[8], b[8];
		for (int i = 0; i < 8; i++) {
			a[i] = re[first + i * 64];
			b[i] = im[first + i * 64];
		}
		transpose_twice(a, b, s, high * 8 + low, low * 66 + high, 0xe, t.barrier);
		transpose_twice(a, b, s, high * 8 + low, high * 66 + low, 0xf, t.barrier);
		for (int i = 0; i < 8; i++) {
			re[first + i * 64] = a[i];
			im[first + i * 64] = b[i];
		}
	});
}

// The same by a template's flags; and in a loop that waits at times.
template <bool Before, bool Between>
static void transpose_once(float (&a)[8], float *from, const float *to, const tile_barrier &barrier) restrict(amp)
{
	if (Before)
		barrier.wait();
	for (int i = 0; i < 8; i++)
		from[i * 66] = a[i];
	if (Between)
		barrier.wait();
	// CHECK: races.cpp:[[# @LINE + 2]]:10: warning: thread (0) reads s[8] here, which thread (8) writes with no barrier in between
	for (int i = 0; i < 8; i++)
		a[i] = to[i * 8];
}

void template_flags(array_view<float> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static float s[576];
		const int me = t.local[0], high = me >> 3, low = me & 7;
		float a[8];
		for (int i = 0; i < 8; i++)
			a[i] = v[t];
		transpose_once<false, true>(a, &s[high * 8 + low], &s[low * 66 + high], t.barrier);
		transpose_once<true, false>(a, &s[high * 8 + low], &s[high * 66 + low], t.barrier);
		v[t] = a[3];
	});
}

void waits_at_times(array_view<int> v)
{
	parallel_for_each(v.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
		tile_static int s[32];
		const int me = t.local[0];
		for (int k = 0; k < 6; k++) {
			s[me] = me + k;
			if (k > 2)
				t.barrier.wait();
			// CHECK: races.cpp:[[# @LINE + 1]]:12: warning: thread ({{[0-9]+}}) reads s[{{[0-9]+}}] here, which thread ({{[0-9]+}}) writes with no barrier in between
			v[t] += s[31 - me];
			t.barrier.wait();
		}
	});
}

// Names of the library's that are the program's own.
namespace mine {
struct tile_barrier {
	void wait() const restrict(amp) {}
};
inline int atomic_fetch_add(int *p, int n) restrict(amp)
{
	// CHECK: races.cpp:[[# @LINE + 1]]:9: warning: thread (0) reads total here while thread (1) writes it, with no barrier in between
	return *p += n;
}
} // namespace mine

void namesakes(array_view<int> v)
{
	parallel_for_each(v.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
		tile_static int s[32], total;
		const int me = t.local[0];
		const mine::tile_barrier barrier = {};
		if (me == 0)
			total = 0;
		s[me] = me;
		barrier.wait();
		// CHECK: races.cpp:[[# @LINE + 1]]:21: warning: thread ({{[0-9]+}}) reads s[{{[0-9]+}}] here, which thread ({{[0-9]+}}) writes with no barrier in between
		const int other = s[31 - me];
		t.barrier.wait();
		mine::atomic_fetch_add(&total, other);
		t.barrier.wait();
		v[t] = total;
	});
}
// CHECK-NOT: warning:
