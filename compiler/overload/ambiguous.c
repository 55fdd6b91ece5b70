/* Calls in amp code that only other compilers find ambiguous: one of the functions is the program's, for
 * kernels, the others are a library's, for the CPU, as with a max() of the program and `using namespace std`.
 * In C++ AMP, overload resolution ignores functions without the caller's restrictions (specification 2.3);
 * that std::max, being constexpr, can be called in kernels is an extension of ours. Other compilers get the
 * name qualified by the namespace of the program's function. */
#include "ast/phrases.h"
#include "messages/messages.h"
#include "overload/overload.h"

bool is_hidden_friend(CXCursor function)
{
	CXCursor first = clang_getCanonicalCursor(function);

	return is_class(clang_getCursorLexicalParent(function).kind) &&
	       is_class(clang_getCursorLexicalParent(first).kind) &&
	       !is_class(clang_getCursorSemanticParent(function).kind);
}

const char *qualifier_of(CXCursor function)
{
	CXCursor scope = clang_getCursorSemanticParent(function);
	enum CXCursorKind kind = cursor_kind(scope);

	if (is_hidden_friend(function))
		return NULL;
	if (kind == CXCursor_TranslationUnit)
		return "::";
	if (kind == CXCursor_LinkageSpec)
		return qualifier_of(scope);
	if (kind != CXCursor_Namespace)
		return NULL;
	const char *outer = qualifier_of(scope), *name = cursor_spelling(scope);

	return outer && *name && *name != '(' ? interned_printf("%s%s::", outer, name) : NULL;
}

/* A name that may mean a function of the program, for kernels, or one of a library. */
struct name_candidates {
	CXCursor own;      /* one of the program's functions, or the null cursor */
	bool has_others;   /* there are functions of a library */
	bool is_undecided; /* the program's functions are not all for kernels and in one namespace */
};

static void add_candidate(const struct unit *u, struct name_candidates *k, CXCursor function)
{
	CXSourceLocation place = clang_getCursorLocation(function);

	if (!clang_Location_isFromMainFile(place)) {
		k->has_others = true;
		k->is_undecided |= in_amp_library(u, place);
	} else {
		k->is_undecided |= !is_function(function.kind) ||
		                   !(cursor_restrictions(function) & RESTRICT_AMP) ||
		                   (!clang_Cursor_isNull(k->own) &&
		                    !clang_equalCursors(clang_getCursorSemanticParent(function),
		                                        clang_getCursorSemanticParent(k->own)));
		k->own = function;
	}
}

/* Whether the program has a function of this name in another namespace, too. */
static bool is_elsewhere_too(CXTranslationUnit tu, CXCursor function)
{
	CXCursor namespace = clang_getCursorSemanticParent(function);
	const char *name = cursor_spelling(function);

	for (SCOPED(walk) w = walk_below(clang_getTranslationUnitCursor(tu)); walk_next(&w);) {
		enum CXCursorKind kind = cursor_kind(w.cursor);

		if (is_function(kind) && in_program(w.cursor) && is_named(w.cursor, name) &&
		    !clang_equalCursors(clang_getCursorSemanticParent(w.cursor), namespace))
			return true;
		if (kind != CXCursor_Namespace && kind != CXCursor_LinkageSpec)
			walk_skip(&w);
	}
	return false;
}

/* Returns the qualifier of the program's function; NULL leaves the choice to the parser, since
 * argument-dependent lookup may find a function of that name in another namespace. */
static const char *decide(CXTranslationUnit tu, const struct name_candidates *k)
{
	bool is_decided = !k->is_undecided && k->has_others && !clang_Cursor_isNull(k->own) &&
	                  !is_elsewhere_too(tu, k->own);

	return is_decided ? qualifier_of(k->own) : NULL;
}

bool is_qualified(const struct unit *u, const struct clauses *c, unsigned offset)
{
	size_t i = token_at(&u->tokens, offset);
	const struct token *before = i ? &u->tokens.items[i - 1] : NULL;

	return offsets_have(&c->qualified, offset) ||
	       (before && token_is_one_of(u->text.data, before, ":: . ->"));
}

const char *apart_from_colon(const struct unit *u, unsigned offset, const char *qualifier)
{
	bool joins = offset && u->text.data[offset - 1] == ':';

	return interned_printf("%s%s", joins ? " " : "", qualifier);
}

void insert_qualifier(const struct unit *u, struct clauses *c, struct edits *edits, unsigned offset,
                      const char *qualifier)
{
	const char *text = apart_from_colon(u, offset, qualifier);

	offsets_add(&c->qualified, offset);
	insert_text(c, offset, text);
	if (edits)
		edit_insert_last(edits, offset, text, text);
}

/* A search for names to be qualified. */
struct qualification {
	const struct unit *unit;
	struct clauses *clauses;
	struct edits *edits;
};

static void qualify_name(const struct qualification *q, unsigned offset, const struct name_candidates *k)
{
	const char *qualifier = in_amp_text(q->unit, offset) && !is_qualified(q->unit, q->clauses, offset)
	                            ? decide(q->unit->tu, k)
	                            : NULL;

	if (qualifier)
		insert_qualifier(q->unit, q->clauses, q->edits, offset, qualifier);
}

/* Handles an error of the parser about an ambiguous call. */
static void read_error(const struct qualification *q, CXDiagnostic d)
{
	struct name_candidates k = {.own = clang_getNullCursor()};

	for (struct notes n = notes_of(d); notes_next(&n);) {
		if (begins_with(n.text, PHRASE_CANDIDATE))
			add_candidate(q->unit, &k, clang_getCursor(q->unit->tu, n.place));
	}
	qualify_name(q, flat_offset(q->clauses, clang_getDiagnosticLocation(d)), &k);
}

/* Handles a name that depends on template arguments. */
static void read_reference(const struct qualification *q, CXCursor c)
{
	CXCursor meant = c.kind == CXCursor_OverloadedDeclRef ? c : clang_getCursorReferenced(c);
	struct name_candidates k = {.own = clang_getNullCursor()};
	unsigned offset;

	if (meant.kind != CXCursor_OverloadedDeclRef || !cursor_offset(q->clauses, c, &offset))
		return;
	for (unsigned i = 0; i < clang_getNumOverloadedDecls(meant); i++)
		add_candidate(q->unit, &k, clang_getOverloadedDecl(meant, i));
	qualify_name(q, offset, &k);
}

void qualify_ambiguous_calls(const struct unit *u, struct edits *edits)
{
	const struct qualification q = {u, u->clauses, edits};

	for (struct notes m = messages_of(u->tu); notes_next(&m);) {
		if (begins_with(m.text, PHRASE_CALL_TO_QUOTED) && says(m.text, PHRASE_IS_AMBIGUOUS) &&
		    clang_Location_isFromMainFile(m.place))
			read_error(&q, m.note);
	}
	for (struct walk w = walk_below(clang_getTranslationUnitCursor(u->tu)); walk_next(&w);) {
		if (clang_isDeclaration(w.cursor.kind) && !in_program(w.cursor))
			walk_skip(&w);
		else
			read_reference(&q, w.cursor);
	}
}
