// array
#include "declared.h"
#include <amp.h>
#include <deque>
#include <list>
using namespace concurrency;

static std::vector<int> data;

// All constructors from an extent, and from integers; "shape" is either, in parentheses.
#define LIST(...) __VA_ARGS__
#define CONSTRUCT(N, shape) \
	do { \
		typedef array<int, N> A; \
		const accelerator_view av = accelerator().default_view; \
		const accelerator_view cpu = accelerator(accelerator::cpu_accelerator).default_view; \
		const accelerator_view warp = accelerator(accelerator::direct3d_warp).default_view; \
		const auto first = data.begin(), last = data.end(); \
		const A plain = A(LIST shape), there(LIST shape, av); \
		const A open(LIST shape, warp, access_type_read_write); \
		const A staging(LIST shape, cpu, av); \
		CHECK(plain.accelerator_view == av && there.accelerator_view == av); \
		CHECK(open.cpu_access_type == access_type_read_write && open.accelerator_view == warp); \
		CHECK(staging.accelerator_view == cpu && staging.associated_accelerator_view == av); \
		const A all[] = {A(LIST shape, first), A(LIST shape, first, last), \
		                 A(LIST shape, first, av), A(LIST shape, first, last, av), \
		                 A(LIST shape, first, av, access_type_auto), \
		                 A(LIST shape, first, last, av, access_type_auto), \
		                 A(LIST shape, first, cpu, av), A(LIST shape, first, last, cpu, av)}; \
		for (const A &a : all) { \
			const std::vector<int> elements = a; \
			CHECK(elements == data); \
			CHECK(a.extent == extent<N>(LIST shape)); \
		} \
		CHECK(all[6].accelerator_view == cpu && all[7].get_associated_accelerator_view() == av); \
	} while (0)

EXPLICIT(array<int>, int);
EXPLICIT(array<int>, const extent<1> &);
EXPLICIT(array<int>, const array_view<const int> &);
IMPLICIT(std::vector<int>, const array<int> &);
static_assert(std::is_move_constructible<array<int>>::value && std::is_copy_assignable<array<int>>::value, "");
static_assert(!std::is_default_constructible<array<int>>::value, "");

// The parts of one, in kernels and on the CPU.
template <int N> void parts(array<int, N> &a, const array<int, N> &c, const index<N> &i, const extent<N> &e) restrict(cpu, amp)
{
	static_assert(array<int, N>::rank == N, "");
	static_assert(std::is_same<typename array<int, N>::value_type, int>::value, "");
	RETURNS((a[i]), int &);
	RETURNS((c[i]), const int &);
	RETURNS((a(i)), int &);
	RETURNS((c(i)), const int &);
	RETURNS((a.section(i, e)), array_view<int, N>);
	RETURNS((c.section(i, e)), array_view<const int, N>);
	RETURNS((a.section(i)), array_view<int, N>);
	RETURNS((c.section(i)), array_view<const int, N>);
	RETURNS((a.section(e)), array_view<int, N>);
	RETURNS((c.section(e)), array_view<const int, N>);
	RETURNS((a.template reinterpret_as<float>()), array_view<float, 1>);
	RETURNS((c.template reinterpret_as<float>()), array_view<const float, 1>);
	RETURNS((a.view_as(extent<1>(2))), array_view<int, 1>);
	RETURNS((c.view_as(extent<2>(1, 1))), array_view<const int, 2>);
	RETURNS((a.data()), int *);
	RETURNS((c.data()), const int *);
	RETURNS((c.get_extent()), extent<N>);
}
void ranks(array<int, 1> &a, array<int, 2> &b, array<int, 3> &c, const array<int, 1> &ca, const array<int, 2> &cb,
           const array<int, 3> &cc, array<int, 4> &d, const array<int, 4> &cd) restrict(cpu, amp)
{
	RETURNS((a[0]), int &);
	RETURNS((ca[0]), const int &);
	RETURNS((a(0)), int &);
	RETURNS((ca(0)), const int &);
	RETURNS((a.section(0, 1)), array_view<int, 1>);
	RETURNS((ca.section(0, 1)), array_view<const int, 1>);
	RETURNS((b[0]), array_view<int, 1>);
	RETURNS((cb[0]), array_view<const int, 1>);
	RETURNS((b(0)), array_view<int, 1>);
	RETURNS((cb(0)), array_view<const int, 1>);
	RETURNS((b(0, 0)), int &);
	RETURNS((cb(0, 0)), const int &);
	RETURNS((b.section(0, 0, 1, 1)), array_view<int, 2>);
	RETURNS((cb.section(0, 0, 1, 1)), array_view<const int, 2>);
	RETURNS((c[0]), array_view<int, 2>);
	RETURNS((cc[0]), array_view<const int, 2>);
	RETURNS((c(0)), array_view<int, 2>);
	RETURNS((cc(0)), array_view<const int, 2>);
	RETURNS((c(0, 0, 0)), int &);
	RETURNS((cc(0, 0, 0)), const int &);
	RETURNS((c.section(0, 0, 0, 1, 1, 1)), array_view<int, 3>);
	RETURNS((cc.section(0, 0, 0, 1, 1, 1)), array_view<const int, 3>);
	parts(a, ca, index<1>(), extent<1>(1));
	parts(b, cb, index<2>(), extent<2>(1, 1));
	parts(c, cc, index<3>(), extent<3>(1, 1, 1));
	parts(d, cd, index<4>(), extent<4>());
}

int main()
{
	data.clear(); // main() may have run before
	for (int i = 0; i < 24; i++)
		data.push_back(i);
	CONSTRUCT(1, (24));
	CONSTRUCT(1, (extent<1>(24)));
	CONSTRUCT(2, (4, 6));
	CONSTRUCT(2, (extent<2>(4, 6)));
	CONSTRUCT(3, (2, 3, 4));
	CONSTRUCT(3, (extent<3>(2, 3, 4)));
	const int lengths[] = {2, 3, 2, 2};
	CONSTRUCT(4, (extent<4>(lengths)));

	const accelerator_view av = accelerator().default_view;
	const accelerator_view cpu = accelerator(accelerator::cpu_accelerator).default_view;
	const array_view<const int, 2> source(4, 6, data);
	array<int, 2> a(source), b(source, av), c(source, av, access_type_auto), d(source, cpu, av);
	CHECK(std::vector<int>(a) == data && std::vector<int>(b) == data && std::vector<int>(c) == data);
	CHECK(d(3, 5) == 23 && d.associated_accelerator_view == av);
	const array<int, 2> copied(a);
	array<int, 2> taken(std::move(b));
	CHECK(std::vector<int>(copied) == data && std::vector<int>(taken) == data);
	RETURNS((a = copied), array<int, 2> &);
	RETURNS((a = std::move(c)), array<int, 2> &);
	RETURNS((a = source), array<int, 2> &);
	a = copied;
	a = std::move(c);
	a = source;

	// Iterators of any kind, over anything that converts.
	const std::list<short> list(data.begin(), data.end());
	const std::deque<double> deque(data.begin(), data.end());
	CHECK(std::vector<int>(array<int>(24, list.begin(), list.end())) == data);
	CHECK(std::vector<int>(array<int, 2>(4, 6, deque.begin())) == data);
	CHECK(std::vector<int>(array<int>(24, data.data())) == data);

	// copy_to: to an array, and to a view that is not const itself.
	array<int, 2> to(4, 6);
	array_view<int, 2> view(to);
	RETURNS((copied.copy_to(to)), void);
	RETURNS((copied.copy_to(view)), void);
	copied.copy_to(to);
	CHECK(std::vector<int>(to) == data);
	copied.copy_to(view);

	RETURNS((copied.get_accelerator_view()), accelerator_view);
	RETURNS((copied.get_associated_accelerator_view()), accelerator_view);
	RETURNS((copied.get_cpu_access_type()), access_type);
	const accelerator_view where = copied.accelerator_view, associated = copied.associated_accelerator_view;
	const access_type access = copied.cpu_access_type;
	const extent<2> size = copied.extent;
	CHECK(where == av && associated == av && access == copied.get_cpu_access_type() && size == copied.get_extent());

	// In a kernel.
	array<int, 1> one(24, data.begin());
	array<int, 3> three(2, 3, 4, data.begin());
	const array<int, 3> &constant = three;
	parallel_for_each(extent<1>(1), [&one, &to, &constant](index<1> i) restrict(amp) {
		one[i] = constant(1, 2, 3) + constant[1](2, 3) + constant(1)[index<2>(2, 3)];
		to(0, 1) = to[1][0] + to.section(2, 0, 1, 1)(0, 0) + *(to.data() + 18);
		one.section(1, 2)[1] = one.view_as(extent<2>(2, 12))(1, 11);
		one(1) = one.reinterpret_as<unsigned>()[3] + constant.extent[2];
	});
	std::vector<int> result = one;
	CHECK(result[0] == 69 && result[1] == 7 && result[2] == 23);
	CHECK(std::vector<int>(to)[1] == 36);
	std::puts("ok");
}
