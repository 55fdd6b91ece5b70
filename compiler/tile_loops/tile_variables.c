/* Tile loops: what the body of a tiled kernel means: its barriers and jumps, what modifies a variable, and
 * what an expression depends on. Which variables a piece of text concerns is decided by their names, which
 * errs on the side of more uses; what is done with them is decided by the tree (body/uses.h). */
#include "tile_loops/tile_loops_internal.h"

#include "access/access.h"

#include <string.h>

/* ---- Text ----------------------------------------------------------------- */

size_t past_match(const struct loops *s, size_t i)
{
	return token_skip_group(s->l->tokens->items, i);
}

/* Whether token i is a name, but not that of a member. */
static bool is_name(const struct loops *s, size_t i, const char *name)
{
	return token(s->l, i)->kind == TOKEN_IDENTIFIER && is(s->l, i, name) &&
	       !is_one_of(s->l, i - 1, ". -> ::");
}

/* Returns the next alias whose name may be at token i, or NULL. after: the previous one, or NULL. */
static const struct variable *next_alias(const struct loops *s, size_t i, const struct variable *after)
{
	const struct variable *v = after ? after + 1 : s->variables, *end = s->variables + s->n_variables;

	while (v < end && !(v->is_alias && v->tree && v->tree->last <= i && is_name(s, i, v->name)))
		v++;
	return v < end ? v : NULL;
}

bool names(const struct loops *s, size_t first, size_t last, const char *name)
{
	for (size_t i = first; i < last; i++) {
		if (is_name(s, i, name))
			return true;
		for (const struct variable *v = NULL; (v = next_alias(s, i, v)) != NULL;) {
			if (names(s, v->at + 1, v->tree->last, name))
				return true;
		}
	}
	return false;
}

/* ---- Barriers and jumps --------------------------------------------------- */

static bool is_name_of(const struct tree *t, CXCursor variable)
{
	return t && t->kind == TREE_NAME && clang_equalCursors(t->declaration, variable);
}

bool is_index(const struct loops *s, const struct tree *t)
{
	return is_name_of(t, s->index_cursor);
}

/* Returns the outermost expression around t that denotes the same object or a copy of it. */
static const struct tree *outermost(const struct tree *t)
{
	while (t->parent && (t->parent->kind == TREE_PARENTHESES || t->parent->kind == TREE_CONVERSION ||
	                     t->parent->kind == TREE_CONSTRUCTION))
		t = t->parent;
	return t;
}

/* Whether an expression is the object of a member access. */
static bool is_object_of_member(const struct tree *t)
{
	return t->role == ROLE_OBJECT && t->parent->kind == TREE_MEMBER;
}

const struct tree *barrier_at(const struct loops *s, const struct tree *name)
{
	const struct tree *t = outermost(name);

	if (is_name_of(name, s->barrier_cursor))
		return t;
	if (!is_index(s, name))
		return NULL;
	if (!is_object_of_member(t))
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
	return next_wait(s, first, last, NULL);
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
	return (kind != TREE_CONTINUE || s->loop_depth) && next_jump(s, kind, first, last, NULL);
}

/* ---- Variables ------------------------------------------------------------ */

struct variable *declared_variable(const struct loops *s, CXCursor declaration)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		if (clang_equalCursors(s->variables[i].cursor, declaration))
			return &s->variables[i];
	}
	return NULL;
}

struct variable *named_variable(const struct loops *s, size_t at)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		if (s->variables[i].in_use && is(s->l, at, s->variables[i].name))
			return &s->variables[i];
	}
	return NULL;
}

/* Whether a variable of the body has the same name as the one at a token: where it is in scope, the text
 * means something else. */
static bool is_hidden(const struct loops *s, size_t at)
{
	for (size_t i = 0; at != SIZE_MAX && i < s->n_variables; i++) {
		if (is(s->l, at, s->variables[i].name))
			return true;
	}
	return false;
}

const struct tree *initializer_of(const struct variable *v)
{
	return v->tree ? tree_part(v->tree, ROLE_INIT) : NULL;
}

/* Adds premises to the kernel's: unless they hold, it has no loops. */
static void take_premises(struct loops *s, unsigned premises)
{
	struct loops *kernel = s;

	while (kernel->caller)
		kernel = (struct loops *)kernel->caller;
	for (size_t i = 0; i < s->uses.premises.count; i++) {
		if (premises & 1u << i && !strings_contain(&kernel->premises, s->uses.premises.items[i]))
			strings_push(&kernel->premises, s->uses.premises.items[i]);
	}
}

/* Whether what token i names is only read there. */
static bool is_read(struct loops *s, size_t i)
{
	struct mention m = mention_at(&s->uses, i);

	if (m.use & ~(unsigned)USE_READ || (m.premises && s->is_without_premises))
		return false;
	take_premises(s, m.premises);
	return true;
}

/* Whether token i names a number that is only read there. */
static bool is_read_number(struct loops *s, size_t i)
{
	return mention_at(&s->uses, i).is_number && is_read(s, i);
}

bool changes(struct loops *s, size_t first, size_t last, const char *name)
{
	for (size_t i = first; i < last; i++) {
		if (is_name(s, i, name) && !is_read(s, i))
			return true;
		for (const struct variable *v = NULL; (v = next_alias(s, i, v)) != NULL;) {
			if (changes(s, v->at + 1, v->tree->last, name))
				return true;
		}
	}
	return false;
}

bool is_arithmetic(CXType type)
{
	enum CXTypeKind k = clang_getCanonicalType(type).kind;

	return (k >= CXType_FirstBuiltin && k <= CXType_LastBuiltin && k != CXType_Dependent &&
	        k != CXType_Overload) ||
	       k == CXType_Enum;
}

bool is_pointer(CXCursor variable)
{
	return clang_getCanonicalType(clang_getCursorType(variable)).kind == CXType_Pointer;
}

bool has_private_address(struct loops *s)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		const struct variable *v = &s->variables[i];

		if (is_array(clang_getCanonicalType(clang_getCursorType(v->cursor))) && v->kind != TILE_STATIC &&
		    !is_tile_static(v->cursor))
			return true;
	}
	for (const struct tree *t = s->tree->root; t; t = tree_next(t, s->tree->root)) {
		const struct variable *v = t->kind == TREE_NAME ? declared_variable(s, t->declaration) : NULL;

		if ((is_index(s, t) ||
		     (v && v->kind != TILE_STATIC && !is_tile_static(v->cursor) && !is_pointer(v->cursor))) &&
		    mention_at(&s->uses, t->name).use & USE_ESCAPES)
			return true;
	}
	return false;
}

/* ---- What an expression depends on ---------------------------------------- */

const struct tree *strip_copies(const struct tree *t)
{
	for (t = tree_strip(t); t && t->kind == TREE_CONSTRUCTION && call_argument(t, 0) &&
	                        (clang_CXXConstructor_isCopyConstructor(t->declaration) ||
	                         clang_CXXConstructor_isMoveConstructor(t->declaration));)
		t = tree_strip(call_argument(t, 0));
	return t;
}

/* Whether a member is accessed through a pointer other than `this`. */
static bool is_by_pointer(const struct tree *member)
{
	const struct tree *object = tree_part(member, ROLE_OBJECT);

	return object && object->kind != TREE_THIS &&
	       clang_getCanonicalType(tree_type(object)).kind == CXType_Pointer;
}

/* Whether an expression is just the name of an object that all threads share: a lambda without captures, or a
 * captured object, whose copies are equal. */
static bool is_shared_object(const struct loops *s, const struct tree *t)
{
	const struct tree *e = strip_copies(t), *root = e;

	while (root && root->kind == TREE_MEMBER && !is_by_pointer(root))
		root = tree_strip(tree_part(root, ROLE_OBJECT));
	if ((e->kind != TREE_NAME && e->kind != TREE_MEMBER) || (root && root->kind != TREE_NAME) ||
	    is_index(s, root))
		return false;
	const struct variable *v = root ? declared_variable(s, root->declaration) : NULL;

	if (v)
		return v->in_use && v->kind == UNIFORM && e == root && !is_arithmetic(clang_getCursorType(v->cursor));
	CXType type = clang_getCursorType(e->declaration);

	return !is_hidden(s, root ? root->name : e->name) &&
	       (is_container(library_class(type)) || is_plain_class(type));
}

static enum variable_kind kind_of(struct loops *s, const struct tree *t, bool *changes_later);

/* Returns the worst kind of a node's children; types that it names must be arithmetic. */
static enum variable_kind kind_of_parts(struct loops *s, const struct tree *t, bool *changes_later)
{
	enum variable_kind kind = UNIFORM;

	for (const struct tree *c = t->children; c && kind != KEPT; c = c->next) {
		enum variable_kind k = c->kind != TREE_REFERENCE    ? kind_of(s, c, changes_later)
		                       : is_read_number(s, c->name) ? UNIFORM
		                                                    : KEPT;

		kind = k > kind ? k : kind;
	}
	return kind;
}

static enum variable_kind kind_of_variable(struct loops *s, const struct variable *v, size_t name,
                                           bool *changes_later)
{
	bool is_assumed = !v->in_use && v->is_assumed;

	if (v->is_alias || (!v->in_use && !v->is_assumed) || (v->in_use && v->kind > REPEATED) ||
	    !is_read_number(s, name))
		return KEPT;
	*changes_later |= is_assumed || v->is_mutable;
	return is_assumed ? UNIFORM : v->kind;
}

/* A captured constant or const variable. */
static enum variable_kind kind_of_captured(struct loops *s, size_t root, size_t name)
{
	return !is_hidden(s, root) && is_read_number(s, name) ? UNIFORM : KEPT;
}

static enum variable_kind kind_of_name(struct loops *s, const struct tree *t, bool *changes_later)
{
	const struct variable *v = declared_variable(s, t->declaration);

	if (t->children || is_index(s, t) || is_name_of(t, s->barrier_cursor))
		return KEPT;
	return v ? kind_of_variable(s, v, t->name, changes_later) : kind_of_captured(s, t->name, t->name);
}

/* A member of the index, of a container, of a captured object or, in C, of a variable. */
static enum variable_kind kind_of_member(struct loops *s, const struct tree *t, bool *changes_later)
{
	const struct tree *object = tree_strip(tree_part(t, ROLE_OBJECT));
	enum library_entity class = object ? object_class(object) : LIBRARY_NONE;

	if (is_index(s, object)) {
		enum library_entity entity = library_entity(tree_member(s->l->unit, t));

		return entity == LIBRARY_INDEX_BARRIER                                   ? KEPT
		       : entity == LIBRARY_INDEX_LOCAL || entity == LIBRARY_INDEX_GLOBAL ? REPEATED
		                                                                         : UNIFORM;
	}
	if (is_container(class)) /* its elements may change */
		return object_class(t) == LIBRARY_EXTENT && is_shared_object(s, object) ? UNIFORM : KEPT;
	if (object && object->kind == TREE_MEMBER &&
	    (class == LIBRARY_INDEX || class == LIBRARY_EXTENT)) /* of C: .i */
		return kind_of_member(s, object, changes_later);
	const struct tree *root = t;

	while (root && root->kind == TREE_MEMBER && !is_by_pointer(root))
		root = tree_strip(tree_part(root, ROLE_OBJECT));
	if (!root || root->kind == TREE_THIS)
		return kind_of_captured(s, SIZE_MAX, t->name);
	const struct variable *v = declared_variable(s, root->declaration);

	if (root->kind != TREE_NAME || is_name_of(root, s->barrier_cursor))
		return KEPT;
	if (v)
		return is_c(s) ? kind_of_variable(s, v, t->name, changes_later) : KEPT;
	return kind_of_captured(s, root->name, t->name);
}

/* A component of the index or an extent, or the extent of a container. */
static enum variable_kind kind_of_call(struct loops *s, const struct tree *t, bool *changes_later)
{
	const struct tree *object = call_object(t),
	                  *at = t->kind == TREE_CALL ? call_argument(t, 0) : tree_operand(t);
	enum library_entity class = object ? object_class(object) : LIBRARY_NONE;

	if (is_container(class))
		return !at && object_class(t) == LIBRARY_EXTENT && is_shared_object(s, object) ? UNIFORM : KEPT;
	if (!at || (class != LIBRARY_INDEX && class != LIBRARY_EXTENT) ||
	    (t->kind == TREE_CALL && library_entity(t->declaration) != LIBRARY_COMPONENT))
		return KEPT;
	enum variable_kind a = kind_of(s, object, changes_later),
	                   b = a == KEPT ? KEPT : kind_of(s, at, changes_later);

	return a > b ? a : b;
}

static enum variable_kind kind_of(struct loops *s, const struct tree *t, bool *changes_later)
{
	switch (t->kind) {
	case TREE_LITERAL:
		return is_arithmetic(tree_type(t)) ? UNIFORM : KEPT;
	case TREE_NAME:
		return kind_of_name(s, t, changes_later);
	case TREE_MEMBER:
		return kind_of_member(s, t, changes_later);
	case TREE_CALL:
	case TREE_SUBSCRIPT:
		return kind_of_call(s, t, changes_later);
	case TREE_UNARY:
		return t->unary >= CXUnaryOperator_Plus && t->unary <= CXUnaryOperator_LNot
		           ? kind_of_parts(s, t, changes_later)
		           : KEPT;
	case TREE_BINARY:
		return t->binary >= CXBinaryOperator_Mul && t->binary <= CXBinaryOperator_LOr
		           ? kind_of_parts(s, t, changes_later)
		           : KEPT;
	case TREE_CAST:
	case TREE_CONSTRUCTION: /* of a number; in a template, of a named type that must be one */
		return is_arithmetic(tree_type(t)) || tree_part(t, ROLE_TYPE)
		           ? kind_of_parts(s, t, changes_later)
		           : KEPT;
	case TREE_PARENTHESES:
	case TREE_CONVERSION:
	case TREE_CONDITIONAL:
		return kind_of_parts(s, t, changes_later);
	default:
		return KEPT;
	}
}

enum variable_kind kind_of_expression(struct loops *s, const struct tree *t)
{
	bool changes_later = false;
	enum variable_kind kind = !t || is_shared_object(s, t) ? UNIFORM : kind_of(s, t, &changes_later);

	/* what is declared again in each region must have the same value there */
	return changes_later && kind == REPEATED ? KEPT : kind;
}

/* ---- Aliases -------------------------------------------------------------- */

/* References, constant pointers and lambdas with captures refer to other objects: a thread's own variables, which
 * have other addresses in each region, and elements of tile_static memory and of containers. Regions that name one
 * declare it anew, and so use all that its initializer names. */

static bool is_lambda(const struct tree *t)
{
	return t && t->kind == TREE_LAMBDA;
}

bool is_without_captures(const struct loops *s, const struct tree *lambda)
{
	return is(s->l, lambda->first, "[") && is(s->l, lambda->first + 1, "]");
}

void find_aliases(struct loops *s)
{
	bool has_address = has_private_address(s);

	for (size_t i = 0; i < s->n_variables; i++) {
		struct variable *v = &s->variables[i];
		const struct tree *value = v->is_bound || v->tree->next || clang_equalCursors(v->cursor, s->barrier_cursor)
		                               ? NULL
		                               : initializer_of(v);

		if (!value || v->tree->parent->kind != TREE_DECLARATION || v->tree->parent->children != v->tree ||
		    v->tree->parent->parent->kind != TREE_BLOCK)
			continue;
		const struct tree *lambda = strip_copies(value);

		v->is_alias = is_reference(clang_getCursorType(v->cursor)) || (has_address && is_pointer(v->cursor)) ||
		              (is_lambda(lambda) && !is_without_captures(s, lambda));
		if (is_lambda(lambda) && v->is_alias)
			v->type = NULL;
	}
}

/* Returns the expression that denotes the same object, without parentheses and unwritten conversions. */
static const struct tree *strip_same(const struct tree *t)
{
	while (t->kind == TREE_PARENTHESES || (t->kind == TREE_CONVERSION && t->conversion == CONVERSION_SAME))
		t = tree_operand(t);
	return t;
}

/* The tokens from the end of an alias's declaration to the end of its scope. */
struct alias_scope {
	struct loops *s;
	size_t first, last;
};

/* Whether the scope modifies a variable that an expression names. */
static bool is_changed_later(struct alias_scope a, const struct tree *t)
{
	for (size_t i = 0; i < a.s->n_variables; i++) {
		const struct variable *v = &a.s->variables[i];

		if (v->in_use && names(a.s, t->first, t->last, v->name) && changes(a.s, a.first, a.last, v->name))
			return true;
	}
	return false;
}

/* Whether the value of an expression is the same wherever it is evaluated in a scope: it depends on uniform values,
 * on the index, and on variables that the scope does not modify. */
static bool is_stable_value(struct alias_scope a, const struct tree *t)
{
	const struct variable *v = t->kind == TREE_NAME ? declared_variable(a.s, t->declaration) : NULL;

	if (kind_of_expression(a.s, t) <= REPEATED)
		return !is_changed_later(a, t);
	if (v)
		return v->in_use && !v->is_alias && is_arithmetic(clang_getCursorType(v->cursor)) && !is_tile_static(v->cursor) &&
		       !changes(a.s, a.first, a.last, v->name);
	if (t->kind != TREE_PARENTHESES && t->kind != TREE_CONVERSION && t->kind != TREE_CAST &&
	    (t->kind != TREE_UNARY || t->unary < CXUnaryOperator_Plus || t->unary > CXUnaryOperator_LNot) &&
	    (t->kind != TREE_BINARY || t->binary < CXBinaryOperator_Mul || t->binary > CXBinaryOperator_LOr))
		return false;
	for (const struct tree *c = t->children; c; c = c->next) {
		if (!is_arithmetic(tree_type(c)) || !is_stable_value(a, c))
			return false;
	}
	return true;
}

static bool is_stable_place(struct alias_scope a, const struct tree *t);

/* Whether a pointer, or an array as one, points to the same wherever it is evaluated. */
static bool is_stable_pointer(struct alias_scope a, const struct tree *t)
{
	t = tree_strip(t);
	if (t->kind == TREE_UNARY && t->unary == CXUnaryOperator_AddrOf) {
		const struct tree *place = tree_strip(tree_operand(t));
		/* in C, regions have a pointer for an array of the thread's */
		bool is_pointer_to_array = is_c(a.s) && place->kind == TREE_NAME &&
		                           is_array(clang_getCanonicalType(tree_type(place)));

		return !t->is_open && !is_pointer_to_array && is_stable_place(a, place);
	}
	if (t->kind == TREE_BINARY && (t->binary == CXBinaryOperator_Add || t->binary == CXBinaryOperator_Sub))
		return is_stable_pointer(a, tree_operand(t)) && is_stable_value(a, tree_second(t));
	if (is_array(clang_getCanonicalType(tree_type(t))))
		return is_stable_place(a, t);
	const struct variable *v = t->kind == TREE_NAME ? declared_variable(a.s, t->declaration) : NULL;

	return v && v->in_use && is_pointer(v->cursor) && v->is_alias && v->kind == REPEATED;
}

/* Whether all of a container's subscripts are stable values, or the index. */
static bool are_stable_subscripts(struct alias_scope a, const struct tree *t, enum tree_role role)
{
	for (const struct tree *c = t->children; c; c = c->next) {
		const struct tree *index = c->role == role ? strip_copies(c) : NULL;

		while (index && index->kind == TREE_CALL && clang_getCursorKind(index->declaration) == CXCursor_ConversionFunction && is_amp_library(index->declaration))
			index = strip_copies(call_object(index));
		if (!index || is_index(a.s, index))
			continue;
		bool is_member = index->kind == TREE_MEMBER && is_index(a.s, tree_strip(tree_part(index, ROLE_OBJECT))) &&
		                 library_class(tree_type(index)) == LIBRARY_INDEX;

		if (!is_member && (!is_arithmetic(tree_type(index)) || !is_stable_value(a, index)))
			return false;
	}
	return true;
}

/* Whether an expression denotes the same object wherever it is evaluated in the scope: a thread's variable, or
 * what is in one, in tile_static memory or in a container. */
static bool is_stable_place(struct alias_scope a, const struct tree *t)
{
	t = strip_same(t);
	const struct tree *object = tree_part(t, ROLE_OBJECT);

	if (t->kind == TREE_NAME) {
		const struct variable *v = declared_variable(a.s, t->declaration);

		if (!v)
			return is_index(a.s, t) || (is_variable(t->declaration) && !is_hidden(a.s, t->name));
		return v->in_use && !v->is_bound && (v->is_alias ? v->kind == REPEATED && is_reference(clang_getCursorType(v->cursor)) : !is_reference(clang_getCursorType(v->cursor)));
	}
	if (t->kind == TREE_MEMBER)
		return object && clang_getCursorKind(t->declaration) == CXCursor_FieldDecl &&
		       !is_reference(clang_getCursorType(t->declaration)) &&
		       clang_getCanonicalType(tree_type(object)).kind != CXType_Pointer && is_stable_place(a, object);
	if (t->kind == TREE_SUBSCRIPT && object && !object_class(object))
		return is_stable_pointer(a, object) && is_arithmetic(tree_type(tree_operand(t))) && is_stable_value(a, tree_operand(t));
	if (t->kind == TREE_UNARY && t->unary == CXUnaryOperator_Deref)
		return is_stable_pointer(a, tree_operand(t));
	if (t->kind == TREE_SUBSCRIPT && object && is_container(object_class(object)))
		return is_shared_object(a.s, object) && are_stable_subscripts(a, t, ROLE_OPERAND);
	object = t->kind == TREE_CALL ? call_object(t) : NULL;
	return object && library_entity(t->declaration) == LIBRARY_ELEMENT &&
	       is_shared_object(a.s, object) && are_stable_subscripts(a, t, ROLE_ARGUMENT);
}

/* Whether a lambda does the same wherever it is written in the scope: nothing that it copies is modified. */
static bool is_stable_lambda(struct alias_scope a, const struct tree *lambda)
{
	const struct token *t = a.s->l->tokens->items;
	size_t close = (size_t)t[lambda->first].match;
	bool copies = false;

	for (const struct tree *c = lambda->children; c; c = c->next) {
		if (c->kind == TREE_VARIABLE && c->name != SIZE_MAX && c->name < close)
			return false; /* [x = …] */
	}
	for (size_t i = lambda->first + 1; i < close; i++) {
		copies |= is(a.s->l, i, "=") || (t[i].kind == TOKEN_IDENTIFIER && !is_one_of(a.s->l, i, "this") && !is(a.s->l, i - 1, "&"));
		if (is_one_of(a.s->l, i, "( { . *") || (is(a.s->l, i, "=") && i != lambda->first + 1))
			return false;
	}
	for (size_t i = 0; copies && i < a.s->n_variables; i++) {
		const struct variable *v = &a.s->variables[i];

		if (v->in_use && !is_tile_static(v->cursor) && names(a.s, lambda->first, lambda->last, v->name) &&
		    (v->is_alias ? v->kind != REPEATED || is_reference(clang_getCursorType(v->cursor))
		                 : is_array(clang_getCanonicalType(clang_getCursorType(v->cursor))) || changes(a.s, lambda->first, a.last, v->name)))
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

	return is_arithmetic(type) || type.kind == CXType_Void || library_class(type) ||
	       (is_class(clang_getCursorKind(class)) && *name && !strchr(name, '(') &&
	        clang_Type_getNumTemplateArguments(clang_getCanonicalType(type)) < 0 &&
	        !is_class(clang_getCursorKind(clang_getCursorSemanticParent(class))));
}

const struct tree *unconfined_lambda(struct loops *s)
{
	for (const struct tree *t = s->tree->root; t; t = tree_next(t, s->tree->root)) {
		const struct variable *v = t->kind == TREE_NAME ? declared_variable(s, t->declaration) : NULL;
		const struct tree *lambda = v && v->is_alias ? strip_copies(initializer_of(v)) : t;
		const struct tree *whole = whole_value(t), *user = whole->parent;
		bool is_called = whole->role == ROLE_CALLEE || whole->role == ROLE_OBJECT;

		if (!is_lambda(lambda) || is_without_captures(s, lambda))
			continue;
		v = user && user->kind == TREE_VARIABLE && is_lambda(t) ? declared_variable(s, user->declaration) : NULL;
		if (!user || (user->kind == TREE_CALL ? !is_without_lambdas(tree_type(user)) && (!is_called || uses_lambdas(s, lambda))
		                                      : user->kind != TREE_EXPRESSION && !is_lambda(user) && !(v && v->is_alias)))
			return t;
	}
	return NULL;
}

bool has_alias(struct loops *s, const struct tree *root, bool of_any_kind)
{
	for (const struct tree *t = root; t; t = tree_next(t, root)) {
		const struct variable *v = t->kind == TREE_NAME ? declared_variable(s, t->declaration) : NULL;

		if ((is_lambda(t) && !is_without_captures(s, t)) ||
		    (v && v->is_alias && (of_any_kind || is_lambda(strip_copies(initializer_of(v))))))
			return true;
	}
	return false;
}

bool denotes_memory(struct loops *s, const struct tree *t)
{
	t = strip_same(t);
	const struct tree *object = tree_part(t, ROLE_OBJECT);
	const struct variable *v = t->kind == TREE_NAME ? declared_variable(s, t->declaration) : NULL;

	switch (t->kind) {
	case TREE_NAME:
		return v && (v->is_alias || v->kind == TILE_STATIC);
	case TREE_MEMBER:
		return object && object->kind != TREE_THIS && (is_by_pointer(t) || denotes_memory(s, object));
	case TREE_SUBSCRIPT:
		return !object || object_class(object) || clang_getCanonicalType(tree_type(tree_strip(object))).kind == CXType_Pointer ||
		       denotes_memory(s, tree_strip(object));
	case TREE_UNARY:
		return t->is_open || t->unary < CXUnaryOperator_Plus || t->unary > CXUnaryOperator_LNot;
	case TREE_BINARY:
		return t->is_open ? !is_arithmetic(tree_type(t)) && tree_assigns(t) : t->binary == CXBinaryOperator_Comma || tree_assigns(t);
	case TREE_CALL:
		if (!is_function(clang_getCursorKind(t->declaration)))
			return is_container(object_class(call_object(t) ? call_object(t) : t->children));
		return is_reference(clang_getCursorResultType(t->declaration));
	case TREE_CONDITIONAL:
	case TREE_UNKNOWN:
		return true;
	default:
		return false;
	}
}

bool is_stable_memory(struct loops *s, const struct tree *t)
{
	const struct tree *element = tree_strip(t), *object = tree_part(element, ROLE_OBJECT);
	enum library_entity class = element->kind == TREE_SUBSCRIPT && object ? object_class(object) : LIBRARY_NONE;

	/* in a template, v[1] may be a row */
	if (class && (!is_array_or_view(class) || is_arithmetic(tree_type(tree_operand(element)))))
		return false;
	return is_stable_place((struct alias_scope){s, t->last, t->last}, t);
}

bool is_stable_alias(struct loops *s, const struct variable *v)
{
	const struct tree *value = initializer_of(v), *lambda = strip_copies(value);
	struct alias_scope a = {s, v->tree->last, v->scope_end};

	if (is_lambda(lambda))
		return is_stable_lambda(a, lambda);
	if (is_reference(clang_getCursorType(v->cursor)))
		return is_stable_place(a, value);
	return !changes(s, a.first, a.last, v->name) && is_stable_pointer(a, value);
}

/* ---- Linear expressions --------------------------------------------------- */

bool is_int(CXType type)
{
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;

	return kind == CXType_Int || kind == CXType_UInt;
}

static bool is_integer(CXType type)
{
	enum CXTypeKind k = clang_getCanonicalType(without_reference(type)).kind;

	return (k >= CXType_Char_U && k <= CXType_ULongLong) ||
	       (k >= CXType_Char_S && k <= CXType_LongLong) || k == CXType_Enum;
}

/* Whether an expression is an integer; in a template, where its type is not known, whether all of its
 * operands are. */
static bool is_of_integers(const struct tree *t)
{
	if (is_integer(tree_type(t)))
		return true;
	if (t->kind == TREE_SUBSCRIPT || t->kind == TREE_CALL)
		return call_object(t) && object_class(call_object(t)); /* a component */
	if (t->kind != TREE_PARENTHESES && t->kind != TREE_CONVERSION && t->kind != TREE_UNARY &&
	    t->kind != TREE_BINARY)
		return false;
	if (!is_dependent_type(tree_type(t)))
		return false;
	for (const struct tree *c = t->children; c; c = c->next) {
		if (!is_of_integers(c))
			return false;
	}
	return true;
}

bool is_uniform_integer(struct loops *s, const struct tree *t)
{
	return kind_of_expression(s, t) == UNIFORM && is_of_integers(t);
}

/* linear_dimension(), or -2 for uniform expressions. */
static int dimension_of(struct loops *s, const struct tree *t)
{
	const struct variable *v;
	int d = index_dimension(s, tree_strip(t)), other;

	if (d >= 0 || is_uniform_integer(s, t))
		return d >= 0 ? d : -2;
	t = tree_strip(t);
	v = t->kind == TREE_NAME ? declared_variable(s, t->declaration) : NULL;
	if (v && v->in_use)
		return v->dimension;
	if (t->kind != TREE_BINARY || (t->binary != CXBinaryOperator_Add && t->binary != CXBinaryOperator_Sub))
		return -1;
	d = dimension_of(s, tree_operand(t));
	other = dimension_of(s, tree_second(t));
	/* one of them is linear, and not the subtrahend */
	if (d == -1 || other == -1 || (other >= 0 && (d >= 0 || t->binary == CXBinaryOperator_Sub)))
		return -1;
	return d >= 0 ? d : other;
}

int linear_dimension(struct loops *s, const struct tree *t)
{
	int d = dimension_of(s, t);

	return d >= 0 ? d : -1;
}

/* ---- Variables that all threads change together --------------------------- */

bool is_uniform_change(struct loops *s, const struct variable *v, const struct tree *t)
{
	const struct tree *e = tree_strip(t->kind == TREE_EXPRESSION ? tree_operand(t) : t);
	const struct tree *changed = e ? tree_strip(tree_operand(e)) : NULL;

	if (!e || !is_name_of(changed, v->cursor) ||
	    (mention_at(&s->uses, changed->name).use & (USE_WRITTEN | USE_ESCAPES)) != USE_WRITTEN)
		return false;
	take_premises(s, mention_at(&s->uses, changed->name).premises);
	if (e->kind == TREE_UNARY) /* ++ or -- */
		return true;
	return e->kind == TREE_BINARY && kind_of_expression(s, tree_second(e)) == UNIFORM;
}

/* Whether a node modifies a variable in a way in which threads may differ. */
static bool may_change_alone(struct loops *s, const struct variable *v, const struct tree *t)
{
	return t && changes(s, t->first, t->last, v->name) && !is_uniform_change(s, v, t);
}

/* Whether a statement leaves a uniform variable uniform. In a statement with a barrier, only its parts
 * matter: it is cut, or there are no loops at all. */
static bool leaves_uniform(struct loops *s, const struct variable *v, const struct tree *t)
{
	if (!may_change_alone(s, v, t))
		return true;
	if (!has_barrier(s, t->first, t->last) ||
	    (t->kind != TREE_BLOCK && t->kind != TREE_FOR && t->kind != TREE_WHILE && t->kind != TREE_IF))
		return false;
	for (const struct tree *c = t->children; c; c = c->next) {
		if (is_statement(c) && c->role != ROLE_INIT ? !leaves_uniform(s, v, c)
		    : c->role == ROLE_CONDITION             ? changes(s, c->first, c->last, v->name)
		                                            : may_change_alone(s, v, c))
			return false;
	}
	return true;
}

bool stays_uniform(struct loops *s, const struct variable *v)
{
	for (const struct tree *t = v->tree ? v->tree->parent->next : s->tree->root->children; t; t = t->next) {
		if (!leaves_uniform(s, v, t))
			return false;
	}
	return true;
}

/* Whether a variable that is not declared by a for is uniform if those that are assumed to be are. */
static bool holds(struct loops *s, struct variable *v)
{
	const struct tree *list = v->tree->parent, *scope = list->parent, *value = initializer_of(v);

	if (list->kind != TREE_DECLARATION || scope->kind != TREE_BLOCK ||
	    (value && kind_of_expression(s, value) != UNIFORM))
		return false;
	return !changes(s, v->tree->last, list->last, v->name) &&
	       (changes(s, list->last, scope->last, v->name) ? stays_uniform(s, v) : value != NULL);
}

void assume_uniform(struct loops *s)
{
	bool changed = true;

	s->is_without_premises = true;
	for (size_t i = 0; i < s->n_variables; i++) {
		struct variable *v = &s->variables[i];

		v->is_assumed = !v->in_use && !v->is_bound && v->type &&
		                is_arithmetic(clang_getCursorType(v->cursor)) && !is_tile_static(v->cursor);
		for (size_t n = 0; n < s->n_variables; n++)
			v->is_assumed &= n == i || strcmp(s->variables[n].name, v->name);
	}
	while (changed) {
		changed = false;
		for (size_t i = 0; i < s->n_variables; i++) {
			struct variable *v = &s->variables[i];

			if (v->is_assumed && !holds(s, v)) {
				v->is_assumed = false;
				changed = true;
			}
		}
	}
	s->is_without_premises = false;
}
