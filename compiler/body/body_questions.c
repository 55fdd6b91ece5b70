/* Relations between nodes; parts of calls. */
#include "body/body_build.h"

#include <string.h>

bool is_expression(const struct tree *t)
{
	return t->kind == TREE_UNKNOWN || (t->kind >= TREE_LITERAL && t->kind <= TREE_LAMBDA);
}

bool is_loop_statement(const struct tree *t)
{
	return t->kind == TREE_FOR || t->kind == TREE_RANGE_FOR || t->kind == TREE_WHILE ||
	       t->kind == TREE_DO;
}

/* Returns the loop around a node that declares a variable; NULL if none does. */
static const struct tree *loop_of(const struct tree *t, CXCursor variable)
{
	const struct tree *init = NULL;

	do {
		t = t->parent;
		init = t && t->kind == TREE_FOR ? tree_part(t, ROLE_INIT) : NULL;
	} while (t && !(init && init->children && clang_equalCursors(init->children->declaration, variable)));
	return t;
}

bool is_constant_unrolled(const struct tree *expression)
{
	for (const struct tree *t = expression; t; t = tree_next(t, expression)) {
		if (t->kind == TREE_MEMBER || t->kind == TREE_CALL)
			return false;
		if (t->kind != TREE_NAME || t->declaration.kind == CXCursor_NonTypeTemplateParameter ||
		    t->declaration.kind == CXCursor_EnumConstantDecl || is_constant(t->declaration))
			continue;
		const struct tree *loop = loop_of(t, t->declaration);

		if (!loop)
			return false;
		if (!tree_is_in(t, tree_part(loop, ROLE_BODY)))
			continue;
		for (const struct tree *head = loop->children; head; head = head->next) {
			if (head->role != ROLE_BODY && !is_constant_unrolled(head))
				return false;
		}
	}
	return expression;
}

const struct tree *last_statement(const struct tree *t)
{
	while (t && t->kind == TREE_BLOCK) {
		t = t->children;
		while (t && t->next)
			t = t->next;
	}
	return t;
}

const struct tree *jump_target(const struct tree *jump)
{
	const struct tree *t = jump;

	while (t->parent && t->kind != TREE_LAMBDA &&
	       (jump->kind == TREE_RETURN ||
	        (!is_loop_statement(t) && !(t->kind == TREE_SWITCH && jump->kind == TREE_BREAK))))
		t = t->parent;
	return t;
}

/* Returns the member of a name that a class or a class template has itself, or else one of its bases. */
static CXCursor member_named(CXCursor class, const char *name)
{
	CXCursor found = clang_getNullCursor();

	for (struct walk w = walk_children(clang_getCursorDefinition(class));
	     clang_Cursor_isNull(found) && walk_next(&w);) {
		if (w.cursor.kind == CXCursor_CXXBaseSpecifier)
			found = member_named(clang_getTypeDeclaration(type_of(w.cursor)), name);
		else if (is_named(w.cursor, name))
			found = w.cursor;
	}
	return found;
}

CXCursor tree_member(const struct unit *u, const struct tree *t)
{
	const struct tree *object = tree_strip(tree_part(t, ROLE_OBJECT));

	if (!clang_Cursor_isNull(t->declaration) || !object || t->name == SIZE_MAX)
		return t->declaration;
	CXType type = object->kind == TREE_MEMBER ? clang_getCursorType(tree_member(u, object)) : tree_type(object);
	CXCursor class =
	    clang_getTypeDeclaration(object_type(type));
	const struct token *token = &u->tokens.items[t->name];

	return member_named(class, interned(u->text.data + token->offset, token->len));
}

bool tree_head(const struct unit *u, const struct tree *t, struct tree_head *h)
{
	const struct token *tokens = u->tokens.items;
	unsigned n = 0;

	*h = (struct tree_head){.open = t->kind == TREE_DO ? tree_part(t, ROLE_BODY)->last : t->first};
	while (h->open < t->last && !token_is(u->text.data, &tokens[h->open], "("))
		h->open++;
	if (h->open >= t->last || tokens[h->open].match < 0)
		return false;
	h->close = (size_t)tokens[h->open].match;
	h->semicolons[0] = h->semicolons[1] = t->kind == TREE_FOR ? h->close : h->open;
	for (size_t i = h->open + 1; i < h->close && n < 2; i = token_skip_group(tokens, i)) {
		if (token_is(u->text.data, &tokens[i], ";"))
			h->semicolons[n++] = i;
	}
	return true;
}

bool is_constexpr_if(const struct unit *u, const struct tree *t)
{
	struct tree_head h;

	return tree_head(u, t, &h) && find_token(u, tree_offset(u, t), unit_token(u, h.open)->offset, "constexpr");
}

bool tree_assigns(const struct tree *t)
{
	return (t->kind == TREE_UNARY && t->unary >= CXUnaryOperator_PostInc && t->unary <= CXUnaryOperator_PreDec) ||
	       (t->kind == TREE_BINARY && t->binary >= CXBinaryOperator_Assign &&
	        t->binary <= CXBinaryOperator_OrAssign);
}

bool tree_is_in(const struct tree *t, const struct tree *around)
{
	while (t && t != around)
		t = t->parent;
	return t != NULL;
}

const struct tree *tree_condition(const struct tree *t)
{
	const struct tree *p = t->parent;

	if (!p)
		return NULL;
	if (p->kind == TREE_BINARY && t != tree_operand(p) &&
	    (p->binary == CXBinaryOperator_LAnd || p->binary == CXBinaryOperator_LOr))
		return tree_operand(p);
	if (t->role == ROLE_BODY || t->role == ROLE_OTHERWISE || t->role == ROLE_STEP ||
	    (is_loop_statement(p) && t->role != ROLE_INIT))
		return tree_part(p, ROLE_CONDITION);
	return NULL;
}

static bool same_text(const struct unit *u, const struct tree *a, const struct tree *b)
{
	const struct token *s = &u->tokens.items[a->first], *t = &u->tokens.items[b->first];
	size_t n = a->last - a->first;

	for (size_t i = 0; i < n; i++) {
		if (!token_equals(u->text.data, &s[i], u->text.data, &t[i]))
			return false;
	}
	return n == b->last - b->first;
}

bool tree_equals(const struct unit *u, const struct tree *a, const struct tree *b)
{
	const struct tree *x = a, *y = b;

	if (a == b)
		return true;
	while (x && y && x->kind == y->kind && clang_equalCursors(x->declaration, y->declaration)) {
		x = tree_next(x, a);
		y = tree_next(y, b);
	}
	return !x && !y && same_text(u, a, b);
}

unsigned tree_offset(const struct unit *u, const struct tree *t)
{
	return u->tokens.items[t->first].offset;
}

/* ---- Calls ------------------------------------------------------------------ */

const struct tree *call_object(const struct tree *call)
{
	const struct tree *object = tree_part(call, ROLE_OBJECT);
	const struct tree *callee = tree_strip(tree_part(call, ROLE_CALLEE));

	return object || !callee ? object : tree_part(callee, ROLE_OBJECT);
}

const struct tree *call_argument(const struct tree *call, unsigned position)
{
	const struct tree *c = call->children;

	while (c && (c->role != ROLE_ARGUMENT || c->position != position))
		c = c->next;
	return c;
}

const struct tree *call_operand(const struct tree *call, unsigned i)
{
	const struct tree *object = tree_part(call, ROLE_OBJECT);

	return !object ? call_argument(call, i) : i ? call_argument(call, i - 1) : object;
}

enum CXBinaryOperatorKind call_operator(const struct tree *call)
{
	enum CXBinaryOperatorKind binary = CXBinaryOperator_Invalid;
	enum CXUnaryOperatorKind unary;

	if (call_operand(call, 1))
		find_operator(call->declaration, &binary, &unary);
	return binary;
}
