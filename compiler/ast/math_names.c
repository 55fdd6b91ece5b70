/* The names of the functions of <amp_math.h>. */
#include "ast/ast.h"
#include "ast/library.h"

#include <string.h>

#include "../../include/amp/math_names.h"

bool is_math_name(const char *name)
{
#define MATH_NAME(name) #name,
	static const char *const functions[] = {
		AMP_PRECISE_UNARY_STD(MATH_NAME) AMP_PRECISE_UNARY_EXTRA(MATH_NAME) AMP_PRECISE_BINARY_STD(MATH_NAME)
		AMP_PRECISE_BINARY_EXTRA(MATH_NAME) AMP_PRECISE_CLASSIFY(MATH_NAME) AMP_PRECISE_OTHER(MATH_NAME)
	};
#undef MATH_NAME

	return is_function_of(name, functions, COUNT(functions));
}

bool is_math_function(CXCursor function)
{
	if (in_program(function) || !is_math_name(cursor_spelling(function)))
		return false;
	/* the USR of an extern "C" function has no parameters */
	bool is_c = !strchr(clang_string(clang_getCursorUSR(function)), '#');

	return is_c || in_std(function) || is_amp_library(function);
}
