/* Questions about what the parser found. */
#ifndef AST_H
#define AST_H

#include "source/clauses.h"

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

/* ---- walk.c -------------------------------------------------------------- */

/* A loop over the cursors below one, in the order of the source, each in front of what is below it:
 *
 *	struct walk w = walk_below(c);
 *
 *	while (walk_next(&w))
 *		… w.cursor …
 *
 * Whoever leaves the loop before its end has it SCOPED(walk), or calls walk_end(). */
struct walk {
	CXCursor cursor; /* the one at hand; null behind the last one */
	/* of walk.c */
	CXCursor *pending;
	size_t count, capacity;
	bool is_flat, skips;
};

/* The children of a cursor; all that is below it; the cursor itself, and all that is below it. There
 * is nothing below the null cursor. */
struct walk walk_children(CXCursor c);
struct walk walk_below(CXCursor c);
struct walk walk_from(CXCursor c);
/* The members of a type's class that are variables, also of a template's instantiation; none of other types. */
struct walk walk_fields(CXType type);
/* False behind the last one. */
bool walk_next(struct walk *w);
/* Leaves out what is below the cursor at hand. */
void walk_skip(struct walk *w);
/* Ends a walk, which may have come to its end: the cursor at hand, or null. */
CXCursor walk_end(struct walk *w);
void walk_finish(struct walk *w);
/* The first cursor of a kind, of one and all that is below it; null without one. */
CXCursor first_of_kind(CXCursor c, enum CXCursorKind kind);

/* A walk over the parser's messages, or over the notes of one, until notes_next() is false, or notes_end(). */
struct notes {
	CXDiagnostic note; /* at hand, the walk's, with its place and its text */
	CXSourceLocation place;
	const char *text;
	/* of walk.c */
	CXDiagnosticSet all;
	unsigned next;
};
struct notes notes_of(CXDiagnostic d);
struct notes messages_of(CXTranslationUnit tu);
bool notes_next(struct notes *n);
void notes_end(struct notes *n);

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
/* A class's definition, or its template's: libclang shows the bases and members of a template, not those of its
 * instantiations. */
CXCursor shown_definition(CXCursor class);
/* The template of such a class: its definition, not a declaration in front of it. The null
 * cursor for other classes. */
CXCursor class_template_of(CXCursor class);
/* What a function or a class is an instantiation or a specialization of; itself if it is of no template. */
CXCursor template_or_self(CXCursor declaration);
bool is_function(enum CXCursorKind kind);
bool is_class(enum CXCursorKind kind);
/* Of a function, or of a class. */
bool is_template(enum CXCursorKind kind);
/* A parameter and a structured binding, too. */
bool is_variable(CXCursor declaration);
/* What libclang says, interned; "" for none. Disposes of the string. */
const char *clang_string(CXString s);
/* clang_getCursorSpelling(), clang_getTypeSpelling() */
const char *cursor_spelling(CXCursor c);
const char *type_spelling(CXType type);
/* The name of a function or a class without the arguments that a specialization has: f of f<int>. */
const char *plain_spelling(CXCursor c);
/* clang_disposeString after strdup. The caller frees it. */
char *take_string(CXString s);
/* How many messages the parser has, notes aside. clang_getNumDiagnostics() makes all of them anew each
 * time. */
unsigned count_diagnostics(CXTranslationUnit tu);
/* The null cursor if there is none. */
CXCursor first_child(CXCursor c);
/* Whether what is declared or referred to has this name, or one that begins so. */
bool is_named(CXCursor c, const char *name);
bool starts_with(CXCursor c, const char *prefix);
/* The type that a reference refers to; other types, the invalid one too, as they are.
 * (clang_getNonReferenceType crashes on an expression without a type, such as the
 * list in `T x(a, b)` in a template.) */
CXType without_reference(CXType type);
/* Likewise without const and volatile. */
CXType unqualified(CXType type);
bool is_reference(CXType type);
bool is_array(CXType type);
/* The canonical type of an array's elements, of one with several bounds as well; of other types, that itself. */
CXType element_type(CXType type);
bool is_char8(CXType type);
/* Whether a type depends on template parameters. What stands for one in an instantiation does not. */
bool is_dependent(CXType type);
/* Whether a type, or what a reference refers to, is not known before a template is instantiated. */
bool is_dependent_type(CXType type);
/* Whether a declaration is inside of a function. */
bool is_local(CXCursor declaration);
/* Of an arithmetic type or an enumeration. */
bool is_number(CXType type);
/* Whether a type is that of a lambda. */
bool is_closure_type(CXType type);
/* Whether a function is the operator() of a lambda, or a conversion of one. */
bool is_lambda_call(CXCursor function);
/* Whether the declaration of a function or a variable says constexpr or consteval. Lambdas are
 * constexpr without a word, which is no more than that of other functions: they are
 * restrict(cpu) (2.2.3). */
bool is_constexpr(CXCursor declaration);
/* Whether functions have no deduced result types yet, and lambdas no auto parameters. */
bool is_cxx11(const struct unit *u);
/* Whether the device unit is C++20, or later. */
bool is_cxx20(const struct unit *u);
/* Whether a child of a function or lambda is a parameter of it: children of a lambda that
 * initializes a capture are the other one's for libclang, too. */
bool is_parameter_of(CXCursor child, CXCursor function);
/* The first of them, or the null cursor. */
CXCursor first_parameter(CXCursor function);
/* Whether two cursors are for one expression. */
bool is_same_expression(CXCursor a, CXCursor b);
/* Whether an expression is an argument of a call. */
bool is_argument(CXCursor call, CXCursor n);
/* The name, of a variable or of a member of one, that an expression without a kind of its own
 * makes a value of, or the null cursor. */
CXCursor converted_to_value(CXCursor conversion);
/* Whether a reference to a variable, a child of parent, is for its value and not for the object, as far
 * as a template tells. converted: the last converted_to_value() in front of it. */
bool is_value_use(CXCursor reference, CXCursor parent, CXCursor converted);
bool is_template_parameter(CXCursor declaration);
/* Adds the names of a template's parameters, of which unnamed ones have "". */
void add_template_parameters(CXCursor template, struct strings *names);
/* Of a function's parameter pack: A... */
bool is_pack(CXType type);
bool is_tile_static(CXCursor variable);
/* Whether nobody wrote a function's body. */
bool is_implicit(CXCursor function);

/* ---- constant.c ---------------------------------------------------------- */

/* Whether a variable is an integral constant that can be repeated elsewhere: its
 * initializer names and calls nothing of its own, or its value is known, or it
 * is constexpr. */
bool is_constant(CXCursor variable);
/* Whether the initializer of a variable means the same wherever its text stands: what it names are
 * constants with such initializers, and it calls nothing. */
bool has_plain_initializer(CXCursor variable);
/* The value of an integral constant that the parser can evaluate, as an expression; NULL if it
 * cannot, or if the value depends on template parameters. */
const char *constant_value(CXCursor variable);

/* ---- builtins.c ---------------------------------------------------------- */

/* Whether an expression is the name of one of the compiler's own functions: __builtin_clz. */
bool is_builtin(CXCursor reference);
/* What amp code may do with it. */
enum amp_builtin {
	BUILTIN_REFUSED,
	BUILTIN_PLAIN,   /* call it, by its name */
	BUILTIN_RENAMED, /* call it, by a name of <amp/builtin.h> in the device unit */
};
enum amp_builtin amp_builtin(CXCursor reference);

/* ---- type_name.c --------------------------------------------------------- */

/* A spelling of a variable's type that means the same at namespace scope: canonical, without const
 * and reference; NULL if the type depends on template parameters or has no name there.
 * in_template: any name may be a template parameter. */
const char *portable_type(CXType type, bool in_template);

/* ---- cuda_name.c ----------------------------------------------------------- */

/* Whether CUDA declares a function, a variable or an enumerator with this name in the global namespace
 * that C++ has not; most of these functions also have a form with an f behind, for float. */
bool is_cuda_name(const char *name);
/* Whether no header of CUDA's or ours uses it in device code, so that CUDA's may go by another name. */
bool is_unused_cuda_name(const char *name);
/* The word ("struct") for a class or an enumeration of the program's that has such a name there; NULL for
 * other cursors. C++ may have both, and then the name alone is the function's. */
const char *key_of_cuda_name(CXCursor type);

/* ---- declarator.c: declarations and lambdas as tokens -------------------- */

/* Whether token i is the last of a statement, or a brace. */
bool ends_statement(const struct unit *u, size_t i);
/* Index of the '{' of a function's body, or of the token that ends a
 * declaration without one, as tokens of the flat text. name: of its name. */
size_t declarator_end(const struct unit *u, unsigned name, unsigned end);
/* Where the qualified name begins whose last part is at a token: at a of a::b<c>::name. */
size_t qualified_begin(const struct unit *u, size_t name);
/* The bracket that opens the body behind a clause, or the number of tokens. */
size_t body_behind(const struct unit *u, unsigned offset);
/* The token where the specifiers of a declaration begin: behind its template
 * heads and attributes. */
size_t specifiers_begin(const struct unit *u, unsigned start);

/* Whether the text has a specialization of a template, by the name: `template <> … name`; of_member: of a member of one,
 * `template <> … name<…>::`. */
bool has_specialization(const struct unit *u, CXCursor template, bool of_member);
/* Where the body of a lambda that starts at an offset begins: at its '{'. */
unsigned lambda_body(const struct unit *u, unsigned start);
/* Whether the lambda that starts at an offset may change its copies of what it captures. */
bool is_mutable_lambda(const struct unit *u, unsigned start);
/* The restrictions of the lambda or block that starts at an offset: restrict(cpu) without a clause. */
unsigned lambda_restrictions(const struct unit *u, const struct clauses *c, unsigned start);

/* The capture list of a lambda. */
struct captures {
	char default_capture; /* '=', '&' or 0 */
	struct strings by_reference, by_value;
};

struct captures read_captures(const struct unit *u, unsigned start);
/* The comma behind the item at token i of a list, of captures or of declarators, or `close`, the end of the list. A
 * comma between template arguments ends none. */
size_t list_item_end(const struct unit *u, size_t i, size_t close);
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

/* ---- math_names.c -------------------------------------------------------- */

/* Whether fast_math or precise_math has a function of this name. */
bool is_math_name(const char *name);
/* Whether a function that the program does not declare has such a name: using-declarations of theirs lead to
 * those of <cmath>. */
bool is_math_function(CXCursor function);

#endif
