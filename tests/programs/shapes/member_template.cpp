// Kernels in member templates, defined outside of their class, and in explicit
// specializations of them, also of members of class templates in class templates.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

template <typename T> class matrix {
	int rows_, columns_;
	std::vector<T> data_;

public:
	matrix(int rows, int columns) : rows_(rows), columns_(columns), data_(rows * columns) {}
	T &operator()(int r, int c) { return data_[r * columns_ + c]; }
	template <int Tile> matrix multiply(const matrix &right) const;
	matrix transposed() const;
};

template <typename T>
template <int Tile>
matrix<T> matrix<T>::multiply(const matrix<T> &right) const
{
	matrix<T> result(rows_, right.columns_);
	array_view<const T, 2> a(rows_, columns_, data_), b(right.rows_, right.columns_, right.data_);
	array_view<T, 2> c(rows_, right.columns_, result.data_);
	const int width = columns_;
	c.discard_data();
	parallel_for_each(c.extent.template tile<Tile, Tile>(), [=](tiled_index<Tile, Tile> t_idx) restrict(amp) {
		const int row = t_idx.local[0], column = t_idx.local[1];
		T sum = 0;
		for (int i = 0; i < width; i += Tile) {
			tile_static T left[Tile][Tile], above[Tile][Tile];
			left[row][column] = a(t_idx.global[0], column + i);
			above[row][column] = b(row + i, t_idx.global[1]);
			t_idx.barrier.wait();
			for (int k = 0; k < Tile; k++)
				sum += left[row][k] * above[k][column];
			t_idx.barrier.wait();
		}
		c[t_idx.global] = sum;
	});
	c.synchronize();
	return result;
}

template <typename T> matrix<T> matrix<T>::transposed() const
{
	matrix<T> result(columns_, rows_);
	array_view<const T, 2> in(rows_, columns_, data_);
	array_view<T, 2> out(columns_, rows_, result.data_);
	out.discard_data();
	static const int tile = 8;
	parallel_for_each(in.extent.template tile<tile, tile>().pad(), [=](tiled_index<tile, tile> t) restrict(amp) {
		tile_static T cache[tile][tile + 1];
		if (in.extent.contains(t.global))
			cache[t.local[0]][t.local[1]] = in[t.global];
		t.barrier.wait_with_tile_static_memory_fence();
		index<2> to(t.tile_origin[1] + t.local[0], t.tile_origin[0] + t.local[1]);
		if (out.extent.contains(to))
			out[to] = cache[t.local[1]][t.local[0]];
	});
	out.synchronize();
	return result;
}

struct filler {
	template <typename T> static void fill(std::vector<T> &data);
};
template <> void filler::fill(std::vector<int> &data)
{
	array_view<int> view(8, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
}

// a parameter's type is private
class stepper {
	enum class width { one = 1, two };
	struct unit {
		enum kind { odd, even };
	};
	template <width W, unit::kind K, typename T> static void add(std::vector<T> &data);

public:
	static void apply(std::vector<int> &data) { add<width::two, unit::odd>(data); }
};
template <stepper::width W, stepper::unit::kind K, typename T> void stepper::add(std::vector<T> &data)
{
	array_view<T> view(8, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += static_cast<int>(W) * 10 + (K == unit::odd); });
}

template <typename T> struct scale {
	template <typename U> static void apply(std::vector<U> &data, T factor);
};
template <> template <> void scale<int>::apply(std::vector<int> &data, int factor)
{
	array_view<int> view(8, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= factor; });
}

template <typename T> struct outer {
	template <typename U> struct inner {
		static void apply(array_view<int> view);
	};
};
template <typename T> template <typename U> void outer<T>::inner<U>::apply(array_view<int> view)
{
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = sizeof(T) + sizeof(U); });
}
template <> template <> void outer<float>::inner<int>::apply(array_view<int> view)
{
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = -1; });
}
template <> template <> struct outer<int>::inner<double> {
	static void apply(array_view<int> view);
};
void outer<int>::inner<double>::apply(array_view<int> view)
{
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = -2; });
}

static void apply_specialized(std::vector<int> &data)
{
	array_view<int> view(8, data);
	outer<double>::inner<int>::apply(view);
	CHECK(view[7] == 12);
	outer<float>::inner<int>::apply(view);
	CHECK(view[7] == -1);
	outer<int>::inner<double>::apply(view);
	CHECK(view[7] == -2);
}

int main()
{
	std::vector<int> line(8);
	filler::fill(line);
	scale<int>::apply(line, 3);
	CHECK(line[7] == 21);
	stepper::apply(line);
	CHECK(line[7] == 42);
	apply_specialized(line);
	matrix<int> a(32, 32), b(32, 32), c(20, 36);
	for (int i = 0; i < 32; i++) {
		for (int j = 0; j < 32; j++) {
			a(i, j) = (i * 7 + j * 3) % 11;
			b(i, j) = (i * 5 + j) % 13;
		}
	}
	matrix<int> product = a.multiply<16>(b);
	int sum = 0;
	for (int k = 0; k < 32; k++)
		sum += a(3, k) * b(k, 5);
	CHECK(product(3, 5) == sum);
	for (int i = 0; i < 20; i++) {
		for (int j = 0; j < 36; j++)
			c(i, j) = i * 100 + j;
	}
	matrix<int> t = c.transposed();
	for (int i = 0; i < 20; i++) {
		for (int j = 0; j < 36; j++)
			CHECK(t(j, i) == c(i, j));
	}
	std::puts("ok");
}
