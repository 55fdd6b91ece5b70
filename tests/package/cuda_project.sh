#!/bin/bash
# cuda_project.sh BUILD SOURCE NVCC [OPTION...]: a project of several folders becomes one of CUDA, which CMake builds with
# nvcc alone; of ampcc, with --amp-vendor, nothing else is needed, and the folder may move.
. "$(dirname "$0")/lib.sh"
nvcc=$version
shift 3
cp -r "$source/tests/package/cuda-project" project
mkdir project/build
sed "s|@ROOT@|$PWD/project|g" "$source/tests/package/cuda-project/compile_commands.json" >project/build/compile_commands.json
cd project || exit 1

check 'converts' bash -c '"$AMPCC" --amp-emit-cuda=cuda -p build/compile_commands.json 2>log || { cat log; false; }'
[ -d cuda ] || finish
check 'says of a header what it has become' \
	grep -x 'ampcc: include/kernels/scale.h: [0-9]* edits, 3 kernels: cuda/include/kernels/scale.cuh' log
check 'the tree is as it was' diff - <(cd cuda && find . -type f | LC_ALL=C sort) <<'END'
./CMakeLists.txt
./include/kernels/scale.cuh
./include/kernels/shape.h
./include/plain/limits.h
./src/limits.cpp
./src/main.cu
./src/run.cu
./src/run.cuh
./src/tools/main.cpp
END
check 'what has no AMP stays' diff src/tools/main.cpp cuda/src/tools/main.cpp
check 'one branch was for one source' grep -q '^struct square_kernel' cuda/include/kernels/scale.cuh
check 'the other for the other' grep -q '^struct add_kernel' cuda/include/kernels/scale.cuh
check 'all kernels of a class are declared in it' \
	diff <(sed -n 's/^\t\(struct .*;\)$/\1/p' cuda/src/run.cuh | sort) - <<'END'
struct count_2_kernel;
struct count_kernel;
END
check 'most lines stay' bash -c "test \$(diff include/kernels/scale.h cuda/include/kernels/scale.cuh | grep -c '^<') -lt 13"
cp -r cuda before
check 'converts twice' "$AMPCC" --amp-emit-cuda=cuda -p build
check 'into the same' diff -r before cuda
echo >>cuda/src/run.cu
check 'what a person has changed stays' bash -c "! '$AMPCC' --amp-emit-cuda=cuda -p build 2>/dev/null && ! diff -qr before cuda"

rm -r cuda
check 'converts with the runtime' "$AMPCC" --amp-emit-cuda=cuda -p build "$@"
check 'says where the runtime is' grep -e "$([ $# -gt 0 ] && echo '^add_subdirectory' || echo '^find_library')" cuda/CMakeLists.txt
if [ $# -gt 0 ]; then
	check 'nothing leads out of the folder' bash -c "! grep -r -e '$PWD' -e '$source' cuda"
	mv cuda ../moved && cd .. && mv moved cuda
fi

# without ampcc on the PATH
path=$(for folder in ${PATH//:/ }; do [ -e "$folder/ampcc" ] || printf '%s:' "$folder"; done)
check 'configures' env PATH="$path" cmake -S cuda -B cuda/build -DCMAKE_CUDA_ARCHITECTURES=90 -DCMAKE_CUDA_COMPILER="$nvcc"
check 'builds' env PATH="$path" cmake --build cuda/build
check 'runs' prints '49 81 100 100' cuda/build/src_main
check 'runs without AMP' prints 100 cuda/build/src_tools_main
finish
