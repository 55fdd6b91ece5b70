/* The threads of a tile, as coroutines. Part of the plain form's <amp.h>, for C and C++. */
#ifndef PLAIN_THREADS_H
#define PLAIN_THREADS_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

/* glibc's function of this name, in the global namespace, is none that programs mean. */
#define index plain_hidden_index
#include <string.h>
#include <ucontext.h>
#undef index

enum { PLAIN_MOST_THREADS = 1024, PLAIN_STACK = 128 * 1024 };

typedef void (*plain_thread_function)(void *argument, int thread);

static struct {
	ucontext_t scheduler, threads[PLAIN_MOST_THREADS];
	char *stacks[PLAIN_MOST_THREADS]; /* kept for the next tile */
	plain_thread_function run;
	void *argument;
	int running;                      /* -1: none */
	char is_done[PLAIN_MOST_THREADS];
	void *fake_stack;                 /* of the scheduler, for the address sanitizer */
	const void *scheduler_stack;
	size_t scheduler_size;
} plain_tile = {.running = -1};

static inline int plain_is_reverse(void)
{
	const char *order = getenv("PLAIN_ORDER");

	return order && !strcmp(order, "reverse");
}

/* Around each change of stacks: the address sanitizer has to know of it. `fake` keeps what is left;
 * NULL: nothing comes back to it. */
static inline void plain_leave(void **fake, const void *stack, size_t size)
{
#ifdef __SANITIZE_ADDRESS__
	__sanitizer_start_switch_fiber(fake, stack, size);
#else
	(void)fake, (void)stack, (void)size;
#endif
}
static inline void plain_arrive(void *fake, const void **stack, size_t *size)
{
#ifdef __SANITIZE_ADDRESS__
	__sanitizer_finish_switch_fiber(fake, stack, size);
#else
	(void)fake, (void)stack, (void)size;
#endif
}

/* At a barrier: lets the other threads come to it. */
static inline void plain_wait(void)
{
	const int self = plain_tile.running;
	void *fake = NULL;

	if (self < 0) {
		fprintf(stderr, "plain: a barrier outside of a tile\n");
		abort();
	}
	plain_leave(&fake, plain_tile.scheduler_stack, plain_tile.scheduler_size);
	swapcontext(&plain_tile.threads[self], &plain_tile.scheduler);
	plain_arrive(fake, &plain_tile.scheduler_stack, &plain_tile.scheduler_size);
}

static inline void plain_thread_main(void)
{
	plain_arrive(NULL, &plain_tile.scheduler_stack, &plain_tile.scheduler_size);
	plain_tile.run(plain_tile.argument, plain_tile.running);
	plain_tile.is_done[plain_tile.running] = 1;
	plain_leave(NULL, plain_tile.scheduler_stack, plain_tile.scheduler_size);
	setcontext(&plain_tile.scheduler);
}

static inline void plain_prepare_thread(int i)
{
	ucontext_t *const thread = &plain_tile.threads[i];

	if (!plain_tile.stacks[i])
		plain_tile.stacks[i] = (char *)mmap(NULL, PLAIN_STACK, PROT_READ | PROT_WRITE,
		                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	getcontext(thread);
	thread->uc_stack.ss_sp = plain_tile.stacks[i];
	thread->uc_stack.ss_size = PLAIN_STACK;
	thread->uc_link = NULL;
	plain_tile.is_done[i] = 0;
	makecontext(thread, plain_thread_main, 0);
}

/* Runs the threads 0 to n - 1 of a tile. */
static inline void plain_run_tile(int n, plain_thread_function run, void *argument)
{
	const int is_reverse = plain_is_reverse();
	int waiting = n;

	plain_tile.run = run;
	plain_tile.argument = argument;
	for (int i = 0; i < n; i++)
		plain_prepare_thread(i);
	while (waiting) {
		const int before = waiting;

		for (int k = 0; k < n; k++) {
			const int i = is_reverse ? n - 1 - k : k;

			if (plain_tile.is_done[i])
				continue;
			plain_tile.running = i;
			plain_leave(&plain_tile.fake_stack, plain_tile.stacks[i], PLAIN_STACK);
			swapcontext(&plain_tile.scheduler, &plain_tile.threads[i]);
			plain_arrive(plain_tile.fake_stack, NULL, NULL);
			waiting -= plain_tile.is_done[i];
		}
		if (waiting && waiting != before) {
			fprintf(stderr, "plain: a barrier that not all threads of the tile come to\n");
			abort();
		}
	}
	plain_tile.running = -1;
}

#endif
