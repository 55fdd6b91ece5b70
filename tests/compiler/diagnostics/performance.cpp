// What is slower in kernels than it needs to be: said only if asked for.
// RUN: %ampcc -Wamp-performance -fsyntax-only %s 2> %t; %FileCheck %s < %t
// RUN: %front -fsyntax-only %s 2> %t && ! grep . %t
// RUN: %ampcc -Wall -Wextra -Werror -fsyntax-only %s
// RUN: ! %ampcc -Werror=amp-performance -fsyntax-only %s 2> %t
// RUN: %front -Wamp-performance -fdiagnostics-parseable-fixits -fsyntax-only %s 2> %t; %FileCheck --check-prefix=PARSEABLE %s < %t
#include <amp.h>
using namespace concurrency;

static const int FIXED = 7;

// In functions that kernels call.
int wrap(int i, int n) restrict(cpu, amp)
{
	// CHECK: performance.cpp:[[# @LINE + 1]]:13: warning: signed remainder by a value that is not constant: it is faster with unsigned integers [-Wamp-performance]
	return i % n;
}

int host_only(int i, int n, float x)
{
	return i / n + int(x * 2.5);
}

template <typename T, int N> T each(T i, int n) restrict(amp)
{
	// CHECK-NOT: warning:
	T a = i / T(N);
	int b = n / N + n % (N * 2);
	// CHECK: performance.cpp:[[# @LINE + 1]]:17: warning: signed division by a value that is not constant
	return a + 5 / n + b;
}

void divide(array_view<int, 1> v, int n, unsigned m, array_view<float, 1> f)
{
	const int eight = 8;

	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		int k = v[i] / FIXED + v[i] % 16 + v[i] / eight + each<int, 5>(v[i], n);

		// CHECK: performance.cpp:[[# @LINE + 1]]:8: warning: signed division by a value that is not constant
		k /= n;
		// CHECK: performance.cpp:[[# @LINE + 1]]:15: warning: signed remainder by a value that is not constant
		k += i[0] % v.extent[0];
		k += static_cast<unsigned>(k) / m;
		f[i] = f[i] / n;
		v[i] = k + wrap(k, n);
	});
}

void literals(array_view<float, 1> v, array_view<double, 1> d)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		float x = v[i] * 2.5f + 2;

		// CHECK: performance.cpp:[[# @LINE + 4]]:12: warning: this literal converts a float to double, and double arithmetic is slower
		// CHECK: note: an 'f' makes it a float
		// CHECK: {{^}}		            {{ *}}f{{$}}
		// PARSEABLE: {{^}}fix-it:"{{.*}}performance.cpp":{[[# @LINE + 1]]:15-[[# @LINE + 1]]:15}:"f"{{$}}
		x = x * (0.5);
		// CHECK: performance.cpp:[[# @LINE + 1]]:8: warning: this literal converts a float to double
		x += 1.5;
		// CHECK: performance.cpp:[[# @LINE + 1]]:8: warning: this literal converts a float to double
		if (-2.0 < x)
			d[i] = d[i] * 2.0 + double(x) * 0.25;
		x = 3.0;
		v[i] = x;
	});
}

void orders(array_view<float, 2> v, array_view<float, 2> out, array<float, 3> &cube)
{
	parallel_for_each(v.extent, [=](index<2> i) restrict(amp) {
		int row = i[0], column = i[1];

		// CHECK: performance.cpp:[[# @LINE + 1]]:12: warning: neighbouring threads access elements of different rows: memory is fastest where the last subscript follows the last component of the index
		out(i) = v(i[1], i[0]);
		// CHECK: performance.cpp:[[# @LINE + 1]]:3: warning: neighbouring threads access
		out(column, 1) = v(row, 2);
		float sum = 0;
		for (int k = 0; k < v.extent[1]; k++) {
			sum += out(k, column) * out(row, k);
			// CHECK: performance.cpp:[[# @LINE + 1]]:11: warning: neighbouring threads access
			sum += out(column + 1, k);
		}
		for (int k = column; k < v.extent[1]; k++)
			sum += v(column, k);
		v(row, column) = sum + v[i] + v(row, v.extent[1] - 1 - column);
		// CHECK: performance.cpp:[[# @LINE + 1]]:3: warning: neighbouring threads access
		v[index<2>(column, row)] = sum;
	});
	parallel_for_each(v.extent.tile<16, 16>(), [=, &cube](tiled_index<16, 16> t) restrict(amp) {
		tile_static float block[16][16];

		block[t.local[1]][t.local[0]] = v(t.tile_origin[0] + t.local[0], t.global[1]);
		t.barrier.wait();
		// CHECK: performance.cpp:[[# @LINE + 1]]:3: warning: neighbouring threads access
		out(t.global[1], t.global[0]) = block[t.local[0]][t.local[1]];
		out(t.global[1] / 16, t.global[0]) = 1;
		// CHECK: performance.cpp:[[# @LINE + 1]]:3: warning: neighbouring threads access
		cube(t.global[1], 0, t.global[0]) = 2;
		cube(0, t.global[0], t.global[1]) = 2;
	});
	// One thread a row.
	parallel_for_each(extent<1>(v.extent[0]), [=](index<1> i) restrict(amp) {
		for (int k = 0; k < v.extent[1]; k++)
			// CHECK: performance.cpp:[[# @LINE + 1]]:4: warning: neighbouring threads access
			v(i[0], k) = out(k, i[0]);
	});
	// An index of which a component is chosen is not changed by that.
	parallel_for_each(v.extent, [=](index<2> i) restrict(amp) {
		int row = (v[i] ? i[0] : i[1]) / 2u;
		// CHECK: performance.cpp:[[# @LINE + 1]]:3: warning: neighbouring threads access
		out(i[1], i[0]) = row;
	});
}
// CHECK-NOT: warning:
