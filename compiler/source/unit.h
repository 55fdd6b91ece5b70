/* A translation unit as one text, with its tokens, and messages about it. */
#ifndef UNIT_H
#define UNIT_H

#include "source/request.h"

#include <limits.h>

#include <clang-c/Index.h>

/* ---- lex.c: tokens ----------------------------------------------------- */

enum token_kind {
	TOKEN_IDENTIFIER, /* keywords, too */
	TOKEN_NUMBER,
	TOKEN_STRING,     /* string and character literals with their prefix; a suffix is a token of its own */
	TOKEN_PUNCTUATOR, /* one character, except :: and -> */
	TOKEN_DIRECTIVE,  /* a whole preprocessor line, without its newline */
	TOKEN_END,
};

struct token {
	enum token_kind kind;
	unsigned offset, len;
	int match;  /* index of the other of a pair of ( ) [ ] { }; -1 if there is none */
	int around; /* of the opening one of the innermost pair that this, or its own pair, is in; -1 if there is none */
};

/* Ends with a TOKEN_END; comments and white space are left out. */
struct tokens {
	struct token *items;
	size_t count;
	bool is_balanced; /* each bracket is one of a pair */
};

void lex(const char *source, size_t len, struct tokens *out);
/* The end of the first line of s, or of a later one up to which a comment or a raw
 * string literal goes on that begins in it. */
size_t lex_line(const char *s, size_t len);
void tokens_finish(struct tokens *t);
/* Index of the first token at or after an offset. */
size_t token_at(const struct tokens *t, unsigned offset);
/* The opening bracket of the innermost pair that an offset is in, the brackets themselves included: -1 if it is in none.
 * Those further out are token.around. */
int brackets_around(const struct tokens *t, unsigned offset);
bool token_is(const char *source, const struct token *t, const char *spelling);
/* Whether it is one of several, between which are spaces. */
bool token_is_one_of(const char *source, const struct token *t, const char *list);
/* Behind the brackets that open at t[i], or just behind it if it opens none. */
size_t token_skip_group(const struct token *t, size_t i);
/* The first token of the statement or declaration that token i is part of: behind a `;`, a brace or a directive. */
size_t token_statement_begin(const char *source, const struct token *t, size_t i);
/* 1 for '<' and -1 for '>', as brackets of a template's list, if they are any; 0 for other tokens, those of
 * an operator's name among them: operator<, operator>>. */
int token_angle(const char *source, const struct tokens *t, size_t i);
/* i is at '<' of a template list: the index just behind its '>'; i + 1 if it is part of an operator's name. */
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

#define SYSTEM_FILE "<system>"

/* A #define or #undef, of any file. */
struct macro_line {
	unsigned offset;     /* of the flat text, behind what was read before it */
	char *text;          /* "define NAME(x) body", as the preprocessor writes it */
	unsigned name, name_len; /* in the text */
	bool is_defined;
	const char *file;    /* one of the user's, or SYSTEM_FILE */
	unsigned line;
};

/* A variable that is declared at an offset: in [start, end) what the parser has against its uses
 * follows from an error of ours. */
struct refused_variable {
	unsigned declared, start, end;
};

/* Where a kernel is that a mangled name speaks of. */
struct kernel_place {
	char *name;      /* of the struct or the class that is its function object; of C: its symbol */
	unsigned offset; /* of the lambda, the block, the operator() or the function */
};

/* What is known of a restrict(auto) clause (infer.c). */
struct inferred {
	unsigned start;        /* of the clause */
	unsigned begin, end;   /* of what it restricts, with the body */
	unsigned least;        /* restrictions that the clause names, beside auto */
	unsigned restrictions; /* RESTRICT_… */
	unsigned why;          /* of an error that it has with more; UINT_MAX */
};

/* A message as it is printed, with its notes. */
struct message {
	unsigned offset; /* of what it is about */
	size_t number;   /* of the message, as they came */
	bool is_error;
	struct text text;
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
	struct macro_line *macros; /* in the order they were read */
	size_t n_macros;
	struct strings macro_files; /* owns the names in macros */
	unsigned errors;      /* messages of severity error so far */
	struct message *messages; /* in the order they came */
	size_t n_messages;
	bool is_quiet;        /* errors are counted, and not printed */
	struct strings said;  /* errors about what macros repeat, as they were printed */
	bool is_repeated;     /* the last one was said before: its notes, too */
	struct inferred *inferred; /* of each restrict(auto) */
	size_t n_inferred;
	bool all_errors;      /* of C: also those of code for the host */
	bool host_is_clang;   /* the host compiler defines __clang__ */
	bool is_lean;         /* C++ that parses with AMP_LEAN */
	bool has_hresult;     /* AMP_OWN_HRESULT */
	struct string_set hidden_macros; /* the program's in front of library_headers, which do not see them */
	struct strings library_headers; /* those beside <amp.h> that the program includes, in their order */
	bool calls_constexpr; /* amp code does, of functions without a clause, which nvcc wants an option for */
	struct precompiled *pch; /* amp.h, as the parser read it (pch.c), or NULL */
	unsigned *error_places; /* where they are, as they came */
	size_t n_error_places;
	struct refused_variable *refused; /* that errors of ours are about */
	size_t n_refused;
	struct kernel_place *kernels; /* of the unit, once it is lowered */
	size_t n_kernels;
	struct offsets device_constants; /* variables of namespaces of which the device unit has an object:
	                                  * their names, where they are declared first */
	/* of the parse, for notes */
	const struct clauses *clauses;
	CXTranslationUnit tu;
	struct call_graph *calls; /* made when first asked for */
	struct bodies *bodies; /* the trees of functions (body/body.h) */
	struct amendments *amendments; /* of the text since it was preprocessed (amendments.h); NULL: none were kept */
	struct alignment *alignment; /* with the user's files (alignment.h), made when first asked for */
	struct offsets moved_ifs;   /* where the flat text has `if` for a switch or a for with an initializer */
	struct offsets moved_rests; /* tokens that it has more of for them */
};

/* The first token of a spelling in [start, end), or NULL. */
const struct token *find_token(const struct unit *u, unsigned start, unsigned end, const char *spelling);

bool preprocess(const struct translation_request *request, struct unit *out);
/* The same from what a preprocessor has written. */
void flatten(const struct translation_request *request, const char *preprocessed,
             struct unit *out);
void unit_finish(struct unit *u);
/* void main() is what MSVC takes for int main(), which is written in its place. */
void write_int_main(char *text, const struct tokens *tokens);
/* MSVC takes U+00A0 and its like for white space, and code that was copied from a web page has them; gcc
 * refuses them. Plain spaces in their place, outside of literals. Whether there are any. */
bool blank_unicode_spaces(char *s, size_t len);
/* Notes where a kernel is. */
void unit_add_kernel(struct unit *u, const char *name, unsigned offset);

struct location {
	const char *file;
	unsigned line, column; /* from 1; column in bytes */
};
/* The offset at which the line that an offset is in begins. */
unsigned line_start(const struct unit *u, unsigned offset);
struct location unit_locate(const struct unit *u, unsigned offset);

/* A comment, a line, that names the source. */
void append_origin(const struct translation_request *request, struct text *t);
/* Directives for the command line's macros that the headers of the device unit's compiler must
 * not see, as T in CUDA's: they are not on its command line. for_headers: for the others, which they see. */
void append_unit_macros(const struct translation_request *request, bool for_headers, struct text *t);

/* ---- line_markers.c ---------------------------------------------------- */

/* For clang as the host's compiler: tells it which lines of the host unit are a header's. */
void mark_headers(const struct unit *u, struct text *host);
/* Gives the lines of the host unit that are ampcc's a number that is none of the program's
 * statements', as far as there is one. */
void keep_glue_apart(struct text *host);
/* Gives files in the device unit names that PTX can hold. */
void name_files_for_ptx(const struct unit *u, struct text *device);

/* ---- alignment.c ------------------------------------------------------- */

/* A token of a macro's definition. */
struct macro_step {
	char *name; /* of the macro */
	struct location where;
};

/* Where a token of the flat text is in a file of the user's; where it came of a macro, the macro's
 * name there, and the token in its definition. */
struct source_place {
	struct location where;
	struct macro_step *steps; /* the outermost macro first */
	size_t n_steps;
};

/* The place that an offset of the flat text has in the user's files. False, and {0}, if their tokens
 * do not give those of the flat text. */
bool locate_in_source(struct unit *u, unsigned offset, struct source_place *out);
void source_place_finish(struct source_place *p);
void macro_lines_finish(struct unit *u);

/* Whether what the unit becomes is the CUDA for people. */
static inline bool is_for_people(const struct unit *u)
{
	return u->request->for_people && !u->request->dump_device && !u->request->dump_bodies;
}

/* ---- diagnostic.c ------------------------------------------------------ */

/* Adds a message, as it is printed, to those that print_messages() prints in the order of their places: what finds them
 * goes through the text more than once. A note goes with the message in front of it. */
void add_message(struct unit *u, enum severity severity, unsigned offset, const char *printed);
/* No more errors are printed than -fmax-errors=N, -ferror-limit=N or -Wfatal-errors ask for, and nothing behind these. */
void print_messages(struct unit *u);
/* "file:line:column: error: text", the line and a caret, as clang prints
 * them. offset is in the flat text. Errors are counted in u->errors. */
void diagnose(struct unit *u, enum severity severity, unsigned offset, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* A change that mends what a message is about: [start, end) of the flat text becomes another text.
 * start == end: that is inserted; text "": the range is removed; text NULL: there is no fix. */
struct fix {
	unsigned start, end;
	const char *text;
};
/* An insertion at a place; no fix if that is UINT_MAX. */
struct fix fix_insert(unsigned at, const char *text);
/* diagnose() with a fix, printed below the line where all of it is on that line: the range underlined
 * with ~, and the text below. */
void diagnose_with_fix(struct unit *u, enum severity severity, unsigned offset, struct fix fix,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));
/* diagnose() for one of ampcc's warnings, with its name behind it. False, and nothing printed, if
 * it is off: notes that go with it are to be left out. */
bool diagnose_warning(struct unit *u, enum warning w, unsigned offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
