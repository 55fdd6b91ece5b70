#!/bin/bash
# count-instructions.sh PROGRAM {VIEWS MOST}...: the instructions of one launch, by amp_launch_again,
# with so many views, without the driver's, as callgrind counts them; more than MOST
# is a failure. 77: no valgrind.
set -eu
program=$1
shift
command -v valgrind >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count() { # count LAUNCHES VIEWS
	valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect='amp_launch*' \
		"$program" "$1" "$2" >"$work/log" 2>&1 || {
		cat "$work/log" >&2
		exit 1
	}
	callgrind_annotate --inclusive=yes --threshold=100 "$work/out" 2>/dev/null |
		awk '{ gsub(",", "", $1) }
			/PROGRAM TOTALS/ && !all { all = $1 }
			/:cuLaunchKernel( |$)/ && !driver { driver = $1 }
			END { print all - driver }'
}

failed=0
while [ $# -ge 2 ]; do
	views=$1 most=$2
	shift 2
	few=$(count 100 "$views")
	many=$(count 1100 "$views")
	each=$(((many - few) / 1000))
	echo "$views views: $each instructions a launch, at most $most"
	[ "$each" -gt 0 ] && [ "$each" -le "$most" ] || failed=1
done
exit $failed
