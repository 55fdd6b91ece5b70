/* Shared by the files of the checker. check.c walks the program, refuse.c reports errors; check_function.c
 * checks functions, check_code.c what amp code does, check_call.c its calls, check_implicit.c its implicit
 * calls, check_constant.c the constants that it names, check_variable.c its variables, check_types.c its
 * types, check_destruction.c what it destroys; check_kernel.c checks what kernels capture, check_launch.c how
 * they are launched. */
#ifndef CHECK_INTERNAL_H
#define CHECK_INTERNAL_H

#include "check/check.h"
#include "messages/messages.h"
#include "parse/parse.h"

/* Limit for the nesting of members and bases: templates may nest without end. */
#define MOST_NESTED_CLASSES 16

/* A function that is being checked, and its caller. */
struct checked_function {
	CXCursor function;
	const struct checked_function *caller;
	unsigned call; /* offset of the call, if there is a caller */
};

struct checker {
	struct unit *unit;
	const struct clauses *clauses;
	const struct overloads *overloads;
	struct cursors done;     /* functions whose bodies have been checked */
	struct offsets reported; /* offsets of errors: one error each */
	CXCursor *refused;       /* variables with an error: their uses cause no further errors */
	size_t n_refused;
	CXCursor *specialized; /* class templates with specializations; valid if knows_specialized */
	size_t n_specialized;
	bool knows_specialized;
	/* functions in which a using-directive or -declaration makes names of <amp_math.h> visible, and the null
	 * cursor if one outside of functions does; valid if knows_amp_math */
	CXCursor *amp_math_users;
	size_t n_amp_math_users;
	bool knows_amp_math;
	struct edits *edits; /* for both units */
	struct offsets replaced;      /* ends of constants that are replaced in the units */
	struct offsets noted;         /* members for which a note has been printed */
	struct offsets recursive;     /* functions reported as recursive */
	struct offsets refused_types; /* classes without a possible restrict(amp) member function, and
	                               * enumerations, that were refused */
	CXType substituted;           /* a template argument that was refused in the current function */
	long long tile_static_size;   /* bytes so far, of the current kernel or function */
	const struct checked_function *frame; /* innermost */
	unsigned restrictions;     /* of the current function or lambda */
	bool broken;               /* the parser found errors in its body */
	bool muted;                /* suppress errors: they follow from an earlier one */
	bool in_sizeof;            /* the current node is an operand of sizeof or alignof */
	bool in_constant;          /* it is evaluated at compile time */
	bool binds_reference;      /* it initializes a reference */
	CXCursor value_use;        /* the last name of which only the value is used */
	struct offsets parse_errors; /* offsets of the parser's errors */
	CXCursor cpu_function;       /* the function for the CPU that the check has entered last */
	unsigned last_offset;        /* of the current statement or declaration */
};

/* Reports an error, once for each offset. fix: a fix-it; notes: expressions that add notes. */
#define refuse_as(c, offset, fix, notes, ...) \
	do { \
		if (!already_reported(c, offset)) { \
			diagnose_with_fix((c)->unit, SEVERITY_ERROR, offset, fix, __VA_ARGS__); \
			notes; \
		} \
	} while (0)
#define refuse_noting(c, offset, notes, ...) refuse_as(c, offset, ((struct fix){0, 0, NULL}), notes, __VA_ARGS__)
/* With notes for the calls that lead there from a kernel; refuse_type(): and for the members of a type that cause
 * the error. */
#define refuse(c, offset, ...) refuse_noting(c, offset, note_callers(c, offset), __VA_ARGS__)
#define refuse_with_fix(c, offset, fix, ...) refuse_as(c, offset, fix, note_callers(c, offset), __VA_ARGS__)
#define refuse_type(c, type, offset, ...) \
	refuse_noting(c, offset, (note_callers(c, offset), note_members(c, type, 0)), __VA_ARGS__)

/* ---- refuse.c ------------------------------------------------------------- */

/* Adds notes for the calls that lead from a kernel to an offset of the current code. */
void note_callers(struct checker *c, unsigned offset);
/* note_declaration() for a declaration in the program's text. */
void note_declared(struct checker *c, CXCursor declaration, const char *name, bool fix);
/* Whether an error has been reported at an offset; records that one has. */
bool already_reported(struct checker *c, unsigned offset);
/* Skips a variable that the parser has an error about: its uses cause no errors. */
void leave_out_variable(struct checker *c, CXCursor variable);
/* Skips a variable that an error of ampcc is about, within [start, end). */
void refuse_variable(struct checker *c, CXCursor variable, unsigned start, unsigned end);
bool is_refused(const struct checker *c, CXCursor variable);

/* ---- check_types.c (specification 2.4.1) ---------------------------------- */

/* Where a type is used. */
enum type_place { PLACE_VARIABLE, PLACE_MEMBER, PLACE_ELEMENT, PLACE_POINTEE };

/* Returns why a type cannot be used in amp code; NULL if it can. Pass depth 0. */
const char *type_problem(struct checker *c, CXType type, enum type_place place, int depth);
/* Returns why amp code cannot have objects of a class; NULL if it can. Pass depth 0. */
const char *class_problem(struct checker *c, CXType type, int depth);
/* Adds notes for the members (each once) because of which a class, an array of it or a pointer to it has a
 * problem, or for an enumeration's underlying type. Pass depth 0. */
void note_members(struct checker *c, CXType type, int depth);
/* Whether a type stands for a template parameter and has been refused in the current function: one error,
 * however often the parameter is used. Records that it has. */
bool is_refused_argument(struct checker *c, CXType type);
/* Whether a type is, or is an object of, a class about which ampcc has reported that none of its functions
 * can be restrict(amp); or an enumeration with an error at its declaration. */
bool is_of_refused_type(const struct checker *c, CXType type);
/* Refuses the element type of an array or array_view, which `type` may be, refer to or point to (2.4.1, 5.1).
 * Returns false if it cannot be used, also if its template argument has been refused already in the current
 * function. */
bool check_element(struct checker *c, CXType type, unsigned offset);
/* Refuses a type that amp code cannot use. what: "variable" or the like. */
void check_type(struct checker *c, CXType type, unsigned offset, const char *what,
        const char *name);
/* Returns the innermost element type of an array; other types unchanged. */
CXType array_element(CXType type);
/* A member, a base class, the destructor or a member function of a class. */
struct class_part {
	CXCursor cursor;
	CXType type;                       /* of a base, it may name a template */
	const struct class_arguments *arguments; /* those that it then depends on */
};
struct class_parts {
	struct class_part *items;
	size_t count;
};
/* Returns the parts of a class type, as far as they are known. arguments: NULL, or those of the part that `type`
 * is from. */
struct class_parts parts_of(struct checker *c, CXType type, const struct class_arguments *arguments);
/* Whether a type is, contains or derives from an array, a view or a texture. */
bool holds_container(struct checker *c, CXType type);
/* Returns the name of a class, disregarding references: "array", "vector". */
const char *class_name(CXType type);
/* Whether a type is array or texture, to which kernels may have references (2.4.1.3, 7.1). */
bool is_array_or_texture(CXType type);

/* ---- check_function.c (specification 2.2, 2.4.1, 2.4.2) ------------------- */

/* Checks a function that is restrict(amp), once. */
void check_function(struct checker *c, CXCursor function);
/* Checks the declarator of such a function apart from its parameters, and its class. offset: of its name. */
void check_declarator(struct checker *c, CXCursor function, unsigned offset);
/* Checks the qualifiers of an amp function or lambda with the declarator [first, end), in tokens. */
void check_qualifiers(struct checker *c, size_t first, size_t end);
/* Whether a function without a clause may be called in amp code: it is constexpr or implicit, or is declared
 * in amp code. */
bool is_usable_in_amp(struct checker *c, CXCursor function);
/* Whether a declaration is inside of amp code, from which functions inherit their restrictions (2.2.1). */
bool inside_amp_code(CXCursor declaration);
/* Whether a function of <cmath> has a version for amp code in fast_math and precise_math, whose
 * using-declarations lead here (9). */
bool is_math(struct checker *c, CXCursor callee);

/* ---- check_code.c (specification 2.4.3) ----------------------------------- */

/* Checks parameters, result and body of a function in amp code, once. */
void check_body(struct checker *c, CXCursor function, CXCursor body);

/* ---- check_call.c (specification 2.3, 2.4.3.7) ---------------------------- */

/* Whether an expression names a variable that has been refused. */
bool is_of_refused(struct checker *c, CXCursor expression);

/* Checks a call in amp code, and the function that it calls. */
void check_call(struct checker *c, CXCursor call, unsigned offset);
/* Checks a call, [start, end), in code for the CPU: the parser does not diagnose calls that are not evaluated
 * or not compiled. */
void check_cpu_call(struct checker *c, CXCursor call, unsigned start, unsigned end);
/* Whether a function, in C, is declared only by its first call: no type precedes its name. */
bool is_undeclared(struct checker *c, CXCursor function);
/* Checks the code of a restrict(cpu) member of a class that is local to amp code. */
void check_cpu_code(struct checker *c, CXCursor code);
/* Checks an expression in amp code that may be a function's name, also in parentheses, and is not called. In
 * restrict(cpu,amp) code, where both overloads by restriction are meant, it has no type (2.3.2). */
void check_function_name(struct checker *c, CXCursor e, CXCursor parent, unsigned offset);

/* ---- check_constant.c (specification 2.4.3.2) ------------------------------ */

/* Whether n, a child of parent, is evaluated at compile time: an array bound, a template argument, the
 * initializer of a constant. */
bool is_constant_evaluated(const struct checker *c, CXCursor n, CXCursor parent);
/* Whether a call of a recursive constexpr function has constant arguments only, so that the units' compilers
 * can evaluate it, as they are then told to: GPUs have no recursion. */
bool is_constant_call(struct checker *c, CXCursor call, CXCursor definition);
/* Whether a variable is a constant at namespace or class scope in the user's text. */
bool is_global_constant(CXCursor v);
/* Checks a use of a constant at namespace or class scope. */
void check_global_constant(struct checker *c, CXCursor v, CXCursor reference, CXCursor parent,
                           unsigned offset);
/* Checks a name whose meaning depends on template parameters. */
void check_unknown_reference(struct checker *c, CXCursor reference, CXCursor parent,
                             unsigned offset);
/* Checks the bounds of GNU case ranges, case 3 ... 4:. */
void check_case_ranges(struct checker *c, CXCursor statement);

/* ---- check_variable.c (specification 2.4.3.2, 2.4.3.5) -------------------- */

/* Checks a variable, or a parameter, that amp code declares. Returns false if it is refused. */
bool check_variable(struct checker *c, CXCursor v, unsigned offset);
bool check_parameter(struct checker *c, CXCursor p);
/* Returns the offset of a word among the specifiers of a declaration that starts at an offset; UINT_MAX if it
 * is not there. */
unsigned specifier_at(const struct unit *u, unsigned start, const char *word);
void check_tile_static_parameter(struct checker *c, unsigned start);
/* Checks the result type of an amp function. */
void check_result_type(struct checker *c, CXCursor function);
/* Checks a name in amp code that denotes a variable outside of it, or a function. */
void check_reference(struct checker *c, CXCursor reference, CXCursor parent, unsigned offset);

/* ---- check_destruction.c (specification 2.2.2) ---------------------------- */

/* Returns the restrictions of code that can destroy objects of a type. An implicit destructor has those that
 * the destructors of all bases and members have. */
unsigned destruction_of(struct checker *c, CXType type);
/* Refuses a variable that code with these restrictions cannot destroy. */
void check_destruction(struct checker *c, CXCursor v, unsigned offset, unsigned restrictions);
/* Checks what a user-defined destructor of an amp class destroys behind its body. */
void check_destructor(struct checker *c, CXCursor destructor);
/* Checks the temporary that a call or a conversion in amp code creates and destroys. What is returned is
 * destroyed by the caller. */
void check_temporary(struct checker *c, CXCursor n, CXCursor parent, unsigned offset);
/* Whether the cast that begins at an offset is to T & or T &&, which creates no temporary. */
bool casts_to_reference(struct checker *c, unsigned offset);

/* ---- check_implicit.c (specification 2.3) ---------------------------------- */

/* Checks which functions of the program a function of the standard library calls. */
void check_library_call(struct checker *c, CXCursor callee, unsigned offset);
/* Checks the members begin and end that a range-based for in amp code calls. */
void check_range_loop(struct checker *c, CXCursor loop);
/* Checks member initializers where an implicit constructor is called. */
void check_construction(struct checker *c, CXCursor constructor, unsigned offset);
/* Checks the initializers of members that a user-defined constructor does not initialize. */
void check_initialized_members(struct checker *c, CXCursor constructor);
/* Checks the initializers of members that an initializer list, [start, end), leaves out. */
void check_aggregate(struct checker *c, CXCursor list, unsigned start, unsigned end);

/* ---- check_kernel.c (specification 7.1) ----------------------------------- */

/* Checks what a kernel lambda captures. */
void check_captures(struct checker *c, CXCursor lambda, unsigned start, unsigned end);
/* Checks a lambda in amp code. */
void check_inner_lambda(struct checker *c, CXCursor lambda, unsigned start, unsigned end);

/* ---- check_launch.c (specification 7) -------------------------------------- */

/* Checks a call if it is one of parallel_for_each. */
void check_launch(struct checker *c, CXCursor call);
/* Whether a type is that of a lambda that is restrict(amp). */
bool is_amp_lambda(CXType type);

#endif
