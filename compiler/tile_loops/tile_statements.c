/* Tiled kernels as loops: the statements of a body that is cut at its barriers. Loops and ifs
 * that have barriers in them are written once for all threads, loops that start at the thread's
 * index around the loop over the threads, and all else is regions (tile_regions.c). */
#include "body/statement.h"
#include "tile_loops/tile_loops_internal.h"

#include <stdlib.h>
#include <string.h>

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

/* False if the header is anything else. */
static bool read_header(struct loops *s, size_t first, struct header *h)
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
	       is_arithmetic(clang_getCursorType(h->k->cursor));
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

/* if (!(condition)) break; A loop may have no condition. */
static void append_end_of_loop(struct loops *s, size_t first, size_t last)
{
	if (first == last)
		return;
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
	bool uniform = read_header(s, first, &h) &&
	               kind_of_expression(s, h.start, h.condition - 1) == UNIFORM &&
	               !changes(s, h.close + 1, last, h.k->name);
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

	if (!read_header(s, first, &h) || !h.is_declared || !is_name(s, h.condition, h.k->name) ||
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
	return !has_return(s, h.close + 1, last) && !changes(s, h.close + 1, last, h.k->name);
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
	size_t premises = s->premises.count;
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
	s->repeat_depth++;
	append_split(s, k.close + 1, last);
	s->repeat_depth--;
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
		truncate_strings(&s->premises, premises);
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

/* Whether an identifier is a keyword, part of a type's name, or the name of a node of the tree. */
static bool is_in_tree(struct loops *s, size_t i)
{
	return tree_named(s->tree, i) || is(s->l, i - 1, "::") ||
	       is_one_of(s, i, "sizeof alignof true false const bool char short int long signed unsigned");
}

/* Whether a variable is a constant, also where its value depends on template parameters: the
 * initializer, all of which the tree has, names nothing but constants. */
static bool is_known_constant(struct loops *s, const struct variable *v, size_t end)
{
	if (is_constexpr(v->cursor))
		return true;
	for (size_t i = v->at + 1; i < end; i++) {
		if (token(s->l, i)->kind == TOKEN_IDENTIFIER && !is_in_tree(s, i))
			return false;
	}
	return is_constant(v->cursor);
}

/* Whether what is moved in front of a region, where only the variables are that all threads
 * share, names another one: sizeof(x) may. */
static bool names_own_variable(struct loops *s, size_t first, size_t last)
{
	for (size_t i = first; i < last; i++) {
		bool is_local;
		const struct variable *v = variable_in_scope(s, i, &is_local);

		if (v && !is_declared_in(v, first, last) && v->kind != UNIFORM && v->kind != TILE_STATIC)
			return true;
	}
	return false;
}

/* Whether a declaration that regions repeat has a name in its type that a variable has, too. */
static bool is_hidden_in_items(const struct loops *s, const struct variable *v)
{
	for (size_t i = 0; i < s->n_items; i++) {
		const struct item *item = &s->items[i];

		if (item->kind == ITEM_DECLARATION && names(s, item->first, item->last, v->name))
			return true;
	}
	return false;
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
	                (is_arithmetic(type) && !changes(s, last, v->scope_end, v->name));
	enum variable_kind kind = KEPT;

	if (is_shared || (constant && !tile_static && is_known_constant(s, v, end))) {
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
		s->failed |= names_own_variable(s, first, last);
		return true;
	}
	if (is_one_of(s, first, "enum struct union") && has_token(s, first, last, "{") &&
	    (is(s->l, first, "enum") || !declares_variable(s, first, last))) {
		*hoist = true;
		s->failed |= declares_variable(s, first, last) || names_own_variable(s, first, last);
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
	s->failed |= *hoist && names_own_variable(s, first, last);
	*split = !*hoist && splits;
	*repeat = !*hoist && repeated;
	for (size_t i = 0; i < s->n_variables; i++) {
		struct variable *v = &s->variables[i];

		if (!is_declared_in(v, first, last))
			continue;
		if (!is_split_off(v) || *hoist)
			v->kind = tile_static ? TILE_STATIC : *hoist ? UNIFORM : *repeat ? REPEATED : KEPT;
		v->is_mutable &= v->kind == UNIFORM;
		s->failed |= v->kind != KEPT && is_hidden_in_items(s, v);
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
	bool is_loop = is_one_of(s, first, "for while do");

	if (is_wait(s, first, last))
		return;
	s->repeat_depth += is_loop;
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
	s->repeat_depth -= is_loop;
}

/* The statements of a scope with barriers, or of the body. */
void append_scope(struct loops *s, size_t first, size_t last)
{
	size_t items = s->n_items, region = first;

	for (size_t i = first; i < last && !s->failed;) {
		size_t end = statement_end(s, i, last);
		bool hoist = false, repeat = false, split = false, rest = false;
		bool waits_behind = s->waits_behind, waits_in_turn = s->waits_in_turn;
		size_t at = i; /* without directives in front */

		while (at < end && token(s->l, at)->kind == TOKEN_DIRECTIVE)
			at++;
		s->failed |= at < end && !tree_statement_at(s->tree, at);
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
