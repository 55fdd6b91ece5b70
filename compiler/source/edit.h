/* Edits: each unit is the flat text with edits (edit.c). */
#ifndef EDIT_H
#define EDIT_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* What the device compiler gets, what the host compiler gets, and the CUDA that people get
 * (--amp-emit-cuda), which nvcc compiles alone: for GPU and CPU. */
enum unit_kind { UNIT_DEVICE, UNIT_HOST, UNIT_CUDA, UNIT_KINDS };

/* [start, end) becomes text[kind] (NULL: stays). start == end inserts; of
 * several insertions at one place the one made first comes first. */
struct edit {
	unsigned start, end;
	int order;
	char *text[UNIT_KINDS];
};

struct edits {
	struct edit *items;
	size_t count;
	size_t n_sorted; /* of the first ones */
};

/* Copies the texts. People get what the device unit gets; see edit_last_for_people(). */
void edit_replace(struct edits *e, unsigned start, unsigned end, const char *device,
                  const char *host);
void edit_insert(struct edits *e, unsigned at, const char *device, const char *host);
/* A text for each unit; one without data is none. */
void edit_replace_each(struct edits *e, unsigned start, unsigned end,
                       const struct text texts[UNIT_KINDS]);
/* The text of UNIT_CUDA in the edit that was made last; NULL: people keep what they wrote. */
void edit_last_for_people(struct edits *e, const char *cuda);
/* The same, ahead of everything that is inserted there otherwise. */
void edit_insert_first(struct edits *e, unsigned at, const char *device, const char *host);
/* The same, behind everything that is inserted there otherwise. */
void edit_insert_last(struct edits *e, unsigned at, const char *device, const char *host);
/* Puts the edits in their order. */
void edits_sort(struct edits *e);

/* A range of the flat text in an edit's text for people: what it stands for is written there, with the edits in
 * it, as the user's file has it; is_flat: as the flat text has it. */
struct text_range {
	const char *at; /* in the edit's text */
	unsigned start, end;
	bool is_flat;
};
void text_append_range(struct text *t, unsigned start, unsigned end);
void text_append_flat_range(struct text *t, unsigned start, unsigned end);
/* The next range in a text, behind which it returns a place; NULL if there is none. */
const char *next_range(const char *text, struct text_range *out);

/* Appends [start, end) of source with the edits that start in it. An edit
 * inside of a replaced range is passed over. */
void edits_render(struct edits *e, const char *source, unsigned start, unsigned end,
                  enum unit_kind kind, struct text *out);
/* The same with what is inserted at end: the parenthesis that closes a cast. */
void edits_render_expression(struct edits *e, const char *source, unsigned start, unsigned end,
                             enum unit_kind kind, struct text *out);
/* Whether [start, end) is in what is replaced in one unit, so that an edit there has no effect; UNIT_KINDS: in any of them. */
bool edits_replace(const struct edits *e, unsigned start, unsigned end, enum unit_kind kind);
void edits_finish(struct edits *e);

struct unit;
/* Makes the edits (of UNIT_HOST) in the flat text itself; #line directives among what is inserted are part of it.
 * All offsets of the text are others then. */
void unit_amend(struct unit *u, struct edits *edits);
/* The same for edits that the program has in its files, too, where these are written (--amp-emit-cuda). */
void unit_amend_dialect(struct unit *u, struct edits *edits);

#endif
