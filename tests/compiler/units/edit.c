/* Edits of a text, and what it is with them in either unit (source/edit.c). */
#include "source/edit.h"

#include "test.h"

static const char source[] = "abcdefgh";

#define ASSERT_RENDERED(edits, kind, expected) assert_range(edits, 0, sizeof(source) - 1, kind, expected)

static void assert_range(struct edits *e, unsigned start, unsigned end, enum unit_kind kind, const char *expected)
{
	struct text t = {0};

	text_append(&t, "");
	edits_render(e, source, start, end, kind, &t);
	assert_string_equal(t.data, expected);
	text_finish(&t);
}

static void test_units(void **state)
{
	struct edits e = {0};

	(void)state;
	ASSERT_RENDERED(&e, UNIT_HOST, "abcdefgh");
	edit_replace(&e, 1, 3, "D", NULL);
	edit_replace(&e, 4, 5, NULL, "H");
	edit_insert(&e, 8, "!", "?");
	ASSERT_RENDERED(&e, UNIT_DEVICE, "aDdefgh"); /* what is inserted at the end belongs to what follows */
	ASSERT_RENDERED(&e, UNIT_HOST, "abcdHfgh");
	edits_finish(&e);
}

static void test_insertions_at_one_place(void **state)
{
	struct edits e = {0};

	(void)state;
	edit_insert_last(&e, 2, "5", NULL);
	edit_insert(&e, 2, "2", NULL);
	edit_replace(&e, 2, 3, "C", NULL);
	edit_insert(&e, 2, "3", NULL);
	edit_insert_first(&e, 2, "1", NULL);
	ASSERT_RENDERED(&e, UNIT_DEVICE, "ab1235Cdefgh"); /* in front of what is replaced there */
	edits_finish(&e);
}

static void test_edits_in_a_replaced_range(void **state)
{
	struct edits e = {0};

	(void)state;
	edit_replace(&e, 3, 4, "inner", NULL);
	edit_insert(&e, 4, "inner", NULL);
	edit_replace(&e, 2, 6, "-", NULL);
	ASSERT_RENDERED(&e, UNIT_DEVICE, "ab-gh");
	assert_true(edits_replace(&e, 3, 5, UNIT_KINDS));
	assert_false(edits_replace(&e, 5, 7, UNIT_KINDS));
	edits_finish(&e);
}

static void test_ranges(void **state)
{
	struct edits e = {0};
	struct text t = {0};

	(void)state;
	edit_insert(&e, 2, "<", NULL);
	edit_insert(&e, 5, ">", NULL);
	assert_range(&e, 2, 5, UNIT_DEVICE, "<cde");
	assert_range(&e, 5, 8, UNIT_DEVICE, ">fgh");
	edits_render_expression(&e, source, 2, 5, UNIT_DEVICE, &t);
	assert_string_equal(t.data, "<cde>");
	text_finish(&t);
	edits_finish(&e);
}

/* Edits that come after a text was rendered. */
static void test_later_edits(void **state)
{
	struct edits e = {0};

	(void)state;
	edit_insert(&e, 6, "6", NULL);
	edit_insert(&e, 2, "2", NULL);
	ASSERT_RENDERED(&e, UNIT_DEVICE, "ab2cdef6gh");
	edit_insert(&e, 4, "4", NULL);
	edit_insert(&e, 2, "3", NULL);
	ASSERT_RENDERED(&e, UNIT_DEVICE, "ab23cd4ef6gh");
	edits_finish(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_units),
		cmocka_unit_test(test_insertions_at_one_place),
		cmocka_unit_test(test_edits_in_a_replaced_range),
		cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_later_edits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
