/* Declarations that clang needs to compile CUDA without a CUDA toolkit. The standard library's headers, as
 * clang wraps them for CUDA, need them too, so -include puts this header first if a program may include those
 * before <amp.h>. */
#ifndef AMPCC_CUDA_MINIMAL_H
#define AMPCC_CUDA_MINIMAL_H

#if !defined(__host__)

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

#if !defined(__AMPCC_PARSE__) && !defined(__CUDACC__)
#define __CUDACC__ 1 /* as nvcc does, and clang's own wrapper */
#endif

#if defined(__CUDA_ARCH__) && !defined(__AMPCC_PARSE__)
/* clang's own: threadIdx and blockIdx */
#include <__clang_cuda_builtin_vars.h>

__device__ inline void __threadfence() { __nvvm_membar_gl(); }
__device__ inline void __threadfence_block() { __nvvm_membar_cta(); }
__device__ inline void __threadfence_system() { __nvvm_membar_sys(); }
#endif

#endif
#endif
