// C
#include <amp.h>
void f(amp_array_view(float, 1) v)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		amp_at(v, i) = (1 + ) ](2);
	});
}
      