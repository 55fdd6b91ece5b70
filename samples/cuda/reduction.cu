// ../reduction.cpp in CUDA, with what array_view does written out.
#include "check.h"

#include <iostream>
#include <vector>

static const int TILE = 256;

// sums[t] is the sum of the values that block t covers; beyond their end are zeros.
__global__ void add_tiles(const int *values, int count, int *sums)
{
	__shared__ int partial[TILE];
	const int me = threadIdx.x, global = blockIdx.x * TILE + me;
	partial[me] = global < count ? values[global] : 0;
	__syncthreads();
	for (int half = TILE / 2; half > 0; half /= 2) {
		if (me < half)
			partial[me] += partial[me + half];
		__syncthreads();
	}
	if (me == 0)
		sums[blockIdx.x] = partial[0];
}

int main()
{
	const int count = 1000003;
	std::vector<int> data(count);
	int expected = 0;
	for (int i = 0; i < count; i++) {
		data[i] = i % 17 - 5;
		expected += data[i];
	}

	int *values, launches = 0;
	CHECK(cudaMalloc(&values, count * sizeof(int)));
	CHECK(cudaMemcpy(values, data.data(), count * sizeof(int), cudaMemcpyHostToDevice));
	for (int left = count; left > 1; launches++) {
		const int blocks = (left + TILE - 1) / TILE;
		int *sums;
		CHECK(cudaMalloc(&sums, blocks * sizeof(int)));
		add_tiles<<<blocks, TILE>>>(values, left, sums);
		CHECK(cudaGetLastError());
		CHECK(cudaFree(values));
		values = sums;
		left = blocks;
	}
	int sum;
	CHECK(cudaMemcpy(&sum, values, sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(values));
	std::cout << sum << (sum == expected ? "" : ", but should be another") << " in " << launches
	          << " launches\n";
}
