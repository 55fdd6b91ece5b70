/* AMP_HOST_REGISTER=1, with the mock driver, which ends the process if a copy uses memory that is registered in
 * part, or still uses memory that is unregistered. */
#include "test.h"

#include "mock_cuda.h"

#include <cuda.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 1000
#define HEIGHT 600
#define SIZE (WIDTH * HEIGHT * sizeof(int))

static void (*mock_fail)(const char *, unsigned, int);
static size_t (*mock_registered)(void);

static amp_accelerator_view *gpu(const char *path)
{
	amp_accelerator_view *v = amp_accelerator_default_view(amp_accelerator_find(path));
	amp_accelerator_view_unref(v); /* it lives on */
	return v;
}

/* A matrix that begins in the middle of a page, and its bytes as they should be. */
struct matrix {
	int *data;
	amp_buffer *buffer;
	int expected[WIDTH * HEIGHT];
};

static struct matrix *matrix_create(void)
{
	size_t offset;
	struct matrix *m = malloc(sizeof(*m));
	m->data = malloc(SIZE);
	for (int i = 0; i < WIDTH * HEIGHT; i++)
		m->data[i] = m->expected[i] = i;
	assert_amp(amp_buffer_wrap(m->data, SIZE, false, &m->buffer, &offset));
	return m;
}

static void matrix_destroy(struct matrix *m)
{
	assert_amp(amp_buffer_unref(m->buffer));
	assert_memory_equal(m->data, m->expected, SIZE);
	free(m->data);
	free(m);
}

struct section {
	int x, y, extent[2], stride[1];
};
static const struct section whole = {0, 0, {HEIGHT, WIDTH}, {WIDTH}};

static amp_view view(const struct matrix *m, const struct section *s)
{
	return (amp_view){m->buffer, ((size_t)s->y * WIDTH + (size_t)s->x) * sizeof(int), sizeof(int), 2, s->extent, s->stride};
}

/* Moves a section to a GPU, so that the host's bytes are stale, and overwrites these. */
static void move_in(const struct matrix *m, const struct section *s, const char *path)
{
	amp_view v = view(m, s);
	assert_amp(amp_view_synchronize(&v, AMP_ACCESS_READ_WRITE, gpu(path), NULL));
	for (int y = 0; y < s->extent[0]; y++)
		memset(m->data + (s->y + y) * WIDTH + s->x, -1, (size_t)s->extent[1] * sizeof(int));
}

/* Moves a section back, so that the GPU's bytes are stale. */
static void move_out(const struct matrix *m, const struct section *s)
{
	void *p;
	amp_view v = view(m, s);
	assert_amp(amp_view_access(&v, AMP_ACCESS_READ_WRITE, &p));
	for (int y = 0; y < s->extent[0]; y++)
		assert_memory_equal(m->data + (s->y + y) * WIDTH + s->x, m->expected + (s->y + y) * WIDTH + s->x,
		                    (size_t)s->extent[1] * sizeof(int));
}

/* Moves the matrix as often as it takes to register it. */
static void matrix_register(struct matrix *m)
{
	size_t before = mock_registered();
	for (int i = 0; i < 4; i++) {
		assert_int_equal(mock_registered(), before);
		if (i % 2)
			move_out(m, &whole);
		else
			move_in(m, &whole, "cuda:0");
	}
	move_in(m, &whole, "cuda:0");
	move_out(m, &whole);
	assert_true(mock_registered() > before);
}

/* But for the pages that are not the matrix's alone. */
static void memory_that_is_moved_often_is_registered(void **state)
{
	(void)state;
	struct matrix *m = matrix_create();
	matrix_register(m);
	assert_true(mock_registered() <= SIZE && mock_registered() >= SIZE - 3 * 4096);
	move_in(m, &whole, "cuda:0");
	move_in(m, &whole, "cuda:1");
	move_out(m, &whole);
	matrix_destroy(m);
	assert_int_equal(mock_registered(), 0);
}

static void sections_move_as_before(void **state)
{
	(void)state;
	uint64_t seed = 1;
	struct matrix *m = matrix_create();
	matrix_register(m);
	for (int i = 0; i < 200; i++) {
		struct section s[2];
		for (int k = 0; k < 2; k++) {
			s[k] = whole;
			s[k].x = (int)test_random(&seed, 3) ? (int)test_random(&seed, WIDTH) : 0;
			s[k].y = (int)test_random(&seed, 3) ? (int)test_random(&seed, HEIGHT) : 0;
			s[k].extent[0] = 1 + (int)test_random(&seed, (unsigned)(HEIGHT - s[k].y));
			s[k].extent[1] = 1 + (int)test_random(&seed, (unsigned)(WIDTH - s[k].x));
		}
		move_in(m, &s[0], i % 2 ? "cuda:0" : "cuda:1");
		move_out(m, &s[1]);
	}
	matrix_destroy(m);
	assert_int_equal(mock_registered(), 0);
}

/* Parts of a copy that failed may have been queued. */
static void failed_copies_are_waited_for(void **state)
{
	(void)state;
	struct matrix *m = matrix_create();
	matrix_register(m);
	move_in(m, &whole, "cuda:0");
	amp_view v = view(m, &whole);
	void *p;
	mock_fail("cuMemcpyDtoHAsync_v2", 3, CUDA_ERROR_UNKNOWN); /* after the part that is registered */
	assert_int_equal(amp_view_access(&v, AMP_ACCESS_READ, &p), AMP_ERROR_FAILED);
	assert_amp(amp_view_access(&v, AMP_ACCESS_WRITE, &p));
	for (int i = 0; i < WIDTH * HEIGHT; i++)
		m->data[i] = m->expected[i] = 3 * i;
	assert_amp(amp_accelerator_view_wait(gpu("cuda:0")));
	assert_memory_equal(m->data, m->expected, SIZE);
	matrix_destroy(m);
}

/* A copy from the memory itself, which no view of it knows of, is waited for. */
static void copies_of_the_memory_end_before(void **state)
{
	(void)state;
	amp_buffer *array;
	amp_event *event;
	struct matrix *m = matrix_create();
	int *copied = calloc(WIDTH * HEIGHT, sizeof(int));
	amp_accelerator_view *other = gpu("cuda:1");
	assert_amp(amp_buffer_create(other, NULL, SIZE, AMP_ACCESS_AUTO, &array));
	amp_view v = view(m, &whole);
	v.buffer = array;
	matrix_register(m);
	/* the memory is the program's again on return */
	assert_amp(amp_view_write(&v, m->data, NULL));
	memset(m->data, -1, SIZE);
	assert_amp(amp_view_read(&v, m->data, NULL));
	assert_memory_equal(m->data, m->expected, SIZE);
	assert_amp(amp_view_write(&v, m->data, &event));
	assert_false(amp_event_is_complete(event));
	matrix_destroy(m);
	assert_int_equal(mock_registered(), 0);
	assert_amp(amp_event_wait(event));
	amp_event_unref(event);
	assert_amp(amp_view_read(&v, copied, NULL));
	for (int i = 0; i < WIDTH * HEIGHT; i++)
		assert_int_equal(copied[i], i);
	assert_amp(amp_buffer_unref(array));
	free(copied);
}

static void joined_views_begin_anew(void **state)
{
	(void)state;
	amp_buffer *all;
	size_t offset;
	struct matrix *m = matrix_create();
	matrix_register(m);
	int *more = malloc(2 * SIZE);
	struct matrix *n = matrix_create();
	assert_amp(amp_buffer_unref(n->buffer));
	free(n->data);
	n->data = more;
	memcpy(more, n->expected, SIZE);
	assert_amp(amp_buffer_wrap(more, SIZE, false, &n->buffer, &offset));
	size_t before = mock_registered();
	matrix_register(n);
	move_in(n, &whole, "cuda:0");
	assert_amp(amp_buffer_wrap(more + WIDTH, SIZE, true, &all, &offset));
	assert_int_equal(mock_registered(), before);
	assert_memory_equal(more, n->expected, SIZE);
	assert_amp(amp_buffer_unref(all));
	matrix_destroy(n);
	matrix_destroy(m);
	assert_int_equal(mock_registered(), 0);
}

static void failure_is_no_error(void **state)
{
	(void)state;
	struct matrix *m = matrix_create();
	mock_fail("cuMemHostRegister_v2", 1, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
	for (int i = 0; i < 4; i++) {
		move_in(m, &whole, "cuda:0");
		move_out(m, &whole);
		assert_int_equal(mock_registered(), 0); /* it is not tried again */
	}
	mock_fail(NULL, 0, CUDA_SUCCESS);
	matrix_destroy(m);
}

int main(void)
{
	setenv("AMP_HOST_REGISTER", "1", 1);
	mock_fail = (void (*)(const char *, unsigned, int))mock_function("mock_cuda_fail");
	mock_registered = (size_t (*)(void))mock_function("mock_cuda_registered");
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(memory_that_is_moved_often_is_registered),
	    cmocka_unit_test(sections_move_as_before),
	    cmocka_unit_test(failed_copies_are_waited_for),
	    cmocka_unit_test(copies_of_the_memory_end_before),
	    cmocka_unit_test(joined_views_begin_anew),
	    cmocka_unit_test(failure_is_no_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
