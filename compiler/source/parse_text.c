/* The parse text: the flat text as libclang parses it, with clauses moved and text inserted, and the mapping
 * of offsets between the two. */
#include "source/clauses.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- Insertions ------------------------------------------------------------- */

unsigned moved_offset(const struct clauses *c, unsigned offset)
{
	for (size_t i = 0; i < c->n_moves; i++) {
		const struct move *m = &c->moves[i];
		unsigned from = m->start + (unsigned)m->shift;

		if (offset >= from && offset < from + m->moved)
			return m->start + (offset - from);
	}
	return offset;
}

void insert_text(struct clauses *c, unsigned at, const char *text)
{
	size_t order = c->n_insertions;

	KEEP(c->insertions, c->n_insertions) = (struct insertion){.text = text, .flat = at, .order = order};
}

void insert_restrictions(struct clauses *c, unsigned at, unsigned restrictions)
{
	if (restrictions == RESTRICT_AMP)
		insert_text(c, at, " __AD ");
	else if (restrictions == (RESTRICT_CPU | RESTRICT_AMP))
		insert_text(c, at, " __AHD ");
}

static int by_offset(const void *a, const void *b)
{
	const struct insertion *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

void make_insertions(struct clauses *c)
{
	struct text t = {0};
	unsigned done = 0;

	for (size_t i = 0; i < c->n_insertions; i++)
		c->insertions[i].at = moved_offset(c, c->insertions[i].flat);
	if (c->n_insertions)
		qsort(c->insertions, c->n_insertions, sizeof(*c->insertions), by_offset);
	for (size_t i = 0; i < c->n_insertions; i++) {
		struct insertion *in = &c->insertions[i];

		text_append_n(&t, c->moved.data + done, in->at - done);
		in->start = t.len;
		text_append(&t, in->text);
		done = in->at;
	}
	text_append_n(&t, c->moved.data + done, c->moved.len - done);
	text_finish(&c->parse);
	c->parse = t;
	c->n_made = c->n_insertions;
}

/* Returns the attribute that stands for a clause in the parse text without insertions; add_clause() may have
 * swapped it with its neighbour. */
static char *attribute_of(struct clauses *c, const struct clause *clause)
{
	int len = (int)(clause->end - clause->start);
	unsigned at = clause->start;

	for (size_t i = 0; i < c->n_moves; i++) {
		const struct move *m = &c->moves[i];

		if (m->shift == len && m->start == clause->start)
			at = m->start + m->moved;
		else if (m->shift == -len && m->start - len + m->moved == clause->start)
			at = m->start - len;
	}
	for (int i = 0; i < len && c->moved.data[at] == ' '; i++)
		at++; /* the attribute may be indented */
	return c->moved.data + at;
}

void change_restrictions(struct clauses *c, const struct clause *clause, unsigned restrictions)
{
	char *at = attribute_of(c, clause);
	const char *name = restrictions == RESTRICT_AMP   ? "__AD "
	                   : restrictions == RESTRICT_CPU ? "__AH "
	                                                  : "__AHD";

	if (starts(at, "__A")) /* a repeated clause has none */
		memcpy(at, name, strlen(name));
}

/* ---- Offsets in both texts -------------------------------------------------- */

unsigned flat_to_parse(const struct clauses *c, unsigned offset)
{
	unsigned at = moved_offset(c, offset), added = 0;

	for (size_t i = 0; i < c->n_made && c->insertions[i].at <= at; i++)
		added += strlen(c->insertions[i].text);
	return at + added;
}

/* Maps an offset of the parse text to the text without insertions. */
static unsigned without_insertions(const struct clauses *c, unsigned offset)
{
	size_t n = first_from(c->insertions, sizeof(*c->insertions), offsetof(struct insertion, start), c->n_made, offset + 1);

	if (!n)
		return offset;
	const struct insertion *last = &c->insertions[n - 1];
	unsigned end = last->start + (unsigned)strlen(last->text);

	return offset < end ? last->at : last->at + (offset - end);
}

unsigned parse_to_flat(const struct clauses *c, unsigned offset)
{
	offset = without_insertions(c, offset);
	for (size_t i = 0; i < c->n_moves; i++) {
		const struct move *m = &c->moves[i];

		if (offset >= m->start && offset < m->start + m->moved)
			return offset + m->shift;
	}
	return offset;
}

/* ---- Clauses ---------------------------------------------------------------- */

const struct clause *function_clause(const struct unit *u, const struct clauses *c, unsigned start,
                                     unsigned end)
{
	const struct token *t = u->tokens.items;
	const struct clause *found = NULL;

	for (size_t i = token_at(&u->tokens, start);
	     t[i].kind != TOKEN_END && t[i].offset < end && !found;
	     i = token_skip_group(t, i)) {
		if (token_is(u->text.data, &t[i], "restrict"))
			found = clause_in(c, t[i].offset, t[i].offset + 1);
		if (found && found->on_type)
			found = NULL;
	}
	return found;
}

const struct clause *clause_in(const struct clauses *c, unsigned start, unsigned end)
{
	for (size_t i = 0; i < c->count; i++) {
		if (c->items[i].start >= start && c->items[i].start < end)
			return &c->items[i];
	}
	return NULL;
}

static struct offsets offsets_copy(const struct offsets *o)
{
	return (struct offsets){array_copy(o->items, o->count, sizeof(*o->items)), o->count};
}

void clauses_copy(struct clauses *to, const struct clauses *from)
{
	*to = *from;
	to->items = array_copy(from->items, from->count, sizeof(*from->items));
	to->moves = array_copy(from->moves, from->n_moves, sizeof(*from->moves));
	to->insertions = array_copy(from->insertions, from->n_insertions, sizeof(*from->insertions));
	to->references = offsets_copy(&from->references);
	to->unconstructed = offsets_copy(&from->unconstructed);
	to->retyped = offsets_copy(&from->retyped);
	to->completed = offsets_copy(&from->completed);
	to->qualified = offsets_copy(&from->qualified);
	to->moved = to->parse = (struct text){0};
	text_append_n(&to->moved, from->moved.data, from->moved.len);
}

void clauses_finish(struct clauses *c)
{
	text_finish(&c->moved);
	text_finish(&c->parse);
	*c = (struct clauses){0};
}
