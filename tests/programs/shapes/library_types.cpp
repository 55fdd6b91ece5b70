// Objects of the library's classes as those of any other: in the standard library's containers,
// moved, swapped, returned, in classes, and as arguments of templates that deduce what they are
#include "../check.h"
#include <algorithm>
#include <amp.h>
#include <amp_graphics.h>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>
using namespace concurrency;
using namespace concurrency::graphics;

// What moves does not copy elements when a vector grows.
static_assert(std::is_nothrow_move_constructible<array<float>>::value &&
                  std::is_nothrow_move_assignable<array<float>>::value, "");
static_assert(std::is_nothrow_move_constructible<texture<float, 2>>::value &&
                  std::is_nothrow_move_assignable<texture<float, 2>>::value, "");
static_assert(std::is_nothrow_move_constructible<accelerator>::value, "");
static_assert(std::is_nothrow_move_constructible<completion_future>::value, "");

static array<float> filled(int n, float value)
{
	const std::vector<float> values(n, value);
	array<float> a(n, values.begin());
	return a;
}
static array_view<float> part(array_view<float> v, int from, int n) { return v.section(from, n); }
static void add(array_view<float> v, float x)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += x; });
}

void arrays()
{
	std::vector<array<float>> all;
	all.push_back(filled(16, 0));
	array_view<float> first(all[0]);
	for (int i = 1; i < 10; i++)
		all.push_back(filled(16, static_cast<float>(i)));
	all.emplace_back(16, accelerator().default_view);
	add(first, 5);
	CHECK(std::vector<float>(all[0])[15] == 5); // the vector grew; the view is still of its array
	std::swap(all[0], all[1]);
	std::reverse(all.begin(), all.end() - 1);
	all.erase(all.begin());
	CHECK(all.size() == 10 && std::vector<float>(all[8])[0] == 1 && std::vector<float>(all[7])[0] == 5);
	std::vector<array<float>> copies(all);
	add(copies[0], 1);
	CHECK(std::vector<float>(copies[0])[3] == 9 && std::vector<float>(all[0])[3] == 8);

	std::unique_ptr<array<float, 2>> owned(new array<float, 2>(4, 4));
	auto shared = std::make_shared<array<float, 2>>(4, 4, accelerator().default_view);
	array<float, 2> both[] = {array<float, 2>(2, 2), std::move(*owned)};
	CHECK(both[1].extent == shared->extent);
	std::vector<float> values = all[1];
	values = all[2];
	CHECK(values[0] == 6);

	std::vector<texture<float, 2>> textures;
	for (int i = 1; i < 4; i++)
		textures.emplace_back(i, i);
	std::swap(textures[0], textures[2]);
	std::vector<texture_view<const float, 2>> reading(textures.begin(), textures.end());
	reading[1] = texture_view<float, 2>(textures[0]);
	CHECK(reading[1].extent[0] == 3);
}

void views()
{
	std::vector<float> data(64, 1);
	std::vector<array_view<float>> all;
	for (int i = 0; i < 4; i++)
		all.push_back(array_view<float>(data).section(i * 16, 16));
	all.insert(all.begin(), all[3]);
	std::rotate(all.begin(), all.begin() + 1, all.end());
	std::swap(all[0], all[1]);
	for (const array_view<float> &v : all)
		add(v, 1);
	std::map<std::string, array_view<const float>> named;
	named.emplace("first", all[1]);
	named.insert({"all", array_view<const float>(data)});
	CHECK(named.at("first")[0] == 2 && named.at("all")[63] == 3);

	auto made = std::make_tuple(array_view<float>(data), 3);
	std::pair<array_view<float>, array_view<const float>> pair(all[0], all[1]);
	std::function<void(array_view<float>)> function = [](array_view<float> v) { add(v, 2); };
	function(std::get<0>(made));
	std::bind(add, pair.first, 1.0f)();
	auto bound = std::bind(add, std::placeholders::_1, 1.0f);
	bound(part(std::get<0>(made), 16, 16));
	CHECK(pair.first[0] == 6 && pair.second[0] == 4);
}

void accelerators()
{
	std::vector<accelerator> all = accelerator::get_all();
	std::map<std::wstring, accelerator> by_path;
	for (const accelerator &acc : all)
		by_path[acc.device_path] = acc;
	std::sort(all.begin(), all.end(), [](const accelerator &a, const accelerator &b) {
		return a.dedicated_memory > b.dedicated_memory;
	});
	auto emulated = [](const accelerator &acc) { return acc.is_emulated; };
	std::stable_partition(all.begin(), all.end(), emulated);
	CHECK(std::find(all.begin(), all.end(), by_path.at(L"direct3d_ref")) != all.end());
	CHECK(by_path.size() == all.size() && std::count_if(all.begin(), all.end(), emulated) >= 2);
	std::vector<accelerator_view> queues;
	std::transform(all.begin(), all.end(), std::back_inserter(queues),
	               [](const accelerator &acc) { return acc.default_view; });
	queues.push_back(accelerator().create_view(queuing_mode_immediate));
	std::swap(queues.front(), queues.back());
	CHECK(queues[0].queuing_mode == queuing_mode_immediate && queues[0].accelerator == accelerator());
}

// ---- Deduction and conversions ------------------------------------------------

template <typename T, int N> int rank(array_view<T, N>) { return N; }
template <typename T, int N> int rank(const array<T, N> &) { return 10 * N; }
template <typename T> T sum(array_view<const T> v)
{
	T s = 0;
	for (int i = 0; i < v.extent[0]; i++)
		s += v[i];
	return s;
}
template <typename View> void fill(const View &v, typename View::value_type x)
{
	parallel_for_each(v.get_extent(), [=](index<View::rank> i) restrict(amp) { v[i] = x; });
}
template <typename T, int N> void fill(array<T, N> &a, T x)
{
	parallel_for_each(a.extent, [&a, x](index<N> i) restrict(amp) { a[i] = x; });
}
static float corner(array_view<const float, 2> v) restrict(cpu, amp) { return v(0, 0); }

// A matrix of a program's, which converts.
template <typename T, int N = 2> struct matrix {
	array<T, N> elements;
	array_view<T, N> view;
	explicit matrix(const extent<N> &e) : elements(e), view(elements) {}
	operator array_view<T, N>() { return view; }
	operator array_view<const T, N>() const { return view; }
};
struct diagonal_view : array_view<float, 2> {
	using array_view<float, 2>::array_view;
	float diagonal(int i) const restrict(cpu, amp) { return (*this)(i, i); }
};

void deduction()
{
	std::vector<float> data(12, 1);
	const std::vector<float> constant(data);
	array_view<float> v(12, data);
	array_view<float, 2> w(3, 4, data);
	array<float, 2> a(3, 4, data.begin());
	const array<float, 2> c(a);
	CHECK(rank(v) == 1 && rank(w) == 2 && rank(w[0]) == 1 && rank(a) == 20 && rank(c) == 20);
	CHECK(rank(a[0]) == 1 && rank(c.section(0, 0, 1, 1)) == 2 && rank(v.view_as(extent<3>(1, 2, 3))) == 3);
	CHECK(sum<float>(v) == 12 && sum(array_view<const float>(constant)) == 12);
	fill(v, 2.0f);
	fill(array_view<float, 2>(w), 3.0f);
	fill(a, 4.0f);
	CHECK(corner(w) == 3 && corner(a) == 4 && corner(c) == 1);

	array_view<const float, 2> read = w; // a view to write, an array, a const one
	read = a;
	CHECK(read(2, 3) == 4);
	read = c;
	CHECK(read(2, 3) == 1);
	w = a;
	w(1, 1) = 7;
	CHECK((array_view<float, 2>(a)(1, 1) == 7)); // an array's elements may not be for the CPU

	matrix<float> m(extent<2>(3, 4));
	const matrix<float> &cm = m;
	add(m.view[1], 0);
	fill(m.view, 5.0f);
	CHECK(corner(cm) == 5 && corner(static_cast<array_view<float, 2>>(m)) == 5);
	const diagonal_view d(3, 3, data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0]; });
	array_view<float> out(3);
	parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = d.diagonal(i[0]) + corner(d); });
	CHECK(out[2] == 8 && d.diagonal(1) == 4);

	// In constant expressions, and where they are bound to references.
	int bound[array<float, 2>::rank + array_view<int, 3>::rank + extent<4>::rank + tiled_extent<8, 4>::tile_dim1];
	CHECK(sizeof(bound) == 13 * sizeof(int) && std::max(1, array<int, 3>::rank) == 3);
	CHECK(std::min(9, index<2>::rank) == 2 && std::max(0, tiled_index<3, 4>::tile_dim1) == 4);

	// Lists, and numbers of other types.
	const std::size_t rows = 3;
	const unsigned columns = 4;
	array_view<float, 2> x(rows, columns, data), y({3, 4}, data), z({3, 4}, data.data());
	array<float, 2> b(rows, columns), e({3, 4}, data.begin()), f{3, 4};
	CHECK((x.extent == y.extent && z[{2, 3}] == x({2, 3}) && b.extent == e.extent && f.extent == extent<2>{3, 4}));
	CHECK((y.section({1, 1}, {2, 2}).extent == extent<2>{2, 2}));
}

// Before main, and behind it.
static std::vector<int> numbers(8, 1);
static array_view<int> global_view(numbers);
static array<int> global_array(8);
static accelerator_view global_queue = accelerator().default_view;

int main()
{
	arrays();
	views();
	accelerators();
	deduction();
	const array_view<int> v = global_view;
	parallel_for_each(global_queue, v.extent, [=](index<1> i) restrict(amp) { v[i] += i[0]; });
	copy(v, global_array);
	CHECK(std::vector<int>(global_array)[7] == v[7] && v[7] > 1);
	std::puts("ok");
}
