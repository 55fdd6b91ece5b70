/* The threads of the CPU accelerator: one pool for the process, started by the first launch that is large
 * enough. One launch uses the pool at a time; a concurrent launch runs on its own thread only.
 *
 * A launch is divided into one share per thread, in order, so that a thread works on the same memory in
 * consecutive launches. A thread that has finished its share takes pieces of the others'. Threads that wait
 * for a launch, and a launch that waits for its threads, spin for a while before they sleep.
 *
 * Linux may wake several threads on one processor while others are idle, above all if all of them were busy a
 * few milliseconds ago, as with another library's threads; its load balancer then takes longer than a launch
 * to spread them. A thread of the pool that wakes up on a processor that another one has therefore moves. */
#define _GNU_SOURCE /* sched_getaffinity, syscall */
#include "runtime-internal.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MOST_THREADS 1024
/* Nanoseconds of spinning before a thread sleeps: about as long as waking up takes, which is 50 microseconds
 * on some machines and a millisecond on virtual ones. */
#define AWAKE 1000000

/* The rest of a thread's share of the launch. Each is in its own cache line. */
struct share {
	_Alignas(64) _Atomic size_t next;
	size_t end;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned width;        /* number of threads, including the caller's */
static bool has_processors;   /* there is a processor for each thread */

static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER; /* locked by the launch that uses the pool */
static unsigned started;      /* number of threads; protected by busy */
static pid_t started_by;      /* a forked child has no threads */

/* The launch that uses the pool, read by the threads that take part in it. */
static pool_fn current_work;
static void *current_context;
static size_t current_chunk;
static struct share shares[MOST_THREADS];

/* The number of launches, on which idle threads wait. */
static _Atomic uint32_t generation;
static _Atomic uint32_t sleepers; /* number of threads that must be woken for the next launch */
/* Which thread was last known to be on each processor: its number plus 1, or 0. Sleeping threads have none. */
static _Atomic uint16_t occupants[CPU_SETSIZE];
static int caller_processor = -1; /* the processor of the last launch's own thread; protected by busy */

/* The number of threads that take part in the launch, and flags: whether others may join, and whether the
 * launch sleeps until the last one has left. */
static _Atomic uint32_t state;
#define IS_OPEN 0x80000000u
#define IS_AWAITED 0x40000000u

/* Returns the number of processors that this process may use: taskset, containers and batch systems may
 * restrict it. If the system does not tell (more than 1024 of them), the number of those online. */
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

/* Spins until a word no longer has a value, for at most AWAKE nanoseconds. Returns whether it changed. */
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

/* Returns where thread n's share of a launch with this number of elements begins. */
static size_t share_begin(size_t count, unsigned n)
{
	const size_t rest = count % width;
	return count / width * n + (n < rest ? n : rest);
}

/* Works on thread n's share of the launch, and then on what is left of the others'. */
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

/* Joins the launch. Returns false if it is over. */
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

static bool occupy(int processor, unsigned n)
{
	uint16_t nobody = 0;
	return atomic_compare_exchange_strong(&occupants[processor], &nobody, (uint16_t)(n + 1));
}

/* Moves thread n, which has woken up, to a processor without another thread of the pool, if this one has one.
 * Returns its processor, or -1 if it is not known. The thread's affinity is as before. */
static int find_processor(unsigned n)
{
	const int here = sched_getcpu();
	if (!has_processors || here < 0 || here >= CPU_SETSIZE)
		return -1;
	if (occupy(here, n))
		return here;
	cpu_set_t allowed;
	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		return -1;
	for (int i = 0; i < CPU_SETSIZE; i++) {
		if (CPU_ISSET(i, &allowed) && occupy(i, n)) {
			cpu_set_t one;
			CPU_ZERO(&one);
			CPU_SET(i, &one);
			sched_setaffinity(0, sizeof(one), &one);
			sched_setaffinity(0, sizeof(allowed), &allowed);
			return i;
		}
	}
	return -1;
}

static void leave_processor(int processor)
{
	if (processor >= 0)
		atomic_store(&occupants[processor], 0);
}

static void *thread_main(void *number)
{
	const unsigned n = (unsigned)(uintptr_t)number;
	uint32_t seen = 0;
	int processor = -1;
	for (;;) {
		if (!look_while(&generation, seen)) {
			leave_processor(processor);
			atomic_fetch_add(&sleepers, 1);
			while (atomic_load(&generation) == seen)
				sleep_while(&generation, seen);
			atomic_fetch_sub(&sleepers, 1);
			processor = find_processor(n);
		}
		seen = atomic_load(&generation);
		if (enter()) {
			take_shares(n);
			leave();
		}
	}
	return NULL;
}

/* Starts the threads. If some cannot be created, launches merely take longer. */
static void start_threads(void)
{
	if (started_by != getpid()) {
		started = 0;
		started_by = getpid();
		atomic_store(&sleepers, 0);
		memset(occupants, 0, sizeof(occupants));
		caller_processor = -1;
	}
	if (started + 1 >= width)
		return;
	/* Signals are left to the program's own threads. */
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
	if (atomic_load(&sleepers)) {
		leave_processor(caller_processor);
		const int here = has_processors ? sched_getcpu() : -1;
		caller_processor = here >= 0 && here < CPU_SETSIZE && occupy(here, 0) ? here : -1;
		wake_all(&generation);
	}

	take_shares(0);

	/* Threads that did not wake up in time have nothing left to do. */
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
