// Names that others have, too: of the library's in the host's code and in kernels (index, extent, array, barrier), of CUDA's
// types, functions and variables (float4, dim3, threadIdx, warpSize, saturate), of its words (host, device, shared).
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <amp_math.h>
#include <vector>
struct float4 {
	float x, y, z, w;
};
struct dim3 {
	int x, y, z;
	dim3(int a, int b = 1, int c = 1) restrict(cpu, amp)
	    : x(a), y(b), z(c)
	{
	}
	int volume() const restrict(cpu, amp)
	{
		return x * y * z;
	}
};
struct uint3 {
	unsigned x, y, z;
};
typedef unsigned int uchar4_;
static inline float dot(const float4 &a, const float4 &b) restrict(cpu, amp)
{
	return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
static inline float4 make_float4(float a, float b, float c, float d) restrict(cpu, amp)
{
	float4 r = {a, b, c, d};
	return r;
}
template <class T>
static inline T max(T a, T b) restrict(cpu, amp)
{
	return a < b ? b : a;
}
template <class T>
static inline T min(T a, T b) restrict(cpu, amp)
{
	return b < a ? b : a;
}
static inline int clamp(int v, int lo, int hi) restrict(cpu, amp)
{
	return ::max(lo, ::min(v, hi));
}
static inline int __attribute__((unused)) blockIdx_(int n) restrict(cpu, amp)
{
	return n;
}
static inline float rsqrtf(float x) restrict(cpu, amp)
{
	return 1 / concurrency::fast_math::sqrtf(x);
}
static inline float saturate(float x) restrict(cpu, amp)
{
	return ::max(0.0f, ::min(1.0f, x));
}
static inline int atomicAdd(int *p, int v) restrict(amp)
{
	return concurrency::atomic_fetch_add(p, v);
}
static inline void __syncthreads_(concurrency::tile_barrier b) restrict(amp)
{
	b.wait();
}
static int threadIdx = 5, warpSize = 3;
enum memory { global,
	      local,
	      shared,
	      constant,
	      texture };
struct kernel {
	int host, device;
	int amp, cpu;
	int launch(int grid, int block) const restrict(cpu, amp)
	{
		return grid * block + host - device + amp * cpu;
	}
};
namespace cuda
{
struct stream {
	int id;
};
inline int get(stream s) restrict(cpu, amp)
{
	return s.id;
}
} // namespace cuda
namespace thrust
{
template <class T>
struct plus {
	T operator()(T a, T b) const restrict(cpu, amp)
	{
		return a + b;
	}
};
} // namespace thrust
int main()
{
	const int size = 32;
	std::vector<int> array(size), view(size);
	{
		concurrency::array_view<int> extent(array), barrier(view);
		kernel k = {1, 2, 3, 4};
		cuda::stream stream = {9};
		concurrency::extent<1> grid(size);
		int hd = threadIdx + warpSize;
		concurrency::parallel_for_each(grid.tile<8>(), [=](concurrency::tiled_index<8> index) restrict(amp) {
            tile_static int block[8];
            const int thread = index.local[0], tile = index.tile[0], __restrict_ = 2;
            block[thread] = extent[index] + thread;
            __syncthreads_(index.barrier);
            float4 a = make_float4(1, 2, 3, 4), b = { float(thread), 1, 0, -1 };
            dim3 gridDim(thread, 2, tile), blockDim(8);
            uint3 t = { 1u, 2u, unsigned(thread) };
            int device = k.launch(gridDim.volume(), blockDim.x) + clamp(thread, 2, 5) + cuda::get(stream);
            int host = int(dot(a, b)) + int(t.x + t.y + t.z) + int(rsqrtf(0.25f)) + int(saturate(7.0f)) + hd;
            memory where = thread & 1 ? shared : global;
            switch (where) { case shared: device += 100; break; case global: host -= 1; break; default: break; }
            thrust::plus<int> add;
            atomicAdd(&barrier[(tile * 8 + thread + 1) % size], add(block[7 - thread], 0));
            extent[index] = add(device, host) * __restrict_; });
	}
	for (int i = 0; i < size; i++) {
		int thread = i % 8, tile = i / 8;
		int device = thread * 2 * tile * 8 + 1 - 2 + 12 + clamp(thread, 2, 5) + 9, host = thread + 2 - 4 + 3 + thread + 2 + 1 + 8;
		if (thread & 1)
			device += 100;
		else
			host -= 1;
		CHECK(array[i] == 2 * (device + host));
		CHECK(view[(i + 1) % size] == 7 - thread);
	}
	std::puts("ok");
}
