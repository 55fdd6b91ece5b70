/* Tile loops: strides, which are loops of the kernel that start at the thread's index,
 *
 *     for (int k = i.global[0]; k < n; k += stride)
 *
 * and become a loop over their steps around the loop over the threads. */
#include "tile_loops/tile_loops_internal.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- Attempts ------------------------------------------------------------- */

/* What writing regions changes, to undo an attempt that fails. */
struct attempt {
	size_t length, n_kept_types, n_in_place_types, n_premises;
	long long kept_size;
	struct body_variable *variables;
};

static struct attempt attempt_begin(const struct loops *s)
{
	size_t size = s->n_variables * sizeof(*s->variables);

	return (struct attempt){s->out->len, s->kept_types.count, s->in_place_types.count, s->premises.count, s->kept_size,
	                        memcpy(xmalloc(size), s->variables, size)};
}

static void attempt_finish(struct attempt *a)
{
	free(a->variables);
}

/* Drops all strings but the first n. */
static void truncate_strings(struct strings *s, size_t n)
{
	while (s->count > n)
		free(s->items[--s->count]);
	if (s->items)
		s->items[n] = NULL; /* the terminator */
}

static void attempt_undo(const struct attempt *a, struct loops *s)
{
	s->failed = NULL;
	s->out->len = a->length;
	s->out->data[a->length] = '\0';
	s->kept_size = a->kept_size;
	truncate_strings(&s->kept_types, a->n_kept_types);
	truncate_strings(&s->in_place_types, a->n_in_place_types);
	truncate_strings(&s->premises, a->n_premises);
	memcpy(s->variables, a->variables, s->n_variables * sizeof(*s->variables));
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

	text_printf(s->out, "\t\tAMP_TILE_RANGE %s = %s;\n"
	                    "\t\tAMP_TILE_LIMIT(%s, %d, less%s, amp_%s_end - amp_%s_least - amp_%s_step);\n",
	            range, s->range ? s->range : "AMP_TILE_ALL", range, k->dimension, less[1] ? "_equal" : "", name, name,
	            name);
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

	if (!done) {
		attempt_undo(&attempt, s);
		forget_substitutions(s, t->first, t->last, false);
	}
	return done;
}
