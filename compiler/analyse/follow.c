/* Follows one thread of a tile through the steps of a kernel, with the values of its integer variables.
 * Conditions that depend on data are not known: an access under one, and everything behind a `return` under
 * one, is uncertain until the thread reaches a barrier, which all threads reach. */
#include "analyse/follow.h"

/* Limits, within which a kernel shows what it does. */
enum { MAX_PHASES = 20, MAX_FOLLOWED = 3000, MAX_ACCESSES = 60000, MAX_LOOPS = 64 };

enum outcome { GOES_ON, BREAKS, CONTINUES, RETURNS, LOST };

/* Reasons why the thread may not get here, each as the number of barriers before it: the next barrier
 * resolves it. */
struct doubts {
	unsigned returned, broken, continued;
	unsigned around; /* the maximum of these outside of the innermost loop or function */
};

struct thread {
	struct steps *steps;
	struct access_list *out;
	unsigned number, sample;
	unsigned phase, waits; /* barriers so far, including and excluding those that are missed */
	size_t last_write;     /* 1 + index in `out`; 0: there was none */
	unsigned steps_left;
	struct doubts doubts;
	unsigned spinning; /* like `doubts`: the thread may have waited for others in a loop */
	bool is_impossible;
	unsigned iterations[MAX_LOOPS + 1]; /* by loop */
};

enum { NEVER = UINT_MAX };

static enum outcome run(struct thread *t, const struct block *b);

static bool is_certainly_here(const struct thread *t)
{
	const struct doubts *d = &t->doubts;

	return d->returned != t->waits && d->broken != t->waits && d->continued != t->waits &&
	       d->around != t->waits && t->spinning != t->waits;
}

static void forget(const struct block *b)
{
	for (size_t i = 0; i < b->n_sets; i++)
		b->sets[i]->has_current = false;
}

static enum evaluation value_in(struct thread *t, const struct node *n, int64_t *out)
{
	enum evaluation e = n ? evaluate(&t->steps->tile, n, t->sample, t->number, out) : OPAQUE;
	unsigned cost = n ? n->size / 16 : 0;

	t->steps_left -= cost < t->steps_left ? cost : t->steps_left;
	if (e == UNDEFINED && is_certainly_here(t))
		t->is_impossible = true;
	return e == UNDEFINED ? OPAQUE : e;
}

static void run_set(struct thread *t, const struct step *s)
{
	int64_t value;
	bool known = value_in(t, s->value, &value) == EVALUATED;

	s->variable->has_current = known;
	s->variable->current = known ? value : 0;
}

/* ---- Accesses ------------------------------------------------------------------------ */

static struct written written_by(struct thread *t, const struct site *s)
{
	struct written w = {.is_known = s->is_comparable, .is_number = s->is_number,
	                    .number = HASH_SEED};

	for (size_t i = 0; i < s->n_arguments && w.is_known; i++) {
		int64_t x;

		w.is_known = value_in(t, s->arguments[i], &x) == EVALUATED;
		w.number = s->is_number ? (uint64_t)x
		                        : (w.number ^ (uint64_t)x) * 0x9e3779b97f4a7c15u + 1;
	}
	return w;
}

static void run_access(struct thread *t, const struct site *s)
{
	const struct tile_object *p = &s->place;
	int64_t offset = p->offset, size = t->steps->variables[p->variable].size;
	struct access_list *out = t->out;

	if (!is_certainly_here(t) || out->count >= MAX_ACCESSES)
		return;
	for (unsigned i = 0; i < p->n_subscripts; i++) {
		const struct subscript *x = &p->subscripts[i];
		int64_t index;

		if (value_in(t, x->index, &index) != EVALUATED)
			return;
		if (x->extent && (index < 0 || index >= x->extent)) {
			t->is_impossible = true;
			return;
		}
		if (index < -size || index > size) {
			t->is_impossible = true;
			return;
		}
		offset += index * x->size;
	}
	if (offset < 0 || offset + s->size > size) {
		t->is_impossible = true;
		return;
	}
	out->items = array_grown(out->items, out->count, sizeof(*out->items));
	struct access *a = &out->items[out->count];

	*a = (struct access){.site = s, .thread = t->number, .phase = t->phase, .offset = offset};
	for (size_t i = t->last_write; s->kind == ACCESS_READ && i; i = out->items[i - 1].write_before) {
		const struct access *b = &out->items[i - 1];

		if (b->phase != t->phase)
			break;
		if (b->offset == offset && b->site->place.variable == p->variable) {
			a->own_site = b->site;
			a->own = b->written;
			break;
		}
	}
	if (s->kind == ACCESS_WRITE) {
		a->written = written_by(t, s);
		a->write_before = t->last_write;
		t->last_write = out->count + 1;
	}
	for (unsigned i = 0; i < s->n_loops; i++)
		a->iterations[i] = s->loops[i] <= MAX_LOOPS ? t->iterations[s->loops[i]] : 0;
	out->count++;
}

/* ---- Conditions and loops --------------------------------------------------------------- */

/* Follows a part that may be executed or not. */
static enum outcome run_perhaps(struct thread *t, const struct block *b)
{
	forget(b);
	if (b->waits)
		return LOST;
	if (b->leaves[LEAVE_RETURN])
		t->doubts.returned = t->waits;
	if (b->leaves[LEAVE_BREAK])
		t->doubts.broken = t->waits;
	if (b->leaves[LEAVE_CONTINUE])
		t->doubts.continued = t->waits;
	return GOES_ON;
}

/* Whether all threads miss the body of a condition if one does, because it follows from constants. If only a
 * choice of unknowns, which may never occur, makes threads miss a barrier, that is not assumed. */
static bool is_passed_by_all(const struct node *condition)
{
	return condition && condition->uniformity == UNIFORM && is_certain(condition);
}

static enum outcome run_if(struct thread *t, const struct step *s)
{
	int64_t x;
	enum outcome o;

	if (value_in(t, s->value, &x) != EVALUATED) {
		o = run_perhaps(t, &s->parts[PART_BODY]);
		return o == GOES_ON ? run_perhaps(t, &s->parts[PART_OTHERWISE]) : o;
	}
	const struct block *taken = x ? &s->parts[PART_BODY] : &s->parts[PART_OTHERWISE];
	const struct block *passed = x ? &s->parts[PART_OTHERWISE] : &s->parts[PART_BODY];

	o = run(t, taken);
	t->phase += passed->waits && !is_passed_by_all(s->value);
	return o;
}

/* Follows a loop, or the rest of it, whose number of iterations is not known. */
static enum outcome run_loop_perhaps(struct thread *t, const struct step *s)
{
	for (int i = 0; i < PARTS; i++) {
		const struct block *b = &s->parts[i];

		forget(b);
		if (b->waits)
			return LOST;
		if (b->leaves[LEAVE_RETURN])
			t->doubts.returned = t->waits;
		/* it may wait for other threads in this loop */
		if (b->is_atomic || b->reads)
			t->spinning = t->waits;
	}
	return GOES_ON;
}

static bool waits(const struct step *s)
{
	return s->parts[PART_HEAD].waits || s->parts[PART_BODY].waits || s->parts[PART_NEXT].waits;
}

static bool matters(const struct step *s)
{
	bool yes = waits(s);

	for (int i = 0; i < PARTS; i++)
		yes |= s->parts[i].accesses || s->parts[i].is_atomic ||
		       s->parts[i].leaves[LEAVE_RETURN];
	return yes;
}

static void forget_all(const struct step *s)
{
	for (int i = 0; i < PARTS; i++)
		forget(&s->parts[i]);
}

static enum outcome run_iterations(struct thread *t, const struct step *s)
{
	for (unsigned i = 0;; i++) {
		int64_t x = 1;
		enum outcome o = GOES_ON;

		t->iterations[s->loop <= MAX_LOOPS ? s->loop : 0] = i;
		if (i || !s->is_do) {
			o = run(t, &s->parts[PART_HEAD]);
			if (o != GOES_ON)
				return o;
			if (!s->is_forever && value_in(t, s->value, &x) != EVALUATED)
				return run_loop_perhaps(t, s);
			if (!x) {
				t->phase += !i && !is_passed_by_all(s->value) && waits(s);
				return GOES_ON;
			}
		}
		o = run(t, &s->parts[PART_BODY]);
		if (o == BREAKS)
			return GOES_ON;
		if (o == RETURNS || o == LOST)
			return o;
		if (t->doubts.continued == t->waits)
			forget(&s->parts[PART_BODY]);
		t->doubts.continued = NEVER;
		o = run(t, &s->parts[PART_NEXT]);
		if (o != GOES_ON)
			return o;
	}
}

static enum outcome run_loop(struct thread *t, const struct step *s)
{
	struct doubts before = t->doubts;
	enum outcome o;

	if (!matters(s)) {
		forget_all(s);
		return GOES_ON;
	}
	t->doubts.around = is_certainly_here(t) ? NEVER : t->waits;
	t->doubts.broken = t->doubts.continued = NEVER;
	o = run_iterations(t, s);
	if (t->doubts.broken == t->waits)
		forget_all(s);
	t->doubts.around = before.around;
	t->doubts.broken = before.broken;
	t->doubts.continued = before.continued;
	return o;
}

static enum outcome run_call(struct thread *t, const struct step *s)
{
	struct doubts before = t->doubts;

	t->doubts.around = is_certainly_here(t) ? NEVER : t->waits;
	t->doubts.broken = t->doubts.continued = t->doubts.returned = NEVER;
	enum outcome o = run(t, &s->parts[PART_BODY]);

	t->doubts = before;
	return o == RETURNS ? GOES_ON : o;
}

static enum outcome run(struct thread *t, const struct block *b)
{
	static const enum outcome leaves[] = {
		[LEAVE_BREAK] = BREAKS, [LEAVE_CONTINUE] = CONTINUES, [LEAVE_RETURN] = RETURNS};
	enum outcome o = GOES_ON;

	for (size_t i = 0; i < b->count && o == GOES_ON; i++) {
		const struct step *s = &b->items[i];

		if (t->is_impossible || !t->steps_left || t->phase >= MAX_PHASES)
			return LOST;
		t->steps_left--;
		switch (s->kind) {
		case STEP_SET: run_set(t, s); break;
		case STEP_ACCESS: run_access(t, s->site); break;
		case STEP_WAIT:
			t->phase++;
			t->waits++;
			break;
		case STEP_IF: o = run_if(t, s); break;
		case STEP_LOOP: o = run_loop(t, s); break;
		case STEP_LEAVE: o = leaves[s->leave]; break;
		case STEP_CALL: o = run_call(t, s); break;
		case STEP_LOSE: o = LOST; break;
		}
	}
	return o;
}

bool follow(struct steps *s, unsigned thread, unsigned sample, struct access_list *out)
{
	struct thread t = {.steps = s, .out = out, .number = thread,
	                   .sample = sample, .steps_left = MAX_FOLLOWED,
	                   .doubts = {NEVER, NEVER, NEVER, NEVER}, .spinning = NEVER};

	for (size_t i = 0; i < s->n_activations; i++) {
		for (size_t k = 0; k < s->activations[i]->n_variables; k++)
			s->activations[i]->variables[k].has_current = false;
	}
	run(&t, &s->body);
	return !t.is_impossible;
}
