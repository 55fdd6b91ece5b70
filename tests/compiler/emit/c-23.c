// Keywords that C23 shares with C++ stay; in older C they are names.
// RUN: %ampcc -std=c2x --amp-dump-device -o - %s | %FileCheck %s
// RUN: %ampcc -std=c17 -DOLD --amp-dump-device -o - %s | %FileCheck --check-prefix=OLD %s
#include <amp.h>

void run(amp_array_view(int, 1) v)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
#ifdef OLD
		// OLD: int nullptr_ = 1;
		int nullptr = 1;
		amp_at(v, i) = nullptr;
#else
		int n = 1;
		// CHECK: int *p = i.i ? {{.*}} : nullptr;
		int *p = i.i ? &n : nullptr;
		amp_at(v, i) = p != nullptr;
#endif
	});
}
