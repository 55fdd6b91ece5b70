/* Tiled kernels as loops over the threads of a tile, for the CPU accelerator. */
#ifndef TILE_LOOPS_H
#define TILE_LOOPS_H

#include "rewrite/c_program.h"
#include "rewrite/rewrite.h"

/* Appends the members of a tiled kernel's struct that run a tile on the CPU accelerator as loops over its
 * threads between barriers; nothing where that is not certain to be correct. prelude: text that the body
 * begins with. */
void append_tile_loops(struct lowering *l, const struct kernel *k, const char *prelude,
                       struct text *out);

/* append_tile_loops() for a function object, whose text begins at `start`, that can be launched with tiles; does
 * nothing for other classes. */
void add_tile_loops(struct lowering *l, CXCursor class, unsigned start);

/* Appends the statements of a function that runs a tile of a tiled kernel in C as loops over its threads. Its
 * parameters are amp_tile and what the kernel is called with behind the index. called: gets the functions that it
 * calls, made from those that wait. Returns false, without output, where that is not certain to be correct. */
bool append_c_tile_loops(struct lowering *l, const struct c_kernel *k, struct text *out, struct text *called);

#endif
