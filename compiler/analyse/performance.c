/* Code in kernels that is right, and slower than it needs to be: -Wamp-performance.
 *
 * Off unless asked for, since only the program's author knows what may be changed: that
 * a divisor is never negative, that a float is precise enough, that an array can be laid
 * out the other way. */
#include "analyse/uniform.h"

#include <stdlib.h>
#include <string.h>

enum { CHOICES = 8 };

struct search {
	struct unit *unit;
	const struct clauses *clauses;
	struct offsets *reported;
	struct tile *tile;  /* of the kernel, for the order of its subscripts */
	bool amp;           /* in restrict(amp) code */
	unsigned templates; /* as they are written */
};

/* ---- Division ---------------------------------------------------------------------- */

static CXCursor without_conversions(CXCursor e)
{
	while (clang_getCursorKind(e) == CXCursor_ParenExpr ||
	       clang_getCursorKind(e) == CXCursor_UnexposedExpr) {
		CXCursor operand = last_expression(e);

		if (clang_Cursor_isNull(operand))
			break;
		e = operand;
	}
	return e;
}

/* Whether an expression is a variable, by what is written: in a template other things may
 * turn out to be constants. */
static bool is_plain_variable(CXCursor e)
{
	CXCursor d = clang_getCursorReferenced(without_conversions(e));
	enum CXCursorKind kind = clang_getCursorKind(d);

	return (kind == CXCursor_ParmDecl || kind == CXCursor_VarDecl) &&
	       !clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(d)));
}

static void check_division(struct search *s, CXCursor e, CXCursor divisor, bool is_remainder)
{
	enum CXTypeKind type = clang_getCanonicalType(clang_getCursorType(e)).kind;
	unsigned start, end;
	int64_t value;

	if ((type != CXType_Int && type != CXType_Long && type != CXType_LongLong) ||
	    (s->templates ? !is_plain_variable(divisor) : integer_value(divisor, &value)) ||
	    !cursor_range(s->clauses, divisor, &start, &end) || !offsets_add(s->reported, start))
		return;
	diagnose_warning(s->unit, WARNING_PERFORMANCE, start,
	                 "signed %s by what is not a constant: with unsigned integers it is faster",
	                 is_remainder ? "remainder" : "division");
}

/* ---- Literals ---------------------------------------------------------------------- */

static bool is_double_literal(CXCursor e)
{
	while (clang_getCursorKind(e) == CXCursor_ParenExpr ||
	       clang_getCursorKind(e) == CXCursor_UnaryOperator)
		e = last_expression(e);
	return clang_getCursorKind(e) == CXCursor_FloatingLiteral &&
	       clang_getCursorType(e).kind == CXType_Double;
}

/* A float that is made a double. */
static bool is_widened(CXCursor e)
{
	while (clang_getCursorKind(e) == CXCursor_ParenExpr)
		e = last_expression(e);
	CXCursor operand = last_expression(e);

	return clang_getCursorKind(e) == CXCursor_UnexposedExpr && !clang_Cursor_isNull(operand) &&
	       clang_getCanonicalType(clang_getCursorType(e)).kind == CXType_Double &&
	       clang_getCanonicalType(clang_getCursorType(operand)).kind == CXType_Float;
}

static void check_literal(struct search *s, CXCursor literal)
{
	unsigned start, end;

	while (clang_getCursorKind(literal) != CXCursor_FloatingLiteral)
		literal = last_expression(literal);
	if (!cursor_range(s->clauses, literal, &start, &end) || !offsets_add(s->reported, start))
		return;
	if (diagnose_warning(s->unit, WARNING_PERFORMANCE, start,
	                     "this literal makes a float a double, and double arithmetic is slower"))
		diagnose_with_fix(s->unit, SEVERITY_NOTE, start, end, "f", "an 'f' makes it a float");
}

/* ---- Order of subscripts ------------------------------------------------------------- */

/* The subscripts of an access to an element of an array or a view of several dimensions. */
static unsigned subscripts_of(struct tile *t, CXCursor call, const struct node *out[3])
{
	CXCursor callee = clang_getCursorReferenced(call);
	int n = clang_Cursor_getNumArguments(call) - 1;
	char *name = take_string(clang_getCursorSpelling(callee));
	bool is_access = (!strcmp(name, "operator()") || !strcmp(name, "operator[]")) &&
	                 is_container_member(callee);
	unsigned count = 0;

	free(name);
	if (!is_access || n < 1 || n > 3)
		return 0;
	struct value v = value_of(t, clang_Cursor_getArgument(call, 1));

	if (v.kind == VALUE_TILED_INDEX)
		v = index_value(t, "global");
	for (unsigned i = 0; n == 1 && v.kind == VALUE_INDEX && i < v.n; i++)
		out[count++] = v.items[i];
	for (int i = 0; i < n && n > 1; i++) {
		v = value_of(t, clang_Cursor_getArgument(call, i + 1));
		out[count++] = v.kind == VALUE_SCALAR ? v.items[0] : NULL;
	}
	return count;
}

/* Whether two neighbouring threads differ in a subscript: the same in all choices. */
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

static void check_order(struct search *s, CXCursor call)
{
	const struct node *subscripts[3];
	unsigned n = subscripts_of(s->tile, call, subscripts), start, end;
	bool rows = false;

	for (unsigned i = 0; i + 1 < n; i++)
		rows |= always(s->tile, subscripts[i], true);
	if (!rows || !always(s->tile, subscripts[n - 1], false) ||
	    !cursor_range(s->clauses, call, &start, &end) || !offsets_add(s->reported, start))
		return;
	diagnose_warning(s->unit, WARNING_PERFORMANCE, start,
	                 "neighbouring threads access elements of different rows: memory is fastest "
	                 "where the last subscript follows the last component of the index");
}

static enum CXChildVisitResult find_accesses(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_LambdaExpr)
		return CXChildVisit_Continue;
	if (clang_getCursorKind(c) == CXCursor_CallExpr)
		check_order(data, c);
	return CXChildVisit_Recurse;
}

static void check_kernel(struct unit *u, const struct clauses *c, CXCursor function,
                         const struct tile_shape *shape, bool in_template,
                         struct offsets *reported)
{
	struct tile tile;
	struct search s = {.unit = u, .clauses = c, .reported = reported, .tile = &tile};
	struct activation a;

	if (!shape->is_launched || in_template || !shape->rank)
		return;
	tile_init(&tile, u, c, shape->rank, shape->extents);
	activation_begin(&tile, &a, function, NULL, 0, UNIFORM);
	if (tile.threads > 1)
		clang_visitChildren(body_of(function), find_accesses, &s);
	activation_end(&tile, &a);
	tile_finish(&tile);
}

/* ---- The walk ------------------------------------------------------------------------ */

static void check_arithmetic(struct search *s, CXCursor e, bool is_change)
{
	enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
	struct children all = children_of(e);
	bool divides = op == CXBinaryOperator_Div || op == CXBinaryOperator_DivAssign;
	bool is_remainder = op == CXBinaryOperator_Rem || op == CXBinaryOperator_RemAssign;

	if (all.count == 2) {
		enum CXTypeKind changed =
			clang_getCanonicalType(clang_getCursorType(all.items[0])).kind;

		if (divides || is_remainder)
			check_division(s, e, all.items[1], is_remainder);
		if (op <= CXBinaryOperator_PtrMemI || op == CXBinaryOperator_Assign ||
		    op == CXBinaryOperator_Comma)
			; /* nothing is computed */
		else if (is_double_literal(all.items[1]) &&
		         (is_change ? changed == CXType_Float : is_widened(all.items[0])))
			check_literal(s, all.items[1]);
		else if (is_double_literal(all.items[0]) && is_widened(all.items[1]))
			check_literal(s, all.items[0]);
	}
	free(all.items);
}

static enum CXChildVisitResult visit(CXCursor n, CXCursor parent, CXClientData data)
{
	const struct search *outer = data;
	struct search s = *outer;
	enum CXCursorKind kind = clang_getCursorKind(n);
	unsigned start, end;

	(void)parent;
	if (!cursor_range(s.clauses, n, &start, &end))
		return clang_isDeclaration(kind) ? CXChildVisit_Continue : CXChildVisit_Recurse;
	if (is_function(kind)) {
		s.amp = cursor_restrictions(n) & RESTRICT_AMP;
	} else if (kind == CXCursor_LambdaExpr || kind == CXCursor_BlockExpr) {
		s.amp |= (lambda_restrictions(s.unit, s.clauses, start) & RESTRICT_AMP) != 0;
	}
	s.templates += kind == CXCursor_FunctionTemplate || kind == CXCursor_ClassTemplate ||
	               kind == CXCursor_ClassTemplatePartialSpecialization;
	if (s.amp && kind == CXCursor_BinaryOperator)
		check_arithmetic(&s, n, false);
	else if (s.amp && kind == CXCursor_CompoundAssignOperator)
		check_arithmetic(&s, n, true);
	clang_visitChildren(n, visit, &s);
	return CXChildVisit_Continue;
}

void check_performance(struct unit *u, const struct clauses *c, CXTranslationUnit tu)
{
	struct offsets reported = {0};
	struct search s = {.unit = u, .clauses = c, .reported = &reported};

	if (warning_severity(u->request->warnings, WARNING_PERFORMANCE) == SEVERITY_IGNORED)
		return;
	clang_visitChildren(clang_getTranslationUnitCursor(tu), visit, &s);
	for_each_kernel(u, c, tu, true, check_kernel, &reported);
	free(reported.items);
}
