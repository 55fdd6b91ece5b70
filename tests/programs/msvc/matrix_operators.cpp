// options: --amp-msvc
// Operators that take their operands by reference, and get temporaries.
#include "stdafx.h"
using namespace concurrency;

class Matrix
{
public:
	Matrix(int n, float value = 0) : m_n(n), m_data(n * n, value) {}
	float &operator()(int r, int c) { return m_data[r * m_n + c]; }
	int Size() { return m_n; }
	array_view<float, 2> View() { return array_view<float, 2>(m_n, m_n, m_data); }
	Matrix &Matrix::operator+=(Matrix &other);
	friend std::ostream &operator<<(std::ostream &out, Matrix &m);
private:
	int m_n;
	std::vector<float> m_data;
};

template <class F> Matrix Map(Matrix &a, Matrix &b, F f)
{
	Matrix out(a.Size());
	Combine(out.View(), a.View(), b.View(), f);
	return out;
}

template <class F>
void Combine(array_view<float, 2> &out, array_view<float, 2> &a, array_view<float, 2> &b, F f)
{
	parallel_for_each(out.extent, [=](index<2> i) restrict(amp) { out[i] = f(a[i], b[i]); });
	out.synchronize();
}

struct Plus { float operator()(float a, float b) const restrict(amp, cpu) { return a + b; } };
struct Times { float operator()(float a, float b) const restrict(amp, cpu) { return a * b; } };

Matrix operator+(Matrix &a, Matrix &b) { return Map(a, b, Plus()); }
Matrix operator*(Matrix &a, Matrix &b) { return Map(a, b, Times()); }

Matrix &Matrix::operator+=(Matrix &other)
{
	*this = *this + other;
	return *this;
}

std::ostream &operator<<(std::ostream &out, Matrix &m)
{
	return out << m(0, 0) << "," << m(m.Size() - 1, m.Size() - 1);
}

Matrix Ones(int n) { return Matrix(n, 1.0f); }

int main()
{
	Matrix a(4, 2.0f);
	a(3, 3) = 5.0f;
	Matrix b = a + Ones(4);
	Matrix c = (a + b) * Ones(4);
	c += Ones(4) * Matrix(4, 0.5f);
	std::cout << c << std::endl << (Ones(4) + a) << std::endl;
	Matrix &last = Ones(2) + Ones(2);
	std::cout << last << std::endl;
	return 0;
}
