// ampcc's warnings: their names turn them off, or make errors of them, and no
// other compiler hears of them.
// RUN: %ampcc -Wall -c -o %t.o %s 2> %t; %FileCheck %s < %t
// RUN: %front -Wno-amp-divergent-barrier -fsyntax-only %s 2> %t && ! grep . %t
// RUN: %front -Wno-amp -Wamp-divergent-barrier -fsyntax-only %s 2> %t; %FileCheck %s < %t
// RUN: %front -w -fsyntax-only %s 2> %t && ! grep . %t
// RUN: ! %front -Werror=amp-divergent-barrier -fsyntax-only %s 2> %t; %FileCheck --check-prefix=ERROR %s < %t
// RUN: ! %front -Werror -fsyntax-only %s 2> %t; %FileCheck --check-prefix=ERROR %s < %t
// RUN: %front -Werror -Wno-error=amp-divergent-barrier -fsyntax-only %s 2> %t; %FileCheck %s < %t
// RUN: %front -Wno-amp-nonsense -Wno-amp -fsyntax-only %s 2> %t; %FileCheck --check-prefix=UNKNOWN %s < %t
// RUN: echo 'int x;' > %t.cpp; %ampcc -Wno-amp -Werror=amp-no-cuda -Werror -c -o %t.o %t.cpp 2> %t && ! grep . %t
// Their form follows the host compiler's options; GCC_COLORS and NO_COLOR are in force, too.
// RUN: %front -fdiagnostics-color=always -fsyntax-only %s 2> %t; %FileCheck --check-prefix=COLORS %s < %t
// RUN: GCC_COLORS= %front -fdiagnostics-color -fsyntax-only %s 2> %t; %FileCheck %s < %t
// RUN: TERM=xterm script -qec "%front -fsyntax-only %s" /dev/null > %t; %FileCheck --check-prefix=COLORS %s < %t
// RUN: TERM=xterm script -qec "%front -fno-diagnostics-color -fsyntax-only %s" /dev/null > %t; %FileCheck %s < %t
// RUN: TERM=xterm NO_COLOR=1 script -qec "%front -fsyntax-only %s" /dev/null > %t; %FileCheck %s < %t
// RUN: TERM=dumb script -qec "%front -fsyntax-only %s" /dev/null > %t; %FileCheck %s < %t
// RUN: %front -fno-diagnostics-show-caret -fdiagnostics-format=json -fdiagnostics-format=text -fsyntax-only %s 2> %t; %FileCheck %s < %t && ! grep -F ^ %t
#include <amp.h>
using namespace concurrency;

void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
		if (v[t] == 0)
			// CHECK: warnings.cpp:[[# @LINE + 3]]:4: warning: barrier in control flow that may differ between the threads of the tile [C++ AMP 8.1.1] [-Wamp-divergent-barrier]
			// ERROR: warnings.cpp:[[# @LINE + 2]]:4: error: barrier in control flow that may differ between the threads of the tile [C++ AMP 8.1.1] [-Werror,-Wamp-divergent-barrier]
			// COLORS: {{^}}{{.}}[1m{{.*}}warnings.cpp:[[# @LINE + 1]]:4: {{.}}[0;1;35mwarning: {{.}}[0;1mbarrier
			t.barrier.wait();
	});
}
// UNKNOWN: ampcc: warning: unknown warning option '-Wno-amp-nonsense'
// UNKNOWN-NOT: {{.}}
