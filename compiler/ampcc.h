/* The internal header of ampcc, in the order of the stages:
 *
 *   main.c      the pipeline, from the command line to the exit status
 *   options.c   the one table that classifies options; ampcc --help
 *   scan.c      does a source use AMP at all?
 *   process.c   child processes, temporary files, signals
 *   device.c    architectures, nvcc or clang, the fatbin
 *   tcc.c       host compilers that are not like gcc
 *   driver.c    the steps of each input, with host_compiler.c, command_line.c, compile_amp.c,
 *               compile_cuda.c and link.c (driver.h)
 *   text.c      strings, and edits on them
 *   lex.c       C and C++ tokens
 *   preprocess.c  one flat text from a source and its own headers
 *   restrict.c  restrict(...) clauses, as clang understands them
 *   nested.c    functions inside of amp code, which have its restrictions
 *   parse.c     libclang: the AST
 *   parse_errors.c  what the parser has against a program
 *   ast.c       questions about cursors and types
 *   declarator.c  declarations and lambdas as tokens
 *   pch.c       amp.h, parsed once
 *   check.c     the rules of restrict(amp), with check_function.c, check_code.c, check_call.c,
 *               check_implicit.c, check_variable.c, check_types.c, check_destruction.c and
 *               check_kernel.c (check.h)
 *   statement.c  statements, taken apart (statement.h)
 *   evaluate.c  integer expressions as trees, evaluated for a thread of a tile
 *   variable.c  a function's variables, and what is assigned to them
 *   value.c     what expressions are for each thread of a tile
 *   uniform.c   whether threads differ in a condition
 *   barrier.c   barriers in divergent control flow
 *   steps.c     what a kernel does with tile_static memory, as steps (follow.h)
 *   follow.c    a thread on its way through them
 *   race.c      races on tile_static memory
 *   undefined.c  functions that kernels call and that are not there
 *   performance.c  what is slower in kernels than it needs to be
 *   lower.c     kernels: lambdas become function objects; the walk over the AST
 *   container.c classes that hold views
 *   place.c     where moved declarations go
 *   dependence.c  what they take from around them
 *   kernel.c    from lambda to function object, with kernel_body.c and kernel_struct.c (kernel.h)
 *   local_type.c  types move out of their functions
 *   access.c    what kernels do with views, with access_expression.c, access_call.c,
 *               access_value.c and access_ast.c (access.h)
 *   traits.c    what a kernel tells the headers of itself
 *   tile_loops.c  tiled kernels on the CPU as loops over the threads, with tile_statements.c,
 *               tile_regions.c, tile_calls.c, tile_variables.c and, for C and C++,
 *               tile_language.c (tile_loops.h)
 *   tile_atomic.c  atomic operations on tile_static memory there
 *   lower_c.c   kernels of C: blocks become functions; with c_launch.c, c_kernel.c, c_need.c,
 *               c_host.c, c_runner.c, c_device.c, c_initializers.c, c_literals.c and
 *               c_nested.c (lower_c.h)
 *   c_messages.c  the parser's messages about <amp/c.h>
 *   host_code.c  errors of the parser's that are the host compiler's business
 *   overload.c  functions that differ only in restriction
 *   constructor.c  constructors that do
 *   dependent.c  `template` and `typename`, where only Microsoft's compiler needs none
 *   ambiguous.c  calls that may mean a library's function as well
 *   special.c   special member functions that nobody declares
 *   resolution.c  calls that other compilers would take for others
 *   conversion.c  conversion functions of which the restriction tells which is meant
 *   retype.c    calls that the parser takes for others
 *   cuda_names.c  names that CUDA or a library has, too
 *   edit.c      edits on the flat text
 *   cursors.c   sets of cursors
 *   translate.c the two units
 *   launch.c    do kernels fit their domains?
 *   calls.c     the calls from a kernel to a place, for notes
 *   messages.c  the parser's messages, in terms of C++ AMP
 *   diagnostic.c  messages in clang's form
 */
#ifndef AMPCC_H
#define AMPCC_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include <clang-c/Index.h>

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

bool strings_contain(const struct strings *s, const char *item);
void strings_push(struct strings *s, const char *item); /* copies */
void strings_push_all(struct strings *s, const struct strings *from);
void strings_finish(struct strings *s);

/* Of count structs of a size, which are in the order of a place in a text, an unsigned at
 * `member` in each: the first that is not before an offset; count if all are. */
size_t first_from(const void *items, size_t size, size_t member, size_t count, unsigned offset);

/* A set of places in a text, in their order; free items. */
struct offsets {
	unsigned *items;
	size_t count;
};

/* False if the offset was in it before. */
bool offsets_add(struct offsets *o, unsigned offset);
bool offsets_have(const struct offsets *o, unsigned offset);
/* Whether one is in [start, end). */
bool offsets_within(const struct offsets *o, unsigned start, unsigned end);

/* A 32-bit hash of a string, or of one more after those that gave seed. */
#define HASH_SEED 2166136261u
unsigned hash_string(unsigned seed, const char *s);

/* Where line `line` of a text starts, the first one being 1; NULL if there is none. */
const char *text_line(const char *text, unsigned line);

/* Whole file into t (appended). False, with errno set, if it cannot be read. */
bool read_file(const char *path, struct text *t);
/* Atomically (temporary file, rename): all or nothing. */
bool write_file(const char *path, const char *data, size_t len);

/* ---- process.c --------------------------------------------------------- */

/* Before the first thread of a run: settles who gets the signals that end it.
 * The functions below do it themselves. */
void process_init(void);
/* Runs argv[0] from PATH. out, if not NULL, receives its standard output;
 * standard error and input pass through. Returns the exit status, or 128 + n
 * for signal n, as a shell does; 127 with a message if it cannot be started. */
int process_run(char *const argv[], struct text *out);
/* The same; messages receives its standard error. */
int process_run_apart(char *const argv[], struct text *out, struct text *messages);
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

/* ---- options.c: the command line --------------------------------------- */

enum language { LANGUAGE_C, LANGUAGE_CXX };

/* What is to be done with an input. */
enum input_kind {
	INPUT_C,
	INPUT_CXX,
	INPUT_CUDA,
	INPUT_HEADER, /* to be precompiled */
	INPUT_OTHER, /* assembly, objects, archives, whatever the host compiler knows */
};

struct input {
	const char *path;
	const char *language; /* -x in force, as it was written; NULL: by suffix */
	enum input_kind kind;
	bool amp;             /* set by the driver, from scan_source */
};

/* Who takes an option. What is in no class goes to the host compiler. */
enum option_class {
	OPTION_PARSE = 1 << 0,      /* preprocessing and parsing: request.options */
	OPTION_DEVICE = 1 << 1,     /* nvcc and clang take it as it is */
	OPTION_DEVICE_HOST = 1 << 2, /* it changes what the device unit's host code means: -Xcompiler */
	OPTION_DEPENDENCY = 1 << 3, /* -MD and its family */
	OPTION_ASSEMBLE = 1 << 4,   /* the assembler needs it, too */
	OPTION_LINK = 1 << 5,       /* of no use before the link */
	OPTION_MODE = 1 << 6,       /* -c -S -E -o -x …: the driver's own */
	OPTION_FOLDED = 1 << 7,     /* translate() has done it: not for what it gives back */
	OPTION_NVCC = 1 << 8,       /* nvcc's own, for .cu inputs */
};

/* One option or input of the expanded command line, in order. */
struct argument {
	char *words[2];    /* the second is NULL unless its value is a word of its own */
	unsigned classes;
	int input;         /* index in command.inputs, or -1 */
};

/* How far to go. */
enum stop_after {
	STOP_NOTHING,    /* --version, -print-*, -###: no compilation at all */
	STOP_PREPROCESS, /* -E -M -MM */
	STOP_SYNTAX,     /* -fsyntax-only */
	STOP_CUDA,       /* --amp-emit-cuda */
	STOP_ASSEMBLY,   /* -S */
	STOP_OBJECT,     /* -c */
	STOP_LINK,       /* nothing of these */
};

struct command {
	struct strings words;      /* as typed, without ampcc's own options: for the host compiler */
	struct argument *arguments;
	size_t n_arguments;
	struct input *inputs;
	size_t n_inputs;
	enum stop_after stop;
	const char *output;        /* -o, or NULL */
	const char *standard;      /* the value of the last -std=, or NULL */
	bool write_dependencies;   /* -MD or -MMD */
	bool user_headers_only;    /* -MMD */
	const char *dependency_file; /* -MF, or NULL */
	bool dependency_target;    /* -MT or -MQ was given */
	bool debug, lto, static_link, shared_link, no_libraries, relocatable_link;
	/* ampcc's own */
	bool help, version;
	const char *arch;          /* --amp-arch=, or NULL */
	const char *device_compiler; /* --amp-device-compiler=, or NULL */
	const char *host_compiler; /* --amp-host-compiler=, or NULL */
	const char *save;          /* --amp-save=, or NULL */
	bool verbose, extensions, device_debug;
	struct strings warnings;   /* -Wamp-… and its forms, -Werror, -w, in order */
};

/* Whether a word is an option of ampcc's own, which no other compiler knows. */
bool is_own_option(const char *word);
/* False, after a message, for an option of ampcc's that does not exist. */
bool command_init(struct command *c, int argc, char **argv);
void command_finish(struct command *c);
/* Appends all options that are in any of the classes (0: whatever they are in)
 * and in none of except. */
void command_select(const struct command *c, unsigned classes, unsigned except,
                    struct strings *out);
void print_help(void);

/* ---- options.c: ampcc's warnings ----------------------------------------- */

/* Each is named -Wamp-… (options.c, docs/diagnostics.md). */
enum warning {
	WARNING_DIVERGENT_BARRIER,
	WARNING_NO_CUDA,
	WARNING_PERFORMANCE,
	WARNING_TILE_STATIC_RACE,
	WARNINGS
};

enum severity { SEVERITY_IGNORED, SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

/* "amp-divergent-barrier" */
const char *warning_name(enum warning w);
/* What the command line makes of a warning. */
enum severity warning_severity(const struct strings *options, enum warning w);

/* ---- scan.c ------------------------------------------------------------ */

/* Does the source, or a header of the user's that it reaches, use AMP? text is
 * the source's where it is in memory already (standard input), else NULL. */
bool scan_source(const struct command *c, const char *path, const struct text *text,
                 const char *include_dir);

/* ---- device.c: kernels to a fatbin ------------------------------------- */

/* A virtual (compute_75) or real (sm_90) architecture. */
struct arch {
	bool real;
	unsigned number;  /* 75, 90 */
	char suffix;      /* 'a' of sm_90a, or '\0' */
};

struct device {
	struct arch *archs;
	size_t n_archs;
	char *nvcc, *clang;  /* programs, or NULL */
	char *toolkit;       /* the toolkit's folder, or NULL */
	bool use_clang;      /* for all architectures, or for those below nvcc's */
	unsigned nvcc_lowest; /* the lowest architecture that nvcc knows */
};

/* Settles compilers and architectures. No architectures: kernels are for the
 * CPU only. False, after a message, if what was asked for cannot be had. */
bool device_init(struct device *d, const struct command *c);
void device_finish(struct device *d);

/* A device unit on its way to a fatbin: commands that run side by side. */
struct device_build {
	const struct strings *cuda_names;
	pid_t *children;
	size_t n_children;
	struct strings fatbinary; /* the command that joins their outputs, or empty */
};

/* Starts compiling unit to fatbin. host_compiler is argv-like, for nvcc's
 * -ccbin, or NULL; source_dir is where the user's source lies; cuda_names are a
 * translation's. */
bool device_build_start(struct device_build *b, const struct device *d, const struct command *c,
                        const char *unit, const char *fatbin, const char *source_dir,
                        const char *include_dir, const struct strings *host_compiler,
                        const struct strings *cuda_names);
/* Waits. False, after the compilers' messages, if it failed. */
bool device_build_finish(struct device_build *b, bool verbose);
/* The -std= that nvcc takes for the user's. */
const char *device_standard(const struct command *c);
/* A word for nvcc's host compiler. */
void push_for_nvcc_host(const char *word, struct strings *out);
/* nvcc's -gencode options, for .cu inputs. */
void device_push_gencode(const struct device *d, struct strings *out);

/* ---- tcc.c --------------------------------------------------------------- */

bool is_tcc(const struct strings *host);
/* A command that preprocesses C as this tcc does. */
void push_tcc_preprocessor(const struct strings *host, struct strings *out);
/* One that links its objects with libamprt. */
void push_tcc_linker(struct strings *out);

/* ---- driver.c ---------------------------------------------------------- */

/* Where ampcc's own parts are. */
struct installation {
	char *include_dir; /* amp.h */
	char *library_dir; /* libamprt, or NULL */
	char *front_end;   /* the module with translate(), or NULL */
};

/* Does what the command line says; the exit status. Does not return where the
 * host compiler can do all of it: that one then takes ampcc's place. */
int drive(struct command *c, const struct installation *where);

/* ---- the front end: one translation unit ------------------------------- */

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
	struct text host_unit;    /* foo.amp.cpp or foo.amp.c; see emit.c for the module hook */
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
struct unit;
/* What translate() does once the unit is a flat text; the unit stays the caller's. */
bool translate_unit(struct unit *u, struct translation *out);

/* ---- lex.c: tokens ----------------------------------------------------- */

enum token_kind {
	TOKEN_IDENTIFIER, /* keywords, too */
	TOKEN_NUMBER,
	TOKEN_STRING,     /* string and character literals, with prefix and suffix */
	TOKEN_PUNCTUATOR, /* one character, except :: and -> */
	TOKEN_DIRECTIVE,  /* a whole preprocessor line, without its newline */
	TOKEN_END,
};

struct token {
	enum token_kind kind;
	unsigned offset, len;
	int match; /* index of the other of a pair of ( ) [ ] { }; -1 if there is none */
};

/* Ends with a TOKEN_END; comments and white space are left out. */
struct tokens {
	struct token *items;
	size_t count, capacity;
};

void lex(const char *source, size_t len, struct tokens *out);
/* The end of the first line of s, or of a later one up to which a comment or a raw
 * string literal goes on that begins in it. */
size_t lex_line(const char *s, size_t len);
void tokens_finish(struct tokens *t);
/* Index of the first token at or after an offset. */
size_t token_at(const struct tokens *t, unsigned offset);
bool token_is(const char *source, const struct token *t, const char *spelling);
/* Behind the brackets that open at t[i], or just behind it if it opens none. */
size_t token_skip_group(const struct token *t, size_t i);
/* i is at '<' of a template list: the index just behind its '>'. */
size_t token_skip_angles(const char *source, const struct tokens *t, size_t i);
/* i is at `requires`: behind its constraint, primaries joined by && and || (C++20
 * [temp.pre]). */
size_t token_skip_requires(const char *source, const struct tokens *t, size_t i);
/* The '<' of the template list that ends in front of token `end`; 0 if there is none. */
size_t token_angles_begin(const char *source, const struct tokens *t, size_t end);

/* ---- preprocess.c: one flat text --------------------------------------- */

/* Where a part of the flat text comes from: the line at offset is line `line`
 * of `file`. Ordered by offset. */
struct line_mark {
	unsigned offset;
	const char *file;
	unsigned line;
};

/* A variable that is declared at an offset: in [start, end) what the parser has against its uses
 * follows from an error of ours. */
struct refused_variable {
	unsigned declared, start, end;
};

/* A translation unit as one text: the source and its own headers with macros
 * expanded and comments kept, #line directives between them, and the #include
 * lines of system headers (amp.h is one) left as they were. */
struct unit {
	const struct translation_request *request;
	struct text text;
	struct line_mark *marks;
	size_t n_marks;
	struct tokens tokens; /* of text */
	struct strings files; /* owns the names in marks */
	struct strings system_folders; /* where the host compiler found system headers */
	char *vector_header;  /* and <vector>, which amp.h includes; NULL if it did not */
	unsigned errors;      /* messages of severity error so far */
	bool all_errors;      /* of C: also those of code for the host */
	bool host_is_clang;   /* the host compiler defines __clang__ */
	bool is_lean;         /* C++ that parses with AMP_LEAN */
	char *pch;            /* the precompiled amp.h that the parser read, or NULL */
	unsigned *error_places; /* where they are, as they came */
	size_t n_error_places;
	struct refused_variable *refused; /* that errors of ours are about */
	size_t n_refused;
	/* of the parse, for notes */
	const struct clauses *clauses;
	CXTranslationUnit tu;
	struct call_graph *calls; /* made when first asked for */
};

bool preprocess(const struct translation_request *request, struct unit *out);
/* The same from what a preprocessor has written. */
void flatten(const struct translation_request *request, const char *preprocessed,
             struct unit *out);
void unit_finish(struct unit *u);

struct location {
	const char *file;
	unsigned line, column; /* from 1; column in bytes */
};
/* The offset at which the line that an offset is in begins. */
unsigned line_start(const struct unit *u, unsigned offset);
struct location unit_locate(const struct unit *u, unsigned offset);

/* ---- diagnostic.c ------------------------------------------------------ */

/* "file:line:column: error: text", the line and a caret, as clang prints
 * them. offset is in the flat text. Errors are counted in u->errors. */
void diagnose(struct unit *u, enum severity severity, unsigned offset, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same with a piece of text to be inserted at a place, printed below the line
 * if it is on it. No place: UINT_MAX. */
void diagnose_with_fix(struct unit *u, enum severity severity, unsigned offset, unsigned at,
                       const char *insertion, const char *format, ...)
	__attribute__((format(printf, 6, 7)));
/* The same for one of ampcc's warnings, with its name behind it. False, and
 * nothing printed, if it is off: notes that go with it are to be left out. */
bool diagnose_warning(struct unit *u, enum warning w, unsigned offset, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* ---- calls.c ------------------------------------------------------------- */

/* Notes: the calls that lead from a kernel to a place in a function. */
void note_calls(struct unit *u, unsigned offset);
/* A function's name with the types of its parameters: "f(int)". The caller frees it. */
char *function_title(CXCursor function);
/* Whether a function or a lambda of amp code is a kernel. */
bool is_kernel(CXCursor function);
void call_graph_destroy(struct call_graph *g);

/* ---- messages.c: the parser's messages about C++ ------------------------- */

struct clauses;
/* Prints an error of the parser's in terms of C++ AMP, if it is about one of the
 * common mistakes. False, and nothing printed, for others. */
bool report_mistake(struct unit *u, const struct clauses *c, CXDiagnostic d);
/* Whether a place is in <amp.h> or its parts. */
bool in_amp_library(const struct unit *u, CXSourceLocation place);
/* A note at the declaration of a function; whether to suggest restrict(cpu, amp). */
void note_declaration(struct unit *u, unsigned offset, const char *name, bool fix);
/* Where a restriction clause goes in a declarator or a lambda that starts at an
 * offset; UINT_MAX if that cannot be told. */
unsigned behind_parameters(const struct unit *u, unsigned offset);

/* ---- host_code.c: errors in code for the host ----------------------------- */

/* Whether an offset is in a function, a lambda or a block with amp in its
 * restrictions, from its clause to the end of its body. */
bool in_amp_function(const struct unit *u, const struct clauses *c, unsigned offset);
/* The same, or in a launch. */
bool in_amp_text(const struct unit *u, const struct clauses *c, unsigned offset);
/* Which of the parser's errors, by their numbers, are about C++ code for the host in
 * which the host compiler sees none: true in is_of_host, one for each diagnostic. */
void find_host_errors(const struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                      bool *is_of_host);

/* ---- restrict.c: restriction clauses ----------------------------------- */

enum { RESTRICT_CPU = 1, RESTRICT_AMP = 2, RESTRICT_AUTO = 4 };

/* One restrict(...) clause. */
struct clause {
	unsigned start, end;    /* in the flat text */
	unsigned restrictions;  /* RESTRICT_… */
	bool on_type;           /* of a function pointer or type, not of a function */
	unsigned lambda;        /* where the lambda begins that it is of, or UINT_MAX */
};

/* Part of the parse text that stands elsewhere than in the flat text:
 * [start, start + moved) comes from [start + shift, start + shift + moved). */
struct move {
	unsigned start, moved;
	int shift;
};

/* What the parse text has in addition. */
struct insertion {
	const char *text; /* borrowed */
	unsigned order;   /* of those at one place */
	unsigned flat;    /* where, in the flat text */
	unsigned at;      /* the same behind the moves */
	unsigned start;   /* in the parse text */
};

struct clauses {
	struct clause *items;
	size_t count, capacity;
	struct text parse;      /* the flat text as libclang gets it */
	struct text moved;      /* the same without the insertions; same length as the flat text */
	struct move *moves;
	size_t n_moves;
	struct insertion *insertions; /* in order */
	size_t n_insertions;
	struct strings texts; /* owns some of their texts */
	struct offsets references; /* names of tile_static variables that are references for clang */
	struct offsets unconstructed; /* those that nobody can construct */
	struct offsets retyped; /* calls with another type than the parser would find */
	struct offsets completed; /* dependent names that have got `template` or `typename` */
	struct offsets qualified; /* names that have got a namespace in front of them */
	bool has_named_conversions; /* functions that go by a name (conversion.c) */
	CXFile file;            /* the parse text, for libclang */
};

/* Finds the clauses and writes the parse text, in which each is the CUDA
 * attribute of the same meaning, at a place where clang takes attributes. */
void find_clauses(struct unit *u, struct clauses *out);
/* Whether a typedef has a name in the parse text only: `decltype(x + y);`. */
bool declares_nothing(CXCursor declaration);
/* Another parse text, to be changed. The first one has to live as long. */
void clauses_copy(struct clauses *to, const struct clauses *from);
void clauses_finish(struct clauses *c);
/* clang is to see the attribute for restrictions at an offset of the flat text, once
 * the parse text is written with make_insertions(). */
void insert_restrictions(struct clauses *c, unsigned at, unsigned restrictions);
/* Any other text, which stays the caller's; or is copied. */
void insert_text(struct clauses *c, unsigned at, const char *text);
void insert_own_text(struct clauses *c, unsigned at, const char *text);
void make_insertions(struct clauses *c);
/* clang is to see other restrictions in place of a clause, likewise. */
void change_restrictions(struct clauses *c, const struct clause *clause, unsigned restrictions);
/* clang is to take all destructors for restrict(cpu,amp). False if it does already. */
bool share_destructors(const struct unit *u, struct clauses *c);
/* A tile_static variable with its name at an offset becomes a reference for clang, so
 * that it looks for no constructor, which C++ AMP would not call (2.4.3.5.1).
 * constructible: by the other compilers. False if there is no such variable. */
bool leave_unconstructed(const struct unit *u, struct clauses *c, unsigned name,
                         bool constructible);
/* Offset in the flat text of an offset in the parse text. */
unsigned parse_to_flat(const struct clauses *c, unsigned offset);
/* The other way around. */
unsigned flat_to_parse(const struct clauses *c, unsigned offset);
/* The clause of a function, with its name at start, or lambda, whose body is at end, or NULL:
 * not that of a lambda among its default arguments or what initializes members. */
const struct clause *function_clause(const struct unit *u, const struct clauses *c, unsigned start,
                                     unsigned end);
/* The clause that starts in [start, end), or NULL. */
const struct clause *clause_in(const struct clauses *c, unsigned start, unsigned end);

/* ---- nested.c ------------------------------------------------------------ */

/* Adds the insertions that give functions inside of amp code its restrictions. */
void inherit_restrictions(const struct unit *u, struct clauses *c);

/* ---- edits: the two units are the flat text with edits ------------------ */

enum unit_kind { UNIT_DEVICE, UNIT_HOST, UNIT_KINDS };

/* [start, end) becomes text[kind] (NULL: stays). start == end inserts; of
 * several insertions at one place the one made first comes first. */
struct edit {
	unsigned start, end;
	int order;
	char *text[UNIT_KINDS];
};

struct edits {
	struct edit *items;
	size_t count, capacity;
	size_t n_sorted; /* of the first ones */
};

/* Copies the texts. */
void edit_replace(struct edits *e, unsigned start, unsigned end, const char *device,
                  const char *host);
void edit_insert(struct edits *e, unsigned at, const char *device, const char *host);
/* The same, ahead of everything that is inserted there otherwise. */
void edit_insert_first(struct edits *e, unsigned at, const char *device, const char *host);
/* The same, behind everything that is inserted there otherwise. */
void edit_insert_last(struct edits *e, unsigned at, const char *device, const char *host);
/* Appends [start, end) of source with the edits that start in it. An edit
 * inside of a replaced range is passed over. */
void edits_render(struct edits *e, const char *source, unsigned start, unsigned end,
                  enum unit_kind kind, struct text *out);
/* The same with what is inserted at end: the parenthesis that closes a cast. */
void edits_render_expression(struct edits *e, const char *source, unsigned start, unsigned end,
                             enum unit_kind kind, struct text *out);
/* Whether [start, end) is in what is replaced, so that an edit there has no effect. */
bool edits_replace(const struct edits *e, unsigned start, unsigned end);
void edits_finish(struct edits *e);

/* ---- cursors.c ----------------------------------------------------------- */

/* A set of cursors; {0} is empty. */
struct cursors {
	CXCursor *items; /* in the order they came */
	size_t count;
	size_t *slots, n_slots;
};

/* False if the cursor was in it before. position: of it in items; may be NULL. */
bool cursors_add(struct cursors *c, CXCursor cursor, size_t *position);
void cursors_finish(struct cursors *c);

/* ---- parse.c ------------------------------------------------------------- */

/* With this macro <amp.h> brings along no standard headers but those that it needs itself.
 * A program that the parser takes so has both units so, too, and they compile a third faster;
 * any other has all that Microsoft's <amp.h> brings along. */
#define AMP_LEAN "__AMPCC_LEAN__"

/* pch.c: a precompiled amp.h for these options, made if there is none yet. NULL
 * if it cannot be. The caller frees the path. */
char *precompiled_amp(const struct strings *options, const char *include_dir, CXIndex index);
/* The host compiler's options that clang understands in the same way. */
void add_parse_options(const struct strings *from, struct strings *to);
/* Parses the parse text. NULL, with a message, if libclang failed altogether. */
CXTranslationUnit parse(struct unit *u, struct clauses *c, CXIndex index);

/* ---- parse_errors.c ------------------------------------------------------ */

/* Where the parser found errors in a program in C++. */
void find_parse_errors(const struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                       struct offsets *out);
/* Prints them, but for lines that an error was reported at already. */
void report_parse_errors(struct unit *u, const struct clauses *c, CXTranslationUnit tu);
/* clang's CUDA refuses tile_static variables of classes with constructors; C++
 * AMP does not call them (specification 2.4.3.5.1). */
bool is_of_cuda_only(CXDiagnostic d);

/* ---- ast.c: questions about cursors and types ---------------------------- */

/* Where a place is in the flat text, also in one of the macros that stand for restrict and
 * tile_static there. False if it is not in the user's text. */
bool location_offset(const struct clauses *c, CXSourceLocation location, unsigned *offset);
/* A cursor's range in the flat text. False if it is not in the user's text. */
bool cursor_range(const struct clauses *c, CXCursor cursor, unsigned *start, unsigned *end);
/* Where its name is, likewise. */
bool cursor_offset(const struct clauses *c, CXCursor cursor, unsigned *offset);
/* RESTRICT_… of a function as declared; RESTRICT_CPU without a clause. */
unsigned cursor_restrictions(CXCursor function);
/* Whether a declaration was made by the parser from a template; it is the same
 * text again. */
bool is_instantiation(CXCursor c);
/* The template of such a class: its definition, not a declaration in front of it. The null
 * cursor for other classes. */
CXCursor class_template_of(CXCursor class);
bool is_function(enum CXCursorKind kind);
bool is_class(enum CXCursorKind kind);
/* A parameter and a structured binding, too. */
bool is_variable(CXCursor declaration);
/* clang_disposeString after strdup. The caller frees it. */
char *take_string(CXString s);
/* The null cursor if there is none. */
CXCursor first_child(CXCursor c);
/* Whether a declaration is one of C++ AMP's own: in namespace Concurrency, or amp_… in C. */
bool is_amp_library(CXCursor declaration);
/* Whether what is declared or referred to has this name, or one that begins so. */
bool is_named(CXCursor c, const char *name);
bool starts_with(CXCursor c, const char *prefix);
/* The type that a reference refers to; other types, the invalid one too, as they are.
 * (clang_getNonReferenceType crashes on an expression without a type, such as the
 * list in `T x(a, b)` in a template.) */
CXType without_reference(CXType type);
/* Likewise without const and volatile. */
CXType unqualified(CXType type);
/* Whether a declaration is inside of a function. */
bool is_local(CXCursor declaration);
/* Of an arithmetic type or an enumeration. */
bool is_number(CXType type);
/* Whether a type is that of a lambda. */
bool is_closure_type(CXType type);
/* Whether functions have no deduced result types yet, and lambdas no auto parameters. */
bool is_cxx11(const struct unit *u);
/* Whether a child of a function or lambda is a parameter of it: children of a lambda that
 * initializes a capture are the other one's for libclang, too. */
bool is_parameter_of(CXCursor child, CXCursor function);
/* The first of them, or the null cursor. */
CXCursor first_parameter(CXCursor function);
/* Of a function's parameter pack: A... */
bool is_pack(CXType type);
bool is_tile_static(CXCursor variable);
/* Whether a variable is an integral constant that can be repeated elsewhere: its
 * initializer names and calls nothing of its own, or its value is known, or it
 * is constexpr (dependence.c). */
bool is_constant(CXCursor variable);

/* ---- declarator.c: declarations and lambdas as tokens -------------------- */

/* Whether token i is the last of a statement, or a brace. */
bool ends_statement(const struct unit *u, size_t i);
/* Index of the '{' of a function's body, or of the token that ends a
 * declaration without one, as tokens of the flat text. name: of its name. */
size_t declarator_end(const struct unit *u, unsigned name, unsigned end);
/* The token where the specifiers of a declaration begin: behind its template
 * heads and attributes. */
size_t specifiers_begin(const struct unit *u, unsigned start);

/* Where the body of a lambda that starts at an offset begins: at its '{'. */
unsigned lambda_body(const struct unit *u, unsigned start);

/* The capture list of a lambda. */
struct captures {
	char default_capture; /* '=', '&' or 0 */
	struct strings by_reference, by_value;
};

struct captures read_captures(const struct unit *u, unsigned start);
/* The comma behind the capture at token i, or `close`, the end of the list. A comma between
 * template arguments ends none. */
size_t capture_end(const struct unit *u, size_t i, size_t close);
bool captures_by_reference(const struct captures *c, const char *name);
/* Where [*this] is in the list, or UINT_MAX. */
unsigned captured_copy_of_this(const struct unit *u, unsigned start);
/* Whether a reference to a member names no object: it is one of this one. */
bool is_member_of_this(const struct unit *u, const struct clauses *c, CXCursor reference);
/* Whether an offset is between the brackets of the lambda that begins at start. */
bool in_capture_list(const struct unit *u, unsigned start, unsigned offset);
/* Whether it is in the initializer of an init-capture, [x = …], which is evaluated outside
 * of the lambda. */
bool in_init_capture(const struct unit *u, unsigned start, unsigned offset);
void captures_finish(struct captures *c);

/* ---- overload.c -------------------------------------------------------- */

/* A declaration of a function that shares its name and scope with one of the
 * other restriction (specification 2.3). */
struct overload {
	char *set;     /* scope and name: the same for all that compete in calls */
	char *usr;     /* the same for those with the same signature */
	CXCursor cursor;
	unsigned offset; /* of its name */
	bool amp;      /* restrict(amp); else restrict(cpu) */
	bool paired;   /* there is one of the other restriction with this signature */
};

struct overloads {
	struct overload *items;
	size_t count, capacity;
	struct strings common; /* the sets of restrict(cpu,amp) functions */
	/* where restrict(cpu,amp) code names such a function that is meant in kernels, too */
	struct offsets common_calls;
};

/* Finds all of them in the user's text. */
void find_overloads(const struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                    struct overloads *out);
void overloads_finish(struct overloads *o);
/* The one with its name at an offset, or NULL. */
const struct overload *overload_at(const struct overloads *o, unsigned offset);
/* Whether a function, or the template that it is instantiated from, competes
 * with functions that are restrict(amp) (or restrict(cpu)) only. */
bool has_overload(const struct overloads *o, CXCursor function, bool amp);
/* The function of the same signature and the other restriction; the null cursor if
 * there is none. */
CXCursor overload_counterpart(const struct overloads *o, CXCursor function);
/* The one of those that a function competes with which is restrict(amp) (or restrict(cpu)) only;
 * the null cursor if there is none or more than one. */
CXCursor only_overload(const struct overloads *o, CXCursor function, bool amp);
/* Whether functions that are restrict(cpu,amp) compete with this one. */
bool is_common_set(const struct overloads *o, CXCursor function);
/* Edits that keep both alive in the host unit, where one call may mean either,
 * and only the amp one in the device unit. */
void lower_overloads(struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                     const struct overloads *o, struct edits *out);

/* ---- retype.c ---------------------------------------------------------- */

/* In the trailing result type of a restrict(amp) function, and in a class in one, the parser
 * takes calls for those of the CPU: in the parse text they get the types of those that are
 * meant. False if there are none. */
bool retype_calls(struct unit *u, struct clauses *c, CXTranslationUnit tu, CXIndex index,
                  const struct overloads *o);

/* ---- dependent.c -------------------------------------------------------- */

/* Inserts `template` and `typename` where the parser misses them, in both units and in the
 * parse text. False if it misses none, or has them by now. */
bool complete_dependent_names(struct clauses *c, CXTranslationUnit tu, struct edits *edits);

/* ---- ambiguous.c -------------------------------------------------------- */

/* Inserts the namespaces of the program's functions where amp code calls them by names that a
 * library has for the CPU, and the parser cannot choose, in both units and in the parse text.
 * False if there are no such calls. */
bool qualify_ambiguous_calls(const struct unit *u, struct clauses *c, CXTranslationUnit tu,
                             struct edits *edits);
/* "::" or "::a::b::" of a function's namespace; NULL: it cannot be named so. The caller frees it. */
char *qualifier_of(CXCursor function);
/* Whether a name in the text is that of a member, or written with a namespace, or has got one. */
bool is_qualified(const struct unit *u, const struct clauses *c, unsigned offset);

/* ---- special.c --------------------------------------------------------- */

/* Declares special member functions in the parse text that clang takes for restrict(cpu),
 * and that are for both. False if there are none. */
bool share_special_members(struct clauses *c, CXTranslationUnit tu, const struct overloads *o);

/* ---- conversion.c ------------------------------------------------------ */

/* Of conversion functions to different types clang chooses by the type alone: converts
 * objects, in both units and in the parse text, where that is not the one that may be
 * called. False if there is nothing to convert. */
bool settle_conversions(struct unit *u, struct clauses *c, CXTranslationUnit tu, CXIndex index,
                        struct overloads *o, struct edits *edits);

/* ---- resolution.c ------------------------------------------------------ */

/* Converts the arguments of calls, in both units, that would mean other functions for
 * compilers that know no restrictions, or refuses them. For a program without errors. */
void settle_overloads(struct unit *u, CXTranslationUnit tu, CXIndex index, struct overloads *o,
                      struct edits *edits);

/* ---- cuda_names.c: names of the program's that CUDA or a library has, too - */

/* Types (and functions that make them) that the program declares. */
void find_cuda_types(CXTranslationUnit tu, struct strings *out);
/* Other names for functions and variables of the program's that CUDA has, in the device unit;
 * for restrict(amp) functions that a library has for the CPU, in both; and the namespaces of
 * restrict(cpu, amp) functions that a library has, where amp code calls them. */
void rename_taken_names(const struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                        const struct overloads *o, struct edits *edits);

/* ---- access.c ---------------------------------------------------------- */

enum view_access {
	VIEW_READ_WRITTEN,     /* or nothing is known */
	VIEW_READ,             /* its elements are only read */
	VIEW_WRITTEN_AT_INDEX, /* each thread writes the element at its index before it reads
	                        * any */
};

/* What a kernel does with the views that it holds. NULL if nothing is known.
 * accesses_destroy() frees it; NULL is fine. */
struct accesses;
struct accesses *lambda_accesses(const struct unit *u, CXCursor lambda);
/* Of the operator()s of a class, its own or inherited ones. */
struct accesses *class_accesses(const struct unit *u, CXCursor class);
/* Of a function's or block's views in C. */
struct accesses *c_accesses(const struct unit *u, CXCursor kernel);
void accesses_destroy(struct accesses *a);
/* What it does with the elements of a view: path is the captured variable or the
 * member, and the members in it that lead to the view. *on_premises: only if
 * access_premises() hold. */
enum view_access view_access_of(const struct accesses *a, const CXCursor *path, size_t n,
                                bool *on_premises);
/* Whether all that it does with an object is to call it with the thread's index, once
 * or more: then it does with what is in there what the object would do as a kernel. */
bool is_run_at_index(const struct accesses *a, const CXCursor *path, size_t n);
/* Types that have to be numbers, views of numbers or the index. */
const struct strings *access_premises(const struct accesses *a);
/* Whether only the elements at the thread's index are accessed, and whether the index
 * is used for nothing else. */
bool is_only_at_index(const struct accesses *a, const CXCursor *path, size_t n);
bool is_index_only_for_accesses(const struct accesses *a);
/* Whether neighbouring points over so many dimensions had better be in squares than in
 * rows: a view is accessed along its columns where a row of threads goes on; a texture is
 * sampled, at places that are near each other both ways; or no view is read, so that
 * threads share only the ways that they go. */
bool wants_squares(const struct accesses *a, unsigned rank);

/* ---- check.c, lower.c --------------------------------------------------- */

/* launch.c: why a kernel does not take the indices of a domain, or NULL; what would
 * help behind the domain, or NULL. The caller frees both. */
char *index_mismatch(CXCursor domain, CXCursor function, char **fix);
/* Whether fast_math or precise_math has a function of this name. */
bool is_math_name(const char *name);
/* The rules of restrict(amp) that the parser does not know. Statements that the parser
 * found an error in are left out, and the variables that they declare. */
void check(struct unit *u, const struct clauses *c, const struct overloads *o,
           CXTranslationUnit tu);

/* An error of ours is about a variable. */
void refuse_uses(struct unit *u, unsigned declared, unsigned start, unsigned end);
/* Whether the statement at an offset names a variable that was refused: what the parser has
 * against it follows from that. If a call of a name begins there, whether that call does. */
bool is_about_refused(const struct unit *u, unsigned offset);
/* The token behind the call of a name, f(…), that begins at an offset; 0 if there is none. */
size_t named_call_end(const struct unit *u, unsigned offset);

/* Barriers that not all threads of a tile come to (barrier.c). For a program
 * without other errors. */
void check_barriers(struct unit *u, const struct clauses *c, CXTranslationUnit tu);

/* Accesses to tile_static memory that lack a barrier between them (race.c), as
 * warnings. For a program without other errors. */
void check_races(struct unit *u, const struct clauses *c, CXTranslationUnit tu);
/* Functions that kernels call and that are defined elsewhere, where there is code for GPUs
 * (undefined.c). For a program of C++ without other errors. */
void check_undefined(struct unit *u, const struct clauses *c, CXTranslationUnit tu);
/* The warnings of -Wamp-performance (performance.c). For a program without errors. */
void check_performance(struct unit *u, const struct clauses *c, CXTranslationUnit tu);

/* Makes function objects of kernels, and everything else that the two units
 * need, as edits. Sets *has_kernels if there is code for a device. */
void lower(struct unit *u, const struct clauses *c, CXTranslationUnit tu, struct edits *out,
           bool *has_kernels);

/* ---- lower_c.c: C (lower_c.h) --------------------------------------------- */

/* The host unit's edits, and the whole device unit. With errors, only what else is wrong. */
void lower_c(struct unit *u, const struct clauses *c, CXTranslationUnit tu, struct edits *edits,
             struct text *device, bool *has_kernels);

/* An array or view of <amp/c.h>. */
struct c_view_type {
	unsigned rank;
	bool is_const, is_array;
};
/* Whether a type is one (c_kernel.c). */
bool c_view_type(CXType type, struct c_view_type *out);

/* ---- c_messages.c ------------------------------------------------------- */

/* A message of the parser's about the program's text `at`, in the terms of <amp/c.h>.
 * Takes s; the caller frees what it returns. */
char *c_message(char *s, const char *text, const char *at);
/* Whether the parser's message is that it did not understand the text: what it says behind
 * that, within the function, may be because of it. */
bool is_c_syntax_error(const char *message);
/* Where the function ends that an offset is in: UINT_MAX where its brackets do not tell. */
unsigned function_end(const struct unit *u, unsigned offset);
/* A type as programs write it: amp_array_view(float, 1). The caller frees it. */
char *c_type_name(CXType type);
/* Whether a place is a use of a macro of <amp/c.h>: there, the warnings that we
 * ask the parser for are errors. */
bool is_c_misuse(const struct unit *u, const struct clauses *c, CXSourceLocation place);
/* Whether an error is one of C code for the host that has nothing to do with
 * AMP: the host compiler may well take it, and says so if it does not. */
bool is_of_c_host(const struct unit *u, const struct clauses *c, CXDiagnostic d);

#endif
