#!/bin/bash
# Options that change what code means: the device compilers follow, or the build ends.
. "$(dirname "$0")/lib.sh"
export AMP_ACCELERATOR=cpu

# Compilers that write down what they are told.
mkdir stub
cat >stub/nvcc <<'STUB'
#!/bin/bash
echo "$@" >"$COMMAND"
while [ $# -gt 0 ]; do [ "$1" = -o ] && echo image >"$2"; shift; done
STUB
cp stub/nvcc stub/clang-21
chmod +x stub/*
# The host compiler only preprocesses where the device compiler's command is what counts.
cat >stub/host <<'STUB'
#!/bin/bash
[[ " $* " == *" -E "* ]] && exec c++ "$@"
while [ $# -gt 0 ]; do [ "$1" = -o ] && : >"$2"; shift; done
STUB
chmod +x stub/host
export COMMAND=$work/command PATH=$work/stub:$PATH

cat >a.cpp <<'END'
#include <amp.h>
PRAGMA
static int f(int n) restrict(cpu, amp) { return n + 1; }
int main()
{
	concurrency::array_view<int, 1> v(1);
	concurrency::parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = f(1); });
}
END
cat >a.c <<'END'
#include <amp/c.h>
void f(amp_array_view(int, 1) v)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = 1; });
}
END
pragma= language=cpp

# tells WORDS OPTIONS...: the words of interest that the device compiler gets, in order, for a source in $language.
tells() {
	local words=$1
	shift
	sed "s/^PRAGMA/$pragma/" a.$language >b.$language
	rm -f command
	"$AMPCC" --amp-arch=sm_90 --amp-host-compiler="$work/stub/host" -c b.$language -o b.o "$@" &&
		grep -oE -- '-(fmad|ftz|prec-[a-z]+)=[a-z]+|--unsigned_chars|-ffp-contract=[a-z]+|-f[a-z-]*overflow|-fgpu-[a-z-]+|-f(trapv|reciprocal-math|no-elide-constructors)' command |
		tr '\n' ' ' >told
	echo "want: $words, got: $(cat told)"
	[ "$(cat told)" = "${words:+$words }" ]
}
check 'nothing' tells ''
check 'C++' tells '-fmad=false -ftz=true -prec-sqrt=false -prec-div=false --unsigned_chars' -ffp-contract=off \
	-funsafe-math-optimizations -funsigned-char
language=c # which takes less time
check 'no contraction' tells '-fmad=false' -ffp-contract=off
check 'within an expression only' tells '-fmad=false' -ffp-contract=on
check 'the last one' tells '' -ffp-contract=off -ffp-contract=fast
fast='-ftz=true -prec-sqrt=false -prec-div=false'
check '-ffast-math' tells "$fast" -ffast-math
check '-fno-fast-math behind it' tells '' -ffast-math -fno-fast-math
check 'without quotients' tells '-ftz=true -prec-sqrt=false' -ffast-math -fno-reciprocal-math
check 'both' tells "-fmad=false $fast" -ffp-contract=off -funsafe-math-optimizations
check '-Ofast' tells "$fast" -O2 -Ofast
check 'another -O behind it' tells '' -Ofast -O2
check '-Ofast -fno-fast-math' tells '' -Ofast -fno-fast-math
check 'permissions that kernels do not need' tells '' -fno-math-errno -ffinite-math-only -fno-signed-zeros \
	-fno-trapping-math -frounding-math -fexcess-precision=fast -ffloat-store -fno-strict-aliasing
check 'unsigned char' tells '--unsigned_chars' -funsigned-char
check 'signed again' tells '' -funsigned-char -fsigned-char
check 'nothing for -fwrapv -fno-wrapv' tells '' -fwrapv -fno-wrapv
clang=--amp-device-compiler=clang
check 'clang' tells '-ffp-contract=off -fno-strict-overflow -fgpu-flush-denormals-to-zero -freciprocal-math' \
	$clang -ffast-math -ffp-contract=off -fwrapv
check 'clang: the last one' tells '-ftrapv' $clang -fwrapv -ftrapv
language=cpp
check 'clang, C++' tells '-ffp-contract=off -fno-strict-overflow -fgpu-flush-denormals-to-zero -freciprocal-math' \
	$clang -ffast-math -ffp-contract=off -fwrapv
pragma='#pragma STDC FP_CONTRACT OFF'
check 'a pragma' tells '-fmad=false'
pragma='#pragma GCC optimize ("O3", "fp-contract=off")'
check "gcc's pragma" tells '-fmad=false'
pragma='__attribute__((noinline, aligned(8), optimize("fp-contract=off")))'
check "gcc's attribute" tells '-fmad=false'
pragma='#pragma GCC optimize ("no-fast-math")'
check 'a pragma against the command line' tells '' -ffast-math
pragma=

# refuses SOURCE WORD OPTIONS...: an error, once, that names the option.
refuses() {
	local source=$1 word=$2
	shift 2
	sed -i 's/^PRAGMA//' a.cpp
	! "$AMPCC" -c "$source" -o r.o "$@" 2>log && [ "$(grep -c error: log)" = 1 ] &&
		grep -q "ampcc: error: '$word' is not possible" log
}
for option in -fshort-enums -fshort-wchar -fpack-struct -fpack-struct=4 -funsigned-bitfields -mms-bitfields \
	-mlong-double-64 -fsingle-precision-constant -ffp-eval-method=double -fdenormal-fp-math=positive-zero \
	-fexec-charset=latin1 -fwide-exec-charset=UTF-16 -m32 -mx32 -mabi=ms -fdiagnostics-format=json; do
	check "$option" refuses a.cpp "$option" --amp-arch=none "$option"
	check "$option in C" refuses a.c "$option" --amp-arch=none "$option"
done
check '-fno-exceptions' refuses a.cpp -fno-exceptions --amp-arch=none -fno-exceptions
check '-fno-rtti' refuses a.cpp -fno-rtti --amp-arch=none -fno-rtti
check 'taken back' "$AMPCC" --amp-arch=none -c a.cpp -o r.o -fshort-enums -fno-short-enums -fno-rtti -frtti
check 'not for C' "$AMPCC" --amp-arch=none -w -c a.c -o r.o -fno-exceptions
echo 'int main() { return sizeof(enum_of_one()); }' | sed '1i enum e { A }; e enum_of_one();' >plain.cpp
check 'sources without AMP have all of them' bash -c '"$AMPCC" -fshort-enums -fno-rtti plain.cpp -o p; ./p; [ $? = 1 ]'
for option in -fwrapv -ftrapv -fno-strict-overflow -fno-elide-constructors; do
	source=a.c
	[ $option != -fno-elide-constructors ] || source=a.cpp
	check "$option, which nvcc cannot" refuses $source "$option" --amp-arch=sm_90 "$option"
	check "$option on the CPU" "$AMPCC" --amp-arch=none -c $source -o r.o "$option"
done

check "HCC's -std=c++amp" "$AMPCC" --amp-arch=none -std=c++amp -c a.cpp -o r.o
check '-std=c++amp without AMP' "$AMPCC" -std=c++amp -c plain.cpp -o r.o

# A device compiler that crashes, as the shell in which nvcc calls its own parts says of them.
mkdir crashing
printf '#!/bin/bash\nexit 139\n' >crashing/nvcc
chmod +x crashing/nvcc
check 'a device compiler that crashes' bash -c \
	'! PATH=$PWD/crashing:$PATH "$AMPCC" --amp-arch=sm_90 -c a.cpp -o crashed.o 2>log && [ ! -e crashed.o ] &&
	grep -q "ampcc: error: the device compiler crashed" log'

# The flat text is UTF-8 already.
printf '#include <amp.h>\nint main() { return sizeof("\351") - 3; }\n' >latin.cpp
check '-finput-charset' bash -c '"$AMPCC" --amp-arch=none -finput-charset=latin1 latin.cpp -o l && ./l'
finish
