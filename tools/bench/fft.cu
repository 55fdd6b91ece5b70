// Fourier transforms of many rows of 1024 complex numbers, each by one block, by five steps of radix 4.
#include "twins.h"

namespace {

const int LENGTH = FFT_LENGTH, BLOCK = LENGTH / 4;

__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ float2 operator*(float2 a, float2 b)
{
	return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__global__ void __launch_bounds__(BLOCK) transform(const float2 *__restrict__ from, float2 *__restrict__ to)
{
	__shared__ float re[LENGTH], im[LENGTH];
	const int me = threadIdx.x;
	const size_t row = size_t(blockIdx.x) * LENGTH;
	float2 v[4];
#pragma unroll
	for (int k = 0; k < 4; k++)
		v[k] = from[row + me + k * BLOCK];
#pragma unroll
	for (int done = 1; done < LENGTH; done *= 4) {
		const int place = me % done;
		float2 w;
		__sincosf(-3.14159265f * place / (2 * done), &w.y, &w.x);
		const float2 w2 = w * w;
		v[1] = v[1] * w;
		v[2] = v[2] * w2;
		v[3] = v[3] * (w2 * w);
		const float2 a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = v[1] - v[3];
		const float2 turned = make_float2(d.y, -d.x);
		v[0] = a + c;
		v[1] = b + turned;
		v[2] = a - c;
		v[3] = b - turned;
		if (done == LENGTH / 4)
			break;
		const int first = (me - place) * 4 + place;
#pragma unroll
		for (int k = 0; k < 4; k++) {
			re[first + k * done] = v[k].x;
			im[first + k * done] = v[k].y;
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 4; k++)
			v[k] = make_float2(re[me + k * BLOCK], im[me + k * BLOCK]);
		__syncthreads();
	}
#pragma unroll
	for (int k = 0; k < 4; k++)
		to[row + me + k * BLOCK] = v[k];
}

} // namespace

void cuda_fft(const float *from, float *to, int rows)
{
	transform<<<rows, BLOCK>>>(reinterpret_cast<const float2 *>(from), reinterpret_cast<float2 *>(to));
}
