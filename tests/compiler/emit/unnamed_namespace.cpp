// An unnamed namespace gets a name, since nvcc mangles it in its own way.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

// CHECK: inline namespace [[NAME:[a-z_0-9]+]]
namespace {

struct object {
	array_view<int, 1> view;
	void operator()(index<1> i) const restrict(amp) { view[i] = 1; }
};

} // namespace

void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent, object{v});
}
