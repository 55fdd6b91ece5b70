// <amp.h> is without the standard headers that it does not need itself, where the program
// needs none of them, either, or includes them.
// RUN: mkdir -p %t && %ampcc --amp-save=%t -c -o %t/lean.o %s && %FileCheck --check-prefix=LEAN %s <%t/lean.amp.cpp
// RUN: mkdir -p %t && %ampcc -DINCLUDES --amp-save=%t -c -o %t/lean.o %s && %FileCheck --check-prefix=LEAN %s <%t/lean.amp.cpp
// RUN: mkdir -p %t && %front -DRELIES --amp-save=%t -c -o %t/lean.o %s && %FileCheck --check-prefix=WHOLE %s <%t/lean.amp.cpp
// RUN: mkdir -p %t && %front -DTHEN --amp-save=%t -c -o %t/lean.o %s && %FileCheck --check-prefix=WHOLE %s <%t/lean.amp.cpp
// LEAN: {{^}}#define __AMPCC_LEAN__
// WHOLE-NOT: {{^}}#define __AMPCC_LEAN__
#include <amp.h>
#ifdef INCLUDES
#include <map> // in front of <amp.h>, which brings it along otherwise, or behind it
#endif
using namespace concurrency;

int smallest(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] -= 1; });
#ifdef THEN
	v.synchronize_async().then([] {});
#endif
#if defined(INCLUDES) || defined(RELIES)
	std::map<int, int> counts;
	for (int i = 0; i < v.extent[0]; i++)
		counts[v[i]]++;
	return counts.begin()->first;
#else
	return v[0];
#endif
}
