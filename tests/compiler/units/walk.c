/* Walks over cursors (compiler/ast/walk.c): in the order of the source, with parts left out, ended early. */
#include "ast/ast.h"

#include "test.h"

static const char source[] = "namespace n { struct s { int a; struct t { int b; }; int c; }; int d; }";

struct parsed {
	CXIndex index;
	CXTranslationUnit tu;
	CXCursor root;
};

static struct parsed parse_source(void)
{
	struct CXUnsavedFile file = {"walk.cpp", source, strlen(source)};
	struct parsed p = {.index = clang_createIndex(0, 0)};

	p.tu = clang_parseTranslationUnit(p.index, "walk.cpp", NULL, 0, &file, 1, 0);
	assert_non_null(p.tu);
	p.root = clang_getTranslationUnitCursor(p.tu);
	return p;
}

static void close_parsed(struct parsed *p)
{
	clang_disposeTranslationUnit(p->tu);
	clang_disposeIndex(p->index);
}

/* The names that a walk meets: what is below `skipped` is left out, and with `end` it ends. */
static char *names(struct walk w, const char *skipped, const char *end)
{
	struct text names = {0};

	text_append(&names, "");
	while (walk_next(&w)) {
		char *name = take_string(clang_getCursorSpelling(w.cursor));
		bool ends = !strcmp(name, end);

		/* libclang has declarations of its own in front: __int128 and the like */
		if (!strncmp(name, "__", 2) || !*name) {
			free(name);
			continue;
		}
		text_append(&names, name);
		if (!strcmp(name, skipped))
			walk_skip(&w);
		free(name);
		if (ends)
			break;
	}
	walk_end(&w);
	return names.data;
}

static void assert_names(struct walk w, const char *skipped, const char *end, const char *expected)
{
	char *found = names(w, skipped, end);

	assert_string_equal(found, expected);
	free(found);
}

static CXCursor namespace_of(const struct parsed *p)
{
	struct walk w = walk_children(p->root);

	while (walk_next(&w) && clang_getCursorKind(w.cursor) != CXCursor_Namespace)
		;
	return walk_end(&w);
}

static void test_order(void **state)
{
	struct parsed p = parse_source();
	CXCursor n = namespace_of(&p);

	(void)state;
	assert_names(walk_below(n), "-", "-", "satbcd");
	assert_names(walk_from(n), "-", "-", "nsatbcd");
	assert_names(walk_children(n), "-", "-", "sd");
	close_parsed(&p);
}

static void test_skipping(void **state)
{
	struct parsed p = parse_source();
	CXCursor n = namespace_of(&p);

	(void)state;
	assert_names(walk_below(n), "t", "-", "satcd");
	assert_names(walk_below(n), "s", "-", "sd");
	assert_names(walk_from(n), "n", "-", "n");
	close_parsed(&p);
}

/* The fields of a class, and not what is in a class in it. */
static void test_fields(void **state)
{
	struct parsed p = parse_source();
	struct walk w = walk_children(namespace_of(&p));

	(void)state;
	assert_true(walk_next(&w));
	assert_names(walk_fields(clang_getCursorType(walk_end(&w))), "-", "-", "ac");
	assert_names(walk_fields((CXType){.kind = CXType_Invalid}), "-", "-", "");
	close_parsed(&p);
}

/* A walk that is left has the cursor at hand, one that came to its end the null cursor. */
static void test_ends(void **state)
{
	struct parsed p = parse_source();
	CXCursor n = namespace_of(&p);
	struct walk w = walk_below(n);

	(void)state;
	assert_names(walk_below(n), "-", "b", "satb");
	while (walk_next(&w) && !is_named(w.cursor, "b"))
		;
	assert_true(is_named(walk_end(&w), "b"));
	w = walk_below(n);
	while (walk_next(&w) && !is_named(w.cursor, "nobody"))
		;
	assert_true(clang_Cursor_isNull(walk_end(&w)));
	assert_names(walk_below(clang_getNullCursor()), "-", "-", "");
	close_parsed(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_order),
	    cmocka_unit_test(test_skipping),
	    cmocka_unit_test(test_fields),
	    cmocka_unit_test(test_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
