/* Spellings of types that mean the same at another place of the program. */
#include "ast/ast.h"

#include <string.h>

/* Whether a type is or has arguments without a name outside of a function, or with another name in the device
 * unit. */
static bool speaks_of_unnamed(CXType type)
{
	CXCursor declaration = clang_getTypeDeclaration(type);
	bool found = !clang_Cursor_isNull(declaration) &&
	             (is_local(declaration) || key_of_cuda_name(declaration));

	for (int i = 0; i < clang_Type_getNumTemplateArguments(type) && !found; i++) {
		CXType argument = clang_Type_getTemplateArgumentAsType(type, i);

		found = argument.kind != CXType_Invalid && speaks_of_unnamed(argument);
	}
	return found;
}

/* Whether a canonical type, or what it points to, is known only once a template is instantiated. Clang's spelling of a
 * class in a class template leaves out the latter's arguments. */
static bool is_open(CXType type)
{
	bool is_member = type.kind == CXType_MemberPointer;
	CXType pointee = clang_getCanonicalType(clang_getPointeeType(type));

	return is_dependent_type(type) || in_class_template(clang_getTypeDeclaration(type)) ||
	       (is_member && is_dependent_type(clang_Type_getClassType(type))) ||
	       (pointee.kind != CXType_Invalid && is_open(pointee));
}

const char *portable_type(CXType type, bool in_template)
{
	type = unqualified(without_reference(clang_getCanonicalType(type)));
	CXType element = element_type(type);

	if (element.kind != type.kind) { /* an array, as int[3], is captured in a wrapper */
		const char *e = portable_type(element, in_template);

		return e ? interned_printf("Concurrency::details::captured_t<%s>", type_spelling(type)) : NULL;
	}
	const char *s = type_spelling(type);
	bool dependent = type.kind == CXType_Invalid || is_open(type) || strchr(s, '(') || strchr(s, '[');

	/* in a template, any name may be that of a template parameter */
	if (!dependent && in_template) {
		CXCursor declaration = clang_getTypeDeclaration(type);

		dependent = strchr(s, '<') != NULL ||
		            declaration.kind == CXCursor_TemplateTypeParameter;
	}
	return dependent || speaks_of_unnamed(type) ? NULL : s;
}

const char *name_short_vectors(const char *rest, const char *qualifier)
{
	static const char template[] = "Concurrency::details::short_vector<";
	static const char *const scalars[][2] = {{"int", "int"},
	                                         {"unsigned int", "uint"},
	                                         {"float", "float"},
	                                         {"double", "double"},
	                                         {"Concurrency::graphics::norm", "norm"},
	                                         {"Concurrency::graphics::unorm", "unorm"}};
	struct text t = {0};
	const char *p;

	while ((p = strstr(rest, template)) != NULL) {
		const char *scalar = p + sizeof template - 1;
		size_t i = 0, n = strcspn(scalar, ",");

		while (i < COUNT(scalars) &&
		       (strlen(scalars[i][0]) != n || strncmp(scalar, scalars[i][0], n) != 0))
			i++;
		bool is_known = i < COUNT(scalars) && starts(scalar + n, ", ") && scalar[n + 2] &&
		                scalar[n + 3] == '>';

		text_append_n(&t, rest, (size_t)((is_known ? p : scalar) - rest));
		if (is_known)
			text_printf(&t, "%s%s_%c", qualifier, scalars[i][1], scalar[n + 2]);
		rest = is_known ? scalar + n + 4 : scalar;
	}
	text_append(&t, rest);
	return interned_text(&t);
}
