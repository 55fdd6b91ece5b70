/* Questions that the access analysis asks the AST. */
#include "access/access_walk.h"

bool is_const(CXType type)
{
	return clang_isConstQualifiedType(object_type(type));
}

bool keeps_component(CXType type)
{
	switch (clang_getCanonicalType(type).kind) {
	case CXType_Int:
	case CXType_UInt:
	case CXType_Long:
	case CXType_ULong:
	case CXType_LongLong:
	case CXType_ULongLong:
		return true;
	default:
		return false;
	}
}

bool is_index_type(CXType type)
{
	enum library_entity class = library_class(type);

	return class == LIBRARY_INDEX || class == LIBRARY_TILED_INDEX;
}

bool is_library(CXCursor declaration)
{
	return clang_Location_isInSystemHeader(clang_getCursorLocation(declaration));
}

bool may_be_view(const struct accesses *a, CXType type)
{
	return is_array_or_view(library_class(type)) ||
	       (!a->is_c && is_dependent_type(type) && !is_pack(type));
}

static bool is_plain_field(CXCursor field)
{
	CXType type = element_type(clang_getCursorType(field));

	return !clang_CXXField_isMutable(field) &&
	       (is_number(type) || (type.kind == CXType_Record && is_plain_class(type)));
}

/* Whether a base or a member function leaves copies and assignments of a class trivial. */
static bool is_plain_member(CXCursor c)
{
	switch (c.kind) {
	case CXCursor_CXXBaseSpecifier:
		return !clang_isVirtualBase(c) && is_plain_class(clang_getCursorType(c));
	case CXCursor_Destructor:
		return clang_CXXMethod_isDefaulted(c) && !clang_CXXMethod_isVirtual(c);
	case CXCursor_Constructor:
		return clang_CXXMethod_isDefaulted(c) || !is_copy(c);
	case CXCursor_CXXMethod:
		return !is_named(c, "operator=") || clang_CXXMethod_isDefaulted(c);
	default: /* these two may be a constructor or an assignment operator */
		return c.kind != CXCursor_FunctionTemplate &&
		       c.kind != CXCursor_UsingDeclaration;
	}
}

bool is_plain_class(CXType type)
{
	CXType t = object_type(type);
	CXCursor d = clang_getTypeDeclaration(t), template = class_template_of(d);

	if (library_class(t))
		return true;
	if (is_library(d) || t.kind != CXType_Record)
		return false;
	for (SCOPED(walk) w = walk_fields(t); walk_next(&w);) {
		if (!is_plain_field(w.cursor))
			return false;
	}
	for (SCOPED(walk) w = walk_children(clang_Cursor_isNull(template) ? d : template); walk_next(&w);) {
		if (!is_plain_member(w.cursor))
			return false;
	}
	return true;
}

const struct tree *without_cleanups(const struct tree *t)
{
	const struct tree *inner = t->kind == TREE_CONVERSION ? tree_operand(t) : NULL;

	return inner && clang_equalTypes(clang_getCanonicalType(tree_type(t)),
	                                 clang_getCanonicalType(tree_type(inner)))
	               ? inner
	               : t;
}

int number_of(const struct tree *t)
{
	int64_t value;

	return tree_value(t, &value) ? (int)value : -1;
}

enum library_entity member_entity(const struct accesses *a, const struct tree *t)
{
	return library_entity(tree_member(a->unit, t));
}

bool may_be_function(const struct tree *t)
{
	return t->is_open && t->cursor.kind == CXCursor_CallExpr;
}

bool is_evaluated(const struct tree *t)
{
	return is_expression(t) &&
	       (t->kind != TREE_UNKNOWN || clang_isExpression(t->cursor.kind));
}
