/* Functions that differ only in restriction, where the units are edited: what overload.c,
 * retype.c and constructor.c share. */
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
};

/* Constructor, Destructor and their like for templates, too. */
enum CXCursorKind function_kind(CXCursor function);
/* The tokens of a function's name as declared: "f", "operator+", "~A",
 * "operator int". */
void name_tokens(const struct pairs *p, CXCursor function, size_t *first, size_t *last);

struct double_calls;
struct retyped_calls;

/* The code that a walk over calls is in. */
struct calls {
	struct pairs *pairs;
	struct double_calls *doubles;   /* of the walk in overload.c */
	struct retyped_calls *retyped;  /* of that in retype.c */
	bool amp; /* in amp code that is not restrict(cpu,amp) */
	bool cpu; /* in cpu code */
	bool in_function;
	CXCursor function;          /* retype.c: that it is in, or a lambda */
	unsigned begin;             /* what is in front of the clause is code of the place */
	const struct calls *outer;  /* around it */
};

/* Calls in a function or in a lambda that starts at an offset. */
struct calls calls_inside(const struct calls *outer, CXCursor c, unsigned start);

/* ---- constructor.c ------------------------------------------------------- */

/* The token of a function's '{', behind a constructor's list; where there is no
 * body, the token that ends the declaration. */
size_t body_token(const struct pairs *p, CXCursor function);
/* Makes the list of a restrict(cpu) constructor one for both. amp: the other. */
void merge_initializers(struct pairs *p, CXCursor cpu, CXCursor amp);
/* Removes the list of the restrict(amp) one, which is no constructor any more. */
void remove_initializers(struct pairs *p, CXCursor amp);

/* A type as it can be written anywhere in its scope, or NULL (resolution.c). The caller
 * frees it. */
char *type_name(CXType type);

#endif
