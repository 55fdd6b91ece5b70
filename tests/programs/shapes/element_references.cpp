// References to elements, however they come about: what is written through them comes back.
// v[i][k] makes a temporary object on the way, and so does v[index<2>(i, k)].
#include "../check.h"
#include <amp.h>
#include <cstdio>
#include <vector>
using namespace concurrency;

enum { ROWS = 9, COLUMNS = 7 };
typedef array_view<int, 2> matrix;

static int &at(const matrix &v, int i, int k) restrict(cpu, amp)
{
	return v[i][k];
}

static int &at_index(const matrix &v, int i, int k) restrict(amp)
{
	return v[index<2>(i, k)];
}

template <typename T> static T &at_of(const array_view<T, 2> &v, int i, int k) restrict(amp)
{
	return v[i][k];
}

template <typename T> static T value_or_reference(const matrix &v, int i, int k) restrict(amp)
{
	return v[i][k];
}

static decltype(auto) deduced(const matrix &v, int i, int k) restrict(amp)
{
	return (v[i][k]);
}

struct writer {
	matrix to;
	int &operator()(int i, int k) const restrict(amp) { return to[i][k]; }
};

// Each element is written by write(view, index<2>), to what its place says.
template <typename Write> static void check(Write write)
{
	std::vector<int> data(ROWS * COLUMNS, -1);
	{
		matrix v(ROWS, COLUMNS, data);
		write(v);
		v.synchronize();
	}
	for (int n = 0; n < ROWS * COLUMNS; n++)
		CHECK(data[n] == n + 1);
}

#define CHECK_WRITTEN(...) \
	check([](const matrix &v) { \
		parallel_for_each(v.extent, [=](index<2> idx) restrict(amp) { \
			const int i = idx[0], k = idx[1], n = i * COLUMNS + k + 1; \
			__VA_ARGS__; \
		}); \
	})

template <typename T> static void check_in_template()
{
	check([](const matrix &v) {
		T one = 1;
		parallel_for_each(v.extent, [=](index<2> idx) restrict(amp) {
			int &r = v[idx[0]][idx[1]];
			r = idx[0] * COLUMNS + idx[1] + one;
		});
	});
	check([](const array_view<T, 2> &v) {
		T one = 1;
		parallel_for_each(v.extent, [=](index<2> idx) restrict(amp) {
			auto element = [=](int i, int k) restrict(amp) -> T & { return v[i][k]; };
			element(idx[0], idx[1]) = idx[0] * COLUMNS + idx[1] + one;
		});
	});
	check([](const matrix &v) {
		T one = 1;
		parallel_for_each(v.extent, [=](index<2> idx) restrict(amp) {
			auto element = [=](int i, int k) restrict(amp) -> int & { return v[i][k]; };
			element(idx[0], idx[1]) = idx[0] * COLUMNS + idx[1] + one;
		});
	});
}

int main()
{
	CHECK_WRITTEN(int &r = v[i][k]; r = n);
	CHECK_WRITTEN(auto &r = v[index<2>(i, k)]; r = n);
	CHECK_WRITTEN(int &r(v[i][k]); r = n);
	CHECK_WRITTEN(int &r{(v[i][k])}; r = n);
	CHECK_WRITTEN(auto &&r = v[i][k]; r = n);
	CHECK_WRITTEN(decltype(auto) r = v[i][k]; r = n);
	CHECK_WRITTEN(if (int &r = v[i][k]) r = n);
	CHECK_WRITTEN(for (int &r = v[i][k]; r != n; r = n) ;);
	CHECK_WRITTEN(at(v, i, k) = n);
	CHECK_WRITTEN(at_index(v, i, k) = n);
	CHECK_WRITTEN(at_of(v, i, k) = n);
	CHECK_WRITTEN(value_or_reference<int &>(v, i, k) = n);
	CHECK_WRITTEN(deduced(v, i, k) = n);
	CHECK_WRITTEN(writer{v}(i, k) = n);
	CHECK_WRITTEN(auto element = [=]() restrict(amp) -> int & { return v[i][k]; }; element() = n);
	CHECK_WRITTEN([](const matrix &to, int a, int b) restrict(amp) -> int & {
		return to[a][b];
	}(v, i, k) = n);
	check_in_template<int>();
	std::puts("ok");
}
