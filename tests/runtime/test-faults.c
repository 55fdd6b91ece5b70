/* Failures of the driver at every call, and faults of kernels: no data of the
 * host's is lost, and everything is released. */
#include "test.h"

#include "mock_cuda.h"

#include <cuda.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000

static void (*mock_fail)(const char *, unsigned, int);
static unsigned (*mock_live)(void);
static void (*mock_limit)(size_t);
static int (*mock_alloc)(void **, size_t, unsigned), (*mock_free)(void *); /* pinned memory */

struct image {
	amp_view_head view;
	bool faults;
};

/* Where it is on the devices: see cuModuleGetGlobal of the mock driver. */
amp_kernel_message **amp_kernel_message_of_unit[2];

/* What direct3d_errorf("element %d is %s\n", 42, "wrong") does on cuda:0. */
static void leave_message(void)
{
	amp_kernel_message *m = *amp_kernel_message_of_unit[0];
	static const char text[] = "element %d is %s\n\0i\x2a\0\0\0\0\0\0\0swrong";
	assert_non_null(m);
	assert_int_equal(m->state, 0);
	m->size = sizeof(text);
	memcpy(m->bytes, text, sizeof(text));
	m->state = 2;
}

static int run_mock(const void *p, const amp_domain *domain, const unsigned grid[3],
                    const unsigned block[3])
{
	(void)grid;
	(void)block;
	const struct image *k = p;
	if (k->faults) {
		leave_message();
		return CUDA_ERROR_ILLEGAL_ADDRESS;
	}
	for (unsigned i = 0; i < domain->total; i++)
		((int *)k->view.data)[i]++;
	return 0;
}

struct mock_kernel increment_kernel = {run_mock, sizeof(struct image), 0};

static amp_kernel kernel = {
	.symbol = "increment_kernel", .name = "increment", .image_size = sizeof(struct image),
	.image_align = _Alignof(struct image), .rank = 1,
};
static amp_module module = {.fatbin = "mock", .name = "test-faults.cpp"};

static amp_status launch(amp_accelerator_view *av, amp_buffer *b, size_t offset, bool faults)
{
	int n = N;
	struct image image = {{NULL, b, offset}, faults};
	amp_argument a = {.view = {b, offset, sizeof(int), 1, &n, NULL},
	                  .access = AMP_ACCESS_READ_WRITE,
	                  .head_offset = offsetof(struct image, view)};
	amp_kernel faulty = kernel;
	faulty.name = "faulty";
	amp_status status = amp_launch(av, faults ? &faulty : &kernel, &n, &image, &a, 1);
	kernel.state = faults ? faulty.state : kernel.state;
	return status;
}

/* Some work, each step repeated once if it fails; false if it failed twice. */
#define TWICE(call) ((call) == AMP_OK || (failures++, (call) == AMP_OK))

static int failures;

static void work(void)
{
	static int data[2 * N];
	int n = N, i, back[N];
	amp_buffer *wrapped, *array, *joined;
	size_t offset, ignored;
	amp_accelerator_view *second =
		amp_accelerator_default_view(amp_accelerator_find("cuda:1"));
	for (i = 0; i < 2 * N; i++)
		data[i] = i;
	assert_true(TWICE(amp_buffer_wrap(data, N * sizeof(int), false, &wrapped, &offset)));
	amp_view v = {wrapped, offset, sizeof(int), 1, &n, NULL};
	assert_true(TWICE(launch(NULL, wrapped, offset, false)));
	assert_true(TWICE(amp_buffer_create(second, NULL, N * sizeof(int), AMP_ACCESS_AUTO,
	                                    &array)));
	amp_view a = {array, 0, sizeof(int), 1, &n, NULL};
	assert_true(TWICE(amp_view_copy(&v, &a, NULL)));
	assert_true(TWICE(launch(NULL, array, 0, false)));
	assert_true(TWICE(launch(second, wrapped, offset, false)));
	assert_true(TWICE(amp_view_read(&a, back, NULL)));
	for (i = 0; i < N; i++)
		assert_int_equal(back[i], i + 2);
	/* A join must gather first; wherever it fails the old buffers stay. */
	assert_true(TWICE(amp_buffer_wrap(data + N / 2, N * sizeof(int), false, &joined,
	                                  &ignored)));
	assert_true(TWICE(launch(NULL, joined, ignored, false)));
	void *p;
	v.buffer = wrapped;
	assert_true(TWICE(amp_view_access(&v, AMP_ACCESS_READ, &p)));
	v.buffer = joined;
	v.offset = ignored;
	assert_true(TWICE(amp_view_synchronize(&v, AMP_ACCESS_READ, NULL, NULL)));
	assert_amp(amp_buffer_unref(joined));
	assert_amp(amp_buffer_unref(wrapped));
	amp_buffer_unref(array);
	for (i = 0; i < 2 * N; i++)
		assert_int_equal(data[i], i + (i < N ? 2 : 0) + (i >= N / 2 && i < N / 2 * 3));
	for (int q = 0; q < 2; q++) {
		amp_accelerator_view *w = amp_accelerator_default_view(amp_accelerator_at((size_t)q));
		assert_true(TWICE(amp_accelerator_view_wait(w)));
		amp_accelerator_view_unref(w);
	}
	amp_accelerator_view_unref(second);
	amp_counters c;
	amp_get_counters(&c);
	assert_int_equal(mock_live(), c.kept_allocations);
	assert_int_equal(c.live_buffers, 0);
	assert_int_equal(c.device_bytes, 0);
}

static void any_call_may_fail(void **state)
{
	(void)state;
	work();
	assert_int_equal(failures, 0);
	int seen = 0;
	for (unsigned n = 1; n < 80; n++) {
		failures = 0;
		mock_fail(NULL, n, CUDA_ERROR_UNKNOWN);
		work();
		seen += failures;
		mock_fail(NULL, 0, 0);
	}
	assert_true(seen > 14);
}

/* A copy to memory that the device writes to by itself, in several pieces: once a call has
 * failed, nothing comes to that memory any more, which may have another use. */
static void failed_copies_have_ended(void **state)
{
	(void)state;
	const int part[4] = {2, 2, 2, 2}, strides[3] = {64, 16, 4}; /* of 4 * 4 * 4 * 4 */
	enum { PART = 16 * sizeof(int) };
	amp_accelerator_view *av = amp_accelerator_default_view(amp_accelerator_find("cuda:0"));
	char *memory, rest[PART];
	amp_buffer *b;
	assert_int_equal(mock_alloc((void **)&memory, PART, 0), 0);
	memset(rest, 0x77, PART);
	assert_amp(amp_buffer_create(av, NULL, 256 * sizeof(int), AMP_ACCESS_AUTO, &b));
	amp_view section = {b, 0, sizeof(int), 4, part, strides};
	int failed = 0;
	for (unsigned n = 1; n < 40; n++) {
		amp_event *event = NULL;
		mock_fail(NULL, n / 2, CUDA_ERROR_UNKNOWN);
		amp_status status = amp_view_read(&section, memory, n % 2 ? &event : NULL);
		mock_fail(NULL, 0, 0);
		amp_event_unref(event);
		memset(memory, 0x77, PART);
		if (status == AMP_OK)
			continue;
		failed++;
		amp_accelerator_view_wait(av);
		assert_memory_equal(memory, rest, PART);
	}
	assert_true(failed > 2);
	assert_amp(amp_accelerator_view_wait(av));
	assert_amp(amp_buffer_unref(b));
	mock_free(memory);
	amp_accelerator_view_unref(av);
}

/* Room for two of three buffers: what the host has, too, makes place; what only the
 * device has does not, nor does what the program has an address of. */
static void full_device_gives_up_copies(void **state)
{
	(void)state;
	enum { BUFFERS = 3 };
	static int data[BUFFERS][N];
	int n = N;
	amp_buffer *b[BUFFERS];
	size_t offset[BUFFERS];
	void *p;
	amp_accelerator_view *av = amp_accelerator_default_view(amp_accelerator_find("cuda:0"));
	mock_limit(2 * sizeof(data[0]));
	for (int i = 0; i < BUFFERS; i++)
		assert_amp(amp_buffer_wrap(data[i], sizeof(data[i]), false, &b[i], &offset[i]));
	for (int round = 1; round <= 3; round++) {
		for (int i = 0; i < BUFFERS; i++) {
			amp_view v = {b[i], offset[i], sizeof(int), 1, &n, NULL};
			assert_amp(launch(av, b[i], offset[i], false));
			assert_amp(amp_view_synchronize(&v, AMP_ACCESS_READ, NULL, NULL));
			assert_int_equal(data[i][0] + data[i][N - 1], 2 * round);
		}
	}
	/* 1 and 2 are there. 2 stays, as the only newest one, and then 0 does. */
	assert_amp(launch(av, b[2], offset[2], false));
	assert_amp(launch(av, b[0], offset[0], false));
	assert_int_equal(launch(av, b[1], offset[1], false), AMP_ERROR_OUT_OF_MEMORY);
	assert_non_null(strstr(amp_last_error(), "4000 bytes"));
	assert_int_equal(data[1][0], 3);
	for (int i = 0; i < BUFFERS; i += 2) {
		amp_view v = {b[i], offset[i], sizeof(int), 1, &n, NULL};
		assert_amp(amp_view_access(&v, AMP_ACCESS_READ, &p));
		assert_int_equal(data[i][0] + data[i][N - 1], 8);
		assert_amp(amp_view_cuda_pointer(&v, av, AMP_ACCESS_READ, &p));
	}
	assert_int_equal(launch(av, b[1], offset[1], false), AMP_ERROR_OUT_OF_MEMORY);
	for (int i = 0; i < BUFFERS; i++)
		assert_amp(amp_buffer_unref(b[i]));
	amp_accelerator_view_unref(av);
	mock_limit(0);
}

/* Last: the devices do not survive it. */
static void faults_remove_the_device(void **state)
{
	(void)state;
	int data[N], safe[N], refreshed[N], n = N;
	for (int i = 0; i < N; i++)
		data[i] = safe[i] = refreshed[i] = i;
	amp_buffer *b, *s, *r;
	size_t offset, safe_offset, refreshed_offset;
	void *p;
	amp_accelerator_view *v = amp_accelerator_default_view(amp_accelerator_find("cuda:0"));
	assert_amp(amp_buffer_wrap(data, sizeof(data), false, &b, &offset));
	assert_amp(amp_buffer_wrap(safe, sizeof(safe), false, &s, &safe_offset));
	assert_amp(amp_buffer_wrap(refreshed, sizeof(refreshed), false, &r, &refreshed_offset));
	assert_amp(launch(v, r, refreshed_offset, false));
	assert_amp(launch(v, b, offset, false));
	assert_amp(launch(v, b, offset, true));
	assert_false(amp_accelerator_view_is_removed(v)); /* nobody knows yet */
	assert_int_equal(amp_accelerator_view_wait(v), AMP_ERROR_ACCELERATOR_REMOVED);
	assert_non_null(strstr(amp_last_error(), "CUDA_ERROR_ILLEGAL_ADDRESS"));
	assert_non_null(strstr(amp_last_error(), "element 42 is wrong: cu"));
	assert_non_null(strstr(amp_last_error(), "faulty, increment"));
	assert_true(amp_accelerator_view_is_removed(v));
	assert_int_equal(amp_accelerator_view_flush(v), AMP_ERROR_ACCELERATOR_REMOVED);
	assert_int_equal(launch(v, s, safe_offset, false), AMP_ERROR_ACCELERATOR_REMOVED);
	assert_true(s->host_state & AMP_HOST_CURRENT);
	const amp_view on_device = {b, offset, sizeof(int), 1, &n, NULL}, on_host = {s, safe_offset, sizeof(int), 1, &n, NULL};
	assert_int_equal(amp_view_copy(&on_device, &on_host, NULL), AMP_ERROR_ACCELERATOR_REMOVED);
	assert_amp(amp_view_access(&on_host, AMP_ACCESS_READ_WRITE, &p));
	assert_amp(amp_buffer_unref(s));
	for (int i = 0; i < N; i++)
		assert_int_equal(safe[i], i);
	/* What only the device had is lost, and the program is told; it may go on with what the host has. */
	amp_view lost = {r, refreshed_offset, sizeof(int), 1, &n, NULL};
	assert_int_equal(amp_view_access(&lost, AMP_ACCESS_READ, &p), AMP_ERROR_ACCELERATOR_REMOVED);
	assert_amp(amp_view_refresh(&lost));
	assert_amp(amp_view_access(&lost, AMP_ACCESS_READ_WRITE, &p));
	for (int i = 0; i < N; i++)
		assert_int_equal(refreshed[i], i);
	assert_amp(amp_buffer_unref(r));
	assert_int_equal(amp_buffer_unref(b), AMP_ERROR_ACCELERATOR_REMOVED);
	amp_accelerator_view_unref(v);
	/* The other device still works. */
	v = amp_accelerator_default_view(amp_accelerator_find("cuda:1"));
	assert_false(amp_accelerator_view_is_removed(v));
	assert_amp(amp_buffer_wrap(safe, sizeof(safe), false, &s, &safe_offset));
	assert_amp(launch(v, s, safe_offset, false));
	assert_amp(amp_buffer_unref(s));
	assert_int_equal(safe[3], 4);
	amp_accelerator_view_unref(v);
}

int main(void)
{
	mock_fail = (void (*)(const char *, unsigned, int))mock_function("mock_cuda_fail");
	mock_live = (unsigned (*)(void))mock_function("mock_cuda_live");
	mock_limit = (void (*)(size_t))mock_function("mock_cuda_limit");
	mock_alloc = (int (*)(void **, size_t, unsigned))mock_function("cuMemHostAlloc");
	mock_free = (int (*)(void *))mock_function("cuMemFreeHost");
	amp_module_register(&module);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_call_may_fail),
		cmocka_unit_test(failed_copies_have_ended),
		cmocka_unit_test(full_device_gives_up_copies),
		cmocka_unit_test(faults_remove_the_device),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	amp_module_unregister(&module);
	free(kernel.state);
	return failed;
}
