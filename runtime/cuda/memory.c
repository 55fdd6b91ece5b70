/* Device memory and pinned memory.
 *
 * Freed memory is kept for the next allocation of the same size on the same accelerator_view, as for
 * temporary arrays in a loop. The commands that used it precede those that will use it in the order of the
 * stream, so neither the driver nor the device has to do anything. (The driver's own pool takes some
 * microseconds for the two calls, and adds work to the stream.) */
#include "cuda/driver.h"

/* At most 1/KEPT_PART of a device's memory is kept. */
#define KEPT_PART 16

static void release(struct kept_block block)
{
	CUdeviceptr address = (uintptr_t)block.address;
	if (cuda_device(block.queue->accelerator)->has_pools)
		cuda.MemFreeAsync(address, cuda_stream(block.queue));
	else
		cuda.MemFree(address);
}

void cuda_free_kept(const amp_accelerator *a, const amp_accelerator_view *queue)
{
	kept_release(&cuda_device(a)->kept, queue, release);
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
	CUdeviceptr address = (uintptr_t)kept_find(&cuda_device(queue->accelerator)->kept, queue, size);
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
	struct kept_block block = {queue, address, size};
	size_t limit = queue->accelerator->info.dedicated_memory * (size_t)1024 / KEPT_PART;
	if (!kept_add(&cuda_device(queue->accelerator)->kept, block, limit, release))
		release(block);
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
