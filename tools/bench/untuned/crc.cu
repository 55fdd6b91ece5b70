// The twin of crc.cpp in CUDA.
__global__ void __launch_bounds__(256)
    crc(const unsigned *__restrict__ words, unsigned *__restrict__ sums, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const unsigned table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
	                            0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
	                            0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
	unsigned crc = ~0u;
	for (int k = 0; k < 4; k++) {
		crc ^= words[k * n + i];
		for (int b = 0; b < 8; b++)
			crc = table[crc & 15] ^ (crc >> 4);
	}
	sums[i] = ~crc;
}

void twin_crc(const unsigned *words, unsigned *sums, int n)
{
	crc<<<(n + 255) / 256, 256>>>(words, sums, n);
}
