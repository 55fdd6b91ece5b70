/* The calls in a kernel's steps: of functions that wait, or have to do with tile_static memory. */
#include "analyse/steps_walk.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CALLS = 16 };

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
		s->found = library_entity(clang_getCursorReferenced(c)) == LIBRARY_BARRIER_WAIT ||
		           is_relevant(s->maker, clang_getCursorReferenced(c));
	return s->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool is_relevant(struct maker *m, CXCursor function)
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

const char *wait_of(struct maker *m, CXCursor function, const char *otherwise)
{
	struct children all = children_of(function);
	bool is_c = m->tile->unit->request->language == LANGUAGE_C;
	char *text = NULL;

	for (size_t i = 0; i < all.count && !text; i++) {
		if (clang_getCursorKind(all.items[i]) != CXCursor_ParmDecl)
			continue;
		enum library_entity class = library_class(clang_getCursorType(all.items[i]));
		bool is_index = class == LIBRARY_TILED_INDEX;
		char *name = take_string(clang_getCursorSpelling(all.items[i]));

		if (*name && (is_index || class == LIBRARY_TILE_BARRIER))
			text = xasprintf(is_c ? "amp_barrier_wait(%s%s);" : "%s%s.wait();", name,
			                 is_index ? ".barrier" : "");
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
		is_place[i] = find_tile_place(m, argument, &places[i]);
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
		    find_tile_place(m, clang_Cursor_getArgument(call, i + first), &p))
			return true;
	}
	return false;
}

void make_call_expression(struct maker *m, CXCursor e)
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
	enum library_entity entity = library_entity(callee);
	struct place p;

	if (entity == LIBRARY_BARRIER_WAIT) {
		add_step(m, STEP_WAIT);
	} else if (entity == LIBRARY_ATOMIC) {
		m->block->is_atomic = true;
		make_operands(m, e, 0);
		if (n && find_tile_place(m, clang_Cursor_getArgument(e, 0), &p)) {
			p.type = clang_getPointeeType(clang_getCanonicalType(p.type));
			make_access(m, ACCESS_ATOMIC, &p, clang_Cursor_getArgument(e, 0),
			            clang_getNullCursor());
		}
	} else if (is_constructor && n == 1 && is_plain) {
		/* a copy */
		make_operands(m, e, 0);
		if (find_tile_place(m, clang_Cursor_getArgument(e, 0), &p) &&
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
		if (find_tile_place(m, all.items[2], &from) &&
		    clang_getCanonicalType(from.type).kind == CXType_Record)
			make_access(m, ACCESS_READ, &from, all.items[2], clang_getNullCursor());
		make_expression(m, all.items[0]);
		if (find_tile_place(m, all.items[0], &p)) {
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
