// The twin of spmv.cpp in CUDA.
__global__ void __launch_bounds__(256)
    ell(const double *__restrict__ values, const int *__restrict__ columns, const double *__restrict__ x,
        double *__restrict__ y, int rows, int width)
{
	const int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	double sum = 0;
	for (int k = 0; k < width; k++) {
		const int column = columns[k * rows + row];
		if (column >= 0)
			sum += values[k * rows + row] * x[column];
	}
	y[row] = sum;
}

#define T 256
#define W 32

__global__ void __launch_bounds__(T)
    csr(const double *__restrict__ values, const int *__restrict__ columns, const int *__restrict__ begin,
        const double *__restrict__ x, double *__restrict__ y)
{
	__shared__ double sums[T];
	const int me = threadIdx.x, row = (blockIdx.x * T + me) / W, lane = me % W;
	double sum = 0;
	for (int k = begin[row] + lane; k < begin[row + 1]; k += W)
		sum += values[k] * x[columns[k]];
	sums[me] = sum;
	__syncthreads();
	for (int s = W / 2; s > 0; s /= 2) {
		if (lane < s)
			sums[me] += sums[me + s];
		__syncthreads();
	}
	if (lane == 0)
		y[row] = sums[me];
}

void twin_ell(const double *values, const int *columns, const double *x, double *y, int rows, int width)
{
	ell<<<(rows + 255) / 256, 256>>>(values, columns, x, y, rows, width);
}

void twin_csr(const double *values, const int *columns, const int *begin, const double *x, double *y,
              int rows)
{
	csr<<<rows * W / T, T>>>(values, columns, begin, x, y);
}
