#!/bin/bash
# The precompiled amp.h: made once for the same options, in AMPCC_CACHE_DIR; a
# cache that cannot be used, or holds rubbish, changes nothing but the time.
. "$(dirname "$0")/lib.sh"

cat >a.cpp <<'END'
#include <amp.h>
using namespace concurrency;
void twice(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 2; });
}
END
emit() {
	"$AMPCC" --amp-emit-cuda -o "$@" a.cpp
}

export AMPCC_CACHE_DIR=
check 'no cache' emit none.cu
export AMPCC_CACHE_DIR=$work/cache
check 'the first compilation' emit first.cu
check 'makes one file' test "$(ls cache | wc -l)" -eq 1
check 'the second compilation' emit second.cu -DSOME_THING=1 -I.
check 'takes the same file' test "$(ls cache | wc -l)" -eq 1
check 'another standard' emit third.cu -std=c++14
check 'has its own' test "$(ls cache | wc -l)" -eq 2
for f in cache/*; do echo rubbish >"$f"; done
check 'rubbish in the cache' emit fourth.cu
echo file >not-a-folder
AMPCC_CACHE_DIR=$work/not-a-folder/cache check 'no folder to make' emit fifth.cu
for f in first second third fourth fifth; do
	same "the same text: $f" none.cu $f.cu
done
finish
