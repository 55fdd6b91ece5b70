// The trees of bodies of C: macros of the library's stand in the flat text as they are.
// RUN: %ampcc --amp-dump-body -o - %s | %FileCheck %s
// RUN: ! %ampcc --amp-dump-body -o - %s | grep unknown
#include <amp.h>

struct pair {
	int a, b;
};

// CHECK-LABEL: : kernel
static void kernel(amp_index2 at, amp_array_view(int, 2) view) restrict(amp)
{
	// CHECK:      variable p `struct pair p = {. ...`
	// CHECK-NEXT:   init: list
	// CHECK-NEXT:     designation `.b = at.i`
	struct pair p = {.b = at.i, .a = 1};
	// CHECK:      compound-literal
	p = (struct pair){1, 2};
	// amp_at() is a subscript of the view.
	// CHECK:      binary = `amp_at(view, at. ...`
	// CHECK-NEXT:   parentheses `amp_at(view, at. ...`
	// CHECK-NEXT:     subscript `amp_at(view, at. ...`
	// CHECK-NEXT:       object: parentheses `amp_at(view, at. ...`
	// CHECK-NEXT:         name view `view`
	// CHECK:        member i `at.i`
	// CHECK:        member b `p.b`
	amp_at(view, at.i, at.j) = p.b;
	// A macro in an argument of another one is nowhere in the text.
	// CHECK:      binary = `p.a = amp_at( ...`
	// CHECK:        binary +
	// CHECK-NOT:  unknown
	p.a = amp_at(view, at.i, amp_at(view, at.i, at.j) + 1);
	// CHECK:      binary = `p.b = 2`
	p.b = 2;
}

void launch(amp_extent2 domain, amp_array_view(int, 2) view)
{
	amp_parallel_for_each(domain, kernel, view);
}
