// What --amp-emit-cuda writes for people (docs/cuda.md): short names, macros in place of visitors, types as they
// were written, and nothing of what only ampcc's own units need.
// RUN: %ampcc --amp-emit-cuda -o - %s | sed -E '/[/][/] (CHECK|RUN|NOT)/d' >%t
// RUN: %FileCheck %s <%t
// RUN: ! grep -nE 'details::|amp_visit|prelude|__AMPCC|_kernel_1|_[0-9a-f]{8}|__shared__|#line' %t
#include <amp.h>
using namespace concurrency;

// CHECK: // Made by ampcc from {{.*}}cuda_text.cpp.
// CHECK-NEXT: // nvcc -std=c++17 -arch=native -c cuda_text.cu -o cuda_text.o -I{{[^ ]*}}{{$}}
// CHECK-NEXT: #include <amp.h>
// CHECK-NEXT: #define float3 float3_of_program

typedef array_view<const float> row;

// A kernel is in an unnamed namespace, since other units may have one of its name.
// CHECK: namespace {
// CHECK-NEXT: struct add_kernel {
// CHECK-NEXT: array_view<float, 1> sum;
// CHECK-NEXT: row a;
// CHECK-NEXT: int n;
// CHECK-NEXT: __host__ __device__ void operator()(concurrency::index<1> i) const { sum[i] = a[i] + n; }
// CHECK-NEXT: AMP_CAPTURES(writes(sum), reads(a))
// CHECK-NEXT: AMP_WIDE(add_kernel, sum, a)
// CHECK-NEXT: };
// CHECK-NEXT: } // namespace
// CHECK: void add(array_view<float, 1> sum, row a, int n)
// CHECK: parallel_for_each(sum.extent, add_kernel{sum, a, n});
void add(array_view<float, 1> sum, row a, int n)
{
	parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) { sum[i] = a[i] + n; });
}

// Names that the source has are not taken.
int add_kernel_2;
// CHECK: struct add_kernel_3 {
// CHECK-NEXT: mutable concurrency::cuda::by_reference<array<float, 2>> to;
// CHECK-NEXT: mutable concurrency::cuda::by_reference<const array<float, 2>> from;
// CHECK: to(i) = from(i);
void add(const array<float, 2> &from, array<float, 2> &to)
{
	parallel_for_each(to.extent, [&](index<2> i) restrict(amp) { to(i) = from(i); });
}

// The types of a template are as they were written, too, and tile_static is a word.
// CHECK: template <typename T, int N>
// CHECK-NEXT: struct turn_kernel {
// CHECK-NEXT: array_view<T, 1> v;
// CHECK-NEXT: __host__ __device__ void operator()(tiled_index<N> i) const {
// CHECK-NEXT: tile_static T values[N];
// CHECK: parallel_for_each(domain.tile<N>(), turn_kernel<T, N>{v}
template <typename T, int N> void turn(array_view<T, 1> v)
{
	extent<1> domain = v.extent;
	parallel_for_each(domain.tile<N>(), [=](tiled_index<N> i) restrict(amp) {
		tile_static T values[N];
		values[i.local[0]] = v[i.global];
		i.barrier.wait();
		v[i.global] = values[N - 1 - i.local[0]];
	});
}
template void turn<float, 64>(array_view<float, 1>);

// Of a class only the lines are new; they are public where the class is not.
// CHECK: array_view<int> data;
// CHECK-NEXT: {{^}}public:
// CHECK-NEXT: {{^}}	AMP_CAPTURES(reads_writes(data))
// CHECK-NEXT: {{^}}};
class increment {
public:
	explicit increment(array_view<int> d) : data(d) {}
	void operator()(index<1> i) const restrict(amp)
	{
		if (data[i] > 0)
			data[i] += 1;
	}

private:
	array_view<int> data;
};

// A body in a macro's argument has its own lines, and macros in parameters stay. Kernels of an operator have its name in
// words; what is no name that depends on parameters needs no word.
// CHECK: {{^}}	void operator-=(int by);
// CHECK-NEXT: {{^}}	AMP_CAPTURES(reads_writes(v))
// CHECK-NEXT: {{^}}	struct operator_minus_equals_kernel;
// CHECK-NEXT: {{^}}};
// CHECK: __host__ __device__ void operator()(tiled_index<TILE> i) const {
// CHECK-NEXT: {{^}}		v[i.global] -= by; // each
// CHECK-NEXT: {{^}}	}
// CHECK: LAUNCH(v.extent.tile<TILE>(), operator_minus_equals_kernel{v, by});
#define TILE 16
#define LAUNCH(domain, ...) parallel_for_each(domain, __VA_ARGS__)
struct numbers {
	array_view<int> v;
	void operator-=(int by);
};
void numbers::operator-=(int by)
{
	auto v = this->v;
	LAUNCH(v.extent.tile<TILE>(), [=](tiled_index<TILE> i) restrict(amp) {
		v[i.global] -= by; // each
	});
}

// An unnamed namespace is one, and a kernel in it is not in another one, which nvcc finds ambiguous.
// CHECK: namespace {
// CHECK-NEXT: __host__ __device__ float twice(float x) { return 2 * x; }
// CHECK-NEXT: struct clear_kernel {
namespace {
float twice(float x) restrict(amp) { return 2 * x; }
void clear(array_view<float> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 0; });
}
}

// Of functions that differ in restriction only, the one for kernels has another name.
// CHECK: float half(float x) { return x / 2; }
// CHECK: __host__ __device__ float half_amp(float x) { return x * 0.5f; }
float half(float x) { return x / 2; }
float half(float x) restrict(amp) { return x * 0.5f; }

// CHECK: struct scale_kernel {
// CHECK: v[i] = half_amp(twice(v[i]));
// CHECK: AMP_LOOPS
// CHECK: scale_kernel{v}
// CHECK: return half(1);
float scale(array_view<float> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		for (int k = 0; k < 3; k++)
			v[i] = half(twice(v[i]));
	});
	return half(1);
}

// CHECK: AMP_CAPTURES(reads_writes(sum), reads(of))
// CHECK-NEXT: AMP_RESTRICT_OPAQUE(add_kernel_4, sum, of) AMP_LOOPS
void add(array_view<float> sum, array_view<const float> of)
{
	parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) {
		for (int k = 0; k < 3; k++)
			sum[i] += of[k];
	});
}

// A name that programs give a macro of theirs is none of the library's.
// CHECK: AMP_RESTRICT_POINTERS(write_kernel, to, of) AMP_LOOPS
#define AMP_RESTRICT restrict(amp)
void write(array_view<float> to, array_view<const float> of)
{
	parallel_for_each(to.extent, [=](index<1> i) AMP_RESTRICT {
		for (int k = 0; k < 3; k++)
			to[i] = of[k];
	});
}

// A class of a function is in front of it, whole.
// CHECK: struct local_types {
// CHECK-NEXT: struct border {
// CHECK-NEXT: int size;
// CHECK-NEXT: };
// CHECK: typedef local_types::border border;
void local(array_view<int> v)
{
	struct border {
		int size;
	};
	border b = {3};
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = b.size; });
}

// Private classes that kernels are in, or that are arguments of their templates, are public.
// CHECK: public: class inner {
// CHECK: }; private:
// CHECK-NEXT: {{^}}	public: struct pod; private:
// CHECK-NEXT: {{^}}	struct other {};
class outer {
	class inner {
		int n;

	public:
		void fill(array_view<int> v) const
		{
			inner both[2] = {*this, *this};
			parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = both[0].n + both[1].n; });
		}
	};
	struct pod;
	struct other {};

public:
	void fill(array_view<int> v);
};
struct outer::pod {
	array_view<int> v;
	void operator()(index<1> i) const restrict(amp) { v[i] = 1; }
};
void outer::fill(array_view<int> v)
{
	parallel_for_each(v.extent, pod{v});
}

// A type of a name that CUDA's headers have: the library's with its namespace, the program's by another name.
// CHECK: return concurrency::graphics::direct3d::float2(v, v).y;
// CHECK: struct float3 {
#include <amp_short_vectors.h>
using namespace concurrency::graphics::direct3d;
float second(float v) restrict(amp) { return float2(v, v).y; }
namespace own {
struct float3 {
	float x, y, z;
};
}

// A function of that name is declared at file scope already.
// CHECK: // At file scope
// CHECK-NEXT: using concurrency::extent; {{$}}
// CHECK-NEXT: {{^}}concurrency::index<2> origin
// At file scope
using concurrency::extent; using concurrency::index;
index<2> origin(0, 0);

// An assertion speaks of what is in the file.
// CHECK: CLAIM(v.extent.contains(concurrency::index<1>(0)));
void claim(bool, const char *);
#define CLAIM(x) claim(x, #x)
void claims(array_view<int> v)
{
	CLAIM(v.extent.contains(index<1>(0)));
}
