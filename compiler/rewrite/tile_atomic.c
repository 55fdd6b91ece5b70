/* Atomic operations on tile_static variables, in the host unit. The threads of a tile share one host thread,
 * and no other thread accesses the variable, so that the CPU accelerator needs no locked instructions for
 * them: amp/atomic.h has overloads for pointers that are marked. */
#include "body/body.h"
#include "rewrite/rewrite.h"

/* Whether a call is of an atomic operation; in a template, whether all candidates are. */
static bool calls_atomic(const struct tree *call)
{
	const struct tree *callee = tree_strip(tree_part(call, ROLE_CALLEE));

	return callee && means_entity(callee->declaration, LIBRARY_ATOMIC);
}

/* Whether an expression certainly denotes a part of a tile_static variable: x, x[i].member. */
static bool is_tile_memory(const struct tree *t)
{
	t = tree_strip(t);
	const struct tree *object = tree_part(t, ROLE_OBJECT);

	if (t->kind == TREE_NAME)
		return is_variable(t->declaration) && is_tile_static(t->declaration);
	if ((t->kind != TREE_SUBSCRIPT && t->kind != TREE_MEMBER) || !object)
		return false;
	CXType type = clang_getCanonicalType(tree_type(tree_strip(object)));

	return (t->kind == TREE_SUBSCRIPT ? is_array(type) : type.kind != CXType_Pointer) && is_tile_memory(object);
}

struct marking {
	struct lowering *lowering;
	struct offsets marked;
};

/* Marks the pointer &x that a call of an atomic operation gets. */
static void mark_call(struct marking *m, const struct tree *call)
{
	const struct tree *pointer = call_argument(call, 0), *e = pointer ? tree_strip(pointer) : NULL;
	struct lowering *l = m->lowering;

	if (!e || e->kind != TREE_UNARY || e->unary != CXUnaryOperator_AddrOf || !is_tile_memory(tree_operand(e)) ||
	    !offsets_add(&m->marked, token(l, pointer->first)->offset))
		return;
	edit_insert(l->edits, token(l, pointer->first)->offset, NULL, "Concurrency::details::tile_memory(");
	edit_insert(l->edits, token(l, pointer->last)->offset, NULL, ")");
}

static void mark_body(struct unit *u, const struct body *b, bool in_template, void *marking)
{
	(void)u, (void)in_template;
	for (const struct tree *t = b->root; t; t = tree_next(t, b->root)) {
		if (t->kind == TREE_CALL && calls_atomic(t))
			mark_call(marking, t);
	}
}

void mark_tile_atomics(struct lowering *l)
{
	struct marking m = {.lowering = l};

	for_each_amp_body(l->unit, mark_body, &m);
}
