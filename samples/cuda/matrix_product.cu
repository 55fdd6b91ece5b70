// ../matrix_product.cpp in CUDA, with what array_view and parallel_for_each
// do written out.
#include "check.h"

#include <iostream>
#include <random>
#include <vector>

static const int TILE = 16;

__global__ void multiply(const int *a, const int *b, int *product, int rows, int inner, int columns)
{
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows || column >= columns)
		return;
	int sum = 0;
	for (int k = 0; k < inner; k++)
		sum += a[row * inner + k] * b[k * columns + column];
	product[row * columns + column] = sum;
}

// Every size must be a multiple of TILE.
__global__ void multiply_tiled(const int *a, const int *b, int *product, int inner, int columns)
{
	__shared__ int a_block[TILE][TILE];
	__shared__ int b_block[TILE][TILE];
	const int row = threadIdx.y, column = threadIdx.x;
	const int global_row = blockIdx.y * TILE + row, global_column = blockIdx.x * TILE + column;
	int sum = 0;
	for (int k = 0; k < inner; k += TILE) {
		a_block[row][column] = a[global_row * inner + k + column];
		b_block[row][column] = b[(k + row) * columns + global_column];
		__syncthreads();
		for (int j = 0; j < TILE; j++)
			sum += a_block[row][j] * b_block[j][column];
		__syncthreads();
	}
	product[global_row * columns + global_column] = sum;
}

int main()
{
	const int rows = 96, inner = 160, columns = 128;
	std::vector<int> a(rows * inner), b(inner * columns), expected(rows * columns);
	std::mt19937 random(2012);
	for (int &value : a)
		value = static_cast<int>(random() % 201) - 100;
	for (int &value : b)
		value = static_cast<int>(random() % 201) - 100;
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++)
			for (int k = 0; k < inner; k++)
				expected[row * columns + column] += a[row * inner + k] * b[k * columns + column];

	int *device_a, *device_b, *device_product;
	CHECK(cudaMalloc(&device_a, a.size() * sizeof(int)));
	CHECK(cudaMalloc(&device_b, b.size() * sizeof(int)));
	CHECK(cudaMalloc(&device_product, expected.size() * sizeof(int)));
	CHECK(cudaMemcpy(device_a, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(device_b, b.data(), b.size() * sizeof(int), cudaMemcpyHostToDevice));
	std::vector<int> result(rows * columns);
	const dim3 block(TILE, TILE), grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);

	multiply<<<grid, block>>>(device_a, device_b, device_product, rows, inner, columns);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(result.data(), device_product, result.size() * sizeof(int),
	                 cudaMemcpyDeviceToHost));
	int wrong = 0;
	for (int i = 0; i < rows * columns; i++)
		wrong += result[i] != expected[i];
	std::cout << "untiled: " << wrong << " wrong\n";

	multiply_tiled<<<grid, block>>>(device_a, device_b, device_product, inner, columns);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(result.data(), device_product, result.size() * sizeof(int),
	                 cudaMemcpyDeviceToHost));
	wrong = 0;
	for (int i = 0; i < rows * columns; i++)
		wrong += result[i] != expected[i];
	std::cout << "tiled: " << wrong << " wrong\n";

	CHECK(cudaFree(device_a));
	CHECK(cudaFree(device_b));
	CHECK(cudaFree(device_product));
}
