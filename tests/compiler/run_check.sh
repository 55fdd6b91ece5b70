#!/bin/bash
# run_check.sh FILE: runs the commands of the "// RUN:" lines of a file, one
# after the other; each must succeed. In them stand
#   %ampcc     $AMPCC                  %FileCheck  $FILECHECK
#   %s, %S     the file, its folder    %t          a temporary path
#   %emit      the device unit that ampcc writes, without the CHECK and RUN lines
#   %nvcc      ampcc with nvcc, for sm_90; such a file is skipped without nvcc
# "! COMMAND" must fail; commands may be pipelines.
set -u
file=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if grep -q '^// RUN:.*%nvcc' "$file" && [ "${AMPCC_TEST_ARCH:-none}" = none ]; then
	exit 77
fi
commands=$(sed -n 's|^// RUN: *||p' "$file")
if [ -z "$commands" ]; then
	echo "$file: no RUN line"
	exit 1
fi
emit="%ampcc --amp-emit-cuda -o - %s | sed -E '/[/][/] (CHECK|RUN)/d'"
commands=${commands//%emit/"$emit"}
commands=${commands//%ampcc/$AMPCC --amp-arch=none}
commands=${commands//%nvcc/$AMPCC --amp-arch=sm_90}
commands=${commands//%FileCheck/$FILECHECK --dump-input=fail}
commands=${commands//%s/$file}
commands=${commands//%S/$(dirname "$file")}
commands=${commands//%t/$work/t}
while IFS= read -r command; do
	if ! bash -c "set -o pipefail; $command" >"$work/log" 2>&1; then
		echo "failed: $command"
		head -100 "$work/log"
		exit 1
	fi
done <<<"$commands"
