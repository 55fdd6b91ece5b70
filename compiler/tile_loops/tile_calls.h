/* Calls of functions that wait at the barrier, in tiled kernels. tile_callee.c finds which function a call
 * means, and whether that can be cut; tile_parameters.c how its arguments reach it; tile_calls.c writes the
 * function for all threads of the tile, and its call. In all of them, s is the caller and f the function. */
#ifndef TILE_CALLS_H
#define TILE_CALLS_H

#include "tile_loops/tile_loops_internal.h"

#define MOST_ARGUMENTS 16
#define MOST_WAITING_CALLS 4 /* in a statement */

/* How an argument reaches the function. */
enum argument_kind {
	ARGUMENT_BARRIER,  /* the barrier or the index, passed unchanged */
	ARGUMENT_UNIFORM,  /* the same in all threads */
	ARGUMENT_SHARED,   /* tile_static memory */
	ARGUMENT_OWN,      /* each thread's value, through a function object */
	ARGUMENT_VARIABLE, /* a thread's own variable that may be modified, through a function object */
	ARGUMENT_PLACE,    /* an object in memory, of which a function object gives the address */
};

struct call_parameter {
	CXCursor cursor;
	const char *name;
	size_t first, last, at; /* tokens; at: the name */
	bool is_index, is_barrier;
};

struct passed_argument {
	const struct tree *value;
	size_t first, last; /* tokens */
	enum argument_kind kind;
	bool is_stored; /* evaluated once in front of the call */
	int dimension;  /* of the index: see linear_dimension() */
	bool is_flat;   /* a flat index (struct linear), which grows by its width along the dimension `row` */
	int row;
	const struct body_variable *variable;
};

/* A call with the barrier or the index among its arguments. */
struct tile_call {
	const struct tree *call;
	size_t first, name, open, close; /* tokens; first: of a qualified name */
	CXCursor definition;             /* of the function or its template */
	CXCursor class;                  /* that it is a member of, or the null cursor */
	size_t defined_at, list, body;   /* tokens of the definition: name, parameter list, '{' */
	bool is_of_object;               /* a member function called on an object other than *this */
	struct call_parameter parameters[MOST_ARGUMENTS];
	struct passed_argument arguments[MOST_ARGUMENTS];
	size_t n_parameters, n_arguments;
};

/* ---- tile_callee.c -------------------------------------------------------- */

/* Finds the calls in a statement that have a barrier among their arguments, in the order of the text. Returns their
 * number; 0 if threads may wait elsewhere in it, or if one of the calls is an argument of another one. */
size_t find_waiting_calls(struct loops *s, const struct tree *statement, const struct tree *calls[MOST_WAITING_CALLS]);
/* Finds the function of a call, and its parameters. */
bool read_call(struct loops *s, const struct tree *call, struct tile_call *c);
/* Initializes `f` for the function that a call leads to, with only the names of its parameters. Call
 * loops_finish(). */
void callee_init(struct loops *f, struct loops *s, const struct tile_call *c);
/* Whether calls are nested too deeply for those in s to be followed. */
bool is_too_deep(const struct loops *s);
/* Whether a call can be turned into one call for all threads at all. */
bool is_cuttable(struct loops *s, const struct tile_call *c);
/* Whether the rest of a statement may as well be executed after n calls in it: it has no others, does not
 * depend on the order, and the calls are made unconditionally. */
bool is_rest_harmless(struct loops *s, const struct tree *statement, const struct tree *const *calls, size_t n);
/* Whether it is known what a parameter is for an argument that names the barrier or the index: that object,
 * or the plain index. A parameter of a template parameter's type, or of a class constructed from the
 * argument, may wait by any name. */
bool is_known_parameter(const struct call_parameter *p);
/* Whether values of a type can be kept for each thread, that is, copied as bytes. Dependent types are assumed
 * to be. */
bool is_plain(CXType type);
/* Whether a parameter is a reference through which its argument may be modified. */
bool is_mutable_reference(CXCursor parameter);

/* ---- tile_parameters.c ---------------------------------------------------- */

/* Whether each thread has its own value of an argument. */
bool is_of_thread(enum argument_kind kind);
/* Finds the call's arguments and how they reach the function. Returns false if one of them cannot. */
bool read_arguments(struct loops *s, struct loops *f, struct tile_call *c);
/* Declares the parameters as variables of the function's body, with their initial values. Returns false if
 * that is not possible. */
bool declare_parameters(struct loops *f, const struct tile_call *c);
/* Adds the items for parameters with which each region begins. Call this once the table of variables is
 * complete: items point into it. */
void declare_parameter_items(struct loops *f, struct tile_call *c);

#endif
