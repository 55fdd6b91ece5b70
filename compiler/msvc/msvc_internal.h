/* Shared by the files of msvc/. */
#ifndef MSVC_INTERNAL_H
#define MSVC_INTERNAL_H

#include "ast/phrases.h"
#include "msvc/msvc.h"
#include "source/edit.h"

/* A round of edits. */
struct amendment {
	struct unit *unit;
	const struct clauses *clauses; /* of the parse whose diagnostics ask for the edits; NULL: tokens alone do */
	CXTranslationUnit tu;
	struct edits edits;
	struct offsets edited;      /* places of edits, so that none is edited twice */
	bool needs_helpers;         /* the edits use <amp/msvc_helpers.h> */
	struct declarations *later; /* declarations in namespaces, by name; made on first use (late.c) */
	struct names *defined;      /* members defined outside of their class; made on first use (scopes.c) */
	bool has_moved;             /* a specialization, whose contents have been skipped (scopes.c) */
};

/* A diagnostic about the text at an offset. */
struct complaint {
	CXDiagnostic diagnostic;
	const char *message;
	unsigned at;
};

/* Replaces [start, end); returns false if that place has been edited in this round. */
bool amend_replace(struct amendment *a, unsigned start, unsigned end, const char *text);
bool amend_insert(struct amendment *a, unsigned at, const char *text);
/* amend_replace() for token i. */
bool amend_token(struct amendment *a, size_t i, const char *text);
/* Finds the n-th source range of a diagnostic. Returns false if it is not in the text. */
bool complaint_range(const struct amendment *a, const struct complaint *c, unsigned n, unsigned *start,
                     unsigned *end);
static inline const struct token *token(const struct amendment *a, size_t i)
{
	return unit_token(a->unit, i);
}
static inline bool is(const struct amendment *a, size_t i, const char *spelling)
{
	return unit_is(a->unit, i, spelling);
}
static inline bool is_one_of(const struct amendment *a, size_t i, const char *list)
{
	return unit_is_one_of(a->unit, i, list);
}
/* Returns the token behind the bracket with its contents, or behind the other token, at token i. */
static inline size_t skip_group(const struct amendment *a, size_t i)
{
	return token_skip_group(a->unit->tokens.items, i);
}
/* Replaces the tokens [first, last], also if that place has been edited. */
void replace_tokens(struct amendment *a, size_t first, size_t last, const char *text);
/* Inserts in front of token i. */
void insert_text_at(struct amendment *a, size_t i, const char *text);
/* Returns the token behind what begins at token i: a bracket with its contents, template arguments. */
size_t next_token(const struct amendment *a, size_t i);
/* Removes the tokens [first, end), which move in front of the token `to`: appends line directives around
 * them, and their text between, to `out`; or, if it is not NULL, this text. */
void move_tokens(struct amendment *a, size_t first, size_t end, size_t to, const char *text, struct text *out);

/* ---- scopes.c: declarations, by their tokens ----------------------------------- */

void amend_scopes(struct unit *u);

/* ---- silent.c: what the parser accepts without a diagnostic ------------------- */

/* has_amended: other edits have been made in this round. */
bool amend_silent(struct amendment *a, bool has_amended);
/* Returns the innermost cursor around an offset for whose kind is_wanted() holds, or the null cursor. */
CXCursor amend_find_around(const struct amendment *a, unsigned at, bool (*is_wanted)(enum CXCursorKind));

/* ---- properties.c: members that are functions ---------------------------------- */

/* The beginning of the text that replaces a property's declaration. */
#define AMEND_PROPERTY "property "
/* In it, if the property is declared with []. */
#define AMEND_INDEXED " indexed="
bool amend_property(struct amendment *a, const struct complaint *c);

/* ---- lvalue.c: temporaries bound to T & ------------------------------------ */

bool amend_temporary(struct amendment *a, const struct complaint *c);
bool amend_arguments(struct amendment *a, const struct complaint *c);

/* ---- late.c: names that are declared behind a template that uses them ------- */

bool amend_late_name(struct amendment *a, const struct complaint *c);
bool amend_late_call(struct amendment *a, const struct complaint *c);
/* Handles better overloads that are declared behind a template, which the parser does not diagnose. */
bool amend_late_overloads(struct amendment *a);
/* Handles members of dependent bases whose name is also in a namespace, where the parser finds the latter. */
bool amend_hidden_names(struct amendment *a);
bool amend_incomplete(struct amendment *a, const struct complaint *c);

/* ---- msvc_declarations.c: declarations with too many words, or too few ----------- */

bool amend_qualification(struct amendment *a, const struct complaint *c);
bool amend_typename(struct amendment *a, const struct complaint *c);
bool amend_shadowed_parameter(struct amendment *a, const struct complaint *c);
bool amend_elaborated_typedef(struct amendment *a, const struct complaint *c);
bool amend_pure(struct amendment *a, const struct complaint *c);
bool amend_missing_return(struct amendment *a, const struct complaint *c);
bool amend_throw_specification(struct amendment *a, const struct complaint *c);
bool amend_register(struct amendment *a, const struct complaint *c);
bool amend_forward_enum(struct amendment *a, const struct complaint *c);
bool amend_duplicate_instantiation(struct amendment *a, const struct complaint *c);
bool amend_jump(struct amendment *a, const struct complaint *c);
bool amend_exception(struct amendment *a, const struct complaint *c);

#endif
