/* a[i][k] in the device unit: a(i, k), the same element (5.1.4, 5.1.5), for elements of 8 bytes. nvcc needs
 * two more registers for the address of a row than for the distance to an element, and therefore loads fewer
 * elements at a time: a product of matrices of doubles takes 1.3 times as long (docs/performance). With
 * elements of 4 bytes there is no difference. */
#include "lower/lower_internal.h"

enum { MAX_SUBSCRIPTS = 3 }; /* of the operator() that takes integers */

/* Whether e is container[i] with an integer i; its brackets are the tokens [*open, *close]. */
static bool is_subscript(const struct lowering *l, CXCursor e, size_t *open, size_t *close)
{
	CXCursor callee = clang_getCursorReferenced(e);
	unsigned start, end, base_start, base_end;

	if (e.kind != CXCursor_CallExpr || clang_Cursor_getNumArguments(e) != 2 ||
	    clang_Cursor_getNumArguments(callee) != 1 ||
	    clang_getCanonicalType(clang_getArgType(clang_getCursorType(callee), 0)).kind != CXType_Int)
		return false;
	CXCursor base = without_parentheses(clang_Cursor_getArgument(e, 0));

	if (!is_array_or_view(library_class(clang_getCursorType(base))) ||
	    !cursor_range(l->clauses, e, &start, &end) ||
	    !cursor_range(l->clauses, base, &base_start, &base_end) || base_start != start)
		return false;
	*open = token_at(l->tokens, base_end);
	*close = token_at(l->tokens, end) - 1;
	return is(l, *open, "[") && is(l, *close, "]");
}

/* Whether a subscript contains a comma, since a[i, j] is a[j]; the commas of template arguments count, too. */
static bool has_comma(const struct lowering *l, size_t first, size_t last)
{
	int depth = 0;

	for (size_t i = first; i < last; i++) {
		depth += is_one_of(l, i, "( [ {");
		depth -= is_one_of(l, i, ") ] }");
		if (!depth && is(l, i, ","))
			return true;
	}
	return false;
}

static void replace_bracket(struct lowering *l, size_t i, const char *by)
{
	edit_replace(l->edits, token(l, i)->offset, token(l, i)->offset + 1, by, NULL);
}

void lower_projection(struct lowering *l, CXCursor call)
{
	size_t open[MAX_SUBSCRIPTS], close[MAX_SUBSCRIPTS], n = 0;

	if (is_array_or_view(library_class(clang_getCursorType(call))) ||
	    clang_Type_getSizeOf(clang_getCursorType(call)) != 8)
		return;
	/* from the last subscript to the first */
	for (CXCursor e = call; n < MAX_SUBSCRIPTS && is_subscript(l, e, &open[n], &close[n]);
	     e = without_parentheses(clang_Cursor_getArgument(e, 0))) {
		if (has_comma(l, open[n] + 1, close[n]) || (n && close[n] + 1 != open[n - 1]))
			return;
		n++;
	}
	if (n < 2 || !first_visit(l, token(l, close[0])->offset))
		return;
	/* brackets are replaced one by one, since there may be line breaks between them */
	for (size_t i = n; i-- > 0;) {
		replace_bracket(l, open[i], i + 1 < n ? " " : "(");
		replace_bracket(l, close[i], i ? "," : ")");
	}
}
