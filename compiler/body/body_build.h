/* Shared by the files that build a tree: body_statements.c, body_expressions.c, body_cover.c. */
#ifndef BODY_BUILD_H
#define BODY_BUILD_H

#include "ast/library.h"
#include "body/body.h"

struct tree_builder {
	const struct unit *unit;
	struct body *body;
};

/* Appends a node for a cursor to the children of `parent`. Its tokens are those of the cursor, as far as they
 * are the parent's. */
struct tree *add_tree(struct tree_builder *b, struct tree *parent, enum tree_kind kind,
                      enum tree_role role, CXCursor cursor);
/* Appends a node for tokens that have no cursor. */
struct tree *add_text(struct tree_builder *b, struct tree *parent, enum tree_kind kind, size_t first, size_t last);
/* Sets the node's name token and enters the node in body.named. */
void set_name(struct tree_builder *b, struct tree *t, size_t token);
bool is_token(const struct tree_builder *b, size_t i, const char *spelling);

/* ---- body_statements.c -------------------------------------------------------------------- */

/* Appends a statement, or an expression that stands in a statement's place. */
void add_statement(struct tree_builder *b, struct tree *parent, enum tree_role role, CXCursor c);
/* Appends a variable, a parameter, a structured binding or another declaration. */
struct tree *add_declaration(struct tree_builder *b, struct tree *parent, CXCursor c);

/* ---- body_expressions.c ------------------------------------------------------------------- */

struct tree *add_expression(struct tree_builder *b, struct tree *parent, enum tree_role role,
                            CXCursor c);
/* Finds which operators a function named `operator-` or the like may be, with one and with two operands. Returns false
 * for other functions. */
bool find_operator(CXCursor function, enum CXBinaryOperatorKind *binary, enum CXUnaryOperatorKind *unary);
/* Appends everything below the cursor of a TREE_UNKNOWN as its children. */
void add_unknown_parts(struct tree_builder *b, struct tree *t);

/* ---- body_cover.c ------------------------------------------------------------------------- */

/* Which tokens outside of its children a node owns. */
enum own {
	OWN_LISTED,     /* those in `listed` */
	OWN_ALL,        /* all: types and names, in which nothing is evaluated */
	OWN_TYPE,       /* all in front of the first child, then those in `listed` */
	OWN_NAMES,      /* identifiers, and those in `listed` */
	OWN_OPERATOR,   /* punctuation other than brackets, and those in `listed` */
	OWN_DECLARATOR, /* all up to the name, then those in `listed` */
	OWN_LAMBDA,     /* all in front of the body, except for captured names that libclang does not show */
	OWN_BLOCK,      /* those in `listed`; in a constructor also the member names of the initializers in
	                 * front of it */
};

/* What is known of each kind of nodes. */
extern const struct tree_kind_info {
	const char *name; /* for --amp-dump-body */
	enum own own;
	const char *listed;
} tree_kinds[];

/* Call this when a node has all of its children: moves tokens between them that do not belong to the node's
 * kind into TREE_UNKNOWN nodes. */
void cover(struct tree_builder *b, struct tree *t);

#endif
