/* Facts about declarations and lambdas that the tokens tell, and libclang does not: where declarators and
 * bodies begin and end, and what a capture list contains. */
#include "ast/ast.h"

bool ends_statement(const struct unit *u, size_t i)
{
	const struct token *t = &u->tokens.items[i];

	return t->kind == TOKEN_END || token_is_one_of(u->text.data, t, "; { }");
}

size_t statement_start(const struct unit *u, size_t i)
{
	while (i > 0 && !ends_statement(u, i - 1))
		i--;
	return i;
}

size_t declarator_end(const struct unit *u, unsigned name, unsigned end)
{
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, name);

	while (t[i].kind != TOKEN_END && t[i].offset < end && !unit_is_one_of(u, i, "{ ;"))
		i = unit_is(u, i, "requires") ? token_skip_requires(u->text.data, &u->tokens, i)
		                              : token_skip_group(t, i);
	return i;
}

/* Keywords, which an absolute name may follow: typedef ::N::type t, return ::f(), const ::C &c. */
static const char keywords[] =
    "and and_eq auto bitand bitor bool case char class co_await co_return co_yield compl const consteval constexpr "
    "constinit delete do double else enum explicit extern float friend goto inline int long mutable new not not_eq "
    "operator or or_eq private protected public register requires return short signed sizeof static struct template "
    "thread_local throw typedef typename union unsigned using virtual void volatile xor xor_eq";

size_t qualified_begin(const struct unit *u, size_t name)
{
	const struct token *t = u->tokens.items;
	const char *s = u->text.data;

	while (name > 1 && unit_is(u, name - 1, "::")) {
		size_t angles = token_angles_begin(s, &u->tokens, name - 1);
		size_t part = (angles ? angles : name - 1) - 1;

		if (unit_is(u, part, ")") && t[part].match > 0)
			return (size_t)t[part].match - 1; /* decltype(x) */
		if (t[part].kind != TOKEN_IDENTIFIER || token_is_one_of(s, &t[part], keywords))
			return name;
		name = part;
		if (name > 1 && unit_is(u, name - 1, "template") && unit_is(u, name - 2, "::"))
			name--;
	}
	return name;
}

bool default_argument(const struct unit *u, CXCursor parameter, unsigned *start, unsigned *end)
{
	const struct token *t =
	    cursor_range(u->clauses, parameter, start, end) ? find_token(u, *start, *end, "=") : NULL;

	*start = t ? t->offset : *start;
	return t;
}

bool has_specialization(const struct unit *u, CXCursor template)
{
	const struct token *t = u->tokens.items;
	const char *text = u->text.data;
	const char *name = cursor_spelling(template);
	bool of_member = template.kind != CXCursor_FunctionTemplate, found = false;

	for (size_t head = 0; is_template(template.kind) && t[head].kind != TOKEN_END && !found; head++) {
		if (!unit_is(u, head, "template") || !unit_is(u, head + 1, "<") || !unit_is(u, head + 2, ">"))
			continue;
		for (size_t i = head + 3; !ends_statement(u, i) && !found; i++)
			found = unit_is(u, i, name) &&
			        (!of_member || (unit_is(u, i + 1, "<") &&
			                        unit_is(u, token_skip_angles(text, &u->tokens, i + 1), "::")));
	}
	return found;
}

/* Returns the token behind the member initializers whose ':' is token i; the end of the text if they are malformed. */
static size_t skip_initializers(const struct unit *u, size_t i)
{
	const struct token *t = u->tokens.items;

	do { /* name(arguments) or name{arguments}, or a pack of base classes with ... */
		for (i++; t[i].kind != TOKEN_END && !unit_is_one_of(u, i, "( { ;");)
			i = unit_is(u, i, "<") ? token_skip_angles(u->text.data, &u->tokens, i) : i + 1;
		if (t[i].match <= (int)i)
			return u->tokens.count - 1;
		for (i = (size_t)t[i].match + 1; unit_is(u, i, ".");)
			i++;
	} while (unit_is(u, i, ","));
	return i;
}

size_t body_behind(const struct unit *u, size_t i)
{
	const struct token *t = u->tokens.items;

	while (!unit_is_one_of(u, i, "{ ; = } ]") && t[i].kind != TOKEN_END) {
		/* int (&f() restrict(amp))[3] {} */
		if (unit_is(u, i, ")") && !unit_is(u, i + 1, "["))
			break;
		i = unit_is(u, i, ":")          ? skip_initializers(u, i)
		    : unit_is(u, i, "requires") ? token_skip_requires(u->text.data, &u->tokens, i)
		                                : token_skip_group(t, i);
	}
	return unit_is(u, i, "{") && t[i].match > (int)i ? i : u->tokens.count;
}

const struct clause *declarator_clause(const struct unit *u, unsigned name)
{
	return function_clause(u, name, unit_token(u, declarator_end(u, name, u->text.len))->offset);
}

size_t specifiers_begin(const struct unit *u, unsigned start)
{
	const struct token *t = u->tokens.items;
	const char *s = u->text.data;
	size_t i = token_at(&u->tokens, start);

	for (;;) {
		if (unit_is(u, i, "template")) {
			i++;
			if (unit_is(u, i, "<"))
				i = token_skip_angles(s, &u->tokens, i);
		} else if (unit_is(u, i, "[") && unit_is(u, i + 1, "[") && t[i].match > 0) {
			i = t[i].match + 1;
		} else if (unit_is(u, i, "requires")) {
			i = token_skip_requires(s, &u->tokens, i);
		} else {
			return i;
		}
	}
}

/* ---- Lambdas -------------------------------------------------------------- */

unsigned lambda_body(const struct unit *u, unsigned start)
{
	return unit_token(u, declarator_end(u, start, u->text.len))->offset;
}

bool is_mutable_lambda(const struct unit *u, unsigned start)
{
	return find_token(u, start, lambda_body(u, start), "mutable");
}

unsigned lambda_restrictions(const struct unit *u, unsigned start)
{
	const struct clause *clause = declarator_clause(u, start);

	return clause ? clause->restrictions : RESTRICT_CPU;
}

size_t list_item_end(const struct unit *u, size_t i, size_t close)
{
	const struct token *t = u->tokens.items;
	const char *text = u->text.data;

	while (i < close && !unit_is(u, i, ",")) {
		size_t behind = unit_is(u, i, "<") ? token_skip_angles(text, &u->tokens, i) : close + 1;
		bool arguments = behind == close || (behind < close && unit_is_one_of(u, behind, "{ ( :: ,"));

		i = arguments ? behind : token_skip_group(t, i);
	}
	return i;
}

struct captures read_captures(const struct unit *u, unsigned start)
{
	const struct token *t = u->tokens.items;
	const char *text = u->text.data;
	struct captures c = {0};
	size_t i = token_at(&u->tokens, start), close = t[i].match;

	for (i++; i < close; i++) {
		bool reference = unit_is(u, i, "&");
		size_t name = i + reference;
		const char *s = interned(text + t[name].offset, t[name].len);

		if (unit_is(u, i, "="))
			c.default_capture = '=';
		else if (reference && (name == close || unit_is(u, name, ",")))
			c.default_capture = '&';
		else if (t[name].kind == TOKEN_IDENTIFIER)
			names_add(reference ? &c.by_reference : &c.by_value, s);
		i = list_item_end(u, i, close);
		c.has_others |= t[name].kind == TOKEN_IDENTIFIER ? i > name + 1 : s[0] != '=' && i > name;
	}
	return c;
}

bool captures_by_reference(const struct captures *c, const char *name)
{
	return names_have(&c->by_reference, name) ||
	       (c->default_capture == '&' && !names_have(&c->by_value, name));
}

unsigned captured_copy_of_this(const struct unit *u, unsigned start)
{
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, start);
	size_t close = unit_is(u, i, "[") ? (size_t)t[i].match : i; /* blocks have none */

	for (; i < close; i++) {
		if (unit_is_one_of(u, i, "[ ,") && unit_is(u, i + 1, "*") && unit_is(u, i + 2, "this"))
			return t[i + 1].offset;
	}
	return UINT_MAX;
}

bool is_member_of_this(const struct unit *u, CXCursor reference)
{
	unsigned start, end, name;

	if (reference.kind != CXCursor_MemberRefExpr ||
	    !cursor_range(u->clauses, reference, &start, &end) || !cursor_offset(u->clauses, reference, &name))
		return false;
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, start), at = token_at(&u->tokens, name);

	while (i < at && t[i].kind == TOKEN_IDENTIFIER) { /* base::member */
		i++;
		i = unit_is(u, i, "<") ? token_skip_angles(u->text.data, &u->tokens, i) : i;
		if (!unit_is(u, i, "::"))
			return false;
		i++;
	}
	/* x[0].member, with x of unknown type, is also located at x, but has more text */
	for (size_t k = at; t[k].offset < end;
	     k = unit_is(u, k, "<") ? token_skip_angles(u->text.data, &u->tokens, k) : token_skip_group(t, k)) {
		if (unit_is_one_of(u, k, ". ->"))
			return false;
	}
	return i == at;
}

bool in_capture_list(const struct unit *u, unsigned start, unsigned offset)
{
	const struct token *t = &u->tokens.items[token_at(&u->tokens, start)];

	return token_is(u->text.data, t, "[") && t->match >= 0 && offset > start &&
	       offset < unit_token(u, t->match)->offset;
}

bool in_init_capture(const struct unit *u, unsigned start, unsigned offset)
{
	const struct token *t = u->tokens.items;
	size_t open = token_at(&u->tokens, start), close = t[open].match, end;

	if (!unit_is(u, open, "[") || offset >= t[close].offset)
		return false;
	for (size_t i = open + 1; i < close; i = end + 1) {
		size_t name = i;

		end = list_item_end(u, i, close);
		while (name < end && t[name].kind != TOKEN_IDENTIFIER)
			name++;
		if (offset < t[end].offset)
			return name + 1 < end && offset > t[name + 1].offset;
	}
	return false;
}

size_t variable_bound(const struct unit *u, CXCursor parameter)
{
	CXType type = clang_getCursorType(parameter), element = clang_getCanonicalType(clang_getArrayElementType(type));
	unsigned start, end;

	if (parameter.kind != CXCursor_ParmDecl || type.kind != CXType_VariableArray ||
	    element.kind == CXType_Pointer || clang_Type_getSizeOf(element) <= 0 ||
	    !cursor_range(u->clauses, parameter, &start, &end))
		return 0;
	size_t open = token_at(&u->tokens, end), close = 0;

	while (unit_is(u, open - 1, "]") && unit_token(u, open - 1)->match > 1) {
		close = open - 1;
		open = (size_t)unit_token(u, close)->match;
	}
	for (size_t i = open; i < close; i++) {
		if (unit_is_one_of(u, i, "= (") || (unit_is_one_of(u, i, "+ -") && unit_is_one_of(u, i + 1, "+ -")))
			return 0;
	}
	return close ? open : 0;
}
