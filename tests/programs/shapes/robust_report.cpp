// An access beyond an extent ends the kernel with a message: on direct3d_ref, and elsewhere if AMP_CHECK is 1.
// options: --amp-robust-access=report
// not as CUDA: the message says where, in this file
#include "../check.h"

#include <amp.h>

#include <cstdlib>
#include <string>
#include <vector>

using namespace concurrency;

static const accelerator reference(accelerator::direct3d_ref), processors(accelerator::direct3d_warp);

// What a launch says, but for the kernel's name and the folder; "" if nothing.
template <typename Launch> static std::string message(Launch launch, const accelerator &on = reference)
{
	try {
		launch(on.default_view);
	} catch (const runtime_exception &e) {
		const std::string text = e.what();
		return text.substr(text.find("robust_report.cpp"));
	}
	return "";
}

template <typename T> struct adding {
	T v;
	float table[4];
	void operator()(index<1> i) const restrict(amp) { v[i] = table[i[0] % 4] + v[i[0] + 1]; }
};

template <typename T> static float at(const T &v, int i, int j) restrict(amp)
{
	return v(i, j);
}

static void put(const array_view<float> &to, int i) restrict(cpu, amp)
{
	to[i] = 1;
}

int main()
{
	std::vector<float> a(100);
	array_view<float> va(100, a);
	array_view<float, 2> plane(10, 10, a);
	array<float, 2> own(10, 10, reference.default_view);
	const adding<array_view<float>> add = {va, {}};
	std::string said;

	// beyond the extent
	said = message([&](accelerator_view on) {
		parallel_for_each(on, va.extent, [=](index<1> i) restrict(amp) { va[i] += va[i - 1]; });
	});
	CHECK(said == "robust_report.cpp:55: 'va' is accessed at -1, beyond its extent 100 in dimension 0");
	said = message([&](accelerator_view on) {
		parallel_for_each(on, plane.extent, [=](index<2> i) restrict(amp) { plane[i[0]][i[1] + 1] = 1; });
	});
	CHECK(said == "robust_report.cpp:59: 'plane[i[0]]' is accessed at 10, beyond its extent 10 in dimension 0");
	said = message([&](accelerator_view on) {
		parallel_for_each(on, plane.extent, [=, &own](index<2> i) restrict(amp) {
			plane[i] = own[i];
			own(i[0], i[1] + 7) = 1;
		});
	});
	CHECK(said == "robust_report.cpp:65: 'own' is accessed at 10, beyond its extent 10 in dimension 1");
	// within the buffer, but beyond the section
	const array_view<float> part = va.section(10, 20);
	said = message([&](accelerator_view on) {
		parallel_for_each(on, va.extent, [=](index<1> i) restrict(amp) { va[i] = part[i]; });
	});
	CHECK(said == "robust_report.cpp:72: 'part' is accessed at 20, beyond its extent 20 in dimension 0");
	// in functions, templates and tiles
	said = message([&](accelerator_view on) {
		parallel_for_each(on, va.extent, [=](index<1> i) restrict(amp) { put(va, 2 * i[0]); });
	});
	CHECK(said == "robust_report.cpp:41: 'to' is accessed at 100, beyond its extent 100 in dimension 0");
	said = message([&](accelerator_view on) { parallel_for_each(on, va.extent, add); });
	CHECK(said == "robust_report.cpp:31: 'v' is accessed at 100, beyond its extent 100 in dimension 0");
	said = message([&](accelerator_view on) {
		parallel_for_each(on, va.extent, [=](index<1> i) restrict(amp) { va[i] = at(plane, 0, i[0]); });
	});
	CHECK(said == "robust_report.cpp:36: 'v' is accessed at 10, beyond its extent 10 in dimension 1");
	said = message([&](accelerator_view on) {
		parallel_for_each(on, plane.extent.tile<5, 5>(), [=](tiled_index<5, 5> i) restrict(amp) {
			tile_static float row[5];
			if (i.local[0] == 0)
				row[i.local[1]] = plane[i.tile_origin[0]][i.local[1]];
			i.barrier.wait();
			plane[i.global[0]][i.global[1] + 5] = row[i.local[1]];
		});
	});
	CHECK(said == "robust_report.cpp:92: 'plane[i.global[0]]' is accessed at 10, beyond its extent 10 in dimension 0");

	// not beyond; the host's
	said = message([&](accelerator_view on) {
		parallel_for_each(on, va.extent, [=](index<1> i) restrict(amp) { va[i] = part[i[0] % 20]; });
	});
	CHECK(said == "");
	put(va, 99);

	// on another accelerator only if it is asked for; else it is zero
	const auto beyond = [&](accelerator_view on) {
		parallel_for_each(on, va.extent, [=](index<1> i) restrict(amp) { va[i] = va[i + 100]; });
	};
	said = message(beyond, processors);
	CHECK(said == "");
	for (int i = 0; i < 100; i++)
		CHECK(va[i] == 0);
	setenv("AMP_CHECK", "1", 1);
	CHECK(message(beyond, processors).find("'va' is accessed at 1") != std::string::npos);
	std::puts("ok");
}
