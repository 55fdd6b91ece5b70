/* The command line, and how it configures ampcc's warnings (options.c). */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum language { LANGUAGE_C, LANGUAGE_CXX };

/* How an input is processed. */
enum input_kind {
	INPUT_C,
	INPUT_CXX,
	INPUT_CUDA,
	INPUT_HEADER, /* to be precompiled */
	INPUT_OTHER,  /* assembly, objects, archives: left to the host compiler */
};

struct input {
	const char *path;
	const char *language; /* operand of the -x in force; NULL: by suffix */
	enum input_kind kind;
	bool amp; /* set by the driver: the result of scan_source() */
};

/* Who receives an option. Options in no class go to the host compiler. */
enum option_class {
	OPTION_PARSE = 1 << 0,       /* preprocessing and parsing: request.options */
	OPTION_DEVICE = 1 << 1,      /* nvcc and clang accept it unchanged */
	OPTION_DEVICE_HOST = 1 << 2, /* affects the host code in the device unit: -Xcompiler */
	OPTION_DEPENDENCY = 1 << 3,  /* -MD and related options */
	OPTION_ASSEMBLE = 1 << 4,    /* needed by the assembler, too */
	OPTION_LINK = 1 << 5,        /* only used by the link */
	OPTION_MODE = 1 << 6,        /* -c -S -E -o -x …: for the driver */
	OPTION_FOLDED = 1 << 7,      /* done by translate(): not passed on with its output */
	OPTION_NVCC = 1 << 8,        /* an option of nvcc, for .cu inputs */
	OPTION_LIBCLANG = 1 << 9,    /* needed by the parser, too */
	OPTION_SIDE = 1 << 10,       /* compilations write or read files named after their output */
};

/* What options change in the meaning of code, for kernels to follow or to refuse (kernel_options.c), and in
 * messages. Permissions that kernels may ignore (-ffinite-math-only) are not listed: code that does not use
 * them is correct. */
enum meaning {
	/* floating point, followed by kernels */
	MEANING_UNCONTRACTED,  /* x * y + z is rounded twice */
	MEANING_FAST,          /* subnormals may be flushed, roots approximate */
	MEANING_RECIPROCAL,    /* quotients may be approximate */
	MEANING_OFAST,         /* FAST and RECIPROCAL, from -Ofast until the next -O */
	MEANING_NOT_FAST,      /* neither, even with -Ofast */
	MEANING_FLUSH,         /* subnormals are flushed to zero */
	MEANING_UNSIGNED_CHAR, /* followed by kernels */
	/* followed if clang is the device compiler */
	MEANING_WRAP,
	MEANING_WRAP_POINTERS,
	MEANING_TRAP,
	MEANING_ALL_COPIES,
	MEANING_FLOAT_CASTS,
	/* not supported with AMP in C++ */
	MEANING_NO_EXCEPTIONS,
	MEANING_NO_RTTI,
	/* not supported with AMP */
	MEANING_SHORT_ENUMS,
	MEANING_SHORT_WCHAR,
	MEANING_PACKED,
	MEANING_UNSIGNED_BITFIELDS,
	MEANING_MS_BITFIELDS,
	MEANING_LONG_DOUBLE,
	MEANING_SINGLE_CONSTANTS,
	MEANING_EVALUATION,
	MEANING_SUBNORMALS,
	MEANING_CHARSET,
	MEANING_WIDE_CHARSET,
	MEANING_WORD_SIZE,
	MEANING_CALLS,
	MEANING_OTHER_MESSAGES, /* a format other than text: JSON, SARIF */
	/* of messages; ampcc's own follow them (diagnostic.c) */
	MEANING_COLORS,          /* always */
	MEANING_NO_COLORS,       /* never; if neither is set, on terminals */
	MEANING_NO_CARETS,       /* without the source line */
	MEANING_PARSEABLE_FIXES, /* with machine-readable fix-its */
	MEANINGS
};

/* One option or input of the expanded command line, in order. */
struct argument {
	char *words[2]; /* the second one is NULL unless the value is a separate word */
	unsigned classes;
	int input;         /* index in command.inputs, or -1 */
};

/* --amp-robust-access: what out-of-bounds accesses do. */
enum robust_access {
	ROBUST_OFF,    /* undefined behaviour */
	ROBUST_ON,     /* reads return zero, writes are dropped */
	ROBUST_REPORT, /* the kernel ends with an error, if reports are requested */
};

/* The last phase to run. */
enum stop_after {
	STOP_NOTHING,    /* --version, -print-*: no compilation at all */
	STOP_PREPROCESS, /* -E -M -MM */
	STOP_SYNTAX,     /* -fsyntax-only */
	STOP_CUDA,       /* --amp-emit-cuda */
	STOP_ASSEMBLY,   /* -S */
	STOP_OBJECT,     /* -c */
	STOP_LINK,       /* none of these options */
};

/* The default of --amp-msvc=: Visual C++ 2019 16.11, the last one in which C++ AMP is not deprecated. */
#define MSVC_DEFAULT "1929"

struct command {
	struct strings words;      /* as typed, without ampcc's own options: for the host compiler */
	struct argument *arguments;
	size_t n_arguments;
	struct input *inputs;
	size_t n_inputs;
	enum stop_after stop;
	const char *output;        /* -o, or NULL */
	const char *standard;      /* value of the last -std=, or NULL */
	const char *language;      /* that of the last -x, or NULL */
	bool write_dependencies;   /* -MD or -MMD */
	bool user_headers_only;    /* -MMD */
	const char *dependency_file; /* -MF, or NULL */
	bool dependency_target;    /* -MT or -MQ was given */
	bool debug, lto, static_link, no_libraries, relocatable_link;
	/* options of ampcc's own */
	bool help, version, show_cache, clangd;
	const char *arch;          /* --amp-arch=, or NULL */
	const char *device_compiler; /* --amp-device-compiler=, or NULL */
	const char *host_compiler; /* --amp-host-compiler=, or NULL */
	const char *save;          /* --amp-save=, or NULL */
	struct strings device_options; /* --amp-device-option=, in order */
	const char *emit_folder;       /* value of --amp-emit-cuda=, or NULL */
	const char *compile_commands;  /* -p, which belongs to --amp-emit-cuda=, or NULL */
	bool verbose, extensions, device_debug, tile_fibers, vendor;
	enum robust_access robust; /* also passed to the headers, as -DAMP_ROBUST_ACCESS */
	const char *msvc;          /* --amp-msvc: the value of _MSC_VER, or NULL (dialect.h) */
	bool print_steps, dry_run; /* -v: print the commands where ampcc runs several; -###: and do not run them */
	const char *side_output;   /* the last option with OPTION_SIDE, or NULL */
	bool dump_bodies;          /* --amp-dump-body, for tests */
	bool dump_device;          /* --amp-dump-device, for tests */
	struct strings warnings;   /* -Wamp-… and its forms, -Werror, -w, in order */
	unsigned meanings;         /* bits: 1u << MEANING_… */
	const char *meant_by[MEANINGS]; /* by meaning: the last option that set its bit */
};

/* Whether a word is an option of ampcc's own. */
bool is_own_option(const char *word);
/* Reads the command line. Returns false, after an error, for an unknown option of ampcc's own. */
bool command_init(struct command *c, int argc, char **argv);
void command_finish(struct command *c);
/* Appends all options that are in one of `classes` (0: any option) and in none of `except`. */
void command_select(const struct command *c, unsigned classes, unsigned except,
                    struct strings *out);
/* Adds an option that was not typed, with its value or NULL, in front of or behind all others. */
void command_add(struct command *c, bool in_front, const char *word, const char *value, unsigned classes);
/* Returns the classes of an option; 0 if it is not in the table. */
unsigned option_classes(const char *word);
/* Returns the meanings after an option that the program gives for a function or from a line on (gcc's
 * optimize): "fp-contract=off", "-fwrapv", "3". */
unsigned meanings_after(unsigned meanings, const char *option);
void print_help(void);

/* ---- macros of the command line -------------------------------------------- */

/* -DNAME=VALUE, -D NAME(X)=VALUE, -UNAME; text begins with the name. */
struct option_macro {
	const char *text;
	size_t name, head; /* length of NAME, and of all in front of '=' */
	size_t words;      /* number of words of the command line */
	bool is_undefined;
};

/* Finds the next macro option from options->items[*i] on and advances *i behind it. Returns false if there is
 * none. */
bool next_option_macro(const struct strings *options, size_t *i, struct option_macro *out);
/* Returns the value of the option NAME VALUE or NAMEVALUE at options->items[*i], where NAME is one of several
 * that are separated by spaces, and sets *i to the option's last word; NULL if another option is there. */
const char *option_value(const struct strings *options, size_t *i, const char *names);
/* Appends the values of all such options. */
void push_option_values(const struct strings *options, const char *names, struct strings *out);
/* The options that name folders of headers, and headers in front of the source. */
#define FOLDER_OPTIONS "-I -iquote -isystem -idirafter"
#define FORCED_INCLUDES "-include -imacros"
/* Returns the first word of an option that is in one of `classes` and begins with one of some words, which are
 * separated by spaces; NULL if there is none. */
const char *command_option(const struct command *c, unsigned classes, const char *words);
/* Appends the options except macros: those for which is_for_headers() does not hold, or all. */
void push_without_macros(const struct strings *options, bool all, struct strings *out);
/* Appends the equivalent directive, with its newline. */
void append_option_macro(const struct option_macro *m, struct text *t);
/* Whether headers that are not the program's may test a macro of this name (n bytes): it is reserved, or is in
 * upper case with an underscore, like E_FAIL; of those that begin with AMP_, only amp.h's. Other macros, like N
 * or T, might replace a name in these headers, such as that of a template parameter. */
bool is_for_headers(const char *macro, size_t n);

/* ---- warnings ------------------------------------------------------------ */

/* All warnings of ampcc's own: X(NAME, name, is_off). WARNING_NAME is -Wname on the command line; is_off: it
 * must be requested. docs/diagnostics.md explains each. */
#define AMPCC_WARNINGS(X) \
	X(DIVERGENT_BARRIER, "amp-divergent-barrier", false) \
	X(MSVC_LONG, "amp-msvc-long", false) \
	X(NO_CUDA, "amp-no-cuda", false) \
	X(PERFORMANCE, "amp-performance", true) \
	X(TILE_FIBERS, "amp-tile-fibers", true) \
	X(TILE_STATIC_RACE, "amp-tile-static-race", false) \
	X(UNTILED_TILE_STATIC, "amp-untiled-tile-static", false)

enum warning {
#define WARNING(NAME, name, is_off) WARNING_##NAME,
	AMPCC_WARNINGS(WARNING)
#undef WARNING
	WARNINGS
};

enum severity { SEVERITY_IGNORED, SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

/* Returns the name, like "amp-divergent-barrier". */
const char *warning_name(enum warning w);
/* Returns the severity that the command line gives a warning. */
enum severity warning_severity(const struct strings *options, enum warning w);

#endif
