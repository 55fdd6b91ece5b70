/* The tree of a body: what a function consists of, for everything that asks what a function does.
 *
 * libclang's cursors leave much to whoever reads them. Implicit conversions have no kind; which of
 * a loop's children is its condition only the tokens tell; an operator in a template is a call of
 * an overloaded name in one place and an operator in another; some text has no cursor at all. This
 * folder reads them once, and what it gives has one shape for each thing that can be written.
 *
 * Every token of a body belongs to a node: to the innermost one whose range it is in. A node
 * accepts only the tokens that its kind is written with (an `if` has "if", "(", ")", "else"). All
 * other text, and all that libclang shows in a shape that is not known here, is in a node
 * TREE_UNKNOWN, of which the worst is to be assumed: each variable that it mentions
 * (tree_hides()) is read, written, and its address kept. An analysis whose switch over the kinds
 * has that as its default can miss nothing.
 *
 * Nodes are constant. They live as long as the struct bodies that they are of: as long as the
 * parse. */
#ifndef BODY_H
#define BODY_H

#include "ast/ast.h"

#include <stdint.h>

enum tree_kind {
	TREE_UNKNOWN,

	/* ---- Statements. Their ranges include the semicolon that ends them. In brackets: the
	 * roles of their children, in the order of evaluation. */
	TREE_BLOCK,       /* { … } [STATEMENT…]; also the body of a function */
	TREE_DECLARATION, /* [VARIABLE or TYPE…] */
	TREE_EXPRESSION,  /* an expression for its effects: [OPERAND] */
	TREE_EMPTY,       /* ; */
	TREE_DISCARDED,   /* the branch of an `if constexpr` that an instantiation does not have */
	TREE_IF,          /* [INIT, VARIABLE, CONDITION, BODY, OTHERWISE]: an INIT, VARIABLE, OTHERWISE if it
	                     is there */
	TREE_SWITCH,      /* [INIT, VARIABLE, CONDITION, BODY] */
	TREE_FOR,         /* [INIT, VARIABLE, CONDITION, BODY, STEP], as far as they are there */
	TREE_RANGE_FOR,   /* [INIT, RANGE, VARIABLE, BODY] */
	TREE_WHILE,       /* [VARIABLE, CONDITION, BODY] */
	TREE_DO,          /* [BODY, CONDITION] */
	TREE_CASE,        /* case 3: …, case 3 ... 4: … [VALUE, VALUE, BODY]: its first statement */
	TREE_DEFAULT,     /* [BODY] */
	TREE_LABEL,       /* [BODY] */
	TREE_GOTO,
	TREE_BREAK,
	TREE_CONTINUE,
	TREE_RETURN,     /* [OPERAND] */
	TREE_ATTRIBUTED, /* [[attributes]] statement: [BODY] */

	/* ---- What is declared */
	TREE_VARIABLE, /* or a parameter. [INIT]. Its type, with the bounds of an array, has no
	                * nodes. Of auto [a, b] = …: without a name, [INIT, VARIABLE…], and these
	                * without INIT */
	TREE_TYPE,     /* a typedef, a class, an assertion: nothing happens where it stands */

	/* ---- Expressions */
	TREE_LITERAL,
	TREE_NAME, /* of a variable, a function, an enumerator, with what qualifies it: [TYPE…,
	            * OPERAND…], these being arguments of a template */
	TREE_THIS,
	TREE_MEMBER,           /* object.name, pointer->name: [OBJECT, OPERAND…], these being arguments of a
	                        * template; a member of *this has no OBJECT */
	TREE_SUBSCRIPT,        /* the language's own, or of a template's: [OBJECT, OPERAND] */
	TREE_UNARY,            /* ++x, *p, -x… the language's own; see is_open: [OPERAND] */
	TREE_BINARY,           /* also assignments, compound ones, comma: [OPERAND, OPERAND] */
	TREE_CONDITIONAL,      /* [CONDITION, BODY, OTHERWISE]; of x ?: y, x is the first two */
	TREE_CALL,             /* f(x), object.f(x), x + y and x[y] of a class's operator:
	                        * [CALLEE, OBJECT, ARGUMENT…], which see */
	TREE_CONSTRUCTION,     /* T(x, y), T{x}, T name(x), where a constructor is called, or in a
	                          template: [ARGUMENT…], OPERANDs being arguments of the type's
	                          template */
	TREE_PARENTHESES,      /* [OPERAND] */
	TREE_CAST,             /* (T)x, static_cast<T>(x), T(x): [OPERAND] */
	TREE_CONVERSION,       /* unwritten; see enum conversion: [OPERAND] */
	TREE_LIST,             /* { a, b }: [OPERAND…] */
	TREE_DESIGNATION,      /* .x = a, [3] = a, in a list: [OPERAND] */
	TREE_PACK,             /* args..., (args + ...): what is done with each of a pack: [OPERAND…] */
	TREE_UNEVALUATED,      /* sizeof x, alignof(T): [OPERAND] */
	TREE_SELECTION,        /* _Generic(x, T: a, …): [CONDITION, which is not evaluated, OPERAND…] */
	TREE_COMPOUND_LITERAL, /* (T){ a, b }: [OPERAND] */
	TREE_STATEMENTS,       /* ({ … }): [BODY] */
	TREE_LAMBDA,           /* also a block of C. [CAPTURE…, INIT… of what [x = …] captures, VARIABLE… its
	                        * parameters, BODY] */
	TREE_CAPTURE,          /* a variable in the list of captures */
	TREE_REFERENCE,        /* a type, a namespace, a template that an expression names */
};

/* What a node is to its parent. */
enum tree_role {
	ROLE_NONE, /* of a body's root, and of parts that no other role fits */
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
	ROLE_CALLEE,   /* what names the function; if that is a member, the object is its OBJECT */
	ROLE_OBJECT,   /* *this of the callee, of an operator; or what has the member */
	ROLE_ARGUMENT, /* for the parameter `position` */
	ROLE_CAPTURE,
};

/* What an unwritten conversion does with the object that its operand denotes. */
enum conversion {
	CONVERSION_UNKNOWN,
	CONVERSION_VALUE, /* takes its value, and may make it another type's */
	CONVERSION_SAME,  /* denotes that object: adds const, goes to a base class, ends temporary
	                     objects */
};

struct tree {
	enum tree_kind kind;
	enum tree_role role;
	unsigned position; /* ROLE_ARGUMENT */
	const struct tree *parent, *children, *next;
	size_t first,
	    last;    /* tokens of the flat text: [first, last). None: it is nowhere in the text */
	size_t name; /* the token that is the name of what it names or declares, of a jump its keyword; SIZE_MAX:
	                none */
	unsigned number;      /* from 0, in the order of the tree */
	CXCursor cursor;      /* null of text that has none */
	CXCursor declaration; /* what it names, calls or declares; null: nothing, or nothing that is
	                         known */
	enum CXUnaryOperatorKind unary;
	enum CXBinaryOperatorKind binary;
	enum conversion conversion;
	bool is_open; /* TREE_UNARY, TREE_BINARY: in a template, and may be a function's call there
	               */
	const struct tree *next_named; /* the next with the same name token */
	struct tree *newest;           /* child; while the tree is made */
};

/* A function that has been read. */
struct body {
	CXCursor function;       /* a function, a template, a lambda, the declaration of a block */
	const struct tree *root; /* the block; of a constructor with what initializes members as its
	                          * first statements; of a function that has none, NULL */
	size_t first, last;      /* tokens of it */
	unsigned n_trees;
	struct tree **named; /* by token, from first: the nodes whose name it is (next_named) */
	struct tree_chunk *chunks;
};

/* ---- body.c: the owner of all trees of a parse ---------------------------------------- */

struct bodies;

struct bodies *bodies_create(const struct unit *u, const struct clauses *c);
void bodies_destroy(struct bodies *b);
/* The tree of a function, made when it is first asked for. The definition has to be in the flat
 * text; NULL, if it is not, or if there is none. */
const struct body *body_tree(struct bodies *b, CXCursor function);

/* Calls check with each function and lambda of the unit's text that is restrict(amp) and has a tree, of
 * which the lambdas in it are a part. in_template: it is the text of a template. */
typedef void body_check(struct unit *u, const struct body *b, bool in_template, void *data);
void for_each_amp_body(struct unit *u, CXTranslationUnit tu, body_check *check, void *data);

/* ---- body.c: questions ------------------------------------------------------------------ */

bool is_statement(const struct tree *t);
/* The first child in a role, or NULL. */
const struct tree *tree_part(const struct tree *t, enum tree_role role);
/* The first child that is an operand, and the one behind that, or NULL. */
const struct tree *tree_operand(const struct tree *t);
const struct tree *tree_second(const struct tree *t);
/* An expression without parentheses around it, or conversions that nobody wrote. */
const struct tree *tree_strip(const struct tree *t);
/* The next node of a tree, from the root down, in the order of evaluation; NULL behind the last
 * one. tree_skip: the next that is not below t. */
const struct tree *tree_next(const struct tree *t, const struct tree *root);
const struct tree *tree_skip(const struct tree *t, const struct tree *root);
/* Its type, as libclang has it: of an expression that is a name, that of what it names. */
CXType tree_type(const struct tree *t);
/* The value of an integral constant expression; false if it is none. */
bool tree_value(const struct tree *t, int64_t *value);
/* The node of which a token is the name; NULL for other tokens. More of them by next_named: a
 * macro's argument may be used more than once. */
const struct tree *tree_named(const struct body *b, size_t token);
/* The variable that is declared with its name at a token; NULL: none. */
const struct tree *tree_declaring(const struct body *b, size_t token);
/* Whether the text of a node that is TREE_UNKNOWN has a name that no node has: what is done there
 * with what it names is not known. */
bool tree_hides(const struct unit *u, const struct body *b, const struct tree *unknown,
                const char *name);

/* ---- body_questions.c: how nodes are related ------------------------------------------- */

bool is_expression(const struct tree *t);
/* A for, a while, a do, a for of a range. */
bool is_loop_statement(const struct tree *t);
/* The loop or switch that a break leaves, the loop that a continue goes on with; of a return, the lambda that it is
 * in, or the root. */
const struct tree *jump_target(const struct tree *jump);
/* The member that a node TREE_MEMBER names: in a template, where the parser does not tell, the one of that name
 * that the object's class declares itself; else null. */
CXCursor tree_member(const struct unit *u, const struct tree *t);
/* The tokens of the head of an if, a switch or a loop: its parentheses and, of a for, its semicolons. Of others
 * what is missing is where the condition begins. */
struct tree_head {
	size_t open, close, semicolons[2];
};
/* False of other statements, and of those that are not written so. */
bool tree_head(const struct unit *u, const struct tree *t, struct tree_head *h);
/* Whether an operator of the language changes its first operand: x = y, x += y, x++. */
bool tree_assigns(const struct tree *t);
/* Whether a node is another one, or below it. */
bool tree_is_in(const struct tree *t, const struct tree *around);
/* The condition in its parent on which a node is evaluated, or evaluated again; NULL, if it
 * depends on none. */
const struct tree *tree_condition(const struct tree *t);
/* Whether two nodes are the same text of the same declarations. */
bool tree_equals(const struct unit *u, const struct tree *a, const struct tree *b);
/* Where its text begins, in the flat text. */
unsigned tree_offset(const struct unit *u, const struct tree *t);
/* What a member function is called for, x of x.f(1) or x[1]; NULL: none, or *this. */
const struct tree *call_object(const struct tree *call);
/* The argument for a parameter; NULL, if it is not written. */
const struct tree *call_argument(const struct tree *call, unsigned position);
/* The operands of a class's operator: the object and the arguments, in order. */
const struct tree *call_operand(const struct tree *call, unsigned i);
/* Which operator with two operands a call of a function means: CXBinaryOperator_Invalid if none. */
enum CXBinaryOperatorKind call_operator(const struct tree *call);

/* ---- body_dump.c ---------------------------------------------------------------------------- */

/* Writes the trees of all functions of the unit that are restrict(amp), for people and for tests.
 */
void bodies_dump(struct unit *u, CXTranslationUnit tu, struct text *out);

#endif
