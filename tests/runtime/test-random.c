/* Random operations on overlapping views, arrays and plain memory, on every
 * accelerator that there is, against a model that only knows values. */
#include "runtime-internal.h" /* before cmocka, whose fail() is a macro */

#include "test.h"

#include "mock_cuda.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define OPERATIONS 30000
#define INTS 1024        /* of the host memory that views are made over */
#define HANDLES 12
#define QUEUES 6
#define EVENTS 8

/* Memory of the model: the host memory, or a buffer of its own. */
struct memory {
	int value[INTS];
	bool defined[INTS];      /* false: indeterminate */
	int references;
};

struct handle {
	amp_buffer *buffer;      /* NULL: free */
	size_t offset;           /* of begin in the buffer, in bytes */
	struct memory *memory;
	int begin, count;        /* ints of memory */
	bool is_wrapped, read_only;
};

struct world {
	uint64_t seed;
	int *host;
	struct memory model;     /* of host */
	struct handle handles[HANDLES];
	amp_accelerator_view *queues[QUEUES];
	int queue_count;
	amp_event *events[EVENTS]; /* of earlier operations, that nobody waited for */
	int event_count;
	/* Several worlds share the host memory: this one's part begins here. Other
	 * threads' views may cover it, so that it is never the program's alone. */
	bool is_shared;
	int low, high;
};

struct shape {
	int first, rank, extent[3], stride[2];
};

static unsigned pick(struct world *w, unsigned below)
{
	return test_random(&w->seed, below);
}

static amp_accelerator_view *pick_queue(struct world *w)
{
	return w->queues[pick(w, (unsigned)w->queue_count)];
}

static struct handle *pick_handle(struct world *w, bool writable)
{
	for (int tries = 0; tries < 20; tries++) {
		struct handle *h = &w->handles[pick(w, HANDLES)];
		if (h->buffer && !(writable && h->read_only))
			return h;
	}
	return NULL;
}

/* A section of the handle's. */
static struct shape pick_shape(struct world *w, const struct handle *h)
{
	struct shape s = {0};
	int n = h->count;
	s.rank = 1 + (int)pick(w, 3);
	if (n < 8)
		s.rank = 1;
	if (s.rank == 1) {
		s.extent[0] = 1 + (int)pick(w, (unsigned)n);
		if (pick(w, 3) == 0)
			s.extent[0] = n;
		s.first = (int)pick(w, (unsigned)(n - s.extent[0] + 1));
		return s;
	}
	/* of a whole of planes * rows * width */
	int width = 1 + (int)pick(w, (unsigned)(n < 32 ? n : 32));
	int rows = 1 + (int)pick(w, (unsigned)(n / width < 12 ? n / width : 12));
	int planes = s.rank == 3 ? n / (width * rows) : 1;
	if (planes > 6)
		planes = 6;
	int at[3] = {0}, whole[3] = {planes, rows, width};
	int part[3];
	for (int d = 0; d < 3; d++) {
		part[d] = 1 + (int)pick(w, (unsigned)whole[d]);
		at[d] = (int)pick(w, (unsigned)(whole[d] - part[d] + 1));
	}
	s.first = (at[0] * rows + at[1]) * width + at[2];
	if (s.rank == 3) {
		memcpy(s.extent, part, sizeof(part));
		s.stride[0] = rows * width;
		s.stride[1] = width;
	} else {
		s.first -= at[0] * rows * width;
		s.extent[0] = part[1];
		s.extent[1] = part[2];
		s.stride[0] = width;
	}
	return s;
}

static int shape_count(const struct shape *s)
{
	int n = 1;
	for (int d = 0; d < s->rank; d++)
		n *= s->extent[d];
	return n;
}

/* The place of the shape's i-th element, counted from its handle's begin. */
static int shape_at(const struct shape *s, int i)
{
	int at = s->first;
	for (int d = s->rank - 1; d >= 0; d--) {
		at += i % s->extent[d] * (d == s->rank - 1 ? 1 : s->stride[d]);
		i /= s->extent[d];
	}
	return at;
}

static amp_view view_of(const struct handle *h, const struct shape *s)
{
	return (amp_view){
		.buffer = h->buffer,
		.offset = h->offset + (size_t)s->first * sizeof(int),
		.element_size = sizeof(int),
		.rank = (unsigned)s->rank,
		.extent = s->extent,
		.stride = s->stride,
	};
}

/* ---- Kernels ----------------------------------------------------------- */

/* As the headers' containers. */
struct object {
	amp_view_head head;
	int shape[5];               /* extent, strides */
};

struct image {
	struct object to, from;
	struct shape to_shape, from_shape;
	int factor, add;
};

static void run_elements(const struct image *k, size_t begin, size_t end)
{
	int *to = (int *)k->to.head.data - k->to_shape.first;
	const int *from = (const int *)k->from.head.data - k->from_shape.first;
	for (size_t i = begin; i < end; i++)
		to[shape_at(&k->to_shape, (int)i)] =
			(int)((unsigned)from[shape_at(&k->from_shape, (int)i)] *
		              (unsigned)k->factor) + k->add;
}

static void run_range(const void *image, const int *extent, size_t begin, size_t end)
{
	(void)extent;
	run_elements(image, begin, end);
}

static int run_mock(const void *image, const amp_domain *domain, const unsigned grid[3],
                    const unsigned block[3])
{
	assert_true(grid[0] * grid[1] * block[0] * block[1] >= domain->total);
	run_elements(image, 0, domain->total);
	return 0;
}

struct mock_kernel map_kernel = {run_mock, sizeof(struct image), 0};

/* By the ranks of the views, and in place or not: what a launch has is always the same of each. */
static amp_kernel kernels[3][3][2];
static amp_module module = {.fatbin = "mock", .name = "test-random"};
static atomic_uint again;           /* launches like earlier ones */

static amp_argument argument_of(struct object *out, size_t at, const struct handle *h,
                                const struct shape *s, amp_access access)
{
	amp_view v = view_of(h, s);
	out->head = (amp_view_head){NULL, v.buffer, v.offset};
	memcpy(out->shape, v.extent, v.rank * sizeof(int));
	memcpy(out->shape + v.rank, v.stride, (v.rank - 1) * sizeof(int));
	v.extent = out->shape;
	v.stride = out->shape + v.rank;
	return (amp_argument){.view = v, .access = access, .head_offset = at, .object = out,
	                      .object_size = sizeof(*out)};
}

/* to = from * factor + add; from == NULL: in place. */
static void launch(struct world *w, amp_accelerator_view *queue, struct handle *to,
                   const struct shape *to_shape, struct handle *from,
                   const struct shape *from_shape)
{
	struct handle *f = from ? from : to;
	const struct shape *f_shape = from ? from_shape : to_shape;
	struct image image = {
		.to_shape = *to_shape, .from_shape = *f_shape,
		.factor = 3, .add = (int)pick(w, 1000),
	};
	amp_argument arguments[2] = {
		argument_of(&image.to, offsetof(struct image, to), to, to_shape,
		            from ? AMP_ACCESS_WRITE : AMP_ACCESS_READ_WRITE),
		argument_of(&image.from, offsetof(struct image, from), f, f_shape, AMP_ACCESS_READ),
	};
	int extent = shape_count(to_shape);
	amp_kernel *kernel = &kernels[to_shape->rank - 1][f_shape->rank - 1][from != NULL];
	amp_status status;
	if (amp_launch_again(queue, kernel, &extent, &image, &status))
		atomic_fetch_add(&again, 1);
	else
		status = amp_launch(queue, kernel, &extent, &image, arguments, 2);
	assert_amp(status);
	for (int i = 0; i < extent; i++) {
		int a = to->begin + shape_at(to_shape, i);
		int b = f->begin + shape_at(f_shape, i);
		to->memory->value[a] = (int)((unsigned)f->memory->value[b] * 3u) + image.add;
		to->memory->defined[a] = f->memory->defined[b];
	}
}

/* Once, or some times in a row. */
static void launch_often(struct world *w, struct handle *to, const struct shape *to_shape,
                        struct handle *from, const struct shape *from_shape)
{
	amp_accelerator_view *queue = pick(w, 4) ? pick_queue(w) : NULL;
	for (unsigned n = pick(w, 4) ? 1 : 2 + pick(w, 6); n > 0; n--)
		launch(w, queue, to, to_shape, from, from_shape);
}

/* ---- Operations -------------------------------------------------------- */

static void wait_for_events(struct world *w)
{
	while (w->event_count) {
		amp_event *e = w->events[--w->event_count];
		assert_amp(amp_event_wait(e));
		amp_event_unref(e);
	}
}

static void add_event(struct world *w, amp_event *e)
{
	if (w->event_count == EVENTS)
		wait_for_events(w);
	w->events[w->event_count++] = e;
}

static void make_handle(struct world *w)
{
	struct handle *h = NULL;
	for (int i = 0; i < HANDLES && !h; i++)
		h = w->handles[i].buffer ? NULL : &w->handles[i];
	if (!h)
		return;
	*h = (struct handle){0};
	h->count = 1 + (int)pick(w, pick(w, 3) ? 100 : INTS);
	if (pick(w, 3)) {
		h->is_wrapped = true;
		h->read_only = pick(w, 4) == 0;
		if (h->count > w->high - w->low)
			h->count = w->high - w->low;
		h->begin = w->low + (int)pick(w, (unsigned)(w->high - w->low - h->count + 1));
		h->memory = &w->model;
		assert_amp(amp_buffer_wrap(w->host + h->begin, (size_t)h->count * sizeof(int),
		                           h->read_only, &h->buffer, &h->offset));
	} else {
		amp_accelerator_view *home = NULL, *associated = NULL;
		switch (pick(w, 3)) {
		case 0:
			home = pick_queue(w);
			break;
		case 1: /* a staging array */
			home = amp_accelerator_default_view(amp_accelerator_find("cpu_accelerator"));
			amp_accelerator_view_unref(home); /* which lives on */
			associated = pick_queue(w);
			break;
		}
		h->memory = calloc(1, sizeof(*h->memory));
		h->memory->references = 1;
		assert_amp(amp_buffer_create(home, associated, (size_t)h->count * sizeof(int),
		                             AMP_ACCESS_AUTO, &h->buffer));
	}
}

static bool is_covered(const struct world *w, int at)
{
	for (int i = 0; i < HANDLES; i++) {
		const struct handle *h = &w->handles[i];
		if (h->buffer && h->is_wrapped && at >= h->begin && at < h->begin + h->count)
			return true;
	}
	return false;
}

static void drop_handle(struct world *w, struct handle *h)
{
	amp_buffer *buffer = h->buffer;
	h->buffer = NULL;
	assert_amp(amp_buffer_unref(buffer));
	if (!h->is_wrapped) {
		free(h->memory);
		return;
	}
	if (w->is_shared)
		return;
	for (int i = h->begin; i < h->begin + h->count; i++) {
		if (is_covered(w, i))
			continue;
		if (w->model.defined[i])
			assert_int_equal(w->host[i], w->model.value[i]);
		/* The program's again: it may write it. */
		w->model.value[i] = w->host[i] = (int)pick(w, 1000000);
		w->model.defined[i] = true;
	}
}

static void access_on_host(struct world *w)
{
	bool writes = pick(w, 2);
	struct handle *h = pick_handle(w, writes);
	if (!h)
		return;
	struct shape s = pick_shape(w, h);
	amp_view v = view_of(h, &s);
	bool reads = !writes || pick(w, 2);
	int n = shape_count(&s);
	int *data;
	unsigned state = __atomic_load_n(&h->buffer->host_state, __ATOMIC_ACQUIRE);
	unsigned needed = writes ? AMP_HOST_CURRENT | AMP_HOST_EXCLUSIVE : AMP_HOST_CURRENT;
	if ((state & needed) == needed && pick(w, 2)) {
		data = (int *)(h->buffer->host + v.offset);
	} else {
		void *p;
		assert_amp(amp_view_access(&v, writes ? reads ? AMP_ACCESS_READ_WRITE
		                                              : AMP_ACCESS_WRITE
		                                      : AMP_ACCESS_READ, &p));
		data = p;
	}
	data -= s.first;
	for (int i = 0; i < n; i++) {
		int at = shape_at(&s, i), m = h->begin + at;
		if (reads && h->memory->defined[m])
			assert_int_equal(data[at], h->memory->value[m]);
		if (writes) {
			data[at] = h->memory->value[m] = (int)pick(w, 1000000);
			h->memory->defined[m] = true;
		}
	}
}

static void copy_views(struct world *w)
{
	struct handle *from = pick_handle(w, false), *to = pick_handle(w, true);
	if (!from || !to)
		return;
	struct shape f = pick_shape(w, from), t = f;
	/* The same shape where it fits, else a line of as many elements. */
	int n = shape_count(&f);
	if (n > to->count)
		return;
	if (pick(w, 2) || shape_at(&f, n - 1) >= to->count) {
		t = (struct shape){.rank = 1, .extent = {n}};
		t.first = (int)pick(w, (unsigned)(to->count - n + 1));
	}
	amp_view a = view_of(from, &f), b = view_of(to, &t);
	amp_event *event = NULL;
	bool is_async = pick(w, 2);
	assert_amp(amp_view_copy(&a, &b, is_async ? &event : NULL));
	if (is_async)
		add_event(w, event);
	int value[INTS];
	bool defined[INTS];
	for (int i = 0; i < n; i++) {
		value[i] = from->memory->value[from->begin + shape_at(&f, i)];
		defined[i] = from->memory->defined[from->begin + shape_at(&f, i)];
	}
	for (int i = 0; i < n; i++) {
		to->memory->value[to->begin + shape_at(&t, i)] = value[i];
		to->memory->defined[to->begin + shape_at(&t, i)] = defined[i];
	}
}

static void launch_some(struct world *w)
{
	struct handle *to = pick_handle(w, true), *from = pick_handle(w, false);
	if (!to)
		return;
	struct shape t = pick_shape(w, to);
	if (!from || pick(w, 2)) {
		launch_often(w, to, &t, NULL, NULL);
		return;
	}
	int n = shape_count(&t);
	/* Not from what it writes: the order of threads is not defined. */
	if (from->memory == to->memory || n > from->count)
		return;
	struct shape f = {.rank = 1, .extent = {n}};
	f.first = (int)pick(w, (unsigned)(from->count - n + 1));
	launch_often(w, to, &t, from, &f);
}

static void move_memory(struct world *w)
{
	bool writes = pick(w, 2);
	struct handle *h = pick_handle(w, writes);
	if (!h)
		return;
	struct shape s = pick_shape(w, h);
	amp_view v = view_of(h, &s);
	int n = shape_count(&s), memory[INTS];
	amp_event *event = NULL;
	bool is_async = pick(w, 2);
	if (writes) {
		for (int i = 0; i < n; i++)
			memory[i] = (int)pick(w, 1000000);
		assert_amp(amp_view_write(&v, memory, is_async ? &event : NULL));
	} else {
		assert_amp(amp_view_read(&v, memory, is_async ? &event : NULL));
	}
	if (is_async) {
		assert_amp(amp_event_wait(event));
		assert_true(amp_event_is_complete(event));
		amp_event_unref(event);
	}
	for (int i = 0; i < n; i++) {
		int m = h->begin + shape_at(&s, i);
		if (writes) {
			h->memory->value[m] = memory[i];
			h->memory->defined[m] = true;
		} else if (h->memory->defined[m]) {
			assert_int_equal(memory[i], h->memory->value[m]);
		}
	}
}

static void other(struct world *w)
{
	struct handle *h = pick_handle(w, false);
	if (!h)
		return;
	struct shape s = pick_shape(w, h);
	amp_view v = view_of(h, &s);
	amp_event *event = NULL;
	int n = shape_count(&s);
	switch (pick(w, 6)) {
	case 0:
		assert_amp(amp_view_synchronize(&v, AMP_ACCESS_READ, NULL, NULL));
		break;
	case 1:
		assert_amp(amp_view_synchronize(&v, AMP_ACCESS_READ, pick_queue(w), &event));
		add_event(w, event);
		break;
	case 2:
		assert_amp(amp_view_synchronize(&v, h->read_only ? AMP_ACCESS_READ
		                                                 : AMP_ACCESS_READ_WRITE,
		                                pick_queue(w), NULL));
		break;
	case 3:
		if (h->read_only)
			break;
		assert_amp(amp_view_discard(&v));
		for (int i = 0; i < n; i++)
			h->memory->defined[h->begin + shape_at(&s, i)] = false;
		break;
	case 4: {
		void *data;
		assert_amp(amp_view_access(&v, AMP_ACCESS_READ, &data));
		if (!h->is_wrapped)
			break;
		/* The program writes to its memory behind the view, when its copies have ended. */
		wait_for_events(w);
		for (int i = 0; i < n; i++) {
			int m = h->begin + shape_at(&s, i);
			h->memory->value[m] = w->host[m] = (int)pick(w, 1000000);
			h->memory->defined[m] = true;
		}
		assert_amp(amp_view_refresh(&v));
		break;
	}
	case 5:
		assert_amp(amp_accelerator_view_wait(pick_queue(w)));
		amp_buffer_unref(amp_buffer_ref(h->buffer));
		assert_true(amp_buffer_source_view(h->buffer) || !h->is_wrapped);
		break;
	}
}

/* A view of several threads' parts, which nobody reads or writes through. */
static void span_others(struct world *w)
{
	amp_buffer *b;
	size_t offset;
	int begin = (int)pick(w, INTS / 2), count = 1 + (int)pick(w, INTS / 2);
	assert_amp(amp_buffer_wrap(w->host + begin, (size_t)count * sizeof(int), true, &b,
	                           &offset));
	assert_amp(amp_buffer_unref(b));
}

static void run(struct world *world, int operations)
{
	struct world w = *world;
	for (int i = w.low; i < w.high; i++) {
		w.host[i] = w.model.value[i] = (int)pick(&w, 1000000);
		w.model.defined[i] = true;
	}
	/* Two queues on each GPU, and the CPU's. */
	for (size_t i = 0; i < amp_accelerator_count(); i++) {
		amp_accelerator *a = amp_accelerator_at(i);
		amp_accelerator_kind kind = amp_accelerator_get_info(a)->kind;
		if (kind == AMP_ACCELERATOR_HOST || kind == AMP_ACCELERATOR_REF)
			continue;
		w.queues[w.queue_count++] = amp_accelerator_default_view(a);
		if (kind == AMP_ACCELERATOR_CUDA)
			assert_amp(amp_accelerator_view_create(a, AMP_QUEUING_IMMEDIATE,
			                                       &w.queues[w.queue_count++]));
	}
	for (int i = 0; i < operations; i++) {
		if (w.is_shared && i % 8 == 0)
			span_others(&w);
		switch (pick(&w, 16)) {
		case 0: case 1:
			make_handle(&w);
			break;
		case 2: {
			struct handle *h = pick_handle(&w, false);
			if (h)
				drop_handle(&w, h);
			break;
		}
		case 3: case 4: case 5:
			access_on_host(&w);
			break;
		case 6: case 7: case 8: case 9:
			launch_some(&w);
			break;
		case 10: case 11: case 12:
			copy_views(&w);
			break;
		case 13:
			move_memory(&w);
			break;
		default:
			other(&w);
		}
	}
	for (int i = 0; i < HANDLES; i++) {
		if (w.handles[i].buffer)
			drop_handle(&w, &w.handles[i]);
	}
	wait_for_events(&w);
	for (int i = 0; i < w.queue_count; i++) {
		assert_amp(amp_accelerator_view_wait(w.queues[i]));
		amp_accelerator_view_unref(w.queues[i]);
	}
	*world = w;
}

static void check_released(void)
{
	amp_counters counters;
	amp_get_counters(&counters);
	assert_int_equal(counters.device_allocations, 0);
	assert_int_equal(counters.device_bytes, 0);
	assert_int_equal(counters.live_buffers, 0);
}

static void run_alone(uint64_t seed)
{
	struct world *w = calloc(1, sizeof(*w));
	w->seed = seed;
	w->host = malloc(INTS * sizeof(int));
	w->high = INTS;
	run(w, OPERATIONS);
	check_released();
	free(w->host);
	free(w);
}

static void seed_1(void **state)
{
	(void)state;
	run_alone(1);
}

static void seed_2(void **state)
{
	(void)state;
	run_alone(20);
}

static void *thread_main(void *world)
{
	run(world, OPERATIONS / 5);
	return NULL;
}

/* Threads with parts of one host memory, whose buffers join all the time. */
static void threads(void **state)
{
	(void)state;
	enum { THREADS = 4 };
	struct world *w[THREADS];
	pthread_t thread[THREADS];
	int *host = malloc(INTS * sizeof(int));
	for (int i = 0; i < THREADS; i++) {
		w[i] = calloc(1, sizeof(*w[i]));
		w[i]->seed = 1000u + (unsigned)i;
		w[i]->host = host;
		w[i]->is_shared = true;
		w[i]->low = INTS / THREADS * i;
		w[i]->high = INTS / THREADS * (i + 1);
		assert_int_equal(pthread_create(&thread[i], NULL, thread_main, w[i]), 0);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	for (int i = 0; i < THREADS; i++) {
		for (int k = w[i]->low; k < w[i]->high; k++)
			assert_true(!w[i]->model.defined[k] || host[k] == w[i]->model.value[k]);
		free(w[i]);
	}
	check_released();
	free(host);
}

int main(void)
{
	for (int i = 0; i < 18; i++)
		(&kernels[0][0][0])[i] = (amp_kernel){
			.symbol = "map_kernel", .name = "map", .image_size = sizeof(struct image),
			.image_align = _Alignof(struct image), .rank = 1, .run_range = run_range,
		};
	overlapped_bytes = 256; /* some of the transfers */
	amp_module_register(&module);
	/* A mock that did not load would let everything pass on the CPU. */
	const char *library = getenv("AMP_CUDA_LIBRARY");
	if (library && strstr(library, "mock") && !amp_accelerator_find("cuda:1"))
		return 1;
	const struct CMUnitTest tests[] = {cmocka_unit_test(seed_1), cmocka_unit_test(seed_2),
	                                   cmocka_unit_test(threads)};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	amp_module_unregister(&module);
	for (int i = 0; i < 18; i++)
		free((&kernels[0][0][0])[i].state);
	return failed || (library && strstr(library, "mock") && !again);
}
