/* Which tile, or which point of an untiled domain, a thread has, for kernels in C++ and in C. Indices have
 * the most significant dimension first, like a domain's extent; a grid's and a block's x is the last
 * dimension.
 *
 * A grid has a block for each tile and the domain's rank. For an untiled domain it has a block for each 256
 * points, and either the domain's rank too or, if the domain's shape or the limits of grids do not permit
 * that, one dimension, in row-major order (runtime/cuda/backend.c: shape_of). */
#ifndef AMPCC_GRID_H
#define AMPCC_GRID_H

#include <limits.h>

#include <amp/runtime_api.h>

/* Returns i, and tells nvcc that it is less than end: if an index cannot be negative, dividing it by a power
 * of two takes one instruction. */
__device__ inline int __amp_below(unsigned i, unsigned end)
{
#if defined(__CUDA_ARCH__)
	__builtin_assume(i < end);
#endif
	return static_cast<int>(i);
}

template <int Rank> __device__ inline void __amp_unflatten(unsigned i, const int *extent, int *at)
{
#pragma unroll
	for (int d = Rank - 1; d > 0; d--) {
		const unsigned size = static_cast<unsigned>(extent[d]);
		at[d] = static_cast<int>(i % size);
		i /= size;
	}
	at[0] = static_cast<int>(i);
}

template <int Rank> __device__ inline void __amp_this_tile(const __amp_domain &domain, int *tile)
{
	/* Only the second and third dimension are divided into parts. */
	const unsigned block[] = {blockIdx.x, blockIdx.y + domain.first_block[1],
	                          blockIdx.z + domain.first_block[2]};
#pragma unroll
	for (int d = 0; d < Rank; d++)
		tile[d] = __amp_below(block[Rank - 1 - d], INT_MAX);
}

/* Returns false in threads beyond the end of the domain. */
template <int Rank> __device__ inline bool __amp_this_point(const __amp_domain &domain, int *at)
{
	const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
	if (Rank == 1 || blockDim.y == 1) {
		__amp_unflatten<Rank>(x, domain.extent, at);
		return x < domain.total;
	}
	at[Rank - 1] = static_cast<int>(x);
	at[Rank - 2] = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
	if (Rank == 3)
		at[0] = static_cast<int>(blockIdx.z);
	return at[Rank - 1] < domain.extent[Rank - 1] && at[Rank - 2] < domain.extent[Rank - 2];
}

#endif
