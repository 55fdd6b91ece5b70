// Lets the mock CUDA driver of tests/runtime run the kernels of a program: it
// looks each up as a variable of the program, by name, so each kernel that is
// launched is given one of these. On a real driver it only passes on.
#include "../../runtime/mock_cuda.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <mutex>

static const int SLOTS = 64;
static amp_kernel *kernels[SLOTS];
static amp_kernel on_cpu[SLOTS]; // their copies, whose launches have no arguments
static mock_kernel *slots[SLOTS];
static std::mutex lock;

static amp_status launch(amp_accelerator_view *av, amp_kernel *kernel, const int *extent,
                         const void *image, const amp_argument *args, size_t n_args)
{
	typedef decltype(&amp_launch) launch_fn;
	static const launch_fn next = reinterpret_cast<launch_fn>(dlsym(RTLD_NEXT, "amp_launch"));
	return next(av, kernel, extent, image, args, n_args);
}

// The image has the device's addresses, which are the host's here, so that the
// CPU accelerator can run it as it is. direct3d_abort() is a fault, as on a GPU.
template <int Slot>
static int run(const void *image, const amp_domain *domain, const unsigned *, const unsigned *)
{
	static amp_accelerator_view *const cpu =
		amp_accelerator_default_view(amp_accelerator_find("cpu"));
	if (domain->rank > AMP_DOMAIN_RANK)
		std::abort(); // domain does not have its extent
	const amp_status status = launch(cpu, &on_cpu[Slot], domain->extent, image, nullptr, 0);
	return status == AMP_ERROR_FAILED ? 719 : status; // CUDA_ERROR_LAUNCH_FAILED
}

// mock_slot_00 … mock_slot_77, in octal
#define SLOT(tens, ones) mock_kernel mock_slot_##tens##ones = {run<tens * 8 + ones>, 0, 0};
#define EACH_ONE(tens) SLOT(tens, 0) SLOT(tens, 1) SLOT(tens, 2) SLOT(tens, 3) \
	SLOT(tens, 4) SLOT(tens, 5) SLOT(tens, 6) SLOT(tens, 7)
EACH_ONE(0) EACH_ONE(1) EACH_ONE(2) EACH_ONE(3) EACH_ONE(4) EACH_ONE(5) EACH_ONE(6) EACH_ONE(7)

// A program for the CPU only has no device code: this stands for some.
static amp_module module = {"", "mock", nullptr, nullptr};
__attribute__((constructor)) static void enter()
{
	if (std::getenv("AMP_CUDA_LIBRARY"))
		amp_module_register(&module);
}

static void give_slot(amp_kernel *kernel)
{
	std::lock_guard<std::mutex> guard(lock);
	int slot = 0;
	while (slot < SLOTS && kernels[slot] && kernels[slot] != kernel)
		slot++;
	if (slot == SLOTS)
		std::abort();
	if (kernels[slot])
		return;
	static char names[SLOTS][sizeof("mock_slot_77")];
	char *const name = names[slot];
	std::snprintf(name, sizeof(names[slot]), "mock_slot_%02o", static_cast<unsigned>(slot) % SLOTS);
	slots[slot] = static_cast<mock_kernel *>(dlsym(RTLD_DEFAULT, name));
	slots[slot]->image_size = kernel->image_size;
	kernel->symbol = name;
	// the mock driver has no other code for it
	kernel->wide_symbol = kernel->restrict_symbol = kernel->small_domain_symbol = nullptr;
	kernel->wide = 0;
	kernels[slot] = kernel;
	on_cpu[slot] = *kernel;
	on_cpu[slot].state = nullptr;
}

extern "C" amp_status amp_launch(amp_accelerator_view *av, amp_kernel *kernel, const int *extent,
                                 const void *image, const amp_argument *args, size_t n_args)
{
	if (std::getenv("AMP_CUDA_LIBRARY"))
		give_slot(kernel);
	return launch(av, kernel, extent, image, args, n_args);
}
