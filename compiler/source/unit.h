/* A translation unit as one text, with its tokens; diagnostics about it. */
#ifndef UNIT_H
#define UNIT_H

#include "base/sources.h"
#include "source/request.h"

#include <limits.h>
#include <string.h>

#include <clang-c/Index.h>

/* ---- lex.c: tokens ----------------------------------------------------- */

enum token_kind {
	TOKEN_IDENTIFIER, /* including keywords */
	TOKEN_NUMBER,
	TOKEN_STRING,     /* string and character literals with prefix; a user-defined suffix is a token of
	                   * its own */
	TOKEN_PUNCTUATOR, /* one character, except :: and -> */
	TOKEN_DIRECTIVE,  /* a whole preprocessor line, without its newline */
	TOKEN_END,
};

struct token {
	enum token_kind kind;
	unsigned offset, len;
	int match;  /* index of the matching bracket, for ( ) [ ] { }; -1 if there is none */
	int around; /* index of the opening bracket of the innermost pair around this token, or around its
	             * own pair; -1 if there is none */
};

/* Returns the offset behind a token. */
static inline unsigned token_end(const struct token *t)
{
	return t->offset + t->len;
}

/* Ends with TOKEN_END. Comments and white space are not tokens. */
struct tokens {
	struct token *items;
	size_t count;
	bool is_balanced; /* every bracket has a match */
};

void lex(const char *source, size_t len, struct tokens *out);
/* Returns the end of the first line of s, or, where a comment or a raw string literal that begins in it
 * continues, the end of the line in which that ends. */
size_t lex_line(const char *s, size_t len);
/* Blanks the line splices of a file ([lex.phases]), which lex() does not know, except in raw string literals. */
void blank_splices(char *s, size_t len);
void tokens_finish(struct tokens *t);
/* Returns the index of the first token at or behind an offset. */
size_t token_at(const struct tokens *t, unsigned offset);
/* Returns the token that an offset is in, behind its first byte; NULL if it is in none. */
const struct token *token_within(const struct tokens *t, unsigned offset);
/* Returns the index of the opening bracket of the innermost pair that contains an offset, brackets included;
 * -1 if there is none. token.around leads to the outer pairs. */
int brackets_around(const struct tokens *t, unsigned offset);
bool token_is(const char *source, const struct token *t, const char *spelling);
/* Whether token t of one text and `other` of another text have the same spelling. */
bool token_equals(const char *source, const struct token *t, const char *other_source, const struct token *other);
/* Returns what is behind #NAME and blanks in a token that is a directive whose name begins so; NULL for other
 * tokens. */
const char *behind_directive(const char *source, const struct token *t, const char *name);
/* Returns the length of the name, with its quotation marks or angle brackets, in a token that is an include
 * line, and the name in *name; 0 for other tokens, and if a macro stands for the name. */
static inline size_t token_included(const char *source, const struct token *t, const char **name)
{
	const char *directive = source + t->offset;

	return t->kind == TOKEN_DIRECTIVE ? included_name(directive + 1, directive + t->len, name) : 0;
}
/* Whether a token is a word of a list that is separated by spaces. */
bool token_is_one_of(const char *source, const struct token *t, const char *list);
/* Returns the index behind the bracket that matches t[i], or i + 1 if t[i] opens no pair. */
size_t token_skip_group(const struct token *t, size_t i);
/* Returns the first token of the statement or declaration that contains token i: the one behind a `;`, a
 * brace or a directive. */
size_t token_statement_begin(const char *source, const struct token *t, size_t i);
/* Returns 1 for '<' and -1 for '>' that may bracket a template argument list; 0 for other tokens, including
 * those in an operator's name: operator<, operator>>. */
int token_angle(const char *source, const struct tokens *t, size_t i);
/* Returns the index behind the '>' that matches the '<' at token i; i + 1 if that is part of an operator's
 * name. */
size_t token_skip_angles(const char *source, const struct tokens *t, size_t i);
/* Returns the index behind the constraint of the `requires` at token i: primary expressions joined by && and
 * || (C++20 [temp.pre]). */
size_t token_skip_requires(const char *source, const struct tokens *t, size_t i);
/* Returns the index of the '<' of the template argument list that ends in front of token `end`; 0 if there is
 * none. */
size_t token_angles_begin(const char *source, const struct tokens *t, size_t end);

/* ---- preprocess.c, flatten.c: one flat text; unit.c ----------------------- */

/* The folder of Windows' headers within that of ampcc's headers. */
#define WINDOWS_HEADERS "/amp/windows/"
/* In front of the name of a function there in place of one of libc: printf is a macro for amp_windows_printf. */
#define WINDOWS_PREFIX "amp_windows_"

/* Says that the line at `offset` of the flat text is line `line` of `file`. Sorted by offset. */
struct line_mark {
	unsigned offset;
	const char *file;
	unsigned line;
};

#define SYSTEM_FILE "<system>"

/* A #define or #undef in any file. */
struct macro_line {
	unsigned offset;         /* in the flat text: behind all that was read before it */
	char *text;              /* "define NAME(x) body", as the preprocessor prints it */
	unsigned name, name_len; /* position in `text` */
	bool is_defined;
	const char *file; /* one of the user's files, or SYSTEM_FILE */
	unsigned line;
};

/* The body of a launched lambda that is restrict(cpu). */
struct refused_kernel {
	unsigned start, end;
};

/* A variable that an error of ampcc is about. `declared`: the offset of its declaration. Errors of the parser
 * about its uses in [start, end) are consequences. */
struct refused_variable {
	unsigned declared, start, end;
};

/* Where the kernel is that a mangled name refers to. */
struct kernel_place {
	char *name;      /* of the class of the function object; in C the kernel's symbol */
	unsigned offset; /* of the lambda, block, operator() or function */
	bool is_unnamed; /* the program has no name for it: a lambda or a block */
};

/* A restrict(amp) function that the unit declares and does not define. */
struct undefined_function {
	const char *symbol, *name; /* mangled, and as messages call it */
	unsigned offset;
};

/* The result for a restrict(auto) clause (infer.c). */
struct inferred {
	unsigned start;        /* offset of the clause */
	unsigned begin, end;   /* range of the function that it restricts, with its body */
	unsigned least;        /* restrictions that the clause names besides auto */
	unsigned restrictions; /* RESTRICT_… */
	unsigned why;          /* offset of an error that occurs with more restrictions, or UINT_MAX */
};

/* A message as it is printed, with its notes. */
struct message {
	unsigned offset; /* of what it is about */
	size_t number;   /* in the order of creation */
	bool is_error;
	struct text text;
};

/* A translation unit as one text: the source and the user's headers with macros expanded, #line directives
 * between them, and the #include lines of system headers (amp.h is one of them) as they were. */
struct unit {
	const struct translation_request *request;
	struct text text;
	struct line_mark *marks;
	size_t n_marks;
	struct tokens tokens;          /* of `text` */
	struct strings files;          /* owns the file names in `marks` */
	struct names system_folders;   /* in which the host compiler found system headers */
	const char *vector_header;     /* path of <vector>, which amp.h includes; NULL if it was not read */
	struct string_set system_files; /* paths of the system headers that were read */
	size_t amp_at;                  /* the length of `text` when amp.h was read; SIZE_MAX: it was not */
	struct macro_line *macros;     /* in the order of reading */
	size_t n_macros;
	struct strings macro_files; /* owns the file names in `macros` */
	unsigned errors;            /* number of errors reported so far */
	struct message *messages;   /* in the order of creation */
	size_t n_messages;
	bool is_quiet;             /* errors are counted but not printed */
	struct names said;         /* errors printed so far that code from macros may repeat */
	bool is_repeated;          /* the last message was a repetition: skip its notes */
	struct inferred *inferred; /* one for each restrict(auto) */
	size_t n_inferred;
	bool all_errors;      /* in C: report errors in host code, too */
	bool host_is_clang;   /* the host compiler defines __clang__ */
	bool is_c23;          /* it defines __STDC_VERSION__ as C23 or a draft of it does */
	bool is_lean;         /* C++ that parses with AMP_LEAN */
	bool has_hresult;     /* AMP_OWN_HRESULT */
	struct string_set hidden_macros; /* the program's macros in front of library_headers, which these
	                                  * headers must not see */
	struct names library_headers;    /* headers of the library besides <amp.h> that the program
	                                  * includes, in order */
	const char
	    *c_suffix;                   /* in CUDA for people, of C: what AMP_IN_UNIT(name) appends; NULL: nothing */
	bool has_early_builtins;         /* replacements of built-in functions (<amp/builtin.h>) in front of <amp.h> */
	bool calls_constexpr;            /* amp code calls constexpr functions without a clause, for which nvcc needs
	                                  * an option */
	struct precompiled *pch;         /* amp.h as the parser has read it (pch.c), or NULL */
	unsigned *error_places;          /* offsets of the errors, in the order of creation */
	size_t n_error_places;
	struct refused_variable *refused; /* by errors of ampcc */
	size_t n_refused;
	struct refused_kernel *refused_kernels; /* bodies of launched lambdas that are restrict(cpu) */
	size_t n_refused_kernels;
	struct kernel_place *kernels; /* set once the unit is lowered */
	size_t n_kernels;
	struct undefined_function *undefined; /* the program's (undefined.c) */
	size_t n_undefined;
	const char *unnamed_namespace;   /* the name that unnamed namespaces have in the units; NULL: there are none */
	struct offsets device_constants; /* namespace-scope variables that have an object in the device
	                                  * unit: offsets of the names in their first declarations */
	CXIndex index;
	/* the current parse */
	struct clauses *clauses;
	CXTranslationUnit tu; /* NULL before it, and after an error of libclang */
	struct call_graph *calls;      /* made on first use */
	struct bodies *bodies;         /* trees of functions (body/body.h) */
	struct amendments *amendments; /* changes since preprocessing (amendments.h); NULL: none were recorded */
	struct alignment *alignment;   /* with the user's files (alignment.h), made on first use */
	struct offsets moved_ifs;      /* offsets of `if` that stands for a switch or for with an init-statement */
	struct offsets moved_rests;    /* offsets of the tokens added for these */
};

static inline bool unit_is_c(const struct unit *u)
{
	return u->request->language == LANGUAGE_C;
}

/* Token i of the text, and the offset behind it; whether it has a spelling, or one of some that are separated by
 * spaces. */
static inline const struct token *unit_token(const struct unit *u, size_t i)
{
	return &u->tokens.items[i];
}
static inline bool unit_is(const struct unit *u, size_t i, const char *spelling)
{
	return token_is(u->text.data, unit_token(u, i), spelling);
}
static inline bool unit_is_one_of(const struct unit *u, size_t i, const char *list)
{
	return token_is_one_of(u->text.data, unit_token(u, i), list);
}
static inline unsigned unit_token_end(const struct unit *u, size_t i)
{
	return token_end(unit_token(u, i));
}
/* Returns the text of the tokens [first, end), which must not be empty. */
const char *tokens_text(const struct unit *u, size_t first, size_t end);
/* Returns the first token from i on, outside of brackets that open behind i, that is one of some words; or the
 * end of the text. */
size_t token_outside(const struct unit *u, size_t i, const char *words);
/* Returns the first token with a spelling in [start, end), or NULL. */
const struct token *find_token(const struct unit *u, unsigned start, unsigned end, const char *spelling);

/* Advances *s in one text and *t in another to the next tokens that differ; directives do not count. Returns
 * false if there are none. */
bool find_difference(const struct unit *a, const struct token **s, const struct unit *b, const struct token **t);

bool preprocess(const struct translation_request *request, struct unit *out);
/* Builds a unit from the preprocessor's output. preprocess() runs the preprocessor and calls flatten(). */
void flatten(const struct translation_request *request, const char *preprocessed,
             struct unit *out);
void unit_finish(struct unit *u);
/* Returns the path of a header of the host compiler's C++ standard library, which has a name of n bytes, if the
 * unit has read it; else NULL. */
const char *standard_header(const struct unit *u, const char *name, size_t n);
/* Returns the offset of the unit's first `#include <iostream>`, if that is the host compiler's; else SIZE_MAX. */
size_t iostream_at(const struct unit *u);
/* Replaces void main(), which MSVC accepts, by int main(). */
void write_int_main(char *text, const struct tokens *tokens);
/* Replaces U+00A0 and other Unicode spaces outside of literals by plain ones: code copied from web pages has
 * them, and MSVC accepts them while gcc does not. Returns whether there were any. */
bool blank_unicode_spaces(char *s, size_t len);
/* Records the place of a kernel. */
void unit_add_kernel(struct unit *u, const char *name, unsigned offset, bool is_unnamed);

struct location {
	const char *file;
	unsigned line, column; /* both from 1; columns count bytes */
};
/* Returns the path of a file by its name in messages and #line, which for standard input differs. */
static inline const char *path_of_file(const struct translation_request *r, const char *name)
{
	return strcmp(name, r->display_path) ? name : r->path;
}
/* Returns the offset at which the line that contains an offset begins. */
unsigned line_start(const struct unit *u, unsigned offset);
struct location unit_locate(const struct unit *u, unsigned offset);

/* Appends a one-line comment that names the source. */
void append_origin(const struct translation_request *request, struct text *t);
/* Appends directives for macros of the command line that the headers of the device unit's compiler must not
 * see, like T in CUDA's: these macros are not on its command line. for_headers: the directives for all other
 * macros, which headers see. */
void append_unit_macros(const struct translation_request *request, bool for_headers, struct text *t);

/* ---- line_markers.c ---------------------------------------------------- */

/* Finds the line marks of the flat text by its #line directives. */
void mark_lines(struct unit *u);
/* Marks which lines of the host unit are from headers, for clang as the host compiler. */
void mark_headers(const struct unit *u, struct text *host);
/* Gives the lines of the host unit that ampcc writes line numbers that no statement of the program has, as
 * far as possible. */
void keep_glue_apart(struct text *host);
/* Replaces file names in the device unit that PTX cannot express. */
void name_files_for_ptx(const struct unit *u, struct text *device);

/* ---- alignment.c ------------------------------------------------------- */

/* A token in the definition of a macro. */
struct macro_step {
	char *name; /* of the macro */
	struct location where;
};

/* The place in a file of the user's that a token of the flat text comes from. For a token from a macro, that
 * is the place of the macro's name, and `steps` are the tokens in the definitions. */
struct source_place {
	struct location where;
	struct macro_step *steps; /* outermost macro first */
	size_t n_steps;
	bool is_amended; /* --amp-msvc has replaced the file's text there */
};

/* Finds the place of an offset of the flat text in the user's files. Returns false, with {0}, if that part of
 * the flat text could not be aligned with them. */
bool locate_in_source(struct unit *u, unsigned offset, struct source_place *out);

/* Whether the output is CUDA for people. */
static inline bool is_for_people(const struct unit *u)
{
	return u->request->for_people && !u->request->dump_device && !u->request->dump_bodies;
}

/* ---- diagnostic.c ------------------------------------------------------ */

/* Adds a message, as printed, to those that print_messages() prints. A note belongs to the message before it. */
void add_message(struct unit *u, enum severity severity, unsigned offset, const char *printed);
/* Prints the messages sorted by place, since they are found in several passes over the text. Stops after as
 * many errors as -fmax-errors=N, -ferror-limit=N or -Wfatal-errors allow. */
void print_messages(struct unit *u);
/* Reports "file:line:column: severity: text" with the source line and a caret, like clang. offset: in the
 * flat text. Errors are counted in u->errors. */
#define diagnose(u, severity, offset, ...) diagnose_with_fix(u, severity, offset, (struct fix){0}, __VA_ARGS__)
/* A fix-it: replaces [start, end) of the flat text by `text`. start == end inserts, "" removes; NULL: no
 * fix-it. */
struct fix {
	unsigned start, end;
	const char *text;
};
/* Returns a fix-it that inserts text; no fix-it if `at` is UINT_MAX. */
struct fix fix_insert(unsigned at, const char *text);
/* diagnose() with a fix-it, which is shown below the caret if it lies on the same line: what it replaces is
 * underlined with ~, its text is printed below. */
void diagnose_with_fix(struct unit *u, enum severity severity, unsigned offset, struct fix fix,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));
/* diagnose() for a warning of ampcc, followed by its option. Returns false and prints nothing if the warning
 * is off; the caller then skips its notes. */
bool diagnose_warning(struct unit *u, enum warning w, unsigned offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
