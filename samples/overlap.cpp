// Copies and kernels at the same time: a large input goes through the accelerator in pieces, each
// on one of three accelerator_views in turn. While one piece is computed the next is on its way in
// and the one before on its way out; a future says when a result has come. What is copied is in
// staging arrays, whose memory the accelerator reads directly.
//
// Prints: the sum of all results, and on standard error how long it took in pieces and as a whole.
#include <amp.h>
#include <amp_math.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

using namespace concurrency;

// One place in the pipeline: its own queue, memory there and staging memory here.
struct stage {
	accelerator_view queue;
	array<float> there;
	array<float> in, out; // on the host
	completion_future done;
	int first = -1; // of the piece that it works on

	stage(const accelerator &a, const accelerator_view &host, int size)
	    : queue(a.create_view()), there(size, queue), in(size, host, queue), out(size, host, queue)
	{
	}
};

static void compute(array<float> &values)
{
	parallel_for_each(values.accelerator_view, values.extent, [&values](index<1> i) restrict(amp) {
		float x = values[i];
		for (int k = 0; k < 50; k++)
			x = precise_math::sqrtf(x + 1.0f);
		values[i] = x;
	});
}

// Its piece's results have come.
static void finish(stage &s, std::vector<float> &results)
{
	if (s.first < 0)
		return;
	s.done.get();
	std::copy(s.out.data(), s.out.data() + s.out.extent.size(), results.begin() + s.first);
	s.first = -1;
}

static void in_pieces(const std::vector<float> &input, std::vector<float> &results, int size)
{
	const accelerator a;
	const accelerator_view host = accelerator(accelerator::cpu_accelerator).default_view;
	std::vector<std::unique_ptr<stage>> stages;
	for (int i = 0; i < 3; i++)
		stages.emplace_back(new stage(a, host, size));
	const int count = static_cast<int>(input.size());
	for (int first = 0, turn = 0; first < count; first += size, turn++) {
		stage &s = *stages[turn % 3];
		finish(s, results);
		std::copy(input.begin() + first, input.begin() + first + size, s.in.data());
		copy_async(s.in, s.there);
		compute(s.there);
		s.done = copy_async(s.there, s.out);
		s.first = first;
	}
	for (const std::unique_ptr<stage> &s : stages)
		finish(*s, results);
}

static void as_a_whole(const std::vector<float> &input, std::vector<float> &results)
{
	array<float> all(static_cast<int>(input.size()), input.begin());
	compute(all);
	copy(all, results.begin());
}

template <typename Work> static double milliseconds(Work work)
{
	const auto start = std::chrono::steady_clock::now();
	work();
	return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

int main()
{
	const int count = 1 << 20, size = 1 << 17;
	std::vector<float> input(count), results(count), expected(count);
	for (int i = 0; i < count; i++)
		input[i] = static_cast<float>(i % 1000);
	as_a_whole(input, expected); // also loads code
	const double whole = milliseconds([&] { as_a_whole(input, expected); });
	const double pieces = milliseconds([&] { in_pieces(input, results, size); });
	std::fprintf(stderr, "in pieces %.2f ms, as a whole %.2f ms\n", pieces, whole);

	double sum = 0;
	for (float x : results)
		sum += x;
	std::printf("%.1f, %s\n", sum, results == expected ? "the same in pieces" : "different in pieces");
	return results == expected ? 0 : 1;
}
