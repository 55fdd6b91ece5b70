/* The CPU accelerators: threads, tiles and barriers; the checks of launches and
 * views; buffers where there is no other accelerator. */
#include "runtime-internal.h" /* before cmocka makes fail a macro */

#include "test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- The list ---------------------------------------------------------- */

/* First, since it must come before the default is settled. */
static void wrong_name_ends_the_process(void **state)
{
	(void)state;
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		setenv("AMP_ACCELERATOR", "cuda:77", 1);
		amp_accelerator_default();
		_exit(0);
	}
	close(ends[1]);
	char text[512] = "";
	size_t used = 0;
	ssize_t n;
	while (used < sizeof(text) - 1 &&
	       (n = read(ends[0], text + used, sizeof(text) - 1 - used)) > 0)
		used += (size_t)n;
	close(ends[0]);
	int status;
	waitpid(child, &status, 0);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
	assert_non_null(strstr(text, "AMP_ACCELERATOR=cuda:77"));
	assert_non_null(strstr(text, "direct3d_warp"));
}

static void accelerators_are_listed(void **state)
{
	(void)state;
	assert_int_equal(amp_accelerator_count(), 3);
	assert_null(amp_accelerator_at(3));
	assert_null(amp_accelerator_find("cuda:0"));
	amp_accelerator *cpu = amp_accelerator_find("cpu");
	assert_ptr_equal(cpu, amp_accelerator_find("direct3d_warp"));
	assert_ptr_equal(amp_accelerator_find("ref"), amp_accelerator_find("direct3d_ref"));
	const amp_accelerator_info *info = amp_accelerator_get_info(cpu);
	assert_int_equal(info->kind, AMP_ACCELERATOR_CPU);
	assert_true(info->is_emulated && info->supports_cpu_shared_memory);
	assert_true(info->supports_double_precision && info->dedicated_memory > 0);
	assert_non_null(amp_accelerator_default()); /* does not fix the default */
	assert_true(amp_accelerator_set_default(cpu));
	assert_false(amp_accelerator_set_default(amp_accelerator_find("ref")));
	assert_ptr_equal(amp_accelerator_find("default"), cpu);
	amp_accelerator_view *v = amp_auto_selection_view();
	assert_true(amp_accelerator_view_is_auto_selection(v));
	assert_ptr_equal(amp_accelerator_view_get_accelerator(v), cpu);
	amp_accelerator_view_unref(v);
	assert_int_equal(amp_accelerator_default_cpu_access(cpu), AMP_ACCESS_READ_WRITE);
	assert_true(amp_accelerator_set_default_cpu_access(cpu, AMP_ACCESS_READ_WRITE));
	v = amp_accelerator_default_view(cpu);
	assert_null(amp_accelerator_view_cuda_stream(v));
	amp_accelerator_view_unref(v);
}

/* ---- The pool ------------------------------------------------------------ */

static void count_calls(void *context, size_t begin, size_t end)
{
	_Atomic unsigned char *calls = context;
	for (size_t i = begin; i < end; i++)
		calls[i]++;
}

/* Ranges of all sizes in chunks of all sizes, also after the threads have fallen asleep. */
static void pool_runs_each_element_once(void **state)
{
	(void)state;
	enum { MOST = 3000 };
	static _Atomic unsigned char calls[MOST];
	assert_int_equal(pool_width(), 4);
	srand(1);
	for (int run = 0; run < 1000; run++) {
		size_t begin = (size_t)rand() % 10, end = begin + 1 + (size_t)rand() % (MOST - 10), chunk = 1 + (size_t)rand() % 60;
		pool_run(count_calls, calls, begin, end, chunk);
		for (size_t i = 0; i < MOST; i++)
			assert_int_equal(atomic_exchange(&calls[i], 0), begin <= i && i < end);
		if (run % 200 == 0)
			nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
	}
}

/* ---- Untiled kernels --------------------------------------------------- */

struct view_image {
	amp_view_head view;
	int add;
};

static void add_range(const void *image, const int *extent, size_t begin, size_t end)
{
	(void)extent;
	const struct view_image *k = image;
	int *data = k->view.data;
	for (size_t i = begin; i < end; i++)
		data[i] += k->add;
}

static amp_kernel add_kernel = {
	.symbol = "add", .name = "add", .image_size = sizeof(struct view_image),
	.image_align = _Alignof(struct view_image), .rank = 1, .run_range = add_range,
};

static amp_status launch_add(amp_accelerator_view *av, amp_buffer *b, size_t offset, int n, int add)
{
	struct view_image image = {{NULL, b, offset}, add};
	amp_argument a = {
		.view = {b, offset, sizeof(int), 1, &n, NULL}, .access = AMP_ACCESS_READ_WRITE,
		.head_offset = offsetof(struct view_image, view),
	};
	return amp_launch(av, &add_kernel, &n, &image, &a, 1);
}

static void each_thread_runs_once(void **state)
{
	(void)state;
	static const int sizes[] = {1, 2, 255, 256, 257, 768, 1023, 1025, 8192, 8193, 100003, 1 << 20};
	for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
		int n = sizes[k], *data = calloc((size_t)n, sizeof(int));
		amp_buffer *b;
		size_t offset;
		assert_amp(amp_buffer_wrap(data, (size_t)n * sizeof(int), false, &b, &offset));
		for (int i = 0; i < 3; i++)
			assert_amp(launch_add(NULL, b, offset, n, i + 1));
		assert_int_equal(b->host_state, AMP_HOST_CURRENT | AMP_HOST_EXCLUSIVE | AMP_HOST_OPEN);
		assert_ptr_equal(b->host, data);
		assert_amp(amp_buffer_unref(b));
		for (int i = 0; i < n; i++)
			assert_int_equal(data[i], 6);
		free(data);
	}
}

static pthread_t launcher;
static atomic_bool others_came;
static _Atomic size_t longest_range; /* of those that the launcher ran before others came */

/* Each point's element is who ran it: 1 is the launcher, which takes long with the first, and
 * with the next until there is another thread: ten seconds at most, since other processes may be
 * in the way. */
static void share_range(const void *image, const int *extent, size_t begin, size_t end)
{
	(void)extent;
	const struct view_image *k = image;
	int *data = k->view.data;
	bool is_launcher = pthread_equal(pthread_self(), launcher);
	if (!is_launcher)
		atomic_store(&others_came, true);
	else if (!atomic_load(&others_came) && end - begin > atomic_load(&longest_range))
		atomic_store(&longest_range, end - begin);
	for (int i = 0; i < (begin == 0 ? 10 : 100000) && is_launcher && !atomic_load(&others_came); i++)
		nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
	for (size_t i = begin; i < end; i++)
		data[i] = is_launcher ? 1 : 2;
}

static void few_points_that_take_long_are_shared(void **state)
{
	(void)state;
	int who[600] = {0}, n = 600, others = 0;
	amp_kernel kernel = {
		.symbol = "share", .name = "share", .image_size = sizeof(struct view_image),
		.image_align = _Alignof(struct view_image), .rank = 1, .run_range = share_range,
	};
	amp_buffer *b;
	size_t offset;
	assert_amp(amp_buffer_wrap(who, sizeof(who), false, &b, &offset));
	struct view_image image = {{NULL, b, offset}, 0};
	amp_argument a = {
		.view = {b, offset, sizeof(int), 1, &n, NULL}, .access = AMP_ACCESS_READ_WRITE,
		.head_offset = offsetof(struct view_image, view),
	};
	launcher = pthread_self();
	assert_amp(amp_launch(NULL, &kernel, &n, &image, &a, 1));
	assert_amp(amp_buffer_unref(b));
	for (int i = 0; i < n; i++) {
		assert_true(who[i] == 1 || who[i] == 2);
		others += who[i] == 2;
	}
	assert_true(others > 0);
	assert_in_range(longest_range, 1, 16);
}

static void *launch_often(void *argument)
{
	int *data = argument;
	for (int i = 0; i < 300; i++) {
		amp_buffer *b;
		size_t offset;
		if (amp_buffer_wrap(data, 20000 * sizeof(int), false, &b, &offset) != AMP_OK ||
		    launch_add(NULL, b, offset, 20000, 1) != AMP_OK ||
		    amp_buffer_unref(b) != AMP_OK)
			return data;
	}
	return NULL;
}

static void threads_launch_at_once(void **state)
{
	(void)state;
	enum { THREADS = 4 };
	pthread_t threads[THREADS];
	int *data = calloc(THREADS * 20000, sizeof(int));
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, launch_often,
		                                data + i * 20000), 0);
	for (int i = 0; i < THREADS; i++) {
		void *failed;
		pthread_join(threads[i], &failed);
		assert_null(failed);
	}
	for (int i = 0; i < THREADS * 20000; i++)
		assert_int_equal(data[i], 300);
	free(data);
}

/* ---- Memory ------------------------------------------------------------ */

static void *address_of_temporary(size_t size)
{
	amp_accelerator_view *av = amp_accelerator_default_view(amp_accelerator_find("cpu"));
	amp_buffer *b;
	assert_amp(amp_buffer_create(av, NULL, size, AMP_ACCESS_AUTO, &b));
	int n = 1;
	assert_amp(launch_add(av, b, 0, n, 1));
	void *address = b->host;
	assert_non_null(address);
	assert_amp(amp_buffer_unref(b));
	amp_accelerator_view_unref(av);
	return address;
}

/* Freed memory that was not kept could be at the same address by chance: two sizes at once cannot. */
static void freed_memory_is_kept(void **state)
{
	(void)state;
	const size_t size = 3 << 20;
	void *first = address_of_temporary(size), *other = address_of_temporary(size + 4096);
	assert_ptr_not_equal(first, other); /* both are kept */
	assert_ptr_equal(address_of_temporary(size), first);
	assert_ptr_equal(address_of_temporary(size + 4096), other);
	/* at most 64 MiB */
	for (size_t i = 0; i < 16; i++)
		address_of_temporary((8 << 20) + i * 4096);
	/* and no block that is larger than that */
	assert_non_null(address_of_temporary(80 << 20));
}

/* ---- Tiles and barriers ------------------------------------------------ */

struct tile_image {
	long *sums;
	int *order;          /* of the tile's threads, by tile */
	int tiles[3];
};

/* A tree reduction, with a barrier in each round, by all threads. */
static void sum_tile(const void *image, amp_cpu_tile *t)
{
	static _Thread_local long shared[1024];
	const struct tile_image *k = image;
	long tile = (t->tile[0] * k->tiles[1] + t->tile[1]) * k->tiles[2] + t->tile[2];
	while (t->next < t->size) {
		unsigned me = t->next++;
		shared[me] = (long)me + tile;
		for (unsigned step = 1; step < t->size; step *= 2) {
			amp_cpu_barrier();
			long other = me + step < t->size ? shared[me + step] : 0;
			amp_cpu_barrier();
			shared[me] += other;
		}
		amp_cpu_barrier();
		if (me == t->size - 1)
			k->sums[tile] = shared[0];
	}
}

static void sums_of_tiles(amp_accelerator_view *av, int a, int b, int c)
{
	enum { TILES = 24 };
	long sums[TILES];
	struct tile_image image = {.sums = sums, .tiles = {2, 3, 4}};
	amp_kernel kernel = {
		.symbol = "sum", .name = "sum", .image_size = sizeof(image),
		.image_align = _Alignof(struct tile_image), .rank = 3, .tile = {a, b, c},
		.run_tile = sum_tile,
	};
	int extent[3] = {2 * a, 3 * b, 4 * c};
	memset(sums, -1, sizeof(sums));
	assert_amp(amp_launch(av, &kernel, extent, &image, NULL, 0));
	long n = a * b * c;
	for (long i = 0; i < TILES; i++)
		assert_int_equal(sums[i], n * (n - 1) / 2 + n * i);
}

static void tiles_have_barriers(void **state)
{
	(void)state;
	for (int n = 1; n <= 40; n++)
		sums_of_tiles(NULL, 1, 1, n);
	for (int n = 41; n <= 1024; n += 61)
		sums_of_tiles(NULL, 1, n, 1);
	sums_of_tiles(NULL, 1, 1, 1024);
	sums_of_tiles(NULL, 4, 8, 32);
	sums_of_tiles(NULL, 3, 5, 7);
	amp_accelerator_view *ref = amp_accelerator_default_view(amp_accelerator_find("ref"));
	sums_of_tiles(ref, 2, 3, 5);
	amp_accelerator_view_unref(ref);
}

/* Thread i waits i % 4 times: threads that ended are not waited for. */
static void ragged_tile(const void *image, amp_cpu_tile *t)
{
	static _Thread_local int arrived[4];
	const struct tile_image *k = image;
	if (t->next == 0)
		memset(arrived, 0, sizeof(arrived));
	while (t->next < t->size) {
		int me = (int)t->next++;
		for (int round = 0; round < me % 4; round++) {
			arrived[round]++;
			amp_cpu_barrier();
			/* All that take part in the round have. */
			int expected = 0;
			for (int other = 0; other < (int)t->size; other++)
				expected += other % 4 > round;
			if (arrived[round] != expected)
				k->order[t->tile[0]]++;
		}
	}
}

static void threads_may_end_early(void **state)
{
	(void)state;
	int wrong[8] = {0}, extent = 8 * 50;
	struct tile_image image = {.order = wrong};
	amp_kernel kernel = {
		.symbol = "ragged", .name = "ragged", .image_size = sizeof(image),
		.image_align = _Alignof(struct tile_image), .rank = 1, .tile = {50},
		.run_tile = ragged_tile,
	};
	assert_amp(amp_launch(NULL, &kernel, &extent, &image, NULL, 0));
	for (int i = 0; i < 8; i++)
		assert_int_equal(wrong[i], 0);
}

/* ---- Checks ------------------------------------------------------------ */

static void domains_are_checked(void **state)
{
	(void)state;
	amp_kernel k = add_kernel;
	int zero[] = {3, 0}, large[] = {65536, 65536}, odd[] = {32, 100};
	k.rank = 2;
	assert_int_equal(amp_launch(NULL, &k, zero, NULL, NULL, 0),
	                 AMP_ERROR_INVALID_COMPUTE_DOMAIN);
	assert_string_equal(amp_last_error(), "add: extent[1] is 0, it must be positive");
	assert_int_equal(amp_launch(NULL, &k, large, NULL, NULL, 0),
	                 AMP_ERROR_INVALID_COMPUTE_DOMAIN);
	k.tile[0] = 8;
	k.tile[1] = 16;
	assert_int_equal(amp_launch(NULL, &k, odd, NULL, NULL, 0),
	                 AMP_ERROR_INVALID_COMPUTE_DOMAIN);
	assert_non_null(strstr(amp_last_error(), "extent[1] is 100, not a multiple of the tile's 16"));
	k.tile[0] = 128;
	odd[0] = 128;
	assert_int_equal(amp_launch(NULL, &k, odd, NULL, NULL, 0),
	                 AMP_ERROR_INVALID_COMPUTE_DOMAIN);
	assert_non_null(strstr(amp_last_error(), "1024"));
	/* a block of CUDA's is no deeper */
	k.rank = 3;
	k.tile[0] = 65;
	k.tile[1] = k.tile[2] = 1;
	assert_int_equal(amp_launch(NULL, &k, (int[]){65, 1, 1}, NULL, NULL, 0),
	                 AMP_ERROR_INVALID_COMPUTE_DOMAIN);
	assert_non_null(strstr(amp_last_error(), "64"));
	amp_accelerator_view *host =
		amp_accelerator_default_view(amp_accelerator_find("cpu_accelerator"));
	int data = 1;
	amp_buffer *b;
	size_t offset;
	assert_amp(amp_buffer_wrap(&data, sizeof(data), false, &b, &offset));
	assert_int_equal(launch_add(host, b, offset, 1, 1), AMP_ERROR_UNSUPPORTED);
	assert_int_equal(launch_add(NULL, b, offset, 2, 1), AMP_ERROR_INVALID_ARGUMENT);
	assert_int_equal(data, 1);
	assert_amp(amp_buffer_unref(b));
	amp_accelerator_view_unref(host);
}

static void read_only_is_not_written(void **state)
{
	(void)state;
	static const int data[4] = {1, 2, 3, 4};
	int n = 4, other[4] = {0};
	void *p;
	amp_buffer *b;
	size_t offset;
	assert_amp(amp_buffer_wrap(data, sizeof(data), true, &b, &offset));
	assert_int_equal(b->host_state, AMP_HOST_CURRENT | AMP_HOST_OPEN);
	amp_view v = {b, offset, sizeof(int), 1, &n, NULL};
	assert_amp(amp_view_access(&v, AMP_ACCESS_READ, &p));
	assert_ptr_equal(p, data);
	assert_int_equal(amp_view_access(&v, AMP_ACCESS_WRITE, &p), AMP_ERROR_INVALID_ARGUMENT);
	assert_int_equal(amp_view_access(&v, AMP_ACCESS_NONE, &p), AMP_ERROR_INVALID_ARGUMENT);
	assert_int_equal(amp_view_write(&v, other, NULL), AMP_ERROR_INVALID_ARGUMENT);
	assert_int_equal(amp_view_discard(&v), AMP_ERROR_INVALID_ARGUMENT);
	assert_amp(amp_view_read(&v, other, NULL));
	assert_memory_equal(other, data, sizeof(data));
	assert_amp(amp_buffer_unref(b));
	assert_int_equal(amp_buffer_wrap(NULL, 4, true, &b, &offset), AMP_ERROR_INVALID_ARGUMENT);
	assert_int_equal(amp_buffer_wrap(data, 0, true, &b, &offset), AMP_ERROR_INVALID_ARGUMENT);
}

static void overlapping_memory_is_one_buffer(void **state)
{
	(void)state;
	int data[100] = {0};
	amp_buffer *b[4];
	size_t offset[4];
	for (int i = 0; i < 3; i++)
		assert_amp(amp_buffer_wrap(data, sizeof(data), i != 1, &b[i], &offset[i]));
	assert_ptr_equal(b[0], b[2]);
	assert_ptr_not_equal(b[0], b[1]); /* whose end writes back */
	for (int i = 0; i < 3; i++)
		assert_amp(amp_buffer_unref(b[i]));

	assert_amp(amp_buffer_wrap(data + 10, 20 * sizeof(int), true, &b[0], &offset[0]));
	assert_amp(amp_buffer_wrap(data + 50, 20 * sizeof(int), false, &b[1], &offset[1]));
	assert_amp(amp_buffer_wrap(data + 20, 40 * sizeof(int), false, &b[2], &offset[2]));
	assert_amp(amp_buffer_wrap(data + 25, 5 * sizeof(int), false, &b[3], &offset[3]));
	for (int i = 0; i < 4; i++)
		assert_int_equal(b[i]->host_state, AMP_HOST_CURRENT | AMP_HOST_EXCLUSIVE | AMP_HOST_OPEN);
	assert_ptr_equal(b[0]->host + offset[0], data + 10);
	assert_ptr_equal(b[1]->host + offset[1], data + 50);
	assert_ptr_equal(b[2]->host + offset[2], data + 20);
	assert_ptr_equal(b[3]->host + offset[3], data + 25);
	assert_int_equal(amp_buffer_size(b[2]), 40 * sizeof(int));
	for (int i = 0; i < 4; i++)
		assert_amp(launch_add(NULL, b[i], offset[i], 5, 1 << i));
	for (int i = 0; i < 4; i++)
		assert_amp(amp_buffer_unref(b[i]));
	assert_int_equal(data[10], 1);
	assert_int_equal(data[50], 2);
	assert_int_equal(data[20], 4);
	assert_int_equal(data[25], 8);
}

/* ---- Conditions around barriers ----------------------------------------- */

static void ask_tile(const void *image, amp_cpu_tile *t)
{
	const unsigned *answers = image;
	unsigned all = 0;
	for (; t->next < t->size; t->next++)
		all |= answers[t->next];
	assert_int_equal(amp_tile_agreed(all), all == 1);
}

static void threads_of_a_tile_agree(void **state)
{
	(void)state;
	const unsigned yes[2] = {1, 1}, no[2] = {2, 2}, both[2] = {1, 2};
	int n = 2;
	amp_kernel kernel = {
		.symbol = "ask", .name = "ask", .image_size = sizeof(yes),
		.image_align = _Alignof(unsigned), .rank = 1, .tile = {2}, .run_tile = ask_tile,
	};
	assert_amp(amp_launch(NULL, &kernel, &n, yes, NULL, 0));
	assert_amp(amp_launch(NULL, &kernel, &n, no, NULL, 0));
	assert_int_equal(amp_launch(NULL, &kernel, &n, both, NULL, 0), AMP_ERROR_FAILED);
	assert_non_null(strstr(amp_last_error(), "divergent"));
}

/* ---- Objects outside of the image -------------------------------------- */

struct outer {
	amp_view_head view;
	int factor;
};
struct pointer_image {
	const struct outer *pointer, *again;
};

static void scale_range(const void *image, const int *extent, size_t begin, size_t end)
{
	(void)extent;
	const struct pointer_image *k = image;
	int *data = k->pointer->view.data;
	for (size_t i = begin; i < end; i++)
		data[i] *= k->again->factor;
}

static void objects_are_redirected(void **state)
{
	(void)state;
	int n = 100;
	amp_buffer *b;
	assert_amp(amp_buffer_create(NULL, NULL, (size_t)n * sizeof(int), AMP_ACCESS_AUTO, &b));
	amp_view v = {b, 0, sizeof(int), 1, &n, NULL};
	void *p;
	assert_amp(amp_view_access(&v, AMP_ACCESS_WRITE, &p));
	assert_int_equal((uintptr_t)p % 64, 0);
	for (int i = 0; i < n; i++)
		((int *)p)[i] = i;
	struct outer object = {{NULL, b, 0}, 5};
	struct pointer_image image = {&object, &object};
	amp_kernel kernel = {
		.symbol = "scale", .name = "scale", .image_size = sizeof(image),
		.image_align = _Alignof(struct pointer_image), .rank = 1, .run_range = scale_range,
	};
	amp_argument a = {
		.view = v, .access = AMP_ACCESS_READ_WRITE, .head_offset = AMP_NO_OFFSET,
		.object = &object, .object_size = sizeof(object),
	};
	assert_amp(amp_launch(NULL, &kernel, &n, &image, &a, 1));
	assert_ptr_equal(object.view.buffer, b);
	for (int i = 0; i < n; i++)
		assert_int_equal(((int *)b->host)[i], 5 * i);
	assert_amp(amp_buffer_unref(b));
	amp_counters c;
	amp_get_counters(&c);
	assert_int_equal(c.live_buffers, 0);
	assert_int_equal(c.host_to_device_copies + c.device_to_host_copies, 0);
	assert_true(c.launches > 0);
}

int main(void)
{
	setenv("AMP_CPU_THREADS", "4", 1); /* more than the build machine may have */
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrong_name_ends_the_process),
		cmocka_unit_test(accelerators_are_listed),
		cmocka_unit_test(pool_runs_each_element_once),
		cmocka_unit_test(each_thread_runs_once),
		cmocka_unit_test(few_points_that_take_long_are_shared),
		cmocka_unit_test(threads_launch_at_once),
		cmocka_unit_test(freed_memory_is_kept),
		cmocka_unit_test(tiles_have_barriers),
		cmocka_unit_test(threads_may_end_early),
		cmocka_unit_test(domains_are_checked),
		cmocka_unit_test(read_only_is_not_written),
		cmocka_unit_test(overlapping_memory_is_one_buffer),
		cmocka_unit_test(threads_of_a_tile_agree),
		cmocka_unit_test(objects_are_redirected),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
