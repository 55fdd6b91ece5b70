// The harness: the command line, what is measured, and how it is printed.
//
//     bench [--cpu | --pocl] [--processor-time] [--check] [--json FILE]
//           [--seconds S] [--rounds N] [NAME…]
//
// --cpu measures on the CPU accelerator, against OpenMP, --pocl against OpenCL
// by PoCL; --processor-time measures the time of all this program's threads,
// which changes less where others keep the processor busy; --check only
// compares results, of small sizes; S is how long a comparison may measure in each
// of N rounds (1). The ratio is the median of the rounds' ratios: both sides of a round run
// in the same conditions, so many short rounds tell more than few long ones where others use
// the machine.
// Exit status: 1 when results differ by more than the tolerance, 2 when the
// command line is wrong or there is no GPU or no PoCL.
#include "bench.h"

#include <amp.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>

namespace bench {
namespace {

typedef std::chrono::steady_clock steady;

struct benchmark {
	const char *name;
	void (*run)();
	bool has_opencl;
};

std::vector<benchmark> &benchmarks()
{
	static std::vector<benchmark> all;
	return all;
}

const twin_device *twins = &openmp_device;
bool gpu, pocl, checks, in_processor_time;
double budget = 0.5;
int rounds = 1;
FILE *json;
bool right = true;

void wait_for_amp()
{
	concurrency::accelerator().get_default_view().wait();
}

// Seconds since some time.
double now()
{
	timespec time;
	clock_gettime(in_processor_time ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
	return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Waits until this thread is the only one that runs: OpenMP's threads spin for milliseconds, in wait for the next
// loop, on processors that the next measurement needs.
void settle()
{
	const timespec pause = {0, 1000000};
	timespec before, after;
	for (int i = 0; i < 100; i++) {
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
		nanosleep(&pause, nullptr);
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
		if ((after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec - before.tv_nsec < 200000)
			return;
	}
}

// Seconds a run, of `batch` runs with one wait behind them. On the CPU all threads are awake, each on a
// processor of its own: after another library's threads Linux takes some milliseconds to spread them.
double measure(const prepared &what, int batch, void (*wait)())
{
	if (!gpu)
		settle();
	const double begin = now();
	while (!gpu && !checks && now() - begin < 0.02) {
		if (what.prepare)
			what.prepare();
		what.run();
		wait();
	}
	if (what.prepare) {
		what.prepare();
		wait();
	}
	const double start = now();
	for (int i = 0; i < batch; i++)
		what.run();
	wait();
	return (now() - start) / batch;
}

double median(std::vector<double> values)
{
	if (values.empty())
		return 0;
	std::sort(values.begin(), values.end());
	return values[values.size() / 2];
}

double least(const std::vector<double> &values)
{
	return *std::min_element(values.begin(), values.end());
}

double value_of(const subject &of, double seconds)
{
	return std::strcmp(of.unit, "us") == 0 ? seconds / of.work * 1e6 : of.work / seconds * 1e-9;
}

template <typename T> double largest_difference(const T *results, const T *expected, std::size_t n)
{
	double largest = 0, scale = 0;
	for (std::size_t i = 0; i < n; i++) {
		const double distance =
		    std::fabs(static_cast<double>(results[i]) - static_cast<double>(expected[i]));
		if (!(distance <= std::numeric_limits<double>::max()))
			return std::numeric_limits<double>::infinity();
		largest = std::max(largest, distance);
		scale = std::max(scale, std::fabs(static_cast<double>(expected[i])));
	}
	return largest == 0 ? 0 : largest / scale;
}

std::string narrow(const std::wstring &wide)
{
	std::string text;
	for (wchar_t c : wide)
		text += c < 0x80 && c != '"' && c != '\\' ? static_cast<char>(c) : '?';
	return text;
}

// The times of one of the two sides: of all samples, and the median of each round.
struct measured {
	std::vector<double> samples, medians;
};

// The rounds' ratios: the lowest, the median, and the highest.
struct spread {
	double low, middle, high;
};

spread ratios(const std::vector<double> &amp, const std::vector<double> &twin)
{
	std::vector<double> all;
	for (std::size_t i = 0; i < amp.size(); i++)
		all.push_back(twin[i] / amp[i]);
	return {least(all), median(all), *std::max_element(all.begin(), all.end())};
}

void print(const subject &of, const measured &amp, const measured &twin, int batch, double error)
{
	const double a = median(amp.medians), t = median(twin.medians);
	const bool has_twin = !twin.samples.empty();
	const spread between = has_twin ? ratios(amp.medians, twin.medians) : spread{0, 0, 0};
	const bool is_right = error <= of.tolerance;
	const std::string name = of.library ? of.name + ", " + of.library : of.name;
	right &= is_right;
	if (checks) {
		std::printf("%-34s %-8s %s (difference %.2g)\n", name.c_str(), of.type.c_str(),
		            is_right ? "right" : "WRONG", error);
		return;
	}
	char twin_text[32] = "", ratio_text[32] = "", spread_text[32] = "";
	if (has_twin) {
		std::snprintf(twin_text, sizeof twin_text, "%.4g", value_of(of, t));
		std::snprintf(ratio_text, sizeof ratio_text, "%.3f", between.middle);
		if (rounds > 1)
			std::snprintf(spread_text, sizeof spread_text, "  %.3f to %.3f", between.low, between.high);
	}
	std::printf("%-34s %-8s %12.0f %11.4g %11s %-8s %7s%s%s\n", name.c_str(), of.type.c_str(),
	            of.size, value_of(of, a), twin_text, of.unit, ratio_text, spread_text,
	            is_right ? "" : "  WRONG");
	std::fflush(stdout);
	if (!json)
		return;
	std::fprintf(json,
	             "{\"name\": \"%s\", \"type\": \"%s\", \"size\": %.0f, \"unit\": \"%s\", "
	             "\"amp\": %.6g, \"amp_best\": %.6g, ",
	             of.name.c_str(), of.type.c_str(), of.size, of.unit, value_of(of, a),
	             value_of(of, least(amp.samples)));
	if (of.library)
		std::fprintf(json, "\"library\": \"%s\", ", of.library);
	if (has_twin)
		std::fprintf(json,
		             "\"twin\": %.6g, \"twin_best\": %.6g, \"ratio\": %.4f, "
		             "\"ratio_low\": %.4f, \"ratio_high\": %.4f, ",
		             value_of(of, t), value_of(of, least(twin.samples)), between.middle, between.low, between.high);
	std::fprintf(json, "\"rounds\": %d, \"samples\": %zu, \"batch\": %d, \"right\": %s}\n", rounds,
	             amp.samples.size(), batch,
	             is_right ? "true" : "false");
	std::fflush(json);
}

} // namespace

bool on_gpu() { return gpu; }
bool against_pocl() { return pocl; }
bool against_openmp() { return twins == &openmp_device; }
bool only_checks() { return checks; }

void compare(const subject &of, const prepared &amp, const prepared &twin,
             const std::function<double()> &check)
{
	const double shortest = 2e-3; // of a sample: launches and the clock are noise then
	const double long_one = 0.1;  // needs no more warming up
	const std::size_t most = 101, fewest = static_cast<std::size_t>((4 + rounds) / rounds); // samples of a round
	double once = 0;
	for (int i = 0; i < (checks ? 1 : 3) && once < long_one; i++) { // warm up
		once = measure(amp, 1, wait_for_amp);
		if (twin.run)
			once = std::min(once, measure(twin, 1, twins->wait));
	}
	// What is prepared anew for each run cannot be batched.
	const int batch = amp.prepare || once >= shortest
	                      ? 1
	                      : static_cast<int>(std::min(shortest / once, 1e6)) + 1;
	measured amp_times, twin_times;
	const auto end_round = [](measured &times, std::size_t begin) {
		times.medians.push_back(median({times.samples.begin() + static_cast<std::ptrdiff_t>(begin), times.samples.end()}));
	};
	for (int round = 0; !checks && round < rounds; round++) {
		const auto start = steady::now();
		const std::size_t begin = amp_times.samples.size();
		std::size_t done = 0;
		for (; done < most && (done < fewest ||
		                       std::chrono::duration<double>(steady::now() - start).count() < budget); done++) {
			const bool is_twin_first = (static_cast<std::size_t>(round) + done) % 2; // each side is first as often
			if (twin.run && is_twin_first)
				twin_times.samples.push_back(measure(twin, batch, twins->wait));
			amp_times.samples.push_back(measure(amp, batch, wait_for_amp));
			if (twin.run && !is_twin_first)
				twin_times.samples.push_back(measure(twin, batch, twins->wait));
		}
		end_round(amp_times, begin);
		if (twin.run)
			end_round(twin_times, begin);
	}
	print(of, amp_times, twin_times, batch, check ? check() : 0);
}

void compare(const subject &of, const std::function<void()> &amp, const std::function<void()> &twin,
             const std::function<double()> &check)
{
	compare(of, prepared{nullptr, amp}, prepared{nullptr, twin}, check);
}

double difference(const float *results, const float *expected, std::size_t n)
{
	return largest_difference(results, expected, n);
}
double difference(const double *results, const double *expected, std::size_t n)
{
	return largest_difference(results, expected, n);
}
double difference(const int *results, const int *expected, std::size_t n)
{
	return largest_difference(results, expected, n);
}
double difference(const unsigned *results, const unsigned *expected, std::size_t n)
{
	return largest_difference(results, expected, n);
}

void *twin_allocate(std::size_t bytes) { return twins->allocate(bytes); }
void twin_free(void *p) { twins->release(p); }
void twin_write(void *to, const void *host, std::size_t bytes)
{
	twins->write(to, host, bytes);
}
void twin_read(void *host, const void *from, std::size_t bytes)
{
	twins->read(host, from, bytes);
}
void *pinned_allocate(std::size_t bytes) { return twins->allocate_pinned(bytes); }
void pinned_free(void *p) { twins->release_pinned(p); }

registration::registration(const char *name, void (*run)(), bool has_opencl)
{
	benchmarks().push_back({name, run, has_opencl});
}

namespace {

int usage()
{
	std::fprintf(stderr, "usage: bench [--cpu | --pocl] [--processor-time] [--check] [--json FILE] "
	                     "[--seconds S] [--rounds N] [NAME...]\n"
	                     "benchmarks:");
	for (const benchmark &b : benchmarks())
		std::fprintf(stderr, " %s", b.name);
	std::fprintf(stderr, "\n");
	return 2;
}

int run(int argc, char **argv)
{
	bool cpu = false;
	std::vector<benchmark> chosen;
	std::sort(benchmarks().begin(), benchmarks().end(), [](const benchmark &a, const benchmark &b) {
		return std::strcmp(a.name, b.name) < 0;
	});
	for (int i = 1; i < argc; i++) {
		const std::string argument = argv[i];
		if (argument == "--cpu") {
			cpu = true;
		} else if (argument == "--pocl") {
			cpu = pocl = true;
		} else if (argument == "--processor-time") {
			in_processor_time = true;
		} else if (argument == "--check") {
			checks = true;
		} else if (argument == "--seconds" && i + 1 < argc) {
			budget = std::atof(argv[++i]);
		} else if (argument == "--rounds" && i + 1 < argc && std::atoi(argv[i + 1]) > 0) {
			rounds = std::atoi(argv[++i]);
		} else if (argument == "--json" && i + 1 < argc) {
			json = std::fopen(argv[++i], "w");
			if (!json) {
				std::perror(argv[i]);
				return 2;
			}
		} else {
			const auto found = std::find_if(benchmarks().begin(), benchmarks().end(),
			                                [&](const benchmark &b) { return argument == b.name; });
			if (found == benchmarks().end())
				return usage();
			chosen.push_back(*found);
		}
	}
	if (chosen.empty())
		chosen = benchmarks();

	using concurrency::accelerator;
	if (cpu)
		accelerator::set_default(accelerator::direct3d_warp);
	gpu = !accelerator().is_emulated;
	if (gpu == cpu || (gpu && !BENCH_CUDA)) {
		std::fprintf(stderr, "bench: %s\n",
		             gpu ? "was built without CUDA: use --cpu" : "there is no GPU: use --cpu");
		return 2;
	}
	if (pocl && !BENCH_POCL) {
		std::fprintf(stderr, "bench: was built without OpenCL\n");
		return 2;
	}
#if BENCH_CUDA
	if (gpu)
		twins = &cuda_device;
#endif
#if BENCH_POCL
	if (pocl)
		twins = &opencl_device;
#endif
	const std::string device = narrow(accelerator().description);
	const char *const twin = twins->name;
	if (json)
		std::fprintf(json, "{\"device\": \"%s\", \"twin\": \"%s\", \"time\": %lld}\n", device.c_str(),
		             twin, static_cast<long long>(std::time(nullptr)));
	std::printf("%s\n", device.c_str());
	if (!checks)
		std::printf("%-34s %-8s %12s %11s %11s %-8s %7s\n", "", "", "size", "ampcc", twin, "unit",
		            "ratio");
	for (const benchmark &b : chosen) {
		if (!pocl || b.has_opencl)
			b.run();
	}
	if (json)
		std::fclose(json);
	return right ? 0 : 1;
}

} // namespace
} // namespace bench

int main(int argc, char **argv)
{
	return bench::run(argc, argv);
}
