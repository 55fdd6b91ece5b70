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
#include "body/denotes.h"
#include "body/uses.h"
#include "rewrite/rewrite.h"

#include <string.h>

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
	struct root *items;
	size_t count;
	struct cursors variables; /* whose values have been searched */
};

/* A function whose addresses are hidden. */
struct hiding {
	struct lowering *lowering;
	const struct body *body;
};

struct root_search {
	const struct hiding *hiding;
	struct roots *roots;
};

/* The values of one pointer or reference. */
struct sources {
	const struct tree **items;
	size_t count;
};

static void find_roots(struct root_search s, const struct tree *t, bool is_pointer);

static void add_root(struct root_search s, enum root_kind kind, CXCursor declaration, bool is_this)
{
	struct roots *r = s.roots;

	FOR_EACH(const struct root, old, r->items, r->count) {
		bool is_known = kind == ROOT_MEMORY || is_this || !clang_Cursor_isNull(declaration);

		if (is_known && old->kind == kind && old->is_this == is_this &&
		    clang_equalCursors(old->declaration, declaration))
			return;
	}
	KEEP(r->items, r->count) = (struct root){kind, declaration, is_this};
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
	bool all_own = true, any = false;

	for (size_t i = 0; i < r->count; i++) {
		all_own &= r->items[i].kind == ROOT_OWN;
		any |= r->items[i].kind != ROOT_MEMORY;
	}
	return any && r->count > 1 && !all_own;
}

/* ---- Types ---------------------------------------------------------------- */

static CXType canonical_type(const struct tree *t)
{
	return object_type(tree_type(t));
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

static bool names(const struct tree *t, CXCursor declaration)
{
	return t && t->kind == TREE_NAME && clang_equalCursors(t->declaration, declaration);
}

static bool is_assignment(const struct tree *t)
{
	return t->kind == TREE_BINARY && t->binary == CXBinaryOperator_Assign;
}

static void add_source(struct sources *s, const struct tree *t)
{
	if (t)
		KEEP(s->items, s->count) = t;
}

/* Finds the initializer of a pointer or reference variable of the body, and all that is assigned to the pointer.
 * Returns whether it has no other values: none from elsewhere, and none that are assigned through a reference or
 * a pointer to it. */
static bool find_values(const struct hiding *h, CXCursor variable, struct sources *out)
{
	bool refers = is_reference(clang_getCursorType(variable)), are_all = true, is_declared = false;

	for (const struct tree *t = h->body->root; t; t = tree_next(t, h->body->root)) {
		if (t->kind == TREE_VARIABLE && clang_equalCursors(t->declaration, variable)) {
			add_source(out, tree_part(t, ROLE_INIT));
			is_declared |= !refers || tree_part(t, ROLE_INIT);
		} else if (!refers && is_assignment(t) && names(tree_strip(tree_operand(t)), variable)) {
			add_source(out, tree_second(t));
		}
		are_all &= refers || !names(t, variable) || !(use_at(h->lowering->unit, h->body, t) & USE_ESCAPES);
	}
	return are_all && (is_declared || variable.kind == CXCursor_ParmDecl);
}

/* Finds what a pointer or reference variable of the body leads to. */
static void find_led_to(struct root_search s, CXCursor variable)
{
	struct sources values = {.count = 0};

	if (!cursors_add(&s.roots->variables, variable, NULL))
		return;
	if (!find_values(s.hiding, variable, &values))
		add_unknown(s);
	for (size_t i = 0; i < values.count; i++)
		find_roots(s, values.items[i], !is_reference(clang_getCursorType(variable)));
}

static void find_variable(struct root_search s, CXCursor declaration, bool is_value)
{
	CXType type = clang_getCursorType(declaration);
	bool leads_on = is_reference(type) || is_value;

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
		find_led_to(s, declaration);
	else
		add_root(s, ROOT_OWN, declaration, false);
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
		find_roots(s, object, false);
}

/* Finds the complete objects of those that an lvalue may denote, or a pointer may lead to. */
static void find_roots(struct root_search s, const struct tree *t, bool is_pointer)
{
	struct denoted d = denoted_by((struct designator){t, is_pointer});

	switch (d.kind) {
	case DENOTED_NOTHING:
	case DENOTED_CONTAINED:
		add_memory(s);
		return;
	case DENOTED_THIS:
		add_root(s, ROOT_UNKNOWN, clang_getNullCursor(), true);
		return;
	case DENOTED_VARIABLE:
		find_variable(s, t->declaration, is_pointer);
		return;
	case DENOTED_RESULT:
		find_call(s, t);
		return;
	case DENOTED_UNKNOWN:
		add_unknown(s);
		return;
	case DENOTED_EITHER:
		find_roots(s, d.other.tree, d.other.is_pointer);
		break;
	default: /* parts */
		break;
	}
	if (d.of.tree)
		find_roots(s, d.of.tree, d.of.is_pointer);
	else /* of *this */
		add_root(s, ROOT_UNKNOWN, clang_getNullCursor(), true);
}

/* ---- Where addresses meet ------------------------------------------------------ */

static struct roots roots_of(const struct hiding *h, const struct sources *sources, bool is_pointer)
{
	struct roots r = {.count = 0};

	for (size_t i = 0; i < sources->count; i++)
		find_roots((struct root_search){h, &r}, sources->items[i], is_pointer);
	return r;
}

/* Hides an address unless it certainly is not of a thread's own variable. */
static void hide(const struct hiding *h, const struct tree *t, bool is_pointer)
{
	struct lowering *l = h->lowering;
	const struct roots own = roots_of(h, &(struct sources){&t, 1}, is_pointer);
	unsigned start = token(l, t->first)->offset;
	unsigned end = token_end(token(l, t->last - 1));
	bool is_memory = own.count == 1 && own.items[0].kind == ROOT_MEMORY;

	if (is_memory || t->first == t->last || !offsets_add(&l->hidden, start))
		return;
	/* unary + converts an object with a conversion function to its pointer */
	bool is_converted = is_pointer && tree_strip(t)->declaration.kind == CXCursor_ConversionFunction;

	edit_insert(l->edits, start,
	            !is_pointer    ? "Concurrency::details::own_object("
	            : is_converted ? "Concurrency::details::own_pointer(+("
	                           : "Concurrency::details::own_pointer(",
	            NULL);
	edit_insert(l->edits, end, is_converted ? "))" : ")", NULL);
}

/* If the sources are mixed, hides those that may be a thread's own. */
static void hide_mixed(const struct hiding *h, const struct sources *sources, bool is_pointer)
{
	const struct roots all = roots_of(h, sources, is_pointer);

	/* a mixture within one source is hidden there */
	for (size_t i = 0; i < sources->count && sources->count > 1 && is_mixed(&all); i++)
		hide(h, sources->items[i], is_pointer);
}

/* Whether a call or construction may store to an argument. */
static bool may_be_stored_in(const struct tree *call, const struct tree *argument)
{
	return clang_Cursor_isNull(call->declaration) ||
	       is_writable_reference(
	           clang_getCursorType(clang_Cursor_getArgument(call->declaration, argument->position)));
}

/* Returns the result type of a function, or of a lambda in it that contains t; an invalid type if it is not known. */
static CXType result_type(CXCursor function, const struct tree *t)
{
	while (t && t->kind != TREE_LAMBDA)
		t = t->parent;
	return clang_getCursorResultType(t ? lambda_operator(t->cursor) : function);
}

/* Whether a store to the object that an expression denotes may follow from its context. */
static bool may_be_stored(CXCursor function, const struct tree *t)
{
	const struct tree *parent = t->parent;
	CXType type;

	if (!parent)
		return false;
	switch (parent->kind) {
	case TREE_UNARY:
		return parent->unary == CXUnaryOperator_AddrOf || tree_assigns(parent);
	case TREE_BINARY:
		return parent->binary == CXBinaryOperator_Comma
		           ? t == tree_second(parent) && may_be_stored(function, parent)
		           : tree_operand(parent) == t && tree_assigns(parent);
	case TREE_MEMBER:
	case TREE_SUBSCRIPT:
		return t->role == ROLE_OBJECT && !is_pointer(canonical_type(t)) && may_be_stored(function, parent);
	case TREE_CONDITIONAL:
		return t->role != ROLE_CONDITION && may_be_stored(function, parent);
	case TREE_CONVERSION:
		return parent->conversion != CONVERSION_VALUE && may_be_stored(function, parent);
	case TREE_PARENTHESES:
	case TREE_CAST: /* of a value, there is a conversion in it */
		return may_be_stored(function, parent);
	case TREE_LIST: /* classes have no references in them */
		type = canonical_type(parent);
		return type.kind != CXType_Record && !is_array(type) && may_be_stored(function, parent);
	case TREE_VARIABLE: /* or a structured binding, which has no declaration */
		return is_writable_reference(clang_getCursorType(parent->cursor));
	case TREE_RETURN:
		type = result_type(function, parent);
		return type.kind == CXType_Invalid || is_writable_reference(type);
	case TREE_CALL:
	case TREE_CONSTRUCTION:
		return t->role == ROLE_OBJECT || (t->role == ROLE_ARGUMENT && may_be_stored_in(parent, t));
	case TREE_EXPRESSION:
	case TREE_NAME: /* an argument of a template */
	case TREE_IF:
	case TREE_SWITCH:
	case TREE_CASE:
	case TREE_FOR:
	case TREE_WHILE:
	case TREE_DO:
	case TREE_UNEVALUATED:
		return false;
	default:
		return true;
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

static void hide_operands(const struct hiding *h, const struct tree *t)
{
	bool points = gives_pointer(t);
	struct sources s = {.count = 0};

	/* in C, a conditional operator gives no lvalue */
	if (points ? !is_writable(tree_type(t))
	           : unit_is_c(h->lowering->unit) || !may_be_stored(h->body->function, t))
		return;
	add_source(&s, tree_part(t, ROLE_BODY) ? tree_part(t, ROLE_BODY) : tree_part(t, ROLE_CONDITION));
	add_source(&s, tree_part(t, ROLE_OTHERWISE));
	hide_mixed(h, &s, points);
}

/* Handles the initializer of a pointer that is modified through a reference, too. */
static void hide_initializer(const struct hiding *h, const struct tree *variable)
{
	struct sources s = {.count = 0};

	if (tree_part(variable, ROLE_INIT) && !find_values(h, variable->declaration, &s))
		hide(h, tree_part(variable, ROLE_INIT), true);
}

/* Handles the values of a pointer: of a variable that is assigned, or of a member. */
static void hide_assigned(const struct hiding *h, const struct tree *assignment)
{
	const struct tree *pointer = tree_strip(tree_operand(assignment)), *value = tree_second(assignment);
	CXCursor variable = pointer->declaration;
	struct sources s = {.count = 0};
	bool is_variable = pointer->kind == TREE_NAME && !is_reference(clang_getCursorType(variable)) &&
	                   find_values(h, variable, &s);

	if (is_variable && variable.kind != CXCursor_ParmDecl) {
		hide_mixed(h, &s, true);
		return;
	}
	const struct roots own = roots_of(h, &(struct sources){&value, 1}, true);

	if (!is_variable || own.count != 1 || !clang_equalCursors(own.items[0].declaration, variable))
		hide(h, value, true);
}

/* Handles the values that a function returns, or a lambda in it. */
static void hide_returned(const struct hiding *h, CXCursor function, const struct tree *root)
{
	CXType result = clang_getCursorResultType(function);
	struct sources s = {.count = 0};

	if (!is_writable_pointer(result) && !is_writable_reference(result))
		return;
	for (const struct tree *t = root; t; t = tree_next_outside(t, root)) {
		if (t->kind == TREE_RETURN)
			add_source(&s, tree_operand(t));
	}
	hide_mixed(h, &s, !is_reference(result));
}

void lower_mixed_addresses(struct lowering *l, CXCursor function)
{
	const struct hiding h = {l, body_tree(l->unit->bodies, function)};

	if (!h.body || !h.body->root)
		return;
	hide_returned(&h, function, h.body->root);
	for (const struct tree *t = h.body->root; t; t = tree_next(t, h.body->root)) {
		if (t->kind == TREE_CONDITIONAL)
			hide_operands(&h, t);
		else if (t->kind == TREE_LAMBDA && tree_part(t, ROLE_BODY))
			hide_returned(&h, lambda_operator(t->cursor), tree_part(t, ROLE_BODY));
		else if (t->kind == TREE_VARIABLE && is_writable_pointer(tree_type(t)))
			hide_initializer(&h, t);
		else if (is_assignment(t) && is_writable_pointer(without_reference(tree_type(tree_operand(t)))))
			hide_assigned(&h, t);
	}
}
