/* Constants in amp code: expressions that are evaluated at compile time, which are not code of the
 * accelerator, and constants outside of functions (specification 2.4.3.2).
 *
 * The compilers of both units know the values of such constants. Where amp code needs the object ("odr-use",
 * C++ [basic.def.odr]) and not only the value, as in `const int &r = n`, std::min(n, x) and table.x[i], the
 * accelerator needs an object of its own, which the lowering makes: for a variable at namespace scope at its
 * declaration (declare_on_device() in lower.c), for others where they are named. */
#include "body/case_range.h"
#include "check/check_internal.h"
#include "overload/pairs.h"

#include <limits.h>
#include <math.h>
#include <inttypes.h>

/* ---- Compile-time evaluation ------------------------------------------------ */

static const struct token *token_in_front(const struct checker *c, unsigned offset)
{
	size_t i = token_at(&c->unit->tokens, offset);

	return &c->unit->tokens.items[i ? i - 1 : 0];
}

static bool follows(const struct checker *c, unsigned offset, const char *word)
{
	return token_is(c->unit->text.data, token_in_front(c, offset), word);
}

static bool is_in_decltype(const struct checker *c, unsigned start)
{
	return follows(c, start, "(") && follows(c, token_in_front(c, start)->offset, "decltype");
}

static bool is_known(CXCursor expression)
{
	CXEvalResult value = clang_Cursor_Evaluate(expression);
	bool known = value && clang_EvalResult_getKind(value) != CXEval_UnExposed;

	clang_EvalResult_dispose(value);
	return known;
}

/* Whether a variable is a constant whose value compilers may use: constexpr, or an integral constant with a
 * constant initializer ([expr.const]). */
static bool is_evaluated(CXCursor variable)
{
	CXType type = type_of(variable);
	CXCursor init = clang_Cursor_getVarDeclInitializer(variable);

	if (is_constexpr(variable))
		return true;
	return clang_isConstQualifiedType(type) && is_integral(type) && !clang_Cursor_isNull(init) && is_known(init);
}

/* Whether n, a child of an `if`, is the condition of `if constexpr`. */
static bool is_constexpr_condition(const struct checker *c, CXCursor n, CXCursor statement)
{
	const struct token *t = c->unit->tokens.items;
	unsigned start, end, at, behind;

	if (!cursor_range(c->clauses, statement, &start, &end) ||
	    !cursor_range(c->clauses, n, &at, &behind))
		return false;
	size_t i = token_at(&c->unit->tokens, start) + 1;

	return unit_is(c->unit, i, "constexpr") && t[i + 1].match > 0 && at < t[t[i + 1].match].offset;
}

bool is_constant_evaluated(const struct checker *c, CXCursor n, CXCursor parent)
{
	CXCursor init = clang_getNullCursor();
	unsigned start, end, name;

	if (!clang_isExpression(n.kind) || !cursor_range(c->clauses, n, &start, &end))
		return false;
	switch (parent.kind) {
	case CXCursor_VarDecl: /* children other than the initializer are in its type */
		init = clang_Cursor_getVarDeclInitializer(parent);
		return is_same_expression(n, init) ? is_evaluated(parent) : !is_in_decltype(c, start);
	case CXCursor_ParmDecl:
		return !follows(c, start, "=") && !is_in_decltype(c, start);
	case CXCursor_FieldDecl:
		return follows(c, start, ":") || follows(c, start, "[");
	case CXCursor_FunctionDecl: /* in the types of the result and of parameters */
	case CXCursor_CXXMethod:
	case CXCursor_ConversionFunction:
	case CXCursor_FunctionTemplate:
		return function_kind(parent) != CXCursor_Constructor && !is_in_decltype(c, start);
	case CXCursor_TemplateTypeParameter: /* default arguments */
	case CXCursor_NonTypeTemplateParameter:
	case CXCursor_TemplateTemplateParameter:
	case CXCursor_TypeAliasDecl:
	case CXCursor_TypedefDecl:
		return !is_in_decltype(c, start);
	case CXCursor_EnumConstantDecl:
	case CXCursor_AlignedAttr:
	case CXCursor_DeclRefExpr: /* template arguments */
	case CXCursor_OverloadedDeclRef:
		return true;
	case CXCursor_MemberRefExpr:
		return cursor_offset(c->clauses, parent, &name) && start > name;
	case CXCursor_CaseStmt:
		return follows(c, start, "case") || follows(c, start, "...") || follows(c, start, ".");
	case CXCursor_IfStmt:
		return is_constexpr_condition(c, n, parent);
	case CXCursor_CallExpr: /* template arguments of the constructed type */
		return clang_getCursorReferenced(parent).kind == CXCursor_Constructor &&
		       !is_argument(parent, n);
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
	case CXCursor_CXXStaticCastExpr:
		return !is_same_expression(last_expression(parent), n);
	default:
		return false;
	}
}

/* In both units, makes [start, end) the argument of a function or macro of <amp/config.h>. */
static void replace_constant(struct checker *c, unsigned start, unsigned end, const char *open)
{
	if (!offsets_add(&c->replaced, end))
		return;
	edit_insert(c->edits, start, open, open);
	edit_insert_first(c->edits, end, ")", ")");
}

/* ---- Calls that are constants ------------------------------------------------ */

/* Whether a call names something that is known only at run time: an object, a parameter, a member. */
static bool names_variable(CXCursor call)
{
	for (SCOPED(walk) w = walk_below(call); walk_next(&w);) {
		CXCursor named = clang_getCursorReferenced(w.cursor);

		if (w.cursor.kind == CXCursor_UnaryExpr)
			walk_skip(&w); /* sizeof */
		else if (w.cursor.kind == CXCursor_CXXThisExpr || named.kind == CXCursor_ParmDecl ||
		         named.kind == CXCursor_FieldDecl ||
		         (named.kind == CXCursor_VarDecl && !is_constexpr(named) && !is_constant(named)))
			return true;
	}
	return false;
}

/* Whether code calls a function, directly or through constexpr functions. */
static bool calls(CXCursor code, CXCursor function, struct cursors *seen)
{
	for (SCOPED(walk) w = walk_kind(walk_below(code), CXCursor_CallExpr); walk_next(&w);) {
		CXCursor callee = clang_getCursorDefinition(cursor_callee(w.cursor));

		if (is_function(callee.kind) &&
		    (clang_equalCursors(callee, function) ||
		     (is_constexpr(callee) && cursors_add(seen, callee, NULL) && calls(callee, function, seen))))
			return true;
	}
	return false;
}

bool is_constant_call(struct checker *c, CXCursor call, CXCursor definition)
{
	struct cursors seen = {0};
	unsigned start, end;

	if (!is_integral(type_of(call)) || !is_constexpr(definition) ||
	    cursor_restrictions(definition) & RESTRICT_AMP || !calls(definition, definition, &seen) ||
	    !cursor_range(c->clauses, call, &start, &end) || names_variable(call))
		return false;
	replace_constant(c, start, end, "AMP_CONSTANT(");
	return true;
}

/* ---- Constants outside of functions ---------------------------------------- */

bool is_global_constant(CXCursor v)
{
	if (v.kind != CXCursor_VarDecl || is_local(v) || !in_program(v))
		return false;
	return clang_isConstQualifiedType(type_of(v));
}

static bool is_static_member(CXCursor v)
{
	return is_class(clang_getCursorSemanticParent(v).kind);
}

/* Whether a static member's initializer is that of a template, which libclang may show without an
 * instantiation's arguments. */
static bool is_in_template(CXCursor v)
{
	CXCursor class = clang_getCursorSemanticParent(v);

	return is_template(class.kind) || is_instantiation(class);
}

/* Whether all compilers know an expression's value at compile time. Some compilers also evaluate functions
 * that are not constexpr. */
static bool is_constant_expression(CXCursor n)
{
	struct walk w = walk_from(n);

	while (walk_next(&w) && w.cursor.kind != CXCursor_LambdaExpr &&
	       (w.cursor.kind != CXCursor_CallExpr || is_constexpr(cursor_callee(w.cursor))))
		;
	return clang_Cursor_isNull(walk_end(&w)) && is_known(n);
}

/* Whether an initializer is known at compile time: all elements of a list are, and the arguments of a
 * constexpr constructor. */
static bool is_constant_initializer(CXCursor init)
{
	CXCursor constructor = clang_getCursorReferenced(init);

	if (is_number(clang_getCursorType(init)))
		return is_constant_expression(init);
	if (constructor.kind == CXCursor_Constructor
	        ? !is_constexpr(constructor) && !is_implicit(constructor)
	        : init.kind == CXCursor_CallExpr)
		return false;
	struct walk w = walk_children(init);

	while (walk_next(&w) &&
	       (!clang_isExpression(w.cursor.kind) || is_constant_initializer(w.cursor)))
		;
	return clang_Cursor_isNull(walk_end(&w));
}

/* Whether a constant's value is certainly unknown at compile time: its initializer is no constant expression,
 * or is in another unit. */
static bool has_unknown_value(CXCursor v)
{
	CXCursor declared = definition_or_self(v);
	CXCursor initializer = clang_Cursor_getVarDeclInitializer(declared);

	if (is_in_template(v))
		return false;
	if (clang_Cursor_isNull(initializer)) /* may be in the class; an object may have a constructor */
		return clang_Cursor_getStorageClass(declared) == CX_SC_Extern ||
		       (is_static_member(v) && is_number(clang_getCursorType(v)) &&
		        clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(clang_getCanonicalCursor(v))));
	return !is_dependent(clang_getCursorType(initializer)) && !is_known(initializer);
}

/* Whether the accelerator can have an object of its own for a constant, which is initialized at compile time.
 * The copy of a static member is made from its value, which must then be usable in constant expressions. */
static bool may_have_copy(CXCursor v)
{
	CXCursor declared = definition_or_self(v);
	CXCursor initializer = clang_Cursor_getVarDeclInitializer(declared);

	if (is_constexpr(declared) || is_constexpr(v) || is_in_template(v))
		return true;
	if (is_static_member(v) || !in_program(v))
		return is_evaluated(declared);
	return !clang_Cursor_isNull(initializer) && is_constant_initializer(initializer);
}

static void refuse_unknown_value(struct checker *c, CXCursor v, unsigned offset)
{
	const char *name = cursor_spelling(v);
	unsigned errors = c->unit->errors;

	refuse(c, offset, "the value of the global constant '%s' in restrict(amp) code is not known "
	       "when compiling; copy it to a local variable, which the kernel captures "
	       "[C++ AMP 2.4.3.2]", name);
	if (c->unit->errors > errors)
		note_declared(c, definition_or_self(v), name, false);
}

/* ---- Their uses ------------------------------------------------------------ */

/* Whether a reference to what a name becomes may be used after the statement. A reference initialized by the
 * name itself extends the temporary's lifetime. */
static bool outlives_statement(const struct checker *c, CXCursor parent)
{
	CXType type = clang_getCursorType(c->frame->function);

	return (c->binds_reference && parent.kind != CXCursor_VarDecl) ||
	       clang_getCanonicalType(clang_getResultType(type)).kind == CXType_LValueReference;
}

/* Refuses a lasting reference to a constant of which only the value is available. */
static void refuse_lasting_reference(struct checker *c, CXCursor reference, unsigned offset)
{
	refuse(c, offset, "a reference to the constant '%s' in restrict(amp) code: only its value can be "
	                  "used here; make it a variable of a namespace [C++ AMP 2.4.3.2]",
	       cursor_spelling(reference));
}

/* Copies a constant that is not a namespace-scope variable where it is named. It is the value that is copied
 * in a constexpr function, which has no static objects, and for a member named through an object, which is
 * not known at compile time. */
static void copy_where_named(struct checker *c, CXCursor reference, CXCursor parent,
                             unsigned offset)
{
	CXCursor function = c->frame->function;
	bool in_constexpr = is_function(function.kind) && is_constexpr(function);
	unsigned start, end;

	if (!cursor_range(c->clauses, reference, &start, &end))
		return;
	if (reference.kind == CXCursor_DeclRefExpr && !in_constexpr)
		replace_constant(c, start, end, "AMP_CONSTANT(");
	else if (!outlives_statement(c, parent))
		replace_constant(c, start, end, "Concurrency::details::value_of(");
	else
		refuse_lasting_reference(c, reference, offset);
}

/* Returns the value of a number as an expression of its type; NULL if it has no literal. */
static const char *literal_of(CXCursor v)
{
	CXEvalResult value = clang_Cursor_Evaluate(v);
	CXEvalResultKind kind = value ? clang_EvalResult_getKind(value) : CXEval_UnExposed;
	const char *type = type_spelling(unqualified(type_of(v)));
	const char *number = NULL, *literal;

	if (kind == CXEval_Int && clang_EvalResult_isUnsignedInt(value))
		number = interned_printf("%lluu", clang_EvalResult_getAsUnsigned(value));
	else if (kind == CXEval_Int && clang_EvalResult_getAsLongLong(value) != LLONG_MIN)
		number = interned_printf("%lld", clang_EvalResult_getAsLongLong(value));
	else if (kind == CXEval_Float && isfinite(clang_EvalResult_getAsDouble(value)))
		number = interned_printf("%.17g", clang_EvalResult_getAsDouble(value));
	literal = number ? interned_printf("static_cast<%s>(%s)", type, number) : NULL;
	clang_EvalResult_dispose(value);
	return literal;
}

/* Whether the units' compilers know the value of a static member, or can have an object for it: its
 * initializer is in the class. */
static bool is_defined_in_class(CXCursor v)
{
	CXCursor declared = clang_getCanonicalCursor(v);

	return is_in_template(v) || (!clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(declared)) &&
	                             may_have_copy(v));
}

/* Replaces a static member that is defined outside of its class by its value. */
static void write_value(struct checker *c, CXCursor v, CXCursor reference, CXCursor parent,
                        unsigned offset)
{
	const char *literal = literal_of(definition_or_self(v));
	unsigned start, end;

	if (!literal || !cursor_range(c->clauses, reference, &start, &end))
		refuse_unknown_value(c, v, offset);
	else if (!is_value_use(reference, parent, c->value_use) && outlives_statement(c, parent))
		refuse_lasting_reference(c, reference, offset);
	else if (offsets_add(&c->replaced, end))
		edit_replace(c->edits, start, end, literal, NULL);
}

static bool is_defined_before(const struct checker *c, CXCursor v, unsigned offset)
{
	CXCursor initializer = clang_Cursor_getVarDeclInitializer(definition_or_self(v));
	unsigned at;

	return !cursor_offset(c->clauses, initializer, &at) || at < offset;
}

/* Makes a namespace-scope variable of the user's text a variable of the device unit. */
static void declare_on_device(struct checker *c, CXCursor v)
{
	unsigned declared;

	if (cursor_offset(c->clauses, clang_getCanonicalCursor(v), &declared))
		offsets_add(&c->unit->device_constants, declared);
}

/* Whether a global object is used for a member's value, or copied. */
static bool is_of_part(CXCursor parent)
{
	enum CXCursorKind user = clang_getCursorReferenced(parent).kind;

	return !(parent.kind == CXCursor_CallExpr && user != CXCursor_Constructor) &&
	       !(parent.kind == CXCursor_MemberRefExpr && user != CXCursor_FieldDecl);
}

static void refuse_object(struct checker *c, CXCursor v, unsigned offset)
{
	refuse(c, offset, "the global object '%s' in restrict(amp) code: only the values of its members "
	                  "can be used; copy it to a local variable, which the kernel captures "
	                  "[C++ AMP 2.4.3.2]",
	       cursor_spelling(v));
}

void check_global_constant(struct checker *c, CXCursor v, CXCursor reference, CXCursor parent,
                           unsigned offset)
{
	CXType type = type_of(v);
	bool is_mine = in_program(v);
	bool is_value = is_value_use(reference, parent, c->value_use);
	bool is_known_here = is_defined_before(c, v, offset);

	if (is_mine && type.kind == CXType_Record && !is_constexpr(v) && !is_of_part(parent))
		refuse_object(c, v, offset);
	else if (is_mine && is_number(type) && has_unknown_value(v))
		refuse_unknown_value(c, v, offset);
	else if (c->in_constant || is_implicit(c->frame->function) ||
	         (is_value && is_known_here && type.kind != CXType_Record) || (is_value && is_constexpr(v)))
		return; /* all compilers know the value, or the code is implicit and has no text to change */
	else if (is_mine && is_static_member(v) && is_number(type) && !is_defined_in_class(v))
		write_value(c, v, reference, parent, offset);
	else if (!may_have_copy(v))
		refuse_unknown_value(c, v, offset);
	else if (is_static_member(v) || !is_mine)
		copy_where_named(c, reference, parent, offset);
	else
		declare_on_device(c, v);
}

void check_unknown_reference(struct checker *c, CXCursor reference, CXCursor parent,
                             unsigned offset)
{
	if (!unit_is_c(c->unit) && !c->in_constant && !c->in_sizeof &&
	    !is_value_use(reference, parent, c->value_use))
		copy_where_named(c, reference, parent, offset);
}

/* ---- Case ranges: which of them rewrite/switch.c can rewrite ------------------ */

static bool is_keyword(struct checker *c, unsigned offset)
{
	CXTranslationUnit tu = c->unit->tu;
	CXToken *t = clang_getToken(tu, clang_getLocationForOffset(tu, c->clauses->file,
	                                                           flat_to_parse(c->clauses, offset)));
	bool yes = t && clang_getTokenKind(*t) == CXToken_Keyword;

	if (t)
		clang_disposeTokens(tu, t, 1);
	return yes;
}

/* Whether a bound means the same in front of the switch, [start, end): all of its names are resolved, and
 * none is declared in between. */
static bool means_the_same_outside(struct checker *c, CXCursor bound, unsigned start, unsigned end)
{
	struct offsets names = {0}; /* of names that are resolved */
	bool known = true;
	const struct token *t = c->unit->tokens.items;
	unsigned bound_start, bound_end;

	if (!cursor_range(c->clauses, bound, &bound_start, &bound_end))
		return false;
	for (struct walk w = walk_from(bound); walk_next(&w);) {
		CXCursor d = clang_getCursorReferenced(w.cursor);
		unsigned offset;

		if (clang_Cursor_isNull(d) || !cursor_offset(c->clauses, w.cursor, &offset))
			continue;
		offsets_add(&names, offset);
		if (cursor_offset(c->clauses, d, &offset))
			known &= offset < start || offset >= end;
	}
	for (size_t i = token_at(&c->unit->tokens, bound_start); t[i].offset < bound_end; i++) {
		bool is_member = unit_is_one_of(c->unit, i - 1, ":: . ->");

		known &= t[i].kind != TOKEN_IDENTIFIER || is_member ||
		         offsets_have(&names, t[i].offset) || is_keyword(c, t[i].offset);
	}
	return known;
}

/* Whether the bounds of a range are in descending order. */
static bool is_empty(const struct case_range *r)
{
	CXType first = type_of(r->first);
	bool is_unsigned = first.kind >= CXType_Bool && first.kind <= CXType_UInt128;

	return is_unsigned ? (uint64_t)r->low > (uint64_t)r->high : r->low > r->high;
}

void check_case_ranges(struct checker *c, CXCursor statement)
{
	struct case_ranges r = find_case_ranges(c->clauses, statement);
	unsigned start, end;
	bool is_placed = cursor_range(c->clauses, statement, &start, &end);

	FOR_EACH(const struct case_range, range, r.items, r.count) {
		if (range->is_known && is_empty(range))
			refuse(c, range->start,
			       "an empty range of cases in restrict(amp) code: %" PRId64 " ... %" PRId64, range->low,
			       range->high);
		else if (!range->is_known &&
		         (!is_placed || !means_the_same_outside(c, range->first, start, end) ||
		          !means_the_same_outside(c, range->last, start, end)))
			refuse(c, range->start,
			       "the bounds of a range of cases that depend on template "
			       "parameters must be known in front of the switch, in restrict(amp) code");
	}
}
