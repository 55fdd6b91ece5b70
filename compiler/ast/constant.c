/* Constants of the program: which variables are constants whose definition can be repeated elsewhere, and
 * their values. */
#include "ast/ast.h"

#include <limits.h>
#include <math.h>

/* Whether a part of an initializer may mean something else if its text is moved. */
static bool is_bound_to_place(CXCursor c)
{
	CXCursor d = clang_getCursorReferenced(c);

	switch (c.kind) {
	case CXCursor_CXXThisExpr:
		return true;
	case CXCursor_CallExpr:
	case CXCursor_CXXNewExpr:
	case CXCursor_LambdaExpr: /* implicit conversions refer to no function */
		return !clang_Cursor_isNull(d) && d.kind != CXCursor_Constructor;
	case CXCursor_DeclRefExpr:
	case CXCursor_MemberRefExpr:
		return d.kind == CXCursor_ParmDecl || d.kind == CXCursor_FieldDecl ||
		       (d.kind == CXCursor_VarDecl && !is_constant(d));
	default:
		return false;
	}
}

bool has_plain_initializer(CXCursor variable)
{
	struct walk w = walk_from(clang_Cursor_getVarDeclInitializer(variable));

	while (walk_next(&w) && !is_bound_to_place(w.cursor))
		;
	return clang_Cursor_isNull(walk_end(&w));
}

bool integer_value(CXCursor expression, int64_t *out)
{
	CXEvalResult r = clang_Cursor_Evaluate(expression);
	bool yes = r && clang_EvalResult_getKind(r) == CXEval_Int;

	if (yes)
		*out = clang_EvalResult_isUnsignedInt(r)
		           ? (int64_t)clang_EvalResult_getAsUnsigned(r)
		           : clang_EvalResult_getAsLongLong(r);
	if (r)
		clang_EvalResult_dispose(r);
	return yes;
}

const char *constant_value(CXCursor variable)
{
	CXEvalResult result = clang_Cursor_Evaluate(variable);
	CXType type = type_of(variable);
	const char *value = NULL;

	if (result && clang_EvalResult_getKind(result) == CXEval_Int) {
		bool is_unsigned = clang_EvalResult_isUnsignedInt(result);
		long long v = clang_EvalResult_getAsLongLong(result);

		if (type.kind == CXType_Bool)
			value = v ? "true" : "false";
		else if (is_unsigned)
			value = interned_printf("%lluu", clang_EvalResult_getAsUnsigned(result));
		else if (v == LLONG_MIN)
			value = "-9223372036854775807 - 1";
		else
			value = interned_printf("%lld", v);
	} else if (result && clang_EvalResult_getKind(result) == CXEval_Float &&
	           isfinite(clang_EvalResult_getAsDouble(result))) {
		value = interned_printf("%.17e", clang_EvalResult_getAsDouble(result));
	}
	clang_EvalResult_dispose(result);
	return value;
}

bool is_constant(CXCursor variable)
{
	CXType type = clang_getCursorType(variable);
	CXType canonical = clang_getCanonicalType(type);
	CXCursor init = clang_Cursor_getVarDeclInitializer(variable);

	if (variable.kind != CXCursor_VarDecl || clang_Cursor_isNull(init))
		return false;
	if (!clang_isConstQualifiedType(canonical))
		return false;
	bool is_static = clang_Cursor_getStorageClass(variable) == CX_SC_Static;
	/* of class type, even if template parameters are not known yet: is captured */
	if (!is_static && is_class(clang_getTypeDeclaration(canonical).kind))
		return false;
	bool integral = (canonical.kind >= CXType_Bool && canonical.kind <= CXType_Int128) ||
	                canonical.kind == CXType_Enum || canonical.kind == CXType_Unexposed ||
	                canonical.kind == CXType_Dependent || canonical.kind == CXType_Auto;

	if (!integral)
		return false;
	/* a static variable is never captured */
	if (has_plain_initializer(variable) || is_static)
		return true;
	return constant_value(variable) || is_constexpr(variable);
}

