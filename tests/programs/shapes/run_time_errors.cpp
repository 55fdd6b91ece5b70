// Errors at run time are exceptions with a message, and leave the data alone.
#include "../check.h"
#include <amp.h>
#include <cstring>
#include <vector>
using namespace concurrency;

template <typename Exception, typename Action> bool throws(const Action &action)
{
	try {
		action();
	} catch (const Exception &e) {
		return std::strlen(e.what()) > 10;
	}
	return false;
}

int main()
{
	std::vector<int> data(1000, 7);
	array_view<int, 1> view(1000, data);

	// An empty domain, and a negative one.
	CHECK(throws<invalid_compute_domain>([=] {
		parallel_for_each(extent<1>(0), [=](index<1> i) restrict(amp) { view[i] = 0; });
	}));
	CHECK(throws<invalid_compute_domain>([=] {
		parallel_for_each(extent<2>(5, -1), [=](index<2> i) restrict(amp) { view[i[0]] = 0; });
	}));
	// A domain of more than 2^32 - 1 points.
	CHECK(throws<invalid_compute_domain>([=] {
		parallel_for_each(extent<3>(1 << 20, 1 << 20, 1 << 20),
		                  [=](index<3> i) restrict(amp) { view[i[0]] = 0; });
	}));
	// A domain that the tile does not divide.
	CHECK(throws<invalid_compute_domain>([=] {
		parallel_for_each(view.extent.tile<64>(),
		                  [=](tiled_index<64> t) restrict(amp) { view[t] = 0; });
	}));
	// All of them are runtime_exceptions.
	CHECK(throws<runtime_exception>([=] {
		parallel_for_each(view.extent.tile<3>(),
		                  [=](tiled_index<3> t) restrict(amp) { view[t] = 0; });
	}));
	// A view larger than its data.
	CHECK(throws<runtime_exception>([&] { array_view<int, 1> larger(2000, data); }));
	CHECK(throws<runtime_exception>([&] { array_view<int, 2> larger(2000, 2, data); }));
	// A section that is not inside of its view.
	CHECK(throws<runtime_exception>([=] { view.section(900, 200); }));
	// A projection that is not one of its rows.
	array_view<int, 2> rows(10, 100, data);
	CHECK(throws<runtime_exception>([=] { rows[10]; }));
	CHECK(throws<runtime_exception>([=] { rows(-1); }));
	// The elements of an array that are not for the CPU.
	accelerator_view cpu = accelerator(accelerator::direct3d_warp).default_view;
	array<int, 1> barred(1000, data.begin(), cpu, access_type_none);
	CHECK(throws<runtime_exception>([&] { barred[3] = 0; }));
	CHECK(throws<runtime_exception>([&] { barred(3); }));
	CHECK(barred.data() == nullptr && array_view<int>(barred)[3] == 7);
	CHECK(throws<runtime_exception>([&] { barred[3]; }));
	// All of a GPU's; none on cpu_accelerator, which has nothing else.
	accelerator best;
	array<int, 1> resident(1000, data.begin());
	CHECK(throws<runtime_exception>([&] { resident[3]; }) == !best.supports_cpu_shared_memory);
	accelerator_view host = accelerator(accelerator::cpu_accelerator).default_view;
	array<int, 1> staging(1000, data.begin(), host, access_type_none);
	CHECK(staging[3] == 7 && staging.data()[4] == 7);
	// An array that is not a staging array has no associated accelerator_view of its own.
	array<int, 1> associated(1000, best.default_view, host);
	CHECK(associated.associated_accelerator_view == best.default_view);
	// An accelerator that is not there.
	CHECK(throws<runtime_exception>([] { accelerator none(L"no such path"); }));

	for (int value : data)
		CHECK(value == 7);
	CHECK(view[999] == 7);
	std::puts("ok");
}
