/* The parse text, and its offsets in the flat text and back (source/parse_text.c). */
#include "source/clauses.h"

#include "test.h"

/* "abcdefgh" whose "cd" is moved behind "ef". */
static struct clauses moved(void)
{
	struct clauses c = {0};

	text_append(&c.moved, "abefcdgh");
	c.moves = xmalloc(2 * sizeof(*c.moves));
	c.moves[0] = (struct move){.start = 2, .moved = 2, .shift = 2};
	c.moves[1] = (struct move){.start = 4, .moved = 2, .shift = -2};
	c.n_moves = 2;
	return c;
}

static void test_moves(void **state)
{
	struct clauses c = moved();

	(void)state;
	make_insertions(&c);
	assert_string_equal(c.parse.data, "abefcdgh");
	for (unsigned i = 0; i < 8; i++) {
		assert_int_equal(c.parse.data[flat_to_parse(&c, i)], "abcdefgh"[i]);
		assert_int_equal(parse_to_flat(&c, flat_to_parse(&c, i)), i);
	}
	clauses_finish(&c);
}

static void test_insertions(void **state)
{
	struct clauses c = moved();

	(void)state;
	insert_text(&c, 4, "[e]"); /* in front of e */
	insert_text(&c, 0, "<");
	insert_text(&c, 4, "(e)");
	make_insertions(&c);
	assert_string_equal(c.parse.data, "<ab[e](e)efcdgh");
	for (unsigned i = 0; i < 8; i++) {
		assert_int_equal(c.parse.data[flat_to_parse(&c, i)], "abcdefgh"[i]);
		assert_int_equal(parse_to_flat(&c, flat_to_parse(&c, i)), i);
	}
	/* what is inserted is where it was inserted */
	assert_int_equal(parse_to_flat(&c, 0), 0);
	assert_int_equal(parse_to_flat(&c, 4), 4);
	/* until the text is made anew, a further insertion moves nothing */
	insert_text(&c, 0, "?");
	for (unsigned i = 0; i < 8; i++)
		assert_int_equal(c.parse.data[flat_to_parse(&c, i)], "abcdefgh"[i]);
	clauses_finish(&c);
}

static void test_copy(void **state)
{
	struct clauses c = moved(), copy;

	(void)state;
	insert_restrictions(&c, 0, RESTRICT_AMP);
	make_insertions(&c);
	clauses_copy(&copy, &c);
	insert_text(&copy, 8, "!");
	make_insertions(&copy);
	assert_string_equal(copy.parse.data, " __AD abefcdgh!");
	assert_string_equal(c.parse.data, " __AD abefcdgh");
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
	assert_int_equal(function_clause(&u, &c, 0, (unsigned)strlen(s)) != NULL, found);
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
		cmocka_unit_test(test_moves),
		cmocka_unit_test(test_insertions),
		cmocka_unit_test(test_copy),
		cmocka_unit_test(test_function_clause),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
