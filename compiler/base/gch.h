/* amp.h as g++'s precompiled header (gch.c). */
#ifndef GCH_H
#define GCH_H

#include "base/text.h"

/* Returns the path in the cache of what a command that precompiles a header makes, for a unit that has read
 * certain headers, and any in the folder `library`; NULL if there is none, or it would have other headers. The
 * second call for a command runs it. The command ends with the header, has -v and -H, and names no output. The
 * caller frees the path. */
char *gch_find(const struct strings *argv, const struct strings *read, const char *library);

#endif
