// options: --amp-msvc
// also: plain_units_host.cc
// A project of which one source has no AMP: it gets the dialect all the same.
#include "stdafx.h"
#include "plain_units.h"
using namespace concurrency;

template <class T> void Worker<T>::Work(std::vector<T> &data)
{
	array_view<T> v((int)data.size(), data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
	v.synchronize();
}
template class Worker<int>;

int main()
{
	std::vector<int> v(8, 1);
	Worker<int> w;
	w.Work(v);
	Report report;
	report.Report::Add(v[3]);
	std::cout << Describe(report) << std::endl;
	return 0;
}
