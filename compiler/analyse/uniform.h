/* Shared by the analyses of tiled kernels. evaluate.c, variable.c and value.c compute what expressions are
 * for each thread of a tile; uniform.c, for barrier.c, whether threads differ in a condition; follow.c, for
 * race.c, follows threads from statement to statement. */
#ifndef UNIFORM_H
#define UNIFORM_H

#include "analyse/analyse.h"
#include "body/body.h"
#include "body/kernels.h"

#include <stdint.h>

/* ---- evaluate.c: integers as functions of the thread ------------------------------ */

/* UNIFORM: tile-uniform, the same for all threads of a tile (specification 8.1.1). VARYING: depends, or may
 * depend, on the thread's index. */
enum uniformity { UNIFORM, UNKNOWN, VARYING };

enum value_kind { VALUE_OTHER, VALUE_SCALAR, VALUE_INDEX, VALUE_TILED_INDEX };

enum op { OP_CONSTANT, OP_LOCAL, OP_TILE, OP_SYMBOL, OP_VARIABLE, OP_OPAQUE, OP_CAST,
          OP_UNARY, OP_BINARY, OP_SELECT };

/* A scalar as a function of the thread and of uniform unknowns. */
struct node {
	enum op op;
	enum uniformity uniformity;
	unsigned bits; /* width of the type; 1: bool */
	bool is_unsigned;
	enum CXBinaryOperatorKind binary;
	enum CXUnaryOperatorKind unary;
	int64_t number; /* of a constant, dimension or symbol */
	struct variable *variable;
	const struct node *a, *b, *c;
	unsigned size; /* of the tree; shared parts count each time */
};

enum { MAX_ARGUMENTS = 16 }; /* of a call that is followed */
enum { MAX_NESTED_CALLS = 8 }; /* one within another, whose results are evaluated */

/* Larger trees become opaque, because their evaluation could take forever. */
enum { MAX_TREE = 2000, MAX_VALUES = 500000 };

struct value {
	enum value_kind kind;
	enum uniformity uniformity;
	unsigned n;
	struct node *items[3]; /* a scalar has one, an index its components */
};

/* A place where a variable gets a value: its declaration, an assignment, ++. */
struct definition {
	const struct tree *tree;
	const struct tree *value; /* assigned value; NULL for ++ and -- */
	bool is_change;           /* += and the like, which also use the old value */
};

struct variable {
	CXCursor declaration;
	struct definition *definitions;
	size_t n_definitions;
	bool escapes; /* may be modified through a reference or pointer */
	bool is_bound, is_known, is_busy;
	struct value bound;         /* value of a parameter */
	struct value value;         /* of a variable with a single definition */
	enum uniformity uniformity; /* join over all definitions */
	int64_t *now;               /* values by thread, while a loop is evaluated */
	int64_t current;            /* value for the thread that follow.c follows */
	bool has_current;
	bool is_uncertain; /* depends on uniform unknowns */
	unsigned symbol;
};

/* A function in a particular call, or a kernel. */
struct activation {
	const struct body *body;
	bool is_kernel;         /* variables declared outside of it are uniform */
	enum uniformity object; /* of the members of *this */
	struct variable *variables;
	size_t n_variables;
	struct activation *caller;
};

/* A uniform unknown: an expression, or a component of one. */
struct symbol {
	const struct tree *tree;
	unsigned component; /* from 1 on; 0: the expression itself */
};

/* A kernel's tile, and the expressions found in it. */
struct tile {
	const struct unit *unit;
	unsigned rank, extents[3], threads;
	struct activation *activation; /* innermost */
	struct symbol *symbols;
	size_t n_symbols;
	unsigned n_values; /* number of expressions evaluated */
	bool follows;      /* one thread is followed from statement to statement, so that
	                    * variables have their values at that point */
};

/* rank 0: the shape is unknown. */
void tile_init(struct tile *t, const struct unit *u, const struct tile_shape *shape);

static inline enum uniformity worse(enum uniformity a, enum uniformity b)
{
	return a > b ? a : b;
}

/* Whether values of a type are represented as nodes. */
bool is_integer(CXType type);
/* Returns a new node, which the tile owns. */
struct node *add_node(enum op op, enum uniformity uniformity);
/* Sets a node's type; returns false for types that are not represented. */
bool set_type(struct node *n, CXType type);
/* Computes a node's size and makes the node opaque if that is too large. Call this once the operands are set. */
void limit_size(struct node *n);
struct node *constant_node(int64_t number);
struct node *cast_node(struct node *a, CXType type);
struct node *binary_node(enum CXBinaryOperatorKind kind, struct node *a,
                         struct node *b);
struct value scalar_value(struct node *n);
struct value other_value(enum uniformity uniformity);
struct value opaque_value(CXType type, enum uniformity uniformity);
/* Returns a value converted to a type. */
struct value cast_value(struct value v, CXType type);
/* Returns a uniform unknown; the same expression is the same unknown. */
struct value symbol_value(struct tile *t, const struct tree *expression);
/* Returns a component of a uniform extent as an unknown. */
struct node *component_symbol(struct tile *t, const struct tree *expression, unsigned component);

/* Number of choices of values for the uniform unknowns. */
enum { SAMPLES = 48 };
enum evaluation {
	EVALUATED,
	UNDEFINED, /* undefined behaviour, like division by 0 */
	OPAQUE,    /* not a known function of the index */
};
enum evaluation evaluate(const struct tile *t, const struct node *n, unsigned sample,
                         unsigned thread, int64_t *out);

/* ---- variable.c ------------------------------------------------------------------ */

/* Enters a function's body. arguments (n_arguments of them) is NULL for a kernel, whose first parameter then
 * is its index. */
void activation_begin(struct tile *t, struct activation *a, const struct body *body,
                      const struct value *arguments, size_t n_arguments,
                      enum uniformity object);
/* Leaves a function; its variables remain. */
void activation_leave(struct tile *t, struct activation *a);

/* find_variable() returns the variable of the innermost activation that has a declaration, variable_of() the
 * one that an expression names; NULL for others. */
struct variable *find_variable(struct tile *t, CXCursor declaration);
struct variable *variable_of(struct tile *t, const struct tree *expression);
struct value value_of_variable(struct tile *t, struct variable *v);
/* Whether a value means the same wherever it is used. */
bool is_settled(const struct value *v);
/* Returns the value of a variable after a definition that modifies it; NULL if it is not known. */
struct node *changed_value(struct tile *t, struct variable *v, const struct definition *d);

/* ---- value.c ---------------------------------------------------------------------- */

/* Returns the value of an expression; NULL has an unknown value. */
struct value value_of(struct tile *t, const struct tree *expression);
/* Returns the part of the thread's index that a member of tiled_index is. */
struct value index_value(struct tile *t, enum library_entity member);
/* Returns a value as an index, which a tiled_index converts to. */
struct value as_index(struct tile *t, struct value v);

/* ---- uniform.c --------------------------------------------------------------------- */

/* Whether threads of a tile can differ in a condition. */
enum difference { SAME, MAY_DIFFER, DIFFER };
/* Evaluates the condition of a statement or a conditional expression; for a loop, over all of its iterations. */
enum difference difference_in(struct tile *t, const struct tree *condition);

#endif
