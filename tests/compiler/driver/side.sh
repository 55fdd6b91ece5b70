#!/bin/bash
# What compilations write beside their output is where the host compiler alone has it, or refused; what
# the driver prints of its commands; options that are not the host compiler's.
. "$(dirname "$0")/lib.sh"
export AMP_ACCELERATOR=cpu

cat >amp.cpp <<'END'
#include <amp.h>
#include <stdio.h>
int main()
{
	concurrency::array_view<int, 1> v(2);
	concurrency::parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = i[0] + 1; });
	printf("%d\n", v[0] + v[1]);
}
END
cat >amp.c <<'END'
#include <amp.h>
int main(void)
{
	int data[2] = {0};
	amp_array_view(int, 1) v = amp_view(data, 2);
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i.i) = i.i + 1; });
	return 0;
}
END
cat >plain.cpp <<'END'
int main() { return 0; }
END
cp plain.cpp plain.c

# A device compiler that writes down what it is told.
mkdir stub
cat >stub/nvcc <<'STUB'
#!/bin/bash
echo "$@" >"$COMMAND"
while [ $# -gt 0 ]; do [ "$1" = -o ] && echo image >"$2"; shift; done
STUB
chmod +x stub/nvcc
export COMMAND=$work/command PATH=$work/stub:$PATH

# files FOLDER: what a build has made there, without the objects of -save-temps.
files() { (cd "$1" && find . -type f ! -name '*.o' | sort); }

# lands HOST OPTIONS...: an AMP source's files are called as those of one without AMP. Most are of C, which takes less time.
lands() {
	local host=$1 language=c
	shift
	[[ $host != *++ ]] || language=cpp
	rm -rf host ours
	mkdir -p host/sub ours/sub
	cp plain.$language host/a.$language
	cp amp.$language ours/a.$language
	(cd host && "$host" "${@/SOURCE/a.$language}") &&
		(cd ours && AMPCC_HOST_CC=$host AMPCC_HOST_CXX=$host "$AMPCC" --amp-arch=sm_90 "${@/SOURCE/a.$language}") &&
		diff <(files host) <(files ours) && [ "$(files ours | wc -l)" -gt 1 ]
}
for option in --coverage -gsplit-dwarf -save-temps -fstack-usage -fdump-tree-optimized -fcallgraph-info; do
	check "gcc $option" lands gcc -g "$option" -c SOURCE -o sub/b.o
	check "gcc $option, program" lands gcc -g "$option" SOURCE -o sub/p
done
check 'g++ -save-temps' lands g++ -g -save-temps -c SOURCE -o sub/b.o
check 'g++ --coverage, program' lands g++ -g --coverage SOURCE -o sub/p
check 'no name' lands gcc -fstack-usage -c SOURCE
check "a program of the source's name" lands gcc -fstack-usage SOURCE -o sub/a
check 'a.out' lands gcc -fstack-usage SOURCE
if command -v clang++ >clang; then
	for option in --coverage -gsplit-dwarf -ftime-trace; do
		check "clang $option" lands clang -g "$option" -c SOURCE -o sub/b.o
		refuse "clang $option, program" lands clang -g "$option" SOURCE -o sub/p
	done
	check 'clang++ -gsplit-dwarf' lands clang++ -g -gsplit-dwarf -c SOURCE -o sub/b.o
	refuse 'clang -save-temps' lands clang -save-temps -c SOURCE
fi
refuse '-MJ' "$AMPCC" --amp-arch=none -MJ a.json -c amp.cpp
profile() {
	rm -rf profile
	mkdir profile
	cp amp.cpp profile
	(cd profile && "$AMPCC" --amp-arch=none -O2 -fprofile-generate amp.cpp -o p && ./p && [ -f p-amp.gcda ] &&
		"$AMPCC" --amp-arch=none -O2 -Werror=missing-profile -fprofile-use amp.cpp -o p && ./p)
}
check 'a profile is written and found' profile
coverage() {
	"$AMPCC" --amp-arch=none --coverage -c amp.cpp -o amp.o && "$AMPCC" --coverage amp.o -o covered && ./covered &&
		gcov -t amp.gcda | grep -qE ' 3: +6:'
}
check "coverage counts a kernel's line" coverage

# -v and -### print commands; the latter runs none.
prints() {
	local n=$1
	shift
	"$AMPCC" "$@" --amp-arch=sm_90 2>log && [ "$(grep -cE '^(\S*/)?(nvcc|c\+\+) ' log)" = "$n" ]
}
AMPCC_CACHE_DIR='' check '-v' prints 4 -v amp.cpp -o p
rm -f p command
echo old >kept.o
check '-###' prints 4 '-###' amp.cpp -o p
check '-### -c' prints 3 '-###' -c amp.cpp -o kept.o
check '-### runs nothing' test ! -e p -a ! -e command -a "$(cat kept.o)" = old

# Options for the device compiler, and those that nobody would see.
device_option() {
	"$AMPCC" --amp-arch=sm_90 --amp-device-option=-maxrregcount=32 --amp-device-option=-Xptxas=-v,-O1 \
		-c amp.cpp -o d.o && grep -q -- '-maxrregcount=32 -Xptxas=-v,-O1 ' command
}
check '--amp-device-option=' device_option
says() { # says TEXT OPTIONS...
	local text=$1
	shift
	! "$AMPCC" "$@" -c amp.cpp -o s.o 2>log && grep -qF -- "$text" log
}
check '--amp-arch without =' says "'--amp-arch' needs a value" --amp-arch sm_80
check '--amp-save without a folder' says "'--amp-save=' needs a value" --amp-save=
check '-arch= without CUDA' says "'-arch=sm_80' is for .cu inputs; for kernels of C++ AMP: --amp-arch=" -arch=sm_80
check '-Xptxas without CUDA' says "'-Xptxas' is for .cu inputs" -Xptxas -v
"$AMPCC" --amp-arch=none amp.cpp -o program
for n in x 0 -1 2x; do
	refuse "AMP_CPU_THREADS=$n" env AMP_CPU_THREADS=$n ./program
done
check 'AMP_CPU_THREADS=3' env AMP_CPU_THREADS=3 ./program

# Standard input finds the headers of the current folder.
mkdir in
echo '#define ONE 1' >in/one.h
sed 's/^#include <stdio.h>/&\n#include "one.h"/; s/+ 1;/+ ONE;/' amp.cpp >in/a.cpp
check 'standard input' bash -c 'cd in && "$AMPCC" --amp-arch=sm_90 -x c++ - -o p <a.cpp && [ "$(./p)" = 3 ]'

# libtool's way to link a shared library.
library() {
	sed 's/int main()/void run()/' amp.cpp >library.cpp
	"$AMPCC" --amp-arch=none -fPIC -c library.cpp -o library.o &&
		"$AMPCC" -shared -nostdlib library.o -L"$(dirname "$AMPCC")/../runtime" -lamprt -lstdc++ -lc -lgcc_s \
			-o liblibrary.so && readelf -d liblibrary.so | grep -q 'RUNPATH.*/runtime'
}
check 'a run path with -nostdlib' library
finish
