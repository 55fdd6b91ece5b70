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
	struct emitted emitted;   /* of a request for people, only */
	bool has_main;            /* of a request for people */
	struct strings files;     /* of it, too: the user's, as messages name them */
	struct strings cuda_names; /* that CUDA's headers must not take: see cuda_names.c */
	bool host_is_clang;
	unsigned meanings;        /* of its kernels: the request's, and what the program says */
	struct strings c_kernels; /* symbols of what is a kernel in a unit of C */
	struct unit *unit;        /* for report_missing_kernel(); it reads the request, too */
};

/* False if the program is wrong (or the preprocessor failed); every message
 * has then been printed. This, translation_finish(), report_missing_kernel()
 * and the functions of source/request.h are what the driver looks up in the front end's module. */
EXPORTED bool translate(const struct translation_request *request, struct translation *out);
EXPORTED void translation_finish(struct translation *t);

/* An error: the kernel of a symbol, which the host unit launches, is not in the device code. In C++ the symbol
 * may be cut off behind the kernel's template arguments. */
EXPORTED void report_missing_kernel(const struct translation *t, const char *symbol);

/* What translate() does once the unit is a flat text; the unit stays the caller's. */
bool translate_unit(struct unit *u, struct translation *out);

#endif
