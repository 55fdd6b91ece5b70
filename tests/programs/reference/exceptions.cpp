// The exceptions' classes, and that each is thrown where the reference says so
#include "declared.h"
#include <amp.h>
#include <amp_cuda.h>
#include <amp_graphics.h>
#include <cstring>
#include <list>
#include <typeinfo>
using namespace concurrency;
using namespace concurrency::graphics;

template <typename E> void class_of(HRESULT code)
{
	static_assert(std::is_base_of<runtime_exception, E>::value, "");
	static_assert(std::is_nothrow_constructible<E, const char *>::value, "");
	static_assert(std::is_nothrow_default_constructible<E>::value, "");
	static_assert(!std::is_convertible<const char *, E>::value, "explicit");
	const E said("why"), silent;
	CHECK(!std::strcmp(said.what(), "why") && said.get_error_code() == code);
	CHECK(!*silent.what() && silent.get_error_code() == code);
}

void classes()
{
	static_assert(std::is_base_of<std::exception, runtime_exception>::value, "");
	static_assert(std::is_nothrow_constructible<runtime_exception, const char *, HRESULT>::value, "");
	static_assert(std::is_nothrow_constructible<runtime_exception, HRESULT>::value, "");
	static_assert(std::is_nothrow_copy_constructible<runtime_exception>::value, "");
	static_assert(std::is_nothrow_copy_assignable<runtime_exception>::value, "");
	static_assert(std::has_virtual_destructor<runtime_exception>::value, "");
	EXPLICIT(runtime_exception, HRESULT);
	const runtime_exception one("why", E_FAIL), copied(one);
	RETURNS((one.get_error_code()), HRESULT);
	RETURNS((one.what()), const char *);
	static_assert(noexcept(one.get_error_code()) && noexcept(one.what()), "");
	runtime_exception other(E_INVALIDARG);
	CHECK(!*other.what() && other.get_error_code() == E_INVALIDARG);
	RETURNS((other = copied), runtime_exception &);
	other = copied;
	CHECK(!std::strcmp(other.what(), "why") && other.get_error_code() == E_FAIL);
	class_of<invalid_compute_domain>(E_INVALIDARG);
	class_of<out_of_memory>(E_OUTOFMEMORY);
	class_of<uninitialized_object>(E_FAIL);
	class_of<unsupported_feature>(E_FAIL);

	static_assert(std::is_base_of<runtime_exception, accelerator_view_removed>::value, "");
	EXPLICIT(accelerator_view_removed, HRESULT);
	static_assert(std::is_nothrow_constructible<accelerator_view_removed, HRESULT>::value, "");
	static_assert(std::is_nothrow_constructible<accelerator_view_removed, const char *, HRESULT>::value, "");
	const accelerator_view_removed removed("gone", DXGI_ERROR_DEVICE_HUNG), quiet(DXGI_ERROR_DEVICE_RESET);
	RETURNS((removed.get_view_removed_reason()), HRESULT);
	static_assert(noexcept(removed.get_view_removed_reason()), "");
	CHECK(removed.get_view_removed_reason() == DXGI_ERROR_DEVICE_HUNG && !std::strcmp(removed.what(), "gone"));
	CHECK(quiet.get_view_removed_reason() == DXGI_ERROR_DEVICE_RESET);
}

// Whether the action throws exactly this class, with this code and a text.
template <typename E, typename Action> bool throws(HRESULT code, const Action &action)
{
	try {
		action();
	} catch (const runtime_exception &e) {
		if (typeid(e) == typeid(E) && e.get_error_code() == code && std::strlen(e.what()) > 10)
			return true;
		std::printf("%s, %#x: %s\n", typeid(e).name(), static_cast<unsigned>(e.get_error_code()), e.what());
	}
	return false;
}
#define THROWS(type, code, ...) CHECK(throws<type>(code, [&] { __VA_ARGS__; }))
#define INVALID(...) THROWS(runtime_exception, E_INVALIDARG, __VA_ARGS__)

void accelerators()
{
	accelerator warp(accelerator::direct3d_warp), cpu(accelerator::cpu_accelerator);
	INVALID(accelerator none(L"cuda:1000"));
	INVALID(accelerator none{std::wstring()});
	INVALID(accelerator::set_default(L"no such path"));
	INVALID(warp.set_default_cpu_access_type(access_type_auto));
	INVALID(warp.create_view(static_cast<queuing_mode>(7)));
	INVALID(concurrency::direct3d::create_accelerator_view(warp, true, static_cast<queuing_mode>(-1)));
	const array_view<int> v(4);
	THROWS(unsupported_feature, E_FAIL,
	       parallel_for_each(cpu.default_view, v.extent, [=](index<1> i) restrict(amp) { v[i] = 0; }));
	THROWS(unsupported_feature, E_FAIL, cuda::get_stream(warp.default_view));
}

void containers()
{
	std::vector<int> data(24);
	array<int> a(24), shorter(23);
	array<int, 2> plane(4, 6);
	array_view<int> v(data);
	array_view<int, 2> rows(4, 6, data);
	// Extents that are no extents.
	INVALID(array<int> none(0));
	INVALID(array<int> none(-1));
	INVALID(array<int, 2> none(4, 0));
	INVALID(array<int, 3> none(1 << 12, 1 << 12, 1 << 12));
	INVALID(array_view<int> none(0));
	INVALID(array_view<int> none(0, data));
	INVALID(array_view<int> none(extent<1>(-5), data.data()));
	INVALID(array_view<int> none(25, data));
	INVALID(std::vector<int> empty; array_view<int> none(empty));
	// Parts that are none.
	INVALID(v.section(20, 5));
	INVALID(v.section(-1, 5));
	INVALID(v.section(index<1>(24)));
	INVALID(v.section(extent<1>(25)));
	INVALID(rows.section(0, 0, 5, 6));
	INVALID(plane.section(0, 1, 4, 6));
	INVALID(rows[4]);
	INVALID(rows(-1));
	INVALID(plane[4]);
	INVALID(v.view_as(extent<2>(5, 5)));
	INVALID(plane.view_as(extent<1>(25)));
	struct three {
		int x[5];
	};
	INVALID(v.reinterpret_as<three>());
	// More elements than an extent can have; nothing touches them here.
	struct large_source {
		int *data() const { return reinterpret_cast<int *>(1 << 20); }
		std::size_t size() const { return (std::size_t(1) << 32) + 5; }
	} beyond;
	INVALID(array_view<int> none(beyond));
	const array_view<double> doubles((1 << 30) + 1, reinterpret_cast<double *>(1 << 20));
	INVALID(doubles.reinterpret_as<int>());
	// No data source.
	array_view<int> temporary(24);
	INVALID(temporary.get_source_accelerator_view());
	INVALID(accelerator_view av = temporary.source_accelerator_view);
	// Accesses that are none, and a write through what only reads.
	const array_view<const int> reads(v);
	INVALID(v.synchronize(access_type_none));
	INVALID(v.synchronize_async(access_type_auto));
	INVALID(v.synchronize_to(accelerator().default_view, access_type_auto));
	INVALID(reads.synchronize(access_type_write));
	INVALID(reads.synchronize_to(accelerator().default_view, access_type_read_write));
	// Copies that do not fit.
	INVALID(copy(a, shorter));
	INVALID(copy(a, v.section(0, 23)));
	INVALID(copy(v, shorter));
	INVALID(copy(plane, rows.section(0, 0, 3, 6)));
	INVALID(copy(data.begin(), data.end(), shorter));
	INVALID(copy(data.begin(), data.end(), v.section(0, 3)));
	INVALID(copy(data.begin(), data.end() - 1, a));
	INVALID(copy(data.data(), data.data() + 23, rows));
	INVALID(copy_async(data.begin(), data.end() - 1, v));
	const std::list<int> few(3);
	INVALID(copy(few.begin(), few.end(), a));
	INVALID(copy_async(a, shorter));
	INVALID(copy(static_cast<const int *>(nullptr), a));
	INVALID(copy(a, static_cast<int *>(nullptr)));
	INVALID(a.copy_to(shorter));
	INVALID(v.copy_to(shorter));
	INVALID(array<int> longer(23, data.begin(), data.end()));
	INVALID(array<int, 2> wider(5, 5, data.begin(), data.end()));
	// An array that was moved from, until it is assigned to.
	array<int> from(24, data.begin()), to(std::move(from));
	THROWS(uninitialized_object, E_FAIL, copy(from, data.begin()));
	THROWS(uninitialized_object, E_FAIL, copy(to, from));
	THROWS(uninitialized_object, E_FAIL, array<int> another(from));
	THROWS(uninitialized_object, E_FAIL, to = from);
	THROWS(uninitialized_object, E_FAIL, from.get_accelerator_view());
	THROWS(uninitialized_object, E_FAIL, from.get_associated_accelerator_view());
	THROWS(uninitialized_object, E_FAIL, from.get_cpu_access_type());
	THROWS(uninitialized_object, E_FAIL, array_view<int>(from).get_source_accelerator_view());
	THROWS(uninitialized_object, E_FAIL,
	       parallel_for_each(from.extent, [&from](index<1> i) restrict(amp) { from[i] = 0; }));
	from = to;
	copy(from, data.begin());
	// Elements that are not for the CPU.
	accelerator_view warp = accelerator(accelerator::direct3d_warp).default_view;
	array<int> barred(24, warp, access_type_none);
	INVALID(array<int> none(24, warp, static_cast<access_type>(7)));
	INVALID(barred[0]);
	INVALID(barred(0));
	// More than can be addressed.
	struct large {
		double x[1 << 13];
	};
	THROWS(out_of_memory, E_OUTOFMEMORY, array<large, 2> none(1 << 16, (1 << 16) - 1, warp));
}

void launches()
{
	const array_view<int> v(16);
	auto plain = [=](index<1> i) restrict(amp) { v[i] = 0; };
	auto solid = [=](index<3> i) restrict(amp) { v[i[0]] = 0; };
	auto tiled = [=](tiled_index<8> t) restrict(amp) { v[t] = 0; };
	auto plane = [=](tiled_index<8, 2> t) restrict(amp) { v[t.global[0]] = 0; };
	const accelerator_view av = accelerator().default_view;
#define DOMAIN_ERROR(...) THROWS(invalid_compute_domain, E_INVALIDARG, parallel_for_each(__VA_ARGS__))
	DOMAIN_ERROR(extent<1>(0), plain);
	DOMAIN_ERROR(extent<1>(-1), plain);
	DOMAIN_ERROR(av, extent<3>(16, -1, -1), solid);
	DOMAIN_ERROR(extent<3>(1 << 20, 1 << 20, 1 << 20), solid);
	DOMAIN_ERROR(extent<1>(12).tile<8>(), tiled);
	DOMAIN_ERROR(av, extent<1>(12).tile<8>(), tiled);
	DOMAIN_ERROR(extent<1>(0).tile<8>(), tiled);
	DOMAIN_ERROR(extent<2>(16, 3).tile<8, 2>(), plane);
}

void futures()
{
	const completion_future none;
	bool called = false;
#define UNINITIALIZED(...) THROWS(uninitialized_object, E_FAIL, __VA_ARGS__)
	UNINITIALIZED(none.get());
	UNINITIALIZED(none.wait());
	UNINITIALIZED(none.wait_for(std::chrono::seconds(1)));
	UNINITIALIZED(none.wait_until(std::chrono::steady_clock::now()));
	UNINITIALIZED(none.then([&] { called = true; }));
	UNINITIALIZED(std::shared_future<void> standard = none);
	CHECK(!called);
}

void textures()
{
	std::vector<float> data(24);
	texture<float, 2> t(4, 6), other(4, 5), mips(8, 8, 32u, 4u);
	texture<int, 1> narrow(24, 8u), wide(24, 32u);
	INVALID(sampler none(filter_unknown));
	INVALID(sampler none(address_unknown));
	INVALID(sampler none(filter_point, address_unknown, float_4(1.0f)));
	INVALID(texture<float, 1> none(0));
	INVALID(texture<float, 2> none(4, -6));
	INVALID(texture<float, 1> none(4, 7u));
	INVALID(texture<uint_4, 1> none(4, 24u));
	INVALID(texture<int, 1> none(4, 128u));
#define UNSUPPORTED(...) THROWS(unsupported_feature, E_FAIL, __VA_ARGS__)
	UNSUPPORTED(texture<float, 1> none(4, 8u)); // no float has 8 bits
	UNSUPPORTED(texture<unorm, 1> none(4, 32u));
	UNSUPPORTED(texture<int, 1> none(4, 64u));
	INVALID(texture<float, 2> none(4, 4, 32u, 4u)); // has 3 levels
	INVALID(texture<float_4, 1> none((1 << 28) + 1)); // 2^32 + 16 bytes
	INVALID(texture<unorm, 2> none(1 << 16, 1 << 15, 8u)); // 2^31 texels
	INVALID(texture<unorm, 2> none(1 << 15, (1 << 16) - 1, 8u, 0u)); // with its levels
	INVALID(texture<float, 2> none(4, 6, data.begin(), data.end() - 1));
	INVALID(texture<float, 2> none(4, 6, data.data(), 95u, 32u));
	INVALID(texture_view<const float, 2> none(mips, 3, 2));
	INVALID(texture_view<const float, 2> none(mips, 0, 0));
	INVALID(texture_view<float, 2> none(mips, 4));
	INVALID(mips.get_mipmap_extent(4));
	INVALID(copy(t, other));
	INVALID(copy(narrow, wide));
	INVALID(copy(data.begin(), data.end() - 1, t));
	INVALID(copy(t, data.data(), 95u));
	INVALID(copy(data.data(), 95u, t));
	INVALID(copy(t, index<2>(1, 1), extent<2>(4, 5), data.data(), 80u));
	INVALID(copy(t, index<2>(0, 0), other, index<2>(0, 0), extent<2>(4, 6)));
	INVALID(copy_async(t, other));
	INVALID(t.copy_to(other));
	texture<float, 2> moved(std::move(other));
	THROWS(uninitialized_object, E_FAIL, copy(other, data.begin()));
	THROWS(uninitialized_object, E_FAIL, copy(moved, other));
	THROWS(uninitialized_object, E_FAIL, texture<float, 2> another(other));
	THROWS(uninitialized_object, E_FAIL, moved = other);
	THROWS(uninitialized_object, E_FAIL, other.get_accelerator_view());
	THROWS(uninitialized_object, E_FAIL, other.get_associated_accelerator_view());
	THROWS(uninitialized_object, E_FAIL, copy(other, index<2>(0, 0), extent<2>(1, 1), data.begin()));
	other = moved;
	copy(other, data.begin());
}

int main()
{
	classes();
	accelerators();
	containers();
	launches();
	futures();
	textures();
	std::puts("ok");
}
