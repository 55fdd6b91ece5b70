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
// What is not compiled with these options stays as it is, and a note says where.
// RUN: printf '#include <amp.h>\n#ifdef OTHER\nint g(int x) restrict(amp) { return x; }\n#endif\nint f(int x) restrict(cpu, amp) { return x; }\n' >%t/other.cpp
// RUN: %ampcc --amp-emit-cuda -o %t/other.cu %t/other.cpp 2>%t/log && grep 'other.cpp:3: note: C++ AMP in code that is not compiled with these options: it stays as it is' %t/log
// RUN: grep -x 'int g(int x) restrict(amp) { return x; }' %t/other.cu
// A file that is included several times, each time as something else, is a file for each inclusion.
// RUN: mkdir -p %t/x && printf '// for T\nstatic void OF(square)(concurrency::array_view<T> v)\n{\n\tparallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] *= v[i]; });\n}\n#undef T\n' >%t/x/of.h && printf 'OP(add, a + b)\nOP(less, a < b ? a : b)\n' >%t/x/ops.inc
// RUN: printf '#include <amp.h>\n#define OF__(n, t) n##_##t\n#define OF_(n, t) OF__(n, t)\n#define OF(n) OF_(n, T)\n#define T int\n#include "of.h"\n#define T float\n#include "of.h"\n#define OP(n, e) static int n(int a, int b) restrict(cpu, amp) { return e; }\n#include "ops.inc"\n#undef OP\n#define OP(n, e) #n,\nconst char *names[] = {\n#include "ops.inc"\n};\n#undef OP\n#define OP(n, e) void run_##n(concurrency::array_view<int> v) { parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = n(v[i], 2); }); }\n#include "ops.inc"\n' >%t/x/x.cpp
// RUN: cd %t/x && %ampcc --amp-emit-cuda=out x.cpp && cat out/x.cu out/of.cuh out/of_2.cuh out/ops.inc{,_2,_3}.cuh | %FileCheck %s --check-prefix=X && test "$(ls out | wc -l)" = 7
// X: #define T int
// X-NEXT: #include "of.cuh"
// X-NEXT: #define T float
// X-NEXT: #include "of_2.cuh"
// X: #include "ops.inc.cuh"
// X: #include "ops.inc_2.cuh"
// X: #include "ops.inc_3.cuh"
// X: // for T
// X: struct square_int_kernel {
// X: static void OF(square)(concurrency::array_view<T> v)
// X-NEXT: {
// X-NEXT: parallel_for_each(v.extent, square_int_kernel{v});
// X: // for T
// X: struct square_float_kernel {
// X: __host__ __device__ OP(add, a + b)
// X: Made by ampcc from ops.inc.
// X-NEXT: {{^}}OP(add, a + b)
// X: struct run_less_kernel {
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
