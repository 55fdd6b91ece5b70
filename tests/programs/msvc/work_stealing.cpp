// options: --amp-msvc
// PPL and C++ AMP share a job: tasks with continuations, a critical section, a combinable, an agent's buffer.
#include "stdafx.h"
#include <ppl.h>
#include <ppltasks.h>
#include <agents.h>
#include <concrt.h>
#include <Windows.h>
using namespace Concurrency;
using std::vector;
using std::wstring;

class ScopedTimer
{
	LARGE_INTEGER m_start, m_frequency;
	double *m_seconds;
public:
	explicit ScopedTimer(double *seconds) : m_seconds(seconds)
	{
		QueryPerformanceFrequency(&m_frequency);
		QueryPerformanceCounter(&m_start);
	}
	~ScopedTimer()
	{
		LARGE_INTEGER now;
		QueryPerformanceCounter(&now);
		*m_seconds = double(now.QuadPart - m_start.QuadPart) / m_frequency.QuadPart;
	}
};

struct Job
{
	static const size_t ItemCount = 1024;
	static const size_t ChunkCount = 8;
	vector<int> values;
	Job() : values(ItemCount) {}
	static size_t ChunkSize() { return ItemCount / ChunkCount; }
};

static void OnAccelerator(vector<int> &values, size_t from, size_t count)
{
	array_view<int> view(static_cast<int>(count), &values[from]);
	parallel_for_each(view.extent, [view](index<1> i) restrict(amp) { view[i] = view[i] * 2 + 1; });
	view.synchronize();
}

static void OnProcessor(vector<int> &values, size_t from, size_t count)
{
	parallel_for(from, from + count, [&values](size_t i) { values[i] = values[i] * 2 + 1; });
}

int main(int, char *[])
{
	Job job;
	double seconds = -1;
	critical_section lock;
	vector<std::pair<size_t, bool>> log;
	{
		ScopedTimer timer(&seconds);
		parallel_for(size_t(0), Job::ItemCount, [&](size_t i) { job.values[i] = int(i); });
		vector<task<size_t>> tasks;
		for (size_t chunk = 0; chunk < Job::ChunkCount; ++chunk) {
			tasks.push_back(create_task([&, chunk]() -> size_t {
				const bool gpu = chunk % 2 == 0;
				const size_t from = chunk * Job::ChunkSize();
				gpu ? OnAccelerator(job.values, from, Job::ChunkSize()) : OnProcessor(job.values, from, Job::ChunkSize());
				critical_section::scoped_lock guard(lock);
				log.push_back(std::make_pair(chunk, gpu));
				return chunk;
			}));
		}
		when_all(tasks.begin(), tasks.end()).then([&](vector<size_t> done) {
			parallel_sort(log.begin(), log.end());
			std::cout << done.size() << " chunks" << std::endl;
		}).wait();
	}
	combinable<__int64> sums;
	parallel_for_each(job.values.begin(), job.values.end(), [&](int v) { sums.local() += v; });
	std::cout << sums.combine(std::plus<__int64>()) << std::endl;
	std::cout << parallel_reduce(job.values.begin(), job.values.end(), 0, [](int a, int b) { return max(a, b); }) << std::endl;
	unbounded_buffer<size_t> buffer;
	for each (const auto &entry in log)
		if (entry.second) send(buffer, entry.first);
	for (int k = 0; k < 4; k++)
		std::wcout << receive(buffer) << L' ';
	std::wcout << std::endl;
	array_view<int> all(int(job.values.size()), job.values);
	completion_future copied = copy_async(all.section(0, 4), job.values.begin() + 4);
	copied.to_task().then([&] { std::cout << job.values[4] << ' ' << job.values[7] << std::endl; }).wait();
	return seconds >= 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
