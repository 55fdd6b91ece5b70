// A kernel that faults takes its GPU away: the next wait says so, with the kernel's
// name, and so does whatever would use the GPU after that. The program goes on with
// what is on the host, and with accelerators that are no GPUs.
#include "../check.h"
#include <amp.h>
#include <amp_cuda.h>
#include <cstring>
#include <vector>
using namespace concurrency;

struct healthy_kernel {
	array_view<int> v;
	void operator()(index<1> i) const restrict(amp) { v[i] += 1; }
};
struct faulty_kernel {
	array_view<int> v;
	void operator()(index<1> i) const restrict(amp)
	{
		v[i] += 1;
		if (i[0] == 7)
			direct3d_abort();
	}
};

// Whether the action throws accelerator_view_removed, with the reason and the kernel.
template <typename Action> bool is_removed(const Action &action)
{
	try {
		action();
	} catch (const accelerator_view_removed &e) {
		return e.get_view_removed_reason() == DXGI_ERROR_DEVICE_REMOVED &&
		       e.get_error_code() == DXGI_ERROR_DEVICE_REMOVED && std::strstr(e.what(), "faulty_kernel") &&
		       std::strstr(e.what(), "CUDA_ERROR_");
	}
	return false;
}
#define REMOVED(...) CHECK(is_removed([&] { __VA_ARGS__; }))

static void use_removed(const accelerator_view &av, array<int> &on_it, const completion_future &before)
{
	accelerator gpu = av.accelerator;
	REMOVED(av.wait());
	REMOVED(av.flush());
	REMOVED(av.create_marker());
	REMOVED(before.get());
	before.wait(); // does not hang, and leaves it to get() to throw
	CHECK(before.wait_for(std::chrono::seconds(1)) == std::future_status::ready);
	std::promise<void> told;
	before.then([&] { told.set_value(); });
	told.get_future().wait();
	std::shared_future<void> standard = before;
	REMOVED(standard.get());
	// Views of the GPU that had no part in it, too.
	REMOVED(gpu.default_view.wait());
	REMOVED(gpu.default_view.flush());
	REMOVED(gpu.create_view());
	REMOVED(cuda::get_stream(av));

	std::vector<int> host(1000, 3);
	array_view<int> v(host);
	REMOVED(array<int>(1000, av));
	REMOVED(array<int>(1000, host.begin(), av));
	REMOVED(parallel_for_each(av, v.extent, healthy_kernel{v}));
	REMOVED(parallel_for_each(on_it.extent, [&](index<1> i) restrict(amp) { on_it[i] = 0; }));
	REMOVED(copy(host.begin(), on_it));
	REMOVED(copy(on_it, host.begin()));
	REMOVED(copy_async(on_it, v));
	REMOVED(copy(v, on_it));
	REMOVED(array<int> copied(on_it));
	REMOVED(std::vector<int> elements = on_it);
	REMOVED(v.synchronize_to(av));
	REMOVED(v.synchronize_to_async(av, access_type_read_write).get());
	REMOVED(array_view<int>(on_it).synchronize());
	// What it is can still be asked, and nothing of the host's was lost.
	CHECK(av.accelerator == gpu && !gpu.device_path.empty() && on_it.accelerator_view == av);
	CHECK(v[0] == 3 && v[999] == 3);
	v[0] = 4;
	v.synchronize();
	CHECK(host[0] == 4);
}

int main()
{
	accelerator gpu;
	if (gpu.is_emulated)
		return 77; // the CPU survives whatever a kernel does
	const accelerator_view av = gpu.create_view();
	array<int> on_it(1000, std::vector<int>(1000, 5).begin(), av);
	std::vector<int> safe(1000, 1), lost(1000, 2);
	array_view<int> v(lost), kept(safe);

	parallel_for_each(av, kept.extent, healthy_kernel{kept});
	kept.synchronize();
	const accelerator_view chosen = accelerator::get_auto_selection_view();
	parallel_for_each(chosen, v.extent, faulty_kernel{v});
	completion_future before = v.synchronize_to_async(av);
	// The fault may be long past, in kernels' time, when it is seen.
	bool is_used = false;
	for (int i = 0; i < 20; i++) {
		try {
			parallel_for_each(av, kept.extent, healthy_kernel{kept});
			is_used = true;
		} catch (const accelerator_view_removed &) {
		}
	}
	REMOVED(chosen.wait());
	REMOVED(v[0]);
	use_removed(av, on_it, before);

	// What only the GPU had is lost; what the host had is there again on demand.
	REMOVED(v.synchronize());
	v.refresh();
	CHECK(v[0] == 2 && v[999] == 2);
	CHECK(!is_used || is_removed([&] { kept.synchronize(); }));
	kept.refresh();
	CHECK(kept[0] == 2 && kept[999] == 2);

	for (const accelerator &other : accelerator::get_all()) {
		if (other == gpu || other == accelerator(accelerator::cpu_accelerator))
			continue;
		try {
			parallel_for_each(other.default_view, v.extent, healthy_kernel{v});
			CHECK(v[7] == 3);
			v[7] = 2;
		} catch (const accelerator_view_removed &) {
			// CUDA gives up all GPUs of a process in which a kernel has faulted.
			CHECK(!other.is_emulated);
		}
	}
	std::puts("ok");
}
