/* Integer expressions of a tiled kernel as nodes, and their values for a thread of the tile, given values for
 * what is uniform but unknown. */
#include "analyse/uniform.h"

/* ---- Nodes ------------------------------------------------------------------ */

static CXType integer_type(CXType type)
{
	type = object_type(type);
	return type.kind != CXType_Enum
	               ? type
	               : clang_getCanonicalType(
				 clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)));
}

bool set_type(struct node *n, CXType type)
{
	type = integer_type(type);
	switch (type.kind) {
	case CXType_Bool:
		n->bits = 1;
		n->is_unsigned = true;
		return true;
	case CXType_Char_U:
	case CXType_UChar:
	case CXType_UShort:
	case CXType_UInt:
	case CXType_ULong:
	case CXType_ULongLong:
		n->is_unsigned = true;
		break;
	case CXType_Char_S:
	case CXType_SChar:
	case CXType_Short:
	case CXType_Int:
	case CXType_Long:
	case CXType_LongLong:
		n->is_unsigned = false;
		break;
	default:
		return false;
	}
	n->bits = 8 * clang_Type_getSizeOf(type);
	return true;
}

bool is_integer(CXType type)
{
	struct node n;

	return set_type(&n, type);
}

struct node *add_node(enum op op, enum uniformity uniformity)
{
	struct node *n = unit_memory(sizeof(*n));

	*n = (struct node){.op = op, .uniformity = uniformity, .bits = 32, .size = 1};
	return n;
}

struct value scalar_value(struct node *n)
{
	return (struct value){.kind = VALUE_SCALAR, .uniformity = n->uniformity, .n = 1,
	                      .items = {n}};
}

struct value other_value(enum uniformity uniformity)
{
	return (struct value){.kind = VALUE_OTHER, .uniformity = uniformity};
}

struct value opaque_value(CXType type, enum uniformity uniformity)
{
	struct node *n = add_node(OP_OPAQUE, uniformity);

	return set_type(n, type) ? scalar_value(n) : other_value(uniformity);
}

static struct node *symbol_node(struct tile *t, const struct tree *e, unsigned component)
{
	struct node *n = add_node(OP_SYMBOL, UNIFORM);
	size_t i = 0;

	while (i < t->n_symbols && (t->symbols[i].component != component ||
	                            !tree_equals(t->unit, t->symbols[i].tree, e)))
		i++;
	if (i == t->n_symbols)
		KEEP(t->symbols, t->n_symbols) = (struct symbol){e, component};
	n->number = i;
	return n;
}

struct value symbol_value(struct tile *t, const struct tree *expression)
{
	if (!is_integer(tree_type(expression)))
		return other_value(UNIFORM);
	struct node *n = symbol_node(t, expression, 0);

	set_type(n, tree_type(expression));
	return scalar_value(n);
}

struct node *component_symbol(struct tile *t, const struct tree *expression, unsigned component)
{
	return symbol_node(t, expression, component + 1);
}

struct node *constant_node(int64_t number)
{
	struct node *n = add_node(OP_CONSTANT, UNIFORM);

	n->number = number;
	return n;
}

void limit_size(struct node *n)
{
	n->size = 1 + (n->a ? n->a->size : 0) + (n->b ? n->b->size : 0) + (n->c ? n->c->size : 0);
	if (n->size > MAX_TREE) {
		n->op = OP_OPAQUE;
		n->a = n->b = n->c = NULL;
		n->size = 1;
	}
}

struct node *cast_node(struct node *a, CXType type)
{
	struct node *n = add_node(OP_CAST, a->uniformity);

	if (!set_type(n, type)) {
		n->op = OP_OPAQUE;
		return n;
	}
	if (n->bits == a->bits && n->is_unsigned == a->is_unsigned)
		return a;
	n->a = a;
	limit_size(n);
	return n;
}

struct value cast_value(struct value v, CXType type)
{
	if (v.kind == VALUE_SCALAR)
		return is_integer(type) ? scalar_value(cast_node(v.items[0], type))
		                        : other_value(v.uniformity);
	return v;
}

struct node *binary_node(enum CXBinaryOperatorKind kind, struct node *a,
                         struct node *b)
{
	struct node *n = add_node(OP_BINARY, worse(a->uniformity, b->uniformity));

	n->binary = kind;
	n->bits = a->bits;
	n->is_unsigned = a->is_unsigned;
	n->a = a;
	n->b = b;
	limit_size(n);
	return n;
}

/* ---- Evaluation ---------------------------------------------------------------------- */

/* Returns a value for a uniform unknown: a small one, or about as large as indices are. When threads are
 * followed, sample 0 has only large values, so that no size is a limit. */
static int64_t sample_value(const struct tile *t, uint64_t id, unsigned sample)
{
	if (t->follows && !sample)
		return 100000 + 16 * (int64_t)(id % 1000);
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
		if (t->follows && !n->variable->has_current)
			return OPAQUE;
		else if (t->follows)
			*out = n->variable->current;
		else if (n->variable->now)
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

/* ---- Tiles -------------------------------------------------------------------------------- */

void tile_init(struct tile *t, const struct unit *u, const struct tile_shape *shape)
{
	*t = (struct tile){.unit = u, .rank = shape->rank, .threads = 1};
	for (unsigned d = 0; d < shape->rank; d++) {
		t->extents[d] = shape->extents[d];
		/* more than any device supports: parallel_for_each reports it */
		t->threads = t->threads > 4096 ? t->threads : t->threads * t->extents[d];
	}
	if (!shape->rank || t->threads > 4096)
		t->threads = 0;
}
