#!/bin/bash
# compile_program.sh SOURCE OUTPUT [OPTION…]
#
# Compiles a test program with $AMPCC. The first lines of the source say what
# it needs besides, all of it relative to the source's folder:
#   // options: …   more options
#   // also: …      more units, each compiled on its own, then linked; UNIT:-DA=1,-DB has
#                   options of its own
#   // static: …    sources of a static library
#   // shared: …    sources of a shared library, put beside OUTPUT
# $AMPCC_TEST_PRECOMPILED is a folder with a precompiled amp/prelude.h, which has amp.h, too: not for programs that have
# directives in front of amp.h other than #include, or types of their own that it asks for.
set -eu
source=$1 output=$2
shift 2
if [ -n "${AMPCC_TEST_PRECOMPILED:-}" ] && ! grep -q '^typedef .* HRESULT;' "$source" &&
	! sed '/#include <amp/,$d' "$source" | grep -qE '^ *# *(define|undef|if|pragma)'; then
	set -- "$@" "-I$AMPCC_TEST_PRECOMPILED"
fi
here=$(dirname "$source")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

directive() { sed -n "1,12s|^// $1: ||p" "$source"; }

compile() { # compile SOURCE OBJECT [OPTION…]
	local from=$1 to=$2
	shift 2
	# shellcheck disable=SC2086
	"$AMPCC" -Wall "$@" $(directive options) -c "$here/$from" -o "$to"
}

also=$(directive also) static=$(directive static) shared=$(directive shared)
if [ -z "$also$static$shared" ]; then
	# shellcheck disable=SC2046
	"$AMPCC" -Wall "$@" "$source" -o "$output" $(directive options)
	exit
fi

objects=() libraries=()
compile "$(basename "$source")" "$work/main.o" "$@"
for unit in $also; do
	options=${unit#"${unit%%:*}"}
	# shellcheck disable=SC2046
	compile "${unit%%:*}" "$work/$unit.o" "$@" $(tr ':,' '  ' <<<"$options")
	objects+=("$work/$unit.o")
done
if [ -n "$static" ]; then
	members=()
	for unit in $static; do
		compile "$unit" "$work/$unit.o" "$@"
		members+=("$work/$unit.o")
	done
	ar rcs "$work/libtested.a" "${members[@]}"
	libraries+=("$work/libtested.a")
fi
if [ -n "$shared" ]; then
	name=lib$(basename "$output").so
	for unit in $shared; do
		compile "$unit" "$work/$unit.o" -fPIC "$@"
	done
	# shellcheck disable=SC2086
	(cd "$work" && "$AMPCC" -shared $(printf '%s.o ' $shared) -Wl,-soname,"$name" -o "$name")
	cp "$work/$name" "$(dirname "$output")"
	libraries+=("$(dirname "$output")/$name" "-Wl,-rpath,\$ORIGIN")
fi
# shellcheck disable=SC2046
"$AMPCC" "$@" "$work/main.o" "${objects[@]}" "${libraries[@]}" -o "$output" $(directive options)
