// ampcc's warnings: their names turn them off, or make errors of them, and no
// other compiler hears of them.
// RUN: %ampcc -Wall -c -o %t.o %s 2> %t; %FileCheck %s < %t
// RUN: %ampcc -Wno-amp-divergent-barrier -c -o %t.o %s 2> %t && ! grep . %t
// RUN: %ampcc -Wno-amp -Wamp-divergent-barrier -fsyntax-only %s 2> %t; %FileCheck %s < %t
// RUN: %ampcc -w -fsyntax-only %s 2> %t && ! grep . %t
// RUN: ! %ampcc -Werror=amp-divergent-barrier -fsyntax-only %s 2> %t; %FileCheck --check-prefix=ERROR %s < %t
// RUN: ! %ampcc -Werror -fsyntax-only %s 2> %t; %FileCheck --check-prefix=ERROR %s < %t
// RUN: %ampcc -Werror -Wno-error=amp-divergent-barrier -fsyntax-only %s 2> %t; %FileCheck %s < %t
// RUN: %ampcc -Wno-amp-nonsense -Wno-amp -fsyntax-only %s 2> %t; %FileCheck --check-prefix=UNKNOWN %s < %t
// RUN: echo 'int x;' > %t.cpp; %ampcc -Wno-amp -Werror=amp-no-cuda -Werror -c -o %t.o %t.cpp 2> %t && ! grep . %t
#include <amp.h>
using namespace concurrency;

void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
		if (v[t] == 0)
			// CHECK: warnings.cpp:[[# @LINE + 2]]:4: warning: barrier in control flow that may differ between the threads of the tile [C++ AMP 8.1.1] [-Wamp-divergent-barrier]
			// ERROR: warnings.cpp:[[# @LINE + 1]]:4: error: barrier in control flow that may differ between the threads of the tile [C++ AMP 8.1.1] [-Werror,-Wamp-divergent-barrier]
			t.barrier.wait();
	});
}
// UNKNOWN: ampcc: warning: unknown warning option '-Wno-amp-nonsense'
// UNKNOWN-NOT: {{.}}
