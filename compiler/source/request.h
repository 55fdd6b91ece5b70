/* What the driver asks of the front end. */
#ifndef REQUEST_H
#define REQUEST_H

#include "base/emitted.h"
#include "base/options.h"
#include "base/text.h"

#include <stdbool.h>

/* Of a project that becomes one of CUDA in another folder, with the same tree. */
struct project {
	const char *root, *folder;       /* the project's and the other one, real paths */
	const char *origin;              /* the source's name in its first comment */
	const struct strings *converted; /* real paths of headers that units have to convert which include them */
};

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
	const char *cuda_command, *cuda_program_command; /* that compile them: a line of a shell's; for one with main() */
	/* of them: what the source becomes, of C its kernels, and what the rest of it does; "-" is standard output */
	const char *cuda_output, *cuda_host_output;
	const struct project *project; /* NULL: the source alone, with the headers that go with it */
	/* Whether there will be code for GPUs; it may wait until that is known. NULL: there is none. */
	bool (*has_device)(void *device);
	void *device;
};

/* Of the front end's module the driver sees these only. */
#define EXPORTED __attribute__((visibility("default")))

/* ampcc PRECOMPILE_OPTION PATH HEADER OPTION...: how ampcc calls itself for precompile() (pch.c). */
#define PRECOMPILE_OPTION "--amp-precompile"
/* Parses a header, with clang's options, and writes it to path. Says nothing. */
EXPORTED bool precompile(const char *path, const char *header, const struct strings *options);

/* Runs the host compiler on a source in Visual C++'s dialect that the front end does not translate: one of C, or to be
 * preprocessed. words: the command, with the source at its end, which is read as translate() reads it. is_dependencies: what is written
 * is make's (-M). False if it failed. */
EXPORTED bool run_on_copies(const struct translation_request *request, const struct strings *words, bool is_dependencies);

/* A command of compile_commands.json. */
struct compile_command {
	char *folder, *file;  /* where it runs, and its source, as it is named there or from the root */
	struct strings words; /* the compiler first */
};
/* Reads compile_commands.json in a folder (compile_commands.c): all commands, owned by the caller. False, after a
 * message, if it cannot be read. */
EXPORTED bool read_compile_commands(const char *folder, struct compile_command **out, size_t *count);

#endif
