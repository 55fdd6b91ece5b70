/* The CUDA accelerators: one for each device, in its primary context, which CUDA libraries use as well; each
 * accelerator_view has a stream. */
#include "cuda/driver.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* The largest block of an untiled kernel, as in its __launch_bounds__. */
#define BLOCK 256
#define WARP 32

struct cuda_device *cuda_device(const amp_accelerator *a)
{
	return a->device;
}

/* ---- Errors ------------------------------------------------------------ */

/* Returns whether an error makes all later calls on the context fail. */
static bool is_fatal(CUresult result)
{
	switch ((int)result) {
	case CUDA_ERROR_ILLEGAL_ADDRESS:
	case CUDA_ERROR_LAUNCH_TIMEOUT:
	case CUDA_ERROR_ASSERT:
	case CUDA_ERROR_HARDWARE_STACK_ERROR:
	case CUDA_ERROR_ILLEGAL_INSTRUCTION:
	case CUDA_ERROR_MISALIGNED_ADDRESS:
	case CUDA_ERROR_INVALID_ADDRESS_SPACE:
	case CUDA_ERROR_INVALID_PC:
	case CUDA_ERROR_LAUNCH_FAILED:
	case CUDA_ERROR_ECC_UNCORRECTABLE:
	case CUDA_ERROR_CONTEXT_IS_DESTROYED:
		return true;
	default:
		return false;
	}
}

amp_status cuda_check(const amp_accelerator *a, amp_accelerator_view *queue, const char *call,
                      CUresult result)
{
	if (result == CUDA_SUCCESS)
		return AMP_OK;
	const char *name = NULL, *text = NULL;
	cuda.GetErrorName(result, &name);
	cuda.GetErrorString(result, &text);
	amp_status status = fail(result == CUDA_ERROR_OUT_OF_MEMORY ? AMP_ERROR_OUT_OF_MEMORY
	                                                            : AMP_ERROR_FAILED,
	                         "%s on %s: %s (%s)", call, a->info.device_path,
	                         name ? name : "unknown error", text ? text : "unknown error");
	if (!is_fatal(result))
		return status;
	char message[512];
	if (cuda_message_text(cuda_device(a), message, sizeof(message)))
		fail_context(status, "%s", message);
	return accelerator_remove(slot_accelerator(a->slot), queue, amp_last_error());
}

amp_status cuda_check_at_end(const amp_accelerator *a, amp_accelerator_view *queue,
                             const char *call, CUresult result)
{
	return result == CUDA_ERROR_DEINITIALIZED ? AMP_OK : cuda_check(a, queue, call, result);
}

/* ---- Devices ----------------------------------------------------------- */

/* Creates a device's context, which is large and slow to create, when it is first needed. */
static amp_status open_device(const amp_accelerator *a)
{
	struct cuda_device *d = cuda_device(a);
	if (atomic_load_explicit(&d->is_open, memory_order_acquire))
		return AMP_OK;
	pthread_mutex_lock(&d->lock);
	amp_status status = AMP_OK;
	if (!atomic_load(&d->is_open)) {
		status = cuda_check(a, NULL, "cuDevicePrimaryCtxRetain",
		                    cuda.DevicePrimaryCtxRetain(&d->context, d->device));
		CUmemoryPool pool;
		if (status == AMP_OK && d->has_pools &&
		    cuda.DeviceGetDefaultMemPool(&pool, d->device) == CUDA_SUCCESS) {
			/* Keep freed memory for later allocations. */
			cuuint64_t all = UINT64_MAX;
			cuda.MemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &all);
		}
		if (status == AMP_OK)
			atomic_store_explicit(&d->is_open, true, memory_order_release);
	}
	pthread_mutex_unlock(&d->lock);
	return status;
}

amp_status cuda_enter(const amp_accelerator *a, bool *pushed)
{
	*pushed = false;
	amp_status status = accelerator_check(a);
	if (status == AMP_OK)
		status = open_device(a);
	if (status != AMP_OK)
		return status;
	struct cuda_device *d = cuda_device(a);
	CUcontext current = NULL;
	/* The query is cheap, and the program's CUDA libraries may change the context. */
	if (cuda.CtxGetCurrent(&current) == CUDA_SUCCESS && current == d->context)
		return AMP_OK;
	status = cuda_check_at_end(a, NULL, "cuCtxPushCurrent", cuda.CtxPushCurrent(d->context));
	/* If no context was current, device 0's stays current: the CUDA runtime would choose it, too. */
	*pushed = status == AMP_OK && (current || d->number != 0);
	return status;
}

void cuda_leave(bool pushed)
{
	CUcontext popped;
	if (pushed)
		cuda.CtxPopCurrent(&popped);
}

void *cuda_context(const amp_accelerator *a)
{
	return cuda_device(a)->context;
}

/* ---- Queues ------------------------------------------------------------ */

static amp_status queue_init(amp_accelerator_view *queue)
{
	bool pushed;
	amp_status status = cuda_enter(queue->accelerator, &pushed);
	if (status != AMP_OK)
		return status;
	pthread_mutex_lock(&queue->lock);
	if (!atomic_load(&queue->stream)) {
		CUstream stream;
		status = cuda_check(queue->accelerator, queue, "cuStreamCreate",
		                    cuda.StreamCreate(&stream, CU_STREAM_NON_BLOCKING));
		if (status == AMP_OK)
			atomic_store_explicit(&queue->stream, stream, memory_order_release);
	}
	pthread_mutex_unlock(&queue->lock);
	cuda_leave(pushed);
	return status;
}

amp_status cuda_enter_queue(amp_accelerator_view *queue, bool *pushed)
{
	if (!atomic_load_explicit(&queue->stream, memory_order_acquire)) {
		amp_status status = queue_init(queue);
		if (status != AMP_OK)
			return status;
	}
	return cuda_enter(queue->accelerator, pushed);
}

CUstream cuda_stream(amp_accelerator_view *queue)
{
	return atomic_load_explicit(&queue->stream, memory_order_relaxed);
}

static void queue_finish(amp_accelerator_view *queue)
{
	bool pushed;
	if (!cuda_stream(queue) || cuda_enter_queue(queue, &pushed) != AMP_OK)
		return;
	cuda_free_kept(queue->accelerator, queue);
	cuda_fences_destroy(queue);
	if (!queue->is_adopted)
		cuda.StreamDestroy(cuda_stream(queue)); /* its commands are still executed */
	cuda_leave(pushed);
}

static amp_status stream_wait(amp_accelerator_view *queue)
{
	bool pushed;
	if (!cuda_stream(queue))
		return accelerator_check(queue->accelerator); /* never used */
	amp_status status = cuda_enter_queue(queue, &pushed);
	if (status != AMP_OK)
		return status;
	status = cuda_check_at_end(queue->accelerator, queue, "cuStreamSynchronize",
	                           cuda.StreamSynchronize(cuda_stream(queue)));
	cuda_leave(pushed);
	return status;
}

/* ---- Events ------------------------------------------------------------ */

static amp_status event_record(amp_accelerator_view *queue, void **out)
{
	bool pushed;
	amp_status status = cuda_enter_queue(queue, &pushed);
	if (status != AMP_OK)
		return status;
	CUevent event;
	status = cuda_check(queue->accelerator, queue, "cuEventCreate",
	                    cuda.EventCreate(&event, CU_EVENT_DISABLE_TIMING));
	if (status == AMP_OK) {
		status = cuda_check(queue->accelerator, queue, "cuEventRecord",
		                    cuda.EventRecord(event, cuda_stream(queue)));
		if (status == AMP_OK)
			*out = event;
		else
			cuda.EventDestroy(event);
	}
	cuda_leave(pushed);
	return status;
}

static amp_status event_wait(amp_accelerator_view *queue, void *event)
{
	return cuda_check_at_end(queue->accelerator, queue, "cuEventSynchronize",
	                         cuda.EventSynchronize(event));
}

static bool event_is_complete(amp_accelerator_view *queue, void *event)
{
	(void)queue;
	/* After an error there is nothing to wait for. */
	return cuda.EventQuery(event) != CUDA_ERROR_NOT_READY;
}

static void event_finish(amp_accelerator_view *queue, void *event)
{
	(void)queue;
	cuda.EventDestroy(event);
}

/* Returns an event with a time. The trace must not affect the program: an error is left for the next call to
 * report. */
static void *mark(amp_accelerator_view *queue)
{
	bool pushed;
	CUevent event;
	if (!cuda.EventElapsedTime || cuda_enter_queue(queue, &pushed) != AMP_OK)
		return NULL;
	bool is_made = cuda.EventCreate(&event, CU_EVENT_DEFAULT) == CUDA_SUCCESS;
	if (is_made && cuda.EventRecord(event, cuda_stream(queue)) != CUDA_SUCCESS) {
		cuda.EventDestroy(event);
		is_made = false;
	}
	cuda_leave(pushed);
	return is_made ? event : NULL;
}

static int64_t between(amp_accelerator_view *queue, void *from, void *to)
{
	float milliseconds;
	(void)queue;
	return cuda.EventElapsedTime(&milliseconds, from, to) == CUDA_SUCCESS
		? (int64_t)((double)milliseconds * 1e6) : 0;
}

/* ---- Memory ------------------------------------------------------------ */

/* Returns 0 for memory that CUDA does not know: pageable host memory. */
static unsigned memory_type(const void *host)
{
	unsigned type = 0;
	CUpointer_attribute attribute = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
	void *answer = &type;
	/* unlike cuPointerGetAttribute, this does not fail for unknown memory */
	CUresult result = cuda.PointerGetAttributes(1, &attribute, &answer, (uintptr_t)host);
	return result == CUDA_SUCCESS ? type : 0;
}

bool cuda_is_pinned(const void *host)
{
	return memory_type(host) == CU_MEMORYTYPE_HOST;
}

/* Copies from pageable memory return when it was read, and copies to it when it was written. A range may be
 * pinned in part, in units of pages; managed memory is not pageable. */
static bool uses_later(amp_accelerator *a, const void *host, size_t size)
{
	const char *first = host, *last = first + size - 1;
	return cuda_device(a)->reads_pageable || memory_type(first) || cuda_is_registered(host, size) ||
	       ((uintptr_t)first / 4096 != (uintptr_t)last / 4096 && memory_type(last));
}

/* ---- Copies ------------------------------------------------------------ */

struct copying {
	amp_accelerator *to_device, *from_device; /* NULL: the host */
	char *to;
	const char *from;
	CUstream stream;
};

static CUresult copy_line(const struct copying *c, char *to, const char *from, size_t width)
{
	if (!c->from_device)
		return cuda.MemcpyHtoDAsync((uintptr_t)to, from, width, c->stream);
	if (!c->to_device)
		return cuda.MemcpyDtoHAsync(to, (uintptr_t)from, width, c->stream);
	return cuda.MemcpyDtoDAsync((uintptr_t)to, (uintptr_t)from, width, c->stream);
}

static CUresult copy_plane(const struct copying *c, const struct transfer *t)
{
	CUDA_MEMCPY2D p = {
		.srcMemoryType = c->from_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
		.srcHost = c->from_device ? NULL : c->from,
		.srcDevice = c->from_device ? (uintptr_t)c->from : 0,
		.srcPitch = t->from_pitch,
		.dstMemoryType = c->to_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
		.dstHost = c->to_device ? NULL : c->to,
		.dstDevice = c->to_device ? (uintptr_t)c->to : 0,
		.dstPitch = t->to_pitch,
		.WidthInBytes = t->width,
		.Height = t->rows,
	};
	return cuda.Memcpy2DAsync(&p, c->stream);
}

static CUresult copy_box(const struct copying *c, const struct transfer *t)
{
	CUDA_MEMCPY3D p = {
		.srcMemoryType = c->from_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
		.srcHost = c->from_device ? NULL : c->from,
		.srcDevice = c->from_device ? (uintptr_t)c->from : 0,
		.srcPitch = t->from_pitch,
		.srcHeight = t->from_slice / t->from_pitch,
		.dstMemoryType = c->to_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
		.dstHost = c->to_device ? NULL : c->to,
		.dstDevice = c->to_device ? (uintptr_t)c->to : 0,
		.dstPitch = t->to_pitch,
		.dstHeight = t->to_slice / t->to_pitch,
		.WidthInBytes = t->width,
		.Height = t->rows,
		.Depth = t->slices,
	};
	return cuda.Memcpy3DAsync(&p, c->stream);
}

/* Copies between host and device through staging.c, if that is faster. */
static bool copy_staged(const struct copying *c, const struct transfer *t,
                        const amp_accelerator *a, CUresult *result)
{
	if (c->to_device && c->from_device)
		return false;
	/* c->from is not written through these pointers. */
	char *host = c->to_device ? (char *)c->from : c->to;
	char *device = c->to_device ? c->to : (char *)c->from;
	return cuda_staging_copy(a, t, host, device, c->to_device != NULL, c->stream, result);
}

static amp_status copy_all(amp_accelerator_view *queue, const struct copying *c,
                           const struct transfer *t)
{
	const amp_accelerator *a = queue->accelerator;
	size_t max_pitch = cuda_device(a)->max_pitch;
	amp_status status = AMP_OK;
	CUresult result;
	if (copy_staged(c, t, a, &result)) {
		status = cuda_check_at_end(a, queue, "cuMemcpyAsync", result);
	} else if (c->to_device && c->from_device && c->to_device != c->from_device) {
		status = cuda_check_at_end(a, queue, "cuMemcpy3DPeerAsync",
		                           cuda_copy_peer(c->to_device, c->to, c->from_device, c->from, t,
		                                          c->stream));
	} else if (t->rows == 1 && t->slices == 1) {
		status = cuda_check_at_end(a, queue, "cuMemcpyAsync",
		                           copy_line(c, c->to, c->from, t->width));
	} else if (t->from_pitch > max_pitch || t->to_pitch > max_pitch) {
		for (size_t i = 0; i < t->rows * t->slices && status == AMP_OK; i++) {
			size_t y = i % t->rows, z = i / t->rows;
			status = cuda_check_at_end(
			    a, queue, "cuMemcpyAsync",
			    copy_line(c, c->to + y * t->to_pitch + z * t->to_slice,
			              c->from + y * t->from_pitch + z * t->from_slice,
			              t->width));
		}
	} else if (t->slices == 1) {
		status = cuda_check_at_end(a, queue, "cuMemcpy2DAsync", copy_plane(c, t));
	} else {
		status = cuda_check_at_end(a, queue, "cuMemcpy3DAsync", copy_box(c, t));
	}
	return status;
}

/* Returns how much of a transfer's width can be copied at once, 0 if it has to be divided between its rows or slices
 * (register.c). */
static size_t uniform_width(const struct copying *c, const struct transfer *t)
{
	if (c->to_device && c->from_device)
		return t->width;
	size_t size = c->to_device ? transfer_span(t, t->from_pitch, t->from_slice)
	                           : transfer_span(t, t->to_pitch, t->to_slice);
	size_t stretch = cuda_registered_stretch(c->to_device ? c->from : c->to, size);
	if (stretch == size)
		return t->width;
	return t->rows * t->slices > 1 ? 0 : stretch;
}

/* Halves a transfer until its parts can be copied at once. */
static amp_status copy_parts(amp_accelerator_view *queue, struct copying c, struct transfer t)
{
	size_t width = uniform_width(&c, &t);
	if (width == t.width)
		return copy_all(queue, &c, &t);
	struct transfer first = t;
	size_t to = width, from = width;
	if (width) {
		first.width = width;
		t.width -= width;
	} else if (t.slices > 1) {
		first.slices /= 2;
		t.slices -= first.slices;
		to = first.slices * t.to_slice;
		from = first.slices * t.from_slice;
	} else {
		first.rows /= 2;
		t.rows -= first.rows;
		to = first.rows * t.to_pitch;
		from = first.rows * t.from_pitch;
	}
	amp_status status = copy_parts(queue, c, first);
	c.to += to;
	c.from += from;
	return status == AMP_OK ? copy_parts(queue, c, t) : status;
}

static amp_status copy(amp_accelerator_view *queue, const struct transfer *t,
                       amp_accelerator *to_device, char *to_address,
                       amp_accelerator *from_device, const char *from_address)
{
	bool pushed;
	amp_status status = cuda_enter_queue(queue, &pushed);
	if (status != AMP_OK)
		return status;
	struct copying c = {
	    .to_device = to_device,
	    .from_device = from_device,
	    .to = to_address + t->to,
	    .from = from_address + t->from,
	    .stream = cuda_stream(queue),
	};
	cuda_hold_registered();
	status = copy_parts(queue, c, *t);
	cuda_release_registered();
	cuda_leave(pushed);
	return status;
}

/* ---- Kernels ----------------------------------------------------------- */

static amp_status prepare(amp_accelerator_view *queue, amp_kernel *kernel, void **code)
{
	bool pushed;
	*code = cuda_find(queue, kernel);
	if (*code)
		return AMP_OK;
	amp_status status = cuda_enter_queue(queue, &pushed);
	if (status != AMP_OK)
		return status;
	struct trace_span span;
	trace_begin(&span, TRACE_LOAD, kernel->name, NULL);
	status = cuda_prepare(queue, kernel, (struct cuda_code **)code);
	trace_end(&span, status, 0, NULL, queue->accelerator->info.device_path, NULL);
	cuda_leave(pushed);
	return status;
}

#define MAX_GRID_YZ 65535

static unsigned blocks_for(unsigned n, unsigned each)
{
	return n / each + (n % each != 0);
}

/* Returns the number of the blocks from `begin` to n that one grid may have in its second or third dimension. */
static unsigned part_of(unsigned n, unsigned begin)
{
	return n - begin < MAX_GRID_YZ ? n - begin : MAX_GRID_YZ;
}

/* Returns whether all threads of a domain can be resident at the same time with up to 128 registers each; a
 * multiprocessor has 65536. */
static bool is_small(const struct cuda_device *device, const amp_domain *domain)
{
	return domain->total <= 512 * device->processors;
}

/* Returns the block size for an untiled domain: smaller in small domains, so that all multiprocessors get a
 * block. */
static unsigned block_size(const struct cuda_device *device, unsigned points)
{
	unsigned n = BLOCK;
	while (n > WARP && points / n < device->processors)
		n /= 2;
	return n;
}

/* Returns the grid of a kernel. The grid of a tiled kernel has the tiles' rank. An untiled domain is divided
 * into patches of 64 by 4 points, whose threads share more of what they read than those of a row; half as
 * wide if there are too many columns, or 16 by 16 if the compiler says so. If many threads would be idle in
 * these, the grid has one dimension (include/amp/grid.h). Smaller blocks have fewer rows, and are patches if
 * they have at least two. */
static struct launch_plan shape_of(const struct cuda_device *device, const amp_kernel *kernel,
                                   const amp_domain *domain)
{
	unsigned rank = kernel->rank;
	if (kernel->tile[0]) {
		struct launch_plan g = {NULL, {1, 1, 1}, {1, 1, 1}};
		for (unsigned d = 0; d < rank; d++) {
			g.threads[d] = (unsigned)kernel->tile[rank - 1 - d];
			g.blocks[d] = (unsigned)domain->tiles[rank - 1 - d];
		}
		return g;
	}
	unsigned size = block_size(device, domain->total);
	struct launch_plan linear = {NULL, {blocks_for(domain->total, size), 1, 1}, {size, 1, 1}};
	if (rank < 2 || rank > AMP_DOMAIN_RANK)
		return linear;
	unsigned columns = (unsigned)domain->extent[rank - 1], rows = (unsigned)domain->extent[rank - 2];
	unsigned widest = kernel->in_squares ? 16 : 64, narrowest = kernel->in_squares ? 16 : 32;
	for (unsigned width = widest; width >= narrowest; width /= 2) {
		unsigned height = size / width;
		if (height < 2)
			continue;
		struct launch_plan g = {
		    NULL, {blocks_for(columns, width), blocks_for(rows, height), 1}, {width, height, 1}};
		if (rank == 3)
			g.blocks[2] = (unsigned)domain->extent[0];
		bool is_full = (uint64_t)g.blocks[0] * width * g.blocks[1] * height * 8 <=
		               (uint64_t)columns * rows * 9;
		if (is_full && g.blocks[1] <= MAX_GRID_YZ && g.blocks[2] <= MAX_GRID_YZ)
			return g;
	}
	return linear;
}

/* Sets the grid of a wide kernel (amp/wide.h), which is used for large launches only. Returns false if the
 * threads would have to be arranged in rows but do not fit well. */
static bool wide_shape_of(const struct cuda_device *device, const amp_kernel *kernel,
                          const amp_domain *domain, bool in_rows, struct launch_plan *out)
{
	amp_domain threads = *domain;
	unsigned blocks = blocks_for(blocks_for(domain->total, kernel->wide), BLOCK);
	*out = (struct launch_plan){NULL, {blocks, 1, 1}, {BLOCK, 1, 1}};
	if (!in_rows)
		return true;
	threads.extent[kernel->rank - 1] /= (int)kernel->wide;
	threads.total /= kernel->wide;
	*out = shape_of(device, kernel, &threads);
	return out->threads[1] > 1;
}

static void plan(const amp_accelerator_view *queue, const amp_kernel *kernel, void *code,
                 const amp_domain *domain, const struct distinct_views *views,
                 struct launch_plan *out)
{
	struct cuda_code *c = code;
	void *wide = atomic_load_explicit(&c->wide, memory_order_relaxed);
	void *restricted = atomic_load_explicit(&c->restricted, memory_order_relaxed);
	void *small_domain = atomic_load_explicit(&c->small_domain, memory_order_relaxed);
	const struct cuda_device *device = queue->accelerator->device;
	if (views && views->may_be_wide && wide &&
	    wide_shape_of(device, kernel, domain, views->in_rows, out)) {
		out->function = wide;
		return;
	}
	*out = shape_of(device, kernel, domain);
	/* if the kernel has a function for distinct views, its function for small domains requires them, too */
	if (small_domain && (views || !restricted) && is_small(device, domain))
		out->function = small_domain;
	else if (views && restricted)
		out->function = restricted;
	else
		out->function = atomic_load_explicit(&c->function, memory_order_relaxed);
}

static CUresult launch_grid(amp_accelerator_view *queue, const struct launch_plan *g,
                            void **parameters)
{
	return cuda.LaunchKernel(g->function, g->blocks[0], g->blocks[1], g->blocks[2],
	                         g->threads[0], g->threads[1], g->threads[2], 0, cuda_stream(queue),
	                         parameters, NULL);
}

/* Launches a grid that is too large in its second or third dimension in parts. */
static CUresult launch_parts(amp_accelerator_view *queue, const struct launch_plan *g,
                             void **parameters, amp_domain domain)
{
	CUresult result = CUDA_SUCCESS;
	parameters[1] = &domain;
	for (unsigned z = 0; z < g->blocks[2]; z += MAX_GRID_YZ) {
		for (unsigned y = 0; y < g->blocks[1] && result == CUDA_SUCCESS; y += MAX_GRID_YZ) {
			struct launch_plan part = *g;
			part.blocks[1] = part_of(g->blocks[1], y);
			part.blocks[2] = part_of(g->blocks[2], z);
			domain.first_block[1] = y;
			domain.first_block[2] = z;
			result = launch_grid(queue, &part, parameters);
		}
	}
	return result;
}

static amp_status launch(amp_accelerator_view *queue, amp_kernel *kernel,
                         const struct launch_plan *g, const amp_domain *domain,
                         const int *extent, const void *image,
                         const struct distinct_views *views)
{
	(void)extent; /* domain has what the device needs of it */
	bool pushed;
	amp_status status = cuda_enter_queue(queue, &pushed);
	if (status != AMP_OK)
		return status;
	/* The driver copies as many parameters as the function has, and does not write to them. */
	void *parameters[2 + 2 * AMP_POINTERS];
	parameters[0] = (void *)image;
	parameters[1] = (void *)domain;
	for (int i = 0; views && i < AMP_POINTERS; i++)
		parameters[2 + i] = parameters[2 + AMP_POINTERS + i] = (void *)&views->origins[i];
	bool is_whole = g->blocks[1] <= MAX_GRID_YZ && g->blocks[2] <= MAX_GRID_YZ;
	CUresult result = is_whole ? launch_grid(queue, g, parameters)
	                           : launch_parts(queue, g, parameters, *domain);
	status = cuda_check(queue->accelerator, queue, "cuLaunchKernel", result);
	cuda_leave(pushed);
	return status == AMP_OK ? status : fail_context(status, "%s", kernel->name);
}

static const struct amp_backend cuda_backend = {
    .queue_init = queue_init,
    .queue_finish = queue_finish,
    .queue_wait = stream_wait,
    .queue_wait_queue = cuda_queue_wait_queue,
    .fence = cuda_fence,
    .note_reached = cuda_note_reached,
    .event_record = event_record,
    .event_wait = event_wait,
    .event_is_complete = event_is_complete,
    .event_finish = event_finish,
    .mark = mark,
    .between = between,
    .allocate = cuda_allocate,
    .free = cuda_free,
    .allocate_pinned = cuda_allocate_pinned,
    .free_pinned = cuda_free_pinned,
    .register_host = cuda_register_host,
    .unregister_host = cuda_unregister_host,
    .uses_later = uses_later,
    .sample = cuda_sample,
    .unsample = cuda_unsample,
    .copy = copy,
    .prepare = prepare,
    .plan = plan,
    .launch = launch,
};

/* ---- The list ---------------------------------------------------------- */

static int attribute(CUdevice device, CUdevice_attribute which)
{
	int value = 0;
	return cuda.DeviceGetAttribute(&value, which, device) == CUDA_SUCCESS ? value : 0;
}

static bool device_init(amp_accelerator *a, struct cuda_device *d, int number)
{
	if (cuda.DeviceGet(&d->device, number) != CUDA_SUCCESS)
		return false;
	size_t memory = 0;
	cuda.DeviceTotalMem(&memory, d->device);
	if (cuda.DeviceGetName(d->name, sizeof(d->name), d->device) != CUDA_SUCCESS)
		snprintf(d->name, sizeof(d->name), "NVIDIA GPU");
	snprintf(d->path, sizeof(d->path), "cuda:%d", number);
	d->number = number;
	pthread_mutex_init(&d->lock, NULL);
	pthread_mutex_init(&d->staging.lock, NULL);
	pthread_mutex_init(&d->kept.lock, NULL);
	d->has_pools = cuda.MemAllocAsync && cuda.MemFreeAsync && cuda.DeviceGetDefaultMemPool &&
	               cuda.MemPoolSetAttribute &&
	               attribute(d->device, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);
	d->reads_pageable = attribute(
		d->device, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES);
	d->max_pitch = (size_t)attribute(d->device, CU_DEVICE_ATTRIBUTE_MAX_PITCH);
	d->processors = (unsigned)attribute(d->device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
	a->threads = d->processors *
	             (unsigned)attribute(d->device,
	                                 CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
	unsigned major = (unsigned)attribute(d->device,
	                                     CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
	unsigned minor = (unsigned)attribute(d->device,
	                                     CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
	a->backend = &cuda_backend;
	a->device = d;
	a->info = (amp_accelerator_info){
		.kind = AMP_ACCELERATOR_CUDA,
		.device_path = d->path,
		.description = d->name,
		.version = major << 16 | minor,
		.dedicated_memory = memory / 1024,
		/* Only devices that drive a display have a time limit for kernels. */
		.has_display = attribute(d->device, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT),
		.supports_double_precision = true,
		.supports_limited_double_precision = true,
		.supports_cpu_shared_memory = attribute(d->device, CU_DEVICE_ATTRIBUTE_INTEGRATED),
		.max_tile_size = 1024,
		.max_tile_static = (size_t)attribute(
			d->device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
		.cuda_device = number,
	};
	return true;
}

size_t cuda_accelerators_create(amp_accelerator **out)
{
	int n = 0;
	if (!cuda_driver_load() || cuda.DeviceGetCount(&n) != CUDA_SUCCESS || n <= 0)
		return 0;
	cuda_register_init();
	amp_accelerator *list = calloc((size_t)n, sizeof(*list));
	struct cuda_device *devices = calloc((size_t)n, sizeof(*devices));
	size_t count = 0;
	while (list && devices && count < (size_t)n &&
	       device_init(&list[count], &devices[count], (int)count))
		count++;
	if (count == 0) {
		free(list);
		free(devices);
		return 0;
	}
	*out = list; /* both live as long as the process */
	return count;
}
