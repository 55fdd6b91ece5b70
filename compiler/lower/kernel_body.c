/* The body of a kernel, in which captured variables have become members: edits keep the meaning of its names,
 * of its calls and of lambdas in it. */
#include "lower/kernel.h"

#include <string.h>

/* ---- Names ----------------------------------------------------------------- */

/* In a kernel that captures *this, makes `this` and its members mean the copy; `this` in a capture list is
 * that of the kernel's struct. */
static void name_copy_of_this(struct lowering *l, const struct kernel *k)
{
	unsigned lambda = k->start; /* the last lambda visited: the kernel or one in it */

	for (struct walk w = walk_below(k->lambda); walk_next(&w);) {
		CXCursor member = clang_getCursorReferenced(w.cursor);
		unsigned start, end;

		if (!cursor_range(l->clauses, w.cursor, &start, &end))
			continue;
		size_t i = token_at(l->tokens, start);

		if (w.cursor.kind == CXCursor_LambdaExpr) {
			lambda = start;
		} else if (w.cursor.kind == CXCursor_CXXThisExpr && is(l, i, "this")) {
			if (!in_capture_list(l->unit, lambda, start) && first_visit(l, start))
				edit_replace(l->edits, start, start + strlen("this"), "(&captured_this)",
				             "(&captured_this)");
		} else if (is_member_of_this(l->unit, w.cursor) && first_visit(l, start)) {
			bool is_template = is(l, i + 1, "<") &&
			                   (member.kind == CXCursor_OverloadedDeclRef ||
			                    member.kind == CXCursor_FunctionTemplate ||
			                    !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(member)));
			const char *object = is_template ? "captured_this.template " : "captured_this.";

			edit_insert_last(l->edits, start, object, object);
		}
	}
}

/* Handles `o.extent < n` if the type of o has become a template parameter: the name of a member in front of
 * `<` is also looked up around the expression, where it may be that of a template ([basic.lookup.classref]). */
static void parenthesize_member(struct lowering *l, CXCursor c)
{
	unsigned at, start, end;

	if (c.kind != CXCursor_MemberRefExpr ||
	    clang_getCursorReferenced(c).kind != CXCursor_FieldDecl ||
	    !cursor_offset(l->clauses, c, &at))
		return;
	size_t i = token_at(l->tokens, at);

	if (is(l, i + 1, "<") && cursor_range(l->clauses, c, &start, &end) &&
	    first_visit(l, token(l, i + 1)->offset)) {
		edit_insert(l->edits, start, "(", "(");
		edit_insert(l->edits, at + token(l, i)->len, ")", ")");
	}
}

/* ---- Captured containers --------------------------------------------------- */

/* Whether the members for a captured variable may have a class of the library's that derives from the
 * declared one: captured_view, array_ref and the like. */
static bool may_be_of_derived_class(const struct dependence *v)
{
	CXType type = clang_getCanonicalType(without_reference(clang_getCursorType(v->declaration)));

	if (v->type_parameter || v->is_pack)
		return type.kind == CXType_Unexposed || type.kind == CXType_Dependent ||
		       type.kind == CXType_Auto || needs_visit(type);
	return needs_visit(type);
}

/* Whether the name at token i is a whole operand, as containers may be: f(v), w = v, c ? v : w. In v[i] and
 * v.extent only the part matters, and containers have no arithmetic. */
static bool is_whole_operand(const struct lowering *l, size_t i)
{
	return is_one_of(l, i - 1, "( , = { ? : & ) return") && is_one_of(l, i + 1, ") , = } : ; ] ...");
}

/* Returns the reference that decltype of a variable adds to its type. */
static const char *reference_of(const struct dependence *v)
{
	CXType type = type_of(v->declaration);

	return v->init_capture || v->is_pack          ? ""
	       : type.kind == CXType_LValueReference ? " &"
	       : type.kind == CXType_RValueReference ? " &&"
	                                             : "";
}

/* Where the type of a captured variable matters (overload resolution, deduction, decltype), the body uses the
 * declared type. */
static enum CXChildVisitResult show_declared_type(CXCursor c, CXCursor parent, CXClientData data)
{
	struct dependences *d = data;
	struct lowering *l = d->lowering;
	const struct dependence *v;
	unsigned at;

	(void)parent;
	/* in templates libclang shows x of an inner lambda's [n = x] only in the declaration of n */
	if (c.kind == CXCursor_VariableRef && !find_dependence(d, clang_getCursorReferenced(c)))
		clang_visitChildren(clang_getCursorReferenced(c), show_declared_type, d);
	if (c.kind != CXCursor_DeclRefExpr || !(v = find_dependence(d, clang_getCursorReferenced(c))) ||
	    v->kind != DEPENDENCE_VARIABLE || !cursor_offset(l->clauses, c, &at))
		return CXChildVisit_Recurse;
	size_t i = token_at(l->tokens, at);
	bool in_decltype = is(l, i - 1, "(") && is(l, i - 2, "decltype") && is(l, i + 1, ")");

	/* the name of a C array becomes that of a reference to it */
	bool differs = is_captured_array(v) ? in_decltype : may_be_of_derived_class(v);
	const char *reference = in_decltype ? reference_of(v) : "";

	if (!(differs || *reference) || !is(l, i, v->name) || !is_whole_operand(l, i) ||
	    !first_visit(l, at))
		return CXChildVisit_Recurse;
	size_t first = in_decltype ? i - 2 : i, last = in_decltype ? i + 1 : i;
	unsigned behind = token_end(token(l, last));

	if (!differs) {
		edit_insert(l->edits, behind, reference, reference);
		return CXChildVisit_Recurse;
	}
	/* the device unit's members for views by value have the declared type, if that has a name */
	bool on_host_only = !v->by_reference && !v->type_parameter && !is_captured_array(v);
	const char *open = in_decltype ? "Concurrency::details::declared_t<"
	                               : "Concurrency::details::as_declared(";
	const char *close = interned_printf("%s%s", in_decltype ? ">" : ")", reference);

	bool for_host_only = on_host_only || (v->written_type && !v->by_reference);
	const char *plain = *reference ? reference : NULL;

	unsigned in_front = token(l, first)->offset;

	edit_texts(l->edits, in_front, in_front, on_host_only ? NULL : open, open, for_host_only ? NULL : open);
	edit_texts(l->edits, behind, behind, on_host_only ? plain : close, close, for_host_only ? plain : close);
	return CXChildVisit_Recurse;
}

/* ---- Lambdas in kernels --------------------------------------------------- */

/* The kernel's captures that a lambda in it captures. */
struct inner_lambda {
	struct dependences *kernel;
	unsigned start, end;
	struct names listed;   /* names in its capture list */
	struct text others;    /* for [=]: ", n = n, &a = a" */
};

/* Returns the kernel's capture that a name in a lambda means: now a member, which a lambda cannot capture
 * like a variable. */
static const struct dependence *captured_member(const struct inner_lambda *i, CXCursor reference)
{
	const struct dependence *v = find_dependence(i->kernel, clang_getCursorReferenced(reference));

	return v && v->kind == DEPENDENCE_VARIABLE && !is_captured_array(v) && !v->is_pack ? v : NULL;
}

/* Turns the capture whose name is at an offset into `this`, or into nothing if the list has `this` or [=]. */
static void capture_this(struct lowering *l, unsigned name, bool has_this)
{
	size_t t = token_at(l->tokens, name);
	unsigned end = token_end(token(l, t));

	if (is(l, t - 1, "&"))
		t--;
	if (has_this) /* includes its comma */
		t--;
	edit_replace(l->edits, token(l, t)->offset, end, has_this ? "" : "this", has_this ? "" : "this");
}

/* Turns [n] into [n = n] or, in C++11, which has no init-captures, into [this], unless the lambda modifies
 * its copy. */
static void initialize_captures(struct inner_lambda *i, CXCursor lambda, char default_capture)
{
	struct lowering *l = i->kernel->lowering;
	bool by_this = is_cxx11(l->unit) && !is_mutable_lambda(l->unit, i->start), has_this = default_capture == '=';

	for (struct walk w = walk_kind(walk_children(lambda), CXCursor_VariableRef); walk_next(&w);) {
		const struct dependence *v;
		unsigned at;

		if (!cursor_offset(l->clauses, w.cursor, &at) || !in_capture_list(l->unit, i->start, at))
			continue;
		first_visit(l, at); /* in templates libclang shows it as an expression, too */
		if (!(v = captured_member(i, w.cursor)))
			continue;
		const char *init = interned_printf(" = %s", v->name);

		if (by_this)
			capture_this(l, at, has_this);
		else
			edit_insert(l->edits, at + strlen(v->name), init, init);
		has_this = true;
		names_add(&i->listed, v->name);
	}
}

static void find_implicit_captures(struct inner_lambda *i, CXCursor lambda)
{
	for (struct walk w = walk_kind(walk_below(lambda), CXCursor_DeclRefExpr); walk_next(&w);) {
		const struct dependence *v;

		if (!(v = captured_member(i, w.cursor)) ||
		    !names_add(&i->listed, v->name))
			continue;
		text_printf(&i->others, ", %s%s = %s", v->by_reference ? "&" : "", v->name, v->name);
	}
}

/* Makes lambdas in a kernel capture members that were variables as variables: as copies that they may modify,
 * and not through `this`, about which compilers warn. */
static void capture_members(struct dependences *kernel, CXCursor lambda)
{
	struct lowering *l = kernel->lowering;

	for (struct walk w = walk_kind(walk_below(lambda), CXCursor_LambdaExpr); walk_next(&w);) {
		struct inner_lambda i = {.kernel = kernel};

		if (!cursor_range(l->clauses, w.cursor, &i.start, &i.end) || !first_visit(l, i.start + 1))
			continue;
		struct captures captures = read_captures(l->unit, i.start);

		initialize_captures(&i, w.cursor, captures.default_capture);
		if (captures.default_capture == '=' && !is_cxx11(l->unit)) {
			size_t list = token_at(l->tokens, i.start);

			find_implicit_captures(&i, w.cursor);
			edit_insert(l->edits, token(l, list + 1)->offset + 1, i.others.data, i.others.data);
		}
		text_finish(&i.others);
	}
}

/* ---- All of it --------------------------------------------------------------- */

/* Whether the type of a member is a template parameter. */
static bool has_type_parameter(const struct dependences *d)
{
	bool found = false;

	for (size_t i = 0; i < d->count; i++)
		found |= d->items[i].kind == DEPENDENCE_VARIABLE && d->items[i].type_parameter;
	return found;
}

/* Qualifies names that a using-directive of the function may have made visible, in front of the body's
 * usings. */
static void qualify_signature(struct function_object *o)
{
	const struct dependences *d = &o->dependences;

	for (struct walk w = walk_children(o->kernel->lambda); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;

		if (kind == CXCursor_ParmDecl || kind == CXCursor_TypeRef || kind == CXCursor_TemplateRef ||
		    kind == CXCursor_NamespaceRef)
			qualify_names(o->lowering, walk_from(w.cursor));
	}
	for (size_t i = 0; i < d->count; i++) {
		if (d->items[i].kind != DEPENDENCE_VARIABLE)
			qualify_names(o->lowering, walk_below(d->items[i].declaration));
	}
}

void edit_kernel_body(struct function_object *o)
{
	struct lowering *l = o->lowering;
	const struct kernel *k = o->kernel;

	/* names become dependent if the type of a captured variable has become a template parameter */
	for (SCOPED(walk) w = walk_below(k->lambda); has_type_parameter(&o->dependences) && walk_next(&w);) {
		parenthesize_member(l, w.cursor);
		mark_dependent_name(l, w.cursor, w.parent);
	}
	if (captured_copy_of_this(l->unit, k->start) != UINT_MAX)
		name_copy_of_this(l, k);
	if (o->usings.count)
		qualify_signature(o);
	capture_members(&o->dependences, k->lambda);
	clang_visitChildren(k->lambda, show_declared_type, &o->dependences);
}
