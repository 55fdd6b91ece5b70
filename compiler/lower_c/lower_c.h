/* The lowering of C: blocks become functions, and the device unit is written in C++. */
#ifndef LOWER_C_H
#define LOWER_C_H

#include "source/clauses.h"
#include "source/edit.h"

/* Makes the host unit's edits, and the whole device unit. Sets *has_kernels if there is code for a
 * device. With errors, only what else is wrong is reported. */
void lower_c(struct unit *u, const struct clauses *c, CXTranslationUnit tu, struct edits *edits,
             struct text *device, bool *has_kernels);

#endif
