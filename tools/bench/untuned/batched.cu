// The twin of batched.cpp in CUDA.
struct matrix4 {
	float m[4][4];
};

__device__ float invert(const matrix4 &from, matrix4 &to)
{
	float a[4][8], det = 1;
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			a[i][j] = from.m[i][j];
			a[i][j + 4] = i == j ? 1.0f : 0.0f;
		}
	for (int k = 0; k < 4; k++) {
		const float pivot = a[k][k];
		det *= pivot;
		for (int j = 0; j < 8; j++)
			a[k][j] /= pivot;
		for (int i = 0; i < 4; i++) {
			if (i == k)
				continue;
			const float f = a[i][k];
			for (int j = 0; j < 8; j++)
				a[i][j] -= f * a[k][j];
		}
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			to.m[i][j] = a[i][j + 4];
	return det;
}

__global__ void __launch_bounds__(256)
    batched(const matrix4 *__restrict__ in, matrix4 *__restrict__ out, float *__restrict__ dets, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	matrix4 inverse;
	dets[i] = invert(in[i], inverse);
	out[i] = inverse;
}

void twin_batched(const void *in, void *out, float *dets, int n)
{
	batched<<<(n + 255) / 256, 256>>>(static_cast<const matrix4 *>(in), static_cast<matrix4 *>(out), dets,
	                                  n);
}
