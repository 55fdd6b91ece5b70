/* GNU's case ranges in a switch, case 3 ... 4:. */
#ifndef CASE_RANGE_H
#define CASE_RANGE_H

#include "source/clauses.h"

#include <stdint.h>

struct case_range {
	CXCursor first, last; /* the bounds */
	unsigned start, first_end, last_start, end; /* offsets: the text of the bounds */
	bool is_known;                              /* the bounds have these values: */
	int64_t low, high;
};

struct case_ranges {
	const struct clauses *clauses;
	struct case_range *items;
	size_t count;
};

/* Whether a case label has a range. */
bool is_case_range(CXCursor label);
/* Returns the ranges of a switch in source order. */
struct case_ranges find_case_ranges(const struct clauses *c, CXCursor statement);

#endif
