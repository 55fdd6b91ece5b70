// Lets the mock CUDA driver of tests/runtime run the kernels of a program: it
// looks each up as a variable of the program, by name, so each kernel that is
// launched is given one of these. On a real driver it only passes on.
#include <amp/runtime.h>
#include <cstdlib>
#include <dlfcn.h>

struct mock_kernel {
	int (*run)(const void *image, const amp_domain *domain, unsigned grid, const unsigned block[3]);
	size_t image_size;
};

static const int SLOTS = 8;
static amp_kernel *kernels[SLOTS];

template <int Slot>
static int run(const void *image, const amp_domain *domain, unsigned, const unsigned *)
{
	kernels[Slot]->run_range(image, domain->extent, 0, domain->total);
	return 0;
}

#define SLOT(n) mock_kernel mock_slot_##n = {run<n>, 0};
SLOT(0) SLOT(1) SLOT(2) SLOT(3) SLOT(4) SLOT(5) SLOT(6) SLOT(7)
static mock_kernel *const slots[SLOTS] = {&mock_slot_0, &mock_slot_1, &mock_slot_2, &mock_slot_3,
                                          &mock_slot_4, &mock_slot_5, &mock_slot_6, &mock_slot_7};

// A program for the CPU only has no device code: this stands for some.
static amp_module module = {"", "mock", nullptr, nullptr};
__attribute__((constructor)) static void enter()
{
	if (std::getenv("AMP_CUDA_LIBRARY"))
		amp_module_register(&module);
}

extern "C" amp_status amp_launch(amp_accelerator_view *av, amp_kernel *kernel, const int *extent,
                                 const void *image, const amp_argument *args, size_t n_args)
{
	static const char *const names[SLOTS] = {"mock_slot_0", "mock_slot_1", "mock_slot_2",
	                                         "mock_slot_3", "mock_slot_4", "mock_slot_5",
	                                         "mock_slot_6", "mock_slot_7"};
	if (std::getenv("AMP_CUDA_LIBRARY")) {
		int slot = 0;
		while (slot < SLOTS && kernels[slot] && kernels[slot] != kernel)
			slot++;
		if (slot == SLOTS)
			std::abort();
		kernels[slot] = kernel;
		slots[slot]->image_size = kernel->image_size;
		kernel->symbol = names[slot];
	}
	typedef decltype(&amp_launch) launch;
	static const launch next = reinterpret_cast<launch>(dlsym(RTLD_NEXT, "amp_launch"));
	return next(av, kernel, extent, image, args, n_args);
}
