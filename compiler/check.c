/* The rules of restrict(amp) that the parser does not know. */
#include "ampcc.h"

void check(struct unit *u, const struct clauses *c, CXTranslationUnit tu)
{
	(void)u, (void)c, (void)tu;
}
