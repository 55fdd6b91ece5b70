/* The lowering of C kernels: each block becomes a function, and the device unit is written in C++. */
#ifndef LOWER_C_H
#define LOWER_C_H

#include "source/clauses.h"
#include "source/edit.h"

/* Replaces each _Generic in amp code by the expression that it selects, where that can be determined. Returns whether
 * there were any; if so, the unit must be parsed again. */
bool select_generics(struct unit *u);
/* Sets the text range of an expression. If it ends with a use of a library macro within an argument of another, as
 * in amp_at(v, abs(amp_at(w, i))), libclang ends it where that use begins; this function includes the whole use. */
bool c_expression_range(const struct unit *u, const struct clauses *c, CXCursor expression, unsigned *start,
                        unsigned *end);

/* Makes the host unit's edits and appends the whole device unit to `device`. Sets *has_kernels if there is
 * code for a device. After errors it only looks for further errors. */
void lower_c(struct unit *u, struct edits *edits, struct text *device, bool *has_kernels);

#endif
