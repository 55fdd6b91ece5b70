// Namespace concurrency::direct3d, and what kernels print and stop with
#include "declared.h"
#include <amp.h>
#include <amp_graphics.h>
#include <cstring>
using namespace concurrency;

int functions() restrict(amp)
{
	const int i = -5;
	const unsigned int u = 40;
	const float f = 0.5f;
	const double d = 0.25;
	RETURNS((direct3d::abs(i)), int);
	RETURNS((direct3d::clamp(f, f, f)), float);
	RETURNS((direct3d::clamp(i, i, i)), int);
	RETURNS((direct3d::countbits(u)), unsigned int);
	RETURNS((direct3d::firstbithigh(i)), int);
	RETURNS((direct3d::firstbitlow(i)), int);
	RETURNS((direct3d::imax(i, i)), int);
	RETURNS((direct3d::imin(i, i)), int);
	RETURNS((direct3d::mad(f, f, f)), float);
	RETURNS((direct3d::mad(d, d, d)), double);
	RETURNS((direct3d::mad(i, i, i)), int);
	RETURNS((direct3d::mad(u, u, u)), unsigned int);
	RETURNS((direct3d::noise(f)), float);
	RETURNS((direct3d::radians(f)), float);
	RETURNS((direct3d::rcp(f)), float);
	RETURNS((direct3d::rcp(d)), double);
	RETURNS((direct3d::reversebits(u)), unsigned int);
	RETURNS((direct3d::saturate(f)), float);
	RETURNS((direct3d::sign(i)), int);
	RETURNS((direct3d::smoothstep(f, f, f)), float);
	RETURNS((direct3d::step(f, f)), float);
	RETURNS((direct3d::umax(u, u)), unsigned int);
	RETURNS((direct3d::umin(u, u)), unsigned int);
	if (direct3d::abs(i) != 5 || direct3d::clamp(i, -3, 3) != -3 || direct3d::clamp(f, 0.0f, 0.25f) != 0.25f)
		return __LINE__;
	if (direct3d::countbits(u) != 2 || direct3d::firstbithigh(40) != 5 || direct3d::firstbitlow(40) != 3)
		return __LINE__;
	if (direct3d::imax(i, 3) != 3 || direct3d::imin(i, 3) != i || direct3d::umax(u, 3u) != u || direct3d::umin(u, 3u) != 3)
		return __LINE__;
	if (direct3d::mad(f, 2.0f, f) != 1.5f || direct3d::mad(d, 4.0, d) != 1.25 || direct3d::mad(i, i, i) != 20 ||
	    direct3d::mad(u, u, 2u) != 1602)
		return __LINE__;
	if (direct3d::noise(f) < -1.0f || direct3d::noise(f) > 1.0f || direct3d::noise(3.0f) != 0.0f)
		return __LINE__;
	if (direct3d::radians(180.0f) < 3.14159f || direct3d::radians(180.0f) > 3.1416f)
		return __LINE__;
	if (direct3d::rcp(f) != 2.0f || direct3d::rcp(d) != 4.0 || direct3d::reversebits(u) != 0x14000000)
		return __LINE__;
	if (direct3d::saturate(1.5f) != 1.0f || direct3d::sign(i) != -1 || direct3d::sign(0) != 0)
		return __LINE__;
	if (direct3d::smoothstep(0.0f, 1.0f, f) != 0.5f || direct3d::step(f, 0.75f) != 1.0f || direct3d::step(f, 0.25f) != 0.0f)
		return __LINE__;
	graphics::direct3d::uint2 source(1u, 2u);
	graphics::direct3d::uint4 sums;
	RETURNS((graphics::direct3d::msad4(u, source, sums)), graphics::direct3d::uint4);
	sums = graphics::direct3d::msad4(0x00000003u, source, sums);
	return sums.x == 2 && sums.y == 3 ? 0 : __LINE__;
}

// The text that a launch of the kernel throws.
template <typename Kernel> std::string thrown(const Kernel &kernel)
{
	try {
		parallel_for_each(accelerator(accelerator::direct3d_warp).default_view, extent<1>(1), kernel);
	} catch (const runtime_exception &e) {
		return e.what();
	}
	return "";
}

int main()
{
	array_view<int> v(1);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = functions();
		if (v[i] == -1) // they do what they say in graphics/debug_functions.cpp
			direct3d_printf("%d %f %s\n", 1, 1.0f, "text");
	});
	CHECK(v[0] == 0);
	CHECK(std::strstr(thrown([=](index<1> i) restrict(amp) {
		if (v[i] == 0)
			direct3d_errorf("x = %d", 3);
	}).c_str(), "x = 3"));
	CHECK(std::strstr(thrown([=](index<1> i) restrict(amp) {
		if (v[i] == 0)
			direct3d_abort();
	}).c_str(), "Reference Rasterizer: Shader abort instruction hit"));

	// Of the functions about devices, those that need none of Direct3D's.
	accelerator warp(accelerator::direct3d_warp);
	RETURNS((direct3d::create_accelerator_view(warp, true)), accelerator_view);
	RETURNS((direct3d::create_accelerator_view(warp, true, queuing_mode_immediate)), accelerator_view);
	RETURNS((direct3d::is_timeout_disabled(warp.default_view)), bool);
	const accelerator_view av = direct3d::create_accelerator_view(warp, true, queuing_mode_immediate);
	CHECK(av.accelerator == warp && av != warp.default_view && av.queuing_mode == queuing_mode_immediate);
	CHECK(direct3d::create_accelerator_view(warp, false).queuing_mode == queuing_mode_automatic);
	CHECK(direct3d::is_timeout_disabled(av));

	RETURNS((HLSL_MAX_NUM_BUFFERS), const unsigned int);
	RETURNS((MODULENAME_MAX_LENGTH), const unsigned int);
	static_assert(HLSL_MAX_NUM_BUFFERS == 192 && MODULENAME_MAX_LENGTH == 1024, "");
	RETURNS((amp_uninitialize()), void);
	amp_uninitialize();
	amp_uninitialize();
	std::puts("ok"); // behind what the kernel printed
}
