/* GNU's case ranges, case 3 ... 4:, as libclang shows them. */
#include "body/case_range.h"

#include "ast/ast.h"

static void add_range(struct case_ranges *r, CXCursor first, CXCursor last)
{
	struct case_range range = {.first = first, .last = last};

	if (!cursor_range(r->clauses, first, &range.start, &range.first_end) ||
	    !cursor_range(r->clauses, last, &range.last_start, &range.end))
		return;
	range.is_known = integer_value(first, &range.low) && integer_value(last, &range.high);
	KEEP(r->items, r->count) = range;
}

bool is_case_range(CXCursor label)
{
	SCOPED(children) parts = children_of(label);

	return label.kind == CXCursor_CaseStmt && parts.count == 3;
}

struct case_ranges find_case_ranges(const struct clauses *c, CXCursor statement)
{
	struct case_ranges r = {.clauses = c};

	for (struct walk w = walk_below(statement); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;

		if (kind == CXCursor_SwitchStmt || kind == CXCursor_LambdaExpr || clang_isDeclaration(kind)) {
			walk_skip(&w); /* its case labels are another switch's */
		} else if (is_case_range(w.cursor)) {
			SCOPED(children) parts = children_of(w.cursor);

			add_range(&r, parts.items[0], parts.items[1]);
		}
	}
	return r;
}
