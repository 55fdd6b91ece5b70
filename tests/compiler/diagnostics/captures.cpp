// What a kernel may not capture.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
#include <amp.h>
#include <vector>
using namespace concurrency;

void run(array_view<int, 1> v)
{
	int count = 3;
	// By reference: only arrays and textures.
	// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: {{.*}}'count'
	parallel_for_each(v.extent, [=, &count](index<1> i) restrict(amp) { v[i] = count; });
}

class holder {
public:
	explicit holder(array_view<int, 1> v) : view_(v) {}
	void run()
	{
		// CHECK: captures.cpp:[[# @LINE + 2]]:{{[0-9]+}}: error: {{.*}}'this'
		parallel_for_each(view_.extent, [=](index<1> i) restrict(amp) {
			view_[i] = 1;
		});
	}

private:
	array_view<int, 1> view_;
};

void by_value(array<int, 1> &a)
{
	// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: {{.*}}'a'
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { int x = a[i]; });
}
