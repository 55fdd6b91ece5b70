// CUDA errors end the program, with their names.
#pragma once

#include <cstdio>
#include <cstdlib>

#define cuda_check(call) cuda_check_at(call, __FILE__, __LINE__)

static inline void cuda_check_at(cudaError_t e, const char *file, int line)
{
	if (e == cudaSuccess)
		return;
	std::fprintf(stderr, "%s:%d: CUDA: %s\n", file, line, cudaGetErrorString(e));
	std::exit(1);
}
