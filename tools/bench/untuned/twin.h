// Functions that the twins in CUDA and in OpenMP share.
#pragma once

#ifdef __CUDACC__
#define TWIN_FUNCTION __device__ inline
#else
#define TWIN_FUNCTION inline
#endif
