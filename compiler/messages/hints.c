/* What to write instead, behind the parser's own words, for mistakes about the library whose reason is in notes that
 * users do not see, or in what the library's classes are for. */
#include "messages/messages.h"

#include "ast/phrases.h"

#include <string.h>

/* Returns a type without const and the library's namespace. */
static const char *shown_type(const char *type)
{
	static const char space[] = "Concurrency::";

	type += starts(type, "const ") ? strlen("const ") : 0;
	return type + (starts(type, space) ? strlen(space) : 0);
}

static bool is_number_type(const char *type)
{
	static const char *const numbers[] = {"int", "unsigned int", "long", "unsigned long",
	                                      "float", "double", "bool"};

	for (size_t i = 0; i < COUNT(numbers); i++) {
		if (!strcmp(shown_type(type), numbers[i]))
			return true;
	}
	return false;
}

bool has_class_named(const struct unit *u, const char *name)
{
	struct walk w = walk_below(clang_getTranslationUnitCursor(u->tu));
	bool is = false;

	while (!is && walk_next(&w)) {
		is = w.cursor.kind == CXCursor_ClassTemplate && is_named(w.cursor, name) && in_program(w.cursor);
		if (w.cursor.kind != CXCursor_Namespace && w.cursor.kind != CXCursor_LinkageSpec &&
		    !is_class(w.cursor.kind))
			walk_skip(&w);
	}
	walk_end(&w);
	return is;
}

/* An index in place of a number, i < n, or a number in place of an index. */
static const char *index_hint(const struct unit *u, const char *message)
{
	const char *a = shown_type(quoted(message, 0)), *b = shown_type(quoted(message, LAST));
	const char *class = is_number_type(b) ? a : is_number_type(a) ? b
	                                                              : "";

	bool is_tiled =
	    starts(class, "tiled_index<") || (starts(a, "tiled_index<") && says(message, PHRASE_NO_SUBSCRIPT));
	bool is_index = starts(class, "index<");

	if (!is_tiled && !is_index && !starts(class, "extent<"))
		return NULL;
	if (has_class_named(u, is_tiled ? "tiled_index" : is_index ? "index"
	                                                           : "extent"))
		return NULL;
	if (is_tiled)
		return "a tiled_index is no number; its parts are indices of numbers: t.global[0], t.local[0], "
		       "t.tile[0]";
	if (class == b && begins_with(message, PHRASE_NO_VIABLE_CONVERSION))
		return interned_printf("write %s(…)", class);
	return is_index ? "an index is no number; its components are: i[0]"
	                : "an extent is no number; its components are: e[0]";
}

/* Returns the namespace within Concurrency that a declaration is in; the declaration if there is none. */
static CXCursor inner_namespace(CXCursor declaration)
{
	CXCursor outer = clang_getCursorSemanticParent(declaration);

	for (; outer.kind == CXCursor_Namespace && !is_named(outer, "Concurrency");
	     outer = clang_getCursorSemanticParent(outer))
		declaration = outer;
	return declaration;
}

/* Returns the library's functions that a call of `name` may mean, "'A' or 'B'"; NULL if one of them is
 * another's. Of those that a macro of the library's declares, there is only the namespace. */
static const char *library_candidates(const struct unit *u, CXDiagnostic d, const char *name)
{
	struct names seen = {0};
	struct text t = {0};

	for (struct notes n = notes_of(d); notes_next(&n);) {
		CXCursor c = clang_getCursor(u->tu, n.place);
		const char *title = is_function(c.kind) ? function_title(c) : name;
		const char *full = interned_printf("'%s::%s'", cursor_spelling(inner_namespace(c)), title);

		if (!begins_with(n.text, PHRASE_CANDIDATE))
			continue;
		if (!in_amp_library(u, n.place))
			return NULL;
		if (names_add(&seen, full))
			text_printf(&t, "%s%s", t.len ? " or " : "", full);
	}
	return t.len ? interned_text(&t) : NULL;
}

/* Returns the reason why a template of a header is no candidate: std::max(1, 2.0f); NULL if clang gives another. */
static const char *conflict(CXDiagnostic d)
{
	for (struct notes n = notes_of(d); notes_next(&n);) {
		if (says(n.text, PHRASE_CONFLICTING_DEDUCTION) && !clang_Location_isFromMainFile(n.place))
			return interned_printf("%s%s", phrase_text(PHRASE_CONFLICTING_DEDUCTION),
			                       behind_phrase(n.text, PHRASE_CONFLICTING_DEDUCTION));
	}
	return NULL;
}

/* copy() between containers that do not match, and the assignment of something else to an array or a view. */
static const char *container_hint(const struct unit *u, CXDiagnostic d, const char *message)
{
	const char *name = quoted(message, 0), *to;
	bool copies =
	    begins_with(message, PHRASE_NO_MATCHING_FUNCTION) && (!strcmp(name, "copy") || !strcmp(name, "copy_async"));
	bool assigns = begins_with(message, PHRASE_NO_VIABLE_OPERATOR) && !strcmp(name, "=");

	for (struct notes n = notes_of(d); notes_next(&n);) {
		if (!begins_with(n.text, PHRASE_CANDIDATE) || !in_amp_library(u, n.place))
			continue;
		if (copies)
			return "it copies between arrays and views with elements of one type and of one rank, or "
			       "between one of them "
			       "and iterators [C++ AMP 5.3]";
		to = says(n.text, PHRASE_NO_KNOWN_CONVERSION)
		         ? shown_type(quoted(behind_phrase(n.text, PHRASE_NO_KNOWN_CONVERSION) - 1, 1))
		         : "";
		if (assigns && (starts(to, "array<") || starts(to, "array_view<")))
			return "an array or a view is assigned another one, of the same rank and type of elements; "
			       "copy() copies from "
			       "iterators [C++ AMP 5]";
	}
	return NULL;
}

const char *hint_for(const struct unit *u, CXDiagnostic d)
{
	const char *s = diagnostic_text(d), *hint = index_hint(u, s);

	if (!hint && begins_with(s, PHRASE_CALL_TO_QUOTED) && says(s, PHRASE_IS_AMBIGUOUS))
		hint = library_candidates(u, d, quoted(s, 0));
	if (!hint && begins_with(s, PHRASE_NO_MATCHING_FUNCTION))
		hint = conflict(d);
	return hint ? hint : container_hint(u, d, s);
}
