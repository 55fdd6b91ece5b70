/* Functions and parameters of kernels, and libclang's children of a cursor (statement.c). */
#ifndef STATEMENT_H
#define STATEMENT_H

#include "ast/ast.h"
#include "ast/library.h"

#include <stdint.h>

struct children {
	CXCursor *items;
	size_t count;
};

struct children children_of(CXCursor c);
void children_finish(struct children *c);
void children_add(struct children *to, CXCursor c);
/* Returns the parameters of a function, of a lambda, or of a block's declaration. */
struct children parameters_of(CXCursor function);
/* Returns the operator() of a lambda's class, or the null cursor if libclang does not show it. */
CXCursor lambda_operator(CXCursor lambda);
/* Returns the last child that is an expression, or the null cursor. */
CXCursor last_expression(CXCursor c);
/* Evaluates an integral constant expression; returns false if it is none. */
bool integer_value(CXCursor expression, int64_t *out);

/* Returns the body of a function or a lambda, or the null cursor. */
CXCursor body_of(CXCursor function);
/* Whether a function can be launched: it is a lambda or an operator(). */
bool is_callable(CXCursor function);
/* ---- The walk over kernels ------------------------------------------------ */

struct tile_shape {
	unsigned rank, extents[3];
	bool is_launched; /* the kernel is launched with this very shape, as far as can be told. False for
	                   * a lambda inside a kernel, and in C where no launch shows the shape */
};

/* Calls `check` for each tiled kernel, once for each instantiation, and for each function with a tiled_index
 * parameter. untiled: also for kernels that take an index, with a row of threads as their shape. */
typedef void kernel_check(struct unit *u, CXCursor function, const struct tile_shape *shape, bool in_template,
                          struct offsets *reported);
void for_each_kernel(struct unit *u, bool untiled, kernel_check *check, struct offsets *reported);

#endif
