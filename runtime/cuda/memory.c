/* Device memory and pinned memory.
 *
 * Freed memory is kept for the next allocation of the same size on the same accelerator_view, as for
 * temporary arrays in a loop. The commands that used it precede those that will use it in the order of the
 * stream, so neither the driver nor the device has to do anything. (The driver's own pool takes some
 * microseconds for the two calls, and adds work to the stream.) */
#include "cuda/driver.h"

#include <string.h>

/* At most 1/KEPT_PART of a device's memory is kept. */
#define KEPT_PART 16

static CUresult release(amp_accelerator_view *queue, char *address)
{
	return cuda_device(queue->accelerator)->has_pools
		? cuda.MemFreeAsync((uintptr_t)address, cuda_stream(queue))
		: cuda.MemFree((uintptr_t)address);
}

/* Removes a block, preserving the order of the others. */
static struct kept_block take(struct kept_blocks *k, unsigned i)
{
	struct kept_block block = k->blocks[i];
	memmove(&k->blocks[i], &k->blocks[i + 1], (--k->count - i) * sizeof(block));
	k->bytes -= block.size;
	count(COUNT_KEPT_ALLOCATIONS, -1);
	return block;
}

static char *find_kept(amp_accelerator_view *queue, size_t size)
{
	struct kept_blocks *k = &cuda_device(queue->accelerator)->kept;
	char *address = NULL;
	pthread_mutex_lock(&k->lock);
	for (unsigned i = k->count; i-- > 0 && !address;) { /* newest first: it may be in caches */
		if (k->blocks[i].queue == queue && k->blocks[i].size == size)
			address = take(k, i).address;
	}
	pthread_mutex_unlock(&k->lock);
	return address;
}

/* Keeps a block, and frees older ones to make room. Returns false if the block is too large. */
static bool keep(amp_accelerator_view *queue, char *address, size_t size)
{
	struct kept_blocks *k = &cuda_device(queue->accelerator)->kept;
	size_t limit = queue->accelerator->info.dedicated_memory * (size_t)1024 / KEPT_PART;
	if (size > limit)
		return false;
	pthread_mutex_lock(&k->lock);
	while (k->count && (k->count == KEPT_BLOCKS || k->bytes > limit - size)) {
		struct kept_block oldest = take(k, 0);
		release(oldest.queue, oldest.address);
	}
	k->blocks[k->count++] = (struct kept_block){queue, address, size};
	k->bytes += size;
	count(COUNT_KEPT_ALLOCATIONS, 1);
	pthread_mutex_unlock(&k->lock);
	return true;
}

void cuda_free_kept(const amp_accelerator *a, const amp_accelerator_view *queue)
{
	struct kept_blocks *k = &cuda_device(a)->kept;
	pthread_mutex_lock(&k->lock);
	for (unsigned i = k->count; i-- > 0;) {
		if (!queue || k->blocks[i].queue == queue) {
			struct kept_block block = take(k, i);
			release(block.queue, block.address);
		}
	}
	pthread_mutex_unlock(&k->lock);
}

static CUresult allocate_once(amp_accelerator_view *queue, size_t size, CUdeviceptr *out)
{
	return cuda_device(queue->accelerator)->has_pools
		? cuda.MemAllocAsync(out, size, cuda_stream(queue)) : cuda.MemAlloc(out, size);
}

amp_status cuda_allocate(amp_accelerator_view *queue, size_t size, char **out)
{
	bool pushed;
	amp_status status = cuda_enter_queue(queue, &pushed);
	if (status != AMP_OK)
		return status;
	CUresult result = CUDA_SUCCESS;
	CUdeviceptr address = (uintptr_t)find_kept(queue, size);
	if (!address)
		result = allocate_once(queue, size, &address);
	if (result == CUDA_ERROR_OUT_OF_MEMORY) {
		/* Freed memory becomes available when the commands before it have ended. */
		cuda_free_kept(queue->accelerator, NULL);
		if (cuda.CtxSynchronize() == CUDA_SUCCESS)
			result = allocate_once(queue, size, &address);
	}
	status = cuda_check(queue->accelerator, queue, "cuMemAlloc", result);
	cuda_leave(pushed);
	if (status == AMP_OK)
		*out = (char *)(uintptr_t)address;
	else if (status == AMP_ERROR_OUT_OF_MEMORY)
		return fail_context(status, "%zu bytes of %zu KiB", size,
		                    queue->accelerator->info.dedicated_memory);
	return status;
}

/* Ignores errors, which no caller could handle. */
void cuda_free(amp_accelerator_view *queue, char *address, size_t size)
{
	bool pushed;
	if (cuda_enter_queue(queue, &pushed) != AMP_OK)
		return;
	if (!keep(queue, address, size))
		release(queue, address);
	cuda_leave(pushed);
}

amp_status cuda_allocate_pinned(amp_accelerator *a, size_t size, char **out)
{
	bool pushed;
	amp_status status = cuda_enter(a, &pushed);
	if (status != AMP_OK)
		return status;
	void *address;
	status = cuda_check(a, NULL, "cuMemHostAlloc",
	                    cuda.MemHostAlloc(&address, size, CU_MEMHOSTALLOC_PORTABLE));
	cuda_leave(pushed);
	if (status == AMP_OK)
		*out = address;
	return status;
}

void cuda_free_pinned(amp_accelerator *a, char *address)
{
	bool pushed;
	if (cuda_enter(a, &pushed) != AMP_OK)
		return;
	cuda.MemFreeHost(address);
	cuda_leave(pushed);
}
