/* The program's files, as Windows has them: names without regard to case, encodings (sources.c). */
#ifndef SOURCES_H
#define SOURCES_H

#include "base/options.h"

/* A whole source file, appended. UTF-16 that begins with a byte order mark becomes UTF-8 without one; other text is as
 * it stands. *was_wide, if not NULL: whether it was UTF-16. False, with errno set, if it cannot be read. */
bool read_source_file(const char *path, struct text *t, bool *was_wide);

/* A character, as UTF-8. */
void append_character(struct text *t, unsigned c);

/* Text in UTF-16 with a byte order mark, as UTF-8. False if it is none. */
bool append_wide_text(const char *data, size_t len, struct text *t);

/* The path of a file that an #include names, in a folder of `n` bytes (of none: the current one), where '\\' is '/' and
 * case does not count; a name that is there as it is written goes first. NULL if there is none. The caller frees it. */
char *find_without_case(const char *folder, size_t n, const char *name);

/* The name in an include line, p being behind its '#', with its quotation marks: its length; 0: the line is none, or
 * names a macro. */
size_t included_name(const char *p, const char *end, const char **name);

/* scan.c: does the source, or a header of the user's that it reaches, use AMP? text is the source's where it is in
 * memory already (standard input), else NULL. include_dir: of amp.h. */
bool scan_source(const struct command *c, const char *path, const struct text *text, const char *include_dir);
/* Behind a comment or a literal that begins at p, in a text from `data` to `end`; p if none does, NULL if it does not end. */
const char *skip_literal(const char *data, const char *p, const char *end);

#endif
