// options: --amp-msvc
// Tasks with continuations around kernels.
#include "stdafx.h"
#include <ppltasks.h>
#include <stdexcept>
using namespace concurrency;

static task<std::vector<int>> Load(int count)
{
	return create_task([count]() -> std::vector<int> {
		std::vector<int> data(count);
		std::iota(data.begin(), data.end(), 1);
		return data;
	});
}

static std::vector<int> Square(std::vector<int> data)
{
	array_view<int> view((int)data.size(), data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= view[i]; });
	view.synchronize();
	return data;
}

static task<int> SumAsync(int count)
{
	return Load(count).then(Square).then([](std::vector<int> squares) {
		return std::accumulate(squares.begin(), squares.end(), 0);
	});
}

int main()
{
	std::cout << "sum " << SumAsync(10).get() << std::endl;

	// all, and any
	std::vector<task<int>> sums;
	for (int n = 1; n <= 4; n++)
		sums.push_back(SumAsync(n));
	when_all(sums.begin(), sums.end()).then([](std::vector<int> results) {
		std::cout << "all";
		for each (int r in results)
			std::cout << " " << r;
		std::cout << std::endl;
	}).wait();
	task<std::vector<int>> both = SumAsync(2) && SumAsync(3);
	std::cout << "both " << both.get()[0] + both.get()[1] << std::endl;
	task<int> one = create_task([] { return 4; }), other = create_task([] { return 4; });
	std::cout << "any " << (one || other).get() << std::endl;

	// a continuation of a task sees its exception; one of a value does not run
	bool ran = false;
	create_task([]() -> int { throw std::invalid_argument("no data"); })
		.then([&ran](int x) { ran = true; return x; })
		.then([](task<int> previous) {
			try {
				previous.get();
			}
			catch (const std::invalid_argument &e) {
				std::cout << "caught " << e.what() << std::endl;
			}
		}).wait();
	std::cout << (ran ? "ran" : "did not run") << std::endl;

	// cancellation
	cancellation_token_source source;
	task_completion_event<void> gate;
	auto late = create_task(gate).then([] { return 1; }, source.get_token());
	source.cancel();
	gate.set();
	std::cout << (late.wait() == canceled ? "canceled" : "completed") << std::endl;
	try {
		late.get();
	}
	catch (const task_canceled &) {
		std::cout << "task_canceled" << std::endl;
	}

	cancellation_token_source running;
	event started;
	auto asks = create_task([&started] {
		started.set();
		while (!is_task_cancellation_requested())
			Concurrency::wait(1);
		cancel_current_task();
	}, running.get_token());
	started.wait();
	running.cancel();
	std::cout << (asks.wait() == canceled ? "canceled" : "completed") << is_task_cancellation_requested() << std::endl;

	// a copy's completion as a task
	std::vector<int> host(16, 0);
	array<int> device(16);
	parallel_for_each(device.extent, [&device](index<1> i) restrict(amp) { device[i] = i[0] + 100; });
	completion_future copied = copy_async(device, host.begin());
	copied.to_task().then([&host] { std::cout << "copied " << host[15] << std::endl; }).wait();

	task_completion_event<int> completion;
	task<int> waits(completion);
	auto next = waits.then([](int x) { return task_from_result(x + 1); });
	completion.set(41);
	std::cout << "event " << next.get() << (waits.is_done() ? " done" : " open") << std::endl;
	return 0;
}
