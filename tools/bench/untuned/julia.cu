// The twin of julia.cpp in CUDA.
struct complex_number {
	float re, im;

	__device__ complex_number(float r, float i) : re(r), im(i) {}

	__device__ float norm() const { return re * re + im * im; }

	__device__ complex_number operator*(const complex_number &o) const
	{
		return complex_number(re * o.re - im * o.im, im * o.re + re * o.im);
	}

	__device__ complex_number operator+(const complex_number &o) const
	{
		return complex_number(re + o.re, im + o.im);
	}
};

__device__ int julia(int x, int y, int n)
{
	const complex_number c(-0.8f, 0.156f);
	complex_number a(1.5f * (n / 2 - x) / (n / 2), 1.5f * (n / 2 - y) / (n / 2));
	int i = 0;
	for (; i < 200; i++) {
		a = a * a + c;
		if (a.norm() > 1000)
			break;
	}
	return i;
}

__global__ void __launch_bounds__(256) draw(unsigned *pixels, int n)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < n && y < n)
		pixels[y * n + x] = 0xff000000u | static_cast<unsigned>(julia(x, y, n));
}

void twin_julia(unsigned *pixels, int n)
{
	draw<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(pixels, n);
}
