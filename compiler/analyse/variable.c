/* The variables of a kernel, or of a function that it calls: where they get their
 * values, and what that makes of them. */
#include "analyse/uniform.h"

#include <stdlib.h>
#include <string.h>

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

static CXCursor without_parentheses(CXCursor e)
{
	while (clang_getCursorKind(e) == CXCursor_ParenExpr)
		e = last_expression(e);
	return e;
}

struct variable *variable_of(struct tile *t, CXCursor expression)
{
	expression = without_parentheses(expression);
	return clang_getCursorKind(expression) == CXCursor_DeclRefExpr
	               ? find_variable(t, clang_getCursorReferenced(expression))
	               : NULL;
}

/* Collects the variables of a body, and what is assigned to them. */
struct collector {
	struct tile *tile;
	struct activation *activation;
	CXCursor *ancestors;
	size_t n_ancestors, ancestors_capacity;
	CXCursor *conditions;
	size_t n_conditions, conditions_capacity;
};

static void push(CXCursor **items, size_t *n, size_t *capacity, CXCursor c)
{
	if (*n == *capacity) {
		*capacity = *capacity ? *capacity * 2 : 32;
		*items = xrealloc(*items, *capacity * sizeof(**items));
	}
	(*items)[(*n)++] = c;
}

static struct variable *add_variable(struct activation *a, CXCursor declaration)
{
	a->variables = xrealloc(a->variables, (a->n_variables + 1) * sizeof(*a->variables));
	struct variable *v = &a->variables[a->n_variables++];

	*v = (struct variable){.declaration = declaration, .symbol = a->n_variables};
	return v;
}

static void add_definition(struct collector *k, struct variable *v, CXCursor statement,
                           CXCursor value, bool is_change)
{
	unsigned start = 0, end;
	size_t size = k->n_conditions * sizeof(CXCursor);

	cursor_range(k->tile->clauses, statement, &start, &end);
	v->definitions = xrealloc(v->definitions,
	                          (v->n_definitions + 1) * sizeof(*v->definitions));
	struct definition *d = &v->definitions[v->n_definitions++];

	*d = (struct definition){statement, value, is_change, start, xmalloc(size + 1),
	                         k->n_conditions};
	if (size)
		memcpy(d->conditions, k->conditions, size);
}

/* A reference to a variable that is not an assignment's left side: a read, or
 * something that may write. */
static bool is_read(const struct collector *k, const struct variable *v)
{
	size_t n = k->n_ancestors;

	if (clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(v->declaration))))
		return true;
	for (; n; n--) {
		CXCursor use = k->ancestors[n - 1];
		CXType type = clang_getCanonicalType(clang_getCursorType(use));
		unsigned bits;
		bool is_unsigned;

		switch (clang_getCursorKind(use)) {
		case CXCursor_ParenExpr:
			continue;
		case CXCursor_UnexposedExpr:
			/* to a value, or to const; to a base class, what counts is further out */
			if (clang_isConstQualifiedType(type) || type.kind != CXType_Record)
				return true;
			continue;
		case CXCursor_CallExpr:
			/* x[0] of an index is read where it becomes a value */
			if (!integer_type(type, &bits, &is_unsigned) || n < 2)
				return false;
			return clang_getCursorKind(k->ancestors[n - 2]) == CXCursor_UnexposedExpr;
		case CXCursor_MemberRefExpr:
			if (n < 2)
				return false;
			continue;
		case CXCursor_VarDecl: {
			CXType t = clang_getCursorType(use);

			return t.kind != CXType_LValueReference ||
			       clang_isConstQualifiedType(clang_getPointeeType(t));
		}
		case CXCursor_BinaryOperator:
		case CXCursor_InitListExpr: /* classes have no references for members (2.4.1.2) */
		case CXCursor_CStyleCastExpr:
		case CXCursor_CXXStaticCastExpr:
		case CXCursor_CXXFunctionalCastExpr:
		case CXCursor_IfStmt:
		case CXCursor_SwitchStmt:
		case CXCursor_WhileStmt:
		case CXCursor_DoStmt:
		case CXCursor_ForStmt:
		case CXCursor_ConditionalOperator:
		case CXCursor_CompoundStmt:
		case CXCursor_ReturnStmt:
			return true; /* in a template, where conversions are not known */
		default:
			return false;
		}
	}
	return true;
}

/* What another lambda captures, it may change. */
static enum CXChildVisitResult let_escape(CXCursor c, CXCursor parent, CXClientData data)
{
	struct collector *k = data;
	struct variable *v = variable_of(k->tile, c);

	(void)parent;
	if (v)
		v->escapes = true;
	return CXChildVisit_Recurse;
}

static enum CXChildVisitResult collect(CXCursor c, CXCursor parent, CXClientData data);

/* Visits the parts of a statement that are under its condition. */
static void collect_statement(struct collector *k, CXCursor c, const struct parts *p)
{
	const CXCursor all[] = {p->init, p->condition, p->step, p->body, p->otherwise};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		bool conditional = i >= 2 && !clang_Cursor_isNull(p->condition);

		if (clang_Cursor_isNull(all[i]))
			continue;
		if (conditional)
			push(&k->conditions, &k->n_conditions, &k->conditions_capacity,
			     p->condition);
		collect(all[i], c, k);
		k->n_conditions -= conditional;
	}
}

static enum CXChildVisitResult collect(CXCursor c, CXCursor parent, CXClientData data)
{
	struct collector *k = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	struct variable *v = NULL;
	struct parts parts;

	(void)parent;
	if (kind == CXCursor_LambdaExpr || kind == CXCursor_BlockExpr) {
		clang_visitChildren(c, let_escape, k);
		return CXChildVisit_Continue;
	} else if (kind == CXCursor_VarDecl && is_tile_static(c)) {
		return CXChildVisit_Continue; /* not a thread's own */
	} else if (kind == CXCursor_VarDecl) {
		CXCursor value = clang_Cursor_getVarDeclInitializer(c);

		v = add_variable(k->activation, c);
		if (!clang_Cursor_isNull(value))
			add_definition(k, v, c, value, false);
		v = NULL;
	} else if ((kind == CXCursor_BinaryOperator &&
	            clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign) ||
	           kind == CXCursor_CompoundAssignOperator) {
		struct children all = children_of(c);

		if (all.count == 2 && (v = variable_of(k->tile, all.items[0])) != NULL) {
			add_definition(k, v, c, all.items[1],
			               kind == CXCursor_CompoundAssignOperator);
			collect(all.items[1], c, k);
		}
		free(all.items);
	} else if (kind == CXCursor_UnaryOperator) {
		enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);

		if (op >= CXUnaryOperator_PostInc && op <= CXUnaryOperator_PreDec &&
		    (v = variable_of(k->tile, last_expression(c))) != NULL)
			add_definition(k, v, c, clang_getNullCursor(), true);
	} else if (kind == CXCursor_DeclRefExpr) {
		v = variable_of(k->tile, c);
		/* the members of a tiled_index are const (specification 4.4.2) */
		if (v && !(v->is_bound && v->bound.kind == VALUE_TILED_INDEX) && !is_read(k, v))
			v->escapes = true;
	}
	if (v)
		return CXChildVisit_Continue;
	push(&k->ancestors, &k->n_ancestors, &k->ancestors_capacity, c);
	if (take_apart(k->tile->unit, k->tile->clauses, c, &parts)) {
		collect_statement(k, c, &parts);
	} else {
		clang_visitChildren(c, collect, k);
	}
	k->n_ancestors--;
	return CXChildVisit_Continue;
}

/* The worst of all that is assigned to a variable, and of the conditions under
 * which it is (8.1.1, rule 9). */
static enum uniformity join_definitions(struct tile *t, struct variable *v)
{
	enum uniformity u = v->is_bound ? v->bound.uniformity : UNIFORM;

	for (size_t i = 0; i < v->n_definitions; i++) {
		const struct definition *d = &v->definitions[i];

		if (!clang_Cursor_isNull(d->value))
			u = worse(u, value_of(t, d->value).uniformity);
		for (size_t k = 0; k < d->n_conditions; k++)
			u = worse(u, value_of(t, d->conditions[k]).uniformity);
	}
	return v->escapes ? worse(u, UNKNOWN) : u;
}

/* Whether a kernel may change what it has captured, or its members. */
static bool is_mutable(const struct tile *t, CXCursor kernel)
{
	const struct tokens *tokens = &t->unit->tokens;
	unsigned start, end;

	if (clang_getCursorKind(kernel) == CXCursor_CXXMethod ||
	    clang_getCursorKind(kernel) == CXCursor_FunctionTemplate)
		return !clang_CXXMethod_isConst(kernel);
	if (clang_getCursorKind(kernel) != CXCursor_LambdaExpr ||
	    !cursor_range(t->clauses, kernel, &start, &end))
		return false;
	end = lambda_body(t->unit, start);
	for (size_t i = token_at(tokens, start); tokens->items[i].offset < end; i++) {
		if (token_is(t->unit->text.data, &tokens->items[i], "mutable"))
			return true;
	}
	return false;
}

void activation_begin(struct tile *t, struct activation *a, CXCursor function,
                      const struct value *arguments, size_t n_arguments,
                      enum uniformity object)
{
	struct children all = children_of(function);
	struct collector k = {.tile = t, .activation = a};
	size_t n = 0;

	bool constant = arguments || !is_mutable(t, function);

	*a = (struct activation){.function = function, .is_kernel = !arguments && constant,
	                         .object = constant ? object : UNKNOWN, .caller = t->activation};
	t->activation = a;
	for (size_t i = 0; i < all.count; i++) {
		if (clang_getCursorKind(all.items[i]) != CXCursor_ParmDecl)
			continue;
		struct variable *v = add_variable(a, all.items[i]);
		unsigned rank, extents[3];

		v->is_bound = true;
		if (n < n_arguments)
			v->bound = arguments[n];
		else if (is_tiled_index(clang_getCursorType(all.items[i]), &rank, extents))
			v->bound = (struct value){.kind = VALUE_TILED_INDEX, .uniformity = VARYING};
		else if (!arguments && !n && t->rank &&
		         index_rank(clang_getCursorType(all.items[i])) == t->rank)
			v->bound = index_value(t, "global");
		else
			v->bound = other_value(UNKNOWN);
		n++;
	}
	free(all.items);
	collect(body_of(function), function, &k);
	free(k.ancestors);
	free(k.conditions);
	/* what depends on one another, until nothing changes */
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < a->n_variables; i++) {
			struct variable *v = &a->variables[i];
			enum uniformity u;

			if (v->n_definitions + v->is_bound < 2 && !v->escapes)
				continue;
			u = join_definitions(t, v);
			changed |= u > v->uniformity;
			v->uniformity = worse(u, v->uniformity);
		}
		/* single definitions may have been looked at too early */
		for (size_t i = 0; changed && i < a->n_variables; i++)
			a->variables[i].is_known = false;
	}
}

void activation_leave(struct tile *t, struct activation *a)
{
	t->activation = a->caller;
}

void activation_finish(struct activation *a)
{
	for (size_t i = 0; i < a->n_variables; i++) {
		struct variable *v = &a->variables[i];

		for (size_t k = 0; k < v->n_definitions; k++)
			free(v->definitions[k].conditions);
		free(v->definitions);
		free(v->now);
	}
	free(a->variables);
}

void activation_end(struct tile *t, struct activation *a)
{
	activation_leave(t, a);
	activation_finish(a);
}

/* Whether a tree means the same wherever it is looked at: each of its variables
 * gets its value once. */
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
	unsigned bits;
	bool is_unsigned;
	enum uniformity uniformity = v->uniformity;

	if (v->escapes)
		return opaque_value(t, type, worse(v->uniformity, UNKNOWN));
	if (v->is_bound && !v->n_definitions)
		return v->bound;
	if (v->n_definitions == 1 && !v->is_bound && !v->definitions[0].is_change) {
		if (v->is_busy)
			return opaque_value(t, type, UNKNOWN);
		if (!v->is_known) {
			v->is_busy = true;
			v->value = value_of(t, v->definitions[0].value);
			v->is_busy = false;
			v->is_known = true;
			if (v->value.kind == VALUE_SCALAR)
				v->value = integer_type(type, &bits, &is_unsigned)
				                   ? scalar_value(cast_node(t, v->value.items[0], type))
				                   : other_value(v->value.uniformity);
		}
		if (!t->follows)
			return v->value;
		if (v->value.kind == VALUE_INDEX && !is_settled(&v->value))
			return other_value(v->value.uniformity);
		if (v->value.kind != VALUE_SCALAR)
			return v->value;
		uniformity = v->value.uniformity;
	}
	if (!v->n_definitions || !integer_type(type, &bits, &is_unsigned))
		return other_value(v->n_definitions ? v->uniformity : UNKNOWN);
	struct node *n = add_node(t, OP_VARIABLE, uniformity);

	set_type(n, type);
	n->variable = v;
	return scalar_value(n);
}

struct node *changed_value(struct tile *t, struct variable *v, const struct definition *d)
{
	struct value old = value_of_variable(t, v);
	CXType type = clang_getCursorType(v->declaration);

	if (old.kind != VALUE_SCALAR || v->escapes)
		return NULL;
	if (clang_Cursor_isNull(d->value)) {
		enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(d->statement);
		bool up = op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PreInc;
		struct node *n = binary_node(t, CXBinaryOperator_Add, old.items[0],
		                        constant_node(t, up ? 1 : -1));

		return n;
	}
	struct value value = value_of(t, d->value);

	if (value.kind != VALUE_SCALAR)
		return NULL;
	if (!d->is_change)
		return cast_node(t, value.items[0], type);
	enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(d->statement);

	if (op < CXBinaryOperator_MulAssign || op > CXBinaryOperator_OrAssign)
		return NULL;
	static const enum CXBinaryOperatorKind plain[] = {
		CXBinaryOperator_Mul, CXBinaryOperator_Div, CXBinaryOperator_Rem,
		CXBinaryOperator_Add, CXBinaryOperator_Sub, CXBinaryOperator_Shl,
		CXBinaryOperator_Shr, CXBinaryOperator_And, CXBinaryOperator_Xor,
		CXBinaryOperator_Or,
	};

	return cast_node(t, binary_node(t, plain[op - CXBinaryOperator_MulAssign], old.items[0],
	                      value.items[0]), type);
}
