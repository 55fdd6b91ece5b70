/* Edits on the flat text: each output unit is the same text with different edits. */
#include "source/edit.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct edit *edit_replace_each(struct edits *e, unsigned start, unsigned end, const char *const texts[UNIT_KINDS])
{
	struct edit edit = {.start = start, .end = end, .order = (int)e->count};

	for (int k = 0; k < UNIT_KINDS; k++)
		edit.text[k] = texts[k] ? xstrdup(texts[k]) : NULL;
	APPEND(e->items, e->count) = edit;
	return &e->items[e->count - 1];
}

struct edit *edit_texts(struct edits *e, unsigned start, unsigned end, const char *device, const char *host,
                        const char *people)
{
	return edit_replace_each(e, start, end, (const char *[]){device, host, people});
}

struct edit *edit_replace(struct edits *e, unsigned start, unsigned end, const char *device, const char *host)
{
	return edit_texts(e, start, end, device, host, device);
}

void edit_insert(struct edits *e, unsigned at, const char *device, const char *host)
{
	edit_replace(e, at, at, device, host);
}

/* Orders edits by place, insertions in front of a replacement that starts there. */
static int compare(const void *a, const void *b)
{
	const struct edit *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	bool x_inserts = x->end == x->start, y_inserts = y->end == y->start;

	if (x_inserts != y_inserts)
		return x_inserts ? -1 : 1;
	if (x->end != y->end)
		return x->end > y->end ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

struct edit *edit_first(struct edit *edit)
{
	edit->order -= INT_MAX / 2;
	return edit;
}

void edit_insert_first(struct edits *e, unsigned at, const char *device, const char *host)
{
	edit_first(edit_replace(e, at, at, device, host));
}

void edit_insert_last(struct edits *e, unsigned at, const char *device, const char *host)
{
	edit_replace(e, at, at, device, host)->order += INT_MAX / 2;
}

void edit_declare_for_people(struct edits *e, unsigned at, const char *text)
{
	edit_texts(e, at, at, NULL, NULL, text)->is_declaration = true;
}

/* Sorts the edits that were added since the last call, and merges them with the others. */
void edits_sort(struct edits *e)
{
	size_t n = e->count - e->n_sorted, i = e->n_sorted, at = e->count;

	if (!n)
		return;
	OWNED struct edit *added = xrealloc(NULL, n * sizeof(*added));

	memcpy(added, e->items + e->n_sorted, n * sizeof(*added));
	qsort(added, n, sizeof(*added), compare);
	while (n)
		e->items[--at] = i && compare(&e->items[i - 1], &added[n - 1]) > 0 ? e->items[--i] : added[--n];
	e->n_sorted = e->count;
}

/* Marks a range in an edit's text; no source file contains this character (the end-of-file mark of DOS). */
#define RANGE "\x1a"

void text_append_range(struct text *t, unsigned start, unsigned end)
{
	text_printf(t, RANGE "%u:%u:0" RANGE, start, end);
}

void text_append_flat_range(struct text *t, unsigned start, unsigned end)
{
	text_printf(t, RANGE "%u:%u:1" RANGE, start, end);
}

const char *next_range(const char *text, struct text_range *out)
{
	const char *at = strstr(text, RANGE);
	char *end;

	if (!at)
		return NULL;
	out->at = at;
	out->start = (unsigned)strtoul(at + 1, &end, 10);
	out->end = (unsigned)strtoul(end + 1, &end, 10);
	out->is_flat = end[1] == '1';
	return end + 3;
}

const char *append_to_range(const char *text, struct text_range *range, struct text *out)
{
	const char *behind = next_range(text, range);

	text_append_n(out, text, behind ? (size_t)(range->at - text) : strlen(text));
	return behind;
}

static void render(struct edits *e, const char *source, unsigned start, unsigned end,
                   bool insertions_at_end, enum unit_kind kind, struct text *out)
{
	unsigned at = start;

	edits_sort(e);
	for (size_t i = first_from(e->items, sizeof(*e->items), offsetof(struct edit, start), e->count,
	                           start);
	     i < e->count; i++) {
		const struct edit *edit = &e->items[i];

		if (edit->start < at || !edit->text[kind])
			continue;
		if (edit->start >= end + insertions_at_end || (edit->start == end && edit->end > end))
			break;
		text_append_n(out, source + at, edit->start - at);
		text_append(out, edit->text[kind]);
		at = edit->end;
	}
	text_append_n(out, source + at, end - at);
}

void edits_render(struct edits *e, const char *source, unsigned start, unsigned end,
                  enum unit_kind kind, struct text *out)
{
	render(e, source, start, end, false, kind, out);
}

void edits_render_expression(struct edits *e, const char *source, unsigned start, unsigned end,
                             enum unit_kind kind, struct text *out)
{
	render(e, source, start, end, true, kind, out);
}

void edits_render_ranges(struct edits *e, const char *source, unsigned start, unsigned end, enum unit_kind kind,
                         struct text *out)
{
	SCOPED(text) raw = {0};
	struct text_range r;

	edits_render(e, source, start, end, kind, &raw);
	for (const char *p = text_string(&raw); (p = append_to_range(p, &r, out)) != NULL;)
		edits_render_ranges(e, source, r.start, r.end, kind, out);
}

void edits_apply(struct edits *e, struct text *t)
{
	struct text edited = {0};

	edits_render_expression(e, t->data, 0, (unsigned)t->len, UNIT_HOST, &edited);
	text_finish(t);
	*t = edited;
}

bool edits_replace(const struct edits *e, unsigned start, unsigned end, enum unit_kind kind)
{
	FOR_EACH(const struct edit, edit, e->items, e->count) {
		if (edit->end > edit->start && edit->start <= start && edit->end >= end &&
		    (kind == UNIT_KINDS ? edit->text[UNIT_DEVICE] || edit->text[UNIT_HOST] || edit->text[UNIT_CUDA]
		                        : edit->text[kind] != NULL))
			return true;
	}
	return false;
}

void edits_finish(struct edits *e)
{
	for (size_t i = 0; i < e->count; i++) {
		for (int k = 0; k < UNIT_KINDS; k++)
			free(e->items[i].text[k]);
	}
	free(e->items);
	*e = (struct edits){0};
}
