/* Tiled kernels as loops over the threads of a tile, for the CPU accelerator. */
#ifndef TILE_LOOPS_H
#define TILE_LOOPS_H

#include "rewrite/c_program.h"
#include "rewrite/rewrite.h"

/* The members of a tiled kernel's struct that run a tile on the CPU accelerator
 * as loops over its threads, between the barriers; nothing where that is not
 * certain to be right. prelude: what the body begins with. */
void append_tile_loops(struct lowering *l, const struct kernel *k, const char *prelude,
                       struct text *out);

/* The same for a function object, [start, end) of the text, that tiles can be launched
 * with; nothing for other classes. */
void add_tile_loops(struct lowering *l, CXCursor class, unsigned start, unsigned end);

/* The statements of a function that runs a tile of a tiled kernel on the CPU
 * accelerator as loops over its threads, and whose parameters are amp_tile and what the
 * kernel is called with behind the index. False, and nothing is written, where there is
 * none that is certain to be right. */
bool append_c_tile_loops(struct lowering *l, const struct c_kernel *k, struct text *out);

/* Marks the argument of a call in amp code if the call is an atomic operation on a
 * tile_static variable. */
void mark_tile_atomic(struct lowering *l, CXCursor call);

#endif
