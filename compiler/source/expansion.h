/* Expansion of macros (C11 6.10.3), over again, so that each token knows where it came of (expansion.c).
 * For alignment.c. */
#ifndef EXPANSION_H
#define EXPANSION_H

#include "source/unit.h"

/* A macro as one #define of it says. */
struct macro {
	const struct macro_line *line;
	unsigned name_len;
	struct tokens tokens;  /* of its line, from `define` on */
	size_t body;           /* the first token of its body */
	bool is_function, is_variadic;
	size_t first_parameter, n_parameters; /* every other token from the first one on */
};

/* A macro's token of which a token came. */
struct step {
	const struct macro *macro;
	size_t at; /* a token of it */
	unsigned expansion; /* tokens of one expansion of the macro have one number */
	const struct step *outer;
};

/* A token in an expansion. */
struct item {
	const char *text;
	unsigned len;
	enum token_kind kind;
	unsigned spot;  /* where it, or the macro's name that it came of, is in the file */
	bool is_own;    /* it is at its spot itself */
	bool is_spaced; /* white space is in front of it */
	bool is_builtin; /* of __LINE__ and the like: what the compiler makes of it is not known */
	bool is_spelling; /* #parameter: how an argument is written */
	const struct hidden *hidden; /* macros in whose expansion it is */
	const struct step *step; /* the innermost, or NULL */
	struct item *next;
};

struct expansion {
	const struct unit *unit;
	struct macro **macros;     /* of each of the unit's macro lines, once it was read */
	struct string_set names;   /* of macros */
	size_t *current;           /* the macro line in force of each name */
	size_t current_capacity, n_lines; /* lines that were passed */
	struct block *blocks;      /* all that is allocated goes when the expansion is done */
	unsigned n_expansions;
	unsigned n_expansions_left; /* there are no more than these */
};

/* From now on macros are those of the flat text at an offset, which does not become less. */
void expansion_go_to(struct expansion *e, unsigned offset);
/* Makes what a token names a macro again, where a system header has undefined it: by #pragma pop_macro it may have put it
 * back, which preprocessors do not print. False if it is another. */
bool expansion_restore(struct expansion *e, const struct item *t);
void expansion_finish(struct expansion *e);
/* The tokens of a text as a list, each at its own spot: an array of n items, of which the last one ends
 * the list. */
struct item *make_items(struct expansion *e, const char *text, const struct tokens *tokens, size_t from,
                        size_t to);
/* Replaces the macro that *list begins with; the list's items stay as they are, and are the new list's
 * last ones. NULL if it begins with none. */
const struct macro *expand_first(struct expansion *e, struct item **list);
bool item_is(const struct item *t, const char *spelling);

#endif
