// The CUDA for people where nvcc alone would take names, types or macros for others.
// RUN: mkdir %t
// RUN: printf '#pragma push_macro("PUSHED")\n#undef PUSHED\n#pragma pop_macro("PUSHED")\n' >%t/pushes.h
// RUN: %ampcc --amp-emit-cuda -isystem %t -o - %s | sed -E '/[/][/] (CHECK|RUN)/d' | %FileCheck %s

// A macro that the library's headers would see is defined behind them.
// CHECK: // Made by ampcc
// CHECK-NEXT: // nvcc {{.*}} --expt-relaxed-constexpr{{$}}
// CHECK-NEXT: #include <amp.h>
// CHECK-NEXT: #include <amp_math.h>
// A type of a namespace that a using-directive puts beside a function of CUDA's.
// CHECK-NEXT: #define llmax llmax_of_program
// nvcc has no names beyond ASCII in code for GPUs, and takes them elsewhere.
// CHECK-NEXT: #define größe grD2Dfe
// CHECK-NEXT: #define hälfte hDklfte
// CHECK-NEXT: #define äh Dkh
// CHECK-NOT: #define länge
// CHECK: #define N 16
#define N 16
#include <amp.h>
#include <amp_math.h>
using namespace concurrency;

// A type with the name of one of CUDA's functions has another one, also in what is said of it.
// CHECK: {{^}}class all_of_program;
// CHECK: {{^}}class all_of_program {
// CHECK: __host__ __device__ all_of_program(int n) : n(n) {}
// CHECK-NEXT: ~all_of_program() = default;
// CHECK: enum rsqrt_of_program { first };
class all;
class all {
	int n;
public:
	all(int n) restrict(cpu, amp) : n(n) {}
	~all() = default;
	int get() const restrict(cpu, amp) { return n; }
};
enum rsqrt { first };
namespace used { template <typename T> struct llmax { T n; }; }
using namespace used;
struct größe { int länge; };
namespace äh {
int hälfte(größe g) restrict(cpu, amp) { return g.länge / 2; }
int länge(größe g) { return g.länge; }
}

// Of a pair with such a name one function has the other one, and one this.
// CHECK: __host__ __device__ int any_amp(int x) { return x; }
// CHECK: int any_of_program(int x) { return x + any_of_program(1.0f); }
int any(int x) restrict(amp) { return x; }
int any(float x) restrict(cpu) { return 0; }
int any(int x) restrict(cpu) { return x + any(1.0f); }

// The type of a lambda that leaves its function has a name.
// CHECK: struct plus_kernel {
// CHECK-NEXT: int n;
// CHECK-NEXT: __host__ __device__ auto operator()(int x) const { return x + n; }
// CHECK: __host__ __device__ auto plus(int n)
// CHECK-NEXT: {
// CHECK-NEXT: return plus_kernel{n};
auto plus(int n) restrict(cpu, amp)
{
	return [=](int x) restrict(cpu, amp) { return x + n; };
}

// A lambda in another one that returns a number does not leave it.
// CHECK: __host__ __device__ auto operator()(int x) const { return ([](auto y) { return y + 1; })(x); }
void add_one(array_view<int> v)
{
	auto f = [](int x) restrict(cpu, amp) { return ([](auto y) restrict(cpu, amp) { return y + 1; })(x); };
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = f(i[0]); });
}

// What nvcc writes in place of a constant's name is an expression. It does not warn of constants that only kernels use.
constexpr int half(int n) { return n / 2; }
struct sides {
	int width, height;
};
// CHECK: struct run_kernel {
// CHECK: operator()(concurrency::index<1> i) const {
// CHECK-NEXT: constexpr sides s = sides{M, 4};
// CHECK-NEXT: constexpr int few = half(M);
// CHECK-NEXT: constexpr rsqrt_of_program r = first;
// CHECK-NEXT: int a[s.width] = {1};
// CHECK: constexpr int few = half(M);
// CHECK-NEXT: constexpr sides s {{\[\[maybe_unused\]\]}} = {M, 4};
// CHECK-NEXT: const rsqrt_of_program r {{\[\[maybe_unused\]\]}} = first;
template <int M, class F> void run(array_view<int> v, F f)
{
	constexpr int few = half(M);
	constexpr sides s = {M, 4};
	const rsqrt r = first;
	if (v.extent.size() < few)
		return;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		int a[s.width] = {1};
		v[i] = f(few) + all(a[0]).get() + any(1) + r;
	});
}

// What is written for a macro's use, since other uses of it become something else, is all that it became.
// CHECK: #define KERNEL(name, value)
// CHECK: static int plain_one(array_view<int> v) { return v[0]; }{{ *$}}
// CHECK: struct one_kernel {
// CHECK: static void one(array_view<int> v) { parallel_for_each(v.extent, one_kernel{v}); }
// CHECK: struct two_kernel {
#define KERNEL(name, value) \
	static int plain_##name(array_view<int> v) { return v[0]; } \
	static void name(array_view<int> v) \
	{ \
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = value; }); \
	}
KERNEL(one, 1)
KERNEL(two, 2)

// A header of the system's may have put a macro aside.
// CHECK: #define PUSHED(v) parallel_for_each(v.extent, pushed_kernel{v})
// CHECK: void pushed(array_view<int> v) { PUSHED(v); }
#define PUSHED(v) parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 2; })
#include <pushes.h>
void pushed(array_view<int> v) { PUSHED(v); }

// Of macros that open a lambda and close it, what stands between stays as it is.
// CHECK: struct between_kernel {
// CHECK: __host__ __device__ void operator()(concurrency::index<1> i) const {{[{]$}}
// CHECK-NEXT: {{^		to\[i\] = TWICE\(from\[i\]\);$}}
// CHECK-NEXT: {{^	[}]$}}
// CHECK-NEXT: AMP_CAPTURES(writes_if<T>(to), reads_if<T>(from))
#define TWICE(x) ((x) + (x))
#define EACH(v, i) parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
#define END });
template <class T> void between(array_view<const T> from, array_view<T> to)
{
	EACH(to, i)
		to[i] = TWICE(from[i]);
	END
}

// One word makes all kernels of a class public.
// CHECK: {{^}}	int n = 1;
// CHECK-NEXT: {{^}}public:
// CHECK-NEXT: {{^}}	struct first_kernel;
// CHECK-NEXT: {{^}}	struct second_kernel;
// CHECK-NEXT: {{^}}};
class two_kernels {
public:
	void first(array_view<int> v);
	void second(array_view<int> v);
private:
	int n = 1;
};
void two_kernels::first(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
}
void two_kernels::second(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 2; });
}

void all_of_them(array_view<int> v)
{
	run<N>(v, plus(1));
	one(v);
	two(v);
	v[0] = plain_one(v) + plain_two(v) + any(2);
}
