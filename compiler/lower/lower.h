/* The lowering of C++: turns kernels into function objects, in both units. */
#ifndef LOWER_H
#define LOWER_H

#include "source/clauses.h"
#include "source/edit.h"

/* Adds everything that the two units need as edits. Sets *has_kernels if there is code for a device. */
void lower(struct unit *u, struct edits *out, bool *has_kernels);

#endif
