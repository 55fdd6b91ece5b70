/* Which tile, or which point of an untiled domain, a thread has: the same for
 * kernels in C++ and in C. Indices are most significant first, as a domain's
 * extents; a grid's and a block's x is the last dimension.
 *
 * A grid has a block for each tile, in as many dimensions as the domain; or for
 * 256 points: also in as many, or in one, in row-major order, where the domain's
 * shape or the limits of grids are against that (runtime/cuda/backend.c: shape_of).
 */
#ifndef AMPCC_GRID_H
#define AMPCC_GRID_H

#include <limits.h>

#include <amp/runtime_api.h>

/* i, of which nvcc is told that it is less than end: an index that cannot be negative is divided by a power of two
 * with one instruction. */
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
	/* All that is in the first dimension is in each part. */
	const unsigned block[] = {blockIdx.x, blockIdx.y + domain.first_block[1],
	                          blockIdx.z + domain.first_block[2]};
#pragma unroll
	for (int d = 0; d < Rank; d++)
		tile[d] = __amp_below(block[Rank - 1 - d], INT_MAX);
}

/* False for threads behind the domain's end. */
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
