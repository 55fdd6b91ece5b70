/* Large copies from and to pageable host memory, through pinned memory of the runtime: the driver's own copy
 * uses one thread and stays far below the bus's bandwidth. A copy is cut into pieces, each of which goes
 * through a slot of pinned memory. One thread, the conductor, submits all commands to the device and queries
 * its events, since threads that do so concurrently wait for each other in the driver. The others only move
 * pieces between host memory and the slots, in turn. As with the driver's copy, the source has been read, or
 * the destination written, on return. */
#include "cuda/driver.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include <sched.h>
#include <string.h>

/* The smallest copy that is staged (measured on an H100: for smaller ones, waking the threads costs more than
 * they save). */
#define STAGED_BYTES ((size_t)512 << 10)
/* The number of pieces of a copy: pieces are small enough that the bus starts early and all threads have
 * some, and large enough for the bus. */
#define PIECES_WANTED 16
#define MIN_PIECE_BYTES ((size_t)256 << 10)
/* The conductor and eight others saturate the bus; more slow each other down. */
#define THREADS 9
/* Copies to the device up to this size are stored past the caches: from lines that other cores have modified,
 * the bus reads 33 GB/s instead of 55. For larger copies the slots stay in the caches, which saves memory
 * bandwidth (64 MiB: 40 GB/s instead of 33). */
#define STREAMED_BYTES ((size_t)32 << 20)
/* With fewer other threads than this, the conductor moves pieces, too. */
#define FEW_THREADS 3
/* In a copy of few pieces, threads share each piece: the bus waits for the first piece to the device, and the
 * program for the last one from it, each of which takes one thread 100 us (without parts, 16 MiB go to an H100
 * at 28 GB/s instead of 32, and from it at 35 instead of 43). In larger copies, parts only make threads wait for
 * each other. */
#define FEW_PIECES 32
#define PARTS_OF_PIECE 8
#define CACHE_LINE ((size_t)64)

/* A slice is cut into pieces of whole rows, or of parts of a row if a row is larger than a piece. */
struct staged_copy {
	struct cuda_staging *staging;
	const amp_accelerator *accelerator;
	const struct transfer *t;
	char *host, *device;
	bool to_device, is_streamed;
	CUstream queue;
	size_t host_pitch, host_slice, device_pitch, device_slice;
	size_t piece_width, piece_rows;     /* of all pieces but the last ones */
	size_t parts_of_row, groups_of_rows; /* pieces along a row, and groups of rows in a slice */
	size_t count;                       /* pieces */
	size_t parts;                       /* of each piece, which threads take */
	atomic_size_t next;                 /* the first part that no thread has taken */
	atomic_size_t ready;                /* pieces before this one may be moved on the host */
	atomic_bool is_conducted;
	atomic_uint others;                 /* number of threads that are not the conductor */
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

static size_t round_up(size_t n, size_t by)
{
	return divide_up(n, by) * by;
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

#ifdef __SSE2__
/* Like memcpy(), but stores past the caches. */
static void stream(char *to, const char *from, size_t n)
{
	size_t head = -(uintptr_t)to & 63;
	if (n < 4096) {
		memcpy(to, from, n);
		return;
	}
	memcpy(to, from, head);
	for (to += head, from += head, n -= head; n >= 64; to += 64, from += 64, n -= 64) {
		for (int i = 0; i < 64; i += 16)
			_mm_stream_si128((__m128i *)(to + i),
			                 _mm_loadu_si128((const __m128i *)(from + i)));
	}
	_mm_sfence();
	memcpy(to, from, n);
}
#else
#define stream memcpy
#endif

/* Copies bytes begin to end of a piece in its slot, which has no gaps between rows, from or to host memory. */
static void copy_on_host(const struct staged_copy *c, const struct piece *p, char *pinned, size_t begin, size_t end)
{
	for (size_t at = begin, n; at < end; at += n) {
		size_t y = at / p->width, x = at % p->width;
		char *host = p->host + y * c->host_pitch + x, *packed = pinned + at;
		n = minimum(p->width - x, end - at);
		if (c->is_streamed)
			stream(packed, host, n);
		else if (c->to_device)
			memcpy(packed, host, n);
		else
			memcpy(host, packed, n);
	}
}

static CUresult copy_on_bus(const struct staged_copy *c, const struct piece *p, char *pinned)
{
	if (p->rows == 1)
		return c->to_device
			? cuda.MemcpyHtoDAsync((uintptr_t)p->device, pinned, p->width, c->queue)
			: cuda.MemcpyDtoHAsync(pinned, (uintptr_t)p->device, p->width, c->queue);
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
	return cuda.Memcpy2DAsync(&m, c->queue);
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

static struct staging_slot *slot_of(const struct staged_copy *c, size_t n)
{
	return &c->staging->slots[n % STAGING_SLOTS];
}

/* ---- Threads that move pieces ---------------------------------------------- */

/* Moves the n-th part of all pieces' parts. */
static void move_part(struct staged_copy *c, size_t n)
{
	size_t part = n % c->parts;
	struct staging_slot *slot = slot_of(c, n / c->parts);
	struct piece p = piece_at(c, n / c->parts);
	size_t bytes = p.width * p.rows, step = round_up(divide_up(bytes, c->parts), CACHE_LINE);
	copy_on_host(c, &p, slot->memory, minimum(part * step, bytes), minimum((part + 1) * step, bytes));
	atomic_fetch_add_explicit(&slot->moved, 1, memory_order_release);
}

static bool is_ready(struct staged_copy *c, size_t n)
{
	return n / c->parts < atomic_load_explicit(&c->ready, memory_order_acquire);
}

static void move_parts(struct staged_copy *c)
{
	for (size_t n; (n = atomic_fetch_add(&c->next, 1)) < c->count * c->parts;) {
		while (!is_ready(c, n)) {
			if (has_failed(c))
				return;
			sched_yield();
		}
		move_part(c, n);
	}
}

/* ---- The thread that conducts ------------------------------------------------- */

/* The progress of a copy. Each piece is sent to or from the device once, in order. */
struct progress {
	size_t sent;     /* number of pieces submitted to the device */
	size_t finished; /* number of uses of slots that the device has finished */
	size_t moved;    /* number of pieces moved, without gaps */
	size_t own;      /* the part that the conductor moves, or SIZE_MAX */
};

static bool is_moved(const struct staged_copy *c, size_t n)
{
	return atomic_load_explicit(&slot_of(c, n)->moved, memory_order_acquire) == (n / STAGING_SLOTS + 1) * c->parts;
}

/* Submits the commands for the next piece, if it is in its slot (or, from the device, if the slot is free). */
static bool send_next(struct staged_copy *c, struct progress *p)
{
	size_t n = p->sent;
	if (n == c->count ||
	    (c->to_device ? p->moved <= n : n >= p->moved + STAGING_SLOTS))
		return false;
	struct staging_slot *slot = slot_of(c, n);
	struct piece piece = piece_at(c, n);
	CUresult result = copy_on_bus(c, &piece, slot->memory);
	if (result == CUDA_SUCCESS)
		result = cuda.EventRecord(slot->event, c->queue);
	note_result(c, result);
	slot->is_used |= result == CUDA_SUCCESS;
	p->sent++;
	return true;
}

/* Queries whether the device has finished with the next slot: then a piece may be moved into it (or, from the
 * device, out of it). */
static bool finish_next(struct staged_copy *c, struct progress *p)
{
	size_t n = p->finished;
	if (c->to_device ? n == c->count || n >= p->sent + STAGING_SLOTS : n == p->sent)
		return false;
	struct staging_slot *slot = slot_of(c, n);
	CUresult result = slot->is_used ? cuda.EventQuery(slot->event) : CUDA_SUCCESS;
	if (result == CUDA_ERROR_NOT_READY)
		return false;
	note_result(c, result);
	atomic_store_explicit(&c->ready, ++p->finished, memory_order_release);
	return true;
}

static bool note_moved(struct staged_copy *c, struct progress *p)
{
	if (p->moved == c->count || !is_moved(c, p->moved))
		return false;
	p->moved++;
	return true;
}

static bool help(struct staged_copy *c, struct progress *p)
{
	if (p->own == SIZE_MAX &&
	    atomic_load_explicit(&c->others, memory_order_relaxed) < FEW_THREADS)
		p->own = atomic_fetch_add(&c->next, 1);
	if (p->own >= c->count * c->parts || !is_ready(c, p->own))
		return false;
	move_part(c, p->own);
	p->own = SIZE_MAX;
	return true;
}

static void conduct(struct staged_copy *c)
{
	struct progress p = {.own = SIZE_MAX};
	while ((p.moved < c->count || p.sent < c->count) && !has_failed(c)) {
		if (!note_moved(c, &p) && !send_next(c, &p) && !finish_next(c, &p) && !help(c, &p))
			sched_yield();
	}
}

/* A thread's part of the copy. The first thread becomes the conductor. */
static void run_thread(void *context, size_t begin, size_t end)
{
	struct staged_copy *c = context;
	bool pushed;
	(void)begin;
	(void)end;
	if (atomic_exchange(&c->is_conducted, true)) {
		atomic_fetch_add(&c->others, 1);
		move_parts(c);
	} else if (cuda_enter(c->accelerator, &pushed) != AMP_OK) {
		note_result(c, CUDA_ERROR_INVALID_CONTEXT);
	} else {
		conduct(c);
		cuda_leave(pushed);
	}
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
	c->parts = c->count <= FEW_PIECES ? PARTS_OF_PIECE : 1;
}

/* Allocates pinned memory for n pieces. If that fails, the driver's own copy is used. */
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
		atomic_store_explicit(&slot->moved, 0, memory_order_relaxed);
	}
	return true;
}

static CUresult run(struct staged_copy *c)
{
	/* The first pieces are sent from the device immediately, into slots that an earlier copy to the
	 * device may still be reading. */
	for (size_t n = 0; !c->to_device && n < c->count && n < STAGING_SLOTS; n++) {
		if (c->staging->slots[n].is_used)
			note_result(c, cuda.EventSynchronize(c->staging->slots[n].event));
	}
	if (!has_failed(c))
		pool_run(run_thread, c, 0, minimum(THREADS, c->count * c->parts), 1);
	/* Commands submitted before a failure must not use the slots later. */
	if (has_failed(c))
		cuda.StreamSynchronize(c->queue);
	return atomic_load(&c->result);
}

bool cuda_staging_copy(const amp_accelerator *a, const struct transfer *t, char *host,
                       char *device, bool to_device, CUstream stream, CUresult *result)
{
	struct cuda_device *d = cuda_device(a);
	size_t device_pitch = to_device ? t->to_pitch : t->from_pitch;
	size_t size = t->width * t->rows * t->slices;
	if (size < STAGED_BYTES || d->reads_pageable ||
	    (t->rows > 1 && device_pitch > d->max_pitch) || cuda_is_pinned(host))
		return false;
	struct staged_copy c = {
		.staging = &d->staging,
		.accelerator = a,
		.t = t,
		.host = host,
		.device = device,
		.to_device = to_device,
		.is_streamed = to_device && size <= STREAMED_BYTES,
		.queue = stream,
		.host_pitch = to_device ? t->from_pitch : t->to_pitch,
		.host_slice = to_device ? t->from_slice : t->to_slice,
		.device_pitch = device_pitch,
		.device_slice = to_device ? t->to_slice : t->from_slice,
	};
	cut(&c);
	pthread_mutex_lock(&d->staging.lock);
	bool is_prepared = prepare(&d->staging, c.count);
	if (is_prepared)
		*result = run(&c);
	pthread_mutex_unlock(&d->staging.lock);
	return is_prepared;
}
