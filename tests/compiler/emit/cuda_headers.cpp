// CUDA's headers stay #include lines, in a directory of -I, too: nvcc brings what
// is in them along.
// RUN: mkdir -p %t/cuda && touch %t/cuda/cuda_runtime_api.h && echo 'enum library { of_library };' > %t/cuda/library.h
// RUN: mkdir -p %t/own && echo 'enum own { of_own };' > %t/own/own.h
// RUN: %ampcc --amp-dump-device -o - -I%t/cuda -I%t/own %s | sed -E '/[/][/] (CHECK|RUN)/d' | %FileCheck %s
#include <amp.h>
#include "library.h"
#include "own.h"
// CHECK-NOT: of_library }
// CHECK: #include "{{.*}}library.h"
// CHECK: enum own { of_own };
using namespace concurrency;
void f(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = of_own; });
}
