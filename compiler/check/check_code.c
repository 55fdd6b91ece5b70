/* What restrict(amp) code does: statements, expressions, literals (specification 2.4.3). Functions are
 * checked as they are called, each instantiation separately. */
#include "check/check_internal.h"
#include "overload/pairs.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct rule {
	enum CXCursorKind kind;
	const char *what;
	const char *section;
};

static const struct rule forbidden[] = {
	{CXCursor_CXXThrowExpr, "'throw'", "2.4.3.7"},
	{CXCursor_CXXTryStmt, "'try'", "2.4.3.7"},
	{CXCursor_GotoStmt, "'goto'", "2.4.3.7"},
	{CXCursor_IndirectGotoStmt, "'goto'", "2.4.3.7"},
	{CXCursor_LabelStmt, "a label", "2.4.3.7"},
	{CXCursor_GCCAsmStmt, "an assembly statement", "2.4.3.7"},
	{CXCursor_MSAsmStmt, "an assembly statement", "2.4.3.7"},
	{CXCursor_CXXNewExpr, "'new'", "2.4.3.7"},
	{CXCursor_CXXDeleteExpr, "'delete'", "2.4.3.7"},
	{CXCursor_CXXTypeidExpr, "'typeid'", "2.4.3.7"},
	{CXCursor_CXXDynamicCastExpr, "'dynamic_cast'", "2.4.3.7"},
	{CXCursor_AsmLabelAttr, "a variable's register or name in assembly", "2.4.3.7"},
	{CXCursor_ImaginaryLiteral, "an imaginary literal", "2.4.1"},
};

/* Whether an expression is a literal 0 or a header's NULL, whose conversion makes a null pointer. */
static bool is_null_pointer_constant(CXCursor e)
{
	int64_t value;

	e = without_parentheses(e);
	return e.kind == CXCursor_GNUNullExpr ||
	       (e.kind == CXCursor_IntegerLiteral && integer_value(e, &value) && !value);
}

/* Refuses conversions between pointers and integers (2.4.3.6). */
static void check_cast(struct checker *c, CXCursor cast, unsigned offset)
{
	CXCursor operand = last_expression(cast);
	CXType to = type_of(cast);

	if (clang_Cursor_isNull(operand))
		return;
	if (unit_is_c(c->unit) && to.kind == CXType_Record)
		refuse(c, offset, "a cast to a union in restrict(amp) code: write {.member = value}");
	CXType from = type_of(operand);

	if ((to.kind == CXType_Pointer && is_integral(from) && !is_null_pointer_constant(operand)) ||
	    (from.kind == CXType_Pointer && is_integral(to) && to.kind != CXType_Bool))
		refuse(c, offset, "a conversion between a pointer and an integer in restrict(amp) code "
		       "[C++ AMP 2.4.3.6]");
}

/* Whether an expression is T() for a type that is not a class, for which libclang has no cursor kind. */
static bool is_value_initialization(struct checker *c, CXCursor n, unsigned start, unsigned end)
{
	size_t close = token_at(&c->unit->tokens, end);

	return clang_Cursor_isNull(last_expression(n)) && close >= 2 &&
	       unit_token(c->unit, close - 2)->offset > start &&
	       unit_is(c->unit, close - 2, "(") && unit_is(c->unit, close - 1, ")");
}

/* Refuses operators that look like calls of built-in functions, for which libclang has no cursor kind: nvcc
 * supports none of these in device code. */
static void check_builtin_operator(struct checker *c, unsigned start)
{
	static const char atomic[] = "__atomic_";
	size_t i = token_at(&c->unit->tokens, start);
	const struct token *name = &c->unit->tokens.items[i];
	const char *text = c->unit->text.data;

	if ((starts(text + name->offset, atomic) ||
	     token_is_one_of(text, name, "__builtin_choose_expr __builtin_types_compatible_p")) &&
	    token_is(text, name + 1, "("))
		refuse(c, start, "'%.*s' in restrict(amp) code", (int)name->len, text + name->offset);
}

/* Refuses {x: 1}, gcc's old form of {.x = 1}: its order is not adapted to C++. */
static void check_designators(struct checker *c, unsigned start, unsigned end)
{
	const struct tokens *t = &c->unit->tokens;
	const char *text = c->unit->text.data;

	for (size_t i = token_at(t, start) + 1; i + 1 < t->count && t->items[i].offset < end; i++) {
		bool begins = token_is(text, &t->items[i - 1], "{") || token_is(text, &t->items[i - 1], ",");

		if (begins && t->items[i].kind == TOKEN_IDENTIFIER && token_is(text, &t->items[i + 1], ":"))
			refuse(c, t->items[i].offset, "'%.*s:' in restrict(amp) code: write '.%.*s ='",
			       (int)t->items[i].len, text + t->items[i].offset, (int)t->items[i].len,
			       text + t->items[i].offset);
	}
}

/* Whether a function takes a string literal: direct3d_printf and direct3d_errorf. */
static bool takes_format(CXCursor callee)
{
	return library_entity(callee) == LIBRARY_PRINTF || (is_named(callee, "printf") && !in_program(callee));
}

/* Whether a value fits 32 bits, signed or unsigned. A substituted template parameter is a literal, too, and
 * may be negative. */
static bool has_32_bits(CXEvalResult value)
{
	if (clang_EvalResult_isUnsignedInt(value))
		return clang_EvalResult_getAsUnsigned(value) <= UINT32_MAX;
	long long number = clang_EvalResult_getAsLongLong(value);
	return number >= INT32_MIN && number <= (long long)UINT32_MAX;
}

/* Whether a literal is larger than the largest float. Clang's <float.h> writes that with nine digits, which
 * denote a slightly larger number. */
static bool exceeds_float(double literal)
{
	return literal > FLT_MAX && literal != 3.40282347e+38;
}

/* Whether an expression converts its operand to float or double. */
static bool is_converted_to_double(CXCursor e)
{
	enum CXTypeKind type = type_of(e).kind;

	return (type == CXType_Float || type == CXType_Double) &&
	       (e.kind == CXCursor_UnexposedExpr || e.kind == CXCursor_CStyleCastExpr ||
	        e.kind == CXCursor_CXXFunctionalCastExpr || e.kind == CXCursor_CXXStaticCastExpr);
}

/* Checks the range of literals (2.4.3.1). */
static void check_literal(struct checker *c, CXCursor literal, CXCursor parent, unsigned offset)
{
	const char *text = c->unit->text.data + offset;
	CXType type = type_of(literal);

	/* gcc's DBL_EPSILON is double(2.22…e-16L) */
	if (type.kind == CXType_LongDouble && !is_converted_to_double(parent))
		refuse(c, offset,
		       "a literal of type long double in restrict(amp) code: the only floating types are float "
		       "and double [C++ AMP 2.4.1]");
	if (unit_is_c(c->unit))
		return;
	if (literal.kind == CXCursor_IntegerLiteral) {
		CXEvalResult value = clang_Cursor_Evaluate(literal);

		if (value && clang_EvalResult_getKind(value) == CXEval_Int &&
		    !has_32_bits(value) && !c->unit->request->extensions)
			refuse(c, offset, "an integer literal of more than 32 bits in restrict(amp) "
			       "code (--amp-extensions allows it) [C++ AMP 2.4.3.1]");
		clang_EvalResult_dispose(value);
	} else if ((type.kind == CXType_Float && exceeds_float(strtod(text, NULL))) ||
	           (type.kind == CXType_Double && strtod(text, NULL) > DBL_MAX)) {
		refuse(c, offset, "a floating literal out of the range of its type [C++ AMP 2.4.3.1]");
	}
}

/* Whether a type is a pointer of a kind to a type of a kind. */
static bool points_to(CXType type, enum CXTypeKind pointer, enum CXTypeKind pointee)
{
	type = clang_getCanonicalType(type);
	return type.kind == pointer && clang_getCanonicalType(clang_getPointeeType(type)).kind == pointee;
}

/* Refuses arithmetic on pointers to bool, .* and ->* with member functions (2.4.3.7), and the address of a
 * global constant, of which amp code has the value only (2.4.3.2). */
static void check_operator(struct checker *c, CXCursor n, unsigned offset)
{
	CXCursor operand = first_child(n);
	bool arithmetic = n.kind == CXCursor_CompoundAssignOperator;

	if (clang_Cursor_isNull(operand))
		return;
	if (n.kind == CXCursor_UnaryOperator) {
		enum CXUnaryOperatorKind o = clang_getCursorUnaryOperatorKind(n);

		arithmetic = o == CXUnaryOperator_PostInc || o == CXUnaryOperator_PostDec ||
		             o == CXUnaryOperator_PreInc || o == CXUnaryOperator_PreDec;
		if (o == CXUnaryOperator_AddrOf && is_global_constant(clang_getCursorReferenced(operand)))
			refuse(c, offset, "the address of a global constant in restrict(amp) code: only "
			       "its value can be used [C++ AMP 2.4.3.2]");
	} else if (n.kind == CXCursor_BinaryOperator) {
		enum CXBinaryOperatorKind o = clang_getCursorBinaryOperatorKind(n);

		arithmetic = o == CXBinaryOperator_Add || o == CXBinaryOperator_Sub;
		if ((o == CXBinaryOperator_PtrMemD || o == CXBinaryOperator_PtrMemI) &&
		    !is_refused(c, clang_getCursorReferenced(last_expression(n))) &&
		    points_to(clang_getCursorType(last_expression(n)), CXType_MemberPointer, CXType_FunctionProto))
			refuse(c, offset, "a call through a pointer to a member function in restrict(amp) "
			       "code [C++ AMP 2.4.3.7]");
	}
	if (n.kind == CXCursor_ArraySubscriptExpr)
		arithmetic = true;
	/* an array of bool is refused at its declaration */
	CXCursor decayed = first_child(operand);

	if (!clang_Cursor_isNull(decayed) && type_of(decayed).kind == CXType_ConstantArray)
		return;
	if (arithmetic && points_to(clang_getCursorType(operand), CXType_Pointer, CXType_Bool) &&
	    !c->unit->request->extensions && !unit_is_c(c->unit))
		refuse(c, offset, "arithmetic on a pointer to bool in restrict(amp) code "
		       "(--amp-extensions allows it) [C++ AMP 2.4.3.7]");
}

/* Whether a function or lambda in amp code has a clause restrict(cpu). */
static bool is_cpu_only(struct checker *c, CXCursor n, unsigned start)
{
	unsigned at = start;

	if (n.kind != CXCursor_LambdaExpr && !cursor_offset(c->clauses, n, &at))
		return false;
	const struct clause *clause = declarator_clause(c->unit, at);

	return clause && clause->restrictions == RESTRICT_CPU;
}

static enum CXChildVisitResult check_node(CXCursor n, CXCursor parent, CXClientData data);

/* Checks a lambda or a member of a local class in amp code, which inherits its restrictions or has its own
 * clause (2.2.1). name: where its parameters, or those in front of its name, begin. */
static enum CXChildVisitResult check_nested(struct checker *c, CXCursor n, unsigned name)
{
	unsigned outer = c->restrictions;
	const struct clause *clause = declarator_clause(c->unit, name);

	if (clause)
		c->restrictions = clause->restrictions;
	clang_visitChildren(n, check_node, c);
	c->restrictions = outer;
	return CXChildVisit_Continue;
}

/* In C, refuses sizeof of a variable-length array, which C++ does not have. */
static void check_sizeof(struct checker *c, CXCursor n)
{
	bool outer = c->in_sizeof;
	unsigned offset;
	int64_t value;

	if (unit_is_c(c->unit) && cursor_offset(c->clauses, n, &offset) && !integer_value(n, &value))
		refuse(c, offset, "sizeof in restrict(amp) code: the length of an array must be a constant");
	c->in_sizeof = true;
	clang_visitChildren(n, check_node, c);
	c->in_sizeof = outer;
}

/* Walks a statement in which the parser found an error: what follows from it is not reported. Only lambdas
 * are checked, and the variables that it declares are skipped. */
static enum CXChildVisitResult check_broken(CXCursor n, CXCursor parent, CXClientData data)
{
	if (n.kind == CXCursor_LambdaExpr)
		return check_node(n, parent, data);
	if (n.kind == CXCursor_VarDecl)
		leave_out_variable(data, n);
	return CXChildVisit_Recurse;
}

/* Whether a node is an expression or declaration with an error of the parser's. */
static bool is_broken(struct checker *c, CXCursor n, unsigned start, unsigned end)
{
	return c->broken && n.kind != CXCursor_LambdaExpr &&
	       (clang_isExpression(n.kind) || n.kind == CXCursor_DeclStmt || n.kind == CXCursor_ReturnStmt) &&
	       offsets_within(&c->parse_errors, start, end);
}

/* Whether the code at an offset is the initializer of a kernel's capture, which belongs to the code that
 * launches the kernel. */
static bool is_in_captures(struct checker *c, unsigned offset)
{
	CXCursor innermost = c->frame->function;
	unsigned start;

	return innermost.kind == CXCursor_LambdaExpr &&
	       cursor_offset(c->clauses, innermost, &start) && in_capture_list(c->unit, start, offset);
}

/* Whether the current function has a goto to a label: the error is then about the goto. Cursors of the same
 * label, there and here, share a location but not a declaration. */
static bool has_goto(struct checker *c, CXCursor label)
{
	struct walk w = walk_kind(walk_below(c->frame->function), CXCursor_GotoStmt);

	while (walk_next(&w) &&
	       !clang_equalLocations(clang_getCursorLocation(clang_getCursorReferenced(first_child(w.cursor))),
	                             clang_getCursorLocation(label)))
		;
	return !clang_Cursor_isNull(walk_end(&w));
}

/* Refuses what amp code can never have. */
static bool is_forbidden(struct checker *c, CXCursor n, unsigned offset)
{
	if (n.kind == CXCursor_LabelStmt && has_goto(c, n))
		return false;
	for (size_t i = 0; i < COUNT(forbidden); i++) {
		if (forbidden[i].kind != n.kind)
			continue;
		refuse(c, offset, "%s in restrict(amp) code [C++ AMP %s]", forbidden[i].what,
		       forbidden[i].section);
		return n.kind != CXCursor_LabelStmt; /* go on with the labelled statement */
	}
	return false;
}

/* Checks a call and the object that it creates. Returns false if its arguments are not to be checked, because
 * their errors would follow from the call's, as the string in printf("%d", i). */
static bool check_call_expression(struct checker *c, CXCursor call, CXCursor parent,
                                  unsigned offset)
{
	CXCursor callee = cursor_callee(call);
	unsigned errors = c->unit->errors;

	if (!c->in_constant)
		check_call(c, call, offset);
	else if (is_function(callee.kind) && !is_implicit(callee) && !(cursor_restrictions(callee) & RESTRICT_AMP))
		c->unit->calls_constexpr = true; /* the callee never runs on the accelerator */
	if (takes_format(callee) || starts_with(callee, "__builtin_nan") ||
	    (c->unit->errors > errors && callee.kind == CXCursor_FunctionDecl &&
	     (!in_program(callee) || is_undeclared(c, callee))))
		return false;
	if (callee.kind == CXCursor_Constructor && !is_dependent(clang_getCursorType(call)) &&
	    !is_of_refused(c, call))
		check_type(c, clang_getCursorType(call), offset, "an object", "");
	check_temporary(c, call, parent, offset);
	return true;
}

/* Checks an explicit cast. */
static void check_cast_expression(struct checker *c, CXCursor cast, CXCursor parent,
                                  unsigned offset)
{
	check_cast(c, cast, offset);
	if (!c->in_constant && !is_dependent(clang_getCursorType(cast)))
		check_type(c, clang_getCursorType(cast), offset, "a conversion to an object", "");
	if (!casts_to_reference(c, offset))
		check_temporary(c, cast, parent, offset);
}

static void check_string(struct checker *c, CXCursor parent, unsigned offset)
{
	if (c->in_sizeof || c->in_constant)
		return; /* the literal does not get into the code */
	if (unit_is_c(c->unit) && (parent.kind == CXCursor_VarDecl || parent.kind == CXCursor_InitListExpr))
		return; /* initializes an array: for a pointer there would be a conversion */
	refuse(c, offset, "a string literal in restrict(amp) code [C++ AMP 2.4.3.1]");
}

/* Checks a declaration in amp code, by the function or by a class in it. */
static enum CXChildVisitResult check_declaration(struct checker *c, CXCursor n, unsigned start)
{
	unsigned name;
	bool has_name = cursor_offset(c->clauses, n, &name), goes_on = false;

	switch (n.kind) {
	case CXCursor_VarDecl:
		goes_on = !has_name || check_variable(c, n, name);
		break;
	case CXCursor_ParmDecl:
		goes_on = check_parameter(c, n);
		break;
	case CXCursor_ClassDecl:
	case CXCursor_StructDecl:
	case CXCursor_UnionDecl:
		/* below an implicit function, libclang shows the class's definition with its members */
		goes_on = !is_implicit(c->frame->function);
		break;
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
	case CXCursor_FunctionTemplate:
		if (is_cpu_only(c, n, start)) {
			check_cpu_code(c, n);
			return CXChildVisit_Continue;
		}
		if (!has_name)
			return CXChildVisit_Recurse;
		if (n.kind != CXCursor_FunctionTemplate)
			check_declarator(c, n, name);
		return check_nested(c, n, name);
	case CXCursor_FieldDecl:
		if (has_name)
			check_element(c, clang_getCursorType(n), name);
		goes_on = true;
		break;
	case CXCursor_TypedefDecl:
		goes_on = declares_nothing(n);
		break;
	case CXCursor_FunctionDecl:
	case CXCursor_TypeAliasDecl:
	case CXCursor_StaticAssert:
		break;
	default:
		goes_on = true;
	}
	return goes_on ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

/* Checks a statement or an expression. */
static enum CXChildVisitResult check_code(struct checker *c, CXCursor n, CXCursor parent, unsigned start, unsigned end)
{
	switch (n.kind) {
	case CXCursor_CallExpr:
		if (!check_call_expression(c, n, parent, start))
			return CXChildVisit_Continue;
		break;
	case CXCursor_StringLiteral:
		check_string(c, parent, start);
		break;
	case CXCursor_SwitchStmt:
		check_case_ranges(c, n);
		break;
	case CXCursor_CXXForRangeStmt:
		check_range_loop(c, n);
		break;
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXReinterpretCastExpr:
	case CXCursor_CXXConstCastExpr:
		check_cast_expression(c, n, parent, start);
		break;
	case CXCursor_UnexposedExpr:
		c->value_use = converted_to_value(n);
		check_builtin_operator(c, start);
		if (!c->in_constant && is_value_initialization(c, n, start, end) &&
		    !is_dependent(clang_getCursorType(n)))
			check_type(c, clang_getCursorType(n), start, "a conversion to an object", "");
		break;
	case CXCursor_ParenExpr: /* decltype((f)) */
		check_function_name(c, n, parent, start);
		break;
	case CXCursor_DeclRefExpr:
		check_reference(c, n, parent, start);
		c->value_use = clang_getNullCursor();
		break;
	case CXCursor_MemberRefExpr: /* o.x of a static member */
		if (clang_getCursorReferenced(n).kind == CXCursor_VarDecl)
			check_reference(c, n, parent, start);
		break;
	case CXCursor_InitListExpr:
		if (!unit_is_c(c->unit))
			check_aggregate(c, n, start, end);
		else
			check_designators(c, start, end);
		break;
	case CXCursor_UnaryExpr:
		check_sizeof(c, n);
		return CXChildVisit_Continue;
	case CXCursor_IntegerLiteral:
	case CXCursor_FloatingLiteral:
		check_literal(c, n, parent, start);
		break;
	case CXCursor_UnaryOperator:
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
	case CXCursor_ArraySubscriptExpr:
		check_operator(c, n, start);
		break;
	case CXCursor_LambdaExpr:
		if (is_cpu_only(c, n, start))
			return CXChildVisit_Continue;
		check_inner_lambda(c, n, start, end);
		return check_nested(c, n, start);
	default:
		break;
	}
	return CXChildVisit_Recurse;
}

static enum CXChildVisitResult check_part(CXCursor n, CXCursor parent, struct checker *c)
{
	unsigned start, end;

	if (!cursor_range(c->clauses, n, &start, &end))
		/* a default argument is code of the place where it is written */
		return n.kind == CXCursor_UnexposedExpr && parent.kind == CXCursor_CallExpr
		           ? CXChildVisit_Continue
		           : CXChildVisit_Recurse;
	if (is_broken(c, n, start, end)) {
		clang_visitChildren(n, check_broken, c);
		return CXChildVisit_Continue;
	}
	if (is_in_captures(c, start) || is_forbidden(c, n, start))
		return CXChildVisit_Continue;
	return clang_isDeclaration(n.kind) ? check_declaration(c, n, start) : check_code(c, n, parent, start, end);
}

static enum CXChildVisitResult check_node(CXCursor n, CXCursor parent, CXClientData data)
{
	struct checker *c = data;
	bool outer_constant = c->in_constant, outer_bound = c->binds_reference;

	c->in_constant |= is_constant_evaluated(c, n, parent);
	c->binds_reference |=
	    parent.kind == CXCursor_VarDecl && clang_isExpression(n.kind) && is_reference(clang_getCursorType(parent));
	enum CXChildVisitResult result = check_part(n, parent, c);

	if (result == CXChildVisit_Recurse && (c->in_constant != outer_constant ||
	                                       c->binds_reference != outer_bound)) {
		clang_visitChildren(n, check_node, c);
		result = CXChildVisit_Continue;
	}
	c->in_constant = outer_constant;
	c->binds_reference = outer_bound;
	return result;
}

void check_body(struct checker *c, CXCursor function, CXCursor body)
{
	unsigned start = 0, end = 0;

	cursor_range(c->clauses, body, &start, &end);
	if (!cursors_add(&c->done, function, NULL))
		return;
	unsigned outer = c->restrictions;
	bool outer_broken = c->broken, outer_bound = c->binds_reference;
	const struct clause *clause = is_closure(function.kind) ? declarator_clause(c->unit, start) : NULL;

	c->restrictions = clause ? clause->restrictions : cursor_restrictions(function);
	c->broken = offsets_within(&c->parse_errors, start, end);
	if (is_function(function.kind))
		check_result_type(c, function);
	if (function_kind(function) == CXCursor_Constructor && !is_implicit(function) && !unit_is_c(c->unit))
		check_initialized_members(c, function);
	if (function_kind(function) == CXCursor_Destructor && !is_implicit(function))
		check_destructor(c, function);
	c->binds_reference = false;
	clang_visitChildren(body, check_node, c);
	c->binds_reference = outer_bound;
	c->restrictions = outer;
	c->broken = outer_broken;
}
