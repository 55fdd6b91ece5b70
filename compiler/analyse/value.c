/* What expressions of a tiled kernel are for each thread of the tile.
 *
 * An integer expression of the thread's index, of constants and of uniform values is represented as a node.
 * So `global[0] - local[0]` is found to be uniform, and `local[0] < 8` to vary. Anything else is opaque: only
 * whether it depends on the index is known. */
#include "analyse/uniform.h"

/* ---- The tile's index ---------------------------------------------------------- */

/* Returns a component of an index: local, tile, or tile * extent (+ local). */
static struct node *component(struct tile *t, enum library_entity member, unsigned d)
{
	struct node *local = add_node(OP_LOCAL, t->extents[d] > 1 ? VARYING : UNIFORM);
	struct node *tile = add_node(OP_TILE, UNIFORM);
	struct node *extent = constant_node(t->extents[d]);

	local->number = tile->number = d;
	if (member == LIBRARY_INDEX_LOCAL)
		return local;
	if (member == LIBRARY_INDEX_TILE)
		return tile;
	if (member == LIBRARY_INDEX_EXTENT)
		return extent;
	struct node *origin = binary_node(CXBinaryOperator_Mul, tile, extent);

	return member == LIBRARY_INDEX_ORIGIN ? origin
	                                      : binary_node(CXBinaryOperator_Add, origin, local);
}

struct value index_value(struct tile *t, enum library_entity member)
{
	struct value v = {.kind = VALUE_INDEX, .n = t->rank};

	if (!t->rank)
		return other_value(VARYING);
	for (unsigned d = 0; d < t->rank; d++) {
		v.items[d] = component(t, member, d);
		v.uniformity = worse(v.uniformity, v.items[d]->uniformity);
	}
	return v;
}

struct value as_index(struct tile *t, struct value v)
{
	return v.kind == VALUE_TILED_INDEX ? index_value(t, LIBRARY_INDEX_GLOBAL) : v;
}

/* ---- Names ------------------------------------------------------------------------ */

static struct value constant_or(const struct tree *e, struct value otherwise)
{
	int64_t number;

	if (!is_integer(tree_type(e)) || !tree_value(e, &number))
		return otherwise;
	struct node *n = constant_node(number);

	set_type(n, tree_type(e));
	return scalar_value(n);
}

/* Returns the worst uniformity of an expression's operands. */
static enum uniformity join_operands(struct tile *t, const struct tree *e)
{
	enum uniformity u = UNIFORM;

	for (const struct tree *c = e->children; c; c = c->next) {
		if (is_expression(c))
			u = worse(u, value_of(t, c).uniformity);
	}
	return u;
}

/* Whether an expression contains a variable of the function. */
static bool names_variable(struct tile *t, const struct tree *e)
{
	for (const struct tree *c = e; c; c = tree_next(c, e)) {
		if (c->kind == TREE_NAME && find_variable(t, c->declaration))
			return true;
	}
	return false;
}

static struct value value_of_name(struct tile *t, const struct tree *e)
{
	CXCursor d = e->declaration;
	enum CXCursorKind kind = d.kind;
	struct variable *v = find_variable(t, d);

	if (v)
		return value_of_variable(t, v);
	/* a template parameter, or what has been substituted for one */
	if (kind == CXCursor_EnumConstantDecl || kind == CXCursor_NonTypeTemplateParameter ||
	    clang_isInvalid(kind))
		return constant_or(e, opaque_value(tree_type(e), UNIFORM));
	if (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod)
		return other_value(UNIFORM); /* a callee */
	if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
		return other_value(UNKNOWN);
	if (is_tile_static(d))
		return opaque_value(tree_type(e), UNKNOWN);
	bool is_captured = t->activation->is_kernel && is_local(d) &&
	                   clang_Cursor_getStorageClass(d) != CX_SC_Static;
	bool is_const = clang_isConstQualifiedType(type_of(d));

	return constant_or(e, is_captured ? symbol_value(t, e)
	                                  : other_value(is_const ? UNIFORM : UNKNOWN));
}

/* t.local and the like. In a template, libclang does not resolve the member. */
static struct value value_of_index_member(struct tile *t, const struct tree *e)
{
	enum library_entity member = library_entity(e->declaration);

	if (member == LIBRARY_INDEX_BARRIER)
		return other_value(UNIFORM);
	if (member >= LIBRARY_INDEX_GLOBAL && member <= LIBRARY_INDEX_EXTENT)
		return index_value(t, member);
	return clang_Cursor_isNull(e->declaration) ? other_value(VARYING)
	                                           : constant_or(e, other_value(UNKNOWN));
}

static struct value value_of_member(struct tile *t, const struct tree *e)
{
	const struct tree *object = tree_strip(tree_part(e, ROLE_OBJECT));
	struct value o = object ? value_of(t, object) : other_value(t->activation->object);
	struct library_type type;

	if (o.kind == VALUE_TILED_INDEX)
		return value_of_index_member(t, e);
	/* a thread has no other tiled_index than its own */
	if (library_type(tree_type(e), &type) && type.entity == LIBRARY_TILED_INDEX)
		return (struct value){.kind = VALUE_TILED_INDEX, .uniformity = VARYING};
	if (o.kind == VALUE_INDEX) {
		int d = component_of(e->declaration);

		return d >= 0 && d < (int)o.n
		           ? scalar_value(o.items[d])
		           : opaque_value(tree_type(e), o.uniformity);
	}
	/* if the object is modified, the same text denotes different values */
	return constant_or(e, o.uniformity == UNIFORM && !(t->follows && names_variable(t, e))
	                          ? symbol_value(t, e)
	                          : opaque_value(tree_type(e), o.uniformity));
}

/* ---- Calls ------------------------------------------------------------------------ */

/* index<N>(a, b), and copies of an index. */
static struct value value_of_construction(struct tile *t, const struct tree *e)
{
	struct library_type type;
	bool is_index = library_type(tree_type(e), &type) && type.entity == LIBRARY_INDEX;
	struct value v = {.kind = VALUE_INDEX}, a;
	bool known = is_index;

	if (!call_argument(e, 0))
		return constant_or(e, other_value(UNIFORM));
	a = value_of(t, call_argument(e, 0));
	if (!call_argument(e, 1) &&
	    (a.kind == VALUE_TILED_INDEX || a.kind == VALUE_INDEX ||
	     (!is_index && e->declaration.kind == CXCursor_Constructor)))
		return a;
	for (unsigned i = 0; call_argument(e, i) && known; i++) {
		a = value_of(t, call_argument(e, i));
		known = i < 3 && a.kind == VALUE_SCALAR;
		if (!known)
			break;
		v.items[v.n++] = a.items[0];
		v.uniformity = worse(v.uniformity, a.uniformity);
	}
	return known ? v : other_value(join_operands(t, e));
}

/* Returns a and b, or a or b; b if a is NULL. */
static struct node *joined(enum CXBinaryOperatorKind op, struct node *a, struct node *b)
{
	return a ? binary_node(op, a, b) : b;
}

/* Combines comparisons of the components of two indices. equal: tests for equality, else for inequality. */
static struct value compare_indices(const struct value *a, const struct value *b,
                                    bool equal)
{
	struct node *all = NULL;

	for (unsigned i = 0; i < a->n; i++) {
		struct node *one = binary_node(equal ? CXBinaryOperator_EQ : CXBinaryOperator_NE,
		                               a->items[i], b->items[i]);

		one->bits = 1;
		one->is_unsigned = true;
		all = joined(equal ? CXBinaryOperator_LAnd : CXBinaryOperator_LOr, all, one);
	}
	return scalar_value(all);
}

/* extent.contains(index): compares each component with that of the extent, which is not known. */
static struct value value_of_contains(struct tile *t, const struct tree *extent,
                                      const struct value *index)
{
	struct node *all = NULL;

	for (unsigned i = 0; i < index->n; i++) {
		struct node *size = component_symbol(t, extent, i);

		all = joined(CXBinaryOperator_LAnd, all,
		             binary_node(CXBinaryOperator_GE, index->items[i], constant_node(0)));
		all = joined(CXBinaryOperator_LAnd, all, binary_node(CXBinaryOperator_LT, index->items[i], size));
	}
	return scalar_value(all);
}

/* Evaluates operators and functions of an index. Returns false if the call is none of these, or is not known. */
static bool find_index_call(struct tile *t, const struct tree *e, enum library_entity callee,
                            struct value *out)
{
	const struct tree *object = call_object(e), *argument = call_argument(e, 0);
	struct value a, b;
	int64_t d;

	switch (callee) {
	case LIBRARY_COMPONENT:
		a = value_of(t, object);
		b = value_of(t, argument);
		if (a.kind != VALUE_INDEX || b.kind != VALUE_SCALAR || b.uniformity != UNIFORM ||
		    evaluate(t, b.items[0], 0, 0, &d) != EVALUATED || d < 0 || d >= a.n)
			return false;
		*out = scalar_value(a.items[d]);
		return true;
	case LIBRARY_EQUAL:
	case LIBRARY_UNEQUAL:
		a = value_of(t, call_operand(e, 0));
		b = value_of(t, call_operand(e, 1));
		if (a.kind != VALUE_INDEX || b.kind != VALUE_INDEX || a.n != b.n)
			return false;
		*out = compare_indices(&a, &b, callee == LIBRARY_EQUAL);
		return true;
	case LIBRARY_CONTAINS:
		a = as_index(t, value_of(t, argument));
		if (!t->follows || a.kind != VALUE_INDEX || !object || names_variable(t, object) ||
		    value_of(t, object).uniformity != UNIFORM)
			return false;
		*out = value_of_contains(t, object, &a);
		return true;
	default: /* the conversion of a tiled_index to its global index */
		if (e->declaration.kind != CXCursor_ConversionFunction || !object)
			return false;
		*out = as_index(t, value_of(t, object));
		return out->kind == VALUE_INDEX;
	}
}

/* Returns the number of calls around the function that is evaluated. */
static unsigned call_depth(const struct tile *t)
{
	unsigned n = 0;

	for (const struct activation *a = t->activation; a; a = a->caller)
		n++;
	return n;
}

/* Whether a node consists of the thread's index and of constants. */
static bool is_of_index(const struct node *n)
{
	bool is_unknown = n && (n->op == OP_SYMBOL || n->op == OP_VARIABLE || n->op == OP_OPAQUE);

	return !n || (!is_unknown && is_of_index(n->a) && is_of_index(n->b) && is_of_index(n->c));
}

/* What a call of a function returns that consists of a return statement. The function's unknowns are not the
 * caller's, so that a value with unknowns is opaque. */
static bool find_returned(struct tile *t, const struct tree *call, struct value *out)
{
	const struct body *b =
	    call_depth(t) < MAX_NESTED_CALLS ? called_tree(t->unit->bodies, call->declaration) : NULL;
	const struct tree *only = b ? last_statement(b->root) : NULL, *object = call_object(call);
	struct value arguments[MAX_ARGUMENTS];
	struct activation a = {0};
	size_t n = 0;

	if (!only || only->kind != TREE_RETURN || only != b->root->children || !tree_operand(only))
		return false;
	for (; n < MAX_ARGUMENTS && call_argument(call, n); n++)
		arguments[n] = value_of(t, call_argument(call, n));
	activation_begin(t, &a, b, arguments, n, object ? value_of(t, object).uniformity : t->activation->object);
	struct value v = value_of(t, tree_operand(only));
	activation_leave(t, &a);
	*out = v.kind == VALUE_SCALAR && is_of_index(v.items[0])
	           ? cast_value(v, tree_type(call))
	           : opaque_value(tree_type(call), worse(v.uniformity, UNKNOWN));
	return true;
}

static struct value value_of_call(struct tile *t, const struct tree *e)
{
	enum library_entity callee = library_entity(e->declaration);
	struct value v;
	unsigned at;
	bool is_own = cursor_offset(t->unit->clauses, e->declaration, &at);

	if (find_index_call(t, e, callee, &v) || (is_own && find_returned(t, e, &v)))
		return v;
	enum uniformity u = join_operands(t, e);
	bool is_load = callee == LIBRARY_ELEMENT || callee == LIBRARY_ATOMIC;
	/* if the object is modified, the same text denotes different values */
	bool is_fixed = !t->follows || ((callee == LIBRARY_COMPONENT || callee == LIBRARY_SIZE) &&
	                                !names_variable(t, e));

	return u == UNIFORM && !is_own && !is_load && is_fixed
	           ? symbol_value(t, e)
	           : opaque_value(tree_type(e), worse(u, UNKNOWN));
}

/* ---- Operators -------------------------------------------------------------------- */

static struct value value_of_unary(struct tile *t, const struct tree *e)
{
	struct value a = value_of(t, tree_operand(e));
	bool known = e->unary == CXUnaryOperator_Minus || e->unary == CXUnaryOperator_Plus ||
	             e->unary == CXUnaryOperator_Not || e->unary == CXUnaryOperator_LNot;

	if (e->unary == CXUnaryOperator_Deref)
		return opaque_value(tree_type(e), worse(a.uniformity, UNKNOWN));
	if (a.kind != VALUE_SCALAR || !known || !is_integer(tree_type(e)))
		return opaque_value(tree_type(e), a.uniformity);
	struct node *n = add_node(OP_UNARY, a.uniformity);

	n->unary = e->unary;
	n->a = a.items[0];
	limit_size(n);
	set_type(n, tree_type(e));
	return scalar_value(n);
}

static struct value value_of_binary(struct tile *t, const struct tree *e)
{
	struct value a = value_of(t, tree_operand(e)), b = value_of(t, tree_second(e));

	if (e->binary == CXBinaryOperator_Assign || e->binary == CXBinaryOperator_Comma)
		return b;
	if (a.kind != VALUE_SCALAR || b.kind != VALUE_SCALAR || !is_integer(tree_type(e)) ||
	    e->binary < CXBinaryOperator_Mul || e->binary > CXBinaryOperator_LOr)
		return opaque_value(tree_type(e), worse(a.uniformity, b.uniformity));
	struct node *n = binary_node(e->binary, a.items[0], b.items[0]);

	set_type(n, tree_type(e));
	return scalar_value(n);
}

static struct value value_of_selection(struct tile *t, const struct tree *e)
{
	struct value c = value_of(t, tree_part(e, ROLE_CONDITION)), a = value_of(t, tree_part(e, ROLE_BODY)),
	             b = value_of(t, tree_part(e, ROLE_OTHERWISE));
	struct value v = opaque_value(tree_type(e),
	                              worse(c.uniformity, worse(a.uniformity, b.uniformity)));

	if (v.kind == VALUE_SCALAR && a.kind == VALUE_SCALAR && b.kind == VALUE_SCALAR &&
	    c.kind == VALUE_SCALAR) {
		struct node *n = v.items[0];

		n->op = OP_SELECT;
		n->a = a.items[0];
		n->b = b.items[0];
		n->c = c.items[0];
		limit_size(n);
	}
	return v;
}

struct value value_of(struct tile *t, const struct tree *e)
{
	struct value v;

	if (!e || ++t->n_values > MAX_VALUES)
		return other_value(UNKNOWN);
	switch (e->kind) {
	case TREE_LITERAL:
	case TREE_UNEVALUATED:
		return constant_or(e, opaque_value(tree_type(e), UNIFORM));
	case TREE_PARENTHESES:
	case TREE_CONVERSION:
	case TREE_CAST:
		v = value_of(t, tree_operand(e));
		return v.kind == VALUE_OTHER && is_integer(tree_type(e))
		           ? opaque_value(tree_type(e), v.uniformity)
		           : cast_value(v, tree_type(e));
	case TREE_NAME:
		return value_of_name(t, e);
	case TREE_MEMBER:
		return value_of_member(t, e);
	case TREE_CALL:
		return value_of_call(t, e);
	case TREE_CONSTRUCTION:
		return value_of_construction(t, e);
	case TREE_UNARY:
		return value_of_unary(t, e);
	case TREE_BINARY:
		return value_of_binary(t, e);
	case TREE_CONDITIONAL:
		return value_of_selection(t, e);
	case TREE_THIS:
		return other_value(t->activation->object);
	default:
		return opaque_value(tree_type(e), worse(join_operands(t, e), UNKNOWN));
	}
}
