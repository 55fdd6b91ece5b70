/* Questions about libclang's AST. */
#ifndef AST_H
#define AST_H

#include "source/clauses.h"

#include <stdint.h>

/* ---- cursors.c ----------------------------------------------------------- */

/* A set of cursors; {0} is empty. */
struct cursors {
	CXCursor *items; /* in the order of insertion */
	size_t count;
	size_t *slots, n_slots;
};

/* Returns false if the set contained the cursor before. *position, unless NULL: its index in items. */
bool cursors_add(struct cursors *c, CXCursor cursor, size_t *position);

/* ---- walk.c -------------------------------------------------------------- */

/* A loop over the cursors below a cursor, in preorder:
 *
 * 	struct walk w = walk_below(c);
 *
 * 	while (walk_next(&w))
 * 		… w.cursor …
 *
 * To leave the loop early, declare it SCOPED(walk) or call walk_end(). */
struct walk {
	CXCursor cursor;   /* the current one; the null cursor at the end */
	CXCursor parent;   /* that the cursor is directly below; the null cursor where walk_from() begins */
	CXCursor function; /* the innermost function or lambda of the walk around the cursor, or the null cursor */
	/* private to walk.c */
	enum CXCursorKind kind; /* of the cursors to come to, or 0 */
	struct walked *pending;
	size_t count, capacity;
	bool is_flat, skips;
	const struct clauses *clauses; /* of walk_program(), or NULL */
	/* of walk_program(): the current cursor's range in the flat text */
	unsigned start, end;
};

/* Walks the children of a cursor; all cursors below it; the cursor itself and all below it. The null cursor
 * has nothing below it. */
struct walk walk_children(CXCursor c);
struct walk walk_below(CXCursor c);
struct walk walk_from(CXCursor c);
/* Walks what the program's text has: not what is implicit or in headers, nor implicit instantiations. */
struct walk walk_program(const struct clauses *c, CXTranslationUnit tu);
/* Walks the data members of a class type, including those of instantiations; other types have none. */
struct walk walk_fields(CXType type);
/* Restricts a walk to the cursors of a kind; it also leads to what is below others. */
struct walk walk_kind(struct walk w, enum CXCursorKind kind);
/* Advances; returns false at the end. */
bool walk_next(struct walk *w);
/* Skips what is below the current cursor. */
void walk_skip(struct walk *w);
/* Ends a walk, also one that has reached its end. Returns the current cursor, or the null cursor. */
CXCursor walk_end(struct walk *w);
void walk_finish(struct walk *w);
/* Returns the first cursor of a kind among c and all below it, or the null cursor. */
CXCursor first_of_kind(CXCursor c, enum CXCursorKind kind);

/* A walk over the parser's diagnostics, or over the notes of one, until notes_next() returns false. To leave it early,
 * declare it SCOPED(notes). */
struct notes {
	CXDiagnostic note; /* the current one, owned by the walk */
	CXSourceLocation place;
	const char *text;
	/* private to walk.c */
	CXDiagnosticSet all;
	unsigned next;
};
struct notes notes_of(CXDiagnostic d);
struct notes messages_of(CXTranslationUnit tu);
bool notes_next(struct notes *n);
void notes_finish(struct notes *n);

/* ---- ast.c: questions about cursors and types ---------------------------- */

/* Maps a location to the flat text, including one in the macros that stand for restrict and tile_static
 * there. Returns false if it is not in the user's text. */
bool location_offset(const struct clauses *c, CXSourceLocation location, unsigned *offset);
/* Maps a location in the text that libclang parses, as location_offset() does. */
unsigned flat_offset(const struct clauses *c, CXSourceLocation location);
/* Maps a cursor's extent to the flat text. Returns false if it is not in the user's text. */
bool cursor_range(const struct clauses *c, CXCursor cursor, unsigned *start, unsigned *end);
/* Returns where an expression ends, whose range ends at `end` for libclang. If its last token is of a header's
 * macro, in an argument of another macro, as in amp_at(v, abs(amp_at(w, i))), libclang ends it where that
 * macro's use begins; the result is the end of the use. */
unsigned expression_end(const struct unit *u, CXCursor expression, unsigned end);
/* Maps the location of a cursor's name to the flat text. Returns false if it is not in the user's text. */
bool cursor_offset(const struct clauses *c, CXCursor cursor, unsigned *offset);
/* Returns the RESTRICT_… of a function as declared; RESTRICT_CPU without a clause. */
unsigned cursor_restrictions(CXCursor function);
/* Whether a declaration is implicitly instantiated from a template, so that its text is the template's. */
bool is_instantiation(CXCursor c);
/* Returns the definition of what is declared, or the declaration itself if the unit has none. */
CXCursor definition_or_self(CXCursor declaration);
/* Returns a class's definition or, for an instantiation, that of its template: libclang shows the bases and
 * members of the template only. */
CXCursor shown_definition(CXCursor class);
/* Returns the definition of the template that such a class is an instantiation of, not a mere declaration.
 * The null cursor for other classes. */
CXCursor class_template_of(CXCursor class);
/* Returns the template that a function or class is an instantiation or a specialization of, or the
 * declaration itself. */
CXCursor template_or_self(CXCursor declaration);
/* The kind of a cursor, and CXCursor_LinkageSpec of extern "C" with each libclang: that of 17 has no kind for it. */
enum CXCursorKind cursor_kind(CXCursor c);
bool is_function(enum CXCursorKind kind);
bool is_class(enum CXCursorKind kind);
/* Whether a kind is a class or an enumeration; a typedef or a `using` that declares one; a lambda, or a block of C. */
bool is_tag(enum CXCursorKind kind);
bool is_typedef(enum CXCursorKind kind);
bool is_closure(enum CXCursorKind kind);
/* Whether a kind is a function or class template. */
bool is_template(enum CXCursorKind kind);
/* Whether a member is of a class template, or of a class in one; also where it is defined outside of the class,
 * and has no template's cursor around it. */
bool in_class_template(CXCursor member);
/* Whether a declaration is a variable, a parameter or a structured binding. */
bool is_variable(CXCursor declaration);
/* Returns the string interned, "" for none, and disposes of it. */
const char *clang_string(CXString s);
/* clang_getCursorSpelling() and clang_getTypeSpelling(), interned. */
const char *cursor_spelling(CXCursor c);
const char *type_spelling(CXType type);
/* Returns the name of a function or a class without a specialization's arguments: f of f<int>. */
const char *plain_spelling(CXCursor c);
/* Returns a copy of the string, which the caller frees, and disposes of the original. */
char *take_string(CXString s);
/* Returns the null cursor if there is no child. */
CXCursor first_child(CXCursor c);
/* Returns an expression without conversions and parentheses around it: x of (x), not of x ?: y. */
CXCursor without_parentheses(CXCursor expression);
/* Returns what a call calls, which is also what clang_getCursorReferenced() returns for other cursors. For
 * (f)(x), the latter returns the null cursor. */
CXCursor cursor_callee(CXCursor call);
/* is_named(): whether the declaration, or what the cursor refers to, has this name. starts_with(): whether
 * its name has this prefix. */
bool is_named(CXCursor c, const char *name);
bool starts_with(CXCursor c, const char *prefix);
/* Returns the canonical type of a declaration or an expression; of a function's result. */
CXType type_of(CXCursor c);
CXType result_of(CXCursor function);
/* Whether a declaration is in the program's text, not in a system header; in namespace std. */
bool in_program(CXCursor declaration);
bool in_std(CXCursor declaration);
/* Returns the type that a reference refers to; other types, also the invalid one, unchanged.
 * (clang_getNonReferenceType() crashes on an expression without a type, such as the list in `T x(a, b)` in a
 * template.) */
CXType without_reference(CXType type);
/* Removes const and volatile; leaves the invalid type unchanged. */
CXType unqualified(CXType type);
/* Both return a canonical type without reference; plain_type() also removes const and volatile. */
CXType object_type(CXType type);
CXType plain_type(CXType type);
bool is_reference(CXType type);
bool is_pointer(CXType type);
bool is_array(CXType type);
/* Returns the canonical type of an array's innermost elements; the canonical type itself for others. */
CXType element_type(CXType type);
/* Returns what a type refers or points to, or has as elements, at any depth; as written, as far as possible. */
CXType innermost_type(CXType type);
bool is_char8(CXType type);
/* Whether a type depends on template parameters. A type substituted in an instantiation does not. */
bool is_dependent(CXType type);
/* Whether a type, or what it refers to, is known only once a template is instantiated. */
bool is_dependent_type(CXType type);
/* Whether a declaration is inside of a function. */
bool is_local(CXCursor declaration);
/* Whether a type is arithmetic or an enumeration; is_integral(): and not a floating type. */
bool is_number(CXType type);
bool is_integral(CXType type);
/* Whether a type is that of a lambda. */
bool is_closure_type(CXType type);
/* Whether a function is a lambda's operator() or conversion function. */
bool is_lambda_call(CXCursor function);
/* Whether a function or a variable is declared constexpr or consteval. Lambdas, which are implicitly
 * constexpr, do not count: without a clause they are restrict(cpu) like other functions (2.2.3). */
bool is_constexpr(CXCursor declaration);
/* Whether the standard is C++11, which has neither deduced result types nor auto parameters of lambdas. */
bool is_cxx11(const struct unit *u);
/* Whether the device unit is compiled as C++20 or later. */
bool is_cxx20(const struct unit *u);
/* Whether a child of a function or lambda is its parameter. libclang shows the children of a lambda in an
 * init-capture as those of the outer lambda, too. */
bool is_parameter_of(CXCursor child, CXCursor function);
/* Returns the first parameter of a function, or the null cursor. */
CXCursor first_parameter(CXCursor function);
/* Whether two cursors denote the same expression. */
bool is_same_expression(CXCursor a, CXCursor b);
/* Whether an expression is an argument of a call. */
bool is_argument(CXCursor call, CXCursor n);
/* Returns the variable's or member's name whose value an expression without a cursor kind reads, or the null
 * cursor. */
CXCursor converted_to_value(CXCursor conversion);
/* Whether a reference to a variable, a child of parent, uses the value rather than the object, as far as that
 * is known in a template. converted: the last converted_to_value() in front of it. */
bool is_value_use(CXCursor reference, CXCursor parent, CXCursor converted);
bool is_template_parameter(CXCursor declaration);
/* Returns the template type parameter that a type is, disregarding references and const, or the null cursor.
 * named_in: the cursor that names the type. */
CXCursor type_parameter(CXType type, CXCursor named_in);
/* Adds the names of a template's parameters. */
void add_template_parameters(CXCursor template, struct names *names);
/* Whether a type is that of a function parameter pack: A... */
bool is_pack(CXType type);
bool is_tile_static(CXCursor variable);
/* Whether a member function is a copy or move constructor, or assigns by copy or move. */
bool is_copy(CXCursor member);
/* Whether a function's body is not written by anybody. */
bool is_implicit(CXCursor function);

/* ---- children.c ---------------------------------------------------------- */

struct children {
	CXCursor *items;
	size_t count;
};

struct children children_of(CXCursor c);
void children_finish(struct children *c);
void children_add(struct children *to, CXCursor c);
/* Returns the parameters of a function, of a lambda, or of a block's declaration. */
struct children parameters_of(CXCursor function);
/* Returns the operator() of a lambda's class, or the null cursor if libclang does not show it. */
CXCursor lambda_operator(CXCursor lambda);
/* Returns the last child that is an expression, or the null cursor. */
CXCursor last_expression(CXCursor c);
/* Returns the body of a function or a lambda, or the null cursor. */
CXCursor body_of(CXCursor function);

/* ---- constant.c ---------------------------------------------------------- */

/* Whether a variable is an integral constant whose definition can be repeated elsewhere: its initializer has
 * the same meaning there, or its value is known, or it is constexpr. */
bool is_constant(CXCursor variable);
/* Whether a variable's initializer means the same wherever its text is: it names only constants with such
 * initializers, and calls nothing. */
bool has_plain_initializer(CXCursor variable);
/* Returns the value of a constant number as an expression; NULL if the parser cannot evaluate it, or if it
 * depends on template parameters. */
const char *constant_value(CXCursor variable);
/* Evaluates an integral constant expression; returns false if it is none. */
bool integer_value(CXCursor expression, int64_t *out);

/* ---- builtins.c ---------------------------------------------------------- */

/* Whether an expression names one of the compiler's built-in functions: __builtin_clz. */
bool is_builtin(CXCursor reference);
/* What amp code may do with a built-in function. */
enum amp_builtin {
	BUILTIN_REFUSED,
	BUILTIN_PLAIN,   /* call it */
	BUILTIN_RENAMED, /* call it; the device unit calls its replacement from <amp/builtin.h> */
};
enum amp_builtin amp_builtin(CXCursor reference);

/* ---- type_name.c --------------------------------------------------------- */

/* Returns a spelling of a variable's type that means the same at namespace scope: canonical, without const
 * and reference. NULL if the type depends on template parameters or has no such name. in_template: treats any
 * name as a possible template parameter. */
const char *portable_type(CXType type, bool in_template);
/* Returns a text with the program's names for short vectors: "Concurrency::details::short_vector<unsigned
 * int, 2>" becomes uint_2, with a qualifier in front. */
const char *name_short_vectors(const char *text, const char *qualifier);

/* ---- cuda_name.c ----------------------------------------------------------- */

/* Whether a name is in a list of n functions, each of which also exists for float, with an f appended. */
bool is_function_of(const char *name, const char *const *list, size_t n);
/* Whether CUDA, but not C++, declares a function, a variable or an enumerator of this name in the global
 * namespace. */
bool is_cuda_name(const char *name);
/* Whether no header of CUDA's or ampcc's uses that name in device code, so that CUDA's declaration can be
 * renamed. */
bool is_unused_cuda_name(const char *name);
/* Whether a name is float3, make_float3 or another of these. */
bool is_vector_name(const char *name);
/* Whether nvcc declares that name in the global namespace in front of a source's first line. */
bool is_declared_by_nvcc(const char *name);
/* Returns the keyword ("struct") if a cursor is a class or an enumeration of the program with such a name in
 * the global namespace; else NULL. C++ allows both declarations, and the bare name then denotes the function. */
const char *key_of_cuda_name(CXCursor type);

/* ---- declarator.c: declarations and lambdas as tokens -------------------- */

/* Whether token i ends a statement, or is a brace. */
bool ends_statement(const struct unit *u, size_t i);
/* Returns the first token of the statement that token i is in, or of a part of it: unlike token_statement_begin(), this
 * stops at semicolons and braces in brackets, too. */
size_t statement_start(const struct unit *u, size_t i);
/* Returns the token '{' of a function's body, or the token that ends a declaration without one. name: offset
 * of the function's name. */
size_t declarator_end(const struct unit *u, unsigned name, unsigned end);
/* Returns the first token of the qualified name whose last component is at a token: a of a::b<c>::name. */
size_t qualified_begin(const struct unit *u, size_t name);
/* Returns the token '{' of the body of a function or lambda whose parameters end in front of token i; between them may
 * be qualifiers, a result type, member initializers. Returns the number of tokens if there is none. */
size_t body_behind(const struct unit *u, size_t i);
/* Returns the clause of a function whose name, or of a lambda or block whose first token is at an offset; NULL if it
 * has none. */
const struct clause *declarator_clause(const struct unit *u, unsigned name);
/* Returns the token at which the specifiers of a declaration begin, behind its template heads and attributes. */
size_t specifiers_begin(const struct unit *u, unsigned start);

/* Sets the range of a parameter's default argument, from the `=` on. Returns false if it has none. */
bool default_argument(const struct unit *u, CXCursor parameter, unsigned *start, unsigned *end);
/* Returns the bracket behind the name of a parameter of C that is declared as a variable-length array, int v[n],
 * and is a pointer; 0 for others, and if evaluating the length may have effects. */
size_t variable_bound(const struct unit *u, CXCursor parameter);
/* Whether the text contains a specialization, recognized by its name, of a function template, `template <> …
 * name`, or of a member of a class template, `template <> … name<…>::`. */
bool has_specialization(const struct unit *u, CXCursor template);
/* Returns the offset of the '{' of the lambda that starts at an offset. */
unsigned lambda_body(const struct unit *u, unsigned start);
/* Whether the lambda that starts at an offset is mutable. */
bool is_mutable_lambda(const struct unit *u, unsigned start);
/* Returns the restrictions of the lambda or block that starts at an offset; RESTRICT_CPU without a clause. */
unsigned lambda_restrictions(const struct unit *u, unsigned start);

/* The capture list of a lambda. */
struct captures {
	char default_capture; /* '=', '&' or 0 */
	struct names by_reference, by_value; /* by_value: also `this` */
	bool has_others;                     /* x = …, packs, *this */
};

struct captures read_captures(const struct unit *u, unsigned start);
/* Returns the comma behind the item at token i of a list of captures or declarators, or `close`, the end of
 * the list. Commas between template arguments are skipped. */
size_t list_item_end(const struct unit *u, size_t i, size_t close);
bool captures_by_reference(const struct captures *c, const char *name);
/* Returns the offset of *this in the capture list, or UINT_MAX. */
unsigned captured_copy_of_this(const struct unit *u, unsigned start);
/* Whether a reference to a member names no object, so that it means this->member. */
bool is_member_of_this(const struct unit *u, CXCursor reference);
/* Whether an offset is inside of the capture list of the lambda that begins at start. */
bool in_capture_list(const struct unit *u, unsigned start, unsigned offset);
/* Whether an offset is in the initializer of an init-capture, [x = …], which is evaluated outside of the
 * lambda. */
bool in_init_capture(const struct unit *u, unsigned start, unsigned offset);

/* ---- math_names.c -------------------------------------------------------- */

/* Whether fast_math or precise_math has a function of this name. */
bool is_math_name(const char *name);
/* Whether a function of the C or C++ library, or of ours, has such a name: using-declarations in these
 * namespaces lead to functions of <cmath>. */
bool is_math_function(CXCursor function);

#endif
