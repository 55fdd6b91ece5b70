// The twin of dct.cpp in CUDA.
__global__ void __launch_bounds__(64)
    dct(const float *__restrict__ in, const float *__restrict__ c, float *__restrict__ o, int n)
{
	__shared__ float block[8][8], half[8][8], table[8][8];
	const int y = threadIdx.y, x = threadIdx.x, at = (blockIdx.y * 8 + y) * n + blockIdx.x * 8 + x;
	block[y][x] = in[at];
	table[y][x] = c[y * 8 + x];
	__syncthreads();
	float sum = 0;
	for (int k = 0; k < 8; k++)
		sum += table[y][k] * block[k][x];
	half[y][x] = sum;
	__syncthreads();
	sum = 0;
	for (int k = 0; k < 8; k++)
		sum += half[y][k] * table[x][k];
	o[at] = sum;
}

void twin_dct(const float *image, const float *cosines, float *result, int n)
{
	dct<<<dim3(n / 8, n / 8), dim3(8, 8)>>>(image, cosines, result, n);
}
