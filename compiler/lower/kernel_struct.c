/* Writes the struct of a kernel: members, operator(), and what the headers need. */
#include "lower/kernel.h"

#include <string.h>

/* Returns where the concept in front of `auto` at token i begins, std::integral auto (C++20); i if there is
 * none. */
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

/* Returns the parameter list of operator(), with auto replaced by template parameters; "template <typename
 * P1> " is appended to head. */
static const char *render_parameters(struct lowering *l, unsigned start, unsigned end,
                                     enum unit_kind kind, struct text *head)
{
	SCOPED(edits) autos = {0};
	struct text t = {0};
	unsigned n = 0;

	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
		if (!is(l, i, "auto"))
			continue;
		const char *name = interned_printf("P%u", ++n);
		unsigned at = token(l, i)->offset, begin = token(l, concept_begin(l, i))->offset;
		bool is_pack = is(l, token_outside(l->unit, i, ", ) ."), ".");
		const char *space = begin < at ? "" : " ";

		text_printf(head, "%s%.*s%s%s", head->len ? ", " : "",
		            begin < at ? (int)(at - begin) : 8,
		            begin < at ? l->text + begin : "typename",
		            is_pack ? "... " : space, name);
		edit_replace(&autos, begin, at + 4, name, name);
	}
	edits_render(&autos, l->text, start, end, kind, &t);
	if (n)
		return interned_text(&t);
	text_finish(&t);
	return render_moved(l, start, end, kind);
}

/* Returns the operand of a kernel's first return statement, or the null cursor. */
static CXCursor returned_value(const struct kernel *k)
{
	struct walk w = walk_below(k->lambda);

	while (walk_next(&w) && w.cursor.kind != CXCursor_ReturnStmt) {
		if (w.cursor.kind == CXCursor_LambdaExpr || is_class(w.cursor.kind)) /* its returns are its own */
			walk_skip(&w);
	}
	return first_child(walk_end(&w));
}

/* Returns "-> T" for a lambda without a result type, from what it returns. */
static const char *deduced_result(struct lowering *l, const struct kernel *k, enum unit_kind kind)
{
	CXCursor value = returned_value(k);
	unsigned start, end;
	const char *type = portable_type(clang_getCursorType(value), in_template(k->scopes, k->n_scopes));

	if (!type && cursor_range(l->clauses, value, &start, &end))
		type = interned_printf("typename std::decay<decltype(%s)>::type", render(l, start, end, kind));
	return type ? interned_printf("-> %s", type) : NULL;
}

/* Includes references to arrays. */
bool is_captured_array(const struct dependence *v)
{
	CXType type = clang_getCanonicalType(without_reference(clang_getCursorType(v->declaration)));

	return !v->by_reference && !v->init_capture && is_array(type);
}

/* Whether a lambda's copy of a variable is const, even in a mutable lambda. For arrays, libclang reports that
 * for the canonical type only. */
static bool is_const_copy(const struct dependence *v)
{
	CXType type = clang_getCanonicalType(without_reference(clang_getCursorType(v->declaration)));

	return !v->by_reference && !v->init_capture && !v->is_pack && clang_isConstQualifiedType(type);
}

/* Returns the name of a captured variable's member. C arrays, and elements of a pack, are in a wrapper, so
 * that they can be copied; in the body the variable's name stands for the array itself. */
static const char *member_name(const struct dependence *v)
{
	return is_captured_array(v) || v->is_pack ? interned_printf("captured_%s", v->name) : v->name;
}

/* Appends the member for a captured variable. It is mutable if it is captured by reference, which a const
 * operator() does not change. In the host unit, a view has a class for views in kernels, so that loops over
 * it vectorize, and so that a lambda launched in place needs no reference count for it. */
static void append_member(struct text *out, const struct kernel *k, const struct dependence *v,
                          enum unit_kind kind)
{
	bool view = !v->type_parameter && !v->by_reference &&
	            needs_visit(clang_getCursorType(v->declaration));
	const char *name = member_name(v);

	if (view && kind == UNIT_HOST)
		text_printf(out, "\tConcurrency::details::%s<%s> %s;\n",
		            k->is_launched && !v->init_capture ? "borrowed_t" : "captured_t", v->type,
		            name);
	else
		text_printf(out, "\t%s%s%s %s;\n", v->by_reference ? "mutable " : "",
		            is_const_copy(v) && !view ? "const " : "",
		            kind == UNIT_CUDA && v->written_type ? v->written_type : v->type, name);
}

static bool has_pack(const struct dependences *d)
{
	bool found = false;

	for (size_t n = 0; n < d->count; n++)
		found |= d->items[n].is_pack;
	return found;
}

struct visits find_visits(const struct dependences *d, struct accesses *accesses, CXCursor function)
{
	struct visits v = {
	    .accesses = accesses, .is_elementwise = true, .class = clang_getCursorSemanticParent(function)};

	FOR_EACH(const struct dependence, held, d->items, d->count) {
		if (held->kind != DEPENDENCE_VARIABLE ||
		    (!held->type_parameter && !held->by_reference &&
		     !needs_visit(clang_getCursorType(held->declaration))))
			continue;
		const char *name = member_name(held);
		const char *expression = interned_printf("%s%s", own_name(name), name);

		/* accesses are not known for init-captures, which are declared in the kernel itself, for
		 * packs, which have no single declaration, and for structured bindings */
		if (held->init_capture || is_pack(clang_getCursorType(held->declaration)) ||
		    held->declaration.kind == CXCursor_UnexposedDecl)
			v.accesses = NULL;
		add_visit(&v, expression, held->declaration);
		v.accesses = accesses;
	}
	return v;
}

/* Appends amp_visit, through which the runtime finds the containers in the function object, and for wide
 * kernels their types. */
static void append_visits(const struct function_object *o, enum unit_kind kind, struct text *out)
{
	const struct kernel *k = o->kernel;

	if (!o->visits.count)
		return;
	if (kind == UNIT_CUDA)
		text_printf(out, "\tAMP_CAPTURES(%s)\n", visit_captures(&o->visits));
	else
		text_printf(out, "\ttemplate <typename Visitor> %svoid amp_visit(Visitor &visit) const\n"
		                 "\t{\n%s\t}\n",
		            kind == UNIT_HOST ? "" : "__host__ __device__ ", visit_calls(&o->visits, "\t\t", "\n"));
	if (has_pack(&o->dependences))
		return;
	bool has_array = false;

	for (size_t n = 0; n < o->dependences.count; n++) {
		const struct dependence *held = &o->dependences.items[n];

		has_array |= held->kind == DEPENDENCE_VARIABLE && holds_array(clang_getCursorType(held->declaration));
	}
	const char *traits = kernel_traits(o->lowering, &o->visits, struct_own_name(&o->place, o->name), k->lambda,
	                                   has_array, k->body_start, k->body_end, kind);

	if (*traits)
		text_printf(out, "\t%s\n", traits);
}

/* Appends a body with its '}', with the names of packs standing for their elements again: as parameters of a
 * lambda around it. */
static void append_in_packs(const struct dependences *d, const char *body, struct text *out)
{
	SCOPED(text) ends = {0};

	for (size_t n = 0; n < d->count; n++) {
		if (!d->items[n].is_pack)
			continue;
		text_printf(out, " return captured_%s.pass_to([&](const auto &...%s) {",
		            d->items[n].name, d->items[n].name);
		text_append(&ends, "); }");
	}
	text_printf(out, "%s%s", body, text_string(&ends));
}

/* The part of a lambda between its captures and its body. */
struct declarator {
	struct text head;       /* template head of operator(), for auto and as written in C++20 */
	const char *constraint; /* behind the head, or NULL */
	const char *parameters; /* "(index<1> i)" */
	unsigned start, end;    /* offsets of the parameter list, or where it would be */
	unsigned line;          /* an offset on the line that it begins on */
	bool is_mutable;
	const char *result; /* "-> T", and constraints behind the parameters; or NULL */
	bool has_result;    /* the result type is written */
};

/* Reads the template head (C++20) that begins at token i. Returns the token behind it and its constraint. */
static size_t read_template_head(struct lowering *l, size_t i, enum unit_kind kind,
                                 struct declarator *d)
{
	size_t close = token_skip_angles(l->text, l->tokens, i), behind = close;

	text_append_n(&d->head, l->text + token(l, i)->offset + 1,
	              token(l, close - 1)->offset - token(l, i)->offset - 1);
	if (is(l, close, "requires")) {
		behind = token_skip_requires(l->text, l->tokens, close);
		d->constraint = render(l, token(l, close)->offset, token(l, behind)->offset, kind);
	}
	return behind;
}

static void read_declarator(struct lowering *l, const struct kernel *k, enum unit_kind kind,
                            struct declarator *d)
{
	size_t list = token(l, token_at(l->tokens, k->start))->match + 1;

	*d = (struct declarator){0};
	if (is(l, list, "<"))
		list = read_template_head(l, list, kind, d);
	bool has_list = is(l, list, "(");
	size_t after = has_list ? (size_t)token(l, list)->match + 1 : list;

	d->start = token(l, list)->offset;
	d->end = has_list ? token(l, after - 1)->offset + 1 : d->start;
	d->line = has_list ? d->start : k->body_start;
	d->parameters = has_list ? render_parameters(l, d->start, d->end, kind, &d->head)
	                         : "()";
	d->is_mutable = find_token(l->unit, token(l, after)->offset, k->body_start, "mutable");
	size_t result = token_outside(l->unit, after, "-> requires {");

	d->has_result = token(l, result)->offset < k->body_start;
	if (d->has_result)
		d->result = render(l, token(l, result)->offset, k->body_start, kind);
	if (!d->result && is_cxx11(l->unit) && !clang_Cursor_isNull(returned_value(k)))
		d->result = deduced_result(l, k, kind);
}

static void declarator_finish(struct declarator *d)
{
	text_finish(&d->head);
}

/* Whether a constant or a type that a kernel needs becomes a member of its struct rather than being repeated
 * in its body: types do, and what the declarator or another member mentions. */
static bool is_member(const struct function_object *o, size_t n, unsigned declarator)
{
	const struct lowering *l = o->lowering;
	const struct dependence *v = &o->dependences.items[n];
	bool member = v->kind == DEPENDENCE_TYPE ||
	              find_token(l->unit, declarator, o->kernel->body_start, v->name);

	for (size_t m = n + 1; m < o->dependences.count && !member; m++) {
		const struct dependence *later = &o->dependences.items[m];
		unsigned start, end;

		if (later->kind != DEPENDENCE_VARIABLE &&
		    cursor_range(l->clauses, later->declaration, &start, &end))
			member = find_token(l->unit, start, end, v->name);
	}
	return member;
}

/* Whether what a tiled kernel keeps across its barriers may have a type that mentions a constant: the struct
 * has the sizes of such types next to its loops on the CPU (tile_loops.c). */
static bool is_in_type_of_loops(const struct function_object *o, const struct dependence *v,
                                enum unit_kind kind)
{
	const struct kernel *k = o->kernel;

	return kind == UNIT_HOST && v->kind == DEPENDENCE_CONSTANT &&
	       !is_class_object(v->declaration) &&
	       may_be_needed_as_constant(o->lowering, k->body_start, k->body_end, v->name);
}

/* Whether the body uses a constant as an object rather than its value. */
static bool is_used_as_object(const struct function_object *o, const struct dependence *v)
{
	CXCursor converted = clang_getNullCursor();
	bool found = is_class_object(v->declaration);

	for (SCOPED(walk) w = walk_below(o->kernel->lambda); !found && walk_next(&w);) {
		if (w.cursor.kind == CXCursor_UnexposedExpr)
			converted = converted_to_value(w.cursor);
		found |= w.cursor.kind == CXCursor_DeclRefExpr &&
		         clang_equalCursors(clang_getCursorReferenced(w.cursor), v->declaration) &&
		         !is_value_use(w.cursor, w.parent, converted);
	}
	return found;
}

/* Returns what precedes each declaration at the beginning of a body: in CUDA for people, each has its own line. */
static const char *begin_of_item(enum unit_kind kind)
{
	return kind == UNIT_CUDA ? "\n\t\t" : " ";
}

/* Appends what the kernel depends on, as members or in front of the body. */
static void append_dependences(const struct function_object *o, unsigned declarator,
                               enum unit_kind kind, struct text *out, struct text *prelude)
{
	for (size_t n = 0; n < o->dependences.count; n++) {
		const struct dependence *v = &o->dependences.items[n];

		if (v->kind == DEPENDENCE_VARIABLE) {
			append_member(out, o->kernel, v, kind);
			if (is_captured_array(v))
				text_printf(prelude, "%sauto &%s = captured_%s.array();", begin_of_item(kind), v->name,
				            v->name);
			continue;
		}
		bool member = is_member(o, n, declarator), of_loops = is_in_type_of_loops(o, v, kind);
		/* static members are not in GPU memory: the body has its own object */
		bool in_body = !member || (v->kind == DEPENDENCE_CONSTANT && is_used_as_object(o, v));
		const char *as_member = member || of_loops ? repeat_declaration(o->lowering, v, true, kind) : NULL;
		const char *as_local = in_body ? repeat_declaration(o->lowering, v, false, kind) : NULL;

		if (as_member)
			text_printf(out, "\t%s\n", as_member);
		if (as_local)
			text_printf(prelude, as_member && kind == UNIT_HOST ? "%sAMP_REPEATED(%s)" : "%s%s",
			            begin_of_item(kind), as_local);
	}
}

/* Whether the outermost block of the body declares a name that is repeated in front of it. */
static bool is_redeclared(const struct function_object *o)
{
	const struct dependences *d = &o->dependences;
	bool found = false;

	for (struct walk w = walk_below(body_of(o->kernel->lambda)); walk_next(&w);) {
		if (w.cursor.kind == CXCursor_DeclStmt)
			continue;
		for (size_t n = 0; n < d->count && clang_isDeclaration(w.cursor.kind); n++)
			found |= is_named(w.cursor, d->items[n].name);
		walk_skip(&w);
	}
	return found;
}

/* Appends operator(), on the lambda's lines. */
static void append_call_operator(const struct function_object *o, const struct declarator *d,
                                 const char *prelude, enum unit_kind kind, struct text *out)
{
	struct lowering *l = o->lowering;
	const struct kernel *k = o->kernel;
	bool in_block = *prelude && is_redeclared(o);
	bool returns = d->result || !clang_Cursor_isNull(returned_value(k)), broke = false;

	if (d->head.len)
		text_printf(out, "\ttemplate <%s>%s%s\n", d->head.data, d->constraint ? " " : "",
		            d->constraint ? d->constraint : "");
	append_line_directive(l, out, d->line);
	text_printf(out, "\t%s%s operator()%s%s%s%s",
	            kind == UNIT_HOST ? "" : "__host__ __device__ ", returns ? "auto" : "void",
	            d->parameters, d->is_mutable ? "" : " const", d->result ? " " : "",
	            d->result ? d->result : "");
	/* keep the number of lines up to the body */
	for (unsigned at = d->end; at < k->body_start && !d->has_result; at++) {
		if (l->text[at] == '\n') {
			text_append(out, "\n");
			broke = true;
		}
	}
	unsigned start = k->body_start + 1, end = k->body_end;
	/* for people, the prelude has lines of its own, and so has a body that is on a single line */
	bool has_lines = kind == UNIT_CUDA && *prelude && !in_block && !has_pack(&o->dependences);
	bool breaks = has_lines && !memchr(l->text + start, '\n', end - start);

	const char *opening = in_block ? " {" : "", *closing = in_block ? "}\n" : "\n";

	if (has_lines)
		opening = "\n\t";
	if (breaks) {
		opening = begin_of_item(kind);
		closing = "\n\t}\n";
		start += (unsigned)strspn(l->text + start, " ");
		for (end--; end > start && l->text[end - 1] == ' ';)
			end--;
	}
	text_printf(out, "%s{%s%s", broke ? "\t" : " ", prelude, opening);
	append_in_packs(&o->dependences, render_moved(l, start, end, kind), out);
	text_append(out, closing);
}

const char *kernel_members(const struct function_object *o, enum unit_kind kind)
{
	SCOPED(declarator) declarator = {0};
	SCOPED(text) prelude = {0};
	struct text t = {0};

	read_declarator(o->lowering, o->kernel, kind, &declarator);
	for (size_t i = 0; i < o->usings.count; i++)
		text_printf(&prelude, "%s%s", begin_of_item(kind), o->usings.items[i]);
	append_dependences(o, declarator.start, kind, &t, &prelude);
	append_call_operator(o, &declarator, text_string(&prelude), kind, &t);
	if (kind == UNIT_HOST && !has_pack(&o->dependences))
		append_tile_loops(o->lowering, o->kernel, text_string(&prelude), &t);
	append_visits(o, kind, &t);
	return interned_text(&t);
}

const char *kernel_struct(const struct function_object *o, const char *members, enum unit_kind kind)
{
	struct text t = {0};
	bool packed = begin_default_packing(o->lowering, o->kernel->start, &t);

	append_line_directive(o->lowering, &t, o->kernel->start);
	append_struct_head(&o->place, kind, &t, o->name);
	text_append(&t, members);
	append_struct_end(&o->place, &t);
	end_default_packing(packed, &t);
	return interned_text(&t);
}
