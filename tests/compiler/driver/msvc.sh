#!/bin/bash
# --amp-msvc: macros, words and headers of Visual C++'s, for sources with AMP, without, and in C.
. "$(dirname "$0")/lib.sh"
export AMP_ACCELERATOR=cpu
# A host compiler that only preprocesses, where what the front end reads is what counts.
front=--amp-host-compiler=$(realpath "$(dirname "$0")/../../preprocess.sh")

cat >amp.cpp <<'END'
#define max(a, b) (((a) > (b)) ? (a) : (b))
#include <vector>
#include <amp.h>
#include <cstdio>
#include <limits>
using namespace concurrency;
static __forceinline __int64 twice(__int64 x) { return 2 * x; }
#if defined(_WIN32) && defined(_WIN64) && _MSC_FULL_VER / 100000 == _MSC_VER
int __cdecl main()
{
	std::vector<int> d(5);
	array_view<int> v(5, d);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = max(i[0], 2); });
	v.synchronize();
	std::printf("%d %lld %d\n", _MSC_VER, twice(d[4]), (int)_countof("abc"));
}
#endif
END
cat >plain.cpp <<'END'
#include <cstdio>
#if defined(_WIN32) && _M_X64 == 100
int __stdcall main() { unsigned __int64 x = 4; std::printf("%d %llu\n", _MSC_VER, x); }
#endif
END
cat >plain.c <<'END'
#include <stdio.h>
__forceinline static __int64 f(void) { return _MSC_VER; }
int __cdecl main(void) { printf("%d\n", (int)f()); return 0; }
END
# prints TEXT OPTIONS...: the program that the options make prints it.
prints() {
	local text=$1
	shift
	"$AMPCC" --amp-arch=none "$@" -o program && [ "$(./program)" = "$text" ]
}
export -f prints
check "AMP" prints "1929 8 4" --amp-msvc amp.cpp
check "AMP, another version" prints "1700 8 4" --amp-msvc=1700 amp.cpp
check "C++" prints "1929 4" --amp-msvc plain.cpp
check "C++, another version" prints "1900 4" --amp-msvc=1900 plain.cpp
check "C" prints "1929" --amp-msvc plain.c
refuse "without the option" prints "1929 4" plain.cpp
refuse "-U" prints "1929 4" --amp-msvc -U_WIN32 plain.cpp
refuse "-U, AMP" prints "1929 8 4" --amp-msvc -U_WIN64 amp.cpp
refuse "no version" "$AMPCC" --amp-msvc=2019 -c plain.cpp
refuse "no version at all" "$AMPCC" --amp-msvc= -c plain.cpp

# Without the option there are no headers of Windows.
printf '#include <Windows.h>\n#include <amp.h>\nDWORD n;\n' >windows.cpp
refuse "Windows.h without the option" eval '"$AMPCC" -c windows.cpp 2>messages'
check "which it names" grep -qF 'windows.cpp: note: <Windows.h> is of Windows: --amp-msvc has it (docs/porting.md)' messages
sed 's/Windows/NoSuchHeader/' windows.cpp >other.cpp
refuse "another header" eval '"$AMPCC" -c other.cpp 2>messages'
refuse "of which nothing is said" grep -q amp-msvc messages
touch sal.h
sed -i '1i #include "sal.h"' other.cpp
refuse "another header, beside one of the program's" eval '"$AMPCC" -c other.cpp 2>messages'
refuse "of which nothing is said, either" grep -q amp-msvc messages

# Names without regard to case, by a backslash, beside the file that includes; UTF-16; in all, messages and
# dependencies name the program's files.
mkdir -p Sub/Deep lib
printf '#pragma once\n#include "..\\Other.h"\n#include "stdAFX.h"\n' >Sub/Deep/name.hpp
printf 'inline int twice(int x) restrict(cpu, amp) { return 2 * x; }\n#include "deep/name.hpp"\n' >Sub/other.h
printf '#pragma once\n#include <cstdio>\n' >stdafx.h
printf '// gr\303\266\303\237e\ninline int wide() { return sizeof "\360\237\230\200"; }\n' | iconv -f UTF-8 -t UTF-16 >lib/Tools.h
{
	printf '#include "StdAfx.H"\n#include <Windows.H>\n#include <MATH.h>\n#include <AMP.h>\n'
	printf '#include "sub\\deep\\NAME.hpp"\n#include <tools.h>\nusing namespace concurrency;\n'
	printf 'int main() { int d[2]; array_view<int> v(2, d); DWORD n = wide();\n'
	printf 'parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = twice(i[0]); });\n'
	printf 'std::printf("%%d %%d %%g\\n", v[1], (int)n, sqrt(4.)); }\n'
} >names.cpp
iconv -f UTF-8 -t UTF-16LE names.cpp | cat <(printf '\xff\xfe') - >wide.cpp
iconv -f UTF-8 -t UTF-16BE names.cpp | cat <(printf '\xfe\xff') - >wide-be.cpp
check "UTF-16" prints "2 5 2" --amp-msvc -Ilib wide.cpp
check "UTF-16, big-endian" "$AMPCC" "$front" --amp-arch=none --amp-msvc -Ilib -MMD -MF dep -c wide-be.cpp
# what the host compiler alone reads: C, -E and -M; and what -include names
printf '#include "StdAfx.h"\n#include "LIB\\tools.h"\n#define TRACE(f, ...) printf(f, __VA_ARGS__)\n' | cat - >c.c
printf 'int main(void) { TRACE("%%d %%s\\n", wide(), __FILE__); TRACE("end\\n"); return 0; }\n' >>c.c
iconv -f UTF-8 -t UTF-16LE c.c | cat <(printf '\xff\xfe') - >wide.c
printf '#pragma once\n#ifdef __cplusplus\n#include <cstdio>\n#else\n#include <stdio.h>\n#endif\n' >stdafx.h
sed 's/inline/static inline/' <(iconv -f UTF-16 -t UTF-8 lib/Tools.h) | iconv -f UTF-8 -t UTF-16 >tools && mv tools lib/Tools.h
check "C" prints $'5 wide.c\nend' --amp-msvc wide.c
check "C, dependencies" eval '"$AMPCC" --amp-msvc -MMD -c wide.c && tr -d "\\\\\n" <wide.d | tr -s " " | grep -q "^wide.o: wide.c .*stdafx.h .*lib/Tools.h"'
check "-E" eval '"$AMPCC" --amp-msvc -Ilib -E wide.cpp -o wide.ii && grep -q "^int main() { int d\[2\]" wide.ii'
check "preprocessed text" prints "2 5 2" --amp-msvc wide.ii
check "-M" eval '"$AMPCC" --amp-msvc -Ilib -M wide.cpp | tr -d "\\\\\n" | tr -s " " | grep -q "^wide.o: wide.cpp .*/stdafx.h .*lib/Tools.h"'
echo 'int f() { return std::printf("%d", wide()); }' >f.cpp
check "-include" "$AMPCC" --amp-msvc -include StdAFX.h -include LIB/tools.H -fsyntax-only f.cpp
check "dependencies" eval 'tr -d "\\\\\n" <dep | tr -s " " | grep -qx "wide-be.o: wide-be.cpp .*/stdafx.h Sub/Deep/name.hpp Sub/Deep/../other.h .*/lib/Tools.h\|wide-be.o: wide-be.cpp .*/stdafx.h Sub/Deep/name.hpp Sub/Deep/../other.h lib/Tools.h"'
echo 'int bad() { return x; }' >>Sub/Deep/name.hpp
refuse "an error" eval '"$AMPCC" --amp-msvc -Ilib -c wide.cpp 2>messages'
check "at its place" grep -qx 'Sub/Deep/name.hpp:4:20: error: .*' messages

# Libraries in system folders are for the system that they are on, in the end.
mkdir system
echo 'inline int sees() { return 0' >system/library.h
printf '#ifdef _WIN32\n+1\n#endif\n#ifdef _MSC_VER\n+1\n#endif\n#ifdef min\n+1\n#endif\n; }\n' >>system/library.h
cat >library.cpp <<'END'
#define min(a, b) ((a) < (b) ? (a) : (b))
#include <amp.h>
#include <library.h>
int main() { std::printf("%d\n", sees() + min(0, 1)); }
END
check "other libraries" prints 0 --amp-msvc -isystem system library.cpp
# Their own macros do not depend on Visual C++'s, either, which the program has behind them.
cat >system/library_macros.h <<'END'
#if defined _MSC_VER || defined _WIN32 || defined WIN32 || defined min
#error "for another compiler"
#endif
#include <library.h>
#define LIBRARY_TWICE(x) (2 * (x))
END
cat >library_macros.cpp <<'END'
#include <windows.h>
#include <amp.h>
#include <experimental/string_view>
#include "library_macros.h"
#if !defined _MSC_VER || !defined _WIN32 || !defined min
#error "Visual C++'s macros are missing"
#endif
int main() { std::printf("%d\n", LIBRARY_TWICE(min(3, 4)) + sees()); }
END
check "macros of other libraries" prints 6 --amp-msvc -isystem system library_macros.cpp -MD -MF library_macros.d
check "their dependencies" grep -q "/system/library_macros.h" library_macros.d
refuse "no temporary files in dependencies" grep -q "ampcc-[^/]*/system/.*/system/" library_macros.d
check "preprocessed" "$AMPCC" --amp-msvc -E -isystem system library_macros.cpp -o library_macros.ii
refuse "no temporary files in preprocessed text" grep -q "ampcc-[^/]*/system/.*/system/" library_macros.ii
# Macros with short names do not replace names in ampcc's headers: neither Microsoft's C library, in front of each source, nor
# <windows.h> has such names of its own.
printf '#include <windows.h>\nint main() { printf("%%d\\n", N + T + (int)sizeof(BOOL)); }\n' >macros.cpp
check "the program's macros" "$AMPCC" --amp-msvc -fsyntax-only -DN=3 -DT=4 -DU=5 -DCOUNT=6 -DNUMBER=7 -DSET=8 -DPLAIN macros.cpp
check "the program's macros without <windows.h>" "$AMPCC" --amp-msvc -fsyntax-only -DSIZE=5 -DFLOAT=double -DDOUBLE=1 -DSHORT plain.cpp
# clang says of -include, and so of Microsoft's C library, that it is in "<built-in>".
if command -v clang++-19 >/dev/null; then
	printf '#include <windows.h>\n#include <amp.h>\nint main() { char b[4]; strcpy_s(b, "abc"); return forced(); }\n' >windows.cpp
	echo 'inline int forced() { return 0; }' >forced.h
	check "clang as host compiler" "$AMPCC" --amp-msvc --amp-arch=none --amp-host-compiler=clang++-19 -include vector -include ./forced.h -fsyntax-only windows.cpp
fi
finish
