/* The internal header of ampcc, in the order of the stages:
 *
 *   main.c      the pipeline, from the command line to the exit status
 *   options.c   the one table that classifies options; ampcc --help
 *   scan.c      does a source use AMP at all?
 *   process.c   child processes, temporary files, signals
 *   device.c    architectures, nvcc or clang, the fatbin
 *   driver.c    the steps of each input, run side by side
 *   text.c      strings, and edits on them
 *   lex.c       C and C++ tokens
 *   preprocess.c  one flat text from a source and its own headers
 *   restrict.c  restrict(...) clauses, as clang understands them
 *   parse.c     libclang: the AST
 *   check.c     the rules of restrict(amp)
 *   lower.c     kernels: lambdas become function objects
 *   emit.c      the device unit and the host unit
 *   diagnostic.c  messages in clang's form
 */
#ifndef AMPCC_H
#define AMPCC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* ---- text.c: growing strings ------------------------------------------- */

/* data is always NUL-terminated once something was appended; len excludes it.
 * {0} is the empty text. Allocation failure ends the process with a message. */
struct text {
	char *data;
	size_t len, capacity;
};

void text_append(struct text *t, const char *s);
void text_append_n(struct text *t, const char *s, size_t n);
void text_printf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_finish(struct text *t); /* frees, and is {0} again */

void *xmalloc(size_t size);
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A growing NULL-terminated array of owned strings, as execvp takes. {0} is
 * the empty one. */
struct strings {
	char **items;
	size_t count, capacity;
};

void strings_push(struct strings *s, const char *item); /* copies */
void strings_push_all(struct strings *s, const struct strings *from);
void strings_finish(struct strings *s);

/* Whole file into t (appended). False, with errno set, if it cannot be read. */
bool read_file(const char *path, struct text *t);
/* Atomically (temporary file, rename): all or nothing. */
bool write_file(const char *path, const char *data, size_t len);

/* ---- process.c --------------------------------------------------------- */

/* Runs argv[0] from PATH. out, if not NULL, receives its standard output;
 * standard error and input pass through. Returns the exit status, or 128 + n
 * for signal n, as a shell does; 127 with a message if it cannot be started. */
int process_run(char *const argv[], struct text *out);
/* The same in the background; *pid identifies it for process_wait. */
bool process_start(char *const argv[], pid_t *pid);
int process_wait(pid_t pid);
/* --amp-verbose: a command to standard error, as a shell would take it. */
void command_print(char *const argv[]);
/* A path in this run's temporary directory, ending in suffix. Removed at exit
 * and on every catchable signal. Owned by process.c. */
const char *temporary_path(const char *base, const char *suffix);
/* A file that is an output: removed if the run ends before output_commit. */
void output_begin(const char *path);
void output_commit(const char *path);

/* ---- the front end: one translation unit ------------------------------- */

enum language { LANGUAGE_C, LANGUAGE_CXX };

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
	bool verbose;             /* print the commands that are run */
};

/* What the front end gives back; finish with translation_finish. */
struct translation {
	bool has_kernels;         /* false: the host unit alone is enough */
	struct text device_unit;  /* foo.amp.cu */
	struct text host_unit;    /* foo.amp.cpp or foo.amp.c; see emit.c for the module hook */
};

/* False if the program is wrong (or the preprocessor failed); every message
 * has then been printed. */
bool translate(const struct translation_request *request, struct translation *out);
void translation_finish(struct translation *t);

#endif
