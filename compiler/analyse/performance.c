/* Code in kernels that is correct but slower than necessary: -Wamp-performance.
 *
 * Off by default, since only the author knows what may be changed: that a divisor is never negative, that
 * float is precise enough, that an array can be transposed. */
#include "analyse/uniform.h"

enum { CHOICES = 8 };

struct advice {
	struct unit *unit;
	struct offsets *reported;
	bool in_template; /* the body is a template's text */
};

/* ---- Division ---------------------------------------------------------------------- */

/* Whether an expression is literally a variable: in a template, others may turn out to be constants. */
static bool is_plain_variable(const struct tree *e)
{
	CXCursor d = tree_strip(e)->declaration;

	return (d.kind == CXCursor_ParmDecl || d.kind == CXCursor_VarDecl) &&
	       !clang_isConstQualifiedType(type_of(d));
}

static void check_division(struct advice *s, const struct tree *e, bool is_remainder)
{
	const struct tree *divisor = tree_second(e);
	enum CXTypeKind type = clang_getCanonicalType(tree_type(e)).kind;
	unsigned start = tree_offset(s->unit, divisor);
	int64_t value;

	if ((type != CXType_Int && type != CXType_Long && type != CXType_LongLong) ||
	    (s->in_template ? !is_plain_variable(divisor) : tree_value(divisor, &value)) ||
	    !offsets_add(s->reported, start))
		return;
	diagnose_warning(s->unit, WARNING_PERFORMANCE, start,
	                 "signed %s by a value that is not constant: it is faster with unsigned "
	                 "integers",
	                 is_remainder ? "remainder" : "division");
}

/* ---- Literals ---------------------------------------------------------------------- */

/* Returns the literal of type double that an expression is, up to parentheses and a sign; or NULL. */
static const struct tree *double_literal(const struct tree *e)
{
	while (e && (e->kind == TREE_PARENTHESES || e->kind == TREE_UNARY))
		e = tree_operand(e);
	return e && e->kind == TREE_LITERAL && tree_type(e).kind == CXType_Double ? e : NULL;
}

/* Whether an expression is a float that is converted to double. */
static bool is_widened(const struct tree *e)
{
	while (e->kind == TREE_PARENTHESES)
		e = tree_operand(e);
	return e->kind == TREE_CONVERSION &&
	       clang_getCanonicalType(tree_type(e)).kind == CXType_Double &&
	       clang_getCanonicalType(tree_type(tree_operand(e))).kind == CXType_Float;
}

static void check_literal(struct advice *s, const struct tree *literal)
{
	unsigned start = tree_offset(s->unit, literal);
	unsigned end = start + s->unit->tokens.items[literal->first].len;

	if (!offsets_add(s->reported, start))
		return;
	if (diagnose_warning(s->unit, WARNING_PERFORMANCE, start,
	                     "this literal converts a float to double, and double arithmetic is "
	                     "slower"))
		diagnose_with_fix(s->unit, SEVERITY_NOTE, start, fix_insert(end, "f"), "an 'f' makes it a float");
}

/* ---- Order of subscripts ------------------------------------------------------------- */

/* Finds the subscripts of an access to an element of an array or a view. Returns their number. */
static unsigned subscripts_of(struct tile *t, const struct tree *call, const struct node *out[3])
{
	bool is_one = !call_argument(call, 1);
	unsigned n = 0;

	for (; n < 3 && call_argument(call, n); n++) {
		struct value v = as_index(t, value_of(t, call_argument(call, n)));

		if (is_one && v.kind == VALUE_INDEX) {
			for (unsigned d = 0; d < v.n; d++)
				out[d] = v.items[d];
			return v.n;
		}
		out[n] = v.kind == VALUE_SCALAR ? v.items[0] : NULL;
	}
	return n;
}

/* Whether two neighbouring threads differ (or do not differ) in a subscript, in all choices of unknowns. */
static bool always(struct tile *t, const struct node *n, bool differ)
{
	for (unsigned s = 0; s < CHOICES; s++) {
		int64_t a, b;

		if (!n || evaluate(t, n, s, 0, &a) != EVALUATED ||
		    evaluate(t, n, s, 1, &b) != EVALUATED || (a != b) != differ)
			return false;
	}
	return true;
}

static void check_order(struct unit *u, struct tile *t, const struct tree *call,
                        struct offsets *reported)
{
	const struct node *subscripts[3];
	unsigned n = subscripts_of(t, call, subscripts), start = tree_offset(u, call);
	bool rows = false;

	for (unsigned i = 0; i + 1 < n; i++)
		rows |= always(t, subscripts[i], true);
	if (rows && always(t, subscripts[n - 1], false) && offsets_add(reported, start))
		diagnose_warning(u, WARNING_PERFORMANCE, start,
		                 "neighbouring threads access elements of different rows: memory is "
		                 "fastest where the last subscript follows the last component of the "
		                 "index");
}

static void check_kernel(struct unit *u, CXCursor function, const struct tile_shape *shape, bool in_template,
                         void *reported)
{
	const struct body *kernel = body_tree(u->bodies, function);
	struct activation a = {0};
	struct tile tile = {0};

	if (!kernel || !shape->is_launched || in_template || !shape->rank)
		return;
	tile_init(&tile, u, shape);
	activation_begin(&tile, &a, kernel, NULL, 0, UNIFORM);
	for (const struct tree *t = kernel->root; t && tile.threads > 1; t = tree_next_outside(t, kernel->root)) {
		if (t->kind == TREE_CALL && library_entity(t->declaration) == LIBRARY_ELEMENT)
			check_order(u, &tile, t, reported);
	}
	activation_leave(&tile, &a);
}

/* ---- Arithmetic ---------------------------------------------------------------------- */

static void check_arithmetic(struct advice *s, const struct tree *e)
{
	const struct tree *a = tree_operand(e), *b = tree_second(e);
	enum CXBinaryOperatorKind op = e->binary;
	bool is_change = op > CXBinaryOperator_Assign && op <= CXBinaryOperator_OrAssign;
	bool is_remainder = op == CXBinaryOperator_Rem || op == CXBinaryOperator_RemAssign;

	if (is_remainder || op == CXBinaryOperator_Div || op == CXBinaryOperator_DivAssign)
		check_division(s, e, is_remainder);
	if (op <= CXBinaryOperator_PtrMemI || op == CXBinaryOperator_Assign ||
	    op == CXBinaryOperator_Comma)
		return; /* not arithmetic */
	if (double_literal(b) &&
	    (is_change ? clang_getCanonicalType(tree_type(a)).kind == CXType_Float : is_widened(a)))
		check_literal(s, double_literal(b));
	else if (double_literal(a) && is_widened(b))
		check_literal(s, double_literal(a));
}

static void check_body(struct unit *u, const struct body *body, bool in_template, void *reported)
{
	struct advice s = {u, reported, in_template};

	for (const struct tree *t = body->root; t; t = tree_next(t, body->root)) {
		if (t->kind == TREE_BINARY && tree_second(t))
			check_arithmetic(&s, t);
	}
}

void check_performance(struct unit *u)
{
	struct offsets reported = {0};

	if (warning_severity(u->request->warnings, WARNING_PERFORMANCE) == SEVERITY_IGNORED)
		return;
	for_each_amp_body(u, check_body, &reported);
	for_each_kernel(u, true, check_kernel, &reported);
}
