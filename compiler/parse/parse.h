/* The parser: libclang, the precompiled amp.h, and restriction clauses in a form that libclang understands. */
#ifndef PARSE_H
#define PARSE_H

#include "ast/ast.h"
#include "ast/library.h"

/* ---- parse.c ------------------------------------------------------------- */

/* Defined in units without code for the host: see <amp/config.h>. */
#define AMP_DEVICE_UNIT "__AMPCC_DEVICE_UNIT__"
/* Defined if the program defines a type HRESULT: amp.h then declares none. */
#define AMP_OWN_HRESULT "__AMPCC_OWN_HRESULT__"

/* pch.c. Returns the path of a precompiled amp.h for these options, which is made if there is none yet; NULL
 * if that fails. The unit owns the path, which is valid until the next call for it. */
const char *precompiled_amp(struct unit *u, const struct strings *options);
/* Returns the precompiled header that the unit uses, or NULL. */
const char *precompiled_path(const struct unit *u);
/* Discards the unit's precompiled header, which the parser has rejected because headers have changed. */
void refuse_precompiled(struct unit *u);
void precompiled_finish(struct unit *u);
/* Appends -include of <amp/prelude.h>. */
void add_prelude(const struct translation_request *r, struct strings *options);
/* Appends those of the host compiler's options that mean the same to clang. */
void add_parse_options(const struct strings *from, enum language language, struct strings *to);
/* Parses a parse text. Returns NULL, after a message, if libclang fails altogether. */
CXTranslationUnit parse(struct unit *u, struct clauses *c);

/* A trial parse with other clauses or more text, which leaves the unit unchanged. */
struct trial {
	struct clauses clauses; /* to be modified before trial_parse() */
	CXTranslationUnit tu;   /* NULL before trial_parse(), or if that failed */
};
struct trial trial_of(const struct unit *u);
bool trial_parse(struct trial *t, struct unit *u);
void trial_finish(struct trial *t);

/* Whether an error is about a tile_static variable of a class with constructors, which clang's CUDA rejects;
 * C++ AMP accepts it, as it does not call them (specification 2.4.3.5.1). */
bool is_of_cuda_only(CXDiagnostic d);
/* Whether the parser found other errors, which may be due to missing headers. */
bool has_errors(CXTranslationUnit tu);

/* ---- restrict.c ---------------------------------------------------------- */

/* Whether the tokens from i on spell a clause, restrict(amp), whether or not it is allowed there. */
bool is_clause_like(const struct unit *u, size_t i);
/* Whether any of them contains `auto`. */
bool has_auto_clause(const struct unit *u);
/* Finds the unit's clauses. In the parse text, each becomes the equivalent CUDA attribute, where clang accepts
 * attributes. */
void find_clauses(struct unit *u);
/* Whether a typedef has a name in the parse text only: `decltype(x + y);`. */
bool declares_nothing(CXCursor declaration);
/* Makes clang treat all destructors as restrict(cpu,amp). Returns false if they already are. */
bool share_destructors(const struct unit *u, struct clauses *c);
/* Makes the tile_static variable whose name is at an offset a reference for clang, so that it looks for no
 * constructor: C++ AMP would not call one (2.4.3.5.1). constructible: the other compilers can construct it.
 * Returns false if there is no such variable. */
bool leave_unconstructed(const struct unit *u, struct clauses *c, unsigned name,
                         bool constructible);

/* ---- infer.c ------------------------------------------------------------- */

/* Gives each restrict(auto) function that has had errors so far the next restrictions to try. Returns false
 * if there are none left to try. */
bool narrow_restrictions(struct unit *u);

/* ---- meanings.c ---------------------------------------------------------- */

/* Returns the request's meanings, as modified by the program's pragmas and attributes. Refuses those that
 * have no effect on amp code. */
unsigned find_meanings(struct unit *u);
/* Whether token i is one of gcc's attributes with arguments: `name`, or `reserved`, which is the name with
 * underscores. */
bool is_attribute(const struct unit *u, size_t i, const char *name, const char *reserved);

/* ---- nested.c ------------------------------------------------------------ */

/* Inserts the restrictions that functions inside of amp code inherit. */
void inherit_restrictions(const struct unit *u, struct clauses *c);

#endif
