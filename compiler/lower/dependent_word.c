/* `template` and `typename` in the units' templates, where the compilers of the units miss them and
 * libclang does not: nvcc takes what a function returns for dependent if an argument of the call is a
 * template's parameter, and a kernel's struct has parameters for the types of what it captures.
 * (What the parser itself misses is dependent.c's.) */
#include "lower/lower_internal.h"

static bool names_template(CXCursor c)
{
	CXCursor target = clang_getCursorReferenced(c);
	enum CXCursorKind kind = clang_getCursorKind(target);
	unsigned n = kind == CXCursor_OverloadedDeclRef ? clang_getNumOverloadedDecls(target) : 0;
	bool found = kind == CXCursor_FunctionTemplate || kind == CXCursor_ClassTemplate ||
	             kind == CXCursor_TypeAliasTemplateDecl ||
	             !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(target));

	for (unsigned i = 0; i < n && !found; i++)
		found = clang_getCursorKind(clang_getOverloadedDecl(target, i)) == CXCursor_FunctionTemplate;
	return found;
}

/* Whether a compiler may take a qualified name that begins at token i for dependent: it is one of
 * decltype(x)::y, or of a type that a template has a name for. */
static bool may_be_dependent(const struct lowering *l, size_t i)
{
	CXCursor type = clang_getCursorReferenced(cursor_at(l, i));
	enum CXCursorKind kind = clang_getCursorKind(type);

	return is(l, i, "decltype") ||
	       ((kind == CXCursor_TypedefDecl || kind == CXCursor_TypeAliasDecl) &&
	        (is_local(type) || is_class(clang_getCursorKind(clang_getCursorSemanticParent(type)))));
}

/* Whether an object's type is written down: a parameter, a variable without auto, or a member of one. nvcc takes the
 * type of `auto e = f(N)` for one that depends on N, and that of a call, too. */
static bool has_written_type(CXCursor object)
{
	CXType type;

	while (clang_getCursorKind(object) == CXCursor_MemberRefExpr ||
	       clang_getCursorKind(object) == CXCursor_UnexposedExpr)
		object = first_child(object);
	if (clang_getCursorKind(object) != CXCursor_DeclRefExpr)
		return false;
	type = without_reference(clang_getCursorType(clang_getCursorReferenced(object)));
	return (type.kind == CXType_Pointer ? clang_getPointeeType(type) : type).kind != CXType_Auto;
}

/* Whether the object of a member is of a class that depends on nothing, and stays so: what a kernel captures gets
 * types that do. */
static bool is_of_known_class(const struct lowering *l, CXCursor member)
{
	CXCursor object = first_child(member);
	CXType type = clang_getCanonicalType(clang_getCursorType(object));

	if (type.kind == CXType_Pointer)
		type = clang_getCanonicalType(clang_getPointeeType(type));
	return !in_amp_code(l) && type.kind == CXType_Record && has_written_type(object);
}

static void insert_word(struct lowering *l, size_t i, const char *word)
{
	const char *spaced = interned_printf("%s ", word);
	unsigned at = token(l, i)->offset;

	if (!is(l, i - 1, word) && !offsets_have(&l->clauses->completed, at) &&
	    offsets_add(&l->words, at))
		edit_insert_last(l->edits, at, spaced, spaced);
}

/* A type, whose name's last part is token i: V::iterator, decltype(v)::in<int>. */
static void mark_type(struct lowering *l, size_t i, size_t begin)
{
	size_t behind = is(l, i + 1, "<") ? token_skip_angles(l->text, l->tokens, i + 1) : i + 1;

	if (!is(l, behind, "::") /* it is that of a part */ && !is_one_of(l, begin - 1, "struct class union enum using"))
		insert_word(l, begin, "typename");
}

void mark_dependent_name(struct lowering *l, CXCursor c, CXCursor parent)
{
	enum CXCursorKind kind = clang_getCursorKind(c), user = clang_getCursorKind(parent);
	unsigned at;

	if ((kind != CXCursor_MemberRefExpr && kind != CXCursor_DeclRefExpr &&
	     kind != CXCursor_OverloadedDeclRef && kind != CXCursor_TypeRef &&
	     kind != CXCursor_TemplateRef) ||
	    !cursor_offset(l->clauses, c, &at))
		return;
	size_t i = token_at(l->tokens, at);

	if (!i || token(l, i)->kind != TOKEN_IDENTIFIER)
		return;
	bool is_type = kind == CXCursor_TypeRef || kind == CXCursor_TemplateRef; /* perhaps behind the -> of a result */
	bool is_member = !is_type && (is(l, i - 1, ".") || is(l, i - 1, "->"));
	size_t begin = qualified_begin(l->unit, i);

	if (!is_member && (begin == i || !may_be_dependent(l, begin)))
		return;
	bool is_known = is_member && is_of_known_class(l, kind == CXCursor_MemberRefExpr ? c : parent);

	if (is(l, i + 1, "<") && names_template(c) && !is_known)
		insert_word(l, i, "template");
	if ((kind == CXCursor_TypeRef || (kind == CXCursor_TemplateRef && is(l, i + 1, "<"))) &&
	    user != CXCursor_CXXBaseSpecifier && user != CXCursor_Constructor)
		mark_type(l, i, begin);
}
