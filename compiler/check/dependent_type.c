/* Types that depend on template parameters. */
#include "check/check_internal.h"

#include <stdlib.h>
#include <string.h>

/* libclang has no kind for char8_t. */
bool is_char8(CXType type)
{
	char *name = take_string(clang_getTypeSpelling(unqualified(type)));
	bool yes = !strcmp(name, "char8_t");

	free(name);
	return yes;
}

bool is_dependent(CXType type)
{
	type = clang_getCanonicalType(type);
	return type.kind == CXType_Dependent || (type.kind == CXType_Unexposed && !is_char8(type));
}
