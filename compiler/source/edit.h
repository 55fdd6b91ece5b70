/* Edits: each output unit is the flat text with edits applied (edit.c). */
#ifndef EDIT_H
#define EDIT_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* The output for the device compiler, for the host compiler, and for people (--amp-emit-cuda): CUDA that nvcc
 * compiles alone, for GPU and CPU. */
enum unit_kind { UNIT_DEVICE, UNIT_HOST, UNIT_CUDA, UNIT_KINDS };

/* Replaces [start, end) by text[kind]; NULL leaves it unchanged. start == end inserts. Insertions at one
 * place keep the order in which they were made. */
struct edit {
	unsigned start, end;
	int order;
	bool is_declaration; /* the text is valid in all units of a project that share the file, even if
	                      * only some need it */
	char *text[UNIT_KINDS];
};

struct edits {
	struct edit *items;
	size_t count;
	size_t n_sorted; /* how many of the first items are sorted */
};

/* These copy the texts. Each returned edit is valid until the next one is made. */
struct edit *edit_replace_each(struct edits *e, unsigned start, unsigned end, const char *const texts[UNIT_KINDS]);
struct edit *edit_texts(struct edits *e, unsigned start, unsigned end, const char *device, const char *host,
                        const char *people);
/* UNIT_CUDA gets the text of UNIT_DEVICE. */
struct edit *edit_replace(struct edits *e, unsigned start, unsigned end, const char *device, const char *host);
void edit_insert(struct edits *e, unsigned at, const char *device, const char *host);
/* Puts an insertion in front of all other insertions at its place. */
struct edit *edit_first(struct edit *edit);
void edit_insert_first(struct edits *e, unsigned at, const char *device, const char *host);
/* Inserts behind all other insertions at this place. */
void edit_insert_last(struct edits *e, unsigned at, const char *device, const char *host);
/* Inserts a declaration or an access specifier for people alone, which is valid in all units of a project. */
void edit_declare_for_people(struct edits *e, unsigned at, const char *text);
/* Sorts the edits by place. */
void edits_sort(struct edits *e);

/* A range of the flat text that is named in an edit's text. In the output it is replaced by that range with its own
 * edits: for people, as the user's file spells it, or, if is_flat, as the flat text does. */
struct text_range {
	const char *at; /* where the range is named in the edit's text */
	unsigned start, end;
	bool is_flat;
};
void text_append_range(struct text *t, unsigned start, unsigned end);
void text_append_flat_range(struct text *t, unsigned start, unsigned end);
/* Finds the next range in a text, and appends what is in front of it. Returns the place behind it; NULL if there
 * is none, and all of the text has been appended. */
const char *append_to_range(const char *text, struct text_range *range, struct text *out);
/* Finds the next range in a text. Returns the place behind it, or NULL if there is none. */
const char *next_range(const char *text, struct text_range *out);

/* Appends [start, end) of source with the edits that start in it. Edits inside of a replaced range are
 * skipped. */
void edits_render(struct edits *e, const char *source, unsigned start, unsigned end,
                  enum unit_kind kind, struct text *out);
/* Does what edits_render() does, and also appends what is inserted at `end`, as the closing parenthesis of a
 * cast. */
void edits_render_expression(struct edits *e, const char *source, unsigned start, unsigned end,
                             enum unit_kind kind, struct text *out);
/* Renders with the text ranges that the edits' texts name, and these ranges' own edits, in place. */
void edits_render_ranges(struct edits *e, const char *source, unsigned start, unsigned end, enum unit_kind kind,
                         struct text *out);
/* Replaces a text by what edits make of it for the host unit. */
void edits_apply(struct edits *e, struct text *t);
/* Whether [start, end) lies in a range that one unit replaces, so that an edit there has no effect.
 * UNIT_KINDS stands for any unit. */
bool edits_replace(const struct edits *e, unsigned start, unsigned end, enum unit_kind kind);
void edits_finish(struct edits *e);

struct unit;
/* Applies edits (their UNIT_HOST text) to the flat text itself, including #line directives among the
 * insertions. All offsets into the text become invalid. */
void unit_amend(struct unit *u, struct edits *edits);
/* unit_amend() for edits that --amp-emit-cuda also writes to the program's files. */
void unit_amend_dialect(struct unit *u, struct edits *edits);

#endif
