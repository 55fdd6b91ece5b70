/* Kernels that several units share. */
#ifndef UNITS_H
#define UNITS_H

#include <amp.h>

typedef struct pair {
	int first, second;
} pair;
AMP_DECLARE_TYPE(pair);

static inline int twice(int x) restrict(cpu, amp) { return 2 * x; }

/* Defined in units_2.c, which is C. */
void fill(amp_index1 at, int value, amp_array_view(pair, 1) v) restrict(amp);
void spread(amp_tiled_index1 at, amp_array_view(pair, 1) v) restrict(amp);
void own_kernel(amp_array_view(pair, 1) v);

#endif
