// Runs a program again and again on the mock CUDA driver, each call of the driver
// failing in turn. The program is told by an exception, or does what it does without
// the failure; either way all is released. To be linked with -Wl,--wrap=main, so that
// the program's main is called from here.
#include "../check.h"
#include <amp.h>
#include <amp/runtime.h>
#include <dlfcn.h>
#include <unistd.h>

extern "C" int __real_main(int argc, char **argv);

template <typename Function> static Function *mock(const char *name)
{
	static void *const library = dlopen(std::getenv("AMP_CUDA_LIBRARY"), RTLD_NOW);
	CHECK(library && dlsym(library, name));
	return reinterpret_cast<Function *>(dlsym(library, name));
}

static void check_released()
{
	for (const concurrency::accelerator &a : concurrency::accelerator::get_all())
		a.default_view.wait(); // memory is freed in its turn
	amp_counters counters;
	amp_get_counters(&counters);
	CHECK(counters.live_buffers == 0);
	CHECK(counters.device_allocations == 0 && counters.device_bytes == 0);
	CHECK(mock<unsigned()>("mock_cuda_live")() == counters.kept_allocations);
}

// Whether the n-th call was made, and so has failed.
static bool run_failing(unsigned n, int result, int argc, char **argv)
{
	auto fail = mock<void(const char *, unsigned, int)>("mock_cuda_fail");
	auto calls = mock<unsigned()>("mock_cuda_calls");
	const unsigned before = calls();
	fail(nullptr, n, result);
	try {
		CHECK(__real_main(argc, argv) == 0);
	} catch (const concurrency::runtime_exception &e) {
		CHECK(*e.what());
	}
	const bool has_failed = calls() - before >= n;
	fail(nullptr, 0, 0);
	check_released();
	return has_failed;
}

extern "C" int __wrap_main(int argc, char **argv)
{
	const int output = dup(STDOUT_FILENO);
	CHECK(std::freopen("/dev/null", "w", stdout));
	unsigned n = 1;
	while (run_failing(n, n % 2 ? 2 : 999, argc, argv)) // out of memory, unknown
		n++;
	std::fflush(stdout);
	dup2(output, STDOUT_FILENO);
	CHECK(n > 1);
	return __real_main(argc, argv);
}
