#!/bin/bash
# joined.sh FOLDER: prints the names of the programs that can be compiled together, without ".cpp". What a name at
# global scope, a macro or an option means would be another matter there.
# joined.sh SOURCE…: compiles them as one for $AMPCC_TEST_ARCH, each in a namespace, because headers take more time than
# programs; and runs each on $AMP_ACCELERATOR, on the CPU also with memory of its own. Their paths are absolute. With
# $AMPCC_TEST_DEVICE_ONLY, only their kernels are compiled.
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
{
	for source; do
		sed -n "s|^ *#include \"|&${source%/*}/|p; t; /^ *#include/p" "$source"
	done | sort -u | sed '1i #include <amp.h>'
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
} >"$work/joined.cpp"
cd "$work"
if [ -n "${AMPCC_TEST_DEVICE_ONLY:-}" ]; then
	"$AMPCC" -Wall -Werror "--amp-arch=$AMPCC_TEST_ARCH" --amp-host-compiler="$preprocess" --amp-save=units -c joined.cpp -o joined.o >messages 2>&1 &&
		[ ! -s messages ] && [ -s units/joined.fatbin ] || {
		cat messages
		exit 1
	}
	exit
fi
"$AMPCC" -Wall -Werror "--amp-arch=$AMPCC_TEST_ARCH" joined.cpp -o joined >messages 2>&1 && [ ! -s messages ] || {
	cat messages
	exit 1
}
failed=
for source; do
	name=$(basename "${source%.cpp}")
	expect "${source%.cpp}" "$AMP_ACCELERATOR" ./joined "$name" || [ $? = 77 ] || failed=yes
	# "accelerator" is about memory that is shared
	if [[ $AMP_ACCELERATOR = cpu && $name != accelerator ]]; then
		AMP_CPU_MEMORY=separate expect "${source%.cpp}" cpu ./joined "$name" || [ $? = 77 ] || failed=yes
	fi
done
[ -z "$failed" ]
