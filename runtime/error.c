/* Error messages: amp_last_error() of each thread. */
#include "runtime-internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char message[1024];

amp_status fail(amp_status status, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	return status;
}

amp_status fail_memory(const char *what, size_t size)
{
	return fail(AMP_ERROR_OUT_OF_MEMORY, "out of memory: %zu bytes for %s", size, what);
}

amp_status fail_context(amp_status status, const char *format, ...)
{
	char rest[sizeof(message)];
	memcpy(rest, message, sizeof(rest));
	va_list args;
	va_start(args, format);
	int n = vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	if (n >= 0 && (size_t)n < sizeof(message))
		snprintf(message + n, sizeof(message) - (size_t)n, ": %.*s",
		         (int)(sizeof(message) - (size_t)n), rest);
	return status;
}

const char *amp_last_error(void)
{
	return message;
}
