/* Messages of the host compiler about a host unit (host_messages.c). */
#ifndef HOST_MESSAGES_H
#define HOST_MESSAGES_H

#include "base/text.h"

/* What messages mention that the user did not write. */
struct host_terms {
	const char *library;           /* the folder of the library's headers */
	const struct strings *kernels; /* classes or functions that stand for lambdas or blocks */
	const char *kernel;            /* what these are called: "lambda" */
	const char *unnamed_namespace; /* the name of unnamed namespaces, or NULL */
	bool is_clang;
};

/* Appends messages without the library's part of the contexts that they give (of calls that were inlined, and of
 * instantiations), with "(lambda)" for the names of kernels, and with the compiler's own words for unnamed
 * namespaces. */
void amend_host_messages(const char *messages, const struct host_terms *terms, struct text *out);

#endif
