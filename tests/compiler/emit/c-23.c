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
		// OLD: int typeof_unqual = nullptr_;
		int typeof_unqual = nullptr;
		amp_at(v, i) = typeof_unqual;
#else
		int n = 1;
		// CHECK: int *p = i.i ? {{.*}} : nullptr;
		int *p = i.i ? &n : nullptr;
		// CHECK: AMP_TYPEOF_UNQUAL(three) m = 2;
		const int three = 3;
		typeof_unqual(three) m = 2;
		m++;
		amp_at(v, i) = p != nullptr && m == three;
#endif
	});
}
