/* Tile loops: functions that wait at the barrier.
 *
 *     int before = scan_tile<TILE>(sum, i.local[0], i.barrier) - sum;
 *
 * The function is cut as the kernel is, and becomes one for all threads of the tile,
 * behind its definition. It takes the parameters of the first thread, which tell what
 * its template parameters are, amp_tile, for each argument that differs between the
 * threads a function object that gives that of a thread, and where the results go:
 *
 *     amp_tile_1_c4fd_scan_tile<TILE>(value(0, 0, 0), …, amp_tile, value, me, result);
 *
 * and the statement goes on with the result of its thread. In C it takes arrays with what
 * each thread has of its own, or, where that follows from the index, what the first one
 * has; and an array for the results. Only what is certain: the statement does nothing else
 * that could come before the call, and the function is defined in the text in front of the
 * kernel, once, and not in terms of itself. */
#include "tile_loops.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ARGUMENTS 16
#define MOST_DEPTH 8

/* How an argument reaches the function. */
enum argument_kind {
	ARGUMENT_BARRIER, /* as it is */
	ARGUMENT_UNIFORM, /* the same in all threads */
	ARGUMENT_SHARED,  /* tile_static memory */
	ARGUMENT_OWN,     /* from a function object */
	ARGUMENT_VARIABLE, /* a variable of the thread's own that may be changed: likewise */
};

static bool is_of_thread(enum argument_kind kind)
{
	return kind == ARGUMENT_OWN || kind == ARGUMENT_VARIABLE;
}

struct call_parameter {
	CXCursor cursor;
	char *name;
	size_t first, last, at; /* tokens; at: of the name */
	bool is_index, is_barrier;
};

struct passed_argument {
	size_t first, last;
	enum argument_kind kind;
	bool is_stored; /* evaluated once, in front of the call */
	int dimension;
	const struct variable *variable;
};

struct call {
	size_t first, name, open, close; /* tokens; first: of a qualified name */
	CXCursor definition;             /* of the function, or the template of it */
	CXCursor class;                  /* that it is a member of, or null */
	size_t defined_at, list, body;   /* tokens of the definition: name, parameters, { */
	bool is_of_object;               /* but for *this */
	struct call_parameter parameters[MOST_ARGUMENTS];
	struct passed_argument arguments[MOST_ARGUMENTS];
	size_t n_parameters, n_arguments;
};

static void call_finish(struct call *c)
{
	for (size_t i = 0; i < c->n_parameters; i++)
		free(c->parameters[i].name);
}

/* ---- Finding the function ------------------------------------------------- */

/* The parenthesis of the arguments that token i is one of, with nothing around it. */
static size_t opening_of(const struct loops *s, size_t i)
{
	for (i--; i > s->body; i--) {
		if (is_one_of(s, i, ") ] }") && token(s->l, i)->match >= 0)
			i = (size_t)token(s->l, i)->match;
		else if (is(s->l, i, "("))
			return i;
		else if (is_one_of(s, i, "[ { } ;"))
			return 0;
	}
	return 0;
}

size_t name_of_call(const struct loops *s, size_t open)
{
	size_t i = open - 1;

	if (is(s->l, i, ">")) {
		while (i > s->body && !(is(s->l, i, "<") &&
		                        token_skip_angles(s->l->text, s->l->tokens, i) == open))
			i--;
		i--;
	}
	return i > s->body && token(s->l, i)->kind == TOKEN_IDENTIFIER ? i : 0;
}

/* Whether the text has `template <> … name`. */
static bool has_specialization(const struct loops *s, size_t name)
{
	size_t len = token(s->l, name)->len;

	for (size_t i = 0; token(s->l, i)->kind != TOKEN_END; i++) {
		if (!is(s->l, i, "template") || !is(s->l, i + 1, "<") || !is(s->l, i + 2, ">"))
			continue;
		for (; token(s->l, i)->kind != TOKEN_END && !is_one_of(s, i, "{ ;"); i++) {
			if (token(s->l, i)->len == len &&
			    !memcmp(s->l->text + token(s->l, i)->offset,
			            s->l->text + token(s->l, name)->offset, len))
				return true;
		}
	}
	return false;
}

/* Whether a parameter is a reference through which its argument may change. */
static bool is_mutable_reference(CXCursor parameter)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(parameter));

	return type.kind == CXType_RValueReference ||
	       (type.kind == CXType_LValueReference &&
	        !clang_isConstQualifiedType(clang_getPointeeType(type)));
}

/* The parameter at a position of a function or a template of one. */
struct position {
	size_t n, at;
	CXCursor parameter;
};

static enum CXChildVisitResult find_position(CXCursor c, CXCursor parent, CXClientData data)
{
	struct position *p = data;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_ParmDecl && p->n++ == p->at)
		p->parameter = c;
	return CXChildVisit_Continue;
}

static bool takes_value(CXCursor function, size_t at)
{
	struct position p = {.at = at, .parameter = clang_getNullCursor()};

	if (!is_function(clang_getCursorKind(function)))
		return false;
	clang_visitChildren(function, find_position, &p);
	return !clang_Cursor_isNull(p.parameter) && !is_mutable_reference(p.parameter);
}

bool is_type(const struct loops *s, size_t name)
{
	if (is_one_of(s, name, "int unsigned float double bool"))
		return true;
	CXCursor c = cursor_at(s->l, name);

	if (clang_getCursorKind(c) == CXCursor_CXXFunctionalCastExpr) {
		CXType cast = clang_getCanonicalType(clang_getCursorType(c));

		return is_arithmetic(cast) || cast.kind == CXType_Unexposed;
	}
	CXCursor type = clang_getCursorReferenced(c);

	return clang_getCursorKind(c) == CXCursor_TypeRef &&
	       (clang_getCursorKind(type) == CXCursor_TemplateTypeParameter ||
	        is_arithmetic(clang_getCursorType(type)));
}

bool is_passed_by_value(const struct loops *s, size_t open, size_t i)
{
	size_t name = name_of_call(s, open), at = 0;

	if (!name)
		return false;
	if (is_type(s, name))
		return true;
	for (size_t n = open + 1; n < i; n = past_match(s, n)) {
		if (is(s->l, n, "<"))
			return false;
		at += is(s->l, n, ",");
	}
	CXCursor c = cursor_at(s->l, name);
	bool yes = true;

	if (clang_getCursorKind(c) != CXCursor_OverloadedDeclRef)
		c = clang_getCursorReferenced(c);
	if (clang_getCursorKind(c) != CXCursor_OverloadedDeclRef)
		return !clang_Cursor_isNull(c) && takes_value(c, at);
	for (unsigned n = 0; n < clang_getNumOverloadedDecls(c); n++)
		yes &= takes_value(clang_getOverloadedDecl(c, n), at);
	return yes;
}

/* The only function that a name can mean here, as written: a template, not what is
 * made of it. */
static CXCursor function_of(const struct loops *s, size_t name)
{
	CXCursor c = cursor_at(s->l, name), null = clang_getNullCursor();

	if (clang_getCursorKind(c) != CXCursor_OverloadedDeclRef)
		c = clang_getCursorReferenced(c);
	if (clang_getCursorKind(c) == CXCursor_OverloadedDeclRef)
		c = clang_getNumOverloadedDecls(c) == 1 ? clang_getOverloadedDecl(c, 0) : null;
	if (clang_Cursor_isNull(c) || !is_function(clang_getCursorKind(c)))
		return null;
	CXCursor template = clang_getSpecializedCursorTemplate(c);

	if (!clang_Cursor_isNull(template))
		c = template;
	return clang_getCursorDefinition(c);
}

static enum CXChildVisitResult find_parameters(CXCursor c, CXCursor parent, CXClientData data)
{
	struct call *call = data;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_ParmDecl) {
		if (call->n_parameters == MOST_ARGUMENTS)
			return CXChildVisit_Break;
		call->parameters[call->n_parameters++] = (struct call_parameter){
			.cursor = c, .name = take_string(clang_getCursorSpelling(c))};
	}
	return CXChildVisit_Continue;
}

/* Where an argument or parameter that begins at i ends. */
static size_t end_of_item(const struct loops *s, size_t i, size_t close, bool angles)
{
	while (i < close && !is(s->l, i, ","))
		i = angles && is(s->l, i, "<") ? token_skip_angles(s->l->text, s->l->tokens, i)
		                               : past_match(s, i);
	return i < close ? i : close;
}

/* The parameters: where they are, and which of them brings the barrier along. */
static bool read_parameters(struct loops *s, struct call *c)
{
	size_t close = (size_t)token(s->l, c->list)->match, at = c->list + 1;
	unsigned offset;

	clang_visitChildren(c->definition, find_parameters, c);
	for (size_t i = 0; i < c->n_parameters; i++) {
		struct call_parameter *p = &c->parameters[i];
		char *type = take_string(
			clang_getTypeSpelling(clang_getCanonicalType(clang_getCursorType(p->cursor))));

		p->first = at;
		p->last = end_of_item(s, at, close, true);
		at = p->last + 1;
		if (!cursor_offset(s->l->clauses, p->cursor, &offset))
			offset = 0;
		p->at = token_at(s->l->tokens, offset);
		p->is_index = strstr(type, is_c(s) ? "amp_tiled_index" : "tiled_index<");
		p->is_barrier = strstr(type, "tile_barrier");
		for (size_t n = p->first; n < p->last; n++) {
			p->is_index |= is(s->l, n, "tiled_index");
			p->is_barrier |= is(s->l, n, "tile_barrier");
		}
		free(type);
		if (p->last > close || p->first >= p->last || p->at < p->first || p->at >= p->last)
			return false;
		for (size_t n = p->first; n < p->last; n++) {
			if (is_one_of(s, n, "= . auto"))
				return false;
		}
		if (!*p->name || !is(s->l, p->at, p->name) ||
		    ((p->is_index || p->is_barrier) && is_mutable_reference(p->cursor)))
			return false;
	}
	return at == close + 1;
}

/* Finds the function of the call that token i is an argument of. */
static bool read_call(struct loops *s, size_t i, struct call *c)
{
	unsigned at;

	*c = (struct call){.open = opening_of(s, i), .class = clang_getNullCursor()};
	if (!c->open)
		return false;
	c->close = (size_t)token(s->l, c->open)->match;
	c->name = c->first = name_of_call(s, c->open);
	if (!c->name)
		return false;
	while (is_one_of(s, c->first - 1, ":: template"))
		c->first -= is(s->l, c->first - 1, "::") &&
		            token(s->l, c->first - 2)->kind == TOKEN_IDENTIFIER ? 2 : 1;
	if (is(s->l, c->first - 1, "->") && is(s->l, c->first - 2, "this"))
		c->first -= 2;
	c->is_of_object = is_one_of(s, c->first - 1, ". -> >");
	c->definition = function_of(s, c->name);
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

	if (is_class(clang_getCursorKind(parent)))
		c->class = parent;
	return read_parameters(s, c);
}

/* The function that a call leads to, with no more than the names of its parameters. */
static void function_init(struct loops *f, struct loops *s, const struct call *c)
{
	*f = (struct loops){.l = s->l, .function = c->definition, .class = c->class, .caller = s,
	                    .threads = s->threads,
	                    .limit = token(s->l, c->defined_at)->offset, .functions = s->functions,
	                    .body = c->body, .body_end = (size_t)token(s->l, c->body)->match};
	f->index = xstrdup("");
	f->index_declaration = xstrdup("");
	f->barrier = xstrdup("");
	for (size_t i = 0; i < c->n_parameters; i++) {
		const struct call_parameter *p = &c->parameters[i];

		if (p->is_index) {
			f->failed |= *f->index != 0;
			free(f->index);
			free(f->index_declaration);
			f->index = xstrdup(p->name);
			f->index_declaration = spelling(s, p->first, p->last);
			f->index_value = thread_index(s, clang_getCursorType(p->cursor));
		} else if (p->is_barrier) {
			f->failed |= *f->barrier != 0;
			free(f->barrier);
			f->barrier = xstrdup(p->name);
		}
	}
}

static unsigned depth_of(const struct loops *s)
{
	unsigned depth = 0;

	for (; s; s = s->caller)
		depth++;
	return depth;
}

/* Whether a parameter is known for what it makes of the barrier or the index that token i,
 * in its argument, names: itself, or the index alone. One of a template's type, or of a class
 * that is made from it, may wait by any name. */
static bool is_known_parameter(const struct loops *s, const struct call *c, size_t i)
{
	size_t at = 0;

	for (size_t n = c->open + 1; n < i; n = past_match(s, n))
		at += is(s->l, n, ",");
	if (at >= c->n_parameters)
		return false;
	const struct call_parameter *p = &c->parameters[at];
	CXType type = clang_getCanonicalType(without_reference(clang_getCursorType(p->cursor)));
	CXCursor class = clang_getTypeDeclaration(type);

	return p->is_index || p->is_barrier || is_arithmetic(type) ||
	       (is_amp_library(class) && is_named(class, "index"));
}

bool call_waits(struct loops *s, size_t i)
{
	struct call c;
	bool waits = true;

	if (depth_of(s) < MOST_DEPTH && read_call(s, i, &c)) {
		struct loops f;

		function_init(&f, s, &c);
		waits = f.failed || !is_known_parameter(s, &c, i) ||
		        (clang_getCursorKind(c.definition) == CXCursor_FunctionTemplate &&
		         has_specialization(s, c.name)) ||
		        has_barrier(&f, f.body, f.body_end);
		loops_finish(&f);
		call_finish(&c);
	}
	return waits;
}

/* ---- The statement -------------------------------------------------------- */

/* The one call in a statement that has barriers among its arguments. */
static bool find_call(struct loops *s, size_t first, size_t last, struct call *c)
{
	size_t open = 0;

	for (size_t i = first; i < last; i++) {
		if (!is_barrier(s, i))
			continue;
		size_t o = opening_of(s, i);

		if (!o || (open && o != open))
			return false;
		if (!open && !read_call(s, i, c))
			return false;
		open = o;
	}
	return open;
}

/* Whether what a statement does beside a call may as well come after it: it has no
 * other calls, does not depend on the order, and the call is made in any case. */
static bool is_rest_harmless(struct loops *s, size_t first, size_t last, const struct call *c)
{
	if (is_one_of(s, first, "if for while do switch case default else break continue {") ||
	    end_of_item(s, first, last, false) != last)
		return false;
	for (size_t i = first; i < last; i++) {
		if (i == c->first)
			i = c->close + 1;
		if (is_one_of(s, i, "? {") || (is(s->l, i, "&") && is(s->l, i + 1, "&")) ||
		    (is(s->l, i, "|") && is(s->l, i + 1, "|")) ||
		    (is_one_of(s, i, "+ -") && is_one_of(s, i + 1, "+ -")))
			return false;
		if (is(s->l, i, "(") &&
		    (token(s->l, i - 1)->kind == TOKEN_IDENTIFIER || is_one_of(s, i - 1, "> ) ]")) &&
		    !is(s->l, i - 1, "return") && !is_type(s, i - 1) && !names_container(s, i - 1))
			return false;
	}
	return true;
}

/* Whether values of a type can be kept for each thread: copies of bytes will do. What
 * depends on template parameters is taken to be such. */
static bool is_plain(CXType type)
{
	type = clang_getCanonicalType(without_reference(type));
	return is_arithmetic(type) || type.kind == CXType_Pointer || type.kind == CXType_Unexposed ||
	       clang_isPODType(type);
}

/* Whether a call can be made a call for all threads at all. */
static bool is_cuttable(struct loops *s, const struct call *c)
{
	size_t head = c->defined_at, close = (size_t)token(s->l, c->list)->match;
	bool is_template = clang_getCursorKind(c->definition) == CXCursor_FunctionTemplate;
	unsigned start, end;

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
	if (is(s->l, head - 1, "::") || (is_template && has_specialization(s, c->name)) ||
	    !clang_equalCursors(clang_getCursorSemanticParent(c->definition),
	                        clang_getCursorLexicalParent(c->definition)) ||
	    !cursor_range(s->l->clauses, c->definition, &start, &end))
		return false;
	for (size_t i = token_at(s->l->tokens, start); i < c->defined_at; i++) {
		if (is_one_of(s, i, "auto decltype . requires virtual friend extern"))
			return false;
	}
	for (size_t i = close + 1; i < c->body; i = past_match(s, i)) {
		if (is_one_of(s, i, "noexcept volatile & -> try : override final requires"))
			return false;
	}
	return (clang_getCursorKind(c->definition) == CXCursor_FunctionDecl ||
	        clang_getCursorKind(c->definition) == CXCursor_CXXMethod || is_template) &&
	       is_plain(clang_getCursorResultType(c->definition));
}

/* ---- Arguments ------------------------------------------------------------ */

/* Whether a body may make a parameter something else; what it points or refers to
 * does not count. */
static bool reassigns(struct loops *f, const struct call_parameter *p)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(p->cursor));
	bool refers = type.kind == CXType_Pointer || type.kind == CXType_IncompleteArray ||
	              type.kind == CXType_ConstantArray || type.kind == CXType_DependentSizedArray;
	CXType pointee = clang_getCanonicalType(without_reference(type));

	refers |= pointee.kind == CXType_ConstantArray || pointee.kind == CXType_DependentSizedArray ||
	          is_view_or_array(pointee);
	if (!refers)
		return changes(f, f->body, f->body_end, p->name);
	for (size_t i = f->body; i < f->body_end; i++) {
		if (!is_name(f, i, p->name) || is_one_of(f, i + 1, "[ . ->"))
			continue;
		if (is_one_of(f, i + 1, "= + - & ( *") || is_one_of(f, i - 1, "& + -"))
			return true;
	}
	return false;
}

/* Whether [first, last) names tile_static memory: x, &x, x[uniform]… */
static bool is_shared(struct loops *s, size_t first, size_t last)
{
	bool is_local;

	if (is(s->l, first, "&"))
		first++;
	struct variable *v = first < last ? variable_in_scope(s, first, &is_local) : NULL;

	if (!v || v->kind != TILE_STATIC)
		return false;
	for (first++; first < last; first = past_match(s, first)) {
		if (!is(s->l, first, "[") ||
		    kind_of_expression(s, first + 1, past_match(s, first) - 1) != UNIFORM)
			return false;
	}
	return true;
}

/* Whether there can be an array of a parameter's values, in C. */
static bool can_be_in_array(const struct loops *s, const struct call_parameter *p)
{
	char *type = kept_type(s, p->cursor);
	bool can = type;

	for (size_t i = p->first; i < p->last; i++)
		can &= !is(s->l, i, "[");
	free(type);
	return can;
}

/* The variable that is a whole argument and that an array has, where the call has no other
 * way to it; or NULL. */
static const struct variable *own_variable(struct loops *s, const struct call *c,
                                           const struct passed_argument *a)
{
	bool is_local;
	const struct variable *v =
		a->last == a->first + 1 ? variable_in_scope(s, a->first, &is_local) : NULL;

	if (is_c(s) || !v || v->kind != KEPT || !v->is_stored || names(s, c->open, a->first, v->name) ||
	    names(s, a->last, c->close, v->name))
		return NULL;
	return v;
}

static bool read_arguments(struct loops *s, struct loops *f, struct call *c)
{
	for (size_t at = c->open + 1; at < c->close;) {
		size_t end = end_of_item(s, at, c->close, false);

		/* what stands in braces has no type of its own */
		if (c->n_arguments == c->n_parameters || at == end || is(s->l, at, "{"))
			return false;
		c->arguments[c->n_arguments++] = (struct passed_argument){.first = at, .last = end, .dimension = -1};
		at = end + 1;
	}
	if (c->n_arguments != c->n_parameters)
		return false;
	for (size_t i = 0; i < c->n_arguments; i++) {
		struct passed_argument *a = &c->arguments[i];
		const struct call_parameter *p = &c->parameters[i];
		CXType type = clang_getCanonicalType(clang_getCursorType(p->cursor));
		bool points = type.kind == CXType_Pointer || type.kind == CXType_IncompleteArray ||
		              type.kind == CXType_ConstantArray;
		bool refers = points || type.kind == CXType_LValueReference;
		enum variable_kind kind;

		if (p->is_index || p->is_barrier) {
			bool whole = p->is_index ? is_name(s, a->first, s->index) && a->last == a->first + 1
			                         : (is_name(s, a->first, s->barrier) && a->last == a->first + 1) ||
			                               (is_name(s, a->first, s->index) && a->last == a->first + 3 &&
			                                is(s->l, a->first + 2, "barrier"));

			if (!whole)
				return false;
			a->kind = ARGUMENT_BARRIER;
			continue;
		}
		if (refers && is_shared(s, a->first, a->last) && !reassigns(f, p)) {
			a->kind = ARGUMENT_SHARED;
			continue;
		}
		kind = kind_of_expression(s, a->first, a->last);
		if (kind == UNIFORM && !reassigns(f, p)) {
			a->kind = ARGUMENT_UNIFORM;
			continue;
		}
		if (type.kind == CXType_LValueReference && is_mutable_reference(p->cursor)) {
			a->variable = own_variable(s, c, a);
			a->kind = ARGUMENT_VARIABLE;
			if (!a->variable)
				return false;
			continue;
		}
		if (is_mutable_reference(p->cursor) ||
		    ((points || type.kind == CXType_Unexposed) && has_private_address(s)))
			return false;
		a->kind = ARGUMENT_OWN;
		a->is_stored = kind == KEPT;
		if (!is_plain(clang_getCursorType(p->cursor)) && a->is_stored)
			return false;
		if (is_c(s) && !can_be_in_array(s, p))
			return false;
		if (is_int(clang_getCursorType(p->cursor)))
			a->dimension = linear_dimension(s, a->first, a->last);
	}
	return true;
}

/* The value of a parameter in a thread, where the threads have values of their own. The
 * caller frees it. */
static char *own_value(const struct loops *f, const struct call_parameter *p,
                       const struct passed_argument *a)
{
	if (!is_c(f))
		return xasprintf("amp_own_%s(amp_z, amp_y, amp_x)", p->name);
	return a->dimension >= 0 ? xasprintf("amp_own_%s + AMP_TILE_LOCAL(%d)", p->name, a->dimension)
	                         : xasprintf("amp_own_%s AMP_TILE_THREAD", p->name);
}

/* The array of a parameter that the body changes. */
static bool append_kept_parameter(struct loops *f, struct variable *v, const char *value)
{
	v->type = kept_type(f, v->cursor);
	if (!v->type)
		return false;
	if (!is_c(f) && !is_arithmetic(clang_getCursorType(v->cursor))) {
		/* a function object, say, which nothing can be assigned to */
		v->is_in_place = v->is_stored = true;
		v->bounds = xstrdup("");
		if (clang_getCursorKind(f->function) != CXCursor_FunctionTemplate)
			strings_push(&f->in_place_types, v->type);
		text_printf(f->out,
		            "\t\tConcurrency::details::tile_values<%s, amp_tile_t> amp_kept_%s;\n"
		            "\t\tAMP_TILE_LOOPS\n\t\t\tamp_kept_%s.put(amp_z, amp_y, amp_x, %s);\n",
		            v->type, v->name, v->name, value);
		return true;
	}
	append_array(f, v);
	text_printf(f->out, "\t\tAMP_TILE_LOOPS\n\t\t\tamp_kept_%s AMP_TILE_THREAD = %s;\n",
	            v->name, value);
	return true;
}

static struct variable *add_parameter(struct loops *f, CXCursor cursor, const char *name, size_t at)
{
	f->variables = xrealloc(f->variables, (f->n_variables + 1) * sizeof(*f->variables));
	struct variable *v = &f->variables[f->n_variables++];

	*v = (struct variable){.cursor = cursor, .name = xstrdup(name), .at = at,
	                       .scope_end = f->body_end, .in_use = true, .dimension = -1};
	return v;
}

bool declare_kernel_parameters(struct loops *s)
{
	size_t before = s->n_variables;

	for (int i = 1; i < clang_Cursor_getNumArguments(s->function); i++) {
		CXCursor cursor = clang_Cursor_getArgument(s->function, (unsigned)i);
		char *name = take_string(clang_getCursorSpelling(cursor));
		const struct call_parameter p = {.cursor = cursor, .name = name};
		unsigned at = 0;
		bool done = true;

		if (*name && cursor_offset(s->l->clauses, cursor, &at)) {
			struct variable *v = add_parameter(s, cursor, name, token_at(s->l->tokens, at));

			v->kind = reassigns(s, &p) ? KEPT : UNIFORM;
			done = v->kind == UNIFORM || append_kept_parameter(s, v, name);
		}
		free(name);
		if (!done)
			return false;
	}
	/* the table is complete: items point into it */
	for (size_t i = before; i < s->n_variables; i++) {
		if (s->variables[i].kind == KEPT)
			add_item(s, (struct item){.kind = ITEM_VARIABLE, .variable = &s->variables[i]});
	}
	return true;
}

/* The parameters as variables of the function's body, and what they begin with. */
static bool declare_parameters(struct loops *f, const struct call *c)
{
	for (size_t i = 0; i < c->n_parameters; i++) {
		const struct call_parameter *p = &c->parameters[i];
		const struct passed_argument *a = &c->arguments[i];

		if (a->kind == ARGUMENT_BARRIER)
			continue;
		bool changed = a->kind == ARGUMENT_OWN && reassigns(f, p);

		struct variable *v = add_parameter(f, p->cursor, p->name, p->at);

		v->kind = a->kind == ARGUMENT_SHARED    ? TILE_STATIC
		          : a->kind == ARGUMENT_UNIFORM ? UNIFORM
		          : changed || a->kind == ARGUMENT_VARIABLE ? KEPT
		                                        : REPEATED;
		if (v->kind == REPEATED) {
			v->dimension = changed ? -1 : a->dimension;
			continue;
		}
		if (!changed)
			continue;
		char *value = own_value(f, p, a);
		bool is_kept = append_kept_parameter(f, v, value);

		free(value);
		if (!is_kept)
			return false;
	}
	return true;
}

/* What each region begins with of parameters. After the table of variables is
 * complete: items point into it. */
static void declare_items(struct loops *f, struct call *c)
{
	for (size_t i = 0; i < c->n_parameters; i++) {
		struct call_parameter *p = &c->parameters[i];
		bool is_local;
		enum argument_kind kind = c->arguments[i].kind;
		struct variable *v = is_of_thread(kind) ? variable_in_scope(f, p->at, &is_local) : NULL;

		if (v && v->kind == KEPT && kind == ARGUMENT_OWN) {
			add_item(f, (struct item){.kind = ITEM_VARIABLE, .variable = v});
		} else if (v) {
			char *declaration = spelling(f, p->first, p->last);
			char *value = own_value(f, p, &c->arguments[i]);

			add_item(f, (struct item){.kind = ITEM_TEXT,
			                          .text = xasprintf("\t\t%s = %s;\n", declaration, value)});
			free(declaration);
			free(value);
		}
	}
}

/* ---- Writing -------------------------------------------------------------- */

/* How the arguments are passed, a character for each: b, u, s, o, v, or for an index
 * along a dimension 0, 1, 2. The caller frees it. */
static char *passed_of(const struct call *c)
{
	struct text t = {0};

	text_append(&t, "");
	for (size_t i = 0; i < c->n_arguments; i++) {
		const struct passed_argument *a = &c->arguments[i];
		char of = a->kind == ARGUMENT_OWN && a->dimension >= 0 ? '0' + a->dimension : "busov"[a->kind];

		text_append_n(&t, &of, 1);
	}
	return t.data;
}

/* Whether a function for one way of passing takes another: an index is one of a
 * thread's own values, too. */
static bool takes(const char *function, const char *passed)
{
	for (; *passed; function++, passed++) {
		if (*function != *passed && !(*function == 'o' && *passed >= '0' && *passed <= '2'))
			return false;
	}
	return true;
}

/* The function that there is already for a call, or NULL. *other: there is one for
 * other calls of it. */
static const struct tile_function *existing_function(struct loops *s, const struct call *c,
                                                     bool *other)
{
	const struct tile_function *found = NULL;
	char *passed = passed_of(c);

	for (size_t i = 0; i < s->functions->count; i++) {
		const struct tile_function *f = &s->functions->items[i];

		if (f->defined_at != c->defined_at)
			continue;
		*other = true;
		if (takes(f->passed, passed))
			found = f;
	}
	free(passed);
	return found;
}

/* The type of a function's result in C, or NULL: it has none, or none with a name. The
 * caller frees it. */
static char *result_type(const struct loops *s, const struct call *c)
{
	CXType type = clang_getCursorResultType(c->definition);

	return type.kind == CXType_Void ? NULL : c_kept_type(s, type);
}

/* Where the declaration of a call's function begins. */
static size_t declaration_begin(const struct loops *s, const struct call *c)
{
	unsigned start, end;

	if (cursor_range(s->l->clauses, c->definition, &start, &end) &&
	    start < token(s->l, c->defined_at)->offset)
		return token_at(s->l->tokens, start);
	return c->defined_at;
}

/* The head of the function for all threads: what it takes of the call's arguments, and
 * where its results go. */
static void append_head(const struct loops *s, const struct call *c, const char *name,
                        struct text *t)
{
	size_t close = (size_t)token(s->l, c->list)->match, begin = declaration_begin(s, c);
	struct text types = {0}, parameters = {0};
	bool is_static = false, is_const = false;
	char *list = spelling(s, c->list + 1, close), *head = NULL;

	if (is(s->l, begin, "template")) {
		size_t head_end = token_skip_angles(s->l->text, s->l->tokens, begin + 1);

		head = spelling(s, begin + 2, head_end - 1);
		begin = head_end;
	}
	for (size_t i = begin; i < c->defined_at; i++)
		is_static |= is(s->l, i, "static");
	for (size_t i = close + 1; i < c->body; i++)
		is_const |= is(s->l, i, "const");
	for (size_t i = 0; i < c->n_parameters; i++) {
		if (!is_of_thread(c->arguments[i].kind))
			continue;
		text_printf(&types, ", typename amp_own_%s_t", c->parameters[i].name);
		text_printf(&parameters, ", const amp_own_%s_t &amp_own_%s", c->parameters[i].name,
		            c->parameters[i].name);
	}
	text_printf(t, "template <%s%stypename amp_tile_t%s, typename amp_result_t>\n", head ? head : "",
	            head ? ", " : "", types.len ? types.data : "");
	text_printf(t, "%s__attribute__((always_inline)) inline void %s(%s%sconst amp_tile_t amp_tile%s, amp_result_t &amp_result)%s\n{\n",
	            is_static || clang_Cursor_isNull(c->class) ? "static " : "", name, list,
	            c->n_parameters ? ", " : "", parameters.len ? parameters.data : "",
	            is_const ? " const" : "");
	text_finish(&types);
	text_finish(&parameters);
	free(list);
	free(head);
}

/* The same in C: what each thread has of its own is in arrays, or follows from what the
 * first thread has. */
static void append_c_head(const struct loops *s, const struct call *c, const char *name,
                          struct text *t)
{
	char *result = result_type(s, c);

	text_printf(t, "static AMP_TILE_INLINE_ void %s(", name);
	for (size_t i = 0; i < c->n_parameters; i++) {
		const struct call_parameter *p = &c->parameters[i];
		const struct passed_argument *a = &c->arguments[i];
		char *type = a->kind == ARGUMENT_OWN ? kept_type(s, p->cursor) : NULL;
		char *declaration = spelling(s, p->first, p->last);

		if (!type)
			text_printf(t, "%s, ", declaration);
		else if (a->dimension >= 0)
			text_printf(t, "const %s amp_own_%s, ", type, p->name);
		else
			text_printf(t, "%s const *amp_own_%s, ", type, p->name);
		free(type);
		free(declaration);
	}
	text_append(t, "const amp_tile_threads_ amp_tile");
	if (result)
		text_printf(t, ", %s *amp_result", result);
	text_printf(t, ")\n{\n\tenum { amp_threads = %u };\n", s->threads);
	free(result);
}

/* The function for all threads, to be written behind the function itself. */
static void add_function(struct loops *s, const struct call *c, const struct loops *f,
                         const char *name)
{
	size_t end = (size_t)token(s->l, c->body)->match;
	struct tile_functions *all = s->functions;
	struct text t = {0};

	text_append(&t, "\nAMP_TILE_LOOPS_BEGIN\n");
	if (is_c(s))
		append_c_head(s, c, name, &t);
	else
		append_head(s, c, name, &t);
	text_printf(&t, "%s}\nAMP_TILE_LOOPS_END\n", f->out->data);
	append_line_directive(s->l, &t, token(s->l, end)->offset + 1);
	all->items = xrealloc(all->items, (all->count + 1) * sizeof(*all->items));
	all->items[all->count++] = (struct tile_function){
		.defined_at = c->defined_at, .at = token(s->l, end)->offset + 1,
		.name = xstrdup(name), .passed = passed_of(c), .text = t.data};
}

/* Begins a function object that evaluates something for a thread. */
static void append_lambda(struct loops *s, size_t first, size_t last, const char *name, unsigned n)
{
	text_printf(s->out, "\t\tconst auto amp_%s_%u = [&](int amp_z, int amp_y, int amp_x) {\n"
	                    "\t\t(void)amp_z, (void)amp_y, (void)amp_x;\n", name, n);
	append_index(s);
	append_items(s, first, last, true);
}

/* What evaluates argument i of the statement's call, of which each thread has one of its
 * own. */
static void append_own(struct loops *s, size_t first, size_t last, const struct call *c, size_t i,
                       unsigned n)
{
	const struct passed_argument *a = &c->arguments[i];
	char *expression = spelling(s, a->first, a->last);
	char *name = xasprintf("own_%zu", i);

	if (!is_c(s)) {
		append_lambda(s, first, last, name, n);
		text_printf(s->out, "\t\treturn %s;\n\t\t};\n", expression);
		if (a->is_stored)
			text_printf(s->out,
			            "\t\tConcurrency::details::tile_values<decltype(amp_%s_%u(0, 0, 0)), amp_tile_t> amp_stored_%zu_%u;\n"
			            "\t\tAMP_TILE_LOOPS\n\t\t\tamp_stored_%zu_%u.put(amp_z, amp_y, amp_x, amp_%s_%u(amp_z, amp_y, amp_x));\n",
			            name, n, i, n, i, n, name, n);
	} else if (a->dimension < 0) {
		char *type = kept_type(s, c->parameters[i].cursor);

		s->kept_size += clang_Type_getSizeOf(clang_getCursorType(c->parameters[i].cursor));
		text_printf(s->out, "\t\t%s amp_%s_%u AMP_TILE_ARRAY;\n\t\tAMP_TILE_LOOPS {\n", type, name, n);
		append_index(s);
		append_items(s, first, last, true);
		text_printf(s->out, "\t\tamp_%s_%u AMP_TILE_THREAD = %s;\n\t\t}\n", name, n, expression);
		free(type);
	}
	free(name);
	free(expression);
}

/* What gives argument i as a reference, which is a variable of each thread. */
static void append_own_variable(struct loops *s, const struct variable *v, size_t i, unsigned n)
{
	text_printf(s->out,
	            "\t\tconst auto amp_own_%zu_%u = [&](int amp_z, int amp_y, int amp_x) -> "
	            "typename std::add_lvalue_reference<%s%s>::type {\n\t\treturn amp_kept_%s%s;\n\t\t};\n",
	            i, n, v->type, v->is_in_place ? v->bounds : "", v->name,
	            v->is_in_place ? ".at(amp_z, amp_y, amp_x)" : " AMP_TILE_THREAD");
}

/* Where the results of the statement's call go. */
static void append_results(struct loops *s, size_t first, size_t last, const struct call *c,
                           unsigned n, bool has_result)
{
	if (is_c(s)) {
		char *type = result_type(s, c);

		if (type) {
			s->kept_size += clang_Type_getSizeOf(clang_getCursorResultType(c->definition));
			text_printf(s->out, "\t\t%s amp_result_%u AMP_TILE_ARRAY;\n", type, n);
		}
		free(type);
	} else if (has_result) {
		char *call = spelling(s, c->first, c->close + 1);

		append_lambda(s, first, last, "call", n);
		text_printf(s->out, "\t\treturn %s;\n\t\t};\n"
		                    "\t\tConcurrency::details::tile_values<decltype(amp_call_%u(0, 0, 0)), amp_tile_t> amp_result_%u;\n",
		            call, n, n);
		free(call);
	} else {
		text_printf(s->out, "\t\tint amp_result_%u = 0;\n", n);
	}
}

/* The call for all threads, with all that it needs in front of it. n: a number for its
 * names. */
static void append_tile_call(struct loops *s, size_t first, size_t last, const struct call *c,
                             const char *function, unsigned n, bool has_result)
{
	char *prefix = c->first < c->name ? spelling(s, c->first, c->name) : xstrdup("");
	char *arguments = c->open > c->name + 1 ? spelling(s, c->name + 1, c->open) : xstrdup("");
	struct text own = {0};

	for (size_t i = 0; i < c->n_arguments; i++) {
		if (c->arguments[i].kind == ARGUMENT_VARIABLE)
			append_own_variable(s, c->arguments[i].variable, i, n);
		else if (c->arguments[i].kind == ARGUMENT_OWN)
			append_own(s, first, last, c, i, n);
	}
	append_results(s, first, last, c, n, has_result);
	text_append(s->out, "\t\t{\n");
	append_first_thread(s);
	if (is_c(s))
		append_items(s, first, last, true); /* for arguments that follow from the index */
	text_printf(s->out, "\t\t%s%s%s(", prefix, function, arguments);
	for (size_t i = 0; i < c->n_arguments; i++) {
		const struct passed_argument *a = &c->arguments[i];

		if (is_of_thread(a->kind) && !is_c(s)) {
			char *name = a->is_stored ? xasprintf("amp_stored_%zu_%u", i, n)
			                          : xasprintf("amp_own_%zu_%u", i, n);

			text_printf(s->out, "%s(0, 0, 0), ", name);
			text_printf(&own, ", %s", name);
			free(name);
		} else if (a->kind == ARGUMENT_OWN && a->dimension < 0) {
			text_printf(s->out, "amp_own_%zu_%u, ", i, n);
		} else {
			char *expression = spelling(s, a->first, a->last);

			text_printf(s->out, "%s, ", expression);
			free(expression);
		}
	}
	text_printf(s->out, "amp_tile%s", own.len ? own.data : "");
	if (has_result || !is_c(s))
		text_printf(s->out, ", amp_result_%u", n);
	text_append(s->out, ");\n\t\t}\n");
	text_finish(&own);
	free(prefix);
	free(arguments);
}

/* Cuts the function of a call. The name of that for all threads, or NULL; the caller
 * frees it. */
static char *cut_function(struct loops *s, struct call *c, struct loops *f)
{
	bool other = false;
	const struct tile_function *existing = existing_function(s, c, &other);

	for (size_t i = 0; existing && i < c->n_arguments; i++) {
		if (existing->passed[i] == 'o')
			c->arguments[i].dimension = -1;
	}
	if (existing)
		return xstrdup(existing->name);
	/* another copy would have tile_static variables of its own */
	if (other && names(f, f->body, f->body_end, "tile_static"))
		return NULL;
	if (!declare_parameters(f, c))
		return NULL;
	declare_items(f, c);
	append_body(f);
	if (f->failed)
		return NULL;
	/* those of templates cannot be spelled in the kernel's struct */
	for (size_t i = 0; i < f->kept_types.count; i++) {
		if (clang_getCursorKind(c->definition) != CXCursor_FunctionTemplate)
			strings_push(&s->kept_types, f->kept_types.items[i]);
	}
	for (size_t i = 0; i < f->in_place_types.count; i++)
		strings_push(&s->in_place_types, f->in_place_types.items[i]);
	s->kept_size += f->kept_size;
	char *function = spelling(s, c->defined_at, c->defined_at + 1);
	char *name = xasprintf("amp_tile_%u_%08x_%s", ++s->l->n_tile_functions, s->l->hash, function);

	add_function(s, c, f, name);
	free(function);
	return name;
}

static bool has_named_result(const struct loops *s, const struct call *c)
{
	char *type = result_type(s, c);
	bool has = type || clang_getCursorResultType(c->definition).kind == CXType_Void;

	free(type);
	return has;
}

/* Cuts the function and writes the call. */
static bool append_cut_call(struct loops *s, size_t first, size_t last, struct call *c,
                            struct loops *f, bool *has_rest)
{
	bool has_result = clang_getCursorResultType(c->definition).kind != CXType_Void;

	*has_rest = !(c->first == first && last == c->close + 2);
	f->has_result = has_result;
	if ((*has_rest && !has_result) || !is_cuttable(s, c) ||
	    !is_rest_harmless(s, first, last, c) || (is_c(s) && !has_named_result(s, c)))
		return false;
	read_body(f);
	if (f->failed || !read_arguments(s, f, c))
		return false;
	char *name = cut_function(s, c, f);

	if (!name)
		return false;
	unsigned n = ++s->n_calls;

	append_tile_call(s, first, last, c, name, n, has_result);
	if (*has_rest) {
		substitute(s, (struct substitution){
			c->first, c->close + 1, false,
			xasprintf("amp_result_%u%s", n, is_c(s) ? " AMP_TILE_THREAD" : "(amp_z, amp_y, amp_x)")});
	}
	free(name);
	return true;
}

bool append_call(struct loops *s, size_t first, size_t last, bool *has_rest)
{
	struct call c = {0};
	struct text written = {0};
	struct loops f;
	bool done = false;

	for (size_t i = 0; i < s->n_items; i++) {
		if (s->items[i].kind == ITEM_STRIDE)
			return false;
	}
	if (depth_of(s) < MOST_DEPTH && find_call(s, first, last, &c)) {
		function_init(&f, s, &c);
		f.out = &written;
		text_append(&written, "");
		done = !f.failed && append_cut_call(s, first, last, &c, &f, has_rest);
		loops_finish(&f);
		text_finish(&written);
	}
	call_finish(&c);
	return done;
}
