/* The names of the functions of <amp_math.h>. */
#include "ast/ast.h"

#include <string.h>

/* Without the suffix f that most of them have a form with (specification 9). */
static const char *const math_functions[] = {
	"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil",
	"copysign", "cos", "cosh", "cospi", "erf", "erfc", "erfcinv", "erfinv", "exp",
	"exp10", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod",
	"fpclassify", "frexp", "hypot", "ilogb", "isfinite", "isinf", "isnan", "isnormal",
	"ldexp", "lgamma", "log", "log10", "log1p", "log2", "logb", "modf", "nan",
	"nearbyint", "nextafter", "phi", "pow", "probit", "rcbrt", "remainder", "remquo",
	"rint", "round", "rsqrt", "scalb", "scalbn", "signbit", "sin", "sincos", "sinh",
	"sinpi", "sqrt", "tan", "tanh", "tanpi", "tgamma", "trunc",
};

bool is_math_name(const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < sizeof(math_functions) / sizeof(*math_functions); i++) {
		size_t length = strlen(math_functions[i]);

		if (!strncmp(name, math_functions[i], length) &&
		    (n == length || (n == length + 1 && name[length] == 'f')))
			return true;
	}
	return false;
}
