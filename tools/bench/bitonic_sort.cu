// Bitonic sort of unsigned numbers, by the launches of bitonic_sort.cpp.
#include "cuda_check.h"
#include "twins.h"

namespace {

const int BLOCK = 512, CHUNK = 2 * BLOCK;

__device__ void order(unsigned &a, unsigned &b, bool ascending)
{
	const unsigned low = min(a, b), high = max(a, b);
	a = ascending ? low : high;
	b = ascending ? high : low;
}

__device__ void merge_chunk(unsigned *chunk, unsigned run, unsigned distance)
{
	const unsigned me = threadIdx.x;
	const bool ascending = ((blockIdx.x * CHUNK + 2 * me) & run) == 0;
	for (; distance > 0; distance /= 2) {
		const unsigned a = 2 * me - (me & (distance - 1));
		order(chunk[a], chunk[a + distance], run >= CHUNK ? ascending : (a & run) == 0);
		__syncthreads();
	}
}

__global__ void __launch_bounds__(BLOCK) sort_chunks(unsigned *keys, unsigned first_run, unsigned last_run)
{
	__shared__ unsigned chunk[CHUNK];
	unsigned *const at = keys + size_t(blockIdx.x) * CHUNK + threadIdx.x;
	chunk[threadIdx.x] = at[0];
	chunk[threadIdx.x + BLOCK] = at[BLOCK];
	__syncthreads();
	for (unsigned run = first_run; run <= last_run; run *= 2)
		merge_chunk(chunk, run, min(run / 2, BLOCK));
	at[0] = chunk[threadIdx.x];
	at[BLOCK] = chunk[threadIdx.x + BLOCK];
}

__global__ void __launch_bounds__(256) step(unsigned *keys, unsigned run, unsigned distance)
{
	const unsigned i = blockIdx.x * 256 + threadIdx.x, a = 2 * i - (i & (distance - 1));
	unsigned first = keys[a], second = keys[a + distance];
	order(first, second, (a & run) == 0);
	keys[a] = first;
	keys[a + distance] = second;
}

__global__ void __launch_bounds__(256) two_steps(unsigned *keys, unsigned run, unsigned distance)
{
	const unsigned i = blockIdx.x * 256 + threadIdx.x, a = 4 * i - 3 * (i & (distance - 1));
	const bool ascending = (a & run) == 0;
	unsigned k0 = keys[a], k1 = keys[a + distance], k2 = keys[a + 2 * distance], k3 = keys[a + 3 * distance];
	order(k0, k2, ascending);
	order(k1, k3, ascending);
	order(k0, k1, ascending);
	order(k2, k3, ascending);
	keys[a] = k0;
	keys[a + distance] = k1;
	keys[a + 2 * distance] = k2;
	keys[a + 3 * distance] = k3;
}

} // namespace

// The keys are copied as part of the run: at a hundredth of its time.
void cuda_bitonic_sort(const unsigned *keys, unsigned *sorted, int n)
{
	cuda_check(cudaMemcpyAsync(sorted, keys, n * sizeof *keys, cudaMemcpyDeviceToDevice));
	sort_chunks<<<n / CHUNK, BLOCK>>>(sorted, 2, CHUNK);
	for (int run = 2 * CHUNK; run <= n; run *= 2) {
		int distance = run / 2;
		for (; distance >= 2 * CHUNK; distance /= 4)
			two_steps<<<n / 1024, 256>>>(sorted, run, distance / 2);
		if (distance == CHUNK)
			step<<<n / 512, 256>>>(sorted, run, distance);
		sort_chunks<<<n / CHUNK, BLOCK>>>(sorted, run, run);
	}
}
