#!/bin/bash
# info.sh AMP-INFO MOCK: what amp-info says of machines and of programs. $AMPCC is the compiler.
set -eu
info=$(realpath "$1") mock=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
says() { # says TEXT COMMAND…
	local text=$1
	shift
	"$@" >log 2>&1 || true
	grep -qF -- "$text" log || {
		echo "no '$text' in"
		cat log
		exit 1
	}
}
export AMP_CUDA_LIBRARY=$work/none
says 'There is no GPU: the NVIDIA driver is not installed:' "$info"
says 'direct3d_warp: CPU' "$info"
says '(default)' "$info"
says 'direct3d_ref: CPU, one core, tiles in order (default)' env AMP_ACCELERATOR=ref "$info"
export AMP_CUDA_LIBRARY=$mock AMP_ACCELERATOR=
says 'cuda:0: Mock GPU 0 (default)' "$info"
says 'compute capability 9.0 (--amp-arch=sm_90)' "$info"
! grep -q 'There is no GPU' log

cat >a.cpp <<'END'
#include <amp.h>
using namespace concurrency;
void sums(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
		tile_static int all[64];
		all[i.local[0]] = v[i];
		i.barrier.wait();
		v[i] = all[63 - i.local[0]];
	});
}
END
says 'nosuch: No such file' "$info" nosuch
! "$info" nosuch 2>log
says 'no code for GPUs' "$info" a.cpp
[ "${AMPCC_TEST_ARCH:-none}" != none ] || exit 0
"$AMPCC" --amp-arch=sm_90,compute_90 --amp-device-option=-Xptxas=-v -c a.cpp -o a.o 2>ptxas
registers=$(sed -n 's/.*Used \([0-9]*\) registers.*/\1/p' ptxas | head -1)
says 'sm_90: code' "$info" a.o
says "$registers registers,    256 bytes of tile_static" "$info" a.o
says 'sums_kernel_1' "$info" a.o
says 'compute_90: PTX' "$info" a.o
says 'cuda:0 runs sm_90' "$info" a.o
"$AMPCC" --amp-arch=compute_75,sm_80 -c a.cpp -o a.o
says 'cuda:0 runs compute_75' "$info" a.o
"$AMPCC" --amp-arch=sm_80 -shared -fPIC a.cpp -o a.so
says 'cuda:0 runs none of it: compile with --amp-arch=sm_90' "$info" a.so
for n in 100 4000 8000; do # cut off: read no further than it goes
	head -c $n a.o >short.o
	"$info" short.o >log
done
