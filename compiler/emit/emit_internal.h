/* What the files of emit/ share. */
#ifndef EMIT_INTERNAL_H
#define EMIT_INTERNAL_H

#include "emit/emit.h"
#include "source/alignment.h"

/* Tokens [first, last] of the flat text that are written from there, macros expanded. */
struct region {
	size_t first, last;
};

/* The edits of a unit on their way to its files. */
struct emission {
	struct unit *unit;
	struct edits *edits;             /* of the flat text */
	const struct alignment *alignment;
	struct edits *files;             /* of each of the alignment's files: texts of UNIT_CUDA */
	bool *is_dead;                   /* of each token of the flat text: it is in nothing that is written */
	struct region *regions;          /* in the order of the text, apart from each other */
	size_t n_regions;
	char **output;                   /* the path that each file is written to, or NULL */
	struct text prologue;            /* lines that the source begins with */
	bool is_early;                   /* what is written uses a macro of the library's in front of its header */
};

/* ---- map.c ---------------------------------------------------------------- */

/* Finds the edits of each file, in e->files. False after an error. */
bool map_edits(struct emission *e);
/* From now on the declaration around tokens of the flat text is a region. False if it is one, and there is none
 * around it. */
bool add_region(struct emission *e, size_t first, size_t last);
/* Whether the tokens [a, b] are a part of one argument of a macro, in which may be other macros. What is edited there is
 * compared in the end (verify()). */
bool is_in_argument(const struct emission *e, size_t a, size_t b);
/* Where a boundary of a range of the flat text is in a file, outside of macros; false in the middle of one. */
bool start_in_file(const struct emission *e, size_t token, unsigned *out);
bool end_in_file(const struct emission *e, size_t token, unsigned *out);

/* ---- render.c ------------------------------------------------------------- */

/* The text of an edit at a place of a file, indented as the file is; a declaration goes in front of the comments
 * of the one that is there, where *start is then. The caller frees it. */
char *fit_text(const struct source_file *f, unsigned *start, unsigned end, const char *text);
/* Appends a character; lines end as the file's do. */
void append_as_in(const struct source_file *f, char c, struct text *out);
/* Adds the changes of a file to what is written of it. */
void render_file(const struct emission *e, int file, struct emitted_file *out);
/* Appends the flat text with its edits. */
void render_flat(const struct emission *e, unsigned start, unsigned end, struct text *out);
/* Appends a text without #line directives, and the line breaks that they needed within statements. */
void append_without_lines(const char *text, struct text *out);

/* ---- includes.c ----------------------------------------------------------- */

/* The source, in the alignment's files. */
int main_file(const struct emission *e);
/* The name of a header in its first comment. The caller frees it. */
char *name_of_header(const struct emission *e, int file);
/* Settles which files are written, and where: e->output. False after an error. */
bool find_outputs(struct emission *e);
/* Adds the edits of include lines. temporary: where files are written instead; then include lines name each file of
 * the user's by its full path. */
void edit_includes(struct emission *e, char *const *temporary);
/* Appends include lines of what -imacros and -include put in front of the source. */
void append_forced_includes(const struct emission *e, char *const *temporary, struct text *out);

/* ---- original.c ----------------------------------------------------------- */

/* Fills in the unit as it was before it was amended, and edits of people's for that; what stands in front of all
 * goes to the prologue. */
void edits_of_original(const struct unit *u, struct edits *edits, struct unit *was, struct edits *out, struct text *prologue);
void original_finish(struct unit *was);

/* ---- verify.c ------------------------------------------------------------- */

/* Whether the files are the program of the flat text with its edits. *token: of the flat text where they are not;
 * SIZE_MAX after an error. The edits of files are used up. */
bool verify(struct emission *e, size_t *token);

#endif
