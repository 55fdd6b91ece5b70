// The twin of needle.cpp in CUDA.
#define B 16

__device__ int best(int a, int b, int c)
{
	int k = a <= b ? b : a;
	return k <= c ? c : k;
}

__global__ void __launch_bounds__(B) diagonal(const int *__restrict__ reference, int *items, int n1,
                                              int penalty, int first_row, int first_column)
{
	__shared__ int score[B + 1][B + 1];
	__shared__ int ref[B][B];
	const int tx = threadIdx.x;
	const int row = (first_row - blockIdx.x) * B, column = (first_column + blockIdx.x) * B;
	if (tx == 0)
		score[0][0] = items[row * n1 + column];
	for (int y = 0; y < B; y++)
		ref[y][tx] = reference[(row + 1 + y) * n1 + column + 1 + tx];
	score[tx + 1][0] = items[(row + 1 + tx) * n1 + column];
	score[0][tx + 1] = items[row * n1 + column + 1 + tx];
	__syncthreads();
	for (int m = 0; m < B; m++) {
		if (tx <= m) {
			const int x = tx + 1, y = m - tx + 1;
			score[y][x] = best(score[y - 1][x - 1] + ref[y - 1][x - 1], score[y][x - 1] - penalty,
			                   score[y - 1][x] - penalty);
		}
		__syncthreads();
	}
	for (int m = B - 2; m >= 0; m--) {
		if (tx <= m) {
			const int x = tx + B - m, y = B - tx;
			score[y][x] = best(score[y - 1][x - 1] + ref[y - 1][x - 1], score[y][x - 1] - penalty,
			                   score[y - 1][x] - penalty);
		}
		__syncthreads();
	}
	for (int y = 0; y < B; y++)
		items[(row + 1 + y) * n1 + column + 1 + tx] = score[y + 1][tx + 1];
}

void twin_needle(const int *reference, int *items, int n, int penalty)
{
	const int nb = n / B;
	for (int d = 1; d <= nb; d++)
		diagonal<<<d, B>>>(reference, items, n + 1, penalty, d - 1, 0);
	for (int d = nb - 1; d >= 1; d--)
		diagonal<<<d, B>>>(reference, items, n + 1, penalty, nb - 1, nb - d);
}
