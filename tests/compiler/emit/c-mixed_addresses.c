// Where the address of a thread's own variable meets other addresses, nvcc does not see it in the device
// unit: nvcc 13.0 drops stores through such pointers for GPUs up to sm_90.
// RUN: %emit | %FileCheck %s
// RUN: %ptx | %FileCheck --check-prefix=PTX %s
#include <amp.h>

static int *either(int *a, int *b, int n) restrict(amp)
{
	if (n > 3)
		return a;
	return b;
}
// CHECK: return Concurrency::details::own_pointer(a);
// CHECK: return Concurrency::details::own_pointer(b);

void mixed(amp_array_view(int, 1) v, amp_array_view(int, 1) w)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		int list[5] = {i.i, i.i + 1, 3, 4, 5};
		int none = amp_at(w, 3);

		amp_at(w, i) += list[amp_at(w, 0)];
		int *p = amp_at(w, 1) ? &none : &amp_at(v, i);
		// CHECK: int *p = amp_at(w, 1) ? Concurrency::details::own_pointer(&none) : &amp_at(v, i);
		*p = none % 9;
		*either(&amp_at(v, i), &none, p == &none) = 4;
		// An argument of a macro that ends with another macro; and values, which have no address in C.
		amp_atomic_fetch_add(none ? &amp_at(v, i) : list + amp_at(w, 2), 7);
		// CHECK: amp_atomic_fetch_add(none ? &amp_at(v, i) : Concurrency::details::own_pointer(list + amp_at(w, 2)), 7);
		amp_atomic_fetch_max(&amp_at(v, i), none ? none : -amp_at(w, i));
		// CHECK: amp_atomic_fetch_max(&amp_at(v, i), none ? none : -amp_at(w, i));
	});
}
// PTX: .entry
// PTX: st.u32
