/* Macros in force at a place of the preprocessor's output, and those that the flat text needs (macros.c). */
#ifndef MACROS_H
#define MACROS_H

#include "base/text.h"

#include <stdbool.h>

struct macros {
	struct string_set names; /* the caller finishes it */
	struct macro_state *items; /* parallel to `names` */
	size_t n_items;
	size_t *users; /* indices in items of all macros that may be the user's, or headers' that name themselves */
	size_t n_users, n_shown;
};

/* Returns the name in a #define or #undef line, and its length in *n; NULL for other lines. */
const char *macro_name(const char *line, size_t *n);
/* Records a #define or #undef line of the output; other lines are ignored. The line must stay valid as
 * long as the macros. is_users: it is from the user's files; then `kept` gets what the flat text needs in its
 * place, if anything, without a line break. */
void macros_note(struct macros *m, const char *line, size_t n, bool is_users, struct text *kept);
/* Records #pragma push_macro or pop_macro in a line of the user's files: preprocessors do not print these. */
void macros_note_pragma(struct macros *m, const char *source, struct text *kept);
/* Forgets a macro that no header uses: an include guard of the user's. */
void macros_forget(struct macros *m, const char *name, size_t n);
/* Appends directives that make macros visible to a header that follows, of the user's those for which `sees`
 * returns true. of: not NULL. Returns false if there is nothing to append. */
bool macros_show(struct macros *m, bool (*sees)(const void *of, const char *name, size_t n),
                 const void *of, struct text *flat);
/* Appends directives that hide them from the user's text again. Returns false if there is nothing to append. */
bool macros_hide(struct macros *m, struct text *flat);
/* Whether a name is a macro of a system header, of the compiler or of the command line. */
bool macros_is_given(const struct macros *m, const char *name, size_t n);

#endif
