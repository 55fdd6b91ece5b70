/* Calls in a kernel: of the program's functions, which are walked, of the library's, and of functions that
 * only instantiation resolves. */
#include "access/access_walk.h"

#include <string.h>

/* ---- Bodies ------------------------------------------------------------------ */

bool is_in_unknown(const struct accesses *a, const char *name, bool *is_used)
{
	const char *text = a->unit->text.data;

	*is_used = false;
	for (size_t i = 0; i < a->n_bodies; i++) {
		const struct tree *root = a->bodies[i]->root;

		for (const struct tree *t = root; t; t = tree_next(t, root)) {
			if (t->kind == TREE_UNKNOWN && tree_hides(a->unit, a->bodies[i], t, name))
				return true;
			if (t->kind == TREE_THIS)
				*is_used |= !strcmp(name, "this");
			else if (t->name != SIZE_MAX)
				*is_used |= token_is(text, &a->unit->tokens.items[t->name], name);
		}
	}
	return false;
}

static void add_body(struct accesses *a, const struct body *body)
{
	a->n_walks++;
	for (size_t i = 0; i < a->n_bodies; i++) {
		if (a->bodies[i] == body)
			return;
	}
	KEEP(a->bodies, a->n_bodies) = body;
}

void run_body(struct accesses *a, const struct body *body, struct abstract_value self)
{
	struct walk_frame frame = {a->frame, body->function, self, EVERYTHING};

	a->frame = &frame;
	a->depth++;
	add_body(a, body);
	run_statement(a, body->root);
	a->done &= frame.at_returns;
	a->depth--;
	a->frame = (struct walk_frame *)frame.caller;
}

/* ---- Calls of the program's functions ------------------------------------------ */

/* The arguments of a call, at the positions of their parameters. */
struct call_arguments {
	const struct tree **items; /* NULL: a default argument */
	struct abstract_value *values;
	size_t n;
};

/* Returns the value of a parameter that an argument is passed to. */
static struct abstract_value passed(struct accesses *a, struct abstract_value v, CXCursor parameter,
                                    const struct tree *argument)
{
	CXType type = type_of(parameter);
	bool by_reference = is_reference(type);

	v.is_constant |= is_const(type);
	if (v.is_pointer)
		return escape_value(a, v);
	if (is_component(v) && !by_reference && !keeps_component(type))
		return read_value(a, v);
	if (v.kind == EXTENT) {
		v.is_constant |= !by_reference;
		return escape_value(a, v);
	}
	if (v.kind == ELEMENT && !by_reference) /* as a number, if it is one */
		return is_number(type) || suppose_number(a, parameter) ? use_as_number(a, v, argument)
		                                                       : escape_value(a, v);
	return v;
}

/* Binds the parameters of a called function to the values of the arguments. */
static void bind_parameters(struct accesses *a, const struct children *parameters,
                            const struct call_arguments *passing)
{
	for (size_t i = 0; i < passing->n; i++) {
		CXCursor parameter = parameters->items[i];
		struct abstract_value v = passed(a, passing->values[i], parameter, passing->items[i]);

		if ((is_all_components(v) || is_component(v)) && !is_reference(clang_getCursorType(parameter)))
			bind_copy(a, parameter, v);
		else if (v.kind != NOTHING && v.kind != NUMBER)
			bind_name(a, parameter, v);
	}
}

/* Whether a body expands a pack: the tree of an instantiated one may have what is expanded for the first element
 * only. */
static bool expands_pack(const struct accesses *a, const struct body *body)
{
	const char *text = a->unit->text.data;
	const struct token *tokens = a->unit->tokens.items;

	for (size_t i = body->first + 1; i + 1 < body->last; i++) {
		/* `...` is three tokens */
		if (token_is(text, &tokens[i], ".") && token_is(text, &tokens[i + 1], ".") &&
		    !token_is_one_of(text, &tokens[i - 1], ". sizeof"))
			return true;
	}
	return false;
}

/* Walks a function of the program. Returns false if that is not possible. */
static bool call_into(struct accesses *a, CXCursor callee, struct abstract_value self,
                      const struct call_arguments *passing, bool is_statement)
{
	CXCursor definition = clang_getCursorDefinition(callee);
	bool ok = !clang_Cursor_isNull(definition) && !is_library(definition) &&
	          !clang_CXXMethod_isVirtual(callee) && a->depth < MAX_DEPTH && a->n_walks < MAX_BODIES &&
	          !has_specialization(a->unit, clang_getCursorSemanticParent(callee));

	for (const struct walk_frame *f = a->frame; f && ok; f = f->caller)
		ok = !clang_equalCursors(f->function, definition);
	const struct body *body = ok ? called_tree(a->unit->bodies, definition) : NULL;
	SCOPED(children) parameters = parameters_of(definition);

	ok = body && parameters.count >= passing->n && !expands_pack(a, body);
	if (ok) {
		size_t bindings = a->n_bindings;
		uint64_t done = a->done;

		bind_parameters(a, &parameters, passing);
		run_body(a, body, self);
		if (!is_statement)
			a->done = done;
		a->n_bindings = bindings;
	}
	return ok;
}

/* ---- Calls of the library's ---------------------------------------------------- */

/* Records an argument of a library function, which modifies nothing through a reference to const. */
static void pass_to_library(struct accesses *a, struct abstract_value v, CXType parameter)
{
	CXType t = clang_getCanonicalType(parameter);
	bool by_value = !is_reference(t) && t.kind != CXType_Pointer && t.kind != CXType_Invalid;
	bool constant = t.kind == CXType_LValueReference && is_const(t);

	if ((v.kind == ELEMENT || is_all_components(v) || is_component(v) || v.kind == EXTENT) &&
	    (by_value || constant))
		read_value(a, v);
	else
		escape_value(a, v);
}

static void pass_all_to_library(struct accesses *a, CXCursor callee,
                                const struct call_arguments *passing)
{
	for (size_t i = 0; i < passing->n; i++)
		pass_to_library(a, passing->values[i],
		                clang_getArgType(clang_getCursorType(callee), (unsigned)i));
}

/* The value of index<N>(…). */
static struct abstract_value construct_index(struct accesses *a, CXCursor callee,
                                             const struct call_arguments *passing)
{
	size_t n = passing->n;
	bool is_index = n > 0;

	if (n == 1 && is_all_components(passing->values[0])) {
		passing->values[0].is_constant = true;
		return passing->values[0];
	}
	/* All components, in order, are the index. A view of another rank than the domain's is not covered by
	 * any claim. */
	for (size_t i = 0; i < n; i++) {
		note_place(a, passing->values[i], i, n);
		is_index &= passing->values[i].kind == COMPONENT &&
		            passing->values[i].dimension == (int)i;
	}
	if (is_index)
		return (struct abstract_value){.kind = INDEX, .is_constant = true};
	pass_all_to_library(a, callee, passing);
	return nothing;
}

static struct abstract_value construct(struct accesses *a, const struct tree *t,
                                       const struct call_arguments *passing)
{
	CXCursor callee = t->declaration;
	CXType type = tree_type(t);
	bool is_one = passing->n == 1 && passing->items[0];
	struct abstract_value first = passing->n ? passing->values[0] : nothing;

	if (is_one && first.kind == VIEW && is_array_or_view(library_class(type)))
		return first;
	if (is_one && first.kind == OBJECT && is_plain_class(type) &&
	    is_plain_class(tree_type(passing->items[0])) &&
	    clang_CXXConstructor_isCopyConstructor(callee))
		return first;
	if (is_index_type(type) && is_library(callee))
		return construct_index(a, callee, passing);
	if (is_one && first.kind == ELEMENT && is_plain_class(type) && is_copy(callee)) {
		read_value(a, first);
	} else if (is_library(callee)) {
		pass_all_to_library(a, callee, passing);
	} else {
		for (size_t i = 0; i < passing->n; i++)
			escape_value(a, passing->values[i]);
	}
	return nothing;
}

/* Calls a member function of the library. */
static struct abstract_value call_library_member(struct accesses *a, const struct tree *t,
                                                 struct abstract_value self,
                                                 const struct call_arguments *passing)
{
	CXCursor callee = t->declaration;
	enum library_entity entity = library_entity(callee);
	bool constant = clang_CXXMethod_isConst(callee);
	bool is_conversion = callee.kind == CXCursor_ConversionFunction;
	struct abstract_value v = nothing;

	switch (self.kind) {
	case VIEW:
		if (entity == LIBRARY_SECTION) {
			v = self;
			v.is_part = true;
			self.held->elsewhere = true;
		} else if (entity == LIBRARY_SIZE) {
			self.held->is_measured = true;
		} else {
			escape_value(a, self);
		}
		break;
	case POSITION:
	case INDEX:
		if (is_conversion && self.kind == INDEX) {
			v = self;
		} else if (entity == LIBRARY_COMPONENT && passing->n == 1) {
			self.is_constant |= constant;
			v = component_at(self, passing->items[0]);
		} else {
			self.is_constant |= constant;
			escape_value(a, self);
		}
		break;
	case ELEMENT:
		read_value(a, self);
		if (!constant)
			write_value(a, self);
		/* the result may refer to the element */
		if (clang_getCanonicalType(clang_getCursorResultType(callee)).kind == CXType_LValueReference)
			escape_value(a, self);
		break;
	case EXTENT:
		self.is_constant |= constant;
		if (entity == LIBRARY_COMPONENT)
			v = self;
		else
			escape_value(a, self);
		break;
	default:
		escape_value(a, self);
	}
	pass_all_to_library(a, callee, passing);
	return v;
}

/* ---- Unresolved calls ------------------------------------------------------------ */

/* Evaluates the callee of an unresolved member call: v.get_extent(), or the kernel's overloaded members. */
static void eval_unknown_member(struct accesses *a, const struct tree *callee)
{
	const struct tree *object = tree_part(callee, ROLE_OBJECT);
	struct abstract_value v = object ? eval_expression(a, object) : a->frame->self;

	/* a member that only a specialization has: sample() of texture_view<const T, N> */
	a->samples |= object && library_class(tree_type(object)) == LIBRARY_TEXTURE_VIEW &&
	              clang_Cursor_isNull(tree_member(a->unit, callee));
	if (v.kind == VIEW && member_entity(a, callee) == LIBRARY_SIZE) {
		suppose_view(a, v.held);
		v.held->is_measured = true;
	} else if (v.kind != EXTENT) {
		escape_value(a, v);
	}
}

/* Collects the arguments of a call. */
static struct call_arguments arguments_of(const struct tree *t)
{
	struct call_arguments all = {.items = NULL};

	for (const struct tree *c = t->children; c; c = c->next) {
		if (c->role == ROLE_ARGUMENT && c->position >= all.n)
			all.n = c->position + 1;
	}
	all.items = unit_memory((all.n + 1) * sizeof(*all.items));
	for (size_t i = 0; i < all.n; i++)
		all.items[i] = call_argument(t, (unsigned)i);
	return all;
}

/* Evaluates a call that only instantiation resolves, or one through a function pointer. */
static struct abstract_value call_unknown(struct accesses *a, const struct tree *t)
{
	const struct tree *callee = tree_part(t, ROLE_CALLEE);
	struct abstract_value f = nothing;

	if (callee && callee->kind == TREE_MEMBER &&
	    callee->declaration.kind != CXCursor_FieldDecl)
		eval_unknown_member(a, callee);
	else if (callee)
		f = eval_expression(a, callee);
	struct call_arguments passing = arguments_of(t);
	struct abstract_value v = nothing;

	if (f.kind == VIEW && passing.n) {
		v = eval_access(a, f, passing.items, passing.n, t);
	} else {
		escape_value(a, f);
		for (const struct tree *c = t->children; c; c = c->next) {
			if (c != callee && is_evaluated(c))
				eval_escaping(a, c);
		}
	}
	return v;
}

/* ---- Resolved calls ----------------------------------------------------------------- */

/* Whether a function is a non-static member. */
static bool has_object(CXCursor callee)
{
	return (callee.kind == CXCursor_CXXMethod || callee.kind == CXCursor_ConversionFunction ||
	        callee.kind == CXCursor_FunctionTemplate) &&
	       !clang_CXXMethod_isStatic(callee) &&
	       is_class(clang_getCursorSemanticParent(callee).kind);
}

/* Evaluates the object of a member call. Returns false if it is not known. */
static bool eval_object(struct accesses *a, const struct tree *t, struct abstract_value *self)
{
	const struct tree *callee = tree_strip(tree_part(t, ROLE_CALLEE));
	const struct tree *object = call_object(t);

	if (!tree_part(t, ROLE_OBJECT) && (!callee || callee->kind != TREE_MEMBER ||
	                                   !clang_equalCursors(callee->declaration, t->declaration)))
		return false;
	*self = object ? pointed(eval_expression(a, object)) : a->frame->self;
	/* the function may be a base class's, which has only a part of the object */
	self->is_whole &= object || clang_equalCursors(clang_getCursorSemanticParent(t->declaration),
	                                               clang_getCursorSemanticParent(a->frame->function));
	return true;
}

/* Performs a call whose arguments are evaluated, and returns its value. */
static struct abstract_value call_with_values(struct accesses *a, const struct tree *t,
                                              struct abstract_value self,
                                              const struct call_arguments *passing, bool is_statement)
{
	CXCursor callee = t->declaration;
	struct abstract_value v = nothing;

	if (callee.kind == CXCursor_Constructor)
		return construct(a, t, passing);
	if (is_library(callee) && has_object(callee))
		return call_library_member(a, t, self, passing);
	if (is_library(callee)) {
		pass_all_to_library(a, callee, passing);
	} else if (!call_into(a, callee, self, passing, is_statement)) {
		escape_value(a, self);
		for (size_t i = 0; i < passing->n; i++)
			escape_value(a, passing->values[i]);
	} else if (self.kind == OBJECT && passing->n == 1 && passing->values[0].kind == INDEX &&
	           is_named(callee, "operator()")) {
		v.held = self.held;
		v.is_run = true;
	}
	return v;
}

/* Evaluates the arguments, then performs the call, which is skipped if no value involved is tracked. */
static struct abstract_value call_with_arguments(struct accesses *a, const struct tree *t,
                                                 struct abstract_value self,
                                                 struct call_arguments *passing, bool is_statement)
{
	struct abstract_value v = nothing;
	bool tracked = self.kind != NOTHING;

	passing->values = unit_memory((passing->n + 1) * sizeof(*passing->values));
	for (size_t i = 0; i < passing->n; i++) {
		const struct tree *argument = passing->items[i];

		passing->values[i] = argument ? eval_expression(a, argument) : nothing;
		tracked |= passing->values[i].kind != NOTHING && passing->values[i].kind != NUMBER;
	}
	if (tracked)
		v = call_with_values(a, t, self, passing, is_statement);
	return v;
}

/* Evaluates a call of an atomic function. It reads and writes the element that its first argument points to, but keeps
 * no pointer, and no load or store of the compiler's takes part. */
static void eval_atomic(struct accesses *a, const struct tree *t)
{
	struct call_arguments passing = arguments_of(t);

	for (size_t i = 0; i < passing.n; i++) {
		const struct tree *argument = passing.items[i] ? tree_strip(passing.items[i]) : NULL;
		bool is_target = i == 0 && argument && argument->kind == TREE_UNARY &&
		                 argument->unary == CXUnaryOperator_AddrOf;
		struct abstract_value v = !argument ? nothing
		                                    : eval_expression(a, is_target
		                                                             ? tree_operand(argument)
		                                                             : passing.items[i]);

		if (is_target && v.kind == ELEMENT)
			v.held->read = v.held->written = a->loads = a->orders = true;
		else if (is_target)
			escape_value(a, v);
		else
			pass_to_library(a, v, clang_getArgType(clang_getCursorType(t->declaration), (unsigned)i));
	}
}

static struct abstract_value call_resolved(struct accesses *a, const struct tree *t, bool is_statement)
{
	struct abstract_value self = nothing, v;

	a->samples |= library_entity(t->declaration) == LIBRARY_SAMPLE;
	if (has_object(t->declaration) && !eval_object(a, t, &self)) {
		escape_value(a, a->frame->self);
		return eval_unknown(a, t);
	}
	if (library_entity(t->declaration) == LIBRARY_ATOMIC) {
		eval_atomic(a, t);
		return nothing;
	}
	struct call_arguments passing = arguments_of(t);

	if (self.kind == VIEW && library_entity(t->declaration) == LIBRARY_ELEMENT)
		v = eval_access(a, self, passing.items, passing.n, t);
	else
		v = call_with_arguments(a, t, self, &passing, is_statement);
	return v;
}

struct abstract_value eval_call(struct accesses *a, const struct tree *t, bool is_statement)
{
	uint64_t done = a->done;
	struct abstract_value v = is_function(t->declaration.kind)
	                              ? call_resolved(a, t, is_statement)
	                              : call_unknown(a, t);

	if (library_entity(t->declaration) == LIBRARY_BARRIER_WAIT) {
		a->orders = true;
		a->stored = UINT64_MAX;
	}
	if (!is_statement)
		a->done = done;
	return v;
}
