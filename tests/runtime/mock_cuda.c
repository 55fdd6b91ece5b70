/* A CUDA driver without a GPU, for tests: AMP_CUDA_LIBRARY names it. Two devices
 * (MOCK_CUDA_DEVICES), each with memory of its own, filled with rubbish when it
 * is allocated and freed.
 *
 * Streams run as late as they may: when something waits for them. So a command
 * that was not ordered after what it needs finds rubbish, and host memory that
 * is touched too early has the old bytes. With MOCK_CUDA_RANDOM, each call also
 * lets some stream run some commands, so that what was not ordered at all happens
 * in either order. As in CUDA, copies from pageable memory
 * have read it when they return, copies to it have written it; those with pinned
 * memory are late. */
#define _GNU_SOURCE /* RTLD_DEFAULT, recursive mutexes */
#include "mock_cuda.h"

#include <cuda.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define DEVICES 2

struct box {
	char *to;
	const char *from;
	size_t width, rows, slices;
	size_t to_pitch, to_slice, from_pitch, from_slice;
};

struct command {
	struct command *next;
	enum { COPY, KERNEL, WAIT, ALLOCATE, FREE, RECORD } kind;
	struct box box;
	char *staged;               /* COPY from pageable memory: packed */
	const struct mock_kernel *kernel;
	char *image;
	amp_domain domain;
	unsigned grid[3], block[3];
	struct CUstream_st *other;  /* WAIT: until it has run position commands */
	unsigned long position;
	char *memory;               /* ALLOCATE, FREE */
};

struct CUctx_st {
	int device;
	CUresult fault;
	bool is_peer[DEVICES];      /* whose memory it may access */
};

struct CUstream_st {
	struct CUctx_st *context;
	struct command *first, **last;
	unsigned long given, done;
	bool running;
	struct CUstream_st *next;   /* all, the dead ones too */
};

struct CUevent_st {
	struct CUstream_st *stream;
	unsigned long position;
};

struct block {
	struct block *next;
	char *memory;
	size_t size;
	int device;                 /* -1: pinned host memory */
	bool is_late;               /* its stream has not come to the allocation yet */
	bool is_registered;         /* the program's memory */
};

/* A device's pool of memory. */
struct CUmemPoolHandle_st {
	bool is_open_to[DEVICES];
};

static struct CUctx_st contexts[DEVICES] = {{.device = 0}, {.device = 1}};
static struct CUmemPoolHandle_st pools[DEVICES];
static struct CUstream_st *streams;
static struct block *blocks;
static unsigned live, calls;
static size_t used[DEVICES], limit, registered;
static unsigned texture_objects;
static const char *fail_function;
static unsigned fail_in;
static CUresult fail_with;
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static _Thread_local CUcontext stack[16];
static _Thread_local int depth;

static void die(const char *what)
{
	fprintf(stderr, "mock_cuda: %s\n", what);
	abort();
}

EXPORT void mock_cuda_fail(const char *function, unsigned n, int result)
{
	fail_function = function;
	fail_in = n;
	fail_with = (CUresult)result;
}

EXPORT unsigned mock_cuda_calls(void)
{
	return calls;
}

EXPORT unsigned mock_cuda_live(void)
{
	return live;
}

EXPORT void mock_cuda_limit(size_t bytes)
{
	limit = bytes;
}

EXPORT size_t mock_cuda_registered(void)
{
	return registered;
}

EXPORT unsigned mock_cuda_textures(void)
{
	return texture_objects;
}

static void run_some(void);

/* On entry to a call that may fail. */
static CUresult begin(const char *function, struct CUctx_st *context)
{
	calls++;
	run_some();
	if (fail_in && (!fail_function || strcmp(fail_function, function) == 0) && --fail_in == 0)
		return fail_with;
	return context ? context->fault : CUDA_SUCCESS;
}

static struct CUctx_st *current(void)
{
	return depth ? stack[depth - 1] : NULL;
}

#define BEGIN(context) \
	pthread_mutex_lock(&lock); \
	CUresult result = begin(__func__, context); \
	if (result != CUDA_SUCCESS) { \
		pthread_mutex_unlock(&lock); \
		return result; \
	}
#define END(value) \
	do { \
		CUresult end_result = (value); \
		pthread_mutex_unlock(&lock); \
		return end_result; \
	} while (0)

/* ---- Memory ------------------------------------------------------------ */

static struct block *block_of(const void *address)
{
	for (struct block *b = blocks; b; b = b->next) {
		if ((const char *)address >= b->memory &&
		    (const char *)address < b->memory + b->size)
			return b;
	}
	return NULL;
}

static bool is_full(size_t size, int device)
{
	return limit && used[device] + size > limit;
}

static char *block_create(size_t size, int device)
{
	if (device >= 0)
		used[device] += size;
	struct block *b = malloc(sizeof(*b));
	*b = (struct block){blocks, malloc(size), size, device, false, false};
	memset(b->memory, 0xA5, size);
	blocks = b;
	live += device >= 0;
	return b->memory;
}

static void block_destroy(const void *address)
{
	for (struct block **link = &blocks; *link; link = &(*link)->next) {
		struct block *b = *link;
		if (b->memory != (const char *)address)
			continue;
		*link = b->next;
		live -= b->device >= 0;
		if (b->device >= 0)
			used[b->device] -= b->size;
		memset(b->memory, 0x5A, b->size);
		free(b->memory);
		free(b);
		return;
	}
	die("what is freed is not an allocation");
}

static void check_range(const char *address, size_t size, int device)
{
	struct block *b = block_of(address);
	if (!b || b->device != device)
		die("a copy uses an address that is not of the device's memory");
	if (address + size > b->memory + b->size)
		die("a copy goes past the end of an allocation");
}

/* As the driver demands: either all of a copy's host memory is registered, at once, or none of it. */
static void check_host_range(const char *address, size_t size)
{
	for (struct block *b = blocks; b; b = b->next) {
		bool overlaps = address < b->memory + b->size && b->memory < address + size;
		if (overlaps && b->is_registered && (address < b->memory || address + size > b->memory + b->size))
			die("a copy uses memory that is registered in part");
	}
}

static void check_allocated(const char *address)
{
	struct block *b = block_of(address);
	if (b && b->is_late)
		die("a copy uses memory before its allocation in stream order");
}

static size_t span(size_t width, size_t rows, size_t pitch, size_t slices, size_t slice)
{
	return width + (rows - 1) * pitch + (slices - 1) * slice;
}

/* ---- Streams ----------------------------------------------------------- */

static void run_until(struct CUstream_st *s, unsigned long position);

static void run_command(struct CUstream_st *s, struct command *c)
{
	switch (c->kind) {
	case COPY:
		if (s->context->fault != CUDA_SUCCESS)
			break;
		check_allocated(c->box.to);
		if (!c->staged) /* else from may be another's by now */
			check_allocated(c->box.from);
		for (size_t z = 0; z < c->box.slices; z++) {
			for (size_t y = 0; y < c->box.rows; y++) {
				const char *from = c->staged
					? c->staged + (z * c->box.rows + y) * c->box.width
					: c->box.from + z * c->box.from_slice + y * c->box.from_pitch;
				memmove(c->box.to + z * c->box.to_slice + y * c->box.to_pitch,
				        from, c->box.width);
			}
		}
		break;
	case KERNEL:
		if (s->context->fault == CUDA_SUCCESS)
			s->context->fault = (CUresult)c->kernel->run(c->image, &c->domain,
			                                             c->grid, c->block);
		break;
	case WAIT:
		run_until(c->other, c->position);
		break;
	case ALLOCATE:
		block_of(c->memory)->is_late = false;
		break;
	case FREE:
		block_destroy(c->memory);
		break;
	case RECORD:
		break;
	}
	free(c->staged);
	free(c->image);
	free(c);
}

static void run_until(struct CUstream_st *s, unsigned long position)
{
	while (s->done < position) {
		if (s->running)
			die("streams wait for each other");
		struct command *c = s->first;
		s->first = c->next;
		if (!s->first)
			s->last = &s->first;
		s->running = true;
		run_command(s, c);
		s->running = false;
		s->done++;
	}
}

static void run_some(void)
{
	static int is_random = -1;
	static uint64_t seed = 1;
	if (is_random < 0)
		is_random = getenv("MOCK_CUDA_RANDOM") != NULL;
	for (struct CUstream_st *s = is_random ? streams : NULL; s; s = s->next) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		unsigned long most = s->given - s->done, some = (seed >> 40) % 8;
		if (some < 4)
			run_until(s, s->done + (some < most ? some : most));
	}
}

static struct command *give(struct CUstream_st *s, int kind)
{
	struct command *c = calloc(1, sizeof(*c));
	c->kind = kind;
	*s->last = c;
	s->last = &c->next;
	s->given++;
	return c;
}

/* As where the device uses the host's page tables: all of its memory is as good as pinned. */
static bool reads_pageable(void)
{
	return getenv("MOCK_CUDA_HOST_PAGE_TABLES");
}

static CUresult give_copy(CUstream s, const struct box *b, int to_device, int from_device)
{
	if (to_device >= 0)
		check_range(b->to, span(b->width, b->rows, b->to_pitch, b->slices, b->to_slice),
		            to_device);
	if (from_device >= 0)
		check_range(b->from,
		            span(b->width, b->rows, b->from_pitch, b->slices, b->from_slice),
		            from_device);
	if (to_device < 0)
		check_host_range(b->to, span(b->width, b->rows, b->to_pitch, b->slices, b->to_slice));
	if (from_device < 0)
		check_host_range(b->from, span(b->width, b->rows, b->from_pitch, b->slices, b->from_slice));
	struct command *c = give(s, COPY);
	c->box = *b;
	if (from_device < 0 && !reads_pageable() && !block_of(b->from)) {
		c->staged = malloc(b->width * b->rows * b->slices);
		for (size_t i = 0; i < b->rows * b->slices; i++)
			memcpy(c->staged + i * b->width,
			       b->from + i / b->rows * b->from_slice +
				       i % b->rows * b->from_pitch,
			       b->width);
	}
	if (to_device < 0 && !reads_pageable() && !block_of(b->to))
		run_until(s, s->given);
	return s->context->fault;
}

/* ---- The driver API ---------------------------------------------------- */

EXPORT CUresult cuInit(unsigned flags)
{
	(void)flags;
	return CUDA_SUCCESS;
}

EXPORT CUresult cuGetErrorName(CUresult error, const char **out)
{
	*out = error == CUDA_ERROR_OUT_OF_MEMORY    ? "CUDA_ERROR_OUT_OF_MEMORY"
	     : error == CUDA_ERROR_ILLEGAL_ADDRESS  ? "CUDA_ERROR_ILLEGAL_ADDRESS"
	     : error == CUDA_ERROR_LAUNCH_FAILED    ? "CUDA_ERROR_LAUNCH_FAILED"
	                                            : "CUDA_ERROR_MOCK";
	return CUDA_SUCCESS;
}

EXPORT CUresult cuGetErrorString(CUresult error, const char **out)
{
	*out = error == CUDA_ERROR_OUT_OF_MEMORY   ? "out of memory"
	     : error == CUDA_ERROR_ILLEGAL_ADDRESS ? "an illegal memory access was encountered"
	                                           : "injected";
	return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetCount(int *out)
{
	const char *n = getenv("MOCK_CUDA_DEVICES");
	*out = n ? atoi(n) : DEVICES;
	return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGet(CUdevice *out, int n)
{
	*out = n;
	return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetName(char *out, int size, CUdevice device)
{
	snprintf(out, (size_t)size, "Mock GPU %d", device);
	return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetAttribute(int *out, CUdevice_attribute attribute, CUdevice device)
{
	(void)device;
	switch ((int)attribute) {
	case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
		*out = 9;
		break;
	case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
		*out = 2;
		break;
	case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:
		*out = 512;
		break;
	case CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT:
		*out = 32;
		break;
	case CU_DEVICE_ATTRIBUTE_MAX_PITCH:
		*out = 0x7fffffff;
		break;
	case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
		*out = 49152;
		break;
	case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
		*out = !getenv("MOCK_CUDA_NO_POOLS");
		break;
	case CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES:
		*out = reads_pageable();
		break;
	default:
		*out = 0;
	}
	return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceCanAccessPeer(int *out, CUdevice device, CUdevice peer)
{
	*out = device != peer;
	return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceTotalMem(size_t *out, CUdevice device)
{
	(void)device;
	*out = (size_t)1 << 30;
	return CUDA_SUCCESS;
}

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
	BEGIN(NULL)
	*out = &contexts[device];
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuCtxGetCurrent(CUcontext *out)
{
	*out = current();
	return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxPushCurrent(CUcontext context)
{
	if (depth == 16)
		die("contexts are pushed and not popped");
	stack[depth++] = context;
	return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
	(void)flags;
	current()->is_peer[peer->device] = true;
	return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxPopCurrent(CUcontext *out)
{
	if (depth == 0)
		die("a context is popped that was not pushed");
	*out = stack[--depth];
	return CUDA_SUCCESS;
}

static void run_context(struct CUctx_st *context)
{
	for (struct CUstream_st *s = streams; s; s = s->next) {
		if (s->context == context)
			run_until(s, s->given);
	}
}

EXPORT CUresult cuCtxSynchronize(void)
{
	BEGIN(current())
	run_context(current());
	END(current()->fault);
}

EXPORT CUresult cuStreamCreate(CUstream *out, unsigned flags)
{
	(void)flags;
	BEGIN(current())
	struct CUstream_st *s = calloc(1, sizeof(*s));
	s->context = current();
	s->last = &s->first;
	s->next = streams;
	streams = s;
	*out = s;
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuStreamDestroy(CUstream s)
{
	pthread_mutex_lock(&lock);
	run_until(s, s->given); /* kept, since events may name it */
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuStreamGetCtx(CUstream s, CUcontext *out)
{
	BEGIN(current())
	*out = s->context;
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuStreamSynchronize(CUstream s)
{
	BEGIN(s->context)
	run_until(s, s->given);
	END(s->context->fault);
}

EXPORT CUresult cuStreamWaitEvent(CUstream s, CUevent e, unsigned flags)
{
	(void)flags;
	BEGIN(s->context)
	struct command *c = give(s, WAIT);
	c->other = e->stream;
	c->position = e->position;
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuEventCreate(CUevent *out, unsigned flags)
{
	(void)flags;
	BEGIN(current())
	*out = calloc(1, sizeof(**out));
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuEventRecord(CUevent e, CUstream s)
{
	BEGIN(s->context)
	give(s, RECORD);
	e->stream = s;
	e->position = s->given;
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuEventSynchronize(CUevent e)
{
	BEGIN(e->stream->context)
	run_until(e->stream, e->position);
	END(e->stream->context->fault);
}

/* Who asks again and again sees the device go on by itself, a command each time. */
EXPORT CUresult cuEventQuery(CUevent e)
{
	BEGIN(e->stream->context)
	bool is_done = e->stream->done >= e->position;
	if (!is_done)
		run_until(e->stream, e->stream->done + 1);
	END(is_done ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY);
}

/* Each command takes 1 us. CUDA 13's header calls the function by its newer version. */
#undef cuEventElapsedTime
CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to);
EXPORT CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to)
{
	BEGIN(to->stream->context)
	bool are_done = from->stream->done >= from->position && to->stream->done >= to->position;
	*ms = ((float)to->position - (float)from->position) / 1000;
	END(are_done ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY);
}

EXPORT CUresult cuEventDestroy(CUevent e)
{
	free(e);
	return CUDA_SUCCESS;
}

EXPORT CUresult cuMemAlloc(CUdeviceptr *out, size_t size)
{
	BEGIN(current())
	if (is_full(size, current()->device))
		END(CUDA_ERROR_OUT_OF_MEMORY);
	*out = (CUdeviceptr)(uintptr_t)block_create(size, current()->device);
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuMemFree(CUdeviceptr address)
{
	pthread_mutex_lock(&lock);
	run_context(current()); /* as the driver does */
	block_destroy((void *)(uintptr_t)address);
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuMemAllocAsync(CUdeviceptr *out, size_t size, CUstream s)
{
	BEGIN(s->context)
	if (is_full(size, s->context->device))
		END(CUDA_ERROR_OUT_OF_MEMORY);
	char *memory = block_create(size, s->context->device);
	block_of(memory)->is_late = true;
	give(s, ALLOCATE)->memory = memory;
	*out = (CUdeviceptr)(uintptr_t)memory;
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuMemFreeAsync(CUdeviceptr address, CUstream s)
{
	pthread_mutex_lock(&lock);
	give(s, FREE)->memory = (char *)(uintptr_t)address;
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *out, CUdevice device)
{
	*out = &pools[device];
	return CUDA_SUCCESS;
}

EXPORT CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *access, size_t n)
{
	for (size_t i = 0; i < n; i++)
		pool->is_open_to[access[i].location.id] = access[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	return CUDA_SUCCESS;
}

EXPORT CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute,
                                      void *value)
{
	(void)pool;
	(void)attribute;
	(void)value;
	return CUDA_SUCCESS;
}

EXPORT CUresult cuMemHostAlloc(void **out, size_t size, unsigned flags)
{
	(void)flags;
	BEGIN(current())
	*out = block_create(size, -1);
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuMemFreeHost(void *address)
{
	pthread_mutex_lock(&lock);
	block_destroy(address);
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuMemHostRegister(void *address, size_t size, unsigned flags)
{
	(void)flags;
	BEGIN(current())
	struct block *b = malloc(sizeof(*b));
	*b = (struct block){blocks, address, size, -1, false, true};
	blocks = b;
	registered += size;
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuMemHostUnregister(void *address)
{
	BEGIN(current())
	struct block **link = &blocks;
	while (*link && ((*link)->memory != address || !(*link)->is_registered))
		link = &(*link)->next;
	struct block *b = *link;
	if (!b)
		die("what is unregistered was not registered");
	for (struct CUstream_st *s = streams; s; s = s->next) {
		for (struct command *c = s->first; c; c = c->next) {
			if (c->kind == COPY && (block_of(c->box.to) == b || (!c->staged && block_of(c->box.from) == b)))
				die("a copy still uses what is unregistered");
		}
	}
	*link = b->next;
	registered -= b->size;
	free(b);
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute *attributes, void **out,
                                       CUdeviceptr address)
{
	pthread_mutex_lock(&lock);
	struct block *b = block_of((void *)(uintptr_t)address);
	for (unsigned i = 0; i < count; i++) {
		if (attributes[i] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE)
			*(unsigned *)out[i] = !b ? 0 : b->device < 0 ? CU_MEMORYTYPE_HOST
			                                             : CU_MEMORYTYPE_DEVICE;
		else if (attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
			*(int *)out[i] = b ? b->device : -2; /* as CUDA's for what it does not know */
		else
			die("cuPointerGetAttributes: an attribute that the mock driver does not have");
	}
	END(CUDA_SUCCESS);
}

static struct box line(char *to, const char *from, size_t size)
{
	return (struct box){to, from, size, 1, 1, size, size, size, size};
}

EXPORT CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t size, CUstream s)
{
	BEGIN(s->context)
	struct box b = line((char *)(uintptr_t)to, from, size);
	END(give_copy(s, &b, s->context->device, -1));
}

EXPORT CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t size, CUstream s)
{
	BEGIN(s->context)
	struct box b = line(to, (char *)(uintptr_t)from, size);
	END(give_copy(s, &b, -1, s->context->device));
}

EXPORT CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream s)
{
	BEGIN(s->context)
	struct box b = line((char *)(uintptr_t)to, (char *)(uintptr_t)from, size);
	END(give_copy(s, &b, s->context->device, s->context->device));
}

EXPORT CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *p, CUstream s)
{
	BEGIN(s->context)
	bool to = p->dstMemoryType == CU_MEMORYTYPE_DEVICE;
	bool from = p->srcMemoryType == CU_MEMORYTYPE_DEVICE;
	if (p->srcPitch < p->WidthInBytes || p->dstPitch < p->WidthInBytes)
		die("cuMemcpy2DAsync: a pitch is less than the width");
	struct box b = {
		.to = to ? (char *)(uintptr_t)p->dstDevice : p->dstHost,
		.from = from ? (char *)(uintptr_t)p->srcDevice : p->srcHost,
		.width = p->WidthInBytes, .rows = p->Height, .slices = 1,
		.to_pitch = p->dstPitch, .from_pitch = p->srcPitch,
	};
	END(give_copy(s, &b, to ? s->context->device : -1, from ? s->context->device : -1));
}

EXPORT CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *p, CUstream s)
{
	BEGIN(s->context)
	bool to = p->dstMemoryType == CU_MEMORYTYPE_DEVICE;
	bool from = p->srcMemoryType == CU_MEMORYTYPE_DEVICE;
	if (p->srcPitch < p->WidthInBytes || p->dstPitch < p->WidthInBytes ||
	    p->srcHeight < p->Height || p->dstHeight < p->Height)
		die("cuMemcpy3DAsync: a pitch or height is too small");
	struct box b = {
		.to = to ? (char *)(uintptr_t)p->dstDevice : p->dstHost,
		.from = from ? (char *)(uintptr_t)p->srcDevice : p->srcHost,
		.width = p->WidthInBytes, .rows = p->Height, .slices = p->Depth,
		.to_pitch = p->dstPitch, .to_slice = p->dstPitch * p->dstHeight,
		.from_pitch = p->srcPitch, .from_slice = p->srcPitch * p->srcHeight,
	};
	END(give_copy(s, &b, to ? s->context->device : -1, from ? s->context->device : -1));
}

/* Whether copies from one device to the other need not go through the host. */
static bool is_direct(int from, int to)
{
	return contexts[to].is_peer[from] && (pools[from].is_open_to[to] || getenv("MOCK_CUDA_NO_POOLS"));
}

EXPORT CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *p, CUstream s)
{
	BEGIN(s->context)
	if (p->srcPitch < p->WidthInBytes || p->dstPitch < p->WidthInBytes ||
	    p->srcHeight < p->Height || p->dstHeight < p->Height)
		die("cuMemcpy3DPeerAsync: a pitch or height is too small");
	int to = p->dstContext->device, from = p->srcContext->device;
	if (!is_direct(from, to) || !is_direct(to, from))
		die("cuMemcpy3DPeerAsync: goes through the host");
	struct box b = {
		.to = (char *)(uintptr_t)p->dstDevice, .from = (char *)(uintptr_t)p->srcDevice,
		.width = p->WidthInBytes, .rows = p->Height, .slices = p->Depth,
		.to_pitch = p->dstPitch, .to_slice = p->dstPitch * p->dstHeight,
		.from_pitch = p->srcPitch, .from_slice = p->srcPitch * p->srcHeight,
	};
	END(give_copy(s, &b, to, from));
}

/* An object's value is the address mode of the first dimension, + 1, and its width above that. */
EXPORT CUresult cuTexObjectCreate(CUtexObject *out, const CUDA_RESOURCE_DESC *memory, const CUDA_TEXTURE_DESC *texture,
                                  const CUDA_RESOURCE_VIEW_DESC *view)
{
	BEGIN(current())
	if (memory->resType != CU_RESOURCE_TYPE_PITCH2D || memory->res.pitch2D.pitchInBytes % 32 || view)
		die("cuTexObjectCreate: memory that the mock driver does not have");
	*out = (unsigned)texture->addressMode[0] + 1 + memory->res.pitch2D.width * 8;
	texture_objects++;
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuTexObjectDestroy(CUtexObject object)
{
	BEGIN(current())
	(void)object;
	for (struct CUstream_st *s = streams; s; s = s->next) {
		for (struct command *c = s->first; c; c = c->next) {
			if (c->kind == KERNEL)
				die("a texture object is destroyed that a kernel may use");
		}
	}
	texture_objects--;
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuModuleLoadDataEx(CUmodule *out, const void *image, unsigned n,
                                   CUjit_option *options, void **values)
{
	BEGIN(current())
	(void)n;
	if (strcmp(image, "other GPU") == 0)
		END(CUDA_ERROR_NO_BINARY_FOR_GPU);
	if (strcmp(image, "broken PTX") == 0) {
		if (options[0] == CU_JIT_ERROR_LOG_BUFFER)
			snprintf(values[0], (size_t)(uintptr_t)values[1], "ptxas: line 7: no");
		END(CUDA_ERROR_INVALID_PTX);
	}
	*out = (CUmodule)(uintptr_t)image;
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuModuleUnload(CUmodule module)
{
	(void)module;
	return CUDA_SUCCESS;
}

/* "other unit" is a module whose one kernel nobody launches; what other modules
 * have, they do not list. */
static bool is_other_unit(CUmodule module)
{
	return strcmp((const char *)(uintptr_t)module, "other unit") == 0;
}

EXPORT CUresult cuModuleGetFunctionCount(unsigned *out, CUmodule module)
{
	BEGIN(current())
	*out = 1;
	END(is_other_unit(module) ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED);
}

EXPORT CUresult cuModuleEnumerateFunctions(CUfunction *out, unsigned n, CUmodule module)
{
	BEGIN(current())
	if (n != 1 || !is_other_unit(module))
		die("cuModuleEnumerateFunctions: not after cuModuleGetFunctionCount");
	*out = (CUfunction)(uintptr_t)"elsewhere";
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuFuncGetName(const char **out, CUfunction function)
{
	BEGIN(current())
	*out = (const char *)(uintptr_t)function;
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuModuleGetFunction(CUfunction *out, CUmodule module, const char *symbol)
{
	BEGIN(current())
	if (is_other_unit(module))
		die("cuModuleGetFunction: a module is asked for what it does not list");
	void *found = dlsym(RTLD_DEFAULT, symbol);
	*out = found;
	END(found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND);
}

/* The test program has an array of its own for a variable of a unit with kernels: of the addresses
 * where it is on the devices. The variable is a pointer; it lives as long as the process. */
EXPORT CUresult cuModuleGetGlobal(CUdeviceptr *out, size_t *size, CUmodule module,
                                  const char *symbol)
{
	const int device = current()->device;
	BEGIN(current())
	char **on_device = is_other_unit(module) ? NULL : dlsym(RTLD_DEFAULT, symbol);
	if (!on_device)
		END(CUDA_ERROR_NOT_FOUND);
	if (!on_device[device]) {
		on_device[device] = block_create(sizeof(void *), device);
		live--;
		used[device] -= sizeof(void *);
	}
	*out = (uintptr_t)on_device[device];
	*size = sizeof(void *);
	END(CUDA_SUCCESS);
}

EXPORT CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                               unsigned by, unsigned bz, unsigned shared, CUstream s,
                               void **parameters, void **extra)
{
	(void)shared;
	(void)extra;
	BEGIN(s->context)
	if (gy > 65535 || gz > 65535 || bx * by * bz > 1024)
		die("cuLaunchKernel: the grid or the block is too large");
	struct command *c = give(s, KERNEL);
	c->kernel = (const void *)f;
	c->image = malloc(c->kernel->image_size);
	memcpy(c->image, parameters[0], c->kernel->image_size);
	memcpy(&c->domain, parameters[1], sizeof(c->domain));
	if (c->kernel->has_pointers && (memcmp(c->image, parameters[2], sizeof(void *)) != 0 ||
	                                memcmp(c->image, parameters[2 + AMP_POINTERS], sizeof(void *)) != 0))
		die("cuLaunchKernel: the first origin is not the first view's");
	c->grid[0] = gx;
	c->grid[1] = gy;
	c->grid[2] = gz;
	c->block[0] = bx;
	c->block[1] = by;
	c->block[2] = bz;
	END(CUDA_SUCCESS);
}
