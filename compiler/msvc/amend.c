/* The table of edits by the parser's diagnostics. */
#include "msvc/msvc_internal.h"

#include <assert.h>
#include <string.h>

static const struct {
	enum phrase said;
	bool (*amend)(struct amendment *a, const struct complaint *c);
} table[] = {
    {PHRASE_CANNOT_BIND_TO_TEMPORARY, amend_temporary},
    {PHRASE_CANNOT_BIND_TO_UNRELATED, amend_temporary},
    {PHRASE_ADDRESS_OF_TEMPORARY, amend_temporary},
    {PHRASE_NOT_VISIBLE_IN_TEMPLATE, amend_late_call},
    {PHRASE_NO_MEMBER, amend_property},
    {PHRASE_USE_OF_UNDECLARED, amend_property},
    {PHRASE_REQUIRES_ARGUMENTS, amend_property}, /* extent[0] in a class with a property of that name */
    {PHRASE_USE_OF_UNDECLARED, amend_late_name},
    {PHRASE_TEMPLATE_NOT_DECLARED, amend_late_name},
    {PHRASE_UNKNOWN_TYPE, amend_property}, /* T x(Width, Height); is the declaration of a function */
    {PHRASE_UNKNOWN_TYPE, amend_late_name},
    {PHRASE_NO_TEMPLATE, amend_late_name},
    {PHRASE_TEMPLATE_ARGUMENTS_OF_MEMBER, amend_late_name}, /* C(Late<T> x) */
    {PHRASE_NO_MEMBER, amend_late_name},
    {PHRASE_NO_TYPE_NAMED, amend_late_name},
    {PHRASE_INCOMPLETE_TYPE, amend_incomplete},
    {PHRASE_UNDEFINED_TEMPLATE, amend_incomplete},
    {PHRASE_EXTRA_QUALIFICATION, amend_qualification},
    {PHRASE_QUALIFIED_AFTER_TYPENAME, amend_typename},
    {PHRASE_SHADOWS_PARAMETER, amend_shadowed_parameter},
    {PHRASE_TYPEDEF_WITH_KEY, amend_elaborated_typedef},
    {PHRASE_PURE_SPECIFIER, amend_pure},
    {PHRASE_NO_RETURN_VALUE, amend_missing_return},
    {PHRASE_THROW_SPECIFICATION, amend_throw_specification},
    {PHRASE_REGISTER, amend_register},
    {PHRASE_FORWARD_ENUM, amend_forward_enum},
    {PHRASE_DUPLICATE_INSTANTIATION, amend_duplicate_instantiation},
    {PHRASE_JUMP, amend_jump},
    {PHRASE_NO_MATCHING_CONVERSION, amend_exception},
    {PHRASE_NO_MATCHING_CONSTRUCTOR, amend_exception},
    {PHRASE_NO_MATCHING, amend_arguments},
    {PHRASE_INVALID_OPERANDS, amend_arguments},
    {PHRASE_NO_VIABLE_OPERATOR, amend_arguments},
};

void replace_tokens(struct amendment *a, size_t first, size_t last, const char *text)
{
	edit_replace(&a->edits, token(a, first)->offset, unit_token_end(a->unit, last), text, text);
}

void insert_text_at(struct amendment *a, size_t i, const char *text)
{
	edit_insert(&a->edits, token(a, i)->offset, text, text);
}

size_t next_token(const struct amendment *a, size_t i)
{
	const struct tokens *t = &a->unit->tokens;

	return is(a, i, "<") ? token_skip_angles(a->unit->text.data, t, i) : token_skip_group(t->items, i);
}

void move_tokens(struct amendment *a, size_t first, size_t end, size_t to, const char *text, struct text *out)
{
	const struct unit *u = a->unit;
	unsigned start = token(a, first)->offset, stop = unit_token_end(u, end - 1);
	struct location from = unit_locate(u, start), behind = unit_locate(u, token(a, to)->offset);
	SCOPED(text) breaks = {0};

	text_append_line_breaks(&breaks, u->text.data + start, stop - start);
	edit_replace(&a->edits, start, stop, breaks.data, breaks.data);
	text_append(out, "\n");
	text_append_line_directive(out, from.line, from.file);
	text_printf(out, "%s\n", text ? text : tokens_text(u, first, end));
	text_append_line_directive(out, behind.line, behind.file);
}

bool amend_replace(struct amendment *a, unsigned start, unsigned end, const char *text)
{
	if (!offsets_add(&a->edited, start))
		return false;
	edit_replace(&a->edits, start, end, text, text);
	return true;
}

bool amend_token(struct amendment *a, size_t i, const char *text)
{
	return amend_replace(a, token(a, i)->offset, unit_token_end(a->unit, i), text);
}

bool amend_insert(struct amendment *a, unsigned at, const char *text)
{
	return amend_replace(a, at, at, text);
}

bool complaint_range(const struct amendment *a, const struct complaint *c, unsigned n, unsigned *start,
                     unsigned *end)
{
	if (clang_getDiagnosticNumRanges(c->diagnostic) <= n)
		return false;
	CXSourceRange range = clang_getDiagnosticRange(c->diagnostic, n);

	return location_offset(a->clauses, clang_getRangeStart(range), start) &&
	       location_offset(a->clauses, clang_getRangeEnd(range), end) && *start < *end;
}

/* Makes the first edit in the table that applies. */
static bool amend_complaint(struct amendment *a, const struct complaint *c)
{
	for (size_t i = 0; i < COUNT(table); i++) {
		if (says(c->message, table[i].said) && table[i].amend(a, c))
			return true;
	}
	return false;
}

bool amend_dialect(struct unit *u)
{
	struct amendment a = {.unit = u, .clauses = u->clauses, .tu = u->tu};
	bool amended = false;

	assert(u->request->msvc);
	for (struct notes m = messages_of(u->tu); notes_next(&m);) {
		struct complaint c = {.diagnostic = m.note, .message = m.text};

		if (location_offset(u->clauses, m.place, &c.at))
			amended |= amend_complaint(&a, &c);
	}
	amended |= amend_silent(&a, amended);
	amended |= amend_hidden_names(&a);
	if (!amended)
		amended = amend_late_overloads(&a);
	if (a.needs_helpers && !find_token(u, 0, (unsigned)u->text.len, "amp_msvc")) {
		OWNED char *header = xasprintf("%s/amp/msvc_helpers.h", u->request->include_dir);

		edit_insert_first(&a.edits, 0, "#include <amp/msvc_helpers.h>\n", "#include <amp/msvc_helpers.h>\n");
		string_set_add(&u->system_files, header, strlen(header));
	}
	if (amended)
		unit_amend_dialect(u, &a.edits);
	edits_finish(&a.edits);
	return amended;
}
