/* The minimum of movement, on the mock driver's two devices: what is copied is
 * counted, and what must not be is not. */
#include "runtime-internal.h" /* before cmocka, whose fail() is a macro */

#include "test.h"

#include "mock_cuda.h"

#include <cuda.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROWS 100
#define COLUMNS 64
#define TOTAL (ROWS * COLUMNS)

static void (*mock_fail)(const char *, unsigned, int);
static unsigned (*mock_calls)(void);
static unsigned (*mock_live)(void);

/* ---- The kernel: to[i] += from[i] + add, over a section of rows ---------- */

struct image {
	amp_view_head to;
	amp_view_head from;      /* data NULL: none */
	int rows, columns, stride, add;
};

/* Of the last launch: x, y, z. */
static struct grid {
	unsigned blocks[3], threads[3];
} last_grid;
static unsigned runs; /* of the kernel */

static int run_mock(const void *p, const amp_domain *domain, const unsigned grid[3],
                    const unsigned block[3])
{
	const struct image *k = p;
	runs++;
	assert_int_equal(domain->total, k->rows * k->columns);
	last_grid = (struct grid){{grid[0], grid[1], grid[2]}, {block[0], block[1], block[2]}};
	for (int y = 0; y < k->rows; y++)
		for (int x = 0; x < k->columns; x++) {
			int at = y * k->stride + x;
			((int *)k->to.data)[at] = k->add +
				(k->from.data ? ((int *)k->from.data)[at] : ((int *)k->to.data)[at]);
		}
	return 0;
}

struct mock_kernel add_kernel = {run_mock, sizeof(struct image), 0};

/* The same with four points a thread: a quarter of the blocks. */
static int run_wide_mock(const void *p, const amp_domain *domain, const unsigned grid[3],
                         const unsigned block[3])
{
	assert_int_equal(grid[0], (domain->total / 4 + block[0] - 1) / block[0]);
	assert_int_equal(grid[1] * grid[2] * block[1] * block[2], 1);
	return run_mock(p, domain, grid, block);
}

struct mock_kernel wide_add_kernel = {run_wide_mock, sizeof(struct image), 1};

static amp_kernel kernel = {
	.symbol = "add_kernel", .name = "add", .image_size = sizeof(struct image),
	.image_align = _Alignof(struct image), .rank = 2, .short_range = true,
};
static amp_kernel wide_kernel = {
	.symbol = "add_kernel", .name = "add", .image_size = sizeof(struct image),
	.image_align = _Alignof(struct image), .rank = 2,
	.wide_symbol = "wide_add_kernel", .wide = 4,
};
static amp_module module = {.fatbin = "mock", .name = "test-coherence.cpp"};

/* ---- Views ------------------------------------------------------------- */

struct section {
	amp_buffer *buffer;
	size_t offset;
	int extent[2], stride[1];
};

static struct section whole_of(amp_buffer *b, size_t offset)
{
	return (struct section){b, offset, {ROWS, COLUMNS}, {COLUMNS}};
}

static struct section rows_of(struct section s, int first, int n)
{
	s.offset += (size_t)first * COLUMNS * sizeof(int);
	s.extent[0] = n;
	return s;
}

static struct section columns_of(struct section s, int first, int n)
{
	s.offset += (size_t)first * sizeof(int);
	s.extent[1] = n;
	return s;
}

static amp_view view(const struct section *s)
{
	return (amp_view){s->buffer, s->offset, sizeof(int), 2, s->extent, s->stride};
}

static struct section wrap(int *data, bool read_only)
{
	amp_buffer *b;
	size_t offset;
	assert_amp(amp_buffer_wrap(data, TOTAL * sizeof(int), read_only, &b, &offset));
	return whole_of(b, offset);
}

static int *wrap_new(struct section *s)
{
	int *data = malloc(TOTAL * sizeof(int));
	for (int i = 0; i < TOTAL; i++)
		data[i] = i;
	*s = wrap(data, false);
	return data;
}

static amp_status try_kernel(amp_kernel *k, amp_accelerator_view *av, const struct section *to,
                             amp_access access, const struct section *from, int add)
{
	struct image image = {
		.to = {NULL, to->buffer, to->offset},
		.from = {NULL, from ? from->buffer : NULL, from ? from->offset : 0},
		.rows = to->extent[0], .columns = to->extent[1], .stride = COLUMNS, .add = add,
	};
	amp_argument a[2] = {
		{.view = view(to), .access = access, .head_offset = offsetof(struct image, to)},
	};
	if (from)
		a[1] = (amp_argument){.view = view(from), .access = AMP_ACCESS_READ,
		                      .head_offset = offsetof(struct image, from)};
	return amp_launch(av, k, to->extent, &image, a, from ? 2 : 1);
}

static amp_status try_add(amp_accelerator_view *av, const struct section *to, amp_access access,
                          const struct section *from, int add)
{
	return try_kernel(&kernel, av, to, access, from, add);
}

static void add(const struct section *to, int n)
{
	assert_amp(try_add(NULL, to, AMP_ACCESS_READ_WRITE, NULL, n));
}

static int *read_host(const struct section *s)
{
	amp_view v = view(s);
	void *data;
	assert_amp(amp_view_access(&v, AMP_ACCESS_READ, &data));
	return data;
}

/* What moved since the last call. */
static amp_counters moved(void)
{
	amp_counters c;
	amp_get_counters(&c);
	amp_reset_counters();
	return c;
}

static void assert_in(amp_counters c, uint64_t copies, uint64_t bytes)
{
	assert_int_equal(c.host_to_device_copies, copies);
	assert_int_equal(c.host_to_device_bytes, bytes);
}

static void assert_out(amp_counters c, uint64_t copies, uint64_t bytes)
{
	assert_int_equal(c.device_to_host_copies, copies);
	assert_int_equal(c.device_to_host_bytes, bytes);
}

static amp_accelerator_view *queue_on(const char *path)
{
	amp_accelerator_view *v = amp_accelerator_default_view(amp_accelerator_find(path));
	amp_accelerator_view_unref(v); /* it lives on */
	return v;
}

/* ---- Tests ------------------------------------------------------------- */

static int set_up(void **state)
{
	(void)state;
	moved();
	return 0;
}

static int nothing_left(void **state)
{
	(void)state;
	amp_counters c;
	amp_get_counters(&c);
	for (size_t i = 0; i < 2; i++)
		amp_accelerator_view_wait(queue_on(i ? "cuda:1" : "cuda:0"));
	return c.live_buffers || c.device_allocations || c.device_bytes || mock_live() != c.kept_allocations;
}

static void gpu_is_the_default(void **state)
{
	(void)state;
	assert_int_equal(amp_accelerator_count(), 5);
	amp_accelerator *a = amp_accelerator_default();
	const amp_accelerator_info *info = amp_accelerator_get_info(a);
	assert_string_equal(info->device_path, "cuda:0");
	assert_ptr_equal(amp_accelerator_find("cuda"), a);
	assert_int_equal(info->version, 9u << 16);
	assert_false(info->supports_cpu_shared_memory);
	assert_int_equal(amp_accelerator_default_cpu_access(a), AMP_ACCESS_NONE);
	assert_false(amp_accelerator_set_default_cpu_access(a, AMP_ACCESS_READ));
	amp_buffer *b;
	assert_int_equal(amp_buffer_create(queue_on("cuda:0"), NULL, 64, AMP_ACCESS_READ, &b),
	                 AMP_ERROR_UNSUPPORTED);
	assert_non_null(amp_accelerator_view_cuda_stream(queue_on("cuda:0")));
	assert_non_null(amp_accelerator_view_cuda_context(queue_on("cuda:0")));
	assert_null(amp_accelerator_view_cuda_stream(queue_on("cpu")));
}

static void moves_in_once_and_back_once(void **state)
{
	(void)state;
	struct section s;
	int *data = wrap_new(&s);
	assert_int_equal(s.buffer->host_state, AMP_HOST_CURRENT | AMP_HOST_EXCLUSIVE | AMP_HOST_OPEN);
	add(&s, 1);
	assert_int_equal(s.buffer->host_state, 0);
	unsigned calls = mock_calls();
	add(&s, 1);
	assert_int_equal(mock_calls() - calls, 1); /* the launch alone */
	amp_counters c = moved();
	assert_in(c, 1, TOTAL * sizeof(int));
	assert_out(c, 0, 0);
	assert_int_equal(c.launches, 2);
	assert_ptr_equal(read_host(&s), data);
	assert_int_equal(s.buffer->host_state, AMP_HOST_CURRENT | AMP_HOST_OPEN);
	read_host(&s);
	c = moved();
	assert_in(c, 0, 0);
	assert_out(c, 1, TOTAL * sizeof(int));
	for (int i = 0; i < TOTAL; i++)
		assert_int_equal(data[i], i + 2);
	assert_amp(amp_buffer_unref(s.buffer));
	assert_out(moved(), 0, 0);
	free(data);
}

static void last_view_brings_data_back(void **state)
{
	(void)state;
	struct section s;
	int *data = wrap_new(&s);
	add(&s, 5);
	amp_buffer_ref(s.buffer);
	assert_amp(amp_buffer_unref(s.buffer));
	assert_int_equal(data[7], 7);
	assert_amp(amp_buffer_unref(s.buffer));
	for (int i = 0; i < TOTAL; i++)
		assert_int_equal(data[i], i + 5);
	free(data);
}

static void read_only_never_comes_back(void **state)
{
	(void)state;
	struct section to, from;
	int *data = wrap_new(&to), *source = malloc(TOTAL * sizeof(int));
	for (int i = 0; i < TOTAL; i++)
		source[i] = 3 * i;
	from = wrap(source, true);
	/* What only the compiler could not prove is not believed. */
	assert_amp(try_add(NULL, &to, AMP_ACCESS_WRITE, &from, 1));
	amp_counters c = moved();
	assert_in(c, 1, TOTAL * sizeof(int)); /* not what is only written */
	assert_amp(amp_buffer_unref(from.buffer));
	assert_out(moved(), 0, 0);
	assert_amp(amp_buffer_unref(to.buffer));
	assert_out(moved(), 1, TOTAL * sizeof(int));
	for (int i = 0; i < TOTAL; i++)
		assert_int_equal(data[i], 3 * i + 1);
	free(data);
	free(source);
}

static void discarded_never_moves(void **state)
{
	(void)state;
	struct section s;
	int *data = wrap_new(&s);
	amp_view v = view(&s);
	assert_amp(amp_view_discard(&v));
	add(&s, 1); /* of rubbish */
	assert_in(moved(), 0, 0);
	assert_amp(amp_view_discard(&v));
	assert_amp(amp_buffer_unref(s.buffer));
	assert_out(moved(), 0, 0);
	assert_int_equal(data[9], 9);
	free(data);
}

static void sections_move_their_own_rows(void **state)
{
	(void)state;
	struct section s;
	int *data = wrap_new(&s);
	struct section band = rows_of(s, 10, 20);
	add(&band, 1000);
	assert_in(moved(), 1, 20 * COLUMNS * sizeof(int));
	struct section block = columns_of(rows_of(s, 50, 30), 8, 16);
	add(&block, 1000);
	assert_in(moved(), 1, 30 * 16 * sizeof(int)); /* one strided copy */
	/* Half of it is there already. */
	struct section wider = columns_of(rows_of(s, 50, 30), 8, 32);
	add(&wider, 1000);
	assert_in(moved(), 1, 30 * 16 * sizeof(int));
	/* Other rows are still the host's. */
	struct section rest = rows_of(s, 90, 10);
	assert_int_equal(*read_host(&rest), 90 * COLUMNS);
	assert_out(moved(), 0, 0);
	struct section one = columns_of(rows_of(s, 60, 1), 10, 4);
	assert_int_equal(*read_host(&one), 60 * COLUMNS + 10 + 2000);
	assert_out(moved(), 1, 4 * sizeof(int));
	assert_amp(amp_buffer_unref(s.buffer));
	assert_int_equal(moved().device_to_host_bytes,
	                 (20 * COLUMNS + 30 * 32 - 4) * sizeof(int));
	for (int y = 0; y < ROWS; y++)
		for (int x = 0; x < COLUMNS; x++) {
			int expected = y * COLUMNS + x;
			if (y >= 10 && y < 30)
				expected += 1000;
			if (y >= 50 && y < 80 && x >= 8 && x < 40)
				expected += x < 24 ? 2000 : 1000;
			assert_int_equal(data[y * COLUMNS + x], expected);
		}
	free(data);
}

static void host_writes_move_again(void **state)
{
	(void)state;
	struct section s;
	int *data = wrap_new(&s);
	void *p;
	add(&s, 1);
	struct section row = rows_of(s, 3, 1);
	amp_view v = view(&row);
	moved();
	assert_amp(amp_view_access(&v, AMP_ACCESS_READ_WRITE, &p));
	assert_ptr_equal(p, data + 3 * COLUMNS);
	assert_out(moved(), 1, COLUMNS * sizeof(int));
	((int *)p)[0] = 77;
	add(&s, 1);
	assert_in(moved(), 1, COLUMNS * sizeof(int));
	/* Written whole: nothing comes out for it. */
	assert_amp(amp_view_access(&v, AMP_ACCESS_WRITE, &p));
	assert_out(moved(), 0, 0);
	memset(p, 0, COLUMNS * sizeof(int));
	data[4 * COLUMNS] = -1; /* behind the view: stale, unless it is told */
	struct section next = rows_of(s, 4, 1);
	v = view(&next);
	assert_amp(amp_view_refresh(&v));
	assert_amp(amp_buffer_unref(s.buffer));
	assert_int_equal(data[2], 4);
	assert_int_equal(data[3 * COLUMNS], 0);
	assert_int_equal(data[4 * COLUMNS], -1);
	assert_int_equal(data[5 * COLUMNS], 5 * COLUMNS + 2);
	free(data);
}

/* Large copies of pageable memory go through pinned chunks. */
static void large_copies_are_whole(void **state)
{
	(void)state;
	enum { WIDTH = 3000, HEIGHT = 1500 };
	int n = WIDTH * HEIGHT, *data = malloc((size_t)n * sizeof(int)), *p;
	for (int i = 0; i < n; i++)
		data[i] = i;
	amp_buffer *b;
	size_t offset;
	assert_amp(amp_buffer_wrap(data, (size_t)n * sizeof(int), false, &b, &offset));
	int extent[2] = {HEIGHT, WIDTH}, stride[1] = {WIDTH}, part[2] = {HEIGHT - 200, WIDTH - 77};
	amp_view all = {b, offset, sizeof(int), 2, extent, stride};
	amp_view inner = {b, offset + (100 * WIDTH + 33) * sizeof(int), sizeof(int), 2, part, stride};
	amp_accelerator_view *gpu = queue_on("cuda:0");
	/* In by a section and the rest; lost on the host; out the same way. */
	assert_amp(amp_view_synchronize(&inner, AMP_ACCESS_READ, gpu, NULL));
	assert_in(moved(), 1, (size_t)part[0] * (size_t)part[1] * sizeof(int));
	assert_amp(amp_view_synchronize(&all, AMP_ACCESS_READ_WRITE, gpu, NULL));
	assert_int_equal(moved().host_to_device_bytes,
	                 ((size_t)n - (size_t)part[0] * (size_t)part[1]) * sizeof(int));
	memset(data, -1, (size_t)n * sizeof(int));
	assert_amp(amp_view_access(&inner, AMP_ACCESS_READ, (void **)&p));
	assert_out(moved(), 1, (size_t)part[0] * (size_t)part[1] * sizeof(int));
	assert_int_equal(data[0], -1);
	assert_amp(amp_view_access(&all, AMP_ACCESS_READ, (void **)&p));
	for (int i = 0; i < n; i++)
		assert_true(data[i] == i);
	assert_amp(amp_view_synchronize(&all, AMP_ACCESS_READ_WRITE, gpu, NULL));
	memset(data, -1, (size_t)n * sizeof(int));
	assert_amp(amp_buffer_unref(b));
	for (int i = 0; i < n; i++)
		assert_true(data[i] == i);
	free(data);
}

/* Rows longer than a piece; and calls that fail in the middle, after which the
 * same copy is right. */
static void large_copies_fail_and_recover(void **state)
{
	(void)state;
	if (getenv("MOCK_CUDA_HOST_PAGE_TABLES"))
		skip(); /* there is none */
	enum { WIDTH = 700001, HEIGHT = 9 };
	static const char *const calls[] = {"cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2",
	                                    "cuEventRecord", "cuEventSynchronize",
	                                    "cuMemHostAlloc", "cuEventCreate"};
	size_t n = (size_t)WIDTH * HEIGHT, bytes = n * sizeof(int), offset;
	int *data = malloc(bytes);
	int extent[2] = {HEIGHT, WIDTH - 1}, stride[1] = {WIDTH};
	amp_accelerator_view *gpu = queue_on("cuda:0");
	static const unsigned nth[] = {1, 2, 9, 20};
	unsigned failures = 0;
	for (unsigned k = 0; k < 4 * sizeof(calls) / sizeof(*calls); k++) {
		for (size_t i = 0; i < n; i++)
			data[i] = (int)(i + k);
		amp_buffer *b;
		assert_amp(amp_buffer_wrap(data, bytes, false, &b, &offset));
		amp_view all = {b, offset, sizeof(int), 2, extent, stride};
		int *p;
		mock_fail(calls[k / 4], nth[k % 4], CUDA_ERROR_UNKNOWN);
		amp_status in = amp_view_synchronize(&all, AMP_ACCESS_READ_WRITE, gpu, NULL);
		if (in != AMP_OK)
			assert_amp(amp_view_synchronize(&all, AMP_ACCESS_READ_WRITE, gpu, NULL));
		memset(data, -1, bytes);
		amp_status out = amp_view_access(&all, AMP_ACCESS_READ, (void **)&p);
		mock_fail(NULL, 0, CUDA_SUCCESS);
		failures += in != AMP_OK || out != AMP_OK;
		if (out != AMP_OK)
			assert_amp(amp_view_access(&all, AMP_ACCESS_READ, (void **)&p));
		for (size_t i = 0; i < n; i++)
			assert_true(data[i] == (i % WIDTH == WIDTH - 1 ? -1 : (int)(i + k)));
		assert_amp(amp_buffer_unref(b));
	}
	assert_true(failures >= 12);
	free(data);
}

static void devices_hand_over(void **state)
{
	(void)state;
	struct section s;
	int *data = wrap_new(&s);
	struct section half = rows_of(s, 0, ROWS / 2);
	amp_accelerator_view *first = queue_on("cuda:0"), *second = queue_on("cuda:1"), *third;
	assert_amp(amp_accelerator_view_create(amp_accelerator_find("cuda:1"),
	                                       AMP_QUEUING_IMMEDIATE, &third));
	assert_amp(try_add(first, &s, AMP_ACCESS_READ_WRITE, NULL, 1));
	assert_amp(try_add(second, &half, AMP_ACCESS_READ_WRITE, NULL, 10));
	amp_counters c = moved();
	assert_in(c, 1, TOTAL * sizeof(int));
	assert_out(c, 0, 0);
	assert_int_equal(c.device_to_device_bytes, TOTAL / 2 * sizeof(int));
	/* Another queue of the device: nothing moves, it only waits. */
	assert_amp(try_add(third, &half, AMP_ACCESS_READ_WRITE, NULL, 100));
	assert_int_equal(moved().device_to_device_copies, 0);
	assert_amp(try_add(first, &s, AMP_ACCESS_READ_WRITE, NULL, 1000));
	c = moved();
	assert_int_equal(c.device_to_device_bytes, TOTAL / 2 * sizeof(int));
	amp_accelerator_view_unref(third);
	amp_view v = view(&s);
	amp_event *event;
	assert_amp(amp_view_synchronize(&v, AMP_ACCESS_READ, NULL, &event));
	assert_amp(amp_event_wait(event));
	assert_true(amp_event_is_complete(event));
	amp_event_unref(event);
	for (int i = 0; i < TOTAL; i++)
		assert_int_equal(data[i], i + 1001 + (i < TOTAL / 2 ? 110 : 0));
	assert_amp(amp_buffer_unref(s.buffer));
	free(data);
}

/* Each device computes half of the rows, from the other buffer's rows, one of which is the other device's. A device waits
 * for the step in which its neighbour wrote that row, not for the one that was submitted before its own. */
static void run_side_by_side(int steps)
{
	const int half = ROWS / 2;
	amp_accelerator_view *first = queue_on("cuda:0"), *second = queue_on("cuda:1");
	struct section a, b;
	int *data = wrap_new(&a), *other = wrap_new(&b);
	runs = 0;
	for (int i = 0; i < steps; i++) {
		struct section from = i % 2 ? b : a, to = i % 2 ? a : b;
		struct section upper = rows_of(to, 0, half), lower = rows_of(to, half, half);
		struct section below = rows_of(from, 1, half), above = rows_of(from, half - 1, half);
		assert_amp(try_add(first, &upper, AMP_ACCESS_WRITE, &below, 1));
		assert_amp(try_add(second, &lower, AMP_ACCESS_WRITE, &above, 1));
	}
	assert_amp(amp_accelerator_view_wait(second));
	assert_int_equal(runs, 2 * steps - 1);
	assert_amp(amp_accelerator_view_wait(first));
	assert_int_equal(runs, 2 * steps);
	assert_amp(amp_buffer_unref(a.buffer));
	assert_amp(amp_buffer_unref(b.buffer));
	/* Row 0 comes from `steps` rows below, row 99 from as many above. */
	const int *result = steps % 2 ? other : data;
	assert_int_equal(result[0], steps * COLUMNS + steps);
	assert_int_equal(result[(ROWS - 1) * COLUMNS], (ROWS - 1 - steps) * COLUMNS + steps);
	free(data);
	free(other);
}

static void neighbours_run_side_by_side(void **state)
{
	(void)state;
	run_side_by_side(4);
	run_side_by_side(5);
}

/* A device that needs the result of another one's kernel does not wait for those behind it. */
static void later_kernels_are_not_waited_for(void **state)
{
	(void)state;
	amp_accelerator_view *first = queue_on("cuda:0"), *second = queue_on("cuda:1");
	struct section shared, own;
	int *data = wrap_new(&shared), *other = wrap_new(&own);
	for (int round = 0; round < 2; round++) {
		assert_amp(amp_accelerator_view_wait(first));
		runs = 0;
		assert_amp(try_add(first, &shared, AMP_ACCESS_READ_WRITE, NULL, 1));
		assert_amp(try_add(first, &own, AMP_ACCESS_READ_WRITE, NULL, 1));
		assert_amp(try_add(second, &shared, AMP_ACCESS_READ_WRITE, NULL, 1));
		assert_amp(amp_accelerator_view_wait(second));
	}
	assert_int_equal(runs, 2);
	assert_amp(amp_buffer_unref(shared.buffer));
	assert_amp(amp_buffer_unref(own.buffer));
	assert_int_equal(data[TOTAL - 1], TOTAL - 1 + 4);
	assert_int_equal(other[TOTAL - 1], TOTAL - 1 + 2);
	free(data);
	free(other);
}

/* While a kernel runs, what the next one needs is moved to the device, and what the previous one wrote is moved back. */
static void transfers_overlap_with_kernels(void **state)
{
	(void)state;
	amp_accelerator_view *queue = queue_on("cuda:0");
	size_t least = overlapped_bytes;
	overlapped_bytes = TOTAL * sizeof(int);
	struct section a, b;
	int *first = wrap_new(&a), *second = wrap_new(&b);
	for (int round = 1; round <= 3; round++) {
		assert_amp(amp_accelerator_view_wait(queue));
		runs = 0;
		assert_amp(try_add(queue, &a, AMP_ACCESS_READ_WRITE, NULL, 1));
		assert_amp(try_add(queue, &b, AMP_ACCESS_READ_WRITE, NULL, 1));
		assert_amp(amp_accelerator_view_wait(queue->accelerator->transfers[false]));
		assert_int_equal(runs, 0);
		assert_int_equal(read_host(&a)[TOTAL - 1], TOTAL - 1 + round);
		assert_int_equal(runs, 1);
		assert_int_equal(read_host(&b)[TOTAL - 1], TOTAL - 1 + round);
		assert_int_equal(runs, 2);
	}
	overlapped_bytes = least;
	assert_amp(amp_buffer_unref(a.buffer));
	assert_amp(amp_buffer_unref(b.buffer));
	free(first);
	free(second);
}

/* Halves of one view: while a kernel computes the first one, the second one is moved to the device; while a kernel computes
 * the second one, the first one is moved back. */
static void run_in_halves(bool are_columns)
{
	amp_accelerator_view *queue = queue_on("cuda:0");
	size_t least = overlapped_bytes;
	struct section s;
	int *data = wrap_new(&s), last = are_columns ? TOTAL - COLUMNS / 2 - 1 : TOTAL / 2 - 1;
	struct section first = are_columns ? columns_of(s, 0, COLUMNS / 2) : rows_of(s, 0, ROWS / 2);
	struct section second = are_columns ? columns_of(s, COLUMNS / 2, COLUMNS / 2) : rows_of(s, ROWS / 2, ROWS / 2);
	amp_view changed = view(&second);
	overlapped_bytes = TOTAL / 2 * sizeof(int);
	moved();
	for (int round = 1; round <= 3; round++) {
		void *p;
		assert_amp(amp_accelerator_view_wait(queue));
		assert_amp(amp_view_access(&changed, AMP_ACCESS_READ_WRITE, &p));
		*(int *)p = 100 * round;
		runs = 0;
		assert_amp(try_add(queue, &first, AMP_ACCESS_READ_WRITE, NULL, 1));
		assert_amp(try_add(queue, &second, AMP_ACCESS_READ_WRITE, NULL, 1));
		assert_amp(amp_accelerator_view_wait(queue->accelerator->transfers[false]));
		assert_int_equal(runs, 0);
		read_host(&first);
		assert_int_equal(data[last], last + round);
		assert_int_equal(runs, 1);
		assert_int_equal(*read_host(&second), 100 * round + 1);
		assert_int_equal(runs, 2);
		/* what was not moved yet, or changed */
		assert_in(moved(), round == 1 ? 2 : 1, (round == 1 ? TOTAL : TOTAL / 2) * sizeof(int));
	}
	overlapped_bytes = least;
	assert_amp(amp_buffer_unref(s.buffer));
	assert_int_equal(data[TOTAL - 1], TOTAL - 1 + 3);
	free(data);
}

static void sections_overlap_with_kernels(void **state)
{
	(void)state;
	run_in_halves(false);
	run_in_halves(true);
}

/* As many sections as there are, one after the other: what was computed is moved back while the next one is computed. */
static void any_number_of_sections_overlaps(void **state)
{
	(void)state;
	enum { SECTIONS = 20 };
	size_t least = overlapped_bytes;
	struct section s;
	int *data = wrap_new(&s);
	overlapped_bytes = TOTAL / SECTIONS * sizeof(int);
	runs = 0;
	for (int i = 0; i <= SECTIONS; i++) {
		struct section now = rows_of(s, ROWS / SECTIONS * i, ROWS / SECTIONS), before = now;
		before.offset -= TOTAL / SECTIONS * sizeof(int);
		if (i < SECTIONS)
			add(&now, 1);
		if (i > 0)
			assert_int_equal(*read_host(&before), TOTAL / SECTIONS * (i - 1) + 1);
		assert_int_equal(runs, i);
	}
	overlapped_bytes = least;
	assert_amp(amp_buffer_unref(s.buffer));
	for (int i = 0; i < TOTAL; i++)
		assert_int_equal(data[i], i + 1);
	free(data);
}

/* A transfer to pinned memory has not ended when the call returns, and runs on another queue than the view's. */
static void views_wait_for_their_transfers(void **state)
{
	(void)state;
	amp_accelerator_view *queue = queue_on("cuda:0");
	size_t least = overlapped_bytes;
	struct section other;
	int *data = wrap_new(&other);
	amp_buffer *staging;
	assert_amp(amp_buffer_create(queue_on("cpu_accelerator"), queue, TOTAL * sizeof(int), AMP_ACCESS_AUTO, &staging));
	struct section s = whole_of(staging, 0);
	amp_view v = view(&s);
	void *p;
	assert_amp(amp_view_access(&v, AMP_ACCESS_WRITE, &p));
	memset(p, 0, TOTAL * sizeof(int));
	overlapped_bytes = TOTAL * sizeof(int);
	for (int round = 1; round <= 4; round++) {
		amp_event *event, *marker;
		assert_amp(try_add(queue, &s, AMP_ACCESS_READ_WRITE, NULL, 1));
		assert_amp(try_add(queue, &other, AMP_ACCESS_READ_WRITE, NULL, 1));
		assert_amp(amp_view_synchronize(&v, AMP_ACCESS_READ, NULL, &event));
		if (round % 2) {
			assert_amp(amp_accelerator_view_wait(queue));
		} else {
			assert_amp(amp_accelerator_view_marker(queue, &marker));
			assert_amp(amp_event_wait(marker));
			amp_event_unref(marker);
		}
		assert_int_equal(((int *)p)[TOTAL - 1], round);
		assert_true(amp_event_is_complete(event));
		amp_event_unref(event);
	}
	overlapped_bytes = least;
	assert_amp(amp_buffer_unref(staging));
	assert_amp(amp_buffer_unref(other.buffer));
	free(data);
}

static void joins_lose_nothing(void **state)
{
	(void)state;
	int *data = calloc(3 * TOTAL, sizeof(int));
	struct section low = wrap(data, false), high = wrap(data + 2 * TOTAL, false);
	add(&low, 1);
	add(&high, 2);
	moved();
	struct section middle = wrap(data + TOTAL / 2, false);
	assert_out(moved(), 1, TOTAL * sizeof(int)); /* high is not touched */
	add(&middle, 10);
	struct section part = rows_of(low, ROWS / 2, 1);
	assert_int_equal(*read_host(&part), 11);
	assert_int_equal(*read_host(&low), 1);
	amp_buffer *all;
	size_t offset;
	assert_amp(amp_buffer_wrap(data, 3 * TOTAL * sizeof(int), false, &all, &offset));
	assert_int_equal(offset, 0);
	add(&low, 100);
	add(&high, 100);
	assert_amp(amp_buffer_unref(low.buffer));
	assert_amp(amp_buffer_unref(middle.buffer));
	assert_amp(amp_buffer_unref(high.buffer));
	assert_amp(amp_buffer_unref(all));
	for (int i = 0; i < 3 * TOTAL; i++)
		assert_int_equal(data[i], (i < TOTAL ? 101 : i < 2 * TOTAL ? 0 : 102) +
			(i >= TOTAL / 2 && i < TOTAL / 2 * 3 ? 10 : 0));
	free(data);
}

static void views_bring_back_what_others_cover(void **state)
{
	(void)state;
	struct section s;
	int *data = wrap_new(&s);
	amp_buffer *part;
	size_t offset;
	assert_amp(amp_buffer_wrap(data + COLUMNS, COLUMNS * sizeof(int), false, &part, &offset));
	add(&s, 1);
	moved();
	assert_amp(amp_buffer_unref(s.buffer)); /* what part has, too */
	assert_int_equal(moved().device_to_host_bytes, TOTAL * sizeof(int));
	assert_int_equal(data[0], 1);
	assert_int_equal(data[COLUMNS], COLUMNS + 1);
	assert_int_equal(data[2 * COLUMNS], 2 * COLUMNS + 1);
	data[0] = 50; /* the program's again */
	s = wrap(data, false);
	add(&s, 1);
	assert_int_equal(moved().host_to_device_bytes, (TOTAL - COLUMNS) * sizeof(int));
	assert_amp(amp_buffer_unref(part));
	assert_amp(amp_buffer_unref(s.buffer));
	assert_int_equal(data[0], 51);
	assert_int_equal(data[COLUMNS], COLUMNS + 2);
	free(data);
}

static void arrays_copy_to_views_on_the_device(void **state)
{
	(void)state;
	amp_buffer *array;
	struct section s;
	int *data = wrap_new(&s), *source = malloc(TOTAL * sizeof(int));
	for (int i = 0; i < TOTAL; i++)
		source[i] = -i;
	assert_amp(amp_buffer_create(queue_on("cuda:0"), NULL, TOTAL * sizeof(int),
	                             AMP_ACCESS_AUTO, &array));
	assert_int_equal(amp_buffer_cpu_access(array), AMP_ACCESS_NONE);
	assert_ptr_equal(amp_buffer_home(array), queue_on("cuda:0"));
	assert_ptr_equal(amp_buffer_source_view(array), queue_on("cuda:0"));
	assert_ptr_equal(amp_buffer_source_view(s.buffer), queue_on("cpu_accelerator"));
	amp_buffer *temporary;
	assert_amp(amp_buffer_create(NULL, NULL, TOTAL * sizeof(int), AMP_ACCESS_AUTO, &temporary));
	assert_null(amp_buffer_source_view(temporary));
	assert_amp(amp_buffer_unref(temporary));
	struct section a = whole_of(array, 0);
	amp_view va = view(&a), vs = view(&s);
	assert_amp(amp_view_write(&va, source, NULL));
	assert_in(moved(), 1, TOTAL * sizeof(int));
	assert_amp(amp_view_copy(&va, &vs, NULL));
	amp_counters c = moved();
	assert_out(c, 0, 0);
	assert_int_equal(c.device_to_device_copies, 1);
	assert_int_equal(data[5], 5);
	assert_int_equal(read_host(&s)[5], -5);
	moved();
	/* And back: from the device's copy of the view. The host does not wait for either copy. */
	amp_event *event;
	assert_amp(amp_accelerator_view_marker(queue_on("cuda:0"), &event));
	assert_amp(amp_view_copy(&vs, &va, NULL));
	assert_false(amp_event_is_complete(event)); /* the mock is lazy */
	amp_event_unref(event);
	assert_int_equal(moved().device_to_device_copies, 1);
	assert_amp(amp_view_read(&va, source, NULL));
	assert_out(moved(), 1, TOTAL * sizeof(int));
	assert_amp(amp_buffer_unref(array));
	assert_amp(amp_buffer_unref(s.buffer));
	free(data);
	free(source);
}

/* The driver's copies to pageable memory have ended when they return, and those from
 * it have read it: waiting would fail here. */
static void pageable_memory_is_not_waited_for(void **state)
{
	(void)state;
	if (getenv("MOCK_CUDA_HOST_PAGE_TABLES"))
		skip(); /* there is none */
	struct section s;
	int *data = wrap_new(&s), *copied = calloc(TOTAL, sizeof(int));
	amp_view v = view(&s);
	void *p;
	amp_event *event;
	mock_fail("cuStreamSynchronize", 1, CUDA_ERROR_UNKNOWN);
	add(&s, 1);
	assert_amp(amp_view_read(&v, copied, NULL));
	assert_int_equal(copied[7], 8);
	assert_amp(amp_view_access(&v, AMP_ACCESS_READ_WRITE, &p));
	assert_int_equal(data[7], 8);
	data[7] = 20;
	assert_amp(amp_view_synchronize(&v, AMP_ACCESS_READ, queue_on("cuda:0"), NULL));
	add(&s, 1);
	assert_amp(amp_view_synchronize(&v, AMP_ACCESS_READ, NULL, NULL));
	assert_int_equal(data[7], 21);
	add(&s, 1);
	assert_amp(amp_view_read(&v, copied, &event));
	assert_true(amp_event_is_complete(event));
	assert_int_equal(copied[7], 22);
	amp_event_unref(event);
	mock_fail(NULL, 0, CUDA_SUCCESS);
	assert_amp(amp_buffer_unref(s.buffer));
	free(copied);
	free(data);
}

/* Memory that the program pinned: the device reads it later, but the program knows nothing of
 * that, and may write to it after the launch. */
static void pinned_memory_is_the_programs_again(void **state)
{
	(void)state;
	CUresult (*allocate)(void **, size_t, unsigned) =
		(CUresult(*)(void **, size_t, unsigned))mock_function("cuMemHostAlloc");
	CUresult (*release)(void *) = (CUresult(*)(void *))mock_function("cuMemFreeHost");
	amp_accelerator_view *gpu = queue_on("cuda:0");
	amp_buffer *array;
	void *p;
	assert_int_equal(allocate(&p, TOTAL * sizeof(int), 0), CUDA_SUCCESS);
	int *data = p, copied[TOTAL];
	for (int i = 0; i < TOTAL; i++)
		data[i] = i;
	assert_amp(amp_buffer_create(gpu, NULL, TOTAL * sizeof(int), AMP_ACCESS_AUTO, &array));
	struct section s = wrap(data, false), to = whole_of(array, 0);
	amp_view v = view(&s), copy = view(&to);
	assert_amp(try_add(gpu, &to, AMP_ACCESS_WRITE, &s, 1));
	data[7] = 20;
	assert_amp(amp_view_refresh(&v));
	assert_amp(amp_view_read(&copy, copied, NULL));
	assert_int_equal(copied[7], 8);
	assert_amp(amp_view_cuda_pointer(&v, gpu, AMP_ACCESS_READ, &p));
	data[7] = 30;
	assert_amp(amp_view_refresh(&v));
	assert_amp(amp_view_synchronize(&v, AMP_ACCESS_READ, gpu, NULL));
	assert_amp(try_add(gpu, &to, AMP_ACCESS_WRITE, &s, 1));
	assert_amp(amp_view_read(&copy, copied, NULL));
	assert_int_equal(copied[7], 31);
	assert_amp(amp_buffer_unref(array));
	assert_amp(amp_buffer_unref(s.buffer));
	release(data);
	moved();
}

static void staging_memory_is_waited_for(void **state)
{
	(void)state;
	amp_buffer *staging, *array;
	amp_accelerator_view *gpu = queue_on("cuda:0");
	assert_amp(amp_buffer_create(queue_on("cpu_accelerator"), gpu, TOTAL * sizeof(int),
	                             AMP_ACCESS_AUTO, &staging));
	assert_ptr_equal(amp_buffer_associated(staging), gpu);
	assert_amp(amp_buffer_create(gpu, queue_on("cpu"), TOTAL * sizeof(int), AMP_ACCESS_AUTO, &array));
	assert_null(amp_buffer_associated(array)); /* 5.1.2: for staging arrays */
	struct section s = whole_of(staging, 0), a = whole_of(array, 0);
	amp_view vs = view(&s), va = view(&a);
	void *p;
	assert_amp(amp_view_access(&vs, AMP_ACCESS_WRITE, &p));
	assert_int_equal(staging->host_state, AMP_HOST_CURRENT | AMP_HOST_EXCLUSIVE | AMP_HOST_OPEN);
	for (int i = 0; i < TOTAL; i++)
		((int *)p)[i] = i;
	amp_event *event;
	assert_amp(amp_view_copy(&vs, &va, &event));
	assert_false(amp_event_is_complete(event)); /* the mock is lazy */
	assert_false(staging->host_state & AMP_HOST_EXCLUSIVE);
	assert_amp(amp_view_access(&vs, AMP_ACCESS_WRITE, &p)); /* waits */
	assert_true(amp_event_is_complete(event));
	amp_event_unref(event);
	memset(p, 0, TOTAL * sizeof(int));
	add(&a, 1);
	assert_amp(amp_view_copy(&va, &vs, &event));
	assert_int_equal(staging->host_state, 0);
	assert_int_equal(read_host(&s)[9], 10);
	amp_event_unref(event);
	/* The host reads a GPU's array through views of it alone. */
	read_host(&a);
	assert_int_equal(array->host_state, AMP_HOST_CURRENT);
	assert_true(amp_buffer_is_barred(array) && !amp_buffer_is_barred(staging));
	assert_amp(amp_buffer_unref(array));
	assert_amp(amp_buffer_unref(staging));
}

static void arrays_decide_where(void **state)
{
	(void)state;
	amp_buffer *array;
	amp_accelerator_view *second = queue_on("cuda:1");
	assert_amp(amp_buffer_create(second, NULL, TOTAL * sizeof(int), AMP_ACCESS_AUTO, &array));
	struct section a = whole_of(array, 0);
	struct image image = {.to = {NULL, array, 0}, .rows = ROWS, .columns = COLUMNS,
	                      .stride = COLUMNS};
	amp_argument argument = {.view = view(&a), .access = AMP_ACCESS_WRITE,
	                         .head_offset = offsetof(struct image, to), .is_array = true};
	assert_amp(amp_launch(NULL, &kernel, a.extent, &image, &argument, 1));
	assert_amp(amp_launch(second, &kernel, a.extent, &image, &argument, 1));
	assert_int_equal(amp_launch(queue_on("cuda:0"), &kernel, a.extent, &image, &argument, 1),
	                 AMP_ERROR_INVALID_ARGUMENT);
	assert_non_null(strstr(amp_last_error(), "cuda:1"));
	/* A view of it may go anywhere. */
	argument.is_array = false;
	assert_amp(amp_launch(queue_on("cuda:0"), &kernel, a.extent, &image, &argument, 1));
	assert_int_equal(moved().device_to_device_copies, 0);
	assert_amp(amp_buffer_unref(array));
}

/* ---- Objects outside of the image -------------------------------------- */

struct outer {
	amp_view_head view;
	int marker;
};

static int run_outer(const void *p, const amp_domain *domain, const unsigned grid[3],
                     const unsigned block[3])
{
	(void)grid;
	assert_int_equal(block[0], 8);
	assert_int_equal(block[1], 4);
	assert_int_equal(domain->tiles[0], 2);
	assert_int_equal(domain->tiles[1], 3);
	assert_int_equal(domain->total, 6);
	const struct outer *o = *(const struct outer *const *)p;
	assert_null(o->view.buffer);
	((int *)o->view.data)[0] += o->marker;
	return 0;
}

struct mock_kernel outer_kernel = {run_outer, sizeof(void *), 0};

static void objects_are_placed_once(void **state)
{
	(void)state;
	amp_buffer *array;
	assert_amp(amp_buffer_create(queue_on("cuda:0"), NULL, 64, AMP_ACCESS_AUTO, &array));
	struct outer object, *image = &object;
	memset(&object, 0, sizeof(object)); /* its padding is compared, too */
	object.view.buffer = array;
	object.marker = 7;
	int n = 16, extent[2] = {8, 24}, zeros[16] = {0}, result[16];
	amp_argument a = {
		.view = {array, 0, sizeof(int), 1, &n, NULL}, .access = AMP_ACCESS_READ_WRITE,
		.head_offset = AMP_NO_OFFSET, .object = &object, .object_size = sizeof(object),
	};
	amp_kernel k = {.symbol = "outer_kernel", .name = "outer", .image_size = sizeof(image),
	                .image_align = _Alignof(void *), .rank = 2, .tile = {4, 8}};
	assert_amp(amp_view_write(&a.view, zeros, NULL));
	moved();
	assert_amp(amp_launch(NULL, &k, extent, &image, &a, 1));
	assert_in(moved(), 1, sizeof(object));
	unsigned calls = mock_calls();
	assert_amp(amp_launch(NULL, &k, extent, &image, &a, 1));
	assert_int_equal(mock_calls() - calls, 1);
	/* From another queue it is there only after the upload. */
	amp_accelerator_view *other;
	assert_amp(amp_accelerator_view_create(amp_accelerator_find("cuda:0"),
	                                       AMP_QUEUING_IMMEDIATE, &other));
	object.marker = 100;
	assert_amp(amp_launch(NULL, &k, extent, &image, &a, 1));
	assert_amp(amp_launch(other, &k, extent, &image, &a, 1));
	assert_amp(amp_view_read(&a.view, result, NULL));
	assert_int_equal(result[0], 214);
	amp_accelerator_view_unref(other);
	/* The last launch needs its object after the array, and before its memory is another's. */
	object.marker = 1;
	assert_amp(amp_launch(NULL, &k, extent, &image, &a, 1));
	assert_amp(amp_buffer_unref(array));
	assert_amp(amp_accelerator_view_wait(queue_on("cuda:0")));
	free(k.state);
}

/* ---- Memory that was freed ---------------------------------------------- */

static uint64_t kept(void)
{
	amp_counters c;
	amp_get_counters(&c);
	return c.kept_allocations;
}

/* An array of so many bytes on a queue, made and destroyed. */
static amp_status try_temporary(amp_accelerator_view *queue, size_t size)
{
	amp_buffer *b;
	amp_status status = amp_buffer_create(queue, NULL, size, AMP_ACCESS_AUTO, &b);
	return status == AMP_OK ? amp_buffer_unref(b) : status;
}

static void freed_memory_is_kept(void **state)
{
	(void)state;
	void (*set_limit)(size_t) = (void (*)(size_t))mock_function("mock_cuda_limit");
	amp_accelerator *gpu = amp_accelerator_find("cuda:0");
	amp_accelerator_view *first, *second;
	assert_amp(amp_accelerator_view_create(gpu, AMP_QUEUING_AUTOMATIC, &first));
	assert_amp(amp_accelerator_view_create(gpu, AMP_QUEUING_AUTOMATIC, &second));
	uint64_t before = kept();
	assert_amp(try_temporary(first, 4321));
	assert_int_equal(kept(), before + 1);
	/* the next of that size on that queue needs no driver; others do */
	mock_fail("cuMemAllocAsync", 1, CUDA_ERROR_INVALID_VALUE);
	assert_amp(try_temporary(first, 4321));
	assert_int_equal(try_temporary(first, 4322), AMP_ERROR_FAILED);
	mock_fail("cuMemAllocAsync", 1, CUDA_ERROR_INVALID_VALUE);
	assert_int_equal(try_temporary(second, 4321), AMP_ERROR_FAILED);
	assert_int_equal(kept(), before + 1);
	/* any number of sizes: the oldest go */
	for (size_t size = 5000; size < 5200; size++)
		assert_amp(try_temporary(first, size));
	assert_in_range(kept(), 1, before + 64);
	assert_amp(try_temporary(second, 4321));
	/* where there is no more memory, what is kept is given back first */
	set_limit(1 << 20);
	assert_amp(try_temporary(first, (1 << 20) - 100));
	set_limit(0);
	assert_in_range(kept(), 1, before + 1);
	amp_accelerator_view_unref(first);
	amp_accelerator_view_unref(second);
	assert_in_range(kept(), 0, before);
}

/* ---- The program's own streams and memory ------------------------------ */

static void streams_and_memory_are_adopted(void **state)
{
	(void)state;
	CUresult (*create)(CUstream *, unsigned) =
		(CUresult(*)(CUstream *, unsigned))mock_function("cuStreamCreate");
	CUresult (*allocate)(CUdeviceptr *, size_t) =
		(CUresult(*)(CUdeviceptr *, size_t))mock_function("cuMemAlloc_v2");
	CUresult (*release)(CUdeviceptr) =
		(CUresult(*)(CUdeviceptr))mock_function("cuMemFree_v2");
	CUstream stream;
	CUdeviceptr memory;
	assert_int_equal(create(&stream, 0), 0);
	assert_int_equal(allocate(&memory, TOTAL * sizeof(int)), 0);
	memset((void *)(uintptr_t)memory, 0, TOTAL * sizeof(int));
	amp_accelerator *gpu = amp_accelerator_find("cuda:0"), *other = amp_accelerator_find("cuda:1");
	amp_accelerator_view *v;
	amp_buffer *b;
	assert_amp(amp_accelerator_view_adopt_stream(gpu, stream, &v));
	assert_ptr_equal(amp_accelerator_view_cuda_stream(v), stream);
	assert_amp(amp_buffer_adopt_device(v, (void *)(uintptr_t)memory, TOTAL * sizeof(int), &b));
	struct section s = whole_of(b, 0);
	assert_amp(try_add(v, &s, AMP_ACCESS_READ_WRITE, NULL, 9));
	assert_in(moved(), 0, 0);
	assert_int_equal(read_host(&s)[3], 9);
	/* what is not the device's is refused */
	amp_accelerator_view *bad = NULL;
	amp_buffer *none = NULL;
	int on_host[4];
	assert_int_equal(amp_accelerator_view_adopt_stream(other, stream, &bad),
	                 AMP_ERROR_INVALID_ARGUMENT);
	assert_int_equal(amp_accelerator_view_adopt_stream(gpu, NULL, &bad),
	                 AMP_ERROR_INVALID_ARGUMENT);
	assert_int_equal(amp_accelerator_view_adopt_stream(amp_accelerator_find("cpu"), stream, &bad),
	                 AMP_ERROR_UNSUPPORTED);
	assert_int_equal(amp_buffer_adopt_device(v, on_host, sizeof(on_host), &none),
	                 AMP_ERROR_INVALID_ARGUMENT);
	assert_int_equal(amp_buffer_adopt_device(v, NULL, sizeof(on_host), &none),
	                 AMP_ERROR_INVALID_ARGUMENT);
	assert_int_equal(amp_buffer_adopt_device(queue_on("cuda:1"), (void *)(uintptr_t)memory,
	                                         sizeof(on_host), &none),
	                 AMP_ERROR_INVALID_ARGUMENT);
	assert_int_equal(amp_buffer_adopt_device(queue_on("cpu"), (void *)(uintptr_t)memory,
	                                         sizeof(on_host), &none), AMP_ERROR_UNSUPPORTED);
	assert_null(bad);
	assert_null(none);
	amp_event *event;
	assert_amp(amp_accelerator_view_marker(v, &event));
	amp_accelerator_view_unref(v);
	assert_amp(amp_buffer_unref(b));
	assert_amp(amp_event_wait(event));
	amp_event_unref(event);
	assert_int_equal(((int *)(uintptr_t)memory)[5], 9);
	assert_int_equal(release(memory), 0);
}

/* Work of the program's own on a view's stream: what the runtime does with the
 * same data before and after is ordered with it, and nothing waits or moves. */
static void device_pointers_are_ordered(void **state)
{
	(void)state;
	CUresult (*copy)(CUdeviceptr, CUdeviceptr, size_t, CUstream) =
		(CUresult(*)(CUdeviceptr, CUdeviceptr, size_t, CUstream))mock_function("cuMemcpyDtoDAsync_v2");
	amp_accelerator_view *queue;
	assert_amp(amp_accelerator_view_create(amp_accelerator_find("cuda:0"),
	                                       AMP_QUEUING_AUTOMATIC, &queue));
	struct section from;
	int *data = wrap_new(&from);
	amp_buffer *b;
	assert_amp(amp_buffer_create(queue_on("cuda:0"), NULL, TOTAL * sizeof(int), AMP_ACCESS_AUTO,
	                             &b));
	struct section to = whole_of(b, 0);
	for (int round = 0; round < 3; round++) {
		/* A kernel on the default view's stream, then a copy on another. */
		add(&from, 10);
		amp_view from_view = view(&from), to_view = view(&to);
		void *source, *target;
		assert_amp(amp_view_cuda_pointer(&from_view, queue, AMP_ACCESS_READ, &source));
		assert_amp(amp_view_cuda_pointer(&to_view, queue, AMP_ACCESS_WRITE, &target));
		/* The stream is waited for before anything is given to it. */
		if (round > 0)
			assert_amp(amp_accelerator_view_wait(queue));
		assert_int_equal(copy((CUdeviceptr)(uintptr_t)target, (CUdeviceptr)(uintptr_t)source,
		                      TOTAL * sizeof(int), amp_accelerator_view_cuda_stream(queue)), 0);
		amp_counters c = moved();
		assert_in(c, round == 0, round == 0 ? TOTAL * sizeof(int) : 0);
		assert_out(c, 0, 0);
		/* Writes what was read, uses what was written: either may come first. */
		add(round == 1 ? &to : &from, round == 1 ? 1 : 1000);
		add(round == 1 ? &from : &to, round == 1 ? 1000 : 1);
		assert_in(moved(), 0, 0);
		assert_int_equal(read_host(&to)[5], 5 + 10 * (round + 1) + 1000 * round + 1);
		assert_int_equal(read_host(&from)[5], 5 + 1010 * (round + 1));
		moved();
	}
	/* Straight to the host. */
	amp_view from_view = view(&from), to_view = view(&to);
	void *source, *target;
	assert_amp(amp_view_cuda_pointer(&to_view, queue, AMP_ACCESS_READ_WRITE, &target));
	assert_amp(amp_view_cuda_pointer(&from_view, queue, AMP_ACCESS_READ, &source));
	assert_int_equal(copy((CUdeviceptr)(uintptr_t)target, (CUdeviceptr)(uintptr_t)source,
	                      TOTAL * sizeof(int), amp_accelerator_view_cuda_stream(queue)), 0);
	assert_int_equal(read_host(&to)[7], 7 + 3030);
	/* Whole rows have one address, columns do not. */
	struct section rows = rows_of(from, 2, 3), columns = columns_of(from, 1, 2);
	amp_view v = view(&rows);
	void *row;
	assert_amp(amp_view_cuda_pointer(&v, queue, AMP_ACCESS_READ, &row));
	assert_ptr_equal(row, (char *)source + 2 * COLUMNS * sizeof(int));
	v = view(&columns);
	assert_int_equal(amp_view_cuda_pointer(&v, queue, AMP_ACCESS_READ, &row),
	                 AMP_ERROR_INVALID_ARGUMENT);
	assert_int_equal(amp_view_cuda_pointer(&from_view, queue_on("cpu"), AMP_ACCESS_READ, &row),
	                 AMP_ERROR_UNSUPPORTED);
	assert_non_null(strstr(amp_last_error(), "direct3d_warp is not a CUDA device"));
	amp_accelerator_view_unref(queue);
	assert_amp(amp_buffer_unref(b));
	assert_amp(amp_buffer_unref(from.buffer));
	assert_int_equal(data[9], 9 + 3030);
	free(data);
	moved();
}

/* ---- Failures ---------------------------------------------------------- */

static void failed_launches_change_nothing(void **state)
{
	(void)state;
	struct section s;
	int *data = wrap_new(&s);
	mock_fail("cuLaunchKernel", 1, CUDA_ERROR_UNKNOWN);
	assert_int_equal(try_add(NULL, &s, AMP_ACCESS_READ_WRITE, NULL, 1), AMP_ERROR_FAILED);
	assert_non_null(strstr(amp_last_error(), "add: cuLaunchKernel on cuda:0"));
	assert_true(s.buffer->host_state & AMP_HOST_CURRENT);
	moved();
	assert_int_equal(read_host(&s)[7], 7);
	assert_out(moved(), 0, 0);
	/* Twice, since one is retried. */
	amp_buffer *b;
	mock_fail("cuMemAllocAsync", 1, CUDA_ERROR_OUT_OF_MEMORY);
	assert_amp(amp_buffer_create(queue_on("cuda:0"), NULL, 64, AMP_ACCESS_AUTO, &b));
	assert_amp(amp_buffer_unref(b));
	mock_fail("cuMemAllocAsync", 1, CUDA_ERROR_INVALID_VALUE);
	assert_int_equal(amp_buffer_create(queue_on("cuda:0"), NULL, 68, AMP_ACCESS_AUTO, &b),
	                 AMP_ERROR_FAILED);
	add(&s, 1);
	mock_fail("cuMemcpyDtoHAsync_v2", 1, CUDA_ERROR_UNKNOWN);
	amp_view v = view(&s);
	void *p;
	assert_int_equal(amp_view_access(&v, AMP_ACCESS_READ, &p), AMP_ERROR_FAILED);
	assert_int_equal(read_host(&s)[7], 8);
	add(&s, 1);
	mock_fail("cuMemcpyDtoHAsync_v2", 1, CUDA_ERROR_UNKNOWN);
	assert_amp(amp_buffer_unref(s.buffer)); /* which tries again: there is no later */
	assert_int_equal(data[7], 9);
	free(data);
}

static void missing_code_is_explained(void **state)
{
	(void)state;
	amp_module other = {.fatbin = "other GPU", .name = "other.cpp"};
	amp_module broken = {.fatbin = "broken PTX", .name = "broken.cpp"};
	amp_kernel unknown = kernel;
	unknown.symbol = "no_such_kernel";
	unknown.name = "unknown";
	unknown.state = NULL;
	int extent[2] = {1, 1};
	struct image image = {0};
	assert_int_equal(amp_launch(NULL, &unknown, extent, &image, NULL, 0),
	                 AMP_ERROR_UNSUPPORTED);
	assert_non_null(strstr(amp_last_error(), "no_such_kernel"));
	amp_module_register(&broken);
	assert_int_equal(amp_launch(NULL, &unknown, extent, &image, NULL, 0), AMP_ERROR_FAILED);
	assert_non_null(strstr(amp_last_error(), "ptxas: line 7"));
	assert_non_null(strstr(amp_last_error(), "broken.cpp"));
	amp_module_unregister(&broken);
	amp_module_register(&other);
	assert_int_equal(amp_launch(NULL, &unknown, extent, &image, NULL, 0),
	                 AMP_ERROR_UNSUPPORTED);
	assert_non_null(strstr(amp_last_error(), "unknown was compiled without code for this GPU"));
	assert_non_null(strstr(amp_last_error(), "--amp-arch=sm_90"));
	/* Other modules still serve. */
	struct section s;
	int *data = wrap_new(&s);
	add(&s, 1);
	assert_amp(amp_buffer_unref(s.buffer));
	assert_int_equal(data[1], 2);
	free(data);
	amp_module_unregister(&other);
	/* What the compiler has not made a function object of is not run, whatever code it has. */
	unknown.symbol = kernel.symbol;
	unknown.name = "main::{lambda(Concurrency::index<1>)#1}";
	assert_int_equal(amp_launch(NULL, &unknown, extent, &image, NULL, 0),
	                 AMP_ERROR_UNSUPPORTED);
	assert_non_null(strstr(amp_last_error(), "a lambda without restrict(amp)"));
	free(unknown.state);
}

static void assert_grid(unsigned x, unsigned y, unsigned z, unsigned threads_x, unsigned threads_y)
{
	assert_int_equal(last_grid.blocks[0], x);
	assert_int_equal(last_grid.blocks[1], y);
	assert_int_equal(last_grid.blocks[2], z);
	assert_int_equal(last_grid.threads[0], threads_x);
	assert_int_equal(last_grid.threads[1], threads_y);
	assert_int_equal(last_grid.threads[2], 1);
}

/* Patches of points, but for shapes of which they would leave much empty. */
static void grids_fit_the_domain(void **state)
{
	(void)state;
	struct section s;
	int *data = wrap_new(&s);
	struct section even = rows_of(s, 0, 96), low = rows_of(s, 0, 3), few = rows_of(s, 0, 4), narrow = columns_of(s, 0, 32),
	               thin = columns_of(s, 0, 33);
	add(&even, 1);
	read_host(&s);
	assert_grid(1, 24, 1, 64, 4);
	amp_kernel square = kernel;
	square.in_squares = true;
	square.state = NULL;
	assert_amp(try_kernel(&square, NULL, &even, AMP_ACCESS_READ_WRITE, NULL, 1));
	read_host(&s);
	free(square.state);
	assert_grid(4, 6, 1, 16, 16);
	add(&low, 1);
	read_host(&s);
	assert_grid(3, 1, 1, 64, 1); /* each of the two multiprocessors has a block */
	add(&few, 1);
	read_host(&s);
	assert_grid(1, 2, 1, 64, 2);
	add(&narrow, 1);
	read_host(&s);
	assert_grid(1, 13, 1, 32, 8);
	add(&thin, 1);
	read_host(&s);
	assert_grid(13, 1, 1, 256, 1);
	assert_amp(amp_buffer_unref(s.buffer));
	free(data);
}

static uint64_t blocks;            /* of all grids */
static unsigned last_grid_begin[2]; /* y and z of its first block */

static int note_grid(const void *p, const amp_domain *domain, const unsigned grid[3],
                     const unsigned block[3])
{
	(void)p;
	last_grid = (struct grid){{grid[0], grid[1], grid[2]}, {block[0], block[1], block[2]}};
	blocks += (uint64_t)grid[0] * grid[1] * grid[2];
	assert_int_equal(domain->first_block[0], 0);
	last_grid_begin[0] = domain->first_block[1];
	last_grid_begin[1] = domain->first_block[2];
	return 0;
}

struct mock_kernel large_kernel = {note_grid, sizeof(int), 0};

/* 4.2.2: an extent has up to 2^32 - 1 points; a grid has up to 2^31 - 1 tiles. */
static void domains_are_as_large_as_extents(void **state)
{
	(void)state;
	amp_kernel k = {.symbol = "large_kernel", .name = "large", .image_size = sizeof(int),
	                .image_align = _Alignof(int), .rank = 2};
	amp_kernel tiled = {.symbol = "large_kernel", .name = "tiles", .image_size = sizeof(int),
	                    .image_align = _Alignof(int), .rank = 2, .tile = {1, 1}};
	int image = 0, most[2] = {65537, 65535}, more[2] = {65537, 65536};

	assert_amp(amp_launch(queue_on("cuda:0"), &k, most, &image, NULL, 0));
	assert_amp(amp_accelerator_view_wait(queue_on("cuda:0")));
	assert_grid(1024, 16385, 1, 64, 4);
	assert_int_equal(amp_launch(queue_on("cuda:0"), &k, more, &image, NULL, 0),
	                 AMP_ERROR_INVALID_COMPUTE_DOMAIN);
	assert_non_null(strstr(amp_last_error(), "more than 4294967295 threads"));
	assert_int_equal(amp_launch(queue_on("cuda:0"), &tiled, most, &image, NULL, 0),
	                 AMP_ERROR_INVALID_COMPUTE_DOMAIN);
	assert_non_null(strstr(amp_last_error(), "more than 2147483647 tiles"));
	free(k.state);
	free(tiled.state);
}

/* Tiles are as many as there are, also along dimensions in which a grid has 65535
 * blocks: in several grids. */
static void tiles_are_in_grids_of_any_length(void **state)
{
	(void)state;
	amp_kernel k = {.symbol = "large_kernel", .name = "tiles", .image_size = sizeof(int),
	                .image_align = _Alignof(int), .rank = 2, .tile = {2, 4}};
	amp_kernel deep = {.symbol = "large_kernel", .name = "deep", .image_size = sizeof(int),
	                   .image_align = _Alignof(int), .rank = 3, .tile = {1, 1, 1}};
	int image = 0, tall[2] = {2 * 65537, 12}, deepest[3] = {65536, 65538, 1};

	blocks = 0;
	assert_amp(amp_launch(queue_on("cuda:0"), &k, tall, &image, NULL, 0));
	assert_amp(amp_accelerator_view_wait(queue_on("cuda:0")));
	assert_int_equal(blocks, 3 * 65537);
	assert_grid(3, 2, 1, 4, 2);
	assert_int_equal(last_grid_begin[0], 65535);
	assert_int_equal(last_grid_begin[1], 0);
	blocks = 0;
	assert_int_equal(amp_launch(queue_on("cuda:0"), &deep, deepest, &image, NULL, 0),
	                 AMP_ERROR_INVALID_COMPUTE_DOMAIN); /* more than 2^31 - 1 */
	deepest[0] = 3;
	assert_amp(amp_launch(queue_on("cuda:0"), &deep, deepest, &image, NULL, 0));
	assert_amp(amp_accelerator_view_wait(queue_on("cuda:0")));
	assert_int_equal(blocks, 3 * 65538);
	assert_grid(1, 3, 3, 1, 1);
	assert_int_equal(last_grid_begin[0], 65535);
	free(k.state);
	free(deep.state);
}

/* Kernels that count elements in an int take no view that reaches farther; the
 * same view is fine for others, which fail later, for want of so much memory. */
static void far_elements_are_refused(void **state)
{
	(void)state;
	int extent[2] = {3, 1 << 30}, stride[1] = {1 << 30}, domain[2] = {1, 1};
	amp_buffer *b;
	assert_amp(amp_buffer_create(NULL, NULL, (size_t)3 << 32, AMP_ACCESS_AUTO, &b));
	struct image image = {.to = {NULL, b, 0}};
	amp_argument a = {.view = {b, 0, sizeof(int), 2, extent, stride},
	                  .access = AMP_ACCESS_READ_WRITE,
	                  .head_offset = offsetof(struct image, to)};
	assert_int_equal(amp_launch(queue_on("cuda:0"), &kernel, domain, &image, &a, 1),
	                 AMP_ERROR_UNSUPPORTED);
	assert_non_null(strstr(amp_last_error(), "3221225472 elements"));
	assert_non_null(strstr(amp_last_error(), "AMP_LARGE_VIEWS"));
	mock_fail("cuMemAllocAsync", 1, CUDA_ERROR_INVALID_VALUE);
	assert_int_equal(amp_launch(queue_on("cuda:0"), &wide_kernel, domain, &image, &a, 1),
	                 AMP_ERROR_FAILED);
	extent[0] = 1;
	mock_fail("cuMemAllocAsync", 1, CUDA_ERROR_INVALID_VALUE);
	assert_int_equal(amp_launch(queue_on("cuda:0"), &kernel, domain, &image, &a, 1),
	                 AMP_ERROR_FAILED);
	mock_fail(NULL, 0, CUDA_SUCCESS);
	assert_amp(amp_buffer_unref(b));
}

static unsigned wide_launches;

static int count_wide_launch(const void *p, const amp_domain *domain, const unsigned grid[3],
                             const unsigned block[3])
{
	wide_launches++;
	return run_wide_mock(p, domain, grid, block);
}

/* Whether the launch took the wide kernel. */
static bool is_wide(const struct section *to, const struct section *from)
{
	wide_launches = 0;
	wide_add_kernel.run = count_wide_launch;
	assert_amp(try_kernel(&wide_kernel, NULL, to, AMP_ACCESS_READ_WRITE, from, 1));
	read_host(to);
	return wide_launches == 1;
}

/* Only where views are distinct, aligned and flat, and there are enough points. (Rows with
 * gaps are wide where they are longer: tests/programs/shapes/wide.cpp.) */
static void wide_kernels_are_for_distinct_views(void **state)
{
	(void)state;
	struct section a, b;
	int *data = wrap_new(&a), *more = wrap_new(&b);
	struct section most = rows_of(a, 0, 70), shifted = rows_of(a, 30, 70);
	struct section small = rows_of(a, 0, 60);
	struct section odd = a, narrow = columns_of(a, 4, COLUMNS - 4);
	odd.offset += sizeof(int);
	odd.extent[0]--;
	assert_true(is_wide(&a, NULL));
	assert_true(is_wide(&a, &b));
	assert_false(is_wide(&a, &a));
	assert_true(is_wide(&most, NULL));
	assert_false(is_wide(&most, &shifted));
	assert_false(is_wide(&small, NULL)); /* 3840 points: too few for 1024 threads */
	assert_false(is_wide(&odd, NULL));
	assert_false(is_wide(&narrow, NULL));
	assert_amp(amp_buffer_unref(a.buffer));
	assert_amp(amp_buffer_unref(b.buffer));
	free(data);
	free(more);
	free(wide_kernel.state);
	wide_kernel.state = NULL;
}

static unsigned restrict_launches;

static int count_restrict_launch(const void *p, const amp_domain *domain, const unsigned grid[3],
                                 const unsigned block[3])
{
	restrict_launches++;
	return run_mock(p, domain, grid, block);
}

struct mock_kernel restrict_add_kernel = {count_restrict_launch, sizeof(struct image), 1};

/* Whether a launch took a kernel's function for distinct views. */
static bool restricts(amp_kernel *k, const struct section *to, const struct section *from)
{
	restrict_launches = 0;
	assert_amp(try_kernel(k, NULL, to, AMP_ACCESS_READ_WRITE, from, 1));
	read_host(to);
	return restrict_launches == 1;
}

struct heads {
	amp_view_head items[AMP_DISTINCT_VIEWS + 1];
};

static int run_nothing(const void *p, const amp_domain *domain, const unsigned grid[3], const unsigned block[3])
{
	(void)p, (void)domain, (void)grid, (void)block;
	return 0;
}

static int count_many(const void *p, const amp_domain *domain, const unsigned grid[3], const unsigned block[3])
{
	restrict_launches++;
	return run_nothing(p, domain, grid, block);
}

struct mock_kernel many_kernel = {run_nothing, sizeof(struct heads), 0};
struct mock_kernel restrict_many_kernel = {count_many, sizeof(struct heads), 1};

/* Whether a launch with n views, elements of b the last of which is at `last`, took the function for distinct views. */
static bool restricts_many(amp_kernel *k, amp_buffer *b, unsigned n, unsigned last)
{
	struct heads image = {0};
	amp_argument arguments[AMP_DISTINCT_VIEWS + 1];
	const int one[1] = {1};
	restrict_launches = 0;
	for (unsigned i = 0; i < n; i++) {
		size_t offset = (i + 1 == n ? last : i) * sizeof(int);
		image.items[i] = (amp_view_head){NULL, b, offset};
		arguments[i] = (amp_argument){.view = {b, offset, sizeof(int), 1, one, NULL}, .access = AMP_ACCESS_READ_WRITE,
		                              .head_offset = i * sizeof(amp_view_head)};
	}
	assert_amp(amp_launch(queue_on("cuda:0"), k, one, &image, arguments, n));
	assert_amp(amp_accelerator_view_wait(queue_on("cuda:0")));
	return restrict_launches == 1;
}

/* Of more views than pointers are passed, all are compared. */
static void restrict_kernels_may_have_many_views(void **state)
{
	(void)state;
	struct section a;
	int *data = wrap_new(&a);
	amp_kernel k = {.symbol = "many_kernel", .restrict_symbol = "restrict_many_kernel", .name = "many",
	                .image_size = sizeof(struct heads), .image_align = _Alignof(struct heads), .rank = 1, .short_range = true};
	assert_true(restricts_many(&k, a.buffer, AMP_POINTERS + 1, AMP_POINTERS));
	assert_false(restricts_many(&k, a.buffer, AMP_POINTERS + 1, 0));
	assert_true(restricts_many(&k, a.buffer, AMP_DISTINCT_VIEWS, AMP_DISTINCT_VIEWS));
	assert_false(restricts_many(&k, a.buffer, AMP_DISTINCT_VIEWS, AMP_POINTERS));
	assert_false(restricts_many(&k, a.buffer, AMP_DISTINCT_VIEWS + 1, AMP_DISTINCT_VIEWS));
	assert_amp(amp_buffer_unref(a.buffer));
	free(data);
	free(k.state);
}

/* Neither reaches what the other writes; that for small domains is for such, too. */
static void restrict_kernels_are_for_distinct_views(void **state)
{
	(void)state;
	struct section a, b;
	int *data = wrap_new(&a), *more = wrap_new(&b);
	struct section upper = rows_of(a, 0, 50), middle = rows_of(a, 30, 50), lower = rows_of(a, 50, 50);
	struct section odd = a;
	amp_kernel k = kernel, small = kernel;
	k.restrict_symbol = small.small_domain_symbol = "restrict_add_kernel";
	k.state = small.state = NULL;
	odd.offset += sizeof(int);
	odd.extent[0]--;
	assert_true(restricts(&k, &a, &b));
	assert_true(restricts(&k, &upper, &lower));
	assert_true(restricts(&k, &odd, &b));
	assert_false(restricts(&k, &a, &a));
	assert_false(restricts(&k, &upper, &middle));
	struct section few = rows_of(a, 0, 8), next = rows_of(a, 4, 8), others = rows_of(a, 16, 8);
	small.restrict_symbol = "add_kernel";
	assert_true(restricts(&small, &few, &others));
	assert_false(restricts(&small, &few, &next));
	assert_amp(amp_buffer_unref(a.buffer));
	assert_amp(amp_buffer_unref(b.buffer));
	free(data);
	free(more);
	free(k.state);
	free(small.state);
}

static unsigned small_launches;

static int count_small_launch(const void *p, const amp_domain *domain, const unsigned grid[3],
                              const unsigned block[3])
{
	small_launches++;
	return run_mock(p, domain, grid, block);
}

struct mock_kernel small_add_kernel = {count_small_launch, sizeof(struct image), 0};

/* Where the two multiprocessors have room for all threads with many registers. */
static void small_domains_have_their_kernel(void **state)
{
	(void)state;
	struct section s;
	int *data = wrap_new(&s);
	struct section few = rows_of(s, 0, 16), more = rows_of(s, 0, 17);
	amp_kernel k = kernel;
	k.small_domain_symbol = "small_add_kernel";
	k.state = NULL;
	assert_amp(try_kernel(&k, NULL, &few, AMP_ACCESS_READ_WRITE, NULL, 1));
	read_host(&s);
	assert_int_equal(small_launches, 1);
	assert_amp(try_kernel(&k, NULL, &more, AMP_ACCESS_READ_WRITE, NULL, 1));
	read_host(&s);
	assert_int_equal(small_launches, 1);
	free(k.state);
	assert_amp(amp_buffer_unref(s.buffer));
	free(data);
}

/* A kernel is not looked up in another unit's module: the mock driver dies of it. */
static void other_units_are_not_asked(void **state)
{
	(void)state;
	amp_module other = {.fatbin = "other unit", .name = "other.cpp"};
	amp_module_register(&other);
	struct section s;
	int *data = wrap_new(&s);
	add(&s, 1);
	assert_amp(amp_buffer_unref(s.buffer));
	assert_int_equal(data[1], 2);
	free(data);
	amp_module_unregister(&other);
}

static char trace_path[] = "/tmp/amp-trace-XXXXXX";

static void trace_says_why(void **state)
{
	(void)state;
	struct section s;
	int *data = wrap_new(&s);
	add(&s, 1);
	read_host(&s);
	add(&s, 1);
	assert_amp(amp_buffer_unref(s.buffer));
	free(data);
	FILE *f = fopen(trace_path, "r");
	assert_non_null(f);
	static char text[1 << 16];
	size_t n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	fclose(f);
	assert_non_null(strstr(text, "host -> cuda:0"));
	assert_non_null(strstr(text, "kernel reads add"));
	assert_non_null(strstr(text, "host reads"));
	assert_non_null(strstr(text, "last view destroyed"));
	assert_non_null(strstr(text, "allocate"));
	assert_non_null(strstr(text, "launch"));
}

int main(void)
{
	int fd = mkstemp(trace_path);
	setenv("AMP_TRACE", trace_path, 1);
	mock_fail = (void (*)(const char *, unsigned, int))mock_function("mock_cuda_fail");
	mock_calls = (unsigned (*)(void))mock_function("mock_cuda_calls");
	mock_live = (unsigned (*)(void))mock_function("mock_cuda_live");
	amp_module_register(&module);
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, nothing_left)
		TEST(gpu_is_the_default),
		TEST(moves_in_once_and_back_once),
		TEST(last_view_brings_data_back),
		TEST(read_only_never_comes_back),
		TEST(discarded_never_moves),
		TEST(sections_move_their_own_rows),
		TEST(host_writes_move_again),
		TEST(large_copies_are_whole),
		TEST(large_copies_fail_and_recover),
		TEST(devices_hand_over),
		TEST(neighbours_run_side_by_side),
		TEST(later_kernels_are_not_waited_for),
		TEST(transfers_overlap_with_kernels),
		TEST(sections_overlap_with_kernels),
		TEST(any_number_of_sections_overlaps),
		TEST(views_wait_for_their_transfers),
		TEST(joins_lose_nothing),
		TEST(views_bring_back_what_others_cover),
		TEST(arrays_copy_to_views_on_the_device),
		TEST(pageable_memory_is_not_waited_for),
		TEST(pinned_memory_is_the_programs_again),
		TEST(staging_memory_is_waited_for),
		TEST(arrays_decide_where),
		TEST(objects_are_placed_once),
		TEST(freed_memory_is_kept),
		TEST(streams_and_memory_are_adopted),
		TEST(device_pointers_are_ordered),
		TEST(failed_launches_change_nothing),
		TEST(missing_code_is_explained),
		TEST(other_units_are_not_asked),
		TEST(grids_fit_the_domain),
		TEST(domains_are_as_large_as_extents),
		TEST(tiles_are_in_grids_of_any_length),
		TEST(far_elements_are_refused),
		TEST(wide_kernels_are_for_distinct_views),
		TEST(restrict_kernels_are_for_distinct_views),
		TEST(restrict_kernels_may_have_many_views),
		TEST(small_domains_have_their_kernel),
		TEST(trace_says_why),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	amp_module_unregister(&module);
	free(kernel.state);
	unlink(trace_path);
	close(fd);
	return failed;
}
