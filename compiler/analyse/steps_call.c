/* Calls in a kernel's steps: of functions that wait or use tile_static memory. */
#include "analyse/steps_walk.h"

enum { MAX_CALLS = 16 };

/* Whether a function is defined in another unit. */
static bool is_foreign(const struct unit *u, CXCursor function)
{
	unsigned offset;

	return function.kind == CXCursor_FunctionDecl && cursor_offset(u->clauses, function, &offset) &&
	       !called_tree(u->bodies, function);
}

bool is_relevant_node(const struct unit *u, const struct tree *t)
{
	if (t->kind == TREE_VARIABLE)
		return is_tile_static(t->declaration);
	return (t->kind == TREE_CALL || t->kind == TREE_CONSTRUCTION) &&
	       (library_entity(t->declaration) == LIBRARY_BARRIER_WAIT || is_foreign(u, t->declaration));
}

bool is_relevant(struct step_builder *m, CXCursor function)
{
	const struct unit *u = m->tile->unit;

	return is_foreign(u, function) || has_called(&m->relevant, called_tree(u->bodies, function));
}

const char *wait_of(struct step_builder *m, CXCursor function)
{
	SCOPED(children) all = parameters_of(function);
	bool is_c = unit_is_c(m->tile->unit);

	for (size_t i = 0; i < all.count; i++) {
		enum library_entity class = library_class(clang_getCursorType(all.items[i]));
		bool is_index = class == LIBRARY_TILED_INDEX;
		const char *name = cursor_spelling(all.items[i]);

		if (*name && (is_index || class == LIBRARY_TILE_BARRIER))
			return interned_printf(is_c ? "amp_barrier_wait(%s%s);" : "%s%s.wait();", name,
			                       is_index ? ".barrier" : "");
	}
	return NULL;
}

void add_alias(struct step_builder *m, const struct variable *v, const struct tile_object *p)
{
	KEEP(m->aliases, m->n_aliases) = (struct alias){v, *p};
}

struct activation *add_activation(struct step_builder *m, const struct body *body,
                                  const struct value *arguments, size_t n)
{
	struct steps *s = m->steps;
	struct activation *a = unit_memory(sizeof(*a));

	KEEP(s->activations, s->n_activations) = a;
	activation_begin(m->tile, a, body, arguments, n, arguments ? UNKNOWN : UNIFORM);
	return a;
}

bool may_be_alias(const struct variable *v)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(v->declaration));

	/* what a pointer leads to changes where a reference to the pointer is */
	return type.kind == CXType_Pointer ? !v->escapes
	                                   : type.kind == CXType_LValueReference && !is_pointer(object_type(type));
}

/* Appends the steps of a called function. */
static void make_body(struct step_builder *m, const struct tree *call, const struct body *callee)
{
	SCOPED(children) parameters = parameters_of(callee->function);
	struct value arguments[MAX_ARGUMENTS];
	struct tile_object places[MAX_ARGUMENTS];
	bool is_place[MAX_ARGUMENTS];
	struct block *outer = m->block, body = {0};
	const char *wait = m->wait;
	size_t n_aliases = m->n_aliases, n = 0;

	m->failed |= m->n_calls++ == MAX_CALLS || parameters.count > MAX_ARGUMENTS;
	for (; !m->failed && n < parameters.count && call_argument(call, n); n++) {
		arguments[n] = value_of(m->tile, call_argument(call, n));
		is_place[n] = find_tile_place(m, call_argument(call, n), &places[n]);
	}
	struct activation *a = add_activation(m, callee, arguments, n);

	m->wait = wait_of(m, callee->function);
	m->block = &body;
	for (size_t i = 0; i < n; i++) {
		struct variable *v = find_variable(m->tile, parameters.items[i]);
		CXType type = clang_getCursorType(parameters.items[i]);

		if (may_be_alias(v) && is_place[i] && !v->n_definitions) {
			add_alias(m, v, &places[i]);
		} else if (v->n_definitions) {
			struct step *s = add_step(m, STEP_SET);

			s->variable = v;
			if (arguments[i].kind == VALUE_SCALAR)
				s->value = cast_node(arguments[i].items[0], type);
		}
	}
	build_steps(m, callee->root);
	activation_leave(m->tile, a);
	m->n_aliases = n_aliases;
	m->wait = wait;
	m->block = outer;
	add_step(m, STEP_CALL)->parts[PART_BODY] = body;
}

/* Whether a call passes tile_static memory by pointer or reference. */
static bool passes_place(struct step_builder *m, const struct tree *call)
{
	int n = clang_Cursor_getNumArguments(call->declaration);
	struct tile_object p;

	for (int i = 0; i < n; i++) {
		struct variable parameter = {.declaration = clang_Cursor_getArgument(call->declaration, i)};

		if (may_be_alias(&parameter) &&
		    find_tile_place(m, call_argument(call, i), &p))
			return true;
	}
	return false;
}

/* Appends a read of a whole object. */
static void make_read(struct step_builder *m, const struct tree *e)
{
	struct tile_object p;

	if (find_tile_place(m, e, &p) && clang_getCanonicalType(p.type).kind == CXType_Record)
		make_access(m, ACCESS_READ, &p, e, NULL);
}

/* x = y, x += y of objects whose operator has no body in the text. */
static void make_object_assignment(struct step_builder *m, const struct tree *e, bool is_change)
{
	const struct tree *target = call_operand(e, 0), *value = call_operand(e, 1);
	struct tile_object p;

	build_steps(m, value);
	make_read(m, value);
	build_steps(m, target);
	if (!find_tile_place(m, target, &p))
		return;
	if (is_change)
		make_access(m, ACCESS_READ, &p, target, NULL);
	make_access(m, ACCESS_WRITE, &p, target, is_change ? NULL : value);
}

void make_call(struct step_builder *m, const struct tree *e)
{
	CXCursor callee = e->declaration;
	const struct body *body = called_tree(m->tile->unit->bodies, callee);
	enum library_entity entity = library_entity(callee);
	enum CXBinaryOperatorKind op = body ? CXBinaryOperator_Invalid : call_operator(e);
	const struct tree *argument = call_argument(e, 0);
	struct tile_object p;
	unsigned offset;

	if (entity == LIBRARY_BARRIER_WAIT) {
		add_step(m, STEP_WAIT);
		return;
	}
	if (op >= CXBinaryOperator_Assign && op <= CXBinaryOperator_OrAssign) {
		make_object_assignment(m, e, op != CXBinaryOperator_Assign);
		return;
	}
	make_parts(m, e);
	if (entity == LIBRARY_ATOMIC) {
		m->block->is_atomic = true;
		if (find_tile_place(m, argument, &p)) {
			p.type = clang_getPointeeType(clang_getCanonicalType(p.type));
			make_access(m, ACCESS_ATOMIC, &p, argument, NULL);
		}
	} else if (callee.kind == CXCursor_Constructor && !body) {
		if (argument && !call_argument(e, 1))
			make_read(m, argument); /* a copy */
	} else if (is_relevant(m, callee) ||
	           (cursor_offset(m->tile->unit->clauses, callee, &offset) && passes_place(m, e))) {
		if (body)
			make_body(m, e, body);
		else
			add_step(m, STEP_LOSE);
	}
}
