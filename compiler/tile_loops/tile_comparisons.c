/* Tile loops: comparisons of the thread's index with something uniform, and what expressions are for threads
 * away from the edges. In
 *
 *     v(y, x > 0 ? x - 1 : x)
 *
 * only threads at the edge of the tile, or of the domain, do not read consecutive elements. Compilers see that
 * in a loop over the other threads that has `true` for the comparison. For a call like clamp(x + d, 0, n - 1),
 * the loop has the argument that the function returns there. */
#include "tile_loops/tile_loops_internal.h"

#include <stdlib.h>
#include <string.h>

#define MOST_LOW_BOUND 8

/* ---- Comparisons ---------------------------------------------------------- */

bool read_compared(struct loops *s, const struct tree *t, enum CXBinaryOperatorKind binary, struct comparison *c)
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
	for (size_t i = 0; i < COUNT(operators); i++) {
		if (binary == operators[i].kind)
			c->op = mirrored ? operators[i].mirrored : operators[i].op;
	}
	/* see tile_range::is_exact */
	return c->op && (c->linear.step || c->linear.is_flat) && is_uniform_integer(s, c->bound) &&
	       clang_Type_getSizeOf(tree_type(c->value)) <= (long long)sizeof(int);
}

const struct tree *evaluated(struct loops *s, const struct tree *t)
{
	const struct body_variable *v;

	for (t = tree_strip(t);
	     (v = mentioned_variable(s, t)) && v->in_use && v->kind == REPEATED && !v->is_alias && initializer_of(v);)
		t = tree_strip(initializer_of(v));
	return t;
}

bool are_safe(const struct comparison *all, size_t n, size_t n_certain)
{
	for (size_t i = n_certain; i < n; i++) {
		if (may_trap(all[i].value) || may_trap(all[i].bound) || may_trap(all[i].linear.width))
			return false;
	}
	return true;
}

int last_dimension(const struct loops *s)
{
	return (int)(s->row_rank ? s->row_rank
	                         : library_rank(clang_getCursorType(s->index_cursor), LIBRARY_TILED_INDEX)) -
	       1;
}

/* ---- Text away from the edges --------------------------------------------- */

void edges_finish(struct edges *e)
{
	strings_finish(&e->narrowing);
	free(e->replaced);
}

/* Whether an expression has a part for which `is` is true, also in arguments of the calls that are looked into. */
static bool has_part(struct loops *s, const struct tree *e, bool (*is)(struct loops *, const struct tree *))
{
	const struct inlined *in = s->inlined;
	bool yes = false;

	for (const struct tree *t = e; t && !yes; t = tree_next(t, e)) {
		const struct tree *argument = argument_for(s, t);

		s->inlined = argument ? in->outer : in;
		yes = argument ? has_part(s, argument, is) : is(s, t);
		s->inlined = in;
	}
	return yes;
}

static bool is_loop_variable(struct loops *s, const struct tree *t)
{
	return t->kind == TREE_NAME && loop_around(s, t);
}

static bool is_index_name(struct loops *s, const struct tree *t)
{
	return is_index(s, t);
}

static bool has_loop_variable(struct loops *s, const struct tree *a, const struct tree *b)
{
	return has_part(s, a, is_loop_variable) || has_part(s, b, is_loop_variable);
}

static bool append_terms(struct loops *s, const struct tree *a, const char *between, const struct tree *b, bool is_last,
                         struct text *out);

/* Appends a sum of arguments of the calls that are looked into, of variables of loops, for which it has what
 * they are in the first or in the last iteration, and of what the kernel has. */
static bool append_term(struct loops *s, const struct tree *t, bool is_last, struct text *out)
{
	const struct tree *e = tree_strip(t), *argument = argument_for(s, e),
	                  *loop = e->kind == TREE_NAME ? loop_around(s, e) : NULL;
	const struct inlined *in = s->inlined;

	if (argument) {
		s->inlined = in->outer;
		bool done = append_term(s, argument, is_last, out);

		s->inlined = in;
		return done;
	}
	if (loop) {
		const struct tree *condition = tree_strip(tree_part(loop, ROLE_CONDITION));

		if (is_last)
			text_printf(out, "(%s%s)", text_of(s, tree_second(condition)),
			            condition->binary == CXBinaryOperator_LT ? " - 1" : "");
		else
			text_printf(out, "(%s)",
			            text_of(s, tree_part(tree_part(loop, ROLE_INIT)->children, ROLE_INIT)));
		return true;
	}
	if (e->kind == TREE_LITERAL || (!in && !has_part(s, e, is_loop_variable))) {
		text_printf(out, "(%s)", text_of(s, e));
		return true;
	}
	if (e->kind != TREE_BINARY || (e->binary != CXBinaryOperator_Add && e->binary != CXBinaryOperator_Sub))
		return false;
	text_append(out, "(");
	bool done = append_terms(s, tree_operand(e), e->binary == CXBinaryOperator_Add ? " + " : " - ", tree_second(e),
	                         is_last, out);

	text_append(out, ")");
	return done;
}

static bool append_terms(struct loops *s, const struct tree *a, const char *between, const struct tree *b, bool is_last,
                         struct text *out)
{
	bool done = append_term(s, a, is_last, out);

	text_append(out, between);
	return done && append_term(s, b, is_last, out);
}

static void add_once(struct edges *edges, const char *narrowing)
{
	if (!strings_contain(&edges->narrowing, narrowing))
		strings_push(&edges->narrowing, narrowing);
}

/* Adds what narrows amp_range_1 to the threads for which a comparison is true; false if it cannot be written. */
static bool add_narrowing(struct loops *s, const struct comparison *c, struct edges *edges)
{
	bool has_loops = has_loop_variable(s, c->value, c->bound);

	if (!edges)
		return true;
	edges->n_found++;
	for (int is_last = 0; is_last <= has_loops; is_last++) {
		SCOPED(text) text = {0};

		text_printf(&text, "AMP_TILE_NARROW%s(amp_range_1, %d, %s, ", c->linear.step < 0 ? "_FALLING" : "",
		            c->linear.dimension, c->op);
		if (!has_loops && !s->inlined)
			text_printf(&text, "%s, %s", text_of(s, c->value), text_of(s, c->bound));
		else if (!append_terms(s, c->value, ", ", c->bound, is_last, &text))
			return false;
		text_append(&text, ")");
		add_once(edges, text.data);
	}
	return true;
}

/* ---- Values away from the edges ------------------------------------------- */

/* Returns what an argument of a call that is looked into was in the kernel. */
static const struct tree *resolved(struct loops *s, const struct tree *t)
{
	const struct inlined *in = s->inlined;
	const struct tree *argument;

	while ((argument = argument_for(s, tree_strip(t))) != NULL) {
		t = argument;
		s->inlined = s->inlined->outer;
	}
	s->inlined = in;
	return t;
}

/* Reads a comparison that has the same value in all threads away from the edges. A value is expected to be more
 * than small constants, and less than anything else; and to be different. *c: what is true there. Returns the
 * comparison's value, or -1. */
static int read_edge(struct loops *s, const struct tree *t, struct comparison *c)
{
	static const struct {
		const char *op, *inverse;
	} operators[] = {
	    {"less", "greater_equal"}, {"less_equal", "greater"}, {"greater", "less_equal"}, {"greater_equal", "less"}};
	bool is_unequal = t->binary == CXBinaryOperator_NE;
	int64_t bound;

	if (!read_compared(s, t, is_unequal ? CXBinaryOperator_EQ : t->binary, c) || !c->linear.step ||
	    c->linear.dimension != last_dimension(s) || !are_safe(c, 1, 0))
		return -1;
	bool is_low = tree_value(resolved(s, c->bound), &bound) && bound < MOST_LOW_BOUND,
	     is_equality = c->op[0] == 'e';
	bool value = is_equality ? is_unequal : (c->op[0] == 'g') == is_low;

	for (size_t i = 0; i < COUNT(operators); i++) {
		if (!value && !strcmp(c->op, operators[i].op)) {
			c->op = operators[i].inverse;
			break;
		}
	}
	c->op = is_equality ? "unequal" : c->op;
	return value;
}

/* Reads a comparison in a function that is looked into, of a component of the index that all points of a row
 * have: compilers do not take it out of the loop over the points, so that rows at the edges are like points
 * there. Returns its value in other rows, or -1. */
static int read_row_edge(struct loops *s, const struct tree *t, struct edges *edges)
{
	const char *op = t->kind != TREE_BINARY             ? NULL
	                 : t->binary == CXBinaryOperator_LT ? "<"
	                 : t->binary == CXBinaryOperator_LE ? "<="
	                 : t->binary == CXBinaryOperator_GT ? ">"
	                 : t->binary == CXBinaryOperator_GE ? ">="
	                                                    : NULL;
	int64_t bound;

	if (!op || !s->inlined || !s->row_rank || !is_uniform_integer(s, tree_operand(t)) ||
	    !is_uniform_integer(s, tree_second(t)) || !has_part(s, tree_operand(t), is_index_name) ||
	    has_part(s, tree_second(t), is_index_name) ||
	    may_trap(resolved(s, tree_operand(t))) || may_trap(resolved(s, tree_second(t))))
		return -1;
	bool is_low = tree_value(resolved(s, tree_second(t)), &bound) && bound < MOST_LOW_BOUND,
	     value = (*op == '>') == is_low;
	bool has_loops = has_loop_variable(s, tree_operand(t), tree_second(t));

	for (int is_last = 0; edges && is_last <= has_loops; is_last++) {
		SCOPED(text) text = {0};

		text_printf(&text, "AMP_TILE_WHERE(amp_range_1, %s(", value ? "" : "!");
		if (!append_terms(s, tree_operand(t), interned_printf(" %s ", op), tree_second(t), is_last, &text))
			return -1;
		text_append(&text, "))");
		edges->n_found++;
		add_once(edges, text.data);
	}
	return value;
}

/* Returns the value, 0 or 1, of a condition away from the edges; -1 if it has none. *is_even: it has one, or is
 * uniform there. */
static int usual_value(struct loops *s, const struct tree *condition, struct edges *edges, bool *is_even)
{
	const struct tree *t = evaluated(s, condition);
	struct comparison c;
	bool even = true;

	*is_even = true;
	if (t->kind == TREE_UNARY && t->unary == CXUnaryOperator_LNot) {
		int value = usual_value(s, tree_operand(t), edges, is_even);

		return value < 0 ? value : !value;
	}
	if (t->kind == TREE_BINARY && (t->binary == CXBinaryOperator_LAnd || t->binary == CXBinaryOperator_LOr)) {
		int decisive = t->binary == CXBinaryOperator_LOr,
		    first = usual_value(s, tree_operand(t), edges, is_even),
		    second = usual_value(s, tree_second(t), edges, &even);

		*is_even &= even;
		return first == decisive || second == decisive ? decisive : first < 0 ? first
		                                                                      : second;
	}
	int value = read_edge(s, t, &c);

	if (value >= 0 && add_narrowing(s, &c, edges))
		return value;
	value = read_row_edge(s, t, edges);
	if (value >= 0)
		return value;
	*is_even = kind_of_expression(s, t) == UNIFORM;
	return -1;
}

static bool append_call_result(struct loops *s, const struct tree *call, struct edges *edges, struct text *out);

/* Appends what an integer expression is away from the edges, if that is uniform or grows by one from thread to
 * thread. edges, out: may be NULL. */
static bool append_usual(struct loops *s, const struct tree *t, struct edges *edges, struct text *out)
{
	const struct tree *e = tree_strip(t), *argument = argument_for(s, e);
	const struct inlined *in = s->inlined;
	bool is_even;

	if (argument) {
		s->inlined = in->outer;
		bool done = append_usual(s, argument, edges, out);

		s->inlined = in;
		return done;
	}
	if (e->kind == TREE_CONDITIONAL) {
		int value = usual_value(s, tree_part(e, ROLE_CONDITION), edges, &is_even);

		return value >= 0 && append_usual(s, tree_part(e, value ? ROLE_BODY : ROLE_OTHERWISE), edges, out);
	}
	if (e->kind == TREE_CALL && append_call_result(s, e, edges, out))
		return true;
	return (is_uniform_integer(s, e) || linear_dimension(s, e) >= 0) &&
	       (!out || (!has_part(s, e, is_loop_variable) && append_term(s, e, false, out)) ||
	        (!in && (text_printf(out, "(%s)", text_of(s, e)), true)));
}

/* Appends the result of a function away from the edges. */
static bool append_returned(struct loops *s, const struct tree *block, struct edges *edges, struct text *out)
{
	bool is_even;

	for (const struct tree *t = block->kind == TREE_BLOCK ? block->children : block; t;
	     t = block->kind == TREE_BLOCK ? t->next : NULL) {
		if (t->kind == TREE_RETURN)
			return tree_operand(t) && append_usual(s, tree_operand(t), edges, out);
		if (!is_plain_if(s, t))
			return false;
		int value = usual_value(s, tree_part(t, ROLE_CONDITION), edges, &is_even);
		const struct tree *branch = value < 0 ? NULL : tree_part(t, value ? ROLE_BODY : ROLE_OTHERWISE);

		if (value < 0 || branch)
			return branch && append_returned(s, branch, edges, out);
	}
	return false;
}

/* imin(a, b) and the like: the smaller of something linear and something uniform is the former. */
static bool append_extreme(struct loops *s, const struct tree *call, bool is_least, struct edges *edges,
                           struct text *out)
{
	const struct tree *a = call_argument(call, 0), *b = call_argument(call, 1);
	struct comparison c = {is_least ? "less_equal" : "greater_equal", a, b, linear_of(s, a)};

	if (!c.linear.step)
		c = (struct comparison){c.op, b, a, linear_of(s, b)};
	return c.linear.step && c.linear.dimension == last_dimension(s) && is_uniform_integer(s, c.bound) &&
	       are_safe(&c, 1, 0) && add_narrowing(s, &c, edges) && append_usual(s, c.value, edges, out);
}

/* Appends the result of a call of a function of integers. */
static bool append_call_result(struct loops *s, const struct tree *call, struct edges *edges, struct text *out)
{
	enum library_entity entity = library_entity(call->declaration);
	unsigned depth = 0;

	for (const struct inlined *in = s->inlined; in; in = in->outer)
		depth++;
	if (clang_Cursor_isNull(call->declaration) || depth == MOST_CALLS || !is_int(tree_type(call)) ||
	    !has_integer_arguments(call))
		return false;
	if (entity == LIBRARY_LEAST || entity == LIBRARY_GREATEST)
		return append_extreme(s, call, entity == LIBRARY_LEAST, edges, out);
	const struct body *b = called_tree(s->l->unit->bodies, call->declaration);
	const struct inlined in = {call, b ? b->function : clang_getNullCursor(), s->inlined};

	if (!b || !b->root)
		return false;
	s->inlined = &in;
	bool done = append_returned(s, b->root, edges, out);

	s->inlined = in.outer;
	return done;
}

bool usual_branches(struct loops *s, const struct tree *t, const struct tree *out[2])
{
	bool is_even = false, reads_loops = s->reads_loops;

	s->reads_loops = true;
	int value = t->kind == TREE_CONDITIONAL ? usual_value(s, tree_part(t, ROLE_CONDITION), NULL, &is_even) : -1;

	s->reads_loops = reads_loops;
	out[0] = tree_part(t, value ? ROLE_BODY : ROLE_OTHERWISE);
	out[1] = tree_part(t, value == 1 ? ROLE_BODY : ROLE_OTHERWISE);
	return is_even && out[0] && out[1];
}

bool is_usual_call(struct loops *s, const struct tree *t)
{
	bool reads_loops = s->reads_loops;

	s->reads_loops = true;
	bool yes = t->kind == TREE_CALL && append_call_result(s, t, NULL, NULL);

	s->reads_loops = reads_loops;
	return yes;
}

/* ---- The edges of a region ------------------------------------------------ */

/* Whether an expression chooses an integer by a comparison that is an edge. */
static bool is_choice(struct loops *s, const struct tree *t)
{
	const struct tree *condition = t->kind == TREE_CONDITIONAL ? evaluated(s, tree_part(t, ROLE_CONDITION)) : NULL;
	struct comparison c;
	bool yes = false;

	if (!condition || !is_integral(object_type(tree_type(t))))
		return false;
	for (const struct tree *k = condition; k && !yes; k = tree_next(k, condition))
		yes = k->kind == TREE_BINARY && read_edge(s, k, &c) >= 0;
	return yes;
}

/* Whether a token is replaced in a region. */
static bool is_substituted(const struct loops *s, const struct tree *t)
{
	bool yes = next_division(s, t->first, t->last);

	for (size_t i = 0; i < s->n_substitutions; i++)
		yes |= s->substitutions[i].first < t->last && s->substitutions[i].last > t->first;
	return yes;
}

static void replace(struct edges *edges, const struct tree *t, const char *text)
{
	APPEND(edges->replaced, edges->n_replaced) = (struct substitution){t->first, t->last, false, text};
}

/* Finds a call, or a comparison, that has one value away from the edges. */
static bool find_edge(struct loops *s, const struct tree *t, struct edges *edges)
{
	size_t n = edges->narrowing.count, n_found = edges->n_found;
	struct comparison c;

	if (t->kind == TREE_CALL) {
		SCOPED(text) text = {0};

		text_printf(&text, "(%s)",
		            clang_getCanonicalType(tree_type(t)).kind == CXType_UInt ? "unsigned" : "int");
		if (append_call_result(s, t, edges, &text) && edges->n_found > n_found) {
			replace(edges, t, interned_text(&text));
			return true;
		}
		strings_truncate(&edges->narrowing, n);
		return false;
	}
	int value = t->kind == TREE_BINARY ? read_edge(s, t, &c) : -1;

	if (value < 0 || !add_narrowing(s, &c, edges))
		return false;
	replace(edges, t, value ? (is_c(s) ? "1" : "true") : is_c(s) ? "0"
	                                                             : "false");
	return true;
}

/* Finds the edges in [first, last). *chooses: whether an integer is chosen by one of them. */
static void find_edges_in(struct loops *s, size_t first, size_t last, struct edges *edges, bool *chooses)
{
	const struct tree *root = s->tree->root, *t = root;

	while (t) {
		bool is_in = t->first >= first && t->last <= last && t->first < t->last;
		bool is_found = is_in && !is_substituted(s, t) && find_edge(s, t, edges);

		*chooses |= is_in && ((is_found && t->kind == TREE_CALL) || is_choice(s, t));
		t = is_found ? tree_skip(t, root) : tree_next_outside(t, root);
	}
}

static bool is_declared_in_item(const struct body_variable *v, const struct region_item *item)
{
	return v->at >= item->first && v->at < item->last;
}

bool find_edges(struct loops *s, size_t first, size_t last, struct edges *out)
{
	bool chooses = false, is_without = s->is_without_premises;
	bool *needed = memset(xmalloc(s->n_items + 1), 0, s->n_items + 1);

	s->is_without_premises = true; /* what needs premises is not an edge */
	s->reads_loops = true;
	find_edges_in(s, first, last, out, &chooses);
	for (size_t i = s->n_items; i-- > 0;) {
		const struct region_item *item = &s->items[i];

		if (item->kind != ITEM_DECLARATION || item->text || item->first >= first)
			continue;
		FOR_EACH(const struct body_variable, v, s->variables, s->n_variables) {
			if (!is_declared_in_item(v, item))
				continue;
			needed[i] |= names(s, first, last, v->cursor);
			for (size_t k = i + 1; k < s->n_items; k++)
				needed[i] |= needed[k] && names(s, s->items[k].first, s->items[k].last, v->cursor);
		}
		if (needed[i])
			find_edges_in(s, item->first, item->last, out, &chooses);
	}
	s->reads_loops = false;
	s->is_without_premises = is_without;
	free(needed);
	return chooses && out->narrowing.count > 0 && out->narrowing.count <= MOST_EDGES;
}
