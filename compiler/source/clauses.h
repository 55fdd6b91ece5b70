/* restrict(...) clauses, and the parse text: the text that libclang parses in place of the flat text
 * (parse_text.c). */
#ifndef CLAUSES_H
#define CLAUSES_H

#include "source/unit.h"

enum { RESTRICT_CPU = 1, RESTRICT_AMP = 2, RESTRICT_AUTO = 4 };

/* One restrict(...) clause. */
struct clause {
	unsigned start, end;    /* offsets in the flat text */
	unsigned restrictions;  /* RESTRICT_… */
	bool on_type;           /* of a function pointer or function type, not of a function */
	unsigned lambda;        /* offset at which the lambda begins that the clause belongs to, or UINT_MAX */
	unsigned
	    code_end; /* the code that it restricts begins with it, and ends with the function's body or declaration */
	bool has_body;
	bool has_attribute;     /* clang's attributes of a function stand for it in the parse text */
	unsigned attribute;     /* the `order` of their insertion */
};

/* Text that the parse text has in addition to the flat text. */
struct insertion {
	const char *text;    /* not owned */
	unsigned order;      /* among insertions at one place */
	unsigned at;         /* offset in the flat text */
	unsigned stands_for; /* offset in the flat text of what it is written for */
	unsigned start;      /* offset in the parse text */
};

struct clauses {
	struct clause *items;
	size_t count;
	struct text parse; /* the text that libclang parses */
	struct text plain; /* the parse text without insertions, in which clauses are blank: as long as the flat text */
	struct insertion *insertions;
	size_t n_insertions, n_made;  /* the first n_made are sorted, and in the parse text */
	struct offsets references;    /* tile_static variables that clang sees as references, by the offset of
	                               * their names */
	struct offsets unconstructed; /* tile_static variables whose class clang cannot construct */
	struct offsets guides;        /* deduction guides, which have no code, by the offset of their names */
	struct offsets retyped;       /* calls whose type differs from what the parser finds */
	struct offsets completed;     /* dependent names with an insertion in front */
	struct offsets qualified;     /* names with a namespace inserted in front */
	bool has_named_conversions;   /* conversion functions are called by a name (conversion.c) */
	CXFile file;                  /* the parse text as libclang's file */
};

/* Copies a parse text to be modified. `from` must outlive `to`. */
void clauses_copy(struct clauses *to, const struct clauses *from);
void clauses_finish(struct clauses *c);
/* Inserts clang's attributes for some restrictions at an offset of the flat text. The parse text, and the
 * mapping of offsets, change with the next parse. */
void insert_restrictions(struct clauses *c, unsigned at, unsigned restrictions);
/* Inserts any other text, a literal or interned. */
void insert_text(struct clauses *c, unsigned at, const char *text);
/* Writes the parse text with all insertions (parse.c). */
void make_insertions(struct clauses *c);
/* Inserts the attributes that stand for a function's clause, or another text that does. */
void insert_attribute(struct clauses *c, unsigned at, struct clause *clause);
void insert_for_clause(struct clauses *c, unsigned at, const struct clause *clause, const char *text);
/* Replaces the attributes of a function's clause, from the next parse on. Returns whether they change. */
bool change_restrictions(struct clauses *c, const struct clause *clause, unsigned restrictions);
/* Maps an offset of the parse text to the flat text. */
unsigned parse_to_flat(const struct clauses *c, unsigned offset);
/* Maps an offset of the flat text to the parse text. */
unsigned flat_to_parse(const struct clauses *c, unsigned offset);
/* Returns the clause of a function whose name is at `start`, or of a lambda, with the body at `end`; NULL if
 * there is none. Clauses of lambdas in default arguments or member initializers are skipped. */
const struct clause *function_clause(const struct unit *u, unsigned start, unsigned end);
/* Returns the clause that starts in [start, end), or NULL. */
const struct clause *clause_in(const struct clauses *c, unsigned start, unsigned end);
/* Returns the innermost clause that restricts the code at an offset, or NULL. Without a clause, a function inside of
 * another one has its restrictions (specification 2.2.1). */
const struct clause *clause_around(const struct clauses *c, unsigned offset);
/* Returns the restrictions of the code at an offset; restrict(cpu) where no clause restricts it. */
unsigned code_at(const struct clauses *c, unsigned offset);
/* Whether an offset is in the code of a function, lambda or block that is restrict(amp) and has a body. */
bool in_amp_function(const struct clauses *c, unsigned offset);

#endif
