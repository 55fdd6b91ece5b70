#!/bin/bash
# Measures how long ampcc delays the compilation of a source without AMP, in milliseconds:
# measure-overhead.sh AMPCC [RUNS]
ampcc=${1:?usage: measure-overhead.sh AMPCC [RUNS]}
runs=${2:-200}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
# A project of typical size: a source that includes 60 headers of 10 kB.
for n in $(seq 60); do
	printf '#pragma once\n' >"h$n.h"
	[ "$n" -lt 60 ] && printf '#include "h%d.h"\n' $((n + 1)) >>"h$n.h"
	for line in $(seq 150); do
		printf 'int declared_in_header_%d_%d(int first, char *second);\n' "$n" "$line"
	done >>"h$n.h"
done
echo 'int x;' >small.c
printf '#include <stdio.h>\n#include "h1.h"\nint x;\n' >large.c
python3 - "$ampcc" "$runs" <<'END'
import statistics, subprocess, sys, time
ampcc, runs = sys.argv[1], int(sys.argv[2])
def once(compiler, source):
    start = time.perf_counter()
    subprocess.run([compiler, "-I.", "-c", source, "-o", "out.o"], check=True)
    return 1e3 * (time.perf_counter() - start)
for source in "small.c", "large.c":
    pairs = [(once("cc", source), once(ampcc, source)) for _ in range(runs)]
    plain, wrapped = (statistics.median(column) for column in zip(*pairs))
    print(f"{source}: cc {plain:.2f} ms, ampcc {wrapped:.2f} ms, added {wrapped - plain:.2f} ms")
END
