/* Rewrites C's designated initializers for the device unit: C++ has them for members in declaration order,
 * and not for arrays. A list is read into a tree of the values of each element, and written without
 * designators; a union's member keeps its designator, which the compilers accept. */
#include "lower_c/lower_c_internal.h"

#define MOST_STEPS 16
/* Arrays with more elements than this are not written out. */
#define MOST_ELEMENTS 65536

/* An element of an initialized object: a value, or elements of its own. */
struct element {
	CXType type;
	CXCursor field;     /* in a struct or union: the member that this element is */
	size_t first, last; /* tokens [first, last) of the value; empty if there is none */
	struct element *elements;
	size_t n_elements;
};

/* The element that a designator names, starting at the object of the list: elements [first, last] in each
 * step. */
struct path {
	struct {
		long first, last;
	} steps[MOST_STEPS];
	size_t depth;
};

struct initializer_reader {
	struct lowering *lowering;
	CXCursor list;
	const char *problem; /* the error to report, or NULL */
};

/* ---- Types --------------------------------------------------------------- */

static bool is_union(CXType type)
{
	return clang_getTypeDeclaration(type).kind == CXCursor_UnionDecl;
}

/* Returns the member at a position, or a null cursor if there are fewer members. */
static CXCursor field_at(CXType record, long position)
{
	struct walk w = walk_fields(record);

	while (walk_next(&w) && position-- > 0)
		;
	return walk_end(&w);
}

/* Appends the steps to a named member: several for a member of an unnamed member. */
static bool add_member(struct path *p, CXType record, const struct lowering *l, size_t name)
{
	CXCursor field;

	if (p->depth == MOST_STEPS)
		return false;
	for (long i = 0; !clang_Cursor_isNull(field = field_at(record, i)); i++) {
		const char *spelling = cursor_spelling(field);
		CXType type = type_of(field);
		bool found = is(l, name, spelling);

		p->steps[p->depth].first = p->steps[p->depth].last = i;
		p->depth++;
		if (found || (type.kind == CXType_Record &&
		              clang_Cursor_isAnonymousRecordDecl(clang_getTypeDeclaration(type)) &&
		              add_member(p, type, l, name)))
			return true;
		p->depth--;
	}
	return false;
}

/* Returns the type of the element at a path, invalid if there is no such element. */
static CXType type_at(CXType type, const struct path *p)
{
	for (size_t i = 0; i < p->depth; i++) {
		if (is_array(type)) {
			type = clang_getArrayElementType(type);
		} else if (type.kind == CXType_Record) {
			CXCursor field = field_at(type, p->steps[i].first);

			if (clang_Cursor_isNull(field))
				return (CXType){.kind = CXType_Invalid};
			type = clang_getCursorType(field);
		} else {
			return (CXType){.kind = CXType_Invalid};
		}
		type = clang_getCanonicalType(type);
	}
	return type;
}

/* ---- Reading ------------------------------------------------------------- */

/* Returns the expression that begins with a token, or a null cursor. */
static CXCursor expression_at(struct initializer_reader *r, size_t first)
{
	struct walk w = walk_below(r->list);
	unsigned start, end;

	while (walk_next(&w) && (!clang_isExpression(w.cursor.kind) ||
	                         !cursor_range(r->lowering->clauses, w.cursor, &start, &end) ||
	                         start != token(r->lowering, first)->offset))
		;
	return walk_end(&w);
}

static bool read_index(struct initializer_reader *r, size_t token, int64_t *out)
{
	CXCursor c = expression_at(r, token);

	return !clang_Cursor_isNull(c) && integer_value(c, out) && *out >= 0 && *out < MOST_ELEMENTS;
}

/* Reads a designator [index] or [first ... last]. */
static bool read_subscript(struct initializer_reader *r, size_t open, struct path *p)
{
	const struct lowering *l = r->lowering;
	size_t close = (size_t)token(l, open)->match,
	       dots = token_outside(l->unit, open + 1, ". ]"); /* three of them */
	int64_t first, last;

	if (p->depth == MOST_STEPS || !read_index(r, open + 1, &first))
		return false;
	last = first;
	if (dots < close && !read_index(r, dots + 3, &last))
		return false;
	p->steps[p->depth].first = first;
	p->steps[p->depth].last = last;
	p->depth++;
	return true;
}

/* Reads .member[index].member = at token *i, and advances *i to the first token of the value. */
static bool read_designator(struct initializer_reader *r, CXType type, size_t *i, struct path *p)
{
	struct lowering *l = r->lowering;

	p->depth = 0;
	while (!is(l, *i, "=")) {
		CXType here = type_at(type, p);

		if (is(l, *i, ".") && here.kind == CXType_Record) {
			if (!add_member(p, here, l, *i + 1))
				return false;
			*i += 2;
		} else if (is(l, *i, "[") && is_array(here)) {
			if (!read_subscript(r, *i, p))
				return false;
			*i = (size_t)token(l, *i)->match + 1;
		} else {
			return false;
		}
	}
	++*i;
	return true;
}

static void read_list(struct initializer_reader *r, size_t open, struct element *object);

/* Returns a part of an element. If the element has a value, as in {[0] = {1, 2}, [0].x = 3}, that is divided first. */
static struct element *element_at(struct initializer_reader *r, struct element *e, long position)
{
	size_t value = e->first;
	bool has_value = e->last > e->first;

	bool record = e->type.kind == CXType_Record;

	e->first = e->last = 0;
	if (has_value && is(r->lowering, value, "{"))
		read_list(r, value, e);
	else if (has_value)
		r->problem =
		    "a designator replaces a part of an earlier value, which must be in braces in code for the "
		    "accelerator";
	while (e->n_elements <= (size_t)position) {
		CXCursor field = record ? field_at(e->type, (long)e->n_elements) : clang_getNullCursor();
		CXType type = record ? clang_getCursorType(field) : clang_getArrayElementType(e->type);

		KEEP(e->elements, e->n_elements) =
		    (struct element){.type = clang_getCanonicalType(type), .field = field};
	}
	return &e->elements[position];
}

/* Assigns the value in tokens [first, last) to the elements at a path. A later value replaces an earlier one. */
static void give(struct initializer_reader *r, struct element *e, const struct path *p, size_t step, size_t first,
                 size_t last)
{
	if (step == p->depth) {
		CXType type = e->type;
		CXCursor field = e->field;

		*e = (struct element){.type = type, .field = field, .first = first, .last = last};
		return;
	}
	for (long i = p->steps[step].first; i <= p->steps[step].last; i++) {
		struct element *child = element_at(r, e, i);

		for (long k = 0; k < (long)e->n_elements && is_union(e->type); k++) {
			if (k != i) { /* a union holds one value */
				e->elements[k] = (struct element){.type = e->elements[k].type,
				                                  .field = e->elements[k].field};
			}
		}
		give(r, child, p, step + 1, first, last);
	}
}

/* Returns whether the value at a token initializes a whole object of the type, so that no braces were left
 * out. */
static bool is_whole(struct initializer_reader *r, CXType type, size_t first)
{
	const struct lowering *l = r->lowering;

	if (is(l, first, "{"))
		return true;
	if (is_array(type))
		return token(l, first)->kind == TOKEN_STRING;
	if (type.kind != CXType_Record)
		return true;
	CXCursor value = expression_at(r, first);

	return !clang_Cursor_isNull(value) && type_of(value).kind == CXType_Record;
}

/* Returns whether evaluating a value more than once may repeat side effects. */
static bool has_effects(const struct lowering *l, size_t first, size_t last)
{
	for (size_t i = first; i < last; i++) {
		if (is(l, i, "=") || (is(l, i, "+") && is(l, i + 1, "+")) ||
		    (is(l, i, "-") && is(l, i + 1, "-")) ||
		    (token(l, i)->kind == TOKEN_IDENTIFIER && is(l, i + 1, "(")))
			return true;
	}
	return false;
}

static bool is_range(const struct path *p)
{
	for (size_t i = 0; i < p->depth; i++) {
		if (p->steps[i].first != p->steps[i].last)
			return true;
	}
	return false;
}

/* Returns whether a path leads through an unnamed member of a union that is not the union's first member. */
static bool is_hidden(CXType type, const struct path *p)
{
	for (size_t i = 0; i < p->depth; i++) {
		struct path part = *p;

		part.depth = i;
		CXType outer = type_at(type, &part);

		part.depth = i + 1;
		CXType inner = type_at(type, &part);

		if (is_union(outer) && p->steps[i].first > 0 && inner.kind == CXType_Record &&
		    clang_Cursor_isAnonymousRecordDecl(clang_getTypeDeclaration(inner)))
			return true;
	}
	return false;
}

/* Passes the #line directives of a list that is partly in another file: X macros, whose rows are included. */
static size_t behind_directives(const struct lowering *l, size_t i)
{
	while (token(l, i)->kind == TOKEN_DIRECTIVE)
		i++;
	return i;
}

/* Reads the list { a, .x = b, [3] = c } whose brace is at a token. */
static void read_list(struct initializer_reader *r, size_t open, struct element *object)
{
	struct lowering *l = r->lowering;
	size_t close = (size_t)token(l, open)->match, i = open + 1, last;
	struct path p = {.steps = {{-1, -1}}, .depth = 1};

	for (; (i = behind_directives(l, i)) < close && !r->problem; i = last + 1) {
		if (is(l, i, ".") || is(l, i, "[")) {
			if (!read_designator(r, object->type, &i, &p))
				r->problem = "this designator is not supported in code for the accelerator";
		} else {
			if (p.depth > 1)
				r->problem = "what follows the designator of a member's member needs one, "
				             "too, in code for the accelerator";
			p.steps[0].first = ++p.steps[0].last;
		}
		last = token_outside(l->unit, i, ", }");
		size_t end = last;
		CXType type = type_at(object->type, &p);

		while (token(l, end - 1)->kind == TOKEN_DIRECTIVE)
			end--;

		if (r->problem || type.kind == CXType_Invalid)
			return; /* the parser reports an invalid type */
		if (is_hidden(object->type, &p))
			r->problem = "a member of an unnamed struct in a union cannot be initialized in code "
			             "for the accelerator, but for the union's first: assign to it";
		else if (!is_whole(r, type, i))
			r->problem = "the braces around a member's initializers are needed beside "
			             "designators, in code for the accelerator";
		else if (is_range(&p) && has_effects(l, i, end))
			r->problem = "a range can only be given constants, in code for the accelerator";
		else
			give(r, object, &p, 0, i, end);
	}
}

/* ---- Writing ------------------------------------------------------------- */

static void append_element(struct lowering *l, const struct element *e, struct text *t)
{
	if (e->last > e->first) {
		const struct token *end = token(l, e->last - 1);

		edits_render_expression(l->edits, l->text, token(l, e->first)->offset,
		                        token_end(end), UNIT_DEVICE, t);
		return;
	}
	bool one = is_union(e->type), any = false;

	text_append(t, "{");
	for (size_t i = 0; i < e->n_elements; i++) {
		if (one && e->elements[i].last <= e->elements[i].first && !e->elements[i].n_elements)
			continue;
		text_append(t, any ? ", " : "");
		if (one && i)
			text_printf(t, ".%s = ", c_device_name(cursor_spelling(e->elements[i].field)));
		append_element(l, &e->elements[i], t);
		any = true;
	}
	text_append(t, "}");
}

/* Appends what keeps the numbers of the lines behind a list that is written in one line. */
static void append_lines(struct lowering *l, size_t open, size_t close, struct text *t)
{
	unsigned start = token(l, open)->offset, end = token(l, close)->offset;
	size_t i = open;

	if (is_for_people(l->unit))
		return;
	while (i < close && token(l, i)->kind != TOKEN_DIRECTIVE)
		i++;
	if (i < close)
		append_line_behind(l, UNIT_DEVICE, start, end, t);
	else
		text_append_line_breaks(t, l->text + start, end - start);
}

void edit_c_initializers(struct lowering *l, CXCursor c)
{
	unsigned start, end;
	struct initializer_reader r = {.lowering = l, .list = c};
	struct element object = {.type = type_of(c)};
	bool designated = false;

	if ((object.type.kind != CXType_Record && !is_array(object.type)) ||
	    !cursor_range(l->clauses, c, &start, &end))
		return;
	size_t open = token_at(l->tokens, start);

	if (!is(l, open, "{") || token(l, open)->match < 0)
		return;
	size_t close = (size_t)token(l, open)->match;

	for (size_t i = open + 1; (i = behind_directives(l, i)) < close && !designated;
	     i = token_outside(l->unit, i, ", }") + 1)
		designated = is_one_of(l, i, ". [");
	if (designated)
		read_list(&r, open, &object);
	if (designated && r.problem) {
		diagnose(l->unit, SEVERITY_ERROR, start, "%s", r.problem);
	} else if (designated) {
		SCOPED(text) t = {0};

		append_element(l, &object, &t);
		append_lines(l, open, close, &t);
		edit_replace(l->edits, start, token(l, close)->offset + 1, t.data, NULL);
	}
}
