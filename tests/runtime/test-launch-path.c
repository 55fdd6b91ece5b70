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
	amp_view_head view[MOST_VIEWS];
};

static int run_mock(const void *image, const amp_domain *domain, const unsigned grid[3],
                    const unsigned block[3])
{
	(void)image;
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

static void launch(int n)
{
	static const int extent[] = {SIZE};
	struct image image;
	amp_argument a[MOST_VIEWS];

	for (unsigned i = 0; i < views; i++) {
		image.view[i] = (amp_view_head){NULL, buffers[i], offsets[i]};
		a[i] = (amp_argument){
			.view = {buffers[i], offsets[i], sizeof(int), 1, extent, NULL},
			.access = i < views - 1 ? AMP_ACCESS_READ : AMP_ACCESS_READ_WRITE,
			.head_offset = i * sizeof(amp_view_head),
		};
	}
	while (n-- > 0)
		assert_amp(amp_launch(NULL, &kernel, extent, &image, a, views));
}

static int setup(void **state)
{
	(void)state;
	launch_path_kernel.image_size = kernel.image_size = views * sizeof(amp_view_head);
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
		cmocka_unit_test(calls_the_driver_once),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
