/* The front end, as the driver sees it: one translation unit becomes two (translate.c). */
#ifndef TRANSLATE_H
#define TRANSLATE_H

#include "options.h"

#include <stdbool.h>

/* What the driver asks of the front end. Borrowed for the call. */
struct translation_request {
	const char *path;         /* the source file to read */
	const char *display_path; /* its name for people: path, or "<stdin>" */
	enum language language;
	const struct strings *host_compiler; /* argv prefix of the user's compiler, e.g. {"g++"} */
	/* The user's options that matter to preprocessing and parsing, in order:
	 * -I -isystem -iquote -D -U -include -std= -f… -m… -W… -O… -g… */
	const struct strings *options;
	const struct strings *dependency_options; /* -MD -MF … of this unit, for the preprocessor */
	const char *include_dir;  /* where amp.h is */
	bool extensions;          /* --amp-extensions */
	bool tile_fibers;         /* --amp-tile-fibers: no loops over the threads of a tile */
	const struct strings *warnings; /* command.warnings */
	bool verbose;             /* print the commands that are run */
	bool for_people;          /* --amp-emit-cuda: no #line directives */
	/* Whether there will be code for GPUs; it may wait until that is known. NULL: there is none. */
	bool (*has_device)(void *device);
	void *device;
};

/* What the front end gives back; finish with translation_finish. */
struct translation {
	bool has_kernels;         /* false: the host unit alone is enough */
	struct text device_unit;  /* foo.amp.cu */
	struct text host_unit;    /* foo.amp.cpp or foo.amp.c; with what brings its kernels along */
	struct strings cuda_names; /* that CUDA's headers must not take: see cuda_names.c */
	bool host_is_clang;
};

/* Of the front end's module the driver sees these two only. */
#define EXPORTED __attribute__((visibility("default")))

/* False if the program is wrong (or the preprocessor failed); every message
 * has then been printed. This and translation_finish() are what the driver
 * looks up in the front end's module. */
EXPORTED bool translate(const struct translation_request *request, struct translation *out);
EXPORTED void translation_finish(struct translation *t);

#endif
