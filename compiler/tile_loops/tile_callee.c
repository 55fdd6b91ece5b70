/* Tile loops, functions that wait at the barrier: which function a call with the barrier or the index as an
 * argument means, whether it waits, and whether it can be cut like the kernel. */
#include "tile_loops/tile_calls.h"

#define MOST_DEPTH 8

bool is_mutable_reference(CXCursor parameter)
{
	CXType type = type_of(parameter);

	return is_reference(type) && (type.kind == CXType_RValueReference ||
	                              !clang_isConstQualifiedType(clang_getPointeeType(type)));
}

/* Returns the only function that a call can mean, as written: the template rather than its instantiation. */
static CXCursor function_of(const struct tree *call)
{
	CXCursor c = tree_strip(tree_part(call, ROLE_CALLEE))->declaration, null = clang_getNullCursor();

	if (c.kind == CXCursor_OverloadedDeclRef)
		c = clang_getNumOverloadedDecls(c) == 1 ? clang_getOverloadedDecl(c, 0) : null;
	if (clang_Cursor_isNull(c) || !is_function(c.kind))
		return null;
	CXCursor template = clang_getSpecializedCursorTemplate(c);

	if (!clang_Cursor_isNull(template))
		c = template;
	return clang_getCursorDefinition(c);
}

/* Whether a parameter is declared with `auto`: that is a template parameter behind the function's name. */
static bool is_auto(const struct loops *s, const struct tile_call *c, CXCursor parameter)
{
	unsigned at;
	bool yes = false;

	for (SCOPED(walk) w = walk_below(parameter); !yes && walk_next(&w);) {
		CXCursor type = clang_getCursorReferenced(w.cursor);

		yes = type.kind == CXCursor_TemplateTypeParameter &&
		      !(cursor_offset(s->l->clauses, type, &at) && at < token(s->l, c->defined_at)->offset);
	}
	return yes;
}

/* Finds the parameters and which of them is the barrier or the index. */
static bool read_parameters(struct loops *s, struct tile_call *c)
{
	SCOPED(children) all = parameters_of(c->definition);

	for (size_t i = 0; i < all.count && i < MOST_ARGUMENTS; i++) {
		struct call_parameter *p = &c->parameters[c->n_parameters++];
		CXType type = clang_getCursorType(all.items[i]);
		enum library_entity class = library_class(type);
		unsigned at = 0;

		*p = (struct call_parameter){
		    .cursor = all.items[i],
		    .name = cursor_spelling(all.items[i]),
		    .is_index = class == LIBRARY_TILED_INDEX,
		    .is_barrier = class == LIBRARY_TILE_BARRIER,
		};
		if (!read_declaration(s, p->cursor, &p->first, &p->last) || is_pack(type) ||
		    is_auto(s, c, all.items[i]) || !cursor_offset(s->l->clauses, p->cursor, &at) ||
		    ((p->is_index || p->is_barrier) && is_mutable_reference(p->cursor)))
			return false;
		p->at = token_at(s->l->tokens, at);
		for (size_t n = 0; n < i; n++) { /* decltype(x) */
			if (has_word(s, p->first, p->at, c->parameters[n].name))
				return false;
		}
	}
	return all.count <= MOST_ARGUMENTS;
}

bool read_call(struct loops *s, const struct tree *call, struct tile_call *c)
{
	const struct tree *callee = tree_strip(tree_part(call, ROLE_CALLEE));
	unsigned at;

	*c = (struct tile_call){.call = call, .class = clang_getNullCursor()};
	if (call->kind != TREE_CALL || !callee || callee->name == SIZE_MAX || !is(s->l, callee->last, "(") ||
	    token(s->l, callee->last)->match != (int)call->last - 1)
		return false;
	const struct tree *object = callee->kind == TREE_MEMBER ? tree_part(callee, ROLE_OBJECT) : NULL;

	c->first = callee->first;
	c->name = callee->name;
	c->open = callee->last;
	c->close = call->last - 1;
	c->is_of_object = object && object->kind != TREE_THIS;
	c->definition = function_of(call);
	if (clang_Cursor_isNull(c->definition) ||
	    !cursor_offset(s->l->clauses, c->definition, &at))
		return false;
	c->defined_at = token_at(s->l->tokens, at);
	c->list = c->defined_at + 1;
	if (!is(s->l, c->list, "(") || token(s->l, c->list)->match < 0)
		return false;
	c->body = declarator_end(s->l->unit, at, s->l->unit->text.len);
	if (!is(s->l, c->body, "{") || token(s->l, c->body)->match < 0)
		return false;
	CXCursor parent = clang_getCursorSemanticParent(c->definition);

	if (is_class(parent.kind))
		c->class = parent;
	return read_parameters(s, c);
}

void callee_init(struct loops *f, struct loops *s, const struct tile_call *c)
{
	*f = (struct loops){.l = s->l, .function = c->definition, .class = c->class, .caller = s,
	                    .threads = s->threads,
	                    .limit = token(s->l, c->defined_at)->offset, .functions = s->functions,
	                    .body = c->body, .body_end = (size_t)token(s->l, c->body)->match};
	f->index = f->index_declaration = f->barrier = "";
	f->tree = body_tree(s->l->unit->bodies, c->definition);
	fail_if(f, !f->tree, c->defined_at, "the function's body is not known");
	FOR_EACH(const struct call_parameter, p, c->parameters, c->n_parameters) {
		if (p->is_index) {
			fail_if(f, *f->index, p->at, "a function that waits has two indices");
			f->index = p->name;
			f->index_cursor = p->cursor;
			f->index_declaration = spelling(s, p->first, p->last);
			f->index_value = thread_index(s, clang_getCursorType(p->cursor));
		} else if (p->is_barrier) {
			fail_if(f, *f->barrier, p->at, "a function that waits has two barriers");
			f->barrier = p->name;
			f->barrier_cursor = p->cursor;
		}
	}
}

bool is_too_deep(const struct loops *s)
{
	unsigned depth = 0;

	for (; s; s = s->caller)
		depth++;
	return depth >= MOST_DEPTH;
}

bool is_known_parameter(const struct call_parameter *p)
{
	CXType type = object_type(clang_getCursorType(p->cursor));

	return p->is_index || p->is_barrier || is_number(type) || library_class(type) == LIBRARY_INDEX;
}

bool call_waits(struct loops *s, const struct tree *argument)
{
	struct tile_call c = {0};
	bool waits = true;

	if (!is_too_deep(s) && read_call(s, argument->parent, &c)) {
		SCOPED(loops) f = {0};

		callee_init(&f, s, &c);
		waits = f.failed || argument->position >= c.n_parameters ||
		        !is_known_parameter(&c.parameters[argument->position]) ||
		        has_specialization(s->l->unit, c.definition) ||
		        has_barrier(&f, f.body, f.body_end);
	}
	return waits;
}

size_t find_waiting_calls(struct loops *s, const struct tree *statement, const struct tree *calls[MOST_WAITING_CALLS])
{
	size_t n = 0;

	for (const struct tree *t = NULL; (t = next_wait(s, statement->first, statement->last, t)) != NULL;) {
		const struct tree *argument = barrier_at(s, t), *call = argument->parent;

		if (n && call == calls[n - 1])
			continue;
		if (argument->role != ROLE_ARGUMENT || n == MOST_WAITING_CALLS ||
		    (n && call->first < calls[n - 1]->last))
			return 0;
		calls[n++] = call;
	}
	return n;
}

/* Whether a call of the library's gives an element or converts a tiled_index to an index, or is written as an
 * operator. */
static bool is_harmless_call(const struct tree *call)
{
	const struct tree *callee = tree_strip(tree_part(call, ROLE_CALLEE)), *object = call_object(call);
	bool is_conversion = call->declaration.kind == CXCursor_ConversionFunction;

	if (!callee || is_conversion)
		return is_conversion && is_amp_library(call->declaration);
	return is_container(object_class(object ? object : callee)) || tree_part(call, ROLE_OBJECT) ||
	       call_operator(call) != CXBinaryOperator_Invalid;
}

/* Whether an operator, also an overloaded one, evaluates its first operand before its second (C++17 [expr.shift]). */
static bool is_sequenced(enum CXBinaryOperatorKind op)
{
	return op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr || op == CXBinaryOperator_Comma ||
	       op == CXBinaryOperator_Shl || op == CXBinaryOperator_Shr;
}

/* Whether an expression modifies nothing except by assignment, and evaluates all of its parts
 * unconditionally, in any order. */
static bool is_harmless(const struct tree *t)
{
	switch (t->kind) {
	case TREE_CONDITIONAL:
	case TREE_LIST:
	case TREE_LAMBDA:
	case TREE_UNKNOWN:
		return false;
	case TREE_BINARY:
		return !is_sequenced(t->binary);
	case TREE_UNARY:
		return t->unary > CXUnaryOperator_PreDec;
	case TREE_CONSTRUCTION:
		return is_plain(tree_type(t));
	case TREE_CALL:
		return is_harmless_call(t) && !is_sequenced(call_operator(t));
	default:
		return true;
	}
}

static bool is_one_of_calls(const struct tree *t, const struct tree *const *calls, size_t n)
{
	while (n > 0 && calls[n - 1] != t)
		n--;
	return n > 0;
}

/* is_rest_harmless() for an expression, or a variable's declaration. */
static bool is_part_harmless(const struct tree *root, const struct tree *const *calls, size_t n)
{
	const struct tree *t = root;

	while (t && (is_one_of_calls(t, calls, n) || is_harmless(t)))
		t = is_one_of_calls(t, calls, n) ? tree_skip(t, root) : tree_next(t, root);
	return !t;
}

static bool are_in(const struct tree *t, const struct tree *const *calls, size_t n)
{
	while (n > 0 && calls[n - 1]->first >= t->first && calls[n - 1]->last <= t->last)
		n--;
	return n == 0;
}

/* Whether a call names a variable of a list. */
static bool names_one_of(const struct loops *s, const struct tree *call, const struct tree *list)
{
	for (const struct tree *v = list->children; v; v = v->next) {
		if (v->kind != TREE_VARIABLE || names(s, call->first, call->last, v->declaration))
			return true;
	}
	return false;
}

/* is_rest_harmless() for `T a = f(…), b = …`: what is in front of a call is executed behind it. */
static bool is_list_harmless(struct loops *s, const struct tree *list, const struct tree *const *calls, size_t n)
{
	const struct tree *v = list->children;

	for (size_t i = 0; i < n; i++) {
		if (names_one_of(s, calls[i], list))
			return false;
	}
	for (; v && n > 0; v = v->next) {
		const struct tree *value = tree_part(v, ROLE_INIT);
		size_t in = 0; /* calls in this variable's initializer */

		while (in < n && value && calls[in]->first >= value->first && calls[in]->last <= value->last)
			in++;
		if (!is_part_harmless(v, calls, in) ||
		    (in < n && value && tree_strip(value) != calls[0] && kind_of_expression(s, value) == KEPT))
			return false;
		calls += in;
		n -= in;
	}
	return n == 0;
}

bool is_rest_harmless(struct loops *s, const struct tree *t, const struct tree *const *calls, size_t n)
{
	if (t->kind == TREE_DECLARATION)
		return is_list_harmless(s, t, calls, n);
	if (t->kind == TREE_IF) {
		const struct tree *condition = tree_part(t, ROLE_CONDITION);

		return !tree_part(t, ROLE_INIT) && !tree_part(t, ROLE_VARIABLE) && are_in(condition, calls, n) &&
		       is_part_harmless(condition, calls, n);
	}
	return (t->kind == TREE_EXPRESSION || t->kind == TREE_RETURN) && is_part_harmless(t, calls, n);
}

bool is_plain(CXType type)
{
	type = object_type(type);
	return is_number(type) || type.kind == CXType_Void || type.kind == CXType_Pointer ||
	       type.kind == CXType_Unexposed || clang_isPODType(type);
}

/* Whether an expression is used as an lvalue, other than to bind a reference. */
static bool is_lvalue(const struct tree *t)
{
	while (t->parent->kind == TREE_PARENTHESES ||
	       (t->parent->kind == TREE_CONVERSION && t->parent->conversion != CONVERSION_VALUE))
		t = t->parent;
	const struct tree *p = t->parent;

	return (tree_assigns(p) && t == tree_operand(p)) ||
	       (p->kind == TREE_UNARY && p->unary == CXUnaryOperator_AddrOf);
}

bool is_cuttable(struct loops *s, const struct tile_call *c)
{
	enum CXCursorKind kind = c->definition.kind;
	CXCursor scope = clang_getCursorSemanticParent(c->definition);
	CXType result = result_of(c->definition);

	for (const struct loops *f = s; f; f = f->caller) {
		if (clang_equalCursors(f->function, c->definition))
			return false;
	}
	if (c->is_of_object)
		return false;
	if (!clang_Cursor_isNull(c->class)
	            ? !clang_equalCursors(c->class, s->class)
	            : token(s->l, token(s->l, c->body)->match)->offset >= s->limit)
		return false;
	/* A::f, friends, extern "C" */
	if (!clang_equalCursors(scope, clang_getCursorLexicalParent(c->definition)) ||
	    (!is_c(s) && scope.kind == CXCursor_LinkageSpec))
		return false;
	return (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_FunctionTemplate) &&
	       !has_specialization(s->l->unit, c->definition) && !clang_CXXMethod_isVirtual(c->definition) &&
	       !is_reference(result) && is_plain(result) && !is_lvalue(c->call);
}
