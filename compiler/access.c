/* What a kernel does with a view: so that nothing is copied in vain.
 *
 * A view whose elements are only read need not come back from the accelerator;
 * one of which each thread writes the element at its own index, and nothing
 * else, need not go there when the domain is all of it. A wrong claim would
 * lose data, so every use must be understood; one that is not settles it. */
#include "ampcc.h"

#include <stdlib.h>
#include <string.h>

struct uses {
	CXCursor variable;
	CXCursor index;      /* the kernel's parameter */
	CXCursor *ancestors; /* of the node at hand, from the body in */
	size_t n_ancestors, capacity;
	bool read, written, other;
	size_t count, at_index; /* of all uses; of accesses at the index itself */
	bool returns;
};

static bool is_value(CXType type)
{
	enum CXTypeKind k = clang_getCanonicalType(type).kind;

	return (k >= CXType_FirstBuiltin && k <= CXType_LastBuiltin && k != CXType_Dependent) ||
	       k == CXType_Enum || k == CXType_Pointer;
}

static bool is_number(CXCursor e, int number)
{
	CXEvalResult value = clang_Cursor_Evaluate(e);
	bool equal = value && clang_EvalResult_getKind(value) == CXEval_Int &&
	             clang_EvalResult_getAsInt(value) == number;

	clang_EvalResult_dispose(value);
	return equal;
}

/* Whether an expression is the kernel's index: itself, a copy of it, or the
 * .global of a tiled_index. */
static bool is_index(CXCursor e, CXCursor index)
{
	CXCursor callee = clang_getCursorReferenced(e);

	switch (clang_getCursorKind(e)) {
	case CXCursor_DeclRefExpr:
		return clang_equalCursors(callee, index);
	case CXCursor_MemberRefExpr: {
		char *name = take_string(clang_getCursorSpelling(e));
		bool whole = !strcmp(name, "global") ||
		             clang_getCursorKind(callee) == CXCursor_ConversionFunction;

		free(name);
		return whole && is_index(first_child(e), index);
	}
	case CXCursor_CallExpr:
		if (clang_getCursorKind(callee) == CXCursor_Constructor)
			return clang_Cursor_getNumArguments(e) == 1 &&
			       is_index(clang_Cursor_getArgument(e, 0), index);
		return clang_getCursorKind(callee) == CXCursor_ConversionFunction &&
		       is_index(first_child(e), index);
	case CXCursor_UnexposedExpr:
	case CXCursor_ParenExpr:
		return is_index(first_child(e), index);
	default:
		return false;
	}
}

/* Whether an expression is a component of the kernel's index. */
static bool is_component(CXCursor e, CXCursor index, int dimension)
{
	while (clang_getCursorKind(e) == CXCursor_UnexposedExpr ||
	       clang_getCursorKind(e) == CXCursor_ParenExpr)
		e = first_child(e);
	if (clang_getCursorKind(e) != CXCursor_CallExpr || clang_Cursor_getNumArguments(e) != 2)
		return false;
	char *name = take_string(clang_getCursorSpelling(e));
	bool subscript = !strcmp(name, "operator[]");

	free(name);
	return subscript && is_index(clang_Cursor_getArgument(e, 0), index) &&
	       is_number(clang_Cursor_getArgument(e, 1), dimension);
}

/* Whether v[i] or v(i) is the element at the kernel's index: v[idx], v(idx[0],
 * idx[1]). That view and index have the same rank, the launch checks. */
static bool is_at_index(CXCursor subscript, CXCursor index)
{
	int n = clang_Cursor_getNumArguments(subscript);

	if (n == 2 && is_index(clang_Cursor_getArgument(subscript, 1), index))
		return true;
	for (int i = 1; i < n; i++) {
		if (!is_component(clang_Cursor_getArgument(subscript, (unsigned)i), index, i - 1))
			return false;
	}
	return n > 1;
}

static bool start_together(CXCursor a, CXCursor b)
{
	return clang_equalLocations(clang_getRangeStart(clang_getCursorExtent(a)),
	                            clang_getRangeStart(clang_getCursorExtent(b)));
}

/* Whether an ancestor is a statement of the body itself: between them is nothing
 * but what destroys temporaries. */
static bool is_statement_of_body(const struct uses *u, size_t ancestor)
{
	while (ancestor > 1 &&
	       clang_getCursorKind(u->ancestors[ancestor - 1]) == CXCursor_UnexposedExpr)
		ancestor--;
	return ancestor == 1;
}

/* A use of the variable, whose ancestors are known. */
static void classify(struct uses *u, CXCursor reference)
{
	size_t n = u->n_ancestors;
	CXCursor subscript;

	u->count++;
	/* implicit conversions of the object: to const, to a base */
	while (n && clang_getCursorKind(u->ancestors[n - 1]) == CXCursor_UnexposedExpr)
		n--;
	/* the members of a tiled_index are const (specification 4.4.2) */
	if (clang_equalCursors(u->variable, u->index) && n &&
	    clang_getCursorKind(u->ancestors[n - 1]) == CXCursor_MemberRefExpr) {
		u->read = true;
		return;
	}
	if (!n || clang_getCursorKind(u->ancestors[n - 1]) != CXCursor_CallExpr) {
		u->other = true;
		return;
	}
	subscript = u->ancestors[--n];
	if (!start_together(subscript, reference)) {
		/* an argument: harmless as a reference to const */
		CXCursor conversion = u->ancestors[u->n_ancestors - 1];

		if (n + 1 < u->n_ancestors &&
		    clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(conversion))))
			u->read = true;
		else
			u->other = true;
		return;
	}
	char *name = take_string(clang_getCursorSpelling(subscript));
	bool known = !strcmp(name, "operator[]") || !strcmp(name, "operator()");
	CXType element = clang_getCanonicalType(clang_getCursorType(subscript));

	free(name);
	/* a[i] of rank 2 is a view again */
	if (!known || element.kind == CXType_Record) {
		char *type = take_string(clang_getTypeSpelling(element));

		known = known && !strstr(type, "array_view<");
		free(type);
	}
	if (!known) {
		u->other = true;
		return;
	}
	bool at_index = is_at_index(subscript, u->index);

	u->at_index += at_index;
	CXCursor place = subscript;

	/* v[i].x is a part of the element */
	while (n && clang_getCursorKind(u->ancestors[n - 1]) == CXCursor_MemberRefExpr &&
	       clang_getCursorKind(clang_getCursorReferenced(u->ancestors[n - 1])) ==
	               CXCursor_FieldDecl)
		place = u->ancestors[--n];
	if (!n) {
		u->other = true;
		return;
	}
	CXCursor use = u->ancestors[n - 1];

	if (clang_getCursorKind(use) == CXCursor_UnexposedExpr) {
		/* the conversion to a value, or to a reference to const */
		if (is_value(clang_getCursorType(use)) ||
		    clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(use))))
			u->read = true;
		else
			u->other = true;
		return;
	}
	if (clang_getCursorKind(use) == CXCursor_BinaryOperator &&
	    clang_getCursorBinaryOperatorKind(use) == CXBinaryOperator_Assign &&
	    clang_equalCursors(place, subscript) && at_index && is_statement_of_body(u, n - 1)) {
		u->written = true;
		return;
	}
	u->other = true;
}

static enum CXChildVisitResult find_uses(CXCursor c, CXCursor parent, CXClientData data)
{
	struct uses *u = data;
	enum CXCursorKind kind = clang_getCursorKind(c);

	(void)parent;
	if (kind == CXCursor_ReturnStmt)
		u->returns = true;
	if (kind == CXCursor_DeclRefExpr &&
	    clang_equalCursors(clang_getCursorReferenced(c), u->variable)) {
		classify(u, c);
		return CXChildVisit_Continue;
	}
	if (u->n_ancestors == u->capacity) {
		u->capacity = u->capacity ? u->capacity * 2 : 64;
		u->ancestors = xrealloc(u->ancestors, u->capacity * sizeof(*u->ancestors));
	}
	u->ancestors[u->n_ancestors++] = c;
	clang_visitChildren(c, find_uses, u);
	u->n_ancestors--;
	return CXChildVisit_Continue;
}

static enum CXChildVisitResult find_body(CXCursor c, CXCursor parent, CXClientData data)
{
	CXCursor *found = data;
	enum CXCursorKind kind = clang_getCursorKind(c);

	(void)parent;
	if (kind == CXCursor_ParmDecl && clang_Cursor_isNull(found[0]))
		found[0] = c;
	else if (kind == CXCursor_CompoundStmt)
		found[1] = c;
	return CXChildVisit_Continue;
}

/* The uses of one variable in a body. */
static struct uses uses_of(CXCursor body, CXCursor variable, CXCursor index)
{
	struct uses u = {.variable = variable, .index = index};

	find_uses(body, body, &u);
	free(u.ancestors);
	return u;
}

/* Whether the kernel leaves its index as it was: copied, or subscripted for a
 * value. */
static bool index_is_constant(CXCursor body, CXCursor index)
{
	struct uses u = {.variable = index, .index = index};
	CXType type = clang_getCanonicalType(clang_getCursorType(index));

	if (clang_isConstQualifiedType(type))
		return true;
	find_uses(body, body, &u);
	free(u.ancestors);
	return !u.written && !u.other;
}

bool is_elementwise(CXCursor lambda, const CXCursor *views, size_t n)
{
	CXCursor found[2] = {clang_getNullCursor(), clang_getNullCursor()};
	size_t accesses = 0;

	clang_visitChildren(lambda, find_body, found);
	if (clang_Cursor_isNull(found[0]) || clang_Cursor_isNull(found[1]))
		return false;
	for (size_t i = 0; i < n; i++) {
		struct uses u = uses_of(found[1], views[i], found[0]);

		if (u.count != u.at_index)
			return false;
		accesses += u.count;
	}
	return uses_of(found[1], found[0], found[0]).count == accesses;
}

enum view_access view_access_of(CXCursor lambda, CXCursor variable)
{
	CXCursor found[2] = {clang_getNullCursor(), clang_getNullCursor()};

	clang_visitChildren(lambda, find_body, found);
	if (clang_Cursor_isNull(found[0]) || clang_Cursor_isNull(found[1]))
		return VIEW_READ_WRITTEN;
	struct uses u = uses_of(found[1], variable, found[0]);

	if (u.other || (u.read && u.written) || (!u.read && !u.written))
		return VIEW_READ_WRITTEN;
	if (u.read)
		return VIEW_READ;
	return !u.returns && index_is_constant(found[1], found[0]) ? VIEW_WRITTEN_AT_INDEX
	                                                           : VIEW_READ_WRITTEN;
}
