/* Tile loops, untiled kernels: points that follow each other in a row of the domain are like the threads of a tile, and
 * loops that all of them execute alike are cut as if they waited in each iteration:
 *
 *     for (int k = 0; k < a.extent[1]; k++)     the header is executed once
 *         sum += a(i[0], k) * b(k, i[1]);       a loop over the points
 *
 * The points for which an if on the index is true become a loop of their own (tile_ranges.c).
 *
 * Compilers vectorize the loop over the points, which they would not if it had another loop of unknown length in
 * it. It reads b along rows. Short loops of known length are left to the compiler, which can keep `sum` in
 * registers there. If it executes such a loop for several points or threads at once, it does not unroll it by
 * itself (gcc 12 only up to 16 times, if nothing is left of the loop), and a step of `sum += a(k) * b(k)` has
 * four instructions for the loop besides two that count. */
#include "tile_loops/tile_loops_internal.h"

#include <stdlib.h>

#define MOST_CALLS 3 /* depth of the calls in a loop that is cut */
#define MOST_TOKENS 150 /* of a loop that is unrolled */
#define MOST_STEPS 32   /* of a loop that is not cut */

/* ---- Which loops are cut -------------------------------------------------- */

static bool is_arithmetic(const struct loops *s, const struct tree *around, unsigned depth);

/* Returns the container, or the row of one, if a node denotes an element or a row of it; else NULL. */
static const struct tree *accessed(const struct tree *t)
{
	const struct tree *callee = t->kind == TREE_CALL ? tree_strip(tree_part(t, ROLE_CALLEE)) : NULL;
	const struct tree *object =
	    t->kind == TREE_CALL || t->kind == TREE_SUBSCRIPT ? tree_strip(call_object(t)) : NULL;

	if (object && library_entity(t->declaration) == LIBRARY_ELEMENT)
		return object;
	object = object ? object : callee;              /* in a template, the callee of view(i) is the view */
	if (!object || object_class(t) != LIBRARY_NONE) /* a.extent() */
		return NULL;
	return is_container(object_class(object)) || (t->kind == TREE_SUBSCRIPT && accessed(object)) ? object : NULL;
}

/* Whether a function only computes its result from its arguments. */
static bool is_arithmetic_function(const struct loops *s, CXCursor function, unsigned depth)
{
	const struct body *b = depth < MOST_CALLS && !clang_CXXMethod_isVirtual(function)
	                           ? called_tree(s->l->unit->bodies, function)
	                           : NULL;

	return b && b->root && is_arithmetic(s, b->root, depth + 1);
}

/* Whether a function object is called whose type depends on template parameters: it mostly computes a value. */
static bool is_dependent_object_call(const struct tree *t)
{
	const struct tree *callee = t->kind == TREE_CALL ? tree_strip(tree_part(t, ROLE_CALLEE)) : NULL;

	return callee &&
	       (callee->declaration.kind == CXCursor_VarDecl || callee->declaration.kind == CXCursor_ParmDecl ||
	        callee->declaration.kind == CXCursor_FieldDecl) &&
	       is_dependent_type(tree_type(callee));
}

static bool is_arithmetic_call(const struct loops *s, const struct tree *t, unsigned depth)
{
	enum library_entity entity = library_entity(t->declaration);

	if (accessed(t) || is_dependent_object_call(t) || (t->kind == TREE_CALL && is_pure_call(s, t, depth)))
		return true;
	if (clang_Cursor_isNull(t->declaration) || is_amp_library(t->declaration))
		return entity == LIBRARY_COMPONENT ||
		       library_entity(clang_getCursorSemanticParent(t->declaration)) == LIBRARY_INDEX;
	return is_arithmetic_function(s, t->declaration, depth);
}

/* Whether compilers can be expected to vectorize code: it has no branches but for-loops, and calls nothing that is not
 * known. */
static bool is_arithmetic(const struct loops *s, const struct tree *around, unsigned depth)
{
	for (const struct tree *t = around; t; t = tree_next(t, around)) {
		switch (t->kind) {
		case TREE_BLOCK:
		case TREE_DECLARATION:
		case TREE_EXPRESSION:
		case TREE_EMPTY:
		case TREE_ATTRIBUTED:
		case TREE_VARIABLE:
		case TREE_LITERAL:
		case TREE_NAME:
		case TREE_THIS:
		case TREE_MEMBER:
		case TREE_SUBSCRIPT:
		case TREE_UNARY:
		case TREE_BINARY:
		case TREE_CONDITIONAL:
		case TREE_PARENTHESES:
		case TREE_CAST:
		case TREE_CONVERSION:
		case TREE_REFERENCE:
			break;
		case TREE_FOR:
			if (depth)
				return false;
			break;
		case TREE_CALL:
		case TREE_CONSTRUCTION:
			if (!is_arithmetic_call(s, t, depth))
				return false;
			break;
		case TREE_RETURN:
			if (!depth || t->next)
				return false;
			break;
		default:
			return false;
		}
	}
	return true;
}

/* Whether an expression, or NULL, depends only on the variable that a loop declares, and on constants. */
static bool is_of_loop(const struct tree *loop, const struct tree *expression)
{
	const struct tree *init = tree_part(loop, ROLE_INIT);

	for (const struct tree *t = expression; t; t = tree_next(t, expression)) {
		if (t->kind == TREE_NAME && t->declaration.kind != CXCursor_NonTypeTemplateParameter &&
		    t->declaration.kind != CXCursor_EnumConstantDecl && !is_constant(t->declaration) &&
		    !(init && init->children && clang_equalCursors(t->declaration, init->children->declaration)))
			return false;
		if (t->kind == TREE_MEMBER || t->kind == TREE_CALL)
			return false;
	}
	return expression;
}

/* Whether a loop's condition depends only on the variable that the loop declares, and on constants. */
static bool is_of_known_length(const struct tree *loop)
{
	return is_of_loop(loop, tree_part(loop, ROLE_CONDITION));
}

/* Whether compilers can be expected to unroll a loop: it is of known length and has few steps, or it is not seen how
 * many. */
static bool is_short(const struct tree *loop)
{
	const struct tree *init = tree_part(loop, ROLE_INIT), *condition = tree_strip(tree_part(loop, ROLE_CONDITION));
	const struct tree *start = init && init->children ? tree_part(init->children, ROLE_INIT) : NULL;
	int64_t first, end;

	return is_of_known_length(loop) &&
	       (!start || condition->kind != TREE_BINARY || !tree_value(start, &first) ||
	        (!tree_value(tree_second(condition), &end) && !tree_value(tree_operand(condition), &end)) ||
	        (end > first ? end - first : first - end) <= MOST_STEPS);
}

/* Whether all that encloses a loop is executed alike in all points, or in some of them, if the loops are. */
static bool is_in_loops_only(const struct tree *loop)
{
	const struct tree *t = loop->parent;

	while (t && (t->kind == TREE_BLOCK || t->kind == TREE_ATTRIBUTED || t->kind == TREE_FOR))
		t = t->parent;
	while (t && (t->kind == TREE_BLOCK || t->kind == TREE_ATTRIBUTED || t->kind == TREE_IF))
		t = t->parent;
	return !t;
}

/* Returns the outermost expression that has the value of t, or refers to the same object. */
static const struct tree *unstripped(const struct tree *t)
{
	while (t->parent && (t->parent->kind == TREE_CONVERSION || t->parent->kind == TREE_PARENTHESES))
		t = t->parent;
	return t;
}

bool may_change_index(struct loops *s)
{
	const struct tree *root = s->tree->root;

	for (const struct tree *t = root; t; t = tree_next(t, root)) {
		if (!is_index(s, t) || !(mention_at(&s->uses, t->name).use & ~(unsigned)USE_READ))
			continue;
		const struct tree *e = unstripped(t);

		if ((e->parent->kind == TREE_CALL || e->parent->kind == TREE_SUBSCRIPT) && !accessed(e->parent))
			e = unstripped(e->parent); /* a component */
		/* in a template, it is not known what view[i] does with i */
		if (!accessed(e->parent))
			return true;
	}
	return false;
}

bool find_row_loops(struct loops *s)
{
	const struct tree *root = s->tree->root;

	for (const struct tree *t = root; t; t = tree_next_outside(t, root)) {
		if (t->kind == TREE_FOR && !is_short(t) && is_in_loops_only(t) && is_arithmetic(s, t, 0))
			APPEND(s->row_loops, s->n_row_loops) = t;
	}
	for (const struct tree *t = root; t; t = tree_next_outside(t, root)) {
		bool divides =
		    t->kind == TREE_BINARY && (t->binary == CXBinaryOperator_Div || t->binary == CXBinaryOperator_Rem);

		if ((t->kind == TREE_IF && t->parent == root) || t->kind == TREE_CONDITIONAL || divides ||
		    (t->kind == TREE_CALL && is_pure_call(s, t, 0)))
			return true;
	}
	return s->n_row_loops;
}

bool is_row_if(struct loops *s, const struct tree *t)
{
	const struct tree *branches[] = {tree_part(t, ROLE_BODY), tree_part(t, ROLE_OTHERWISE)};

	for (size_t i = 0; i < 2; i++) {
		if (branches[i] && branches[i]->kind != TREE_IF && !is_arithmetic(s, branches[i], 0))
			return false;
	}
	return s->row_rank && has_row_accesses(s, t->first, t->last);
}

bool is_row_code(struct loops *s, const struct tree *t)
{
	for (; t; t = t->next) {
		if (t->kind == TREE_IF ? !is_row_if(s, t)
		                       : !is_arithmetic(s, t, 0) || !has_row_accesses(s, t->first, t->last))
			return false;
	}
	return true;
}

bool is_row_region(struct loops *s, size_t first, size_t last)
{
	const struct tree *t = s->tree->root;

	while (t && s->row_rank) {
		bool is_in = t->first >= first && t->last <= last;

		if (is_in && t->first < t->last && !is_arithmetic(s, t, 0))
			return false;
		t = is_in ? tree_skip(t, s->tree->root) : tree_next_outside(t, s->tree->root);
	}
	return !s->row_rank || has_row_accesses(s, first, last);
}

void keep_row_loops(struct loops *s, const struct tree *t)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n_row_loops; i++) {
		if (s->row_loops[i]->first < t->first || s->row_loops[i]->last > t->last)
			s->row_loops[n++] = s->row_loops[i];
	}
	s->n_row_loops = n;
}

bool has_row_loop(const struct loops *s, size_t first, size_t last)
{
	for (size_t i = 0; i < s->n_row_loops; i++) {
		if (s->row_loops[i]->first >= first && s->row_loops[i]->last <= last)
			return true;
	}
	return false;
}

/* Whether a condition may be several branches, of which g++ says that it ignores the pragma in front of them. */
static bool may_branch(const struct tree *condition)
{
	for (const struct tree *t = condition; t; t = tree_next(t, condition)) {
		if (t->kind == TREE_CONDITIONAL || (t->kind == TREE_BINARY && (t->binary == CXBinaryOperator_LAnd ||
		                                                               t->binary == CXBinaryOperator_LOr)))
			return true;
	}
	return false;
}

bool is_unrolled(const struct loops *s, const struct tree *loop)
{
	if (loop->kind != TREE_FOR || loop->last - loop->first > MOST_TOKENS || !is_of_known_length(loop) ||
	    !is_of_loop(loop, tree_part(loop, ROLE_INIT)) || !is_of_loop(loop, tree_part(loop, ROLE_STEP)) ||
	    may_branch(tree_part(loop, ROLE_CONDITION)))
		return false;
	for (const struct tree *t = tree_next(loop, loop); t; t = tree_next(t, loop)) {
		if (is_loop_statement(t))
			return false;
	}
	return is_arithmetic(s, loop, 0);
}

/* ---- Accesses ------------------------------------------------------------- */

/* Whether an expression depends only on the variable of a loop around it that is executed for each point. */
static bool is_of_short_loop(const struct tree *e)
{
	for (const struct tree *t = e->parent; t; t = t->parent) {
		if (t->kind == TREE_FOR && is_of_known_length(t) && is_of_loop(t, e))
			return true;
	}
	return false;
}

/* Whether a subscript is the same in all points of a row; along: or grows by one from point to point. */
static bool is_row_subscript(struct loops *s, const struct tree *t, bool along)
{
	const struct tree *e = evaluated(s, strip_copies(t)), *branches[2];

	if (is_index(s, e))
		return along;
	if (usual_branches(s, e, branches))
		return is_row_subscript(s, branches[0], along) && is_row_subscript(s, branches[1], along);
	if (e->kind == TREE_CALL && along && is_usual_call(s, e))
		return true;
	if (e->kind == TREE_CALL && is_pure_call(s, e, 0)) {
		for (unsigned d = 0; call_argument(e, d); d++) {
			if (!is_row_subscript(s, call_argument(e, d), false))
				return false;
		}
		return true;
	}
	if (e->kind == TREE_CONSTRUCTION && library_class(tree_type(e)) == LIBRARY_INDEX) {
		for (unsigned d = 0; call_argument(e, d); d++) {
			if (!is_row_subscript(s, call_argument(e, d), along && !call_argument(e, d + 1)))
				return false;
		}
		return call_argument(e, 0);
	}
	if (e->kind == TREE_BINARY && (e->binary == CXBinaryOperator_Add || e->binary == CXBinaryOperator_Sub))
		return (is_row_subscript(s, tree_operand(e), along) && is_row_subscript(s, tree_second(e), false)) ||
		       (along && e->binary == CXBinaryOperator_Add && is_row_subscript(s, tree_operand(e), false) &&
		        is_row_subscript(s, tree_second(e), true));
	return kind_of_expression(s, e) == UNIFORM || is_of_short_loop(e) || (along && linear_dimension(s, e) >= 0);
}

/* Whether an access to an array or a view reads or writes consecutive elements in consecutive points, or the same one.
 * along: its last subscript may differ. */
static bool is_row_access(struct loops *s, const struct tree *t, bool along)
{
	const struct tree *object = accessed(t);

	if (accessed(object) ? !is_row_access(s, object, false) /* a[i][k] */ : !is_array_or_view(object_class(object)))
		return false;
	if (t->kind == TREE_SUBSCRIPT)
		return is_row_subscript(s, tree_operand(t), along);
	for (unsigned d = 0; call_argument(t, d); d++) {
		if (!is_row_subscript(s, call_argument(t, d), along && !call_argument(t, d + 1)))
			return false;
	}
	return true;
}

/* Whether an access denotes a row, of which another one denotes an element. */
static bool is_row(const struct tree *t)
{
	const struct tree *around = unstripped(t)->parent;

	return around && accessed(around) == t;
}

bool has_row_accesses(struct loops *s, size_t first, size_t last)
{
	const struct tree *root = s->tree->root;

	for (const struct tree *t = root; t; t = tree_next(t, root)) {
		if (t->first >= first && t->last <= last && accessed(t) && !is_row(t) && !is_row_access(s, t, true))
			return false;
	}
	return true;
}
