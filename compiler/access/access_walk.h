/* What the files of the analysis of accesses share: access.c walks what a kernel runs,
 * access_expression.c and access_call.c the expressions in it; access_value.c keeps what
 * is known of the kernel's views, and access_ast.c answers questions about the AST. */
#ifndef ACCESS_WALK_H
#define ACCESS_WALK_H

#include "access/access.h"
#include "body/body.h"
#include "body/statement.h"

#include <stdint.h>

#define MAX_DEPTH 12   /* of calls */
#define MAX_BODIES 256 /* that are walked for a kernel */
#define EVERYTHING UINT64_MAX

/* A variable that the kernel captures, a member of it, or a member of those. */
struct held {
	struct held *next;
	struct held *outer; /* NULL: the kernel itself, or a captured variable */
	CXCursor declaration; /* the null cursor: the kernel itself */
	int number;
	bool read, written;
	bool loaded;      /* read, be it what the thread itself has written */
	bool other;       /* a use that is not understood: of all that is in it, too */
	bool elsewhere;   /* an element that is not at the index */
	bool is_measured; /* its extent is used */
	bool on_premises; /* what is known of it depends on them */
	bool is_inside, is_unbounded; /* its accesses are, on conditions; there are others */
	unsigned uses, runs; /* of all uses, those as statements f(i), i being the index */
};

enum value_kind {
	NOTHING,   /* that matters */
	NUMBER,    /* in a template: a number, if the premises hold */
	OBJECT,    /* held: a class */
	VIEW,      /* held: a view, or a copy or a part of it */
	ELEMENT,   /* of it, or a part of one */
	EXTENT,    /* of it */
	INDEX,     /* of the thread */
	COMPONENT, /* of the index */
	/* C: members of a view's, and what amp_at adds to its data */
	DATA, STRIDE, OFFSET,
};

/* What is known of an expression. */
struct value {
	enum value_kind kind;
	struct held *held;
	bool is_part;     /* VIEW: of other elements, or in another shape */
	bool is_own;      /* ELEMENT, OFFSET: at the thread's index */
	bool is_whole;    /* ELEMENT */
	bool is_fresh;    /* ELEMENT: has just been written */
	bool may_be_view; /* ELEMENT: a projection, in a template */
	bool is_constant; /* nothing is changed through it */
	bool is_place;    /* COMPONENT: a variable, not its value */
	bool is_run;      /* a call of what is held, with the thread's index */
	int dimension;    /* COMPONENT; -1: unknown */
	int copy;         /* INDEX, COMPONENT: of the variable that is one, from 1; 0: the index itself */
};

static const struct value nothing = {.kind = NOTHING};

/* What a name stands for. */
struct binding {
	CXCursor declaration;
	struct value value;
};

/* A variable with a copy of the index, or of a component, and whether it is changed. */
struct index_copy {
	CXCursor variable;
	bool is_changed;
};

/* A function that is being walked. */
struct frame {
	const struct frame *caller;
	CXCursor function;
	struct value self;
	uint64_t at_returns; /* what is written whole at each return so far */
};

struct accesses {
	const struct unit *unit;
	unsigned start, end;  /* of the lambda, or of the class */
	CXCursor class;       /* or the null cursor */
	struct held *helds;
	int n_helds;
	bool is_c;
	uint64_t written;     /* numbers of views that are written whole in the end */
	int leading;          /* the highest dimension of which the index's component stands
	                       * for one that is not a view's last; -1: none */
	bool index_changed, index_elsewhere;
	bool index_on_premises; /* that it is not changed */
	bool samples;         /* a texture, at coordinates of any kind */
	bool loads_in_order;  /* see restrict_form_of() */
	bool is_irregular;    /* jumps: no order of what is written */
	bool is_blind;        /* text that the trees do not know names one of `names` */
	struct strings premises;
	struct strings inside;      /* see inside_conditions() */
	bool is_inside_lost;        /* more of them than are kept */
	const struct body **bodies; /* that were walked */
	size_t n_bodies;

	/* of the walk */
	struct uses *uses; /* of the kernel; NULL: accesses need not be inside */
	struct frame *frame;
	unsigned depth, n_walks;
	struct binding *bindings;
	size_t n_bindings;
	uint64_t done;        /* numbers of views that are written whole by now */
	bool loads, orders;   /* in the loop, or the kernel: an element is read; one is written, or
	                       * threads wait */
	uint64_t at_switch;
	bool is_in_switch;    /* right in its body */
	struct index_copy *copies;
	size_t n_copies;
	bool is_to_repeat;    /* one was taken for constant that is not */
	struct strings names; /* of variables that stand for something */
};

/* ---- access_ast.c ------------------------------------------------------ */

/* Canonical, without a reference. */
CXType plain_type(CXType type);
/* Of what it refers to, if it is a reference. */
bool is_const(CXType type);
/* Whether variables of a type can keep a component of an index as it is. */
bool keeps_component(CXType type);
/* Whether a type is an index or a tiled_index. */
bool is_index_type(CXType type);
/* Of the library's, or of another: not the program's own. */
bool is_library(CXCursor declaration);
/* Whether a variable or member may be a view whose uses are followed. */
bool may_be_view(const struct accesses *a, CXType type);
/* Of what a reference is bound to: libclang shows the end of temporary objects, as those of
 * v[i][k], like a conversion to the same type, which would be a read. */
const struct tree *without_cleanups(const struct tree *t);
/* Of a function or a lambda: whether what it returns is not certainly a copy. */
bool may_return_reference(CXCursor function);
/* A number that is known; -1 otherwise. */
int number_of(const struct tree *t);
/* Whether a node's name is this one: in templates libclang does not tell what it means. */
bool has_name(const struct accesses *a, const struct tree *t, const char *name);
/* Whether a node is an expression. Text of which nothing is known is none: it may be a jump. */
bool is_evaluated(const struct tree *t);
/* Whether an operator in a template may be a function that is known by its name. */
bool may_be_function(const struct tree *t);

/* ---- access_value.c ---------------------------------------------------- */

/* A member of outer; outer NULL: a captured variable. NULL if it was not used. */
struct held *find_held(const struct accesses *a, const struct held *outer, CXCursor d);
/* The same, made if there is none. */
struct held *hold(struct accesses *a, struct held *outer, CXCursor declaration);
/* In sets of views; none for more views than there are bits. */
uint64_t bit_of(const struct held *h);
/* That it is a view of numbers. */
void suppose_view(struct accesses *a, struct held *h);
/* Whether a variable's type is a parameter of a template around the kernel, which
 * then is supposed to be a number's. */
bool suppose_number(struct accesses *a, CXCursor variable);
/* A use that is not understood. */
void escape_value(struct accesses *a, struct value v);
/* An element is read; of anything else, its value is used. */
void read_value(struct accesses *a, struct value v);
/* It is written; the bit of the view if it is all of the element at the thread's index. */
uint64_t write_value(struct accesses *a, struct value v);
/* In a template an element is a number if the premises hold: not, then, if it may
 * be a projection. */
bool suppose_element(struct accesses *a, struct value v, const struct tree *t);
/* An operand, a condition, an initializer of a number: read for its value. In C++
 * a conversion says so; in templates there is none, and the premises must. */
void use_as_number(struct accesses *a, struct value v, const struct tree *t);

/* ---- access_inside.c --------------------------------------------------- */

/* An access to an element, t, of a view: what has to hold for it to be inside. */
void note_inside(struct accesses *a, struct value view, const struct tree *const *arguments,
                 size_t n, const struct tree *t);

/* ---- access_expression.c ----------------------------------------------- */

/* An expression that somebody gets who may do anything with it. */
void eval_escaping(struct accesses *a, const struct tree *t);
/* Everything below, whatever it is, with nothing certain to be run. */
struct value eval_unknown(struct accesses *a, const struct tree *t);
/* What a variable or parameter stands for, until its function ends. */
void bind_name(struct accesses *a, CXCursor declaration, struct value value);
/* A variable with a copy of the index or a component: as good as that, if it is not
 * changed. That shows in the end; then the walk is repeated. */
void bind_copy(struct accesses *a, CXCursor variable, struct value v);
/* Something held, by its type. */
struct value value_of_held(struct accesses *a, struct held *outer, CXCursor declaration);
/* What a conversion, which libclang does not name, makes of a value. */
struct value converted(struct accesses *a, struct value v, CXType from, CXType to);
/* By an operator, the language's or a class's. */
bool is_assignment(const struct tree *t);
/* See leading: at is the i-th of n components of an element's place. */
void note_place(struct accesses *a, struct value at, size_t i, size_t n);
/* The element of a view that a subscript or a call, t, names, or a view of a part. */
struct value eval_access(struct accesses *a, struct value view, const struct tree *const *arguments,
                         size_t n, const struct tree *t);
/* An assignment. What it writes whole, as bits; as a value it is its left side. */
uint64_t eval_assignment(struct accesses *a, const struct tree *t, struct value *result);
/* What an expression is; what it does is noted. */
struct value eval_expression(struct accesses *a, const struct tree *t);

/* ---- access_call.c ----------------------------------------------------- */

/* Whether the bodies that were walked have text with a name that the tree does not know.
 * *is_used: they have the name. */
bool is_in_unknown(const struct accesses *a, const char *name, bool *is_used);
/* Walks a body; self: what `this` is. */
void run_body(struct accesses *a, const struct body *body, struct value self);
/* template <> void A<int>::f(): members of a class template that are others for some
 * arguments, so that its definition does not tell. */
bool has_specialized_members(const struct accesses *a, CXCursor class);
/* is_statement: what it writes whole is certain. */
struct value eval_call(struct accesses *a, const struct tree *t, bool is_statement);

/* ---- access.c ---------------------------------------------------------- */

/* A statement or a declaration, and what is written whole behind it. */
void run_statement(struct accesses *a, const struct tree *t);

#endif
