/* Classes that hold containers of C++ AMP: ampcc gives each a member function
 * amp_visit, through which the runtime finds the containers inside of an
 * object, at any depth. */
#include "lower/lower_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The classes that are being looked into: a list's node points to its like. */
struct looking {
	CXCursor declaration;
	const struct looking *outer;
	bool found;
};

/* Also T[N] of a template. */
static bool is_array(CXType type)
{
	return type.kind == CXType_ConstantArray || type.kind == CXType_DependentSizedArray;
}

/* A member or a base whose type is not known before a template is instantiated. */
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

/* A class's definition, or its template's: libclang shows the bases of a template, not those
 * of its instantiations. */
static CXCursor definition_with_bases(CXCursor class)
{
	return is_instantiation(class) ? class_template_of(class) : clang_getCursorDefinition(class);
}

static enum CXVisitorResult field_holds_container(CXCursor field, CXClientData data)
{
	struct looking *in = data;
	CXType type = clang_getCursorType(field);

	/* a class within a template has such members, too */
	in->found |= is_dependent_field(type) || holds_container(type, in);
	return in->found ? CXVisit_Break : CXVisit_Continue;
}

static enum CXChildVisitResult base_holds_container(CXCursor c, CXCursor parent, CXClientData data)
{
	struct looking *in = data;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_CXXBaseSpecifier &&
	    !clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
		in->found |= is_dependent_field(clang_getCursorType(c)) ||
		             holds_container(clang_getCursorType(c), in);
	return CXChildVisit_Continue;
}

static bool holds_container(CXType type, const struct looking *outer)
{
	bool found = false;

	type = clang_getCanonicalType(type);
	while (type.kind == CXType_LValueReference || type.kind == CXType_Pointer ||
	       type.kind == CXType_RValueReference)
		type = clang_getPointeeType(type);
	while (is_array(type))
		type = clang_getCanonicalType(clang_getArrayElementType(type));
	if (clang_getResultType(type).kind != CXType_Invalid || type.kind == CXType_MemberPointer)
		return false; /* what a function takes or returns is not in a pointer to it */
	CXCursor declaration = clang_getTypeDeclaration(type);

	if (is_container(library_entity(declaration)))
		return true;
	if (clang_Location_isFromMainFile(clang_getCursorLocation(declaration)) ||
	    clang_getCursorKind(declaration) == CXCursor_ClassDecl ||
	    clang_getCursorKind(declaration) == CXCursor_StructDecl) {
		struct looking in = {declaration, outer, false};

		for (; outer; outer = outer->outer) {
			if (clang_equalCursors(outer->declaration, declaration))
				return false;
		}
		clang_Type_visitFields(type, field_holds_container, &in);
		if (!in.found)
			clang_visitChildren(definition_with_bases(declaration), base_holds_container, &in);
		found = in.found;
	}
	return found;
}

/* Whether objects of a type can hold a container of C++ AMP. */
bool needs_visit(CXType type)
{
	return holds_container(type, NULL);
}

/* What amp_visit puts in front of a member's name: its parameter is `visit`. */
const char *own_name(const char *member)
{
	return !strcmp(member, "visit") ? "this->" : "";
}

/* What the kernel does with the view at a visit's path, as an argument of visit():
 * ", AMP_ACCESS_READ". Nothing if that is not certain. */
static void append_access(const struct visits *v, struct text *out)
{
	static const char *const names[] = {
		[VIEW_READ] = "AMP_ACCESS_READ",
		[VIEW_WRITTEN_AT_INDEX] = "AMP_ACCESS_WRITE",
	};
	bool on_premises;
	enum view_access access = view_access_of(v->accesses, v->path, v->depth, &on_premises);

	if (access == VIEW_READ_WRITTEN)
		return;
	text_append(out, ", ");
	if (on_premises) {
		const struct strings *premises = access_premises(v->accesses);

		text_append(out, "Concurrency::details::access_if<");
		for (size_t i = 0; i < premises->count; i++)
			text_printf(out, "%s%s", i ? ", " : "", premises->items[i]);
		text_printf(out, ">(%s)", names[access]);
	} else {
		text_append(out, names[access]);
	}
}

struct flattening {
	struct visits *visits;
	const char *object; /* "p.", or "" in the class itself */
	bool is_own;        /* the kernel's class or a base of it */
	bool ok;
};

static bool append_members(struct visits *v, CXType class, const char *object, bool is_own);

static enum CXVisitorResult flatten_field(CXCursor field, CXClientData data)
{
	struct flattening *f = data;
	CXType type = clang_getCursorType(field), t = clang_getCanonicalType(type);
	enum CX_CXXAccessSpecifier access = clang_getCXXAccessSpecifier(field);
	char *name = take_string(clang_getCursorSpelling(field));

	if (needs_visit(type) || is_dependent_field(type)) {
		f->ok &= *name && !is_array(t) && t.kind != CXType_Pointer &&
		         (access == CX_CXXPublic || (f->is_own && access == CX_CXXProtected));
		if (f->ok) {
			char *expression = xasprintf("%s%s", f->object, name);

			append_visit(f->visits, expression, field);
			free(expression);
		}
	}
	free(name);
	return f->ok ? CXVisit_Continue : CXVisit_Break;
}

static enum CXChildVisitResult flatten_base(CXCursor c, CXCursor parent, CXClientData data)
{
	struct flattening *f = data;
	CXType type = clang_getCursorType(c);
	bool dependent = is_dependent_field(type);

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_CXXBaseSpecifier || !(dependent || needs_visit(type)))
		return CXChildVisit_Continue;
	char *name = take_string(clang_getTypeSpelling(type));
	char *object = xasprintf("%s%s::", f->object, name);

	f->ok &= !dependent && clang_getCXXAccessSpecifier(c) == CX_CXXPublic &&
	         !clang_isVirtualBase(c) && append_members(f->visits, type, object, f->is_own);
	free(object);
	free(name);
	return f->ok ? CXChildVisit_Continue : CXChildVisit_Break;
}

/* Visits the members of a class of the program's one by one. False if not all of
 * them can be named. */
static bool append_members(struct visits *v, CXType class, const char *object, bool is_own)
{
	CXType type = clang_getCanonicalType(class);
	CXCursor declaration = clang_getTypeDeclaration(type);
	struct flattening f = {v, object, is_own, true};

	if (type.kind != CXType_Record || clang_getCursorKind(declaration) == CXCursor_UnionDecl ||
	    clang_Location_isInSystemHeader(clang_getCursorLocation(declaration)))
		return false;
	/* the bases that an instantiation has, its template does not tell */
	if (is_instantiation(declaration)) {
		struct looking in = {declaration, NULL, false};

		clang_visitChildren(class_template_of(declaration), base_holds_container, &in);
		if (in.found)
			return false;
	}
	clang_visitChildren(clang_getCursorDefinition(declaration), flatten_base, &f);
	if (f.ok)
		clang_Type_visitFields(type, flatten_field, &f);
	return f.ok;
}

/* The members one by one, if more is known of them than of all together. */
static bool append_flattened(struct visits *v, CXType class, const char *object, bool is_own)
{
	struct visits members = *v;
	bool ok;

	members.text = members.types = (struct text){0};
	members.claims = 0;
	ok = v->accesses && append_members(&members, class, object, is_own) && members.claims > 0;
	if (ok) {
		text_append(&v->text, members.text.data);
		text_printf(&v->types, "%s%s", v->types.len ? ", " : "", members.types.data);
		v->is_elementwise &= members.is_elementwise;
		v->claims += members.claims;
	}
	text_finish(&members.text);
	text_finish(&members.types);
	return ok;
}

static void append_one(struct visits *v, const char *expression, const char *access)
{
	text_printf(&v->text, "%svisit(%s%s);%s", v->indent, expression, access, v->line_end);
	/* at class scope there is no this */
	text_printf(&v->types, "%sdecltype(%s)", v->types.len ? ", " : "",
	            strncmp(expression, "this->", 6) ? expression : expression + 6);
	v->claims += *access != 0;
}

void append_visit(struct visits *v, const char *expression, CXCursor declaration)
{
	struct text access = {0};
	char *object = xasprintf("%s.", expression);

	text_append(&access, "");
	if (v->depth == sizeof(v->path) / sizeof(*v->path)) {
		v->is_elementwise = false;
		append_one(v, expression, "");
	} else {
		v->path[v->depth++] = declaration;
		if (is_run_at_index(v->accesses, v->path, v->depth)) {
			text_printf(&v->text, "%svisit.run(%s);%s", v->indent, expression, v->line_end);
			text_printf(&v->types, "%sdecltype(%s)", v->types.len ? ", " : "", expression);
			v->is_elementwise = false;
		} else if (!append_flattened(v, clang_getCursorType(declaration), object, false)) {
			append_access(v, &access);
			v->is_elementwise &= v->accesses &&
			                     is_only_at_index(v->accesses, v->path, v->depth);
			append_one(v, expression, access.data);
		}
		v->depth--;
	}
	free(object);
	text_finish(&access);
}

void visits_finish(struct visits *v)
{
	text_finish(&v->text);
	text_finish(&v->types);
}

struct members {
	const struct lowering *lowering;
	struct visits visits;
	bool any;
	bool has_amp_visit;
};

/* Whether a base class is a pack of them: `: Bases...`. */
static bool is_base_pack(const struct lowering *l, CXCursor base)
{
	unsigned start, end;

	if (!cursor_range(l->clauses, base, &start, &end))
		return false;
	size_t i = token_at(l->tokens, end);

	return is(l, i, ".") || (i > 0 && is(l, i - 1, "."));
}

/* A base class's name, as it is where it is no base: a dependent one's may be that of a
 * member, which only there needs no typename ([temp.res]). The caller frees it. */
static char *base_name(CXType type, bool dependent)
{
	char *name = take_string(clang_getTypeSpelling(type));
	bool qualified = false;
	int depth = 0;

	for (const char *p = name; *p; p++) {
		depth += (*p == '<') - (*p == '>');
		qualified |= !depth && p[0] == ':' && p[1] == ':';
	}
	if (!dependent || !qualified || !strncmp(name, "typename ", 9))
		return name;
	char *full = xasprintf("typename %s", name);

	free(name);
	return full;
}

static enum CXChildVisitResult collect_members(CXCursor c, CXCursor parent, CXClientData data)
{
	struct members *m = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	char *name = take_string(clang_getCursorSpelling(c));

	(void)parent;
	if (kind == CXCursor_FieldDecl && *name) {
		CXType type = clang_getCursorType(c);
		bool visit = needs_visit(type);

		if (visit || is_dependent_field(type)) {
			char *expression = xasprintf("%s%s", own_name(name), name);

			m->any = true;
			append_visit(&m->visits, expression, c);
			free(expression);
		}
	} else if (kind == CXCursor_CXXBaseSpecifier) {
		CXType type = clang_getCursorType(c);
		bool visit = needs_visit(type);
		bool dependent = is_dependent_field(type);

		if (visit || dependent) {
			char *base = base_name(type, dependent);
			char *expression = xasprintf("static_cast<const %s &>(*this)", base);
			char *object = xasprintf("%s::", base);

			m->any = true;
			if (is_base_pack(m->lowering, c)) {
				m->visits.is_elementwise = false;
				text_printf(&m->visits.text, " const bool amp_bases[] = {true, (visit(%s), true)...}; "
				                             "(void)amp_bases;", expression);
			} else if (!append_flattened(&m->visits, type, object, true)) {
				m->visits.is_elementwise = false;
				append_one(&m->visits, expression, "");
			}
			free(object);
			free(expression);
			free(base);
		}
	} else if (is_function(kind)) {
		m->has_amp_visit |= !strcmp(name, "amp_visit");
	} else if (kind == CXCursor_StructDecl && clang_Cursor_isAnonymousRecordDecl(c)) {
		clang_visitChildren(c, collect_members, m);
	}
	free(name);
	return CXChildVisit_Continue;
}

/* amp_visit: how the runtime finds the containers inside of an object. */
void add_amp_visit(struct lowering *l, CXCursor class, unsigned end)
{
	struct members m = {.lowering = l, .visits = {.indent = " ", .line_end = "", .is_elementwise = true}};

	/* the members of an anonymous struct are those of the class around it */
	if (clang_getCursorKind(class) == CXCursor_UnionDecl || l->text[end - 1] != '}' ||
	    clang_Cursor_isAnonymousRecordDecl(class))
		return;
	m.visits.accesses = class_accesses(l->unit, class);
	clang_visitChildren(class, collect_members, &m);
	if (m.any && !m.has_amp_visit) {
		char *types = class_traits(l, &m.visits, class);
		struct text text[UNIT_KINDS] = {{0}};

		for (int k = 0; k < UNIT_KINDS; k++)
			text_printf(&text[k], "public: template <typename Visitor> %svoid "
			                      "amp_visit(Visitor &visit) const {%s } %s%s",
			            k == UNIT_HOST ? "" : "__host__ __device__ ", m.visits.text.data,
			            types ? types : "", types ? " " : "");
		edit_replace_each(l->edits, end - 1, end - 1, text);
		for (int k = 0; k < UNIT_KINDS; k++)
			text_finish(&text[k]);
		free(types);
	}
	accesses_destroy(m.visits.accesses);
	visits_finish(&m.visits);
}
