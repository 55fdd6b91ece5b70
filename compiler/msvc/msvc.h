/* Visual C++'s dialect (--amp-msvc): what ISO C++ writes otherwise is rewritten in the flat text, so that the
 * parser and the compilers of both units take it. Without the flag nothing of this may be called, which all tests assert:
 * then programs are byte for byte what they were. */
#ifndef MSVC_H
#define MSVC_H

#include "parse/parse.h"

/* What needs no parser: words and spellings (words.c). */
void amend_words(struct unit *u);
/* What the parser's messages ask for. False if there is nothing left that is known here; otherwise the flat
 * text is another one, of which nothing is known yet. */
bool amend_dialect(struct unit *u, const struct clauses *c, CXTranslationUnit tu);
/* -Wamp-msvc-long (long.c). */
void check_long(struct unit *u, const struct clauses *c, CXTranslationUnit tu);

#endif
