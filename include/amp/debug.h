/* Output and errors of kernels, as in Microsoft's reference: direct3d_printf,
 * direct3d_errorf, direct3d_abort.
 *
 * Text goes to standard output, from a GPU when the program waits for it. An
 * error ends the thread of the kernel that called. On the CPU accelerator its
 * parallel_for_each then throws a runtime_exception with the message; on a GPU
 * the kernel has faulted: the next synchronization throws
 * accelerator_view_removed, and the GPU can do no more in this process. The
 * message is not in that exception: the driver, which formats it, only prints it. */
#ifndef AMPCC_DEBUG_H
#define AMPCC_DEBUG_H

#include <amp/config.h>

#include <cstdarg>
#include <cstdio>

#if defined(__CUDA_ARCH__) && defined(__clang__) && !defined(__AMPCC_PARSE__)
/* clang makes calls of CUDA's vprintf of calls of this. */
extern "C" __device__ int printf(const char *, ...);
#endif

namespace Concurrency {

#if defined(__CUDACC__) || defined(__AMPCC_PARSE__)

/* Templates, since CUDA has no functions with an ellipsis. */
template <typename... T> AMP_AMP inline void direct3d_printf(const char *format, T... values) {
#if defined(AMP_ON_DEVICE)
	printf(format, values...);
#else
	(void)format;
	const int unused[] = {0, ((void)values, 0)...};
	(void)unused;
#endif
}

AMP_AMP inline void direct3d_abort() {
#if defined(AMP_ON_DEVICE)
	asm volatile("trap;");
#endif
}

template <typename... T> AMP_AMP inline void direct3d_errorf(const char *format, T... values) {
	direct3d_printf(format, values...);
	direct3d_abort();
}

#else

namespace details {

/* Ends a thread of a kernel on the CPU accelerator; see kernel.h. */
struct kernel_abort {};

} // namespace details

__attribute__((format(printf, 1, 2))) inline void direct3d_printf(const char *format, ...) {
	va_list values;
	va_start(values, format);
	std::vprintf(format, values);
	va_end(values);
}

inline void direct3d_abort() {
	amp_cpu_fail("Reference Rasterizer: Shader abort instruction hit"); /* as Microsoft's */
	throw details::kernel_abort();
}

__attribute__((format(printf, 1, 2))) inline void direct3d_errorf(const char *format, ...) {
	char message[1024];
	va_list values;
	va_start(values, format);
	std::vsnprintf(message, sizeof message, format, values);
	va_end(values);
	std::fputs(message, stdout);
	amp_cpu_fail(message);
	throw details::kernel_abort();
}

#endif

} // namespace Concurrency

#endif
