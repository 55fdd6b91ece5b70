/* Functions behind C's <amp.h>: they convert the views of <amp/c.h> to the runtime's, and report errors to
 * the program's handler. */
#include "runtime-internal.h"

#include <amp_cuda.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Errors ------------------------------------------------------------ */

const char *amp_strerror(amp_status status)
{
	switch (status) {
	case AMP_OK:
		return "no error";
	case AMP_ERROR_INVALID_ARGUMENT:
		return "invalid argument";
	case AMP_ERROR_INVALID_COMPUTE_DOMAIN:
		return "invalid compute domain";
	case AMP_ERROR_OUT_OF_MEMORY:
		return "out of memory";
	case AMP_ERROR_UNSUPPORTED:
		return "not supported by the accelerator";
	case AMP_ERROR_ACCELERATOR_REMOVED:
		return "the accelerator was removed";
	case AMP_ERROR_FAILED:
		return "failed";
	}
	return "unknown status";
}

static void print_and_abort(amp_status status, const char *message)
{
	fprintf(stderr, "amp: %s: %s\n", amp_strerror(status), message);
	abort();
}

static _Atomic amp_error_handler error_handler = print_and_abort;

amp_error_handler amp_set_error_handler(amp_error_handler handler)
{
	return atomic_exchange(&error_handler, handler ? handler : print_and_abort);
}

amp_status amp_report(amp_status status)
{
	if (status != AMP_OK)
		atomic_load(&error_handler)(status, amp_last_error());
	return status;
}

/* ---- Views ------------------------------------------------------------- */

/* An array or view of C as the runtime describes it. */
struct c_view {
	amp_view view; /* with these extents and strides */
	int extent[AMP_DOMAIN_RANK], stride[AMP_DOMAIN_RANK];
};

/* Reads a view of C: whatever its type, it consists of the head, `rank` extents, and `rank` strides. Returns
 * false if it is empty. */
static bool describe(struct c_view *v, const void *view, unsigned rank, size_t element_size)
{
	const char *bytes = view;
	amp_view_head head;
	memcpy(&head, bytes, sizeof(head));
	memcpy(v->extent, bytes + sizeof(head), rank * sizeof(int));
	memcpy(v->stride, bytes + sizeof(head) + rank * sizeof(int), rank * sizeof(int));
	v->view = (amp_view){
	    .buffer = head.buffer,
	    .offset = head.offset,
	    .element_size = element_size,
	    .rank = rank,
	    .extent = v->extent,
	    .stride = v->stride,
	};
	return head.buffer != NULL;
}

static amp_status fail_empty(void)
{
	return amp_report(fail(AMP_ERROR_INVALID_ARGUMENT,
	                       "an array or view that was not made, or was released already"));
}

/* Returns the size in bytes, or 0 after an error if no array or view can have the shape. */
static size_t checked_size(size_t element_size, amp_shape_ shape)
{
	uint64_t n = 0;
	if (shape.n > 0 && shape.m > 0 && shape.k > 0)
		n = (uint64_t)shape.n * (uint64_t)shape.m;
	if (n && n <= UINT32_MAX)
		n *= (uint64_t)shape.k;
	if (n && n <= UINT32_MAX)
		return (size_t)n * element_size;
	fail(AMP_ERROR_INVALID_ARGUMENT,
	     "each extent must be larger than 0, and there can be at most 4294967295 elements");
	return 0;
}

amp_view_head amp_c_wrap(const void *data, size_t element_size, amp_shape_ shape)
{
	amp_view_head head = {0};
	size_t size = checked_size(element_size, shape);
	amp_status status = AMP_ERROR_INVALID_ARGUMENT;
	if (size && !data)
		fail(status, "amp_view of a null pointer");
	else if (size)
		status = amp_buffer_wrap(data, size, false, &head.buffer, &head.offset);
	amp_report(status);
	return head;
}

amp_view_head amp_c_create(amp_accelerator_view *home, amp_accelerator_view *associated,
                           amp_access cpu_access, size_t element_size, amp_shape_ shape)
{
	amp_view_head head = {0};
	size_t size = checked_size(element_size, shape);
	amp_status status = AMP_ERROR_INVALID_ARGUMENT;
	if (size)
		status = amp_buffer_create(home, associated, size, cpu_access, &head.buffer);
	amp_report(status);
	return head;
}

amp_view_head amp_c_cuda_array(amp_accelerator_view *home, void *device_memory,
                               size_t element_size, amp_shape_ shape)
{
	amp_view_head head = {0};
	size_t size = checked_size(element_size, shape);
	amp_status status = AMP_ERROR_INVALID_ARGUMENT;
	if (size)
		status = amp_buffer_adopt_device(home, device_memory, size, &head.buffer);
	amp_report(status);
	return head;
}

amp_accelerator_view *amp_c_host_view(void)
{
	return amp_accelerator_find("cpu_accelerator")->default_view;
}

amp_view_head amp_c_bad_section(void)
{
	amp_report(fail(AMP_ERROR_INVALID_ARGUMENT, "a section reaches outside of its view"));
	return (amp_view_head){0};
}

void *amp_c_access(const void *view, unsigned rank, size_t element_size, amp_access access)
{
	struct c_view v;
	void *data = NULL;
	if (!describe(&v, view, rank, element_size))
		fail_empty();
	else if (amp_report(amp_view_access(&v.view, access, &data)) != AMP_OK && v.view.buffer->host)
		data = v.view.buffer->host + v.view.offset; /* the host's last contents */
	return data;
}

amp_status amp_c_release(void *view)
{
	amp_view_head head;
	memcpy(&head, view, sizeof(head));
	const amp_view_head none = {0};
	memcpy(view, &none, sizeof(none));
	return amp_report(amp_buffer_unref(head.buffer));
}

amp_status amp_c_discard(const void *view, unsigned rank, size_t element_size)
{
	struct c_view v;
	if (!describe(&v, view, rank, element_size))
		return fail_empty();
	return amp_report(amp_view_discard(&v.view));
}

amp_status amp_c_refresh(const void *view, unsigned rank, size_t element_size)
{
	struct c_view v;
	if (!describe(&v, view, rank, element_size))
		return fail_empty();
	return amp_report(amp_view_refresh(&v.view));
}

amp_status amp_c_synchronize(const void *view, unsigned rank, size_t element_size,
                             amp_accelerator_view *to, amp_event **event)
{
	struct c_view v;
	if (!describe(&v, view, rank, element_size))
		return fail_empty();
	return amp_report(amp_view_synchronize(&v.view, AMP_ACCESS_READ, to, event));
}

void *amp_c_cuda_pointer(const void *view, unsigned rank, size_t element_size,
                         amp_accelerator_view *av, amp_access access)
{
	struct c_view v;
	void *pointer = NULL;
	if (!describe(&v, view, rank, element_size))
		fail_empty();
	else
		amp_report(amp_view_cuda_pointer(&v.view, av, access, &pointer));
	return pointer;
}

amp_status amp_c_copy(const void *src, unsigned src_rank, const void *dst, unsigned dst_rank,
                      size_t element_size, amp_event **event)
{
	struct c_view from, to;
	if (!describe(&from, src, src_rank, element_size) || !describe(&to, dst, dst_rank, element_size))
		return fail_empty();
	return amp_report(amp_view_copy(&from.view, &to.view, event));
}

amp_status amp_c_copy_in(const void *src, const void *dst, unsigned rank, size_t element_size,
                         amp_event **event)
{
	struct c_view v;
	if (!describe(&v, dst, rank, element_size))
		return fail_empty();
	return amp_report(amp_view_write(&v.view, src, event));
}

amp_status amp_c_copy_out(const void *src, unsigned rank, size_t element_size, void *dst,
                          amp_event **event)
{
	struct c_view v;
	if (!describe(&v, src, rank, element_size))
		return fail_empty();
	return amp_report(amp_view_read(&v.view, dst, event));
}

/* ---- Kernels ----------------------------------------------------------- */

/* A copy of a kernel for tiles of another size than in its first launch. */
struct variant {
	amp_kernel kernel;
	const amp_kernel *of;
	struct variant *next;
};

static pthread_mutex_t variants_lock = PTHREAD_MUTEX_INITIALIZER;
static struct variant *variants;

static bool has_tile(const amp_kernel *kernel, const int *tile)
{
	return memcmp(kernel->tile, tile, sizeof(kernel->tile)) == 0;
}

/* Returns the kernel for tiles of this size, or NULL, with a message, if memory runs out. */
static amp_kernel *kernel_with_tile(amp_kernel *kernel, const int *tile)
{
	amp_kernel *found = NULL;
	pthread_mutex_lock(&variants_lock);
	if (!kernel->tile[0])
		memcpy(kernel->tile, tile, sizeof(kernel->tile));
	if (has_tile(kernel, tile))
		found = kernel;
	for (struct variant *v = variants; v && !found; v = v->next) {
		if (v->of == kernel && has_tile(&v->kernel, tile))
			found = &v->kernel;
	}
	struct variant *more = found ? NULL : malloc(sizeof(*more));
	if (more) {
		*more = (struct variant){*kernel, kernel, variants};
		memcpy(more->kernel.tile, tile, sizeof(more->kernel.tile));
		more->kernel.state = NULL;
		variants = more;
		found = &more->kernel;
	} else if (!found) {
		fail_memory("a kernel", sizeof(*more));
	}
	pthread_mutex_unlock(&variants_lock);
	return found;
}

void amp_c_argument(amp_argument *out, const void *view, unsigned rank, size_t element_size,
                    size_t head_offset, amp_access access, bool is_array)
{
	amp_view_head head;
	memcpy(&head, view, sizeof(head));
	const int *shape = (const int *)((const char *)view + sizeof(head));
	*out = (amp_argument){
	    .view = {.buffer = head.buffer,
	             .offset = head.offset,
	             .element_size = element_size,
	             .rank = rank,
	             .extent = shape,
	             .stride = shape + rank},
	    .access = access,
	    .head_offset = head_offset,
	    .object = view,
	    .object_size = sizeof(head) + (2 * rank - 1) * sizeof(int),
	    .is_array = is_array,
	};
}

amp_status amp_c_launch(amp_accelerator_view *av, amp_kernel *kernel, const int *extent,
                        const int *tile, const void *image, amp_argument *arguments, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!arguments[i].view.buffer)
			return amp_report(fail(AMP_ERROR_INVALID_ARGUMENT,
			                       "%s: an array or view that was not made, or was "
			                       "released already", kernel->name));
		/* A kernel that only writes covers all elements only if the extents match. */
		if (arguments[i].access == AMP_ACCESS_WRITE &&
		    !has_extent(&arguments[i].view, kernel->rank, extent))
			arguments[i].access = AMP_ACCESS_READ_WRITE;
	}
	for (unsigned d = 0; tile && d < kernel->rank; d++) {
		if (tile[d] <= 0)
			return amp_report(fail(AMP_ERROR_INVALID_COMPUTE_DOMAIN,
			                       "%s: a tile of %d threads", kernel->name, tile[d]));
	}
	if (tile) {
		int all[AMP_DOMAIN_RANK] = {0};
		memcpy(all, tile, kernel->rank * sizeof(int));
		kernel = kernel_with_tile(kernel, all);
		if (!kernel)
			return amp_report(AMP_ERROR_OUT_OF_MEMORY);
	}
	amp_status status;
	if (!amp_launch_again(av, kernel, extent, image, &status))
		status = amp_launch(av, kernel, extent, image, arguments, n);
	return amp_report(status);
}

/* ---- For host compilers without thread-local variables and atomics ------ */

/* A thread's copy of the tile_static variables of one declaration. */
struct tile_static {
	const void *key;
	struct tile_static *next;
	_Alignas(16) char bytes[];
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t tile_statics;

static void free_tile_statics(void *first)
{
	for (struct tile_static *t = first, *next; t; t = next) {
		next = t->next;
		free(t);
	}
}

static void create_tile_statics(void)
{
	pthread_key_create(&tile_statics, free_tile_statics);
}

void *amp_c_tile_static(const void *key, size_t size)
{
	pthread_once(&once, create_tile_statics);
	struct tile_static *first = pthread_getspecific(tile_statics), *t = first;
	while (t && t->key != key)
		t = t->next;
	if (t)
		return t->bytes;
	t = malloc(sizeof(*t) + size);
	if (!t) {
		fputs("amp: out of memory for tile_static variables\n", stderr);
		abort();
	}
	t->key = key;
	t->next = first;
	pthread_setspecific(tile_statics, t);
	return t->bytes;
}

void amp_c_report_beyond(const char *file, int line, const char *container, int component, int extent,
                         int dimension)
{
	char message[1024];
	snprintf(message, sizeof(message), AMP_BEYOND_FORMAT, file, line, container, component, extent,
	         dimension);
	amp_cpu_fail(message);
}

static int combine(int old, int operation, int operand)
{
	switch (operation) {
	case AMP_ATOMIC_ADD_:
		return (int)((unsigned)old + (unsigned)operand);
	case AMP_ATOMIC_AND_:
		return old & operand;
	case AMP_ATOMIC_OR_:
		return old | operand;
	case AMP_ATOMIC_XOR_:
		return old ^ operand;
	case AMP_ATOMIC_MIN_:
		return old < operand ? old : operand;
	case AMP_ATOMIC_MAX_:
		return old > operand ? old : operand;
	case AMP_ATOMIC_UMIN_:
		return (unsigned)old < (unsigned)operand ? old : operand;
	case AMP_ATOMIC_UMAX_:
		return (unsigned)old > (unsigned)operand ? old : operand;
	}
	return operand; /* AMP_ATOMIC_EXCHANGE_ */
}

int amp_c_atomic(int *p, int operation, int operand)
{
	int old = __atomic_load_n(p, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(p, &old, combine(old, operation, operand), true,
	                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	return old;
}

bool amp_c_atomic_compare_exchange(int *p, int *expected, int desired)
{
	return __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_RELAXED,
	                                   __ATOMIC_RELAXED);
}
