/* amp_short_vectors.h, as math_functions.cpp is compiled; also with
 * <amp_math.h> and <math.h> around. */
#include <amp_math.h>
#include <amp_short_vectors.h>

#include <stdio.h>

#include <type_traits>

using namespace Concurrency::graphics;
typedef Concurrency::graphics::norm snorm; /* CUDA has a function ::norm */

struct particle {
	float_4 position, velocity;
	int id;
};

static_assert(sizeof(float_2) == 8 && sizeof(float_3) == 12 && sizeof(float_4) == 16 && sizeof(double_3) == 24, "");
static_assert(sizeof(norm_3) == 12 && sizeof(unorm) == 4 && sizeof(uint_2) == 8 && alignof(float_4) == 4, "");
static_assert(std::is_trivially_copyable<float_2>::value && std::is_standard_layout<float_4>::value, "");
static_assert(std::is_trivially_copy_constructible<float_4>::value && std::is_trivially_destructible<norm_3>::value, "");
static_assert(std::is_copy_assignable<particle>::value && std::is_trivially_copyable<snorm>::value, "");
static_assert(std::is_same<short_vector<float, 3>::type, float_3>::value, "");
static_assert(std::is_same<short_vector<unsigned int, 2>::type, uint_2>::value, "");
static_assert(std::is_same<short_vector<snorm, 1>::type, snorm>::value, "");
static_assert(std::is_same<short_vector_traits<unorm_4>::value_type, unorm>::value, "");
static_assert(short_vector_traits<double_3>::size == 3 && short_vector_traits<int>::size == 1 && int_4::size == 4, "");
static_assert(!std::is_convertible<int_2, float_2>::value && std::is_constructible<float_2, int_2>::value, "");
static_assert(!std::is_convertible<float, snorm>::value && std::is_convertible<unorm, snorm>::value, "");
static_assert(!std::is_convertible<snorm, unorm>::value && std::is_convertible<snorm, float>::value, "");
static_assert(!std::is_convertible<float, norm_2>::value && std::is_convertible<snorm, norm_2>::value, "");
static_assert(std::is_same<decltype(float_2() * 2.0), float_2>::value, "");
static_assert(std::is_same<decltype(snorm() + unorm()), snorm>::value, "");
static_assert(std::is_same<decltype(snorm() + 1.0f), float>::value, "");

/* The number of the check that failed first, 0 for none: run on both sides. */
#define CHECK(condition) \
	do { \
		if (!(condition)) \
			return __LINE__; \
	} while (0)

AMP_CPU_AMP inline int test_norms()
{
	snorm n(2.0f), m(-0.5f);
	unorm u(-1), v(0.25);
	CHECK(n == NORM_MAX && float(u) == 0.0f && snorm(-7) == NORM_MIN && unorm(3u) == UNORM_MAX && snorm() == NORM_ZERO);
	CHECK(float(m + m) == -1.0f && float(m - n) == -1.0f && float(m * m) == 0.25f && float(m / v) == -1.0f);
	CHECK(float(-m) == 0.5f && float(v - n) == -0.75f && float(v - UNORM_MAX) == 0.0f && m < n && v >= u && m != n);
	n -= snorm(0.25f);
	CHECK(n == 0.75f);
	CHECK(float(n++) == 0.75f && n == NORM_MAX && float(--n) == 0.0f && float(v--) == 0.25f && v == UNORM_ZERO);
	m = unorm(0.5f);
	m *= m;
	m /= snorm(0.5f);
	m += m;
	CHECK(m == 1.0f && unorm(snorm(-0.5f)) == 0.0f && m + 1.0f == 2.0f);
	CHECK(Concurrency::fast_math::sqrt(unorm(0.25f)) == 0.5f);
	return 0;
}

AMP_CPU_AMP inline int test_construction()
{
	float_3 zero, all(2.0f), f(1.5f, -2.5f, 3.0f);
	CHECK(zero.x == 0 && zero.y == 0 && zero.z == 0 && all == float_3(2, 2, 2));
	int_3 i(f);
	CHECK(i == int_3(1, -2, 3) && uint_3(int_3(1, 2, 3)) == uint_3(1u, 2u, 3u) && double_3(f).y == -2.5);
	norm_3 n(f);
	CHECK(n.x == 1.0f && n.y == -1.0f && float_3(n) == float_3(1, -1, 1) && unorm_3(n).y == 0.0f);
	CHECK(norm_2(0.5f, 1) == norm_2(snorm(0.5f), unorm(1.0f)) && norm_2(snorm(0.5f)) == norm_2(0.5f));
	CHECK(unorm_2(snorm(-1.0f)) == unorm_2() && int_2(norm_2(1.0f, -1.0f)) == int_2(1, -1));
	float_2 braces = {1.0f, 2.0f}, copy = braces, implied = 3.0f;
	copy = {4.0f, 5.0f};
	implied = 6;
	CHECK(braces.y == 2.0f && copy.x == 4.0f && implied == float_2(6, 6));
	particle p = {float_4(1, 2, 3, 4), float_4(), 7}, q = p;
	q.position.x = 0;
	p = q;
	CHECK(p.position == float_4(0, 2, 3, 4));
	const float_4 constant(1, 2, 3, 4);
	CHECK(constant.x == 1 && constant.a == 4 && float_2(constant.zw) == float_2(3, 4));
	CHECK(int_2(constant.wx) == int_2(4, 1));
	return 0;
}

AMP_CPU_AMP inline int test_operators()
{
	float_2 a(1, 2), b(3, 4);
	CHECK(a + b == float_2(4, 6) && a - b == float_2(-2, -2) && a * b == float_2(3, 8) && b / a == float_2(3, 2));
	CHECK(2 * a == float_2(2, 4) && a * 2.0 == float_2(2, 4) && a + 1 == float_2(2, 3) && -a == float_2(-1, -2));
	CHECK(a != b && !(a == b) && a == a);
	a += b;
	a *= 2;
	a -= 1.0f;
	a /= float_2(7, 11);
	CHECK(a == float_2(1, 1));
	CHECK(a++ == float_2(1, 1) && a == float_2(2, 2) && --a == float_2(1, 1) && a-- == float_2(1, 1) && ++a == 1.0f);
	int_4 i(1, 2, 3, 12), j(3, 3, 2, 10);
	CHECK((i & j) == int_4(1, 2, 2, 8) && (i | j) == int_4(3, 3, 3, 14) && (i ^ j) == int_4(2, 1, 1, 6));
	CHECK(i % j == int_4(1, 2, 1, 2) && (i << j) == int_4(8, 16, 12, 12288) && (i >> 1) == int_4(0, 1, 1, 6));
	CHECK(~i == int_4(-2, -3, -4, -13) && -i == int_4(-1, -2, -3, -12));
	i <<= 1;
	i |= 1;
	i &= int_4(7, 7, 7, 7);
	i ^= 2;
	i %= 5;
	i >>= int_4(0, 0, 0, 1);
	CHECK(i == int_4(1, 2, 0, 1));
	uint_3 u(1u, 2u, 3u);
	CHECK(u - 2u == uint_3(0xffffffffu, 0u, 1u) && ~u == uint_3(~1u, ~2u, ~3u) && 1 + u == uint_3(2, 3, 4));
	norm_2 n(0.75f, -0.75f);
	CHECK(n + n == norm_2(1.0f, -1.0f) && -n == norm_2(-0.75f, 0.75f) && n * snorm(0.5f) == norm_2(0.375f, -0.375f));
	unorm_2 v(0.75f, 0.25f);
	v -= unorm(0.5f);
	CHECK(v == unorm_2(0.25f, 0.0f) && v++ == unorm_2(0.25f, 0.0f) && v == unorm_2(UNORM_MAX));
	double_2 d(0.5, 0.25);
	CHECK(d * 2 + 1.0 == double_2(2.0, 1.5));
	return 0;
}

AMP_CPU_AMP inline int test_swizzles()
{
	float_4 v(1, 2, 3, 4), u(5, 6, 7, 8);
	float_2 a = v.zx;
	CHECK(a == float_2(3, 1) && v.wzyx == float_4(4, 3, 2, 1) && v.get_yw() == float_2(2, 4) && v.rgb == v.xyz);
	v.xy = u.zw;
	CHECK(v == float_4(7, 8, 3, 4));
	v.xy = u.xy;
	CHECK(v == float_4(5, 6, 3, 4));
	v.xy = v.yx;
	CHECK(v == float_4(6, 5, 3, 4));
	v.wzyx = v;
	CHECK(v == float_4(4, 3, 5, 6));
	v.wzyx = u.wzyx;
	CHECK(v == u);
	v.xz = 1.0f;
	v.yw += u.xy;
	v.ar *= 2;
	CHECK(v == float_4(2, 11, 1, 28));
	v.set_zyx(float_3(1, 2, 3));
	v.set_w(9);
	CHECK(v == float_4(3, 2, 1, 9) && v.get_x() == 3);
	v.ref_g() = 4;
	v.ref_x() += 1;
	CHECK(v.xy == float_2(4, 4) && v.xy + v.zw == float_2(5, 13) && v.xy * 2 == float_2(8, 8) && 1 - v.zx == float_2(0, -3));
	CHECK(-v.zw == float_2(-1, -9) && v.xy != v.zw && v.zw++ == float_2(1, 9) && v.zw == float_2(2, 10));
	--v.zw;
	CHECK(v.zw == float_2(1, 9));
	int_3 i(1, 2, 3);
	i.xz <<= 2;
	i.yz |= 1;
	CHECK(i == int_3(4, 3, 13) && (i.xy & 1) == int_2(0, 1) && ~i.xy == int_2(-5, -4) && i.bgr == int_3(13, 3, 4));
	unorm_3 n(0.25f, 0.5f, 0.75f);
	n.xy = n.yz;
	n.z += n.x;
	n.r = unorm(0.125f);
	CHECK(n == unorm_3(0.125f, 0.75f, 1.0f) && n.x * n.y == 0.09375f && snorm(n.x) == 0.125f && n.get_yx().x == 0.75f);
	unorm x = n.z;
	n.ref_x() = unorm(0.5f);
	CHECK(x == UNORM_MAX && n.x == 0.5f && n.zyx == unorm_3(1.0f, 0.75f, 0.5f));
	double_2 d(1, 2);
	d.yx = d;
	CHECK(d == double_2(2, 1));
	d = d.yx;
	CHECK(d == double_2(1, 2));
	return 0;
}

AMP_CPU_AMP inline int test_swizzles_of_swizzles()
{
	float_4 v(1, 2, 3, 4);
	float_3 u(5, 6, 7);
	CHECK(v.yx.x == 2 && v.wzyx.w == 1 && v.zw.g == 4 && u.zyx.xy == float_2(7, 6) && v.xyw.zx.y == 1);
	v.yx.x = 9; /* of the vector itself */
	v.zyx.xz *= 2;
	CHECK(v == float_4(2, 9, 6, 4));
	v.wz.yx = u.xz;
	CHECK(v == float_4(2, 9, 5, 7));
	v.bgr.rg = v.xyz.yz;
	CHECK(v == float_4(2, 5, 9, 7));
	auto part = v.zw; /* a copy */
	part.x += 1;
	part.yx = float_2(part);
	CHECK(part == float_2(7, 10) && v.zw == float_2(9, 7) && (v.zw.xy + 1).x == 10);
	double_2 d(1, 2);
	d.yx.xy = double_2(3, 4);
	CHECK(d == double_2(4, 3) && d.gr.r == 3);
	d.yx = {5, 6};
	v.xw = {1, 2};
	CHECK(d == double_2(6, 5) && v == float_4(1, 5, 9, 2) && (v.x > 0 ? v.xy : float_2(0)) == float_2(1, 5));
	unorm_3 n(0.25f, 0.5f, 0.75f);
	n.zy.x += n.yx.y; /* clamped, as all components are */
	n.zyx.yx.x -= unorm(1.0f);
	CHECK(n == unorm_3(0.25f, 0.0f, 1.0f));
	return 0;
}

/* Swizzles on both sides of a conditional operator, as where they are vectors. */
AMP_CPU_AMP inline int test_conditions()
{
	for (int first = 0; first < 2; first++) {
		float_4 v(1, 2, 3, 4);
		const float_4 u(5, 6, 7, 8);
		const float_2 w(9, 10);
		const float_2 a = first ? v.xy : v.zw, b = first ? v.zw : v.xy, c = first ? v.wx : w.yx;
		CHECK(a == (first ? float_2(1, 2) : float_2(3, 4)) && b == (first ? float_2(3, 4) : float_2(1, 2)));
		CHECK(c == (first ? float_2(4, 1) : float_2(10, 9)));
		CHECK((first ? u.xy : v.xy) == (first ? float_2(5, 6) : float_2(1, 2)));
		CHECK((first ? u.xyz : v.xyw).z == (first ? 7 : 4) && (first ? u.wzyx : v.xyzw).x == (first ? 8 : 1));
		CHECK((first ? v.yx.xy : w.xy) == (first ? float_2(2, 1) : float_2(9, 10)));
		CHECK((first ? v.zyx.yx : v.wzy.xy) == (first ? float_2(2, 3) : float_2(4, 3)));
		CHECK((first ? v.xy : first ? v.zw : w.yx) == (first ? float_2(1, 2) : float_2(10, 9)));
		CHECK((first ? v.xy : v.zw) + (first ? w : w.yx) == (first ? float_2(10, 12) : float_2(13, 13)));
		v.wy = first ? v.xy : u.zw; /* a copy: v is read before it is written */
		CHECK(v == (first ? float_4(1, 2, 3, 1) : float_4(1, 8, 3, 7)));
		(first ? v.xy : v.zw) = w; /* and so is this one, as a property's value is there */
		CHECK(v == (first ? float_4(1, 2, 3, 1) : float_4(1, 8, 3, 7)));
		const unorm_3 n(0.25f, 0.5f, 0.75f);
		CHECK((first ? n.zx : n.yx) == (first ? unorm_2(0.75f, 0.25f) : unorm_2(0.5f, 0.25f)));
		/* One value for all components on one side. */
		const float_4 t(1, 2, 3, 4);
		const float_2 d = first ? t.xy : 7.0f, e = first ? 7 : t.wz;
		CHECK(d == (first ? float_2(1, 2) : float_2(7, 7)) && e == (first ? float_2(7, 7) : float_2(4, 3)));
		CHECK((first ? t.zyx : 0.5) == (first ? float_3(3, 2, 1) : float_3(0.5f)));
		CHECK((first ? t.xyzw : t.y) == (first ? t : float_4(2)));
		CHECK((first ? w.yx : 1) == (first ? float_2(10, 9) : float_2(1)));
		CHECK((first ? n.zx : unorm(0.5f)) == (first ? unorm_2(0.75f, 0.25f) : unorm_2(0.5f)));
		CHECK((first ? n.y : n.zyx) == (first ? unorm_3(0.5f) : unorm_3(0.75f, 0.5f, 0.25f)));
		float_3 z(1, 2, 3);
		z.zx = 5, z.xyz += 1;
		CHECK(z == float_3(6, 3, 6));
		z.yz = {8}, z.x = 0.25f;
		CHECK(z == float_3(0.25f, 8, 8));
		unorm_2 half(0.25f);
		half.yx = unorm(0.5f), half.x = half.y;
		CHECK(half == unorm_2(0.5f));
	}
	return 0;
}

AMP_CPU_AMP inline int test_all()
{
	int line = test_norms();
	line = line ? line : test_construction();
	line = line ? line : test_operators();
	line = line ? line : test_swizzles();
	line = line ? line : test_swizzles_of_swizzles();
	return line ? line : test_conditions();
}

#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__)
__global__ void kernel(int *line)
{
	*line = test_all();
}
#elif !defined(__AMPCC_PARSE__)
#if defined(__x86_64__)
/* Whether an argument lies in the caller's frame: for others, g++ takes several times as long (short_vectors_impl.h). */
__attribute__((noinline)) bool is_in_memory(float_3 v) { return (char *)&v > (char *)__builtin_frame_address(0); }
__attribute__((noinline)) bool is_in_memory(unorm_4 v) { return (char *)&v > (char *)__builtin_frame_address(0); }
#else
template <typename V> bool is_in_memory(V) { return true; }
#endif

int main()
{
	int line = test_all();
	if (!is_in_memory(float_3()) || !is_in_memory(unorm_4()))
		line = __LINE__;
	if (line)
		printf("%s:%d failed\n", __FILE__, line);
	return line != 0;
}
#endif
