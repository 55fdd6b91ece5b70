// Functions and member functions that differ only in restriction: kernels call
// one, the host calls the other.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int where(int x) restrict(amp);
int where(int x) { return x + 1; }
int where(int x) restrict(amp) { return x + 1000; }

template <typename T> T kind(T x) restrict(cpu) { return x; }
template <typename T> T kind(T x) restrict(amp) { return x + 1; }

struct tagged {
	int value;
	int get() const restrict(cpu) { return value; }
	int get() const restrict(amp) { return -value; }
	static int id(int = 3) restrict(cpu) { return 1; }
	static int id(int = 3) restrict(amp) { return 2; }
};

int through(int x) restrict(cpu, amp) { return x; }

int main()
{
	std::vector<int> data(10);
	array_view<int, 1> view(10, data);
	tagged t = {50};
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		view[i] = where(i[0]) + kind(10) + t.get() + tagged::id() + through(0);
	});
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == i + 1000 + 11 - 50 + 2);
	CHECK(where(1) + kind(10) + t.get() + tagged::id() + through(0) == 2 + 10 + 50 + 1);
	std::puts("ok");
}
