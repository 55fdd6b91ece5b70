// Which classes hold containers, and so get a member function that shows them to the runtime.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

void fill(array_view<int, 1> v, int value);
struct filler {
	void fill(array_view<int, 1> v);
};

void choose(array_view<int, 1> v)
{
	// a pointer to a function holds nothing that the function takes or returns
	// CHECK: struct entry {
	// CHECK-NOT: amp_visit
	struct entry {
		void (*fill)(array_view<int, 1>, int);
		array_view<int, 1> (*make)(int);
		void (&same)(array_view<int, 1>, int);
		void (filler::*member)(array_view<int, 1>);
		int filler::*number;
	};
	// CHECK: void choose
	entry e = {fill, nullptr, fill, &filler::fill, nullptr};
	e.fill(v, 1);
}

// CHECK: struct pair {
struct pair {
	void (*fill)(array_view<int, 1>, int);
	array_view<int, 1> view;
	// CHECK: amp_visit(Visitor &visit) const { visit(view); }
};

// CHECK: void use
void use(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
}
