// The trees of bodies (compiler/body/body.h), as --amp-dump-body writes them.
// RUN: %ampcc --amp-dump-body -std=c++17 -o %t %s && %FileCheck %s < %t
// RUN: ! grep unknown %t
#include <amp.h>

struct vector {
	int x;
	vector(int x = 3) restrict(amp) : x(x) {}
	int operator[](int i) const restrict(amp) { return i; }
	int operator()(int i, int k) const restrict(amp) { return i + k; }
};

int twice(int n, int by = 2) restrict(amp) { return n * by; }

// CHECK-LABEL: : vector
// CHECK:      init: conversion value `x`
// CHECK-NEXT:   name x `x`

// CHECK-LABEL: : statements
int statements(int n) restrict(amp)
{
	// CHECK-NEXT:   block
	// CHECK-NEXT:     declaration `int i = 0, j ...`
	// CHECK-NEXT:       variable i `int i = 0`
	// CHECK-NEXT:         init: literal `0`
	// CHECK-NEXT:       variable j `j = i`
	// CHECK-NEXT:         init: conversion value `i`
	// CHECK-NEXT:           name i `i`
	int i = 0, j = i;
	// What stands behind the body in the source comes before it, and the condition of a declaration is nowhere.
	// CHECK-NEXT:     for
	// CHECK-NEXT:       init: declaration `int k = 0;`
	// CHECK:            condition: binary < `k < n`
	// CHECK:            body: if
	// CHECK-NEXT:         variable r `int r = twice(k ...`
	// CHECK:                callee: conversion value `twice`
	// CHECK-NEXT:             name twice `twice`
	// CHECK-NEXT:           argument: conversion value `k`
	// CHECK:              condition: conversion value{{$}}
	// CHECK:              body: expression `i += r;`
	// CHECK:              otherwise: expression `i--;`
	// CHECK-NEXT:           unary post-- `i--`
	// CHECK-NEXT:             name i `i`
	// CHECK-NEXT:       step: unary post++ `k++`
	for (int k = 0; k < n; k++)
		if (int r = twice(k))
			i += r;
		else
			i--;
	// CHECK:          for `for (;;) break ...`
	// CHECK-NEXT:       body: break `break;`
	for (;;)
		break;
	// CHECK-NEXT:     switch
	// CHECK-NEXT:       condition: conversion value `n`
	// CHECK:            body: block
	// CHECK-NEXT:         case
	// CHECK-NEXT:           value: literal `1`
	// CHECK-NEXT:           body: expression `j++;`
	// CHECK:              attributed
	// CHECK-NEXT:           body: empty `;`
	// CHECK-NEXT:         case
	// CHECK-NEXT:           value: literal `2`
	// CHECK-NEXT:           value: literal `4`
	// CHECK-NEXT:           body: default
	switch (n) {
	case 1:
		j++;
		[[fallthrough]];
	case 2 ... 4:
	default:;
	}
	// CHECK:          do
	// CHECK-NEXT:       body: block
	// CHECK:            condition: binary >
	do {
		--i;
	} while (i > 3);
	return i + j;
}

// CHECK-LABEL: : expressions
int expressions(int n) restrict(amp)
{
	// CHECK:      variable a `int a[2] = ...`
	// CHECK-NEXT:   literal `2`
	// CHECK-NEXT:   init: list `{1,
	int a[2] = {1, n}, sum = 0;
	// CHECK:      variable v `vector v`
	// CHECK-NEXT:   init: construction vector{{$}}
	// CHECK-NEXT: variable w `w(4)`
	// CHECK-NEXT:   init: construction vector `(4)`
	// CHECK-NEXT:     argument: literal `4`
	vector v, w(4);
	// CHECK:      range-for
	// CHECK-NEXT:   range: name a `a`
	// CHECK-NEXT:   variable e `int e`
	for (int e : a)
		sum += e;
	// CHECK:      binary += `sum += v[1 ...`
	// CHECK-NEXT:   name sum `sum`
	// CHECK-NEXT:   binary +
	// CHECK-NEXT:     call operator[] `v[1]`
	// CHECK-NEXT:       callee: conversion value `[`
	// CHECK-NEXT:         name operator[] `[`
	// CHECK-NEXT:       object: conversion same `v`
	// CHECK:            argument: literal `1`
	// CHECK-NEXT:     call operator() `w(1, 2)`
	// CHECK:            object: conversion same `w`
	// CHECK:            argument: literal `1`
	// CHECK-NEXT:       argument: literal `2`
	sum += v[1] + w(1, 2);
	// The value of a number is taken; of an object a reference is bound to.
	// CHECK:      variable r `int &r = sum`
	// CHECK-NEXT:   init: name sum `sum`
	// CHECK:      variable c `vector c = v`
	// CHECK-NEXT:   init: construction vector `v`
	// CHECK-NEXT:     argument: conversion same `v`
	int &r = sum;
	vector c = v;
	// CHECK:      variable d `vector d = (&c ...`
	// CHECK-NEXT:   init: construction vector `(&c)[0 ...`
	// CHECK-NEXT:     argument: conversion same `(&c)[0 ...`
	vector d = (&c)[0];
	// CHECK:      conditional `n ?: d.x`
	// CHECK-NEXT:   condition: conversion value `n`
	// CHECK:        body: name n `n`
	// CHECK-NEXT:   otherwise: member x `d.x`
	sum += n ?: d.x;
	// CHECK:      cast `(float)n`
	// CHECK:      cast `static_cast<int>(2.5f ...`
	// CHECK:      unevaluated `sizeof(a)`
	sum += (int)((float)n + static_cast<int>(2.5f) + sizeof(a));
	// CHECK:      lambda
	// CHECK-NEXT:   capture k `k`
	// CHECK-NEXT:   init: conversion value `n`
	// CHECK:        variable z `int z`
	// CHECK-NEXT:   body: block
	auto add = [k = n + 1](int z) restrict(amp) { return z + k; };
	// CHECK:      call operator() `add(3)`
	return add(3) + r + c.x;
}

// CHECK-LABEL: : first
// CHECK:      call operator[] `v[1]`
// CHECK:        object: member v `v`
// CHECK-NEXT:   argument: literal `1`
struct holder {
	vector v;
	int first() const restrict(amp) { return v[1]; }
};

// In a template an operator may turn out to be a function.
// CHECK-LABEL: : generic
template <class T> T generic(T x, const T *p) restrict(amp)
{
	// CHECK:      variable y `T y(x)`
	// CHECK-NEXT:   init: parentheses `(x)`
	T y(x);
	// CHECK:      condition: binary < open `y < p[0]`
	// CHECK-NEXT:   name y `y`
	// CHECK-NEXT:   subscript `p[0]`
	// CHECK:      construction `T(x)`
	// CHECK-NEXT:   reference T `T`
	// CHECK-NEXT:   argument: name x `x`
	if (y < p[0])
		y += T(x);
	return y;
}

// CHECK-LABEL: : (lambda)
// CHECK:      call operator= `view[t] = value`
// CHECK-LABEL: : generic
// CHECK:      condition: binary < `y < p[0]`
void launch(concurrency::array_view<vector> view)
{
	concurrency::parallel_for_each(view.extent, [=](concurrency::index<1> t) restrict(amp) {
		vector value(generic(1, &view[t].x) + statements(1) + expressions(2));
		view[t] = value;
	});
}
