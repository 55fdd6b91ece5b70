#!/bin/bash
# bear.sh BEAR: the compilation database that bear writes of a make with ampcc, as docs/tools.md has it: one entry for
# each source, and none for what ampcc runs. $AMPCC is the compiler.
set -eu
bear=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >a.cpp <<'END'
#include <amp.h>
void zero(concurrency::array_view<int> v)
{
	parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = N; });
}
END
cat >b.c <<'END'
#include <amp.h>
void zero_in_c(amp_array_view(int, 1) v)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = 0; });
}
END
cat >Makefile <<'END'
all: a.o b.o
a.o: a.cpp
	$(CXX) --amp-arch=none -DN=0 -c a.cpp -o a.o
b.o: b.c
	$(CC) --amp-arch=none -c b.c -o b.o
END
CXX=$AMPCC CC=$AMPCC "$bear" -- make >log 2>&1 || {
	cat log
	exit 1
}
python3 - "$AMPCC" <<'END'
import json, os, sys
with open("compile_commands.json") as file:
    entries = json.load(file)
assert sorted(os.path.basename(e["file"]) for e in entries) == ["a.cpp", "b.c"], entries
for entry in entries:
    assert entry["arguments"][0] == sys.argv[1] and "--amp-arch=none" in entry["arguments"], entry
END
