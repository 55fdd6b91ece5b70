/* Tile loops, aliases: references, constant pointers and lambdas with captures. They refer to other objects: a thread's
 * own variables, which have other addresses in each region, and elements of tile_static memory and of containers.
 * Regions that name one declare it anew, and so use all that its initializer names. */
#include "body/denotes.h"
#include "tile_loops/tile_loops_internal.h"

#include <string.h>

static bool is_lambda(const struct tree *t)
{
	return t && t->kind == TREE_LAMBDA;
}

/* Returns what a lambda captures; a block of C captures all by value. */
static struct captures captures_of(const struct loops *s, const struct tree *lambda)
{
	return lambda->cursor.kind == CXCursor_LambdaExpr
	           ? read_captures(s->l->unit, tree_offset(s->l->unit, lambda))
	           : (struct captures){.default_capture = '='};
}

/* Whether a lambda captures nothing, so that it is the same wherever it is written. */
static bool is_without_captures(const struct loops *s, const struct tree *lambda)
{
	const struct captures c = captures_of(s, lambda);

	return !c.default_capture && !c.has_others && !c.by_reference.count && !c.by_value.count;
}

void find_aliases(struct loops *s)
{
	bool has_address = has_private_address(s);

	FOR_EACH(struct body_variable, v, s->variables, s->n_variables) {
		const struct tree *value =
		    v->is_bound || v->tree->next || clang_equalCursors(v->cursor, s->barrier_cursor)
		        ? NULL
		        : initializer_of(v);

		if (!value || v->tree->parent->kind != TREE_DECLARATION || v->tree->parent->children != v->tree ||
		    v->tree->parent->parent->kind != TREE_BLOCK)
			continue;
		const struct tree *lambda = strip_copies(value);

		v->is_alias = is_reference(clang_getCursorType(v->cursor)) ||
		              (has_address && is_pointer(clang_getCursorType(v->cursor))) ||
		              (is_lambda(lambda) && !is_without_captures(s, lambda));
		if (is_lambda(lambda) && v->is_alias)
			v->type = NULL;
	}
}

/* The tokens from the end of an alias's declaration to the end of its scope. */
struct alias_scope {
	struct loops *s;
	size_t first, last;
};

/* Whether the scope modifies a variable that an expression names. */
static bool is_changed_later(struct alias_scope a, const struct tree *t)
{
	FOR_EACH(const struct body_variable, v, a.s->variables, a.s->n_variables) {
		if (v->in_use && names(a.s, t->first, t->last, v->cursor) && changes(a.s, a.first, a.last, v->cursor))
			return true;
	}
	return false;
}

/* Whether the value of an expression is the same wherever it is evaluated in a scope: it depends on uniform values,
 * on the index, and on variables that the scope does not modify. */
static bool is_stable_value(struct alias_scope a, const struct tree *t)
{
	const struct body_variable *v = mentioned_variable(a.s, t);

	if (kind_of_expression(a.s, t) <= REPEATED)
		return !is_changed_later(a, t);
	if (v)
		return v->in_use && !v->is_alias && is_number(clang_getCursorType(v->cursor)) &&
		       !is_tile_static(v->cursor) && !changes(a.s, a.first, a.last, v->cursor);
	if (t->kind != TREE_PARENTHESES && t->kind != TREE_CONVERSION && t->kind != TREE_CAST &&
	    (t->kind != TREE_UNARY || t->unary < CXUnaryOperator_Plus || t->unary > CXUnaryOperator_LNot) &&
	    (t->kind != TREE_BINARY || t->binary < CXBinaryOperator_Mul || t->binary > CXBinaryOperator_LOr))
		return false;
	for (const struct tree *c = t->children; c; c = c->next) {
		if (!is_number(tree_type(c)) || !is_stable_value(a, c))
			return false;
	}
	return true;
}

/* Whether all of a container's subscripts are stable values, or the index. */
static bool are_stable_subscripts(struct alias_scope a, const struct tree *t, enum tree_role role)
{
	for (const struct tree *c = t->children; c; c = c->next) {
		const struct tree *index = c->role == role ? strip_copies(c) : NULL;

		while (index && index->kind == TREE_CALL && index->declaration.kind == CXCursor_ConversionFunction &&
		       is_amp_library(index->declaration))
			index = strip_copies(call_object(index));
		if (!index || is_index(a.s, index))
			continue;
		bool is_member = index->kind == TREE_MEMBER &&
		                 is_index(a.s, tree_strip(tree_part(index, ROLE_OBJECT))) &&
		                 library_class(tree_type(index)) == LIBRARY_INDEX;

		if (!is_member && (!is_number(tree_type(index)) || !is_stable_value(a, index)))
			return false;
	}
	return true;
}

/* Whether a variable is the same object in all regions; of_value: whether its value leads to the same one. */
static bool is_stable_variable(struct alias_scope a, const struct tree *t, bool of_value)
{
	const struct body_variable *v = declared_variable(a.s, t->declaration);

	if (of_value && v && v->in_use && is_array(clang_getCursorType(v->cursor))) /* a parameter */
		return !changes(a.s, a.first, a.last, v->cursor);
	if (of_value)
		return v && v->in_use && is_pointer(clang_getCursorType(v->cursor)) && v->is_alias &&
		       v->kind == REPEATED;
	if (!v)
		return is_index(a.s, t) || !is_shadowed(a.s, t->declaration);
	return v->in_use && !v->is_bound && is_reference(clang_getCursorType(v->cursor)) == v->is_alias &&
	       (!v->is_alias || v->kind == REPEATED);
}

/* Whether an expression designates the same object wherever it is evaluated in the scope: a thread's variable,
 * or what is in one, in tile_static memory or in a container. */
static bool is_stable(struct alias_scope a, struct designator of)
{
	const struct denoted d = denoted_by(of);
	const struct tree *t = of.tree;

	switch (d.kind) {
	case DENOTED_SAME:
		if (t->kind == TREE_BINARY || tree_assigns(t)) /* it is evaluated again */
			return false;
		/* in C, regions have a pointer for an array of the thread's */
		return !(of.is_pointer && !d.of.is_pointer && is_c(a.s) && denotes_array(d.of.tree)) &&
		       is_stable(a, d.of);
	case DENOTED_CAST:
	case DENOTED_FIRST:
		return is_stable(a, d.of);
	case DENOTED_VARIABLE:
		return is_stable_variable(a, t, of.is_pointer);
	case DENOTED_MEMBER:
		return t->declaration.kind == CXCursor_FieldDecl && d.of.tree && is_stable(a, d.of);
	case DENOTED_ELEMENT:
		return is_stable(a, d.of) && is_number(tree_type(d.index)) && is_stable_value(a, d.index);
	case DENOTED_CONTAINED:
		return is_shared_object(a.s, d.of.tree) &&
		       are_stable_subscripts(a, t, t->kind == TREE_CALL ? ROLE_ARGUMENT : ROLE_OPERAND);
	default:
		return false;
	}
}

/* Whether a lambda does the same wherever it is written in the scope: nothing that it copies is modified. */
static bool is_stable_lambda(struct alias_scope a, const struct tree *lambda)
{
	const struct captures c = captures_of(a.s, lambda);
	bool copies = c.default_capture == '=' || c.by_value.count > names_have(&c.by_value, "this");

	if (c.has_others)
		return false;
	for (size_t i = 0; copies && i < a.s->n_variables; i++) {
		const struct body_variable *v = &a.s->variables[i];

		if (v->in_use && !is_tile_static(v->cursor) && names(a.s, lambda->first, lambda->last, v->cursor) &&
		    (v->is_alias ? v->kind != REPEATED || is_reference(clang_getCursorType(v->cursor))
		                 : is_array(type_of(v->cursor)) || changes(a.s, lambda->first, a.last, v->cursor)))
			return false;
	}
	return true;
}

/* Returns the outermost expression that has the value of an expression, or a copy of it. */
static const struct tree *whole_value(const struct tree *t)
{
	const struct tree *p = t->parent;

	for (; p && (p->kind == TREE_PARENTHESES || p->kind == TREE_CONVERSION ||
	             (p->kind == TREE_CONSTRUCTION && strip_copies(p)->kind != TREE_CONSTRUCTION));
	     p = t->parent)
		t = p;
	return t;
}

/* Whether a lambda uses other lambdas, which its result may contain. */
static bool uses_lambdas(struct loops *s, const struct tree *lambda)
{
	bool uses = false;

	for (const struct tree *c = lambda->children; c && !uses; c = c->next)
		uses = has_alias(s, c, false);
	return uses;
}

/* Whether values of a type have no lambdas in them. */
static bool is_without_lambdas(CXType type)
{
	CXCursor class = clang_getTypeDeclaration(clang_getCanonicalType(type));
	const char *name = cursor_spelling(class);

	return is_number(type) || type.kind == CXType_Void || library_class(type) ||
	       (is_class(class.kind) && *name && !strchr(name, '(') &&
	        clang_Type_getNumTemplateArguments(clang_getCanonicalType(type)) < 0 &&
	        !is_class(clang_getCursorSemanticParent(class).kind));
}

const struct tree *unconfined_lambda(struct loops *s)
{
	for (const struct tree *t = s->tree->root; t; t = tree_next(t, s->tree->root)) {
		const struct body_variable *v = mentioned_variable(s, t);
		const struct tree *lambda = v && v->is_alias ? strip_copies(initializer_of(v)) : t;
		const struct tree *whole = whole_value(t), *user = whole->parent;
		bool is_called = whole->role == ROLE_CALLEE || whole->role == ROLE_OBJECT;

		if (!is_lambda(lambda) || is_without_captures(s, lambda))
			continue;
		v = user && user->kind == TREE_VARIABLE && is_lambda(t) ? declared_variable(s, user->declaration)
		                                                        : NULL;
		if (!user || (user->kind == TREE_CALL
		                  ? !is_without_lambdas(tree_type(user)) && (!is_called || uses_lambdas(s, lambda))
		                  : user->kind != TREE_EXPRESSION && !is_lambda(user) && !(v && v->is_alias)))
			return t;
	}
	return NULL;
}

bool has_alias(struct loops *s, const struct tree *root, bool of_any_kind)
{
	for (const struct tree *t = root; t; t = tree_next(t, root)) {
		const struct body_variable *v = mentioned_variable(s, t);

		if ((is_lambda(t) && !is_without_captures(s, t)) ||
		    (v && v->is_alias && (of_any_kind || is_lambda(strip_copies(initializer_of(v))))))
			return true;
	}
	return false;
}

/* Whether an expression that denotes no known object makes a value of its own. */
static bool makes_value(const struct tree *t)
{
	switch (t->kind) {
	case TREE_CONVERSION:
	case TREE_CONSTRUCTION:
	case TREE_LAMBDA:
	case TREE_NAME: /* of an enumerator */
	case TREE_UNEVALUATED:
		return true;
	case TREE_UNARY:
		return !t->is_open && t->unary >= CXUnaryOperator_Plus && t->unary <= CXUnaryOperator_LNot;
	case TREE_BINARY:
		return !tree_assigns(t);
	default:
		return false;
	}
}

bool denotes_memory(struct loops *s, const struct tree *t)
{
	const struct denoted d = denoted_by((struct designator){t, false});
	const struct body_variable *v = mentioned_variable(s, t);
	const struct tree *object = call_object(t);

	switch (d.kind) {
	case DENOTED_NOTHING:
		return false;
	case DENOTED_VARIABLE:
		return v && (v->is_alias || v->kind == TILE_STATIC);
	case DENOTED_MEMBER:
		return d.of.tree && (d.of.is_pointer ? d.of.tree->kind != TREE_THIS : denotes_memory(s, d.of.tree));
	case DENOTED_SAME:
	case DENOTED_CAST:
	case DENOTED_ELEMENT:
		return d.of.is_pointer || t->kind == TREE_BINARY || tree_assigns(t) || denotes_memory(s, d.of.tree);
	case DENOTED_RESULT:
		return is_function(t->declaration.kind) ? is_reference(clang_getCursorResultType(t->declaration))
		                                        : is_container(object_class(object ? object : t->children));
	default:
		return d.kind != DENOTED_UNKNOWN || !makes_value(t);
	}
}

bool is_stable_memory(struct loops *s, const struct tree *t)
{
	const struct tree *element = tree_strip(t), *object = tree_part(element, ROLE_OBJECT);
	enum library_entity class = element->kind == TREE_SUBSCRIPT && object ? object_class(object) : LIBRARY_NONE;

	/* in a template, v[1] may be a row */
	if (class && (!is_array_or_view(class) || is_number(tree_type(tree_operand(element)))))
		return false;
	return is_stable((struct alias_scope){s, t->last, t->last}, (struct designator){t, false});
}

bool is_stable_alias(struct loops *s, const struct body_variable *v)
{
	const struct tree *value = initializer_of(v), *lambda = strip_copies(value);
	struct alias_scope a = {s, v->tree->last, v->scope_end};

	if (is_lambda(lambda))
		return is_stable_lambda(a, lambda);
	bool refers = is_reference(clang_getCursorType(v->cursor));

	return (refers || !changes(s, a.first, a.last, v->cursor)) && is_stable(a, (struct designator){value, !refers});
}
