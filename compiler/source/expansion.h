/* Repeats macro expansion (C11 6.10.3) to record where each token comes from (expansion.c). For alignment.c. */
#ifndef EXPANSION_H
#define EXPANSION_H

#include "source/unit.h"

/* A macro, as one #define defines it. */
struct macro {
	const struct macro_line *line;
	struct tokens tokens; /* of its line, beginning with `define` */
	size_t body;          /* index of the body's first token */
	bool is_function, is_variadic;
	size_t first_parameter, n_parameters; /* parameters are every other token from the first one on */
};

/* The token of a macro's definition that a token comes from. */
struct expansion_step {
	const struct macro *macro;
	size_t at;          /* index of the token in macro.tokens */
	unsigned expansion; /* the same number for all tokens of one expansion */
	const struct expansion_step *outer;
};

/* A token in the course of expansion. */
struct pp_token {
	const char *text;
	unsigned len;
	enum token_kind kind;
	unsigned spot;               /* offset in the file of the token, or of the outermost macro it comes from */
	bool is_own;                 /* the token itself is at `spot` */
	bool is_spaced;              /* preceded by white space */
	bool is_builtin;             /* comes from __LINE__ and the like: its spelling is up to the compiler */
	bool is_spelling;            /* made by #parameter: an argument's spelling */
	const struct hide_set *hidden;     /* macros whose expansion it comes from */
	const struct expansion_step *step; /* innermost one, or NULL */
	struct pp_token *next;
};

struct expansion {
	const struct unit *unit;
	struct macro **macros;            /* parallel to the unit's macro lines; filled on demand */
	struct string_set names;          /* of the macros seen so far */
	size_t *current;                  /* by name: index of the macro line in force */
	size_t n_current, n_lines;        /* n_lines: macro lines passed so far */
	unsigned n_expansions;
	unsigned n_expansions_left; /* remaining limit */
};

/* Makes the macros those at an offset of the flat text. Offsets must not decrease from call to call. */
void expansion_go_to(struct expansion *e, unsigned offset);
/* Redefines the macro that a token names if a system header has undefined it: the header may have restored it
 * by #pragma pop_macro, which preprocessors do not print. Returns false if that is not the case. */
bool expansion_restore(struct expansion *e, const struct pp_token *t);
void expansion_finish(struct expansion *e);
/* Makes a list of the tokens [from, to) of a text, each at its own place. Returns it as an array, whose last
 * item ends the list. */
struct pp_token *make_items(const char *text, const struct tokens *tokens, size_t from,
                            size_t to);
/* Expands the macro that *list begins with, and returns it; NULL if the list begins with no macro. Items
 * behind the use are not copied: they become the end of the new list. */
const struct macro *expand_first(struct expansion *e, struct pp_token **list);
bool item_is(const struct pp_token *t, const char *spelling);

#endif
