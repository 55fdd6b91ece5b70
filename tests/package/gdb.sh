#!/bin/bash
# gdb.sh GDB PRINTERS LIBRARY: gdb with the printers: what it shows of containers on the host and in kernels on the
# CPU accelerator, where breakpoints are, and that it finds the printers of an installed library. $AMPCC is the
# compiler.
set -eu
gdb=$1 printers=$2 library=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export AMP_ACCELERATOR=ref
says() { # says REGEX
	grep -qE -- "$1" log || {
		echo "no '$1' in"
		cat log
		exit 1
	}
}
debug() { # debug PROGRAM COMMAND…
	local program=$1 command arguments=()
	shift
	for command; do arguments+=(-ex "$command"); done
	"$gdb" -nx -q -batch -iex 'set debuginfod enabled off' "${arguments[@]}" "$program" >log 2>&1 || true
}

cat >a.cpp <<'END'
#include <amp.h>
#include <amp_graphics.h>
#include <vector>
using namespace concurrency;
using namespace concurrency::graphics;
static void sum_tiles(array_view<const int> in, array_view<int> out)
{
	parallel_for_each(in.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
		tile_static int shared[4];
		int mine = in[t.global] * 10;
		float_2 pair(mine, 1);
		shared[t.local[0]] = mine;
		t.barrier.wait();
		int total = 0;
		for (int k = 0; k < 4; k++)
			total += shared[k];
		out[t.global] = total + mine; // line 17
	});
}
int main()
{
	std::vector<int> data{1, 2, 3, 4, 5, 6, 7, 8}, result(8);
	array_view<const int> in(8, data);
	array_view<int> out(8, result);
	array<float, 2> a(2, 3);
	array_view<float, 2> part = a.section(0, 1, 2, 2);
	part(0, 0) = 5;
	index<2> at(1, 2);
	extent<3> shape(4, 5, 6);
	int_3 three(1, 2, 3);
	unorm_2 half(unorm(0.5f), unorm(1.0f));
	texture<float_2, 2> image(1, 2);
	sum_tiles(in, out);
	return out[0] - 110; // line 34
}
END
"$AMPCC" -g --amp-arch=none a.cpp -o a
debug ./a run
grep -q 'exited normally' log || exit 77 # no programs can be debugged here

debug ./a "source $printers" 'break a.cpp:34' run 'info locals' 'set print elements 3' 'p in'
says '^in = array_view<int const, 1> of \{8\} = \{1, 2, 3, 4, 5, 6, 7, 8\}'
says '^out = array_view<int, 1> of \{8\} = \{110, 120, 130, 140, 310, 320, 330, 340\}'
says '^a = array<float, 2> of \{2, 3\} = \{[^,]+, 5, [^,]+, [^,]+, [^,]+, [^,]+\}'
says '^part = array_view<float, 2> of \{2, 2\} = \{5, [^,]+, [^,]+, [^,]+\}'
says '^at = \{1, 2\}'
says '^shape = \{4, 5, 6\}'
says '^three = \{1, 2, 3\}'
says '^half = \{0.5, 1\}'
says '^image = texture<.*, 2> of \{1, 2\}, 32 bits a scalar = \{\{[^,]+, [^,]+\}, \{[^,]+, [^,]+\}\}'
says '^\$1 = .* of \{8\} = \{1, 2, 3\.\.\.\}'

# In a tiled kernel: one breakpoint on a line of it, a stop for each thread, the variables as they are called.
debug ./a "source $printers" 'break a.cpp:17' run continue 'p mine' 'p total' 'p shared' 'p t' 'p *this' \
	'info tile' 'info breakpoints' bt
says '^\$1 = 20$'
says '^\$2 = 100$'
says '^\$3 = \{10, 20, 30, 40\}'
says '^\$4 = tiled_index = \{global = \{1\}, local = \{1\}, tile = \{0\}, tile_origin = \{0\}\}'
says '^\$5 = \{in = array_view<int const, 1> of \{8\} = \{1, 2, 3, 4, 5, 6, 7, 8\}, out = .* of \{8\} = \{110, 0'
says '^thread x = 1, y = 0, z = 0 of the tile'
says '^mine of the threads \[z\]\[y\]\[x\] = \{\{\{10, 20, 30, 40\}\}\}'
says 'breakpoint already hit 2 times'
! grep 'Python Exception' log
for line in 10 12 14 16 17; do
	debug ./a "break a.cpp:$line"
	! grep 'locations' log # those of glue
done

# Fibers: each thread has a stack.
"$AMPCC" -g --amp-arch=none --amp-tile-fibers a.cpp -o fibers
debug ./fibers "source $printers" 'break a.cpp:17' run 'p mine' 'p shared' 'info tile'
says '^\$1 = [1-4]0$'
says '^\$2 = \{10, 20, 30, 40\}'
says 'No tiled kernel runs here as loops'

# Found by the library's path.
mkdir -p "auto$(dirname "$library")"
cp "$printers" "auto$library-gdb.py"
"$gdb" -nx -q -batch -iex "set auto-load scripts-directory $work/auto" -iex 'set auto-load safe-path /' -ex 'break a.cpp:34' \
	-ex run -ex 'p at' ./a >log 2>&1
says '^\$1 = \{1, 2\}'
