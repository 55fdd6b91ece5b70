/* A lexer for C and C++ that knows as much of tokens as finding and moving code needs. The text is
 * preprocessed, so there are no line splices, and each remaining directive is a line of its own. */
#include "source/unit.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void push(struct tokens *t, enum token_kind kind, size_t start, size_t end)
{
	APPEND(t->items, t->count) = (struct token){
	    .kind = kind, .offset = start, .len = end - start, .match = -1};
}

/* Returns the index behind a quoted literal whose opening quote is at i. */
static size_t skip_quoted(const char *s, size_t len, size_t i)
{
	char quote = s[i++];

	while (i < len && s[i] != quote && s[i] != '\n') {
		if (s[i] == '\\' && i + 1 < len)
			i++;
		i++;
	}
	return i < len && s[i] == quote ? i + 1 : i;
}

/* Returns the index behind R"delimiter( … )delimiter" whose quote is at i (C++11 [lex.string]). */
static size_t skip_raw_string(const char *s, size_t len, size_t i)
{
	size_t open = i + 1;
	size_t n = 0;

	while (open + n < len && n <= 16 && s[open + n] != '(')
		n++;
	for (size_t p = open + n; p + n + 1 < len; p++) {
		if (s[p] == ')' && !memcmp(s + p + 1, s + open, n) && s[p + 1 + n] == '"')
			return p + n + 2;
	}
	return len;
}

/* Returns the index behind a preprocessing number ([lex.ppnumber]). */
static size_t skip_number(const char *s, size_t len, size_t i)
{
	while (i < len) {
		if ((s[i] == '+' || s[i] == '-') && strchr("eEpP", s[i - 1]))
			i++;
		else if (s[i] == '\'' && i + 1 < len && is_identifier_char(s[i + 1]))
			i += 2;
		else if (is_identifier_char(s[i]) || s[i] == '.')
			i++;
		else
			break;
	}
	return i;
}

/* Sets `around` of all tokens. */
static void nest_brackets(struct tokens *t)
{
	int open = -1;

	for (size_t i = 0; i < t->count; i++) {
		struct token *token = &t->items[i];
		bool closes = token->match >= 0 && token->match < (int)i;

		if (closes)
			open = t->items[token->match].around;
		token->around = open;
		if (token->match > (int)i)
			open = (int)i;
	}
}

/* Sets `match` of each pair of brackets. Unbalanced brackets have none. */
static void match_brackets(const char *s, struct tokens *t)
{
	OWNED size_t *stack = xmalloc((t->count + 1) * sizeof(*stack));
	size_t depth = 0;

	t->is_balanced = true;
	for (size_t i = 0; i < t->count; i++) {
		char c = t->items[i].kind == TOKEN_PUNCTUATOR ? s[t->items[i].offset] : 0;

		if (c == '(' || c == '[' || c == '{') {
			stack[depth++] = i;
		} else if (c == ')' || c == ']' || c == '}') {
			char open = c == ')' ? '(' : c == ']' ? '[' : '{';

			while (depth && s[t->items[stack[depth - 1]].offset] != open) {
				depth--;
				t->is_balanced = false;
			}
			if (!depth) {
				t->is_balanced = false;
				continue;
			}
			depth--;
			t->items[stack[depth]].match = i;
			t->items[i].match = stack[depth];
		}
	}
	t->is_balanced &= depth == 0;
}

/* Returns the index behind the token, or the comment, at i. *kind is TOKEN_END for a comment. s[i] must not
 * be white space. */
static size_t skip_token(const char *s, size_t len, size_t i, enum token_kind *kind)
{
	unsigned char c = s[i];
	size_t start = i;

	*kind = TOKEN_PUNCTUATOR;
	if (c == '/' && i + 1 < len && s[i + 1] == '/') {
		*kind = TOKEN_END;
		while (i < len && s[i] != '\n')
			i++;
		return i;
	}
	if (c == '/' && i + 1 < len && s[i + 1] == '*') {
		const char *end = strstr(s + i + 2, "*/");

		*kind = TOKEN_END;
		return end ? (size_t)(end + 2 - s) : len;
	}
	if (is_identifier_char(s[i]) && !isdigit(c)) {
		*kind = TOKEN_IDENTIFIER;
		while (i < len && is_identifier_char(s[i]))
			i++;
		if (i == len || (s[i] != '"' && s[i] != '\'') || i - start > 3 || !strchr("uUL8R", s[i - 1]))
			return i;
		*kind = TOKEN_STRING;
		return s[i] == '"' && s[i - 1] == 'R' ? skip_raw_string(s, len, i) : skip_quoted(s, len, i);
	}
	if (isdigit(c) || (c == '.' && i + 1 < len && isdigit((unsigned char)s[i + 1]))) {
		*kind = TOKEN_NUMBER;
		return skip_number(s, len, i + 1);
	}
	if (c == '"' || c == '\'') {
		*kind = TOKEN_STRING;
		return skip_quoted(s, len, i);
	}
	return i + ((c == ':' && i + 1 < len && s[i + 1] == ':') ||
	            (c == '-' && i + 1 < len && s[i + 1] == '>') ? 2 : 1);
}

void lex(const char *s, size_t len, struct tokens *out)
{
	size_t i = 0;
	bool line_start = true;

	*out = (struct tokens){0};
	while (i < len) {
		size_t start = i;
		enum token_kind kind;

		if (isspace((unsigned char)s[i])) {
			line_start |= s[i++] == '\n';
			continue;
		}
		if (s[i] == '#' && line_start) {
			while (i < len && s[i] != '\n')
				i++;
			push(out, TOKEN_DIRECTIVE, start, i);
			continue;
		}
		i = skip_token(s, len, i, &kind);
		if (kind == TOKEN_END)
			continue;
		line_start = false;
		push(out, kind, start, i);
	}
	push(out, TOKEN_END, len, len);
	match_brackets(s, out);
	nest_brackets(out);
}

static bool is_raw_string(const char *text, const struct token *t)
{
	const char *quote = t->kind == TOKEN_STRING ? memchr(text + t->offset, '"', t->len) : NULL;

	return quote && quote > text + t->offset && quote[-1] == 'R';
}

void blank_splices(char *s, size_t len)
{
	SCOPED(tokens) tokens = {0};
	char *splice = strchr(s, '\\');

	if (!splice)
		return;
	lex(s, len, &tokens);
	for (size_t i = (size_t)(splice - s); i < len; i++) {
		size_t n = s[i] != '\\' ? 0 : s[i + 1] == '\n'                   ? 2
		                          : s[i + 1] == '\r' && s[i + 2] == '\n' ? 3
		                                                                 : 0;
		const struct token *around = n ? token_within(&tokens, (unsigned)i) : NULL;

		if (n && !(around && is_raw_string(s, around)))
			memset(s + i, ' ', n);
	}
}

size_t lex_line(const char *s, size_t len)
{
	size_t i = 0;
	enum token_kind kind;

	while (i < len && s[i] != '\n')
		i = isspace((unsigned char)s[i]) ? i + 1 : skip_token(s, len, i, &kind);
	return i;
}

void tokens_finish(struct tokens *t)
{
	free(t->items);
	*t = (struct tokens){0};
}

size_t token_at(const struct tokens *t, unsigned offset)
{
	return first_from(t->items, sizeof(*t->items), offsetof(struct token, offset), t->count - 1,
	                  offset);
}

const struct token *token_within(const struct tokens *t, unsigned offset)
{
	size_t i = token_at(t, offset);
	const struct token *before = i ? &t->items[i - 1] : NULL;

	return before && token_end(before) > offset ? before : NULL;
}

int brackets_around(const struct tokens *t, unsigned offset)
{
	size_t i = token_at(t, offset);
	int match = t->items[i].match;
	bool is_opening = match > (int)i && t->items[i].offset == offset, is_closing = match >= 0 && match < (int)i;

	return is_opening ? (int)i : is_closing ? match : t->items[i].around;
}

bool token_is(const char *source, const struct token *t, const char *spelling)
{
	return strlen(spelling) == t->len && !memcmp(source + t->offset, spelling, t->len);
}

bool token_equals(const char *source, const struct token *t, const char *other_source, const struct token *other)
{
	return t->len == other->len && !memcmp(source + t->offset, other_source + other->offset, t->len);
}

bool token_is_one_of(const char *source, const struct token *t, const char *list)
{
	return is_word_of(list, source + t->offset, t->len);
}

const char *behind_directive(const char *source, const struct token *t, const char *name)
{
	if (t->kind != TOKEN_DIRECTIVE)
		return NULL;
	const char *p = source + t->offset + 1;

	p += strspn(p, " \t");
	if (!starts(p, name))
		return NULL;
	p += strlen(name);
	return p + strspn(p, " \t");
}

const char *tokens_text(const struct unit *u, size_t first, size_t end)
{
	unsigned start = unit_token(u, first)->offset;

	return interned(u->text.data + start, unit_token_end(u, end - 1) - start);
}

size_t token_outside(const struct unit *u, size_t i, const char *words)
{
	while (unit_token(u, i)->kind != TOKEN_END && !unit_is_one_of(u, i, words))
		i = token_skip_group(u->tokens.items, i);
	return i;
}

const struct token *find_token(const struct unit *u, unsigned start, unsigned end,
                               const char *spelling)
{
	const struct token *t = u->tokens.items;

	for (size_t i = token_at(&u->tokens, start); t[i].offset < end; i++) {
		if (token_is(u->text.data, &t[i], spelling))
			return &t[i];
	}
	return NULL;
}

/* Returns the next token that is no directive. */
static const struct token *next_token(const struct token *t)
{
	while (t->kind == TOKEN_DIRECTIVE)
		t++;
	return t;
}

bool find_difference(const struct unit *a, const struct token **s, const struct unit *b, const struct token **t)
{
	for (;; ++*s, ++*t) {
		*s = next_token(*s);
		*t = next_token(*t);
		if ((*s)->kind != (*t)->kind || !token_equals(a->text.data, *s, b->text.data, *t))
			return true;
		if ((*s)->kind == TOKEN_END)
			return false;
	}
}

size_t token_skip_group(const struct token *t, size_t i)
{
	return t[i].match > (int)i ? (size_t)t[i].match + 1 : i + 1;
}

size_t token_statement_begin(const char *source, const struct token *t, size_t i)
{
	while (i > 0 && t[i - 1].kind != TOKEN_DIRECTIVE && !token_is_one_of(source, &t[i - 1], "; { }"))
		i = t[i - 1].match >= 0 && (size_t)t[i - 1].match < i - 1 ? (size_t)t[i - 1].match : i - 1;
	return i;
}

int token_angle(const char *source, const struct tokens *t, size_t i)
{
	const struct token *k = &t->items[i];
	size_t first = i; /* of the punctuator that the token is part of */

	if (k->kind != TOKEN_PUNCTUATOR || k->len != 1 || !strchr("<>", source[k->offset]))
		return 0;
	while (first > 0 && i - first < 2 && t->items[first - 1].offset + 1 == t->items[first].offset &&
	       strchr("<>=", source[t->items[first - 1].offset]))
		first--; /* operator<<, operator<=> */
	if (first > 0 && token_is(source, &t->items[first - 1], "operator"))
		return 0;
	return source[k->offset] == '<' ? 1 : -1;
}

size_t token_angles_begin(const char *source, const struct tokens *t, size_t end)
{
	if (!end || token_angle(source, t, end - 1) >= 0)
		return 0;
	for (size_t i = end - 1; i > 0 && !token_is(source, &t->items[i], ";"); i--) {
		if (token_angle(source, t, i) > 0 && token_skip_angles(source, t, i) == end)
			return i;
	}
	return 0;
}

size_t token_skip_angles(const char *source, const struct tokens *t, size_t i)
{
	int depth = 0;

	for (; t->items[i].kind != TOKEN_END; i++) {
		const struct token *k = &t->items[i];
		int angle = token_angle(source, t, i);

		depth += angle;
		if (!depth)
			return i + 1;
		if (angle || k->kind != TOKEN_PUNCTUATOR)
			continue;
		if (token_is(source, k, ";")) {
			break;
		} else if (k->match > (int)i) {
			i = k->match;
		}
	}
	return i;
}

size_t token_skip_requires(const char *s, const struct tokens *tokens, size_t i)
{
	const struct token *t = tokens->items;

	for (i++;; i += 2) {
		if (token_is(s, &t[i], "requires")) { /* an expression: requires (T x) { x + 1; } */
			i++;
			i = token_is(s, &t[i], "(") ? token_skip_group(t, i) : i;
			i = token_is(s, &t[i], "{") ? token_skip_group(t, i) : i;
		} else if (t[i].match > (int)i) {
			i = token_skip_group(t, i);
		} else if (t[i].kind == TOKEN_IDENTIFIER || token_is(s, &t[i], "::")) {
			i++;
			while (token_is(s, &t[i], "::") || token_is(s, &t[i], "<"))
				i = token_is(s, &t[i], "<") ? token_skip_angles(s, tokens, i) : i + 2;
		} else {
			return i;
		}
		bool both = token_is(s, &t[i], "&") && token_is(s, &t[i + 1], "&");
		bool either = token_is(s, &t[i], "|") && token_is(s, &t[i + 1], "|");

		if (!both && !either)
			return i;
	}
}
