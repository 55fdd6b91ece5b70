/* Sets of cursors, for example of functions that have been visited: a hash table of indices in a list, which
 * keeps the order of insertion. */
#include "ast/ast.h"

#include <string.h>

/* Returns the slot that has a cursor's index, or the free one for it. There always is a free slot. */
static size_t *slot_of(const struct cursors *c, CXCursor cursor)
{
	size_t i = clang_hashCursor(cursor) & (c->n_slots - 1);

	while (c->slots[i] && !clang_equalCursors(c->items[c->slots[i] - 1], cursor))
		i = (i + 1) & (c->n_slots - 1);
	return &c->slots[i];
}

static void grow(struct cursors *c)
{
	c->n_slots = c->n_slots ? c->n_slots * 2 : 16;
	c->slots = unit_memory(c->n_slots * sizeof(*c->slots));
	CXCursor *items = unit_memory(c->n_slots / 2 * sizeof(*c->items));

	if (c->count)
		memcpy(items, c->items, c->count * sizeof(*items));
	c->items = items;
	for (size_t i = 0; i < c->n_slots; i++)
		c->slots[i] = 0;
	for (size_t i = 0; i < c->count; i++)
		*slot_of(c, c->items[i]) = i + 1;
}

bool cursors_add(struct cursors *c, CXCursor cursor, size_t *position)
{
	if (c->count == c->n_slots / 2)
		grow(c);
	size_t *slot = slot_of(c, cursor);
	bool is_new = !*slot;

	if (is_new) {
		c->items[c->count++] = cursor;
		*slot = c->count;
	}
	if (position)
		*position = *slot - 1;
	return is_new;
}
