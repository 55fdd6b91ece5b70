#!/bin/bash
# count-instructions.sh PROGRAM MOST: the instructions of one amp_launch, without
# the driver's, as callgrind counts them; more than MOST is a failure. 77: no
# valgrind.
set -eu
program=$1 most=$2
command -v valgrind >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count() { # count LAUNCHES
	valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect=amp_launch \
		"$program" "$1" >"$work/log" 2>&1 || {
		cat "$work/log" >&2
		exit 1
	}
	callgrind_annotate --inclusive=yes --threshold=100 "$work/out" 2>/dev/null |
		awk '{ gsub(",", "", $1) }
			/:amp_launch( |$)/ && !all { all = $1 }
			/:cuLaunchKernel( |$)/ && !driver { driver = $1 }
			END { print all - driver }'
}

few=$(count 100)
many=$(count 1100)
each=$(((many - few) / 1000))
echo "$each instructions a launch, at most $most"
[ "$each" -gt 0 ] && [ "$each" -le "$most" ]
