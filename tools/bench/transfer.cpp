// Transfers between a std::vector and the accelerator: copy() to and from an
// array, and an array_view that brings its data where it is needed. The twin
// calls cudaMemcpy, on the same pageable memory and on pinned memory.
#include "bench.h"

#include <amp.h>
#include <algorithm>
#include <cstring>

using namespace concurrency;

static void measure(double bytes)
{
	const std::size_t n = static_cast<std::size_t>(bytes) / sizeof(int);
	const accelerator_view where = accelerator().get_default_view();
	// random at the start and the end, so that 4 GiB are there soon
	std::vector<int> host(n), back(n);
	bench::random_bits bits;
	for (std::size_t i = 0; i < n; i++)
		host[i] = i < 4096 || i + 4096 > n ? static_cast<int>(bits()) : static_cast<int>(i);
	const auto same = [&](const std::vector<int> &got) {
		return got == host ? 0.0 : 1.0;
	};
	{
		array<int, 1> device(static_cast<int>(n));
		bench::memory<int> twin(n);
		const auto copied_in = [&] {
			copy(device, back.begin());
			return std::max(same(back), same(twin.read()));
		};
		bench::compare({"transfer in", "copy", bytes, bytes, "GB/s", 0},
		               [&] { copy(host.begin(), host.end(), device); },
		               [&] { bench::twin_write(twin, host.data(), n * sizeof(int)); }, copied_in);
		const auto copied_out = [&] { return same(back); };
		std::fill(back.begin(), back.end(), -1);
		bench::compare({"transfer out", "copy", bytes, bytes, "GB/s", 0},
		               [&] { copy(device, back.begin()); },
		               [&] { bench::twin_read(back.data(), twin, n * sizeof(int)); }, copied_out);

		// The bus's own rate, beside the same copies from pageable memory.
		void *const pinned = bench::pinned_allocate(n * sizeof(int));
		std::memcpy(pinned, host.data(), n * sizeof(int));
		bench::compare({"transfer in", "pinned", bytes, bytes, "GB/s", 0},
		               [&] { copy(host.begin(), host.end(), device); },
		               [&] { bench::twin_write(twin, pinned, n * sizeof(int)); }, copied_in);
		std::fill(back.begin(), back.end(), -1);
		bench::compare({"transfer out", "pinned", bytes, bytes, "GB/s", 0},
		               [&] { copy(device, back.begin()); },
		               [&] { bench::twin_read(pinned, twin, n * sizeof(int)); }, copied_out);
		bench::pinned_free(pinned);
	}
	// A kernel touches one element, so the view's data is wanted there and
	// then here.
	array_view<int, 1> view(host);
	bench::memory<int> twin(n);
	bench::compare({"transfer in", "view", bytes, bytes, "GB/s", 0},
	               bench::prepared{[&] { view.refresh(); }, [&] { view.synchronize_to(where); }},
	               bench::prepared{nullptr, [&] { bench::twin_write(twin, host.data(), n * sizeof(int)); }},
	               nullptr);
	const std::vector<int> expected = host;
	std::vector<int> twin_host(n);
	const auto touch = [&] {
		const array_view<int, 1> v = view;
		parallel_for_each(where, extent<1>(1), [=](index<1> i) restrict(amp) {
			v[i] = v[i] ^ 0;
		});
	};
	bench::compare({"transfer out", "view", bytes, bytes, "GB/s", 0},
	               bench::prepared{touch, [&] { view.synchronize(); }},
	               bench::prepared{nullptr,
	                               [&] { bench::twin_read(twin_host.data(), twin, n * sizeof(int)); }},
	               [&] { return std::max(same(expected), same(twin_host)); });
}

BENCHMARK(transfer)
{
	if (!bench::on_gpu() && !bench::only_checks())
		return; // there is no other memory
	const double most = bench::size(0x1p32, 0x1p16, 0x1p16);
	for (double bytes = 4; bytes <= most; bytes *= 4)
		measure(bytes);
}
