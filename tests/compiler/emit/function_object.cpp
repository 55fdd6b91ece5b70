// amp_visit names the containers of a function object: in nested structs and
// base classes, and none where there is none.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

// CHECK: struct plain {
// CHECK-NOT: amp_visit
// CHECK: struct inner {
struct plain {
	int a;
};

struct inner {
	array_view<int, 1> view;
	plain p;
};
// CHECK: amp_visit
// CHECK: visit(view);
// CHECK-NOT: visit(p);

// CHECK: struct kernel : inner {
struct kernel : inner {
	explicit kernel(const inner &i, array_view<int, 1> m) : inner(i), more(m) {}
	array_view<int, 1> more;
	void operator()(index<1> i) const restrict(amp) { view[i] = more[i] + p.a; }
};
// CHECK: amp_visit
// CHECK-SAME: visit(inner::view, AMP_ACCESS_WRITE); visit(more, AMP_ACCESS_READ);

void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent, kernel(inner{v, {1}}, v));
}
