/* Checks the rules of restrict(amp) that the parser does not know (specification 2). */
#ifndef CHECK_H
#define CHECK_H

#include "overload/overload.h"

/* Checks a unit. Statements in which the parser found an error, and the variables that they declare, are
 * skipped. edits: receives the replacements, in both units, of constants that amp code names
 * (check_constant.c). */
void check(struct unit *u, const struct overloads *o, struct edits *edits);
#endif
