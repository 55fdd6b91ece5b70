// Particles that fly on for a while.
#include "twins.h"

namespace {

__global__ void advance(float4 *__restrict__ positions, const float4 *__restrict__ velocities,
                        float time, int n)
{
	const int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i >= n)
		return;
	float4 position = positions[i];
	const float4 velocity = velocities[i];
	if (velocity.w > 0) {
		position.x += velocity.x * time;
		position.y += velocity.y * time;
		position.z += velocity.z * time;
		position.w += velocity.w * time;
	}
	positions[i] = position;
}

} // namespace

void cuda_advance(float *positions, const float *velocities, float time, int n)
{
	advance<<<(n + 255) / 256, 256>>>(reinterpret_cast<float4 *>(positions),
	                                  reinterpret_cast<const float4 *>(velocities), time, n);
}
