/* Adds keywords that disambiguate dependent names. Microsoft's compiler accepts `view.extent.tile<N>()`,
 * `Vector::value_type x;` and members of dependent bases without them, and so does ampcc: where the parser
 * misses `template`, `typename` or `this->`, all compilers get it. */
#include "ast/phrases.h"
#include "messages/messages.h"
#include "overload/overload.h"

#include <string.h>

/* Returns the keyword that an error misses, with a space behind it, or NULL. */
static const char *missing_keyword(const char *message)
{
	static const struct {
		enum phrase said;
		const char *keyword;
	} messages[] = {
		{PHRASE_MISSING_TEMPLATE, "template "},
		{PHRASE_USE_TEMPLATE, "template "},
		{PHRASE_MISSING_TYPENAME, "typename "},
		{PHRASE_FORGOT_TYPENAME, "typename "},
	};

	for (size_t i = 0; i < COUNT(messages); i++) {
		if (begins_with(message, messages[i].said))
			return messages[i].keyword;
	}
	return NULL;
}

/* Whether a candidate in the notes of an error is a template. */
static bool offers_template(CXTranslationUnit tu, CXDiagnostic d)
{
	bool found = false;

	for (struct notes n = notes_of(d); notes_next(&n);)
		found |= begins_with(n.text, PHRASE_POSSIBLE_TARGET) &&
		         clang_getCursor(tu, n.place).kind == CXCursor_FunctionTemplate;
	return found;
}

/* Finds the name of a function template that was parsed as a function's, with the template arguments taken
 * for a comparison, as in x.f<1>(y). *name: the offset of f in the parse text. Returns false if the error is
 * another. */
static bool find_compared_template(const struct unit *u, CXDiagnostic d, const char *message, unsigned *name)
{
	const char *text = u->clauses->parse.data;
	bool is_reference = begins_with(message, PHRASE_MEMBER_MUST_BE_CALLED) ||
	                    begins_with(message, PHRASE_OVERLOADED_NOT_RESOLVED);
	unsigned start, end;

	if (!is_reference || !clang_getDiagnosticNumRanges(d) || !offers_template(u->tu, d))
		return false;
	CXSourceRange range = clang_getDiagnosticRange(d, 0);
	clang_getFileLocation(clang_getRangeStart(range), NULL, NULL, NULL, &start);
	clang_getFileLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &end);
	*name = end;
	while (*name > start && is_identifier_char(text[*name - 1]))
		--*name;
	return *name > start && strchr(".>:", text[*name - 1]) &&
	       text[end + strspn(text + end, " \t")] == '<';
}

/* Returns what the parser misses, and its place in the parse text; NULL if the error is about no dependent
 * name. */
static const char *find_missing(const struct unit *u, CXDiagnostic d, unsigned *offset)
{
	const char *message = clang_string(clang_getDiagnosticSpelling(d));
	const char *keyword = missing_keyword(message);
	CXSourceLocation place = clang_getDiagnosticLocation(d);

	if (keyword && clang_getDiagnosticNumFixIts(d)) {
		CXSourceRange range;

		clang_disposeString(clang_getDiagnosticFixIt(d, 0, &range));
		place = clang_getRangeStart(range);
	}
	clang_getFileLocation(place, NULL, NULL, NULL, offset);
	if (!clang_Location_isFromMainFile(place))
		return NULL;
	if (!keyword && find_compared_template(u, d, message, offset))
		return "template ";
	return keyword ? keyword : qualifier_in_dependent_base(u, d, message, u->request->msvc);
}

/* Whether an error says that an instantiation has a type where the template has a value: libclang up to 18
 * reports a statement that begins with a dependent type so; 19 misses `typename`. */
static bool is_type_in_instantiation(CXDiagnostic d)
{
	const char *message = clang_string(clang_getDiagnosticSpelling(d));
	bool is_unexpected = begins_with(message, PHRASE_UNEXPECTED_TYPE), in_instantiation = false;

	for (struct notes n = notes_of(d); is_unexpected && notes_next(&n);)
		in_instantiation |= begins_with(n.text, PHRASE_IN_INSTANTIATION);
	return in_instantiation;
}

/* Finds the beginning, in the flat text, of a qualified name that an instantiation turns into a type. */
static bool find_dependent_type(const struct unit *u, CXDiagnostic d, unsigned *offset)
{
	CXSourceLocation place = clang_getDiagnosticLocation(d);

	if (!is_type_in_instantiation(d) || !location_offset(u->clauses, place, offset))
		return false;
	size_t name = token_at(&u->tokens, *offset), first = qualified_begin(u, name);

	*offset = u->tokens.items[first].offset;
	return first < name;
}

void complete_dependent_names(const struct unit *u, struct edits *edits)
{
	struct clauses *c = u->clauses;

	for (struct notes m = messages_of(u->tu); notes_next(&m);) {
		unsigned offset;
		const char *text = find_missing(u, m.note, &offset);

		if (text)
			offset = parse_to_flat(c, offset);
		else if (find_dependent_type(u, m.note, &offset))
			text = "typename ";
		if (text && offsets_add(&c->completed, offset)) {
			insert_text(c, offset, text);
			edit_insert_last(edits, offset, text, text);
		}
	}
}
