#!/bin/bash
# Builds the benchmarks without CUDA and compares all their results with those
# of the plain loops, at small sizes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
BENCH_OPTIMIZE=-O0 "$here/../../tools/bench/build" "$work" none
"$work/bench" --cpu --check
# And with those of the OpenCL kernels, where OpenCL and PoCL are installed.
"$work/bench" --pocl --check || [ $? = 2 ]
