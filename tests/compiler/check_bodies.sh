#!/bin/bash
# check_bodies.sh ROOT: the trees of the bodies (compiler/body/body.h) of samples and test programs have no text that
# libclang does not show, but for what is listed here. Most programs are read together, each in a namespace, because the
# headers take more time than the programs.
set -u
cd "$1" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# What an instantiation leaves out of a pack that is empty; comparisons that are written in terms of <=>; an array
# that is copied to be bound; what a lambda in a template captures, where it is not evaluated; attributes behind names.
may_have_unknown="tests/programs/(shapes/(capture_pack|standard_20|tile_bindings).cpp|c/gnu_extensions.c)"
# Programs with options or headers of their own, and those that make ampcc parse several times.
alone='/(standard_1|cublas|mandelbrot|several_accelerators|texture_zoom|tile_static_classes|tile_uses)'
failed=0

# FILE [OPTION…]: the trees of a source.
check() {
	dump=$("$AMPCC" --amp-arch=none --amp-dump-body -w -o - "$@" 2>&1) || {
		echo "$1: no trees"
		echo "$dump" | head -5
		failed=1
		return
	}
	if grep -n 'unknown' <<<"$dump" | grep -v 'conversion unknown' | head -5 | grep .; then
		echo "in $1"
		failed=1
	fi
}

# FILE…: one source of them all.
join() {
	local file number=0
	for file; do
		sed -n "s|^ *#include \"|&$PWD/${file%/*}/|p; t; /^ *#include/p" "$file"
	done | sort -u
	for file; do
		printf 'namespace unit_%d {\n#line 1 "%s"\n' $((++number)) "$file"
		sed 's|^ *#include.*||' "$file"
		echo '}'
	done
}

for group in 'samples/*.cpp' 'tests/programs/shapes/capture_*.cpp' 'tests/programs/shapes/overloads_*.cpp' \
	'tests/programs/shapes/tile_*.cpp'; do
	# shellcheck disable=SC2086
	mapfile -t files < <(printf '%s\n' $group | grep -Ev "$may_have_unknown|$alone")
	source=$work/$(basename "${group%_*}").cpp
	join "${files[@]}" >"$source"
	check "$source"
done
for source in samples/*.cpp samples/c/*.c tests/programs/c/*.c tests/programs/shapes/{capture,standard,tile,overloads}_*.cpp; do
	[[ $source =~ $may_have_unknown ]] && continue
	[[ $source == *.c || $source =~ $alone ]] || continue
	# shellcheck disable=SC2046
	check "$source" $(sed -n 's|^// options: *||p' "$source" | head -1)
done
exit $failed
