/* The implementation of norm, unorm and the short vectors of amp_short_vectors.h.
 *
 * A vector consists of its components, packed. The swizzles are members, too: proxies in a union with the
 * components, which select theirs from all components. */
#ifndef AMPCC_SHORT_VECTORS_IMPL_H
#define AMPCC_SHORT_VECTORS_IMPL_H

#include <amp/config.h>

#include <type_traits>

/* A default constructor's initialization. In the parse it is empty: clang then accepts the class for
 * tile_static variables, whose constructors do not run. */
#ifdef __AMPCC_PARSE__
#define AMP_DEFAULT_COMPONENT(component, zero)
#else
#define AMP_DEFAULT_COMPONENT(component, zero) component = zero;
#endif

namespace Concurrency {
namespace graphics {

typedef unsigned int uint;

class norm;
class unorm;

} // namespace graphics

namespace details {

/* ---- norm and unorm ---------------------------------------------------- */

/* Clamps to the limits; 0 for a NaN and for -0. */
template <typename Norm> struct norm_limits;
template <> struct norm_limits<graphics::norm> {
	AMP_CPU_AMP static float clamp(float x) {
		return x < -1.0f ? -1.0f : x > 1.0f ? 1.0f : x == x ? x + 0.0f : 0.0f;
	}
};
template <> struct norm_limits<graphics::unorm> {
	AMP_CPU_AMP static float clamp(float x) {
#if defined(AMP_ON_DEVICE)
		float clamped;
		asm("cvt.sat.f32.f32 %0, %1;" : "=f"(clamped) : "f"(x)); /* combined with the instruction that computes x */
		return clamped;
#else
		return x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f;
#endif
	}
};

/* The float in a norm or unorm, and the component of a vector of them. It has no constructor, so that it can
 * be in a union. */
template <typename Norm> struct norm_value {
	float value;

	AMP_CPU_AMP static norm_value clamped(float x)
	{
		norm_value v;
		v.value = norm_limits<Norm>::clamp(x);
		return v;
	}

	AMP_CPU_AMP operator float() const { return value; }

	AMP_CPU_AMP norm_value &operator+=(const norm_value &y) { return *this = clamped(value + y.value); }
	AMP_CPU_AMP norm_value &operator-=(const norm_value &y) { return *this = clamped(value - y.value); }
	AMP_CPU_AMP norm_value &operator*=(const norm_value &y) { return *this = clamped(value * y.value); }
	AMP_CPU_AMP norm_value &operator/=(const norm_value &y) { return *this = clamped(value / y.value); }
	AMP_CPU_AMP norm_value &operator++() { return *this = clamped(value + 1.0f); }
	AMP_CPU_AMP norm_value &operator--() { return *this = clamped(value - 1.0f); }
	AMP_CPU_AMP Norm operator++(int)
	{
		Norm before(*this);
		++*this;
		return before;
	}
	AMP_CPU_AMP Norm operator--(int)
	{
		Norm before(*this);
		--*this;
		return before;
	}
};

/* The common type of norm and unorm is norm. */
template <typename A, typename B> struct norm_common { typedef graphics::norm type; };
template <> struct norm_common<graphics::unorm, graphics::unorm> { typedef graphics::unorm type; };

#define AMP_NORM_OPERATOR(op) \
	template <typename A, typename B> \
	AMP_CPU_AMP inline typename norm_common<A, B>::type operator op(const norm_value<A> &x, const norm_value<B> &y) \
	{ \
		return typename norm_common<A, B>::type(x.value op y.value); \
	}
AMP_NORM_OPERATOR(+)
AMP_NORM_OPERATOR(-)
AMP_NORM_OPERATOR(*)
AMP_NORM_OPERATOR(/)
#undef AMP_NORM_OPERATOR

#define AMP_NORM_COMPARISON(op) \
	template <typename A, typename B> \
	AMP_CPU_AMP inline bool operator op(const norm_value<A> &x, const norm_value<B> &y) \
	{ \
		return x.value op y.value; \
	}
AMP_NORM_COMPARISON(==)
AMP_NORM_COMPARISON(!=)
AMP_NORM_COMPARISON(<)
AMP_NORM_COMPARISON(>)
AMP_NORM_COMPARISON(<=)
AMP_NORM_COMPARISON(>=)
#undef AMP_NORM_COMPARISON

AMP_CPU_AMP inline graphics::norm operator-(const norm_value<graphics::norm> &x);

} // namespace details

namespace graphics {

/* 10.2: a float in [-1, 1]. */
class norm : public Concurrency::details::norm_value<norm> {
	typedef Concurrency::details::norm_value<norm> base;

public:
	AMP_CPU_AMP norm() { AMP_DEFAULT_COMPONENT(this->value, 0.0f) }
	AMP_CPU_AMP explicit norm(float v) : base(base::clamped(v)) {}
	AMP_CPU_AMP explicit norm(unsigned int v) : base(base::clamped(static_cast<float>(v))) {}
	AMP_CPU_AMP explicit norm(int v) : base(base::clamped(static_cast<float>(v))) {}
	AMP_CPU_AMP explicit norm(double v) : base(base::clamped(static_cast<float>(v))) {}
	AMP_CPU_AMP norm(const base &v) : base(v) {}
	AMP_CPU_AMP norm(const Concurrency::details::norm_value<unorm> &v) : base(base::clamped(v.value)) {}

	AMP_CPU_AMP norm &operator+=(const norm &y) { return base::operator+=(y), *this; }
	AMP_CPU_AMP norm &operator-=(const norm &y) { return base::operator-=(y), *this; }
	AMP_CPU_AMP norm &operator*=(const norm &y) { return base::operator*=(y), *this; }
	AMP_CPU_AMP norm &operator/=(const norm &y) { return base::operator/=(y), *this; }
	AMP_CPU_AMP norm &operator++() { return base::operator++(), *this; }
	AMP_CPU_AMP norm &operator--() { return base::operator--(), *this; }
	AMP_CPU_AMP norm operator++(int) { return base::operator++(0); }
	AMP_CPU_AMP norm operator--(int) { return base::operator--(0); }
};

/* 10.2: a float in [0, 1]. */
class unorm : public Concurrency::details::norm_value<unorm> {
	typedef Concurrency::details::norm_value<unorm> base;

public:
	AMP_CPU_AMP unorm() { AMP_DEFAULT_COMPONENT(this->value, 0.0f) }
	AMP_CPU_AMP explicit unorm(float v) : base(base::clamped(v)) {}
	AMP_CPU_AMP explicit unorm(unsigned int v) : base(base::clamped(static_cast<float>(v))) {}
	AMP_CPU_AMP explicit unorm(int v) : base(base::clamped(static_cast<float>(v))) {}
	AMP_CPU_AMP explicit unorm(double v) : base(base::clamped(static_cast<float>(v))) {}
	AMP_CPU_AMP unorm(const base &v) : base(v) {}
	AMP_CPU_AMP explicit unorm(const Concurrency::details::norm_value<norm> &v) : base(base::clamped(v.value)) {}

	AMP_CPU_AMP unorm &operator+=(const unorm &y) { return base::operator+=(y), *this; }
	AMP_CPU_AMP unorm &operator-=(const unorm &y) { return base::operator-=(y), *this; }
	AMP_CPU_AMP unorm &operator*=(const unorm &y) { return base::operator*=(y), *this; }
	AMP_CPU_AMP unorm &operator/=(const unorm &y) { return base::operator/=(y), *this; }
	AMP_CPU_AMP unorm &operator++() { return base::operator++(), *this; }
	AMP_CPU_AMP unorm &operator--() { return base::operator--(), *this; }
	AMP_CPU_AMP unorm operator++(int) { return base::operator++(0); }
	AMP_CPU_AMP unorm operator--(int) { return base::operator--(0); }
};

} // namespace graphics

namespace details {

AMP_CPU_AMP inline graphics::norm operator-(const norm_value<graphics::norm> &x) { return graphics::norm(-x.value); }

/* ---- Components -------------------------------------------------------- */

/* How a component is stored, and converted from other types. */
template <typename T> struct component {
	typedef T type;
	static const bool is_norm = false;
	template <typename U> AMP_CPU_AMP static type from(const U &x) { return static_cast<T>(x); }
};
template <> struct component<graphics::norm> {
	typedef norm_value<graphics::norm> type;
	static const bool is_norm = true;
	template <typename U> AMP_CPU_AMP static type from(const U &x) { return type::clamped(static_cast<float>(x)); }
};
template <> struct component<graphics::unorm> {
	typedef norm_value<graphics::unorm> type;
	static const bool is_norm = true;
	template <typename U> AMP_CPU_AMP static type from(const U &x) { return type::clamped(static_cast<float>(x)); }
};

/* The type of a constructor's arguments, one for each component: a vector of norms takes norms, unorms and
 * numbers, mixed. */
struct norm_argument {
	float value;
	AMP_CPU_AMP norm_argument(float x) : value(x) {}
	template <typename Norm> AMP_CPU_AMP norm_argument(const norm_value<Norm> &x) : value(x.value) {}
	AMP_CPU_AMP operator float() const { return value; }
};
template <typename T> struct component_argument {
	typedef typename std::conditional<component<T>::is_norm, norm_argument, T>::type type;
};

template <typename T, int N> class short_vector;

template <typename U> struct is_norm_value : std::false_type {};
template <typename Norm> struct is_norm_value<norm_value<Norm>> : std::true_type {};
template <> struct is_norm_value<graphics::norm> : std::true_type {};
template <> struct is_norm_value<graphics::unorm> : std::true_type {};

/* Whether a vector V can be constructed from one value U, for all components. */
template <typename U, typename V, bool = std::is_arithmetic<U>::value || is_norm_value<U>::value>
struct is_value_for : std::false_type {};
template <typename U, typename V> struct is_value_for<U, V, true> : std::is_convertible<U, V> {};
template <typename U, typename V> using if_value_for = typename std::enable_if<is_value_for<U, V>::value, int>::type;

/* ---- Swizzles ---------------------------------------------------------- */

/* X(name, colour name, components…) for each swizzle of a vector of 2, 3, 4. */
#define AMP_SWIZZLES_2(X) \
	X(xy, rg, 0, 1) X(yx, gr, 1, 0)
#define AMP_SWIZZLES_3(X) \
	X(xy, rg, 0, 1) X(xz, rb, 0, 2) X(yx, gr, 1, 0) X(yz, gb, 1, 2) \
	X(zx, br, 2, 0) X(zy, bg, 2, 1) X(xyz, rgb, 0, 1, 2) X(xzy, rbg, 0, 2, 1) \
	X(yxz, grb, 1, 0, 2) X(yzx, gbr, 1, 2, 0) X(zxy, brg, 2, 0, 1) X(zyx, bgr, 2, 1, 0)
#define AMP_SWIZZLES_4(X) \
	X(xy, rg, 0, 1) X(xz, rb, 0, 2) X(xw, ra, 0, 3) X(yx, gr, 1, 0) \
	X(yz, gb, 1, 2) X(yw, ga, 1, 3) X(zx, br, 2, 0) X(zy, bg, 2, 1) \
	X(zw, ba, 2, 3) X(wx, ar, 3, 0) X(wy, ag, 3, 1) X(wz, ab, 3, 2) \
	X(xyz, rgb, 0, 1, 2) X(xyw, rga, 0, 1, 3) X(xzy, rbg, 0, 2, 1) X(xzw, rba, 0, 2, 3) \
	X(xwy, rag, 0, 3, 1) X(xwz, rab, 0, 3, 2) X(yxz, grb, 1, 0, 2) X(yxw, gra, 1, 0, 3) \
	X(yzx, gbr, 1, 2, 0) X(yzw, gba, 1, 2, 3) X(ywx, gar, 1, 3, 0) X(ywz, gab, 1, 3, 2) \
	X(zxy, brg, 2, 0, 1) X(zxw, bra, 2, 0, 3) X(zyx, bgr, 2, 1, 0) X(zyw, bga, 2, 1, 3) \
	X(zwx, bar, 2, 3, 0) X(zwy, bag, 2, 3, 1) X(wxy, arg, 3, 0, 1) X(wxz, arb, 3, 0, 2) \
	X(wyx, agr, 3, 1, 0) X(wyz, agb, 3, 1, 2) X(wzx, abr, 3, 2, 0) X(wzy, abg, 3, 2, 1) \
	X(xyzw, rgba, 0, 1, 2, 3) X(xywz, rgab, 0, 1, 3, 2) X(xzyw, rbga, 0, 2, 1, 3) X(xzwy, rbag, 0, 2, 3, 1) \
	X(xwyz, ragb, 0, 3, 1, 2) X(xwzy, rabg, 0, 3, 2, 1) X(yxzw, grba, 1, 0, 2, 3) X(yxwz, grab, 1, 0, 3, 2) \
	X(yzxw, gbra, 1, 2, 0, 3) X(yzwx, gbar, 1, 2, 3, 0) X(ywxz, garb, 1, 3, 0, 2) X(ywzx, gabr, 1, 3, 2, 0) \
	X(zxyw, brga, 2, 0, 1, 3) X(zxwy, brag, 2, 0, 3, 1) X(zyxw, bgra, 2, 1, 0, 3) X(zywx, bgar, 2, 1, 3, 0) \
	X(zwxy, barg, 2, 3, 0, 1) X(zwyx, bagr, 2, 3, 1, 0) X(wxyz, argb, 3, 0, 1, 2) X(wxzy, arbg, 3, 0, 2, 1) \
	X(wyxz, agrb, 3, 1, 0, 2) X(wyzx, agbr, 3, 1, 2, 0) X(wzxy, abrg, 3, 2, 0, 1) X(wzyx, abgr, 3, 2, 1, 0)

/* The J-th element of a list. */
template <int J, int First, int... Rest> struct nth : nth<J - 1, Rest...> {};
template <int First, int... Rest> struct nth<0, First, Rest...> : std::integral_constant<int, First> {};

/* The members of a swizzle of components I… of N, in a union with all N: components by their names in the
 * swizzle, each at its place in the vector, and, unless the swizzle is itself Nested, swizzles: v.zyx.xy.
 * Swizzles of four components have no nested ones, which would take most of the time that parsing a vector
 * takes. */
template <bool Nested, typename T, int N, int... I> struct swizzle_members;
template <bool Nested, typename T, int N, int... I> struct swizzle;

#define AMP_SWIZZLE_COMPONENT(name, colour, i) \
	struct { raw_type before_##name[i]; raw_type name; }; \
	struct { raw_type before_##colour[i]; raw_type colour; };
#define AMP_SWIZZLE_PART(name, colour, ...) part<__VA_ARGS__> name, colour;

template <typename T, int N, int A, int B> struct swizzle_members<true, T, N, A, B> {
	typedef typename component<T>::type raw_type;
	union {
		raw_type raw[N];
		AMP_SWIZZLE_COMPONENT(x, r, A)
		AMP_SWIZZLE_COMPONENT(y, g, B)
	};
};
template <typename T, int N, int A, int B, int C> struct swizzle_members<true, T, N, A, B, C> {
	typedef typename component<T>::type raw_type;
	union {
		raw_type raw[N];
		AMP_SWIZZLE_COMPONENT(x, r, A)
		AMP_SWIZZLE_COMPONENT(y, g, B)
		AMP_SWIZZLE_COMPONENT(z, b, C)
	};
};
template <bool Nested, typename T, int N, int A, int B, int C, int D>
struct swizzle_members<Nested, T, N, A, B, C, D> {
	typedef typename component<T>::type raw_type;
	union {
		raw_type raw[N];
		AMP_SWIZZLE_COMPONENT(x, r, A)
		AMP_SWIZZLE_COMPONENT(y, g, B)
		AMP_SWIZZLE_COMPONENT(z, b, C)
		AMP_SWIZZLE_COMPONENT(w, a, D)
	};
};
template <typename T, int N, int A, int B> struct swizzle_members<false, T, N, A, B> {
	typedef typename component<T>::type raw_type;
	template <int... J> using part = swizzle<true, T, N, nth<J, A, B>::value...>;
	union {
		raw_type raw[N];
		AMP_SWIZZLE_COMPONENT(x, r, A)
		AMP_SWIZZLE_COMPONENT(y, g, B)
		AMP_SWIZZLES_2(AMP_SWIZZLE_PART)
	};
};
template <typename T, int N, int A, int B, int C> struct swizzle_members<false, T, N, A, B, C> {
	typedef typename component<T>::type raw_type;
	template <int... J> using part = swizzle<true, T, N, nth<J, A, B, C>::value...>;
	union {
		raw_type raw[N];
		AMP_SWIZZLE_COMPONENT(x, r, A)
		AMP_SWIZZLE_COMPONENT(y, g, B)
		AMP_SWIZZLE_COMPONENT(z, b, C)
		AMP_SWIZZLES_3(AMP_SWIZZLE_PART)
	};
};
#undef AMP_SWIZZLE_COMPONENT
#undef AMP_SWIZZLE_PART

/* A total order of the swizzles: different ones have different ranks. */
template <int... I> struct swizzle_rank : std::integral_constant<int, 0> {};
template <int First, int... Rest>
struct swizzle_rank<First, Rest...>
    : std::integral_constant<int, First + 5 * swizzle_rank<Rest...>::value> {};

/* Whether the first swizzle converts to the second one, so that "condition ? v.xy : u.zw" has a type: never
 * in both directions. The result is a copy, since nothing else could have that type. */
template <typename From, typename To> struct swizzle_converts : std::false_type {};
template <bool Nested, typename T, int N, int... I, bool Other, int M, int... J>
struct swizzle_converts<swizzle<Nested, T, N, I...>, swizzle<Other, T, M, J...>>
    : std::integral_constant<bool, sizeof...(I) == sizeof...(J) &&
                                       (swizzle_rank<Nested, N, I...>::value <
                                        swizzle_rank<Other, M, J...>::value)> {};
template <typename From, typename To>
using if_swizzle_converts = typename std::enable_if<swizzle_converts<From, To>::value, int>::type;

/* Construction from one value for all components, so that "condition ? v.xy : 1.0f" has a type, too. */
#define AMP_SWIZZLE_VALUE \
	template <typename U, if_value_for<U, vector_type> = 0> AMP_CPU_AMP swizzle(U value) { *this = vector_type(value); } \
	AMP_CPU_AMP swizzle &operator=(T value) { return *this = vector_type(value); } /* also from {1} */ \
	template <typename U, if_value_for<U, vector_type> = 0> AMP_CPU_AMP swizzle &operator=(U value) \
	{ \
		return *this = vector_type(value); \
	}

/* A swizzle converts to a vector, and assignment changes its own components only. A swizzle of a vector of 2
 * has all components, so that copying the bytes has that effect, and the vector stays trivially copyable. */
template <bool Nested, typename T, int N, int... I> struct swizzle : swizzle_members<Nested, T, N, I...> {
	typedef short_vector<T, static_cast<int>(sizeof...(I))> vector_type;

	swizzle() = default;
	swizzle(const swizzle &) = default;
	explicit swizzle(void *) = delete; /* prevents it from being an aggregate in C++17, which would make v.xy = {1, 2} ambiguous */
	template <bool Other, int M, int... J, if_swizzle_converts<swizzle<Other, T, M, J...>, swizzle> = 0>
	AMP_CPU_AMP swizzle(const swizzle<Other, T, M, J...> &other) { *this = other; }
	AMP_SWIZZLE_VALUE
	AMP_CPU_AMP operator vector_type() const { return vector_type(this->raw[I]...); }
	AMP_CPU_AMP swizzle &operator=(vector_type v) /* by value, for v.yx = v */
	{
		v.store_to(this->raw[I]...);
		return *this;
	}
	AMP_CPU_AMP swizzle &operator=(const swizzle &other) { return *this = static_cast<vector_type>(other); }
	template <bool Other, int M, int... J>
	AMP_CPU_AMP swizzle &operator=(const swizzle<Other, T, M, J...> &other)
	{
		return *this = static_cast<vector_type>(other);
	}
};
template <bool Nested, typename T, int A, int B>
struct swizzle<Nested, T, 2, A, B> : swizzle_members<Nested, T, 2, A, B> {
	typedef short_vector<T, 2> vector_type;

	swizzle() = default;
	explicit swizzle(void *) = delete;
	template <bool Other, int M, int... J, if_swizzle_converts<swizzle<Other, T, M, J...>, swizzle> = 0>
	AMP_CPU_AMP swizzle(const swizzle<Other, T, M, J...> &other) { *this = other; }
	AMP_SWIZZLE_VALUE
	AMP_CPU_AMP operator vector_type() const { return vector_type(this->raw[A], this->raw[B]); }
	AMP_CPU_AMP swizzle &operator=(vector_type v)
	{
		v.store_to(this->raw[A], this->raw[B]);
		return *this;
	}
	template <bool Other, int M, int... J>
	AMP_CPU_AMP swizzle &operator=(const swizzle<Other, T, M, J...> &other)
	{
		return *this = static_cast<vector_type>(other);
	}
};

#undef AMP_SWIZZLE_VALUE

/* ---- The components and swizzles of a vector of 2, 3, 4 ----------------- */

#define AMP_SWIZZLE_MEMBERS(name, colour, ...) \
	swizzle<false, T, components, __VA_ARGS__> name, colour;
#define AMP_SWIZZLE_FUNCTIONS(name, colour, ...) \
	AMP_CPU_AMP short_vector<T, sizeof(#name) - 1> get_##name() const { return name; } \
	AMP_CPU_AMP void set_##name(const short_vector<T, sizeof(#name) - 1> &v) { name = v; }
#define AMP_COMPONENT_FUNCTIONS(name, colour) \
	AMP_CPU_AMP T get_##name() const { return name; } \
	AMP_CPU_AMP void set_##name(T v) { name = component<T>::from(v); } \
	AMP_CPU_AMP T &ref_##name() { return static_cast<T &>(name); } \
	AMP_CPU_AMP T &ref_##colour() { return static_cast<T &>(name); }

/* To pass a vector in registers, g++ examines all members and theirs, tens of thousands, for each argument and each result;
 * this would be most of the time that a program with vectors takes to compile. A class of which the first member is not
 * aligned is passed in memory, which ends that. */
#if defined(__x86_64__) && !defined(AMP_ON_DEVICE) && !defined(__AMPCC_PARSE__)
struct __attribute__((packed)) passed_in_memory {
	char first;
	int unaligned;
};
#define AMP_PASSED_IN_MEMORY passed_in_memory in_memory;
#else
#define AMP_PASSED_IN_MEMORY
#endif

/* raw is mutable for gcc 12: that keeps const variables that a function call initializes (const float_4 v =
 * view[i]), and copies of them, in memory, unless a member is mutable. */
template <typename T, int N> struct short_vector_members;

template <typename T> struct short_vector_members<T, 2> {
	typedef typename component<T>::type raw_type;
	static const int components = 2;
	union {
		mutable raw_type raw[2];
		struct { raw_type x, y; };
		struct { raw_type r, g; };
		AMP_SWIZZLES_2(AMP_SWIZZLE_MEMBERS)
	};
	AMP_COMPONENT_FUNCTIONS(x, r)
	AMP_COMPONENT_FUNCTIONS(y, g)
	AMP_SWIZZLES_2(AMP_SWIZZLE_FUNCTIONS)
};

/* A union's implicit assignment would be deleted, because members that do not cover the whole vector have
 * assignments of their own. */
template <typename T> struct short_vector_members<T, 3> {
	typedef typename component<T>::type raw_type;
	static const int components = 3;
	union {
		AMP_PASSED_IN_MEMORY
		mutable raw_type raw[3];
		struct { raw_type x, y, z; };
		struct { raw_type r, g, b; };
		AMP_SWIZZLES_3(AMP_SWIZZLE_MEMBERS)
	};
	short_vector_members() = default;
	short_vector_members(const short_vector_members &) = default;
	AMP_CPU_AMP short_vector_members &operator=(const short_vector_members &other)
	{
		x = other.x, y = other.y, z = other.z;
		return *this;
	}
	AMP_COMPONENT_FUNCTIONS(x, r)
	AMP_COMPONENT_FUNCTIONS(y, g)
	AMP_COMPONENT_FUNCTIONS(z, b)
	AMP_SWIZZLES_3(AMP_SWIZZLE_FUNCTIONS)
};

template <typename T> struct short_vector_members<T, 4> {
	typedef typename component<T>::type raw_type;
	static const int components = 4;
	union {
		AMP_PASSED_IN_MEMORY
		mutable raw_type raw[4];
		struct { raw_type x, y, z, w; };
		struct { raw_type r, g, b, a; };
		AMP_SWIZZLES_4(AMP_SWIZZLE_MEMBERS)
	};
	short_vector_members() = default;
	short_vector_members(const short_vector_members &) = default;
	AMP_CPU_AMP short_vector_members &operator=(const short_vector_members &other)
	{
		x = other.x, y = other.y, z = other.z, w = other.w;
		return *this;
	}
	AMP_COMPONENT_FUNCTIONS(x, r)
	AMP_COMPONENT_FUNCTIONS(y, g)
	AMP_COMPONENT_FUNCTIONS(z, b)
	AMP_COMPONENT_FUNCTIONS(w, a)
	AMP_SWIZZLES_4(AMP_SWIZZLE_FUNCTIONS)
};

#undef AMP_PASSED_IN_MEMORY
#undef AMP_SWIZZLE_MEMBERS
#undef AMP_SWIZZLE_FUNCTIONS
#undef AMP_COMPONENT_FUNCTIONS
#undef AMP_SWIZZLES_2
#undef AMP_SWIZZLES_3
#undef AMP_SWIZZLES_4

/* ---- Vectors ----------------------------------------------------------- */

/* Conversions: from one value to all components, implicit if T converts implicitly from it, and explicit from
 * vectors with other components. C(x): component<T>::from(x); EACH(f): f(0), f(1) … in an initializer or as
 * arguments. */
#define AMP_SHORT_VECTOR_COMMON(N, EACH) \
public: \
	typedef T value_type; \
	static const int size = N; \
	AMP_CPU_AMP short_vector() { EACH(AMP_SHORT_VECTOR_DEFAULT) } \
	AMP_CPU_AMP short_vector(T v) { EACH(AMP_SHORT_VECTOR_VALUE) } \
	template <typename U, typename std::enable_if<component<T>::is_norm && is_norm_value<U>::value && \
	                                                  std::is_convertible<U, T>::value, int>::type = 0> \
	AMP_CPU_AMP short_vector(const U &v) { EACH(AMP_SHORT_VECTOR_VALUE) } \
	template <typename U, typename std::enable_if<component<T>::is_norm && (std::is_arithmetic<U>::value || \
	                          (is_norm_value<U>::value && !std::is_convertible<U, T>::value)), long>::type = 0> \
	AMP_CPU_AMP explicit short_vector(const U &v) { EACH(AMP_SHORT_VECTOR_VALUE) } \
	template <typename U> AMP_CPU_AMP explicit short_vector(const short_vector<U, N> &v) { EACH(AMP_SHORT_VECTOR_CONVERT) } \
	template <bool Nested, typename U, int M, int... I, \
	          typename std::enable_if<sizeof...(I) == N && !std::is_same<T, U>::value, int>::type = 0> \
	AMP_CPU_AMP explicit short_vector(const swizzle<Nested, U, M, I...> &v) : short_vector(short_vector<U, N>(v)) {} \
	AMP_CPU_AMP short_vector &operator+=(const short_vector &v) { return *this = *this + v; } \
	AMP_CPU_AMP short_vector &operator-=(const short_vector &v) { return *this = *this - v; } \
	AMP_CPU_AMP short_vector &operator*=(const short_vector &v) { return *this = *this * v; } \
	AMP_CPU_AMP short_vector &operator/=(const short_vector &v) { return *this = *this / v; } \
	AMP_CPU_AMP short_vector &operator++() \
	{ \
		EACH(AMP_SHORT_VECTOR_INCREMENT) \
		return *this; \
	} \
	AMP_CPU_AMP short_vector &operator--() \
	{ \
		EACH(AMP_SHORT_VECTOR_DECREMENT) \
		return *this; \
	} \
	AMP_CPU_AMP short_vector operator++(int) \
	{ \
		short_vector before(*this); \
		++*this; \
		return before; \
	} \
	AMP_CPU_AMP short_vector operator--(int) \
	{ \
		short_vector before(*this); \
		--*this; \
		return before; \
	}
#define AMP_SHORT_VECTOR_DEFAULT(i) AMP_DEFAULT_COMPONENT(this->raw[i], component<T>::from(0))
#define AMP_SHORT_VECTOR_VALUE(i) this->raw[i] = component<T>::from(v);
#define AMP_SHORT_VECTOR_CONVERT(i) this->raw[i] = component<T>::from(v.raw[i]);
#define AMP_SHORT_VECTOR_INCREMENT(i) ++this->raw[i];
#define AMP_SHORT_VECTOR_DECREMENT(i) --this->raw[i];
#define AMP_EACH_2(f) f(0) f(1)
#define AMP_EACH_3(f) f(0) f(1) f(2)
#define AMP_EACH_4(f) f(0) f(1) f(2) f(3)

/* Integer vectors have additional operators, below. */
template <typename T> class short_vector<T, 2> : public short_vector_members<T, 2> {
	typedef typename component_argument<T>::type argument;
	typedef typename component<T>::type raw_type;
	AMP_SHORT_VECTOR_COMMON(2, AMP_EACH_2)
	AMP_CPU_AMP short_vector(argument v0, argument v1)
	{
		this->raw[0] = component<T>::from(v0), this->raw[1] = component<T>::from(v1);
	}
	AMP_CPU_AMP void store_to(raw_type &v0, raw_type &v1) const { v0 = this->raw[0], v1 = this->raw[1]; }
};

template <typename T> class short_vector<T, 3> : public short_vector_members<T, 3> {
	typedef typename component_argument<T>::type argument;
	typedef typename component<T>::type raw_type;
	AMP_SHORT_VECTOR_COMMON(3, AMP_EACH_3)
	AMP_CPU_AMP short_vector(argument v0, argument v1, argument v2)
	{
		this->raw[0] = component<T>::from(v0), this->raw[1] = component<T>::from(v1);
		this->raw[2] = component<T>::from(v2);
	}
	AMP_CPU_AMP void store_to(raw_type &v0, raw_type &v1, raw_type &v2) const
	{
		v0 = this->raw[0], v1 = this->raw[1], v2 = this->raw[2];
	}
};

template <typename T> class short_vector<T, 4> : public short_vector_members<T, 4> {
	typedef typename component_argument<T>::type argument;
	typedef typename component<T>::type raw_type;
	AMP_SHORT_VECTOR_COMMON(4, AMP_EACH_4)
	AMP_CPU_AMP short_vector(argument v0, argument v1, argument v2, argument v3)
	{
		this->raw[0] = component<T>::from(v0), this->raw[1] = component<T>::from(v1);
		this->raw[2] = component<T>::from(v2), this->raw[3] = component<T>::from(v3);
	}
	AMP_CPU_AMP void store_to(raw_type &v0, raw_type &v1, raw_type &v2, raw_type &v3) const
	{
		v0 = this->raw[0], v1 = this->raw[1], v2 = this->raw[2], v3 = this->raw[3];
	}
};

#undef AMP_SHORT_VECTOR_COMMON
#undef AMP_SHORT_VECTOR_DEFAULT
#undef AMP_SHORT_VECTOR_VALUE
#undef AMP_SHORT_VECTOR_CONVERT
#undef AMP_SHORT_VECTOR_INCREMENT
#undef AMP_SHORT_VECTOR_DECREMENT
#undef AMP_EACH_2
#undef AMP_EACH_3
#undef AMP_EACH_4
#undef AMP_DEFAULT_COMPONENT

/* ---- Operators --------------------------------------------------------- */

/* Each operator is two templates: one for operands of which one converts to the other, and one for two
 * vectors of the same type. So the program's own templates for two arbitrary operands do not compete with
 * them; in C++ AMP these operators are no templates (specification 10.2). */

/* The vector type of an operand: its own, or the type that a swizzle converts to; void for anything else. */
template <typename A> struct vector_of { typedef void type; };
template <typename T, int N> struct vector_of<short_vector<T, N>> { typedef short_vector<T, N> type; };
template <bool Nested, typename T, int N, int... I> struct vector_of<swizzle<Nested, T, N, I...>> {
	typedef typename swizzle<Nested, T, N, I...>::vector_type type;
};

template <typename V> struct is_integer_vector : std::false_type {};
template <int N> struct is_integer_vector<short_vector<int, N>> : std::true_type {};
template <int N> struct is_integer_vector<short_vector<unsigned int, N>> : std::true_type {};

template <typename V> struct is_signed_vector : std::false_type {};
template <typename T, int N>
struct is_signed_vector<short_vector<T, N>>
    : std::integral_constant<bool, !std::is_same<T, unsigned int>::value && !std::is_same<T, graphics::unorm>::value> {};

/* The result type of an operator with two operands: the vector type that one has and the other has or
 * converts to. Otherwise there is no member "type". */
template <typename V, typename Other, bool = std::is_void<V>::value> struct operand_accepts : std::false_type {};
template <typename V, typename Other> struct operand_accepts<V, Other, false> : std::is_convertible<const Other &, V> {};

template <typename A, typename B> struct operator_vector {
	typedef typename vector_of<A>::type a;
	typedef typename vector_of<B>::type b;
	typedef typename std::conditional<operand_accepts<a, B>::value, a,
	                                  typename std::conditional<operand_accepts<b, A>::value, b, void>::type>::type type;
};

template <typename A, typename B, typename V = typename operator_vector<A, B>::type>
struct operator_result : std::enable_if<!std::is_void<V>::value, V> {};
template <typename A, typename B, typename V = typename operator_vector<A, B>::type>
struct integer_operator_result : std::enable_if<is_integer_vector<V>::value, V> {};
template <typename A, typename B, typename V = typename operator_vector<A, B>::type>
struct comparison_result : std::enable_if<!std::is_void<V>::value, bool> {};

#define AMP_VECTOR_OPERATOR(op, name, result) \
	template <typename T> \
	AMP_CPU_AMP inline short_vector<T, 2> name(const short_vector<T, 2> &a, const short_vector<T, 2> &b) \
	{ \
		return short_vector<T, 2>(a.x op b.x, a.y op b.y); \
	} \
	template <typename T> \
	AMP_CPU_AMP inline short_vector<T, 3> name(const short_vector<T, 3> &a, const short_vector<T, 3> &b) \
	{ \
		return short_vector<T, 3>(a.x op b.x, a.y op b.y, a.z op b.z); \
	} \
	template <typename T> \
	AMP_CPU_AMP inline short_vector<T, 4> name(const short_vector<T, 4> &a, const short_vector<T, 4> &b) \
	{ \
		return short_vector<T, 4>(a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w); \
	} \
	template <typename A, typename B> \
	AMP_CPU_AMP inline typename result<A, B>::type operator op(const A &a, const B &b) \
	{ \
		typedef typename result<A, B>::type V; \
		return name(static_cast<const V &>(a), static_cast<const V &>(b)); \
	} \
	template <typename T, int N> \
	AMP_CPU_AMP inline typename result<short_vector<T, N>, short_vector<T, N>>::type \
	operator op(const short_vector<T, N> &a, const short_vector<T, N> &b) \
	{ \
		return name(a, b); \
	} \
	template <bool Nested, typename T, int N, int... I> \
	AMP_CPU_AMP inline swizzle<Nested, T, N, I...> &operator op##=( \
	    swizzle<Nested, T, N, I...> &a, const typename swizzle<Nested, T, N, I...>::vector_type &b) \
	{ \
		typedef typename swizzle<Nested, T, N, I...>::vector_type V; \
		return a = name(static_cast<V>(a), b); \
	}
AMP_VECTOR_OPERATOR(+, vector_add, operator_result)
AMP_VECTOR_OPERATOR(-, vector_subtract, operator_result)
AMP_VECTOR_OPERATOR(*, vector_multiply, operator_result)
AMP_VECTOR_OPERATOR(/, vector_divide, operator_result)
AMP_VECTOR_OPERATOR(%, vector_remainder, integer_operator_result)
AMP_VECTOR_OPERATOR(^, vector_xor, integer_operator_result)
AMP_VECTOR_OPERATOR(|, vector_or, integer_operator_result)
AMP_VECTOR_OPERATOR(&, vector_and, integer_operator_result)
AMP_VECTOR_OPERATOR(<<, vector_shift_left, integer_operator_result)
AMP_VECTOR_OPERATOR(>>, vector_shift_right, integer_operator_result)
#undef AMP_VECTOR_OPERATOR

/* Operators of integer vectors only. */
#define AMP_INTEGER_ASSIGNMENT(op) \
	template <typename T, int N> \
	AMP_CPU_AMP inline typename std::enable_if<is_integer_vector<short_vector<T, N>>::value, short_vector<T, N> &>::type \
	operator op##=(short_vector<T, N> &a, const typename std::enable_if<true, short_vector<T, N>>::type &b) \
	{ \
		return a = a op b; \
	}
AMP_INTEGER_ASSIGNMENT(%)
AMP_INTEGER_ASSIGNMENT(^)
AMP_INTEGER_ASSIGNMENT(|)
AMP_INTEGER_ASSIGNMENT(&)
AMP_INTEGER_ASSIGNMENT(<<)
AMP_INTEGER_ASSIGNMENT(>>)
#undef AMP_INTEGER_ASSIGNMENT

template <typename A, typename V = typename vector_of<A>::type>
AMP_CPU_AMP inline typename std::enable_if<is_signed_vector<V>::value, V>::type operator-(const A &a)
{
	return V() - static_cast<const V &>(a);
}

template <typename T, int N>
AMP_CPU_AMP inline typename std::enable_if<is_signed_vector<short_vector<T, N>>::value, short_vector<T, N>>::type
operator-(const short_vector<T, N> &a)
{
	return vector_subtract(short_vector<T, N>(), a);
}

template <typename A, typename V = typename vector_of<A>::type>
AMP_CPU_AMP inline typename std::enable_if<is_integer_vector<V>::value, V>::type operator~(const A &a)
{
	return static_cast<const V &>(a) ^ V(static_cast<typename V::value_type>(-1));
}

template <typename T> AMP_CPU_AMP inline bool vector_equal(const short_vector<T, 2> &a, const short_vector<T, 2> &b)
{
	return a.x == b.x && a.y == b.y;
}
template <typename T> AMP_CPU_AMP inline bool vector_equal(const short_vector<T, 3> &a, const short_vector<T, 3> &b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}
template <typename T> AMP_CPU_AMP inline bool vector_equal(const short_vector<T, 4> &a, const short_vector<T, 4> &b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

template <typename A, typename B>
AMP_CPU_AMP inline typename comparison_result<A, B>::type operator==(const A &a, const B &b)
{
	typedef typename operator_vector<A, B>::type V;
	return vector_equal(static_cast<const V &>(a), static_cast<const V &>(b));
}

template <typename T, int N>
AMP_CPU_AMP inline bool operator==(const short_vector<T, N> &a, const short_vector<T, N> &b)
{
	return vector_equal(a, b);
}

template <typename A, typename B>
AMP_CPU_AMP inline typename comparison_result<A, B>::type operator!=(const A &a, const B &b)
{
	return !(a == b);
}

template <typename T, int N>
AMP_CPU_AMP inline bool operator!=(const short_vector<T, N> &a, const short_vector<T, N> &b)
{
	return !vector_equal(a, b);
}

/* ++ and -- of swizzles; those of vectors are members. */
#define AMP_SWIZZLE_STEP(op) \
	template <bool Nested, typename T, int N, int... I> \
	AMP_CPU_AMP inline swizzle<Nested, T, N, I...> &operator op(swizzle<Nested, T, N, I...> &a) \
	{ \
		typename swizzle<Nested, T, N, I...>::vector_type v = a; \
		return a = op v; \
	} \
	template <bool Nested, typename T, int N, int... I> \
	AMP_CPU_AMP inline typename swizzle<Nested, T, N, I...>::vector_type operator op(swizzle<Nested, T, N, I...> &a, int) \
	{ \
		typename swizzle<Nested, T, N, I...>::vector_type before = a; \
		op a; \
		return before; \
	}
AMP_SWIZZLE_STEP(++)
AMP_SWIZZLE_STEP(--)
#undef AMP_SWIZZLE_STEP

} // namespace details
} // namespace Concurrency

#endif
