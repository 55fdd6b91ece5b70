// A program may have names of its own that the runtime's API has, too.
#include <amp.h>
using namespace concurrency;
struct amp_view { int x; };
struct amp_domain { int y; };
int main() { amp_view a{1}; amp_domain b{2}; int d[1]; array_view<int> v(1, d);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = a.x + b.y; });
	if (v[0] != 3)
		return 1;
	std::puts("ok"); }
