/* Copies between devices. Two devices with a connection (NVLink or PCIe) can access each other's memory, but only
 * if they are told to: otherwise, the driver copies through the host. */
#include "cuda/driver.h"

/* Lets `other` access the device's memory: what its pool allocates and will allocate, and what else its context has.
 * Without an error: if it fails, the driver copies through the host. */
static void give_access(const struct cuda_device *device, const struct cuda_device *other)
{
	int is_possible = 0;
	if (cuda.DeviceCanAccessPeer(&is_possible, other->device, device->device) != CUDA_SUCCESS || !is_possible)
		return;
	CUmemoryPool pool;
	const CUmemAccessDesc access = {
	    .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = other->number},
	    .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
	};
	if (device->has_pools && cuda.MemPoolSetAccess &&
	    cuda.DeviceGetDefaultMemPool(&pool, device->device) == CUDA_SUCCESS)
		cuda.MemPoolSetAccess(pool, &access, 1);
	if (cuda.CtxPushCurrent(other->context) == CUDA_SUCCESS) {
		CUcontext popped;
		cuda.CtxEnablePeerAccess(device->context, 0);
		cuda.CtxPopCurrent(&popped);
	}
}

/* Both devices are open, since both have memory. */
static void connect(struct cuda_device *a, struct cuda_device *b)
{
	uint64_t bit = (uint64_t)1 << b->number % 64;
	if (atomic_load_explicit(&a->connected, memory_order_relaxed) & bit)
		return;
	give_access(a, b);
	give_access(b, a);
	atomic_fetch_or_explicit(&a->connected, bit, memory_order_relaxed);
}

CUresult cuda_copy_peer(const amp_accelerator *to_device, char *to, const amp_accelerator *from_device,
                        const char *from, const struct transfer *t, CUstream stream)
{
	size_t from_pitch = t->rows > 1 ? t->from_pitch : t->width;
	size_t to_pitch = t->rows > 1 ? t->to_pitch : t->width;
	CUDA_MEMCPY3D_PEER p = {
		.srcMemoryType = CU_MEMORYTYPE_DEVICE,
		.srcDevice = (uintptr_t)from,
		.srcContext = cuda_device(from_device)->context,
		.srcPitch = from_pitch,
		.srcHeight = t->slices > 1 ? t->from_slice / from_pitch : t->rows,
		.dstMemoryType = CU_MEMORYTYPE_DEVICE,
		.dstDevice = (uintptr_t)to,
		.dstContext = cuda_device(to_device)->context,
		.dstPitch = to_pitch,
		.dstHeight = t->slices > 1 ? t->to_slice / to_pitch : t->rows,
		.WidthInBytes = t->width,
		.Height = t->rows,
		.Depth = t->slices,
	};
	connect(cuda_device(from_device), cuda_device(to_device));
	return cuda.Memcpy3DPeerAsync(&p, stream);
}
