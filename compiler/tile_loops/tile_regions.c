/* Tiled kernels as loops: a region, which is what stands between two barriers, as a loop over
 * the tile's threads. It begins with what it needs of the scopes around it: the index, variables
 * that follow from it, and what is kept of others. An if that compares the index with what is
 * uniform bounds the loop instead. */
#include "body/statement.h"
#include "tile_loops/tile_loops_internal.h"

#include <stdlib.h>
#include <string.h>

/* The tokens [first, last), with what is substituted. */
void append_tokens(struct loops *s, size_t first, size_t last)
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
void forget_substitutions(struct loops *s, size_t first, size_t last, bool returns)
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

bool has_token(const struct loops *s, size_t first, size_t last, const char *spelling)
{
	for (size_t i = first; i < last; i++) {
		if (is(s->l, i, spelling))
			return true;
	}
	return false;
}

/* The token behind the lambda without captures that begins at i; i, if there is none. */
size_t lambda_end(const struct loops *s, size_t i)
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

bool has_return(const struct loops *s, size_t first, size_t last)
{
	return next_return(s, first, last) < last;
}

bool has_continue(const struct loops *s, size_t first, size_t last)
{
	return s->loop_depth && next_continue(s, first, last) < last;
}

/* Whether threads may leave a region before its end. */
bool may_leave(const struct loops *s, size_t first, size_t last)
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
	APPEND(s->items, s->n_items) = item;
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

bool is_array(CXType type)
{
	return type.kind == CXType_ConstantArray || type.kind == CXType_DependentSizedArray;
}

/* The type of an array's elements, or the type itself. */
CXType element_type(CXType type)
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

/* An index as the kernel declares it, if there is one. */
static void append_declared_index(struct loops *s)
{
	if (*s->index)
		text_printf(s->out, "\t\t%s = %s;\n", s->index_declaration, s->index_value);
}

/* The index of a thread, if there is one. In C++ its type is the shared index's, which is in scope:
 * names in the parameter's own type, as in tiled_index<N>, may be hidden by variables here. */
void append_index(struct loops *s)
{
	if (is_c(s))
		append_declared_index(s);
	else if (*s->index)
		text_printf(s->out, "\t\tdecltype(%s) %s = %s;\n", s->index, s->index, s->index_value);
}

static const char first_thread[] = "\t\tconst int amp_z = 0, amp_y = 0, amp_x = 0;\n";

void append_first_thread(struct loops *s)
{
	text_append(s->out, first_thread);
	append_index(s);
}

void append_shared_index(struct loops *s)
{
	text_append(s->out, first_thread);
	append_declared_index(s);
}

/* The head of a loop over threads: over all of the tile, or those of a range. */
void append_threads(struct loops *s, const char *range)
{
	if (range)
		text_printf(s->out, "\t\tAMP_TILE_LOOPS_IN(%s) {\n", range);
	else
		text_append(s->out, "\t\tAMP_TILE_LOOPS {\n");
	append_index(s);
}

/* Whether [first, last) may give a kept variable another value, which others need: it is
 * declared there, or may change, or is an object that is loaded and stored as a whole. */
static bool is_to_store(struct loops *s, const struct variable *v, size_t first, size_t last)
{
	if (!v->in_use || !v->is_stored || v->at >= last)
		return false;
	if (v->at >= first)
		return true;
	return !v->is_in_place && (s->repeat_depth || names(s, last, v->scope_end, v->name)) &&
	       (changes(s, first, last, v->name) ||
	        (names(s, first, last, v->name) && !is_arithmetic(clang_getCursorType(v->cursor))));
}

/* What of kept variables is stored at the end of [first, last) in a thread. */
static void append_stores(struct loops *s, size_t first, size_t last)
{
	s->is_without_premises = true; /* a store costs less */
	for (size_t i = 0; i < s->n_variables; i++) {
		const struct variable *v = &s->variables[i];

		if (is_to_store(s, v, first, last))
			append_store(s, v);
	}
	s->is_without_premises = false;
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
void append_thread_loop(struct loops *s, size_t first, size_t last, const char *range, bool all)
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
void append_region(struct loops *s, size_t first, size_t last)
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
bool is_range_if(struct loops *s, size_t region, size_t first, size_t last)
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
void append_range_if(struct loops *s, size_t first, size_t last)
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
