/* What the files of msvc/ share. */
#ifndef MSVC_INTERNAL_H
#define MSVC_INTERNAL_H

#include "ast/phrases.h"
#include "msvc/msvc.h"
#include "source/edit.h"

/* A round of edits, by what one parse says. */
struct amendment {
	struct unit *unit;
	const struct clauses *clauses;
	CXTranslationUnit tu;
	struct edits edits;
	struct offsets edited;  /* where one was made, so that no two are */
	bool needs_helpers;     /* the edits name something of <amp/msvc_helpers.h> */
	struct declarations *later; /* of namespaces, by name: made when first asked for (late.c) */
};

/* One message of the parser's, about the text at an offset. */
struct complaint {
	CXDiagnostic diagnostic;
	const char *message;
	unsigned at;
};

/* Replaces [start, end); false if an edit was made there in this round. */
bool amend_replace(struct amendment *a, unsigned start, unsigned end, const char *text);
bool amend_insert(struct amendment *a, unsigned at, const char *text);
/* Whether the first range of a message is in the text, and where. */
bool complaint_range(const struct amendment *a, const struct complaint *c, unsigned n, unsigned *start,
                     unsigned *end);
/* The tokens of the text, and one's spelling compared. */
static inline const struct token *amend_token(const struct amendment *a, size_t i)
{
	return &a->unit->tokens.items[i];
}
static inline bool amend_is(const struct amendment *a, size_t i, const char *spelling)
{
	return token_is(a->unit->text.data, amend_token(a, i), spelling);
}

/* ---- scopes.c: declarations, by their tokens ----------------------------------- */

void amend_scopes(struct unit *u);

/* ---- silent.c: what the parser has nothing against ---------------------------- */

/* has_amended: something else was, in this round. */
bool amend_silent(struct amendment *a, bool has_amended);
/* The innermost cursor of some kind around a place of the text; the null cursor if there is none. */
CXCursor amend_find_around(const struct amendment *a, unsigned at, bool (*is_wanted)(enum CXCursorKind));

/* ---- properties.c: members that are functions ---------------------------------- */

/* The text of what stands for a property's declaration begins so. */
#define AMEND_PROPERTY "property "
bool amend_property(struct amendment *a, const struct complaint *c);

/* ---- lvalue.c: temporaries bound to T & ------------------------------------ */

bool amend_temporary(struct amendment *a, const struct complaint *c);
bool amend_arguments(struct amendment *a, const struct complaint *c);

/* ---- late.c: names that are declared behind a template that uses them ------- */

bool amend_late_name(struct amendment *a, const struct complaint *c);
bool amend_late_call(struct amendment *a, const struct complaint *c);
/* Better overloads that are declared behind a template: the parser says nothing of them. */
bool amend_late_overloads(struct amendment *a);
/* Members of bases that depend on template parameters, of a name that a namespace has: the parser takes that one. */
bool amend_hidden_names(struct amendment *a);
bool amend_incomplete(struct amendment *a, const struct complaint *c);
void declarations_destroy(struct declarations *d);

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
