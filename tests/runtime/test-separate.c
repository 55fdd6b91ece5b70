/* AMP_CPU_MEMORY=separate: the CPU's accelerators have memory of their own, and what a kernel must not depend on is
 * poisoned there. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define POISONED ((int)0xebebebeb)
#define N 12
#define FAILING 3

/* to[i] = from[i] + 1 for the points from `first` on; neither is touched before. Point FAILING is the launch's last. */
struct image {
	amp_view_head to, from;
	int first;
	bool fails;
};

static void run_range(const void *image, const int *extent, size_t begin, size_t end)
{
	const struct image *k = image;
	(void)extent;
	for (size_t i = begin; i < end; i++) {
		if (i >= (size_t)k->first)
			((int *)k->to.data)[i] = ((const int *)k->from.data)[i] + 1;
		if (k->fails && i == FAILING) {
			amp_cpu_fail("it fails");
			return;
		}
	}
}

static amp_kernel kernel = {
    .symbol = "copy",
    .name = "copy",
    .image_size = sizeof(struct image),
    .image_align = _Alignof(struct image),
    .rank = 1,
    .run_range = run_range,
};

struct range {
	amp_buffer *buffer;
	int begin, count;
};

static amp_view view_of(struct range *r)
{
	return (amp_view){r->buffer, (size_t)r->begin * sizeof(int), sizeof(int), 1, &r->count, NULL};
}

static amp_status try_launch(struct range to, amp_access to_access, struct range from, amp_access from_access, int first,
                             bool fails)
{
	const amp_view views[2] = {view_of(&to), view_of(&from)};
	const struct image image = {{NULL, to.buffer, views[0].offset}, {NULL, from.buffer, views[1].offset}, first, fails};
	const amp_argument arguments[2] = {
	    {.view = views[0], .access = to_access, .head_offset = offsetof(struct image, to)},
	    {.view = views[1], .access = from_access, .head_offset = offsetof(struct image, from)},
	};
	return amp_launch(NULL, &kernel, &to.count, &image, arguments, 2);
}

static void launch(struct range to, amp_access to_access, struct range from, amp_access from_access, int first)
{
	assert_amp(try_launch(to, to_access, from, from_access, first, false));
}

static struct range wrap(int *data)
{
	struct range r = {.count = N};
	size_t offset;
	for (int i = 0; i < N; i++)
		data[i] = i;
	assert_amp(amp_buffer_wrap(data, N * sizeof(int), false, &r.buffer, &offset));
	assert_int_equal(offset, 0);
	return r;
}

static void synchronize(struct range r)
{
	const amp_view v = view_of(&r);
	assert_amp(amp_view_synchronize(&v, AMP_ACCESS_READ, NULL, NULL));
}

static struct range part(struct range r, int begin, int count)
{
	return (struct range){r.buffer, begin, count};
}

static void they_take_the_place_of_gpus(void **state)
{
	(void)state;
	assert_int_equal(amp_accelerator_count(), 3);
	assert_non_null(strstr(amp_no_gpu_reason(), "AMP_CPU_MEMORY"));
	for (size_t i = 0; i < 3; i++) {
		const amp_accelerator_info *info = amp_accelerator_get_info(amp_accelerator_at(i));
		assert_int_equal(info->supports_cpu_shared_memory, info->kind == AMP_ACCELERATOR_HOST);
	}
	amp_accelerator_view *av = amp_accelerator_default_view(amp_accelerator_find("cpu"));
	amp_buffer *b;
	assert_int_equal(amp_buffer_create(av, NULL, 4, AMP_ACCESS_READ, &b), AMP_ERROR_UNSUPPORTED);
	assert_amp(amp_buffer_create(av, NULL, 4, AMP_ACCESS_AUTO, &b));
	assert_true(amp_buffer_is_barred(b));
	assert_amp(amp_buffer_unref(b));
	amp_accelerator_view_unref(av);
}

/* A program that does not synchronize gets what it would get with a GPU. */
static void the_host_keeps_its_copy(void **state)
{
	(void)state;
	int a[N], b[N];
	struct range from = wrap(a), to = wrap(b);
	launch(to, AMP_ACCESS_WRITE, from, AMP_ACCESS_READ, 0);
	assert_int_equal(b[3], 3);
	synchronize(to);
	assert_int_equal(b[3], 4);
	a[3] = 100; /* without refresh() */
	launch(to, AMP_ACCESS_WRITE, from, AMP_ACCESS_READ, 0);
	synchronize(to);
	assert_int_equal(b[3], 4);
	const amp_view v = view_of(&from);
	assert_amp(amp_view_refresh(&v));
	launch(to, AMP_ACCESS_WRITE, from, AMP_ACCESS_READ, 0);
	assert_amp(amp_buffer_unref(to.buffer));
	assert_int_equal(b[3], 101);
	assert_amp(amp_buffer_unref(from.buffer));
}

static void a_write_to_what_is_only_read_is_lost(void **state)
{
	(void)state;
	int a[N], b[N];
	struct range from = wrap(a), to = wrap(b);
	launch(to, AMP_ACCESS_READ, from, AMP_ACCESS_READ, 0);
	synchronize(to);
	assert_int_equal(b[3], 3);
	assert_amp(amp_buffer_unref(to.buffer));
	assert_amp(amp_buffer_unref(from.buffer));
	assert_int_equal(b[3], 3);
}

/* Also in a launch like an earlier one, when all is where the kernel needs it. */
static void what_is_only_written_is_poisoned(void **state)
{
	(void)state;
	int a[N], b[N];
	struct range from = wrap(a), to = wrap(b);
	for (int n = 0; n < 4; n++) {
		launch(to, AMP_ACCESS_READ_WRITE, from, AMP_ACCESS_READ, 0);
		launch(part(to, 4, 4), AMP_ACCESS_WRITE, part(from, 4, 4), AMP_ACCESS_READ, 2);
		synchronize(to);
		assert_int_equal(b[3], 4);
		assert_int_equal(b[4], POISONED);
		assert_int_equal(b[5], POISONED);
		assert_int_equal(b[6], 7);
		assert_int_equal(b[8], 9);
	}
	assert_amp(amp_buffer_unref(to.buffer));
	assert_amp(amp_buffer_unref(from.buffer));
}

static void what_another_view_reads_is_not(void **state)
{
	(void)state;
	int a[N];
	struct range all = wrap(a);
	launch(part(all, 0, 8), AMP_ACCESS_WRITE, part(all, 0, 8), AMP_ACCESS_READ, 0);
	launch(part(all, 0, 8), AMP_ACCESS_WRITE, part(all, 4, 8), AMP_ACCESS_READ, 8);
	synchronize(all);
	for (int i = 0; i < N; i++)
		assert_int_equal(a[i], i < 8 ? i + 1 : i);
	assert_amp(amp_buffer_unref(all.buffer));
}

static void what_is_discarded_is_poisoned(void **state)
{
	(void)state;
	int a[N], b[N];
	struct range from = wrap(a), to = wrap(b), middle = part(from, 2, 3);
	const amp_view v = view_of(&middle);
	for (int n = 0; n < 2; n++) { /* without a copy on the accelerator, and with one */
		assert_amp(amp_view_discard(&v));
		launch(to, AMP_ACCESS_WRITE, from, AMP_ACCESS_READ, 0);
		synchronize(to);
		for (int i = 0; i < N; i++)
			assert_int_equal(b[i], i >= 2 && i < 5 ? POISONED + 1 : i + 1);
	}
	assert_amp(amp_buffer_unref(to.buffer));
	assert_amp(amp_buffer_unref(from.buffer));
}

/* As in shared memory. */
static void what_a_kernel_writes_before_it_fails_stays(void **state)
{
	(void)state;
	int a[N], b[N];
	struct range from = wrap(a), to = wrap(b);
	assert_int_equal(try_launch(to, AMP_ACCESS_READ_WRITE, from, AMP_ACCESS_READ, 0, true), AMP_ERROR_FAILED);
	synchronize(to);
	for (int i = 0; i < N; i++)
		assert_int_equal(b[i], i <= FAILING ? i + 1 : i);
	assert_amp(amp_buffer_unref(to.buffer));
	assert_amp(amp_buffer_unref(from.buffer));
}

static void arrays_are_copied_between_accelerators(void **state)
{
	(void)state;
	int a[N], n = N;
	amp_buffer *b[2];
	amp_view views[2];
	for (int k = 0; k < 2; k++) {
		amp_accelerator_view *av = amp_accelerator_default_view(amp_accelerator_find(k ? "ref" : "cpu"));
		assert_amp(amp_buffer_create(av, NULL, sizeof(a), AMP_ACCESS_AUTO, &b[k]));
		amp_accelerator_view_unref(av);
		views[k] = (amp_view){b[k], 0, sizeof(int), 1, &n, NULL};
	}
	assert_amp(amp_view_read(&views[1], a, NULL));
	assert_int_equal(a[0], POISONED);
	for (int i = 0; i < N; i++)
		a[i] = i;
	assert_amp(amp_view_write(&views[0], a, NULL));
	assert_amp(amp_view_copy(&views[0], &views[1], NULL));
	memset(a, 0, sizeof(a));
	assert_amp(amp_view_read(&views[1], a, NULL));
	assert_int_equal(a[N - 1], N - 1);
	for (int k = 0; k < 2; k++)
		assert_amp(amp_buffer_unref(b[k]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(they_take_the_place_of_gpus),
	    cmocka_unit_test(the_host_keeps_its_copy),
	    cmocka_unit_test(a_write_to_what_is_only_read_is_lost),
	    cmocka_unit_test(what_is_only_written_is_poisoned),
	    cmocka_unit_test(what_another_view_reads_is_not),
	    cmocka_unit_test(what_is_discarded_is_poisoned),
	    cmocka_unit_test(what_a_kernel_writes_before_it_fails_stays),
	    cmocka_unit_test(arrays_are_copied_between_accelerators),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
