/* The CUDA for people (--amp-emit-cuda): the user's own files with the edits for UNIT_CUDA. */
#ifndef EMIT_H
#define EMIT_H

#include "source/edit.h"
#include "source/unit.h"

/* Renders the files of a unit that have edits for people, and checks that they preprocess to the same program
 * as the flat text with its edits. `prologue` is inserted at the start of the source. Returns false after an
 * error: if an edit cannot be written in the user's files, or an output would be written over another file. */
bool emit(struct unit *u, struct edits *edits, const char *prologue, struct emitted *out);
/* Like emit(), for C: the user's files become the host half, and `kernels` is the device half. */
bool emit_c(struct unit *u, struct edits *edits, const char *prologue, const char *kernels, struct emitted *out);
/* Makes a text the output, unchanged. */
void emit_text(struct unit *u, const char *text, struct emitted *out);
#endif
