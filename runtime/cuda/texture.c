/* Texture objects over linear memory, through which kernels sample textures by the GPU's texture units. */
#include "cuda/driver.h"

static size_t attribute(const amp_accelerator *a, CUdevice_attribute which)
{
	int value = 0;
	CUresult result = cuda.DeviceGetAttribute(&value, which, cuda_device(a)->device);
	return result == CUDA_SUCCESS && value > 0 ? (size_t)value : 1;
}

/* Larger texels are not sampled by texture units, which take longer than a kernel that samples them itself. In
 * bytes. */
#define LARGEST_TEXEL 8

/* Describes a level's memory. Returns false if texture units cannot or should not read it: they require aligned
 * rows, and levels of rank 3 would have to be in another layout. */
static bool describe(const amp_accelerator *a, const amp_texture *level, const char *address, CUDA_RESOURCE_DESC *out)
{
	bool is_flat = level->rank == 1;
	size_t aligned = attribute(a, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT);
	size_t pitch_aligned = attribute(a, CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT);
	size_t width = (size_t)level->extent[level->rank - 1], height = is_flat ? 1 : (size_t)level->extent[0];
	size_t texel = level->channels * level->bits / 8, pitch = width * texel;
	if (height == 1)
		pitch = (pitch + pitch_aligned - 1) / pitch_aligned * pitch_aligned; /* there is no second row */
	if (level->rank > 2 || texel > LARGEST_TEXEL || (uintptr_t)address % aligned || pitch % pitch_aligned)
		return false;
	CUarray_format format = level->texels == AMP_TEXELS_FLOAT
	                            ? (level->bits == 32 ? CU_AD_FORMAT_FLOAT : CU_AD_FORMAT_HALF)
	                        : level->texels == AMP_TEXELS_UNORM
	                            ? (level->bits == 8 ? CU_AD_FORMAT_UNSIGNED_INT8 : CU_AD_FORMAT_UNSIGNED_INT16)
	                            : (level->bits == 8 ? CU_AD_FORMAT_SIGNED_INT8 : CU_AD_FORMAT_SIGNED_INT16);
	*out = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_PITCH2D};
	out->res.pitch2D.devPtr = (uintptr_t)address;
	out->res.pitch2D.format = format;
	out->res.pitch2D.numChannels = level->channels;
	out->res.pitch2D.width = width;
	out->res.pitch2D.height = height;
	out->res.pitch2D.pitchInBytes = pitch;
	return true;
}

bool cuda_sample(amp_accelerator *a, const amp_texture *level, const char *address, uint64_t objects[AMP_ADDRESS_MODES])
{
	static const CUaddress_mode modes[AMP_ADDRESS_MODES] = {CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_MIRROR,
	                                                        CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_BORDER};
	CUDA_RESOURCE_DESC memory;
	bool pushed;
	if (!describe(a, level, address, &memory) || cuda_enter(a, &pushed) != AMP_OK)
		return false;
	unsigned n = 0;
	CUresult result = CUDA_SUCCESS;
	while (n < AMP_ADDRESS_MODES && result == CUDA_SUCCESS) {
		CUDA_TEXTURE_DESC texture = {
		    .addressMode = {modes[n], level->rank == 1 ? CU_TR_ADDRESS_MODE_CLAMP : modes[n], modes[n]},
		    .filterMode = CU_TR_FILTER_MODE_LINEAR,
		    .flags = CU_TRSF_NORMALIZED_COORDINATES,
		};
		CUtexObject object;
		result = cuda.TexObjectCreate(&object, &memory, &texture, NULL);
		if (result == CUDA_SUCCESS)
			objects[n++] = object;
	}
	while (result != CUDA_SUCCESS && n)
		cuda.TexObjectDestroy(objects[--n]);
	cuda_leave(pushed);
	return result == CUDA_SUCCESS;
}

void cuda_unsample(amp_accelerator *a, const uint64_t objects[AMP_ADDRESS_MODES])
{
	bool pushed;
	if (cuda_enter(a, &pushed) != AMP_OK)
		return;
	for (unsigned n = 0; n < AMP_ADDRESS_MODES; n++)
		cuda.TexObjectDestroy(objects[n]);
	cuda_leave(pushed);
}
