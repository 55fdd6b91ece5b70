#!/bin/bash
# run_check.sh FILE: runs the commands of the "// RUN:" lines of a file, one
# after the other; each must succeed. In them stand
#   %ampcc     $AMPCC                  %FileCheck  $FILECHECK
#   %s, %S     the file, its folder    %t          a temporary path
#   %emit      the device unit that ampcc writes, without empty lines and comments
#   %front     ampcc with a host compiler that only preprocesses: for what the front end says and writes
#   %nvcc      ampcc with nvcc, for sm_90; such a file is skipped without nvcc
#   %ptx       the PTX that nvcc makes of the file's kernels, for compute_90; without nvcc, the file is skipped
# "! COMMAND" must fail; commands may be pipelines. What the tests of diagnostics leave in %t has no words of
# CUDA's, of its compilers or of what is written for them in its messages (check_words.py).
set -u
file=$1
preprocess=$(realpath "$(dirname "$0")/../preprocess.sh")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if grep -qE '^// RUN:.*%(nvcc|ptx)' "$file" && [ "${AMPCC_TEST_ARCH:-none}" = none ]; then
	exit 77
fi
commands=$(sed -n 's|^// RUN: *||p' "$file")
if [ -z "$commands" ]; then
	echo "$file: no RUN line"
	exit 1
fi
emit='%ampcc --amp-dump-device -o - %s | grep .'
commands=${commands//%emit/"$emit"}
ptx="%nvcc --amp-arch=compute_90 --amp-device-option=-no-compress --amp-host-compiler=$preprocess --amp-save=%t.ptx -c -o %t.o %s && strings %t.ptx/*.fatbin"
commands=${commands//%ptx/"$ptx"}
commands=${commands//%front/%ampcc --amp-host-compiler=$preprocess}
commands=${commands//%ampcc/$AMPCC --amp-arch=none}
commands=${commands//%nvcc/$AMPCC --amp-arch=sm_90}
commands=${commands//%FileCheck/$FILECHECK --dump-input=fail}
commands=${commands//%s/$file}
commands=${commands//%S/$(dirname "$file")}
commands=${commands//%t/$work/t}
while IFS= read -r command; do
	if ! bash -c "set -e -o pipefail; $command" >"$work/log" 2>&1; then
		echo "failed: $command"
		head -100 "$work/log"
		exit 1
	fi
done <<<"$commands"
case $file in
*/diagnostics/*)
	words='__(global|device|host|shared|constant)__|__AH|nvcc|cudafe|ptxas|nvlink|cicc|fatbin|[^_A-Za-z]cuda|_kernel_[0-9]+_'
	if grep -shE ': (fatal )?(error|warning|note): ' "$work"/t* | sed -E 's/^[^ ]*: (fatal )?(error|warning|note): //; s,/[^ ]*/,,g' |
		grep -iE "$words" >"$work/log"; then
		echo "words of CUDA's in messages:"
		cat "$work/log"
		exit 1
	fi
	;;
esac
