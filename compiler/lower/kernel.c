/* Turns a lambda into a function object: its captures, and the types of the members for these. */
#include "lower/kernel.h"

#include <ctype.h>
#include <string.h>

/* ---- Captures ------------------------------------------------------------- */

/* [x = expression] declares a variable in the capture list. */
static void find_init_captures(struct dependences *all, const struct kernel *k)
{
	struct lowering *l = all->lowering;

	for (struct walk w = walk_kind(walk_children(k->lambda), CXCursor_VariableRef); walk_next(&w);) {
		CXCursor v = clang_getCursorReferenced(w.cursor);
		unsigned at, reference_at;

		if (!cursor_offset(l->clauses, v, &at) ||
		    !cursor_offset(l->clauses, w.cursor, &reference_at) || at < k->start || at >= k->end ||
		    find_dependence(all, v))
			continue;
		size_t i = token_at(l->tokens, at) + 1;
		struct dependence *d = add_dependence(all, DEPENDENCE_VARIABLE, v);
		size_t close = token(l, token_at(l->tokens, k->start))->match;

		d->init_capture = true;
		if (is(l, i, "{")) { /* n{5} declares an int, not a list */
			d->init_start = token(l, i + 1)->offset;
			d->init_end = token(l, token(l, i)->match)->offset;
		} else {
			d->init_start = token(l, is(l, i, "=") ? i + 1 : i)->offset;
			d->init_end = token(l, list_item_end(l->unit, i, close))->offset;
		}
	}
}

/* [*this] becomes a member with a copy of the object: `captured_this`. */
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

	v->name = "captured_this";
	v->init_capture = true;
	v->init_start = at;
	v->init_end = token(l, token_at(l->tokens, at) + 2)->offset;
}

/* ---- Types of members ------------------------------------------------------ */

bool in_template(const struct scope *scopes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		enum CXCursorKind kind = scopes[i].kind;

		if (is_template(kind) || kind == CXCursor_LambdaExpr /* it may be generic */ ||
		    (is_function(kind) && in_class_template(scopes[i].cursor)))
			return true;
	}
	return false;
}

/* Whether a type is a class around the kernel, which is incomplete where the struct becomes its member: that
 * of a copy of *this, for example. */
static bool is_class_around(const struct kernel *k, CXType type)
{
	CXCursor class = clang_getTypeDeclaration(element_type(type));
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

/* Whether a lambda captures packs as a whole and expands them itself. Otherwise a pack expansion repeats it,
 * and each of its kernels has an element. */
static bool captures_packs(const struct lowering *l, const struct kernel *k)
{
	for (size_t i = token_at(l->tokens, k->start); token(l, i)->offset < k->end; i++) {
		if (is(l, i, ".") && is(l, i + 1, "."))
			return true;
	}
	return false;
}

/* Returns the type of a captured variable's member as spelled in the struct, or NULL if only the variable's
 * declaration has it. */
static const char *type_of_member(const struct kernel *k, const struct dependence *v,
                                  const struct insertion_point *place, bool templated)
{
	CXType type = clang_getCursorType(v->declaration);

	if (is_pack(type) || (place->in_class && is_class_around(k, without_reference(type))))
		return NULL;
	const char *written = portable_type(type, templated);

	if (!written || !v->by_reference)
		return written;
	bool constant =
	    clang_isConstQualifiedType(clang_getCanonicalType(without_reference(type)));

	return interned_printf("Concurrency::details::captured_ref_t<%s%s>", constant ? "const " : "", written);
}

/* Whether a variable's type is written in front of its name and means the same in front of the function, also
 * to nvcc. */
static bool is_type_of_program(const struct lowering *l, CXCursor variable, unsigned name)
{
	bool any = false, ok = true;
	unsigned at;

	for (struct walk w = walk_below(variable); walk_next(&w);) {
		CXCursor meant = clang_getCursorReferenced(w.cursor);

		if (!cursor_offset(l->clauses, w.cursor, &at) || at >= name)
			continue;
		any = true;
		ok &= !is_ambiguous_for_people(l, w.cursor);
		ok &= clang_Cursor_isNull(meant) || is_template_parameter(meant) ||
		      (!is_local(meant) && !key_of_cuda_name(meant));
	}
	return any && ok;
}

/* Returns the type of a captured variable's member as the user wrote it in the variable's declaration; NULL
 * if it means something else in front of the function, or nothing (auto). */
static const char *written_type(struct lowering *l, const struct kernel *k, const struct dependence *v,
                                const struct insertion_point *place)
{
	CXType type = without_reference(clang_getCursorType(v->declaration));
	unsigned name, start, end;

	if (v->init_capture || v->is_pack || is_pack(type) ||
	    (v->declaration.kind != CXCursor_VarDecl && v->declaration.kind != CXCursor_ParmDecl) ||
	    (place->in_class && is_class_around(k, type)) || !cursor_offset(l->clauses, v->declaration, &name) ||
	    !cursor_range(l->clauses, v->declaration, &start, &end))
		return NULL;
	const char *spelling = type_spelling(unqualified(type));
	bool may_be_array = is_reference(clang_getCursorType(v->declaration)) &&
	                    clang_getCanonicalType(type).kind == CXType_Unexposed && !strchr(spelling, '>');
	bool ok = !may_be_array && is_type_of_program(l, v->declaration, name) && !strpbrk(spelling, "([") &&
	          !find_token(l->unit, start, name, "auto") && !find_token(l->unit, start, name, "decltype") &&
	          !strstr(spelling, "-parameter-");
	return !ok ? NULL
	       : !v->by_reference
	           ? spelling
	           : interned_printf("Concurrency::details::captured_ref_t<%s%s>",
	                             clang_isConstQualifiedType(clang_getCanonicalType(type)) ? "const "
	                                                                                      : "",
	                             spelling);
}

/* Returns the template argument for such a type, if it is a template parameter of the struct. */
static const char *argument_of_member(struct lowering *l, const struct dependence *v)
{
	const char *init = v->init_capture ? render(l, v->init_start, v->init_end, UNIT_HOST) : NULL;
	const char *value = init ? interned_printf("(%s)", init) : v->name;

	return v->is_pack ? interned_printf("Concurrency::details::captured_pack<"
	                                    "Concurrency::details::captured_t<decltype(%s)>...>",
	                                    value)
	                  : interned_printf("Concurrency::details::%s<decltype(%s)>",
	                                    v->by_reference ? "captured_ref_t" : "captured_t",
	                                    value);
}

/* Determines the type of each captured variable in the struct. */
static void settle_types(const struct kernel *k, struct dependences *d,
                         const struct captures *captures, struct insertion_point *place, bool templated,
                         bool has_usings)
{
	for (size_t i = d->count; i-- > 0;) {
		struct dependence *v = &d->items[i];

		if (v->kind != DEPENDENCE_VARIABLE)
			continue;
		v->by_reference = captures_by_reference(captures, v->name);
		v->is_pack = is_pack(clang_getCursorType(v->declaration)) &&
		             captures_packs(d->lowering, k);
		v->type = type_of_member(k, v, place, templated);
		v->written_type = has_usings ? NULL : written_type(d->lowering, k, v, place);
		if (v->type)
			continue;
		v->type = v->type_parameter =
		    interned_printf("%c%s_t", toupper((unsigned char)v->name[0]), v->name + 1);
		template_head_add_first(&place->head, interned_printf("typename %s", v->type),
		                        argument_of_member(d->lowering, v));
	}
}

void add_moved_parameters(struct lowering *l, CXCursor c, struct insertion_point *place,
                          struct names *names)
{
	for (struct walk w = walk_below(c); walk_next(&w);) {
		CXCursor type = clang_getCursorReferenced(w.cursor);
		unsigned start, end;

		if (type.kind == CXCursor_EnumConstantDecl)
			type = clang_getCursorSemanticParent(type);
		if (!cursor_range(l->clauses, type, &start, &end))
			continue;
		const struct moved_type *moved = moved_type_at(l, start);

		for (size_t i = 0; moved && i < moved->parameters.count; i++) {
			template_head_add_type(&place->head, moved->parameters.items[i]);
			if (names)
				names_add(names, moved->parameters.items[i]);
		}
	}
}

/* ---- The function object --------------------------------------------------- */

/* Returns scale_kernel_3<T, K>{v, s}, which takes the lambda's place. */
static const char *use_of(const struct function_object *o, enum unit_kind kind)
{
	struct lowering *l = o->lowering;
	const struct kernel *k = o->kernel;
	bool first = true;
	struct text t = {0};

	text_printf(&t, "%s%s{", o->place.head.n_packs > 1 ? "typename " : "", struct_use(&o->place, o->name, kind));
	FOR_EACH(const struct dependence, v, o->dependences.items, o->dependences.count) {
		if (v->kind != DEPENDENCE_VARIABLE)
			continue;
		const char *init = v->init_capture ? render(l, v->init_start, v->init_end, kind)
		                                   : v->name;

		text_printf(&t, v->is_pack ? "%s{(%s)...}" : "%s%s", first ? "" : ", ", init);
		first = false;
	}
	text_append(&t, "}");
	append_line_behind(l, kind, k->start, k->end, &t);
	return interned_text(&t);
}

/* Finds its captures, and what it needs from the function around it. */
static void find_kernel_dependences(struct function_object *o)
{
	struct lowering *l = o->lowering;
	const struct kernel *k = o->kernel;
	struct dependences *d = &o->dependences;
	struct captures captures = read_captures(l->unit, k->start);

	find_init_captures(d, k);
	add_copy_of_this(d, k);
	find_dependences(d, k->lambda);
	settle_types(k, d, &captures, &o->place, in_template(k->scopes, k->n_scopes), o->usings.count);
	add_moved_parameters(l, k->lambda, &o->place, NULL);
	for (size_t i = 0; i < d->count; i++) {
		if (d->items[i].kind != DEPENDENCE_VARIABLE)
			add_moved_parameters(l, d->items[i].declaration, &o->place, NULL);
	}
}

void lower_kernel(struct lowering *l, const struct kernel *k)
{
	struct function_object o = {
		.lowering = l,
		.kernel = k,
		.name = unique_name(l, k->scopes, k->n_scopes, "kernel", k->start),
		.dependences = {.lowering = l, .start = k->start, .end = k->end},
	};
	const char *members[UNIT_KINDS], *declaration[UNIT_KINDS], *use[UNIT_KINDS];

	unit_add_kernel(l->unit, o.name, k->start, true);
	find_place(l, k->scopes, k->n_scopes, captures_packs(l, k) ? NULL : k, &o.place);
	o.usings = usings_at(l, k->scopes, k->n_scopes, k->start);
	find_kernel_dependences(&o);
	edit_kernel_body(&o);
	o.visits = find_visits(&o.dependences, lambda_accesses(l->unit, k->lambda), o.place.function);
	for (int kind = 0; kind < UNIT_KINDS; kind++)
		members[kind] = kernel_members(&o, kind);
	/* the members contain ranges of the body */
	size_t behind = (size_t)token(l, token_at(l->tokens, k->start))->match + 1;
	const char *body = render(l, token(l, behind)->offset, k->body_end, UNIT_CUDA);

	reduce_for_people(&o.place, interned_printf("%s%s", members[UNIT_CUDA], body));
	template_head_reduce(&o.place.head, members, UNIT_CUDA); /* the others */
	for (int kind = 0; kind < UNIT_KINDS; kind++) {
		declaration[kind] = kernel_struct(&o, members[kind], kind);
		use[kind] = use_of(&o, kind);
	}
	insert_declaration(l, &o.place, o.name, declaration);
	for (size_t i = 0; i < k->n_scopes; i++) {
		if (is_class(k->scopes[i].kind))
			publish_class(l, k->scopes[i].cursor);
	}
	for (size_t i = 0; i < o.dependences.count; i++) {
		if (o.dependences.items[i].type_parameter)
			publish_type(l, clang_getCursorType(o.dependences.items[i].declaration));
	}
	edit_replace_each(l->edits, k->start, k->end, use);
}
