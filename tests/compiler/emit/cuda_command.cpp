// The command in the first comment of what --amp-emit-cuda writes: the file that is written, the options that nvcc
// needs, and none for what is a line of the file.
// RUN: mkdir -p %t/'a b' && echo 'enum { of_header };' >%t/'a b'/some.h && echo '#define FORCED 1' >%t/forced.h
// RUN: cd %t && %ampcc --amp-emit-cuda -I'a b' -isystem ./c,d -std=gnu++20 -O2 -ffp-contract=off -fopenmp -Wall -DSIZE=3 -D_OF_HEADERS -include %t/forced.h -lm -o "it's new/other.cu" %s
// RUN: cd %t && head -5 "it's new/other.cu" | %FileCheck %s
// CHECK: // nvcc -std=c++20 -arch=native 'it'\''s new/other.cu' -o 'it'\''s new/other' '-Ia b' -isystem './c\,d' -D_OF_HEADERS -fmad=false -O2 -Xcompiler -fno-strict-aliasing -Xcompiler -fopenmp -lm -I{{[^ ]*}}/include {{.*}}-lamprt{{$}}
// CHECK-NEXT: #include <amp.h>
// CHECK-NEXT: #define SIZE 3
// CHECK-NEXT: #include "{{.*}}forced.h"
// With -c an object file; the name of standard output's is the source's, and another suffix than nvcc's gets a word.
// RUN: cd %t && %ampcc --amp-emit-cuda -c -I'a b' -DSIZE=2 -DFORCED -o - %s | head -2 | %FileCheck --check-prefix=OBJECT %s
// OBJECT: // nvcc -std=c++17 -arch=native -c cuda_command.cu -o cuda_command.o '-Ia b' -I{{[^ ]*}}/include{{$}}
// RUN: cd %t && %ampcc --amp-emit-cuda -I'a b' -DSIZE=2 -DFORCED -o other.txt %s && head -2 other.txt | %FileCheck --check-prefix=SUFFIX %s
// SUFFIX: // nvcc -std=c++17 -arch=native -xcu other.txt -o other '-Ia b' -I{{.*}} -lamprt
#include <amp.h>
#include "some.h"
using namespace concurrency;

int main()
{
	int data[SIZE] = {};
	array_view<int> view(SIZE, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = of_header + FORCED; });
	view.synchronize();
}
