/* restrict(...) clauses (specification 2.1).
 *
 * libclang parses CUDA, in which restrict(amp) is __attribute__((device)), restrict(cpu) is ((host)) and
 * restrict(cpu,amp) is both: the parse text has a blank in place of each clause, and the attribute at the next
 * place where clang accepts one. On function types it becomes an attribute that
 * clang does not know but accepts in the same places, and in no others (misplaced.c). Restrictions of
 * functions inside of amp code (nested.c) are inserted, and declarations without a name get one, so that
 * clang keeps them. */
#include "parse/parse.h"

#include <string.h>

/* Prefix of the names given to declarations without one. */
#define NOTHING "__amp_nothing_"

/* A name of a function type that has a clause. */
struct type_name {
	int token;
	unsigned restrictions;
};

struct clause_finder {
	struct unit *unit;
	const char *text;
	const struct token *tokens;
	struct clauses *out;
	struct type_name *names;
	size_t n_names;
};

static bool is(const struct clause_finder *f, int i, const char *spelling)
{
	return i >= 0 && (size_t)i < f->unit->tokens.count &&
	       token_is(f->text, &f->tokens[i], spelling);
}

static bool is_one_of(const struct clause_finder *f, int i, const char *list)
{
	return i >= 0 && token_is_one_of(f->text, &f->tokens[i], list);
}

/* Whether the list in the parentheses at `open` can only be that of a clause: names and commas, with cpu, amp
 * or auto among them. */
static bool names_restrictions(const struct clause_finder *f, int open)
{
	int close = f->tokens[open].match;
	bool known = false;

	if (close < 0)
		return false;
	for (int i = open + 1; i < close; i++) {
		if (f->tokens[i].kind != TOKEN_IDENTIFIER && !is(f, i, ","))
			return false;
		known |= is_one_of(f, i, "cpu amp auto");
	}
	return known;
}

/* Returns the ')' of the parameter list that the qualifiers in front of and at `i` belong to, or -1. */
static int parameter_list_before(const struct clause_finder *f, int i)
{
	while (i >= 0) {
		if (is_one_of(f, i, "const volatile mutable noexcept & constexpr")) {
			i--;
		} else if (is(f, i, ")") && f->tokens[i].match > 0) {
			int before = f->tokens[i].match - 1;

			if (is(f, before, "noexcept") || is(f, before, "throw") ||
			    (is(f, before, "restrict") && names_restrictions(f, before + 1)))
				i = before - 1;
			else
				return i;
		} else {
			return -1;
		}
	}
	return -1;
}

/* Whether the word at i is followed by an operand in parentheses rather than by parameters. */
static bool has_operand(const struct clause_finder *f, int i)
{
	return is_one_of(f, i, "if while for switch return constexpr catch sizeof alignof alignas decltype typeof "
	                       "__typeof__ typeid static_assert explicit __attribute__ __declspec asm __asm__ "
	                       "co_return co_await co_yield");
}

/* Whether the bracket at i, behind which there is a clause, is a declarator's: int a[3], int (&f())[3]. */
static bool declares_array(const struct clause_finder *f, int i)
{
	int before = i - 1;

	return is(f, before, ")")
	           ? !has_operand(f, f->tokens[before].match - 1)
	           : is(f, before, "]") || (before >= 0 && f->tokens[before].kind == TOKEN_IDENTIFIER &&
	                                    !is_one_of(f, before, "return co_return co_yield else do operator"));
}

/* Whether `restrict` at i, followed by a parenthesis, is a clause behind a parameter list rather than a name
 * of the program's. */
static bool is_clause(const struct clause_finder *f, int i)
{
	int close;

	if (is(f, i - 1, "]") && names_restrictions(f, i + 1)) /* a lambda without a parameter list, or an array */
		return !declares_array(f, f->tokens[i - 1].match);
	close = parameter_list_before(f, i - 1);
	/* behind an expression or a macro's use, a name would need an operator */
	return close >= 0 && !has_operand(f, f->tokens[close].match - 1);
}

bool is_clause_like(const struct unit *u, size_t i)
{
	const struct clause_finder f = {
	    .unit = (struct unit *)u,
	    .text = u->text.data,
	    .tokens = u->tokens.items,
	};

	return is(&f, (int)i, "restrict") && is(&f, (int)i + 1, "(") &&
	       names_restrictions(&f, (int)i + 1);
}

bool has_auto_clause(const struct unit *u)
{
	for (size_t i = 0; u->tokens.items[i].kind != TOKEN_END; i++) {
		if (!is_clause_like(u, i))
			continue;
		for (int k = (int)i + 2; k < u->tokens.items[i + 1].match; k++) {
			if (token_is(u->text.data, &u->tokens.items[k], "auto"))
				return true;
		}
	}
	return false;
}

/* Reads the restrictions, `auto` included, in the parentheses at `open`. */
static unsigned read_restrictions(const struct clause_finder *f, int open)
{
	unsigned restrictions = 0;
	int close = f->tokens[open].match;

	if (close == open + 1) {
		diagnose(f->unit, SEVERITY_ERROR, f->tokens[open].offset,
		         "a restriction clause needs at least one of 'cpu', 'amp', 'auto' "
		         "[C++ AMP 2.1]");
		return RESTRICT_CPU | RESTRICT_AMP; /* avoids further errors about calls */
	}
	for (int i = open + 1; i < close; i++) {
		bool name = (i - open) % 2;

		if (name && is(f, i, "cpu"))
			restrictions |= RESTRICT_CPU;
		else if (name && is(f, i, "amp"))
			restrictions |= RESTRICT_AMP;
		else if (name && is(f, i, "auto"))
			restrictions |= RESTRICT_AUTO;
		else if (name || !is(f, i, ",") || i + 1 == close) {
			bool lacks_comma = !name && is_one_of(f, i, "cpu amp auto");

			diagnose(f->unit, SEVERITY_ERROR, f->tokens[i].offset,
			         lacks_comma ? "a comma is missing in front of '%.*s' [C++ AMP 2.1]"
			         : name || !is(f, i, ",")
			             ? "'%.*s' is not a restriction; expected 'cpu', 'amp' or 'auto' [C++ AMP 2.1]"
			             : "a restriction is missing behind the '%.*s' [C++ AMP 2.1]",
			         (int)f->tokens[i].len, f->text + f->tokens[i].offset);
			return RESTRICT_CPU | RESTRICT_AMP;
		}
	}
	return restrictions;
}

/* Returns the first token of the declaration that token i is part of, behind template heads. */
static int declaration_begin(const struct clause_finder *f, int i)
{
	i = (int)token_statement_begin(f->text, f->tokens, (size_t)i);
	while (is(f, i, "template") && is(f, i + 1, "<"))
		i = (int)token_skip_angles(f->text, &f->unit->tokens, i + 1);
	return i;
}

/* Whether the ')' at `close` ends a name in parentheses, which protect it from macro expansion: float
 * (max)(float, float), bool (operator<)(S, S). */
static bool ends_name(const struct clause_finder *f, int close)
{
	int open = is(f, close, ")") ? f->tokens[close].match : close;

	for (int i = open + 1; i < close; i++) {
		if (is(f, i, "operator"))
			return true; /* followed by the operator's symbol */
		if (f->tokens[i].kind != TOKEN_IDENTIFIER && !is(f, i, "::"))
			return false;
	}
	return open >= 0 && open + 1 < close && f->tokens[close - 1].kind == TOKEN_IDENTIFIER;
}

/* Returns the name that the declaration beginning at `begin` gives to the type of functions whose parameters
 * begin at `open`: typedef int name(int), typedef int (name)(int), using name = int(int). -1 if it declares
 * something else. */
static int declared_type(const struct clause_finder *f, int begin, int open)
{
	int before = open - 1;

	if (is(f, before, ")") && !ends_name(f, before))
		return -1; /* a pointer or reference */
	if (is(f, begin, "using"))
		return begin + 1;
	return is(f, begin, "typedef") ? before - is(f, before, ")") : -1;
}

/* Whether token i is in brackets that open in the same declaration or statement: of parameters, operands,
 * template arguments. */
static bool is_in_list(const struct clause_finder *f, int i)
{
	int angles = 0;

	for (i--; i >= 0 && f->tokens[i].kind != TOKEN_DIRECTIVE && !is(f, i, ";") && !is(f, i, "{") &&
	          !is(f, i, "}"); i--) {
		if (f->tokens[i].match >= 0 && f->tokens[i].match < i) {
			i = f->tokens[i].match;
			continue;
		}
		angles -= token_angle(f->text, &f->unit->tokens, (size_t)i);
		if (angles < 0 || is(f, i, "(") || is(f, i, "["))
			return true;
	}
	return false;
}

/* Returns the first token of the declarator whose parameter list begins at `open`: f, (f), A<T>::f, ~A,
 * operator+, operator int. */
static int declarator_begin(const struct clause_finder *f, int open)
{
	int i = open - 1;

	if (ends_name(f, i))
		return f->tokens[i].match;
	for (int k = i; k > 0 && !is(f, k, ";") && !is(f, k, "}") && !is(f, k, "{"); k--) {
		if (is(f, k, "operator"))
			i = k;
		else if (f->tokens[k].match >= 0 && f->tokens[k].match < k)
			k = f->tokens[k].match;
	}
	for (;;) {
		if (is(f, i, ">")) { /* the arguments of a template-id */
			int depth = 0;

			for (; i > 0; i--) {
				depth += is(f, i, ">") - is(f, i, "<");
				if (!depth)
					break;
			}
			i--;
		} else if (is(f, i - 1, "~")) {
			i--;
		} else if (is(f, i - 1, "::")) {
			i -= f->tokens[i - 2].kind == TOKEN_IDENTIFIER || is(f, i - 2, ">") ? 2 : 1;
		} else {
			return i;
		}
	}
}

/* Returns the first token of the declarator whose parameter list begins at `open`, with the parentheses around
 * it: (&f, in int (&f(int))[3], and (f, in int *(f(int)). Neither a parameter nor an operand begins with a pointer
 * operator in them, and there is none in front of a list of parameters. */
static int whole_declarator_begin(const struct clause_finder *f, int open)
{
	int i = declarator_begin(f, open);

	for (;;) {
		int k = i - 1;

		while (is_one_of(f, k, "* & && const volatile"))
			k--;
		if (!is(f, k, "(") || is_one_of(f, k + 1, "const volatile") ||
		    (k == i - 1 && !is_one_of(f, k - 1, "* & &&")))
			return i;
		i = k;
	}
}

/* Whether a clause behind the parameter list that ends at `close` restricts a type: of a pointer or reference
 * to a function, of a parameter, of a template argument, or one that is given a name. */
static bool restricts_type(const struct clause_finder *f, int close)
{
	int before = f->tokens[close].match - 1, begin = declaration_begin(f, before);

	if (is(f, begin, "typedef") || (is(f, begin, "using") && is(f, begin + 2, "=")))
		return true;
	if (is(f, before, ")") && !ends_name(f, before)) {
		/* void (*p)(int), but not operator()(int) */
		int open = f->tokens[before].match;

		return !(open > 0 && is(f, open - 1, "operator") && before == open + 1);
	}
	return is_in_list(f, whole_declarator_begin(f, f->tokens[close].match));
}

/* Returns the token behind those, from i on, that clang requires in front of attributes. */
static int skip_to_attribute_place(const struct clause_finder *f, int i)
{
	for (;;) {
		if (is_one_of(f, i, "const volatile &")) {
			i++;
		} else if (is(f, i, "noexcept") || is(f, i, "throw")) {
			i++;
			if (is(f, i, "(") && f->tokens[i].match > 0)
				i = f->tokens[i].match + 1;
		} else if (is(f, i, "requires")) {
			i = (int)token_skip_requires(f->text, &f->unit->tokens, (size_t)i);
		} else {
			return i;
		}
	}
}

/* Whether the declarator that begins at `i` is that of an explicit instantiation, where clang accepts
 * attributes only among the specifiers. */
static bool is_explicit_instantiation(const struct clause_finder *f, int i)
{
	i = (int)token_statement_begin(f->text, f->tokens, (size_t)i);
	i += is(f, i, "extern");
	return is(f, i, "template") && !is(f, i + 1, "<");
}

/* Returns the offset at which clang accepts the attribute of a clause that is followed by token `behind`: in its
 * place, or behind what follows it. Where a type follows the parameters, which begin at `open`, or encloses
 * them, auto f()
 * -> T and int (&f())[3], and in template void f<int>(), it is in front of the declarator. */
static unsigned attribute_place(const struct clause_finder *f, const struct clause *clause, int open, int behind)
{
	int next = skip_to_attribute_place(f, behind), declarator = whole_declarator_begin(f, open);

	if (!clause->on_type && (is(f, next, "->") || declarator != declarator_begin(f, open) ||
	                         is_explicit_instantiation(f, declarator)))
		return f->tokens[declarator].offset;
	return next > behind ? token_end(&f->tokens[next - 1]) : clause->start;
}

/* The attribute of a function type, which clang ignores. */
#define TYPE_ATTRIBUTE " [[a::r]] "

/* Blanks [start, end) of the parse text, except its line breaks. */
static void blank(struct clause_finder *f, unsigned start, unsigned end)
{
	for (char *p = f->out->plain.data + start; p < f->out->plain.data + end; p++)
		*p = *p == '\n' ? '\n' : ' ';
}

/* Whether a parameter list that begins at `open` is that of a block of C: ^(…) or ^T (…). */
static bool is_block(const struct clause_finder *f, int open)
{
	int i = open - 1;

	while (i >= 0 && (f->tokens[i].kind == TOKEN_IDENTIFIER || is(f, i, "*")))
		i--;
	return unit_is_c(f->unit) && is(f, i, "^");
}

/* Returns the `requires` behind which a lambda's parameter list begins at `open`: []<typename T> requires
 * small<T> (. `open` if there is none. */
static int requires_before(const struct clause_finder *f, int open)
{
	for (int k = open - 1; k > 0 && !is(f, k, ";") && !is(f, k, "{") && !is(f, k, "]"); k--) {
		if (is(f, k, "requires") && is(f, k - 1, ">") &&
		    (int)token_skip_requires(f->text, &f->unit->tokens, (size_t)k) == open)
			return k;
		if (f->tokens[k].match >= 0 && f->tokens[k].match < k)
			k = f->tokens[k].match;
	}
	return open;
}

/* Returns the ']' of the capture list of a lambda whose parameter list begins at `open`, behind its template
 * parameters if it has any: [](, []<typename T>(. -1 if there is none. */
static int captures_before(const struct clause_finder *f, int open)
{
	open = requires_before(f, open);
	int angles = (int)token_angles_begin(f->text, &f->unit->tokens, (size_t)open);
	int i = (angles ? angles : open) - 1;

	return is(f, i, "]") ? i : -1;
}

/* Returns the offset of the lambda whose parameter list, or capture list, ends at `close`; UINT_MAX if it is
 * none, like operator[](). */
static unsigned lambda_begin(const struct clause_finder *f, int close)
{
	int captures = is(f, close, "]") ? close : captures_before(f, f->tokens[close].match);
	int open = captures >= 0 ? f->tokens[captures].match : -1;

	return open < 0 || is(f, open - 1, "operator") ? UINT_MAX : f->tokens[open].offset;
}

/* Checks that a clause is behind the parameters, cv-qualifiers and mutable, and in front of the exception
 * specification (specification 2.1.1, 2.1.2). parameters: the token at which their list ends. */
static void check_order(struct clause_finder *f, int i, int parameters)
{
	int after = f->tokens[i + 1].match + 1;

	if (is(f, i - 1, "]") && is(f, after, "(")) {
		diagnose(f->unit, SEVERITY_ERROR, f->tokens[i].offset,
		         "a restriction clause must be behind the parameters [C++ AMP 2.1]");
		return;
	}
	for (int k = parameters + 1; k < i; k++) {
		if (is(f, k, "noexcept") || is(f, k, "throw")) {
			diagnose(f->unit, SEVERITY_ERROR, f->tokens[i].offset,
			         "a restriction clause must be in front of the exception "
			         "specification [C++ AMP 2.1]");
			return;
		}
	}
	if (is_one_of(f, after, "const volatile mutable"))
		diagnose(f->unit, SEVERITY_ERROR, f->tokens[after].offset,
		         "'%.*s' must be in front of the restriction clause [C++ AMP 2.1]",
		         (int)f->tokens[after].len, f->text + f->tokens[after].offset);
}

static void add_type_name(struct clause_finder *f, int open, unsigned restrictions)
{
	int name = declared_type(f, declaration_begin(f, open), open);

	if (name < 0 || unit_is_c(f->unit))
		return;
	KEEP(f->names, f->n_names) = (struct type_name){name, restrictions};
}

/* Handles `name f;` at token i, where `name` is a function type with a clause: f is declared with the type's
 * restrictions, which are inserted in front of it for clang. */
static void restrict_by_type(struct clause_finder *f, int i)
{
	bool begins = i == 0 || f->tokens[i - 1].kind == TOKEN_DIRECTIVE ||
	              is_one_of(f, i - 1, "; { } : static extern virtual friend inline");

	if (!begins || f->tokens[i + 1].kind != TOKEN_IDENTIFIER ||
	    !(is(f, i + 2, ";") || is(f, i + 2, ",")))
		return;
	for (size_t k = f->n_names; k-- > 0;) {
		const struct token *name = &f->tokens[f->names[k].token];

		if (name->len != f->tokens[i].len ||
		    memcmp(f->text + name->offset, f->text + f->tokens[i].offset, name->len))
			continue;
		insert_restrictions(f->out, f->tokens[i].offset, f->names[k].restrictions);
		return;
	}
}

/* Blanks the clauses right behind token `close`, which add to the one in front of them (specification 2.1),
 * and adds their restrictions. Returns the token behind the last one. */
static int join_repeated(struct clause_finder *f, int close, unsigned *restrictions)
{
	int i = close + 1;

	while (is(f, i, "restrict") && is(f, i + 1, "(") && names_restrictions(f, i + 1)) {
		unsigned start = f->tokens[i].offset;
		int end = f->tokens[i + 1].match;

		for (int k = i + 2; k < end; k++)
			*restrictions |= is(f, k, "cpu")    ? RESTRICT_CPU
			                 : is(f, k, "amp")  ? RESTRICT_AMP
			                 : is(f, k, "auto") ? RESTRICT_AUTO
			                                    : 0;
		blank(f, start, f->tokens[end].offset + 1);
		i = end + 1;
	}
	return i;
}

/* Returns what restrict(auto) at token i stands for (13.1.1): what has been inferred for the function, which
 * extends from token `begin` to the end of its body, or everything if nothing has been. */
static unsigned settle_auto(struct clause_finder *f, int i, int begin, unsigned restrictions)
{
	struct unit *u = f->unit;
	unsigned start = f->tokens[i].offset;
	size_t body = body_behind(u, (size_t)i);

	if (begin < 0 || body == u->tokens.count) {
		diagnose(u, SEVERITY_ERROR, start,
		         "restrict(auto) is only allowed where a "
		         "function or a %s is defined, since it follows from the body [C++ AMP 13.1.1]",
		         unit_is_c(u) ? "block" : "lambda");
		return RESTRICT_CPU | RESTRICT_AMP;
	}
	for (size_t k = 0; k < u->n_inferred; k++) {
		if (u->inferred[k].start == start)
			return u->inferred[k].restrictions;
	}
	KEEP(u->inferred, u->n_inferred) = (struct inferred){
	    .start = start,
	    .why = UINT_MAX,
	    .least = restrictions,
	    .restrictions = RESTRICT_CPU | RESTRICT_AMP,
	    .begin = f->tokens[begin].offset,
	    .end = f->tokens[f->tokens[body].match].offset,
	};
	return RESTRICT_CPU | RESTRICT_AMP;
}

/* Whether `restrict` at token i is followed by restrictions without parentheses: restrict cpu, amp */
static bool is_bare_clause(const struct clause_finder *f, int i)
{
	return is_one_of(f, i + 1, "cpu amp auto");
}

/* Reports a clause without parentheses. Returns its last token. */
static int refuse_bare_clause(struct clause_finder *f, int i)
{
	const struct token *t = f->tokens;
	int last = i + 1;

	while (is(f, last + 1, ",") && is_bare_clause(f, last + 1))
		last += 2;
	unsigned start = t[i].offset, end = token_end(&t[last]), first = t[i + 1].offset;
	const char *clause = interned_printf("restrict(%.*s)", (int)(end - first), f->text + first);

	diagnose_with_fix(f->unit, SEVERITY_ERROR, start, (struct fix){start, end, clause},
	                  "a restriction clause has its restrictions in parentheses [C++ AMP 2.1]");
	return last;
}

static void add_clause(struct clause_finder *f, int i)
{
	struct clauses *c = f->out;
	bool is_bare = is_bare_clause(f, i);
	int open = i + 1, close = is_bare ? refuse_bare_clause(f, i) : f->tokens[open].match;
	int parameters = is(f, i - 1, "]") ? i - 1 : parameter_list_before(f, i - 1);
	unsigned start = f->tokens[i].offset, end = token_end(&f->tokens[close]);
	/* after an error, allow everything, to cause no others */
	unsigned restrictions = is_bare ? RESTRICT_CPU | RESTRICT_AMP : read_restrictions(f, open);
	unsigned begin = lambda_begin(f, parameters);
	bool lambda = begin != UINT_MAX;
	const struct clause *last = c->count ? &c->items[c->count - 1] : NULL;
	bool repeated = last && (int)token_at(&f->unit->tokens, last->end) == i;
	bool block = !lambda && is_block(f, f->tokens[parameters].match);
	bool on_type = !lambda && !block && restricts_type(f, parameters);

	if (!unit_is_c(f->unit))
		check_order(f, i, parameters);
	blank(f, start, end);
	if (repeated) { /* the first one has the restrictions of all */
		struct clause first = *last;

		KEEP(c->items, c->count) = (struct clause){.start = start,
		                                           .end = end,
		                                           .restrictions = first.restrictions,
		                                           .on_type = first.on_type,
		                                           .lambda = UINT_MAX};
		return;
	}
	int behind = join_repeated(f, close, &restrictions);

	if (restrictions & RESTRICT_AUTO)
		restrictions = settle_auto(
		    f, i, on_type ? -1 : lambda ? (int)token_at(&f->unit->tokens, begin)
		                                : declaration_begin(f, f->tokens[parameters].match - 1),
		    restrictions & ~(unsigned)RESTRICT_AUTO);
	KEEP(c->items, c->count) = (struct clause){
	    .start = start, .end = end, .restrictions = restrictions, .on_type = on_type, .lambda = begin};
	struct clause *clause = &c->items[c->count - 1];
	int list = f->tokens[parameters].match;

	if (on_type)
		add_type_name(f, list, restrictions);
	if (on_type)
		insert_for_clause(c, attribute_place(f, clause, list, behind), clause, TYPE_ATTRIBUTE);
	else if (lambda) /* mutable and noexcept go behind the attribute */
		insert_attribute(c, f->tokens[parameters].offset + 1, clause);
	else if (!block)
		insert_attribute(c, attribute_place(f, clause, list, behind), clause);
}

/* Whether `::` at i is valid in C: in an attribute, [[gnu::unused]], or between the operands of an assembly
 * statement. */
static bool is_c_colons(const struct clause_finder *f, int i)
{
	int open = i - 1;

	while (open > 0 && !is_one_of(f, open, "( [ ; { }"))
		open = f->tokens[open].match >= 0 ? f->tokens[open].match - 1 : open - 1;
	if (!is(f, open, "("))
		return is(f, open, "[") && is(f, open - 1, "[");
	for (int k = open - 1; k >= 0 && f->tokens[k].kind == TOKEN_IDENTIFIER; k--) {
		if (is_one_of(f, k, "asm __asm __asm__"))
			return true;
	}
	return false;
}

/* Refuses other uses of `::` in C, and hides them from libclang, which does not terminate on (:: x). */
static void refuse_colons(struct clause_finder *f, int i)
{
	diagnose(f->unit, SEVERITY_ERROR, f->tokens[i].offset, "'::' is C++, not C");
	memcpy(f->out->plain.data + f->tokens[i].offset, "  ", 2);
}

bool share_destructors(const struct unit *u, struct clauses *c)
{
	bool changed = false;

	for (size_t i = 0; i + 2 < u->tokens.count; i++) {
		const struct token *t = &u->tokens.items[i];

		if (!token_is(u->text.data, t, "~") || t[1].kind != TOKEN_IDENTIFIER ||
		    !token_is(u->text.data, t + 2, "("))
			continue;
		const struct clause *clause = declarator_clause(u, t->offset);

		changed |= clause && change_restrictions(c, clause, RESTRICT_CPU | RESTRICT_AMP);
	}
	return changed;
}

bool leave_unconstructed(const struct unit *u, struct clauses *c, unsigned name,
                         bool constructible)
{
	const struct token *t = u->tokens.items;
	const char *text = u->text.data;
	size_t i = token_at(&u->tokens, name), first = i, behind = i + 1;

	while (first > 0 && t[first - 1].kind != TOKEN_DIRECTIVE &&
	       !token_is(text, &t[first], "tile_static") && !token_is(text, &t[first - 1], ";") &&
	       !token_is(text, &t[first - 1], "{") && !token_is(text, &t[first - 1], "}"))
		first--;
	while (token_is(text, &t[behind], "[") && t[behind].match > (int)behind)
		behind = t[behind].match + 1;
	bool last = token_is(text, &t[behind], ";"), single = last;

	for (size_t k = first; k < i; k++)
		single &= !token_is(text, &t[k], ","); /* may also separate template arguments */
	if (t[i].kind != TOKEN_IDENTIFIER || !token_is(text, &t[first], "tile_static") ||
	    !(last || token_is(text, &t[behind], ",")) || !(single || constructible) ||
	    !offsets_add(&c->references, t[i].offset))
		return false;
	if (!constructible)
		offsets_add(&c->unconstructed, t[i].offset);
	/* clang does not allow an initializer on a __shared__ variable */
	memcpy(c->plain.data + t[first].offset, "__ATR", strlen("__ATR"));
	insert_text(c, t[i].offset, behind > i + 1 ? "(&" : "&");
	if (behind > i + 1)
		insert_text(c, token_end(&t[i]), ")");
	insert_text(c, t[behind].offset, " = ::amp_any_object()");
	return true;
}

/* Turns `decltype(x + y);` at token i, which declares nothing and of which clang keeps nothing, into a
 * typedef, so that it can be checked. */
static void name_nothing(struct clause_finder *f, int i)
{
	bool begins = token_statement_begin(f->text, f->tokens, (size_t)i) == (size_t)i;
	int end = f->tokens[i + 1].match + 1;

	if (!begins || !is(f, i + 1, "(") || end < i || !is(f, end, ";"))
		return;
	insert_text(f->out, f->tokens[i].offset, "typedef ");
	insert_text(f->out, f->tokens[end].offset, interned_printf(" " NOTHING "%d", i));
}

/* Whether a deduction guide (C++17) begins with the name at token i, behind its template head: box(T) ->
 * box<T>; Refuses a clause in it. */
static bool is_deduction_guide(struct clause_finder *f, int i)
{
	int behind = f->tokens[i + 1].match + 1, arrow = behind, end;

	if (!is(f, i + 1, "(") || behind < i)
		return false;
	if (is_clause_like(f->unit, (size_t)behind))
		arrow = f->tokens[behind + 1].match + 1;
	if (!is(f, arrow, "->") || !is(f, arrow + 2, "<"))
		return false;
	end = (int)token_skip_angles(f->text, &f->unit->tokens, (size_t)arrow + 2);
	bool yes = is(f, arrow + 1, interned(f->text + f->tokens[i].offset, f->tokens[i].len)) && is(f, end, ";");

	if (yes && arrow != behind)
		diagnose(f->unit, SEVERITY_ERROR, f->tokens[behind].offset,
		         "a deduction guide cannot have restrictions [C++ AMP 2.1]");
	return yes;
}

/* Notes a deduction guide. For clang it would be __host__, and not used in amp code. */
static void add_guide(struct clauses *c, unsigned name)
{
	offsets_add(&c->guides, name);
	insert_restrictions(c, name, RESTRICT_CPU | RESTRICT_AMP);
}

bool declares_nothing(CXCursor declaration)
{
	return starts(cursor_spelling(declaration), NOTHING);
}

/* Finds where the code of a clause ends. */
static void find_code_end(const struct clause_finder *f, struct clause *clause)
{
	const struct unit *u = f->unit;
	size_t i = token_at(&u->tokens, clause->end), body = body_behind(u, i);

	clause->has_body = body < u->tokens.count;
	/* the declarator that follows is not part of this function: void f() restrict(amp), g(decltype(f())); */
	size_t last = clause->has_body ? (size_t)f->tokens[body].match
	                               : list_item_end(u, i, declarator_end(u, clause->end, u->text.len));

	clause->code_end = f->tokens[last].offset + clause->has_body;
}

void find_clauses(struct unit *u)
{
	struct clauses *out = u->clauses;
	struct clause_finder f = {u, u->text.data, u->tokens.items, out, NULL, 0};

	*out = (struct clauses){0};
	if (!unit_is_c(u))
		write_int_main(u->text.data, &u->tokens);
	text_append_n(&out->plain, u->text.data, u->text.len);
	for (int i = 0; f.tokens[i].kind != TOKEN_END; i++) {
		if (unit_is_c(u) && is(&f, i, "::") && !is_c_colons(&f, i))
			refuse_colons(&f, i);
		if (f.tokens[i].kind != TOKEN_IDENTIFIER)
			continue;
		if (is(&f, i, "tile_static"))
			memcpy(out->plain.data + f.tokens[i].offset, "__ATS      ", strlen("tile_static"));
		else if (is(&f, i, "restrict") &&
		         (is_bare_clause(&f, i) || (is(&f, i + 1, "(") && f.tokens[i + 1].match > 0)) &&
		         is_clause(&f, i))
			add_clause(&f, i);
		else if (is(&f, i, "decltype") && !unit_is_c(u))
			name_nothing(&f, i);
		else if (is_deduction_guide(&f, i))
			add_guide(out, f.tokens[i].offset);
		else if (f.n_names)
			restrict_by_type(&f, i);
	}
	for (size_t k = 0; k < out->count; k++)
		find_code_end(&f, &out->items[k]);
	inherit_restrictions(u, out);
}
