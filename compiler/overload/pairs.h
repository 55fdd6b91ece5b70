/* Functions that differ only in restriction, where the units are edited: what overload.c,
 * retype.c, constructor.c and resolution.c share. */
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
	struct strings either; /* sets of which a name in amp code means the CPU's function or the kernels' */
};

/* Constructor, Destructor and their like for templates, too. */
enum CXCursorKind function_kind(CXCursor function);
/* The tokens of a function's name as declared: "f", "operator+", "~A",
 * "operator int". */
void name_tokens(const struct pairs *p, CXCursor function, size_t *first, size_t *last);

/* The other name: f_amp, f_cpu; operator_plus_equals_amp. Of a specialization of a conversion function it has
 * the type as an argument, too. */
const char *other_name(const struct pairs *p, CXCursor function, const char *suffix);

/* ---- pairs_for_people.c: in the CUDA for people both functions are in one file ---- */

/* Edits of that alone. */
void insert_for_people(struct pairs *p, unsigned at, const char *text);
void replace_for_people(struct pairs *p, unsigned start, unsigned end, const char *text);
/* __host__ __device__ in front of a restrict(cpu) function. */
void share_with_kernels(struct pairs *p, CXCursor cpu);
/* Lets the function whose body begins at a token pass its call on in kernels, to another one. */
void ask_for_people(struct pairs *p, size_t body, const char *call, bool is_void, bool is_constructor);
/* Makes a constructor of a pair the one of the CPU (amp: of the GPU) alone; kernels on the CPU have a function of
 * the other one's body. */
void divide_constructor(struct pairs *p, CXCursor constructor, bool amp);

/* ---- code.c -------------------------------------------------------------- */

/* A function or a lambda of the text. */
struct code {
	CXCursor function;
	unsigned begin, end; /* from its clause on: what is in front of that is code of the place */
	unsigned restrictions;
	bool inherits; /* it has no clause */
	const struct code *around;
};

/* All of them, in the order of the text; free the items. */
struct code_map {
	struct code *items;
	size_t count;
};

struct code_map find_code(struct unit *u, const struct clauses *c, CXTranslationUnit tu);
/* The innermost one around an offset; NULL if there is none. */
const struct code *code_around(const struct code_map *m, unsigned offset);
/* The restrictions of the code at an offset: outside of functions that is of the CPU. */
unsigned code_at(const struct code_map *m, unsigned offset);

/* ---- constructor.c ------------------------------------------------------- */

/* The token of a function's '{', behind a constructor's list; where there is no
 * body, the token that ends the declaration. */
size_t body_token(const struct pairs *p, CXCursor function);
/* The token that ends the declarator in a constructor's definition: ':' or '{'. */
size_t list_token(const struct pairs *p, CXCursor definition);
/* Makes the list of a restrict(cpu) constructor one for both. amp: the other. */
void merge_initializers(struct pairs *p, CXCursor cpu, CXCursor amp);
/* Removes the list of the restrict(amp) one, which is no constructor any more. */
void remove_initializers(struct pairs *p, CXCursor amp);

/* A type as it can be written anywhere in its scope, or NULL (resolution.c). */
const char *type_name(CXType type);

#endif
