/* Functions and types of kernels, and what the parser has below a cursor (statement.c). */
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
/* The parameters of a function, a lambda or a block's declaration. */
struct children parameters_of(CXCursor function);
/* The last child that is an expression; the null cursor without one. */
CXCursor last_expression(CXCursor c);
/* The value of an integral constant expression; false if it is none. */
bool integer_value(CXCursor expression, int64_t *out);

/* A function's or a lambda's body; the null cursor without one. */
CXCursor body_of(CXCursor function);
/* A lambda or a function object's operator(), which may be launched. */
bool is_callable(CXCursor function);
/* Whether a type is tiled_index<...>, and the shape of the tile: its rank (0 if
 * it depends on template parameters) and its extents. */
bool is_tiled_index(CXType type, unsigned *rank, unsigned extents[3]);
/* The rank of an index<...> of one to three dimensions; 0 of other types. */
unsigned index_rank(CXType type);

/* ---- The walk over kernels ------------------------------------------------ */

struct tile_shape {
	unsigned rank, extents[3];
	bool is_launched; /* in just this shape, as far as can be told. Not so: a lambda in a
	                   * kernel; in C a kernel whose launch does not show the shape */
};

/* Called for each kernel with tiles, as it is instantiated, and each function with a
 * tiled_index for a parameter. untiled: also for those with an index, whose shape is a
 * row of threads. */
typedef void kernel_check(struct unit *u, const struct clauses *c, CXCursor function,
                          const struct tile_shape *shape, bool in_template,
                          struct offsets *reported);
void for_each_kernel(struct unit *u, const struct clauses *c, CXTranslationUnit tu, bool untiled,
                     kernel_check *check, struct offsets *reported);

#endif
