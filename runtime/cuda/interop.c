/* Checks whether the program's streams and memory are of the context that the runtime uses. */
#include "cuda/driver.h"

/* CU_STREAM_LEGACY and CU_STREAM_PER_THREAD denote different streams in different contexts and threads. */
static bool is_handle(void *stream)
{
	return stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD;
}

amp_status cuda_check_stream(const amp_accelerator *a, void *stream)
{
	if (!stream || is_handle(stream))
		return fail(AMP_ERROR_INVALID_ARGUMENT,
		            "CUDA's default stream cannot be an accelerator_view: create one");
	bool pushed;
	amp_status status = cuda_enter(a, &pushed);
	if (status != AMP_OK)
		return status;
	CUcontext context = NULL;
	status = cuda_check(a, NULL, "cuStreamGetCtx", cuda.StreamGetCtx(stream, &context));
	cuda_leave(pushed);
	if (status == AMP_OK && context != cuda_context(a))
		status = fail(AMP_ERROR_INVALID_ARGUMENT,
		              "the stream is not of %s, or not of its primary context",
		              a->info.device_path);
	return status;
}

amp_status cuda_check_memory(const amp_accelerator *a, const void *memory)
{
	unsigned type = 0;
	int device = -1;
	CUpointer_attribute attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
	                                    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
	void *answers[] = {&type, &device};
	bool pushed;
	amp_status status = cuda_enter(a, &pushed);
	if (status != AMP_OK)
		return status;
	/* unlike cuPointerGetAttribute, this does not fail for unknown memory */
	status = cuda_check(a, NULL, "cuPointerGetAttributes",
	                    cuda.PointerGetAttributes(2, attributes, answers, (uintptr_t)memory));
	cuda_leave(pushed);
	if (status == AMP_OK && type != CU_MEMORYTYPE_DEVICE)
		status = fail(AMP_ERROR_INVALID_ARGUMENT, "%p is not device memory", memory);
	else if (status == AMP_OK && device != a->info.cuda_device)
		status = fail(AMP_ERROR_INVALID_ARGUMENT, "%p is memory of cuda:%d, not of %s",
		              memory, device, a->info.device_path);
	return status;
}
