/* Ranges of cases in amp code: what rewrite/switch.c can write otherwise. */
#include "body/case_range.h"
#include "check/check_internal.h"

#include <inttypes.h>
#include <stdlib.h>

static bool is_keyword(struct checker *c, unsigned offset)
{
	CXTranslationUnit tu = c->unit->tu;
	CXToken *t = clang_getToken(tu, clang_getLocationForOffset(tu, c->clauses->file,
	                                                           flat_to_parse(c->clauses, offset)));
	bool yes = t && clang_getTokenKind(*t) == CXToken_Keyword;

	if (t)
		clang_disposeTokens(tu, t, 1);
	return yes;
}

/* Whether a bound means in front of the switch, which is at [start, end), what it means in its
 * place: it names nothing that is declared in between, as far as it is known what it names. */
static bool means_the_same_outside(struct checker *c, CXCursor bound, unsigned start, unsigned end)
{
	struct offsets names = {0}; /* whose meaning is known */
	bool known = true;
	const struct token *t = c->unit->tokens.items;
	const char *text = c->unit->text.data;
	unsigned bound_start, bound_end;

	if (!cursor_range(c->clauses, bound, &bound_start, &bound_end))
		return false;
	for (struct walk w = walk_from(bound); walk_next(&w);) {
		CXCursor d = clang_getCursorReferenced(w.cursor);
		unsigned offset;

		if (clang_Cursor_isNull(d) || !cursor_offset(c->clauses, w.cursor, &offset))
			continue;
		offsets_add(&names, offset);
		if (cursor_offset(c->clauses, d, &offset))
			known &= offset < start || offset >= end;
	}
	for (size_t i = token_at(&c->unit->tokens, bound_start); t[i].offset < bound_end; i++) {
		bool is_member = token_is(text, &t[i - 1], "::") || token_is(text, &t[i - 1], ".") ||
		                 token_is(text, &t[i - 1], "->");

		known &= t[i].kind != TOKEN_IDENTIFIER || is_member ||
		         offsets_have(&names, t[i].offset) || is_keyword(c, t[i].offset);
	}
	free(names.items);
	return known;
}

/* Whether the values of a range run backwards. */
static bool is_empty(const struct case_range *r)
{
	CXType first = clang_getCanonicalType(clang_getCursorType(r->first));
	bool is_unsigned = first.kind >= CXType_Bool && first.kind <= CXType_UInt128;

	return is_unsigned ? (uint64_t)r->low > (uint64_t)r->high : r->low > r->high;
}

void check_case_ranges(struct checker *c, CXCursor statement)
{
	struct case_ranges r = find_case_ranges(c->clauses, statement);
	unsigned start, end;
	bool is_placed = cursor_range(c->clauses, statement, &start, &end);

	for (size_t i = 0; i < r.count; i++) {
		const struct case_range *range = &r.items[i];

		if (range->is_known && is_empty(range))
			refuse(c, range->start, "an empty range of cases in restrict(amp) code: %" PRId64
			       " ... %" PRId64, range->low, range->high);
		else if (!range->is_known &&
		         (!is_placed || !means_the_same_outside(c, range->first, start, end) ||
		          !means_the_same_outside(c, range->last, start, end)))
			refuse(c, range->start, "the bounds of a range of cases that depend on template "
			       "parameters must be known in front of the switch, in restrict(amp) code");
	}
	free(r.items);
}
