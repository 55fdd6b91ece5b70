// The twin of srad.cpp in CUDA.
#include "../cuda_check.h"

__global__ void __launch_bounds__(256)
    srad1(const float *__restrict__ J, float *__restrict__ dN, float *__restrict__ dS, float *__restrict__ dW,
          float *__restrict__ dE, float *__restrict__ C, const int *__restrict__ iN,
          const int *__restrict__ iS, const int *__restrict__ jW, const int *__restrict__ jE, int n, float q0)
{
	const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || j >= n)
		return;
	const int k = i * n + j;
	const float Jc = J[k];
	dN[k] = J[iN[i] * n + j] - Jc;
	dS[k] = J[iS[i] * n + j] - Jc;
	dW[k] = J[i * n + jW[j]] - Jc;
	dE[k] = J[i * n + jE[j]] - Jc;
	const float G2 = (dN[k] * dN[k] + dS[k] * dS[k] + dW[k] * dW[k] + dE[k] * dE[k]) / (Jc * Jc);
	const float L = (dN[k] + dS[k] + dW[k] + dE[k]) / Jc;
	const float num = (0.5f * G2) - ((1.0f / 16.0f) * (L * L));
	float den = 1 + (.25f * L);
	const float qsqr = num / (den * den);
	den = (qsqr - q0) / (q0 * (1 + q0));
	C[k] = 1.0f / (1.0f + den);
	if (C[k] < 0)
		C[k] = 0;
	else if (C[k] > 1)
		C[k] = 1;
}

__global__ void __launch_bounds__(256)
    srad2(float *__restrict__ J, const float *__restrict__ dN, const float *__restrict__ dS,
          const float *__restrict__ dW, const float *__restrict__ dE, const float *__restrict__ C,
          const int *__restrict__ iS, const int *__restrict__ jE, int n, float lambda)
{
	const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || j >= n)
		return;
	const int k = i * n + j;
	const float cN = C[k], cS = C[iS[i] * n + j], cW = C[k], cE = C[i * n + jE[j]];
	const float D = cN * dN[k] + cS * dS[k] + cW * dW[k] + cE * dE[k];
	J[k] = J[k] + 0.25f * lambda * D;
}

void twin_srad(const float *first, float *image, float *dn, float *ds, float *dw, float *de, float *c,
               const int *in, const int *is, const int *jw, const int *je, int n, float lambda, float q0)
{
	dim3 block(64, 4), grid((n + 63) / 64, (n + 3) / 4);
	cuda_check(cudaMemcpyAsync(image, first, sizeof(float) * n * n, cudaMemcpyDeviceToDevice));
	srad1<<<grid, block>>>(image, dn, ds, dw, de, c, in, is, jw, je, n, q0);
	srad2<<<grid, block>>>(image, dn, ds, dw, de, c, is, je, n, lambda);
}
