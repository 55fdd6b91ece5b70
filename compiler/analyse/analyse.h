/* Finds what is wrong or slow in kernels, as far as it can be proven: barriers in divergent control flow,
 * races on tile_static memory, uncoalesced accesses. */
#ifndef ANALYSE_H
#define ANALYSE_H

#include "source/unit.h"

/* Reports barriers that not all threads of a tile reach (barrier.c). Call this for programs without other
 * errors. */
void check_barriers(struct unit *u);

/* Warns about accesses to tile_static memory that lack a barrier between them (race.c). Call this for
 * programs without other errors. */
void check_races(struct unit *u);

/* Gives the warnings of -Wamp-performance (performance.c). Call this for programs without errors. */
void check_performance(struct unit *u);

/* Reports functions that kernels call and that other units define, if there is code for GPUs (undefined.c).
 * Call this for C++ programs without other errors. */
void check_undefined(struct unit *u);
/* Reports a kernel of which `size` bytes, of captured variables or arguments, are passed at its launch, if there is
 * code for GPUs and that is too much for them. */
void check_captured_size(struct unit *u, long long size, unsigned offset);

#endif
