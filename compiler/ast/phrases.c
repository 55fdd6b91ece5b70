/* The table of clang's phrases. */
#include "ast/phrases.h"

#include "base/text.h"

#include <string.h>

const char *phrase_text(enum phrase p)
{
#define PHRASE_TEXT(name, text) [PHRASE_##name] = (text),
	static const char *const texts[] = {PHRASES(PHRASE_TEXT)};
#undef PHRASE_TEXT

	return texts[p];
}

bool begins_with(const char *message, enum phrase p)
{
	return starts(message, phrase_text(p));
}

const char *behind_phrase(const char *message, enum phrase p)
{
	const char *at = strstr(message, phrase_text(p));

	return at ? at + strlen(phrase_text(p)) : NULL;
}

bool says(const char *message, enum phrase p)
{
	return behind_phrase(message, p) != NULL;
}
