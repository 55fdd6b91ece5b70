/* The types of <amp/c.h>. */
#include "ast/ast.h"

#include <stdlib.h>
#include <string.h>

bool c_view_type(CXType type, struct c_view_type *out)
{
	static const struct {
		const char *prefix;
		bool is_const, is_array;
	} kinds[] = {{"amp_array_view_", false, false},
	             {"amp_const_array_view_", true, false},
	             {"amp_array_", false, true}};
	CXCursor d = clang_getTypeDeclaration(clang_getCanonicalType(type));
	char *name = take_string(clang_getCursorSpelling(d));
	size_t n = strlen(name);
	bool found = false;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds) && !found; i++) {
		if (strncmp(name, kinds[i].prefix, strlen(kinds[i].prefix)) || name[n - 2] != '_')
			continue;
		found = true;
		*out = (struct c_view_type){name[n - 1] - '0', kinds[i].is_const, kinds[i].is_array};
	}
	free(name);
	return found;
}

unsigned rank_of(CXType type, const char *name)
{
	char *s = take_string(
		clang_getCursorSpelling(clang_getTypeDeclaration(clang_getCanonicalType(type))));
	size_t n = strlen(name);
	unsigned rank = 0;

	if (!strncmp(s, name, n) && s[n] >= '1' && s[n] <= '3' && !s[n + 1])
		rank = s[n] - '0';
	free(s);
	return rank;
}
