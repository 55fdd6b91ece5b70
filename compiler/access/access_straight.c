/* Whether a kernel is straight-line arithmetic: no branches, no jumps, and no address that depends on a
 * value.
 *
 * Wide kernels (amp/wide.h) must be of that kind. nvcc combines the accesses of neighbouring points only if
 * there is no branch between them. Since the pointers to all views are __restrict__ there, no branch, not
 * even in a called function, may select between elements of two views (see enum restrict_form in access.h). */
#include "access/access_walk.h"

#define MAX_TOKENS 300 /* a longer body is not worth compiling twice */
#define MAX_CALLS 3    /* call depth */

struct straight {
	const struct unit *unit;
	const struct body *kernel;
	bool on_premises; /* in a template: operators are assumed to be built-in, and values to be numbers */
	unsigned calls;   /* call depth of the body being examined */
};

static bool is_straight_body(struct straight *s, const struct body *b);

/* Whether a class of the library consists of numbers, on which its functions only compute. */
static bool is_tuple(enum library_entity class)
{
	return class == LIBRARY_INDEX || class == LIBRARY_EXTENT || class == LIBRARY_TILED_INDEX ||
	       class == LIBRARY_SHORT_VECTOR;
}

/* Whether a dependent type is the element type of a view that the kernel names. */
static bool is_element_type(const struct straight *s, CXType type)
{
	for (const struct tree *t = s->kernel->root; t; t = tree_next(t, s->kernel->root)) {
		CXType container = object_type(tree_type(t));

		if (t->kind == TREE_NAME && is_array_or_view(library_class(container)) &&
		    clang_equalTypes(unqualified(clang_getCanonicalType(
						 clang_Type_getTemplateArgumentAsType(container, 0))),
		                     unqualified(type)))
			return true;
	}
	return false;
}

/* Whether objects of a type are numbers, or of a class that is copied like numbers; in a template: whether
 * that holds on the premise that all elements are numbers. `auto` is accepted, since its initializer is
 * examined. */
static bool is_value_type(struct straight *s, CXType type)
{
	CXType t = element_type(object_type(type));
	enum library_entity class = library_class(t);

	if (class != LIBRARY_NONE)
		return is_tuple(class);
	if (!is_dependent_type(t))
		return is_number(t) || is_plain_class(t);
	s->on_premises = true;
	return type.kind == CXType_Auto || is_element_type(s, t);
}

/* Whether a function of the program is straight-line code. Function templates are not, since the premises say
 * nothing about their operators' types. */
static bool is_straight_function(struct straight *s, CXCursor function)
{
	bool ok = s->calls < MAX_CALLS && !clang_CXXMethod_isVirtual(function) &&
	          clang_Cursor_isNull(clang_getSpecializedCursorTemplate(function));
	const struct body *b = ok ? called_tree(s->unit->bodies, function) : NULL;

	s->calls++;
	ok = b && is_straight_body(s, b);
	s->calls--;
	return ok;
}

/* Covers calls of operators and constructors. */
static bool is_straight_call(struct straight *s, const struct tree *t)
{
	CXCursor callee = t->declaration, class = clang_getCursorSemanticParent(callee);

	if (is_array_or_view(library_class(clang_getCursorType(callee))))
		return true; /* view(i) in a template */
	if (clang_Cursor_isNull(callee))
		return false;
	if (is_amp_library(callee)) {
		enum library_entity entity = library_entity(callee);

		return entity == LIBRARY_ELEMENT || entity == LIBRARY_COMPONENT || is_tuple(library_entity(class)) ||
		       is_tuple(library_class(clang_getCursorResultType(callee)));
	}
	bool copies = is_named(callee, "operator=") || is_copy(callee);

	return (copies && is_plain_class(clang_getCursorType(class))) || is_straight_function(s, callee);
}

static bool is_straight_node(struct straight *s, const struct body *b, const struct tree *t)
{
	s->on_premises |= t->is_open;
	switch (t->kind) {
	case TREE_BLOCK:
	case TREE_DECLARATION:
	case TREE_EXPRESSION:
	case TREE_EMPTY:
	case TREE_ATTRIBUTED:
	case TREE_TYPE:
	case TREE_LITERAL:
	case TREE_THIS:
	case TREE_MEMBER:
	case TREE_SUBSCRIPT:
	case TREE_PARENTHESES:
	case TREE_LIST:
	case TREE_UNEVALUATED:
	case TREE_REFERENCE:
		return true;
	case TREE_NAME:
		return !is_dependent_type(tree_type(t)) || is_array_or_view(library_class(tree_type(t))) ||
		       is_value_type(s, tree_type(t));
	case TREE_VARIABLE:
	case TREE_CAST:
		return is_value_type(s, tree_type(t));
	case TREE_CONVERSION:
		return t->conversion != CONVERSION_UNKNOWN;
	case TREE_UNARY:
		return t->unary != CXUnaryOperator_AddrOf && t->unary != CXUnaryOperator_Deref;
	case TREE_BINARY:
		return t->binary != CXBinaryOperator_LAnd && t->binary != CXBinaryOperator_LOr;
	case TREE_CALL:
	case TREE_CONSTRUCTION:
		return is_straight_call(s, t);
	case TREE_RETURN: /* the last statement of a called function */
		return s->calls && t->parent == b->root && !t->next;
	default:
		return false;
	}
}

static bool is_straight_body(struct straight *s, const struct body *b)
{
	const struct tree *t = b->root;

	if (!t || b->last - b->first > MAX_TOKENS)
		return false;
	while (t && is_straight_node(s, b, t))
		t = t->kind == TREE_UNEVALUATED ? tree_skip(t, b->root) : tree_next(t, b->root);
	return !t;
}

bool is_straight_line(const struct unit *u, CXCursor kernel, bool *on_premises)
{
	const struct body *b = body_tree(u->bodies, kernel);
	struct straight s = {.unit = u, .kernel = b};
	bool ok = b && is_straight_body(&s, b);

	*on_premises = s.on_premises;
	return ok;
}
