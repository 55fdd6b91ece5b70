/* The parser, and its messages in the terms of C++ AMP. */
#ifndef PARSE_H
#define PARSE_H

#include "ast.h"

/* ---- parse.c ------------------------------------------------------------- */

/* With this macro <amp.h> brings along no standard headers but those that it needs itself.
 * A program that the parser takes so has both units so, too, and they compile a third faster;
 * any other has all that Microsoft's <amp.h> brings along. */
#define AMP_LEAN "__AMPCC_LEAN__"
/* Defined where the program has a type HRESULT of its own: amp.h has none then. */
#define AMP_OWN_HRESULT "__AMPCC_OWN_HRESULT__"

/* pch.c: a precompiled amp.h for these options, made if there is none yet. NULL
 * if it cannot be. The path is the unit's, and good until it asks for another. */
const char *precompiled_amp(struct unit *u, const struct strings *options);
/* The one that the unit has, or NULL. */
const char *precompiled_path(const struct unit *u);
/* The parser does not take the unit's: it is of headers that are others now. */
void refuse_precompiled(struct unit *u);
/* -include of <amp/prelude.h>. */
void add_prelude(const struct translation_request *r, struct strings *options);
/* The host compiler's options that clang understands in the same way. */
void add_parse_options(const struct strings *from, enum language language, struct strings *to);
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

/* ---- messages.c: the parser's messages about C++ ------------------------- */

/* What a diagnostic says, with values in place of the expressions that are template arguments:
 * index<2>. The caller frees it. */
char *diagnostic_text(CXDiagnostic d);
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
