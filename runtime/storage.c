/* Storage: the bytes of buffers, in copies on the host and on devices; their locks; and eviction when a
 * device is full. */
#include "runtime-internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- Storage ----------------------------------------------------------- */

static uint64_t new_loan(void)
{
	static _Atomic uint64_t last;
	return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

amp_status storage_create(size_t size, struct storage **out)
{
	struct storage *s = calloc(1, sizeof(*s) + slot_count() * sizeof(s->copies[0]));
	if (!s)
		return fail_memory("a buffer's state", sizeof(*s));
	pthread_mutex_init(&s->lock, NULL);
	atomic_init(&s->loan, new_loan());
	s->size = size;
	if (trace_is_on())
		trace_set_made(s);
	*out = s;
	return AMP_OK;
}

/* Waits for all commands on a copy whose memory is to be freed. The driver may report another command's error
 * here without having waited; if the second attempt fails as well, the device is lost and the commands will
 * never run. */
static void wait_for_uses(struct copy *c)
{
	if (before_use(whole_part(c), NULL, AMP_ACCESS_WRITE) != AMP_OK)
		before_use(whole_part(c), NULL, AMP_ACCESS_WRITE);
}

/* The smallest memory that is registered, in bytes: for a smaller one, the copies of its first and last page
 * take longer than the time saved. */
#define LEAST_REGISTERED ((size_t)1 << 20)

/* Registering and unregistering memory takes as long as moving its bytes two to four times (on an H200), and as
 * much as registration saves in 8 to 20 moves if many threads stage the copies, or in few moves otherwise. So
 * the bytes must have been moved as often before. */
#define MOVES_BEFORE 4

void storage_note_moved(struct storage *s, amp_accelerator *a, size_t bytes)
{
	if (!s->is_wrapped || s->registrar || s->moved == SIZE_MAX || s->size < LEAST_REGISTERED)
		return;
	if (s->moved / MOVES_BEFORE < s->size)
		s->moved += bytes;
	else if (a->backend->register_host(a, s->copies[SLOT_HOST].address, s->size))
		s->registrar = a;
	else
		s->moved = SIZE_MAX;
}

void storage_unregister(struct storage *s)
{
	if (s->registrar)
		s->registrar->backend->unregister_host(s->registrar, s->copies[SLOT_HOST].address, s->size);
	s->registrar = NULL;
}

static void free_host_copy(struct storage *s)
{
	struct copy *c = &s->copies[SLOT_HOST];
	wait_for_uses(c); /* asynchronous copies may be using it */
	uses_clear(c);
	storage_unregister(s);
	if (!c->is_owned)
		return;
	if (s->pinned)
		s->pinned->backend->free_pinned(s->pinned, c->address);
	else
		host_free(c->address, s->size);
	c->address = NULL;
}

void storage_free_copy(struct storage *s, unsigned slot)
{
	struct copy *c = &s->copies[slot];
	interval_set_clear(&c->current);
	if (c->address) {
		amp_accelerator_view *q = copy_queue(s, slot, whole_part(c).bytes);
		const struct amp_backend *backend = q->accelerator->backend;
		if (before_use(whole_part(c), q, AMP_ACCESS_WRITE) != AMP_OK || c->sampled)
			wait_for_uses(c);
		texture_free_levels(c, q);
		while (c->descriptors) {
			struct descriptor *d = c->descriptors;
			if (backend->uses_later(q->accelerator, d->bytes, d->size))
				wait_for_uses(c); /* the device may not have read them yet */
			c->descriptors = d->next;
			backend->free(q, d->address, d->size);
			count(COUNT_DEVICE_ALLOCATIONS, -1);
			count(COUNT_DEVICE_BYTES, -(int64_t)d->size);
			free(d);
		}
		if (c->is_owned) {
			backend->free(q, c->address, s->size);
			count(COUNT_DEVICE_ALLOCATIONS, -1);
			count(COUNT_DEVICE_BYTES, -(int64_t)s->size);
			trace_note(TRACE_FREE, s->size, slot_name(slot), NULL, s);
			queue_submit(q);
		}
		c->address = NULL;
		c->is_lent = false;
	}
	uses_clear(c);
}

void storage_poison(struct storage *s, unsigned slot, const struct region *r)
{
	char *address = s->copies[slot].address;
	void (*const poison)(char *, size_t) = slot_accelerator(slot)->backend->poison;
	struct region_walk walk;
	if (!address || !poison)
		return;
	for (region_walk_init(&walk, r); !region_walk_done(&walk); region_walk_next(&walk))
		poison(address + walk.offset, r->row_bytes);
}

/* ---- Locks --------------------------------------------------------------- */

/* Takes a storage back from its borrower. Its mutex is locked. */
static void take_back(struct storage *s)
{
	amp_accelerator_view *q = atomic_load_explicit(&s->borrower, memory_order_relaxed);
	if (!q)
		return;
	atomic_fetch_add_explicit(&q->lenders, 1, memory_order_relaxed);
	pthread_mutex_lock(&q->launches);
	struct part used = {&s->copies[s->settled_slot], {.begin = s->borrowed.begin, .end = s->borrowed.end}};
	if (s->borrowed.ticket)
		after_use(used, q, s->borrowed.ticket, s->borrowed.access);
	atomic_store_explicit(&s->borrower, NULL, memory_order_relaxed);
	atomic_store_explicit(&s->loan, new_loan(), memory_order_relaxed);
	q->taken++;
	pthread_mutex_unlock(&q->launches);
	atomic_fetch_sub_explicit(&q->lenders, 1, memory_order_relaxed);
}

void storage_lock(struct storage *s)
{
	pthread_mutex_lock(&s->lock);
	take_back(s);
}

static bool try_lock(struct storage *s)
{
	if (pthread_mutex_trylock(&s->lock) != 0)
		return false;
	take_back(s);
	return true;
}

void storage_unlock(struct storage *s)
{
	struct copy *c = &s->copies[s->settled_slot];
	amp_accelerator_view *q =
	    s->settled ? last_user(whole_part(c), s->settled_slot, AMP_ACCESS_WRITE) : NULL;
	if (q && is_in_order(c, q)) {
		s->borrowed = (struct borrowed){.begin = SIZE_MAX};
		atomic_store_explicit(&s->borrower, q, memory_order_release);
	}
	pthread_mutex_unlock(&s->lock);
}

void storage_unlock_all(struct storage *const *locked, size_t n)
{
	while (n)
		storage_unlock(locked[--n]);
}

/* ---- Bytes of launches --------------------------------------------------- */

/* The copy is recorded as a write of the storage's, so that other queues wait for it. */
amp_status place_bytes(struct storage *s, unsigned slot, amp_accelerator_view *queue, const void *bytes, size_t size,
                       char **out)
{
	struct copy *c = &s->copies[slot];
	for (struct descriptor *old = c->descriptors; old; old = old->next) {
		if (old->size == size && memcmp(old->bytes, bytes, size) == 0) {
			*out = old->address;
			return AMP_OK;
		}
	}
	struct descriptor *d = malloc(sizeof(*d) + size);
	if (!d)
		return fail_memory("an array's descriptor", size);
	memcpy(d->bytes, bytes, size);
	const struct amp_backend *backend = queue->accelerator->backend;
	amp_status status = backend->allocate(queue, size, &d->address);
	if (status != AMP_OK) {
		free(d);
		return status;
	}
	struct transfer t = {.width = size, .rows = 1, .slices = 1};
	status = before_use(whole_part(c), queue, AMP_ACCESS_WRITE);
	if (status == AMP_OK)
		status = move(&t, queue, slot, d->address, SLOT_HOST, d->bytes, s);
	if (status != AMP_OK) {
		backend->free(queue, d->address, size);
		free(d);
		return status;
	}
	after_use(whole_part(c), queue, queue_submit(queue), AMP_ACCESS_WRITE);
	count(COUNT_DEVICE_ALLOCATIONS, 1);
	count(COUNT_DEVICE_BYTES, (int64_t)size);
	d->size = size;
	d->next = c->descriptors;
	c->descriptors = d;
	*out = d->address;
	return AMP_OK;
}

/* ---- Eviction ---------------------------------------------------------- */

/* Storages with copies on a device where they do not live, oldest first. */
static pthread_mutex_t evictable_lock = PTHREAD_MUTEX_INITIALIZER;
static TAILQ_HEAD(, storage) evictable = TAILQ_HEAD_INITIALIZER(evictable);

/* Requires s to be locked. */
static void make_evictable(struct storage *s)
{
	if (s->home || s->is_evictable)
		return;
	pthread_mutex_lock(&evictable_lock);
	TAILQ_INSERT_TAIL(&evictable, s, evictable);
	s->is_evictable = true;
	pthread_mutex_unlock(&evictable_lock);
}

/* Prevents other threads from evicting copies of s. */
static void make_unevictable(struct storage *s)
{
	pthread_mutex_lock(&evictable_lock);
	if (s->is_evictable)
		TAILQ_REMOVE(&evictable, s, evictable);
	s->is_evictable = false;
	pthread_mutex_unlock(&evictable_lock);
}

/* Returns whether the host has all bytes that are current in the slot's copy, and only the runtime knows the
 * copy's address. */
static bool is_spare(const struct storage *s, unsigned slot)
{
	const struct copy *c = &s->copies[slot];
	bool is_spare = c->address && c->is_owned && !c->is_lent;
	for (size_t i = 0; is_spare && i < c->current.count; i++)
		is_spare = interval_set_covers(&s->copies[SLOT_HOST].current,
		                               c->current.items[i].begin, c->current.items[i].end);
	return is_spare;
}

/* Frees a copy on the slot that can be restored later. Returns false if there is none. Storages that are
 * locked, by any thread, count as in use. */
static bool evict_one(unsigned slot)
{
	bool is_found = false;
	struct storage *s;
	pthread_mutex_lock(&evictable_lock);
	TAILQ_FOREACH(s, &evictable, evictable) {
		if (!try_lock(s))
			continue;
		is_found = is_spare(s, slot);
		if (is_found) {
			trace_because("out of memory", NULL);
			hide_from_host(s);
			storage_free_copy(s, slot);
			publish_to_host(s);
		}
		storage_unlock(s);
		if (is_found)
			break;
	}
	pthread_mutex_unlock(&evictable_lock);
	return is_found;
}

static void finish_sets(struct storage *s)
{
	for (unsigned slot = 0; slot < slot_count(); slot++) {
		interval_set_finish(&s->copies[slot].current);
		free(s->copies[slot].uses);
	}
}

void storage_destroy(struct storage *s)
{
	for (struct storage *joined = s; joined; joined = joined->joined) {
		storage_lock(joined); /* takes it back from a borrower */
		pthread_mutex_unlock(&joined->lock);
		make_unevictable(joined);
	}
	for (unsigned slot = 1; slot < slot_count(); slot++)
		storage_free_copy(s, slot);
	free_host_copy(s);
	amp_accelerator_view_unref(s->home);
	amp_accelerator_view_unref(s->associated);
	while (s) {
		struct storage *next = s->joined;
		finish_sets(s);
		pthread_mutex_destroy(&s->lock);
		free(s->texture);
		free(s);
		s = next;
	}
}

/* ---- Memory ------------------------------------------------------------ */

static amp_status allocate_host(struct storage *s)
{
	void *address = NULL;
	if (s->pinned) {
		char *pinned;
		amp_status status =
			s->pinned->backend->allocate_pinned(s->pinned, s->size, &pinned);
		if (status != AMP_OK)
			return status;
		address = pinned;
	} else if (!(address = host_allocate(s->size))) {
		return fail_memory("a buffer on the host", s->size);
	}
	struct copy *c = &s->copies[SLOT_HOST];
	c->address = address;
	c->is_owned = true;
	for (struct buffer *b = s->handles; b; b = b->next)
		b->head.host = c->address + b->offset;
	return AMP_OK;
}

amp_status storage_allocate(struct storage *s, unsigned slot, amp_accelerator_view *queue)
{
	struct copy *c = &s->copies[slot];
	if (c->address)
		return AMP_OK;
	if (slot == SLOT_HOST)
		return allocate_host(s);
	const struct amp_backend *backend = queue->accelerator->backend;
	struct trace_span span;
	trace_begin(&span, TRACE_ALLOCATE, NULL, NULL);
	amp_status status = backend->allocate(queue, s->size, &c->address);
	while (status == AMP_ERROR_OUT_OF_MEMORY && evict_one(slot))
		status = backend->allocate(queue, s->size, &c->address);
	if (status == AMP_OK) {
		count(COUNT_DEVICE_ALLOCATIONS, 1);
		count(COUNT_DEVICE_BYTES, (int64_t)s->size);
	}
	trace_end(&span, status, s->size, NULL, slot_name(slot), s);
	if (status != AMP_OK)
		return status;
	c->is_owned = true;
	make_evictable(s);
	/* Other queues must wait until this one has reached the allocation. */
	after_use(whole_part(c), queue, queue_submit(queue), AMP_ACCESS_WRITE);
	/* Another queue may fill other parts while kernels use the first ones. */
	if (!s->home && s->size >= overlapped_bytes)
		backend->fence(queue, true);
	return AMP_OK;
}

bool storage_is_barred(const struct storage *s)
{
	return s->home && !is_cpu_accelerator(s->home->accelerator) && s->cpu_access == AMP_ACCESS_NONE;
}
