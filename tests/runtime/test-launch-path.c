/* What a launch costs that moves nothing, by counts that no machine's load
 * changes: allocations and driver calls here; with arguments it makes so many
 * launches with so many views, for callgrind to count instructions
 * (count-instructions.sh). */
#include "test.h"

#include "mock_cuda.h"

#include <dlfcn.h>
#include <stdlib.h>

#define SIZE 256
#define MOST_VIEWS 16

/* ---- The runtime's allocations; the linker has put these in between ------- */

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);

static unsigned allocations;

void *__wrap_malloc(size_t size)
{
	allocations++;
	return __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
	allocations++;
	return __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t size)
{
	allocations++;
	return __real_realloc(p, size);
}

/* ---- The kernel ----------------------------------------------------------- */

struct image {
	int number;
	struct view {
		amp_view_head head;
		int extent;
	} view[MOST_VIEWS];
};

static int last_number;

static int run_mock(const void *image, const amp_domain *domain, const unsigned grid[3],
                    const unsigned block[3])
{
	last_number = ((const struct image *)image)->number;
	(void)domain;
	(void)grid;
	(void)block;
	return 0;
}

struct mock_kernel launch_path_kernel = {run_mock, 0, 0}; /* the size: setup() */

static amp_kernel kernel = {
	.symbol = "launch_path_kernel", .name = "launch path", .image_align = _Alignof(struct image),
	.rank = 1,
};
static amp_module module = {.fatbin = "mock", .name = "test-launch-path.c"};

static unsigned views = 3;
static int data[MOST_VIEWS][SIZE];
static amp_buffer *buffers[MOST_VIEWS];
static size_t offsets[MOST_VIEWS];

/* As the headers launch; whether it was like an earlier launch. */
static bool launch_with(int number, amp_buffer *const *of, int extent)
{
	struct image image = {.number = number};
	amp_argument a[MOST_VIEWS];
	amp_status status;
	for (unsigned i = 0; i < views; i++)
		image.view[i] = (struct view){{NULL, of[i], offsets[i]}, extent};
	if (amp_launch_again(NULL, &kernel, &extent, &image, &status)) {
		assert_amp(status);
		return true;
	}
	for (unsigned i = 0; i < views; i++) {
		struct view *v = &image.view[i];
		a[i] = (amp_argument){
			.view = {of[i], offsets[i], sizeof(int), 1, &v->extent, NULL},
			.access = i < views - 1 ? AMP_ACCESS_READ : AMP_ACCESS_READ_WRITE,
			.head_offset = (size_t)((char *)v - (char *)&image),
			.object = v, .object_size = sizeof(*v),
		};
	}
	assert_amp(amp_launch(NULL, &kernel, &extent, &image, a, views));
	return false;
}

static bool launch(int n)
{
	bool is_again = false;
	while (n-- > 0)
		is_again = launch_with(0, buffers, SIZE);
	return is_again;
}

static int setup(void **state)
{
	(void)state;
	launch_path_kernel.image_size = kernel.image_size =
		offsetof(struct image, view) + views * sizeof(struct view);
	amp_module_register(&module);
	for (unsigned i = 0; i < views; i++)
		assert_amp(amp_buffer_wrap(data[i], sizeof data[i], false, &buffers[i], &offsets[i]));
	launch(10); /* moves the data, finds the kernel */
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	for (unsigned i = 0; i < views; i++)
		assert_amp(amp_buffer_unref(buffers[i]));
	return 0;
}

static void allocates_nothing(void **state)
{
	(void)state;
	unsigned before = allocations;
	assert_true(before > 0); /* the setup's */
	launch(1000);
	assert_int_equal(allocations - before, 0);
}

static void calls_the_driver_once(void **state)
{
	(void)state;
	void *mock = dlopen(getenv("AMP_CUDA_LIBRARY"), RTLD_NOW);
	assert_non_null(mock);
	unsigned (*calls)(void) = (unsigned (*)(void))(uintptr_t)dlsym(mock, "mock_cuda_calls");
	assert_non_null(calls);
	unsigned before = calls();
	launch(1000);
	assert_int_equal(calls() - before, 1000);
}

static void is_like_an_earlier_one(void **state)
{
	(void)state;
	assert_true(launch(5));
	/* Numbers are what they are now. */
	assert_true(launch_with(7, buffers, SIZE));
	assert_amp(amp_accelerator_view_wait(amp_auto_selection_view()));
	assert_int_equal(last_number, 7);
	/* Another extent, other views. */
	assert_false(launch_with(0, buffers, SIZE / 2));
	amp_buffer *const others[] = {buffers[1], buffers[0], buffers[2]};
	assert_false(launch_with(0, others, SIZE));
	assert_true(launch(1));
	/* The host's turn: of what the kernel reads, and of what it writes. */
	amp_view read = {buffers[0], offsets[0], sizeof(int), 1, (int[]){SIZE}, NULL}, written = read;
	written.buffer = buffers[2];
	written.offset = offsets[2];
	void *p;
	assert_amp(amp_view_access(&read, AMP_ACCESS_READ_WRITE, &p));
	assert_false(launch(1));
	assert_true(launch(5));
	assert_amp(amp_view_access(&written, AMP_ACCESS_READ, &p));
	assert_false(launch(1));
	assert_true(launch(5));
	/* Other memory, though it may have the old one's address. */
	amp_buffer *old = buffers[0];
	assert_amp(amp_buffer_unref(old));
	assert_amp(amp_buffer_wrap(data[3], sizeof data[3], false, &buffers[0], &offsets[0]));
	assert_false(launch(1));
	assert_true(launch(5));
	/* Arrays, which nothing is brought back from. */
	amp_accelerator_view *gpu = amp_accelerator_default_view(amp_accelerator_default());
	old = buffers[0];
	size_t old_offset = offsets[0];
	offsets[0] = 0;
	for (int i = 0; i < 30; i++) { /* some have the address of one before */
		amp_view whole = {NULL, 0, sizeof(int), 1, (int[]){SIZE}, NULL};
		assert_amp(amp_buffer_create(gpu, NULL, sizeof data[0], AMP_ACCESS_AUTO, &buffers[0]));
		whole.buffer = buffers[0];
		assert_amp(amp_view_write(&whole, data[4], NULL));
		assert_false(launch(1));
		assert_true(launch(5));
		assert_amp(amp_buffer_unref(buffers[0]));
	}
	amp_accelerator_view_unref(gpu);
	buffers[0] = old;
	offsets[0] = old_offset;
	assert_true(launch(5));
	/* Device code that is gone. */
	amp_module_unregister(&module);
	amp_module_register(&module);
	assert_false(launch(1));
}

int main(int argc, char **argv)
{
	if (argc > 2) {
		views = (unsigned)atoi(argv[2]);
		setup(NULL);
		launch(atoi(argv[1]));
		teardown(NULL);
		return 0;
	}
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(allocates_nothing),
		cmocka_unit_test(is_like_an_earlier_one),
		cmocka_unit_test(calls_the_driver_once),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
