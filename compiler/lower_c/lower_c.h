/* The lowering of C kernels: each block becomes a function, and the device unit is written in C++. */
#ifndef LOWER_C_H
#define LOWER_C_H

#include "source/clauses.h"
#include "source/edit.h"

/* Replaces each _Generic in amp code by the expression that it selects, where that can be determined. Returns whether
 * there were any; if so, the unit must be parsed again. */
bool select_generics(struct unit *u);

/* Makes the host unit's edits and appends the whole device unit to `device`. Sets *has_kernels if there is
 * code for a device. After errors it only looks for further errors. */
void lower_c(struct unit *u, struct edits *edits, struct text *device, bool *has_kernels);

#endif
