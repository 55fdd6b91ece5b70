/* C++ AMP's math functions (specification 1.2, chapter 9): fast_math, for float, and precise_math, for float
 * and double.
 *
 * In restrict(amp) code, a name denotes the function for the accelerator; in other code, <cmath>'s. How that
 * is declared depends on the compilation:
 *
 *   - The parse has both, as overloads that differ in restriction.
 *   - The compilers of the two units have one function for both. It is a
 *     template with a trailing pack, so that every function of <cmath> and of
 *     CUDA's headers is the better match: after a using-directive, an
 *     unqualified call is not ambiguous.
 *
 * Arguments that are neither float nor double are converted to float; in precise_math, if all arguments are
 * integers, to double, as in <cmath>. */
#ifndef AMPCC_MATH_H
#define AMPCC_MATH_H

#if defined(__AMPCC_FLAT__) /* see <amp.h> */
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#else

#include <amp/config.h>
#include <amp/direct3d.h>
#include <amp/math_names.h>

#include <cmath>
#include <type_traits>

#ifndef __AMPCC_PARSE__
#include <amp/math_impl.h>
#endif

namespace Concurrency {

namespace details {

/* The kind of number that an argument is. */
enum math_kind { math_none, math_integer, math_float, math_double };

template <typename T> struct math_kind_of {
	static const math_kind value = std::is_floating_point<T>::value
	                                   ? (std::is_same<T, float>::value ? math_float : math_double)
	                               : std::is_integral<T>::value || std::is_enum<T>::value ? math_integer
	                               : std::is_convertible<T, float>::value                 ? math_float
	                                                                                      : math_none;
};

/* The type in which a call with such arguments computes. It has no member "type", and the function is no
 * candidate, if an argument is not a number or there are extra arguments. */
template <bool Valid, bool Double> struct math_type {};
template <> struct math_type<true, false> { typedef float type; };
template <> struct math_type<true, true> { typedef double type; };

template <std::size_t Extra, typename A, typename B = A, typename C = A> struct math_call {
	static const math_kind a = math_kind_of<A>::value, b = math_kind_of<B>::value, c = math_kind_of<C>::value;
	static const bool valid = Extra == 0 && a != math_none && b != math_none && c != math_none;
	static const bool any_float = a == math_float || b == math_float || c == math_float;
	static const bool any_double = a == math_double || b == math_double || c == math_double;
};

/* restrict(amp) code has float only; double is for calls on the host. */
template <std::size_t Extra, typename A, typename B = A>
struct fast_call : math_type<math_call<Extra, A, B>::valid,
                             math_call<Extra, A, B>::any_double && !math_call<Extra, A, B>::any_float> {};

template <std::size_t Extra, typename A, typename B = A, typename C = A>
struct precise_call : math_type<math_call<Extra, A, B, C>::valid,
                                math_call<Extra, A, B, C>::any_double || !math_call<Extra, A, B, C>::any_float> {};

template <std::size_t Extra, typename A, typename B = A, typename C = A>
struct float_call : math_type<math_call<Extra, A, B, C>::valid, false> {};

template <std::size_t Extra, typename A, typename Result>
struct result_call : std::enable_if<Extra == 0 && math_kind_of<A>::value != math_none, Result> {};

} // namespace details

#ifdef __AMPCC_PARSE__

#define AMP_MATH_USING(name) using std::name;
#define AMP_MATH_USING_BOTH(name) using std::name; using ::name##f;

/* restrict(amp) functions, in an inline namespace, next to functions of <cmath> with the same parameters. */

#define AMP_FAST_UNARY(name) \
	AMP_AMP float name(float); \
	AMP_AMP float name##f(float); \
	template <typename T> AMP_AMP typename details::float_call<0, T>::type name(T);
#define AMP_FAST_BINARY(name) \
	AMP_AMP float name(float, float); \
	AMP_AMP float name##f(float, float); \
	template <typename T, typename U> AMP_AMP typename details::float_call<0, T, U>::type name(T, U);
#define AMP_FAST_INT(name) \
	AMP_AMP int name(float); \
	template <typename T> AMP_AMP typename details::result_call<0, T, int>::type name(T);

namespace fast_math {
AMP_FAST_UNARY_STD(AMP_MATH_USING_BOTH)
AMP_FAST_BINARY_STD(AMP_MATH_USING_BOTH)
AMP_FAST_CLASSIFY(AMP_MATH_USING)
AMP_MATH_USING_BOTH(frexp)
AMP_MATH_USING_BOTH(ldexp)
AMP_MATH_USING_BOTH(modf)

inline namespace restricted {
AMP_FAST_UNARY_STD(AMP_FAST_UNARY)
AMP_FAST_UNARY_EXTRA(AMP_FAST_UNARY)
AMP_FAST_BINARY_STD(AMP_FAST_BINARY)
AMP_FAST_CLASSIFY(AMP_FAST_INT)
AMP_AMP int signbitf(float);
AMP_AMP float frexp(float, int *exponent);
AMP_AMP float frexpf(float, int *exponent);
AMP_AMP float ldexp(float, int exponent);
AMP_AMP float ldexpf(float, int exponent);
AMP_AMP float modf(float, float *whole);
AMP_AMP float modff(float, float *whole);
AMP_AMP void sincos(float, float *sine, float *cosine);
AMP_AMP void sincosf(float, float *sine, float *cosine);
} // namespace restricted
} // namespace fast_math

#define AMP_PRECISE_UNARY(name) \
	AMP_AMP float name(float); \
	AMP_AMP double name(double); \
	AMP_AMP float name##f(float); \
	template <typename T> AMP_AMP typename details::precise_call<0, T>::type name(T);
#define AMP_PRECISE_BINARY(name) \
	AMP_AMP float name(float, float); \
	AMP_AMP double name(double, double); \
	AMP_AMP float name##f(float, float); \
	template <typename T, typename U> AMP_AMP typename details::precise_call<0, T, U>::type name(T, U);
#define AMP_PRECISE_INT(name) \
	AMP_AMP int name(float); \
	AMP_AMP int name(double); \
	template <typename T> AMP_AMP typename details::result_call<0, T, int>::type name(T);

namespace precise_math {
AMP_PRECISE_UNARY_STD(AMP_MATH_USING_BOTH)
AMP_PRECISE_BINARY_STD(AMP_MATH_USING_BOTH)
AMP_PRECISE_CLASSIFY(AMP_MATH_USING)
AMP_MATH_USING_BOTH(fma)
AMP_MATH_USING_BOTH(frexp)
AMP_MATH_USING_BOTH(ilogb)
AMP_MATH_USING_BOTH(ldexp)
AMP_MATH_USING_BOTH(lgamma)
AMP_MATH_USING_BOTH(modf)
AMP_MATH_USING_BOTH(nan)
AMP_MATH_USING_BOTH(remquo)
AMP_MATH_USING_BOTH(scalbn)

inline namespace restricted {
AMP_PRECISE_UNARY_STD(AMP_PRECISE_UNARY)
AMP_PRECISE_UNARY_EXTRA(AMP_PRECISE_UNARY)
AMP_PRECISE_BINARY_STD(AMP_PRECISE_BINARY)
AMP_PRECISE_BINARY_EXTRA(AMP_PRECISE_BINARY)
AMP_PRECISE_CLASSIFY(AMP_PRECISE_INT)
AMP_PRECISE_INT(ilogb)
AMP_AMP int ilogbf(float);
AMP_AMP int signbitf(float);
AMP_AMP float fma(float, float, float);
AMP_AMP double fma(double, double, double);
AMP_AMP float fmaf(float, float, float);
AMP_AMP float frexp(float, int *exponent);
AMP_AMP double frexp(double, int *exponent);
AMP_AMP float frexpf(float, int *exponent);
AMP_AMP float ldexp(float, int exponent);
AMP_AMP double ldexp(double, int exponent);
AMP_AMP float ldexpf(float, int exponent);
AMP_AMP float lgamma(float, int *sign);
AMP_AMP double lgamma(double, int *sign);
AMP_AMP float lgammaf(float, int *sign);
AMP_AMP float modf(float, float *whole);
AMP_AMP double modf(double, double *whole);
AMP_AMP float modff(float, float *whole);
AMP_AMP double nan(int payload);
AMP_AMP float nanf(int payload);
AMP_AMP float remquo(float, float, int *quotient);
AMP_AMP double remquo(double, double, int *quotient);
AMP_AMP float remquof(float, float, int *quotient);
AMP_AMP float scalbn(float, int exponent);
AMP_AMP double scalbn(double, int exponent);
AMP_AMP float scalbnf(float, int exponent);
AMP_AMP void sincos(float, float *sine, float *cosine);
AMP_AMP void sincos(double, double *sine, double *cosine);
AMP_AMP void sincosf(float, float *sine, float *cosine);
} // namespace restricted
} // namespace precise_math

#undef AMP_MATH_USING
#undef AMP_MATH_USING_BOTH

#undef AMP_FAST_UNARY
#undef AMP_FAST_BINARY
#undef AMP_FAST_INT
#undef AMP_PRECISE_UNARY
#undef AMP_PRECISE_BINARY
#undef AMP_PRECISE_INT

#else /* the units */

namespace details {

/* On the accelerator, fast_math computes in float, whatever the result type is. */
#ifdef AMP_ON_DEVICE
template <typename R> struct fast_compute { typedef float type; };
#else
template <typename R> struct fast_compute { typedef R type; };
#endif

} // namespace details

/* The f-suffixed functions of both namespaces differ only in where they come from. */
#define AMP_MATH_F_UNARY(from, name) \
	template <typename T, typename... Rest> \
	AMP_CPU_AMP inline typename details::float_call<sizeof...(Rest), T>::type name##f(T x, Rest...) \
	{ \
		return details::from::name(static_cast<float>(x)); \
	}
#define AMP_MATH_F_BINARY(from, name) \
	template <typename T, typename U, typename... Rest> \
	AMP_CPU_AMP inline typename details::float_call<sizeof...(Rest), T, U>::type name##f(T x, U y, Rest...) \
	{ \
		return details::from::name(static_cast<float>(x), static_cast<float>(y)); \
	}
/* Functions with an additional argument, an int or a pointer for a result, with and without suffix. The type
 * behind the pointer determines the type that is computed. */
#define AMP_MATH_WITH_INT(from, call, name, argument) \
	template <typename T, typename... Rest> \
	AMP_CPU_AMP inline typename details::call<sizeof...(Rest), T>::type name(T x, argument n, Rest...) \
	{ \
		return details::from::name(static_cast<typename details::call<0, T>::type>(x), n); \
	} \
	template <typename T, typename... Rest> \
	AMP_CPU_AMP inline typename details::float_call<sizeof...(Rest), T>::type name##f(T x, argument n, Rest...) \
	{ \
		return details::from::name(static_cast<float>(x), n); \
	}
#define AMP_MATH_MODF(from) \
	template <typename T, typename R, typename... Rest> \
	AMP_CPU_AMP inline typename details::result_call<sizeof...(Rest), T, R>::type modf(T x, R *whole, Rest...) \
	{ \
		return details::from::modf(static_cast<R>(x), whole); \
	} \
	template <typename T, typename... Rest> \
	AMP_CPU_AMP inline typename details::float_call<sizeof...(Rest), T>::type modff(T x, float *whole, Rest...) \
	{ \
		return details::from::modf(static_cast<float>(x), whole); \
	}
#define AMP_MATH_SINCOS(from) \
	template <typename T, typename R, typename... Rest> \
	AMP_CPU_AMP inline typename details::result_call<sizeof...(Rest), T, void>::type sincos(T x, R *sine, R *cosine, Rest...) \
	{ \
		details::from::sincos(static_cast<R>(x), sine, cosine); \
	} \
	template <typename T, typename... Rest> \
	AMP_CPU_AMP inline typename details::result_call<sizeof...(Rest), T, void>::type sincosf(T x, float *sine, float *cosine, Rest...) \
	{ \
		details::from::sincos(static_cast<float>(x), sine, cosine); \
	}
/* Integers are finite and have no sign bit of their own; they are treated as doubles. */
#define AMP_MATH_CLASSIFY(name) \
	template <typename T, typename... Rest> \
	AMP_CPU_AMP inline typename details::result_call<sizeof...(Rest), T, int>::type name(T x, Rest...) \
	{ \
		return details::math::name(static_cast<typename details::precise_call<0, T>::type>(x)); \
	}
#define AMP_MATH_SIGNBITF \
	template <typename T, typename... Rest> \
	AMP_CPU_AMP inline typename details::result_call<sizeof...(Rest), T, int>::type signbitf(T x, Rest...) \
	{ \
		return details::math::signbit(static_cast<float>(x)); \
	}

#define AMP_FAST_UNARY(name) \
	template <typename T, typename... Rest> \
	AMP_CPU_AMP inline typename details::fast_call<sizeof...(Rest), T>::type name(T x, Rest...) \
	{ \
		typedef typename details::fast_call<0, T>::type R; \
		return details::fast::name(static_cast<typename details::fast_compute<R>::type>(x)); \
	} \
	AMP_MATH_F_UNARY(fast, name)
#define AMP_FAST_BINARY(name) \
	template <typename T, typename U, typename... Rest> \
	AMP_CPU_AMP inline typename details::fast_call<sizeof...(Rest), T, U>::type name(T x, U y, Rest...) \
	{ \
		typedef typename details::fast_compute<typename details::fast_call<0, T, U>::type>::type C; \
		return details::fast::name(static_cast<C>(x), static_cast<C>(y)); \
	} \
	AMP_MATH_F_BINARY(fast, name)

namespace fast_math {
AMP_FAST_UNARY_STD(AMP_FAST_UNARY)
AMP_FAST_UNARY_EXTRA(AMP_FAST_UNARY)
AMP_FAST_BINARY_STD(AMP_FAST_BINARY)
AMP_FAST_CLASSIFY(AMP_MATH_CLASSIFY)
AMP_MATH_SIGNBITF
AMP_MATH_WITH_INT(fast, fast_call, frexp, int *)
AMP_MATH_WITH_INT(fast, fast_call, ldexp, int)
AMP_MATH_MODF(fast)
AMP_MATH_SINCOS(fast)
} // namespace fast_math

#define AMP_PRECISE_UNARY(name) \
	template <typename T, typename... Rest> \
	AMP_CPU_AMP inline typename details::precise_call<sizeof...(Rest), T>::type name(T x, Rest...) \
	{ \
		return details::math::name(static_cast<typename details::precise_call<0, T>::type>(x)); \
	} \
	AMP_MATH_F_UNARY(math, name)
#define AMP_PRECISE_BINARY(name) \
	template <typename T, typename U, typename... Rest> \
	AMP_CPU_AMP inline typename details::precise_call<sizeof...(Rest), T, U>::type name(T x, U y, Rest...) \
	{ \
		typedef typename details::precise_call<0, T, U>::type R; \
		return details::math::name(static_cast<R>(x), static_cast<R>(y)); \
	} \
	AMP_MATH_F_BINARY(math, name)

namespace precise_math {
AMP_PRECISE_UNARY_STD(AMP_PRECISE_UNARY)
AMP_PRECISE_UNARY_EXTRA(AMP_PRECISE_UNARY)
AMP_PRECISE_BINARY_STD(AMP_PRECISE_BINARY)
AMP_PRECISE_BINARY_EXTRA(AMP_PRECISE_BINARY)
AMP_PRECISE_CLASSIFY(AMP_MATH_CLASSIFY)
AMP_MATH_SIGNBITF
AMP_MATH_CLASSIFY(ilogb)
AMP_MATH_WITH_INT(math, precise_call, frexp, int *)
AMP_MATH_WITH_INT(math, precise_call, ldexp, int)
AMP_MATH_WITH_INT(math, precise_call, lgamma, int *)
AMP_MATH_MODF(math)
AMP_MATH_SINCOS(math)

template <typename T, typename... Rest>
AMP_CPU_AMP inline typename details::result_call<sizeof...(Rest), T, int>::type ilogbf(T x, Rest...)
{
	return details::math::ilogb(static_cast<float>(x));
}

template <typename T, typename... Rest>
AMP_CPU_AMP inline typename details::precise_call<sizeof...(Rest), T>::type scalbn(T x, int n, Rest...)
{
	return details::math::ldexp(static_cast<typename details::precise_call<0, T>::type>(x), n);
}

template <typename T, typename... Rest>
AMP_CPU_AMP inline typename details::float_call<sizeof...(Rest), T>::type scalbnf(T x, int n, Rest...)
{
	return details::math::ldexp(static_cast<float>(x), n);
}

template <typename T, typename U, typename V, typename... Rest>
AMP_CPU_AMP inline typename details::precise_call<sizeof...(Rest), T, U, V>::type fma(T x, U y, V z, Rest...)
{
	typedef typename details::precise_call<0, T, U, V>::type R;
	return details::math::fma(static_cast<R>(x), static_cast<R>(y), static_cast<R>(z));
}

template <typename T, typename U, typename V, typename... Rest>
AMP_CPU_AMP inline typename details::float_call<sizeof...(Rest), T, U, V>::type fmaf(T x, U y, V z, Rest...)
{
	return details::math::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
}

template <typename T, typename U, typename... Rest>
AMP_CPU_AMP inline typename details::precise_call<sizeof...(Rest), T, U>::type remquo(T x, U y, int *quotient, Rest...)
{
	typedef typename details::precise_call<0, T, U>::type R;
	return details::math::remquo(static_cast<R>(x), static_cast<R>(y), quotient);
}

template <typename T, typename U, typename... Rest>
AMP_CPU_AMP inline typename details::float_call<sizeof...(Rest), T, U>::type remquof(T x, U y, int *quotient, Rest...)
{
	return details::math::remquo(static_cast<float>(x), static_cast<float>(y), quotient);
}

template <typename T, typename... Rest>
AMP_CPU_AMP inline typename details::result_call<sizeof...(Rest), T, double>::type nan(T payload, Rest...)
{
	return details::math::nan(static_cast<int>(payload));
}

template <typename T, typename... Rest>
AMP_CPU_AMP inline typename details::result_call<sizeof...(Rest), T, float>::type nanf(T payload, Rest...)
{
	return details::math::nanf(static_cast<int>(payload));
}

/* <cmath>'s, for the host. */
using std::lgamma;
using std::nan;
} // namespace precise_math

#undef AMP_MATH_F_UNARY
#undef AMP_MATH_F_BINARY
#undef AMP_MATH_WITH_INT
#undef AMP_MATH_MODF
#undef AMP_MATH_SINCOS
#undef AMP_MATH_CLASSIFY
#undef AMP_MATH_SIGNBITF
#undef AMP_FAST_UNARY
#undef AMP_FAST_BINARY
#undef AMP_PRECISE_UNARY
#undef AMP_PRECISE_BINARY

#endif

#undef AMP_FAST_UNARY_STD
#undef AMP_FAST_UNARY_EXTRA
#undef AMP_FAST_BINARY_STD
#undef AMP_FAST_CLASSIFY
#undef AMP_FAST_OTHER
#undef AMP_PRECISE_UNARY_STD
#undef AMP_PRECISE_UNARY_EXTRA
#undef AMP_PRECISE_BINARY_STD
#undef AMP_PRECISE_BINARY_EXTRA
#undef AMP_PRECISE_CLASSIFY
#undef AMP_PRECISE_OTHER

} // namespace Concurrency

#endif
#endif
