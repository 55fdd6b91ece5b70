/* What kernels do that is wrong or slow, as far as it can be proven: barriers in divergent control
 * flow, races on tile_static memory, uncoalesced accesses. */
#ifndef ANALYSE_H
#define ANALYSE_H

#include "source/clauses.h"

/* Barriers that not all threads of a tile come to (barrier.c). For a program
 * without other errors. */
void check_barriers(struct unit *u, const struct clauses *c, CXTranslationUnit tu);

/* Accesses to tile_static memory that lack a barrier between them (race.c), as
 * warnings. For a program without other errors. */
void check_races(struct unit *u, const struct clauses *c, CXTranslationUnit tu);

/* The warnings of -Wamp-performance (performance.c). For a program without errors. */
void check_performance(struct unit *u, const struct clauses *c, CXTranslationUnit tu);

/* Functions that kernels call and that are defined elsewhere, where there is code for GPUs
 * (undefined.c). For a program of C++ without other errors. */
void check_undefined(struct unit *u, const struct clauses *c, CXTranslationUnit tu);

#endif
