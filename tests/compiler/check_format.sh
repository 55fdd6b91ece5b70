#!/bin/bash
# check_format.sh ROOT: no line of compiler/, runtime/ and info/ is longer than 120 columns, and those that were changed since
# the branch left main are formatted as .clang-format says. The latter is skipped without git, clang-format or a branch main
# to compare with.
# To mend: git clang-format-19 "$(git merge-base HEAD main)" -- compiler runtime info
set -u
cd "$1" || exit 1
find compiler runtime info -name '*.[ch]' -print0 | xargs -0 awk '
	{ line = $0; gsub(/\t/, "        ", line) }
	length(line) > 120 { print FILENAME ":" FNR ": longer than 120 columns"; long = 1 }
	END { exit long }' || exit 1
format=$(command -v git-clang-format-19 || command -v git-clang-format) || exit 77
base=$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null) || exit 77
binary=$(command -v clang-format-19 || command -v clang-format) || exit 77
difference=$("$format" --binary "$binary" --extensions c,h --diff "$base" -- compiler runtime info 2>&1) && exit 0
[[ $difference == diff* ]] || { # clang-format itself fails
	echo "$difference"
	exit 1
}
echo "$difference"
exit 1
