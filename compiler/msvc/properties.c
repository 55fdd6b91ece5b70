/* __declspec(property(get=G, put=P)) T X: a use that looks like a data member is a call of a member function.
 *
 * words.c replaces the declaration by static_assert(true, "property X get=G put=P"), so that the parser knows
 * no member of that name and diagnoses each use, including those in instantiations. */
#include "msvc/msvc_internal.h"

#include <string.h>

struct property {
	const char *name, *get, *put; /* get, put: "" if there is none */
	bool is_indexed;              /* declared as X[]: subscripts of a use are arguments */
};

/* Returns the text behind a word in a declaration, up to the next blank. */
static const char *part_behind(const char *text, const char *end, const char *word)
{
	size_t n = strlen(word);

	for (; text + n <= end; text++) {
		if (!strncmp(text, word, n))
			return interned(text + n, strcspn(text + n, " \""));
	}
	return "";
}

/* Reads the property declaration at token i. Returns false if there is none. */
static bool read_property(const struct amendment *a, size_t i, struct property *p)
{
	const struct token *t = token(a, i);

	if (!is(a, i, "static_assert") || !is(a, i + 1, "(") || !is(a, i + 2, "true") ||
	    !is(a, i + 3, ",") || (t = token(a, i + 4))->kind != TOKEN_STRING)
		return false;
	const char *text = a->unit->text.data + t->offset, *end = text + t->len;

	if (strncmp(text, "\"" AMEND_PROPERTY, strlen("\"" AMEND_PROPERTY)) != 0)
		return false;
	*p = (struct property){part_behind(text, end, "\"" AMEND_PROPERTY), part_behind(text, end, " get="),
	                       part_behind(text, end, " put="), *part_behind(text, end, AMEND_INDEXED) != '\0'};
	return true;
}

/* Whether the class that a message names, 'N::C<int>', is the one around a property's declaration. */
static bool is_of_named_class(const struct amendment *a, size_t i, const char *message)
{
	CXCursor class = amend_find_around(a, token(a, i)->offset, is_class);
	const char *named = behind_phrase(message, PHRASE_IN_QUOTED);
	size_t n = named ? strcspn(named, "<'") : 0, first = n;

	while (first > 0 && named[first - 1] != ':')
		first--;
	const char *name = named ? interned(named + first, n - first) : NULL;

	return name && is_named(class, name);
}

/* Finds the property that a message is about by its name: the only one, that of the class in the message, or
 * any if all are alike. Returns false if it is not certain. */
static bool find_property(const struct amendment *a, const char *name, const char *message, struct property *found)
{
	bool differ = false, is_sure = false;
	struct property p;

	*found = (struct property){0};
	for (size_t i = 0; token(a, i)->kind != TOKEN_END; i++) {
		if (!read_property(a, i, &p))
			continue;
		bool is_wanted = !strcmp(p.name, name) && !is_sure;

		is_sure |= is_wanted && is_of_named_class(a, i, message);
		if (is_wanted && (!found->name || is_sure)) {
			*found = p;
			continue;
		}
		differ |= is_wanted && (strcmp(p.get, found->get) != 0 || strcmp(p.put, found->put) != 0 ||
		                        p.is_indexed != found->is_indexed);
	}
	return found->name && (is_sure || !differ);
}

/* ---- uses ------------------------------------------------------------------------ */

/* Returns the token at which the object begins whose member is at token i: a in a.b[0]->X; i if there is
 * none. */
static size_t object_begin(const struct amendment *a, size_t i)
{
	while (i > 1 && is_one_of(a, i - 1, ". ->")) {
		i -= 2;
		while (token(a, i)->match >= 0 && (size_t)token(a, i)->match < i) {
			i = (size_t)token(a, i)->match;
			if (i > 0 && (token(a, i - 1)->kind == TOKEN_IDENTIFIER || token(a, i - 1)->match >= 0) &&
			    !is(a, i - 1, "return"))
				i--;
		}
		i = qualified_begin(a->unit, i);
	}
	return i;
}

/* Rewrites a use at token `name`, with subscripts up to token `behind`, to the beginning of a call:
 * Function(index, index. */
static void call_function(struct amendment *a, size_t name, size_t behind, const char *function)
{
	amend_token(a, name, interned_printf("%s(", function));
	for (size_t i = name + 1; i < behind; i = skip_group(a, i)) {
		amend_token(a, i, i > name + 1 ? ", " : "");
		amend_token(a, (size_t)token(a, i)->match, "");
	}
}

/* Rewrites reads: o.X[1][2] becomes o.G(1, 2). */
static void get(struct amendment *a, size_t name, size_t behind, const struct property *p)
{
	const struct token *last = token(a, behind - 1);

	if (behind == name + 1) {
		amend_token(a, name, interned_printf("%s()", p->get));
		return;
	}
	call_function(a, name, behind, p->get);
	edit_insert(&a->edits, token_end(last), ")", ")");
}

/* Returns the ++ or -- in front of token i, or NULL. */
static const char *step_before(const struct amendment *a, size_t i)
{
	const char *text = i > 1 ? a->unit->text.data + token(a, i - 2)->offset : "";

	return starts_with_word(text, "++ --") ? interned(text, 2) : NULL;
}

/* Returns the token behind the assigned value that begins at token i: ; or : of o.X = a ? b : c; or of d ? o.X = e :
 * f. */
static size_t value_end(const struct amendment *a, size_t i)
{
	size_t open = 0; /* question marks whose colon has not come yet; a comma behind one is an operator */

	while (i = token_outside(a->unit, i, "? : , ; ) ] }"), is(a, i, "?") || (open && is_one_of(a, i, ": ,"))) {
		open += is(a, i, "?");
		open -= is(a, i, ":");
		i++;
	}
	return i;
}

/* Whether tokens [first, end), an object and subscripts, have a call, a step or an assignment in them. */
static bool has_effects(const struct amendment *a, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++) {
		bool is_operand =
		    i > first && (token(a, i - 1)->kind == TOKEN_IDENTIFIER || is_one_of(a, i - 1, ") ] >"));
		/* of p++->X, object_begin() finds the last + */
		bool is_step = is_one_of(a, i, "+ -") && (i == first || is(a, i + 1, tokens_text(a->unit, i, i + 1)));

		if (is_step || is(a, i, "=") || (is(a, i, "(") && is_operand))
			return true;
	}
	return false;
}

/* Rewrites writes: o.X[1] = e becomes o.P(1, e); o.X += e becomes o.P(o.G() + (e)); ++o.X becomes o.P(o.G() +
 * (1)). */
static void put(struct amendment *a, size_t name, size_t behind, const char *op, const struct property *p)
{
	size_t first = object_begin(a, name), length = op ? strlen(op) : 0, end = value_end(a, behind + length);
	unsigned n = (unsigned)length, at = unit_token_end(a->unit, behind - 1);
	unsigned until = op ? token(a, behind)->offset + n : at;

	until += op ? (unsigned)strspn(a->unit->text.data + until, " ") : 0;

	if (!op) {
		op = step_before(a, first);
		n = 2;
		amend_replace(a, token(a, first - 2)->offset, token(a, first)->offset, "");
	}
	bool is_step = op[n - 1] != '=', is_plain = n == 1;
	const char *comma = behind > name + 1 ? ", " : "";
	const char *value = is_plain ? comma
	                             : interned_printf("%s%s %.*s (%s", comma, tokens_text(a->unit, first, behind),
	                                               (int)n - 1, op, is_step ? "1" : "");

	call_function(a, name, behind, p->put);
	edit_replace(&a->edits, at, until, value, value);
	edit_insert(&a->edits, is_step ? until : token(a, end)->offset, is_plain ? ")" : "))",
	            is_plain ? ")" : "))");
}

/* Returns the operator behind a use that writes; NULL if the use only reads. */
static const char *writing_operator(const struct amendment *a, size_t behind)
{
	const char *text = a->unit->text.data + token(a, behind)->offset;
	size_t n = starts_with_word(text, "+= -= *= /= %= &= |= ^= <<= >>= ++ --");

	if (n)
		return interned(text, n);
	return text[0] == '=' && text[1] != '=' ? "=" : NULL;
}

bool amend_property(struct amendment *a, const struct complaint *c)
{
	size_t i = token_at(&a->unit->tokens, c->at), behind = i + 1;
	const struct token *t = token(a, i);
	struct property p = {0};

	if (t->kind != TOKEN_IDENTIFIER)
		return false;
	const char *name = tokens_text(a->unit, i, i + 1);
	bool amended = find_property(a, name, c->message, &p) && !offsets_have(&a->edited, t->offset);

	while (p.is_indexed && is(a, behind, "[") && token(a, behind)->match > 0)
		behind = skip_group(a, behind);
	const char *op = writing_operator(a, behind);

	/* ++o.X[1], ++o.X.y: the operand is a part of the value */
	bool is_written = op || (step_before(a, object_begin(a, i)) && !is_one_of(a, behind, "[ . -> ("));

	amended = amended && *(is_written ? p.put : p.get);
	if (amended && is_written && (!op || strcmp(op, "=") != 0) && has_effects(a, object_begin(a, i), behind)) {
		diagnose(a->unit, SEVERITY_ERROR, t->offset,
		         "the property '%s' is read and written here, which would evaluate its object and subscripts "
		         "twice: use "
		         "variables for them",
		         name);
		return false;
	}
	if (amended && is_written)
		put(a, i, behind, op, &p);
	else if (amended)
		get(a, i, behind, &p);
	return amended;
}
