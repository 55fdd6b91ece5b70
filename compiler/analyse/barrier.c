/* Barriers in divergent control flow (specification 8.1.1).
 *
 * All threads of a tile must come to the same barrier by the same way: through
 * conditions that are tile-uniform, and past no `return`, `break` or `continue`
 * that only some of them take. What is proven to be otherwise is an error; what
 * depends on the thread's index in a way that cannot be followed, a warning. */
#include "analyse/uniform.h"
#include "messages/messages.h"

#include <stdlib.h>
#include <string.h>

/* Why only some threads of the tile may be here. */
struct guard {
	enum difference difference; /* SAME: there is no such reason */
	unsigned condition;         /* where threads differ */
	unsigned left;              /* the return, break or continue that some take, or 0 */
	const char *how;            /* "return", … */
};

struct flow {
	struct guard returned, broken, continued;
	/* of the statements around this place: all, those of this function, of the
	 * innermost loop, of the innermost loop or switch */
	struct guard inside, in_function, in_loop, in_switch;
};

/* A call on the way from the kernel. */
struct call {
	unsigned at;
	char *callee;
	const struct call *caller;
};

struct barrier_check {
	struct unit *unit;
	const struct clauses *clauses;
	struct tile tile;
	struct flow flow;
	const struct call *call;
	unsigned depth;
	bool in_template;
	struct offsets *reported; /* the barriers that may be wrong, and those that are */
	struct cursors functions; /* that were searched for barriers */
	bool *reaches;            /* whether they have one, by position */
	unsigned budget; /* calls left to follow */
};

static void walk(struct barrier_check *b, CXCursor c);

/* ---- Functions that wait ------------------------------------------------------ */

static bool reaches_barrier(struct barrier_check *b, CXCursor function);

struct search {
	struct barrier_check *check;
	bool found;
};

static enum CXChildVisitResult find_wait(CXCursor c, CXCursor parent, CXClientData data)
{
	struct search *s = data;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_LambdaExpr)
		return CXChildVisit_Continue;
	if (clang_getCursorKind(c) == CXCursor_CallExpr) {
		CXCursor callee = clang_getCursorReferenced(c);

		s->found = library_entity(callee) == LIBRARY_BARRIER_WAIT || reaches_barrier(s->check, callee);
	}
	return s->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool reaches_barrier(struct barrier_check *b, CXCursor function)
{
	CXCursor definition = clang_getCursorDefinition(function);
	struct search s = {b, false};
	unsigned offset;

	if (clang_Cursor_isNull(definition) || !is_function(clang_getCursorKind(definition)) ||
	    !cursor_offset(b->clauses, definition, &offset))
		return false;
	size_t i;

	if (!cursors_add(&b->functions, definition, &i))
		return b->reaches[i];
	b->reaches = xrealloc(b->reaches, b->functions.count * sizeof(*b->reaches));
	b->reaches[i] = false; /* of itself, when it recurs */
	clang_visitChildren(definition, find_wait, &s);
	b->reaches[i] = s.found;
	return s.found;
}

/* ---- Messages ------------------------------------------------------------------ */

static struct guard stronger(struct guard a, struct guard b)
{
	return b.difference > a.difference ? b : a;
}

static void check_barrier(struct barrier_check *b, CXCursor wait)
{
	struct guard g = stronger(stronger(b->flow.inside, b->flow.returned),
	                          stronger(b->flow.broken, b->flow.continued));
	unsigned start, end;

	if (g.difference == SAME || (g.difference == MAY_DIFFER && b->in_template) ||
	    !cursor_range(b->clauses, wait, &start, &end) ||
	    !offsets_add(&b->reported[g.difference == DIFFER], start))
		return;
	if (g.difference == DIFFER)
		diagnose(b->unit, SEVERITY_ERROR, start,
		         "barrier in divergent control flow: not all threads of the tile come here "
		         "[C++ AMP 8.1.1]");
	else if (!diagnose_warning(b->unit, WARNING_DIVERGENT_BARRIER, start,
	                           "barrier in control flow that may differ between the threads of "
	                           "the tile [C++ AMP 8.1.1]"))
		return;
	if (g.left)
		diagnose(b->unit, SEVERITY_NOTE, g.left, "some threads leave with this '%s'", g.how);
	diagnose(b->unit, SEVERITY_NOTE, g.condition, "this condition %s on the thread's index",
	         g.difference == DIFFER ? "depends" : "may depend");
	for (const struct call *call = b->call; call; call = call->caller)
		diagnose(b->unit, SEVERITY_NOTE, call->at, "'%s' is called from here", call->callee);
}

/* ---- The walk -------------------------------------------------------------------- */

static enum CXChildVisitResult walk_child(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	walk(data, c);
	return CXChildVisit_Continue;
}

static struct guard guard_of(struct barrier_check *b, CXCursor condition,
                             enum difference difference)
{
	struct guard g = {.difference = difference};
	unsigned end;

	if (difference == SAME || !cursor_range(b->clauses, condition, &g.condition, &end))
		g.difference = SAME;
	return g;
}

/* Enters what is under a condition. The caller restores the flow's parts. */
static void enter(struct barrier_check *b, struct guard g)
{
	b->flow.inside = stronger(b->flow.inside, g);
	b->flow.in_function = stronger(b->flow.in_function, g);
	b->flow.in_loop = stronger(b->flow.in_loop, g);
	b->flow.in_switch = stronger(b->flow.in_switch, g);
}

static void walk_under(struct barrier_check *b, CXCursor c, struct guard g)
{
	struct flow before = b->flow;

	if (clang_Cursor_isNull(c))
		return;
	enter(b, g);
	walk(b, c);
	b->flow.inside = before.inside;
	b->flow.in_function = before.in_function;
	b->flow.in_loop = before.in_loop;
	b->flow.in_switch = before.in_switch;
}

static struct guard leaving(struct barrier_check *b, CXCursor statement, const char *how,
                            struct guard inside)
{
	unsigned end;

	if (inside.difference != SAME &&
	    !cursor_range(b->clauses, statement, &inside.left, &end))
		inside.difference = SAME;
	inside.how = how;
	return inside;
}

/* Whether a loop's body is gone through once: by a condition that is false, or
 * because it ends with a jump out of the loop. */
static bool runs_once(struct barrier_check *b, CXCursor loop, const struct parts *p)
{
	CXCursor last = p->body;

	while (clang_getCursorKind(last) == CXCursor_CompoundStmt) {
		struct children all = children_of(last);

		last = all.count ? all.items[all.count - 1] : clang_getNullCursor();
		free(all.items);
	}
	if (clang_getCursorKind(last) == CXCursor_BreakStmt ||
	    clang_getCursorKind(last) == CXCursor_ReturnStmt)
		return true;
	if (clang_getCursorKind(loop) != CXCursor_DoStmt || clang_Cursor_isNull(p->condition))
		return false;
	struct value v = value_of(&b->tile, p->condition);
	int64_t x;

	if (v.kind != VALUE_SCALAR || v.uniformity != UNIFORM)
		return false;
	for (unsigned s = 0; s < SAMPLES; s++) {
		if (evaluate(&b->tile, v.items[0], s, 0, &x) != EVALUATED || x)
			return false;
	}
	return true;
}

static void walk_loop(struct barrier_check *b, CXCursor loop, const struct parts *p)
{
	struct flow before = b->flow;
	enum difference d = loop_difference(&b->tile, loop, p);
	struct guard g = guard_of(b, p->condition, d);

	if (!clang_Cursor_isNull(p->init))
		walk(b, p->init);
	b->flow.broken = b->flow.continued = (struct guard){0};
	enter(b, g);
	b->flow.in_loop = b->flow.in_switch = (struct guard){0};
	for (int round = 0; round < 2; round++) {
		if (!clang_Cursor_isNull(p->condition))
			walk(b, p->condition);
		walk(b, p->body);
		b->flow.continued = (struct guard){0};
		if (!clang_Cursor_isNull(p->step))
			walk(b, p->step);
		/* those who left are not there the next time */
		if ((b->flow.broken.difference == SAME &&
		     b->flow.returned.difference == before.returned.difference) ||
		    runs_once(b, loop, p))
			break;
	}
	struct guard returned = b->flow.returned;

	b->flow = before;
	b->flow.returned = returned;
}

static void walk_switch(struct barrier_check *b, const struct parts *p)
{
	struct flow before = b->flow;
	struct guard g = guard_of(b, p->condition, difference_of(&b->tile, p->condition, true));

	walk(b, p->condition);
	enter(b, g);
	b->flow.broken = b->flow.in_switch = (struct guard){0};
	walk(b, p->body);
	struct flow after = b->flow;

	b->flow = before;
	b->flow.returned = after.returned;
	b->flow.continued = after.continued;
}

/* Follows a call of a function that waits. */
static void walk_call(struct barrier_check *b, CXCursor call, CXCursor callee)
{
	CXCursor definition = clang_getCursorDefinition(callee);
	int n = clang_Cursor_getNumArguments(call);
	struct value *arguments = xmalloc((n + 1) * sizeof(*arguments));
	struct call here = {.caller = b->call};
	struct flow before = b->flow;
	struct activation a;
	unsigned end;

	if (b->depth > 32 || !b->budget || n < 0 ||
	    !cursor_range(b->clauses, call, &here.at, &end)) {
		free(arguments);
		return;
	}
	b->budget--;
	for (int i = 0; i < n; i++)
		arguments[i] = value_of(&b->tile, clang_Cursor_getArgument(call, i));
	here.callee = function_title(definition);
	activation_begin(&b->tile, &a, definition, arguments, n, UNKNOWN);
	b->call = &here;
	b->depth++;
	/* the flow that led here stays; what the function leaves is its own */
	b->flow.inside = stronger(stronger(before.inside, before.returned),
	                          stronger(before.broken, before.continued));
	b->flow.returned = b->flow.broken = b->flow.continued = (struct guard){0};
	b->flow.in_function = b->flow.in_loop = b->flow.in_switch = (struct guard){0};
	walk(b, body_of(definition));
	b->flow = before;
	b->depth--;
	b->call = here.caller;
	activation_end(&b->tile, &a);
	free(here.callee);
	free(arguments);
}

static void walk(struct barrier_check *b, CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);
	struct parts p;

	if (kind == CXCursor_LambdaExpr || kind == CXCursor_BlockExpr || is_class(kind))
		return;
	if (take_apart(b->unit, b->clauses, c, &p)) {
		if (is_loop(kind)) {
			walk_loop(b, c, &p);
		} else if (kind == CXCursor_SwitchStmt) {
			walk_switch(b, &p);
		} else {
			struct guard g = guard_of(b, p.condition,
			                          difference_of(&b->tile, p.condition, false));

			if (!clang_Cursor_isNull(p.init))
				walk(b, p.init);
			walk(b, p.condition);
			walk_under(b, p.body, g);
			walk_under(b, p.otherwise, g);
		}
		return;
	}
	if (kind == CXCursor_BinaryOperator) {
		enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
		struct children all = children_of(c);

		if ((op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr) && all.count == 2) {
			walk(b, all.items[0]);
			walk_under(b, all.items[1],
			           guard_of(b, all.items[0],
			                    difference_of(&b->tile, all.items[0], false)));
			free(all.items);
			return;
		}
		free(all.items);
	}
	clang_visitChildren(c, walk_child, b);
	if (kind == CXCursor_CallExpr) {
		CXCursor callee = clang_getCursorReferenced(c);

		if (library_entity(callee) == LIBRARY_BARRIER_WAIT)
			check_barrier(b, c);
		else if (reaches_barrier(b, callee))
			walk_call(b, c, callee);
	} else if (kind == CXCursor_ReturnStmt) {
		b->flow.returned = stronger(b->flow.returned,
		                            leaving(b, c, "return", b->flow.in_function));
	} else if (kind == CXCursor_BreakStmt) {
		b->flow.broken = stronger(b->flow.broken,
		                          leaving(b, c, "break", b->flow.in_switch));
	} else if (kind == CXCursor_ContinueStmt) {
		b->flow.continued = stronger(b->flow.continued,
		                             leaving(b, c, "continue", b->flow.in_loop));
	}
}

static void check_tiled(struct unit *u, const struct clauses *c, CXCursor function,
                        const struct tile_shape *shape, bool in_template,
                        struct offsets *reported)
{
	struct barrier_check b = {.unit = u, .clauses = c, .in_template = in_template,
	                          .reported = reported, .budget = 500};
	struct search s = {&b, false};
	struct activation a;
	bool is_kernel = is_callable(function);

	clang_visitChildren(function, find_wait, &s);
	if (s.found) {
		tile_init(&b.tile, u, c, shape->rank, shape->extents);
		activation_begin(&b.tile, &a, function, NULL, 0, is_kernel ? UNIFORM : UNKNOWN);
		walk(&b, body_of(function));
		activation_end(&b.tile, &a);
		tile_finish(&b.tile);
	}
	cursors_finish(&b.functions);
	free(b.reaches);
}

void check_barriers(struct unit *u, const struct clauses *c, CXTranslationUnit tu)
{
	struct offsets reported[2] = {{0}};

	for_each_kernel(u, c, tu, false, check_tiled, reported);
	free(reported[0].items);
	free(reported[1].items);
}
