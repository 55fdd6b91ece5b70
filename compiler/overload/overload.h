/* Functions that differ only in restriction, and what the parser and the two compilers, which do not know
 * such overloads, resolve differently. */
#ifndef OVERLOAD_H
#define OVERLOAD_H

#include "ast/ast.h"
#include "ast/library.h"
#include "source/edit.h"

/* ---- overload.c -------------------------------------------------------- */

/* A declaration of a function that shares its name and scope with a function of the other restriction
 * (specification 2.3). */
struct overload {
	const char *set; /* scope and name: equal for all functions that compete in a call */
	const char *usr; /* equal for functions with the same signature */
	CXCursor cursor;
	unsigned offset; /* of its name */
	bool amp;      /* restrict(amp); else restrict(cpu) */
	bool paired;   /* there is a function with this signature and the other restriction */
};

struct overloads {
	struct overload *items;
	size_t count;
	struct overload *spare; /* others with a name that only restrict(cpu,amp) functions share */
	size_t n_spare;
	struct names divided; /* sets of which these have been moved to items */
	/* offsets where restrict(cpu,amp) code names such a function, also for kernels */
	struct offsets common_calls;
};

/* Finds all overloads in the user's text. */
void find_overloads(const struct unit *u, struct overloads *out);
/* Returns the overload whose name is at an offset, or NULL. */
const struct overload *overload_at(const struct overloads *o, unsigned offset);
/* Whether a function, or the template that it is an instantiation of, competes with functions that are only
 * restrict(amp) (amp false: only restrict(cpu)). */
bool has_overload(const struct overloads *o, CXCursor function, bool amp);
/* Whether functions of one restriction that compete with it have another name in a unit: there are some that are only
 * restrict(cpu) and others that are only restrict(amp), or divide_set() has been called. */
bool is_divided(const struct overloads *o, CXCursor function);
/* Gives the functions with one restriction that compete with a restrict(cpu,amp) function another name in one
 * unit. Returns false if there are none, or they cannot have another name. */
bool divide_set(struct overloads *o, CXCursor function);
/* Returns the function with the same signature and the other restriction, or the null cursor. */
CXCursor overload_counterpart(const struct overloads *o, CXCursor function);
/* Returns the only competing function that is only restrict(amp) (amp false: only restrict(cpu)); the null
 * cursor if there is none or more than one. */
CXCursor only_overload(const struct overloads *o, CXCursor function, bool amp);
/* Whether functions without a counterpart compete with this one, so that the cpu function cannot forward a call. */
bool set_is_unpaired(const struct overloads *o, CXCursor function);
/* Edits the units so that both functions exist in the host unit, where a call may mean either, and only the
 * amp one in the device unit. */
void lower_overloads(struct unit *u, const struct overloads *o, struct edits *out);

/* ---- retype.c ---------------------------------------------------------- */

/* In the trailing result type of a restrict(amp) function, and in a class inside of one, the parser resolves
 * calls to CPU functions. This gives them, in the parse text, the types of the functions that are meant. */
void retype_calls(struct unit *u, const struct overloads *o);

/* ---- dependent.c -------------------------------------------------------- */

/* Inserts missing `template` and `typename`, and qualifiers of names from dependent bases, in both units and
 * in the parse text. */
void complete_dependent_names(const struct unit *u, struct edits *edits);
/* Returns the qualifier that the name in an error needs to be found in a dependent base; NULL if it is in
 * none, or the error is another. any_base: it may be in a base that is not known. */
const char *qualifier_in_dependent_base(const struct unit *u, CXDiagnostic d, const char *message, bool any_base);
/* Returns the qualifier for a name in a class template that is a member of a dependent base, but that the
 * parser finds in a namespace; NULL if there is no such base. behind: the text behind the name. */
const char *qualifier_over_namespace(CXCursor class, const char *name, const char *behind);

/* ---- ambiguous.c -------------------------------------------------------- */

/* Inserts the namespaces of the program's functions, in both units and in the parse text, where amp code
 * calls them by a name that a library also has for the CPU, so that the parser finds the call ambiguous. */
void qualify_ambiguous_calls(const struct unit *u, struct edits *edits);
/* Whether a function is a friend that only its class declares, and so is found by argument-dependent lookup
 * alone. */
bool is_hidden_friend(CXCursor function);
/* Returns "::" or "::a::b::" for the namespace of a function or a class; NULL if it cannot be named like
 * that. */
const char *qualifier_of(CXCursor declaration);
/* Returns a qualifier for the name at an offset, preceded by a space if the name follows a colon: `a ?
 * b:f(c)`. */
const char *apart_from_colon(const struct unit *u, unsigned offset, const char *qualifier);
/* Inserts a qualifier, in the parse text and, unless edits is NULL, in both units. */
void insert_qualifier(const struct unit *u, struct clauses *c, struct edits *edits, unsigned offset,
                      const char *qualifier);
/* Whether a name is that of a member, or is written with a namespace, or has been qualified. */
bool is_qualified(const struct unit *u, const struct clauses *c, unsigned offset);

/* ---- ambiguous_name.c ---------------------------------------------------- */

/* Inserts the namespaces of what ambiguous names mean, in both units and in the parse text, where the library
 * and the standard library both have such a name. */
void qualify_ambiguous_names(struct unit *u, struct edits *edits);

/* ---- special.c --------------------------------------------------------- */

/* Declares, in the parse text, special member functions that clang takes for restrict(cpu) although they are
 * restrict(cpu,amp). */
void share_special_members(const struct unit *u, const struct overloads *o);

/* ---- conversion.c ------------------------------------------------------ */

/* Among conversion functions to different types, clang chooses by the type alone. Where that function may not
 * be called, this converts the object explicitly, in both units and in the parse text. */
void settle_conversions(struct unit *u, struct overloads *o, struct edits *edits);

/* ---- resolution.c ------------------------------------------------------ */

/* Converts, in both units, arguments of calls that would be ambiguous or mean other functions for compilers
 * without restrictions. Call this for programs without errors. */
void settle_overloads(struct unit *u, struct overloads *o, struct edits *edits);

#endif
