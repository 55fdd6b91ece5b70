/* Assigns every token of a body to a node: the node's kind owns the tokens that it is written with, children
 * own theirs, and all other tokens are text that libclang did not show, which becomes TREE_UNKNOWN. */
#include "body/body_build.h"

const struct tree_kind_info tree_kinds[] = {
    [TREE_UNKNOWN] = {"unknown", OWN_ALL, ""},
    [TREE_BLOCK] = {"block", OWN_BLOCK, "{ }"},
    [TREE_DECLARATION] = {"declaration", OWN_TYPE, ", ; * & const"},
    [TREE_EXPRESSION] = {"expression", OWN_OPERATOR, ";"},
    [TREE_EMPTY] = {"empty", OWN_LISTED, ";"},
    [TREE_DISCARDED] = {"discarded", OWN_ALL, ""},
    [TREE_IF] = {"if", OWN_LISTED, "if constexpr ( ; ) else"},
    [TREE_SWITCH] = {"switch", OWN_LISTED, "switch ( ; )"},
    [TREE_FOR] = {"for", OWN_LISTED, "for ( ; )"},
    [TREE_RANGE_FOR] = {"range-for", OWN_LISTED, "for ( : )"},
    [TREE_WHILE] = {"while", OWN_LISTED, "while ( )"},
    [TREE_DO] = {"do", OWN_LISTED, "do while ( ) ;"},
    [TREE_CASE] = {"case", OWN_LISTED, "case . :"},
    [TREE_DEFAULT] = {"default", OWN_LISTED, "default :"},
    [TREE_LABEL] = {"label", OWN_NAMES, ":"},
    [TREE_GOTO] = {"goto", OWN_NAMES, ";"},
    [TREE_BREAK] = {"break", OWN_LISTED, "break ;"},
    [TREE_CONTINUE] = {"continue", OWN_LISTED, "continue ;"},
    [TREE_RETURN] = {"return", OWN_OPERATOR, "return ;"},
    [TREE_ATTRIBUTED] = {"attributed", OWN_TYPE, ";"},
    [TREE_VARIABLE] = {"variable", OWN_DECLARATOR, "= ( ) { } [ ] , :"},
    [TREE_TYPE] = {"type", OWN_ALL, ""},
    [TREE_LITERAL] = {"literal", OWN_ALL, ""},
    [TREE_NAME] = {"name", OWN_ALL, ""},
    [TREE_THIS] = {"this", OWN_ALL, ""},
    [TREE_MEMBER] = {"member", OWN_ALL, ""},
    [TREE_SUBSCRIPT] = {"subscript", OWN_LISTED, "[ ] ,"},
    [TREE_UNARY] = {"unary", OWN_OPERATOR, "not compl bitand __extension__"},
    [TREE_BINARY] = {"binary", OWN_OPERATOR, "and or xor bitand bitor not_eq and_eq or_eq xor_eq"},
    [TREE_CONDITIONAL] = {"conditional", OWN_LISTED, "? :"},
    [TREE_CALL] = {"call", OWN_LISTED, "( [ , . ] ) { }"},
    [TREE_CONSTRUCTION] = {"construction", OWN_TYPE, "( , ) { }"},
    [TREE_PARENTHESES] = {"parentheses", OWN_LISTED, "( )"},
    [TREE_CAST] = {"cast", OWN_TYPE, ") }"},
    [TREE_CONVERSION] = {"conversion", OWN_LISTED, ""},
    [TREE_LIST] = {"list", OWN_LISTED, "{ , }"},
    [TREE_DESIGNATION] = {"designation", OWN_TYPE, "[ ] . ="},
    [TREE_PACK] = {"pack", OWN_OPERATOR, "( . )"},
    [TREE_UNEVALUATED] = {"unevaluated", OWN_ALL, ""},
    [TREE_SELECTION] = {"selection", OWN_ALL, ""},
    [TREE_COMPOUND_LITERAL] = {"compound-literal", OWN_TYPE, ""},
    [TREE_STATEMENTS] = {"statements", OWN_LISTED, "( )"},
    [TREE_LAMBDA] = {"lambda", OWN_LAMBDA, ""},
    [TREE_CAPTURE] = {"capture", OWN_ALL, ""},
    [TREE_REFERENCE] = {"reference", OWN_ALL, ""},
};

static bool is_listed(const struct tree_builder *b, size_t i, const char *list)
{
	return token_is_one_of(b->unit->text.data, &b->unit->tokens.items[i], list);
}

/* Returns the first token of the first child that does not belong to the type which a node begins with.
 * References belong to that type, and so does n of T<n>(x). */
static size_t first_part(const struct tree *t)
{
	const struct tree *c = t->children;
	size_t first = t->last;

	for (; c; c = c->next) {
		bool is_of_type = c->kind == TREE_REFERENCE ||
		                  (t->kind == TREE_CONSTRUCTION && c->role == ROLE_OPERAND);

		if (!is_of_type && c->first < c->last && c->first < first)
			first = c->first;
	}
	return first;
}

/* Whether token i is a name in a lambda's capture list that libclang does not show: neither `this` nor an
 * init-capture. */
static bool is_hidden_capture(const struct tree_builder *b, const struct tree *t, size_t i)
{
	const struct token *tokens = b->unit->tokens.items;

	return is_token(b, t->first, "[") && tokens[t->first].match > (int)i &&
	       tokens[i].kind == TOKEN_IDENTIFIER && !is_token(b, i, "this") &&
	       !is_listed(b, i + 1, "= ( {");
}

/* Whether a token is a parenthesis around a child: libclang shows no parentheses of a fold expression that is
 * instantiated. */
static bool is_around_child(const struct tree_builder *b, const struct tree *t, size_t i)
{
	int match = b->unit->tokens.items[i].match;
	size_t other = (size_t)match, open = i < other ? i : other, close = i < other ? other : i;

	if (match < 0 || !is_listed(b, i, "( )"))
		return false;
	for (const struct tree *c = t->children; c; c = c->next) {
		if (c->first > open && c->first < close && c->first < c->last &&
		    c->kind != TREE_UNKNOWN)
			return true;
	}
	return false;
}

static bool owns(const struct tree_builder *b, const struct tree *t, size_t i)
{
	const struct token *token = &b->unit->tokens.items[i];
	unsigned start, end;

	if (token->kind == TOKEN_DIRECTIVE || is_listed(b, i, tree_kinds[t->kind].listed) ||
	    is_around_child(b, t, i))
		return true;
	switch (tree_kinds[t->kind].own) {
	case OWN_LISTED:
		return false;
	case OWN_ALL:
		return true;
	case OWN_TYPE:
		return i < first_part(t);
	case OWN_NAMES:
		return token->kind == TOKEN_IDENTIFIER;
	case OWN_OPERATOR:
		return token->kind == TOKEN_PUNCTUATOR && token->match < 0;
	case OWN_DECLARATOR:
		return i <= (t->name == SIZE_MAX ? first_part(t) : t->name);
	case OWN_LAMBDA:
		return tree_part(t, ROLE_BODY) && i < tree_part(t, ROLE_BODY)->first &&
		       !is_hidden_capture(b, t, i);
	case OWN_BLOCK:
		return !t->parent && cursor_range(b->unit->clauses, t->cursor, &start, &end) &&
		       token->offset < start;
	}
	return false;
}

/* ---- Macros ----------------------------------------------------------------- */

/* Whether a cursor begins with a token of a macro's definition. Such macros are those of the library for C,
 * which the flat text does not expand. A token of the definition is located where the macro is used, and is
 * not what is written there; a token of an argument has its own place. (libclang tells the spelling location
 * from 19 on only.) */
static bool begins_in_macro(const struct tree *t)
{
	CXSourceLocation at = clang_getRangeStart(clang_getCursorExtent(t->cursor));
	CXFile file, expanded;
	unsigned offset, expanded_at;

	clang_getFileLocation(at, &file, NULL, NULL, &offset);
	clang_getExpansionLocation(at, &expanded, NULL, NULL, &expanded_at);
	return offset == expanded_at && clang_File_isEqual(file, expanded) &&
	       !clang_equalLocations(
	           at, clang_getLocationForOffset(clang_Cursor_getTranslationUnit(t->cursor), file, offset));
}

/* Whether a node below the macro's that comes from one of its arguments has this token. */
static bool is_argument_token(const struct tree *macro, size_t i)
{
	for (const struct tree *t = macro; t; t = tree_next(t, macro)) {
		if (!t->children && i >= t->first && i < t->last && t->kind != TREE_UNKNOWN &&
		    !begins_in_macro(t))
			return true;
	}
	return false;
}

/* Whether a node is the outermost one that a use of a macro expands to. It owns the macro's text, because
 * each node below has only some of the arguments. */
static bool is_macro(const struct tree_builder *b, const struct tree *t)
{
	return unit_is_c(b->unit) && !clang_Cursor_isNull(t->cursor) &&
	       !is_statement(t) && t->kind != TREE_VARIABLE && begins_in_macro(t);
}

static bool owns_in_macro(const struct tree_builder *b, const struct tree *t, size_t i)
{
	return i == t->first || is_listed(b, i, "( , )") || is_argument_token(t, i) ||
	       owns(b, t, i);
}

/* Whether a node lacks text because a macro is used in an argument of another macro: the expansion has nodes,
 * but libclang gives them no place in the text. */
static bool has_hidden_part(const struct tree_builder *b, const struct tree *t)
{
	if (!unit_is_c(b->unit) || is_statement(t))
		return false;
	for (const struct tree *c = tree_next(t, t); c; c = tree_next(c, t)) {
		/* an initializer left out of a list has no place, either */
		if (c->first == c->last && !clang_Cursor_isNull(c->cursor) &&
		    (c->parent->kind != TREE_LIST || begins_in_macro(c)))
			return true;
	}
	return false;
}

/* ---- Cover ------------------------------------------------------------------- */

static bool has_token(const struct tree *t, size_t i)
{
	return i >= t->first && i < t->last;
}

/* Returns the token behind the child or the attribute that token i is in or begins; i itself if there is
 * none. Attributes are skipped because none that evaluates anything passes check/. *known caches the child
 * found last, or is NULL: the next query is mostly for the child after it. */
static size_t behind_part(const struct tree_builder *b, const struct tree *t, size_t i,
                          const struct tree **known)
{
	const struct tree *c = *known ? (*known)->next : NULL;

	if (!c || !has_token(c, i)) {
		c = t->children;
		while (c && !has_token(c, i))
			c = c->next;
	}
	if (c) {
		*known = c;
		return c->last;
	}
	bool is_attribute = is_token(b, i, "__attribute__") && i + 1 < t->last && is_token(b, i + 1, "(");

	return is_attribute ? token_skip_group(b->unit->tokens.items, i + 1) : i;
}

void cover(struct tree_builder *b, struct tree *t)
{
	bool of_macro = is_macro(b, t);
	const struct tree *known = NULL;
	size_t i = t->first;

	if (of_macro && t->parent && t->parent->first == t->first && is_macro(b, t->parent))
		return;
	while (i < t->last) {
		size_t next = behind_part(b, t, i, &known), last = i;

		while (next == i && last < t->last &&
		       !(of_macro ? owns_in_macro(b, t, last) : owns(b, t, last)) &&
		       behind_part(b, t, last, &known) == last)
			last++;
		if (last > i && has_hidden_part(b, t))
			return;
		if (last > i)
			add_text(b, t, TREE_UNKNOWN, i, last);
		i = next > i ? next : last > i ? last : i + 1;
	}
}
