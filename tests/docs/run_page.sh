#!/bin/bash
# run_page.sh PAGE: compiles the ```cpp block of a page of the reference with $AMPCC,
# runs it, and compares with the ```output block.
set -eu
page=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

block() { # block KIND
	awk -v fence="\`\`\`$1" '$0 == "```" { inside = 0 } inside { print } $0 == fence { inside = 1 }' "$page"
}

block cpp >"$work/example.cpp"
block output >"$work/expected"
[ -s "$work/example.cpp" ] && [ -s "$work/expected" ] || {
	echo "$page: no example, or no output"
	exit 1
}
"$AMPCC" -Wall "--amp-arch=${AMPCC_TEST_ARCH:-none}" ${AMPCC_TEST_PRECOMPILED:+"-I$AMPCC_TEST_PRECOMPILED"} "$work/example.cpp" -o "$work/example"
"$work/example" >"$work/output"
diff -u "$work/expected" "$work/output"
