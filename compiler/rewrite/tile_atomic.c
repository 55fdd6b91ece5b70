/* Atomic operations on tile_static variables, in the host unit. The threads of a tile share one host thread,
 * and no other thread accesses the variable, so that the CPU accelerator needs no locked instructions for
 * them: amp/atomic.h has overloads for pointers that are marked. */
#include "body/denotes.h"
#include "rewrite/rewrite.h"

/* Whether a call is of an atomic operation; in a template, whether all candidates are. */
static bool calls_atomic(const struct tree *call)
{
	const struct tree *callee = tree_strip(tree_part(call, ROLE_CALLEE));

	return callee && means_entity(callee->declaration, LIBRARY_ATOMIC);
}

/* Whether a pointer certainly leads to a tile_static variable or a part of one: &x, &x[i].member. */
static bool points_to_tile_memory(const struct tree *pointer)
{
	struct designator to = {pointer, true};

	for (;;) {
		const struct denoted d = denoted_by(to);

		if (d.kind == DENOTED_VARIABLE)
			return !to.is_pointer && is_tile_static(to.tree->declaration);
		if (d.kind < DENOTED_SAME || !d.of.tree)
			return false;
		to = d.of;
	}
}

struct marking {
	struct lowering *lowering;
	struct offsets marked;
};

/* Marks the pointer &x that a call of an atomic operation gets. */
static void mark_call(struct marking *m, const struct tree *call)
{
	const struct tree *pointer = call_argument(call, 0);
	struct lowering *l = m->lowering;

	if (!pointer || !points_to_tile_memory(pointer) ||
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
