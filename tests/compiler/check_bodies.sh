#!/bin/bash
# check_bodies.sh ROOT: the trees of the bodies (compiler/body/body.h) of samples and test programs have no text that
# libclang does not show, but for what is listed here.
set -u
cd "$1" || exit 1
# What an instantiation leaves out of a pack that is empty; comparisons that are written in terms of <=>; an array
# that is copied to be bound; what a lambda in a template captures, where it is not evaluated; attributes behind names.
may_have_unknown="tests/programs/(shapes/(capture_pack|standard_20|tile_bindings).cpp|c/gnu_extensions.c)"
failed=0
for source in samples/*.cpp samples/c/*.c tests/programs/c/*.c \
	tests/programs/shapes/{capture,standard,tile,overloads}_*.cpp; do
	[[ $source =~ $may_have_unknown ]] && continue
	options=$(sed -n 's|^// options: *||p' "$source" | head -1)
	# shellcheck disable=SC2086
	dump=$("$AMPCC" --amp-arch=none --amp-dump-body $options -o - "$source" 2>&1) || {
		echo "$source: no trees"
		echo "$dump" | head -5
		failed=1
		continue
	}
	if grep -n 'unknown' <<<"$dump" | grep -v 'conversion unknown' | head -5 | grep .; then
		echo "in $source"
		failed=1
	fi
done
exit $failed
