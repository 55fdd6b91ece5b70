/* What the parser has against a program, in the terms of C++ AMP, and the notes that go with it. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include "parse/parse.h"

/* ---- parse_errors.c ------------------------------------------------------ */

/* Where the parser found errors in a program in C++. */
void find_parse_errors(const struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                       struct offsets *out);
/* Prints them, but for lines that an error was reported at already. */
void report_parse_errors(struct unit *u, const struct clauses *c, CXTranslationUnit tu);

/* ---- messages.c: the parser's messages about C++ ------------------------- */

/* What a diagnostic says, with values in place of the expressions that are template arguments:
 * index<2>. */
const char *diagnostic_text(CXDiagnostic d);
/* What the parser has against a call in a header, of a function of the program's: in our words, for
 * the line of the program's that it comes of. NULL: it is no such error. */
const char *call_in_header(const struct unit *u, const struct clauses *c, CXDiagnostic d);
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
const char *c_message(const char *s, const char *text, const char *at);
/* Whether the parser's message is that it did not understand the text: what it says behind
 * that, within the function, may be because of it. */
bool is_c_syntax_error(const char *message);
/* Where the function ends that an offset is in: UINT_MAX where its brackets do not tell. */
unsigned function_end(const struct unit *u, unsigned offset);
/* A type as programs write it: amp_array_view(float, 1). */
const char *c_type_name(CXType type);
/* Whether a place is a use of a macro of <amp/c.h>: there, the warnings that we
 * ask the parser for are errors. */
bool is_c_misuse(const struct unit *u, const struct clauses *c, CXSourceLocation place);
/* Whether an error is one of C code for the host that has nothing to do with
 * AMP: the host compiler may well take it, and says so if it does not. */
bool is_of_c_host(const struct unit *u, const struct clauses *c, CXDiagnostic d);

/* ---- missing.c ------------------------------------------------------------ */

/* Reports that the kernel of a symbol is launched and not in the device code, where the kernel is, and
 * why, as far as its name tells (Itanium C++ ABI, "Mangling"). */
void report_missing(struct unit *u, const char *symbol);

/* ---- misplaced.c --------------------------------------------------------- */

/* Reports clauses that restrict no function, lambda or function type. */
void report_misplaced_clauses(struct unit *u, const struct clauses *c, CXTranslationUnit tu);

/* ---- refused.c ----------------------------------------------------------- */

/* An error of ours is about a variable. */
void refuse_uses(struct unit *u, unsigned declared, unsigned start, unsigned end);
/* Whether the statement at an offset names a variable that was refused: what the parser has
 * against it follows from that. If a call of a name begins there, whether that call does. */
bool is_about_refused(const struct unit *u, unsigned offset);
/* The token behind the call of a name, f(…), that begins at an offset; 0 if there is none. */
size_t named_call_end(const struct unit *u, unsigned offset);

/* ---- calls.c ------------------------------------------------------------- */

/* Notes: the calls that lead from a kernel to a place in a function. */
void note_calls(struct unit *u, unsigned offset);
/* Where a function is called, and in which function or lambda: the null cursor outside of all. */
struct instantiating_call {
	unsigned at;
	CXCursor caller;
};
/* The first call of an instantiation of a function, which its template's place does not tell. False if
 * the unit shows none. */
bool find_instantiating_call(const struct unit *u, CXCursor instantiation,
                             struct instantiating_call *out);
/* A function's name with the types of its parameters: "f(int)". */
const char *function_title(CXCursor function);
/* Whether a function or a lambda of amp code is a kernel. */
bool is_kernel(CXCursor function);
/* Warns of tile_static variables that kernels without tiles come to (the reference of the
 * keyword tile_static). */
void check_untiled(struct unit *u);
void call_graph_destroy(struct call_graph *g);

#endif
