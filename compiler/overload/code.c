/* Whether a place in the text is in code for kernels, for the CPU, or for both. */
#include "overload/pairs.h"

#include <stdlib.h>

/* Adds a function or a lambda, from its clause on. Without a clause it has the restrictions of the
 * surrounding code, if there is any (specification 2.2.1). */
static void add_code(struct code_map *m, const struct pairs *p, CXCursor c, unsigned start, unsigned end)
{
	struct code code = {.function = c, .begin = start, .end = end, .restrictions = RESTRICT_CPU};
	const struct clause *clause = NULL;
	unsigned name;

	if (c.kind == CXCursor_LambdaExpr) {
		clause = function_clause(p->unit, p->clauses, start, lambda_body(p->unit, start));
		if (clause)
			code.restrictions = clause->restrictions;
	} else {
		code.restrictions = cursor_restrictions(c);
		if (cursor_offset(p->clauses, c, &name)) {
			size_t last = declarator_end(p->unit, name, p->unit->text.len);

			clause = function_clause(p->unit, p->clauses, name, p->tokens[body_token(p, c)].offset);
			/* the declarator that follows is not part of this function: void f() restrict(amp),
			 * g(decltype(f())); */
			if (clause && is(p, last, ";"))
				last = list_item_end(p->unit, token_at(&p->unit->tokens, clause->start), last);
			unsigned behind = p->tokens[last].offset;

			code.end = behind > end ? behind : end; /* clang's range of a declaration lacks its trailing type */
		}
	}
	code.inherits = !clause;
	if (clause)
		code.begin = clause->start;
	KEEP(m->items, m->count) = code;
}

static int by_place(const void *a, const void *b)
{
	const struct code *x = a, *y = b;

	return x->begin != y->begin ? (x->begin < y->begin ? -1 : 1) : (x->end < y->end) - (x->end > y->end);
}

struct code_map find_code(struct unit *u, const struct clauses *c, CXTranslationUnit tu)
{
	struct pairs p = {.unit = u, .clauses = c, .text = u->text.data, .tokens = u->tokens.items};
	struct code_map m = {0};

	for (struct walk w = walk_program(c, tu); walk_next(&w);) {
		if (is_function(w.cursor.kind) || w.cursor.kind == CXCursor_LambdaExpr)
			add_code(&m, &p, w.cursor, w.start, w.end);
	}
	if (m.count)
		qsort(m.items, m.count, sizeof(*m.items), by_place);
	for (size_t i = 0; i < m.count; i++) {
		const struct code *around = i ? &m.items[i - 1] : NULL;

		while (around && around->end <= m.items[i].begin)
			around = around->around;
		m.items[i].around = around;
		if (around && m.items[i].inherits)
			m.items[i].restrictions = around->restrictions;
	}
	return m;
}

const struct code *code_around(const struct code_map *m, unsigned offset)
{
	size_t behind = first_from(m->items, sizeof(*m->items), offsetof(struct code, begin), m->count, offset + 1);
	const struct code *code = behind ? &m->items[behind - 1] : NULL;

	while (code && code->end <= offset)
		code = code->around;
	return code;
}

unsigned code_at(const struct code_map *m, unsigned offset)
{
	const struct code *code = code_around(m, offset);

	return code ? code->restrictions : RESTRICT_CPU;
}
