/* The accesses of a kernel's steps: which part of tile_static memory an expression is, and what is
 * written there. */
#include "analyse/steps_walk.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SITES = 160 };

/* ---- Places ----------------------------------------------------------------------- */

static size_t tile_variable(struct maker *m, CXCursor declaration)
{
	struct steps *s = m->steps;
	CXType type = clang_getCanonicalType(clang_getCursorType(declaration));

	for (size_t i = 0; i < s->n_variables; i++) {
		if (clang_equalCursors(s->variables[i].declaration, declaration))
			return i;
	}
	s->variables = xrealloc(s->variables, (s->n_variables + 1) * sizeof(*s->variables));
	s->variables[s->n_variables] = (struct tile_variable){
		declaration, take_string(clang_getCursorSpelling(declaration)), type,
		clang_Type_getSizeOf(type)};
	return s->n_variables++;
}

static bool add_subscript(struct place *p, struct value index, CXType element, int64_t extent)
{
	int64_t size = clang_Type_getSizeOf(element);

	if (p->n_subscripts == MAX_SUBSCRIPTS || size <= 0)
		return false;
	p->subscripts[p->n_subscripts++] = (struct subscript){
		index.kind == VALUE_SCALAR ? index.items[0] : NULL, size, extent > 0 ? extent : 0};
	p->type = element;
	return true;
}

/* base[index], base + index */
static bool find_element(struct maker *m, CXCursor base, CXCursor index, struct place *out)
{
	if (!find_tile_place(m, base, out))
		return false;
	CXType type = clang_getCanonicalType(out->type);
	bool is_array = type.kind == CXType_ConstantArray;

	if (!is_array && type.kind != CXType_Pointer)
		return false;
	return add_subscript(out, value_of(m->tile, index),
	                     is_array ? clang_getArrayElementType(type) : clang_getPointeeType(type),
	                     is_array ? clang_getArraySize(type) : 0);
}

bool find_tile_place(struct maker *m, CXCursor e, struct place *out)
{
	enum CXCursorKind kind = clang_getCursorKind(e);
	CXCursor d = clang_getCursorReferenced(e);
	struct children all;
	bool found = false;

	switch (kind) {
	case CXCursor_ParenExpr:
	case CXCursor_UnexposedExpr: {
		CXCursor operand = last_expression(e);

		return !clang_Cursor_isNull(operand) && find_tile_place(m, operand, out);
	}
	case CXCursor_DeclRefExpr:
		if (clang_getCursorKind(d) == CXCursor_VarDecl && is_tile_static(d)) {
			*out = (struct place){.variable = tile_variable(m, d)};
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
	case CXCursor_ArraySubscriptExpr:
		all = children_of(e);
		found = all.count == 2 && find_element(m, all.items[0], all.items[1], out);
		free(all.items);
		return found;
	case CXCursor_BinaryOperator:
		all = children_of(e);
		found = clang_getCursorBinaryOperatorKind(e) == CXBinaryOperator_Add &&
		        clang_getCanonicalType(clang_getCursorType(e)).kind == CXType_Pointer &&
		        all.count == 2 && find_element(m, all.items[0], all.items[1], out);
		if (found)
			out->type = clang_getCursorType(e);
		free(all.items);
		return found;
	case CXCursor_MemberRefExpr: {
		CXCursor base = last_expression(e);

		if (clang_getCursorKind(d) != CXCursor_FieldDecl || clang_Cursor_isNull(base) ||
		    clang_Cursor_isBitField(d) || !find_tile_place(m, base, out))
			return false;
		long long offset = clang_Cursor_getOffsetOfField(d);

		if (clang_getCanonicalType(out->type).kind == CXType_Pointer) /* p->x */
			out->type = clang_getPointeeType(clang_getCanonicalType(out->type));
		if (offset < 0 || clang_getCanonicalType(out->type).kind != CXType_Record)
			return false;
		out->offset += offset / 8;
		out->type = clang_getCursorType(d);
		return true;
	}
	case CXCursor_UnaryOperator: {
		enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(e);

		if ((op != CXUnaryOperator_Deref && op != CXUnaryOperator_AddrOf) ||
		    !find_tile_place(m, last_expression(e), out))
			return false;
		if (op == CXUnaryOperator_AddrOf) {
			out->type = clang_getCursorType(e);
			return true;
		}
		CXType type = clang_getCanonicalType(out->type);

		if (type.kind == CXType_ConstantArray)
			return add_subscript(out, scalar_value(constant_node(m->tile, 0)),
			                     clang_getArrayElementType(type),
			                     clang_getArraySize(type));
		out->type = clang_getPointeeType(type);
		return type.kind == CXType_Pointer;
	}
	default:
		return false;
	}
}

void make_operands(struct maker *m, CXCursor e, size_t first)
{
	struct children all = children_of(e);

	for (size_t i = first; i < all.count; i++) {
		if (clang_isExpression(clang_getCursorKind(all.items[i])))
			make_expression(m, all.items[i]);
	}
	free(all.items);
}

void make_subscripts(struct maker *m, CXCursor e)
{
	CXCursor base = first_child(e);
	struct place p;

	if (!clang_Cursor_isNull(base) && find_tile_place(m, base, &p))
		make_subscripts(m, base);
	make_operands(m, e, 1);
}

/* ---- What is written ------------------------------------------------------------------ */

static bool has_opaque(const struct node *n)
{
	return n && (n->op == OP_OPAQUE || has_opaque(n->a) || has_opaque(n->b) || has_opaque(n->c));
}

static void add_argument(struct site *s, const struct node *n)
{
	s->arguments = xrealloc(s->arguments, (s->n_arguments + 1) * sizeof(*s->arguments));
	s->arguments[s->n_arguments++] = n;
}

/* What an expression's value follows from: the outermost parts that can be
 * evaluated. Not comparable, if that is not all. */
static void add_arguments(struct maker *m, struct site *s, CXCursor e)
{
	enum CXCursorKind kind = clang_getCursorKind(e);
	struct value v = value_of(m->tile, e);

	if (v.kind == VALUE_TILED_INDEX)
		v = index_value(m->tile, "global");
	if (v.kind == VALUE_SCALAR || v.kind == VALUE_INDEX) {
		bool known = true;

		for (unsigned i = 0; i < v.n; i++)
			known &= !has_opaque(v.items[i]);
		for (unsigned i = 0; known && i < v.n; i++)
			add_argument(s, v.items[i]);
		if (known)
			return;
	}
	if (kind == CXCursor_DeclRefExpr) {
		const struct variable *x = find_variable(m->tile, clang_getCursorReferenced(e));

		if (x && x->n_definitions == 1 && !x->escapes && !x->is_bound &&
		    !clang_Cursor_isNull(x->definitions[0].value) &&
		    !clang_equalCursors(x->definitions[0].value, e))
			add_arguments(m, s, x->definitions[0].value);
		else if (x || is_tile_static(clang_getCursorReferenced(e)))
			s->is_comparable = false;
		return;
	}
	struct children all = children_of(e);

	for (size_t i = 0; i < all.count; i++) {
		if (clang_isExpression(clang_getCursorKind(all.items[i])))
			add_arguments(m, s, all.items[i]);
	}
	free(all.items);
}

/* ---- Accesses ------------------------------------------------------------------------- */

void make_access(struct maker *m, enum access_kind kind, const struct place *p, CXCursor e,
                        CXCursor value)
{
	int64_t size = clang_Type_getSizeOf(p->type);
	unsigned end;

	if (size <= 0)
		return;
	struct site *s = xmalloc(sizeof(*s));

	*s = (struct site){.kind = kind, .place = *p, .size = size, .id = m->steps->n_sites,
	                   .is_comparable = !clang_Cursor_isNull(value)};
	m->steps->sites = xrealloc(m->steps->sites,
	                           (m->steps->n_sites + 1) * sizeof(*m->steps->sites));
	m->steps->sites[m->steps->n_sites++] = s;
	m->failed |= m->steps->n_sites > MAX_SITES;
	if (!cursor_range(m->tile->clauses, e, &s->at, &end))
		m->failed = true;
	if (s->is_comparable) {
		struct value v = value_of(m->tile, value);

		add_arguments(m, s, value);
		s->is_number = v.kind == VALUE_SCALAR && !has_opaque(v.items[0]);
	}
	memcpy(s->nestings, m->nestings, sizeof(s->nestings));
	memcpy(s->guards, m->guards, sizeof(s->guards));
	memcpy(s->loops, m->loops, sizeof(s->loops));
	s->n_nestings = m->n_nestings;
	s->n_guards = m->n_guards;
	s->n_loops = m->n_loops;
	add_step(m, STEP_ACCESS)->site = s;
}

void make_set(struct maker *m, CXCursor statement, struct variable *v)
{
	const struct node *value = NULL;

	for (size_t i = 0; i < v->n_definitions; i++) {
		if (clang_equalCursors(v->definitions[i].statement, statement) &&
		    clang_getCursorType(v->declaration).kind != CXType_LValueReference)
			value = changed_value(m->tile, v, &v->definitions[i]);
	}
	struct step *s = add_step(m, STEP_SET);

	s->variable = v;
	s->value = value;
}

void make_assignment(struct maker *m, CXCursor statement, CXCursor target, CXCursor value,
                            bool is_change)
{
	struct variable *v = variable_of(m->tile, target);
	struct place p;

	if (!clang_Cursor_isNull(value))
		make_expression(m, value);
	if (find_tile_place(m, target, &p)) {
		make_subscripts(m, target);
		if (is_change)
			make_access(m, ACCESS_READ, &p, target, clang_getNullCursor());
		make_access(m, ACCESS_WRITE, &p, target,
		            is_change ? clang_getNullCursor() : value);
	} else if (v) {
		make_set(m, statement, v);
	} else {
		make_expression(m, target);
	}
}
