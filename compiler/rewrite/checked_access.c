/* --amp-robust-access=report: a kernel that accesses an element out of bounds ends with an error. Accesses in
 * amp code are wrapped, in both units, in an object that checks the index first, and that knows the place and
 * the container's name (<amp/checked.h>):
 *
 *     sum[i] += a(i, k)   ->   checked(sum, "sum", __LINE__, __FILE__)[i] += checked(a, …)(i, k)
 *
 * In templates the object's type may not be known: anything but a container is returned as it is. In C,
 * amp_at() is a macro, which knows all of this. */
#include "ast/ast.h"
#include "ast/library.h"
#include "body/body.h"
#include "rewrite/rewrite.h"

#include <stdlib.h>
#include <string.h>

/* Appends the text of a node as a literal, on one line. */
static void append_spelling(const struct lowering *l, const struct tree *t, struct text *to)
{
	SCOPED(text) spelling = {0};

	for (size_t i = t->first; i < t->last; i++) {
		const struct token *k = token(l, i);
		bool is_apart = i > t->first && token_end(&k[-1]) < k->offset;

		text_printf(&spelling, "%s%.*s", is_apart ? " " : "", (int)k->len, l->text + k->offset);
	}
	text_append_literal(to, text_string(&spelling));
}

/* If a node is an access to an element or a row of a container, or may be one in a template, returns the
 * container; else NULL. */
static const struct tree *accessed(const struct tree *t)
{
	if (t->kind == TREE_CALL && library_entity(t->declaration) == LIBRARY_ELEMENT)
		return call_object(t);
	if (t->kind == TREE_SUBSCRIPT) {
		const struct tree *object = tree_part(t, ROLE_OBJECT);

		return object && is_dependent_type(tree_type(object)) ? object : NULL;
	}
	/* v(i, j) for a variable of unknown type */
	const struct tree *callee = t->kind == TREE_CALL ? tree_part(t, ROLE_CALLEE) : NULL;
	bool is_variable = callee && (callee->kind == TREE_NAME || callee->kind == TREE_MEMBER) &&
	                   (callee->declaration.kind == CXCursor_VarDecl ||
	                    callee->declaration.kind == CXCursor_ParmDecl ||
	                    callee->declaration.kind == CXCursor_FieldDecl);

	return is_variable && is_dependent_type(tree_type(callee)) ? callee : NULL;
}

void check_accesses(struct lowering *l, CXCursor function)
{
	const struct body *b = is_for_people(l->unit) ? NULL : body_tree(l->unit->bodies, function);

	for (const struct tree *t = b ? b->root : NULL; t; t = tree_next(t, b->root)) {
		const struct tree *object = accessed(t);

		if (!object || object->first == object->last)
			continue;
		const struct token *last = token(l, object->last - 1);
		SCOPED(text) end = {0};

		if (!offsets_add(&l->checked, last->offset))
			continue;
		text_append(&end, ", ");
		append_spelling(l, object, &end);
		text_append(&end, ", __LINE__, __FILE__)");
		edit_insert(l->edits, token(l, object->first)->offset, "Concurrency::details::checked(",
		            "Concurrency::details::checked(");
		edit_insert(l->edits, token_end(last), end.data, end.data);
	}
}
