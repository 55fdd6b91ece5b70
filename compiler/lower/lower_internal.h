/* Shared by the files of the lowering. lower.c walks the AST, container.c finds views in classes, place.c
 * decides where moved declarations go, dependence.c what they need from their context, kernel.c (kernel.h)
 * turns lambdas into function objects, local_type.c moves types, traits.c writes what these tell the headers
 * about themselves. */
#ifndef LOWER_INTERNAL_H
#define LOWER_INTERNAL_H

#include "access/access.h"
#include "lower/lower.h"
#include "messages/messages.h"
#include "rewrite/rewrite.h"
#include "tile_loops/tile_loops.h"

/* Returns the moved type that was defined at an offset, or NULL. */
const struct moved_type *moved_type_at(const struct lowering *l, unsigned start);
/* Whether a scope is a function or a lambda; the lambda may be outside of functions, in an initializer. */
bool is_function_scope(const struct scope *s);
/* Whether the walk is in a function or a lambda that is restrict(amp) or restrict(cpu,amp). */
bool in_amp_code(const struct lowering *l);

/* ---- container.c --------------------------------------------------------- */

/* Whether objects of a type can contain a container of C++ AMP. */
bool needs_visit(CXType type);
/* Returns what amp_visit must put in front of a member's name, because its parameter is called `visit`. */
const char *own_name(const char *member);
/* How a function object uses a container, or the containers in an object. */
struct visit {
	const char *expression; /* "v", "p.v" */
	enum view_access access;
	const char *premises; /* "decltype(v), T": types that `access` relies on; "": it always holds */
	bool is_run;          /* a function object that is called at the thread's index only */
	bool is_pack;         /* a pack of base classes */
};

/* The calls in an amp_visit, for each container with its access, or for each class that contains containers. */
struct visits {
	struct accesses *accesses; /* borrowed; NULL: nothing is known */
	struct visit *items;
	size_t count;
	bool is_elementwise; /* the kernel accesses all of them at the thread's index only */
	CXCursor path[8];    /* to the current member */
	size_t depth;
	CXCursor class; /* that the kernel's struct is a member of, so that private members can be named; or the null
	                   cursor */
};
/* Adds the visit of a captured variable or a member; expression: its name there. */
void add_visit(struct visits *v, const char *expression, CXCursor declaration);
/* Returns the calls, "visit(v, AMP_ACCESS_READ);", with a text in front of and behind each. */
const char *visit_calls(const struct visits *v, const char *indent, const char *line_end);
/* Returns the calls for people: "reads(v), writes(w)". */
const char *visit_captures(const struct visits *v);
/* Returns the names of what is visited by name, and their types: "decltype(v), decltype(w)". */
struct names visited_names(const struct visits *v);
const char *visited_types(const struct visits *v);
/* Gives a class that holds containers its amp_visit, through which the runtime finds the containers in an
 * object. end: end of its definition. */
void add_amp_visit(struct lowering *l, CXCursor class, unsigned end);
/* Returns the access of a member declared in a class at an offset. */
enum CX_CXXAccessSpecifier declared_access_at(const struct lowering *l, CXCursor class, unsigned offset);
/* Inserts a public member for people in front of the '}' of a class. is_declaration: see struct edit. */
void add_member_for_people(struct lowering *l, CXCursor class, unsigned end, const char *member, bool is_declaration);

/* ---- place.c -------------------------------------------------------------- */

/* A template parameter, as the head declares it, "typename T", and as an argument, "T". */
struct template_parameter {
	const char *declaration, *argument;
};

/* The template parameters that a moved declaration needs. */
struct template_head {
	struct template_parameter *items;
	size_t count;
	/* packs: the first one comes behind the others, as a class template requires; each further pack belongs
	 * to a member template */
	struct template_parameter *packs;
	size_t n_packs;
	/* the kernel that an enclosing pack expansion repeats, in which a pack's name means an element; or
	 * NULL */
	const struct kernel *repeated;
};

/* Where a declaration goes that must precede scopes[…], and what it needs there. */
struct insertion_point {
	unsigned at;
	CXCursor function;         /* that the declaration moves out of, or the null cursor */
	struct template_head head; /* of the enclosing function templates */
	struct template_head people_head; /* a shorter one, if has_people_head */
	bool has_people_head;
	bool in_class;             /* at class scope: the access must be restored */
	const char *access;        /* "private: " or the like, or "" */
	/* for an out-of-class member, the struct becomes a member as well */
	CXCursor class;            /* its definition gets a declaration */
	bool out_of_class;
	const char *qualifier;   /* "A<T>::", or "" */
	const char *class_heads; /* "template <typename T> " for the class, or "" */
	const char *namespaces;  /* "namespace a {\n" for a function defined as a::f, or "" */
	unsigned n_namespaces;
};

/* Puts a parameter in front of all others, which may end in a pack. */
void template_head_add_first(struct template_head *h, const char *declaration, const char *argument);
/* Puts a type parameter, once, in front of all others. */
void template_head_add_type(struct template_head *h, const char *name);
/* Removes the parameters that none of n texts mentions: the type of a host lambda, which has no name in
 * device code, must not become part of a kernel's name without need. */
void template_head_reduce(struct template_head *h, const char *const *texts, int n);
/* Gives people a head of their own, with only what their text mentions. Call this before the head itself is
 * reduced. */
void reduce_for_people(struct insertion_point *p, const char *text);
/* repeated: the kernel that the place is for, if a pack expansion repeats it, or NULL. */
void find_place(struct lowering *l, const struct scope *scopes, size_t n, const struct kernel *repeated,
                struct insertion_point *p);
/* Begins "template <...> struct A<T>::name". */
void append_struct_head(const struct insertion_point *p, enum unit_kind kind, struct text *t,
                        const char *name);
/* Ends the struct, with the structs around it. */
void append_struct_end(const struct insertion_point *p, struct text *t);
/* Returns the name of the struct where it is used: "name<T>", "name<A...>::template with_pack_2<B...>". */
const char *struct_use(const struct insertion_point *p, const char *name, enum unit_kind kind);
/* Returns the name of the struct inside of itself. */
const char *struct_own_name(const struct insertion_point *p, const char *name);
/* Whether a using-directive of the program, or an inline namespace, makes lookup at global scope find what
 * another of its namespaces has, and names around unnamed namespaces help: no header has kernels at global
 * scope. */
bool looks_into_namespaces(const struct unit *u);
/* Whether an offset is in another file than the source. */
bool is_in_header(const struct unit *u, unsigned at);
/* Whether unnamed namespaces of the source at global scope have code for the accelerator. */
bool has_unnamed_kernels(const struct unit *u);
/* Whether nvcc needs a name around an unnamed namespace beside what is declared at a place: the code that it
 * makes for a kernel in one at global scope names the namespace without "::", which is ambiguous if lookup finds
 * another unnamed one. A header is the same in all units, whatever these look into. */
bool needs_named_namespace(const struct lowering *l, CXCursor declared, unsigned at);
#define NAMED_NAMESPACE "inline namespace amp_kernels {\n"
/* Inserts a declaration at a place. name: of the struct. */
void insert_declaration(struct lowering *l, const struct insertion_point *p, const char *name,
                        const char *const declaration[UNIT_KINDS]);
/* Returns an identifier for a kernel or a moved type in scopes[…] that is unique in the program:
 * "f_kernel_2_1f2e3d4c", the second one in f. Units that have the same inline function have the same names in
 * it. */
const char *unique_name(struct lowering *l, const struct scope *scopes, size_t n, const char *what,
                        unsigned offset);

/* ---- dependence.c --------------------------------------------------------- */

enum dependence_kind {
	DEPENDENCE_VARIABLE, /* becomes a member of the struct */
	DEPENDENCE_CONSTANT, /* a constant, repeated in the struct */
	DEPENDENCE_TYPE,     /* a typedef or an enumeration, repeated in the struct */
};

struct dependence {
	enum dependence_kind kind;
	CXCursor declaration;
	const char *name;
	bool by_reference;
	bool is_pack;
	bool by_value; /* a constant that is repeated as its value, not as written */
	bool init_capture;
	unsigned init_start, init_end; /* initializer of an init-capture */
	const char *type_parameter;    /* the template parameter that is its type, or NULL */
	const char *type;              /* its spelling in the struct */
	const char *written_type;      /* the type as the user wrote it, or NULL */
};

struct dependences {
	struct lowering *lowering;
	unsigned start, end; /* declarations in this range are not dependences */
	struct dependence *items;
	size_t count;
	bool by_value; /* repeat constants as values, if these are known */
};

/* Finds what a declaration or a lambda uses from outside of itself. Reports an error if two of these would
 * have the same name. */
void find_dependences(struct dependences *d, CXCursor c);
struct dependence *find_dependence(struct dependences *d, CXCursor declaration);
struct dependence *add_dependence(struct dependences *d, enum dependence_kind kind,
                                  CXCursor declaration);
/* Whether a variable's type is a known class. */
bool is_class_object(CXCursor variable);
/* Whether a name in [start, end) may be where only a constant is allowed, as an array bound. */
bool may_be_needed_as_constant(const struct lowering *l, unsigned start, unsigned end,
                               const char *name);
/* Returns the declaration of a constant or a type for repetition in the struct. */
const char *repeat_declaration(struct lowering *l, const struct dependence *d, bool member,
                               enum unit_kind kind);
/* Marks what the host compiler must not warn about as unused. */
extern const char unused_attribute[];
/* Returns the using-directives and the like in scope at a place, from the outermost function in. */
struct names usings_at(struct lowering *l, const struct scope *scopes, size_t n, unsigned at);
/* Qualifies names that a using-directive may have made visible. */
void qualify_names(struct lowering *l, struct walk w);

/* ---- kernel.c (kernel.h) ------------------------------------------------------------- */

/* Replaces a lambda by a function object, whose class is inserted at its place. */
void lower_kernel(struct lowering *l, const struct kernel *k);
/* Whether the innermost of these scopes is in a template, or in a lambda, which may be generic. */
bool in_template(const struct scope *scopes, size_t n);
/* A moved type may mention typedefs for types of variables, which become template parameters of what uses the
 * type or its enumerators. This adds those of the types that a cursor names, and their names to *names,
 * unless that is NULL. */
void add_moved_parameters(struct lowering *l, CXCursor c, struct insertion_point *place,
                          struct names *names);

/* ---- local_type.c ----------------------------------------------------------- */

/* Moves a class or an enumeration out of the function that the walk is in. */
void move_local_type(struct lowering *l, CXCursor c, unsigned start, unsigned end);

/* ---- dependent_word.c -------------------------------------------------------- */

/* In a template, writes `template` or `typename` in front of a name where the units' compilers may require
 * it. */
void mark_dependent_name(struct lowering *l, CXCursor c, CXCursor parent);

/* ---- traits.c ---------------------------------------------------------------- */

/* Returns the typedefs by which a class tells the headers how they may run it as a kernel, "typedef …
 * amp_wide; …"; "" if there are none. function: takes an index and has its body at [start, end). has_array: an
 * object of the class holds one. */
const char *kernel_traits(const struct lowering *l, const struct visits *v, const char *class, CXCursor function,
                          bool has_array, unsigned start, unsigned end, enum unit_kind kind);
/* Whether an object of a type holds an array, other than in the library's classes. */
bool holds_array(CXType type);
/* kernel_traits() for a function object. */
const char *class_traits(const struct lowering *l, const struct visits *v, CXCursor class,
                         enum unit_kind kind);
/* Whether a kernel with loops, with its body at [start, end), is short enough to be compiled a second time. */
bool is_short(const struct lowering *l, unsigned start, unsigned end);
/* Whether an untiled kernel, with its body at [start, end), is worth being compiled a second time for domains
 * that do not fill a GPU (__amp_small_domain_kernel in <amp/kernel.h>): it, or a function that it calls, has
 * loops, and it is short. */
bool is_looping(const struct lowering *l, CXCursor function, unsigned start, unsigned end);

/* ---- for_people.c ------------------------------------------------------------ */

/* Records a name that unique_name() made, and its base: "main_kernel". is_member: of a struct that is a
 * member of a class, where `ordinal` tells it from others. */
void note_long_name(struct lowering *l, const char *name, const char *base, bool is_member,
                    unsigned ordinal);
/* Replaces names in the CUDA for people by theirs: a kernel is `main_kernel`, and captures use the names of
 * docs/cuda.md. Call this when all edits have been made. */
void shorten_names(struct lowering *l);
/* Whether an unqualified name of the library's is ambiguous for nvcc alone, which declares a function of that
 * name: `index`. */
bool is_ambiguous_for_people(const struct lowering *l, CXCursor reference);
/* Qualifies such a name. */
void qualify_for_people(struct lowering *l, CXCursor reference);
/* Removes a file-scope using-declaration of such a type: its uses are qualified. */
void leave_out_using(struct lowering *l, CXCursor declaration, unsigned start);
/* Makes a class that is a private member of another class public, and those around it, for nvcc alone: it
 * names a kernel's class and its template arguments outside of all classes. */
void publish_class(struct lowering *l, CXCursor class);
/* publish_class() for the classes that a type consists of. */
void publish_type(struct lowering *l, CXType type);
/* Publishes the classes that the types of the unit's kernels depend on, also where a template is instantiated
 * with them. */
void publish_kernels(struct lowering *l);
/* Makes an enumeration or a class public in the units. */
void publish_in_units(struct lowering *l, CXType type);

/* ---- projection.c --------------------------------------------------------- */

/* In the device unit, merges the subscripts of an element, a[i][k] in amp code, into one, if `call` is the
 * last of them and that is faster. */
void lower_projection(struct lowering *l, CXCursor call);

#endif
