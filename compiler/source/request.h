/* What the driver asks of the front end. */
#ifndef REQUEST_H
#define REQUEST_H

#include "base/options.h"
#include "base/text.h"

#include <stdbool.h>

/* One source to translate. Borrowed for the call. */
struct translation_request {
	const char *path;         /* the source file to read */
	const char *display_path; /* its name for people: path, or "<stdin>" */
	enum language language;
	const struct strings *host_compiler; /* argv prefix of the user's compiler, e.g. {"g++"} */
	/* The user's options that matter to preprocessing and parsing, in order:
	 * -I -isystem -iquote -D -U -include -std= -f… -m… -W… -O… -g… */
	const struct strings *options;
	const struct strings *dependency_options; /* -MD -MF … of this unit, for the preprocessor */
	const char *include_dir;                  /* where amp.h is */
	const char *program;      /* ampcc, for PRECOMPILE_OPTION; NULL: no precompiled headers */
	const char *resource_dir; /* of libclang's own headers, or NULL: libclang knows */
	bool extensions;          /* --amp-extensions */
	bool debug;               /* -g */
	bool msvc;                /* --amp-msvc */
	bool has_amp;             /* false: a source without it, in Visual C++'s dialect */
	bool tile_fibers;         /* --amp-tile-fibers: no loops over the threads of a tile */
	enum robust_access robust; /* command.robust */
	unsigned meanings;        /* command.meanings */
	const struct strings *warnings; /* command.warnings */
	bool verbose;             /* print the commands that are run */
	bool dump_bodies;         /* --amp-dump-body: instead of the CUDA for people (body/body.h) */
	bool dump_device;         /* --amp-dump-device: the device unit, without #line directives, in their place */
	bool for_people;          /* --amp-emit-cuda: the files for people, without #line directives */
	const char *cuda_command; /* that compiles them: a line of a shell's */
	const char *cuda_output;  /* of them: what the source becomes; "-" is standard output */
	/* Whether there will be code for GPUs; it may wait until that is known. NULL: there is none. */
	bool (*has_device)(void *device);
	void *device;
};

/* A file of the CUDA for people. */
struct emitted_file {
	char *source;     /* the user's file, as messages name it */
	char *path;       /* where it is to be written; "-" is standard output */
	struct text text;
};
struct emitted {
	struct emitted_file *files; /* the source first, then headers */
	size_t count;
};
/* What the first line of each has: another file of its name is none of ampcc's. */
#define EMITTED_MARK "Made by ampcc from "

/* Of the front end's module the driver sees these three only. */
#define EXPORTED __attribute__((visibility("default")))

/* ampcc PRECOMPILE_OPTION PATH INCLUDE_DIR OPTION...: how ampcc calls itself for precompile() (pch.c). */
#define PRECOMPILE_OPTION "--amp-precompile"
/* Parses amp.h, with clang's options, and writes it to path. Says nothing. */
EXPORTED bool precompile(const char *path, const char *include_dir, const struct strings *options);

#endif
