/* What unit_amend() has made of the flat text, for those that want the text as it was (unit_amend.c). */
#ifndef AMENDMENTS_H
#define AMENDMENTS_H

#include "source/unit.h"

/* [start, end) of the text was [was, was_end) of the text as the preprocessor gave it; all else is as it was. */
struct amended {
	unsigned start, end, was, was_end;
};

struct amendments {
	/* the unit's as they were, without `macros`, of which only the offsets are others */
	struct text text;
	struct tokens tokens;
	struct line_mark *marks;
	size_t n_marks;
	unsigned *macro_offsets;
	struct amended *items; /* in the order of the text, apart from each other */
	size_t count;
};

void amendments_destroy(struct amendments *a);

#endif
