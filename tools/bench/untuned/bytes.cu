// The twin of bytes.cpp in CUDA.
__device__ unsigned byte_at(const unsigned *__restrict__ text, int i)
{
	return text[i / 4] >> i % 4 * 8 & 255u;
}

__device__ bool is_letter(unsigned c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

__global__ void __launch_bounds__(256)
    to_upper(const unsigned *__restrict__ text, unsigned *__restrict__ upper, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const unsigned w = text[i];
	unsigned result = 0;
	for (int k = 0; k < 4; k++) {
		unsigned c = w >> 8 * k & 255u;
		if (c >= 'a' && c <= 'z')
			c -= 32;
		result |= c << 8 * k;
	}
	upper[i] = result;
}

__global__ void __launch_bounds__(256)
    count_words(const unsigned *__restrict__ text, unsigned *__restrict__ words, int n, int each)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned count = 0;
	bool inside = false;
	for (int k = 0; k < each; k++) {
		const bool letter = is_letter(byte_at(text, i * each + k));
		if (letter && !inside)
			count++;
		inside = letter;
	}
	words[i] = count;
}

void twin_bytes(const unsigned *text, unsigned *upper, unsigned *words, int n)
{
	to_upper<<<(n / 4 + 255) / 256, 256>>>(text, upper, n / 4);
	count_words<<<(n / 64 + 255) / 256, 256>>>(text, words, n / 64, 64);
}
