// Headers with AMP in folders: they are written beside the output as they are beside the source, the folders are made,
// and include lines lead to what is written, or to what stays where it is.
// RUN: mkdir -p %t/source/kernels %t/source/plain && cp %s %t/source/main.cpp
// RUN: printf '#pragma once\nenum { value = 7 };\n' >%t/source/plain/value.h
// RUN: printf '#pragma once\n#include "../plain/value.h"\n#include <amp.h>\ninline int twice(int x) restrict(amp);\n#include "twice.inl"\n' >%t/source/kernels/twice.h
// RUN: printf 'inline int twice(int x) restrict(amp) { return 2 * x + value; }\n' >%t/source/kernels/twice.inl
// RUN: printf '#pragma once\n#include "twice.h"\n' >%t/source/kernels/all.h
// RUN: %ampcc --amp-emit-cuda -o %t/out/cuda/main.cu %t/source/main.cpp
// RUN: %FileCheck %s <%t/out/cuda/main.cu
// CHECK: {{^}}#include "../../source/plain/value.h"{{$}}
// CHECK-NEXT: {{^}}#include "kernels/all.cuh"{{$}}
// RUN: grep -x '#include "twice.cuh"' %t/out/cuda/kernels/all.cuh
// RUN: grep -x '#include "../../../source/plain/value.h"' %t/out/cuda/kernels/twice.cuh
// RUN: grep -x '#include "twice.inl.cuh"' %t/out/cuda/kernels/twice.cuh && grep "return 2 [*] x" %t/out/cuda/kernels/twice.inl.cuh
// All files, or none, and no folder of a run that failed: of a header that cannot be written, too.
// RUN: mkdir -p %t/half && touch %t/half/kernels
// RUN: ! %ampcc --amp-emit-cuda -o %t/half/main.cu %t/source/main.cpp 2>%t/log
// RUN: grep "error: cannot .*half/kernels" %t/log && test "$(ls %t/half)" = kernels
// RUN: mkdir -p %t/taken/new/kernels && echo mine >%t/taken/new/kernels/all.cuh
// RUN: ! %ampcc --amp-emit-cuda -o %t/taken/new/main.cu %t/source/main.cpp 2>%t/log
// RUN: grep "all.cuh' is there, and is not ampcc's" %t/log && test "$(find %t/taken -type f)" = %t/taken/new/kernels/all.cuh
#include "plain/value.h"
#include "kernels/all.h"
using namespace concurrency;

int main()
{
	int data[value] = {};
	array_view<int> view(value, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = twice(i[0]); });
	view.synchronize();
	return data[0] != 7;
}
