/* Which tokens of the user's files those of the flat text are (alignment.c). */
#ifndef ALIGNMENT_H
#define ALIGNMENT_H

#include "source/expansion.h"

/* A file of the user's. */
struct source_file {
	const char *name;   /* as line marks have it */
	struct text text;   /* its bytes, with blanks in place of what Visual C++ takes for some */
	char *plain;        /* as many bytes, in which a byte order mark and line splices are blanks */
	struct tokens tokens; /* of these */
	struct item *items; /* the tokens but for the last one */
	unsigned *lines;    /* where each line begins */
	size_t n_lines;
	bool is_read;
};

/* The use of a macro outside of any other, with its arguments. */
struct macro_use {
	int file;
	unsigned start, end;      /* in the file */
	const struct macro *macro;
	size_t first, last;       /* of the tokens of the flat text that it became */
};

struct aligned_token {
	int file;                /* index in alignment.files */
	const struct item *item; /* NULL: the file's tokens do not give the flat text's */
	int use;                 /* index in alignment.uses; -1: it is part of none */
};

struct alignment {
	struct source_file *files;
	size_t n_files;
	struct aligned_token *tokens; /* of each token of the flat text */
	struct macro_use *uses;
	size_t n_uses;
	struct expansion expansion; /* owns items */
};

/* Made when first asked for; the unit's. */
const struct alignment *unit_alignment(struct unit *u);
/* The line of an offset in a file, from 1 on. */
unsigned source_file_line(const struct source_file *f, unsigned offset);
/* Where token `at` of a macro's definition is, in a file; UINT_MAX: in none of the user's. */
unsigned macro_token_offset(const struct alignment *a, const struct macro *m, size_t at, int *file);
void alignment_destroy(struct alignment *a);

#endif
