// Threads that launch the same again and again, on an accelerator_view that they share or on
// their own, while others look at the data, make views over it, and end them. The argument
// is how often.
// options: -pthread -ldl -rdynamic
// also: mock_launch.cc
#include "../check.h"
#include <amp.h>
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>
using namespace concurrency;

static const int PART = 256, LAUNCHES = 200;

// Each part is its own view over memory of the program's; all read the table.
struct part {
	part(int *own, const int *table) : sum(PART, own), table(PART, table) {}

	array_view<int, 1> sum;
	array_view<const int, 1> table;
};

static void add_again_and_again(const accelerator_view &where, const part &p)
{
	for (int n = 0; n < LAUNCHES; n++) {
		const array_view<int, 1> sum = p.sum;
		const array_view<const int, 1> table = p.table;
		parallel_for_each(where, sum.extent,
		                  [=](index<1> i) restrict(amp) { sum[i] += table[i]; });
		if (n % 50 == 49)
			CHECK(sum[n] == (n + 1) * n);
	}
}

// The table is only read: on the host, too, and through views that come and go.
static void look(const std::vector<int> &table, const std::atomic<bool> &is_over)
{
	for (int n = 0; !is_over; n++) {
		const array_view<const int, 1> view(PART, table);
		CHECK(view[n % PART] == n % PART);
		std::this_thread::yield();
	}
}

// A view over two parts joins what the runtime knows of them.
static void run(bool share, int threads)
{
	std::vector<int> data(PART * threads), table(PART);
	for (int i = 0; i < PART; i++)
		table[i] = i;
	std::atomic<bool> is_over(false);
	std::vector<std::thread> running;
	const accelerator_view common = accelerator().get_default_view();
	for (int t = 0; t < threads; t++)
		running.emplace_back([&, t] {
			const accelerator_view own = share ? common : accelerator().create_view();
			const part p(&data[PART * t], table.data());
			add_again_and_again(own, p);
			p.sum.discard_data();
			parallel_for_each(own, p.sum.extent,
			                  [=](index<1> i) restrict(amp) { p.sum[i] = i[0] + t; });
			const array_view<int, 1> whole(PART * (t % 2 + 1), &data[PART * (t - t % 2)]);
			const array_view<const int, 1> mine(PART, &data[PART * t]);
			CHECK(mine[7] == 7 + t);
		});
	std::thread looking([&] { look(table, is_over); });
	for (std::thread &t : running)
		t.join();
	is_over = true;
	looking.join();
	for (int i = 0; i < PART * threads; i++)
		CHECK(data[i] == i % PART + i / PART);
}

int main(int argc, char **argv)
{
	const int times = argc > 1 ? std::atoi(argv[1]) : 1;
	for (int n = 0; n < times; n++) {
		run(true, 6);
		run(false, 6);
	}
	std::puts("ok");
}
