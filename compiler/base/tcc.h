/* Host compilers with only some of gcc's options (tcc.c). */
#ifndef TCC_H
#define TCC_H

#include "base/text.h"

#include <stdbool.h>

bool is_tcc(const struct strings *host);
/* Appends a command that preprocesses C as this tcc does. */
void push_tcc_preprocessor(const struct strings *host, struct strings *out);
/* Appends a command that links its objects with libamprt. */
void push_tcc_linker(struct strings *out);

#endif
