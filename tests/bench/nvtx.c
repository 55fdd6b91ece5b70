/* Stands for NVIDIA's library of ranges (NVTX): writes them, indented by their depth. */
#include <stdio.h>

int nvtxRangePushA(const char *name);
int nvtxRangePop(void);

static _Thread_local int depth;

int nvtxRangePushA(const char *name)
{
	printf("%*spush %s\n", depth, "", name);
	return depth++;
}

int nvtxRangePop(void)
{
	depth--;
	printf("%*spop\n", depth, "");
	return depth;
}
