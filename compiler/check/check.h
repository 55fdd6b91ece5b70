/* The rules of restrict(amp) that the parser does not know (specification 2). */
#ifndef CHECK_H
#define CHECK_H

#include "overload/overload.h"

/* The rules of restrict(amp) that the parser does not know. Statements that the parser
 * found an error in are left out, and the variables that they declare. edits: gets what the
 * units have in place of constants that amp code names (check_constant.c). */
void check(struct unit *u, const struct clauses *c, const struct overloads *o,
           CXTranslationUnit tu, struct edits *edits);
#endif
