/* Barriers in divergent control flow (specification 8.1.1).
 *
 * All threads of a tile must reach the same barrier by the same path: through tile-uniform conditions, and
 * past no `return`, `break` or `continue` that only some of them take. What is proven to be otherwise is an
 * error; a dependence on the thread's index that cannot be evaluated is a warning. */
#include "analyse/uniform.h"
#include "messages/messages.h"

#include <string.h>

/* Why only some threads of the tile may reach a place. */
struct divergence_cause {
	enum difference difference;   /* SAME: all of them reach it */
	const struct tree *condition; /* the one in which threads differ */
	const struct tree *left;      /* the return, break or continue that some threads take, or NULL */
};

/* A function on the call path from the kernel. */
struct call_frame {
	const struct body *body;
	unsigned char *differences; /* of conditions, by node number: enum difference + 1, or 0 if not known yet */
	const struct tree **jumps;  /* its return, break and continue statements */
	size_t n_jumps;
	struct divergence_cause around; /* guard of the call */
	const struct tree *call; /* in the caller; NULL for the kernel */
	const struct call_frame *caller;
};

struct barrier_check {
	struct unit *unit;
	struct tile tile;
	unsigned depth;
	bool in_template;
	bool is_guess;            /* no launch shows the shape: what differs in the assumed shape may not in others */
	struct offsets *reported; /* offsets of barriers with a warning, and with an error */
	struct called waiting;    /* finds functions that wait */
	unsigned budget;          /* calls left to follow */
};

/* ---- Functions that wait ------------------------------------------------------ */

static bool is_wait(const struct unit *u, const struct tree *t)
{
	(void)u;
	return t->kind == TREE_CALL && library_entity(t->declaration) == LIBRARY_BARRIER_WAIT;
}

/* Returns the body of a called function that waits, directly or not, or NULL. */
static const struct body *waiting_body(struct barrier_check *b, const struct tree *call)
{
	const struct body *called = call->kind == TREE_CALL || call->kind == TREE_CONSTRUCTION
	                                ? called_tree(b->unit->bodies, call->declaration)
	                                : NULL;

	return has_called(&b->waiting, called) ? called : NULL;
}

/* ---- Which threads reach a place --------------------------------------------------- */

static enum difference difference_at(struct barrier_check *b, const struct call_frame *f,
                                     const struct tree *condition)
{
	unsigned char *known = &f->differences[condition->number];

	if (!*known)
		*known = 1 + difference_in(&b->tile, condition);
	return *known - 1;
}

/* Returns the worst of the conditions around a node, up to an enclosing node `until`; the outermost if
 * several are equally bad. */
static struct divergence_cause conditions_around(struct barrier_check *b, const struct call_frame *f,
                                                 const struct tree *t, const struct tree *until)
{
	struct divergence_cause g = {.difference = SAME};

	for (; t->parent && t != until && t->parent != until; t = t->parent) {
		const struct tree *condition = tree_condition(t);
		enum difference d = condition ? difference_at(b, f, condition) : SAME;

		if (d != SAME && d >= g.difference)
			g = (struct divergence_cause){d, condition, NULL};
	}
	return g;
}

/* Whether a loop's body is executed only once: its condition is false, or the body ends with a jump out of
 * the loop. */
static bool runs_once(struct barrier_check *b, const struct tree *loop)
{
	const struct tree *last = last_statement(tree_part(loop, ROLE_BODY));
	const struct tree *condition = tree_part(loop, ROLE_CONDITION);
	int64_t x;

	if (last && (last->kind == TREE_BREAK || last->kind == TREE_RETURN))
		return true;
	if (loop->kind != TREE_DO || !condition)
		return false;
	struct value v = value_of(&b->tile, condition);

	if (v.kind != VALUE_SCALAR || v.uniformity != UNIFORM)
		return false;
	for (unsigned s = 0; s < SAMPLES; s++) {
		if (evaluate(&b->tile, v.items[0], s, 0, &x) != EVALUATED || x)
			return false;
	}
	return true;
}

/* Whether a thread that takes a jump may thereby miss a place. */
static bool is_passed_by(struct barrier_check *b, const struct tree *place, const struct tree *jump)
{
	const struct tree *target = jump_target(jump), *body = tree_part(target, ROLE_BODY);

	if (jump->kind == TREE_CONTINUE)
		return place->number > jump->number && body && tree_is_in(place, body);
	if (!tree_is_in(place, target))
		return false;
	if (place->number > jump->number)
		return true;
	/* threads that have left a loop miss its later iterations */
	for (const struct tree *l = jump; l; l = l == target ? NULL : l->parent) {
		if (is_loop_statement(l) && tree_is_in(place, l) && !runs_once(b, l))
			return true;
	}
	return false;
}

static struct divergence_cause guard_at(struct barrier_check *b, const struct call_frame *f,
                                        const struct tree *place)
{
	struct divergence_cause g = conditions_around(b, f, place, NULL);

	if (f->around.difference >= g.difference)
		g = f->around;
	for (size_t i = 0; i < f->n_jumps; i++) {
		const struct tree *t = f->jumps[i];
		struct divergence_cause left = conditions_around(b, f, t, jump_target(t));

		left.left = t;
		if (left.difference > g.difference && is_passed_by(b, place, t))
			g = left;
	}
	return g;
}

/* ---- Messages ------------------------------------------------------------------ */

/* The condition of if (T x = …) is x, which has no text. */
static unsigned condition_offset(const struct unit *u, const struct tree *condition)
{
	const struct tree *variable = tree_part(condition->parent, ROLE_VARIABLE);

	return variable && condition->first == condition->last && variable->name != SIZE_MAX
	               ? u->tokens.items[variable->name].offset
	               : tree_offset(u, condition);
}

static void check_barrier(struct barrier_check *b, const struct call_frame *f, const struct tree *wait)
{
	static const char *const how[] = {[TREE_RETURN] = "return", [TREE_BREAK] = "break",
	                                  [TREE_CONTINUE] = "continue"};
	struct divergence_cause g = guard_at(b, f, wait);
	unsigned start = tree_offset(b->unit, wait);

	if (b->is_guess && g.difference == DIFFER)
		g.difference = MAY_DIFFER;
	if (g.difference == SAME || (b->is_guess && offsets_have(&b->reported[1], start)) ||
	    (g.difference == MAY_DIFFER && b->in_template) || !offsets_add(&b->reported[g.difference == DIFFER], start))
		return;
	if (g.difference == DIFFER)
		diagnose(b->unit, SEVERITY_ERROR, start,
		         "barrier in divergent control flow: not all threads of the tile reach it "
		         "[C++ AMP 8.1.1]");
	else if (!diagnose_warning(b->unit, WARNING_DIVERGENT_BARRIER, start,
	                           "barrier in control flow that may differ between the threads of "
	                           "the tile [C++ AMP 8.1.1]"))
		return;
	if (g.left)
		diagnose(b->unit, SEVERITY_NOTE, tree_offset(b->unit, g.left),
		         "some threads leave with this '%s'", how[g.left->kind]);
	diagnose(b->unit, SEVERITY_NOTE, condition_offset(b->unit, g.condition),
	         "this condition %s on the thread's index",
	         g.difference == DIFFER ? "depends" : "may depend");
	for (; f->call; f = f->caller) {
		diagnose(b->unit, SEVERITY_NOTE, tree_offset(b->unit, f->call),
		         "'%s' is called from here", function_title(f->body->function));
	}
}

/* ---- The walk -------------------------------------------------------------------- */

static void check_call(struct barrier_check *b, const struct call_frame *f, const struct tree *call);

static void find_jumps(struct call_frame *f)
{
	const struct tree *root = f->body->root;

	for (const struct tree *t = root; t; t = tree_next_outside(t, root)) {
		if (t->kind != TREE_RETURN && t->kind != TREE_BREAK && t->kind != TREE_CONTINUE)
			continue;
		KEEP(f->jumps, f->n_jumps) = t;
	}
}

static void check_body(struct barrier_check *b, struct call_frame *f, const struct value *arguments,
                       size_t n, enum uniformity object)
{
	const struct tree *root = f->body->root;
	struct activation a = {0};

	f->differences = unit_memory(f->body->n_trees);
	memset(f->differences, 0, f->body->n_trees);
	find_jumps(f);
	activation_begin(&b->tile, &a, f->body, arguments, n, object);
	for (const struct tree *t = root; t; t = tree_next_outside(t, root)) {
		if (is_wait(b->unit, t))
			check_barrier(b, f, t);
		else if (waiting_body(b, t))
			check_call(b, f, t);
	}
	activation_leave(&b->tile, &a);
}

/* Follows a call of a function that reaches a barrier. */
static void check_call(struct barrier_check *b, const struct call_frame *f, const struct tree *call)
{
	struct call_frame callee = {.body = waiting_body(b, call), .call = call, .caller = f};
	struct value arguments[MAX_ARGUMENTS];
	size_t n = 0;

	if (b->depth > 32 || !b->budget)
		return;
	b->budget--;
	b->depth++;
	callee.around = guard_at(b, f, call);
	for (; n < MAX_ARGUMENTS && call_argument(call, n); n++)
		arguments[n] = value_of(&b->tile, call_argument(call, n));
	check_body(b, &callee, arguments, n, UNKNOWN);
	b->depth--;
}

/* A pass over the kernels with a known tile shape, or with a guessed one: types have it in C++, only launches
 * have it in C. */
struct barrier_pass {
	bool of_guesses;
	struct offsets *reported; /* see struct barrier_check */
};

static void check_tiled(struct unit *u, CXCursor function, const struct tile_shape *shape, bool in_template, void *data)
{
	const struct barrier_pass *pass = data;
	struct barrier_check b = {
	    .unit = u,
	    .in_template = in_template,
	    .is_guess = unit_is_c(u) && !shape->is_launched,
	    .reported = pass->reported,
	    .waiting = {is_wait, u},
	    .budget = 500,
	};
	struct call_frame kernel = {.body = body_tree(u->bodies, function)};

	if (b.is_guess == pass->of_guesses && has_called(&b.waiting, kernel.body)) {
		tile_init(&b.tile, u, shape);
		check_body(&b, &kernel, NULL, 0, is_launchable(function) ? UNIFORM : UNKNOWN);
	}
}

void check_barriers(struct unit *u)
{
	struct offsets reported[2] = {{0}};

	for_each_kernel(u, false, check_tiled, &(struct barrier_pass){false, reported});
	if (unit_is_c(u))
		for_each_kernel(u, false, check_tiled, &(struct barrier_pass){true, reported});
}
