/* Statement expressions in a parenthesized initializer, T x(({ y; })), of a variable of dependent type: nvcc
 * 13.0 exits on these without a message, and accepts T x = decltype(x)(({ y; })), which calls the same
 * constructors. */
#include "body/body.h"
#include "rewrite/rewrite.h"

static bool has_statement_expression(const struct tree *t)
{
	for (const struct tree *k = t; k; k = tree_next(k, t)) {
		if (k->kind == TREE_STATEMENTS)
			return true;
	}
	return false;
}

void lower_dependent_initializers(struct lowering *l, CXCursor function)
{
	const struct body *b = body_tree(l->unit->bodies, function);
	const struct tree *root = b ? b->root : NULL;

	for (const struct tree *t = root; t; t = tree_next(t, root)) {
		CXType type = clang_getCursorType(t->declaration);
		unsigned name;

		if (t->kind != TREE_VARIABLE || !has_statement_expression(t) || !is_dependent_type(type) ||
		    !cursor_offset(l->clauses, t->declaration, &name))
			continue;
		size_t i = token_at(l->tokens, name);
		bool is_plain = type.kind == CXType_Auto || is_reference(type);
		const char *converted = interned_printf(" = decltype(%.*s)", (int)token(l, i)->len, l->text + name);

		if (is(l, i + 1, "("))
			edit_insert_first(l->edits, token(l, i + 1)->offset, is_plain ? " = " : converted, NULL);
	}
}
