// Functions and member functions that differ only in restriction: kernels call
// one, the host calls the other.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int where(int x) restrict(amp);
int where(int x) { return x + 1; }
int where(int x) restrict(amp) { return x + 1000; }

template <typename T> T kind(T x) restrict(cpu) { return x; }
template <typename T> T kind(T x) restrict(amp) { return x + 1; }

struct tagged {
	int value;
	int get() const restrict(cpu) { return value; }
	int get() const restrict(amp) { return -value; }
	static int id(int = 3) restrict(cpu) { return 1; }
	static int id(int = 3) restrict(amp) { return 2; }
};

// Called where either is meant: with temporaries, packs, unnamed parameters, as friends that only arguments find.
int moved(tagged &&t) restrict(cpu) { return t.value; }
int moved(tagged &&t) restrict(amp) { return -t.value; }
int unnamed(int (&)[2], int (*)[2], unsigned int = 1) restrict(cpu) { return 1; }
int unnamed(int (&)[2], int (*)[2], unsigned int = 1) restrict(amp) { return 2; }
template <typename T, int N, typename... A> int many(T (&)[N], A &&...) restrict(cpu) { return sizeof...(A); }
template <typename T, int N, typename... A> int many(T (&)[N], A &&...) restrict(amp) { return 10 + sizeof...(A); }
template <typename R, typename T, typename = decltype(T() < T())> R optional(T) restrict(cpu) { return 1; }
template <typename R, typename T, typename = decltype(T() < T())> R optional(T) restrict(amp) { return 2; }
template <typename T> struct wrapped {
	T value;
	template <typename U> friend int hidden(const wrapped &, U &&) restrict(cpu) { return 1; }
	template <typename U> friend int hidden(const wrapped &, U &&) restrict(amp) { return 2; }
	template <typename U> friend int operator+(const wrapped &w, U &&) restrict(cpu) { return w.value; }
	template <typename U> friend int operator+(const wrapped &w, U &&) restrict(amp) { return -w.value; }
	template <typename... U> int operator()(U &&...) const restrict(cpu) { return 1; }
	template <typename... U> int operator()(U &&...) const restrict(amp) { return 2; }
};
template <typename T> void call_either(T x, array_view<T, 1> out) restrict(cpu, amp)
{
	T pair[2] = {x, x};
	wrapped<T> w = {x};

	out[0] = moved(tagged{x});
	out[1] = unnamed(pair, &pair);
	out[2] = many(pair) + many(pair, x, 2.0f);
	out[3] = optional<int>(x);
	out[4] = hidden(w, 1) + hidden(w, x);
	out[5] = w + 1;
	out[6] = w() + w(x, 1);
}

int through(int x) restrict(cpu, amp) { return x; }

int main()
{
	std::vector<int> data(10);
	array_view<int, 1> view(10, data);
	tagged t = {50};
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		view[i] = where(i[0]) + kind(10) + t.get() + tagged::id() + through(0);
	});
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == i + 1000 + 11 - 50 + 2);
	CHECK(where(1) + kind(10) + t.get() + tagged::id() + through(0) == 2 + 10 + 50 + 1);

	const int on_host[] = {7, 1, 2, 1, 2, 7, 2}, in_kernel[] = {-7, 2, 22, 2, 4, -7, 4};
	call_either(7, view);
	for (int i = 0; i < 7; i++)
		CHECK(view[i] == on_host[i]);
	parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) { call_either(7, view); });
	for (int i = 0; i < 7; i++)
		CHECK(view[i] == in_kernel[i]);
	std::puts("ok");
}
