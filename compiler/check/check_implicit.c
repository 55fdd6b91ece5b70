/* Implicit calls in amp code (specification 2.3): the initializers of members and the default constructors of
 * members and bases, where a constructor or an initializer list omits them; what a range-based for calls; and
 * functions of the program that functions of the standard library call. nvcc compiles all of these for the
 * device without a diagnostic, and a call of a restrict(cpu) function there has no callee. */
#include "check/check_internal.h"

/* A search for calls of restrict(cpu) functions in what the code at `offset` does. */
struct implicit_search {
	struct checker *checker;
	unsigned offset;
	CXCursor through; /* the member, or the library function, that leads there */
	bool in_library;  /* the search is in the library's code, not in the program's text */
};

static void search_function(struct implicit_search *s, CXCursor function);

/* Whether device code may call a function of the program or the library. */
static bool is_callable(const struct implicit_search *s, CXCursor f)
{
	struct checker *c = s->checker;
	CXCursor template = clang_getSpecializedCursorTemplate(f);

	return cursor_restrictions(f) & RESTRICT_AMP || is_usable_in_amp(c, f) ||
	       has_overload(c->overloads, f, true) ||
	       (!clang_Cursor_isNull(template) &&
	        (cursor_restrictions(template) & RESTRICT_AMP || is_usable_in_amp(c, template)));
}

static void refuse_implicit_call(struct implicit_search *s, CXCursor f)
{
	struct checker *c = s->checker;
	unsigned at;

	if (already_reported(c, s->offset))
		return;
	const char *callee = function_title(f);
	const char *through = cursor_spelling(s->through);

	if (s->in_library)
		diagnose(c->unit, SEVERITY_ERROR, s->offset,
		         "'%s' of the standard library calls '%s' here, which is restrict(cpu), in code "
		         "that is restrict(amp) [C++ AMP 2.3]", through, callee);
	else
		diagnose(c->unit, SEVERITY_ERROR, s->offset,
		         "the initializer of the member '%s' calls '%s', which is restrict(cpu), in code "
		         "that is restrict(amp) [C++ AMP 2.3]", through, callee);
	if (!s->in_library && cursor_offset(c->clauses, s->through, &at))
		diagnose(c->unit, SEVERITY_NOTE, at, "the member is here");
	note_declared(c, f, callee, true);
	note_callers(c, s->offset);
}

/* Searches a function or an initializer, up to the first call that is refused. */
static void search_below(struct implicit_search *s, CXCursor c)
{
	SCOPED(walk) w = walk_below(c);

	while (walk_next(&w)) {
		enum CXCursorKind kind = w.cursor.kind;
		CXCursor f = cursor_callee(w.cursor);

		if (kind == CXCursor_UnaryExpr || kind == CXCursor_StaticAssert || is_typedef(kind) ||
		    kind == CXCursor_LambdaExpr)
			walk_skip(&w); /* not evaluated, or not here */
		if (kind != CXCursor_CallExpr || !is_function(f.kind))
			continue;
		bool mine = in_program(f);

		/* calls within the library, such as for throwing an exception, are not checked */
		if ((mine || !s->in_library) && !is_callable(s, f)) {
			refuse_implicit_call(s, f);
			break;
		}
		search_function(s, f);
	}
}

/* Searches what a function of the library calls, once. */
static void search_function(struct implicit_search *s, CXCursor function)
{
	struct checker *c = s->checker;
	CXCursor definition = clang_getCursorDefinition(function);

	if (clang_Cursor_isNull(definition) || is_amp_library(definition) || in_program(definition) ||
	    !cursors_add(&c->done, definition, NULL))
		return;
	struct implicit_search inner = *s;

	if (!s->in_library) {
		inner.in_library = true;
		inner.through = function;
	}
	search_below(&inner, definition);
}

void check_library_call(struct checker *c, CXCursor callee, unsigned offset)
{
	struct implicit_search s = {c, offset, callee, true};

	search_function(&s, callee);
}

/* ---- Loops over ranges ------------------------------------------------------- */

/* Functions of a class, one of which is called. */
struct implicit_callees {
	CXCursor any;     /* the null cursor if there is none */
	bool is_callable; /* at least one may be called in amp code */
};

static void add_candidate(const struct implicit_search *s, CXCursor function,
                          struct implicit_callees *out)
{
	out->any = function;
	out->is_callable |= is_callable(s, function);
}

/* Adds the members with a name of a class and of its bases. */
static void add_members(const struct implicit_search *s, CXCursor class, const char *name, int depth,
                        struct implicit_callees *out)
{
	CXCursor definition = shown_definition(class);

	for (struct walk w = walk_children(definition); depth < MOST_NESTED_CLASSES && walk_next(&w);) {
		CXType base = type_of(w.cursor);

		if (w.cursor.kind == CXCursor_CXXBaseSpecifier)
			add_members(s, clang_getTypeDeclaration(base), name, depth + 1, out);
		if (is_function(w.cursor.kind) && is_named(w.cursor, name))
			add_candidate(s, w.cursor, out);
	}
}

/* The parser itself checks functions of namespaces, and the operators of iterators. */
void check_range_loop(struct checker *c, CXCursor loop)
{
	static const char *const names[] = {"begin", "end"};
	struct implicit_search s = {.checker = c};
	CXCursor range = clang_getNullCursor();

	for (struct walk w = walk_children(loop); walk_next(&w);) {
		if (clang_isExpression(w.cursor.kind) && clang_Cursor_isNull(range))
			range = w.cursor;
	}
	if (clang_Cursor_isNull(range) || !cursor_offset(c->clauses, range, &s.offset) ||
	    is_of_refused(c, range))
		return;
	CXType type = clang_getCanonicalType(clang_getNonReferenceType(clang_getCursorType(range)));
	CXCursor class = clang_getTypeDeclaration(type);

	for (size_t i = 0; i < 2 && in_program(class); i++) {
		struct implicit_callees m = {clang_getNullCursor(), false};

		add_members(&s, class, names[i], 0, &m);
		if (!clang_Cursor_isNull(m.any) && !m.is_callable)
			refuse_noting(
			    c, s.offset, (note_declared(c, m.any, names[i], true), note_callers(c, s.offset)),
			    "the loop calls '%s', which is restrict(cpu), in code that is restrict(amp) [C++ AMP 2.3]",
			    names[i]);
	}
}

/* ---- Initializers of members ------------------------------------------------ */

/* Members that are initialized by default member initializers. */
struct default_initializers {
	struct checker *checker;
	unsigned offset;
	int depth;
	const struct names *initialized;   /* names of members that are not */
	CXCursor constructor;              /* the program's constructor that omits them, or the null cursor */
	int skip;                          /* number of first members that are initialized otherwise */
};

/* Whether a member has an initializer. The bounds of an array are expressions below the member, too. */
static bool has_initializer(struct checker *c, CXCursor member)
{
	const struct token *t = c->unit->tokens.items;
	unsigned start, end, name;

	if (!cursor_range(c->clauses, member, &start, &end) || !cursor_offset(c->clauses, member, &name))
		return false;
	return t[token_outside(c->unit, token_at(&c->unit->tokens, name) + 1, "= { ;")].offset < end;
}

/* Returns the user-defined default constructors of a class. */
static struct implicit_callees default_constructors(const struct implicit_search *s, CXCursor class)
{
	struct implicit_callees d = {clang_getNullCursor(), false};

	for (struct walk w = walk_children(class); walk_next(&w);) {
		if (clang_CXXConstructor_isDefaultConstructor(w.cursor) &&
		    !clang_CXXMethod_isDefaulted(w.cursor))
			add_candidate(s, w.cursor, &d);
	}
	return d;
}

static void refuse_default_constructor(struct checker *c, unsigned offset, CXCursor class,
                                       CXCursor part, CXCursor constructor)
{
	bool is_base = part.kind == CXCursor_CXXBaseSpecifier;

	refuse_noting(c, offset, (note_declared(c, constructor, cursor_spelling(class), true), note_callers(c, offset)),
	              "the %s '%s' is left to its default constructor, which is restrict(cpu), in code that is "
	              "restrict(amp) [C++ AMP 2.3]",
	              is_base ? "base class" : "member", cursor_spelling(is_base ? class : part));
}

static void check_member(struct default_initializers *m, CXCursor n);

static void check_members(struct default_initializers *m, CXCursor class)
{
	CXCursor definition = shown_definition(class);

	if (m->depth >= MOST_NESTED_CLASSES || !in_program(definition))
		return;
	for (struct walk w = walk_children(definition); walk_next(&w);)
		check_member(m, w.cursor);
}

/* Checks a member or base without an initializer: unless the program defines its default constructor, that
 * uses the initializers of all members. */
static void check_default_object(const struct default_initializers *outer, CXCursor part)
{
	struct default_initializers m = {outer->checker, outer->offset, outer->depth + 1, NULL,
	                                 clang_getNullCursor(), 0};
	struct implicit_search s = {outer->checker, outer->offset, part, false};
	CXType type = type_of(part);
	CXCursor class = clang_getTypeDeclaration(array_element(type));
	struct implicit_callees d = default_constructors(&s, shown_definition(class));

	if (clang_Cursor_isNull(d.any))
		check_members(&m, class);
	else if (!d.is_callable && in_program(d.any))
		refuse_default_constructor(outer->checker, outer->offset, class, part, d.any);
}

/* Whether a constructor initializes a base class: it names the base, or the template that the base is an
 * instantiation of. */
static bool initializes_base(CXCursor constructor, CXCursor base)
{
	CXCursor class = clang_getTypeDeclaration(type_of(base));
	CXCursor template = clang_getSpecializedCursorTemplate(class);

	for (SCOPED(walk) w = walk_children(constructor); walk_next(&w);) {
		CXCursor named = clang_getCursorReferenced(w.cursor);

		if (w.cursor.kind == CXCursor_TypeRef)
			named = clang_getTypeDeclaration(type_of(named));
		else if (w.cursor.kind != CXCursor_TemplateRef)
			named = clang_getNullCursor();
		if (!clang_Cursor_isNull(named) &&
		    (clang_equalCursors(named, class) || clang_equalCursors(named, template)))
			return true;
	}
	return false;
}

static void check_member(struct default_initializers *m, CXCursor n)
{
	if (n.kind == CXCursor_CXXBaseSpecifier &&
	    (clang_Cursor_isNull(m->constructor) ? !m->initialized : !initializes_base(m->constructor, n)))
		check_default_object(m, n);
	if (n.kind != CXCursor_FieldDecl || m->skip-- > 0)
		return;
	bool initialized = m->initialized && names_have(m->initialized, cursor_spelling(n));
	struct implicit_search s = {m->checker, m->offset, n, false};

	if (initialized)
		return;
	if (has_initializer(m->checker, n))
		search_below(&s, n);
	else
		check_default_object(m, n);
}

void check_construction(struct checker *c, CXCursor constructor, unsigned offset)
{
	struct default_initializers m = {c, offset, 0, NULL, clang_getNullCursor(), 0};

	if (clang_CXXConstructor_isDefaultConstructor(constructor))
		check_members(&m, clang_getCursorSemanticParent(constructor));
}

/* Collects the members that a constructor initializes. Returns false for a delegating constructor, A(int) :
 * A() {}. */
static bool read_initializers(CXCursor constructor, struct names *members)
{
	CXCursor class = clang_getCanonicalCursor(clang_getCursorSemanticParent(constructor));
	SCOPED(walk) w = walk_children(constructor);

	while (walk_next(&w)) {
		if (w.cursor.kind == CXCursor_MemberRef) {
			names_add(members, cursor_spelling(w.cursor));
		} else if (w.cursor.kind == CXCursor_CallExpr) {
			CXType type = type_of(w.cursor);

			if (clang_equalCursors(clang_getCanonicalCursor(clang_getTypeDeclaration(type)), class))
				return false;
		}
	}
	return true;
}

void check_initialized_members(struct checker *c, CXCursor constructor)
{
	struct names initialized = {0};
	struct default_initializers m = {.checker = c, .initialized = &initialized, .constructor = constructor};
	bool copies = is_copy(constructor);

	if (!cursor_offset(c->clauses, constructor, &m.offset) ||
	    (copies && clang_CXXMethod_isDefaulted(constructor)))
		return;
	if (read_initializers(constructor, &initialized))
		check_members(&m, clang_getCursorSemanticParent(constructor));
}

void check_aggregate(struct checker *c, CXCursor list, unsigned start, unsigned end)
{
	const struct token *t = c->unit->tokens.items;
	const char *s = c->unit->text.data;
	CXType type = type_of(list);
	struct names named = {0};
	struct default_initializers m = {c, start, 0, &named, clang_getNullCursor(), 0};

	if (type.kind != CXType_Record)
		return;
	for (size_t i = token_at(&c->unit->tokens, start) + 1; t[i].offset < end;
	     i = token_skip_group(t, i)) {
		if (unit_is(c->unit, i, ".") && unit_is_one_of(c->unit, i - 1, "{ ,")) /* .name = 3 */
			names_add(&named, interned(s + t[i + 1].offset, t[i + 1].len));
	}
	for (struct walk w = walk_children(list); walk_next(&w);)
		m.skip += !named.count;
	check_members(&m, clang_getTypeDeclaration(type));
}
