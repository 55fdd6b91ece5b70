// What the library's own declarations refuse.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
#include <amp.h>
#include <vector>
using namespace concurrency;

void wrong_ranks(std::vector<int> &data)
{
	array_view<int, 2> v(2, 5, data);
	// A section of rows has gaps between them.
	// CHECK-DAG: error: {{.*}}data() is for array_views of rank 1
	v.data();
	// CHECK-DAG: error: {{.*}}reinterpret_as is for array_views of rank 1
	v.reinterpret_as<float>();
	// CHECK-DAG: error: {{.*}}view_as is for array_views of rank 1
	v.view_as(extent<1>(10));
}

void assigned_copies(array<int, 1> &a, const accelerator_view &other)
{
	// CHECK-DAG: library.cpp:[[# @LINE + 1]]:{{.*}}: error:
	a.get_accelerator_view() = other;
	// CHECK-DAG: library.cpp:[[# @LINE + 1]]:{{.*}}: error:
	a.accelerator_view = other;
}
