#!/bin/bash
# ccache in front of ampcc: the second compilation is taken from the cache, with what
# it said, and whatever changes the object makes it a first one again.
. "$(dirname "$0")/lib.sh"

command -v ccache >/dev/null || exit 77
export CCACHE_DIR=$work/ccache-dir CCACHE_CONFIGPATH=$work/none
unset CCACHE_DISABLE CCACHE_COMPILERCHECK CCACHE_EXTRAFILES

echo '#define FACTOR 2' >factor.h
cat >a.cpp <<'END'
#include <amp.h>
#include "factor.h"
using namespace concurrency;
void multiply(array_view<int, 1> v)
{
	int unused;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= FACTOR; });
}
END
touch -d '1 hour ago' a.cpp factor.h # ccache distrusts files that are newer than itself

# compile NAME OPTION...: NAME.o and NAME.log.
compile() {
	local name=$1
	shift
	ccache "$AMPCC" -Wall --amp-arch=none "$@" -c a.cpp -o "$name.o" 2>"$name.log"
}
# counted COUNTER: since the cache was made
counted() {
	ccache --print-stats | sed -n "s/^$1\t//p"
}
hits() {
	echo $(($(counted direct_cache_hit) + $(counted preprocessed_cache_hit)))
}
is_miss() {
	test "$(counted cache_miss)" -eq "$1"
}

check 'the first compilation' compile first
check 'it is one that ccache takes' is_miss 1
check 'the second compilation' compile second
check 'comes from the cache' test "$(hits)" -eq 1
same 'it makes the same object' first.o second.o
same 'it says the same' first.log second.log
check 'which is a warning' grep -q "unused variable" second.log
check 'another option' compile optimized -O2
check 'is another compilation' is_miss 2
echo '#define FACTOR 3' >factor.h
touch -d '1 hour ago' factor.h
check 'another header' compile changed
check 'is another compilation' is_miss 3
refuse 'it makes another object' cmp -s first.o changed.o

# docs/flags.md: what ampcc --version says belongs to the key.
export CCACHE_COMPILERCHECK='%compiler% --version'
check 'the version asked for' compile asked
check 'is another compilation' is_miss 4
check 'again' compile again
check 'from the cache' test "$(hits)" -eq 2
AMPCC_HOST_CXX=$(command -v clang++-19) || finish
export AMPCC_HOST_CXX
check 'another host compiler' compile clang
check 'is another compilation' is_miss 5
finish
