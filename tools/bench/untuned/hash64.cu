// The twin of hash64.cpp in CUDA.
__global__ void __launch_bounds__(256)
    hash(const unsigned *__restrict__ keys, unsigned long long *__restrict__ hashes, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned long long h = 14695981039346656037ull;
	for (int k = 0; k < 4; k++) {
		unsigned word = keys[i * 4 + k];
		for (int b = 0; b < 4; b++) {
			h = (h ^ (word & 255u)) * 1099511628211ull;
			word >>= 8;
		}
	}
	hashes[i] = h % 1000000007ull;
}

void twin_hash(const unsigned *keys, unsigned long long *hashes, int n)
{
	hash<<<(n + 255) / 256, 256>>>(keys, hashes, n);
}
