// The twin of md.cpp in CUDA.
__global__ void __launch_bounds__(128)
    md(const float4 *__restrict__ positions, const int *__restrict__ neighbours,
       const int *__restrict__ counts, float4 *__restrict__ forces, int n)
{
	const float cutoff = 100.f, lj1 = 1.5f, lj2 = 2.0f;
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float4 me = positions[i];
	float4 force = {0, 0, 0, 0};
	for (int k = 0; k < counts[i]; k++) {
		const int j = neighbours[k * n + i];
		const float4 other = positions[j];
		const float dx = me.x - other.x, dy = me.y - other.y, dz = me.z - other.z;
		float r2 = dx * dx + dy * dy + dz * dz;
		if (r2 < cutoff) {
			r2 = 1.0f / (r2 + 0.5f);
			const float r6 = r2 * r2 * r2;
			const float f = r2 * r6 * (lj1 * r6 - lj2);
			force.x += dx * f;
			force.y += dy * f;
			force.z += dz * f;
		}
	}
	forces[i] = force;
}

void twin_md(const void *positions, const int *neighbours, const int *counts, void *forces, int n)
{
	md<<<n / 128, 128>>>(static_cast<const float4 *>(positions), neighbours, counts,
	                     static_cast<float4 *>(forces), n);
}
