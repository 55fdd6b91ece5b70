/* The rules of restrict(amp) that the parser does not know (specification 2). */
#ifndef CHECK_H
#define CHECK_H

#include "overload/overload.h"

/* The rules of restrict(amp) that the parser does not know. Statements that the parser
 * found an error in are left out, and the variables that they declare. */
void check(struct unit *u, const struct clauses *c, const struct overloads *o,
           CXTranslationUnit tu);
/* Functions that kernels call and that are defined elsewhere, where there is code for GPUs
 * (undefined.c). For a program of C++ without other errors. */
void check_undefined(struct unit *u, const struct clauses *c, CXTranslationUnit tu);

#endif
