/* Variables and kernels that an error of ampcc's is about: the parser's errors about uses of these variables, and about
 * what these kernels call, follow from that error, and are dropped. */
#include "messages/messages.h"

#include <limits.h>
#include <string.h>

void refuse_uses(struct unit *u, unsigned declared, unsigned start, unsigned end)
{
	KEEP(u->refused, u->n_refused) = (struct refused_variable){declared, start, end};
}

void refuse_kernel(struct unit *u, unsigned start, unsigned end)
{
	KEEP(u->refused_kernels, u->n_refused_kernels) = (struct refused_kernel){start, end};
}

bool is_in_refused_kernel(const struct unit *u, unsigned offset)
{
	bool is_in = false;

	FOR_EACH(const struct refused_kernel, k, u->refused_kernels, u->n_refused_kernels)
		is_in |= offset >= k->start && offset < k->end;
	return is_in;
}

/* Returns the token that ends the scope of the name at token i: the end of its block or, for a parameter, of
 * the body behind the list; INT_MAX outside of these. */
static int scope_end(const struct unit *u, size_t i)
{
	const struct token *t = u->tokens.items;
	size_t open = i;

	while (open > 0 && !((unit_is_one_of(u, open, "{ (")) && t[open].match > (int)i))
		open--;
	if (t[open].match <= (int)i)
		return INT_MAX;
	if (unit_is(u, open, "{"))
		return t[open].match;
	for (open = t[open].match; !ends_statement(u, open); open++)
		;
	return unit_is(u, open, "{") && t[open].match > 0 ? t[open].match : (int)open;
}

size_t named_call_end(const struct unit *u, unsigned offset)
{
	const struct token *t = u->tokens.items;
	size_t name = token_at(&u->tokens, offset);

	if (t[name].kind != TOKEN_IDENTIFIER || !unit_is(u, name + 1, "(") ||
	    t[name + 1].match < 0 || (name > 0 && unit_is_one_of(u, name - 1, ". ->")))
		return 0;
	return (size_t)t[name + 1].match + 1;
}

bool is_about_refused(const struct unit *u, unsigned offset)
{
	const struct token *t = u->tokens.items;
	size_t first = token_at(&u->tokens, offset), end = named_call_end(u, offset);

	if (!end) {
		end = first;
		first = statement_start(u, first);
		while (!ends_statement(u, end))
			end++;
	}
	FOR_EACH(const struct refused_variable, v, u->refused, u->n_refused) {
		size_t name = token_at(&u->tokens, v->declared);

		if (name >= first || scope_end(u, name) < (int)end || offset < v->start ||
		    offset >= v->end)
			continue;
		for (size_t i = first; i < end; i++) {
			if (t[i].kind == TOKEN_IDENTIFIER && token_equals(u->text.data, &t[i], u->text.data, &t[name]))
				return true;
		}
	}
	return false;
}
