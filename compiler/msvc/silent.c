/* What the parser, like Visual C++, accepts without a diagnostic, and other compilers reject. */
#include "msvc/msvc_internal.h"

/* The last match of a walk in preorder is the innermost. */
CXCursor amend_find_around(const struct amendment *a, unsigned at, bool (*is_wanted)(enum CXCursorKind))
{
	CXCursor found = clang_getNullCursor();
	unsigned start, end;

	for (struct walk w = walk_below(clang_getTranslationUnitCursor(a->tu)); walk_next(&w);) {
		if (!cursor_range(a->clauses, w.cursor, &start, &end) || at < start || at >= end)
			walk_skip(&w);
		else if (is_wanted(w.cursor.kind) && !is_instantiation(w.cursor))
			found = w.cursor;
	}
	return found;
}

/* ---- __super ----------------------------------------------------------------------- */

/* Returns a base class as the program writes it. */
static const char *base_name(const struct amendment *a, unsigned start, unsigned end)
{
	const struct token *t = token(a, token_at(&a->unit->tokens, start));

	while (token_is_one_of(a->unit->text.data, t, "public private protected virtual"))
		t++;
	return interned(a->unit->text.data + t->offset, end - t->offset);
}

/* Returns the class that __super at token i means; NULL if that is not known. */
static const char *super_class(const struct amendment *a, size_t i)
{
	unsigned at = flat_to_parse(a->clauses, token(a, i + 2)->offset), count = 0, start, end;
	CXCursor name = clang_getCursor(a->tu, clang_getLocationForOffset(a->tu, a->clauses->file, at));
	CXCursor class = clang_getCursorSemanticParent(clang_getCursorReferenced(name));
	CXCursor derived = amend_find_around(a, token(a, i)->offset, is_class);
	const char *base = NULL;

	for (struct walk w = walk_kind(walk_children(derived), CXCursor_CXXBaseSpecifier); walk_next(&w);) {
		if (cursor_range(a->clauses, w.cursor, &start, &end)) {
			base = base_name(a, start, end);
			count++;
		}
	}
	if (count == 1)
		return base;
	return is_class(class.kind) ? type_spelling(clang_getCursorType(class)) : NULL;
}

static bool amend_super(struct amendment *a, size_t i)
{
	const char *class = is(a, i + 1, "::") ? super_class(a, i) : NULL;

	return class && amend_token(a, i, class);
}

/* ---- static_assert(false) ------------------------------------------------------------ */

/* Returns a condition that is false in each instantiation, but depends on a template parameter; NULL if no
 * parameter has a name. */
static const char *never(const struct amendment *a, CXCursor template)
{
	CXCursor parameter = first_child(template);
	const char *name = cursor_spelling(parameter);
	unsigned at;

	if (!*name || !cursor_offset(a->clauses, parameter, &at))
		return NULL;
	if (is(a, token_at(&a->unit->tokens, at) - 1, "."))
		return interned_printf("sizeof...(%s) == ~0u", name);
	if (parameter.kind == CXCursor_TemplateTypeParameter)
		return interned_printf("sizeof(%s *) == 0", name);
	return parameter.kind == CXCursor_NonTypeTemplateParameter ? interned_printf("%s != %s", name, name) : NULL;
}

/* In a template that is never instantiated the assertion must not fail, as in C++23. */
static bool amend_assertion(struct amendment *a, size_t i)
{
	if (!is(a, i + 1, "(") || (!is_one_of(a, i + 2, "false 0")) || (!is_one_of(a, i + 3, ", )")))
		return false;
	CXCursor template = amend_find_around(a, token(a, i + 2)->offset, is_template);
	const char *condition = clang_Cursor_isNull(template) ? NULL : never(a, template);

	return condition && amend_token(a, i + 2, condition);
}

bool amend_silent(struct amendment *a, bool has_amended)
{
	bool amended = false;

	for (size_t i = 0; token(a, i)->kind != TOKEN_END; i++) {
		if (is(a, i, "__super") && !has_amended) /* other edits may still change the bases */
			amended |= amend_super(a, i);
		else if (is(a, i, "static_assert"))
			amended |= amend_assertion(a, i);
	}
	return amended;
}
