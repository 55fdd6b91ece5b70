// Members of kernels in the CUDA for people: their types are those that were written, where these mean the same there; and where
// kernels are members.
// RUN: %ampcc --amp-emit-cuda -o %t %s && grep -v CHECK %t | %FileCheck %s
#include <amp.h>
using namespace concurrency;

// Parameters of the template that only those of operator() name.
// CHECK: template <int N, typename View>
// CHECK-NEXT: struct fill_kernel {
// CHECK: operator()(tiled_index<N> t) const
template <int N, typename View> void fill(View view, int value)
{
	parallel_for_each(view.extent.template tile<N>(), [=](tiled_index<N> t) restrict(amp) { view[t] = value; });
}

// A reference to what may be an array has a member that can be copied.
// CHECK: struct total_kernel {
// CHECK-NEXT: {{^}}	array_view<int> out;
// CHECK-NEXT: {{^}}	const Weights_t weights;
// CHECK: total_kernel<concurrency::cuda::by_value<decltype(weights)>>{out, weights}
template <typename Weights> void total(array_view<int> out, const Weights &weights)
{
	parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = weights[0]; });
}

// nvcc has a function of this name in front of all text.
// CHECK: struct shift_kernel {
// CHECK-NEXT: array_view<int> v;
// CHECK-NEXT: concurrency::index<1> offset;
void shift(array_view<int> v)
{
	index<1> offset(1);
	parallel_for_each(extent<1>(1), [=](index<1> i) restrict(amp) { v[i] = v[i + offset]; });
}

// A kernel of a friend is public in its class, as it has to be.
// CHECK: class counter {
// CHECK: {{^}}	array_view<T> values;
// CHECK: {{^}}	public:
// CHECK-NEXT: {{^}}	struct reset_kernel {
// CHECK: {{^}}	};
// CHECK: {{^}}	private:{{$}}
// CHECK-NEXT: {{^}}	friend void reset(counter &c)
template <typename T> class counter {
	array_view<T> values;

	friend void reset(counter &c)
	{
		counter copy = c;
		parallel_for_each(c.values.extent, [=](index<1> i) restrict(amp) { copy.values[i] = 0; });
	}

public:
	explicit counter(const array_view<T> &v) : values(v) {}
};

// A private class that only an instantiation's arguments tell.
// CHECK: class cells {
// CHECK-NEXT: {{^}}	public: template <typename V> class pointer {
// CHECK: {{^}}	}; private:{{$}}
template <typename T> class cells {
	template <typename V> class pointer {
		array_view<V> v;

	public:
		explicit pointer(const array_view<V> &all) : v(all) {}
		V &operator[](int i) const restrict(amp) { return v[i]; }
	};
	array_view<T> v;

public:
	explicit cells(const array_view<T> &all) : v(all) {}
	pointer<T> begin() const { return pointer<T>(v); }
};
template <typename Iterator> void clear(int n, Iterator to)
{
	parallel_for_each(extent<1>(n), [=](index<1> i) restrict(amp) { to[i[0]] = 0; });
}

// What is removed from a macro, with all of its last line, leaves the line break that ends the macro.
// CHECK: {{^}}#define EXTERN(T) {{.$}}
// CHECK-NEXT: {{^.$}}
// CHECK-EMPTY:
// CHECK-NEXT: {{^}}EXTERN(float)
#define EXTERN(T) \
	extern template void clear(int, T *); \
	extern template void fill<4>(array_view<T>, int);
EXTERN(float)
EXTERN(double)

int main()
{
	int data[64] = {}, weights[] = {3, 4};
	array_view<int> v(64, data);
	fill<16>(v, 1);
	total(v, weights);
	shift(v);
	counter<int> c(v);
	reset(c);
	clear(64, cells<int>(v).begin());
	return v[0];
}
