/* Tile loops: functions that wait at the barrier, and their calls.
 *
 *     int before = scan_tile<TILE>(sum, i.local[0], i.barrier) - sum;
 *
 * The function is cut like the kernel, and becomes one for all threads of the tile, behind its definition, or, in C, in
 * front of the kernel's loops, since other units may share the header that defines it. It takes the parameters of the
 * first thread, from which its template arguments are deduced; amp_tile; for each argument that differs between the
 * threads, a function object that returns it for a thread; and a function object for the results:
 *
 *     amp_tile_1_c4fd_scan_tile<TILE>(value(0, 0, 0), …, amp_tile, value, me, result);
 *
 * The statement continues with the result of its thread. In C, the function takes arrays with each thread's
 * values or, where these follow from the index, the first thread's value; and an array for the results. This
 * is done only if it is certain to be correct: the rest of the statement could be executed after the call,
 * and the function is defined in the text in front of the kernel, once, and is not recursive. */
#include "tile_loops/tile_calls.h"

#include <string.h>

/* Returns how the arguments are passed, a character for each: b, u, s, o, v, p, the dimension 0, 1, 2 along
 * which it is an index, or, for a flat index, f, g, h. */
static const char *passed_of(const struct tile_call *c)
{
	struct text t = {0};

	FOR_EACH(const struct passed_argument, a, c->arguments, c->n_arguments) {
		char of = a->kind == ARGUMENT_OWN && a->dimension >= 0 ? '0' + a->dimension
		          : a->is_flat                                 ? 'f' + a->row
		                                                       : "busovp"[a->kind];

		text_append_n(&t, &of, 1);
	}
	return interned_text(&t);
}

/* Whether a function made for one way of passing accepts another: an index, also a flat one, is a thread's own
 * value, too. */
static bool takes(const char *function, const char *passed)
{
	for (; *passed; function++, passed++) {
		if (*function != *passed && !(*function == 'o' && strchr("012fgh", *passed)))
			return false;
	}
	return true;
}

/* Returns the function that exists for a call, or NULL. *other: there is one for other calls of it. */
static const struct tile_function *existing_function(struct loops *s, const struct tile_call *c,
                                                     bool *other)
{
	const struct tile_function *found = NULL;
	const char *passed = passed_of(c);

	FOR_EACH(const struct tile_function, f, s->functions->items, s->functions->count) {
		if (f->defined_at != c->defined_at)
			continue;
		*other = true;
		if (takes(f->passed, passed))
			found = f;
	}
	return found;
}

/* Returns the type of a function's result in C, or NULL if it has none, or one without a name. */
static const char *result_type(const struct loops *s, const struct tile_call *c)
{
	CXType type = clang_getCursorResultType(c->definition);

	return type.kind == CXType_Void ? NULL : c_kept_type(s, type);
}

/* Returns the text of a function's template parameters; "" if it is no template. libclang's ranges lack what qualifies
 * a concept. */
static const char *template_parameters(const struct loops *s, CXCursor function)
{
	unsigned start, end;

	if (function.kind != CXCursor_FunctionTemplate || !cursor_range(s->l->clauses, function, &start, &end))
		return "";
	size_t open = token_at(s->l->tokens, start) + 1;

	return spelling(s, open + 1, token_skip_angles(s->l->text, s->l->tokens, open) - 1);
}

/* Appends the head of the function for all threads: its parameters for the call's arguments and for the
 * results. */
static void append_head(const struct loops *s, const struct tile_call *c, const char *name,
                        struct text *t)
{
	size_t close = (size_t)token(s->l, c->list)->match;
	SCOPED(text) types = {0}, parameters = {0};
	bool is_static = clang_Cursor_isNull(c->class) || clang_CXXMethod_isStatic(c->definition);
	const char *list = spelling(s, c->list + 1, close), *head = template_parameters(s, c->definition);

	for (size_t i = 0; i < c->n_parameters; i++) {
		if (!is_of_thread(c->arguments[i].kind))
			continue;
		text_printf(&types, ", typename amp_own_%s_t", c->parameters[i].name);
		text_printf(&parameters, ", const amp_own_%s_t &amp_own_%s", c->parameters[i].name,
		            c->parameters[i].name);
	}
	text_printf(t, "template <%s%stypename amp_tile_t%s, typename amp_result_t>\n", head, *head ? ", " : "",
	            text_string(&types));
	text_printf(t,
	            "%s__attribute__((always_inline)) inline void %s(%s%sconst amp_tile_t amp_tile%s, amp_result_t "
	            "&amp_result)%s\n{\n",
	            is_static ? "static " : "", name, list, c->n_parameters ? ", " : "", text_string(&parameters),
	            clang_CXXMethod_isConst(c->definition) ? " const" : "");
}

/* append_head() for C: a thread's own values are in arrays, or follow from the first thread's value. */
static void append_c_head(const struct loops *s, const struct tile_call *c, const char *name,
                          struct text *t)
{
	const char *result = result_type(s, c);

	text_printf(t, "static AMP_TILE_INLINE_ void %s(", name);
	for (size_t i = 0; i < c->n_parameters; i++) {
		const struct call_parameter *p = &c->parameters[i];
		const struct passed_argument *a = &c->arguments[i];
		const char *type = a->kind == ARGUMENT_OWN ? kept_type(s, p->cursor) : NULL;
		const char *declaration = spelling(s, p->first, p->last);

		if (!type)
			text_printf(t, "%s, ", declaration);
		else if (a->dimension >= 0)
			text_printf(t, "const %s amp_own_%s, ", type, p->name);
		else
			text_printf(t, "%s const *amp_own_%s, ", type, p->name);
	}
	text_append(t, "const amp_tile_threads_ amp_tile");
	if (result)
		text_printf(t, ", %s *amp_result", result);
	text_printf(t, ")\n{\n\tenum { amp_threads = %u };\n", s->threads);
}

/* Adds the function for all threads, to be written behind the function itself. */
static void add_function(struct loops *s, const struct tile_call *c, const struct loops *f,
                         const char *name)
{
	size_t end = (size_t)token(s->l, c->body)->match;
	struct tile_functions *all = s->functions;
	struct text t = {0};

	text_append(&t, "\nAMP_TILE_LOOPS_BEGIN\n");
	if (is_c(s))
		append_c_head(s, c, name, &t);
	else
		append_head(s, c, name, &t);
	text_printf(&t, "%s}\nAMP_TILE_LOOPS_END\n", f->out->data);
	append_line_directive(s->l, &t, token(s->l, end)->offset + 1);
	APPEND(all->items, all->count) = (struct tile_function){
	    .defined_at = c->defined_at,
	    .at = token(s->l, end)->offset + 1,
	    .name = name,
	    .passed = passed_of(c),
	    .text = interned_text(&t),
	};
}

/* Begins a function object that evaluates something for a thread. */
static void append_lambda(struct loops *s, size_t first, size_t last, const char *name, unsigned n)
{
	text_printf(s->out, "\t\tconst auto amp_%s_%u = [&](int amp_z, int amp_y, int amp_x) {\n"
	                    "\t\t(void)amp_z, (void)amp_y, (void)amp_x;\n", name, n);
	append_index(s);
	append_items(s, first, last, true);
}

/* Appends what evaluates argument i of the statement's call for a thread. */
static void append_own(struct loops *s, size_t first, size_t last, const struct tile_call *c, size_t i,
                       unsigned n)
{
	const struct passed_argument *a = &c->arguments[i];
	const char *expression = spelling(s, a->first, a->last);
	const char *name = interned_printf("own_%zu", i);

	if (!is_c(s)) {
		append_lambda(s, first, last, name, n);
		text_printf(s->out,
		            a->kind == ARGUMENT_PLACE ? "\t\treturn __builtin_addressof(%s);\n\t\t};\n"
		                                      : "\t\treturn %s;\n\t\t};\n",
		            expression);
		if (a->is_stored)
			text_printf(s->out,
			            "\t\tConcurrency::details::tile_values<decltype(amp_%s_%u(0, 0, 0)), amp_tile_t> "
			            "amp_stored_%zu_%u;\n"
			            "\t\tAMP_TILE_LOOPS\n\t\t\tamp_stored_%zu_%u.put(amp_z, amp_y, amp_x, "
			            "amp_%s_%u(amp_z, amp_y, amp_x));\n",
			            name, n, i, n, i, n, name, n);
	} else if (a->dimension < 0) {
		const char *type = kept_type(s, c->parameters[i].cursor);

		s->kept_size += clang_Type_getSizeOf(clang_getCursorType(c->parameters[i].cursor));
		text_printf(s->out, "\t\t%s amp_%s_%u AMP_TILE_ARRAY;\n\t\tAMP_TILE_LOOPS {\n", type, name, n);
		append_index(s);
		append_items(s, first, last, true);
		text_printf(s->out, "\t\tamp_%s_%u AMP_TILE_THREAD = %s;\n\t\t}\n", name, n, expression);
	}
}

/* Appends what returns a reference to argument i, which is a variable of each thread. */
static void append_own_variable(struct loops *s, const struct body_variable *v, size_t i, unsigned n)
{
	text_printf(s->out,
	            "\t\tconst auto amp_own_%zu_%u = [&](int amp_z, int amp_y, int amp_x) -> "
	            "typename std::add_lvalue_reference<%s%s>::type {\n\t\treturn amp_kept_%s%s;\n\t\t};\n",
	            i, n, v->type, v->is_in_place ? v->bounds : "", v->name,
	            v->is_in_place ? ".at(amp_z, amp_y, amp_x)" : " AMP_TILE_THREAD");
}

/* Appends what receives the results of the statement's call. */
static void append_results(struct loops *s, size_t first, size_t last, const struct tile_call *c,
                           unsigned n, bool has_result)
{
	if (is_c(s)) {
		const char *type = result_type(s, c);

		if (type) {
			s->kept_size += clang_Type_getSizeOf(clang_getCursorResultType(c->definition));
			text_printf(s->out, "\t\t%s amp_result_%u AMP_TILE_ARRAY;\n", type, n);
		}
	} else if (has_result) {
		const char *call = spelling(s, c->first, c->close + 1);

		append_lambda(s, first, last, "call", n);
		text_printf(s->out,
		            "\t\treturn %s;\n\t\t};\n"
		            "\t\tConcurrency::details::tile_values<decltype(amp_call_%u(0, 0, 0)), amp_tile_t> "
		            "amp_result_%u;\n",
		            call, n, n);
	} else {
		text_printf(s->out, "\t\tint amp_result_%u = 0;\n", n);
	}
}

/* Appends the call for all threads, preceded by what it needs. n: a number for its names. */
static void append_tile_call(struct loops *s, size_t first, size_t last, const struct tile_call *c,
                             const char *function, unsigned n, bool has_result)
{
	const char *prefix = c->first < c->name ? spelling(s, c->first, c->name) : "";
	const char *arguments = c->open > c->name + 1 ? spelling(s, c->name + 1, c->open) : "";
	SCOPED(text) own = {0};

	for (size_t i = 0; i < c->n_arguments; i++) {
		if (c->arguments[i].kind == ARGUMENT_VARIABLE)
			append_own_variable(s, c->arguments[i].variable, i, n);
		else if (is_of_thread(c->arguments[i].kind))
			append_own(s, first, last, c, i, n);
	}
	append_results(s, first, last, c, n, has_result);
	text_append(s->out, "\t\t{\n");
	append_first_thread(s);
	if (is_c(s))
		append_items(s, first, last, true); /* for arguments that follow from the index */
	text_printf(s->out, "\t\t%s%s%s(", prefix, function, arguments);
	for (size_t i = 0; i < c->n_arguments; i++) {
		const struct passed_argument *a = &c->arguments[i];

		if (is_of_thread(a->kind) && !is_c(s)) {
			const char *name = a->is_stored ? interned_printf("amp_stored_%zu_%u", i, n)
			                                : interned_printf("amp_own_%zu_%u", i, n);

			text_printf(s->out, "%s%s(0, 0, 0), ", a->kind == ARGUMENT_PLACE ? "*" : "", name);
			text_printf(&own, ", %s", name);
		} else if (a->kind == ARGUMENT_OWN && a->dimension < 0) {
			text_printf(s->out, "amp_own_%zu_%u, ", i, n);
		} else {
			text_printf(s->out, "%s, ", spelling(s, a->first, a->last));
		}
	}
	text_printf(s->out, "amp_tile%s", text_string(&own));
	if (has_result || !is_c(s))
		text_printf(s->out, ", amp_result_%u", n);
	text_append(s->out, ");\n\t\t}\n");
}

static bool declares_tile_static(const struct loops *f)
{
	for (size_t i = 0; i < f->n_variables; i++) {
		if (is_tile_static(f->variables[i].cursor))
			return true;
	}
	return false;
}

/* Cuts the function of a call. Returns the name of the function for all threads, or NULL. */
static const char *cut_function(struct loops *s, struct tile_call *c, struct loops *f)
{
	bool other = false;
	const struct tile_function *existing = existing_function(s, c, &other);

	for (size_t i = 0; existing && i < c->n_arguments; i++) {
		if (existing->passed[i] == 'o')
			c->arguments[i].dimension = -1;
	}
	if (existing)
		return existing->name;
	/* a second copy would have its own tile_static variables */
	if (other && declares_tile_static(f))
		return NULL;
	if (!declare_parameters(f, c))
		return NULL;
	declare_parameter_items(f, c);
	append_body(f);
	if (f->failed)
		return NULL;
	/* types in templates cannot be spelled in the kernel's struct */
	for (size_t i = 0; i < f->kept_types.count; i++) {
		if (c->definition.kind != CXCursor_FunctionTemplate)
			strings_push(&s->kept_types, f->kept_types.items[i]);
	}
	for (size_t i = 0; i < f->in_place_types.count; i++)
		strings_push(&s->in_place_types, f->in_place_types.items[i]);
	s->kept_size += f->kept_size;
	const char *function = spelling(s, c->defined_at, c->defined_at + 1);
	const char *name = interned_printf("amp_tile_%u_%08x_%s", ++s->l->n_tile_functions, s->l->hash, function);

	add_function(s, c, f, name);
	return name;
}

/* Cuts the function and appends the call. */
static bool append_cut_call(struct loops *s, const struct tree *t, struct tile_call *c, struct loops *f,
                            bool has_rest)
{
	size_t first = t->first, last = t->last;
	bool has_result = result_of(c->definition).kind != CXType_Void;

	f->has_result = has_result;
	if ((has_rest && !has_result) || !is_cuttable(s, c) || (is_c(s) && has_result && !result_type(s, c)))
		return false;
	read_body(f);
	if (f->failed || !read_arguments(s, f, c))
		return false;
	const char *name = cut_function(s, c, f);

	if (!name)
		return false;
	unsigned n = ++s->n_calls;

	append_tile_call(s, first, last, c, name, n, has_result);
	if (has_rest) {
		substitute(
		    s, (struct substitution){c->first, c->close + 1, false,
		                             interned_printf("amp_result_%u%s", n,
		                                             is_c(s) ? " AMP_TILE_THREAD" : "(amp_z, amp_y, amp_x)")});
	}
	return true;
}

/* append_call() for one of the statement's calls. */
static bool append_one_call(struct loops *s, const struct tree *t, const struct tree *call, bool has_rest)
{
	struct tile_call c = {0};
	SCOPED(text) written = {0};
	SCOPED(loops) f = {0};

	if (!read_call(s, call, &c))
		return false;
	callee_init(&f, s, &c);
	f.out = &written;
	text_append(&written, "");
	bool done = !f.failed && append_cut_call(s, t, &c, &f, has_rest);

	fail_if(s, f.failed, f.failed_at, f.failed);
	return done;
}

bool append_call(struct loops *s, const struct tree *t, bool *has_rest)
{
	const struct tree *calls[MOST_WAITING_CALLS];
	size_t n = is_in_stride(s) || is_too_deep(s) ? 0 : find_waiting_calls(s, t, calls);

	if (n == 0 || !is_rest_harmless(s, t, calls, n))
		return false;
	*has_rest = !(calls[0]->first == t->first && t->last == calls[0]->last + 1);
	for (size_t i = 0; i < n; i++) {
		if (!append_one_call(s, t, calls[i], *has_rest))
			return false;
	}
	return true;
}
