/* Temporaries of class type bound to T &, which Visual C++ accepts (warnings C4238 and C4239). Arguments and
 * operands become lvalues with the same lifetime; a variable becomes T &&, which extends the temporary's
 * lifetime as before. */
#include "msvc/msvc_internal.h"

#include <stdlib.h>
#include <string.h>

/* Whether [start, end) already is a call of amp_msvc::lvalue. */
static bool is_lvalue_call(const struct amendment *a, unsigned start, unsigned end)
{
	size_t i = token_at(&a->unit->tokens, start);

	if (!is(a, i, "amp_msvc") || !is(a, i + 2, "lvalue"))
		return false;
	i = token_outside(a->unit, i, "(");
	return token(a, i)->match > 0 && token(a, (size_t)token(a, i)->match)->offset + 1 >= end;
}

/* Makes [start, end) an lvalue, converted to a type unless that is NULL. */
static bool make_lvalue(struct amendment *a, unsigned start, unsigned end, const char *type)
{
	const char *open = type ? interned_printf("amp_msvc::lvalue<%s>(", type) : "amp_msvc::lvalue(";
	bool made = !offsets_have(&a->edited, start) && !offsets_have(&a->edited, end) &&
	            !is_lvalue_call(a, start, end);

	if (made) {
		amend_insert(a, start, open);
		amend_insert(a, end, ")");
		a->needs_helpers = true;
	}
	return made;
}

/* Returns the class that a parameter of a type converts its argument to; NULL unless the parameter is a
 * reference to a non-const class. */
static const char *wanted_class(CXType type)
{
	if (type.kind != CXType_LValueReference)
		return NULL;
	type = clang_getCanonicalType(clang_getPointeeType(type));
	if (clang_isConstQualifiedType(type) || type.kind != CXType_Record)
		return NULL;
	return type_spelling(type);
}

/* Whether the last name in [start, end) is a property of the library's: default_view. */
static bool is_property(const struct amendment *a, unsigned start, unsigned end)
{
	const struct unit *u = a->unit;
	size_t last = token_at(&u->tokens, end);

	while (last > 0 && token(a, last)->offset >= end)
		last--;
	unsigned at = flat_to_parse(a->clauses, token(a, last)->offset);
	CXCursor member = clang_getCursor(a->tu, clang_getLocationForOffset(a->tu, a->clauses->file, at));

	return token(a, last)->offset >= start &&
	       is_amp_library(clang_getTypeDeclaration(type_of(member)));
}

/* Returns the class of the parameter that a diagnostic's notes name, if a property is bound to it. */
static const char *parameter_class(const struct amendment *a, const struct complaint *c)
{
	const char *type = NULL;

	for (SCOPED(notes) n = notes_of(c->diagnostic); !type && notes_next(&n);) {
		CXCursor parameter = clang_getCursor(a->tu, n.place);

		if (parameter.kind == CXCursor_ParmDecl)
			type = wanted_class(clang_getCursorType(parameter));
	}
	return type;
}

bool amend_temporary(struct amendment *a, const struct complaint *c)
{
	const struct unit *u = a->unit;
	CXCursor cursor = clang_getCursor(a->tu, clang_getDiagnosticLocation(c->diagnostic));
	size_t name = token_at(&u->tokens, c->at);
	bool is_address = says(c->message, PHRASE_ADDRESS_OF_TEMPORARY);
	unsigned start, end, declared;

	if (cursor.kind == CXCursor_VarDecl && cursor_offset(a->clauses, cursor, &declared) &&
	    declared == c->at && name > 0 && is(a, name - 1, "&") && !is(a, name - 2, "&"))
		return amend_insert(a, token(a, name - 1)->offset + 1, "&");
	if (!complaint_range(a, c, 0, &start, &end))
		return false;
	const char *type = is_property(a, start, end) ? parameter_class(a, c) : NULL;

	if (!type && says(c->message, PHRASE_CANNOT_BIND_TO_UNRELATED))
		return false;
	if (is_address && is(a, token_at(&u->tokens, start), "&"))
		start = token(a, token_at(&u->tokens, start) + 1)->offset;
	return make_lvalue(a, start, end, type);
}

/* ---- arguments --------------------------------------------------------------- */

/* Returns the token behind the template argument lists and nested names that begin at token i, where a call's
 * parentheses may be. */
static size_t behind_name(const struct amendment *a, size_t i)
{
	const struct unit *u = a->unit;

	for (;;) {
		const struct token *t = token(a, i);

		if (is(a, i, "<") && token_angle(u->text.data, &u->tokens, i) > 0)
			i = token_skip_angles(u->text.data, &u->tokens, i);
		else if (t->kind == TOKEN_IDENTIFIER || is_one_of(a, i, ":: ."))
			i++;
		else
			return i;
	}
}

/* Whether the '<' at token i begins template arguments; *end: behind them. */
static bool skip_template_arguments(const struct amendment *a, size_t i, size_t *end)
{
	const struct unit *u = a->unit;

	if (!is(a, i, "<") || token(a, i - 1)->kind != TOKEN_IDENTIFIER)
		return false;
	*end = token_skip_angles(u->text.data, &u->tokens, i);
	return *end > i + 1 && is(a, *end - 1, ">") && strchr("({:>,)", u->text.data[token(a, *end)->offset]);
}

/* Finds argument n (from 1) behind the bracket at token `open`. */
static bool argument_range(const struct amendment *a, size_t open, unsigned n, unsigned *start, unsigned *end)
{
	size_t close = (size_t)token(a, open)->match, first = open + 1, behind;

	if (token(a, open)->match < 0)
		return false;
	for (size_t i = first; i <= close;) {
		if (i == close || is(a, i, ",")) {
			if (--n == 0) {
				*start = token(a, first)->offset;
				*end = unit_token_end(a->unit, i - 1);
				return first < i;
			}
			first = ++i;
		} else {
			i = skip_template_arguments(a, i, &behind) ? behind : skip_group(a, i);
		}
	}
	return false;
}

/* Finds argument n of the call or operator that a diagnostic is about. is_member: the function's object is
 * the first operand of an operator. */
static bool find_argument(const struct amendment *a, const struct complaint *c, unsigned n, bool is_member,
                          unsigned *start, unsigned *end)
{
	size_t i = token_at(&a->unit->tokens, c->at), open = behind_name(a, i);

	if (token(a, i)->kind == TOKEN_PUNCTUATOR && !is(a, i, "(")) /* at an operator */
		return complaint_range(a, c, n - 1 + is_member, start, end);
	if (is_one_of(a, open, "( {"))
		return argument_range(a, open, n, start, end);
	return false;
}

/* Returns N in "… for Nth argument"; 0 if the text does not contain that. */
static unsigned argument_number(const char *note)
{
	const char *at = behind_phrase(note, PHRASE_FOR_ARGUMENT);

	while (at && strstr(at, phrase_text(PHRASE_FOR_ARGUMENT)))
		at = behind_phrase(at, PHRASE_FOR_ARGUMENT);
	return at ? (unsigned)strtoul(at, NULL, 10) : 0;
}

bool amend_arguments(struct amendment *a, const struct complaint *c)
{
	bool amended = false;

	for (SCOPED(notes) notes = notes_of(c->diagnostic); !amended && notes_next(&notes);) {
		const char *type = NULL;
		unsigned n = argument_number(notes.text), start, end;
		CXCursor function = clang_getCursor(a->tu, notes.place);
		bool is_member = function.kind == CXCursor_CXXMethod ||
		                 clang_getTemplateCursorKind(function) == CXCursor_CXXMethod;

		if (n && find_argument(a, c, n, is_member, &start, &end)) {
			if (is_property(a, start, end))
				type = wanted_class(clang_getArgType(clang_getCursorType(function), n - 1));
			if (type || says(notes.text, PHRASE_EXPECTS_LVALUE))
				amended = make_lvalue(a, start, end, type);
		}
	}
	return amended;
}
