/* The state that all parts of the lowering share, and what each of them does with the flat text
 * (rewrite.c). */
#ifndef REWRITE_H
#define REWRITE_H

#include "ast/ast.h"
#include "ast/library.h"
#include "source/edit.h"

struct overloads;

/* A declaration that the walk is inside of. */
struct scope {
	CXCursor cursor;
	enum CXCursorKind kind;
	unsigned start, end;
	bool amp; /* a function or lambda whose body is amp code */
};

/* How many kernels, or types that move, a function or a class has so far. */
struct ordinal {
	const char *key; /* tells what has them from all others */
	unsigned count;
};

/* A lambda to lower when the walk is over and all other edits are known. */
struct kernel {
	CXCursor lambda;
	struct scope *scopes; /* from the outside in; a copy */
	size_t n_scopes;
	unsigned start, end, body_start, body_end;
	bool is_launched; /* in place: it ends before anything that it captures */
};

/* A class or an enumeration that moved out of its function. */
struct moved_type {
	unsigned start;
	const char *alias; /* "typedef f_types_1::A A": what names it where it was */
	const char *scope; /* "f_types_1", of what is named in it: of enumerators */
	/* template parameters for the types of variables that it speaks of, typedefs in the function */
	struct strings parameters;
};

/* A name that ampcc made, unique in the program, and what people get for it. */
struct long_name {
	char *name, *base;
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
	unsigned n_tile_functions; /* made of functions that wait (tile_calls.h) */
	struct offsets qualified;  /* names of the library's that have their namespace for people */
	struct offsets published;  /* private member classes that are public for people */
	struct offsets launched; /* lambdas that are an argument of a launch */
	struct offsets words; /* where `template` or `typename` goes (dependent_word.c) */
	struct offsets visited; /* where something was done; instantiations repeat nodes */
	struct offsets checked; /* accesses that are wrapped (checked_access.c) */
	struct offsets hidden; /* addresses that nvcc is not to know (mixed_address.c) */
	struct cursors friends; /* the program's friend declarations, once they are known */
	bool knows_friends;
	unsigned hash;          /* hash_unit(), for what other units do not have */
	bool has_kernels;
	struct c_program *program; /* of a unit in C (lower_c.h) */
};

static inline const struct token *token(const struct lowering *l, size_t i)
{
	return &l->tokens->items[i];
}

static inline bool is(const struct lowering *l, size_t i, const char *spelling)
{
	return token_is(l->text, token(l, i), spelling);
}

/* Whether token i is one of several, between which are spaces. */
static inline bool is_one_of(const struct lowering *l, size_t i, const char *list)
{
	return token_is_one_of(l->text, token(l, i), list);
}

/* The flat text's [start, end) with the edits so far. */
const char *render(struct lowering *l, unsigned start, unsigned end, enum unit_kind kind);
/* The same of text that moves as a whole: people get it as their file has it (edit.h). */
const char *render_moved(struct lowering *l, unsigned start, unsigned end, enum unit_kind kind);
/* The same of an expression, with what closes a cast around its end. */
const char *render_expression(struct lowering *l, unsigned start, unsigned end, enum unit_kind kind);
/* Takes [start, end) out of the device unit, and of the host unit if in_host, but for its line
 * breaks: what follows keeps its line. */
void remove_text(struct lowering *l, unsigned start, unsigned end, bool in_host);
/* Takes a clause out of both units, with a space in front of it. */
void remove_clause(struct lowering *l, const struct clause *c);
/* Whether a token is a directive #pragma with that name behind it. */
bool is_pragma(const struct lowering *l, const struct token *t, const char *name);
/* Takes #pragma unroll, which is for nvcc, out of the host unit: gcc warns of it, and clang wants a loop behind it,
 * which is not there where a tile's loop is cut at its barriers. */
void leave_out_unrolling(struct lowering *l, unsigned start, unsigned end);
/* Writes directives in front of and behind a class that holds views, which has to be laid out as the library's code
 * expects it also where the program's classes are packed (#pragma pack). The result goes to the second one. */
bool begin_default_packing(const struct lowering *l, unsigned at, struct text *t);
void end_default_packing(bool packed, struct text *t);
/* A #line directive for an offset, on a line of its own; for people, who need none, a line break only. */
void append_line_directive(const struct lowering *l, struct text *t, unsigned offset);
/* The token behind the [4][4] at token i, if there are any. */
size_t behind_brackets(const struct lowering *l, size_t i);
/* The innermost cursor at token i. */
CXCursor cursor_at(const struct lowering *l, size_t i);
/* Whether nothing was done at an offset yet: instantiations repeat nodes. */
bool first_visit(struct lowering *l, unsigned offset);
/* A hash that tells a file from another of the same name, the same in each
 * unit that includes it. */
unsigned hash_file(const char *path);
/* One that tells a unit from the others of a program, also from those of the same source with
 * other macros. */
unsigned hash_unit(const struct translation_request *r);

/* ---- lower_builtin.c ------------------------------------------------------ */

/* Gives one of the compiler's own functions the name that it has in the device unit. */
void lower_builtin(struct lowering *l, CXCursor reference);

/* ---- mixed_address.c ------------------------------------------------------- */

/* Hides from nvcc, in a function's or a lambda's body in the device unit, which addresses are of
 * a thread's own variables, where they meet others. */
void lower_mixed_addresses(struct lowering *l, CXCursor function);

/* ---- dependent_initializer.c ---------------------------------------------- */

/* Writes variables of a function or a lambda in the device unit as nvcc takes them where statement expressions
 * initialize them. */
void lower_dependent_initializers(struct lowering *l, CXCursor function);

/* ---- checked_access.c ------------------------------------------------------ */

/* Has the accesses in a function's or a lambda's body checked. */
void check_accesses(struct lowering *l, CXCursor function);

/* ---- switch.c -------------------------------------------------------------- */

/* Writes a switch that has ranges of cases without them in the device unit. What is in it must
 * have been lowered. */
void lower_case_ranges(struct lowering *l, CXCursor statement);

/* ---- cuda_names.c: names of the program's that CUDA or a library has, too - */

/* float3 or make_float3, or any other of these. */
bool is_vector_name(const char *name);
/* Types (and functions that make them) that the program declares; with_used: or uses of a namespace. */
void find_cuda_types(CXTranslationUnit tu, bool with_used, struct strings *out);
/* Names that nvcc does not take in code for GPUs, whose names are ASCII: of the program's types, of its functions for
 * kernels, and of what these are in. */
void find_names_beyond_ascii(const struct unit *u, struct strings *out);
/* Other names for functions and variables of the program's that CUDA has, in the device unit;
 * for restrict(amp) functions that a library has for the CPU, in both; and the namespaces of
 * restrict(cpu, amp) functions that a library has, where amp code calls them. */
void rename_taken_names(struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                        const struct overloads *o, struct edits *edits);

#endif
