/* Tile loops: writes a region, which is what is between two barriers, as a loop over the tile's threads. It
 * begins with what it needs from the enclosing scopes: the index, variables that follow from it, and kept
 * variables. An if that compares the index with uniform values limits the loop's range instead. */
#include "tile_loops/tile_loops_internal.h"

#include <string.h>

void append_tokens(struct loops *s, size_t first, size_t last)
{
	append_line_directive(s->l, s->out, token(s->l, first)->offset);
	FOR_EACH(const struct substitution, replaced, s->substitutions, s->n_substitutions) {
		if (replaced->first < first || replaced->last > last)
			continue;
		const char *before = render(s->l, token(s->l, first)->offset,
		                            token(s->l, replaced->first)->offset, UNIT_HOST);

		text_printf(s->out, "%s%s", before, replaced->text);
		first = replaced->last;
	}
	if (first < last)
		text_append(s->out, spelling(s, first, last));
	text_append(s->out, "\n");
}

/* Keeps the substitutions in the order of the text. */
void substitute(struct loops *s, struct substitution new)
{
	size_t at = s->n_substitutions++;

	s->substitutions = xrealloc(s->substitutions, s->n_substitutions * sizeof(*s->substitutions));
	for (; at > 0 && s->substitutions[at - 1].first > new.first; at--)
		s->substitutions[at] = s->substitutions[at - 1];
	s->substitutions[at] = new;
}

void forget_substitutions(struct loops *s, size_t first, size_t last, bool returns)
{
	size_t n = 0;

	FOR_EACH(const struct substitution, old, s->substitutions, s->n_substitutions) {
		if (old->first < first || old->first >= last || (returns && !old->of_return))
			s->substitutions[n++] = *old;
	}
	s->n_substitutions = n;
}

bool may_leave(const struct loops *s, size_t first, size_t last)
{
	return has_jump(s, TREE_RETURN, first, last) || has_jump(s, TREE_CONTINUE, first, last);
}

/* Whether what a leaving thread skips ends with the region: for a return, that is the rest of the body, for a
 * continue, the rest of the loop's. */
static bool may_be_left(const struct loops *s, size_t first, size_t last)
{
	return (last == s->body_end || !has_jump(s, TREE_RETURN, first, last)) &&
	       (last == s->in.loop_end || !has_jump(s, TREE_CONTINUE, first, last));
}

void add_item(struct loops *s, struct region_item item)
{
	APPEND(s->items, s->n_items) = item;
}

size_t text_begin(const struct loops *s, const struct tree *t)
{
	size_t first = t->first;

	while (token(s->l, first - 1)->kind == TOKEN_DIRECTIVE)
		first--;
	return first;
}

const char *text_of(const struct loops *s, const struct tree *t)
{
	return spelling(s, t->first, t->last);
}

const char *spelling(const struct loops *s, size_t first, size_t last)
{
	unsigned start = token(s->l, first)->offset;
	unsigned end = token(s->l, last - 1)->offset + token(s->l, last - 1)->len;

	/* insertions behind a statement belong to the next one */
	return is_one_of(s->l, last - 1, "; { }") ? render(s->l, start, end, UNIT_HOST)
	                                          : render_expression(s->l, start, end, UNIT_HOST);
}

/* Appends the variable of a stride in this thread. all: no thread is past its end; otherwise, unless the
 * range of threads excludes it, such a thread goes no further. */
static void append_stride_item(struct loops *s, const struct stride *k, bool all)
{
	const char *name = k->variable->name, *type = k->variable->type;
	const char *start = text_of(s, k->start), *condition = text_of(s, k->condition);

	text_printf(s->out, "\t\tconst %s %s = (%s) + (%s)amp_%s_step;\n", type, name, start, type, name);
	if (!all && k->dimension < 0)
		text_printf(s->out, "\t\tif (!(%s))\n\t\t\tcontinue;\n", condition);
}

/* Whether an object, or an array's elements, are const; libclang reports that for the array or for its
 * elements. */
bool is_const_object(CXType type)
{
	return clang_isConstQualifiedType(clang_getCanonicalType(type)) || clang_isConstQualifiedType(element_type(type));
}

/* Declares a variable of the enclosing scopes in this thread. In C, a reference to an array is a pointer to
 * its elements. */
static void append_kept(struct loops *s, const struct body_variable *v)
{
	const char *constant = is_const_object(clang_getCursorType(v->cursor)) ? "const " : "";

	if (!v->is_in_place)
		text_printf(s->out, "\t\t%s %s = amp_kept_%s AMP_TILE_THREAD;\n", v->type, v->name, v->name);
	else if (is_c(s))
		text_printf(s->out, "\t\t%s%s (*const %s)%s = amp_kept_%s AMP_TILE_THREAD;\n", constant, v->type,
		            v->name, strchr(v->bounds, ']') + 1, v->name);
	else
		text_printf(s->out, "\t\t%sauto &%s = amp_kept_%s.at(amp_z, amp_y, amp_x);\n", constant, v->name,
		            v->name);
}

/* Stores a variable at the end of a region. */
static void append_store(struct loops *s, const struct body_variable *v)
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
	FOR_EACH(const struct region_item, item, s->items, s->n_items) {
		const struct body_variable *v = item->variable;

		if (item->kind == ITEM_STRIDE)
			append_stride_item(s, item->stride, all);
		else if (item->kind == ITEM_TEXT)
			text_append(s->out, item->text);
		else if (item->kind == ITEM_DECLARATION && item->first < first && item->text)
			text_append(s->out, item->text);
		else if (item->kind == ITEM_DECLARATION && item->first < first && (!v || names(s, first, last, v->cursor)))
			append_tokens(s, item->first, item->last);
		else if (item->kind == ITEM_VARIABLE && v->is_stored && v->at < first &&
		         names(s, first, last, v->cursor))
			append_kept(s, v);
	}
}

/* Appends an index as the kernel declares it, if there is one. */
static void append_declared_index(struct loops *s)
{
	if (*s->index)
		text_printf(s->out, "\t\t%s = %s;\n", s->index_declaration, s->index_value);
}

/* In C++, its type is that of the shared index, which is in scope: names in the parameter's own type, as in
 * tiled_index<N>, may be hidden by variables here. */
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

void append_threads(struct loops *s, const char *range)
{
	if (range)
		text_printf(s->out, "\t\tAMP_TILE_LOOPS_IN(%s) {\n", range);
	else
		text_append(s->out, "\t\tAMP_TILE_LOOPS {\n");
	append_index(s);
}

/* Whether [first, last) may give a kept variable a value that is needed later: it is declared there, or may
 * be modified, or is an object that is loaded and stored as a whole. */
static bool is_to_store(struct loops *s, const struct body_variable *v, size_t first, size_t last)
{
	if (!v->in_use || !v->is_stored || v->at >= last)
		return false;
	if (v->at >= first)
		return true;
	return !v->is_in_place && (s->in.repeat_depth || names(s, last, v->scope_end, v->cursor)) &&
	       (changes(s, first, last, v->cursor) ||
	        (names(s, first, last, v->cursor) && !is_number(clang_getCursorType(v->cursor))));
}

/* Appends the stores of kept variables at the end of [first, last). */
static void append_stores(struct loops *s, size_t first, size_t last)
{
	s->is_without_premises = true; /* a store is cheaper than a premise */
	FOR_EACH(const struct body_variable, v, s->variables, s->n_variables) {
		if (is_to_store(s, v, first, last))
			append_store(s, v);
	}
	s->is_without_premises = false;
}

/* Appends the tokens [first, last), in which threads leave: `return x;` sets the thread's result and ends its
 * iteration, as `continue;` does. */
static void append_with_leaves(struct loops *s, size_t first, size_t last)
{
	unsigned label = ++s->n_labels;

	text_append(s->out, "\t\t{\n");
	for (const struct tree *t = NULL; (t = next_jump(s, TREE_RETURN, first, last, t)) != NULL;) {
		/* x may be a list in braces, or have commas */
		bool in_parentheses = s->has_result && !is(s->l, t->first + 1, "{");
		const char *begin = interned_printf("{ %s%s", s->has_result ? "AMP_TILE_RETURN(" : "", in_parentheses ? "(" : "");
		const char *end = interned_printf("%s%s; goto amp_done_%u; }", in_parentheses ? ")" : "",
		                                  s->has_result ? ")" : "", label);

		substitute(s, (struct substitution){t->first, t->first + 1, true, begin});
		substitute(s, (struct substitution){t->last - 1, t->last, true, end});
	}
	for (const struct tree *t = NULL;
	     s->in.loop_depth && (t = next_jump(s, TREE_CONTINUE, first, last, t)) != NULL;)
		substitute(s, (struct substitution){t->first, t->first + 1, true,
		                                    interned_printf("goto amp_done_%u", label)});
	append_tokens(s, first, last);
	text_printf(s->out, "\t\t}\n\t\tamp_done_%u:;\n", label);
	forget_substitutions(s, first, last, true);
}

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

void append_array(struct loops *s, struct body_variable *v)
{
	v->is_stored = true;
	s->kept_size += clang_Type_getSizeOf(clang_getCursorType(v->cursor));
	if (!v->is_in_place || is_c(s)) {
		strings_push(&s->kept_types, v->type);
		text_printf(s->out, "\t\t%s amp_kept_%s AMP_TILE_ARRAY%s;\n", v->type, v->name,
		            v->is_in_place ? v->bounds : "");
		return;
	}
	const char *type = interned_printf("%s%s", v->type, v->bounds);

	strings_push(&s->in_place_types, type);
	text_printf(s->out, "\t\tConcurrency::details::tile_values<%s, amp_tile_t> amp_kept_%s;\n", type,
	            v->name);
}

/* Whether a name is used in a way for which what replaces a kept variable may be something else: its type, as in
 * decltype(x); in C, where a pointer replaces an array, also its size and its address. */
static bool asks_for_object(const struct loops *s, const struct tree *name)
{
	const struct tree *t = name;

	while (t->parent->kind == TREE_PARENTHESES)
		t = t->parent;
	const struct tree *p = t->parent;

	if (t->role == ROLE_OPERAND && (p->kind == TREE_VARIABLE || p->kind == TREE_NAME || p->kind == TREE_MEMBER || p->kind == TREE_CONSTRUCTION))
		return true;
	return is_c(s) && (p->kind == TREE_UNEVALUATED || p->kind == TREE_SELECTION ||
	                   (p->kind == TREE_UNARY && p->unary == CXUnaryOperator_AddrOf));
}

/* Whether [first, last) asks for a kept variable itself, or may do so where the tree has no node for its name. */
static bool is_asked_for(const struct loops *s, const struct body_variable *v, size_t first, size_t last)
{
	for (size_t i = first; i < last; i++) {
		const struct tree *t = tree_named(s->tree, i);

		if (!t && tree_may_name(s->l->unit, s->tree, i, v->cursor))
			return true;
		for (; t; t = t->next_named) {
			if (is_name_of(t, v->cursor) && asks_for_object(s, t))
				return true;
		}
	}
	return false;
}

/* Appends the arrays of variables that are declared in a region and used behind it. Sets s->failed and returns false
 * if one cannot be in an array. */
static bool append_arrays(struct loops *s, size_t first, size_t last)
{
	FOR_EACH(struct body_variable, v, s->variables, s->n_variables) {
		if (!v->in_use || v->kind != KEPT || v->at < first || v->at >= last ||
		    !names(s, last, v->scope_end, v->cursor))
			continue;
		fail_if(s, !v->type, v->at, "a variable of a type that cannot be kept lives across a barrier");
		fail_if(s, is_pointer(clang_getCursorType(v->cursor)) && has_private_address(s), v->at,
		        "a pointer lives across a barrier, and may point to a thread's own variable");
		fail_if(s, s->row_rank && v->is_in_place && !is_dependent_type(clang_getCursorType(v->cursor)), v->at,
		        "an array or an object of each point is used in a loop");
		fail_if(s, (!is_c(s) || v->is_in_place) && is_asked_for(s, v, last, v->scope_end), v->at,
		        "a variable whose type, size or address is asked for lives across a barrier");
		if (s->failed)
			return false;
		append_array(s, v);
	}
	return true;
}

/* Begins "if (all threads are in the enclosing strides) {"; returns false if there are none. */
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

void append_region(struct loops *s, size_t first, size_t last)
{
	if (first == last)
		return;
	/* some threads would be done while others reach a barrier */
	fail_if(s, !s->all_leave && !may_be_left(s, first, last), first, "threads may leave before others wait");
	fail_if(s, s->row_rank && s->in.loop_depth && !has_row_accesses(s, first, last), first, "points of a row access distant elements");
	if (s->failed || !append_arrays(s, first, last))
		return;
	/* a copy for the case that all threads are in the enclosing strides, without tests */
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

/* A comparison of something linear in the index with something uniform, or a uniform condition. */
struct comparison {
	const char *op; /* suffix of a tile_range function; NULL: `value` is the condition */
	const struct tree *value, *bound;
	struct linear linear; /* the value */
};

/* Reads a comparison; returns false if it is none. */
static bool read_comparison(struct loops *s, const struct tree *t, struct comparison *c)
{
	static const struct {
		enum CXBinaryOperatorKind kind;
		const char *op, *mirrored;
	} operators[] = {
	    {CXBinaryOperator_LT, "less", "greater"},
	    {CXBinaryOperator_LE, "less_equal", "greater_equal"},
	    {CXBinaryOperator_GT, "greater", "less"},
	    {CXBinaryOperator_GE, "greater_equal", "less_equal"},
	    {CXBinaryOperator_EQ, "equal", "equal"},
	};

	if (t->kind != TREE_BINARY)
		return false;
	*c = (struct comparison){NULL, tree_operand(t), tree_second(t), linear_of(s, tree_operand(t))};
	bool mirrored = !c->linear.step && !c->linear.is_flat;

	if (mirrored)
		*c = (struct comparison){NULL, c->bound, c->value, linear_of(s, c->bound)};
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++) {
		if (t->binary == operators[i].kind)
			c->op = mirrored ? operators[i].mirrored : operators[i].op;
	}
	/* see tile_range::is_exact */
	return c->op && (c->linear.step || c->linear.is_flat) && is_uniform_integer(s, c->bound) &&
	       clang_Type_getSizeOf(tree_type(c->value)) <= (long long)sizeof(int);
}

enum {
	MOST_COMPARISONS = 16,
	MOST_TOKENS = 60, /* of a statement that is written once more */
};

/* Returns what an expression is evaluated from: of a variable that regions declare again, its initializer. */
static const struct tree *evaluated(struct loops *s, const struct tree *t)
{
	const struct body_variable *v;

	for (t = tree_strip(t); (v = mentioned_variable(s, t)) && v->in_use && v->kind == REPEATED && !v->is_alias && initializer_of(v);)
		t = tree_strip(initializer_of(v));
	return t;
}

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

/* Whether evaluating an expression, or NULL, may end the process: it divides by what may be 0. */
static bool may_trap(const struct tree *e)
{
	for (const struct tree *t = e; t; t = tree_next(t, e)) {
		int64_t divisor;

		if (t->kind == TREE_BINARY && (t->binary == CXBinaryOperator_Div || t->binary == CXBinaryOperator_Rem) &&
		    (!tree_value(tree_second(t), &divisor) || divisor <= 0))
			return true;
	}
	return false;
}

/* Reads the comparisons of an if's condition. Returns their number; 0 if the statement is anything else. n_certain: how
 * many of them some thread evaluates; the others are evaluated for the tile even if no thread does so. */
static size_t read_range_if(struct loops *s, const struct tree *t, struct comparison *all, size_t n_certain)
{
	bool depends_on_index = false;
	size_t n = t->kind != TREE_IF || tree_part(t, ROLE_VARIABLE) || tree_part(t, ROLE_INIT) || is_constexpr_if(s->l->unit, t)
	               ? 0
	               : read_comparisons(s, tree_part(t, ROLE_CONDITION), all, 0);

	for (size_t i = n_certain; i < n; i++) {
		if (may_trap(all[i].value) || may_trap(all[i].bound) || may_trap(all[i].linear.width))
			return 0;
	}
	for (size_t i = 0; i < n; i++)
		depends_on_index |= all[i].op != NULL;
	return depends_on_index ? n : 0;
}

bool is_range_if(struct loops *s, size_t region, const struct tree *t)
{
	struct comparison all[MOST_COMPARISONS];

	if (may_leave(s, region, t->first) || !may_be_left(s, t->first, t->last) || !read_range_if(s, t, all, 1))
		return false;
	/* it is not worth an array that would not be needed otherwise */
	FOR_EACH(const struct body_variable, v, s->variables, s->n_variables) {
		if (v->in_use && v->kind == KEPT && v->at >= region && v->at < t->first &&
		    names(s, t->first, t->last, v->cursor) && !names(s, t->last, v->scope_end, v->cursor))
			return false;
	}
	return true;
}

/* Returns the if of this kind that a branch of another one, or NULL, consists of; or NULL. */
static const struct tree *nested_range_if(struct loops *s, const struct tree *branch)
{
	bool is_block = branch && branch->kind == TREE_BLOCK && branch->children && !branch->children->next;
	const struct tree *t = is_block ? branch->children : branch;
	struct comparison all[MOST_COMPARISONS];

	return t && read_range_if(s, t, all, 0) ? t : NULL;
}

/* Appends amp_exact, whether ranges tell for which threads the condition of an if is true, and those of the ifs that its
 * branches consist of: then it narrows amp_range_N to these threads. n: number of ranges so far. Returns their new number. */
static unsigned append_narrowing(struct loops *s, const struct tree *t, unsigned n)
{
	const struct tree *branches[] = {tree_part(t, ROLE_BODY), tree_part(t, ROLE_OTHERWISE)};
	struct comparison all[MOST_COMPARISONS];
	size_t count = read_range_if(s, t, all, MOST_COMPARISONS);

	n++;
	for (size_t i = 0; i < count; i++) {
		const char *value = text_of(s, all[i].value), *bound = all[i].bound ? text_of(s, all[i].bound) : "";
		const struct linear *l = &all[i].linear;

		text_append(s->out, n > 1 || i ? " && " : "\t\tamp_exact = ");
		if (!all[i].op) {
			text_printf(s->out, "AMP_TILE_WHERE(amp_range_%u, %s)", n, value);
			continue;
		}
		text_printf(s->out, "AMP_TILE_NARROW%s(amp_range_%u, %d, %s, %s, %s",
		            l->is_flat ? "_FLAT" : (l->step < 0 ? "_FALLING" : ""), n, l->dimension, all[i].op, value, bound);
		if (l->is_flat)
			text_printf(s->out, ", %s", l->width ? text_of(s, l->width) : l->width_text);
		text_append(s->out, ")");
	}
	for (size_t i = 0; i < 2; i++) {
		const struct tree *nested = nested_range_if(s, branches[i]);

		n = nested ? append_narrowing(s, nested, n) : n;
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

/* Appends the branches of an if as loops over the threads of `range`: the first for those that amp_range_N has, too, the
 * second for the others. n: number of ranges that are in use. Returns their new number. */
static unsigned append_branches(struct loops *s, const struct tree *t, const char *range, unsigned n)
{
	const char *selected = interned_printf("amp_then_%u", ++n), *rest = interned_printf("amp_else_%u", n);
	const struct tree *branches[] = {tree_part(t, ROLE_BODY), tree_part(t, ROLE_OTHERWISE)};
	const char *ranges[] = {selected, rest};

	text_printf(s->out, "\t\tconst AMP_TILE_RANGE %s = AMP_TILE_BOTH(%s, amp_range_%u);\n", selected, range, n);
	for (size_t i = 0; i < 2 && branches[i]; i++) {
		const struct tree *nested = nested_range_if(s, branches[i]);

		if (i == 1)
			text_printf(s->out, "\t\tAMP_TILE_SIDES {\n\t\tconst AMP_TILE_RANGE %s = AMP_TILE_BESIDE(%s, %s);\n", rest,
			            range, selected);
		if (nested)
			n = append_branches(s, nested, ranges[i], n);
		else
			append_thread_loop(s, text_begin(s, branches[i]), branches[i]->last, ranges[i], false);
		if (i == 1)
			text_append(s->out, "\t\t}\n");
	}
	return n;
}

/* Appends the first branch of an if for tiles with all of their threads in it, unless it is long: loops of constant length
 * are faster if a row is short. */
static void append_whole(struct loops *s, const struct tree *t)
{
	const struct tree *body = tree_part(t, ROLE_BODY);

	if (s->range || is_in_stride(s) || body->last - body->first > MOST_TOKENS || nested_range_if(s, body))
		return;
	text_append(s->out, "\t\tif (amp_exact && AMP_TILE_IS_WHOLE(amp_range_1)) {\n");
	append_thread_loop(s, text_begin(s, body), body->last, NULL, false);
	text_append(s->out, "\t\t} else\n");
}

void append_range_if(struct loops *s, const struct tree *t)
{
	s->has_row_if |= is_row_if(s, t);
	const char *around = s->range ? s->range : "AMP_TILE_ALL";
	SCOPED(text) narrowing = {0};
	struct text *out = s->out;

	s->out = &narrowing;
	unsigned n = append_narrowing(s, t, 0);

	s->out = out;
	text_append(out, "\t\t{\n\t\tbool amp_exact;\n\t\tAMP_TILE_RANGE ");
	for (unsigned i = 0; i <= n; i++)
		text_printf(out, "%samp_range_%u = %s", i ? ", " : "", i, i ? "amp_range_0" : around);
	text_append(out, ";\n\t\t{\n");
	append_first_thread(s);
	append_items(s, t->first, t->last, true);
	text_printf(out, "%s;\n\t\t}\n", narrowing.data);
	append_whole(s, t);
	text_printf(out, "\t\tAMP_TILE_TURNS(amp_exact) {\n\t\tif (!amp_exact) {\n\t\tAMP_TILE_TURN(amp_range_0, %s);\n", around);
	append_index(s);
	append_items(s, t->first, t->last, true);
	append_single(s, t, 0);
	text_append(out, "\t\t}\n");
	append_branches(s, t, "amp_range_0", 0);
	text_append(out, "\t\t}\n\t\t}\n");
}
