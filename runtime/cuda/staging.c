/* Large copies from and to pageable host memory, through pinned memory of our
 * own: the driver's way is a single thread's. While one chunk is on the bus the
 * CPU accelerator's threads copy the other one. As with the driver, the source
 * has been read, or the destination written, on return. */
#include "cuda/driver.h"

#include <string.h>

/* Copies of at least this size are worth it. */
#define STAGED_BYTES ((size_t)512 << 10)
#define CHUNK_BYTES ((size_t)4 << 20)
/* What one thread copies at a time: four of them fill the bus, and more only get
 * in each other's way. */
#define PIECE_BYTES ((size_t)1 << 20)

/* A chunk: rows on both sides, packed in between. */
struct chunk {
	char *host, *device;
	size_t width, rows, host_pitch, device_pitch;
	char *pinned;
	bool to_device;
};

/* Rows [begin, end) of a chunk, or bytes where it has only one. */
static void copy_piece(void *context, size_t begin, size_t end)
{
	const struct chunk *c = context;
	if (c->rows == 1) {
		if (c->to_device)
			memcpy(c->pinned + begin, c->host + begin, end - begin);
		else
			memcpy(c->host + begin, c->pinned + begin, end - begin);
		return;
	}
	for (size_t y = begin; y < end; y++) {
		char *host = c->host + y * c->host_pitch, *pinned = c->pinned + y * c->width;
		if (c->to_device)
			memcpy(pinned, host, c->width);
		else
			memcpy(host, pinned, c->width);
	}
}

static void copy_on_host(struct chunk *c)
{
	size_t rows_a_piece = PIECE_BYTES / c->width ? PIECE_BYTES / c->width : 1;
	if (c->rows == 1)
		pool_run(copy_piece, c, c->width, PIECE_BYTES);
	else
		pool_run(copy_piece, c, c->rows, rows_a_piece);
}

static CUresult copy_on_bus(const struct chunk *c, CUstream stream)
{
	if (c->rows == 1)
		return c->to_device
			? cuda.MemcpyHtoDAsync((uintptr_t)c->device, c->pinned, c->width, stream)
			: cuda.MemcpyDtoHAsync(c->pinned, (uintptr_t)c->device, c->width, stream);
	CUDA_MEMCPY2D p = {.WidthInBytes = c->width, .Height = c->rows};
	if (c->to_device) {
		p.srcMemoryType = CU_MEMORYTYPE_HOST;
		p.srcHost = c->pinned;
		p.srcPitch = c->width;
		p.dstMemoryType = CU_MEMORYTYPE_DEVICE;
		p.dstDevice = (uintptr_t)c->device;
		p.dstPitch = c->device_pitch;
	} else {
		p.srcMemoryType = CU_MEMORYTYPE_DEVICE;
		p.srcDevice = (uintptr_t)c->device;
		p.srcPitch = c->device_pitch;
		p.dstMemoryType = CU_MEMORYTYPE_HOST;
		p.dstHost = c->pinned;
		p.dstPitch = c->width;
	}
	return cuda.Memcpy2DAsync(&p, stream);
}

/* The memory, once; without it the driver's own way remains. */
static bool prepare(struct cuda_staging *s)
{
	for (int i = 0; i < 2; i++) {
		if (!s->memory[i] && cuda.MemHostAlloc((void **)&s->memory[i], CHUNK_BYTES,
		                                       CU_MEMHOSTALLOC_PORTABLE) != CUDA_SUCCESS) {
			s->memory[i] = NULL;
			return false;
		}
		if (!s->event[i] &&
		    cuda.EventCreate(&s->event[i], CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS) {
			s->event[i] = NULL;
			return false;
		}
	}
	return true;
}

/* The n-th chunk of whole. */
static bool chunk_at(const struct chunk *whole, size_t n, struct chunk *out)
{
	*out = *whole;
	if (whole->rows == 1) {
		size_t at = n * CHUNK_BYTES;
		if (at >= whole->width)
			return false;
		out->host += at;
		out->device += at;
		out->width = whole->width - at < CHUNK_BYTES ? whole->width - at : CHUNK_BYTES;
		return true;
	}
	size_t each = CHUNK_BYTES / whole->width, at = n * each;
	if (at >= whole->rows)
		return false;
	out->host += at * whole->host_pitch;
	out->device += at * whole->device_pitch;
	out->rows = whole->rows - at < each ? whole->rows - at : each;
	return true;
}

/* Gives the chunk's commands: for the device, when its memory is filled. */
static CUresult send(struct cuda_staging *s, struct chunk *c, size_t n, CUstream stream)
{
	int i = (int)(n % 2);
	CUresult result = CUDA_SUCCESS;
	c->pinned = s->memory[i];
	if (s->is_used[i])
		result = cuda.EventSynchronize(s->event[i]);
	if (result == CUDA_SUCCESS && c->to_device)
		copy_on_host(c);
	if (result == CUDA_SUCCESS)
		result = copy_on_bus(c, stream);
	if (result == CUDA_SUCCESS)
		result = cuda.EventRecord(s->event[i], stream);
	s->is_used[i] |= result == CUDA_SUCCESS;
	return result;
}

static CUresult receive(struct cuda_staging *s, struct chunk *c, size_t n)
{
	CUresult result = cuda.EventSynchronize(s->event[n % 2]);
	if (result == CUDA_SUCCESS)
		copy_on_host(c);
	return result;
}

static CUresult copy_plane(struct cuda_staging *s, const struct chunk *whole, CUstream stream)
{
	struct chunk chunks[2];
	CUresult result = CUDA_SUCCESS;
	size_t n = 0;
	for (; chunk_at(whole, n, &chunks[n % 2]) && result == CUDA_SUCCESS; n++) {
		result = send(s, &chunks[n % 2], n, stream);
		/* While this one is on the bus, the one before leaves. */
		if (result == CUDA_SUCCESS && !whole->to_device && n)
			result = receive(s, &chunks[(n - 1) % 2], n - 1);
	}
	if (result == CUDA_SUCCESS && !whole->to_device)
		result = receive(s, &chunks[(n - 1) % 2], n - 1);
	return result;
}

bool cuda_staging_copy(struct cuda_device *d, const struct transfer *t, char *host,
                       char *device, bool to_device, CUstream stream, CUresult *result)
{
	if (t->width * t->rows * t->slices < STAGED_BYTES ||
	    (t->rows > 1 && t->width > CHUNK_BYTES) || d->reads_pageable)
		return false;
	struct cuda_staging *s = &d->staging;
	pthread_mutex_lock(&s->lock);
	bool is_ready = prepare(s);
	*result = CUDA_SUCCESS;
	for (size_t z = 0; is_ready && z < t->slices && *result == CUDA_SUCCESS; z++) {
		struct chunk plane = {
			.host = host + z * (to_device ? t->from_slice : t->to_slice),
			.device = device + z * (to_device ? t->to_slice : t->from_slice),
			.width = t->width,
			.rows = t->rows,
			.host_pitch = to_device ? t->from_pitch : t->to_pitch,
			.device_pitch = to_device ? t->to_pitch : t->from_pitch,
			.to_device = to_device,
		};
		*result = copy_plane(s, &plane, stream);
	}
	pthread_mutex_unlock(&s->lock);
	return is_ready;
}
