/* The names of the functions of <amp_math.h>. */
#include "ast/ast.h"

#include <string.h>

#include "../../include/amp/math_names.h"

bool is_math_name(const char *name)
{
#define MATH_NAME(name) #name,
	/* each also with the suffix f for float */
	static const char *const functions[] = {
		AMP_PRECISE_UNARY_STD(MATH_NAME) AMP_PRECISE_UNARY_EXTRA(MATH_NAME) AMP_PRECISE_BINARY_STD(MATH_NAME)
		AMP_PRECISE_BINARY_EXTRA(MATH_NAME) AMP_PRECISE_CLASSIFY(MATH_NAME) AMP_PRECISE_OTHER(MATH_NAME)
	};
#undef MATH_NAME

	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		size_t length = strlen(functions[i]);

		if (!strncmp(name, functions[i], length) && (!name[length] || !strcmp(name + length, "f")))
			return true;
	}
	return false;
}

bool is_math_function(CXCursor function)
{
	const char *name = cursor_spelling(function);

	return !in_program(function) && is_math_name(name);
}
