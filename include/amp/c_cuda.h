/* The first include line of the kernels that --amp-emit-cuda writes for C (docs/cuda.md). They are compiled
 * by nvcc alone, and the C program launches them by their addresses. */
#ifndef AMPCC_C_CUDA_H
#define AMPCC_C_CUDA_H

#include <amp/c_device.h>

/* <amp/c.h> declares it for C, without CUDA's types. */
extern "C" __attribute__((weak)) int amp_c_get_function(const void *symbol, void **function)
{
	return cudaGetFuncBySymbol(reinterpret_cast<cudaFunction_t *>(function), symbol);
}

#endif
