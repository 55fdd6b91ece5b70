// options: --amp-msvc
#include "stdafx.h"
#include <amp_math.h>
#include <functional>
using namespace std;
using namespace concurrency;

class Solver
{
public:
	typedef function<void (int, double)> Callback;
	explicit Solver(int n) : m_n(n), m_now(n, n), m_next(n, n)
	{
		vector<double> start(n * n, 0.0);
		for (int i = 0; i < n; i++)
			start[i] = 100.0;
		copy(start.begin(), start.end(), m_now);
		copy(start.begin(), start.end(), m_next);
	}
	void Solver::Solve(int steps, Callback &done)
	{
		for (int s = 0; s < steps; s++) {
			Step(m_now, m_next);
			std::swap(m_now, m_next);
			if (s % 10 == 9)
				done(s + 1, Middle());
		}
	}
	double Middle()
	{
		vector<double> all(m_n * m_n);
		copy(m_now, all.begin());
		return all[(m_n / 4) * m_n + m_n / 2];
	}
private:
	static void Step(array<double, 2> &from, array<double, 2> &to)
	{
		const int n = from.extent[0];
		parallel_for_each(from.extent, [=, &from, &to](index<2> i) restrict(amp) {
			if (i[0] == 0 || i[1] == 0 || i[0] == n - 1 || i[1] == n - 1)
				return;
			to[i] = 0.25 * (from(i[0] - 1, i[1]) + from(i[0] + 1, i[1]) + from(i[0], i[1] - 1) +
			                from(i[0], i[1] + 1));
		});
	}
	int m_n;
	array<double, 2> m_now, m_next;
};

Solver::Callback Printer(vector<double> &values)
{
	return [&values](int, double middle) { values.push_back(middle); };
}

int main()
{
	Solver solver(32);
	vector<double> values;
	solver.Solve(40, Printer(values));
	bool rises = true;
	for (size_t i = 1; i < values.size(); i++)
		rises = rises && values[i] > values[i - 1];
	cout << values.size() << (rises ? " rises" : " falls") << endl;
	return 0;
}
