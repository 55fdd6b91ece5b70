/* Accesses in a kernel's steps: which part of tile_static memory an expression denotes, and what is written
 * there. */
#include "analyse/steps_walk.h"
#include "body/denotes.h"

#include <string.h>

enum { MAX_SITES = 160 };

/* ---- Places ----------------------------------------------------------------------- */

static size_t tile_variable(struct step_builder *m, CXCursor declaration)
{
	struct steps *s = m->steps;
	CXType type = type_of(declaration);

	for (size_t i = 0; i < s->n_variables; i++) {
		if (clang_equalCursors(s->variables[i].declaration, declaration))
			return i;
	}
	KEEP(s->variables, s->n_variables) = (struct tile_variable){
	    declaration, cursor_spelling(declaration), type,
	    clang_Type_getSizeOf(type)};
	return s->n_variables - 1;
}

/* Descends into an element of an array, or of what a pointer points to. */
static bool add_subscript(struct tile_object *p, struct value index)
{
	CXType type = clang_getCanonicalType(p->type);
	bool is_array = type.kind == CXType_ConstantArray;
	int64_t extent = is_array ? clang_getArraySize(type) : 0;

	if ((!is_array && type.kind != CXType_Pointer) || p->n_subscripts == MAX_SUBSCRIPTS)
		return false;
	p->type = is_array ? clang_getArrayElementType(type) : clang_getPointeeType(type);
	int64_t size = clang_Type_getSizeOf(p->type);

	p->subscripts[p->n_subscripts++] = (struct subscript){
		index.kind == VALUE_SCALAR ? index.items[0] : NULL, size, extent > 0 ? extent : 0};
	return size > 0;
}

static bool find_named_place(struct step_builder *m, CXCursor d, struct tile_object *out)
{
	if (d.kind == CXCursor_VarDecl && is_tile_static(d)) {
		*out = (struct tile_object){.variable = tile_variable(m, d)};
		out->type = m->steps->variables[out->variable].type;
		return true;
	}
	for (size_t i = 0; i < m->n_aliases; i++) {
		if (m->aliases[i].variable == find_variable(m->tile, d)) {
			*out = m->aliases[i].place;
			return true;
		}
	}
	return false;
}

/* x.member, p->member */
static bool find_member_place(struct step_builder *m, const struct tree *e, struct tile_object *out)
{
	CXCursor d = e->declaration;

	if (d.kind != CXCursor_FieldDecl || clang_Cursor_isBitField(d) ||
	    !find_tile_place(m, tree_part(e, ROLE_OBJECT), out))
		return false;
	long long offset = clang_Cursor_getOffsetOfField(d);

	if (is_pointer(out->type))
		out->type = clang_getPointeeType(clang_getCanonicalType(out->type));
	if (offset < 0 || clang_getCanonicalType(out->type).kind != CXType_Record)
		return false;
	out->offset += offset / 8;
	out->type = clang_getCursorType(d);
	return true;
}

/* *p, &x */
static bool find_pointed_place(struct step_builder *m, const struct tree *e, struct tile_object *out)
{
	if ((e->unary != CXUnaryOperator_Deref && e->unary != CXUnaryOperator_AddrOf) ||
	    !find_tile_place(m, tree_operand(e), out))
		return false;
	CXType type = clang_getCanonicalType(out->type);

	if (e->unary == CXUnaryOperator_AddrOf)
		out->type = tree_type(e);
	else if (type.kind == CXType_ConstantArray)
		return add_subscript(out, scalar_value(constant_node(0)));
	else
		out->type = clang_getPointeeType(type);
	return e->unary == CXUnaryOperator_AddrOf || type.kind == CXType_Pointer;
}

bool find_tile_place(struct step_builder *m, const struct tree *e, struct tile_object *out)
{
	switch (e ? e->kind : TREE_UNKNOWN) {
	case TREE_CONVERSION:
		if (goes_to_base(e)) /* libclang does not tell its offset */
			return false;
		/* fall through */
	case TREE_PARENTHESES:
		return find_tile_place(m, tree_operand(e), out);
	case TREE_NAME:
		return find_named_place(m, e->declaration, out);
	case TREE_SUBSCRIPT:
		return find_tile_place(m, tree_part(e, ROLE_OBJECT), out) &&
		       add_subscript(out, value_of(m->tile, tree_operand(e)));
	case TREE_BINARY: /* p + 1 */
		if (e->binary != CXBinaryOperator_Add ||
		    !is_pointer(tree_type(e)) ||
		    !find_tile_place(m, tree_operand(e), out) ||
		    !add_subscript(out, value_of(m->tile, tree_second(e))))
			return false;
		out->type = tree_type(e);
		return true;
	case TREE_MEMBER:
		return find_member_place(m, e, out);
	case TREE_UNARY:
		return find_pointed_place(m, e, out);
	default:
		return false;
	}
}

void make_subscripts(struct step_builder *m, const struct tree *e)
{
	struct tile_object p;

	for (const struct tree *c = e->children; c; c = c->next) {
		if (c == e->children && find_tile_place(m, c, &p))
			make_subscripts(m, c);
		else
			build_steps(m, c);
	}
}

/* ---- What is written ------------------------------------------------------------------ */

static bool has_opaque(const struct node *n)
{
	return n && (n->op == OP_OPAQUE || has_opaque(n->a) || has_opaque(n->b) || has_opaque(n->c));
}

/* Whether a value can be evaluated, as far as its nodes tell. */
static bool is_followable(const struct value *v)
{
	for (unsigned i = 0; i < v->n; i++) {
		if (has_opaque(v->items[i]))
			return false;
	}
	return v->kind == VALUE_SCALAR || v->kind == VALUE_INDEX;
}

/* Adds what determines an expression's value to a site: the outermost subexpressions that can be evaluated.
 * If anything else does, the site is not comparable. */
static void add_arguments(struct step_builder *m, struct site *s, const struct tree *e)
{
	struct value v = as_index(m->tile, value_of(m->tile, e));
	const struct variable *x;

	if (is_followable(&v)) {
		for (unsigned i = 0; i < v.n; i++)
			KEEP(s->arguments, s->n_arguments) = v.items[i];
		return;
	}
	if (e->kind == TREE_NAME) {
		x = find_variable(m->tile, e->declaration);
		if (x && x->n_definitions == 1 && !x->escapes && !x->is_bound &&
		    x->definitions[0].value)
			add_arguments(m, s, x->definitions[0].value);
		else if (x || is_tile_static(e->declaration))
			s->is_comparable = false;
		return;
	}
	s->is_comparable &= e->kind != TREE_UNKNOWN;
	for (const struct tree *c = e->children; c; c = c->next) {
		if (is_expression(c))
			add_arguments(m, s, c);
	}
}

/* ---- Accesses ------------------------------------------------------------------------- */

void make_access(struct step_builder *m, enum access_kind kind, const struct tile_object *p,
                 const struct tree *e, const struct tree *value)
{
	int64_t size = clang_Type_getSizeOf(p->type);
	struct steps *all = m->steps;

	if (size <= 0)
		return;
	struct site *s = unit_memory(sizeof(*s));

	*s = (struct site){.kind = kind, .place = *p, .size = size, .id = all->n_sites,
	                   .at = tree_offset(m->tile->unit, e), .is_comparable = value != NULL,
	                   .n_nestings = m->n_nestings, .n_guards = m->n_guards,
	                   .n_loops = m->n_loops};
	KEEP(all->sites, all->n_sites) = s;
	m->failed |= all->n_sites > MAX_SITES;
	if (value) {
		struct value v = value_of(m->tile, value);

		add_arguments(m, s, value);
		s->is_number = v.kind == VALUE_SCALAR && is_followable(&v);
	}
	memcpy(s->nestings, m->nestings, sizeof(s->nestings));
	memcpy(s->guards, m->guards, sizeof(s->guards));
	memcpy(s->loops, m->loops, sizeof(s->loops));
	add_step(m, STEP_ACCESS)->site = s;
}

void make_set(struct step_builder *m, const struct tree *definition, struct variable *v)
{
	const struct node *value = NULL;

	for (size_t i = 0; i < v->n_definitions; i++) {
		if (v->definitions[i].tree == definition &&
		    clang_getCursorType(v->declaration).kind != CXType_LValueReference)
			value = changed_value(m->tile, v, &v->definitions[i]);
	}
	struct step *s = add_step(m, STEP_SET);

	s->variable = v;
	s->value = value;
}

void make_assignment(struct step_builder *m, const struct tree *e)
{
	const struct tree *target = tree_operand(e), *value = tree_second(e);
	struct variable *v = variable_of(m->tile, target);
	bool is_change = e->binary != CXBinaryOperator_Assign;
	struct tile_object p;

	build_steps(m, value);
	if (find_tile_place(m, target, &p)) {
		make_subscripts(m, target);
		if (is_change)
			make_access(m, ACCESS_READ, &p, target, NULL);
		make_access(m, ACCESS_WRITE, &p, target, is_change ? NULL : value);
	} else if (v) {
		make_set(m, e, v);
	} else {
		build_steps(m, target);
	}
}
