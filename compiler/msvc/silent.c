/* What the parser takes as Visual C++ does, without a word, and other compilers refuse. */
#include "msvc/msvc_internal.h"

#include <stdlib.h>

/* The innermost cursor of some kind around a place. */
struct around {
	const struct amendment *amendment;
	unsigned at;
	bool (*is_wanted)(enum CXCursorKind kind);
	CXCursor found;
};

static enum CXChildVisitResult look_around(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct around *s = data;
	unsigned start, end;

	(void)parent;
	if (!cursor_range(s->amendment->clauses, cursor, &start, &end) || s->at < start || s->at >= end)
		return CXChildVisit_Continue;
	if (s->is_wanted(clang_getCursorKind(cursor)) && !is_instantiation(cursor))
		s->found = cursor;
	return CXChildVisit_Recurse;
}

CXCursor amend_find_around(const struct amendment *a, unsigned at, bool (*is_wanted)(enum CXCursorKind))
{
	struct around s = {a, at, is_wanted, clang_getNullCursor()};

	clang_visitChildren(clang_getTranslationUnitCursor(a->tu), look_around, &s);
	return s.found;
}

/* ---- __super ----------------------------------------------------------------------- */

/* A class's only base, as the program writes it. */
struct bases {
	const struct amendment *amendment;
	unsigned count;
	char *name;
};

static enum CXChildVisitResult find_base(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct bases *b = data;
	const struct unit *u = b->amendment->unit;
	static const char *const words[] = {"public", "private", "protected", "virtual"};
	unsigned start, end;

	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_CXXBaseSpecifier ||
	    !cursor_range(b->amendment->clauses, cursor, &start, &end))
		return CXChildVisit_Continue;
	for (size_t i = token_at(&u->tokens, start), k = 0; k < sizeof(words) / sizeof(*words); k++) {
		if (amend_is(b->amendment, i, words[k])) {
			start = amend_token(b->amendment, ++i)->offset;
			k = (size_t)-1;
		}
	}
	b->count++;
	free(b->name);
	b->name = xstrndup(u->text.data + start, end - start);
	return CXChildVisit_Continue;
}

/* The class that __super at token i means; NULL where it cannot be told. */
static const char *super_class(const struct amendment *a, size_t i)
{
	unsigned at = flat_to_parse(a->clauses, amend_token(a, i + 2)->offset);
	CXCursor name = clang_getCursor(a->tu, clang_getLocationForOffset(a->tu, a->clauses->file, at));
	CXCursor class = clang_getCursorSemanticParent(clang_getCursorReferenced(name));
	struct bases bases = {.amendment = a};

	clang_visitChildren(amend_find_around(a, amend_token(a, i)->offset, is_class), find_base, &bases);
	if (bases.count == 1)
		return bases.name;
	free(bases.name);
	return is_class(clang_getCursorKind(class)) ? type_spelling(clang_getCursorType(class))
	                                            : NULL;
}

static bool amend_super(struct amendment *a, size_t i)
{
	const char *class = amend_is(a, i + 1, "::") ? super_class(a, i) : NULL;
	const struct token *t = amend_token(a, i);

	return class && amend_replace(a, t->offset, t->offset + t->len, class);
}

/* ---- static_assert(false) ------------------------------------------------------------ */

/* A condition that is false for each instantiation, and depends on a parameter of the template; NULL if
 * none has a name. */
static const char *never(const struct amendment *a, CXCursor template)
{
	CXCursor parameter = first_child(template);
	const char *name = cursor_spelling(parameter);
	enum CXCursorKind kind = clang_getCursorKind(parameter);
	unsigned at;

	if (!*name || !cursor_offset(a->clauses, parameter, &at))
		return NULL;
	if (amend_is(a, token_at(&a->unit->tokens, at) - 1, "."))
		return interned_printf("sizeof...(%s) == ~0u", name);
	if (kind == CXCursor_TemplateTypeParameter)
		return interned_printf("sizeof(%s *) == 0", name);
	return kind == CXCursor_NonTypeTemplateParameter ? interned_printf("%s != %s", name, name) : NULL;
}

/* In a template that nobody instantiates it says nothing: C++23 has it so, too. */
static bool amend_assertion(struct amendment *a, size_t i)
{
	const struct token *value = amend_token(a, i + 2);

	if (!amend_is(a, i + 1, "(") || (!amend_is(a, i + 2, "false") && !amend_is(a, i + 2, "0")) ||
	    (!amend_is(a, i + 3, ",") && !amend_is(a, i + 3, ")")))
		return false;
	CXCursor template = amend_find_around(a, value->offset, is_template);
	const char *condition = clang_Cursor_isNull(template) ? NULL : never(a, template);

	return condition && amend_replace(a, value->offset, value->offset + value->len, condition);
}

bool amend_silent(struct amendment *a, bool has_amended)
{
	bool amended = false;

	for (size_t i = 0; amend_token(a, i)->kind != TOKEN_END; i++) {
		if (amend_is(a, i, "__super") && !has_amended) /* a base may be another one in the next round */
			amended |= amend_super(a, i);
		else if (amend_is(a, i, "static_assert"))
			amended |= amend_assertion(a, i);
	}
	return amended;
}
