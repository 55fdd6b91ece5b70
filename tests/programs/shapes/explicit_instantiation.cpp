// Explicit instantiations and specializations of restricted templates.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

template <typename T> T twice(T x) restrict(cpu, amp) { return x + x; }
template <typename T> T next(T x) restrict(amp) { return x + T(1); }
template int twice<int>(int) restrict(cpu, amp);
template float twice(float x) restrict(cpu, amp);
extern template double twice<double>(double) restrict(cpu, amp);
template double twice<double>(double) restrict(cpu, amp);
template <> unsigned twice<unsigned>(unsigned x) restrict(cpu, amp) { return 5 * x; }
template int next<int>(int) restrict(amp);

template <typename T> struct value {
	T v;
	value(T x) restrict(cpu, amp) : v(x) {}
	T get() const restrict(cpu, amp);
	template <typename U> U as() const restrict(amp);
	T operator[](int i) const restrict(cpu, amp) { return v + i; }
};
template <typename T> T value<T>::get() const restrict(cpu, amp) { return v; }
template <typename T>
template <typename U>
U value<T>::as() const restrict(amp) { return static_cast<U>(v); }
template struct value<int>;
template float value<int>::as<float>() const restrict(amp);
template <> float value<float>::get() const restrict(cpu, amp) { return v * 10; }
template <> template <> int value<float>::as<int>() const restrict(amp) { return 42; }

template <typename T> void run(array_view<T> v);
template <> void run<int>(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = next(twice(v[i])) + (int)twice(1u) + value<int>(2).get() +
		       (int)value<int>(3).as<float>() + (int)value<float>(1.f).get() +
		       value<float>(1.f).as<int>() + value<int>(4)[5];
	});
}

int main()
{
	std::vector<int> data(4, 3);
	array_view<int> v(4, data);
	run(v);
	CHECK(v[0] == 7 + 5 + 2 + 3 + 10 + 42 + 9);
	std::puts("ok");
}
