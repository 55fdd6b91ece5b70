/* Declarations with words that ISO C++ does not allow there, or without words that it requires. */
#include "msvc/msvc_internal.h"

/* Removes token i and the white space behind it. */
static bool remove_token(struct amendment *a, size_t i)
{
	return amend_replace(a, token(a, i)->offset, token(a, i + 1)->offset, "");
}

/* class C { void C::f(); }; */
bool amend_qualification(struct amendment *a, const struct complaint *c)
{
	size_t name = token_at(&a->unit->tokens, c->at), first = qualified_begin(a->unit, name);

	return first < name && amend_replace(a, token(a, first)->offset, token(a, name)->offset, "");
}

/* typename int n; */
bool amend_typename(struct amendment *a, const struct complaint *c)
{
	size_t i = token_at(&a->unit->tokens, c->at);

	return i > 0 && is(a, i - 1, "typename") && remove_token(a, i - 1);
}

/* typedef C T; class D { friend class T; }; */
bool amend_elaborated_typedef(struct amendment *a, const struct complaint *c)
{
	size_t i = qualified_begin(a->unit, token_at(&a->unit->tokens, c->at));

	return i > 0 && is_one_of(a, i - 1, "class struct union enum") && remove_token(a, i - 1);
}

/* template <class T> struct S { template <class T> void f(T); }: renames the inner one. */
bool amend_shadowed_parameter(struct amendment *a, const struct complaint *c)
{
	const struct unit *u = a->unit;
	CXCursor parameter = clang_getCursor(a->tu, clang_getDiagnosticLocation(c->diagnostic));
	CXCursor owner = clang_getCursorSemanticParent(parameter);
	size_t first = token_at(&u->tokens, c->at);
	unsigned start, end;

	if (!cursor_range(a->clauses, owner, &start, &end) || c->at < start || c->at >= end)
		return false;
	const struct token *t = token(a, first);
	const char *name = interned(u->text.data + t->offset, t->len), *other = interned_printf("%s_inner", name);
	bool amended = false;

	while (find_token(u, 0, (unsigned)u->text.len, other))
		other = interned_printf("%s_", other);
	for (size_t i = first; token(a, i)->offset < end; i++) {
		t = token(a, i);
		if (is(a, i, name) && !is_one_of(a, i - 1, ". -> ::"))
			amended |= amend_token(a, i, other);
	}
	return amended;
}

/* virtual void f() = NULL; */
bool amend_pure(struct amendment *a, const struct complaint *c)
{
	size_t i = token_outside(a->unit, token_at(&a->unit->tokens, c->at), "= ;");

	if (!is(a, i, "=") || !is(a, i + 2, ";"))
		return false;
	return amend_token(a, i + 1, "0");
}

/* Adds a return value where a path through a function has none: callers do not use it then, but compilers
 * conclude that the path is never taken. */
bool amend_missing_return(struct amendment *a, const struct complaint *c)
{
	CXCursor body = clang_getCursor(a->tu, clang_getDiagnosticLocation(c->diagnostic));
	CXCursor function = clang_getCursorSemanticParent(body);
	CXType type = clang_getCanonicalType(clang_getCursorResultType(function));

	if (!is_function(function.kind) || is_lambda_call(function) ||
	    clang_getCursorResultType(function).kind == CXType_Auto || !is(a, token_at(&a->unit->tokens, c->at), "}") ||
	    (!is_number(type) && type.kind != CXType_Pointer))
		return false;
	return amend_insert(a, c->at, "return {}; ");
}

/* void f() throw(E), which to Visual C++ only means that something may be thrown */
bool amend_throw_specification(struct amendment *a, const struct complaint *c)
{
	size_t i = token_at(&a->unit->tokens, c->at);

	return is(a, i, "throw") && is(a, i + 1, "(") && token(a, i + 1)->match > 0 &&
	       amend_replace(a, c->at, token(a, (size_t)token(a, i + 1)->match)->offset + 1, "");
}

bool amend_register(struct amendment *a, const struct complaint *c)
{
	size_t i = token_at(&a->unit->tokens, c->at);

	return is(a, i, "register") && remove_token(a, i);
}

/* Gives the enumeration declared at a cursor the underlying type that all have in Visual C++. */
static bool fix_enum(struct amendment *a, CXCursor cursor)
{
	unsigned name;

	if (cursor.kind != CXCursor_EnumDecl || !cursor_offset(a->clauses, cursor, &name))
		return false;
	const struct token *t = token(a, token_at(&a->unit->tokens, name));

	return amend_insert(a, token_end(t), " : int");
}

/* enum E; */
bool amend_forward_enum(struct amendment *a, const struct complaint *c)
{
	CXCursor declared = clang_getCursor(a->tu, clang_getDiagnosticLocation(c->diagnostic));
	CXCursor definition = clang_getCursorDefinition(declared);
	bool amended = fix_enum(a, declared);

	if (!clang_Cursor_isNull(definition) && !clang_equalCursors(definition, declared))
		fix_enum(a, definition);
	return amended;
}

/* template class C<int>; twice: keeps the last one, which sees the definitions of all members. */
bool amend_duplicate_instantiation(struct amendment *a, const struct complaint *c)
{
	const struct unit *u = a->unit;
	bool amended = false;
	unsigned at;

	for (struct notes n = notes_of(c->diagnostic); notes_next(&n);) {
		if (!says(n.text, PHRASE_PREVIOUS_INSTANTIATION) || !location_offset(a->clauses, n.place, &at))
			continue;
		size_t end = token_at(&u->tokens, at),
		       first = token_statement_begin(u->text.data, u->tokens.items, end);

		end = token_outside(u, end, ";");
		amended |= is(a, first, "template") &&
		           amend_replace(a, token(a, first)->offset, token(a, end)->offset + 1, "");
	}
	return amended;
}

/* goto past `T x = e;`, which becomes `T x; x = e;` for types that need no initialization. */
static bool split_initialization(struct amendment *a, CXCursor variable)
{
	const struct unit *u = a->unit;
	CXType type = clang_getCursorType(variable);
	unsigned at, start, end;

	if (variable.kind != CXCursor_VarDecl || clang_isConstQualifiedType(type) ||
	    (!is_number(clang_getCanonicalType(type)) && !is_pointer(type)) ||
	    !cursor_offset(a->clauses, variable, &at) || !cursor_range(a->clauses, variable, &start, &end))
		return false;
	size_t name = token_at(&u->tokens, at), last = token_at(&u->tokens, end), first = token_at(&u->tokens, start);

	if (!is(a, name + 1, "=") || !is(a, last, ";") || first == 0 || !ends_statement(u, first - 1))
		return false;
	const char *spelling = type_spelling(type);
	bool is_auto = is(a, first, "auto");
	const char *declared =
	    is_auto ? interned_printf("%s %.*s;", spelling, (int)token(a, name)->len, u->text.data + at) : NULL;
	const struct token *t = token(a, name);
	bool amended = declared ? amend_replace(a, start, at, declared)
	                        : amend_insert(a, token_end(t), ";");

	if (amended && !declared) {
		const char *again = interned_printf("%.*s ", (int)t->len, u->text.data + at);

		amend_insert(a, token(a, name + 1)->offset, again);
	}
	return amended;
}

bool amend_jump(struct amendment *a, const struct complaint *c)
{
	bool amended = false;

	for (struct notes n = notes_of(c->diagnostic); notes_next(&n);) {
		if (says(n.text, PHRASE_BYPASSES_INITIALIZATION))
			amended |= split_initialization(a, clang_getCursor(a->tu, n.place));
	}
	return amended;
}

/* ---- std::exception("text") ---------------------------------------------------- */

static bool is_std_exception(CXCursor class)
{
	return is_named(class, "exception") && in_std(class);
}

/* Whether a diagnostic's candidates are std::exception's constructors. */
static bool is_about_exception(const struct amendment *a, const struct complaint *c)
{
	bool is = false;

	for (struct notes n = notes_of(c->diagnostic); notes_next(&n);)
		is |= is_std_exception(clang_getCursorSemanticParent(clang_getCursor(a->tu, n.place)));
	return is;
}

/* Replaces the qualified name whose last token is `last` by that of a class with the constructor. */
static bool replace_name(struct amendment *a, size_t last)
{
	size_t first = qualified_begin(a->unit, last);
	const struct token *t = token(a, last);

	if (first > 0 && is(a, first - 1, "::"))
		first--;
	return amend_replace(a, token(a, first)->offset, token_end(t), "amp_msvc::exception");
}

static void replace_base(struct amendment *a, CXCursor class)
{
	unsigned start, end;

	for (struct walk w = walk_kind(walk_children(class), CXCursor_CXXBaseSpecifier); walk_next(&w);) {
		if (is_std_exception(clang_getTypeDeclaration(type_of(w.cursor))) &&
		    cursor_range(a->clauses, w.cursor, &start, &end))
			replace_name(a, token_at(&a->unit->tokens, end) - 1);
	}
}

/* Replaces what() of the base in a class whose base has been replaced. */
static void replace_base_calls(struct amendment *a, CXCursor class)
{
	for (size_t i = 2; token(a, i)->kind != TOKEN_END; i++) {
		if (!is(a, i, "what") || !is(a, i - 1, "::") || !is(a, i - 2, "exception"))
			continue;
		CXCursor function = amend_find_around(a, token(a, i)->offset, is_function);

		if (clang_equalCursors(clang_getCursorSemanticParent(function), class))
			replace_name(a, i - 2);
	}
}

static bool is_constructor(enum CXCursorKind kind)
{
	return kind == CXCursor_Constructor;
}

bool amend_exception(struct amendment *a, const struct complaint *c)
{
	size_t i = token_at(&a->unit->tokens, c->at);

	if (!is_about_exception(a, c))
		return false;
	CXCursor cursor = clang_getCursor(a->tu, clang_getDiagnosticLocation(c->diagnostic));
	CXCursor constructor = amend_find_around(a, c->at, is_constructor);

	if (cursor.kind == CXCursor_VarDecl) {
		i--;
	} else {
		while (is(a, i + 1, "::") || is(a, i, "::"))
			i++;
		CXCursor class = clang_getCursorSemanticParent(constructor);

		if (!clang_Cursor_isNull(constructor)) {
			replace_base(a, class);
			replace_base_calls(a, class);
		}
	}
	a->needs_helpers = true;
	return token(a, i)->kind == TOKEN_IDENTIFIER && replace_name(a, i);
}
