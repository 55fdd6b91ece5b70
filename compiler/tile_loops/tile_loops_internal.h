/* Shared by the files of the tile loops. tile_variables.c, tile_aliases.c and tile_barriers.c analyse a kernel's
 * body, and tile_comparisons.c what compares the index with something uniform; tile_loops.c reads a body,
 * tile_statements.c cuts it at its barriers, tile_regions.c writes what is between two barriers, tile_ranges.c
 * what conditions on the index select, and interchanges loops with the loop over the threads, tile_calls.c
 * handles functions that wait (tile_calls.h). */
#ifndef TILE_LOOPS_INTERNAL_H
#define TILE_LOOPS_INTERNAL_H

#include "body/uses.h"
#include "tile_loops/tile_loops.h"

enum variable_kind { UNIFORM, REPEATED, KEPT, TILE_STATIC };

/* How an integer changes from thread to thread along a dimension of the index: by 1 or -1; step 0: it is not
 * linear. is_row: the integer is index.local[d] * width, plus uniform terms; is_flat: plus index.local[d + 1],
 * too, which numbers the threads of a plane if the width is the length of its rows. */
struct linear {
	int step, dimension;
	bool is_row, is_flat;
	const struct tree *width;
	const char *width_text; /* of a parameter, which has no tree */
};

/* A variable that the body declares. */
struct body_variable {
	CXCursor cursor;
	const struct tree *tree; /* its declaration; NULL for a parameter */
	const char *name;
	size_t at;        /* its name token */
	bool is_mutable;  /* uniform, but modified by all threads together */
	bool is_assumed;  /* assumed to be uniform: see assume_uniform() */
	bool is_bound;    /* a structured binding, whose value is not in the text */
	bool is_alias;    /* regions evaluate its initializer anew: see find_aliases() */
	size_t scope_end; /* token behind its scope */
	bool in_use;      /* its scope is being written */
	enum variable_kind kind;
	struct linear linear; /* if it is repeated */
	const char *type;     /* of what is kept: an array's elements, or the variable; NULL: it cannot be kept */
	bool is_in_place;     /* regions refer to the kept object; otherwise they load and store it */
	const char *bounds;   /* of an array in place, "[4][2]"; otherwise "" */
	bool is_stored;       /* a region has stored it */
};

/* What a region begins with, from the scopes around it. */
enum item_kind {
	ITEM_DECLARATION, /* repeats the tokens [first, last), or one of their variables, as text; of an alias, if the
	                     region names it */
	ITEM_VARIABLE,    /* may load a variable */
	ITEM_STRIDE,      /* a loop's variable, and whether this thread is still in the loop */
	ITEM_TEXT,        /* a parameter, from what the caller passes */
};

struct region_item {
	enum item_kind kind;
	size_t first, last;
	struct body_variable *variable;
	const struct stride *stride;
	const char *text; /* may be NULL for ITEM_DECLARATION */
};

/* for (T k = start; condition; k += step), which starts at the thread's index. */
struct stride {
	struct body_variable *variable;
	int dimension;                                       /* of the start: see linear_dimension() */
	const struct tree *start, *condition, *bound, *step; /* bound: behind the <; step: what is added */
};

/* A function for all threads of a tile, made from one that waits. */
struct tile_function {
	size_t defined_at; /* name token of the original */
	unsigned at;       /* offset at which it is inserted */
	const char *name, *passed, *text;
};

struct tile_functions {
	struct tile_function *items;
	size_t count;
};

/* What encloses the statements of a scope that is cut. */
struct cut_scope {
	unsigned loop_depth;   /* enclosing loops, counting those whose body has regions */
	unsigned repeat_depth; /* the same, counting also loops whose conditions and steps are being written */
	size_t loop_end;       /* token behind the body of the innermost loop, or 0 */
	unsigned next_label;   /* label that continue jumps to there; 0: it stays continue */
	bool waits_behind;     /* barriers may follow the scope */
	bool waits_in_turn;    /* barriers may follow in the same iteration of the innermost loop */
	bool may_differ;       /* conditions of the scope may differ between threads, which are not asked */
};

/* A call whose function is looked into. */
struct inlined {
	const struct tree *call;
	CXCursor function;
	const struct inlined *outer;
};

/* Tokens with a replacement. */
struct substitution {
	size_t first, last;
	bool of_return; /* for a single region */
	const char *text;
};

/* value / by or value % by in an untiled kernel, where value grows by one from point to point: the quotient is
 * the same in all points that are taken at once, see row_segment() in amp/cpu_kernel.h. */
struct division {
	const struct tree *t;
	const char *value, *by; /* as text at the beginning of the body */
	size_t number;          /* of those with this text */
	struct substitution substitution;
};

/* A kernel's function, or one that it calls. */
struct loops {
	struct lowering *l;
	CXCursor function; /* a lambda, a block's declaration, a function or a template */
	CXCursor class;    /* that the function is a member of, or the null cursor */
	unsigned limit;    /* offset in front of which functions must end to be called */
	const struct loops *caller;
	size_t body, body_end;    /* tokens: the braces of the body */
	CXCursor index_cursor, barrier_cursor; /* null cursors if there are none */
	const char *index;                     /* the parameter that is a tiled_index, or "" */
	const char *index_declaration;         /* or "" */
	const char *index_value;               /* the index of the thread amp_z, amp_y, amp_x */
	const char *barrier;      /* the tile_barrier that is a parameter or a copy, or "" */
	bool has_result;          /* returns set amp_result */
	unsigned row_rank;        /* of the index, if the kernel is not tiled; else 0 */
	const struct tree **row_loops; /* of a kernel that is not tiled, cut like loops with barriers in them */
	size_t n_row_loops;
	struct division *divisions;
	size_t n_divisions;
	bool has_row_if; /* one, or what is at the edges, has become loops over the points of a row */
	struct body_variable *variables;
	size_t n_variables;
	struct region_item *items; /* of the enclosing scopes, from the outside in */
	size_t n_items;
	struct cut_scope in;   /* the scope that is written */
	bool is_continued;     /* there is a jump to in.next_label */
	bool all_leave;        /* all threads leave the function in the region that is written */
	const char *range;     /* names the threads that the enclosing strides and conditions leave, or NULL */
	bool is_selected;      /* only these threads are in the scope: others are elsewhere */
	const char *failed;    /* why loops are not possible, or NULL */
	size_t failed_at;      /* the token that this is about */
	struct uses uses;         /* of the body */
	const struct body *tree;  /* the body's */
	struct strings premises;  /* of a kernel: template parameters that must be arithmetic types */
	bool is_without_premises; /* temporarily: facts that need premises do not count */
	const struct inlined *inlined; /* expressions are read in this function, or NULL */
	bool reads_loops;              /* the variables of a region's loops are uniform: temporarily */
	struct text *out;
	struct strings kept_types;
	struct strings in_place_types;
	long long kept_size; /* bytes kept for a thread, in C */
	unsigned threads;    /* of the largest tile, in C */
	struct substitution *substitutions;
	size_t n_substitutions;
	unsigned n_labels;
	struct tile_functions *functions; /* needed by the kernel */
	unsigned n_calls;
};

/* ---- tile_variables.c ----------------------------------------------------- */

bool is_c(const struct loops *s);
/* Whether a statement is `barrier.wait…();`, in C `amp_barrier_wait…(barrier);` */
bool is_wait(const struct loops *s, const struct tree *t);
/* Returns d if an expression is index.local[d] or index.global[d], in C with .i, .j or .k; else -1. */
int index_dimension(const struct loops *s, const struct tree *t);
/* Returns an expression for the index of the thread amp_z, amp_y, amp_x. type: of the index. */
const char *thread_index(const struct loops *s, CXType type);
/* Finds the text of a parameter's declaration; returns false if it has no name, or a default argument. */
bool read_declaration(const struct loops *s, CXCursor parameter, size_t *first, size_t *last);
/* Whether something is declared in the body. */
bool is_in_body(const struct loops *s, CXCursor declaration);
/* kept_type() for a type in C. */
const char *c_kept_type(const struct loops *s, CXType type);
/* Returns the text of the tokens [first, last) in the host unit. */
const char *spelling(const struct loops *s, size_t first, size_t last);
const char *text_of(const struct loops *s, const struct tree *t);

/* Returns the token behind the pair of brackets that begins at i, or i + 1. */
size_t past_match(const struct loops *s, size_t i);
/* Whether the code in [first, last) may name a variable of the body, or an alias whose initializer does. */
bool names(const struct loops *s, size_t first, size_t last, CXCursor variable);
/* Whether the text [first, last) contains a word other than as a member or behind `::`: written anew where a variable
 * of that name is in scope, the text would name that variable. */
bool has_word(const struct loops *s, size_t first, size_t last, const char *name);
/* Whether a node, or NULL, is the name of a variable. */
bool is_name_of(const struct tree *t, CXCursor variable);
/* Returns the argument for a parameter that a node names, in the function that is looked into; else NULL. */
const struct tree *argument_for(const struct loops *s, const struct tree *t);
/* Returns the loop of a region around a name of its variable, if each iteration adds a constant and its bounds
 * are uniform; or NULL. */
const struct tree *loop_around(struct loops *s, const struct tree *name);
/* Whether an expression is the index parameter as a whole. */
bool is_index(const struct loops *s, const struct tree *t);
/* Returns the variable of a declaration, or NULL. */
struct body_variable *declared_variable(const struct loops *s, CXCursor declaration);
/* Returns the variable that an expression names, or NULL. */
struct body_variable *mentioned_variable(const struct loops *s, const struct tree *t);
/* Whether a variable of the body has the name of what is declared elsewhere: where it is in scope, the text means
 * something else. */
bool is_shadowed(const struct loops *s, CXCursor declaration);
/* Whether a variable in use has the name of another one. */
bool hides_variable(const struct loops *s, const struct body_variable *v);
/* Returns the initializer of a variable, or NULL. */
const struct tree *initializer_of(const struct body_variable *v);
/* Strips copy and move constructions. */
const struct tree *strip_copies(const struct tree *t);
/* Whether the code in [first, last) may modify a variable of the body. If it does not on premises, these are
 * added to the kernel's, unless is_without_premises. */
bool changes(struct loops *s, size_t first, size_t last, CXCursor variable);
/* Whether the body has pointers to a thread's own variables, which have other addresses in each region. */
bool has_private_address(struct loops *s);
/* Whether an expression is just the name of an object that all threads share: a lambda without captures, or a
 * captured object, whose copies are equal. */
bool is_shared_object(const struct loops *s, const struct tree *t);
/* Returns what an expression without side effects depends on. UNIFORM: on uniform values only (NULL is
 * UNIFORM); REPEATED: also on the thread's index; KEPT: anything else. */
enum variable_kind kind_of_expression(struct loops *s, const struct tree *t);
bool is_uniform_integer(struct loops *s, const struct tree *t);
/* Returns how an integer expression changes that is index.local[d] or index.global[d] plus or minus uniform
 * terms, or is subtracted from them; or that is flat, plus or minus uniform terms. */
struct linear linear_of(struct loops *s, const struct tree *t);
/* Returns the dimension along which an integer expression increases by one from thread to thread; -1 if there is
 * none. */
int linear_dimension(struct loops *s, const struct tree *t);
bool is_int(CXType type);
/* Returns the substitution of the first division in [first, last), or NULL. */
const struct substitution *next_division(const struct loops *s, size_t first, size_t last);
/* Finds the divisions of an untiled kernel. */
void find_divisions(struct loops *s);
/* Whether evaluating an expression, or NULL, may end the process: it divides by what may be 0. */
bool may_trap(const struct tree *e);
/* Whether the arguments of a call of a function have the types of its parameters, int or unsigned, and there are
 * as many. */
bool has_integer_arguments(const struct tree *call);
/* Whether a call only computes an integer from others, without loops. depth: of calls around it. */
bool is_pure_call(const struct loops *s, const struct tree *call, unsigned depth);
/* Whether a statement or an expression is `x = uniform`, `x op= uniform`, `x++` or `++x`. */
bool is_uniform_change(struct loops *s, const struct body_variable *v, const struct tree *t);
/* ---- tile_comparisons.c --------------------------------------------------- */

/* Returns what an expression is evaluated from: of a variable that regions declare again, its initializer. */
const struct tree *evaluated(struct loops *s, const struct tree *t);
/* A comparison of something linear in the index with something uniform, or a uniform condition. */
struct comparison {
	const char *op; /* suffix of a tile_range function; NULL: `value` is the condition */
	const struct tree *value, *bound;
	struct linear linear; /* the value */
};

/* Reads a comparison as one by another operator; returns false if it is none. */
bool read_compared(struct loops *s, const struct tree *t, enum CXBinaryOperatorKind binary, struct comparison *c);
/* Whether the tile can evaluate n comparisons. n_certain: how many of them some thread evaluates; the others are
 * evaluated for the tile even if no thread does so. */
bool are_safe(const struct comparison *all, size_t n, size_t n_certain);
/* Whether a statement is an if without a declaration, whose condition is evaluated when the kernel runs. */
bool is_plain_if(struct loops *s, const struct tree *t);
/* Returns the dimension of the index along which the innermost loop over the threads goes; -1 if it is not known. */
int last_dimension(const struct loops *s);
/* Sets the two branches of a conditional expression that threads away from the edges may take; they are the same
 * if all take that one. Returns false for other expressions, and if these threads may take different branches. */
bool usual_branches(struct loops *s, const struct tree *t, const struct tree *out[2]);
/* Whether a call has a result, away from the edges, that is uniform or grows by one from thread to thread. */
bool is_usual_call(struct loops *s, const struct tree *t);

#define MOST_EDGES 16
#define MOST_CALLS 3 /* in each other, that are looked into */

/* What narrows amp_range_1 to the threads away from the edges, and the tokens that are other ones for these. */
struct edges {
	struct strings narrowing;
	struct substitution *replaced;
	size_t n_replaced, n_found;
};

/* Finds the edges in a region, and in what it repeats of other regions and needs. Returns false if it has none
 * that choose an integer, or more than MOST_EDGES. */
bool find_edges(struct loops *s, size_t first, size_t last, struct edges *out);
void edges_finish(struct edges *e);

/* ---- tile_barriers.c ------------------------------------------------------ */

/* If `name` names the index or the barrier, returns the enclosing expression that denotes the barrier, or the
 * whole index, including copies; NULL for a component of the index, or another name. */
const struct tree *barrier_at(const struct loops *s, const struct tree *name);
/* Returns the next name in [first, last) of the index or the barrier at which threads may wait: at the
 * barrier, or in a function that gets it. after: the previous one, or NULL. */
const struct tree *next_wait(struct loops *s, size_t first, size_t last, const struct tree *after);
/* Whether [first, last) is to be cut: threads may wait there. */
bool has_barrier(struct loops *s, size_t first, size_t last);
/* Returns the next return, break or continue, as `kind` says, in [first, last) that leads out of that range.
 * after: the previous one, or NULL. */
const struct tree *next_jump(const struct loops *s, enum tree_kind kind, size_t first, size_t last,
                             const struct tree *after);
/* Whether there is such a jump; a continue counts only in loops that contain regions. */
bool has_jump(const struct loops *s, enum tree_kind kind, size_t first, size_t last);
/* Whether a variable that is initially uniform stays uniform: each modification behind its declaration is a
 * statement that all threads reach together. */
bool stays_uniform(struct loops *s, const struct body_variable *v);
/* Finds the variables that are uniform if those that they are assigned from are, as in `int last = in; in =
 * out; out = last;`. Call this before any is in use. */
void assume_uniform(struct loops *s);

/* ---- tile_rows.c ---------------------------------------------------------- */

/* Whether points may change their index. */
bool may_change_index(struct loops *s);
/* Finds the loops that are to be cut; returns whether there are any, or ifs of which is_row_if() may be true, or
 * there may be edges. */
bool find_row_loops(struct loops *s);
/* Whether the branches of an if on the index can be expected to be vectorized as loops over the points of a row. */
bool is_row_if(struct loops *s, const struct tree *t);
/* Whether a statement and those behind it can. */
bool is_row_code(struct loops *s, const struct tree *t);
/* Whether [first, last) can be, or the kernel is tiled. */
bool is_row_region(struct loops *s, size_t first, size_t last);
/* Leaves the loops of an if as they are. */
void keep_row_loops(struct loops *s, const struct tree *t);
/* Whether the host compiler is asked to unroll a loop of a region: a short text, in which there is no other loop, of
 * constant length and arithmetic. */
bool is_unrolled(const struct loops *s, const struct tree *loop);
/* Whether there is such a loop in [first, last). */
bool has_row_loop(const struct loops *s, size_t first, size_t last);
/* Whether consecutive points access consecutive elements of arrays and views in [first, last), or the same one. */
bool has_row_accesses(struct loops *s, size_t first, size_t last);

/* ---- tile_aliases.c ------------------------------------------------------- */

/* Finds the references, pointers and lambdas that regions declare anew. */
void find_aliases(struct loops *s);
/* Whether an expression may denote an object that other threads, or other expressions of the thread's, modify: in
 * tile_static memory, in a container, behind a pointer. */
bool denotes_memory(struct loops *s, const struct tree *t);
/* Whether it denotes the same object wherever it is evaluated while a function that it is passed to runs. */
bool is_stable_memory(struct loops *s, const struct tree *t);
/* Whether an alias denotes the same object wherever its initializer is evaluated in its scope. */
bool is_stable_alias(struct loops *s, const struct body_variable *v);
/* Returns a lambda with captures, or the name of one, that is not merely called, or passed to a function whose
 * result cannot contain it; or NULL. Such a lambda may outlive what it refers to. */
const struct tree *unconfined_lambda(struct loops *s);
/* Whether an expression contains a lambda with captures, or the name of one, or of an alias of any kind. */
bool has_alias(struct loops *s, const struct tree *t, bool of_any_kind);

/* ---- tile_regions.c ------------------------------------------------------- */

/* Returns where a statement begins, including directives in front of it. */
size_t text_begin(const struct loops *s, const struct tree *t);
/* Appends the tokens [first, last) with substitutions. */
void append_tokens(struct loops *s, size_t first, size_t last);
/* Adds a substitution, and takes over its text. */
void substitute(struct loops *s, struct substitution new);
/* Removes the substitutions in [first, last); returns: only those for returns. */
void forget_substitutions(struct loops *s, size_t first, size_t last, bool returns);
/* Whether threads may leave a region before its end. */
bool may_leave(const struct loops *s, size_t first, size_t last);
/* Whether what a leaving thread skips ends with the region: for a return, that is the rest of the body, for a
 * continue, the rest of the loop's. */
bool may_be_left(const struct loops *s, size_t first, size_t last);
void add_item(struct loops *s, struct region_item item);
/* Appends what the statements [first, last) need from the enclosing scopes. all: no thread is past the end of
 * a stride. */
void append_items(struct loops *s, size_t first, size_t last, bool all);
/* Appends the index of the thread amp_z, amp_y, amp_x, if there is one. */
void append_index(struct loops *s);
/* Appends the first thread's index, which stands for all, in the scope of append_shared_index(). */
void append_first_thread(struct loops *s);
/* Appends the first thread's index as the kernel declares it, with which a kernel's body begins. */
void append_shared_index(struct loops *s);
/* Appends the array that has an element of a kept variable for each thread. */
void append_array(struct loops *s, struct body_variable *v);
/* Whether an object, or an array's elements, are const. */
bool is_const_object(CXType type);
/* Appends the head of a loop over the threads of the tile, or of a range. */
void append_threads(struct loops *s, const char *range);
/* Appends the rest of such a loop, with the statements of a region. all: no thread is past the end of a stride. */
void append_thread_body(struct loops *s, size_t first, size_t last, bool all);
/* Appends the statements of a region as a loop over the threads of a range, or of the tile if that is NULL. */
void append_thread_loop(struct loops *s, size_t first, size_t last, const char *range, bool all);
/* Appends a region, preceded by the arrays of variables in it that are used behind it. */
void append_region(struct loops *s, size_t first, size_t last);
/* What writing regions changes, to undo an attempt that fails. */
struct attempt {
	size_t length, n_kept_types, n_in_place_types, n_premises, n_items;
	long long kept_size;
	struct cut_scope in;
	bool is_continued;
	struct body_variable *variables;
};

struct attempt attempt_begin(const struct loops *s);
void attempt_finish(struct attempt *a);
/* Undoes what was written, for a statement [first, last). */
void attempt_undo(const struct attempt *a, struct loops *s, size_t first, size_t last);

/* ---- tile_ranges.c -------------------------------------------------------- */

/* Whether an if is `if (a && b …) … else …`, with comparisons of the index only, and its branches can be regions
 * of their own behind the one that begins at `region`. */
bool is_range_if(struct loops *s, size_t region, const struct tree *t);
/* Appends such an if as a loop over the threads for which its condition is true, and one for the others. */
void append_range_if(struct loops *s, const struct tree *t);
/* Appends `if (a || b …) { …; return; }` and the rest of the body, which ends at `last`, as loops over the
 * threads for which a condition is true, and over those for which none is. [region, before): the region in front
 * of it. Returns false, without output, if that is not possible, or not worth it. */
bool append_guard(struct loops *s, size_t region, size_t before, const struct tree *t, size_t last);
/* Appends `if (i.local[0] % n == 0) …`, and the region in front of it, as a loop over every n-th thread. Returns
 * false, without output, if the if is none of this kind, or it is not worth it. */
bool append_multiples(struct loops *s, size_t region, size_t before, const struct tree *t);
/* Appends the statements of a region, or a part of one, as a loop over the threads that are not at an edge, and
 * one over those that are. Returns false, without output, if there are no edges. See append_thread_loop(). */
bool append_edges(struct loops *s, size_t first, size_t last, const char *range, bool all);
/* Whether the statements that are written are in a stride. */
bool is_in_stride(const struct loops *s);
/* Appends the region [region, before) and a stride: step by step, each for the threads that are still in it.
 * Returns false, without output, if the loop is not a stride or its body cannot be regions. */
bool append_stride(struct loops *s, size_t region, size_t before, const struct tree *t);

/* ---- tile_statements.c ---------------------------------------------------- */

/* Appends the statements of a block with barriers, such as the body, or a single statement. */
void append_scope(struct loops *s, const struct tree *scope);
/* Appends a statement and those behind it, up to `last`; region: beginning of the region that has not been written. */
void append_statements(struct loops *s, const struct tree *t, size_t region, size_t last);
/* Whether [first, last) modifies a uniform variable, in all threads alike or not. */
bool changes_uniform(struct loops *s, size_t first, size_t last);
/* Appends a statement with barriers in it, as the body of a loop or an if. */
void append_split(struct loops *s, const struct tree *t);

/* for (T k = start; …), or for (k = start; …) with a variable k that all threads modify together. */
struct loop_counter {
	struct body_variable *k;
	const struct tree *start;
	bool is_declared;
};

/* Returns false if there is no step, or if the init-statement is anything else. */
bool read_loop_variable(struct loops *s, const struct tree *loop, struct loop_counter *out);

/* ---- tile_loops.c --------------------------------------------------------- */

/* If is_so, loops are not possible, because of what is at a token. The first of several reasons counts. */
void fail_if(struct loops *s, bool is_so, size_t at, const char *why);

/* Returns the type of the elements of an array that keeps a variable, or NULL if it cannot be kept in one. */
const char *kept_type(const struct loops *s, CXCursor variable);
/* Finds the variables of the body; sets s->failed where loops are not possible. */
void read_body(struct loops *s);
/* Appends the body to s->out. Sets s->failed if it cannot be cut. */
void append_body(struct loops *s);
void loops_finish(struct loops *s);

/* ---- tile_parameters.c ---------------------------------------------------- */

/* Declares the parameters, except the index, of a kernel that is a C function as variables of its body.
 * Returns false if that is not possible. */
bool declare_kernel_parameters(struct loops *s);

/* ---- tile_callee.c -------------------------------------------------------- */

/* Whether a call with the index or the barrier as an argument may wait. */
bool call_waits(struct loops *s, const struct tree *argument);

/* ---- tile_calls.c --------------------------------------------------------- */

/* Handles a statement that calls a function that waits: appends the call of a function for all threads of the
 * tile, which it adds to the host unit, and substitutes the result. Returns false if that is not possible.
 * *has_rest: the rest of the statement belongs to the next region. */
bool append_call(struct loops *s, const struct tree *statement, bool *has_rest);

#endif
