/* The rules of restrict(amp) that the parser does not know (specification 2.4).
 *
 * Every function with amp in its restrictions is checked, its instantiations as
 * they are called, and every kernel lambda. clang's CUDA rules have already
 * refused calls between functions whose restrictions never meet; here are the
 * subset of the language, the types, the captures, and calls from functions
 * that are restrict(cpu,amp). */
#include "ampcc.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A function that is being checked, and who called it. */
struct frame {
	CXCursor function;
	const struct frame *caller;
};

struct checker {
	struct unit *unit;
	const struct clauses *clauses;
	const struct overloads *overloads;
	CXTranslationUnit tu;
	CXCursor *done; /* functions whose bodies were checked */
	size_t n_done;
	unsigned *reported; /* places of errors: one for each */
	size_t n_reported;
	CXCursor *refused; /* variables with an error: their uses are no others */
	size_t n_refused;
	long long tile_static_size; /* of the kernel or function at hand */
	const struct frame *frame; /* innermost */
	unsigned last_offset;      /* of the statement or declaration at hand */
};

/* ---- Messages ----------------------------------------------------------- */

static bool already_reported(struct checker *c, unsigned offset)
{
	for (size_t i = 0; i < c->n_reported; i++) {
		if (c->reported[i] == offset)
			return true;
	}
	c->reported = xrealloc(c->reported, (c->n_reported + 1) * sizeof(*c->reported));
	c->reported[c->n_reported++] = offset;
	return false;
}

static void refuse_variable(struct checker *c, CXCursor variable)
{
	c->refused = xrealloc(c->refused, (c->n_refused + 1) * sizeof(*c->refused));
	c->refused[c->n_refused++] = variable;
}

static bool is_refused(const struct checker *c, CXCursor variable)
{
	for (size_t i = 0; i < c->n_refused; i++) {
		if (clang_equalCursors(c->refused[i], variable))
			return true;
	}
	return false;
}

#define refuse(c, offset, ...) \
	do { \
		if (!already_reported(c, offset)) { \
			diagnose((c)->unit, SEVERITY_ERROR, offset, __VA_ARGS__); \
			note_calls((c)->unit, offset); \
		} \
	} while (0)

#define refuse_with_fix(c, offset, at, fix, ...) \
	do { \
		if (!already_reported(c, offset)) { \
			diagnose_with_fix((c)->unit, SEVERITY_ERROR, offset, at, fix, __VA_ARGS__); \
			note_calls((c)->unit, offset); \
		} \
	} while (0)

/* ---- Types (2.4.1) ------------------------------------------------------ */

enum type_place { PLACE_VARIABLE, PLACE_MEMBER, PLACE_ELEMENT, PLACE_POINTEE };

static const char *type_problem(struct checker *c, CXType type, enum type_place place, int depth);

struct class_problem {
	struct checker *checker;
	const char *problem;
	int depth;
};

static bool is_amp_library(CXCursor declaration)
{
	if (clang_getCursorLanguage(declaration) == CXLanguage_C) {
		char *name = take_string(clang_getCursorSpelling(declaration));
		bool ours = !strncmp(name, "amp_", 4);

		free(name);
		if (ours)
			return true;
	}
	char *scope = take_string(clang_getCursorSpelling(clang_getCursorSemanticParent(declaration)));
	bool yes = !strcmp(scope, "Concurrency") || !strcmp(scope, "graphics") ||
	           !strcmp(scope, "details");

	free(scope);
	return yes;
}

static enum CXVisitorResult check_field(CXCursor field, CXClientData data)
{
	struct class_problem *p = data;
	CXType type = clang_getCanonicalType(clang_getCursorType(field));

	if (clang_Cursor_isBitField(field)) {
		p->problem = "it has a bit field";
	} else if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference) {
		CXCursor d = clang_getTypeDeclaration(clang_getPointeeType(type));

		if (!is_amp_library(d))
			p->problem = "it has a reference to something other than an array or a texture";
	} else {
		p->problem = type_problem(p->checker, type, PLACE_MEMBER, p->depth + 1);
	}
	return p->problem ? CXVisit_Break : CXVisit_Continue;
}

static enum CXChildVisitResult check_member(CXCursor m, CXCursor parent, CXClientData data)
{
	struct class_problem *p = data;
	enum CXCursorKind kind = clang_getCursorKind(m);

	(void)parent;
	if (kind == CXCursor_CXXBaseSpecifier) {
		if (clang_isVirtualBase(m))
			p->problem = "it has a virtual base class";
		else
			p->problem = type_problem(p->checker, clang_getCursorType(m), PLACE_MEMBER,
			                          p->depth + 1);
	} else if (kind == CXCursor_CXXMethod && clang_CXXMethod_isVirtual(m)) {
		p->problem = "it has a virtual function";
	} else if (kind == CXCursor_Destructor && clang_CXXMethod_isVirtual(m)) {
		p->problem = "it has a virtual destructor";
	}
	return p->problem ? CXChildVisit_Break : CXChildVisit_Continue;
}

static const char *class_problem(struct checker *c, CXType type, int depth)
{
	CXCursor declaration = clang_getTypeDeclaration(type);
	CXCursor definition = clang_getCursorDefinition(declaration);
	struct class_problem p = {c, NULL, depth};

	if (is_amp_library(declaration) || clang_Cursor_isNull(definition) || depth > 16)
		return NULL;
	clang_Type_visitFields(type, check_field, &p);
	if (!p.problem) {
		/* an instantiation has no members to visit: its template has */
		CXCursor template = clang_getSpecializedCursorTemplate(definition);

		clang_visitChildren(definition, check_member, &p);
		if (!p.problem && !clang_Cursor_isNull(template))
			clang_visitChildren(template, check_member, &p);
	}
	return p.problem;
}

/* Why a type cannot be used in amp code, or NULL if it can. */
static const char *type_problem(struct checker *c, CXType type, enum type_place place, int depth)
{
	/* C has no specification that leaves out the smaller integers */
	bool extensions = c->unit->request->extensions || c->unit->request->language == LANGUAGE_C;

	type = clang_getCanonicalType(type);
	if (clang_isVolatileQualifiedType(type))
		return "volatile is not supported";
	if (place == PLACE_ELEMENT && !extensions && clang_Type_getSizeOf(type) > 0 &&
	    clang_Type_getSizeOf(type) % 4)
		return "the size of an element of an array must be a multiple of 4 bytes "
		       "(--amp-extensions allows others)";
	switch (type.kind) {
	case CXType_Char_U:
	case CXType_UChar:
	case CXType_Char_S:
	case CXType_SChar:
	case CXType_Char16:
	case CXType_Char32:
	case CXType_WChar:
	case CXType_Short:
	case CXType_UShort:
	case CXType_LongLong:
	case CXType_ULongLong:
		return extensions ? NULL
		                  : "the only integer types are int, long, their unsigned forms and bool "
		                    "(--amp-extensions allows the others)";
	case CXType_Int128:
	case CXType_UInt128:
	case CXType_LongDouble:
	case CXType_Float128:
	case CXType_Half:
		return "the only floating types are float and double";
	case CXType_Enum:
		return type_problem(c, clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)),
		                    place, depth);
	case CXType_Pointer: {
		CXType pointee = clang_getCanonicalType(clang_getPointeeType(type));

		if (pointee.kind == CXType_FunctionProto || pointee.kind == CXType_FunctionNoProto)
			return "pointers to functions are not supported";
		if (place == PLACE_MEMBER)
			return "a class with a pointer in it is not supported";
		if (place == PLACE_ELEMENT)
			return "an array of pointers is not supported";
		if (place == PLACE_POINTEE || pointee.kind == CXType_Pointer)
			return "a pointer to a pointer is not supported";
		return type_problem(c, pointee, PLACE_POINTEE, depth);
	}
	case CXType_Complex:
		return "complex numbers are not supported";
	case CXType_Atomic:
		return "_Atomic is not supported; see amp_atomic_fetch_add()";
	case CXType_MemberPointer:
		if (clang_getCanonicalType(clang_getPointeeType(type)).kind == CXType_FunctionProto)
			return "pointers to member functions are not supported";
		if (place == PLACE_MEMBER || place == PLACE_ELEMENT)
			return "a class with a pointer to a member in it is not supported";
		return NULL;
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		return "references to functions are not supported";
	case CXType_LValueReference:
	case CXType_RValueReference: {
		CXType referee = clang_getCanonicalType(clang_getPointeeType(type));

		return type_problem(c, referee, PLACE_VARIABLE, depth);
	}
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
		return type_problem(c, clang_getArrayElementType(type), PLACE_ELEMENT, depth);
	case CXType_VariableArray:
		return "the length of an array must be a constant";
	case CXType_Record:
		return class_problem(c, type, depth);
	default:
		return NULL;
	}
}

static void check_type(struct checker *c, CXType type, unsigned offset, const char *what,
                       const char *name)
{
	const char *problem = type_problem(c, type, PLACE_VARIABLE, 0);

	if (!problem)
		return;
	char *spelling = take_string(clang_getTypeSpelling(type));

	refuse(c, offset, "%s%s%s%s of type '%s' in restrict(amp) code: %s [C++ AMP 2.4.1]", what,
	       *name ? " '" : "", name, *name ? "'" : "", spelling, problem);
	free(spelling);
}

/* ---- Statements and expressions (2.4.3) ---------------------------------- */

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

static bool is_dependent(CXType type)
{
	return type.kind == CXType_Dependent || type.kind == CXType_Unexposed;
}

static void check_body(struct checker *c, CXCursor function, CXCursor body);
static void check_inner_lambda(struct checker *c, CXCursor lambda, unsigned start, unsigned end);
static void check_qualifiers(struct checker *c, size_t first, size_t end);

/* Whether a declaration says constexpr or consteval. */
static bool is_constexpr(CXCursor function)
{
	char *s = take_string(clang_getCursorPrettyPrinted(function, NULL));
	bool yes = strstr(s, "constexpr ") || strstr(s, "consteval ");

	free(s);
	return yes;
}

static bool is_implicit(CXCursor function)
{
	return clang_CXXMethod_isDefaulted(function) ||
	       clang_equalLocations(clang_getCursorLocation(function),
	                            clang_getCursorLocation(
					    clang_getCursorSemanticParent(function)));
}

static bool is_lambda_call(CXCursor function)
{
	char *s = take_string(clang_getTypeSpelling(
		clang_getCursorType(clang_getCursorSemanticParent(function))));
	bool yes = strstr(s, "(lambda at") != NULL;

	free(s);
	return yes;
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

/* What isnan() and its like are in C, where gcc expands the macros. */
static bool is_c_classification(CXCursor callee)
{
	static const char *const names[] = {"__builtin_is", "__builtin_inf", "__builtin_huge_val",
	                                    "__builtin_nan", "__builtin_signbit"};
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
		return is_c_classification(callee);
	if (clang_Location_isFromMainFile(clang_getCursorLocation(callee)))
		return false;
	char *name = take_string(clang_getCursorSpelling(callee));
	bool found = is_math_name(name);

	free(name);
	return found;
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

struct default_argument {
	struct checker *checker;
	CXCursor callee;
	unsigned offset; /* of the call */
};

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
	char *name = take_string(clang_getCursorSpelling(d->callee));

	if (!already_reported(c, d->offset)) {
		diagnose(c->unit, SEVERITY_ERROR, d->offset,
		         "the call uses a default argument of '%s' that calls a restrict(cpu) function "
		         "[C++ AMP 2.3]",
		         name);
		diagnose(c->unit, SEVERITY_NOTE, start, "the default argument is here");
		note_calls(c->unit, d->offset);
	}
	free(name);
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

static void check_call(struct checker *c, CXCursor call, unsigned offset)
{
	CXCursor callee = clang_getCursorReferenced(call);

	if (clang_Cursor_isNull(callee))
		return; /* dependent, or an operator of a built-in type */
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
	if (!is_function(kind))
		return;
	/* of an instantiation, the attributes are its own */
	bool amp = cursor_restrictions(callee) & RESTRICT_AMP;

	if (!amp && (has_overload(c->overloads, callee, true) || is_math(c, callee)))
		return; /* the call means the amp one in amp code */
	if (!amp && !is_implicit(callee) && !is_lambda_call(callee) && !is_constexpr(callee) &&
	    !inside_amp_code(c, callee)) {
		CXCursor template = clang_getSpecializedCursorTemplate(callee);

		if (clang_Cursor_isNull(template) ||
		    !(cursor_restrictions(template) & RESTRICT_AMP || is_constexpr(template))) {
			char *name = take_string(clang_getCursorDisplayName(callee));
			unsigned at;

			struct refused_use use = {c, false};

			clang_visitChildren(call, find_refused, &use);
			if (use.found || already_reported(c, offset)) {
				free(name);
				return;
			}
			diagnose(c->unit, SEVERITY_ERROR, offset,
			         "call to '%s', which is restrict(cpu), from a function that is "
			         "restrict(amp) [C++ AMP 2.3]",
			         name);
			if (cursor_offset(c->clauses, callee, &at))
				note_declaration(c->unit, at, name, true);
			note_calls(c->unit, offset);
			free(name);
			return;
		}
	}
	check_default_arguments(c, call, callee, offset);
	/* recursion, direct or mutual (2.4.3.7) */
	for (const struct frame *f = c->frame; f; f = f->caller) {
		if (clang_equalCursors(clang_getCanonicalCursor(f->function),
		                       clang_getCanonicalCursor(callee))) {
			char *name = take_string(clang_getCursorDisplayName(callee));

			refuse(c, offset, "recursion through '%s' in restrict(amp) code [C++ AMP 2.4.3]",
			       name);
			free(name);
			return;
		}
	}
	CXCursor definition = clang_getCursorDefinition(callee);

	if (clang_Cursor_isNull(definition) ||
	    !clang_Location_isFromMainFile(clang_getCursorLocation(definition)))
		return;
	struct frame frame = {definition, c->frame};

	c->frame = &frame;
	check_body(c, definition, definition);
	c->frame = frame.caller;
}

static bool holds_container(CXType type, int depth);

static enum CXVisitorResult field_holds_container(CXCursor field, CXClientData data)
{
	bool *found = data;

	*found = holds_container(clang_getCursorType(field), 1);
	return *found ? CXVisit_Break : CXVisit_Continue;
}

static enum CXChildVisitResult base_holds_container(CXCursor n, CXCursor parent, CXClientData data)
{
	bool *found = data;

	(void)parent;
	if (clang_getCursorKind(n) == CXCursor_CXXBaseSpecifier)
		*found |= holds_container(clang_getCursorType(n), 1);
	return CXChildVisit_Continue;
}

/* Whether a class is, has or derives from an array, a view or a texture. */
static bool holds_container(CXType type, int depth)
{
	static const char *const names[] = {"array", "array_view", "texture", "texture_view",
	                                    "writeonly_texture_view"};
	bool found = false;

	type = clang_getCanonicalType(type);
	while (type.kind == CXType_ConstantArray || type.kind == CXType_LValueReference)
		type = type.kind == CXType_ConstantArray ? clang_getArrayElementType(type)
		                                         : clang_getPointeeType(type);
	CXCursor d = clang_getTypeDeclaration(type);

	if (type.kind != CXType_Record || depth > 16)
		return false;
	if (is_amp_library(d)) {
		char *name = take_string(clang_getCursorSpelling(d));

		for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
			found |= !strcmp(name, names[i]);
		free(name);
		return found;
	}
	clang_Type_visitFields(type, field_holds_container, &found);
	if (!found)
		clang_visitChildren(clang_getCursorDefinition(d), base_holds_container, &found);
	return found;
}

static enum CXChildVisitResult find_shared(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	*(bool *)data |= clang_getCursorKind(c) == CXCursor_CUDASharedAttr;
	if (clang_getCursorKind(c) == CXCursor_AnnotateAttr) { /* C */
		char *name = take_string(clang_getCursorSpelling(c));

		*(bool *)data |= !strcmp(name, "amp:tile_static");
		free(name);
	}
	return CXChildVisit_Continue;
}

static bool is_tile_static(CXCursor variable)
{
	bool found = false;

	clang_visitChildren(variable, find_shared, &found);
	return found;
}

/* The class that a type names, behind references: "array", "vector". */
static char *class_name(CXType type)
{
	type = clang_getCanonicalType(type);
	if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference)
		type = clang_getPointeeType(type);
	return take_string(clang_getCursorSpelling(clang_getTypeDeclaration(type)));
}

static bool amp_destroys(CXType type, int depth);

struct destruction {
	bool declared, amp; /* a destructor, and one with restrict(amp) */
	bool base_is_cpu;   /* a base class or member has none for amp code */
	int depth;
};

static enum CXChildVisitResult find_destructor(CXCursor n, CXCursor parent, CXClientData data)
{
	struct destruction *d = data;
	enum CXCursorKind kind = clang_getCursorKind(n);

	(void)parent;
	if (kind == CXCursor_Destructor && !clang_CXXMethod_isDefaulted(n) && !is_implicit(n)) {
		d->declared = true;
		d->amp |= (cursor_restrictions(n) & RESTRICT_AMP) != 0;
	} else if (kind == CXCursor_FieldDecl || kind == CXCursor_CXXBaseSpecifier) {
		d->base_is_cpu |= !amp_destroys(clang_getCursorType(n), d->depth + 1);
	}
	return CXChildVisit_Continue;
}

/* Whether amp code can destroy objects of a type: a destructor that is not
 * declared has the restrictions that those of bases and members share (2.2.2). */
static bool amp_destroys(CXType type, int depth)
{
	struct destruction d = {.depth = depth};

	type = clang_getCanonicalType(type);
	while (type.kind == CXType_ConstantArray)
		type = clang_getArrayElementType(type);
	CXCursor class = clang_getCursorDefinition(clang_getTypeDeclaration(type));

	if (type.kind != CXType_Record || depth > 16 || clang_Cursor_isNull(class) ||
	    is_amp_library(class) || inside_amp_code(NULL, class))
		return true;
	CXCursor template = clang_getSpecializedCursorTemplate(class);

	clang_visitChildren(class, find_destructor, &d);
	if (!d.declared && !clang_Cursor_isNull(template)) /* instantiated as needed */
		clang_visitChildren(template, find_destructor, &d);
	return d.declared ? d.amp : !d.base_is_cpu;
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
	bool tile_static = is_tile_static(v);
	CXType type = clang_getCanonicalType(clang_getCursorType(v));

	while (type.kind == CXType_ConstantArray)
		type = clang_getArrayElementType(type);
	if (tile_static && (type.kind == CXType_Pointer || type.kind == CXType_NullPtr ||
	                    type.kind == CXType_LValueReference))
		refuse(c, offset, "tile_static variable '%s' is a %s [C++ AMP 2.4.3.5.1]", name,
		       type.kind == CXType_LValueReference ? "reference" : "pointer");
	else if (tile_static && holds_container(type, 0))
		refuse(c, offset, "tile_static variable '%s' holds an array_view or a texture "
		       "[C++ AMP 2.4.3.5.1]", name);
	if (tile_static) {
		const struct token *t = &c->unit->tokens.items[token_at(&c->unit->tokens, offset) + 1];

		while (token_is(c->unit->text.data, t, "[") && t->match > t - c->unit->tokens.items)
			t = &c->unit->tokens.items[t->match + 1];
		if (token_is(c->unit->text.data, t, "=") || token_is(c->unit->text.data, t, "{") ||
		    token_is(c->unit->text.data, t, "("))
			refuse(c, t->offset, "tile_static variable '%s' has an initializer "
			       "[C++ AMP 2.4.3.5.1]", name);
	}
	if (!is_dependent(clang_getCursorType(v)))
		check_type(c, clang_getCursorType(v), offset, "variable", name);
	if (tile_static)
		add_tile_static(c, v, offset);
	if (!tile_static && !amp_destroys(clang_getCursorType(v), 0)) {
		char *class = class_name(type);

		refuse(c, offset, "variable '%s' in restrict(amp) code: the destructor of '%s' is "
		       "restrict(cpu) [C++ AMP 2.2.2]", name, class);
		free(class);
	}
	if (storage == CX_SC_Static && !tile_static)
		refuse(c, offset, "static variable '%s' in restrict(amp) code [C++ AMP 2.4.3.5]", name);
	else if (clang_getCursorTLSKind(v) != CXTLS_None)
		refuse(c, offset, "thread_local variable '%s' in restrict(amp) code [C++ AMP 2.4.3.5]",
		       name);
	free(name);
	if (c->unit->errors > errors)
		refuse_variable(c, v);
	return c->unit->errors == errors;
}

/* A constant at namespace or class scope in the user's text. */
static bool is_global_constant(CXCursor v)
{
	if (clang_getCursorKind(v) != CXCursor_VarDecl || is_local(v) ||
	    !clang_Location_isFromMainFile(clang_getCursorLocation(v)))
		return false;
	return clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(v)));
}

static void check_reference(struct checker *c, CXCursor reference, unsigned offset)
{
	CXCursor v = clang_getCursorReferenced(reference);

	if (clang_Cursor_isNull(v) || clang_getCursorKind(v) != CXCursor_VarDecl || is_refused(c, v))
		return;
	CXCursor scope = clang_getCursorSemanticParent(v);
	enum CXCursorKind kind = clang_getCursorKind(scope);
	bool global = kind == CXCursor_TranslationUnit || kind == CXCursor_Namespace ||
	              is_class(kind) || kind == CXCursor_LinkageSpec;
	CXType type = clang_getCursorType(v);
	bool is_static = clang_Cursor_getStorageClass(v) == CX_SC_Static;

	if (!global && !is_static)
		return;
	CXType canonical = clang_getCanonicalType(type);
	bool array = c->unit->request->language == LANGUAGE_CXX &&
	             (canonical.kind == CXType_ConstantArray ||
	              canonical.kind == CXType_IncompleteArray);

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

/* direct3d_printf and direct3d_errorf take a string literal. */
static bool takes_format(CXCursor callee)
{
	char *name = take_string(clang_getCursorSpelling(callee));
	bool yes = !strncmp(name, "direct3d_", 9) || !strcmp(name, "printf");

	free(name);
	return yes;
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
		    clang_EvalResult_getAsUnsigned(value) > UINT32_MAX &&
		    !c->unit->request->extensions)
			refuse(c, offset, "an integer literal of more than 32 bits in restrict(amp) "
			       "code (--amp-extensions allows it) [C++ AMP 2.4.3.1]");
		clang_EvalResult_dispose(value);
	} else if ((type.kind == CXType_Float && strtod(text, NULL) > FLT_MAX) ||
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

static enum CXChildVisitResult first_operand(CXCursor n, CXCursor parent, CXClientData data)
{
	(void)parent;
	*(CXCursor *)data = n;
	return CXChildVisit_Break;
}

/* Pointers to bool have no arithmetic (2.4.3.7); of a global constant there is
 * the value only, not the address (2.4.3.2). */
static void check_operator(struct checker *c, CXCursor n, unsigned offset)
{
	enum CXCursorKind kind = clang_getCursorKind(n);
	CXCursor operand = clang_getNullCursor();
	bool arithmetic = kind == CXCursor_CompoundAssignOperator;

	clang_visitChildren(n, first_operand, &operand);
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
	CXCursor decayed = clang_getNullCursor();

	clang_visitChildren(operand, first_operand, &decayed);
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
	offset = start;
	for (size_t i = 0; i < sizeof(forbidden) / sizeof(*forbidden); i++) {
		if (forbidden[i].kind == kind) {
			refuse(c, offset, "%s in restrict(amp) code [C++ AMP %s]", forbidden[i].what,
			       forbidden[i].section);
			return CXChildVisit_Continue;
		}
	}
	switch (kind) {
	case CXCursor_CallExpr:
		check_call(c, n, offset);
		if (takes_format(clang_getCursorReferenced(n)))
			return CXChildVisit_Continue;
		if (clang_getCursorKind(clang_getCursorReferenced(n)) == CXCursor_Constructor &&
		    !is_dependent(clang_getCursorType(n)))
			check_type(c, clang_getCursorType(n), offset, "an object", "");
		break;
	case CXCursor_VarDecl:
		if (cursor_offset(c->clauses, n, &offset) && !check_variable(c, n, offset))
			return CXChildVisit_Continue;
		break;
	case CXCursor_StringLiteral:
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
		break;
	case CXCursor_DeclRefExpr:
		check_reference(c, n, offset);
		break;
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
		break;
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
	case CXCursor_FunctionTemplate:
		if (is_cpu_only(c, n, start, end))
			return CXChildVisit_Continue;
		break;
	case CXCursor_FunctionDecl:
	case CXCursor_TypedefDecl:
	case CXCursor_TypeAliasDecl:
	case CXCursor_StaticAssert:
		return CXChildVisit_Continue;
	default:
		break;
	}
	return CXChildVisit_Recurse;
}

/* Parameters, result and body of an amp function, once. */
static void check_body(struct checker *c, CXCursor function, CXCursor body)
{
	unsigned start, end;

	/* what follows from the parser's errors is no news */
	if (cursor_range(c->clauses, body, &start, &end) &&
	    parse_error_in(c->unit, c->clauses, c->tu, start, end))
		return;
	for (size_t i = 0; i < c->n_done; i++) {
		if (clang_equalCursors(c->done[i], function))
			return;
	}
	c->done = xrealloc(c->done, (c->n_done + 1) * sizeof(*c->done));
	c->done[c->n_done++] = function;
	clang_visitChildren(body, check_node, c);
}

/* Qualifiers of an amp function or lambda, whose declarator is the tokens
 * [first, end). */
static void check_qualifiers(struct checker *c, size_t first, size_t end)
{
	const struct token *t = c->unit->tokens.items;

	for (size_t i = first; i < end; i = t[i].match > (int)i ? (size_t)t[i].match + 1 : i + 1) {
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
	if (clang_CXXMethod_isVirtual(function)) {
		refuse(c, offset, "a virtual function cannot be restrict(amp) [C++ AMP 2.4.1.3]");
	} else if (!clang_CXXMethod_isStatic(function) &&
	           (clang_getCursorKind(class) == CXCursor_ClassDecl ||
	            clang_getCursorKind(class) == CXCursor_StructDecl)) {
		const char *problem = class_problem(c, clang_getCursorType(class), 0);
		char *name = take_string(clang_getCursorSpelling(class));

		if (problem)
			refuse(c, offset, "a member function of '%s' cannot be restrict(amp): %s "
			       "[C++ AMP 2.4.1.3]", name, problem);
		free(name);
	}
}

static void check_function(struct checker *c, CXCursor function)
{
	unsigned offset;
	CXType type = clang_getCursorType(function);
	CXType result = clang_getResultType(type);

	if (!cursor_offset(c->clauses, function, &offset))
		return;
	if (result.kind != CXType_Invalid && !is_dependent(result))
		check_type(c, result, offset, "result", "");
	for (int i = 0; i < clang_Cursor_getNumArguments(function); i++) {
		CXCursor p = clang_Cursor_getArgument(function, i);
		char *name = take_string(clang_getCursorSpelling(p));
		unsigned at;

		if (cursor_offset(c->clauses, p, &at) && !is_dependent(clang_getCursorType(p)))
			check_type(c, clang_getCursorType(p), at, "parameter", name);
		free(name);
	}
	check_declarator(c, function, offset);
	struct frame frame = {function, NULL};

	c->frame = &frame;
	c->tile_static_size = 0;
	check_body(c, function, function);
	c->frame = NULL;
}

static enum CXChildVisitResult first_child(CXCursor n, CXCursor parent, CXClientData data)
{
	(void)parent;
	*(CXCursor *)data = n;
	return CXChildVisit_Break;
}

/* ---- Captures (7.1) ------------------------------------------------------- */

struct capture_check {
	struct checker *checker;
	bool inner; /* a lambda in amp code (2.4.3.3): it has no array_view to ask for */
	struct captures captures;
	unsigned start, end; /* of the lambda */
	struct strings done;
	bool by_default, this_object; /* said of [&], of `this`: one mistake each */
};

static bool is_listed(const struct strings *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++) {
		if (!strcmp(names->items[i], name))
			return true;
	}
	return false;
}

static void check_capture(struct capture_check *k, CXCursor variable, unsigned offset)
{
	struct checker *c = k->checker;
	CXType type = clang_getCanonicalType(clang_getCursorType(variable));
	char *name = take_string(clang_getCursorSpelling(variable));
	char *class = class_name(type);
	bool by_reference = captures_by_reference(&k->captures, name);
	bool container = (!strcmp(class, "array") || !strcmp(class, "texture")) &&
	                 is_amp_library(clang_getTypeDeclaration(clang_getNonReferenceType(type)));
	CXType value = clang_getNonReferenceType(type);
	unsigned errors = c->unit->errors;

	if (is_dependent(value) || value.kind == CXType_Auto) {
		; /* known once the template is instantiated */
	} else if (k->inner) {
		if (by_reference && !container && !c->unit->request->extensions)
			refuse(c, offset, "'%s' is captured by reference; only arrays and textures can "
			       "be: write [=] or [%s] (--amp-extensions allows it) [C++ AMP 2.4.3.3]",
			       name, name);
		else if (!by_reference && value.kind == CXType_Pointer && !c->unit->request->extensions)
			refuse(c, offset, "the pointer '%s' is captured, which a lambda in restrict(amp) "
			       "code cannot do (--amp-extensions allows it) [C++ AMP 2.4.3.3]", name);
	} else if (container && !by_reference) {
		refuse(c, offset, "'%s' is captured by value; %s can be captured by reference only: "
		       "write [&%s] [C++ AMP 7.1]", name, class, name);
	} else if (by_reference && !container && k->captures.default_capture == '&' &&
	           !is_listed(&k->captures.by_reference, name)) {
		if (!k->by_default)
			refuse_with_fix(c, offset, k->start + 1, "=", "'%s' is captured by reference; "
			                "only arrays and textures can be: write [=], with [=, &name] "
			                "for those [C++ AMP 7.1]", name);
		k->by_default = true;
	} else if (by_reference && !container) {
		refuse(c, offset, "'%s' is captured by reference; only arrays and textures can be: "
		       "write [=] or [%s] [C++ AMP 7.1]", name, name);
	} else if (!strcmp(class, "vector") || !strcmp(class, "basic_string")) {
		refuse(c, offset, "'%s' is in host memory, which a kernel cannot reach: capture an "
		       "array_view over it [C++ AMP 7.1]", name);
	} else if (value.kind == CXType_Pointer) {
		refuse(c, offset, "the pointer '%s' is captured; a kernel cannot reach what it points "
		       "to: capture an array_view over it [C++ AMP 7.1]", name);
	} else if (!container) {
		const char *problem = type_problem(c, value, PLACE_VARIABLE, 0);

		if (problem) {
			char *spelling = take_string(clang_getTypeSpelling(value));

			refuse(c, offset, "'%s' of type '%s' is captured: %s [C++ AMP 7.1]", name,
			       spelling, problem);
			free(spelling);
		}
	}
	if (c->unit->errors > errors)
		refuse_variable(c, variable);
	free(class);
	free(name);
}

/* Whether an offset is in the initializer of an init-capture, [x = …]: that is
 * evaluated outside of the lambda. */
static bool in_init_capture(const struct capture_check *k, unsigned offset)
{
	const struct tokens *tokens = &k->checker->unit->tokens;
	const struct token *t = tokens->items;
	const char *text = k->checker->unit->text.data;
	size_t open = token_at(tokens, k->start), i = open + 1, close = t[open].match;
	bool initializer = false;

	if (!token_is(text, &t[open], "[") || offset >= t[close].offset)
		return false;
	while (i < close && t[i].offset < offset) {
		if (token_is(text, &t[i], ","))
			initializer = false;
		else if (t[i - 1].kind == TOKEN_IDENTIFIER &&
		         (token_is(text, &t[i], "=") || token_is(text, &t[i], "(") ||
		          token_is(text, &t[i], "{")))
			initializer = true;
		if (t[i].match > (int)i && t[t[i].match].offset > offset)
			return initializer;
		i = t[i].match > (int)i ? (size_t)t[i].match + 1 : i + 1;
	}
	return initializer;
}

static enum CXChildVisitResult find_captured(CXCursor n, CXCursor parent, CXClientData data)
{
	struct capture_check *k = data;
	struct checker *c = k->checker;
	enum CXCursorKind kind = clang_getCursorKind(n);
	unsigned start, end, at;

	(void)parent;
	if (!cursor_range(c->clauses, n, &start, &end))
		return CXChildVisit_Recurse;
	if (in_init_capture(k, start))
		return CXChildVisit_Continue;
	if (k->inner && kind == CXCursor_LambdaExpr)
		return CXChildVisit_Continue; /* has its own turn */
	if (kind == CXCursor_CXXThisExpr) {
		if (k->inner || k->this_object)
			return CXChildVisit_Recurse;
		k->this_object = true;
		refuse(c, start, "'this' is captured; a kernel cannot reach the object: copy what it "
		       "needs to local variables [C++ AMP 7.1]");
	} else if (kind == CXCursor_MemberRefExpr && !k->inner && !k->this_object) {
		CXCursor member = clang_getCursorReferenced(n);
		CXCursor object = clang_getNullCursor();

		clang_visitChildren(n, first_child, &object);
		/* a member without an object in front of it is this object's */
		if (clang_Cursor_isNull(object) && clang_getCursorKind(member) == CXCursor_FieldDecl &&
		    !(cursor_offset(c->clauses, member, &at) && at >= k->start && at < k->end)) {
			char *name = take_string(clang_getCursorSpelling(member));

			k->this_object = true;
			refuse(c, start, "the member '%s' captures 'this'; a kernel cannot reach the "
			       "object: copy the member to a local variable [C++ AMP 7.1]", name);
			free(name);
		}
	} else if (kind == CXCursor_DeclRefExpr || kind == CXCursor_VariableRef) {
		CXCursor v = clang_getCursorReferenced(n);
		enum CXCursorKind vk = clang_getCursorKind(v);

		if ((vk == CXCursor_VarDecl || vk == CXCursor_ParmDecl) && is_local(v) &&
		    cursor_offset(c->clauses, v, &at) && (at < k->start || at >= k->end) &&
		    !is_constant(v) && clang_Cursor_getStorageClass(v) != CX_SC_Static) {
			char *name = take_string(clang_getCursorSpelling(v));
			bool done = false;

			for (size_t i = 0; i < k->done.count; i++)
				done |= !strcmp(k->done.items[i], name);
			if (!done) {
				strings_push(&k->done, name);
				check_capture(k, v, start);
			}
			free(name);
		}
	}
	return CXChildVisit_Recurse;
}

/* What a kernel lambda takes from around it. */
static void check_captures(struct checker *c, CXCursor lambda, unsigned start, unsigned end)
{
	struct capture_check k = {.checker = c, .start = start, .end = end};

	if (clang_getCursorKind(lambda) == CXCursor_LambdaExpr)
		k.captures = read_captures(c->unit, start);
	clang_visitChildren(lambda, find_captured, &k);
	captures_finish(&k.captures);
	strings_finish(&k.done);
}

static void check_inner_lambda(struct checker *c, CXCursor lambda, unsigned start, unsigned end)
{
	struct capture_check k = {.checker = c, .inner = true, .start = start, .end = end,
	                          .captures = read_captures(c->unit, start)};

	check_qualifiers(c, token_at(&c->unit->tokens, start),
	                 token_at(&c->unit->tokens, lambda_body(c->unit, start)));
	clang_visitChildren(lambda, find_captured, &k);
	captures_finish(&k.captures);
	strings_finish(&k.done);
}

/* ---- Launches (7) --------------------------------------------------------- */

static enum CXChildVisitResult find_lambda(CXCursor n, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(n) != CXCursor_LambdaExpr)
		return CXChildVisit_Recurse;
	*(CXCursor *)data = n;
	return CXChildVisit_Break;
}

static enum CXChildVisitResult find_variable(CXCursor n, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(n) != CXCursor_DeclRefExpr)
		return CXChildVisit_Recurse;
	*(CXCursor *)data = clang_getCursorReferenced(n);
	return CXChildVisit_Break;
}

struct call_operators {
	bool any, amp;
	CXCursor function;
};

static enum CXChildVisitResult find_call_operator(CXCursor n, CXCursor parent, CXClientData data)
{
	struct call_operators *o = data;
	char *name = take_string(clang_getCursorSpelling(n));

	(void)parent;
	if (is_function(clang_getCursorKind(n)) && !strncmp(name, "operator()", 10)) {
		o->any = true;
		o->function = n;
		o->amp |= (cursor_restrictions(n) & RESTRICT_AMP) != 0;
	}
	free(name);
	return CXChildVisit_Continue;
}

/* A kernel takes the indices of its domain. */
static void check_index(struct checker *c, CXCursor call, CXCursor function)
{
	CXCursor domain =
		clang_Cursor_getArgument(call, clang_Cursor_getNumArguments(call) - 2);
	unsigned start, end;
	char *fix, *message = index_mismatch(domain, function, &fix);

	if (message && cursor_range(c->clauses, domain, &start, &end))
		refuse_with_fix(c, start, end, fix, "%s [C++ AMP 7]", message);
	free(message);
	free(fix);
}

/* The function object of parallel_for_each must be amp code. */
static void check_launch(struct checker *c, CXCursor call)
{
	CXCursor callee = clang_getCursorReferenced(call);
	int n = clang_Cursor_getNumArguments(call);
	char *name = take_string(clang_getCursorSpelling(callee));
	bool launch = n >= 2 && !strcmp(name, "parallel_for_each") && is_amp_library(callee);
	unsigned start, end, at;

	free(name);
	if (!launch)
		return;
	CXCursor kernel = clang_Cursor_getArgument(call, n - 1);
	CXCursor lambda = clang_getNullCursor();
	CXType type = clang_getCanonicalType(clang_getNonReferenceType(clang_getCursorType(kernel)));
	char *spelling = take_string(clang_getTypeSpelling(type));

	at = c->last_offset;
	if (cursor_range(c->clauses, kernel, &start, &end))
		at = start;
	if (strstr(spelling, "(lambda at")) {
		find_lambda(kernel, call, &lambda);
		if (clang_Cursor_isNull(lambda))
			clang_visitChildren(kernel, find_lambda, &lambda);
		if (clang_Cursor_isNull(lambda)) {
			CXCursor variable = clang_getNullCursor();

			find_variable(kernel, call, &variable);
			if (clang_Cursor_isNull(variable))
				clang_visitChildren(kernel, find_variable, &variable);
			if (!clang_Cursor_isNull(variable))
				clang_visitChildren(variable, find_lambda, &lambda);
		}
		if (!clang_Cursor_isNull(lambda) && cursor_range(c->clauses, lambda, &start, &end)) {
			const struct clause *clause =
				clause_in(c->clauses, start, lambda_body(c->unit, start));

			if (!clause || !(clause->restrictions & (RESTRICT_AMP | RESTRICT_AUTO)))
				refuse_with_fix(c, start, behind_parameters(c->unit, start),
				                " restrict(amp)",
				                "the kernel is restrict(cpu): write restrict(amp) "
				                "behind its parameters [C++ AMP 7]");
			else
				check_index(c, call, lambda);
		}
	} else if (type.kind == CXType_Record) {
		CXCursor class = clang_getCursorDefinition(clang_getTypeDeclaration(type));
		CXCursor template = clang_getSpecializedCursorTemplate(class);
		struct call_operators o = {0};

		clang_visitChildren(class, find_call_operator, &o);
		if (!clang_Cursor_isNull(template))
			clang_visitChildren(template, find_call_operator, &o);
		if (o.any && !o.amp)
			refuse(c, at, "the kernel is restrict(cpu): operator() of '%s' must be "
			       "restrict(amp) [C++ AMP 7]", spelling);
		else if (o.any)
			check_index(c, call, o.function);
	}
	free(spelling);
}

/* ---- Declarations -------------------------------------------------------- */

/* array<T, N> and array_view<T, N> take amp-compatible T only (2.4.1, 5.1). */
static void check_element(struct checker *c, CXCursor variable, unsigned offset)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(variable));

	type = clang_getNonReferenceType(type);
	char *name = class_name(type);
	bool container = (!strcmp(name, "array") || !strcmp(name, "array_view")) &&
	                 is_amp_library(clang_getTypeDeclaration(type));

	free(name);
	if (!container || clang_Type_getNumTemplateArguments(type) < 1)
		return;
	CXType element = clang_getCanonicalType(clang_Type_getTemplateArgumentAsType(type, 0));
	const char *problem = is_dependent(element) ? NULL
	                      : holds_container(element, 0)
	                              ? "it is or holds an array, a view or a texture"
	                              : type_problem(c, element, PLACE_ELEMENT, 0);

	if (problem) {
		char *spelling = take_string(clang_getTypeSpelling(element));

		refuse(c, offset, "'%s' cannot be the element type of an array or array_view: %s "
		       "[C++ AMP 2.4.1]", spelling, problem);
		free(spelling);
	}
}

struct class_check {
	bool amp_constructor;
	CXCursor destructor;
};

static enum CXChildVisitResult collect_special(CXCursor n, CXCursor parent, CXClientData data)
{
	struct class_check *k = data;
	enum CXCursorKind kind = clang_getCursorKind(n);

	(void)parent;
	if (kind == CXCursor_Constructor && cursor_restrictions(n) & RESTRICT_AMP)
		k->amp_constructor = true;
	else if (kind == CXCursor_Destructor && !clang_CXXMethod_isDefaulted(n) &&
	         !(cursor_restrictions(n) & RESTRICT_AMP))
		k->destructor = n;
	return CXChildVisit_Continue;
}

/* What amp code constructs it must be able to destroy (2.2.2). */
static void check_class(struct checker *c, CXCursor class)
{
	struct class_check k = {.destructor = clang_getNullCursor()};
	unsigned offset;

	clang_visitChildren(class, collect_special, &k);
	if (k.amp_constructor && !clang_Cursor_isNull(k.destructor) &&
	    cursor_offset(c->clauses, k.destructor, &offset))
		refuse(c, offset, "the destructor is restrict(cpu), but there is a constructor with "
		       "restrict(amp) [C++ AMP 2.2.2]");
}

/* ---- Pointers to functions (2.3.1) ---------------------------------------- */

static enum CXChildVisitResult find_function(CXCursor n, CXCursor parent, CXClientData data)
{
	enum CXCursorKind kind = clang_getCursorKind(n);

	(void)parent;
	if (kind == CXCursor_CallExpr || kind == CXCursor_LambdaExpr)
		return CXChildVisit_Continue;
	if (kind != CXCursor_DeclRefExpr || !is_function(clang_getCursorKind(clang_getCursorReferenced(n))))
		return CXChildVisit_Recurse;
	*(CXCursor *)data = clang_getCursorReferenced(n);
	return CXChildVisit_Break;
}

/* A variable or parameter whose declaration restricts the function that it
 * points to takes functions with all of these restrictions. */
static void check_pointer(struct checker *c, CXCursor variable, CXCursor value)
{
	CXCursor function = clang_getNullCursor();
	unsigned start, end, offset, value_end;

	if (!cursor_range(c->clauses, variable, &start, &end) ||
	    !cursor_range(c->clauses, value, &offset, &value_end))
		return;
	/* clang's declarator ends in front of the clause, the initializer follows it */
	size_t behind = token_at(&c->unit->tokens, end);
	const struct clause *clause =
		clause_in(c->clauses, start, offset >= start && offset < end
	                                             ? offset
	                                             : c->unit->tokens.items[behind].offset + 1);

	if (!clause || !clause->on_type)
		return;
	find_function(value, value, &function);
	if (clang_Cursor_isNull(function))
		clang_visitChildren(value, find_function, &function);
	if (clang_Cursor_isNull(function) ||
	    (cursor_restrictions(function) & clause->restrictions) == clause->restrictions)
		return;
	char *name = take_string(clang_getCursorSpelling(function));
	char *target = take_string(clang_getCursorSpelling(variable));

	refuse(c, offset, "'%s' has not all of the restrictions of the functions that '%s' can point "
	       "to [C++ AMP 2.3.1]", name, target);
	free(target);
	free(name);
}

static void check_pointer_arguments(struct checker *c, CXCursor call)
{
	CXCursor callee = clang_getCursorReferenced(call);
	int n = clang_Cursor_getNumArguments(call);

	if (!is_function(clang_getCursorKind(callee)) || n != clang_Cursor_getNumArguments(callee) ||
	    !clang_Location_isFromMainFile(clang_getCursorLocation(callee)))
		return;
	for (int i = 0; i < n; i++)
		check_pointer(c, clang_Cursor_getArgument(callee, i), clang_Cursor_getArgument(call, i));
}

/* tile_static stands in restrict(amp) code only (2.4.3.5.1): this is none. */
static void check_tile_static_place(struct checker *c, CXCursor variable, unsigned start)
{
	size_t i = token_at(&c->unit->tokens, start);

	for (; c->unit->tokens.items[i].kind == TOKEN_IDENTIFIER; i++) {
		if (token_is(c->unit->text.data, &c->unit->tokens.items[i], "tile_static") &&
		    !is_local(variable))
			refuse(c, c->unit->tokens.items[i].offset,
			       "tile_static outside of restrict(amp) code [C++ AMP 2.4.3.5.1]");
	}
}

/* ---- The walk ------------------------------------------------------------ */

static enum CXChildVisitResult visit(CXCursor n, CXCursor parent, CXClientData data)
{
	struct checker *c = data;
	enum CXCursorKind kind = clang_getCursorKind(n);
	unsigned start, end;

	(void)parent;
	if (!cursor_range(c->clauses, n, &start, &end))
		return clang_isDeclaration(kind) ? CXChildVisit_Continue : CXChildVisit_Recurse;
	if (is_function(kind) && cursor_restrictions(n) & RESTRICT_AMP) {
		if (!parse_error_in(c->unit, c->clauses, c->tu, start, end))
			check_function(c, n);
		return CXChildVisit_Continue;
	}
	c->last_offset = start;
	if (kind == CXCursor_CallExpr) {
		check_launch(c, n);
		check_pointer_arguments(c, n);
	} else if (kind == CXCursor_VarDecl) {
		CXCursor init = clang_Cursor_getVarDeclInitializer(n);

		if (!clang_Cursor_isNull(init))
			check_pointer(c, n, init);
	}
	bool parsed = (kind == CXCursor_VarDecl || kind == CXCursor_FieldDecl || is_class(kind)) &&
	              !parse_error_in(c->unit, c->clauses, c->tu, start, end);

	if ((kind == CXCursor_VarDecl || kind == CXCursor_FieldDecl) && parsed &&
	    c->unit->request->language == LANGUAGE_CXX)
		check_tile_static_place(c, n, start);
	if (kind == CXCursor_VarDecl && parsed)
		check_element(c, n, start);
	if (is_class(kind) && parsed)
		check_class(c, n);
	if (kind == CXCursor_LambdaExpr || kind == CXCursor_BlockExpr) {
		const struct clause *clause =
			clause_in(c->clauses, start, lambda_body(c->unit, start));

		if (clause && clause->restrictions & RESTRICT_AMP) {
			struct frame frame = {n, NULL};

			c->frame = &frame;
			c->tile_static_size = 0;
			if (kind == CXCursor_LambdaExpr)
				check_qualifiers(c, token_at(&c->unit->tokens, start),
				                 token_at(&c->unit->tokens,
				                          lambda_body(c->unit, start)));
			check_captures(c, n, start, end);
			check_body(c, n, n);
			c->frame = NULL;
			return CXChildVisit_Continue;
		}
	}
	return CXChildVisit_Recurse;
}

void check(struct unit *u, const struct clauses *clauses, const struct overloads *overloads,
           CXTranslationUnit tu)
{
	struct checker c = {
		.unit = u, .clauses = clauses, .overloads = overloads,
		.tu = tu};

	clang_visitChildren(clang_getTranslationUnitCursor(tu), visit, &c);
	free(c.refused);
	free(c.done);
	free(c.reported);
}
