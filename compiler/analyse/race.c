/* Races on tile_static memory (specification 8.1.2): one thread of the tile writes an element that another
 * thread reads, or writes with another value, with no barrier between them.
 *
 * Some threads of the tile are followed (follow.c) for several choices of values for uniform unknowns. A race
 * is reported if the accesses of two threads are certain and, where unknowns determine which elements these
 * are, if they collide in each choice in which both happen in the same phase: then the race does not depend
 * on a value that may never occur. Threads that write the same value do no harm; neither does a thread that
 * reads what it has written itself, if the other one writes the same value. */
#include "analyse/follow.h"

#include <stdlib.h>
#include <string.h>

enum { CHOICES = 6, ALL_THREADS = 32 };

/* Two sites; `first` is the one that reads, if one does. */
struct pair {
	unsigned char met, raced; /* bit sets of choices */
	struct access first, second;
};

struct race_check {
	struct unit *unit;
	struct steps steps;
	struct pair *pairs; /* a matrix of all sites */
	struct offsets *reported;
};

/* ---- Which threads --------------------------------------------------------------------- */

/* Whether a thread is one that algorithms treat specially: at the ends, at powers of two and, in one
 * dimension, next to them. */
static bool is_special(unsigned i, unsigned extent, bool neighbours)
{
	for (unsigned power = 1; power && power <= extent; power *= 2) {
		if (i == power || (neighbours && (i == power - 1 || i == power + 1)))
			return true;
	}
	return i == 0 || i == extent - 1;
}

static bool is_followed(const struct tile *t, unsigned thread)
{
	if (t->threads <= ALL_THREADS)
		return true;
	for (unsigned d = t->rank; d-- > 0; thread /= t->extents[d]) {
		if (!is_special(thread % t->extents[d], t->extents[d], t->rank == 1))
			return false;
	}
	return true;
}

/* ---- What is a race ------------------------------------------------------------------------ */

/* Whether two values are known to differ. */
static bool differ(const struct site *s, const struct written *a, const struct site *t,
                   const struct written *b)
{
	return a->is_known && b->is_known && a->number != b->number &&
	       (s == t || (a->is_number && b->is_number));
}

/* Whether accesses of two threads to the same place race; b must be a write. */
static bool is_race(const struct access *a, const struct access *b)
{
	if (b->site->kind != ACCESS_WRITE || a->thread == b->thread)
		return false;
	if (a->site->kind == ACCESS_WRITE)
		return differ(a->site, &a->written, b->site, &b->written);
	return !a->own_site || differ(a->own_site, &a->own, b->site, &b->written);
}

/* Whether a condition only keeps threads within bounds: such conditions are not mutually exclusive.
 * of_domain: bounds on the position in the domain, which can be any size. */
static bool is_bound(const struct node *n, bool of_domain)
{
	if (!n || n->op != OP_BINARY)
		return false;
	const struct node *low = n->a, *high = n->b;

	switch (n->binary) {
	case CXBinaryOperator_LAnd:
		return (is_bound(low, of_domain) || is_certain(low)) &&
		       (is_bound(high, of_domain) || is_certain(high));
	case CXBinaryOperator_GT:
	case CXBinaryOperator_GE:
		low = n->b;
		high = n->a;
		if (low->uniformity == UNIFORM && is_certain(low)) /* index >= 0 */
			return high->uniformity == VARYING && !is_certain(high);
		/* fall through */
	case CXBinaryOperator_LT:
	case CXBinaryOperator_LE:
		return low->uniformity == VARYING && high->uniformity == UNIFORM &&
		       !(of_domain && is_certain(low));
	default:
		return false;
	}
}

static bool has_guard(const struct unit *u, const struct site *s, const struct guard *g)
{
	for (unsigned i = 0; i < s->n_guards; i++) {
		if (s->guards[i].otherwise == g->otherwise &&
		    tree_equals(u, s->guards[i].tree, g->tree))
			return true;
	}
	return false;
}

/* Whether all conditions on uniform unknowns around `a` are around `b`, too. */
static bool is_within(const struct unit *u, const struct site *b, const struct site *a)
{
	for (unsigned i = 0; i < a->n_guards; i++) {
		const struct guard *g = &a->guards[i];

		if (!is_certain(g->condition) && (g->otherwise || !is_bound(g->condition, false)) &&
		    !has_guard(u, b, g))
			return false;
	}
	return true;
}

/* Whether two sites are executed together: unrelated conditions might be mutually exclusive. */
static bool go_together(const struct unit *u, const struct site *a, const struct site *b)
{
	return is_within(u, a, b) || is_within(u, b, a);
}

/* Whether no uniform unknown determines which threads reach a site and which element they access, apart from
 * the size of the domain. */
static bool is_independent(const struct site *s)
{
	for (unsigned i = 0; i < s->place.n_subscripts; i++) {
		if (!is_certain(s->place.subscripts[i].index))
			return false;
	}
	for (unsigned i = 0; i < s->n_guards; i++) {
		const struct guard *g = &s->guards[i];

		if (!g->condition || (!is_certain(g->condition) &&
		                      g->condition->uniformity == VARYING &&
		                      (g->otherwise || !is_bound(g->condition, true))))
			return false;
	}
	return true;
}

/* Whether the observations prove a race in the program. */
static bool is_proven(const struct unit *u, const struct pair *p)
{
	const struct site *a = p->first.site, *b = p->second.site;

	return p->raced && go_together(u, a, b) &&
	       (p->raced == p->met || (is_independent(a) && is_independent(b)));
}

static int compare(const void *x, const void *y)
{
	const struct access *a = x, *b = y;

	if (a->phase != b->phase)
		return a->phase < b->phase ? -1 : 1;
	if (a->site->place.variable != b->site->place.variable)
		return a->site->place.variable < b->site->place.variable ? -1 : 1;
	if (a->offset != b->offset)
		return a->offset < b->offset ? -1 : 1;
	if (a->site->id != b->site->id)
		return a->site->id < b->site->id ? -1 : 1;
	return (a->thread > b->thread) - (a->thread < b->thread);
}

static bool is_same_phase(const struct access *a, const struct access *b)
{
	return a->phase == b->phase && a->site->place.variable == b->site->place.variable;
}

/* Of the accesses [first, end), by one site to one place, selects those that suffice to find a race: by two
 * threads, by one that has not written there, and by one that writes another value. */
static size_t choose(const struct access *all, size_t first, size_t end, const struct access **out)
{
	const struct access *a = &all[first], *thread = NULL, *reader = NULL, *writer = NULL;
	size_t n = 0;

	for (size_t i = first + 1; i < end; i++) {
		const struct access *b = &all[i];

		if (!thread && b->thread != a->thread)
			thread = b;
		if (!reader && a->own_site && !b->own_site)
			reader = b;
		if (!writer && differ(b->site, &b->written, a->site, &a->written))
			writer = b;
	}
	out[n++] = a;
	if (thread)
		out[n++] = thread;
	if (reader)
		out[n++] = reader;
	if (writer)
		out[n++] = writer;
	return n;
}

/* Finds races at one place within one phase. */
static void find_races(struct race_check *r, const struct access *all, size_t begin, size_t end,
                       unsigned choice)
{
	const struct access **some = xmalloc((4 * r->steps.n_sites + 1) * sizeof(*some));
	size_t n = 0;

	for (size_t i = begin, next; i < end; i = next) {
		for (next = i + 1; next < end && all[next].site == all[i].site;)
			next++;
		n += choose(all, i, next, some + n);
	}
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < n; k++) {
			if (!is_race(some[i], some[k]))
				continue;
			struct pair *p = &r->pairs[some[i]->site->id * r->steps.n_sites + some[k]->site->id];

			if (!p->raced) {
				p->first = *some[i];
				p->second = *some[k];
			}
			p->raced |= 1 << choice;
		}
	}
	free(some);
}

/* Records which pairs of sites different threads reach in the same phase. */
static void find_meetings(struct race_check *r, const struct access *all, size_t begin, size_t end,
                          unsigned choice)
{
	size_t n = r->steps.n_sites;
	OWNED unsigned *lowest = xmalloc(n * sizeof(*lowest)), *highest = xmalloc(n * sizeof(*highest));

	memset(lowest, 0xff, n * sizeof(*lowest));
	memset(highest, 0, n * sizeof(*highest));
	for (size_t i = begin; i < end; i++) {
		size_t id = all[i].site->id;

		if (all[i].thread < lowest[id])
			lowest[id] = all[i].thread;
		if (all[i].thread > highest[id])
			highest[id] = all[i].thread;
	}
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < n; k++) {
			if (lowest[i] != UINT_MAX && lowest[k] != UINT_MAX &&
			    !(lowest[i] == highest[i] && lowest[k] == highest[k] &&
			      lowest[i] == lowest[k]))
				r->pairs[i * n + k].met |= 1 << choice;
		}
	}
}

static void follow_all(struct race_check *r, unsigned choice)
{
	struct access_list all = {0};
	bool possible = true;

	for (unsigned i = 0; i < r->steps.tile.threads && possible; i++) {
		if (is_followed(&r->steps.tile, i))
			possible = follow(&r->steps, i, choice, &all);
	}
	if (possible && all.count) {
		qsort(all.items, all.count, sizeof(*all.items), compare);
		for (size_t i = 0, next; i < all.count; i = next) {
			for (next = i + 1; next < all.count &&
			                   is_same_phase(&all.items[i], &all.items[next]);)
				next++;
			find_meetings(r, all.items, i, next, choice);
			for (size_t k = i, end; k < next; k = end) {
				for (end = k + 1; end < next &&
				                  all.items[end].offset == all.items[k].offset;)
					end++;
				find_races(r, all.items, k, end, choice);
			}
		}
	}
	free(all.items);
}

/* ---- Messages -------------------------------------------------------------------------- */

/* Returns a name like "(3, 0)". */
static const char *thread_name(const struct tile *t, unsigned thread)
{
	struct text name = {0};
	unsigned size = t->threads;

	for (unsigned d = 0; d < t->rank; d++) {
		size /= t->extents[d];
		text_printf(&name, "%s%u", d ? ", " : "(", thread / size % t->extents[d]);
	}
	text_append(&name, ")");
	return interned_text(&name);
}

/* Returns a name like "sums[1][0]". */
static const char *element_name(const struct steps *s, const struct access *a)
{
	const struct tile_variable *v = &s->variables[a->site->place.variable];
	struct text name = {0};
	int64_t offset = a->offset;
	CXType type = v->type;

	text_append(&name, v->name);
	while (type.kind == CXType_ConstantArray) {
		type = clang_getCanonicalType(clang_getArrayElementType(type));
		int64_t size = clang_Type_getSizeOf(type);

		text_printf(&name, "[%lld]", (long long)(offset / size));
		offset %= size;
	}
	return interned_text(&name);
}

/* Where a barrier would separate two accesses. */
struct remedy {
	unsigned at;      /* offset; 0: nowhere */
	bool at_end;      /* at the end of the loop's body */
	const char *wait; /* how a wait is spelled */
};

static struct remedy find_remedy(const struct unit *u, const struct access *a,
                                 const struct access *b)
{
	const struct site *s = a->site, *t = b->site;
	struct remedy r = {0};
	unsigned loop = 0;

	/* the innermost common loop, if the accesses are in different iterations */
	for (unsigned i = 0; i < s->n_loops && i < t->n_loops && s->loops[i] == t->loops[i]; i++) {
		if (a->iterations[i] != b->iterations[i]) {
			loop = s->loops[i];
			break;
		}
	}
	for (unsigned i = 0; i < s->n_nestings && i < t->n_nestings; i++) {
		const struct enclosing_statement *n = &s->nestings[i], *m = &t->nestings[i];

		if (n->block != m->block || !n->is_uniform || !n->wait)
			break;
		if (loop && n->loop == loop)
			return (struct remedy){u->tokens.items[n->block->last - 1].offset, true, n->wait};
		if (!loop && n->statement != m->statement)
			return (struct remedy){
				tree_offset(u, n->statement->number > m->statement->number ? n->statement
			                                                                   : m->statement),
				false, n->wait};
	}
	return r;
}

static bool is_same_statement(const struct site *s, const struct site *t)
{
	return s->n_nestings == t->n_nestings && s->n_nestings &&
	       s->nestings[s->n_nestings - 1].statement == t->nestings[t->n_nestings - 1].statement;
}

/* Whether a thread reads exactly what it writes. */
static bool is_same_element(const struct site *s, const struct site *t)
{
	return s->at == t->at || (!s->place.n_subscripts && !t->place.n_subscripts);
}

static void report(struct race_check *r, const struct pair *p)
{
	const struct access *a = &p->first, *b = &p->second;
	bool reads = a->site->kind == ACCESS_READ;
	struct remedy remedy = find_remedy(r->unit, a, b);
	unsigned place = remedy.at ? remedy.at : a->site->at;

	if (!offsets_add(r->reported, place))
		return;
	const char *first = thread_name(&r->steps.tile, a->thread);
	const char *second = thread_name(&r->steps.tile, b->thread);
	const char *element = element_name(&r->steps, a);
	bool shown;

	if (a->site->at == b->site->at)
		shown = diagnose_warning(r->unit, WARNING_TILE_STATIC_RACE, a->site->at,
		                         reads ? "thread %s reads %s here while thread %s writes "
		                                 "it, with no barrier in between [C++ AMP 8.1.2]"
		                               : "thread %s writes %s here while thread %s "
		                                 "writes another value, with no barrier in between "
		                                 "[C++ AMP 8.1.2]",
		                         first, element, second);
	else
		shown = diagnose_warning(r->unit, WARNING_TILE_STATIC_RACE, a->site->at,
		                         "thread %s %s %s here, %swhich thread %s writes %swith no "
		                         "barrier in between [C++ AMP 8.1.2]",
		                         first,
		                         reads ? "reads" : "writes", element, reads ? "" : "to ",
		                         second, reads ? "" : "another value ");
	if (shown && a->site->at != b->site->at)
		diagnose(r->unit, SEVERITY_NOTE, b->site->at, "thread %s writes %s here", second,
		         element);
	if (shown && remedy.at) {
		const char *insertion = interned_printf("%s ", remedy.wait);

		diagnose_with_fix(r->unit, SEVERITY_NOTE, remedy.at, fix_insert(remedy.at, insertion),
		                  remedy.at_end ? "a barrier at the end of the loop's body keeps "
		                                  "them apart"
		                                : "a barrier here keeps them apart");
	} else if (shown && reads && is_same_statement(a->site, b->site)) {
		diagnose(r->unit, SEVERITY_NOTE, a->site->at,
		         is_same_element(a->site, b->site)
		             ? "use atomic_fetch_add, or an element for each thread, and add "
		               "these up behind a barrier"
		             : "read the value into a variable, and write it behind a barrier");
	}
}

static void check_tiled(struct unit *u, CXCursor function, const struct tile_shape *shape, bool in_template,
                        void *reported)
{
	struct race_check r = {.unit = u, .reported = reported};
	const struct body *kernel = NULL;

	/* every launched function is a kernel in C */
	if ((is_launchable(function) || unit_is_c(u)) && !in_template &&
	    shape->rank && shape->is_launched)
		kernel = body_tree(u->bodies, function);
	if (!kernel)
		return;
	if (steps_init(&r.steps, u, kernel, shape) && r.steps.tile.threads > 1) {
		size_t n = r.steps.n_sites;

		r.pairs = unit_memory(n * n * sizeof(*r.pairs));
		memset(r.pairs, 0, n * n * sizeof(*r.pairs));
		for (unsigned choice = 0; choice < CHOICES; choice++)
			follow_all(&r, choice);
		FOR_EACH(const struct pair, p, r.pairs, n * n) {
			if (is_proven(u, p))
				report(&r, p);
		}
	}
}

void check_races(struct unit *u)
{
	struct offsets reported = {0};

	if (warning_severity(u->request->warnings, WARNING_TILE_STATIC_RACE) != SEVERITY_IGNORED)
		for_each_kernel(u, false, check_tiled, &reported);
}
