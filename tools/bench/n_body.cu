// The accelerations of bodies that attract each other, all pairs.
#include "twins.h"

namespace {

const int BLOCK = 256;

__global__ void __launch_bounds__(BLOCK) accelerate(const float4 *__restrict__ bodies,
                                                    float4 *__restrict__ accelerations, int n)
{
	__shared__ float4 block[BLOCK];
	const int i = blockIdx.x * BLOCK + threadIdx.x;
	const float4 me = bodies[i];
	float4 sum = {0, 0, 0, 0};
	for (int start = 0; start < n; start += BLOCK) {
		block[threadIdx.x] = bodies[start + threadIdx.x];
		__syncthreads();
#pragma unroll 32
		for (int k = 0; k < BLOCK; k++) {
			const float4 other = block[k];
			const float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
			const float inverse = rsqrtf(x * x + y * y + z * z + 0.01f);
			const float strength = other.w * inverse * inverse * inverse;
			sum.x += strength * x;
			sum.y += strength * y;
			sum.z += strength * z;
		}
		__syncthreads();
	}
	accelerations[i] = sum;
}

} // namespace

void cuda_n_body(const float *bodies, float *accelerations, int n)
{
	accelerate<<<n / BLOCK, BLOCK>>>(reinterpret_cast<const float4 *>(bodies),
	                                 reinterpret_cast<float4 *>(accelerations), n);
}
