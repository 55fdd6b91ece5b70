/* The threads of the CPU accelerator: one pool for the process, started by the
 * first launch that is worth it. One launch has the pool at a time; another
 * thread's launch meanwhile runs on that thread alone. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "runtime-internal.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct work {
	pool_fn fn;
	void *context;
	size_t end, chunk;
	_Atomic size_t next;
	unsigned active; /* threads that are in it, under lock */
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned width;        /* the caller's thread included */

static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER; /* a launch has the pool */
static unsigned started;      /* threads, under busy */
static pid_t started_by;      /* a fork has no threads */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t is_done = PTHREAD_COND_INITIALIZER;
static struct work *current;
static uint64_t generation;

/* Processors that this process may run on: taskset, containers and batch systems give it a part of the
 * machine's. Without an answer (more than 1024 of them) all that are online. */
static long count_processors(void)
{
	cpu_set_t allowed;
	return sched_getaffinity(0, sizeof(allowed), &allowed) == 0 ? CPU_COUNT(&allowed)
	                                                            : sysconf(_SC_NPROCESSORS_ONLN);
}

static void count_threads(void)
{
	const char *text = getenv("AMP_CPU_THREADS");
	char *end = NULL;
	long n = text && *text ? strtol(text, &end, 10) : count_processors();
	if (end && (*end || n < 1)) {
		fprintf(stderr, "amp: AMP_CPU_THREADS=%s: it is the number of threads, 1 or more\n", text);
		exit(1);
	}
	width = n < 1 ? 1 : n > 1024 ? 1024 : (unsigned)n;
}

unsigned pool_width(void)
{
	pthread_once(&once, count_threads);
	return width;
}

static void take_chunks(struct work *w)
{
	for (;;) {
		size_t begin = atomic_fetch_add_explicit(&w->next, w->chunk, memory_order_relaxed);
		if (begin >= w->end)
			return;
		size_t end = w->end - begin > w->chunk ? begin + w->chunk : w->end;
		w->fn(w->context, begin, end);
	}
}

static void *thread_main(void *unused)
{
	(void)unused;
	uint64_t seen = 0;
	pthread_mutex_lock(&lock);
	for (;;) {
		while (!current || generation == seen)
			pthread_cond_wait(&has_work, &lock);
		struct work *w = current;
		seen = generation;
		w->active++;
		pthread_mutex_unlock(&lock);
		take_chunks(w);
		pthread_mutex_lock(&lock);
		if (--w->active == 0)
			pthread_cond_signal(&is_done);
	}
	return NULL;
}

/* Fewer threads than wanted only take longer. */
static void start_threads(void)
{
	if (started_by != getpid()) {
		started = 0;
		started_by = getpid();
	}
	if (started + 1 >= width)
		return;
	/* Signals are for the program's own threads. */
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	pthread_attr_t attributes;
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_t thread;
	while (started + 1 < width && pthread_create(&thread, &attributes, thread_main, NULL) == 0)
		started++;
	pthread_attr_destroy(&attributes);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void pool_run(pool_fn fn, void *context, size_t begin, size_t end, size_t chunk)
{
	if (end - begin <= chunk || pool_width() == 1 || pthread_mutex_trylock(&busy)) {
		fn(context, begin, end);
		return;
	}
	start_threads();
	struct work w = {.fn = fn, .context = context, .end = end, .chunk = chunk, .next = begin};
	pthread_mutex_lock(&lock);
	current = &w;
	generation++;
	pthread_cond_broadcast(&has_work);
	pthread_mutex_unlock(&lock);

	take_chunks(&w);

	/* Threads that did not wake up in time have nothing to do any more. */
	pthread_mutex_lock(&lock);
	current = NULL;
	while (w.active)
		pthread_cond_wait(&is_done, &lock);
	pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&busy);
}
