/* What the preprocessor reads in place of files of the program's (copies.c). */
#ifndef COPIES_H
#define COPIES_H

#include "source/request.h"

/* A file, and the temporary one that is read in its place. */
struct copy {
	char *path;
	const char *copy;
};
struct copies {
	struct copy *items;
	size_t count;
	struct copy *included; /* what is read for the names that -include has, where these would not find it */
	size_t n_included;
};

/* Copies the source if it has Unicode's spaces. For Visual C++'s dialect also what is in UTF-16 of the source and its headers, and
 * what includes headers by names that this system would not find: there, the names are others. A copy says
 * first whose it is, and has the file's lines. */
void copies_make(const struct translation_request *r, struct copies *out);
/* The copy of a file; NULL if it has none. */
const char *copies_find(const struct copies *c, const char *path);
/* Appends the program's options, with what is to be read in place of what -include names. */
void copies_push_options(const struct copies *c, const struct strings *options, struct strings *out);
/* Has the text of a dependency file name the program's files, not the copies that were read. */
void copies_rename(const struct copies *c, struct text *dependencies);
void copies_finish(struct copies *c);
/* The next __VA_ARGS__ of a macro behind a comma, from a place on, which GNU's ## belongs in front of; NULL without any. */
const char *next_rest_arguments(const char *macro, const char *from, const char *end);

#endif
