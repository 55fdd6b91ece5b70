/* GNU's ranges of cases, case 3 ... 4: nvcc 13.0 keeps the first value of a range alone in device
 * code, and says nothing. In the device unit the switch is therefore on the first value of the
 * range that its condition is in, and a range is a case of that value (<amp/switch.h>): so there
 * may be as many values as one likes, and what is between the cases stays where it is.
 *
 * Bounds that depend on template parameters are repeated in front of the switch; of all others
 * there are the values. */
#include "check.h"
#include "lower.h"
#include "statement.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct case_range {
	CXCursor first, last; /* the bounds */
	unsigned start, first_end, last_start, end; /* their text */
	bool is_known;        /* they have values: */
	int64_t low, high;
};

struct case_ranges {
	const struct clauses *clauses;
	struct case_range *items;
	size_t count;
};

static void add_range(struct case_ranges *r, CXCursor first, CXCursor last)
{
	struct case_range range = {.first = first, .last = last};

	if (!cursor_range(r->clauses, first, &range.start, &range.first_end) ||
	    !cursor_range(r->clauses, last, &range.last_start, &range.end))
		return;
	range.is_known = integer_value(first, &range.low) && integer_value(last, &range.high);
	r->items = xrealloc(r->items, (r->count + 1) * sizeof(*r->items));
	r->items[r->count++] = range;
}

bool is_case_range(CXCursor label)
{
	struct children parts = children_of(label);
	bool yes = clang_getCursorKind(label) == CXCursor_CaseStmt && parts.count == 3;

	free(parts.items);
	return yes;
}

static enum CXChildVisitResult collect_range(CXCursor n, CXCursor parent, CXClientData data)
{
	struct case_ranges *r = data;
	enum CXCursorKind kind = clang_getCursorKind(n);

	(void)parent;
	if (kind == CXCursor_SwitchStmt || kind == CXCursor_LambdaExpr || clang_isDeclaration(kind))
		return CXChildVisit_Continue; /* cases there are of another switch */
	if (is_case_range(n)) {
		struct children parts = children_of(n);

		add_range(r, parts.items[0], parts.items[1]);
		free(parts.items);
	}
	return CXChildVisit_Recurse;
}

/* The ranges of a switch, in order. The caller frees the items. */
static struct case_ranges find_ranges(const struct clauses *c, CXCursor statement)
{
	struct case_ranges r = {.clauses = c};

	clang_visitChildren(statement, collect_range, &r);
	return r;
}

/* ---- Checks ---------------------------------------------------------------- */

/* Names in a bound. */
struct bound_names {
	const struct clauses *clauses;
	unsigned start, end;   /* of the switch */
	struct offsets known;
	bool is_of_switch;     /* one is declared there */
};

static enum CXChildVisitResult collect_name(CXCursor n, CXCursor parent, CXClientData data)
{
	struct bound_names *b = data;
	CXCursor d = clang_getCursorReferenced(n);
	unsigned offset;

	(void)parent;
	if (clang_Cursor_isNull(d) || !cursor_offset(b->clauses, n, &offset))
		return CXChildVisit_Recurse;
	offsets_add(&b->known, offset);
	if (cursor_offset(b->clauses, d, &offset))
		b->is_of_switch |= offset >= b->start && offset < b->end;
	return CXChildVisit_Recurse;
}

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
	struct bound_names names = {.clauses = c->clauses, .start = start, .end = end};
	const struct token *t = c->unit->tokens.items;
	const char *text = c->unit->text.data;
	unsigned bound_start, bound_end;

	if (!cursor_range(c->clauses, bound, &bound_start, &bound_end))
		return false;
	collect_name(bound, bound, &names);
	clang_visitChildren(bound, collect_name, &names);
	bool known = !names.is_of_switch;

	for (size_t i = token_at(&c->unit->tokens, bound_start); t[i].offset < bound_end; i++) {
		bool is_member = token_is(text, &t[i - 1], "::") || token_is(text, &t[i - 1], ".") ||
		                 token_is(text, &t[i - 1], "->");

		known &= t[i].kind != TOKEN_IDENTIFIER || is_member ||
		         offsets_have(&names.known, t[i].offset) || is_keyword(c, t[i].offset);
	}
	free(names.known.items);
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
	struct case_ranges r = find_ranges(c->clauses, statement);
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

/* ---- Lowering -------------------------------------------------------------- */

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

/* case 3 ... 4: becomes case 3:, case N ... M: becomes case first_case(N, M): */
static void edit_label(struct lowering *l, const struct case_range *r)
{
	if (r->is_known) {
		leave_line_breaks(l, r->first_end, r->end, false);
		return;
	}
	edit_insert_first(l->edits, r->start, "Concurrency::details::first_case(", NULL);
	edit_insert_last(l->edits, r->first_end, ",", NULL);
	leave_line_breaks(l, r->first_end, r->last_start, false);
	edit_insert_last(l->edits, r->end, ")", NULL);
}

/* The declaration of a switch (int x = f()); the null cursor without one. */
static CXCursor condition_variable(CXCursor statement)
{
	struct children parts = children_of(statement);
	bool has = parts.count == 3 && clang_getCursorKind(parts.items[0]) == CXCursor_VarDecl;
	CXCursor variable = has ? parts.items[0] : clang_getNullCursor();

	free(parts.items);
	return variable;
}

/* The semicolon behind the first statement in the parentheses of a switch, or `close`. */
static size_t init_end(const struct lowering *l, size_t open, size_t close)
{
	size_t i = open + 1;

	while (i < close && !is(l, i, ";"))
		i = token_skip_group(l->tokens->items, i);
	return i;
}

/* switch (x) becomes { auto v = promoted(x); v = first_of_range(v, 3, 4); switch (v). What is
 * declared in the parentheses is declared in front of that. */
static void edit_condition(struct lowering *l, CXCursor statement, size_t word,
                           const struct case_ranges *ranges)
{
	size_t open = word + 1, close = (size_t)token(l, open)->match;
	size_t init = init_end(l, open, close);
	CXCursor variable = condition_variable(statement);
	char *name = xasprintf("amp_case_%u", token(l, word)->offset);
	char *head = xasprintf("%sauto %s = Concurrency::details::promoted(", init < close ? " " : "", name);
	struct text tail = {0};

	leave_line_breaks(l, token(l, word)->offset, token(l, open)->offset + 1, false);
	edit_insert(l->edits, token(l, word)->offset, "{ ", NULL);
	if (!clang_Cursor_isNull(variable)) {
		char *spelling = take_string(clang_getCursorSpelling(variable));

		text_printf(&tail, ";%s%s%s);", init < close ? "" : " ", head, spelling);
		free(spelling);
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
	text_finish(&tail);
	free(head);
	free(name);
}

void lower_case_ranges(struct lowering *l, CXCursor statement)
{
	struct case_ranges r = find_ranges(l->clauses, statement);
	unsigned start, end;

	if (r.count && cursor_range(l->clauses, statement, &start, &end) && first_visit(l, start)) {
		size_t behind = token_at(l->tokens, end), word = token_at(l->tokens, start);

		/* the parser leaves out the semicolon of switch (x) case 1 ... 2: f(); */
		if (is(l, behind, ";"))
			end = token(l, behind)->offset + 1;
		edit_condition(l, statement, word, &r);
		for (size_t i = 0; i < r.count; i++)
			edit_label(l, &r.items[i]);
		edit_insert(l->edits, end, " }", NULL);
	}
	free(r.items);
}
