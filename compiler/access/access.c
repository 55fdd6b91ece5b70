/* How a kernel uses the views that it holds, so that nothing is copied in vain.
 *
 * A view whose elements are only read need not be copied back from the accelerator. A view of which each
 * thread writes the element at its own index before it reads any need not be copied to it, if the domain
 * covers the view. A wrong claim would lose data, so every use must be understood: the walk follows the body
 * in the order of execution, with what is known of each expression (struct abstract_value), into those
 * functions of the program that receive a view, an element or the kernel itself. For a view with any use
 * that is not understood, nothing is claimed.
 *
 * A template is walked as its definition, in which calls and operators are not resolved. Claims then hold on
 * premises: certain types must be arithmetic, or views of arithmetic types. The compiler of the units, which
 * knows the types, checks them (Concurrency::details::access_if). */
#include "access/access_walk.h"

#include "body/uses.h"

#include <stdlib.h>
#include <string.h>

/* Longer kernels are not searched for inside_conditions(). */
#define MOST_TOKENS 3000

/* ---- Statements ------------------------------------------------------------------ */

static void run_expression(struct accesses *a, const struct tree *t)
{
	const struct tree *inner = tree_strip(t);
	struct abstract_value v;

	if (is_assignment(inner)) {
		uint64_t bits = eval_assignment(a, inner, &v);

		a->done |= bits;
	} else if (inner->kind == TREE_BINARY && inner->binary == CXBinaryOperator_Comma &&
	           !may_be_function(inner)) {
		for (const struct tree *c = inner->children; c; c = c->next)
			run_expression(a, c);
	} else if (inner->kind == TREE_CALL || inner->kind == TREE_CONSTRUCTION) {
		v = eval_call(a, inner, true);
		if (v.is_run) {
			v.held->runs++;
			a->done |= bit_of(v.held);
		}
	} else {
		eval_expression(a, t);
	}
}

/* Binds a variable to an element that it copies or refers to. Returns false if it does neither. */
static bool bind_element(struct accesses *a, CXCursor variable, struct abstract_value v,
                         const struct tree *initializer)
{
	CXType type = type_of(variable);

	if (is_reference(type)) {
		v.is_constant |= is_const(type);
		bind_name(a, variable, v);
		return true;
	}
	/* an array in the element decays to a pointer */
	if (a->is_c && !is_dependent_type(type) && type.kind != CXType_Pointer) {
		read_value(a, v);
		return true;
	}
	/* a copy of a number in a template */
	if (!is_dependent_type(tree_type(initializer)) || v.may_be_view ||
	    (!is_number(type) && type.kind != CXType_Auto && !suppose_number(a, variable)))
		return false;
	use_as_number(a, v, initializer);
	v.held->on_premises = true;
	return true;
}

/* Binds a variable to a copy of the index, of a position or of a component, or to a reference to it. */
static bool bind_index(struct accesses *a, CXCursor variable, struct abstract_value v)
{
	CXType type = type_of(variable);

	if (is_all_components(v) ? !is_index_type(type) && !is_dependent_type(type)
	                         : !keeps_component(object_type(type)))
		return false;
	v.is_constant |= is_const(type);
	if (is_reference(type))
		bind_name(a, variable, v);
	else
		bind_copy(a, variable, v);
	return true;
}

static void run_variable(struct accesses *a, const struct tree *t)
{
	const struct tree *initializer = tree_part(t, ROLE_INIT);
	CXType type = type_of(t->cursor);
	struct abstract_value v;

	if (clang_Cursor_isNull(t->declaration)) { /* auto [a, b] = … */
		eval_unknown(a, t);
		return;
	}
	if (!initializer)
		return;
	v = eval_expression(a, is_reference(type) ? without_cleanups(initializer) : initializer);
	/* In a template, decltype(auto) may turn out to be a reference. libclang tells it from auto by its
	 * spelling only. */
	if (type.kind == CXType_Auto && strcmp(type_spelling(unqualified(type)), "auto") != 0) {
		escape_value(a, v);
		return;
	}
	bool is_bound = false;

	switch (v.kind) {
	case VIEW:
	case OBJECT:
		is_bound = v.kind == VIEW ? is_array_or_view(library_class(type)) || is_dependent_type(type)
		                          : !v.is_pointer && (is_reference(type) ||
		                                              (type.kind == CXType_Record && is_plain_class(type)));
		if (is_bound)
			bind_name(a, t->declaration, v);
		break;
	case ELEMENT:
		is_bound = bind_element(a, t->declaration, v, initializer);
		break;
	case INDEX:
		is_bound = bind_index(a, t->declaration, v);
		break;
	case COMPONENT:
	case POSITION:
		is_bound = bind_index(a, t->declaration, v);
		/* fall through */
	default:
		v.is_constant |= !is_reference(type);
	}
	if (!is_bound)
		escape_value(a, v);
}

/* Walks a condition or another expression in the head of a statement, which is read. */
static void run_condition(struct accesses *a, const struct tree *t)
{
	struct abstract_value v = eval_expression(a, t);

	if (v.kind == ELEMENT)
		use_as_number(a, v, t);
	else
		read_value(a, v);
}

static void run_part(struct accesses *a, const struct tree *t)
{
	if (is_evaluated(t))
		run_condition(a, t);
	else
		run_statement(a, t);
}

/* Walks the children of a statement that may be executed or not, in an unknown order. */
static void run_all(struct accesses *a, const struct tree *t)
{
	uint64_t done = a->done;

	for (const struct tree *c = t->children; c; c = c->next) {
		run_part(a, c);
		a->done = done;
	}
}

static void run_in_order(struct accesses *a, const struct tree *t)
{
	for (const struct tree *c = t->children; c; c = c->next)
		run_part(a, c);
}

static void run_if(struct accesses *a, const struct tree *t)
{
	uint64_t before, after = 0;

	for (const struct tree *c = t->children; c; c = c->next) {
		if (c->role != ROLE_BODY && c->role != ROLE_OTHERWISE)
			run_part(a, c);
	}
	before = after = a->done;
	if (tree_part(t, ROLE_BODY)) {
		run_statement(a, tree_part(t, ROLE_BODY));
		after = a->done;
	}
	a->done = before;
	if (tree_part(t, ROLE_OTHERWISE))
		run_statement(a, tree_part(t, ROLE_OTHERWISE));
	a->done &= after;
}

static void run_loop(struct accesses *a, const struct tree *t)
{
	bool loads = a->loads, orders = a->orders;

	a->loads = a->orders = a->has_escaped;
	run_all(a, t);
	a->loads_in_order |= a->loads && a->orders;
	a->loads |= loads;
	a->orders |= orders;
}

/* Whether a function or a lambda may return a reference: false only if it certainly returns a copy. */
static bool may_return_reference(CXCursor function)
{
	CXType type = result_of(function.kind == CXCursor_LambdaExpr ? lambda_operator(function) : function);

	return is_reference(type) || type.kind == CXType_Invalid || is_dependent_type(type);
}

static void run_return(struct accesses *a, const struct tree *t)
{
	const struct tree *o = tree_operand(t);
	bool by_reference = !a->is_c && may_return_reference(a->frame->function);

	if (o)
		eval_escaping(a, by_reference ? without_cleanups(o) : o);
	a->frame->at_returns &= a->done;
	a->done = EVERYTHING; /* control does not get here */
}

static void run_switch(struct accesses *a, const struct tree *t)
{
	uint64_t outer = a->at_switch;

	a->at_switch = a->done;
	a->is_in_switch = true;
	run_all(a, t);
	a->at_switch = outer;
}

void run_statement(struct accesses *a, const struct tree *t)
{
	uint64_t done = a->done;
	bool is_in_switch = a->is_in_switch;

	/* a case label anywhere else is a jump into a statement */
	a->is_in_switch &= t->kind == TREE_BLOCK || t->kind == TREE_CASE || t->kind == TREE_DEFAULT ||
	                   t->kind == TREE_ATTRIBUTED;
	switch (t->kind) {
	case TREE_BLOCK:
	case TREE_DECLARATION:
	case TREE_ATTRIBUTED:
		run_in_order(a, t);
		break;
	case TREE_EXPRESSION:
		if (tree_operand(t))
			run_expression(a, tree_operand(t));
		break;
	case TREE_VARIABLE:
		run_variable(a, t);
		break;
	case TREE_IF:
		run_if(a, t);
		break;
	case TREE_RETURN:
		run_return(a, t);
		break;
	case TREE_BREAK:
	case TREE_CONTINUE:
		a->done = EVERYTHING;
		break;
	case TREE_FOR:
	case TREE_WHILE:
	case TREE_DO:
	case TREE_RANGE_FOR:
		run_loop(a, t);
		break;
	case TREE_SWITCH:
		run_switch(a, t);
		break;
	case TREE_CASE:
	case TREE_DEFAULT:
		a->is_irregular |= !is_in_switch;
		a->done = a->at_switch;
		run_in_order(a, t);
		break;
	case TREE_EMPTY:
	case TREE_TYPE:
	case TREE_DISCARDED:
	case TREE_REFERENCE:
	case TREE_CAPTURE:
		break;
	default: /* jumps, and unknown statements */
		a->is_irregular = true;
		eval_unknown(a, t);
		a->done = done;
	}
	a->is_in_switch = is_in_switch;
}

/* ---- Kernels ---------------------------------------------------------------------- */

/* Whether a kernel's parameter is the index that a launch passes. */
static bool is_launch_index(struct accesses *a, CXCursor function, CXCursor parameter)
{
	/* a deduced type: auto, or a template parameter of operator() itself */
	CXCursor deduced = type_parameter(clang_getCursorType(parameter), parameter);
	unsigned start, end, at;

	return is_index_type(clang_getCursorType(parameter)) ||
	       (cursor_range(a->unit->clauses, function, &start, &end) &&
	        cursor_offset(a->unit->clauses, deduced, &at) && at >= start && at < end &&
	        !is_class(clang_getCursorSemanticParent(deduced).kind));
}

/* Walks a kernel's function. Returns false if it has no tree or no parameter. */
static bool run_kernel(struct accesses *a, CXCursor function, struct abstract_value self)
{
	const struct body *body = body_tree(a->unit->bodies, function);
	SCOPED(children) parameters = parameters_of(function);
	bool ok = body && parameters.count > 0;

	if (ok) {
		CXCursor index = parameters.items[0];
		CXType type = clang_getCursorType(index);

		if (is_launch_index(a, function, index))
			bind_name(a, index,
			          (struct abstract_value){
			              .kind = INDEX,
			              .is_constant =
			                  is_const(type) || (!a->is_c && library_class(type) == LIBRARY_TILED_INDEX),
			          });
		a->done = a->stored = 0;
		/* the views of a kernel in C are parameters, too */
		for (size_t i = 1; i < parameters.count && a->is_c; i++)
			bind_name(a, parameters.items[i], value_of_held(a, NULL, parameters.items[i]));
		run_body(a, body, self);
		a->written &= a->done;
		a->n_bindings = 0;
	}
	return ok;
}

/* Walks all functions that a launch may call; repeats that for each supposed copy of the index that turns out
 * to be modified. */
static bool run_kernels(struct accesses *a, const CXCursor *functions, size_t n)
{
	bool ok = n > 0;

	do {
		struct abstract_value self = nothing;

		a->helds = NULL;
		a->n_helds = 0;
		a->is_to_repeat = false;
		a->written = EVERYTHING;
		a->leading = -1;
		a->index_changed = a->index_elsewhere = a->is_irregular = a->is_inside_lost = false;
		a->inside = (struct names){0};
		a->n_bodies = a->n_walks = 0;
		if (!clang_Cursor_isNull(a->class))
			self = (struct abstract_value){
			    .kind = OBJECT,
			    .held = hold(a, NULL, clang_getNullCursor()),
			};
		for (size_t i = 0; i < n && ok; i++)
			ok = run_kernel(a, functions[i], self);
	} while (ok && a->is_to_repeat);
	for (size_t i = 0; i < a->names.count && ok; i++) {
		bool is_used;

		a->is_blind |= is_in_unknown(a, a->names.items[i], &is_used);
	}
	return ok;
}

static struct accesses *begin_walk(const struct unit *u, CXCursor kernel, bool is_c)
{
	struct accesses *a = unit_memory(sizeof(*a));

	*a = (struct accesses){.unit = u, .class = clang_getNullCursor(), .is_c = is_c};
	return cursor_range(u->clauses, kernel, &a->start, &a->end) ? a : NULL;
}

static struct accesses *end_walk(struct accesses *a, bool ok)
{
	free(a->bindings);
	return ok ? a : NULL;
}

struct accesses *lambda_accesses(const struct unit *u, CXCursor lambda)
{
	struct accesses *a = begin_walk(u, lambda, false);
	const struct body *body = u->request->robust == ROBUST_OFF ? NULL : body_tree(u->bodies, lambda);

	if (a && body && body->last - body->first <= MOST_TOKENS) {
		a->uses = unit_memory(sizeof(*a->uses));
		uses_init(a->uses, u, body, clang_getNullCursor());
	}
	return a ? end_walk(a, run_kernels(a, &lambda, 1)) : NULL;
}

struct accesses *c_accesses(const struct unit *u, CXCursor kernel)
{
	bool is_block = kernel.kind == CXCursor_BlockExpr;
	CXCursor function = is_block ? first_child(kernel) : kernel;
	struct accesses *a = begin_walk(u, kernel, true);

	return a ? end_walk(a, run_kernels(a, &function, 1)) : NULL;
}

/* Appends the restrict(amp) operator()s that a class has or inherits. Returns false if they are not all
 * known. */
static bool find_operators(CXCursor class, struct children *out)
{
	SCOPED(walk) w = walk_children(class);
	SCOPED(children) bases = {0};
	bool ok = true, declares = false;

	while (ok && walk_next(&w)) {
		enum CXCursorKind kind = w.cursor.kind;
		bool is_method = kind == CXCursor_CXXMethod || kind == CXCursor_FunctionTemplate;

		if (kind == CXCursor_CXXBaseSpecifier)
			children_add(&bases, w.cursor);
		if ((!is_method && kind != CXCursor_UsingDeclaration) || !is_named(w.cursor, "operator()"))
			continue;
		declares = true;
		ok = is_method;
		if (!ok || !(cursor_restrictions(w.cursor) & RESTRICT_AMP))
			continue;
		children_add(out, clang_getCursorDefinition(w.cursor));
		ok = !clang_Cursor_isNull(out->items[out->count - 1]) && !clang_CXXMethod_isVirtual(w.cursor);
	}
	for (size_t i = 0; i < bases.count && ok && !declares; i++) {
		CXCursor base = clang_getCursorDefinition(
			clang_getTypeDeclaration(clang_getCursorType(bases.items[i])));
		enum CXCursorKind kind = base.kind;

		ok = (kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl) && find_operators(base, out);
	}
	return ok;
}

struct accesses *class_accesses(const struct unit *u, CXCursor class)
{
	SCOPED(children) operators = {0};
	struct accesses *a = NULL;

	if (find_operators(class, &operators) && operators.count)
		a = begin_walk(u, class, false);
	if (a) {
		a->class = class;
		a = end_walk(a, !has_specialization(a->unit, class) &&
		                    run_kernels(a, operators.items, operators.count));
	}
	return a;
}

/* ---- Results ------------------------------------------------------------------------ */

/* Returns how often a class inherits another one. */
static unsigned count_base(CXCursor class, CXCursor base)
{
	unsigned n = 0;

	for (struct walk w = walk_kind(walk_children(class), CXCursor_CXXBaseSpecifier); walk_next(&w);) {
		CXCursor direct = clang_getCursorDefinition(clang_getTypeDeclaration(clang_getCursorType(w.cursor)));

		n += clang_equalCursors(direct, base) + count_base(direct, base);
	}
	return n;
}

/* Returns what is at a path from the function object or from a captured variable; NULL if it is not used.
 * *lost: nothing is known of its uses. */
static struct held *at_path(const struct accesses *a, const CXCursor *path, size_t n, bool *lost)
{
	struct held *h = NULL;
	CXCursor class = a->class;
	bool is_used = false;

	*lost = a->is_blind;
	if (!clang_Cursor_isNull(a->class)) {
		h = find_held(a, NULL, clang_getNullCursor());
		*lost |= !h || h->other || is_in_unknown(a, "this", &is_used);
	}
	for (size_t i = 0; i < n && !*lost; i++) {
		/* neither a path nor struct held tells bases of one class apart */
		*lost |= is_in_unknown(a, cursor_spelling(path[i]), &is_used) ||
		         (!clang_Cursor_isNull(class) && count_base(class, clang_getCursorSemanticParent(path[i])) > 1);
		class = clang_getCursorDefinition(
		    clang_getTypeDeclaration(object_type(clang_getCursorType(path[i]))));
		h = i && !h ? NULL : find_held(a, h, path[i]);
		/* !h: used, but not as the object that the walk takes it for */
		*lost |= h ? h->other : is_used;
	}
	return h;
}

enum view_access view_access_of(const struct accesses *a, const CXCursor *path, size_t n,
                                bool *on_premises)
{
	bool lost;
	CXType type = clang_getCursorType(path[n - 1]);

	*on_premises = false;
	if (!a || !may_be_view(a, type))
		return VIEW_READ_WRITTEN;
	const struct held *h = at_path(a, path, n, &lost);

	if (lost)
		return VIEW_READ_WRITTEN;
	*on_premises = h && h->on_premises;
	if (!h || !h->written)
		return VIEW_READ;
	*on_premises |= a->index_on_premises;
	return !h->read && (a->written & bit_of(h)) && !a->index_changed && !a->is_irregular
	               ? VIEW_WRITTEN_AT_INDEX
	               : VIEW_READ_WRITTEN;
}

bool is_run_at_index(const struct accesses *a, const CXCursor *path, size_t n)
{
	bool lost;
	const struct held *h = a ? at_path(a, path, n, &lost) : NULL;

	return h && !lost && h->runs && h->runs == h->uses && !h->read && !h->written &&
	       (a->written & bit_of(h)) && !a->index_changed && !a->is_irregular;
}

const struct names *access_premises(const struct accesses *a)
{
	return &a->premises;
}

bool is_only_at_index(const struct accesses *a, const CXCursor *path, size_t n)
{
	bool lost;
	const struct held *h = at_path(a, path, n, &lost);

	return !lost && (!h || (!h->elsewhere && !h->is_measured));
}

bool wants_squares(const struct accesses *a, unsigned rank)
{
	bool reads = a->is_blind;

	for (const struct held *h = a->helds; h; h = h->next)
		reads |= h->read || h->other;
	return !reads || a->samples || (rank > 1 && a->leading == (int)rank - 1);
}

/* Whether nothing can be written through a view of this type. */
static bool has_const_elements(CXType type)
{
	struct library_type v;
	return view_type(type, &v) &&
	       (v.is_const || (v.entity == LIBRARY_ARRAY && is_const(type)) ||
	        clang_isConstQualifiedType(clang_Type_getTemplateArgumentAsType(object_type(type), 0)));
}

enum restrict_form restrict_form_of(const struct accesses *a)
{
	bool changes = a->is_blind; /* a view that is read and written */

	for (const struct held *h = a->helds; h; h = h->next)
		changes |=
		    (h->other && !has_const_elements(clang_getCursorType(h->declaration))) || (h->written && h->loaded);
	return !a->loads_in_order ? RESTRICT_NONE : changes ? RESTRICT_OPAQUE
	                                                    : RESTRICT_ALL;
}

bool is_index_constant(const struct accesses *a)
{
	return !a->is_blind && !a->index_changed;
}

bool is_index_only_for_accesses(const struct accesses *a)
{
	return !a->is_blind && !a->index_elsewhere && !a->index_changed;
}
