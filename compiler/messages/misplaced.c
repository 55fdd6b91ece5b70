/* Clauses in places where none is allowed (specification 2.1). The parse text has an attribute for each
 * clause (restrict.c), which the parser accepts behind the parameters of functions, lambdas and function
 * types, and rejects elsewhere, with one exception: behind a name in parentheses, int (x) restrict(amp); */
#include "messages/messages.h"

struct clause_search {
	const struct unit *unit;
	const struct clauses *clauses;
	struct offsets found;  /* offsets of such clauses */
	struct offsets others; /* offsets of the parser's errors that are not about clauses */
};

/* Returns the `restrict` whose parentheses contain token i, if that is a name, or that is no clause and whose
 * parentheses end in front of token i; i otherwise. */
static size_t behind_restrict(const struct clause_search *s, size_t i)
{
	const struct unit *u = s->unit;
	const struct token *t = u->tokens.items;
	size_t k = i;

	if (i > 0 && t[i - 1].match > 0 && is_clause_like(u, (size_t)t[i - 1].match - 1)) {
		k = (size_t)t[i - 1].match - 1;
		return clause_in(s->clauses, t[k].offset, t[k].offset + 1) ? i : k;
	}
	while (k > 0 && (t[k].kind == TOKEN_IDENTIFIER || unit_is(u, k, ",")))
		k--;
	return k > 0 && k < i && unit_is(u, k, "(") && t[k].match > (int)i ? k - 1 : i;
}

/* Handles an error of the parser's at an offset: it is about a clause if it is at its attribute (which may be
 * indented), between the preceding token and the clause, or inside of the clause. */
static void take_error(struct clause_search *s, unsigned offset)
{
	const struct unit *u = s->unit;
	const struct token *t = u->tokens.items;
	const struct clause *clause = clause_in(s->clauses, offset - (offset > 0), offset + 1);
	size_t i = behind_restrict(s, token_at(&u->tokens, offset)), first = statement_start(u, i);

	if (!clause && !(is_clause_like(u, i) && (i == 0 || offset >= token_end(&t[i - 1]))))
		offsets_add(&s->others, offset);
	else if (!offsets_within(&s->others, t[first].offset,
	                         offset)) /* else it follows from an error in front of it */
		offsets_add(&s->found, clause ? clause->start : t[i].offset);
}

/* Reports a clause of the declarator whose name is at an offset. */
static void check_declarator(struct clause_search *s, unsigned name)
{
	const struct unit *u = s->unit;
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, name);
	const struct clause *clause;

	while (!ends_statement(u, i) && !unit_is_one_of(u, i, "= ,")) {
		clause = clause_in(s->clauses, t[i].offset, t[i].offset + 1);
		if (clause && !clause->on_type && clause->lambda == UINT_MAX)
			offsets_add(&s->found, clause->start);
		i = token_skip_group(t, i);
	}
}

void report_misplaced_clauses(struct unit *u)
{
	const struct clauses *c = u->clauses;
	struct clause_search s = {.unit = u, .clauses = c};
	const char *lambda = unit_is_c(u) ? "block" : "lambda";

	for (struct notes m = messages_of(u->tu); notes_next(&m);) {
		unsigned offset;

		if (clang_getDiagnosticSeverity(m.note) >= CXDiagnostic_Error && location_offset(c, m.place, &offset))
			take_error(&s, offset);
	}
	for (SCOPED(walk) w = walk_program(c, u->tu); c->count && walk_next(&w);) {
		unsigned name;

		if ((w.cursor.kind == CXCursor_VarDecl || w.cursor.kind == CXCursor_FieldDecl) &&
		    cursor_offset(c, w.cursor, &name))
			check_declarator(&s, name);
	}
	for (size_t i = 0; i < s.found.count; i++)
		diagnose(u, SEVERITY_ERROR, s.found.items[i],
		         "a restriction clause is not allowed here: it must be behind the "
		         "parameters of a function, a %s or a function type [C++ AMP 2.1]",
		         lambda);
}
