/* Classes that hold containers of C++ AMP: ampcc gives each a member function amp_visit, through which the
 * runtime finds the containers in an object, at any depth. */
#include "lower/lower_internal.h"

#include <string.h>

/* Whether the type of a member or base is only known once a template is instantiated. */
static bool is_dependent_field(CXType type)
{
	return is_dependent(innermost_type(type));
}

/* Whether objects of a type can contain a container. seen: the classes that have been searched. */
static bool holds_container(CXType type, struct cursors *seen);

static bool bases_hold_container(CXCursor class, struct cursors *seen)
{
	bool found = false;

	for (struct walk w = walk_kind(walk_children(class), CXCursor_CXXBaseSpecifier); walk_next(&w);) {
		if (!clang_Location_isInSystemHeader(clang_getCursorLocation(w.cursor)))
			found |= is_dependent_field(clang_getCursorType(w.cursor)) ||
			         holds_container(clang_getCursorType(w.cursor), seen);
	}
	return found;
}

static bool fields_hold_container(CXType class, struct cursors *seen)
{
	for (SCOPED(walk) w = walk_fields(class); walk_next(&w);) {
		/* a class inside of a template has such members, too */
		if (is_dependent_field(clang_getCursorType(w.cursor)) ||
		    holds_container(clang_getCursorType(w.cursor), seen))
			return true;
	}
	return false;
}

static bool holds_container(CXType type, struct cursors *seen)
{
	type = clang_getCanonicalType(innermost_type(type));
	if (clang_getResultType(type).kind != CXType_Invalid || type.kind == CXType_MemberPointer)
		return false; /* parameters and results are not part of a pointer to a function */
	CXCursor declaration = clang_getTypeDeclaration(type);

	if (is_container(library_entity(declaration)))
		return true;
	return (in_program(declaration) || declaration.kind == CXCursor_ClassDecl ||
	        declaration.kind == CXCursor_StructDecl) &&
	       cursors_add(seen, declaration, NULL) &&
	       (fields_hold_container(type, seen) || bases_hold_container(shown_definition(declaration), seen));
}

bool needs_visit(CXType type)
{
	struct cursors seen = {0};

	return holds_container(type, &seen);
}

const char *own_name(const char *member)
{
	return !strcmp(member, "visit") ? "this->" : "";
}

/* Adds a visit of which no access is known. */
static struct visit *add_unknown(struct visits *v, const char *expression)
{
	struct visit *one = &KEEP(v->items, v->count);

	*one = (struct visit){.expression = expression, .access = VIEW_READ_WRITTEN, .premises = ""};
	return one;
}

/* Adds a visit of the container at v's path. */
static void add_known(struct visits *v, const char *expression)
{
	struct visit *one = add_unknown(v, expression);
	bool on_premises;

	one->access = view_access_of(v->accesses, v->path, v->depth, &on_premises);
	if (one->access != VIEW_READ_WRITTEN && on_premises)
		one->premises = names_joined(access_premises(v->accesses));
}

const char *visit_calls(const struct visits *v, const char *indent, const char *line_end)
{
	static const char *const names[] = {
	    [VIEW_READ] = "AMP_ACCESS_READ", [VIEW_WRITTEN_AT_INDEX] = "AMP_ACCESS_WRITE"};
	struct text t = {0};

	FOR_EACH(const struct visit, one, v->items, v->count) {
		const char *e = one->expression;

		text_append(&t, indent);
		if (one->is_pack)
			text_printf(&t, "const bool amp_bases[] = {true, (visit(%s), true)...}; (void)amp_bases;", e);
		else if (one->access == VIEW_READ_WRITTEN)
			text_printf(&t, one->is_run ? "visit.run(%s);" : "visit(%s);", e);
		else if (*one->premises)
			text_printf(&t, "visit(%s, Concurrency::details::access_if<%s>(%s));", e, one->premises,
			            names[one->access]);
		else
			text_printf(&t, "visit(%s, %s);", e, names[one->access]);
		text_append(&t, line_end);
	}
	return interned_text(&t);
}

const char *visit_captures(const struct visits *v)
{
	static const char *const words[] = {
	    [VIEW_READ] = "reads", [VIEW_WRITTEN_AT_INDEX] = "writes", [VIEW_READ_WRITTEN] = "reads_writes"};
	struct text t = {0};

	for (size_t i = 0; i < v->count; i++) {
		const struct visit *one = &v->items[i];

		text_printf(&t, "%s%s", i ? ", " : "", one->is_run ? "calls" : words[one->access]);
		if (*one->premises)
			text_printf(&t, "_if<%s>", one->premises);
		text_printf(&t, "(%s)%s", one->expression, one->is_pack ? "..." : "");
	}
	return interned_text(&t);
}

struct names visited_names(const struct visits *v)
{
	struct names names = {0};

	for (size_t i = 0; i < v->count; i++) {
		/* at class scope there is no this */
		const char *e = v->items[i].expression, *name = starts(e, "this->") ? e + strlen("this->") : e;

		if (!v->items[i].is_pack)
			KEEP(names.items, names.count) = name;
	}
	return names;
}

const char *visited_types(const struct visits *v)
{
	struct names types = visited_names(v);

	for (size_t i = 0; i < types.count; i++)
		types.items[i] = interned_printf("decltype(%s)", types.items[i]);
	return names_joined(&types);
}

static bool add_members(struct visits *v, CXType class, const char *object, bool is_own);

/* Whether code in a class may name the private members of another one: it is the same or around it. */
static bool is_inside(CXCursor class, CXCursor of)
{
	for (; is_class(class.kind); class = clang_getCursorSemanticParent(class)) {
		if (clang_equalCursors(clang_getCanonicalCursor(class), clang_getCanonicalCursor(of)))
			return true;
	}
	return false;
}

/* Adds the visit of a member. object: "p.", or "" for the class itself. is_own: of the kernel's class or a base of
 * it. Returns false if the member cannot be named. */
static bool add_field(struct visits *v, CXCursor field, const char *object, bool is_own)
{
	CXType type = clang_getCursorType(field), t = clang_getCanonicalType(type);
	enum CX_CXXAccessSpecifier access = clang_getCXXAccessSpecifier(field);
	const char *name = cursor_spelling(field);

	if (!needs_visit(type) && !is_dependent_field(type))
		return true;
	if (!*name || is_array(t) || t.kind == CXType_Pointer ||
	    (access != CX_CXXPublic && !(is_own && access == CX_CXXProtected) &&
	     !is_inside(v->class, clang_getCursorSemanticParent(field))))
		return false;
	add_visit(v, interned_printf("%s%s", object, name), field);
	return true;
}

/* Adds the visits of the members of the bases. */
static bool add_bases(struct visits *v, CXCursor class, const char *object, bool is_own)
{
	for (SCOPED(walk) w = walk_kind(walk_children(class), CXCursor_CXXBaseSpecifier); walk_next(&w);) {
		CXType type = clang_getCursorType(w.cursor);
		bool dependent = is_dependent_field(type);

		if (!dependent && !needs_visit(type))
			continue;
		const char *base = interned_printf("%s%s::", object, type_spelling(type));

		if (dependent || clang_getCXXAccessSpecifier(w.cursor) != CX_CXXPublic ||
		    clang_isVirtualBase(w.cursor) || !add_members(v, type, base, is_own))
			return false;
	}
	return true;
}

/* Visits the members of a class of the program's one by one. Returns false if not all of them can be named. */
static bool add_members(struct visits *v, CXType class, const char *object, bool is_own)
{
	CXType type = clang_getCanonicalType(class);
	CXCursor declaration = clang_getTypeDeclaration(type);
	struct cursors seen = {0};

	if (type.kind != CXType_Record || declaration.kind == CXCursor_UnionDecl ||
	    clang_Location_isInSystemHeader(clang_getCursorLocation(declaration)))
		return false;
	/* libclang does not show the bases of an instantiation */
	if (is_instantiation(declaration) && bases_hold_container(class_template_of(declaration), &seen))
		return false;
	bool ok = add_bases(v, clang_getCursorDefinition(declaration), object, is_own);

	for (SCOPED(walk) w = walk_fields(type); ok && walk_next(&w);)
		ok = add_field(v, w.cursor, object, is_own);
	return ok;
}

/* Visits the members one by one if more is known of each than of the object as a whole. */
static bool add_flattened(struct visits *v, CXType class, const char *object, bool is_own)
{
	struct visits members = *v;
	bool is_more = false;

	members.items = array_copy(v->items, v->count, sizeof(*v->items));
	if (!v->accesses || !add_members(&members, class, object, is_own))
		return false;
	for (size_t i = v->count; i < members.count; i++)
		is_more |= members.items[i].access != VIEW_READ_WRITTEN;
	if (is_more)
		*v = members;
	return is_more;
}

void add_visit(struct visits *v, const char *expression, CXCursor declaration)
{
	if (v->depth == sizeof(v->path) / sizeof(*v->path)) {
		v->is_elementwise = false;
		add_unknown(v, expression);
		return;
	}
	v->path[v->depth++] = declaration;
	if (is_run_at_index(v->accesses, v->path, v->depth)) {
		add_unknown(v, expression)->is_run = true;
		v->is_elementwise = false;
	} else if (!add_flattened(v, clang_getCursorType(declaration), interned_printf("%s.", expression), false)) {
		v->is_elementwise &= v->accesses && is_only_at_index(v->accesses, v->path, v->depth);
		add_known(v, expression);
	}
	v->depth--;
}

struct container_members {
	const struct lowering *lowering;
	struct visits visits;
	bool has_amp_visit;
	bool has_pointer;
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

static void collect_member(struct container_members *m, CXCursor c)
{
	const char *name = cursor_spelling(c);

	if (c.kind == CXCursor_FieldDecl && *name) {
		CXType type = clang_getCursorType(c);

		m->has_pointer |= is_pointer(element_type(clang_getCanonicalType(type)));
		if (needs_visit(type) || is_dependent_field(type))
			add_visit(&m->visits, interned_printf("%s%s", own_name(name), name), c);
	} else if (c.kind == CXCursor_CXXBaseSpecifier) {
		CXType type = clang_getCursorType(c);
		bool dependent = is_dependent_field(type), is_pack = is_base_pack(m->lowering, c);
		const char *base = base_name(type, dependent);

		if (!(dependent || needs_visit(type)) ||
		    (!is_pack && add_flattened(&m->visits, type, interned_printf("%s::", base), true)))
			return;
		m->visits.is_elementwise = false;
		add_unknown(&m->visits, interned_printf("static_cast<const %s &>(*this)", base))->is_pack = is_pack;
	} else if (is_function(c.kind)) {
		m->has_amp_visit |= !strcmp(name, "amp_visit");
	} else if (c.kind == CXCursor_StructDecl && clang_Cursor_isAnonymousRecordDecl(c)) {
		for (struct walk w = walk_children(c); walk_next(&w);)
			collect_member(m, w.cursor);
	}
}

enum CX_CXXAccessSpecifier declared_access_at(const struct lowering *l, CXCursor class, unsigned offset)
{
	enum CXCursorKind kind = clang_getTemplateCursorKind(class);
	enum CX_CXXAccessSpecifier access =
	    (kind == CXCursor_NoDeclFound ? class.kind : kind) == CXCursor_ClassDecl ? CX_CXXPrivate
	                                                                             : CX_CXXPublic;

	for (struct walk w = walk_kind(walk_children(class), CXCursor_CXXAccessSpecifier); walk_next(&w);) {
		unsigned at;

		if (cursor_offset(l->clauses, w.cursor, &at) && at < offset)
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

	edit_texts(l->edits, end - 1, end - 1, NULL, NULL, text)->is_declaration = is_declaration;
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
	struct container_members m = {.lowering = l,
	                              .visits = {.is_elementwise = true, .class = clang_getNullCursor()}};
	const char *texts[UNIT_KINDS] = {NULL}, *traits[UNIT_KINDS];

	/* members of an anonymous struct are members of the enclosing class */
	if (class.kind == CXCursor_UnionDecl || l->text[end - 1] != '}' ||
	    clang_Cursor_isAnonymousRecordDecl(class))
		return;
	m.visits.accesses = class_accesses(l->unit, class);
	for (struct walk w = walk_children(class); walk_next(&w);)
		collect_member(&m, w.cursor);
	/* a class with a pointer is in no kernel (2.4.1.3), though often in sources that don't define what it points
	 * to */
	if (m.visits.count && !m.has_amp_visit && !m.has_pointer) {
		for (int k = 0; k < UNIT_KINDS; k++)
			traits[k] = class_traits(l, &m.visits, class, k);
		for (int k = 0; k < UNIT_CUDA; k++)
			texts[k] = interned_printf(
			    "public: template <typename Visitor> %svoid amp_visit(Visitor &visit) const {%s } %s%s",
			    k == UNIT_HOST ? "" : "__host__ __device__ ", visit_calls(&m.visits, " ", ""), traits[k],
			    *traits[k] ? " " : "");
		edit_replace_each(l->edits, end - 1, end - 1, texts);
		if (is_for_people(l->unit))
			add_member_for_people(l, class, end,
			                      interned_printf("AMP_CAPTURES(%s)", visit_captures(&m.visits)), false);
		if (is_for_people(l->unit) && *traits[UNIT_CUDA])
			add_member_for_people(l, class, end, traits[UNIT_CUDA], false);
	}
}
