// Transfers: the same ten steps on 4 MB, with data in different containers. An array_view is copied to
// the accelerator when a kernel first reads it, and back when the host reads it; an array is copied
// when the program says so. The runtime counts bytes (AMP_STATS=1 and AMP_TRACE=- show more).
//
// Prints: for each way the bytes to the accelerator and back. On the CPU accelerator, nothing is copied.
#include <amp.h>
#include <amp/runtime.h>
#include <cstdio>
#include <vector>

using namespace concurrency;

static const int count = 1 << 20, steps = 10;

static void step(const array_view<float> &to, const array_view<const float> &from)
{
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) { to[i] += 0.5f * from[i]; });
}

// Views that live as long as they are needed: each byte is copied in once and back once.
static void kept_views(std::vector<float> &sum, const std::vector<float> &input)
{
	array_view<float> to(count, sum);
	array_view<const float> from(count, input); // const: never copied back
	for (int i = 0; i < steps; i++)
		step(to, from);
	to.synchronize();
}

// Without const, and reading one element after each step: data that was written is copied back each time,
// data that was only read is not, since the runtime knows what a kernel writes.
static void looked_at(std::vector<float> &sum, std::vector<float> &input)
{
	array_view<float> to(count, sum), from(count, input);
	float seen = 0;
	for (int i = 0; i < steps; i++) {
		step(to, from);
		seen += to[i]; // everything is copied back
	}
	if (seen < 0)
		std::puts("negative");
}

// Reading the same element through a section copies the section only.
static void looked_at_a_section(std::vector<float> &sum, const std::vector<float> &input)
{
	array_view<float> to(count, sum);
	array_view<const float> from(count, input);
	float seen = 0;
	for (int i = 0; i < steps; i++) {
		step(to, from);
		seen += to.section(i, 1)[0];
	}
	if (seen < 0)
		std::puts("negative");
}

// A view that is created for each step copies its data back at the end of each.
static void new_views(std::vector<float> &sum, const std::vector<float> &input)
{
	for (int i = 0; i < steps; i++)
		step(array_view<float>(count, sum), array_view<const float>(count, input));
}

// Arrays: the program copies.
static void arrays(std::vector<float> &sum, const std::vector<float> &input)
{
	array<float> to(count, sum.begin()), from(count, input.begin());
	for (int i = 0; i < steps; i++)
		step(to, from);
	copy(to, sum.begin());
}

// A result that no kernel reads before it is written is not copied in.
static void only_written(std::vector<float> &result, const std::vector<float> &input)
{
	array_view<float> to(count, result);
	array_view<const float> from(count, input);
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) { to[i] = 2 * from[i]; });
	to.synchronize();
}

template <typename Way> static void measure(const char *name, Way way)
{
	std::vector<float> sum(count, 1.0f), input(count, 2.0f);
	amp_counters counters;
	amp_reset_counters();
	way(sum, input);
	amp_get_counters(&counters);
	std::printf("%-22s %9llu %9llu\n", name, static_cast<unsigned long long>(counters.host_to_device_bytes),
	            static_cast<unsigned long long>(counters.device_to_host_bytes));
}

int main()
{
	std::printf("%-22s %9s %9s\n", "", "in", "out");
	measure("array_view", kept_views);
	measure("looked at", looked_at);
	measure("looked at a section", looked_at_a_section);
	measure("new views each time", new_views);
	measure("array", arrays);
	measure("only written", only_written);
}
