// parallel_for_each: with each kind of domain, with and without an accelerator_view, of
// lambdas and of function objects, const or not
#include "declared.h"
#include <amp.h>
using namespace concurrency;

struct plain {
	array_view<int> v;
	void operator()(index<1> i) const restrict(amp) { v[i] += 1; }
};
struct of_reference {
	array_view<int> v;
	void operator()(const index<1> &i) const restrict(amp) { v[i] += 1; }
};
struct tiled {
	array_view<int> v;
	void operator()(tiled_index<4> t) const restrict(cpu, amp) { v[t] += 1; }
};
struct generic {
	array_view<int> v;
	template <typename Index> void operator()(const Index &i) const restrict(amp) { v[i[0]] += 1; }
};

int main()
{
	const accelerator_view av = accelerator().create_view();
	const array_view<int> v(16);
	const extent<1> e1(16);
	const extent<2> e2(16, 2);
	const extent<3> e3(16, 2, 2);
	const int lengths[] = {16, 2, 2, 2};
	const extent<4> e4(lengths);
	const tiled_extent<4> t1(e1);
	const tiled_extent<4, 2> t2(e2);
	const tiled_extent<4, 2, 1> t3(e3);
	const plain one = {v};
	const of_reference two = {v};
	const tiled three = {v};
	const generic four = {v};
	RETURNS((parallel_for_each(e1, one)), void);
	RETURNS((parallel_for_each(av, e1, one)), void);
	RETURNS((parallel_for_each(t1, three)), void);
	RETURNS((parallel_for_each(av, t1, three)), void);

	for (int i = 0; i < 16; i++)
		v[i] = 0;
	parallel_for_each(e1, one);
	parallel_for_each(av, e1, one);
	parallel_for_each(accelerator().default_view, e1, two);
	parallel_for_each(t1, three);
	parallel_for_each(av, t1, three);
	parallel_for_each(av, e1, four);
	for (int i = 0; i < 16; i++)
		CHECK(v[i] == 6);

	auto add2 = [=](index<2> i) restrict(amp) { atomic_fetch_add(&v[i[0]], 1); };
	auto add3 = [=](index<3> i) restrict(amp) { atomic_fetch_add(&v[i[0]], 1); };
	auto add4 = [=](index<4> i) restrict(amp) { atomic_fetch_add(&v[i[0]], 1); };
	auto tile2 = [=](tiled_index<4, 2> t) restrict(amp) { atomic_fetch_add(&v[t.global[0]], 1); };
	auto tile3 = [=](tiled_index<4, 2, 1> t) restrict(amp) { atomic_fetch_add(&v[t.global[0]], 1); };
	parallel_for_each(e2, add2);
	parallel_for_each(av, e2, add2);
	parallel_for_each(e3, add3);
	parallel_for_each(av, e3, add3);
	parallel_for_each(e4, add4);
	parallel_for_each(av, e4, add4);
	parallel_for_each(t2, tile2);
	parallel_for_each(av, t2, tile2);
	parallel_for_each(t3, tile3);
	parallel_for_each(av, t3, tile3);
	for (int i = 0; i < 16; i++)
		CHECK(v[i] == 6 + 2 * (2 + 4 + 8 + 2 + 4));
	std::puts("ok");
}
