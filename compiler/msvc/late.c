/* Names in templates that are declared further down: Visual C++ looks them up when the template is
 * instantiated.
 *
 * A function or a class is declared in front of the template. What cannot be declared apart from its
 * definition (a variable, a typedef, an enumeration, a class that must be complete) moves there. The names
 * that it uses in turn are then late names themselves, and are handled in the next round. */
#include "msvc/msvc_internal.h"

#include "overload/overload.h"

#include <string.h>

/* A declaration in a namespace, or a namespace. */
struct declaration {
	CXCursor cursor;
	CXCursor enumerator; /* the enumerator of `cursor`, an enumeration, that this item is; else the
	                      * null cursor */
	unsigned start, end;
	bool is_friend; /* a function that is declared only as a friend, in a class */
};

struct declarations {
	const struct unit *unit;
	const struct clauses *clauses;
	struct declaration *items; /* in the order of the text, a namespace in front of its contents */
	size_t count;
};

static void add(struct declarations *d, struct declaration item)
{
	KEEP(d->items, d->count) = item;
}

/* Adds the enumerators that an enumeration declares in its namespace. */
static void add_enumerators(struct declarations *d, struct declaration item)
{
	for (struct walk w = walk_kind(walk_children(item.cursor), CXCursor_EnumConstantDecl); walk_next(&w);) {
		item.enumerator = w.cursor;
		add(d, item);
	}
}

static bool is_enumerator(const struct declaration *d)
{
	return !clang_Cursor_isNull(d->enumerator);
}

static void collect_friends(struct declarations *d, CXCursor class)
{
	for (struct walk w = walk_kind(walk_below(class), CXCursor_FunctionDecl); walk_next(&w);) {
		struct declaration item = {.cursor = w.cursor, .enumerator = clang_getNullCursor(), .is_friend = true};

		if (cursor_range(d->clauses, w.cursor, &item.start, &item.end))
			add(d, item);
		if (w.cursor.kind != CXCursor_FriendDecl)
			walk_skip(&w);
	}
}

/* Sets the range of a class or its template from its tokens: for one with an error, the parser may expose
 * only the class, and with a wrong end. */
static void find_class_range(const struct unit *u, struct declaration *class)
{
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, class->start), angle, body = i;

	while (i > 0 && token_is(u->text.data, &t[i - 1], ">") &&
	       (angle = token_angles_begin(u->text.data, &u->tokens, i)) > 0 &&
	       token_is(u->text.data, &t[angle - 1], "template"))
		i = angle - 1;
	class->start = t[i].offset;
	while (!ends_statement(u, body))
		body = token_skip_group(t, body);
	if (token_is(u->text.data, &t[body], "{") && t[body].match > 0)
		class->end = t[t[body].match].offset + 1;
}

static void collect(struct declarations *d, CXTranslationUnit tu)
{
	for (struct walk w = walk_below(clang_getTranslationUnitCursor(tu)); walk_next(&w);) {
		enum CXCursorKind kind = cursor_kind(w.cursor);
		struct declaration item = {.cursor = w.cursor, .enumerator = clang_getNullCursor()};

		if (kind == CXCursor_LinkageSpec)
			continue;
		bool is_mine =
		    cursor_range(d->clauses, w.cursor, &item.start, &item.end) && !is_instantiation(w.cursor);

		if (is_mine && is_class(kind))
			find_class_range(d->unit, &item);
		if (is_mine)
			add(d, item);
		if (is_mine && kind == CXCursor_EnumDecl && !clang_EnumDecl_isScoped(w.cursor))
			add_enumerators(d, item);
		if (is_mine && is_class(kind) && kind != CXCursor_ClassTemplate)
			collect_friends(d, w.cursor);
		if (!is_mine || kind != CXCursor_Namespace)
			walk_skip(&w);
	}
}

static const struct declarations *declarations(struct amendment *a)
{
	if (!a->later) {
		a->later = unit_memory(sizeof(*a->later));
		*a->later = (struct declarations){.unit = a->unit, .clauses = a->clauses};
		collect(a->later, a->tu);
	}
	return a->later;
}

/* ---- namespaces ---------------------------------------------------------------- */

/* Returns the namespace that directly contains a declaration, or the null cursor. */
static CXCursor namespace_of(CXCursor cursor)
{
	CXCursor parent = clang_getCursorSemanticParent(cursor);

	return parent.kind == CXCursor_Namespace ? parent : clang_getNullCursor();
}

static unsigned depth_of(CXCursor cursor)
{
	unsigned depth = 0;

	for (CXCursor n = namespace_of(cursor); !clang_Cursor_isNull(n); n = namespace_of(n))
		depth++;
	return depth;
}

/* Returns the enclosing namespace at a depth; the outermost one has depth 0. */
static CXCursor ancestor(CXCursor cursor, unsigned depth)
{
	unsigned up = depth_of(cursor) - depth;

	while (up--)
		cursor = namespace_of(cursor);
	return clang_getCanonicalCursor(cursor);
}

/* Returns the namespace of a declaration, "a::b", as the parser's messages spell it. */
static const char *namespace_name(CXCursor cursor)
{
	struct text t = {0};

	for (unsigned i = 0; i < depth_of(cursor); i++)
		text_printf(&t, "%s%s", i ? "::" : "", cursor_spelling(ancestor(cursor, i)));
	return interned_text(&t);
}

/* What is around a place, from the outermost namespace to the declaration in the innermost one. */
struct surroundings {
	unsigned at;
	const struct declaration *items[32]; /* one for each depth */
	size_t count;
	const struct declaration *inner; /* the last one, or NULL */
};

static struct surroundings surroundings_of(struct amendment *a, unsigned at)
{
	const struct declarations *all = declarations(a);
	struct surroundings s = {.at = at};

	FOR_EACH(const struct declaration, d, all->items, all->count) {
		if (!d->is_friend && !is_enumerator(d) && d->start <= at && at < d->end && s.count < COUNT(s.items))
			s.items[s.count++] = s.inner = d;
	}
	return s;
}

/* Returns how many enclosing namespaces a declaration shares with a place. */
static size_t shared_depth(CXCursor target, const struct surroundings *s)
{
	unsigned depth = depth_of(target), shared = 0;

	while (shared < depth && shared + 1 < s->count &&
	       clang_equalCursors(ancestor(target, shared), clang_getCanonicalCursor(s->items[shared]->cursor)))
		shared++;
	return shared;
}

static bool is_function_or_template(CXCursor cursor)
{
	return cursor.kind == CXCursor_FunctionDecl || cursor.kind == CXCursor_FunctionTemplate;
}

/* ---- texts ---------------------------------------------------------------------- */

/* Appends a range of tokens on one line. */
static void append_tokens(const struct amendment *a, size_t first, size_t end, struct text *out)
{
	for (size_t i = first; i < end; i++) {
		const struct token *t = token(a, i);

		if (i > first && unit_token_end(a->unit, i - 1) < t->offset)
			text_append(out, " ");
		text_append_n(out, a->unit->text.data + t->offset, t->len);
	}
}

static bool has_directive(const struct amendment *a, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++) {
		if (token(a, i)->kind == TOKEN_DIRECTIVE)
			return true;
	}
	return false;
}

static void remove_defaults(struct amendment *a, CXCursor declaration)
{
	unsigned start, end;

	for (struct walk w = walk_children(declaration); walk_next(&w);) {
		if ((w.cursor.kind == CXCursor_ParmDecl || is_template_parameter(w.cursor)) &&
		    default_argument(a->unit, w.cursor, &start, &end))
			amend_replace(a, start, end, "");
	}
}

/* Inserts a text where a declaration is visible to the code around a place. */
static bool insert_before(struct amendment *a, CXCursor target, const struct surroundings *s, const char *text)
{
	size_t shared = shared_depth(target, s), depth = depth_of(target);
	bool is_c = cursor_kind(clang_getCursorLexicalParent(target)) == CXCursor_LinkageSpec;
	SCOPED(text) t = {0};

	text_append(&t, is_c ? "extern \"C\" { " : "");
	for (size_t i = shared; i < depth; i++)
		text_printf(&t, "namespace %s { ", cursor_spelling(ancestor(target, (unsigned)i)));
	text_append(&t, text);
	for (size_t i = shared; i < depth; i++)
		text_append(&t, " }");
	text_append(&t, is_c ? " } " : " ");
	/* several may be inserted at one place in a round */
	edit_insert(&a->edits, s->items[shared]->start, t.data, t.data);
	return true;
}

/* Moves a definition in front of the code around a place. */
static bool move(struct amendment *a, const struct declaration *d, const struct surroundings *s)
{
	const struct unit *u = a->unit;
	size_t first = token_at(&u->tokens, d->start), end = token_at(&u->tokens, d->end);
	SCOPED(text) text = {0};

	if (!is_function_or_template(d->cursor))
		end = token_outside(u, end, ";") + 1;
	if (has_directive(a, first, end) || !offsets_add(&a->edited, token(a, first)->offset))
		return false;
	move_tokens(a, first, end, token_at(&u->tokens, s->inner->start), NULL, &text);
	insert_before(a, d->cursor, s, text.data);
	return true;
}

/* Declares a function or a class, or moves what cannot be declared separately. */
static bool declare(struct amendment *a, const struct declaration *d, const struct surroundings *s)
{
	const struct unit *u = a->unit;
	enum CXCursorKind kind = d->cursor.kind;
	size_t first = token_at(&u->tokens, d->start), end;
	SCOPED(text) t = {0};
	unsigned name;

	if (!cursor_offset(a->clauses, d->cursor, &name))
		return false;
	if (is_function(kind) &&
	    clang_getCursorResultType(d->cursor).kind != CXType_Auto) /* not deduced from the body */
		end = declarator_end(u, name, d->end);
	else if ((kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl || kind == CXCursor_UnionDecl ||
	          kind == CXCursor_ClassTemplate) &&
	         !is(a, first, "typedef"))
		end = token_at(&u->tokens, name) + 1;
	else
		return move(a, d, s);
	if (has_directive(a, first, end) || !offsets_add(&a->edited, d->start))
		return false;
	append_tokens(a, first + d->is_friend, end, &t);
	text_append(&t, ";");
	remove_defaults(a, d->cursor);
	insert_before(a, d->cursor, s, t.data);
	return true;
}

/* ---- choosing the declaration ------------------------------------------------------ */

/* Whether a place is in a template, or in what was moved or declared for one. */
static bool is_late_place(const struct amendment *a, const struct surroundings *s)
{
	return find_token(a->unit, s->inner->start, s->at, "template") || !clang_isCursorDefinition(s->inner->cursor) ||
	       is_class(s->inner->cursor.kind);
}

/* Whether a name at a place may mean a declaration behind it. space: the namespace that qualifies the name,
 * or NULL. */
static bool may_mean(const struct declaration *d, const char *name, const char *space, const struct surroundings *s)
{
	if ((d->start < s->inner->end && !d->is_friend) || d->cursor.kind == CXCursor_Namespace ||
	    !is_named(is_enumerator(d) ? d->enumerator : d->cursor, name) ||
	    !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(d->cursor)) ||
	    (is_function(d->cursor.kind) && !clang_equalCursors(clang_getCanonicalCursor(d->cursor), d->cursor)))
		return false;
	CXCursor parent = clang_getCursorSemanticParent(d->cursor);

	if (is_class(parent.kind)) /* a member's definition outside of its class */
		return false;
	return !space || !strcmp(namespace_name(d->cursor), space);
}

/* Returns the namespace in "… in namespace 'a::b'", "" for "the global namespace"; NULL if a message names
 * none. */
static const char *named_namespace(const char *message)
{
	const char *at = behind_phrase(message, PHRASE_IN_NAMESPACE);

	if (at)
		return interned(at, strcspn(at, "'"));
	return says(message, PHRASE_IN_GLOBAL_NAMESPACE) ? "" : NULL;
}

/* Declares all that a name may mean, in the innermost namespace that has it: for uses in templates, what is
 * declared behind them; for all uses, friends, which Visual C++ finds without an argument of their class. */
static bool declare_named(struct amendment *a, const char *name, const char *space, const struct surroundings *s)
{
	const struct declarations *all = declarations(a);
	bool in_template = is_late_place(a, s), declared = false;
	size_t best = 0;

	FOR_EACH(const struct declaration, d, all->items, all->count) {
		if (may_mean(d, name, space, s) && shared_depth(d->cursor, s) > best)
			best = shared_depth(d->cursor, s);
	}
	FOR_EACH(const struct declaration, d, all->items, all->count) {
		if (may_mean(d, name, space, s) && shared_depth(d->cursor, s) == best)
			declared |= (d->is_friend || in_template) && declare(a, d, s);
	}
	return declared;
}

/* Opens a namespace that qualifies a name but begins only behind it. */
static bool open_namespace(struct amendment *a, const char *name, const struct surroundings *s)
{
	const struct declarations *all = declarations(a);
	const char *text = interned_printf("namespace %s { }", name);

	FOR_EACH(const struct declaration, d, all->items, all->count) {
		if (d->start >= s->inner->end && d->cursor.kind == CXCursor_Namespace && is_named(d->cursor, name) &&
		    offsets_add(&a->edited, d->start))
			return insert_before(a, d->cursor, s, text);
	}
	return false;
}

bool amend_late_name(struct amendment *a, const struct complaint *c)
{
	const struct surroundings s = surroundings_of(a, c->at);
	size_t i = token_at(&a->unit->tokens, c->at);
	const struct token *t = token(a, i);
	const char *space = named_namespace(c->message);
	bool is_member = !space && (says(c->message, PHRASE_NO_MEMBER) || says(c->message, PHRASE_NO_TYPE_NAMED));

	if (!s.inner || is_member || t->kind != TOKEN_IDENTIFIER ||
	    qualifier_in_dependent_base(a->unit, c->diagnostic, c->message, false))
		return false;
	const char *name = interned(a->unit->text.data + t->offset, t->len);

	return declare_named(a, name, space, &s) ||
	       (is(a, i + 1, "::") && is_late_place(a, &s) && open_namespace(a, name, &s));
}

/* Declares a function that a call may mean; if it is visible through a using-declaration, declares that, too. */
static bool declare_visible(struct amendment *a, const struct declaration *d, const struct surroundings *s)
{
	const struct declarations *all = declarations(a);

	if (shared_depth(d->cursor, s) == depth_of(d->cursor))
		return declare(a, d, s);
	FOR_EACH(const struct declaration, using, all->items, all->count) {
		if (using->cursor.kind == CXCursor_UsingDeclaration && using->start >= s->inner->end &&
		    is_named(using->cursor, cursor_spelling(d->cursor)))
			return declare(a, d, s) && move(a, using, s);
	}
	return false;
}

bool amend_late_call(struct amendment *a, const struct complaint *c)
{
	const struct surroundings s = surroundings_of(a, c->at);
	bool amended = false;

	for (SCOPED(notes) notes = notes_of(c->diagnostic); s.inner && notes_next(&notes);) {
		unsigned at;

		if (says(notes.text, PHRASE_DECLARED_PRIOR) && location_offset(a->clauses, notes.place, &at) &&
		    at >= s.inner->end) {
			const struct declaration *called = surroundings_of(a, at).inner;

			amended |= called && declare_visible(a, called, &s);
		}
	}
	return amended;
}

/* Returns the definition, behind a place, of a class that a note mentions. */
static const struct declaration *find_definition(struct amendment *a, CXCursor class, unsigned at)
{
	const struct declarations *all = declarations(a);
	CXCursor first = clang_getCanonicalCursor(class);

	FOR_EACH(const struct declaration, d, all->items, all->count) {
		if (d->start > at && clang_isCursorDefinition(d->cursor) &&
		    clang_equalCursors(clang_getCanonicalCursor(d->cursor), first))
			return d;
	}
	return NULL;
}

bool amend_incomplete(struct amendment *a, const struct complaint *c)
{
	const struct surroundings s = surroundings_of(a, c->at);
	bool amended = false;

	for (SCOPED(notes) notes = notes_of(c->diagnostic); s.inner && !amended && notes_next(&notes);) {
		CXCursor class = clang_getCursor(a->tu, notes.place);
		const struct declaration *d = NULL;

		if (is_class(class.kind) && is_late_place(a, &s))
			d = find_definition(a, class, s.inner->end);
		amended = d && move(a, d, &s);
	}
	return amended;
}

/* ---- overloads that are declared behind a template ---------------------------------- */

/* Whether code outside of templates calls functions of a name in [start, end): that code does not see later
 * declarations, and must not. */
static bool is_called_between(struct amendment *a, const char *name, unsigned start, unsigned end)
{
	unsigned declared;

	for (size_t i = token_at(&a->unit->tokens, start); token(a, i)->offset < end; i++) {
		unsigned at = token(a, i)->offset;

		if (!is(a, i, name) || !is(a, i + 1, "("))
			continue;
		const struct declaration *inner = surroundings_of(a, at).inner;
		bool is_declaration = inner && cursor_offset(a->clauses, inner->cursor, &declared) && declared == at;

		if (inner && !is_declaration && clang_getTemplateCursorKind(inner->cursor) == CXCursor_NoDeclFound)
			return true;
	}
	return false;
}

/* Declares the functions that a template's call may mean besides those declared in front of it. */
static bool declare_overloads(struct amendment *a, CXCursor reference, unsigned at)
{
	const struct declarations *all = declarations(a);
	const struct surroundings s = surroundings_of(a, at);
	size_t i = token_at(&a->unit->tokens, at);
	CXCursor known = clang_getOverloadedDecl(reference, 0);
	const char *name = cursor_spelling(reference);
	bool declared = false;

	if (!s.inner)
		return false;
	FOR_EACH(const struct declaration, d, all->items, all->count) {
		if (d->start >= s.inner->end && is_function_or_template(d->cursor) && is_function_or_template(known) &&
		    is(a, i, name) && may_mean(d, name, NULL, &s) &&
		    clang_equalCursors(clang_getCursorSemanticParent(d->cursor),
		                       clang_getCursorSemanticParent(known)) &&
		    !is_called_between(a, name, s.inner->end, d->start))
			declared |= declare(a, d, &s);
	}
	return declared;
}

bool amend_late_overloads(struct amendment *a)
{
	const struct declarations *all = declarations(a);
	bool amended = false;
	unsigned at;

	for (size_t i = 0; i < all->count; i++) {
		CXCursor cursor = all->items[i].cursor;

		if (clang_getTemplateCursorKind(cursor) == CXCursor_NoDeclFound &&
		    clang_getCursorSemanticParent(cursor).kind != CXCursor_ClassTemplate)
			continue;
		for (struct walk w = walk_kind(walk_below(cursor), CXCursor_OverloadedDeclRef); walk_next(&w);) {
			if (cursor_offset(a->clauses, w.cursor, &at))
				amended |= declare_overloads(a, w.cursor, at);
		}
	}
	return amended;
}

/* ---- members of bases that hide names of namespaces ------------------------------------- */

static bool is_in_namespace(CXCursor declaration)
{
	enum CXCursorKind kind = clang_getCursorSemanticParent(declaration).kind;

	return kind == CXCursor_Namespace || kind == CXCursor_TranslationUnit;
}

/* Handles a name in a class template for which the parser finds std::left, although a base has a member
 * `left`. */
static bool amend_hidden_name(struct amendment *a, CXCursor class, CXCursor reference)
{
	bool is_overloaded = reference.kind == CXCursor_OverloadedDeclRef;
	CXCursor declaration =
	    is_overloaded ? clang_getOverloadedDecl(reference, 0) : clang_getCursorReferenced(reference);
	unsigned at;

	if (!is_in_namespace(declaration) || !cursor_offset(a->clauses, reference, &at))
		return false;
	size_t i = token_at(&a->unit->tokens, at);
	const struct token *t = token(a, i), *behind = token(a, i + 1);
	bool is_plain = t->offset == at && t->kind == TOKEN_IDENTIFIER && i > 0 && !is(a, i - 1, "::") &&
	                !is(a, i + 1, "::");

	if (!is_plain)
		return false;
	const char *name = interned(a->unit->text.data + at, t->len);
	const char *qualifier = qualifier_over_namespace(class, name, a->unit->text.data + behind->offset);

	return qualifier && amend_insert(a, at, qualifier);
}

bool amend_hidden_names(struct amendment *a)
{
	const struct declarations *all = declarations(a);
	bool amended = false;

	for (size_t i = 0; i < all->count; i++) {
		CXCursor cursor = all->items[i].cursor, class = clang_getCursorSemanticParent(cursor);

		if (clang_getTemplateCursorKind(cursor) != CXCursor_NoDeclFound &&
		    is_class(clang_getTemplateCursorKind(cursor)))
			class = cursor;
		if (!is_template(class.kind) || is_enumerator(&all->items[i]))
			continue;
		for (struct walk w = walk_below(cursor); walk_next(&w);) {
			if (is_class(w.cursor.kind))
				walk_skip(&w);
			else if (w.cursor.kind == CXCursor_DeclRefExpr || w.cursor.kind == CXCursor_OverloadedDeclRef)
				amended |= amend_hidden_name(a, class, w.cursor);
		}
	}
	return amended;
}
