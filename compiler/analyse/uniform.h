/* What the analyses of tiled kernels share: evaluate.c, variable.c and value.c tell what
 * expressions are for each thread of a tile; uniform.c whether threads differ in a condition, for
 * barrier.c; follow.c follows threads from statement to statement, for race.c. */
#ifndef UNIFORM_H
#define UNIFORM_H

#include "analyse/analyse.h"
#include "body/body.h"
#include "body/statement.h"

#include <stdint.h>

/* ---- evaluate.c: integers as functions of the thread ------------------------------ */

/* Tile-uniform is what is the same for all threads of a tile (specification
 * 8.1.1). VARYING depends on the thread's index, or may. */
enum uniformity { UNIFORM, UNKNOWN, VARYING };

enum value_kind { VALUE_OTHER, VALUE_SCALAR, VALUE_INDEX, VALUE_TILED_INDEX };

enum op { OP_CONSTANT, OP_LOCAL, OP_TILE, OP_SYMBOL, OP_VARIABLE, OP_OPAQUE, OP_CAST,
          OP_UNARY, OP_BINARY, OP_SELECT };

/* A scalar, as a function of the thread and of uniform unknowns. */
struct node {
	enum op op;
	enum uniformity uniformity;
	unsigned bits;     /* of the value's type; 1: bool */
	bool is_unsigned;
	enum CXBinaryOperatorKind binary;
	enum CXUnaryOperatorKind unary;
	int64_t number;    /* a constant, a dimension, a symbol */
	struct variable *variable;
	const struct node *a, *b, *c;
	unsigned size;     /* of the tree; where parts are the same they count again */
};

enum { MAX_ARGUMENTS = 16 }; /* of a call, that are followed */

/* What is larger is opaque: it could take forever to evaluate. */
enum { MAX_TREE = 2000, MAX_VALUES = 500000 };

struct value {
	enum value_kind kind;
	enum uniformity uniformity;
	unsigned n;
	struct node *items[3]; /* one of a scalar, the components of an index */
};

/* Where a variable gets its value: the declaration, the assignment, the ++. */
struct definition {
	const struct tree *tree;
	const struct tree *value; /* assigned; NULL for ++ and -- */
	bool is_change;           /* += and the like: the old value matters */
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
	int64_t current;          /* for the thread that is followed (follow.c) */
	bool has_current;
	bool is_uncertain;        /* follows from uniform unknowns */
	unsigned symbol;
};

/* A function as it is called, or a kernel. */
struct activation {
	const struct body *body;
	bool is_kernel;           /* what is outside of it is uniform */
	enum uniformity object;   /* members of *this */
	struct variable *variables;
	size_t n_variables;
	struct activation *caller;
};

/* A uniform unknown: an expression, or a component of it. */
struct symbol {
	const struct tree *tree;
	unsigned component; /* from 1; 0: the expression */
};

/* One kernel's tile, and the expressions that were met in it. */
struct tile {
	const struct unit *unit;
	unsigned rank, extents[3], threads;
	struct activation *activation; /* innermost */
	struct node **nodes;
	size_t n_nodes;
	struct symbol *symbols;
	size_t n_symbols;
	unsigned n_values;             /* expressions that were looked at */
	bool follows;                  /* one thread, from statement to statement: variables are
	                                * what they are at that point */
};

/* rank 0: nothing is known of the shape. */
void tile_init(struct tile *t, const struct unit *u, const struct tile_shape *shape);
void tile_finish(struct tile *t);

static inline enum uniformity worse(enum uniformity a, enum uniformity b)
{
	return a > b ? a : b;
}

/* Whether values of a type are kept as nodes. */
bool is_integer(CXType type);
/* Nodes are the tile's. */
struct node *add_node(struct tile *t, enum op op, enum uniformity uniformity);
/* Sets a node's type; false for types that are not kept. */
bool set_type(struct node *n, CXType type);
/* To be called when a node has its parts. */
void limit_size(struct node *n);
struct node *constant_node(struct tile *t, int64_t number);
struct node *cast_node(struct tile *t, struct node *a, CXType type);
struct node *binary_node(struct tile *t, enum CXBinaryOperatorKind kind, struct node *a,
                         struct node *b);
struct value scalar_value(struct node *n);
struct value other_value(enum uniformity uniformity);
struct value opaque_value(struct tile *t, CXType type, enum uniformity uniformity);
/* A value made another type's. */
struct value cast_value(struct tile *t, struct value v, CXType type);
/* A uniform unknown; the same expression is the same unknown. */
struct value symbol_value(struct tile *t, const struct tree *expression);
/* A component of a uniform extent. */
struct node *component_symbol(struct tile *t, const struct tree *expression, unsigned component);

/* One choice of values for the uniform unknowns. */
enum { SAMPLES = 48 };
enum evaluation {
	EVALUATED,
	UNDEFINED, /* division by 0 and the like */
	OPAQUE,    /* not known as a function of the index */
};
enum evaluation evaluate(const struct tile *t, const struct node *n, unsigned sample,
                         unsigned thread, int64_t *out);

/* ---- variable.c ------------------------------------------------------------------ */

/* Enters a function's body. arguments, of n_arguments, are NULL for a kernel,
 * whose first parameter is then its index. */
void activation_begin(struct tile *t, struct activation *a, const struct body *body,
                      const struct value *arguments, size_t n_arguments,
                      enum uniformity object);
/* Leaves it; its variables stay. */
void activation_leave(struct tile *t, struct activation *a);
void activation_finish(struct activation *a);

/* The variable of the innermost activation that a declaration is, or that an
 * expression names; NULL for others. */
struct variable *find_variable(struct tile *t, CXCursor declaration);
struct variable *variable_of(struct tile *t, const struct tree *expression);
struct value value_of_variable(struct tile *t, struct variable *v);
/* Whether a value means the same wherever it is looked at. */
bool is_settled(const struct value *v);
/* What a variable is after a definition that changes it; NULL if not known. */
struct node *changed_value(struct tile *t, struct variable *v, const struct definition *d);

/* ---- value.c ---------------------------------------------------------------------- */

/* Of an expression; NULL has a value that is not known. */
struct value value_of(struct tile *t, const struct tree *expression);
/* A part of the thread's index, by the member of a tiled_index. */
struct value index_value(struct tile *t, enum library_entity member);
/* The index that a value is, or that a tiled_index converts to. */
struct value as_index(struct tile *t, struct value v);

/* ---- uniform.c --------------------------------------------------------------------- */

/* Whether threads of a tile can differ in a condition. */
enum difference { SAME, MAY_DIFFER, DIFFER };
/* Of the condition of a statement or a conditional expression; of a loop's, at any of its
 * iterations. */
enum difference difference_in(struct tile *t, const struct tree *condition);

#endif
