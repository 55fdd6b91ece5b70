#!/bin/bash
# What the driver makes of an AMP source.
. "$(dirname "$0")/lib.sh"
export AMP_ACCELERATOR=cpu
arch=${AMPCC_TEST_ARCH:-none}

mkdir src
cat >src/add.h <<'END'
#include <amp.h>
inline int add(int x) restrict(cpu, amp) { return x + STEP; }
END
cat >src/sum.cpp <<'END'
#include "add.h"
#include <cstdio>
#include <vector>
int sum(int n)
{
	std::vector<int> data(n, 1);
	concurrency::array_view<int, 1> view(n, data);
	concurrency::parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) {
		view[i] = add(view[i]);
	});
	view.synchronize();
	int s = 0;
	for (int x : data)
		s += x;
	return s;
}
END
echo 'int sum(int); int main() { return sum(10) == 30 ? 0 : 1; }' >src/main.cpp
cat src/sum.cpp src/main.cpp | sed 's/^#include "add.h"/#include "add.h"/' >src/all.cpp
echo 'void f(concurrency::array_view<int> v) restrict(amp) { v[0] = wrong; }' |
	sed '1i #include <amp.h>' >src/bad.cpp
# Kernels are built where it matters to the driver, for nvcc takes its time.
options=(-DSTEP=2 -Wall --amp-arch=none)
device=(--amp-arch="$arch")

# An nvcc that compiles the same device unit with the same options once: the fatbin, and the PTX in --keep-dir.
if [ "$arch" != none ]; then
	real=$(PATH=$PATH:/usr/local/cuda/bin command -v nvcc)
	mkdir -p cuda/bin
	ln -s "$(dirname "$real")/fatbinary" cuda/bin/
	printf '#!/bin/bash\nreal=%s memory=%s\n' "$real" "$work/remembered" >cuda/bin/nvcc
	cat >>cuda/bin/nvcc <<-'END'
		for ((i = 1; i <= $#; i++)); do
			case ${!i} in
			-o) next=$((i + 1)) output=${!next} ;;
			--keep-dir) next=$((i + 1)) keep=${!next} ;;
			*.cu) input=${!i} ;;
			esac
		done
		[ -n "$output" ] && [ -n "$keep" ] && [ -n "$input" ] || exec "$real" "$@"
		known=$memory/$({ echo "$* " | sed "s,${input%/*}/[^ ]* ,,g; s,$keep ,,"; cat "$input"; } | sha256sum | cut -c1-32)
		if [ ! -e "$known/done" ]; then
			"$real" "$@" || exit
			mkdir -p "$known" && cp -r "$keep" "$known/keep" && cp "$output" "$known/output" && : >"$known/done"
		fi
		cp "$known/output" "$output" && cp -r "$known/keep/." "$keep"
	END
	chmod +x cuda/bin/nvcc
	export PATH=$work/cuda/bin:$PATH
fi

# runs NAME PROGRAM OPTIONS...: compiled so, it runs.
runs() {
	local name=$1
	shift
	rm -f program
	check "$name" "$AMPCC" "${options[@]}" -o program "$@"
	cp check.log said
	check "$name: runs" ./program
}

runs 'in one go' "${device[@]}" src/sum.cpp src/main.cpp
runs 'one source' src/all.cpp
check '-c, default name' env TMPDIR=none "$AMPCC" "${options[@]}" "${device[@]}" -c src/sum.cpp
check '-c, -o' "$AMPCC" "${options[@]}" -MMD -MP -c src/main.cpp -o m.o
runs 'objects' sum.o m.o
check 'the object needs no file' bash -c 'rm -rf "$TMPDIR"/*; ./program'
check '-MMD' "$AMPCC" "${options[@]}" -MMD -MP -c src/sum.cpp -o sum2.o
check '-MD' "$AMPCC" "${options[@]}" -MD -fsyntax-only src/sum.cpp -MF all.d
check 'has the headers of the library' grep -q '/amp/array_view.h' all.d
check 'names the source and the header' bash -c \
	'grep -q "^sum2.o *:.*src/sum.cpp" sum2.d && grep -q "^src/add.h:" sum2.d'
check 'and no other' bash -c '! grep -q "/tmp\|amp\.cpp" sum2.d'
check '-S' "$AMPCC" "${options[@]}" "${device[@]}" -S src/sum.cpp
check 'stands alone' bash -c '! grep -q incbin sum.s'
runs 'the assembly' sum.s m.o
check 'shared library' "$AMPCC" "${options[@]}" "${device[@]}" -shared -fPIC src/sum.cpp -o libsum.so
runs 'with it' src/main.cpp -L. -lsum -Wl,-rpath,"$PWD"
runs '-flto' "${device[@]}" -flto src/sum.cpp src/main.cpp
runs '-flto, by parts' -flto -x c++ src/all.cpp
runs '-fsanitize: nothing leaks' -fsanitize=address,undefined src/all.cpp
runs '-g -O0' "${device[@]}" -g -O0 src/all.cpp
runs 'commas in macros' "${device[@]}" '-DPARAMETERS=int x, int y' '-DSEPARATOR=","' src/all.cpp
runs '-static' "${device[@]}" -static src/all.cpp
runs '-std=gnu++20 -fPIE -pie -pthread' -std=gnu++20 -fPIE -pie -pthread src/all.cpp
runs '-std=c11, which the host compiler only warns of' -std=c11 src/all.cpp
printf '#include <amp.h>\nint size(amp_array_view(int, 1) v) { return v.extent.i; }\n' >plain.c
check '-std=c++17 for C' "$AMPCC" --amp-arch=none -std=c++17 -c plain.c -o plain.o
check 'C90 is refused once' bash -c \
	'[ "$("$AMPCC" --amp-arch=none -ansi -c plain.c 2>&1 | grep -c "error:.*C99")" = 1 ]'
check '-fsyntax-only' "$AMPCC" "${options[@]}" -fsyntax-only src/all.cpp
check '-E' bash -c '"$AMPCC" -DSTEP=3 -E src/add.h -x c++ src/sum.cpp | grep -q "x + 3"'
check '-MM' bash -c '"$AMPCC" -DSTEP=3 -MM src/sum.cpp | grep -q src/add.h'
check 'standard input' bash -c \
	'cat src/sum.cpp | "$AMPCC" "$@" -Isrc -x c++ -c - -o stdin.o' - "${options[@]}"
runs 'from standard input' stdin.o m.o
refuse 'an error' "$AMPCC" "${options[@]}" -c src/bad.cpp
check 'leaves no object' [ ! -e bad.o ]
check 'is told once, at its place' bash -c \
	'[ "$("$AMPCC" --amp-arch=none -c src/bad.cpp 2>&1 | grep -c "bad.cpp:2:.*error")" = 1 ]'
refuse 'an unknown architecture' "$AMPCC" --amp-arch=sm_x -c src/all.cpp
check '--amp-emit-cuda' bash -c \
	'{ cat src/add.h && grep -v add.h src/sum.cpp; } >whole.cpp && "$AMPCC" -DSTEP=2 --amp-emit-cuda -o - whole.cpp | grep -q __device__'
check '--amp-emit-cuda behind -E, which stops earlier' bash -c \
	'[ "$("$AMPCC" -E --amp-emit-cuda whole.cpp)" = "$("$AMPCC" --amp-emit-cuda -E whole.cpp)" ] && [ ! -e whole.amp.cu ]'
refuse 'a header of its own on standard output' "$AMPCC" -DSTEP=2 --amp-emit-cuda -o - src/sum.cpp
check '--amp-emit-cuda, default name' "$AMPCC" -DSTEP=2 --amp-emit-cuda src/sum.cpp
check 'is foo.amp.cu, beside it the header' [ -s sum.amp.cu -a -s add.cuh ]
check '--amp-save' "$AMPCC" "${options[@]}" "${device[@]}" --amp-save=saved -c src/sum.cpp
check 'keeps both units' bash -c '[ -s saved/sum.amp.cu ] && [ -s saved/sum.amp.cpp ]'
check 'no CUDA compiler' bash -c '
	mkdir -p bin && for p in cc c++ gcc g++ as ld sh; do ln -sf "$(command -v $p)" bin/$p; done
	[ -x /usr/local/cuda/bin/nvcc ] && exit 0
	PATH=$PWD/bin "$AMPCC" -DSTEP=2 src/all.cpp -o no_cuda 2>log && grep -q Wamp-no-cuda log && ./no_cuda'
if [ "$arch" != none ]; then
	check 'kernels are embedded' bash -c 'readelf -SW sum.o | grep -q amp_module'
	check 'the fatbin is kept' [ -s saved/sum.fatbin ]
fi
# Headers with AMP that are to be precompiled: sources read them, as CMake has both.
mkdir precompiled
printf '#include <amp.h>\ninline int twice(int x) restrict(cpu, amp) { return 2 * x; }\n' >precompiled/own.h
printf '#pragma GCC system_header\n#include <vector>\n#include "%s/precompiled/own.h"\n' "$PWD" >precompiled/pch.hxx
printf 'std::vector<int> data(4);\nint main() {\n\tconcurrency::array_view<int> v(data);\n\tparallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = twice(21); });\n\treturn v[3] != 42;\n}\n' >precompiled/uses.cpp
: >precompiled/empty.cxx
check 'a header with amp code' "$AMPCC" -Winvalid-pch -Werror -x c++-header -include precompiled/pch.hxx \
	-MD -MT pch -MF precompiled/pch.d -o precompiled/pch.hxx.gch -c precompiled/empty.cxx
check 'what it includes' grep -q 'own\.h' precompiled/pch.d
check 'a source that has it by -include' "$AMPCC" --amp-arch=none -Winvalid-pch -Wall -Werror \
	-include precompiled/pch.hxx precompiled/uses.cpp -o main
check 'and runs' ./main
# Meson's: only the precompiled header is in a folder of -I.
mkdir other made
printf '#include <vector>\n#define ANSWER 42\n' >other/plain.h
printf '#include <amp.h>\nstd::vector<int> data(4);\nint main() {\n\tconcurrency::array_view<int> v(data);\n\tparallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = ANSWER; });\n\treturn v[3] != 42;\n}\n' >other/uses.cpp
check 'a header without amp code, elsewhere' "$AMPCC" -x c++-header -o made/plain.h.gch -c other/plain.h
check 'a source with amp code that has it' "$AMPCC" --amp-arch=none -Winvalid-pch -Werror -fpch-preprocess -Imade -include plain.h other/uses.cpp -o main
check 'and runs' ./main
printf '#include <amp.h>\n#include "%s/other/plain.h"\n' "$PWD" >other/amp.h.h
check 'a header with amp code, elsewhere' "$AMPCC" -x c++-header -o made/amp.h.h.gch -c other/amp.h.h
check 'a source that has it' "$AMPCC" --amp-arch=none -Winvalid-pch -Werror -fpch-preprocess -Imade -include amp.h.h other/uses.cpp -o main
check 'and runs' ./main
printf '#include "nowhere.h"\n#include <amp.h>\n' >precompiled/broken.h
refuse 'a header that includes what is not there' "$AMPCC" -c precompiled/broken.h
check 'no output then' [ ! -e precompiled/broken.h.gch ]
if command -v clang++-19 >/dev/null; then
	clang=(--amp-host-compiler=clang++-19 -Xclang)
	check 'a header with amp code, clang' "$AMPCC" "${clang[@]}" -emit-pch -Xclang -include -Xclang \
		precompiled/pch.hxx -x c++-header -o precompiled/pch.hxx.pch -c precompiled/empty.cxx
	check 'a source that has it by -include-pch' "$AMPCC" --amp-arch=none "${clang[@]}" -include-pch -Xclang \
		precompiled/pch.hxx.pch -Xclang -include -Xclang precompiled/pch.hxx precompiled/uses.cpp -o main
	check 'and runs' ./main
	check 'a header without amp code, clang' "$AMPCC" --amp-host-compiler=clang++-19 -x c++-header -o made/plain.h.pch -c other/plain.h
	check 'a source with amp code that has it by -include-pch alone' "$AMPCC" --amp-arch=none --amp-host-compiler=clang++-19 \
		-include-pch made/plain.h.pch other/uses.cpp -o main
	check 'and runs' ./main
fi
printf '#include <amp.h>\n#include <vector>\n' >precompiled/all.h
printf '#include "all.h"\nstd::vector<int> data(4);\nconcurrency::array_view<int> v(data);\nint main() {}\n' >precompiled/main.cpp
check 'a header' "$AMPCC" precompiled/all.h
check 'a header, -c' "$AMPCC" -x c++-header -c precompiled/all.h -o precompiled/all.h.gch
check 'a source that includes it' "$AMPCC" --amp-arch=none -Winvalid-pch -Werror precompiled/main.cpp -o main
if command -v clang++-19 >/dev/null; then
	echo 'int f() { return 0; }' >precompiled/plain.cpp
	check 'no -x none behind the last input' "$AMPCC" --amp-host-compiler=clang++-19 --amp-arch=none \
		-Werror precompiled/main.cpp precompiled/plain.cpp -o main
	printf '#include <amp.h>\nvoid f(amp_array_view(int, 1) v) {\n\tamp_array_view(int, 1) w = amp_section(v, 0, 1);\n\tamp_discard(w);\n}\n' >section.c
	check 'a section in ISO C' "$AMPCC" --amp-host-compiler=clang-19 --amp-arch=none -std=c11 -Wpedantic -Werror -c section.c
fi

cat >hides.cpp <<'END'
#include <amp.h>
using namespace concurrency;
void fill(array_view<int> v, int i) {
	parallel_for_each(v.extent, [=](index<1> x) restrict(amp) {
		for (int i = 0; i < 3; i++) v[x] += i;
		v[x] += i;
	});
}
END
"$AMPCC" "${device[@]}" -Wall -c hides.cpp -o hides.o >said 2>&1
check 'no warnings of variables that hide captured ones' cmp said /dev/null

cat >pragmas.cpp <<'END'
#include <amp.h>
#pragma warning(disable : 4244)
int twice(float x) restrict(amp)
{
#pragma warning(push)
#pragma region result
	return x * 2;
#pragma endregion
#pragma warning(pop)
}
END
"$AMPCC" "${device[@]}" -c pragmas.cpp -o pragmas.o >said 2>&1
check "no warnings of Microsoft's pragmas" cmp said /dev/null

if command -v clang-19 >/dev/null; then
	runs 'clang for sm_30' --amp-arch=sm_30 --amp-save=old src/all.cpp
	check 'its PTX' grep -q 'target sm_30' old/all.fatbin
	runs 'clang as host compiler' "${device[@]}" --amp-host-compiler=clang++-19 -g src/all.cpp
	check 'no warnings of its assembler' cmp said /dev/null
	[ -z "$(command -v ld.lld-19)" ] || runs 'clang as host compiler, -flto' -flto -fuse-ld=lld-19 --amp-host-compiler=clang++-19 src/all.cpp
	if [ "$arch" != none ]; then
		# nvcc calls itself clang then, and has nothing for clang's builtins
		cat >votes.cpp <<-'END'
			#include <amp.h>
			using namespace concurrency;
			void count(array_view<int> votes) {
				parallel_for_each(votes.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
					tile_static int n;
					if (t.local[0] == 0) n = 0;
					t.barrier.wait();
					if (votes[t.global] > 3) atomic_fetch_add(&n, 1);
					t.barrier.wait();
					votes[t.global] = n;
				});
			}
		END
		nvcc=$("$AMPCC" --amp-host-compiler=clang++-19 --amp-arch=compute_80 --amp-save=votes \
			--amp-verbose -c votes.cpp 2>&1 | grep -m 1 -- ' -fatbin ')
		check 'nvcc with clang as host compiler' ${nvcc% -fatbin *} -ptx -o votes.ptx
		check 'its atomic operations' grep -q 'atom.*shared.*add' votes.ptx
		check 'its parameters, read where they are' bash -c '! grep -q "st.local" votes.ptx'
		runs 'clang and nvcc in one fatbin' --amp-arch=sm_50,"$arch",compute_75 src/all.cpp
		check 'a kernel for Kepler' "$AMPCC" --amp-arch=sm_35 --amp-save=kepler -c votes.cpp
		check 'in PTX that its drivers take' grep -qa '[.]version 6[.]3$' kepler/votes.fatbin
		runs 'clang for all' "${device[@]}" --amp-device-compiler=clang src/all.cpp
	fi
fi
finish
