// Solvers in a hierarchy of classes with virtual functions, whose arrays are behind std::unique_ptr: Jacobi, red-black.
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <memory>
#include <string>
#include <vector>
#include <iostream>

static bool is_near(double a, double b, double e = 1e-4)
{
	return std::fabs(a - b) <= e * (1 + std::fabs(b));
}

using namespace std;
using namespace Concurrency;

namespace pde
{
class Grid
{
      public:
	Grid(int rows, int cols)
	    : rows_(rows), cols_(cols), host_(rows * cols)
	{
	}
	virtual ~Grid()
	{
	}
	float &at(int y, int x)
	{
		return host_[y * cols_ + x];
	}
	int rows() const
	{
		return rows_;
	}
	int cols() const
	{
		return cols_;
	}
	vector<float> &host()
	{
		return host_;
	}

      protected:
	const int rows_, cols_;
	vector<float> host_;
};

class Solver
{
      protected:
	struct Params {
		float omega;
		int rows, cols;
	};
	Params params;
	unique_ptr<array<float, 2>> cur, next;
	string name;
	static const int Halo = 1;

      public:
	Solver(Grid &g, float omega, const char *n)
	    : cur(new array<float, 2>(g.rows(), g.cols(), g.host().begin())),
	      next(new array<float, 2>(*cur)), name(n)
	{
		params.omega = omega;
		params.rows = g.rows();
		params.cols = g.cols();
	}
	virtual ~Solver() = default;
	virtual void step() = 0;
	void run(int n)
	{
		while (n--)
			step();
	}
	void download(Grid &g) const
	{
		copy(*cur, g.host().begin());
	}
	const string &getName() const
	{
		return name;
	}
};

class Jacobi : public Solver
{
      public:
	explicit Jacobi(Grid &g)
	    : Solver(g, 1.0f, "jacobi")
	{
	}
	void step() override
	{
		const array<float, 2> &in = *cur;
		array<float, 2> &out = *next;
		const Params p = params;
		parallel_for_each(extent<2>(p.rows - 2 * Halo, p.cols - 2 * Halo), [&in, &out, p ](index<2> i) restrict(amp) {
            index<2> c = i + index<2>(Halo, Halo);
            float sum = in(c[0] - 1, c[1]) + in(c[0] + 1, c[1]) + in(c[0], c[1] - 1) + in(c[0], c[1] + 1);
            out[c] = (1 - p.omega) * in[c] + p.omega * 0.25f * sum; });
		swap(cur, next);
	}
};

class RedBlack final : public Solver
{
	template <int Color>
	void half()
	{
		array<float, 2> &u = *cur;
		Params p = params;
		parallel_for_each(u.extent, [&u, p ](index<2> i) restrict(amp) {
            int y = i[0], x = i[1];
            if (y == 0 || x == 0 || y == p.rows - 1 || x == p.cols - 1 || (y + x) % 2 != Color) return;
            u[i] = (1 - p.omega) * u[i] + p.omega * 0.25f * (u[y - 1][x] + u[y + 1][x] + u[y][x - 1] + u[y][x + 1]); });
	}

      public:
	explicit RedBlack(Grid &g)
	    : Solver(g, 1.5f, "red-black")
	{
	}
	void step() override
	{
		half<0>();
		half<1>();
	}
};
} // namespace pde

static void ref_jacobi(vector<float> &u, int R, int C, int n)
{
	vector<float> v = u;
	while (n--) {
		for (int y = 1; y < R - 1; y++)
			for (int x = 1; x < C - 1; x++)
				v[y * C + x] = 0.25f * (u[(y - 1) * C + x] + u[(y + 1) * C + x] + u[y * C + x - 1] + u[y * C + x + 1]);
		swap(u, v);
	}
}
static void ref_rb(vector<float> &u, int R, int C, int n)
{
	while (n--)
		for (int k = 0; k < 2; k++)
			for (int y = 1; y < R - 1; y++)
				for (int x = 1; x < C - 1; x++)
					if ((y + x) % 2 == k)
						u[y * C + x] = -0.5f * u[y * C + x] + 1.5f * 0.25f * (u[(y - 1) * C + x] + u[(y + 1) * C + x] + u[y * C + x - 1] + u[y * C + x + 1]);
}

int main()
{
	const int R = 33, C = 47;
	for (int kind = 0; kind < 2; kind++) {
		pde::Grid g(R, C);
		for (int x = 0; x < C; x++)
			g.at(0, x) = 100.0f + x;
		for (int y = 0; y < R; y++)
			g.at(y, C - 1) = -3.0f * y;
		vector<float> r = g.host();
		unique_ptr<pde::Solver> s;
		if (kind == 0)
			s.reset(new pde::Jacobi(g));
		else
			s.reset(new pde::RedBlack(g));
		s->run(20);
		s->download(g);
		if (kind == 0)
			ref_jacobi(r, R, C, 20);
		else
			ref_rb(r, R, C, 20);
		for (size_t i = 0; i < r.size(); i++)
			CHECK(is_near(g.host()[i], r[i], 1e-3));
		CHECK(!s->getName().empty());
	}
	puts("ok");
}
