/* What a function's body does with the objects that it names: asked of the tree, from a name
 * upward. */
#ifndef USES_H
#define USES_H

#include "body/body.h"

/* What is done with an object. None of them: nothing, its value is dropped or not evaluated. An
 * array is read where its name becomes a pointer: of its elements nothing is said. */
enum {
	USE_READ = 1,    /* its value is taken */
	USE_WRITTEN = 2, /* it may get another value, here */
	USE_ESCAPES = 4, /* something may keep a reference to it, or its address */
	USE_UNKNOWN = USE_READ | USE_WRITTEN | USE_ESCAPES,
};

/* A name in a body, and what is done there with what it names. */
struct mention {
	unsigned use;      /* USE_… */
	unsigned premises; /* what has to hold for that: bits, of places in uses.premises */
	bool is_number;    /* it is of arithmetic type, and only its users change it */
};

/* Of one body. In templates an operator may be a function: it is the language's if its operands
 * are numbers, which is known, or a premise. */
struct uses {
	const struct unit *unit;
	const struct body *body;
	CXCursor kernel; /* premises are template parameters that mean the same around it; null:
	                  * there are none */
	struct strings premises;  /* template parameters that have to be arithmetic types */
	struct mention *mentions; /* by token; of those that were asked for */
	unsigned char *known;
};

void uses_init(struct uses *u, const struct unit *unit, const struct body *b, CXCursor kernel);
void uses_finish(struct uses *u);
/* What all nodes that a token is the name of do; of other tokens all is unknown. */
struct mention mention_at(struct uses *u, size_t token);
/* What is an object of the library's: an expression of such a type, or a member of one that is not
 * known before a template is instantiated, t.local or v.extent: all of those that have subscripts
 * have integers for elements. */
enum library_entity object_class(const struct tree *t);
/* Whether control flow in a body has only forms that are understood: no jumps to labels, no
 * exceptions, no statement expressions. */
bool is_structured(const struct body *b);

#endif
