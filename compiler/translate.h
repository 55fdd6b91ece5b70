/* The front end, as the driver sees it: one translation unit becomes two (translate.c). */
#ifndef TRANSLATE_H
#define TRANSLATE_H

#include "source/request.h"

#include <stdbool.h>

struct unit;

/* What the front end gives back; finish with translation_finish. */
struct translation {
	bool has_kernels;         /* false: the host unit alone is enough */
	struct text device_unit;  /* foo.amp.cu */
	struct text host_unit;    /* foo.amp.cpp or foo.amp.c; with what brings its kernels along */
	struct strings cuda_names; /* that CUDA's headers must not take: see cuda_names.c */
	bool host_is_clang;
	unsigned meanings;        /* of its kernels: the request's, and what the program says */
};

/* False if the program is wrong (or the preprocessor failed); every message
 * has then been printed. This and translation_finish() are what the driver
 * looks up in the front end's module. */
EXPORTED bool translate(const struct translation_request *request, struct translation *out);
EXPORTED void translation_finish(struct translation *t);

/* What translate() does once the unit is a flat text; the unit stays the caller's. */
bool translate_unit(struct unit *u, struct translation *out);

#endif
