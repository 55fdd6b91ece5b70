/* Names of types that mean the same at another place of the program. */
#include "ast/ast.h"

#include <stdlib.h>
#include <string.h>

char *portable_type(CXType type, bool in_template)
{
	type = clang_getCanonicalType(type);
	if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference)
		type = clang_getPointeeType(type);
	type = unqualified(type);
	CXType element = type;

	while (element.kind == CXType_ConstantArray)
		element = clang_getArrayElementType(element);
	if (element.kind != type.kind) { /* int[3] has its wrapper */
		char *e = portable_type(element, in_template);
		char *array = take_string(clang_getTypeSpelling(type));
		char *wrapped = e ? xasprintf("Concurrency::details::captured_t<%s>", array) : NULL;

		free(e);
		free(array);
		return wrapped;
	}
	char *s = take_string(clang_getTypeSpelling(type));
	bool dependent = type.kind == CXType_Unexposed || type.kind == CXType_Dependent ||
	                 type.kind == CXType_Invalid ||
	                 type.kind == CXType_Auto || strstr(s, "-parameter-") || strchr(s, '(') ||
	                 strchr(s, '[') || strstr(s, "auto") || strstr(s, "decltype");

	/* in a template any name may be one of its parameters */
	if (!dependent && in_template) {
		CXCursor declaration = clang_getTypeDeclaration(type);

		dependent = strchr(s, '<') != NULL ||
		            clang_getCursorKind(declaration) == CXCursor_TemplateTypeParameter;
	}
	/* a class local to a function has no name outside */
	CXCursor declaration = clang_getTypeDeclaration(type);

	if (!clang_Cursor_isNull(declaration) && is_local(declaration))
		dependent = true;
	for (int i = 0; i < clang_Type_getNumTemplateArguments(type); i++) {
		CXType argument = clang_Type_getTemplateArgumentAsType(type, i);
		CXCursor a = clang_getTypeDeclaration(argument);

		if (argument.kind != CXType_Invalid && !clang_Cursor_isNull(a) && is_local(a))
			dependent = true;
	}
	if (dependent) {
		free(s);
		return NULL;
	}
	return s;
}
