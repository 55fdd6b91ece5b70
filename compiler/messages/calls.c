/* How code gets to run on an accelerator: the calls from a kernel to a place, as notes for an error there;
 * and tile_static variables in untiled kernels. */
#include "messages/messages.h"

#include <string.h>

/* A function or a kernel in the user's text. A template and its instantiations are one. */
struct function {
	unsigned id; /* offset of its name, or of the lambda */
	unsigned start, end;
	const char *name;
	bool is_kernel;
	bool takes_index; /* has an index<N> parameter and no tiled_index */
};

struct call {
	unsigned at, callee; /* callee: a function's id */
};

/* A tile_static variable and the offset of its name. */
struct tile_static_name {
	unsigned at;
	const char *name;
};

struct call_graph {
	struct function *functions;
	size_t n_functions;
	struct call *calls;
	size_t n_calls;
	struct tile_static_name *variables;
	size_t n_variables;
};

/* Which of a kernel's characteristic parameters a function has. */
struct parameters {
	bool index, tiled_index;
};

static struct parameters kernel_parameters_of(CXCursor function)
{
	struct parameters found = {0};

	for (struct walk w = walk_kind(walk_below(function), CXCursor_ParmDecl); walk_next(&w);) {
		enum library_entity class = library_class(clang_getCursorType(w.cursor));

		found.tiled_index |= class == LIBRARY_TILED_INDEX;
		found.index |= class == LIBRARY_INDEX || class == LIBRARY_TILED_INDEX;
		if (w.cursor.kind != CXCursor_UnexposedDecl) /* a block's parameters are its declaration's */
			walk_skip(&w);
	}
	return found;
}

const char *function_title(CXCursor function)
{
	const char *shown = clang_string(clang_getCursorDisplayName(function));
	const char *name = starts(shown, WINDOWS_PREFIX) ? shown + strlen(WINDOWS_PREFIX) : shown;
	const char *brackets = strstr(name, "<>("); /* in the name of an instantiation */

	return brackets ? interned_printf("%.*s%s", (int)(brackets - name), name, brackets + 2) : name;
}

/* A restrict(amp) lambda, or a function object's operator() that takes an index. */
bool is_kernel(CXCursor function)
{
	bool takes_index = starts(cursor_spelling(function), "operator()") &&
	                   cursor_restrictions(function) & RESTRICT_AMP && kernel_parameters_of(function).index;

	return takes_index || is_closure(function.kind);
}

/* Only the first of a template's and its instantiations' is added. */
static void add_variable(struct call_graph *g, const struct unit *u, CXCursor variable)
{
	struct tile_static_name v = {0};

	if (!cursor_offset(u->clauses, variable, &v.at))
		return;
	for (size_t i = 0; i < g->n_variables; i++) {
		if (g->variables[i].at == v.at)
			return;
	}
	v.name = cursor_spelling(variable);
	KEEP(g->variables, g->n_variables) = v;
}

static void add_call(struct call_graph *g, const struct unit *u, CXCursor cursor, unsigned at)
{
	struct call call = {.at = at};

	if (cursor_offset(u->clauses, definition_or_self(cursor_callee(cursor)), &call.callee))
		KEEP(g->calls, g->n_calls) = call;
}

/* Adds a function, or a lambda or block that is restrict(amp). */
static void add_function(struct call_graph *g, const struct unit *u, CXCursor cursor, unsigned start, unsigned end)
{
	bool is_unnamed = is_closure(cursor.kind);
	struct function f = {.id = start, .start = start, .end = end};

	if (is_unnamed ? !(lambda_restrictions(u, start) & RESTRICT_AMP) : !cursor_offset(u->clauses, cursor, &f.id))
		return;
	struct parameters p = kernel_parameters_of(cursor);

	f.is_kernel = is_kernel(cursor);
	f.takes_index = p.index && !p.tiled_index;
	f.name = is_unnamed ? NULL : function_title(cursor);
	KEEP(g->functions, g->n_functions) = f;
}

static struct call_graph *create(const struct unit *u)
{
	struct call_graph *g = unit_zeroed(sizeof(*g));
	unsigned start, end;

	for (struct walk w = walk_below(clang_getTranslationUnitCursor(u->tu)); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;

		if (!cursor_range(u->clauses, w.cursor, &start, &end)) {
			if (clang_isDeclaration(kind))
				walk_skip(&w);
		} else if (kind == CXCursor_VarDecl && is_tile_static(w.cursor)) {
			add_variable(g, u, w.cursor);
		} else if (kind == CXCursor_CallExpr) {
			add_call(g, u, w.cursor, start);
		} else if (is_closure(kind) || is_function(kind)) {
			add_function(g, u, w.cursor, start, end);
		}
	}
	return g;
}

static const struct function *function_with(const struct call_graph *g, unsigned id)
{
	for (size_t i = 0; i < g->n_functions; i++) {
		if (g->functions[i].id == id)
			return &g->functions[i];
	}
	return NULL;
}

static const struct call_graph *graph_of(struct unit *u)
{
	if (!u->calls)
		u->calls = create(u);
	return u->calls;
}

/* Returns the innermost function around an offset, or NULL. */
static const struct function *function_around(const struct call_graph *g, unsigned offset)
{
	const struct function *inner = NULL;

	FOR_EACH(const struct function, f, g->functions, g->n_functions) {
		if (offset >= f->start && offset < f->end && (!inner || f->start > inner->start))
			inner = f;
	}
	return inner;
}

/* A call path to a function, outermost call first. */
struct call_path {
	const struct call **calls;
	size_t count;
};

/* Finds the shortest call path from a function for which is_wanted() holds to f; it is empty if that is f
 * itself. Returns false if there is none. */
static bool find_way(const struct call_graph *g, const struct function *f,
                     bool (*is_wanted)(const struct call_graph *g, const struct function *f),
                     struct call_path *out)
{
	/* breadth-first search: wave[k] was reached through the call by[k] of wave[below[k]] */
	OWNED unsigned *wave = xmalloc((g->n_functions + 1) * sizeof(*wave));
	OWNED const struct call **by = xmalloc((g->n_functions + 1) * sizeof(*by));
	OWNED size_t *below = xmalloc((g->n_functions + 1) * sizeof(*below));
	size_t n = 1;
	bool found = is_wanted(g, f);

	*out = (struct call_path){unit_memory((g->n_functions + 1) * sizeof(*out->calls)), 0};
	wave[0] = f->id;
	for (size_t k = 0; k < n && !found; k++) {
		for (size_t i = 0; i < g->n_calls && !found && n < g->n_functions; i++) {
			const struct call *call = &g->calls[i];
			const struct function *caller = call->callee == wave[k] ? function_around(g, call->at) : NULL;
			size_t seen = 0;

			while (caller && seen < n && wave[seen] != caller->id)
				seen++;
			if (!caller || seen < n)
				continue;
			wave[n] = caller->id;
			by[n] = call;
			below[n] = k;
			found = is_wanted(g, caller);
			n++;
		}
	}
	/* the function reached last is the wanted one */
	for (size_t k = found ? n - 1 : 0; k; k = below[k])
		out->calls[out->count++] = by[k];
	return found;
}

static void note_way(struct unit *u, const struct call_path *w)
{
	for (size_t i = w->count; i-- > 0;)
		diagnose(u, SEVERITY_NOTE, w->calls[i]->at, "'%s' is called from here%s",
		         function_with(u->calls, w->calls[i]->callee)->name, i ? "" : ", in a kernel");
}

static bool is_any_kernel(const struct call_graph *g, const struct function *f)
{
	(void)g;
	return f->is_kernel;
}

void note_calls(struct unit *u, unsigned offset)
{
	const struct call_graph *g = graph_of(u);
	const struct function *inner = function_around(g, offset);
	struct call_path way;

	if (!inner)
		return;
	if (find_way(g, inner, is_any_kernel, &way))
		note_way(u, &way);
}

bool find_instantiating_call(const struct unit *u, CXCursor instantiation, struct instantiating_call *out)
{
	for (SCOPED(walk) w = walk_below(clang_getTranslationUnitCursor(u->tu)); walk_next(&w);) {
		bool is_name = w.cursor.kind == CXCursor_CallExpr || w.cursor.kind == CXCursor_DeclRefExpr;

		if (clang_isDeclaration(w.cursor.kind) && !in_program(w.cursor)) {
			walk_skip(&w);
		} else if (is_name && clang_equalCursors(cursor_callee(w.cursor), instantiation) &&
		           cursor_offset(u->clauses, w.cursor, &out->at)) {
			out->caller = w.function;
			return true;
		}
	}
	return false;
}

/* Whether a function is a kernel of untiled launches, as far as this unit shows: a helper function may take
 * an index as well, but is called. */
static bool is_untiled_kernel(const struct call_graph *g, const struct function *f)
{
	if (!f->takes_index)
		return false;
	for (size_t i = 0; i < g->n_calls; i++) {
		if (g->calls[i].callee == f->id)
			return false;
	}
	return true;
}

static void check_variable(struct unit *u, const struct tile_static_name *v)
{
	const struct call_graph *g = graph_of(u);
	const struct function *f = function_around(g, v->at);
	struct call_path way = {0};

	if (f && find_way(g, f, is_untiled_kernel, &way) &&
	    diagnose_warning(u, WARNING_UNTILED_TILE_STATIC, v->at,
	                     "tile_static variable '%s' in a kernel that is launched without tiles: "
	                     "it is not defined which threads share it; launch over %s",
	                     v->name, unit_is_c(u) ? "amp_tile(extent, ...)" : "extent.tile<...>()"))
		note_way(u, &way);
}

void check_untiled(struct unit *u)
{
	bool has_any = false;

	for (size_t i = 0; u->tokens.items[i].kind != TOKEN_END && !has_any; i++)
		has_any = unit_is(u, i, "tile_static");
	if (!has_any)
		return;
	const struct call_graph *g = graph_of(u);

	for (size_t i = 0; i < g->n_variables; i++)
		check_variable(u, &g->variables[i]);
}
