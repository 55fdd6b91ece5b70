/* The parser's diagnostics in terms of C++ AMP, and notes that go with them. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include "parse/parse.h"

/* ---- parse_errors.c ------------------------------------------------------ */

/* Appends the offsets of the parser's errors in a C++ program. */
void find_parse_errors(const struct unit *u, struct offsets *out);
/* Reports them, except on lines where an error has been reported. */
void report_parse_errors(struct unit *u);

/* ---- messages.c: the parser's messages about C++ ------------------------- */

/* Returns a diagnostic's text, with values in place of template arguments that are expressions: index<2>. */
const char *diagnostic_text(CXDiagnostic d);
/* Returns the n-th '…' in a message, from 0, or the last one; "" if there is none. */
enum { LAST = -1 };
const char *quoted(const char *s, int n);
/* Returns, in our words, the parser's error about a call of a program's function in a header, for the line of
 * the program that causes it; NULL for other errors. */
const char *call_in_header(const struct unit *u, CXDiagnostic d);
/* Reports an error of the parser's in terms of C++ AMP if it is one of the common mistakes; returns false for
 * others. */
bool report_mistake(struct unit *u, CXDiagnostic d);
/* Whether a location is in <amp.h> or its parts. */
bool in_amp_library(const struct unit *u, CXSourceLocation place);
/* Adds a note at the declaration of a function. fix: suggest restrict(cpu, amp). */
void note_declaration(struct unit *u, unsigned offset, const char *name, bool fix);
/* Returns where a restriction clause goes in a declarator or a lambda that starts at an offset; UINT_MAX if
 * that is not known. */
unsigned behind_parameters(const struct unit *u, unsigned offset);

/* ---- hints.c --------------------------------------------------------------- */

/* Returns what to write instead, if an error of the parser's does not tell; NULL for others. */
const char *hint_for(const struct unit *u, CXDiagnostic d);
/* Whether the program has a class template of its own with the name of one of the library's: a message does not
 * tell the two apart. */
bool has_class_named(const struct unit *u, const char *name);

/* ---- host_code.c: errors in code for the host ----------------------------- */

/* Whether the token at an offset is the last argument of a launch. */
bool is_launched(const struct unit *u, unsigned offset);
/* Returns what to use in place of a function of the standard library, behind "; ", or "". */
const char *replacement(const char *name);
/* in_amp_function(), or in a launch. */
bool in_amp_text(const struct unit *u, unsigned offset);
/* Whether a declarator with a name at an offset has a clause with amp. */
bool names_amp_function(const struct unit *u, unsigned name);
/* Finds which of the parser's errors are about C++ host code that the host compiler accepts: their indices among all
 * diagnostics. */
void find_host_errors(const struct unit *u, struct offsets *of_host);

/* ---- c_messages.c ------------------------------------------------------- */

/* Returns a parser's message about the program's text at `at` in terms of <amp/c.h>. */
const char *c_message(const char *s, const char *text, const char *at);
/* Whether a message says that the parser did not understand the text: errors behind it in the same function
 * may follow from that. */
bool is_c_syntax_error(const char *message);
/* Returns where the function around an offset ends; UINT_MAX if its brackets do not tell. */
unsigned function_end(const struct unit *u, unsigned offset);
/* Returns a type as programs write it: amp_array_view(float, 1). */
const char *c_type_name(CXType type);
/* Whether a location is in a use of a macro of <amp/c.h>, where the warnings that ampcc enables in the parser
 * are errors. */
bool is_c_misuse(const struct unit *u, CXSourceLocation place);
/* Whether an error is about C host code unrelated to AMP: the host compiler may accept it, and reports it
 * otherwise. */
bool is_of_c_host(const struct unit *u, CXDiagnostic d);

/* ---- missing.c ------------------------------------------------------------ */

/* Reports, at the kernel, that the launched kernel with a symbol is not in the device code, and why, as far
 * as its name tells (Itanium C++ ABI, "Mangling"). */
void report_missing(struct unit *u, const char *symbol);

#define NOT_DEFINED \
	"but not defined in this unit: code for GPUs is not linked with that of other units; define it in a header, " \
	"as inline"

/* Reports, at its declaration, that kernels call the function with a symbol, which is in u->undefined. Returns false if
 * it is not. */
bool report_undefined(struct unit *u, const char *symbol);

/* ---- misplaced.c --------------------------------------------------------- */

/* Reports clauses that do not restrict a function, a lambda or a function type. */
void report_misplaced_clauses(struct unit *u);

/* ---- refused.c ----------------------------------------------------------- */

/* Records that an error of ampcc's is about a variable. */
void refuse_uses(struct unit *u, unsigned declared, unsigned start, unsigned end);
/* Whether the statement at an offset names a refused variable, so that the parser's errors in it follow from
 * that. If a call by name begins there, only the call is considered. */
bool is_about_refused(const struct unit *u, unsigned offset);
/* Records that a launched lambda, with its body in [start, end), is refused because it is restrict(cpu). */
void refuse_kernel(struct unit *u, unsigned start, unsigned end);
/* Whether code is in such a lambda: that it is restrict(cpu) is no further mistake. */
bool is_in_refused_kernel(const struct unit *u, unsigned offset);
/* Returns the token behind the call f(…) that begins at an offset; 0 if there is none. */
size_t named_call_end(const struct unit *u, unsigned offset);

/* ---- calls.c ------------------------------------------------------------- */

/* Adds notes for the calls that lead from a kernel to a place in a function. */
void note_calls(struct unit *u, unsigned offset);
/* A call, and the function or lambda that contains it; the null cursor outside of all. */
struct instantiating_call {
	unsigned at;
	CXCursor caller;
};
/* Finds the first call of an instantiation, which the location of its template does not tell. Returns false
 * if the unit has none. */
bool find_instantiating_call(const struct unit *u, CXCursor instantiation,
                             struct instantiating_call *out);
/* Returns a function's name with its parameter types: "f(int)". */
const char *function_title(CXCursor function);
/* Whether a function or a lambda in amp code is a kernel. */
bool is_kernel(CXCursor function);
/* Warns about tile_static variables that untiled kernels reach (see the keyword's reference page). */
void check_untiled(struct unit *u);

#endif
