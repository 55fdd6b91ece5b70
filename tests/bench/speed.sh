#!/bin/bash
# speed.sh SOURCE {KIND MOST}…: the instructions for a point of each kind of kernel on the CPU accelerator, by gcc's -O3, as
# callgrind counts them; more than MOST is a failure: accesses look something up then, a loop over the points is not vectorized, or
# the threads of a tile are no loops. MOST is for gcc 12 and x86-64; others may need twice as many. $AMPCC_TEST_OPTIONS are more
# options for $AMPCC, to see what is lost with them. 77: no valgrind.
set -eu
source=$1
shift
command -v valgrind >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2086
"$AMPCC" -std=c++17 -O3 --amp-arch=none ${AMPCC_TEST_OPTIONS:-} "$source" -o "$work/speed"
AMP_ACCELERATOR=cpu AMP_CPU_THREADS=1 valgrind --tool=callgrind --callgrind-out-file="$work/out" --dump-after=counted \
	"$work/speed" >"$work/points" 2>"$work/log" || {
	cat "$work/log"
	exit 1
}
factor=2
[ "$(c++ -dumpversion | cut -d. -f1) $(uname -m)" != '12 x86_64' ] || factor=1

# Every second part is of launches that count; the program prints their kinds, in the order of the arguments.
failed=0 part=0
while read -r kind points; do
	part=$((part + 2))
	[ "$kind" = "${1:-}" ] || {
		echo "$kind: no limit"
		exit 1
	}
	awk -v kind="$kind" -v points="$points" -v most="$2" -v factor=$factor '/^(summary|totals): / { count = $2 } END {
		printf "%s: %.2f instructions a point, at most %.2f\n", kind, count / points, most * factor
		exit !(count > 0 && count <= points * most * factor) }' "$work/out.$part" || failed=1
	shift 2
done <"$work/points"
[ $# -eq 0 ] || failed=1
exit $failed
