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
	/* the unit's fields before the changes, except `macros`, of which only the offsets have changed */
	struct text text;
	struct tokens tokens;
	struct line_mark *marks;
	size_t n_marks;
	unsigned *macro_offsets;
	struct amended *items; /* sorted, disjoint */
	size_t count;
};

void amendments_destroy(struct amendments *a);

#endif
