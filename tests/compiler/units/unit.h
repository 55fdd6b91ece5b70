/* A short source as a unit, without <amp.h>, parsed. */
#ifndef TEST_UNIT_H
#define TEST_UNIT_H

#include "parse/parse.h"

#include "test.h"

struct test_unit {
	struct strings none;
	struct translation_request request;
	struct unit unit;
	struct clauses clauses;
};

static inline void open_unit(struct test_unit *t, enum language language, const char *source)
{
	const char *path = language == LANGUAGE_C ? "test.c" : "test.cpp";
	char *preprocessed = xasprintf("# 1 \"%s\"\n%s", path, source);

	*t = (struct test_unit){.request = {.path = path,
	                                    .display_path = path,
	                                    .language = language,
	                                    .include_dir = "/nonexistent"}};
	t->request.host_compiler = t->request.options = &t->none;
	flatten(&t->request, preprocessed, &t->unit);
	free(preprocessed);
	t->unit.clauses = &t->clauses;
	find_clauses(&t->unit);
	t->unit.index = clang_createIndex(1, 0);
	t->unit.tu = parse(&t->unit, &t->clauses);
	assert_non_null(t->unit.tu);
}

static inline void close_unit(struct test_unit *t)
{
	clang_disposeTranslationUnit(t->unit.tu);
	clang_disposeIndex(t->unit.index);
	clauses_finish(&t->clauses);
	unit_finish(&t->unit);
}

#endif
