// Operators and constructors by restriction, beside others of that name that are for both; objects of a class
// with such constructors are copied; an object has the name of the member that is called.
#include "../check.h"
#include <amp.h>
using namespace concurrency;

struct vec { float x; };
struct word { int y; };
template <class T> struct box { T t; };

vec operator+(vec a, vec b) restrict(cpu, amp) { return {a.x + b.x}; }
word operator+(word a, int b) { return {a.y + b}; }
template <class T> box<T> operator+(box<T> a, box<T> b) restrict(cpu) { return {a.t + b.t}; }
template <class T> box<T> operator+(box<T> a, box<T> b) restrict(amp) { return {a.t + b.t + 1}; }
int operator*(box<int> a, box<int> b) restrict(cpu);
int operator*(box<int> a, box<int> b) restrict(amp);
int operator*(box<int> a, vec b) restrict(cpu, amp) { return a.t * (int)b.x; }
int operator*(box<int> a, box<int> b) restrict(cpu) { return a.t * b.t; }
int operator*(box<int> a, box<int> b) restrict(amp) { return a.t * b.t + 1; }
template <class T> box<T> sum(box<T> a, box<T> b) restrict(cpu, amp) { return a + b; }

struct number {
	int x;
	number(float f) restrict(cpu, amp) : x(f * 2) {}
	number(int a) restrict(cpu) : x(a + 1) {}
	number(int a) restrict(amp) : x(a + 2) {}
	number operator-(number o) const restrict(cpu) { return number(x - o.x); }
	number operator-(number o) const restrict(amp) { return number(x - o.x + 1); }
	number operator-(float o) const restrict(cpu, amp) { return number(x - o); }
	number operator-(long o) const restrict(cpu) { return number(int(x - o)); }
	int operator()(int k) const restrict(cpu) { return k; }
	int operator()(int k) const restrict(amp) { return k + 1; }
	int operator()(float k) const restrict(amp) { return k + 7; }
	template <class T> int operator[](T t) const restrict(cpu) { return t; }
	template <class T> int operator[](T t) const restrict(amp) { return t + 1; }
	template <class T> int operator[](T *t) const restrict(cpu, amp) { return *t; }
	int same(int k) const restrict(cpu) { return x + k; }
	int same(int k) const restrict(amp) { return x + k + 1; }
};
int twice(number n) restrict(cpu, amp) { return 2 * n.x; }

int main()
{
	array_view<int> v(16);

	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		box<int> a = {i[0]}, b = {2};
		number s(i[0]), t(1.5f), same = s;
		int q = 3;

		v[i] = (a + b).t + sum(a, b).t + (int)(vec{1} + vec{2}).x + a * b + a * vec{2} + (s - t).x * 1000 +
		       (s - 1.5f).x * 100 + s(1) * 10 + s[1] + s[&q] + same.same(1) + twice(s) + twice(i[0]);
	});
	for (int i = 0; i < 16; i++) {
		int s = i + 2, t = 3;

		CHECK(v[i] == i + 3 + i + 3 + 3 + 2 * i + 1 + 2 * i + (s - t + 3) * 1000 + (int)((s - 1.5f) * 2) * 100 +
		                      20 + 2 + 3 + s + 2 + 2 * s + 2 * s);
	}
	box<int> a = {1}, b = {2};
	number s(1), t(1.5f), same = s;
	int q = 3;

	CHECK((a + b).t + sum(a, b).t + (word{1} + 2).y == 9);
	CHECK(a * b + a * vec{2} == 4);
	CHECK((s - t).x * 1000 + (s - 1.5f).x * 100 + s(1) * 10 + s[1] + s[&q] == 114);
	CHECK((s - 1L).x == 2 && same.same(1) == 3 && twice(s) == 4 && twice(1) == 4);
	std::puts("ok");
}
