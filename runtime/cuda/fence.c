/* Fences: events between the commands of a queue, for which other queues wait.
 *
 * A queue that needs another one's command waits for the first fence behind that command. If there is none, one is
 * recorded at the end of the other queue, which may be behind commands that are none of its business: GPUs that
 * exchange the borders of their parts would run one after the other. So once a queue is waited for, it also gets
 * fences behind the commands that others are likely to wait for (amp_backend.fence). */
#include "cuda/driver.h"

#include <stdlib.h>

/* Older fences are replaced: whoever needs a command in front of them waits for a later one. */
#define FENCES 16

struct fence {
	CUevent event;   /* NULL until it is first used */
	uint64_t ticket; /* the event follows the commands up to this one */
};

struct cuda_fences {
	struct fence items[FENCES];
	unsigned next; /* the one that is replaced next */
};

/* Records a fence. In the context of the queue's device, with its lock. */
static amp_status record(amp_accelerator_view *queue, struct cuda_fences *fences, struct fence **out)
{
	struct fence *f = &fences->items[fences->next];
	amp_status status = AMP_OK;
	if (!f->event)
		status = cuda_check(queue->accelerator, queue, "cuEventCreate",
		                    cuda.EventCreate(&f->event, CU_EVENT_DISABLE_TIMING));
	/* Commands are counted after they were submitted, so the event follows all that are counted now. */
	uint64_t ticket = atomic_load_explicit(&queue->submitted, memory_order_acquire);
	if (status == AMP_OK)
		status = cuda_check_at_end(queue->accelerator, queue, "cuEventRecord",
		                           cuda.EventRecord(f->event, cuda_stream(queue)));
	if (status != AMP_OK)
		return status;
	f->ticket = ticket;
	fences->next = (fences->next + 1) % FENCES;
	*out = f;
	return AMP_OK;
}

/* Returns a queue's fences, which are made at the first call, with the queue's lock. */
static amp_status fences_of(amp_accelerator_view *queue, struct cuda_fences **out)
{
	*out = atomic_load_explicit(&queue->fences, memory_order_relaxed);
	if (!*out && !(*out = calloc(1, sizeof(**out))))
		return fail_memory("the order of accelerator_views", sizeof(**out));
	atomic_store_explicit(&queue->fences, *out, memory_order_release);
	return AMP_OK;
}

/* Finds the first fence behind a command, or records one. */
static amp_status find_fence(amp_accelerator_view *queue, uint64_t ticket, struct fence **out)
{
	struct cuda_fences *fences;
	amp_status status = fences_of(queue, &fences);
	if (status != AMP_OK)
		return status;
	*out = NULL;
	for (unsigned i = 0; i < FENCES; i++) {
		struct fence *f = &fences->items[i];
		if (f->event && f->ticket >= ticket && (!*out || f->ticket < (*out)->ticket))
			*out = f;
	}
	return *out ? AMP_OK : record(queue, fences, out);
}

amp_status cuda_queue_wait_queue(amp_accelerator_view *queue, amp_accelerator_view *other, uint64_t ticket)
{
	bool pushed;
	amp_status status = cuda_enter_queue(queue, &pushed);
	if (status != AMP_OK)
		return status;
	cuda_leave(pushed);
	status = cuda_enter_queue(other, &pushed);
	if (status != AMP_OK)
		return status;
	struct fence *f;
	pthread_mutex_lock(&other->lock);
	status = find_fence(other, ticket, &f);
	/* A wait refers to the event's latest record at that time: the fence may be replaced. */
	if (status == AMP_OK)
		status = cuda_check_at_end(queue->accelerator, queue, "cuStreamWaitEvent",
		                           cuda.StreamWaitEvent(cuda_stream(queue), f->event, 0));
	pthread_mutex_unlock(&other->lock);
	cuda_leave(pushed);
	return status;
}

void cuda_fence(amp_accelerator_view *queue, bool is_certain)
{
	bool pushed;
	struct cuda_fences *fences;
	struct fence *f;
	if (!is_certain && !atomic_load_explicit(&queue->fences, memory_order_relaxed))
		return;
	/* An error is left for the queue's next command to report. */
	if (cuda_enter_queue(queue, &pushed) != AMP_OK)
		return;
	pthread_mutex_lock(&queue->lock);
	if (fences_of(queue, &fences) == AMP_OK)
		record(queue, fences, &f);
	pthread_mutex_unlock(&queue->lock);
	cuda_leave(pushed);
}

void cuda_note_reached(amp_accelerator_view *queue)
{
	pthread_mutex_lock(&queue->lock);
	struct cuda_fences *fences = atomic_load_explicit(&queue->fences, memory_order_relaxed);
	for (unsigned i = 0; fences && i < FENCES; i++) {
		const struct fence *f = &fences->items[i];
		if (f->event && f->ticket > atomic_load_explicit(&queue->completed, memory_order_relaxed) &&
		    cuda.EventQuery(f->event) == CUDA_SUCCESS)
			queue_note_completed(queue, f->ticket);
	}
	pthread_mutex_unlock(&queue->lock);
}

void cuda_fences_destroy(amp_accelerator_view *queue)
{
	struct cuda_fences *fences = atomic_load_explicit(&queue->fences, memory_order_relaxed);
	for (unsigned i = 0; fences && i < FENCES; i++) {
		if (fences->items[i].event)
			cuda.EventDestroy(fences->items[i].event);
	}
	free(fences);
}
