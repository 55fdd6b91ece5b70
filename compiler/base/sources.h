/* Source files as Windows has them: names without regard to case, UTF-16 (sources.c). */
#ifndef SOURCES_H
#define SOURCES_H

#include "base/options.h"

/* Appends a whole source file. UTF-16 with a byte order mark is converted to UTF-8 without one; other text is
 * unchanged. *was_wide, unless NULL: whether it was UTF-16. Returns false if the file cannot be read, which then
 * counts as empty. */
bool read_source_file(const char *path, struct text *t, bool *was_wide);

/* Appends a code point as UTF-8. */
void append_character(struct text *t, unsigned c);

/* Finds the file that an #include names in a folder (n bytes; none: the current one), taking '\\' for '/' and
 * disregarding case; an exact match has precedence. Returns its path, which the caller frees, or NULL. */
char *find_without_case(const char *folder, size_t n, const char *name);

/* Makes the folders in a path behind its first n bytes, which name a folder that is there. */
void make_folders_below(char *path, size_t n);

/* Returns the length of the name in an include line, with its quotation marks, and the name in *name; 0 if
 * the line is none, or names a macro. p is behind the '#'. */
size_t included_name(const char *p, const char *end, const char **name);

/* scan.c: whether a source, or a header of the user's that it reaches, uses AMP. text is the source if it is
 * in memory already (standard input), else NULL. include_dir: the folder of amp.h. */
bool scan_source(const struct command *c, const char *path, const struct text *text, const char *include_dir);
/* Returns the place behind the comment or literal that begins at p, in a text from `data` to `end`; p if none
 * does, NULL if it is not terminated. */
const char *skip_literal(const char *data, const char *p, const char *end);

#endif
