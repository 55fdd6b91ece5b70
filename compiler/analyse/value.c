/* What expressions of a tiled kernel are for each thread of the tile.
 *
 * An integer expression of the thread's index, of constants and of what all
 * threads have in common is kept as a tree. So `global[0] - local[0]` is seen to
 * be uniform, and `local[0] < 8` not to be. What cannot be kept so is opaque, and
 * only known to depend on the index or not. */
#include "analyse/uniform.h"

#include <stdlib.h>
#include <string.h>

/* ---- The tile's index ---------------------------------------------------------- */

/* A component: local, tile, or tile * extent (+ local). */
static struct node *component(struct tile *t, const char *name, unsigned d)
{
	struct node *local = add_node(t, OP_LOCAL, t->extents[d] > 1 ? VARYING : UNIFORM);
	struct node *tile = add_node(t, OP_TILE, UNIFORM);

	local->number = tile->number = d;
	if (!strcmp(name, "local"))
		return local;
	if (!strcmp(name, "tile"))
		return tile;
	struct node *extent = constant_node(t, t->extents[d]);

	if (!strcmp(name, "tile_extent"))
		return extent;
	struct node *origin = binary_node(t, CXBinaryOperator_Mul, tile, extent);

	return strcmp(name, "global") ? origin : binary_node(t, CXBinaryOperator_Add, origin, local);
}

struct value index_value(struct tile *t, const char *name)
{
	static const char *const names[] = {"global", "local", "tile", "tile_origin",
	                                    "tile_extent"};
	bool known = false;
	struct value v = {.kind = VALUE_INDEX, .n = t->rank};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		known |= !strcmp(name, names[i]);
	if (!known || !t->rank)
		return other_value(known ? VARYING : UNKNOWN);
	for (unsigned d = 0; d < t->rank; d++) {
		v.items[d] = component(t, name, d);
		v.uniformity = worse(v.uniformity, v.items[d]->uniformity);
	}
	return v;
}

/* ---- Expressions ------------------------------------------------------------------ */

static struct value constant_or(struct tile *t, CXCursor expression, struct value otherwise)
{
	CXType type = clang_getCursorType(expression);
	unsigned bits;
	bool is_unsigned;
	int64_t number;

	if (!integer_type(type, &bits, &is_unsigned) || !integer_value(expression, &number))
		return otherwise;
	struct node *n = constant_node(t, number);

	set_type(n, type);
	return scalar_value(n);
}

/* The worst of what an expression is made of. */
static enum uniformity join_operands(struct tile *t, CXCursor expression)
{
	struct children all = children_of(expression);
	enum uniformity u = UNIFORM;

	for (size_t i = 0; i < all.count; i++) {
		if (clang_isExpression(clang_getCursorKind(all.items[i])))
			u = worse(u, value_of(t, all.items[i]).uniformity);
	}
	free(all.items);
	return u;
}

bool is_container_member(CXCursor function)
{
	enum library_entity class = library_entity(clang_getCursorSemanticParent(function));

	return is_container(class) || class == LIBRARY_VIEW_STORAGE;
}

static enum CXChildVisitResult find_own_variable(CXCursor c, CXCursor parent, CXClientData data)
{
	struct tile **t = data;

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_DeclRefExpr ||
	    !find_variable(*t, clang_getCursorReferenced(c)))
		return CXChildVisit_Recurse;
	*t = NULL;
	return CXChildVisit_Break;
}

/* Whether an expression has a variable of the function in it. */
static bool names_variable(struct tile *t, CXCursor expression)
{
	struct tile *search = t;

	clang_visitChildren(expression, find_own_variable, &search);
	return !search;
}

/* Whether a function of the library's only says how large something is. */
static bool is_of_extent(const char *name)
{
	return !strcmp(name, "operator[]") || !strcmp(name, "size") || !strcmp(name, "get_extent");
}

static struct value value_of_reference(struct tile *t, CXCursor e)
{
	CXCursor d = clang_getCursorReferenced(e);
	enum CXCursorKind kind = clang_getCursorKind(d);
	struct variable *v = find_variable(t, d);

	if (v)
		return value_of_variable(t, v);
	if (kind == CXCursor_EnumConstantDecl) {
		struct node *n = constant_node(t, clang_getEnumConstantDeclValue(d));

		set_type(n, clang_getCursorType(e));
		return scalar_value(n);
	}
	/* in a template, or what was put in for it */
	if (kind == CXCursor_NonTypeTemplateParameter || clang_isInvalid(kind))
		return constant_or(t, e, opaque_value(t, clang_getCursorType(e), UNIFORM));
	if (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod)
		return other_value(UNIFORM); /* of calls */
	if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
		return other_value(UNKNOWN);
	if (is_tile_static(d))
		return opaque_value(t, clang_getCursorType(e), UNKNOWN);
	bool is_captured = t->activation->is_kernel && is_local(d) &&
	                   clang_Cursor_getStorageClass(d) != CX_SC_Static;
	bool is_const = clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(d)));

	return constant_or(t, e, is_captured ? symbol_value(t, e) : other_value(is_const ? UNIFORM : UNKNOWN));
}

static struct value value_of_member(struct tile *t, CXCursor e)
{
	CXCursor base = last_expression(e);
	char *name = take_string(clang_getCursorSpelling(e));
	struct value b, out;

	if (clang_Cursor_isNull(base) || clang_getCursorKind(base) == CXCursor_CXXThisExpr)
		b = other_value(t->activation->object);
	else
		b = value_of(t, base);
	if (b.kind == VALUE_TILED_INDEX) {
		out = index_value(t, name);
		if (out.kind == VALUE_OTHER)
			out = constant_or(t, e, other_value(!strcmp(name, "barrier") ? UNIFORM : out.uniformity));
	} else if (b.kind == VALUE_INDEX && strlen(name) == 1 && *name >= 'i' &&
	           *name < 'i' + (int)b.n) { /* C */
		out = scalar_value(b.items[*name - 'i']);
	} else if (b.kind == VALUE_INDEX) {
		out = opaque_value(t, clang_getCursorType(e), b.uniformity);
	} else {
		out = constant_or(t, e, b.uniformity == UNIFORM && !(t->follows && names_variable(t, e))
		                                ? symbol_value(t, e)
		                                : opaque_value(t, clang_getCursorType(e), b.uniformity));
	}
	free(name);
	return out;
}

/* index<N>(a, b), and copies of what is one already. */
static struct value value_of_construction(struct tile *t, CXCursor e, CXCursor callee)
{
	int n = clang_Cursor_getNumArguments(e);
	bool is_index = library_entity(clang_getCursorSemanticParent(callee)) == LIBRARY_INDEX;
	struct value v = {.kind = VALUE_INDEX, .n = n};

	if (n == 1) {
		struct value a = value_of(t, clang_Cursor_getArgument(e, 0));

		if (a.kind == VALUE_TILED_INDEX || a.kind == VALUE_INDEX || !is_index)
			return a;
	}
	if (!is_index || n < 1 || n > 3)
		return other_value(join_operands(t, e));
	for (int i = 0; i < n; i++) {
		struct value a = value_of(t, clang_Cursor_getArgument(e, i));

		if (a.kind != VALUE_SCALAR)
			return other_value(join_operands(t, e));
		v.items[i] = a.items[0];
		v.uniformity = worse(v.uniformity, a.uniformity);
	}
	return v;
}

/* Joins comparisons of the components of two indices. equal: all are. */
static struct value compare_indices(struct tile *t, const struct value *a, const struct value *b,
                                    bool equal)
{
	struct node *all = NULL;

	for (unsigned i = 0; i < a->n; i++) {
		struct node *one = binary_node(t, equal ? CXBinaryOperator_EQ : CXBinaryOperator_NE,
		                               a->items[i], b->items[i]);

		one->bits = 1;
		one->is_unsigned = true;
		all = all ? binary_node(t, equal ? CXBinaryOperator_LAnd : CXBinaryOperator_LOr, all,
		                        one)
		          : one;
	}
	return scalar_value(all);
}

/* extent.contains(index): each component is below the extent's, which is not known. */
static struct value value_of_contains(struct tile *t, CXCursor extent, const struct value *index)
{
	struct node *all = NULL;

	for (unsigned i = 0; i < index->n; i++) {
		struct node *size = component_symbol(t, extent, i);
		struct node *inside = binary_node(
			t, CXBinaryOperator_LAnd,
			binary_node(t, CXBinaryOperator_GE, index->items[i], constant_node(t, 0)),
			binary_node(t, CXBinaryOperator_LT, index->items[i], size));

		all = all ? binary_node(t, CXBinaryOperator_LAnd, all, inside) : inside;
	}
	return scalar_value(all);
}

static struct value value_of_call(struct tile *t, CXCursor e)
{
	CXCursor callee = clang_getCursorReferenced(e);
	CXType type = clang_getCursorType(e);

	if (clang_getCursorKind(callee) == CXCursor_Constructor)
		return value_of_construction(t, e, callee);
	struct children all = children_of(e);
	char *name = take_string(clang_getCursorSpelling(callee));
	CXCursor object = all.count ? all.items[0] : clang_getNullCursor();
	struct value v = {.kind = VALUE_OTHER}, o = {.kind = VALUE_OTHER};
	bool done = false;

	if (!strcmp(name, "operator[]") && all.count == 3) {
		struct value i = value_of(t, all.items[2]);
		int64_t d;

		o = value_of(t, object);
		if (o.kind == VALUE_INDEX && i.kind == VALUE_SCALAR &&
		    i.items[0]->uniformity == UNIFORM &&
		    evaluate(t, i.items[0], 0, 0, &d) == EVALUATED && d >= 0 && d < (int)o.n) {
			v = scalar_value(o.items[d]);
			done = true;
		}
	} else if ((!strcmp(name, "operator==") || !strcmp(name, "operator!=")) && all.count == 3) {
		struct value b = value_of(t, all.items[2]);

		o = value_of(t, object);
		if (o.kind == VALUE_INDEX && b.kind == VALUE_INDEX && o.n == b.n) {
			v = compare_indices(t, &o, &b, name[8] == '=');
			done = true;
		}
	} else if (t->follows && !strcmp(name, "contains") && all.count == 2) {
		CXCursor extent = last_expression(object);

		o = value_of(t, all.items[1]);
		if (o.kind == VALUE_TILED_INDEX)
			o = index_value(t, "global");
		if (o.kind == VALUE_INDEX && !clang_Cursor_isNull(extent) &&
		    !names_variable(t, extent) && value_of(t, extent).uniformity == UNIFORM) {
			v = value_of_contains(t, extent, &o);
			done = true;
		}
	} else if (!strncmp(name, "operator ", 9) && all.count) {
		/* the conversion of a tiled_index to its global index */
		CXCursor converted = last_expression(object);

		o = clang_Cursor_isNull(converted) ? o : value_of(t, converted);
		if (o.kind == VALUE_TILED_INDEX) {
			v = index_value(t, "global");
			done = true;
		}
	}
	if (!done) {
		enum uniformity u = join_operands(t, e);
		unsigned at;
		bool library = !cursor_offset(t->clauses, callee, &at);
		enum library_entity entity = library_entity(callee);
		bool load = (!strncmp(name, "operator", 8) && is_container_member(callee)) ||
		            entity == LIBRARY_ELEMENT_OFFSET || entity == LIBRARY_ATOMIC;

		/* of a variable that changes the same text would be another value */
		bool fixed = !t->follows || (is_of_extent(name) && !names_variable(t, e));

		if (u == UNIFORM && library && !load && fixed)
			v = symbol_value(t, e);
		else
			v = opaque_value(t, type, worse(u, UNKNOWN));
	}
	free(name);
	free(all.items);
	return v;
}

static struct value value_of_unary(struct tile *t, CXCursor e)
{
	enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(e);
	struct value a = value_of(t, last_expression(e));
	bool known = op == CXUnaryOperator_Minus || op == CXUnaryOperator_Plus ||
	             op == CXUnaryOperator_Not || op == CXUnaryOperator_LNot;

	if (op == CXUnaryOperator_Deref)
		return opaque_value(t, clang_getCursorType(e), worse(a.uniformity, UNKNOWN));
	if (a.kind != VALUE_SCALAR || !known)
		return opaque_value(t, clang_getCursorType(e), a.uniformity);
	struct node *n = add_node(t, OP_UNARY, a.uniformity);

	n->unary = op;
	n->a = a.items[0];
	limit_size(n);
	if (!set_type(n, clang_getCursorType(e)))
		return other_value(a.uniformity);
	return scalar_value(n);
}

static struct value value_of_binary(struct tile *t, CXCursor e)
{
	enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
	struct children all = children_of(e);
	CXType type = clang_getCursorType(e);
	struct value v = opaque_value(t, type, UNKNOWN);

	if (all.count == 2) {
		struct value a = value_of(t, all.items[0]), b = value_of(t, all.items[1]);
		enum uniformity u = worse(a.uniformity, b.uniformity);

		if (op == CXBinaryOperator_Assign || op == CXBinaryOperator_Comma) {
			v = b;
		} else if (a.kind == VALUE_SCALAR && b.kind == VALUE_SCALAR &&
		           op >= CXBinaryOperator_Mul && op <= CXBinaryOperator_LOr) {
			struct node *n = binary_node(t, op, a.items[0], b.items[0]);

			v = set_type(n, type) ? scalar_value(n) : other_value(u);
		} else {
			v = opaque_value(t, type, u);
		}
	}
	free(all.items);
	return v;
}

static struct value value_of_selection(struct tile *t, CXCursor e)
{
	struct children all = children_of(e);
	struct value v = other_value(UNKNOWN);

	if (all.count == 3) {
		struct value c = value_of(t, all.items[0]), a = value_of(t, all.items[1]),
		             b = value_of(t, all.items[2]);
		enum uniformity u = worse(c.uniformity, worse(a.uniformity, b.uniformity));

		v = opaque_value(t, clang_getCursorType(e), u);
		if (v.kind == VALUE_SCALAR && a.kind == VALUE_SCALAR && b.kind == VALUE_SCALAR &&
		    c.kind == VALUE_SCALAR) {
			struct node *n = v.items[0];

			n->op = OP_SELECT;
			n->a = a.items[0];
			n->b = b.items[0];
			n->c = c.items[0];
			limit_size(n);
		}
	}
	free(all.items);
	return v;
}

struct value value_of(struct tile *t, CXCursor e)
{
	CXType type = clang_getCursorType(e);

	if (++t->n_values > MAX_VALUES)
		return other_value(UNKNOWN);
	switch (clang_getCursorKind(e)) {
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_CXXBoolLiteralExpr:
	case CXCursor_UnaryExpr: /* sizeof */
		return constant_or(t, e, opaque_value(t, type, UNIFORM));
	case CXCursor_FloatingLiteral:
	case CXCursor_CXXNullPtrLiteralExpr:
		return other_value(UNIFORM);
	case CXCursor_UnexposedExpr:
	case CXCursor_ParenExpr:
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXFunctionalCastExpr: {
		CXCursor operand = last_expression(e);

		if (clang_Cursor_isNull(operand))
			return constant_or(t, e, opaque_value(t, type, UNKNOWN));
		struct value v = value_of(t, operand);
		unsigned bits;
		bool is_unsigned;

		if (v.kind == VALUE_SCALAR)
			return integer_type(type, &bits, &is_unsigned)
			               ? scalar_value(cast_node(t, v.items[0], type))
			               : other_value(v.uniformity);
		if (v.kind == VALUE_OTHER && integer_type(type, &bits, &is_unsigned))
			return opaque_value(t, type, v.uniformity);
		return v;
	}
	case CXCursor_DeclRefExpr:
		return value_of_reference(t, e);
	case CXCursor_MemberRefExpr:
		return value_of_member(t, e);
	case CXCursor_CallExpr:
		return value_of_call(t, e);
	case CXCursor_UnaryOperator:
		return value_of_unary(t, e);
	case CXCursor_BinaryOperator:
		return value_of_binary(t, e);
	case CXCursor_ConditionalOperator:
		return value_of_selection(t, e);
	case CXCursor_CXXThisExpr:
		return other_value(t->activation->object);
	default:
		return opaque_value(t, type, worse(join_operands(t, e), UNKNOWN));
	}
}
