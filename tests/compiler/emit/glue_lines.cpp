// With -g, what ampcc writes into a kernel is at the barrier's line, or at the kernel's end: never at the line of
// one of the program's statements, where a debugger would stop in it.
// RUN: %ampcc -g --amp-save=%t -c %s -o %t.o
// RUN: %FileCheck %s --input-file=%t/glue_lines.amp.cpp
// Without -g nobody asks.
// RUN: %front --amp-save=%t -c %s -o %t.o
// RUN: %FileCheck %s --check-prefix=PLAIN --input-file=%t/glue_lines.amp.cpp
#include <amp.h>
using namespace concurrency;

void kernel(array_view<int> v)
{
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
		tile_static int shared[4];
		int mine = v[t.global];
		shared[t.local[0]] = mine;
		t.barrier.wait(); // line 17
		int other = shared[3 - t.local[0]];
		v[t.global] = mine + other;
	}); // line 20
}
// CHECK: void amp_run_tile
// CHECK: {{^ *}}shared[t.local[0]] = mine;
// CHECK-NEXT: #line 17
// CHECK-NEXT: amp_kept_mine AMP_TILE_THREAD = mine;
// CHECK-NEXT: #line 17
// CHECK-NEXT: }
// CHECK-NEXT: #line 17
// CHECK-NEXT: AMP_TILE_LOOPS {
// CHECK: int mine = amp_kept_mine
// CHECK-NEXT: #line 18
// CHECK-NEXT: int other
// CHECK-NOT: #line 18
// CHECK: visit(v);
// CHECK-NEXT: #line 20
// CHECK-NEXT: }
// PLAIN: amp_kept_mine AMP_TILE_THREAD = mine;
// PLAIN-NEXT: }
// PLAIN-NEXT: AMP_TILE_LOOPS {
