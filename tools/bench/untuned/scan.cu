// The twin of scan.cpp in CUDA.
#define T 256

__global__ void __launch_bounds__(T)
    scan_tiles(const int *__restrict__ in, int *__restrict__ out, int *__restrict__ sums, int n)
{
	__shared__ int s[2 * T];
	const int me = threadIdx.x, base = blockIdx.x * 2 * T;
	s[2 * me] = base + 2 * me < n ? in[base + 2 * me] : 0;
	s[2 * me + 1] = base + 2 * me + 1 < n ? in[base + 2 * me + 1] : 0;
	int offset = 1;
	for (int d = T; d > 0; d >>= 1) {
		__syncthreads();
		if (me < d)
			s[offset * (2 * me + 2) - 1] += s[offset * (2 * me + 1) - 1];
		offset *= 2;
	}
	if (me == 0) {
		sums[blockIdx.x] = s[2 * T - 1];
		s[2 * T - 1] = 0;
	}
	for (int d = 1; d < 2 * T; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (me < d) {
			const int a = offset * (2 * me + 1) - 1, b = offset * (2 * me + 2) - 1;
			const int x = s[a];
			s[a] = s[b];
			s[b] += x;
		}
	}
	__syncthreads();
	if (base + 2 * me < n)
		out[base + 2 * me] = s[2 * me];
	if (base + 2 * me + 1 < n)
		out[base + 2 * me + 1] = s[2 * me + 1];
}

__global__ void __launch_bounds__(256)
    add(int *__restrict__ o, const int *__restrict__ c, const int *__restrict__ t2, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		o[i] += c[i / (2 * T)] + t2[i / (2 * T) / (2 * T)];
}

void twin_scan(const int *input, int *output, int *sums, int *scanned, int n)
{
	const int tiles = n / (2 * T), tiles2 = (tiles + 2 * T - 1) / (2 * T);
	int *top = sums + tiles, *top2 = top + 1024, *last = top2 + 1024;
	scan_tiles<<<tiles, T>>>(input, output, sums, n);
	scan_tiles<<<tiles2, T>>>(sums, scanned, top, tiles);
	scan_tiles<<<1, T>>>(top, top2, last, tiles2);
	add<<<(n + 255) / 256, 256>>>(output, scanned, top2, n);
}
