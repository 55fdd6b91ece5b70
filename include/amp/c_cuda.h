/* The first line of the kernels of C that --amp-emit-cuda writes (docs/cuda.md). nvcc alone compiles them, and the
 * program's C launches them by their addresses. */
#ifndef AMPCC_C_CUDA_H
#define AMPCC_C_CUDA_H

#include <amp/c_device.h>

/* <amp/c.h> declares it, for C, which knows none of CUDA's types. */
extern "C" __attribute__((weak)) int amp_c_get_function(const void *symbol, void **function)
{
	return cudaGetFuncBySymbol(reinterpret_cast<cudaFunction_t *>(function), symbol);
}

#endif
