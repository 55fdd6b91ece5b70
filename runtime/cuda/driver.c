/* libcuda at run time: a program starts and runs without one. */
#include "cuda/driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cuda_driver cuda;

/* ISO C has no conversion from dlsym's result to a function pointer. */
static bool resolve(void *library, const char *symbol, void *field, size_t size)
{
	void *found = dlsym(library, symbol);
	if (found)
		memcpy(field, &found, size);
	return found != NULL;
}

bool cuda_driver_load(void)
{
	const char *path = getenv("AMP_CUDA_LIBRARY");
	bool is_named = path && *path;
	void *library = dlopen(is_named ? path : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		/* No driver is a common thing; a wrong name is a mistake. */
		if (is_named)
			fprintf(stderr, "amp: AMP_CUDA_LIBRARY: %s\n", dlerror());
		return false;
	}
#define X(name, symbol, parameters) \
	if (!resolve(library, symbol, &cuda.name, sizeof(cuda.name))) { \
		fprintf(stderr, "amp: the NVIDIA driver is too old: it has no %s\n", symbol); \
		return false; \
	}
	CUDA_FUNCTIONS(X)
#undef X
#define X(name, symbol, parameters) resolve(library, symbol, &cuda.name, sizeof(cuda.name));
	CUDA_OPTIONAL_FUNCTIONS(X)
#undef X
	CUresult result = cuda.Init(0);
	if (result == CUDA_SUCCESS)
		return true;
	if (result != CUDA_ERROR_NO_DEVICE) {
		const char *text = NULL;
		cuda.GetErrorString(result, &text);
		fprintf(stderr, "amp: the NVIDIA driver cannot be used: %s\n",
		        text ? text : "unknown error");
	}
	return false;
}
