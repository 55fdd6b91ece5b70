// The CUDA half of the benchmark.
#pragma once
#include <vector>

const int stream_dot_blocks = 1056; // eight for each of an H100's multiprocessors

template <typename T> class stream_cuda {
public:
	stream_cuda(const T *host, int n);
	~stream_cuda();
	stream_cuda(const stream_cuda &) = delete;
	void copy();
	void mul();
	void add();
	void triad();
	double dot();
	std::vector<T> result() const; // a, after the kernels

private:
	T *a_, *b_, *c_, *sums_;
	int n_;
};

// Seconds for n launches of a kernel with three pointers.
double stream_cuda_launches(int n);
