/* Tokens of C and C++ (source/lex.c). */
#include "source/unit.h"

#include "test.h"

/* The tokens of a text, each in < >, with its kind in front if it is no identifier or punctuator. */
static char *tokens_of(const char *s)
{
	static const char *const kinds[] = {[TOKEN_NUMBER] = "number", [TOKEN_STRING] = "string",
	                                    [TOKEN_DIRECTIVE] = "directive"};
	struct tokens tokens = {0};
	struct text t = {0};

	lex(s, strlen(s), &tokens);
	text_append(&t, "");
	for (size_t i = 0; tokens.items[i].kind != TOKEN_END; i++) {
		enum token_kind kind = tokens.items[i].kind;
		bool named = kind == TOKEN_NUMBER || kind == TOKEN_STRING || kind == TOKEN_DIRECTIVE;

		text_printf(&t, "%s<%.*s>", named ? kinds[kind] : "", (int)tokens.items[i].len, s + tokens.items[i].offset);
	}
	tokens_finish(&tokens);
	return t.data;
}

#define ASSERT_TOKENS(source, expected) \
	do { \
		char *found = tokens_of(source); \
		assert_string_equal(found, expected); \
		free(found); \
	} while (0)

static void test_kinds(void **state)
{
	(void)state;
	ASSERT_TOKENS("", "");
	ASSERT_TOKENS("int a=1;", "<int><a><=>number<1><;>");
	ASSERT_TOKENS("a::b->c", "<a><::><b><->><c>");
}

static void test_numbers(void **state)
{
	(void)state;
	ASSERT_TOKENS("0x1p-3 1e+5f 1'000 .5 1..2", "number<0x1p-3>number<1e+5f>number<1'000>number<.5>number<1..2>");
	ASSERT_TOKENS("1+2", "number<1><+>number<2>");
	ASSERT_TOKENS("5_km", "number<5_km>");
}

static void test_strings(void **state)
{
	(void)state;
	ASSERT_TOKENS("\"a\\\"b\" 'c' '\\''", "string<\"a\\\"b\">string<'c'>string<'\\''>");
	ASSERT_TOKENS("u8\"a\" L'x' \"a\"_s", "string<u8\"a\">string<L'x'>string<\"a\"><_s>");
	ASSERT_TOKENS("R\"x(a)\" )x\" b", "string<R\"x(a)\" )x\"><b>");
	/* a literal that does not end goes to the end of its line */
	ASSERT_TOKENS("\"a\nb", "string<\"a><b>");
}

static void test_comments(void **state)
{
	(void)state;
	ASSERT_TOKENS("a// b \"\nc", "<a><c>");
	ASSERT_TOKENS("a/* ' \n*/b", "<a><b>");
	ASSERT_TOKENS("\"//\"", "string<\"//\">");
}

static void test_directives(void **state)
{
	(void)state;
	ASSERT_TOKENS("#line 3 \"x\"\nint", "directive<#line 3 \"x\"><int>");
	ASSERT_TOKENS("a # b", "<a><#><b>");
}

static void test_brackets(void **state)
{
	const char *s = "f(a[1], {2})]";
	struct tokens t = {0};

	(void)state;
	lex(s, strlen(s), &t);
	/* f ( a [ 1 ] , { 2 } ) ] */
	assert_int_equal(t.items[1].match, 10);
	assert_int_equal(t.items[10].match, 1);
	assert_int_equal(t.items[3].match, 5);
	assert_int_equal(t.items[7].match, 9);
	assert_int_equal(t.items[11].match, -1); /* opened nowhere */
	assert_int_equal(token_skip_group(t.items, 1), 11);
	assert_int_equal(token_skip_group(t.items, 0), 1);
	assert_false(t.is_balanced);
	tokens_finish(&t);
	lex(s, strlen(s) - 1, &t);
	assert_true(t.is_balanced);
	tokens_finish(&t);
	lex("{(}", 3, &t);
	assert_false(t.is_balanced);
	tokens_finish(&t);
}

static void test_brackets_around(void **state)
{
	const char *s = "f(a [1 ], {2})]";
	/* what the innermost pair around each character is opened by */
	const int around[] = {-1, 1, 1, 1, 3, 3, 3, 3, 1, 1, 7, 7, 7, 1, -1, -1};
	struct tokens t = {0};

	(void)state;
	lex(s, strlen(s), &t);
	for (unsigned i = 0; i <= strlen(s); i++)
		assert_int_equal(brackets_around(&t, i), around[i]);
	assert_int_equal(t.items[7].around, 1); /* a bracket is not in its own pair */
	assert_int_equal(t.items[9].around, 1);
	assert_int_equal(t.items[1].around, -1);
	tokens_finish(&t);
}

static void test_offsets(void **state)
{
	const char *s = "ab  cd";
	struct tokens t = {0};

	(void)state;
	lex(s, strlen(s), &t);
	assert_int_equal(token_at(&t, 0), 0);
	assert_int_equal(token_at(&t, 1), 1); /* the first that begins there or later */
	assert_int_equal(token_at(&t, 4), 1);
	assert_int_equal(t.items[token_at(&t, 5)].kind, TOKEN_END);
	tokens_finish(&t);
}

/* What is behind the list that opens at the first '<' of a text. */
static const char *behind_list(const char *s)
{
	struct tokens t = {0};
	size_t i = 0;

	lex(s, strlen(s), &t);
	while (!token_is(s, &t.items[i], "<"))
		i++;
	const char *behind = s + t.items[token_skip_angles(s, &t, i)].offset;

	tokens_finish(&t);
	return behind;
}

static void test_template_lists(void **state)
{
	(void)state;
	assert_string_equal(behind_list("a<b<c>> d"), "d");
	assert_string_equal(behind_list("a<(1 > 2)> d"), "d");
	assert_string_equal(behind_list("a<b[2 > 1]>::c d"), "::c d");
	assert_string_equal(behind_list("operator<(a, b) d"), "(a, b) d");
}

static void test_statement_begin(void **state)
{
	const char *s = "int a;\n#pragma x\nvoid f(int b = []{ return 1; }(), int c) x; { y z; } w";
	struct tokens t = {0};

	(void)state;
	lex(s, strlen(s), &t);
	for (size_t i = 0; i < t.count; i++) {
		size_t first = token_statement_begin(s, t.items, i);
		const char *begin = token_is(s, &t.items[i], "a")   ? "int"
		                    : token_is(s, &t.items[i], "x") ? "void" /* in front of all parameters */
		                    : token_is(s, &t.items[i], "z") ? "y"
		                    : token_is(s, &t.items[i], "w") ? "w"
		                                                    : NULL;

		if (begin)
			assert_true(token_is(s, &t.items[first], begin));
	}
	tokens_finish(&t);
}

static void test_one_of(void **state)
{
	const char *s = "volatile ; }";
	struct tokens t = {0};

	(void)state;
	lex(s, strlen(s), &t);
	assert_true(token_is_one_of(s, &t.items[0], "const volatile"));
	assert_false(token_is_one_of(s, &t.items[0], "const vol volatiles"));
	assert_true(token_is_one_of(s, &t.items[1], "; { }"));
	assert_true(token_is_one_of(s, &t.items[2], "; { }"));
	assert_false(token_is_one_of(s, &t.items[3], "; { }")); /* the end */
	tokens_finish(&t);
}

static void test_words(void **state)
{
	struct strings s = {0};

	(void)state;
	strings_push_words(&s, "-x c -Dname=(a)");
	assert_int_equal(s.count, 3);
	assert_string_equal(s.items[0], "-x");
	assert_string_equal(s.items[2], "-Dname=(a)");
	strings_finish(&s);
}

static void test_lines(void **state)
{
	const char *plain = "a\nb", *comment = "a /* \n */ b\nc", *raw = "R\"(\n)\"\nc";

	(void)state;
	assert_string_equal(plain + lex_line(plain, strlen(plain)), "\nb");
	assert_string_equal(comment + lex_line(comment, strlen(comment)), "\nc");
	assert_string_equal(raw + lex_line(raw, strlen(raw)), "\nc");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kinds),      cmocka_unit_test(test_numbers),  cmocka_unit_test(test_strings),
		cmocka_unit_test(test_comments),   cmocka_unit_test(test_directives), cmocka_unit_test(test_brackets),
		cmocka_unit_test(test_brackets_around),
		cmocka_unit_test(test_offsets),    cmocka_unit_test(test_template_lists), cmocka_unit_test(test_lines),
		cmocka_unit_test(test_statement_begin), cmocka_unit_test(test_one_of), cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
