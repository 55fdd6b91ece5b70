#!/bin/bash
# joined.sh FOLDER: prints the names of the programs that can be compiled together, without ".cpp". What a name at
# global scope, a macro or an option means would be another matter there.
# joined.sh SOURCE…: compiles them for $AMPCC_TEST_ARCH, each in a namespace, because headers take more time than programs.
set -eu
if [ -d "$1" ]; then
	cd "$1"
	for source in *.cpp; do
		name=${source%.cpp}
		# the first two have names that clash with others' or need global scope; the random ones take long for GPUs
		[[ ! $name =~ ^(kernel_names|library_names|random.*)$ ]] || continue
		if [ ! -e "$name.error" ] && ! grep -qE '^// (options|also|static|shared): |^ *# *[^i ]|^ *# *if|^ *(namespace (std|[Cc]oncurrency)|extern "C")|(^|[^_A-Za-z0-9>]) *::[A-Za-z]' "$source" &&
			[[ $(head -c 3 "$source") != $'\xef\xbb\xbf' ]]; then
			echo "$name"
		fi
	done
	exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for source; do
	sed -n "s|^ *#include \"|&${source%/*}/|p; t; /^ *#include/p" "$source"
done | sort -u >"$work/joined.cpp"
number=0
for source; do
	printf 'namespace program_%d {\n#line 1 "%s"\n' $((++number)) "$source"
	sed 's|^ *#include.*||' "$source"
	echo '}'
done >>"$work/joined.cpp"
# The host unit is compiled with each program's own test.
cat >"$work/c++" <<'END'
#!/bin/bash
for ((i = 1; i <= $#; i++)); do
	case ${!i} in
	-E) exec c++ "$@" ;;
	-o) next=$((i + 1)) output=${!next} ;;
	esac
done
: >"$output"
END
chmod +x "$work/c++"
"$AMPCC" -w "--amp-arch=$AMPCC_TEST_ARCH" --amp-host-compiler="$work/c++" -c "$work/joined.cpp" -o "$work/joined.o"
