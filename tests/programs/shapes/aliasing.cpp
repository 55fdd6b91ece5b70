// The bits of an element by another view of its memory in the same kernel, and by a pointer
// of another type: Microsoft's compiler supposes nothing of pointers of different types.
// options: -O2
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static unsigned bits_of(float x) restrict(cpu, amp)
{
	return *reinterpret_cast<unsigned *>(&x);
}

int main()
{
	const int n = 1000;
	std::vector<float> values(n, 1.0f);
	std::vector<unsigned> old(n), difference(n);
	array_view<float, 1> numbers(n, values);
	array_view<unsigned, 1> words = numbers.reinterpret_as<unsigned>();
	array_view<unsigned, 1> before(n, old), after(n, difference);
	parallel_for_each(numbers.extent, [=](index<1> i) restrict(amp) {
		before[i] = words[i];
		numbers[i] = 2.0f;
		after[i] = words[i] - bits_of(numbers[i]);
	});
	before.synchronize();
	after.synchronize();
	for (int i = 0; i < n; i++)
		CHECK(old[i] == 0x3f800000u && difference[i] == 0);
	std::puts("ok");
}
