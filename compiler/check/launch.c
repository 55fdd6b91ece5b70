/* Whether a kernel takes the indices of the domain that it is launched over
 * (specification 7). */
#include "check/check_internal.h"

#include <stdlib.h>
#include <string.h>

/* The class in Concurrency that a type is or derives from, as it is written
 * there: "extent<2>", "tiled_index<8, 4>". "" for other types. The caller frees it. */
static char *library_type(CXType type)
{
	type = clang_getCanonicalType(without_reference(type));
	char *spelling = take_string(clang_getTypeSpelling(unqualified(type)));
	const char *name = strstr(spelling, "Concurrency::");
	char *out = xstrdup(name && strchr(name, '<') ? name + strlen("Concurrency::") : "");

	free(spelling);
	return out;
}

struct needed {
	CXCursor function;
	unsigned n;
};

/* Whether an expression of a parameter stands behind its name: what it is by default. Those in
 * front are of its type. */
static enum CXChildVisitResult find_default(CXCursor c, CXCursor parameter, CXClientData data)
{
	unsigned name, at;

	clang_getFileLocation(clang_getCursorLocation(parameter), NULL, NULL, NULL, &name);
	clang_getFileLocation(clang_getCursorLocation(c), NULL, NULL, NULL, &at);
	*(bool *)data |= clang_isExpression(clang_getCursorKind(c)) && at > name;
	return CXChildVisit_Continue;
}

static enum CXChildVisitResult count_needed(CXCursor c, CXCursor parent, CXClientData data)
{
	struct needed *needed = data;
	bool optional = is_pack(clang_getCursorType(c));

	(void)parent;
	if (is_parameter_of(c, needed->function)) {
		clang_visitChildren(c, find_default, &optional);
		needed->n += !optional;
	}
	return CXChildVisit_Continue;
}

/* Why a kernel cannot be given an index: it has parameters behind that one, or could change
 * it. NULL if it can. */
static const char *parameter_mistake(CXCursor function, CXCursor parameter)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(parameter));
	struct needed needed = {function, 0};

	clang_visitChildren(function, count_needed, &needed);
	if (needed.n > 1)
		return "the kernel has more parameters than one, the index: what else it needs it captures";
	if (type.kind == CXType_LValueReference &&
	    !clang_isConstQualifiedType(clang_getPointeeType(type)))
		return "the kernel takes its index by a reference that is not const";
	return NULL;
}

char *index_mismatch(CXCursor domain, CXCursor function, char **fix)
{
	CXCursor parameter = first_parameter(function);

	*fix = NULL;
	char *of_domain = library_type(clang_getCursorType(domain));

	if (clang_Cursor_isNull(parameter) || is_number(clang_getCursorType(parameter))) {
		char *wrong = *of_domain ? xasprintf("the kernel takes %s, but the domain is %s '%s': its "
		                                     "parameter is the index",
		                                     clang_Cursor_isNull(parameter) ? "nothing"
		                                                                    : "a number",
		                                     *of_domain == 'e' ? "an" : "a", of_domain)
		                         : NULL;

		free(of_domain);
		return wrong;
	}
	const char *mistake = parameter_mistake(function, parameter);

	if (mistake) {
		free(of_domain);
		return xstrdup(mistake);
	}
	char *taken = library_type(clang_getCursorType(parameter));
	const char *shape = strchr(of_domain, '<'), *taken_shape = strchr(taken, '<');
	bool tiled = !strncmp(of_domain, "tiled_extent<", 13);
	bool takes_tiled = !strncmp(taken, "tiled_index<", 12);
	char *message = NULL;

	if ((!tiled && strncmp(of_domain, "extent<", 7)) ||
	    (!takes_tiled && strncmp(taken, "index<", 6))) {
		; /* nothing that is known here: a template parameter, say */
	} else if (takes_tiled && !tiled) {
		message = xasprintf("the kernel takes a '%s', but the domain is an '%s', which has no "
		                    "tiles", taken, of_domain);
		*fix = xasprintf(".tile%s()", taken_shape);
	} else if (takes_tiled == tiled && strcmp(shape, taken_shape)) {
		message = xasprintf("the kernel takes %s '%s', but the domain is %s '%s'",
		                    tiled ? "a" : "an", taken, tiled ? "a" : "an", of_domain);
	}
	free(of_domain);
	free(taken);
	return message;
}
