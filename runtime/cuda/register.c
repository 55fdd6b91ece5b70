/* Registration of host memory that the program owns (AMP_HOST_REGISTER=1): copies from and to registered memory need no
 * staging, and are asynchronous, as those of pinned memory.
 *
 * The driver accepts only copies whose host memory is registered as a whole or not at all, and it registers
 * whole pages, whose other bytes may belong to anyone. So only pages that lie completely within the memory are
 * registered, and the backend divides copies at the boundaries. */
#include "cuda/driver.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Held for reading during a copy, so that registration does not change meanwhile. Above the staging's lock in the lock
 * order. */
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct interval_set registered; /* addresses; each interval is one registration */
static bool is_on;                     /* set before any other call */

void cuda_register_init(void)
{
	const char *text = getenv("AMP_HOST_REGISTER");
	is_on = text && !strcmp(text, "1");
}

/* The pages within the memory but for the last one, which separates the interval from one that follows it. */
static struct interval pages_within(const char *address, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), begin = (size_t)(uintptr_t)address, end = begin + size;
	return (struct interval){(begin + page - 1) / page * page, (end / page - 1) * page};
}

bool cuda_register_host(amp_accelerator *a, char *address, size_t size)
{
	bool pushed;
	struct interval pages = pages_within(address, size);
	if (!is_on || cuda_device(a)->reads_pageable || pages.begin >= pages.end || cuda_enter(a, &pushed) != AMP_OK)
		return false;
	pthread_rwlock_wrlock(&lock);
	bool is_registered = interval_set_reserve(&registered, 1) &&
	                     cuda.MemHostRegister((void *)(uintptr_t)pages.begin, pages.end - pages.begin,
	                                          CU_MEMHOSTREGISTER_PORTABLE) == CUDA_SUCCESS;
	if (is_registered)
		interval_set_add(&registered, pages.begin, pages.end);
	pthread_rwlock_unlock(&lock);
	cuda_leave(pushed);
	return is_registered;
}

/* Waits for asynchronous copies between the memory and buffers that do not wrap it: nothing else records that they use
 * the memory. */
static void wait_for_all(void)
{
	for (unsigned slot = 1; slot < slot_count(); slot++) {
		bool pushed;
		const amp_accelerator *a = slot_accelerator(slot);
		if (!atomic_load_explicit(&cuda_device(a)->is_open, memory_order_acquire) ||
		    cuda_enter(a, &pushed) != AMP_OK)
			continue;
		cuda.CtxSynchronize();
		cuda_leave(pushed);
	}
}

/* Ignores errors, which no caller could handle; at the process's end, the driver may be shut down. */
void cuda_unregister_host(amp_accelerator *a, char *address, size_t size)
{
	bool pushed;
	struct interval pages = pages_within(address, size);
	bool is_entered = cuda_enter(a, &pushed) == AMP_OK;
	pthread_rwlock_wrlock(&lock);
	if (is_entered) {
		wait_for_all();
		cuda.MemHostUnregister((void *)(uintptr_t)pages.begin);
	}
	/* cannot need room, since intervals do not touch */
	interval_set_remove(&registered, pages.begin, pages.end);
	pthread_rwlock_unlock(&lock);
	if (is_entered)
		cuda_leave(pushed);
}

void cuda_hold_registered(void)
{
	if (is_on)
		pthread_rwlock_rdlock(&lock);
}

void cuda_release_registered(void)
{
	if (is_on)
		pthread_rwlock_unlock(&lock);
}

size_t cuda_registered_stretch(const char *host, size_t size)
{
	bool inside;
	size_t begin = (size_t)(uintptr_t)host;
	return is_on ? interval_set_stretch(&registered, begin, begin + size, &inside) - begin : size;
}

bool cuda_is_registered(const char *host, size_t size)
{
	size_t begin = (size_t)(uintptr_t)host;
	cuda_hold_registered();
	bool is_registered = is_on && interval_set_intersects(&registered, begin, begin + size);
	cuda_release_registered();
	return is_registered;
}
