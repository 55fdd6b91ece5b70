// The twin of aos.cpp in CUDA.
struct particle {
	float3 position, velocity;
	float mass, age;
};

__device__ float3 operator-(float3 a, float3 b)
{
	return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}

__device__ float3 operator*(float3 a, float s)
{
	return make_float3(a.x * s, a.y * s, a.z * s);
}

__device__ void operator+=(float3 &a, float3 b)
{
	a.x += b.x;
	a.y += b.y;
	a.z += b.z;
}

__global__ void __launch_bounds__(256)
    move(const particle *__restrict__ first, particle *__restrict__ particles,
         const float4 *__restrict__ attractors, int n, int m, float dt)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	particle p = first[i];
	float3 force = make_float3(0, 0, 0);
	for (int k = 0; k < m; k++) {
		const float4 a = attractors[k];
		const float3 d = make_float3(a.x, a.y, a.z) - p.position;
		const float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
		const float inv = rsqrtf(r2);
		force += d * (a.w * inv * inv * inv);
	}
	p.velocity += force * (dt / p.mass);
	p.position += p.velocity * dt;
	if (p.position.x < -2 || p.position.x > 2)
		p.velocity.x = -p.velocity.x;
	p.age += dt;
	particles[i] = p;
}

void twin_aos(const void *first, void *particles, const void *attractors, int n, int m, float dt)
{
	move<<<(n + 255) / 256, 256>>>(static_cast<const particle *>(first),
	                               static_cast<particle *>(particles),
	                               static_cast<const float4 *>(attractors), n, m, dt);
}
