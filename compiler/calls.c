/* How code comes to be run on an accelerator: the calls from a kernel down to a
 * place, as notes to a message about it. */
#include "front_end.h"

#include <stdlib.h>
#include <string.h>

/* A function or a kernel in the user's text. A template and what was made of it
 * are one. */
struct function {
	unsigned id; /* where its name is, or where the lambda begins */
	unsigned start, end;
	char *name;
	bool is_kernel;
};

struct call {
	unsigned at, caller, callee; /* ids of functions */
};

struct call_graph {
	struct function *functions;
	size_t n_functions;
	struct call *calls;
	size_t n_calls;
};

struct walk {
	const struct unit *unit;
	const struct clauses *clauses;
	struct call_graph *graph;
	unsigned caller; /* the id of the function that the walk is in */
	bool in_function;
};

static enum CXChildVisitResult find_index(CXCursor p, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(p) == CXCursor_ParmDecl) {
		char *type = take_string(clang_getTypeSpelling(clang_getCursorType(p)));

		*(bool *)data |= strstr(type, "index<") != NULL;
		free(type);
	}
	return CXChildVisit_Continue;
}

char *function_title(CXCursor function)
{
	char *name = take_string(clang_getCursorDisplayName(function));
	char *brackets = strstr(name, "<>("); /* of an instantiation */

	if (brackets)
		memmove(brackets, brackets + 2, strlen(brackets + 2) + 1);
	return name;
}

/* A lambda in restrict(amp), or a function object's operator() that takes an index. */
bool is_kernel(CXCursor function)
{
	enum CXCursorKind kind = clang_getCursorKind(function);
	char *name = take_string(clang_getCursorSpelling(function));
	bool takes_index = false;

	if (!strncmp(name, "operator()", 10) && cursor_restrictions(function) & RESTRICT_AMP)
		clang_visitChildren(function, find_index, &takes_index);
	free(name);
	return takes_index || kind == CXCursor_LambdaExpr || kind == CXCursor_BlockExpr;
}

static bool is_kernel_lambda(const struct walk *w, unsigned start)
{
	const struct clause *clause = clause_in(w->clauses, start, lambda_body(w->unit, start));

	return clause && clause->restrictions & RESTRICT_AMP;
}

static enum CXChildVisitResult visit(CXCursor n, CXCursor parent, CXClientData data)
{
	struct walk *w = data, inner = *w;
	struct call_graph *g = w->graph;
	enum CXCursorKind kind = clang_getCursorKind(n);
	bool is_lambda = kind == CXCursor_LambdaExpr || kind == CXCursor_BlockExpr;
	struct function f = {0};

	(void)parent;
	if (!cursor_range(w->clauses, n, &f.start, &f.end))
		return clang_isDeclaration(kind) ? CXChildVisit_Continue : CXChildVisit_Recurse;
	f.id = f.start;
	if (kind == CXCursor_CallExpr && w->in_function) {
		CXCursor callee = clang_getCursorReferenced(n);
		CXCursor definition = clang_getCursorDefinition(callee);
		struct call call = {.at = f.start, .caller = w->caller};

		if (cursor_offset(w->clauses, clang_Cursor_isNull(definition) ? callee : definition,
		                  &call.callee)) {
			g->calls = xrealloc(g->calls, (g->n_calls + 1) * sizeof(*g->calls));
			g->calls[g->n_calls++] = call;
		}
	}
	if ((is_lambda && is_kernel_lambda(w, f.start)) ||
	    (is_function(kind) && cursor_offset(w->clauses, n, &f.id))) {
		f.is_kernel = is_kernel(n);
		f.name = is_lambda ? NULL : take_string(clang_getCursorDisplayName(n));
		g->functions = xrealloc(g->functions, (g->n_functions + 1) * sizeof(*g->functions));
		g->functions[g->n_functions++] = f;
		inner.caller = f.id;
		inner.in_function = true;
	}
	clang_visitChildren(n, visit, &inner);
	return CXChildVisit_Continue;
}

static struct call_graph *create(const struct unit *u)
{
	struct call_graph *g = xmalloc(sizeof(*g));
	struct walk w = {.unit = u, .clauses = u->clauses, .graph = g};

	*g = (struct call_graph){0};
	clang_visitChildren(clang_getTranslationUnitCursor(u->tu), visit, &w);
	return g;
}

void call_graph_destroy(struct call_graph *g)
{
	if (!g)
		return;
	for (size_t i = 0; i < g->n_functions; i++)
		free(g->functions[i].name);
	free(g->functions);
	free(g->calls);
	free(g);
}

static const struct function *function_with(const struct call_graph *g, unsigned id)
{
	for (size_t i = 0; i < g->n_functions; i++) {
		if (g->functions[i].id == id)
			return &g->functions[i];
	}
	return NULL;
}

void note_calls(struct unit *u, unsigned offset)
{
	if (!u->calls)
		u->calls = create(u);
	const struct call_graph *g = u->calls;
	const struct function *inner = NULL;

	for (size_t i = 0; i < g->n_functions; i++) {
		const struct function *f = &g->functions[i];

		if (offset >= f->start && offset < f->end && (!inner || f->start > inner->start))
			inner = f;
	}
	if (!inner || inner->is_kernel)
		return;
	/* The shortest way up: wave[k] was reached through a call in the next one. */
	unsigned *wave = xmalloc((g->n_functions + 1) * sizeof(*wave));
	const struct call **by = xmalloc((g->n_functions + 1) * sizeof(*by));
	size_t *below = xmalloc((g->n_functions + 1) * sizeof(*below));
	size_t n = 1, found = 0;

	wave[0] = inner->id;
	for (size_t k = 0; k < n && !found; k++) {
		for (size_t i = 0; i < g->n_calls && !found && n < g->n_functions; i++) {
			const struct call *call = &g->calls[i];
			const struct function *caller;
			size_t seen = 0;

			if (call->callee != wave[k])
				continue;
			while (seen < n && wave[seen] != call->caller)
				seen++;
			if (seen < n || !(caller = function_with(g, call->caller)))
				continue;
			wave[n] = call->caller;
			by[n] = call;
			below[n] = k;
			if (caller->is_kernel)
				found = n;
			n++;
		}
	}
	/* from the bottom up */
	size_t depth = 0;
	const struct call **path = xmalloc((n + 1) * sizeof(*path));

	for (size_t k = found; k; k = below[k])
		path[depth++] = by[k];
	for (size_t i = depth; i-- > 0;)
		diagnose(u, SEVERITY_NOTE, path[i]->at, "'%s' is called from here%s",
		         function_with(g, path[i]->callee)->name, i ? "" : ", in a kernel");
	free(path);
	free(below);
	free(by);
	free(wave);
}
