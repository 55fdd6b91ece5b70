/* What is known of the views that a kernel holds, and what each use adds to it. */
#include "access/access_walk.h"

#include <string.h>

/* ---- What is held --------------------------------------------------------- */

struct held *find_held(const struct accesses *a, const struct held *outer, CXCursor d)
{
	for (struct held *h = a->helds; h; h = h->next) {
		if (h->outer == outer && clang_equalCursors(h->declaration, d))
			return h;
	}
	return NULL;
}

struct held *hold(struct accesses *a, struct held *outer, CXCursor declaration)
{
	struct held *h = find_held(a, outer, declaration);

	if (h)
		return h;
	h = unit_memory(sizeof(*h));
	*h = (struct held){.next = a->helds, .outer = outer, .declaration = declaration,
	                   .number = a->n_helds++};
	a->helds = h;
	return h;
}

uint64_t bit_of(const struct held *h)
{
	return h->number < 64 ? UINT64_C(1) << h->number : 0;
}

/* Returns an expression that denotes `h` in a member function of the kernel's function object. */
static const char *expression_of(const struct held *h)
{
	if (clang_Cursor_isNull(h->declaration))
		return "this";
	const char *name = cursor_spelling(h->declaration);

	if (h->outer && !clang_Cursor_isNull(h->outer->declaration))
		return interned_printf("%s.%s", expression_of(h->outer), name);
	return interned_printf("%s%s", !strcmp(name, "visit") ? "this->" : "", name);
}

/* Adds as a premise the template type parameter that a variable's declaration names, if it is visible under
 * that name where the premises are written. */
static bool suppose_parameter(struct accesses *a, CXCursor variable, CXType type)
{
	CXCursor parameter = type_parameter(type, variable);
	unsigned start = 0, end = 0, at;

	if (clang_Cursor_isNull(parameter) || !cursor_offset(a->unit->clauses, parameter, &at))
		return false;
	/* of the class itself, or of a template around the kernel */
	bool found =
	    at >= a->start
	        ? !clang_Cursor_isNull(a->class) && cursor_offset(a->unit->clauses, a->class, &start) && at < start
	        : cursor_range(a->unit->clauses, clang_getCursorSemanticParent(parameter), &start, &end) &&
	              start <= a->start && a->end <= end;

	if (found)
		names_add(&a->premises, cursor_spelling(parameter));
	return found;
}

/* Returns the element type of a variable declared as a container, `array_view<const T> v`; an invalid type
 * for others. */
static CXType declared_elements(CXCursor variable)
{
	CXType type = without_reference(clang_getCursorType(variable));
	CXCursor first = first_child(variable);

	if (first.kind != CXCursor_TemplateRef || !is_container(library_entity(clang_getCursorReferenced(first))))
		return (CXType){CXType_Invalid, {NULL, NULL}};
	return clang_Type_getTemplateArgumentAsType(unqualified(type), 0);
}

void suppose_view(struct accesses *a, struct held *h)
{
	h->on_premises = true;
	if (!h->outer && suppose_parameter(a, h->declaration, declared_elements(h->declaration)))
		return;
	const char *expression = expression_of(h), *type = interned_printf("decltype(%s)", expression);
	/* a local constant is repeated in the body, under its name, and is no view */
	bool constant = !clang_Cursor_isNull(h->declaration) && is_constant(h->declaration);

	names_add(&a->premises, constant ? "void" : type);
}

bool suppose_number(struct accesses *a, CXCursor variable)
{
	return suppose_parameter(a, variable, without_reference(clang_getCursorType(variable)));
}

/* ---- Uses ------------------------------------------------------------------ */

/* Records that the index, or a copy of it, may be modified. */
static void change_index(struct accesses *a, struct abstract_value v)
{
	if (!v.copy) {
		a->index_changed = true;
		return;
	}
	a->copies[v.copy - 1].is_changed = true;
	a->is_to_repeat = true;
}

struct abstract_value escape_value(struct accesses *a, struct abstract_value v)
{
	switch (v.kind) {
	case OBJECT:
	case VIEW:
	case ELEMENT:
		v.held->other = a->has_escaped = a->loads = a->orders = true;
		break;
	case EXTENT:
		if (!v.is_constant)
			v.held->other = true;
		v.held->is_measured = true;
		break;
	case INDEX:
		a->index_elsewhere = true;
		if (!v.is_constant)
			change_index(a, v);
		break;
	case COMPONENT:
	case POSITION:
		a->index_elsewhere = true;
		if (v.is_place && !v.is_constant)
			change_index(a, v);
		break;
	case NOTHING:
	case NUMBER:
		break;
	}
	return nothing;
}

struct abstract_value read_value(struct accesses *a, struct abstract_value v)
{
	if (v.kind == ELEMENT) {
		bool is_done = v.is_own && (v.is_fresh || (a->done & bit_of(v.held)));

		v.held->read |= !is_done;
		v.held->loaded = a->loads = true;
		a->loads_in_order |= (a->stored & ~bit_of(v.held)) != 0;
		return nothing;
	}
	if (v.kind == COMPONENT || v.kind == POSITION || v.kind == INDEX || v.kind == EXTENT)
		v.is_constant = true;
	return escape_value(a, v);
}

uint64_t write_value(struct accesses *a, struct abstract_value v)
{
	if (v.kind != ELEMENT) {
		v.is_constant = false;
		if (v.kind == COMPONENT || v.kind == POSITION)
			v.is_place = true;
		escape_value(a, v);
		return 0;
	}
	v.held->written = a->orders = true;
	a->stored |= bit_of(v.held);
	return v.is_own && v.is_whole && !v.may_be_view ? bit_of(v.held) : 0;
}

bool suppose_element(struct accesses *a, struct abstract_value v, const struct tree *t)
{
	if (v.kind != ELEMENT || v.may_be_view)
		return false;
	if (!is_dependent_type(tree_type(t)))
		return is_number(tree_type(t));
	suppose_view(a, v.held);
	return true;
}

struct abstract_value use_as_number(struct accesses *a, struct abstract_value v, const struct tree *t)
{
	return v.kind == ELEMENT && !suppose_element(a, v, t) ? escape_value(a, v) : read_value(a, v);
}
