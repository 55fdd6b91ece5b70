/* What resolution.c and conversion.c share: the functions that compete in calls, and what the
 * calls mean in a parse of the unit. */
#ifndef RESOLUTION_H
#define RESOLUTION_H

#include "overload/pairs.h"
#include "parse/parse.h"

/* A declaration of a function in the user's text. */
struct candidate {
	CXCursor cursor;
	unsigned offset;       /* of its name */
	const char *name, *usr; /* conversion functions: "operator"; constructors: their class's */
	unsigned restrictions;
	unsigned fewest, most; /* arguments */
	bool is_contested;     /* by one of another restriction, with other parameters */
	bool is_pair;          /* there is one of its signature and the other restriction */
	bool is_renamed;       /* in one of the units */
};

/* Something that calls a candidate, or names it. */
struct reference {
	CXCursor cursor;
	unsigned offset;
	const struct candidate *callee;
	const char *instance; /* the USR of the instantiation that it is in; or "" */
	unsigned code;        /* the restrictions of the code that it is in */
};

/* An argument, [start, end) of the text, that is to be converted. */
struct cast {
	unsigned start, end;
	const char *open;  /* in front of it: "static_cast<T>(", or "T" in front of a list in braces */
	const char *close; /* behind it */
};

struct resolution {
	struct unit *unit;
	CXIndex index;
	struct overloads *overloads;
	struct candidate *candidates;
	size_t n_candidates;
	struct cast *casts;
	size_t n_casts;
	struct offsets refused; /* lines */
	struct code_map code;   /* once there is a view */
};

/* What the calls mean in one parse of the unit. */
struct view {
	struct resolution *resolution;
	struct trial trial;
	bool is_borrowed; /* it is the unit's own parse */
	struct reference *references;
	size_t n_references;
	struct reference *lists; /* in braces, of aggregates; without a callee */
	size_t n_lists;
	struct strings instances; /* that the walk was in */
	const char *instance;
};

/* Finds the candidates. Whether a compiler may confuse some of them. */
bool find_candidates(struct resolution *r, const struct clauses *c, CXTranslationUnit tu);
/* Whether two are declarations of one function, or differ only in restriction. */
bool is_same_candidate(const struct candidate *f, const struct candidate *g);
void resolution_finish(struct resolution *r);

/* Parses the unit as changed. False, after a message, if that cannot be done. */
bool view_init(struct view *v, struct resolution *r,
               void (*change)(const struct resolution *r, struct clauses *c));
/* The unit as it was parsed already: the first of its views. */
void view_init_parsed(struct view *v, struct resolution *r, CXTranslationUnit tu);
void view_finish(struct view *v);
/* The change for the unit as kernels see it: restrict(cpu,amp) functions are restrict(amp). */
void see_as_kernels(const struct resolution *r, struct clauses *c);
/* Whether a view has the same function called at the same place. */
bool has_reference(const struct view *v, const struct reference *like);

/* Puts texts around [start, end), unless they are there already. Takes the texts. */
void add_cast(struct resolution *r, unsigned start, unsigned end, const char *open, const char *close);
/* Has an argument converted to a type, if it is of another and the type has a name. */
void add_conversion(struct resolution *r, const struct clauses *c, CXCursor argument, CXType type);
/* An argument as it is written: without the conversions that the parser adds. */
CXCursor written_argument(const struct clauses *c, CXCursor argument);
/* The casts, in both units. */
void add_casts(const struct resolution *r, struct edits *edits);

#endif
