/* Visual C++'s dialect (--amp-msvc): the flat text is rewritten to ISO C++, so that the parser and the
 * compilers of both units accept it. None of this may be called without the flag, which all tests assert:
 * other programs stay byte for byte unchanged. */
#ifndef MSVC_H
#define MSVC_H

#include "parse/parse.h"

/* Rewrites what the tokens alone show: words and spellings (words.c). */
void amend_words(struct unit *u);
/* Makes the edits that the parser's errors ask for. Returns false if there are none left; otherwise the flat
 * text has changed and must be parsed again. */
bool amend_dialect(struct unit *u);
/* Gives the warnings of -Wamp-msvc-long (long.c). */
void check_long(struct unit *u);

#endif
