/* Compound literals that are used as objects: &(struct point){1, 2}, (int[]){1, 2, 3}. In C such an object
 * lives until the end of the enclosing block, in C++ until the end of the full expression. The device unit
 * therefore declares variables to which the literals are assigned. */
#include "lower_c/lower_c_internal.h"

struct literal_search {
	struct lowering *lowering;
	CXCursor statement;  /* the statement of the enclosing block that contains the expression */
	struct offsets seen; /* literals that were edited: macros may repeat their arguments */
};

/* Appends the declaration of a variable of a literal's type: "int name[3];". */
static void append_variable(CXType type, const char *name, struct text *t)
{
	text_printf(t, "%s %s", c_device_type(element_type(type)), name);
	for (; type.kind == CXType_ConstantArray; type = clang_getArrayElementType(type))
		text_printf(t, "[%lld]", clang_getArraySize(type));
	text_append(t, ";");
}

/* Makes a variable for the literal whose parenthesis opens at a token. */
static void edit_object(struct literal_search *s, CXType type, size_t open, unsigned end)
{
	struct lowering *l = s->lowering;
	bool is_array = type.kind == CXType_ConstantArray;
	unsigned start = token(l, open)->offset, statement, statement_end;
	const struct token *close = token(l, token(l, open)->match);
	const char *name = interned_printf("amp_literal_%u", start);
	SCOPED(text) variable = {0};

	if (!cursor_range(l->clauses, s->statement, &statement, &statement_end))
		return;
	if (is_for_people(l->unit)) /* nvcc warns of a variable that is set and of which only the address is used */
		text_append(&variable, "[[maybe_unused]] ");
	if (is_array) /* arrays cannot be assigned, structs can */
		text_append(&variable, "struct { ");
	append_variable(type, is_array ? "elements" : name, &variable);
	if (is_array)
		text_printf(&variable, " } %s;", name);
	text_append(&variable, " ");
	edit_insert(l->edits, statement, variable.data, NULL);
	const char *assignment = interned_printf("(%s = %s", name, is_array ? "{" : "");

	if (is_array)
		edit_replace(l->edits, start, token_end(close), assignment, NULL);
	else
		edit_insert(l->edits, start, assignment, NULL);
	edit_insert(l->edits, end, is_array ? "}).elements" : ")", NULL);
}

/* Returns whether the address of a literal, or of one of its members, is taken by an & in front of it. */
static bool has_address(const struct lowering *l, size_t open, CXType type, CXCursor parent)
{
	bool of_member = parent.kind == CXCursor_MemberRefExpr &&
	                 clang_getCursorType(parent).kind == CXType_ConstantArray;

	while (token_is(l->text, token(l, open - 1), "("))
		open--;
	return type.kind == CXType_ConstantArray || of_member ||
	       token_is(l->text, token(l, open - 1), "&");
}

static enum CXChildVisitResult find_object(CXCursor c, CXCursor parent, CXClientData data)
{
	struct literal_search *s = data;
	struct lowering *l = s->lowering;
	CXCursor outer = s->statement;
	unsigned start, end;

	if (parent.kind == CXCursor_CompoundStmt)
		s->statement = c;
	clang_visitChildren(c, find_object, s);
	if (c.kind == CXCursor_CompoundLiteralExpr &&
	    !clang_Cursor_isNull(s->statement) && cursor_range(l->clauses, c, &start, &end)) {
		CXType type = type_of(c);
		size_t open = token_at(l->tokens, start);

		if (!clang_Cursor_isAnonymous(clang_getTypeDeclaration(type)) &&
		    token(l, open)->match > (int)open && has_address(l, open, type, parent) &&
		    offsets_add(&s->seen, start))
			edit_object(s, type, open, end);
	}
	s->statement = outer;
	return CXChildVisit_Continue;
}

void edit_c_literals(struct lowering *l, CXCursor c)
{
	struct literal_search s = {.lowering = l, .statement = clang_getNullCursor()};

	clang_visitChildren(c, find_object, &s);
}
