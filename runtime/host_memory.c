/* Pageable host memory for buffers.
 *
 * Large blocks that are freed are kept for the next allocation of the same size, as for temporary arrays in a
 * loop: memory fresh from the system is cleared page by page, which takes longer than most kernels that write
 * it. */
#define _DEFAULT_SOURCE /* madvise */
#include "runtime-internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)
/* The smallest block that is kept, in bytes. malloc() itself keeps smaller ones. */
#define LEAST_KEPT ((size_t)128 << 10)
/* At most MOST_KEPT bytes in MOST_BLOCKS blocks are kept. */
#define MOST_KEPT ((size_t)64 << 20)
#define MOST_BLOCKS 16

struct block {
	void *address;
	size_t size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects what follows */
static struct block blocks[MOST_BLOCKS];                 /* oldest first */
static unsigned block_count;
static size_t kept_bytes;

/* Removes a block, preserving the order of the others. */
static void *take(unsigned i)
{
	void *address = blocks[i].address;
	kept_bytes -= blocks[i].size;
	memmove(&blocks[i], &blocks[i + 1], (--block_count - i) * sizeof(blocks[0]));
	return address;
}

/* Returns the newest block of this size, which caches may hold, or NULL. */
static void *find_kept(size_t size)
{
	void *address = NULL;
	pthread_mutex_lock(&lock);
	for (unsigned i = block_count; i-- > 0 && !address;) {
		if (blocks[i].size == size)
			address = take(i);
	}
	pthread_mutex_unlock(&lock);
	return address;
}

static void free_kept(void)
{
	pthread_mutex_lock(&lock);
	while (block_count)
		free(take(block_count - 1));
	pthread_mutex_unlock(&lock);
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
	void *address = size >= LEAST_KEPT ? find_kept(size) : NULL;
	if (!address)
		address = allocate(size);
	if (!address) {
		free_kept();
		address = allocate(size);
	}
	return address;
}

void host_free(void *address, size_t size)
{
	if (size < LEAST_KEPT || size > MOST_KEPT) {
		free(address);
		return;
	}
	pthread_mutex_lock(&lock);
	while (block_count == MOST_BLOCKS || kept_bytes > MOST_KEPT - size)
		free(take(0));
	blocks[block_count++] = (struct block){address, size};
	kept_bytes += size;
	pthread_mutex_unlock(&lock);
}
