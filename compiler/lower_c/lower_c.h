/* The lowering of C kernels: each block becomes a function, and the device unit is written in C++. */
#ifndef LOWER_C_H
#define LOWER_C_H

#include "source/clauses.h"
#include "source/edit.h"

/* Makes the host unit's edits and appends the whole device unit to `device`. Sets *has_kernels if there is
 * code for a device. After errors it only looks for further errors. */
void lower_c(struct unit *u, const struct clauses *c, CXTranslationUnit tu, struct edits *edits,
             struct text *device, bool *has_kernels);

#endif
