/* Counters of what moved, and AMP_TRACE: a line for each movement, launch and
 * allocation, with the reason. */
#include "runtime-internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static _Atomic uint64_t counters[COUNT_END];

static pthread_once_t once = PTHREAD_ONCE_INIT;
static FILE *file;            /* NULL: no trace */
static struct timespec start;

static _Thread_local const char *because = "", *because_name;

static void trace_open(void)
{
	const char *path = getenv("AMP_TRACE");
	if (!path || !*path)
		return;
	clock_gettime(CLOCK_MONOTONIC, &start);
	if (strcmp(path, "-") == 0) {
		file = stderr;
		return;
	}
	file = fopen(path, "w");
	if (!file) {
		fprintf(stderr, "amp: AMP_TRACE=%s: %s\n", path, strerror(errno));
		return;
	}
	/* A line at a time, so that a crash loses none. */
	setvbuf(file, NULL, _IOLBF, BUFSIZ);
}

void count(enum counter counter, int64_t change)
{
	atomic_fetch_add_explicit(&counters[counter], (uint64_t)change, memory_order_relaxed);
}

void trace_because(const char *reason, const char *name)
{
	because = reason;
	because_name = name;
}

void trace_event(const char *what, size_t bytes, const char *from, const char *to,
                 const void *storage)
{
	pthread_once(&once, trace_open);
	if (!file)
		return;
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	long long us = (long long)(now.tv_sec - start.tv_sec) * 1000000 +
	               (now.tv_nsec - start.tv_nsec) / 1000;
	fprintf(file, "%10lld us  %-8s %12zu bytes  %s -> %s  buffer %p  %s%s%s\n", us, what, bytes,
	        from, to, storage, because, because_name ? " " : "",
	        because_name ? because_name : "");
}

void amp_get_counters(amp_counters *out)
{
	uint64_t n[COUNT_END];
	for (int i = 0; i < COUNT_END; i++)
		n[i] = atomic_load_explicit(&counters[i], memory_order_relaxed);
	*out = (amp_counters){
		.host_to_device_bytes = n[COUNT_HOST_TO_DEVICE_BYTES],
		.host_to_device_copies = n[COUNT_HOST_TO_DEVICE_COPIES],
		.device_to_host_bytes = n[COUNT_DEVICE_TO_HOST_BYTES],
		.device_to_host_copies = n[COUNT_DEVICE_TO_HOST_COPIES],
		.device_to_device_bytes = n[COUNT_DEVICE_TO_DEVICE_BYTES],
		.device_to_device_copies = n[COUNT_DEVICE_TO_DEVICE_COPIES],
		.launches = n[COUNT_LAUNCHES],
		.device_allocations = n[COUNT_DEVICE_ALLOCATIONS],
		.device_bytes = n[COUNT_DEVICE_BYTES],
		.live_buffers = n[COUNT_LIVE_BUFFERS],
		.kept_allocations = n[COUNT_KEPT_ALLOCATIONS],
	};
}

void amp_reset_counters(void)
{
	for (int i = 0; i < COUNT_RESET_END; i++)
		atomic_store_explicit(&counters[i], 0, memory_order_relaxed);
}
