/* What the files of the checker share: check.c walks the program, refuse.c reports errors,
 * check_function.c checks functions, check_code.c what amp code does, check_call.c whom it calls,
 * check_implicit.c what it calls without writing it, check_constant.c which constants it names,
 * check_variable.c which variables it has, check_types.c which types, check_destruction.c what it
 * destroys, check_kernel.c what kernels capture, check_launch.c how they are launched. */
#ifndef CHECK_INTERNAL_H
#define CHECK_INTERNAL_H

#include "check/check.h"
#include "messages/messages.h"
#include "parse/parse.h"

/* Classes that are members or bases of each other are looked into no deeper: templates may nest
 * without end. */
#define MOST_NESTED_CLASSES 16

/* A function that is being checked, and who called it. */
struct frame {
	CXCursor function;
	const struct frame *caller;
	unsigned call; /* where it is called, if there is a caller */
};

struct checker {
	struct unit *unit;
	const struct clauses *clauses;
	const struct overloads *overloads;
	struct cursors done; /* functions whose bodies were checked */
	struct offsets reported; /* places of errors: one for each */
	CXCursor *refused; /* variables with an error: their uses are no others */
	size_t n_refused;
	CXCursor *specialized; /* class templates with specializations, once that is known */
	size_t n_specialized;
	bool knows_specialized;
	struct edits *edits; /* for both units */
	struct offsets replaced; /* ends of constants that are something else in the units */
	struct offsets noted; /* members that a note is about */
	struct offsets recursive; /* functions of which an error says so */
	struct offsets refused_types; /* classes that no member function can be restrict(amp) of, and
	                               * enumerations that were refused */
	CXType substituted; /* a template argument that was refused in the function at hand */
	long long tile_static_size; /* of the kernel or function at hand */
	const struct frame *frame; /* innermost */
	unsigned restrictions;     /* of the function or lambda at hand */
	bool broken;               /* the parser found errors in its body */
	bool muted;                /* errors in what is at hand follow from another one */
	bool in_sizeof;            /* what is at hand is an operand of sizeof or alignof */
	bool in_constant;          /* it is evaluated when compiling */
	bool binds_reference;      /* it initializes a reference */
	CXCursor value_use;        /* the last name that only the value is taken of */
	struct offsets parse_errors; /* its errors' places */
	unsigned last_offset;      /* of the statement or declaration at hand */
};

/* An error, once for each place, with the calls that lead there from a kernel. */
#define refuse(c, offset, ...) \
	do { \
		if (!already_reported(c, offset)) { \
			diagnose((c)->unit, SEVERITY_ERROR, offset, __VA_ARGS__); \
			note_callers(c, offset); \
		} \
	} while (0)

/* The same for a type: also with the members that are why. */
#define refuse_type(c, type, offset, ...) \
	do { \
		if (!already_reported(c, offset)) { \
			diagnose((c)->unit, SEVERITY_ERROR, offset, __VA_ARGS__); \
			note_callers(c, offset); \
			note_members(c, type, 0); \
		} \
	} while (0)

/* refuse() with a struct fix. */
#define refuse_with_fix(c, offset, fix, ...) \
	do { \
		if (!already_reported(c, offset)) { \
			diagnose_with_fix((c)->unit, SEVERITY_ERROR, offset, fix, __VA_ARGS__); \
			note_callers(c, offset); \
		} \
	} while (0)

/* ---- refuse.c ------------------------------------------------------------- */

/* Notes: the calls that lead from a kernel to an offset of the code at hand. */
void note_callers(struct checker *c, unsigned offset);
/* note_declaration() of what is declared in the program's text. */
void note_declared(struct checker *c, CXCursor declaration, const char *name, bool fix);
/* Whether an error is at an offset; from now on one is. */
bool already_reported(struct checker *c, unsigned offset);
/* A variable that the parser has an error about: its uses are no others. */
void leave_out_variable(struct checker *c, CXCursor variable);
/* Likewise one that an error of ours is about, in [start, end). */
void refuse_variable(struct checker *c, CXCursor variable, unsigned start, unsigned end);
bool is_refused(const struct checker *c, CXCursor variable);

/* ---- check_types.c (specification 2.4.1) ---------------------------------- */

/* Where a type stands. */
enum type_place { PLACE_VARIABLE, PLACE_MEMBER, PLACE_ELEMENT, PLACE_POINTEE };

/* Why amp code cannot have a type; NULL if it can. depth: 0. */
const char *type_problem(struct checker *c, CXType type, enum type_place place, int depth);
/* Why amp code cannot have objects of a class; NULL if it can. depth: 0. */
const char *class_problem(struct checker *c, CXType type, int depth);
/* Notes: the members that are why a class, or an array of it or a pointer to it, has a
 * problem, or an enumeration's underlying type; each once. depth: 0. */
void note_members(struct checker *c, CXType type, int depth);
/* Whether a type stands for a template parameter, and was refused in the function at
 * hand: one mistake, however often the parameter is used. From now on it was. */
bool is_refused_argument(struct checker *c, CXType type);
/* Whether a type is a class, or one of its objects, that an error of ours is about: that none
 * of its functions can be restrict(amp). Or an enumeration: the mistake is in its declaration. */
bool is_of_refused_type(const struct checker *c, CXType type);
/* Refuses the element type of an array or array_view, which a type may refer or point to (2.4.1, 5.1),
 * unless its template argument was refused in the function at hand. False if there is a reason. */
bool check_element(struct checker *c, CXType type, unsigned offset);
/* Refuses a type. what: "variable" or the like. */
void check_type(struct checker *c, CXType type, unsigned offset, const char *what,
        const char *name);
/* The innermost element of an array; other types as they are. */
CXType array_element(CXType type);
/* A member of a class, a base class or a destructor. */
struct class_part {
	CXCursor cursor;
	CXType type; /* that of a base may name a template */
	const struct arguments *arguments; /* what it depends on, then */
};
/* Calls visit with those of a type's class, if it is one and as far as they are known.
 * arguments: NULL, or those of a part. */
void visit_parts(struct checker *c, CXType type, const struct arguments *arguments,
                 void (*visit)(struct checker *c, const struct class_part *part, void *data),
                 void *data);
/* Whether objects of a type are, have or derive from an array, a view or a texture. */
bool holds_container(struct checker *c, CXType type);
/* The class that a type names, behind references: "array", "vector". */
const char *class_name(CXType type);
/* Whether a type is array or texture, what kernels may have references to (2.4.1.3, 7.1). */
bool is_array_or_texture(CXType type);

/* ---- check_function.c (specification 2.2, 2.4.1, 2.4.2) ------------------- */

/* A function with amp in its restrictions, once. */
void check_function(struct checker *c, CXCursor function);
/* What stands around the parameters of such a function, and its class. offset: of its name. */
void check_declarator(struct checker *c, CXCursor function, unsigned offset);
/* Qualifiers of an amp function or lambda, whose declarator is the tokens
 * [first, end). */
void check_qualifiers(struct checker *c, size_t first, size_t end);
/* Whether a function without a clause may be called in amp code: it is constexpr, nobody's, or
 * in amp code itself. */
bool is_usable_in_amp(struct checker *c, CXCursor function);
/* Whether a declaration is inside of amp code: a function there has its restrictions (2.2.1). */
bool inside_amp_code(CXCursor declaration);
/* A function of <cmath> that fast_math and precise_math have for amp code, too: their
 * using-declarations lead here (9). */
bool is_math(struct checker *c, CXCursor callee);

/* ---- check_code.c (specification 2.4.3) ----------------------------------- */

/* Parameters, result and body of a function of amp code, once. */
void check_body(struct checker *c, CXCursor function, CXCursor body);

/* ---- check_call.c (specification 2.3, 2.4.3.7) ---------------------------- */

/* Whether an expression is about a variable that was refused already. */
bool is_of_refused(struct checker *c, CXCursor expression);

/* A call in amp code. What it calls is checked, too. */
void check_call(struct checker *c, CXCursor call, unsigned offset);
/* A call in code of the CPU, [start, end): the parser says nothing of one that is not evaluated,
 * or not compiled. */
void check_cpu_call(struct checker *c, CXCursor call, unsigned start, unsigned end);
/* Whether a function has no declaration but the first call of it, in C: no type is in
 * front of its name. */
bool is_undeclared(struct checker *c, CXCursor function);
/* The code of a restrict(cpu) member of a class that is local to amp code. */
void check_cpu_code(struct checker *c, CXCursor code);
/* A function's name in amp code that is no call. A set of functions by restriction has no type
 * in restrict(cpu,amp) code, where each is meant (2.3.2). */
void check_function_name(struct checker *c, CXCursor function, CXCursor parent, unsigned offset);

/* ---- check_constant.c (specification 2.4.3.2) ------------------------------ */

/* Whether n, a child of parent, is an expression that is evaluated when compiling: a bound, an
 * argument of a template, the initializer of a constant. */
bool is_constant_evaluated(const struct checker *c, CXCursor n, CXCursor parent);
/* Whether a call of a constexpr function that calls itself is of constants only, so that the units'
 * compilers can evaluate it, and are told to: GPUs have no recursion. */
bool is_constant_call(struct checker *c, CXCursor call, CXCursor definition);
/* Whether a variable is a constant at namespace or class scope in the user's text. */
bool is_global_constant(CXCursor v);
/* A name of a constant at namespace or class scope, at an offset. */
void check_global_constant(struct checker *c, CXCursor v, CXCursor reference, CXCursor parent,
                           unsigned offset);
/* A name of which template parameters tell what it means. */
void check_unknown_reference(struct checker *c, CXCursor reference, CXCursor parent,
                             unsigned offset);
/* The bounds of the ranges of a switch's cases, case 3 ... 4: (GNU). */
void check_case_ranges(struct checker *c, CXCursor statement);

/* ---- check_variable.c (specification 2.4.3.2, 2.4.3.5) -------------------- */

/* A variable, or a parameter, that amp code declares. False if it was refused. */
bool check_variable(struct checker *c, CXCursor v, unsigned offset);
bool check_parameter(struct checker *c, CXCursor p);
/* Where a word stands among the specifiers of a declaration that starts at an offset; UINT_MAX: nowhere. */
unsigned specifier_at(const struct unit *u, unsigned start, const char *word);
void check_tile_static_parameter(struct checker *c, unsigned start);
/* The type of what an amp function returns. */
void check_result_type(struct checker *c, CXCursor function);
/* A name in amp code: of a variable outside of it, or of a function. */
void check_reference(struct checker *c, CXCursor reference, CXCursor parent, unsigned offset);

/* ---- check_destruction.c (specification 2.2.2) ---------------------------- */

/* The restrictions of the code that can destroy objects of a type: a destructor that is
 * not declared has those that the ones of bases and members share. */
unsigned destruction_of(struct checker *c, CXType type);
/* Refuses a variable that code with these restrictions cannot destroy. */
void check_destruction(struct checker *c, CXCursor v, unsigned offset, unsigned restrictions);
/* What the destructor of an amp class, which the program defines, destroys behind its body. */
void check_destructor(struct checker *c, CXCursor destructor);
/* The object without a name that a call or a conversion in amp code makes, and destroys again.
 * What is returned is the caller's. */
void check_temporary(struct checker *c, CXCursor n, CXCursor parent, unsigned offset);
/* Whether a cast that begins at an offset is one to T & or T &&, which makes none. */
bool casts_to_reference(struct checker *c, unsigned offset);

/* ---- check_implicit.c (specification 2.3) ---------------------------------- */

/* What a function of the standard library calls of the program's, called at an offset. */
void check_library_call(struct checker *c, CXCursor callee, unsigned offset);
/* The members begin and end that a loop over a range in amp code calls. */
void check_range_loop(struct checker *c, CXCursor loop);
/* The initializers of members, where a constructor that the program does not define is called. */
void check_construction(struct checker *c, CXCursor constructor, unsigned offset);
/* The same of those that one leaves out which it does define. */
void check_initialized_members(struct checker *c, CXCursor constructor);
/* Likewise a list in braces, [start, end). */
void check_aggregate(struct checker *c, CXCursor list, unsigned start, unsigned end);

/* ---- check_kernel.c (specification 7.1) ----------------------------------- */

/* What a kernel lambda captures. */
void check_captures(struct checker *c, CXCursor lambda, unsigned start, unsigned end);
/* A lambda in amp code. */
void check_inner_lambda(struct checker *c, CXCursor lambda, unsigned start, unsigned end);

/* ---- check_launch.c (specification 7) -------------------------------------- */

/* A call, if it is of parallel_for_each. */
void check_launch(struct checker *c, CXCursor call);
/* Whether a type is that of a lambda in restrict(amp). */
bool is_amp_lambda(CXType type);

#endif
