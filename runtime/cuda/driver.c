/* Loads libcuda at run time, so that a program starts and runs without it. */
#include "cuda/driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cuda_driver cuda;
static char absence[256]; /* why no GPU is available, or "" */

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
		const char *error = dlerror();
		snprintf(absence, sizeof(absence), "the NVIDIA driver is not installed: %s", error);
		/* A missing driver is common and no error; a wrong name is one. */
		if (is_named)
			fprintf(stderr, "amp: AMP_CUDA_LIBRARY: %s\n", error);
		return false;
	}
#define X(name, symbol, parameters) \
	if (!resolve(library, symbol, &cuda.name, sizeof(cuda.name))) { \
		snprintf(absence, sizeof(absence), "the NVIDIA driver is too old: it has no %s", symbol); \
		fprintf(stderr, "amp: %s\n", absence); \
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
	const char *text = NULL;
	cuda.GetErrorString(result, &text);
	snprintf(absence, sizeof(absence), "the NVIDIA driver cannot be used: %s", text ? text : "unknown error");
	if (result != CUDA_ERROR_NO_DEVICE)
		fprintf(stderr, "amp: %s\n", absence);
	return false;
}

const char *cuda_absence(void)
{
	return *absence ? absence : "the NVIDIA driver shows no GPU";
}

int amp_cuda_driver_version(void)
{
	int version = 0;
	amp_accelerator_count(); /* loads the driver */
	if (!cuda.DriverGetVersion || cuda.DriverGetVersion(&version) != CUDA_SUCCESS)
		return 0;
	return version;
}
