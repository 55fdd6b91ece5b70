/* The state that all parts of the lowering share, and functions that all of them use (rewrite.c). */
#ifndef REWRITE_H
#define REWRITE_H

#include "ast/ast.h"
#include "ast/library.h"
#include "source/edit.h"

struct overloads;

/* A declaration around the walk's current position. */
struct scope {
	CXCursor cursor;
	enum CXCursorKind kind;
	unsigned start, end;
	bool amp; /* a function or lambda whose body is amp code */
};

/* How many kernels, or moved types, a function or a class has so far. */
struct ordinal {
	const char *key; /* identifies the function or class */
	unsigned count;
};

/* A lambda, which is lowered when the walk is over and all other edits are known. */
struct kernel {
	CXCursor lambda;
	struct scope *scopes; /* a copy; from the outside in */
	size_t n_scopes;
	unsigned start, end, body_start, body_end;
	bool is_launched; /* in place, so that it does not outlive its captures */
};

/* A class or an enumeration that was moved out of its function. */
struct moved_type {
	unsigned start;
	const char *alias; /* "typedef f_types_1::A A": its alias at the original place */
	const char *scope; /* "f_types_1": scope of the names in it, such as enumerators */
	/* template parameters for types of variables that it mentions, which are typedefs in the function */
	struct names parameters;
};

/* A name, unique in the program, that ampcc made, and the base of its replacement for people. */
struct long_name {
	const char *name, *base;
	bool is_member;
	unsigned ordinal;
};

struct lowering {
	struct unit *unit;
	const struct clauses *clauses;
	struct edits *edits;
	const char *text;
	struct tokens *tokens;
	struct scope *scopes;
	size_t n_scopes;
	struct kernel *kernels;
	size_t n_kernels;
	struct ordinal *ordinals;
	size_t n_ordinals;
	struct moved_type *moved;
	size_t n_moved;
	struct long_name *long_names;
	size_t n_long_names;
	unsigned n_tile_functions; /* made from functions that wait (tile_calls.h) */
	struct offsets qualified;  /* names of the library's that are qualified for people */
	struct offsets published;  /* private member types that are made public for people */
	struct offsets published_in_units; /* and those in the units */
	struct offsets launched; /* lambdas that are an argument of a launch */
	struct offsets words;    /* where `template` or `typename` is inserted (dependent_word.c) */
	struct offsets visited;  /* places that are done; instantiations repeat nodes */
	struct offsets specified; /* names of functions that have __host__ __device__ */
	struct offsets checked; /* accesses that are wrapped (checked_access.c) */
	struct offsets hidden;  /* addresses hidden from nvcc (mixed_address.c) */
	struct cursors friends; /* the program's friend declarations; valid if knows_friends */
	bool knows_friends;
	bool looks_into_namespaces; /* for people: looks_into_namespaces() of the unit (lower_internal.h) */
	bool names_namespaces;      /* and has_unnamed_kernels() */
	unsigned hash; /* hash_unit(), for names that must differ between units */
	bool has_kernels;
	struct c_program *program; /* of a C unit (lower_c.h) */
};

static inline const struct token *token(const struct lowering *l, size_t i)
{
	return &l->tokens->items[i];
}

static inline bool is(const struct lowering *l, size_t i, const char *spelling)
{
	return token_is(l->text, token(l, i), spelling);
}

/* Whether token i is a word of a list that is separated by spaces. */
static inline bool is_one_of(const struct lowering *l, size_t i, const char *list)
{
	return token_is_one_of(l->text, token(l, i), list);
}

/* Returns [start, end) of the flat text with the edits so far. */
const char *render(struct lowering *l, unsigned start, unsigned end, enum unit_kind kind);
/* render() for text that moves as a whole: people get it as in their file (edit.h). */
const char *render_moved(struct lowering *l, unsigned start, unsigned end, enum unit_kind kind);
/* render() for an expression, including what closes a cast at its end. */
const char *render_expression(struct lowering *l, unsigned start, unsigned end, enum unit_kind kind);
/* Removes [start, end) from the device unit, and from the host unit if in_host, except its line breaks, so
 * that what follows keeps its line number. */
void remove_text(struct lowering *l, unsigned start, unsigned end, bool in_host);
/* Removes a clause from both units, with a space in front of it. */
void remove_clause(struct lowering *l, const struct clause *c);
/* Whether a token is a directive #pragma with this name. */
bool is_pragma(const struct lowering *l, const struct token *t, const char *name);
/* Removes #pragma unroll, which is for nvcc, from the host unit: gcc warns about it, and clang requires a
 * loop behind it, which is gone where a tile's loop is cut at its barriers. */
void leave_out_unrolling(struct lowering *l, unsigned start, unsigned end);
/* Write directives around a class that holds views, which must have the layout that the library's code
 * expects even where the program packs its classes (#pragma pack). Pass the result of the first to the
 * second. */
bool begin_default_packing(const struct lowering *l, unsigned at, struct text *t);
void end_default_packing(bool packed, struct text *t);
/* Appends a #line directive for an offset on a line of its own; for people, who need none, only a line break. */
void append_line_directive(const struct lowering *l, struct text *t, unsigned offset);
/* In a unit, appends a #line directive for what follows [start, end), if that has several lines. */
void append_line_behind(const struct lowering *l, enum unit_kind kind, unsigned start, unsigned end, struct text *t);
/* Returns the token behind [4][4] at token i; i if there are no brackets. */
size_t behind_brackets(const struct lowering *l, size_t i);
/* Returns the innermost cursor at token i. */
CXCursor cursor_at(const struct lowering *l, size_t i);
/* Whether an offset is visited for the first time: instantiations repeat nodes. */
bool first_visit(struct lowering *l, unsigned offset);
/* Returns a hash that tells a file from others of the same name, and is the same in each unit that includes
 * it. */
unsigned hash_file(const char *path);
/* Returns a hash that tells a unit from the program's other units, even from those of the same source with
 * other macros. */
unsigned hash_unit(const struct translation_request *r);

/* ---- lower_builtin.c ------------------------------------------------------ */

/* Replaces the name of one of the compiler's built-in functions by its name in the device unit. */
void lower_builtin(struct lowering *l, CXCursor reference);

/* ---- mixed_address.c ------------------------------------------------------- */

/* In the device unit, hides from nvcc which addresses in the body of a function or lambda are of a thread's
 * own variables, where they meet other addresses. */
void lower_mixed_addresses(struct lowering *l, CXCursor function);

/* ---- constant_array.c ------------------------------------------------------ */

/* In the device unit, makes constant arrays in the body of a function or lambda static. */
void lower_constant_arrays(struct lowering *l, CXCursor function);

/* ---- dependent_initializer.c ---------------------------------------------- */

/* In the device unit, rewrites variables of a function or lambda that are initialized with statement
 * expressions in a form that nvcc accepts. */
void lower_dependent_initializers(struct lowering *l, CXCursor function);

/* ---- checked_access.c ------------------------------------------------------ */

/* Wraps the accesses in a function's or a lambda's body in checks. */
void check_accesses(struct lowering *l, CXCursor function);

/* ---- switch.c -------------------------------------------------------------- */

/* In the device unit, rewrites a switch with case ranges without them. Its contents must have been lowered. */
void lower_case_ranges(struct lowering *l, CXCursor statement);

/* ---- tile_atomic.c --------------------------------------------------------- */

/* Marks the arguments of atomic operations on tile_static variables in amp code. */
void mark_tile_atomics(struct lowering *l);

/* ---- cuda_names.c: names of the program's that CUDA or a library has, too - */

/* Appends such types, and functions that make them, that the program declares; with_used: or that it uses
 * from a namespace. */
void find_cuda_types(CXTranslationUnit tu, bool with_used, struct strings *out);
/* Appends names that nvcc does not accept in code for GPUs, where names are ASCII: of the program's types, of
 * its functions for kernels, and of the scopes that these are in. */
void find_names_beyond_ascii(const struct unit *u, struct strings *out);
/* Renames functions and variables of the program whose names CUDA declares, in the device unit, and
 * restrict(amp) functions whose names a library has for the CPU, in both units. Qualifies calls in amp code
 * of restrict(cpu, amp) functions whose names a library has. */
void rename_taken_names(struct unit *u, const struct overloads *o, struct edits *edits);

#endif
