#!/bin/bash
# The precompiled amp.h: made once for the same options, in AMPCC_CACHE_DIR, which does not grow beyond
# AMPCC_CACHE_MAXSIZE; a cache that cannot be used, or holds rubbish, changes nothing but the time.
. "$(dirname "$0")/lib.sh"

cat >a.cpp <<'END'
#include <amp.h>
#include <iostream>
using namespace concurrency;
void twice(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 2; });
}
END
# What the front end writes is what counts.
preprocess=$(realpath "$(dirname "$0")/../../preprocess.sh")
export preprocess source=a.cpp
emit() { # emit FOLDER OPTIONS...: both units, with nothing to say
	"$AMPCC" --amp-arch=none --amp-host-compiler="env $preprocess" -c --amp-save="$@" "$source" -o /dev/null 2>"$1.log" &&
		[ ! -s "$1.log" ]
}

export AMPCC_CACHE_DIR=
check 'no cache' emit units.none
export AMPCC_CACHE_DIR=$work/cache
echo 'not the library' >iostream
check 'the first compilation, beside a file that is called as a header' emit units.first
rm iostream
check 'makes one file' test "$(ls cache | wc -l)" -eq 1
check 'the second compilation' emit units.second -DSOME_THING=1 -I.
check 'takes the same file' test "$(ls cache | wc -l)" -eq 1
grep -v iostream a.cpp >b.cpp
AMPCC_CACHE_DIR=$work/other source=b.cpp check 'without <iostream>' emit units.other
check 'is another file' test ! -e "other/$(ls cache)"
# <windows.h> is precompiled with the macros that it tests.
printf '%s\n' '#ifdef IS_LEAN' '#define WIN32_LEAN_AND_MEAN' '#endif' '#include <windows.h>' '#include <amp.h>' \
	'static_assert(sizeof(TCHAR) == TCHAR_BYTES, "");' '#ifdef IS_LEAN' 'struct byte {};' '#endif' >windows.cpp
for options in -DTCHAR_BYTES=1 '-DTCHAR_BYTES=4 -DUNICODE -D_UNICODE' '-DTCHAR_BYTES=1 -DIS_LEAN'; do
	AMPCC_CACHE_DIR=$work/windows source=windows.cpp check "<windows.h> with $options" emit units.windows --amp-msvc $options
done
check 'has a file for each' test "$(ls windows | wc -l)" -eq 3
# clang 19 survives the use of it with no modules only (add_cxx_options)
check 'another standard' emit units.third -std=c++20
check 'has its own' test "$(ls cache | wc -l)" -eq 2

# The bound: of two files that fit and a third, the one that was used last longest ago goes.
files() { ls cache | sort; }
file_of() { # file_of OPTION: the file that a compilation uses
	emit units.used "$1" && (cd cache && ls -tu | head -1)
}
size=$(($(stat -c %s cache/* | sort -n | tail -1) + 1000))
export AMPCC_CACHE_MAXSIZE=$((2 * size))
twenty=$(file_of -std=c++20) seventeen=$(file_of -std=c++17)
check 'they are two' test "$twenty" != "$seventeen" -a "$(files | wc -l)" -eq 2
check 'a third one' emit units.bound -std=c++11
check 'takes the place of one' test "$(files | wc -l)" -eq 2 -a ! -e "cache/$twenty" -a -e "cache/$seventeen"
check 'size' bash -c '"$AMPCC" --amp-cache | tee shown | grep -q "^size: .* of .* MB" && grep -qx "cache: $AMPCC_CACHE_DIR" shown && grep -qx "files: 2" shown'
: >cache/amp-0123456789abcdef-0123456789abcdef.pch.abcdef
touch -d '2 hours ago' cache/amp-0123456789abcdef-0123456789abcdef.pch.abcdef
echo mine >cache/amp-mine.pch
AMPCC_CACHE_MAXSIZE=1k check 'a bound that is too small for one' emit units.small -std=c++20
check 'leaves the last one, and what is not its own' \
	test "$(files | wc -l)" -eq 2 -a -e "cache/$twenty" -a -e cache/amp-mine.pch
for wrong in x 5MM 99999999999999G; do
	AMPCC_CACHE_MAXSIZE=$wrong refuse "$wrong is no size" emit units.wrong
done
check 'and what is said' bash -c 'AMPCC_CACHE_MAXSIZE=1X "$AMPCC" -c a.cpp 2>&1 | grep -q "ampcc: error: AMPCC_CACHE_MAXSIZE=1X is no size"'

# Rubbish: an empty file, another one, one that ends early, and one of which some bytes are others.
export AMPCC_CACHE_MAXSIZE=0 # no bound
good=cache/$twenty key=${twenty%-*}
: >"cache/$key-0000000000000000.pch"
echo rubbish >"cache/$key-1111111111111111.pch"
head -c -4096 "$good" >"cache/$key-2222222222222222.pch"
printf '\x5a\xa5' | dd of="$good" bs=1 seek=$(($(stat -c %s "$good") / 2)) conv=notrunc status=none
bad=$(sha256sum <"$good")
check 'rubbish in the cache' emit units.fourth -std=c++20
check 'is removed' bash -c 'cd cache && [ "$(ls | grep -c "^$1")" -eq 1 ] && ! sha256sum <"$1"*.pch | grep -Fx -- "$2"' - "$key" "$bad"
unset AMPCC_CACHE_MAXSIZE

# Folders that cannot be written to, or no further.
echo file >not-a-folder
AMPCC_CACHE_DIR=$work/not-a-folder/cache check 'no folder to make' emit units.fifth
AMPCC_CACHE_DIR=/proc/self check 'a folder without files' emit units.sixth
mkdir closed && chmod a-w closed
if [ "$(id -u)" != 0 ]; then
	AMPCC_CACHE_DIR=$work/closed check 'a folder that is closed' emit units.sixth
fi
limited() {
	(ulimit -f 1000 && AMPCC_CACHE_DIR=$work/limited emit "$1")
}
check 'files of 1 MB at most' limited units.limited
check 'none is left' test -z "$(ls limited)"
full() { # a file system of 3 MB
	export -f emit
	unshare -rm bash -c 'mount -t tmpfs -o size=3m none full && AMPCC_CACHE_DIR=$PWD/full emit units.full &&
		[ -z "$(ls full)" ]'
}
mkdir full
if unshare -rm mount -t tmpfs -o size=3m none full 2>/dev/null; then
	check 'a full disk' full
else
	cp -r units.none units.full
fi

# Many at once, on a fresh cache, each of which makes room by what the others use.
export AMPCC_CACHE_DIR=$work/shared AMPCC_CACHE_MAXSIZE=1M
for i in 1 2 3 4; do
	{ emit "units.at-once-$i" -std=c++$((i % 2 ? 14 : 17)) && : >"nothing-said-$i"; } &
done
wait
check 'nothing to say' test "$(ls nothing-said-* | wc -l)" -eq 4
check 'no more than one for each' bash -c '[ "$(ls shared | wc -l)" -le 4 ] && ! ls shared | grep -v "\.pch$"'
unset AMPCC_CACHE_MAXSIZE
check 'a file' emit units.removed
(while [ -d shared ]; do rm -f shared/*; done) &
check 'that is removed all the time' emit units.removed
mv shared gone
wait

for f in first second third bound small fourth fifth sixth limited full \
	at-once-1 at-once-2 at-once-3 at-once-4 removed; do
	same "the same text: $f" units.none "units.$f"
done
finish
