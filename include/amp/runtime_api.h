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

/* Same values as concurrency::access_type (spec 3.2.1). AMP_ACCESS_WRITE alone means that every byte of the
 * view will be written, so no data is transferred to where it is written; an access that may leave bytes
 * unchanged is AMP_ACCESS_READ_WRITE. The enumerators are at global scope in C++, too, since kernels that
 * ampcc writes name them. */
enum __amp_access {
	AMP_ACCESS_NONE = 0,
	AMP_ACCESS_READ = 1,
	AMP_ACCESS_WRITE = 2,
	AMP_ACCESS_READ_WRITE = 3,
	AMP_ACCESS_AUTO = 4, /* only as cpu_access_type, when an array is created */
};

/* The compute domain, the second parameter of every kernel on the device. Dimension 0 is the most
 * significant; extent and tiles of unused dimensions (from rank on) are 1. In an untiled domain whose rank
 * exceeds AMP_DOMAIN_RANK, only total is meaningful. The grid of a tiled domain has the tiles' rank, and
 * threadIdx.x is the least significant dimension. A grid's second and third dimension are limited; a domain
 * with more tiles is launched in parts. In C++ it is at global scope, since it is in the kernels' mangled
 * names. */
#define AMP_DOMAIN_RANK 3
struct __amp_domain {
	unsigned rank;
	unsigned total; /* threads of an untiled domain, tiles of a tiled one */
	int extent[AMP_DOMAIN_RANK];
	int tiles[AMP_DOMAIN_RANK];
	unsigned first_block[3]; /* x, y, z: where this part of the grid begins */
};

/* In C++ the names are in a namespace, since names at global scope belong to the program. <amp/runtime.h>
 * makes them global. */
#ifdef __cplusplus
namespace Concurrency {
namespace details {
namespace runtime {
extern "C" {
#endif

#define AMP_API __attribute__((visibility("default")))

/* The function does not read what parameter n points to, which may be uninitialized. (gcc 11 assumes that a
 * pointer to const is read through.) */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#define AMP_NOT_READ(n) __attribute__((access(none, n)))
#else
#define AMP_NOT_READ(n)
#endif

/* ---- Errors ------------------------------------------------------------ */

typedef enum amp_status {
	AMP_OK = 0,
	AMP_ERROR_INVALID_ARGUMENT,       /* E_INVALIDARG */
	AMP_ERROR_INVALID_COMPUTE_DOMAIN, /* empty, too large, or not a multiple of the tile */
	AMP_ERROR_OUT_OF_MEMORY,          /* E_OUTOFMEMORY, host or device */
	AMP_ERROR_UNSUPPORTED,            /* the accelerator cannot do it */
	AMP_ERROR_ACCELERATOR_REMOVED,    /* a kernel faulted, or the device is gone */
	AMP_ERROR_FAILED,                 /* E_FAIL: the driver reported an error, see the message */
} amp_status;

/* Returns the message of this thread's last failed call, or "" if none failed. Owned by the runtime, valid
 * until the next failure on this thread. */
AMP_API const char *amp_last_error(void);

/* ---- Accelerators ------------------------------------------------------ */

/* A device that runs kernels or holds data. It exists as long as the process. */
typedef struct amp_accelerator amp_accelerator;

typedef enum amp_accelerator_kind {
	AMP_ACCELERATOR_CUDA, /* "cuda:0", "cuda:1", … */
	AMP_ACCELERATOR_CPU,  /* "direct3d_warp": kernels on the host's cores */
	AMP_ACCELERATOR_REF,  /* "direct3d_ref": kernels on one core, with checks */
	AMP_ACCELERATOR_HOST, /* "cpu_accelerator": host memory, runs no kernels */
} amp_accelerator_kind;

typedef enum __amp_access amp_access;

typedef struct amp_accelerator_info {
	amp_accelerator_kind kind;
	const char *device_path;  /* see amp_accelerator_kind */
	const char *description;  /* readable, "NVIDIA H100 80GB HBM3" */
	unsigned version;         /* major << 16 | minor: compute capability on CUDA */
	size_t dedicated_memory;  /* in KiB (spec 3.2.2) */
	bool is_debug, is_emulated, has_display;
	bool supports_double_precision, supports_limited_double_precision;
	bool supports_cpu_shared_memory;
	unsigned max_tile_size;   /* threads per tile; 1024 everywhere (spec 4.3) */
	size_t max_tile_static;   /* bytes of tile_static memory per tile */
	int cuda_device;          /* CUDA device ordinal; -1 for other accelerators */
} amp_accelerator_info;

/* All accelerators: the GPUs in CUDA's order, then direct3d_warp, direct3d_ref, cpu_accelerator. The first
 * call loads libcuda.so.1. */
AMP_API size_t amp_accelerator_count(void);
AMP_API amp_accelerator *amp_accelerator_at(size_t i);
/* Returns the accelerator with a device_path; "default" is the default one; "cpu" and "ref" are the short
 * names that AMP_ACCELERATOR accepts. NULL if there is none. */
AMP_API amp_accelerator *amp_accelerator_find(const char *device_path);
/* Returns a readable reason why there is no GPU among the accelerators, or NULL if there is one. The library
 * owns the text. */
AMP_API const char *amp_no_gpu_reason(void);
/* Returns the CUDA version of NVIDIA's driver in the notation of cuda.h (13000 is 13.0), or 0 without a
 * driver. */
AMP_API int amp_cuda_driver_version(void);
AMP_API const amp_accelerator_info *amp_accelerator_get_info(const amp_accelerator *a);
/* Returns the default accelerator: AMP_ACCELERATOR from the environment, else the first GPU, else the CPU
 * accelerator. */
AMP_API amp_accelerator *amp_accelerator_default(void);
/* Returns false, and changes nothing, once the default is fixed (spec 3.2.3): by a previous call, by the first
 * launch, or by the first array or view that was created without an accelerator. */
AMP_API bool amp_accelerator_set_default(amp_accelerator *a);
/* Sets the cpu_access_type of arrays created with AMP_ACCESS_AUTO. Returns false, and changes nothing, if the
 * accelerator shares no memory with the CPU, an array was created on it before, or this was set before (spec
 * 3.2.5). */
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
/* Returns the view that arrays and launches use if none is named. Never fails; the caller owns a reference. */
AMP_API amp_accelerator_view *amp_accelerator_default_view(amp_accelerator *a);
/* Returns the default accelerator's default view, for what is created without one, and fixes the default. The
 * process owns the reference. */
AMP_API amp_accelerator_view *amp_default_view(void);
/* Returns the view that makes parallel_for_each choose by what is captured (spec 3.3.2,
 * get_auto_selection_view). The caller owns a reference. */
AMP_API amp_accelerator_view *amp_auto_selection_view(void);
AMP_API amp_accelerator_view *amp_accelerator_view_ref(amp_accelerator_view *v);
AMP_API void amp_accelerator_view_unref(amp_accelerator_view *v); /* v may be NULL */
AMP_API amp_accelerator *amp_accelerator_view_get_accelerator(const amp_accelerator_view *v);
AMP_API amp_queuing_mode amp_accelerator_view_queuing_mode(const amp_accelerator_view *v);
AMP_API bool amp_accelerator_view_is_auto_selection(const amp_accelerator_view *v);
/* Submits queued commands without waiting for them. */
AMP_API amp_status amp_accelerator_view_flush(amp_accelerator_view *v);
/* Waits for all commands. If one of their kernels faulted, returns an error that names it. */
AMP_API amp_status amp_accelerator_view_wait(amp_accelerator_view *v);
/* Returns true after a fault that made the device unusable. */
AMP_API bool amp_accelerator_view_is_removed(const amp_accelerator_view *v);
/* ---- Events ------------------------------------------------------------ */

/* Completion of asynchronous work. Reference counted. */
typedef struct amp_event amp_event;
/* Creates an event that completes when all commands submitted to the view so far have. */
AMP_API amp_status amp_accelerator_view_marker(amp_accelerator_view *v, amp_event **out);
AMP_API amp_event *amp_event_ref(amp_event *e);
AMP_API void amp_event_unref(amp_event *e); /* e may be NULL; does not wait */
AMP_API amp_status amp_event_wait(amp_event *e); /* returns the status of the work */
AMP_API bool amp_event_is_complete(amp_event *e);

/* ---- Buffers ----------------------------------------------------------- */

/* A range of bytes with a copy on the host and on each accelerator that used it, and with the ranges of each
 * copy that are current. Reference counted: each array and each view holds one reference. */
typedef struct amp_buffer amp_buffer;

/* The public head of every amp_buffer, for the inline fast paths of host accesses and of references.
 * host_state and host are written by the runtime only; read host_state with acquire order. Without the state
 * bits below, call amp_view_access(). */
struct amp_buffer {
	unsigned host_state;
	int refs;   /* accessed atomically; the last one is released by amp_buffer_unref() */
	char *host; /* the host copy, valid while host_state is not 0 */
};
#define AMP_HOST_CURRENT 1u   /* all bytes may be read on the host */
#define AMP_HOST_EXCLUSIVE 2u /* all bytes may be written: no other copy is current */
#define AMP_HOST_OPEN 4u      /* accesses may also go through an array, not only through views of it */

/* Creates a buffer over [host, host + size), which the caller keeps alive until the last reference is
 * released. Buffers over overlapping memory share the bytes. *offset is where the range begins in *out.
 * read_only: nothing is ever written back. */
AMP_API AMP_NOT_READ(1) amp_status amp_buffer_wrap(const void *host, size_t size, bool read_only,
                                                   amp_buffer **out, size_t *offset);
/* Creates a buffer with its own memory. home == NULL: a view without a source, placed where it is used first;
 * else an array on that view's accelerator, whose copy is where the data lives. associated, for staging
 * arrays (home is of the cpu_accelerator): the view that it will be copied to and from, for which its memory
 * is pinned. The bytes are indeterminate. */
AMP_API amp_status amp_buffer_create(amp_accelerator_view *home, amp_accelerator_view *associated,
                                     size_t size, amp_access cpu_access, amp_buffer **out);
/* What the numbers of a texture's texels are. */
typedef enum amp_texels {
	AMP_TEXELS_FLOAT,
	AMP_TEXELS_UNORM,
	AMP_TEXELS_NORM,
} amp_texels;
/* The number of address modes of samplers. */
#define AMP_ADDRESS_MODES 4
/* A texture in linear memory: its levels follow each other, each dense and in row-major order. */
typedef struct amp_texture {
	amp_texels texels;
	unsigned channels, bits; /* 1, 2 or 4; 8, 16 or 32 for each */
	unsigned rank;           /* 1, 2 or 3 */
	int extent[3];           /* of the most detailed level; rank elements */
} amp_texture;
/* Notes that a new buffer's bytes are a texture, which kernels may sample (amp_kernel.filters_in_hardware). */
AMP_API void amp_buffer_set_texture(amp_buffer *b, const amp_texture *texture);
AMP_API amp_buffer *amp_buffer_ref(amp_buffer *b);
/* Releases a reference (b may be NULL). The last one brings everything that is current only on an accelerator
 * back to wrapped host memory and waits for it, even if other buffers cover the memory. If that fails, the
 * error is returned, and the buffer is released nevertheless. */
AMP_API amp_status amp_buffer_unref(amp_buffer *b);
AMP_API size_t amp_buffer_size(const amp_buffer *b);
AMP_API amp_access amp_buffer_cpu_access(const amp_buffer *b); /* never AUTO */
/* Returns whether the buffer is an array that the host must not access directly, only kernels, copies and
 * views: one on an accelerator with AMP_ACCESS_NONE, as all arrays are if no memory is shared. */
AMP_API bool amp_buffer_is_barred(const amp_buffer *b);
/* Returns the home of an array, or NULL for wrapped memory and views without a source. Borrowed. */
AMP_API amp_accelerator_view *amp_buffer_home(const amp_buffer *b);
AMP_API amp_accelerator_view *amp_buffer_associated(const amp_buffer *b);
/* Returns where the source of a view's data is: the home of an array, cpu_accelerator for wrapped memory,
 * NULL for views without a source (array_view::get_source_accelerator_view, spec 5.2). Borrowed. */
AMP_API amp_accelerator_view *amp_buffer_source_view(const amp_buffer *b);
/* ---- Views ------------------------------------------------------------- */

/* The common head of every array and array_view object. On the host, buffer is set. In a kernel's image,
 * buffer is NULL and data points to the element at the origin in the accelerator's memory. */
typedef struct amp_view_head {
	void *data;
	amp_buffer *buffer;
	/* The offset of the origin in the buffer, in bytes. In a kernel's image: the number of the buffer's
	 * elements before and behind the origin (AMP_BOUNDS), or 0 if not known; of textures, see
	 * amp_kernel.filters_in_hardware. */
	size_t offset;
} amp_view_head;
/* before: the number of the buffer's elements in front of the origin; count: the number of all its elements. */
#define AMP_BOUNDS(before, count) ((size_t)~(unsigned)(count) << 32 | (unsigned)(before))
#define AMP_BOUNDS_BEFORE(bounds) ((unsigned)(bounds))
#define AMP_BOUNDS_COUNT(bounds) (~(unsigned)((bounds) >> 32))

/* A rectangular part of a buffer. */
typedef struct amp_view {
	amp_buffer *buffer;
	size_t offset;            /* of the origin, in bytes */
	size_t element_size;      /* in bytes */
	unsigned rank;
	const int *extent;        /* rank elements, all > 0 */
	const int *stride;        /* in elements; rank - 1 of them: the last dimension is contiguous */
} amp_view;

/* Makes the view's bytes current on the host for the access, and waits for the accelerators that write them.
 * After a write access all other copies of these bytes are stale. *data is the element at the origin. */
AMP_API amp_status amp_view_access(const amp_view *v, amp_access access, void **data);
/* array_view::synchronize(_async), synchronize_to(_async): makes the destination's copy current. to == NULL
 * is the host or, for an array, its home. event == NULL: waits, but for data from the host only until it has
 * been read. Otherwise sets *event, never to NULL on success. */
AMP_API amp_status amp_view_synchronize(const amp_view *v, amp_access access,
                                        amp_accelerator_view *to, amp_event **event);
/* Marks all copies as stale, so that nothing will be moved to where the bytes are written next. */
AMP_API amp_status amp_view_discard(const amp_view *v);
/* To be called after the host's bytes were changed other than through a view: makes them current, and all
 * other copies stale. */
AMP_API amp_status amp_view_refresh(const amp_view *v);
/* Copies element by element in row-major order; both views have the same number of bytes. Overlapping views
 * are copied as if through a temporary. event: as for amp_view_synchronize(). */
AMP_API amp_status amp_view_copy(const amp_view *src, const amp_view *dst, amp_event **event);
/* Copy from and to contiguous host memory that no buffer wraps. With an event, the memory must stay valid
 * until it completes. */
AMP_API amp_status amp_view_write(const amp_view *dst, const void *src, amp_event **event);
AMP_API amp_status amp_view_read(const amp_view *src, void *dst, amp_event **event);

/* ---- Kernels ----------------------------------------------------------- */

/* The compute domain, described above. */
typedef struct __amp_domain amp_domain;

/* A tile in flight on the CPU accelerator. The runtime initializes it before it calls
 * amp_cpu_kernel.run_tile, which takes thread numbers from next until it reaches size:
 *
 *     while (t->next < t->size) { unsigned i = t->next++; …run thread i… }
 *
 * If a thread waits at a barrier (amp_cpu_barrier), its stack is suspended, and run_tile is called again on
 * another stack for the remaining threads. */
typedef struct amp_cpu_tile {
	int tile[AMP_DOMAIN_RANK]; /* the tile's index; 0 in unused dimensions */
	unsigned next, size;       /* thread numbers, row-major within the tile */
} amp_cpu_tile;

/* The largest number of views whose pointers a __global__ function can have as parameters, and of views that a kernel with
 * __restrict__ pointers may have: all beyond the first AMP_POINTERS are reached by the function object. */
#define AMP_POINTERS 8
#define AMP_DISTINCT_VIEWS (2 * AMP_POINTERS)

/* A kernel's properties that the C++ headers know at compile time. It has static storage duration; the
 * members behind "set by the runtime" are initially zero. */
typedef struct amp_kernel {
	/* The mangled name of the __global__ function, which is in one of the amp_modules. With get_function,
	 * the function's address in the program, for which get_function returns a CUfunction of the current
	 * context; it returns a cudaError_t. */
	const void *symbol;
	int (*get_function)(const void *symbol, void **function);
	const char *name;     /* for messages: the function object's type */
	size_t image_size;    /* sizeof the function object */
	size_t image_align;
	unsigned rank;        /* 1 … AMP_DOMAIN_RANK for tiled kernels; any for untiled ones */
	int tile[AMP_DOMAIN_RANK]; /* 0, 0, 0: untiled */
	/* CPU accelerator: runs the linear range [begin, end) of the row-major domain of an untiled kernel,
	 * or one tile of a tiled kernel. */
	void (*run_range)(const void *image, const int *extent, size_t begin, size_t end);
	void (*run_tile)(const void *image, amp_cpu_tile *tile);
	/* A __global__ function whose threads each process `wide` neighbouring points (a power of two), for
	 * launches whose views are distinct and aligned; NULL and 0 if there is none. For ranks over 1, it
	 * processes the points in row-major order if the views are dense and have the domain's extent, and in
	 * rows if its blocks have more than one (blockDim.y). After the image and the domain, it takes
	 * AMP_POINTERS pointers to the views' origins, in the arguments' order. */
	const void *wide_symbol;
	unsigned wide;
	/* A __global__ function equivalent to symbol's, for launches whose views are distinct: everything
	 * that is written is reached through one view only, and each view is aligned to the largest power of
	 * two, at most 16, that divides its element size. It takes the same pointers, and all of them a
	 * second time. NULL if there is none. */
	const void *restrict_symbol;
	/* A __global__ function equivalent to symbol's, compiled without a tight limit on registers per
	 * thread, for domains small enough that the GPU has room for these. If there is a restrict_symbol, it
	 * is for distinct views only, and takes the same pointers as that. NULL if there is none. */
	const void *small_domain_symbol;
	/* On GPUs, the blocks of an untiled kernel are squares rather than rows. */
	bool in_squares;
	/* The code for GPUs computes an element's distance from its view's origin in an int: launches there
	 * reject views of several dimensions that reach farther. */
	bool short_range;
	/* The kernel checks whether its accesses are in the buffers of its views (--amp-robust-access), and
	 * may therefore access elements beyond the views themselves. The function for several points per
	 * thread does not check. */
	bool is_robust;
	/* The code for GPUs samples by texture units: in the kernel's image, the offset in the head of a texture that
	 * the kernel only reads is the address of a table of texture objects with linear filters for its most
	 * detailed level, one for each address mode, in the order of their values; 0 if there are none. */
	bool filters_in_hardware;
	/* Set by the headers if the containers in the image alone do not determine which arguments a launch
	 * has. */
	bool varies;
	/* set by the runtime */
	void *state;
} amp_kernel;

/* One container inside a function object. */
typedef struct amp_argument {
	amp_view view;        /* extent and stride point into the caller's objects */
	amp_access access;    /* how the kernel accesses it */
	/* Where the launch image gets the accelerator's address. head_offset != AMP_NO_OFFSET: in an
	 * amp_view_head at that offset, whose data becomes the address of the origin and whose buffer becomes
	 * NULL. Otherwise object (object_size bytes, beginning with an amp_view_head) is outside the image: a
	 * patched copy of it is placed in accelerator memory, and each pointer in the image that equals
	 * object is redirected to the copy. */
	size_t head_offset;
	const void *object;
	size_t object_size;
	/* It is an array itself, not a view of one: the launch must be on its home. Views can be used on any
	 * accelerator. */
	bool is_array;
} amp_argument;
#define AMP_NO_OFFSET ((size_t)-1)

/* parallel_for_each. av == NULL: the captured containers determine the accelerator: an array's home, else the
 * source of the views, else the default (spec 7.2). image: image_size bytes, copied before return. extent:
 * rank elements, > 0, each a multiple of the tile's. Asynchronous on CUDA; later accesses through views and
 * arrays wait as necessary. */
AMP_API amp_status amp_launch(amp_accelerator_view *av, amp_kernel *kernel, const int *extent,
                              const void *image, const amp_argument *args, size_t n_args);

/* Fast path for a launch like an earlier one: the same containers are in the same places of the image, and
 * need no preparation. Returns false, having done nothing, if amp_launch must be called. Otherwise, launches
 * and sets *status. */
AMP_API bool amp_launch_again(amp_accelerator_view *av, amp_kernel *kernel, const int *extent,
                              const void *image, amp_status *status);

/* tile_barrier::wait on the CPU accelerator; may be called within run_tile only. */
AMP_API void amp_cpu_barrier(void);
/* Makes the launch whose kernel this thread runs on the CPU accelerator fail with AMP_ERROR_FAILED and, if it
 * is the first failure, this message; threads of the kernel that have not started may not run any more. */
AMP_API void amp_cpu_fail(const char *message);
/* Returns whether a kernel compiled to check its accesses (--amp-robust-access=report) is to report them in
 * the launch that this thread runs: on direct3d_ref, and if AMP_CHECK=1 is in the environment. For kernels on
 * the CPU accelerator only. */
AMP_API bool amp_cpu_is_checked(void);

/* Returns the value for a tile of a condition around a barrier; answers: 1 for each thread for which it is
 * true, 2 for the others, or-ed. Returns false, and makes the launch fail, if threads disagree (8.1.1). */
AMP_API bool amp_tile_agreed(unsigned answers);

/* A message for the host from a kernel's thread that ends a launch on a GPU. It is in host memory, which
 * survives the fault. The device code of each unit has the variable AMP_MESSAGE_VARIABLE, a pointer to it
 * that the runtime sets; NULL: none. bytes are a printf format followed, for each argument, by a letter and
 * the argument:
 *
 *   i   a long long: integers and pointers
 *   d   a double
 *   s   characters, ending with a zero
 *
 * Arguments that do not fit are omitted. */
#define AMP_MESSAGE_VARIABLE "amp_kernel_message_of_unit"
typedef struct amp_kernel_message {
	unsigned state;      /* 0: empty, 1: a thread writes it, 2: complete */
	unsigned size;       /* number of bytes used */
	char bytes[1016];
	bool is_checked;     /* accesses are checked (amp_cpu_is_checked) */
} amp_kernel_message;
/* The message for an access beyond a container's extent: file, line, container, the index's component, the
 * extent's component and the dimension. */
#define AMP_BEYOND_FORMAT "%s:%d: '%s' is accessed at %d, beyond its extent %d in dimension %d"

/* The device code of one translation unit; emitted by ampcc with static storage duration. */
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

/* Return a view's CUstream (== cudaStream_t), to which the program may submit commands beside the runtime's,
 * and its CUcontext, the device's primary context. NULL, with a message, if the view is not of a CUDA
 * accelerator or has none. */
AMP_API void *amp_accelerator_view_cuda_stream(amp_accelerator_view *v);
AMP_API void *amp_accelerator_view_cuda_context(amp_accelerator_view *v);
/* Creates a view over a CUstream of the program, which must be of the device's primary context. The stream
 * must outlive the view, whose last reference waits for its commands. */
AMP_API amp_status amp_accelerator_view_adopt_stream(amp_accelerator *a, void *stream,
                                                     amp_accelerator_view **out);
/* Creates an array on home over device memory that the program allocated, and keeps its contents. The memory
 * must outlive the buffer, which does not free it. */
AMP_API amp_status amp_buffer_adopt_device(amp_accelerator_view *home, void *device_memory,
                                           size_t size, amp_buffer **out);
/* Returns the device address of the element at a view's origin, for commands that the program submits to av's
 * stream. The view must be contiguous. If access includes reading, the data is brought there first; the host
 * does not wait. The commands are ordered with the runtime's own up to its next command that uses the data;
 * call this again after that. The address itself is valid as long as the buffer. */
AMP_API amp_status amp_view_cuda_pointer(const amp_view *v, amp_accelerator_view *av,
                                         amp_access access, void **out);

/* ---- Counters ---------------------------------------------------------- */

/* Transfers since the program started or the last reset, and current allocations. AMP_TRACE=FILE writes a
 * line for each transfer, with the reason. */
typedef struct amp_counters {
	uint64_t host_to_device_bytes, host_to_device_copies;
	uint64_t device_to_host_bytes, device_to_host_copies;
	uint64_t device_to_device_bytes, device_to_device_copies;
	uint64_t launches;
	uint64_t device_allocations, device_bytes; /* currently allocated */
	uint64_t live_buffers;                     /* currently existing */
	uint64_t kept_allocations; /* freed device memory that is kept for the next allocation of the same size */
} amp_counters;
AMP_API void amp_get_counters(amp_counters *out);
AMP_API void amp_reset_counters(void); /* except the current allocations */

#ifdef __cplusplus
} /* extern "C" */
} /* namespace runtime */
using namespace runtime;
} /* namespace details */
} /* namespace Concurrency */
#endif
#endif
