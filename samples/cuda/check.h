// Checks the results of CUDA's functions, as C++ AMP throws exceptions.
#ifndef CHECK_H
#define CHECK_H

#include <cstdio>
#include <cstdlib>

#define CHECK(call) check(call, #call, __FILE__, __LINE__)

inline void check(cudaError_t result, const char *call, const char *file, int line)
{
	if (result == cudaSuccess)
		return;
	std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(result));
	std::exit(1);
}

#endif
