/* The CUDA for people: the user's own files with the edits of UNIT_CUDA (--amp-emit-cuda). */
#ifndef EMIT_H
#define EMIT_H

#include "source/edit.h"
#include "source/unit.h"

/* Renders the files of a unit that have edits for people, and checks that what is written is the program
 * of the flat text with its edits. prologue: lines that the source begins with. False after an error: an
 * edit cannot be written in the user's files, or files would be written over each other. */
bool emit(struct unit *u, struct edits *edits, const char *prologue, struct emitted *out);
/* Of C the user's files are the host's half; kernels: the other one. */
bool emit_c(struct unit *u, struct edits *edits, const char *prologue, const char *kernels, struct emitted *out);
/* A text as it is. */
void emit_text(struct unit *u, const char *text, struct emitted *out);
#endif
