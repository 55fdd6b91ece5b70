/* Tiles on the CPU accelerator. A tile's threads run as one loop on the worker's own stack until one of them
 * waits at a barrier. That stack is then suspended, and another one enters the loop for the remaining
 * threads. When no thread remains, all have waited or ended, and the waiting ones resume in order. A kernel
 * without barriers never switches stacks. */
#include "runtime-internal.h"

#include <stdio.h>
#include <stdlib.h>

/* A queue of suspended fibers, with room for one per thread of a tile, since each fiber runs at least one
 * thread. */
struct fibers {
	fiber *items[1024 + 1];
	unsigned first, count;
};

/* The state of a host thread that runs tiles. */
struct runner {
	fiber *own;               /* the thread's stack */
	fiber *running;
	const amp_kernel *kernel;
	const void *image;
	amp_cpu_tile *tile;
	struct fibers waiting;    /* at the barrier */
	struct fibers ready;      /* past the barrier */
	fiber *idle[1024];        /* stacks for reuse */
	unsigned idle_count;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;     /* frees a runner when its thread ends */
static _Thread_local struct runner *runner;

static void runner_destroy(void *p)
{
	struct runner *r = p;
	for (unsigned i = 0; i < r->idle_count; i++)
		fiber_destroy(r->idle[i]);
	fiber_destroy(r->own);
	free(r);
	runner = NULL;
}

static void create_key(void)
{
	pthread_key_create(&key, runner_destroy);
}

/* A kernel cannot report errors, so this ends the process. */
static void out_of_memory(void)
{
	fprintf(stderr, "amp: out of memory for the stacks of a tile's threads on the CPU; "
	                "AMP_CPU_STACK sets their size in KiB, AMP_CPU_THREADS how many tiles "
	                "run at once\n");
	abort();
}

static struct runner *runner_create(void)
{
	pthread_once(&once, create_key);
	struct runner *r = calloc(1, sizeof(*r));
	if (!r || !(r->own = fiber_of_thread()))
		out_of_memory();
	pthread_setspecific(key, r);
	runner = r;
	return r;
}

static void push(struct fibers *f, fiber *item)
{
	f->items[f->first + f->count++] = item;
}

static fiber *pop(struct fibers *f)
{
	f->count--;
	fiber *item = f->items[f->first++];
	if (f->count == 0)
		f->first = 0;
	return item;
}

static void fiber_main(void *argument);

/* Returns the fiber to run next, or NULL when all of the tile's threads have ended. */
static fiber *next_fiber(struct runner *r)
{
	if (r->tile->next < r->tile->size) {
		fiber *f = r->idle_count ? r->idle[--r->idle_count] : fiber_create(fiber_main, r);
		if (!f)
			out_of_memory();
		return f;
	}
	if (r->ready.count == 0) {
		/* All threads have arrived at the barrier. */
		while (r->waiting.count)
			push(&r->ready, pop(&r->waiting));
	}
	return r->ready.count ? pop(&r->ready) : NULL;
}

static void switch_to(struct runner *r, fiber *to)
{
	fiber *from = r->running;
	if (from == to)
		return;
	r->running = to;
	fiber_switch(from, to);
}

/* Runs threads of one tile after the other. */
static void fiber_main(void *argument)
{
	struct runner *r = argument;
	for (;;) {
		r->kernel->run_tile(r->image, r->tile);
		fiber *self = r->running, *next = next_fiber(r);
		/* It becomes idle only now, so that next_fiber() does not return it. */
		r->idle[r->idle_count++] = self;
		switch_to(r, next ? next : r->own);
	}
}

void amp_cpu_barrier(void)
{
	struct runner *r = runner;
	push(&r->waiting, r->running);
	switch_to(r, next_fiber(r));
}

void tile_run(const amp_kernel *kernel, const void *image, amp_cpu_tile *tile)
{
	struct runner *r = runner ? runner : runner_create();
	r->kernel = kernel;
	r->image = image;
	r->tile = tile;
	r->running = r->own;
	kernel->run_tile(image, tile);
	/* Resume threads that waited on other stacks; the last one switches back. */
	fiber *next = next_fiber(r);
	if (next)
		switch_to(r, next);
}
