/* The files of CUDA for people: the user's own with changes, from one unit or from several (emitted.c). */
#ifndef EMITTED_H
#define EMITTED_H

#include "base/text.h"

/* Part of the first line of each file; a file without it was not written by ampcc. */
#define EMITTED_MARK "Made by ampcc from "

/* Replaces [start, end) of a file by text. */
struct file_change {
	unsigned start, end;
	char *text;
	char *unit; /* the source that needs the change, as messages name it */
	bool is_declaration; /* valid in all units, even if only some need it */
};

/* Something that a person should look at. */
struct file_note {
	unsigned line, offset;
	bool is_unused;   /* in code that is not compiled */
	const char *text; /* a string literal, not owned */
};

struct emitted_file {
	char *source;                /* the user's file, as messages name it */
	char *path;                  /* the output; "-" is standard output */
	struct text original;        /* its contents, including the byte order mark */
	struct text head;            /* lines put in front of it */
	struct file_change *changes; /* sorted by place */
	size_t n_changes;
	bool *is_used;         /* for each byte, whether it is part of a token of a unit; NULL: no byte is */
	bool has_kernels_of_c; /* it consists of the kernels of a C source */
	struct file_note *notes;
	size_t n_notes;
	unsigned *kernels; /* line numbers at which they begin */
	size_t n_kernels;
};

struct emitted {
	struct emitted_file *files; /* for one unit, the source comes first, then headers */
	size_t count;
};

/* Adds a file without changes. The caller fills in the other fields. */
struct emitted_file *emitted_add(struct emitted *e, const char *source, const char *path);
/* Records the line at which a kernel begins. */
void emitted_add_kernel(struct emitted_file *f, unsigned line);
/* Appends a change. Call in the order of the file. */
void emitted_change(struct emitted_file *f, unsigned start, unsigned end, const char *text, const char *unit,
                    bool is_declaration);
/* Appends the file's new contents. */
void emitted_render(const struct emitted_file *f, struct text *out);
/* Moves another unit's changes to the same file into f. Returns false, after an error, if the units need
 * different changes to code that both have. */
bool emitted_merge(struct emitted_file *f, struct emitted_file *other);
/* Writes all files or, after an error, none, and reports them. is_project: an existing file with other
 * contents is taken for a person's work and is an error. */
bool write_emitted(const struct emitted *e, bool is_project);
void emitted_file_finish(struct emitted_file *f);
void emitted_finish(struct emitted *e);

#endif
