// Threads that never used a GPU wait for what others gave it, ask whether it is done, and destroy it.
//     ampcc -O2 --amp-arch=sm_90 tests/gpu/threads.cpp -o threads && ./threads
#include <amp.h>
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>
using namespace concurrency;

// Runs a function on a new thread.
template <typename F> static void elsewhere(F f)
{
	std::thread t([&] {
		try {
			f();
		} catch (const std::exception &e) {
			std::printf("failed: %s\n", e.what());
			std::exit(1);
		}
	});
	t.join();
}

int main()
{
	const int n = 1 << 22;
	std::vector<int> data(n, 1), copied(n);
	accelerator_view queue = accelerator().create_view();
	std::unique_ptr<array<int>> a(new array<int>(n, queue));
	std::unique_ptr<array_view<int>> v(new array_view<int>(data));
	array<int> &to = *a;
	array_view<int> &from = *v;
	parallel_for_each(queue, to.extent, [=, &to](index<1> i) restrict(amp) {
		int x = from[i];
		for (int k = 0; k < 100000; k++)
			x = x * 3 + k;
		to[i] = from[i] + (x == 123456789 ? 0 : 1);
		from[i] = 7;
	});
	completion_future marker = queue.create_marker(), copy = copy_async(to, copied.begin()), synchronized;
	elsewhere([&] { synchronized = from.synchronize_async(); });
	elsewhere([&] { marker.wait_for(std::chrono::seconds(0)); });
	elsewhere([&] { marker.wait(); });
	elsewhere([&] { copy.get(); });
	elsewhere([&] { synchronized.wait(); });
	elsewhere([&] { std::printf("%d %d\n", copied[n - 1] == 2, data[n - 1] == 7); });
	elsewhere([&] { marker = copy = synchronized = completion_future(); });
	elsewhere([&] { a.reset(); });
	elsewhere([&] { v.reset(); });
	elsewhere([&] { queue = accelerator().default_view; });
	std::puts("right");
}
