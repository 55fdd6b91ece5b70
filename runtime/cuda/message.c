/* Messages of kernels that end a launch: direct3d_errorf, direct3d_abort. The driver does not give the
 * program what kernels print, so they write the format and its arguments to host memory (amp_kernel_message),
 * which is formatted here. */
#include "cuda/driver.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void cuda_message_attach(const amp_accelerator_view *queue, CUmodule module)
{
	struct cuda_device *d = cuda_device(queue->accelerator);
	CUstream stream = atomic_load(&queue->stream);
	CUdeviceptr variable;
	size_t size;
	/* Without it, kernels end without a message, which is not worth an error. */
	if (cuda.ModuleGetGlobal(&variable, &size, module, AMP_MESSAGE_VARIABLE) != CUDA_SUCCESS ||
	    size != sizeof(CUdeviceptr))
		return;
	amp_kernel_message *message = atomic_load(&d->message);
	if (!message) {
		void *memory;
		if (cuda.MemHostAlloc(&memory, sizeof(*message),
		                      CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP) !=
		    CUDA_SUCCESS)
			return;
		message = memset(memory, 0, sizeof(*message));
		message->is_checked = checks_accesses();
		atomic_store(&d->message, message);
	}
	/* The address is the same on the device. Wait, since other streams do not. */
	if (cuda.MemcpyHtoDAsync(variable, &message, sizeof(message), stream) == CUDA_SUCCESS)
		cuda.StreamSynchronize(stream);
}

/* ---- Formatting -------------------------------------------------------- */

struct output {
	char *text;
	size_t size, used;     /* >= size if the text was truncated */
};

static void print(struct output *o, const char *format, ...)
{
	va_list values;
	if (o->used >= o->size)
		return;
	va_start(values, format);
	int n = vsnprintf(o->text + o->used, o->size - o->used, format, values);
	va_end(values);
	if (n > 0)
		o->used += (size_t)n;
}

struct argument {
	char kind;             /* i, d or s; 0: no argument */
	long long i;
	double d;
	const char *s;
};

struct arguments {
	const char *at, *end;
};

static struct argument next_argument(struct arguments *a)
{
	struct argument next = {0};
	size_t left = (size_t)(a->end - a->at);
	if (left < 2)
		return next;
	const char kind = *a->at++;
	size_t size = sizeof(long long);
	if (kind == 's') {
		const char *zero = memchr(a->at, 0, left - 1);
		if (!zero)
			return next;
		next.s = a->at;
		size = (size_t)(zero - a->at) + 1;
	} else if (left - 1 < size) {
		return next;
	} else if (kind == 'd') {
		memcpy(&next.d, a->at, sizeof(next.d));
	} else {
		memcpy(&next.i, a->at, sizeof(next.i));
	}
	next.kind = kind;
	a->at += size;
	return next;
}

/* Converts an integer argument to the type that printf would have read. */
static long long as_declared(long long i, const char *length, bool is_unsigned)
{
	const int bits = strcmp(length, "hh") == 0 ? 8 : strcmp(length, "h") == 0 ? 16 : *length ? 64 : 32;
	const unsigned long long lower = (unsigned long long)i << (64 - bits);
	return is_unsigned ? (long long)(lower >> (64 - bits)) : (long long)lower >> (64 - bits);
}

/* Prints one conversion, which begins behind its %. Returns what follows it. */
static const char *print_conversion(struct output *o, const char *f, struct arguments *a)
{
	char spec[64] = "%", length[3] = "";
	size_t n = 1;
	while (*f && strchr("-+ #0123456789.*", *f) && n < sizeof(spec) - 16) {
		if (*f++ != '*')
			spec[n++] = f[-1];
		else
			n += (size_t)snprintf(spec + n, 12, "%d", (int)next_argument(a).i);
	}
	for (size_t i = 0; *f && strchr("hljztL", *f); f++)
		if (i < 2)
			length[i++] = *f;
	const char conversion = *f ? *f++ : '%';
	if (conversion == '%') {
		print(o, "%%");
		return f;
	}
	const struct argument value = next_argument(a);
	snprintf(spec + n, sizeof(spec) - n, "%s%c", strchr("diuxXo", conversion) ? "ll" : "",
	         conversion);
	if (value.kind == 'i' && strchr("diuxXo", conversion))
		print(o, spec, as_declared(value.i, length, !strchr("di", conversion)));
	else if (value.kind == 'i' && conversion == 'c')
		print(o, spec, (int)value.i);
	else if (value.kind == 'i' && conversion == 'p')
		print(o, spec, (void *)(uintptr_t)value.i);
	else if (value.kind == 'd' && strchr("aAeEfFgG", conversion))
		print(o, spec, value.d);
	else if (value.kind == 's' && conversion == 's')
		print(o, spec, value.s);
	else
		print(o, "?"); /* the argument is missing or of another type */
	return f;
}

void cuda_message_format(const amp_kernel_message *message, char *text, size_t size)
{
	const char *f = message->bytes;
	struct output o = {text, size, 0};
	struct arguments a = {f + strlen(f) + 1, f + message->size};
	*text = 0;
	while (*f) {
		if (*f == '%') {
			f = print_conversion(&o, f + 1, &a);
			continue;
		}
		size_t plain = strcspn(f, "%");
		print(&o, "%.*s", (int)plain, f);
		f += plain;
	}
}

bool cuda_message_text(const struct cuda_device *d, char *text, size_t size)
{
	const amp_kernel_message *message = atomic_load(&d->message);
	if (!message || *(const volatile unsigned *)&message->state != 2)
		return false;
	atomic_thread_fence(memory_order_acquire);
	cuda_message_format(message, text, size);
	size_t n = strlen(text);
	while (n > 0 && text[n - 1] == '\n')
		text[--n] = 0; /* the caller continues the line */
	return true;
}
