// Restriction clauses behind each form of an operator's name.
// options: -std=c++20 --amp-extensions
#include "../check.h"
#include <amp.h>
#include <compare>
#include <cstddef>
#include <new>
#include <vector>
using namespace concurrency;

template <typename A, typename B> struct two {
	A a;
	B b;
};
typedef two<int, int> ints;

struct S {
	int n;
	S operator+(S o) const restrict(cpu, amp) { return S{n + o.n}; }
	S operator-() const restrict(cpu, amp) { return S{-n}; }
	S operator!() const restrict(cpu, amp) { return S{!n}; }
	S operator~() const restrict(cpu, amp) { return S{~n}; }
	S operator*(S o) const restrict(cpu, amp) { return S{n * o.n}; }
	S operator/(S o) const restrict(cpu, amp) { return S{n / o.n}; }
	S operator%(S o) const restrict(cpu, amp) { return S{n % o.n}; }
	S operator^(S o) const restrict(cpu, amp) { return S{n ^ o.n}; }
	S operator&(S o) const restrict(cpu, amp) { return S{n & o.n}; }
	S operator|(S o) const restrict(cpu, amp) { return S{n | o.n}; }
	S &operator=(int o) restrict(cpu, amp)
	{
		n = o;
		return *this;
	}
	bool operator<(S o) const restrict(cpu, amp) { return n < o.n; }
	bool operator>(S o) const restrict(cpu, amp) { return n > o.n; }
	bool operator<=(S o) const restrict(cpu, amp) { return n <= o.n; }
	bool operator>=(S o) const restrict(cpu, amp) { return n >= o.n; }
	bool operator==(S o) const restrict(cpu, amp) { return n == o.n; }
	bool operator!=(S o) const restrict(cpu, amp) { return n != o.n; }
	bool operator&&(S o) const restrict(cpu, amp) { return n && o.n; }
	bool operator||(S o) const restrict(cpu, amp) { return n || o.n; }
	S operator<<(S o) const restrict(cpu, amp) { return S{n << o.n}; }
	S operator>>(S o) const restrict(cpu, amp) { return S{n >> o.n}; }
	S &operator<<=(S o) restrict(cpu, amp)
	{
		n <<= o.n;
		return *this;
	}
	S &operator>>=(S o) restrict(cpu, amp)
	{
		n >>= o.n;
		return *this;
	}
	S &operator+=(S o) restrict(cpu, amp)
	{
		n += o.n;
		return *this;
	}
	S &operator++() restrict(cpu, amp)
	{
		n++;
		return *this;
	}
	S operator++(int) restrict(cpu, amp) { return S{n++}; }
	S *operator->() restrict(cpu, amp) { return this; }
	const S *operator->() const restrict(cpu, amp) { return this; }
	int operator->*(int o) const restrict(cpu, amp) { return n * o; }
	int operator,(S o) const restrict(cpu, amp) { return o.n; }
	int operator()(int i) const restrict(cpu, amp) { return n + i; }
	int operator()() const restrict(cpu, amp) { return n; }
	int operator[](int i) const restrict(cpu, amp) { return n - i; }
	template <typename T> bool operator<(T o) const restrict(cpu, amp) { return n < int(o); }
	auto operator-(S o) const restrict(cpu, amp) -> ints { return {n, o.n}; }
	auto operator<(float o) const restrict(cpu, amp) -> bool { return n < o; }
	auto operator>>(float o) const restrict(cpu, amp) -> bool { return n > o; }
	auto operator()(float o) const restrict(cpu, amp) -> bool { return n < o; }
	static void *operator new(std::size_t s) { return ::operator new(s); }
	static void *operator new[](std::size_t s) { return ::operator new(s); }
	static void operator delete(void *p) { ::operator delete(p); }
	static void operator delete[](void *p) { ::operator delete(p); }
	friend S operator<<(S a, int b) restrict(cpu, amp) { return S{a.n << b}; }
	friend bool operator< (S a, long b) restrict(cpu, amp) { return a.n < b; }
	friend bool operator> (long a, S b) restrict(cpu, amp);
	two<int, S> operator<<(ints o) const restrict(cpu, amp);
};
bool operator> (long a, S b) restrict(cpu, amp) { return a > b.n; }
two<int, S> S::operator<<(ints o) const restrict(cpu, amp) { return {o.a, *this}; }
bool operator<(ints a, ints b) restrict(cpu, amp) { return a.a < b.a; }
bool (operator!=)(ints a, ints b) restrict(cpu, amp) { return a.a != b.a; }

template <typename T> bool operator>(const two<T, T> &a, const two<T, T> &b) restrict(cpu, amp) { return a.a > b.a; }
template <> bool operator> <int>(const ints &a, const ints &b) restrict(cpu, amp) { return a.b > b.b; }
template bool operator> <float>(const two<float, float> &a, const two<float, float> &b) restrict(cpu, amp);
template <typename T> requires(sizeof(T) > 2) bool operator<(two<T, T> a, T b) restrict(cpu, amp) { return a.a < b; }

inline int operator""_x(unsigned long long n) restrict(cpu, amp) { return int(n); }
template <char... C> int operator"" _t() restrict(cpu, amp) { return sizeof...(C); }

struct converted {
	int n;
	operator int() const restrict(cpu, amp) { return n; }
	explicit operator bool() const restrict(cpu, amp) { return n; }
	operator const int *() const restrict(cpu, amp) { return &n; }
	operator two<ints, two<int, two<float, float>>>() const restrict(cpu, amp) { return {{n, 1}, {n, {1.f, 2.f}}}; }
	template <typename T> operator two<T, two<ints, T>>() const restrict(cpu, amp) { return {T(n), {{1, 2}, T(3)}}; }
};
template converted::operator two<unsigned, two<two<int, int>, unsigned>>() const restrict(cpu, amp);

struct ordered {
	int n;
	bool operator==(const ordered &) const = default;
	auto operator<=>(int k) const restrict(cpu, amp) { return n <=> k; }
};

static int all_of(int i) restrict(cpu, amp)
{
	S s{i + 3}, two_of{2};
	int sum = (s << two_of).n + (s >> two_of).n + (s + -two_of).n + (!s).n + (~s).n + (s * s).n + (s / two_of).n;

	sum = sum * 3 + (s % two_of).n + (s ^ two_of).n + (s & two_of).n + (s | two_of).n + (s < two_of) + (s > two_of);
	sum = sum * 3 + (s <= two_of) * 2 + (s >= two_of) * 4 + (s == two_of) + (s != two_of) * 8 + (s && s) + (s || s);
	s <<= two_of;
	s >>= S{1};
	s += two_of;
	sum = sum * 3 + (++s).n + (s++).n + s->n + (s->*2) + (s, two_of) + s(3) + s() + s[4] + s(0.5f);
	sum = sum * 3 + (s < 'a') + (s - two_of).a + (s < 2.0f) + (s >> 2.0f) + (s << 1).n + (s < 100L) + (7L > s);
	sum = sum * 3 + (s << ints{5, 6}).a + (ints{1, 2} < ints{2, 1}) + (ints{1, 2} > ints{2, 1}) * 2 + (ints{1, 2} != ints{1, 3}) * 4;
	sum = sum * 3 + (two<float, float>{3, 1} > two<float, float>{2, 2}) + (ints{1, 2} < 2) + 12_x + 345_t;

	converted c{i};
	const two<ints, two<int, two<float, float>>> deep = c;
	const two<unsigned, two<ints, unsigned>> by_template = c;

	sum = sum * 3 + (c ? 1 : 2) + int(c) + *static_cast<const int *>(c) + deep.b.a + by_template.b.a.b;
	return sum + (ordered{i} < 2) + (ordered{i} == ordered{1});
}

int main()
{
	std::vector<int> data(16);
	array_view<int> v(16, data);

	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = all_of(i[0]);
	});
	for (int i = 0; i < 16; i++)
		CHECK(v[i] == all_of(i));
	delete new S;
	delete[] new S[2];
	std::puts("ok");
}
