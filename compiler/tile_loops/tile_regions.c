/* Tile loops: writes a region, which is what is between two barriers, as a loop over the tile's threads. It
 * begins with what it needs from the enclosing scopes: the index, variables that follow from it, and kept
 * variables. */
#include "tile_loops/tile_loops_internal.h"

#include <stdlib.h>
#include <string.h>

/* Returns what replaces the first tokens in [first, last) that are replaced: all of those of the widest
 * substitution, or of a division; NULL if there are none. */
static const struct substitution *next_replaced(const struct loops *s, size_t first, size_t last)
{
	const struct substitution *next = next_division(s, first, last);

	FOR_EACH(const struct substitution, replaced, s->substitutions, s->n_substitutions) {
		if (replaced->first >= first && replaced->last <= last &&
		    (!next || replaced->first < next->first ||
		     (replaced->first == next->first && replaced->last >= next->last)))
			next = replaced;
	}
	return next;
}

void append_tokens(struct loops *s, size_t first, size_t last)
{
	append_line_directive(s->l, s->out, token(s->l, first)->offset);
	for (const struct substitution *replaced; (replaced = next_replaced(s, first, last)) != NULL;) {
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

bool may_be_left(const struct loops *s, size_t first, size_t last)
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
	return clang_isConstQualifiedType(clang_getCanonicalType(type)) ||
	       clang_isConstQualifiedType(element_type(type));
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
		else if (item->kind == ITEM_DECLARATION && item->first < first &&
		         (!v || names(s, first, last, v->cursor)))
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
		const char *begin =
		    interned_printf("{ %s%s", s->has_result ? "AMP_TILE_RETURN(" : "", in_parentheses ? "(" : "");
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

void append_thread_body(struct loops *s, size_t first, size_t last, bool all)
{
	append_index(s);
	append_items(s, first, last, all);
	if (may_leave(s, first, last))
		append_with_leaves(s, first, last);
	else
		append_tokens(s, first, last);
	append_stores(s, first, last);
	text_append(s->out, "\t\t}\n");
}

void append_thread_loop(struct loops *s, size_t first, size_t last, const char *range, bool all)
{
	if (append_edges(s, first, last, range, all))
		return;
	append_threads(s, range);
	append_thread_body(s, first, last, all);
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

	if (t->role == ROLE_OPERAND && (p->kind == TREE_VARIABLE || p->kind == TREE_NAME || p->kind == TREE_MEMBER ||
	                                p->kind == TREE_CONSTRUCTION))
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
	fail_if(s, s->row_rank && s->in.loop_depth && !has_row_accesses(s, first, last), first,
	        "points of a row access distant elements");
	if (s->failed || !append_arrays(s, first, last))
		return;
	/* a copy for the case that all threads are in the enclosing strides, without tests */
	bool in_stride = !s->is_selected && append_all_condition(s);

	if (in_stride) {
		append_thread_loop(s, first, last, NULL, true);
		text_append(s->out, "\t\t} else {\n");
	}
	append_thread_loop(s, first, last, s->range, false);
	if (in_stride)
		text_append(s->out, "\t\t}\n");
}

/* ---- Attempts ------------------------------------------------------------- */

struct attempt attempt_begin(const struct loops *s)
{
	size_t size = s->n_variables * sizeof(*s->variables);

	return (struct attempt){s->out->len,
	                        s->kept_types.count,
	                        s->in_place_types.count,
	                        s->premises.count,
	                        s->n_items,
	                        s->kept_size,
	                        s->in,
	                        s->is_continued,
	                        memcpy(xmalloc(size), s->variables, size)};
}

void attempt_finish(struct attempt *a)
{
	free(a->variables);
}

void attempt_undo(const struct attempt *a, struct loops *s, size_t first, size_t last)
{
	s->failed = NULL;
	s->out->len = a->length;
	s->out->data[a->length] = '\0';
	s->kept_size = a->kept_size;
	s->n_items = a->n_items;
	s->in = a->in;
	s->is_continued = a->is_continued;
	strings_truncate(&s->kept_types, a->n_kept_types);
	strings_truncate(&s->in_place_types, a->n_in_place_types);
	strings_truncate(&s->premises, a->n_premises);
	memcpy(s->variables, a->variables, s->n_variables * sizeof(*s->variables));
	forget_substitutions(s, first, last, false);
}
