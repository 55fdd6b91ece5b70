/* Whether a kernel takes the indices of the domain that it is launched over
 * (specification 7). */
#include "check/check_internal.h"

#include <stdlib.h>
#include <string.h>

/* The shape of a domain or an index as it is written: "extent<2>", "tiled_index<8, 4>". "" for
 * other types, and for what depends on template parameters. The caller frees it. */
static char *shape_of(CXType type)
{
	struct library_type t;
	struct text out = {0};

	text_append(&out, "");
	if (!library_type(type, &t) || !t.rank)
		return out.data;
	switch (t.entity) {
	case LIBRARY_INDEX:
		text_printf(&out, "index<%u>", t.rank);
		break;
	case LIBRARY_EXTENT:
		text_printf(&out, "extent<%u>", t.rank);
		break;
	case LIBRARY_TILED_INDEX:
	case LIBRARY_TILED_EXTENT:
		text_append(&out, t.entity == LIBRARY_TILED_INDEX ? "tiled_index<" : "tiled_extent<");
		for (unsigned d = 0; d < t.rank; d++)
			text_printf(&out, "%s%u", d ? ", " : "", t.extents[d]);
		text_append(&out, ">");
		break;
	default:
		break;
	}
	return out.data;
}

/* Whether an expression of a parameter stands behind its name: what it is by default. Those in
 * front are of its type. */
static bool has_default(CXCursor parameter)
{
	unsigned name, at;
	bool has = false;

	clang_getFileLocation(clang_getCursorLocation(parameter), NULL, NULL, NULL, &name);
	for (struct walk w = walk_children(parameter); walk_next(&w);) {
		clang_getFileLocation(clang_getCursorLocation(w.cursor), NULL, NULL, NULL, &at);
		has |= clang_isExpression(clang_getCursorKind(w.cursor)) && at > name;
	}
	return has;
}

/* The parameters that need an argument. */
static unsigned count_needed(CXCursor function)
{
	unsigned n = 0;

	for (struct walk w = walk_children(function); walk_next(&w);)
		n += is_parameter_of(w.cursor, function) && !is_pack(clang_getCursorType(w.cursor)) &&
		     !has_default(w.cursor);
	return n;
}

/* Why a kernel cannot be given an index: it has parameters behind that one, or could change
 * it. NULL if it can. */
static const char *parameter_mistake(CXCursor function, CXCursor parameter)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(parameter));

	if (count_needed(function) > 1)
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
	char *of_domain = shape_of(clang_getCursorType(domain));

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
	char *taken = shape_of(clang_getCursorType(parameter));
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
