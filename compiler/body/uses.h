/* How a function's body uses the objects that it names: found by walking up the tree from each name. */
#ifndef USES_H
#define USES_H

#include "body/body.h"

/* Uses of an object, as a set of bits. 0: its value is discarded or not evaluated. An array counts as read
 * where its name decays to a pointer; nothing is said of its elements. */
enum {
	USE_READ = 1,    /* its value is read */
	USE_WRITTEN = 2, /* it may be modified here */
	USE_ESCAPES = 4, /* a reference to it or its address may be kept */
	USE_UNKNOWN = USE_READ | USE_WRITTEN | USE_ESCAPES,
};

/* A name in a body, and how the object that it names is used there. */
struct mention {
	unsigned use;      /* USE_… */
	unsigned premises; /* bit set, by index in uses.premises: what must hold for `use` to be true */
	bool is_number;    /* the object has arithmetic type, and changes only where it is mentioned */
};

/* The uses in one body. An operator in a template may turn out to be a function call; it is built-in if its
 * operands have arithmetic types. Where that depends on a template parameter, it is recorded as a premise. */
struct uses {
	const struct unit *unit;
	const struct body *body;
	CXCursor kernel;          /* premises may name the parameters of templates around it; the null cursor: no
	                           * premises are made */
	struct names premises;    /* template parameters that must be arithmetic types */
	struct mention *mentions; /* by token, computed on demand; see known */
	unsigned char *known;
};

void uses_init(struct uses *u, const struct unit *unit, const struct body *b, CXCursor kernel);
/* Returns the union of the uses in all nodes whose name is this token; USE_UNKNOWN for other tokens. */
struct mention mention_at(struct uses *u, size_t token);
/* Returns the use of an object where a node names it, or of an array's element where a node subscripts the
 * array, on the premise that operators in templates are built-in. */
unsigned use_at(const struct unit *u, const struct body *b, const struct tree *t);
/* Returns which of the library's classes an expression is an object of. A member that only instantiation
 * resolves, t.local or v.extent, counts as an extent, for all such members that have a subscript have integer
 * components. */
enum library_entity object_class(const struct tree *t);
/* Whether a body's control flow has only forms that the analyses understand: no goto, no exceptions, no
 * statement expressions. */
bool is_structured(const struct body *b);

#endif
