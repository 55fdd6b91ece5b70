// The cost of a launch that moves nothing: with three captured views, and by
// the number of captured views, of threads that launch, and of live buffers.
// The twin calls cuLaunchKernel, with the pointers as parameters.
#include "bench.h"

#include <amp.h>
#include <algorithm>
#include <memory>
#include <thread>

using namespace concurrency;

static const int SIZE = 256;

static void add(const accelerator_view &where, array_view<const float, 1> a,
                array_view<const float, 1> b, array_view<float, 1> c)
{
	parallel_for_each(where, c.extent, [=](index<1> i) restrict(amp) { c[i] = a[i] + b[i]; });
}

// Three views that are on the accelerator already.
struct operands {
	operands()
	    : data(bench::random<float>(3 * SIZE, 0, 1)), a(SIZE, &data[0]), b(SIZE, &data[SIZE]),
	      c(SIZE, &data[2 * SIZE]) {}

	std::vector<float> data;
	array_view<const float, 1> a, b;
	array_view<float, 1> c;
};

static void compare_adding(const char *name, double size, int launches)
{
	const accelerator_view where = accelerator().get_default_view();
	const operands views;
	bench::memory<float> twin(views.data);
	bench::compare({name, "", size, double(launches), "us", 0},
	               [&] {
		               for (int i = 0; i < launches; i++)
			               add(where, views.a, views.b, views.c);
	               },
	               [&] {
		               TWIN_OF(launches)(twin, twin + SIZE, twin + 2 * SIZE, SIZE, launches);
	               },
	               [&] {
		               views.c.synchronize();
		               return bench::difference(views.data, twin.read());
	               });
}

// Kernels that write one element of each of 1 ... 16 views.
static void one(const extent<1> &domain, const array_view<float, 1> *v)
{
	const array_view<float, 1> a = v[0];
	parallel_for_each(domain, [=](index<1> i) restrict(amp) { a[i] = 1; });
}
static void two(const extent<1> &domain, const array_view<float, 1> *v)
{
	const array_view<float, 1> a = v[0], b = v[1];
	parallel_for_each(domain, [=](index<1> i) restrict(amp) { a[i] = b[i] = 1; });
}
static void four(const extent<1> &domain, const array_view<float, 1> *v)
{
	const array_view<float, 1> a = v[0], b = v[1], c = v[2], d = v[3];
	parallel_for_each(domain, [=](index<1> i) restrict(amp) { a[i] = b[i] = c[i] = d[i] = 1; });
}
static void eight(const extent<1> &domain, const array_view<float, 1> *v)
{
	const array_view<float, 1> a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6],
	                           h = v[7];
	parallel_for_each(domain, [=](index<1> i) restrict(amp) {
		a[i] = b[i] = c[i] = d[i] = e[i] = f[i] = g[i] = h[i] = 1;
	});
}
static void sixteen(const extent<1> &domain, const array_view<float, 1> *v)
{
	const array_view<float, 1> a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6],
	                           h = v[7], k = v[8], l = v[9], m = v[10], n = v[11], o = v[12],
	                           p = v[13], q = v[14], r = v[15];
	parallel_for_each(domain, [=](index<1> i) restrict(amp) {
		a[i] = b[i] = c[i] = d[i] = e[i] = f[i] = g[i] = h[i] = 1;
		k[i] = l[i] = m[i] = n[i] = o[i] = p[i] = q[i] = r[i] = 1;
	});
}

static void number_of_views(int launches)
{
	const int counts[] = {1, 2, 4, 8, 16};
	decltype(one) *const kernels[] = {one, two, four, eight, sixteen};
	for (int k = 0; k < 5; k++) {
		const int count = counts[k];
		decltype(one) *const launch = kernels[k];
		std::vector<float> data = bench::poisoned<float>(count * SIZE);
		std::vector<array_view<float, 1>> views;
		for (int i = 0; i < count; i++)
			views.push_back(array_view<float, 1>(SIZE, &data[i * SIZE]));
		bench::memory<float> twin(data.size());
		bench::compare({"launch, views", "", double(count), double(launches), "us", 0},
		               [&] {
			               for (int i = 0; i < launches; i++)
				               launch(extent<1>(SIZE), views.data());
		               },
		               [&] { TWIN_OF(launches_of)(twin, count, launches); },
		               [&] {
			               for (const array_view<float, 1> &view : views)
				               view.synchronize();
			               return bench::difference(data, twin.read());
		               });
	}
}

// Each thread has its views and its accelerator_view.
static void number_of_threads(int launches)
{
	for (int count : {1, 2, 4, 8}) {
		std::vector<std::unique_ptr<operands>> views;
		std::vector<std::unique_ptr<bench::memory<float>>> twins;
		std::vector<accelerator_view> where;
		for (int i = 0; i < count; i++) {
			views.emplace_back(new operands);
			twins.emplace_back(new bench::memory<float>(views.back()->data));
			where.push_back(accelerator().create_view());
		}
		const auto in_threads = [count](const std::function<void(int)> &work) {
			std::vector<std::thread> threads;
			for (int i = 0; i < count; i++)
				threads.emplace_back(work, i);
			for (std::thread &thread : threads)
				thread.join();
		};
		bench::compare({"launch, threads", "", double(count), double(launches) * count, "us", 0},
		               [&] {
			               in_threads([&](int i) {
				               for (int k = 0; k < launches; k++)
					               add(where[i], views[i]->a, views[i]->b, views[i]->c);
				               where[i].wait();
			               });
		               },
		               [&] {
			               in_threads([&](int i) {
				               float *const p = *twins[i];
				               TWIN_OF(launches)(p, p + SIZE, p + 2 * SIZE, SIZE, launches);
			               });
		               },
		               [&] {
			               double worst = 0;
			               for (int i = 0; i < count; i++) {
				               views[i]->c.synchronize();
				               worst = std::max(worst, bench::difference(views[i]->data, twins[i]->read()));
			               }
			               return worst;
		               });
	}
}

// A launch, and a view that is created and destroyed amid the other buffers' memory.
static void number_of_buffers(int launches, int most)
{
	std::vector<int> memory(2 * static_cast<std::size_t>(most) + 2); // with gaps
	std::vector<array_view<int, 1>> live;
	live.reserve(most);
	for (int count = 1; count <= most; count *= 10) {
		while (live.size() < static_cast<std::size_t>(count))
			live.push_back(array_view<int, 1>(1, &memory[2 * live.size()]));
		compare_adding("launch, live buffers", count, launches);
		bench::compare({"view, live buffers", "", double(count), 1, "us", 0},
		               [&] { array_view<int, 1> between(1, &memory[count / 2 * 2 + 1]); }, nullptr,
		               nullptr);
	}
}

BENCHMARK(launch)
{
	const int many = bench::size(100000, 10000, 10);
	compare_adding("launch, 3 views", many, many);
	const int launches = bench::size(10000, 1000, 10);
	number_of_views(launches);
	number_of_threads(launches);
	number_of_buffers(launches, bench::size(1000000, 1000000, 100));
}
