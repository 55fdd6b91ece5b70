/* Finds conditions under which all accesses of a kernel to a view are in bounds. With --amp-robust-access the
 * kernel's function object has them as a member function (amp_inside: amp/kernel.h), and a launch for which
 * they hold skips the check of each index. The conditions are about values that all threads have in common,
 * captured numbers and extents, and follow from the highest and the lowest value that an index can have:
 *
 *     for (int k = 0; k < a.extent[1]; k++)
 *             sum += a(i[0], k) * b(k, i[1]);
 *
 * is in bounds if domain.extent[0] - 1 < a.extent[0], a.extent[1] - 1 < b.extent[0], and so on. The range of
 * an expression is computed from its operands and from the comparisons that dominate its evaluation. The
 * conditions are computed in 64 bits; that the kernel's own arithmetic does not overflow is a condition, too.
 * Only expressions are used whose value does not change while the kernel, or a loop's body, runs. A view gets
 * no conditions if one access to it is not understood. */
#include "access/access_walk.h"

#include "body/uses.h"

#include <string.h>

#define MOST_CONDITIONS 64
#define MOST_TEXT 300           /* length of one condition in characters */
#define MOST_DEPTH_OF_VALUES 12 /* nesting of the expressions that a value depends on */
#define COMPARISON 4            /* levels that following a comparison counts as */

/* Where an expression's values are asked for. */
struct point {
	struct accesses *a;
	const struct tree *at; /* the node that is evaluated there */
	unsigned depth;        /* of the expressions that led there */
};

static struct point deeper(struct point p, unsigned levels)
{
	p.depth += levels;
	return p;
}

static bool upper(struct point p, const struct tree *t, struct text *out);
static bool lowest(struct point p, const struct tree *t, int64_t *out);

/* Whether an expression is certainly not negative. */
static bool is_natural(struct point p, const struct tree *t)
{
	int64_t low;

	return lowest(p, t, &low) && low >= 0;
}

static void add_condition(struct accesses *a, const char *condition)
{
	if (names_have(&a->inside, condition))
		return;
	if (a->inside.count == MOST_CONDITIONS || strlen(condition) > MOST_TEXT)
		a->is_inside_lost = true;
	else
		names_add(&a->inside, condition);
}

/* ---- What an expression names ---------------------------------------------------- */

static bool is_integer(CXType type)
{
	CXType t = object_type(type);

	return keeps_component(unqualified(t));
}

static bool is_signed(CXType type)
{
	enum CXTypeKind kind = unqualified(object_type(type)).kind;

	return kind == CXType_Int || kind == CXType_Long || kind == CXType_LongLong;
}

static bool is_long(CXType type)
{
	enum CXTypeKind kind = unqualified(object_type(type)).kind;

	return kind != CXType_Int && kind != CXType_UInt;
}

/* Whether converting `from` to another type keeps its value; that it is not too large for the type is added
 * as a condition. */
static bool is_same_in(struct point p, bool to_signed, bool to_long, const struct tree *from)
{
	CXType type = tree_type(from);
	SCOPED(text) highest = {0};
	bool ok = is_integer(type);

	if (ok && !to_signed && is_signed(type))
		ok = is_natural(deeper(p, 1), from);
	if (ok && ((!to_long && is_long(type)) ||
	           (to_signed && !is_signed(type) && to_long == is_long(type)))) {
		ok = upper(deeper(p, 1), from, &highest);
		if (ok)
			add_condition(p.a, interned_printf("%s <= 2147483647", highest.data));
	}
	return ok;
}

/* Strips parentheses and conversions that keep the number; returns NULL if they do not. */
static const struct tree *number_in(struct point p, const struct tree *t)
{
	const struct tree *inner = tree_strip(t);
	CXType type = tree_type(t);
	int64_t value;

	return tree_value(t, &value) || inner == t ||
	               (is_integer(type) && is_same_in(p, is_signed(type), is_long(type), inner))
	           ? inner
	           : NULL;
}

/* Whether a variable of the kernel, or one that it captures, is modified by nothing except `step`, the step
 * of the loop that declares it. `step` may be NULL. */
static bool is_kept(struct accesses *a, CXCursor variable, const struct tree *step)
{
	const struct body *b = a->uses->body;

	for (size_t token = b->first; token < b->last; token++) {
		for (const struct tree *t = tree_named(b, token); t; t = t->next_named) {
			if (t->kind == TREE_NAME && clang_equalCursors(t->declaration, variable) &&
			    !(step && tree_is_in(t, step)) && (mention_at(a->uses, token).use & ~USE_READ))
				return false;
		}
	}
	return true;
}

/* Returns the `for` whose head declares a variable, if `at` is in its body; else NULL. */
static const struct tree *loop_of(const struct tree *variable, const struct tree *at)
{
	const struct tree *declaration = variable->parent, *loop = declaration ? declaration->parent : NULL;

	return loop && loop->kind == TREE_FOR && declaration->role == ROLE_INIT &&
	               tree_part(loop, ROLE_STEP) && tree_part(loop, ROLE_CONDITION) &&
	               tree_part(loop, ROLE_BODY) && tree_is_in(at, tree_part(loop, ROLE_BODY))
	           ? loop
	           : NULL;
}

/* Whether a variable is no reference, nor a structured binding, which may be one. */
static bool keeps_own_value(CXCursor d)
{
	return (d.kind == CXCursor_VarDecl || d.kind == CXCursor_ParmDecl) &&
	       !is_reference(type_of(d));
}

/* Whether a variable is captured by copy, and so is the same number in all threads. */
static bool is_captured(const struct accesses *a, CXCursor d)
{
	unsigned at;

	return keeps_own_value(d) && is_local(d) && cursor_offset(a->unit->clauses, d, &at) &&
	       (at < a->start || at >= a->end);
}

static const struct abstract_value *bound_to(const struct accesses *a, const struct tree *t)
{
	for (size_t i = a->n_bindings; t && t->kind == TREE_NAME && i-- > 0;) {
		if (clang_equalCursors(a->bindings[i].declaration, t->declaration))
			return &a->bindings[i].value;
	}
	return NULL;
}

/* Returns the object of object[number], where [] is the library's operator, or NULL. */
static const struct tree *numbered(const struct tree *t, int64_t *number)
{
	const struct tree *argument = t->kind == TREE_CALL ? call_argument(t, 0) : NULL;

	return argument && library_entity(t->declaration) == LIBRARY_COMPONENT &&
	               call_object(t) && tree_value(argument, number) && *number >= 0 && *number < 3
	           ? tree_strip(call_object(t))
	           : NULL;
}

/* For a component of the thread's index, or of a container's extent, writes the expression of how many values
 * it can have. Returns false for other expressions. */
static bool count_of(const struct accesses *a, const struct tree *t, struct text *out)
{
	int64_t d;
	const struct tree *object = numbered(t, &d), *of;
	const struct abstract_value *v = bound_to(a, object);

	if (!object)
		return false;
	if (v && v->kind == INDEX && !v->copy) {
		text_printf(out, "domain.extent[%d]", (int)d);
		return true;
	}
	if (object->kind != TREE_MEMBER || !tree_part(object, ROLE_OBJECT))
		return false;
	of = tree_strip(tree_part(object, ROLE_OBJECT));
	v = bound_to(a, of);
	if (v && v->kind == INDEX && !v->copy) {
		enum library_entity entity = member_entity(a, object);
		bool is_tile = entity == LIBRARY_INDEX_TILE, is_local = entity == LIBRARY_INDEX_LOCAL;

		if (!is_tile && !is_local && entity != LIBRARY_INDEX_GLOBAL && entity != LIBRARY_INDEX_ORIGIN)
			return false;
		text_printf(out, "domain.%s[%d]", is_tile ? "tiles" : is_local ? "tile"
		                                                               : "extent",
		            (int)d);
		return true;
	}
	if (v || of->kind != TREE_NAME || member_entity(a, object) != LIBRARY_VIEW_EXTENT ||
	    !is_array_or_view(library_class(clang_getCursorType(of->declaration))) ||
	    !is_local(of->declaration))
		return false;
	const char *name = cursor_spelling(of->declaration);
	unsigned at;
	bool is_held = cursor_offset(a->unit->clauses, of->declaration, &at) && (at < a->start || at >= a->end);

	if (is_held)
		text_printf(out, "(0LL + this->%s.extent[%d])", name, (int)d);
	return is_held;
}

/* ---- Expressions whose value does not change --------------------------------------- */

static bool is_arithmetic(const struct tree *t)
{
	switch (t->binary) {
	case CXBinaryOperator_Add:
	case CXBinaryOperator_Sub:
	case CXBinaryOperator_Mul:
	case CXBinaryOperator_Div:
	case CXBinaryOperator_Rem:
	case CXBinaryOperator_And:
	case CXBinaryOperator_Shr:
		return !t->is_open && tree_second(t);
	default:
		return false;
	}
}

static bool is_stable(struct point p, const struct tree *t)
{
	SCOPED(text) count = {0};
	int64_t value;

	t = tree_strip(t);
	if (!is_integer(tree_type(t)))
		return false;
	if (tree_value(t, &value))
		return true;
	switch (t->kind) {
	case TREE_NAME: {
		const struct tree *declaration = tree_declaring(p.a->unit, p.a->uses->body, t->declaration);
		const struct tree *loop = declaration ? loop_of(declaration, p.at) : NULL;

		return (declaration ? keeps_own_value(t->declaration) : is_captured(p.a, t->declaration)) &&
		       is_kept(p.a, t->declaration, loop ? tree_part(loop, ROLE_STEP) : NULL);
	}
	case TREE_CALL:
		return count_of(p.a, t, &count);
	case TREE_BINARY:
		return is_arithmetic(t) && is_stable(p, tree_operand(t)) && is_stable(p, tree_second(t));
	default:
		return false;
	}
}

/* ---- Dominating comparisons -------------------------------------------------------- */

/* A query about the comparisons that dominate p.at: what do they say of t? */
struct question {
	struct point p;
	const struct tree *t;
	struct text *highest; /* asks for an upper bound; NULL: a lower bound is asked for */
	int64_t lowest;
	bool is_known;
};

/* Returns the comparison that is true where `op` is false */
static enum CXBinaryOperatorKind inverse(enum CXBinaryOperatorKind op)
{
	static const enum CXBinaryOperatorKind of[] = {CXBinaryOperator_GE, CXBinaryOperator_LE, CXBinaryOperator_GT,
	                                               CXBinaryOperator_LT, CXBinaryOperator_NE, CXBinaryOperator_EQ};

	return op >= CXBinaryOperator_LT && op <= CXBinaryOperator_NE ? of[op - CXBinaryOperator_LT]
	                                                              : CXBinaryOperator_Invalid;
}

/* Returns the operator of b op a, given that of a op b. */
static enum CXBinaryOperatorKind mirrored(enum CXBinaryOperatorKind op)
{
	static const enum CXBinaryOperatorKind of[] = {CXBinaryOperator_GT, CXBinaryOperator_LT, CXBinaryOperator_GE,
	                                               CXBinaryOperator_LE};

	return op >= CXBinaryOperator_LT && op <= CXBinaryOperator_GE ? of[op - CXBinaryOperator_LT] : op;
}

/* Lowers an upper bound to the minimum of itself and `value`. */
static void bound_by(struct text *highest, const char *value)
{
	const char *known = highest->len ? interned(highest->data, highest->len) : NULL;

	text_finish(highest);
	if (known)
		text_printf(highest, "Concurrency::details::least(%s, %s)", known, value);
	else
		text_append(highest, value);
}

/* Evaluates for the query that `t op bound` holds. */
static void answer(struct question *q, enum CXBinaryOperatorKind op, const struct tree *bound)
{
	bool is_less = op == CXBinaryOperator_LT, is_greater = op == CXBinaryOperator_GT;
	bool is_equal = op == CXBinaryOperator_EQ;
	const struct point behind = deeper(q->p, COMPARISON);
	SCOPED(text) high = {0};
	int64_t low;

	/* in a comparison of unsigned numbers, neither may be a converted negative */
	if (!is_integer(tree_type(bound)) || !is_stable(q->p, bound) ||
	    ((!is_signed(tree_type(q->t)) || !is_signed(tree_type(bound))) &&
	     (!is_natural(behind, bound) || (q->highest && !is_natural(behind, q->t)))))
		return;
	if (q->highest && (is_less || is_equal || op == CXBinaryOperator_LE) && upper(behind, bound, &high)) {
		bound_by(q->highest, interned_printf("%s%s", high.data, is_less ? " - 1" : ""));
		q->is_known = true;
	}
	if (!q->highest && (is_greater || is_equal || op == CXBinaryOperator_GE) && lowest(behind, bound, &low)) {
		low += is_greater;
		q->lowest = q->is_known && q->lowest > low ? q->lowest : low;
		q->is_known = true;
	}
}

/* Evaluates for the query that a condition is true, or false. */
static void ask_condition(struct question *q, const struct tree *condition, bool is_true)
{
	const struct tree *c = tree_strip(condition), *left, *right;

	if (c->kind == TREE_UNARY && c->unary == CXUnaryOperator_LNot && !c->is_open && tree_operand(c)) {
		ask_condition(q, tree_operand(c), !is_true);
		return;
	}
	if (c->kind != TREE_BINARY || c->is_open || !tree_second(c))
		return;
	left = tree_strip(tree_operand(c));
	right = tree_strip(tree_second(c));
	if (c->binary == (is_true ? CXBinaryOperator_LAnd : CXBinaryOperator_LOr)) {
		ask_condition(q, left, is_true);
		ask_condition(q, right, is_true);
		return;
	}
	enum CXBinaryOperatorKind op = is_true ? c->binary : inverse(c->binary);

	if (tree_equals(q->p.a->unit, left, q->t))
		answer(q, op, right);
	else if (tree_equals(q->p.a->unit, right, q->t))
		answer(q, mirrored(op), left);
}

/* Whether control never reaches the end of a statement. */
static bool leaves(const struct tree *t)
{
	t = last_statement(t);
	return t && (t->kind == TREE_RETURN || t->kind == TREE_CONTINUE || t->kind == TREE_BREAK);
}

/* Evaluates the conditions under which control reaches a statement of a block from those in front of it. */
static void ask_statements_before(struct question *q, const struct tree *statement)
{
	const struct tree *first = statement->parent->children;

	/* control may begin at a label, in front of which there may be more */
	for (const struct tree *s = first; s != statement->next; s = s->next)
		first = s->kind == TREE_CASE || s->kind == TREE_DEFAULT ? s : first;
	for (const struct tree *s = first; s != statement; s = s->next) {
		if (s->kind == TREE_IF && !tree_part(s, ROLE_OTHERWISE) && tree_part(s, ROLE_CONDITION) &&
		    leaves(tree_part(s, ROLE_BODY)))
			ask_condition(q, tree_part(s, ROLE_CONDITION), false);
	}
}

/* Evaluates all comparisons that dominate q->p.at. */
static void ask_conditions(struct question *q)
{
	if (q->p.depth > MOST_DEPTH_OF_VALUES || !is_stable(q->p, q->t))
		return;
	for (const struct tree *t = q->p.at, *p = t->parent; p; t = p, p = p->parent) {
		const struct tree *condition = tree_part(p, ROLE_CONDITION);

		switch (p->kind) {
		case TREE_IF:
		case TREE_FOR:
		case TREE_WHILE:
		case TREE_CONDITIONAL:
			if (condition && t->role == ROLE_BODY)
				ask_condition(q, condition, true);
			else if (condition && t->role == ROLE_OTHERWISE)
				ask_condition(q, condition, false);
			break;
		case TREE_BINARY:
			if (t == tree_second(p) && !p->is_open &&
			    (p->binary == CXBinaryOperator_LAnd || p->binary == CXBinaryOperator_LOr))
				ask_condition(q, tree_operand(p), p->binary == CXBinaryOperator_LAnd);
			break;
		case TREE_BLOCK:
			ask_statements_before(q, t);
			break;
		default:
			break;
		}
	}
}

/* ---- Highest and lowest values ------------------------------------------------------- */

/* The lowest value of a variable's initializer. */
static bool lowest_of_variable(struct point p, const struct tree *variable, int64_t *out)
{
	const struct tree *init = tree_part(variable, ROLE_INIT);
	CXType type = clang_getCursorType(variable->declaration);

	return init && lowest(deeper(p, 1), init, out) &&
	       is_same_in(p, is_signed(type), is_long(type), tree_strip(init));
}

/* The lowest value of a loop variable, which is its initial value if steps only increase it. */
static bool lowest_in_loop(struct point p, const struct tree *variable, const struct tree *loop, int64_t *out)
{
	const struct tree *step = tree_strip(tree_part(loop, ROLE_STEP)), *by = tree_second(step);
	SCOPED(text) end = {0}, more = {0}, condition = {0};
	struct question q = {.p = p, .t = tree_operand(step), .highest = &end};
	bool is_one = step->kind == TREE_UNARY && (step->unary == CXUnaryOperator_PreInc ||
	                                           step->unary == CXUnaryOperator_PostInc);
	bool is_sum = step->kind == TREE_BINARY && step->binary == CXBinaryOperator_AddAssign && by;

	if ((!is_one && !is_sum) || step->is_open || !q.t || q.t->kind != TREE_NAME ||
	    !clang_equalCursors(q.t->declaration, variable->declaration) ||
	    !lowest_of_variable(p, variable, out))
		return false;
	if (is_sum && (!is_stable(p, by) || !is_natural(deeper(p, 1), by) || !upper(deeper(p, 1), by, &more)))
		return false;
	ask_condition(&q, tree_part(loop, ROLE_CONDITION), true);
	if (q.is_known) { /* the last step, which ends the loop, does not overflow */
		text_printf(&condition, "(%s) + (%s) <= 2147483647", end.data, is_one ? "1" : more.data);
		add_condition(p.a, condition.data);
	}
	return q.is_known;
}

/* Adds the condition that a captured number is neither negative nor larger than an int. */
static bool add_captured(struct accesses *a, CXCursor d, struct text *out)
{
	const char *name = cursor_spelling(d);

	add_condition(a, interned_printf("Concurrency::details::is_natural(this->%s)", name));
	if (out)
		text_printf(out, "(0LL + this->%s)", name);
	return true;
}

static bool lowest_of_name(struct point p, const struct tree *t, int64_t *out)
{
	const struct tree *declaration = tree_declaring(p.a->unit, p.a->uses->body, t->declaration);
	const struct tree *loop = declaration ? loop_of(declaration, p.at) : NULL;

	if (loop)
		return lowest_in_loop(p, declaration, loop, out);
	*out = 0;
	return declaration ? lowest_of_variable(p, declaration, out)
	                   : is_captured(p.a, t->declaration) && add_captured(p.a, t->declaration, NULL);
}

static bool upper_of_binary(struct point p, const struct tree *t, struct text *out);

static bool lowest_of_binary(struct point p, const struct tree *t, int64_t *out)
{
	SCOPED(text) highest = {0};
	int64_t left, right, value;

	if (!is_arithmetic(t) || !lowest(deeper(p, 1), tree_operand(t), &left))
		return false;
	if (t->binary == CXBinaryOperator_Sub) {
		/* unsigned subtraction is handled only where the result cannot be negative */
		*out = left;
		if (!tree_value(tree_second(t), &value) || value < 0 || value > INT32_MAX)
			return false;
		*out -= value;
		return *out >= 0 || is_signed(tree_type(t));
	}
	if (left < 0 || !lowest(deeper(p, 1), tree_second(t), &right) || right < 0)
		return false;
	*out = t->binary == CXBinaryOperator_Add ? left + right : 0;
	return (t->binary != CXBinaryOperator_Add && t->binary != CXBinaryOperator_Mul) ||
	       (*out <= INT32_MAX && upper_of_binary(p, t, &highest));
}

/* The lowest value that an expression can have where `at` is evaluated. Returns false if it is not known. */
static bool lowest(struct point p, const struct tree *t, int64_t *out)
{
	SCOPED(text) count = {0};

	t = p.depth > MOST_DEPTH_OF_VALUES || !is_stable(p, t) ? NULL : number_in(p, t);
	if (!t)
		return false;
	if (tree_value(t, out))
		return *out >= INT32_MIN && *out <= INT32_MAX;
	struct question q = {.p = p, .t = t};

	ask_conditions(&q);
	if (q.is_known && q.lowest >= 0) {
		*out = q.lowest;
		return true;
	}
	*out = 0;
	switch (t->kind) {
	case TREE_NAME:
		return lowest_of_name(p, t, out);
	case TREE_CALL:
		return count_of(p.a, t, &count);
	case TREE_BINARY:
		return lowest_of_binary(p, t, out);
	default:
		return false;
	}
}

static bool upper_of_binary(struct point p, const struct tree *t, struct text *out)
{
	SCOPED(text) left = {0}, right = {0};
	const struct tree *a = tree_operand(t), *b = tree_second(t);
	const struct point in = deeper(p, 1);
	int64_t value;
	bool is_number = tree_value(b, &value), ok = is_arithmetic(t) && upper(in, a, &left);

	switch (t->binary) {
	case CXBinaryOperator_Sub:
		if (!is_number)
			ok = ok && is_natural(in, b);
		else
			ok = ok && value >= 0 && value <= INT32_MAX;
		if (ok)
			text_printf(out, "(%s) - %d", left.data, is_number ? (int)value : 0);
		break;
	case CXBinaryOperator_Add:
	case CXBinaryOperator_Mul:
		ok = ok && upper(in, b, &right) &&
		     (t->binary == CXBinaryOperator_Add || (is_natural(in, a) && is_natural(in, b)));
		if (ok) {
			const char *sum = interned_printf("(%s) %c (%s)", left.data,
			                                  t->binary == CXBinaryOperator_Add ? '+' : '*', right.data);
			add_condition(p.a, interned_printf("%s <= 2147483647", sum)); /* int is the narrowest type */
			text_append(out, sum);
		}
		break;
	default: /* of two operands that are not negative, the result is at most the first */
		ok = ok && is_natural(in, a) && is_natural(in, b);
		if (ok)
			text_append(out, left.data);
	}
	return ok && out->len <= MOST_TEXT;
}

/* The highest value of a variable that starts with a constant and is incremented by one in each step: the
 * last that satisfies the loop's condition. */
static bool upper_in_loop(struct point p, const struct tree *t, const struct tree *variable, const struct tree *loop,
                          struct text *out)
{
	const struct tree *step = tree_strip(tree_part(loop, ROLE_STEP));
	const struct tree *by = tree_second(step), *init = tree_part(variable, ROLE_INIT);
	SCOPED(text) end = {0};
	struct question q = {.p = p, .t = t, .highest = &end};
	int64_t first, size = 1;
	bool ok = init && tree_value(init, &first) && first >= 0 && first <= INT32_MAX && !step->is_open &&
	          step->kind == TREE_BINARY && step->binary == CXBinaryOperator_AddAssign &&
	          tree_operand(step)->kind == TREE_NAME &&
	          clang_equalCursors(tree_operand(step)->declaration, variable->declaration) && by &&
	          tree_value(by, &size) && size > 0 && size <= INT32_MAX;

	if (ok)
		ask_condition(&q, tree_part(loop, ROLE_CONDITION), true);
	if (q.is_known)
		text_printf(out, "Concurrency::details::last_step(%d, %s, %d)", (int)first, end.data, (int)size);
	return q.is_known;
}

static bool upper_intrinsic(struct point p, const struct tree *t, struct text *out)
{
	const struct tree *declaration;

	switch (t->kind) {
	case TREE_CALL:
		if (!count_of(p.a, t, out))
			return false;
		if (starts(out->data, "domain."))
			text_append(out, " - 1");
		return true;
	case TREE_NAME:
		declaration = tree_declaring(p.a->unit, p.a->uses->body, t->declaration);
		if (declaration) {
			const struct tree *init = tree_part(declaration, ROLE_INIT);
			const struct tree *loop = loop_of(declaration, p.at);
			CXType type = clang_getCursorType(declaration->declaration);

			if (loop)
				return upper_in_loop(p, t, declaration, loop, out);
			return init &&
			       is_same_in(p, is_signed(type), is_long(type), tree_strip(init)) &&
			       upper(deeper(p, 1), init, out);
		}
		return is_captured(p.a, t->declaration) && add_captured(p.a, t->declaration, out);
	case TREE_BINARY:
		return upper_of_binary(p, t, out);
	default:
		return false;
	}
}

/* The highest value that an expression can have where `at` is evaluated, as an expression for a member
 * function of the function object. Returns false if it is not known. */
static bool upper(struct point p, const struct tree *t, struct text *out)
{
	SCOPED(text) intrinsic = {0};
	int64_t value;

	t = p.depth > MOST_DEPTH_OF_VALUES || !is_stable(p, t) ? NULL : number_in(p, t);
	if (!t)
		return false;
	if (tree_value(t, &value)) {
		text_printf(out, "%d", (int)value);
		return value >= INT32_MIN && value <= INT32_MAX;
	}
	struct question q = {.p = p, .t = t, .highest = out};

	ask_conditions(&q);
	bool is_known = upper_intrinsic(p, t, &intrinsic);

	if (is_known)
		bound_by(out, intrinsic.data);
	return (is_known || q.is_known) && out->len <= MOST_TEXT;
}

/* ---- Accesses ------------------------------------------------------------------------ */

/* Adds the conditions for an access to a view, `name`, with n index components (n == 1: that may be an
 * index). */
static bool find_conditions(struct accesses *a, struct abstract_value view, const char *name,
                            const struct tree *const *components, size_t n, const struct tree *t)
{
	struct library_type type;

	if (!library_type(clang_getCursorType(view.held->declaration), &type) || !type.rank ||
	    type.rank > 3)
		return false;
	const struct tree *construction = n == 1 ? tree_strip(components[0]) : NULL, *index = construction;

	/* a tiled_index is converted to an index, or its `global` is used */
	if (n == 1 && index->kind == TREE_CALL && call_object(index) &&
	    index->declaration.kind == CXCursor_ConversionFunction)
		index = tree_strip(call_object(index));
	else if (n == 1 && index->kind == TREE_MEMBER && member_entity(a, index) == LIBRARY_INDEX_GLOBAL)
		index = tree_strip(tree_part(index, ROLE_OBJECT));
	const struct abstract_value *v = bound_to(a, index);

	if (v && v->kind == INDEX && !v->copy) {
		for (unsigned d = 0; d < type.rank; d++)
			add_condition(a, interned_printf("domain.extent[%u] <= this->%s.extent[%u]", d, name, d));
		return true;
	}
	const struct tree *list[3] = {NULL};

	if (n == 1 && construction->kind == TREE_CONSTRUCTION &&
	    library_class(tree_type(construction)) == LIBRARY_INDEX) {
		n = 0;
		for (const struct tree *c = construction->children; c; c = c->next) {
			if (c->role == ROLE_ARGUMENT && n < 3)
				list[n++] = c;
		}
		components = list;
	}
	bool ok = n == type.rank;

	for (size_t d = 0; d < n && ok; d++) {
		const struct point p = {a, t, 0};
		SCOPED(text) high = {0};

		ok = is_natural(p, components[d]) && is_same_in(p, true, false, tree_strip(components[d])) &&
		     upper(p, components[d], &high);
		if (ok)
			add_condition(a, interned_printf("%s < this->%s.extent[%zu]", high.data, name, d));
	}
	return ok;
}

void note_inside(struct accesses *a, struct abstract_value view, const struct tree *const *arguments,
                 size_t n, const struct tree *t)
{
	bool ok = a->uses && clang_equalCursors(a->frame->function, a->uses->body->function) && !view.is_part &&
	          !view.held->outer && !is_dependent_type(tree_type(t)) && !view.held->is_unbounded;

	if (ok)
		ok = find_conditions(a, view, cursor_spelling(view.held->declaration), arguments, n, t);
	view.held->is_inside |= ok;
	view.held->is_unbounded |= !ok;
}

const struct names *inside_conditions(const struct accesses *a, struct names *views)
{
	if (!a->uses || a->is_inside_lost || a->is_irregular || a->is_blind || a->index_changed)
		return NULL;
	for (const struct held *h = a->helds; h; h = h->next) {
		if (h->is_inside && !h->is_unbounded && !h->other)
			names_add(views, cursor_spelling(h->declaration));
	}
	return views->count ? &a->inside : NULL;
}
