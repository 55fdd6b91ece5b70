/* The files of the CUDA for people: the user's own with changes, of one unit or of several (emitted.c). */
#ifndef EMITTED_H
#define EMITTED_H

#include "base/text.h"

/* What the first line of each file has: another file of its name is none of ampcc's. */
#define EMITTED_MARK "Made by ampcc from "

/* [start, end) of a file becomes text. */
struct file_change {
	unsigned start, end;
	char *text;
	char *unit; /* the source that it was made for, as messages name it */
};

/* What a person should look at. */
struct file_note {
	unsigned line, offset;
	bool is_unused;   /* of code that is not compiled */
	const char *text; /* a literal's */
};

struct emitted_file {
	char *source;                /* the user's file, as messages name it */
	char *path;                  /* where it is to be written; "-" is standard output */
	struct text original;        /* the file, with its byte order mark */
	struct text head;            /* the lines that are put in front of it */
	struct file_change *changes; /* in the order of the file */
	size_t n_changes;
	bool *is_used; /* of each byte: it is part of a token that the units have; NULL: none is */
	bool has_kernels_of_c; /* it is made of the kernels of a source of C */
	struct file_note *notes;
	size_t n_notes;
	struct offsets kernels; /* the lines where they begin */
};

struct emitted {
	struct emitted_file *files; /* of a unit, the source first, then headers */
	size_t count;
};

/* Adds a file without changes. The caller fills in the rest. */
struct emitted_file *emitted_add(struct emitted *e, const char *source, const char *path);
/* Adds a change behind those that there are. */
void emitted_change(struct emitted_file *f, unsigned start, unsigned end, const char *text, const char *unit);
/* Appends what is written. */
void emitted_render(const struct emitted_file *f, struct text *out);
/* Adds the changes to a file that another unit has to it, which loses them. False, after a message, if both units have
 * code that would have to become two things. */
bool emitted_merge(struct emitted_file *f, struct emitted_file *other);
/* Says on standard error what a file has become, and what a person should look at. */
void emitted_report(const struct emitted_file *f);
/* Writes the files: all of them, or none after a message; then says what they have become. is_project: what is there
 * already and is another text is a person's. */
bool write_emitted(const struct emitted *e, bool is_project);
void emitted_file_finish(struct emitted_file *f);
void emitted_finish(struct emitted *e);

#endif
