/* The kernels of a unit, with the shapes of their tiles (kernels.c). */
#ifndef KERNELS_H
#define KERNELS_H

#include "ast/ast.h"
#include "ast/library.h"

/* Whether a function can be launched: it is a lambda or an operator(). */
bool is_launchable(CXCursor function);

struct tile_shape {
	unsigned rank, extents[3];
	bool is_launched; /* the kernel is launched with this very shape, as far as can be told. False for
	                   * a lambda inside a kernel, and in C where no launch shows the shape */
};

/* Calls `check` for each tiled kernel, once for each instantiation, and for each function with a tiled_index
 * parameter. untiled: also for kernels that take an index, with a row of threads as their shape. */
typedef void kernel_check(struct unit *u, CXCursor function, const struct tile_shape *shape, bool in_template,
                          void *data);
void for_each_kernel(struct unit *u, bool untiled, kernel_check *check, void *data);

#endif
