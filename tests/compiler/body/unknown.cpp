// Text that libclang does not show, or in a shape that the builder of trees does not know, is in a node of its own.
// RUN: %ampcc --amp-dump-body -std=c++20 -o - %s | %FileCheck %s
// RUN: %ampcc --amp-dump-body -std=c++23 -DEXPLICIT -o - %s | %FileCheck --check-prefix=EXPLICIT %s
#include <amp.h>
#include <compare>

struct measured {
	int value;
	auto operator<=>(const measured &other) const restrict(amp) { return value <=> other.value; }
};

// CHECK-LABEL: : is_less
// CHECK:      return
// CHECK-NEXT:   unknown `a < b`
// CHECK:          name a `a`
bool is_less(measured a, measured b) restrict(amp)
{
	return a < b;
}

// The arguments of a function that has none of a pack: nothing shows them.
// CHECK-LABEL: : sum
template <class... Rest> int sum(int first, Rest... rest) restrict(amp)
{
	if constexpr (sizeof...(rest) > 0)
		return first + sum(rest...);
	else
		return first;
}

// CHECK-LABEL: : launch
// CHECK-LABEL: : sum
// CHECK:      body: return
// CHECK:      otherwise: discarded
int launch(int n) restrict(amp)
{
	return sum(n, 2);
}

#ifdef EXPLICIT // an object that is a parameter is an argument
struct explicit_object {
	int set(this const explicit_object &self, int n) restrict(amp) { return n; }
};
// EXPLICIT-LABEL: : set_it
// EXPLICIT:      call set
// EXPLICIT-NOT:    object:
// EXPLICIT:        argument: name x
// EXPLICIT-NEXT:   argument: conversion value `n`
inline int set_it(const explicit_object x, int n) restrict(amp)
{
	return x.set(n);
}
#endif
