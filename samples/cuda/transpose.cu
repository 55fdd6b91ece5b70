// ../transpose.cpp in CUDA, with what array_view does written out.
#include "check.h"

#include <iostream>
#include <vector>

template <typename T, int TILE> __global__ void transpose(const T *from, T *to, int rows, int columns)
{
	// One column more than needed keeps a column's elements in different banks.
	__shared__ T block[TILE][TILE + 1];
	const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
	if (row < rows && column < columns)
		block[threadIdx.y][threadIdx.x] = from[row * columns + column];
	__syncthreads();
	const int to_row = blockIdx.x * TILE + threadIdx.y, to_column = blockIdx.y * TILE + threadIdx.x;
	if (to_row < columns && to_column < rows)
		to[to_row * rows + to_column] = block[threadIdx.x][threadIdx.y];
}

template <typename T> int count_wrong(int rows, int columns)
{
	const int TILE = 16;
	const std::size_t size = rows * columns * sizeof(T);
	std::vector<T> data(rows * columns), transposed(rows * columns);
	for (int i = 0; i < rows * columns; i++)
		data[i] = static_cast<T>(i);
	T *from, *to;
	CHECK(cudaMalloc(&from, size));
	CHECK(cudaMalloc(&to, size));
	CHECK(cudaMemcpy(from, data.data(), size, cudaMemcpyHostToDevice));
	transpose<T, TILE><<<dim3((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE),
	                     dim3(TILE, TILE)>>>(from, to, rows, columns);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(transposed.data(), to, size, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(from));
	CHECK(cudaFree(to));

	int wrong = 0;
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++)
			wrong += transposed[column * rows + row] != data[row * columns + column];
	return wrong;
}

int main()
{
	std::cout << "int: " << count_wrong<int>(130, 77) << " wrong\n";
	std::cout << "double: " << count_wrong<double>(64, 64) << " wrong\n";
}
