/* Shared by the files that build a kernel's steps: steps.c walks statements and expressions, steps_access.c
 * finds the accesses in them, steps_call.c enters the functions that they call. */
#ifndef STEPS_WALK_H
#define STEPS_WALK_H

#include "analyse/follow.h"

/* A pointer or reference variable that denotes a tile_static variable or a part of one. */
struct alias {
	const struct variable *variable;
	struct tile_object place;
};

struct step_builder {
	struct steps *steps;
	struct tile *tile;
	struct block *block; /* receives the steps */
	unsigned n_steps, n_calls;
	bool failed;
	struct enclosing_statement nestings[MAX_NESTING];
	unsigned n_nestings;
	struct guard guards[MAX_NESTING];
	unsigned n_guards;
	unsigned loops[MAX_NESTING];
	unsigned n_loops;
	unsigned body_of;    /* the loop whose body comes next */
	bool is_uniform;     /* no condition around the current code depends on the index */
	const char *wait;
	struct alias *aliases;
	size_t n_aliases;
	struct called relevant; /* finds is_relevant_node() */
};

/* ---- steps.c --------------------------------------------------------------------- */

/* Appends a step to the current block. */
struct step *add_step(struct step_builder *m, enum step_kind kind);
/* Appends the steps of a statement, a declaration or an expression; t may be NULL. */
void build_steps(struct step_builder *m, const struct tree *t);
/* Appends the steps of a node's children. */
void make_parts(struct step_builder *m, const struct tree *t);

/* ---- steps_access.c -------------------------------------------------------------- */

/* Finds the part of tile_static memory that an expression denotes or, as a pointer, points to. The place of a
 * pointer has the pointer's type until it is dereferenced. */
bool find_tile_place(struct step_builder *m, const struct tree *e, struct tile_object *out);
/* Appends the steps of the subscripts in the expression of a place. */
void make_subscripts(struct step_builder *m, const struct tree *e);
/* Appends an access. value: what is written; NULL if that is not known. */
void make_access(struct step_builder *m, enum access_kind kind, const struct tile_object *p,
                 const struct tree *e, const struct tree *value);
/* Appends the step that a variable's initializer or an assignment to it makes. */
void make_set(struct step_builder *m, const struct tree *definition, struct variable *v);
/* x = y, x += y, ++x: to an element, a variable or something else. */
void make_assignment(struct step_builder *m, const struct tree *e);

/* ---- steps_call.c ---------------------------------------------------------------- */

/* Whether a function may wait or has tile_static memory; whether a node does that. */
bool is_relevant(struct step_builder *m, CXCursor function);
bool is_relevant_node(const struct unit *u, const struct tree *t);
/* Returns how a function can spell a wait, from its barrier or tiled_index parameter; NULL if it has none. */
const char *wait_of(struct step_builder *m, CXCursor function);
/* Whether a variable is a reference to an object, or a pointer that is only modified where it is named. */
bool may_be_alias(const struct variable *v);
/* Records that a pointer or a reference is initialized with a part of tile_static memory. */
void add_alias(struct step_builder *m, const struct variable *v, const struct tile_object *p);
/* Enters a function that the steps go into; it becomes the innermost activation. */
struct activation *add_activation(struct step_builder *m, const struct body *body,
                                  const struct value *arguments, size_t n);
void make_call(struct step_builder *m, const struct tree *e);

#endif
