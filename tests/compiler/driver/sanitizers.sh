#!/bin/bash
# AddressSanitizer on the CPU accelerator names the line of a kernel that reads or writes beyond
# its containers.
. "$(dirname "$0")/lib.sh"
export AMP_ACCELERATOR=cpu

cat >view.cpp <<'END'
#include <amp.h>
#include <vector>
using namespace concurrency;
int main()
{
	std::vector<int> data(100);
	array_view<int> v(data);
	parallel_for_each(extent<1>(128), [=](index<1> i) restrict(amp) {
		v[i] += 1;
	});
}
END
cat >array.cpp <<'END'
#include <amp.h>
using namespace concurrency;
int main()
{
	array<int> a(100);
	array_view<int> sums(4);
	parallel_for_each(extent<1>(128).tile<32>(), [=, &a](tiled_index<32> t) restrict(amp) {
		tile_static int part[32];
		part[t.local[0]] = a[t.global];
		t.barrier.wait();
		if (t.local[0] == 0)
			sums[t.tile] = part[0] + part[31];
	});
}
END
for name in view:9 array:9; do
	program=${name%:*}
	check "$program: compiles" "$AMPCC" --amp-arch=none -g -fsanitize=address $program.cpp -o $program
	refuse "$program: it is no success" ./$program
	./$program >report 2>&1
	check "$program: what is wrong" grep -q 'heap-buffer-overflow' report
	check "$program: where" grep -q "#0 .*$program\.cpp:${name#*:}" report
done
finish
