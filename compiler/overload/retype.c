/* Calls that the parser takes for others.
 *
 * Outside of functions' bodies clang takes every call for one of the CPU's: in the trailing
 * result type of a restrict(amp) function, too, and in a class in one. Where functions that
 * differ in restriction have different results (specification 2.3.2), such a call gets the
 * type of the function that is meant, in the parse text only: the units need no help, since
 * the functions go by different names there (overload.c). */
#include "overload/pairs.h"

#include <stdlib.h>
#include <string.h>

/* A call whose type is that of another function than the parser has found. */
struct retyped_call {
	unsigned start, end;
	char *type; /* or NULL: not known yet */
};

/* A trailing result type: what is between `->` and the token behind it. */
struct result_type {
	unsigned arrow, end;
};

struct retyped_calls {
	struct retyped_call *items;
	size_t count;
	struct result_type *results; /* with calls whose types are not known yet */
	size_t n_results;
};

/* ---- Finding them ---------------------------------------------------------- */

/* The trailing result type of a restrict(amp) function, if [start, end) is in it. */
static bool find_result_type(const struct pairs *p, CXCursor function, unsigned start,
                             struct result_type *out)
{
	unsigned name;

	if (clang_Cursor_isNull(function) || !cursor_offset(p->clauses, function, &name))
		return false;
	size_t body = declarator_end(p->unit, name, p->unit->text.len);
	size_t i = token_at(&p->unit->tokens, start);

	for (*out = (struct result_type){.end = p->tokens[body].offset}; --i > 0;) {
		if (p->tokens[i].offset <= name)
			return false;
		if (token_is(p->text, &p->tokens[i], "->") &&
		    function_clause(p->unit, p->clauses, name, p->tokens[i].offset)) {
			out->arrow = p->tokens[i].offset;
			return start < out->end;
		}
	}
	return false;
}

/* Whether a type can be written and is that of code, not of a template. */
static bool is_usable(CXType type)
{
	return type.kind != CXType_Invalid && type.kind != CXType_Unexposed &&
	       type.kind != CXType_Dependent;
}

/* A call that waits for a parse that knows its type, if it is in a trailing result type. */
static void note_unknown_call(const struct calls *calls, CXCursor function,
                              const struct retyped_call *call)
{
	struct retyped_calls *r = calls->retyped;
	struct result_type result;

	if (!find_result_type(calls->pairs, function, call->start, &result))
		return;
	APPEND(r->items, r->count) = *call;
	for (size_t i = 0; i < r->n_results; i++) {
		if (r->results[i].arrow == result.arrow)
			return;
	}
	APPEND(r->results, r->n_results) = result;
}

static void note_retyped_call(const struct calls *calls, CXCursor callee, CXCursor function,
                              unsigned start, unsigned end)
{
	struct retyped_calls *r = calls->retyped;
	CXCursor meant = overload_counterpart(calls->pairs->overloads, callee);
	CXType type = clang_getCanonicalType(clang_getResultType(clang_getCursorType(meant)));
	CXType taken = clang_getCanonicalType(clang_getResultType(clang_getCursorType(callee)));
	struct retyped_call call = {start, end, NULL};

	if (!is_usable(type)) {
		if (has_overload(calls->pairs->overloads, callee, true))
			note_unknown_call(calls, function, &call);
		return;
	}
	if (clang_equalTypes(type, taken) || !(call.type = type_name(type)))
		return;
	APPEND(r->items, r->count) = call;
}

static enum CXChildVisitResult find_retyped(CXCursor c, CXCursor parent, CXClientData data)
{
	const struct calls *calls = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	CXCursor callee = clang_getCursorReferenced(c);
	unsigned start, end;

	(void)parent;
	if (is_instantiation(c))
		return CXChildVisit_Continue;
	if (!cursor_range(calls->pairs->clauses, c, &start, &end))
		return clang_isDeclaration(kind) ? CXChildVisit_Continue : CXChildVisit_Recurse;
	while (start < calls->begin)
		calls = calls->outer;
	if (is_function(kind) || kind == CXCursor_LambdaExpr) {
		struct calls inside = calls_inside(calls, c, start);

		inside.function = c;
		clang_visitChildren(c, find_retyped, &inside);
		return CXChildVisit_Continue;
	}
	if (kind == CXCursor_CallExpr && calls->amp && is_function(clang_getCursorKind(callee)) &&
	    cursor_restrictions(callee) == RESTRICT_CPU)
		note_retyped_call(calls, callee, calls->function, start, end);
	return CXChildVisit_Recurse;
}

/* ---- Types that take another parse ------------------------------------------- */

/* A trailing result type goes into the body, where clang knows what code it is in: of
 * `auto f() restrict(amp) -> T { … }` remains `-> void { typedef T amp_result; }`. */
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

/* Gives the calls their types, as they are in a parse with the types in bodies. */
static void read_types(const struct clauses *c, CXTranslationUnit tu, struct retyped_calls *r)
{
	for (struct walk w = walk_below(clang_getTranslationUnitCursor(tu)); walk_next(&w);) {
		enum CXCursorKind kind = clang_getCursorKind(w.cursor);
		CXCursor callee = clang_getCursorReferenced(w.cursor);
		CXType type = clang_getCanonicalType(clang_getResultType(clang_getCursorType(callee)));
		bool is_left_out = is_instantiation(w.cursor);
		unsigned start, end;

		if (is_left_out || !cursor_range(c, w.cursor, &start, &end)) {
			if (is_left_out || clang_isDeclaration(kind))
				walk_skip(&w);
			continue;
		}
		if (kind != CXCursor_CallExpr || !is_function(clang_getCursorKind(callee)) ||
		    !(cursor_restrictions(callee) & RESTRICT_AMP) || !is_usable(type))
			continue;
		for (size_t i = 0; i < r->count; i++) {
			struct retyped_call *call = &r->items[i];

			if (call->start == start && call->end == end && !call->type)
				call->type = type_name(type);
		}
	}
}

static void find_types(struct unit *u, const struct clauses *c, CXIndex index,
                       struct retyped_calls *r)
{
	struct clauses view;

	clauses_copy(&view, c);
	for (size_t i = 0; i < r->n_results; i++)
		see_in_body(u, &view, &r->results[i]);
	make_insertions(&view);
	CXTranslationUnit tu = parse(u, &view, index);

	if (tu) {
		read_types(&view, tu, r);
		clang_disposeTranslationUnit(tu);
	}
	clauses_finish(&view);
}

bool retype_calls(struct unit *u, struct clauses *c, CXTranslationUnit tu, CXIndex index,
                  const struct overloads *o)
{
	struct pairs p = {.unit = u, .clauses = c, .overloads = o, .text = u->text.data,
	                  .tokens = u->tokens.items};
	struct retyped_calls retyped = {0};
	struct calls calls = {.pairs = &p, .retyped = &retyped, .cpu = true};
	bool changed = false;

	if (o->count)
		clang_visitChildren(clang_getTranslationUnitCursor(tu), find_retyped, &calls);
	if (retyped.n_results)
		find_types(u, c, index, &retyped);
	/* only now: cursors are found by what is inserted already */
	for (size_t i = 0; i < retyped.count; i++) {
		const struct retyped_call *k = &retyped.items[i];

		if (k->type && offsets_add(&c->retyped, k->start)) {
			char *end = xasprintf("), ::Concurrency::details::of_type<%s>())", k->type);

			insert_text(c, k->start, "(void(");
			insert_own_text(c, k->end, end);
			changed = true;
			free(end);
		}
		free(k->type);
	}
	free(retyped.items);
	free(retyped.results);
	return changed;
}
