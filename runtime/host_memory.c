/* Pageable host memory for buffers.
 *
 * Large blocks that are freed are kept for the next allocation of the same size, as for temporary arrays in a
 * loop: memory fresh from the system is cleared page by page, which takes longer than most kernels that write
 * it. */
#define _DEFAULT_SOURCE /* madvise */
#include "runtime-internal.h"

#include <stdlib.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)
/* The smallest block that is kept, in bytes. malloc() itself keeps smaller ones. */
#define LEAST_KEPT ((size_t)128 << 10)
/* At most as many bytes are kept. */
#define MOST_KEPT ((size_t)64 << 20)

static struct kept_blocks kept = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void release(struct kept_block block)
{
	free(block.address);
}

/* For large memory, huge pages are requested, which need fewer address translations but are not required. */
static void *allocate(size_t size)
{
	const bool is_large = size >= 2 * HUGE_PAGE;
	void *address;
	if (posix_memalign(&address, is_large ? HUGE_PAGE : 64, size))
		return NULL;
	if (is_large)
		madvise(address, size / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
	return address;
}

void *host_allocate(size_t size)
{
	void *address = size >= LEAST_KEPT ? kept_find(&kept, NULL, size) : NULL;
	if (!address)
		address = allocate(size);
	if (!address) {
		kept_release(&kept, NULL, release);
		address = allocate(size);
	}
	return address;
}

void host_free(void *address, size_t size)
{
	struct kept_block block = {NULL, address, size};
	if (size < LEAST_KEPT || !kept_add(&kept, block, MOST_KEPT, release))
		release(block);
}
