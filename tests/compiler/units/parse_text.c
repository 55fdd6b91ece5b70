/* The parse text, and its offsets in the flat text and back (source/parse_text.c). */
#include "source/clauses.h"

#include "test.h"

/* "ab{}efgh", in which "{}" is blank, and stands behind "e" as an attribute. */
static struct clauses attributed(void)
{
	struct clauses c = {0};

	text_append(&c.plain, "ab  efgh");
	c.items = xmalloc(sizeof(*c.items));
	c.items[0] = (struct clause){.start = 2, .end = 4, .restrictions = RESTRICT_AMP};
	c.count = 1;
	insert_attribute(&c, 5, &c.items[0]);
	return c;
}

/* Whether each offset of the flat text leads to its character in the parse text, and back. */
static void assert_mapped(const struct clauses *c)
{
	for (unsigned i = 0; i < 8; i++) {
		assert_int_equal(c->parse.data[flat_to_parse(c, i)], "ab  efgh"[i]);
		assert_int_equal(parse_to_flat(c, flat_to_parse(c, i)), i);
	}
}

static void test_attribute(void **state)
{
	struct clauses c = attributed();

	(void)state;
	make_insertions(&c);
	assert_string_equal(c.parse.data, "ab  e __AD fgh");
	assert_mapped(&c);
	/* the attribute is where its clause is */
	for (unsigned i = 5; i < 11; i++)
		assert_int_equal(parse_to_flat(&c, i), 2);
	assert_false(change_restrictions(&c, &c.items[0], RESTRICT_AMP));
	assert_true(change_restrictions(&c, &c.items[0], RESTRICT_CPU | RESTRICT_AMP));
	make_insertions(&c);
	assert_string_equal(c.parse.data, "ab  e __AHD fgh");
	clauses_finish(&c);
}

static void test_insertions(void **state)
{
	struct clauses c = attributed();

	(void)state;
	insert_text(&c, 4, "[e]"); /* in front of e */
	insert_text(&c, 0, "<");
	insert_text(&c, 4, "(e)");
	make_insertions(&c);
	assert_string_equal(c.parse.data, "<ab  [e](e)e __AD fgh");
	assert_mapped(&c);
	/* what is inserted is where it was inserted */
	assert_int_equal(parse_to_flat(&c, 0), 0);
	assert_int_equal(parse_to_flat(&c, 6), 4);
	/* until the text is made anew, a further insertion moves nothing */
	insert_text(&c, 0, "?");
	assert_mapped(&c);
	clauses_finish(&c);
}

static void test_copy(void **state)
{
	struct clauses c = attributed(), copy;

	(void)state;
	insert_restrictions(&c, 0, RESTRICT_AMP);
	make_insertions(&c);
	clauses_copy(&copy, &c);
	insert_text(&copy, 8, "!");
	change_restrictions(&copy, &copy.items[0], RESTRICT_CPU);
	make_insertions(&copy);
	assert_string_equal(copy.parse.data, " __AD ab  e __AH fgh!");
	assert_string_equal(c.parse.data, " __AD ab  e __AD fgh");
	clauses_finish(&copy);
	clauses_finish(&c);
}

/* Whether the clause of the function at the start of a text is found in it. */
static void assert_function_clause(const char *s, bool found)
{
	struct unit u = {0};
	struct clause clause = {.start = (unsigned)(strstr(s, "restrict") - s)};
	struct clauses c = {.items = &clause, .count = 1};

	text_append(&u.text, s);
	lex(s, strlen(s), &u.tokens);
	u.clauses = &c;
	assert_int_equal(function_clause(&u, 0, (unsigned)strlen(s)) != NULL, found);
	tokens_finish(&u.tokens);
	text_finish(&u.text);
}

static void test_function_clause(void **state)
{
	(void)state;
	assert_function_clause("f(int n) restrict(amp)", true);
	assert_function_clause("f(int n = [] () restrict(amp) { return 1; }())", false);
	assert_function_clause("f() : a([] () restrict(amp) {}), b{1}", false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_attribute),
		cmocka_unit_test(test_insertions),
		cmocka_unit_test(test_copy),
		cmocka_unit_test(test_function_clause),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
