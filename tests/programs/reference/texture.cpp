// texture, texture_view, writeonly_texture_view, sampler
#include "declared.h"
#include <amp.h>
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;

static_assert(std::is_enum<address_mode>::value && std::is_enum<filter_mode>::value, "");
static_assert(!std::is_default_constructible<texture<float, 1>>::value, "");
static_assert(std::is_move_constructible<texture<float, 1>>::value, "");
IMPLICIT(sampler, filter_mode);
IMPLICIT(sampler, address_mode);
static_assert(!std::is_constructible<texture_view<float, 2>, const texture<float, 2> &>::value, "const-correct");
static_assert(!std::is_constructible<texture_view<float, 2>, const texture_view<const float, 2> &>::value, "const-correct");
static_assert(!std::is_constructible<writeonly_texture_view<float, 2>, const texture<float, 2> &>::value, "const-correct");
static_assert(!std::is_assignable<texture_view<float, 2> &, const texture_view<const float, 2> &>::value, "const-correct");
static_assert(std::is_same<texture_view<const float, 2>::value_type, const float>::value, "");
static_assert(std::is_same<texture_view<const int_2, 1>::coordinates_type, float>::value, "");
static_assert(std::is_same<texture_view<const unorm_4, 2>::coordinates_type, float_2>::value, "");
static_assert(std::is_same<texture_view<const unorm_4, 2>::gather_return_type, unorm_4>::value, "");
static_assert(std::is_same<texture_view<const float, 3>::coordinates_type, float_3>::value, "");

static std::vector<float> data;

// All constructors from an extent, and from integers; "shape" is either, in parentheses.
#define LIST(...) __VA_ARGS__
#define CONSTRUCT(N, shape) \
	do { \
		typedef texture<float, N> T; \
		const accelerator_view av = accelerator().default_view; \
		const accelerator_view cpu = accelerator(accelerator::cpu_accelerator).default_view; \
		const auto first = data.begin(), last = data.end(); \
		void *const bytes = data.data(); \
		const T empty[] = {T(LIST shape), T(LIST shape, av), T(LIST shape, 16u), T(LIST shape, 32u, av), \
		                   T(LIST shape, cpu, av), T(LIST shape, 16u, cpu, av), \
		                   T(LIST shape, 32u, 1u), T(LIST shape, 32u, 1u, av)}; \
		CHECK(empty[0].extent == extent<N>(LIST shape) && empty[1].accelerator_view == av); \
		CHECK(empty[2].bits_per_scalar_element == 16 && empty[3].bits_per_scalar_element == 32); \
		CHECK(empty[4].accelerator_view == cpu && empty[5].associated_accelerator_view == av); \
		const T full[] = {T(LIST shape, first, last), T(LIST shape, first, last, av), \
		                  T(LIST shape, first, last, cpu, av), T(LIST shape, bytes, 96u, 32u), \
		                  T(LIST shape, bytes, 96u, 32u, av), T(LIST shape, bytes, 96u, 32u, cpu, av)}; \
		for (const T &t : full) { \
			std::vector<float> values(24); \
			copy(t, values.begin()); \
			CHECK(values == data); \
		} \
	} while (0)

// What textures and views have; of const ones.
template <typename T, int N> void members(const T &t, unsigned int bytes)
{
	static_assert(T::rank == N, "");
	RETURNS((t.get_extent()), extent<N>);
	RETURNS((t.get_mipmap_extent(0u)), extent<N>);
	RETURNS((t.get_bits_per_scalar_element()), unsigned int);
	RETURNS((t.get_mipmap_levels()), unsigned int);
	RETURNS((t.get_data_length()), unsigned int);
	RETURNS((t.get_row_pitch()), unsigned int);
	RETURNS((t.get_depth_pitch()), unsigned int);
	RETURNS((t.get_accelerator_view()), accelerator_view);
	RETURNS((t.get_associated_accelerator_view()), accelerator_view);
	const extent<N> e = t.extent;
	const unsigned int bits = t.bits_per_scalar_element, levels = t.mipmap_levels, length = t.data_length;
	const unsigned int row = t.row_pitch, depth = t.depth_pitch;
	const accelerator_view av = t.accelerator_view, associated = t.associated_accelerator_view;
	CHECK(e == t.get_extent() && e == t.get_mipmap_extent(0) && bits == t.get_bits_per_scalar_element());
	CHECK(levels == t.get_mipmap_levels() && length == t.get_data_length() && length == bytes);
	CHECK(row == t.get_row_pitch() && depth == t.get_depth_pitch());
	CHECK(av == t.get_accelerator_view() && associated == t.get_associated_accelerator_view());
}

// Readers. They are declared to return const T, which of a scalar is a T.
template <typename T> int read(const T &t) restrict(amp)
{
	RETURNS((t[index<2>()]), float);
	RETURNS((t(index<2>())), float);
	RETURNS((t(0, 0)), float);
	RETURNS((t.get(index<2>())), float);
	const index<2> i(1, 2);
	return t[i] == 8 && t(i) == 8 && t(1, 2) == 8 && t.get(i) == 8 ? 0 : __LINE__;
}
int sample(const texture_view<const float_4, 2> &t, const sampler &s) restrict(amp)
{
	const float_2 at(0.5f, 0.5f);
	RETURNS((t.sample(s, at)), const float_4);
	RETURNS((t.sample(s, at, 0.0f)), const float_4);
	RETURNS((t.sample(at)), const float_4);
	RETURNS((t.sample<filter_point>(at, 0.0f)), const float_4);
	RETURNS((t.sample<filter_linear, address_wrap>(at, 0.0f)), const float_4);
	RETURNS((t.gather_red(s, at)), const float_4);
	RETURNS((t.gather_green(at)), const float_4);
	RETURNS((t.gather_blue<address_border>(at)), const float_4);
	RETURNS((t.gather_alpha(s, at)), const float_4);
	RETURNS((t.get(index<2>(), 0u)), const float_4);
	const float_4 middle(1.5f, 0, 0, 0);
	if (t.sample(s, at) != middle || t.sample(at) != middle || t.sample(s, at, 0.0f) != middle)
		return __LINE__;
	if (t.sample<filter_linear, address_wrap>(at, 0.0f) != middle || t.sample<filter_point>(at) != t(1, 1))
		return __LINE__;
	if (t.gather_red(s, at) != float_4(2, 3, 1, 0) || t.gather_red<address_wrap>(at) != float_4(2, 3, 1, 0))
		return __LINE__;
	if (t.gather_green(s, at) != 0.0f || t.gather_blue<address_border>(at) != 0.0f || t.gather_alpha(at) != 0.0f)
		return __LINE__;
	return t.get(index<2>(1, 0), 0) == float_4(2, 0, 0, 0) && s.filter_mode == filter_linear ? 0 : __LINE__;
}

void samplers()
{
	const sampler none, filter(filter_point), address(address_wrap), border(address_border, float_4(1, 2, 3, 4));
	const sampler both(filter_point, address_mirror), all(filter_linear, address_border, float_4(5)), copied(all);
	sampler s, moved(std::move(s));
	RETURNS((s = all), sampler &);
	RETURNS((s = std::move(moved)), sampler &);
	RETURNS((all.get_filter_mode()), filter_mode);
	RETURNS((all.get_address_mode()), address_mode);
	RETURNS((all.get_border_color()), float_4);
	const filter_mode f = all.filter_mode;
	const address_mode a = all.address_mode;
	const float_4 c = all.border_color;
	CHECK(f == filter_linear && a == address_border && c == 5.0f && copied.border_color == c);
	CHECK(none.filter_mode == filter_linear && none.address_mode == address_clamp && none.border_color == 0.0f);
	CHECK(filter.filter_mode == filter_point && filter.address_mode == address_clamp);
	CHECK(address.filter_mode == filter_linear && address.address_mode == address_wrap);
	CHECK(border.border_color == float_4(1, 2, 3, 4) && both.get_address_mode() == address_mirror);
	s = all;
	CHECK(s.get_border_color() == 5.0f);
}

int main()
{
	data.clear(); // main() may have run before
	for (int i = 0; i < 24; i++)
		data.push_back(static_cast<float>(i));
	CONSTRUCT(1, (24));
	CONSTRUCT(1, (extent<1>(24)));
	CONSTRUCT(2, (4, 6));
	CONSTRUCT(2, (extent<2>(4, 6)));
	CONSTRUCT(3, (2, 3, 4));
	CONSTRUCT(3, (extent<3>(2, 3, 4)));

	const accelerator_view av = accelerator().default_view;
	const accelerator_view cpu = accelerator(accelerator::cpu_accelerator).default_view;
	texture<float, 2> t(4, 6, data.begin(), data.end()), u(4, 6), mips(4, 6, 32u, 2u);
	const texture<float, 2> c(t), there(t, av), staging(t, cpu, av);
	texture<float, 2> source(t), moved(std::move(source));
	RETURNS((u = c), texture<float, 2> &);
	RETURNS((u = std::move(moved)), texture<float, 2> &);
	u = c;
	RETURNS((c.copy_to(u)), void);
	c.copy_to(u);
	writeonly_texture_view<float, 2> writing(u), writing2(writing);
	RETURNS((writing = writing2), writeonly_texture_view<float, 2> &);
	writing = writing2;
	there.copy_to(writing);
	RETURNS((t.data()), void *);
	RETURNS((c.data()), const void *);
	CHECK(static_cast<const float *>(staging.data())[7] == 7);
	CHECK(!t.data() && !c.data()); // they are no staging textures

	texture_view<float, 2> view(t), level(mips, 1u), other(view);
	texture_view<const float, 2> reading(c), part(mips, 1u, 1u), of_view(view), of_part(part, 0u, 1u);
	RETURNS((other = view), texture_view<float, 2> &);
	RETURNS((reading = view), texture_view<const float, 2> &);
	RETURNS((reading = of_view), texture_view<const float, 2> &);
	other = view;
	reading = view;
	reading = of_view;
	c.copy_to(texture_view<float, 2>(u));
	members<texture<float, 2>, 2>(c, 96);
	members<texture<float, 2>, 2>(mips, 96 + 24);
	members<texture_view<float, 2>, 2>(level, 24);
	members<texture_view<const float, 2>, 2>(of_part, 24);
	members<texture_view<const float, 2>, 2>(reading, 96);
	members<writeonly_texture_view<float, 2>, 2>(writing, 96);
	samplers();

	texture<float, 1> line(24, data.begin(), data.end());
	texture<float, 3> solid(2, 3, 4, data.begin(), data.end());
	texture<float_4, 2> colors(2, 2);
	texture_view<float_4, 2> coloring(colors);
	const sampler s;
	array_view<int> v(1);
	const texture<float, 2> &constant = t;
	parallel_for_each(v.extent, [=, &line, &solid, &constant, &u](index<1> i) restrict(amp) {
		RETURNS((line[0]), float);
		RETURNS((line(0)), float);
		RETURNS((solid(0, 0, 0)), float);
		RETURNS((view.set(index<2>(), 1.0f)), void);
		RETURNS((writing.set(index<2>(), 1.0f)), void);
		RETURNS((u.set(index<2>(), 1.0f)), void);
		const texture_view<const float, 1> of_line(line);
		const texture_view<float, 3> of_solid(solid);
		RETURNS((of_line[0]), float);
		RETURNS((of_line(0)), float);
		RETURNS((of_solid(0, 0, 0)), float);
		int at = read(constant);
		at = at ? at : read(view);
		at = at ? at : read(reading);
		if (at == 0 && (line[5] != 5 || line(6) != 6 || solid(1, 2, 3) != 23 || of_line(7) != 7 || of_solid(1, 0, 0) != 12))
			at = __LINE__;
		for (int y = 0; y < 2; y++)
			for (int x = 0; x < 2; x++)
				coloring.set(index<2>(y, x), float_4(2.0f * y + x, 0, 0, 0));
		writing.set(index<2>(0, 0), 50.0f);
		of_solid.set(index<3>(0, 0, 1), 60.0f);
		v[i] = at;
	});
	CHECK(v[0] == 0);
	const texture_view<const float_4, 2> colored(colors);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = sample(colored, s); });
	CHECK(v[0] == 0);
	parallel_for_each(v.extent, [&u, &line, v](index<1> i) restrict(amp) {
		v[i] = u.get(index<2>(0, 0)) == 50.0f;
		u.set(index<2>(0, 1), 51.0f);
	});
	CHECK(v[0] == 1);
	std::vector<float> values(24);
	copy(u, values.begin());
	CHECK(values[0] == 50 && values[1] == 51 && values[2] == 2);
	copy(solid, values.begin());
	CHECK(values[1] == 60);
	std::puts("ok");
}
