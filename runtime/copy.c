/* Copies between views, and to and from plain host memory. */
#include "runtime-internal.h"

#include <stdlib.h>

/* The bytes of a copy's source or destination: a region of a storage's copy, or of plain memory (storage
 * NULL). */
struct place {
	struct storage *storage;
	struct region region;
	unsigned slot;
	char *address;
};

struct moving {
	amp_accelerator_view *queue;
	const struct place *from, *to;
};

static amp_status move_one(void *context, const struct transfer *t)
{
	const struct moving *m = context;
	return move(t, m->queue, m->to->slot, m->to->address, m->from->slot, m->from->address,
	            m->to->storage ? m->to->storage : m->from->storage);
}

static amp_status move_all(amp_accelerator_view *queue, const struct place *from,
                           const struct place *to)
{
	struct moving m = {queue, from, to};
	return transfer_between(&from->region, &to->region, move_one, &m);
}

/* Returns whether rows of two places may overlap, as they are in the same copy. */
static bool may_overlap(const struct place *a, const struct place *b)
{
	return a->address == b->address && a->slot == b->slot &&
	       a->region.begin < b->region.end && b->region.begin < a->region.end;
}

/* Copies through a temporary, for overlapping regions. */
static amp_status move_through(amp_accelerator_view *queue, const struct place *from,
                               const struct place *to)
{
	size_t bytes = region_bytes(&from->region);
	struct place temporary = {.slot = from->slot};
	region_init_range(&temporary.region, 0, bytes);
	amp_status status;
	if (queue) {
		status = queue->accelerator->backend->allocate(queue, bytes, &temporary.address);
		if (status != AMP_OK)
			return status;
	} else if (!(temporary.address = malloc(bytes))) {
		return fail_memory("a copy between parts of one buffer that overlap", bytes);
	}
	status = move_all(queue, from, &temporary);
	if (status == AMP_OK)
		status = move_all(queue, &temporary, to);
	if (queue)
		queue->accelerator->backend->free(queue, temporary.address, bytes);
	else
		free(temporary.address);
	return status;
}

/* Finds a slot in which all bytes of the source are current, trying `preferred` first. Returns false if there
 * is none. */
static bool find_current(const struct place *from, unsigned preferred, unsigned *slot)
{
	const struct storage *s = from->storage;
	for (unsigned i = 0; i <= slot_count(); i++) {
		unsigned candidate = i == 0 ? preferred : i - 1;
		if (s->copies[candidate].address && is_current(s, candidate, &from->region)) {
			*slot = candidate;
			return true;
		}
	}
	return false;
}

static amp_accelerator_view *queue_of(const struct place *p)
{
	return p->storage && p->slot != SLOT_HOST ? copy_queue(p->storage, p->slot, region_span(&p->region)) : NULL;
}

/* What remains to be done after a copy was queued. */
struct rest {
	amp_accelerator_view *queue; /* where it still runs, or NULL if it has ended */
	bool must_wait;              /* before the caller may use its memory; accelerators' is used in order */
};

static amp_status finish(amp_status status, const struct rest *rest, amp_event **event)
{
	if (status == AMP_OK && event)
		status = event_create(rest->queue, event);
	else if (status == AMP_OK && rest->must_wait)
		status = queue_wait(rest->queue);
	/* Wait here after a failure, since nobody else will; the first error may be another command's. */
	if (status != AMP_OK && rest->must_wait && queue_wait(rest->queue) != AMP_OK)
		queue_wait(rest->queue);
	return status;
}

static struct part part_of_place(const struct place *p)
{
	return p->storage ? region_part(p->storage, p->slot, &p->region) : (struct part){0};
}

/* Moves the bytes and records the result. The slots are chosen, and the source is current in its slot. */
static amp_status run(struct place *from, struct place *to, amp_accelerator_view *queue,
                      struct rest *rest)
{
	const struct part source = part_of_place(from), destination = part_of_place(to);
	amp_status status = AMP_OK;
	if (source.copy)
		status = storage_allocate(from->storage, from->slot, queue);
	if (status == AMP_OK && destination.copy)
		status = storage_allocate(to->storage, to->slot, queue);
	if (status == AMP_OK && destination.copy)
		status = prepare_written(to->storage, to->region.rows);
	if (status == AMP_OK && source.copy)
		status = before_use(source, from->slot == SLOT_HOST ? NULL : queue, AMP_ACCESS_READ);
	if (status == AMP_OK && destination.copy)
		status = before_use(destination, queue, AMP_ACCESS_WRITE);
	if (status != AMP_OK)
		return status;
	if (source.copy)
		from->address = source.copy->address;
	if (destination.copy) {
		to->address = destination.copy->address;
		hide_from_host(to->storage);
	}
	uint64_t given =
		queue ? atomic_load_explicit(&queue->submitted, memory_order_acquire) : 0;
	const struct place *on_host = to->slot == SLOT_HOST ? to : from;
	if (on_host->slot != SLOT_HOST)
		on_host = NULL;
	if (queue && on_host && on_host->storage)
		storage_note_moved(on_host->storage, queue->accelerator, region_bytes(&to->region));
	status = source.copy && destination.copy && may_overlap(from, to) ? move_through(queue, from, to)
	                                                                  : move_all(queue, from, to);
	if (queue && status == AMP_OK) {
		bool to_host = to->slot == SLOT_HOST;
		bool is_used_later =
		    after_transfer(destination, source, queue, given, to_host,
		                   on_host ? on_host->address + on_host->region.begin : NULL,
		                   on_host ? on_host->region.end - on_host->region.begin : 0);
		rest->queue = to_host && !is_used_later ? NULL : queue;
		rest->must_wait = is_used_later;
	} else if (queue) {
		after_failed_transfer(destination, source, queue);
		*rest = (struct rest){queue, !source.copy || !destination.copy};
	}
	if (status == AMP_OK && destination.copy)
		note_written(to->storage, to->slot, &to->region);
	return status;
}

static amp_status place_init(struct place *p, struct storage *s, const amp_view *v)
{
	*p = (struct place){.storage = s};
	return region_of_view(&p->region, v);
}

static amp_status check_destination(const struct place *p)
{
	return p->storage->is_writable
		? AMP_OK
		: fail(AMP_ERROR_INVALID_ARGUMENT, "a copy into a read-only view");
}

static amp_status check_sizes(size_t from, size_t to)
{
	return from == to ? AMP_OK
	                  : fail(AMP_ERROR_INVALID_ARGUMENT,
	                         "a copy from %zu bytes to %zu bytes", from, to);
}

/* Copies between two locked places. An array is written where it lives, a view where the source is, so that
 * nothing is moved to the host for it. */
static amp_status copy_locked(struct place *from, struct place *to,
                              struct rest *rest)
{
	if (to->storage->home)
		to->slot = to->storage->home->accelerator->slot;
	else if (!find_current(from, SLOT_HOST, &to->slot))
		to->slot = SLOT_HOST;
	bool is_spread = !find_current(from, to->slot, &from->slot);
	if (is_spread)
		from->slot = to->slot;
	amp_accelerator_view *queue = to->slot != SLOT_HOST ? queue_of(to) : queue_of(from);
	amp_status status = AMP_OK;
	if (is_spread)
		status = make_current(from->storage, from->slot, queue, &from->region);
	return status == AMP_OK ? run(from, to, queue, rest) : status;
}

amp_status amp_view_copy(const amp_view *src, const amp_view *dst, amp_event **event)
{
	const amp_buffer *buffers[2] = {src->buffer, dst->buffer};
	struct storage *s[2], *locked[2];
	struct place from, to;
	struct rest rest = {0};
	size_t n_locked = buffers_lock(buffers, 2, s, locked);
	trace_because("copy", NULL);
	amp_status status = place_init(&from, s[0], src);
	if (status == AMP_OK)
		status = place_init(&to, s[1], dst);
	if (status == AMP_OK)
		status = check_destination(&to);
	if (status == AMP_OK)
		status = check_sizes(region_bytes(&from.region), region_bytes(&to.region));
	if (status == AMP_OK) {
		status = copy_locked(&from, &to, &rest);
		status = finish(status, &rest, event);
		publish_to_host(s[0]);
		publish_to_host(s[1]);
	}
	storage_unlock_all(locked, n_locked);
	return status;
}

amp_status amp_view_write(const amp_view *dst, const void *src, amp_event **event)
{
	if (!src)
		return fail(AMP_ERROR_INVALID_ARGUMENT, "a copy from NULL");
	struct storage *s = buffer_lock(dst->buffer);
	struct place from = {.address = (char *)src}, to; /* only read */
	trace_because("copy from memory", NULL);
	amp_status status = place_init(&to, s, dst);
	if (status == AMP_OK)
		status = check_destination(&to);
	if (status == AMP_OK) {
		region_init_range(&from.region, 0, region_bytes(&to.region));
		if (s->home)
			to.slot = s->home->accelerator->slot;
		struct rest rest = {0};
		status = run(&from, &to, queue_of(&to), &rest);
		status = finish(status, &rest, event);
		publish_to_host(s);
	}
	storage_unlock(s);
	return status;
}

amp_status amp_view_read(const amp_view *src, void *dst, amp_event **event)
{
	if (!dst)
		return fail(AMP_ERROR_INVALID_ARGUMENT, "a copy to NULL");
	struct storage *s = buffer_lock(src->buffer);
	struct place from, to = {.address = dst};
	trace_because("copy to memory", NULL);
	amp_status status = place_init(&from, s, src);
	if (status == AMP_OK) {
		region_init_range(&to.region, 0, region_bytes(&from.region));
		if (!find_current(&from, SLOT_HOST, &from.slot)) {
			from.slot = s->home ? s->home->accelerator->slot : SLOT_HOST;
			status = make_current(s, from.slot, queue_of(&from), &from.region);
		}
		struct rest rest = {0};
		if (status == AMP_OK)
			status = run(&from, &to, queue_of(&from), &rest);
		status = finish(status, &rest, event);
		publish_to_host(s);
	}
	storage_unlock(s);
	return status;
}
