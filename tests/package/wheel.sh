#!/bin/bash
# wheel.sh BUILD SOURCE VERSION: the Python wheel, built and installed with ampcc[cuda] into a virtual
# environment, compiles for a GPU and for the CPU where there is no CUDA Toolkit.
. "$(dirname "$0")/lib.sh"
# pip as python3 has it, because ensurepip takes seconds
pip=$(python3 -c 'import os, pip; print(os.path.dirname(pip.__file__))' 2>pip.log) || pip=
if ! python3 -m venv ${pip:+--without-pip} venv; then
	echo 'python3 -m venv does not work'
	exit 77
fi
[ -z "$pip" ] || ln -s "$pip" venv/lib/python3.*/site-packages/
pip=(venv/bin/python -m pip --disable-pip-version-check --quiet)
export PIP_NO_COMPILE=1 # what is imported is compiled then
# the one way not to be tested: no connection
"${pip[@]}" download --no-deps --retries 1 --timeout 20 -d reached libclang==18.1.1 >reached.log 2>&1
if [ ! -d reached ] || [ -z "$(ls reached)" ]; then
	cat reached.log
	if grep -qE 'connection|Connection|resolve|timed out|from versions: none' reached.log; then
		echo 'PyPI cannot be reached'
		exit 77
	fi
	exit 1
fi

# If the build went through ccache, it has the objects: their options are the same (tools/build-wheel). Others are not optimized.
tree=(compiler include info packaging runtime tools meson.build meson_options.txt pyproject.toml README.md LICENSE THIRD-PARTY-NOTICES.md)
mkdir tree && (cd "$source" && cp -r "${tree[@]}" "$work/tree")
grep -q 'command = ccache' "$build/build.ninja" || optimization=-Csetup-args=-Doptimization=0
# one environment for what builds the wheel and for the wheel, because each takes seconds to make
check 'the wheel is built' env VIRTUAL_ENV="$work/venv" tree/tools/build-wheel "$work/dist" ${optimization:-}
wheel=$(echo dist/ampcc-"$version"-py3-none-manylinux_2_*_x86_64.whl)
check 'it is called what PyPI takes' test -f "$wheel"
check 'it is installed' "${pip[@]}" install "$wheel[cuda]"
check 'ampcc is there' prints "ampcc $version" \
	bash -c 'venv/bin/ampcc --version | tail -1 | cut -d, -f1'

check 'ampcc-import is there' bash -c "venv/bin/ampcc-import --help | grep -q '^usage: ampcc-import'"

# PyPI's libclang is older than most systems': both units are the same by any.
emit() { # emit FOLDER AMPCC SOURCE
	AMPCC_CACHE_DIR=$work/$1-cache "$2" --amp-arch=none --amp-save="$1" --amp-host-compiler="$source/tests/preprocess.sh" -c "$source/$3" -o unit.o
}
for program in tests/programs/c/features.c tests/programs/c/arrays_of_views.c tests/compiler/emit/c-nested_macros.c tests/programs/shapes/accesses.cpp; do
	check "$program by the system's libclang" emit system "$build/compiler/ampcc" "$program"
	check "$program by PyPI's" emit pypi venv/bin/ampcc "$program"
done
check 'the units are the same' diff -r system pypi
check 'amp.h is precompiled' bash -c '[ -n "$(find pypi-cache -size +1M)" ]'

# no environment of a toolkit's: only what pip has installed
ampcc=(env -u CUDA_HOME -u CUDA_PATH PATH=/usr/bin:/bin venv/bin/ampcc)
sample=$source/samples/vector_add.cpp
"${ampcc[@]}" --amp-arch=sm_90 --amp-verbose "$sample" -o vector_add >verbose 2>&1
check 'a program for a GPU and the CPU' test -x vector_add
check 'nvcc is that of the virtual environment' grep -q "^$work/venv/.*/nvidia/cu13/bin/nvcc " verbose
check 'it runs' ./vector_add
# of C++'s library and of clang's own headers, of which those for CUDA must not be found: they have a std::max for kernels
cat >includes.cpp <<'CPP'
#include <algorithm>
#include <amp.h>
#include <immintrin.h>
#include <random>
using namespace concurrency;
using namespace std;
template <typename T> T max(T a, T b) restrict(cpu, amp) { return a > b ? a : b; }
int main()
{
	mt19937 random;
	float most[4];
	_mm_storeu_ps(most, _mm_set1_ps(float(random.max() > 1)));
	array_view<float, 1> view(4, most);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = max(view[i] + 1, 1.0f); });
	return view[3] == 2 ? 0 : 1;
}
CPP
check 'a program with intrinsics' "${ampcc[@]}" --amp-arch=none includes.cpp -o includes
check 'it runs, too' ./includes
check 'a program that is linked statically' \
	"${ampcc[@]}" --amp-arch=none -static "$sample" -o vector_add
check 'it runs as well' ./vector_add
finish
