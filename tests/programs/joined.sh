#!/bin/bash
# joined.sh FOLDER: prints the names of the programs that can be compiled together, without ".cpp". What a name at
# global scope, a macro or an option means would be another matter there.
# joined.sh SOURCE…: compiles them as one for $AMPCC_TEST_ARCH, each in a namespace, because headers take more time than
# programs; and runs each on $AMP_ACCELERATOR. Their paths are absolute. With $AMPCC_TEST_DEVICE_ONLY, only their kernels are
# compiled, which may be in C. Functions of one name have one restriction in all of them: ampcc parses overloads several times.
set -eu
. "$(dirname "$0")/expect.sh"
preprocess=$(realpath "$(dirname "$0")/../preprocess.sh")
if [ -d "$1" ]; then
	cd "$1"
	for source in *.cpp; do
		name=${source%.cpp}
		# the first two have names that clash with others' or need global scope; the third prints when any program ends;
		# the random ones take long for GPUs
		[[ ! $name =~ ^(kernel_names|library_names|wide_output|random.*)$ ]] || continue
		if [ ! -e "$name.error" ] && grep -q '^int main()' "$source" && ! grep -v '^// options: -std=c++17$' "$source" | grep -qE '^// (options|also|static|shared): |^ *# *[^i ]|^ *# *if|^ *(namespace (std|[Cc]oncurrency)|extern "C")|(^|[^_A-Za-z0-9>]) *::[A-Za-z]' &&
			[[ $(head -c 3 "$source") != $'\xef\xbb\xbf' ]]; then
			echo "$name"
		fi
	done
	exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
includes() {
	for source; do
		sed -n "s|^ *#include \"|&${source%/*}/|p; t; /^ *#include/p" "$source"
	done | sort -u
}

# in_namespaces SOURCE…: one program of them all, which runs the one that its argument names.
in_namespaces() {
	echo '#include <amp.h>'
	includes "$@"
	for source; do
		printf 'namespace program_%s {\n#line 1 "%s"\n' "$(basename "${source%.cpp}")" "$source"
		sed 's|^ *#include.*||; $s|}$|return 0; }|' "$source" # a main that is in a namespace does not return by itself
		echo '}'
	done
	printf '#include <cstring>\nint main(int, char **argv)\n{\n'
	for source; do
		name=$(basename "${source%.cpp}")
		printf 'if (!strcmp(argv[1], "%s")) return program_%s::main();\n' "$name" "$name"
	done
	echo '}'
}

# renamed SOURCE…: the same in C, where each function gets a name of its own. Nothing runs them.
renamed() {
	includes "$@"
	for source; do
		functions=$(sed -nE '/^typedef/d; s/^[A-Za-z_][A-Za-z_0-9 *]*[ *]([A-Za-z_0-9]+)\(.*/\1/p' "$source" | sort -u)
		for function in $functions; do
			echo "#define $function ${function}_of_$(basename "${source%.c}")"
		done
		printf '#line 1 "%s"\n' "$source"
		sed 's|^ *#include.*||' "$source"
		for function in $functions; do
			echo "#undef $function"
		done
	done
}

case $1 in
*.c) joined=joined.c && renamed "$@" >"$work/$joined" ;;
*) joined=joined.cpp && in_namespaces "$@" >"$work/$joined" ;;
esac
cd "$work"
if [ -n "${AMPCC_TEST_DEVICE_ONLY:-}" ]; then
	"$AMPCC" -Wall -Werror "--amp-arch=$AMPCC_TEST_ARCH" --amp-host-compiler="$preprocess" --amp-save=units -c "$joined" -o joined.o >messages 2>&1 &&
		[ ! -s messages ] && [ -s units/joined.fatbin ] || {
		cat messages
		exit 1
	}
	exit
fi
"$AMPCC" -Wall -Werror "--amp-arch=$AMPCC_TEST_ARCH" "$joined" -o joined >messages 2>&1 && [ ! -s messages ] || {
	cat messages
	exit 1
}
failed=
for source; do
	expect "${source%.cpp}" "$AMP_ACCELERATOR" ./joined "$(basename "${source%.cpp}")" || [ $? = 77 ] || failed=yes
done
[ -z "$failed" ]
