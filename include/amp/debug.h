/* Output and errors of kernels, as in Microsoft's reference: direct3d_printf, direct3d_errorf,
 * direct3d_abort.
 *
 * Text is written to standard output; from a GPU, when the program waits for it. An error ends the calling
 * thread of the kernel. On the CPU accelerator, its parallel_for_each then throws a runtime_exception with
 * the message. On a GPU, the kernel faults: the next synchronization throws accelerator_view_removed, with
 * the message, and the process cannot use the GPU any more. */
#ifndef AMPCC_DEBUG_H
#define AMPCC_DEBUG_H

#include <amp/config.h>

#include <cstdarg>
#include <cstdio>
#include <type_traits>

#if defined(__CUDA_ARCH__) && !defined(__NVCC__) && !defined(__AMPCC_PARSE__)
/* clang turns calls of this into calls of CUDA's vprintf. */
extern "C" __device__ int printf(const char *, ...);
#endif

#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__)
#include <amp/message.h>
#endif

#if defined(__NVCC__)
/* A format with nothing to write is none of the program's. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
#endif

namespace Concurrency {

namespace details {

/* Ends a thread of a kernel on the CPU accelerator; see cpu_kernel.h. */
struct kernel_abort {};

/* Writes the bytes of an amp_kernel_message. */
class message_writer {
public:
	AMP_CPU_AMP explicit message_writer(amp_kernel_message *message) : to(message) { to->size = 0; }

	AMP_CPU_AMP void format(const char *text) { characters(text); }
	AMP_CPU_AMP void value(const char *text) {
		put('s');
		characters(text);
	}
	AMP_CPU_AMP void value(double number) { bytes('d', number); }
	AMP_CPU_AMP void value(const void *pointer) { bytes('i', reinterpret_cast<long long>(pointer)); }
	template <typename T>
	AMP_CPU_AMP typename std::enable_if<std::is_integral<T>::value || std::is_enum<T>::value>::type
	value(T number) {
		bytes('i', static_cast<long long>(number));
	}

private:
	AMP_CPU_AMP void put(char c) {
		if (to->size < sizeof(to->bytes))
			to->bytes[to->size++] = c;
	}
	AMP_CPU_AMP __attribute__((noinline)) void characters(const char *text) {
		for (; *text && to->size + 1 < sizeof(to->bytes); text++)
			put(*text);
		put('\0');
	}
	template <typename T> AMP_CPU_AMP __attribute__((noinline)) void bytes(char kind, T number) {
		put(kind);
		for (unsigned i = 0; i < sizeof(number); i++)
			put(reinterpret_cast<const char *>(&number)[i]);
	}

	amp_kernel_message *to;
};

} // namespace details

#if defined(__CUDACC__) || defined(__AMPCC_PARSE__)

namespace details {

/* Writes a message for the exception. The first message is kept, and no thread ends the kernel before the
 * message is complete. */
template <typename... T>
AMP_AMP __attribute__((noinline)) void leave_message(const char *format, T... values) {
#if defined(AMP_ON_DEVICE)
	amp_kernel_message *const message = amp_kernel_message_of_unit;
	if (!message)
		return;
	unsigned empty = 0;
#if !defined(__NVCC__)
	const bool is_first = __atomic_compare_exchange_n(&message->state, &empty, 1u, false,
	                                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#else
	const bool is_first = atomicCAS(&message->state, empty, 1u) == empty;
#endif
	volatile unsigned *const state = &message->state;
	if (is_first) {
		message_writer writer(message);
		writer.format(format);
		const int unused[] = {0, (writer.value(values), 0)...};
		(void)unused;
		__threadfence_system();
		*state = 2;
		__threadfence_system();
	}
	while (*state != 2) {
	}
#elif defined(AMP_HOST_CODE)
	char message[1024];
	std::snprintf(message, sizeof message, format, values...);
	amp_cpu_fail(message);
#else
	(void)format;
	const int unused[] = {0, ((void)values, 0)...};
	(void)unused;
#endif
}

AMP_AMP inline void end_kernel() {
#if defined(AMP_ON_DEVICE)
	asm volatile("trap;");
#elif defined(AMP_HOST_CODE)
	throw kernel_abort();
#endif
}

} // namespace details

/* Templates, since CUDA has no variadic functions with an ellipsis. */
template <typename... T> AMP_AMP inline void direct3d_printf(const char *format, T... values) {
#if defined(AMP_ON_DEVICE) || defined(AMP_HOST_CODE)
	printf(format, values...);
#else
	(void)format;
	const int unused[] = {0, ((void)values, 0)...};
	(void)unused;
#endif
}

AMP_AMP inline void direct3d_abort() {
	details::leave_message("Reference Rasterizer: Shader abort instruction hit"); /* as Microsoft's */
	details::end_kernel();
}

template <typename... T> AMP_AMP inline void direct3d_errorf(const char *format, T... values) {
	direct3d_printf(format, values...);
	details::leave_message(format, values...);
	details::end_kernel();
}

#else

__attribute__((format(printf, 1, 2))) inline void direct3d_printf(const char *format, ...) {
	va_list values;
	va_start(values, format);
	std::vprintf(format, values);
	va_end(values);
}

inline void direct3d_abort() {
	details::amp_cpu_fail("Reference Rasterizer: Shader abort instruction hit"); /* as Microsoft's */
	throw details::kernel_abort();
}

__attribute__((format(printf, 1, 2))) inline void direct3d_errorf(const char *format, ...) {
	char message[1024];
	va_list values;
	va_start(values, format);
	std::vsnprintf(message, sizeof message, format, values);
	va_end(values);
	std::fputs(message, stdout);
	details::amp_cpu_fail(message);
	throw details::kernel_abort();
}

#endif

} // namespace Concurrency

#if defined(__NVCC__)
#pragma GCC diagnostic pop
#endif

#endif
