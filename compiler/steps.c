/* A kernel as steps: what is assigned to its integer variables, what it reads and
 * writes in tile_static memory, where it waits, and the conditions and loops around
 * all that. Functions that it calls are steps, too, if any of this is in them. What
 * cannot be followed is a step that says so. */
#include "follow.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SITES = 160, MAX_STEPS = 4000, MAX_CALLS = 16 };

/* A variable that is a tile_static one, or a part of it: a pointer, a reference. */
struct alias {
	const struct variable *variable;
	struct place place;
};

struct maker {
	struct steps *steps;
	struct tile *tile;
	struct block *block; /* that steps go to */
	unsigned n_steps, n_calls;
	bool failed;
	struct nesting nestings[MAX_NESTING];
	unsigned n_nestings;
	struct guard guards[MAX_NESTING];
	unsigned n_guards;
	unsigned loops[MAX_NESTING];
	unsigned n_loops;
	unsigned body_of;    /* the loop whose body comes next */
	bool is_uniform;     /* no condition around depends on the index */
	const char *wait;
	struct alias *aliases;
	size_t n_aliases;
	struct cursors functions; /* that were searched for what matters */
	bool *relevances;         /* whether there is any, by position */
};

static void make_expression(struct maker *m, CXCursor e);
static void make_statement(struct maker *m, CXCursor s);

static struct step *add_step(struct maker *m, enum step_kind kind)
{
	struct block *b = m->block;

	if ((b->count & (b->count - 1)) == 0)
		b->items = xrealloc(b->items, (b->count ? b->count * 2 : 1) * sizeof(*b->items));
	m->failed |= ++m->n_steps > MAX_STEPS;
	b->items[b->count] = (struct step){.kind = kind};
	return &b->items[b->count++];
}

/* ---- Places ----------------------------------------------------------------------- */

static size_t tile_variable(struct maker *m, CXCursor declaration)
{
	struct steps *s = m->steps;
	CXType type = clang_getCanonicalType(clang_getCursorType(declaration));

	for (size_t i = 0; i < s->n_variables; i++) {
		if (clang_equalCursors(s->variables[i].declaration, declaration))
			return i;
	}
	s->variables = xrealloc(s->variables, (s->n_variables + 1) * sizeof(*s->variables));
	s->variables[s->n_variables] = (struct tile_variable){
		declaration, take_string(clang_getCursorSpelling(declaration)), type,
		clang_Type_getSizeOf(type)};
	return s->n_variables++;
}

static bool find_place(struct maker *m, CXCursor e, struct place *out);

static bool add_subscript(struct place *p, struct value index, CXType element, int64_t extent)
{
	int64_t size = clang_Type_getSizeOf(element);

	if (p->n_subscripts == MAX_SUBSCRIPTS || size <= 0)
		return false;
	p->subscripts[p->n_subscripts++] = (struct subscript){
		index.kind == VALUE_SCALAR ? index.items[0] : NULL, size, extent > 0 ? extent : 0};
	p->type = element;
	return true;
}

/* base[index], base + index */
static bool find_element(struct maker *m, CXCursor base, CXCursor index, struct place *out)
{
	if (!find_place(m, base, out))
		return false;
	CXType type = clang_getCanonicalType(out->type);
	bool is_array = type.kind == CXType_ConstantArray;

	if (!is_array && type.kind != CXType_Pointer)
		return false;
	return add_subscript(out, value_of(m->tile, index),
	                     is_array ? clang_getArrayElementType(type) : clang_getPointeeType(type),
	                     is_array ? clang_getArraySize(type) : 0);
}

/* The part of tile_static memory that an expression is, or (as a pointer) points to. A
 * pointer's place has the pointer's type, until it is followed. */
static bool find_place(struct maker *m, CXCursor e, struct place *out)
{
	enum CXCursorKind kind = clang_getCursorKind(e);
	CXCursor d = clang_getCursorReferenced(e);
	struct children all;
	bool found = false;

	switch (kind) {
	case CXCursor_ParenExpr:
	case CXCursor_UnexposedExpr: {
		CXCursor operand = last_expression(e);

		return !clang_Cursor_isNull(operand) && find_place(m, operand, out);
	}
	case CXCursor_DeclRefExpr:
		if (clang_getCursorKind(d) == CXCursor_VarDecl && is_tile_static(d)) {
			*out = (struct place){.variable = tile_variable(m, d)};
			out->type = m->steps->variables[out->variable].type;
			return true;
		}
		for (size_t i = 0; i < m->n_aliases; i++) {
			if (m->aliases[i].variable == find_variable(m->tile, d)) {
				*out = m->aliases[i].place;
				return true;
			}
		}
		return false;
	case CXCursor_ArraySubscriptExpr:
		all = children_of(e);
		found = all.count == 2 && find_element(m, all.items[0], all.items[1], out);
		free(all.items);
		return found;
	case CXCursor_BinaryOperator:
		all = children_of(e);
		found = clang_getCursorBinaryOperatorKind(e) == CXBinaryOperator_Add &&
		        clang_getCanonicalType(clang_getCursorType(e)).kind == CXType_Pointer &&
		        all.count == 2 && find_element(m, all.items[0], all.items[1], out);
		if (found)
			out->type = clang_getCursorType(e);
		free(all.items);
		return found;
	case CXCursor_MemberRefExpr: {
		CXCursor base = last_expression(e);

		if (clang_getCursorKind(d) != CXCursor_FieldDecl || clang_Cursor_isNull(base) ||
		    clang_Cursor_isBitField(d) || !find_place(m, base, out))
			return false;
		long long offset = clang_Cursor_getOffsetOfField(d);

		if (clang_getCanonicalType(out->type).kind == CXType_Pointer) /* p->x */
			out->type = clang_getPointeeType(clang_getCanonicalType(out->type));
		if (offset < 0 || clang_getCanonicalType(out->type).kind != CXType_Record)
			return false;
		out->offset += offset / 8;
		out->type = clang_getCursorType(d);
		return true;
	}
	case CXCursor_UnaryOperator: {
		enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(e);

		if ((op != CXUnaryOperator_Deref && op != CXUnaryOperator_AddrOf) ||
		    !find_place(m, last_expression(e), out))
			return false;
		if (op == CXUnaryOperator_AddrOf) {
			out->type = clang_getCursorType(e);
			return true;
		}
		CXType type = clang_getCanonicalType(out->type);

		if (type.kind == CXType_ConstantArray)
			return add_subscript(out, scalar_value(constant_node(m->tile, 0)),
			                     clang_getArrayElementType(type),
			                     clang_getArraySize(type));
		out->type = clang_getPointeeType(type);
		return type.kind == CXType_Pointer;
	}
	default:
		return false;
	}
}

static void make_operands(struct maker *m, CXCursor e, size_t first)
{
	struct children all = children_of(e);

	for (size_t i = first; i < all.count; i++) {
		if (clang_isExpression(clang_getCursorKind(all.items[i])))
			make_expression(m, all.items[i]);
	}
	free(all.items);
}

/* The steps of the subscripts in a place's expression: its first part is a place. */
static void make_subscripts(struct maker *m, CXCursor e)
{
	CXCursor base = first_child(e);
	struct place p;

	if (!clang_Cursor_isNull(base) && find_place(m, base, &p))
		make_subscripts(m, base);
	make_operands(m, e, 1);
}

/* ---- What is written ------------------------------------------------------------------ */

static bool has_opaque(const struct node *n)
{
	return n && (n->op == OP_OPAQUE || has_opaque(n->a) || has_opaque(n->b) || has_opaque(n->c));
}

static void add_argument(struct site *s, const struct node *n)
{
	s->arguments = xrealloc(s->arguments, (s->n_arguments + 1) * sizeof(*s->arguments));
	s->arguments[s->n_arguments++] = n;
}

/* What an expression's value follows from: the outermost parts that can be
 * evaluated. Not comparable, if that is not all. */
static void add_arguments(struct maker *m, struct site *s, CXCursor e)
{
	enum CXCursorKind kind = clang_getCursorKind(e);
	struct value v = value_of(m->tile, e);

	if (v.kind == VALUE_TILED_INDEX)
		v = index_value(m->tile, "global");
	if (v.kind == VALUE_SCALAR || v.kind == VALUE_INDEX) {
		bool known = true;

		for (unsigned i = 0; i < v.n; i++)
			known &= !has_opaque(v.items[i]);
		for (unsigned i = 0; known && i < v.n; i++)
			add_argument(s, v.items[i]);
		if (known)
			return;
	}
	if (kind == CXCursor_DeclRefExpr) {
		const struct variable *x = find_variable(m->tile, clang_getCursorReferenced(e));

		if (x && x->n_definitions == 1 && !x->escapes && !x->is_bound &&
		    !clang_Cursor_isNull(x->definitions[0].value) &&
		    !clang_equalCursors(x->definitions[0].value, e))
			add_arguments(m, s, x->definitions[0].value);
		else if (x || is_tile_static(clang_getCursorReferenced(e)))
			s->is_comparable = false;
		return;
	}
	struct children all = children_of(e);

	for (size_t i = 0; i < all.count; i++) {
		if (clang_isExpression(clang_getCursorKind(all.items[i])))
			add_arguments(m, s, all.items[i]);
	}
	free(all.items);
}

/* ---- Accesses ------------------------------------------------------------------------- */

/* value: what is written; null if that is not known. */
static void make_access(struct maker *m, enum access_kind kind, const struct place *p, CXCursor e,
                        CXCursor value)
{
	int64_t size = clang_Type_getSizeOf(p->type);
	unsigned end;

	if (size <= 0)
		return;
	struct site *s = xmalloc(sizeof(*s));

	*s = (struct site){.kind = kind, .place = *p, .size = size, .id = m->steps->n_sites,
	                   .is_comparable = !clang_Cursor_isNull(value)};
	m->steps->sites = xrealloc(m->steps->sites,
	                           (m->steps->n_sites + 1) * sizeof(*m->steps->sites));
	m->steps->sites[m->steps->n_sites++] = s;
	m->failed |= m->steps->n_sites > MAX_SITES;
	if (!cursor_range(m->tile->clauses, e, &s->at, &end))
		m->failed = true;
	if (s->is_comparable) {
		struct value v = value_of(m->tile, value);

		add_arguments(m, s, value);
		s->is_number = v.kind == VALUE_SCALAR && !has_opaque(v.items[0]);
	}
	memcpy(s->nestings, m->nestings, sizeof(s->nestings));
	memcpy(s->guards, m->guards, sizeof(s->guards));
	memcpy(s->loops, m->loops, sizeof(s->loops));
	s->n_nestings = m->n_nestings;
	s->n_guards = m->n_guards;
	s->n_loops = m->n_loops;
	add_step(m, STEP_ACCESS)->site = s;
}

/* Changes a variable, if it is one of the function's. */
static void make_set(struct maker *m, CXCursor statement, struct variable *v)
{
	const struct node *value = NULL;

	for (size_t i = 0; i < v->n_definitions; i++) {
		if (clang_equalCursors(v->definitions[i].statement, statement) &&
		    clang_getCursorType(v->declaration).kind != CXType_LValueReference)
			value = changed_value(m->tile, v, &v->definitions[i]);
	}
	struct step *s = add_step(m, STEP_SET);

	s->variable = v;
	s->value = value;
}

/* x = y, x += y, ++x: of an element, a variable or something else. */
static void make_assignment(struct maker *m, CXCursor statement, CXCursor target, CXCursor value,
                            bool is_change)
{
	struct variable *v = variable_of(m->tile, target);
	struct place p;

	if (!clang_Cursor_isNull(value))
		make_expression(m, value);
	if (find_place(m, target, &p)) {
		make_subscripts(m, target);
		if (is_change)
			make_access(m, ACCESS_READ, &p, target, clang_getNullCursor());
		make_access(m, ACCESS_WRITE, &p, target,
		            is_change ? clang_getNullCursor() : value);
	} else if (v) {
		make_set(m, statement, v);
	} else {
		make_expression(m, target);
	}
}

/* ---- Calls ---------------------------------------------------------------------------- */

static bool is_relevant(struct maker *m, CXCursor function);

struct search {
	struct maker *maker;
	bool found;
};

static enum CXChildVisitResult find_relevant(CXCursor c, CXCursor parent, CXClientData data)
{
	struct search *s = data;
	enum CXCursorKind kind = clang_getCursorKind(c);

	(void)parent;
	if (kind == CXCursor_VarDecl)
		s->found = is_tile_static(c);
	else if (kind == CXCursor_CallExpr)
		s->found = is_barrier_wait(clang_getCursorReferenced(c)) ||
		           is_relevant(s->maker, clang_getCursorReferenced(c));
	return s->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Whether a function may wait or has tile_static memory of its own. */
static bool is_relevant(struct maker *m, CXCursor function)
{
	CXCursor definition = clang_getCursorDefinition(function);
	struct search s = {m, false};
	unsigned offset;

	if (!cursor_offset(m->tile->clauses, function, &offset))
		return false; /* the library's */
	if (clang_Cursor_isNull(definition) || clang_Cursor_isNull(body_of(definition)))
		return clang_getCursorKind(function) == CXCursor_FunctionDecl; /* another unit's */
	size_t i;

	if (!cursors_add(&m->functions, definition, &i))
		return m->relevances[i];
	m->relevances = xrealloc(m->relevances, m->functions.count * sizeof(*m->relevances));
	m->relevances[i] = false;
	clang_visitChildren(definition, find_relevant, &s);
	m->relevances[i] = s.found;
	return s.found;
}

/* How the barrier is waited at in a function: by the name of a parameter. */
static const char *wait_of(struct maker *m, CXCursor function, const char *otherwise)
{
	struct children all = children_of(function);
	bool is_c = m->tile->unit->request->language == LANGUAGE_C;
	char *text = NULL;

	for (size_t i = 0; i < all.count && !text; i++) {
		if (clang_getCursorKind(all.items[i]) != CXCursor_ParmDecl)
			continue;
		CXType type = clang_getCanonicalType(
			without_reference(clang_getCursorType(all.items[i])));
		char *class = take_string(clang_getCursorSpelling(clang_getTypeDeclaration(type)));
		char *name = take_string(clang_getCursorSpelling(all.items[i]));
		bool is_index = !strcmp(class, "tiled_index") || !strncmp(class, "amp_tiled_index", 15);
		bool is_barrier = !strcmp(class, "tile_barrier") || !strcmp(class, "amp_tile_barrier");

		if (*name && (is_index || is_barrier))
			text = xasprintf(is_c ? "amp_barrier_wait(%s%s);" : "%s%s.wait();", name,
			                 is_index ? ".barrier" : "");
		free(class);
		free(name);
	}
	free(all.items);
	if (!text)
		return otherwise;
	/* strings_push may move the array, not the strings */
	strings_push(&m->steps->waits, text);
	free(text);
	return m->steps->waits.items[m->steps->waits.count - 1];
}

/* A call of a function that matters: its steps. first: the argument of the first
 * parameter. */
static void make_call(struct maker *m, CXCursor call, CXCursor definition, int first)
{
	int n = clang_Cursor_getNumArguments(call) - first;
	struct block *outer = m->block, body = {0};
	const char *wait = m->wait;
	size_t n_aliases = m->n_aliases;

	if (m->n_calls == MAX_CALLS || n < 0) {
		m->failed = true;
		return;
	}
	struct value *arguments = xmalloc((n + 1) * sizeof(*arguments));
	struct place *places = xmalloc((n + 1) * sizeof(*places));
	bool *is_place = xmalloc(n + 1);

	for (int i = 0; i < n; i++) {
		CXCursor argument = clang_Cursor_getArgument(call, i + first);

		arguments[i] = value_of(m->tile, argument);
		is_place[i] = find_place(m, argument, &places[i]);
	}
	struct activation *a = xmalloc(sizeof(*a));
	struct children all = children_of(definition);
	int parameter = 0;

	activation_begin(m->tile, a, definition, arguments, n, UNKNOWN);
	m->steps->activations = xrealloc(m->steps->activations, (m->steps->n_activations + 1) *
	                                                                sizeof(*m->steps->activations));
	m->steps->activations[m->steps->n_activations++] = a;
	m->n_calls++;
	m->wait = wait_of(m, definition, NULL);
	m->block = &body;
	for (size_t i = 0; i < all.count; i++) {
		if (clang_getCursorKind(all.items[i]) != CXCursor_ParmDecl || parameter >= n)
			continue;
		struct variable *v = find_variable(m->tile, all.items[i]);
		CXType type = clang_getCanonicalType(clang_getCursorType(all.items[i]));

		if ((type.kind == CXType_Pointer || type.kind == CXType_LValueReference) &&
		    is_place[parameter] && v && !v->n_definitions) {
			m->aliases = xrealloc(m->aliases, (m->n_aliases + 1) * sizeof(*m->aliases));
			m->aliases[m->n_aliases++] = (struct alias){v, places[parameter]};
		} else if (v && v->n_definitions) {
			struct step *s = add_step(m, STEP_SET);

			s->variable = v;
			if (arguments[parameter].kind == VALUE_SCALAR)
				s->value = cast_node(m->tile, arguments[parameter].items[0], type);
		}
		parameter++;
	}
	free(all.items);
	free(arguments);
	free(places);
	free(is_place);
	make_statement(m, body_of(definition));
	activation_leave(m->tile, a);
	m->n_aliases = n_aliases;
	m->wait = wait;
	m->block = outer;
	add_step(m, STEP_CALL)->body = body;
}

/* Whether a call hands over tile_static memory, not only what is in it. */
static bool passes_place(struct maker *m, CXCursor call, CXCursor callee, int first)
{
	int n = clang_Cursor_getNumArguments(callee);
	struct place p;

	for (int i = 0; i < n && i + first < clang_Cursor_getNumArguments(call); i++) {
		CXType type = clang_getCanonicalType(
			clang_getCursorType(clang_Cursor_getArgument(callee, i)));

		if ((type.kind == CXType_Pointer || type.kind == CXType_LValueReference) &&
		    find_place(m, clang_Cursor_getArgument(call, i + first), &p))
			return true;
	}
	return false;
}

static void make_call_expression(struct maker *m, CXCursor e)
{
	CXCursor callee = clang_getCursorReferenced(e);
	CXCursor definition = clang_getCursorDefinition(callee);
	struct children all = children_of(e);
	char *name = take_string(clang_getCursorSpelling(callee));
	int n = clang_Cursor_getNumArguments(e);
	unsigned offset;
	bool library = !cursor_offset(m->tile->clauses, callee, &offset);
	bool has_body = !clang_Cursor_isNull(definition) &&
	                !clang_Cursor_isNull(body_of(definition));
	bool is_constructor = clang_getCursorKind(callee) == CXCursor_Constructor;
	bool is_plain = library || !has_body || clang_CXXMethod_isDefaulted(callee);
	struct place p;

	if (is_barrier_wait(callee)) {
		add_step(m, STEP_WAIT);
	} else if (!strncmp(name, "atomic_", 7) || !strncmp(name, "amp_atomic", 10)) {
		m->block->is_atomic = true;
		make_operands(m, e, 0);
		if (n && find_place(m, clang_Cursor_getArgument(e, 0), &p)) {
			p.type = clang_getPointeeType(clang_getCanonicalType(p.type));
			make_access(m, ACCESS_ATOMIC, &p, clang_Cursor_getArgument(e, 0),
			            clang_getNullCursor());
		}
	} else if (is_constructor && n == 1 && is_plain) {
		/* a copy */
		make_operands(m, e, 0);
		if (find_place(m, clang_Cursor_getArgument(e, 0), &p) &&
		    clang_getCanonicalType(p.type).kind == CXType_Record)
			make_access(m, ACCESS_READ, &p, clang_Cursor_getArgument(e, 0),
			            clang_getNullCursor());
	} else if (!strncmp(name, "operator", 8) && strchr("=+-*/%&|^<>", name[8]) &&
	           name[strlen(name) - 1] == '=' && strcmp(name, "operator==") &&
	           strcmp(name, "operator!=") && strcmp(name, "operator<=") &&
	           strcmp(name, "operator>=") && all.count == 3 && is_plain) {
		/* an object is assigned to as a whole */
		bool is_change = strcmp(name, "operator=") != 0;
		struct place from;

		make_expression(m, all.items[2]);
		if (find_place(m, all.items[2], &from) &&
		    clang_getCanonicalType(from.type).kind == CXType_Record)
			make_access(m, ACCESS_READ, &from, all.items[2], clang_getNullCursor());
		make_expression(m, all.items[0]);
		if (find_place(m, all.items[0], &p)) {
			if (is_change)
				make_access(m, ACCESS_READ, &p, all.items[0], clang_getNullCursor());
			make_access(m, ACCESS_WRITE, &p, all.items[0],
			            is_change ? clang_getNullCursor() : all.items[2]);
		}
	} else {
		make_operands(m, e, 0);
		int first = n - clang_Cursor_getNumArguments(callee); /* 1: the object */

		if (is_relevant(m, callee) || (!library && passes_place(m, e, callee, first))) {
			if (has_body && (first == 0 || first == 1))
				make_call(m, e, definition, first);
			else
				add_step(m, STEP_LOSE);
		}
	}
	free(name);
	free(all.items);
}

/* ---- Conditions and loops ---------------------------------------------------------------- */

static const struct node *condition_of(struct maker *m, CXCursor condition)
{
	if (clang_Cursor_isNull(condition))
		return NULL;
	struct value v = value_of(m->tile, condition);

	return v.kind == VALUE_SCALAR ? v.items[0] : NULL;
}

static size_t condition_text(struct maker *m, CXCursor condition)
{
	unsigned start = 0, end = 0;
	struct strings *all = &m->steps->conditions;
	size_t i = 0;

	cursor_range(m->tile->clauses, condition, &start, &end);
	char *text = xstrndup(m->tile->unit->text.data + start, end - start);

	while (i < all->count && strcmp(all->items[i], text))
		i++;
	if (i == all->count)
		strings_push(all, text);
	free(text);
	return i;
}

static bool is_uniform(struct maker *m, CXCursor condition)
{
	return clang_Cursor_isNull(condition) ||
	       value_of(m->tile, condition).uniformity != VARYING;
}

/* What is under a condition, as a block of its own. */
static void make_under(struct maker *m, CXCursor c, struct block *out, CXCursor condition,
                       bool otherwise)
{
	struct block *outer = m->block;
	bool uniform = m->is_uniform;
	unsigned n_guards = m->n_guards;

	if (clang_Cursor_isNull(c))
		return;
	if (m->n_guards == MAX_NESTING)
		m->failed = true;
	else
		m->guards[m->n_guards++] = (struct guard){condition_of(m, condition), otherwise,
		                                          condition_text(m, condition)};
	m->block = out;
	m->is_uniform = uniform && is_uniform(m, condition);
	make_statement(m, c);
	m->is_uniform = uniform;
	m->n_guards = n_guards;
	m->block = outer;
}

bool is_certain(const struct node *n)
{
	if (!n)
		return true;
	if (n->op == OP_SYMBOL || n->op == OP_TILE || n->op == OP_OPAQUE ||
	    (n->op == OP_VARIABLE && n->variable->is_uncertain))
		return false;
	return is_certain(n->a) && is_certain(n->b) && is_certain(n->c);
}

static void make_if(struct maker *m, CXCursor condition, CXCursor body, CXCursor otherwise,
                    bool known)
{
	struct step s = {.kind = STEP_IF};

	if (clang_Cursor_isNull(condition))
		m->failed = true;
	s.value = known ? condition_of(m, condition) : NULL;
	s.is_switch = !known;
	make_under(m, body, &s.body, condition, false);
	make_under(m, otherwise, &s.otherwise, condition, true);
	*add_step(m, STEP_IF) = s;
}

static void make_loop(struct maker *m, CXCursor loop, const struct parts *p)
{
	struct step s = {.kind = STEP_LOOP};
	struct block *outer = m->block;
	enum CXCursorKind kind = clang_getCursorKind(loop);
	bool uniform = m->is_uniform, ranged = kind == CXCursor_CXXForRangeStmt;

	if (!clang_Cursor_isNull(p->init))
		make_statement(m, p->init);
	s.is_do = kind == CXCursor_DoStmt;
	s.is_forever = clang_Cursor_isNull(p->condition) && !ranged;
	s.loop = ++m->steps->n_loops;
	m->is_uniform = uniform && !ranged && is_uniform(m, p->condition);
	if (m->n_loops == MAX_NESTING)
		m->failed = true;
	else
		m->loops[m->n_loops++] = s.loop;
	if (!clang_Cursor_isNull(p->condition)) {
		m->block = &s.head;
		make_expression(m, p->condition);
		s.value = condition_of(m, p->condition);
	}
	m->block = &s.body;
	m->body_of = clang_getCursorKind(p->body) == CXCursor_CompoundStmt ? s.loop : 0;
	make_statement(m, p->body);
	m->body_of = 0;
	if (!clang_Cursor_isNull(p->step)) {
		m->block = &s.next;
		make_statement(m, p->step);
	}
	m->n_loops -= m->n_loops > 0;
	m->is_uniform = uniform;
	m->block = outer;
	*add_step(m, STEP_LOOP) = s;
}

/* ---- Statements and expressions ------------------------------------------------------------ */

static enum CXChildVisitResult find_destructor(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_Destructor)
		*(CXCursor *)data = c;
	return CXChildVisit_Continue;
}

/* Whether something matters that is done where an object ends, which is not seen. */
static bool waits_at_end(struct maker *m, CXType type)
{
	CXCursor class = clang_getTypeDeclaration(clang_getCanonicalType(type));
	CXCursor destructor = clang_getNullCursor();

	clang_visitChildren(class, find_destructor, &destructor);
	return !clang_Cursor_isNull(destructor) && is_relevant(m, destructor);
}

static void make_declaration(struct maker *m, CXCursor c)
{
	CXCursor value = clang_Cursor_getVarDeclInitializer(c);
	struct variable *v = find_variable(m->tile, c);
	CXType type = clang_getCanonicalType(clang_getCursorType(c));
	bool is_pointer = type.kind == CXType_Pointer || type.kind == CXType_LValueReference;
	struct place p;

	if (is_tile_static(c))
		return;
	m->failed |= waits_at_end(m, type);
	if (is_pointer && v && v->n_definitions == 1 && !clang_Cursor_isNull(value) &&
	    find_place(m, value, &p)) {
		bool settled = true;

		for (unsigned i = 0; i < p.n_subscripts; i++) {
			struct value index = scalar_value((struct node *)p.subscripts[i].index);

			settled &= p.subscripts[i].index && is_settled(&index);
		}
		make_subscripts(m, value);
		if (settled) {
			m->aliases = xrealloc(m->aliases, (m->n_aliases + 1) * sizeof(*m->aliases));
			m->aliases[m->n_aliases++] = (struct alias){v, p};
		}
		return;
	}
	if (!clang_Cursor_isNull(value))
		make_expression(m, value);
	if (v)
		make_set(m, c, v);
}

static void make_block(struct maker *m, CXCursor c)
{
	struct children all = children_of(c);
	unsigned start, end, block, block_end;

	if (m->n_nestings == MAX_NESTING || !cursor_range(m->tile->clauses, c, &block, &block_end)) {
		m->failed = true;
		free(all.items);
		return;
	}
	struct nesting *n = &m->nestings[m->n_nestings++];

	*n = (struct nesting){.block = block, .block_end = block_end, .loop = m->body_of,
	                      .is_uniform = m->is_uniform, .wait = m->wait};
	m->body_of = 0;
	for (size_t i = 0; i < all.count && !m->failed; i++) {
		if (cursor_range(m->tile->clauses, all.items[i], &start, &end))
			n->statement = start;
		make_statement(m, all.items[i]);
	}
	m->n_nestings--;
	free(all.items);
}

static void make_statement(struct maker *m, CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);
	CXCursor null = clang_getNullCursor();
	struct children all = {0};
	struct parts p;

	if (m->failed || clang_Cursor_isNull(c))
		return;
	if (kind == CXCursor_CompoundStmt) {
		make_block(m, c);
	} else if (kind == CXCursor_VarDecl) {
		make_declaration(m, c);
	} else if (kind != CXCursor_ConditionalOperator &&
	           take_apart(m->tile->unit, m->tile->clauses, c, &p)) {
		if (is_loop(kind)) {
			make_loop(m, c, &p);
			return;
		}
		make_statement(m, p.init);
		if (!clang_Cursor_isNull(p.condition))
			make_expression(m, p.condition);
		if (kind == CXCursor_SwitchStmt)
			make_if(m, p.condition, p.body, null, false);
		else
			make_if(m, p.condition, p.body, p.otherwise, true);
	} else if (kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt ||
	           kind == CXCursor_ReturnStmt) {
		if (!clang_Cursor_isNull(last_expression(c)))
			make_expression(m, last_expression(c));
		add_step(m, STEP_LEAVE)->leave = kind == CXCursor_BreakStmt      ? LEAVE_BREAK
		                                 : kind == CXCursor_ContinueStmt ? LEAVE_CONTINUE
		                                                                 : LEAVE_RETURN;
	} else if (clang_isExpression(kind)) {
		make_expression(m, c);
	} else {
		all = children_of(c);
		for (size_t i = 0; i < all.count; i++)
			make_statement(m, all.items[i]);
		free(all.items);
	}
}

static void make_binary(struct maker *m, CXCursor e)
{
	enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
	struct children all = children_of(e);
	CXCursor null = clang_getNullCursor();

	if (all.count == 2 && (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr)) {
		bool is_or = op == CXBinaryOperator_LOr;

		make_expression(m, all.items[0]);
		make_if(m, all.items[0], is_or ? null : all.items[1], is_or ? all.items[1] : null,
		        true);
	} else if (all.count == 2 && op == CXBinaryOperator_Assign) {
		make_assignment(m, e, all.items[0], all.items[1], false);
	} else {
		for (size_t i = 0; i < all.count; i++)
			make_expression(m, all.items[i]);
	}
	free(all.items);
}

/* Of an expression that says where something is, not what. */
static bool is_address(CXType type)
{
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;

	return kind == CXType_Pointer || kind == CXType_ConstantArray;
}

static void make_expression(struct maker *m, CXCursor e)
{
	enum CXCursorKind kind = clang_getCursorKind(e);
	enum CXTypeKind type = clang_getCanonicalType(clang_getCursorType(e)).kind;
	struct children all = {0};
	struct parts parts;
	struct place p;

	if (m->failed || kind == CXCursor_LambdaExpr || kind == CXCursor_BlockExpr ||
	    kind == CXCursor_UnaryExpr) /* sizeof */
		return;
	switch (kind) {
	case CXCursor_ConditionalOperator:
		if (take_apart(m->tile->unit, m->tile->clauses, e, &parts)) {
			make_expression(m, parts.condition);
			make_if(m, parts.condition, parts.body, parts.otherwise, true);
			return;
		}
		break;
	case CXCursor_BinaryOperator:
		make_binary(m, e);
		return;
	case CXCursor_CompoundAssignOperator:
		all = children_of(e);
		if (all.count == 2)
			make_assignment(m, e, all.items[0], all.items[1], true);
		free(all.items);
		return;
	case CXCursor_UnaryOperator: {
		enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(e);

		if (op >= CXUnaryOperator_PostInc && op <= CXUnaryOperator_PreDec) {
			make_assignment(m, e, last_expression(e), clang_getNullCursor(), true);
			return;
		}
		break;
	}
	case CXCursor_CallExpr:
		make_call_expression(m, e);
		return;
	case CXCursor_InitListExpr: /* as it is written: without conversions to values */
		all = children_of(e);
		for (size_t i = 0; i < all.count; i++) {
			make_expression(m, all.items[i]);
			if (clang_getCursorKind(all.items[i]) != CXCursor_UnexposedExpr &&
			    find_place(m, all.items[i], &p) && !is_address(p.type))
				make_access(m, ACCESS_READ, &p, all.items[i], clang_getNullCursor());
		}
		free(all.items);
		return;
	case CXCursor_UnexposedExpr:
		/* the conversion to a value is a read */
		if (find_place(m, e, &p)) {
			CXCursor operand = last_expression(e);
			bool is_value = ((type >= CXType_FirstBuiltin && type <= CXType_LastBuiltin) ||
			                 type == CXType_Enum) &&
			                clang_getCanonicalType(p.type).kind != CXType_Pointer;

			if (is_value && clang_getCursorKind(operand) == CXCursor_UnexposedExpr &&
			    clang_getCanonicalType(clang_getCursorType(operand)).kind != CXType_Pointer) {
				make_expression(m, operand); /* another conversion, of the value */
				return;
			}
			make_subscripts(m, operand);
			if (is_value)
				make_access(m, ACCESS_READ, &p, operand, clang_getNullCursor());
			return;
		}
		break;
	default:
		if (find_place(m, e, &p)) {
			make_subscripts(m, e);
			return;
		}
		break;
	}
	all = children_of(e);
	for (size_t i = 0; i < all.count; i++) {
		if (clang_isExpression(clang_getCursorKind(all.items[i])))
			make_expression(m, all.items[i]);
	}
	free(all.items);
}

/* ---- Blocks as a whole ----------------------------------------------------------------------- */

static void add_set(struct block *b, struct variable *v)
{
	for (size_t i = 0; i < b->n_sets; i++) {
		if (b->sets[i] == v)
			return;
	}
	b->sets = xrealloc(b->sets, (b->n_sets + 1) * sizeof(*b->sets));
	b->sets[b->n_sets++] = v;
}

/* Adds to a block what one that is a part of it does. */
static void add_part(struct block *b, const struct block *part, const struct step *s)
{
	bool is_call = s->kind == STEP_CALL, is_loop = s->kind == STEP_LOOP;

	for (size_t i = 0; i < part->n_sets; i++)
		add_set(b, part->sets[i]);
	b->waits |= part->waits;
	b->accesses |= part->accesses;
	b->reads |= part->reads;
	b->is_atomic |= part->is_atomic;
	for (int i = 0; i < LEAVES; i++)
		b->leaves[i] |= part->leaves[i] && !is_call && (!is_loop || i == LEAVE_RETURN) &&
		                (!s->is_switch || i != LEAVE_BREAK);
}

static void summarize(struct block *b)
{
	for (size_t i = 0; i < b->count; i++) {
		struct step *s = &b->items[i];
		struct block *const parts[] = {&s->body, &s->otherwise, &s->head, &s->next};

		for (int k = 0; k < 4; k++) {
			summarize(parts[k]);
			add_part(b, parts[k], s);
		}
		if (s->kind == STEP_SET)
			add_set(b, s->variable);
		b->waits |= s->kind == STEP_WAIT || s->kind == STEP_LOSE;
		b->accesses |= s->kind == STEP_ACCESS;
		b->reads |= s->kind == STEP_ACCESS && s->site->kind != ACCESS_WRITE;
		if (s->kind == STEP_LEAVE)
			b->leaves[s->leave] = true;
	}
}

/* Finds the variables that follow from uniform unknowns. True if there was one more. */
static bool spread_uncertainty(struct block *b)
{
	bool changed = false;

	for (size_t i = 0; i < b->count; i++) {
		struct step *s = &b->items[i];

		changed |= spread_uncertainty(&s->body);
		changed |= spread_uncertainty(&s->otherwise);
		changed |= spread_uncertainty(&s->head);
		changed |= spread_uncertainty(&s->next);
		if (s->kind == STEP_SET && !s->variable->is_uncertain &&
		    (!s->value || !is_certain(s->value)))
			changed = s->variable->is_uncertain = true;
	}
	return changed;
}

static void free_block(struct block *b)
{
	for (size_t i = 0; i < b->count; i++) {
		free_block(&b->items[i].body);
		free_block(&b->items[i].otherwise);
		free_block(&b->items[i].head);
		free_block(&b->items[i].next);
	}
	free(b->items);
	free(b->sets);
}

bool steps_init(struct steps *s, const struct unit *u, const struct clauses *c, CXCursor kernel,
                unsigned rank, const unsigned extents[3])
{
	struct maker m = {.steps = s, .tile = &s->tile, .block = &s->body, .is_uniform = true};
	struct activation *a = xmalloc(sizeof(*a));
	bool writes = false;

	*s = (struct steps){0};
	tile_init(&s->tile, u, c, rank, extents);
	s->tile.follows = true;
	activation_begin(&s->tile, a, kernel, NULL, 0, UNIFORM);
	s->activations = xmalloc(sizeof(*s->activations));
	s->activations[s->n_activations++] = a;
	m.wait = wait_of(&m, kernel, NULL);
	make_statement(&m, body_of(kernel));
	activation_leave(&s->tile, a);
	summarize(&s->body);
	while (spread_uncertainty(&s->body))
		;
	for (size_t i = 0; i < s->n_sites; i++)
		writes |= s->sites[i]->kind == ACCESS_WRITE;
	free(m.aliases);
	cursors_finish(&m.functions);
	free(m.relevances);
	return writes && !m.failed;
}

void steps_finish(struct steps *s)
{
	free_block(&s->body);
	for (size_t i = 0; i < s->n_activations; i++) {
		activation_finish(s->activations[i]);
		free(s->activations[i]);
	}
	free(s->activations);
	for (size_t i = 0; i < s->n_sites; i++) {
		free(s->sites[i]->arguments);
		free(s->sites[i]);
	}
	free(s->sites);
	for (size_t i = 0; i < s->n_variables; i++)
		free(s->variables[i].name);
	free(s->variables);
	strings_finish(&s->conditions);
	strings_finish(&s->waits);
	tile_finish(&s->tile);
}
