/* Which code a place is in (compiler/source/parse_text.c, compiler/parse/restrict.c). */
#include "parse/parse.h"

#include <stdio.h>

#include "unit.h"

/* A place is the comment with its number; what it is in: c, a or b for both. */
static void expect_code(const char *source, const char *expected)
{
	struct test_unit t;
	char found[16] = "";

	open_unit(&t, LANGUAGE_CXX, source);

	for (int n = 0; n < 10; n++) {
		char name[8];

		snprintf(name, sizeof(name), "X%d", n);
		const char *at = strstr(t.unit.text.data, name);
		unsigned code = at ? code_at(&t.clauses, (unsigned)(at - t.unit.text.data)) : 0;

		if (at)
			found[n] = "?cab"[code & 3];
	}
	assert_string_equal(found, expected);
	close_unit(&t);
}

static void test_functions(void **state)
{
	(void)state;
	expect_code("int X0; int f(int X1) { return X1; }", "cc");
	expect_code("int f(int x) restrict(amp) { int X0 = x; return X0; } int X1;", "ac");
	expect_code("void f() restrict(cpu, amp) { int X0; { int X1; } } void g() { int X2; }", "bbc");
	expect_code("struct s { void f() restrict(amp) { int X0; } int X1; void g() { int X2; } };", "acc");
	expect_code("struct s { int m; s(int x) restrict(amp) : m{x} { int X0; } int X1; };", "ac");
	expect_code("int (&f(int x) restrict(amp))[3] { int X0; } int X1;", "ac");
}

/* What is in front of a clause is code of the place; what is behind it is the function's. */
static void test_clauses(void **state)
{
	(void)state;
	expect_code("enum { X0 }; int f(int x = X0) restrict(amp) { return x; }", "c");
	expect_code("int g(int); int f(int X0) restrict(amp) -> int; auto h(int x) restrict(amp) -> decltype(x + sizeof(int X1));", "ca");
}

/* Without a clause the restrictions are those around (2.2.1). */
static void test_nesting(void **state)
{
	(void)state;
	expect_code("void f() restrict(amp) { struct s { void g() { int X0; } void h() restrict(cpu) { int X1; } }; int X2; }", "aca");
	expect_code("void f() { auto g = [](int X0) restrict(amp) { int X1; auto h = [] { int X2; }; }; int X3; auto k = [] { int X4; }; }",
	            "caacc");
	expect_code("void f() restrict(amp) { auto g = [](int X0) restrict(cpu) { int X1; }; }", "ac");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_functions),
	    cmocka_unit_test(test_clauses),
	    cmocka_unit_test(test_nesting),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
