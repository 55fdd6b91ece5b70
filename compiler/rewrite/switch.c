/* GNU's case ranges, case 3 ... 4: nvcc 13.0 keeps only the first value of a range in device code, without a
 * message. So in the device unit the switch is on the first value of the range that contains the condition,
 * and a range becomes a case of that value (<amp/switch.h>): ranges may be of any size, and the text between
 * the cases stays in place.
 *
 * Bounds that depend on template parameters are repeated in front of the switch; all others are replaced by
 * their values. */
#include "body/case_range.h"

#include "rewrite/rewrite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void append_bound(struct lowering *l, const struct case_range *r, bool is_last, struct text *t)
{
	if (!r->is_known)
		edits_render(l->edits, l->text, is_last ? r->last_start : r->start,
		             is_last ? r->end : r->first_end, UNIT_DEVICE, t);
	else if ((is_last ? r->high : r->low) == INT64_MIN)
		text_append(t, "-9223372036854775807ll - 1");
	else
		text_printf(t, "%" PRId64 "ll", is_last ? r->high : r->low);
}

/* Rewrites case 3 ... 4: to case 3:, and case N ... M: to case first_case(N, M): */
static void edit_label(struct lowering *l, const struct case_range *r)
{
	if (r->is_known) {
		remove_text(l, r->first_end, r->end, false);
		return;
	}
	edit_insert_first(l->edits, r->start, "Concurrency::details::first_case(", NULL);
	edit_insert_last(l->edits, r->first_end, ",", NULL);
	remove_text(l, r->first_end, r->last_start, false);
	edit_insert_last(l->edits, r->end, ")", NULL);
}

/* Returns the variable declared in the condition of a switch (int x = f()), or the null cursor. */
static CXCursor condition_variable(CXCursor statement)
{
	struct children parts = children_of(statement);
	bool has = parts.count == 3 && parts.items[0].kind == CXCursor_VarDecl;
	CXCursor variable = has ? parts.items[0] : clang_getNullCursor();

	free(parts.items);
	return variable;
}

/* Returns the semicolon of the init-statement of a switch, or `close`. */
static size_t init_end(const struct lowering *l, size_t open, size_t close)
{
	size_t i = open + 1;

	while (i < close && !is(l, i, ";"))
		i = token_skip_group(l->tokens->items, i);
	return i;
}

/* Rewrites switch (x) to { auto v = promoted(x); v = first_of_range(v, 3, 4); switch (v). Declarations in the
 * parentheses move in front of that. */
static void edit_condition(struct lowering *l, CXCursor statement, size_t word,
                           const struct case_ranges *ranges)
{
	size_t open = word + 1, close = (size_t)token(l, open)->match;
	size_t init = init_end(l, open, close);
	CXCursor variable = condition_variable(statement);
	const char *name = interned_printf("amp_case_%u", token(l, word)->offset);
	const char *head =
	    interned_printf("%sauto %s = Concurrency::details::promoted(", init < close ? " " : "", name);
	SCOPED(text) tail = {0};

	remove_text(l, token(l, word)->offset, token(l, open)->offset + 1, false);
	edit_insert(l->edits, token(l, word)->offset, "{ ", NULL);
	if (!clang_Cursor_isNull(variable)) {
		text_printf(&tail, ";%s%s%s);", init < close ? "" : " ", head, cursor_spelling(variable));
	} else {
		edit_insert_first(l->edits, token(l, init < close ? init : open)->offset + 1, head, NULL);
		text_append(&tail, ");");
	}
	for (size_t i = 0; i < ranges->count; i++) {
		text_printf(&tail, " %s = Concurrency::details::first_of_range(%s, ", name, name);
		append_bound(l, &ranges->items[i], false, &tail);
		text_append(&tail, ", ");
		append_bound(l, &ranges->items[i], true, &tail);
		text_append(&tail, ");");
	}
	text_printf(&tail, " switch (%s)", name);
	edit_replace(l->edits, token(l, close)->offset, token(l, close)->offset + 1, tail.data, NULL);
}

void lower_case_ranges(struct lowering *l, CXCursor statement)
{
	struct case_ranges r = find_case_ranges(l->clauses, statement);
	unsigned start, end;

	if (r.count && cursor_range(l->clauses, statement, &start, &end) && first_visit(l, start)) {
		size_t behind = token_at(l->tokens, end), word = token_at(l->tokens, start);

		/* the parser's range lacks the semicolon of switch (x) case 1 ... 2: f(); */
		if (is(l, behind, ";"))
			end = token(l, behind)->offset + 1;
		edit_condition(l, statement, word, &r);
		for (size_t i = 0; i < r.count; i++)
			edit_label(l, &r.items[i]);
		edit_insert(l->edits, end, " }", NULL);
	}
}
