#!/bin/bash
# editor.sh CLANGD SOURCE...: clangd, as `ampcc --amp-clangd` configures it, has nothing against
# programs, and something against a wrong one. $AMPCC is the compiler.
set -eu
clangd=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$AMPCC" --amp-clangd
! "$AMPCC" --amp-clangd 2>again # keeps what is there
grep -q "'.clangd' is there already" again

# As a build of ampcc's would have it, with ampcc's own options.
database() {
	local source between=
	echo '['
	for source; do
		printf '%s{"directory": "%s", "file": "%s", "arguments": ["%s", "--amp-arch=sm_90", "-Wno-amp", "-c", "%s"]}\n' \
			"$between" "$work" "$source" "$AMPCC" "$source"
		between=,
	done
	echo ']'
}
parses() { "$clangd" --check="$1" --compile-commands-dir="$work" >log 2>&1; }

cat >wrong.cpp <<'END'
#include <amp.h>
int on_cpu() restrict(cpu) { return 1; }
int overloaded() restrict(cpu) { return 1; }
int overloaded() restrict(amp) { return 2; }
int both() restrict(cpu, amp) { return overloaded(); }
int on_gpu() restrict(amp) { return on_cpu(); }
END
mkdir sources
for source; do # clangd reads the .clangd of the folders above a source
	cp "$source" sources
	cp "$(dirname "$source")"/*.h sources 2>/dev/null || true
done
database "$work/wrong.cpp" "$work"/sources/* >compile_commands.json
! parses wrong.cpp
grep -qE 'Line 6: .*on_cpu' log
[ "$(grep -c '^E.*Line ' log)" = 1 ] || {
	cat log
	exit 1
}
for source in sources/*.c*; do
	parses "$source" || {
		grep -E '^E' log
		exit 1
	}
	! grep -E 'Line [0-9]+: ' log
done
