#!/bin/bash
# The precompiled amp.h of host units: it is made when a second unit has its options, changes neither objects nor messages, and
# is used only where the unit would read the same headers in the same state.
. "$(dirname "$0")/lib.sh"
export AMPCC_CACHE_DIR=$work/cache

# By g++. Messages about the standard library name the way to it.
cat >good.cpp <<'END'
#include <amp.h>
using namespace concurrency;
void twice(array_view<int, 1> v)
{
	int unused = 0;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 2; });
}
END
sed '1i #include <vector>
	$a struct walk : std::iterator<std::input_iterator_tag, int> {};' good.cpp >way.cpp
compile() { # compile NAME SOURCE: NAME.o, NAME.log
	"$AMPCC" --amp-arch=none -g -Wall -c "$2.cpp" -o "$1.o" 2>"$1.log"
}
made() { find cache -size +20M | wc -l; }
check 'the first unit' compile first way
check 'names the way' grep -q 'from way.cpp:1' first.log
check 'has nothing made' test "$(made)" -eq 0
check 'a second unit' compile second good
check 'has amp.h made' test "$(made)" -eq 1
check 'another unit' compile third way
same 'has the same messages with it' first.log third.log
AMPCC_CACHE_DIR='' check 'without a cache' compile plain good
check 'the object is the same' cmp second.o plain.o
check 'a warning' grep -q 'unused variable' second.log
same 'is the same warning' second.log plain.log
sed '1a #include <iostream>' good.cpp >says.cpp
sed '1i #include <iostream>
	$a void skip() { *std::istreambuf_iterator<char>(std::cin); }' good.cpp >stream.cpp
check 'a unit with <iostream>' compile fourth stream
check 'names the way' grep -q 'from stream.cpp:1' fourth.log
check 'has nothing made' test "$(made)" -eq 1
check 'another one' compile fifth says
check 'has both made' test "$(made)" -eq 2
check 'a third one' compile sixth stream
same 'has the same messages' fourth.log sixth.log
AMPCC_CACHE_DIR='' check 'without a cache' compile plain says
check 'the object is the same' cmp fifth.o plain.o
sed -i 's/iostream>/vector>/; 1i int seven = 7;' says.cpp
sed -i '$a #include <iostream>' says.cpp
check '<iostream> behind other code' compile seventh says
check 'is not precompiled' test "$(made)" -eq 2

# By a compiler that only preprocesses, and says that its precompiled header consists of one header.
cat >compiler <<'END'
#!/bin/bash
[[ " $* " != *" -E "* ]] || exec c++ "$@"
echo "$*" >last
[[ " $* " == *" c++-header "* ]] || exit 0
all=$* library=${all##*-isystem }
printf ' %s\n' "${library%% *}" "$work/headers" >&2
printf '. %s\n' "$work/headers/mine.h" >&2
echo precompiled >"${@: -1}"
END
chmod +x compiler
mkdir headers other
echo 'inline int one() { return 1; }' >headers/mine.h
echo '#include_next <mine.h>' >other/mine.h
sed '1i #include <amp_math.h>
	$a #include <mine.h>' good.cpp >b.cpp
export work AMPCC_CACHE_DIR=$work/fake
fake() { # fake yes|no OPTIONS...: whether the unit is given a precompiled header
	local expected=$1 with=no
	shift
	"$AMPCC" --amp-arch=none --amp-host-compiler="$work/compiler" -c b.cpp -o b.o "$@" -isystem "$work/headers" || return
	[[ "$(<last)" != *"/precompiled" ]] || with=yes
	[ $with = "$expected" ]
}
check 'once' fake no
check 'twice' fake yes
check 'macros that amp.h does not see' fake yes -DNDEBUG -DN=64 -Iother_folder
check 'a macro that it may see' fake no -DSOME_THING=1
check "Visual C++'s library in front, once" fake no --amp-msvc
check 'and twice' fake yes --amp-msvc
check 'a header in front of one of them' fake no -I other
echo 'inline int one() { return 2; }  ' >headers/mine.h
check 'a header that has changed' fake no
check 'is counted anew' fake no
check 'and is used' fake yes
sed -i '1i #define _SOME_MACRO 1' b.cpp
check 'a macro in front of amp.h' fake no
finish
