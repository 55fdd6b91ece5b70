/* The checks of tests/headers/short_vectors.cpp in a kernel:
 *   nvcc -arch=sm_90 -I include tests/gpu/short_vectors.cu && ./a.out */
#include "../headers/short_vectors.cpp"

#include <cuda_runtime.h>

int main()
{
	int *line, result = -1;
	cudaMalloc(reinterpret_cast<void **>(&line), sizeof *line);
	kernel<<<1, 1>>>(line);
	cudaError_t e = cudaMemcpy(&result, line, sizeof result, cudaMemcpyDeviceToHost);
	printf("%s, %s:%d\n", cudaGetErrorString(e), result ? "failed" : "passed", result);
	return e != cudaSuccess || result != 0;
}
