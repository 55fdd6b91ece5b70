/* What the runtime's tests share. cmocka needs these headers before its own. */
#ifndef TEST_H
#define TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <amp/runtime.h>

/* Fails with the runtime's message. */
#define assert_amp(call) \
	do { \
		amp_status assert_status = (call); \
		if (assert_status != AMP_OK) \
			fail_msg("%s: %d: %s", #call, (int)assert_status, amp_last_error()); \
	} while (0)

/* Fixed seeds: the same numbers everywhere. */
static inline unsigned test_random(uint64_t *state, unsigned below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)((*state >> 33) % below);
}

#endif
