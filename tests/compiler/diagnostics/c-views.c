// Arrays and views of C: what they are made of, and what is done with them.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
#include <amp.h>

void release(const amp_array_view(float, 1) v)
{
	// CHECK: c-views.c:[[# @LINE + 1]]:2: error: amp_release ends an array or view, whose variable must not be const
	amp_release(v);
}

typedef struct untold {
	int a;
} untold;

void views(float *d, const float *cd, double *dd, void *vd)
{
	amp_array_view(float, 1) v = amp_view(d, 5);
	amp_const_array_view(float, 1) c = amp_view(cd, 5);
	amp_array_view(float, 2) m = amp_view(d, 5, 5);
	amp_index2 at = {0, 0};

	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a view of 'float' is made from 'double *'
	amp_array_view(float, 1) e1 = amp_view(dd, 5);
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: initializing 'float *' with an expression of type 'const float *' discards qualifiers
	amp_array_view(float, 1) e2 = amp_view(cd, 5);
	// CHECK: c-views.c:[[# @LINE + 1]]:9: error: amp_view initializes an array or view, amp_array_view(float, 1), and no variable of another type
	float *e0 = amp_view(d, 5);
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a view needs a pointer to its elements, not to void
	amp_array_view(float, 1) e3 = amp_view(vd, 5);
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a view of another rank is made with an extent of rank 2
	amp_array_view(float, 1) e4 = amp_view(d, 5, 5);
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: initializing 'float *' with an expression of type 'const float *' discards qualifiers
	amp_array_view(float, 1) e5 = amp_view_of(c);
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: 'untold' is no element type yet: it needs AMP_DECLARE_TYPE(untold);
	amp_array_view(untold, 1) e6 = amp_view(d, 5);
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the element type of an array or view must be one word
	amp_array_view(unsigned char, 1) e7 = amp_view(d, 5);
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the elements of a const view cannot be written
	amp_at(c, 0) = 1;
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a view of rank 1 is used as if it had rank 2
	amp_at(v, 0, 1) = 1;
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a view of rank 2 is used as if it had rank 1
	amp_at(m, 0) = 1;
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the elements of a const view cannot be written
	amp_discard(c);
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the elements of a const view cannot be written
	amp_copy(v, c);
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the elements differ in type ('double *' and 'float *')
	amp_copy_in(dd, v);
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: assigning to 'amp_array_view(float, 1)' from incompatible type 'amp_array_view(float, 2)'
	v = m;
	// CHECK: c-views.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a view of rank 1 is used as if it had rank 2
	amp_at(v, at) = 1;
	// CHECK: c-views.c:[[# @LINE + 1]]:6: error: amp_view_of makes an initializer; for an expression its type stands in front: (amp_array_view(float, 1))amp_view_of(...)
	c = amp_view_of(v);
}
// CHECK-NOT: error:
