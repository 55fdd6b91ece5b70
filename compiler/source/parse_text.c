/* The parse text: the flat text as libclang parses it, with text inserted in place of clauses and elsewhere, and
 * the mapping of offsets between the two. */
#include "source/clauses.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- Insertions ------------------------------------------------------------- */

static void insert(struct clauses *c, unsigned at, unsigned stands_for, const char *text)
{
	unsigned order = (unsigned)c->n_insertions;

	KEEP(c->insertions, c->n_insertions) =
	    (struct insertion){.text = text, .order = order, .at = at, .stands_for = stands_for};
}

void insert_text(struct clauses *c, unsigned at, const char *text)
{
	insert(c, at, at, text);
}

static const char *attributes(unsigned restrictions)
{
	return restrictions == RESTRICT_CPU ? " __AH " : restrictions == RESTRICT_AMP ? " __AD "
	                                                                              : " __AHD ";
}

void insert_restrictions(struct clauses *c, unsigned at, unsigned restrictions)
{
	insert_text(c, at, attributes(restrictions));
}

void insert_for_clause(struct clauses *c, unsigned at, const struct clause *clause, const char *text)
{
	insert(c, at, clause->start, text);
}

void insert_attribute(struct clauses *c, unsigned at, struct clause *clause)
{
	clause->has_attribute = true;
	clause->attribute = (unsigned)c->n_insertions;
	insert_for_clause(c, at, clause, attributes(clause->restrictions));
}

bool change_restrictions(struct clauses *c, const struct clause *clause, unsigned restrictions)
{
	const char *text = attributes(restrictions);

	for (size_t i = 0; clause->has_attribute && i < c->n_insertions; i++) {
		struct insertion *in = &c->insertions[i];

		if (in->order == clause->attribute && strcmp(in->text, text)) {
			in->text = text;
			return true;
		}
	}
	return false;
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

	if (c->n_insertions)
		qsort(c->insertions, c->n_insertions, sizeof(*c->insertions), by_offset);
	FOR_EACH(struct insertion, in, c->insertions, c->n_insertions) {
		text_append_n(&t, c->plain.data + done, in->at - done);
		in->start = t.len;
		text_append(&t, in->text);
		done = in->at;
	}
	text_append_n(&t, c->plain.data + done, c->plain.len - done);
	text_finish(&c->parse);
	c->parse = t;
	c->n_made = c->n_insertions;
}

/* ---- Offsets in both texts -------------------------------------------------- */

unsigned flat_to_parse(const struct clauses *c, unsigned offset)
{
	unsigned added = 0;

	for (size_t i = 0; i < c->n_made && c->insertions[i].at <= offset; i++)
		added += strlen(c->insertions[i].text);
	return offset + added;
}

unsigned parse_to_flat(const struct clauses *c, unsigned offset)
{
	size_t n =
	    first_from(c->insertions, sizeof(*c->insertions), offsetof(struct insertion, start), c->n_made, offset + 1);

	if (!n)
		return offset;
	const struct insertion *last = &c->insertions[n - 1];
	unsigned end = last->start + (unsigned)strlen(last->text);

	return offset < end ? last->stands_for : last->at + (offset - end);
}

/* ---- Clauses ---------------------------------------------------------------- */

const struct clause *function_clause(const struct unit *u, unsigned start, unsigned end)
{
	const struct token *t = u->tokens.items;
	const struct clause *found = NULL;

	for (size_t i = token_at(&u->tokens, start);
	     t[i].kind != TOKEN_END && t[i].offset < end && !found;
	     i = token_skip_group(t, i)) {
		if (token_is(u->text.data, &t[i], "restrict"))
			found = clause_in(u->clauses, t[i].offset, t[i].offset + 1);
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

static bool restricts(const struct clause *clause, unsigned offset)
{
	return !clause->on_type && clause->start <= offset && offset < clause->code_end;
}

const struct clause *clause_around(const struct clauses *c, unsigned offset)
{
	for (size_t i = c->count; i-- > 0;) {
		if (restricts(&c->items[i], offset))
			return &c->items[i];
	}
	return NULL;
}

unsigned code_at(const struct clauses *c, unsigned offset)
{
	const struct clause *clause = clause_around(c, offset);

	return clause ? clause->restrictions : RESTRICT_CPU;
}

bool in_amp_function(const struct clauses *c, unsigned offset)
{
	for (size_t i = 0; i < c->count; i++) {
		if (c->items[i].restrictions & RESTRICT_AMP && c->items[i].has_body && restricts(&c->items[i], offset))
			return true;
	}
	return false;
}

static struct offsets offsets_copy(const struct offsets *o)
{
	return (struct offsets){array_copy(o->items, o->count, sizeof(*o->items)), o->count};
}

void clauses_copy(struct clauses *to, const struct clauses *from)
{
	*to = *from;
	to->items = array_copy(from->items, from->count, sizeof(*from->items));
	to->insertions = array_copy(from->insertions, from->n_insertions, sizeof(*from->insertions));
	to->references = offsets_copy(&from->references);
	to->unconstructed = offsets_copy(&from->unconstructed);
	to->guides = offsets_copy(&from->guides);
	to->retyped = offsets_copy(&from->retyped);
	to->completed = offsets_copy(&from->completed);
	to->qualified = offsets_copy(&from->qualified);
	to->plain = to->parse = (struct text){0};
	text_append_n(&to->plain, from->plain.data, from->plain.len);
}

void clauses_finish(struct clauses *c)
{
	text_finish(&c->plain);
	text_finish(&c->parse);
	*c = (struct clauses){0};
}
