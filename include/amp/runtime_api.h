/* The C API of libamprt, the runtime of ampcc.
 *
 * It knows accelerators, buffers that stay coherent between host and
 * accelerators by byte range, views onto them, kernels and events. The C++
 * headers (amp.h and its family) are a thin, typed face of this; C programs
 * have their own in <amp.h>.
 *
 * Conventions
 *   - Every call that can fail returns an amp_status. On failure nothing has
 *     been changed, outputs are untouched, and amp_last_error() on the same
 *     thread gives a message that says what to do.
 *   - Sizes and offsets are in bytes unless a name says otherwise; extents
 *     and strides are in elements, most significant dimension first.
 *   - Any function may be called from any thread.
 *
 * Environment
 *   AMP_ACCELERATOR   the default accelerator: a device_path, cpu or ref
 *   AMP_TRACE         a file, - for standard error: a line for each movement; a
 *                     name that ends in .json: Chrome's trace format
 *   AMP_STATS         not 0: a table of times and bytes at the end
 *   AMP_CPU_THREADS   threads of direct3d_warp; all cores if not set
 *   AMP_CPU_STACK     KiB of stack of a tile's thread there; 64 if not set
 *   AMP_CUDA_LIBRARY  the driver to load instead of libcuda.so.1
 */
#ifndef AMPCC_RUNTIME_API_H
#define AMPCC_RUNTIME_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Same values as concurrency::access_type (spec 3.2.1). Where an access to a
 * view is WRITE alone, every byte of the view will be written: nothing is
 * brought for it. An access that may leave some as they are is READ_WRITE. Kernels that ampcc
 * writes name the enumerators: they are at global scope in C++, too. */
enum __amp_access {
	AMP_ACCESS_NONE = 0,
	AMP_ACCESS_READ = 1,
	AMP_ACCESS_WRITE = 2,
	AMP_ACCESS_READ_WRITE = 3,
	AMP_ACCESS_AUTO = 4, /* only as an array's cpu_access_type at creation */
};

/* The compute domain, the second parameter of every kernel on the device.
 * Dimension 0 is the most significant; extent and tiles of unused dimensions
 * (from rank on) are 1. Untiled: of a domain of a higher rank than AMP_DOMAIN_RANK
 * only total is meaningful. Tiled: the grid has the tiles' dimensions, and
 * threadIdx.x is the least significant one. A grid's second and third dimension
 * are limited; a domain of more tiles is launched in parts. In C++ at global scope,
 * since it is in the kernels' mangled names. */
#define AMP_DOMAIN_RANK 3
struct __amp_domain {
	unsigned rank;
	unsigned total; /* threads of an untiled domain, tiles of a tiled one */
	int extent[AMP_DOMAIN_RANK];
	int tiles[AMP_DOMAIN_RANK];
	unsigned first_block[3]; /* x, y, z: where a part of the grid begins */
};

/* In C++ the names are in a namespace of ours: names at global scope are the program's.
 * <amp/runtime.h> brings them there. */
#ifdef __cplusplus
namespace Concurrency {
namespace details {
namespace runtime {
extern "C" {
#endif

#define AMP_API __attribute__((visibility("default")))

/* What parameter n points to is not read: it may be uninitialized. (gcc 11 takes a
 * pointer to const for one that is read through.) */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#define AMP_NOT_READ(n) __attribute__((access(none, n)))
#else
#define AMP_NOT_READ(n)
#endif

/* ---- Errors ------------------------------------------------------------ */

typedef enum amp_status {
	AMP_OK = 0,
	AMP_ERROR_INVALID_ARGUMENT,       /* E_INVALIDARG */
	AMP_ERROR_INVALID_COMPUTE_DOMAIN, /* empty, too large, tile does not fit */
	AMP_ERROR_OUT_OF_MEMORY,          /* E_OUTOFMEMORY, host or device */
	AMP_ERROR_UNSUPPORTED,            /* the accelerator cannot do it */
	AMP_ERROR_ACCELERATOR_REMOVED,    /* a kernel faulted, or the device is gone */
	AMP_ERROR_FAILED,                 /* E_FAIL: the driver refused, see the message */
} amp_status;

/* The message of this thread's last failed call; "" when none failed.
 * Owned by the runtime, valid until the next failure on this thread. */
AMP_API const char *amp_last_error(void);

/* ---- Accelerators ------------------------------------------------------ */

/* A device that runs kernels or holds data. Lives as long as the process. */
typedef struct amp_accelerator amp_accelerator;

typedef enum amp_accelerator_kind {
	AMP_ACCELERATOR_CUDA, /* "cuda:0", "cuda:1", … */
	AMP_ACCELERATOR_CPU,  /* "direct3d_warp": kernels on the host's cores */
	AMP_ACCELERATOR_REF,  /* "direct3d_ref": the checking one */
	AMP_ACCELERATOR_HOST, /* "cpu_accelerator": host memory, runs no kernels */
} amp_accelerator_kind;

typedef enum __amp_access amp_access;

typedef struct amp_accelerator_info {
	amp_accelerator_kind kind;
	const char *device_path;  /* see amp_accelerator_kind */
	const char *description;  /* for people, "NVIDIA H100 80GB HBM3" */
	unsigned version;         /* major << 16 | minor: compute capability on CUDA */
	size_t dedicated_memory;  /* in KiB (spec 3.2.2) */
	bool is_debug, is_emulated, has_display;
	bool supports_double_precision, supports_limited_double_precision;
	bool supports_cpu_shared_memory;
	unsigned max_tile_size;   /* threads a tile; 1024 everywhere (spec 4.3) */
	size_t max_tile_static;   /* bytes of tile_static memory a tile */
	int cuda_device;          /* CUDA device ordinal, -1 for the others */
} amp_accelerator_info;

/* All accelerators: the GPUs in CUDA's order, then direct3d_warp,
 * direct3d_ref, cpu_accelerator. The first call loads libcuda.so.1. */
AMP_API size_t amp_accelerator_count(void);
AMP_API amp_accelerator *amp_accelerator_at(size_t i);
/* By device_path; "default" is the default one; "cpu" and "ref" are the short
 * names that AMP_ACCELERATOR takes. NULL if there is none. */
AMP_API amp_accelerator *amp_accelerator_find(const char *device_path);
/* Why no GPU is among the accelerators, for people; NULL where one is. The text is the library's. */
AMP_API const char *amp_no_gpu_reason(void);
/* The CUDA version of NVIDIA's driver, as cuda.h writes it (13000 is 13.0); 0 without a driver. */
AMP_API int amp_cuda_driver_version(void);
AMP_API const amp_accelerator_info *amp_accelerator_get_info(const amp_accelerator *a);
/* AMP_ACCELERATOR from the environment, else the first GPU, else the CPU
 * accelerator. The first call settles it, as the first launch does. */
AMP_API amp_accelerator *amp_accelerator_default(void);
/* False, and no change, once the default is settled (spec 3.2.3). */
AMP_API bool amp_accelerator_set_default(amp_accelerator *a);
/* The access_type of arrays made with AMP_ACCESS_AUTO. False, and no change, when the
 * accelerator shares no memory with the CPU, an array was made on it, or this was
 * set before (spec 3.2.5). */
AMP_API bool amp_accelerator_set_default_cpu_access(amp_accelerator *a, amp_access access);
AMP_API amp_access amp_accelerator_default_cpu_access(const amp_accelerator *a);

/* ---- Accelerator views ------------------------------------------------- */

/* A queue of commands on an accelerator: a CUDA stream. Reference counted. */
typedef struct amp_accelerator_view amp_accelerator_view;

/* Same values as concurrency::queuing_mode (spec 3.3.1). */
typedef enum amp_queuing_mode { AMP_QUEUING_IMMEDIATE, AMP_QUEUING_AUTOMATIC } amp_queuing_mode;

/* Fails with AMP_ERROR_INVALID_ARGUMENT for other modes. */
AMP_API amp_status amp_accelerator_view_create(amp_accelerator *a, amp_queuing_mode mode,
                                               amp_accelerator_view **out);
/* The view that arrays and launches use when none is named. Never fails;
 * the caller owns a reference. */
AMP_API amp_accelerator_view *amp_accelerator_default_view(amp_accelerator *a);
/* What parallel_for_each uses when nothing captured decides (spec 3.3.2,
 * get_auto_selection_view). The caller owns a reference. */
AMP_API amp_accelerator_view *amp_auto_selection_view(void);
AMP_API amp_accelerator_view *amp_accelerator_view_ref(amp_accelerator_view *v);
AMP_API void amp_accelerator_view_unref(amp_accelerator_view *v); /* NULL is fine */
AMP_API amp_accelerator *amp_accelerator_view_get_accelerator(const amp_accelerator_view *v);
AMP_API amp_queuing_mode amp_accelerator_view_queuing_mode(const amp_accelerator_view *v);
AMP_API bool amp_accelerator_view_is_auto_selection(const amp_accelerator_view *v);
/* Sends what is queued without waiting for it. */
AMP_API amp_status amp_accelerator_view_flush(amp_accelerator_view *v);
/* Waits for all commands; reports a fault of a kernel among them, by name. */
AMP_API amp_status amp_accelerator_view_wait(amp_accelerator_view *v);
/* True after a fault that the device does not survive. */
AMP_API bool amp_accelerator_view_is_removed(const amp_accelerator_view *v);
/* ---- Events ------------------------------------------------------------ */

/* Completion of asynchronous work. Reference counted. */
typedef struct amp_event amp_event;
/* Completes when all commands given to the view so far have. */
AMP_API amp_status amp_accelerator_view_marker(amp_accelerator_view *v, amp_event **out);
AMP_API amp_event *amp_event_ref(amp_event *e);
AMP_API void amp_event_unref(amp_event *e); /* NULL is fine; does not wait */
AMP_API amp_status amp_event_wait(amp_event *e); /* the status of the work */
AMP_API bool amp_event_is_complete(amp_event *e);

/* ---- Buffers ----------------------------------------------------------- */

/* A range of bytes with a copy on the host and on each accelerator that used
 * it, and, for each copy, the ranges that are current. Reference counted:
 * each array and each view holds one reference. */
typedef struct amp_buffer amp_buffer;

/* The public head of every amp_buffer, for the inline fast paths of host
 * accesses and of references. host_state and host are written by the runtime only;
 * read host_state with acquire order. Anything but the two states below means:
 * call amp_view_access(). */
struct amp_buffer {
	unsigned host_state;
	int refs;   /* read and changed atomically; the last one by amp_buffer_unref() */
	char *host; /* the host copy, valid while host_state is not 0 */
};
#define AMP_HOST_CURRENT 1u   /* bit: all bytes may be read on the host */
#define AMP_HOST_EXCLUSIVE 2u /* bit: and written: no other copy is current */
#define AMP_HOST_OPEN 4u      /* bit: through an array, too, not only through views of it */

/* Over [host, host + size), which the caller keeps alive until the last
 * reference is gone. Buffers over memory that overlaps see the same bytes.
 * *offset is where the range begins in *out. read_only: nothing is ever written
 * back. */
AMP_API AMP_NOT_READ(1) amp_status amp_buffer_wrap(const void *host, size_t size, bool read_only,
                                                   amp_buffer **out, size_t *offset);
/* Storage of its own. home == NULL: a view without a source, placed where it
 * is used first; else an array on that view's accelerator, whose copy is where
 * the data lives. associated, for staging arrays (home is of the
 * cpu_accelerator): the view that it will be copied to and from; its memory is
 * pinned for it. The bytes are indeterminate. */
AMP_API amp_status amp_buffer_create(amp_accelerator_view *home, amp_accelerator_view *associated,
                                     size_t size, amp_access cpu_access, amp_buffer **out);
AMP_API amp_buffer *amp_buffer_ref(amp_buffer *b);
/* Drops a reference (NULL is fine). The last one brings all that is current
 * only on an accelerator back to wrapped host memory and waits for it, whatever
 * other buffers there are over the memory; its failure is returned, and the
 * memory is released all the same. */
AMP_API amp_status amp_buffer_unref(amp_buffer *b);
AMP_API size_t amp_buffer_size(const amp_buffer *b);
AMP_API amp_access amp_buffer_cpu_access(const amp_buffer *b); /* settled, never AUTO */
/* An array whose elements are for kernels, copies and views, not for the host: one
 * on an accelerator with AMP_ACCESS_NONE, as all have where no memory is shared. */
AMP_API bool amp_buffer_is_barred(const amp_buffer *b);
/* home of an array; NULL for wrapped memory and views without a source.
 * Borrowed. */
AMP_API amp_accelerator_view *amp_buffer_home(const amp_buffer *b);
AMP_API amp_accelerator_view *amp_buffer_associated(const amp_buffer *b);
/* Where the source of a view's data is: of an array its home, of wrapped memory
 * cpu_accelerator; NULL for views without a source
 * (array_view::get_source_accelerator_view, spec 5.2). Borrowed. */
AMP_API amp_accelerator_view *amp_buffer_source_view(const amp_buffer *b);
/* ---- Views ------------------------------------------------------------- */

/* The common head of every array and array_view object. On the host buffer is
 * set; in a kernel's image buffer is NULL and data points at the element at
 * the origin in the accelerator's memory. */
typedef struct amp_view_head {
	void *data;
	amp_buffer *buffer;
	/* Of the origin in the buffer, in bytes. In a kernel's image it says which elements are
	 * the buffer's (AMP_BOUNDS); 0: not known. */
	size_t offset;
} amp_view_head;
/* before: the elements of the buffer in front of the origin; count: all of them. */
#define AMP_BOUNDS(before, count) ((size_t)~(unsigned)(count) << 32 | (unsigned)(before))
#define AMP_BOUNDS_BEFORE(bounds) ((unsigned)(bounds))
#define AMP_BOUNDS_COUNT(bounds) (~(unsigned)((bounds) >> 32))

/* A rectangular part of a buffer. */
typedef struct amp_view {
	amp_buffer *buffer;
	size_t offset;            /* of the origin, in bytes */
	size_t element_size;      /* in bytes */
	unsigned rank;
	const int *extent;        /* rank of them, all > 0 */
	const int *stride;        /* in elements, rank - 1 of them: the last
	                           * dimension is contiguous */
} amp_view;

/* Makes the view's bytes current on the host for the access, waiting for the
 * accelerators that write them; after a write access all other copies of them
 * are stale. *data is the element at the origin. */
AMP_API amp_status amp_view_access(const amp_view *v, amp_access access, void **data);
/* array_view::synchronize(_async), synchronize_to(_async): the destination's
 * copy is made current; to == NULL is the host, and an array's home. event
 * NULL waits, but for what comes from the host only until that has been read; else
 * it is set (never NULL on success). */
AMP_API amp_status amp_view_synchronize(const amp_view *v, amp_access access,
                                        amp_accelerator_view *to, amp_event **event);
/* Nothing is current any more: nothing will be copied to where it is written. */
AMP_API amp_status amp_view_discard(const amp_view *v);
/* The host's bytes were changed behind the view: they are current, all other
 * copies stale. */
AMP_API amp_status amp_view_refresh(const amp_view *v);
/* Element by element in row-major order; both hold the same number of bytes.
 * Overlap within one buffer is as if through a temporary. event as above. */
AMP_API amp_status amp_view_copy(const amp_view *src, const amp_view *dst, amp_event **event);
/* From and to contiguous host memory that no buffer wraps. With an event the
 * memory must stay valid until it completes. */
AMP_API amp_status amp_view_write(const amp_view *dst, const void *src, amp_event **event);
AMP_API amp_status amp_view_read(const amp_view *src, void *dst, amp_event **event);

/* ---- Kernels ----------------------------------------------------------- */

/* The compute domain: see above. */
typedef struct __amp_domain amp_domain;

/* A tile in flight on the CPU accelerator. The runtime sets all of it before
 * it calls amp_cpu_kernel.run_tile; run_tile takes thread numbers from next
 * until it reaches size:
 *     while (t->next < t->size) { unsigned i = t->next++; …run thread i… }
 * A thread that waits at a barrier (amp_cpu_barrier) is set aside, and
 * run_tile is entered again, on another stack, for the rest. */
typedef struct amp_cpu_tile {
	int tile[AMP_DOMAIN_RANK]; /* the tile's index; unused dimensions are 0 */
	unsigned next, size;       /* threads, row-major within the tile */
} amp_cpu_tile;

/* How many views' pointers a __global__ function may have as parameters. */
#define AMP_POINTERS 8

/* What the C++ headers know of a kernel at compile time. Static storage, zero
 * in the fields after "set by the runtime". */
typedef struct amp_kernel {
	/* Mangled name of the __global__ function, which is in one of the amp_modules; with
	 * get_function its address in the program, for which that gives a CUfunction of the
	 * current context. It returns a cudaError_t. */
	const void *symbol;
	int (*get_function)(const void *symbol, void **function);
	const char *name;     /* for people: the function object's type */
	size_t image_size;    /* sizeof the function object */
	size_t image_align;
	unsigned rank;        /* 1 … AMP_DOMAIN_RANK for tiled; any for untiled */
	int tile[AMP_DOMAIN_RANK]; /* 0, 0, 0: untiled */
	/* CPU accelerator: untiled kernels run the linear range [begin, end) of
	 * the row-major domain; tiled ones one tile. */
	void (*run_range)(const void *image, const int *extent, size_t begin, size_t end);
	void (*run_tile)(const void *image, amp_cpu_tile *tile);
	/* A __global__ function of which each thread takes `wide` neighbouring points
	 * (a power of two), for launches whose views are distinct and aligned; NULL, 0:
	 * none. For ranks over 1 it takes the points in row-major order if the views are
	 * dense and of the domain's extent, and in rows if its blocks have more than one
	 * (blockDim.y). Behind the image and the domain it has AMP_POINTERS pointers: to
	 * the views' origins, in the arguments' order. */
	const void *wide_symbol;
	unsigned wide;
	/* A __global__ function that does the same as symbol's for launches whose views are
	 * distinct: what is written is reached through one of them only, and each begins at a
	 * multiple of its elements' size, or of 16 bytes of it. It has such pointers, too, and all of
	 * them a second time. NULL: none. */
	const void *restrict_symbol;
	/* A __global__ function that does the same as symbol's, compiled to have as many
	 * registers a thread as it likes, for domains whose threads leave room for that on a
	 * GPU; where there is restrict_symbol, for distinct views only, with such pointers. NULL:
	 * none. */
	const void *small_domain_symbol;
	/* On GPUs, threads of an untiled kernel are in squares rather than in rows. */
	bool in_squares;
	/* The code for GPUs computes the distance of an element from its view's origin
	 * in an int: launches there refuse views of several dimensions that reach
	 * farther. */
	bool short_range;
	/* The kernel looks whether what it accesses is in the buffers of its views
	 * (--amp-robust-access), so that it may do so beyond the views themselves. The
	 * function for several points a thread does not look. */
	bool is_robust;
	/* Set by the headers where more than what containers in the image say of themselves decides
	 * which arguments a launch has. */
	bool varies;
	/* set by the runtime */
	void *state;
} amp_kernel;

/* One container inside a function object. */
typedef struct amp_argument {
	amp_view view;        /* extent and stride point into the caller's objects */
	amp_access access;    /* what the kernel does with it */
	/* Where the launch image gets the accelerator's address:
	 * head_offset != AMP_NO_OFFSET: an amp_view_head at that offset, whose data
	 * becomes the address of the origin and whose buffer becomes NULL.
	 * Otherwise object (object_size bytes, an amp_view_head first) is outside
	 * of the image: a patched copy of it is placed in accelerator memory, and
	 * each pointer in the image that equals object is redirected to it. */
	size_t head_offset;
	const void *object;
	size_t object_size;
	/* An array itself, not a view of one: the launch must be where its home
	 * is. Views go to any accelerator. */
	bool is_array;
} amp_argument;
#define AMP_NO_OFFSET ((size_t)-1)

/* parallel_for_each. av == NULL: the accelerator is chosen from what is
 * captured: an array's home, else the source of the views, else the default
 * (spec 7.2). image: image_size bytes, copied before return. extent: rank
 * entries, in elements, > 0, each a multiple of the tile's. Asynchronous on
 * CUDA; later accesses through views and arrays wait as they must. */
AMP_API amp_status amp_launch(amp_accelerator_view *av, amp_kernel *kernel, const int *extent,
                              const void *image, const amp_argument *args, size_t n_args);

/* False: nothing was done, and amp_launch is to be called. Else the launch is like an earlier
 * one, with the same containers in the same places of the image, which need nothing, and is
 * made; *status says how that went. */
AMP_API bool amp_launch_again(amp_accelerator_view *av, amp_kernel *kernel, const int *extent,
                              const void *image, amp_status *status);

/* tile_barrier::wait on the CPU accelerator; called inside run_tile only. */
AMP_API void amp_cpu_barrier(void);
/* The launch that this thread runs a kernel of on the CPU accelerator fails, with
 * AMP_ERROR_FAILED and this message if it is the first; threads that have not
 * begun may not run any more. */
AMP_API void amp_cpu_fail(const char *message);
/* Whether a kernel that is compiled to look at its accesses (--amp-robust-access=report) is to report
 * them in the launch that this thread runs: on direct3d_ref, and where the environment has
 * AMP_CHECK=1. Called in kernels on the CPU accelerator only. */
AMP_API bool amp_cpu_is_checked(void);

/* What a condition around a barrier is for a tile, after 1 of each thread for which it is
 * true, and 2 of others. False, and the launch fails, where both are (8.1.1). */
AMP_API bool amp_tile_agreed(unsigned answers);

/* What the thread of a kernel that ends a launch on a GPU leaves for the host, in memory of the
 * host's, which survives the fault. The device code of each unit has the variable
 * AMP_MESSAGE_VARIABLE, a pointer to one, which the runtime sets; NULL: there is none.
 * bytes are a format of printf's and behind it, for each argument, a letter and the argument:
 *   i   a long long: of integers and pointers
 *   d   a double
 *   s   characters
 * Characters end with a zero. What had no place is left out. */
#define AMP_MESSAGE_VARIABLE "amp_kernel_message_of_unit"
typedef struct amp_kernel_message {
	unsigned state;      /* 0: empty, 1: a thread writes it, 2: complete */
	unsigned size;       /* of bytes, that are used */
	char bytes[1016];
	bool is_checked;     /* accesses are looked at (amp_cpu_is_checked) */
} amp_kernel_message;
/* What is said of an access beyond a container's extent: file, line, container, the index's
 * component, the extent's and the dimension. */
#define AMP_BEYOND_FORMAT "%s:%d: '%s' is accessed at %d, beyond its extent %d in dimension %d"

/* Device code of one translation unit; emitted by ampcc, static storage. */
typedef struct amp_module {
	const void *fatbin;   /* fatbin, cubin or PTX image, as cuModuleLoadData takes */
	const char *name;     /* of the source, for messages */
	/* set by the runtime */
	struct amp_module *next;
	void *state;
} amp_module;
AMP_API void amp_module_register(amp_module *m);   /* from a constructor */
AMP_API void amp_module_unregister(amp_module *m); /* from a destructor */

/* ---- CUDA libraries and CUDA code of the program's ---------------------- */

/* A view's CUstream (== cudaStream_t), which commands can be given to besides
 * the runtime's, and its CUcontext, the device's primary one. NULL, and a
 * message, where the view is not of a CUDA accelerator or has none. */
AMP_API void *amp_accelerator_view_cuda_stream(amp_accelerator_view *v);
AMP_API void *amp_accelerator_view_cuda_context(amp_accelerator_view *v);
/* A view over a CUstream of the program's, of the device's primary context; it
 * must outlive the view, whose last reference waits for its commands. */
AMP_API amp_status amp_accelerator_view_adopt_stream(amp_accelerator *a, void *stream,
                                                     amp_accelerator_view **out);
/* An array on home over device memory that the program allocated, with what is
 * in it; it must outlive the buffer, and is never freed here. */
AMP_API amp_status amp_buffer_adopt_device(amp_accelerator_view *home, void *device_memory,
                                           size_t size, amp_buffer **out);
/* The device address of a view's element at the origin, for commands that the
 * program gives to av's stream. The view must be contiguous. What access says
 * will be read is brought there first; nothing waits. The commands are ordered
 * with the runtime's own up to its next command that uses the data: ask again
 * after that. The address itself stays as long as the buffer. */
AMP_API amp_status amp_view_cuda_pointer(const amp_view *v, amp_accelerator_view *av,
                                         amp_access access, void **out);

/* ---- Counters ---------------------------------------------------------- */

/* What moved since the program started or the last reset. AMP_TRACE=FILE
 * writes a line for each, with the reason. */
typedef struct amp_counters {
	uint64_t host_to_device_bytes, host_to_device_copies;
	uint64_t device_to_host_bytes, device_to_host_copies;
	uint64_t device_to_device_bytes, device_to_device_copies;
	uint64_t launches;
	uint64_t device_allocations, device_bytes; /* live now */
	uint64_t live_buffers;                     /* live now */
	uint64_t kept_allocations; /* device memory that is free now, for the next of that size */
} amp_counters;
AMP_API void amp_get_counters(amp_counters *out);
AMP_API void amp_reset_counters(void); /* not those that are live now */

#ifdef __cplusplus
} /* extern "C" */
} /* namespace runtime */
using namespace runtime;
} /* namespace details */
} /* namespace Concurrency */
#endif
#endif
