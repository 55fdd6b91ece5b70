/* What tests ask of the mock driver, and the form of its kernels. */
#ifndef MOCK_CUDA_H
#define MOCK_CUDA_H

#include <amp/runtime.h>

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns a function of the driver that AMP_CUDA_LIBRARY names, to be cast to its type; without it, the test program
 * fails. */
static inline void (*mock_function(const char *name))(void)
{
	const char *library = getenv("AMP_CUDA_LIBRARY");
	void *mock = library ? dlopen(library, RTLD_NOW) : NULL, *function = mock ? dlsym(mock, name) : NULL;
	if (!function) {
		fprintf(stderr, "AMP_CUDA_LIBRARY must name the mock driver\n");
		exit(1);
	}
	return (void (*)(void))(uintptr_t)function;
}

/* A kernel is a variable of this type in the test program, named by the symbol
 * that amp_kernel has. The result is a CUresult: not 0 is a fault, after which
 * every call on the device fails with it. */
struct mock_kernel {
	int (*run)(const void *image, const amp_domain *domain, const unsigned grid[3],
	           const unsigned block[3]);
	size_t image_size;
	/* amp_kernel.wide_symbol: origins follow the domain, and the first is the
	 * pointer that the image begins with. */
	int has_pointers;
};

/* The n-th call from now (1: the next) of the function, NULL: of any that may
 * fail, returns result instead; n == 0: none. */
void mock_cuda_fail(const char *function, unsigned n, int result);
/* Calls so far, of all functions that use the device. */
unsigned mock_cuda_calls(void);
/* Device allocations that live. */
unsigned mock_cuda_live(void);
/* Bytes of host memory that are registered. */
size_t mock_cuda_registered(void);
/* Texture objects that live. */
unsigned mock_cuda_textures(void);
/* Each device has so many bytes from now on; 0: any number. */
void mock_cuda_limit(size_t bytes);

#endif
