/* Functions inside of amp code (specification 2.2.1): lambdas and members of local classes without a
 * restriction clause inherit the restrictions of the enclosing function. In clang's CUDA a lambda is usable
 * on both sides, and members of local classes are host functions; so the parse text states the restrictions. */
#include "ast/ast.h"
#include "parse/parse.h"

struct nested_scan {
	const struct unit *unit;
	const char *text;
	const struct tokens *tokens;
	const struct token *t;
	struct clauses *out;
	unsigned restrictions;
	unsigned depth; /* nesting of local classes */
};

/* More than clang's own limit on nested brackets. */
#define MAX_DEPTH 256

static bool is(const struct nested_scan *n, int i, const char *spelling)
{
	return i >= 0 && (size_t)i < n->tokens->count && token_is(n->text, &n->t[i], spelling);
}

static bool is_one_of(const struct nested_scan *n, int i, const char *list)
{
	return i >= 0 && (size_t)i < n->tokens->count && token_is_one_of(n->text, &n->t[i], list);
}

/* Returns the token behind the pair of brackets that opens at i, or i + 1. */
static int skip(const struct nested_scan *n, int i)
{
	return n->t[i].match > i ? n->t[i].match + 1 : i + 1;
}

/* Whether the function or lambda with the tokens [from, to) has its own clause. */
static bool has_clause(const struct nested_scan *n, int from, int to)
{
	return function_clause(n->unit, n->t[from].offset, n->t[to].offset) != NULL;
}

/* body_behind() for a function or lambda that is in front of token `end`; -1 if it has no body. */
static int find_body(const struct nested_scan *n, int i, int end)
{
	int body = (int)body_behind(n->unit, (size_t)i);

	return body < end ? body : -1;
}

/* Whether '[' at i is where an expression may begin, so that it can begin a lambda. */
static bool begins_expression(const struct nested_scan *n, int i)
{
	if (is(n, i + 1, "["))
		return false; /* an attribute */
	if (is(n, i - 1, ")"))
		return n->t[i - 1].match > 0 && is_one_of(n, n->t[i - 1].match - 1, "if for while switch constexpr");
	if (is(n, i - 1, "]") || (is(n, i - 1, "&") && is(n, i - 2, "auto")))
		return false; /* a[i][k], auto &[a, b] */
	return n->t[i - 1].kind == TOKEN_PUNCTUATOR ||
	       is_one_of(n, i - 1, "return else do case throw co_return co_yield co_await");
}

/* Returns the '{' of the lambda that begins at i, or -1. */
static int find_lambda(const struct nested_scan *n, int i, int end)
{
	int close = n->t[i].match;

	if (!is(n, i, "[") || close < i || !begins_expression(n, i))
		return -1;
	i = close + 1;
	if (is(n, i, "<"))
		i = (int)token_skip_angles(n->text, n->tokens, i);
	if (!is_one_of(n, i, "( { ->") && n->t[i].kind != TOKEN_IDENTIFIER)
		return -1;
	return find_body(n, i, end);
}

static void inherit_in_class(struct nested_scan *n, int i, int end);

static void inherit_in_body(struct nested_scan *n, int i, int end)
{
	while (i < end) {
		int body = find_lambda(n, i, end);

		if (body >= 0 && has_clause(n, n->t[i].match, body)) {
			i = n->t[body].match + 1; /* its own clause has a call of inherit_in_body() */
		} else if (body >= 0) {
			/* for clang, lambdas are __host__ __device__ anyway */
			if (n->restrictions == RESTRICT_AMP)
				insert_restrictions(n->out, n->t[n->t[i].match].offset + 1,
				                    n->restrictions);
			i = n->t[i].match + 1;
		} else if (is_one_of(n, i, "struct class union") && n->depth < MAX_DEPTH) {
			int k = i + 1;

			while (k < end && !is_one_of(n, k, "{ ; ) = >"))
				k = is(n, k, "<") ? (int)token_skip_angles(n->text, n->tokens, k) : skip(n, k);
			if (k < end && is(n, k, "{") && n->t[k].match > k) {
				inherit_in_class(n, k + 1, n->t[k].match);
				i = n->t[k].match + 1;
			} else {
				i++;
			}
		} else {
			i++;
		}
	}
}

/* Returns the ')' of the parameters of the member declared from token i on; -1 if it is not a function. */
static int find_parameters(const struct nested_scan *n, int i, int end)
{
	while (i < end && !is_one_of(n, i, "; = { :")) {
		if (is(n, i, "operator")) {
			for (i += 2; i < end && !is(n, i, "(");)
				i++; /* the '(' of operator() has been skipped */
			if (is(n, i - 1, "(") && is(n, i, ")"))
				i++;
			return is(n, i, "(") ? n->t[i].match : -1;
		}
		if (is(n, i, "(") &&
		    !is_one_of(n, i - 1, "decltype alignas __attribute__ explicit noexcept requires")) {
			bool pointer = is(n, i + 1, "*") || is(n, i + 1, "&") ||
			               (is(n, i + 2, "::") && is(n, i + 3, "*"));

			return pointer ? -1 : n->t[i].match;
		}
		i = is(n, i, "<") ? (int)token_skip_angles(n->text, n->tokens, i) : skip(n, i);
	}
	return -1;
}

/* Returns the token behind the ';' of the declaration at i, or `end`. */
static int skip_declaration(const struct nested_scan *n, int i, int end)
{
	while (i < end && !is(n, i, ";"))
		i = skip(n, i);
	return i + 1;
}

static void inherit_in_class(struct nested_scan *n, int i, int end)
{
	n->depth++;
	while (i < end) {
		if (is(n, i, ";") || (is_one_of(n, i, "public private protected") && is(n, i + 1, ":"))) {
			i++;
			i += is(n, i, ":");
			continue;
		}
		int first = i, body = -1;

		while (is(n, first, "[") && is(n, first + 1, "["))
			first = skip(n, first);
		int close = is_one_of(n, first, "using typedef friend static_assert enum")
		                ? -1
		                : find_parameters(n, first, end);

		if (close >= 0)
			body = find_body(n, close + 1, end);
		if (close < 0) {
			int next = skip_declaration(n, i, end);

			if (is_one_of(n, first, "struct class union")) /* a nested class */
				inherit_in_body(n, first, next < end ? next : end);
			i = next;
		} else {
			int behind = body >= 0 ? body : skip_declaration(n, close, end) - 1;
			bool given = is(n, behind - 2, "=") &&
			             (is(n, behind - 1, "default") || is(n, behind - 1, "delete"));

			if (behind < end && !given && !has_clause(n, close, behind)) {
				insert_restrictions(n->out, n->t[first].offset, n->restrictions);
				if (body >= 0)
					inherit_in_body(n, body + 1, n->t[body].match);
			}
			i = body >= 0 ? n->t[body].match + 1 : behind + 1;
		}
	}
	n->depth--;
}

void inherit_restrictions(const struct unit *u, struct clauses *c)
{
	struct nested_scan n = {u, u->text.data, &u->tokens, u->tokens.items, c, 0, 0};

	for (size_t k = 0; k < c->count && !unit_is_c(u); k++) {
		const struct clause *clause = &c->items[k];
		int i = (int)token_at(&u->tokens, clause->end);

		if (clause->on_type || !(clause->restrictions & RESTRICT_AMP) ||
		    (k + 1 < c->count && (int)token_at(&u->tokens, c->items[k + 1].start) == i))
			continue; /* followed by a repeated clause: the last one handles the body */
		int body = find_body(&n, i, (int)u->tokens.count - 1);

		if (body < 0)
			continue;
		n.restrictions = clause->restrictions & (RESTRICT_AMP | RESTRICT_CPU);
		inherit_in_body(&n, body + 1, n.t[body].match);
	}
}
