// copy, copy_async
#include "declared.h"
#include <amp.h>
#include <iterator>
#include <list>
using namespace concurrency;

static std::vector<int> data;
static std::list<int> list;

// Both functions, one after the other; what they copied is in "to" (an array, view or vector).
template <typename To> bool copied(const To &to)
{
	std::vector<int> elements(24);
	copy(to, elements.begin());
	return elements == data;
}
bool copied(const std::vector<int> &to) { return to == data; }

template <typename From, typename To> void between(const From &from, To &to, To &then)
{
	RETURNS((copy(from, to)), void);
	RETURNS((copy_async(from, to)), completion_future);
	copy(from, to);
	copy_async(from, then).get();
	CHECK(copied(to) && copied(then));
}
template <typename Iterator, typename To> void in(Iterator first, Iterator last, To &&to)
{
	RETURNS((copy(first, last, to)), void);
	RETURNS((copy(first, to)), void);
	RETURNS((copy_async(first, last, to)), completion_future);
	RETURNS((copy_async(first, to)), completion_future);
	const std::vector<int> zeros(24);
	copy(first, last, to);
	CHECK(copied(to));
	copy(zeros.begin(), to);
	copy(first, to);
	CHECK(copied(to));
	copy(zeros.begin(), to);
	copy_async(first, last, to).get();
	CHECK(copied(to));
	copy(zeros.begin(), to);
	copy_async(first, to).get();
	CHECK(copied(to));
}
template <typename From> void out(const From &from)
{
	std::vector<int> one(24), two(24), pushed;
	std::list<int> three(24);
	RETURNS((copy(from, one.begin())), void);
	RETURNS((copy_async(from, one.begin())), completion_future);
	copy(from, one.begin());
	copy_async(from, two.data()).get();
	copy_async(from, three.begin()).get();
	copy(from, std::back_inserter(pushed));
	CHECK(copied(one) && copied(two) && copied(pushed) && three == list);
}

template <int N> void all(const extent<N> &e)
{
	array<int, N> a(e, data.begin()), b(e), c(e);
	const array<int, N> &constant = a;
	std::vector<int> one(24), two(24);
	array_view<int, N> v(e, one), w(e, two), x(e, data);
	const array_view<int, N> write_only(v);
	const array_view<const int, N> read(x);
	between(constant, b, c);
	between(constant, v, w);
	between(x, b, c);
	between(read, b, c);
	between(x, v, w);
	between(read, v, w);
	copy(read, write_only);
	copy(a, write_only);
	copy(data.begin(), write_only);
	copy(x, v.section(e));
	in(data.begin(), data.end(), b);
	in(list.begin(), list.end(), b);
	in(data.data(), data.data() + 24, v);
	in(data.cbegin(), data.cend(), v.section(e));
	out(constant);
	out(x);
	out(read);
}

int main()
{
	data.clear(); // main() may have run before
	for (int i = 0; i < 24; i++)
		data.push_back(i * i);
	list.assign(data.begin(), data.end());
	all(extent<1>(24));
	all(extent<3>(2, 3, 4));
	std::puts("ok");
}
