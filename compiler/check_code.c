/* What restrict(amp) code does: statements, expressions, calls, variables
 * (specification 2.4.3). Functions are checked as they are called, instantiations
 * each. */
#include "check.h"
#include "overload.h"

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
};

static bool is_lambda_call(CXCursor function)
{
	if (clang_getCursorKind(function) == CXCursor_Constructor)
		return false; /* a copy */
	return is_closure_type(clang_getCursorType(clang_getCursorSemanticParent(function)));
}

/* Whether a declaration says constexpr or consteval. Lambdas are constexpr without a word,
 * which is no more than that of other functions: they are restrict(cpu) (2.2.3). */
static bool is_constexpr(CXCursor function)
{
	if (is_lambda_call(function))
		return false;
	CXPrintingPolicy policy = clang_getCursorPrintingPolicy(function);

	/* without its body, which may have constants of its own */
	clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
	char *s = take_string(clang_getCursorPrettyPrinted(function, policy));
	bool yes = strstr(s, "constexpr ") || strstr(s, "consteval ");

	free(s);
	clang_PrintingPolicy_dispose(policy);
	return yes;
}

bool is_implicit(CXCursor function)
{
	if (is_lambda_call(function))
		return false; /* where the lambda is, and written there */
	return clang_CXXMethod_isDefaulted(function) ||
	       clang_equalLocations(clang_getCursorLocation(function),
	                            clang_getCursorLocation(
					    clang_getCursorSemanticParent(function)));
}

/* A function inside of amp code has its restrictions (specification 2.2.1). */
static bool inside_amp_code(struct checker *c, CXCursor function)
{
	for (CXCursor p = clang_getCursorSemanticParent(function);
	     !clang_Cursor_isNull(p) && clang_getCursorKind(p) != CXCursor_TranslationUnit;
	     p = clang_getCursorSemanticParent(p)) {
		if (is_function(clang_getCursorKind(p)) &&
		    (cursor_restrictions(p) & RESTRICT_AMP || is_lambda_call(p)))
			return true;
	}
	(void)c;
	return false;
}

/* What isnan() and its like are in C, where gcc expands the macros, and gcc's functions on
 * bits, which C has no others for. */
static bool is_c_builtin(CXCursor callee)
{
	static const char *const names[] = {
		"__builtin_is", "__builtin_inf", "__builtin_huge_val", "__builtin_nan",
		"__builtin_signbit", "__builtin_popcount", "__builtin_clz", "__builtin_ctz",
		"__builtin_ffs", "__builtin_parity", "__builtin_bswap32", "__builtin_bswap64",
		"__builtin_expect", "__builtin_unreachable"};
	char *name = take_string(clang_getCursorSpelling(callee));
	bool found = false;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		found |= !strncmp(name, names[i], strlen(names[i]));
	free(name);
	return found;
}

/* Without the suffix f that most of them have a form with (specification 9). */
static const char *const math_functions[] = {
	"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil",
	"copysign", "cos", "cosh", "cospi", "erf", "erfc", "erfcinv", "erfinv", "exp",
	"exp10", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod",
	"fpclassify", "frexp", "hypot", "ilogb", "isfinite", "isinf", "isnan", "isnormal",
	"ldexp", "lgamma", "log", "log10", "log1p", "log2", "logb", "modf", "nan",
	"nearbyint", "nextafter", "phi", "pow", "probit", "rcbrt", "remainder", "remquo",
	"rint", "round", "rsqrt", "scalb", "scalbn", "signbit", "sin", "sincos", "sinh",
	"sinpi", "sqrt", "tan", "tanh", "tanpi", "tgamma", "trunc",
};

bool is_math_name(const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < sizeof(math_functions) / sizeof(*math_functions); i++) {
		size_t length = strlen(math_functions[i]);

		if (!strncmp(name, math_functions[i], length) &&
		    (n == length || (n == length + 1 && name[length] == 'f')))
			return true;
	}
	return false;
}

/* A function of <cmath> that fast_math and precise_math have for amp code, too:
 * their using-declarations lead here (specification 9). */
static bool is_math(struct checker *c, CXCursor callee)
{

	if (c->unit->request->language == LANGUAGE_C)
		return is_c_builtin(callee);
	if (clang_Location_isFromMainFile(clang_getCursorLocation(callee)))
		return false;
	char *name = take_string(clang_getCursorSpelling(callee));
	bool found = is_math_name(name);

	free(name);
	return found;
}

bool is_usable_in_amp(struct checker *c, CXCursor function)
{
	return is_constexpr(function) || is_implicit(function) || is_lambda_call(function) ||
	       inside_amp_code(c, function) || is_math(c, function);
}

struct refused_use {
	struct checker *checker;
	bool found;
};

/* Whether an expression is about a variable that was refused already. */
static enum CXChildVisitResult find_refused(CXCursor n, CXCursor parent, CXClientData data)
{
	struct refused_use *u = data;

	(void)parent;
	if (clang_getCursorKind(n) == CXCursor_DeclRefExpr)
		u->found |= is_refused(u->checker, clang_getCursorReferenced(n));
	return u->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool is_of_refused(struct checker *c, CXCursor expression)
{
	struct refused_use use = {c, false};

	clang_visitChildren(expression, find_refused, &use);
	return use.found;
}

struct default_argument {
	struct checker *checker;
	CXCursor callee;
	unsigned offset; /* of the call */
};

/* Refuses a default argument that is used, with a call at an offset of it. */
static void refuse_default(const struct default_argument *d, unsigned call, const char *restriction)
{
	struct checker *c = d->checker;
	char *name = take_string(clang_getCursorSpelling(d->callee));

	if (!already_reported(c, d->offset)) {
		diagnose(c->unit, SEVERITY_ERROR, d->offset,
		         "the call uses a default argument of '%s' that calls a restrict(%s) function "
		         "[C++ AMP 2.3]",
		         name, restriction);
		diagnose(c->unit, SEVERITY_NOTE, call, "the default argument is here");
		note_callers(c, d->offset);
	}
	free(name);
}

static enum CXChildVisitResult check_default(CXCursor n, CXCursor parent, CXClientData data)
{
	struct default_argument *d = data;
	struct checker *c = d->checker;
	enum CXCursorKind kind = clang_getCursorKind(n);
	CXCursor f = clang_getCursorReferenced(n);
	unsigned start, end;

	(void)parent;
	if (!cursor_range(c->clauses, n, &start, &end))
		return CXChildVisit_Recurse;
	if (kind == CXCursor_LambdaExpr) {
		const struct clause *clause = clause_in(c->clauses, start, lambda_body(c->unit, start));

		if (clause && clause->restrictions & RESTRICT_AMP)
			return CXChildVisit_Continue;
	} else if (kind != CXCursor_CallExpr || !is_function(clang_getCursorKind(f)) ||
	           cursor_restrictions(f) & RESTRICT_AMP || is_implicit(f) || is_lambda_call(f) ||
	           is_constexpr(f)) {
		return CXChildVisit_Recurse;
	}
	refuse_default(d, start, "cpu");
	return CXChildVisit_Break;
}

/* A default argument belongs to the place where it is written: outside of
 * functions that is restrict(cpu) code. */
static void check_default_arguments(struct checker *c, CXCursor call, CXCursor callee,
                                    unsigned offset)
{
	struct default_argument d = {c, callee, offset};
	int n = clang_Cursor_getNumArguments(call);

	if (inside_amp_code(c, callee) ||
	    !clang_Location_isFromMainFile(clang_getCursorLocation(callee)))
		return;
	for (int i = 0; i < n; i++) {
		/* what is not written has no place */
		if (clang_Range_isNull(clang_getCursorExtent(clang_Cursor_getArgument(call, i))))
			clang_visitChildren(clang_Cursor_getArgument(callee, i), check_default, &d);
	}
}

/* In a function that is restrict(amp) a default argument is amp code, also of a member
 * that is restrict(cpu): of a local class. */
static enum CXChildVisitResult check_amp_default(CXCursor n, CXCursor parent, CXClientData data)
{
	struct default_argument *d = data;
	struct checker *c = d->checker;
	CXCursor f = clang_getCursorReferenced(n);
	unsigned start, end;

	(void)parent;
	if (clang_getCursorKind(n) != CXCursor_CallExpr || !is_function(clang_getCursorKind(f)) ||
	    !cursor_range(c->clauses, n, &start, &end) ||
	    (cursor_restrictions(f) & RESTRICT_CPU && !has_overload(c->overloads, f, true)))
		return CXChildVisit_Recurse;
	refuse_default(d, start, "amp");
	return CXChildVisit_Break;
}

/* The code of a restrict(cpu) member of a class that is local to amp code. */
static enum CXChildVisitResult check_cpu_code(CXCursor n, CXCursor parent, CXClientData data)
{
	struct checker *c = data;
	CXCursor callee = clang_getCursorReferenced(n);
	struct default_argument d = {c, callee, 0};

	(void)parent;
	if (clang_getCursorKind(n) != CXCursor_CallExpr || !is_function(clang_getCursorKind(callee)) ||
	    !cursor_offset(c->clauses, n, &d.offset) || !inside_amp_code(c, callee))
		return CXChildVisit_Recurse;
	for (int i = 0; i < clang_Cursor_getNumArguments(n); i++) {
		if (clang_Range_isNull(clang_getCursorExtent(clang_Cursor_getArgument(n, i))))
			clang_visitChildren(clang_Cursor_getArgument(callee, i), check_amp_default, &d);
	}
	return CXChildVisit_Recurse;
}

/* A set of functions by restriction has no type in restrict(cpu,amp) code, where each is meant
 * (2.3.2). */
static void check_function_name(struct checker *c, CXCursor function, CXCursor parent,
                                unsigned offset)
{
	enum CXCursorKind kind = clang_getCursorKind(parent);

	if (c->restrictions != (RESTRICT_CPU | RESTRICT_AMP) ||
	    !(clang_isDeclaration(kind) || kind == CXCursor_ParenExpr) ||
	    !has_overload(c->overloads, function, true) ||
	    !has_overload(c->overloads, function, false))
		return;
	char *name = take_string(clang_getCursorSpelling(function));

	refuse(c, offset, "in restrict(cpu,amp) code '%s' names several functions, which differ in "
	       "restriction [C++ AMP 2.3.2]", name);
	free(name);
}

static bool have_same_parameters(CXCursor a, CXCursor b)
{
	int n = clang_Cursor_getNumArguments(a);
	bool same = n == clang_Cursor_getNumArguments(b);

	for (int i = 0; same && i < n; i++)
		same = clang_equalTypes(
			clang_getCanonicalType(clang_getCursorType(clang_Cursor_getArgument(a, i))),
			clang_getCanonicalType(clang_getCursorType(clang_Cursor_getArgument(b, i))));
	return same;
}

/* The function of the other restriction that a call means: that of the same signature, or the
 * only one, which takes what an instantiation takes. */
static CXCursor meant_on_other_side(struct checker *c, CXCursor callee)
{
	CXCursor other = overload_counterpart(c->overloads, callee);

	if (!clang_Cursor_isNull(other) || !is_instantiation(callee))
		return other;
	other = only_overload(c->overloads, callee, cursor_restrictions(callee) != RESTRICT_AMP);
	return clang_getCursorKind(other) != CXCursor_FunctionTemplate &&
	                       have_same_parameters(callee, other)
	               ? other
	               : clang_getNullCursor();
}

/* What a call means in restrict(cpu,amp) code must have one type (2.3.2). False if it
 * was refused. */
static bool check_result(struct checker *c, CXCursor callee, unsigned offset)
{
	CXCursor other = meant_on_other_side(c, callee);
	CXType result = clang_getCanonicalType(clang_getResultType(clang_getCursorType(callee)));
	CXType others = clang_getCanonicalType(clang_getResultType(clang_getCursorType(other)));
	unsigned at;

	if (clang_Cursor_isNull(other) || is_dependent(result) || is_dependent(others) ||
	    clang_getCursorKind(other) == CXCursor_FunctionTemplate ||
	    clang_equalTypes(result, others) || already_reported(c, offset))
		return true;
	bool amp = cursor_restrictions(callee) == RESTRICT_AMP;
	char *cpu_name = take_string(clang_getTypeSpelling(amp ? others : result));
	char *amp_name = take_string(clang_getTypeSpelling(amp ? result : others));
	char *name = take_string(clang_getCursorSpelling(callee));

	diagnose(c->unit, SEVERITY_ERROR, offset,
	         "in restrict(cpu,amp) code '%s' means two functions with different results: '%s' "
	         "where it is restrict(cpu), '%s' where it is restrict(amp) [C++ AMP 2.3.2]",
	         name, cpu_name, amp_name);
	if (cursor_offset(c->clauses, callee, &at))
		note_declaration(c->unit, at, name, false);
	if (cursor_offset(c->clauses, other, &at))
		note_declaration(c->unit, at, name, false);
	note_callers(c, offset);
	free(name);
	free(amp_name);
	free(cpu_name);
	return false;
}

struct inherited {
	CXCursor constructor; /* that a class has by `using base::base` */
	char *name;           /* of the class that declares it */
	CXCursor declared;    /* there, if it was found */
};

static enum CXChildVisitResult find_inherited(CXCursor n, CXCursor parent, CXClientData data)
{
	struct inherited *i = data;

	(void)parent;
	if (clang_getCursorKind(n) == CXCursor_CXXBaseSpecifier) {
		CXType base = clang_getCanonicalType(clang_getCursorType(n));

		clang_visitChildren(clang_getCursorDefinition(clang_getTypeDeclaration(base)),
		                    find_inherited, i);
	} else if (clang_getCursorKind(n) == CXCursor_Constructor) {
		char *name = take_string(clang_getCursorSpelling(n));

		if (!strcmp(name, i->name) &&
		    clang_equalTypes(clang_getCanonicalType(clang_getCursorType(n)),
		                     clang_getCanonicalType(clang_getCursorType(i->constructor))))
			i->declared = n;
		free(name);
	}
	return CXChildVisit_Continue;
}

/* The constructor that an inherited one is: clang's has no restrictions. Others are
 * what they are. */
static CXCursor declared_constructor(CXCursor callee)
{
	CXCursor class = clang_getCursorSemanticParent(callee);
	struct inherited i = {callee, take_string(clang_getCursorSpelling(callee)), callee};
	char *class_name = take_string(clang_getCursorSpelling(class));

	if (clang_getCursorKind(callee) == CXCursor_Constructor && strcmp(i.name, class_name))
		clang_visitChildren(clang_getCursorDefinition(class), find_inherited, &i);
	free(class_name);
	free(i.name);
	return i.declared;
}

/* A lambda that is restrict(cpu) is called through the pointer that it converts to,
 * since its own operator() is none for amp code. False if it was refused. */
static bool check_conversion(struct checker *c, CXCursor callee, unsigned offset)
{
	unsigned at;

	if (clang_getCursorKind(callee) != CXCursor_ConversionFunction || !is_lambda_call(callee))
		return true;
	if (already_reported(c, offset))
		return false;
	diagnose(c->unit, SEVERITY_ERROR, offset,
	         "call to a lambda, which is restrict(cpu), from a function that is restrict(amp) "
	         "[C++ AMP 2.3]");
	if (cursor_offset(c->clauses, clang_getCursorSemanticParent(callee), &at))
		note_declaration(c->unit, at, "operator()", true);
	note_callers(c, offset);
	return false;
}

/* Whether an offset is in front of the restriction clause of the function at hand: what is
 * there is code of the place around it. */
static bool is_in_front_of_clause(struct checker *c, unsigned offset)
{
	unsigned name;

	if (!cursor_offset(c->clauses, c->frame->function, &name))
		return false;
	size_t end = declarator_end(c->unit, name, c->unit->text.len);
	unsigned body = c->unit->tokens.items[end].offset;
	const struct clause *clause = function_clause(c->unit, c->clauses, name, body);

	return clause && offset < clause->start;
}

/* Where the parser takes a call for that of the CPU, and it is not known to be of the right
 * type (retype_calls), that must make no difference. */
static void check_type_of_call(struct checker *c, CXCursor callee, unsigned offset)
{
	CXCursor other = overload_counterpart(c->overloads, callee);
	CXType result = clang_getCanonicalType(clang_getResultType(clang_getCursorType(callee)));
	CXType others = clang_getCanonicalType(clang_getResultType(clang_getCursorType(other)));

	if (c->restrictions != RESTRICT_AMP || clang_equalTypes(result, others) ||
	    offsets_have(&c->clauses->retyped, offset) || is_in_front_of_clause(c, offset))
		return;
	char *spelling = take_string(clang_getCursorSpelling(callee));

	refuse(c, offset, "the type of '%s' cannot be told here: its overloads differ in restriction "
	       "and in their results; write the type instead [C++ AMP 2.3.2]", spelling);
	free(spelling);
}

/* Whether a function has no declaration but the first call of it, in C: no type is in
 * front of its name. */
static bool is_undeclared(struct checker *c, CXCursor function)
{
	unsigned name, start, end;

	return c->unit->request->language == LANGUAGE_C && cursor_offset(c->clauses, function, &name) &&
	       (!cursor_range(c->clauses, function, &start, &end) || start == name);
}

/* Refuses a call of a function that is restrict(callees) in code that is restrict(callers). */
static void refuse_call(struct checker *c, CXCursor call, CXCursor callee, unsigned offset,
                        const char *callees, const char *callers)
{
	unsigned at;

	if (is_of_refused(c, call) || already_reported(c, offset))
		return;
	char *name = take_string(clang_getCursorDisplayName(callee));

	if (starts_with(callee, "amp_c_")) { /* of a macro of <amp/c.h> */
		diagnose(c->unit, SEVERITY_ERROR, offset, "'%.*s' is for the host, and called in restrict(%s) "
		         "code [C++ AMP 2.3]",
		         (int)strspn(c->unit->text.data + offset, "abcdefghijklmnopqrstuvwxyz_"),
		         c->unit->text.data + offset, callers);
	} else if (is_undeclared(c, callee)) {
		char *word = take_string(clang_getCursorSpelling(callee));

		diagnose(c->unit, SEVERITY_ERROR, offset,
		         "'%s' is called in restrict(%s) code, and not declared%s [C++ AMP 2.3]", word, callers,
		         strncmp(word, "__builtin_", 10) ? ": is it misspelled, or a header missing?"
		                                         : " for it");
		free(word);
	} else if (is_named(callee, "__assert_fail")) {
		diagnose(c->unit, SEVERITY_ERROR, offset,
		         "'assert' in restrict(%s) code: it calls a function that is restrict(cpu) "
		         "[C++ AMP 2.3]", callers);
	} else {
		diagnose(c->unit, SEVERITY_ERROR, offset,
		         "call to '%s', which is restrict(%s), from a function that is restrict(%s) "
		         "[C++ AMP 2.3]",
		         name, callees, callers);
		if (cursor_offset(c->clauses, callee, &at))
			note_declaration(c->unit, at, name, true);
	}
	note_callers(c, offset);
	free(name);
}

/* Whether a function is only for amp code. An implicit one is what its class makes it. */
static bool is_amp_only(struct checker *c, CXCursor function)
{
	return cursor_restrictions(function) == RESTRICT_AMP && !is_implicit(function) &&
	       !has_overload(c->overloads, function, false);
}

void check_cpu_call(struct checker *c, CXCursor call, unsigned start, unsigned end)
{
	CXCursor callee = clang_getCursorReferenced(call);

	if (is_function(clang_getCursorKind(callee)) && is_amp_only(c, callee) &&
	    !offsets_within(&c->parse_errors, start, end))
		refuse_call(c, call, callee, start, "amp", "cpu");
}

/* Whether a call is recursion, direct or mutual (2.4.3.7): an error, once for a function. */
static bool check_recursion(struct checker *c, CXCursor callee, unsigned offset)
{
	for (const struct frame *f = c->frame; f; f = f->caller) {
		unsigned declared;

		if (!clang_equalCursors(clang_getCanonicalCursor(f->function),
		                        clang_getCanonicalCursor(callee)))
			continue;
		char *name = take_string(clang_getCursorDisplayName(callee));

		if (!cursor_offset(c->clauses, f->function, &declared) ||
		    offsets_add(&c->recursive, declared))
			refuse(c, offset, "recursion through '%s' in restrict(amp) code [C++ AMP 2.4.3]",
			       name);
		free(name);
		return true;
	}
	return false;
}

/* The type of a call of a template that is declared only: that of a definition is its own. */
static void check_call_type(struct checker *c, CXCursor call, unsigned offset)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(call));

	if (!is_dependent(type))
		check_type(c, type, offset, "a value", "");
}

static void check_call(struct checker *c, CXCursor call, unsigned offset)
{
	CXCursor callee = clang_getCursorReferenced(call);

	if (clang_Cursor_isNull(callee))
		return; /* dependent, or an operator of a built-in type */
	callee = declared_constructor(callee);
	enum CXCursorKind kind = clang_getCursorKind(callee);

	if (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_FieldDecl) {
		if (is_refused(c, callee))
			return;
		CXType t = clang_getCanonicalType(clang_getCursorType(callee));

		if (t.kind == CXType_LValueReference)
			t = clang_getPointeeType(t);
		if (t.kind == CXType_Pointer || t.kind == CXType_FunctionProto)
			refuse(c, offset,
			       "a call through a pointer or reference to function in restrict(amp) "
			       "code [C++ AMP 2.4.3]");
		return;
	}
	if (!is_function(kind) || !check_conversion(c, callee, offset))
		return;
	/* of an instantiation, the attributes are its own */
	bool amp = cursor_restrictions(callee) & RESTRICT_AMP;

	if (c->restrictions == (RESTRICT_CPU | RESTRICT_AMP) && !check_result(c, callee, offset))
		return;
	if (!amp && has_overload(c->overloads, callee, true)) {
		check_type_of_call(c, callee, offset);
		return; /* the call means the amp one in amp code */
	}
	if (!amp && is_math(c, callee))
		return; /* likewise */
	if (!amp && !is_implicit(callee) && !is_constexpr(callee) &&
	    !inside_amp_code(c, callee)) {
		CXCursor template = clang_getSpecializedCursorTemplate(callee);

		if (clang_Cursor_isNull(template) ||
		    !(cursor_restrictions(template) & RESTRICT_AMP || is_constexpr(template))) {
			refuse_call(c, call, callee, offset, "cpu", "amp");
			return;
		}
	}
	/* an instantiation, or what nobody wrote, is for where it is called */
	if (c->restrictions & RESTRICT_CPU && is_amp_only(c, callee) &&
	    !is_implicit(c->frame->function) &&
	    clang_Cursor_isNull(clang_getSpecializedCursorTemplate(c->frame->function))) {
		refuse_call(c, call, callee, offset, "amp", "cpu,amp");
		return;
	}
	check_default_arguments(c, call, callee, offset);
	if (is_implicit(callee) || !clang_equalCursors(callee, clang_getCursorReferenced(call)))
		check_construction(c, clang_getCursorReferenced(call), offset);
	if (check_recursion(c, callee, offset))
		return;
	CXCursor definition = clang_getCursorDefinition(callee);

	if (clang_Cursor_isNull(definition) && is_instantiation(callee))
		check_call_type(c, call, offset);
	if (clang_Cursor_isNull(definition) || (c->muted && !is_instantiation(definition)) ||
	    !clang_Location_isFromMainFile(clang_getCursorLocation(definition))) {
		check_library_call(c, callee, offset);
		return;
	}
	struct frame frame = {definition, c->frame, offset};
	CXType outer_argument = c->substituted;
	bool outer_muted = c->muted;

	/* what a refused variable makes of a template is that mistake once more */
	c->muted |= is_instantiation(definition) && is_of_refused(c, call);
	c->frame = &frame;
	c->substituted.kind = CXType_Invalid;
	check_body(c, definition, definition);
	c->substituted = outer_argument;
	c->muted = outer_muted;
	c->frame = frame.caller;
}

struct container_search {
	bool found;
	int depth;
};

static void find_container(struct checker *c, CXType type, const struct arguments *arguments,
                           struct container_search *s);

static void find_container_in_part(struct checker *c, const struct class_part *part, void *data)
{
	if (clang_getCursorKind(part->cursor) != CXCursor_Destructor)
		find_container(c, part->type, part->arguments, data);
}

static void find_container(struct checker *c, CXType type, const struct arguments *arguments,
                           struct container_search *s)
{
	static const char *const names[] = {"array", "array_view", "texture", "texture_view",
	                                    "writeonly_texture_view"};

	type = array_element(without_reference(arguments ? type : clang_getCanonicalType(type)));
	CXCursor d = clang_getTypeDeclaration(clang_getCanonicalType(type));

	if (is_amp_library(d)) {
		for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
			s->found |= is_named(d, names[i]);
	} else if (s->depth < 16) {
		s->depth++;
		visit_parts(c, type, arguments, find_container_in_part, s);
		s->depth--;
	}
}

/* Whether a class is, has or derives from an array, a view or a texture. */
bool holds_container(struct checker *c, CXType type)
{
	struct container_search s = {0};

	find_container(c, type, NULL, &s);
	return s.found;
}

/* The class that a type names, behind references: "array", "vector". */
char *class_name(CXType type)
{
	type = clang_getCanonicalType(type);
	if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference)
		type = clang_getPointeeType(type);
	return take_string(clang_getCursorSpelling(clang_getTypeDeclaration(type)));
}

struct destruction {
	unsigned declared; /* restrictions of a destructor, if there is one */
	unsigned shared;   /* those that all base classes and members have */
	int depth;
};

/* As written: clang may have been told otherwise (share_destructors). */
static unsigned destructor_restrictions(struct checker *c, CXCursor destructor)
{
	unsigned name;

	if (!cursor_offset(c->clauses, destructor, &name))
		return cursor_restrictions(destructor);
	size_t end = declarator_end(c->unit, name, c->unit->text.len);
	const struct clause *clause =
		clause_in(c->clauses, name, c->unit->tokens.items[end].offset);

	return clause ? clause->restrictions : RESTRICT_CPU;
}

static unsigned find_destruction(struct checker *c, CXType type, const struct arguments *arguments,
                                 int depth);

static void find_destructor(struct checker *c, const struct class_part *part, void *data)
{
	struct destruction *d = data;

	if (clang_getCursorKind(part->cursor) != CXCursor_Destructor)
		d->shared &= find_destruction(c, part->type, part->arguments, d->depth + 1);
	else if (!clang_CXXMethod_isDefaulted(part->cursor) && !is_implicit(part->cursor))
		d->declared |= destructor_restrictions(c, part->cursor);
}

static unsigned find_destruction(struct checker *c, CXType type, const struct arguments *arguments,
                                 int depth)
{
	struct destruction d = {0, RESTRICT_CPU | RESTRICT_AMP, depth};

	type = array_element(arguments ? type : clang_getCanonicalType(type));
	CXCursor class = clang_getTypeDeclaration(type);

	if (depth <= 16 && !is_amp_library(class) && !inside_amp_code(NULL, class))
		visit_parts(c, type, arguments, find_destructor, &d);
	return d.declared ? d.declared : d.shared;
}

unsigned destruction_of(struct checker *c, CXType type)
{
	return find_destruction(c, type, NULL, 0);
}

/* Refuses an object that code with these restrictions cannot destroy. */
void check_destruction(struct checker *c, CXCursor v, unsigned offset, unsigned restrictions)
{
	unsigned destroyed = destruction_of(c, clang_getCursorType(v));

	if (destroyed & restrictions)
		return;
	char *class = class_name(clang_getCursorType(v));
	char *name = take_string(clang_getCursorSpelling(v));

	if (!destroyed)
		refuse(c, offset, "variable '%s': '%s' has no destructor, since those of its base "
		       "classes and members have no restriction in common [C++ AMP 2.2.2]", name, class);
	else
		refuse(c, offset, "variable '%s' in restrict(%s) code: the destructor of '%s' is "
		       "restrict(%s) [C++ AMP 2.2.2]", name, restrictions & RESTRICT_AMP ? "amp" : "cpu",
		       class, restrictions & RESTRICT_AMP ? "cpu" : "amp");
	free(name);
	free(class);
}

/* Whether a call is of a function whose result is a reference. */
static bool returns_reference(CXCursor call)
{
	CXType callee = clang_getCursorType(clang_getCursorReferenced(call));
	CXType result = clang_getCanonicalType(clang_getResultType(callee));

	return result.kind == CXType_LValueReference || result.kind == CXType_RValueReference;
}

/* Whether a cast that begins at an offset is one to T & or T &&. */
static bool casts_to_reference(struct checker *c, unsigned offset)
{
	const char *s = c->unit->text.data;
	const struct token *t = c->unit->tokens.items;
	size_t open = token_at(&c->unit->tokens, offset), behind = 0;

	if (token_is(s, &t[open], "(") && t[open].match > (int)open)
		behind = t[open].match;
	else if (token_is(s, &t[open + 1], "<"))
		behind = token_skip_angles(s, &c->unit->tokens, open + 1) - 1;
	return behind && (token_is(s, &t[behind - 1], "&") || token_is(s, &t[behind - 1], "&&"));
}

/* The object without a name that a call or a conversion makes, and destroys again. What
 * is returned is the caller's. */
static void check_temporary(struct checker *c, CXCursor n, CXCursor parent, unsigned offset)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(n));

	if (type.kind != CXType_Record || clang_getCursorKind(parent) == CXCursor_ReturnStmt ||
	    returns_reference(n) ||
	    destruction_of(c, type) & RESTRICT_AMP)
		return;
	char *class = class_name(type);

	refuse(c, offset, "a temporary object in restrict(amp) code: the destructor of '%s' is "
	       "restrict(cpu) [C++ AMP 2.2.2]", class);
	free(class);
}

/* Static shared memory of CUDA's thread blocks. */
#define TILE_STATIC_SIZE (48 * 1024)

/* How much of it there is. What a function needs that several kernels call is
 * counted for the first one. */
static void add_tile_static(struct checker *c, CXCursor v, unsigned offset)
{
	long long size = clang_Type_getSizeOf(clang_getCursorType(v));
	long long before = c->tile_static_size;

	if (size <= 0)
		return; /* it depends on template parameters */
	c->tile_static_size += size;
	if (before <= TILE_STATIC_SIZE && c->tile_static_size > TILE_STATIC_SIZE)
		refuse(c, offset, "tile_static variables of %lld bytes; a tile has %d "
		       "[C++ AMP 2.4.3.5.1]", c->tile_static_size, TILE_STATIC_SIZE);
}

/* False if it was refused. */
static bool check_variable(struct checker *c, CXCursor v, unsigned offset)
{
	char *name = take_string(clang_getCursorSpelling(v));
	unsigned errors = c->unit->errors;
	enum CX_StorageClass storage = clang_Cursor_getStorageClass(v);
	bool tile_static = is_tile_static(v); /* as a reference, too: restrict.c */
	CXType declared = clang_getCursorType(v);

	if (offsets_have(&c->clauses->references, offset))
		declared = without_reference(declared);
	CXType type = clang_getCanonicalType(declared);

	while (type.kind == CXType_ConstantArray)
		type = clang_getArrayElementType(type);
	bool is_reference = type.kind == CXType_LValueReference || type.kind == CXType_RValueReference;

	if (tile_static && (type.kind == CXType_Pointer || type.kind == CXType_NullPtr ||
	                    is_reference))
		refuse(c, offset, "tile_static variable '%s' is a %s [C++ AMP 2.4.3.5.1]", name,
		       is_reference ? "reference" : "pointer");
	else if (tile_static && holds_container(c, type))
		refuse(c, offset, "tile_static variable '%s' holds an array_view or a texture "
		       "[C++ AMP 2.4.3.5.1]", name);
	if (tile_static && !is_reference) { /* which has one in any case */
		const struct token *t = &c->unit->tokens.items[token_at(&c->unit->tokens, offset) + 1];

		while (token_is(c->unit->text.data, t, "[") && t->match > t - c->unit->tokens.items)
			t = &c->unit->tokens.items[t->match + 1];
		if (token_is(c->unit->text.data, t, "=") || token_is(c->unit->text.data, t, "{") ||
		    token_is(c->unit->text.data, t, "("))
			refuse(c, t->offset, "tile_static variable '%s' has an initializer "
			       "[C++ AMP 2.4.3.5.1]", name);
	}
	if (!is_dependent(declared))
		check_type(c, declared, offset, "variable", name);
	if (tile_static)
		add_tile_static(c, v, offset);
	if (!tile_static)
		check_destruction(c, v, offset, RESTRICT_AMP);
	if (storage == CX_SC_Static && !tile_static && !is_constexpr(v))
		refuse(c, offset, "static variable '%s' in restrict(amp) code%s [C++ AMP 2.4.3.5]", name,
		       clang_isConstQualifiedType(array_element(declared)) ? ": write it without 'static'" : "");
	else if (clang_getCursorTLSKind(v) != CXTLS_None)
		refuse(c, offset, "thread_local variable '%s' in restrict(amp) code [C++ AMP 2.4.3.5]",
		       name);
	free(name);
	if (c->unit->errors > errors)
		refuse_variable(c, v, 0, UINT_MAX);
	return c->unit->errors == errors;
}

/* False if it was refused. */
static bool check_parameter(struct checker *c, CXCursor p)
{
	char *name = take_string(clang_getCursorSpelling(p));
	unsigned errors = c->unit->errors, offset;

	if (cursor_offset(c->clauses, p, &offset) && !is_dependent(clang_getCursorType(p)))
		check_type(c, clang_getCursorType(p), offset, "parameter", name);
	free(name);
	if (c->unit->errors > errors)
		refuse_variable(c, p, 0, UINT_MAX);
	return c->unit->errors == errors;
}

static void check_result_type(struct checker *c, CXCursor function)
{
	CXType result = clang_getResultType(clang_getCursorType(function));
	unsigned offset;

	if (result.kind != CXType_Invalid && !is_dependent(result) &&
	    cursor_offset(c->clauses, function, &offset))
		check_type(c, result, offset, "result", "");
}

/* A constant at namespace or class scope in the user's text. */
static bool is_global_constant(CXCursor v)
{
	if (clang_getCursorKind(v) != CXCursor_VarDecl || is_local(v) ||
	    !clang_Location_isFromMainFile(clang_getCursorLocation(v)))
		return false;
	return clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(v)));
}

/* Whether it is certain that a constant's value is not known when compiling: its initializer
 * is no constant expression, or in another unit. */
static bool has_unknown_value(CXCursor v)
{
	CXCursor definition = clang_getCursorDefinition(v);
	CXCursor declared = clang_Cursor_isNull(definition) ? v : definition;
	CXCursor initializer = clang_Cursor_getVarDeclInitializer(declared);
	enum CXCursorKind scope = clang_getCursorKind(clang_getCursorSemanticParent(v));

	if (clang_Cursor_isNull(initializer))
		return clang_Cursor_getStorageClass(declared) == CX_SC_Extern;
	if (is_dependent(clang_getCursorType(initializer)) ||
	    scope == CXCursor_ClassTemplate || scope == CXCursor_ClassTemplatePartialSpecialization)
		return false;
	CXEvalResult value = clang_Cursor_Evaluate(initializer);
	bool unknown = !value || clang_EvalResult_getKind(value) == CXEval_UnExposed;

	clang_EvalResult_dispose(value);
	return unknown;
}

/* Of a global constant there is only the value, if it is known when compiling; of an object
 * those of its members (2.4.3.2). */
static void check_global_constant(struct checker *c, CXCursor v, CXCursor parent, unsigned offset)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(v));
	enum CXCursorKind kind = clang_getCursorKind(parent);
	enum CXCursorKind user = clang_getCursorKind(clang_getCursorReferenced(parent));
	char *name = take_string(clang_getCursorSpelling(v));

	if (type.kind == CXType_Record &&
	    ((kind == CXCursor_CallExpr && user != CXCursor_Constructor) ||
	     (kind == CXCursor_MemberRefExpr && user != CXCursor_FieldDecl)))
		refuse(c, offset, "the global object '%s' in restrict(amp) code: only the values of its "
		       "members can be used; copy it to a local variable, which the kernel captures "
		       "[C++ AMP 2.4.3.2]", name);
	else if (is_number(type) && has_unknown_value(v))
		refuse(c, offset, "the value of the global constant '%s' in restrict(amp) code is not "
		       "known when compiling; copy it to a local variable, which the kernel captures "
		       "[C++ AMP 2.4.3.2]", name);
	free(name);
}

static void check_reference(struct checker *c, CXCursor reference, CXCursor parent, unsigned offset)
{
	CXCursor v = clang_getCursorReferenced(reference);

	if (is_function(clang_getCursorKind(v)))
		check_function_name(c, v, parent, offset);
	if (clang_Cursor_isNull(v) || clang_getCursorKind(v) != CXCursor_VarDecl || is_refused(c, v))
		return;
	CXCursor scope = clang_getCursorSemanticParent(v);
	enum CXCursorKind kind = clang_getCursorKind(scope);
	bool global = kind == CXCursor_TranslationUnit || kind == CXCursor_Namespace ||
	              is_class(kind) || kind == CXCursor_LinkageSpec;
	CXType type = clang_getCursorType(v);
	bool is_static = clang_Cursor_getStorageClass(v) == CX_SC_Static;

	/* of a variable that the kernel can name, there is the size */
	if ((!global && !is_static) || (global && c->in_sizeof))
		return;
	CXType canonical = clang_getCanonicalType(type);
	bool array = c->unit->request->language == LANGUAGE_CXX &&
	             (canonical.kind == CXType_ConstantArray ||
	              canonical.kind == CXType_IncompleteArray);

	if (!is_dependent(type) && !array && is_global_constant(v) &&
	    c->unit->request->language == LANGUAGE_CXX)
		check_global_constant(c, v, parent, offset);
	if (is_dependent(type) || (!array && clang_isConstQualifiedType(canonical)))
		return;
	/* tile_static variables have a static storage class for clang */
	if (is_tile_static(v))
		return;
	char *name = take_string(clang_getCursorSpelling(v));

	if (clang_Location_isFromMainFile(clang_getCursorLocation(v)))
		refuse(c, offset,
		       "%s %s '%s' in restrict(amp) code: only %s can be used [C++ AMP 2.4.3.2]",
		       global ? "global" : "static", array ? "array" : "variable", name,
		       array ? "constants that are not arrays" : "constants");
	free(name);
}

static enum CXChildVisitResult last_operand(CXCursor n, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_isExpression(clang_getCursorKind(n)))
		*(CXCursor *)data = n;
	return CXChildVisit_Continue;
}

/* No conversions between pointers and integers (2.4.3.6). */
static void check_cast(struct checker *c, CXCursor cast, unsigned offset)
{
	CXCursor operand = clang_getNullCursor();
	CXType to = clang_getCanonicalType(clang_getCursorType(cast));

	clang_visitChildren(cast, last_operand, &operand);
	if (clang_Cursor_isNull(operand))
		return;
	CXType from = clang_getCanonicalType(clang_getCursorType(operand));
	bool from_integer = from.kind >= CXType_Bool && from.kind <= CXType_Int128 &&
	                    clang_getCursorKind(operand) != CXCursor_IntegerLiteral;
	bool to_integer = to.kind >= CXType_Bool && to.kind <= CXType_Int128;

	if ((to.kind == CXType_Pointer && from_integer) ||
	    (from.kind == CXType_Pointer && to_integer && to.kind != CXType_Bool))
		refuse(c, offset, "a conversion between a pointer and an integer in restrict(amp) code "
		       "[C++ AMP 2.4.3.6]");
}

/* Whether an expression is T(), of a type that is no class: libclang has no kind for it. */
static bool is_value_initialization(struct checker *c, CXCursor n, unsigned start, unsigned end)
{
	CXCursor operand = clang_getNullCursor();
	size_t close = token_at(&c->unit->tokens, end);

	clang_visitChildren(n, last_operand, &operand);
	return clang_Cursor_isNull(operand) && close >= 2 &&
	       c->unit->tokens.items[close - 2].offset > start &&
	       token_is(c->unit->text.data, &c->unit->tokens.items[close - 2], "(") &&
	       token_is(c->unit->text.data, &c->unit->tokens.items[close - 1], ")");
}

/* direct3d_printf and direct3d_errorf take a string literal. */
static bool takes_format(CXCursor callee)
{
	return starts_with(callee, "direct3d_") || is_named(callee, "printf");
}

/* A value of 32 bits, signed or not. What stands for a template parameter is a literal, too, and may
 * be negative. */
static bool has_32_bits(CXEvalResult value)
{
	if (clang_EvalResult_isUnsignedInt(value))
		return clang_EvalResult_getAsUnsigned(value) <= UINT32_MAX;
	long long number = clang_EvalResult_getAsLongLong(value);
	return number >= INT32_MIN && number <= (long long)UINT32_MAX;
}

/* Whether a literal is more than the largest float. Clang's <float.h> writes that with nine
 * digits, as a number that is a little larger. */
static bool exceeds_float(double literal)
{
	return literal > FLT_MAX && literal != 3.40282347e+38;
}

/* The range of literals (2.4.3.1). */
static void check_literal(struct checker *c, CXCursor literal, unsigned offset)
{
	const char *text = c->unit->text.data + offset;
	CXType type = clang_getCanonicalType(clang_getCursorType(literal));

	if (c->unit->request->language == LANGUAGE_C)
		return;
	if (clang_getCursorKind(literal) == CXCursor_IntegerLiteral) {
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

static bool points_to_bool(CXType type)
{
	type = clang_getCanonicalType(type);
	return type.kind == CXType_Pointer &&
	       clang_getCanonicalType(clang_getPointeeType(type)).kind == CXType_Bool;
}

/* Pointers to bool have no arithmetic (2.4.3.7); of a global constant there is
 * the value only, not the address (2.4.3.2). */
static void check_operator(struct checker *c, CXCursor n, unsigned offset)
{
	enum CXCursorKind kind = clang_getCursorKind(n);
	CXCursor operand = first_child(n);
	bool arithmetic = kind == CXCursor_CompoundAssignOperator;

	if (clang_Cursor_isNull(operand))
		return;
	if (kind == CXCursor_UnaryOperator) {
		enum CXUnaryOperatorKind o = clang_getCursorUnaryOperatorKind(n);

		arithmetic = o == CXUnaryOperator_PostInc || o == CXUnaryOperator_PostDec ||
		             o == CXUnaryOperator_PreInc || o == CXUnaryOperator_PreDec;
		if (o == CXUnaryOperator_AddrOf && is_global_constant(clang_getCursorReferenced(operand)))
			refuse(c, offset, "the address of a global constant in restrict(amp) code: only "
			       "its value can be used [C++ AMP 2.4.3.2]");
	} else if (kind == CXCursor_BinaryOperator) {
		enum CXBinaryOperatorKind o = clang_getCursorBinaryOperatorKind(n);

		arithmetic = o == CXBinaryOperator_Add || o == CXBinaryOperator_Sub;
	}
	if (kind == CXCursor_ArraySubscriptExpr)
		arithmetic = true;
	/* an array of bool is refused where it is declared */
	CXCursor decayed = first_child(operand);

	if (!clang_Cursor_isNull(decayed) &&
	    clang_getCanonicalType(clang_getCursorType(decayed)).kind == CXType_ConstantArray)
		return;
	if (arithmetic && points_to_bool(clang_getCursorType(operand)) &&
	    !c->unit->request->extensions && c->unit->request->language == LANGUAGE_CXX)
		refuse(c, offset, "arithmetic on a pointer to bool in restrict(amp) code "
		       "(--amp-extensions allows it) [C++ AMP 2.4.3.7]");
}

/* Whether a function or lambda in amp code says that it is not: restrict(cpu). */
static bool is_cpu_only(struct checker *c, CXCursor n, unsigned start, unsigned end)
{
	bool lambda = clang_getCursorKind(n) == CXCursor_LambdaExpr;
	unsigned name;

	if (!lambda && !cursor_offset(c->clauses, n, &name))
		return false;
	unsigned from = lambda ? start : name;
	const struct clause *clause =
		clause_in(c->clauses, from,
	                  lambda ? lambda_body(c->unit, start)
	                         : c->unit->tokens.items[declarator_end(c->unit, name, end)].offset);

	return clause && !clause->on_type && clause->restrictions == RESTRICT_CPU;
}

static enum CXChildVisitResult check_node(CXCursor n, CXCursor parent, CXClientData data);

/* A lambda or a member of a local class in amp code, which has its restrictions or
 * those of a clause of its own (2.2.1). name: where its parameters or those in front
 * of its name begin. */
static enum CXChildVisitResult check_nested(struct checker *c, CXCursor n, unsigned name,
                                            unsigned end)
{
	unsigned outer = c->restrictions;
	const struct clause *clause = clause_in(
		c->clauses, name, c->unit->tokens.items[declarator_end(c->unit, name, end)].offset);

	if (clause && !clause->on_type)
		c->restrictions = clause->restrictions;
	clang_visitChildren(n, check_node, c);
	c->restrictions = outer;
	return CXChildVisit_Continue;
}

static void check_sizeof(struct checker *c, CXCursor n)
{
	bool outer = c->in_sizeof;

	c->in_sizeof = true;
	clang_visitChildren(n, check_node, c);
	c->in_sizeof = outer;
}

/* What the parser refuses is no matter of ours, nor what follows from it: of a
 * statement that it found an error in only the lambdas are looked at, and the
 * variables that it declares are not known. */
static enum CXChildVisitResult check_broken(CXCursor n, CXCursor parent, CXClientData data)
{
	if (clang_getCursorKind(n) == CXCursor_LambdaExpr)
		return check_node(n, parent, data);
	if (clang_getCursorKind(n) == CXCursor_VarDecl)
		leave_out_variable(data, n);
	return CXChildVisit_Recurse;
}

/* Whether a node is an expression or declaration with an error of the parser's. */
static bool is_broken(struct checker *c, CXCursor n, unsigned start, unsigned end)
{
	enum CXCursorKind kind = clang_getCursorKind(n);

	return c->broken && kind != CXCursor_LambdaExpr &&
	       (clang_isExpression(kind) || kind == CXCursor_DeclStmt || kind == CXCursor_ReturnStmt) &&
	       offsets_within(&c->parse_errors, start, end);
}

static enum CXChildVisitResult check_node(CXCursor n, CXCursor parent, CXClientData data)
{
	struct checker *c = data;
	enum CXCursorKind kind = clang_getCursorKind(n);
	unsigned start, end, offset;

	if (!cursor_range(c->clauses, n, &start, &end))
		/* a default argument is code of the place where it is written */
		return kind == CXCursor_UnexposedExpr &&
		                       clang_getCursorKind(parent) == CXCursor_CallExpr
		               ? CXChildVisit_Continue
		               : CXChildVisit_Recurse;
	if (is_broken(c, n, start, end)) {
		clang_visitChildren(n, check_broken, c);
		return CXChildVisit_Continue;
	}
	/* what initializes a kernel's captures is code of the place where it is launched */
	CXCursor innermost = c->frame->function;

	if (clang_getCursorKind(innermost) == CXCursor_LambdaExpr &&
	    cursor_offset(c->clauses, innermost, &offset) && in_capture_list(c->unit, offset, start))
		return CXChildVisit_Continue;
	offset = start;
	for (size_t i = 0; i < sizeof(forbidden) / sizeof(*forbidden); i++) {
		if (forbidden[i].kind == kind) {
			refuse(c, offset, "%s in restrict(amp) code [C++ AMP %s]", forbidden[i].what,
			       forbidden[i].section);
			return CXChildVisit_Continue;
		}
	}
	switch (kind) {
	case CXCursor_CallExpr: {
		CXCursor callee = clang_getCursorReferenced(n);
		unsigned errors = c->unit->errors;

		check_call(c, n, offset);
		/* of printf("%d", i) the string is the same mistake */
		if (takes_format(callee) || starts_with(callee, "__builtin_nan") ||
		    (c->unit->errors > errors && clang_getCursorKind(callee) == CXCursor_FunctionDecl &&
		     (!clang_Location_isFromMainFile(clang_getCursorLocation(callee)) ||
		      is_undeclared(c, callee))))
			return CXChildVisit_Continue;
		if (clang_getCursorKind(clang_getCursorReferenced(n)) == CXCursor_Constructor &&
		    !is_dependent(clang_getCursorType(n)))
			check_type(c, clang_getCursorType(n), offset, "an object", "");
		check_temporary(c, n, parent, offset);
		break;
	}
	case CXCursor_VarDecl:
		if (cursor_offset(c->clauses, n, &offset) && !check_variable(c, n, offset))
			return CXChildVisit_Continue;
		break;
	case CXCursor_ParmDecl:
		if (!check_parameter(c, n))
			return CXChildVisit_Continue;
		break;
	case CXCursor_StringLiteral:
		if (c->unit->request->language == LANGUAGE_C &&
		    (clang_getCursorKind(parent) == CXCursor_VarDecl ||
		     clang_getCursorKind(parent) == CXCursor_InitListExpr))
			break; /* the characters of an array: a pointer's would be converted */
		refuse(c, offset, "a string literal in restrict(amp) code [C++ AMP 2.4.3.1]");
		break;
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXReinterpretCastExpr:
	case CXCursor_CXXConstCastExpr:
		check_cast(c, n, offset);
		if (!is_dependent(clang_getCursorType(n)))
			check_type(c, clang_getCursorType(n), offset, "a conversion to an object", "");
		if (!casts_to_reference(c, offset))
			check_temporary(c, n, parent, offset);
		break;
	case CXCursor_UnexposedExpr:
		if (is_value_initialization(c, n, start, end) && !is_dependent(clang_getCursorType(n)))
			check_type(c, clang_getCursorType(n), offset, "a conversion to an object", "");
		break;
	case CXCursor_DeclRefExpr:
		check_reference(c, n, parent, offset);
		break;
	case CXCursor_InitListExpr:
		if (c->unit->request->language == LANGUAGE_CXX)
			check_aggregate(c, n, start, end);
		break;
	case CXCursor_UnaryExpr:
		check_sizeof(c, n);
		return CXChildVisit_Continue;
	case CXCursor_IntegerLiteral:
	case CXCursor_FloatingLiteral:
		check_literal(c, n, offset);
		break;
	case CXCursor_UnaryOperator:
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
	case CXCursor_ArraySubscriptExpr:
		check_operator(c, n, offset);
		break;
	case CXCursor_LambdaExpr:
		if (is_cpu_only(c, n, start, end))
			return CXChildVisit_Continue;
		check_inner_lambda(c, n, start, end);
		return check_nested(c, n, start, end);
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
	case CXCursor_FunctionTemplate:
		if (is_cpu_only(c, n, start, end)) {
			clang_visitChildren(n, check_cpu_code, c);
			return CXChildVisit_Continue;
		}
		if (cursor_offset(c->clauses, n, &offset))
			return check_nested(c, n, offset, end);
		break;
	case CXCursor_TypedefDecl:
		return declares_nothing(n) ? CXChildVisit_Recurse : CXChildVisit_Continue;
	case CXCursor_FunctionDecl:
	case CXCursor_TypeAliasDecl:
	case CXCursor_StaticAssert:
		return CXChildVisit_Continue;
	default:
		break;
	}
	return CXChildVisit_Recurse;
}

/* Parameters, result and body of an amp function, once. */
void check_body(struct checker *c, CXCursor function, CXCursor body)
{
	unsigned start = 0, end = 0;

	cursor_range(c->clauses, body, &start, &end);
	if (!cursors_add(&c->done, function, NULL))
		return;
	unsigned outer = c->restrictions;
	bool outer_broken = c->broken;
	enum CXCursorKind kind = clang_getCursorKind(function);
	const struct clause *clause = kind == CXCursor_LambdaExpr || kind == CXCursor_BlockExpr
	                                      ? clause_in(c->clauses, start, lambda_body(c->unit, start))
	                                      : NULL;

	c->restrictions = clause ? clause->restrictions : cursor_restrictions(function);
	c->broken = offsets_within(&c->parse_errors, start, end);
	if (is_function(clang_getCursorKind(function)))
		check_result_type(c, function);
	if (function_kind(function) == CXCursor_Constructor && !is_implicit(function) &&
	    c->unit->request->language == LANGUAGE_CXX)
		check_initialized_members(c, function);
	clang_visitChildren(body, check_node, c);
	c->restrictions = outer;
	c->broken = outer_broken;
}

/* Qualifiers of an amp function or lambda, whose declarator is the tokens
 * [first, end). */
void check_qualifiers(struct checker *c, size_t first, size_t end)
{
	const struct token *t = c->unit->tokens.items;

	for (size_t i = first; i < end; i = token_skip_group(t, i)) {
		if (token_is(c->unit->text.data, &t[i], "throw"))
			refuse(c, t[i].offset,
			       "an exception specification on a function that is restrict(amp) "
			       "[C++ AMP 2.4.2]");
		else if (token_is(c->unit->text.data, &t[i], "volatile"))
			refuse(c, t[i].offset,
			       "a volatile function that is restrict(amp) [C++ AMP 2.4.1.1]");
	}
}

/* Whether a function is declared in extern "C": not in extern "C++". */
static bool has_c_linkage(struct checker *c, CXCursor function)
{
	CXCursor linkage = clang_getCursorLexicalParent(function);
	unsigned start, end;

	if (clang_getCursorKind(linkage) != CXCursor_LinkageSpec ||
	    !cursor_range(c->clauses, linkage, &start, &end))
		return false;
	return token_is(c->unit->text.data,
	                &c->unit->tokens.items[token_at(&c->unit->tokens, start) + 1], "\"C\"");
}

/* What stands around the parameters of an amp function, and its class. */
static void check_declarator(struct checker *c, CXCursor function, unsigned offset)
{
	CXCursor class = clang_getCursorSemanticParent(function);

	check_qualifiers(c, token_at(&c->unit->tokens, offset),
	                 declarator_end(c->unit, offset, c->unit->text.len));
	if (clang_Cursor_isVariadic(function))
		refuse(c, offset, "a function with an ellipsis cannot be restrict(amp) [C++ AMP 2.4.2]");
	if (c->unit->request->language == LANGUAGE_CXX && has_c_linkage(c, function) &&
	    cursor_restrictions(function) == (RESTRICT_CPU | RESTRICT_AMP))
		refuse(c, offset, "an extern \"C\" function has one restriction only [C++ AMP 2.4.2]");
	else if (c->unit->request->language == LANGUAGE_CXX && has_c_linkage(c, function) &&
	         has_overload(c->overloads, function, false))
		refuse(c, offset, "extern \"C\" functions cannot differ in restriction only [C++ AMP 2.4.2]");
	unsigned class_offset = UINT_MAX;

	if (is_class(clang_getCursorKind(class)))
		cursor_offset(c->clauses, class, &class_offset);
	if (clang_CXXMethod_isVirtual(function)) {
		refuse(c, offset, "a virtual function cannot be restrict(amp) [C++ AMP 2.4.1.3]");
		offsets_add(&c->refused_classes, class_offset);
	} else if (!clang_CXXMethod_isStatic(function) && !is_lambda_call(function) &&
	           (clang_getCursorKind(class) == CXCursor_ClassDecl ||
	            clang_getCursorKind(class) == CXCursor_StructDecl)) {
		const char *problem = class_problem(c, clang_getCursorType(class), 0);
		char *name = take_string(clang_getCursorSpelling(class));

		if (problem && offsets_add(&c->refused_classes, class_offset))
			refuse_type(c, clang_getCursorType(class), offset, "a member function of '%s' "
			            "cannot be restrict(amp): %s [C++ AMP 2.4.1.3]", name, problem);
		free(name);
	}
}

void check_function(struct checker *c, CXCursor function)
{
	unsigned offset;

	if (!cursor_offset(c->clauses, function, &offset))
		return;
	check_declarator(c, function, offset);
	struct frame frame = {function, NULL, 0};

	c->frame = &frame;
	c->tile_static_size = 0;
	c->substituted.kind = CXType_Invalid;
	check_body(c, function, function);
	c->frame = NULL;
}
