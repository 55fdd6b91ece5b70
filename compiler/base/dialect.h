/* --amp-msvc in terms of options that compilers know (dialect.c). */
#ifndef DIALECT_H
#define DIALECT_H

#include "base/options.h"

/* Adds what --amp-msvc stands for to the command line: <amp/msvc.h>, which has the macros, in front of
 * everything, and folders of headers behind. Does nothing without the option. */
void add_dialect(struct command *c, const char *include_dir);

#endif
