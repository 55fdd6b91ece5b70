/* Tile loops, functions that wait at the barrier: which function a call that is given the
 * barrier or the index means, whether it waits, and whether it can be cut as the kernel is. */
#include "tile_loops/tile_calls.h"

#include <stdlib.h>
#include <string.h>

#define MOST_DEPTH 8

void tile_call_finish(struct tile_call *c)
{
	for (size_t i = 0; i < c->n_parameters; i++)
		free(c->parameters[i].name);
}

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

bool is_mutable_reference(CXCursor parameter)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(parameter));

	return type.kind == CXType_RValueReference ||
	       (type.kind == CXType_LValueReference &&
	        !clang_isConstQualifiedType(clang_getPointeeType(type)));
}

/* Whether a name is that of an arithmetic type, or of a template parameter. */
static bool is_type(const struct loops *s, size_t name)
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

bool names_entity(const struct loops *s, size_t i, enum library_entity entity)
{
	CXCursor c = cursor_at(s->l, i);

	if (clang_getCursorKind(c) != CXCursor_OverloadedDeclRef)
		c = clang_getCursorReferenced(c);
	if (clang_getCursorKind(c) != CXCursor_OverloadedDeclRef)
		return library_entity(c) == entity;
	for (unsigned n = 0; n < clang_getNumOverloadedDecls(c); n++) {
		if (library_entity(clang_getOverloadedDecl(c, n)) != entity)
			return false;
	}
	return clang_getNumOverloadedDecls(c) > 0;
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

size_t end_of_item(const struct loops *s, size_t i, size_t close, bool angles)
{
	while (i < close && !is(s->l, i, ","))
		i = angles && is(s->l, i, "<") ? token_skip_angles(s->l->text, s->l->tokens, i)
		                               : past_match(s, i);
	return i < close ? i : close;
}

/* The parameters: where they are, and which of them brings the barrier along. */
static bool read_parameters(struct loops *s, struct tile_call *c)
{
	size_t close = (size_t)token(s->l, c->list)->match, at = c->list + 1;
	unsigned offset;

	for (struct walk w = walk_children(c->definition); walk_next(&w);) {
		if (clang_getCursorKind(w.cursor) == CXCursor_ParmDecl && c->n_parameters < MOST_ARGUMENTS)
			c->parameters[c->n_parameters++] = (struct call_parameter){
			    .cursor = w.cursor, .name = take_string(clang_getCursorSpelling(w.cursor))};
	}
	for (size_t i = 0; i < c->n_parameters; i++) {
		struct call_parameter *p = &c->parameters[i];
		enum library_entity type = library_class(clang_getCursorType(p->cursor));

		p->first = at;
		p->last = end_of_item(s, at, close, true);
		at = p->last + 1;
		if (!cursor_offset(s->l->clauses, p->cursor, &offset))
			offset = 0;
		p->at = token_at(s->l->tokens, offset);
		p->is_index = type == LIBRARY_TILED_INDEX;
		p->is_barrier = type == LIBRARY_TILE_BARRIER;
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
static bool read_call(struct loops *s, size_t i, struct tile_call *c)
{
	unsigned at;

	*c = (struct tile_call){.open = opening_of(s, i), .class = clang_getNullCursor()};
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

void callee_init(struct loops *f, struct loops *s, const struct tile_call *c)
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

bool is_too_deep(const struct loops *s)
{
	unsigned depth = 0;

	for (; s; s = s->caller)
		depth++;
	return depth >= MOST_DEPTH;
}

bool is_known_parameter(const struct call_parameter *p)
{
	CXType type = clang_getCanonicalType(without_reference(clang_getCursorType(p->cursor)));

	return p->is_index || p->is_barrier || is_arithmetic(type) || library_class(type) == LIBRARY_INDEX;
}

/* The same of the parameter for the argument that token i is in. */
static bool is_for_known_parameter(const struct loops *s, const struct tile_call *c, size_t i)
{
	size_t at = 0;

	for (size_t n = c->open + 1; n < i; n = past_match(s, n))
		at += is(s->l, n, ",");
	return at < c->n_parameters && is_known_parameter(&c->parameters[at]);
}

bool call_waits(struct loops *s, size_t i)
{
	struct tile_call c = {0};
	bool waits = true;

	if (!is_too_deep(s) && read_call(s, i, &c)) {
		struct loops f;

		callee_init(&f, s, &c);
		waits = f.failed || !is_for_known_parameter(s, &c, i) ||
		        (clang_getCursorKind(c.definition) == CXCursor_FunctionTemplate &&
		         has_specialization(s, c.name)) ||
		        has_barrier(&f, f.body, f.body_end);
		loops_finish(&f);
	}
	tile_call_finish(&c);
	return waits;
}

bool find_waiting_call(struct loops *s, size_t first, size_t last, struct tile_call *c)
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

bool is_rest_harmless(struct loops *s, size_t first, size_t last, const struct tile_call *c)
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

bool is_plain(CXType type)
{
	type = clang_getCanonicalType(without_reference(type));
	return is_arithmetic(type) || type.kind == CXType_Pointer || type.kind == CXType_Unexposed ||
	       clang_isPODType(type);
}

bool is_cuttable(struct loops *s, const struct tile_call *c)
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
