// Breadth-first search, level by level.
#include "cuda_check.h"
#include "twins.h"

namespace {

const int UNSEEN = -1, BATCH = 4;

__global__ void start(int *levels, int *list, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		levels[i] = i == 0 ? 0 : UNSEEN;
	if (i == 0)
		list[0] = 0;
}

__global__ void visit(const int *__restrict__ begins, const int *__restrict__ neighbours, int *__restrict__ levels,
                      const int *__restrict__ now, int *__restrict__ next, int *__restrict__ count, int size, int level)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= size)
		return;
	const int vertex = now[i], end = begins[vertex + 1];
	for (int k = begins[vertex]; k < end; k += BATCH) {
		int others[BATCH], seen[BATCH];
		for (int j = 0; j < BATCH; j++)
			others[j] = k + j < end ? neighbours[k + j] : vertex;
		for (int j = 0; j < BATCH; j++)
			seen[j] = levels[others[j]];
		for (int j = 0; j < BATCH; j++)
			if (seen[j] == UNSEEN && atomicCAS(&levels[others[j]], UNSEEN, level) == UNSEEN)
				next[atomicAdd(count, 1)] = others[j];
	}
}

} // namespace

void cuda_bfs(const int *begins, const int *neighbours, int *levels, int *lists, int n)
{
	int *now = lists, *next = lists + n, *const count = lists + 2 * n;
	start<<<(n + 255) / 256, 256>>>(levels, now, n);
	int size = 1;
	for (int level = 1; size > 0; level++) {
		cuda_check(cudaMemsetAsync(count, 0, sizeof(int), 0));
		visit<<<(size + 255) / 256, 256>>>(begins, neighbours, levels, now, next, count, size, level);
		cuda_check(cudaMemcpy(&size, count, sizeof(int), cudaMemcpyDeviceToHost));
		int *const last = now;
		now = next;
		next = last;
	}
}
