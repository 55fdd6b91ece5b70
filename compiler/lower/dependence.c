/* What a moved declaration needs from its context: captured variables become members; constants, types and
 * using-directives are repeated. */
#include "lower/lower_internal.h"

#include <string.h>

struct dependence *find_dependence(struct dependences *d, CXCursor declaration)
{
	for (size_t i = 0; i < d->count; i++) {
		if (clang_equalCursors(d->items[i].declaration, declaration))
			return &d->items[i];
	}
	return NULL;
}

struct dependence *add_dependence(struct dependences *d, enum dependence_kind kind,
                                         CXCursor declaration)
{
	KEEP(d->items, d->count) = (struct dependence){
	    .kind = kind,
	    .declaration = declaration,
	    .name = cursor_spelling(declaration),
	};
	return &d->items[d->count - 1];
}

const char unused_attribute[] = " __attribute__((unused))";
static const char maybe_unused[] = " [[maybe_unused]]";

/* Returns the token at which the declarator begins that ends in front of token `end`: (*grid)[3]. */
static size_t declarator_begin(const struct lowering *l, size_t end)
{
	size_t i = end - 1;

	while ((is(l, i, "]") || is(l, i, ")")) && token(l, i)->match > 0) {
		i = token(l, i)->match;
		if (is(l, i + 1, "*") || is(l, i + 1, "&"))
			break; /* parentheses around the name */
		i--;
	}
	while (is(l, i - 1, "*") || is(l, i - 1, "&") ||
	       (is(l, i - 1, "const") && is(l, i - 2, "*")))
		i--;
	return i;
}

/* One of the names that a typedef declares, typedef int pair[2], *pointer, in tokens. */
struct typedef_name {
	size_t specifiers_end;
	size_t begin, end; /* its declarator */
};

static struct typedef_name find_typedef_name(const struct lowering *l, unsigned start,
                                             unsigned name)
{
	struct typedef_name t = {0};
	size_t i = token_at(l->tokens, start), at = token_at(l->tokens, name);

	while (token(l, i)->kind != TOKEN_END && !is(l, i, ";") && !(i > at && is(l, i, ","))) {
		if (is(l, i, ",")) {
			if (!t.specifiers_end)
				t.specifiers_end = declarator_begin(l, i);
			t.begin = i + 1;
		}
		if (is(l, i, "<"))
			i = token_skip_angles(l->text, l->tokens, i);
		else
			i = token_skip_group(l->tokens->items, i);
	}
	t.end = i;
	if (!t.begin)
		t.begin = t.specifiers_end = declarator_begin(l, i);
	return t;
}

/* Whether only kernels and local classes, which repeat a constant, use it. */
static bool is_for_kernels_only(const struct lowering *l, CXCursor variable)
{
	SCOPED(walk) w = walk_below(clang_getCursorSemanticParent(variable));
	unsigned start, end;

	while (walk_next(&w)) {
		bool is_repeating = is_class(w.cursor.kind) || (w.cursor.kind == CXCursor_LambdaExpr &&
		                                                cursor_range(l->clauses, w.cursor, &start, &end) &&
		                                                lambda_restrictions(l->unit, start) & RESTRICT_AMP);

		if (is_repeating)
			walk_skip(&w);
		else if (w.cursor.kind == CXCursor_DeclRefExpr &&
		         clang_equalCursors(clang_getCursorReferenced(w.cursor), variable))
			return false;
	}
	return true;
}

/* What a kernel repeats may have no other use, about which compilers must not warn: those for the host, and
 * nvcc, which warns of variables. */
static void mark_unused(struct lowering *l, CXCursor declaration)
{
	unsigned start, end, name;

	if (!cursor_range(l->clauses, declaration, &start, &end) ||
	    !cursor_offset(l->clauses, declaration, &name) || !first_visit(l, name))
		return;
	size_t i = declaration.kind == CXCursor_TypedefDecl ? find_typedef_name(l, start, name).end
	                                                    : behind_brackets(l, token_at(l->tokens, name) + 1);

	edit_insert(l->edits, token_end(token(l, i - 1)), NULL,
	            unused_attribute);
	if (is_for_people(l->unit) && is_variable(declaration) && is_for_kernels_only(l, declaration)) {
		unsigned behind = token_end(token(l, token_at(l->tokens, name)));

		edit_texts(l->edits, behind, behind, NULL, NULL, maybe_unused);
	}
}

static enum CXChildVisitResult find_outside(CXCursor c, CXCursor parent, CXClientData data);

/* Finds what a variable's type, not its initializer, refers to. */
static enum CXChildVisitResult find_type_dependences(CXCursor c, CXCursor parent,
                                                     CXClientData data)
{
	return clang_isExpression(c.kind) ? CXChildVisit_Continue : find_outside(c, parent, data);
}

/* Whether the bracket at token i may contain an array bound rather than a subscript: a type precedes what it
 * follows. */
static bool may_hold_bound(const struct lowering *l, size_t i)
{
	while (i > 1 && is(l, i - 1, "]"))
		i = token(l, i - 1)->match;
	if (i < 2 || token(l, i - 1)->kind != TOKEN_IDENTIFIER)
		return is(l, i - 1, ")");
	return (token(l, i - 2)->kind == TOKEN_IDENTIFIER && !is(l, i - 2, "return")) || is_one_of(l, i - 2, "> * & ,");
}

/* Whether token i may begin a list of template arguments that contains that name. */
static bool holds_as_argument(const struct lowering *l, size_t i, size_t name)
{
	size_t end = is(l, i, "<") ? token_skip_angles(l->text, l->tokens, i) : 0;

	return end > name && is(l, end - 1, ">");
}

/* Whether the brace at token i begins an initializer rather than a block: x = {…}, T{…}, f({…}). */
static bool begins_initializer(const struct lowering *l, size_t i)
{
	const struct token *before = token(l, i - 1);

	return is_one_of(l, i - 1, "= , ( >") ||
	       (before->kind == TOKEN_IDENTIFIER && !is(l, i - 1, "else") && !is(l, i - 1, "do")) ||
	       (is(l, i - 1, "{") && begins_initializer(l, i - 1));
}

/* Whether the name at token i may be where only a constant is allowed: as an array bound or a template
 * argument, behind `case`. */
static bool may_need_constant(const struct lowering *l, size_t i)
{
	const size_t name = i;

	while (i-- > 0 && !is(l, i, ";") && !is(l, i, "}") && (!is(l, i, "{") || begins_initializer(l, i))) {
		if (is_one_of(l, i, "case static_assert constexpr enum alignas typedef using noexcept") ||
		    (is(l, i, "[") && may_hold_bound(l, i)) || holds_as_argument(l, i, name))
			return true;
		if (token(l, i)->match >= 0 && token(l, i)->match < (int)i)
			i = token(l, i)->match;
	}
	return false;
}

bool may_be_needed_as_constant(const struct lowering *l, unsigned start, unsigned end,
                               const char *name)
{
	bool needed = false;

	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end && !needed; i++)
		needed = is(l, i, name) && may_need_constant(l, i);
	return needed;
}

/* Whether a variable's initializer calls functions that only instantiation resolves; T(3) is no such call. */
static bool has_open_call(CXCursor variable)
{
	struct walk w = walk_kind(walk_below(variable), CXCursor_CallExpr);

	while (walk_next(&w)) {
		enum CXCursorKind callee = first_child(w.cursor).kind;

		if (clang_Cursor_isNull(clang_getCursorReferenced(w.cursor)) &&
		    (callee == CXCursor_DeclRefExpr || callee == CXCursor_MemberRefExpr))
			break;
	}
	return !clang_Cursor_isNull(walk_end(&w));
}

/* Whether a constant whose value depends on template parameters is used as an object: it is called, or has
 * members or elements. If its initializer may call a constructor or another function, as const T x(3) and
 * const T y = f(x) may, it might not be a constant; it then counts as an object if only its value is used. */
static bool is_object(const struct dependences *d, CXCursor variable)
{
	const struct lowering *l = d->lowering;
	CXType type = type_of(variable);
	bool calls = has_open_call(variable);
	unsigned at;

	if ((type.kind != CXType_Unexposed && type.kind != CXType_Auto && !calls) ||
	    clang_Cursor_getStorageClass(variable) == CX_SC_Static || is_constexpr(variable))
		return false;
	if (!cursor_offset(l->clauses, variable, &at))
		return false;
	const char *name = cursor_spelling(variable);
	size_t behind = token_at(l->tokens, at) + 1, i = token_at(l->tokens, d->start);
	bool has_parts = false, is_value = calls || is(l, behind, "(") || is(l, behind, "{");

	if (is(l, i, "[")) /* skips a capture list */
		i = token(l, i)->match;
	for (; token(l, i)->offset < d->end; i++) {
		if (!is(l, i, name))
			continue;
		has_parts |= is_one_of(l, i + 1, "( . [");
		is_value &= !may_need_constant(l, i);
	}
	return has_parts || is_value;
}

bool is_class_object(CXCursor variable)
{
	CXType type = type_of(variable);

	return is_class(clang_getTypeDeclaration(type).kind);
}

/* Whether the kernel uses a constexpr object or floating-point number where only a constant is allowed, as in
 * tile<p.size> and constexpr float half = whole / 2, and may have its own for that: its initializer calls
 * nothing. */
static bool is_constant_object(const struct dependences *d, CXCursor variable)
{
	const struct lowering *l = d->lowering;

	if (variable.kind != CXCursor_VarDecl ||
	    !(is_class_object(variable) || is_number(clang_getCursorType(variable))) || !is_constexpr(variable))
		return false;
	bool is_plain =
	    has_plain_initializer(variable) && clang_Cursor_isNull(first_of_kind(variable, CXCursor_CallExpr));

	return (is_plain || constant_value(variable)) &&
	       may_be_needed_as_constant(l, d->start, d->end, cursor_spelling(variable));
}

/* Returns the value that a constant is repeated with; NULL: repeat its initializer. */
static const char *value_of_constant(CXCursor variable, bool by_value)
{
	return by_value || !has_plain_initializer(variable) ? constant_value(variable) : NULL;
}

/* For clang_visitChildren(): adds what is declared outside. */
static enum CXChildVisitResult find_outside(CXCursor c, CXCursor parent, CXClientData data)
{
	struct dependences *d = data;
	CXCursor target = clang_getNullCursor();
	unsigned at;

	(void)parent;
	if (c.kind == CXCursor_DeclRefExpr || c.kind == CXCursor_TypeRef || c.kind == CXCursor_VariableRef ||
	    c.kind == CXCursor_SizeOfPackExpr)
		target = clang_getCursorReferenced(c);
	if (clang_Cursor_isNull(target))
		return CXChildVisit_Recurse;
	/* the initializer of a capture, [n = x.size()], is evaluated where the kernel is launched */
	if (cursor_offset(d->lowering->clauses, c, &at) &&
	    in_init_capture(d->lowering->unit, d->start, at))
		return CXChildVisit_Continue;
	enum CXCursorKind tk = target.kind;

	if (!cursor_offset(d->lowering->clauses, target, &at))
		return CXChildVisit_Recurse;
	bool is_inside = at >= d->start && at < d->end;

	/* in templates libclang shows x of an inner lambda's [n = x] only in the declaration of n */
	if (c.kind == CXCursor_VariableRef && is_inside)
		clang_visitChildren(target, find_outside, d);
	if (is_inside || !is_local(target) || find_dependence(d, target))
		return CXChildVisit_Recurse;
	if (is_variable(target)) {
		if ((is_constant(target) && !is_object(d, target)) || is_constant_object(d, target)) {
			const char *value = value_of_constant(target, d->by_value);

			clang_visitChildren(target, value ? find_type_dependences : find_outside, d);
			add_dependence(d, DEPENDENCE_CONSTANT, target)->by_value = d->by_value;
			mark_unused(d->lowering, target);
		} else {
			add_dependence(d, DEPENDENCE_VARIABLE, target);
		}
	} else if (is_typedef(tk) || is_tag(tk)) {
		/* a moved class itself has its dependences moved with it */
		if (!is_class(tk))
			clang_visitChildren(target, find_outside, d);
		if (is_typedef(tk))
			mark_unused(d->lowering, target);
		add_dependence(d, DEPENDENCE_TYPE, target);
	}
	return CXChildVisit_Recurse;
}

/* Returns the offset of a dependence that hides another one of the same name; 0 if there is none. */
static unsigned hiding_declaration(const struct dependences *d)
{
	unsigned at, other_at;

	for (size_t i = 0; i < d->count; i++) {
		for (size_t k = 0; k < i; k++) {
			const struct dependence *a = &d->items[i], *b = &d->items[k];

			if ((a->kind != DEPENDENCE_VARIABLE || b->kind != DEPENDENCE_VARIABLE) && *a->name &&
			    !strcmp(a->name, b->name) &&
			    cursor_offset(d->lowering->clauses, a->declaration, &at) &&
			    cursor_offset(d->lowering->clauses, b->declaration, &other_at))
				return at > other_at ? at : other_at;
		}
	}
	return 0;
}

void find_dependences(struct dependences *d, CXCursor c)
{
	size_t before = d->count;
	unsigned at;

	clang_visitChildren(c, find_outside, d);
	if (!hiding_declaration(d))
		return;
	/* const int M = 2 * N; and a later N in a block around the kernel: repeat M as a value */
	d->count = before;
	d->by_value = true;
	clang_visitChildren(c, find_outside, d);
	if ((at = hiding_declaration(d)))
		diagnose(d->lowering->unit, SEVERITY_ERROR, at,
		         "this hides another declaration of the same name, which amp code also "
		         "needs: rename one of them");
}

/* Returns the declaration of one name of a typedef, without the others. */
static const char *repeat_typedef(struct lowering *l, unsigned start, unsigned name, enum unit_kind kind)
{
	struct typedef_name t = find_typedef_name(l, start, name);
	size_t first = token_at(l->tokens, start);

	/* the alias of a class that moved from here is inserted in front of the keyword */
	first += is(l, first, "typedef");
	const char *specifiers = render(l, token(l, first)->offset, token(l, t.specifiers_end)->offset, kind);
	const struct token *last = token(l, t.end - 1);
	const char *declarator = render(l, token(l, t.begin)->offset, token_end(last), kind);

	return interned_printf("typedef %s%s;", specifiers, declarator);
}

/* Returns the declaration of a type; where it has moved, its alias. A typedef is repeated as such. */
static const char *repeat_type(struct lowering *l, CXCursor type, unsigned start, unsigned end, unsigned name,
                               enum unit_kind kind)
{
	const struct moved_type *moved = moved_type_at(l, start);

	if (type.kind == CXCursor_TypedefDecl)
		return repeat_typedef(l, start, name, kind);
	if (moved)
		return interned_printf("%s;", moved->alias);
	if (type.kind == CXCursor_TypeAliasDecl) { /* clang's range ends too early for using pair = struct { … } */
		size_t last = token_outside(l->unit, token_at(l->tokens, end), ";") - 1;

		end = unit_token_end(l->unit, last);
	}
	return interned_printf("%s;", render(l, start, end, kind));
}

/* Returns the spelling of a constant's type. */
static const char *type_of_constant(const struct lowering *l, CXCursor variable)
{
	CXType type = clang_getCursorType(variable);
	const char *plain = type_spelling(unqualified(type)), *portable = portable_type(type, false);
	const char *key = key_of_cuda_name(clang_getTypeDeclaration(unqualified(type)));

	/* "enum rsqrt" is the type, since "rsqrt" may be CUDA's function */
	if (key)
		return is_for_people(l->unit) ? interned_printf("%s_of_program", plain)
		                              : interned_printf("%s %s", key, plain);
	return portable ? portable : plain;
}

/* Returns the initializer of the constant whose name is at an offset, as written: "= 3", "{3}", "(3)". */
static const char *written_initializer(struct lowering *l, CXCursor variable, unsigned name, unsigned end,
                                       enum unit_kind kind)
{
	size_t at = token_at(l->tokens, name), open = at + 1;

	if (is(l, open, "(") && token(l, open)->match > 0) /* clang's range ends too early */
		end = unit_token_end(l->unit, (size_t)token(l, open)->match);
	/* a call is of a constexpr function */
	l->unit->calls_constexpr |= !clang_Cursor_isNull(first_of_kind(variable, CXCursor_CallExpr));
	const char *p = render(l, unit_token_end(l->unit, at), end, kind);

	if (starts(p, unused_attribute))
		p += strlen(unused_attribute);
	else if (starts(p, maybe_unused))
		p += strlen(maybe_unused);
	return p + strspn(p, " \t\n");
}

const char *repeat_declaration(struct lowering *l, const struct dependence *d, bool member,
                               enum unit_kind kind)
{
	CXCursor c = d->declaration;
	unsigned start, end, name;

	if (!cursor_range(l->clauses, c, &start, &end) || !cursor_offset(l->clauses, c, &name))
		return "";
	if (d->kind == DEPENDENCE_TYPE)
		return repeat_type(l, c, start, end, name, kind);
	const char *type = type_of_constant(l, c), *value = value_of_constant(c, d->by_value);
	const char *head = interned_printf("%sconstexpr %s %s", member ? "static " : "", type, d->name);

	if (value && type_of(c).kind == CXType_Enum)
		return interned_printf("%s = (%s)%s;", head, type, value);
	if (value)
		return interned_printf("%s = %s;", head, value);
	const char *initializer = written_initializer(l, c, name, end, kind);
	/* nvcc replaces the variable's name by the text behind `=`, where a bare list is not an expression */
	const char *list = kind == UNIT_CUDA && is_class_object(c) ? initializer + strspn(initializer, "= \t\n") : "";

	if (*list == '{')
		return interned_printf("%s = %s%s;", head, type, list);
	return interned_printf("%s%s%s;", head, *initializer == '(' ? " = " : " ", initializer);
}

/* ---- Using-directives in a function -------------------------------------- */

/* Covers using-directives, using-declarations and namespace aliases of the enclosing blocks. */
struct names usings_at(struct lowering *l, const struct scope *scopes, size_t n, unsigned at)
{
	struct names usings = {0};
	size_t outermost = 0;
	unsigned start, end;

	while (outermost < n && !is_function_scope(&scopes[outermost]))
		outermost++;
	struct walk w = walk_below(outermost < n ? scopes[outermost].cursor : clang_getNullCursor());

	while (walk_next(&w)) {
		enum CXCursorKind kind = w.cursor.kind;
		bool is_mine = cursor_range(l->clauses, w.cursor, &start, &end);
		bool is_using = kind == CXCursor_UsingDirective || kind == CXCursor_UsingDeclaration ||
		                kind == CXCursor_NamespaceAlias;

		if (is_mine && is_using && start < at)
			names_add(&usings, interned_printf("%.*s;", (int)(end - start), l->text + start));
		if (!is_mine || is_using || start > at || (kind == CXCursor_DeclStmt ? start == at : at >= end))
			walk_skip(&w);
	}
	return usings;
}

/* Returns "a::b::" for a member of namespace a::b; NULL for others, and for a friend defined in a class,
 * which only argument-dependent lookup finds. */
static const char *namespace_prefix(CXCursor target)
{
	CXCursor scope = clang_getCursorSemanticParent(target);
	const char *prefix = NULL;

	if (scope.kind == CXCursor_EnumDecl)
		scope = clang_getCursorSemanticParent(scope);
	if (is_class(clang_getCursorLexicalParent(target).kind))
		return NULL;
	for (CXCursor n = scope; n.kind == CXCursor_Namespace;
	     n = clang_getCursorSemanticParent(n)) {
		const char *name = cursor_spelling(n);

		if (*name)
			prefix = interned_printf("%s::%s", name, prefix ? prefix : "");
	}
	return prefix;
}

/* Returns the namespace that a name means, resolving aliases declared in functions. */
static CXCursor namespace_meant(CXCursor target)
{
	while (target.kind == CXCursor_NamespaceAlias && is_local(target)) {
		CXCursor last = clang_getNullCursor();

		for (struct walk w = walk_children(target); walk_next(&w);)
			last = w.cursor;
		target = clang_getCursorReferenced(last);
	}
	return target;
}

/* Qualifies a name that a using-directive may have made visible, and replaces namespace aliases of the
 * function's. */
static void qualify_name(struct lowering *l, CXCursor c)
{
	bool is_namespace = c.kind == CXCursor_NamespaceRef;
	unsigned at;

	if ((c.kind != CXCursor_TemplateRef && c.kind != CXCursor_TypeRef &&
	     c.kind != CXCursor_DeclRefExpr && !is_namespace) ||
	    !cursor_offset(l->clauses, c, &at))
		return;
	size_t i = token_at(l->tokens, at);

	if (token(l, i)->kind != TOKEN_IDENTIFIER || is(l, i, "operator") || offsets_have(&l->clauses->qualified, at) ||
	    (i > 0 && is(l, i - 1, "::")) || (is(l, i + 1, "::") && c.kind == CXCursor_DeclRefExpr))
		return;
	CXCursor target = clang_getCursorReferenced(c);
	CXCursor meant = is_namespace ? namespace_meant(target) : target;
	const char *prefix = namespace_prefix(meant);

	if (!clang_equalCursors(target, meant) && first_visit(l, at)) {
		const char *qualified = interned_printf("%s%s", prefix ? prefix : "", cursor_spelling(meant));

		edit_replace(l->edits, at, at + token(l, i)->len, qualified, qualified);
	} else if (prefix && first_visit(l, at)) {
		/* for people, an ambiguous name is qualified already */
		edit_texts(l->edits, at, at, prefix, prefix, is_ambiguous_for_people(l, c) ? NULL : prefix);
	}
}

void qualify_names(struct lowering *l, struct walk w)
{
	while (walk_next(&w))
		qualify_name(l, w.cursor);
}
