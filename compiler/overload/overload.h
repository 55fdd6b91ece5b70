/* Functions that differ only in restriction, and what the parser and the two compilers, which
 * have no such overloads, take for something else. */
#ifndef OVERLOAD_H
#define OVERLOAD_H

#include "ast/ast.h"
#include "ast/library.h"
#include "source/edit.h"

/* ---- overload.c -------------------------------------------------------- */

/* A declaration of a function that shares its name and scope with one of the
 * other restriction (specification 2.3). */
struct overload {
	const char *set; /* scope and name: the same for all that compete in calls */
	const char *usr; /* the same for those with the same signature */
	CXCursor cursor;
	unsigned offset; /* of its name */
	bool amp;      /* restrict(amp); else restrict(cpu) */
	bool paired;   /* there is one of the other restriction with this signature */
};

struct overloads {
	struct overload *items;
	size_t count;
	struct strings common; /* the sets of restrict(cpu,amp) functions */
	/* where restrict(cpu,amp) code names such a function that is meant in kernels, too */
	struct offsets common_calls;
};

/* Finds all of them in the user's text. */
void find_overloads(const struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                    struct overloads *out);
void overloads_finish(struct overloads *o);
/* The one with its name at an offset, or NULL. */
const struct overload *overload_at(const struct overloads *o, unsigned offset);
/* Whether a function, or the template that it is instantiated from, competes
 * with functions that are restrict(amp) (or restrict(cpu)) only. */
bool has_overload(const struct overloads *o, CXCursor function, bool amp);
/* The function of the same signature and the other restriction; the null cursor if
 * there is none. */
CXCursor overload_counterpart(const struct overloads *o, CXCursor function);
/* The one of those that a function competes with which is restrict(amp) (or restrict(cpu)) only;
 * the null cursor if there is none or more than one. */
CXCursor only_overload(const struct overloads *o, CXCursor function, bool amp);
/* Whether functions that are restrict(cpu,amp) compete with this one. */
bool is_common_set(const struct overloads *o, CXCursor function);
/* Edits that keep both alive in the host unit, where one call may mean either,
 * and only the amp one in the device unit. */
void lower_overloads(struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                     const struct overloads *o, struct edits *out);

/* ---- retype.c ---------------------------------------------------------- */

/* In the trailing result type of a restrict(amp) function, and in a class in one, the parser
 * takes calls for those of the CPU: in the parse text they get the types of those that are
 * meant. False if there are none. */
bool retype_calls(struct unit *u, struct clauses *c, CXTranslationUnit tu, CXIndex index,
                  const struct overloads *o);

/* ---- dependent.c -------------------------------------------------------- */

/* Inserts `template`, `typename` and what names of dependent bases need where the parser misses
 * them, in both units and in the parse text. False if it misses none, or has them by now. */
bool complete_dependent_names(const struct unit *u, struct clauses *c, CXTranslationUnit tu, struct edits *edits);
/* What the name that an error is about needs in front of it to be found in a base that depends on
 * template parameters. NULL if it is in none, or the error is another. */
const char *qualifier_in_dependent_base(const struct clauses *c, CXTranslationUnit tu, CXDiagnostic d,
                                        const char *message, bool any_base);
/* The qualifier of a name in a class template that a base which depends on its parameters has for a member, too, where the
 * parser sees what a namespace has of that name; NULL if there is no such base. behind: what follows the name. */
const char *qualifier_over_namespace(CXCursor class, const char *name, const char *behind);

/* ---- ambiguous.c -------------------------------------------------------- */

/* Inserts the namespaces of the program's functions where amp code calls them by names that a
 * library has for the CPU, and the parser cannot choose, in both units and in the parse text.
 * False if there are no such calls. */
bool qualify_ambiguous_calls(const struct unit *u, struct clauses *c, CXTranslationUnit tu,
                             struct edits *edits);
/* "::" or "::a::b::" of the namespace of a function or a class; NULL: it cannot be named so. */
const char *qualifier_of(CXCursor declaration);
/* A qualifier for the name at an offset, with a space in front where it follows a colon: `a ? b:f(c)`. */
const char *apart_from_colon(const struct unit *u, unsigned offset, const char *qualifier);
/* Inserts one, in the parse text and, unless edits is NULL, in both units. Not before all places are found
 * that depend on what is inserted already. */
void insert_qualifier(const struct unit *u, struct clauses *c, struct edits *edits, unsigned offset,
                      const char *qualifier);
/* Whether a name in the text is that of a member, or written with a namespace, or has got one. */
bool is_qualified(const struct unit *u, const struct clauses *c, unsigned offset);

/* ---- ambiguous_name.c ---------------------------------------------------- */

/* Inserts the namespaces of what ambiguous names mean, in both units and in the parse text, where the
 * library and the standard library have such a name. False if there are none. */
bool qualify_ambiguous_names(struct unit *u, struct clauses *c, CXTranslationUnit tu, CXIndex index,
                             struct edits *edits);

/* ---- special.c --------------------------------------------------------- */

/* Declares special member functions in the parse text that clang takes for restrict(cpu),
 * and that are for both. False if there are none. */
bool share_special_members(struct clauses *c, CXTranslationUnit tu, const struct overloads *o);

/* ---- conversion.c ------------------------------------------------------ */

/* Of conversion functions to different types clang chooses by the type alone: converts
 * objects, in both units and in the parse text, where that is not the one that may be
 * called. False if there is nothing to convert. */
bool settle_conversions(struct unit *u, struct clauses *c, CXTranslationUnit tu, CXIndex index,
                        struct overloads *o, struct edits *edits);

/* ---- resolution.c ------------------------------------------------------ */

/* Converts the arguments of calls, in both units, that would mean other functions for
 * compilers that know no restrictions, or refuses them. For a program without errors. */
void settle_overloads(struct unit *u, CXTranslationUnit tu, CXIndex index, struct overloads *o,
                      struct edits *edits);

#endif
