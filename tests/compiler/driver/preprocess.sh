#!/bin/bash
# The source is preprocessed as the host compiler does it, and what is said of it is
# said once.
. "$(dirname "$0")/lib.sh"

echo 'int from_command_line;' >before.h
cat >names.cpp <<'END'
#include <amp.h>
#include <cstdio>
/* a comment in front */ #define SECOND 1
#if __COUNTER__ == 0
int line = __LINE__, counts[] = {__COUNTER__, __COUNTER__};
#endif
#define TEXT(x) #x
#define JOIN(a, b) a##b
int JOIN(joi, /* a comment */ ned) = SECOND;
#define WITHOUT(warning, x) _Pragma("GCC diagnostic push") _Pragma(warning) x _Pragma("GCC diagnostic pop")
WITHOUT("GCC diagnostic ignored \"-Wunused\"", static int unused;) int used;
int main()
{
	concurrency::array_view<int, 1> v(4);
	parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = FACTOR; });
	std::printf("%s %s %d %d %d %s %d %d %d\n", __BASE_FILE__, __FILE__, line, counts[0], counts[1],
	            TEXT(a "//" b), from_command_line, joined, v[3]);
}
END
names() {
	"$AMPCC" --amp-arch=none -DFACTOR=7 -include before.h names.cpp -o names && ./names >names.out &&
		echo 'names.cpp names.cpp 5 1 2 a "//" b 0 1 7' | diff - names.out
}
check 'macros, built-in ones, _Pragma, and comments where a macro looks' names

# People get their own lines: comments, and macros as they are used.
comments() {
	"$AMPCC" --amp-emit-cuda -DFACTOR=7 -include before.h names.cpp -o names.cu &&
		grep -qxF '#define FACTOR 7' names.cu && grep -qxF '#include "before.h"' names.cu &&
		grep -qxF '/* a comment in front */ #define SECOND 1' names.cu &&
		grep -qxF 'int JOIN(joi, /* a comment */ ned) = SECOND;' names.cu
}
check 'comments in what people read' comments
check '-includeFILE' "$AMPCC" --amp-emit-cuda -DFACTOR=7 -includebefore.h names.cpp -o joined.cu
check 'is in the file, too' bash -c 'diff <(sed 1,2d names.cu) <(sed 1,2d joined.cu)'

# A comment that gcc knows in place of [[fallthrough]] is kept, by two more commands, and for no other word.
printf '#!/bin/sh\necho "$@" >>"%s/commands"\nexec c++ "$@"\n' "$work" >host && chmod +x host
keeps_comments() { # keeps_comments COMMANDS TEXT: where a case ends
	rm -f commands
	printf '#include <amp.h>\nint f(int n) restrict(cpu, amp)\n{\n\tswitch (n) {\n\tcase 1: n++; %b\n\tdefault: return n;\n\t}\n}\n' "$2" >switch.cpp
	"$AMPCC" --amp-arch=none --amp-host-compiler="$work/host" -Wextra -Werror -c switch.cpp -o switch.o &&
		test "$(grep -c -e '-E -C ' commands)" -eq "$1"
}
check '[[fallthrough]]' keeps_comments 0 '[[fallthrough]];'
check 'a comment' keeps_comments 2 '/* Falls through. */'
check 'a comment of two lines' keeps_comments 2 '// \\\n falls through'

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
check 'an error in the use of a macro, once' said 'error: macro "TWO" requires 2' 1 macro.cpp

# A header of the program's that counts itself among the system's, as CMake's cmake_pch.hxx does.
printf '#pragma GCC system_header\n#include <vector>\n#include <amp.h>\n' >system.h
printf 'std::vector<int> data(4);\nconcurrency::array_view<int> v(data);\nint main() {}\n' >without.cpp
(echo '#include "system.h"' && cat without.cpp) >with.cpp
check '#pragma GCC system_header' "$AMPCC" --amp-arch=none -Werror -c with.cpp
check '#pragma GCC system_header, -include' "$AMPCC" --amp-arch=none -Werror -include system.h -c without.cpp
# Its headers stay the program's where a source includes them again: with a #pragma once among them, gcc reads them once
# more, as the system's.
printf '#pragma once\n' >settings.h
printf '#ifndef OWN_H\n#define OWN_H\n#include "settings.h"\n#include <amp.h>\nenum class kind { one };\n#endif\n' >own.h
printf '#pragma GCC system_header\n#include "%s/own.h"\n' "$PWD" >again.h
printf '#include "own.h"\nint main() { return int(kind::one); }\n' >again.cpp
check '#pragma GCC system_header, a header again' "$AMPCC" --amp-arch=none -Werror -include again.h -c "$PWD/again.cpp"
finish
