#!/bin/bash
# Meson and CMake take ampcc for the compiler that it wraps, and build with it.
. "$(dirname "$0")/lib.sh"

export CC=$AMPCC CXX=$AMPCC
echo 'int main(void) { return 0; }' >a.c
echo 'int f() { return 1; }' >l.cpp
printf '%s\n' '#include <vector>' 'int f();' 'int main() { std::vector<int> v(1); return f() - 1; }' >b.cpp

cat >meson.build <<'END'
project('x', 'c', 'cpp', default_options : 'cpp_std=c++17')
assert(meson.get_compiler('cpp').get_id() == 'gcc' or meson.get_compiler('cpp').get_id() == 'clang')
assert(meson.get_compiler('c').has_header('stdio.h'))
executable('a', 'a.c')
executable('b', 'b.cpp', link_with : library('l', 'l.cpp'))
END
check 'meson setup' meson setup with_meson
check 'meson compile' ninja -C with_meson
check 'the programs run' bash -c 'with_meson/a && with_meson/b'
touch b.cpp
check 'only what changed is built again' bash -c 'ninja -C with_meson | grep -q "\[1/2\].*b.cpp\|\[2/2\]"'

cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(x C CXX)
include(CheckSymbolExists)
check_symbol_exists(printf stdio.h HAVE_PRINTF)
if(NOT HAVE_PRINTF OR NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  message(FATAL_ERROR "checks failed: ${CMAKE_CXX_COMPILER_ID}")
endif()
find_package(Threads REQUIRED)
add_library(l SHARED l.cpp)
add_executable(a a.c)
add_executable(b b.cpp)
target_link_libraries(b l Threads::Threads)
END
if command -v cmake >/dev/null; then
	check 'cmake configures' cmake -B with_cmake
	check 'cmake builds' cmake --build with_cmake
	check 'the programs run' bash -c 'with_cmake/a && with_cmake/b'
fi
finish
