// The short vectors, short_vector, short_vector_traits, norm, unorm: every constructor,
// member and operator of each of the eighteen
#include "declared.h"
#include <amp.h>
#include <amp_short_vectors.h>
using namespace concurrency;
using namespace concurrency::graphics;
typedef concurrency::graphics::norm snorm; // CUDA has a function ::norm

#define OF_ALL(f) f(int) f(uint) f(float) f(double) f(snorm) f(unorm)

// The types, by name and by short_vector and short_vector_traits.
#define TYPES(scalar, name) \
	static_assert(std::is_same<short_vector<scalar, 1>::type, scalar>::value, ""); \
	static_assert(std::is_same<short_vector<scalar, 2>::type, name##_2>::value, ""); \
	static_assert(std::is_same<short_vector<scalar, 3>::type, name##_3>::value, ""); \
	static_assert(std::is_same<short_vector<scalar, 4>::type, name##_4>::value, ""); \
	static_assert(std::is_same<graphics::direct3d::name##2, name##_2>::value, ""); \
	static_assert(std::is_same<graphics::direct3d::name##3, name##_3>::value, ""); \
	static_assert(std::is_same<graphics::direct3d::name##4, name##_4>::value, ""); \
	static_assert(std::is_same<short_vector_traits<scalar>::value_type, scalar>::value, ""); \
	static_assert(std::is_same<short_vector_traits<name##_2>::value_type, scalar>::value, ""); \
	static_assert(std::is_same<short_vector_traits<name##_3>::value_type, scalar>::value, ""); \
	static_assert(std::is_same<short_vector_traits<name##_4>::value_type, scalar>::value, ""); \
	static_assert(short_vector_traits<scalar>::size == 1 && short_vector_traits<name##_2>::size == 2, ""); \
	static_assert(short_vector_traits<name##_3>::size == 3 && short_vector_traits<name##_4>::size == 4, ""); \
	static_assert(name##_2::size == 2 && name##_3::size == 3 && name##_4::size == 4, ""); \
	static_assert(std::is_same<name##_2::value_type, scalar>::value, ""); \
	static_assert(std::is_same<name##_3::value_type, scalar>::value, ""); \
	static_assert(std::is_same<name##_4::value_type, scalar>::value, "");
TYPES(int, int)
TYPES(uint, uint)
TYPES(float, float)
TYPES(double, double)
TYPES(snorm, norm)
TYPES(unorm, unorm)

// Constructors: implicit from the components' type, explicit from other vectors.
template <typename V, typename Other> void converts()
{
	static_assert(std::is_same<V, Other>::value || !std::is_convertible<Other, V>::value, "explicit");
	static_assert(std::is_constructible<V, const Other &>::value, "");
}
template <typename V, int N> void constructors()
{
	typedef typename V::value_type T;
	static_assert(std::is_default_constructible<V>::value && std::is_convertible<T, V>::value, "");
	converts<V, typename short_vector<int, N>::type>();
	converts<V, typename short_vector<uint, N>::type>();
	converts<V, typename short_vector<float, N>::type>();
	converts<V, typename short_vector<double, N>::type>();
	converts<V, typename short_vector<snorm, N>::type>();
	converts<V, typename short_vector<unorm, N>::type>();
}
#define CONSTRUCTORS(scalar) \
	constructors<short_vector<scalar, 2>::type, 2>(); \
	constructors<short_vector<scalar, 3>::type, 3>(); \
	constructors<short_vector<scalar, 4>::type, 4>();
EXPLICIT(norm_2, float);
EXPLICIT(norm_3, float);
EXPLICIT(norm_4, float);
EXPLICIT(unorm_2, float);
EXPLICIT(unorm_3, float);
EXPLICIT(unorm_4, float);
IMPLICIT(norm_2, unorm);
static_assert(std::is_constructible<norm_2, snorm, snorm>::value && std::is_constructible<norm_2, float, float>::value &&
                  std::is_constructible<norm_2, unorm, unorm>::value, "");
static_assert(std::is_constructible<unorm_3, unorm, unorm, unorm>::value &&
                  std::is_constructible<unorm_3, float, float, float>::value, "");
static_assert(std::is_constructible<norm_4, unorm, unorm, unorm, unorm>::value &&
                  std::is_constructible<norm_4, float, float, float, float>::value, "");

// The scalars.
EXPLICIT(snorm, float);
EXPLICIT(snorm, unsigned int);
EXPLICIT(snorm, int);
EXPLICIT(snorm, double);
IMPLICIT(snorm, const unorm &);
EXPLICIT(unorm, float);
EXPLICIT(unorm, unsigned int);
EXPLICIT(unorm, int);
EXPLICIT(unorm, double);
EXPLICIT(unorm, const snorm &);
IMPLICIT(float, const snorm &);
IMPLICIT(float, const unorm &);
template <typename T> int scalars() restrict(cpu, amp)
{
	const T zero, half(0.5f), one(1), also(half);
	T x(half);
	RETURNS((x = one), T &);
	RETURNS((x += half), T &);
	RETURNS((x -= half), T &);
	RETURNS((x *= half), T &);
	RETURNS((x /= half), T &);
	RETURNS((++x), T &);
	RETURNS((x++), T);
	RETURNS((--x), T &);
	RETURNS((x--), T);
	RETURNS((half + half), T);
	RETURNS((half - half), T);
	RETURNS((half * half), T);
	RETURNS((half / half), T);
	RETURNS((half == half), bool);
	RETURNS((half != half), bool);
	RETURNS((half < half), bool);
	RETURNS((half > half), bool);
	RETURNS((half <= half), bool);
	RETURNS((half >= half), bool);
	x += half;
	if (x != one || half + one != one || half * half >= half || half / half != one || half - half != zero)
		return __LINE__;
	x -= half;
	x *= half;
	x /= half;
	if (x != also || x++ != half || x != one || x-- != one || x != zero || ++x != one || --x > zero)
		return __LINE__;
	return half < one && half <= also && zero == T() && float(half) == 0.5f ? 0 : __LINE__;
}

// Operators that all have.
template <typename V> int operators(const V &two, const V &six) restrict(cpu, amp)
{
	const V zero, copied(six);
	V v(two);
	RETURNS((v = six), V &);
	RETURNS((v += six), V &);
	RETURNS((v -= six), V &);
	RETURNS((v *= six), V &);
	RETURNS((v /= six), V &);
	RETURNS((++v), V &);
	RETURNS((v++), V);
	RETURNS((--v), V &);
	RETURNS((v--), V);
	RETURNS((six + two), V);
	RETURNS((six - two), V);
	RETURNS((six * two), V);
	RETURNS((six / two), V);
	RETURNS((six == two), bool);
	RETURNS((six != two), bool);
	v = six;
	v += two;
	v -= two;
	if (v != six || !(six == copied) || six + zero != six || six - six != zero || six / six != zero + six / six)
		return __LINE__;
	v *= two;
	if (v != six * two)
		return __LINE__;
	v /= six;
	if (v != six * two / six)
		return __LINE__;
	v = zero;
	return v++ == zero && v-- == six / six && v == zero && ++v == six / six && --v == zero ? 0 : __LINE__;
}
template <typename V> int integers(const V &two, const V &six) restrict(cpu, amp)
{
	V v(six);
	RETURNS((v %= two), V &);
	RETURNS((v ^= two), V &);
	RETURNS((v |= two), V &);
	RETURNS((v &= two), V &);
	RETURNS((v >>= two), V &);
	RETURNS((v <<= two), V &);
	RETURNS((~two), V);
	RETURNS((six % two), V);
	RETURNS((six ^ two), V);
	RETURNS((six | two), V);
	RETURNS((six & two), V);
	RETURNS((six << two), V);
	RETURNS((six >> two), V);
	v %= two + 1;
	if (v != V(0) || six % two != v || (six ^ two) != V(4) || (six | two) != six || (six & two) != two)
		return __LINE__;
	v |= six;
	v &= two;
	v ^= six;
	v <<= two;
	v >>= V(1);
	return v == V(8) && six << two == V(24) && six >> V(1) == V(3) && ~~six == six ? 0 : __LINE__;
}
template <typename V> int negative(const V &one) restrict(cpu, amp)
{
	RETURNS((-one), V);
	return -one == V() - one && -(-one) == one ? 0 : __LINE__;
}

// Components: members, get, set, ref; of a const vector those that read.
template <typename V> int first_two(const V &c) restrict(cpu, amp)
{
	typedef typename V::value_type T;
	V v(c);
	RETURNS((c.get_x()), T);
	RETURNS((c.get_y()), T);
	RETURNS((v.set_x(c.get_x())), void);
	RETURNS((v.set_y(c.get_x())), void);
	RETURNS((v.ref_x()), T &);
	RETURNS((v.ref_y()), T &);
	RETURNS((v.ref_r()), T &);
	RETURNS((v.ref_g()), T &);
	const T x = c.x, y = c.y, r = c.r, g = c.g;
	if (x != r || y != g || c.get_x() != x || c.get_y() != y)
		return __LINE__;
	v.x = y;
	v.g = x;
	if (v.r != y || v.y != x)
		return __LINE__;
	v.set_x(x);
	v.ref_y() = y;
	if (!(v == c))
		return __LINE__;
	v.set_y(x);
	v.ref_r() = y;
	T copied = v.ref_g();
	return v.ref_x() == y && copied == x ? 0 : __LINE__;
}
template <typename V> int third(const V &c) restrict(cpu, amp)
{
	typedef typename V::value_type T;
	V v(c);
	RETURNS((c.get_z()), T);
	RETURNS((v.set_z(c.get_z())), void);
	RETURNS((v.ref_z()), T &);
	RETURNS((v.ref_b()), T &);
	const T z = c.z, b = c.b, x = c.x;
	v.z = x;
	v.b = b;
	v.set_z(z);
	v.ref_z() = x;
	v.ref_b() = v.get_z();
	return z == b && c.get_z() == z && v.b == x ? 0 : __LINE__;
}
template <typename V> int fourth(const V &c) restrict(cpu, amp)
{
	typedef typename V::value_type T;
	V v(c);
	RETURNS((c.get_w()), T);
	RETURNS((v.set_w(c.get_w())), void);
	RETURNS((v.ref_w()), T &);
	RETURNS((v.ref_a()), T &);
	const T w = c.w, a = c.a, x = c.x;
	v.w = x;
	v.a = a;
	v.set_w(w);
	v.ref_w() = x;
	v.ref_a() = v.get_w();
	return w == a && c.get_w() == w && v.a == x ? 0 : __LINE__;
}

// Swizzles: to read and to assign, by both names, by functions.
#define SWIZZLE(n, name, colors) \
	{ \
		typedef typename short_vector<typename V::value_type, n>::type S; \
		V v(c); \
		RETURNS((c.get_##name()), S); \
		RETURNS((v.set_##name(c.get_##name())), void); \
		const S one = c.name, two = c.colors; \
		v.name = V().name; \
		v.colors = one; \
		v.set_##name(two); \
		if (!(one == c.get_##name()) || !(one == two) || !(v == c)) \
			return __LINE__; \
	}
template <typename V> int swizzles2(const V &c) restrict(cpu, amp)
{
	SWIZZLE(2, xy, rg) SWIZZLE(2, yx, gr)
	return 0;
}
template <typename V> int swizzles3(const V &c) restrict(cpu, amp)
{
	SWIZZLE(2, xz, rb) SWIZZLE(2, yz, gb) SWIZZLE(2, zx, br) SWIZZLE(2, zy, bg)
	SWIZZLE(3, xyz, rgb) SWIZZLE(3, xzy, rbg) SWIZZLE(3, yxz, grb) SWIZZLE(3, yzx, gbr) SWIZZLE(3, zxy, brg)
	SWIZZLE(3, zyx, bgr)
	return swizzles2(c);
}
template <typename V> int swizzles4(const V &c) restrict(cpu, amp)
{
	SWIZZLE(2, xw, ra) SWIZZLE(2, yw, ga) SWIZZLE(2, zw, ba) SWIZZLE(2, wx, ar) SWIZZLE(2, wy, ag) SWIZZLE(2, wz, ab)
	SWIZZLE(3, xyw, rga) SWIZZLE(3, xwy, rag) SWIZZLE(3, xzw, rba) SWIZZLE(3, xwz, rab) SWIZZLE(3, yxw, gra)
	SWIZZLE(3, ywx, gar) SWIZZLE(3, yzw, gba) SWIZZLE(3, ywz, gab) SWIZZLE(3, zxw, bra) SWIZZLE(3, zwx, bar)
	SWIZZLE(3, zyw, bga) SWIZZLE(3, zwy, bag) SWIZZLE(3, wxy, arg) SWIZZLE(3, wyx, agr) SWIZZLE(3, wxz, arb)
	SWIZZLE(3, wzx, abr) SWIZZLE(3, wyz, agb) SWIZZLE(3, wzy, abg)
	SWIZZLE(4, xyzw, rgba) SWIZZLE(4, xywz, rgab) SWIZZLE(4, xzyw, rbga) SWIZZLE(4, xzwy, rbag)
	SWIZZLE(4, xwyz, ragb) SWIZZLE(4, xwzy, rabg) SWIZZLE(4, yxzw, grba) SWIZZLE(4, yxwz, grab)
	SWIZZLE(4, yzxw, gbra) SWIZZLE(4, yzwx, gbar) SWIZZLE(4, ywxz, garb) SWIZZLE(4, ywzx, gabr)
	SWIZZLE(4, zxyw, brga) SWIZZLE(4, zxwy, brag) SWIZZLE(4, zyxw, bgra) SWIZZLE(4, zywx, bgar)
	SWIZZLE(4, zwxy, barg) SWIZZLE(4, zwyx, bagr) SWIZZLE(4, wxyz, argb) SWIZZLE(4, wxzy, arbg)
	SWIZZLE(4, wyxz, agrb) SWIZZLE(4, wyzx, agbr) SWIZZLE(4, wzxy, abrg) SWIZZLE(4, wzyx, abgr)
	return swizzles3(c);
}

template <typename T> int vectors(T a, T b, T c, T d) restrict(cpu, amp)
{
	const typename short_vector<T, 2>::type v2(a, b);
	const typename short_vector<T, 3>::type v3(a, b, c);
	const typename short_vector<T, 4>::type v4(a, b, c, d);
	int line = operators(v2, v2.yx + v2);
	line = line ? line : operators(v3, v3.yzx + v3);
	line = line ? line : operators(v4, v4.yzwx + v4);
	line = line ? line : first_two(v2);
	line = line ? line : first_two(v3);
	line = line ? line : first_two(v4);
	line = line ? line : third(v3);
	line = line ? line : third(v4);
	line = line ? line : fourth(v4);
	return line;
}
// Of one scalar, since compiling all of them takes minutes.
template <typename T> int swizzles(T a, T b, T c, T d) restrict(cpu, amp)
{
	const typename short_vector<T, 2>::type v2(a, b);
	const typename short_vector<T, 3>::type v3(a, b, c);
	const typename short_vector<T, 4>::type v4(a, b, c, d);
	int line = swizzles2(v2);
	line = line ? line : swizzles3(v3);
	return line ? line : swizzles4(v4);
}
template <typename T> int signs(T a, T b) restrict(cpu, amp)
{
	const typename short_vector<T, 2>::type v2(a, b);
	const typename short_vector<T, 3>::type v3(a, b, a);
	const typename short_vector<T, 4>::type v4(a, b, b, a);
	int line = negative(v2);
	line = line ? line : negative(v3);
	return line ? line : negative(v4);
}
int all() restrict(cpu, amp)
{
	int line = vectors<int>(1, 2, 3, 4);
	line = line ? line : vectors<uint>(1, 2, 3, 4);
	line = line ? line : vectors<float>(1, 2, 4, 8);
	line = line ? line : swizzles<float>(1, 2, 4, 8);
	line = line ? line : vectors<double>(1, 2, 4, 8);
	line = line ? line : vectors<snorm>(snorm(0.0625f), snorm(0.125f), snorm(0.25f), snorm(0.03125f));
	line = line ? line : vectors<unorm>(unorm(0.0625f), unorm(0.125f), unorm(0.25f), unorm(0.03125f));
	line = line ? line : signs<int>(1, -2);
	line = line ? line : signs<float>(1, -2);
	line = line ? line : signs<double>(1, -2);
	line = line ? line : signs<snorm>(snorm(0.5f), snorm(-0.5f));
	line = line ? line : integers(int_2(2), int_2(6));
	line = line ? line : integers(int_3(2), int_3(6));
	line = line ? line : integers(int_4(2), int_4(6));
	line = line ? line : integers(uint_2(2u), uint_2(6u));
	line = line ? line : integers(uint_3(2u), uint_3(6u));
	line = line ? line : integers(uint_4(2u), uint_4(6u));
	line = line ? line : scalars<snorm>();
	line = line ? line : scalars<unorm>();
	const snorm half(0.5f);
	RETURNS((-half), snorm);
	RETURNS((half + unorm()), snorm);
	return line ? line : float(-half) == -0.5f ? 0 : __LINE__;
}

int main()
{
	OF_ALL(CONSTRUCTORS)
	CHECK(UNORM_ZERO == unorm() && UNORM_MIN == unorm(0) && UNORM_MAX == unorm(1));
	CHECK(NORM_ZERO == snorm() && NORM_MIN == snorm(-1) && NORM_MAX == snorm(1));
	CHECK(all() == 0);
	array_view<int> v(1);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = all(); });
	CHECK(v[0] == 0);
	std::puts("ok");
}
