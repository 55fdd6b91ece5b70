// A type of a system header: the device unit includes it, and no other header of the program's.
// Folders are called like the library's and the C library's.
// RUN: mkdir %t %t/math %t/amp && echo 'struct point { int x, y; };' > %t/stamp.h && echo 'struct vec { int x; };' > %t/math/vec.h && echo 'typedef int own;' > %t/amp/own.h
// RUN: echo 'int unused;' > %t/other.h
// RUN: %ampcc -isystem %t --amp-dump-device -o - %s | %FileCheck --implicit-check-not='other.h' %s
#include <amp/c.h>
#include <other.h>
#include <stamp.h>
#include <math/vec.h>
#include <amp/own.h>

// CHECK-DAG: #include <stamp.h>
// CHECK-DAG: #include <math/vec.h>
// CHECK-DAG: #include <amp/own.h>
// CHECK: struct {{.*}}_arguments {
// CHECK: struct point d;
void f(amp_array_view(int, 1) v)
{
	struct point d = {1, 2};

	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { struct vec w = {3}; own o = 4; amp_at(v, i) = d.x + w.x + o; });
}
