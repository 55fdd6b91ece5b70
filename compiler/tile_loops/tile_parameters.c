/* Tile loops, functions that wait at the barrier: how each argument of a call reaches the function for all
 * threads, and what the parameter becomes in its body. */
#include "tile_loops/tile_calls.h"

bool is_of_thread(enum argument_kind kind)
{
	return kind == ARGUMENT_OWN || kind == ARGUMENT_VARIABLE || kind == ARGUMENT_PLACE;
}

/* Whether a parameter is a pointer, possibly declared as an array. */
static bool is_pointer_type(CXType type)
{
	return type.kind == CXType_Pointer || is_array(type);
}

/* Whether a body may modify a parameter; what it points to, or the elements of an array that it refers to, do
 * not count. */
static bool reassigns(struct loops *f, const struct call_parameter *p)
{
	CXType type = type_of(p->cursor);
	CXType pointee = object_type(type);
	bool is_reference = !clang_equalTypes(type, pointee);

	return !(is_reference && (is_array(pointee) || is_container(library_class(pointee)))) &&
	       changes(f, f->body, f->body_end, p->cursor);
}

/* Whether an expression is tile_static memory: x, &x, x[uniform]… */
static bool is_shared(struct loops *s, const struct tree *t)
{
	t = strip_copies(t);
	if (t->kind == TREE_UNARY && t->unary == CXUnaryOperator_AddrOf)
		t = tree_strip(tree_operand(t));
	for (; t->kind == TREE_SUBSCRIPT; t = tree_strip(tree_part(t, ROLE_OBJECT))) {
		if (kind_of_expression(s, tree_operand(t)) != UNIFORM)
			return false;
	}
	const struct body_variable *v = mentioned_variable(s, t);

	return v && v->in_use && v->kind == TILE_STATIC;
}

/* Returns the variable that is a whole argument and is kept in an array, if the call cannot access it
 * otherwise; or NULL. */
static const struct body_variable *own_variable(struct loops *s, const struct tile_call *c,
                                                const struct passed_argument *a)
{
	const struct tree *t = strip_copies(a->value);
	const struct body_variable *v = mentioned_variable(s, t);

	if (is_c(s) || !v || !v->in_use || v->kind != KEPT || !v->is_stored ||
	    names(s, c->open, a->first, v->cursor) || names(s, a->last, c->close, v->cursor))
		return NULL;
	return v;
}

/* Finds the arguments: one for each parameter. */
static bool split_arguments(struct tile_call *c)
{
	for (; c->n_arguments < c->n_parameters; c->n_arguments++) {
		const struct tree *value = call_argument(c->call, (unsigned)c->n_arguments);

		/* a braced list has no type */
		if (!value || value->first == value->last || tree_strip(value)->kind == TREE_LIST)
			return false;
		c->arguments[c->n_arguments] = (struct passed_argument){
		    .value = value, .first = value->first, .last = value->last, .dimension = -1};
	}
	return !call_argument(c->call, (unsigned)c->n_arguments);
}

/* Whether the argument for the index or the barrier is exactly that. */
static bool is_index_or_barrier(const struct loops *s, const struct call_parameter *p,
                                const struct passed_argument *a)
{
	const struct tree *t = strip_copies(a->value),
	                  *object = t->kind == TREE_MEMBER ? tree_strip(tree_part(t, ROLE_OBJECT)) : t;

	return object && object->kind == TREE_NAME && barrier_at(s, object) == a->value &&
	       (p->is_barrier || is_index(s, t));
}

/* Reads an argument for which each thread has its own value. */
static bool read_own_argument(struct loops *s, const struct call_parameter *p,
                              enum variable_kind kind, struct passed_argument *a)
{
	CXType declared = clang_getCursorType(p->cursor), type = clang_getCanonicalType(declared);

	if (is_mutable_reference(p->cursor) ||
	    ((is_pointer_type(type) || type.kind == CXType_Unexposed) && has_private_address(s)))
		return false;
	a->kind = ARGUMENT_OWN;
	a->is_stored = kind == KEPT;
	if ((a->is_stored && !is_plain(declared)) || (is_c(s) && !kept_type(s, p->cursor)))
		return false;
	if (is_int(declared)) {
		struct linear l = linear_of(s, a->value);

		a->dimension = l.step == 1 ? l.dimension : -1;
		a->is_flat = l.is_flat;
		a->row = l.dimension;
	}
	return true;
}

static struct body_variable *add_parameter(struct loops *f, CXCursor cursor, const char *name,
                                           size_t at)
{
	struct body_variable *v = &APPEND(f->variables, f->n_variables);

	*v = (struct body_variable){
	    .cursor = cursor,
	    .name = name,
	    .at = at,
	    .scope_end = f->body_end,
	    .in_use = true,
	};
	return v;
}

/* Whether a number that is uniform stays so in a function that modifies it: the new values follow from constants and
 * from itself, and all threads reach the modifications together. */
static bool stays_uniform_parameter(struct loops *f, const struct tile_call *c, const struct call_parameter *p)
{
	size_t before = f->n_variables;
	struct body_variable *v;

	if (!is_number(clang_getCursorType(p->cursor)))
		return false;
	for (size_t i = 0; i < c->n_parameters; i++) {
		v = add_parameter(f, c->parameters[i].cursor, c->parameters[i].name, c->parameters[i].at);
		v->kind = &c->parameters[i] == p ? UNIFORM : KEPT;
	}
	v = declared_variable(f, p->cursor);
	bool stays = stays_uniform(f, v);

	f->n_variables = before;
	return stays;
}

/* Determines how an argument reaches the function. */
static bool read_argument(struct loops *s, struct loops *f, const struct tile_call *c,
                          const struct call_parameter *p, struct passed_argument *a)
{
	CXType type = type_of(p->cursor);
	bool is_reference = type.kind == CXType_LValueReference;

	if (p->is_index || p->is_barrier) {
		a->kind = ARGUMENT_BARRIER;
		return is_index_or_barrier(s, p, a);
	}
	if ((!is_known_parameter(p) && has_barrier(s, a->first, a->last)) || has_alias(s, a->value, is_reference))
		return false;
	if ((is_pointer_type(type) || is_reference) && is_shared(s, a->value) &&
	    !reassigns(f, p)) {
		a->kind = ARGUMENT_SHARED;
		return true;
	}
	enum variable_kind kind = kind_of_expression(s, a->value);

	if (kind == UNIFORM && (!reassigns(f, p) || stays_uniform_parameter(f, c, p))) {
		a->kind = ARGUMENT_UNIFORM;
		return true;
	}
	if (is_reference && kind == KEPT && denotes_memory(s, a->value)) {
		a->kind = ARGUMENT_PLACE;
		return is_stable_memory(s, a->value);
	}
	if (is_reference && is_mutable_reference(p->cursor)) {
		a->kind = ARGUMENT_VARIABLE;
		a->variable = own_variable(s, c, a);
		return a->variable;
	}
	return read_own_argument(s, p, kind, a);
}

bool read_arguments(struct loops *s, struct loops *f, struct tile_call *c)
{
	if (!split_arguments(c))
		return false;
	for (size_t i = 0; i < c->n_arguments; i++) {
		if (!read_argument(s, f, c, &c->parameters[i], &c->arguments[i]))
			return false;
	}
	return true;
}

/* Returns the expression of a parameter's value in a thread, if each thread has its own. */
static const char *own_value(const struct loops *f, const struct call_parameter *p,
                             const struct passed_argument *a)
{
	if (!is_c(f))
		return interned_printf("%samp_own_%s(amp_z, amp_y, amp_x)", a->kind == ARGUMENT_PLACE ? "*" : "",
		                       p->name);
	return a->dimension >= 0 ? interned_printf("amp_own_%s + AMP_TILE_LOCAL(%d)", p->name, a->dimension)
	                         : interned_printf("amp_own_%s AMP_TILE_THREAD", p->name);
}

/* Appends the array of a parameter that the body modifies. */
static bool append_kept_parameter(struct loops *f, struct body_variable *v, const char *value)
{
	v->type = kept_type(f, v->cursor);
	if (!v->type)
		return false;
	if (!is_c(f) && !is_number(clang_getCursorType(v->cursor))) {
		/* a function object, for example, may not be assignable */
		v->is_in_place = v->is_stored = true;
		v->bounds = "";
		if (f->function.kind != CXCursor_FunctionTemplate)
			strings_push(&f->in_place_types, v->type);
		text_printf(f->out,
		            "\t\tConcurrency::details::tile_values<%s, amp_tile_t> amp_kept_%s;\n"
		            "\t\tAMP_TILE_LOOPS\n\t\t\tamp_kept_%s.put(amp_z, amp_y, amp_x, %s);\n",
		            v->type, v->name, v->name, value);
		return true;
	}
	append_array(f, v);
	text_printf(f->out, "\t\tAMP_TILE_LOOPS\n\t\t\tamp_kept_%s AMP_TILE_THREAD = %s;\n",
	            v->name, value);
	return true;
}

bool declare_kernel_parameters(struct loops *s)
{
	size_t before = s->n_variables;

	for (int i = 1; i < clang_Cursor_getNumArguments(s->function); i++) {
		CXCursor cursor = clang_Cursor_getArgument(s->function, (unsigned)i);
		const char *name = cursor_spelling(cursor);
		const struct call_parameter p = {.cursor = cursor, .name = name};
		unsigned at = 0;
		bool done = true;

		if (*name && cursor_offset(s->l->clauses, cursor, &at)) {
			struct body_variable *v = add_parameter(s, cursor, name,
			                                        token_at(s->l->tokens, at));

			v->kind = reassigns(s, &p) ? KEPT : UNIFORM;
			done = v->kind == UNIFORM || append_kept_parameter(s, v, name);
		}
		if (!done)
			return false;
	}
	/* the table is complete: items point into it */
	for (size_t i = before; i < s->n_variables; i++) {
		if (s->variables[i].kind == KEPT)
			add_item(s, (struct region_item){.kind = ITEM_VARIABLE,
			                                 .variable = &s->variables[i]});
	}
	return true;
}

bool declare_parameters(struct loops *f, const struct tile_call *c)
{
	for (size_t i = 0; i < c->n_parameters; i++) {
		const struct call_parameter *p = &c->parameters[i];
		const struct passed_argument *a = &c->arguments[i];

		if (a->kind == ARGUMENT_BARRIER)
			continue;
		bool changed = a->kind != ARGUMENT_SHARED && reassigns(f, p);

		struct body_variable *v = add_parameter(f, p->cursor, p->name, p->at);

		v->kind = a->kind == ARGUMENT_SHARED                                             ? TILE_STATIC
		          : a->kind == ARGUMENT_UNIFORM                                          ? UNIFORM
		          : (changed && a->kind == ARGUMENT_OWN) || a->kind == ARGUMENT_VARIABLE ? KEPT
		                                                                                 : REPEATED;
		v->is_alias = a->kind == ARGUMENT_PLACE;
		v->is_mutable = v->kind == UNIFORM && changed;
		if (v->kind == REPEATED && a->dimension >= 0)
			v->linear = (struct linear){.step = 1, .dimension = a->dimension};
		if (v->kind == REPEATED && a->is_flat)
			v->linear = (struct linear){
			    .dimension = a->row,
			    .is_flat = true,
			    .width_text = interned_printf(
			        "amp_own_%s(0, amp_tile_t::middle > 1, 0) - amp_own_%s(0, 0, 0)", p->name, p->name)};
		if (!changed || a->kind != ARGUMENT_OWN)
			continue;
		bool is_kept = append_kept_parameter(f, v, own_value(f, p, a));

		if (!is_kept)
			return false;
	}
	return true;
}

/* Declares a parameter as a variable of a thread. A parameter declared as an array is a pointer, which
 * `decltype` yields. */
static const char *own_declaration(const struct loops *f, const struct call_parameter *p)
{
	CXType type = type_of(p->cursor);

	if (type.kind != CXType_Pointer && is_pointer_type(type))
		return interned_printf("decltype(%s) %s", p->name, p->name);
	return spelling(f, p->first, p->last);
}

void declare_parameter_items(struct loops *f, struct tile_call *c)
{
	for (size_t i = 0; i < c->n_parameters; i++) {
		struct call_parameter *p = &c->parameters[i];
		enum argument_kind kind = c->arguments[i].kind;
		struct body_variable *v = is_of_thread(kind) ? declared_variable(f, p->cursor) : NULL;

		if (v && v->kind == KEPT && kind == ARGUMENT_OWN) {
			add_item(f, (struct region_item){.kind = ITEM_VARIABLE, .variable = v});
		} else if (v) {
			const char *declaration = own_declaration(f, p);
			const char *value = own_value(f, p, &c->arguments[i]);

			add_item(f, (struct region_item){.kind = ITEM_TEXT,
			                                 .text = interned_printf("\t\t%s = %s;\n",
			                                                         declaration, value)});
		}
	}
}
