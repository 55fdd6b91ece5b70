/* Whether the threads of a tile can differ in a condition: it is evaluated for each
 * of them, at each iteration of a loop. */
#include "analyse/uniform.h"

#include <stdlib.h>
#include <string.h>

/* Whether threads differ in a node for one sample. */
static enum difference differ(struct tile *t, const struct node *n, unsigned sample, bool exact)
{
	int64_t first = 0, x;

	for (unsigned thread = 0; thread < t->threads; thread++) {
		enum evaluation e = evaluate(t, n, sample, thread, &x);

		if (e == UNDEFINED)
			return SAME;
		if (e == OPAQUE)
			return MAY_DIFFER;
		x = exact ? x : x != 0;
		if (thread && x != first)
			return DIFFER;
		first = x;
	}
	return SAME;
}

enum difference difference_of(struct tile *t, CXCursor condition, bool exact)
{
	struct value v = clang_Cursor_isNull(condition) ? other_value(UNIFORM) : value_of(t, condition);
	enum difference d = SAME;

	if (v.uniformity != VARYING)
		return SAME;
	if (v.kind != VALUE_SCALAR || t->threads < 2)
		return MAY_DIFFER;
	for (unsigned s = 0; s < SAMPLES && d != DIFFER; s++) {
		enum difference here = differ(t, v.items[0], s, exact);

		d = here > d ? here : d;
	}
	return d;
}

/* ---- Loops ------------------------------------------------------------------------------ */

enum { MAX_LOOP_VARIABLES = 4, MAX_ITERATIONS = 2048, LOOP_SAMPLES = 12 };

/* A variable of a loop's condition: where it begins, and how it goes on. */
struct loop_variable {
	struct variable *variable;
	struct value first;
	struct node *next; /* NULL: not known */
};

struct loop {
	struct tile *tile;
	unsigned start, end;
	const struct parts *parts;
	struct loop_variable variables[MAX_LOOP_VARIABLES];
	size_t n;
};

static bool contains(const struct tile *t, CXCursor outer, unsigned offset)
{
	unsigned start, end;

	return !clang_Cursor_isNull(outer) && cursor_range(t->clauses, outer, &start, &end) &&
	       offset >= start && offset < end;
}

/* Takes a variable that is set before the loop and changed in it only. */
static enum CXChildVisitResult find_loop_variables(CXCursor c, CXCursor parent, CXClientData data)
{
	struct loop *l = data;
	struct tile *t = l->tile;
	struct variable *v;

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_DeclRefExpr ||
	    (v = find_variable(t, clang_getCursorReferenced(c))) == NULL || v->now || v->escapes ||
	    v->is_bound || v->n_definitions < 2 || l->n == MAX_LOOP_VARIABLES)
		return CXChildVisit_Recurse;
	struct loop_variable found = {.variable = v};
	size_t n_before = 0, n_steps = 0;

	for (size_t i = 0; i < v->n_definitions; i++) {
		const struct definition *d = &v->definitions[i];

		if (contains(t, l->parts->step, d->start)) {
			found.next = changed_value(t, v, d);
			n_steps++;
		} else if (d->start < l->start || contains(t, l->parts->init, d->start)) {
			if (!d->is_change)
				found.first = value_of(t, d->value);
			n_before++;
		} else if (d->start >= l->end) {
			return CXChildVisit_Recurse;
		} else {
			n_steps += 2; /* in the body */
		}
	}
	if (n_before != 1 || found.first.kind != VALUE_SCALAR)
		return CXChildVisit_Recurse;
	if (n_steps != 1)
		found.next = NULL;
	l->variables[l->n++] = found;
	return CXChildVisit_Recurse;
}

/* Sets the loop's variables for all threads. */
static bool set_variables(struct loop *l, unsigned sample, bool first)
{
	struct tile *t = l->tile;
	int64_t *values = xmalloc((MAX_LOOP_VARIABLES * t->threads + 1) * sizeof(*values));
	bool ok = true;

	for (size_t i = 0; i < l->n && ok; i++) {
		const struct node *n = first ? l->variables[i].first.items[0] : l->variables[i].next;

		for (unsigned thread = 0; thread < t->threads && ok; thread++)
			ok = n && evaluate(t, n, sample, thread, &values[i * t->threads + thread]) ==
			                  EVALUATED;
	}
	for (size_t i = 0; i < l->n && ok; i++) {
		struct variable *v = l->variables[i].variable;

		if (!v->now)
			v->now = xmalloc((t->threads + 1) * sizeof(*v->now));
		memcpy(v->now, &values[i * t->threads], t->threads * sizeof(*v->now));
	}
	free(values);
	return ok;
}

static enum difference run_loop(struct loop *l, const struct node *condition, unsigned sample)
{
	struct tile *t = l->tile;

	if (!set_variables(l, sample, true))
		return MAY_DIFFER;
	for (unsigned i = 0; i < MAX_ITERATIONS; i++) {
		enum difference d = differ(t, condition, sample, false);
		int64_t x;

		if (d != SAME)
			return d;
		if (evaluate(t, condition, sample, 0, &x) != EVALUATED || !x)
			return SAME;
		if (!set_variables(l, sample, false))
			return MAY_DIFFER;
	}
	return SAME;
}

enum difference loop_difference(struct tile *t, CXCursor loop, const struct parts *parts)
{
	struct loop l = {.tile = t, .parts = parts};
	enum difference d = SAME;

	if (clang_Cursor_isNull(parts->condition))
		return SAME;
	struct value v = value_of(t, parts->condition);

	if (v.uniformity != VARYING)
		return SAME;
	if (v.kind != VALUE_SCALAR || t->threads < 2)
		return MAY_DIFFER;
	if (clang_getCursorKind(loop) != CXCursor_DoStmt &&
	    cursor_range(t->clauses, loop, &l.start, &l.end)) {
		find_loop_variables(parts->condition, loop, &l);
		clang_visitChildren(parts->condition, find_loop_variables, &l);
	}
	if (!l.n)
		return difference_of(t, parts->condition, false);
	for (unsigned s = 0; s < LOOP_SAMPLES && d != DIFFER; s++) {
		enum difference here = run_loop(&l, v.items[0], s);

		d = here > d ? here : d;
		for (size_t i = 0; i < l.n; i++) {
			free(l.variables[i].variable->now);
			l.variables[i].variable->now = NULL;
		}
	}
	return d;
}
