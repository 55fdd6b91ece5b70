/* The tree of a function's body, on which every analysis of what a function does is built.
 *
 * libclang's cursors leave much to their reader. Implicit conversions have no cursor kind; only the tokens
 * tell which child of a loop is its condition; an operator in a template is a call of an overloaded name in
 * one place and an operator in another; some text has no cursor at all. This folder does that work once and
 * gives each construct of the language one shape.
 *
 * Every token of a body belongs to a node: the innermost one whose range contains it. A node accepts only the
 * tokens that its kind is written with (an `if` has "if", "(", ")", "else"). All other text, and everything
 * that libclang shows in a shape not known here, is a node TREE_UNKNOWN. Analyses must assume the worst of
 * it: each variable that it mentions (tree_hides()) is read and written, and its address escapes. An analysis
 * whose switch over the kinds treats the default like that can miss nothing.
 *
 * Nodes are constant and owned by their struct bodies, which lives as long as the parse. */
#ifndef BODY_H
#define BODY_H

#include "ast/ast.h"

#include <stdint.h>

enum tree_kind {
	TREE_UNKNOWN,

	/* ---- Statements. Their ranges include the terminating semicolon. In brackets: the roles of the
	 * children, in the order of evaluation. */
	TREE_BLOCK,       /* { … } [STATEMENT…]; also the body of a function */
	TREE_DECLARATION, /* [VARIABLE or TYPE…] */
	TREE_EXPRESSION,  /* an expression for its effects: [OPERAND] */
	TREE_EMPTY,       /* ; */
	TREE_DISCARDED,   /* an `if constexpr` branch that instantiation discards */
	TREE_IF,          /* [INIT, VARIABLE, CONDITION, BODY, OTHERWISE]; INIT, VARIABLE and OTHERWISE are
	                   * optional */
	TREE_SWITCH,      /* [INIT, VARIABLE, CONDITION, BODY] */
	TREE_FOR,         /* [INIT, VARIABLE, CONDITION, BODY, STEP]; all but BODY are optional */
	TREE_RANGE_FOR,   /* [INIT, RANGE, VARIABLE, BODY] */
	TREE_WHILE,       /* [VARIABLE, CONDITION, BODY] */
	TREE_DO,          /* [BODY, CONDITION] */
	TREE_CASE,        /* case 3: …, case 3 ... 4: … [VALUE, VALUE, BODY]; BODY is behind the label */
	TREE_DEFAULT,     /* [BODY] */
	TREE_LABEL,       /* [BODY] */
	TREE_GOTO,
	TREE_BREAK,
	TREE_CONTINUE,
	TREE_RETURN,     /* [OPERAND] */
	TREE_ATTRIBUTED, /* [[attributes]] statement: [BODY] */

	/* ---- Declarations */
	TREE_VARIABLE, /* or a parameter. [INIT, OPERAND…], OPERANDs being array bounds and x of decltype(x);
	                * the types' names have no nodes, and parameters have no children. A structured
	                * binding auto [a, b] = … is one without a name, [INIT, VARIABLE…], whose VARIABLEs
	                * have no INIT */
	TREE_TYPE,     /* a typedef, a class, a static_assert: does nothing when it is reached */

	/* ---- Expressions */
	TREE_LITERAL,
	TREE_NAME, /* of a variable, function or enumerator, with its qualifiers: [TYPE…, OPERAND…],
	            * OPERANDs being template arguments */
	TREE_THIS,
	TREE_MEMBER,           /* object.name, pointer->name: [OBJECT, OPERAND…], OPERANDs being template
	                        * arguments; a member of *this has no OBJECT */
	TREE_SUBSCRIPT,        /* built-in, or possibly an operator[] in a template: [OBJECT, OPERAND]; in C also
	                        * amp_at(OBJECT, OPERAND…) */
	TREE_UNARY,            /* ++x, *p, -x…, built-in unless is_open: [OPERAND] */
	TREE_BINARY,           /* also assignment, compound assignment, comma: [OPERAND, OPERAND] */
	TREE_CONDITIONAL,      /* [CONDITION, BODY, OTHERWISE]; in x ?: y, x is both CONDITION and BODY */
	TREE_CALL,             /* f(x), object.f(x), and x + y or x[y] with an overloaded operator:
	                        * [CALLEE, OBJECT, ARGUMENT…]; see ROLE_CALLEE */
	TREE_CONSTRUCTION,     /* T(x, y), T{x}, T name(x), where a constructor is called, or in a
	                        * template: [ARGUMENT…], OPERANDs being arguments of the type's template */
	TREE_PARENTHESES,      /* [OPERAND] */
	TREE_CAST,             /* (T)x, static_cast<T>(x), T(x): [OPERAND] */
	TREE_CONVERSION,       /* implicit; see enum conversion: [OPERAND] */
	TREE_LIST,             /* { a, b }: [OPERAND…] */
	TREE_DESIGNATION,      /* .x = a, [3] = a, in an initializer list: [OPERAND] */
	TREE_PACK,             /* args..., (args + ...): [OPERAND…] is evaluated for each element of a pack */
	TREE_UNEVALUATED,      /* sizeof x, alignof(T): [OPERAND] */
	TREE_SELECTION,        /* _Generic(x, T: a, …): [CONDITION, OPERAND…]; CONDITION is not evaluated */
	TREE_COMPOUND_LITERAL, /* (T){ a, b }: [OPERAND] */
	TREE_STATEMENTS,       /* ({ … }): [BODY] */
	TREE_LAMBDA,           /* also a block of C. [CAPTURE…, INIT…, VARIABLE…, BODY]: INIT of
	                        * init-captures [x = …], VARIABLE of parameters */
	TREE_CAPTURE,          /* a variable in the capture list */
	TREE_REFERENCE,        /* a type, namespace or template that an expression names */
};

/* The role of a node in its parent. */
enum tree_role {
	ROLE_NONE, /* of the root, and of parts that no other role fits */
	ROLE_STATEMENT,
	ROLE_INIT,
	ROLE_VARIABLE,
	ROLE_RANGE,
	ROLE_CONDITION,
	ROLE_BODY,
	ROLE_OTHERWISE,
	ROLE_STEP,
	ROLE_VALUE,
	ROLE_TYPE,
	ROLE_OPERAND,
	ROLE_CALLEE,   /* what names the function; if that is a member, its object is the OBJECT of the CALLEE */
	ROLE_OBJECT,   /* the object of a member access or of an overloaded operator */
	ROLE_ARGUMENT, /* passed to the parameter at `position` */
	ROLE_CAPTURE,
	ROLES,
};

/* What an implicit conversion does with the object that its operand denotes. */
enum conversion {
	CONVERSION_UNKNOWN,
	CONVERSION_VALUE, /* takes the object's value, perhaps converting it to another type */
	CONVERSION_SAME,  /* still denotes the object: adds const, goes to a base class, destroys temporaries */
};

struct tree {
	enum tree_kind kind;
	enum tree_role role;
	unsigned position; /* of a ROLE_ARGUMENT */
	const struct tree *parent, *children, *next;
	size_t first,
	    last;             /* tokens of the flat text: [first, last); empty if the node is nowhere in the text */
	size_t name;          /* token: the name that is used or declared, of a jump its keyword; SIZE_MAX if there
	                       * is none */
	unsigned number;      /* from 0, in preorder */
	CXCursor cursor;      /* the null cursor for text that has none */
	CXCursor declaration; /* of what is named, called or declared; the null cursor if nothing is, or if
	                       * it is not known */
	enum CXUnaryOperatorKind unary;
	enum CXBinaryOperatorKind binary;
	enum conversion conversion;
	bool is_open;                  /* TREE_UNARY, TREE_BINARY in a template: may call an overloaded operator */
	const struct tree *next_named; /* the next node with the same name token */
	struct tree *newest;           /* last child so far; used only while the tree is built */
};

/* The tree of one function. */
struct body {
	CXCursor function;       /* a function, template or lambda, or the declaration of a block */
	const struct tree *root; /* the body's block. A constructor's begins with its member initializers
	                          * (ROLE_INIT). NULL if the function has no body */
	size_t first, last;      /* its tokens: [first, last) */
	unsigned n_trees;
	struct tree **named; /* by token from `first`: the first node named by it (next_named) */
	struct tree_chunk *chunks;
};

/* ---- body.c: the owner of all trees of a parse ---------------------------------------- */

struct bodies;

struct bodies *bodies_create(const struct unit *u);
/* Returns the tree of a function, which is built on first use, or NULL if the function has no definition in
 * the flat text. */
const struct body *body_tree(struct bodies *b, CXCursor function);
/* Returns the tree of a function that amp code calls, for libclang; NULL if that is one for the CPU: in code for both,
 * libclang finds the CPU's overload, and amp code may call another one. */
const struct body *called_tree(struct bodies *b, CXCursor function);

/* A search through bodies and the functions that these call, at any depth; {is_found, u}. */
struct called {
	bool (*is_found)(const struct unit *u, const struct tree *t);
	const struct unit *unit;
	/* private */
	struct cursors functions; /* those searched */
	bool *results;            /* parallel to `functions` */
};

/* Whether is_found() is true for a node of a body, or of what it calls. b: may be NULL. */
bool has_called(struct called *c, const struct body *b);

/* Calls `check` for each function and each lambda of the unit that is restrict(amp) and has a tree. A lambda
 * inside another such body is part of that body's tree and gets no call of its own. in_template: the body is
 * a template's text. */
typedef void body_check(struct unit *u, const struct body *b, bool in_template, void *data);
void for_each_amp_body(struct unit *u, body_check *check, void *data);

/* ---- body.c: questions ------------------------------------------------------------------ */

bool is_statement(const struct tree *t);
/* Returns the first child with a role, or NULL. */
const struct tree *tree_part(const struct tree *t, enum tree_role role);
/* tree_operand() returns the first child with ROLE_OPERAND, tree_second() the second one; NULL if there is
 * none. */
const struct tree *tree_operand(const struct tree *t);
const struct tree *tree_second(const struct tree *t);
/* Strips parentheses and implicit conversions from an expression. */
const struct tree *tree_strip(const struct tree *t);
/* tree_next() returns the next node in preorder (the order of evaluation) below root, or NULL behind the last
 * one; tree_skip() the next one that is not below t. */
const struct tree *tree_next(const struct tree *t, const struct tree *root);
const struct tree *tree_skip(const struct tree *t, const struct tree *root);
/* Returns tree_next(), but nothing below a lambda or a class: the function itself does not evaluate that. */
const struct tree *tree_next_outside(const struct tree *t, const struct tree *root);
/* Returns libclang's type of the node's cursor; a name has the type of the declaration that it names. */
CXType tree_type(const struct tree *t);
/* Evaluates an integral constant expression; returns false if it is none. */
bool tree_value(const struct tree *t, int64_t *value);
/* Returns the first node whose name is this token, or NULL. Follow next_named for the others: where a macro's
 * argument is used more than once, several nodes share a name token. */
const struct tree *tree_named(const struct body *b, size_t token);
/* Returns the node that declares a variable in a body, or NULL. */
const struct tree *tree_declaring(const struct unit *u, const struct body *b, CXCursor variable);
/* Whether a token may name a variable: a node says so, or no node has the token, and it is the variable's name. */
bool tree_may_name(const struct unit *u, const struct body *b, size_t token, CXCursor variable);
/* Whether the text of a TREE_UNKNOWN contains a name that no node has, so that nothing is known of how it is
 * used there. */
bool tree_hides(const struct unit *u, const struct body *b, const struct tree *unknown,
                const char *name);

/* ---- body_questions.c: how nodes are related ------------------------------------------- */

bool is_expression(const struct tree *t);
/* Whether a node is a for, range-based for, while or do statement. */
bool is_loop_statement(const struct tree *t);
/* Whether an expression has only constants and variables of loops around it whose length follows from such, so
 * that it is constant once they are unrolled. Not NULL. */
bool is_constant_unrolled(const struct tree *expression);
/* Returns the last statement of a block, or of a block that it ends with; NULL if there is none; any other statement
 * itself. */
const struct tree *last_statement(const struct tree *t);
/* Returns the loop or switch that a break leaves, the loop that a continue continues, or the lambda (else the
 * root) that a return leaves. */
const struct tree *jump_target(const struct tree *jump);
/* Returns the member that a TREE_MEMBER names. In a template, where libclang does not resolve it, that is the
 * member of that name in the object's class or a base, or the null cursor. */
CXCursor tree_member(const struct unit *u, const struct tree *t);
/* Tokens in the head of an if, switch or loop: the parentheses, and the semicolons of a for or of an
 * init-statement. A semicolon that is not there is set to `close` in a for, and to `open` in other
 * statements. */
struct tree_head {
	size_t open, close, semicolons[2];
};
/* Fills `h`; returns false if the statement has no parentheses. */
bool tree_head(const struct unit *u, const struct tree *t, struct tree_head *h);
/* Whether a TREE_IF is an `if constexpr`, which libclang does not tell. */
bool is_constexpr_if(const struct unit *u, const struct tree *t);
/* Whether a built-in operator modifies its first operand: x = y, x += y, x++. */
bool tree_assigns(const struct tree *t);
/* Whether `t` is `around` or below it. */
bool tree_is_in(const struct tree *t, const struct tree *around);
/* Returns the condition, among t's siblings, that decides whether t is evaluated (or evaluated again), or
 * NULL if none does. */
const struct tree *tree_condition(const struct tree *t);
/* Whether two nodes have the same tokens and name the same declarations. */
bool tree_equals(const struct unit *u, const struct tree *a, const struct tree *b);
/* Returns the offset in the flat text at which a node begins. */
unsigned tree_offset(const struct unit *u, const struct tree *t);
/* Returns the object of a member call, x of x.f(1) or x[1], or NULL if there is none or it is *this. */
const struct tree *call_object(const struct tree *call);
/* Returns the argument for the parameter at `position`, or NULL if it is not written. */
const struct tree *call_argument(const struct tree *call, unsigned position);
/* Returns the i-th operand of an overloaded operator: the object comes first, if there is one, then the
 * arguments. */
const struct tree *call_operand(const struct tree *call, unsigned i);
/* Returns the binary operator that a call is of (x + y), or CXBinaryOperator_Invalid. */
enum CXBinaryOperatorKind call_operator(const struct tree *call);

/* ---- body_dump.c ---------------------------------------------------------------------------- */

/* Writes the trees of all functions of the unit that are restrict(amp), for --amp-dump-body and the tests. */
void bodies_dump(struct unit *u, struct text *out);

#endif
