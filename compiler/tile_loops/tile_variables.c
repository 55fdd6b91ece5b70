/* Tile loops: what the body of a tiled kernel means: what modifies a variable, and what an expression depends
 * on. Where they are named, and what is done with them there, is decided by the tree (body/body.h, body/uses.h).
 * Declarations, and what is spelled differently in C and in C++. */
#include "tile_loops/tile_loops_internal.h"

#include "access/access.h"

#include <string.h>

#define FEWEST_POINTS 16 /* with the same quotient; amp/cpu_kernel.h has the same limit */

/* ---- C and C++ ------------------------------------------------------------ */

bool is_c(const struct loops *s)
{
	return unit_is_c(s->l->unit);
}

bool is_wait(const struct loops *s, const struct tree *t)
{
	const struct tree *call = t->kind == TREE_EXPRESSION ? tree_strip(tree_operand(t)) : NULL;
	const struct tree *callee =
	    call && call->kind == TREE_CALL ? tree_strip(tree_part(call, ROLE_CALLEE)) : NULL;

	return callee && library_entity(tree_member(s->l->unit, callee)) == LIBRARY_BARRIER_WAIT;
}

int index_dimension(const struct loops *s, const struct tree *t)
{
	const struct tree *object = t->kind == TREE_MEMBER                              ? tree_part(t, ROLE_OBJECT)
	                            : t->kind == TREE_CALL || t->kind == TREE_SUBSCRIPT ? call_object(t)
	                                                                                : NULL;
	const struct tree *at = t->kind == TREE_SUBSCRIPT ? tree_operand(t) : call_argument(t, 0);
	int64_t d;

	object = tree_strip(object);
	if (s->row_rank)
		return is_index(s, object) && at && tree_value(at, &d) && d + 1 == (int64_t)s->row_rank ? (int)d : -1;
	if (!object || object->kind != TREE_MEMBER || !is_index(s, tree_strip(tree_part(object, ROLE_OBJECT))))
		return -1;
	enum library_entity entity = library_entity(tree_member(s->l->unit, object));

	if (entity != LIBRARY_INDEX_LOCAL && entity != LIBRARY_INDEX_GLOBAL)
		return -1;
	if (is_c(s))
		d = component_of(t->declaration);
	else if (!at || !tree_value(at, &d))
		return -1;
	return d >= 0 && d < 3 ? (int)d : -1;
}

const char *thread_index(const struct loops *s, CXType type)
{
	unsigned rank = library_rank(type, LIBRARY_TILED_INDEX);

	if (!is_c(s))
		return "amp_tile.at(amp_z, amp_y, amp_x)";
	return rank ? interned_printf("amp_tile_at%u_(amp_tile, amp_z, amp_y, amp_x)", rank) : "";
}

bool is_in_body(const struct loops *s, CXCursor declaration)
{
	unsigned at;

	return cursor_offset(s->l->clauses, declaration, &at) && at >= token(s->l, s->body)->offset &&
	       at < token(s->l, s->body_end)->offset;
}

bool read_declaration(const struct loops *s, CXCursor parameter, size_t *first, size_t *last)
{
	unsigned start, end, at;
	bool yes = *cursor_spelling(parameter) && clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(parameter)) &&
	           cursor_range(s->l->clauses, parameter, &start, &end) && cursor_offset(s->l->clauses, parameter, &at);

	*first = yes ? token_at(s->l->tokens, start) : 0;
	*last = yes ? token_at(s->l->tokens, end) : 0;
	return yes;
}

const char *c_kept_type(const struct loops *s, CXType type)
{
	const char *name = type_spelling(unqualified(type));

	CXCursor declaration = clang_getTypeDeclaration(clang_getCanonicalType(innermost_type(type)));

	/* unnamed types, and types declared in the body */
	return strchr(name, '(') || strchr(name, '[') || is_in_body(s, declaration) ? NULL : name;
}

/* ---- Text ----------------------------------------------------------------- */

const char *text_of(const struct loops *s, const struct tree *t)
{
	return spelling(s, t->first, t->last);
}

const struct substitution *next_division(const struct loops *s, size_t first, size_t last)
{
	const struct substitution *next = NULL;

	for (size_t i = 0; i < s->n_divisions; i++) {
		const struct substitution *d = &s->divisions[i].substitution;

		if (d->first >= first && d->last <= last &&
		    (!next || d->first < next->first || (d->first == next->first && d->last > next->last)))
			next = d;
	}
	return next;
}

const char *spelling(const struct loops *s, size_t first, size_t last)
{
	SCOPED(text) text = {0};

	for (const struct substitution *d; (d = next_division(s, first, last)) != NULL; first = d->last)
		text_printf(&text, "%s%s",
		            first < d->first
		                ? render(s->l, token(s->l, first)->offset, token(s->l, d->first)->offset, UNIT_HOST)
		                : "",
		            d->text);
	if (first < last) {
		unsigned start = token(s->l, first)->offset;
		unsigned end = token_end(token(s->l, last - 1));

		/* insertions behind a statement belong to the next one */
		text_append(&text, is_one_of(s->l, last - 1, "; { }") ? render(s->l, start, end, UNIT_HOST)
		                                                      : render_expression(s->l, start, end, UNIT_HOST));
	}
	return interned_text(&text);
}

size_t past_match(const struct loops *s, size_t i)
{
	return token_skip_group(s->l->tokens->items, i);
}

/* Whether token i may name a variable that was declared in front of it. */
static bool may_name(const struct loops *s, size_t i, CXCursor variable)
{
	return tree_may_name(s->l->unit, s->tree, i, variable);
}

/* Returns the next alias that token i may name, or NULL. after: the previous one, or NULL. */
static const struct body_variable *next_alias(const struct loops *s, size_t i,
                                              const struct body_variable *after)
{
	const struct body_variable *v = after ? after + 1 : s->variables,
	                           *end = s->variables + s->n_variables;

	while (v < end && !(v->is_alias && v->tree && v->tree->last <= i && may_name(s, i, v->cursor)))
		v++;
	return v < end ? v : NULL;
}

bool names(const struct loops *s, size_t first, size_t last, CXCursor variable)
{
	for (size_t i = first; i < last; i++) {
		if (may_name(s, i, variable))
			return true;
		for (const struct body_variable *v = NULL; (v = next_alias(s, i, v)) != NULL;) {
			if (names(s, v->tree->first, v->tree->last, variable))
				return true;
		}
	}
	return false;
}

bool has_word(const struct loops *s, size_t first, size_t last, const char *name)
{
	size_t i = first;

	while (i < last && (!is(s->l, i, name) || is_one_of(s->l, i - 1, ". -> ::")))
		i++;
	return i < last;
}

/* ---- Variables ------------------------------------------------------------ */

bool is_name_of(const struct tree *t, CXCursor variable)
{
	return t && t->kind == TREE_NAME && clang_equalCursors(t->declaration, variable);
}

bool is_index(const struct loops *s, const struct tree *t)
{
	return is_name_of(t, s->index_cursor);
}

struct body_variable *declared_variable(const struct loops *s, CXCursor declaration)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		if (clang_equalCursors(s->variables[i].cursor, declaration))
			return &s->variables[i];
	}
	return NULL;
}

struct body_variable *mentioned_variable(const struct loops *s, const struct tree *t)
{
	return t->kind == TREE_NAME ? declared_variable(s, t->declaration) : NULL;
}

bool hides_variable(const struct loops *s, const struct body_variable *v)
{
	for (size_t i = 0; i < s->n_variables; i++) {
		if (s->variables[i].in_use && !strcmp(s->variables[i].name, v->name))
			return true;
	}
	return false;
}

bool is_shadowed(const struct loops *s, CXCursor declaration)
{
	const char *name = cursor_spelling(declaration);

	for (size_t i = 0; i < s->n_variables; i++) {
		if (!strcmp(s->variables[i].name, name))
			return true;
	}
	return false;
}

const struct tree *initializer_of(const struct body_variable *v)
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

/* Whether token i is `n` of a lambda's [n] or [&n], or the default capture, where the tree has the names of all that is
 * captured: what the lambda does with these variables is in its body. Not for x of [n = x]. */
static bool is_capture(const struct loops *s, size_t i)
{
	const struct tree *t = tree_named(s->tree, i);
	bool yes = t, is_listed = false;

	for (; t && yes; t = t->next_named) {
		is_listed |= t->kind == TREE_CAPTURE || (t->role == ROLE_INIT && i == t->parent->first + 1);
		yes = t->parent->kind == TREE_LAMBDA && (t->kind == TREE_CAPTURE || t->role == ROLE_INIT);
	}
	return yes && is_listed;
}

bool changes(struct loops *s, size_t first, size_t last, CXCursor variable)
{
	for (size_t i = first; i < last; i++) {
		if (may_name(s, i, variable) && !is_capture(s, i) && !is_read(s, i))
			return true;
		for (const struct body_variable *v = NULL; (v = next_alias(s, i, v)) != NULL;) {
			if (changes(s, v->at + 1, v->tree->last, variable))
				return true;
		}
	}
	return false;
}

bool has_private_address(struct loops *s)
{
	FOR_EACH(const struct body_variable, v, s->variables, s->n_variables) {
		if (is_array(type_of(v->cursor)) && v->kind != TILE_STATIC &&
		    !is_tile_static(v->cursor))
			return true;
	}
	for (const struct tree *t = s->tree->root; t; t = tree_next(t, s->tree->root)) {
		const struct body_variable *v = mentioned_variable(s, t);

		if ((is_index(s, t) || (v && v->kind != TILE_STATIC && !is_tile_static(v->cursor) &&
		                        !is_pointer(clang_getCursorType(v->cursor)))) &&
		    mention_at(&s->uses, t->name).use & USE_ESCAPES)
			return true;
	}
	return false;
}

/* ---- What an expression depends on ---------------------------------------- */

const struct tree *strip_copies(const struct tree *t)
{
	for (t = tree_strip(t); t && t->kind == TREE_CONSTRUCTION && call_argument(t, 0) &&
	                        is_copy(t->declaration);)
		t = tree_strip(call_argument(t, 0));
	return t;
}

/* Whether a member is accessed through a pointer other than `this`. */
static bool is_by_pointer(const struct tree *member)
{
	const struct tree *object = tree_part(member, ROLE_OBJECT);

	return object && object->kind != TREE_THIS && is_pointer(tree_type(object));
}

bool is_shared_object(const struct loops *s, const struct tree *t)
{
	const struct tree *e = strip_copies(t), *root = e;

	while (root && root->kind == TREE_MEMBER && !is_by_pointer(root))
		root = tree_strip(tree_part(root, ROLE_OBJECT));
	if ((e->kind != TREE_NAME && e->kind != TREE_MEMBER) || (root && root->kind != TREE_NAME) ||
	    is_index(s, root))
		return false;
	const struct body_variable *v = root ? declared_variable(s, root->declaration) : NULL;

	if (v)
		return v->in_use && v->kind == UNIFORM && e == root && !is_number(clang_getCursorType(v->cursor));
	CXType type = clang_getCursorType(e->declaration);

	return !is_shadowed(s, root ? root->declaration : e->declaration) &&
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

static enum variable_kind kind_of_variable(struct loops *s, const struct body_variable *v, size_t name,
                                           bool *changes_later)
{
	bool is_assumed = !v->in_use && v->is_assumed;

	if (v->is_alias || (!v->in_use && !v->is_assumed) || (v->in_use && v->kind > REPEATED) ||
	    !is_read_number(s, name))
		return KEPT;
	*changes_later |= is_assumed || v->is_mutable;
	return is_assumed ? UNIFORM : v->kind;
}

/* A captured constant or const variable, or a member of a captured object. */
static enum variable_kind kind_of_captured(struct loops *s, const struct tree *object, size_t name)
{
	return !is_shadowed(s, object->declaration) && is_read_number(s, name) ? UNIFORM : KEPT;
}

const struct tree *argument_for(const struct loops *s, const struct tree *t)
{
	const struct tree *argument = NULL;

	if (!s->inlined || t->kind != TREE_NAME || t->declaration.kind != CXCursor_ParmDecl)
		return NULL;
	SCOPED(children) parameters = parameters_of(s->inlined->function);

	for (unsigned i = 0; i < parameters.count && !argument; i++) {
		if (clang_equalCursors(parameters.items[i], t->declaration))
			argument = call_argument(s->inlined->call, i);
	}
	return argument;
}

/* Whether a loop's variable is int, and a constant is added to it in each iteration. */
static bool is_rising(struct loops *s, const struct tree *loop, CXCursor variable)
{
	const struct tree *condition = tree_strip(tree_part(loop, ROLE_CONDITION)),
	                  *step = tree_strip(tree_part(loop, ROLE_STEP)), *body = tree_part(loop, ROLE_BODY);
	bool is_plus = step && step->kind == TREE_UNARY &&
	               (step->unary == CXUnaryOperator_PreInc || step->unary == CXUnaryOperator_PostInc);
	bool is_sum = step && step->kind == TREE_BINARY && step->binary == CXBinaryOperator_AddAssign;
	int64_t n;

	return clang_getCanonicalType(clang_getCursorType(variable)).kind == CXType_Int && condition &&
	       condition->kind == TREE_BINARY &&
	       (condition->binary == CXBinaryOperator_LT || condition->binary == CXBinaryOperator_LE) &&
	       is_name_of(tree_strip(tree_operand(condition)), variable) &&
	       is_name_of(step ? tree_strip(tree_operand(step)) : NULL, variable) &&
	       (is_plus || (is_sum && tree_value(tree_second(step), &n) && n > 0)) &&
	       !changes(s, body->first, body->last, variable);
}

const struct tree *loop_around(struct loops *s, const struct tree *name)
{
	const struct body_variable *v = s->reads_loops && !s->inlined ? mentioned_variable(s, name) : NULL;

	if (!v || v->in_use || !v->tree || !initializer_of(v))
		return NULL;
	for (const struct tree *t = name->parent; t; t = t->parent) {
		const struct tree *init = t->kind == TREE_FOR ? tree_part(t, ROLE_INIT) : NULL;

		if (!init || init->children != v->tree)
			continue;
		if (v->tree->next || !is_rising(s, t, v->cursor))
			return NULL;
		return is_uniform_integer(s, initializer_of(v)) &&
		               is_uniform_integer(s, tree_second(tree_strip(tree_part(t, ROLE_CONDITION))))
		           ? t
		           : NULL;
	}
	return NULL;
}

static enum variable_kind kind_of_name(struct loops *s, const struct tree *t, bool *changes_later)
{
	const struct body_variable *v = declared_variable(s, t->declaration);
	const struct inlined *in = s->inlined;

	if (in) {
		const struct tree *argument = argument_for(s, t);

		s->inlined = in->outer;
		enum variable_kind kind = argument ? kind_of(s, argument, changes_later) : KEPT;

		s->inlined = in;
		return kind;
	}
	if (v && loop_around(s, t))
		return UNIFORM;
	if (t->children || is_index(s, t) || is_name_of(t, s->barrier_cursor))
		return KEPT;
	return v ? kind_of_variable(s, v, t->name, changes_later) : kind_of_captured(s, t, t->name);
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
		return is_read_number(s, t->name) ? UNIFORM : KEPT;
	const struct body_variable *v = declared_variable(s, root->declaration);

	if (root->kind != TREE_NAME || is_name_of(root, s->barrier_cursor))
		return KEPT;
	if (v)
		return is_c(s) ? kind_of_variable(s, v, t->name, changes_later) : KEPT;
	return kind_of_captured(s, root, t->name);
}

bool may_trap(const struct tree *e)
{
	for (const struct tree *t = e; t; t = tree_next(t, e)) {
		int64_t divisor;

		if (t->kind == TREE_BINARY &&
		    (t->binary == CXBinaryOperator_Div || t->binary == CXBinaryOperator_Rem) &&
		    (!tree_value(tree_second(t), &divisor) || divisor <= 0))
			return true;
	}
	return false;
}

bool is_plain_if(struct loops *s, const struct tree *t)
{
	return t->kind == TREE_IF && !tree_part(t, ROLE_VARIABLE) && !tree_part(t, ROLE_INIT) &&
	       !is_constexpr_if(s->l->unit, t);
}

bool has_integer_arguments(const struct tree *call)
{
	SCOPED(children) parameters = parameters_of(call->declaration);
	bool yes = call->declaration.kind == CXCursor_FunctionDecl && parameters.count > 0 &&
	           !call_argument(call, (unsigned)parameters.count);

	for (unsigned i = 0; i < parameters.count && yes; i++) {
		const struct tree *argument = call_argument(call, i);
		CXType type = clang_getCanonicalType(clang_getCursorType(parameters.items[i]));

		yes = argument && is_int(type) &&
		      clang_getCanonicalType(object_type(tree_type(tree_strip(argument)))).kind == type.kind;
	}
	return yes;
}

bool is_pure_call(const struct loops *s, const struct tree *call, unsigned depth)
{
	enum library_entity entity = library_entity(call->declaration);

	if (clang_Cursor_isNull(call->declaration) || depth == MOST_CALLS || !is_int(tree_type(call)) ||
	    !has_integer_arguments(call))
		return false;
	if (entity == LIBRARY_LEAST || entity == LIBRARY_GREATEST)
		return true;
	const struct body *b = called_tree(s->l->unit->bodies, call->declaration);

	if (!b || !b->root || may_trap(b->root))
		return false;
	for (const struct tree *t = b->root; t; t = tree_next(t, b->root)) {
		switch (t->kind) {
		case TREE_BLOCK:
		case TREE_IF:
		case TREE_RETURN:
		case TREE_LITERAL:
		case TREE_NAME:
		case TREE_UNARY:
		case TREE_BINARY:
		case TREE_CONDITIONAL:
		case TREE_PARENTHESES:
		case TREE_CAST:
		case TREE_CONVERSION:
		case TREE_REFERENCE:
			break;
		case TREE_CALL:
			if (!is_pure_call(s, t, depth + 1))
				return false;
			break;
		default:
			return false;
		}
	}
	return true;
}

/* A component of the index or an extent, the extent of a container, or an integer computed from others. */
static enum variable_kind kind_of_call(struct loops *s, const struct tree *t, bool *changes_later)
{
	const struct tree *object = call_object(t),
	                  *at = t->kind == TREE_CALL ? call_argument(t, 0) : tree_operand(t);
	enum library_entity class = object ? object_class(object) : LIBRARY_NONE;

	if (t->kind == TREE_CALL && is_pure_call(s, t, 0)) {
		enum variable_kind kind = UNIFORM;

		for (unsigned i = 0; call_argument(t, i) && kind != KEPT; i++) {
			enum variable_kind k = kind_of(s, call_argument(t, i), changes_later);

			kind = k > kind ? k : kind;
		}
		return kind;
	}
	if (is_container(class))
		return !at && object_class(t) == LIBRARY_EXTENT && is_shared_object(s, object) ? UNIFORM : KEPT;
	if (!at || (class != LIBRARY_INDEX && class != LIBRARY_EXTENT) ||
	    (t->kind == TREE_CALL && library_entity(t->declaration) != LIBRARY_COMPONENT))
		return KEPT;
	if (s->row_rank && is_index(s, tree_strip(object))) {
		int64_t d;

		return tree_value(at, &d) && d + 1 < (int64_t)s->row_rank ? UNIFORM : REPEATED;
	}
	enum variable_kind a = kind_of(s, object, changes_later),
	                   b = a == KEPT ? KEPT : kind_of(s, at, changes_later);

	return a > b ? a : b;
}

static const struct division *division_at(const struct loops *s, const struct tree *t)
{
	for (size_t i = 0; i < s->n_divisions; i++) {
		if (s->divisions[i].t == t)
			return &s->divisions[i];
	}
	return NULL;
}

static enum variable_kind kind_of(struct loops *s, const struct tree *t, bool *changes_later)
{
	if (division_at(s, t))
		return t->binary == CXBinaryOperator_Div ? UNIFORM : REPEATED;
	switch (t->kind) {
	case TREE_LITERAL:
		return is_number(tree_type(t)) ? UNIFORM : KEPT;
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
		return is_number(tree_type(t)) || tree_part(t, ROLE_TYPE)
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

/* ---- Linear expressions --------------------------------------------------- */

bool is_int(CXType type)
{
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;

	return kind == CXType_Int || kind == CXType_UInt;
}

/* Whether an expression is an integer; in a template, where its type is not known, whether all of its
 * operands are. */
static bool is_of_integers(const struct tree *t)
{
	if (is_integral(object_type(tree_type(t))))
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

static bool read_linear(struct loops *s, const struct tree *t, struct linear *out);

/* Reads index.local[d] * width, in either order. */
static bool read_row(struct loops *s, const struct tree *t, struct linear *out)
{
	const struct tree *row = tree_operand(t), *width = tree_second(t);

	if (is_uniform_integer(s, row)) {
		row = tree_second(t);
		width = tree_operand(t);
	}
	if (is_c(s) || s->row_rank || !is_uniform_integer(s, width) || !read_linear(s, row, out) || out->step != 1)
		return false;
	*out = (struct linear){.dimension = out->dimension, .is_row = true, .width = width};
	return true;
}

/* Adds b to a, or subtracts it. Returns false if the result is not known. */
static bool add_linear(struct linear *a, struct linear b, bool subtracts)
{
	if (!b.step && !b.is_row && !b.is_flat)
		return true;
	if (!a->step && !a->is_row && !a->is_flat) {
		*a = b;
		a->step = subtracts ? -b.step : b.step;
		return !subtracts || b.step;
	}
	struct linear row = a->is_row ? *a : b, along = a->is_row ? b : *a;

	*a = row;
	a->is_row = false;
	a->is_flat = true;
	return !subtracts && row.is_row && along.step == 1 && along.dimension == row.dimension + 1;
}

/* Reads an integer expression that is linear, flat, a row's or, if it is none of these, uniform. Returns false for
 * others. */
static bool read_linear(struct loops *s, const struct tree *t, struct linear *out)
{
	int d = index_dimension(s, tree_strip(t));
	const struct body_variable *v;
	struct linear second;

	*out = (struct linear){.step = d >= 0 ? 1 : 0, .dimension = d};
	if (d >= 0 || is_uniform_integer(s, t))
		return true;
	t = tree_strip(t);
	if (division_at(s, t)) {
		*out = (struct linear){.step = 1, .dimension = (int)s->row_rank - 1};
		return true;
	}
	const struct tree *argument = argument_for(s, t);
	const struct inlined *in = s->inlined;

	if (argument) {
		s->inlined = in->outer;
		bool is_known = read_linear(s, argument, out);

		s->inlined = in;
		return is_known;
	}
	v = mentioned_variable(s, t);
	if (v && v->in_use) {
		*out = v->linear;
		return out->step || out->is_row || out->is_flat;
	}
	if (t->kind == TREE_BINARY && t->binary == CXBinaryOperator_Mul)
		return read_row(s, t, out);
	return t->kind == TREE_BINARY && (t->binary == CXBinaryOperator_Add || t->binary == CXBinaryOperator_Sub) &&
	       read_linear(s, tree_operand(t), out) && read_linear(s, tree_second(t), &second) &&
	       add_linear(out, second, t->binary == CXBinaryOperator_Sub);
}

struct linear linear_of(struct loops *s, const struct tree *t)
{
	struct linear l;

	return read_linear(s, t, &l) ? l : (struct linear){0};
}

int linear_dimension(struct loops *s, const struct tree *t)
{
	struct linear l = linear_of(s, t);

	return l.step == 1 ? l.dimension : -1;
}

/* ---- Divisions ------------------------------------------------------------ */

/* Returns the initializer of a variable of type int that does not change, or NULL. */
static const struct tree *fixed_value(struct loops *s, const struct tree *name)
{
	const struct body_variable *v = mentioned_variable(s, name);

	return v && v->tree && initializer_of(v) &&
	               clang_getCanonicalType(clang_getCursorType(v->cursor)).kind == CXType_Int &&
	               !changes(s, v->tree->last, s->body_end, v->cursor)
	           ? initializer_of(v)
	           : NULL;
}

static bool names_variable(const struct loops *s, const struct tree *e)
{
	for (const struct tree *t = e; t; t = tree_next(t, e)) {
		if (mentioned_variable(s, t))
			return true;
	}
	return false;
}

/* Appends an integer without variables of the body. grows: it grows by one from point to point, otherwise it is
 * uniform. */
static bool append_integer(struct loops *s, const struct tree *t, bool grows, struct text *out)
{
	const struct tree *e = tree_strip(t), *value = fixed_value(s, e);
	size_t length = out->len;

	if (value)
		return append_integer(s, value, grows, out);
	if (clang_getCanonicalType(object_type(tree_type(e))).kind != CXType_Int)
		return false;
	if (grows ? index_dimension(s, e) >= 0
	          : (!names_variable(s, e) && is_uniform_integer(s, e) && !may_trap(e) &&
	             !next_division(s, e->first, e->last))) {
		text_printf(out, "(%s)", text_of(s, e));
		return true;
	}
	const char *op = e->kind != TREE_BINARY                        ? NULL
	                 : e->binary == CXBinaryOperator_Add           ? "+"
	                 : e->binary == CXBinaryOperator_Sub           ? "-"
	                 : e->binary == CXBinaryOperator_Mul && !grows ? "*"
	                                                               : NULL;
	bool is_rest = grows && e->kind == TREE_BINARY && e->binary == CXBinaryOperator_Rem;

	if (!op && !is_rest)
		return false;
	for (bool is_second = false;; is_second = true) { /* which operand grows */
		text_append(out, is_rest ? "Concurrency::details::row_rest(" : "(");
		if (append_integer(s, tree_operand(e), grows && !is_second, out)) {
			text_printf(out, is_rest ? ", " : " %s ", op);
			if (append_integer(s, tree_second(e), grows && is_second, out)) {
				text_append(out, ")");
				return true;
			}
		}
		out->len = length;
		out->data[length] = '\0';
		if (is_second || !grows || is_rest || *op != '+')
			return false;
	}
}

static bool read_division(struct loops *s, const struct tree *t, struct division *out)
{
	SCOPED(text) value = {0}, by = {0};
	int64_t n;

	text_append(&value, "");
	text_append(&by, "");
	if (t->kind != TREE_BINARY || (t->binary != CXBinaryOperator_Div && t->binary != CXBinaryOperator_Rem) ||
	    t->is_open || t->first == t->last || (tree_value(tree_second(t), &n) && n < FEWEST_POINTS) ||
	    clang_getCanonicalType(tree_type(t)).kind != CXType_Int ||
	    !append_integer(s, tree_operand(t), true, &value) || !append_integer(s, tree_second(t), false, &by))
		return false;
	*out = (struct division){
	    .t = t, .value = interned_text(&value), .by = interned_text(&by), .number = s->n_divisions};
	FOR_EACH(const struct division, other, s->divisions, s->n_divisions) {
		if (other->value == out->value && other->by == out->by) {
			out->number = other->number;
			break;
		}
	}
	return true;
}

void find_divisions(struct loops *s)
{
	const struct tree *root = s->tree->root;

	for (const struct tree *t = root; t; t = tree_next_outside(t, root)) {
		struct division found;

		if (!read_division(s, t, &found))
			continue;
		found.substitution = (struct substitution){
		    t->first, t->last, false,
		    t->binary == CXBinaryOperator_Div ? interned_printf("amp_quotient_%zu", found.number)
		                                      : interned_printf("(amp_rest_%zu + amp_x)", found.number)};
		APPEND(s->divisions, s->n_divisions) = found;
	}
}

/* ---- Variables that all threads change together --------------------------- */

bool is_uniform_change(struct loops *s, const struct body_variable *v, const struct tree *t)
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
