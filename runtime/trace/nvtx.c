/* Ranges for profilers that read NVTX (Nsight Systems). NVIDIA's library is used if the program or the
 * profiler has loaded it; nothing is linked. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "trace/trace.h"

#include <dlfcn.h>
#include <string.h>

static int (*push)(const char *name), (*pop)(void);

/* ISO C has no conversion from dlsym's result to a function pointer. */
static void find(void *library, const char *symbol, void *function)
{
	void *found = dlsym(library, symbol);
	memcpy(function, &found, sizeof(found));
}

bool nvtx_open(void)
{
	void *library = dlopen("libnvToolsExt.so.1", RTLD_NOW | RTLD_NOLOAD);
	if (!library)
		library = RTLD_DEFAULT; /* it may be linked into the program */
	find(library, "nvtxRangePushA", &push);
	find(library, "nvtxRangePop", &pop);
	return push && pop;
}

void nvtx_push(const char *name)
{
	push(name);
}

void nvtx_pop(void)
{
	pop();
}
