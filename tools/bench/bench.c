/* The harness's part on OpenMP, whose memory is the host's. */
#include "twins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As std::vector's memory: not from a library that would align it better. */
static void *allocate(size_t bytes)
{
	void *const p = malloc(bytes);
	if (!p) {
		fprintf(stderr, "bench: out of memory\n");
		exit(1);
	}
	return memset(p, 0xff, bytes);
}

static void release(void *p)
{
	free(p);
}

static void copy(void *to, const void *from, size_t bytes)
{
	memcpy(to, from, bytes);
}

/* The functions wait themselves. */
static void wait(void) {}

const struct twin_device openmp_device = {
	.name = "OpenMP",
	.allocate = allocate,
	.release = release,
	.write = copy,
	.read = copy,
	.allocate_pinned = allocate,
	.release_pinned = release,
	.wait = wait,
};
