/* Kernels: lambdas become function objects (docs/how-it-works, "Lowering").
 *
 * The AST is walked once. A lambda with a restrict(amp) clause in host code becomes a struct with the
 * captured variables as members, in front of the outermost declaration around it: at namespace scope, or as a
 * member of the class whose member function it is in. From there on, a kernel is a function object, whether
 * the user wrote it as a lambda or as a class. All changes are edits of the flat text; the two units differ
 * only in the texts of the edits. */
#include "base/paths.h"
#include "lower/lower_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Returns the file name of a path as an identifier: "scan" for "src/scan.cpp". */
static const char *identifier_of_path(const char *path)
{
	OWNED char *name = xstrdup(file_name(path));

	for (char *p = name; *p; p++) {
		if (!isalnum((unsigned char)*p))
			*p = *p == '.' ? 0 : '_';
	}
	return interned(name, strlen(name));
}

/* ---- Restriction clauses and specifiers -------------------------------- */

/* Returns the start of a declaration, including the template heads in front of `start`. */
static unsigned with_outer_heads(const struct lowering *l, unsigned start)
{
	size_t i = token_at(l->tokens, start);

	while (i > 0 && is(l, i, "template") && is(l, i - 1, ">")) {
		size_t head = i - 1;

		while (head > 0 && token(l, head)->kind != TOKEN_DIRECTIVE && !is(l, head, ";") &&
		       !is(l, head, "{") && !is(l, head, "}") &&
		       !(is(l, head, "template") &&
		         token_skip_angles(l->text, l->tokens, head + 1) == i))
			head--;
		if (!is(l, head, "template"))
			break;
		i = head;
	}
	return token(l, i)->offset;
}

/* Finds the range of a function. libclang has none, or one that begins at the first parameter, for
 * abbreviated function templates (C++20); for templates that are members of templates, one that begins at the
 * last head. */
static bool function_range(const struct lowering *l, CXCursor function, unsigned *start,
                           unsigned *end)
{
	unsigned name;
	bool known = cursor_range(l->clauses, function, start, end);

	if (known)
		*start = with_outer_heads(l, *start);
	if (!cursor_offset(l->clauses, function, &name) || (known && *start <= name))
		return known;
	size_t i = token_statement_begin(l->text, l->tokens->items, token_at(l->tokens, name));
	size_t body = declarator_end(l->unit, name, l->unit->text.len);

	if (is(l, i + 1, ":")) /* skips `public:` */
		i += 2;
	*start = token(l, i)->offset;
	*end = is(l, body, "{") && token(l, body)->match > 0
	               ? token(l, token(l, body)->match)->offset + 1
	               : token(l, body)->offset;
	return true;
}

bool in_amp_code(const struct lowering *l)
{
	for (size_t i = 0; i < l->n_scopes; i++) {
		if (l->scopes[i].amp)
			return true;
	}
	return false;
}

static unsigned scope_restrictions(const struct lowering *l, const struct scope *s)
{
	return s->kind == CXCursor_LambdaExpr ? lambda_restrictions(l->unit, s->start)
	                                      : cursor_restrictions(s->cursor);
}

/* Whether the result type of a function is deduced from its body, and may be a class there or depend on one. */
static bool has_deduced_result(const struct lowering *l, const struct scope *function)
{
	unsigned name;

	if (function->kind == CXCursor_LambdaExpr) {
		CXType result = clang_getCursorResultType(lambda_operator(function->cursor));

		return result.kind != CXType_Void && !is_number(result);
	}
	/* a trailing type cannot name a class of the body, but may contain one */
	return !cursor_offset(l->clauses, function->cursor, &name) ||
	       find_token(l->unit, function->start, name, "auto");
}

/* Whether objects of a class in the current amp code may get into host code: only restrict(cpu,amp) functions
 * are called there, and only a deduced type can denote such a class outside. */
static bool may_leave_amp_code(const struct lowering *l)
{
	const struct scope *outermost = NULL;

	for (size_t i = 0; i < l->n_scopes; i++) {
		if (!l->scopes[i].amp)
			continue;
		if (scope_restrictions(l, &l->scopes[i]) == RESTRICT_AMP)
			return false;
		outermost = outermost ? outermost : &l->scopes[i];
	}
	return outermost && has_deduced_result(l, outermost);
}

/* Inserts __host__ __device__ in front of a function whose clause has amp. Also for restrict(amp) alone,
 * because the CPU accelerator runs it on the host. */
static void specify_function(struct lowering *l, CXCursor function, unsigned start, unsigned end)
{
	unsigned name, body;
	const struct clause *c;

	if (!cursor_offset(l->clauses, function, &name) || !offsets_add(&l->specified, name))
		return;
	/* the clause is between the name and the body or the semicolon */
	body = token(l, declarator_end(l->unit, name, end))->offset;
	c = function_clause(l->unit, name, body);
	/* a member of a class local to amp code is amp code (specification 2.2.1), and so is a function
	 * declared by such a function type */
	bool is_amp = c ? c->restrictions & RESTRICT_AMP
	                : (in_amp_code(l) || cursor_restrictions(function) & RESTRICT_AMP) &&
	                      !clang_CXXMethod_isDefaulted(function);
	size_t after = c ? token_at(l->tokens, c->end) : 0;

	/* = default takes no specifiers: the restrictions follow from the class */
	if (is_amp && !(c && is(l, after, "=") && is(l, after + 1, "default")))
		edit_insert(l->edits, token(l, specifiers_begin(l->unit, start))->offset,
		            "__host__ __device__ ", NULL);
}

/* ---- The walk ---------------------------------------------------------- */

static enum CXChildVisitResult visit_lowered(CXCursor c, CXCursor parent, CXClientData data);

static void walk_inside(struct lowering *l, CXCursor c, unsigned start, unsigned end, bool amp)
{
	if (amp && !in_amp_code(l))
		leave_out_unrolling(l, start, end);
	APPEND(l->scopes, l->n_scopes) =
	    (struct scope){c, cursor_kind(c), start, end, amp};
	clang_visitChildren(c, visit_lowered, l);
	l->n_scopes--;
}

bool is_function_scope(const struct scope *s)
{
	return is_function(s->kind) || s->kind == CXCursor_LambdaExpr;
}

/* Whether the walk is in a function or a lambda. */
static bool in_function(const struct lowering *l)
{
	for (size_t i = 0; i < l->n_scopes; i++) {
		if (is_function_scope(&l->scopes[i]))
			return true;
	}
	return false;
}

/* Gives an unnamed namespace a name, since nvcc and the host compilers mangle unnamed ones differently. It is
 * inline, so that lookup does not change. For people, the name is around it, and only where nvcc needs one. */
static void name_namespace(struct lowering *l, CXCursor namespace, unsigned start)
{
	size_t i = token_at(l->tokens, start);

	while (!is(l, i, "namespace") && token(l, i)->kind != TOKEN_END)
		i++;
	if (!is(l, i + 1, "{"))
		return;
	const char *stem = identifier_of_path(l->unit->request->display_path);
	const char *name = interned_printf("unnamed_%s_%08x", stem, l->hash);
	const char *device = interned_printf("inline namespace %s", name),
	           *host = interned_printf("AMP_UNNAMED_NAMESPACE %s", device);
	unsigned at = token(l, i)->offset, end = token_end(token(l, (size_t)token(l, i + 1)->match));

	l->unit->unnamed_namespace = name;
	edit_texts(l->edits, at, at + strlen("namespace"), device, host, NULL);
	edit_insert(l->edits, end, NULL, " AMP_UNNAMED_NAMESPACE_END");
	if (l->names_namespaces && needs_named_namespace(l, namespace, at)) {
		edit_texts(l->edits, at, at, NULL, NULL, NAMED_NAMESPACE);
		edit_texts(l->edits, end, end, NULL, NULL, " }");
	}
}

/* Whether an argument of a launch may modify a variable: it calls a function of the program's, or assigns. */
static bool may_change_variables(CXCursor argument)
{
	for (SCOPED(walk) w = walk_from(argument); walk_next(&w);) {
		CXCursor callee = cursor_callee(w.cursor), owner = callee;

		while (is_class(clang_getCursorSemanticParent(owner).kind))
			owner = clang_getCursorSemanticParent(owner);
		if (w.cursor.kind == CXCursor_LambdaExpr ||
		    (w.cursor.kind == CXCursor_CallExpr && (!is_amp_library(owner) || is_named(callee, "operator="))))
			return true;
	}
	return false;
}

/* Records a lambda that is launched where it is written: its captures outlive the launch. */
static void note_launch(struct lowering *l, CXCursor call)
{
	CXCursor callee = cursor_callee(call);
	int n = clang_Cursor_getNumArguments(call);
	bool is_changed = false;
	unsigned start, end;

	if (n < 2 || library_entity(callee) != LIBRARY_PARALLEL_FOR_EACH ||
	    !cursor_range(l->clauses, clang_Cursor_getArgument(call, n - 1), &start, &end))
		return;
	for (int i = 0; i < n - 1 && !is_changed; i++)
		is_changed = may_change_variables(clang_Cursor_getArgument(call, i));
	if (!is_changed)
		offsets_add(&l->launched, start);
}

/* [=, this] means [=] to all compilers; nvcc accepts it only in C++20, in which [=] is deprecated for that. */
static void leave_out_this(struct lowering *l, unsigned start)
{
	size_t open = token_at(l->tokens, start), i = open + 1;

	if (!is(l, open + 1, "=") || token(l, open)->match < 0 || is_cxx20(l->unit))
		return;
	for (; i < (size_t)token(l, open)->match; i = token_skip_group(l->tokens->items, i)) {
		if (is(l, i, ",") && is(l, i + 1, "this"))
			edit_replace(l->edits, token(l, i)->offset, token(l, i + 2)->offset, "", NULL);
	}
}

/* Rewrites what nvcc needs in another form in a function or lambda for the accelerator. */
static void rewrite_for_nvcc(struct lowering *l, CXCursor function)
{
	lower_mixed_addresses(l, function);
	lower_constant_arrays(l, function);
	lower_dependent_initializers(l, function);
	if (l->unit->request->robust == ROBUST_REPORT)
		check_accesses(l, function);
}

static void visit_lambda(struct lowering *l, CXCursor c, unsigned start, unsigned end)
{
	bool amp = lambda_restrictions(l->unit, start) & RESTRICT_AMP;
	/* nvcc alone cannot launch a kernel whose type depends on a lambda in a function */
	bool leaves = is_for_people(l->unit) && may_leave_amp_code(l);

	if (!first_visit(l, start))
		return;
	leave_out_this(l, start);
	if (amp && (!in_amp_code(l) || leaves)) {
		l->has_kernels = true;
		rewrite_for_nvcc(l, c);
		KEEP(l->kernels, l->n_kernels) = (struct kernel){
		    .lambda = c,
		    .scopes = array_copy(l->scopes, l->n_scopes, sizeof(*l->scopes)),
		    .n_scopes = l->n_scopes,
		    .start = start,
		    .end = end,
		    .body_start = lambda_body(l->unit, start),
		    .body_end = end,
		    .is_launched = offsets_have(&l->launched, start),
		};
	}
	walk_inside(l, c, start, end, amp || in_amp_code(l));
}

/* Declares a namespace-scope variable that amp code uses as an object on the accelerator, in the device unit.
 * With nvcc such variables have internal linkage, like constants by default. */
static void declare_on_device(struct lowering *l, CXCursor variable, unsigned start)
{
	unsigned declared, name;

	if (!cursor_offset(l->clauses, clang_getCanonicalCursor(variable), &declared) ||
	    !offsets_have(&l->unit->device_constants, declared) ||
	    !cursor_offset(l->clauses, variable, &name) || !first_visit(l, name))
		return;
	const struct token *word =
	    find_token(l->unit, token(l, specifiers_begin(l->unit, start))->offset, name, "inline");

	if (word && first_visit(l, word->offset))
		edit_replace(l->edits, word->offset, token_end(word), "", NULL);
	/* other declarators may have other initializers */
	edit_insert(l->edits, unit_token_end(l->unit, token_at(l->tokens, name)), " __device__", NULL);
}

const struct moved_type *moved_type_at(const struct lowering *l, unsigned start)
{
	for (size_t i = 0; i < l->n_moved; i++) {
		if (l->moved[i].start == start)
			return &l->moved[i];
	}
	return NULL;
}

/* Removes `struct` in front of the name of a moved type, which is now a typedef. */
static void leave_out_tag(struct lowering *l, CXCursor reference, unsigned at)
{
	size_t i = token_at(l->tokens, at);
	unsigned start, end;

	if (i < 2 || is(l, i - 2, "using") ||
	    !is_one_of(l, i - 1, "struct class union enum") ||
	    !cursor_range(l->clauses, clang_getCursorReferenced(reference), &start, &end) ||
	    !moved_type_at(l, start) || !first_visit(l, token(l, i - 1)->offset))
		return;
	edit_replace(l->edits, token(l, i - 1)->offset, at, "", "");
}

/* Qualifies an enumerator of a moved enumeration: f_types_1::red. */
static void qualify_enumerator(struct lowering *l, CXCursor reference, unsigned at)
{
	CXCursor enumeration = clang_getCursorSemanticParent(clang_getCursorReferenced(reference));
	size_t i = token_at(l->tokens, at);
	const struct moved_type *m;
	unsigned start, end;

	if (is(l, i, "::") || is(l, i + 1, "::") ||
	    !cursor_range(l->clauses, enumeration, &start, &end) || !(m = moved_type_at(l, start)) ||
	    !first_visit(l, at))
		return;
	const char *scope = interned_printf("%s::", m->scope);

	edit_insert_last(l->edits, at, scope, scope);
}

static bool is_enumerator(CXCursor c)
{
	return c.kind == CXCursor_DeclRefExpr &&
	       clang_getCursorReferenced(c).kind == CXCursor_EnumConstantDecl;
}

/* libclang shows the initializer of a capture, [n = FIRST], only in the capture's declaration, except for its
 * parts. */
static void visit_initializer(struct lowering *l, CXCursor capture)
{
	unsigned start, end;

	for (struct walk w = walk_children(capture); walk_next(&w);) {
		if (is_enumerator(w.cursor) && cursor_range(l->clauses, w.cursor, &start, &end))
			qualify_enumerator(l, w.cursor, start);
	}
}

/* A lambda that is not lowered would not be a kernel. */
static void refuse_place(struct lowering *l, unsigned start)
{
	diagnose(l->unit, SEVERITY_ERROR, start, "a lambda with restrict(amp) is not supported in this "
	         "place: declare a variable with it, or use a function object");
}

/* Whether an offset is in a variable template, in which libclang shows nothing. */
static bool in_variable_template(const struct lowering *l, unsigned offset)
{
	bool found = false;

	for (struct walk w = walk_kind(walk_program(l->clauses, l->unit->tu), CXCursor_UnexposedDecl); walk_next(&w);)
		found |= w.start <= offset && offset < w.end && is(l, token_at(l->tokens, w.start), "template");
	return found;
}

/* Refuses host lambdas that the walk has not reached. */
static void refuse_unvisited(struct lowering *l)
{
	FOR_EACH(const struct clause, c, l->clauses->items, l->clauses->count) {
		if (c->lambda == UINT_MAX || !(c->restrictions & RESTRICT_AMP) ||
		    offsets_have(&l->visited, c->lambda) || in_amp_function(l->clauses, c->lambda))
			continue;
		if (in_variable_template(l, c->lambda))
			diagnose(l->unit, SEVERITY_ERROR, c->lambda,
			         "a lambda with restrict(amp) is not supported in the initializer of a variable "
			         "template: write it in a "
			         "function template, and call that here");
		else
			refuse_place(l, c->lambda);
	}
}

/* Lowers the kernels in [start, end), which the walk has left. */
static void lower_kernels(struct lowering *l, unsigned start, unsigned end)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n_kernels; i++) {
		struct kernel k = l->kernels[i];

		if (k.start < start || k.start >= end) {
			l->kernels[n++] = k;
			continue;
		}
		if (edits_replace(l->edits, k.start, k.end, UNIT_KINDS))
			refuse_place(l, k.start);
		else
			lower_kernel(l, &k);
	}
	l->n_kernels = n;
}

/* Whether the innermost scope is a class, or a member's declaration in one. */
static bool in_class(const struct lowering *l)
{
	size_t n = l->n_scopes;

	while (n && l->scopes[n - 1].kind == CXCursor_FieldDecl)
		n--;
	return n && is_class(l->scopes[n - 1].kind);
}

static void visit_class(struct lowering *l, CXCursor class, unsigned start, unsigned end)
{
	bool local = in_function(l) && !in_amp_code(l);
	bool is_definition = clang_isCursorDefinition(class);

	/* the class in struct A { … } x; is visited twice */
	if (is_definition && !first_visit(l, start))
		return;
	walk_inside(l, class, start, end, false);
	if (!is_definition)
		return;
	/* a local class cannot have member templates; in amp code it needs none */
	if (!in_amp_code(l) || may_leave_amp_code(l))
		add_amp_visit(l, class, end);
	if (!in_amp_code(l))
		add_tile_loops(l, class, start);
	if (local) {
		lower_kernels(l, start, end);
		move_local_type(l, class, start, end);
	}
}

/* Handles an enumeration in a function; one that is a member of a class moves with the class. */
static void visit_local_enumeration(struct lowering *l, CXCursor c, unsigned start, unsigned end)
{
	if (!first_visit(l, start))
		return;
	walk_inside(l, c, start, end, false);
	if (clang_isCursorDefinition(c))
		move_local_type(l, c, start, end);
	else
		edit_replace(l->edits, start, end, "", "");
}

/* Records the place of a function object of the program's, by its operator(). */
static void note_function_object(struct lowering *l, CXCursor function)
{
	const char *class = cursor_spelling(clang_getCursorSemanticParent(function));
	unsigned at;

	if (is_named(function, "operator()") && cursor_offset(l->clauses, function, &at))
		unit_add_kernel(l->unit, class, at, false);
}

static void visit_function(struct lowering *l, CXCursor c, unsigned start, unsigned end)
{
	bool amp = cursor_restrictions(c) & RESTRICT_AMP;
	unsigned name;

	/* the operator() of a generic lambda: the lambda itself is visited */
	if (cursor_offset(l->clauses, c, &name) && is(l, token_at(l->tokens, name), "["))
		return;
	specify_function(l, c, start, end);
	l->has_kernels |= amp;
	if (amp) {
		rewrite_for_nvcc(l, c);
		note_function_object(l, c);
	}
	walk_inside(l, c, start, end, amp);
}

/* Handles expressions that need edits of their own. */
static void visit_expression(struct lowering *l, CXCursor c, CXCursor parent, unsigned start)
{
	if (in_template(l->scopes, l->n_scopes))
		mark_dependent_name(l, c, parent);
	qualify_for_people(l, c);
	if (is_enumerator(c))
		qualify_enumerator(l, c, start);
	if (is_builtin(c))
		lower_builtin(l, c);
	if (c.kind == CXCursor_VariableRef)
		visit_initializer(l, clang_getCursorReferenced(c));
	if (c.kind == CXCursor_TypeRef)
		leave_out_tag(l, c, start);
	if (c.kind == CXCursor_CallExpr && in_amp_code(l)) {
		if (l->unit->request->robust != ROBUST_REPORT)
			lower_projection(l, c);
	} else if (c.kind == CXCursor_CallExpr) {
		note_launch(l, c);
	}
}

static enum CXChildVisitResult visit_lowered(CXCursor c, CXCursor parent, CXClientData data)
{
	struct lowering *l = data;
	enum CXCursorKind kind = cursor_kind(c);
	unsigned start, end;

	if (is_instantiation(c))
		return CXChildVisit_Continue;
	if (is_function(kind) ? !function_range(l, c, &start, &end)
	                      : !cursor_range(l->clauses, c, &start, &end)) {
		/* implicit nodes have no range, but their children may */
		if (clang_isDeclaration(kind) && l->n_scopes == 0)
			return CXChildVisit_Continue;
		return CXChildVisit_Recurse;
	}
	if (kind == CXCursor_Namespace && clang_Cursor_isAnonymous(c))
		name_namespace(l, c, start);
	if (kind == CXCursor_UsingDeclaration && !l->n_scopes)
		leave_out_using(l, c, start);
	if (is_class(kind)) {
		visit_class(l, c, start, end);
	} else if (kind == CXCursor_EnumDecl && in_function(l) && !in_amp_code(l) && !in_class(l)) {
		visit_local_enumeration(l, c, start, end);
	} else if (is_function(kind)) {
		visit_function(l, c, start, end);
	} else if (kind == CXCursor_LambdaExpr) {
		visit_lambda(l, c, start, end);
	} else if (kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec ||
	           kind == CXCursor_FieldDecl || (kind == CXCursor_VarDecl && !in_function(l))) {
		if (kind == CXCursor_VarDecl)
			declare_on_device(l, c, start);
		walk_inside(l, c, start, end, false);
	} else if (kind == CXCursor_SwitchStmt) {
		clang_visitChildren(c, visit_lowered, l);
		lower_case_ranges(l, c);
	} else {
		visit_expression(l, c, parent, start);
		return CXChildVisit_Recurse;
	}
	return CXChildVisit_Continue;
}

/* ---- Words -------------------------------------------------------------- */

/* Replaces a tile_static variable that the compilers cannot construct by memory and a reference to the object
 * in it. at: offset of its name. */
static void lower_unconstructed(struct lowering *l, unsigned at)
{
	size_t name = token_at(l->tokens, at), first = name, behind = behind_brackets(l, name + 1);
	SCOPED(text) type = {0}, dims = {0}, t = {0};

	while (!is(l, first, "tile_static"))
		first--;
	unsigned type_start = token_end(token(l, first));
	unsigned name_end = at + token(l, name)->len, end = token(l, behind)->offset;
	int len = (int)token(l, name)->len;
	bool is_array = behind > name + 1;

	text_append_n(&type, l->text + type_start, at - type_start);
	text_append_n(&dims, l->text + name_end, end - name_end);
	text_printf(&t, " Concurrency::details::uninitialized<%s%s> %.*s_tile_static;%s%s%.*s%s%s = "
	            "%.*s_tile_static.object()", type.data, dims.data, len, l->text + at, type.data,
	            is_array ? "(&" : "&", len, l->text + at, is_array ? ")" : "", dims.data, len,
	            l->text + at);
	edit_texts(l->edits, token(l, first)->offset, end, interned_printf("__shared__%s", t.data),
	           interned_printf("static thread_local%s", t.data), interned_printf("tile_static%s", t.data));
}

/* Whether the declaration at token i declares such a variable. */
static bool declares_unconstructed(const struct lowering *l, size_t i)
{
	while (token(l, i)->kind != TOKEN_END && !is(l, i, ";")) {
		if (offsets_have(&l->clauses->unconstructed, token(l, i++)->offset))
			return true;
	}
	return false;
}

/* Gives an explicit instantiation the specifiers of its template; libclang shows neither. */
static void specify_instantiation(struct lowering *l, const struct clause *c)
{
	size_t i = token_statement_begin(l->text, l->tokens->items, token_at(l->tokens, c->start));

	if (is(l, i, "template") && !is(l, i + 1, "<") &&
	    c->restrictions & RESTRICT_AMP)
		edit_insert(l->edits, token(l, i + 1)->offset, "__host__ __device__ ", NULL);
}

/* Removes extern template at token i, which says that another unit has the code: device code is not linked
 * across units. */
static void remove_instantiation(struct lowering *l, size_t i)
{
	unsigned start = token(l, i)->offset;

	i = token_outside(l->unit, i, ";");
	remove_text(l, start, token_end(token(l, i)), false);
}

/* Makes edits that need only tokens: clauses, tile_static, extern template. */
static void edit_words(struct lowering *l)
{
	for (size_t i = 0; i < l->clauses->count; i++) {
		const struct clause *c = &l->clauses->items[i];
		bool repeated = i && token_at(l->tokens, c[-1].end) == token_at(l->tokens, c->start);

		remove_clause(l, c);
		if (!repeated && !c->on_type)
			specify_instantiation(l, c);
	}
	for (size_t i = 0; token(l, i)->kind != TOKEN_END; i++) {
		if (token(l, i)->kind == TOKEN_IDENTIFIER &&
		    offsets_have(&l->clauses->unconstructed, token(l, i)->offset)) {
			lower_unconstructed(l, token(l, i)->offset);
		} else if (token(l, i)->kind == TOKEN_IDENTIFIER && is(l, i, "tile_static") &&
		           !declares_unconstructed(l, i)) {
			unsigned at = token(l, i)->offset;

			/* people keep it: it is a macro of <amp/config.h> */
			edit_texts(l->edits, at, at + strlen("tile_static"), "__shared__", "static thread_local", NULL);
		} else if (is(l, i, "extern") && is(l, i + 1, "template")) {
			remove_instantiation(l, i);
		}
	}
}

void lower(struct unit *u, struct edits *out, bool *has_kernels)
{
	struct lowering l = {
	    .unit = u,
	    .clauses = u->clauses,
	    .edits = out,
	    .text = u->text.data,
	    .tokens = &u->tokens,
	    .hash = hash_unit(u->request),
	    .looks_into_namespaces = is_for_people(u) && looks_into_namespaces(u),
	};

	l.names_namespaces = l.looks_into_namespaces && has_unnamed_kernels(u);

	edit_words(&l);
	mark_tile_atomics(&l);
	clang_visitChildren(clang_getTranslationUnitCursor(u->tu), visit_lowered, &l);
	lower_kernels(&l, 0, UINT_MAX);
	publish_kernels(&l);
	refuse_unvisited(&l);
	shorten_names(&l);
	*has_kernels = l.has_kernels;
	free(l.scopes);
}
