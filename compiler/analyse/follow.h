/* What the threads of a tile do with tile_static memory: steps.c (steps_walk.h) takes a kernel's
 * body, and what it calls, for the steps that matter; follow.c follows a thread
 * through them. */
#ifndef FOLLOW_H
#define FOLLOW_H

#include "analyse/uniform.h"

/* ---- steps.c ----------------------------------------------------------------- */

enum { MAX_SUBSCRIPTS = 6, MAX_NESTING = 12 };

/* [index], of a size in bytes. */
struct subscript {
	const struct node *index; /* NULL: not known */
	int64_t size, extent;     /* extent 0: not known */
};

/* A tile_static variable, or an element or a member of it. */
struct place {
	size_t variable;          /* in steps.variables */
	CXType type;
	struct subscript subscripts[MAX_SUBSCRIPTS];
	unsigned n_subscripts;
	int64_t offset;           /* of members, in bytes */
};

struct tile_variable {
	CXCursor declaration;
	const char *name;
	CXType type;
	int64_t size;
};

/* A statement in a block: { … statement … }. */
struct nesting {
	const struct tree *block, *statement;
	unsigned loop;            /* whose body the block is; 0: of none */
	bool is_uniform;          /* no condition around it depends on the index */
	const char *wait;         /* the call of the barrier there; NULL: there is none */
};

/* A condition around it. */
struct guard {
	const struct node *condition;
	bool otherwise;
	const struct tree *tree;
};

enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/* An access, in the text. */
struct site {
	enum access_kind kind;
	struct place place;
	int64_t size;             /* in bytes */
	unsigned at;              /* in the flat text */
	size_t id;
	bool is_number;           /* what is written: a number, else something that */
	const struct node **arguments; /* follows from these */
	size_t n_arguments;
	bool is_comparable;       /* nothing else decides what is written */
	struct nesting nestings[MAX_NESTING];
	unsigned n_nestings;
	struct guard guards[MAX_NESTING];
	unsigned n_guards;
	unsigned loops[MAX_NESTING]; /* ids of the loops around it, from the outside in */
	unsigned n_loops;
};

enum step_kind { STEP_SET, STEP_ACCESS, STEP_WAIT, STEP_IF, STEP_LOOP, STEP_LEAVE, STEP_CALL,
                 STEP_LOSE /* what is done here cannot be followed */ };

enum leave { LEAVE_BREAK, LEAVE_CONTINUE, LEAVE_RETURN, LEAVES };

struct block {
	struct step *items;
	size_t count;
	/* of all steps in it */
	struct variable **sets;
	size_t n_sets;
	bool waits, leaves[LEAVES], accesses, reads, is_atomic;
};

/* BODY also of a CALL; of a LOOP: HEAD before its condition, NEXT its last part. */
enum part { PART_BODY, PART_OTHERWISE, PART_HEAD, PART_NEXT, PARTS };

struct step {
	enum step_kind kind;
	struct variable *variable;   /* of a SET */
	const struct node *value;    /* of a SET, the condition of an IF and a LOOP; NULL: not known */
	struct site *site;
	enum leave leave;
	bool is_do, is_forever, is_switch;
	unsigned loop;
	struct block parts[PARTS];
};

/* A kernel. */
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

/* False if the kernel writes no tile_static memory, or is too large. To be finished
 * in any case. */
bool steps_init(struct steps *s, const struct unit *u, const struct body *kernel,
                const struct tile_shape *shape);
void steps_finish(struct steps *s);
/* Whether a condition has no uniform unknowns in it, nor what follows from them. */
bool is_certain(const struct node *condition);

/* ---- follow.c ------------------------------------------------------------------ */

/* What a thread writes: equal values have equal numbers. */
struct written {
	bool is_known;
	bool is_number;              /* else comparable with what this site writes only */
	uint64_t number;
};

/* What a thread did. */
struct access {
	const struct site *site;
	unsigned thread;
	unsigned phase;              /* how many barriers came before */
	int64_t offset;              /* of the first byte in the tile_static variable */
	struct written written;
	size_t write_before;         /* of the thread: behind it, in the accesses; 0: none */
	const struct site *own_site; /* the last write of the same thread there in this phase */
	struct written own;
	unsigned iterations[MAX_NESTING]; /* of site->loops */
};

struct access_list {
	struct access *items;
	size_t count;
};

/* Adds what a thread certainly does, for one choice of the uniform unknowns, until
 * it can be followed no longer. False if that choice makes no sense: the thread
 * leaves an array, or divides by 0. */
bool follow(struct steps *s, unsigned thread, unsigned sample, struct access_list *out);

#endif
