// Images in textures: turned about the middle, each point sampled bilinearly; and
// blurred, each point the mean of the nine around it.
#include "cuda_check.h"
#include "twins.h"

#include <cuda_runtime.h>

#include <map>
#include <utility>

namespace {

__device__ float texel_of(float sample, float)
{
	return sample;
}
__device__ float4 texel_of(float4 sample, float4)
{
	return sample;
}
__device__ uchar4 texel_of(float4 sample, uchar4)
{
	return make_uchar4(sample.x * 255 + 0.5f, sample.y * 255 + 0.5f, sample.z * 255 + 0.5f, sample.w * 255 + 0.5f);
}

// Sample: what a texture object gives for a T.
template <typename T, typename Sample>
__global__ void turn_kernel(cudaTextureObject_t image, T *__restrict__ to, int n, float cosine, float sine)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (column >= n || row >= n)
		return;
	const float step = 1.0f / n;
	const float x = (column + 0.5f) * step - 0.5f, y = (row + 0.5f) * step - 0.5f;
	to[static_cast<size_t>(row) * n + column] =
	    texel_of(tex2D<Sample>(image, cosine * x - sine * y + 0.5f, sine * x + cosine * y + 0.5f), T());
}

__global__ void blur_kernel(cudaTextureObject_t image, uchar4 *__restrict__ to, int n)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (column >= n || row >= n)
		return;
	float4 sum = make_float4(0, 0, 0, 0);
	for (int y = -1; y <= 1; y++)
		for (int x = -1; x <= 1; x++) {
			const float4 texel = tex2D<float4>(image, column + x + 0.5f, row + y + 0.5f);
			sum.x += texel.x;
			sum.y += texel.y;
			sum.z += texel.z;
			sum.w += texel.w;
		}
	sum.x *= 1.0f / 9.0f;
	sum.y *= 1.0f / 9.0f;
	sum.z *= 1.0f / 9.0f;
	sum.w *= 1.0f / 9.0f;
	to[static_cast<size_t>(row) * n + column] = texel_of(sum, uchar4());
}

// A texture object over a copy of the image in an array, made once: filtered and with
// coordinates from 0 to 1, or with texels' indices.
template <typename T>
cudaTextureObject_t texture_of(const void *image, int n, cudaTextureReadMode mode, bool filtered)
{
	static std::map<std::pair<const void *, bool>, cudaTextureObject_t> made;
	cudaTextureObject_t &object = made[{image, filtered}];
	if (object)
		return object;
	const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
	cudaArray_t array;
	cuda_check(cudaMallocArray(&array, &format, n, n));
	cuda_check(cudaMemcpy2DToArray(array, 0, 0, image, n * sizeof(T), n * sizeof(T), n, cudaMemcpyDeviceToDevice));
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	cudaTextureDesc texture = {};
	texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeClamp;
	texture.filterMode = filtered ? cudaFilterModeLinear : cudaFilterModePoint;
	texture.readMode = mode;
	texture.normalizedCoords = filtered;
	cuda_check(cudaCreateTextureObject(&object, &resource, &texture, nullptr));
	return object;
}

template <typename T, typename Sample>
void turn(const void *image, void *to, int n, float cosine, float sine, cudaTextureReadMode mode)
{
	const dim3 block(16, 16);
	turn_kernel<T, Sample><<<dim3((n + 15) / 16, (n + 15) / 16), block>>>(
	    texture_of<T>(image, n, mode, true), static_cast<T *>(to), n, cosine, sine);
}

} // namespace

void cuda_turn_float(const float *image, float *to, int n, float cosine, float sine)
{
	turn<float, float>(image, to, n, cosine, sine, cudaReadModeElementType);
}

void cuda_turn_float_4(const float *image, float *to, int n, float cosine, float sine)
{
	turn<float4, float4>(image, to, n, cosine, sine, cudaReadModeElementType);
}

void cuda_turn_unorm_4(const unsigned char *image, unsigned char *to, int n, float cosine, float sine)
{
	turn<uchar4, float4>(image, to, n, cosine, sine, cudaReadModeNormalizedFloat);
}

void cuda_blur(const unsigned char *image, unsigned char *to, int n)
{
	const dim3 block(32, 8);
	blur_kernel<<<dim3((n + 31) / 32, (n + 7) / 8), block>>>(
	    texture_of<uchar4>(image, n, cudaReadModeNormalizedFloat, false), reinterpret_cast<uchar4 *>(to), n);
}
