/* Which tokens of the user's files the tokens of the flat text come from (alignment.c). */
#ifndef ALIGNMENT_H
#define ALIGNMENT_H

#include "source/expansion.h"

/* One of the user's files. */
struct source_file {
	const char *name;     /* as line markers spell it */
	struct text text;     /* its bytes; spaces that only Visual C++ accepts are blanked */
	char *plain;          /* the same length, with byte order mark and line splices blanked */
	struct tokens tokens; /* of `plain` */
	struct pp_token *items; /* one for each token except TOKEN_END */
	unsigned *lines;      /* offset at which each line begins */
	size_t n_lines;
	bool is_read;
};

/* A use of a macro outside of any other macro, with its arguments. */
struct macro_use {
	int file;
	unsigned start, end; /* offsets in the file */
	const struct macro *macro;
	size_t first, last; /* the tokens of the flat text that it expands to, [first, last] */
};

struct aligned_token {
	int file;                /* index in alignment.files */
	const struct pp_token *item; /* NULL: no token of a file corresponds to it */
	int use;                 /* index in alignment.uses; -1: no macro's */
};

struct alignment {
	struct source_file *files;
	size_t n_files;
	struct aligned_token *tokens; /* parallel to the tokens of the flat text */
	struct macro_use *uses;
	size_t n_uses;
	struct expansion expansion; /* owns the items */
};

/* Returns the unit's alignment, which is built on first use and which the unit owns. */
const struct alignment *unit_alignment(struct unit *u);
/* Returns the line number, from 1, of an offset in a file. */
unsigned source_file_line(const struct source_file *f, unsigned offset);
/* Returns the offset of token `at` of a macro's definition, and in *file the index of its file; UINT_MAX if
 * that is not one of the user's files. */
unsigned macro_token_offset(const struct alignment *a, const struct macro *m, size_t at, int *file);
void alignment_destroy(struct alignment *a);

#endif
