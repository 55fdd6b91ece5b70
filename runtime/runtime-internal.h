/* The internal header of libamprt, in the order of the stages:
 *
 *   error.c        messages: amp_last_error()
 *   counter.c      counters of what moved
 *   trace/         AMP_TRACE, AMP_STATS: trace.c (spans), json.c, table.c, nvtx.c,
 *                  site.c (lines of the program)
 *   interval.c     sets of byte ranges
 *   region.c       views as rows of bytes; transfers that move them
 *   accelerator.c  the list of accelerators and the default
 *   queue.c        accelerator_views, their order, events
 *   storage.c      the bytes of buffers: copies on the host and on devices
 *   buffer.c       buffers: handles onto storage; wrapping host memory
 *   index.c        which storage covers a host address
 *   coherence.c    which copy is current where; moving what is not
 *   view.c         host accesses, synchronize, discard, refresh
 *   copy.c         copies between views, and to and from plain memory
 *   module.c       device code that the program brought
 *   launch.c       parallel_for_each
 *   repeat.c       launches like earlier ones
 *   cpu/           backend.c, pool.c (threads), tile.c (barriers), fiber.c
 *   cuda/          driver.c (libcuda), backend.c, memory.c, staging.c, kernel.c
 *                  (symbols)
 *
 * Locks, in the order in which one thread may take them:
 *   1. the address index (index_lock)
 *   2. storages, several by address (buffers_lock)
 *   3. the list of storages that may be evicted, whose owner only tries to lock more
 *   4. a queue's launches (amp_accelerator_view.launches)
 *   5. the trace's
 *   6. leaves, nothing is locked below them: a queue's, the modules', the
 *      accelerators' list, the pool's, a device's kept memory; below these, an
 *      accelerator's
 * A storage stays locked while the host waits for work on that storage only.
 *
 * A storage that nobody has locked may be lent to a queue (storage.borrower). Launches
 * on that queue which repeat what was done before take one lock for all that they
 * capture, the queue's for launches; who locks the storage takes it back first.
 */
#ifndef RUNTIME_INTERNAL_H
#define RUNTIME_INTERNAL_H

#include <amp/runtime.h>

#include <bsd/sys/queue.h>
#include <bsd/sys/tree.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- error.c ----------------------------------------------------------- */

/* Sets this thread's message and returns status. */
amp_status fail(amp_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));
amp_status fail_memory(const char *what, size_t size);
/* Keeps status and puts text in front of the message that is set. */
amp_status fail_context(amp_status status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* ---- counter.c --------------------------------------------------------- */

enum counter {
	COUNT_HOST_TO_DEVICE_BYTES, COUNT_HOST_TO_DEVICE_COPIES,
	COUNT_DEVICE_TO_HOST_BYTES, COUNT_DEVICE_TO_HOST_COPIES,
	COUNT_DEVICE_TO_DEVICE_BYTES, COUNT_DEVICE_TO_DEVICE_COPIES,
	COUNT_LAUNCHES,
	COUNT_RESET_END, /* those before it are what amp_reset_counters clears */
	COUNT_DEVICE_ALLOCATIONS = COUNT_RESET_END, COUNT_DEVICE_BYTES,
	COUNT_LIVE_BUFFERS, COUNT_KEPT_ALLOCATIONS,
	COUNT_END
};
void count(enum counter counter, int64_t change);

/* ---- trace/ ------------------------------------------------------------ */

struct storage; /* below */

enum trace_kind {
	TRACE_LAUNCH,               /* parallel_for_each, with all that it brings along */
	TRACE_KERNEL, TRACE_COPY,
	TRACE_WAIT,                 /* of the host for a queue */
	TRACE_LOAD,                 /* of a kernel's device code */
	TRACE_ALLOCATE, TRACE_FREE,
};

/* Whether anybody wants to know: all that a span costs where nobody does. */
enum { TRACE_UNKNOWN = -1, TRACE_OFF, TRACE_ON };
extern atomic_int trace_state;
bool trace_open(void); /* settles it */
static inline bool trace_is_on(void)
{
	int state = atomic_load_explicit(&trace_state, memory_order_relaxed);
	return __builtin_expect(state != TRACE_OFF, 0) && (state == TRACE_ON || trace_open());
}

/* Time that something takes, from trace_begin to trace_end, on one thread. */
struct trace_span {
	bool is_on;                 /* the others are set if so */
	enum trace_kind kind;
	const char *name;
	amp_accelerator_view *queue;
	void *mark;
	int64_t begin;
};
void trace_start(struct trace_span *s, enum trace_kind kind, const char *name,
                 amp_accelerator_view *queue);
void trace_finish(const struct trace_span *s, amp_status status, size_t bytes, const char *from,
                  const char *to, const struct storage *storage);
/* name: a kernel's, static, or NULL. queue: gets commands meanwhile, whose time on the device
 * is taken as well; NULL: none does. */
static inline void trace_begin(struct trace_span *s, enum trace_kind kind, const char *name,
                               amp_accelerator_view *queue)
{
	s->is_on = trace_is_on();
	if (__builtin_expect(s->is_on, 0))
		trace_start(s, kind, name, queue);
}
/* Nothing is noted of what failed. from and to: accelerators' device paths, or NULL. storage:
 * whose bytes they were, or NULL. */
static inline void trace_end(const struct trace_span *s, amp_status status, size_t bytes,
                             const char *from, const char *to, const struct storage *storage)
{
	if (__builtin_expect(s->is_on, 0))
		trace_finish(s, status, bytes, from, to, storage);
}
/* Something that took no time worth mentioning. */
static inline void trace_note(enum trace_kind kind, size_t bytes, const char *from,
                              const char *to, const struct storage *storage)
{
	struct trace_span s;
	trace_begin(&s, kind, NULL, NULL);
	trace_end(&s, AMP_OK, bytes, from, to, storage);
}

void trace_set_because(const char *reason, const char *name);
/* Why things move; this thread's, until the next call. name may be NULL; both are borrowed. */
static inline void trace_because(const char *reason, const char *name)
{
	if (trace_is_on())
		trace_set_because(reason, name);
}

/* Numbers the storage, and keeps where in the program it is made. */
void trace_set_made(struct storage *s);
/* Before the backend ends its part of the queue. */
void trace_queue_finish(amp_accelerator_view *queue);

/* ---- interval.c: sets of byte ranges ----------------------------------- */

struct interval {
	size_t begin, end;
};

/* Sorted, disjoint, not touching: a sorted array. Look-ups are binary
 * searches; changes by one range move the tail; changes by a whole region of
 * rows are one linear merge. {0} is the empty set. */
struct interval_set {
	struct interval *items;
	size_t count, capacity;
};

struct region; /* below */

/* Room for n more ranges, so that the next add or remove of n ranges cannot
 * fail. */
bool interval_set_reserve(struct interval_set *s, size_t n);
void interval_set_finish(struct interval_set *s);
void interval_set_clear(struct interval_set *s);
/* These need room: see interval_set_reserve. */
void interval_set_add(struct interval_set *s, size_t begin, size_t end);
void interval_set_remove(struct interval_set *s, size_t begin, size_t end);
void interval_set_add_region(struct interval_set *s, const struct region *r);
void interval_set_remove_region(struct interval_set *s, const struct region *r);

bool interval_set_search_covers(const struct interval_set *s, size_t begin, size_t end);
bool interval_set_search_intersects(const struct interval_set *s, size_t begin, size_t end);
/* Most sets have one range or none, and each launch asks. */
static inline bool interval_set_covers(const struct interval_set *s, size_t begin, size_t end)
{
	return s->count == 1 ? s->items->begin <= begin && s->items->end >= end
	                     : s->count && interval_set_search_covers(s, begin, end);
}
static inline bool interval_set_intersects(const struct interval_set *s, size_t begin, size_t end)
{
	return s->count && interval_set_search_intersects(s, begin, end);
}
/* The end of the part of [begin, end) that begins at begin and is all inside
 * (*inside) or all outside of the set. */
size_t interval_set_stretch(const struct interval_set *s, size_t begin, size_t end, bool *inside);

/* ---- region.c: views as rows of bytes ---------------------------------- */

#define REGION_RANK 16

/* Rows of row_bytes bytes, ascending and disjoint; contiguous dimensions are
 * collapsed, so that a contiguous view is one row and rank 0. */
struct region {
	size_t begin, end;          /* the first byte, and past the last */
	size_t row_bytes, rows;
	unsigned rank;              /* dimensions outside of a row */
	size_t count[REGION_RANK];  /* most significant first */
	size_t stride[REGION_RANK]; /* in bytes */
};

void region_init_range(struct region *r, size_t begin, size_t end);
amp_status region_init_rows(struct region *r, const amp_view *v, size_t offset, size_t limit);
/* offset is added to the view's: the view's buffer in its storage. Checks the
 * view against limit, the end of the buffer in its storage. Most views are dense, and
 * each launch asks. */
static inline amp_status region_init(struct region *r, const amp_view *v, size_t offset,
                                     size_t limit)
{
	size_t begin = offset + v->offset;
	int64_t elements = 1;
	unsigned d = v->rank;
	while (d && v->extent[d - 1] > 0 && (d == v->rank || v->stride[d - 1] == elements))
		elements *= v->extent[--d];
	size_t bytes = v->element_size * (size_t)elements;
	if (d || !v->rank || !bytes || begin + bytes > limit)
		return region_init_rows(r, v, offset, limit);
	r->begin = begin;
	r->end = begin + bytes;
	r->row_bytes = bytes;
	r->rows = 1;
	r->rank = 0;
	return AMP_OK;
}
size_t region_bytes(const struct region *r);

/* Walks the rows in order. */
struct region_walk {
	const struct region *region;
	size_t row, offset;         /* offset of the current row */
	size_t position[REGION_RANK];
};
void region_walk_init(struct region_walk *w, const struct region *r);
bool region_walk_done(const struct region_walk *w);
void region_walk_next(struct region_walk *w);

/* Bytes to move: slices of rows. Offsets become addresses in the backend. */
struct transfer {
	size_t from, to;            /* offsets of the first byte */
	size_t width, rows, slices;
	size_t from_pitch, to_pitch, from_slice, to_slice;
};

/* Collects pieces in order and hands on the largest boxes that they form. */
typedef amp_status (*transfer_fn)(void *context, const struct transfer *t);
struct transfer_builder {
	struct transfer box;        /* slices whole */
	struct transfer slice;      /* the slice that grows */
	transfer_fn flush;
	void *context;
};
void transfer_builder_init(struct transfer_builder *b, transfer_fn flush, void *context);
amp_status transfer_builder_add(struct transfer_builder *b, size_t from, size_t to, size_t width);
amp_status transfer_builder_end(struct transfer_builder *b);
/* Row-major, element by element, from one region to another of equal size. */
amp_status transfer_between(const struct region *from, const struct region *to,
                            transfer_fn flush, void *context);
/* The bytes from the first to past the last, on the side of this pitch and slice. */
size_t transfer_span(const struct transfer *t, size_t pitch, size_t slice);
/* On host memory. */
void transfer_on_host(const struct transfer *t, char *to, const char *from);

/* ---- accelerator.c ----------------------------------------------------- */

struct amp_backend;

struct amp_accelerator {
	amp_accelerator_info info;
	const struct amp_backend *backend;
	unsigned slot;              /* of its copies in a storage: 0 is the host */
	void *device;               /* the backend's */
	unsigned threads;           /* that can be resident at a time; of GPUs */
	amp_accelerator_view *default_view;
	_Atomic int default_cpu_access;
	atomic_bool cpu_access_is_settled; /* set by the program, or used by an array */
	pthread_mutex_t lock;       /* of queues and fault; nothing is locked below it */
	amp_accelerator_view *queues; /* all of them, by next */
	atomic_bool is_removed;     /* fault is set, and stays */
	char fault[1024];           /* that the device did not survive */
};

/* Whether it holds data and runs no kernels (3.2.1). */
static inline bool is_cpu_accelerator(const struct amp_accelerator *a)
{
	return a->info.kind == AMP_ACCELERATOR_HOST;
}

/* Whether a view has the extent of a domain. */
static inline bool has_extent(const amp_view *v, unsigned rank, const int *extent)
{
	bool same = v->rank == rank;
	for (unsigned d = 0; same && d < rank; d++)
		same = v->extent[d] == extent[d];
	return same;
}

/* Slots of copies: the host's and one for each GPU. */
#define SLOT_HOST 0u
extern atomic_uint slots;            /* 0 until the accelerators are listed */
unsigned slot_count_listed(void);    /* lists them */
static inline unsigned slot_count(void)
{
	unsigned n = atomic_load_explicit(&slots, memory_order_acquire);
	return n ? n : slot_count_listed();
}
amp_accelerator *slot_accelerator(unsigned slot); /* not for the host's */
const char *slot_name(unsigned slot);
/* The default is in use from now on. */
amp_accelerator *accelerator_settle_default(void);
/* The device has seen a fault that it does not survive, in a call on queue (NULL: on
 * none). The first fault is kept, with the names of the kernels that were launched last. */
amp_status accelerator_remove(amp_accelerator *a, amp_accelerator_view *queue, const char *fault);
/* Fails, with the fault, once the device is removed. */
amp_status accelerator_fail_removed(const amp_accelerator *a);
static inline amp_status accelerator_check(const amp_accelerator *a)
{
	return atomic_load_explicit(&a->is_removed, memory_order_acquire)
		? accelerator_fail_removed(a) : AMP_OK;
}

/* The views of a launch none of which reaches what another writes (include/amp/restrict.h). */
struct distinct_views {
	char *origins[AMP_POINTERS];
	bool may_be_wide; /* for include/amp/wide.h, and there: */
	bool in_rows;     /* there are gaps between rows */
};

/* What a launch runs, and in which grid: the backend's. */
struct launch_plan {
	void *function;
	unsigned blocks[3], threads[3]; /* x, y, z */
};

/* What cpu/ and cuda/ do differently. queue is an accelerator_view of the
 * backend's accelerator. Nothing waits for the device unless it says so. */
struct amp_backend {
	amp_status (*queue_init)(amp_accelerator_view *queue);
	void (*queue_finish)(amp_accelerator_view *queue);
	/* Waits for all that was queued. */
	amp_status (*queue_wait)(amp_accelerator_view *queue);
	/* Later commands of queue wait for what is on other now. */
	amp_status (*queue_wait_queue)(amp_accelerator_view *queue, amp_accelerator_view *other);

	amp_status (*event_record)(amp_accelerator_view *queue, void **event);
	amp_status (*event_wait)(amp_accelerator_view *queue, void *event);
	bool (*event_is_complete)(amp_accelerator_view *queue, void *event);
	void (*event_finish)(amp_accelerator_view *queue, void *event);
	/* An event that knows when it was passed, for event_wait and its likes; NULL if there
	 * is none to be had. No such function: the queue's commands take the host's time. */
	void *(*mark)(amp_accelerator_view *queue);
	/* Nanoseconds between two marks, which were passed; may be negative. */
	int64_t (*between)(amp_accelerator_view *queue, void *from, void *to);

	/* Device memory, usable by later commands of queue; freed after its
	 * earlier commands. size is that of the allocation. */
	amp_status (*allocate)(amp_accelerator_view *queue, size_t size, char **out);
	void (*free)(amp_accelerator_view *queue, char *address, size_t size);
	/* Pinned host memory. */
	amp_status (*allocate_pinned)(amp_accelerator *a, size_t size, char **out);
	void (*free_pinned)(amp_accelerator *a, char *address);
	/* Whether copies from and to this host memory use it after they were queued. */
	bool (*uses_later)(amp_accelerator *a, const void *host, size_t size);

	/* from and to: NULL is the host, else a GPU; one of them is queue's. */
	amp_status (*copy)(amp_accelerator_view *queue, const struct transfer *t,
	                   amp_accelerator *to, char *to_address,
	                   amp_accelerator *from, const char *from_address);

	/* Finds and loads the kernel's code. */
	amp_status (*prepare)(amp_accelerator_view *queue, amp_kernel *kernel, void **code);
	/* How code is launched over a domain. views: what kernel->restrict_symbol and wide_symbol
	 * take, if the arguments allow it; or NULL. */
	void (*plan)(const amp_accelerator_view *queue, const amp_kernel *kernel, void *code,
	             const amp_domain *domain, const struct distinct_views *views,
	             struct launch_plan *out);
	amp_status (*launch)(amp_accelerator_view *queue, amp_kernel *kernel,
	                     const struct launch_plan *plan, const amp_domain *domain,
	                     const int *extent, const void *image,
	                     const struct distinct_views *views);
};

/* ---- queue.c: accelerator_views ---------------------------------------- */

#define QUEUE_KERNELS 64

/* Commands are numbered: submitted counts those given, completed those that
 * are known to have ended. */
struct amp_accelerator_view {
	amp_accelerator *accelerator;
	amp_queuing_mode mode;
	bool is_auto_selection;
	bool is_adopted;            /* the stream is the program's */
	atomic_int refs;            /* the program's and buffers' homes */
	atomic_int holds;           /* uses, and one for all refs */
	_Atomic uint64_t submitted, completed;
	void *_Atomic stream;       /* the backend's, made when first needed */
	void *fence;                /* the backend's, for queue_wait_queue */
	pthread_mutex_t lock;       /* of fence */
	pthread_mutex_t launches;   /* of what is lent to the queue */
	atomic_uint lenders;        /* threads that take something back: they go first */
	uint64_t taken;             /* what was taken back so far; launches are locked */
	struct repeats *_Atomic repeats;            /* repeat.c's, of launches; NULL: none yet */
	const char *_Atomic kernels[QUEUE_KERNELS]; /* the last ones, a ring */
	atomic_uint kernel_count;                   /* changes with the launches locked */
	struct trace_queue *trace;  /* the trace's, under its lock; NULL: none */
	amp_accelerator_view *next; /* of the accelerator's */
};

amp_status queue_create(amp_accelerator *a, amp_queuing_mode mode, void *adopted,
                        amp_accelerator_view **out);
/* The same, and the backend has its part of it. */
amp_status queue_open(amp_accelerator *a, amp_queuing_mode mode, void *adopted,
                      amp_accelerator_view **out);
/* The default accelerator's default view stands in for the automatic one. Borrowed. */
amp_accelerator_view *queue_settled(amp_accelerator_view *q);
void queue_hold(amp_accelerator_view *q);
void queue_release(amp_accelerator_view *q);
/* Counts a command that was just given. */
uint64_t queue_submit(amp_accelerator_view *q);
/* The commands up to the ticket are known to have ended. */
void queue_note_completed(amp_accelerator_view *q, uint64_t ticket);
/* Whether commands may still be given: the program's stream is gone with the
 * last reference. */
bool queue_is_open(amp_accelerator_view *q);
/* Waits for all commands. */
amp_status queue_wait(amp_accelerator_view *q);
/* Adds ", a, b" for messages: the last kernels, newest first, each once. */
void queue_kernel_names(const amp_accelerator_view *q, char *out, size_t size);

/* A command that uses a copy. queue == NULL: none. Holds its queue. */
struct use {
	amp_accelerator_view *queue;
	uint64_t ticket;
};
/* Of commands that the program gives to the queue's stream itself, whenever it
 * does: pending until something waits for the queue on the copy's behalf. */
#define TICKET_OF_PROGRAM UINT64_MAX
bool use_is_pending(const struct use *u);
void use_set(struct use *u, amp_accelerator_view *q, uint64_t ticket);
void use_clear(struct use *u);
amp_status use_wait(struct use *u);      /* on the host; clears it */
amp_status use_order(const struct use *u, amp_accelerator_view *q); /* q's later commands wait */

/* An event for all that q was given; q == NULL: complete already. */
amp_status event_create(amp_accelerator_view *q, amp_event **out);

/* ---- storage.c --------------------------------------------------------- */

/* A patched object in device memory; see amp_argument.object. */
struct descriptor {
	struct descriptor *next;
	char *address;
	size_t size;
	char bytes[];
};

/* One of a storage's copies. */
struct copy {
	char *address;              /* NULL until it is needed */
	bool is_owned;
	bool is_lent;               /* the program has the address, and may keep it */
	struct interval_set current;
	struct use writer;          /* the last command that wrote it */
	struct use *readers;        /* commands since that read it, one a queue */
	size_t reader_count, reader_capacity;
	struct descriptor *descriptors;
};

/* What buffers are handles onto. */
struct storage {
	pthread_mutex_t lock;
	size_t size;
	unsigned number;            /* for the trace; 0: there is none */
	struct trace_site *made;    /* where the program made it; NULL: not known */
	bool is_wrapped;            /* host memory of the program's, and in the index */
	bool is_writable;           /* false: nothing is written back */
	char *host_begin;           /* of wrapped memory */
	RB_ENTRY(storage) index;    /* of wrapped memory; under the index lock */
	TAILQ_ENTRY(storage) evictable;
	bool is_evictable;          /* is in that list */
	amp_accelerator *pinned;    /* whose pinned memory the host copy is */
	amp_accelerator_view *home, *associated;
	amp_access cpu_access;
	/* What a kernel on this slot may do with any of the bytes without changing
	 * what is current where, or what the host may do; publish_to_host knows. */
	unsigned settled_slot;
	unsigned settled;           /* amp_access as bits */
	/* Set while the storage is not locked: the queue on that slot that all of the
	 * copy's commands are on. With its launches locked, settled, the handles, and the
	 * copy's address may be read, and its uses changed. */
	amp_accelerator_view *_Atomic borrower;
	/* Another number after it was taken back, which no other storage has or had; changes
	 * with the borrower's launches locked. */
	_Atomic uint64_t loan;
	struct storage *joined;     /* storages that this one replaced: they live as
	                             * long, for those who are about to lock them */
	/* Under the index lock: */
	size_t holds;               /* handles, dying ones too */
	/* Under both locks to change, under either to read: */
	struct buffer *handles;
	struct copy copies[];       /* slot_count() of them */
};

/* What amp_buffer points to. */
struct buffer {
	amp_buffer head;            /* first, public */
	size_t size;
	struct storage *_Atomic storage; /* changes under index and storage lock */
	size_t offset;              /* in the storage; likewise */
	bool is_writable;           /* of wrapped memory: its end writes back */
	struct buffer *next;        /* of the storage's handles */
};

static inline struct buffer *buffer_from(const amp_buffer *b)
{
	return (struct buffer *)b; /* head is its first member */
}

/* Of size bytes, with no memory yet. The caller destroys it. */
amp_status storage_create(size_t size, struct storage **out);
void storage_destroy(struct storage *s); /* frees all copies */
/* Takes it back from its borrower. */
void storage_lock(struct storage *s);
/* Lends it to the queue whose launches may go on as they did. */
void storage_unlock(struct storage *s);
void storage_unlock_all(struct storage *const *locked, size_t n);
/* See amp_buffer_is_barred; while it is false, handles have AMP_HOST_OPEN. */
bool storage_is_barred(const struct storage *s);
/* The copy's memory, allocated at need. queue is one of the slot's accelerator
 * and NULL for the host's. */
amp_status storage_allocate(struct storage *s, unsigned slot, amp_accelerator_view *queue);
/* Gives a device copy back; nothing in it is current any more. */
void storage_free_copy(struct storage *s, unsigned slot);

/* ---- buffer.c ---------------------------------------------------------- */

/* Locks the storage of b. b keeps it alive. */
struct storage *buffer_lock(const amp_buffer *b);
/* Locks the storages of n buffers; out[i] is that of b[i], and locked has each of
 * them once. Both have room for n. Returns how many are locked. */
size_t buffers_lock(const amp_buffer *const *b, size_t n, struct storage **out,
                    struct storage **locked);
/* An array over device memory of the program's. */
amp_status buffer_adopt(amp_accelerator_view *home, void *device_memory, size_t size,
                        amp_buffer **out);

/* ---- index.c ----------------------------------------------------------- */

void index_lock(void);
void index_unlock(void);
/* The first storage, in address order, that ends after host; NULL without one. */
struct storage *index_find(const char *host);
struct storage *index_next(struct storage *s);
/* s overlaps none in the index, and its place and size stay as they are. */
void index_insert(struct storage *s);
void index_remove(struct storage *s); /* if it is in the index */

/* ---- coherence.c: all with the storage locked -------------------------- */

/* Makes the region current in the slot's copy, by commands on queue (for the
 * host's: on the queues that last wrote the sources). */
amp_status make_current(struct storage *s, unsigned slot, amp_accelerator_view *queue,
                        const struct region *r);
/* Whether make_current would move something. */
bool is_current(const struct storage *s, unsigned slot, const struct region *r);
/* Whether a kernel in the slot that has this access to the region changes nothing of
 * what is current where, and of what the host may do: the rule where a kernel is
 * launched again and again. */
bool is_settled(const struct storage *s, unsigned slot, const struct region *r,
                amp_access access);
/* Room to note writes of regions of so many rows together, so that note_written
 * cannot fail. Nothing may become current in between. */
amp_status prepare_written(struct storage *s, size_t rows);
void note_written(struct storage *s, unsigned slot, const struct region *r);
/* What may be done without asking, the host by host_state of the handles, kernels
 * by settled: nothing before a change, and after it what it allows. */
void hide_from_host(struct storage *s);
void publish_to_host(struct storage *s);

/* Order between commands on one copy: before it is read or written by queue
 * (NULL: by the host, which then waits), and after. */
amp_status before_read(struct copy *c, amp_accelerator_view *queue);
amp_status before_write(struct copy *c, amp_accelerator_view *queue);
/* Waits until no command uses the program's own memory, if the storage is of that: a program
 * may write to it once a call has returned, and refresh(). Only copies from pinned memory, or
 * where the device reads all memory, are at work so long. */
amp_status wait_for_program_memory(struct storage *s);
void after_read(struct copy *c, amp_accelerator_view *queue, uint64_t ticket);
void after_write(struct copy *c, amp_accelerator_view *queue, uint64_t ticket);
/* After transfers on queue, of which given commands were before, from one copy to
 * another; NULL is plain memory. host: the host memory among them, of this size;
 * NULL: there is none. Returns whether it may be used by them later still. */
bool after_transfer(struct copy *to, struct copy *from, amp_accelerator_view *queue,
                    uint64_t given, bool to_host, const char *host, size_t size);
/* Whether before_read and before_write have nothing to do, since all of the copy's
 * commands are the queue's. */
static inline bool is_in_order(const struct copy *c, const amp_accelerator_view *queue)
{
	return c->writer.queue == queue &&
	       (!c->reader_count || (c->reader_count == 1 && c->readers->queue == queue));
}

/* A transfer between two copies, on queue, with counters and trace. Slots may
 * be equal. */
amp_status move(const struct transfer *t, amp_accelerator_view *queue, unsigned to_slot,
                char *to, unsigned from_slot, const char *from, const struct storage *storage);
/* The queue on which a slot's copy is best read or written when no command
 * named one: the last writer's, else the default view's. Borrowed. */
amp_accelerator_view *copy_queue(struct storage *s, unsigned slot);

/* ---- view.c ------------------------------------------------------------ */

/* That an access reads, writes or does both. */
amp_status check_access(amp_access access);

/* ---- repeat.c ---------------------------------------------------------- */

/* Of a queue that ends. */
void repeats_destroy(struct repeats *r);

/* ---- launch.c ---------------------------------------------------------- */

/* Whether AMP_CHECK=1 asks for the checks that kernels have (amp_cpu_is_checked). */
bool checks_accesses(void);

/* ---- module.c ---------------------------------------------------------- */

void module_lock(void);
void module_unlock(void);
amp_module *module_first(void);          /* the modules, while locked */
unsigned module_generation(void);        /* changes when one goes away */

/* ---- cpu/ -------------------------------------------------------------- */

extern const struct amp_backend cpu_backend;
/* direct3d_warp, direct3d_ref, cpu_accelerator, in this order; out has room. */
#define CPU_ACCELERATORS 3
void cpu_accelerators_init(amp_accelerator *out);

/* Calls work for chunks of [begin, end) on the pool's threads and this one. */
typedef void (*pool_fn)(void *context, size_t begin, size_t end);
void pool_run(pool_fn work, void *context, size_t begin, size_t end, size_t chunk);
unsigned pool_width(void);               /* threads, the caller's included */
int64_t nanoseconds(void);               /* of a clock that is never set back */

/* Runs one tile whose threads may wait at barriers. */
void tile_run(const amp_kernel *kernel, const void *image, amp_cpu_tile *tile);

/* A stack to run on. fcontext_t and the two functions are Boost.Context's. */
typedef struct fiber fiber;
fiber *fiber_of_thread(void);            /* this thread's own stack, as a fiber */
fiber *fiber_create(void (*entry)(void *), void *argument); /* entry never returns */
void fiber_switch(fiber *from, fiber *to); /* from is the running one */
void fiber_destroy(fiber *f);

/* ---- cuda/ ------------------------------------------------------------- */

#if HAVE_CUDA
/* Loads the driver and lists its devices; none is fine. *out is malloc'ed. */
size_t cuda_accelerators_create(amp_accelerator **out);
/* Why the driver shows no GPU, for people. */
const char *cuda_absence(void);
void *cuda_context(const amp_accelerator *a);
/* Refuse what is not of the accelerator's context. */
amp_status cuda_check_stream(const amp_accelerator *a, void *stream);
amp_status cuda_check_memory(const amp_accelerator *a, const void *memory);
/* A module goes away: unloads it wherever it was loaded. */
void cuda_module_finish(amp_module *m);
#endif

#endif
