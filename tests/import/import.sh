#!/bin/bash
# import.sh BUILD SOURCE VERSION: ampcc-import on the solution beside this, which CMake then builds for the CPU
# in each configuration, and on a project of which much is left out.
. "$(dirname "$0")/../package/lib.sh"
import=$source/packaging/ampcc-import
cp -r "$source/tests/import/solution" "$source/tests/import/left_out" .
export CXX=$build/compiler/ampcc

check 'the solution is imported' prints \
	'solution/CMakeLists.txt: Engine (static), Demo (program), EngineTests (test)' \
	bash -c "'$import' solution/Demo.sln 2>left_out_of_solution"
check 'what it leaves out' prints 'ampcc-import: Engine: left out: engine.rc (resources are of Windows)' \
	grep -v 'of MSBuild' left_out_of_solution
check 'what is computed, too' grep -q 'Demo: left out: $(\[MSBuild\]::Add(1, )) (a function of MSBuild)' left_out_of_solution
check 'a configuration that a project has not' grep -q 'CONFIG:Checked>:ENGINE_NAME=\\"debug engine' solution/CMakeLists.txt

# Not optimized: what a configuration defines and builds is what counts. Each is built once, by CMake or Meson.
says() { # says WHAT PROGRAM
	check "$2: the program" prints "$1: 385, 2 arguments, in time" "$2" a b
}
configure() { # configure NAME
	check "$1: configures" cmake -S solution -B "$1" -DCMAKE_BUILD_TYPE="$1" -DCMAKE_CXX_FLAGS=--amp-arch=none \
		-DCMAKE_EXPORT_COMPILE_COMMANDS=ON
}
configure Debug
check 'Debug: builds' cmake --build Debug --target Demo
says 'debug engine' Debug/Demo
configure Release
check 'Release: of the release configuration' grep -q '\-DENGINE_NAME=.*engine.*-DNDEBUG .*-O' Release/compile_commands.json
check 'Release: of no other' bash -c '! grep -e "debug engine" -e -D_DEBUG Release/compile_commands.json'
# the tests, too, by Meson
cp -r solution meson_solution
check 'a meson.build' prints 'meson_solution/meson.build: Engine (static), Demo (program), EngineTests (test)' \
	bash -c "'$import' --meson meson_solution/Demo.sln 2>left_out_of_solution"
check 'what it leaves out, too' grep -q 'engine.rc' left_out_of_solution
check 'Meson: configures' meson setup --buildtype=release --optimization=0 -Dcpp_args=--amp-arch=none meson meson_solution
check 'Meson: builds' ninja -C meson Demo EngineTests
says engine meson/Demo
check 'the tests' prints 'Passed   Sums::OfThree
Total tests: 1. Passed: 1. Failed: 0. Skipped: 0.' meson/EngineTests
check 'Meson: the debug configuration' meson setup --buildtype=debug -Dcpp_args=--amp-arch=none debug meson_solution
check 'Meson: of the debug configuration' grep -q -e -D_DEBUG debug/build.ninja

# its own file is written anew, another's is not
check 'again' "$import" solution/Demo.sln
echo '# by hand' >solution/CMakeLists.txt
check 'a file that it has not written' bash -c "! '$import' solution/Demo.sln"
check 'that is kept' prints '# by hand' cat solution/CMakeLists.txt
check '--force' "$import" --force solution/Demo.sln
check 'is replaced' grep -q '^add_executable(Demo$' solution/CMakeLists.txt

check 'a project is imported' bash -c "cd left_out && '$import' LeftOut.vcxproj 2>../left_out_of_project"
check 'each thing that it leaves out' diff left_out/left_out.txt left_out_of_project
check 'what is left' bash -c "cmake -S left_out -B rest && cmake --build rest && rest/LeftOut"
echo '<Project' >broken.vcxproj
check 'no XML' bash -c "! '$import' broken.vcxproj && [ ! -e CMakeLists.txt ]"
finish
