/* Classes that hold containers of C++ AMP: ampcc gives each a member function amp_visit, through which the
 * runtime finds the containers in an object, at any depth. */
#include "lower/lower_internal.h"

#include <string.h>

/* A list of the classes being searched, innermost first. */
struct looking {
	CXCursor declaration;
	const struct looking *outer;
};

/* Whether the type of a member or base is only known once a template is instantiated. */
static bool is_dependent_field(CXType type)
{
	CXType t = clang_getCanonicalType(type);

	for (;;) {
		CXType inner = t.kind == CXType_LValueReference || t.kind == CXType_Pointer
		                       ? clang_getPointeeType(t)
		                       : clang_getArrayElementType(t);

		if (inner.kind == CXType_Invalid)
			break;
		t = inner;
	}
	return t.kind == CXType_Unexposed || t.kind == CXType_Dependent;
}

static bool holds_container(CXType type, const struct looking *outer);

static bool bases_hold_container(CXCursor class, const struct looking *in)
{
	bool found = false;

	for (struct walk w = walk_children(class); walk_next(&w);) {
		if (clang_getCursorKind(w.cursor) == CXCursor_CXXBaseSpecifier &&
		    !clang_Location_isInSystemHeader(clang_getCursorLocation(w.cursor)))
			found |= is_dependent_field(clang_getCursorType(w.cursor)) ||
			         holds_container(clang_getCursorType(w.cursor), in);
	}
	return found;
}

static bool fields_hold_container(CXType class, const struct looking *in)
{
	for (SCOPED(walk) w = walk_fields(class); walk_next(&w);) {
		/* a class inside of a template has such members, too */
		if (is_dependent_field(clang_getCursorType(w.cursor)) ||
		    holds_container(clang_getCursorType(w.cursor), in))
			return true;
	}
	return false;
}

static bool holds_container(CXType type, const struct looking *outer)
{
	bool found = false;

	type = clang_getCanonicalType(type);
	while (type.kind == CXType_LValueReference || type.kind == CXType_Pointer ||
	       type.kind == CXType_RValueReference)
		type = clang_getPointeeType(type);
	type = element_type(type);
	if (clang_getResultType(type).kind != CXType_Invalid || type.kind == CXType_MemberPointer)
		return false; /* parameters and results are not part of a pointer to a function */
	CXCursor declaration = clang_getTypeDeclaration(type);

	if (is_container(library_entity(declaration)))
		return true;
	if (clang_Location_isFromMainFile(clang_getCursorLocation(declaration)) ||
	    clang_getCursorKind(declaration) == CXCursor_ClassDecl ||
	    clang_getCursorKind(declaration) == CXCursor_StructDecl) {
		struct looking in = {declaration, outer};

		for (; outer; outer = outer->outer) {
			if (clang_equalCursors(outer->declaration, declaration))
				return false;
		}
		found = fields_hold_container(type, &in) || bases_hold_container(shown_definition(declaration), &in);
	}
	return found;
}

bool needs_visit(CXType type)
{
	return holds_container(type, NULL);
}

const char *own_name(const char *member)
{
	return !strcmp(member, "visit") ? "this->" : "";
}

/* How the kernel uses the view at a visit's path. */
struct visit_access {
	enum view_access access;
	struct text premises; /* "decltype(v), T": types that this relies on; empty: always holds */
};

static struct visit_access access_at(const struct visits *v)
{
	bool on_premises;
	struct visit_access a = {view_access_of(v->accesses, v->path, v->depth, &on_premises), {0}};

	if (a.access == VIEW_READ_WRITTEN || !on_premises)
		return a;
	const struct strings *premises = access_premises(v->accesses);

	for (size_t i = 0; i < premises->count; i++)
		text_printf(&a.premises, "%s%s", i ? ", " : "", premises->items[i]);
	return a;
}

/* Appends one call of visit() with the known access, "visit(v, AMP_ACCESS_READ);", and its form for people,
 * "reads(v)". */
static void append_one(struct visits *v, const char *expression, const struct visit_access *a)
{
	static const char *const names[] = {
	    [VIEW_READ] = "AMP_ACCESS_READ",
	    [VIEW_WRITTEN_AT_INDEX] = "AMP_ACCESS_WRITE",
	},
	                         *const words[] = {[VIEW_READ] = "reads", [VIEW_WRITTEN_AT_INDEX] = "writes"};
	const char *separator = v->captures.len ? ", " : "";
	bool is_known = a && a->access != VIEW_READ_WRITTEN;

	if (!is_known) {
		text_printf(&v->text, "%svisit(%s);%s", v->indent, expression, v->line_end);
		text_printf(&v->captures, "%sreads_writes(%s)", separator, expression);
	} else if (a->premises.len) {
		text_printf(&v->text, "%svisit(%s, Concurrency::details::access_if<%s>(%s));%s", v->indent,
		            expression, a->premises.data, names[a->access], v->line_end);
		text_printf(&v->captures, "%s%s_if<%s>(%s)", separator, words[a->access], a->premises.data,
		            expression);
	} else {
		text_printf(&v->text, "%svisit(%s, %s);%s", v->indent, expression, names[a->access],
		            v->line_end);
		text_printf(&v->captures, "%s%s(%s)", separator, words[a->access], expression);
	}
	v->claims += is_known;
}

/* Appends the type of a visited member: a kernel's wide form depends on all of them. */
static void append_type(struct visits *v, const char *expression)
{
	/* at class scope there is no this */
	const char *name = starts(expression, "this->") ? expression + 6 : expression;
	const char *separator = v->types.len ? ", " : "";

	text_printf(&v->types, "%sdecltype(%s)", separator, name);
	text_printf(&v->names, "%s%s", separator, name);
	v->n_types++;
}

struct flattening {
	struct visits *visits;
	const char *object; /* "p.", or "" for the class itself */
	bool is_own;        /* the kernel's class or a base of it */
	bool ok;
};

static bool append_members(struct visits *v, CXType class, const char *object, bool is_own);

static void flatten_field(struct flattening *f, CXCursor field)
{
	CXType type = clang_getCursorType(field), t = clang_getCanonicalType(type);
	enum CX_CXXAccessSpecifier access = clang_getCXXAccessSpecifier(field);
	const char *name = cursor_spelling(field);

	if (needs_visit(type) || is_dependent_field(type)) {
		f->ok &= *name && !is_array(t) && t.kind != CXType_Pointer &&
		         (access == CX_CXXPublic || (f->is_own && access == CX_CXXProtected));
		if (f->ok)
			append_visit(f->visits, interned_printf("%s%s", f->object, name), field);
	}
}

/* Visits the members of the bases. */
static void flatten_bases(struct flattening *f, CXCursor class)
{
	SCOPED(walk) w = walk_children(class);

	while (f->ok && walk_next(&w)) {
		CXType type = clang_getCursorType(w.cursor);
		bool dependent = is_dependent_field(type);

		if (clang_getCursorKind(w.cursor) != CXCursor_CXXBaseSpecifier || !(dependent || needs_visit(type)))
			continue;
		const char *object = interned_printf("%s%s::", f->object, type_spelling(type));

		f->ok = !dependent && clang_getCXXAccessSpecifier(w.cursor) == CX_CXXPublic &&
		        !clang_isVirtualBase(w.cursor) && append_members(f->visits, type, object, f->is_own);
	}
}

/* Visits the members of a class of the program's one by one. Returns false if not all of them can be named. */
static bool append_members(struct visits *v, CXType class, const char *object, bool is_own)
{
	CXType type = clang_getCanonicalType(class);
	CXCursor declaration = clang_getTypeDeclaration(type);
	struct flattening f = {v, object, is_own, true};

	if (type.kind != CXType_Record || clang_getCursorKind(declaration) == CXCursor_UnionDecl ||
	    clang_Location_isInSystemHeader(clang_getCursorLocation(declaration)))
		return false;
	/* libclang does not show the bases of an instantiation */
	if (is_instantiation(declaration)) {
		struct looking in = {declaration, NULL};

		if (bases_hold_container(class_template_of(declaration), &in))
			return false;
	}
	flatten_bases(&f, clang_getCursorDefinition(declaration));
	SCOPED(walk) w = walk_fields(type);

	while (f.ok && walk_next(&w))
		flatten_field(&f, w.cursor);
	return f.ok;
}

/* Visits the members one by one if more is known of each than of the object as a whole. */
static bool append_flattened(struct visits *v, CXType class, const char *object, bool is_own)
{
	SCOPED(visits) members = *v;
	bool ok;

	members.text = members.types = members.captures = members.names = (struct text){0};
	members.n_types = 0;
	members.claims = 0;
	ok = v->accesses && append_members(&members, class, object, is_own) && members.claims > 0;
	if (ok) {
		text_append(&v->text, members.text.data);
		text_printf(&v->captures, "%s%s", v->captures.len ? ", " : "", members.captures.data);
		text_printf(&v->types, "%s%s", v->types.len ? ", " : "", members.types.data);
		text_printf(&v->names, "%s%s", v->names.len ? ", " : "", members.names.data);
		v->n_types += members.n_types;
		v->is_elementwise &= members.is_elementwise;
		v->claims += members.claims;
	}
	return ok;
}

void append_visit(struct visits *v, const char *expression, CXCursor declaration)
{
	const char *object = interned_printf("%s.", expression);

	if (v->depth == sizeof(v->path) / sizeof(*v->path)) {
		v->is_elementwise = false;
		append_one(v, expression, NULL);
		append_type(v, expression);
	} else {
		v->path[v->depth++] = declaration;
		if (is_run_at_index(v->accesses, v->path, v->depth)) {
			text_printf(&v->text, "%svisit.run(%s);%s", v->indent, expression, v->line_end);
			text_printf(&v->captures, "%scalls(%s)", v->captures.len ? ", " : "", expression);
			append_type(v, expression);
			v->is_elementwise = false;
		} else if (!append_flattened(v, clang_getCursorType(declaration), object, false)) {
			struct visit_access access = access_at(v);

			v->is_elementwise &= v->accesses &&
			                     is_only_at_index(v->accesses, v->path, v->depth);
			append_one(v, expression, &access);
			append_type(v, expression);
			text_finish(&access.premises);
		}
		v->depth--;
	}
}

void visits_finish(struct visits *v)
{
	text_finish(&v->text);
	text_finish(&v->types);
	text_finish(&v->captures);
	text_finish(&v->names);
}

struct members {
	const struct lowering *lowering;
	struct visits visits;
	bool any;
	bool has_amp_visit;
};

/* Whether a base class is a pack expansion: `: Bases...`. */
static bool is_base_pack(const struct lowering *l, CXCursor base)
{
	unsigned start, end;

	if (!cursor_range(l->clauses, base, &start, &end))
		return false;
	size_t i = token_at(l->tokens, end);

	return is(l, i, ".") || (i > 0 && is(l, i - 1, "."));
}

/* Returns a base class's name as it must be written elsewhere: in the list of bases a dependent member type
 * needs no typename ([temp.res]). */
static const char *base_name(CXType type, bool dependent)
{
	const char *name = type_spelling(type);
	bool qualified = false;
	int depth = 0;

	for (const char *p = name; *p; p++) {
		depth += (*p == '<') - (*p == '>');
		qualified |= !depth && p[0] == ':' && p[1] == ':';
	}
	return !dependent || !qualified || starts(name, "typename ") ? name : interned_printf("typename %s", name);
}

static void collect_member(struct members *m, CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);
	const char *name = cursor_spelling(c);

	if (kind == CXCursor_FieldDecl && *name) {
		CXType type = clang_getCursorType(c);
		bool visit = needs_visit(type);

		if (visit || is_dependent_field(type)) {
			const char *expression = interned_printf("%s%s", own_name(name), name);

			m->any = true;
			append_visit(&m->visits, expression, c);
		}
	} else if (kind == CXCursor_CXXBaseSpecifier) {
		CXType type = clang_getCursorType(c);
		bool visit = needs_visit(type);
		bool dependent = is_dependent_field(type);

		if (visit || dependent) {
			const char *base = base_name(type, dependent);
			const char *expression = interned_printf("static_cast<const %s &>(*this)", base);
			const char *object = interned_printf("%s::", base);

			m->any = true;
			if (is_base_pack(m->lowering, c)) {
				m->visits.is_elementwise = false;
				text_printf(&m->visits.text, " const bool amp_bases[] = {true, (visit(%s), true)...}; "
				                             "(void)amp_bases;", expression);
				text_printf(&m->visits.captures, "%sreads_writes(%s)...",
				            m->visits.captures.len ? ", " : "", expression);
			} else if (!append_flattened(&m->visits, type, object, true)) {
				m->visits.is_elementwise = false;
				append_one(&m->visits, expression, NULL);
				append_type(&m->visits, expression);
			}
		}
	} else if (is_function(kind)) {
		m->has_amp_visit |= !strcmp(name, "amp_visit");
	} else if (kind == CXCursor_StructDecl && clang_Cursor_isAnonymousRecordDecl(c)) {
		for (struct walk w = walk_children(c); walk_next(&w);)
			collect_member(m, w.cursor);
	}
}

enum CX_CXXAccessSpecifier declared_access_at(const struct lowering *l, CXCursor class, unsigned offset)
{
	enum CXCursorKind kind = clang_getTemplateCursorKind(class);
	enum CX_CXXAccessSpecifier access =
	    (kind == CXCursor_NoDeclFound ? clang_getCursorKind(class) : kind) == CXCursor_ClassDecl
	        ? CX_CXXPrivate
	        : CX_CXXPublic;

	for (struct walk w = walk_children(class); walk_next(&w);) {
		unsigned at;

		if (clang_getCursorKind(w.cursor) == CXCursor_CXXAccessSpecifier && cursor_offset(l->clauses, w.cursor, &at) &&
		    at < offset)
			access = clang_getCXXAccessSpecifier(w.cursor);
	}
	return access;
}

/* Whether only blanks are in front of an offset in its line. */
static bool begins_line(const struct lowering *l, unsigned offset)
{
	while (offset > 0 && (l->text[offset - 1] == ' ' || l->text[offset - 1] == '\t'))
		offset--;
	return offset > 0 && l->text[offset - 1] == '\n';
}

/* Inserts a line in front of the '}' of a class for people, or text within the line if the '}' is not the
 * first on its line. */
static void add_line_for_people(struct lowering *l, unsigned end, const char *indentation, const char *line,
                                bool is_declaration)
{
	bool breaks = begins_line(l, end - 1);
	const char *text = interned_printf("%s%s%s", breaks ? indentation : "", line, breaks ? "\n" : " ");

	edit_declare_for_people(l->edits, end - 1, text);
	l->edits->items[l->edits->count - 1].is_declaration = is_declaration;
}

void add_member_for_people(struct lowering *l, CXCursor class, unsigned end, const char *member, bool is_declaration)
{
	static const char access[] = "public:";
	bool is_public = declared_access_at(l, class, end) == CX_CXXPublic;

	for (size_t i = 0; !is_public && i < l->edits->count; i++) { /* may have been inserted for another member */
		const struct edit *edit = &l->edits->items[i];

		is_public = edit->start == end - 1 && edit->end == end - 1 && edit->text[UNIT_CUDA] &&
		            starts(edit->text[UNIT_CUDA], access);
	}
	if (!is_public)
		add_line_for_people(l, end, "", access, true);
	add_line_for_people(l, end, "\t", member, is_declaration);
}

void add_amp_visit(struct lowering *l, CXCursor class, unsigned end)
{
	struct members m = {.lowering = l, .visits = {.indent = " ", .line_end = "", .is_elementwise = true}};

	/* members of an anonymous struct are members of the enclosing class */
	if (clang_getCursorKind(class) == CXCursor_UnionDecl || l->text[end - 1] != '}' ||
	    clang_Cursor_isAnonymousRecordDecl(class))
		return;
	m.visits.accesses = class_accesses(l->unit, class);
	for (struct walk w = walk_children(class); walk_next(&w);)
		collect_member(&m, w.cursor);
	if (m.any && !m.has_amp_visit) {
		struct text text[UNIT_KINDS] = {{0}};

		for (int k = 0; k < UNIT_CUDA; k++) {
			const char *types = class_traits(l, &m.visits, class, k);

			text_printf(&text[k], "public: template <typename Visitor> %svoid amp_visit(Visitor &visit) const {%s } %s%s",
			            k == UNIT_HOST ? "" : "__host__ __device__ ", m.visits.text.data, types ? types : "",
			            types ? " " : "");
		}
		edit_replace_each(l->edits, end - 1, end - 1, text);
		for (int k = 0; k < UNIT_CUDA; k++)
			text_finish(&text[k]);
		if (is_for_people(l->unit)) {
			const char *types = class_traits(l, &m.visits, class, UNIT_CUDA);

			add_member_for_people(l, class, end, interned_printf("AMP_CAPTURES(%s)", m.visits.captures.data), false);
			if (types)
				add_member_for_people(l, class, end, types, false);
		}
	}
	accesses_destroy(m.visits.accesses);
	visits_finish(&m.visits);
}
