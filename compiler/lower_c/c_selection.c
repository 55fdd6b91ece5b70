/* _Generic in amp code: replaced in the flat text by the expression that it selects, so that no later stage sees
 * a choice. The library's macros, such as amp_at(v, i), keep theirs. */
#include "ast/ast.h"
#include "lower_c/lower_c.h"
#include "source/unit.h"

/* Adds the offsets of the word _Generic in amp code. */
static void find_words(const struct unit *u, const struct clauses *c, struct offsets *words)
{
	for (size_t i = 0; i < c->count; i++) {
		size_t open = token_at(&u->tokens, c->items[i].end);

		if (!(c->items[i].restrictions & RESTRICT_AMP) || !token_is(u->text.data, &u->tokens.items[open], "{"))
			continue;
		for (int t = (int)open; t < u->tokens.items[open].match; t++) {
			if (token_is(u->text.data, &u->tokens.items[t], "_Generic"))
				offsets_add(words, u->tokens.items[t].offset);
		}
	}
}

/* Returns whether two expressions are the same declaration, or constants of the same value. */
static bool are_interchangeable(CXCursor a, CXCursor b)
{
	CXCursor d = clang_getCursorReferenced(a);
	int64_t x, y;

	return (clang_isDeclaration(d.kind) && clang_equalCursors(d, clang_getCursorReferenced(b))) ||
	       (integer_value(a, &x) && integer_value(b, &y) && x == y);
}

/* Returns the expression that _Generic(x, T: a, …) selects, or a null cursor. libclang tells its type and, if it is
 * constant, its value. */
static CXCursor selected_by(CXCursor selection)
{
	SCOPED(children) parts = children_of(selection);
	CXCursor selected = clang_getNullCursor();
	int64_t value, own;
	bool is_constant = integer_value(selection, &value);

	for (size_t i = 1; i < parts.count; i++) {
		CXCursor e = parts.items[i];

		if (!clang_isExpression(e.kind) ||
		    !clang_equalTypes(clang_getCursorType(e), clang_getCursorType(selection)) ||
		    (is_constant && !(integer_value(e, &own) && own == value)))
			continue;
		if (!clang_Cursor_isNull(selected) && !are_interchangeable(selected, e))
			return clang_getNullCursor();
		selected = e;
	}
	return selected;
}

/* Replaces a range by text and the line breaks that were in it. */
static void replace(const struct unit *u, struct edits *edits, unsigned start, unsigned end, const char *text)
{
	SCOPED(text) t = {0};

	text_append(&t, text);
	text_append_line_breaks(&t, u->text.data + start, end - start);
	edit_replace(edits, start, end, t.data, t.data);
}

bool select_generics(struct unit *u)
{
	const struct clauses *c = u->clauses;
	struct offsets words = {0}, seen = {0}; /* a macro of the library may repeat its arguments */
	SCOPED(edits) edits = {0};
	unsigned start, end, from, to;

	find_words(u, c, &words);
	if (!words.count)
		return false;
	for (struct walk w =
	         walk_kind(walk_below(clang_getTranslationUnitCursor(u->tu)), CXCursor_GenericSelectionExpr);
	     walk_next(&w);) {
		if (!cursor_range(c, w.cursor, &start, &end) || !offsets_have(&words, start) ||
		    !offsets_add(&seen, start))
			continue;
		CXCursor selected = selected_by(w.cursor);

		if (clang_Cursor_isNull(selected) || !cursor_range(c, selected, &from, &to))
			continue;
		replace(u, &edits, start, from, "(");
		replace(u, &edits, expression_end(u, selected, to), end, ")");
	}
	bool selects = edits.count;

	if (selects)
		unit_amend_dialect(u, &edits);
	return selects;
}
