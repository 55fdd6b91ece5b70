// restrict through macros; kernels inside macros, whole and in part. Names of macros that
// programs have, and <amp.h> has not.
#define E_FAIL (-1) // some of Windows' error codes, in front of <amp.h>
#define S_OK 0
#include "../check.h"
#include <amp.h>
#include <csignal>
#include <vector>
using namespace concurrency;

#define GPU restrict(amp)
#define BOTH restrict(cpu, amp)
#define KERNEL(N) [=](index<N> i) restrict(amp)
#define FOR_ALL(view, expression) \
	parallel_for_each((view).extent, [=](index<1> i) restrict(amp) { view[i] = expression; })
#define MEMBER(name, value) \
	int name() const restrict(cpu, amp) { return value; }
#define TILE 8
#define AMP_CPU restrict(cpu, amp)
#define SQUARE(x) ((x) * (x))

int plus_one(int x) AMP_CPU { return x + 1; }
#ifndef AMP_KERNEL_H // as headers of programs are guarded
#define AMP_KERNEL_H
int minus_two(int x) GPU { return x - 2; }
#endif

struct object {
	MEMBER(three, 3)
	MEMBER(four, 4)
};

int sender_of(const siginfo_t &info)
{
	return info.si_pid;
} // a macro that names what it expands to

int main()
{
	std::vector<int> data(32);
	array_view<int, 1> view(32, data);
	parallel_for_each(view.extent, KERNEL(1) { view[i] = plus_one(SQUARE(i[0])); });
	FOR_ALL(view, minus_two(view[i]));
	FOR_ALL(view, view[i] * 10);
	object o;
	parallel_for_each(view.extent.tile<TILE>(), [=](tiled_index<TILE> t) GPU {
		view[t] += o.three() * o.four() + t.local[0];
	});
	for (int i = 0; i < 32; i++)
		CHECK(view[i] == 10 * (i * i - 1) + 12 + i % TILE);
	std::puts("ok");
}
