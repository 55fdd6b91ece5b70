/* What the files of the lowering share: lower.c walks the AST, container.c finds
 * views in classes, place.c says where moved declarations go, dependence.c what
 * they take from around them, kernel.c (kernel.h) makes function objects of lambdas,
 * local_type.c moves types, traits.c says what those tell the headers of themselves. */
#ifndef LOWER_INTERNAL_H
#define LOWER_INTERNAL_H

#include "access/access.h"
#include "lower/lower.h"
#include "messages/messages.h"
#include "rewrite/rewrite.h"
#include "tile_loops/tile_loops.h"

/* The type that is defined at an offset and has moved, or NULL. */
const struct moved_type *moved_type_at(const struct lowering *l, unsigned start);
/* Whether a declaration is a function or a lambda, which may initialize what is in no function. */
bool is_function_scope(const struct scope *s);
/* Whether the walk is inside of one. */
bool in_function(const struct lowering *l);
/* Whether it is in a function or a lambda that is restrict(amp), or restrict(cpu,amp). */
bool in_amp_code(const struct lowering *l);

/* ---- container.c --------------------------------------------------------- */

/* Whether objects of a type can hold a container of C++ AMP. depth: 0. */
bool needs_visit(CXType type);
/* What amp_visit puts in front of a member's name: its parameter is `visit`. */
const char *own_name(const char *member);
/* The calls in an amp_visit: "visit(v, AMP_ACCESS_READ);" for each container, with
 * what the kernel does with it, or for each class that holds some. */
struct visits {
	struct accesses *accesses; /* borrowed; NULL: nothing is known */
	const char *indent, *line_end; /* around each */
	struct text text;
	struct text types;         /* "decltype(v), decltype(w)", of what is visited */
	size_t n_types;
	/* for people: "reads(v), writes(w)" and "v, w" */
	struct text captures, names;
	bool is_elementwise;       /* all that is done with them is at the thread's index */
	size_t claims;             /* how many of them have an access */
	CXCursor path[8];          /* to what is being looked at */
	size_t depth;
};
/* One for a captured variable or a member. expression: that names it there. */
void append_visit(struct visits *v, const char *expression, CXCursor declaration);
void visits_finish(struct visits *v);
/* Gives a class that holds containers its amp_visit: how the runtime finds
 * them inside of an object. end: of its definition. */
void add_amp_visit(struct lowering *l, CXCursor class, unsigned end);
/* The access of what is declared in a class at an offset. */
enum CX_CXXAccessSpecifier declared_access_at(const struct lowering *l, CXCursor class, unsigned offset);
/* Appends public members (the second may be NULL) for the end of a class, to be inserted in front of its '}'. */
void append_members_for_people(const struct lowering *l, CXCursor class, unsigned end, const char *first,
                               const char *second, struct text *out);

/* ---- place.c -------------------------------------------------------------- */

/* The template parameters that a moved declaration needs, as written for its
 * head and as arguments where it is used. */
struct template_head {
	struct text parameters; /* "typename T, int N" */
	struct text arguments;  /* "T, N" */
	/* the same of packs: template_head_end() puts the first one behind the others, as a class
	 * template needs it; each further one is of a template in that one */
	struct strings pack_parameters, pack_arguments;
	/* which a pack expansion around it repeats, or NULL: what names a pack there means an element */
	const struct kernel *repeated;
};

/* Where a declaration that must precede scopes[…] goes, and what it needs. */
struct place {
	unsigned at;
	CXCursor function;         /* that the declaration moves out of, or the null cursor */
	struct template_head head; /* of the function templates around it */
	struct template_head people_head; /* with less of it, if has_people_head */
	bool has_people_head;
	bool in_class;             /* at class scope: access must be restored */
	const char *access;        /* "private: " or the like, or "" */
	/* out-of-class member: the struct is a member as well */
	CXCursor class;            /* its definition gets a declaration */
	bool out_of_class;
	char *qualifier;           /* "A<T>::", or "" */
	struct text class_heads;   /* "template <typename T> " of the class */
	struct text namespaces;    /* "namespace a {\n" for a function defined as a::f */
	unsigned n_namespaces;
};

void template_head_add(struct template_head *h, const char *parameter, const char *name, bool pack);
/* A type in front of all others, which may end in a pack; once. */
void template_head_add_type(struct template_head *h, const char *name);
void template_head_end(struct template_head *h);
/* Leaves out the parameters that nothing in n texts speaks of: a type of the host's lambdas, which has
 * no name in device code, must not be part of a kernel's name without need. */
void template_head_reduce(struct template_head *h, const struct text *texts, int n);
/* A place's head in one of the units. */
const struct template_head *head_in(const struct place *p, enum unit_kind kind);
/* Gives people a head of their own, with what their text speaks of. Before head is reduced. */
void reduce_for_people(struct place *p, const struct text *text);
void template_head_finish(struct template_head *h);
/* repeated: the kernel that the place is for, if a pack expansion repeats it, or NULL. */
void find_place(struct lowering *l, const struct scope *scopes, size_t n, const struct kernel *repeated,
                struct place *p);
void place_finish(struct place *p);
/* Begins "template <...> struct A<T>::name". */
void append_struct_head(const struct place *p, enum unit_kind kind, struct text *t, const char *name);
/* Ends it, with the structs that it is in. */
void append_struct_end(const struct place *p, struct text *t);
/* What names it where it is used: "name<T>", "name<A...>::template with_pack_2<B...>". */
const char *struct_use(const struct place *p, const char *name, enum unit_kind kind);
/* And in itself. The caller frees both. */
const char *struct_own_name(const struct place *p, const char *name);
/* Puts a declaration at a place. name: of the struct. */
void insert_declaration(struct lowering *l, const struct place *p, const char *name,
                        struct text declaration[UNIT_KINDS]);
/* An identifier for a kernel or a moved type in scopes[…], which no other has in the program:
 * "f_kernel_2_1f2e3d4c", the second one of f. Units that have the same inline function have the
 * same names in it. */
const char *unique_name(struct lowering *l, const struct scope *scopes, size_t n, const char *what,
                        unsigned offset);

/* ---- dependence.c --------------------------------------------------------- */

enum dependence_kind {
	DEPENDENCE_VARIABLE, /* a member of the struct */
	DEPENDENCE_CONSTANT, /* a constant, repeated in the struct */
	DEPENDENCE_TYPE,     /* a typedef or enumeration, repeated in the struct */
};

struct dependence {
	enum dependence_kind kind;
	CXCursor declaration;
	const char *name;
	bool by_reference;
	bool is_pack;
	bool by_value;        /* a constant: repeated as its value, not as it is written */
	bool init_capture;
	unsigned init_start, init_end; /* of an init-capture's initializer */
	const char *type_parameter;    /* the template parameter for its type, or NULL */
	const char *type;              /* as written in the struct */
	const char *written_type;      /* as people wrote it, or NULL */
};

struct dependences {
	struct lowering *lowering;
	unsigned start, end; /* what is declared in here is not outside */
	struct dependence *items;
	size_t count;
	bool by_value;       /* constants are, where they have a value that is known */
};

/* Finds what a declaration or a lambda refers to outside. An error where two of these would
 * have one name. */
void find_dependences(struct dependences *d, CXCursor c);
struct dependence *find_dependence(struct dependences *d, CXCursor declaration);
struct dependence *add_dependence(struct dependences *d, enum dependence_kind kind,
                                  CXCursor declaration);
void dependences_finish(struct dependences *d);
/* Whether a variable's type is a class that is known. */
bool is_class_object(CXCursor variable);
/* Whether a name in [start, end) may stand where only a constant can: as a bound, say. */
bool may_be_needed_as_constant(const struct lowering *l, unsigned start, unsigned end,
                               const char *name);
/* The declaration of a constant or a type, for repetition in the struct. */
const char *repeat_declaration(struct lowering *l, const struct dependence *d, bool member,
                               enum unit_kind kind);
/* What the host compiler is not to call unused. */
extern const char unused_attribute[];
/* The using-directives and their like that are in scope at a place, from the
 * outermost function in. The caller finishes them. */
struct strings usings_at(struct lowering *l, const struct scope *scopes, size_t n, unsigned at);
/* Qualifies names that a using-directive may have brought in. */
void qualify_names(struct lowering *l, struct walk w);

/* ---- kernel.c (kernel.h) ------------------------------------------------------------- */

/* Replaces a lambda by a function object, whose class goes to its place. */
void lower_kernel(struct lowering *l, const struct kernel *k);
/* Whether the innermost of these scopes is in a template, or in a lambda, which may be one. */
bool in_template(const struct scope *scopes, size_t n);
/* What a moved type speaks of is a template parameter of what names it, or its enumerators: adds
 * those that a cursor names, and their names, to which names points if it is not NULL. */
void add_moved_parameters(struct lowering *l, CXCursor c, struct place *place,
                          struct strings *names);

/* ---- local_type.c ----------------------------------------------------------- */

/* Moves a class or an enumeration out of the function that the walk is in. */
void move_local_type(struct lowering *l, CXCursor c, unsigned start, unsigned end);

/* ---- dependent_word.c -------------------------------------------------------- */

/* In code of a template: writes `template` or `typename` in front of a name where the units' compilers
 * may miss it. */
void mark_dependent_name(struct lowering *l, CXCursor c, CXCursor parent);

/* ---- traits.c ---------------------------------------------------------------- */

/* The types by which a class tells the headers what they may do with it as a kernel,
 * "typedef … amp_wide; …"; NULL if there is none. Its function takes an index and has its
 * body at [start, end); names: of its members. */
const char *kernel_traits(const struct lowering *l, const struct visits *v, const struct strings *names,
                          const char *class, CXCursor function, unsigned start, unsigned end,
                          enum unit_kind kind);
/* The same for a function object. */
const char *class_traits(const struct lowering *l, const struct visits *v, CXCursor class,
                         enum unit_kind kind);
/* Whether a kernel with loops, whose body is at [start, end), is short enough to be compiled once more. */
bool is_short(const struct lowering *l, unsigned start, unsigned end);
/* Whether an untiled kernel, a function with a body at [start, end), is worth compiling once
 * more, for domains that do not fill a GPU (__amp_small_domain_kernel in <amp/kernel.h>): it
 * loops, or what it calls, and is short. */
bool is_looping(const struct lowering *l, CXCursor function, unsigned start, unsigned end);

/* ---- for_people.c ------------------------------------------------------------ */

/* Notes a name that unique_name() made, and what it was made of: "main_kernel". is_member: of a struct that is
 * a member of a class, for which ordinal tells it from others there. */
void note_long_name(struct lowering *l, const char *name, const char *base, bool is_member,
                    unsigned ordinal);
/* Writes the CUDA for people in their names: a kernel is `main_kernel`, and what stands for a capture
 * is what docs/cuda.md calls it. When all edits are made. */
void shorten_names(struct lowering *l);
/* Whether a name of the library's, written without its namespace, is ambiguous to nvcc alone, which declares
 * functions of that name: `index`. */
bool is_ambiguous_for_people(const struct lowering *l, CXCursor reference);
/* Gives such a name its namespace. */
void qualify_for_people(struct lowering *l, CXCursor reference);
/* Leaves out a using-declaration at file scope that names such a type: its uses have the namespace. */
void leave_out_using(struct lowering *l, CXCursor declaration, unsigned start);
/* Makes a class public that is a private member of another one, and those around it, where nvcc alone is to
 * compile: it names what a kernel is, and its template arguments, outside of all classes. */
void publish_class(struct lowering *l, CXCursor class);
/* The classes that a type is made of. */
void publish_type(struct lowering *l, CXType type);

/* ---- projection.c --------------------------------------------------------- */

/* Writes the subscripts of an element as one in the device unit, if the call is the last of
 * several, a[i][k], in amp code, and that is faster. */
void lower_projection(struct lowering *l, CXCursor call);

#endif
