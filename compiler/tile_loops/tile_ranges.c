/* Tile loops: conditions on the thread's index, and loops that start at it. An if that compares the index with
 * uniform values limits the range of the loop over the threads instead of testing each thread: its branches are
 * loops over the threads for which the condition is true, and over those on each side of these. Strides, which
 * are loops of the kernel like
 *
 *     for (int k = i.global[0]; k < n; k += stride)
 *
 * become a loop over their steps around the loop over the threads. */
#include "tile_loops/tile_loops_internal.h"

/* ---- Conditions on the thread's index ------------------------------------- */

/* Reads a comparison; returns false if it is none. */
static bool read_comparison(struct loops *s, const struct tree *t, struct comparison *c)
{
	return read_compared(s, t, t->binary, c);
}

enum {
	MOST_COMPARISONS = 16,
	MOST_GUARDS = 8,  /* conditions of an if that are joined by || */
	MOST_TOKENS = 60, /* of a statement that is written once more */
	MOST_EDGE_TOKENS = 400,
};

/* Reads the comparisons and the uniform conditions of `a && b && …` and appends them to n others. Returns their total
 * number; 0 if there is anything else. */
static size_t read_comparisons(struct loops *s, const struct tree *t, struct comparison *all, size_t n)
{
	t = evaluated(s, t);
	if (t->kind == TREE_BINARY && t->binary == CXBinaryOperator_LAnd) {
		n = read_comparisons(s, tree_operand(t), all, n);
		return n ? read_comparisons(s, tree_second(t), all, n) : 0;
	}
	if (n == MOST_COMPARISONS)
		return 0;
	if (!read_comparison(s, t, &all[n])) {
		all[n] = (struct comparison){.value = t};
		return kind_of_expression(s, t) == UNIFORM ? n + 1 : 0;
	}
	return n + 1;
}

/* Reads the comparisons of an if's condition. Returns their number; 0 if the statement is anything else. n_certain: see
 * are_safe(). */
static size_t read_range_if(struct loops *s, const struct tree *t, struct comparison *all, size_t n_certain)
{
	bool depends_on_index = false;
	size_t n = is_plain_if(s, t) ? read_comparisons(s, tree_part(t, ROLE_CONDITION), all, 0) : 0;

	for (size_t i = 0; i < n; i++)
		depends_on_index |= all[i].op != NULL;
	return depends_on_index && are_safe(all, n, n_certain) ? n : 0;
}

/* Whether [t, end) would need an array of a variable of the region in front of it that is not needed otherwise:
 * it is not worth that. */
static bool needs_array(struct loops *s, size_t region, const struct tree *t, size_t end)
{
	FOR_EACH(const struct body_variable, v, s->variables, s->n_variables) {
		if (v->in_use && v->kind == KEPT && v->at >= region && v->at < t->first &&
		    names(s, t->first, end, v->cursor) && !names(s, end, v->scope_end, v->cursor))
			return true;
	}
	return false;
}

bool is_range_if(struct loops *s, size_t region, const struct tree *t)
{
	struct comparison all[MOST_COMPARISONS];

	if (may_leave(s, region, t->first) || !may_be_left(s, t->first, t->last) || !read_range_if(s, t, all, 1))
		return false;
	return has_barrier(s, t->first, t->last) || !needs_array(s, region, t, t->last);
}

/* Returns the if of this kind that a branch of another one, or NULL, consists of; or NULL. */
static const struct tree *nested_range_if(struct loops *s, const struct tree *branch)
{
	bool is_block = branch && branch->kind == TREE_BLOCK && branch->children && !branch->children->next;
	const struct tree *t = is_block ? branch->children : branch;
	struct comparison all[MOST_COMPARISONS];

	return t && read_range_if(s, t, all, 0) ? t : NULL;
}

/* Appends to `out` what narrows amp_range_N to the threads for which comparisons are true, and tells whether it
 * is exact. */
static void append_comparisons(struct loops *s, const struct comparison *all, size_t count, unsigned n,
                               struct text *out)
{
	for (size_t i = 0; i < count; i++) {
		const char *value = text_of(s, all[i].value), *bound = all[i].bound ? text_of(s, all[i].bound) : "";
		const struct linear *l = &all[i].linear;

		text_append(out, i ? " && " : "");
		if (!all[i].op) {
			text_printf(out, "AMP_TILE_WHERE(amp_range_%u, %s)", n, value);
			continue;
		}
		text_printf(out, "AMP_TILE_NARROW%s(amp_range_%u, %d, %s, %s, %s",
		            l->is_flat ? "_FLAT" : (l->step < 0 ? "_FALLING" : ""), n, l->dimension, all[i].op, value,
		            bound);
		if (l->is_flat)
			text_printf(out, ", %s", l->width ? text_of(s, l->width) : l->width_text);
		text_append(out, ")");
	}
}

/* Appends to `out` whether ranges tell for which threads the condition of an if is true, and those of the ifs
 * that its branches consist of: then it narrows amp_range_N to these threads. n: number of ranges so far.
 * Returns their new number. */
static unsigned append_narrowing(struct loops *s, const struct tree *t, unsigned n, struct text *out)
{
	const struct tree *branches[] = {tree_part(t, ROLE_BODY), tree_part(t, ROLE_OTHERWISE)};
	struct comparison all[MOST_COMPARISONS];
	size_t count = read_range_if(s, t, all, MOST_COMPARISONS);

	n++;
	text_append(out, n > 1 ? " && " : "");
	append_comparisons(s, all, count, n, out);
	for (size_t i = 0; i < 2; i++) {
		const struct tree *nested = nested_range_if(s, branches[i]);

		n = nested ? append_narrowing(s, nested, n, out) : n;
	}
	return n;
}

/* Appends what sets the ranges of append_narrowing() for a single thread, from the conditions themselves. */
static unsigned append_single(struct loops *s, const struct tree *t, unsigned n)
{
	const struct tree *branches[] = {tree_part(t, ROLE_BODY), tree_part(t, ROLE_OTHERWISE)};

	text_printf(s->out, "\t\tAMP_TILE_SINGLE(amp_range_%u, %s);\n", ++n, text_of(s, tree_part(t, ROLE_CONDITION)));
	for (size_t i = 0; i < 2; i++) {
		const struct tree *nested = nested_range_if(s, branches[i]);

		n = nested ? append_single(s, nested, n) : n;
	}
	return n;
}

/* Appends a branch for the threads of a range, or of the tile if that is NULL. */
static void append_branch(struct loops *s, const struct tree *branch, const char *range)
{
	const char *around = s->range;
	bool is_selected = s->is_selected;

	if (!s->row_rank || !has_barrier(s, branch->first, branch->last)) {
		append_thread_loop(s, text_begin(s, branch), branch->last, range, false);
		return;
	}
	if (range)
		text_printf(s->out, "\t\tif (!AMP_TILE_IS_EMPTY(%s))\n", range);
	s->range = range;
	s->is_selected = true;
	append_split(s, branch);
	s->range = around;
	s->is_selected = is_selected;
}

/* Appends the branches of an if as loops over the threads of `range`: the first for those that amp_range_N has,
 * too, the second for the others. n: number of ranges that are in use. Returns their new number. */
static unsigned append_branches(struct loops *s, const struct tree *t, const char *range, unsigned n)
{
	const char *selected = interned_printf("amp_then_%u", ++n), *rest = interned_printf("amp_else_%u", n);
	const struct tree *branches[] = {tree_part(t, ROLE_BODY), tree_part(t, ROLE_OTHERWISE)};
	const char *ranges[] = {selected, rest};

	text_printf(s->out, "\t\tconst AMP_TILE_RANGE %s = AMP_TILE_BOTH(%s, amp_range_%u);\n", selected, range, n);
	for (size_t i = 0; i < 2 && branches[i]; i++) {
		const struct tree *nested = nested_range_if(s, branches[i]);

		if (i == 1)
			text_printf(s->out,
			            "\t\tAMP_TILE_SIDES {\n\t\tconst AMP_TILE_RANGE %s = AMP_TILE_BESIDE(%s, %s);\n",
			            rest, range, selected);
		if (nested)
			n = append_branches(s, nested, ranges[i], n);
		else
			append_branch(s, branches[i], ranges[i]);
		if (i == 1)
			text_append(s->out, "\t\t}\n");
	}
	return n;
}

static bool has_edges(struct loops *s, size_t first, size_t last);

/* Appends the first branch of an if for tiles with all of their threads in it, unless it is long: loops of
 * constant length are faster if a row is short. */
static void append_whole(struct loops *s, const struct tree *t)
{
	const struct tree *body = tree_part(t, ROLE_BODY);

	if (s->range || is_in_stride(s) || body->last - body->first > MOST_TOKENS || nested_range_if(s, body) ||
	    has_edges(s, body->first, body->last))
		return;
	text_append(s->out, "\t\tif (amp_exact && AMP_TILE_IS_WHOLE(amp_range_1)) {\n");
	append_branch(s, body, NULL);
	text_append(s->out, "\t\t} else\n");
}

/* Begins a block that has amp_range_1 to amp_range_N, parts of amp_range_0, the threads of `around` or, if that
 * is NULL, all; and amp_exact, whether `narrowing`, conditions of [first, last), narrows them to the threads for
 * which these are true. */
static void append_ranges(struct loops *s, const char *around, size_t first, size_t last, unsigned n,
                          const char *narrowing)
{
	text_append(s->out, "\t\t{\n\t\tbool amp_exact;\n\t\tAMP_TILE_RANGE ");
	for (unsigned i = 0; i <= n; i++)
		text_printf(s->out, "%samp_range_%u = %s", i ? ", " : "", i,
		            i        ? "amp_range_0"
		            : around ? around
		                     : "AMP_TILE_ALL");
	text_append(s->out, ";\n\t\t{\n");
	append_first_thread(s);
	append_items(s, first, last, true);
	text_printf(s->out, "\t\tamp_exact = %s;\n\t\t}\n", narrowing);
}

/* Begins the loop over the threads one by one if the ranges are not exact, and what sets these for a thread. */
static void append_turns(struct loops *s, const struct tree *t)
{
	text_printf(s->out,
	            "\t\tAMP_TILE_TURNS(amp_exact) {\n\t\tif (!amp_exact) {\n\t\tAMP_TILE_TURN(amp_range_0, %s);\n",
	            s->range ? s->range : "AMP_TILE_ALL");
	append_index(s);
	append_items(s, t->first, t->last, true);
}

void append_range_if(struct loops *s, const struct tree *t)
{
	SCOPED(text) narrowing = {0};
	unsigned n = append_narrowing(s, t, 0, &narrowing);

	s->has_row_if |= is_row_if(s, t);
	append_ranges(s, s->range, t->first, t->last, n, narrowing.data);
	append_whole(s, t);
	append_turns(s, t);
	append_single(s, t, 0);
	text_append(s->out, "\t\t}\n");
	append_branches(s, t, "amp_range_0", 0);
	text_append(s->out, "\t\t}\n\t\t}\n");
}

/* ---- Multiples ------------------------------------------------------------ */

/* value % by == rest, where value grows by one from thread to thread. */
struct multiples {
	const struct tree *value, *by, *rest;
	int dimension;
};

static bool read_multiples(struct loops *s, const struct tree *condition, struct multiples *out)
{
	const struct tree *t = evaluated(s, condition), *remainder;

	if (t->kind != TREE_BINARY || t->binary != CXBinaryOperator_EQ)
		return false;
	remainder = tree_strip(tree_operand(t));
	out->rest = tree_second(t);
	if (remainder->kind != TREE_BINARY || remainder->binary != CXBinaryOperator_Rem)
		return false;
	out->value = tree_operand(remainder);
	out->by = tree_second(remainder);
	out->dimension = linear_dimension(s, out->value);
	return out->dimension >= 0 && is_uniform_integer(s, out->by) && is_uniform_integer(s, out->rest) &&
	       clang_Type_getSizeOf(tree_type(out->value)) <= (long long)sizeof(int);
}

bool append_multiples(struct loops *s, size_t region, size_t before, const struct tree *t)
{
	const struct tree *body = tree_part(t, ROLE_BODY);
	struct multiples m;

	if (is_c(s) || s->row_rank || s->range || is_in_stride(s) || !is_plain_if(s, t) ||
	    tree_part(t, ROLE_OTHERWISE) || may_leave(s, region, t->last) || body->last - body->first > MOST_TOKENS ||
	    needs_array(s, region, t, t->last) || !read_multiples(s, tree_part(t, ROLE_CONDITION), &m))
		return false;
	append_region(s, region, before);
	text_append(s->out, "\t\t{\n\t\tint amp_first, amp_by;\n\t\tbool amp_exact;\n\t\t{\n");
	append_first_thread(s);
	append_items(s, t->first, t->last, true);
	text_printf(s->out, "\t\tamp_exact = AMP_TILE_MULTIPLES(%d, %s, %s, %s, amp_first, amp_by);\n\t\t}\n",
	            m.dimension, text_of(s, m.value), text_of(s, m.by), text_of(s, m.rest));
	text_printf(s->out, "\t\tif (amp_exact) {\n\t\tAMP_TILE_LOOPS_BY(%d, amp_first, amp_by) {\n", m.dimension);
	append_thread_body(s, text_begin(s, body), body->last, false);
	text_append(s->out, "\t\t} else {\n");
	append_thread_loop(s, text_begin(s, t), t->last, NULL, false);
	text_append(s->out, "\t\t}\n\t\t}\n");
	return true;
}

/* ---- Guards --------------------------------------------------------------- */

/* if (a || b …) { …; return; } */
struct guard {
	const struct tree *conditions[MOST_GUARDS];
	size_t n_conditions;
	size_t first, last; /* the text in front of the return */
};

/* Reads conditions that are joined by ||; returns false if there are too many. */
static bool read_conditions(struct loops *s, const struct tree *t, struct guard *out)
{
	t = evaluated(s, t);
	if (t->kind == TREE_BINARY && t->binary == CXBinaryOperator_LOr)
		return read_conditions(s, tree_operand(t), out) && read_conditions(s, tree_second(t), out);
	if (out->n_conditions == MOST_GUARDS)
		return false;
	out->conditions[out->n_conditions++] = t;
	return true;
}

/* Whether each thread knows a condition without reading memory: it is uniform, or consists of comparisons. */
static bool is_range_condition(struct loops *s, const struct tree *t)
{
	struct comparison all[MOST_COMPARISONS];
	size_t n;

	if (kind_of_expression(s, t) == UNIFORM)
		return true;
	n = read_comparisons(s, t, all, 0);
	return n && are_safe(all, n, 1);
}

static bool read_guard(struct loops *s, const struct tree *t, struct guard *out)
{
	const struct tree *body = is_plain_if(s, t) ? tree_part(t, ROLE_BODY) : NULL, *last = body;

	*out = (struct guard){.n_conditions = 0};
	if (!body || tree_part(t, ROLE_OTHERWISE) || !read_conditions(s, tree_part(t, ROLE_CONDITION), out))
		return false;
	if (body->kind == TREE_BLOCK) {
		for (last = body->children; last && last->next;)
			last = last->next;
	}
	if (!last || last->kind != TREE_RETURN || tree_operand(last))
		return false;
	out->first = last == body ? last->first : body->first + 1;
	out->last = last->first;
	for (size_t i = 0; i < out->n_conditions; i++) {
		if (!is_range_condition(s, out->conditions[i]))
			return false;
	}
	return !may_leave(s, out->first, out->last) &&
	       (out->n_conditions == 1 || out->last - out->first <= MOST_TOKENS);
}

/* Appends the text in front of a guard's return for the threads of a range, or of the tile. */
static void append_guarded(struct loops *s, const struct guard *g, const char *range)
{
	if (g->first < g->last)
		append_thread_loop(s, g->first, g->last, range, false);
}

/* Appends one of a guard's conditions, up to what is done for the other threads. Returns what closes that. */
static const char *append_condition_of(struct loops *s, const struct tree *t, const struct guard *g,
                                       const struct tree *condition)
{
	struct comparison all[MOST_COMPARISONS];
	SCOPED(text) narrowing = {0};

	if (kind_of_expression(s, condition) == UNIFORM) {
		text_printf(s->out, "\t\tif (%s) {\n", text_of(s, condition));
		append_guarded(s, g, s->range);
		text_append(s->out, "\t\t} else {\n");
		return "\t\t}\n";
	}
	append_comparisons(s, all, read_comparisons(s, condition, all, 0), 1, &narrowing);
	append_ranges(s, s->range, t->first, t->last, 1, narrowing.data);
	append_turns(s, t);
	text_printf(s->out, "\t\tAMP_TILE_SINGLE(amp_range_1, %s);\n\t\t}\n", text_of(s, condition));
	text_append(s->out, "\t\tconst AMP_TILE_RANGE amp_then_1 = AMP_TILE_BOTH(amp_range_0, amp_range_1);\n");
	append_guarded(s, g, "amp_then_1");
	s->range = interned_printf("amp_rest_%u", ++s->n_labels);
	s->is_selected = true;
	text_printf(s->out,
	            "\t\tAMP_TILE_SIDES {\n\t\tconst AMP_TILE_RANGE %s = AMP_TILE_BESIDE(amp_range_0, amp_then_1);\n"
	            "\t\tif (AMP_TILE_IS_EMPTY(%s))\n\t\t\tcontinue;\n",
	            s->range, s->range);
	return "\t\t}\n\t\t}\n\t\t}\n";
}

bool append_guard(struct loops *s, size_t region, size_t before, const struct tree *t, size_t last)
{
	bool has_loops = has_barrier(s, t->last, last), is_selected = s->is_selected, has_row_if = s->has_row_if;
	const char *around = s->range;
	struct guard g;

	if (!s->row_rank || !t->next || may_leave(s, region, before) || !read_guard(s, t, &g) ||
	    changes_uniform(s, t->first, last) ||
	    (!has_loops && (!is_row_code(s, t->next) || needs_array(s, region, t, last))))
		return false;
	SCOPED(attempt) attempt = attempt_begin(s);
	SCOPED(text) end = {0};

	append_region(s, region, before);
	for (size_t i = 0; i < g.n_conditions; i++)
		text_append(&end, append_condition_of(s, t, &g, g.conditions[i]));
	s->has_row_if |= s->is_selected;
	append_statements(s, t->next, t->last, last);
	text_append(s->out, end.data);
	s->range = around;
	s->is_selected = is_selected;
	bool done = !s->failed;

	if (!done) {
		s->has_row_if = has_row_if;
		attempt_undo(&attempt, s, t->first, last);
	}
	return done;
}

/* ---- Edges ---------------------------------------------------------------- */

/* Whether a region, or a part of one, is worth a loop over the threads away from the edges. */
static bool read_edges(struct loops *s, size_t first, size_t last, struct edges *out)
{
	return last - first <= MOST_EDGE_TOKENS && last_dimension(s) >= 0 && is_row_region(s, first, last) &&
	       find_edges(s, first, last, out);
}

static bool has_edges(struct loops *s, size_t first, size_t last)
{
	SCOPED(edges) edges = {0};

	return read_edges(s, first, last, &edges);
}

/* Appends a region as a loop over threads away from the edges. */
static void append_inside(struct loops *s, const struct edges *edges, size_t first, size_t last, const char *range,
                          bool all)
{
	for (size_t i = 0; i < edges->n_replaced; i++)
		substitute(s, edges->replaced[i]);
	append_threads(s, range);
	append_thread_body(s, first, last, all);
	for (size_t i = 0; i < edges->n_replaced; i++)
		forget_substitutions(s, edges->replaced[i].first, edges->replaced[i].last, false);
}

bool append_edges(struct loops *s, size_t first, size_t last, const char *range, bool all)
{
	SCOPED(edges) edges = {0};
	SCOPED(text) narrowing = {0};

	if (!read_edges(s, first, last, &edges))
		return false;
	for (size_t i = 0; i < edges.narrowing.count; i++)
		text_printf(&narrowing, "%s%s", i ? " && " : "", edges.narrowing.items[i]);
	append_ranges(s, range, last, last, 1, narrowing.data);
	text_append(s->out, "\t\tif (!amp_exact)\n\t\t\tAMP_TILE_SINGLE(amp_range_1, false);\n");
	if (!range) { /* loops of constant length are faster if a row is short */
		text_append(s->out, "\t\tif (AMP_TILE_IS_WHOLE(amp_range_1)) {\n");
		append_inside(s, &edges, first, last, NULL, all);
		text_append(s->out, "\t\t} else {\n");
	}
	text_append(
	    s->out,
	    "\t\tAMP_TILE_EDGES {\n\t\tconst AMP_TILE_RANGE amp_edge = AMP_TILE_BESIDE(amp_range_0, amp_range_1);\n");
	append_threads(s, "amp_edge");
	append_thread_body(s, first, last, all);
	text_append(s->out, "\t\t}\n");
	append_inside(s, &edges, first, last, "amp_range_1", all);
	text_append(s->out, range ? "\t\t}\n" : "\t\t}\n\t\t}\n");
	s->has_row_if = true;
	return true;
}

/* ---- Strides -------------------------------------------------------------- */

bool is_in_stride(const struct loops *s)
{
	for (size_t i = 0; i < s->n_items; i++) {
		if (s->items[i].kind == ITEM_STRIDE)
			return true;
	}
	return false;
}

/* Reads a stride; returns false if the loop is none. */
static bool read_stride(struct loops *s, const struct tree *t, struct stride *out)
{
	const struct tree *condition = tree_strip(tree_part(t, ROLE_CONDITION)),
	                  *step = tree_strip(tree_part(t, ROLE_STEP));
	const struct tree *body = tree_part(t, ROLE_BODY), *compared, *changed;
	struct loop_counter v;

	if (!read_loop_variable(s, t, &v) || !v.is_declared || !v.k->type || !condition ||
	    condition->kind != TREE_BINARY ||
	    (condition->binary != CXBinaryOperator_LT && condition->binary != CXBinaryOperator_LE) ||
	    step->kind != TREE_BINARY || step->binary != CXBinaryOperator_AddAssign)
		return false;
	compared = tree_strip(tree_operand(condition));
	changed = tree_strip(tree_operand(step));
	*out = (struct stride){v.k, linear_dimension(s, v.start), v.start,
	                       condition, tree_second(condition), tree_second(step)};
	return clang_equalCursors(compared->declaration, v.k->cursor) &&
	       clang_equalCursors(changed->declaration, v.k->cursor) &&
	       is_int(clang_getCursorType(v.k->cursor)) && kind_of_expression(s, v.start) == REPEATED &&
	       kind_of_expression(s, out->bound) == UNIFORM && kind_of_expression(s, out->step) == UNIFORM &&
	       !has_jump(s, TREE_RETURN, body->first, body->last) &&
	       !changes(s, body->first, body->last, v.k->cursor);
}

/* ---- The loop over the steps ---------------------------------------------- */

/* Appends amp_k_least and amp_k_most, the smallest and the largest start of a stride. */
static void append_starts(struct loops *s, const struct stride *k, size_t last)
{
	const char *name = k->variable->name;
	const char *start = text_of(s, k->start);

	if (k->dimension >= 0) {
		text_printf(s->out, "\t\tlong long amp_%s_least, amp_%s_most;\n", name, name);
		text_append(s->out, "\t\t{\n");
		append_first_thread(s);
		append_items(s, last, last, true);
		text_printf(s->out,
		            "\t\tconst %s amp_start = %s;\n"
		            "\t\tamp_%s_least = amp_start;\n"
		            "\t\tamp_%s_most = amp_%s_least + AMP_TILE_SIZE(%d) - 1;\n\t\t}\n",
		            k->variable->type, start, name, name, name, k->dimension);
	} else {
		text_printf(s->out,
		            "\t\tlong long amp_%s_least = LLONG_MAX, amp_%s_most = LLONG_MIN;\n",
		            name, name);
		append_threads(s, s->range);
		append_index(s);
		append_items(s, last, last, false);
		text_printf(s->out,
		            "\t\tconst long long amp_start = %s;\n"
		            "\t\tamp_%s_least = amp_start < amp_%s_least ? amp_start : amp_%s_least;\n"
		            "\t\tamp_%s_most = amp_start > amp_%s_most ? amp_start : amp_%s_most;\n"
		            "\t\t}\n",
		            start, name, name, name, name, name, name);
	}
}

/* Appends the head of the loop over a stride's steps, in front of which there is a loop in each thread for values near
 * the type's largest one, and where the conversion for the comparison changes k. */
static void append_steps(struct loops *s, const struct stride *k, const struct tree *loop)
{
	const char *name = k->variable->name, *type = k->variable->type;
	const char *bound = text_of(s, k->bound), *step = text_of(s, k->step);
	const char *less = k->condition->binary == CXBinaryOperator_LE ? "<=" : "<";

	append_starts(s, k, loop->last);
	text_printf(s->out,
	            "\t\tconst long long amp_%s_end = AMP_TILE_END_OF(%s, %s), amp_%s_by = %s;\n"
	            "\t\tif (amp_%s_least > amp_%s_most)\n\t\t\t; /* no thread */\n"
	            "\t\telse if (!AMP_TILE_ARE_STEPS_EXACT(%s, amp_%s_least, amp_%s_most, %s, amp_%s_by)) {\n",
	            name, type, bound, name, step, name, name, type, name, name, bound, name);
	append_thread_loop(s, loop->first, loop->last, s->range, false);
	text_printf(s->out,
	            "\t\t} else for (long long amp_%s_step = 0; amp_%s_least + amp_%s_step %s amp_%s_end; "
	            "amp_%s_step += amp_%s_by) {\n"
	            "\t\tconst bool amp_%s_all = amp_%s_most + amp_%s_step %s amp_%s_end;\n",
	            name, name, name, less, name, name, name, name, name, name, less, name);
	if (k->dimension < 0)
		return;
	const char *range = interned_printf("amp_%s_range", name);

	text_printf(s->out,
	            "\t\tAMP_TILE_RANGE %s = %s;\n"
	            "\t\tAMP_TILE_LIMIT(%s, %d, less%s, amp_%s_end - amp_%s_least - amp_%s_step);\n",
	            range, s->range ? s->range : "AMP_TILE_ALL", range, k->dimension, less[1] ? "_equal" : "", name,
	            name, name);
	s->range = range;
}

/* Appends the regions of a stride's body. */
static void append_stride_body(struct loops *s, const struct stride *k, const struct tree *body)
{
	const struct cut_scope outer = s->in;

	add_item(s, (struct region_item){.kind = ITEM_STRIDE, .stride = k});
	k->variable->in_use = true;
	k->variable->kind = REPEATED;
	k->variable->linear = (struct linear){.step = k->dimension >= 0, .dimension = k->dimension};
	s->in.loop_end = 0;
	s->in.loop_depth++;
	s->in.repeat_depth++;
	append_split(s, body);
	s->in = outer;
	k->variable->in_use = false;
	s->n_items--;
}

bool append_stride(struct loops *s, size_t region, size_t before, const struct tree *t)
{
	struct stride k;
	const char *around = s->range;

	if (!read_stride(s, t, &k))
		return false;
	SCOPED(attempt) attempt = attempt_begin(s);

	append_region(s, region, before);
	text_append(s->out, "\t\t{\n");
	append_steps(s, &k, t);
	append_stride_body(s, &k, tree_part(t, ROLE_BODY));
	s->range = around;
	text_append(s->out, "\t\t}\n\t\t}\n");
	bool done = !s->failed;

	if (!done)
		attempt_undo(&attempt, s, t->first, t->last);
	return done;
}
