/* The steps from an expression to the object that it denotes or leads to. What is not listed here is unknown. */
#include "body/denotes.h"

#include "ast/library.h"
#include "body/uses.h"

static const struct denoted unknown = {.kind = DENOTED_UNKNOWN}, nothing = {.kind = DENOTED_NOTHING};

/* ---- Types ---------------------------------------------------------------------- */

bool denotes_array(const struct tree *t)
{
	const struct tree *named = tree_strip(t);
	bool is_parameter = named->kind == TREE_NAME && named->declaration.kind == CXCursor_ParmDecl &&
	                    !is_reference(clang_getCursorType(named->declaration));

	return is_array(object_type(tree_type(t))) && !is_parameter;
}

/* Whether a value leads to an object: a pointer, an array that decays to one or, in a template, perhaps either. */
static bool may_lead(const struct tree *t)
{
	CXType type = object_type(tree_type(t));

	return type.kind == CXType_Pointer || type.kind == CXType_NullPtr || is_array(type) || is_dependent_type(type);
}

bool goes_to_base(const struct tree *conversion)
{
	CXType types[2] = {object_type(tree_type(tree_operand(conversion))), object_type(tree_type(conversion))};

	for (int i = 0; i < 2; i++) {
		if (types[i].kind == CXType_Pointer)
			types[i] = clang_getCanonicalType(clang_getPointeeType(types[i]));
	}
	return types[0].kind == CXType_Record && types[1].kind == CXType_Record &&
	       !clang_equalTypes(unqualified(types[0]), unqualified(types[1]));
}

/* ---- Steps ---------------------------------------------------------------------- */

static struct denoted step(enum denoted_kind kind, const struct tree *of, bool is_pointer)
{
	return of ? (struct denoted){.kind = kind, .of = {of, is_pointer}} : unknown;
}

/* x = y, x += y, ++x and x, y, which denote what an operand denotes; of pointers: what their values lead to. */
static struct denoted denoted_by_operator(struct designator d)
{
	const struct tree *t = d.tree, *first = tree_operand(t);
	bool is_unary = t->kind == TREE_UNARY;
	bool is_plain = !is_unary && (t->binary == CXBinaryOperator_Assign || t->binary == CXBinaryOperator_Comma);

	if (t->is_open && !is_pointer(object_type(tree_type(first))))
		return unknown;
	if (!is_unary && (t->binary == CXBinaryOperator_Comma || (is_plain && d.is_pointer)))
		return step(DENOTED_SAME, tree_second(t), d.is_pointer);
	if (tree_assigns(t))
		return step(d.is_pointer ? DENOTED_NEAR : DENOTED_SAME, first, d.is_pointer);
	if (is_unary || !d.is_pointer || (t->binary != CXBinaryOperator_Add && t->binary != CXBinaryOperator_Sub))
		return unknown;
	bool is_reversed = !may_lead(first);
	struct denoted element = step(DENOTED_ELEMENT, is_reversed ? tree_second(t) : first, true);

	element.index = is_reversed ? first : tree_second(t);
	return element;
}

static struct denoted denoted_by_unary(struct designator d)
{
	const struct tree *t = d.tree, *operand = tree_operand(t);

	if (t->unary == CXUnaryOperator_Deref && !d.is_pointer)
		return t->is_open && !may_lead(operand) ? unknown : step(DENOTED_SAME, operand, true);
	if (t->unary == CXUnaryOperator_AddrOf && d.is_pointer)
		return step(DENOTED_SAME, operand, false);
	return denoted_by_operator(d);
}

static struct denoted denoted_by_member(struct designator d)
{
	const struct tree *t = d.tree, *object = tree_part(t, ROLE_OBJECT);

	if (d.is_pointer)
		return unknown; /* the value of a member */
	if (t->declaration.kind == CXCursor_VarDecl)
		return (struct denoted){.kind = DENOTED_VARIABLE};
	return is_reference(clang_getCursorType(t->declaration))
	           ? unknown
	           : (struct denoted){.kind = DENOTED_MEMBER,
	                              .of = {object, object && is_pointer(object_type(tree_type(object)))}};
}

static struct denoted denoted_by_subscript(struct designator d)
{
	const struct tree *t = d.tree, *object = tree_part(t, ROLE_OBJECT);

	if (d.is_pointer || !object)
		return unknown;
	if (is_container(object_class(object)))
		return step(DENOTED_CONTAINED, object, false);
	const struct tree *array = tree_strip(object);
	struct denoted element =
	    !may_lead(object) ? unknown
	                      : step(DENOTED_ELEMENT, denotes_array(array) ? array : object, !denotes_array(array));

	element.index = tree_operand(t);
	return element;
}

static struct denoted denoted_by_conversion(struct designator d)
{
	const struct tree *t = d.tree;
	int64_t value;

	if (d.is_pointer && tree_operand(t) && tree_value(tree_operand(t), &value) && value == 0)
		return nothing;
	/* a conversion to a value makes an object; an explicit cast is to a reference unless there is one in it */
	if (!tree_operand(t) || (d.is_pointer && !may_lead(tree_operand(t))) ||
	    (!d.is_pointer && t->kind == TREE_CONVERSION && t->conversion != CONVERSION_SAME))
		return unknown;
	return step(goes_to_base(t) ? DENOTED_CAST : DENOTED_SAME, tree_operand(t), d.is_pointer);
}

struct denoted denoted_by(struct designator d)
{
	const struct tree *t = d.tree;

	/* its type is a pointer's after a conversion */
	if (d.is_pointer && t->kind != TREE_CONVERSION && t->kind != TREE_PARENTHESES && denotes_array(t))
		return step(DENOTED_FIRST, t, false);
	switch (t->kind) {
	case TREE_PARENTHESES:
		return step(DENOTED_SAME, tree_operand(t), d.is_pointer);
	case TREE_CONVERSION:
	case TREE_CAST:
		return denoted_by_conversion(d);
	case TREE_LITERAL:
		return nothing;
	case TREE_NAME:
		return is_variable(t->declaration) ? (struct denoted){.kind = DENOTED_VARIABLE} : unknown;
	case TREE_THIS:
		return d.is_pointer ? (struct denoted){.kind = DENOTED_THIS} : unknown;
	case TREE_MEMBER:
		return denoted_by_member(d);
	case TREE_SUBSCRIPT:
		return denoted_by_subscript(d);
	case TREE_UNARY:
		return denoted_by_unary(d);
	case TREE_BINARY:
		return denoted_by_operator(d);
	case TREE_CONDITIONAL: {
		const struct tree *body = tree_part(t, ROLE_BODY); /* NULL in x ?: y */
		struct denoted either = step(DENOTED_EITHER, body ? body : tree_part(t, ROLE_CONDITION), d.is_pointer);

		either.other = (struct designator){tree_part(t, ROLE_OTHERWISE), d.is_pointer};
		return either.other.tree ? either : unknown;
	}
	case TREE_CALL:
		if (library_entity(t->declaration) == LIBRARY_ELEMENT && call_object(t) && !d.is_pointer)
			return step(DENOTED_CONTAINED, call_object(t), false);
		return (struct denoted){.kind = DENOTED_RESULT};
	default:
		return unknown;
	}
}
