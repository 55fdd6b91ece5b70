/* Classes that hold containers of C++ AMP: ampcc gives each a member function
 * amp_visit, through which the runtime finds the containers inside of an
 * object, at any depth. */
#include "lower.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The classes that are being looked into: a list's node points to its like. */
struct looking {
	CXCursor declaration;
	const struct looking *outer;
	bool found;
};

static bool holds_container(CXType type, const struct looking *outer);

static enum CXVisitorResult field_holds_container(CXCursor field, CXClientData data)
{
	struct looking *in = data;

	in->found |= holds_container(clang_getCursorType(field), in);
	return in->found ? CXVisit_Break : CXVisit_Continue;
}

static enum CXChildVisitResult base_holds_container(CXCursor c, CXCursor parent, CXClientData data)
{
	struct looking *in = data;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_CXXBaseSpecifier)
		in->found |= holds_container(clang_getCursorType(c), in);
	return CXChildVisit_Continue;
}

static bool holds_container(CXType type, const struct looking *outer)
{
	static const char *const containers[] = {"array", "array_view", "texture", "texture_view",
	                                         "writeonly_texture_view"};
	bool found = false;

	type = clang_getCanonicalType(type);
	while (type.kind == CXType_LValueReference || type.kind == CXType_Pointer ||
	       type.kind == CXType_RValueReference)
		type = clang_getPointeeType(type);
	while (type.kind == CXType_ConstantArray)
		type = clang_getArrayElementType(type);
	if (clang_getResultType(type).kind != CXType_Invalid || type.kind == CXType_MemberPointer)
		return false; /* what a function takes or returns is not in a pointer to it */
	CXCursor declaration = clang_getTypeDeclaration(type);

	if (clang_Cursor_isNull(declaration) ||
	    clang_getCursorKind(declaration) == CXCursor_NoDeclFound) {
		/* array_view<T, N> of a template has no declaration of its own */
		char *spelling = take_string(clang_getTypeSpelling(type));

		for (size_t i = 0; i < sizeof(containers) / sizeof(*containers); i++) {
			char *head = xasprintf("%s<", containers[i]);
			const char *p = strstr(spelling, head);

			found |= p && (p == spelling || !(isalnum((unsigned char)p[-1]) || p[-1] == '_'));
			free(head);
		}
		free(spelling);
		return found;
	}
	char *name = take_string(clang_getCursorSpelling(declaration));

	for (size_t i = 0; i < sizeof(containers) / sizeof(*containers); i++)
		found |= !strcmp(name, containers[i]);
	free(name);
	if (found) {
		char *scope = take_string(
			clang_getCursorSpelling(clang_getCursorSemanticParent(declaration)));
		found = !strcmp(scope, "Concurrency") || !strcmp(scope, "graphics");
		free(scope);
		if (found)
			return true;
	}
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
			clang_visitChildren(clang_getCursorDefinition(declaration), base_holds_container, &in);
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

struct members {
	struct text visits; /* " visit(a);" for each */
	bool any, dependent_with_amp;
	bool has_amp_member;
	bool has_amp_visit;
};

static bool is_dependent_field(CXType type)
{
	CXType t = clang_getCanonicalType(type);

	while (t.kind == CXType_LValueReference || t.kind == CXType_Pointer)
		t = clang_getPointeeType(t);
	return t.kind == CXType_Unexposed || t.kind == CXType_Dependent;
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

		m->any |= visit;
		m->dependent_with_amp |= is_dependent_field(type);
		if (visit || is_dependent_field(type))
			text_printf(&m->visits, " visit(%s%s);", own_name(name), name);
	} else if (kind == CXCursor_CXXBaseSpecifier) {
		bool visit = needs_visit(clang_getCursorType(c));
		bool dependent = is_dependent_field(clang_getCursorType(c));

		m->any |= visit;
		m->dependent_with_amp |= dependent;
		if (visit || dependent) {
			char *base = take_string(clang_getTypeSpelling(clang_getCursorType(c)));

			text_printf(&m->visits, " visit(static_cast<const %s &>(*this));", base);
			free(base);
		}
	} else if (is_function(kind)) {
		m->has_amp_member |= (cursor_restrictions(c) & RESTRICT_AMP) != 0;
		m->has_amp_visit |= !strcmp(name, "amp_visit");
	}
	free(name);
	return CXChildVisit_Continue;
}

/* amp_visit: how the runtime finds the containers inside of an object. */
void add_amp_visit(struct lowering *l, CXCursor class, unsigned end)
{
	struct members m = {0};

	if (clang_getCursorKind(class) == CXCursor_UnionDecl || l->text[end - 1] != '}')
		return;
	clang_visitChildren(class, collect_members, &m);
	if ((m.any || (m.dependent_with_amp && m.has_amp_member)) && !m.has_amp_visit) {
		char *s = xasprintf("public: template <typename Visitor> void amp_visit(Visitor &visit) "
		                    "const {%s } ",
		                    m.visits.data);
		edit_insert(l->edits, end - 1, s, s);
		free(s);
	}
	text_finish(&m.visits);
}
