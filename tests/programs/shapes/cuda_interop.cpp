// The program's own CUDA commands between kernels: on an accelerator_view's
// stream, and an accelerator_view on the program's stream, without copies; arrays
// over memory of the program's. Elsewhere: unsupported_feature.
// also: mock_launch.cc
// options: -rdynamic
#include "../check.h"
#include <amp.h>
#include <amp/runtime.h>
#include <amp_cuda.h>
#include <dlfcn.h>
#include <vector>

using namespace concurrency;

template <typename F> bool unsupported(F f)
{
	try {
		f();
		return false;
	} catch (const unsupported_feature &e) {
		return std::strstr(e.what(), "CUDA") != nullptr;
	}
}

template <typename F> bool throws(F f)
{
	try {
		f();
		return false;
	} catch (const runtime_exception &) {
		return true;
	}
}

// libcuda's functions, as the runtime finds them.
template <typename F> F *driver(const char *name)
{
	const char *path = std::getenv("AMP_CUDA_LIBRARY");
	static void *const library = dlopen(path ? path : "libcuda.so.1", RTLD_NOW);
	F *const f = reinterpret_cast<F *>(dlsym(library, name));
	CHECK(f);
	return f;
}

static void test_elsewhere()
{
	accelerator cpu(accelerator::direct3d_warp);
	accelerator_view av = cpu.get_default_view();
	array<int, 1> a(4, av);
	int memory[4];
	CHECK(unsupported([&] { cuda::get_stream(av); }));
	CHECK(unsupported([&] { cuda::get_context(av); }));
	CHECK(unsupported([&] { cuda::get_device(cpu); }));
	CHECK(unsupported([&] { cuda::get_device_pointer(a); }));
	CHECK(unsupported([&] { cuda::create_accelerator_view(cpu, nullptr); }));
	CHECK(unsupported([&] { cuda::make_array(extent<1>(4), av, memory); }));
}

static std::uint64_t moved()
{
	amp_counters c;
	amp_get_counters(&c);
	amp_reset_counters();
	return c.host_to_device_bytes + c.device_to_host_bytes + c.device_to_device_bytes;
}

static void test_cuda()
{
	typedef unsigned long long address;
	auto copy_on_device = driver<int(address, address, std::size_t, CUstream_st *)>("cuMemcpyDtoDAsync_v2");
	auto stream_create = driver<int(CUstream_st **, unsigned)>("cuStreamCreate");
	auto stream_destroy = driver<int(CUstream_st *)>("cuStreamDestroy_v2");
	auto allocate = driver<int(address *, std::size_t)>("cuMemAlloc_v2");
	auto release = driver<int(address)>("cuMemFree_v2");
	auto push = driver<int(CUctx_st *)>("cuCtxPushCurrent_v2");

	const int n = 1000;
	const std::size_t bytes = n * sizeof(int);
	accelerator gpu;
	accelerator_view av = gpu.create_view();
	CHECK(cuda::get_stream(av) != cuda::get_stream(gpu.get_default_view()));
	CHECK(cuda::get_context(av) == cuda::get_context(gpu.get_default_view()));
	CHECK(cuda::get_accelerator(cuda::get_device(av)) == gpu);
	CHECK(push(cuda::get_context(av)) == 0);

	// a kernel, a copy of the program's on the same stream, a kernel
	array<int, 1> a(n, av), b(n, av);
	parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] = i[0] * 2; });
	moved();
	const array<int, 1> &source = a;
	CHECK(copy_on_device((address)cuda::get_device_pointer(b), (address)cuda::get_device_pointer(source), bytes,
	                     cuda::get_stream(av)) == 0);
	parallel_for_each(b.extent, [&b](index<1> i) restrict(amp) { b[i] += 1; });
	CHECK(moved() == 0);
	std::vector<int> host(n);
	copy(b, host.begin());
	for (int i = 0; i < n; i++)
		CHECK(host[i] == 2 * i + 1);

	// views over host data, on another stream than their last kernel's
	std::vector<int> x(n, 3), y(n);
	array_view<int, 1> vx(n, x), vy(n, y);
	parallel_for_each(vx.extent, [vx](index<1> i) restrict(amp) { vx[i] += i[0]; });
	array_view<const int, 1> cx(vx);
	vy.discard_data();
	moved();
	const int *from = cuda::get_device_pointer(av, cx);
	int *to = cuda::get_device_pointer(av, vy);
	CHECK(copy_on_device((address)to, (address)from, bytes, cuda::get_stream(av)) == 0);
	CHECK(moved() == 0);
	vy.synchronize();
	CHECK(y[0] == 3 && y[n - 1] == n + 2);
	CHECK(cuda::get_device_pointer(av, cx.section(10, 5)) == from + 10);

	// a stream and memory of the program's
	CUstream_st *stream;
	address memory;
	CHECK(stream_create(&stream, 0) == 0 && allocate(&memory, bytes) == 0);
	{
		accelerator_view mine = cuda::create_accelerator_view(gpu, stream);
		CHECK(cuda::get_stream(mine) == stream);
		CHECK(copy_on_device(memory, (address)cuda::get_device_pointer(mine, cx), bytes, stream) == 0);
		array<int, 2> c = cuda::make_array(extent<2>(10, 100), mine, reinterpret_cast<int *>(memory));
		moved();
		parallel_for_each(c.extent, [&c](index<2> i) restrict(amp) { c[i] *= 2; });
		CHECK(moved() == 0);
		CHECK((address)cuda::get_device_pointer(c) == memory);
		copy(c, host.begin());
		CHECK(host[7] == 20 && host[999] == 2 * 1002);
		CHECK(throws([&] { cuda::make_array(extent<1>(4), mine, host.data()); }));
		CHECK(throws([&] { cuda::create_accelerator_view(gpu, nullptr); }));
	}
	CHECK(stream_destroy(stream) == 0 && release(memory) == 0);
}

int main()
{
	test_elsewhere();
	if (accelerator().device_path.compare(0, 4, L"cuda") == 0)
		test_cuda();
	std::puts("ok");
}
