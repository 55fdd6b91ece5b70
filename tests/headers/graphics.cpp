/* amp_graphics.h, with kernels as ampcc would lower them. Compiled as
 * math_functions.cpp is; the host's needs libamprt, and runs the kernels on the
 * default accelerator. */
#include <amp_graphics.h>

#include <cstdio>
#include <vector>

using namespace Concurrency::graphics;
using Concurrency::accelerator;
using Concurrency::accelerator_view;
using Concurrency::array_view;
using Concurrency::extent;
using Concurrency::parallel_for_each;

template <int N> using point = Concurrency::index<N>;

/* Reads by reference, writes by reference. */
struct invert_kernel {
	Concurrency::details::captured_ref_t<const texture<unorm_4, 2>> in;
	mutable Concurrency::details::captured_ref_t<texture<unorm_4, 2>> out;
	AMP_AMP void operator()(point<2> i) const {
		unorm_4 c = in[i];
		out.set(i, unorm_4(UNORM_MAX - c.r, UNORM_MAX - c.g, UNORM_MAX - c.b, c.a));
	}
	template <typename Visitor> void amp_visit(Visitor &visit) const {
		visit(in);
		visit(out);
	}
};

/* Through views, made outside and inside. */
template <typename T, int N> struct copy_kernel {
	texture_view<const T, N> in;
	mutable Concurrency::details::captured_ref_t<texture<T, N>> out;
	AMP_AMP void operator()(point<N> i) const {
		writeonly_texture_view<T, N> view(out);
		view.set(i, in(i));
	}
	template <typename Visitor> void amp_visit(Visitor &visit) const {
		visit(in);
		visit(out);
	}
};

/* Each level from the one before. */
struct reduce_kernel {
	texture_view<const float, 2> in;
	texture_view<float, 2> out;
	AMP_AMP void operator()(point<2> i) const {
		out.set(i, (in(2 * i[0], 2 * i[1]) + in(2 * i[0], 2 * i[1] + 1) + in(2 * i[0] + 1, 2 * i[1]) +
		            in.get(point<2>(2 * i[0] + 1, 2 * i[1] + 1))) /
		               4);
	}
	template <typename Visitor> void amp_visit(Visitor &visit) const {
		visit(in);
		visit(out);
	}
};

struct sample_kernel {
	texture_view<const float, 2> in;
	array_view<const float_3, 1> at; /* x, y, level of detail */
	array_view<float, 1> out;
	sampler how;
	AMP_AMP void operator()(point<1> i) const { out[i] = in.sample(how, at[i].get_xy(), at[i].z); }
	template <typename Visitor> void amp_visit(Visitor &visit) const {
		visit(in);
		visit(at);
		visit(out);
		visit(how);
	}
};

struct gather_kernel {
	texture_view<const float_2, 2> in;
	texture_view<const unorm, 1> line;
	texture_view<const norm_2, 3> block;
	array_view<float_4, 1> out;
	AMP_AMP void operator()(point<1>) const {
		out[0] = in.gather_red(float_2(0.5f, 0.5f));
		out[1] = in.gather_green<address_wrap>(float_2(0.0f, 0.0f));
		out[2] = in.gather_green(sampler(filter_point, address_border, float_4(-1.0f)), float_2(0.0f, 0.0f));
		out[3] = float_4(line.sample(0.5f), line.sample<filter_point, address_mirror>(-0.1f), 0, 0);
		out[4] = float_4(block.sample(float_3(0.5f, 0.5f, 0.5f)).x, block.sample<filter_point>(float_3(0.9f, 0.1f, 0.1f)).x, 0, 0);
	}
	template <typename Visitor> void amp_visit(Visitor &visit) const {
		visit(in);
		visit(line);
		visit(block);
		visit(out);
	}
};

#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__)
template <typename K, int N> __global__ void kernel(K *k, point<N> i) { (*k)(i); }
#define KERNEL(K, N) template __global__ void kernel<K, N>(K *, point<N>);
typedef copy_kernel<uint_2, 1> copy_1;
typedef copy_kernel<int, 2> copy_2;
typedef copy_kernel<double_2, 3> copy_3;
KERNEL(invert_kernel, 2)
KERNEL(copy_1, 1)
KERNEL(copy_2, 2)
KERNEL(copy_3, 3)
KERNEL(reduce_kernel, 2)
KERNEL(sample_kernel, 1)
KERNEL(gather_kernel, 1)
#elif !defined(__AMPCC_PARSE__)

static int failures;

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			failures++; \
		} \
	} while (0)
#define CHECK_THROWS(statement) \
	do { \
		bool thrown = false; \
		try { \
			statement; \
		} catch (const Concurrency::runtime_exception &) { \
			thrown = true; \
		} \
		CHECK(thrown); \
	} while (0)

static void test_texels() {
	using Concurrency::details::half_from_float;
	using Concurrency::details::half_to_float;
	int wrong = 0;
	for (unsigned h = 0; h < 65536; h++) {
		const float f = half_to_float(h);
		wrong += f == f ? half_from_float(f) != h : (half_from_float(f) & 0x7c00u) != 0x7c00u;
	}
	CHECK(wrong == 0);
	CHECK(half_to_float(0x3c00) == 1.0f && half_to_float(0x0001) == 1.0f / 16777216 && half_to_float(0xc000) == -2.0f);
	CHECK(half_from_float(65519.0f) == 0x7bff && half_from_float(65520.0f) == 0x7c00);
	CHECK(half_from_float(1.0f + 1.0f / 2048) == 0x3c00 && half_from_float(1.0f + 3.0f / 2048) == 0x3c02);
	CHECK(half_from_float(1.0f / 33554432) == 0 && half_from_float(1.0001f / 33554432) == 1);

	unsigned char bytes[16] = {0};
	using Concurrency::details::texel;
	texel<unorm_4>::store(bytes, 8, unorm_4(0.0f, 0.5f, 1.0f, 0.25f));
	CHECK(bytes[0] == 0 && bytes[1] == 128 && bytes[2] == 255 && bytes[3] == 64);
	texel<norm_2>::store(bytes, 16, norm_2(-1.0f, 0.5f));
	CHECK(texel<norm_2>::load(bytes, 16).x == -1.0f && texel<norm_2>::load(bytes, 16).y == 16384.0f / 32767.0f);
	bytes[0] = 0x80;
	CHECK(float(texel<Concurrency::graphics::norm>::load(bytes, 8)) == -1.0f);
	texel<int>::store(bytes, 8, -300);
	CHECK(texel<int>::load(bytes, 8) == -128);
	texel<uint_4>::store(bytes, 16, uint_4(1u, 70000u, 3u, 4u));
	CHECK(texel<uint_4>::load(bytes, 16) == uint_4(1u, 65535u, 3u, 4u));
	texel<float_2>::store(bytes, 32, float_2(1.5f, -2.5f));
	CHECK(texel<float_2>::load(bytes, 32) == float_2(1.5f, -2.5f));
}

static void test_shapes() {
	texture<unorm_4, 2> a(3, 5);
	CHECK(a.extent == extent<2>(3, 5) && a.bits_per_scalar_element == 8 && a.mipmap_levels == 1);
	CHECK(a.data_length == 60 && a.row_pitch == 20 && a.get_extent() == a.extent);
	texture<float, 3> b(extent<3>(2, 3, 4), 16u);
	CHECK(b.data_length == 48 && b.row_pitch == 8 && b.depth_pitch == 24);
	texture<int, 1> c(7, 8u);
	CHECK(c.get_data_length() == 7 && c.rank == 1);
	texture<float, 2> m(8, 4, 32u, 0u);
	CHECK(m.mipmap_levels == 4 && m.get_mipmap_extent(3) == extent<2>(1, 1) && m.get_mipmap_extent(1) == extent<2>(4, 2));
	CHECK(m.data_length == 4 * (32 + 8 + 2 + 1));
	texture_view<const float, 2> v(m, 1, 2);
	CHECK(v.extent == extent<2>(4, 2) && v.mipmap_levels == 2 && v.data_length == 40);
	CHECK_THROWS((texture<float, 1>(4, 8u)));
	CHECK_THROWS((texture<float, 1>(4, 32u, 4u)));
	CHECK_THROWS((texture_view<const float, 2>(m, 3, 2)));
	CHECK(a.accelerator_view.get_accelerator() == accelerator());
}

static void test_copies() {
	std::vector<unorm_4> colours;
	for (int i = 0; i < 12; i++)
		colours.push_back(unorm_4(i / 255.0f, 1.0f, 0.0f, 0.2f));
	texture<unorm_4, 2> a(3, 4, colours.begin(), colours.end());
	std::vector<unorm_4> back(12);
	copy(a, back.begin());
	CHECK(back == colours);
	unsigned char bytes[48];
	copy(a, bytes, sizeof bytes);
	CHECK(bytes[0] == 0 && bytes[4] == 1 && bytes[5] == 255 && bytes[47] == 51);
	bytes[4] = 77;
	texture<unorm_4, 2> b(3, 4, bytes, sizeof bytes, 8u);
	copy_async(b, back.begin()).get();
	CHECK(back[1].r == 77 / 255.0f && back[2] == colours[2]);
	texture<unorm_4, 2> c(a);
	copy(b, point<2>(0, 0), c, point<2>(1, 2), extent<2>(2, 2));
	copy(c, bytes, sizeof bytes);
	CHECK(bytes[4 * (4 * 1 + 2)] == 0 && bytes[4 * (4 * 1 + 3)] == 77 && bytes[4 * (4 * 2 + 3)] == 5);
	unsigned char part[8];
	copy_async(c, point<2>(1, 2), extent<2>(1, 2), part, sizeof part).get();
	CHECK(part[0] == 0 && part[4] == 77);
	part[0] = 9;
	copy(part, sizeof part, c, point<2>(0, 1), extent<2>(2, 1));
	std::vector<unorm_4> two(2, unorm_4(1.0f));
	copy(two.begin(), two.end(), c, point<2>(2, 0), extent<2>(1, 2));
	copy(c, bytes, sizeof bytes);
	CHECK(bytes[4] == 9 && bytes[4 * 5] == 77 && bytes[4 * 8] == 255 && bytes[4 * 9 + 3] == 255);
	a = c;
	texture<unorm_4, 2> d = std::move(a);
	copy(d, back.begin());
	CHECK(back[8] == unorm_4(1.0f));
	d.copy_to(b);
	CHECK_THROWS(copy(c, bytes, 47u));
	CHECK_THROWS(copy(c, point<2>(1, 0), extent<2>(3, 1), bytes, 12u));
	CHECK_THROWS(copy(two.begin(), two.end(), c));
	texture<unorm_4, 2> staging(3, 4, 8u, accelerator(accelerator::cpu_accelerator).default_view, accelerator().default_view);
	copy(b, staging);
	CHECK(static_cast<const unsigned char *>(staging.data())[32] == 255);
}

static void test_kernels() {
	std::vector<unorm_4> colours(64, unorm_4(0.2f, 0.4f, 1.0f, 0.8f));
	texture<unorm_4, 2> in(8, 8, colours.begin(), colours.end()), out(8, 8);
	invert_kernel invert = {in, out};
	parallel_for_each(out.extent, invert);
	unsigned char bytes[256];
	copy(out, bytes, sizeof bytes);
	CHECK(bytes[0] == 204 && bytes[1] == 153 && bytes[2] == 0 && bytes[255] == 204);

	std::vector<int> numbers;
	for (int i = 0; i < 20; i++)
		numbers.push_back(i * 100 - 700);
	texture<int, 2> wide(4, 5, numbers.begin(), numbers.end()), narrow(4, 5, 16u);
	copy_kernel<int, 2> narrowing = {wide, narrow};
	parallel_for_each(wide.extent, narrowing);
	std::vector<int> result(20);
	copy(narrow, result.begin());
	CHECK(result == numbers && narrow.data_length == 40);

	std::vector<double_2> pairs;
	for (int i = 0; i < 24; i++)
		pairs.push_back(double_2(i, -i));
	texture<double_2, 3> deep(2, 3, 4, pairs.begin(), pairs.end()), deep_out(2, 3, 4);
	copy_kernel<double_2, 3> deep_copy = {deep, deep_out};
	parallel_for_each(deep.extent, deep_copy);
	std::vector<double_2> deep_result(24);
	copy(deep_out, deep_result.begin());
	CHECK(deep_result == pairs);
}

static void test_sampling() {
	std::vector<float> ramp;
	for (int i = 0; i < 16; i++)
		ramp.push_back(static_cast<float>(i));
	texture<float, 2> mips(4, 4, 32u, 3u);
	copy(ramp.begin(), ramp.end(), mips);
	for (unsigned level = 1; level < 3; level++) {
		reduce_kernel reduce = {texture_view<const float, 2>(mips, level - 1, 1), texture_view<float, 2>(mips, level)};
		parallel_for_each(reduce.out.extent, reduce);
	}
	float all[21];
	copy(mips, all, sizeof all);
	CHECK(all[15] == 15.0f && all[16] == 2.5f && all[19] == 12.5f && all[20] == 7.5f);

	std::vector<float_3> at;
	at.push_back(float_3(0.5f, 0.5f, 0.0f));     /* between 5, 6, 9, 10 */
	at.push_back(float_3(0.125f, 0.125f, 0.0f)); /* on 0 */
	at.push_back(float_3(0.25f, 0.125f, 0.0f));  /* between 0 and 1 */
	at.push_back(float_3(0.5f, 0.5f, 1.0f));
	at.push_back(float_3(0.25f, 0.25f, 0.5f)); /* 2.5 in both levels */
	at.push_back(float_3(0.0f, 0.125f, 0.0f)); /* between 0 and what is left of it */
	at.push_back(float_3(1.3f, 0.125f, 0.0f));
	at.push_back(float_3(0.5f, 0.5f, 9.0f));
	const int count = static_cast<int>(at.size());
	const float expected[4][8] = {{7.5f, 0, 0.5f, 7.5f, 2.5f, 0, 3, 7.5f},   /* linear, clamp */
	                              {7.5f, 0, 0.5f, 7.5f, 2.5f, 1.5f, 0.7f, 7.5f}, /* linear, wrap */
	                              {7.5f, 0, 0.5f, 7.5f, 2.5f, 0, 2.3f, 7.5f},   /* linear, mirror */
	                              {7.5f, 0, 0.5f, 7.5f, 2.5f, 2, 4, 7.5f}};  /* linear, border 4 */
	const sampler how[4] = {sampler(), sampler(address_wrap), sampler(address_mirror),
	                        sampler(address_border, float_4(4.0f))};
	for (int s = 0; s < 4; s++) {
		std::vector<float> out(count);
		sample_kernel sample = {mips, array_view<const float_3, 1>(count, at), array_view<float, 1>(count, out), how[s]};
		parallel_for_each(sample.out.extent, sample);
		sample.out.synchronize();
		for (int i = 0; i < count; i++)
			if (!(out[i] - expected[s][i] < 1e-5f && expected[s][i] - out[i] < 1e-5f)) {
				std::printf("sampler %d, point %d: %g, not %g\n", s, i, out[i], expected[s][i]);
				failures++;
			}
	}
	std::vector<float> nearest(count);
	sample_kernel sample = {mips, array_view<const float_3, 1>(count, at), array_view<float, 1>(count, nearest), sampler(filter_point)};
	parallel_for_each(sample.out.extent, sample);
	sample.out.synchronize();
	CHECK(nearest[0] == 10 && nearest[2] == 1 && nearest[3] == 12.5f && nearest[6] == 3 && nearest[7] == 7.5f);

	std::vector<float_2> pairs;
	for (int i = 0; i < 16; i++)
		pairs.push_back(float_2(static_cast<float>(i), static_cast<float>(i + 100)));
	texture<float_2, 2> two(4, 4, pairs.begin(), pairs.end());
	std::vector<unorm> grey;
	grey.push_back(unorm(0.0f));
	grey.push_back(unorm(1.0f));
	texture<unorm, 1> line(2, grey.begin(), grey.end());
	std::vector<norm_2> corners;
	for (int i = 0; i < 8; i++)
		corners.push_back(norm_2(i & 1 ? 1.0f : -1.0f, 0.0f));
	texture<norm_2, 3> block(2, 2, 2, corners.begin(), corners.end());
	std::vector<float_4> out(5);
	gather_kernel gather = {two, line, block, array_view<float_4, 1>(5, out)};
	parallel_for_each(extent<1>(1), gather);
	gather.out.synchronize();
	CHECK(out[0] == float_4(9, 10, 6, 5));
	CHECK(out[1] == float_4(103, 100, 112, 115));
	CHECK(out[2] == float_4(-1, 100, -1, -1));
	CHECK(out[3].xy == float_2(0.5f, 0.0f) && out[4].xy == float_2(0.0f, 1.0f));
	const uint_4 sad = Concurrency::graphics::direct3d::msad4(0x00ff0102u, uint_2(0x01020304u, 0x05060708u), uint_4(1u));
	CHECK(sad.x == 1 + 2 + 2 + 253);
}

int main() {
	test_texels();
	test_shapes();
	test_copies();
	test_kernels();
	test_sampling();
	std::printf("%d failed\n", failures);
	return failures != 0;
}
#endif
