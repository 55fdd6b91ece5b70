/* Prints trees: one line for each node, its children indented. */
#include "body/body_build.h"

/* Roles that are printed. */
static const char *const roles[ROLES] = {
    [ROLE_INIT] = "init: ",
    [ROLE_RANGE] = "range: ",
    [ROLE_CONDITION] = "condition: ",
    [ROLE_BODY] = "body: ",
    [ROLE_OTHERWISE] = "otherwise: ",
    [ROLE_STEP] = "step: ",
    [ROLE_VALUE] = "value: ",
    [ROLE_CALLEE] = "callee: ",
    [ROLE_OBJECT] = "object: ",
    [ROLE_ARGUMENT] = "argument: ",
};

static const char *const conversions[] = {
    [CONVERSION_UNKNOWN] = "unknown", [CONVERSION_VALUE] = "value", [CONVERSION_SAME] = "same"};

/* Appends the first tokens of a node, separated by single blanks. */
static void append_text(const struct unit *u, const struct tree *t, struct text *out)
{
	enum { MOST = 6 };
	const struct token *tokens = u->tokens.items;

	for (size_t i = t->first; i < t->last && i < t->first + MOST; i++) {
		bool is_apart =
		    i > t->first && token_end(&tokens[i - 1]) < tokens[i].offset;

		text_printf(out, "%s%.*s", is_apart ? " " : "", (int)tokens[i].len,
		            u->text.data + tokens[i].offset);
	}
	if (t->last > t->first + MOST)
		text_append(out, " ...");
}

static void append_operator(const struct tree *t, struct text *out)
{
	CXString name = t->kind == TREE_UNARY ? clang_getUnaryOperatorKindSpelling(t->unary)
	                                      : clang_getBinaryOperatorKindSpelling(t->binary);
	bool is_post = t->kind == TREE_UNARY &&
	               (t->unary == CXUnaryOperator_PostInc || t->unary == CXUnaryOperator_PostDec);

	text_printf(out, " %s%s%s", is_post ? "post" : "", clang_getCString(name),
	            t->is_open ? " open" : "");
	clang_disposeString(name);
}

static void dump(const struct unit *u, const struct tree *t, unsigned depth, struct text *out)
{
	const char *declared = cursor_spelling(t->declaration);

	text_printf(out, "%*s%s%s", (int)depth * 2, "", roles[t->role] ? roles[t->role] : "",
	            tree_kinds[t->kind].name);
	if (t->kind == TREE_UNARY || t->kind == TREE_BINARY)
		append_operator(t, out);
	else if (t->kind == TREE_CONVERSION)
		text_printf(out, " %s", conversions[t->conversion]);
	else if (*declared)
		text_printf(out, " %s", declared);
	if (t->kind != TREE_BLOCK && t->last > t->first) {
		text_append(out, " `");
		append_text(u, t, out);
		text_append(out, "`");
	}
	text_append(out, "\n");
	for (const struct tree *c = t->children; c; c = c->next)
		dump(u, c, depth + 1, out);
}

static void dump_body(struct unit *u, const struct body *b, bool in_template, void *out)
{
	struct location at = unit_locate(u, u->tokens.items[b->first].offset);
	const char *name = cursor_spelling(b->function);

	(void)in_template;
	text_printf(out, "%s:%u: %s\n", at.file, at.line, *name ? name : "(lambda)");
	dump(u, b->root, 1, out);
}

void bodies_dump(struct unit *u, struct text *out)
{
	for_each_amp_body(u, dump_body, out);
}
