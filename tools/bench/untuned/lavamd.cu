// The twin of lavamd.cpp in CUDA.
#define PER_BOX 100
#define THREADS 128

struct body {
	float v, x, y, z;
};

struct box {
	int first, neighbours;
	int list[26];
};

__device__ float dot(const body &a, const body &b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

__global__ void __launch_bounds__(THREADS)
    lavamd(const box *__restrict__ boxes, const body *__restrict__ positions,
           const float *__restrict__ charges, body *__restrict__ forces, float alpha)
{
	__shared__ body a[PER_BOX], b[PER_BOX];
	__shared__ float qb[PER_BOX];
	const float a2 = 2.0f * alpha * alpha;
	const int home = blockIdx.x, first = boxes[home].first;
	for (int i = threadIdx.x; i < PER_BOX; i += THREADS)
		a[i] = positions[first + i];
	__syncthreads();
	body sum = {0, 0, 0, 0};
	for (int k = 0; k < 1 + boxes[home].neighbours; k++) {
		const int other = k == 0 ? home : boxes[home].list[k - 1];
		const int second = boxes[other].first;
		for (int i = threadIdx.x; i < PER_BOX; i += THREADS) {
			b[i] = positions[second + i];
			qb[i] = charges[second + i];
		}
		__syncthreads();
		if (threadIdx.x < PER_BOX) {
			const body me = a[threadIdx.x];
			for (int j = 0; j < PER_BOX; j++) {
				const float r2 = me.v + b[j].v - dot(me, b[j]);
				const float vij = __expf(-a2 * r2), fs = 2 * vij;
				sum.v += qb[j] * vij;
				sum.x += qb[j] * (fs * (me.x - b[j].x));
				sum.y += qb[j] * (fs * (me.y - b[j].y));
				sum.z += qb[j] * (fs * (me.z - b[j].z));
			}
		}
		__syncthreads();
	}
	if (threadIdx.x < PER_BOX)
		forces[first + threadIdx.x] = sum;
}

void twin_lavamd(const box *boxes, const body *positions, const float *charges, body *forces, int n_boxes,
                 float a)
{
	lavamd<<<n_boxes, THREADS>>>(boxes, positions, charges, forces, a);
}
