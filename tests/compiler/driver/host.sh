#!/bin/bash
# A command line without AMP does what it does with gcc: the same files, the
# same contents, the same streams and exit status.
. "$(dirname "$0")/lib.sh"

mkdir sources
cat >sources/a.c <<'END'
#include "h.h"
int main(void) { return f() - VALUE; }
END
cat >sources/b.c <<'END'
#include "h.h"
int f(void) { return VALUE; }
END
cat >sources/h.h <<'END'
#ifndef VALUE
#define VALUE 1
#endif
int f(void);
END
cat >sources/c.cpp <<'END'
#include <string>
extern "C" int puts(const char *);
int main() { std::string s = "hello"; return puts(s.c_str()) < 0; }
END
echo 'int f(void) { return wrong; }' >sources/bad.c
echo '.globl g' >sources/s.s
echo '-DVALUE=7 "-DNAME=\"a b\"" a.c' >sources/words
echo '@words -E' >sources/nested

# run_in FOLDER COMPILER ARGUMENTS...: in a copy of the sources, always of the
# same name. Names of temporary files are made equal.
run_in() {
	local folder=$1
	shift
	cp -r sources one
	(cd one && "$@" >out 2>err; echo $? >status; sed -i 's,/cc[A-Za-z0-9]*\.o,/TEMPORARY.o,' err)
	mv one "$folder"
}

# both NAME CC ARGUMENTS...: by the host compiler and by ampcc.
both() {
	local name=$1 host=$2
	shift 2
	run_in host_result "$host" "$@"
	run_in ampcc_result "$AMPCC" "$@"
	same "$name" host_result ampcc_result
	rm -rf host_result ampcc_result
}

both 'object, default name' cc -c a.c
both 'object, -o' cc -c a.c -o x.obj
both 'several objects' cc -c a.c b.c
both 'program, default name' cc a.c b.c
both 'program, -o joined' cc -ox a.c b.c -DVALUE=3
both 'assembly' cc -S -O2 -fPIC a.c
both 'preprocessed to standard output' cc -E -P a.c
both 'macros' cc -E -dM a.c
both 'C++ object' c++ -c -std=c++17 -O2 -g -Wall c.cpp
both 'C++ program' c++ c.cpp -o c
both 'C++ by -x' c++ -x c++ -c b.c
both 'shared library' cc -shared -fPIC b.c -o libb.so
both 'static program' cc -static a.c b.c
both '-MD' cc -MD -c a.c -o o.o
both '-MMD -MF -MT -MP' cc -MMD -MF d -MT t -MP -c a.c
both '-MM' cc -MM a.c
both 'assembly input' cc -c s.s
both '@file' cc -c @words
both 'nested @file' cc @nested
both 'missing @file' cc -c @nonesuch
both 'error' cc -c bad.c
both 'errors and others' cc -c bad.c a.c
both 'warning' cc -Wall -Wextra -c bad.c -fsyntax-only
both 'missing input' cc -c nonesuch.c
both '-o with several inputs' cc -c a.c b.c -o x
both '-Wl,' cc a.c b.c -Wl,-O1,--build-id=none -pthread
both 'undefined symbol' cc a.c
both '-dumpversion' c++ -dumpversion
both '-print-file-name' c++ -print-file-name=libc.so
both '-dumpmachine' c++ -dumpmachine

cd sources || exit 99
check '--version names the host compiler first' \
	bash -c '"$AMPCC" --version | head -1 | grep -q "$(c++ -dumpversion | cut -d. -f1)"'
check '--version names ampcc last' bash -c '"$AMPCC" --version | tail -1 | grep -q "^ampcc [0-9]"'
check '--help' bash -c '"$AMPCC" --help | grep -q -- --amp-arch'
refuse 'unknown option of ampcc' "$AMPCC" --amp-nonesuch -c a.c
check 'C and C++ in one command' "$AMPCC" -c b.c c.cpp
check 'b.c was compiled as C' bash -c 'nm b.o | grep -q " f$"'
check '-v' bash -c '"$AMPCC" -v 2>&1 | grep -q "^gcc version"'
check '-###' bash -c '"$AMPCC" -### -c a.c 2>&1 | grep -q cc1'
check 'standard input' bash -c 'echo "int q;" | "$AMPCC" -x c - -c -o q.o && nm q.o | grep -q q'
check 'standard input, preprocessed' bash -c 'echo X | "$AMPCC" -E -P -DX=y -x c - | grep -q y'
check 'no standard input' "$AMPCC" -E -dM -x c++ - </dev/null
check 'another compiler by option' bash -c \
	'"$AMPCC" --amp-host-compiler=g++ --amp-verbose -c b.c 2>&1 | grep -q "^g++ .*-x c b.c$"'
check 'that is C, too' bash -c 'nm b.o | grep -q " f$"'
check 'another compiler by environment' bash -c \
	'AMPCC_HOST_CC="env gcc" "$AMPCC" --amp-verbose -c b.c 2>&1 | grep -q "^env gcc -c b.c"'
refuse 'itself as host compiler' env AMPCC_HOST_CC="$AMPCC" "$AMPCC" -c b.c
refuse 'no such compiler' env AMPCC_HOST_CC=nonesuch "$AMPCC" -c b.c
check 'a C program needs no C++ library' bash -c \
	'"$AMPCC" -c a.c b.c && "$AMPCC" a.o b.o -o ab && ! readelf -d ab | grep -qE "stdc|RUNPATH|amprt"'
finish
