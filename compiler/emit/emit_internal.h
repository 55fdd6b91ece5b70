/* Shared by the files of emit/. */
#ifndef EMIT_INTERNAL_H
#define EMIT_INTERNAL_H

#include "emit/emit.h"
#include "source/alignment.h"

/* Tokens [first, last] of the flat text that are written as the flat text has them, with macros expanded. */
struct region {
	size_t first, last;
};

/* An include line of a file. */
struct inclusion {
	int file;
	const char *name; /* in quotation marks or angle brackets */
	unsigned start;   /* where that is in the file */
	int to;           /* the user's file that it names; -1: none */
	const char *via;  /* the folder of an option in which it was found, or NULL */
	bool is_windows;  /* only Visual C++ finds the file by this name */
};

/* The edits of a unit while they are mapped to its files. */
struct emission {
	struct unit *unit;
	struct edits *edits;             /* of the flat text */
	const struct alignment *alignment;
	struct edits *files;    /* for each file of the alignment: its edits, for UNIT_CUDA */
	bool *is_dead;          /* for each token of the flat text: it is in nothing that is written */
	struct region *regions; /* in text order, disjoint */
	size_t n_regions;
	const char **paths;  /* for each file: its absolute path */
	const char **output; /* for each file: the path that it is written to, or NULL */
	struct inclusion *inclusions;
	size_t n_inclusions;
	struct text prologue;  /* lines that are inserted at the start of the source */
	const char *stand_ins; /* see write_stand_ins(); NULL: there are none */
	bool has_conflict;     /* two inclusions of a file, or two uses of a macro's argument, need different edits: */
	int conflict_file;
	unsigned conflict_at;
	bool is_early;         /* the output uses a library macro in front of the header that
	                        * defines it */
};

/* ---- map.c ---------------------------------------------------------------- */

/* Maps the edits of the flat text to e->files. Returns false after an error. */
bool map_edits(struct emission *e);
/* Makes the declaration around tokens of the flat text a region. Returns false if it is one already and no
 * declaration is around it. */
bool add_region(struct emission *e, size_t first, size_t last);
/* Returns whether the tokens [a, b] are within one argument of a macro, which may contain other macros.
 * Whether edits there have the intended effect is checked in the end, by verify(). */
bool is_in_argument(const struct emission *e, size_t a, size_t b);
/* Set *out to the offset in its file where a token of the flat text begins or ends. Return false if that is
 * in the middle of a macro's expansion. */
bool start_in_file(const struct emission *e, size_t token, unsigned *out);
bool end_in_file(const struct emission *e, size_t token, unsigned *out);

/* ---- render.c ------------------------------------------------------------- */

/* Returns the text of an edit at a place of a file, with the file's indentation. A declaration goes in front
 * of the comments of the declaration that is there; *start is set accordingly. */
const char *fit_text(const struct source_file *f, unsigned *start, unsigned end, const char *text);
/* Appends a character; a line break becomes one of the file's kind. */
void append_as_in(const struct source_file *f, char c, struct text *out);
/* Appends the changes of a file to its output. */
void render_file(const struct emission *e, int file, struct emitted_file *out);
/* Appends a text without its #line directives and the line breaks that they need within statements. */
void append_without_lines(const char *text, struct text *out);

/* ---- includes.c ----------------------------------------------------------- */

/* Returns the index, in the alignment's files, of the source. */
int main_file(const struct emission *e);
/* Finds the include lines of all files: e->paths, e->inclusions. */
void find_inclusions(struct emission *e);
/* Returns the name that a header gives itself in its first comment. */
const char *name_of_header(const struct emission *e, int file);
/* Determines which files are written, and where: e->output. Returns false after an error. */
bool find_outputs(struct emission *e);
/* Adds the edits of include lines. If `temporary` is not NULL, files are written to those paths instead, and
 * include lines name each of the user's files by its full path. */
void edit_includes(struct emission *e, const char *const *temporary);
/* Appends include lines for the files that -imacros and -include put in front of the source. */
void append_forced_includes(const struct emission *e, const char *const *temporary, struct text *out);

/* ---- split.c --------------------------------------------------------------- */

/* Allocates what there is for each file, and finds the include lines. */
void find_files(struct emission *e);
/* Makes each inclusion of a file a file of its own. Returns false, and changes nothing, if there is only one. */
bool split_file(struct emission *e, int file);
/* Whether two files are inclusions of the same one. */
bool are_same(const struct emission *e, int file, int other);
/* Returns 1 for a file's first inclusion, 2 for the second one that is a file of its own, and so on. */
unsigned inclusion_number(const struct emission *e, int file);

/* ---- original.c ----------------------------------------------------------- */

/* Fills in `was`, the unit before it was amended, and `out`, the edits for people of its text. What precedes
 * the whole text is appended to the prologue. */
void edits_of_original(const struct unit *u, struct edits *edits, struct unit *was, struct edits *out,
                       struct text *prologue);

/* ---- verify.c ------------------------------------------------------------- */

/* Sets e->stand_ins to a temporary folder that has, for each system header of the program, a file with nothing but
 * the macros that the header has defined and undefined. These are not for a program whose prologue has directives:
 * headers may define other macros behind them. */
void write_stand_ins(struct emission *e);
/* Returns whether the files are the same program as the flat text with its edits. If not, sets *token to the
 * first token of the flat text that differs, or to SIZE_MAX after an error. Consumes the edits of the files. */
bool verify(struct emission *e, size_t *token);

#endif
