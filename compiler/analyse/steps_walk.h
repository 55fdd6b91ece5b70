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
/* Adds the steps of a statement, a declaration or an expression; none of NULL. */
void make(struct maker *m, const struct tree *t);
/* Adds those of its parts. */
void make_parts(struct maker *m, const struct tree *t);

/* ---- steps_access.c -------------------------------------------------------------- */

/* The part of tile_static memory that an expression is, or (as a pointer) points to. A
 * pointer's place has the pointer's type, until it is followed. */
bool find_tile_place(struct maker *m, const struct tree *e, struct place *out);
/* The steps of the subscripts in a place's expression. */
void make_subscripts(struct maker *m, const struct tree *e);
/* value: what is written; NULL if that is not known. */
void make_access(struct maker *m, enum access_kind kind, const struct place *p,
                 const struct tree *e, const struct tree *value);
/* Changes a variable, where it is declared or assigned to. */
void make_set(struct maker *m, const struct tree *definition, struct variable *v);
/* x = y, x += y, ++x: of an element, a variable or something else. */
void make_assignment(struct maker *m, const struct tree *e);

/* ---- steps_call.c ---------------------------------------------------------------- */

/* Whether a function may wait or has tile_static memory of its own. */
bool is_relevant(struct maker *m, CXCursor function);
/* How the barrier is waited at in a function, by the name of a parameter; NULL: not at all. */
const char *wait_of(struct maker *m, CXCursor function);
/* A variable that a pointer or a reference is initialized with a part of tile_static memory. */
void add_alias(struct maker *m, const struct variable *v, const struct place *p);
/* The function that a kernel's steps go into; it becomes the innermost one. */
struct activation *add_activation(struct maker *m, const struct body *body,
                                  const struct value *arguments, size_t n);
void make_call(struct maker *m, const struct tree *e);

#endif
