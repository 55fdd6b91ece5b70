/* The command line, and what it makes of ampcc's warnings (options.c). */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

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
	OPTION_LIBCLANG = 1 << 9,   /* the parser needs it, too */
	OPTION_SIDE = 1 << 10,      /* compilations write, or read, files named after their output */
};

/* What options make of code, where kernels follow or cannot (kernel_options.c), and of messages. Permissions that
 * kernels do not need (-ffinite-math-only) are not here: code that does not use them is right. */
enum meaning {
	/* of floating-point numbers; kernels follow */
	MEANING_UNCONTRACTED,  /* x * y + z is rounded twice */
	MEANING_FAST,          /* subnormals may be zero, roots nearly right */
	MEANING_RECIPROCAL,    /* quotients may be nearly right */
	MEANING_OFAST,         /* both of these, by -Ofast and until the next -O */
	MEANING_NOT_FAST,      /* neither, whatever -Ofast says */
	MEANING_FLUSH,         /* subnormals are zero */
	MEANING_UNSIGNED_CHAR, /* kernels follow */
	/* clang follows as device compiler */
	MEANING_WRAP,
	MEANING_WRAP_POINTERS,
	MEANING_TRAP,
	MEANING_ALL_COPIES,
	MEANING_FLOAT_CASTS,
	/* not with AMP in C++ */
	MEANING_NO_EXCEPTIONS,
	MEANING_NO_RTTI,
	/* not with AMP */
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
	MEANING_OTHER_MESSAGES, /* ones that are not text, as JSON and SARIF are not */
	/* of messages; ampcc's own follow (diagnostic.c) */
	MEANING_COLORS,          /* wherever they go */
	MEANING_NO_COLORS,       /* nowhere. Neither: on terminals */
	MEANING_NO_CARETS,       /* the line that a message is about is not shown */
	MEANING_PARSEABLE_FIXES, /* fixes are shown as programs read them, too */
	MEANINGS
};

/* One option or input of the expanded command line, in order. */
struct argument {
	char *words[2];    /* the second is NULL unless its value is a word of its own */
	unsigned classes;
	int input;         /* index in command.inputs, or -1 */
};

/* --amp-robust-access: what accesses beyond containers are. */
enum robust_access {
	ROBUST_OFF,    /* undefined */
	ROBUST_ON,     /* zero, or dropped */
	ROBUST_REPORT, /* errors that end the kernel, where they are asked for */
};

/* How far to go. */
enum stop_after {
	STOP_NOTHING,    /* --version, -print-*: no compilation at all */
	STOP_PREPROCESS, /* -E -M -MM */
	STOP_SYNTAX,     /* -fsyntax-only */
	STOP_CUDA,       /* --amp-emit-cuda */
	STOP_ASSEMBLY,   /* -S */
	STOP_OBJECT,     /* -c */
	STOP_LINK,       /* nothing of these */
};

/* The default of --amp-msvc=: Visual C++ 2019's last compiler (16.11), the last one that did not call C++ AMP
 * deprecated. */
#define MSVC_DEFAULT "1929"

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
	bool debug, lto, static_link, no_libraries, relocatable_link;
	/* ampcc's own */
	bool help, version, show_cache, clangd;
	const char *arch;          /* --amp-arch=, or NULL */
	const char *device_compiler; /* --amp-device-compiler=, or NULL */
	const char *host_compiler; /* --amp-host-compiler=, or NULL */
	const char *save;          /* --amp-save=, or NULL */
	struct strings device_options; /* --amp-device-option=, in order */
	const char *emit_folder;       /* --amp-emit-cuda=, or NULL */
	const char *compile_commands;  /* -p with it, or NULL */
	bool verbose, extensions, device_debug, tile_fibers, vendor;
	enum robust_access robust; /* also -DAMP_ROBUST_ACCESS, for the headers */
	const char *msvc;          /* --amp-msvc: the value of _MSC_VER, or NULL (dialect.h) */
	bool print_steps, dry_run; /* -v: commands are printed where ampcc has several; -###: and not run */
	const char *side_output;   /* the last option of OPTION_SIDE, or NULL */
	bool dump_bodies;          /* --amp-dump-body, for tests of the front end */
	bool dump_device;          /* --amp-dump-device, for them, too */
	struct strings warnings;   /* -Wamp-… and its forms, -Werror, -w, in order */
	unsigned meanings;         /* bits: 1u << MEANING_… */
	const char *meant_by[MEANINGS]; /* the last option that set the bit */
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
/* Adds an option that nobody typed, with its value or NULL, in front of all others or behind them. */
void command_add(struct command *c, bool in_front, const char *word, const char *value, unsigned classes);
/* The classes of an option; 0 if it is not in the table. */
unsigned option_classes(const char *word);
/* The meanings after an option that a function or a line of the program gives (gcc's optimize):
 * "fp-contract=off", "-fwrapv", "3". */
unsigned meanings_after(unsigned meanings, const char *option);
void print_help(void);

/* ---- macros of the command line -------------------------------------------- */

/* -DNAME=VALUE, -D NAME(X)=VALUE, -UNAME; text begins with the name. */
struct option_macro {
	const char *text;
	size_t name, head; /* the lengths of NAME, and of all in front of '=' */
	size_t words;      /* of the command line */
	bool is_undefined;
};

/* The next one from options->items[*i] on, which is then behind it; false if there is none. */
bool next_option_macro(const struct strings *options, size_t *i, struct option_macro *out);
/* The value of an option of a name at options->items[*i], NAME VALUE or NAMEVALUE, of which *i is the last word then;
 * NULL if another option is there. */
const char *option_value(const struct strings *options, size_t *i, const char *name);
/* Appends the options but for macros of some kind. */
void push_without_macros(const struct strings *options, bool (*is_of_kind)(const struct option_macro *),
                         struct strings *out);
/* Its directive, a line. */
void append_option_macro(const struct option_macro *m, struct text *t);
/* Whether headers that are not the program's may look for a macro of that name, of n bytes: it is
 * reserved, or like E_FAIL. Any other might be a name in one, as N and T are, of template
 * parameters. */
bool is_for_headers(const char *macro, size_t n);

/* ---- warnings ------------------------------------------------------------ */

/* All of ampcc's own warnings: X(NAME, name, whether it is off unless asked for). WARNING_NAME is
 * -Wname on the command line. docs/diagnostics.md explains each. */
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

/* "amp-divergent-barrier" */
const char *warning_name(enum warning w);
/* What the command line makes of a warning. */
enum severity warning_severity(const struct strings *options, enum warning w);

#endif
