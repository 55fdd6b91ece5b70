/* Tile loops: the statements of a body that is cut at its barriers. Loops and ifs with barriers in them are
 * written once for all threads, loops that start at the thread's index are written around the loop over the
 * threads (tile_ranges.c), and everything else becomes regions (tile_regions.c). */
#include "tile_loops/tile_loops_internal.h"

void append_split(struct loops *s, const struct tree *t)
{
	text_append(s->out, "\t\t{\n");
	append_scope(s, t);
	text_append(s->out, "\t\t}\n");
}

static bool is_declared_in(const struct body_variable *v, size_t first, size_t last)
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

/* Returns the head of a loop or an if; the tree has no such statements without one. */
static struct tree_head head_of(const struct loops *s, const struct tree *t)
{
	struct tree_head h;

	tree_head(s->l->unit, t, &h);
	return h;
}

bool read_loop_variable(struct loops *s, const struct tree *loop, struct loop_counter *out)
{
	const struct tree *init = tree_part(loop, ROLE_INIT), *first = init ? tree_strip(init) : NULL;

	if (!first || !tree_part(loop, ROLE_STEP))
		return false;
	if (first->kind == TREE_DECLARATION) {
		struct body_variable *k = first->children
		                              ? declared_variable(s, first->children->declaration)
		                              : NULL;

		if (!k || first->children->next || hides_variable(s, k))
			return false;
		*out = (struct loop_counter){k, initializer_of(k), true};
	} else {
		const struct tree *k = first->kind == TREE_BINARY && first->binary == CXBinaryOperator_Assign
		                           ? tree_strip(tree_operand(first))
		                           : NULL;

		if (!k || k->kind != TREE_NAME)
			return false;
		*out = (struct loop_counter){declared_variable(s, k->declaration),
		                             tree_second(first), false};
	}
	return out->start && out->k && (out->is_declared || (out->k->in_use && out->k->is_mutable)) &&
	       is_number(clang_getCursorType(out->k->cursor));
}

bool changes_uniform(struct loops *s, size_t first, size_t last)
{
	FOR_EACH(const struct body_variable, v, s->variables, s->n_variables) {
		if (v->in_use && v->is_mutable && changes(s, first, last, v->cursor))
			return true;
	}
	return false;
}

/* Appends an expression as a region, between prefix and suffix. */
static void append_expression(struct loops *s, size_t first, size_t last, const char *prefix,
                              const char *suffix)
{
	const char *text = spelling(s, first, last);

	substitute(s, (struct substitution){first, last, false, interned_printf("%s%s%s", prefix, text, suffix)});
	append_region(s, first, last);
	forget_substitutions(s, first, last, false);
}

/* Returns the condition of an if or a loop with barriers in it, the text [first, last), as an expression of
 * the tile. What depends on data is evaluated by all threads in front of it: they agree, or not all would
 * reach the barriers (8.1.1). Returns NULL and sets failed if it depends on the index, because threads may
 * well disagree. */
static const char *append_condition(struct loops *s, const struct tree *t, size_t first, size_t last)
{
	bool is_alone = !tree_part(t, ROLE_VARIABLE) && (t->kind == TREE_FOR || !tree_part(t, ROLE_INIT));
	enum variable_kind kind = is_alone ? kind_of_expression(s, tree_part(t, ROLE_CONDITION)) : KEPT;

	if (kind == UNIFORM)
		return spelling(s, first, last);
	if (!is_alone || kind == REPEATED || s->in.may_differ || s->row_rank || has_barrier(s, first, last) ||
	    changes_uniform(s, first, last) || declares_variable(s, first, last)) {
		fail_if(s, true, first, "threads may differ in a condition that a barrier depends on");
		return NULL;
	}
	unsigned label = ++s->n_labels;
	const char *prefix = interned_printf("amp_answers_%u |= (", label);

	text_printf(s->out, "\t\tunsigned amp_answers_%u = 0;\n", label);
	append_expression(s, first, last, prefix, ") ? 1u : 2u;");
	return interned_printf("AMP_TILE_AGREED(amp_answers_%u)", label);
}

/* if (!(condition)) break; A loop may have no condition. */
static void append_end_of_loop(struct loops *s, const struct tree *loop)
{
	struct tree_head h = head_of(s, loop);
	bool is_for = loop->kind == TREE_FOR;

	if (!tree_part(loop, ROLE_CONDITION))
		return;
	const char *condition = append_condition(s, loop, (is_for ? h.semicolons[0] : h.open) + 1,
	                                         is_for ? h.semicolons[1] : h.close);

	if (condition)
		text_printf(s->out, "\t\tif (!(%s))\n\t\t\tbreak;\n", condition);
}

/* has_step: the text behind the body belongs to the loop's next iteration. */
static void append_loop_body(struct loops *s, const struct tree *loop, bool has_step)
{
	const struct tree *body = tree_part(loop, ROLE_BODY);
	const struct cut_scope outer = s->in;
	bool is_continued = s->is_continued;
	unsigned label = has_step ? ++s->n_labels : 0;

	s->in.loop_end = body->kind == TREE_BLOCK ? body->last - 1 : body->last;
	s->in.next_label = label;
	s->in.waits_behind = true;
	s->in.waits_in_turn = false;
	s->in.loop_depth++;
	s->is_continued = false;
	append_split(s, body);
	if (s->is_continued)
		text_printf(s->out, "\t\tamp_next_%u:;\n", label);
	s->in = outer;
	s->is_continued = is_continued;
}

/* Appends a for loop with barriers in it and a uniform variable. */
static void append_uniform_for(struct loops *s, const struct tree *t, const struct loop_counter *v)
{
	struct tree_head h = head_of(s, t);

	v->k->in_use = true;
	if (v->is_declared)
		v->k->kind = UNIFORM;
	if (kind_of_expression(s, tree_part(t, ROLE_CONDITION)) == UNIFORM) {
		append_tokens(s, t->first, h.close + 1);
		append_loop_body(s, t, false);
	} else {
		append_tokens(s, t->first, h.semicolons[0] + 1);
		text_append(s->out, "\t\t;\n");
		append_tokens(s, h.semicolons[1] + 1, h.close + 1);
		text_append(s->out, "\t\t{\n");
		append_end_of_loop(s, t);
		append_loop_body(s, t, false);
		text_append(s->out, "\t\t}\n");
	}
	if (v->is_declared)
		v->k->in_use = false;
}

/* Appends the step of a for loop, behind its body. */
static void append_step(struct loops *s, const struct tree *loop)
{
	const struct tree *step = tree_part(loop, ROLE_STEP);
	struct tree_head h = head_of(s, loop);

	fail_if(s, step && has_barrier(s, step->first, step->last), step ? step->first : 0,
	        "a barrier in a loop's step");
	if (!step || s->failed)
		return;
	if (!changes_uniform(s, step->first, step->last)) {
		append_expression(s, h.semicolons[1] + 1, h.close, "", ";");
	} else {
		append_tokens(s, h.semicolons[1] + 1, h.close);
		text_append(s->out, "\t\t;\n");
	}
}

/* Appends a loop with barriers in it without the variable that it may declare. */
static void append_bare_loop(struct loops *s, const struct tree *t)
{
	text_append(s->out, "\t\tfor (;;) {\n");
	if (t->kind != TREE_DO)
		append_end_of_loop(s, t);
	append_loop_body(s, t, t->kind != TREE_WHILE);
	if (t->kind == TREE_FOR)
		append_step(s, t);
	if (t->kind == TREE_DO)
		append_end_of_loop(s, t);
	text_append(s->out, "\t\t}\n");
}

/* Appends a for loop with barriers in it whose variable depends on data, or whose condition does not depend on it,
 * so that each thread has its own. */
static void append_kept_for(struct loops *s, const struct tree *t)
{
	const struct tree *init = tree_part(t, ROLE_INIT), *declared = init ? init->children : NULL;
	const struct tree *condition = tree_part(t, ROLE_CONDITION);
	struct body_variable *k = declared ? declared_variable(s, declared->declaration) : NULL;
	struct tree_head h = head_of(s, t);

	fail_if(s,
	        !k || declared->kind != TREE_VARIABLE || declared->next || !tree_part(t, ROLE_STEP) || k->is_assumed ||
	            hides_variable(s, k) || !initializer_of(k) ||
	            (kind_of_expression(s, initializer_of(k)) == REPEATED &&
	             (!condition || names(s, condition->first, condition->last, k->cursor))) ||
	            has_barrier(s, t->first, h.close) || changes_uniform(s, t->first, h.close),
	        t->first, "a loop with a barrier in it, of this form");
	if (s->failed)
		return;
	k->kind = KEPT;
	k->in_use = true;
	k->scope_end = t->last;
	add_item(s, (struct region_item){.kind = ITEM_VARIABLE, .variable = k});
	text_append(s->out, "\t\t{\n");
	append_region(s, h.open + 1, h.semicolons[0] + 1);
	append_bare_loop(s, t);
	text_append(s->out, "\t\t}\n");
	s->n_items--;
	k->in_use = false;
}

/* Whether a loop's variable is uniform: each iteration modifies it alike, and nothing else does. */
static bool is_uniform_for(struct loops *s, const struct tree *t, const struct loop_counter *v)
{
	const struct tree *condition = tree_part(t, ROLE_CONDITION), *body = tree_part(t, ROLE_BODY);
	struct body_variable *k = v->k, before = *k;

	if (kind_of_expression(s, v->start) != UNIFORM || changes(s, body->first, body->last, k->cursor) ||
	    (condition && changes(s, condition->first, condition->last, k->cursor)))
		return false;
	k->in_use = true;
	k->kind = v->is_declared ? UNIFORM : k->kind;
	bool is_uniform = is_uniform_change(s, k, tree_part(t, ROLE_STEP));

	*k = before;
	return is_uniform;
}

/* Appends a for loop with barriers in it. */
static void append_for(struct loops *s, const struct tree *t)
{
	struct loop_counter v;

	if (read_loop_variable(s, t, &v) && is_uniform_for(s, t, &v))
		append_uniform_for(s, t, &v);
	else if (!tree_part(t, ROLE_INIT) || tree_part(t, ROLE_INIT)->kind == TREE_EMPTY)
		append_bare_loop(s, t);
	else
		append_kept_for(s, t);
}

static void append_if(struct loops *s, const struct tree *t)
{
	const struct tree *otherwise = tree_part(t, ROLE_OTHERWISE);
	struct tree_head h = head_of(s, t);
	const char *condition = append_condition(s, t, h.open + 1, h.close);

	if (!condition)
		return;
	append_line_directive(s->l, s->out, token(s->l, t->first)->offset);
	text_printf(s->out, "if %s(%s)\n", is_constexpr_if(s->l->unit, t) ? "constexpr " : "", condition);
	append_split(s, tree_part(t, ROLE_BODY));
	if (otherwise) {
		text_append(s->out, "\t\telse\n");
		append_split(s, otherwise);
	}
}

static void append_while(struct loops *s, const struct tree *t)
{
	struct tree_head h = head_of(s, t);

	if (!tree_part(t, ROLE_VARIABLE) && kind_of_expression(s, tree_part(t, ROLE_CONDITION)) == UNIFORM) {
		append_tokens(s, t->first, h.close + 1);
		append_loop_body(s, t, false);
	} else {
		append_bare_loop(s, t);
	}
}

/* Returns the declaration of one variable of a list, followed by a line break. */
static const char *declaration_alone(const struct loops *s, const struct body_variable *v)
{
	return interned_printf("\t\t%s%s %s;\n",
	                       clang_isConstQualifiedType(clang_getCursorType(v->cursor)) ? "const " : "", v->type,
	                       spelling(s, v->at, v->tree->last));
}

/* Declares the uniform variables of a list in front of the regions; the others stay where the list is. */
static void append_split_declaration(struct loops *s, size_t first, size_t last)
{
	FOR_EACH(const struct body_variable, v, s->variables, s->n_variables) {
		if (!is_declared_in(v, first, last) || v->kind != UNIFORM)
			continue;
		text_append(s->out, declaration_alone(s, v));
		substitute(s, (struct substitution){v->at, v->at + 1, false,
		                                    interned_printf("amp_unused_%s", v->name)});
	}
}

/* Whether a variable is a constant, even if its value depends on template parameters: its initializer, of
 * which the tree knows all, names only constants. */
static bool is_known_constant(const struct body_variable *v)
{
	const struct tree *value = initializer_of(v);

	if (is_constexpr(v->cursor))
		return true;
	for (const struct tree *t = value; t; t = tree_next(t, value)) {
		if (t->kind == TREE_UNKNOWN)
			return false;
	}
	return is_constant(v->cursor);
}

/* Whether [first, last) names a variable that is declared elsewhere and is neither tile_static nor of a kind up to
 * `most`, or an alias, which only regions that name it declare again: decltype(x) and sizeof(x) may. */
static bool names_other_kind(struct loops *s, size_t first, size_t last, enum variable_kind most)
{
	FOR_EACH(const struct body_variable, v, s->variables, s->n_variables) {
		if (v->in_use && !is_declared_in(v, first, last) && (v->kind > most || v->is_alias) &&
		    v->kind != TILE_STATIC && names(s, first, last, v->cursor))
			return true;
	}
	return false;
}

/* Whether a declaration that regions repeat uses the variable's name in its type. */
static bool is_hidden_in_items(const struct loops *s, const struct body_variable *v)
{
	FOR_EACH(const struct region_item, item, s->items, s->n_items) {
		if (item->kind == ITEM_DECLARATION && has_word(s, item->first, item->last, v->name))
			return true;
	}
	return false;
}

/* Decides the kind of a variable by its own declaration, `x = value`, which ends at `last`. Only scalars are
 * uniform or repeated, and only if they are not modified, or by all threads alike. */
static void classify(struct loops *s, struct body_variable *v, size_t last, bool tile_static)
{
	if (v->is_bound) {
		v->in_use = true;
		return;
	}
	if (v->is_alias) {
		v->kind = is_stable_alias(s, v) ? REPEATED : KEPT;
		v->in_use = true;
		return;
	}
	CXType type = clang_getCursorType(v->cursor);
	const struct tree *value = initializer_of(v);
	bool is_shared =
	    (value && strip_copies(value)->kind == TREE_LAMBDA) || clang_equalCursors(v->cursor, s->barrier_cursor);
	bool constant = clang_isConstQualifiedType(type) || is_shared ||
	                (is_number(type) && !changes(s, last, v->scope_end, v->cursor));
	enum variable_kind kind = KEPT;

	if (is_shared || (constant && !tile_static && is_known_constant(v))) {
		kind = UNIFORM;
	} else if (is_number(type) && !changes(s, v->tree->last, last, v->cursor)) {
		if (value)
			kind = kind_of_expression(s, value);
		else if (!constant)
			kind = UNIFORM; /* if the assigned values are uniform */
	}
	if (!constant && kind == UNIFORM && !tile_static && v->type) {
		v->kind = UNIFORM;
		v->in_use = v->is_mutable = true;
		v->is_mutable = stays_uniform(s, v);
	}
	v->kind = constant || v->is_mutable ? kind : KEPT;
	v->linear = v->kind == REPEATED && is_int(type) ? linear_of(s, value) : (struct linear){0};
	v->in_use = true; /* the next declarator may use it */
}

/* Whether a uniform variable cannot be redeclared with the others of its list: all threads modify it, or the
 * uniformity of others relies on it. */
static bool is_split_off(const struct body_variable *v)
{
	return v->kind == UNIFORM && (v->is_mutable || v->is_assumed);
}

/* Whether a variable of a list of which others are kept can be declared again in each region without them. */
static bool is_repeated_alone(struct loops *s, const struct body_variable *v)
{
	return v->kind <= REPEATED && v->type && initializer_of(v) && is_number(clang_getCursorType(v->cursor)) &&
	       !is_hidden_in_items(s, v) && !names_other_kind(s, v->at, v->tree->last, REPEATED);
}

/* Returns the alias that a statement declares, or NULL. */
static struct body_variable *alias_of(const struct loops *s, const struct tree *declaration)
{
	const struct tree *first = declaration->children;
	struct body_variable *v = first && first->kind == TREE_VARIABLE
	                              ? declared_variable(s, first->declaration)
	                              : NULL;

	return v && v->is_alias ? v : NULL;
}

/* Decides what becomes of a declaration. *hoist: it moves in front of the region; *split: some of its
 * variables do. */
static void take_declaration(struct loops *s, const struct tree *t, size_t scope_end, bool *hoist, bool *repeat,
                             bool *split)
{
	size_t first = t->first, last = t->last;
	bool any = false, uniform = true, repeated = true, splits = false, tile_static = false;
	bool has_type = tree_part(t, ROLE_TYPE);

	for (size_t i = 0; i < s->n_variables; i++)
		tile_static |= is_declared_in(&s->variables[i], first, last) && is_tile_static(s->variables[i].cursor);
	FOR_EACH(struct body_variable, v, s->variables, s->n_variables) {
		if (!is_declared_in(v, first, last))
			continue;
		any = true;
		fail_if(s, hides_variable(s, v), v->at, "it hides a variable");
		if (s->failed)
			return;
		v->scope_end = scope_end;
		classify(s, v, last, tile_static);
		splits |= is_split_off(v);
		uniform &= v->kind == UNIFORM;
		repeated &= v->kind != KEPT;
	}
	*hoist = !any || tile_static || uniform;
	*split = !*hoist && splits;
	*repeat = !*hoist && repeated;
	fail_if(s,
	        (*hoist && names_other_kind(s, first, last, UNIFORM)) ||
	            (*repeat && !alias_of(s, t) && names_other_kind(s, first, last, REPEATED)) ||
	            (any && has_type && !tile_static),
	        first, "a declaration of this form");
	FOR_EACH(struct body_variable, v, s->variables, s->n_variables) {
		if (!is_declared_in(v, first, last))
			continue;
		if (!is_split_off(v) || *hoist)
			v->kind = tile_static ? TILE_STATIC : *hoist                           ? UNIFORM
			                                  : *repeat || is_repeated_alone(s, v) ? REPEATED
			                                                                       : KEPT;
		v->is_mutable &= v->kind == UNIFORM;
		fail_if(s, v->kind != KEPT && is_hidden_in_items(s, v), v->at, "it hides a name");
		/* the uniformity of others relies on it */
		fail_if(s, v->is_assumed && v->kind != UNIFORM, v->at, "threads may differ in a variable");
		if (v->kind == KEPT)
			add_item(s, (struct region_item){.kind = ITEM_VARIABLE, .variable = v});
		else if (v->kind == REPEATED && !*repeat)
			add_item(s, (struct region_item){
			                .kind = ITEM_DECLARATION,
			                .first = v->at,
			                .last = v->tree->last,
			                .text = declaration_alone(s, v),
			            });
	}
	if (*repeat)
		add_item(s, (struct region_item){
		                .kind = ITEM_DECLARATION,
		                .first = first,
		                .last = last,
		                .variable = alias_of(s, t),
		            });
}

/* Whether [first, last) has jumps that all threads must take or none, since threads would otherwise wait for
 * some that never come. scope_end: end of the scope. */
static bool is_left_by_all(struct loops *s, size_t first, size_t last, size_t scope_end)
{
	bool waits = has_barrier(s, last, scope_end);

	return (has_jump(s, TREE_RETURN, first, last) && (waits || s->in.waits_behind)) ||
	       (s->in.loop_depth && has_jump(s, TREE_BREAK, first, last)) ||
	       (has_jump(s, TREE_CONTINUE, first, last) && (waits || s->in.waits_in_turn));
}

/* Whether [first, last) can continue with the loop's next iteration, with no barrier in between, from within
 * a scope: if that is uniform, the scope is cut, too. */
static bool is_left_in_scope(const struct loops *s, size_t first, size_t last, size_t scope_end)
{
	return scope_end != s->in.loop_end && has_jump(s, TREE_CONTINUE, first, last);
}

/* Appends a `break;`, `continue;` or `return …;` that all threads reach. */
static void append_jump(struct loops *s, const struct tree *t)
{
	if (t->kind == TREE_RETURN) {
		fail_if(s, s->is_selected, t->first, "some threads return, others may not");
		s->all_leave = true;
		if (s->has_result)
			append_region(s, t->first, t->last);
		s->all_leave = false;
		text_append(s->out, "\t\treturn;\n");
	} else if (t->kind == TREE_CONTINUE && s->in.next_label) {
		text_printf(s->out, "\t\tgoto amp_next_%u;\n", s->in.next_label);
		s->is_continued = true;
	} else {
		append_tokens(s, t->first, t->last);
	}
}

/* Appends a statement with such jumps: an if is cut like one with barriers. */
static void append_left(struct loops *s, const struct tree *t)
{
	fail_if(s, is_in_stride(s), t->first, "a jump out of a loop that starts at the thread's index");
	if (t->kind == TREE_BREAK || t->kind == TREE_CONTINUE || t->kind == TREE_RETURN)
		append_jump(s, t);
	else if (t->kind == TREE_IF)
		append_if(s, t);
	else if (t->kind == TREE_BLOCK)
		append_split(s, t);
	else
		fail_if(s, true, t->first, "a jump in a statement that is not cut");
}

/* Whether threads wait in an if only in front of its branches, in which they need not agree. */
static bool waits_in_condition_only(struct loops *s, const struct tree *t)
{
	size_t first = tree_part(t, ROLE_BODY)->first, last = t->last;

	return !has_barrier(s, first, last) && !may_leave(s, first, last) && !has_jump(s, TREE_BREAK, first, last) &&
	       !changes_uniform(s, first, last);
}

/* Appends a statement with barriers in it. *rest: some of it is left for the next region. */
static void append_barrier(struct loops *s, const struct tree *t, bool *rest)
{
	if (is_wait(s, t))
		return;
	s->in.repeat_depth += is_loop_statement(t);
	if (t->kind == TREE_BLOCK)
		append_split(s, t);
	else if (t->kind == TREE_FOR)
		append_for(s, t);
	else if (t->kind == TREE_WHILE)
		append_while(s, t);
	else if (t->kind == TREE_DO)
		append_bare_loop(s, t);
	else if (t->kind == TREE_IF && !waits_in_condition_only(s, t))
		append_if(s, t);
	else
		fail_if(s, !append_call(s, t, rest), t->first,
		        "a barrier in such a statement, or in a function that is called so");
}

/* Whether the region that begins at `region` ends in front of an if without jumps, as all threads take the same branch
 * and the region has loops: compilers do not vectorize a loop over threads that contains both loops and branches. */
static bool is_uniform_if(struct loops *s, size_t region, const struct tree *t)
{
	const struct tree *before = t->parent->children;

	while (before != t && (before->first < region || !is_loop_statement(before)))
		before = before->next;
	return before != t && !tree_part(t, ROLE_VARIABLE) && !tree_part(t, ROLE_INIT) &&
	       !may_leave(s, t->first, t->last) && kind_of_expression(s, tree_part(t, ROLE_CONDITION)) == UNIFORM;
}

/* Appends an if with loops in it that points of a row execute alike, and the region [region, before). Returns
 * false, without output, if that is not possible: its loops stay as they are. */
static bool append_row_if(struct loops *s, size_t region, size_t before, const struct tree *t, bool waits_behind)
{
	SCOPED(attempt) attempt = attempt_begin(s);

	append_region(s, region, before);
	s->in.waits_behind |= waits_behind;
	s->in.waits_in_turn |= waits_behind;
	if (kind_of_expression(s, tree_part(t, ROLE_CONDITION)) != UNIFORM && !changes_uniform(s, t->first, t->last) &&
	    is_range_if(s, region, t))
		append_range_if(s, t);
	else
		append_if(s, t);
	s->in = attempt.in;
	bool done = !s->failed;

	if (!done) {
		attempt_undo(&attempt, s, t->first, t->last);
		keep_row_loops(s, t);
	}
	return done;
}

/* Appends a statement of a scope that ends at `last`. *region: beginning of the region that has not been
 * written; i: end of the text in front of the statement. */
static void append_statement(struct loops *s, const struct tree *t, size_t *region, size_t i, size_t last)
{
	size_t at = t->first, end = t->last;
	const struct cut_scope outer = s->in;
	bool waits = has_barrier(s, at, end), hoist = false, repeat = false, split = false;

	if (waits && s->row_rank && t->kind == TREE_IF) {
		if (append_row_if(s, *region, i, t, has_barrier(s, end, last))) {
			*region = end;
			return;
		}
		waits = false;
	}
	if (waits || is_left_by_all(s, at, end, last) || is_left_in_scope(s, at, end, last)) {
		bool rest = false;

		append_region(s, *region, i);
		s->in.may_differ |= !waits && !is_left_by_all(s, at, end, last);
		if (has_barrier(s, end, last))
			s->in.waits_behind = s->in.waits_in_turn = true;
		if (waits)
			append_barrier(s, t, &rest);
		else
			append_left(s, t);
		s->in = outer;
		*region = rest ? at : end;
		if (rest && t->kind == TREE_DECLARATION)
			take_declaration(s, t, last, &hoist, &repeat, &split);
		fail_if(s, hoist || repeat || split, at, "a declaration with a call of a function that waits");
	} else if (may_leave(s, *region, i)) {
		/* nothing is cut from here on: some threads have ended */
		fail_if(s, changes_uniform(s, at, end), at, "some threads may have left in front of this");
	} else if (t->kind == TREE_DECLARATION) {
		take_declaration(s, t, last, &hoist, &repeat, &split);
		if (hoist || split)
			append_region(s, *region, i);
		if (split)
			append_split_declaration(s, at, end);
		else if (hoist)
			append_tokens(s, at, end);
		*region = split ? at : hoist ? end
		                             : *region;
	} else if (changes_uniform(s, at, end)) {
		append_region(s, *region, i);
		append_tokens(s, at, end);
		*region = end;
	} else if (t->kind == TREE_FOR && append_stride(s, *region, i, t)) {
		*region = end;
	} else if (t->kind == TREE_IF && is_uniform_if(s, *region, t)) {
		append_region(s, *region, i);
		append_if(s, t);
		*region = end;
	} else if (t->kind == TREE_IF && append_multiples(s, *region, i, t)) {
		*region = end;
	} else if (t->kind == TREE_IF && is_range_if(s, *region, t)) {
		append_region(s, *region, i);
		append_range_if(s, t);
		*region = end;
	}
}

/* Appends a statement that may have attributes or pragmas, as append_statement() does. */
static void append_any(struct loops *s, const struct tree *t, size_t *region, size_t i, size_t last)
{
	const struct tree *body = t->kind == TREE_ATTRIBUTED ? tree_part(t, ROLE_BODY) : NULL;
	bool has_pragmas = body && text_begin(s, body) <= t->first; /* #pragma unroll, which is left out */

	fail_if(s, !is_statement(t), t->first, "it is not known what it does");
	if (!s->failed)
		append_statement(s, has_pragmas ? body : t, region, i, last);
}

void append_statements(struct loops *s, const struct tree *t, size_t region, size_t last)
{
	bool is_body = t && t->parent == s->tree->root;

	for (size_t i = region; t && !s->failed; i = t->last, t = t->next) {
		if (is_body && append_guard(s, region, i, t, last))
			return;
		append_any(s, t, &region, i, last);
	}
	if (!s->failed)
		append_region(s, region, last);
}

void append_scope(struct loops *s, const struct tree *scope)
{
	bool is_block = scope->kind == TREE_BLOCK;
	size_t items = s->n_items, first = is_block ? scope->first + 1 : text_begin(s, scope);
	size_t last = is_block ? scope->last - 1 : scope->last;

	if (is_block) {
		append_statements(s, scope->children, first, last);
	} else {
		append_any(s, scope, &first, first, last);
		if (!s->failed)
			append_region(s, first, last);
	}
	s->n_items = items;
	for (size_t i = 0; i < s->n_variables; i++) {
		if (is_declared_in(&s->variables[i], scope->first, last))
			s->variables[i].in_use = false;
	}
}
