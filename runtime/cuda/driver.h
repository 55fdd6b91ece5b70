/* libcuda's functions, which cuda/driver.c looks up, and declarations shared by the files in cuda/. */
#ifndef CUDA_DRIVER_H
#define CUDA_DRIVER_H

#include "runtime-internal.h"

#include <cuda.h>

/* X(name, symbol in libcuda, in the version with these parameters, parameters) */
#define CUDA_FUNCTIONS(X) \
	X(Init, "cuInit", (unsigned)) \
	X(GetErrorName, "cuGetErrorName", (CUresult, const char **)) \
	X(GetErrorString, "cuGetErrorString", (CUresult, const char **)) \
	X(DeviceGetCount, "cuDeviceGetCount", (int *)) \
	X(DeviceGet, "cuDeviceGet", (CUdevice *, int)) \
	X(DeviceGetName, "cuDeviceGetName", (char *, int, CUdevice)) \
	X(DeviceGetAttribute, "cuDeviceGetAttribute", (int *, CUdevice_attribute, CUdevice)) \
	X(DeviceCanAccessPeer, "cuDeviceCanAccessPeer", (int *, CUdevice, CUdevice)) \
	X(DeviceTotalMem, "cuDeviceTotalMem_v2", (size_t *, CUdevice)) \
	X(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (CUcontext *, CUdevice)) \
	X(CtxGetCurrent, "cuCtxGetCurrent", (CUcontext *)) \
	X(CtxPushCurrent, "cuCtxPushCurrent_v2", (CUcontext)) \
	X(CtxPopCurrent, "cuCtxPopCurrent_v2", (CUcontext *)) \
	X(CtxEnablePeerAccess, "cuCtxEnablePeerAccess", (CUcontext, unsigned)) \
	X(CtxSynchronize, "cuCtxSynchronize", (void)) \
	X(StreamCreate, "cuStreamCreate", (CUstream *, unsigned)) \
	X(StreamDestroy, "cuStreamDestroy_v2", (CUstream)) \
	X(StreamGetCtx, "cuStreamGetCtx", (CUstream, CUcontext *)) \
	X(StreamSynchronize, "cuStreamSynchronize", (CUstream)) \
	X(StreamWaitEvent, "cuStreamWaitEvent", (CUstream, CUevent, unsigned)) \
	X(EventCreate, "cuEventCreate", (CUevent *, unsigned)) \
	X(EventRecord, "cuEventRecord", (CUevent, CUstream)) \
	X(EventSynchronize, "cuEventSynchronize", (CUevent)) \
	X(EventQuery, "cuEventQuery", (CUevent)) \
	X(EventDestroy, "cuEventDestroy_v2", (CUevent)) \
	X(MemAlloc, "cuMemAlloc_v2", (CUdeviceptr *, size_t)) \
	X(MemFree, "cuMemFree_v2", (CUdeviceptr)) \
	X(MemHostAlloc, "cuMemHostAlloc", (void **, size_t, unsigned)) \
	X(MemFreeHost, "cuMemFreeHost", (void *)) \
	X(MemHostRegister, "cuMemHostRegister_v2", (void *, size_t, unsigned)) \
	X(MemHostUnregister, "cuMemHostUnregister", (void *)) \
	X(MemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", (CUdeviceptr, const void *, size_t, CUstream)) \
	X(MemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", (void *, CUdeviceptr, size_t, CUstream)) \
	X(MemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2", (CUdeviceptr, CUdeviceptr, size_t, CUstream)) \
	X(Memcpy2DAsync, "cuMemcpy2DAsync_v2", (const CUDA_MEMCPY2D *, CUstream)) \
	X(Memcpy3DAsync, "cuMemcpy3DAsync_v2", (const CUDA_MEMCPY3D *, CUstream)) \
	X(Memcpy3DPeerAsync, "cuMemcpy3DPeerAsync", (const CUDA_MEMCPY3D_PEER *, CUstream)) \
	X(PointerGetAttributes, "cuPointerGetAttributes", \
	  (unsigned, CUpointer_attribute *, void **, CUdeviceptr)) \
	X(TexObjectCreate, "cuTexObjectCreate", \
	  (CUtexObject *, const CUDA_RESOURCE_DESC *, const CUDA_TEXTURE_DESC *, \
	   const CUDA_RESOURCE_VIEW_DESC *)) \
	X(TexObjectDestroy, "cuTexObjectDestroy", (CUtexObject)) \
	X(ModuleLoadDataEx, "cuModuleLoadDataEx", \
	  (CUmodule *, const void *, unsigned, CUjit_option *, void **)) \
	X(ModuleUnload, "cuModuleUnload", (CUmodule)) \
	X(ModuleGetFunction, "cuModuleGetFunction", (CUfunction *, CUmodule, const char *)) \
	X(ModuleGetGlobal, "cuModuleGetGlobal_v2", (CUdeviceptr *, size_t *, CUmodule, const char *)) \
	X(LaunchKernel, "cuLaunchKernel", \
	  (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
	   CUstream, void **, void **))

/* Functions that older drivers lack (memory pools before CUDA 11.2, a module's functions before 12.4), NULL
 * there. */
#define CUDA_OPTIONAL_FUNCTIONS(X) \
	X(DriverGetVersion, "cuDriverGetVersion", (int *)) \
	X(EventElapsedTime, "cuEventElapsedTime", (float *, CUevent, CUevent)) \
	X(MemAllocAsync, "cuMemAllocAsync", (CUdeviceptr *, size_t, CUstream)) \
	X(MemFreeAsync, "cuMemFreeAsync", (CUdeviceptr, CUstream)) \
	X(DeviceGetDefaultMemPool, "cuDeviceGetDefaultMemPool", (CUmemoryPool *, CUdevice)) \
	X(MemPoolSetAttribute, "cuMemPoolSetAttribute", \
	  (CUmemoryPool, CUmemPool_attribute, void *)) \
	X(MemPoolSetAccess, "cuMemPoolSetAccess", (CUmemoryPool, const CUmemAccessDesc *, size_t)) \
	X(ModuleGetFunctionCount, "cuModuleGetFunctionCount", (unsigned *, CUmodule)) \
	X(ModuleEnumerateFunctions, "cuModuleEnumerateFunctions", \
	  (CUfunction *, unsigned, CUmodule)) \
	X(FuncGetName, "cuFuncGetName", (const char **, CUfunction)) \
	X(FuncGetModule, "cuFuncGetModule", (CUmodule *, CUfunction))

struct cuda_driver {
#define X(name, symbol, parameters) CUresult (*name) parameters;
	CUDA_FUNCTIONS(X)
	CUDA_OPTIONAL_FUNCTIONS(X)
#undef X
};
extern struct cuda_driver cuda;

/* Loads and initializes libcuda.so.1, or the library that AMP_CUDA_LIBRARY names. Returns false if there is
 * no library or no device. */
bool cuda_driver_load(void);

/* Pinned memory for copies of pageable memory; see staging.c. */
#define STAGING_SLOTS 16
#define STAGING_SLOT_BYTES ((size_t)1 << 20)

struct staging_slot {
	char *memory;              /* NULL until allocated */
	CUevent event;             /* follows the last copy that used the slot */
	bool is_used;              /* event was recorded */
	atomic_size_t moved;       /* number of parts of this copy's pieces that threads moved to or from the slot */
};

struct cuda_staging {
	pthread_mutex_t lock;      /* above the pool's in the lock order */
	struct staging_slot slots[STAGING_SLOTS];
};

struct cuda_device {
	CUdevice device;
	int number;
	CUcontext context;
	pthread_mutex_t lock;      /* for opening the device */
	atomic_bool is_open;
	_Atomic uint64_t connected; /* bits of the devices with which it exchanged memory; see peer.c */
	bool has_pools;            /* it has stream-ordered allocation */
	bool reads_pageable;       /* copies read pageable memory directly */
	size_t max_pitch;
	unsigned processors;       /* multiprocessors */
	struct cuda_staging staging;
	struct kept_blocks kept;
	amp_kernel_message *_Atomic message; /* written by its kernels; NULL until allocated */
	char name[128], path[16];
};

struct cuda_device *cuda_device(const amp_accelerator *a);
/* Makes the device's context current. Call cuda_leave() with *pushed afterwards. */
amp_status cuda_enter(const amp_accelerator *a, bool *pushed);
void cuda_leave(bool pushed);
/* Makes the context of the queue's device current, and creates the queue's stream if necessary. */
amp_status cuda_enter_queue(amp_accelerator_view *queue, bool *pushed);
CUstream cuda_stream(amp_accelerator_view *queue);
/* Returns the status for a driver call on the accelerator, with a message unless it is AMP_OK. queue may be
 * NULL. */
amp_status cuda_check(const amp_accelerator *a, amp_accelerator_view *queue, const char *call,
                      CUresult result);

/* Like cuda_check(), but accepts that the driver was shut down before the last view, at the process's end, when
 * nothing remains to be done. */
amp_status cuda_check_at_end(const amp_accelerator *a, amp_accelerator_view *queue,
                             const char *call, CUresult result);

/* fence.c: the backend's functions, and the end of a queue, in the device's context. */
amp_status cuda_queue_wait_queue(amp_accelerator_view *queue, amp_accelerator_view *other, uint64_t ticket);
void cuda_fence(amp_accelerator_view *queue, bool is_certain);
void cuda_note_reached(amp_accelerator_view *queue);
void cuda_fences_destroy(amp_accelerator_view *queue);

/* peer.c: copies from one device to another one, in the context of either. to and from are the addresses of t's first
 * byte. */
CUresult cuda_copy_peer(const amp_accelerator *to_device, char *to, const amp_accelerator *from_device,
                        const char *from, const struct transfer *t, CUstream stream);

/* Returns whether the program pinned this host memory. */
bool cuda_is_pinned(const void *host);

/* memory.c: the backend's functions. */
amp_status cuda_allocate(amp_accelerator_view *queue, size_t size, char **out);
void cuda_free(amp_accelerator_view *queue, char *address, size_t size);
amp_status cuda_allocate_pinned(amp_accelerator *a, size_t size, char **out);
void cuda_free_pinned(amp_accelerator *a, char *address);
/* Returns the memory kept for a queue, or for all queues (NULL), to the driver, in the device's context. */
void cuda_free_kept(const amp_accelerator *a, const amp_accelerator_view *queue);

/* register.c. Must be called before any copy. */
void cuda_register_init(void);
/* The backend's functions. */
bool cuda_register_host(amp_accelerator *a, char *address, size_t size);
void cuda_unregister_host(amp_accelerator *a, char *address, size_t size);
/* Between these two calls, registration does not change. */
void cuda_hold_registered(void);
void cuda_release_registered(void);
/* Returns the length of the longest part of host memory, from its beginning, that is completely registered or not at
 * all. Registration must be held. */
size_t cuda_registered_stretch(const char *host, size_t size);
/* Returns whether any of the memory is registered. */
bool cuda_is_registered(const char *host, size_t size);

/* texture.c: the backend's functions. */
bool cuda_sample(amp_accelerator *a, const amp_texture *level, const char *address,
                 uint64_t objects[AMP_ADDRESS_MODES]);
void cuda_unsample(amp_accelerator *a, const uint64_t objects[AMP_ADDRESS_MODES]);

/* staging.c: copies pageable memory, in the device's context. host and device are the addresses of t's first
 * byte. Returns false, having done nothing, if the driver's own copy is as good. */
bool cuda_staging_copy(const amp_accelerator *a, const struct transfer *t, char *host,
                       char *device, bool to_device, CUstream stream, CUresult *result);

/* message.c: tells a module's device code, on the queue's device, where its kernels are to write their
 * message. In the device's context, with the modules locked. */
void cuda_message_attach(const amp_accelerator_view *queue, CUmodule module);
/* Formats a message as printf would. */
void cuda_message_format(const amp_kernel_message *message, char *text, size_t size);
/* Returns in text the message that a kernel wrote before it ended; false if there is none. */
bool cuda_message_text(const struct cuda_device *d, char *text, size_t size);

/* A kernel's functions on one device, with the generation of the modules in which they were found. Read
 * without a lock: the generation is written last. */
struct cuda_code {
	void *_Atomic function;
	void *_Atomic wide, *_Atomic restricted, *_Atomic small_domain; /* NULL if there is none */
	atomic_uint generation;
};
_Static_assert(sizeof(struct cuda_code) <= KERNEL_CODE_SIZE, "there is room in kernel_state()");

/* kernel.c: returns code that was found before, or NULL. */
struct cuda_code *cuda_find(const amp_accelerator_view *queue, amp_kernel *kernel);
/* Finds and loads code, in the device's context. */
amp_status cuda_prepare(amp_accelerator_view *queue, amp_kernel *kernel,
                        struct cuda_code **code);

#endif
