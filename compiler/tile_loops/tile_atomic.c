/* Atomic operations on tile_static variables, in the host unit. The threads of a tile share one host thread,
 * and no other thread accesses the variable, so that the CPU accelerator needs no locked instructions for
 * them: amp/atomic.h has overloads for pointers that are marked. */
#include "lower/lower_internal.h"

/* Whether a call is of an atomic operation; in a template, whether all candidates are. */
static bool calls_atomic(CXCursor call)
{
	CXCursor callee = cursor_callee(call);

	if (!clang_Cursor_isNull(callee) && is_function(clang_getCursorKind(callee)))
		return library_entity(callee) == LIBRARY_ATOMIC;
	return means_entity(first_of_kind(call, CXCursor_OverloadedDeclRef), LIBRARY_ATOMIC);
}

/* Returns the token behind the name at token i, its subscripts and members. */
static size_t end_of_object(const struct lowering *l, size_t i)
{
	for (i++;;) {
		if (is(l, i, "[") && token(l, i)->match > (int)i)
			i = (size_t)token(l, i)->match + 1;
		else if (is(l, i, ".") && token(l, i + 1)->kind == TOKEN_IDENTIFIER)
			i += 2;
		else
			return i;
	}
}

void mark_tile_atomic(struct lowering *l, CXCursor call)
{
	unsigned start;

	if (!calls_atomic(call) || clang_Cursor_getNumArguments(call) < 1 ||
	    !cursor_offset(l->clauses, clang_Cursor_getArgument(call, 0), &start))
		return;
	size_t call_open = token_at(l->tokens, start) - 1, name = call_open + 2;

	/* (&name…, or (&name…) */
	if (!is(l, call_open, "(") || !is(l, call_open + 1, "&") ||
	    token(l, name)->kind != TOKEN_IDENTIFIER)
		return;
	size_t end = end_of_object(l, name);
	CXCursor variable = clang_getCursorReferenced(cursor_at(l, name));

	if ((!is(l, end, ",") && !is(l, end, ")")) || clang_Cursor_isNull(variable) ||
	    clang_getCursorKind(variable) != CXCursor_VarDecl || !is_tile_static(variable) ||
	    !first_visit(l, token(l, call_open)->offset))
		return;
	edit_insert(l->edits, token(l, call_open + 1)->offset, NULL,
	            "Concurrency::details::tile_memory(");
	edit_insert(l->edits, token(l, end)->offset, NULL, ")");
}
