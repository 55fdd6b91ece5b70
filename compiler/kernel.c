/* From lambda to function object, and classes out of their functions. */
#include "lower.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- Init-captures ------------------------------------------------------ */

struct init_captures {
	struct dependences *dependences;
	struct lowering *lowering;
	const struct kernel *kernel;
};

/* [x = expression]: a variable whose declaration is in the capture list. */
static enum CXChildVisitResult find_init_capture(CXCursor c, CXCursor parent, CXClientData data)
{
	struct init_captures *ic = data;
	struct lowering *l = ic->lowering;
	unsigned at, reference_at;

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_VariableRef)
		return CXChildVisit_Continue;
	CXCursor v = clang_getCursorReferenced(c);

	if (!cursor_offset(l->clauses, v, &at) || !cursor_offset(l->clauses, c, &reference_at) ||
	    at < ic->kernel->start || at >= ic->kernel->end || find_dependence(ic->dependences, v))
		return CXChildVisit_Continue;
	size_t i = token_at(l->tokens, at) + 1;
	struct dependence *d = add_dependence(ic->dependences, DEPENDENCE_VARIABLE, v);
	size_t close = token(l, token_at(l->tokens, ic->kernel->start))->match;

	d->init_capture = true;
	if (is(l, i, "{")) { /* n{5} is an int, not a list */
		d->init_start = token(l, i + 1)->offset;
		d->init_end = token(l, token(l, i)->match)->offset;
	} else {
		d->init_start = token(l, is(l, i, "=") ? i + 1 : i)->offset;
		d->init_end = token(l, capture_end(l->unit, i, close))->offset;
	}
	return CXChildVisit_Continue;
}

/* [*this] is a member with a copy of the object: `captured_this`. */
static void add_copy_of_this(struct dependences *d, const struct kernel *k)
{
	struct lowering *l = d->lowering;
	unsigned at = captured_copy_of_this(l->unit, k->start);
	CXCursor class = clang_getNullCursor();

	for (size_t i = 0; i < k->n_scopes; i++) {
		if (is_function(k->scopes[i].kind))
			class = clang_getCursorSemanticParent(k->scopes[i].cursor);
		else if (is_class(k->scopes[i].kind))
			class = k->scopes[i].cursor;
	}
	if (at == UINT_MAX)
		return;
	struct dependence *v = add_dependence(d, DEPENDENCE_VARIABLE, class);

	free(v->name);
	v->name = xstrdup("captured_this");
	v->init_capture = true;
	v->init_start = at;
	v->init_end = token(l, token_at(l->tokens, at) + 2)->offset;
}

/* A kernel that captures *this. */
struct copy_of_this {
	struct lowering *lowering;
	unsigned lambda; /* where the last one that was met begins: it or one in it */
};

/* Where a kernel speaks of this object and its members, it means its copy; `this` in a
 * capture list is that of the kernel's struct. */
static enum CXChildVisitResult name_copy_of_this(CXCursor c, CXCursor parent, CXClientData data)
{
	struct copy_of_this *copy = data;
	struct lowering *l = copy->lowering;
	CXCursor member = clang_getCursorReferenced(c);
	unsigned start, end;

	(void)parent;
	if (!cursor_range(l->clauses, c, &start, &end))
		return CXChildVisit_Recurse;
	size_t i = token_at(l->tokens, start);

	if (clang_getCursorKind(c) == CXCursor_LambdaExpr) {
		copy->lambda = start;
	} else if (clang_getCursorKind(c) == CXCursor_CXXThisExpr && is(l, i, "this")) {
		if (!in_capture_list(l->unit, copy->lambda, start) && first_visit(l, start))
			edit_replace(l->edits, start, start + strlen("this"), "(&captured_this)",
			             "(&captured_this)");
	} else if (is_member_of_this(l->unit, l->clauses, c) && first_visit(l, start)) {
		bool is_template = is(l, i + 1, "<") &&
		                   (clang_getCursorKind(member) == CXCursor_OverloadedDeclRef ||
		                    clang_getCursorKind(member) == CXCursor_FunctionTemplate ||
		                    !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(member)));
		const char *object = is_template ? "captured_this.template " : "captured_this.";

		edit_insert(l->edits, start, object, object);
	}
	return CXChildVisit_Recurse;
}

/* ---- From lambda to struct ---------------------------------------------- */

/* Members of out-of-class definitions have no template cursor around them. */
static bool in_class_template(CXCursor function)
{
	for (CXCursor p = clang_getCursorSemanticParent(function);
	     is_class(clang_getCursorKind(p)); p = clang_getCursorSemanticParent(p)) {
		if (clang_getCursorKind(p) == CXCursor_ClassTemplate ||
		    clang_getCursorKind(p) == CXCursor_ClassTemplatePartialSpecialization)
			return true;
	}
	return false;
}

static bool in_template(const struct scope *scopes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		enum CXCursorKind kind = scopes[i].kind;

		if (kind == CXCursor_FunctionTemplate || kind == CXCursor_ClassTemplate ||
		    kind == CXCursor_ClassTemplatePartialSpecialization ||
		    kind == CXCursor_LambdaExpr /* it may be generic */ ||
		    (is_function(kind) && in_class_template(scopes[i].cursor)))
			return true;
	}
	return false;
}

/* Whether a parameter list speaks of a name. */
static bool mentions(const struct lowering *l, unsigned start, unsigned end, const char *name)
{
	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
		if (token(l, i)->kind == TOKEN_IDENTIFIER && is(l, i, name))
			return true;
	}
	return false;
}

/* Where the concept in front of `auto` at token i begins, std::integral auto (C++20);
 * i if there is none. */
static size_t concept_begin(const struct lowering *l, size_t i)
{
	size_t angles = token_angles_begin(l->text, l->tokens, i), k = angles ? angles : i;

	if (token(l, k - 1)->kind != TOKEN_IDENTIFIER || is(l, k - 1, "const") ||
	    is(l, k - 1, "volatile"))
		return i;
	for (k--; is(l, k - 1, "::"); k -= 1 + (token(l, k - 2)->kind == TOKEN_IDENTIFIER))
		;
	return k;
}

/* Whether the parameter with `auto` at token i is a pack. */
static bool is_pack_of_auto(const struct lowering *l, size_t i)
{
	while (!is(l, i, ",") && !is(l, i, ")") && !is(l, i, "."))
		i++;
	return is(l, i, ".");
}

/* The parameter list of operator(), in which auto becomes a template
 * parameter: "template <typename P1> " goes to head. */
static char *render_parameters(struct lowering *l, unsigned start, unsigned end,
                               enum unit_kind kind, struct text *head)
{
	struct edits autos = {0};
	struct text t = {0};
	unsigned n = 0;

	text_append(&t, "");
	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
		if (!is(l, i, "auto"))
			continue;
		char *name = xasprintf("P%u", ++n);
		unsigned at = token(l, i)->offset, begin = token(l, concept_begin(l, i))->offset;

		text_printf(head, "%s%.*s%s%s", head->len ? ", " : "",
		            begin < at ? (int)(at - begin) : 8,
		            begin < at ? l->text + begin : "typename",
		            is_pack_of_auto(l, i) ? "... " : begin < at ? "" : " ", name);
		edit_replace(&autos, begin, at + 4, name, name);
		free(name);
	}
	if (n)
		edits_render(&autos, l->text, start, end, kind, &t);
	else
		edits_render(l->edits, l->text, start, end, kind, &t);
	edits_finish(&autos);
	return t.data;
}

static enum CXChildVisitResult find_return(CXCursor c, CXCursor parent, CXClientData data)
{
	enum CXCursorKind kind = clang_getCursorKind(c);

	(void)parent;
	if (kind == CXCursor_LambdaExpr || is_class(kind))
		return CXChildVisit_Continue; /* has returns of its own */
	if (kind != CXCursor_ReturnStmt)
		return CXChildVisit_Recurse;
	*(CXCursor *)data = c;
	return CXChildVisit_Break;
}

/* The value that a kernel returns, or the null cursor. */
static CXCursor returned_value(const struct kernel *k)
{
	CXCursor statement = clang_getNullCursor();

	clang_visitChildren(k->lambda, find_return, &statement);
	return first_child(statement);
}

/* "-> T" for a lambda without it, from what it returns. The caller frees it. */
static char *deduced_result(struct lowering *l, const struct kernel *k, enum unit_kind kind)
{
	CXCursor value = returned_value(k);
	unsigned start, end;
	char *type = portable_type(clang_getCursorType(value), in_template(k->scopes, k->n_scopes));

	if (!type && cursor_range(l->clauses, value, &start, &end)) {
		char *s = render(l, start, end, kind);

		type = xasprintf("typename std::decay<decltype(%s)>::type", s);
		free(s);
	}
	char *result = type ? xasprintf("-> %s", type) : NULL;

	free(type);
	return result;
}

/* Whether a type is a class around the kernel, which is not complete yet where the struct is a
 * member of it: of a copy of *this, say. */
static bool is_class_around(const struct kernel *k, CXType type)
{
	type = clang_getCanonicalType(type);
	while (type.kind == CXType_ConstantArray)
		type = clang_getArrayElementType(type);
	CXCursor class = clang_getTypeDeclaration(type);
	CXCursor template = clang_getSpecializedCursorTemplate(class);

	for (size_t i = 0; i < k->n_scopes; i++) {
		CXCursor scope = clang_getCanonicalCursor(k->scopes[i].cursor);

		if (is_class(k->scopes[i].kind) &&
		    (clang_equalCursors(scope, clang_getCanonicalCursor(class)) ||
		     clang_equalCursors(scope, clang_getCanonicalCursor(template))))
			return true;
	}
	return false;
}

/* Whether a lambda captures packs whole: it takes them apart itself. Otherwise it is in what a
 * pack expansion repeats, and each of its kernels has an element. */
static bool captures_packs(const struct lowering *l, const struct kernel *k)
{
	for (size_t i = token_at(l->tokens, k->start); token(l, i)->offset < k->end; i++) {
		if (is(l, i, ".") && is(l, i + 1, "."))
			return true;
	}
	return false;
}

/* Settles each captured variable's type in the struct. */
static void settle_types(const struct kernel *k, struct dependences *d,
                         const struct captures *captures, struct place *place, bool templated)
{
	struct template_head head = {0};

	for (size_t i = 0; i < d->count; i++) {
		struct dependence *v = &d->items[i];

		if (v->kind != DEPENDENCE_VARIABLE)
			continue;
		v->by_reference = captures_by_reference(captures, v->name);
		CXType type = clang_getCursorType(v->declaration);

		v->type = place->in_class && is_class_around(k, without_reference(type))
		                  ? NULL
		                  : portable_type(type, templated);
		if (v->type && v->by_reference) {
			bool constant = clang_isConstQualifiedType(
				clang_getCanonicalType(without_reference(type)));
			char *t = xasprintf("Concurrency::details::captured_ref_t<%s%s>",
			                    constant ? "const " : "", v->type);

			free(v->type);
			v->type = t;
		}
		if (is_pack(type)) {
			free(v->type);
			v->type = NULL;
			v->is_pack = captures_packs(d->lowering, k);
		}
		if (!v->type) {
			char *parameter = xasprintf("%c%s_t", toupper((unsigned char)v->name[0]), v->name + 1);
			char *declaration = xasprintf("typename %s", parameter);
			char *value = v->init_capture
			                      ? xasprintf("(%.*s)", (int)(v->init_end - v->init_start),
			                                  d->lowering->text + v->init_start)
			                      : xstrdup(v->name);
			char *argument =
				v->is_pack
					? xasprintf("Concurrency::details::captured_pack<"
			                            "Concurrency::details::captured_t<decltype(%s)>...>",
			                            value)
					: xasprintf("Concurrency::details::%s<decltype(%s)>",
			                            v->by_reference ? "captured_ref_t" : "captured_t",
			                            value);

			free(value);
			template_head_add(&head, declaration, argument, false);
			v->type = xstrdup(parameter);
			v->type_parameter = parameter;
			free(declaration);
			free(argument);
		}
	}
	/* the types first: the functions' own list may end in a pack */
	if (head.parameters.len && place->head.parameters.len) {
		text_printf(&head.parameters, ", %s", place->head.parameters.data);
		text_printf(&head.arguments, ", %s", place->head.arguments.data);
	}
	if (head.parameters.len) {
		text_finish(&place->head.parameters);
		text_finish(&place->head.arguments);
		place->head.parameters = head.parameters;
		place->head.arguments = head.arguments;
	}
}

static void append_indented(struct text *t, const char *line)
{
	text_printf(t, "\t%s\n", line);
}

/* Whether a variable is a C array that a lambda copies, or a reference to one. */
static bool is_array(const struct dependence *v)
{
	CXType type = clang_getCanonicalType(without_reference(clang_getCursorType(v->declaration)));

	return !v->by_reference && !v->init_capture &&
	       (type.kind == CXType_ConstantArray || type.kind == CXType_DependentSizedArray);
}

/* Whether a lambda's copy of a variable is const, also in a mutable lambda. Of an array libclang
 * says it of the canonical type. */
static bool is_const_copy(const struct dependence *v)
{
	CXType type = clang_getCanonicalType(without_reference(clang_getCursorType(v->declaration)));

	return !v->by_reference && !v->init_capture && !v->is_pack && clang_isConstQualifiedType(type);
}

/* The name of a captured variable's member. A C array is in a wrapper, so that it
 * can be copied, and so are the elements of a pack; in the body its name stands for the array
 * itself. The caller frees it. */
static char *member_name(const struct dependence *v)
{
	return is_array(v) || v->is_pack ? xasprintf("captured_%s", v->name) : xstrdup(v->name);
}

/* A captured variable. What is captured by reference stays so in a const
 * operator(): mutable. In the host unit a view is of a class that knows that it
 * is in a kernel, so that loops over it vectorize, and that a lambda which is launched in
 * place needs no reference of its own. */
static void append_member(struct text *out, const struct kernel *k, const struct dependence *v,
                          enum unit_kind kind)
{
	bool view = !v->type_parameter && !v->by_reference &&
	            needs_visit(clang_getCursorType(v->declaration));
	char *name = member_name(v);

	if (view && kind == UNIT_HOST)
		text_printf(out, "\tConcurrency::details::%s<%s> %s;\n",
		            k->is_launched && !v->init_capture ? "borrowed_t" : "captured_t", v->type,
		            name);
	else
		text_printf(out, "\t%s%s%s %s;\n", v->by_reference ? "mutable " : "",
		            is_const_copy(v) && !view ? "const " : "", v->type, name);
	free(name);
}

static bool has_pack(const struct dependences *d)
{
	bool found = false;

	for (size_t n = 0; n < d->count; n++)
		found |= d->items[n].is_pack;
	return found;
}

/* The visits of a kernel's amp_visit, the same for both units. */
static struct visits find_visits(const struct dependences *d, struct accesses *accesses)
{
	struct visits v = {.accesses = accesses, .indent = "\t\t", .line_end = "\n",
	                   .is_elementwise = true};

	for (size_t n = 0; n < d->count; n++) {
		const struct dependence *held = &d->items[n];

		if (held->kind != DEPENDENCE_VARIABLE ||
		    (!held->type_parameter && !held->by_reference &&
		     !needs_visit(clang_getCursorType(held->declaration))))
			continue;
		char *name = member_name(held);
		char *expression = xasprintf("%s%s", own_name(name), name);

		/* the declaration of an init-capture is in the kernel itself, and a pack has none;
		 * what a structured binding stands for is not followed */
		if (held->init_capture || is_pack(clang_getCursorType(held->declaration)) ||
		    clang_getCursorKind(held->declaration) == CXCursor_UnexposedDecl)
			v.accesses = NULL;
		append_visit(&v, expression, held->declaration);
		v.accesses = accesses;
		free(expression);
		free(name);
	}
	return v;
}

/* amp_visit: how the runtime finds the containers in the function object, and for
 * wide kernels their types. */
static void append_visits(const struct lowering *l, const struct kernel *k,
                          const struct dependences *d, const struct visits *v,
                          const char *name, enum unit_kind kind, struct text *out)
{
	if (!v->text.len)
		return;
	text_printf(out, "\ttemplate <typename Visitor> %svoid amp_visit(Visitor &visit) const\n"
	                 "\t{\n%s\t}\n",
	            kind == UNIT_DEVICE ? "__host__ __device__ " : "", v->text.data);
	struct strings names = {0};

	for (size_t n = 0; n < d->count; n++) {
		if (d->items[n].kind == DEPENDENCE_VARIABLE)
			strings_push(&names, d->items[n].name);
	}
	char *types = has_pack(d) ? NULL : kernel_traits(l, v, &names, name, k->lambda, k->body_start, k->body_end);

	if (types)
		text_printf(out, "\t%s\n", types);
	free(types);
	strings_finish(&names);
}

/* A body with its '}', in which the names of packs stand for their elements again: as
 * parameters of a lambda around it. */
static void append_in_packs(const struct dependences *d, const char *body, struct text *out)
{
	struct text ends = {0};

	text_append(&ends, "");
	for (size_t n = 0; n < d->count; n++) {
		if (!d->items[n].is_pack)
			continue;
		text_printf(out, " return captured_%s.pass_to([&](const auto &...%s) {",
		            d->items[n].name, d->items[n].name);
		text_append(&ends, "); }");
	}
	text_printf(out, "%s%s", body, ends.data);
	text_finish(&ends);
}

/* The struct of a kernel, for one unit. */
static void append_struct(struct lowering *l, const struct kernel *k, const struct place *place,
                          const struct dependences *d, const struct visits *visits,
                          const struct text *usings, const char *name, enum unit_kind kind,
                          struct text *out)
{
	size_t i = token_at(l->tokens, k->start);
	size_t list = token(l, i)->match + 1;
	struct text head = {0}, prelude = {0};
	unsigned declarator_end = k->body_start;
	char *parameters, *constraint = NULL;
	bool mutable = false;
	const char *space = kind == UNIT_DEVICE ? "__host__ __device__ " : "";

	if (is(l, list, "<")) { /* a template head (C++20) */
		size_t close = token_skip_angles(l->text, l->tokens, list);

		text_append_n(&head, l->text + token(l, list)->offset + 1,
		              token(l, close - 1)->offset - token(l, list)->offset - 1);
		list = close;
		if (is(l, close, "requires")) {
			list = token_skip_requires(l->text, l->tokens, close);
			constraint = render(l, token(l, close)->offset, token(l, list)->offset, kind);
		}
	}
	bool has_list = is(l, list, "(");
	size_t after = has_list ? (size_t)token(l, list)->match + 1 : list;
	unsigned list_start = token(l, list)->offset;
	unsigned list_end = has_list ? token(l, after - 1)->offset + 1 : list_start;

	parameters = has_list ? render_parameters(l, list_start, list_end, kind, &head) : xstrdup("()");
	for (size_t n = after; token(l, n)->offset < k->body_start; n++)
		mutable |= is(l, n, "mutable");
	/* -> T, and what the parameters have to satisfy (C++20) */
	char *result = NULL;

	for (size_t n = after; token(l, n)->offset < k->body_start; n++) {
		if (is(l, n, "->") || is(l, n, "requires")) {
			result = render(l, token(l, n)->offset, declarator_end, kind);
			break;
		}
		if (token(l, n)->match > (int)n)
			n = token(l, n)->match;
	}
	bool written = result != NULL, returns = !clang_Cursor_isNull(returned_value(k));

	if (!result && is_cxx11(l->unit) && returns)
		result = deduced_result(l, k, kind);
	if (usings->len)
		text_append(&prelude, usings->data);
	append_line_directive(l, out, k->start);
	append_struct_head(place, out, name);
	for (size_t n = 0; n < d->count; n++) {
		const struct dependence *v = &d->items[n];

		if (v->kind == DEPENDENCE_VARIABLE) {
			append_member(out, k, v, kind);
			if (is_array(v))
				text_printf(&prelude, " auto &%s = captured_%s.array();", v->name,
				            v->name);
			continue;
		}
		bool member = mentions(l, list_start, k->body_start, v->name) ||
		              v->kind == DEPENDENCE_TYPE;

		/* what a member needs is a member as well */
		for (size_t m = n + 1; m < d->count && !member; m++) {
			unsigned start, end;

			if (d->items[m].kind != DEPENDENCE_VARIABLE &&
			    cursor_range(l->clauses, d->items[m].declaration, &start, &end))
				member = mentions(l, start, end, v->name);
		}
		char *declaration = repeat_declaration(l, v, member, kind);

		if (member)
			append_indented(out, declaration);
		else
			text_printf(&prelude, " %s", declaration);
		free(declaration);
	}
	if (head.len)
		text_printf(out, "\ttemplate <%s>%s%s\n", head.data,
		            constraint ? " " : "", constraint ? constraint : "");
	append_line_directive(l, out, has_list ? list_start : k->body_start);
	text_printf(out, "\t%s%s operator()%s%s%s%s", space,
	            result || returns ? "auto" : "void",
	            parameters, mutable ? "" : " const", result ? " " : "", result ? result : "");
	/* as many lines to the body as there were */
	bool broke = false;

	for (unsigned at = list_end; at < k->body_start && !written; at++) {
		if (l->text[at] == '\n') {
			text_append(out, "\n");
			broke = true;
		}
	}
	char *body = render(l, k->body_start + 1, k->body_end, kind);

	text_printf(out, "%s{%s", broke ? "\t" : " ", prelude.len ? prelude.data : "");
	append_in_packs(d, body, out);
	text_append(out, "\n");
	free(body);
	if (kind == UNIT_HOST && !has_pack(d))
		append_tile_loops(l, k, prelude.len ? prelude.data : "", out);
	char *own_name = struct_own_name(place, name);

	append_visits(l, k, d, visits, own_name, kind, out);
	append_struct_end(place, out);
	free(own_name);
	free(constraint);
	free(result);
	free(parameters);
	text_finish(&head);
	text_finish(&prelude);
}

/* scale_kernel_3<T, K>{v, s}, in the lambda's place. */
static void append_use(struct lowering *l, const struct kernel *k, const struct place *place,
                       const struct dependences *d, const char *name, enum unit_kind kind,
                       struct text *out)
{
	bool first = true;
	char *used = struct_use(place, name);

	text_printf(out, "%s%s{", place->head.pack_arguments.count > 1 ? "typename " : "", used);
	free(used);
	for (size_t i = 0; i < d->count; i++) {
		const struct dependence *v = &d->items[i];

		if (v->kind != DEPENDENCE_VARIABLE)
			continue;
		char *init = v->init_capture ? render(l, v->init_start, v->init_end, kind)
		                             : xstrdup(v->name);

		text_printf(out, v->is_pack ? "%s{(%s)...}" : "%s%s", first ? "" : ", ", init);
		first = false;
		free(init);
	}
	text_append(out, "}");
	if (memchr(l->text + k->start, '\n', k->end - k->start)) {
		struct location at = unit_locate(l->unit, k->end);

		text_printf(out, "\n#line %u \"%s\"\n", at.line, at.file);
	}
}

static enum CXChildVisitResult qualify_outside_body(CXCursor c, CXCursor parent, CXClientData data)
{
	if (clang_getCursorKind(c) == CXCursor_ParmDecl || clang_getCursorKind(c) == CXCursor_TypeRef ||
	    clang_getCursorKind(c) == CXCursor_TemplateRef ||
	    clang_getCursorKind(c) == CXCursor_NamespaceRef) {
		qualify(c, parent, data);
		clang_visitChildren(c, qualify, data);
	}
	return CXChildVisit_Continue;
}

/* v.reinterpret_as<T>(), where v's type has become a parameter: the name of a
 * template needs the keyword then. */
static enum CXChildVisitResult mark_member_template(CXCursor c, CXCursor parent, CXClientData data)
{
	struct lowering *l = data;
	unsigned at;

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_MemberRefExpr || !cursor_offset(l->clauses, c, &at))
		return CXChildVisit_Recurse;
	size_t i = token_at(l->tokens, at);
	CXCursor template = clang_getSpecializedCursorTemplate(clang_getCursorReferenced(c));

	if (i > 0 && (is(l, i - 1, ".") || is(l, i - 1, "->")) && is(l, i + 1, "<") &&
	    !clang_Cursor_isNull(template) && first_visit(l, at))
		edit_insert(l->edits, at, "template ", "template ");
	return CXChildVisit_Recurse;
}

/* ---- Captured containers --------------------------------------------------- */

/* Whether the members for a captured variable may be of classes of the library's that
 * derive from the declared one: captured_view, array_ref and their like. */
static bool may_be_of_derived_class(const struct dependence *v)
{
	CXType type = clang_getCanonicalType(without_reference(clang_getCursorType(v->declaration)));

	if (v->type_parameter || v->is_pack)
		return type.kind == CXType_Unexposed || type.kind == CXType_Dependent ||
		       type.kind == CXType_Auto || needs_visit(type);
	return needs_visit(type);
}

static bool is_among(const struct lowering *l, size_t i, const char *const *spellings)
{
	for (; *spellings; spellings++) {
		if (is(l, i, *spellings))
			return true;
	}
	return false;
}

/* Whether the name at token i is a whole operand, as containers are: f(v), w = v, c ? v : w. Of
 * v[i] and v.extent only the part matters, and containers have no arithmetic. */
static bool is_whole_operand(const struct lowering *l, size_t i)
{
	static const char *const before[] = {"(", ",", "=", "{", "?", ":", "&", ")", "return", NULL};
	static const char *const behind[] = {")", ",", "=", "}", ":", ";", "]", "...", NULL};

	return is_among(l, i - 1, before) && is_among(l, i + 1, behind);
}

/* What decltype of a variable says of it besides its type. */
static const char *reference_of(const struct dependence *v)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(v->declaration));

	return v->init_capture || v->is_pack          ? ""
	       : type.kind == CXType_LValueReference ? " &"
	       : type.kind == CXType_RValueReference ? " &&"
	                                             : "";
}

/* There the type of a captured variable matters: which overload is called, what is deduced,
 * what decltype is. The body has the declared one. */
static enum CXChildVisitResult show_declared_type(CXCursor c, CXCursor parent, CXClientData data)
{
	struct dependences *d = data;
	struct lowering *l = d->lowering;
	const struct dependence *v;
	unsigned at;

	(void)parent;
	/* in templates libclang shows x of an inner lambda's [n = x] only in the declaration of n */
	if (clang_getCursorKind(c) == CXCursor_VariableRef &&
	    !find_dependence(d, clang_getCursorReferenced(c)))
		clang_visitChildren(clang_getCursorReferenced(c), show_declared_type, d);
	if (clang_getCursorKind(c) != CXCursor_DeclRefExpr ||
	    !(v = find_dependence(d, clang_getCursorReferenced(c))) ||
	    v->kind != DEPENDENCE_VARIABLE || !cursor_offset(l->clauses, c, &at))
		return CXChildVisit_Recurse;
	size_t i = token_at(l->tokens, at);
	bool in_decltype = is(l, i - 1, "(") && is(l, i - 2, "decltype") && is(l, i + 1, ")");

	/* the name of a C array is that of a reference to it */
	bool differs = is_array(v) ? in_decltype : may_be_of_derived_class(v);
	const char *reference = in_decltype ? reference_of(v) : "";

	if (!(differs || *reference) || !is(l, i, v->name) || !is_whole_operand(l, i) ||
	    !first_visit(l, at))
		return CXChildVisit_Recurse;
	size_t first = in_decltype ? i - 2 : i, last = in_decltype ? i + 1 : i;
	unsigned behind = token(l, last)->offset + token(l, last)->len;

	if (!differs) {
		edit_insert(l->edits, behind, reference, reference);
		return CXChildVisit_Recurse;
	}
	/* the device's members for views by value are of the declared type, if that has a name */
	bool on_host_only = !v->by_reference && !v->type_parameter && !is_array(v);
	const char *open = in_decltype ? "Concurrency::details::declared_t<"
	                               : "Concurrency::details::as_declared(";
	char *close = xasprintf("%s%s", in_decltype ? ">" : ")", reference);

	edit_insert(l->edits, token(l, first)->offset, on_host_only ? NULL : open, open);
	edit_insert(l->edits, behind, on_host_only ? *reference ? reference : NULL : close, close);
	free(close);
	return CXChildVisit_Recurse;
}

/* ---- Lambdas in kernels --------------------------------------------------- */

/* What a lambda in a kernel captures of the kernel's own captures. */
struct inner_lambda {
	struct dependences *kernel;
	unsigned start, end;
	struct strings listed; /* by name in its list */
	struct text others;    /* by [=]: ", n = n, &a = a" */
};

/* The capture of the kernel that a name in a lambda means: a member now, which a
 * lambda cannot capture as it does a variable. */
static const struct dependence *captured_member(const struct inner_lambda *i, CXCursor reference)
{
	const struct dependence *v = find_dependence(i->kernel, clang_getCursorReferenced(reference));

	return v && v->kind == DEPENDENCE_VARIABLE && !is_array(v) && !v->is_pack ? v : NULL;
}

/* [n] becomes [n = n]. */
static enum CXChildVisitResult initialize_captures(CXCursor c, CXCursor parent, CXClientData data)
{
	struct inner_lambda *i = data;
	struct lowering *l = i->kernel->lowering;
	const struct dependence *v;
	unsigned at;

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_VariableRef || !cursor_offset(l->clauses, c, &at) ||
	    !in_capture_list(l->unit, i->start, at))
		return CXChildVisit_Continue;
	first_visit(l, at); /* in templates an expression, too, which it is not in the text */
	if (!(v = captured_member(i, c)))
		return CXChildVisit_Continue;
	char *init = xasprintf(" = %s", v->name);

	edit_insert(l->edits, at + strlen(v->name), init, init);
	strings_push(&i->listed, v->name);
	free(init);
	return CXChildVisit_Continue;
}

static enum CXChildVisitResult find_implicit_captures(CXCursor c, CXCursor parent,
                                                      CXClientData data)
{
	struct inner_lambda *i = data;
	const struct dependence *v;

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_DeclRefExpr || !(v = captured_member(i, c)))
		return CXChildVisit_Recurse;
	if (strings_contain(&i->listed, v->name))
		return CXChildVisit_Recurse;
	strings_push(&i->listed, v->name);
	text_printf(&i->others, ", %s%s = %s", v->by_reference ? "&" : "", v->name, v->name);
	return CXChildVisit_Recurse;
}

/* Lambdas in a kernel capture what are members of it now as they would variables: a
 * copy that they may change, and not `this`, of which compilers warn. */
static enum CXChildVisitResult capture_members(CXCursor c, CXCursor parent, CXClientData data)
{
	struct inner_lambda i = {.kernel = data};
	struct lowering *l = i.kernel->lowering;

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_LambdaExpr ||
	    !cursor_range(l->clauses, c, &i.start, &i.end) || !first_visit(l, i.start + 1))
		return CXChildVisit_Recurse;
	struct captures captures = read_captures(l->unit, i.start);

	clang_visitChildren(c, initialize_captures, &i);
	if (captures.default_capture == '=' && !is_cxx11(l->unit)) {
		size_t list = token_at(l->tokens, i.start);

		clang_visitChildren(c, find_implicit_captures, &i);
		edit_insert(l->edits, token(l, list + 1)->offset + 1, i.others.data, i.others.data);
	}
	captures_finish(&captures);
	strings_finish(&i.listed);
	text_finish(&i.others);
	return CXChildVisit_Recurse;
}

struct moved_parameters {
	struct lowering *lowering;
	struct place *place;
	struct strings *names; /* NULL, or gets them, too */
};

/* What a moved type speaks of is a template parameter of what names it, or its enumerators. */
static enum CXChildVisitResult add_moved_parameters(CXCursor c, CXCursor parent, CXClientData data)
{
	struct moved_parameters *m = data;
	CXCursor type = clang_getCursorReferenced(c);
	unsigned start, end;

	(void)parent;
	if (clang_getCursorKind(type) == CXCursor_EnumConstantDecl)
		type = clang_getCursorSemanticParent(type);
	if (!cursor_range(m->lowering->clauses, type, &start, &end))
		return CXChildVisit_Recurse;
	const struct moved_type *moved = moved_type_at(m->lowering, start);

	for (size_t i = 0; moved && i < moved->parameters.count; i++) {
		template_head_add_type(&m->place->head, moved->parameters.items[i]);
		if (m->names)
			strings_push(m->names, moved->parameters.items[i]);
	}
	return CXChildVisit_Recurse;
}

void lower_kernel(struct lowering *l, const struct kernel *k)
{
	struct dependences d = {.lowering = l, .start = k->start, .end = k->end};
	struct captures captures = read_captures(l->unit, k->start);
	struct init_captures ic = {&d, l, k};
	struct text declaration[UNIT_KINDS] = {{0}}, use[UNIT_KINDS] = {{0}};
	struct place place;
	bool templated = in_template(k->scopes, k->n_scopes);
	char *name = unique_name(l, k->scopes, k->n_scopes, "kernel", k->start);

	find_place(l, k->scopes, k->n_scopes, &place);
	clang_visitChildren(k->lambda, find_init_capture, &ic);
	add_copy_of_this(&d, k);
	if (captured_copy_of_this(l->unit, k->start) != UINT_MAX) {
		struct copy_of_this copy = {.lowering = l, .lambda = k->start};

		clang_visitChildren(k->lambda, name_copy_of_this, &copy);
	}
	clang_visitChildren(k->lambda, find_dependences, &d);
	settle_types(k, &d, &captures, &place, templated);
	struct moved_parameters moved = {l, &place, NULL};

	clang_visitChildren(k->lambda, add_moved_parameters, &moved);
	for (size_t i = 0; i < d.count; i++) {
		if (d.items[i].kind != DEPENDENCE_VARIABLE)
			clang_visitChildren(d.items[i].declaration, add_moved_parameters, &moved);
	}
	for (size_t i = 0; i < d.count; i++) {
		if (d.items[i].kind == DEPENDENCE_VARIABLE && d.items[i].type_parameter) {
			clang_visitChildren(k->lambda, mark_member_template, l);
			break;
		}
	}
	struct text usings = usings_at(l, k->scopes, k->n_scopes, k->start);

	if (usings.len) {
		clang_visitChildren(k->lambda, qualify_outside_body, l);
		for (size_t i = 0; i < d.count; i++) {
			if (d.items[i].kind != DEPENDENCE_VARIABLE)
				clang_visitChildren(d.items[i].declaration, qualify, l);
		}
	}
	clang_visitChildren(k->lambda, capture_members, &d);
	clang_visitChildren(k->lambda, show_declared_type, &d);
	struct accesses *accesses = lambda_accesses(l->unit, k->lambda);
	struct visits visits = find_visits(&d, accesses);

	for (int kind = 0; kind < UNIT_KINDS; kind++) {
		append_struct(l, k, &place, &d, &visits, &usings, name, kind, &declaration[kind]);
		append_use(l, k, &place, &d, name, kind, &use[kind]);
	}
	insert_declaration(l, &place, name, declaration);
	edit_replace(l->edits, k->start, k->end, use[UNIT_DEVICE].data, use[UNIT_HOST].data);
	for (int kind = 0; kind < UNIT_KINDS; kind++) {
		text_finish(&declaration[kind]);
		text_finish(&use[kind]);
	}
	visits_finish(&visits);
	accesses_destroy(accesses);
	text_finish(&usings);
	captures_finish(&captures);
	dependences_finish(&d);
	place_finish(&place);
	free(name);
}

/* ---- Types local to a function ------------------------------------------ */

/* Where the statement begins that a class definition at `start` is part of, with
 * what stands in front of it: const struct { … } x; using x = struct { … }; */
static size_t statement_begin(const struct lowering *l, unsigned start)
{
	size_t i = token_at(l->tokens, start);

	if (i > 2 && is(l, i - 1, "=") && is(l, i - 3, "using"))
		return i - 3;
	while (i > 0 && token(l, i - 1)->kind == TOKEN_IDENTIFIER)
		i--;
	return i;
}

/* The name of a class or enumeration that is defined at `start`. A type is moved by its
 * name: without one it gets that of its typedef, or one of its own. The caller frees it. */
static char *name_type(struct lowering *l, CXCursor type, unsigned start, const char *stem,
                       bool *is_named)
{
	char *name = take_string(clang_getCursorSpelling(type));
	size_t i = token_at(l->tokens, start);

	*is_named = false;
	for (; !is(l, i, "{") && !is(l, i, ":") && token(l, i)->kind != TOKEN_END; i++)
		*is_named |= is(l, i, name);
	if (*is_named)
		return name;
	if (!*name || strchr(name, '(')) {
		free(name);
		name = xasprintf("%s_unnamed", stem);
	}
	char *insertion = xasprintf("%s ", name);

	edit_insert(l->edits, token(l, i)->offset, insertion, insertion);
	free(insertion);
	return name;
}

/* The struct that a moved type is a member of, for one unit. */
static void append_type(struct lowering *l, const struct place *place, const char *name,
                        const struct dependences *d, enum unit_kind kind, struct text *out)
{
	append_line_directive(l, out, d->start);
	append_struct_head(place, out, name);
	for (size_t i = 0; i < d->count; i++) {
		/* of a variable it can use the type only: decltype(x) */
		char *s = d->items[i].kind == DEPENDENCE_VARIABLE
		                  ? xasprintf("static %s_%s %s;", name, d->items[i].name, d->items[i].name)
		                  : repeat_declaration(l, &d->items[i], true, kind);

		append_indented(out, s);
		free(s);
	}
	append_line_directive(l, out, d->start);
	char *s = render(l, d->start, d->end, kind);

	text_printf(out, "%s;\n", s);
	append_struct_end(place, out);
	free(s);
}

/* Typedefs for the types of variables that a class speaks of, decltype(x): they are template
 * parameters of the struct with the class, and of all that names it. Each goes to *parameters. */
static struct text name_variable_types(const struct dependences *d, CXCursor type,
                                       const char *stem, struct place *place,
                                       struct strings *parameters)
{
	struct text typedefs = {0};

	for (size_t i = 0; i < d->count; i++) {
		const char *variable = d->items[i].name;

		if (d->items[i].kind != DEPENDENCE_VARIABLE)
			continue;
		char *parameter = xasprintf("%s_%s", stem, variable);

		text_printf(&typedefs, "typedef decltype(%s) %s; ", variable, parameter);
		strings_push(parameters, parameter);
		template_head_add_type(&place->head, parameter);
		free(parameter);
	}
	struct moved_parameters moved = {d->lowering, place, parameters};

	clang_visitChildren(type, add_moved_parameters, &moved);
	return typedefs;
}

/* A type in a function that amp code or a kernel's type may speak of: nvcc
 * takes no type local to a function as a kernel's argument, so it moves out,
 * into a struct of its own, and a typedef stays behind. */
void move_local_type(struct lowering *l, CXCursor c, unsigned start, unsigned end)
{
	struct dependences d = {.lowering = l, .start = start, .end = end};
	struct place place;
	char *name = unique_name(l, l->scopes, l->n_scopes, "types", start);
	bool is_named;
	char *type_name = name_type(l, c, start, name, &is_named);
	size_t begin = statement_begin(l, start);
	/* struct A { … } x; declares more than the class */
	bool declares_more = begin != token_at(l->tokens, start) ||
	                     !is(l, token_at(l->tokens, end), ";");

	find_place(l, l->scopes, l->n_scopes, &place);
	clang_visitChildren(c, find_dependences, &d);
	struct strings parameters = {0};
	struct text typedefs = name_variable_types(&d, c, name, &place, &parameters);
	struct text usings = usings_at(l, l->scopes, l->n_scopes, start);

	if (usings.len)
		clang_visitChildren(c, qualify, l);
	text_finish(&usings);
	char *scope = struct_use(&place, name);
	bool is_dependent = in_template(l->scopes, l->n_scopes) || parameters.count;
	char *qualified = xasprintf("%s%s::%s", is_dependent ? "typename " : "", scope, type_name);
	char *alias = xasprintf("typedef %s %s", qualified, type_name);
	struct location behind = unit_locate(l->unit, end);
	struct text declaration[UNIT_KINDS] = {{0}}, use[UNIT_KINDS] = {{0}};

	for (int k = 0; k < UNIT_KINDS; k++) {
		append_type(l, &place, name, &d, k, &declaration[k]);
		text_printf(&use[k], "%s%s", declares_more ? qualified : alias,
		            !declares_more && k == UNIT_HOST ? unused_attribute : "");
		if (memchr(l->text + start, '\n', end - start))
			text_printf(&use[k], "\n#line %u \"%s\"\n", behind.line, behind.file);
	}
	insert_declaration(l, &place, name, declaration);
	if (typedefs.len)
		edit_insert_first(l->edits, token(l, begin)->offset, typedefs.data, typedefs.data);
	if (declares_more && is_named) {
		char *device = xasprintf("%s; ", alias);
		char *host = xasprintf("%s%s; ", alias, unused_attribute);

		edit_insert_first(l->edits, token(l, begin)->offset, device, host);
		free(host);
		free(device);
	}
	edit_replace(l->edits, start, end, use[UNIT_DEVICE].data, use[UNIT_HOST].data);
	text_finish(&typedefs);
	l->moved = xrealloc(l->moved, (l->n_moved + 1) * sizeof(*l->moved));
	l->moved[l->n_moved++] = (struct moved_type){
		start, alias,
		clang_EnumDecl_isScoped(c) ? xasprintf("%s::%s", scope, type_name) : xstrdup(scope),
		parameters};
	for (int k = 0; k < UNIT_KINDS; k++) {
		text_finish(&use[k]);
		text_finish(&declaration[k]);
	}
	dependences_finish(&d);
	place_finish(&place);
	free(qualified);
	free(scope);
	free(type_name);
	free(name);
}
