#!/bin/bash
# What counts as AMP: the front end is asked for these, and only these.
. "$(dirname "$0")/lib.sh"

mkdir -p inc sys other
echo '#include <amp.h>' >inc/uses.h
echo '#include <amp.h>' >sys/uses_system.h
echo 'inline int amplify() { return 11; }' >other/amp.h
echo '#define GPU restrict(amp)' >macro.h

# is_amp YES|NO NAME TEXT [OPTIONS...]
is_amp() {
	local expected=$1 name=$2
	printf '%s\n' "$3" >t.cpp
	shift 3
	local seen=no
	# A source without AMP goes to the host compiler by its own name.
	"$AMPCC" --amp-arch=none --amp-verbose "$@" -fsyntax-only t.cpp >log 2>&1
	grep -q '^c++ .* t\.cpp$' log || seen=yes
	check "$name" [ "$seen" = "$expected" ]
}

is_amp no 'an empty source' ''
is_amp no 'an ordinary one' '#include <vector>'
is_amp yes 'amp.h' '#include <amp.h>'
is_amp yes 'amp_math.h in quotes' '  #  include "amp_math.h"'
is_amp no 'in a comment' '// #include <amp.h>'
is_amp no 'in another comment' '/*
#include <amp.h>
*/'
is_amp yes 'a restriction' 'void f() restrict (amp);'
is_amp no 'a restriction in a comment' '// void f() restrict(amp);'
is_amp no 'a restriction in a string' 'const char *s = "f() restrict(amp)";'
is_amp no 'a function of that name' 'int restrict(int); int x = restrict(cpus);'
is_amp yes 'through a header' '#include "inc/uses.h"'
is_amp yes 'through -I' '#include <uses.h>' -I inc
is_amp no 'not through -isystem' '#include <uses_system.h>' -isystem sys
is_amp yes 'through -include' '' -include inc/uses.h
is_amp yes 'a macro in a header' '#include "macro.h"'
is_amp no 'an amp.h of the user' '#include "amp.h"
int x = amplify();' -I other
finish
