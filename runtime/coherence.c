/* Coherence: which copies of a storage are current, bringing stale ones up to date, and the order of commands
 * on them. All functions require the storage's lock. */
#include "runtime-internal.h"

#include <stdlib.h>

/* ---- Order ------------------------------------------------------------- */

amp_status wait_for_program_memory(struct storage *s, struct span bytes)
{
	struct part p = {&s->copies[SLOT_HOST], bytes};
	return s->is_wrapped ? before_use(p, NULL, AMP_ACCESS_WRITE) : AMP_OK;
}

bool after_transfer(struct part to, struct part from, amp_accelerator_view *queue, uint64_t given, bool to_host,
                    const char *host, size_t size)
{
	const struct amp_backend *backend = queue->accelerator->backend;
	bool is_used_later = host && backend->uses_later(queue->accelerator, host, size);
	uint64_t ticket = queue_submit(queue);
	if (to_host && !is_used_later) {
		/* The transfer has ended, and so have the queue's earlier commands. */
		queue_note_completed(queue, given);
		return false;
	}
	if (from.copy && (to_host || !host || is_used_later))
		after_use(from, queue, ticket, AMP_ACCESS_READ);
	if (to.copy)
		after_use(to, queue, ticket, AMP_ACCESS_WRITE);
	if (!to_host && !host)
		backend->fence(queue, false);
	return is_used_later;
}

void after_failed_transfer(struct part to, struct part from, amp_accelerator_view *queue)
{
	/* A removed device transfers nothing any more, and the host's bytes are the program's again. */
	if (atomic_load(&queue->accelerator->is_removed))
		return;
	uint64_t ticket = queue_submit(queue);
	if (from.copy)
		after_use(from, queue, ticket, AMP_ACCESS_READ);
	if (to.copy)
		after_use(to, queue, ticket, AMP_ACCESS_WRITE);
}

amp_accelerator_view *copy_queue(struct storage *s, unsigned slot, struct span bytes)
{
	struct part p = {&s->copies[slot], bytes};
	amp_accelerator_view *q = last_user(p, slot, AMP_ACCESS_READ);
	if (!q)
		q = last_user(p, slot, AMP_ACCESS_WRITE);
	if (!q && s->home && s->home->accelerator->slot == slot)
		q = s->home;
	return q ? q : slot_accelerator(slot)->default_view;
}

/* ---- Moving ------------------------------------------------------------ */

amp_status move(const struct transfer *t, amp_accelerator_view *queue, unsigned to_slot, char *to,
                unsigned from_slot, const char *from, const struct storage *storage)
{
	if (to_slot == SLOT_HOST && from_slot == SLOT_HOST) {
		transfer_on_host(t, to, from);
		return AMP_OK;
	}
	size_t bytes = t->width * t->rows * t->slices;
	amp_accelerator *to_device = to_slot ? slot_accelerator(to_slot) : NULL;
	amp_accelerator *from_device = from_slot ? slot_accelerator(from_slot) : NULL;
	struct trace_span span;
	trace_begin(&span, TRACE_COPY, NULL, queue);
	amp_status status = queue->accelerator->backend->copy(queue, t, to_device, to, from_device,
	                                                      from);
	trace_end(&span, status, bytes, slot_name(from_slot), slot_name(to_slot), storage);
	if (status != AMP_OK)
		return status;
	enum counter kind = from_slot == SLOT_HOST ? COUNT_HOST_TO_DEVICE_BYTES
	                  : to_slot == SLOT_HOST   ? COUNT_DEVICE_TO_HOST_BYTES
	                                           : COUNT_DEVICE_TO_DEVICE_BYTES;
	count(kind, (int64_t)bytes);
	count(kind + 1, 1); /* in enum counter, copies follow bytes */
	return AMP_OK;
}

/* The state of make_current() for the stretches that come from one source. */
struct gathering {
	struct storage *storage;
	const struct region *region;
	unsigned slot, source;
	amp_accelerator_view *given; /* the queue whose commands need the region; NULL: the source's */
	amp_accelerator_view *owner; /* whose commands need the region, or wrote it */
	amp_accelerator_view *queue; /* on which the transfers run */
	struct transfer_builder builder;
};

static void set_source(struct gathering *g, unsigned source)
{
	struct part to = region_part(g->storage, g->slot, g->region), from = region_part(g->storage, source, g->region);
	size_t bytes = region_bytes(g->region);
	g->source = source;
	g->owner = g->given ? g->given : copy_queue(g->storage, source, from.bytes);
	g->queue = source == SLOT_HOST
	               ? transfer_queue(g->owner, false, bytes, last_use_by(to, g->owner, AMP_ACCESS_WRITE))
	           : g->slot == SLOT_HOST
	               ? transfer_queue(g->owner, true, bytes, last_use_by(from, g->owner, AMP_ACCESS_READ))
	               : g->owner;
}

static amp_status gather(void *context, const struct transfer *t)
{
	const struct gathering *g = context;
	const struct part to = region_part(g->storage, g->slot, g->region),
	                  from = region_part(g->storage, g->source, g->region);
	amp_accelerator_view *q = g->queue;
	amp_status status = before_use(from, g->source == SLOT_HOST ? NULL : q, AMP_ACCESS_READ);
	if (status == AMP_OK)
		status = before_use(to, q, AMP_ACCESS_WRITE);
	if (status != AMP_OK)
		return status;
	if (g->slot == SLOT_HOST || g->source == SLOT_HOST)
		storage_note_moved(g->storage, q->accelerator, t->width * t->rows * t->slices);
	uint64_t given = atomic_load_explicit(&q->submitted, memory_order_acquire);
	status = move(t, q, g->slot, to.copy->address, g->source, from.copy->address, g->storage);
	if (status != AMP_OK)
		after_failed_transfer(to, from, q);
	else if (g->slot == SLOT_HOST)
		after_transfer(to, from, q, given, true, to.copy->address + t->to,
		               transfer_span(t, t->to_pitch, t->to_slice));
	else
		after_transfer(to, from, q, given, false,
		               g->source == SLOT_HOST ? from.copy->address + t->from : NULL,
		               transfer_span(t, t->from_pitch, t->from_slice));
	queue_note_transfer(g->owner, q, atomic_load_explicit(&q->submitted, memory_order_relaxed));
	return status;
}

/* A walk over the stretches of a region that are stale in a slot's copy, each from one source. */
struct stale_walk {
	const struct storage *storage;
	const struct region *region;
	struct region_walk rows;
	size_t begin, end; /* the stretch */
	unsigned slot, source;
	bool has_source; /* else the stretch is current in no copy */
};

static struct stale_walk walk_stale(const struct storage *s, unsigned slot, const struct region *r)
{
	struct stale_walk w = {.storage = s, .region = r, .slot = slot};
	region_walk_init(&w.rows, r);
	w.end = w.rows.offset;
	return w;
}

/* Finds a copy that has the bytes from `begin` on, and sets `end` to the end of the stretch for which that holds. */
static void find_source(struct stale_walk *w)
{
	size_t end = w->end;
	w->has_source = false;
	for (unsigned other = 0; other < slot_count() && !w->has_source; other++) {
		if (other == w->slot)
			continue;
		size_t stop =
		    interval_set_stretch(&w->storage->copies[other].current, w->begin, w->end, &w->has_source);
		if (w->has_source || stop < end)
			end = stop;
		w->source = other;
	}
	w->end = end;
}

/* Returns false if there are no more stretches. */
static bool next_stale(struct stale_walk *w)
{
	for (bool has = true; has;) {
		if (w->end == w->rows.offset + w->region->row_bytes) {
			region_walk_next(&w->rows);
			w->end = w->rows.offset;
		}
		if (region_walk_done(&w->rows))
			return false;
		w->begin = w->end;
		w->end = interval_set_stretch(&w->storage->copies[w->slot].current, w->begin,
		                              w->rows.offset + w->region->row_bytes, &has);
	}
	find_source(w);
	return true;
}

/* Allocates a copy where it will be filled: if the host has the region, where it is transferred. */
static amp_status allocate_to_fill(struct storage *s, unsigned slot, amp_accelerator_view *queue,
                                   const struct region *r)
{
	bool is_from_host =
	    slot != SLOT_HOST && interval_set_covers(&s->copies[SLOT_HOST].current, r->begin, r->end);
	return storage_allocate(s, slot, is_from_host ? transfer_queue(queue, false, region_bytes(r), 0) : queue);
}

amp_status make_current(struct storage *s, unsigned slot, amp_accelerator_view *queue,
                        const struct region *r)
{
	struct copy *c = &s->copies[slot];
	if (c->address && interval_set_covers(&c->current, r->begin, r->end))
		return AMP_OK;
	amp_status status = c->address ? AMP_OK : allocate_to_fill(s, slot, queue, r);
	if (status != AMP_OK)
		return status;
	if (!interval_set_reserve(&c->current, r->rows))
		return fail_memory("a buffer's state", r->rows * sizeof(struct interval));

	struct gathering g = {.storage = s, .region = r, .slot = slot, .given = queue};
	transfer_builder_init(&g.builder, gather, &g);
	bool is_whole = true; /* every byte is current in some copy */
	for (struct stale_walk w = walk_stale(s, slot, r); status == AMP_OK && next_stale(&w);) {
		is_whole &= w.has_source;
		if (!w.has_source)
			continue;
		if (!g.queue || w.source != g.source) {
			status = transfer_builder_end(&g.builder);
			if (status == AMP_OK)
				set_source(&g, w.source);
		}
		if (status == AMP_OK)
			status = transfer_builder_add(&g.builder, w.begin, w.begin, w.end - w.begin);
	}
	if (status == AMP_OK)
		status = transfer_builder_end(&g.builder);
	if (status != AMP_OK)
		return status;
	if (is_whole) {
		interval_set_add_region(&c->current, r);
		return AMP_OK;
	}
	/* Record only the bytes that were moved: others are current nowhere, as before. */
	for (struct stale_walk w = walk_stale(s, slot, r); next_stale(&w);) {
		if (w.has_source && !interval_set_reserve(&c->current, 1))
			return fail_memory("a buffer's state", sizeof(struct interval));
		if (w.has_source)
			interval_set_add(&c->current, w.begin, w.end);
	}
	return AMP_OK;
}

bool is_current(const struct storage *s, unsigned slot, const struct region *r)
{
	if (interval_set_covers(&s->copies[slot].current, r->begin, r->end))
		return true;
	for (struct stale_walk w = walk_stale(s, slot, r); next_stale(&w);) {
		if (w.has_source)
			return false;
	}
	return true;
}

bool is_settled(const struct storage *s, unsigned slot, const struct region *r,
                amp_access access)
{
	const struct copy *c = &s->copies[slot];
	if (!c->address || !interval_set_covers(&c->current, r->begin, r->end))
		return false;
	if (!(access & AMP_ACCESS_WRITE))
		return true;
	for (unsigned other = 0; other < slot_count(); other++) {
		if (other != slot &&
		    interval_set_intersects(&s->copies[other].current, r->begin, r->end))
			return false;
	}
	for (const struct buffer *b = s->handles; b && slot != SLOT_HOST; b = b->next) {
		if (b->head.host_state)
			return false;
	}
	return true;
}

/* ---- Noting writes ----------------------------------------------------- */

amp_status prepare_written(struct storage *s, size_t rows)
{
	for (unsigned slot = 0; slot < slot_count(); slot++) {
		if (!interval_set_reserve(&s->copies[slot].current, rows))
			return fail_memory("a buffer's state", rows * sizeof(struct interval));
	}
	return AMP_OK;
}

void note_written(struct storage *s, unsigned slot, const struct region *r)
{
	for (unsigned other = 0; other < slot_count(); other++) {
		if (other == slot)
			interval_set_add_region(&s->copies[other].current, r);
		else
			interval_set_remove_region(&s->copies[other].current, r);
	}
}

/* ---- The host's fast path ---------------------------------------------- */

static void set_host_state(struct buffer *b, unsigned state)
{
	/* `host`, and the bytes, are as they should be before the state permits their use. */
	atomic_store_explicit((_Atomic unsigned *)&b->head.host_state, state,
	                      memory_order_release);
}

void hide_from_host(struct storage *s)
{
	s->settled = AMP_ACCESS_NONE;
	for (struct buffer *b = s->handles; b; b = b->next)
		set_host_state(b, 0);
}

/* Sets the host_state of all handles. */
static void publish_host_state(struct storage *s)
{
	struct copy *c = &s->copies[SLOT_HOST];
	if (!c->address) {
		hide_from_host(s);
		return;
	}
	for (struct buffer *b = s->handles; b; b = b->next) {
		size_t begin = b->offset, end = begin + b->size;
		struct part p = {c, {.begin = begin, .end = end}};
		if (must_wait(p, AMP_ACCESS_READ)) {
			set_host_state(b, 0);
			continue;
		}
		bool covers = interval_set_covers(&c->current, begin, end);
		bool elsewhere = false;
		for (unsigned slot = 1; slot < slot_count() && !elsewhere; slot++)
			elsewhere = interval_set_intersects(&s->copies[slot].current, begin, end);
		unsigned state = 0;
		/* Bytes that are current nowhere may be read: their value is undefined. */
		if (covers || !elsewhere) {
			state = AMP_HOST_CURRENT;
		} else {
			struct region r;
			region_init_range(&r, begin, end);
			if (is_current(s, SLOT_HOST, &r))
				state = AMP_HOST_CURRENT;
		}
		/* They may not be written without a call, which would make them current. */
		if (covers && !elsewhere && s->is_writable && !must_wait(p, AMP_ACCESS_WRITE))
			state |= AMP_HOST_EXCLUSIVE;
		if (state && !storage_is_barred(s))
			state |= AMP_HOST_OPEN;
		set_host_state(b, state);
	}
}

void publish_to_host(struct storage *s)
{
	struct region whole;
	publish_host_state(s);
	s->settled = AMP_ACCESS_NONE;
	region_init_range(&whole, 0, s->size);
	for (unsigned slot = 1; slot < slot_count() && !s->settled; slot++) {
		s->settled_slot = slot;
		if (is_settled(s, slot, &whole, AMP_ACCESS_READ_WRITE))
			s->settled = AMP_ACCESS_READ_WRITE;
		else if (is_settled(s, slot, &whole, AMP_ACCESS_READ))
			s->settled = AMP_ACCESS_READ;
	}
}
