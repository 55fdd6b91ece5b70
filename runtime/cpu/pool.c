/* The threads of the CPU accelerator: one pool for the process, started by the
 * first launch that is worth it. One launch has the pool at a time; another
 * thread's launch meanwhile runs on that thread alone.
 *
 * A launch is cut into one share a thread, in order, so that a thread works on
 * the same memory in one launch after the other. Who has finished a share takes
 * pieces of the others'. Threads that wait for a launch, and a launch that waits
 * for its threads, look for a while before they sleep. */
#define _GNU_SOURCE /* sched_getaffinity, syscall */
#include "runtime-internal.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MOST_THREADS 1024
/* Nanoseconds from the last work to sleep: as many as it takes to wake up, which is 50 microseconds on some
 * machines and a millisecond on virtual ones. */
#define AWAKE 1000000

/* What is left of a thread's part of the launch. Each has a line of the cache. */
struct share {
	_Alignas(64) _Atomic size_t next;
	size_t end;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned width;        /* the caller's thread included */
static bool has_processors;   /* one for each thread */

static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER; /* a launch has the pool */
static unsigned started;      /* threads, under busy */
static pid_t started_by;      /* a fork has no threads */

/* The launch that has the pool: read by threads that are in it. */
static pool_fn current_work;
static void *current_context;
static size_t current_chunk;
static struct share shares[MOST_THREADS];

/* Counts launches; what threads that have nothing to do wait for. */
static _Atomic uint32_t generation;
static _Atomic uint32_t sleepers; /* threads that have to be woken up for the next */
/* How many threads are in the launch, and whether others may come in, and whether the launch
 * sleeps until the last has left. */
static _Atomic uint32_t state;
#define IS_OPEN 0x80000000u
#define IS_AWAITED 0x40000000u

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
	const long processors = count_processors();
	long n = text && *text ? strtol(text, &end, 10) : processors;
	if (end && (*end || n < 1)) {
		fprintf(stderr, "amp: AMP_CPU_THREADS=%s: it is the number of threads, 1 or more\n", text);
		exit(1);
	}
	width = n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (unsigned)n;
	has_processors = width <= processors;
}

unsigned pool_width(void)
{
	pthread_once(&once, count_threads);
	return width;
}

static void sleep_while(_Atomic uint32_t *word, uint32_t value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void wake_all(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

int64_t nanoseconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Looks at a word for AWAKE nanoseconds, or until it has another value; whether it has. */
static bool look_while(_Atomic uint32_t *word, uint32_t value)
{
	const int64_t start = has_processors ? nanoseconds() : 0;
	while (has_processors && nanoseconds() - start < AWAKE) {
		for (int i = 0; i < 64; i++) {
			if (atomic_load_explicit(word, memory_order_relaxed) != value)
				return true;
#if defined(__x86_64__) || defined(__i386__)
			__builtin_ia32_pause();
#endif
		}
	}
	return atomic_load(word) != value;
}

/* Where thread n's share of a launch of so many elements begins. */
static size_t share_begin(size_t count, unsigned n)
{
	const size_t rest = count % width;
	return count / width * n + (n < rest ? n : rest);
}

/* Does thread n's share of the launch, and what it finds of the others'. */
static void take_shares(unsigned n)
{
	for (unsigned i = 0; i < width; i++) {
		struct share *s = &shares[(n + i) % width];
		while (atomic_load_explicit(&s->next, memory_order_relaxed) < s->end) {
			size_t begin = atomic_fetch_add_explicit(&s->next, current_chunk, memory_order_relaxed);
			if (begin >= s->end)
				break;
			size_t rest = s->end - begin;
			current_work(current_context, begin, begin + (rest < current_chunk ? rest : current_chunk));
		}
	}
}

/* Comes into the launch, unless it is over. */
static bool enter(void)
{
	uint32_t s = atomic_load(&state);
	while (s & IS_OPEN) {
		if (atomic_compare_exchange_weak(&state, &s, s + 1))
			return true;
	}
	return false;
}

static void leave(void)
{
	if (atomic_fetch_sub(&state, 1) == (IS_AWAITED | 1))
		wake_all(&state);
}

static void *thread_main(void *number)
{
	uint32_t seen = 0;
	for (;;) {
		if (!look_while(&generation, seen)) {
			atomic_fetch_add(&sleepers, 1);
			while (atomic_load(&generation) == seen)
				sleep_while(&generation, seen);
			atomic_fetch_sub(&sleepers, 1);
		}
		seen = atomic_load(&generation);
		if (enter()) {
			take_shares((unsigned)(uintptr_t)number);
			leave();
		}
	}
	return NULL;
}

/* Fewer threads than wanted only take longer. */
static void start_threads(void)
{
	if (started_by != getpid()) {
		started = 0;
		started_by = getpid();
		atomic_store(&sleepers, 0);
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
	while (started + 1 < width && pthread_create(&thread, &attributes, thread_main,
	                                             (void *)(uintptr_t)(started + 1)) == 0)
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
	current_work = fn;
	current_context = context;
	current_chunk = chunk;
	const size_t count = end - begin;
	for (unsigned i = 0; i < width; i++) {
		atomic_store_explicit(&shares[i].next, begin + share_begin(count, i), memory_order_relaxed);
		shares[i].end = begin + share_begin(count, i + 1);
	}
	atomic_store(&state, IS_OPEN);
	atomic_fetch_add(&generation, 1);
	if (atomic_load(&sleepers))
		wake_all(&generation);

	take_shares(0);

	/* Threads that did not wake up in time have nothing to do any more. */
	uint32_t inside = atomic_fetch_and(&state, ~IS_OPEN) & ~IS_OPEN;
	while (inside && look_while(&state, inside))
		inside = atomic_load(&state);
	if (inside) {
		inside = atomic_fetch_or(&state, IS_AWAITED) | IS_AWAITED;
		for (; inside != IS_AWAITED; inside = atomic_load(&state))
			sleep_while(&state, inside);
	}
	pthread_mutex_unlock(&busy);
}
