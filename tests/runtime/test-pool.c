/* Where the pool's threads run. The file of the pool is included, for its functions are its own. */
#include "../../runtime/cpu/pool.c"

#include "test.h"

static cpu_set_t allowed;

static int set_up(void **state)
{
	(void)state;
	width = 2;
	has_processors = true;
	memset(occupants, 0, sizeof(occupants));
	return sched_getaffinity(0, sizeof(allowed), &allowed);
}

static void assert_allowed_as_before(void)
{
	cpu_set_t now;
	assert_int_equal(sched_getaffinity(0, sizeof(now), &now), 0);
	assert_true(CPU_EQUAL(&now, &allowed));
}

/* Binds this thread to the processor that it is on, and returns that. */
static int stay(void)
{
	const int here = sched_getcpu();
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET(here, &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
	return sched_getcpu();
}

static void a_processor_without_others_is_kept(void **state)
{
	(void)state;
	const int here = stay();
	const int found = find_processor(1);
	sched_setaffinity(0, sizeof(allowed), &allowed);
	assert_int_equal(found, here);
	assert_int_equal(occupants[here], 2);
	leave_processor(found);
	assert_int_equal(occupants[here], 0);
}

static void a_thread_moves_away_from_another(void **state)
{
	(void)state;
	if (CPU_COUNT(&allowed) < 2)
		skip();
	/* Whichever processor it is on, the system may have moved it there meanwhile: all but one are another's. */
	const int here = sched_getcpu();
	int left = -1, found = -1;
	for (int i = 0; i < CPU_SETSIZE && left < 0; i++) {
		if (CPU_ISSET(i, &allowed) && i != here)
			left = i;
	}
	for (int i = 0; i < CPU_SETSIZE; i++)
		occupants[i] = i != left;
	found = find_processor(1);
	assert_int_equal(found, left);
	assert_int_equal(occupants[here], 1);
	assert_int_equal(occupants[found], 2);
	assert_allowed_as_before();
}

static void where_all_are_occupied_threads_stay(void **state)
{
	(void)state;
	for (int i = 0; i < CPU_SETSIZE; i++)
		occupants[i] = 9;
	assert_int_equal(find_processor(1), -1);
	assert_allowed_as_before();
}

static void with_more_threads_than_processors_none_moves(void **state)
{
	(void)state;
	has_processors = false;
	assert_int_equal(find_processor(1), -1);
	for (int i = 0; i < CPU_SETSIZE; i++)
		assert_int_equal(occupants[i], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_processor_without_others_is_kept, set_up),
		cmocka_unit_test_setup(a_thread_moves_away_from_another, set_up),
		cmocka_unit_test_setup(where_all_are_occupied_threads_stay, set_up),
		cmocka_unit_test_setup(with_more_threads_than_processors_none_moves, set_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
