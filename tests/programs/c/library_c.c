#include "library_c.h"

#include <amp.h>

void scale(float *data, int n, float factor)
{
	amp_array_view(float, 1) v = amp_view(data, n);

	amp_parallel_for_each(v.extent, ^(amp_index1 at) restrict(amp) { amp_at(v, at) *= factor; });
	amp_release(v);
}
