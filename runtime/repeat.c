/* A fast path for launches like earlier ones: what amp_launch() determined for a kernel with certain
 * containers stays valid until one of their storages is taken back from the queue. Until then only the
 * containers' addresses are written into the kernel's image, and it is not searched for containers.
 *
 * Kernels that use the host copies borrow nothing. They may do what the host may do without a call, which a
 * buffer's host_state tells. */
#include "launch.h"

#include <stdlib.h>
#include <string.h>

#define REPEATS 64   /* entries in a queue's table, a power of two */
#define WAYS 4       /* entries that a kernel may use */
#define MOST_SHAPE 8 /* in ints */

/* A container in the image. */
struct repeated {
	size_t head_offset, shape_offset;
	unsigned shape_count; /* number of ints: the extent followed by the strides */
	amp_access access;
	amp_buffer *buffer;
	size_t offset;
	int shape[MOST_SHAPE];
	struct storage *storage;
	size_t begin, end;  /* what the kernel may use of it */
	uint64_t loan;      /* the storage's loan number */
	unsigned state;     /* for kernels that use the host copy: the host_state that they need, */
	const char *host;   /* the buffer's address there */
	size_t size;        /* and its size */
	amp_view_head head; /* the head that the kernel gets */
};

struct repeat {
	int extent[AMP_DOMAIN_RANK];
	amp_domain domain;
	const void *state;   /* the kernel's state, which differs for another kernel at the same address */
	unsigned generation; /* of the modules when the code was found */
	uint64_t taken;      /* the queue's value when the loans were last checked */
	struct launch_plan plan;
	bool are_distinct; /* views is set */
	struct distinct_views views;
	size_t n;
	struct repeated containers[];
};

struct repeats {
	amp_kernel *_Atomic kernels[REPEATS]; /* may be read without a lock */
	struct repeat *items[REPEATS];
	uint32_t seen[REPEATS]; /* hashes of launches that were not kept */
	unsigned next;          /* the way to replace next */
};

void repeats_destroy(struct repeats *r)
{
	for (size_t i = 0; r && i < REPEATS; i++)
		free(r->items[i]);
	free(r);
}

static size_t place_of(const amp_kernel *kernel, unsigned way)
{
	uintptr_t p = (uintptr_t)kernel;
	return ((p >> 4) + (p >> 10) + way) % REPEATS;
}

static bool has_kernel(const struct repeats *r, const amp_kernel *kernel)
{
	for (unsigned way = 0; way < WAYS; way++) {
		if (atomic_load_explicit(&r->kernels[place_of(kernel, way)], memory_order_relaxed) ==
		    kernel)
			return true;
	}
	return false;
}

/* ---- Looking for it ---------------------------------------------------- */

static const void *state_of(const amp_kernel *kernel)
{
	return atomic_load_explicit((_Atomic(void *) *)&kernel->state, memory_order_relaxed);
}

static bool is_same(const struct repeat *r, const amp_kernel *kernel, const int *extent,
                    const char *image)
{
	if (r->state != state_of(kernel))
		return false;
	for (unsigned d = 0; d < kernel->rank; d++) {
		if (r->extent[d] != extent[d])
			return false;
	}
	for (size_t i = 0; i < r->n; i++) {
		const struct repeated *c = &r->containers[i];
		amp_view_head head;
		memcpy(&head, image + c->head_offset, sizeof(head));
		if (head.buffer != c->buffer || head.offset != c->offset)
			return false;
		for (unsigned k = 0; k < c->shape_count; k++) {
			int n;
			memcpy(&n, image + c->shape_offset + k * sizeof(n), sizeof(n));
			if (n != c->shape[k])
				return false;
		}
	}
	return true;
}

/* Returns the place of a launch with these containers, or REPEATS if there is none. */
static size_t find_place(const struct repeats *r, const amp_kernel *kernel, const int *extent,
                         const char *image)
{
	for (unsigned way = 0; way < WAYS; way++) {
		size_t place = place_of(kernel, way);
		if (atomic_load_explicit(&r->kernels[place], memory_order_relaxed) == kernel &&
		    is_same(r->items[place], kernel, extent, image))
			return place;
	}
	return REPEATS;
}

static const struct storage *storage_of(const struct repeated *c)
{
	return atomic_load_explicit(&buffer_from(c->buffer)->storage, memory_order_acquire);
}

/* Returns whether a container is still lent to the queue. */
static bool is_lent(const struct repeated *c)
{
	return atomic_load_explicit(&storage_of(c)->loan, memory_order_relaxed) == c->loan;
}

/* Returns whether a kernel may use a container in the host copy without a call, as the host itself. */
static bool is_open(const struct repeated *c)
{
	const struct buffer *b = buffer_from(c->buffer);
	const unsigned state =
	    atomic_load_explicit((const _Atomic unsigned *)&b->head.host_state, memory_order_acquire);
	return (state & c->state) == c->state && storage_of(c) == c->storage && is_lent(c) && b->head.host == c->host &&
	       b->size == c->size;
}

static bool is_on_host(const amp_accelerator_view *queue)
{
	return queue->accelerator->slot == SLOT_HOST;
}

/* Returns whether everything is where the launches need it. */
static bool is_ready(struct repeat *r, const amp_accelerator_view *queue)
{
	const bool on_host = is_on_host(queue);
	if (r->taken == queue->taken && !on_host)
		return true;
	for (size_t i = 0; i < r->n; i++) {
		if (!(on_host ? is_open(&r->containers[i]) : is_lent(&r->containers[i])))
			return false;
	}
	r->taken = queue->taken;
	return true;
}

/* Returns the queue of such a launch, unless an array determines another one. */
static amp_accelerator_view *queue_for(amp_accelerator_view *named)
{
	return named && !named->is_auto_selection ? named : accelerator_settle_default()->default_view;
}

/* Launches on the CPU, and unlocks the queue's launches before the kernel runs. */
static amp_status launch_on_host(amp_accelerator_view *q, amp_kernel *kernel, const struct repeat *r, const int *extent,
                                 const char *image)
{
	const amp_domain domain = r->domain;
	pthread_mutex_unlock(&q->launches);
	return q->accelerator->backend->launch(q, kernel, NULL, &domain, extent, image, NULL);
}

/* Launches on an accelerator with memory of its own, and unlocks the queue's launches. */
static amp_status launch_on_device(amp_accelerator_view *q, amp_kernel *kernel, const struct repeat *r,
                                   const int *extent, const char *image)
{
	amp_status status = q->accelerator->backend->launch(q, kernel, &r->plan, &r->domain, extent, image,
	                                                    r->are_distinct ? &r->views : NULL);
	if (status == AMP_OK) {
		uint64_t ticket = queue_submit(q);
		note_kernel(q, ticket, kernel->name);
		for (size_t i = 0; i < r->n; i++)
			note_borrowed(r->containers[i].storage, r->containers[i].begin, r->containers[i].end, ticket,
			              r->containers[i].access);
	}
	pthread_mutex_unlock(&q->launches);
	return status;
}

bool amp_launch_again(amp_accelerator_view *av, amp_kernel *kernel, const int *extent,
                      const void *image, amp_status *status)
{
	amp_accelerator_view *q = queue_for(av);
	struct repeats *repeats = atomic_load_explicit(&q->repeats, memory_order_acquire);
	_Alignas(INLINE_ALIGN) char patched[INLINE_IMAGE];
	if (!repeats || !has_kernel(repeats, kernel) || trace_is_on() ||
	    atomic_load_explicit(&q->lenders, memory_order_relaxed))
		return false;
	pthread_mutex_lock(&q->launches);
	size_t place = find_place(repeats, kernel, extent, image);
	struct repeat *r = place < REPEATS ? repeats->items[place] : NULL;
	if (!r || r->generation != module_generation() || !is_ready(r, q)) {
		pthread_mutex_unlock(&q->launches);
		return false;
	}
	memcpy(patched, image, kernel->image_size);
	for (size_t i = 0; i < r->n; i++)
		memcpy(patched + r->containers[i].head_offset, &r->containers[i].head, sizeof(amp_view_head));
	*status = is_on_host(q) ? launch_on_host(q, kernel, r, extent, patched)
	                        : launch_on_device(q, kernel, r, extent, patched);
	if (*status == AMP_OK)
		count(COUNT_LAUNCHES, 1);
	return true;
}

/* ---- Keeping it -------------------------------------------------------- */

/* Returns whether the values that amp_launch_again compares describe the container completely. */
static bool is_plain(const struct launch *l, const amp_argument *a)
{
	const amp_view *v = &a->view;
	const char *object = a->object, *shape = (const char *)v->extent;
	amp_view_head head;
	memcpy(&head, (const char *)l->source + a->head_offset, sizeof(head));
	return v->rank <= MOST_SHAPE / 2 && object && shape > object &&
	       shape + (2 * v->rank - 1) * sizeof(int) <= object + a->object_size &&
	       (v->rank == 1 || v->stride == v->extent + v->rank) && head.buffer == v->buffer &&
	       head.offset == v->offset;
}

static bool may_keep(const struct launch *l)
{
	const amp_kernel *k = l->kernel;
	if (l->view != queue_for(l->named) || __atomic_load_n(&k->varies, __ATOMIC_RELAXED) ||
	    l->n > INLINE_ARGUMENTS || k->rank > AMP_DOMAIN_RANK || k->image_size > INLINE_IMAGE ||
	    k->image_align > INLINE_ALIGN || !kernel_state(l->kernel))
		return false;
	for (size_t i = 0; i < l->n; i++) {
		if (!is_plain(l, &l->sources[i]))
			return false;
	}
	return true;
}

/* Returns whether such a launch was probably seen before, by comparing hashes: a launch that happens once is
 * not worth an entry. */
static bool was_seen(struct repeats *r, const struct launch *l)
{
	uint64_t hash = (uintptr_t)l->kernel;
	for (size_t i = 0; i < l->n; i++) {
		const amp_view *v = &l->sources[i].view;
		hash = (hash ^ (uintptr_t)v->buffer ^ v->offset) * 0x9e3779b97f4a7c15u;
	}
	uint32_t *seen = &r->seen[hash >> 58], bits = (uint32_t)(hash >> 16);
	bool was = *seen == bits;
	*seen = bits;
	return was;
}

static void set_repeated(struct repeated *c, const struct launch *l, const struct argument *a)
{
	const amp_argument *source = a->source;
	*c = (struct repeated){
	    .head_offset = source->head_offset,
	    .shape_offset = source->head_offset +
	                    (size_t)((const char *)source->view.extent - (const char *)source->object),
	    .shape_count = 2 * source->view.rank - 1,
	    .access = a->access,
	    .storage = a->storage,
	    .begin = a->part.bytes.begin,
	    .end = a->part.bytes.end,
	    .state = AMP_HOST_CURRENT | (source->access & AMP_ACCESS_WRITE ? AMP_HOST_EXCLUSIVE : 0),
	    .host = source->view.buffer->host,
	    .size = buffer_from(source->view.buffer)->size,
	    .buffer = source->view.buffer,
	    .offset = source->view.offset,
	    .loan = atomic_load_explicit(&a->storage->loan, memory_order_relaxed),
	};
	memcpy(c->shape, source->view.extent, c->shape_count * sizeof(int));
	memcpy(&c->head, l->image + source->head_offset, sizeof(c->head));
}

/* Returns a free entry for the launch's kernel, or one that is replaced; REPEATS if memory runs out. */
static size_t make_place(struct repeats *r, const struct launch *l)
{
	unsigned way = 0;
	while (way < WAYS && r->items[place_of(l->kernel, way)])
		way++;
	size_t place = place_of(l->kernel, way < WAYS ? way : r->next++ % WAYS);
	struct repeat *item = realloc(r->items[place], sizeof(*item) + l->n * sizeof(item->containers[0]));
	if (!item)
		return REPEATS;
	r->items[place] = item;
	return place;
}

void remember_repeat(const struct launch *l, const struct distinct_views *views)
{
	struct repeats *r = atomic_load_explicit(&l->view->repeats, memory_order_relaxed);
	if (!may_keep(l) || (!r && !(r = calloc(1, sizeof(*r)))))
		return;
	atomic_store_explicit(&l->view->repeats, r, memory_order_release);
	size_t place = find_place(r, l->kernel, l->extent, l->source);
	if (place == REPEATS && was_seen(r, l))
		place = make_place(r, l);
	if (place == REPEATS)
		return;
	struct repeat *item = r->items[place];
	*item = (struct repeat){
	    .domain = l->domain,
	    .state = state_of(l->kernel),
	    .generation = l->generation,
	    .plan = l->plan,
	    .taken = l->view->taken,
	    .are_distinct = views != NULL,
	    .n = l->n,
	};
	memcpy(item->extent, l->extent, l->kernel->rank * sizeof(int));
	if (views)
		item->views = *views;
	for (size_t i = 0; i < l->n; i++)
		set_repeated(&item->containers[i], l, &l->arguments[i]);
	atomic_store_explicit(&r->kernels[place], l->kernel, memory_order_relaxed);
}
