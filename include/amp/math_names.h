/* The names of the functions of <amp_math.h> (specification 1.2, chapter 9), grouped by their forms: X(name)
 * for each. Included by <amp_math.h>, which undefines them, by ampcc and by its tests, so it has no include
 * guard.
 *
 * STD: <cmath> has float and f-suffixed versions as well. EXTRA: it has neither. */
#define AMP_FAST_UNARY_STD(X) \
	X(acos) X(asin) X(atan) X(ceil) X(cos) X(cosh) X(exp) X(exp2) X(fabs) X(floor) X(log) X(log10) \
	X(log2) X(round) X(sin) X(sinh) X(sqrt) X(tan) X(tanh) X(trunc)
#define AMP_FAST_UNARY_EXTRA(X) X(rsqrt)
#define AMP_FAST_BINARY_STD(X) X(atan2) X(fmax) X(fmin) X(fmod) X(pow)
#define AMP_FAST_CLASSIFY(X) X(isfinite) X(isinf) X(isnan) X(signbit)
/* Functions with other forms. */
#define AMP_FAST_OTHER(X) X(frexp) X(ldexp) X(modf) X(sincos)

#define AMP_PRECISE_UNARY_STD(X) \
	AMP_FAST_UNARY_STD(X) \
	X(acosh) X(asinh) X(atanh) X(cbrt) X(erf) X(erfc) X(expm1) X(log1p) X(logb) X(nearbyint) X(rint) \
	X(tgamma)
#define AMP_PRECISE_UNARY_EXTRA(X) \
	X(cospi) X(erfcinv) X(erfinv) X(exp10) X(phi) X(probit) X(rcbrt) X(rsqrt) X(sinpi) X(tanpi)
#define AMP_PRECISE_BINARY_STD(X) \
	AMP_FAST_BINARY_STD(X) X(copysign) X(fdim) X(hypot) X(nextafter) X(remainder)
#define AMP_PRECISE_BINARY_EXTRA(X) X(scalb)
#define AMP_PRECISE_CLASSIFY(X) AMP_FAST_CLASSIFY(X) X(fpclassify) X(isnormal)
#define AMP_PRECISE_OTHER(X) AMP_FAST_OTHER(X) X(fma) X(ilogb) X(lgamma) X(nan) X(remquo) X(scalbn)
