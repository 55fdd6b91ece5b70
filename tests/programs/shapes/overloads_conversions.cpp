// Conversion functions that differ in restriction and in how they are declared, of which one is
// a template or in one: no class could hold both in CUDA, or they are ambiguous there.
#include "../check.h"
#include <amp.h>
using namespace concurrency;

struct point {
	int x;
};
struct offset {
	int x;
};

template <typename T> struct handle {
	int n;
	operator point() const restrict(cpu) { return point{n}; }
	operator T() const restrict(amp); // the same type in handle<point>
};
template <typename T> handle<T>::operator T() const restrict(amp)
{
	T t;
	t.x = n * 2;
	return t;
}

template <typename T> struct number {
	int n;
	operator T() const restrict(cpu) { return T(n); }
	template <typename U> operator U() const restrict(amp) { return U(n * 3); }
};

struct any_number {
	int n;
	template <typename T> operator T() const restrict(cpu) { return T(n); }
	template <typename T> operator T() const restrict(amp) { return T(n * 5); }
};
template <> any_number::operator float() const restrict(cpu) { return n + 0.5f; }

template <typename T> struct decision {
	int n;
	explicit operator bool() const restrict(cpu) { return n > 100; }
	explicit operator T() const restrict(amp) { return T(n < 100); }
};

int of_handle(handle<point> h) restrict(cpu, amp)
{
	point p = h;
	return p.x + static_cast<point>(h).x;
}
int of_number(number<int> n) restrict(cpu, amp)
{
	int i = n;
	return i + (n + 1) + -n;
}
int of_any(any_number n) restrict(cpu, amp)
{
	float f = n;
	return int(f * 10) + (int)n;
}
int of_decision(decision<bool> d) restrict(cpu, amp) { return d ? 1 : 2; }

template <typename T> int of_handle_to(handle<T> h) restrict(amp)
{
	T t = h;
	return t.x;
}
template <typename T> int of_number_to(number<T> n) restrict(amp)
{
	T t = n;
	return t;
}

int main()
{
	array_view<int> v(8);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		handle<point> h{5};
		handle<offset> other{6};
		number<int> n{7};
		any_number any{8};
		decision<bool> d{50};
		switch (i[0]) {
		case 0: v[i] = of_handle(h); break;
		case 1: v[i] = of_number(n); break;
		case 2: v[i] = of_any(any); break;
		case 3: v[i] = of_decision(d); break;
		case 4: v[i] = of_handle_to(h) * 100 + of_handle_to(other); break;
		case 5: v[i] = of_number_to(n); break;
		case 6: v[i] = offset(other).x; break;
		case 7: v[i] = d ? 1 : 2; break;
		}
	});
	const int expected[] = {20, 22, 440, 1, 1012, 21, 12, 1};

	for (int k = 0; k < 8; k++)
		CHECK(v[k] == expected[k]);
	CHECK(of_handle(handle<point>{5}) == 10);
	CHECK(of_number(number<int>{7}) == 8);
	CHECK(of_any(any_number{8}) == 93);
	CHECK(of_decision(decision<bool>{50}) == 2);
	std::puts("ok");
}
