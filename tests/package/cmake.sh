#!/bin/bash
# cmake.sh BUILD SOURCE VERSION: samples/cmake, by find_package() with ampcc as it is installed, anywhere.
. "$(dirname "$0")/lib.sh"
install_into "$work/prefix"

project() { # project NAME OPTION…: configures and builds samples/cmake in the folder NAME
	local name=$1
	shift
	check "$name: configures" cmake -S "$source/samples/cmake" -B "$name" \
		-DCMAKE_PREFIX_PATH="$work/prefix" "$@"
	check "$name: builds" cmake --build "$name"
	check "$name: a program with a library" \
		bash -c "'$name/picture' '$name.pgm' | tail -1 | grep -qx 'from 0.00 to 2.90, on average 0.91'"
}

project build -DAMPCC_ARCHITECTURES=none
check 'shared: the runtime is needed' bash -c 'readelf -d build/picture | grep -q libamprt'
check 'shared: what has no AMP does not get to ampcc' \
	bash -c '! grep -q ampcc build/CMakeFiles/picture.dir/build.make'
check 'shared: its tests' ctest --test-dir build
# In the same folder, where CMake compiles what has other options now: the runtime is a matter of linking.
project build -DAMPCC_ARCHITECTURES=none -DAMPCC_STATIC_RUNTIME=ON -DBUILD_TESTING=OFF
check 'static: the runtime is not needed' bash -c '! readelf -d build/picture | grep -q libamprt'
sed 's/ampcc 0.1/ampcc 99/' "$source/samples/cmake/CMakeLists.txt" >CMakeLists.txt
check 'a later version is not found' \
	bash -c "! cmake -B later -DCMAKE_PREFIX_PATH='$work/prefix'"
finish
