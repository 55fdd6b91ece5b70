/* The order of commands by the bytes that they use: random uses against a model that keeps all of them. */
#include "runtime-internal.h" /* before cmocka, whose fail() is a macro */

#include "test.h"

#include <stdlib.h>
#include <string.h>

#define QUEUES 5 /* the last two are for transfers */
#define COMMANDS 4000
#define BYTES 64

/* A command, and the number of commands of each queue that have ended before it begins. */
struct command {
	uint64_t bytes; /* bits */
	bool is_write;
	uint64_t after[QUEUES];
};

static amp_accelerator_view *queues[QUEUES];
static struct command commands[QUEUES][COMMANDS + 1]; /* by ticket */
static uint64_t clocks[QUEUES][QUEUES];               /* what a queue's next command comes after */
static unsigned waits;

static unsigned index_of(const amp_accelerator_view *q)
{
	unsigned i = 0;
	while (queues[i] != q)
		i++;
	return i;
}

static void advance(uint64_t *clock, const uint64_t *to)
{
	for (unsigned i = 0; i < QUEUES; i++)
		clock[i] = clock[i] > to[i] ? clock[i] : to[i];
}

/* The backend: a queue waits for a command and what came before it, but for nothing behind it. */
static amp_status queue_wait_queue(amp_accelerator_view *queue, amp_accelerator_view *other, uint64_t ticket)
{
	uint64_t *clock = clocks[index_of(queue)];
	unsigned o = index_of(other);
	waits++;
	advance(clock, commands[o][ticket].after);
	clock[o] = clock[o] > ticket ? clock[o] : ticket;
	return AMP_OK;
}

static amp_status wait_for_queue(amp_accelerator_view *queue)
{
	for (unsigned i = 0; i < QUEUES; i++) {
		advance(clocks[i], clocks[index_of(queue)]);
		clocks[i][index_of(queue)] = queue->submitted;
	}
	return AMP_OK;
}

static void note_reached(amp_accelerator_view *queue)
{
	(void)queue;
}

static void queue_finish(amp_accelerator_view *queue)
{
	(void)queue;
}

static const struct amp_backend backend = {
	.queue_wait = wait_for_queue, .queue_wait_queue = queue_wait_queue, .note_reached = note_reached,
	.queue_finish = queue_finish,
};
static amp_accelerator accelerator = {.backend = &backend, .slot = 1};

static int set_up(void **state)
{
	(void)state;
	memset(clocks, 0, sizeof(clocks));
	pthread_mutex_init(&accelerator.lock, NULL);
	for (unsigned i = 0; i < QUEUES; i++) {
		assert_amp(queue_create(&accelerator, AMP_QUEUING_AUTOMATIC, NULL, &queues[i]));
		queues[i]->is_for_transfers = i >= QUEUES - 2;
	}
	accelerator.transfers[0] = queues[QUEUES - 2];
	accelerator.transfers[1] = queues[QUEUES - 1];
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	for (unsigned i = 0; i < QUEUES; i++)
		queue_release(queues[i]);
	return accelerator.queues != NULL;
}

static struct part part(struct copy *c, size_t begin, size_t end)
{
	return (struct part){c, {.begin = begin, .end = end}};
}

static struct part columns(struct copy *c, size_t begin, size_t rows, size_t width, size_t pitch)
{
	return (struct part){c, {begin, begin + pitch * (rows - 1) + width, pitch, width}};
}

static uint64_t bits_of(struct span s)
{
	uint64_t bits = 0;
	for (size_t i = s.begin; i < s.end; i++)
		bits |= (uint64_t)(!s.pitch || (i - s.begin) % s.pitch < s.width) << i;
	return bits;
}

/* A command uses a part. It must come after all that used it otherwise. */
static void use(struct part p, unsigned q, bool is_write)
{
	amp_access access = is_write ? AMP_ACCESS_WRITE : AMP_ACCESS_READ;
	assert_amp(before_use(p, queues[q], access));
	for (unsigned i = 0; i < QUEUES; i++) {
		uint64_t first = i == q ? queues[i]->submitted : clocks[q][i];
		for (uint64_t t = first + 1; t <= queues[i]->submitted; t++) {
			const struct command *c = &commands[i][t];
			assert_false((is_write || c->is_write) && (c->bytes & bits_of(p.bytes)));
		}
	}
	uint64_t ticket = queue_submit(queues[q]);
	clocks[q][q] = ticket;
	commands[q][ticket] = (struct command){.bytes = bits_of(p.bytes), .is_write = is_write};
	memcpy(commands[q][ticket].after, clocks[q], sizeof(clocks[q]));
	after_use(p, queues[q], ticket, access);
}

static void nothing_is_lost(void **state)
{
	(void)state;
	uint64_t seed = 7;
	struct copy c = {0};
	for (int i = 0; i < COMMANDS; i++) {
		size_t begin = test_random(&seed, BYTES), length = 1 + test_random(&seed, i % 3 ? 4 : BYTES);
		size_t end = begin + length < BYTES ? begin + length : BYTES;
		struct part p = part(&c, begin, end);
		if (test_random(&seed, 2)) {
			size_t pitch = test_random(&seed, 4) ? 8 : 6, width = 1 + test_random(&seed, 5);
			size_t rows = 1 + test_random(&seed, (unsigned)((BYTES - 8) / pitch));
			p = columns(&c, test_random(&seed, (unsigned)(BYTES - pitch * (rows - 1) - width + 1)), rows, width, pitch);
		}
		use(p, test_random(&seed, QUEUES), test_random(&seed, 3) == 0);
		if (test_random(&seed, 40) == 0)
			assert_amp(before_use(p, NULL, AMP_ACCESS_WRITE));
		assert_in_range(c.use_count, 0, 8 + QUEUES);
	}
	uses_clear(&c);
	free(c.uses);
}

/* Commands wait for no others than they must, and once. */
static void others_are_not_waited_for(void **state)
{
	(void)state;
	enum { FIRST, SECOND, THIRD, IN };
	struct copy c = {0};
	waits = 0;
	use(part(&c, 0, 10), FIRST, true);
	use(part(&c, 10, 20), SECOND, true);
	use(part(&c, 20, 30), IN, true);
	use(part(&c, 0, 10), FIRST, false);
	assert_int_equal(waits, 0);
	use(part(&c, 5, 10), SECOND, false);
	assert_int_equal(waits, 1); /* the write */
	use(part(&c, 8, 12), FIRST, false);
	assert_int_equal(waits, 2);
	use(part(&c, 20, 30), FIRST, false);
	assert_int_equal(waits, 3);
	use(part(&c, 20, 30), FIRST, true); /* it follows the transfer */
	assert_int_equal(waits, 3);
	assert_false(is_in_order(&c, queues[FIRST]));
	use(part(&c, 0, 30), FIRST, true);
	assert_int_equal(waits, 4); /* the second queue's last command */
	assert_true(is_in_order(&c, queues[FIRST]));
	assert_int_equal(c.use_count, 1);
	use(part(&c, 12, 13), IN, true);
	assert_ptr_equal(last_user(part(&c, 12, 13), 1, AMP_ACCESS_WRITE), queues[FIRST]);
	assert_int_equal(last_use_by(part(&c, 12, 13), queues[FIRST], AMP_ACCESS_READ), queues[FIRST]->submitted);
	assert_int_equal(last_use_by(part(&c, 30, 31), queues[FIRST], AMP_ACCESS_READ), 0);
	use(columns(&c, 32, 4, 3, 8), FIRST, true);
	waits = 0;
	use(columns(&c, 35, 4, 5, 8), SECOND, true);
	use(columns(&c, 47, 2, 1, 8), SECOND, true);
	assert_int_equal(waits, 0);
	use(columns(&c, 42, 2, 2, 8), THIRD, true);
	assert_int_equal(waits, 2); /* both */
	assert_true(must_wait(part(&c, 0, 1), AMP_ACCESS_READ));
	assert_false(must_wait(part(&c, 30, 31), AMP_ACCESS_WRITE));
	uses_clear(&c);
	free(c.uses);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nothing_is_lost, set_up, tear_down),
		cmocka_unit_test_setup_teardown(others_are_not_waited_for, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
