#!/bin/bash
# .cu inputs go through nvcc, and link with the rest.
. "$(dirname "$0")/lib.sh"
command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ] || exit 77

cat >kernel.cu <<'END'
#include "value.h"
#include <cuda_runtime.h>
template <class T> __global__ void fill(T *p, T x) { p[threadIdx.x] = x; }
extern "C" int devices() { int n = 0; if (cudaGetDeviceCount(&n) != cudaSuccess) n = 0;
	if (n < 0) fill<int><<<1, 32>>>(nullptr, VALUE); return n; }
END
echo '#define VALUE 4' >value.h
echo 'extern "C" int devices(); int main() { return devices() < 0; }' >main.cpp

check 'object' "$AMPCC" -c kernel.cu -O2 -std=c++17 -Wall -fPIC -DNAME='"a,b"'
check 'link by parts' bash -c \
	'"$AMPCC" -c main.cpp && "$AMPCC" main.o kernel.o -L"$(dirname "$(readlink -f "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)")")/../lib64" -lcudart_static -ldl -lrt -lpthread -o parts && ./parts'
check 'in one command' bash -c '"$AMPCC" --amp-arch=sm_90 -MMD -MF one.d main.cpp kernel.cu -o one && ./one'
check 'dependencies' bash -c '"$AMPCC" --amp-arch=sm_90 -MMD -MP -c kernel.cu -o k.o && grep -q "^k.o *:" k.d && grep -q value.h k.d'
check 'an architecture' bash -c '"$AMPCC" --amp-arch=sm_86 --amp-verbose -c kernel.cu 2>&1 | grep -q code=sm_86'
check 'in nvcc words' bash -c \
	'"$AMPCC" -gencode arch=compute_80,code=sm_80 --amp-verbose -c kernel.cu 2>&1 | grep -qv sm_90'
check 'none for the CPU' bash -c \
	'! "$AMPCC" --amp-arch=none -c kernel.cu 2>none.txt && grep -q "kernel.cu. is CUDA, which is not compiled for the CPU alone" none.txt'
finish
