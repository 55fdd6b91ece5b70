/* Members of dependent bases. Microsoft's compiler looks names up when it instantiates a template, and so
 * finds such members without this->; other compilers need a qualifier. */
#include "ast/phrases.h"
#include "messages/messages.h"
#include "overload/overload.h"

#include <string.h>

struct base_search {
	const char *name;
	bool is_base;          /* looks for a class that a constructor initializes */
	CXCursor found;        /* the null cursor until it is found */
	bool has_unknown_base; /* there is a base like class C : T */
};

/* Returns the class of a base, or the template that it is an instantiation of; the null cursor for a base that only
 * instantiation tells. */
static CXCursor class_of(CXCursor base)
{
	return shown_definition(clang_getTypeDeclaration(clang_getCanonicalType(clang_getCursorType(base))));
}

/* Skips alias templates: gcc does not accept `typename D::template alias<T>`. */
static CXCursor member_of(CXCursor class, const char *name)
{
	struct walk w = walk_below(class);

	while (walk_next(&w)) {
		if (!is_named(w.cursor, name)) {
			if (w.cursor.kind != CXCursor_EnumDecl)
				walk_skip(&w);
		} else if (clang_isDeclaration(w.cursor.kind) && w.cursor.kind != CXCursor_TypeAliasTemplateDecl &&
		           !is_template_parameter(w.cursor)) {
			break;
		} else {
			walk_skip(&w);
		}
	}
	return walk_end(&w);
}

/* Searches the classes that a class derives from, and their bases, for a member. */
static void search_bases(CXCursor class, struct base_search *s)
{
	SCOPED(walk) w = walk_children(class);

	while (clang_Cursor_isNull(s->found) && walk_next(&w)) {
		CXCursor base = clang_getNullCursor();

		if (w.cursor.kind == CXCursor_CXXBaseSpecifier) {
			base = class_of(w.cursor);
			s->has_unknown_base |= !is_class(base.kind) && is_dependent_type(clang_getCursorType(w.cursor));
		}
		if (!is_class(base.kind))
			continue;
		if (!s->is_base)
			s->found = member_of(base, s->name);
		else if (is_named(base, s->name))
			s->found = base;
		if (!s->is_base && clang_Cursor_isNull(s->found))
			search_bases(base, s);
	}
}

static bool is_type(enum CXCursorKind kind)
{
	return is_tag(kind) || is_typedef(kind);
}

static bool is_of_objects(CXCursor member)
{
	enum CXCursorKind kind = member.kind;

	if (kind == CXCursor_FunctionTemplate)
		kind = clang_getTemplateCursorKind(member);
	return kind == CXCursor_FieldDecl ||
	       (kind == CXCursor_CXXMethod && !clang_CXXMethod_isStatic(member));
}

/* Returns the qualifier of a member of a base; the text behind the name tells whether it needs `template`, or
 * names a scope. */
static const char *qualifier_of_member(CXCursor class, const struct base_search *s, const char *behind)
{
	const char *name = cursor_spelling(class);
	bool is_template = clang_getTemplateCursorKind(s->found) != CXCursor_NoDeclFound;
	bool needs_typename = is_type(s->found.kind) && !s->is_base && !starts(behind, "::");
	const char *type_keyword = needs_typename ? "typename " : "";
	const char *template_keyword = is_template && *behind == '<' ? "template " : "";

	return is_of_objects(s->found)
	           ? interned_printf("this->%s", template_keyword)
	           : interned_printf("%s%s::%s", type_keyword, name, template_keyword);
}

static const char *identifier_at(const char *text)
{
	size_t n = 0;

	while (is_identifier_char(text[n]))
		n++;
	return interned(text, n);
}

/* Returns the name at `text`, "operator[]" for an operator's; *end is behind it. */
static const char *name_at(const char *text, const char **end)
{
	const char *name = identifier_at(text);

	*end = text + strlen(name);
	if (strcmp(name, "operator") != 0)
		return name;
	*end += strspn(*end, " \t");
	size_t n = starts(*end, "()") ? 2 : strcspn(*end, "( \t\n");

	name = interned_printf("operator%.*s", (int)n, *end);
	*end += n;
	return name;
}

/* Whether the name at an offset of the parse text is an argument of a variable, T x(name), if a function is not
 * declared there: the parser takes an unknown name for a parameter's type. */
static bool is_argument_of_variable(const struct unit *u, unsigned offset)
{
	const struct token *t = u->tokens.items;
	const char *text = u->text.data;
	size_t i = token_at(&u->tokens, parse_to_flat(u->clauses, offset));
	size_t open = t[i].around >= 0 ? (size_t)t[i].around : 0;

	if (open < 2 || !unit_is(u, open, "(") || !unit_is_one_of(u, i - 1, "( ,") ||
	    !unit_is_one_of(u, i + 1, ") ,") || t[open - 1].kind != TOKEN_IDENTIFIER)
		return false;
	i = token_statement_begin(text, t, open - 1);
	if (i == open - 1)
		return false;
	while (i < open - 1) /* not within template arguments */
		i = unit_is(u, i, "<") ? token_skip_angles(text, &u->tokens, i) : token_skip_group(t, i);
	return i == open - 1;
}

static bool is_of_unknown_name(const char *message)
{
	return begins_with(message, PHRASE_USE_OF_UNDECLARED) ||
	       begins_with(message, PHRASE_USE_OF_UNDECLARED_OPERATOR) || begins_with(message, PHRASE_UNKNOWN_TYPE) ||
	       begins_with(message, PHRASE_NO_TEMPLATE) || begins_with(message, PHRASE_NEEDS_QUALIFICATION);
}

struct place_of_name {
	unsigned offset;    /* in the parse text */
	struct base_search search;
	const char *behind; /* the text behind it, without white space */
	const char *message;
	bool any_base;         /* the base may be one that is not known */
	bool is_argument;      /* it is in a function's body, and is_argument_of_variable() */
	const char *qualifier; /* from the innermost class that has one */
};

/* Returns the qualifier of a name that may be a member of a base that only instantiation tells. */
static const char *qualifier_of_unknown(CXCursor class, const struct place_of_name *p)
{
	bool is_type = begins_with(p->message, PHRASE_UNKNOWN_TYPE) && !p->is_argument;

	return is_type ? interned_printf("typename %s::", cursor_spelling(class)) : "this->";
}

static void look_in_bases(CXCursor class, struct place_of_name *p)
{
	p->search.found = clang_getNullCursor();
	p->search.has_unknown_base = false;
	search_bases(class, &p->search);
	bool is_unknown = clang_Cursor_isNull(p->search.found);

	if (is_unknown && !(p->any_base && p->search.has_unknown_base))
		return;
	p->qualifier = is_unknown ? qualifier_of_unknown(class, p)
	                          : qualifier_of_member(class, &p->search, p->behind);
}

/* Whether the place of the name is in a cursor's range. */
static bool is_around(CXCursor c, const struct place_of_name *p)
{
	CXSourceRange extent = clang_getCursorExtent(c);
	unsigned start, end;

	clang_getFileLocation(clang_getRangeStart(extent), NULL, NULL, NULL, &start);
	clang_getFileLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &end);
	return clang_Location_isFromMainFile(clang_getRangeStart(extent)) && p->offset >= start && p->offset < end;
}

/* Whether the place of the name is in a function's body, and not in a class there. */
static bool is_in_body(const struct unit *u, const struct place_of_name *p)
{
	bool is_in = false;

	for (struct walk w = walk_below(clang_getTranslationUnitCursor(u->tu)); walk_next(&w);) {
		if (!is_around(w.cursor, p))
			walk_skip(&w);
		else if (is_class(w.cursor.kind) || w.cursor.kind == CXCursor_CompoundStmt)
			is_in = w.cursor.kind == CXCursor_CompoundStmt;
	}
	return is_in;
}

const char *qualifier_in_dependent_base(const struct unit *u, CXDiagnostic d, const char *message, bool any_base)
{
	struct place_of_name p = {.message = message, .any_base = any_base};
	bool is_hidden = any_base && (begins_with(message, PHRASE_NO_MATCHING_FUNCTION) ||
	                              begins_with(message, PHRASE_OVERLOADED_NOT_RESOLVED));

	p.search.is_base = begins_with(message, PHRASE_MEMBER_INITIALIZER);
	if (!p.search.is_base && !is_of_unknown_name(message) && !is_hidden)
		return NULL;
	clang_getFileLocation(clang_getDiagnosticLocation(d), NULL, NULL, NULL, &p.offset);
	p.search.name = name_at(u->clauses->parse.data + p.offset, &p.behind);
	p.behind += strspn(p.behind, " \t");
	p.any_base &= !p.search.is_base && (*p.behind == '(' || !is_hidden) && !starts(p.behind, "::");
	p.is_argument = p.any_base && is_argument_of_variable(u, p.offset) && is_in_body(u, &p);
	for (struct walk w = walk_below(clang_getTranslationUnitCursor(u->tu)); walk_next(&w);) {
		CXCursor class = clang_getCursorSemanticParent(w.cursor);

		if (!is_around(w.cursor, &p))
			walk_skip(&w);
		else if (is_class(w.cursor.kind))
			look_in_bases(w.cursor, &p);
		else if (is_class(class.kind) && !is_class(w.parent.kind))
			look_in_bases(class, &p); /* the definition of a member outside of its class */
	}
	return p.qualifier;
}

const char *qualifier_over_namespace(CXCursor class, const char *name, const char *behind)
{
	struct base_search s = {.name = name, .found = clang_getNullCursor()};

	search_bases(class, &s);
	return clang_Cursor_isNull(s.found) ? NULL : qualifier_of_member(class, &s, behind);
}
