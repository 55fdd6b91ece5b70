// Text that libclang does not show, or in a shape that the builder of trees does not know, is in a node of its own.
// RUN: %ampcc --amp-dump-body -std=c++20 -o - %s | %FileCheck %s
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
