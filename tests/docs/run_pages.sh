#!/bin/bash
# run_pages.sh PAGE…: compiles the ```cpp blocks of pages of the reference with $AMPCC, most of them together
# (programs/joined.sh), runs them, and compares with the ```output blocks.
set -eu
programs=$(realpath "$(dirname "$0")/../programs")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

block() { # block KIND PAGE
	awk -v fence="\`\`\`$1" '$0 == "```" { inside = 0 } inside { print } $0 == fence { inside = 1 }' "$2"
}

for page; do
	name=$(basename "${page%.md}" | tr - _)
	block cpp "$page" >"$work/$name.cpp"
	block output "$page" >"$work/$name.out"
	[ -s "$work/$name.cpp" ] && [ -s "$work/$name.out" ] || {
		echo "$page: no example, or no output"
		exit 1
	}
done
joined=$("$programs/joined.sh" "$work" | sed "s|.*|$work/&.cpp|")
failed=0
# shellcheck disable=SC2086
[ -z "$joined" ] || "$programs/joined.sh" $joined || failed=1
for program in "$work"/*.cpp; do
	grep -qxF "$program" <<<"$joined" || "$programs/run_program.sh" "$program" || failed=1
done
exit $failed
