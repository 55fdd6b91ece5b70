// Tile loops have a variable once for all threads, or no longer than to a barrier, only where all
// that is done with it is understood; and loops at all only where the statements are.
// RUN: %ampcc -std=c++17 --amp-save=%t -c %s -o %t.o
// RUN: %front -std=c++17 --amp-tile-fibers --amp-save=%t.fibers -c %s -o %t.o
// RUN: ! grep amp_run_tile %t.fibers/tile_uses.amp.cpp
// RUN: %front -std=c++17 -Wamp-tile-fibers -fsyntax-only %s 2> %t.log; %FileCheck --check-prefix=FIBERS %s < %t.log
// RUN: ! %ampcc -std=c++17 -Werror=amp-tile-fibers -fsyntax-only %s 2> %t.log
// RUN: sed -E '/[/][/] (CHECK|RUN)/d' %t/tile_uses.amp.cpp | %FileCheck %s
#include <amp.h>
#include <amp_math.h>
using namespace concurrency;

inline int twice(const int &x) restrict(cpu, amp) { return x + x; }
inline const int &larger(const int &a, const int &b) restrict(cpu, amp) { return a > b ? a : b; }
inline void bump(int &x) restrict(cpu, amp) { x++; }
inline void bump_constant(const int &x) restrict(cpu, amp) { const_cast<int &>(x)++; }
inline int *address(int &x) restrict(cpu, amp) { return &x; }

// What only reads: n and k are the same in all threads.
// CHECK-LABEL: struct read_kernel
void read(array_view<int> v, int n)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK-NOT: AMP_TILE_LOOPS {
		// CHECK: int sum = 0;
		// CHECK: AMP_TILE_LOOPS {
		tile_static int s[64], q[64];
		int sum = 0;
		s[t.local[0]] = v[t] + twice(sum) + larger(sum, 3) + int(sizeof(sum++));
		// CHECK: for (int k = 0; k < n; k++)
		for (int k = 0; k < n; k++) {
			t.barrier.wait();
			// CHECK: AMP_TILE_LOOPS {
			q[t.local[0]] = s[63 - t.local[0]] * k + s[larger(k % 64, sum % 64)] + twice(k);
			t.barrier.wait();
			s[t.local[0]] = q[t.local[0]];
			// CHECK: {{^ *}}sum += n;
			sum += n;
		}
		v[t] = s[t.local[0]] + sum;
	});
	// CHECK: AMP_TILE_LOOPS_END
}

// Each of these may change k, in each thread.
#define CHANGED(name, ...) \
	void name(array_view<int> v) \
	{ \
		parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) { \
			tile_static int s[64]; \
			int k = 0; \
			__VA_ARGS__; \
			s[t.local[0]] = 1; \
			t.barrier.wait(); \
			v[t] = s[63 - t.local[0]] + k; \
		}); \
	}
// CHECK-LABEL: struct reference_kernel
// CHECK: amp_kept_k AMP_TILE_THREAD = k;
CHANGED(reference, int (&r) = k; r++)
// CHECK-LABEL: struct cast_kernel
// CHECK: amp_kept_k AMP_TILE_THREAD = k;
CHANGED(cast, ((int &)k)++)
// CHECK-LABEL: struct argument_kernel
// CHECK: amp_kept_k AMP_TILE_THREAD = k;
CHANGED(argument, bump(k))
// CHECK-LABEL: struct constant_argument_kernel
// CHECK: amp_kept_k AMP_TILE_THREAD = k;
CHANGED(constant_argument, bump_constant(k))
// CHECK-LABEL: struct token_kernel
// CHECK: {{^}}k or_eq 1;{{$}}
CHANGED(token, k or_eq 1)

// Classes whose names have "texture" or "array" in them are the program's own.
struct texture_walker {
	int operator()(int &k) const restrict(cpu, amp) { return k++; }
};
template <typename T> struct sparse_array {
	int operator[](int &k) const restrict(cpu, amp) { return k++; }
};
// CHECK-LABEL: struct walker_kernel
// CHECK: amp_kept_k AMP_TILE_THREAD = k;
CHANGED(walker, texture_walker w; s[0] = w(k))
// CHECK-LABEL: struct sparse_kernel
// CHECK: amp_kept_k AMP_TILE_THREAD = k;
CHANGED(sparse, sparse_array<int> a; s[0] = a[k])

// By another name an index of the library's, and a view, are what they are.
typedef tiled_index<64> point;
typedef array_view<int> numbers;
// CHECK-LABEL: struct aliases_kernel
void aliases(numbers v)
{
	parallel_for_each(v.extent.tile<64>(), [=](point t) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: for (int k = 0; k < v.extent[0]; k += 64)
		// CHECK-NOT: amp_kept_k
		tile_static int s[64];
		int sum = 0;
		for (int k = 0; k < v.extent[0]; k += 64) {
			s[t.local[0]] = v[k + t.local[0]];
			t.barrier.wait();
			sum += s[63 - t.local[0]];
			t.barrier.wait();
		}
		v[t] = sum;
	});
	// CHECK: AMP_TILE_LOOPS_END
}

// In a template k is the same in all threads if T is a number: no function can be found for the
// operators then.
// CHECK-LABEL: struct premise_kernel
// CHECK: bool, true && std::is_arithmetic<T>::value && Concurrency::details::is_moved_as_bytes<T >::value> amp_has_tile_loops;
// CHECK: for (int k = 0; k < 4; k++)
template <typename T> void premise(array_view<T, 1> v)
{
	parallel_for_each(v.extent.template tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static T s[64];
		T sum = 0;
		for (int k = 0; k < 4; k++) {
			s[t.local[0]] = v[t];
			t.barrier.wait();
			sum += s[63 - t.local[0]] * k;
			t.barrier.wait();
		}
		v[t] = sum;
	});
}
template void premise(array_view<float, 1>);

// So with elements of views, the library's functions, casts and variables that are auto.
// CHECK-LABEL: struct premises_kernel
// CHECK: bool, true && std::is_arithmetic<T>::value && Concurrency::details::is_moved_as_bytes<T >::value> amp_has_tile_loops;
// CHECK: for (int k = 0; k < 4; k++)
template <typename T> void premises(array_view<T, 1> v)
{
	parallel_for_each(v.extent.template tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static T s[64];
		T sum = 0;
		for (int k = 0; k < 4; k++) {
			s[t.local[0]] = v[t];
			t.barrier.wait();
			auto last = s[63 - t.local[0]];
			sum += v[t] * k + v(t.global[0]) * k + v[t.global] * k + -last * k + (T)k + T(k);
			sum += fast_math::sqrt(s[0]) * k + (last > k ? last : s[k] * 2) * k;
			t.barrier.wait();
		}
		v[t] = sum;
	});
}
template void premises(array_view<float, 1>);

// Nothing is asked of T where k is only a subscript, whatever an element is.
// CHECK-LABEL: struct subscripts_kernel
// CHECK: bool, true && Concurrency::details::is_moved_as_bytes<T >::value> amp_has_tile_loops;
// CHECK: for (int k = 0; k < 4; k++)
template <typename T> void subscripts(array_view<T, 1> v)
{
	parallel_for_each(v.extent.template tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static T s[64];
		T sum = 0;
		for (int k = 0; k < 4; k++) {
			s[t.local[0]] = v[t];
			t.barrier.wait();
			sum += s[k] + v[k] + v(k);
			t.barrier.wait();
		}
		v[t] = sum;
	});
}
template void subscripts(array_view<float, 1>);

// What is read of an object at one barrier is not read again behind the next.
struct first_of {
	array_view<int> v;
	operator int() const restrict(amp) { return v[0]; }
};
// CHECK-LABEL: struct converted_kernel
void converted(array_view<int> v, first_of o)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: int amp_kept_a AMP_TILE_ARRAY;
		const int a = o + t.local[0];
		t.barrier.wait();
		v[t] = a;
	});
	// CHECK: AMP_TILE_LOOPS_END
}

// References and lambdas are declared anew where they are named.
// CHECK-LABEL: struct stand_ins_kernel
void stand_ins(array_view<int> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: AMP_TILE_LOOPS {
		int k = 0;
		int &r = k;
		const int n = v[t];
		auto add = [=](int x) { return x + n; };
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: int k = amp_kept_k
		// CHECK-NOT: amp_kept_n
		// CHECK: int &r = k;
		// CHECK-NOT: auto add
		// CHECK: r = t.local[0];
		// CHECK: amp_kept_k AMP_TILE_THREAD = k;
		t.barrier.wait();
		r = t.local[0];
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: int n = amp_kept_n
		// CHECK: auto add =
		t.barrier.wait();
		v[t] = add(k); });
}

// A static constant is declared once for all threads.
// CHECK-LABEL: struct static_constant_kernel
void static_constant(array_view<int> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: static constexpr int size = 64;
		// CHECK: AMP_TILE_LOOPS {
		static constexpr int size = 64;
		tile_static int s[size];
		s[t.local[0]] = v[t];
		t.barrier.wait();
		v[t] = s[size - 1 - t.local[0]];
	});
}

// ---- Without loops ----

// A pointer to a thread's own variable lives across a barrier.
// CHECK-LABEL: struct private_pointer_kernel
// CHECK-NOT: amp_run_tile
void private_pointer(array_view<int> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		int k = 0;
		// FIBERS: tile_uses.cpp:[[# @LINE + 1]]:8: warning: on the CPU accelerator the threads of a tile are fibers, not loops: a pointer lives across a barrier, and may point to a thread's own variable [-Wamp-tile-fibers]
		int *p = address(k);
		t.barrier.wait();
		*p = t.local[0];
		t.barrier.wait();
		v[t] = k;
	});
}

// So does a reference to an element whose place is another one by then.
// CHECK-LABEL: struct moving_reference_kernel
// CHECK-NOT: amp_run_tile
void moving_reference(array_view<int> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int s[64];
		int k = v[t];
		// FIBERS: tile_uses.cpp:[[# @LINE + 1]]:8: warning: {{.*}}: a variable of a type that cannot be kept lives across a barrier
		int &r = s[k];
		t.barrier.wait();
		k++;
		r = t.local[0] + k; });
}

// A lambda has a copy of what changes later.
// CHECK-LABEL: struct copying_lambda_kernel
// CHECK-NOT: amp_run_tile
void copying_lambda(array_view<int> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		int k = v[t];
		auto add = [=](int x) { return x + k; };
		t.barrier.wait();
		k++;
		v[t] = add(k); });
}

// Statements within an expression.
// CHECK-LABEL: struct statement_expression_kernel
// CHECK-NOT: amp_run_tile
void statement_expression(array_view<int> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// FIBERS: tile_uses.cpp:[[# @LINE - 1]]:78: warning: {{.*}}: a jump to a label, or
		int k = ({ int q = t.local[0]; q * q; });
		t.barrier.wait();
		v[t] = k; });
}

// A function that waits has the name of a fence of the library's, and a parameter of a template's type.
namespace mine {
inline void all_memory_fence(const tile_barrier &b) restrict(amp) { b.wait(); }
template <typename B> void meet(B b) restrict(amp) { b.wait(); }
} // namespace mine
// CHECK-LABEL: struct namesake_kernel
// CHECK: amp_tile_{{[0-9]+}}_{{[0-9a-f]+}}_all_memory_fence(t.barrier, amp_tile
void namesake(array_view<int> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int s[64];
		s[t.local[0]] = v[t];
		mine::all_memory_fence(t.barrier);
		v[t] = s[63 - t.local[0]];
	});
}
// CHECK-LABEL: struct generic_barrier_kernel
// CHECK-NOT: amp_run_tile
// CHECK: visit(v
void generic_barrier(array_view<int> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int s[64];
		s[t.local[0]] = v[t];
		mine::meet(t.barrier);
		v[t] = s[63 - t.local[0]];
	});
}

// A variable that lives across a barrier: regions have a reference to it, which decltype shows. Names that are not
// its own do not count: other variables of its name, and captures.
// CHECK-LABEL: struct named_types_kernel
// CHECK-NOT: amp_run_tile
// CHECK: visit(v
struct two { int a, b; };
void named_types(array_view<int> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// FIBERS: tile_uses.cpp:[[# @LINE + 1]]:7: warning: {{.*}}: a variable whose type, size or address is asked for
		two x = {t.local[0], v[t]};
		t.barrier.wait();
		decltype(x) y = x;
		y.a = 100;
		v[t] = x.a + y.b;
	});
}
// CHECK-LABEL: struct named_in_typedef_kernel
// CHECK-NOT: amp_run_tile
// CHECK: visit(v
void named_in_typedef(array_view<int> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// FIBERS: tile_uses.cpp:[[# @LINE + 1]]:7: warning: {{.*}}: a variable whose type, size or address is asked for
		two x = {t.local[0], v[t]};
		t.barrier.wait();
		typedef decltype(x) type;
		type y = x;
		y.a = 100;
		v[t] = x.a + y.b;
	});
}
// CHECK-LABEL: struct namesakes_kernel
// CHECK: amp_run_tile
// CHECK: auto f = [n, m](int x) { return n + x + m; };
// CHECK: amp_kept_n AMP_TILE_THREAD = n;
// CHECK: AMP_TILE_LOOPS {
// CHECK-NOT: amp_kept_n
// CHECK: v[t] = g(3);
// CHECK: int n = amp_kept_n AMP_TILE_THREAD;
// CHECK: decltype(n + 1) r = n;
void namesakes(array_view<int> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		int n = v[t];
		const int m = 7;
		auto f = [n, m](int x) { return n + x + m; };
		n += f(t.local[0]);
		t.barrier.wait();
		auto g = [](int q) { int n = q; return n; };
		v[t] = g(3);
		t.barrier.wait();
		decltype(n + 1) r = n;
		v[t] += r;
	});
}
// CHECK-LABEL: struct halves_kernel
// CHECK: amp_run_tile
// CHECK-NOT: amp_kept_{{from|to|last}}
// CHECK: AMP_TILE_LOOPS_END
void halves(array_view<int> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int s[2][64];
		s[0][t.local[0]] = s[1][t.local[0]] = v[t];
		{
			int from = 0, to = 1;
			for (int k = 0; k < 3; k++) {
				t.barrier.wait();
				s[to][t.local[0]] = s[from][63 - t.local[0]];
				const int last = from;
				from = to;
				to = last;
			}
		}
		{
			int from = 1, to = 0;
			for (int k = 0; k < 5; k++) {
				t.barrier.wait();
				s[to][t.local[0]] += s[from][63 - t.local[0]];
				const int last = from;
				from = to;
				to = last;
			}
		}
		v[t] = s[1][t.local[0]];
	});
}
