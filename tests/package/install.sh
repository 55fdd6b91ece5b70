#!/bin/bash
# install.sh BUILD SOURCE VERSION: what `meson install` installs works anywhere, and the packages have all
# of it, of one version.
. "$(dirname "$0")/lib.sh"
install_into "$work/prefix"
bin=$work/prefix/bin
config=$(cd prefix && find . -name amprt.pc -printf '%P')

check 'ampcc compiles' "$bin/ampcc" --amp-arch=none -c "$source/samples/vector_add.cpp" -o vector_add.o
check 'ampcc links' "$bin/ampcc" vector_add.o -o vector_add
check 'the program runs' ./vector_add
check 'ampcc-import' bash -c "'$bin/ampcc-import' -o - '$source/tests/import/solution/Demo.sln' | grep -q '^add_executable(Demo$'"
check 'ampcc links statically' "$bin/ampcc" -static vector_add.o -o vector_add
check 'that program runs' ./vector_add

# with nothing of the machine that built it
check 'pkg-config' prints "-I/p/include/ampcc -L/p/${config%/pkgconfig*} -lamprt -lboost_context -ldl -pthread" \
	pkg-config --define-variable=prefix=/p --cflags --libs --static "prefix/$config"

# Debian's packages, without building them: each file is in one of them, and no line is for nothing.
(cd prefix && find . ! -type d -printf 'usr/%P\n' | sed 's|^usr/lib64/|usr/lib/x/|; s|^usr/lib/\(lib\|ampcc\|cmake\|pkgconfig\)|usr/lib/x/\1|') |
	sort >installed
sort -u "$source"/debian/*.install >patterns
while read -r pattern; do
	grep -E "^$(sed 's/\./\\./g; s/\*/[^\/]*/g' <<<"$pattern")(/|\$)" installed >matched ||
		check "$pattern of debian/*.install is installed" false
	cat matched
done <patterns >packaged
sort -u packaged >packaged_once
check 'no file is in two packages' test "$(wc -l <packaged)" -eq "$(wc -l <packaged_once)"
check 'each file is in a package' diff installed packaged_once

check 'the version of ampcc' bash -c "'$bin/ampcc' --version | grep -q '^ampcc $version,'"
check 'the version in CHANGELOG.md' prints "## $version" grep -m1 '^## ' "$source/CHANGELOG.md"
check 'the version in debian/changelog' prints "ampcc ($version)" \
	bash -c "head -1 '$source/debian/changelog' | cut -d' ' -f1,2"

# What is made of --help has each option.
"$bin/ampcc" --help | sed -n 's/^  \(--amp-[a-z-]*=\{0,1\}\).*/\1/p' >options
check 'there are options' test "$(wc -l <options)" -gt 5
page=$(find "$work/prefix" -name ampcc.1)
while read -r option; do
	check "the manual page has $option" grep -qF -e ".B ${option//-/\\-}" "$page"
done <options
check 'completion' prints "$(grep -e --amp-d options | tr '\n' ' ' | sed 's/ $//')" bash -c '
	. "$1"
	COMP_WORDS=("$2" --amp-d) COMP_CWORD=1
	compopt() { :; }
	_ampcc
	echo "${COMPREPLY[@]}"' completion "$work/prefix/share/bash-completion/completions/ampcc" "$bin/ampcc"

# tools/setup: as many packages for each of the three, and those for apt are there.
for manager in apt dnf pacman; do
	"$source/tools/setup" --list $manager >names
	check "the packages for $manager" bash -c '
		[ "$(wc -l <names)" -ge 15 ] && ! grep -vE "^[a-z/][A-Za-z0-9/+.-]+$" names'
done
check 'no packages for others' bash -c "! '$source/tools/setup' --list apk"
if apt-cache show g++ >/dev/null 2>&1; then
	mapfile -t names < <("$source/tools/setup" --list apt)
	check 'apt knows them' apt-cache show --no-all-versions "${names[@]}"
fi
finish
