/* What the analyses of tiled kernels share: uniform.c tells what expressions are for
 * each thread of a tile; barrier.c asks. */
#ifndef UNIFORM_H
#define UNIFORM_H

#include "statement.h"

#include <stdint.h>

/* ---- uniform.c: values ------------------------------------------------------ */

/* Tile-uniform is what is the same for all threads of a tile (specification
 * 8.1.1). VARYING depends on the thread's index, or may. */
enum uniformity { UNIFORM, UNKNOWN, VARYING };

enum value_kind { VALUE_OTHER, VALUE_SCALAR, VALUE_INDEX, VALUE_TILED_INDEX };

struct node; /* a scalar, as a function of the thread and of uniform unknowns */

struct value {
	enum value_kind kind;
	enum uniformity uniformity;
	unsigned n;
	struct node *items[3]; /* one of a scalar, the components of an index */
};

/* Where a variable gets its value. */
struct definition {
	CXCursor statement;       /* the declaration, the assignment, the ++ */
	CXCursor value;           /* assigned; null for ++ and -- */
	bool is_change;           /* += and the like: the old value matters */
	unsigned start;           /* in the flat text */
	CXCursor *conditions;     /* of the statements around it */
	size_t n_conditions;
};

struct variable {
	CXCursor declaration;
	struct definition *definitions;
	size_t n_definitions;
	bool escapes;             /* something else may write it */
	bool is_bound, is_known, is_busy;
	struct value bound;       /* of a parameter */
	struct value value;       /* of the only definition */
	enum uniformity uniformity; /* of all definitions together */
	int64_t *now;             /* for each thread, while a loop is followed */
	unsigned symbol;
};

/* A function as it is called, or a kernel. */
struct activation {
	CXCursor function;
	bool is_kernel;           /* what is outside of it is uniform */
	enum uniformity object;   /* members of *this */
	struct variable *variables;
	size_t n_variables;
	struct activation *caller;
};

/* One kernel's tile, and the expressions that were met in it. */
struct tile {
	const struct unit *unit;
	const struct clauses *clauses;
	unsigned rank, extents[3], threads;
	struct activation *activation; /* innermost */
	struct node **nodes;
	size_t n_nodes, nodes_capacity;
	struct strings symbols;        /* uniform unknowns, by their text */
};

/* rank 0: nothing is known of the shape. */
void tile_init(struct tile *t, const struct unit *u, const struct clauses *c, unsigned rank,
               const unsigned extents[3]);
void tile_finish(struct tile *t);
/* Enters a function's body. arguments, of n_arguments, are NULL for a kernel,
 * whose first parameter is then its index. */
void activation_begin(struct tile *t, struct activation *a, CXCursor function,
                      const struct value *arguments, size_t n_arguments,
                      enum uniformity object);
void activation_end(struct tile *t, struct activation *a);

struct value value_of(struct tile *t, CXCursor expression);
/* The variable of the innermost activation that an expression names, or NULL. */
struct variable *variable_of(struct tile *t, CXCursor expression);

/* One choice of values for the uniform unknowns. */
enum { SAMPLES = 48 };
enum evaluation {
	EVALUATED,
	UNDEFINED, /* division by 0 and the like */
	OPAQUE,    /* not known as a function of the index */
};
enum evaluation evaluate(const struct tile *t, const struct node *n, unsigned sample,
                         unsigned thread, int64_t *out);
/* What a variable is after a definition that changes it; NULL if not known. */
struct node *changed_value(struct tile *t, struct variable *v, const struct definition *d);

/* Whether threads of a tile can differ in a condition. */
enum difference { SAME, MAY_DIFFER, DIFFER };
/* exact: not only in whether it is 0 (of a switch). */
enum difference difference_of(struct tile *t, CXCursor condition, bool exact);
/* The same for the condition of a loop, at any of its iterations. */
enum difference loop_difference(struct tile *t, CXCursor loop, const struct parts *parts);

/* ---- barrier.c --------------------------------------------------------------- */

/* The walk that finds each kernel with tiles, as it is instantiated, and each
 * function with a tiled_index for a parameter. */
typedef void tile_check(struct unit *u, const struct clauses *c, CXCursor function, unsigned rank,
                        const unsigned extents[3], bool in_template,
                        struct offsets *reported);
void for_each_tiled(struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                    tile_check *check, struct offsets *reported);

#endif
