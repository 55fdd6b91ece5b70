/* Visual C++'s dialect: the front end works on a text in which the dialect is amended (unit_amend_dialect()).
 * The files have the original text, so edits are mapped to it, and the amendments themselves become edits. */
#include "emit/emit_internal.h"

#include "source/amendments.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct original {
	const struct unit *unit; /* after amendments */
	const struct amendments *amendments;
	struct edits *edits; /* of the amended text */
};

/* Appends a range of the amended text with its edits. */
static void append_amended(const struct original *o, unsigned start, unsigned end, struct text *out)
{
	edits_render_ranges(o->edits, o->unit->text.data, start, end, UNIT_CUDA, out);
}

/* Appends the text of an edit, with its ranges mapped to the original text; a range that begins or ends
 * within an amended part is written out. */
static void append_edit_text(const struct original *o, const char *p, struct text *out)
{
	struct text_range r;

	while ((p = append_to_range(p, &r, out)) != NULL) {
		if (amended_around(o->amendments, r.start) || amended_around(o->amendments, r.end))
			append_amended(o, r.start, r.end, out);
		else if (r.is_flat)
			text_append_flat_range(out, original_offset(o->amendments, r.start),
			                       original_offset(o->amendments, r.end));
		else
			text_append_range(out, original_offset(o->amendments, r.start),
			                  original_offset(o->amendments, r.end));
	}
}

/* Returns whether an edit is within the text of an amended part. */
static bool is_in_part(const struct original *o, const struct edit *edit)
{
	const struct amended *part = amended_from(o->amendments, edit->start);

	if (part && part->end == edit->start)
		part = part + 1 < o->amendments->items + o->amendments->count ? part + 1 : NULL;
	return part && part->start <= edit->start && edit->end <= part->end && edit->start < part->end;
}

/* Adds an edit of the amended text as one of the original text. */
static void add_original(const struct original *o, const struct edit *edit, struct edits *out)
{
	const struct amended *first = amended_around(o->amendments, edit->start),
	                     *last = amended_around(o->amendments, edit->end);
	SCOPED(text) t = {0};

	if (first)
		append_amended(o, first->start, edit->start, &t);
	append_edit_text(o, edit->text[UNIT_CUDA], &t);
	if (last)
		append_amended(o, edit->end, last->end, &t);
	struct edit *added =
	    edit_replace(out, first ? first->was : original_offset(o->amendments, edit->start),
	                 last ? last->was_end : original_offset(o->amendments, edit->end), t.data, NULL);

	added->order = edit->order;
	added->is_declaration = edit->is_declaration;
}

/* Adds the amended parts as edits, in front of what is inserted behind them. A part in front of the whole
 * text, the inclusion of a library header, is appended to the prologue. */
static void add_parts(const struct original *o, struct edits *out, struct text *prologue)
{
	FOR_EACH(const struct amended, part, o->amendments->items, o->amendments->count) {
		SCOPED(text) raw = {0}, t = {0};

		text_append(&t, "");
		append_amended(o, part->start, part->end, &raw);
		append_without_lines(raw.data, &t);
		if (part->was == part->was_end && ends(t.data, "; ")) /* people have each declaration on its own line */
			t.data[t.len - 1] = '\n';
		if (!part->was_end) {
			text_append(prologue, t.data);
		} else {
			edit_replace(out, part->was, part->was_end, t.data, NULL)->order = INT_MIN;
		}
	}
}

void edits_of_original(const struct unit *u, struct edits *edits, struct unit *was, struct edits *out,
                       struct text *prologue)
{
	struct original o = {u, u->amendments, edits};

	edits_sort(edits);
	add_parts(&o, out, prologue);
	for (size_t i = 0; i < edits->count; i++) {
		if (edits->items[i].text[UNIT_CUDA] && !is_in_part(&o, &edits->items[i]))
			add_original(&o, &edits->items[i], out);
	}
	unit_before(u, was);
	was->kernels = unit_memory(u->n_kernels * sizeof(*was->kernels));
	for (size_t i = 0; i < u->n_kernels; i++)
		was->kernels[i] = (struct kernel_place){
		    u->kernels[i].name, original_offset(o.amendments, u->kernels[i].offset), u->kernels[i].is_unnamed};
}
