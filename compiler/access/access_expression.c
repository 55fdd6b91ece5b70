/* Expressions in a kernel: their values, and what they do to the views. */
#include "access/access_walk.h"

#include <string.h>

void eval_escaping(struct accesses *a, const struct tree *t)
{
	escape_value(a, eval_expression(a, t));
}

struct abstract_value eval_unknown(struct accesses *a, const struct tree *t)
{
	uint64_t done = a->done;

	for (const struct tree *c = t->children; c; c = c->next) {
		if (is_evaluated(c))
			eval_escaping(a, c);
		else
			run_statement(a, c);
		a->done = done;
	}
	return nothing;
}

/* ---- Names ----------------------------------------------------------------- */

void bind_name(struct accesses *a, CXCursor declaration, struct abstract_value value)
{
	APPEND(a->bindings, a->n_bindings) = (struct binding){declaration, value};
	names_add(&a->names, cursor_spelling(declaration));
}

void bind_copy(struct accesses *a, CXCursor variable, struct abstract_value v)
{
	size_t i = 0;

	while (i < a->n_copies && !clang_equalCursors(a->copies[i].variable, variable))
		i++;
	if (i == a->n_copies)
		KEEP(a->copies, a->n_copies) = (struct index_copy){variable, false};
	if (a->copies[i].is_changed) {
		a->index_elsewhere = true;
		return;
	}
	v.is_place = true;
	v.is_constant = is_const(clang_getCursorType(variable));
	v.copy = (int)i + 1;
	bind_name(a, variable, v);
}

struct abstract_value value_of_held(struct accesses *a, struct held *outer, CXCursor declaration)
{
	CXType type = clang_getCursorType(declaration);
	struct abstract_value v = {.held = NULL};

	if (may_be_view(a, type))
		v.kind = VIEW;
	else if (object_type(type).kind == CXType_Record)
		v.kind = OBJECT;
	else
		return nothing;
	v.held = hold(a, outer, declaration);
	v.held->uses++;
	/* a class may hold several references to one object */
	if (v.kind == OBJECT && outer && clang_getCanonicalType(type).kind == CXType_LValueReference)
		v.held->other = true;
	if (clang_getCursorSemanticParent(declaration).kind == CXCursor_UnionDecl)
		v.held->other = true;
	return v;
}

static struct abstract_value eval_name(struct accesses *a, const struct tree *t)
{
	CXCursor d = t->declaration;
	unsigned at;

	eval_unknown(a, t); /* template arguments */
	for (size_t i = a->n_bindings; i-- > 0;) {
		if (clang_equalCursors(a->bindings[i].declaration, d))
			return a->bindings[i].value;
	}
	/* captured: declared outside of the kernel */
	if (a->frame->caller || !clang_Cursor_isNull(a->class) ||
	    (d.kind != CXCursor_VarDecl && d.kind != CXCursor_ParmDecl) ||
	    !cursor_offset(a->unit->clauses, d, &at) || (at >= a->start && at < a->end) || !is_local(d))
		return nothing;
	return value_of_held(a, NULL, d);
}

/* Returns the value of a tiled_index's members that are not the thread's index. */
static struct abstract_value position_of(struct accesses *a, const struct tree *t)
{
	struct abstract_value v = {.kind = POSITION, .dimension = -1, .is_constant = true};
	const struct tree *of = tree_part(t, ROLE_OBJECT);
	struct library_type type;

	switch (member_entity(a, t)) {
	case LIBRARY_INDEX_LOCAL:
		v.position = IN_TILE;
		return v;
	case LIBRARY_INDEX_TILE:
		v.position = TILE_INDEX;
		if (of && library_type(tree_type(of), &type))
			memcpy(a->tile, type.extents, sizeof(a->tile));
		return v;
	case LIBRARY_INDEX_ORIGIN:
		v.position = TILE_ORIGIN;
		return v;
	default:
		return nothing;
	}
}

struct abstract_value component_at(struct abstract_value of, const struct tree *subscript)
{
	int dimension = number_of(subscript);

	if (of.kind == POSITION && (of.dimension >= 0 || dimension < 0))
		return nothing;
	return (struct abstract_value){
	    .kind = of.kind == POSITION ? POSITION : COMPONENT,
	    .dimension = dimension,
	    .position = of.position,
	    .is_place = true,
	    .is_constant = of.is_constant,
	    .copy = of.copy,
	};
}

static struct abstract_value member_of_index(struct accesses *a, struct abstract_value index,
                                             const struct tree *t)
{
	int dimension = component_of(t->declaration);

	if (member_entity(a, t) == LIBRARY_INDEX_GLOBAL)
		return (struct abstract_value){
		    .kind = INDEX,
		    .is_constant = index.is_constant || !a->is_c,
		    .copy = index.copy,
		};
	if (dimension >= 0)
		return (struct abstract_value){
		    .kind = COMPONENT,
		    .dimension = dimension,
		    .is_place = true,
		    .is_constant = index.is_constant,
		    .copy = index.copy,
		};
	if (a->is_c) {
		a->index_elsewhere = true; /* local, tile: they may be modified, and their values are not tracked */
		return nothing;
	}
	read_value(a, index); /* constant members */
	return position_of(a, t);
}

static struct abstract_value member_of_view(struct accesses *a, struct abstract_value view,
                                            const struct tree *t)
{
	struct abstract_value v = {.kind = NOTHING, .held = view.held, .is_part = view.is_part};

	if (member_entity(a, t) == LIBRARY_VIEW_EXTENT) {
		v.kind = EXTENT;
		v.is_constant = is_const(tree_type(t));
		if (is_dependent_type(tree_type(t)))
			suppose_view(a, view.held);
		view.held->is_measured = true;
	} else {
		escape_value(a, view);
	}
	return v;
}

static struct abstract_value eval_member(struct accesses *a, const struct tree *t)
{
	const struct tree *object = tree_part(t, ROLE_OBJECT);
	enum CXCursorKind kind = t->declaration.kind;
	struct abstract_value of = object ? pointed(eval_expression(a, object)) : a->frame->self;

	switch (of.kind) {
	case OBJECT:
		if (kind == CXCursor_FieldDecl)
			return value_of_held(a, of.held, t->declaration);
		if (kind == CXCursor_VarDecl || kind == CXCursor_EnumConstantDecl)
			return nothing;
		break;
	case VIEW:
		return member_of_view(a, of, t);
	case INDEX:
		return member_of_index(a, of, t);
	case EXTENT:
		return of;
	case ELEMENT:
		if (kind == CXCursor_FieldDecl) {
			of.is_whole = false;
			of.is_constant |= is_const(tree_type(t));
			return of;
		}
		break;
	default:
		break;
	}
	return escape_value(a, of);
}

/* ---- Conversions ------------------------------------------------------------ */

/* Returns a value after an implicit conversion; libclang does not tell which conversion that is. */
static struct abstract_value converted(struct accesses *a, struct abstract_value v, CXType from, CXType to)
{
	CXType t = clang_getCanonicalType(to);
	bool constant = clang_isConstQualifiedType(t);

	switch (v.kind) {
	case ELEMENT:
		if (t.kind == CXType_Void)
			return nothing;
		/* an array decays, or `this` becomes a base class's */
		if (t.kind == CXType_Pointer && (v.is_pointer || is_array(clang_getCanonicalType(from)))) {
			v.is_pointer = true;
			v.is_whole = false;
			return v;
		}
		if (t.kind == CXType_Pointer)
			break;
		if (is_number(t) && !constant)
			return read_value(a, v);
		if (a->is_c && t.kind == CXType_Record)
			return read_value(a, v);
		v.is_constant |= constant;
		v.is_whole &= clang_equalTypes(unqualified(t),
		                               unqualified(clang_getCanonicalType(from)));
		return v;
	case POSITION:
	case COMPONENT:
		if (is_all_components(v)) {
			v.is_constant |= constant;
			return v;
		}
		if (keeps_component(t)) {
			v.is_place = false;
			return v;
		}
		if (is_dependent_type(to))
			return v;
		return read_value(a, v);
	case VIEW:
		if (is_array_or_view(library_class(to)) || is_dependent_type(to) ||
		    (is_library(clang_getTypeDeclaration(t)) && t.kind == CXType_Record))
			return v;
		break;
	case OBJECT:
		if (t.kind == CXType_Record || t.kind == CXType_Pointer || is_dependent_type(to))
			return v;
		break;
	case EXTENT:
		if (is_number(t) && !constant)
			return nothing;
		v.is_constant |= constant;
		return v;
	case INDEX:
		v.is_constant |= constant;
		return v;
	default:
		return v;
	}
	return escape_value(a, v);
}

/* Reads both v[i] and w[i] in c ? v[i] : w[i], where the value is used. */
static void read_branches(struct accesses *a, const struct tree *conditional)
{
	uint64_t done = a->done;

	for (const struct tree *c = conditional->children; c; c = c->next) {
		if (c->role == ROLE_CONDITION)
			use_as_number(a, eval_expression(a, c), c);
		else if (tree_strip(c)->kind == TREE_CONDITIONAL)
			read_branches(a, tree_strip(c));
		else
			read_value(a, eval_expression(a, c));
		a->done = done;
	}
}

static struct abstract_value eval_conversion(struct accesses *a, const struct tree *t)
{
	const struct tree *operand = tree_operand(t);
	CXType to = tree_type(t);

	if (tree_strip(operand)->kind == TREE_CONDITIONAL && is_number(to) &&
	    !clang_isConstQualifiedType(clang_getCanonicalType(to))) {
		read_branches(a, tree_strip(operand));
		return nothing;
	}
	return converted(a, eval_expression(a, operand), tree_type(operand), to);
}

/* An explicit cast, to another type or the same. */
static struct abstract_value eval_cast(struct accesses *a, const struct tree *t)
{
	const struct tree *from = tree_operand(t);
	enum CXCursorKind kind = t->cursor.kind;
	struct abstract_value v = eval_expression(a, from);
	CXType to = tree_type(t);

	if (clang_getCanonicalType(to).kind == CXType_Void)
		return nothing;
	/* libclang gives a reference the type that it refers to, which leaves open whether the element is
	 * copied */
	if (kind == CXCursor_CXXReinterpretCastExpr || v.kind == ELEMENT || (is_component(v) && v.is_place))
		return escape_value(a, v);
	if ((v.kind == INDEX &&
	     !(v.is_constant && is_index_type(to) && kind == CXCursor_CXXFunctionalCastExpr)) ||
	    v.kind == EXTENT) {
		v.is_constant = false; /* the cast may remove const */
		return escape_value(a, v);
	}
	return converted(a, v, tree_type(from), to);
}

/* ---- Elements ----------------------------------------------------------------- */

void note_place(struct accesses *a, struct abstract_value at, size_t i, size_t n)
{
	if (at.kind == COMPONENT && i + 1 < n && at.dimension > a->leading)
		a->leading = at.dimension;
}

struct abstract_value eval_access(struct accesses *a, struct abstract_value view,
                                  const struct tree *const *arguments,
                                  size_t n, const struct tree *t)
{
	CXType type = tree_type(t);
	bool dependent = is_dependent_type(type), is_own = !view.is_part && n > 0;
	bool is_index = false, is_row = is_array_or_view(library_class(type)); /* m[i] of rank 2 */
	struct abstract_value v = {.kind = ELEMENT, .held = view.held, .is_whole = true};

	for (size_t i = 0; i < n; i++) {
		struct abstract_value at = eval_expression(a, arguments[i]);

		note_place(a, at, i, is_row ? n + 1 : n);
		/* a view's subscript operators do not modify their index */
		if (at.kind == INDEX || (at.kind == COMPONENT && at.is_place))
			a->index_on_premises |= dependent && !at.is_constant;
		if (at.kind == INDEX && n == 1) {
			is_index = true;
			continue;
		}
		if (at.kind == COMPONENT && at.dimension == (int)i && is_own)
			continue;
		is_own = false;
		if (at.kind == INDEX || at.kind == COMPONENT || !dependent)
			read_value(a, at);
		else
			use_as_number(a, at, arguments[i]);
		if (at.kind == ELEMENT)
			at.held->on_premises |= dependent;
	}
	if (is_row) {
		v = view;
		v.is_part = true;
		v.held->elsewhere = true;
		return v; /* a row */
	}
	if (dependent) {
		struct library_type library;

		suppose_view(a, view.held);
		v.may_be_view =
			n == 1 && !is_index &&
			(view.is_part ||
		         !library_type(clang_getCursorType(view.held->declaration), &library) ||
		         library.rank != 1);
		is_own &= !v.may_be_view;
	}
	note_inside(a, view, arguments, n, t);
	v.is_own = is_own;
	v.is_run = dependent && is_index && !view.is_part && t->kind == TREE_CALL;
	v.held->elsewhere |= !is_own;
	return v;
}

static struct abstract_value eval_subscript(struct accesses *a, const struct tree *t)
{
	const struct tree *object = tree_part(t, ROLE_OBJECT), *index = tree_operand(t);
	bool dependent = is_dependent_type(tree_type(t));

	if (!object || !index)
		return eval_unknown(a, t);
	struct abstract_value of = eval_expression(a, object), at;

	if (of.kind == VIEW && !of.is_pointer) {
		const struct tree *indices[3] = {index};
		size_t n = 1;

		while (n < 3 && (index = index->next) != NULL)
			indices[n++] = index;
		return eval_access(a, of, indices, n, t);
	}
	at = eval_expression(a, index);
	switch (of.kind) {
	case INDEX:
	case POSITION:
		use_as_number(a, at, index);
		return component_at(of, index);
	case ELEMENT: /* of an array in the element; or of a projection */
		of = pointed(of);
		of.is_whole = false;
		if (of.may_be_view)
			of.is_own = of.is_fresh = false;
		use_as_number(a, at, index);
		if (at.kind == ELEMENT)
			at.held->on_premises |= dependent;
		return of;
	default:
		escape_value(a, of);
		return dependent ? escape_value(a, at) : use_as_number(a, at, index);
	}
}

/* ---- Operators ------------------------------------------------------------------ */

/* Whether an expression, of value v, is a number; in a template, whether it is one if the premises hold. */
static bool is_supposed_number(struct accesses *a, struct abstract_value v, const struct tree *t)
{
	CXCursor d = tree_strip(t)->declaration;

	if (v.kind == ELEMENT)
		return suppose_element(a, v, t);
	if (v.kind == NUMBER || is_component(v))
		return true;
	if (!is_dependent_type(tree_type(t)))
		return is_number(tree_type(t));
	return (d.kind == CXCursor_VarDecl || d.kind == CXCursor_ParmDecl ||
	        d.kind == CXCursor_FieldDecl) &&
	       suppose_number(a, d);
}

static void depend(struct abstract_value v, bool on_premises)
{
	if (v.kind == ELEMENT)
		v.held->on_premises |= on_premises;
}

/* Returns what is known of the value of an operator whose operands have these values: origin = tile * extent,
 * global = origin + local. */
static struct abstract_value combine(const struct accesses *a, const struct tree *t,
                                     const struct abstract_value values[2])
{
	const struct tree *o[2] = {tree_operand(t), tree_second(t)};

	for (size_t i = 0; i < 2; i++) {
		struct abstract_value v = values[i], other = values[1 - i];

		if (v.kind != POSITION || v.dimension < 0 || v.dimension > 2)
			continue;
		v.is_place = false;
		v.is_constant = true;
		if (t->binary == CXBinaryOperator_Mul && v.position == TILE_INDEX && a->tile[v.dimension] &&
		    number_of(o[1 - i]) == (int)a->tile[v.dimension]) {
			v.position = TILE_ORIGIN;
			return v;
		}
		if (t->binary == CXBinaryOperator_Add && v.position == TILE_ORIGIN && other.kind == POSITION &&
		    other.position == IN_TILE && other.dimension == v.dimension) {
			v.kind = COMPONENT;
			return v;
		}
	}
	return nothing;
}

/* An operator that reads its operands. In a template it is built-in if they are numbers. */
static struct abstract_value eval_values(struct accesses *a, const struct tree *t)
{
	const struct tree *o[2] = {tree_operand(t), tree_second(t)};
	struct abstract_value values[2] = {nothing, nothing};
	bool numbers = true;
	uint64_t done = a->done;

	for (size_t i = 0; i < 2 && o[i]; i++) {
		values[i] = eval_expression(a, o[i]);
		a->done = done;
	}
	for (size_t i = 0; i < 2 && o[i] && t->is_open; i++)
		numbers &= is_supposed_number(a, values[i], o[i]);
	for (size_t i = 0; i < 2 && o[i]; i++) {
		/* an element without a conversion is not read */
		if (t->is_open ? !numbers : values[i].kind == ELEMENT)
			escape_value(a, values[i]);
		else
			read_value(a, values[i]);
		depend(values[i], t->is_open);
	}
	struct abstract_value v =
	    keeps_component(clang_getCanonicalType(tree_type(t))) ? combine(a, t, values) : nothing;
	if (v.kind == NOTHING && t->is_open && numbers)
		v.kind = NUMBER;
	return v;
}

/* x += y, ++x */
static struct abstract_value eval_change(struct accesses *a, const struct tree *t)
{
	const struct tree *left = tree_operand(t), *right = tree_second(t);
	struct abstract_value to = eval_expression(a, left), by = right
	                                                              ? eval_expression(a, right)
	                                                              : nothing;
	bool numbers = !t->is_open || is_supposed_number(a, to, left);

	if (right && numbers && may_be_function(t))
		numbers = is_supposed_number(a, by, right);
	depend(to, t->is_open);
	depend(by, t->is_open);
	if (!numbers || (!right && to.kind == ELEMENT && !suppose_element(a, to, left))) {
		escape_value(a, to);
		return escape_value(a, by);
	}
	if (right)
		use_as_number(a, by, right);
	if (to.kind == ELEMENT)
		read_value(a, to);
	write_value(a, to);
	return right ? to : nothing;
}

static struct abstract_value eval_binary(struct accesses *a, const struct tree *t)
{
	struct abstract_value v;

	if (!tree_second(t) || t->binary == CXBinaryOperator_Invalid ||
	    t->binary == CXBinaryOperator_PtrMemD || t->binary == CXBinaryOperator_PtrMemI)
		return eval_unknown(a, t);
	if (t->binary == CXBinaryOperator_Assign) {
		eval_assignment(a, t, &v);
		return v;
	}
	if (t->binary > CXBinaryOperator_Assign && t->binary <= CXBinaryOperator_OrAssign)
		return eval_change(a, t);
	if (t->binary == CXBinaryOperator_Comma && may_be_function(t))
		return eval_unknown(a, t);
	if (t->binary == CXBinaryOperator_Comma) {
		eval_expression(a, tree_operand(t));
		return eval_expression(a, tree_second(t));
	}
	return eval_values(a, t);
}

static struct abstract_value eval_unary(struct accesses *a, const struct tree *t)
{
	struct abstract_value v;

	if (!tree_operand(t))
		return eval_unknown(a, t);
	switch (t->unary) {
	case CXUnaryOperator_Deref:
		v = eval_expression(a, tree_operand(t));
		if (v.is_pointer)
			return pointed(v);
		return escape_value(a, v);
	case CXUnaryOperator_PreInc:
	case CXUnaryOperator_PreDec:
	case CXUnaryOperator_PostInc:
	case CXUnaryOperator_PostDec:
		return eval_change(a, t);
	case CXUnaryOperator_Plus:
	case CXUnaryOperator_Minus:
	case CXUnaryOperator_Not:
	case CXUnaryOperator_LNot:
		return eval_values(a, t);
	default:
		return eval_unknown(a, t);
	}
}

/* ---- Assignments ------------------------------------------------------------------ */

bool is_assignment(const struct tree *t)
{
	if (t->kind == TREE_BINARY)
		return t->binary == CXBinaryOperator_Assign && tree_second(t);
	return t->kind == TREE_CALL && tree_part(t, ROLE_OBJECT) && tree_part(t, ROLE_ARGUMENT) &&
	       is_named(t->declaration, "operator=");
}

/* Assigns by a class's operator: an implicit or defaulted one, or that of the library's short vectors. */
static uint64_t assign_object(struct accesses *a, const struct tree *t, struct abstract_value to,
                              struct abstract_value from)
{
	bool is_plain = is_plain_class(tree_type(tree_part(t, ROLE_OBJECT))) &&
	                (is_copy(t->declaration) || is_library(t->declaration));

	if (from.kind == ELEMENT && is_plain)
		read_value(a, from);
	else
		escape_value(a, from);
	uint64_t bits = write_value(a, to);

	if (to.kind == ELEMENT && is_plain)
		return bits;
	escape_value(a, to);
	return 0;
}

/* Assigns by the built-in operator; in a template, numbers. */
static uint64_t assign_value(struct accesses *a, const struct tree *left, const struct tree *right,
                             struct abstract_value to, struct abstract_value from)
{
	bool dependent = is_dependent_type(tree_type(left)) || is_dependent_type(tree_type(right));

	if (from.kind == ELEMENT && dependent && is_supposed_number(a, to, left)) {
		use_as_number(a, from, right); /* as `to` is a number, the element is read */
		from.held->on_premises = true;
	} else if (from.kind == ELEMENT) {
		escape_value(a, from);
	} else {
		read_value(a, from);
	}
	if (to.kind == ELEMENT && is_dependent_type(tree_type(left)))
		suppose_view(a, to.held);
	return write_value(a, to);
}

uint64_t eval_assignment(struct accesses *a, const struct tree *t, struct abstract_value *result)
{
	bool is_call = t->kind == TREE_CALL;
	const struct tree *left = is_call ? tree_part(t, ROLE_OBJECT) : tree_operand(t);
	const struct tree *right = is_call ? tree_part(t, ROLE_ARGUMENT) : tree_second(t);
	struct abstract_value to = eval_expression(a, left), from;
	uint64_t bits = 0;

	if (is_assignment(tree_strip(right))) {
		bits = eval_assignment(a, tree_strip(right), &from);
		from = nothing; /* a nested assignment's value is what it has just written */
	} else {
		from = eval_expression(a, right);
	}
	*result = to;
	if (is_call) {
		bits |= assign_object(a, t, to, from);
		if (!is_copy(t->declaration))
			*result = nothing;
		return bits;
	}
	bits |= assign_value(a, left, right, to, from);
	result->is_fresh = to.kind == ELEMENT;
	return bits;
}

/* ---- Expressions --------------------------------------------------------------------- */

/* A lambda's body may be executed or not, and its returns are its own. */
static void eval_lambda(struct accesses *a, const struct tree *t)
{
	struct walk_frame around = *a->frame;

	a->frame->function = t->cursor;
	eval_unknown(a, t);
	*a->frame = around;
}

/* GNU's ({ …; e; }), which has the value of e. */
static void eval_statement_expression(struct accesses *a, const struct tree *t)
{
	const struct tree *body = tree_part(t, ROLE_BODY);

	for (const struct tree *c = body ? body->children : NULL; c; c = c->next) {
		if (!c->next && c->kind == TREE_EXPRESSION && tree_operand(c))
			eval_escaping(a, tree_operand(c));
		else
			run_statement(a, c);
	}
}

static void eval_conditional(struct accesses *a, const struct tree *t)
{
	uint64_t done = a->done;

	for (const struct tree *c = t->children; c; c = c->next) {
		struct abstract_value part = eval_expression(a, c);

		if (c->role == ROLE_CONDITION)
			use_as_number(a, part, c);
		else
			escape_value(a, part);
		a->done = done;
	}
}

/* {a, b}, whose elements have no conversions in libclang's AST. */
static void eval_list(struct accesses *a, const struct tree *t)
{
	CXType type = clang_getCanonicalType(tree_type(t));
	bool numbers = type.kind == CXType_ConstantArray && is_number(clang_getArrayElementType(type));

	for (const struct tree *c = t->children; c; c = c->next) {
		struct abstract_value part = eval_expression(a, c);

		if (part.kind == COMPONENT ||
		    (numbers && part.kind == ELEMENT && is_number(tree_type(c))))
			read_value(a, part);
		else
			escape_value(a, part);
	}
}

static struct abstract_value eval_kind(struct accesses *a, const struct tree *t)
{
	struct abstract_value v;

	switch (t->kind) {
	case TREE_NAME:
		return eval_name(a, t);
	case TREE_MEMBER:
		return eval_member(a, t);
	case TREE_THIS:
		v = a->frame->self;
		v.is_pointer = v.kind != NOTHING;
		return v;
	case TREE_PARENTHESES:
		return tree_operand(t) ? eval_expression(a, tree_operand(t)) : nothing;
	case TREE_CONVERSION:
		return eval_conversion(a, t);
	case TREE_CALL:
		if (!is_assignment(t))
			return eval_call(a, t, false);
		eval_assignment(a, t, &v);
		return v;
	case TREE_CONSTRUCTION:
		return eval_call(a, t, false);
	case TREE_SUBSCRIPT:
		return eval_subscript(a, t);
	case TREE_BINARY:
		return eval_binary(a, t);
	case TREE_UNARY:
		return eval_unary(a, t);
	case TREE_CAST:
		return eval_cast(a, t);
	case TREE_LITERAL:
	case TREE_UNEVALUATED:
		return nothing;
	case TREE_CONDITIONAL:
		eval_conditional(a, t);
		return nothing;
	case TREE_LAMBDA:
		eval_lambda(a, t);
		return nothing;
	case TREE_STATEMENTS:
		eval_statement_expression(a, t);
		return nothing;
	case TREE_LIST:
		eval_list(a, t);
		return nothing;
	default:
		return eval_unknown(a, t);
	}
}

struct abstract_value eval_expression(struct accesses *a, const struct tree *t)
{
	uint64_t done = a->done;
	struct abstract_value v = eval_kind(a, t);

	a->done = done;
	return v;
}
