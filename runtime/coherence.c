/* Coherence: which copies of a storage are current, bringing stale ones up to date, and the order of commands
 * on them. All functions require the storage's lock. */
#include "runtime-internal.h"

#include <stdlib.h>

/* ---- Order ------------------------------------------------------------- */

amp_status before_read(struct copy *c, amp_accelerator_view *queue)
{
	return queue ? use_order(&c->writer, queue) : use_wait(&c->writer);
}

amp_status before_write(struct copy *c, amp_accelerator_view *queue)
{
	amp_status status = before_read(c, queue);
	for (size_t i = 0; i < c->reader_count && status == AMP_OK; i++) {
		struct use *u = &c->readers[i];
		if (u->queue && atomic_load(&u->queue->accelerator->is_removed))
			use_clear(u); /* the removed device no longer reads */
		status = queue ? use_order(u, queue) : use_wait(u);
	}
	if (status == AMP_OK && !queue)
		c->reader_count = 0; /* waiting cleared each of them */
	return status;
}

amp_status wait_for_program_memory(struct storage *s)
{
	return s->is_wrapped ? before_write(&s->copies[SLOT_HOST], NULL) : AMP_OK;
}

void after_read(struct copy *c, amp_accelerator_view *queue, uint64_t ticket)
{
	size_t kept = 0;
	for (size_t i = 0; i < c->reader_count; i++) {
		struct use *u = &c->readers[i];
		if (u->queue == queue) {
			u->ticket = u->ticket > ticket ? u->ticket : ticket;
			return;
		}
	}
	for (size_t i = 0; i < c->reader_count; i++) {
		if (use_is_pending(&c->readers[i]))
			c->readers[kept++] = c->readers[i];
		else
			use_clear(&c->readers[i]);
	}
	c->reader_count = kept;
	if (kept == c->reader_capacity) {
		size_t more = kept ? kept * 2 : 2;
		struct use *readers = realloc(c->readers, more * sizeof(*readers));
		if (!readers) {
			queue_wait(queue); /* without memory to record the use, wait for it */
			return;
		}
		c->readers = readers;
		c->reader_capacity = more;
	}
	c->readers[c->reader_count] = (struct use){0};
	use_set(&c->readers[c->reader_count++], queue, ticket);
}

void after_write(struct copy *c, amp_accelerator_view *queue, uint64_t ticket)
{
	/* The write is ordered after all reads, so that waiting for it suffices. */
	for (size_t i = 0; i < c->reader_count; i++)
		use_clear(&c->readers[i]);
	c->reader_count = 0;
	use_set(&c->writer, queue, ticket);
}

bool after_transfer(struct copy *to, struct copy *from, amp_accelerator_view *queue,
                    uint64_t given, bool to_host, const char *host, size_t size)
{
	const struct amp_backend *backend = queue->accelerator->backend;
	bool is_used_later = host && backend->uses_later(queue->accelerator, host, size);
	uint64_t ticket = queue_submit(queue);
	if (to_host && !is_used_later) {
		/* The transfer has ended, and so have the queue's earlier commands. */
		queue_note_completed(queue, given);
		if (to)
			after_write(to, queue, given);
		return false;
	}
	if (from && (to_host || !host || is_used_later))
		after_read(from, queue, ticket);
	if (to)
		after_write(to, queue, ticket);
	if (!to_host && !host)
		backend->fence(queue);
	return is_used_later;
}

amp_accelerator_view *copy_queue(struct storage *s, unsigned slot)
{
	amp_accelerator_view *q = s->copies[slot].writer.queue;
	if (q && q->accelerator->slot == slot && queue_is_open(q))
		return q;
	if (s->home && s->home->accelerator->slot == slot)
		return s->home;
	return slot_accelerator(slot)->default_view;
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
	unsigned slot, source;
	amp_accelerator_view *queue; /* NULL: use the source's */
	struct transfer_builder builder;
};

/* Returns the queue on which a transfer runs that the commands of q need. */
static amp_accelerator_view *choose_queue(const struct gathering *g, amp_accelerator_view *q, size_t bytes)
{
	const struct use *writer = &g->storage->copies[g->source].writer;
	if (g->source == SLOT_HOST)
		return transfer_queue(q, false, bytes, 0);
	if (g->slot == SLOT_HOST)
		return transfer_queue(q, true, bytes, writer->queue == q ? writer->ticket : 0);
	return q;
}

/* Makes the later commands of q wait for a transfer on another queue, whose result then counts as q's. */
static amp_status follow(struct copy *to, amp_accelerator_view *q)
{
	amp_status status = use_order(&to->writer, q);
	if (status == AMP_OK)
		after_write(to, q, queue_submit(q));
	return status;
}

static amp_status gather(void *context, const struct transfer *t)
{
	struct gathering *g = context;
	struct copy *to = &g->storage->copies[g->slot], *from = &g->storage->copies[g->source];
	amp_accelerator_view *own = g->queue ? g->queue : copy_queue(g->storage, g->source);
	amp_accelerator_view *q = choose_queue(g, own, t->width * t->rows * t->slices);
	amp_status status = before_read(from, g->source == SLOT_HOST ? NULL : q);
	if (status == AMP_OK)
		status = before_write(to, q);
	uint64_t given = atomic_load_explicit(&q->submitted, memory_order_acquire);
	if (status == AMP_OK && (g->slot == SLOT_HOST || g->source == SLOT_HOST))
		storage_note_moved(g->storage, q->accelerator, t->width * t->rows * t->slices);
	if (status == AMP_OK)
		status = move(t, q, g->slot, to->address, g->source, from->address, g->storage);
	if (status != AMP_OK)
		return status;
	if (g->slot == SLOT_HOST)
		after_transfer(to, from, q, given, true, to->address + t->to,
		               transfer_span(t, t->to_pitch, t->to_slice));
	else
		after_transfer(to, from, q, given, false,
		               g->source == SLOT_HOST ? from->address + t->from : NULL,
		               transfer_span(t, t->from_pitch, t->from_slice));
	return q != own && g->slot != SLOT_HOST ? follow(to, own) : AMP_OK;
}

/* Finds the copy that has the stale bytes from `begin` on. Returns false if none has. Sets *end to the end of
 * the stretch for which the answer holds. */
static bool find_source(const struct storage *s, unsigned slot, size_t begin, size_t *end,
                        unsigned *source)
{
	size_t nowhere = *end;
	for (unsigned other = 0; other < slot_count(); other++) {
		bool has;
		if (other == slot)
			continue;
		size_t stop = interval_set_stretch(&s->copies[other].current, begin, *end, &has);
		if (has) {
			*end = stop;
			*source = other;
			return true;
		}
		if (stop < nowhere)
			nowhere = stop;
	}
	*end = nowhere;
	return false;
}

amp_status make_current(struct storage *s, unsigned slot, amp_accelerator_view *queue,
                        const struct region *r)
{
	struct copy *c = &s->copies[slot];
	if (c->address && interval_set_covers(&c->current, r->begin, r->end))
		return AMP_OK;
	/* Memory that will be filled from the host is allocated where it will be filled. */
	bool is_on_host = slot != SLOT_HOST && interval_set_covers(&s->copies[SLOT_HOST].current, r->begin, r->end);
	amp_status status = storage_allocate(
		s, slot, is_on_host ? transfer_queue(queue, false, region_bytes(r), 0) : queue);
	if (status != AMP_OK)
		return status;
	if (!interval_set_reserve(&c->current, r->rows))
		return fail_memory("a buffer's state", r->rows * sizeof(struct interval));

	struct gathering g = {.storage = s, .slot = slot, .queue = queue};
	transfer_builder_init(&g.builder, gather, &g);
	bool is_whole = true; /* every byte is current in some copy */
	struct region_walk walk;
	for (region_walk_init(&walk, r); !region_walk_done(&walk); region_walk_next(&walk)) {
		size_t at = walk.offset, row_end = at + r->row_bytes;
		while (at < row_end) {
			bool has;
			size_t stop = interval_set_stretch(&c->current, at, row_end, &has);
			if (has) {
				at = stop;
				continue;
			}
			unsigned source;
			if (!find_source(s, slot, at, &stop, &source)) {
				is_whole = false;
				at = stop;
				continue;
			}
			if (source != g.source) {
				status = transfer_builder_end(&g.builder);
				if (status != AMP_OK)
					return status;
				g.source = source;
			}
			status = transfer_builder_add(&g.builder, at, at, stop - at);
			if (status != AMP_OK)
				return status;
			at = stop;
		}
	}
	status = transfer_builder_end(&g.builder);
	if (status != AMP_OK)
		return status;
	if (is_whole) {
		interval_set_add_region(&c->current, r);
		return AMP_OK;
	}
	/* Record only the bytes that were moved: others are current nowhere, as before. */
	for (region_walk_init(&walk, r); !region_walk_done(&walk); region_walk_next(&walk)) {
		size_t at = walk.offset, row_end = at + r->row_bytes;
		while (at < row_end) {
			unsigned source;
			size_t stop = row_end;
			if (find_source(s, slot, at, &stop, &source)) {
				if (!interval_set_reserve(&c->current, 1))
					return fail_memory("a buffer's state",
					                   sizeof(struct interval));
				interval_set_add(&c->current, at, stop);
			}
			at = stop;
		}
	}
	return AMP_OK;
}

bool is_current(const struct storage *s, unsigned slot, const struct region *r)
{
	const struct interval_set *set = &s->copies[slot].current;
	if (interval_set_covers(set, r->begin, r->end))
		return true;
	struct region_walk walk;
	for (region_walk_init(&walk, r); !region_walk_done(&walk); region_walk_next(&walk)) {
		size_t at = walk.offset, row_end = at + r->row_bytes;
		while (at < row_end) {
			bool has;
			size_t stop = interval_set_stretch(set, at, row_end, &has);
			unsigned source;
			if (!has && find_source(s, slot, at, &stop, &source))
				return false;
			at = stop;
		}
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
	/* `host` is set before the state permits its use, and no state is weaker than
	 * what it replaces until the bytes are. */
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit((_Atomic unsigned *)&b->head.host_state, state,
	                      memory_order_release);
}

void hide_from_host(struct storage *s)
{
	s->settled = AMP_ACCESS_NONE;
	for (struct buffer *b = s->handles; b; b = b->next)
		set_host_state(b, 0);
}

static bool has_pending(struct copy *c, bool readers)
{
	if (!readers)
		return use_is_pending(&c->writer);
	for (size_t i = 0; i < c->reader_count; i++) {
		if (use_is_pending(&c->readers[i]))
			return true;
	}
	return false;
}

/* Sets the host_state of all handles. */
static void publish_host_state(struct storage *s)
{
	struct copy *c = &s->copies[SLOT_HOST];
	if (!c->address || has_pending(c, false)) {
		hide_from_host(s);
		return;
	}
	bool may_write = s->is_writable && !has_pending(c, true);
	for (struct buffer *b = s->handles; b; b = b->next) {
		size_t begin = b->offset, end = begin + b->size;
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
		if (covers && !elsewhere && may_write)
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
