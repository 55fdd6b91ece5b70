/* A launch while it is made: launch.c, repeat.c. */
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
	bool is_settled; /* see is_settled() */
	void *object;    /* on the CPU: the patched copy */
	struct region region;
};

struct launch {
	amp_accelerator_view *named; /* by the program, or NULL */
	amp_accelerator_view *view;
	amp_accelerator_view *queue; /* view, NULL on the CPU */
	unsigned slot;
	amp_kernel *kernel;
	void *code;          /* the backend's, of kernel */
	unsigned generation; /* of the modules, before code was found */
	struct launch_plan plan;
	const int *extent;
	amp_domain domain;
	size_t n;
	const amp_argument *sources;
	struct argument *arguments;
	struct storage **storages; /* of the arguments */
	struct storage **locked;   /* each of them once */
	size_t n_locked;
	const amp_buffer **buffers;
	const void *source; /* the program's image */
	char *image;        /* a copy, for the kernel */
	bool has_bounds;    /* heads of views say AMP_BOUNDS */
};

/* ---- repeat.c ---------------------------------------------------------- */

/* Keeps a launch on a GPU that only repeated what was done before, for amp_launch_again. views:
 * as amp_backend.launch takes them. The queue's launches are locked. */
void remember_repeat(const struct launch *l, const struct distinct_views *views);

/* ---- launch.c ---------------------------------------------------------- */

/* After a kernel was given to a queue, whose launches are locked. */
static inline void note_kernel(amp_accelerator_view *queue, const char *name)
{
	unsigned n = atomic_load_explicit(&queue->kernel_count, memory_order_relaxed);
	atomic_store_explicit(&queue->kernel_count, n + 1, memory_order_relaxed);
	atomic_store_explicit(&queue->kernels[n % QUEUE_KERNELS], name, memory_order_release);
}
/* What after_write and after_read mostly come to is inline. */
static inline void note_use(struct copy *c, amp_accelerator_view *queue, uint64_t ticket,
                            bool is_write)
{
	if (is_write && !c->reader_count && c->writer.queue == queue)
		c->writer.ticket = ticket;
	else if (is_write)
		after_write(c, queue, ticket);
	else if (c->reader_count == 1 && c->readers->queue == queue && c->readers->ticket < ticket)
		c->readers->ticket = ticket;
	else
		after_read(c, queue, ticket);
}

#endif
