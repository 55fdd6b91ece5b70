/* Calls of functions that wait at the barrier, in tiled kernels: tile_callee.c says which
 * function a call means, and whether it can be cut; tile_parameters.c how its arguments get
 * there; tile_calls.c writes the function for all threads of the tile, and its call. In all
 * of them s is the caller, and f the function. */
#ifndef TILE_CALLS_H
#define TILE_CALLS_H

#include "tile_loops/tile_loops_internal.h"

#define MOST_ARGUMENTS 16

/* How an argument reaches the function. */
enum argument_kind {
	ARGUMENT_BARRIER,  /* as it is: the barrier, or the index */
	ARGUMENT_UNIFORM,  /* the same in all threads */
	ARGUMENT_SHARED,   /* tile_static memory */
	ARGUMENT_OWN,      /* from a function object */
	ARGUMENT_VARIABLE, /* a variable of the thread's own that may be changed: likewise */
};

struct call_parameter {
	CXCursor cursor;
	const char *name;
	size_t first, last, at; /* tokens; at: of the name */
	bool is_index, is_barrier;
};

struct passed_argument {
	const struct tree *value;
	size_t first, last; /* tokens: what is written between the commas */
	enum argument_kind kind;
	bool is_stored; /* evaluated once, in front of the call */
	int dimension;  /* of the index: see linear_dimension */
	const struct variable *variable;
};

/* A call that has the barrier or the index among its arguments. */
struct tile_call {
	const struct tree *call;
	size_t first, name, open, close; /* tokens; first: of a qualified name */
	CXCursor definition;             /* of the function, or the template of it */
	CXCursor class;                  /* that it is a member of, or null */
	size_t defined_at, list, body;   /* tokens of the definition: name, parameters, { */
	bool is_of_object;               /* but for *this */
	struct call_parameter parameters[MOST_ARGUMENTS];
	struct passed_argument arguments[MOST_ARGUMENTS];
	size_t n_parameters, n_arguments;
};

/* ---- tile_callee.c -------------------------------------------------------- */

/* The one call in a statement that has barriers among its arguments, with its function's
 * parameters. tile_call_finish() frees what it holds, also if it fails. */
bool find_waiting_call(struct loops *s, const struct tree *statement, struct tile_call *c);
/* The function that a call leads to, with no more than the names of its parameters.
 * loops_finish() frees it. */
void callee_init(struct loops *f, struct loops *s, const struct tile_call *c);
/* Whether calls are nested so deep that those in s are not followed. */
bool is_too_deep(const struct loops *s);
/* Whether a call can be made a call for all threads at all. */
bool is_cuttable(struct loops *s, const struct tile_call *c);
/* Whether what a statement does beside a call may as well come after it: it has no
 * other calls, does not depend on the order, and the call is made in any case. */
bool is_rest_harmless(const struct loops *s, const struct tree *statement, const struct tile_call *c);
/* Whether it is known what a parameter makes of the barrier or the index, where its argument names
 * them: itself, or the index alone. One of a template's type, or of a class that is made from it,
 * may wait by any name. */
bool is_known_parameter(const struct call_parameter *p);
/* Whether values of a type can be kept for each thread: copies of bytes will do. What
 * depends on template parameters is taken to be such. */
bool is_plain(CXType type);
/* Whether a parameter is a reference through which its argument may change. */
bool is_mutable_reference(CXCursor parameter);
/* Where an argument or parameter that begins at i ends. angles: < is one of template
 * arguments. */
size_t end_of_item(const struct loops *s, size_t i, size_t close, bool angles);

/* ---- tile_parameters.c ---------------------------------------------------- */

/* Whether each thread has an argument of its own. */
bool is_of_thread(enum argument_kind kind);
/* Reads the call's arguments: where they are, and how they reach the function. False: one of
 * them cannot. */
bool read_arguments(struct loops *s, struct loops *f, struct tile_call *c);
/* The parameters as variables of the function's body, and what they begin with. False: there
 * can be no such variable. */
bool declare_parameters(struct loops *f, const struct tile_call *c);
/* What each region begins with of parameters. After the table of variables is
 * complete: items point into it. */
void declare_parameter_items(struct loops *f, struct tile_call *c);

#endif
