/* Device code: one module for each translation unit of the program, registered by constructors and loaded
 * when one of its kernels is launched for the first time. */
#include "runtime-internal.h"

#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static amp_module *first;
static atomic_uint generation = 1; /* 0 means: not looked up yet */

void module_lock(void)
{
	pthread_mutex_lock(&lock);
}

void module_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

amp_module *module_first(void)
{
	return first;
}

unsigned module_generation(void)
{
	return atomic_load_explicit(&generation, memory_order_acquire);
}

void *kernel_state(amp_kernel *kernel)
{
	_Atomic(void *) *state = (_Atomic(void *) *)&kernel->state;
	void *found = atomic_load_explicit(state, memory_order_acquire);
	if (found)
		return found;
	void *created = calloc(slot_count(), KERNEL_CODE_SIZE);
	if (!created || atomic_compare_exchange_strong(state, &found, created))
		return created;
	free(created);
	return found;
}

void amp_module_register(amp_module *m)
{
	module_lock();
	m->next = first;
	first = m;
	/* A kernel that was not found before may be in this module. */
	atomic_fetch_add(&generation, 1);
	module_unlock();
}

void amp_module_unregister(amp_module *m)
{
	module_lock();
	for (amp_module **link = &first; *link; link = &(*link)->next) {
		if (*link != m)
			continue;
		*link = m->next;
		m->next = NULL;
		atomic_fetch_add(&generation, 1);
#if HAVE_CUDA
		cuda_module_finish(m);
#endif
		break;
	}
	module_unlock();
}
