// options: --amp-msvc
// The parallel patterns library beside C++ AMP: the same sums by both.
#include "stdafx.h"
#include <ppl.h>
#include <concurrent_vector.h>
#include <concurrent_queue.h>
#include <concurrent_unordered_map.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <array>
#include <functional>
#include <iterator>
using namespace Concurrency;
using namespace std;

struct Particle
{
	float position, velocity;
	int cell;
};

static vector<Particle> MakeParticles(int count)
{
	vector<Particle> particles(count);
	parallel_for(0, count, [&](int i) {
		particles[i].position = (float)(i * 37 % count);
		particles[i].velocity = 1.0f;
		particles[i].cell = 0;
	});
	return particles;
}

static void Step(vector<Particle> &particles, float time)
{
	array_view<Particle, 1> view((int)particles.size(), particles);
	parallel_for_each(view.extent, [=](index<1> idx) restrict(amp) {
		Particle p = view[idx];
		p.position += p.velocity * time;
		p.cell = (int)p.position / 16;
		view[idx] = p;
	});
	view.synchronize();
}

int main()
{
	vector<Particle> particles = MakeParticles(1000);
	Step(particles, 2.0f);

	// of iterators, beside that of extents
	combinable<double> sums;
	parallel_for_each(begin(particles), end(particles), [&](const Particle &p) { sums.local() += p.position; });
	cout << "combinable: " << sums.combine(plus<double>()) << endl;

	cout << "reduce: " << parallel_reduce(particles.begin(), particles.end(), 0LL,
		[](vector<Particle>::iterator first, vector<Particle>::iterator last, __int64 sum) -> __int64 {
			for (; first != last; ++first)
				sum += first->cell;
			return sum;
		}, plus<__int64>()) << endl;

	parallel_sort(particles.begin(), particles.end(), [](const Particle &a, const Particle &b) { return a.position > b.position; });
	cout << "sort: " << particles.front().position << " to " << particles.back().position << endl;

	vector<unsigned int> keys(5000);
	parallel_for(size_t(0), keys.size(), size_t(1), [&](size_t i) { keys[i] = (unsigned int)(i * 2654435761u); });
	vector<unsigned int> buffered(keys), radix(keys);
	tbb::parallel_sort(keys.begin(), keys.end()); // oneTBB's own functions, in the same source
	tbb::parallel_for(0, 10, [&](int i) { radix[i]++, radix[i]--; });
	parallel_buffered_sort(buffered.begin(), buffered.end());
	parallel_radixsort(radix.begin(), radix.end());
	cout << "sorts: " << is_sorted(keys.begin(), keys.end()) << (keys == buffered) << (keys == radix) << endl;

	vector<int> doubled(100), input(100);
	iota(input.begin(), input.end(), 0);
	parallel_transform(input.begin(), input.end(), doubled.begin(), [](int x) { return 2 * x; });
	cout << "transform: " << parallel_reduce(doubled.begin(), doubled.end(), 0) << endl;

	concurrent_vector<int> primes;
	parallel_for(2, 100, [&](int n) {
		for (int d = 2; d * d <= n; d++)
			if (n % d == 0) return;
		primes.push_back(n);
	});
	sort(primes.begin(), primes.end());
	cout << "primes: " << primes.size() << ", the last " << primes[primes.size() - 1] << endl;

	concurrent_queue<int> queue;
	concurrent_unordered_map<int, int> squares;
	parallel_invoke([&] { for (int i = 0; i < 50; i++) queue.push(i); },
		[&] { for (int i = 0; i < 10; i++) squares.insert(make_pair(i, i * i)); });
	int taken = 0, x;
	while (queue.try_pop(x))
		taken += x;
	cout << "queue: " << taken << ", map: " << squares[9] << endl;

	task_group tasks;
	atomic<int> done(0);
	for (int i = 0; i < 8; i++)
		tasks.run([&done] { ++done; });
	task_group_status status = tasks.wait();
	structured_task_group structured;
	auto handle = make_task([&done] { done += 100; });
	structured.run(handle);
	structured.wait();
	cout << "tasks: " << done << (status == completed ? " completed" : " not completed") << endl;
	try {
		parallel_for(0, 10, [](int i) { if (i == 7) throw runtime_error("seven"); });
	}
	catch (const runtime_error &e) {
		cout << "caught: " << e.what() << endl;
	}
}
