/* Which object an expression denotes, or the value of a pointer leads to: a single step of the way there. How
 * C++ spells these steps is known here only; the analyses go from step to step, each with its own rules for
 * variables, members, elements and calls. */
#ifndef DENOTES_H
#define DENOTES_H

#include "body/body.h"

/* An expression that designates an object: it denotes it or, is_pointer, its value is a pointer that leads to it. */
struct designator {
	const struct tree *tree;
	bool is_pointer;
};

enum denoted_kind {
	DENOTED_UNKNOWN,   /* any object */
	DENOTED_NOTHING,   /* none that is modified: of a string literal, a null pointer */
	DENOTED_THIS,      /* *this */
	DENOTED_VARIABLE,  /* the variable that is named; is_pointer: where its value leads to */
	DENOTED_RESULT,    /* what a call returns leads to it */
	DENOTED_EITHER,    /* `of` or `other` designates it */
	DENOTED_CONTAINED, /* an element, or a row, of the container that `of` denotes */
	/* parts of the complete object of `of`: */
	DENOTED_SAME,    /* `of` designates it */
	DENOTED_CAST,    /* an object of another class, which that of `of` is a base of or is derived from */
	DENOTED_MEMBER,  /* the member that is named, of `of`, or of *this if of.tree is NULL; not a reference */
	DENOTED_FIRST,   /* the first element of the array that `of` denotes */
	DENOTED_ELEMENT, /* an element, at `index`, of the array that `of` denotes, or from the one that it leads to */
	DENOTED_NEAR,    /* another element of the array that `of` leads into */
};

struct denoted {
	enum denoted_kind kind;
	struct designator of, other;
	const struct tree *index;
};

struct denoted denoted_by(struct designator d);
/* Whether a conversion of an object or a pointer leads to a base class. */
bool goes_to_base(const struct tree *conversion);
/* Whether an expression denotes an array object; a parameter that is declared as an array is none. */
bool denotes_array(const struct tree *t);

#endif
