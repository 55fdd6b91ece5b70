/* Calls that the parser resolves to the wrong function.
 *
 * Outside of function bodies clang resolves calls as in CPU code, also in the trailing result type of a
 * restrict(amp) function, and in a class inside of one. If functions that differ in restriction have
 * different results (specification 2.3.2), such a call gets the type of the function that is meant, in the
 * parse text only: in the units these functions have different names (overload.c). */
#include "overload/pairs.h"

/* A call whose type is not that of the function which the parser has found. */
struct retyped_call {
	unsigned start, end;
	const char *type; /* NULL: not known yet */
};

/* A trailing result type: the text between `->` and the token behind it. */
struct result_type {
	unsigned arrow, end;
};

struct retyped_calls {
	const struct pairs *pairs;
	struct retyped_call *items;
	size_t count;
	struct result_type *results; /* those that contain calls of unknown type */
	size_t n_results;
};

/* ---- Finding them ---------------------------------------------------------- */

/* Finds the trailing result type that contains an offset in the code of a clause. */
static bool find_result_type(const struct pairs *p, const struct clause *clause, unsigned start,
                             struct result_type *out)
{
	size_t i = token_at(&p->unit->tokens, start);

	while (p->tokens[i].offset > clause->end && !is(p, i, "->"))
		i--;
	out->arrow = p->tokens[i].offset;
	out->end = p->tokens[declarator_end(p->unit, clause->end, p->unit->text.len)].offset;
	return is(p, i, "->") && start < out->end;
}

/* Records a call in a trailing result type whose type needs another parse. */
static void note_unknown_call(struct retyped_calls *r, const struct clause *clause, const struct retyped_call *call)
{
	struct result_type result;

	if (!find_result_type(r->pairs, clause, call->start, &result))
		return;
	KEEP(r->items, r->count) = *call;
	for (size_t i = 0; i < r->n_results; i++) {
		if (r->results[i].arrow == result.arrow)
			return;
	}
	KEEP(r->results, r->n_results) = result;
}

static void note_retyped_call(struct retyped_calls *r, CXCursor callee, const struct clause *clause, unsigned start,
                              unsigned end)
{
	CXCursor meant = overload_counterpart(r->pairs->overloads, callee);
	CXType type = result_of(meant);
	CXType taken = result_of(callee);
	struct retyped_call call = {start, end, NULL};

	if (type.kind == CXType_Invalid || is_dependent(type)) {
		if (has_overload(r->pairs->overloads, callee, true))
			note_unknown_call(r, clause, &call);
		return;
	}
	if (clang_equalTypes(type, taken) || !(call.type = type_name(type)))
		return;
	KEEP(r->items, r->count) = call;
}

static void find_retyped(struct retyped_calls *r)
{
	for (struct walk w = walk_kind(walk_program(r->pairs->clauses, r->pairs->unit->tu), CXCursor_CallExpr);
	     walk_next(&w);) {
		CXCursor callee = cursor_callee(w.cursor);
		const struct clause *clause = clause_around(r->pairs->clauses, w.start);

		if (is_function(callee.kind) && cursor_restrictions(callee) == RESTRICT_CPU && clause &&
		    clause->restrictions == RESTRICT_AMP)
			note_retyped_call(r, callee, clause, w.start, w.end);
	}
}

/* ---- Types that take another parse ------------------------------------------- */

/* Moves a trailing result type into the body, where clang knows the function's restrictions: `auto f()
 * restrict(amp) -> T { … }` becomes `-> void { typedef T amp_result; }`. */
static void see_in_body(const struct unit *u, struct clauses *c, const struct result_type *r)
{
	const struct token *t = u->tokens.items;
	size_t body = token_at(&u->tokens, r->end);

	insert_text(c, r->arrow, "-> void {\n#if 0\n");
	insert_text(c, r->arrow + 2, "\n#endif\ntypedef ");
	insert_text(c, r->end, " amp_result; }\n");
	if (!token_is(u->text.data, &t[body], "{"))
		return;
	insert_text(c, r->end, "#if 0\n");
	insert_text(c, t[t[body].match].offset + 1, "\n#endif\n");
}

/* Reads the types of the calls from a parse in which they are in bodies. */
static void read_types(const struct clauses *c, CXTranslationUnit tu, struct retyped_calls *r)
{
	for (struct walk w = walk_kind(walk_program(c, tu), CXCursor_CallExpr); walk_next(&w);) {
		CXCursor callee = cursor_callee(w.cursor);
		CXType type = result_of(callee);

		if (!is_function(callee.kind) || !(cursor_restrictions(callee) & RESTRICT_AMP) ||
		    type.kind == CXType_Invalid || is_dependent(type))
			continue;
		FOR_EACH(struct retyped_call, call, r->items, r->count) {
			if (call->start == w.start && call->end == w.end && !call->type)
				call->type = type_name(type);
		}
	}
}

static void find_types(struct unit *u, struct retyped_calls *r)
{
	SCOPED(trial) trial = trial_of(u);

	for (size_t i = 0; i < r->n_results; i++)
		see_in_body(u, &trial.clauses, &r->results[i]);
	if (trial_parse(&trial, u))
		read_types(&trial.clauses, trial.tu, r);
}

void retype_calls(struct unit *u, const struct overloads *o)
{
	struct clauses *c = u->clauses;
	struct pairs p = pairs_of(u, o, NULL);
	struct retyped_calls retyped = {.pairs = &p};

	if (o->count)
		find_retyped(&retyped);
	if (retyped.n_results)
		find_types(u, &retyped);
	FOR_EACH(const struct retyped_call, k, retyped.items, retyped.count) {
		if (k->type && offsets_add(&c->retyped, k->start)) {
			insert_text(c, k->start, "(void(");
			insert_text(c, k->end, interned_printf("), ::amp_of_type<%s>())", k->type));
		}
	}
}
