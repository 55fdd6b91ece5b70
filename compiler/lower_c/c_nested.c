/* Types that are defined within a struct or union. In C they belong to the enclosing scope, in C++ to the
 * struct, so the device unit defines them in front of it. */
#include "lower_c/lower_c_internal.h"

struct nested_search {
	struct lowering *lowering;
	unsigned outer;        /* start of the outermost struct's declaration */
	struct offsets *moved; /* types that were moved: a typedef visits them again */
};

/* Returns the start of the declaration that contains an offset. */
static unsigned declaration_start(const struct lowering *l, unsigned offset)
{
	return token(l, token_statement_begin(l->text, l->tokens->items, token_at(l->tokens, offset)))->offset;
}

const char *c_unnamed_tag(unsigned start)
{
	return interned_printf("amp_unnamed_%u", start);
}

/* Returns a type as C names it: "struct point", "enum amp_unnamed_17". */
static const char *tag_name(CXCursor c, unsigned start)
{
	const char *word = c.kind == CXCursor_EnumDecl ? "enum" : c.kind == CXCursor_UnionDecl ? "union"
	                                                                                       : "struct";

	const char *name = clang_Cursor_isAnonymous(c) ? c_unnamed_tag(start)
	                                               : cursor_spelling(c);

	return interned_printf("%s %s", word, c_device_name(name));
}

/* Moves the definition in [start, end) in front of the outermost struct's. */
static void move_out(struct nested_search *s, CXCursor c, unsigned start, unsigned end)
{
	struct lowering *l = s->lowering;
	size_t open = token_outside(l->unit, token_at(l->tokens, start), "{");
	SCOPED(text) moved = {0}, left = {0};
	const char *tag = tag_name(c, start);

	text_printf(&moved, "%s ", tag);
	edits_render(l->edits, l->text, token(l, open)->offset, end, UNIT_DEVICE, &moved);
	text_append(&moved, ";");
	append_line_directive(l, &moved, s->outer);
	text_append(&left, tag);
	text_append_line_breaks(&left, l->text + start, end - start);
	edit_insert_first(l->edits, s->outer, moved.data, NULL);
	edit_replace(l->edits, start, end, left.data, NULL);
}

static enum CXChildVisitResult find_nested(CXCursor c, CXCursor parent, CXClientData data)
{
	struct nested_search *s = data, inner = *s;
	bool is_nested = parent.kind == CXCursor_StructDecl || parent.kind == CXCursor_UnionDecl;
	unsigned start, end;

	if (!is_tag(c.kind) || !clang_isCursorDefinition(c) ||
	    !cursor_range(s->lowering->clauses, c, &start, &end))
		return CXChildVisit_Recurse;
	if (!is_nested)
		inner.outer = declaration_start(s->lowering, start);
	/* innermost types first: what is moved then contains no definitions */
	clang_visitChildren(c, find_nested, &inner);
	if (is_nested && (c.kind == CXCursor_EnumDecl || !clang_Cursor_isAnonymous(c)) &&
	    offsets_add(s->moved, start))
		move_out(s, c, start, end);
	return CXChildVisit_Continue;
}

void edit_nested_types(struct lowering *l, CXCursor c, struct offsets *moved)
{
	struct nested_search s = {.lowering = l, .moved = moved};

	find_nested(c, clang_getNullCursor(), &s);
	clang_visitChildren(c, find_nested, &s);
}
