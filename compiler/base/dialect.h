/* --amp-msvc on the command line: what it is for compilers (dialect.c). */
#ifndef DIALECT_H
#define DIALECT_H

#include "base/options.h"

/* Adds to the command line what --amp-msvc stands for: <amp/msvc.h> in front of all, which has the macros, and
 * the folders of headers behind. Does nothing without the option. */
void add_dialect(struct command *c, const char *include_dir);

#endif
