/* Constants of the program: which variables are constants that can be repeated elsewhere, and
 * with which value. */
#include "ast/ast.h"

#include <limits.h>
#include <stdlib.h>

static enum CXChildVisitResult find_non_constant(CXCursor c, CXCursor parent, CXClientData data);

bool has_plain_initializer(CXCursor variable)
{
	CXCursor init = clang_Cursor_getVarDeclInitializer(variable);
	bool non_constant = false;

	find_non_constant(init, variable, &non_constant);
	if (!non_constant)
		clang_visitChildren(init, find_non_constant, &non_constant);
	return !non_constant;
}

char *constant_value(CXCursor variable)
{
	CXEvalResult result = clang_Cursor_Evaluate(variable);
	CXType type = clang_getCanonicalType(clang_getCursorType(variable));
	char *value = NULL;

	if (result && clang_EvalResult_getKind(result) == CXEval_Int) {
		bool is_unsigned = clang_EvalResult_isUnsignedInt(result);
		long long v = clang_EvalResult_getAsLongLong(result);

		if (type.kind == CXType_Bool)
			value = xstrdup(v ? "true" : "false");
		else if (is_unsigned)
			value = xasprintf("%lluu", clang_EvalResult_getAsUnsigned(result));
		else if (v == LLONG_MIN)
			value = xstrdup("-9223372036854775807 - 1");
		else
			value = xasprintf("%lld", v);
	}
	clang_EvalResult_dispose(result);
	return value;
}

bool is_constant(CXCursor variable)
{
	CXType type = clang_getCursorType(variable);
	CXType canonical = clang_getCanonicalType(type);
	CXCursor init = clang_Cursor_getVarDeclInitializer(variable);

	if (clang_getCursorKind(variable) != CXCursor_VarDecl || clang_Cursor_isNull(init))
		return false;
	if (!clang_isConstQualifiedType(canonical))
		return false;
	bool is_static = clang_Cursor_getStorageClass(variable) == CX_SC_Static;
	/* of a class, though a template's parameters are not known: captured */
	if (!is_static && is_class(clang_getCursorKind(clang_getTypeDeclaration(canonical))))
		return false;
	bool integral = (canonical.kind >= CXType_Bool && canonical.kind <= CXType_Int128) ||
	                canonical.kind == CXType_Enum || canonical.kind == CXType_Unexposed ||
	                canonical.kind == CXType_Dependent || canonical.kind == CXType_Auto;

	if (!integral)
		return false;
	/* a static variable is never captured */
	if (has_plain_initializer(variable) || is_static)
		return true;
	char *value = constant_value(variable);
	bool known = value || is_constexpr(variable);

	free(value);
	return known;
}

static enum CXChildVisitResult find_non_constant(CXCursor c, CXCursor parent, CXClientData data)
{
	bool *found = data;
	enum CXCursorKind kind = clang_getCursorKind(c);

	(void)parent;
	if (kind == CXCursor_CXXThisExpr) {
		*found = true;
	} else if (kind == CXCursor_CallExpr || kind == CXCursor_CXXNewExpr || kind == CXCursor_LambdaExpr) {
		CXCursor callee = clang_getCursorReferenced(c);

		/* a constexpr function, or a conversion that names nothing */
		*found |= !clang_Cursor_isNull(callee) &&
		          clang_getCursorKind(callee) != CXCursor_Constructor;
	} else if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) {
		CXCursor d = clang_getCursorReferenced(c);
		enum CXCursorKind dk = clang_getCursorKind(d);

		if (dk == CXCursor_ParmDecl || dk == CXCursor_FieldDecl)
			*found = true;
		else if (dk == CXCursor_VarDecl)
			*found |= !is_constant(d);
	}
	return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}
