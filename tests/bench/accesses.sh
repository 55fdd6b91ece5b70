#!/bin/bash
# accesses.sh SOURCE MOST KIND...: the instructions for a point of each kind of kernel on the
# CPU accelerator, by gcc's -O3, as callgrind counts them; more than MOST is a failure: accesses
# look something up then, or the loop over the points is not vectorized. 77: no valgrind.
set -eu
source=$1 most=$2
shift 2
command -v valgrind >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$AMPCC" -std=c++17 -O3 "$source" -o "$work/accesses"

count() { # count KIND LAUNCHES
	AMP_ACCELERATOR=cpu AMP_CPU_THREADS=1 valgrind --tool=callgrind \
		--callgrind-out-file="$work/out" "$work/accesses" "$1" "$2" >"$work/log" 2>&1 || {
		cat "$work/log" >&2
		exit 1
	}
	sed -n 's/.*Collected : //p' "$work/log"
}

failed=0
for kind in "$@"; do
	few=$(count "$kind" 1)
	many=$(count "$kind" 11)
	each=$(((many - few) / 10 / 65536))
	echo "$kind: $each instructions a point, at most $most"
	[ "$each" -gt 0 ] && [ "$each" -le "$most" ] || failed=1
done
exit $failed
