/* What the files of the tile loops share: tile_variables.c says what a
 * kernel's body means, tile_language.c what is spelled differently in C and C++;
 * tile_loops.c reads a body, tile_statements.c cuts it at its barriers, tile_regions.c
 * writes what is between two of them, tile_calls.c takes functions that wait with it (tile_calls.h). */
#ifndef TILE_LOOPS_INTERNAL_H
#define TILE_LOOPS_INTERNAL_H

#include "body/uses.h"
#include "tile_loops/tile_loops.h"

enum variable_kind { UNIFORM, REPEATED, KEPT, TILE_STATIC };

/* A declaration in the body. */
struct variable {
	CXCursor cursor;
	const struct tree *tree; /* that declares it; NULL of a parameter */
	const char *name;
	size_t at;            /* the token that is its name */
	bool is_mutable;      /* uniform, but all threads change it together */
	bool is_assumed;      /* will be uniform: see assume_uniform */
	bool is_bound;        /* by auto [a, b] = …: its value is not in the text */
	bool is_alias;        /* what uses it uses what its initializer names, which is evaluated anew: see find_aliases */
	size_t scope_end;     /* the token behind its scope */
	bool in_use;          /* declared in a scope that is being written */
	enum variable_kind kind;
	int dimension;        /* of the index: see linear_dimension */
	const char *type;     /* of what is kept, of an array's elements; NULL: cannot be */
	bool is_in_place;     /* regions refer to what is kept; else they load and store it */
	const char *bounds;   /* of what is in place: "[4][2]" of an array, else "" */
	bool is_stored;       /* a region has stored it */
};

/* What a region begins with, of the scopes around it. */
enum item_kind {
	ITEM_DECLARATION, /* the tokens [first, last) once more; of a variable, if it is named */
	ITEM_VARIABLE,    /* a variable that it may load */
	ITEM_STRIDE,      /* a loop's variable, and whether this thread is still in the loop */
	ITEM_TEXT,        /* a function's parameter, from what the caller passes */
};

struct item {
	enum item_kind kind;
	size_t first, last;
	struct variable *variable;
	const struct stride *stride;
	const char *text;
};

/* for (T k = start; condition; k += step), which starts at the thread's index. */
struct stride {
	struct variable *variable;
	int dimension;        /* of the start: see linear_dimension */
	const struct tree *start, *condition, *bound, *step; /* bound: behind the <; step: what is added */
};

/* Tokens that are written as something else. */
struct substitution {
	size_t first, last;
	bool of_return; /* for one region only */
	const char *text;
};

/* A function for all threads of a tile, made of one that waits. */
struct tile_function {
	size_t defined_at; /* the token that is the name of the one that it is made of */
	unsigned at;       /* where it goes */
	const char *name, *passed, *text;
};

struct tile_functions {
	struct tile_function *items;
	size_t count;
};

/* A kernel's function, or one that it calls. */
struct loops {
	struct lowering *l;
	CXCursor function;        /* a lambda, a block's declaration, a function, a template */
	CXCursor class;           /* that the function is a member of, or null */
	unsigned limit;           /* where in the text functions must end to be called */
	const struct loops *caller;
	size_t body, body_end;    /* tokens: the braces of the body */
	CXCursor index_cursor, barrier_cursor; /* of those two, as far as there are such */
	const char *index;                     /* the tiled_index that is a parameter, or "" */
	const char *index_declaration;         /* "" likewise */
	const char *index_value;  /* that of the thread amp_z, amp_y, amp_x */
	const char *barrier;      /* the tile_barrier that is a parameter or a copy, or "" */
	bool has_result;          /* returns go to amp_result */
	struct variable *variables;
	size_t n_variables;
	struct item *items; /* of the scopes around, from the outside in */
	size_t n_items;
	unsigned loop_depth;      /* loops around that regions are in */
	unsigned repeat_depth;    /* the same, where conditions and steps are in them, too */
	size_t loop_end;          /* the token behind the body of the innermost one, or 0 */
	unsigned next_label;      /* where continue goes there; 0: it stays continue */
	bool is_continued;        /* to next_label */
	bool waits_behind;        /* barriers may come behind the scope that is written */
	bool waits_in_turn;       /* the same, in the same turn of the innermost loop */
	bool may_differ;          /* the scope's conditions may, so the threads are not asked */
	bool all_leave;           /* the region that is written, and the function with it */
	const char *range;        /* names the threads that the strides around leave, or NULL */
	const char *failed;       /* why there are no loops, or NULL */
	size_t failed_at;         /* the token that this is about */
	struct uses uses;         /* of the body */
	const struct body *tree;  /* the body's */
	struct strings premises;  /* of a kernel: template parameters that have to be arithmetic types */
	bool is_without_premises; /* for now: what holds on premises only does not */
	struct text *out;
	struct strings kept_types;
	struct strings in_place_types;
	long long kept_size;      /* bytes of them, of C; of a thread */
	unsigned threads;         /* of C: of the largest tile */
	struct substitution *substitutions;
	size_t n_substitutions;
	unsigned n_labels;
	struct tile_functions *functions; /* that the kernel needs */
	unsigned n_calls;
};

/* ---- tile_variables.c ----------------------------------------------------- */

/* The token behind the pair of brackets that begins at i, or behind i. */
size_t past_match(const struct loops *s, size_t i);
/* Whether the tokens [first, last) have that name among them, or that of an alias whose initializer has it. */
bool names(const struct loops *s, size_t first, size_t last, const char *name);
/* Whether an expression is the index that is a parameter, as a whole. */
bool is_index(const struct loops *s, const struct tree *t);
/* What `name`, if it is the name of the index or the barrier, stands for with what is written around it: the
 * barrier, or the index as a whole, with what makes a copy of it. NULL: a component of the index, or another
 * name. */
const struct tree *barrier_at(const struct loops *s, const struct tree *name);
/* The next name in [first, last) of the index or the barrier where threads may wait: at the barrier, or in a
 * function that gets it. `after`: the one before; NULL: there is none. */
const struct tree *next_wait(struct loops *s, size_t first, size_t last, const struct tree *after);
bool has_barrier(struct loops *s, size_t first, size_t last);
/* The next statement in [first, last) of that kind, a return, break or continue, that leads out of there;
 * `after`: the one before. */
const struct tree *next_jump(const struct loops *s, enum tree_kind kind, size_t first, size_t last,
                             const struct tree *after);
/* Whether there is one; a continue counts only in loops that regions are in. */
bool has_jump(const struct loops *s, enum tree_kind kind, size_t first, size_t last);
/* The variable of a declaration; NULL of others'. */
struct variable *declared_variable(const struct loops *s, CXCursor declaration);
/* The variable in use whose name is at a token; NULL without one. */
struct variable *named_variable(const struct loops *s, size_t at);
/* What a variable is initialized with; NULL: nothing. */
const struct tree *initializer_of(const struct variable *v);
/* An expression without what makes a copy of it. */
const struct tree *strip_copies(const struct tree *t);
/* Whether what is done in [first, last) may change a variable of that name. If it does not on
 * premises, these are the kernel's from now on, unless it is_without_premises. */
bool changes(struct loops *s, size_t first, size_t last, const char *name);
bool is_arithmetic(CXType type);
bool is_pointer(CXCursor variable);
/* Whether the body has pointers to variables of a thread's own, which are in other
 * places in each region. */
bool has_private_address(struct loops *s);
/* What an expression follows from, if it has no effects: UNIFORM: from what is
 * the same in all threads; REPEATED: from that and the thread's index; else
 * KEPT. NULL is UNIFORM. */
enum variable_kind kind_of_expression(struct loops *s, const struct tree *t);
bool is_uniform_integer(struct loops *s, const struct tree *t);
/* d where an integer expression is index.local[d] or index.global[d] plus and minus
 * what is uniform, so that it grows by one from thread to thread; else -1. */
int linear_dimension(struct loops *s, const struct tree *t);
bool is_int(CXType type);
/* Whether a statement or an expression is `x = uniform`, `x op= uniform`, `x++`, `++x`. */
bool is_uniform_change(struct loops *s, const struct variable *v, const struct tree *t);
/* Whether a variable that is the same in all threads at first stays so: each change
 * behind its declaration is a statement that all threads come to together. */
bool stays_uniform(struct loops *s, const struct variable *v);
/* Finds the references, pointers and lambdas that regions declare anew. */
void find_aliases(struct loops *s);
/* Whether an alias stands for the same wherever it is evaluated in its scope. */
bool is_stable_alias(struct loops *s, const struct variable *v);
/* A lambda with captures, or the name of one, that is not merely called, or passed to a function whose result it is
 * not in; NULL: there is none. It might be kept where what it refers to is not. */
const struct tree *unconfined_lambda(struct loops *s);
/* Whether an expression has a lambda with captures in it, or an alias, of any kind or of one. */
bool has_alias(struct loops *s, const struct tree *t, bool of_any_kind);
/* Whether a lambda captures nothing, so that it is the same wherever it is written. */
bool is_without_captures(const struct loops *s, const struct tree *lambda);
/* Finds the variables that are the same in all threads if those that they are set to are,
 * as in `int last = in; in = out; out = last;`. Before any is in use. */
void assume_uniform(struct loops *s);

/* ---- tile_language.c ------------------------------------------------------ */

bool is_c(const struct loops *s);
/* Whether a statement is `barrier.wait…();`, in C `amp_barrier_wait…(barrier);` */
bool is_wait(const struct loops *s, const struct tree *t);
/* d where an expression is index.local[d] or index.global[d], in C with .i, .j or .k; else -1. */
int index_dimension(const struct loops *s, const struct tree *t);
/* What gives the index of the thread amp_z, amp_y, amp_x. type: of the index. */
const char *thread_index(const struct loops *s, CXType type);
/* kept_type() of a type in C. */
const char *c_kept_type(const struct loops *s, CXType type);

/* ---- tile_regions.c ------------------------------------------------------- */

/* The spelling of the tokens [first, last) in the host unit. */
const char *spelling(const struct loops *s, size_t first, size_t last);
const char *text_of(const struct loops *s, const struct tree *t);
/* Where a statement begins, with the directives in front of it. */
size_t text_begin(const struct loops *s, const struct tree *t);
/* Writes the tokens [first, last), with what is substituted. */
void append_tokens(struct loops *s, size_t first, size_t last);
/* Tokens that will be written as something else; the text becomes s's. */
void substitute(struct loops *s, struct substitution new);
/* Forgets those in [first, last), or of these only what stands for a return. */
void forget_substitutions(struct loops *s, size_t first, size_t last, bool returns);
/* Whether threads may leave a region before its end. */
bool may_leave(const struct loops *s, size_t first, size_t last);
void add_item(struct loops *s, struct item item);
/* What the statements [first, last) need of the scopes around. all: no thread is
 * past a stride's end. */
void append_items(struct loops *s, size_t first, size_t last, bool all);
/* The index of the thread amp_z, amp_y, amp_x, if there is one. */
void append_index(struct loops *s);
/* The first thread's index, which stands for all, within the scope of append_shared_index(). */
void append_first_thread(struct loops *s);
/* The first thread's index, as the kernel declares it: a kernel's body begins with it. */
void append_shared_index(struct loops *s);
/* Writes the array that a kept variable has an element of for each thread. */
void append_array(struct loops *s, struct variable *v);
/* The head of a loop over threads: over all of the tile, or those of a range. */
void append_threads(struct loops *s, const char *range);
/* Statements of a region as a loop over the threads of a range, or NULL. */
void append_thread_loop(struct loops *s, size_t first, size_t last, const char *range, bool all);
/* A region, and in front of it the arrays of variables that others use after it. */
void append_region(struct loops *s, size_t first, size_t last);
/* Whether an if is `if (a && b …) …`, all of them comparisons of the index,
 * whose statement can be a region of its own behind the one that begins at `region`. */
bool is_range_if(struct loops *s, size_t region, const struct tree *t);
/* Writes it as a loop over the threads for which the condition is true. */
void append_range_if(struct loops *s, const struct tree *t);

/* ---- tile_statements.c ---------------------------------------------------- */

/* The statements of a block with barriers, of the body, say; or one that stands alone. */
void append_scope(struct loops *s, const struct tree *scope);
/* Whether an if is `if constexpr`. */
bool is_constexpr_if(const struct loops *s, const struct tree *t);

/* ---- tile_loops.c --------------------------------------------------------- */

/* Where it is so, there are no loops, because of what is at a token. Of several reasons the first counts. */
void fail_if(struct loops *s, bool is_so, size_t at, const char *why);

/* The type that elements of an array for a variable have, or NULL: it cannot be in
 * one. */
const char *kept_type(const struct loops *s, CXCursor variable);
/* Finds the variables of the body; sets s->failed where there cannot be loops. */
void read_body(struct loops *s);
/* Writes the body to s->out. Sets s->failed if it cannot be cut. */
void append_body(struct loops *s);
void loops_finish(struct loops *s);

/* ---- tile_parameters.c ---------------------------------------------------- */

/* The parameters of a kernel that is a function of C, but for the index, as variables of
 * its body. False: they cannot be. */
bool declare_kernel_parameters(struct loops *s);

/* ---- tile_callee.c -------------------------------------------------------- */

/* Whether a call that has the index or the barrier for an argument may wait. */
bool call_waits(struct loops *s, const struct tree *argument);

/* ---- tile_calls.c --------------------------------------------------------- */

/* A statement that calls a function that waits: writes the call of
 * a function for all threads of the tile, which it adds to the host unit, and
 * substitutes the result. False: it cannot be. *has_rest: there is more in the
 * statement, for the region that follows. */
bool append_call(struct loops *s, const struct tree *statement, bool *has_rest);

#endif
