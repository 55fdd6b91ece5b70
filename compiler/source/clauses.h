/* restrict(...) clauses, and the parse text: what libclang parses instead of the flat text
 * (parse_text.c). */
#ifndef CLAUSES_H
#define CLAUSES_H

#include "source/unit.h"

enum { RESTRICT_CPU = 1, RESTRICT_AMP = 2, RESTRICT_AUTO = 4 };

/* One restrict(...) clause. */
struct clause {
	unsigned start, end;    /* in the flat text */
	unsigned restrictions;  /* RESTRICT_… */
	bool on_type;           /* of a function pointer or type, not of a function */
	unsigned lambda;        /* where the lambda begins that it is of, or UINT_MAX */
};

/* Part of the parse text that stands elsewhere than in the flat text:
 * [start, start + moved) comes from [start + shift, start + shift + moved). */
struct move {
	unsigned start, moved;
	int shift;
};

/* What the parse text has in addition. */
struct insertion {
	const char *text; /* borrowed */
	unsigned order;   /* of those at one place */
	unsigned flat;    /* where, in the flat text */
	unsigned at;      /* the same behind the moves */
	unsigned start;   /* in the parse text */
};

struct clauses {
	struct clause *items;
	size_t count;
	struct text parse;      /* the flat text as libclang gets it */
	struct text moved;      /* the same without the insertions; same length as the flat text */
	struct move *moves;
	size_t n_moves;
	struct insertion *insertions; /* in order */
	size_t n_insertions;
	struct strings texts; /* owns some of their texts */
	struct offsets references; /* names of tile_static variables that are references for clang */
	struct offsets unconstructed; /* those that nobody can construct */
	struct offsets retyped; /* calls with another type than the parser would find */
	struct offsets completed; /* dependent names that have got something in front of them */
	struct offsets qualified; /* names that have got a namespace in front of them */
	bool has_named_conversions; /* functions that go by a name (conversion.c) */
	CXFile file;            /* the parse text, for libclang */
};

/* Another parse text, to be changed. The first one has to live as long. */
void clauses_copy(struct clauses *to, const struct clauses *from);
void clauses_finish(struct clauses *c);
/* clang is to see the attribute for restrictions at an offset of the flat text, once
 * the parse text is written with make_insertions(). */
void insert_restrictions(struct clauses *c, unsigned at, unsigned restrictions);
/* Any other text, which stays the caller's; or is copied. */
void insert_text(struct clauses *c, unsigned at, const char *text);
void insert_own_text(struct clauses *c, unsigned at, const char *text);
void make_insertions(struct clauses *c);
/* clang is to see other restrictions in place of a clause, likewise. */
void change_restrictions(struct clauses *c, const struct clause *clause, unsigned restrictions);
/* Where an offset of the flat text is in the text with the moves, before the insertions. */
unsigned moved_offset(const struct clauses *c, unsigned offset);
/* Offset in the flat text of an offset in the parse text. */
unsigned parse_to_flat(const struct clauses *c, unsigned offset);
/* The other way around. */
unsigned flat_to_parse(const struct clauses *c, unsigned offset);
/* The clause of a function, with its name at start, or lambda, whose body is at end, or NULL:
 * not that of a lambda among its default arguments or what initializes members. */
const struct clause *function_clause(const struct unit *u, const struct clauses *c, unsigned start,
                                     unsigned end);
/* The clause that starts in [start, end), or NULL. */
const struct clause *clause_in(const struct clauses *c, unsigned start, unsigned end);

#endif
