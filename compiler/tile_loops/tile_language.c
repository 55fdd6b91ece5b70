/* Tile loops: declarations, and what is spelled differently in C and in C++. */
#include "tile_loops/tile_loops_internal.h"

#include <string.h>

bool is_c(const struct loops *s)
{
	return unit_is_c(s->l->unit);
}

bool is_wait(const struct loops *s, const struct tree *t)
{
	const struct tree *call = t->kind == TREE_EXPRESSION ? tree_strip(tree_operand(t)) : NULL;
	const struct tree *callee =
	    call && call->kind == TREE_CALL ? tree_strip(tree_part(call, ROLE_CALLEE)) : NULL;

	return callee && library_entity(tree_member(s->l->unit, callee)) == LIBRARY_BARRIER_WAIT;
}

int index_dimension(const struct loops *s, const struct tree *t)
{
	const struct tree *object = t->kind == TREE_MEMBER                              ? tree_part(t, ROLE_OBJECT)
	                            : t->kind == TREE_CALL || t->kind == TREE_SUBSCRIPT ? call_object(t)
	                                                                                : NULL;
	const struct tree *at = t->kind == TREE_SUBSCRIPT ? tree_operand(t) : call_argument(t, 0);
	int64_t d;

	object = tree_strip(object);
	if (s->row_rank)
		return is_index(s, object) && at && tree_value(at, &d) && d + 1 == (int64_t)s->row_rank ? (int)d : -1;
	if (!object || object->kind != TREE_MEMBER || !is_index(s, tree_strip(tree_part(object, ROLE_OBJECT))))
		return -1;
	enum library_entity entity = library_entity(tree_member(s->l->unit, object));

	if (entity != LIBRARY_INDEX_LOCAL && entity != LIBRARY_INDEX_GLOBAL)
		return -1;
	if (is_c(s))
		d = component_of(t->declaration);
	else if (!at || !tree_value(at, &d))
		return -1;
	return d >= 0 && d < 3 ? (int)d : -1;
}

const char *thread_index(const struct loops *s, CXType type)
{
	unsigned rank = library_rank(type, LIBRARY_TILED_INDEX);

	if (!is_c(s))
		return "amp_tile.at(amp_z, amp_y, amp_x)";
	return rank ? interned_printf("amp_tile_at%u_(amp_tile, amp_z, amp_y, amp_x)", rank) : "";
}

bool is_in_body(const struct loops *s, CXCursor declaration)
{
	unsigned at;

	return cursor_offset(s->l->clauses, declaration, &at) && at >= token(s->l, s->body)->offset &&
	       at < token(s->l, s->body_end)->offset;
}

bool read_declaration(const struct loops *s, CXCursor parameter, size_t *first, size_t *last)
{
	unsigned start, end, at;
	bool yes = *cursor_spelling(parameter) && clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(parameter)) &&
	           cursor_range(s->l->clauses, parameter, &start, &end) && cursor_offset(s->l->clauses, parameter, &at);

	*first = yes ? token_at(s->l->tokens, start) : 0;
	*last = yes ? token_at(s->l->tokens, end) : 0;
	return yes;
}

const char *c_kept_type(const struct loops *s, CXType type)
{
	const char *name = type_spelling(unqualified(type));

	CXCursor declaration = clang_getTypeDeclaration(clang_getCanonicalType(innermost_type(type)));

	/* unnamed types, and types declared in the body */
	return strchr(name, '(') || strchr(name, '[') || is_in_body(s, declaration) ? NULL : name;
}
