/* A tiled kernel as loops over its threads, for the CPU accelerator.
 *
 * Between two barriers the threads of a tile do not wait for each other, so what
 * stands there, a region, can be a loop over them, which compilers vectorize.
 * A kernel whose barriers are statements of its body, or of uniform loops and
 * ifs in it, is a sequence of such loops:
 *
 *     for (int k = 0; k < n; k += TILE) {       the header runs once
 *         a region                              a loop over the threads
 *         i.barrier.wait();
 *         a region                              another one
 *     }
 *
 * Loops of the kernel itself that start at the thread's index,
 *     for (int k = i.global[0]; k < n; k += stride)
 * change places with the loop over the threads, which then goes along memory as
 * a GPU's threads do: what is in them is a region, or several.
 *
 * What a variable of the body becomes:
 *   uniform     the same in all threads: declared once, outside of the loops
 *   repeated    follows from the thread's index: declared anew in each region
 *   kept        all others: in an array with an element for each thread between
 *               the regions, if it is used in more than one; arrays and objects are
 *               moved there once, and the regions behind refer to them
 *
 * All of that must be certain: where it is not, there are no loops, and the
 * threads are fibers (runtime/cpu/tile.c). */
#include "statement.h"
#include "tile_loops.h"

#include <stdlib.h>
#include <string.h>

#define MOST_KEPT (256 * 1024) /* bytes of a tile, on the stack; kernel.h has the same */

/* ---- Writing -------------------------------------------------------------- */

/* The tokens [first, last), with what is substituted. */
static void append_tokens(struct loops *s, size_t first, size_t last)
{
	append_line_directive(s->l, s->out, token(s->l, first)->offset);
	for (size_t i = 0; i < s->n_substitutions; i++) {
		const struct substitution *replaced = &s->substitutions[i];

		if (replaced->first < first || replaced->last > last)
			continue;
		char *before = render(s->l, token(s->l, first)->offset,
		                      token(s->l, replaced->first)->offset, UNIT_HOST);

		text_printf(s->out, "%s%s", before, replaced->text);
		free(before);
		first = replaced->last;
	}
	if (first < last) {
		char *text = spelling(s, first, last);

		text_append(s->out, text);
		free(text);
	}
	text_append(s->out, "\n");
}

/* Keeps them in the order of the text. */
void substitute(struct loops *s, struct substitution new)
{
	size_t at = s->n_substitutions++;

	s->substitutions = xrealloc(s->substitutions, s->n_substitutions * sizeof(*s->substitutions));
	for (; at > 0 && s->substitutions[at - 1].first > new.first; at--)
		s->substitutions[at] = s->substitutions[at - 1];
	s->substitutions[at] = new;
}

/* Forgets those in [first, last), or of these only what stands for a return. */
static void forget_substitutions(struct loops *s, size_t first, size_t last, bool returns)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n_substitutions; i++) {
		const struct substitution *old = &s->substitutions[i];

		if (old->first >= first && old->first < last && (old->of_return || !returns))
			free(old->text);
		else
			s->substitutions[n++] = *old;
	}
	s->n_substitutions = n;
}

static bool has_token(const struct loops *s, size_t first, size_t last, const char *spelling)
{
	for (size_t i = first; i < last; i++) {
		if (is(s->l, i, spelling))
			return true;
	}
	return false;
}

/* The token behind the lambda without captures that begins at i; i, if there is none. */
static size_t lambda_end(const struct loops *s, size_t i)
{
	if (!is(s->l, i, "[") || !is(s->l, i + 1, "]") || is_binary(s, i))
		return i;
	unsigned body = lambda_body(s->l->unit, token(s->l, i)->offset);

	return past_match(s, token_at(s->l->tokens, body));
}

/* The next return of the function's own. last: there is none. */
static size_t next_return(const struct loops *s, size_t first, size_t last)
{
	size_t i = first;

	while (i < last && !is(s->l, i, "return")) {
		size_t end = lambda_end(s, i);

		i = end > i ? end : i + 1;
	}
	return i < last ? i : last;
}

static bool has_return(const struct loops *s, size_t first, size_t last)
{
	return next_return(s, first, last) < last;
}

static bool has_continue(const struct loops *s, size_t first, size_t last)
{
	return s->loop_depth && next_continue(s, first, last) < last;
}

/* Whether threads may leave a region before its end. */
static bool may_leave(const struct loops *s, size_t first, size_t last)
{
	return has_return(s, first, last) || has_continue(s, first, last);
}

/* Whether what they do not do then ends with the region, too: that of a return is up to
 * the end of the body, that of a continue up to that of the loop's. */
static bool may_be_left(const struct loops *s, size_t first, size_t last)
{
	return (last == s->body_end || !has_return(s, first, last)) &&
	       (last == s->loop_end || !has_continue(s, first, last));
}

void add_item(struct loops *s, struct item item)
{
	if (s->n_items == s->capacity) {
		s->capacity = s->capacity ? s->capacity * 2 : 16;
		s->items = xrealloc(s->items, s->capacity * sizeof(*s->items));
	}
	s->items[s->n_items++] = item;
}

char *spelling(const struct loops *s, size_t first, size_t last)
{
	unsigned start = token(s->l, first)->offset;
	unsigned end = token(s->l, last - 1)->offset + token(s->l, last - 1)->len;

	/* what is inserted behind a statement is the next one's */
	return is_one_of(s, last - 1, "; { }") ? render(s->l, start, end, UNIT_HOST)
	                                       : render_expression(s->l, start, end, UNIT_HOST);
}

/* The variable of a stride in this thread. all: no thread is past its end; else,
 * if the range of threads does not say so, one that is goes no further. */
static void append_stride_item(struct loops *s, const struct stride *k, bool all)
{
	const char *name = k->variable->name, *type = k->variable->type;
	char *start = spelling(s, k->start, k->condition - 1);
	char *condition = spelling(s, k->condition, k->step - 1);

	text_printf(s->out, "\t\tconst %s %s = (%s) + (%s)amp_%s_step;\n", type, name, start, type, name);
	if (!all && k->dimension < 0)
		text_printf(s->out, "\t\tif (!(%s))\n\t\t\tcontinue;\n", condition);
	free(start);
	free(condition);
}

static bool is_array(CXType type)
{
	return type.kind == CXType_ConstantArray || type.kind == CXType_DependentSizedArray;
}

/* The type of an array's elements, or the type itself. */
static CXType element_type(CXType type)
{
	type = clang_getCanonicalType(type);
	while (is_array(type))
		type = clang_getCanonicalType(clang_getArrayElementType(type));
	return type;
}

/* Whether an object is const, or the elements of an array are; libclang says it of the array
 * or of its elements. */
static bool is_const(CXType type)
{
	type = clang_getCanonicalType(type);
	bool yes = clang_isConstQualifiedType(type);

	while (is_array(type)) {
		type = clang_getCanonicalType(clang_getArrayElementType(type));
		yes |= clang_isConstQualifiedType(type);
	}
	return yes;
}

/* A variable of the scopes around in this thread. In C, what refers to an array is a
 * pointer to its elements. */
static void append_kept(struct loops *s, const struct variable *v)
{
	const char *constant = is_const(clang_getCursorType(v->cursor)) ? "const " : "";

	if (!v->is_in_place)
		text_printf(s->out, "\t\t%s %s = amp_kept_%s AMP_TILE_THREAD;\n", v->type, v->name, v->name);
	else if (is_c(s))
		text_printf(s->out, "\t\t%s%s (*const %s)%s = amp_kept_%s AMP_TILE_THREAD;\n", constant, v->type,
		            v->name, strchr(v->bounds, ']') + 1, v->name);
	else
		text_printf(s->out, "\t\t%sauto &%s = amp_kept_%s.at(amp_z, amp_y, amp_x);\n", constant, v->name,
		            v->name);
}

/* The same at the end of a region. */
static void append_store(struct loops *s, const struct variable *v)
{
	if (!v->is_in_place)
		text_printf(s->out, "\t\tamp_kept_%s AMP_TILE_THREAD = %s;\n", v->name, v->name);
	else if (is_c(s))
		text_printf(s->out, "\t\tmemcpy(amp_kept_%s AMP_TILE_THREAD, %s, sizeof %s);\n", v->name,
		            v->name, v->name);
	else
		text_printf(s->out, "\t\tamp_kept_%s.move(amp_z, amp_y, amp_x, %s);\n", v->name, v->name);
}

void append_items(struct loops *s, size_t first, size_t last, bool all)
{
	for (size_t i = 0; i < s->n_items; i++) {
		const struct item *item = &s->items[i];
		const struct variable *v = item->variable;

		if (item->kind == ITEM_STRIDE)
			append_stride_item(s, item->stride, all);
		else if (item->kind == ITEM_TEXT)
			text_append(s->out, item->text);
		else if (item->kind == ITEM_DECLARATION && item->first < first)
			append_tokens(s, item->first, item->last);
		else if (item->kind == ITEM_VARIABLE && v->is_stored && v->at < first &&
		         names(s, first, last, v->name))
			append_kept(s, v);
	}
}

/* The index of a thread, if there is one. */
void append_index(struct loops *s)
{
	if (*s->index)
		text_printf(s->out, "\t\t%s = %s;\n", s->index_declaration, s->index_value);
}

void append_first_thread(struct loops *s)
{
	text_append(s->out, "\t\tconst int amp_z = 0, amp_y = 0, amp_x = 0;\n");
	append_index(s);
}

/* The head of a loop over threads: over all of the tile, or those of a range. */
static void append_threads(struct loops *s, const char *range)
{
	if (range)
		text_printf(s->out, "\t\tAMP_TILE_LOOPS_IN(%s) {\n", range);
	else
		text_append(s->out, "\t\tAMP_TILE_LOOPS {\n");
	append_index(s);
}

/* What of kept variables is stored at the end of [first, last) in a thread. */
static void append_stores(struct loops *s, size_t first, size_t last)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		const struct variable *v = &s->variables[i];

		if (v->in_use && v->is_stored && v->at < last &&
		    (v->at >= first || (!v->is_in_place && changes(s, first, last, v->name)) ||
		     (!v->is_in_place && names(s, first, last, v->name) &&
		      !is_arithmetic(clang_getCursorType(v->cursor)))))
			append_store(s, v);
	}
}

/* The tokens [first, last), where threads leave: `return x;` becomes the thread's result,
 * and the end of its turn in the loop, as `continue;` does. */
static void append_with_leaves(struct loops *s, size_t first, size_t last)
{
	unsigned label = ++s->n_labels;

	text_append(s->out, "\t\t{\n");
	for (size_t i = next_return(s, first, last); i < last; i = next_return(s, i + 1, last)) {
		size_t end = i + 1;

		while (!is(s->l, end, ";"))
			end = past_match(s, end);
		/* x may be a list in braces, or have commas */
		bool in_parentheses = s->has_result && !is(s->l, i + 1, "{");

		substitute(s, (struct substitution){
			i, i + 1, true, xasprintf("{ %s%s", s->has_result ? "AMP_TILE_RETURN(" : "",
			                          in_parentheses ? "(" : "")});
		substitute(s, (struct substitution){
			end, end + 1, true, xasprintf("%s%s; goto amp_done_%u; }", in_parentheses ? ")" : "",
			                              s->has_result ? ")" : "", label)});
	}
	for (size_t i = next_continue(s, first, last); s->loop_depth && i < last;
	     i = next_continue(s, i + 1, last))
		substitute(s, (struct substitution){i, i + 1, true, xasprintf("goto amp_done_%u", label)});
	append_tokens(s, first, last);
	text_printf(s->out, "\t\t}\n\t\tamp_done_%u:;\n", label);
	forget_substitutions(s, first, last, true);
}

/* Statements of a region as a loop over the threads of a range, or NULL. */
static void append_thread_loop(struct loops *s, size_t first, size_t last, const char *range,
                               bool all)
{
	append_threads(s, range);
	append_items(s, first, last, all);
	if (may_leave(s, first, last))
		append_with_leaves(s, first, last);
	else
		append_tokens(s, first, last);
	append_stores(s, first, last);
	text_append(s->out, "\t\t}\n");
}

void append_array(struct loops *s, struct variable *v)
{
	v->is_stored = true;
	s->kept_size += clang_Type_getSizeOf(clang_getCursorType(v->cursor));
	if (!v->is_in_place || is_c(s)) {
		strings_push(&s->kept_types, v->type);
		text_printf(s->out, "\t\t%s amp_kept_%s AMP_TILE_ARRAY%s;\n", v->type, v->name,
		            v->is_in_place ? v->bounds : "");
		return;
	}
	char *type = xasprintf("%s%s", v->type, v->bounds);

	strings_push(&s->in_place_types, type);
	text_printf(s->out, "\t\tConcurrency::details::tile_values<%s, amp_tile_t> amp_kept_%s;\n", type,
	            v->name);
	free(type);
}

/* Whether [first, last) asks for the size or the address of an array: of what refers to it
 * in C these are others. */
static bool asks_for_array(const struct loops *s, const struct variable *v, size_t first, size_t last)
{
	for (size_t i = first; i < last; i++) {
		size_t before = i - 1;

		if (!is_name(s, i, v->name))
			continue;
		while (is(s->l, before, "("))
			before--;
		if (is_one_of(s, before, "sizeof & _Alignof _Generic"))
			return true;
	}
	return false;
}

/* The arrays of variables that are declared in a region and used after it. False:
 * one cannot be in an array. */
static bool append_arrays(struct loops *s, size_t first, size_t last)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		struct variable *v = &s->variables[i];

		if (!v->in_use || v->kind != KEPT || v->at < first || v->at >= last ||
		    !names(s, last, v->scope_end, v->name))
			continue;
		if (!v->type || (is_pointer(v->cursor) && has_private_address(s)) ||
		    (is_c(s) && v->is_in_place && asks_for_array(s, v, last, v->scope_end)))
			return false;
		append_array(s, v);
	}
	return true;
}

/* Begins "if (all threads are in the strides around) {"; false: there are none. */
static bool append_all_condition(struct loops *s)
{
	bool in_stride = false;

	for (size_t i = 0; i < s->n_items; i++) {
		if (s->items[i].kind != ITEM_STRIDE)
			continue;
		text_printf(s->out, "%samp_%s_all", in_stride ? " && " : "\t\tif (",
		            s->items[i].stride->variable->name);
		in_stride = true;
	}
	if (in_stride)
		text_append(s->out, ") {\n");
	return in_stride;
}

/* A region, and in front of it the arrays of variables that others use after it. */
static void append_region(struct loops *s, size_t first, size_t last)
{
	if (first == last)
		return;
	/* threads that are done while others go on to a barrier */
	if (!s->all_leave && !may_be_left(s, first, last)) {
		s->failed = true;
		return;
	}
	if (!append_arrays(s, first, last)) {
		s->failed = true;
		return;
	}
	/* when all threads are in the strides around, without questions */
	bool in_stride = append_all_condition(s);

	if (in_stride) {
		append_thread_loop(s, first, last, NULL, true);
		text_append(s->out, "\t\t} else {\n");
	}
	append_thread_loop(s, first, last, s->range, false);
	if (in_stride)
		text_append(s->out, "\t\t}\n");
}

/* ---- Conditions on the thread's index ------------------------------------- */

/* a comparison of what is linear in the index with what is uniform */
struct comparison {
	const char *op;       /* of tile_range */
	size_t linear, linear_end, bound, bound_end;
	int dimension;
};

/* Reads a comparison; false if it is none. */
static bool read_comparison(struct loops *s, size_t first, size_t last, struct comparison *c)
{
	static const struct {
		const char *spelling, *op, *mirrored;
	} operators[] = {
		{"<", "less", "greater"},
		{"<=", "less_equal", "greater_equal"},
		{">", "greater", "less"},
		{">=", "greater_equal", "less_equal"},
		{"==", "equal", "equal"},
	};
	size_t at = 0, end = 0;

	for (size_t i = first; i < last; i = past_match(s, i)) {
		if (!is_one_of(s, i, "< > ="))
			continue;
		if (!end) {
			at = i;
			end = is(s->l, i + 1, "=") ? i + 2 : i + 1;
		} else if (i != at + 1 || end != at + 2) {
			return false;
		}
	}
	if (!end || at == first || end >= last)
		return false;
	char *op = xstrndup(s->l->text + token(s->l, at)->offset,
	                    token(s->l, end - 1)->offset + 1 - token(s->l, at)->offset);

	*c = (struct comparison){NULL, first, at, end, last, linear_dimension(s, first, at)};
	bool mirrored = c->dimension < 0;

	if (mirrored)
		*c = (struct comparison){NULL, end, last, first, at, linear_dimension(s, end, last)};
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++) {
		if (!strcmp(op, operators[i].spelling))
			c->op = mirrored ? operators[i].mirrored : operators[i].op;
	}
	free(op);
	return c->op && c->dimension >= 0 &&
	       kind_of_expression(s, c->bound, c->bound_end) == UNIFORM &&
	       is_of_integers(s, c->bound, c->bound_end);
}

/* Whether [first, last) is `if (a && b …) …`, all of them comparisons of the index,
 * whose statement can be a region of its own behind [region, first). */
static bool is_range_if(struct loops *s, size_t region, size_t first, size_t last)
{
	size_t close = (size_t)token(s->l, first + 1)->match, at = first + 2;
	struct comparison c;

	if (!is(s->l, first + 1, "(") || statement_end(s, close + 1, last) != last ||
	    may_leave(s, region, first) || !may_be_left(s, first, last))
		return false;
	for (size_t i = first + 2; i <= close; i = i < close ? past_match(s, i) : i + 1) {
		if (i < close && !(is(s->l, i, "&") && is(s->l, i + 1, "&")))
			continue;
		if (!read_comparison(s, at, i, &c))
			return false;
		at = i + 2;
	}
	/* not worth an array that there would not be otherwise */
	for (size_t i = 0; i < s->n_variables; i++) {
		const struct variable *v = &s->variables[i];

		if (v->in_use && v->kind == KEPT && v->at >= region && v->at < first &&
		    names(s, first, last, v->name) && !names(s, last, v->scope_end, v->name))
			return false;
	}
	return true;
}

/* The same, as a loop over the threads for which the condition is true. */
static void append_range_if(struct loops *s, size_t first, size_t last)
{
	size_t close = (size_t)token(s->l, first + 1)->match, at = first + 2;
	struct text *out = s->out;
	const char *separator = "";

	text_printf(out, "\t\t{\n\t\tAMP_TILE_RANGE amp_range = %s;\n\t\tbool amp_exact;\n",
	            s->range ? s->range : "AMP_TILE_ALL");
	text_append(s->out, "\t\t{\n");
	append_first_thread(s);
	append_items(s, first, close, true);
	text_append(out, "\t\tamp_exact = ");
	for (size_t i = first + 2; i <= close; i = i < close ? past_match(s, i) : i + 1) {
		struct comparison c;

		if (i < close && !(is(s->l, i, "&") && is(s->l, i + 1, "&")))
			continue;
		read_comparison(s, at, i, &c);
		char *linear = spelling(s, c.linear, c.linear_end);
		char *bound = spelling(s, c.bound, c.bound_end);

		text_printf(out, "%sAMP_TILE_NARROW(amp_range, %d, %s, %s, %s)",
		            separator, c.dimension, c.op, linear, bound);
		free(linear);
		free(bound);
		separator = " && ";
		at = i + 2;
	}
	text_append(out, ";\n\t\t}\n\t\tif (amp_exact) {\n");
	append_thread_loop(s, close + 1, last, "amp_range", false);
	text_append(out, "\t\t} else {\n");
	append_thread_loop(s, first, last, s->range, false);
	text_append(out, "\t\t}\n\t\t}\n");
}

/* ---- Loops and scopes ----------------------------------------------------- */

static void append_scope(struct loops *s, size_t first, size_t last);

/* A statement with barriers in it, as the body of a loop or an if. */
static void append_split(struct loops *s, size_t first, size_t last)
{
	text_append(s->out, "\t\t{\n");
	if (is(s->l, first, "{"))
		append_scope(s, first + 1, last - 1);
	else
		append_scope(s, first, last);
	text_append(s->out, "\t\t}\n");
}

static bool is_declared_in(const struct variable *v, size_t first, size_t last)
{
	return v->at >= first && v->at < last;
}

static bool declares_variable(const struct loops *s, size_t first, size_t last)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		if (is_declared_in(&s->variables[i], first, last))
			return true;
	}
	return false;
}

/* The parts of for (T k = start; condition; step), as tokens; or of for (k = start; …),
 * where k is a variable that all threads change together. */
struct header {
	struct variable *k;
	bool is_declared;
	size_t start, condition, step, close;
};

/* Where the parts of `for (…; …; …)` begin. False if there is no step. */
static bool find_parts(const struct loops *s, size_t first, struct header *h)
{
	size_t open = first + 1;

	*h = (struct header){.close = (size_t)token(s->l, open)->match, .condition = open + 1};
	while (h->condition < h->close && !is(s->l, h->condition, ";"))
		h->condition = past_match(s, h->condition);
	h->condition++;
	for (h->step = h->condition; h->step < h->close && !is(s->l, h->step, ";");)
		h->step = past_match(s, h->step);
	h->step++;
	return h->step < h->close;
}

/* False if the header is anything else, or if the body may change k. */
static bool read_header(struct loops *s, size_t first, size_t last, struct header *h)
{
	size_t open = first + 1;

	if (!find_parts(s, first, h))
		return false;
	for (size_t i = 0; i < s->n_variables; i++) {
		if (!is_declared_in(&s->variables[i], open, h->condition))
			continue;
		if (h->k)
			return false;
		h->k = &s->variables[i];
	}
	bool is_local;
	size_t name = h->k ? h->k->at : open + 1;

	h->is_declared = h->k;
	h->start = name + 2;
	if (!h->is_declared)
		h->k = variable_in_scope(s, name, &is_local);
	else if (variable_in_scope(s, name, &is_local))
		return false;
	return h->k && (h->is_declared || h->k->is_mutable) && is(s->l, name + 1, "=") &&
	       is_arithmetic(clang_getCursorType(h->k->cursor)) &&
	       !changes(s, h->close + 1, last, h->k->name);
}

/* Whether [first, last) changes a uniform variable, in all threads alike or not. */
static bool changes_uniform(struct loops *s, size_t first, size_t last)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		const struct variable *v = &s->variables[i];

		if (v->in_use && v->is_mutable && changes(s, first, last, v->name))
			return true;
	}
	return false;
}

/* An expression as a region, in front of it prefix and behind it suffix. */
static void append_expression(struct loops *s, size_t first, size_t last, const char *prefix,
                              const char *suffix)
{
	char *text = spelling(s, first, last);

	substitute(s, (struct substitution){first, last, false, xasprintf("%s%s%s", prefix, text, suffix)});
	free(text);
	append_region(s, first, last);
	forget_substitutions(s, first, last, false);
}

/* What an if or a loop with barriers in it depends on, as an expression of the tile: the
 * caller frees it. What follows from data is asked of all threads, in front of where it is
 * needed; they agree, or the barriers are not reached by all (8.1.1). NULL, and it fails:
 * what follows from the index, so that threads may well not agree. */
static char *append_condition(struct loops *s, size_t first, size_t last)
{
	enum variable_kind kind = kind_of_expression(s, first, last);

	if (kind == UNIFORM)
		return spelling(s, first, last);
	if (kind == REPEATED || s->may_differ || has_barrier(s, first, last) || changes_uniform(s, first, last) ||
	    declares_variable(s, first, last) || has_token(s, first, last, ";") ||
	    has_token(s, first, last, "{")) {
		s->failed = true;
		return NULL;
	}
	unsigned label = ++s->n_labels;
	char *prefix = xasprintf("amp_answers_%u |= (", label);

	text_printf(s->out, "\t\tunsigned amp_answers_%u = 0;\n", label);
	append_expression(s, first, last, prefix, ") ? 1u : 2u;");
	free(prefix);
	return xasprintf("AMP_TILE_AGREED(amp_answers_%u)", label);
}

/* if (!(condition)) break; */
static void append_end_of_loop(struct loops *s, size_t first, size_t last)
{
	char *condition = append_condition(s, first, last);

	if (condition)
		text_printf(s->out, "\t\tif (!(%s))\n\t\t\tbreak;\n", condition);
	free(condition);
}

/* has_step: what is written behind the body belongs to the loop's next turn. */
static void append_loop_body(struct loops *s, size_t first, size_t last, bool has_step)
{
	size_t loop_end = s->loop_end;
	unsigned next_label = s->next_label, label = has_step ? ++s->n_labels : 0;
	bool waits_behind = s->waits_behind, waits_in_turn = s->waits_in_turn;
	bool is_continued = s->is_continued;

	s->loop_end = is(s->l, first, "{") ? last - 1 : last;
	s->next_label = label;
	s->is_continued = false;
	s->waits_behind = true;
	s->waits_in_turn = false;
	s->loop_depth++;
	append_split(s, first, last);
	s->loop_depth--;
	if (has_step && s->is_continued)
		text_printf(s->out, "\t\tamp_next_%u:;\n", label);
	s->loop_end = loop_end;
	s->next_label = next_label;
	s->is_continued = is_continued;
	s->waits_behind = waits_behind;
	s->waits_in_turn = waits_in_turn;
}

/* A loop with barriers in it, whose variable is the same in all threads. */
static void append_uniform_for(struct loops *s, size_t first, size_t last, const struct header *h)
{
	h->k->in_use = true;
	if (h->is_declared)
		h->k->kind = UNIFORM;
	if (kind_of_expression(s, h->condition, h->step - 1) == UNIFORM) {
		append_tokens(s, first, h->close + 1);
		append_loop_body(s, h->close + 1, last, false);
	} else {
		append_tokens(s, first, h->condition);
		text_append(s->out, "\t\t;\n");
		append_tokens(s, h->step, h->close + 1);
		text_append(s->out, "\t\t{\n");
		append_end_of_loop(s, h->condition, h->step - 1);
		append_loop_body(s, h->close + 1, last, false);
		text_append(s->out, "\t\t}\n");
	}
	if (h->is_declared)
		h->k->in_use = false;
}

/* One in which each thread has the variable, from data. */
static void append_kept_for(struct loops *s, size_t first, size_t last)
{
	struct header h;
	struct variable *k = NULL;

	if (!find_parts(s, first, &h)) {
		s->failed = true;
		return;
	}
	for (size_t i = 0; i < s->n_variables; i++) {
		if (!is_declared_in(&s->variables[i], first, h.close))
			continue;
		s->failed |= k || s->variables[i].is_assumed;
		k = &s->variables[i];
	}
	bool shadows;

	s->failed |= !k || variable_in_scope(s, k->at, &shadows) || !is(s->l, k->at + 1, "=") ||
	             kind_of_expression(s, k->at + 2, h.condition - 1) == REPEATED ||
	             has_barrier(s, first, h.close) || changes_uniform(s, first, h.close);
	if (s->failed)
		return;
	k->kind = KEPT;
	k->in_use = true;
	k->scope_end = last;
	add_item(s, (struct item){.kind = ITEM_VARIABLE, .variable = k});
	text_append(s->out, "\t\t{\n");
	append_region(s, first + 2, h.condition);
	text_append(s->out, "\t\tfor (;;) {\n");
	append_end_of_loop(s, h.condition, h.step - 1);
	append_loop_body(s, h.close + 1, last, true);
	append_expression(s, h.step, h.close, "", ";");
	text_append(s->out, "\t\t}\n\t\t}\n");
	s->n_items--;
	k->in_use = false;
}

/* A loop with barriers in it. */
static void append_for(struct loops *s, size_t first, size_t last)
{
	struct header h;
	bool uniform = read_header(s, first, last, &h) &&
	               kind_of_expression(s, h.start, h.condition - 1) == UNIFORM;
	/* k++, k += uniform, k = uniform */
	size_t value = h.step;

	while (uniform && value < h.close && !is(s->l, value, "="))
		value++;
	for (size_t i = h.step; i < value; i++)
		uniform &= token(s->l, i)->kind != TOKEN_IDENTIFIER || is_name(s, i, h.k->name);
	if (uniform && value < h.close) {
		enum variable_kind kind = h.k->kind;
		bool in_use = h.k->in_use;

		h.k->in_use = true;
		h.k->kind = h.is_declared ? UNIFORM : kind;
		uniform = kind_of_expression(s, value + 1, h.close) == UNIFORM;
		h.k->kind = kind;
		h.k->in_use = in_use;
	}
	if (uniform)
		append_uniform_for(s, first, last, &h);
	else
		append_kept_for(s, first, last);
}

/* A stride, if the loop is one. */
static bool read_stride(struct loops *s, size_t first, size_t last, struct stride *k)
{
	struct header h;

	if (!read_header(s, first, last, &h) || !h.is_declared || !is_name(s, h.condition, h.k->name) ||
	    !is(s->l, h.condition + 1, "<") || is(s->l, h.condition + 2, "<") ||
	    !is_name(s, h.step, h.k->name) || !is(s->l, h.step + 1, "+") ||
	    !is(s->l, h.step + 2, "=") || !h.k->type ||
	    kind_of_expression(s, h.start, h.condition - 1) != REPEATED)
		return false;
	CXType type = clang_getCanonicalType(clang_getCursorType(h.k->cursor));

	*k = (struct stride){h.k, linear_dimension(s, h.start, h.condition - 1),
	                     h.start, h.condition, h.condition + 2, h.step, h.close};
	if (is(s->l, k->bound, "="))
		k->bound++;
	if (!is_int(type) || kind_of_expression(s, k->bound, h.step - 1) != UNIFORM ||
	    kind_of_expression(s, h.step + 3, h.close) != UNIFORM)
		return false;
	return !has_return(s, h.close + 1, last);
}

/* The smallest and the largest start of a stride, as amp_k_least and amp_k_most. */
static void append_starts(struct loops *s, const struct stride *k, size_t last)
{
	const char *name = k->variable->name;
	char *start = spelling(s, k->start, k->condition - 1);

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
	free(start);
}

/* Leaves the first n. */
static void truncate_strings(struct strings *s, size_t n)
{
	while (s->count > n)
		free(s->items[--s->count]);
	if (s->items)
		s->items[n] = NULL; /* ends with one */
}

/* The region [region, before) and a stride: step by step, and in each the
 * threads that are in it still. False, and nothing is written, where there is no
 * stride or its body cannot be regions. */
static bool append_stride(struct loops *s, size_t region, size_t before, size_t first, size_t last)
{
	struct stride k;

	if (!read_stride(s, first, last, &k))
		return false;
	/* to come back to */
	size_t length = s->out->len, kept = s->kept_types.count, in_place = s->in_place_types.count;
	size_t loop_end = s->loop_end;
	long long kept_size = s->kept_size;
	struct variable *variables = xmalloc(s->n_variables * sizeof(*variables));
	const char *name = k.variable->name, *type = k.variable->type;
	char *bound = spelling(s, k.bound, k.step - 1);
	const char *less = is(s->l, k.condition + 2, "=") ? "<=" : "<";
	char *step = spelling(s, k.step + 3, k.close);
	const char *around = s->range;
	char *range = NULL;

	memcpy(variables, s->variables, s->n_variables * sizeof(*variables));
	append_region(s, region, before);
	text_append(s->out, "\t\t{\n");
	append_starts(s, &k, last);
	/* the end as the comparison converts it; near the type's largest value, and
	 * where the conversion changes k, each thread has its own loop */
	text_printf(s->out,
	            "\t\tconst long long amp_%s_end = AMP_TILE_END_OF(%s, %s), amp_%s_by = %s;\n"
	            "\t\tif (amp_%s_least > amp_%s_most)\n\t\t\t; /* no thread */\n"
	            "\t\telse if (!AMP_TILE_ARE_STEPS_EXACT(%s, amp_%s_least, amp_%s_most, %s, amp_%s_by)) {\n",
	            name, type, bound, name, step, name, name, type, name, name, bound, name);
	append_thread_loop(s, first, last, s->range, false);
	text_printf(s->out,
	            "\t\t} else for (long long amp_%s_step = 0; amp_%s_least + amp_%s_step %s amp_%s_end; "
	            "amp_%s_step += amp_%s_by) {\n"
	            "\t\tconst bool amp_%s_all = amp_%s_most + amp_%s_step %s amp_%s_end;\n",
	            name, name, name, less, name, name, name, name, name, name, less, name);
	if (k.dimension >= 0) {
		range = xasprintf("amp_%s_range", name);
		text_printf(s->out, "\t\tAMP_TILE_RANGE %s = %s;\n"
		                    "\t\tAMP_TILE_NARROW(%s, %d, less%s, amp_%s_least + amp_%s_step, amp_%s_end);\n",
		            range, around ? around : "AMP_TILE_ALL", range, k.dimension,
		            less[1] ? "_equal" : "", name, name, name);
		s->range = range;
	}
	add_item(s, (struct item){.kind = ITEM_STRIDE, .stride = &k});
	k.variable->in_use = true;
	k.variable->kind = REPEATED;
	k.variable->dimension = k.dimension;
	s->loop_end = 0;
	s->loop_depth++;
	append_split(s, k.close + 1, last);
	s->loop_depth--;
	s->loop_end = loop_end;
	s->n_items--;
	s->range = around;
	text_append(s->out, "\t\t}\n\t\t}\n");
	k.variable->in_use = false;
	bool done = !s->failed;

	if (!done) {
		s->failed = false;
		s->out->len = length;
		s->out->data[length] = '\0';
		s->kept_size = kept_size;
		forget_substitutions(s, first, last, false);
		truncate_strings(&s->kept_types, kept);
		truncate_strings(&s->in_place_types, in_place);
		memcpy(s->variables, variables, s->n_variables * sizeof(*variables));
	}
	free(variables);
	free(bound);
	free(step);
	free(range);
	return done;
}

static void append_if(struct loops *s, size_t first, size_t last)
{
	bool is_constexpr = is(s->l, first + 1, "constexpr");
	size_t open = first + (is_constexpr ? 2 : 1);
	size_t close = (size_t)token(s->l, open)->match;
	size_t end = statement_end(s, close + 1, last);
	char *condition = append_condition(s, open + 1, close);

	if (!condition)
		return;
	append_line_directive(s->l, s->out, token(s->l, first)->offset);
	text_printf(s->out, "if %s(%s)\n", is_constexpr ? "constexpr " : "", condition);
	free(condition);
	append_split(s, close + 1, end);
	if (end < last) {
		text_append(s->out, "\t\telse\n");
		append_split(s, end + 1, last);
	}
}

static void append_while(struct loops *s, size_t first, size_t last)
{
	if (!is(s->l, first + 1, "(")) {
		s->failed = true;
		return;
	}
	size_t close = (size_t)token(s->l, first + 1)->match;

	if (kind_of_expression(s, first + 2, close) == UNIFORM) {
		append_tokens(s, first, close + 1);
		append_loop_body(s, close + 1, last, false);
		return;
	}
	text_append(s->out, "\t\tfor (;;) {\n");
	append_end_of_loop(s, first + 2, close);
	append_loop_body(s, close + 1, last, false);
	text_append(s->out, "\t\t}\n");
}

/* do … while (…); */
static void append_do(struct loops *s, size_t first, size_t last)
{
	size_t open = statement_end(s, first + 1, last) + 1;

	if (open >= last || !is(s->l, open, "(")) {
		s->failed = true;
		return;
	}
	text_append(s->out, "\t\tfor (;;) {\n");
	append_loop_body(s, first + 1, open - 1, true);
	append_end_of_loop(s, open + 1, (size_t)token(s->l, open)->match);
	text_append(s->out, "\t\t}\n");
}

/* Declares the uniform variables of a list in front of the regions; where the list
 * stands, others are in their places. */
static void append_split_declaration(struct loops *s, size_t first, size_t last)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		const struct variable *v = &s->variables[i];

		if (!is_declared_in(v, first, last) || v->kind != UNIFORM)
			continue;
		size_t end = initializer_end(s, v, last);
		char *value = end > v->at + 1 ? spelling(s, v->at + 1, end) : xstrdup("");

		text_printf(s->out, "\t\t%s%s %s %s;\n",
		            clang_isConstQualifiedType(clang_getCursorType(v->cursor)) ? "const " : "",
		            v->type, v->name, value);
		substitute(s, (struct substitution){v->at, v->at + 1, false,
		                                    xasprintf("amp_unused_%s", v->name)});
		free(value);
	}
}

/* What a variable is, on its own, that a declaration up to last declares: `x = value`.
 * Only scalars are shared or repeated, and only if nothing changes them, or all threads
 * do alike. */
static void classify(struct loops *s, struct variable *v, size_t last, bool tile_static)
{
	if (v->is_bound) {
		v->in_use = true;
		return;
	}
	CXType type = clang_getCursorType(v->cursor);
	size_t end = initializer_end(s, v, last);
	bool lambda = is(s->l, v->at + 1, "=") && end > v->at + 2 && lambda_end(s, v->at + 2) == end;
	bool is_shared = lambda || !strcmp(v->name, s->barrier);
	bool constant = clang_isConstQualifiedType(type) || is_shared ||
	                !changes(s, last, v->scope_end, v->name);
	enum variable_kind kind = KEPT;

	if (is_shared) {
		kind = UNIFORM;
	} else if (is_arithmetic(type) && !changes(s, end, last, v->name)) {
		if (is(s->l, v->at + 1, "="))
			kind = kind_of_expression(s, v->at + 2, end);
		else if (end == v->at + 1 && !constant)
			kind = UNIFORM; /* if that is what it is set to */
	}
	if (!constant && kind == UNIFORM && !tile_static && v->type) {
		v->kind = UNIFORM;
		v->in_use = v->is_mutable = true;
		v->is_mutable = stays_uniform(s, v, last, v->scope_end);
	}
	v->kind = constant || v->is_mutable ? kind : KEPT;
	v->dimension = v->kind == REPEATED && is_int(type) ? linear_dimension(s, v->at + 2, end) : -1;
	v->in_use = true; /* the next of a list may use it */
}

/* Whether a uniform variable cannot be declared again where others of its list are: all
 * threads change it, or others are taken to be uniform because it is. */
static bool is_split_off(const struct variable *v)
{
	return v->kind == UNIFORM && (v->is_mutable || v->is_assumed);
}

/* What a statement that is a declaration becomes; false: it is none. *hoist: it goes in
 * front of the region; *split: some of it does. */
static bool take_declaration(struct loops *s, size_t first, size_t last, size_t scope_end,
                             bool *hoist, bool *repeat, bool *split)
{
	bool any = false, uniform = true, repeated = true, splits = false;
	bool tile_static = names(s, first, last, "tile_static");

	if (is_one_of(s, first, "typedef using static_assert _Static_assert")) {
		*hoist = true;
		return true;
	}
	if (is_one_of(s, first, "enum struct union") && has_token(s, first, last, "{") &&
	    (is(s->l, first, "enum") || !declares_variable(s, first, last))) {
		*hoist = true;
		s->failed |= declares_variable(s, first, last);
		return true;
	}
	for (size_t i = 0; i < s->n_variables; i++) {
		struct variable *v = &s->variables[i];
		bool shadows;

		if (!is_declared_in(v, first, last))
			continue;
		any = true;
		if (variable_in_scope(s, v->at, &shadows)) {
			s->failed = true;
			return true;
		}
		v->scope_end = scope_end;
		classify(s, v, last, tile_static);
		splits |= is_split_off(v);
		uniform &= v->kind == UNIFORM;
		repeated &= v->kind != KEPT;
	}
	if (!any)
		return false;
	*hoist = tile_static || uniform;
	*split = !*hoist && splits;
	*repeat = !*hoist && repeated;
	for (size_t i = 0; i < s->n_variables; i++) {
		struct variable *v = &s->variables[i];

		if (!is_declared_in(v, first, last))
			continue;
		if (!is_split_off(v) || *hoist)
			v->kind = tile_static ? TILE_STATIC : *hoist ? UNIFORM : *repeat ? REPEATED : KEPT;
		v->is_mutable &= v->kind == UNIFORM;
		/* others are taken to be uniform because of it */
		s->failed |= v->is_assumed && v->kind != UNIFORM;
		if (v->kind == KEPT)
			add_item(s, (struct item){.kind = ITEM_VARIABLE, .variable = v});
	}
	if (*repeat)
		add_item(s, (struct item){.kind = ITEM_DECLARATION, .first = first, .last = last});
	return true;
}

static bool is_in_stride(const struct loops *s)
{
	for (size_t i = 0; i < s->n_items; i++) {
		if (s->items[i].kind == ITEM_STRIDE)
			return true;
	}
	return false;
}

/* Whether [first, last) has jumps that all threads make or none, since the others would
 * wait for some that do not come any more. scope_end: the scope's. */
static bool is_left_by_all(struct loops *s, size_t first, size_t last, size_t scope_end)
{
	bool waits = has_barrier(s, last, scope_end);

	return (has_return(s, first, last) && (waits || s->waits_behind)) ||
	       (s->loop_depth && has_break(s, first, last)) ||
	       (has_continue(s, first, last) && (waits || s->waits_in_turn));
}

/* Whether [first, last) can go on to the next turn of the loop, with no barrier in between,
 * from within a scope: it is cut, too, if that is uniform. */
static bool is_left_in_scope(const struct loops *s, size_t first, size_t last, size_t scope_end)
{
	return scope_end != s->loop_end && has_continue(s, first, last);
}

/* `break;`, `continue;` or `return …;` that all threads come to. */
static void append_jump(struct loops *s, size_t first, size_t last)
{
	if (is(s->l, first, "return")) {
		s->all_leave = true;
		if (s->has_result)
			append_region(s, first, last);
		s->all_leave = false;
		text_append(s->out, "\t\treturn;\n");
	} else if (is(s->l, first, "continue") && s->next_label) {
		text_printf(s->out, "\t\tgoto amp_next_%u;\n", s->next_label);
		s->is_continued = true;
	} else {
		append_tokens(s, first, last);
	}
}

/* A statement with such jumps: an if is cut, as one with barriers is. */
static void append_left(struct loops *s, size_t first, size_t last)
{
	s->failed |= is_in_stride(s);
	if (is_one_of(s, first, "break continue return"))
		append_jump(s, first, last);
	else if (is(s->l, first, "if"))
		append_if(s, first, last);
	else if (is(s->l, first, "{"))
		append_split(s, first, last);
	else
		s->failed = true;
}

/* A statement with barriers in it. *rest: some of it is for the next region. */
static void append_barrier(struct loops *s, size_t first, size_t last, bool *rest)
{
	if (is_wait(s, first, last))
		return;
	if (is(s->l, first, "{"))
		append_split(s, first, last);
	else if (is(s->l, first, "for"))
		append_for(s, first, last);
	else if (is(s->l, first, "while"))
		append_while(s, first, last);
	else if (is(s->l, first, "do"))
		append_do(s, first, last);
	else if (is(s->l, first, "if"))
		append_if(s, first, last);
	else
		s->failed |= !append_call(s, first, last, rest);
}

/* The statements of a scope with barriers, or of the body. */
static void append_scope(struct loops *s, size_t first, size_t last)
{
	size_t items = s->n_items, region = first;

	for (size_t i = first; i < last && !s->failed;) {
		size_t end = statement_end(s, i, last);
		bool hoist = false, repeat = false, split = false, rest = false;
		bool waits_behind = s->waits_behind, waits_in_turn = s->waits_in_turn;
		size_t at = i; /* without directives in front */

		while (at < end && token(s->l, at)->kind == TOKEN_DIRECTIVE)
			at++;
		if (at < end && has_barrier(s, at, end)) {
			append_region(s, region, i);
			if (has_barrier(s, end, last))
				s->waits_behind = s->waits_in_turn = true;
			append_barrier(s, at, end, &rest);
			s->waits_behind = waits_behind;
			s->waits_in_turn = waits_in_turn;
			region = rest ? at : end;
			if (rest && !is(s->l, at, "return"))
				take_declaration(s, at, end, last, &hoist, &repeat, &split);
			s->failed |= hoist || repeat || split;
		} else if (at < end && (is_left_by_all(s, at, end, last) ||
		                        is_left_in_scope(s, at, end, last))) {
			bool may_differ = s->may_differ;

			append_region(s, region, i);
			s->may_differ |= !is_left_by_all(s, at, end, last);
			if (has_barrier(s, end, last))
				s->waits_behind = s->waits_in_turn = true;
			append_left(s, at, end);
			s->waits_behind = waits_behind;
			s->waits_in_turn = waits_in_turn;
			s->may_differ = may_differ;
			region = end;
		} else if (may_leave(s, region, i)) {
			/* nothing is cut any more: some threads have ended */
			s->failed |= changes_uniform(s, at, end);
		} else if (at < end && !is_one_of(s, at, "for while do if switch { return") &&
		           take_declaration(s, at, end, last, &hoist, &repeat, &split)) {
			if (hoist || split)
				append_region(s, region, i);
			if (split)
				append_split_declaration(s, at, end);
			else if (hoist)
				append_tokens(s, at, end);
			region = split ? at : hoist ? end : region;
		} else if (changes_uniform(s, at, end)) {
			append_region(s, region, i);
			append_tokens(s, at, end);
			region = end;
		} else if (at < end && is(s->l, at, "for") && append_stride(s, region, i, at, end)) {
			region = end;
		} else if (at < end && is(s->l, at, "if") && is_range_if(s, region, at, end)) {
			append_region(s, region, i);
			append_range_if(s, at, end);
			region = end;
		}
		i = end;
	}
	if (!s->failed)
		append_region(s, region, last);
	while (s->n_items > items)
		free(s->items[--s->n_items].text);
	for (size_t i = 0; i < s->n_variables; i++) {
		if (s->variables[i].in_use && s->variables[i].scope_end == last)
			s->variables[i].in_use = false;
	}
}

/* ---- The kernel ----------------------------------------------------------- */

/* The template parameter that a declaration's type is. */
static enum CXChildVisitResult find_parameter(CXCursor c, CXCursor parent, CXClientData data)
{
	CXCursor *parameter = data;
	CXCursor referenced = clang_getCursorReferenced(c);

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_TypeRef &&
	    clang_getCursorKind(referenced) == CXCursor_TemplateTypeParameter)
		*parameter = referenced;
	return CXChildVisit_Break;
}

char *kept_type(const struct loops *s, CXCursor variable)
{
	CXType type = clang_getCursorType(variable), canonical = clang_getCanonicalType(type);
	CXCursor parameter = clang_getNullCursor();
	char *result = NULL;

	if (canonical.kind == CXType_LValueReference || canonical.kind == CXType_RValueReference ||
	    canonical.kind == CXType_ConstantArray || canonical.kind == CXType_DependentSizedArray)
		return NULL;
	if (is_c(s))
		return c_kept_type(s, type);
	if (is_arithmetic(type) || clang_isPODType(type))
		result = portable_type(type, true);
	/* a template parameter means the same in the struct */
	char *spelled = take_string(clang_getTypeSpelling(unqualified(type)));

	clang_visitChildren(variable, find_parameter, &parameter);
	char *name = take_string(clang_getCursorSpelling(parameter));

	if (!result && *name && !strcmp(name, spelled) &&
	    clang_getCursorKind(s->function) == CXCursor_FunctionTemplate)
		result = xstrdup(name);
	free(name);
	free(spelled);
	return result;
}

/* Whether what a token names is declared in the body. */
static bool names_local(const struct loops *s, size_t i)
{
	CXCursor c = cursor_at(s->l, i), named = clang_getCursorReferenced(c);
	unsigned at;

	return token(s->l, i)->kind == TOKEN_IDENTIFIER && !clang_isDeclaration(clang_getCursorKind(c)) &&
	       cursor_offset(s->l->clauses, named, &at) &&
	       at >= token(s->l, s->body)->offset && at < token(s->l, s->body_end)->offset;
}

/* A variable's type, or that of an array's elements, as the declaration has it, or NULL: it
 * would not mean the same in the kernel's struct. The caller frees it. */
static char *written_type(const struct loops *s, const struct variable *v)
{
	unsigned start, end;

	if (!cursor_range(s->l->clauses, v->cursor, &start, &end))
		return NULL;
	size_t first = token_at(s->l->tokens, start);

	while (is_one_of(s, first, "const constexpr"))
		first++;
	if (first >= v->at) /* of a list; the one before is in the table, too */
		return v > s->variables && v[-1].is_in_place ? xstrdup(v[-1].type) : NULL;
	for (size_t i = first, angles = first; i < v->at; i++) {
		if (is(s->l, i, "<"))
			angles = token_skip_angles(s->l->text, s->l->tokens, i);
		if (names_local(s, i) || is_one_of(s, i, "auto decltype struct class union enum const ( {") ||
		    (i >= angles && is_one_of(s, i, "* & = , ;")))
			return NULL;
	}
	return spelling(s, first, v->at);
}

/* The name of the type of objects that are kept in place: classes, and elements of arrays.
 * NULL: it has none where the kernel's struct is. The caller frees it. */
static char *in_place_name(const struct loops *s, const struct variable *v, CXType type)
{
	CXCursor class = clang_getTypeDeclaration(type);
	unsigned start, end, at = token(s->l, s->body)->offset;

	if (is_c(s))
		return c_kept_type(s, type);
	/* not complete yet */
	if (cursor_range(s->l->clauses, class, &start, &end) && at >= start && at < end)
		return NULL;
	char *name = portable_type(type, false);

	/* a kernel's template parameters mean the same in its struct */
	if (!name && clang_getCursorKind(s->function) != CXCursor_FunctionTemplate)
		name = written_type(s, v);
	return name;
}

/* The bounds of an array that depend on template parameters, as they are written, or NULL:
 * they are not, or have names of the body's own. The caller frees them. */
static char *dependent_bounds(const struct loops *s, const struct variable *v, CXType type)
{
	size_t last = v->at + 1;

	for (; is_array(type); type = clang_getCanonicalType(clang_getArrayElementType(type))) {
		if (!is(s->l, last, "["))
			return NULL;
		last = past_match(s, last);
	}
	for (size_t i = v->at + 1; i < last; i++) {
		if (names_local(s, i))
			return NULL;
	}
	return spelling(s, v->at + 1, last);
}

/* The bounds of a type, if it is an array; else "". NULL: they cannot be spelled. The caller
 * frees them. */
static char *bounds_of(const struct loops *s, const struct variable *v, CXType type)
{
	struct text bounds = {0};

	for (CXType t = type; is_array(t); t = clang_getCanonicalType(clang_getArrayElementType(t))) {
		if (t.kind == CXType_DependentSizedArray)
			return dependent_bounds(s, v, type);
	}
	text_append(&bounds, "");
	for (; is_array(type); type = clang_getCanonicalType(clang_getArrayElementType(type)))
		text_printf(&bounds, "[%lld]", clang_getArraySize(type));
	return bounds.data;
}

/* How a variable is kept that cannot be loaded and stored: an array, or an object of a
 * class. It is moved as bytes once, behind its declaration: kernels have no pointers in
 * objects, and whether it has a destructor the host compiler says. */
static void read_in_place(const struct loops *s, struct variable *v)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(v->cursor)), element = element_type(type);
	bool is_object = !is_c(s) && (type.kind == CXType_Record || type.kind == CXType_Unexposed);

	if ((!is_array(type) && !is_object) || element.kind == CXType_Pointer ||
	    clang_Type_getSizeOf(type) == 0)
		return;
	v->bounds = bounds_of(s, v, type);
	if (v->bounds)
		v->type = in_place_name(s, v, element);
	v->is_in_place = v->type;
}

/* Whether a declaration of a struct or union in C is that of tile_static variables, too,
 * or of nothing else. */
static bool is_c_type_alone(const struct loops *s, CXCursor class)
{
	unsigned start, end;

	if (!is_c(s) || !cursor_range(s->l->clauses, class, &start, &end))
		return false;
	return is(s->l, token_at(s->l->tokens, start) - 1, "tile_static") ||
	       is(s->l, token_at(s->l->tokens, end), ";");
}

/* Whether a lambda captures nothing, so that it is the same wherever it is written. */
static bool is_without_captures(const struct loops *s, CXCursor lambda)
{
	unsigned start, end;

	if (!cursor_range(s->l->clauses, lambda, &start, &end))
		return false;
	size_t first = token_at(s->l->tokens, start);

	return lambda_end(s, first) > first;
}

/* Of auto &[a, b] or auto &&[a, b]: a name refers to what may have other names. Of auto [a, b]
 * it is a variable as good as any, since kernels have no bit-fields and no members that are
 * references. */
static bool is_bound_by_reference(const struct loops *s, const struct variable *v)
{
	size_t open = v->at;

	while (!is(s->l, open, "["))
		open--;
	return is(s->l, open - 1, "&");
}

/* The declarations in the body, and what rules loops out. */
static enum CXChildVisitResult find_variables(CXCursor c, CXCursor parent, CXClientData data)
{
	struct loops *s = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	unsigned at;

	(void)parent;
	if (kind == CXCursor_LambdaExpr && is_without_captures(s, c))
		return CXChildVisit_Continue;
	if (kind == CXCursor_LambdaExpr || kind == CXCursor_GotoStmt || kind == CXCursor_LabelStmt ||
	    (is_class(kind) && !is_c_type_alone(s, c))) {
		s->failed = true;
		return CXChildVisit_Break;
	}
	if (kind == CXCursor_VarDecl || (kind == CXCursor_UnexposedDecl && is_variable(c))) {
		if (!cursor_offset(s->l->clauses, c, &at)) {
			s->failed = true;
			return CXChildVisit_Break;
		}
		s->variables = xrealloc(s->variables, (s->n_variables + 1) * sizeof(*s->variables));
		struct variable *v = &s->variables[s->n_variables++];

		*v = (struct variable){.cursor = c, .kind = KEPT, .dimension = -1};
		v->name = take_string(clang_getCursorSpelling(c));
		v->at = token_at(s->l->tokens, at);
		v->is_bound = kind != CXCursor_VarDecl;
		if (!v->is_bound || !is_bound_by_reference(s, v))
			v->type = kept_type(s, c);
		if (!v->type && !v->is_bound)
			read_in_place(s, v);
		s->failed |= !strcmp(v->name, s->index) || !strcmp(v->name, s->barrier);
		if (!*s->barrier && !v->is_bound && is_barrier_copy(s, v->at)) {
			free(s->barrier);
			s->barrier = xstrdup(v->name);
		}
	}
	return CXChildVisit_Recurse;
}

/* The parameter, if it is a tiled_index. */
static bool read_index(struct loops *s, size_t open)
{
	size_t close = (size_t)token(s->l, open)->match;
	bool tiled = false;

	if (token(s->l, close - 1)->kind != TOKEN_IDENTIFIER)
		return false;
	for (size_t i = open + 1; i < close; i++) {
		tiled |= is(s->l, i, "tiled_index");
		if (is_one_of(s, i, "auto ,"))
			return false;
		if (is(s->l, i, "<"))
			i = token_skip_angles(s->l->text, s->l->tokens, i) - 1;
	}
	if (!tiled)
		return false;
	s->index = spelling(s, close - 1, close);
	s->index_declaration = spelling(s, open + 1, close);
	s->index_value = thread_index(s, clang_getCursorType(s->function));
	s->barrier = xstrdup("");
	return true;
}

void read_body(struct loops *s)
{
	CXCursor body = body_of(s->function);

	for (size_t i = s->body; i < s->body_end; i++) {
		s->failed |= is_one_of(s, i, "asm decltype static thread_local goto try");
		/* what the index has */
		s->failed |= is_name(s, i, s->index) && is(s->l, i + 1, ".") &&
		             !is_one_of(s, i + 2, "local global tile tile_origin tile_extent tile_dim0 tile_dim1 "
		                                  "tile_dim2 barrier");
	}
	s->failed |= clang_Cursor_isNull(body) ||
	             (is_c(s) && changes(s, s->body, s->body_end, s->index));
	if (!s->failed)
		clang_visitChildren(body, find_variables, s);
}

void append_body(struct loops *s)
{
	assume_uniform(s);
	append_scope(s, s->body + 1, s->body_end);
}

/* A kernel's, where the index that all threads share is that of the first. */
static void append_kernel_body(struct loops *s)
{
	append_first_thread(s);
	append_body(s);
}

/* "amp_has_tile_loops", which depends on what is kept, and the bytes of that for each thread. */
static void append_has_loops(const struct loops *s, struct text *out)
{
	const struct strings *kept = &s->kept_types, *in_place = &s->in_place_types;

	text_append(out, "\ttypedef std::integral_constant<bool, true");
	for (size_t i = 0; i < kept->count; i++)
		text_printf(out, " && std::is_trivial<%s >::value", kept->items[i]);
	for (size_t i = 0; i < in_place->count; i++)
		text_printf(out, " && Concurrency::details::is_moved_as_bytes<%s >::value", in_place->items[i]);
	text_append(out, "> amp_has_tile_loops;\n\ttypedef std::integral_constant<std::size_t, 0");
	for (size_t i = 0; i < kept->count; i++)
		text_printf(out, " + sizeof(%s)", kept->items[i]);
	for (size_t i = 0; i < in_place->count; i++)
		text_printf(out, " + sizeof(%s)", in_place->items[i]);
	text_append(out, "> amp_kept_bytes;\n");
}

void loops_finish(struct loops *s)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		free(s->variables[i].name);
		free(s->variables[i].type);
		free(s->variables[i].bounds);
	}
	for (size_t i = 0; i < s->n_substitutions; i++)
		free(s->substitutions[i].text);
	while (s->n_items)
		free(s->items[--s->n_items].text);
	free(s->substitutions);
	free(s->variables);
	free(s->items);
	free(s->index);
	free(s->index_declaration);
	free(s->barrier);
	strings_finish(&s->kept_types);
	strings_finish(&s->in_place_types);
}

/* Where the declaration begins that a kernel is in, but for namespaces. */
static unsigned declaration_start(const struct kernel *k)
{
	for (size_t i = 0; i < k->n_scopes; i++) {
		if (k->scopes[i].kind != CXCursor_Namespace && k->scopes[i].kind != CXCursor_LinkageSpec)
			return k->scopes[i].start;
	}
	return k->start;
}

/* The functions for all threads that a kernel needs, if it has loops. */
static void insert_functions(struct loops *s)
{
	for (size_t i = 0; i < s->functions->count; i++) {
		struct tile_function *f = &s->functions->items[i];

		if (!s->failed)
			edit_insert(s->l->edits, f->at, NULL, f->text);
		free(f->name);
		free(f->passed);
		free(f->text);
	}
	free(s->functions->items);
}

/* amp_run_tile and what says that there is one. prelude: what the body begins with.
 * Nothing that the kernel stores to is in its own object, which so is read once:
 * AMP_TILE_RESTRICT is __restrict__, of `this`. */
static void append_run_tile(struct loops *s, const char *prelude, struct text *out)
{
	append_has_loops(s, out);
	text_append(out, "\tAMP_TILE_LOOPS_BEGIN\n"
	                 "\ttemplate <typename amp_tile_t> __attribute__((always_inline)) void amp_run_tile(const amp_tile_t amp_tile) const AMP_TILE_RESTRICT\n");
	text_printf(out, "\t{%s\n%s\t}\n\tAMP_TILE_LOOPS_END\n", prelude, s->out->data);
}

void append_tile_loops(struct lowering *l, const struct kernel *k, const char *prelude,
                       struct text *out)
{
	struct text written = {0};
	struct tile_functions functions = {0};
	struct loops s = {.l = l, .out = &written, .function = k->lambda, .functions = &functions,
	                  .class = clang_getNullCursor(), .limit = declaration_start(k)};
	size_t list = token(l, token_at(l->tokens, k->start))->match + 1;

	s.body = token_at(l->tokens, k->body_start);
	s.body_end = (size_t)token(l, s.body)->match;
	text_append(&written, "");
	s.failed = !is(l, list, "(") || !read_index(&s, list);
	for (size_t i = list; i < s.body; i++)
		s.failed |= is(l, i, "mutable") || is(l, i, "->");
	if (!s.failed)
		read_body(&s);
	if (!s.failed)
		append_kernel_body(&s);
	if (!s.failed)
		append_run_tile(&s, prelude, out);
	insert_functions(&s);
	loops_finish(&s);
	text_finish(&written);
}

/* ---- C -------------------------------------------------------------------- */

static enum CXChildVisitResult find_index(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_ParmDecl)
		return CXChildVisit_Continue;
	*(CXCursor *)data = c;
	return CXChildVisit_Break;
}

/* The kernel's function, where its body is, and its first parameter. */
static bool read_c_kernel(struct loops *s, const struct c_kernel *k)
{
	CXCursor index = clang_getNullCursor();
	unsigned name = 0;

	s->function = k->is_block ? first_child(k->cursor) : k->definition;
	if (k->is_block)
		s->body = token_at(s->l->tokens, k->body);
	else if (cursor_offset(s->l->clauses, k->definition, &name))
		s->body = declarator_end(s->l->unit, name, s->l->unit->text.len);
	clang_visitChildren(s->function, find_index, &index);
	if (!is(s->l, s->body, "{") || clang_Cursor_isNull(index))
		return false;
	s->body_end = (size_t)token(s->l, s->body)->match;
	s->limit = k->is_block ? k->piece->start : name;
	s->index = take_string(clang_getCursorSpelling(index));
	char *type = take_string(clang_getTypeSpelling(unqualified(clang_getCursorType(index))));

	s->index_declaration = xasprintf("const %s %s", type, *s->index ? s->index : "amp_index_");
	s->index_value = thread_index(s, clang_getCursorType(index));
	s->barrier = xstrdup("");
	free(type);
	return true;
}

bool append_c_tile_loops(struct c_lowering *l, const struct c_kernel *k, struct text *out)
{
	struct lowering lowering = {
		.unit = l->unit, .clauses = l->clauses, .edits = l->edits, .text = l->text,
		.tokens = l->tokens, .hash = l->hash, .n_tile_functions = l->n_tile_functions};
	struct text written = {0};
	struct tile_functions functions = {0};
	struct loops s = {.l = &lowering, .out = &written, .functions = &functions,
	                  .class = clang_getNullCursor(), .threads = k->tile_size};

	text_append(&written, "");
	s.failed = !read_c_kernel(&s, k);
	if (!s.failed)
		read_body(&s);
	if (!s.failed && !k->is_block)
		s.failed = !declare_kernel_parameters(&s);
	if (!s.failed)
		append_kernel_body(&s);
	s.failed |= s.kept_size * s.threads > MOST_KEPT;
	if (!s.failed)
		text_append(out, written.data);
	l->n_tile_functions = lowering.n_tile_functions;
	insert_functions(&s);
	loops_finish(&s);
	text_finish(&written);
	return !s.failed;
}

/* ---- Function objects ----------------------------------------------------- */

/* The call operators of a class. */
struct call_operators {
	CXCursor found;
	unsigned count;
};

static enum CXChildVisitResult find_call_operator(CXCursor c, CXCursor parent, CXClientData data)
{
	struct call_operators *all = data;
	char *name = take_string(clang_getCursorSpelling(c));

	(void)parent;
	if (is_function(clang_getCursorKind(c)) && !strncmp(name, "operator()", 10)) {
		all->found = c;
		all->count++;
	}
	free(name);
	return CXChildVisit_Continue;
}

/* The body of the operator() whose name is at a token, and its one parameter. */
static bool read_call_operator(struct loops *s, size_t at)
{
	size_t list = at + 3, i;

	if (!is(s->l, at, "operator") || !is(s->l, at + 1, "(") || !is(s->l, list, "(") ||
	    token(s->l, list)->match < 0 || !read_index(s, list))
		return false;
	for (i = (size_t)token(s->l, list)->match + 1; !is(s->l, i, "{"); i = past_match(s, i)) {
		if (token(s->l, i)->kind == TOKEN_END || is_one_of(s, i, "; : -> & volatile = try"))
			return false;
	}
	s->body = i;
	s->body_end = (size_t)token(s->l, i)->match;
	return token(s->l, i)->match > (int)i;
}

void add_tile_loops(struct lowering *l, CXCursor class, unsigned start, unsigned end)
{
	struct text written = {0}, text = {0};
	struct tile_functions functions = {0};
	struct loops s = {.l = l, .class = class, .limit = start, .out = &written,
	                  .functions = &functions};
	struct call_operators operators = {.found = clang_getNullCursor()};
	char *name = take_string(clang_getCursorSpelling(class));
	unsigned offset;

	clang_visitChildren(class, find_call_operator, &operators);
	s.function = operators.found;
	if (operators.count != 1 || !*name || clang_Cursor_isAnonymous(class) || strchr(name, '(') ||
	    clang_getCursorKind(s.function) != CXCursor_CXXMethod ||
	    !clang_CXXMethod_isConst(s.function) || !clang_isCursorDefinition(s.function) ||
	    !(cursor_restrictions(s.function) & RESTRICT_AMP) ||
	    !cursor_offset(l->clauses, s.function, &offset) ||
	    !read_call_operator(&s, token_at(l->tokens, offset)))
		s.failed = true;
	for (size_t i = token_at(l->tokens, start); !s.failed && token(l, i)->offset < end; i++)
		s.failed |= is(l, i, "mutable");
	text_append(&written, "");
	if (!s.failed)
		read_body(&s);
	if (!s.failed)
		append_kernel_body(&s);
	if (!s.failed) {
		name[strcspn(name, "<")] = 0;
		/* a class derived from this one has them, too, but another operator() */
		text_printf(&text, "\n\ttypedef %s amp_tile_loops_class;\n", name);
		append_run_tile(&s, "", &text);
		append_line_directive(l, &text, token(l, s.body_end)->offset + 1);
		edit_insert(l->edits, token(l, s.body_end)->offset + 1, NULL, text.data);
	}
	insert_functions(&s);
	loops_finish(&s);
	text_finish(&written);
	text_finish(&text);
	free(name);
}
