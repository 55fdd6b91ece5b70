/* Pragmas and attributes of the program that change the meaning of its arithmetic. The device compilers know
 * none of them, and all kernels of a unit are compiled with the same options: if any code asks for products
 * to be rounded before they are added, no kernel of the unit contracts them, which is always correct. */
#include "parse/parse.h"

#include <string.h>

#define M(meaning) (1u << MEANING_##meaning)

/* Returns a directive's text without white space. */
static const char *directive_words(const struct unit *u, const struct token *t)
{
	struct text words = {0};

	for (unsigned i = 0; i < t->len; i++) {
		const char *p = u->text.data + t->offset + i;

		if (!strchr(" \t\\\n", *p))
			text_append_n(&words, p, 1);
	}
	return interned_text(&words);
}

/* Handles one word of gcc's optimize, from a pragma or an attribute. */
static void take_word(struct unit *u, unsigned offset, bool is_amp, const char *word, unsigned *meanings)
{
	const unsigned followed = M(UNCONTRACTED) | M(NOT_FAST), permissions = M(FAST) | M(RECIPROCAL) | M(OFAST);
	unsigned set = meanings_after(0, word), kept = meanings_after(~0u, word);

	if (is_amp && set & ~(followed | permissions))
		diagnose(u, SEVERITY_ERROR, offset,
		         "'%s' in optimize(...) does not reach restrict(amp) code: give it on "
		         "the command line",
		         word);
	*meanings = (*meanings & (kept | ~permissions)) | (set & followed);
}

/* Handles the words in the string literals in [start, end). */
static void take_strings(struct unit *u, unsigned start, unsigned end, bool is_amp, unsigned *meanings)
{
	const char *text = u->text.data;

	for (unsigned i = start; i < end; i++) {
		if (text[i] != '"')
			continue;
		unsigned close = i + 1 + (unsigned)strcspn(text + i + 1, "\"");

		i++;
		while (i < close && close <= end) {
			unsigned n = (unsigned)strcspn(text + i, ",\"");
			const char *word = interned(text + i, n);

			if (n)
				take_word(u, start, is_amp, word, meanings);
			i += n + (text[i + n] == ',');
		}
		i = close;
	}
}

static void take_directive(struct unit *u, const struct token *t, unsigned *meanings)
{
	static const struct {
		const char *words, *option;
	} pragmas[] = {
	    {"#pragmaSTDCFP_CONTRACTOFF", "-ffp-contract=off"},
	    {"#pragmafp_contract(off)", "-ffp-contract=off"},
	    {"#pragmaclangfpcontract(off)", "-ffp-contract=off"},
	    {"#pragmaclangfpcontract(on)", "-ffp-contract=on"},
	    {"#pragmafloat_control(precise,on", "-ffp-model=precise"},
	};
	const char optimize[] = "#pragmaGCCoptimize";
	const char *words = directive_words(u, t);

	for (size_t i = 0; i < COUNT(pragmas); i++) {
		if (starts(words, pragmas[i].words))
			*meanings = meanings_after(*meanings, pragmas[i].option);
	}
	if (!strncmp(words, optimize, sizeof(optimize) - 1))
		take_strings(u, t->offset, token_end(t), true, meanings);
}

/* Whether token i is in the part of a declaration in front of its body, and the declaration is restrict(amp). */
static bool is_of_amp(const struct unit *u, const struct clauses *c, size_t i)
{
	const struct token *t = u->tokens.items;
	size_t first = statement_start(u, i), end = i;

	while (!ends_statement(u, end))
		end++;
	const struct clause *clause = clause_in(c, t[first].offset, t[end].offset);

	return clause && clause->restrictions & RESTRICT_AMP;
}

bool is_attribute(const struct unit *u, size_t i, const char *name, const char *reserved)
{
	const char *text = u->text.data;
	const struct token *t = u->tokens.items;

	if ((!token_is(text, &t[i], name) && !token_is(text, &t[i], reserved)) ||
	    !token_is(text, &t[i + 1], "("))
		return false;
	int open = t[i].around;

	if (open < 2 || !token_is(text, &t[open - 1], token_is(text, &t[open], "[") ? "[" : "("))
		return false;
	return token_is(text, &t[open], "[") || token_is(text, &t[open - 2], "__attribute__") ||
	       token_is(text, &t[open - 2], "__attribute");
}

unsigned find_meanings(struct unit *u)
{
	const struct token *t = u->tokens.items;
	unsigned meanings = u->request->meanings;

	for (size_t i = 0; t[i].kind != TOKEN_END; i++) {
		if (t[i].kind == TOKEN_DIRECTIVE)
			take_directive(u, &t[i], &meanings);
		else if (is_attribute(u, i, "optimize", "__optimize__") && t[i + 1].match >= 0)
			take_strings(u, t[i].offset, t[t[i + 1].match].offset, is_of_amp(u, u->clauses, i), &meanings);
	}
	return meanings;
}
