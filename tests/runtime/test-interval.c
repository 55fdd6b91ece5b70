/* Interval sets against a bitmap, regions and transfers against plain loops. */
#include "runtime-internal.h" /* before cmocka makes fail a macro */

#include "test.h"

#include <string.h>

#define SIZE 600

static void check(const struct interval_set *s, const char *bits)
{
	size_t end = 0;
	for (size_t i = 0; i < s->count; i++) {
		assert_true(s->items[i].begin < s->items[i].end);
		assert_true(i == 0 || s->items[i].begin > end); /* not even touching */
		end = s->items[i].end;
	}
	size_t at = 0;
	while (at < SIZE) {
		bool inside;
		size_t stop = interval_set_stretch(s, at, SIZE, &inside);
		assert_true(stop > at && stop <= SIZE);
		for (; at < stop; at++)
			assert_int_equal(bits[at], inside);
	}
}

static void random_view(uint64_t *seed, amp_view *v, int *extent, int *stride)
{
	v->element_size = 1 + test_random(seed, 3);
	v->rank = 1 + test_random(seed, 3);
	v->extent = extent;
	v->stride = stride;
	size_t span = v->element_size, elements = 1;
	for (unsigned d = v->rank; d-- > 0;) {
		extent[d] = 1 + (int)test_random(seed, 6);
		if (d < v->rank - 1) {
			stride[d] = (int)elements + (int)test_random(seed, 2) *
			                                    (int)test_random(seed, 5);
			elements = (size_t)stride[d] * (size_t)extent[d];
			span += (size_t)(extent[d] - 1) * (size_t)stride[d] * v->element_size;
		} else {
			elements = (size_t)extent[d];
			span += (size_t)(extent[d] - 1) * v->element_size;
		}
	}
	v->offset = span < SIZE ? test_random(seed, (unsigned)(SIZE - span)) : 0;
}

/* Sets the bytes of v in bits. */
static void mark(const amp_view *v, char *bits, char value)
{
	int n[3] = {1, 1, 1}, s[3] = {0, 0, 0};
	for (unsigned d = 0; d < v->rank; d++) {
		n[3 - v->rank + d] = v->extent[d];
		s[3 - v->rank + d] = d == v->rank - 1 ? 1 : v->stride[d];
	}
	for (int z = 0; z < n[0]; z++)
		for (int y = 0; y < n[1]; y++)
			for (int x = 0; x < n[2]; x++) {
				size_t at = v->offset +
				            (size_t)(z * s[0] + y * s[1] + x * s[2]) * v->element_size;
				memset(bits + at, value, v->element_size);
			}
}

static void sets_are_bitmaps(void **state)
{
	(void)state;
	uint64_t seed = 1;
	for (int round = 0; round < 200; round++) {
		struct interval_set s = {0};
		char bits[SIZE] = {0};
		for (int step = 0; step < 200; step++) {
			int extent[3], stride[3];
			amp_view v;
			struct region r;
			random_view(&seed, &v, extent, stride);
			if (region_init(&r, &v, 0, SIZE) != AMP_OK)
				continue;
			assert_true(interval_set_reserve(&s, r.rows));
			char part[SIZE] = {0};
			mark(&v, part, 1);
			size_t bytes = 0;
			for (int i = 0; i < SIZE; i++)
				bytes += part[i] == 1;
			assert_int_equal(bytes, region_bytes(&r));
			switch (test_random(&seed, 5)) {
			case 0:
				interval_set_add_region(&s, &r);
				mark(&v, bits, 1);
				break;
			case 1:
				interval_set_remove_region(&s, &r);
				mark(&v, bits, 0);
				break;
			case 2:
				interval_set_add(&s, r.begin, r.end);
				memset(bits + r.begin, 1, r.end - r.begin);
				break;
			case 3:
				interval_set_remove(&s, r.begin, r.end);
				memset(bits + r.begin, 0, r.end - r.begin);
				break;
			default: {
				bool any = false, all = true;
				for (size_t i = r.begin; i < r.end; i++) {
					any |= bits[i];
					all &= bits[i];
				}
				assert_int_equal(interval_set_intersects(&s, r.begin, r.end), any);
				assert_int_equal(interval_set_covers(&s, r.begin, r.end), all);
			}
			}
			check(&s, bits);
		}
		interval_set_finish(&s);
	}
}

struct target {
	char *to;
	const char *from;
	size_t calls;
};

static amp_status apply(void *context, const struct transfer *t)
{
	struct target *g = context;
	g->calls++;
	transfer_on_host(t, g->to, g->from);
	return AMP_OK;
}

/* The view's bytes in row-major order. */
static size_t pack(const struct region *r, const char *from, char *to)
{
	size_t n = 0;
	struct region_walk w;
	for (region_walk_init(&w, r); !region_walk_done(&w); region_walk_next(&w)) {
		memcpy(to + n, from + w.offset, r->row_bytes);
		n += r->row_bytes;
	}
	return n;
}

static void transfers_move_what_they_should(void **state)
{
	(void)state;
	uint64_t seed = 2;
	int done = 0;
	while (done < 3000) {
		int extent[2][3], stride[2][3];
		amp_view v[2];
		struct region r[2];
		for (int i = 0; i < 2; i++)
			random_view(&seed, &v[i], extent[i], stride[i]);
		if (done % 2) /* of one shape, as sections of matrices are */
			v[1] = v[0];
		if (region_init(&r[0], &v[0], 0, SIZE) != AMP_OK ||
		    region_init(&r[1], &v[1], 0, SIZE) != AMP_OK ||
		    region_bytes(&r[0]) != region_bytes(&r[1]))
			continue;
		done++;
		char from[SIZE], to[SIZE], expected[SIZE], packed[SIZE], outside[SIZE] = {0};
		for (int i = 0; i < SIZE; i++) {
			from[i] = (char)test_random(&seed, 256);
			to[i] = (char)test_random(&seed, 256);
		}
		memcpy(expected, to, SIZE);
		size_t n = pack(&r[0], from, packed);
		struct target g = {to, from, 0};
		assert_int_equal(transfer_between(&r[0], &r[1], apply, &g), AMP_OK);
		char after[SIZE];
		pack(&r[1], to, after);
		assert_memory_equal(after, packed, n);
		mark(&v[1], outside, 1);
		for (int i = 0; i < SIZE; i++)
			assert_true(outside[i] || to[i] == expected[i]);
	}
}

static size_t transfers_of(const amp_view *v)
{
	struct region r;
	static char memory[1 << 20];
	struct target g = {memory, memory, 0};
	assert_int_equal(region_init(&r, v, 0, sizeof(memory)), AMP_OK);
	assert_int_equal(transfer_between(&r, &r, apply, &g), AMP_OK);
	return g.calls;
}

static void boxes_are_one_transfer(void **state)
{
	(void)state;
	amp_view v = {.element_size = 4, .rank = 2, .extent = (int[]){100, 20},
	              .stride = (int[]){50}};
	assert_int_equal(transfers_of(&v), 1);
	v = (amp_view){.element_size = 4, .rank = 2, .extent = (int[]){100, 50},
	               .stride = (int[]){50}};
	assert_int_equal(transfers_of(&v), 1);
	v = (amp_view){.element_size = 4, .rank = 3, .extent = (int[]){5, 4, 3},
	               .stride = (int[]){100, 10}};
	assert_int_equal(transfers_of(&v), 1);
	struct region r;
	v = (amp_view){.element_size = 4, .rank = 3, .extent = (int[]){5, 10, 10},
	               .stride = (int[]){100, 10}};
	assert_int_equal(region_init(&r, &v, 0, 2000), AMP_OK);
	assert_int_equal(r.rows, 1);
	assert_int_equal(region_init(&r, &v, 0, 1999), AMP_ERROR_INVALID_ARGUMENT);
	v.stride = (int[]){99, 10};
	assert_int_equal(region_init(&r, &v, 0, 2000), AMP_ERROR_INVALID_ARGUMENT);
	assert_non_null(strstr(amp_last_error(), "stride[0]"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_are_bitmaps),
		cmocka_unit_test(transfers_move_what_they_should),
		cmocka_unit_test(boxes_are_one_transfer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
