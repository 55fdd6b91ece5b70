/* Large copies from and to pageable host memory, through pinned memory of our
 * own: the driver's way is a single thread's, and far below the bus's rate. The
 * copy is cut into pieces. Several threads take them in turn; each moves its
 * pieces between the host's memory and a slot of pinned memory, and gives the
 * device its commands, so that the bus never waits for all threads at once. As
 * with the driver, the source has been read, or the destination written, on
 * return. */
#include "cuda/driver.h"

#include <sched.h>
#include <string.h>

/* Copies of at least this size are worth it (measured on an H100: below, waking
 * the threads costs more than they save). */
#define STAGED_BYTES ((size_t)2 << 20)
/* A copy's pieces: small enough that all threads have some, large enough for the
 * bus. */
#define PIECES_WANTED 8
#define MIN_PIECE_BYTES ((size_t)256 << 10)
/* Eight threads fill the bus; more get in each other's way. */
#define THREADS 8

/* A plane of rows is cut into pieces of whole rows, or of parts of a row where
 * one is larger than a piece. */
struct staged_copy {
	struct cuda_staging *staging;
	const amp_accelerator *accelerator;
	const struct transfer *t;
	char *host, *device;
	bool to_device;
	CUstream stream;
	size_t host_pitch, host_slice, device_pitch, device_slice;
	size_t piece_width, piece_rows;     /* of all but the last ones */
	size_t parts_of_row, groups_of_rows; /* pieces along a row, groups in a slice */
	size_t count;                       /* pieces */
	atomic_size_t next;                 /* the first that no thread has taken */
	_Atomic CUresult result;            /* the first failure */
};

struct piece {
	char *host, *device;
	size_t width, rows;
};

static size_t divide_up(size_t n, size_t by)
{
	return (n + by - 1) / by;
}

static size_t minimum(size_t a, size_t b)
{
	return a < b ? a : b;
}

static struct piece piece_at(const struct staged_copy *c, size_t n)
{
	size_t x = n % c->parts_of_row * c->piece_width;
	size_t y = n / c->parts_of_row % c->groups_of_rows * c->piece_rows;
	size_t z = n / c->parts_of_row / c->groups_of_rows;
	return (struct piece){
		.host = c->host + z * c->host_slice + y * c->host_pitch + x,
		.device = c->device + z * c->device_slice + y * c->device_pitch + x,
		.width = minimum(c->piece_width, c->t->width - x),
		.rows = minimum(c->piece_rows, c->t->rows - y),
	};
}

static void copy_on_host(const struct staged_copy *c, const struct piece *p, char *pinned)
{
	for (size_t y = 0; y < p->rows; y++) {
		char *host = p->host + y * c->host_pitch, *packed = pinned + y * p->width;
		if (c->to_device)
			memcpy(packed, host, p->width);
		else
			memcpy(host, packed, p->width);
	}
}

static CUresult copy_on_bus(const struct staged_copy *c, const struct piece *p, char *pinned)
{
	if (p->rows == 1)
		return c->to_device
			? cuda.MemcpyHtoDAsync((uintptr_t)p->device, pinned, p->width, c->stream)
			: cuda.MemcpyDtoHAsync(pinned, (uintptr_t)p->device, p->width, c->stream);
	CUDA_MEMCPY2D m = {.WidthInBytes = p->width, .Height = p->rows};
	if (c->to_device) {
		m.srcMemoryType = CU_MEMORYTYPE_HOST;
		m.srcHost = pinned;
		m.srcPitch = p->width;
		m.dstMemoryType = CU_MEMORYTYPE_DEVICE;
		m.dstDevice = (uintptr_t)p->device;
		m.dstPitch = c->device_pitch;
	} else {
		m.srcMemoryType = CU_MEMORYTYPE_DEVICE;
		m.srcDevice = (uintptr_t)p->device;
		m.srcPitch = c->device_pitch;
		m.dstMemoryType = CU_MEMORYTYPE_HOST;
		m.dstHost = pinned;
		m.dstPitch = p->width;
	}
	return cuda.Memcpy2DAsync(&m, c->stream);
}

static void note_result(struct staged_copy *c, CUresult result)
{
	CUresult none = CUDA_SUCCESS;
	if (result != CUDA_SUCCESS)
		atomic_compare_exchange_strong(&c->result, &none, result);
}

static bool has_failed(struct staged_copy *c)
{
	return atomic_load_explicit(&c->result, memory_order_relaxed) != CUDA_SUCCESS;
}

/* Gives the commands for the n-th piece; its slot's memory is free, and filled
 * if it goes to the device. */
static void send(struct staged_copy *c, size_t n)
{
	struct staging_slot *slot = &c->staging->slots[n % STAGING_SLOTS];
	struct piece p = piece_at(c, n);
	CUresult result = copy_on_bus(c, &p, slot->memory);
	if (result == CUDA_SUCCESS)
		result = cuda.EventRecord(slot->event, c->stream);
	note_result(c, result);
	slot->is_used |= result == CUDA_SUCCESS;
	atomic_store_explicit(&slot->sent, n / STAGING_SLOTS + 1, memory_order_release);
}

/* Until the slot has been sent so many times: another thread is about to. */
static void await_sent(struct staged_copy *c, struct staging_slot *slot, size_t times)
{
	while (atomic_load_explicit(&slot->sent, memory_order_acquire) != times && !has_failed(c))
		sched_yield();
}

/* Until the device is done with the slot's memory. */
static void await_device(struct staged_copy *c, struct staging_slot *slot)
{
	if (slot->is_used && !has_failed(c))
		note_result(c, cuda.EventSynchronize(slot->event));
}

static void upload(struct staged_copy *c, size_t n)
{
	struct staging_slot *slot = &c->staging->slots[n % STAGING_SLOTS];
	struct piece p = piece_at(c, n);
	await_sent(c, slot, n / STAGING_SLOTS);
	await_device(c, slot);
	if (has_failed(c))
		return;
	copy_on_host(c, &p, slot->memory);
	send(c, n);
}

static void download(struct staged_copy *c, size_t n)
{
	struct staging_slot *slot = &c->staging->slots[n % STAGING_SLOTS];
	struct piece p = piece_at(c, n);
	await_sent(c, slot, n / STAGING_SLOTS + 1);
	await_device(c, slot);
	if (has_failed(c))
		return;
	copy_on_host(c, &p, slot->memory);
	if (n + STAGING_SLOTS < c->count)
		send(c, n + STAGING_SLOTS);
}

/* A thread's part. A piece that is taken waits only for earlier ones, so one
 * thread alone gets through as well. */
static void run_thread(void *context, size_t begin, size_t end)
{
	struct staged_copy *c = context;
	bool pushed;
	(void)begin;
	(void)end;
	if (cuda_enter(c->accelerator, &pushed) != AMP_OK) {
		note_result(c, CUDA_ERROR_INVALID_CONTEXT);
		return;
	}
	for (size_t n; !has_failed(c) && (n = atomic_fetch_add(&c->next, 1)) < c->count;) {
		if (c->to_device)
			upload(c, n);
		else
			download(c, n);
	}
	cuda_leave(pushed);
}

static void cut(struct staged_copy *c)
{
	const struct transfer *t = c->t;
	size_t piece = t->width * t->rows * t->slices / PIECES_WANTED;
	if (piece < MIN_PIECE_BYTES)
		piece = MIN_PIECE_BYTES;
	if (piece > STAGING_SLOT_BYTES)
		piece = STAGING_SLOT_BYTES;
	c->piece_width = minimum(t->width, piece);
	c->piece_rows = minimum(t->rows, piece / c->piece_width);
	c->parts_of_row = divide_up(t->width, c->piece_width);
	if (c->parts_of_row > 1)
		c->piece_rows = 1;
	c->groups_of_rows = divide_up(t->rows, c->piece_rows);
	c->count = c->parts_of_row * c->groups_of_rows * t->slices;
}

/* Pinned memory for n pieces; without it the driver's own way remains. */
static bool prepare(struct cuda_staging *s, size_t n)
{
	for (size_t i = 0; i < STAGING_SLOTS && i < n; i++) {
		struct staging_slot *slot = &s->slots[i];
		if (!slot->memory &&
		    cuda.MemHostAlloc((void **)&slot->memory, STAGING_SLOT_BYTES,
		                      CU_MEMHOSTALLOC_PORTABLE) != CUDA_SUCCESS) {
			slot->memory = NULL;
			return false;
		}
		if (!slot->event &&
		    cuda.EventCreate(&slot->event, CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS) {
			slot->event = NULL;
			return false;
		}
		atomic_store_explicit(&slot->sent, 0, memory_order_relaxed);
	}
	return true;
}

static CUresult run(struct staged_copy *c)
{
	/* The first pieces come from the device before any thread asks. */
	for (size_t n = 0; !c->to_device && n < c->count && n < STAGING_SLOTS; n++) {
		await_device(c, &c->staging->slots[n]);
		if (has_failed(c))
			break;
		send(c, n);
	}
	if (!has_failed(c))
		pool_run(run_thread, c, 0, minimum(THREADS, c->count), 1);
	/* What was sent before a failure must not use the slots later. */
	if (has_failed(c))
		cuda.StreamSynchronize(c->stream);
	return atomic_load(&c->result);
}

bool cuda_staging_copy(const amp_accelerator *a, const struct transfer *t, char *host,
                       char *device, bool to_device, CUstream stream, CUresult *result)
{
	struct cuda_device *d = cuda_device(a);
	size_t device_pitch = to_device ? t->to_pitch : t->from_pitch;
	if (t->width * t->rows * t->slices < STAGED_BYTES || d->reads_pageable ||
	    (t->rows > 1 && device_pitch > d->max_pitch) || cuda_is_pinned(host))
		return false;
	struct staged_copy c = {
		.staging = &d->staging,
		.accelerator = a,
		.t = t,
		.host = host,
		.device = device,
		.to_device = to_device,
		.stream = stream,
		.host_pitch = to_device ? t->from_pitch : t->to_pitch,
		.host_slice = to_device ? t->from_slice : t->to_slice,
		.device_pitch = device_pitch,
		.device_slice = to_device ? t->to_slice : t->from_slice,
	};
	cut(&c);
	pthread_mutex_lock(&d->staging.lock);
	bool is_ready = prepare(&d->staging, c.count);
	if (is_ready)
		*result = run(&c);
	pthread_mutex_unlock(&d->staging.lock);
	return is_ready;
}
