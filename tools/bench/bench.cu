// The harness's part on CUDA. Errors end the program.
#include "cuda_check.h"
#include "twins.h"

namespace {

void *allocate(size_t bytes)
{
	void *p;
	cuda_check(cudaMalloc(&p, bytes));
	cuda_check(cudaMemset(p, 0xff, bytes));
	return p;
}
void release(void *p) { cuda_check(cudaFree(p)); }
void write(void *to, const void *host, size_t bytes)
{
	cuda_check(cudaMemcpy(to, host, bytes, cudaMemcpyHostToDevice));
}
void read(void *host, const void *from, size_t bytes)
{
	cuda_check(cudaMemcpy(host, from, bytes, cudaMemcpyDeviceToHost));
}
void *allocate_pinned(size_t bytes)
{
	void *p;
	cuda_check(cudaMallocHost(&p, bytes));
	return p;
}
void release_pinned(void *p) { cuda_check(cudaFreeHost(p)); }
void wait()
{
	cuda_check(cudaGetLastError()); // of launches
	cuda_check(cudaDeviceSynchronize());
}

} // namespace

const struct twin_device cuda_device = {"CUDA",  allocate,        release,        write,
                                        read,    allocate_pinned, release_pinned, wait};
