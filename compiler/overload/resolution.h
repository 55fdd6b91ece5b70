/* Shared by resolution.c and conversion.c: functions that compete in calls, and what the calls mean in a
 * parse of the unit. */
#ifndef RESOLUTION_H
#define RESOLUTION_H

#include "overload/pairs.h"
#include "parse/parse.h"

/* A declaration of a function in the user's text. */
struct candidate {
	CXCursor cursor;
	unsigned offset;       /* of its name */
	const char *name, *usr; /* of conversion functions "operator", of constructors the name of their class */
	unsigned restrictions;
	unsigned fewest, most; /* number of arguments that it accepts */
	bool is_contested;     /* competes with a function of another restriction and with other parameters */
	bool is_pair;          /* there is a function of the same signature and the other restriction */
	bool is_renamed;       /* has another name in one of the units */
};

/* A call or a name of a candidate. */
struct reference {
	CXCursor cursor;
	unsigned offset;
	const struct candidate *callee;
	const char *instance; /* USR of the instantiation that it is in, or "" */
	unsigned code;        /* restrictions of the code that it is in */
};

/* An argument, [start, end) of the text, to be converted. */
struct cast {
	unsigned start, end;
	const char *open;  /* text in front: "static_cast<T>(", or "T" for a braced list */
	const char *close; /* text behind */
};

struct resolution {
	struct unit *unit;
	struct overloads *overloads;
	struct candidate *candidates;
	size_t n_candidates;
	struct cast *casts;
	size_t n_casts;
	struct offsets refused; /* lines with an error */
};

/* What the calls mean in one parse of the unit. */
struct resolved_parse {
	struct resolution *resolution;
	struct trial trial;
	bool is_borrowed; /* the parse is the unit's own */
	struct reference *references;
	size_t n_references;
	struct reference *lists; /* braced initializers of aggregates; they have no callee */
	size_t n_lists;
	struct names instances; /* entered by the walk */
	const char *instance;
};

/* Finds the candidates. Returns whether some compete. */
bool find_candidates(struct resolution *r);
/* Whether two declare the same function, or differ only in restriction. */
bool is_same_candidate(const struct candidate *f, const struct candidate *g);

/* Parses the unit as modified by `change`. Returns false, after an error, if it cannot be parsed. */
bool resolved_parse_init(struct resolved_parse *v, struct resolution *r,
                         void (*change)(const struct resolution *r, struct clauses *c));
/* Makes a view of the unit's existing parse: the first of its views. */
void resolved_parse_adopt(struct resolved_parse *v, struct resolution *r);
void resolved_parse_finish(struct resolved_parse *v);
/* Inserts the recorded casts in the parse text. */
void see_as_written(const struct resolution *r, struct clauses *c);
/* A `change` for resolved_parse_init(): the unit as kernels see it, with restrict(cpu,amp) functions as
 * restrict(amp). */
void see_as_kernels(const struct resolution *r, struct clauses *c);
/* Whether the same function is called at the same place in a view. */
bool has_reference(const struct resolved_parse *v, const struct reference *like);

/* Records the texts to put around [start, end), unless they are recorded already. */
void add_cast(struct resolution *r, unsigned start, unsigned end, const char *open, const char *close);
/* Records a conversion of an argument to a type, if that differs from the argument's and has a name. */
void add_conversion(struct resolution *r, const struct clauses *c, CXCursor argument, CXType type);
/* Returns an argument without implicit conversions. */
CXCursor written_argument(const struct clauses *c, CXCursor argument);
/* Makes the recorded casts edits in both units. */
void add_casts(const struct resolution *r, struct edits *edits);

#endif
