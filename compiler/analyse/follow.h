/* What the threads of a tile do with tile_static memory: steps.c (steps_walk.h) reduces a kernel's body, and
 * the functions that it calls, to steps; follow.c follows a thread through them. */
#ifndef FOLLOW_H
#define FOLLOW_H

#include "analyse/uniform.h"

/* ---- steps.c ----------------------------------------------------------------- */

enum { MAX_SUBSCRIPTS = 6, MAX_NESTING = 12 };

/* A subscript [index], whose elements have `size` bytes. */
struct subscript {
	const struct node *index; /* NULL: not known */
	int64_t size, extent;     /* extent: number of elements, 0: not known */
};

/* A tile_static variable, or an element or a member of one. */
struct tile_object {
	size_t variable; /* index in steps.variables */
	CXType type;
	struct subscript subscripts[MAX_SUBSCRIPTS];
	unsigned n_subscripts;
	int64_t offset; /* of the members, in bytes */
};

struct tile_variable {
	CXCursor declaration;
	const char *name;
	CXType type;
	int64_t size;
};

/* A statement that contains a site, and the block that it is in: { … statement … }. */
struct enclosing_statement {
	const struct tree *block, *statement;
	unsigned loop;    /* the loop whose body the block is; 0: none */
	bool is_uniform;  /* no condition around the block depends on the index */
	const char *wait; /* how a wait is spelled there; NULL: no barrier is available */
};

/* A condition around a site. */
struct guard {
	const struct node *condition;
	bool otherwise;
	const struct tree *tree;
};

enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/* An access in the text of the kernel. */
struct site {
	enum access_kind kind;
	struct tile_object place;
	int64_t size;             /* in bytes */
	unsigned at;              /* offset in the flat text */
	size_t id;
	bool is_number;                /* a number is written; else, something that is a function */
	const struct node **arguments; /* of these nodes */
	size_t n_arguments;
	bool is_comparable; /* nothing else determines the value written */
	struct enclosing_statement nestings[MAX_NESTING];
	unsigned n_nestings;
	struct guard guards[MAX_NESTING];
	unsigned n_guards;
	unsigned loops[MAX_NESTING]; /* ids of the loops around it, outermost first */
	unsigned n_loops;
};

enum step_kind { STEP_SET,
	         STEP_ACCESS,
	         STEP_WAIT,
	         STEP_IF,
	         STEP_LOOP,
	         STEP_LEAVE,
	         STEP_CALL,
	         STEP_LOSE /* something that cannot be followed */ };

enum leave { LEAVE_BREAK, LEAVE_CONTINUE, LEAVE_RETURN, LEAVES };

struct block {
	struct step *items;
	size_t count;
	/* summary of all steps in it */
	struct variable **sets;
	size_t n_sets;
	bool waits, leaves[LEAVES], accesses, reads, is_atomic;
};

/* PART_BODY: of IF, LOOP, CALL. A LOOP's PART_HEAD is evaluated before its condition, PART_NEXT after the
 * body. */
enum part { PART_BODY, PART_OTHERWISE, PART_HEAD, PART_NEXT, PARTS };

struct step {
	enum step_kind kind;
	struct variable *variable;   /* of a SET */
	const struct node *value;    /* assigned by a SET, or the condition of an IF or LOOP; NULL: not known */
	struct site *site;
	enum leave leave;
	bool is_do, is_forever, is_switch;
	unsigned loop;
	struct block parts[PARTS];
};

/* The steps of a kernel. */
struct steps {
	struct tile tile;
	struct block body;
	struct tile_variable *variables;
	size_t n_variables;
	struct site **sites;
	size_t n_sites;
	struct activation **activations;
	size_t n_activations;
	unsigned n_loops;
};

/* Returns false if the kernel writes no tile_static memory, or is too large. */
bool steps_init(struct steps *s, const struct unit *u, const struct body *kernel,
                const struct tile_shape *shape);
/* Whether a condition depends on no uniform unknowns, directly or through variables. */
bool is_certain(const struct node *condition);

/* ---- follow.c ------------------------------------------------------------------ */

/* The value that a thread writes: equal values have equal numbers. */
struct written {
	bool is_known;
	bool is_number; /* else the value is comparable with those written by the same site only */
	uint64_t number;
};

/* An access by a thread. */
struct access {
	const struct site *site;
	unsigned thread;
	unsigned phase;              /* number of barriers before it */
	int64_t offset;              /* of the first byte in the tile_static variable */
	struct written written;
	size_t write_before;         /* 1 + index in the list of the thread's last write before it; 0: none */
	const struct site *own_site; /* of the same thread's last write there in this phase */
	struct written own;
	unsigned iterations[MAX_NESTING]; /* of the loops in site->loops */
};

struct access_list {
	struct access *items;
	size_t count;
};

/* Appends what a thread certainly does, for one choice of the uniform unknowns, as far as it can be followed.
 * Returns false if the choice makes no sense: the thread indexes out of bounds, or divides by 0. */
bool follow(struct steps *s, unsigned thread, unsigned sample, struct access_list *out);

#endif
