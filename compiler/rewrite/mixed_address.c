/* Pointers and references that lead either to a thread's own variable or to other memory. For GPUs up to
 * sm_90, nvcc 13.0 drops stores through them if nothing reads the variable afterwards:
 *
 *     float unused, *p = inside ? &v[i] : &unused;
 *     *p = x;
 *
 * In the device unit an address that may be of a thread's own variable therefore passes through a function
 * that is opaque to nvcc (<amp/address.h>) where it meets other addresses: in a conditional operator, in the
 * values of a pointer variable, and in the return statements of a function. An expression's tree tells whose
 * address it is; parameters, and what is not understood, may be of a thread's own variable. Nothing is stored
 * through pointers and references to const. */
#include "body/uses.h"
#include "rewrite/rewrite.h"

#include <string.h>

enum { MOST_ROOTS = 16, MOST_VARIABLES = 16 };

enum root_kind {
	ROOT_MEMORY,  /* a view's element, tile_static, a constant: not a thread's own */
	ROOT_OWN,     /* a thread's own variable */
	ROOT_UNKNOWN, /* what a parameter leads to, or any other object */
};

/* The complete object that an object is part of. */
struct root {
	enum root_kind kind;
	CXCursor declaration; /* of the variable or the parameter; the null cursor: *this, or unknown */
	bool is_this;
};

struct roots {
	struct root items[MOST_ROOTS];
	size_t count;
	bool is_full;                       /* there are more roots than items */
	CXCursor variables[MOST_VARIABLES]; /* whose values have been searched */
	size_t n_variables;
};

struct root_search {
	const struct tree *body;
	struct roots *roots;
};

static void find_object(struct root_search s, const struct tree *t);
static void find_pointer(struct root_search s, const struct tree *t);

static void add_root(struct root_search s, enum root_kind kind, CXCursor declaration, bool is_this)
{
	struct roots *r = s.roots;

	for (size_t i = 0; i < r->count; i++) {
		const struct root *old = &r->items[i];
		bool is_known = kind == ROOT_MEMORY || is_this || !clang_Cursor_isNull(declaration);

		if (is_known && old->kind == kind && old->is_this == is_this &&
		    clang_equalCursors(old->declaration, declaration))
			return;
	}
	if (r->count == MOST_ROOTS)
		r->is_full = true;
	else
		r->items[r->count++] = (struct root){kind, declaration, is_this};
}

static void add_memory(struct root_search s)
{
	add_root(s, ROOT_MEMORY, clang_getNullCursor(), false);
}

static void add_unknown(struct root_search s)
{
	add_root(s, ROOT_UNKNOWN, clang_getNullCursor(), false);
}

/* Whether some addresses may be of a thread's own variable, but neither all are of the same one nor all are
 * of such variables. */
static bool is_mixed(const struct roots *r)
{
	bool all_own = true, any = r->is_full;

	for (size_t i = 0; i < r->count; i++) {
		all_own &= r->items[i].kind == ROOT_OWN;
		any |= r->items[i].kind != ROOT_MEMORY;
	}
	return any && (r->is_full || (r->count > 1 && !all_own));
}

static bool is_memory(const struct roots *r)
{
	return r->count == 1 && !r->is_full && r->items[0].kind == ROOT_MEMORY;
}

/* ---- Types ---------------------------------------------------------------- */

static CXType canonical_type(const struct tree *t)
{
	return object_type(tree_type(t));
}

static bool is_pointer(CXType type)
{
	return clang_getCanonicalType(type).kind == CXType_Pointer;
}

/* Whether stores through a pointer or reference of this type are possible. */
static bool is_writable(CXType type)
{
	return !clang_isConstQualifiedType(
		clang_getPointeeType(clang_getCanonicalType(type)));
}

static bool is_writable_pointer(CXType type)
{
	return is_pointer(type) && is_writable(type);
}

/* Only lvalue references count: an rvalue reference leads to a temporary of its own, as that of `c ? f() :
 * x`. */
static bool is_writable_reference(CXType type)
{
	return clang_getCanonicalType(type).kind == CXType_LValueReference && is_writable(type);
}

/* ---- Whose address an expression is ------------------------------------------ */

static bool is_variable_of(const struct tree *t, CXCursor declaration)
{
	return t->kind == TREE_VARIABLE && clang_equalCursors(t->declaration, declaration);
}

static bool names(const struct tree *t, CXCursor declaration)
{
	return t && t->kind == TREE_NAME && clang_equalCursors(t->declaration, declaration);
}

static bool is_assignment(const struct tree *t)
{
	return t->kind == TREE_BINARY && t->binary == CXBinaryOperator_Assign;
}

/* Finds what a pointer or reference variable of the body leads to: its initializer and all that is assigned
 * to it. */
static void find_values(struct root_search s, CXCursor variable)
{
	struct roots *r = s.roots;
	bool is_initialized = false, refers = is_reference(clang_getCursorType(variable));

	for (size_t i = 0; i < r->n_variables; i++) {
		if (clang_equalCursors(r->variables[i], variable))
			return;
	}
	if (r->n_variables == MOST_VARIABLES) {
		add_unknown(s);
		return;
	}
	r->variables[r->n_variables++] = variable;
	for (const struct tree *t = s.body; t; t = tree_next(t, s.body)) {
		const struct tree *init = is_variable_of(t, variable) ? tree_part(t, ROLE_INIT) : NULL;

		is_initialized |= is_variable_of(t, variable) && (init || !refers);
		if (init && refers)
			find_object(s, init);
		else if (init)
			find_pointer(s, init);
		else if (!refers && is_assignment(t) && names(tree_strip(tree_operand(t)), variable))
			find_pointer(s, tree_second(t));
		else if (!refers && t->kind == TREE_UNARY && t->unary == CXUnaryOperator_AddrOf &&
		         names(tree_strip(tree_operand(t)), variable))
			add_unknown(s);
	}
	if (!is_initialized)
		add_root(s, ROOT_UNKNOWN, variable, false);
}

static void find_variable(struct root_search s, CXCursor declaration, bool is_value)
{
	CXType type = clang_getCursorType(declaration);
	bool leads_on = is_reference(type) || (is_value && !is_array(type));

	if (!is_variable(declaration))
		add_unknown(s);
	else if (is_value && is_reference(type) && is_pointer(without_reference(type)))
		add_unknown(s);
	else if (leads_on && declaration.kind == CXCursor_ParmDecl)
		add_root(s, ROOT_UNKNOWN, declaration, false);
	else if (is_tile_static(declaration) || !is_local(declaration) ||
	         clang_Cursor_getStorageClass(declaration) == CX_SC_Static)
		add_memory(s);
	else if (leads_on)
		find_values(s, declaration);
	else
		add_root(s, ROOT_OWN, declaration, false);
}

static void find_member(struct root_search s, const struct tree *t)
{
	const struct tree *object = tree_part(t, ROLE_OBJECT);

	if (is_reference(clang_getCursorType(t->declaration)))
		add_unknown(s);
	else if (!object)
		add_root(s, ROOT_UNKNOWN, clang_getNullCursor(), true);
	else if (is_pointer(canonical_type(object)))
		find_pointer(s, object);
	else
		find_object(s, object);
}

/* References and pointers that the library returns lead to containers, or into the object of a member function: an
 * index, a short vector. */
static void find_call(struct root_search s, const struct tree *t)
{
	const struct tree *object = call_object(t);

	if (clang_Cursor_isNull(t->declaration) || !is_amp_library(t->declaration))
		add_unknown(s);
	else if (!object || is_container(object_class(object)))
		add_memory(s);
	else
		find_object(s, object);
}

/* Finds the object that an lvalue denotes. */
static void find_object(struct root_search s, const struct tree *t)
{
	t = tree_strip(t);
	switch (t->kind) {
	case TREE_NAME:
		find_variable(s, t->declaration, false);
		return;
	case TREE_MEMBER:
		find_member(s, t);
		return;
	case TREE_SUBSCRIPT: {
		const struct tree *object = tree_part(t, ROLE_OBJECT);

		if (is_container(library_class(canonical_type(object))))
			add_memory(s);
		else if (is_array(canonical_type(tree_strip(object))))
			find_object(s, object);
		else
			find_pointer(s, object);
		return;
	}
	case TREE_UNARY:
		if (t->unary == CXUnaryOperator_Deref)
			find_pointer(s, tree_operand(t));
		else
			find_object(s, tree_operand(t));
		return;
	case TREE_CONDITIONAL:
		find_object(s, tree_part(t, ROLE_OTHERWISE));
		find_object(s, tree_part(t, ROLE_BODY));
		return;
	case TREE_CALL:
		find_call(s, t);
		return;
	default:
		add_unknown(s);
	}
}

static void find_operand_pointer(struct root_search s, const struct tree *t)
{
	bool first = is_array(canonical_type(tree_operand(t))) ||
	             is_pointer(canonical_type(tree_operand(t)));

	if (t->binary == CXBinaryOperator_Assign || t->binary == CXBinaryOperator_Comma)
		find_pointer(s, tree_second(t));
	else
		find_pointer(s, first ? tree_operand(t) : tree_second(t));
}

/* Finds the object that a pointer leads to. */
static void find_pointer(struct root_search s, const struct tree *t)
{
	int64_t value;

	t = tree_strip(t);
	switch (t->kind) {
	case TREE_LITERAL:
		add_memory(s);
		return;
	case TREE_NAME:
		find_variable(s, t->declaration, true);
		return;
	case TREE_THIS:
		add_root(s, ROOT_UNKNOWN, clang_getNullCursor(), true);
		return;
	case TREE_MEMBER:
		if (is_array(clang_getCursorType(t->declaration)))
			find_member(s, t);
		else
			add_unknown(s);
		return;
	case TREE_SUBSCRIPT:
		if (is_array(canonical_type(t)))
			find_object(s, t);
		else
			add_unknown(s);
		return;
	case TREE_UNARY:
		if (t->unary == CXUnaryOperator_AddrOf)
			find_object(s, tree_operand(t));
		else if (t->unary != CXUnaryOperator_Deref)
			find_pointer(s, tree_operand(t));
		else
			add_unknown(s);
		return;
	case TREE_BINARY:
		find_operand_pointer(s, t);
		return;
	case TREE_CAST:
		if (tree_operand(t) && tree_value(tree_operand(t), &value) && value == 0)
			add_memory(s);
		else if (tree_operand(t))
			find_pointer(s, tree_operand(t));
		else
			add_unknown(s);
		return;
	case TREE_CONDITIONAL:
		find_pointer(s, tree_part(t, ROLE_OTHERWISE));
		find_pointer(s, tree_part(t, ROLE_BODY));
		return;
	case TREE_CALL:
		find_call(s, t);
		return;
	default:
		add_unknown(s);
	}
}

static struct roots roots_of(const struct tree *body, const struct tree *t, bool is_object)
{
	struct roots r = {.count = 0};

	(is_object ? find_object : find_pointer)((struct root_search){body, &r}, t);
	return r;
}

/* ---- Where addresses meet ------------------------------------------------------ */

/* The values of one pointer or reference. */
struct sources {
	const struct tree *items[MOST_ROOTS];
	size_t count;
};

static void add_source(struct sources *s, const struct tree *t)
{
	if (t && s->count < MOST_ROOTS)
		s->items[s->count++] = t;
}

static void hide(struct lowering *l, const struct tree *t, bool is_object)
{
	unsigned start = token(l, t->first)->offset;
	unsigned end = token(l, t->last - 1)->offset + token(l, t->last - 1)->len;

	if (t->first == t->last || !offsets_add(&l->hidden, start))
		return;
	/* unary + converts an object with a conversion function to its pointer */
	bool is_converted = !is_object && tree_strip(t)->declaration.kind == CXCursor_ConversionFunction;

	edit_insert(l->edits, start,
	            is_object      ? "Concurrency::details::own_object("
	            : is_converted ? "Concurrency::details::own_pointer(+("
	                           : "Concurrency::details::own_pointer(",
	            NULL);
	edit_insert(l->edits, end, is_converted ? "))" : ")", NULL);
}

/* If the sources are mixed, hides those that may be a thread's own. */
static void hide_mixed(struct lowering *l, const struct tree *body, const struct sources *sources,
                       bool is_object)
{
	struct roots all = {.count = 0};
	struct root_search s = {body, &all};

	for (size_t i = 0; i < sources->count; i++)
		(is_object ? find_object : find_pointer)(s, sources->items[i]);
	/* a mixture within one source is hidden there */
	if (sources->count < 2 || !is_mixed(&all))
		return;
	for (size_t i = 0; i < sources->count; i++) {
		struct roots own = roots_of(body, sources->items[i], is_object);

		if (!is_memory(&own))
			hide(l, sources->items[i], is_object);
	}
}

/* Returns the type of a call's parameter; an invalid type if it is not known. */
static CXType parameter_type(const struct tree *call, unsigned position)
{
	CXCursor p = clang_Cursor_isNull(call->declaration)
	                     ? call->declaration
	                     : clang_Cursor_getArgument(call->declaration, position);

	return clang_getCursorType(p);
}

static CXType result_type(CXCursor function, const struct tree *t)
{
	for (; t; t = t->parent) {
		if (t->kind == TREE_LAMBDA)
			return (CXType){.kind = CXType_Invalid};
	}
	return clang_getCursorResultType(function);
}

/* Whether a store to the object that an expression denotes may follow from its context. */
static bool may_be_stored(CXCursor function, const struct tree *t)
{
	const struct tree *parent = t->parent;

	while (parent && (parent->kind == TREE_PARENTHESES ||
	                  (parent->kind == TREE_CONVERSION && parent->conversion == CONVERSION_SAME))) {
		t = parent;
		parent = t->parent;
	}
	if (!parent)
		return false;
	switch (parent->kind) {
	case TREE_UNARY:
		return parent->unary == CXUnaryOperator_AddrOf || tree_assigns(parent);
	case TREE_BINARY:
		return tree_operand(parent) == t && tree_assigns(parent);
	case TREE_MEMBER:
		return !is_pointer(canonical_type(t)) && may_be_stored(function, parent);
	case TREE_SUBSCRIPT:
		return t->role == ROLE_OBJECT && !is_pointer(canonical_type(t)) &&
		       may_be_stored(function, parent);
	case TREE_CONDITIONAL:
		return t->role != ROLE_CONDITION && may_be_stored(function, parent);
	case TREE_VARIABLE:
		return is_writable_reference(clang_getCursorType(parent->declaration));
	case TREE_RETURN:
		return is_writable_reference(result_type(function, parent));
	case TREE_CALL:
		return t->role == ROLE_OBJECT ||
		       (t->role == ROLE_ARGUMENT &&
		        is_writable_reference(parameter_type(parent, t->position)));
	default:
		return false;
	}
}

/* Whether an expression is a pointer. If its type is dependent, as in c ? &x : &v[i], its form tells. */
static bool gives_pointer(const struct tree *t)
{
	CXType type = tree_type(t);

	t = tree_strip(t);
	if (is_dependent(type) && t->kind == TREE_CONDITIONAL)
		return gives_pointer(tree_part(t, ROLE_OTHERWISE)) ||
		       (tree_part(t, ROLE_BODY) && gives_pointer(tree_part(t, ROLE_BODY)));
	return is_pointer(type) || (is_dependent(type) && t->kind == TREE_UNARY && t->unary == CXUnaryOperator_AddrOf);
}

static void hide_operands(struct lowering *l, CXCursor function, const struct tree *body,
                          const struct tree *t)
{
	bool is_object = !gives_pointer(t);
	struct sources s = {.count = 0};

	if (is_object ? !may_be_stored(function, t) : !is_writable(tree_type(t)))
		return;
	add_source(&s, tree_part(t, ROLE_BODY) ? tree_part(t, ROLE_BODY) : tree_part(t, ROLE_CONDITION));
	add_source(&s, tree_part(t, ROLE_OTHERWISE));
	hide_mixed(l, body, &s, is_object);
}

/* Handles the values of a pointer: of a variable that is assigned, or of a member. */
static void hide_assigned(struct lowering *l, const struct tree *body,
                          const struct tree *assignment)
{
	const struct tree *pointer = tree_strip(tree_operand(assignment));
	struct roots own = roots_of(body, tree_second(assignment), false);
	struct sources s = {.count = 0};

	if (pointer->kind != TREE_NAME || is_reference(clang_getCursorType(pointer->declaration))) {
		if (!is_memory(&own))
			hide(l, tree_second(assignment), false);
		return;
	}
	for (const struct tree *t = body; t; t = tree_next(t, body)) {
		if (is_variable_of(t, pointer->declaration))
			add_source(&s, tree_part(t, ROLE_INIT));
		else if (is_assignment(t) && names(tree_strip(tree_operand(t)), pointer->declaration))
			add_source(&s, tree_second(t));
	}
	if (pointer->declaration.kind != CXCursor_ParmDecl)
		hide_mixed(l, body, &s, false);
	else if (!is_memory(&own) &&
	         !(own.count == 1 && clang_equalCursors(own.items[0].declaration, pointer->declaration)))
		hide(l, tree_second(assignment), false);
}

static void hide_returned(struct lowering *l, CXCursor function, const struct tree *body)
{
	CXType result = clang_getCursorResultType(function);
	struct sources s = {.count = 0};

	if (!is_writable_pointer(result) && !is_writable_reference(result))
		return;
	for (const struct tree *t = body; t;
	     t = tree_next_outside(t, body)) {
		if (t->kind == TREE_RETURN)
			add_source(&s, tree_operand(t));
	}
	hide_mixed(l, body, &s, is_reference(result));
}

void lower_mixed_addresses(struct lowering *l, CXCursor function)
{
	const struct body *b = body_tree(l->unit->bodies, function);

	if (!b || !b->root)
		return;
	hide_returned(l, function, b->root);
	for (const struct tree *t = b->root; t; t = tree_next(t, b->root)) {
		if (t->kind == TREE_CONDITIONAL)
			hide_operands(l, function, b->root, t);
		else if (is_assignment(t) && is_writable_pointer(without_reference(tree_type(tree_operand(t)))))
			hide_assigned(l, b->root, t);
	}
}
