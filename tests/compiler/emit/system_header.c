// A type of a system header: the device unit includes it, and no other header of the program's.
// RUN: mkdir %t && echo 'struct point { int x, y; };' > %t/stamp.h && echo 'int unused;' > %t/other.h
// RUN: %ampcc -isystem %t --amp-dump-device -o - %s | %FileCheck --implicit-check-not='other.h' %s
#include <amp/c.h>
#include <other.h>
#include <stamp.h>

// CHECK: #include <stamp.h>
// CHECK: struct {{.*}}_arguments {
// CHECK: struct point d;
void f(amp_array_view(int, 1) v)
{
	struct point d = {1, 2};

	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = d.x; });
}
