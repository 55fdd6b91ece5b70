/* Freed memory that is kept for the next allocation of the same size: fresh memory takes longer than most kernels that
 * write it. */
#include "runtime-internal.h"

#include <string.h>

/* Removes a block, preserving the order of the others. Only device memory has a queue, and is counted. */
static struct kept_block take(struct kept_blocks *k, unsigned i)
{
	struct kept_block block = k->blocks[i];
	memmove(&k->blocks[i], &k->blocks[i + 1], (--k->count - i) * sizeof(block));
	k->bytes -= block.size;
	count(COUNT_KEPT_ALLOCATIONS, block.queue ? -1 : 0);
	return block;
}

void *kept_find(struct kept_blocks *k, const amp_accelerator_view *queue, size_t size)
{
	void *address = NULL;
	pthread_mutex_lock(&k->lock);
	for (unsigned i = k->count; i-- > 0 && !address;) { /* newest first: it may be in caches */
		if (k->blocks[i].queue == queue && k->blocks[i].size == size)
			address = take(k, i).address;
	}
	pthread_mutex_unlock(&k->lock);
	return address;
}

bool kept_add(struct kept_blocks *k, struct kept_block block, size_t limit, kept_release_fn release)
{
	if (block.size > limit)
		return false;
	pthread_mutex_lock(&k->lock);
	while (k->count && (k->count == KEPT_BLOCKS || k->bytes > limit - block.size))
		release(take(k, 0));
	k->blocks[k->count++] = block;
	k->bytes += block.size;
	count(COUNT_KEPT_ALLOCATIONS, block.queue ? 1 : 0);
	pthread_mutex_unlock(&k->lock);
	return true;
}

void kept_release(struct kept_blocks *k, const amp_accelerator_view *queue, kept_release_fn release)
{
	pthread_mutex_lock(&k->lock);
	for (unsigned i = k->count; i-- > 0;) {
		if (!queue || k->blocks[i].queue == queue)
			release(take(k, i));
	}
	pthread_mutex_unlock(&k->lock);
}
