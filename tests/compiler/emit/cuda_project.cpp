// --amp-emit-cuda=DIR: the sources of the command line, below the current folder, and what they include.
// RUN: mkdir -p %t/project/lib %t/outside && cd %t/project && cp %s main.cpp
// RUN: cd %t/project && printf '#pragma once\n#include <amp.h>\nint twice(int x) restrict(amp);\ninline int twice(int x) restrict(amp) { return 2 * x; }\n' >lib/twice.h
// RUN: cd %t/project && printf '#pragma once\n#define SIDE 7\n' >lib/side.h && printf '#pragma once\n' >%t/outside/empty.h
// RUN: cd %t/project && %ampcc --amp-emit-cuda=%t/out/cuda -I%t/outside -DLEAST=1 -pthread -lm main.cpp 2>log && cat log | %FileCheck --check-prefix=LOG %s
// LOG-DAG: ampcc: main.cpp: {{[0-9]+}} edits, 1 kernel: {{.*}}/out/cuda/main.cu
// LOG-DAG: ampcc: lib/twice.h: 4 edits, 0 kernels: {{.*}}/out/cuda/lib/twice.cuh
// RUN: cd %t/out/cuda && cmp lib/side.h %t/project/lib/side.h && ! test -e empty.h && cat main.cu CMakeLists.txt | %FileCheck %s
// CHECK: // Made by ampcc from main.cpp.
// CHECK: #define LEAST 1
// CHECK: #include "lib/side.h"
// CHECK-NEXT: #include "lib/twice.cuh"
// CHECK: project(project LANGUAGES CXX CUDA)
// CHECK: COMPILE_OPTIONS "-std=c++17" "-I{{.*}}/outside"
// CHECK: add_executable(main "main.cu")
// CHECK-NEXT: target_link_libraries(main PRIVATE ${AMP_LIBRARY} "-lm" "-pthread")
// A folder that is the project's own, an output, what is no source, a source elsewhere, no source at all, no such commands.
// RUN: cd %t/project && ! %ampcc --amp-emit-cuda=. main.cpp 2>log && grep "this is the project's own folder" log
// RUN: cd %t/project && ! %ampcc --amp-emit-cuda=new -o x main.cpp 2>log && grep 'with -o, which is for one source' log
// RUN: cd %t/project && touch x.o && ! %ampcc --amp-emit-cuda=new x.o 2>log && grep "x.o' is no source of C, C++ or CUDA" log
// Sources of CUDA stay, with what they include.
// RUN: cd %t/project && mkdir gpu && printf '#include "side.cuh"\n#include <cuda_runtime.h>\n// int main()\n__global__ void k(int *p) { *p = SIDE; }\nstatic void run() { k<<<1, 1>>>(0); }\n' >gpu/k.cu && printf '#include "../lib/side.h"\n' >gpu/side.cuh
// RUN: cd %t/project && %ampcc --amp-emit-cuda=mixed -Wall -O2 gpu/k.cu main.cpp -DLEAST=1 && cmp gpu/k.cu mixed/gpu/k.cu && cmp gpu/side.cuh mixed/gpu/side.cuh && %FileCheck --check-prefix=MIXED %s <mixed/CMakeLists.txt
// RUN: cd %t/project && %ampcc --amp-emit-cuda=mixed -Wall -O2 gpu/k.cu main.cpp -DLEAST=1
// MIXED: "gpu/k.cu"
// MIXED-NEXT: PROPERTY COMPILE_OPTIONS "-Xcompiler" "-Wall" "-O2" "-DLEAST=1"
// MIXED: add_library(project_parts STATIC
// MIXED-NEXT: "gpu/k.cu")
// RUN: cd %t/outside && ! %ampcc --amp-emit-cuda=new ../project/main.cpp 2>log && grep "run ampcc in the project's folder" log
// RUN: cd %t/project && ! %ampcc --amp-emit-cuda=new 2>log && grep 'no sources; -p names compile_commands.json' log
// RUN: cd %t/project && ! %ampcc --amp-emit-cuda=new -p lib 2>log && grep "cannot read 'lib/compile_commands.json'" log
// RUN: cd %t/project && ! %ampcc --amp-emit-cuda= main.cpp 2>log && grep "needs a value" log
// A class with a pointer to a class that only one source defines. It is in no kernel, so that nobody needs to know what it holds.
// RUN: cd %t/project && printf '#pragma once\n#include <amp.h>\nclass part {\n\tstruct impl;\n\timpl *p;\n\npublic:\n\tvoid run();\n\tint n;\n};\n' >lib/part.h
// RUN: cd %t/project && printf '#include "part.h"\nstruct part::impl { concurrency::array_view<int> v; };\nvoid part::run() { auto v = p->v; parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i]++; }); }\n' >lib/part.cpp
// RUN: cd %t/project && printf '#include "lib/part.h"\nint twice(const part &p) { return p.n; }\n' >user.cpp
// RUN: cd %t/project && %ampcc --amp-emit-cuda=parts lib/part.cpp user.cpp && grep "struct run_kernel;" parts/lib/part.cuh && rm user.cpp
// A header with AMP that is outside.
// RUN: mv %t/project/lib/twice.h %t/outside && cd %t/project && printf '#include "../../outside/twice.h"\n' >lib/twice.h
// RUN: cd %t/project && ! %ampcc --amp-emit-cuda=new main.cpp 2>log && grep "outside/twice.h' has C++ AMP, and is outside of" log
// A header that two sources need differently: the other one has a function of that name for the CPU.
// RUN: mv %t/outside/twice.h %t/project/lib && cd %t/project && printf 'int twice(int x);\n#include "lib/twice.h"\n' >other.cpp
// RUN: cd %t/project && ! %ampcc --amp-emit-cuda=new main.cpp other.cpp 2>log && cat log | %FileCheck --check-prefix=DIFFERS %s && ! test -e new
// DIFFERS: lib/twice.h:3: error: in CUDA this would be one thing for '{{main|other}}.cpp' and another for '{{main|other}}.cpp'
// A source with AMP that one target compiles as the other does; or not.
// RUN: cd %t/project && sed 's/@/-DA=1/g' >compile_commands.json <<<'[{"directory": "%t/project", "file": "main.cpp", "command": "c++ @ -c -o a.o main.cpp"}, {"directory": "%t/project", "file": "main.cpp", "command": "c++ -DA=1 -c -o b.o main.cpp"}]'
// RUN: cd %t/project && %ampcc --amp-emit-cuda=once -p . && test $(grep -c 'main.cu"' once/CMakeLists.txt) = 2
// RUN: cd %t/project && sed -i 's/-DA=1 -c -o b/-DA=2 -c -o b/' compile_commands.json && ! %ampcc --amp-emit-cuda=new -p . 2>log && grep "'main.cpp' is compiled twice" log
#include "lib/side.h"
#include "lib/twice.h"
using namespace concurrency;

int main()
{
	int data[SIDE] = {};
	array_view<int> view(SIDE, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = twice(i[0]); });
	view.synchronize();
	return data[0] != 7;
}
