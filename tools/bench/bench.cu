// The harness's part on CUDA: memory, copies, waiting. Errors end the program.
#include "cuda_check.h"

extern "C" {

void *cuda_allocate(size_t bytes)
{
	void *p;
	cuda_check(cudaMalloc(&p, bytes));
	cuda_check(cudaMemset(p, 0xff, bytes));
	return p;
}
void cuda_free(void *p) { cuda_check(cudaFree(p)); }
void cuda_write(void *to, const void *host, size_t bytes)
{
	cuda_check(cudaMemcpy(to, host, bytes, cudaMemcpyHostToDevice));
}
void cuda_read(void *host, const void *from, size_t bytes)
{
	cuda_check(cudaMemcpy(host, from, bytes, cudaMemcpyDeviceToHost));
}
void *cuda_pinned_allocate(size_t bytes)
{
	void *p;
	cuda_check(cudaMallocHost(&p, bytes));
	return p;
}
void cuda_pinned_free(void *p) { cuda_check(cudaFreeHost(p)); }
void cuda_wait(void)
{
	cuda_check(cudaGetLastError()); // of launches
	cuda_check(cudaDeviceSynchronize());
}

}
