/* The internal header of libamprt, in the order of the layers:
 *
 *   error.c        messages: amp_last_error()
 *   counter.c      counters of transfers and allocations
 *   trace/         AMP_TRACE, AMP_STATS: trace.c (spans), json.c, table.c, nvtx.c,
 *                  site.c (source lines of the program)
 *   interval.c     sets of byte ranges
 *   region.c       views as rows of bytes; transfers that move them
 *   accelerator.c  the list of accelerators and the default
 *   queue.c        accelerator_views, the order of their commands, events
 *   use.c          which commands use which bytes of a copy
 *   kept.c         freed memory that is kept for later allocations
 *   host_memory.c  memory for host copies
 *   storage.c      the bytes of buffers: copies on the host and on devices
 *   texture.c      textures that kernels sample by texture units
 *   buffer.c       buffers: handles to storage; wrapping host memory
 *   index.c        finds the storage that covers a host address
 *   coherence.c    which copies are current; bringing stale ones up to date
 *   view.c         host accesses, synchronize, discard, refresh
 *   copy.c         copies between views, and to and from plain memory
 *   module.c       device code registered by the program
 *   launch.c       parallel_for_each
 *   repeat.c       fast path for launches like earlier ones
 *   cpu/           backend.c, pool.c (threads), tile.c (barriers), fiber.c
 *   cuda/          driver.c (libcuda), backend.c, memory.c, staging.c, register.c,
 *                  texture.c, kernel.c (symbols)
 *
 * Lock order (a thread that holds one may take only later ones):
 *
 *   1. the address index (index_lock)
 *   2. storages; several are taken in address order (buffers_lock)
 *   3. the list of evictable storages; its holder only tries to lock more storages
 *   4. a queue's launches (amp_accelerator_view.launches)
 *   5. the trace's
 *   6. leaves: a queue's, the modules', the accelerator list's, the pool's,
 *      a device's kept memory, the host's; below these, an accelerator's
 *
 * While the host holds a storage's lock, it waits only for work on that storage.
 *
 * An unlocked storage may be lent to a queue (storage.borrower). A launch on that queue that needs no
 * preparation then takes a single lock for everything that it captures, the queue's lock of launches. Whoever
 * locks the storage takes it back first. */
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
/* Returns status and prepends text to this thread's message. */
amp_status fail_context(amp_status status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* ---- counter.c --------------------------------------------------------- */

enum counter {
	COUNT_HOST_TO_DEVICE_BYTES, COUNT_HOST_TO_DEVICE_COPIES,
	COUNT_DEVICE_TO_HOST_BYTES, COUNT_DEVICE_TO_HOST_COPIES,
	COUNT_DEVICE_TO_DEVICE_BYTES, COUNT_DEVICE_TO_DEVICE_COPIES,
	COUNT_LAUNCHES,
	COUNT_RESET_END, /* amp_reset_counters() clears the counters above */
	COUNT_DEVICE_ALLOCATIONS = COUNT_RESET_END, COUNT_DEVICE_BYTES,
	COUNT_LIVE_BUFFERS, COUNT_KEPT_ALLOCATIONS,
	COUNT_END
};
void count(enum counter counter, int64_t change);

/* ---- trace/ ------------------------------------------------------------ */

struct storage; /* below */

enum trace_kind {
	TRACE_LAUNCH,               /* parallel_for_each, including everything that it causes */
	TRACE_KERNEL, TRACE_COPY,
	TRACE_WAIT,                 /* the host waits for a queue */
	TRACE_LOAD,                 /* loading a kernel's device code */
	TRACE_ALLOCATE, TRACE_FREE,
};

/* Whether tracing is on. If it is off, this check is all that a span costs. */
enum { TRACE_UNKNOWN = -1, TRACE_OFF, TRACE_ON };
extern atomic_int trace_state;
bool trace_open(void); /* determines trace_state */
static inline bool trace_is_on(void)
{
	int state = atomic_load_explicit(&trace_state, memory_order_relaxed);
	return __builtin_expect(state != TRACE_OFF, 0) && (state == TRACE_ON || trace_open());
}

/* The time that something takes, from trace_begin to trace_end, on one thread. */
struct trace_span {
	bool is_on;                 /* the other members are valid only if set */
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
/* Begins a span. name: of a kernel, with static storage duration, or NULL. queue: receives commands during
 * the span, whose time on the device is measured as well, or NULL. */
static inline void trace_begin(struct trace_span *s, enum trace_kind kind, const char *name,
                               amp_accelerator_view *queue)
{
	s->is_on = trace_is_on();
	if (__builtin_expect(s->is_on, 0))
		trace_start(s, kind, name, queue);
}
/* Ends a span, which is recorded if status is AMP_OK. from and to: device paths of accelerators, or NULL.
 * storage: whose bytes were moved, or NULL. */
static inline void trace_end(const struct trace_span *s, amp_status status, size_t bytes,
                             const char *from, const char *to, const struct storage *storage)
{
	if (__builtin_expect(s->is_on, 0))
		trace_finish(s, status, bytes, from, to, storage);
}
/* Records something whose duration is negligible. */
static inline void trace_note(enum trace_kind kind, size_t bytes, const char *from,
                              const char *to, const struct storage *storage)
{
	struct trace_span s;
	trace_begin(&s, kind, NULL, NULL);
	trace_end(&s, AMP_OK, bytes, from, to, storage);
}

void trace_set_because(const char *reason, const char *name);
/* Sets the reason for this thread's transfers, until the next call. name may be NULL; both strings are
 * borrowed. */
static inline void trace_because(const char *reason, const char *name)
{
	if (trace_is_on())
		trace_set_because(reason, name);
}

/* Numbers the storage, and records where the program creates it. */
void trace_set_made(struct storage *s);
/* To be called before the backend destroys its part of the queue. */
void trace_queue_finish(amp_accelerator_view *queue);

/* ---- interval.c: sets of byte ranges ----------------------------------- */

struct interval {
	size_t begin, end;
};

/* A sorted array of disjoint intervals that do not touch. Lookups are binary searches; adding or removing one
 * range moves the tail; adding or removing a whole region is one linear merge. {0} is the empty set. */
struct interval_set {
	struct interval *items;
	size_t count, capacity;
};

struct region; /* below */

/* Makes room for n more ranges, so that the next addition or removal of n ranges cannot fail. Returns false
 * if memory runs out. */
bool interval_set_reserve(struct interval_set *s, size_t n);
void interval_set_finish(struct interval_set *s);
void interval_set_clear(struct interval_set *s);
/* Add or remove ranges. Require room: see interval_set_reserve(). */
void interval_set_add(struct interval_set *s, size_t begin, size_t end);
void interval_set_remove(struct interval_set *s, size_t begin, size_t end);
void interval_set_add_region(struct interval_set *s, const struct region *r);
void interval_set_remove_region(struct interval_set *s, const struct region *r);

bool interval_set_search_covers(const struct interval_set *s, size_t begin, size_t end);
bool interval_set_search_intersects(const struct interval_set *s, size_t begin, size_t end);
/* Inline for sets of at most one range, which most are, since each launch asks. */
static inline bool interval_set_covers(const struct interval_set *s, size_t begin, size_t end)
{
	return s->count == 1 ? s->items->begin <= begin && s->items->end >= end
	                     : s->count && interval_set_search_covers(s, begin, end);
}
static inline bool interval_set_intersects(const struct interval_set *s, size_t begin, size_t end)
{
	return s->count && interval_set_search_intersects(s, begin, end);
}
/* Returns the end of the longest part of [begin, end) that begins at `begin` and is completely inside
 * (*inside) or completely outside the set. */
size_t interval_set_stretch(const struct interval_set *s, size_t begin, size_t end, bool *inside);

/* ---- region.c: views as rows of bytes ---------------------------------- */

#define REGION_RANK 16

/* Rows of row_bytes bytes, ascending and disjoint. Contiguous dimensions are collapsed: a contiguous view is
 * one row, with rank 0. */
struct region {
	size_t begin, end;          /* first byte, and one past the last */
	size_t row_bytes, rows;
	unsigned rank;              /* number of dimensions outside a row */
	size_t count[REGION_RANK];  /* most significant first */
	size_t stride[REGION_RANK]; /* in bytes */
};

void region_init_range(struct region *r, size_t begin, size_t end);
amp_status region_init_rows(struct region *r, const amp_view *v, size_t offset, size_t limit);
/* Sets *r to the region of a view. offset: of the view's buffer in its storage. Fails if the view exceeds
 * limit, the end of the buffer in the storage. Inline for dense views, which most are, since each launch
 * calls it. */
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

/* Iterates over the rows of a region in order. */
struct region_walk {
	const struct region *region;
	size_t row, offset;         /* offset of the current row */
	size_t position[REGION_RANK];
};
void region_walk_init(struct region_walk *w, const struct region *r);
bool region_walk_done(const struct region_walk *w);
void region_walk_next(struct region_walk *w);

/* A box of bytes to move: slices of rows. The backend adds offsets to addresses. */
struct transfer {
	size_t from, to;            /* offsets of the first byte */
	size_t width, rows, slices;
	size_t from_pitch, to_pitch, from_slice, to_slice;
};

/* Combines pieces, added in order, into the largest possible boxes and passes these to flush. */
typedef amp_status (*transfer_fn)(void *context, const struct transfer *t);
struct transfer_builder {
	struct transfer box;        /* complete slices */
	struct transfer slice;      /* the slice that is being filled */
	transfer_fn flush;
	void *context;
};
void transfer_builder_init(struct transfer_builder *b, transfer_fn flush, void *context);
amp_status transfer_builder_add(struct transfer_builder *b, size_t from, size_t to, size_t width);
amp_status transfer_builder_end(struct transfer_builder *b);
/* Transfers from one region to another of equal size, element by element in row-major order. */
amp_status transfer_between(const struct region *from, const struct region *to,
                            transfer_fn flush, void *context);
/* Returns the number of bytes from the first to one past the last, for one side's pitch and slice size. */
size_t transfer_span(const struct transfer *t, size_t pitch, size_t slice);
/* Executes a transfer within host memory. */
void transfer_on_host(const struct transfer *t, char *to, const char *from);

/* ---- accelerator.c ----------------------------------------------------- */

struct amp_backend;

struct amp_accelerator {
	amp_accelerator_info info;
	const struct amp_backend *backend;
	unsigned slot;              /* index of its copies in a storage; 0 is the host */
	void *device;               /* the backend's data */
	unsigned threads;           /* GPUs: the number of threads that can be resident */
	amp_accelerator_view *default_view;
	_Atomic int default_cpu_access;
	atomic_bool cpu_access_is_settled; /* set by the program, or used by an array */
	pthread_mutex_t lock;       /* protects queues and fault; a leaf of the lock order */
	amp_accelerator_view *queues; /* list of all, linked by next */
	amp_accelerator_view
	    *_Atomic transfers[2];  /* see transfer_queue(): to the device, to the host; NULL until needed */
	atomic_bool is_removed;     /* fault is set, and stays set */
	char fault[1024];           /* the error that made the device unusable */
};

/* Returns whether the accelerator holds data but runs no kernels (3.2.1). */
static inline bool is_cpu_accelerator(const struct amp_accelerator *a)
{
	return a->info.kind == AMP_ACCELERATOR_HOST;
}

/* Returns whether a view has the extent of a domain. */
static inline bool has_extent(const amp_view *v, unsigned rank, const int *extent)
{
	bool same = v->rank == rank;
	for (unsigned d = 0; same && d < rank; d++)
		same = v->extent[d] == extent[d];
	return same;
}

/* Slots: indices of a storage's copies, one for the host and one for each accelerator with memory of its own: the GPUs,
 * or else, with AMP_CPU_MEMORY=separate, those on the CPU. */
#define SLOT_HOST 0u
extern atomic_uint slots;            /* 0 until the accelerators are listed */
unsigned slot_count_listed(void);    /* lists the accelerators */
static inline unsigned slot_count(void)
{
	unsigned n = atomic_load_explicit(&slots, memory_order_acquire);
	return n ? n : slot_count_listed();
}
amp_accelerator *slot_accelerator(unsigned slot); /* slot must not be the host's */
const char *slot_name(unsigned slot);
/* Returns the default accelerator, which cannot be changed from now on. */
amp_accelerator *accelerator_settle_default(void);
/* Marks a device as unusable after a fatal error in a call on queue (NULL: on none). The first error is kept,
 * with the names of the kernels launched last. */
amp_status accelerator_remove(amp_accelerator *a, amp_accelerator_view *queue, const char *fault);
/* Returns an error with the fatal error's message if the device was removed. */
amp_status accelerator_fail_removed(const amp_accelerator *a);
static inline amp_status accelerator_check(const amp_accelerator *a)
{
	return atomic_load_explicit(&a->is_removed, memory_order_acquire)
		? accelerator_fail_removed(a) : AMP_OK;
}

/* The views of a launch in which no view reaches elements that another one writes (include/amp/restrict.h). */
struct distinct_views {
	char *origins[AMP_DISTINCT_VIEWS];
	bool may_be_wide; /* a wide kernel may be used (include/amp/wide.h); if so: */
	bool in_rows;     /* there are gaps between rows */
};

/* What a launch runs, and in which grid; set by the backend. */
struct launch_plan {
	void *function;
	unsigned blocks[3], threads[3]; /* x, y, z */
};

/* The operations that differ between cpu/ and cuda/. queue is an accelerator_view of the backend's
 * accelerator. Functions do not wait for the device unless their comment says so. */
struct amp_backend {
	amp_status (*queue_init)(amp_accelerator_view *queue);
	void (*queue_finish)(amp_accelerator_view *queue);
	/* Waits for all queued commands. */
	amp_status (*queue_wait)(amp_accelerator_view *queue);
	/* Makes later commands of queue wait for the commands of `other` up to this one, and perhaps for some of
	 * those behind it. */
	amp_status (*queue_wait_queue)(amp_accelerator_view *queue, amp_accelerator_view *other,
	                               uint64_t ticket);
	/* Called after a command that another queue is likely to wait for, which then does not also wait for
	 * commands behind it. is_certain: also if no queue has waited for this one yet. */
	void (*fence)(amp_accelerator_view *queue, bool is_certain);
	/* Calls queue_note_completed() for fences that were reached. */
	void (*note_reached)(amp_accelerator_view *queue);

	amp_status (*event_record)(amp_accelerator_view *queue, void **event);
	amp_status (*event_wait)(amp_accelerator_view *queue, void *event);
	bool (*event_is_complete)(amp_accelerator_view *queue, void *event);
	void (*event_finish)(amp_accelerator_view *queue, void *event);
	/* Returns an event that records the time when it is reached, or NULL if that fails. May be used with
	 * event_wait and so on. NULL member: the queue's commands run on the host, in the host's time. */
	void *(*mark)(amp_accelerator_view *queue);
	/* Returns the nanoseconds between two marks that were reached; may be negative. */
	int64_t (*between)(amp_accelerator_view *queue, void *from, void *to);

	/* Allocates device memory, usable by later commands of queue. Freeing takes effect after earlier
	 * commands of queue; size is the allocation's. */
	amp_status (*allocate)(amp_accelerator_view *queue, size_t size, char **out);
	void (*free)(amp_accelerator_view *queue, char *address, size_t size);
	/* Pinned host memory. */
	amp_status (*allocate_pinned)(amp_accelerator *a, size_t size, char **out);
	void (*free_pinned)(amp_accelerator *a, char *address);
	/* Registers host memory that the program owns, so that copies use it directly, until it is
	 * unregistered. Returns false if that is not wanted or fails. */
	bool (*register_host)(amp_accelerator *a, char *address, size_t size);
	/* Waits for copies. address and size as for register_host. */
	void (*unregister_host)(amp_accelerator *a, char *address, size_t size);
	/* Returns whether copies from and to this host memory may use it after the copy function has
	 * returned. */
	bool (*uses_later)(amp_accelerator *a, const void *host, size_t size);

	/* Creates objects for sampling a level of a texture at the address, one for each address mode. Returns false
	 * if texture units cannot sample it. */
	bool (*sample)(amp_accelerator *a, const amp_texture *level, const char *address,
	               uint64_t objects[AMP_ADDRESS_MODES]);
	void (*unsample)(amp_accelerator *a, const uint64_t objects[AMP_ADDRESS_MODES]);

	/* from and to: NULL is the host, otherwise an accelerator with memory of its own; one of them is queue's. */
	amp_status (*copy)(amp_accelerator_view *queue, const struct transfer *t,
	                   amp_accelerator *to, char *to_address,
	                   amp_accelerator *from, const char *from_address);
	/* Fills device memory whose content nothing may depend on with a pattern. NULL: it stays as it is. */
	void (*poison)(char *address, size_t size);

	/* Finds and loads the kernel's code. */
	amp_status (*prepare)(amp_accelerator_view *queue, amp_kernel *kernel, void **code);
	/* Determines how code is launched over a domain. views: set if the arguments allow the use of
	 * kernel->restrict_symbol and wide_symbol, else NULL. */
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

/* A queue of commands. Commands are numbered: submitted is the number of those submitted, completed the
 * number of those known to have ended. */
struct amp_accelerator_view {
	amp_accelerator *accelerator;
	amp_queuing_mode mode;
	bool is_auto_selection;
	bool is_adopted;            /* the stream belongs to the program */
	atomic_int refs;            /* references by the program and by buffers' homes */
	atomic_int holds;           /* references by uses, and one for all refs */
	_Atomic uint64_t submitted, completed;
	_Atomic uint64_t last_kernel; /* its number */
	bool is_for_transfers;        /* it is one of its accelerator's `transfers` */
	struct {
		_Atomic uint64_t moving;   /* the last command there that was submitted on behalf of this queue */
		_Atomic uint64_t followed; /* the last command there for which this queue waits */
	} transfers[2];                    /* in the accelerator's queue of the same index */
	void *_Atomic stream;       /* the backend's; created at the first use */
	struct cuda_fences *_Atomic fences; /* cuda/fence.c's; NULL until another queue waits for this one */
	pthread_mutex_t lock;       /* protects stream's creation and fences */
	pthread_mutex_t launches;   /* protects what is lent to the queue */
	atomic_uint lenders;        /* number of threads that want a storage back; they have precedence */
	uint64_t taken;             /* number of storages taken back so far; protected by launches */
	struct repeats *_Atomic repeats;            /* repeat.c's; NULL until there are launches */
	const char *_Atomic kernels[QUEUE_KERNELS]; /* names of the last kernels, a ring buffer */
	atomic_uint kernel_count;                   /* changed with launches locked */
	struct trace_queue *trace;  /* protected by the trace's lock; may be NULL */
	amp_accelerator_view *next; /* in the accelerator's list */
};

amp_status queue_create(amp_accelerator *a, amp_queuing_mode mode, void *adopted,
                        amp_accelerator_view **out);
/* Like queue_create(), and also initializes the backend's part. */
amp_status queue_open(amp_accelerator *a, amp_queuing_mode mode, void *adopted,
                      amp_accelerator_view **out);
/* Returns the default accelerator's default view in place of the automatic one. Borrowed. */
amp_accelerator_view *queue_settled(amp_accelerator_view *q);
void queue_hold(amp_accelerator_view *q);
void queue_release(amp_accelerator_view *q);
/* Counts a command that was just submitted, and returns its ticket. */
uint64_t queue_submit(amp_accelerator_view *q);
/* Records that the commands up to the ticket have ended. */
void queue_note_completed(amp_accelerator_view *q, uint64_t ticket);
/* Makes q's later commands wait for the commands of `other` up to the ticket. */
amp_status queue_follow(amp_accelerator_view *q, amp_accelerator_view *other, uint64_t ticket);
/* Returns whether q's later commands are known to run after the commands of `other` up to the ticket. */
bool queue_follows(const amp_accelerator_view *q, const amp_accelerator_view *other, uint64_t ticket);
/* Records a transfer on a queue that transfer_queue() chose for q. */
void queue_note_transfer(amp_accelerator_view *q, const amp_accelerator_view *chosen, uint64_t ticket);
/* Returns whether commands may still be submitted: a program's stream may be gone after the last reference. */
bool queue_is_open(amp_accelerator_view *q);
/* Returns the queue for a transfer between the host and q's device, which needs the commands of q up to number
 * `needed` only: q itself, or, if a kernel that may still run is in its way, a queue of the device for transfers
 * alone, so that both run at the same time. Borrowed. */
amp_accelerator_view *transfer_queue(amp_accelerator_view *q, bool to_host, size_t bytes, uint64_t needed);
/* The smallest transfer for which that pays; tests change it. */
extern size_t overlapped_bytes;
/* Waits for all commands. */
amp_status queue_wait(amp_accelerator_view *q);
/* Appends ", a, b" for messages: the names of the last kernels, newest first, each once. */
void queue_kernel_names(const amp_accelerator_view *q, char *out, size_t size);

/* Creates an event for all commands submitted to q so far; q == NULL: it is complete from the start. */
amp_status event_create(amp_accelerator_view *q, amp_event **out);

/* ---- use.c: which commands use which bytes of a copy --------------------- */

struct copy; /* below */

/* Bytes from the first to one past the last: all of them (pitch 0), or `width` bytes of each `pitch`. */
struct span {
	size_t begin, end;
	size_t pitch, width;
};

/* Bytes of a copy. */
struct part {
	struct copy *copy;
	struct span bytes;
};

/* A command that uses bytes of a copy. Holds a reference to its queue. */
struct use {
	amp_accelerator_view *queue;
	uint64_t ticket;
	struct span bytes;
	bool is_write;
};
/* For commands that the program itself may submit to the queue's stream at any time: pending until the queue
 * is waited for on the copy's behalf. */
#define TICKET_OF_PROGRAM UINT64_MAX

/* To be called before and after commands on queue access a part. before_use() makes the queue's later commands wait for
 * those that use the part otherwise; for an access by the host (NULL), it waits itself. */
amp_status before_use(struct part p, amp_accelerator_view *queue, amp_access access);
void after_use(struct part p, amp_accelerator_view *queue, uint64_t ticket, amp_access access);
/* Returns whether before_use() would wait on the host. */
bool must_wait(struct part p, amp_access access);
/* Creates an event for all commands that such an access would have to wait for. */
amp_status event_create_after(struct part p, amp_access access, amp_event **out);
/* Returns whether before_use() has nothing to do for queue, whatever it accesses. */
bool is_in_order(const struct copy *c, const amp_accelerator_view *queue);
/* Return the last command of a queue that such an access would follow, or 0; and the last queue of a slot with such a
 * command, other than those for transfers, or NULL. */
uint64_t last_use_by(struct part p, const amp_accelerator_view *queue, amp_access access);
amp_accelerator_view *last_user(struct part p, unsigned slot, amp_access access);
void uses_clear(struct copy *c);

/* ---- storage.c --------------------------------------------------------- */

/* Bytes in device memory that launches use: a patched object (amp_argument.object), a table of texture objects. */
struct descriptor {
	struct descriptor *next;
	char *address;
	size_t size;
	char bytes[];
};

/* One of a storage's copies. */
struct copy {
	char *address;              /* NULL until needed */
	bool is_owned;
	bool is_lent;               /* the program was given the address and may keep it */
	struct interval_set current;
	struct use *uses; /* by commands that may not have ended, in the order of submission */
	size_t use_count, use_capacity;
	struct descriptor *descriptors;
	struct sampled_level *sampled; /* texture.c's */
};

/* The bytes that buffers are handles to. */
struct storage {
	pthread_mutex_t lock;
	size_t size;
	unsigned number;            /* for the trace, or 0 */
	struct trace_site *made;    /* where the program created it, or NULL if not known */
	bool is_wrapped;            /* it is host memory of the program, and in the index */
	bool is_writable;           /* false: nothing is written back */
	char *host_begin;           /* of wrapped memory */
	RB_ENTRY(storage) index;    /* of wrapped memory; protected by the index lock */
	TAILQ_ENTRY(storage) evictable;
	bool is_evictable;          /* it is in that list */
	amp_accelerator *pinned;    /* the host copy is this accelerator's pinned memory */
	amp_accelerator *registrar; /* the host copy is registered with this accelerator; or NULL */
	size_t moved;               /* wrapped memory: bytes moved to and from GPUs; SIZE_MAX: not to be registered */
	amp_accelerator_view *home, *associated;
	amp_texture *texture; /* what the bytes are, or NULL if that is not known */
	amp_access cpu_access;
	/* How a kernel on this slot may access any of the bytes without changing which copies are current or
	 * what the host may do; set by publish_to_host(). */
	unsigned settled_slot;
	unsigned settled;           /* amp_access as bits */
	/* Set only while the storage is not locked: the queue on settled_slot that follows all of the copy's commands.
	 * While its launches are locked, settled, the handles and the copy's address may be read, and `borrowed`
	 * changed. */
	amp_accelerator_view *_Atomic borrower;
	struct borrowed { /* use of the copy by the borrower's launches, all together */
		size_t begin, end;
		uint64_t ticket; /* of the last one; 0: none */
		amp_access access;
	} borrowed;
	/* A number unique among all loans of all storages; it changes when the storage is taken back, with
	 * the borrower's launches locked. */
	_Atomic uint64_t loan;
	struct storage *joined;     /* storages that this one replaced; they live as long, for threads that
	                             * are about to lock them */
	/* Protected by the index lock: */
	size_t holds;               /* number of handles, including those being destroyed */
	/* Changed only under both locks, readable under either: */
	struct buffer *handles;
	struct copy copies[];       /* slot_count() elements */
};

/* What an amp_buffer pointer points to. */
struct buffer {
	amp_buffer head;            /* the public part; must be first */
	size_t size;
	struct storage *_Atomic storage; /* changed only under the index lock and the storage's lock */
	size_t offset;              /* in the storage; changed likewise */
	bool is_writable;           /* wrapped memory: it is written back in the end */
	struct buffer *next;        /* in the storage's list of handles */
};

static inline struct span region_span(const struct region *r)
{
	return (struct span){r->begin, r->end, r->rank == 1 ? r->stride[0] : 0, r->row_bytes};
}

static inline struct part region_part(struct storage *s, unsigned slot, const struct region *r)
{
	return (struct part){&s->copies[slot], region_span(r)};
}

static inline struct part whole_part(struct copy *c)
{
	return (struct part){c, {.end = SIZE_MAX}};
}

static inline struct buffer *buffer_from(const amp_buffer *b)
{
	return (struct buffer *)b; /* head is its first member */
}

/* Finds a view's region in the storage of its buffer. */
static inline amp_status region_of_view(struct region *r, const amp_view *v)
{
	const struct buffer *b = buffer_from(v->buffer);
	return region_init(r, v, b->offset, b->offset + b->size);
}

/* ---- kept.c ------------------------------------------------------------ */

#define KEPT_BLOCKS 64

struct kept_block {
	amp_accelerator_view *queue; /* device memory: it is free after this queue's commands; host memory: NULL */
	void *address;
	size_t size;
};

/* Blocks, oldest first. */
struct kept_blocks {
	pthread_mutex_t lock; /* a leaf of the lock order */
	struct kept_block blocks[KEPT_BLOCKS];
	unsigned count;
	size_t bytes;
};

typedef void (*kept_release_fn)(struct kept_block block);
/* Returns the newest block of this queue and size, which is no longer kept, or NULL. */
void *kept_find(struct kept_blocks *k, const amp_accelerator_view *queue, size_t size);
/* Keeps a block, and releases the oldest ones to stay within `limit` bytes in all. Returns false if the block is
 * too large. */
bool kept_add(struct kept_blocks *k, struct kept_block block, size_t limit, kept_release_fn release);
/* Releases all blocks of a queue, or of all queues (NULL). */
void kept_release(struct kept_blocks *k, const amp_accelerator_view *queue, kept_release_fn release);

/* ---- host_memory.c ----------------------------------------------------- */

/* Returns pageable memory, aligned to a cache line, whose contents are undefined; NULL if there is none. The
 * caller frees it with host_free() and the same size. */
void *host_allocate(size_t size);
void host_free(void *address, size_t size);

/* Creates a storage of size bytes without memory. The caller destroys it. */
amp_status storage_create(size_t size, struct storage **out);
void storage_destroy(struct storage *s); /* frees all copies */
/* Locks the storage, and takes it back from its borrower. */
void storage_lock(struct storage *s);
/* Unlocks the storage, and lends it to the queue whose launches can repeat without preparation, if there is
 * one. */
void storage_unlock(struct storage *s);
void storage_unlock_all(struct storage *const *locked, size_t n);
/* See amp_buffer_is_barred. While it is false, handles have AMP_HOST_OPEN. */
bool storage_is_barred(const struct storage *s);
/* Allocates the slot's copy unless it exists. queue: one of the slot's accelerator, or NULL for the host's
 * slot. */
amp_status storage_allocate(struct storage *s, unsigned slot, amp_accelerator_view *queue);
/* To be called before bytes are moved between the host copy and an accelerator: if the memory is moved again and
 * again, it is registered. */
void storage_note_moved(struct storage *s, amp_accelerator *a, size_t bytes);
/* To be called when no command uses the host copy. */
void storage_unregister(struct storage *s);
/* Copies bytes to device memory that lives as long as the slot's copy, or finds an earlier copy of the same bytes. */
amp_status place_bytes(struct storage *s, unsigned slot, amp_accelerator_view *queue, const void *bytes, size_t size,
                       char **out);
/* Poisons a region of the slot's copy, if there is one. */
void storage_poison(struct storage *s, unsigned slot, const struct region *r);
/* Frees a device copy; nothing in it is current any more. */
void storage_free_copy(struct storage *s, unsigned slot);

/* ---- texture.c --------------------------------------------------------- */

/* Sets *table to the address of the texture objects for the level at an offset of a texture's copy, or to NULL
 * if it cannot be sampled by texture units. They are created at the first call. The storage is locked. */
amp_status texture_sample_level(struct storage *s, unsigned slot, amp_accelerator_view *queue, size_t offset,
                                char **table);
/* Frees all objects of a copy, which no command uses. */
void texture_free_levels(struct copy *c, amp_accelerator_view *queue);

/* ---- buffer.c ---------------------------------------------------------- */

/* Locks and returns the storage of b, which keeps it alive. */
struct storage *buffer_lock(const amp_buffer *b);
/* Locks the storages of n buffers. Sets out[i] to the storage of b[i], and `locked` to the storages, each
 * once; both have room for n. Returns the number of elements in `locked`. */
size_t buffers_lock(const amp_buffer *const *b, size_t n, struct storage **out,
                    struct storage **locked);
/* Creates an array's buffer over device memory of the program. */
amp_status buffer_adopt(amp_accelerator_view *home, void *device_memory, size_t size,
                        amp_buffer **out);

/* ---- index.c ----------------------------------------------------------- */

void index_lock(void);
void index_unlock(void);
/* Returns the first storage, in address order, that ends behind host, or NULL. */
struct storage *index_find(const char *host);
struct storage *index_next(struct storage *s);
/* Inserts s, which must not overlap another storage in the index; its address and size must not change. */
void index_insert(struct storage *s);
void index_remove(struct storage *s); /* if it is in the index */

/* ---- coherence.c: all with the storage locked -------------------------- */

/* Makes the region current in the slot's copy, by commands on queue or, for the host's slot, on the queues
 * that last wrote the sources. */
amp_status make_current(struct storage *s, unsigned slot, amp_accelerator_view *queue,
                        const struct region *r);
/* Returns whether make_current() would move nothing. */
bool is_current(const struct storage *s, unsigned slot, const struct region *r);
/* Returns whether a kernel in the slot with this access to the region changes neither which copies are
 * current nor what the host may do. That is the rule if a kernel is launched again and again. */
bool is_settled(const struct storage *s, unsigned slot, const struct region *r,
                amp_access access);
/* Makes room to record writes of regions with this total number of rows, so that note_written() cannot fail.
 * Nothing may become current in between. */
amp_status prepare_written(struct storage *s, size_t rows);
void note_written(struct storage *s, unsigned slot, const struct region *r);
/* Set what may be done without a call: by the host (the handles' host_state) and by kernels (settled).
 * hide_from_host() forbids everything, and must be called before a change; publish_to_host() permits what the
 * new state allows. */
void hide_from_host(struct storage *s);
void publish_to_host(struct storage *s);

/* If the storage is the program's memory, waits until no command uses these bytes: the program may write to them
 * after a call has returned, and call refresh(). Commands use them that long only if the memory is pinned or the
 * device reads pageable memory. */
amp_status wait_for_program_memory(struct storage *s, struct span bytes);
/* To be called after transfers on queue from one part to another; a part without a copy is plain memory. given:
 * the number of commands submitted to queue before them. host: the host memory involved, of this size, or NULL.
 * Returns whether the transfers may still use that memory. */
bool after_transfer(struct part to, struct part from, amp_accelerator_view *queue, uint64_t given, bool to_host,
                    const char *host, size_t size);
/* The same if one of the transfers has failed: parts of it, and those in front of it, may have been queued. */
void after_failed_transfer(struct part to, struct part from, amp_accelerator_view *queue);

/* Transfers between two copies on queue, with counters and trace. The slots may be equal. */
amp_status move(const struct transfer *t, amp_accelerator_view *queue, unsigned to_slot,
                char *to, unsigned from_slot, const char *from, const struct storage *storage);
/* Returns the queue to be used for bytes of a slot's copy if the call names none: the last writer's, else the last
 * user's, else the default view. Borrowed. */
amp_accelerator_view *copy_queue(struct storage *s, unsigned slot, struct span bytes);

/* ---- view.c ------------------------------------------------------------ */

/* Locks a view's storage and finds the view's region in it. Fails, with the storage unlocked, if the access
 * neither reads nor writes. */
amp_status view_lock(const amp_view *v, amp_access access, struct storage **s, struct region *r);

/* ---- repeat.c ---------------------------------------------------------- */

/* Frees the repeats of a queue that is destroyed. */
void repeats_destroy(struct repeats *r);

/* ---- launch.c ---------------------------------------------------------- */

/* Returns whether AMP_CHECK=1 requests the checks that kernels contain (amp_cpu_is_checked). */
bool checks_accesses(void);

/* ---- module.c ---------------------------------------------------------- */

void module_lock(void);
void module_unlock(void);
amp_module *module_first(void);          /* the list of modules; requires the lock */
unsigned module_generation(void);        /* changes when modules are added or removed */
/* Returns amp_kernel.state: initially zeros, KERNEL_CODE_SIZE for each accelerator that has memory of its own.
 * Another kernel has another one, also if a library that is loaded later has it at the same address. Returns
 * NULL if memory runs out. */
void *kernel_state(amp_kernel *kernel);
#define KERNEL_CODE_SIZE 64

/* ---- cpu/ -------------------------------------------------------------- */

extern const struct amp_backend cpu_backend;
/* Initializes direct3d_warp, direct3d_ref and cpu_accelerator, in this order. out has room for
 * CPU_ACCELERATORS. is_separate: the first SEPARATE_CPU_ACCELERATORS have memory of their own. */
#define CPU_ACCELERATORS 3
#define SEPARATE_CPU_ACCELERATORS 2
void cpu_accelerators_init(amp_accelerator *out, bool is_separate);
/* Returns whether AMP_CPU_MEMORY requests that. A wrong value ends the process. */
bool cpu_memory_is_separate(void);

/* Calls work for chunks of [begin, end) on the pool's threads and the calling one. */
typedef void (*pool_fn)(void *context, size_t begin, size_t end);
void pool_run(pool_fn work, void *context, size_t begin, size_t end, size_t chunk);
unsigned pool_width(void);               /* number of threads, including the caller's */
int64_t nanoseconds(void);               /* of a monotonic clock */

/* Runs one tile whose threads may wait at barriers. */
void tile_run(const amp_kernel *kernel, const void *image, amp_cpu_tile *tile);

/* A stack to run on. fcontext_t and its two functions belong to Boost.Context. */
typedef struct fiber fiber;
fiber *fiber_of_thread(void);            /* makes this thread's own stack a fiber */
fiber *fiber_create(void (*entry)(void *), void *argument); /* entry must not return */
void fiber_switch(fiber *from, fiber *to); /* from must be the running fiber */
void fiber_destroy(fiber *f);

/* ---- cuda/ ------------------------------------------------------------- */

#if HAVE_CUDA
/* Loads the driver and lists its devices, possibly none. *out is malloc'ed. */
size_t cuda_accelerators_create(amp_accelerator **out);
/* Returns a readable reason why the driver shows no GPU. */
const char *cuda_absence(void);
void *cuda_context(const amp_accelerator *a);
/* Fail if a stream or memory is not of the accelerator's context. */
amp_status cuda_check_stream(const amp_accelerator *a, void *stream);
amp_status cuda_check_memory(const amp_accelerator *a, const void *memory);
/* Unloads a module wherever it was loaded, as it is unregistered. */
void cuda_module_finish(amp_module *m);
#endif

#endif
