/* Calls in amp code: whether the function may be called, with its default arguments, and what it does
 * (specification 2.3, 2.4.3.7). */
#include "check/check_internal.h"

#include <string.h>

bool is_of_refused(struct checker *c, CXCursor expression)
{
	struct walk w = walk_kind(walk_below(expression), CXCursor_DeclRefExpr);

	while (walk_next(&w) && !is_refused(c, clang_getCursorReferenced(w.cursor)))
		;
	return !clang_Cursor_isNull(walk_end(&w));
}

struct default_argument {
	struct checker *checker;
	CXCursor callee;
	unsigned offset; /* of the call */
};

/* Refuses the use of a default argument that contains a call, at offset `call`. */
static void refuse_default(const struct default_argument *d, unsigned call, const char *restriction)
{
	struct checker *c = d->checker;

	refuse_noting(
	    c, d->offset,
	    (diagnose(c->unit, SEVERITY_NOTE, call, "the default argument is here"), note_callers(c, d->offset)),
	    "the call uses a default argument of '%s' that calls a restrict(%s) function [C++ AMP 2.3]",
	    cursor_spelling(d->callee), restriction);
}

static void check_default(const struct default_argument *d, CXCursor parameter)
{
	struct checker *c = d->checker;

	for (SCOPED(walk) w = walk_below(parameter); walk_next(&w);) {
		CXCursor f = cursor_callee(w.cursor);
		unsigned start, end;

		if (!cursor_range(c->clauses, w.cursor, &start, &end))
			continue;
		if (w.cursor.kind == CXCursor_LambdaExpr) {
			if (lambda_restrictions(c->unit, start) & RESTRICT_AMP) {
				walk_skip(&w);
				continue;
			}
		} else if (w.cursor.kind != CXCursor_CallExpr || !is_function(f.kind) ||
		           cursor_restrictions(f) & RESTRICT_AMP || is_implicit(f) || is_lambda_call(f) ||
		           is_constexpr(f)) {
			continue;
		}
		refuse_default(d, start, "cpu");
		return;
	}
}

/* A default argument belongs to the place where it is written: outside of functions, that is restrict(cpu)
 * code. */
static void check_default_arguments(struct checker *c, CXCursor call, CXCursor callee,
                                    unsigned offset)
{
	struct default_argument d = {c, callee, offset};
	int n = clang_Cursor_getNumArguments(call);

	if (inside_amp_code(callee) || !in_program(callee))
		return;
	for (int i = 0; i < n; i++) {
		/* arguments that are not written have no location */
		if (clang_Range_isNull(clang_getCursorExtent(clang_Cursor_getArgument(call, i))))
			check_default(&d, clang_Cursor_getArgument(callee, i));
	}
}

/* Inside of a restrict(amp) function, a default argument is amp code, even that of a restrict(cpu) member of
 * a local class. */
static void check_amp_default(const struct default_argument *d, CXCursor parameter)
{
	struct checker *c = d->checker;
	struct walk w = walk_kind(walk_below(parameter), CXCursor_CallExpr);
	unsigned start = 0, end;

	while (walk_next(&w)) {
		CXCursor f = cursor_callee(w.cursor);

		if (is_function(f.kind) && cursor_range(c->clauses, w.cursor, &start, &end) &&
		    !(cursor_restrictions(f) & RESTRICT_CPU && !has_overload(c->overloads, f, true)))
			break;
	}
	if (!clang_Cursor_isNull(walk_end(&w)))
		refuse_default(d, start, "amp");
}

void check_cpu_code(struct checker *c, CXCursor code)
{
	for (struct walk w = walk_kind(walk_below(code), CXCursor_CallExpr); walk_next(&w);) {
		CXCursor callee = cursor_callee(w.cursor);
		struct default_argument d = {c, callee, 0};

		if (!is_function(callee.kind) || !cursor_offset(c->clauses, w.cursor, &d.offset) ||
		    !inside_amp_code(callee))
			continue;
		for (int i = 0; i < clang_Cursor_getNumArguments(w.cursor); i++) {
			if (clang_Range_isNull(clang_getCursorExtent(clang_Cursor_getArgument(w.cursor, i))))
				check_amp_default(&d, clang_Cursor_getArgument(callee, i));
		}
	}
}

void check_function_name(struct checker *c, CXCursor e, CXCursor parent, unsigned offset)
{
	CXCursor function = clang_getCursorReferenced(without_parentheses(e));

	if (c->restrictions != (RESTRICT_CPU | RESTRICT_AMP) || !clang_isDeclaration(parent.kind) ||
	    !is_function(function.kind) || !is_divided(c->overloads, function))
		return;
	refuse(c, offset, "in restrict(cpu,amp) code '%s' names several functions, which differ in "
	                  "restriction [C++ AMP 2.3.2]",
	       cursor_spelling(function));
}

static bool have_same_parameters(CXCursor a, CXCursor b)
{
	int n = clang_Cursor_getNumArguments(a);
	bool same = n == clang_Cursor_getNumArguments(b);

	for (int i = 0; same && i < n; i++)
		same = clang_equalTypes(type_of(clang_Cursor_getArgument(a, i)),
		                        type_of(clang_Cursor_getArgument(b, i)));
	return same;
}

/* Returns the function that a call means on the other side: the one with the same signature, or else the only
 * overload, if it has the parameters of the instantiation. */
static CXCursor meant_on_other_side(struct checker *c, CXCursor callee)
{
	CXCursor other = overload_counterpart(c->overloads, callee);

	if (!clang_Cursor_isNull(other) || !is_instantiation(callee))
		return other;
	other = only_overload(c->overloads, callee, cursor_restrictions(callee) != RESTRICT_AMP);
	return other.kind != CXCursor_FunctionTemplate && have_same_parameters(callee, other) ? other
	                                                                                      : clang_getNullCursor();
}

/* Finds the default argument of parameter i in this declaration of a function or a template. Returns false if
 * it has none. */
static bool find_default(struct checker *c, CXCursor function, int i, unsigned *start, unsigned *end)
{
	struct walk w = walk_kind(walk_children(function), CXCursor_ParmDecl);

	while (walk_next(&w) && i-- > 0)
		;
	return default_argument(c->unit, walk_end(&w), start, end);
}

/* restrict(cpu,amp) code becomes a single call, with the default arguments of the function that the parser
 * chose: those of the other function must be equal. Returns false if it is refused. */
static bool check_shared_defaults(struct checker *c, CXCursor call, CXCursor callee, unsigned offset)
{
	CXCursor other = meant_on_other_side(c, callee);
	const char *text = c->unit->text.data;
	unsigned a, a_end, b, b_end;

	if (clang_Cursor_isNull(other))
		return true;
	for (int i = 0; i < clang_Cursor_getNumArguments(call); i++) {
		if (!clang_Range_isNull(clang_getCursorExtent(clang_Cursor_getArgument(call, i))) ||
		    !find_default(c, callee, i, &a, &a_end) || !find_default(c, other, i, &b, &b_end) ||
		    (a_end - a == b_end - b && !memcmp(text + a, text + b, a_end - a)) ||
		    already_reported(c, offset))
			continue;
		diagnose(c->unit, SEVERITY_ERROR, offset,
		         "in restrict(cpu,amp) code '%s' means two functions with different default "
		         "arguments: write the argument [C++ AMP 2.3.2]",
		         cursor_spelling(callee));
		diagnose(c->unit, SEVERITY_NOTE, a < b ? a : b, "one is here");
		diagnose(c->unit, SEVERITY_NOTE, a < b ? b : a, "the other one is here");
		note_callers(c, offset);
		return false;
	}
	return true;
}

/* A call in restrict(cpu,amp) code must have the same type on both sides (2.3.2). Returns false if it is
 * refused. */
static bool check_result(struct checker *c, CXCursor callee, unsigned offset)
{
	CXCursor other = meant_on_other_side(c, callee);
	CXType result = result_of(callee);
	CXType others = result_of(other);

	if (clang_Cursor_isNull(other) || is_dependent(result) || is_dependent(others) ||
	    other.kind == CXCursor_FunctionTemplate ||
	    clang_equalTypes(result, others) || already_reported(c, offset))
		return true;
	bool amp = cursor_restrictions(callee) == RESTRICT_AMP;
	const char *cpu_name = type_spelling(amp ? others : result);
	const char *amp_name = type_spelling(amp ? result : others);
	const char *name = cursor_spelling(callee);

	diagnose(c->unit, SEVERITY_ERROR, offset,
	         "in restrict(cpu,amp) code '%s' means two functions with different results: '%s' "
	         "where it is restrict(cpu), '%s' where it is restrict(amp) [C++ AMP 2.3.2]",
	         name, cpu_name, amp_name);
	note_declared(c, callee, name, false);
	note_declared(c, other, name, false);
	note_callers(c, offset);
	return false;
}

/* Returns the constructor of a class or its bases with a name and a type, or the null cursor. */
static CXCursor find_constructor(CXCursor class, const char *name, CXType type)
{
	CXCursor found = clang_getNullCursor();

	for (struct walk w = walk_children(class); walk_next(&w);) {
		CXCursor here = clang_getNullCursor();

		if (w.cursor.kind == CXCursor_CXXBaseSpecifier) {
			CXType base = type_of(w.cursor);

			here = find_constructor(clang_getCursorDefinition(clang_getTypeDeclaration(base)), name,
			                        type);
		} else if (w.cursor.kind == CXCursor_Constructor && is_named(w.cursor, name) &&
		           clang_equalTypes(type_of(w.cursor), type)) {
			here = w.cursor;
		}
		found = clang_Cursor_isNull(here) ? found : here;
	}
	return found;
}

/* Returns the constructor that an inherited one (`using base::base`) stands for, which for libclang has no
 * restrictions; other functions unchanged. */
static CXCursor declared_constructor(CXCursor callee)
{
	CXCursor class = clang_getCursorSemanticParent(callee), declared = clang_getNullCursor();
	const char *name = cursor_spelling(callee);

	if (callee.kind == CXCursor_Constructor && !is_named(class, name))
		declared = find_constructor(clang_getCursorDefinition(class), name, type_of(callee));
	return clang_Cursor_isNull(declared) ? callee : declared;
}

/* A restrict(cpu) lambda is called through its conversion to a function pointer, since its operator() is not
 * available in amp code. Returns false if the call is refused. */
static bool check_conversion(struct checker *c, CXCursor callee, unsigned offset)
{
	if (callee.kind != CXCursor_ConversionFunction || !is_lambda_call(callee))
		return true;
	refuse_noting(
	    c, offset,
	    (note_declared(c, clang_getCursorSemanticParent(callee), "operator()", true), note_callers(c, offset)),
	    "call to a lambda, which is restrict(cpu), from a function that is restrict(amp) [C++ AMP 2.3]");
	return false;
}

/* Whether an offset is in front of the restriction clause of the current function, where code belongs to the
 * surrounding context. */
static bool is_in_front_of_clause(struct checker *c, unsigned offset)
{
	unsigned name;

	if (!cursor_offset(c->clauses, c->frame->function, &name))
		return false;
	const struct clause *clause = declarator_clause(c->unit, name);

	return clause && offset < clause->start;
}

/* Where the parser takes a call for that of the CPU function, and the call has not been given the right type
 * (retype_calls), the two types must be the same. */
static void check_type_of_call(struct checker *c, CXCursor callee, unsigned offset)
{
	CXCursor other = overload_counterpart(c->overloads, callee);
	CXType result = result_of(callee);
	CXType others = result_of(other);

	if (c->restrictions != RESTRICT_AMP || clang_equalTypes(result, others) ||
	    offsets_have(&c->clauses->retyped, offset) || is_in_front_of_clause(c, offset))
		return;
	refuse(c, offset, "cannot determine the type of '%s' here: its overloads differ in restriction "
	                  "and in their results; write the type instead [C++ AMP 2.3.2]",
	       cursor_spelling(callee));
}

bool is_undeclared(struct checker *c, CXCursor function)
{
	unsigned name, start, end;

	return unit_is_c(c->unit) && cursor_offset(c->clauses, function, &name) &&
	       (!cursor_range(c->clauses, function, &start, &end) || start == name);
}

/* Refuses a call of a restrict(callees) function in restrict(callers) code. */
static void refuse_call(struct checker *c, CXCursor call, CXCursor callee, unsigned offset,
                        const char *callees, const char *callers)
{
	if (is_of_refused(c, call) || already_reported(c, offset))
		return;
	const char *name = function_title(callee);

	if (is_amp_library(callee) && starts_with(callee, "amp_c_")) { /* called by a macro of <amp/c.h> */
		diagnose(c->unit, SEVERITY_ERROR, offset, "'%.*s' is for the host, but called in "
		                                          "restrict(%s) code [C++ AMP 2.3]",
		         (int)strspn(c->unit->text.data + offset, "abcdefghijklmnopqrstuvwxyz_"),
		         c->unit->text.data + offset, callers);
	} else if (is_undeclared(c, callee) && is_named(callee, "__builtin_tgmath")) {
		diagnose(c->unit, SEVERITY_ERROR, offset,
		         "macros of <tgmath.h> cannot be used in restrict(%s) code: call the function of <math.h> for "
		         "the type [C++ AMP 2.3]",
		         callers);
	} else if (is_undeclared(c, callee)) {
		diagnose(c->unit, SEVERITY_ERROR, offset,
		         "'%s' is called in restrict(%s) code, but not declared: is it misspelled, "
		         "or is a header missing? [C++ AMP 2.3]",
		         cursor_spelling(callee), callers);
	} else if (is_named(callee, "__assert_fail")) {
		diagnose(c->unit, SEVERITY_ERROR, offset,
		         "'assert' in restrict(%s) code: it calls a function that is restrict(cpu) "
		         "[C++ AMP 2.3]", callers);
	} else {
		diagnose(c->unit, SEVERITY_ERROR, offset,
		         "call to '%s', which is restrict(%s), from a function that is restrict(%s)%s "
		         "[C++ AMP 2.3]",
		         name, callees, callers,
		         !unit_is_c(c->unit) && !in_program(callee) ? replacement(cursor_spelling(callee))
		                                                    : "");
		note_declared(c, callee, name, true);
	}
	note_callers(c, offset);
}

/* Whether a function is for amp code only. Implicit functions do not count: their class decides. */
static bool is_amp_only(struct checker *c, CXCursor function)
{
	return cursor_restrictions(function) == RESTRICT_AMP && !is_implicit(function) &&
	       !has_overload(c->overloads, function, false);
}

void check_cpu_call(struct checker *c, CXCursor call, unsigned start, unsigned end)
{
	CXCursor callee = cursor_callee(call);

	if (is_function(callee.kind) && is_amp_only(c, callee) && !is_in_refused_kernel(c->unit, start) &&
	    !offsets_within(&c->parse_errors, start, end))
		refuse_call(c, call, callee, start, "amp", "cpu");
}

/* Whether a call is recursive, directly or mutually (2.4.3.7). Reports an error, once for each function. */
static bool check_recursion(struct checker *c, CXCursor callee, unsigned offset)
{
	for (const struct checked_function *f = c->frame; f; f = f->caller) {
		unsigned declared;

		if (!clang_equalCursors(clang_getCanonicalCursor(f->function),
		                        clang_getCanonicalCursor(callee)))
			continue;
		const char *name = function_title(callee);

		if (!cursor_offset(c->clauses, f->function, &declared) ||
		    offsets_add(&c->recursive, declared))
			refuse(c, offset, "recursion through '%s' in restrict(amp) code%s [C++ AMP 2.4.3]", name,
			       is_constexpr(callee) ? "; as the initializer of a constexpr variable, a call of it is "
			                              "evaluated when compiling"
			                            : "");
		return true;
	}
	return false;
}

/* Refuses a call through a variable. */
static void check_indirect_call(struct checker *c, CXCursor variable, unsigned offset)
{
	CXType type = type_of(variable);

	if (is_refused(c, variable))
		return;
	if (type.kind == CXType_LValueReference)
		type = clang_getPointeeType(type);
	if (type.kind == CXType_Pointer || type.kind == CXType_FunctionProto)
		refuse(c, offset, "a call through a pointer or reference to function in restrict(amp) "
		       "code [C++ AMP 2.4.3]");
}

/* Whether a function that is not restrict(amp) itself may be called nonetheless: an instantiation has the
 * properties of its template. */
static bool is_callable_without_clause(CXCursor callee)
{
	CXCursor template = clang_getSpecializedCursorTemplate(callee);

	return is_implicit(callee) || is_constexpr(callee) || inside_amp_code(callee) ||
	       (!clang_Cursor_isNull(template) &&
	        (cursor_restrictions(template) & RESTRICT_AMP || is_constexpr(template)));
}

/* Returns the namespace that the last qualifier below a cursor names, or the null cursor. */
static CXCursor last_namespace(CXCursor named)
{
	CXCursor last = clang_getNullCursor();

	for (struct walk w = walk_kind(walk_below(named), CXCursor_NamespaceRef); walk_next(&w);)
		last = clang_getCursorReferenced(w.cursor);
	return last.kind == CXCursor_NamespaceAlias ? last_namespace(last) : last;
}

/* Whether a namespace is inside of namespace Concurrency. */
static bool is_inner_namespace(CXCursor namespace)
{
	return is_amp_library(namespace) &&
	       clang_getCursorSemanticParent(namespace).kind == CXCursor_Namespace;
}

static void find_uses_of_amp_math(struct checker *c)
{
	for (SCOPED(walk) w = walk_below(clang_getTranslationUnitCursor(c->unit->tu)); walk_next(&w);) {
		bool is_mine = in_program(w.cursor);

		if (!is_mine && clang_isDeclaration(w.cursor.kind))
			walk_skip(&w);
		else if (is_mine &&
		         (w.cursor.kind == CXCursor_UsingDirective || w.cursor.kind == CXCursor_UsingDeclaration) &&
		         is_inner_namespace(last_namespace(w.cursor)))
			KEEP(c->amp_math_users, c->n_amp_math_users) = w.function;
	}
	c->knows_amp_math = true;
}

/* Whether the program makes names of <amp_math.h> visible at an offset. */
static bool uses_amp_math(struct checker *c, unsigned offset)
{
	unsigned start, end;
	bool uses = false;

	if (!c->knows_amp_math)
		find_uses_of_amp_math(c);
	FOR_EACH(const CXCursor, user, c->amp_math_users, c->n_amp_math_users)
		uses |= clang_Cursor_isNull(*user) || !cursor_range(c->clauses, *user, &start, &end) ||
		        (offset >= start && offset < end);
	return uses;
}

/* Whether a call for which the parser chose a function of <cmath> may mean that of <amp_math.h> in amp code. */
static bool may_mean_amp_math(struct checker *c, CXCursor call, unsigned offset)
{
	CXCursor qualifier = last_namespace(first_child(call));

	return clang_Cursor_isNull(qualifier) ? uses_amp_math(c, offset) : is_inner_namespace(qualifier);
}

/* Whether the current code may call a function (2.3), as far as the parser's choice of the function is also
 * that of amp code. */
static bool check_callee(struct checker *c, CXCursor call, CXCursor callee, unsigned offset)
{
	/* an instantiation's attributes are its own */
	bool amp = cursor_restrictions(callee) & RESTRICT_AMP;

	if (c->restrictions == (RESTRICT_CPU | RESTRICT_AMP) &&
	    (!check_result(c, callee, offset) || !check_shared_defaults(c, call, callee, offset)))
		return false;
	if (!amp && !is_implicit(callee) && has_overload(c->overloads, callee, true)) {
		check_type_of_call(c, callee, offset);
		return false; /* in amp code, the call means the amp overload */
	}
	if (!amp && is_math(c, callee) && may_mean_amp_math(c, call, offset))
		return false; /* in amp code, the call means the function of <amp_math.h> */
	if (!amp && !is_callable_without_clause(callee)) {
		refuse_call(c, call, callee, offset, "cpu", "amp");
		return false;
	}
	if (!amp && (is_constexpr(callee) || is_constexpr(clang_getSpecializedCursorTemplate(callee))))
		c->unit->calls_constexpr = true;
	/* instantiations and implicit functions are checked for the code that calls them */
	if (c->restrictions & RESTRICT_CPU && is_amp_only(c, callee) &&
	    !is_implicit(c->frame->function) &&
	    clang_Cursor_isNull(clang_getSpecializedCursorTemplate(c->frame->function))) {
		refuse_call(c, call, callee, offset, "amp", "cpu,amp");
		return false;
	}
	return true;
}

/* Checks the body of a called function. */
static void check_called_body(struct checker *c, CXCursor call, CXCursor definition,
                              unsigned offset)
{
	struct checked_function frame = {definition, c->frame, offset};
	CXType outer_argument = c->substituted;
	bool outer_muted = c->muted;

	/* errors in an instantiation for a refused variable follow from that variable */
	c->muted |= is_instantiation(definition) && is_of_refused(c, call);
	c->frame = &frame;
	c->substituted.kind = CXType_Invalid;
	check_body(c, definition, definition);
	c->substituted = outer_argument;
	c->muted = outer_muted;
	c->frame = frame.caller;
}

void check_call(struct checker *c, CXCursor call, unsigned offset)
{
	CXCursor referenced = cursor_callee(call), name = without_parentheses(first_child(call));

	if (is_builtin(name)) {
		/* implicit special member functions copy arrays by __builtin_memcpy */
		if (amp_builtin(name) == BUILTIN_REFUSED && !is_implicit(c->frame->function)) {
			refuse(c, offset, "'%s' is called in restrict(amp) code, but not declared for it "
			                  "[C++ AMP 2.3]",
			       cursor_spelling(name));
		}
		return;
	}
	if (clang_Cursor_isNull(referenced))
		return; /* dependent, or an operator of a built-in type */
	CXCursor callee = declared_constructor(referenced);

	if (callee.kind == CXCursor_VarDecl || callee.kind == CXCursor_ParmDecl || callee.kind == CXCursor_FieldDecl) {
		check_indirect_call(c, callee, offset);
		return;
	}
	if (!is_function(callee.kind) || !check_conversion(c, callee, offset) ||
	    !check_callee(c, call, callee, offset))
		return;
	check_default_arguments(c, call, callee, offset);
	if (is_implicit(callee) || !clang_equalCursors(callee, referenced))
		check_construction(c, referenced, offset);
	CXCursor definition = clang_getCursorDefinition(callee);

	if (is_constant_call(c, call, definition) || check_recursion(c, callee, offset))
		return;
	/* a definition's result type is checked there */
	if (clang_Cursor_isNull(definition) && is_instantiation(callee) && !is_dependent(type_of(call)))
		check_type(c, type_of(call), offset, "a value", "");
	if (clang_Cursor_isNull(definition) || (c->muted && !is_instantiation(definition)) ||
	    !in_program(definition))
		check_library_call(c, callee, offset);
	else
		check_called_body(c, call, definition, offset);
}
