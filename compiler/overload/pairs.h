/* Editing pairs of functions that differ only in restriction: shared by overload.c, retype.c, constructor.c
 * and resolution.c. */
#ifndef PAIRS_H
#define PAIRS_H

#include "messages/messages.h"
#include "overload/overload.h"

struct pairs {
	struct unit *unit;
	const struct clauses *clauses;
	const struct overloads *overloads;
	struct edits *edits;
	const char *text;
	const struct token *tokens;
	struct names either; /* sets whose name, in amp code, means the CPU's or the kernels' function
	                      * depending on where it runs */
	struct names
	    unresolved; /* in CUDA for people: names in amp code whose meaning depends on a template parameter */
	/* by whether it is f_amp (else f_cpu): sets that are called by their other name, and such names in templates */
	struct names called_sets[2], called_names[2];
	struct offsets refused;  /* such names, where errors have been reported */
};

static inline struct pairs pairs_of(struct unit *u, const struct overloads *o, struct edits *edits)
{
	return (struct pairs){.unit = u,
	                      .clauses = u->clauses,
	                      .overloads = o,
	                      .edits = edits,
	                      .text = u->text.data,
	                      .tokens = u->tokens.items};
}

static inline bool is(const struct pairs *p, size_t i, const char *spelling)
{
	return token_is(p->text, &p->tokens[i], spelling);
}

/* Returns Constructor, Destructor and the like also for templates of these. */
enum CXCursorKind function_kind(CXCursor function);
/* Whether a function's name is an operator's or a conversion function's. */
bool is_operator(const char *name);
/* Whether calls use the function's name, so that it can get another one. */
bool has_plain_name(CXCursor function);
/* Finds the tokens [*first, *last] of a function's name in its declaration: "f", "operator+", "~A", "operator
 * int". */
void name_tokens(const struct pairs *p, CXCursor function, size_t *first, size_t *last);

/* Returns the other name of a function: f_amp, f_cpu; operator_plus_equals_amp. That of a specialization of a
 * conversion function also has the type as an argument. */
const char *other_name(const struct pairs *p, CXCursor function, const char *suffix);

/* Replaces [start, end) in one of the units, and, if for_people, in the CUDA for people. */
void edit_in(const struct pairs *p, unsigned start, unsigned end, const char *text, enum unit_kind kind,
             bool for_people);

/* ---- pairs_for_people.c: in the CUDA for people both functions are in one file ---- */

/* Inserts __host__ __device__ in front of a restrict(cpu) function. */
void share_with_kernels(struct pairs *p, CXCursor cpu);
/* Makes the function whose body begins at a token forward its call to another function in kernels. */
void ask_for_people(struct pairs *p, size_t body, const char *call, bool is_void, bool is_constructor);
/* Restricts a constructor of a pair to the CPU (amp: to the GPU). For kernels on the CPU, the amp one's body
 * becomes a function. A CPU constructor with more parameters than the kernels' is also declared for the GPU,
 * without default arguments for the additional ones, because host code names it there. */
void divide_constructor(struct pairs *p, CXCursor constructor, bool amp, int n_kernels);

/* ---- constructor.c ------------------------------------------------------- */

/* Returns the token '{' of a function, behind a constructor's member initializers; without a body, the token
 * that ends the declaration. */
size_t body_token(const struct pairs *p, CXCursor function);
/* Returns the token that ends the declarator in a constructor's definition: ':' or '{'. */
size_t list_token(const struct pairs *p, CXCursor definition);
/* Makes the member initializers of a restrict(cpu) constructor initialize as either of the two does. */
void merge_initializers(struct pairs *p, CXCursor cpu, CXCursor amp);
/* Removes the member initializers of the restrict(amp) constructor, which becomes an ordinary function. */
void remove_initializers(struct pairs *p, CXCursor amp);

/* Returns a spelling of a type that is valid anywhere in its scope, or NULL (resolution.c). */
const char *type_name(CXType type);

#endif
