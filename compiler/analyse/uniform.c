/* Decides whether the threads of a tile can differ in a condition, by evaluating it for each of them, in each
 * iteration of a loop. */
#include "analyse/uniform.h"

#include <stdlib.h>
#include <string.h>

/* Whether threads differ in a node for one sample. exact: compare values, not just whether they are 0. */
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

/* ---- Loops ------------------------------------------------------------------------------ */

enum { MAX_LOOP_VARIABLES = 4, MAX_ITERATIONS = 2048, LOOP_SAMPLES = 12 };

/* A variable in a loop's condition: its initial value, and its value in the next iteration. */
struct loop_variable {
	struct variable *variable;
	struct value first;
	struct node *next; /* NULL: not known */
};

struct loop {
	struct tile *tile;
	const struct tree *tree;
	struct loop_variable variables[MAX_LOOP_VARIABLES];
	size_t n;
};

/* Adds a variable that is set before the loop and modified only in it. */
static void add_loop_variable(struct loop *l, struct variable *v)
{
	struct tile *t = l->tile;
	const struct tree *init = tree_part(l->tree, ROLE_INIT), *step = tree_part(l->tree, ROLE_STEP);
	struct loop_variable found = {.variable = v};
	size_t n_before = 0, n_steps = 0;

	if (v->now || v->escapes || v->is_bound || v->n_definitions < 2 ||
	    l->n == MAX_LOOP_VARIABLES)
		return;
	FOR_EACH(const struct definition, d, v->definitions, v->n_definitions) {
		if (step && tree_is_in(d->tree, step)) {
			found.next = changed_value(t, v, d);
			n_steps++;
		} else if (d->tree->number < l->tree->number || (init && tree_is_in(d->tree, init))) {
			if (!d->is_change)
				found.first = value_of(t, d->value);
			n_before++;
		} else if (!tree_is_in(d->tree, l->tree)) {
			return;
		} else {
			n_steps += 2; /* modified in the body: not known */
		}
	}
	if (n_before != 1 || found.first.kind != VALUE_SCALAR)
		return;
	if (n_steps != 1)
		found.next = NULL;
	l->variables[l->n++] = found;
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

enum difference difference_in(struct tile *t, const struct tree *condition)
{
	struct loop l = {.tile = t, .tree = condition->parent};
	struct value v = value_of(t, condition);
	enum difference d = SAME;

	if (v.uniformity != VARYING)
		return SAME;
	if (v.kind != VALUE_SCALAR || t->threads < 2)
		return MAY_DIFFER;
	if (l.tree->kind == TREE_FOR || l.tree->kind == TREE_WHILE) {
		for (const struct tree *c = condition; c; c = tree_next(c, condition)) {
			if (c->kind == TREE_NAME && variable_of(t, c))
				add_loop_variable(&l, variable_of(t, c));
		}
	}
	for (unsigned s = 0; s < (l.n ? LOOP_SAMPLES : SAMPLES) && d != DIFFER; s++) {
		enum difference here =
			l.n ? run_loop(&l, v.items[0], s)
			    : differ(t, v.items[0], s, l.tree->kind == TREE_SWITCH);

		d = here > d ? here : d;
		for (size_t i = 0; i < l.n; i++) {
			free(l.variables[i].variable->now);
			l.variables[i].variable->now = NULL;
		}
	}
	return d;
}
