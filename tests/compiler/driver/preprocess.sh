#!/bin/bash
# The source is preprocessed in two steps: what one of them would not know is as it
# is in one, and what is said of the source is said once.
. "$(dirname "$0")/lib.sh"

echo 'int from_command_line;' >before.h
cat >names.cpp <<'END'
#include <amp.h>
#include <cstdio>
int line = __LINE__, counts[] = {__COUNTER__, __COUNTER__};
#define TEXT(x) #x
int main()
{
	concurrency::array_view<int, 1> v(4);
	parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = FACTOR; });
	std::printf("%s %s %d %d %d %s %d %d\n", __BASE_FILE__, __FILE__, line, counts[0], counts[1],
	            TEXT(a // b), from_command_line, v[3]);
}
END
sed -i 's|a // b|a "//" b|' names.cpp
names() {
	"$AMPCC" --amp-arch=none -DFACTOR=7 -include before.h names.cpp -o names && ./names >names.out &&
		echo 'names.cpp names.cpp 3 0 1 a "//" b 0 7' | diff - names.out
}
check 'built-in macros, and options that preprocess' names

# gcc's first step refuses this one.
cat >counter.cpp <<'END'
#include <amp.h>
#if __COUNTER__ == 0
int main() { return __COUNTER__ - 1; }
#endif
END
counter() {
	"$AMPCC" --amp-arch=none counter.cpp -o counter && ./counter
}
check '__COUNTER__ in a directive' counter

# said WHAT TIMES SOURCE: how often a word is in what ampcc says
said() {
	"$AMPCC" --amp-arch=none -fsyntax-only "$3" >said.log 2>&1
	test "$(grep -c "$1" said.log)" -eq "$2"
}
printf '#include <amp.h>\n#warning careful\n' >warning.cpp
printf '#include <amp.h>\n#warning careful\n#include "nowhere.h"\n' >error.cpp
printf '#include <amp.h>\n#define TWO(a, b) a\nint i = TWO(1);\n' >macro.cpp
check 'a warning, once' said 'warning: #warning careful' 1 warning.cpp
check 'an error, once' said 'error: nowhere.h' 1 error.cpp
check 'an error of the second step, once' said 'error: macro "TWO" requires 2' 1 macro.cpp
finish
