// As many errors are printed as are asked for, with their notes, and nothing behind them.
// RUN: ! %ampcc -Wfatal-errors -fmax-errors=2 -fsyntax-only %s 2> %t; %FileCheck --check-prefixes=TWO,LIMIT %s < %t
// RUN: ! %ampcc -fmax-errors=3 -Wfatal-errors -fsyntax-only %s 2> %t; %FileCheck --check-prefixes=ONE,LIMIT %s < %t
// RUN: ! %ampcc -Wfatal-errors -Wno-fatal-errors -fsyntax-only %s 2> %t; %FileCheck --check-prefix=ALL %s < %t
#include <amp.h>
using namespace concurrency;

static int host(int x) { return x; }

void fill(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = host(1);
		v[i] = host(2);
		v[i] = host(3);
		unknown = 4;
	});
}
// ALL-COUNT-4: error:
// ALL-NOT: terminated
// ONE: most_errors.cpp:13:10: error:
// ONE: note: 'host' is declared here
// TWO: most_errors.cpp:13:10: error:
// TWO: most_errors.cpp:14:10: error:
// TWO: note: 'host' is declared here
// LIMIT-NOT: error:
// ONE: compilation terminated: no more than 1 error is asked for.
// TWO: compilation terminated: no more than 2 errors are asked for.
// LIMIT-NOT: {{error:|note:}}
