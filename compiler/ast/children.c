/* libclang's children of a cursor as a list, and those of functions that matter: parameters, the body. */
#include "ast/ast.h"

#include <stdlib.h>

void children_add(struct children *to, CXCursor c)
{
	APPEND(to->items, to->count) = c;
}

void children_finish(struct children *c)
{
	free(c->items);
	*c = (struct children){0};
}

struct children children_of(CXCursor c)
{
	struct children all = {0};

	for (struct walk w = walk_children(c); walk_next(&w);)
		children_add(&all, w.cursor);
	return all;
}

CXCursor lambda_operator(CXCursor lambda)
{
	struct walk w = walk_children(clang_getTypeDeclaration(clang_getCursorType(lambda)));

	while (walk_next(&w) && !is_named(w.cursor, "operator()"))
		;
	return walk_end(&w);
}

struct children parameters_of(CXCursor function)
{
	struct children all = children_of(function);
	size_t n = 0;

	for (size_t i = 0; i < all.count; i++) {
		if (is_parameter_of(all.items[i], function))
			all.items[n++] = all.items[i];
	}
	all.count = n;
	return all;
}

CXCursor last_expression(CXCursor c)
{
	CXCursor last = clang_getNullCursor();

	for (struct walk w = walk_children(c); walk_next(&w);) {
		if (clang_isExpression(w.cursor.kind))
			last = w.cursor;
	}
	return last;
}

CXCursor body_of(CXCursor function)
{
	CXCursor body = clang_getNullCursor();

	for (struct walk w = walk_kind(walk_children(function), CXCursor_CompoundStmt); walk_next(&w);)
		body = w.cursor;
	return body;
}
