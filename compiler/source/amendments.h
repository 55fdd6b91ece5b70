/* What unit_amend_dialect() has changed in the flat text, for those that need the original text
 * (unit.c). */
#ifndef AMENDMENTS_H
#define AMENDMENTS_H

#include "source/unit.h"

/* [start, end) of the text was [was, was_end) of the preprocessor's text. The text between these ranges is
 * unchanged. */
struct amended {
	unsigned start, end, was, was_end;
};

struct amendments {
	/* the unit's fields before the changes */
	struct text text;
	struct tokens tokens;
	struct line_mark *marks;
	size_t n_marks;
	struct macro_line *macros;
	struct amended *items; /* sorted, disjoint */
	size_t count;
	struct unit *unit; /* unit_before(), for messages; NULL until the first one */
};

/* Returns the first amended part that ends at or behind an offset, or NULL. */
const struct amended *amended_from(const struct amendments *a, unsigned offset);
/* Returns the amended part that has an offset strictly inside it, or NULL. */
const struct amended *amended_around(const struct amendments *a, unsigned offset);
/* Returns the offset in the original text: behind what was removed at it. */
unsigned original_offset(const struct amendments *a, unsigned offset);
/* Sets *was to the unit with the original text. Its parts are owned by the unit and its amendments. */
void unit_before(const struct unit *u, struct unit *was);
void unit_before_finish(struct unit *was);
void amendments_destroy(struct amendments *a);

#endif
