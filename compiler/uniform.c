/* What expressions of a tiled kernel are, for each thread of the tile.
 *
 * An integer expression of the thread's index, of constants and of what all
 * threads have in common is kept as a tree, and evaluated for every thread, for
 * several choices of the values in common. So `global[0] - local[0]` is seen to
 * be uniform, and `local[0] < 8` not to be. What cannot be kept so is opaque, and
 * only known to depend on the index or not. */
#include "uniform.h"

#include <stdlib.h>
#include <string.h>

enum op { OP_CONSTANT, OP_LOCAL, OP_TILE, OP_SYMBOL, OP_VARIABLE, OP_OPAQUE, OP_CAST,
          OP_UNARY, OP_BINARY, OP_SELECT };

struct node {
	enum op op;
	enum uniformity uniformity;
	unsigned bits;     /* of the value's type; 1: bool */
	bool is_unsigned;
	enum CXBinaryOperatorKind binary;
	enum CXUnaryOperatorKind unary;
	int64_t number;    /* a constant, a dimension, a symbol */
	struct variable *variable;
	const struct node *a, *b, *c;
};

/* ---- Nodes ------------------------------------------------------------------ */

static bool integer_type(CXType type, unsigned *bits, bool *is_unsigned)
{
	type = clang_getCanonicalType(without_reference(type));
	if (type.kind == CXType_Enum)
		type = clang_getCanonicalType(
			clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)));
	switch (type.kind) {
	case CXType_Bool:
		*bits = 1;
		*is_unsigned = true;
		return true;
	case CXType_Char_U:
	case CXType_UChar:
	case CXType_UShort:
	case CXType_UInt:
	case CXType_ULong:
	case CXType_ULongLong:
		*is_unsigned = true;
		break;
	case CXType_Char_S:
	case CXType_SChar:
	case CXType_Short:
	case CXType_Int:
	case CXType_Long:
	case CXType_LongLong:
		*is_unsigned = false;
		break;
	default:
		return false;
	}
	*bits = 8 * clang_Type_getSizeOf(type);
	return true;
}

static struct node *add_node(struct tile *t, enum op op, enum uniformity uniformity)
{
	struct node *n = xmalloc(sizeof(*n));

	*n = (struct node){.op = op, .uniformity = uniformity, .bits = 32};
	if (t->n_nodes == t->nodes_capacity) {
		t->nodes_capacity = t->nodes_capacity ? t->nodes_capacity * 2 : 64;
		t->nodes = xrealloc(t->nodes, t->nodes_capacity * sizeof(*t->nodes));
	}
	t->nodes[t->n_nodes++] = n;
	return n;
}

static enum uniformity worse(enum uniformity a, enum uniformity b)
{
	return a > b ? a : b;
}

static struct value scalar(struct node *n)
{
	return (struct value){.kind = VALUE_SCALAR, .uniformity = n->uniformity, .n = 1,
	                      .items = {n}};
}

static struct value other(enum uniformity uniformity)
{
	return (struct value){.kind = VALUE_OTHER, .uniformity = uniformity};
}

/* Sets a node's type; false for types that are not kept. */
static bool set_type(struct node *n, CXType type)
{
	return integer_type(type, &n->bits, &n->is_unsigned);
}

static struct value opaque(struct tile *t, CXType type, enum uniformity uniformity)
{
	unsigned bits;
	bool is_unsigned;

	if (!integer_type(type, &bits, &is_unsigned))
		return other(uniformity);
	struct node *n = add_node(t, OP_OPAQUE, uniformity);

	set_type(n, type);
	return scalar(n);
}

/* A uniform unknown; the same text in the same function is the same unknown. */
static struct value symbol(struct tile *t, CXCursor expression)
{
	CXType type = clang_getCursorType(expression);
	unsigned start, end, bits, at = 0;
	bool is_unsigned;

	if (!integer_type(type, &bits, &is_unsigned) ||
	    !cursor_range(t->clauses, expression, &start, &end))
		return other(UNIFORM);
	cursor_offset(t->clauses, t->activation->function, &at);
	char *text = xasprintf("%u:%.*s", at, (int)(end - start), t->unit->text.data + start);
	struct node *n = add_node(t, OP_SYMBOL, UNIFORM);
	size_t i = 0;

	set_type(n, type);
	while (i < t->symbols.count && strcmp(t->symbols.items[i], text))
		i++;
	if (i == t->symbols.count)
		strings_push(&t->symbols, text);
	n->number = i;
	free(text);
	return scalar(n);
}

static struct node *constant(struct tile *t, int64_t number)
{
	struct node *n = add_node(t, OP_CONSTANT, UNIFORM);

	n->number = number;
	return n;
}

static struct node *cast(struct tile *t, struct node *a, CXType type)
{
	struct node *n = add_node(t, OP_CAST, a->uniformity);

	if (!set_type(n, type)) {
		n->op = OP_OPAQUE;
		return n;
	}
	if (n->bits == a->bits && n->is_unsigned == a->is_unsigned)
		return a;
	n->a = a;
	return n;
}

static struct node *binary(struct tile *t, enum CXBinaryOperatorKind kind, struct node *a,
                           struct node *b)
{
	struct node *n = add_node(t, OP_BINARY, worse(a->uniformity, b->uniformity));

	n->binary = kind;
	n->bits = a->bits;
	n->is_unsigned = a->is_unsigned;
	n->a = a;
	n->b = b;
	return n;
}

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
	struct node *extent = constant(t, t->extents[d]);

	if (!strcmp(name, "tile_extent"))
		return extent;
	struct node *origin = binary(t, CXBinaryOperator_Mul, tile, extent);

	return strcmp(name, "global") ? origin : binary(t, CXBinaryOperator_Add, origin, local);
}

static struct value index_value(struct tile *t, const char *name)
{
	static const char *const names[] = {"global", "local", "tile", "tile_origin",
	                                    "tile_extent"};
	bool known = false;
	struct value v = {.kind = VALUE_INDEX, .n = t->rank};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		known |= !strcmp(name, names[i]);
	if (!known || !t->rank)
		return other(known ? VARYING : UNKNOWN);
	for (unsigned d = 0; d < t->rank; d++) {
		v.items[d] = component(t, name, d);
		v.uniformity = worse(v.uniformity, v.items[d]->uniformity);
	}
	return v;
}

/* ---- Variables ------------------------------------------------------------------ */

static struct variable *find_variable(struct tile *t, CXCursor declaration)
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
static bool is_read(const struct collector *k)
{
	size_t n = k->n_ancestors;

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
		if (v && !(v->is_bound && v->bound.kind == VALUE_TILED_INDEX) && !is_read(k))
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

void activation_begin(struct tile *t, struct activation *a, CXCursor function,
                      const struct value *arguments, size_t n_arguments,
                      enum uniformity object)
{
	struct children all = children_of(function);
	struct collector k = {.tile = t, .activation = a};
	size_t n = 0;

	*a = (struct activation){.function = function, .is_kernel = !arguments, .object = object,
	                         .caller = t->activation};
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
		else
			v->bound = other(UNKNOWN);
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

void activation_end(struct tile *t, struct activation *a)
{
	t->activation = a->caller;
	for (size_t i = 0; i < a->n_variables; i++) {
		struct variable *v = &a->variables[i];

		for (size_t k = 0; k < v->n_definitions; k++)
			free(v->definitions[k].conditions);
		free(v->definitions);
		free(v->now);
	}
	free(a->variables);
}

static struct value value_of_variable(struct tile *t, struct variable *v)
{
	CXType type = clang_getCursorType(v->declaration);
	unsigned bits;
	bool is_unsigned;

	if (v->escapes)
		return opaque(t, type, worse(v->uniformity, UNKNOWN));
	if (v->is_bound && !v->n_definitions)
		return v->bound;
	if (v->n_definitions == 1 && !v->is_bound && !v->definitions[0].is_change) {
		if (v->is_busy)
			return opaque(t, type, UNKNOWN);
		if (!v->is_known) {
			v->is_busy = true;
			v->value = value_of(t, v->definitions[0].value);
			v->is_busy = false;
			v->is_known = true;
			if (v->value.kind == VALUE_SCALAR)
				v->value = integer_type(type, &bits, &is_unsigned)
				                   ? scalar(cast(t, v->value.items[0], type))
				                   : other(v->value.uniformity);
		}
		return v->value;
	}
	if (!v->n_definitions || !integer_type(type, &bits, &is_unsigned))
		return other(v->n_definitions ? v->uniformity : UNKNOWN);
	struct node *n = add_node(t, OP_VARIABLE, v->uniformity);

	set_type(n, type);
	n->variable = v;
	return scalar(n);
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
		struct node *n = binary(t, CXBinaryOperator_Add, old.items[0],
		                        constant(t, up ? 1 : -1));

		return n;
	}
	struct value value = value_of(t, d->value);

	if (value.kind != VALUE_SCALAR)
		return NULL;
	if (!d->is_change)
		return cast(t, value.items[0], type);
	enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(d->statement);

	if (op < CXBinaryOperator_MulAssign || op > CXBinaryOperator_OrAssign)
		return NULL;
	static const enum CXBinaryOperatorKind plain[] = {
		CXBinaryOperator_Mul, CXBinaryOperator_Div, CXBinaryOperator_Rem,
		CXBinaryOperator_Add, CXBinaryOperator_Sub, CXBinaryOperator_Shl,
		CXBinaryOperator_Shr, CXBinaryOperator_And, CXBinaryOperator_Xor,
		CXBinaryOperator_Or,
	};

	return cast(t, binary(t, plain[op - CXBinaryOperator_MulAssign], old.items[0],
	                      value.items[0]), type);
}

/* ---- Expressions ------------------------------------------------------------------ */

/* The value of an integral constant expression. */
static bool constant_value(CXCursor expression, int64_t *out)
{
	CXEvalResult r = clang_Cursor_Evaluate(expression);
	bool yes = r && clang_EvalResult_getKind(r) == CXEval_Int;

	if (yes)
		*out = clang_EvalResult_isUnsignedInt(r)
		               ? (int64_t)clang_EvalResult_getAsUnsigned(r)
		               : clang_EvalResult_getAsLongLong(r);
	if (r)
		clang_EvalResult_dispose(r);
	return yes;
}

static struct value constant_or(struct tile *t, CXCursor expression, struct value otherwise)
{
	CXType type = clang_getCursorType(expression);
	unsigned bits;
	bool is_unsigned;
	int64_t number;

	if (!integer_type(type, &bits, &is_unsigned) || !constant_value(expression, &number))
		return otherwise;
	struct node *n = constant(t, number);

	set_type(n, type);
	return scalar(n);
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

static bool is_container(CXCursor class)
{
	static const char *const names[] = {"array", "array_view", "view_storage", "texture",
	                                    "texture_view", "writeonly_texture_view"};
	char *name = take_string(clang_getCursorSpelling(class));
	bool yes = !strncmp(name, "amp_at", 6);

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		yes |= !strcmp(name, names[i]);
	free(name);
	return yes;
}

static struct value value_of_reference(struct tile *t, CXCursor e)
{
	CXCursor d = clang_getCursorReferenced(e);
	enum CXCursorKind kind = clang_getCursorKind(d);
	struct variable *v = find_variable(t, d);

	if (v)
		return value_of_variable(t, v);
	if (kind == CXCursor_EnumConstantDecl) {
		struct node *n = constant(t, clang_getEnumConstantDeclValue(d));

		set_type(n, clang_getCursorType(e));
		return scalar(n);
	}
	/* in a template, or what was put in for it */
	if (kind == CXCursor_NonTypeTemplateParameter || clang_isInvalid(kind))
		return constant_or(t, e, opaque(t, clang_getCursorType(e), UNIFORM));
	if (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod)
		return other(UNIFORM); /* of calls */
	if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
		return other(UNKNOWN);
	bool is_captured = t->activation->is_kernel && is_local(d) &&
	                   clang_Cursor_getStorageClass(d) != CX_SC_Static;
	bool is_const = clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(d)));

	return constant_or(t, e, is_captured ? symbol(t, e) : other(is_const ? UNIFORM : UNKNOWN));
}

static struct value value_of_member(struct tile *t, CXCursor e)
{
	CXCursor base = last_expression(e);
	char *name = take_string(clang_getCursorSpelling(e));
	struct value b, out;

	if (clang_Cursor_isNull(base) || clang_getCursorKind(base) == CXCursor_CXXThisExpr)
		b = other(t->activation->object);
	else
		b = value_of(t, base);
	if (b.kind == VALUE_TILED_INDEX) {
		out = index_value(t, name);
		if (out.kind == VALUE_OTHER)
			out = constant_or(t, e, other(!strcmp(name, "barrier") ? UNIFORM : out.uniformity));
	} else if (b.kind == VALUE_INDEX && strlen(name) == 1 && *name >= 'i' &&
	           *name < 'i' + (int)b.n) { /* C */
		out = scalar(b.items[*name - 'i']);
	} else if (b.kind == VALUE_INDEX) {
		out = opaque(t, clang_getCursorType(e), b.uniformity);
	} else {
		out = constant_or(t, e, b.uniformity == UNIFORM
		                                ? symbol(t, e)
		                                : opaque(t, clang_getCursorType(e), b.uniformity));
	}
	free(name);
	return out;
}

/* index<N>(a, b), and copies of what is one already. */
static struct value value_of_construction(struct tile *t, CXCursor e, CXCursor callee)
{
	int n = clang_Cursor_getNumArguments(e);
	char *class = take_string(clang_getCursorSpelling(clang_getCursorSemanticParent(callee)));
	bool is_index = !strcmp(class, "index");
	struct value v = {.kind = VALUE_INDEX, .n = n};

	free(class);
	if (n == 1) {
		struct value a = value_of(t, clang_Cursor_getArgument(e, 0));

		if (a.kind == VALUE_TILED_INDEX || a.kind == VALUE_INDEX || !is_index)
			return a;
	}
	if (!is_index || n < 1 || n > 3)
		return other(join_operands(t, e));
	for (int i = 0; i < n; i++) {
		struct value a = value_of(t, clang_Cursor_getArgument(e, i));

		if (a.kind != VALUE_SCALAR)
			return other(join_operands(t, e));
		v.items[i] = a.items[0];
		v.uniformity = worse(v.uniformity, a.uniformity);
	}
	return v;
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
			v = scalar(o.items[d]);
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
		CXCursor class = clang_getCursorSemanticParent(callee);
		unsigned at;
		bool library = !cursor_offset(t->clauses, callee, &at);
		bool load = (!strncmp(name, "operator", 8) && is_container(class)) ||
		            !strncmp(name, "amp_at", 6) || !strncmp(name, "atomic_", 7) ||
		            !strncmp(name, "amp_atomic", 10);

		if (u == UNIFORM && library && !load)
			v = symbol(t, e);
		else
			v = opaque(t, type, worse(u, UNKNOWN));
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
		return opaque(t, clang_getCursorType(e), worse(a.uniformity, UNKNOWN));
	if (a.kind != VALUE_SCALAR || !known)
		return opaque(t, clang_getCursorType(e), a.uniformity);
	struct node *n = add_node(t, OP_UNARY, a.uniformity);

	n->unary = op;
	n->a = a.items[0];
	if (!set_type(n, clang_getCursorType(e)))
		return other(a.uniformity);
	return scalar(n);
}

static struct value value_of_binary(struct tile *t, CXCursor e)
{
	enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
	struct children all = children_of(e);
	CXType type = clang_getCursorType(e);
	struct value v = opaque(t, type, UNKNOWN);

	if (all.count == 2) {
		struct value a = value_of(t, all.items[0]), b = value_of(t, all.items[1]);
		enum uniformity u = worse(a.uniformity, b.uniformity);

		if (op == CXBinaryOperator_Assign || op == CXBinaryOperator_Comma) {
			v = b;
		} else if (a.kind == VALUE_SCALAR && b.kind == VALUE_SCALAR &&
		           op >= CXBinaryOperator_Mul && op <= CXBinaryOperator_LOr) {
			struct node *n = binary(t, op, a.items[0], b.items[0]);

			v = set_type(n, type) ? scalar(n) : other(u);
		} else {
			v = opaque(t, type, u);
		}
	}
	free(all.items);
	return v;
}

static struct value value_of_selection(struct tile *t, CXCursor e)
{
	struct children all = children_of(e);
	struct value v = other(UNKNOWN);

	if (all.count == 3) {
		struct value c = value_of(t, all.items[0]), a = value_of(t, all.items[1]),
		             b = value_of(t, all.items[2]);
		enum uniformity u = worse(c.uniformity, worse(a.uniformity, b.uniformity));

		v = opaque(t, clang_getCursorType(e), u);
		if (v.kind == VALUE_SCALAR && a.kind == VALUE_SCALAR && b.kind == VALUE_SCALAR &&
		    c.kind == VALUE_SCALAR) {
			struct node *n = v.items[0];

			n->op = OP_SELECT;
			n->a = a.items[0];
			n->b = b.items[0];
			n->c = c.items[0];
		}
	}
	free(all.items);
	return v;
}

struct value value_of(struct tile *t, CXCursor e)
{
	CXType type = clang_getCursorType(e);

	switch (clang_getCursorKind(e)) {
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_CXXBoolLiteralExpr:
	case CXCursor_UnaryExpr: /* sizeof */
		return constant_or(t, e, opaque(t, type, UNIFORM));
	case CXCursor_FloatingLiteral:
	case CXCursor_CXXNullPtrLiteralExpr:
		return other(UNIFORM);
	case CXCursor_UnexposedExpr:
	case CXCursor_ParenExpr:
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXFunctionalCastExpr: {
		CXCursor operand = last_expression(e);

		if (clang_Cursor_isNull(operand))
			return constant_or(t, e, opaque(t, type, UNKNOWN));
		struct value v = value_of(t, operand);
		unsigned bits;
		bool is_unsigned;

		if (v.kind == VALUE_SCALAR)
			return integer_type(type, &bits, &is_unsigned)
			               ? scalar(cast(t, v.items[0], type))
			               : other(v.uniformity);
		if (v.kind == VALUE_OTHER && integer_type(type, &bits, &is_unsigned))
			return opaque(t, type, v.uniformity);
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
		return other(t->activation->object);
	default:
		return opaque(t, type, worse(join_operands(t, e), UNKNOWN));
	}
}

/* ---- Evaluation ---------------------------------------------------------------------- */

/* A value for a uniform unknown: small, or about as large as indices are. */
static int64_t sample_value(const struct tile *t, uint64_t id, unsigned sample)
{
	uint64_t x = (id + 1) * 0x9e3779b97f4a7c15u + sample * 0xd1b54a32d192ed03u;

	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	x ^= x >> 31;
	const uint64_t ranges[] = {4, t->threads + 2, 4 * (uint64_t)t->threads + 1, 100000};

	return (int64_t)((x >> 8) % ranges[x % 4]);
}

static int64_t fit(const struct node *n, int64_t x)
{
	if (n->bits == 1)
		return x != 0;
	if (n->bits >= 64)
		return x;
	uint64_t mask = ((uint64_t)1 << n->bits) - 1, u = (uint64_t)x & mask;

	if (!n->is_unsigned && u >> (n->bits - 1))
		u |= ~mask;
	return (int64_t)u;
}

static enum evaluation evaluate_binary(const struct tile *t, const struct node *n, unsigned sample,
                                       unsigned thread, int64_t *out)
{
	int64_t a, b;
	bool u = n->a->is_unsigned;
	enum evaluation e = evaluate(t, n->a, sample, thread, &a);

	if (e != EVALUATED)
		return e;
	if ((n->binary == CXBinaryOperator_LAnd && !a) || (n->binary == CXBinaryOperator_LOr && a)) {
		*out = a != 0;
		return EVALUATED;
	}
	e = evaluate(t, n->b, sample, thread, &b);
	if (e != EVALUATED)
		return e;
	uint64_t ua = a, ub = b;

	switch (n->binary) {
	case CXBinaryOperator_Mul: *out = ua * ub; break;
	case CXBinaryOperator_Add: *out = ua + ub; break;
	case CXBinaryOperator_Sub: *out = ua - ub; break;
	case CXBinaryOperator_Div:
	case CXBinaryOperator_Rem:
		if (!b || (a == INT64_MIN && b == -1))
			return UNDEFINED;
		if (n->binary == CXBinaryOperator_Div)
			*out = u ? (int64_t)(ua / ub) : a / b;
		else
			*out = u ? (int64_t)(ua % ub) : a % b;
		break;
	case CXBinaryOperator_Shl:
	case CXBinaryOperator_Shr:
		if (b < 0 || b >= n->a->bits || b > 63)
			return UNDEFINED;
		if (n->binary == CXBinaryOperator_Shl)
			*out = ua << b;
		else
			*out = u ? (int64_t)(ua >> b) : a >> b;
		break;
	case CXBinaryOperator_LT: *out = u ? ua < ub : a < b; break;
	case CXBinaryOperator_GT: *out = u ? ua > ub : a > b; break;
	case CXBinaryOperator_LE: *out = u ? ua <= ub : a <= b; break;
	case CXBinaryOperator_GE: *out = u ? ua >= ub : a >= b; break;
	case CXBinaryOperator_EQ: *out = a == b; break;
	case CXBinaryOperator_NE: *out = a != b; break;
	case CXBinaryOperator_And: *out = a & b; break;
	case CXBinaryOperator_Xor: *out = a ^ b; break;
	case CXBinaryOperator_Or: *out = a | b; break;
	case CXBinaryOperator_LAnd:
	case CXBinaryOperator_LOr: *out = b != 0; break;
	default: return OPAQUE;
	}
	return EVALUATED;
}

enum evaluation evaluate(const struct tile *t, const struct node *n, unsigned sample,
                         unsigned thread, int64_t *out)
{
	enum evaluation e = EVALUATED;
	int64_t a = 0;

	switch (n->op) {
	case OP_CONSTANT:
		*out = n->number;
		break;
	case OP_LOCAL:
		for (unsigned d = t->rank - 1; d > n->number; d--)
			thread /= t->extents[d];
		*out = thread % t->extents[n->number];
		break;
	case OP_TILE:
		*out = sample_value(t, 1000003 + n->number, sample) % 4;
		break;
	case OP_SYMBOL:
		*out = sample_value(t, n->number, sample);
		break;
	case OP_VARIABLE:
		if (n->variable->now)
			*out = n->variable->now[thread];
		else if (n->uniformity == UNIFORM)
			*out = sample_value(t, 2000003 + n->variable->symbol, sample);
		else
			return OPAQUE;
		break;
	case OP_CAST:
		e = evaluate(t, n->a, sample, thread, out);
		break;
	case OP_UNARY:
		e = evaluate(t, n->a, sample, thread, &a);
		*out = n->unary == CXUnaryOperator_Minus ? (int64_t)(0 - (uint64_t)a)
		       : n->unary == CXUnaryOperator_Not ? ~a
		       : n->unary == CXUnaryOperator_LNot ? !a
		                                          : a;
		break;
	case OP_BINARY:
		e = evaluate_binary(t, n, sample, thread, out);
		break;
	case OP_SELECT:
		e = evaluate(t, n->c, sample, thread, &a);
		if (e == EVALUATED)
			e = evaluate(t, a ? n->a : n->b, sample, thread, out);
		break;
	default:
		return OPAQUE;
	}
	if (e == EVALUATED)
		*out = fit(n, *out);
	return e;
}

/* Whether threads differ in a node for one sample. */
static enum difference differ(struct tile *t, const struct node *n, unsigned sample, bool exact)
{
	int64_t first = 0, x;

	for (unsigned thread = 0; thread < t->threads; thread++) {
		enum evaluation e = evaluate(t, n, sample, thread, &x);

		if (e == UNDEFINED)
			return SAME;
		if (e == OPAQUE)
			return MAY_DIFFER;
		x = exact ? x : x != 0;
		if (thread && x != first)
			return DIFFER;
		first = x;
	}
	return SAME;
}

enum difference difference_of(struct tile *t, CXCursor condition, bool exact)
{
	struct value v = clang_Cursor_isNull(condition) ? other(UNIFORM) : value_of(t, condition);
	enum difference d = SAME;

	if (v.uniformity != VARYING)
		return SAME;
	if (v.kind != VALUE_SCALAR || t->threads < 2)
		return MAY_DIFFER;
	for (unsigned s = 0; s < SAMPLES && d != DIFFER; s++) {
		enum difference here = differ(t, v.items[0], s, exact);

		d = here > d ? here : d;
	}
	return d;
}

/* ---- Loops ------------------------------------------------------------------------------ */

enum { MAX_LOOP_VARIABLES = 4, MAX_ITERATIONS = 2048, LOOP_SAMPLES = 12 };

/* A variable of a loop's condition: where it begins, and how it goes on. */
struct loop_variable {
	struct variable *variable;
	struct value first;
	struct node *next; /* NULL: not known */
};

struct loop {
	struct tile *tile;
	unsigned start, end;
	const struct parts *parts;
	struct loop_variable variables[MAX_LOOP_VARIABLES];
	size_t n;
};

static bool contains(const struct tile *t, CXCursor outer, unsigned offset)
{
	unsigned start, end;

	return !clang_Cursor_isNull(outer) && cursor_range(t->clauses, outer, &start, &end) &&
	       offset >= start && offset < end;
}

/* Takes a variable that is set before the loop and changed in it only. */
static enum CXChildVisitResult find_loop_variables(CXCursor c, CXCursor parent, CXClientData data)
{
	struct loop *l = data;
	struct tile *t = l->tile;
	struct variable *v;

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_DeclRefExpr ||
	    (v = find_variable(t, clang_getCursorReferenced(c))) == NULL || v->now || v->escapes ||
	    v->is_bound || v->n_definitions < 2 || l->n == MAX_LOOP_VARIABLES)
		return CXChildVisit_Recurse;
	struct loop_variable found = {.variable = v};
	size_t n_before = 0, n_steps = 0;

	for (size_t i = 0; i < v->n_definitions; i++) {
		const struct definition *d = &v->definitions[i];

		if (contains(t, l->parts->step, d->start)) {
			found.next = changed_value(t, v, d);
			n_steps++;
		} else if (d->start < l->start || contains(t, l->parts->init, d->start)) {
			if (!d->is_change)
				found.first = value_of(t, d->value);
			n_before++;
		} else if (d->start >= l->end) {
			return CXChildVisit_Recurse;
		} else {
			n_steps += 2; /* in the body */
		}
	}
	if (n_before != 1 || found.first.kind != VALUE_SCALAR)
		return CXChildVisit_Recurse;
	if (n_steps != 1)
		found.next = NULL;
	l->variables[l->n++] = found;
	return CXChildVisit_Recurse;
}

/* Sets the loop's variables for all threads. */
static bool set_variables(struct loop *l, unsigned sample, bool first)
{
	struct tile *t = l->tile;
	int64_t *values = xmalloc((MAX_LOOP_VARIABLES * t->threads + 1) * sizeof(*values));
	bool ok = true;

	for (size_t i = 0; i < l->n && ok; i++) {
		const struct node *n = first ? l->variables[i].first.items[0] : l->variables[i].next;

		for (unsigned thread = 0; thread < t->threads && ok; thread++)
			ok = n && evaluate(t, n, sample, thread, &values[i * t->threads + thread]) ==
			                  EVALUATED;
	}
	for (size_t i = 0; i < l->n && ok; i++) {
		struct variable *v = l->variables[i].variable;

		if (!v->now)
			v->now = xmalloc((t->threads + 1) * sizeof(*v->now));
		memcpy(v->now, &values[i * t->threads], t->threads * sizeof(*v->now));
	}
	free(values);
	return ok;
}

static enum difference run_loop(struct loop *l, const struct node *condition, unsigned sample)
{
	struct tile *t = l->tile;

	if (!set_variables(l, sample, true))
		return MAY_DIFFER;
	for (unsigned i = 0; i < MAX_ITERATIONS; i++) {
		enum difference d = differ(t, condition, sample, false);
		int64_t x;

		if (d != SAME)
			return d;
		if (evaluate(t, condition, sample, 0, &x) != EVALUATED || !x)
			return SAME;
		if (!set_variables(l, sample, false))
			return MAY_DIFFER;
	}
	return SAME;
}

enum difference loop_difference(struct tile *t, CXCursor loop, const struct parts *parts)
{
	struct loop l = {.tile = t, .parts = parts};
	enum difference d = SAME;

	if (clang_Cursor_isNull(parts->condition))
		return SAME;
	struct value v = value_of(t, parts->condition);

	if (v.uniformity != VARYING)
		return SAME;
	if (v.kind != VALUE_SCALAR || t->threads < 2)
		return MAY_DIFFER;
	if (clang_getCursorKind(loop) != CXCursor_DoStmt &&
	    cursor_range(t->clauses, loop, &l.start, &l.end)) {
		find_loop_variables(parts->condition, loop, &l);
		clang_visitChildren(parts->condition, find_loop_variables, &l);
	}
	if (!l.n)
		return difference_of(t, parts->condition, false);
	for (unsigned s = 0; s < LOOP_SAMPLES && d != DIFFER; s++) {
		enum difference here = run_loop(&l, v.items[0], s);

		d = here > d ? here : d;
		for (size_t i = 0; i < l.n; i++) {
			free(l.variables[i].variable->now);
			l.variables[i].variable->now = NULL;
		}
	}
	return d;
}

/* ---- Tiles -------------------------------------------------------------------------------- */

void tile_init(struct tile *t, const struct unit *u, const struct clauses *c, unsigned rank,
               const unsigned extents[3])
{
	*t = (struct tile){.unit = u, .clauses = c, .rank = rank, .threads = 1};
	for (unsigned d = 0; d < rank; d++) {
		t->extents[d] = extents[d];
		/* more than any device has: parallel_for_each says so */
		t->threads = t->threads > 4096 ? t->threads : t->threads * extents[d];
	}
	if (!rank || t->threads > 4096)
		t->threads = 0;
}

void tile_finish(struct tile *t)
{
	for (size_t i = 0; i < t->n_nodes; i++)
		free(t->nodes[i]);
	free(t->nodes);
	strings_finish(&t->symbols);
}
