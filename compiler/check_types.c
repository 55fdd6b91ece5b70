/* Types in restrict(amp) code (specification 2.4.1). */
#include "check.h"

#include <stdlib.h>
#include <string.h>

struct class_problem {
	struct checker *checker;
	const char *problem;
	int depth;
	bool any_capture; /* a lambda's class, with --amp-extensions */
};

/* libclang has no kind for char8_t. */
static bool is_char8(CXType type)
{
	char *name = take_string(clang_getTypeSpelling(unqualified(type)));
	bool yes = !strcmp(name, "char8_t");

	free(name);
	return yes;
}

bool is_dependent(CXType type)
{
	type = clang_getCanonicalType(type);
	return type.kind == CXType_Dependent || (type.kind == CXType_Unexposed && !is_char8(type));
}

bool is_array_or_texture(CXType type)
{
	char *name = class_name(type);
	bool yes = (!strcmp(name, "array") || !strcmp(name, "texture")) &&
	           is_amp_library(clang_getTypeDeclaration(clang_getCanonicalType(type)));

	free(name);
	return yes;
}

static enum CXVisitorResult check_field(CXCursor field, CXClientData data)
{
	struct class_problem *p = data;
	CXType type = clang_getCanonicalType(clang_getCursorType(field));

	if (p->any_capture && (type.kind == CXType_LValueReference || type.kind == CXType_Pointer)) {
		CXType referee = clang_getPointeeType(type);

		p->problem = type_problem(p->checker, referee, PLACE_VARIABLE, p->depth + 1);
	} else if (clang_Cursor_isBitField(field)) {
		p->problem = "it has a bit field";
	} else if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference) {
		if (!is_array_or_texture(clang_getPointeeType(type)))
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

static bool is_of_std(CXCursor declaration)
{
	for (CXCursor p = declaration; !clang_Cursor_isNull(p) &&
	     clang_getCursorKind(p) != CXCursor_TranslationUnit; p = clang_getCursorSemanticParent(p)) {
		if (clang_getCursorKind(p) == CXCursor_Namespace && is_named(p, "std"))
			return true;
	}
	return false;
}

const char *class_problem(struct checker *c, CXType type, int depth)
{
	CXCursor declaration = clang_getTypeDeclaration(type);
	CXCursor definition = clang_getCursorDefinition(declaration);
	struct class_problem p = {c, NULL, depth, c->unit->request->extensions && is_closure_type(type)};

	if (is_amp_library(declaration) || clang_Cursor_isNull(definition) || depth > 16)
		return NULL;
	if (is_of_std(declaration) && !(destruction_of(c, type, depth) & RESTRICT_AMP))
		return "it manages memory of the host";
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
const char *type_problem(struct checker *c, CXType type, enum type_place place, int depth)
{
	/* C has no specification that leaves out the smaller integers */
	bool extensions = c->unit->request->extensions || c->unit->request->language == LANGUAGE_C;

	static const char *const other_integers =
		"the only integer types are int, long, their unsigned forms and bool "
		"(--amp-extensions allows the others)";

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
		return extensions ? NULL : other_integers;
	case CXType_Int128:
	case CXType_UInt128:
		return "there are no integers of 128 bits";
	case CXType_LongDouble:
	case CXType_Float128:
	case CXType_Half:
	case CXType_Float16:
	case CXType_BFloat16:
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
		return !extensions && is_char8(type) ? other_integers : NULL;
	}
}

bool is_refused_argument(struct checker *c, CXType type)
{
	if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference ||
	    type.kind == CXType_Pointer)
		type = clang_getPointeeType(type);
	CXType argument = unqualified(clang_getCanonicalType(type));

	if (type.kind != CXType_Unexposed)
		return false;
	if (clang_equalTypes(c->substituted, argument))
		return true;
	c->substituted = argument;
	return false;
}

void check_type(struct checker *c, CXType type, unsigned offset, const char *what,
                       const char *name)
{
	if (is_closure_type(type))
		return; /* check_captures() has seen it */
	const char *problem = type_problem(c, type, PLACE_VARIABLE, 0);

	if (!problem || is_refused_argument(c, type))
		return;
	char *spelling = take_string(clang_getTypeSpelling(type));

	refuse(c, offset, "%s%s%s%s of type '%s' in restrict(amp) code: %s [C++ AMP 2.4.1]", what,
	       *name ? " '" : "", name, *name ? "'" : "", spelling, problem);
	free(spelling);
}
