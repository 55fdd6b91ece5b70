/* Checks the rules of restrict(amp) that the parser does not know (specification 2.4).
 *
 * Every function that is restrict(amp) and every kernel lambda is checked; instantiations are checked where
 * they are called. clang's rules for CUDA have already refused calls between functions whose restrictions
 * never meet. What is left is the language subset, types, captures, and calls from functions that are
 * restrict(cpu,amp). */
#include "check/check_internal.h"

#include <limits.h>

/* ---- Declarations -------------------------------------------------------- */

/* What amp code can construct it must be able to destroy (2.2.2). */
static void check_class(struct checker *c, CXCursor class)
{
	CXCursor destructor = clang_getNullCursor(); /* if it is restrict(cpu) */
	bool has_amp_constructor = false;
	unsigned offset;

	for (struct walk w = walk_children(class); walk_next(&w);) {
		bool is_amp = is_function(w.cursor.kind) && cursor_restrictions(w.cursor) & RESTRICT_AMP;

		has_amp_constructor |= w.cursor.kind == CXCursor_Constructor && is_amp;
		if (w.cursor.kind == CXCursor_Destructor && !clang_CXXMethod_isDefaulted(w.cursor) && !is_amp)
			destructor = w.cursor;
	}
	if (has_amp_constructor && cursor_offset(c->clauses, destructor, &offset))
		refuse(c, offset, "the destructor is restrict(cpu), but there is a constructor with "
		       "restrict(amp) [C++ AMP 2.2.2]");
}

/* ---- Pointers to functions (2.3.1) ---------------------------------------- */

/* Returns the first function that an expression names without calling it, or the null cursor. */
static CXCursor named_function(CXCursor expression)
{
	SCOPED(walk) w = walk_from(expression);

	while (walk_next(&w)) {
		CXCursor named = clang_getCursorReferenced(w.cursor);

		if (w.cursor.kind == CXCursor_CallExpr || w.cursor.kind == CXCursor_LambdaExpr) {
			walk_skip(&w);
		} else if (w.cursor.kind == CXCursor_DeclRefExpr && is_function(named.kind))
			return named;
	}
	return clang_getNullCursor();
}

/* Whether a declaration spells out the function type behind its pointer or reference: a name for such a type
 * may have a clause elsewhere. */
static bool spells_function(CXCursor variable)
{
	CXType type = clang_getPointeeType(clang_getCursorType(variable));

	return type.kind != CXType_Invalid && type.kind != CXType_Typedef &&
	       type.kind != CXType_Elaborated && !is_dependent(type) &&
	       clang_getCanonicalType(type).kind == CXType_FunctionProto;
}

/* A variable or parameter that points to a function accepts functions with all of the restrictions in its
 * declaration; without a clause, it is restrict(cpu). */
static void check_pointer(struct checker *c, CXCursor variable, CXCursor value)
{
	unsigned restrictions, start, end, offset, value_end;

	if (!cursor_range(c->clauses, variable, &start, &end) ||
	    !cursor_range(c->clauses, value, &offset, &value_end))
		return;
	/* clang's declarator ends in front of the clause, which precedes the initializer */
	size_t behind = token_at(&c->unit->tokens, end);
	const struct clause *clause = clause_in(
	    c->clauses, start, offset >= start && offset < end ? offset : unit_token(c->unit, behind)->offset + 1);

	if (clause && clause->on_type)
		restrictions = clause->restrictions;
	else if (!unit_is_c(c->unit) && spells_function(variable))
		restrictions = RESTRICT_CPU;
	else
		return;
	CXCursor function = named_function(value);

	if (clang_Cursor_isNull(function) ||
	    (cursor_restrictions(function) & restrictions) == restrictions ||
	    (restrictions == RESTRICT_CPU && has_overload(c->overloads, function, false)))
		return;
	refuse(c, offset, "'%s' lacks restrictions of the functions that '%s' can point to "
	                  "[C++ AMP 2.3.1]",
	       cursor_spelling(function), cursor_spelling(variable));
}

static void check_pointer_arguments(struct checker *c, CXCursor call)
{
	CXCursor callee = cursor_callee(call);
	int n = clang_Cursor_getNumArguments(call);

	if (!is_function(callee.kind) || n != clang_Cursor_getNumArguments(callee) ||
	    !in_program(callee))
		return;
	for (int i = 0; i < n; i++)
		check_pointer(c, clang_Cursor_getArgument(callee, i), clang_Cursor_getArgument(call, i));
}

/* `new` in restrict(cpu) code needs a destructor that can be called there: implicit constructors have the
 * destructor's restrictions, too (2.2.2, 2.3.2.2). */
static void check_new(struct checker *c, CXCursor expression, unsigned offset)
{
	CXType type = clang_getPointeeType(type_of(expression));

	if (destruction_of(c, type) & RESTRICT_CPU)
		return;
	refuse(c, offset, "'new' in restrict(cpu) code: '%s' has no destructor that is restrict(cpu) "
	                  "[C++ AMP 2.2.2]",
	       class_name(type));
}

/* Refuses tile_static outside of functions: it is for restrict(amp) code only (2.4.3.5.1). */
static void check_tile_static_place(struct checker *c, CXCursor variable, unsigned start)
{
	unsigned word = specifier_at(c->unit, start, "tile_static");

	if (word != UINT_MAX && !is_local(variable))
		refuse(c, word, "tile_static outside of restrict(amp) code [C++ AMP 2.4.3.5.1]");
}

static bool has_error_on_line(const struct unit *u, unsigned offset)
{
	for (size_t i = 0; i < u->n_error_places; i++) {
		if (line_start(u, u->error_places[i]) == line_start(u, offset))
			return true;
	}
	return false;
}

/* Checks the types of arrays and views that CPU code names: in a declaration, a result, `new`, or a temporary
 * without a variable on its line. */
static void check_named_elements(struct checker *c, CXCursor n, unsigned start, unsigned end)
{
	CXType type = clang_getCursorType(n);
	bool declares = n.kind == CXCursor_VarDecl || n.kind == CXCursor_FieldDecl || n.kind == CXCursor_ParmDecl;
	bool makes = n.kind == CXCursor_CXXNewExpr || (n.kind == CXCursor_CallExpr &&
	                                               clang_getCursorReferenced(n).kind == CXCursor_Constructor);

	if (is_function(n.kind) && n.kind != CXCursor_Constructor)
		type = clang_getResultType(type);
	else if (!declares && !(makes && !has_error_on_line(c->unit, start)))
		return;
	if (!offsets_within(&c->parse_errors, start, end) && !check_element(c, type, start) &&
	    is_variable(n))
		refuse_variable(c, n, 0, UINT_MAX);
}

/* ---- The walk ------------------------------------------------------------ */

static enum CXChildVisitResult visit_checked(CXCursor n, CXCursor parent, CXClientData data);

/* Checks a kernel that is a lambda or a block, and the initializers of its captures, which are code of the
 * enclosing function. */
static void check_kernel_lambda(struct checker *c, CXCursor lambda, unsigned start, unsigned end)
{
	struct checked_function frame = {lambda, NULL, 0};
	size_t n_refused = c->n_refused;
	unsigned captured;

	c->frame = &frame;
	c->tile_static_size = 0;
	c->substituted.kind = CXType_Invalid;
	if (lambda.kind == CXCursor_LambdaExpr)
		check_qualifiers(c, token_at(&c->unit->tokens, start),
		                 token_at(&c->unit->tokens, lambda_body(c->unit, start)));
	check_captures(c, lambda, start, end);
	check_body(c, lambda, lambda);
	c->frame = NULL;
	c->n_refused = n_refused; /* another kernel is another mistake */
	for (struct walk w = walk_below(lambda); walk_next(&w);) {
		if (!cursor_range(c->clauses, w.cursor, &captured, &end))
			continue;
		walk_skip(&w);
		if (in_capture_list(c->unit, start, captured) &&
		    visit_checked(w.cursor, lambda, c) == CXChildVisit_Recurse)
			clang_visitChildren(w.cursor, visit_checked, c);
	}
}

static void check_cpu_variable(struct checker *c, CXCursor variable, unsigned start, bool parsed)
{
	CXCursor init = clang_Cursor_getVarDeclInitializer(variable);
	unsigned name;

	if (!clang_Cursor_isNull(init))
		check_pointer(c, variable, init);
	if (!cursor_offset(c->clauses, variable, &name))
		return;
	if (offsets_within(&c->parse_errors, start, name)) /* in its type */
		refuse_variable(c, variable, 0, UINT_MAX);
	if (parsed)
		check_destruction(c, variable, name, RESTRICT_CPU);
}

static enum CXChildVisitResult visit_checked(CXCursor n, CXCursor parent, CXClientData data)
{
	struct checker *c = data;
	enum CXCursorKind kind = n.kind;
	unsigned start, end;

	(void)parent;
	if (!cursor_range(c->clauses, n, &start, &end))
		return clang_isDeclaration(kind) ? CXChildVisit_Continue : CXChildVisit_Recurse;
	if (is_function(kind) && cursor_restrictions(n) & RESTRICT_AMP) {
		check_function(c, n);
		return CXChildVisit_Continue;
	}
	if (is_function(kind) && is_implicit(n))
		return CXChildVisit_Continue;
	bool parsed = !offsets_within(&c->parse_errors, start, end);

	c->last_offset = start;
	if (is_function(kind))
		c->cpu_function = n;
	if (kind == CXCursor_CallExpr) {
		check_launch(c, n);
		check_pointer_arguments(c, n);
		check_cpu_call(c, n, start, end);
	} else if (kind == CXCursor_ParmDecl) {
		check_tile_static_parameter(c, start);
	}
	if ((kind == CXCursor_VarDecl || kind == CXCursor_FieldDecl) && parsed && !unit_is_c(c->unit))
		check_tile_static_place(c, n, start);
	if (kind == CXCursor_VarDecl)
		check_cpu_variable(c, n, start, parsed);
	check_named_elements(c, n, start, end);
	if (is_class(kind) && parsed)
		check_class(c, n);
	if (kind == CXCursor_CXXNewExpr)
		check_new(c, n, start);
	if (!is_closure(kind) || !(lambda_restrictions(c->unit, start) & RESTRICT_AMP))
		return CXChildVisit_Recurse;
	check_kernel_lambda(c, n, start, end);
	return CXChildVisit_Continue;
}

void check(struct unit *u, const struct overloads *overloads, struct edits *edits)
{
	struct checker c = {.unit = u,
	                    .clauses = u->clauses,
	                    .overloads = overloads,
	                    .edits = edits,
	                    .cpu_function = clang_getNullCursor()};

	find_parse_errors(u, &c.parse_errors);
	clang_visitChildren(clang_getTranslationUnitCursor(u->tu), visit_checked, &c);
}
