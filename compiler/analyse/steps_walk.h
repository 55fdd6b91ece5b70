/* What the files that make a kernel's steps share: steps.c walks its statements and expressions,
 * steps_access.c finds the accesses in them, steps_call.c goes into the functions that they call. */
#ifndef STEPS_WALK_H
#define STEPS_WALK_H

#include "analyse/follow.h"

/* A variable that is a tile_static one, or a part of it: a pointer, a reference. */
struct alias {
	const struct variable *variable;
	struct place place;
};

struct maker {
	struct steps *steps;
	struct tile *tile;
	struct block *block; /* that steps go to */
	unsigned n_steps, n_calls;
	bool failed;
	struct nesting nestings[MAX_NESTING];
	unsigned n_nestings;
	struct guard guards[MAX_NESTING];
	unsigned n_guards;
	unsigned loops[MAX_NESTING];
	unsigned n_loops;
	unsigned body_of;    /* the loop whose body comes next */
	bool is_uniform;     /* no condition around depends on the index */
	const char *wait;
	struct alias *aliases;
	size_t n_aliases;
	struct cursors functions; /* that were searched for what matters */
	bool *relevances;         /* whether there is any, by position */
};

/* ---- steps.c --------------------------------------------------------------------- */

/* Adds a step to the block at hand. */
struct step *add_step(struct maker *m, enum step_kind kind);
void make_statement(struct maker *m, CXCursor s);
void make_expression(struct maker *m, CXCursor e);

/* ---- steps_access.c -------------------------------------------------------------- */

/* The part of tile_static memory that an expression is, or (as a pointer) points to. A
 * pointer's place has the pointer's type, until it is followed. */
bool find_tile_place(struct maker *m, CXCursor e, struct place *out);
/* The steps of an expression's operands, from the first-th on. */
void make_operands(struct maker *m, CXCursor e, size_t first);
/* The steps of the subscripts in a place's expression: its first part is a place. */
void make_subscripts(struct maker *m, CXCursor e);
/* value: what is written; null if that is not known. */
void make_access(struct maker *m, enum access_kind kind, const struct place *p, CXCursor e,
                 CXCursor value);
/* Changes a variable, if it is one of the function's. */
void make_set(struct maker *m, CXCursor statement, struct variable *v);
/* x = y, x += y, ++x: of an element, a variable or something else. */
void make_assignment(struct maker *m, CXCursor statement, CXCursor target, CXCursor value,
                     bool is_change);

/* ---- steps_call.c ---------------------------------------------------------------- */

/* Whether a function may wait or has tile_static memory of its own. */
bool is_relevant(struct maker *m, CXCursor function);
/* How the barrier is waited at in a function: by the name of a parameter. */
const char *wait_of(struct maker *m, CXCursor function, const char *otherwise);
void make_call_expression(struct maker *m, CXCursor e);

#endif
