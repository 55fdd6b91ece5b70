/* The front end's stages behind parsing, in the order in which translate.c runs them, and
 * what all of their files include. */
#ifndef FRONT_END_H
#define FRONT_END_H

#include "ast.h"
#include "edit.h"
#include "overload.h"
#include "parse.h"

/* ---- check.c (check.h) --------------------------------------------------- */

/* Whether fast_math or precise_math has a function of this name. */
bool is_math_name(const char *name);
/* The rules of restrict(amp) that the parser does not know. Statements that the parser
 * found an error in are left out, and the variables that they declare. edits: gets what the
 * units have in place of constants that amp code names (check_constant.c). */
void check(struct unit *u, const struct clauses *c, const struct overloads *o,
           CXTranslationUnit tu, struct edits *edits);

/* An error of ours is about a variable. */
void refuse_uses(struct unit *u, unsigned declared, unsigned start, unsigned end);
/* Whether the statement at an offset names a variable that was refused: what the parser has
 * against it follows from that. If a call of a name begins there, whether that call does. */
bool is_about_refused(const struct unit *u, unsigned offset);
/* The token behind the call of a name, f(…), that begins at an offset; 0 if there is none. */
size_t named_call_end(const struct unit *u, unsigned offset);

/* Barriers that not all threads of a tile come to (barrier.c). For a program
 * without other errors. */
void check_barriers(struct unit *u, const struct clauses *c, CXTranslationUnit tu);

/* Accesses to tile_static memory that lack a barrier between them (race.c), as
 * warnings. For a program without other errors. */
void check_races(struct unit *u, const struct clauses *c, CXTranslationUnit tu);
/* Functions that kernels call and that are defined elsewhere, where there is code for GPUs
 * (undefined.c). For a program of C++ without other errors. */
void check_undefined(struct unit *u, const struct clauses *c, CXTranslationUnit tu);
/* The warnings of -Wamp-performance (performance.c). For a program without errors. */
void check_performance(struct unit *u, const struct clauses *c, CXTranslationUnit tu);

/* ---- lower.c (lower.h), lower_c.c (lower_c.h) ----------------------------- */

/* Makes function objects of kernels, and everything else that the two units
 * need, as edits. Sets *has_kernels if there is code for a device. */
void lower(struct unit *u, const struct clauses *c, CXTranslationUnit tu, struct edits *out,
           bool *has_kernels);
/* The same for C: the host unit's edits, and the whole device unit. With errors, only what else
 * is wrong. */
void lower_c(struct unit *u, const struct clauses *c, CXTranslationUnit tu, struct edits *edits,
             struct text *device, bool *has_kernels);

/* ---- line_markers.c -------------------------------------------------------- */

/* For clang as the host's compiler: tells it which lines of the host unit are a header's. */
void mark_headers(const struct unit *u, struct text *host);

/* ---- translate.c ---------------------------------------------------------- */

/* What translate() does once the unit is a flat text; the unit stays the caller's. */
bool translate_unit(struct unit *u, struct translation *out);
/* Directives for the command line's macros that the headers of the device unit's compiler must
 * not see, as T in CUDA's: they are not on its command line. */
void append_unit_macros(const struct translation_request *request, struct text *t);

#endif
