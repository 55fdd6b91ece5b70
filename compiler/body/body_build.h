/* What the files that make a tree share: body_statements.c, body_expressions.c, body_cover.c. */
#ifndef BODY_BUILD_H
#define BODY_BUILD_H

#include "body/body.h"
#include "body/statement.h"

struct tree_builder {
	const struct unit *unit;
	const struct clauses *clauses;
	struct body *body;
};

/* A node for a cursor, the last child of its parent so far. Its tokens are those of the cursor
 * inside of its parent's. */
struct tree *add_tree(struct tree_builder *b, struct tree *parent, enum tree_kind kind,
                      enum tree_role role, CXCursor cursor);
/* A node for tokens that have no cursor. */
struct tree *add_text(struct tree_builder *b, struct tree *parent, enum tree_kind kind,
                      enum tree_role role, size_t first, size_t last);
/* Gives a node the token that is its name. */
void set_name(struct tree_builder *b, struct tree *t, size_t token);
bool is_token(const struct tree_builder *b, size_t i, const char *spelling);

/* ---- body_statements.c -------------------------------------------------------------------- */

/* A statement, or an expression in a statement's place. */
struct tree *add_statement(struct tree_builder *b, struct tree *parent, enum tree_role role,
                           CXCursor c);
/* A variable, a parameter, a structured binding; or another declaration. */
struct tree *add_declaration(struct tree_builder *b, struct tree *parent, CXCursor c);

/* ---- body_expressions.c ------------------------------------------------------------------- */

struct tree *add_expression(struct tree_builder *b, struct tree *parent, enum tree_role role,
                            CXCursor c);
struct named_operator {
	const char *name;
	enum CXBinaryOperatorKind binary;
	enum CXUnaryOperatorKind unary;
};

/* The operator that a function named `operator+` or the like is; NULL of other functions. */
const struct named_operator *find_operator(CXCursor function);
/* Everything below a cursor, as children of a node of which nothing is known. */
void add_unknown_parts(struct tree_builder *b, struct tree *t);

/* ---- body_cover.c ------------------------------------------------------------------------- */

/* Once a node has its children: gives text between them that its kind is not written with to nodes
 * TREE_UNKNOWN. */
void cover(struct tree_builder *b, struct tree *t);

#endif
