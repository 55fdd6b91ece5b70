/* `template` and `typename` in templates of the units, where the units' compilers require them and libclang
 * does not: for nvcc, the result of a function is dependent if an argument of the call is a template
 * parameter, and a kernel's struct has template parameters for the types of its captures. (What the parser
 * itself requires is handled by dependent.c.) */
#include "lower/lower_internal.h"

static bool names_template(CXCursor c)
{
	CXCursor target = clang_getCursorReferenced(c);
	unsigned n = target.kind == CXCursor_OverloadedDeclRef ? clang_getNumOverloadedDecls(target) : 0;
	bool found = target.kind == CXCursor_FunctionTemplate || target.kind == CXCursor_ClassTemplate ||
	             target.kind == CXCursor_TypeAliasTemplateDecl ||
	             !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(target));

	for (unsigned i = 0; i < n && !found; i++)
		found = clang_getOverloadedDecl(target, i).kind == CXCursor_FunctionTemplate;
	return found;
}

/* Whether a compiler may take the qualified name that begins at token i for dependent: it is decltype(x)::y,
 * or a member of a type that a template names. */
static bool may_be_dependent(const struct lowering *l, size_t i)
{
	CXCursor type = clang_getCursorReferenced(cursor_at(l, i));

	return is(l, i, "decltype") ||
	       (is_typedef(type.kind) && (is_local(type) || is_class(clang_getCursorSemanticParent(type).kind)));
}

/* Whether an object's type is spelled out: a parameter, a variable without auto, or a member of one. For
 * nvcc, the type of `auto e = f(N)`, and that of a call, depends on N. */
static bool has_written_type(CXCursor object)
{
	CXType type;

	while (object.kind == CXCursor_MemberRefExpr || object.kind == CXCursor_UnexposedExpr)
		object = first_child(object);
	if (object.kind != CXCursor_DeclRefExpr)
		return false;
	type = without_reference(clang_getCursorType(clang_getCursorReferenced(object)));
	return (type.kind == CXType_Pointer ? clang_getPointeeType(type) : type).kind != CXType_Auto;
}

/* Whether the object of a member has a class that is not dependent, and stays so: captures of a kernel get
 * dependent types. */
static bool is_of_known_class(const struct lowering *l, CXCursor member)
{
	CXCursor object = first_child(member);
	CXType type = type_of(object);

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

/* Handles a type, the last component of whose name is token i: V::iterator, decltype(v)::in<int>. */
static void mark_type(struct lowering *l, size_t i, size_t begin)
{
	size_t behind = is(l, i + 1, "<") ? token_skip_angles(l->text, l->tokens, i + 1) : i + 1;

	if (!is(l, behind, "::") /* a longer name follows */ &&
	    !is_one_of(l, begin - 1, "struct class union enum using"))
		insert_word(l, begin, "typename");
}

void mark_dependent_name(struct lowering *l, CXCursor c, CXCursor parent)
{
	enum CXCursorKind kind = c.kind, user = parent.kind;
	unsigned at;

	if ((kind != CXCursor_MemberRefExpr && kind != CXCursor_DeclRefExpr &&
	     kind != CXCursor_OverloadedDeclRef && kind != CXCursor_TypeRef &&
	     kind != CXCursor_TemplateRef) ||
	    !cursor_offset(l->clauses, c, &at))
		return;
	size_t i = token_at(l->tokens, at);

	if (!i || token(l, i)->kind != TOKEN_IDENTIFIER)
		return;
	bool is_type =
	    kind == CXCursor_TypeRef || kind == CXCursor_TemplateRef; /* may follow the -> of a result type */
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
