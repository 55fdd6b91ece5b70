/* Interoperation with CUDA for C++ AMP and C AMP, where Microsoft's has Direct3D (specification 1.2, chapter
 * 11): an accelerator_view's stream, context and device for CUDA libraries, arrays in device memory for them,
 * and accelerator_views over streams and arrays over memory of the program.
 *
 * The types are those of <cuda.h> and <cuda_runtime.h>, which need not be included: cudaStream_t and CUstream
 * are CUstream_st *, CUcontext is CUctx_st *. On accelerators that are not GPUs, all functions throw
 * unsupported_feature (C AMP: fail with AMP_ERROR_UNSUPPORTED). */
#ifndef AMPCC_CUDA_H
#define AMPCC_CUDA_H

#include <amp.h>

struct CUstream_st;
struct CUctx_st;

#if defined(__cplusplus) && !defined(__AMPCC_FLAT__) /* see <amp.h> */

namespace Concurrency {

namespace details {

/* Throws if the runtime returned no handle: the accelerator was removed, or is not a GPU. */
inline void *check_cuda_handle(const accelerator_view &av, void *handle) {
	if (!handle)
		throw_status(amp_accelerator_view_is_removed(av.get_handle()) ? AMP_ERROR_ACCELERATOR_REMOVED
		                                                              : AMP_ERROR_UNSUPPORTED);
	return handle;
}

template <typename T, int N>
void *cuda_pointer(const accelerator_view &av, const amp_view &view, amp_access access) {
	void *pointer = 0;
	check(amp_view_cuda_pointer(&view, av.get_handle(), access, &pointer));
	return pointer;
}

} // namespace details

namespace cuda {

/* ---- For CUDA libraries ------------------------------------------------- */

/* Commands that the program submits to the stream are executed after those that C++ AMP has submitted to the
 * view so far, and before those that it submits later. */
inline CUstream_st *get_stream(const accelerator_view &av) {
	return static_cast<CUstream_st *>(
	    details::check_cuda_handle(av, details::amp_accelerator_view_cuda_stream(av.get_handle())));
}

/* The device's primary context, which the CUDA runtime uses, too. */
inline CUctx_st *get_context(const accelerator_view &av) {
	return static_cast<CUctx_st *>(
	    details::check_cuda_handle(av, details::amp_accelerator_view_cuda_context(av.get_handle())));
}

/* The device's number, for cudaSetDevice and cuDeviceGet. */
inline int get_device(const accelerator &a) {
	const int device = details::amp_accelerator_get_info(a.get_handle())->cuda_device;
	if (device < 0)
		throw unsupported_feature("the accelerator is not a CUDA device");
	return device;
}
inline int get_device(const accelerator_view &av) { return get_device(av.get_accelerator()); }

/* Returns the first element's address on av's device, for commands that the program submits to
 * get_stream(av). If the elements are elsewhere, they are brought there, without waiting. The commands'
 * accesses are ordered with C++ AMP's uses of the same elements up to the next such use; call this again
 * after that. A section of a view must be contiguous. If all elements will be written, call discard_data()
 * first, and nothing is transferred. */
template <typename T, int N>
T *get_device_pointer(const accelerator_view &av, array<T, N> &a) {
	return static_cast<T *>(details::cuda_pointer<T, N>(av, a.describe(sizeof(T)), AMP_ACCESS_READ_WRITE));
}
template <typename T, int N>
const T *get_device_pointer(const accelerator_view &av, const array<T, N> &a) {
	return static_cast<const T *>(details::cuda_pointer<T, N>(av, a.describe(sizeof(T)), AMP_ACCESS_READ));
}
template <typename T, int N>
T *get_device_pointer(const accelerator_view &av, const array_view<T, N> &v) {
	return static_cast<T *>(details::cuda_pointer<T, N>(av, v.describe(sizeof(T)), AMP_ACCESS_READ_WRITE));
}
template <typename T, int N>
const T *get_device_pointer(const accelerator_view &av, const array_view<const T, N> &v) {
	return static_cast<const T *>(details::cuda_pointer<T, N>(av, v.describe(sizeof(T)), AMP_ACCESS_READ));
}

/* On the array's own accelerator_view. */
template <typename T, int N> T *get_device_pointer(array<T, N> &a) {
	return get_device_pointer(a.get_accelerator_view(), a);
}
template <typename T, int N> const T *get_device_pointer(const array<T, N> &a) {
	return get_device_pointer(a.get_accelerator_view(), a);
}

/* ---- From CUDA libraries ------------------------------------------------ */

/* Returns the accelerator with a device number. */
inline accelerator get_accelerator(int device) {
	return accelerator(L"cuda:" + std::to_wstring(device));
}

/* Creates an accelerator_view over a stream of the program, which must be of the device's primary context.
 * The stream must outlive the accelerator_view, whose last copy waits for the stream's commands. */
inline accelerator_view create_accelerator_view(const accelerator &a, CUstream_st *stream) {
	details::amp_accelerator_view *view = 0;
	details::check(details::amp_accelerator_view_adopt_stream(a.get_handle(), stream, &view));
	return accelerator_view(view);
}

/* Creates an array over device memory of the program, which must outlive the array and contains its elements,
 * dense and row-major. */
template <typename T, int N>
array<T, N> make_array(const extent<N> &shape, const accelerator_view &av, T *device_memory) {
	details::amp_buffer *buffer = 0;
	const std::size_t size = details::checked_size(shape) * sizeof(T);
	details::check(details::amp_buffer_adopt_device(av.get_handle(), device_memory, size, &buffer));
	return array<T, N>(details::adopt_buffer(), shape, buffer);
}

} // namespace cuda
} // namespace Concurrency

#elif !defined(__AMPCC__) || defined(__AMPCC_PARSE__) /* see <amp/c.h> */

/* amp_view_cuda_pointer() for an array or a view of C AMP. The result points to its element type, const for a
 * const view. NULL after an error. */
#define amp_cuda_pointer(v, av) \
	((__typeof__((v).data))amp_c_cuda_pointer(&(v), AMP_RANK_(v), AMP_SIZE_(v), (av), \
	                                          AMP_ACCESS_((v).data)))
/* amp_buffer_adopt_device() as an initializer of an array, over n (times m times k) elements at p. */
#define amp_cuda_array(av, p, ...) \
	{AMP_HEAD_(AMP_TYPED_(p), amp_c_cuda_array((av), (p), sizeof(*(p)), AMP_SHAPE_(__VA_ARGS__))), \
	 AMP_DENSE_(__VA_ARGS__)}

AMP_API void *amp_c_cuda_pointer(const void *view, unsigned rank, size_t element_size,
                                 amp_accelerator_view *av, amp_access access);
AMP_API amp_view_head amp_c_cuda_array(amp_accelerator_view *home, void *device_memory,
                                       size_t element_size, amp_shape_ shape);

#endif
#endif
