// copy and copy_async of namespace concurrency::graphics
#include "declared.h"
#include <amp.h>
#include <amp_graphics.h>
#include <algorithm>
#include <list>
using namespace concurrency;
using namespace concurrency::graphics;

static std::vector<float> data;
static const index<2> zero(0, 0), corner(1, 2);
static const extent<2> whole(4, 6), part(2, 3);

// All of a texture or view to read, to bytes and to values.
template <typename From> void out(const From &from)
{
	std::vector<float> one(24), two(24), three(6), four(6);
	std::list<float> list(24);
	void *const bytes = one.data();
	RETURNS((copy(from, bytes, 96u)), void);
	RETURNS((copy(from, corner, part, bytes, 24u)), void);
	RETURNS((copy(from, one.begin())), void);
	RETURNS((copy(from, corner, part, one.begin())), void);
	RETURNS((copy_async(from, bytes, 96u)), completion_future);
	RETURNS((copy_async(from, corner, part, bytes, 24u)), completion_future);
	RETURNS((copy_async(from, one.begin())), completion_future);
	RETURNS((copy_async(from, corner, part, one.begin())), completion_future);
	copy(from, bytes, 96u);
	copy_async(from, static_cast<void *>(two.data()), 96u).get();
	CHECK(one == data && two == data);
	copy(from, list.begin());
	copy_async(from, two.begin()).get();
	CHECK(std::vector<float>(list.begin(), list.end()) == data && two == data);
	copy(from, corner, part, static_cast<void *>(three.data()), 24u);
	copy_async(from, corner, part, four.begin()).get();
	CHECK(three == four && three[0] == 8 && three[5] == 16);
	copy(from, corner, part, four.begin());
	copy_async(from, corner, part, static_cast<void *>(three.data()), 24u).get();
	CHECK(three == four && three[5] == 16);
}

// Into a texture or view, from bytes and from values; "of" is its texture.
template <typename To> void in(To &to, const texture<float, 2> &of)
{
	const std::vector<float> zeros(24), six(6, 3.0f);
	const void *const bytes = data.data();
	auto clear = [&] { copy(zeros.begin(), zeros.end(), to); };
	auto count = [&](float x) {
		std::vector<float> values(24);
		copy(of, values.begin());
		return std::count(values.begin(), values.end(), x);
	};
	RETURNS((copy(bytes, 96u, to)), void);
	RETURNS((copy(bytes, 24u, to, corner, part)), void);
	RETURNS((copy(data.begin(), data.end(), to)), void);
	RETURNS((copy(six.begin(), six.end(), to, corner, part)), void);
	RETURNS((copy_async(bytes, 96u, to)), completion_future);
	RETURNS((copy_async(bytes, 24u, to, corner, part)), completion_future);
	RETURNS((copy_async(data.begin(), data.end(), to)), completion_future);
	RETURNS((copy_async(six.begin(), six.end(), to, corner, part)), completion_future);
	clear();
	copy(bytes, 96u, to);
	out(of);
	clear();
	copy_async(bytes, 96u, to).get();
	out(of);
	clear();
	copy(data.begin(), data.end(), to);
	out(of);
	clear();
	copy_async(data.begin(), data.end(), to).get();
	out(of);
	clear();
	copy(six.begin(), six.end(), to, corner, part);
	CHECK(count(3) == 6 && count(0) == 18);
	clear();
	copy_async(static_cast<const void *>(six.data()), 24u, to, corner, part).get();
	CHECK(count(3) == 6);
	copy(static_cast<const void *>(zeros.data()), 24u, to, corner, part);
	CHECK(count(0) == 24);
	copy_async(six.begin(), six.end(), to, corner, part).get();
	CHECK(count(3) == 6);
	copy(data.begin(), data.end(), to);
}

template <typename From, typename To> void between(From &from, To &to, const texture<float, 2> &of)
{
	const std::vector<float> zeros(24);
	RETURNS((copy(from, to)), void);
	RETURNS((copy(from, corner, to, zero, part)), void);
	RETURNS((copy_async(from, to)), completion_future);
	RETURNS((copy_async(from, corner, to, zero, part)), completion_future);
	copy(zeros.begin(), zeros.end(), to);
	copy(from, to);
	out(of);
	copy(zeros.begin(), zeros.end(), to);
	copy_async(from, to).get();
	out(of);
	std::vector<float> values(24);
	copy(from, corner, to, zero, part);
	copy(of, values.begin());
	CHECK(values[0] == 8 && values[8] == 16 && values[3] == 3);
	copy_async(from, zero, to, corner, part).get();
	copy(of, values.begin());
	CHECK(values[8] == 0 && values[16] == 8 && values[0] == 8);
}

int main()
{
	data.clear(); // main() may have run before
	for (int i = 0; i < 24; i++)
		data.push_back(static_cast<float>(i));
	texture<float, 2> t(whole, data.begin(), data.end()), u(whole);
	const texture<float, 2> &constant = t;
	texture_view<float, 2> view(t), to(u);
	texture_view<const float, 2> reading(t);
	const texture_view<float, 2> constant_to(u);
	writeonly_texture_view<float, 2> writing(u);
	const writeonly_texture_view<float, 2> constant_writing(u);
	out(constant);
	out(view);
	out(reading);
	in(u, u);
	in(to, u);
	in(constant_to, u);
	in(writing, u);
	in(constant_writing, u);
	between(constant, u, u);
	between(view, u, u);
	between(reading, to, u);
	between(t, writing, u);
	std::puts("ok");
}
