/* The driver's request to the front end. */
#ifndef REQUEST_H
#define REQUEST_H

#include "base/emitted.h"
#include "base/options.h"
#include "base/text.h"

#include <stdbool.h>

/* With this macro <amp.h> includes only the standard headers that it needs itself. The parser tries that
 * first; if it has no errors, both units are compiled so, too, a third faster. Otherwise the program gets all
 * headers that Microsoft's <amp.h> includes. */
#define AMP_LEAN "__AMPCC_LEAN__"

/* A project that is converted to CUDA, into another folder with the same structure. */
struct project {
	const char *root, *folder;       /* real paths of the project and of the output */
	const char *origin;              /* name of the source in the first comment of the output */
	const struct strings *converted; /* real paths of headers; a unit that includes one of them converts it */
};

/* One source to translate. All pointers are borrowed for the call. */
struct translation_request {
	const char *path;         /* the source file to read */
	const char *display_path; /* the name in messages: `path`, or "<stdin>" */
	enum language language;
	const struct strings *host_compiler; /* argv prefix, e.g. {"g++"} */
	/* The user's options that affect preprocessing or parsing, in order: -I -isystem -iquote -D -U
	 * -include -std= -f… -m… -W… -O… -g… */
	const struct strings *options;
	const struct strings *dependency_options; /* -MD -MF … for the preprocessor */
	bool is_check;                            /* a unit of --amp-emit-cuda's verify(): its comments do not matter */
	const char *stand_ins;                    /* folder of files to read in place of system headers, or NULL; with
	                                           * it, no messages are printed */
	const char *include_dir;                  /* the folder with amp.h */
	const char *program;                      /* path of ampcc, for PRECOMPILE_OPTION; NULL: no PCH */
	const char *resource_dir;                 /* folder of clang's own headers; NULL: libclang knows it */
	bool extensions;          /* --amp-extensions */
	bool debug;               /* -g */
	bool msvc;                /* --amp-msvc */
	bool has_amp;             /* false: the source is here only because it is in Visual C++'s dialect */
	bool tile_fibers;         /* --amp-tile-fibers: no thread loops for tiled kernels */
	enum robust_access robust; /* command.robust */
	unsigned meanings;        /* command.meanings */
	const struct strings *warnings; /* command.warnings */
	bool verbose;                   /* print commands before running them */
	bool dump_bodies;               /* --amp-dump-body: write trees instead of CUDA for people (body/body.h) */
	bool dump_device;               /* --amp-dump-device: write the device unit, without #line, instead */
	bool for_people;                /* --amp-emit-cuda: write files for people, without #line directives */
	const char *cuda_command, *cuda_program_command; /* shell command lines that compile those files;
	                                                  * the second one for a source with main() */
	/* files for people to write: the converted source (in C: its kernels), and what is left of the host
	 * code in C; "-" is standard output */
	const char *cuda_output, *cuda_host_output;
	const struct project *project; /* NULL: convert the source alone, with its headers */
	/* Whether code for GPUs will be made; may block until that is known. NULL: none will be. */
	bool (*has_device)(void *device);
	void *device;
};

/* ampcc PRECOMPILE_OPTION PATH HEADER OPTION...: how precompile() runs ampcc (pch.c). */
#define PRECOMPILE_OPTION "--amp-precompile"
/* Parses a header with clang's options and writes the precompiled header to `path`. Prints nothing. Returns
 * false on failure. */
bool precompile(const char *path, const char *header, const struct strings *options);

/* Runs the host compiler on a source in Visual C++'s dialect that the front end does not translate: a C
 * source, or one that is only preprocessed. words: the command line, ending with the source, which is read
 * like translate() does. is_dependencies: the output is make's (-M). Returns false if the command failed. */
bool run_on_copies(const struct translation_request *request, const struct strings *words, bool is_dependencies);

/* An entry of compile_commands.json. */
struct compile_command {
	char *folder, *file;  /* its working directory, and its source, relative to that or absolute */
	struct strings words; /* the compiler comes first */
};
/* Reads compile_commands.json in a folder (compile_commands.c). The caller owns the commands. Returns false,
 * after printing an error, if the file cannot be read. */
bool read_compile_commands(const char *folder, struct compile_command **out, size_t *count);

#endif
