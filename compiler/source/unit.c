/* The unit: places of its text in the user's files, edits of the text itself before it is analysed, and its
 * end. */
#include "source/alignment.h"
#include "source/amendments.h"
#include "source/edit.h"
#include "source/unit.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Maps an offset to the text with the (sorted) edits applied, in front of what is inserted there. */
static unsigned amended(const struct edits *e, unsigned offset)
{
	unsigned behind = 0; /* end of the last applied edit; edits inside of it are void */
	long shift = 0;

	for (size_t i = 0; i < e->count && e->items[i].start < offset; i++) {
		const struct edit *edit = &e->items[i];

		if (edit->start < behind)
			continue;
		behind = edit->end;
		shift += (long)strlen(edit->text[UNIT_HOST]) - (long)(edit->end - edit->start);
	}
	return (unsigned)((long)offset + shift);
}

void unit_amend(struct unit *u, struct edits *edits)
{
	if (!edits->count)
		return;
	edits_apply(edits, &u->text);
	for (size_t i = 0; i < u->n_macros; i++)
		u->macros[i].offset = amended(edits, u->macros[i].offset);
	alignment_destroy(u->alignment);
	u->alignment = NULL;
	tokens_finish(&u->tokens);
	lex(u->text.data, u->text.len, &u->tokens);
	mark_lines(u);
}

/* ---- The original text -------------------------------------------------------- */

static struct amendments *keep_text(const struct unit *u)
{
	struct amendments *a = unit_memory(sizeof(*a));

	*a = (struct amendments){.n_marks = u->n_marks};
	text_append_n(&a->text, u->text.data, u->text.len);
	lex(a->text.data, a->text.len, &a->tokens);
	write_int_main(a->text.data, &a->tokens);
	a->marks = array_copy(u->marks, u->n_marks, sizeof(*a->marks));
	a->macros = array_copy(u->macros, u->n_macros, sizeof(*a->macros));
	return a;
}

const struct amended *amended_from(const struct amendments *a, unsigned offset)
{
	size_t i = first_from(a->items, sizeof(*a->items), offsetof(struct amended, end), a->count, offset);

	return i < a->count ? &a->items[i] : NULL;
}

const struct amended *amended_around(const struct amendments *a, unsigned offset)
{
	const struct amended *part = amended_from(a, offset);

	return part && part->start < offset && offset < part->end ? part : NULL;
}

unsigned original_offset(const struct amendments *a, unsigned offset)
{
	const struct amended *part = amended_from(a, offset);
	size_t before = part ? (size_t)(part - a->items) : a->count;

	if (part && part->end == offset)
		return part->was_end;
	if (part && part->start <= offset)
		return part->was;
	return before ? offset + a->items[before - 1].was_end - a->items[before - 1].end : offset;
}

void unit_before(const struct unit *u, struct unit *was)
{
	const struct amendments *a = u->amendments;

	*was = *u;
	was->text = a->text;
	was->tokens = a->tokens;
	was->marks = a->marks;
	was->n_marks = a->n_marks;
	was->macros = a->macros;
	was->alignment = NULL;
	was->amendments = NULL;
}

void unit_before_finish(struct unit *was)
{
	alignment_destroy(was->alignment);
}

void amendments_destroy(struct amendments *a)
{
	if (!a)
		return;
	if (a->unit)
		unit_before_finish(a->unit);
	text_finish(&a->text);
	tokens_finish(&a->tokens);
}

/* Maps an offset to the text before any amendment, in front of what was inserted or removed there. */
static unsigned unamended(const struct amendments *a, unsigned offset)
{
	long shift = 0;

	for (size_t i = 0; i < a->count && a->items[i].start < offset; i++)
		shift += (long)(a->items[i].was_end - a->items[i].was) - (long)(a->items[i].end - a->items[i].start);
	return (unsigned)((long)offset + shift);
}

static int compare_starts(const void *a, const void *b)
{
	const struct amended *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* Adds edits to the amended ranges, merging those that overlap or touch. */
static void note_amended(struct amendments *a, const struct edits *e)
{
	struct amended *all = unit_memory((a->count + e->count) * sizeof(*all));
	size_t n = 0, count = 0;

	for (size_t i = 0; i < a->count; i++)
		all[n++] = a->items[i];
	for (size_t i = 0; i < e->count; i++)
		all[n++] = (struct amended){.start = e->items[i].start, .end = e->items[i].end};
	qsort(all, n, sizeof(*all), compare_starts);
	for (size_t i = 0; i < n; i++) {
		if (!count || all[i].start > all[count - 1].end)
			all[count++] = all[i];
		else if (all[i].end > all[count - 1].end)
			all[count - 1].end = all[i].end;
	}
	for (size_t i = 0; i < count; i++) { /* ranges include insertions at their ends */
		unsigned start = all[i].start, behind = all[i].end + 1;

		all[i] = (struct amended){amended(e, start), amended(e, behind) - 1, unamended(a, start),
		                          unamended(a, behind) - 1};
	}
	a->items = all;
	a->count = count;
}

void unit_amend_dialect(struct unit *u, struct edits *edits)
{
	if (edits->count) {
		edits_sort(edits);
		if (!u->amendments)
			u->amendments = keep_text(u);
		note_amended(u->amendments, edits);
	}
	unit_amend(u, edits);
}

/* ---- Places ------------------------------------------------------------------- */

unsigned line_start(const struct unit *u, unsigned offset)
{
	while (offset > 0 && u->text.data[offset - 1] != '\n')
		offset--;
	return offset;
}

struct location unit_locate(const struct unit *u, unsigned offset)
{
	struct location l = {u->request->display_path, 1, 1};
	size_t n = first_from(u->marks, sizeof(*u->marks), offsetof(struct line_mark, offset), u->n_marks,
	                      offset + 1);

	if (!n)
		return l;
	const struct line_mark *m = &u->marks[n - 1];
	const char *start = u->text.data + m->offset, *newline;
	const char *at = u->text.data + (offset < u->text.len ? offset : u->text.len);

	l.file = m->file;
	l.line = m->line;
	while ((newline = memchr(start, '\n', (size_t)(at - start)))) {
		l.line++;
		start = newline + 1;
	}
	l.column = offset - (unsigned)(start - u->text.data) + 1;
	return l;
}

const char *standard_header(const struct unit *u, const char *name, size_t n)
{
	const char *vector = u->vector_header ? u->vector_header : "/";
	OWNED char *path = xasprintf("%.*s/%.*s", (int)(strrchr(vector, '/') - vector), vector, (int)n, name);
	size_t i = string_set_find(&u->system_files, path, strlen(path));

	return i != SIZE_MAX ? u->system_files.items.items[i] : NULL;
}

size_t iostream_at(const struct unit *u)
{
	const struct token *t = u->tokens.items;

	while (t->kind != TOKEN_END &&
	       (t->kind != TOKEN_DIRECTIVE || !token_is(u->text.data, t, "#include <iostream>")))
		t++;
	return t->kind == TOKEN_DIRECTIVE && standard_header(u, "iostream", strlen("iostream")) ? t->offset : SIZE_MAX;
}

/* ---- The end ------------------------------------------------------------------ */

void unit_add_kernel(struct unit *u, const char *name, unsigned offset, bool is_unnamed)
{
	KEEP(u->kernels, u->n_kernels) = (struct kernel_place){unit_string(name, strlen(name)), offset, is_unnamed};
}

void unit_finish(struct unit *u)
{
	text_finish(&u->text);
	free(u->marks);
	tokens_finish(&u->tokens);
	strings_finish(&u->files);
	string_set_finish(&u->system_files);
	strings_finish(&u->macro_files);
	alignment_destroy(u->alignment);
	amendments_destroy(u->amendments);
	string_set_finish(&u->hidden_macros);
	*u = (struct unit){0};
}
