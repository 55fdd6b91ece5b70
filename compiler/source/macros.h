/* The macros at a place of a preprocessor's output, for the flat text (macros.c). */
#ifndef MACROS_H
#define MACROS_H

#include "base/text.h"

#include <stdbool.h>

struct macros {
	struct string_set names;
	struct macro *items; /* of each name */
	size_t capacity;
	size_t *users;       /* indices in items, of all that may be the user's */
	size_t n_users, n_shown;
};

/* The name in a line #define or #undef, of *n bytes; NULL in another. */
const char *macro_name(const char *line, size_t *n);
/* Takes note of such a line of the output, which may be another one, and stays as it is until
 * macros_finish(). is_users: it is of the user's files; then `kept` gets what the flat text needs in its
 * place, without a line break, if anything. */
void macros_note(struct macros *m, const char *line, size_t n, bool is_users, struct text *kept);
/* A line of the user's files as it is there, which may be #pragma push_macro or pop_macro: preprocessors
 * do not print them. */
void macros_note_pragma(struct macros *m, const char *source, struct text *kept);
/* No header asks for the macro: it is an include guard of the user's. */
void macros_forget(struct macros *m, const char *name, size_t n);
/* Appends what shows the user's macros to a header that comes next, those for which `sees` says so. False
 * if that is nothing. */
bool macros_show(struct macros *m, bool (*sees)(const void *of, const char *name, size_t n),
                 const void *of, struct text *flat);
/* Appends what hides them from the user's text. */
bool macros_hide(struct macros *m, struct text *flat);
/* Whether a name is a macro of a system header's, the compiler's or the command line's. */
bool macros_is_given(const struct macros *m, const char *name, size_t n);
void macros_finish(struct macros *m);

#endif
