/* What a function's body does with what it names, token by token (tile_uses.c). */
#ifndef TILE_USES_H
#define TILE_USES_H

#include "tile_loops/tile_loops.h"

enum use {
	USE_UNKNOWN, /* in no form that is understood: it may be changed, here or later */
	USE_READ,    /* its value is taken, or it is not evaluated */
	USE_CHANGE,  /* it may be changed here, and not by a reference that remains */
};

/* One token. */
struct mention {
	bool is_seen;          /* the AST has it */
	enum use use;          /* the worst, where the AST has it more than once */
	bool is_number;        /* of arithmetic type, and changed by no one but its users */
	unsigned premises;     /* what has to hold: bits, of places in uses.premises */
};

/* Of the body of a function, or of all of it. */
struct uses {
	size_t first, last;       /* tokens */
	struct mention *mentions; /* last - first */
	struct strings premises;  /* template parameters that have to be arithmetic types */
	bool has_unknown;         /* statements that are not understood */
};

/* Reads [first, last) of a function. root: the kernel, or the null cursor: premises are template
 * parameters that mean the same around it. */
void uses_init(struct uses *u, const struct lowering *l, CXCursor function, CXCursor root,
               size_t first, size_t last);
void uses_finish(struct uses *u);
/* Of a token; of one that was not seen all is unknown. */
struct mention mention_at(const struct uses *u, size_t i);

#endif
