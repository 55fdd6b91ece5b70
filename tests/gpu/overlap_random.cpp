// Random kernels and transfers on sections of one view, large enough to overlap, against a model on the host.
//     ampcc -O2 --amp-arch=sm_90 tests/gpu/overlap_random.cpp -o overlap_random && ./overlap_random [SEED [OPERATIONS]]
// Also with AMP_HOST_REGISTER=1, where transfers are asynchronous.
#include <amp.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace concurrency;

static const int rows = 256, columns = 1 << 16; // 64 MiB
static const int queues = 3;

static unsigned long long state;

static int pick(int below)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return int((state >> 33) % unsigned(below));
}

struct section {
	int row, column, height, width;
};

// At least 4 MiB; of three, one has all columns.
static section pick_section()
{
	section s;
	s.width = pick(3) ? columns : columns / 2;
	s.height = 16 * columns / s.width + pick(64);
	s.column = pick(columns - s.width + 1);
	s.row = pick(rows - s.height + 1);
	return s;
}

template <typename F> static void for_each(const section &s, F f)
{
	for (int y = s.row; y < s.row + s.height; y++)
		for (int x = s.column; x < s.column + s.width; x++)
			f(y * columns + x);
}

static array_view<int, 2> part_of(const array_view<int, 2> &v, const section &s)
{
	return v.section(index<2>(s.row, s.column), extent<2>(s.height, s.width));
}

// x -> 3 x + number, after a while.
static void compute(const accelerator_view &queue, const array_view<int, 2> &v, int number, int rounds)
{
	parallel_for_each(queue, v.extent, [=](index<2> i) restrict(amp) {
		unsigned x = v[i], delay = x;
		for (int k = 0; k < rounds; k++)
			delay = delay * 1664525u + 1013904223u;
		v[i] = rounds < 0 ? delay : 3 * x + number;
	});
}

static void add(const accelerator_view &queue, const array_view<int, 2> &to, const array_view<const int, 2> &from)
{
	parallel_for_each(queue, to.extent, [=](index<2> i) restrict(amp) { to[i] += from[i]; });
}

int main(int argc, char **argv)
{
	state = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
	const int operations = argc > 2 ? std::atoi(argv[2]) : 300;
	std::vector<int> data(rows * columns), model;
	for (int &x : data)
		x = pick(1000);
	model = data;
	accelerator_view views[queues] = {accelerator().default_view, accelerator().create_view(), accelerator().create_view()};
	{
		array_view<int, 2> all(rows, columns, data);
		std::vector<completion_future> futures;
		for (int i = 0; i < operations; i++) {
			section s = pick_section(), t = s;
			array_view<int, 2> part = part_of(all, s);
			const accelerator_view &queue = views[pick(8) ? 0 : pick(queues)];
			int number = pick(1000);
			switch (pick(8)) {
			case 0: case 1: case 2:
				compute(queue, part, number, pick(2) ? 0 : pick(3000));
				for_each(s, [&](int k) { model[k] = int(3u * unsigned(model[k]) + unsigned(number)); });
				break;
			case 3:
				t.row = pick(rows - s.height + 1);
				if (t.row < s.row + s.height && s.row < t.row + s.height)
					break;
				add(queue, part, part_of(all, t));
				for_each(s, [&](int k) { model[k] = int(unsigned(model[k]) + unsigned(model[k + (t.row - s.row) * columns])); });
				break;
			case 4:
				part.synchronize();
				for_each(s, [&](int k) {
					if (data[k] != model[k]) {
						std::printf("wrong: operation %d, element %d\n", i, k);
						std::exit(1);
					}
				});
				break;
			case 5:
				futures.push_back(part.synchronize_async());
				break;
			case 6:
				for (completion_future &f : futures)
					f.wait();
				futures.clear();
				part.synchronize();
				for_each(s, [&](int k) { data[k] = model[k] = k + number; });
				part.refresh();
				break;
			case 7:
				queue.wait();
				break;
			}
		}
	}
	bool is_right = data == model;
	std::puts(is_right ? "right" : "wrong");
	return !is_right;
}
