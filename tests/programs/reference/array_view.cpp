// array_view
#include "declared.h"
#include <amp.h>
using namespace concurrency;

EXPLICIT(array_view<int>, const extent<1> &);
EXPLICIT(array_view<int>, int);
EXPLICIT(array_view<int>, std::vector<int> &);
EXPLICIT(array_view<const int>, const std::vector<int> &);
IMPLICIT(array_view<int>, array<int> &);
IMPLICIT(array_view<const int>, const array<int> &);
IMPLICIT(array_view<const int>, array<int> &);
IMPLICIT(array_view<const int>, const array_view<int> &);
static_assert(!std::is_constructible<array_view<int>, const array<int> &>::value, "const-correct");
static_assert(!std::is_constructible<array_view<int>, const array_view<const int> &>::value, "const-correct");
static_assert(!std::is_constructible<array_view<int>, const std::vector<int> &>::value, "const-correct");
static_assert(!std::is_constructible<array_view<int>, const int *>::value, "a pointer has no extent");
static_assert(!std::is_assignable<array_view<int> &, const array_view<const int> &>::value, "const-correct");
static_assert(std::is_assignable<array_view<const int> &, const array_view<int> &>::value, "");

// The parts of const views: const is the view, not its elements.
template <typename T, int N>
void parts(const array_view<T, N> &v, const index<N> &i, const extent<N> &e) restrict(cpu, amp)
{
	static_assert(array_view<T, N>::rank == N, "");
	static_assert(std::is_same<typename array_view<T, N>::value_type, T>::value, "");
	array_view<T, N> copied(v);
	RETURNS((copied = v), array_view<T, N> &);
	copied = v;
	RETURNS((v[i]), T &);
	RETURNS((v(i)), T &);
	RETURNS((v.get_ref(i)), T &);
	RETURNS((v.section(i, e)), array_view<T, N>);
	RETURNS((v.section(i)), array_view<T, N>);
	RETURNS((v.section(e)), array_view<T, N>);
	RETURNS((v.get_extent()), extent<N>);
}
template <typename T, typename U>
void ranks(const array_view<T, 1> &a, const array_view<T, 2> &b, const array_view<T, 3> &c) restrict(cpu, amp)
{
	RETURNS((a[0]), T &);
	RETURNS((a(0)), T &);
	RETURNS((a.section(0, 1)), array_view<T, 1>);
	RETURNS((a.template reinterpret_as<float>()), array_view<U, 1>);
	RETURNS((a.view_as(extent<2>(1, 1))), array_view<T, 2>);
	RETURNS((a.view_as(extent<1>(1))), array_view<T, 1>);
	RETURNS((a.data()), T *);
	RETURNS((b[0]), array_view<T, 1>);
	RETURNS((b(0)), array_view<T, 1>);
	RETURNS((b(0, 0)), T &);
	RETURNS((b.section(0, 0, 1, 1)), array_view<T, 2>);
	RETURNS((c[0]), array_view<T, 2>);
	RETURNS((c(0)), array_view<T, 2>);
	RETURNS((c(0, 0, 0)), T &);
	RETURNS((c.section(0, 0, 0, 1, 1, 1)), array_view<T, 3>);
	parts(a, index<1>(), extent<1>(1));
	parts(b, index<2>(), extent<2>(1, 1));
	parts(c, index<3>(), extent<3>(1, 1, 1));
}
void all(const array_view<int, 1> &a, const array_view<int, 2> &b, const array_view<int, 3> &c) restrict(cpu, amp)
{
	ranks<int, float>(a, b, c);
	ranks<const int, const float>(a, b, c);
}

// The members for the CPU alone, of a view to write and of one to read.
template <typename T> void transfers(const array_view<T, 2> &v, const accelerator_view &av)
{
	RETURNS((v.synchronize()), void);
	RETURNS((v.synchronize(access_type_read)), void);
	RETURNS((v.synchronize_async()), completion_future);
	RETURNS((v.synchronize_async(access_type_read)), completion_future);
	RETURNS((v.synchronize_to(av)), void);
	RETURNS((v.synchronize_to(av, access_type_read)), void);
	RETURNS((v.synchronize_to_async(av)), completion_future);
	RETURNS((v.synchronize_to_async(av, access_type_read)), completion_future);
	RETURNS((v.refresh()), void);
	RETURNS((v.get_source_accelerator_view()), accelerator_view);
	v.synchronize();
	v.synchronize(access_type_read);
	v.synchronize_async().get();
	v.synchronize_async(access_type_read).get();
	v.synchronize_to(av);
	v.synchronize_to(av, access_type_read);
	v.synchronize_to_async(av).get();
	v.synchronize_to_async(av, access_type_read).get();
	v.refresh();
	const accelerator_view source = v.source_accelerator_view;
	CHECK(source == v.get_source_accelerator_view());
	const extent<2> e = v.extent;
	CHECK(e == v.get_extent());

	array<int, 2> to(v.extent);
	array_view<int, 2> view(to);
	RETURNS((v.copy_to(to)), void);
	RETURNS((v.copy_to(view)), void);
	v.copy_to(to);
	CHECK(view(3, 5) == v(3, 5));
	v.copy_to(view);
	v.copy_to(view.section(extent<2>(4, 6)));
}

template <typename T, int N> void holds(const array_view<T, N> &v, const extent<N> &e)
{
	CHECK(v.extent == e);
	index<N> last;
	for (int d = 0; d < N; d++)
		last[d] = e[d] - 1;
	CHECK(v[index<N>()] == 0 && v(last) == 23);
}

int main()
{
	std::vector<int> data(24);
	for (int i = 0; i < 24; i++)
		data[i] = i;
	const std::vector<int> &constant = data;
	int *const pointer = data.data();
	const int *const read = pointer;
	int c_array[24];
	std::array<int, 24> std_array;
	std::copy(data.begin(), data.end(), c_array);
	std::copy(data.begin(), data.end(), std_array.begin());
	const int(&constant_c_array)[24] = c_array;
	const extent<1> e1(24);
	const extent<2> e2(4, 6);
	const extent<3> e3(2, 3, 4);

	// Over containers, pointers, arrays of C; by extent and by integers.
	holds(array_view<int>(data), e1);
	holds(array_view<int>(std_array), e1);
	holds(array_view<int>(c_array), e1);
	holds(array_view<int>(e1, data), e1);
	holds(array_view<int>(24, data), e1);
	holds(array_view<int>(24, pointer), e1);
	holds(array_view<int>(e1, c_array), e1);
	holds(array_view<int, 2>(e2, data), e2);
	holds(array_view<int, 2>(4, 6, data), e2);
	holds(array_view<int, 2>(e2, pointer), e2);
	holds(array_view<int, 2>(4, 6, pointer), e2);
	holds(array_view<int, 3>(e3, data), e3);
	holds(array_view<int, 3>(2, 3, 4, data), e3);
	holds(array_view<int, 3>(e3, pointer), e3);
	holds(array_view<int, 3>(2, 3, 4, pointer), e3);
	// The same to read.
	holds(array_view<const int>(constant), e1);
	holds(array_view<const int>(data), e1);
	holds(array_view<const int>(constant_c_array), e1);
	holds(array_view<const int>(c_array), e1);
	holds(array_view<const int>(24, constant), e1);
	holds(array_view<const int>(24, read), e1);
	holds(array_view<const int, 2>(e2, constant), e2);
	holds(array_view<const int, 2>(4, 6, constant), e2);
	holds(array_view<const int, 2>(e2, read), e2);
	holds(array_view<const int, 2>(4, 6, read), e2);
	holds(array_view<const int, 3>(e3, constant), e3);
	holds(array_view<const int, 3>(2, 3, 4, constant), e3);
	holds(array_view<const int, 3>(e3, read), e3);
	holds(array_view<const int, 3>(2, 3, 4, read), e3);
	// Over arrays.
	array<int, 2> a(4, 6, data.begin());
	const array<int, 2> &constant_array = a;
	holds(array_view<int, 2>(a), e2);
	holds(array_view<const int, 2>(a), e2);
	holds(array_view<const int, 2>(constant_array), e2);
	// Over nothing.
	array_view<int> v1(24), w1(e1);
	array_view<int, 2> v2(4, 6), w2(e2);
	array_view<int, 3> v3(2, 3, 4), w3(e3);
	v1.discard_data();
	RETURNS((v1.discard_data()), void);
	CHECK(v1.extent == w1.extent && v2.extent == w2.extent && v3.extent == w3.extent);

	array_view<int, 2> view(4, 6, data), other(view);
	const array_view<const int, 2> reading(view);
	array_view<const int, 2> assigned(constant_array);
	RETURNS((assigned = view), array_view<const int, 2> &);
	assigned = view;
	CHECK(other(1, 1) == 7 && reading(1, 1) == 7 && assigned(1, 1) == 7);
	const accelerator_view av = accelerator().default_view;
	transfers(view, av);
	transfers(reading, av);
	transfers(array_view<int, 2>(a), av);
	CHECK((array_view<int, 2>(a).source_accelerator_view == av));
	view.synchronize(access_type_read_write);
	v2.synchronize_to(av, access_type_write); // its elements are undefined then
	view.synchronize_to(av, access_type_read_write);

	// In a kernel.
	const array_view<int> line(24, data);
	parallel_for_each(extent<1>(1), [=](index<1> i) restrict(amp) {
		view(0, 1) = reading[3][5] + reading(2)(1) + view.get_ref(index<2>(1, 0));
		view.section(index<2>(0, 2), extent<2>(1, 1))(0, 0) = line.view_as(extent<2>(12, 2))(11, 1);
		line[i] = line.section(4, 2).data()[1] + line.reinterpret_as<unsigned>()[3];
	});
	view.synchronize();
	CHECK(data[1] == 23 + 13 + 6 && data[2] == 23 && data[0] == 5 + 3);
	std::puts("ok");
}
