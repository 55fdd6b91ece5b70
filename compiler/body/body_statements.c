/* Builds the trees of statements and declarations.
 *
 * libclang omits parts that are not written, so that the children of a `for` do not tell which part each is:
 * only the tokens do. A variable in a condition comes before the init-statement that is in front of it in the
 * text. */
#include "body/body_build.h"

/* Extends a node by the closing parenthesis that its cursor's range lacks: that of an instantiated `T x(a)`. */
static void take_brackets(struct tree_builder *b, struct tree *t)
{
	const struct token *tokens = b->unit->tokens.items;

	while (is_token(b, t->last, ")") && tokens[t->last].match >= (int)t->first)
		t->last++;
}

/* Extends a statement by its semicolon. */
static void take_semicolon(struct tree_builder *b, struct tree *t)
{
	size_t end = t->last;

	/* for libclang an instantiated fold expression ends with the pack */
	while (b->unit->tokens.items[end].kind == TOKEN_PUNCTUATOR && !is_token(b, end, ";") &&
	       !is_token(b, end, "}"))
		end++;
	if (is_token(b, end, ";"))
		t->last = end + 1;
}

/* Adds all expressions, statements and declarations below a statement's cursor: expressions take the role
 * `expressions`, all others the role `statements`. */
static void add_parts_as(struct tree_builder *b, struct tree *t, enum tree_role expressions, enum tree_role statements)
{
	for (struct walk w = walk_children(t->cursor); walk_next(&w);) {
		enum CXCursorKind of = w.cursor.kind;

		if (clang_isDeclaration(of))
			add_declaration(b, t, w.cursor);
		else if (clang_isExpression(of) && expressions != statements)
			add_expression(b, t, expressions, w.cursor);
		else if (clang_isStatement(of) || clang_isExpression(of))
			add_statement(b, t, statements, w.cursor);
	}
}

/* ---- Statements with a head ------------------------------------------------- */

/* The parts of an if, a switch or a loop: what is in the parentheses, and behind them. */
struct parts {
	struct tree_head head;
	CXCursor init, variable, condition, step, body, otherwise;
};

/* Assigns the children of a statement to its parts by their location. */
static void sort_parts(const struct tree_builder *b, const struct tree *t, struct parts *p)
{
	CXCursor null = clang_getNullCursor();
	bool is_for = t->kind == TREE_FOR;
	unsigned start, end;

	p->init = p->variable = p->condition = p->step = p->body = p->otherwise = null;
	for (struct walk w = walk_children(t->cursor); walk_next(&w);) {
		CXCursor c = w.cursor;

		if (!cursor_range(b->unit->clauses, c, &start, &end))
			continue;
		size_t at = token_at(&b->unit->tokens, start);

		if (at > p->head.close && clang_Cursor_isNull(p->body))
			p->body = c;
		else if (at > p->head.close)
			p->otherwise = c;
		else if (clang_isDeclaration(c.kind))
			p->variable = c;
		else if (is_for && at > p->head.semicolons[1])
			p->step = c;
		else if (at >= p->head.semicolons[0] && !clang_isStatement(c.kind))
			p->condition = c;
		else
			p->init = c;
	}
}

static void add_part(struct tree_builder *b, struct tree *t, enum tree_role role, CXCursor c)
{
	if (clang_Cursor_isNull(c))
		return;
	if (clang_isDeclaration(c.kind))
		add_declaration(b, t, c);
	else if (role == ROLE_BODY || role == ROLE_OTHERWISE ||
	         clang_isStatement(c.kind))
		add_statement(b, t, role, c);
	else
		add_expression(b, t, role, c);
}

/* Gives the condition of if (T x = …) no tokens: it is a read of x that is not written. */
static void hide_condition(struct tree *t)
{
	const struct tree *variable = tree_part(t, ROLE_VARIABLE);
	struct tree *condition = (struct tree *)tree_part(t, ROLE_CONDITION);

	if (!variable || !condition || condition->first >= variable->last)
		return;
	for (const struct tree *c = condition; c; c = tree_next(c, condition))
		((struct tree *)c)->first = ((struct tree *)c)->last = variable->last;
}

/* The range of a range-based for takes the place of a condition. */
static void fill_headed(struct tree_builder *b, struct tree *t)
{
	bool is_range_for = t->kind == TREE_RANGE_FOR;
	struct parts p;

	if (!tree_head(b->unit, t, &p.head)) {
		t->kind = TREE_UNKNOWN;
		add_unknown_parts(b, t);
		return;
	}
	sort_parts(b, t, &p);
	add_part(b, t, ROLE_INIT, p.init);
	if (is_range_for)
		add_part(b, t, ROLE_RANGE, p.condition);
	add_part(b, t, ROLE_VARIABLE, p.variable);
	if (!is_range_for)
		add_part(b, t, ROLE_CONDITION, p.condition);
	hide_condition(t);
	add_part(b, t, ROLE_BODY, p.body);
	add_part(b, t, ROLE_STEP, p.step);
	add_part(b, t, ROLE_OTHERWISE, p.otherwise);
}

/* ---- Statements -------------------------------------------------------------- */

static void fill_unknown(struct tree_builder *b, struct tree *t)
{
	add_unknown_parts(b, t);
	take_semicolon(b, t);
}

static void fill_effect(struct tree_builder *b, struct tree *t)
{
	add_expression(b, t, ROLE_OPERAND, t->cursor);
	take_semicolon(b, t);
}

static void fill_block(struct tree_builder *b, struct tree *t)
{
	add_parts_as(b, t, ROLE_STATEMENT, ROLE_STATEMENT);
	if (!t->children && t->first < t->last && !is_token(b, t->first, "{")) {
		t->kind = TREE_DISCARDED;
		take_semicolon(b, t);
	}
}

/* Of a declaration, an empty statement, or a label with the statement behind it. */
static void fill_plain(struct tree_builder *b, struct tree *t)
{
	add_parts_as(b, t, ROLE_BODY, ROLE_BODY);
}

/* Of a statement with attributes, which has no cursor kind of its own. */
static void fill_attributed(struct tree_builder *b, struct tree *t)
{
	size_t n = 0;

	for (struct walk w = walk_children(t->cursor); walk_next(&w);)
		n += clang_isStatement(w.cursor.kind) ||
		     clang_isExpression(w.cursor.kind);
	t->kind = n == 1 ? TREE_ATTRIBUTED : TREE_UNKNOWN;
	if (n == 1)
		fill_plain(b, t);
	else
		fill_unknown(b, t);
}

static void fill_jump(struct tree_builder *b, struct tree *t)
{
	add_parts_as(b, t, ROLE_OPERAND, ROLE_NONE);
	set_name(b, t, t->first);
	take_semicolon(b, t);
}

/* Of do body while (condition);, case value: body or case value ... value: body. */
static void fill_with_parts(struct tree_builder *b, struct tree *t)
{
	SCOPED(children) all = children_of(t->cursor);
	bool is_do = t->kind == TREE_DO;
	size_t body = is_do ? 0 : all.count - 1;

	for (size_t i = 0; i < all.count; i++)
		add_part(b, t, i == body ? ROLE_BODY : is_do ? ROLE_CONDITION
		                                             : ROLE_VALUE,
		         all.items[i]);
	if (is_do)
		take_semicolon(b, t);
}

/* The kind of each statement that libclang has a cursor kind for; `fill` adds the children. */
static const struct {
	enum tree_kind kind;
	void (*fill)(struct tree_builder *b, struct tree *t);
} statements[] = {
    [CXCursor_CompoundStmt] = {TREE_BLOCK, fill_block},
    [CXCursor_DeclStmt] = {TREE_DECLARATION, fill_plain},
    [CXCursor_NullStmt] = {TREE_EMPTY, fill_plain},
    [CXCursor_IfStmt] = {TREE_IF, fill_headed},
    [CXCursor_SwitchStmt] = {TREE_SWITCH, fill_headed},
    [CXCursor_ForStmt] = {TREE_FOR, fill_headed},
    [CXCursor_WhileStmt] = {TREE_WHILE, fill_headed},
    [CXCursor_CXXForRangeStmt] = {TREE_RANGE_FOR, fill_headed},
    [CXCursor_DoStmt] = {TREE_DO, fill_with_parts},
    [CXCursor_CaseStmt] = {TREE_CASE, fill_with_parts},
    [CXCursor_DefaultStmt] = {TREE_DEFAULT, fill_plain},
    [CXCursor_LabelStmt] = {TREE_LABEL, fill_plain},
    [CXCursor_GotoStmt] = {TREE_GOTO, fill_jump},
    [CXCursor_BreakStmt] = {TREE_BREAK, fill_jump},
    [CXCursor_ContinueStmt] = {TREE_CONTINUE, fill_jump},
    [CXCursor_ReturnStmt] = {TREE_RETURN, fill_jump},
    [CXCursor_UnexposedStmt] = {TREE_ATTRIBUTED, fill_attributed},
};

void add_statement(struct tree_builder *b, struct tree *parent, enum tree_role role, CXCursor c)
{
	bool is_effect = clang_isExpression(c.kind);
	bool is_listed = c.kind < COUNT(statements) && statements[c.kind].fill;
	enum tree_kind kind = is_effect ? TREE_EXPRESSION : is_listed ? statements[c.kind].kind
	                                                              : TREE_UNKNOWN;
	struct tree *t = add_tree(b, parent, kind, role, c);

	if (is_effect)
		fill_effect(b, t);
	else if (is_listed)
		statements[c.kind].fill(b, t);
	else
		fill_unknown(b, t);
	/* libclang's ranges lack the semicolon of a statement in it that is the last one */
	for (const struct tree *part = t->children; part; part = part->next)
		t->last = part->last > t->last ? part->last : t->last;
	cover(b, t);
}

/* ---- Declarations ------------------------------------------------------------- */

/* Begins a declarator behind the ones before it: to libclang all of a list begin with the list. */
static void begin_behind_others(struct tree *t)
{
	for (const struct tree *c = t->parent->children; c != t; c = c->next) {
		if (c->last > t->first && c->first < t->last)
			t->first = c->last < t->last ? c->last : t->last;
	}
}

/* Removes the tokens up to a variable's name from a node and all below it: libclang counts the name as part
 * of the constructor's call. */
static void begin_behind_name(struct tree *t, size_t name)
{
	for (const struct tree *c = t; c; c = tree_next(c, t)) {
		struct tree *part = (struct tree *)c;

		if (part->first <= name)
			part->first = name + 1;
		if (part->last < part->first)
			part->last = part->first;
	}
}

static void add_initializers(struct tree_builder *b, struct tree *t)
{
	CXCursor init = clang_Cursor_getVarDeclInitializer(t->cursor);

	for (struct walk w = walk_children(t->cursor); walk_next(&w);) {
		CXCursor c = w.cursor;

		if (c.kind == CXCursor_UnexposedDecl)
			add_declaration(b, t, c);
		else if (clang_isExpression(c.kind))
			add_expression(b, t, clang_equalCursors(c, init) ? ROLE_INIT : ROLE_OPERAND,
			               c);
	}
}

static struct tree *add_variable(struct tree_builder *b, struct tree *parent, CXCursor c)
{
	struct tree *t = add_tree(b, parent, TREE_VARIABLE, ROLE_VARIABLE, c);
	unsigned offset;

	begin_behind_others(t);
	take_brackets(b, t);
	if (is_variable(c) && cursor_offset(b->unit->clauses, c, &offset)) {
		t->declaration = c;
		set_name(b, t, token_at(&b->unit->tokens, offset));
	}
	if (parent->kind == TREE_RANGE_FOR) {
		while (t->last > t->first && is_token(b, t->last - 1, ":"))
			t->last--;
	}
	if (parent->kind != TREE_RANGE_FOR && c.kind != CXCursor_ParmDecl)
		add_initializers(b, t);
	for (const struct tree *i = t->children; i && t->name != SIZE_MAX; i = i->next) {
		if (i->role == ROLE_INIT && i->first <= t->name)
			begin_behind_name((struct tree *)i, t->name);
	}
	cover(b, t);
	return t;
}

struct tree *add_declaration(struct tree_builder *b, struct tree *parent, CXCursor c)
{
	bool binds = c.kind == CXCursor_UnexposedDecl && *cursor_spelling(c) == '[';
	struct tree *t;

	if (binds || is_variable(c))
		return add_variable(b, parent, c);
	t = add_tree(b, parent, TREE_TYPE, ROLE_TYPE, c);
	begin_behind_others(t);
	if (c.kind == CXCursor_UnexposedDecl)
		t->kind = TREE_UNKNOWN;
	return t;
}
