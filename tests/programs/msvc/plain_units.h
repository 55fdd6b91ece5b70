#pragma once
#include <string>
#include <vector>
template <class T> class Worker
{
public:
	void Worker::Work(std::vector<T> &data);
};
struct Report
{
	Report() : sum(0i64), count(0) {}
	void Report::Add(__int64 x) { sum += x; count++; }
	__int64 sum;
	unsigned __int32 count;
};
std::string __cdecl Describe(Report &report);
