/* Integers of a tiled kernel as functions of the thread (compiler/analyse/evaluate.c). */
#include "analyse/uniform.h"

#include "test.h"

#include <limits.h>

static struct node *typed_constant(int64_t number, unsigned bits, bool is_unsigned)
{
	struct node *n = constant_node(number);

	n->bits = bits;
	n->is_unsigned = is_unsigned;
	return n;
}

static struct node *local(unsigned dimension)
{
	struct node *n = add_node(OP_LOCAL, VARYING);

	n->number = dimension;
	return n;
}

static int64_t number_at(const struct tile *t, const struct node *n, unsigned thread)
{
	int64_t value = 0;

	assert_int_equal(evaluate(t, n, 0, thread, &value), EVALUATED);
	return value;
}

static int64_t binary(struct tile *t, enum CXBinaryOperatorKind kind, struct node *a, struct node *b)
{
	return number_at(t, binary_node(kind, a, b), 0);
}

static enum evaluation outcome(struct tile *t, enum CXBinaryOperatorKind kind, struct node *a, struct node *b)
{
	int64_t value;

	return evaluate(t, binary_node(kind, a, b), 0, 0, &value);
}

static struct tile tile_of(unsigned rank, unsigned d0, unsigned d1, unsigned d2)
{
	struct tile t;

	tile_init(&t, NULL, &(struct tile_shape){.rank = rank, .extents = {d0, d1, d2}});
	return t;
}

/* The last dimension of a tile is the one in which neighbouring threads are. */
static void test_local_index(void **state)
{
	struct tile t = tile_of(3, 2, 3, 4);

	(void)state;
	assert_int_equal(t.threads, 24);
	for (unsigned thread = 0; thread < t.threads; thread++) {
		assert_int_equal(number_at(&t, local(0), thread), thread / 12);
		assert_int_equal(number_at(&t, local(1), thread), thread / 4 % 3);
		assert_int_equal(number_at(&t, local(2), thread), thread % 4);
	}
}

/* What is computed has the width of its type, and wraps around. */
static void test_wrapping(void **state)
{
	struct tile t = tile_of(1, 32, 0, 0);
	struct node *most = typed_constant(INT32_MAX, 32, false), *one = constant_node(1);
	struct node *zero = typed_constant(0, 32, true);

	(void)state;
	assert_int_equal(binary(&t, CXBinaryOperator_Add, most, one), INT32_MIN);
	assert_int_equal(binary(&t, CXBinaryOperator_Sub, zero, one), UINT32_MAX);
	assert_int_equal(binary(&t, CXBinaryOperator_Mul, typed_constant(16, 8, true), typed_constant(17, 8, true)),
	                 16);
}

/* Comparisons, divisions and shifts to the right depend on the sign of the type. */
static void test_signs(void **state)
{
	struct tile t = tile_of(1, 32, 0, 0);
	struct node *minus = typed_constant(-8, 32, false), *two = constant_node(2);
	struct node *large = typed_constant(UINT32_MAX - 7, 32, true);

	(void)state;
	assert_true(binary(&t, CXBinaryOperator_LT, minus, two));
	assert_false(binary(&t, CXBinaryOperator_LT, large, two));
	assert_int_equal(binary(&t, CXBinaryOperator_Div, minus, two), -4);
	assert_int_equal(binary(&t, CXBinaryOperator_Shr, minus, two), -2);
	assert_int_equal(binary(&t, CXBinaryOperator_Shr, large, two), (UINT32_MAX - 7) >> 2);
}

static void test_undefined(void **state)
{
	struct tile t = tile_of(1, 32, 0, 0);
	struct node *one = constant_node(1), *zero = constant_node(0), *width = constant_node(32);
	struct node *least = typed_constant(INT64_MIN, 64, false), *minus = typed_constant(-1, 64, false);
	struct node *opaque = add_node(OP_OPAQUE, UNKNOWN);

	(void)state;
	assert_int_equal(outcome(&t, CXBinaryOperator_Div, one, zero), UNDEFINED);
	assert_int_equal(outcome(&t, CXBinaryOperator_Rem, one, zero), UNDEFINED);
	assert_int_equal(outcome(&t, CXBinaryOperator_Div, least, minus), UNDEFINED);
	assert_int_equal(outcome(&t, CXBinaryOperator_Shl, one, width), UNDEFINED);
	assert_int_equal(outcome(&t, CXBinaryOperator_Shl, one, minus), UNDEFINED);
	assert_int_equal(outcome(&t, CXBinaryOperator_Add, one, opaque), OPAQUE);
	/* what && and || do not look at does not matter */
	assert_int_equal(binary(&t, CXBinaryOperator_LAnd, zero, opaque), 0);
	assert_int_equal(binary(&t, CXBinaryOperator_LOr, one, opaque), 1);
	assert_int_equal(outcome(&t, CXBinaryOperator_LAnd, one, opaque), OPAQUE);
}

/* An operation is as uniform as the worse of its operands. */
static void test_uniformity(void **state)
{
	struct node *one = constant_node(1), *opaque = add_node(OP_OPAQUE, UNKNOWN);

	(void)state;
	assert_int_equal(binary_node(CXBinaryOperator_Add, one, one)->uniformity, UNIFORM);
	assert_int_equal(binary_node(CXBinaryOperator_Add, opaque, one)->uniformity, UNKNOWN);
	assert_int_equal(binary_node(CXBinaryOperator_Add, opaque, local(1))->uniformity, VARYING);
}

/* A tree that doubles at each step is opaque before it takes forever. */
static void test_size(void **state)
{
	struct node *n = constant_node(1);
	bool is_opaque = false;

	(void)state;
	for (unsigned i = 0; i < 64; i++) {
		n = binary_node(CXBinaryOperator_Add, n, n);
		is_opaque |= n->op == OP_OPAQUE;
		assert_true(n->size <= MAX_TREE);
	}
	assert_true(is_opaque);
}

/* Tiles that no device has, or of which nothing is known, have no threads that could be followed. */
static void test_shapes(void **state)
{
	struct tile t = tile_of(3, 64, 64, 64);

	(void)state;
	assert_int_equal(t.threads, 0);
	t = tile_of(0, 0, 0, 0);
	assert_int_equal(t.threads, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_local_index), cmocka_unit_test(test_wrapping),   cmocka_unit_test(test_signs),
	    cmocka_unit_test(test_undefined),   cmocka_unit_test(test_uniformity), cmocka_unit_test(test_size),
	    cmocka_unit_test(test_shapes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
