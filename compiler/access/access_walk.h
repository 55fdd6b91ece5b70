/* Shared by the files of the access analysis. access.c walks the statements that a kernel runs,
 * access_expression.c and access_call.c its expressions; access_value.c keeps what is known of the kernel's
 * views, access_inside.c finds conditions for accesses to be in bounds, and access_ast.c asks the AST. */
#ifndef ACCESS_WALK_H
#define ACCESS_WALK_H

#include "access/access.h"
#include "ast/library.h"
#include "body/body.h"

#include <stdint.h>

#define MAX_DEPTH 12   /* call depth */
#define MAX_BODIES 256 /* bodies walked for one kernel */
#define EVERYTHING UINT64_MAX

/* Something that the kernel holds: a captured variable, a member of the function object, or a member of one
 * of those. */
struct held {
	struct held *next;
	struct held *outer;   /* NULL: it is the kernel itself or a captured variable */
	CXCursor declaration; /* the null cursor: it is the kernel itself */
	int number;
	bool read, written;
	bool loaded;      /* an element is read, even one that the thread itself has written */
	bool other;       /* used in a way that is not understood; this goes for its members, too */
	bool elsewhere;   /* an element not at the thread's index is accessed */
	bool is_measured; /* its extent is used */
	bool on_premises; /* what is known holds only if the premises do */
	bool is_inside, is_unbounded; /* accesses are known to be in bounds on conditions; other accesses are not */
	unsigned uses, runs;          /* number of uses; of those, statements f(i) with the thread's index i */
};

enum abstract_value_kind {
	NOTHING,   /* that matters here */
	NUMBER,    /* in a template: holds only if the premises do */
	OBJECT,    /* `held`, of class type */
	VIEW,      /* `held`, or a copy or section of it */
	ELEMENT,   /* of a view, or a part of an element */
	EXTENT,    /* of a view */
	INDEX,     /* the thread's index */
	COMPONENT, /* one of the index's components */
	POSITION,  /* one of a tile, or of the thread in its tile, or a component of one */
};

/* What a POSITION is of. The thread's index is the sum of its tile's origin and its index in the tile; the
 * origin is the tile's index times the tile's extent. */
enum position {
	IN_TILE,
	TILE_INDEX,
	TILE_ORIGIN,
};

/* What is known of an expression's value. */
struct abstract_value {
	enum abstract_value_kind kind;
	struct held *held;
	bool is_pointer;  /* OBJECT, VIEW, ELEMENT: a pointer to it, `this` or an array that has decayed */
	bool is_part;     /* VIEW: a section, or a view of another shape */
	bool is_own;      /* ELEMENT: at the thread's index */
	bool is_whole;    /* ELEMENT: all of it, not a part */
	bool is_fresh;    /* ELEMENT: has just been written */
	bool may_be_view; /* ELEMENT: may turn out to be a projection (a view) when the template is instantiated */
	bool is_constant; /* nothing is modified through it */
	bool is_place;    /* COMPONENT: an lvalue, not just the component's value */
	bool is_run;      /* OBJECT, called with the thread's index */
	int dimension;    /* COMPONENT; -1: unknown. POSITION; -1: all components */
	enum position position; /* POSITION */
	int copy;               /* INDEX, COMPONENT, POSITION: 1 + index in accesses.copies; 0: the index itself */
};

static const struct abstract_value nothing = {.kind = NOTHING};

/* Returns what a pointer leads to; other values unchanged. */
static inline struct abstract_value pointed(struct abstract_value v)
{
	v.is_pointer = false;
	return v;
}

/* Whether a value is an object of class index. */
static inline bool is_all_components(struct abstract_value v)
{
	return v.kind == INDEX || (v.kind == POSITION && v.dimension < 0);
}

/* Whether it is a component of one. */
static inline bool is_component(struct abstract_value v)
{
	return v.kind == COMPONENT || (v.kind == POSITION && v.dimension >= 0);
}

/* The value that a name stands for. */
struct binding {
	CXCursor declaration;
	struct abstract_value value;
};

/* A variable that holds a copy of the index or of one of its components. */
struct index_copy {
	CXCursor variable;
	bool is_changed;
};

/* A function on the walk's call stack. */
struct walk_frame {
	const struct walk_frame *caller;
	CXCursor function;
	struct abstract_value self;
	uint64_t at_returns; /* views that are completely written at every return so far */
};

struct accesses {
	const struct unit *unit;
	unsigned start, end; /* offsets of the lambda or class */
	CXCursor class;      /* the kernel's class, or the null cursor */
	struct held *helds;
	int n_helds;
	bool is_c;
	uint64_t written; /* bit set of the views that are completely written when the kernel ends */
	int leading;      /* the highest dimension whose index component selects anything but the last
	                   * dimension of a view; -1: none */
	bool index_changed, index_elsewhere;
	unsigned tile[3];       /* the tile's extents; 0: not known */
	bool index_on_premises; /* that it is unmodified holds on premises only */
	bool samples;           /* samples a texture, whatever the coordinates */
	bool loads_in_order;    /* a loop reads elements and has writes or waits, or elements are read behind others'
	                         * writes or a    wait; see restrict_form_of() */
	bool is_irregular;      /* has jumps: the order of writes is not known */
	bool is_blind;          /* text that no tree understands mentions one of `names` */
	struct names premises;
	struct names inside;        /* see inside_conditions() */
	bool is_inside_lost;        /* there are more conditions than are kept */
	const struct body **bodies; /* those walked */
	size_t n_bodies;

	/* state of the walk */
	struct uses *uses; /* of the kernel; NULL: inside_conditions() are not wanted */
	struct walk_frame *frame;
	unsigned depth, n_walks;
	struct binding *bindings;
	size_t n_bindings;
	uint64_t done;      /* bit set of the views that are completely written so far */
	uint64_t stored;    /* bit set of the views of which an element is written so far; all behind a wait */
	bool loads, orders; /* in the current loop (outside of loops: in the kernel), an element is read;
	                     * one is written, or threads wait */
	bool has_escaped;   /* the address of an element, so any loop may read and write elements */
	uint64_t at_switch;
	bool is_in_switch; /* the current statement is directly in a switch's body */
	struct index_copy *copies;
	size_t n_copies;
	bool is_to_repeat;    /* a variable that was taken for a constant copy is modified: walk once more */
	struct names names;   /* of variables in `bindings` */
};

/* ---- access_ast.c ------------------------------------------------------ */

/* Whether a type, or the type that it refers to, is const. */
bool is_const(CXType type);
/* Whether a variable of this type holds any index component without loss. */
bool keeps_component(CXType type);
/* Whether a type is an index or a tiled_index. */
bool is_index_type(CXType type);
/* Whether a declaration is in a system header: of the library or another one, not of the program. */
bool is_library(CXCursor declaration);
/* Whether a variable or member may be a view whose uses are followed. */
bool may_be_view(const struct accesses *a, CXType type);
/* Strips the cleanup of temporaries from a reference's initializer: libclang shows it, as in v[i][k], like a
 * conversion to the same type, which would count as a read. */
const struct tree *without_cleanups(const struct tree *t);
/* Returns the value of an integral constant expression as an int; -1 if it is none. */
int number_of(const struct tree *t);
/* Returns which entity of the library a TREE_MEMBER names: see tree_member(). */
enum library_entity member_entity(const struct accesses *a, const struct tree *t);
/* Whether a node is an expression that is evaluated. TREE_UNKNOWN is none unless it is an expression for
 * libclang: it may be a jump. */
bool is_evaluated(const struct tree *t);
/* Whether an operator in a template may become a call of a function that is found by name. */
bool may_be_function(const struct tree *t);

/* ---- access_value.c ---------------------------------------------------- */

/* Returns what is known of a member of `outer`, or of a captured variable where that is NULL; NULL if it has
 * not been used so far. */
struct held *find_held(const struct accesses *a, const struct held *outer, CXCursor d);
/* Returns find_held(), which it creates if it is missing. */
struct held *hold(struct accesses *a, struct held *outer, CXCursor declaration);
/* Returns the bit of a view in sets of views; 0 for the 65th view and all after it. */
uint64_t bit_of(const struct held *h);
/* Adds the premise that `h` is a view of numbers. */
void suppose_view(struct accesses *a, struct held *h);
/* Adds the premise that a variable's type, a parameter of a template around the kernel, is arithmetic.
 * Returns false if the type is no such parameter. */
bool suppose_number(struct accesses *a, CXCursor variable);
/* Records a use that is not understood. Returns `nothing`, which is known of its result. */
struct abstract_value escape_value(struct accesses *a, struct abstract_value v);
/* Records that an element is read, or that the value of anything else is used. Returns `nothing`. */
struct abstract_value read_value(struct accesses *a, struct abstract_value v);
/* Records a write. Returns the view's bit if all of the element at the thread's index is written, else 0. */
uint64_t write_value(struct accesses *a, struct abstract_value v);
/* Whether an element is a number, in a template by adding that as a premise; false if it may be a projection. */
bool suppose_element(struct accesses *a, struct abstract_value v, const struct tree *t);
/* Records that an operand, a condition or an initializer is used as a number. Outside of templates the tree
 * has a conversion for that; in templates it has none, and a premise is added. Returns `nothing`. */
struct abstract_value use_as_number(struct accesses *a, struct abstract_value v, const struct tree *t);

/* ---- access_inside.c --------------------------------------------------- */

/* Records conditions for an access t to an element of a view to be in bounds. */
void note_inside(struct accesses *a, struct abstract_value view, const struct tree *const *arguments,
                 size_t n, const struct tree *t);

/* ---- access_expression.c ----------------------------------------------- */

/* Evaluates an expression whose value escapes. */
void eval_escaping(struct accesses *a, const struct tree *t);
/* Evaluates everything below a node of any kind; nothing in it is certain to be executed. */
struct abstract_value eval_unknown(struct accesses *a, const struct tree *t);
/* Binds a variable or parameter to a value until its function ends. */
void bind_name(struct accesses *a, CXCursor declaration, struct abstract_value value);
/* Binds a variable to the copy of the index or of a component that it is initialized with. It stands for the
 * index unless it is modified somewhere, which only the end of the walk tells; the walk is then repeated. */
void bind_copy(struct accesses *a, CXCursor variable, struct abstract_value v);
/* Returns a component of an index, or of a position, at a subscript. */
struct abstract_value component_at(struct abstract_value of, const struct tree *subscript);
/* Returns the value for a held declaration, by its type. */
struct abstract_value value_of_held(struct accesses *a, struct held *outer, CXCursor declaration);
/* Whether a node is an assignment, by the built-in or an overloaded operator. */
bool is_assignment(const struct tree *t);
/* Updates accesses.leading: `at` is the i-th of n components of an element's index. */
void note_place(struct accesses *a, struct abstract_value at, size_t i, size_t n);
/* Evaluates a subscript or call t of a view: the element, or the section, that it denotes. */
struct abstract_value eval_access(struct accesses *a, struct abstract_value view,
                                  const struct tree *const *arguments,
                                  size_t n, const struct tree *t);
/* Evaluates an assignment. Returns the bits of views that it writes completely; *result is its left operand. */
uint64_t eval_assignment(struct accesses *a, const struct tree *t, struct abstract_value *result);
/* Evaluates an expression: records what it does, returns what is known of its value. */
struct abstract_value eval_expression(struct accesses *a, const struct tree *t);

/* ---- access_call.c ----------------------------------------------------- */

/* Whether one of the bodies walked mentions `name` in text that its tree does not understand. *is_used: the
 * trees themselves mention it. */
bool is_in_unknown(const struct accesses *a, const char *name, bool *is_used);
/* Walks a body; `self` is the value of *this. */
void run_body(struct accesses *a, const struct body *body, struct abstract_value self);
/* Evaluates a call. is_statement: it is certainly executed, so that what it writes completely counts. */
struct abstract_value eval_call(struct accesses *a, const struct tree *t, bool is_statement);

/* ---- access.c ---------------------------------------------------------- */

/* Walks a statement or a declaration, and updates the set of completely written views. */
void run_statement(struct accesses *a, const struct tree *t);

#endif
