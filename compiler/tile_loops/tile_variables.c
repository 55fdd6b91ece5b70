/* Tile loops: what the tokens of a tiled kernel's body mean: statements, barriers,
 * what changes a variable and what an expression follows from. A variable is known by its
 * name, which errs on the side of more uses; what is done with it says its tree (body/uses.h). */
#include "tile_loops/tile_loops_internal.h"

#include "access/access.h"

#include <stdlib.h>
#include <string.h>

/* ---- Tokens --------------------------------------------------------------- */

static bool adjacent(const struct loops *s, size_t i)
{
	return token(s->l, i)->offset + token(s->l, i)->len == token(s->l, i + 1)->offset;
}

size_t past_match(const struct loops *s, size_t i)
{
	return token_skip_group(s->l->tokens->items, i);
}

/* Whether a token is one of several, separated by spaces. */
bool is_one_of(const struct loops *s, size_t i, const char *list)
{
	size_t len = token(s->l, i)->len;
	const char *spelling = s->l->text + token(s->l, i)->offset;

	while (*list) {
		size_t n = strcspn(list, " ");

		if (n == len && !memcmp(list, spelling, n))
			return true;
		list += n + (list[n] == ' ');
	}
	return false;
}

/* Whether token i is that name, and not a member of something. */
bool is_name(const struct loops *s, size_t i, const char *name)
{
	return token(s->l, i)->kind == TOKEN_IDENTIFIER && is(s->l, i, name) &&
	       !is_one_of(s, i - 1, ". -> ::");
}

/* The token of the last member of x.member.member, but for one that is called. */
static size_t last_member(const struct loops *s, size_t i)
{
	while (is(s->l, i + 1, ".") && !is(s->l, i + 3, "("))
		i += 2;
	return i;
}

bool names(const struct loops *s, size_t first, size_t last, const char *name)
{
	for (size_t i = first; i < last; i++) {
		if (is_name(s, i, name))
			return true;
	}
	return false;
}

/* Whether i is the whole argument of a fence, which does not wait. */
static bool is_fenced(const struct loops *s, size_t first, size_t last)
{
	return is(s->l, first - 1, "(") && is(s->l, last, ")") &&
	       names_entity(s, first - 2, LIBRARY_FENCE);
}

bool is_barrier_copy(const struct loops *s, size_t i)
{
	return *s->index && is(s->l, i + 1, "=") && is_name(s, i + 2, s->index) &&
	       is(s->l, i + 4, "barrier") && is(s->l, i + 5, ";");
}

bool is_barrier(struct loops *s, size_t i)
{
	if (is_name(s, i, s->barrier)) {
		if (is(s->l, i + 1, "."))
			return true;
		return !is_barrier_copy(s, i) && !is_fenced(s, i, i + 1) && call_waits(s, i);
	}
	if (!is_name(s, i, s->index))
		return false;
	if (is(s->l, i + 1, ".")) {
		if (!is(s->l, i + 2, "barrier") || is_fenced(s, i, i + 3) ||
		    (is_name(s, i - 2, s->barrier) && is_barrier_copy(s, i - 2)))
			return false;
		return is(s->l, i + 3, ".") || call_waits(s, i);
	}
	/* v[index] */
	if (is(s->l, i - 1, "[") && is(s->l, i + 1, "]"))
		return false;
	if (is(s->l, i - 1, "(") && is(s->l, i + 1, ")") && names_container(s, i - 2))
		return false;
	return call_waits(s, i);
}

bool has_barrier(struct loops *s, size_t first, size_t last)
{
	for (size_t i = first; i < last; i++) {
		if (is_barrier(s, i))
			return true;
	}
	return false;
}

/* The token behind the statement that begins at i, or behind a part of a for's head. */
size_t statement_end(const struct loops *s, size_t i, size_t last)
{
	while (i < last && token(s->l, i)->kind == TOKEN_DIRECTIVE)
		i++;
	const struct tree *t = i < last ? tree_statement_at(s->tree, i) : NULL;

	if (t)
		return t->last < last ? t->last : last;
	while (i < last && !is(s->l, i, ";"))
		i = past_match(s, i);
	return i < last ? i + 1 : last;
}

/* A switch has breaks of its own. */
bool has_break(const struct loops *s, size_t first, size_t last)
{
	for (size_t i = first; i < last; i++) {
		if (is_one_of(s, i, "for while do switch"))
			i = statement_end(s, i, last) - 1;
		else if (is(s->l, i, "break"))
			return true;
	}
	return false;
}

size_t next_continue(const struct loops *s, size_t first, size_t last)
{
	size_t i = first;

	while (i < last && !is(s->l, i, "continue"))
		i = is_one_of(s, i, "for while do") ? statement_end(s, i, last) : i + 1;
	return i < last ? i : last;
}

/* ---- Variables ------------------------------------------------------------ */

static struct variable *variable_of(struct loops *s, const char *spelling, size_t len)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		if (strlen(s->variables[i].name) == len && !memcmp(s->variables[i].name, spelling, len))
			return &s->variables[i];
	}
	return NULL;
}

/* The one in scope of a token's name. *is_local: the body has such a name. */
struct variable *variable_in_scope(struct loops *s, size_t at, bool *is_local)
{
	const char *spelling = s->l->text + token(s->l, at)->offset;
	size_t len = token(s->l, at)->len;

	*is_local = variable_of(s, spelling, len);
	for (size_t i = 0; i < s->n_variables; i++) {
		struct variable *v = &s->variables[i];

		if (v->in_use && strlen(v->name) == len && !memcmp(v->name, spelling, len))
			return v;
	}
	return NULL;
}

/* Whether a name is that of a captured container of C++ AMP, whose operators
 * change no argument. */
bool names_container(const struct loops *s, size_t at)
{
	/* found by the reference at this very place */
	CXCursor c = clang_getCursorReferenced(cursor_at(s->l, at));

	return is_element_macro(s, at) ||
	       (!clang_Cursor_isNull(c) && is_container(library_class(clang_getCursorType(c))));
}

/* The premises of what is understood hold, or the kernel has no loops. */
static void take_premises(struct loops *s, unsigned premises)
{
	struct loops *kernel = s;

	while (kernel->caller)
		kernel = (struct loops *)kernel->caller;
	for (size_t i = 0; i < s->uses.premises.count; i++) {
		if (premises & 1u << i && !strings_contain(&kernel->premises, s->uses.premises.items[i]))
			strings_push(&kernel->premises, s->uses.premises.items[i]);
	}
}

/* Whether no more is done at token i with what it names than take its value. */
static bool is_read(struct loops *s, size_t i)
{
	struct mention m = mention_at(&s->uses, i);

	if (m.use & ~(unsigned)USE_READ || (m.premises && s->is_without_premises))
		return false;
	take_premises(s, m.premises);
	return true;
}

/* The same of a number's value. */
static bool is_read_number(struct loops *s, size_t i)
{
	return mention_at(&s->uses, i).is_number && is_read(s, i);
}

bool changes(struct loops *s, size_t first, size_t last, const char *name)
{
	for (size_t i = first; i < last; i++) {
		if (is_name(s, i, name) && !is_read(s, i))
			return true;
	}
	return false;
}

bool is_arithmetic(CXType type)
{
	enum CXTypeKind k = clang_getCanonicalType(type).kind;

	return (k >= CXType_FirstBuiltin && k <= CXType_LastBuiltin && k != CXType_Dependent &&
	        k != CXType_Overload) ||
	       k == CXType_Enum;
}

bool is_pointer(CXCursor variable)
{
	return clang_getCanonicalType(clang_getCursorType(variable)).kind == CXType_Pointer;
}

bool has_private_address(struct loops *s)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		const struct variable *v = &s->variables[i];
		enum CXTypeKind k = clang_getCanonicalType(clang_getCursorType(v->cursor)).kind;

		if ((k == CXType_ConstantArray || k == CXType_DependentSizedArray) &&
		    v->kind != TILE_STATIC && !is_tile_static(v->cursor))
			return true;
	}
	for (size_t i = s->body; i < s->body_end; i++) {
		struct mention m = mention_at(&s->uses, i);
		const struct token *t = token(s->l, i);
		const struct variable *v =
			t->kind == TOKEN_IDENTIFIER ? variable_of(s, s->l->text + t->offset, t->len) : NULL;

		if (!(m.use & USE_ESCAPES))
			continue;
		if (is_name(s, i, s->index) ||
		    (v && is_name(s, i, v->name) && v->kind != TILE_STATIC && !is_tile_static(v->cursor) &&
		     !is_pointer(v->cursor)))
			return true;
	}
	return false;
}

/* Whether a token names a variable that is not in scope yet, and will be uniform. */
static bool is_assumed(struct loops *s, size_t i)
{
	const struct token *t = token(s->l, i);
	const struct variable *v = variable_of(s, s->l->text + t->offset, t->len);

	return v && v->is_assumed;
}

/* Whether a literal is a number without a suffix of the program's or of a library's own. */
static bool is_plain_literal(const struct loops *s, size_t i)
{
	const char *p = s->l->text + token(s->l, i)->offset;
	size_t len = token(s->l, i)->len;
	bool is_hex = len > 1 && (p[1] == 'x' || p[1] == 'X'), is_binary = len > 1 && (p[1] == 'b' || p[1] == 'B');
	const char *digits = is_hex ? "0123456789abcdefABCDEFxX.'pP+-" : is_binary ? "01bB'" : "0123456789.'eE+-";

	while (len && strchr(is_hex && !memchr(p, 'p', len) && !memchr(p, 'P', len) ? "uUlL" : "uUlLfF", p[len - 1]))
		len--;
	for (size_t n = 0; n < len; n++) {
		if (!strchr(digits, p[n]))
			return false;
	}
	return len > 0;
}

/* Whether an expression is no more than the name of an object that all threads share: of a lambda
 * without captures, or of an object that is captured, whose copies are alike. */
static bool is_shared_object(struct loops *s, size_t first, size_t last)
{
	bool is_local;
	const struct variable *v = variable_in_scope(s, first, &is_local);

	if (token(s->l, first)->kind != TOKEN_IDENTIFIER || last_member(s, first) + 1 != last)
		return false;
	if (is_local)
		return v && v->kind == UNIFORM && !is_arithmetic(clang_getCursorType(v->cursor)) &&
		       last == first + 1;
	CXType type = clang_getCursorType(clang_getCursorReferenced(cursor_at(s->l, last - 1)));

	return is_container(library_class(type)) || is_plain_class(type);
}

/* What an expression follows from, if it has no effects: UNIFORM: from what is
 * the same in all threads; REPEATED: from that and the thread's index; else
 * KEPT. */
enum variable_kind kind_of_expression(struct loops *s, size_t first, size_t last)
{
	enum variable_kind kind = UNIFORM;
	bool changes_later = false;

	if (is_shared_object(s, first, last))
		return UNIFORM;
	for (size_t i = first; i < last; i++) {
		const struct token *t = token(s->l, i);
		bool is_local;

		if (t->kind == TOKEN_NUMBER && is_plain_literal(s, i))
			continue;
		if (t->kind == TOKEN_PUNCTUATOR) {
			if (is_one_of(s, i, "{ } ; , ->"))
				return KEPT;
			if (is(s->l, i, "=") && !is_one_of(s, i - 1, "= ! < >") && !is(s->l, i + 1, "="))
				return KEPT;
			if (is_one_of(s, i, "+ -") && is_one_of(s, i + 1, "+ -") && adjacent(s, i))
				return KEPT;
			continue;
		}
		if (t->kind != TOKEN_IDENTIFIER || is_one_of(s, i + 1, ":: ->"))
			return KEPT;
		if (is_one_of(s, i, "true false bool char short int long signed unsigned float double const"))
			continue; /* also casts */
		if (is_name(s, i, s->index)) {
			if (!is(s->l, i + 1, "."))
				return KEPT;
			if (is_one_of(s, i + 2, "local global"))
				kind = REPEATED;
			i = last_member(s, i);
			continue;
		}
		struct variable *v = variable_in_scope(s, i, &is_local);

		if (is_local) {
			if (!v && is_assumed(s, i) && !is_one_of(s, i + 1, ". ( [") && is_read_number(s, i)) {
				changes_later = true;
				continue;
			}
			if (is_c(s))
				i = last_member(s, i);
			if (!v || v->kind == KEPT || v->kind == TILE_STATIC || is_one_of(s, i + 1, ". ( [") ||
			    !is_read_number(s, i))
				return KEPT;
			if (v->kind == REPEATED)
				kind = REPEATED;
			changes_later |= v->is_mutable;
			continue;
		}
		if (is_name(s, i, s->barrier))
			return KEPT;
		/* Captured, and const, or a constant. Elements of containers change. */
		bool container = is(s->l, i + 1, ".") && names_container(s, i);

		if (container && is(s->l, i + 2, "extent")) {
			i = last_member(s, i);
			continue;
		}
		if (container && is(s->l, i + 2, "get_extent")) {
			i += 4;
			continue;
		}
		while (is(s->l, i + 1, ".") && !container)
			i += 2;
		/* it may be compared with something: < begins no template arguments behind a value */
		if (is_one_of(s, i + 1, ". ( [") || !is_read_number(s, i))
			return KEPT;
	}
	/* what is declared anew in each region must be the same there */
	return changes_later && kind == REPEATED ? KEPT : kind;
}

/* ---- Linear expressions --------------------------------------------------- */

bool is_int(CXType type)
{
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;

	return kind == CXType_Int || kind == CXType_UInt;
}

static bool is_integer(CXType type)
{
	enum CXTypeKind k = clang_getCanonicalType(without_reference(type)).kind;

	return (k >= CXType_Char_U && k <= CXType_ULongLong) ||
	       (k >= CXType_Char_S && k <= CXType_LongLong) || k == CXType_Enum;
}

static bool is_integer_literal(const struct loops *s, size_t i)
{
	const char *p = s->l->text + token(s->l, i)->offset;
	size_t len = token(s->l, i)->len;

	if (len > 1 && (p[1] == 'x' || p[1] == 'X'))
		return !memchr(p, '.', len) && !memchr(p, 'p', len) && !memchr(p, 'P', len);
	for (size_t n = 0; n < len; n++) {
		if (strchr(".eEfF", p[n]))
			return false;
	}
	return true;
}

bool is_of_integers(struct loops *s, size_t first, size_t last)
{
	for (size_t i = first; i < last; i++) {
		const struct token *t = token(s->l, i);
		bool is_local;

		if (t->kind == TOKEN_NUMBER) {
			if (!is_integer_literal(s, i))
				return false;
			continue;
		}
		if (t->kind == TOKEN_PUNCTUATOR)
			continue;
		if (t->kind != TOKEN_IDENTIFIER || is_one_of(s, i, "float double"))
			return false;
		if (is_one_of(s, i, "int unsigned"))
			continue;
		if (is_name(s, i, s->index)) {
			i = last_member(s, i); /* what follows are brackets */
			continue;
		}
		struct variable *v = variable_in_scope(s, i, &is_local);

		if (is_local && !is(s->l, i + 1, ".")) {
			if (!v || !is_integer(clang_getCursorType(v->cursor)))
				return false;
			continue;
		}
		if (is(s->l, i + 1, ".") && names_container(s, i)) {
			i = is(s->l, i + 2, "get_extent") ? i + 4 : last_member(s, i);
			continue;
		}
		while (is(s->l, i + 1, "."))
			i += 2;
		if (!is_integer(clang_getCursorType(cursor_at(s->l, i))))
			return false;
	}
	return true;
}

bool is_binary(const struct loops *s, size_t i)
{
	const struct token *before = token(s->l, i - 1);

	return before->kind == TOKEN_IDENTIFIER || before->kind == TOKEN_NUMBER ||
	       is_one_of(s, i - 1, ") ]");
}

/* The same of what stands between + and -; -2: it is uniform. */
static int dimension_of_term(struct loops *s, size_t first, size_t last)
{
	if (first >= last)
		return -1;
	if (is(s->l, first, "(") && past_match(s, first) == last)
		return kind_of_expression(s, first + 1, last - 1) == UNIFORM &&
		                       is_of_integers(s, first + 1, last - 1)
		               ? -2
		               : linear_dimension(s, first + 1, last - 1);
	if (is_name(s, first, s->index) && is_one_of(s, first + 2, "local global"))
		return index_dimension(s, first + 3, last);
	if (last - first == 1 && token(s->l, first)->kind == TOKEN_IDENTIFIER) {
		bool is_local;
		struct variable *v = variable_in_scope(s, first, &is_local);

		if (v && v->dimension >= 0)
			return v->dimension;
	}
	for (size_t i = first; i < last; i = past_match(s, i)) {
		/* what binds less than + */
		if (is_one_of(s, i, "< > = ! & | ^ ? : ,"))
			return -1;
	}
	return kind_of_expression(s, first, last) == UNIFORM && is_of_integers(s, first, last) ? -2
	                                                                                       : -1;
}

int linear_dimension(struct loops *s, size_t first, size_t last)
{
	int dimension = -1;
	size_t term = first;
	bool minus = false;

	for (size_t i = first; i <= last; i = i < last ? past_match(s, i) : i + 1) {
		if (i < last && !(is_one_of(s, i, "+ -") && i > first && is_binary(s, i)))
			continue;
		int d = dimension_of_term(s, term, i);

		if (d == -1 || (d >= 0 && (minus || dimension >= 0)))
			return -1;
		if (d >= 0)
			dimension = d;
		minus = i < last && is(s->l, i, "-");
		term = i + 1;
	}
	return dimension;
}

/* ---- Variables that all threads change together --------------------------- */

/* Whether [first, last) is `x = uniform;`, `x op= uniform;`, `x++;`, `++x;` */
static bool is_uniform_change(struct loops *s, struct variable *v, size_t first, size_t last)
{
	size_t i = first, value;

	while (i < last && is_one_of(s, i, "+ -") && i < first + 2)
		i++;
	if (!is_name(s, i, v->name) ||
	    (mention_at(&s->uses, i).use & (USE_WRITTEN | USE_ESCAPES)) != USE_WRITTEN)
		return false;
	take_premises(s, mention_at(&s->uses, i).premises);
	if (i != first)
		return i == first + 2 && last == i + 2;
	if (last - first == 4 && is_one_of(s, i + 1, "+ -") && is_one_of(s, i + 2, "+ -"))
		return true;
	for (value = i + 1; value < i + 4 && !is(s->l, value, "="); value++) {
		if (!is_one_of(s, value, "+ - * / % & | ^ < >"))
			return false;
	}
	return is(s->l, value, "=") && !is(s->l, value + 1, "=") && value + 2 < last &&
	       kind_of_expression(s, value + 1, last - 1) == UNIFORM;
}

/* Whether the parts of `for (…; …; …)` between two parentheses leave v uniform. */
static bool stays_uniform_in_header(struct loops *s, struct variable *v, size_t open, size_t close)
{
	size_t condition = statement_end(s, open + 1, close);
	size_t step = statement_end(s, condition, close);

	return (!changes(s, open + 1, condition, v->name) ||
	        is_uniform_change(s, v, open + 1, condition)) &&
	       !changes(s, condition, step, v->name) &&
	       (!changes(s, step, close, v->name) || is_uniform_change(s, v, step, close + 1));
}

/* All that is needed is a statement with a barrier in it: that one is cut, or else
 * there are no loops at all. */
bool stays_uniform(struct loops *s, struct variable *v, size_t first, size_t last)
{
	for (size_t i = first; i < last;) {
		size_t end = statement_end(s, i, last), at = i;

		while (at < end && token(s->l, at)->kind == TOKEN_DIRECTIVE)
			at++;
		i = end;
		if (at >= end || !changes(s, at, end, v->name) || is_uniform_change(s, v, at, end))
			continue;
		if (!has_barrier(s, at, end))
			return false;
		if (is(s->l, at, "{")) {
			if (!stays_uniform(s, v, at + 1, end - 1))
				return false;
			continue;
		}
		if (!is_one_of(s, at, "for while if"))
			return false;
		size_t open = at + (is(s->l, at + 1, "constexpr") ? 2 : 1);
		size_t close = (size_t)token(s->l, open)->match;
		size_t middle = is(s->l, at, "if") ? statement_end(s, close + 1, end) : end;

		if (!is(s->l, open, "(") ||
		    (is(s->l, at, "for") ? !stays_uniform_in_header(s, v, open, close)
		                         : changes(s, open + 1, close, v->name)) ||
		    !stays_uniform(s, v, close + 1, middle) ||
		    (middle < end && !stays_uniform(s, v, middle + 1, end)))
			return false;
	}
	return true;
}

size_t initializer_end(const struct loops *s, const struct variable *v, size_t last)
{
	size_t end = v->at + 1;

	while (end < last && !is_one_of(s, end, ", ;"))
		end = past_match(s, end);
	return end;
}

/* Whether a variable that is not a for's is uniform, if those are that are assumed to be. */
static bool holds(struct loops *s, struct variable *v)
{
	size_t end = initializer_end(s, v, s->body_end), last = end, scope_end;

	while (last < s->body_end && !is_one_of(s, last, "; )"))
		last = past_match(s, last);
	for (scope_end = last; scope_end < s->body_end && !is_one_of(s, scope_end, "} )");)
		scope_end = past_match(s, scope_end);
	if (!is(s->l, last, ";") || !is(s->l, scope_end, "}"))
		return false;
	bool is_set = is(s->l, v->at + 1, "=");

	if (is_set ? kind_of_expression(s, v->at + 2, end) != UNIFORM : end != v->at + 1)
		return false;
	return !changes(s, end, last, v->name) &&
	       (changes(s, last, scope_end, v->name) ? stays_uniform(s, v, last + 1, scope_end) : is_set);
}

void assume_uniform(struct loops *s)
{
	bool changed = true;

	s->is_without_premises = true;
	for (size_t i = 0; i < s->n_variables; i++) {
		struct variable *v = &s->variables[i];

		v->is_assumed = !v->in_use && !v->is_bound && v->type &&
		                is_arithmetic(clang_getCursorType(v->cursor)) && !is_tile_static(v->cursor);
		for (size_t n = 0; n < s->n_variables; n++)
			v->is_assumed &= n == i || strcmp(s->variables[n].name, v->name);
	}
	while (changed) {
		changed = false;
		for (size_t i = 0; i < s->n_variables; i++) {
			struct variable *v = &s->variables[i];

			if (v->is_assumed && !holds(s, v)) {
				v->is_assumed = false;
				changed = true;
			}
		}
	}
	s->is_without_premises = false;
}
