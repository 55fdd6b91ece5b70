/* Uses: which commands use which bytes of a copy, and the order that follows. Commands that use different bytes,
 * or only read, have no order; so a section of a view is moved while a kernel computes another one. All
 * functions require the storage's lock, or the lock of the borrower's launches. */
#include "runtime-internal.h"

#include <stdlib.h>

/* With so many uses, those that have ended are forgotten, and a queue's new ones are combined with its last one. */
#define MOST_USES 8

static bool is_pending(const struct use *u)
{
	return atomic_load_explicit(&u->queue->completed, memory_order_acquire) < u->ticket;
}

/* Returns how far behind the column where a's rows begin those of b do, which have the same pitch. */
static size_t columns_between(struct span a, struct span b)
{
	return (b.begin % a.pitch + a.pitch - a.begin % a.pitch) % a.pitch;
}

static bool overlap(struct span a, struct span b)
{
	if (a.begin >= b.end || b.begin >= a.end)
		return false;
	return !a.pitch || a.pitch != b.pitch || columns_between(a, b) < a.width || columns_between(b, a) < b.width;
}

static bool contains(struct span whole, struct span part)
{
	if (whole.begin > part.begin || whole.end < part.end)
		return false;
	return !whole.pitch || (whole.pitch == part.pitch && columns_between(whole, part) + part.width <= whole.width);
}

/* Extends a span to another one's bytes, and to all between them. */
static void extend(struct span *s, struct span to)
{
	s->pitch = 0;
	s->begin = s->begin < to.begin ? s->begin : to.begin;
	s->end = s->end > to.end ? s->end : to.end;
}

/* Returns whether a use may not happen at the same time as an access to a part. */
static bool conflicts(const struct use *u, struct part p, amp_access access)
{
	return (u->is_write || (access & AMP_ACCESS_WRITE)) && overlap(u->bytes, p.bytes);
}

static bool is_on_removed(const struct use *u)
{
	return atomic_load(&u->queue->accelerator->is_removed);
}

/* Returns whether who waits for the i-th use's queue because of a later use waits for this one, too. */
static bool is_before_another(const struct copy *c, size_t i, struct part p, amp_access access)
{
	for (size_t k = i + 1; k < c->use_count; k++) {
		const struct use *u = &c->uses[k];
		if (u->queue == c->uses[i].queue && u->ticket >= c->uses[i].ticket && conflicts(u, p, access))
			return true;
	}
	return false;
}

static void forget(struct copy *c, size_t i)
{
	queue_release(c->uses[i].queue);
	c->use_count--;
	for (; i < c->use_count; i++)
		c->uses[i] = c->uses[i + 1];
}

void uses_clear(struct copy *c)
{
	while (c->use_count)
		forget(c, c->use_count - 1);
}

/* Waits on the host. */
static amp_status wait_for(const struct use *u)
{
	return is_pending(u) ? queue_wait(u->queue) : AMP_OK;
}

amp_status before_use(struct part p, amp_accelerator_view *queue, amp_access access)
{
	struct copy *c = p.copy;
	amp_status first = AMP_OK;
	for (size_t i = c->use_count; i-- > 0;) {
		const struct use *u = &c->uses[i];
		if (!conflicts(u, p, access))
			continue;
		amp_status status = AMP_OK;
		bool has_ended = !u->is_write && is_on_removed(u); /* the removed device no longer reads */
		if (!has_ended && queue && !is_before_another(c, i, p, access)) {
			status = queue_follow(queue, u->queue, u->ticket);
		} else if (!has_ended && !queue) {
			status = wait_for(u);
			has_ended = status == AMP_OK;
		}
		if (has_ended)
			forget(c, i);
		if (first == AMP_OK)
			first = status;
	}
	return first;
}

/* Returns whether who waits for a use waits for an earlier one as well: it was ordered after that, and conflicts
 * with all that conflicts with that. */
static bool replaces(const struct use *u, const struct use *earlier)
{
	return contains(u->bytes, earlier->bytes) &&
	       (u->is_write || (!earlier->is_write && earlier->queue == u->queue && earlier->ticket <= u->ticket));
}

/* Makes room for a use among many. */
static void combine(struct copy *c, struct use *added)
{
	for (size_t i = c->use_count; i-- > 0;) {
		amp_accelerator_view *q = c->uses[i].queue;
		if (is_pending(&c->uses[i]))
			q->accelerator->backend->note_reached(q);
		if (!is_pending(&c->uses[i]))
			forget(c, i);
	}
	for (size_t i = c->use_count; i-- > 0 && c->use_count >= MOST_USES;) {
		const struct use *u = &c->uses[i];
		if (u->queue != added->queue)
			continue;
		extend(&added->bytes, u->bytes);
		if (u->ticket > added->ticket)
			added->ticket = u->ticket;
		added->is_write |= u->is_write;
		forget(c, i);
	}
}

void after_use(struct part p, amp_accelerator_view *queue, uint64_t ticket, amp_access access)
{
	struct copy *c = p.copy;
	struct use added = {queue, ticket, p.bytes, access & AMP_ACCESS_WRITE};
	queue_hold(queue);
	for (size_t i = c->use_count; i-- > 0;) {
		if (replaces(&added, &c->uses[i]))
			forget(c, i);
	}
	if (c->use_count >= MOST_USES)
		combine(c, &added);
	if (c->use_count == c->use_capacity) {
		size_t more = c->use_capacity ? 2 * c->use_capacity : 4;
		struct use *uses = realloc(c->uses, more * sizeof(*uses));
		if (!uses) {
			queue_wait(queue); /* without memory to record the use, wait for it */
			queue_release(queue);
			return;
		}
		c->uses = uses;
		c->use_capacity = more;
	}
	c->uses[c->use_count++] = added;
}

bool must_wait(struct part p, amp_access access)
{
	for (size_t i = 0; i < p.copy->use_count; i++) {
		if (conflicts(&p.copy->uses[i], p, access) && is_pending(&p.copy->uses[i]))
			return true;
	}
	return false;
}

bool is_in_order(const struct copy *c, const amp_accelerator_view *queue)
{
	for (size_t i = 0; i < c->use_count; i++) {
		if (!queue_follows(queue, c->uses[i].queue, c->uses[i].ticket))
			return false;
	}
	return true;
}

uint64_t last_use_by(struct part p, const amp_accelerator_view *queue, amp_access access)
{
	uint64_t last = 0;
	for (size_t i = 0; i < p.copy->use_count; i++) {
		const struct use *u = &p.copy->uses[i];
		if (u->queue == queue && u->ticket > last && conflicts(u, p, access))
			last = u->ticket;
	}
	return last;
}

amp_accelerator_view *last_user(struct part p, unsigned slot, amp_access access)
{
	for (size_t i = p.copy->use_count; i-- > 0;) {
		const struct use *u = &p.copy->uses[i];
		if (conflicts(u, p, access) && u->queue->accelerator->slot == slot && !u->queue->is_for_transfers &&
		    queue_is_open(u->queue))
			return u->queue;
	}
	return NULL;
}

amp_status event_create_after(struct part p, amp_access access, amp_event **out)
{
	amp_accelerator_view *last = NULL;
	amp_status status = AMP_OK;
	for (size_t i = p.copy->use_count; i-- > 0 && status == AMP_OK;) {
		const struct use *u = &p.copy->uses[i];
		if (!conflicts(u, p, access) || !is_pending(u))
			continue;
		if (!last)
			last = u->queue;
		status = queue_follow(last, u->queue, u->ticket);
	}
	return status == AMP_OK ? event_create(last, out) : status;
}
