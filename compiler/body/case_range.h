/* GNU's ranges of cases, case 3 ... 4: of a switch. */
#ifndef CASE_RANGE_H
#define CASE_RANGE_H

#include "source/clauses.h"

#include <stdint.h>

struct case_range {
	CXCursor first, last; /* the bounds */
	unsigned start, first_end, last_start, end; /* their text */
	bool is_known;        /* they have values: */
	int64_t low, high;
};

struct case_ranges {
	const struct clauses *clauses;
	struct case_range *items;
	size_t count;
};

/* Whether a case is of a range. */
bool is_case_range(CXCursor label);
/* The ranges of a switch, in order. */
struct case_ranges find_case_ranges(const struct clauses *c, CXCursor statement);
void case_ranges_finish(struct case_ranges *r);

#endif
