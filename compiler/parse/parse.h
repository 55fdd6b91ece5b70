/* The parser: libclang, the precompiled amp.h, and restriction clauses as libclang understands
 * them. */
#ifndef PARSE_H
#define PARSE_H

#include "ast/ast.h"
#include "ast/library.h"

/* ---- parse.c ------------------------------------------------------------- */

/* With this macro <amp.h> brings along no standard headers but those that it needs itself.
 * A program that the parser takes so has both units so, too, and they compile a third faster;
 * any other has all that Microsoft's <amp.h> brings along. */
#define AMP_LEAN "__AMPCC_LEAN__"
/* That a unit has no code for the host: see <amp/config.h>. */
#define AMP_DEVICE_UNIT "__AMPCC_DEVICE_UNIT__"
/* Defined where the program has a type HRESULT of its own: amp.h has none then. */
#define AMP_OWN_HRESULT "__AMPCC_OWN_HRESULT__"

/* pch.c: a precompiled amp.h for these options, made if there is none yet. NULL
 * if it cannot be. The path is the unit's, and good until it asks for another. */
const char *precompiled_amp(struct unit *u, const struct strings *options);
/* The one that the unit has, or NULL. */
const char *precompiled_path(const struct unit *u);
/* The parser does not take the unit's: it is of headers that are others now. */
void refuse_precompiled(struct unit *u);
void precompiled_finish(struct unit *u);
/* -include of <amp/prelude.h>. */
void add_prelude(const struct translation_request *r, struct strings *options);
/* The host compiler's options that clang understands in the same way. */
void add_parse_options(const struct strings *from, enum language language, struct strings *to);
/* Parses the parse text. NULL, with a message, if libclang failed altogether. */
CXTranslationUnit parse(struct unit *u, struct clauses *c, CXIndex index);

/* A parse that asks: what if the unit had other clauses, or more text? Nothing of the unit changes. */
struct trial {
	struct clauses clauses; /* to be changed before it is parsed */
	CXTranslationUnit tu;   /* NULL until it is, or if it cannot be */
};
struct trial trial_of(const struct clauses *c);
bool trial_parse(struct trial *t, struct unit *u, CXIndex index);
void trial_finish(struct trial *t);

/* clang's CUDA refuses tile_static variables of classes with constructors; C++
 * AMP does not call them (specification 2.4.3.5.1). */
bool is_of_cuda_only(CXDiagnostic d);
/* Whether the parser found others, which may come of too few headers. */
bool has_errors(CXTranslationUnit tu);

/* ---- restrict.c ---------------------------------------------------------- */

/* Whether the tokens from i on are those of a clause, restrict(amp), in its place or not. */
bool is_clause_like(const struct unit *u, size_t i);
/* Whether one of them has `auto` in it. */
bool has_auto_clause(const struct unit *u);
/* Finds the clauses and writes the parse text, in which each is the CUDA
 * attribute of the same meaning, at a place where clang takes attributes. */
void find_clauses(struct unit *u, struct clauses *out);
/* Whether a typedef has a name in the parse text only: `decltype(x + y);`. */
bool declares_nothing(CXCursor declaration);
/* clang is to take all destructors for restrict(cpu,amp). False if it does already. */
bool share_destructors(const struct unit *u, struct clauses *c);
/* A tile_static variable with its name at an offset becomes a reference for clang, so
 * that it looks for no constructor, which C++ AMP would not call (2.4.3.5.1).
 * constructible: by the other compilers. False if there is no such variable. */
bool leave_unconstructed(const struct unit *u, struct clauses *c, unsigned name,
                         bool constructible);

/* ---- infer.c ------------------------------------------------------------- */

/* Of each restrict(auto) function with an error so far, other restrictions to be tried. False if there
 * are none. */
bool narrow_restrictions(struct unit *u);

/* ---- meanings.c ---------------------------------------------------------- */

/* The request's meanings after the program's own pragmas and attributes. Refuses those that do not
 * reach amp code. */
unsigned find_meanings(struct unit *u, const struct clauses *c);
/* Whether token i is gcc's attribute of a name, which may be written with underscores, too, and has
 * arguments. */
bool is_attribute(const struct unit *u, size_t i, const char *name, const char *reserved);

/* ---- nested.c ------------------------------------------------------------ */

/* Adds the insertions that give functions inside of amp code its restrictions. */
void inherit_restrictions(const struct unit *u, struct clauses *c);

#endif
