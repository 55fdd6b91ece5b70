/* Accelerator views: queues of commands, the order between them, and events. */
#include "runtime-internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

amp_status queue_create(amp_accelerator *a, amp_queuing_mode mode, void *adopted,
                        amp_accelerator_view **out)
{
	amp_accelerator_view *q = calloc(1, sizeof(*q));
	if (!q)
		return fail_memory("an accelerator_view", sizeof(*q));
	q->accelerator = a;
	q->mode = mode;
	q->is_adopted = adopted != NULL;
	q->stream = adopted;
	atomic_init(&q->refs, 1);
	atomic_init(&q->holds, 1);
	pthread_mutex_init(&q->lock, NULL);
	pthread_mutex_init(&q->launches, NULL);
	pthread_mutex_lock(&a->lock);
	q->next = a->queues;
	a->queues = q;
	pthread_mutex_unlock(&a->lock);
	*out = q;
	return AMP_OK;
}

amp_accelerator_view *queue_settled(amp_accelerator_view *q)
{
	return q->is_auto_selection ? q->accelerator->default_view : q;
}

void queue_hold(amp_accelerator_view *q)
{
	atomic_fetch_add_explicit(&q->holds, 1, memory_order_relaxed);
}

void queue_release(amp_accelerator_view *q)
{
	if (atomic_fetch_sub_explicit(&q->holds, 1, memory_order_acq_rel) != 1)
		return;
	amp_accelerator *a = q->accelerator;
	if (q->trace)
		trace_queue_finish(q);
	a->backend->queue_finish(q);
	pthread_mutex_lock(&a->lock);
	amp_accelerator_view **link = &a->queues;
	while (*link != q)
		link = &(*link)->next;
	*link = q->next;
	pthread_mutex_unlock(&a->lock);
	repeats_destroy(atomic_load(&q->repeats));
	pthread_mutex_destroy(&q->launches);
	pthread_mutex_destroy(&q->lock);
	free(q);
}

uint64_t queue_submit(amp_accelerator_view *q)
{
	return atomic_fetch_add_explicit(&q->submitted, 1, memory_order_release) + 1;
}

bool queue_is_open(amp_accelerator_view *q)
{
	return !q->is_adopted || atomic_load(&q->refs) > 0;
}

/* For smaller transfers, the events between two queues take too long. */
size_t overlapped_bytes = (size_t)4 << 20;

amp_accelerator_view *transfer_queue(amp_accelerator_view *q, bool to_host, size_t bytes, uint64_t needed)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	uint64_t kernel = atomic_load_explicit(&q->last_kernel, memory_order_relaxed);
	if (bytes < overlapped_bytes || kernel <= needed ||
	    kernel <= atomic_load_explicit(&q->completed, memory_order_relaxed))
		return q;
	amp_accelerator_view *_Atomic *slot = &q->accelerator->transfers[to_host];
	amp_accelerator_view *found = atomic_load_explicit(slot, memory_order_acquire);
	if (found)
		return found;
	pthread_mutex_lock(&lock);
	found = atomic_load(slot);
	if (!found && queue_open(q->accelerator, AMP_QUEUING_IMMEDIATE, NULL, &found) == AMP_OK) {
		found->is_for_transfers = true;
		atomic_store_explicit(slot, found, memory_order_release);
	}
	pthread_mutex_unlock(&lock);
	return found ? found : q;
}

amp_status queue_wait(amp_accelerator_view *q)
{
	/* Commands are counted after they were submitted, so all that are counted now are in the queue. */
	uint64_t ticket = atomic_load_explicit(&q->submitted, memory_order_acquire);
	struct trace_span span;
	trace_begin(&span, TRACE_WAIT, NULL, NULL);
	amp_status status = q->accelerator->backend->queue_wait(q);
	trace_end(&span, status, 0, q->accelerator->info.device_path, NULL, NULL);
	if (status == AMP_OK)
		queue_note_completed(q, ticket);
	return status;
}

/* Returns whether a list of names, each preceded by ", ", contains this one. */
static bool lists(const char *list, const char *name)
{
	size_t length = strlen(name);
	for (const char *at = list; (at = strstr(at, name)); at++) {
		if (at - list >= 2 && at[-2] == ',' && at[-1] == ' ' &&
		    (at[length] == ',' || at[length] == '\0'))
			return true;
	}
	return false;
}

void queue_kernel_names(const amp_accelerator_view *q, char *out, size_t size)
{
	unsigned n = atomic_load(&q->kernel_count), shown = n < QUEUE_KERNELS ? n : QUEUE_KERNELS;
	for (unsigned i = 0; i < shown; i++) {
		const char *name = atomic_load(&q->kernels[(n - 1 - i) % QUEUE_KERNELS]);
		size_t used = strlen(out);
		if (name && !lists(out, name))
			snprintf(out + used, size - used, ", %s", name);
	}
}

amp_status queue_open(amp_accelerator *a, amp_queuing_mode mode, void *adopted,
                      amp_accelerator_view **out)
{
	amp_accelerator_view *q = NULL;
	amp_status status = queue_create(a, mode, adopted, &q);
	if (status != AMP_OK)
		return status;
	status = a->backend->queue_init(q);
	if (status != AMP_OK) {
		queue_release(q);
		return status;
	}
	*out = q;
	return AMP_OK;
}

amp_status amp_accelerator_view_create(amp_accelerator *a, amp_queuing_mode mode,
                                       amp_accelerator_view **out)
{
	if (mode != AMP_QUEUING_IMMEDIATE && mode != AMP_QUEUING_AUTOMATIC)
		return fail(AMP_ERROR_INVALID_ARGUMENT, "%d is no queuing_mode", (int)mode);
	return queue_open(a, mode, NULL, out);
}

amp_accelerator_view *amp_accelerator_default_view(amp_accelerator *a)
{
	return amp_accelerator_view_ref(a->default_view);
}

amp_accelerator_view *amp_default_view(void)
{
	return accelerator_settle_default()->default_view;
}

/* The automatic view is an object of its own, so that is_auto_selection can tell it from the default
 * accelerator's default view. Launches on it choose the view as if none was named. */
static pthread_once_t auto_once = PTHREAD_ONCE_INIT;
static amp_accelerator_view *auto_view;

static void create_auto_view(void)
{
	if (queue_create(accelerator_settle_default(), AMP_QUEUING_AUTOMATIC, NULL, &auto_view) !=
	    AMP_OK)
		abort();
	auto_view->is_auto_selection = true;
}

amp_accelerator_view *amp_auto_selection_view(void)
{
	pthread_once(&auto_once, create_auto_view);
	return amp_accelerator_view_ref(auto_view);
}

amp_accelerator_view *amp_accelerator_view_ref(amp_accelerator_view *v)
{
	atomic_fetch_add_explicit(&v->refs, 1, memory_order_relaxed);
	return v;
}

void amp_accelerator_view_unref(amp_accelerator_view *v)
{
	if (!v || atomic_fetch_sub_explicit(&v->refs, 1, memory_order_acq_rel) != 1)
		return;
	/* The program may destroy its stream now, while buffers still refer to commands on it, including the
	 * program's own: complete them. */
	if (v->is_adopted) {
		queue_wait(v);
		queue_note_completed(v, TICKET_OF_PROGRAM);
	}
	queue_release(v);
}

amp_accelerator *amp_accelerator_view_get_accelerator(const amp_accelerator_view *v)
{
	return v->accelerator;
}

amp_queuing_mode amp_accelerator_view_queuing_mode(const amp_accelerator_view *v)
{
	return v->mode;
}

bool amp_accelerator_view_is_auto_selection(const amp_accelerator_view *v)
{
	return v->is_auto_selection;
}

amp_status amp_accelerator_view_flush(amp_accelerator_view *v)
{
	/* CUDA and the CPU start commands without a flush. */
	return accelerator_check(v->accelerator);
}

/* Calls fn for the queues that still run transfers on behalf of q. */
static amp_status each_transferring(amp_accelerator_view *q,
                                    amp_status (*fn)(amp_accelerator_view *q, amp_accelerator_view *transfers,
                                                     uint64_t ticket))
{
	amp_status first = AMP_OK;
	for (unsigned i = 0; i < 2; i++) {
		uint64_t ticket = atomic_load_explicit(&q->transfers[i].moving, memory_order_acquire);
		if (!ticket)
			continue;
		amp_accelerator_view *transfers =
		    atomic_load_explicit(&q->accelerator->transfers[i], memory_order_acquire);
		amp_status status = fn(q, transfers, ticket);
		if (first == AMP_OK)
			first = status;
	}
	return first;
}

static amp_status wait_for_transfers(amp_accelerator_view *q, amp_accelerator_view *transfers, uint64_t ticket)
{
	(void)q;
	return atomic_load_explicit(&transfers->completed, memory_order_acquire) < ticket ? queue_wait(transfers)
	                                                                                  : AMP_OK;
}

amp_status amp_accelerator_view_wait(amp_accelerator_view *v)
{
	amp_accelerator_view *q = queue_settled(v);
	amp_status status = queue_wait(q), moved = each_transferring(q, wait_for_transfers);
	return status == AMP_OK ? moved : status;
}

bool amp_accelerator_view_is_removed(const amp_accelerator_view *v)
{
	return atomic_load(&v->accelerator->is_removed);
}

/* ---- Order ------------------------------------------------------------- */

static void raise(_Atomic uint64_t *value, uint64_t to)
{
	uint64_t seen = atomic_load_explicit(value, memory_order_relaxed);
	while (seen < to && !atomic_compare_exchange_weak_explicit(value, &seen, to, memory_order_release,
	                                                           memory_order_relaxed))
		;
}

void queue_note_completed(amp_accelerator_view *q, uint64_t ticket)
{
	raise(&q->completed, ticket);
}

/* Returns the index of a queue for transfers. */
static unsigned direction_of(const amp_accelerator_view *transfers)
{
	return atomic_load_explicit(&transfers->accelerator->transfers[true], memory_order_relaxed) == transfers;
}

/* Of two queues that are not for transfers, it is not recorded whether one follows the other. */
static bool may_record(const amp_accelerator_view *q, const amp_accelerator_view *other)
{
	return other->is_for_transfers && other->accelerator == q->accelerator;
}

bool queue_follows(const amp_accelerator_view *q, const amp_accelerator_view *other, uint64_t ticket)
{
	return q == other || atomic_load_explicit(&other->completed, memory_order_acquire) >= ticket ||
	       (may_record(q, other) && atomic_load_explicit(&q->transfers[direction_of(other)].followed,
	                                                     memory_order_acquire) >= ticket);
}

amp_status queue_follow(amp_accelerator_view *q, amp_accelerator_view *other, uint64_t ticket)
{
	if (queue_follows(q, other, ticket))
		return AMP_OK;
	amp_status status = q->accelerator->backend->queue_wait_queue(q, other, ticket);
	if (status == AMP_OK && may_record(q, other))
		raise(&q->transfers[direction_of(other)].followed, ticket);
	return status;
}

void queue_note_transfer(amp_accelerator_view *q, const amp_accelerator_view *chosen, uint64_t ticket)
{
	if (chosen != q && may_record(q, chosen))
		raise(&q->transfers[direction_of(chosen)].moving, ticket);
}

/* ---- Events ------------------------------------------------------------ */

struct amp_event {
	atomic_int refs;
	amp_accelerator_view *queue; /* NULL: it is complete from the start */
	uint64_t ticket;
	void *event;                 /* the backend's */
};

amp_status event_create(amp_accelerator_view *q, amp_event **out)
{
	amp_event *e = calloc(1, sizeof(*e));
	if (!e)
		return fail_memory("an event", sizeof(*e));
	atomic_init(&e->refs, 1);
	if (q) {
		e->ticket = atomic_load(&q->submitted);
		amp_status status = q->accelerator->backend->event_record(q, &e->event);
		if (status != AMP_OK) {
			free(e);
			return status;
		}
		queue_hold(q);
		e->queue = q;
	}
	*out = e;
	return AMP_OK;
}

amp_status amp_accelerator_view_marker(amp_accelerator_view *v, amp_event **out)
{
	amp_accelerator_view *q = queue_settled(v);
	amp_status status = each_transferring(q, queue_follow);
	return status == AMP_OK ? event_create(q, out) : status;
}

amp_event *amp_event_ref(amp_event *e)
{
	atomic_fetch_add_explicit(&e->refs, 1, memory_order_relaxed);
	return e;
}

void amp_event_unref(amp_event *e)
{
	if (!e || atomic_fetch_sub_explicit(&e->refs, 1, memory_order_acq_rel) != 1)
		return;
	if (e->queue) {
		e->queue->accelerator->backend->event_finish(e->queue, e->event);
		queue_release(e->queue);
	}
	free(e);
}

amp_status amp_event_wait(amp_event *e)
{
	if (!e->queue)
		return AMP_OK;
	struct trace_span span;
	trace_begin(&span, TRACE_WAIT, NULL, NULL);
	amp_status status = e->queue->accelerator->backend->event_wait(e->queue, e->event);
	trace_end(&span, status, 0, e->queue->accelerator->info.device_path, NULL, NULL);
	if (status == AMP_OK)
		queue_note_completed(e->queue, e->ticket);
	return status;
}

bool amp_event_is_complete(amp_event *e)
{
	return !e->queue ||
	       e->queue->accelerator->backend->event_is_complete(e->queue, e->event);
}
