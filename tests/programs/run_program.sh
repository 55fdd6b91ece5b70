#!/bin/bash
# run_program.sh SOURCE [OPTION…]
#
# Compiles a program with $AMPCC for $AMPCC_TEST_ARCH, silently, runs it on
# $AMP_ACCELERATOR, and compares (but for white space that ends a line). Beside foo.cpp lie
#   foo.out            what it prints; by default that is "ok"
#   foo.cpu.out        the same on that accelerator
#   foo.error          LINE:PATTERN; it must not compile, with an error there
# A program that exits with 77 is skipped. $AMPCC_TEST_RUNS are several runs instead, with commas between them: the
# accelerator and the program's arguments; one on the CPU has no driver of GPUs. $AMPCC_TEST_RUNTIME is the folder of
# another runtime for it: meson puts that of the build in front of what a test asks for in LD_LIBRARY_PATH. $AMPCC_TEST_THEN is
# a command that gets the program's path afterwards.
set -u
source=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
. "$here/expect.sh"
base=$(realpath "${source%.c*}")
name=$(basename "$base")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { # fail MESSAGE [FILE…]
	echo "$name: $1"
	shift
	sed 's/^/    /' "$@" /dev/null
	exit 1
}

"$here/compile_program.sh" "$source" "$work/$name" "--amp-arch=${AMPCC_TEST_ARCH:-none}" "$@" \
	>"$work/compiler" 2>&1 </dev/null
status=$?
if [ -f "$base.error" ]; then
	IFS=: read -r line pattern <"$base.error"
	[ $status -ne 0 ] || fail "compiles, but must not"
	grep -Eq "$(basename "$source"):$line:([0-9]+:)? error: .*$pattern" "$work/compiler" ||
		fail "no error at line $line that says $pattern" "$work/compiler"
	exit 0
fi
[ $status -eq 0 ] || fail "does not compile" "$work/compiler"
[ ! -s "$work/compiler" ] || fail "the compilers are not silent" "$work/compiler"

IFS=, read -ra runs <<<"${AMPCC_TEST_RUNS:-${AMP_ACCELERATOR:-cpu}}"
cd "$work" || exit
export LD_LIBRARY_PATH=${AMPCC_TEST_RUNTIME:+$AMPCC_TEST_RUNTIME:}${LD_LIBRARY_PATH:-}
for run in "${runs[@]}"; do
	read -r accelerator arguments <<<"$run"
	# shellcheck disable=SC2086
	expect "$base" "$accelerator" "./$name" $arguments || exit
done
# shellcheck disable=SC2086
[ -z "${AMPCC_TEST_THEN:-}" ] || $AMPCC_TEST_THEN "./$name"
