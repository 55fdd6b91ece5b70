// options: --amp-msvc
// A matrix class with operators that return temporaries, two-phase names, friends and a tiled product.
#include "stdafx.h"
#include <ostream>
#include <iomanip>
#include <numeric>
#include <memory>
using namespace concurrency;
using namespace std;

template <class T> class Matrix;
template <class T> Matrix<T> operator*(Matrix<T> &a, Matrix<T> &b);

template <class T> class Matrix
{
public:
	typedef T Element;
	enum { Tile = 8 };
	Matrix(int rows, int columns) : rows_(rows), columns_(columns), data_(make_shared<vector<T>>(rows * columns)) {}
	template <class F> static Matrix Generate(int rows, int columns, F &f)
	{
		Matrix m(rows, columns);
		for (int r = 0; r < rows; ++r)
			for (int c = 0; c < columns; ++c)
				m(r, c) = f(r, c);
		return m;
	}
	T &operator()(int r, int c) { return (*data_)[r * columns_ + c]; }
	const T &operator()(int r, int c) const { return (*data_)[r * columns_ + c]; }
	int Rows() const { return rows_; }
	int Columns() const { return columns_; }
	array_view<T, 2> View() { return array_view<T, 2>(rows_, columns_, *data_); }
	array_view<const T, 2> View() const { return array_view<const T, 2>(rows_, columns_, *data_); }
	Matrix &operator+=(Matrix &other)
	{
		array_view<T, 2> to = View();
		array_view<const T, 2> from(static_cast<const Matrix &>(other).View());
		parallel_for_each(to.extent, [=](index<2> i) restrict(amp) { to[i] += from[i]; });
		to.synchronize();
		return *this;
	}
	friend Matrix operator+(Matrix a, Matrix &b) { Matrix sum = Copy(a); sum += b; return sum; }
	friend Matrix Transpose(Matrix &m)
	{
		Matrix result(m.columns_, m.rows_);
		array_view<T, 2> to = result.View(), from = m.View();
		to.discard_data();
		parallel_for_each(to.extent, [=](index<2> i) restrict(amp) { to[i] = from(i[1], i[0]); });
		to.synchronize();
		return result;
	}
	T Trace() const { T sum = T(); for (int i = 0; i < min(rows_, columns_); ++i) sum += (*this)(i, i); return sum; }
	friend class Printer;
private:
	int rows_, columns_;
	shared_ptr<vector<T>> data_;
};

template <class T> Matrix<T> Copy(Matrix<T> &m)
{
	auto f = [&](int r, int c) { return m(r, c); };
	return Matrix<T>::Generate(m.Rows(), m.Columns(), f);
}

template <class T> Matrix<T> operator*(Matrix<T> &a, Matrix<T> &b)
{
	static const int N = Matrix<T>::Tile;
	Matrix<T> product(a.Rows(), b.Columns());
	array_view<const T, 2> va = a.View(), vb = b.View();
	array_view<T, 2> vc = product.View();
	const int inner = a.Columns(), rows = a.Rows(), columns = b.Columns();
	vc.discard_data();
	parallel_for_each(vc.extent.tile<N, N>().pad(), [=](tiled_index<N, N> t) restrict(amp) {
		tile_static T left[N][N], right[N][N];
		const int r = t.local[0], c = t.local[1];
		T sum = 0;
		for (int k = 0; k < inner; k += N) {
			left[r][c] = t.global[0] < rows && k + c < inner ? va(t.global[0], k + c) : 0;
			right[r][c] = k + r < inner && t.global[1] < columns ? vb(k + r, t.global[1]) : 0;
			t.barrier.wait();
			for (int j = 0; j < N; ++j)
				sum += left[r][j] * right[j][c];
			t.barrier.wait();
		}
		if (t.global[0] < rows && t.global[1] < columns)
			vc[t.global] = sum;
	});
	vc.synchronize();
	return product;
}

class Printer
{
public:
	explicit Printer(ostream &out) : out_(out) {}
	template <class T> Printer &operator<<(Matrix<T> &m)
	{
		for (int r = 0; r < min(2, m.rows_); ++r, out_ << endl)
			for (int c = 0; c < min(4, m.columns_); ++c)
				out_ << setw(8) << m(r, c);
		return *this;
	}
private:
	ostream &out_;
};

template <class M> typename M::Element Norm(M &m) { return sqrt(Transpose(m) * m).Trace(); }
template <class T> Matrix<T> sqrt(Matrix<T> m)
{
	for (int r = 0; r < m.Rows(); r++)
		for (int c = 0; c < m.Columns(); c++)
			m(r, c) = std::sqrt(fabs(m(r, c)));
	return m;
}

int main()
{
	Matrix<float> a = Matrix<float>::Generate(10, 12, [](int r, int c) { return float(r - c); });
	Matrix<float> b = Matrix<float>::Generate(12, 9, [](int r, int c) { return float(r == c); });
	Printer(cout) << a * b << Transpose(a) * a << a + a * Transpose(Transpose(b)) * Transpose(b);
	cout << (Transpose(a) * a).Trace() << ' ' << Norm(b) << endl;
}
