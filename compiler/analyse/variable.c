/* The variables of a kernel or of a function that it calls: their definitions, and the values that follow
 * from these. */
#include "analyse/uniform.h"
#include "body/uses.h"

/* ---- Variables ------------------------------------------------------------------ */

struct variable *find_variable(struct tile *t, CXCursor declaration)
{
	struct activation *a = t->activation;

	for (size_t i = 0; a && i < a->n_variables; i++) {
		if (clang_equalCursors(a->variables[i].declaration, declaration))
			return &a->variables[i];
	}
	return NULL;
}

struct variable *variable_of(struct tile *t, const struct tree *e)
{
	while (e && e->kind == TREE_PARENTHESES)
		e = tree_operand(e);
	return e && e->kind == TREE_NAME ? find_variable(t, e->declaration) : NULL;
}

static struct variable *add_variable(struct activation *a, CXCursor declaration)
{
	struct variable *v = &KEEP(a->variables, a->n_variables);

	*v = (struct variable){.declaration = declaration, .symbol = a->n_variables};
	return v;
}

static void add_definition(struct variable *v, const struct tree *tree, const struct tree *value,
                           bool is_change)
{
	KEEP(v->definitions, v->n_definitions) = (struct definition){tree, value, is_change};
}

/* Records the assignment to a variable where it is named. Returns false if there is none. */
static bool add_assignment(struct variable *v, const struct tree *name)
{
	const struct tree *p = name->parent, *target = name;

	for (; p->kind == TREE_PARENTHESES; p = p->parent)
		target = p;
	if (!tree_assigns(p) || tree_operand(p) != target ||
	    (p->is_open && !is_number(clang_getCursorType(v->declaration))))
		return false;
	add_definition(v, p, tree_second(p), p->binary != CXBinaryOperator_Assign);
	return true;
}

static void let_escape(struct variable *v)
{
	/* the members of a tiled_index are const (specification 4.4.2) */
	v->escapes |= !(v->is_bound && v->bound.kind == VALUE_TILED_INDEX);
}

/* Other lambdas may modify what they capture; text that is not understood may do anything. */
static void collect_escapes(struct tile *t, const struct tree *part)
{
	for (const struct tree *c = part; c; c = tree_next(c, part)) {
		struct variable *v = c->kind == TREE_NAME || c->kind == TREE_CAPTURE
		                             ? find_variable(t, c->declaration)
		                             : NULL;

		if (v)
			let_escape(v);
		for (size_t i = 0; c->kind == TREE_UNKNOWN && i < t->activation->n_variables; i++) {
			v = &t->activation->variables[i];
			if (tree_hides(t->unit, t->activation->body, c, cursor_spelling(v->declaration)))
				let_escape(v);
		}
	}
}

/* Collects the variables of a body and their definitions. */
static void collect(struct tile *t, const struct tree *root)
{
	struct variable *v;

	for (const struct tree *c = root; c; c = tree_next_outside(c, root)) {
		if (c->kind == TREE_LAMBDA || c->kind == TREE_UNKNOWN)
			collect_escapes(t, c);
		if (c->kind == TREE_VARIABLE && !clang_Cursor_isNull(c->declaration) &&
		    !is_tile_static(c->declaration)) { /* tile_static ones are shared by threads */
			v = add_variable(t->activation, c->declaration);
			if (tree_part(c, ROLE_INIT))
				add_definition(v, c, tree_part(c, ROLE_INIT), false);
		}
		if (c->kind != TREE_NAME || (v = find_variable(t, c->declaration)) == NULL)
			continue;
		CXType type = type_of(v->declaration);
		unsigned use = clang_isConstQualifiedType(type) ? USE_READ : use_at(t->unit, t->activation->body, c);

		if (use & USE_ESCAPES || (use & USE_WRITTEN && !add_assignment(v, c)))
			let_escape(v);
	}
}

/* Returns the worst uniformity of all definitions of a variable, and of the conditions around them (8.1.1,
 * rule 9). */
static enum uniformity join_definitions(struct tile *t, struct variable *v)
{
	enum uniformity u = v->is_bound ? v->bound.uniformity : UNIFORM;

	FOR_EACH(const struct definition, d, v->definitions, v->n_definitions) {
		if (d->value)
			u = worse(u, value_of(t, d->value).uniformity);
		for (const struct tree *c = d->tree; c; c = c->parent) {
			const struct tree *condition = tree_condition(c);

			if (condition)
				u = worse(u, value_of(t, condition).uniformity);
		}
	}
	return v->escapes ? worse(u, UNKNOWN) : u;
}

/* ---- Functions ------------------------------------------------------------------- */

/* Whether a kernel may modify its captures or members. */
static bool may_change(const struct tile *t, CXCursor kernel)
{
	unsigned start;

	if (is_function(kernel.kind))
		return kernel.kind != CXCursor_FunctionDecl &&
		       !clang_CXXMethod_isConst(kernel);
	return kernel.kind == CXCursor_LambdaExpr &&
	       cursor_offset(t->unit->clauses, kernel, &start) && is_mutable_lambda(t->unit, start);
}

/* Returns the value of a parameter of a kernel (is_index: its first one), or of a function whose caller is
 * not known. */
static struct value bound_value(struct tile *t, CXCursor parameter, bool is_index)
{
	struct library_type type;

	if (!library_type(clang_getCursorType(parameter), &type))
		return other_value(UNKNOWN);
	if (type.entity == LIBRARY_TILED_INDEX)
		return (struct value){.kind = VALUE_TILED_INDEX, .uniformity = VARYING};
	return is_index && type.entity == LIBRARY_INDEX && t->rank && type.rank == t->rank
	               ? index_value(t, LIBRARY_INDEX_GLOBAL)
	               : other_value(UNKNOWN);
}

/* Joins definitions that depend on one another until a fixed point is reached. */
static void spread_uniformity(struct tile *t, struct activation *a)
{
	for (bool changed = true; changed;) {
		changed = false;
		FOR_EACH(struct variable, v, a->variables, a->n_variables) {
			enum uniformity u;

			if (v->n_definitions + v->is_bound < 2 && !v->escapes)
				continue;
			u = join_definitions(t, v);
			changed |= u > v->uniformity;
			v->uniformity = worse(u, v->uniformity);
		}
		/* values of single definitions may have been computed too early */
		for (size_t i = 0; changed && i < a->n_variables; i++)
			a->variables[i].is_known = false;
	}
}

void activation_begin(struct tile *t, struct activation *a, const struct body *body,
                      const struct value *arguments, size_t n_arguments,
                      enum uniformity object)
{
	SCOPED(children) all = parameters_of(body->function);
	bool constant = arguments || !may_change(t, body->function);

	*a = (struct activation){.body = body, .is_kernel = !arguments && constant,
	                         .object = constant ? object : UNKNOWN, .caller = t->activation};
	t->activation = a;
	for (size_t i = 0; i < all.count; i++) {
		struct variable *v = add_variable(a, all.items[i]);

		v->is_bound = true;
		v->bound = i < n_arguments ? arguments[i]
		                           : bound_value(t, all.items[i], !arguments && !i);
	}
	collect(t, body->root);
	spread_uniformity(t, a);
}

void activation_leave(struct tile *t, struct activation *a)
{
	t->activation = a->caller;
}

/* ---- Values ----------------------------------------------------------------------- */

/* Whether a node means the same wherever it is used: each of its variables has a single definition. */
static bool node_is_settled(const struct node *n)
{
	if (!n)
		return true;
	if (n->op == OP_VARIABLE && n->variable->n_definitions + n->variable->is_bound > 1)
		return false;
	return node_is_settled(n->a) && node_is_settled(n->b) && node_is_settled(n->c);
}

bool is_settled(const struct value *v)
{
	for (unsigned i = 0; i < v->n; i++) {
		if (!node_is_settled(v->items[i]))
			return false;
	}
	return true;
}

struct value value_of_variable(struct tile *t, struct variable *v)
{
	CXType type = clang_getCursorType(v->declaration);
	enum uniformity uniformity = v->uniformity;

	if (v->escapes)
		return opaque_value(type, worse(v->uniformity, UNKNOWN));
	if (v->is_bound && !v->n_definitions)
		return v->bound;
	if (v->n_definitions == 1 && !v->is_bound && !v->definitions[0].is_change) {
		if (v->is_busy)
			return opaque_value(type, UNKNOWN);
		if (!v->is_known) {
			v->is_busy = true;
			v->value = cast_value(value_of(t, v->definitions[0].value), type);
			v->is_busy = false;
			v->is_known = true;
		}
		if (!t->follows)
			return v->value;
		if (v->value.kind == VALUE_INDEX && !is_settled(&v->value))
			return other_value(v->value.uniformity);
		if (v->value.kind != VALUE_SCALAR)
			return v->value;
		uniformity = v->value.uniformity;
	}
	if (!v->n_definitions || !is_integer(type))
		return other_value(v->n_definitions ? v->uniformity : UNKNOWN);
	struct node *n = add_node(OP_VARIABLE, uniformity);

	set_type(n, type);
	n->variable = v;
	return scalar_value(n);
}

struct node *changed_value(struct tile *t, struct variable *v, const struct definition *d)
{
	static const enum CXBinaryOperatorKind plain[] = {
		CXBinaryOperator_Mul, CXBinaryOperator_Div, CXBinaryOperator_Rem,
		CXBinaryOperator_Add, CXBinaryOperator_Sub, CXBinaryOperator_Shl,
		CXBinaryOperator_Shr, CXBinaryOperator_And, CXBinaryOperator_Xor,
		CXBinaryOperator_Or,
	};
	struct value old = value_of_variable(t, v), value;
	CXType type = clang_getCursorType(v->declaration);

	if (old.kind != VALUE_SCALAR || v->escapes)
		return NULL;
	if (!d->value) {
		bool up = d->tree->unary == CXUnaryOperator_PostInc ||
		          d->tree->unary == CXUnaryOperator_PreInc;

		return binary_node(CXBinaryOperator_Add, old.items[0],
		                   constant_node(up ? 1 : -1));
	}
	value = value_of(t, d->value);
	if (value.kind != VALUE_SCALAR)
		return NULL;
	return cast_node(d->is_change ? binary_node(plain[d->tree->binary - CXBinaryOperator_MulAssign],
	                                            old.items[0], value.items[0])
	                              : value.items[0],
	                 type);
}
