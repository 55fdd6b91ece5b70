/* Fibers: stacks to run on, and switching between them, implemented with Boost.Context. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "runtime-internal.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if HAVE_VALGRIND
#include <valgrind/valgrind.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
void __sanitizer_start_switch_fiber(void **fake_stack, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fake_stack, const void **bottom, size_t *size);
#endif
#if defined(__SANITIZE_THREAD__)
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
#endif

/* Boost.Context's C interface, which does not need its C++ headers. */
typedef void *fcontext_t;
struct transfer_t {
	fcontext_t fctx;
	void *data;
};
extern struct transfer_t jump_fcontext(fcontext_t to, void *data);
extern fcontext_t make_fcontext(void *stack_top, size_t size, void (*fn)(struct transfer_t));

struct fiber {
	fcontext_t context;     /* where it resumes, while it does not run */
	char *memory;           /* guard page and stack, or NULL for a thread's own stack */
	size_t size;            /* of memory */
	void (*entry)(void *);
	void *argument;
#if HAVE_VALGRIND
	unsigned valgrind_id;
#endif
#if defined(__SANITIZE_ADDRESS__)
	void *fake_stack;
	const void *bottom;
	size_t bottom_size;
#endif
#if defined(__SANITIZE_THREAD__)
	void *tsan;
#endif
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static size_t page_size, stack_size;

static void measure(void)
{
	const char *text = getenv("AMP_CPU_STACK");
	long kib = text && *text ? strtol(text, NULL, 10) : 64;
	page_size = (size_t)sysconf(_SC_PAGE_SIZE);
	stack_size = (size_t)(kib < 16 ? 16 : kib) * 1024;
	stack_size = (stack_size + page_size - 1) / page_size * page_size;
}

/* The switch that just happened: `from` was suspended, `to` runs. */
struct jump {
	fiber *from, *to;
};

static void arrive(struct transfer_t t)
{
	struct jump *j = t.data;
	j->from->context = t.fctx;
#if defined(__SANITIZE_ADDRESS__)
	__sanitizer_finish_switch_fiber(j->to->fake_stack, &j->from->bottom,
	                                &j->from->bottom_size);
#endif
}

static void enter(struct transfer_t t)
{
	fiber *self = ((struct jump *)t.data)->to;
	arrive(t);
	self->entry(self->argument);
	abort(); /* entry never returns */
}

fiber *fiber_of_thread(void)
{
	fiber *f = calloc(1, sizeof(*f));
#if defined(__SANITIZE_THREAD__)
	if (f)
		f->tsan = __tsan_get_current_fiber();
#endif
	return f;
}

fiber *fiber_create(void (*entry)(void *), void *argument)
{
	pthread_once(&once, measure);
	fiber *f = calloc(1, sizeof(*f));
	if (!f)
		return NULL;
	f->size = page_size + stack_size;
	f->memory = mmap(NULL, f->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (f->memory == MAP_FAILED) {
		free(f);
		return NULL;
	}
	/* Each guard page uses one of the process's mappings. If none is left, the stack works without a
	 * guard. */
	mprotect(f->memory, page_size, PROT_NONE);
	f->entry = entry;
	f->argument = argument;
	f->context = make_fcontext(f->memory + f->size, stack_size, enter);
#if HAVE_VALGRIND
	f->valgrind_id = VALGRIND_STACK_REGISTER(f->memory + page_size, f->memory + f->size);
#endif
#if defined(__SANITIZE_ADDRESS__)
	f->bottom = f->memory + page_size;
	f->bottom_size = stack_size;
#endif
#if defined(__SANITIZE_THREAD__)
	f->tsan = __tsan_create_fiber(0);
#endif
	return f;
}

void fiber_switch(fiber *from, fiber *to)
{
	struct jump j = {from, to};
#if defined(__SANITIZE_ADDRESS__)
	__sanitizer_start_switch_fiber(&from->fake_stack, to->bottom, to->bottom_size);
#endif
#if defined(__SANITIZE_THREAD__)
	__tsan_switch_to_fiber(to->tsan, 0);
#endif
	/* Control returns here, on from's stack, when another fiber switches to `from`. */
	arrive(jump_fcontext(to->context, &j));
}

void fiber_destroy(fiber *f)
{
	if (!f)
		return;
	if (f->memory) {
#if HAVE_VALGRIND
		VALGRIND_STACK_DEREGISTER(f->valgrind_id);
#endif
#if defined(__SANITIZE_THREAD__)
		__tsan_destroy_fiber(f->tsan);
#endif
		munmap(f->memory, f->size);
	}
	free(f);
}
