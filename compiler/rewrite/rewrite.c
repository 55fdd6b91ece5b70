/* What every part of the lowering does with the flat text: renders ranges of it with the edits so far, finds
 * the cursor at a token, and keeps line breaks where text is removed. */
#include "rewrite/rewrite.h"

#include <stdlib.h>
#include <string.h>

/* ---- Rendering -------------------------------------------------------------- */

const char *render(struct lowering *l, unsigned start, unsigned end, enum unit_kind kind)
{
	struct text t = {0};

	edits_render(l->edits, l->text, start, end, kind, &t);
	return interned_text(&t);
}

const char *render_moved(struct lowering *l, unsigned start, unsigned end, enum unit_kind kind)
{
	struct text t = {0};

	if (kind != UNIT_CUDA || l->program)
		return render(l, start, end, kind);
	text_append_range(&t, start, end);
	return interned_text(&t);
}

const char *render_expression(struct lowering *l, unsigned start, unsigned end, enum unit_kind kind)
{
	struct text t = {0};

	edits_render_expression(l->edits, l->text, start, end, kind, &t);
	return interned_text(&t);
}

void remove_text(struct lowering *l, unsigned start, unsigned end, bool in_host)
{
	SCOPED(text) breaks = {0};

	text_append_line_breaks(&breaks, l->text + start, l->unit->request->for_people ? 0 : end - start);
	edit_replace(l->edits, start, end, breaks.data, in_host ? breaks.data : NULL);
}

void remove_clause(struct lowering *l, const struct clause *c)
{
	bool is_spaced = c->start && l->text[c->start - 1] == ' ';

	remove_text(l, c->start - is_spaced, c->end, true);
}

void append_line_directive(const struct lowering *l, struct text *t, unsigned offset)
{
	struct location at = unit_locate(l->unit, offset);

	if (t->len && t->data[t->len - 1] != '\n')
		text_append(t, "\n");
	if (!l->unit->request->for_people)
		text_append_line_directive(t, at.line, at.file);
}

void append_line_behind(const struct lowering *l, enum unit_kind kind, unsigned start, unsigned end, struct text *t)
{
	struct location at = unit_locate(l->unit, end);

	if (kind == UNIT_CUDA || !memchr(l->text + start, '\n', end - start))
		return;
	text_append(t, "\n");
	text_append_line_directive(t, at.line, at.file);
}

/* ---- Tokens and cursors ----------------------------------------------------- */

size_t behind_brackets(const struct lowering *l, size_t i)
{
	while (is(l, i, "[") && token(l, i)->match > 0)
		i = (size_t)token(l, i)->match + 1;
	return i;
}

CXCursor cursor_at(const struct lowering *l, size_t i)
{
	CXTranslationUnit tu = l->unit->tu;
	unsigned offset = flat_to_parse(l->clauses, token(l, i)->offset);

	return clang_getCursor(tu, clang_getLocationForOffset(tu, l->clauses->file, offset));
}

bool first_visit(struct lowering *l, unsigned start)
{
	return offsets_add(&l->visited, start);
}

bool is_pragma(const struct lowering *l, const struct token *t, const char *name)
{
	const char *p = behind_directive(l->text, t, "pragma");

	return p && starts(p, name) && strcspn(p, " \t\r\n(") == strlen(name);
}

/* Whether #pragma pack is in force at a place. */
static bool is_packed(const struct lowering *l, unsigned at)
{
	unsigned long long outer = 0; /* stack of pushed states, one bit each */
	bool packed = false;

	for (size_t i = 0; token(l, i)->kind != TOKEN_END && token(l, i)->offset < at; i++) {
		if (!is_pragma(l, token(l, i), "pack"))
			continue;
		const char *pragma = interned(l->text + token(l, i)->offset, token(l, i)->len),
		           *list = strchr(pragma, '(');

		if (list && strstr(list, "pop")) {
			packed = outer & 1;
			outer >>= 1;
		} else if (list && strstr(list, "push")) {
			outer = outer << 1 | packed;
		}
		if (list && strpbrk(list, "123456789"))
			packed = true;
		else if (list && list[1 + strspn(list + 1, " \t")] == ')')
			packed = false;
	}
	return packed;
}

bool begin_default_packing(const struct lowering *l, unsigned at, struct text *t)
{
	bool packed = is_packed(l, at);

	if (packed)
		text_append(t, "#pragma pack(push)\n#pragma pack()\n");
	return packed;
}

void end_default_packing(bool packed, struct text *t)
{
	if (packed)
		text_append(t, "#pragma pack(pop)\n");
}

void leave_out_unrolling(struct lowering *l, unsigned start, unsigned end)
{
	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
		const struct token *t = token(l, i);

		if (is_pragma(l, t, "unroll"))
			edit_replace(l->edits, t->offset, token_end(t), NULL, "");
	}
}

/* ---- Names that are unique in a program ------------------------------------- */

unsigned hash_file(const char *path)
{
	OWNED char *full = realpath(path, NULL);

	return hash_string(HASH_SEED, full ? full : path);
}

unsigned hash_unit(const struct translation_request *r)
{
	const struct strings *options = r->options;
	unsigned h = hash_file(r->path);

	for (size_t i = 0; i < options->count; i++) {
		const char *option = options->items[i];
		size_t n = starts_with_word(option, "-D -U " FORCED_INCLUDES);

		if (n)
			h = hash_string(h, option);
		if (n && !option[n] && i + 1 < options->count)
			h = hash_string(h, options->items[++i]);
	}
	return h;
}
