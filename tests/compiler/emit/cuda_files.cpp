// What --amp-emit-cuda makes of files that are not plain, and of programs without kernels.
// A file keeps its byte order mark, in front of the comment, and the ends of its lines.
// RUN: mkdir -p %t && { printf '\357\273\277'; sed 's/$/\r/' %s; } >%t/windows.cpp
// RUN: %ampcc --amp-emit-cuda -DSIZE=4 -o %t/windows.cu %t/windows.cpp
// RUN: test "$(head -c 5 %t/windows.cu)" = "$(printf '\357\273\277//')" && ! grep -v "$(printf '\r')\$" %t/windows.cu
// RUN: %ampcc --amp-emit-cuda -DSIZE=4 -o %t/unix.cu %s && %FileCheck %s <%t/unix.cu
// RUN: tr -d '\r' <%t/windows.cu | tail -c +4 | tail -n +3 | diff - <(tail -n +3 %t/unix.cu)
// void main() and white space that Visual C++ knows are of the file, too.
// RUN: printf '#include <amp.h>\n\302\240\nvoid main()\n{\n\tint a[2];\n\tconcurrency::array_view<int> v(2, a);\n\tconcurrency::parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = 1; });\n}\n' >%t/main.cpp
// RUN: %ampcc --amp-emit-cuda -o - %t/main.cpp | grep -x 'int  main()'
// CUDA is none of its inputs.
// RUN: ! %ampcc --amp-emit-cuda -o %t/again.cu %t/unix.cu 2>%t/log && grep "unix.cu' is CUDA already" %t/log && ! test -e %t/again.cu
// Without kernels a file stays as it is, but for functions that have restrictions; without AMP, all of it.
// RUN: printf '#include <amp.h>\nint f(int x) restrict(cpu, amp) { return x; }\n\tint main( ) { return f(0); }\n' >%t/function.cpp
// RUN: %ampcc --amp-emit-cuda -o %t/function.cu %t/function.cpp
// RUN: printf '#include <amp.h>\n__host__ __device__ int f(int x) { return x; }\n\tint main( ) { return f(0); }\n' | diff - <(tail -n +3 %t/function.cu)
// RUN: printf '#include <cstdio>\n\tint main( ) { std::puts("plain"); }\n' >%t/plain.cpp
// RUN: cd %t && %ampcc --amp-emit-cuda plain.cpp && diff plain.cpp <(tail -n +3 plain.amp.cu)
// RUN: printf 'int main(void) { return 0; }\n' >%t/plain.c
// RUN: ! %ampcc --amp-emit-cuda -o %t/c.cu %t/plain.c 2>%t/log && grep "plain.c' has no kernels" %t/log && ! test -e %t/c.cu
#include <amp.h>
using namespace concurrency;

// CHECK: #include <amp.h>
// CHECK-NEXT: #define SIZE 4
// CHECK: struct fill_kernel {
void fill(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = SIZE;
	});
}
