// options: -ffp-contract=off
// Copies that overlap with kernels: a long signal is sent through the GPU in chunks. A lane has its own
// accelerator_view, which executes its copies and kernels in order, and staging arrays, which the GPU accesses directly.
// With one lane, a chunk is copied in, computed and copied out before the next one; with three lanes, one chunk is
// copied in while another is computed and a third is copied out.
//
// Prints: the number of wrong results; on standard error, the times of both. overlap N: N million numbers.
#include <amp.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace concurrency;

static const int CHUNK = 1 << 17;

// Returns x after 64 steps of the logistic map.
static float wander(float x) restrict(cpu, amp)
{
	for (int i = 0; i < 64; i++)
		x = 3.7f * x * (1 - x);
	return x;
}

class lane {
public:
	explicit lane(const accelerator &a)
	    : view(a.create_view()), in_host(CHUNK, accelerator(accelerator::cpu_accelerator).default_view, view),
	      out_host(CHUNK, accelerator(accelerator::cpu_accelerator).default_view, view), in(CHUNK, view), out(CHUNK, view)
	{
	}

	// Submits a chunk to the GPU, and returns while it works.
	void begin(const float *from, float *to)
	{
		std::copy(from, from + CHUNK, in_host.data());
		copy_async(in_host, in);
		array<float> &in = this->in, &out = this->out;
		parallel_for_each(view, out.extent, [&in, &out](index<1> i) restrict(amp) { out[i] = wander(in[i]); });
		done = copy_async(out, out_host);
		results = to;
	}

	void finish()
	{
		if (!results)
			return;
		done.get();
		std::copy(out_host.data(), out_host.data() + CHUNK, results);
		results = nullptr;
	}

private:
	accelerator_view view;
	array<float> in_host, out_host, in, out;
	completion_future done;
	float *results = nullptr; // of the current chunk, or null
};

// Returns the milliseconds that all chunks take with this number of lanes.
static double run(std::vector<lane> &lanes, const std::vector<float> &signal, std::vector<float> &results)
{
	const auto start = std::chrono::steady_clock::now();
	for (std::size_t at = 0, n = 0; at < signal.size(); at += CHUNK, n++) {
		lane &l = lanes[n % lanes.size()];
		l.finish();
		l.begin(&signal[at], &results[at]);
	}
	for (lane &l : lanes)
		l.finish();
	return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

int main(int argc, char **argv)
{
	const int chunks = argc > 1 ? std::max(1, std::atoi(argv[1])) * 8 : 8;
	std::vector<float> signal(static_cast<std::size_t>(chunks) * CHUNK);
	for (std::size_t i = 0; i < signal.size(); i++)
		signal[i] = (i % 1000 + 1) / 1002.0f;
	int wrong = 0;
	for (int count : {1, 3}) {
		std::vector<lane> lanes;
		lanes.reserve(static_cast<std::size_t>(count));
		for (int i = 0; i < count; i++)
			lanes.emplace_back(accelerator());
		std::vector<float> results(signal.size());
		run(lanes, signal, results); // loads code and allocates memory
		std::fill(results.begin(), results.end(), -1.0f);
		std::fprintf(stderr, "%d lanes: %.2f ms\n", count, run(lanes, signal, results));
		for (std::size_t i = 0; i < signal.size(); i += 97)
			wrong += results[i] != wander(signal[i]);
	}
	std::printf("%d wrong\n", wrong);
	return wrong != 0;
}
