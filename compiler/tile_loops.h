/* What the files of the tile loops share: tile_variables.c says what the tokens of a
 * kernel's body mean, tile_loops.c writes the loops. */
#ifndef TILE_LOOPS_H
#define TILE_LOOPS_H

#include "lower.h"

enum variable_kind { UNIFORM, REPEATED, KEPT, TILE_STATIC };

/* A declaration in the body. */
struct variable {
	CXCursor cursor;
	char *name;
	size_t at;            /* the token that is its name */
	size_t scope_end;     /* the token behind its scope */
	bool in_use;          /* declared in a scope that is being written */
	enum variable_kind kind;
	int dimension;        /* of the index: see linear_dimension */
	char *type;           /* of what is kept; NULL: cannot be */
	bool is_stored;       /* a region has stored it */
};

/* What a region begins with, of the scopes around it. */
enum item_kind {
	ITEM_DECLARATION, /* the tokens [first, last) once more */
	ITEM_VARIABLE,    /* a variable that it may load */
	ITEM_STRIDE,      /* a loop's variable, and whether this thread is still in the loop */
};

struct item {
	enum item_kind kind;
	size_t first, last;
	struct variable *variable;
	const struct stride *stride;
};

/* for (T k = start; condition; k += step), which starts at the thread's index. */
struct stride {
	struct variable *variable;
	int dimension;        /* of the start: see linear_dimension */
	size_t start, condition, bound, step, close; /* tokens; bound: behind the < */
};

struct loops {
	struct lowering *l;
	size_t body, body_end;    /* tokens: the braces of the body */
	char *index;              /* the kernel's parameter */
	char *index_declaration;
	struct variable *variables;
	size_t n_variables;
	struct item *items; /* of the scopes around, from the outside in */
	size_t n_items, capacity;
	unsigned loop_depth;      /* loops around that regions are in */
	const char *range;        /* names the threads that the strides around leave, or NULL */
	bool failed;
	struct text *out;
	struct strings kept_types;
};

/* ---- tile_variables.c ----------------------------------------------------- */

/* The token behind the pair of brackets that begins at i, or behind i. */
size_t past_match(const struct loops *s, size_t i);
/* Whether a token is one of several, separated by spaces. */
bool is_one_of(const struct loops *s, size_t i, const char *list);
/* Whether token i is that name, and not a member of something. */
bool is_name(const struct loops *s, size_t i, const char *name);
/* Whether the tokens [first, last) have that name among them. */
bool names(const struct loops *s, size_t first, size_t last, const char *name);
/* Whether `index.barrier` is at i. */
bool is_barrier(const struct loops *s, size_t i);
bool has_barrier(const struct loops *s, size_t first, size_t last);
/* The token behind the statement that begins at i. */
size_t statement_end(const struct loops *s, size_t i, size_t last);
/* Whether a statement may leave the loop that it is in. */
bool may_break(const struct loops *s, size_t first, size_t last);
/* The one in scope of a token's name. *is_local: the body has such a name. */
struct variable *variable_in_scope(struct loops *s, size_t at, bool *is_local);
/* Whether what is done in [first, last) may change a variable of that name. */
bool changes(struct loops *s, size_t first, size_t last, const char *name);
bool is_arithmetic(CXType type);
/* What an expression follows from, if it has no effects: UNIFORM: from what is
 * the same in all threads; REPEATED: from that and the thread's index; else
 * KEPT. */
enum variable_kind kind_of_expression(struct loops *s, size_t first, size_t last);
/* Whether a uniform expression is made of integers alone. */
bool is_of_integers(struct loops *s, size_t first, size_t last);
/* d where an integer expression is index.local[d] or index.global[d] plus and minus
 * what is uniform, so that it grows by one from thread to thread; else -1. */
int linear_dimension(struct loops *s, size_t first, size_t last);
/* Whether + - < > … at i is the first token of an operator with two operands. */
bool is_binary(const struct loops *s, size_t i);

#endif
