/* The state of a launch that is being made, shared by launch.c and repeat.c. */
#ifndef LAUNCH_H
#define LAUNCH_H

#include "runtime-internal.h"

#define INLINE_ARGUMENTS 16
#define INLINE_IMAGE 1024
#define INLINE_ALIGN 64

struct argument {
	const amp_argument *source;
	struct storage *storage;
	amp_access access;
	bool is_settled; /* is_settled()'s result */
	void *object;    /* the patched copy of the object, or NULL; on the CPU, the kernel uses it */
	char *table;     /* of texture objects (texture.c), if the launch filters */
	struct region region;
	struct part part; /* what the kernel may use: the region, or with robust access, the buffer */
};

struct launch {
	amp_accelerator_view *named; /* by the program; may be NULL */
	amp_accelerator_view *view;
	amp_accelerator_view *queue; /* same as view, but NULL if the kernel uses the host copy */
	unsigned slot;
	bool on_cpu; /* with either */
	amp_kernel *kernel;
	void *code;          /* the backend's code of the kernel */
	unsigned generation; /* of the modules, read before code was looked up */
	struct launch_plan plan;
	const int *extent;
	amp_domain domain;
	size_t n;
	const amp_argument *sources;
	struct argument *arguments;
	struct storage **storages; /* of each argument */
	struct storage **locked;   /* the same storages, each once */
	size_t n_locked;
	const amp_buffer **buffers;
	const void *source; /* the program's image of the function object */
	char *image;        /* the kernel's copy of it */
	bool has_offsets;   /* whether to fill in offsets in views' heads: AMP_BOUNDS, or of texture objects */
	bool filters;       /* the kernel has textures that it may sample by texture units */
};

/* ---- repeat.c ---------------------------------------------------------- */

/* Keeps a launch that needed no preparation, for amp_launch_again. views: as for amp_backend.launch. The queue's
 * launches are locked, and the storages, if the kernel uses the host copies. */
void remember_repeat(const struct launch *l, const struct distinct_views *views);

/* ---- launch.c ---------------------------------------------------------- */

/* Records the kernel that was just submitted to a queue, whose launches are locked. */
static inline void note_kernel(amp_accelerator_view *queue, uint64_t ticket, const char *name)
{
	atomic_store_explicit(&queue->last_kernel, ticket, memory_order_relaxed);
	unsigned n = atomic_load_explicit(&queue->kernel_count, memory_order_relaxed);
	atomic_store_explicit(&queue->kernel_count, n + 1, memory_order_relaxed);
	atomic_store_explicit(&queue->kernels[n % QUEUE_KERNELS], name, memory_order_release);
}

/* Does after_use() for a storage that the queue has borrowed. */
static inline void note_borrowed(struct storage *s, size_t begin, size_t end, uint64_t ticket, amp_access access)
{
	struct borrowed *b = &s->borrowed;
	b->ticket = ticket;
	b->access |= access;
	if (begin < b->begin)
		b->begin = begin;
	if (end > b->end)
		b->end = end;
}

#endif
