/* Which expressions are numbers. In a template, that may depend on its parameters: an expression is a number on the
 * premise that certain of them are arithmetic types. */
#include "body/numbers.h"

#include "ast/library.h"

#include <string.h>

enum { MOST_PREMISES = 30 };

/* ---- Types ---------------------------------------------------------------- */

bool is_scalar(CXType type)
{
	CXType t = plain_type(type);

	return is_number(t) || t.kind == CXType_Pointer;
}

bool is_array_type(CXType type)
{
	return is_array(plain_type(type));
}

bool is_array_or_pointer(CXType type)
{
	return is_array_type(type) || is_pointer(plain_type(type));
}

/* ---- Premises ------------------------------------------------------------- */

/* Whether a template parameter means the same where the kernel's struct will be: its template is around the
 * kernel. */
static bool is_around_kernel(const struct uses *u, CXCursor parameter)
{
	CXCursor template = clang_getCursorSemanticParent(parameter), kernel = u->kernel;
	unsigned at, start, end, template_start, template_end;

	return !clang_Cursor_isNull(kernel) && cursor_offset(u->unit->clauses, parameter, &at) &&
	       cursor_range(u->unit->clauses, kernel, &start, &end) && at < start &&
	       cursor_range(u->unit->clauses, template, &template_start, &template_end) &&
	       template_start < start && template_end >= end;
}

static bool add_premise(struct uses *u, CXCursor parameter, unsigned *premises)
{
	struct names *all = &u->premises;
	const char *name = cursor_spelling(parameter);
	size_t i = 0;

	while (i < all->count && strcmp(all->items[i], name))
		i++;
	bool fits = i < MOST_PREMISES && *name;

	if (fits && i == all->count)
		names_add(all, name);
	if (fits)
		*premises |= 1u << i;
	return fits;
}

bool is_number_parameter_if(struct uses *u, CXCursor parameter, unsigned *premises)
{
	return is_around_kernel(u, parameter) && add_premise(u, parameter, premises);
}

bool is_number_type_if(struct uses *u, CXType type, CXCursor named_in,
                       unsigned *premises)
{
	CXCursor parameter;

	if (is_number(plain_type(type)))
		return true;
	parameter = type_parameter(type, named_in);
	return is_number_parameter_if(u, parameter, premises);
}

/* ---- Numbers -------------------------------------------------------------- */

enum library_entity object_class(const struct tree *t)
{
	t = tree_strip(t);
	enum library_entity class = library_class(tree_type(t));

	if (class || !is_dependent_type(tree_type(t)))
		return class;
	if (t->kind == TREE_CALL && t->children) /* v.get_extent() */
		t = t->children;
	if (t->kind != TREE_MEMBER || !clang_Cursor_isNull(t->declaration) ||
	    !tree_part(t, ROLE_OBJECT))
		return LIBRARY_NONE;
	class = library_class(tree_type(tree_part(t, ROLE_OBJECT)));
	return is_container(class) || class == LIBRARY_TILED_INDEX || class == LIBRARY_TILED_EXTENT
	           ? LIBRARY_EXTENT
	           : LIBRARY_NONE;
}

bool are_numbers_if(struct uses *u, const struct tree *t, enum tree_role role,
                    unsigned *premises)
{
	for (const struct tree *c = t->children; c; c = c->next) {
		if (c->role == role && !is_number_if(u, c, premises))
			return false;
	}
	return true;
}

/* Whether v[index] or v(i, j), for a container v in a template, is an element rather than a row. role: of the
 * children that are the index. */
static bool is_element_if(struct uses *u, const struct tree *t, enum tree_role role,
                          unsigned *premises)
{
	CXCursor container = tree_strip(t->children)->declaration;
	CXType type = plain_type(clang_getCursorType(container));
	const struct tree *first = tree_part(t, role);
	struct library_type library;
	size_t n = 0;

	for (const struct tree *c = first; c; c = c->next)
		n += c->role == role;
	enum library_entity of = n == 1 ? object_class(first) : LIBRARY_NONE;
	bool is_whole = of == LIBRARY_INDEX || of == LIBRARY_TILED_INDEX;

	if (!library_type(type, &library) || !is_container(library.entity) ||
	    (!is_whole && (n != library.rank || !are_numbers_if(u, t, role, premises))))
		return false;
	return is_number_type_if(u, clang_Type_getTemplateArgumentAsType(type, 0), container,
	                         premises);
}

CXType array_part(struct uses *u, const struct tree *t, CXCursor *array,
                  unsigned *premises)
{
	size_t n = 0;

	*array = clang_getNullCursor();
	for (t = tree_strip(t); t->kind == TREE_SUBSCRIPT; n++) {
		const struct tree *index = tree_operand(t);

		if (!index || !is_number_if(u, index, premises))
			return (CXType){.kind = CXType_Invalid};
		t = tree_strip(t->children);
	}
	*array = t->declaration;
	CXType type = plain_type(clang_getCursorType(*array));

	for (; n && is_array_or_pointer(type); n--)
		type = plain_type(type.kind == CXType_Pointer ? clang_getPointeeType(type)
		                                              : clang_getArrayElementType(type));
	return n ? (CXType){.kind = CXType_Invalid} : type;
}

/* Whether all overloads that a name in a template may resolve to are the library's mathematical functions. */
static bool is_math(CXCursor callee)
{
	unsigned n = clang_getNumOverloadedDecls(callee);
	bool yes = callee.kind == CXCursor_OverloadedDeclRef && n > 0;

	for (unsigned i = 0; i < n && yes; i++)
		yes = is_math_function(clang_getOverloadedDecl(callee, i));
	return yes;
}

/* Returns the node that declares a variable, in the tree of the function that it is local to. */
static const struct tree *declaring_tree(struct uses *u, CXCursor variable)
{
	const struct tree *t = tree_declaring(u->unit, u->body, variable);
	CXCursor function = clang_getCursorSemanticParent(variable);

	return t || !is_function(function.kind)
	           ? t
	           : tree_declaring(u->unit, body_tree(u->unit->bodies, function), variable);
}

static bool is_number_name_if(struct uses *u, const struct tree *t, unsigned *premises)
{
	CXCursor d = t->declaration;
	const struct tree *variable;

	if (d.kind != CXCursor_VarDecl ||
	    type_of(d).kind != CXType_Auto)
		return is_number_type_if(u, tree_type(t), d, premises);
	variable = declaring_tree(u, d);
	return variable && tree_part(variable, ROLE_INIT) &&
	       is_number_if(u, tree_part(variable, ROLE_INIT), premises);
}

static bool is_number_subscript_if(struct uses *u, const struct tree *t, unsigned *premises)
{
	CXCursor array;
	const struct tree *of = t->children;

	if (!tree_part(t, ROLE_OBJECT) || !tree_operand(t))
		return false;
	if (is_container(object_class(of)))
		return is_element_if(u, t, ROLE_OPERAND, premises);
	if (object_class(of)) /* a component */
		return is_number_if(u, tree_operand(t), premises);
	CXType part = array_part(u, t, &array, premises);

	return is_number_type_if(u, part, array, premises);
}

bool is_number_if(struct uses *u, const struct tree *t, unsigned *premises)
{
	CXType type = tree_type(t);

	if (is_number(plain_type(type)))
		return true;
	if (!is_dependent_type(type) && type.kind != CXType_Invalid)
		return false;
	switch (t->kind) {
	case TREE_PARENTHESES:
	case TREE_CONVERSION:
		return tree_operand(t) && is_number_if(u, tree_operand(t), premises);
	case TREE_NAME:
	case TREE_MEMBER:
		return is_number_name_if(u, t, premises);
	case TREE_CAST:
		return is_number_type_if(u, type, t->cursor, premises) &&
		       are_numbers_if(u, t, ROLE_OPERAND, premises);
	case TREE_CONSTRUCTION:
		return clang_Cursor_isNull(t->declaration) &&
		       is_number_type_if(u, type, t->cursor, premises) &&
		       are_numbers_if(u, t, ROLE_ARGUMENT, premises);
	case TREE_SUBSCRIPT:
		return is_number_subscript_if(u, t, premises);
	case TREE_UNARY:
		return t->unary != CXUnaryOperator_AddrOf && t->unary != CXUnaryOperator_Deref &&
		       are_numbers_if(u, t, ROLE_OPERAND, premises);
	case TREE_BINARY:
		return are_numbers_if(u, t, ROLE_OPERAND, premises);
	case TREE_CONDITIONAL:
		return are_numbers_if(u, t, ROLE_CONDITION, premises) &&
		       are_numbers_if(u, t, ROLE_BODY, premises) &&
		       are_numbers_if(u, t, ROLE_OTHERWISE, premises);
	case TREE_CALL:
		if (!t->children ||
		    (!clang_Cursor_isNull(t->declaration) && !is_variable(t->declaration)))
			return false;
		if (is_container(object_class(t->children)))
			return is_element_if(u, t, ROLE_ARGUMENT, premises);
		return is_math(t->children->declaration) &&
		       are_numbers_if(u, t, ROLE_ARGUMENT, premises);
	default:
		return false;
	}
}
