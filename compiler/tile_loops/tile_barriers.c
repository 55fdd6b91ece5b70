/* Tile loops: where the threads of a tile may wait, and where they jump; which variables all threads change together
 * between these places. */
#include "tile_loops/tile_loops_internal.h"

/* ---- Barriers and jumps --------------------------------------------------- */

/* Returns the outermost expression around t that denotes the same object or a copy of it. */
static const struct tree *outermost(const struct tree *t)
{
	while (t->parent && (t->parent->kind == TREE_PARENTHESES || t->parent->kind == TREE_CONVERSION ||
	                     t->parent->kind == TREE_CONSTRUCTION))
		t = t->parent;
	return t;
}

const struct tree *barrier_at(const struct loops *s, const struct tree *name)
{
	const struct tree *t = outermost(name);

	if (is_name_of(name, s->barrier_cursor))
		return t;
	if (!is_index(s, name))
		return NULL;
	if (t->role != ROLE_OBJECT || t->parent->kind != TREE_MEMBER)
		return t;
	return library_entity(tree_member(s->l->unit, t->parent)) == LIBRARY_INDEX_BARRIER
	           ? outermost(t->parent)
	           : NULL;
}

/* Whether a call takes the index or the barrier and does not wait: a fence, or an element access. */
static bool is_waitless(const struct tree *call)
{
	const struct tree *callee = tree_strip(tree_part(call, ROLE_CALLEE)), *object = call_object(call);

	return call->kind == TREE_SUBSCRIPT || library_entity(call->declaration) == LIBRARY_ELEMENT ||
	       (callee && means_entity(callee->declaration, LIBRARY_FENCE)) ||
	       ((object || callee) && is_container(object_class(object ? object : callee)));
}

/* Whether threads may wait where the index or the barrier is named. */
static bool waits_at(struct loops *s, const struct tree *name)
{
	const struct tree *t = barrier_at(s, name);

	if (!t ||
	    (t->parent->kind == TREE_VARIABLE && clang_equalCursors(t->parent->declaration, s->barrier_cursor)))
		return false;
	if (t->role == ROLE_ARGUMENT || t->parent->kind == TREE_SUBSCRIPT)
		return !is_waitless(t->parent) && call_waits(s, t);
	return true;
}

/* Returns the next node whose name is in [first, last); after: the previous one. */
static const struct tree *next_named(const struct loops *s, size_t first, size_t last, const struct tree *after)
{
	const struct tree *t = after ? after->next_named : NULL;

	for (size_t i = after ? after->name + 1 : first; !t && i < last; i++)
		t = tree_named(s->tree, i);
	return t;
}

const struct tree *next_wait(struct loops *s, size_t first, size_t last, const struct tree *after)
{
	const struct tree *t = next_named(s, first, last, after);

	while (t && (t->kind != TREE_NAME || !waits_at(s, t)))
		t = next_named(s, first, last, t);
	return t;
}

bool has_barrier(struct loops *s, size_t first, size_t last)
{
	return s->row_rank ? has_row_loop(s, first, last) : next_wait(s, first, last, NULL) != NULL;
}

const struct tree *next_jump(const struct loops *s, enum tree_kind kind, size_t first, size_t last,
                             const struct tree *after)
{
	const struct tree *t = next_named(s, first, last, after);

	while (t && (t->kind != kind || jump_target(t)->first >= first))
		t = next_named(s, first, last, t);
	return t;
}

bool has_jump(const struct loops *s, enum tree_kind kind, size_t first, size_t last)
{
	return (kind != TREE_CONTINUE || s->in.loop_depth) && next_jump(s, kind, first, last, NULL);
}

/* ---- Variables that all threads change together --------------------------- */

/* Whether a node modifies a variable in a way in which threads may differ. */
static bool may_change_alone(struct loops *s, const struct body_variable *v, const struct tree *t)
{
	return t && changes(s, t->first, t->last, v->cursor) && !is_uniform_change(s, v, t);
}

/* Whether a statement leaves a uniform variable uniform. In a statement with a barrier, only its parts
 * matter: it is cut, or there are no loops at all. Some points of a row may not be in an if. */
static bool leaves_uniform(struct loops *s, const struct body_variable *v, const struct tree *t)
{
	if (!may_change_alone(s, v, t))
		return true;
	if (!has_barrier(s, t->first, t->last) || (t->kind != TREE_BLOCK && t->kind != TREE_FOR &&
	                                           t->kind != TREE_WHILE && (t->kind != TREE_IF || s->row_rank)))
		return false;
	for (const struct tree *c = t->children; c; c = c->next) {
		if (is_statement(c) && c->role != ROLE_INIT ? !leaves_uniform(s, v, c)
		    : c->role == ROLE_CONDITION             ? changes(s, c->first, c->last, v->cursor)
		                                            : may_change_alone(s, v, c))
			return false;
	}
	return true;
}

bool stays_uniform(struct loops *s, const struct body_variable *v)
{
	for (const struct tree *t = v->tree ? v->tree->parent->next : s->tree->root->children; t; t = t->next) {
		if (!leaves_uniform(s, v, t))
			return false;
	}
	return true;
}

/* Whether a variable that is not declared by a for is uniform if those that are assumed to be are. */
static bool holds(struct loops *s, struct body_variable *v)
{
	const struct tree *list = v->tree->parent, *scope = list->parent, *value = initializer_of(v);

	if (list->kind != TREE_DECLARATION || scope->kind != TREE_BLOCK ||
	    (value && kind_of_expression(s, value) != UNIFORM))
		return false;
	return !changes(s, v->tree->last, list->last, v->cursor) &&
	       (changes(s, list->last, scope->last, v->cursor) ? stays_uniform(s, v) : value != NULL);
}

void assume_uniform(struct loops *s)
{
	bool changed = true;

	s->is_without_premises = true;
	FOR_EACH(struct body_variable, v, s->variables, s->n_variables) {
		v->is_assumed = !v->in_use && !v->is_bound && v->type &&
		                is_number(clang_getCursorType(v->cursor)) && !is_tile_static(v->cursor);
	}
	while (changed) {
		changed = false;
		FOR_EACH(struct body_variable, v, s->variables, s->n_variables) {
			if (v->is_assumed && !holds(s, v)) {
				v->is_assumed = false;
				changed = true;
			}
		}
	}
	s->is_without_premises = false;
}
