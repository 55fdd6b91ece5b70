/* Temporary copies that the preprocessor reads in place of the program's files (copies.c). */
#ifndef COPIES_H
#define COPIES_H

#include "source/request.h"

/* A file, and the temporary file that is read in its place. */
struct copy {
	const char *path, *copy;
};
struct copies {
	struct copy *items;
	size_t count;
	struct copy *included; /* files to read for names in -include options that would not be found by
	                        * these names */
	size_t n_included;
	const char *hiding;   /* folder of headers that are read in front of others (hide_macros()), or NULL */
	struct names folders; /* the folders in it, for -isystem */
};

/* Copies the source if it has Unicode spaces. In Visual C++'s dialect, also copies the source and headers that
 * are in UTF-16, and files that include others by names which this system would not find, with the names
 * replaced. A copy begins with a line that names its original, and keeps the line numbers. Headers of other
 * libraries in system folders get headers in front of them that hide Visual C++'s macros. */
void copies_make(const struct translation_request *r, struct copies *out);
/* Returns the path of a file's copy, or NULL. */
const char *copies_find(const struct copies *c, const char *path);
/* Appends the program's options, with the copies in place of the files that -include names, and the folders of
 * headers that hide macros. */
void copies_push_options(const struct copies *c, const struct strings *options, struct strings *out);
/* Replaces copies' names in the text of a dependency file by the names of the originals. */
void copies_rename(const struct copies *c, struct text *dependencies);
/* Replaces the names of headers that hide macros, in any text, by those of the headers behind them. */
void copies_rename_hiding(const struct copies *c, struct text *t);
/* Returns the next __VA_ARGS__ behind a comma in a macro, from `from` on, which needs GNU's ## in front of
 * it; NULL if there is none. */
const char *next_rest_arguments(const char *macro, const char *from, const char *end);

#endif
