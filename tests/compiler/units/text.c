/* Arrays, sets and files as text (compiler/base/text.c). */
#include "base/text.h"

#include "test.h"

#include <stdio.h>

struct pair {
	unsigned at;
	const char *name;
};

/* An array keeps what it has while it grows, shrinks and is copied. */
static void test_append(void **state)
{
	struct pair *items = NULL;
	size_t count = 0, copied;

	(void)state;
	for (unsigned i = 0; i < 100; i++)
		APPEND(items, count) = (struct pair){i, "x"};
	assert_int_equal(count, 100);
	for (unsigned i = 0; i < 100; i++)
		assert_int_equal(items[i].at, i);
	count = 7; /* what is appended takes the place of what was dropped */
	for (unsigned i = 0; i < 40; i++)
		APPEND(items, count) = (struct pair){1000 + i, "y"};
	assert_int_equal(items[6].at, 6);
	assert_int_equal(items[7].at, 1000);
	assert_int_equal(items[46].at, 1039);
	for (copied = 0; copied <= count; copied++) { /* a copy of any length has room */
		struct pair *copy = array_copy(items, copied, sizeof(*items));
		size_t n = copied;

		for (unsigned i = 0; i < 3; i++)
			KEEP(copy, n) = (struct pair){i, "z"};
		assert_int_equal(copy[n - 1].at, 2);
		assert_true(copied == 0 || copy[copied - 1].at == items[copied - 1].at);
	}
	assert_null(array_copy(items, 0, sizeof(*items)));
	free(items);
	unit_memory_finish();
}

static void test_offsets(void **state)
{
	static const unsigned places[] = {30, 10, 20, 10, 0};
	struct offsets o = {0};

	(void)state;
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		assert_int_equal(offsets_add(&o, places[i]), i != 3);
	assert_int_equal(o.count, 4);
	assert_true(offsets_have(&o, 0) && offsets_have(&o, 30));
	assert_false(offsets_have(&o, 15));
	assert_true(offsets_within(&o, 5, 11)); /* [start, end) */
	assert_true(offsets_within(&o, 10, 11));
	assert_false(offsets_within(&o, 11, 20));
	assert_false(offsets_within(&o, 31, 100));
	assert_false(offsets_within(&o, 10, 10));
	unit_memory_finish();
}

static void test_first_from(void **state)
{
	static const struct pair pairs[] = {{2, "a"}, {2, "b"}, {5, "c"}, {9, "d"}};
	static const struct {
		unsigned offset;
		size_t first;
	} cases[] = {{0, 0}, {2, 0}, {3, 2}, {5, 2}, {6, 3}, {9, 3}, {10, 4}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_int_equal(first_from(pairs, sizeof(*pairs), offsetof(struct pair, at), 4, cases[i].offset),
		                 cases[i].first);
	assert_int_equal(first_from(pairs, sizeof(*pairs), offsetof(struct pair, at), 0, 3), 0);
}

static void test_sets(void **state)
{
	struct string_set s = {0};
	char name[16];

	(void)state;
	for (unsigned i = 0; i < 1000; i++) {
		snprintf(name, sizeof(name), "name%u", i % 500);
		assert_int_equal(string_set_add(&s, name, strlen(name)), i % 500);
	}
	assert_int_equal(s.items.count, 500);
	assert_int_equal(string_set_find(&s, "name42", 6), 42);
	assert_int_equal(string_set_find(&s, "name4", 5), 4);
	assert_true(string_set_find(&s, "name500", 7) == SIZE_MAX);
	string_set_finish(&s);
}

static void test_lines(void **state)
{
	static const char text[] = "one\ntwo\n\nfour";

	(void)state;
	assert_ptr_equal(text_line(text, 1), text);
	assert_string_equal(text_line(text, 2), "two\n\nfour");
	assert_string_equal(text_line(text, 4), "four");
	assert_null(text_line(text, 5));
}

static void test_words(void **state)
{
	SCOPED(strings) s = {0};

	(void)state;
	strings_push_each(&s, "-o", "a");
	strings_push_n(&s, "cut off", 3);
	strings_printf(&s, "-std=c++%d", 17);
	strings_push_words(&s, "x yy");
	assert_int_equal(s.count, 6);
	assert_string_equal(s.items[2], "cut");
	assert_string_equal(s.items[3], "-std=c++17");
	assert_string_equal(s.items[5], "yy");
	assert_null(s.items[6]);
	assert_true(is_word_of("a bc d", "bc", 2) && is_word_of("a bc d", "dd", 1));
	assert_false(is_word_of("a bc d", "b", 1) || is_word_of("a bc d", "a ", 2) || is_word_of("", "", 0));
	assert_int_equal(starts_with_word("-Ix", "-iquote -I -isystem"), 2);
	assert_int_equal(starts_with_word("-i", "-iquote -I"), 0);
	assert_int_equal(starts_with_word("", "a b"), 0);
}

/* Of equal names there is one, also of what a text has become. */
static void test_interned(void **state)
{
	struct text t = {0};
	const char *name = interned("array_view", 5);

	(void)state;
	text_printf(&t, "arr%s", "ay");
	assert_string_equal(name, "array");
	assert_ptr_equal(interned_printf("%s", "array"), name);
	assert_ptr_equal(interned_text(&t), name);
	assert_null(t.data);
	assert_string_equal(interned_text(&t), "");
	unit_memory_finish();
}

/* Arrays in unit memory keep their items as they grow, and nobody frees them. */
static void test_kept(void **state)
{
	unsigned *a = NULL, *copy;
	double *large = unit_memory(1 << 20);
	size_t n = 0;

	(void)state;
	large[0] = large[(1 << 17) - 1] = 1;
	for (unsigned i = 0; i < 1000; i++)
		KEEP(a, n) = i;
	size_t n_copies = n;

	copy = array_copy(a, n, sizeof(*a));
	KEEP(copy, n_copies) = 1000;
	for (unsigned i = 0; i < 1000; i++)
		assert_true(a[i] == i && copy[i] == i);
	assert_int_equal(copy[1000], 1000);
	assert_null(array_copy(NULL, 0, sizeof(*a)));
	unit_memory_finish();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_append),
	    cmocka_unit_test(test_offsets),
	    cmocka_unit_test(test_first_from),
	    cmocka_unit_test(test_sets),
	    cmocka_unit_test(test_lines),
	    cmocka_unit_test(test_words),
	    cmocka_unit_test(test_interned),
	    cmocka_unit_test(test_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
