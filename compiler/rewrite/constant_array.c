/* Constant arrays, const float weights[] = {1, 2, 1}: nvcc keeps one for each thread, which the thread
 * initializes, unless all of its elements are accessed at constant indices. In the device unit those whose
 * address does not matter are static, so that all threads share one. nvcc itself makes better code of small
 * ones: it selects among their elements. */
#include "body/uses.h"
#include "rewrite/rewrite.h"

enum { MOST_SELECTED_BYTES = 16 };

/* Whether a name is of an enumerator or of a local constant. Other constants may have another form in the device
 * unit. */
static bool is_local_constant(CXCursor d)
{
	return d.kind == CXCursor_EnumConstantDecl || (d.kind == CXCursor_VarDecl && is_local(d));
}

/* Whether an element's initializer consists of literals and local integral constants. */
static bool is_constant_number(const struct tree *t)
{
	bool is_operator =
	    t->kind == TREE_PARENTHESES || t->kind == TREE_CONVERSION || t->kind == TREE_CAST ||
	    (t->kind == TREE_UNARY && t->unary >= CXUnaryOperator_Plus && t->unary <= CXUnaryOperator_LNot) ||
	    (t->kind == TREE_BINARY && t->binary >= CXBinaryOperator_Mul && t->binary <= CXBinaryOperator_Or);
	int64_t value;

	if (t->is_open || !is_number(tree_type(t)))
		return false;
	if (t->kind == TREE_NAME)
		return is_local_constant(t->declaration) && tree_value(t, &value);
	for (const struct tree *c = t->children; is_operator && c; c = c->next)
		is_operator = is_constant_number(c);
	return t->kind == TREE_LITERAL || (is_operator && t->children);
}

/* Whether an initializer is a list, or lists, of constants. */
static bool is_constant_list(const struct tree *t)
{
	if (!t || t->kind != TREE_LIST)
		return false;
	for (const struct tree *c = t->children; c; c = c->next) {
		if (!is_constant_list(c) && !is_constant_number(c))
			return false;
	}
	return true;
}

/* Whether a name of an array only leads to the values of its elements. */
static bool reads_elements(const struct unit *u, const struct body *b, const struct tree *name)
{
	const struct tree *t = name;

	while (!is_number(tree_type(t)) && (t->parent->kind == TREE_PARENTHESES || t->parent->kind == TREE_CONVERSION ||
	                                    (t->parent->kind == TREE_SUBSCRIPT && t->role == ROLE_OBJECT)))
		t = t->parent;
	return !use_at(u, b, name) || (t->kind == TREE_SUBSCRIPT && !(use_at(u, b, t) & ~(unsigned)USE_READ));
}

/* Whether a body only reads elements of an array. Each thread, and each call, has to have its own address of any
 * other. */
static bool is_only_read(const struct unit *u, const struct body *b, CXCursor array)
{
	for (size_t i = b->first; i < b->last; i++) {
		const struct tree *t = tree_named(b, i);

		if (!t && tree_may_name(u, b, i, array))
			return false;
		for (; t; t = t->next_named) {
			if (t->kind != TREE_VARIABLE && clang_equalCursors(t->declaration, array) &&
			    !reads_elements(u, b, t))
				return false;
		}
	}
	return true;
}

static bool is_constant_array(const struct unit *u, const struct body *b, const struct tree *variable)
{
	CXCursor d = variable->declaration;
	CXType type = clang_getCanonicalType(clang_getCursorType(d)), element = type;
	bool constant = false, changes = false; /* the qualifiers are those of the array, or of its elements */

	do {
		element = clang_getCanonicalType(clang_getArrayElementType(element));
		constant |= clang_isConstQualifiedType(element);
		changes |= clang_isVolatileQualifiedType(element);
	} while (element.kind == CXType_ConstantArray);
	return variable->kind == TREE_VARIABLE && type.kind == CXType_ConstantArray && is_number(element) &&
	       clang_Type_getSizeOf(type) > MOST_SELECTED_BYTES && (constant || clang_isConstQualifiedType(type)) &&
	       !changes && !clang_isVolatileQualifiedType(type) && !is_tile_static(d) &&
	       clang_Cursor_getStorageClass(d) == CX_SC_None && is_constant_list(tree_part(variable, ROLE_INIT)) &&
	       is_only_read(u, b, d);
}

void lower_constant_arrays(struct lowering *l, CXCursor function)
{
	const struct body *b = body_tree(l->unit->bodies, function);
	const struct tree *root = b && !is_constexpr(function) ? b->root : NULL;

	/* a lambda in the body may be used in a constant expression, where it must not have static variables */
	for (const struct tree *t = root; t; t = t->kind == TREE_LAMBDA ? tree_skip(t, root) : tree_next(t, root)) {
		const struct tree *variable = t->kind == TREE_DECLARATION ? t->children : NULL;

		if (!variable || !is_one_of(l, t->first, "const constexpr"))
			continue;
		while (variable && is_constant_array(l->unit, b, variable))
			variable = variable->next;
		if (!variable)
			edit_texts(l->edits, token(l, t->first)->offset, token(l, t->first)->offset, "static ", NULL,
			           NULL);
	}
}
