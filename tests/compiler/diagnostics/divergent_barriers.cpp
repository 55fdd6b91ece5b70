// Barriers that not all threads of a tile come to (C++ AMP 8.1.1).
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
#include <amp.h>
using namespace concurrency;

static void wait_at(tile_barrier barrier) restrict(amp)
{
	// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:2: error: barrier in divergent control flow: not all threads of the tile reach it [C++ AMP 8.1.1]
	barrier.wait();
}

template <int N> void wait_below(tiled_index<N> t, int i) restrict(amp)
{
	if (i < N / 2)
		// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:3: error: barrier in divergent
		t.barrier.wait_with_tile_static_memory_fence();
}

void run(array_view<int, 1> v, int n)
{
	parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
		int i = t.local[0];

		// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 2]]:4: error: barrier in divergent
		if (t.local[0] % 2 == 0)
			t.barrier.wait();
		// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 2]]:4: error: barrier in divergent
		if (t.global[0] < n)
			t.barrier.wait_with_all_memory_fence();
		// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 2]]:4: error: barrier in divergent
		for (int k = i; k < 1000; k += 16)
			t.barrier.wait_with_global_memory_fence();
		// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 2]]:4: error: barrier in divergent
		for (int k = i; k < n; k += 16)
			t.barrier.wait();
		for (int k = 0; k < 5; k++) {
			// The other threads wait again.
			// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:4: error: barrier in divergent
			t.barrier.wait();
			// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 2]]:5: note: some threads leave with this 'break'
			if (k > i)
				break;
		}
		do {
			if (i)
				break;
			// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:4: error: barrier in divergent
			t.barrier.wait();
		} while (false);
		for (int k = 0; k < 5; k++) {
			if (k == i)
				continue;
			// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:4: error: barrier in divergent
			t.barrier.wait();
		}
		switch (i) {
		case 1:
			// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:4: error: barrier in divergent
			t.barrier.wait();
			break;
		}
		// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:14: error: barrier in divergent
		i == 0 && (t.barrier.wait(), true);
		// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:7: note: this condition depends on the thread's index
		if (i == 3)
			// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:4: note: 'wait_at(tile_barrier)' is called from here
			wait_at(t.barrier);
		wait_below(t, i);
		// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:11: note: this condition depends on the thread's index
		if (int x = t.local[0])
			// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:4: error: barrier in divergent
			t.barrier.wait();
		// Those who leave a loop are at no barrier of a loop or switch in it.
		for (int k = 0; k < 5; k++) {
			if (k > i)
				break;
			for (int j = 0; j < 3; j++)
				// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:5: error: barrier in divergent
				t.barrier.wait();
			switch (n) {
			case 1:
				// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:5: error: barrier in divergent
				t.barrier.wait();
			}
		}
		for (int k = 0; k < 5; k++) {
			if (k == i)
				continue;
			for (int j = 0; j < 3; j++)
				// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:5: error: barrier in divergent
				t.barrier.wait();
		}
		if (i == 15)
			return;
		// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:3: error: barrier in divergent
		t.barrier.wait();
	});
}

// Where only an instantiation tells how large the tile is.
template <int N> struct function_object {
	array_view<int, 1> v;
	void operator()(tiled_index<N> t) const restrict(amp)
	{
		if (t.local[0] < 5)
			// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:4: error: barrier in divergent
			t.barrier.wait();
		v[t] = 0;
	}
};

static int twice(int &x) restrict(amp)
{
	return 2 * x;
}

// A call that only reads a variable leaves its value known.
void run_read(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
		int k = t.local[0];
		v[t] = twice(k);
		if (k < 3)
			// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:4: error: barrier in divergent
			t.barrier.wait();
	});
}

// An index in a class, and functions that return parts of it.
struct work_item {
	tiled_index<8> t;
	work_item(tiled_index<8> i) restrict(amp) : t(i) {}
	int local() const restrict(amp) { return t.local[0]; }
	bool is_below(int n) const restrict(amp) { return local() < n; }
};

void run_wrapped(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
		work_item item(t);
		if (item.is_below(8))
			t.barrier.wait();
		if (item.is_below(3))
			// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:4: error: barrier in divergent
			t.barrier.wait();
	});
}

template <int N> void run_2(array_view<int, 2> v)
{
	parallel_for_each(v.extent.tile<N, N>(), [=](tiled_index<N, N> t) restrict(amp) {
		auto local = t.local;
		if (local[0] == local[1])
			// CHECK-DAG: divergent_barriers.cpp:[[# @LINE + 1]]:4: error: barrier in divergent
			t.barrier.wait();
	});
}

void launch(array_view<int, 1> v, array_view<int, 2> m)
{
	function_object<8> f = {v};

	parallel_for_each(v.extent.tile<8>(), f);
	run_2<4>(m);
}
