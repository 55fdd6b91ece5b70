/* Builds and owns the trees of a parse; basic questions about nodes. */
#include "body/body_build.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 128 };

struct tree_chunk {
	struct tree_chunk *next;
	size_t count;
	struct tree items[CHUNK];
};

struct bodies {
	const struct unit *unit;
	struct cursors functions; /* those asked for so far */
	struct body **items;      /* parallel to `functions`; NULL: the function has no tree */
};

/* ---- Nodes ---------------------------------------------------------------- */

static struct tree *new_tree(struct body *b, struct tree *parent, enum tree_kind kind,
                             enum tree_role role)
{
	if (!b->chunks || b->chunks->count == CHUNK) {
		struct tree_chunk *chunk = unit_memory(sizeof(*chunk));

		chunk->next = b->chunks;
		chunk->count = 0;
		b->chunks = chunk;
	}
	struct tree *t = &b->chunks->items[b->chunks->count++];

	*t = (struct tree){.kind = kind,
	                   .role = role,
	                   .parent = parent,
	                   .name = SIZE_MAX,
	                   .cursor = clang_getNullCursor(),
	                   .declaration = clang_getNullCursor()};
	if (parent) {
		if (parent->newest)
			parent->newest->next = t;
		else
			parent->children = t;
		parent->newest = t;
	}
	return t;
}

/* Gives a node the tokens of its cursor that its parent has, too; none if the cursor is elsewhere. */
static void set_tokens(struct tree_builder *b, struct tree *t)
{
	const struct tree *parent = t->parent;
	unsigned start, end;

	if (!cursor_range(b->unit->clauses, t->cursor, &start, &end)) {
		t->first = t->last = parent ? parent->first : 0;
		return;
	}
	t->first = token_at(&b->unit->tokens, start);
	/* what is empty is within the text of a macro */
	t->last = token_at(&b->unit->tokens, start < end ? expression_end(b->unit, t->cursor, end) : end);
	if (parent && t->first < parent->first)
		t->first = parent->first;
	if (parent && t->last > parent->last)
		t->last = parent->last;
	if (t->last < t->first)
		t->last = t->first;
}

struct tree *add_tree(struct tree_builder *b, struct tree *parent, enum tree_kind kind,
                      enum tree_role role, CXCursor cursor)
{
	struct tree *t = new_tree(b->body, parent, kind, role);

	t->cursor = cursor;
	set_tokens(b, t);
	return t;
}

struct tree *add_text(struct tree_builder *b, struct tree *parent, enum tree_kind kind, size_t first, size_t last)
{
	struct tree *t = new_tree(b->body, parent, kind, ROLE_NONE);

	t->first = first;
	t->last = last;
	return t;
}

void set_name(struct tree_builder *b, struct tree *t, size_t token)
{
	struct body *body = b->body;

	if (token < body->first || token >= body->last)
		return;
	t->name = token;
	t->next_named = body->named[token - body->first];
	body->named[token - body->first] = t;
}

bool is_token(const struct tree_builder *b, size_t i, const char *spelling)
{
	return token_is(b->unit->text.data, &b->unit->tokens.items[i], spelling);
}

/* ---- Functions ------------------------------------------------------------ */

/* Adds member initializers and the statements of the body. */
static void add_parts(struct tree_builder *b, CXCursor function, CXCursor block)
{
	struct body *body = b->body;
	struct children parts = children_of(function);
	bool has_initializers = function.kind == CXCursor_Constructor;
	struct tree *root = add_text(b, NULL, TREE_BLOCK, body->first, body->last);

	body->root = root;
	root->cursor = block;
	for (size_t i = 0; has_initializers && i < parts.count; i++) {
		if (clang_isExpression(parts.items[i].kind))
			add_expression(b, root, ROLE_INIT, parts.items[i]);
	}
	free(parts.items);
	parts = children_of(block);
	for (size_t i = 0; i < parts.count; i++)
		add_statement(b, root, ROLE_STATEMENT, parts.items[i]);
	free(parts.items);
	cover(b, root);
}

static void number_trees(struct body *b)
{
	for (const struct tree *t = b->root; t; t = tree_next(t, b->root))
		((struct tree *)t)->number = b->n_trees++;
}

static struct body *read_body(struct bodies *all, CXCursor function)
{
	CXCursor block = body_of(function);
	unsigned start, end, body_start;
	struct tree_builder b = {.unit = all->unit};

	if (clang_Cursor_isNull(block) || is_implicit(function) ||
	    !cursor_range(all->unit->clauses, block, &body_start, &end))
		return NULL;
	start = body_start;
	if (function.kind == CXCursor_Constructor &&
	    !cursor_offset(all->unit->clauses, function, &start))
		return NULL;
	b.body = unit_memory(sizeof(*b.body));
	*b.body = (struct body){.function = function,
	                        .first = token_at(&all->unit->tokens, start),
	                        .last = token_at(&all->unit->tokens, end)};
	size_t size = (b.body->last - b.body->first + 1) * sizeof(void *);

	b.body->named = memset(unit_memory(size), 0, size);
	add_parts(&b, function, block);
	number_trees(b.body);
	return b.body;
}

struct bodies *bodies_create(const struct unit *u)
{
	struct bodies *b = unit_memory(sizeof(*b));

	*b = (struct bodies){.unit = u};
	return b;
}

const struct body *body_tree(struct bodies *b, CXCursor function)
{
	size_t at;

	if (cursors_add(&b->functions, function, &at)) {
		b->items = kept_grown(b->items, at, sizeof(*b->items));
		b->items[at] = read_body(b, function);
	}
	return b->items[at];
}

const struct body *called_tree(struct bodies *b, CXCursor function)
{
	CXCursor definition = clang_getCursorDefinition(function);
	/* lambdas and local classes have the restrictions of what they are in */
	bool is_for_amp = unit_is_c(b->unit) || cursor_restrictions(definition) & RESTRICT_AMP ||
	                  is_local(clang_getCursorSemanticParent(definition));

	return is_for_amp ? body_tree(b, definition) : NULL;
}

bool has_called(struct called *c, const struct body *b)
{
	bool found = false;
	size_t i;

	if (!b)
		return false;
	if (!cursors_add(&c->functions, b->function, &i))
		return c->results[i];
	c->results = kept_grown(c->results, i, sizeof(*c->results));
	c->results[i] = false; /* for a recursive call */
	for (const struct tree *t = b->root; t && !found; t = tree_next(t, b->root)) {
		bool is_call = t->kind == TREE_CALL || t->kind == TREE_CONSTRUCTION;

		found = c->is_found(c->unit, t) ||
		        (is_call && has_called(c, called_tree(c->unit->bodies, t->declaration)));
	}
	c->results[i] = found;
	return found;
}

/* ---- Questions ------------------------------------------------------------ */

bool is_statement(const struct tree *t)
{
	return t->kind >= TREE_BLOCK && t->kind <= TREE_ATTRIBUTED;
}

const struct tree *tree_part(const struct tree *t, enum tree_role role)
{
	const struct tree *c = t->children;

	while (c && c->role != role)
		c = c->next;
	return c;
}

const struct tree *tree_operand(const struct tree *t)
{
	return tree_part(t, ROLE_OPERAND);
}

const struct tree *tree_second(const struct tree *t)
{
	const struct tree *c = tree_operand(t);

	c = c ? c->next : NULL;
	while (c && c->role != ROLE_OPERAND)
		c = c->next;
	return c;
}

const struct tree *tree_strip(const struct tree *t)
{
	while (t && (t->kind == TREE_PARENTHESES || t->kind == TREE_CONVERSION) && tree_operand(t))
		t = tree_operand(t);
	return t;
}

const struct tree *tree_skip(const struct tree *t, const struct tree *root)
{
	while (t && t != root && !t->next)
		t = t->parent;
	return !t || t == root ? NULL : t->next;
}

const struct tree *tree_next(const struct tree *t, const struct tree *root)
{
	return t->children ? t->children : tree_skip(t, root);
}

const struct tree *tree_next_outside(const struct tree *t, const struct tree *root)
{
	return t->kind == TREE_LAMBDA || t->kind == TREE_TYPE ? tree_skip(t, root) : tree_next(t, root);
}

CXType tree_type(const struct tree *t)
{
	return clang_getCursorType(t->cursor);
}

bool tree_value(const struct tree *t, int64_t *value)
{
	return !clang_Cursor_isNull(t->cursor) && integer_value(t->cursor, value);
}

const struct tree *tree_named(const struct body *b, size_t token)
{
	return b && token >= b->first && token < b->last ? b->named[token - b->first] : NULL;
}

const struct tree *tree_declaring(const struct unit *u, const struct body *b, CXCursor variable)
{
	unsigned at;
	const struct tree *t =
	    cursor_offset(u->clauses, variable, &at) ? tree_named(b, token_at(&u->tokens, at)) : NULL;

	while (t && t->kind != TREE_VARIABLE)
		t = t->next_named;
	return t;
}

bool tree_may_name(const struct unit *u, const struct body *b, size_t token, CXCursor variable)
{
	const struct tree *t = tree_named(b, token);
	bool is_unknown = !t;

	while (t && !clang_equalCursors(t->declaration, variable))
		t = t->next_named;
	return t || (is_unknown && token_is(u->text.data, &u->tokens.items[token], cursor_spelling(variable)));
}

bool tree_hides(const struct unit *u, const struct body *b, const struct tree *unknown,
                const char *name)
{
	for (size_t i = unknown->first; *name && i < unknown->last; i++) {
		if (token_is(u->text.data, &u->tokens.items[i], name) && !tree_named(b, i))
			return true;
	}
	return false;
}
