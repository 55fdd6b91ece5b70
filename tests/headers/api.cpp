/* The containers' whole interface, on the host and on the CPU accelerator. */
#include <amp.h>

#include <deque>
#include <iostream>
#include <iterator>
#include <list>
#include <sstream>

using namespace concurrency;

#define CHECK(condition)                                                                     \
	do {                                                                                     \
		if (!(condition)) {                                                                  \
			std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                      \
			failures++;                                                                      \
		}                                                                                    \
	} while (0)
#define CHECK_THROWS(type, expression)                                                       \
	do {                                                                                     \
		bool thrown = false;                                                                 \
		try {                                                                                \
			expression;                                                                      \
		} catch (const type &e) {                                                            \
			thrown = *e.what() != 0;                                                         \
		}                                                                                    \
		CHECK(thrown);                                                                       \
	} while (0)

static int failures;

struct add_one {
	mutable details::captured_ref_t<array<int, 1>> a;
	AMP_AMP void operator()(concurrency::index<1> i) const { bump(a, i); }
	AMP_AMP static void bump(array<int, 1> &a, concurrency::index<1> i) { a[i] += 1; }
	template <typename Visitor> void amp_visit(Visitor &visit) const { visit(a); }
};

/* as a user writes it, by reference and by pointer */
struct by_reference {
	array<int, 1> &to;
	const array<int, 1> *from;
	AMP_AMP void operator()(concurrency::index<1> i) const { to[i] = (*from)[i] * 2; }
	template <typename Visitor> void amp_visit(Visitor &visit) const {
		visit(to);
		visit(from);
	}
};

/* views in an array, in a base, in a member */
struct base_part {
	array_view<int, 1> v;
	template <typename Visitor> void amp_visit(Visitor &visit) const { visit(v); }
};
struct nested : base_part {
	std::array<array_view<const int, 1>, 2> in;
	nested(array_view<int, 1> out, array_view<const int, 1> a, array_view<const int, 1> b)
	    : base_part{out}, in{{a, b}} {}
	AMP_AMP void operator()(concurrency::index<1> i) const {
		const array_view<const int, 1> *views = reinterpret_cast<const array_view<const int, 1> *>(&in);
		v[i] = views[0][i] + views[1](i[0]);
	}
	template <typename Visitor> void amp_visit(Visitor &visit) const {
		visit(static_cast<const base_part &>(*this));
		visit(in);
	}
};

/* a section, a projection and a reshaped view made in the kernel */
struct inner_views {
	array_view<int, 2> v;
	AMP_AMP void operator()(concurrency::index<1> i) const {
		array_view<int, 1> row = v[i[0]];
		array_view<int, 1> part = row.section(1, 2);
		part[0] += 10;
		part(1) += 20;
		int own[2] = {1, 2};
		array_view<int, 1> local(2, own);
		v(i[0], 0) = local[1] + v.section(concurrency::index<2>(0, 0), extent<2>(1, 1)).extent[0];
	}
	template <typename Visitor> void amp_visit(Visitor &visit) const { visit(v); }
};

/* operator() is not const: each thread has its own copy */
struct stateful {
	array_view<int, 1> v;
	int calls;
	AMP_AMP void operator()(concurrency::index<1> i) { v[i] = ++calls; }
	template <typename Visitor> void amp_visit(Visitor &visit) const { visit(v); }
};

struct prefix_sum {
	array_view<int, 1> v;
	AMP_AMP void operator()(tiled_index<8> t) const {
#if defined(__CUDACC__)
		__shared__ int s[8];
#else
		static thread_local int s[8];
#endif
		const int l = t.local[0];
		s[l] = v[t.global];
		for (int step = 1; step < 8; step *= 2) {
			t.barrier.wait();
			const int other = l >= step ? s[l - step] : 0;
			t.barrier.wait_with_tile_static_memory_fence();
			s[l] += other;
		}
		v[t] = s[l];
	}
	template <typename Visitor> void amp_visit(Visitor &visit) const { visit(v); }
};

static void accelerators() {
	std::vector<accelerator> all = accelerator::get_all();
	CHECK(all.size() >= 3);
	accelerator def, cpu(accelerator::cpu_accelerator), warp(L"direct3d\\warp");
	CHECK(cpu.device_path == accelerator::cpu_accelerator && warp.is_emulated);
	CHECK(warp.get_device_path() == L"direct3d_warp" && !warp.description.empty());
	CHECK(accelerator(accelerator::default_accelerator) == def);
	CHECK_THROWS(runtime_exception, accelerator(L"nothing"));
	accelerator_view v = warp.create_view(queuing_mode_immediate);
	CHECK(v.queuing_mode == queuing_mode_immediate && v.accelerator == warp);
	CHECK(v != warp.default_view && warp.default_view == warp.get_default_view());
	v.create_marker().get();
	v.flush();
	v.wait();
	warp.default_view.wait();
	v = warp.default_view;
	CHECK(v == warp.default_view);
	std::wostringstream out;
	out << warp.description << warp.dedicated_memory << warp.version << warp.supports_double_precision;
	CHECK(accelerator::get_auto_selection_view().is_auto_selection);
}

static void points() {
	concurrency::index<3> i(1, 2, 3), j = i++;
	CHECK(j == concurrency::index<3>(1, 2, 3) && i - j == concurrency::index<3>(1, 1, 1));
	CHECK((2 * j + 1) % 4 == concurrency::index<3>(3, 1, 3) && -1 + j - 1 == 1 * (j - 2) && 6 / j == concurrency::index<3>(6, 3, 2));
	extent<2> e(5, 7);
	CHECK(e.size() == 35 && e.contains(concurrency::index<2>(4, 6)) && !e.contains(concurrency::index<2>(5, 0)));
	tiled_extent<2, 4> t = e.tile<2, 4>();
	CHECK(t.pad() == extent<2>(6, 8) && t.truncate() == extent<2>(4, 4));
	CHECK(t.tile_extent == extent<2>(2, 4) && t.get_tile_extent().rank == 2 && t.tile_dim1 == 4);
	e += concurrency::index<2>(1, 1);
	--e;
	CHECK(e - concurrency::index<2>(1, 0) == extent<2>(4, 7) && extent<2>(1, 1) + e != e);
}

static void arrays() {
	std::vector<int> data(24);
	for (int i = 0; i < 24; i++)
		data[i] = i;
	accelerator_view av = accelerator().default_view, host = accelerator(accelerator::cpu_accelerator).default_view;
	array<int, 1> a1(24), a2(24, data.begin()), a3(24, data.begin(), data.end()), a4(extent<1>(24), av);
	array<int, 2> b1(4, 6, data.data(), data.data() + 24), b2(4, 6, data.begin(), av), b3(extent<2>(4, 6), data.cbegin(), data.cend(), av, access_type_auto);
	array<int, 3> c1(2, 3, 4, data.begin(), data.end()), c2(c1), c3(std::move(c2));
	array<int, 1> staging(24, host, av), staging2(24, data.begin(), data.end(), host, av);
	CHECK(staging.accelerator_view == host && staging.associated_accelerator_view == av);
	CHECK(a4.accelerator_view == av && a4.get_associated_accelerator_view() == av);
	CHECK(a1.rank == 1 && c3.extent == extent<3>(2, 3, 4) && c3.get_extent().size() == 24);
	staging[3] = 7;
	CHECK(staging2[5] == 5 && staging(3) == 7);
	std::list<int> linked(data.begin(), data.end());
	std::deque<short> narrow(data.begin(), data.end());
	array<int, 1> d(24, linked.begin(), linked.end()), e(24, narrow.begin());
	std::vector<int> out = d;
	CHECK(out == data);
	out.assign(24, 0);
	copy(e, out.begin());
	CHECK(out == data);
	copy_async(b1, out.data()).get();
	std::vector<long> wide;
	copy(c1, std::back_inserter(wide));
	CHECK(wide.size() == 24 && wide[23] == 23);
	a1 = a2;
	copy(a1, a4);
	array_view<int, 1> view(a4);
	CHECK(view[7] == 7);
	view[7] = 70;
	a1 = view;
	array<int, 1> copied(view), there(view, av), with_access(a1, av, access_type_auto);
	out = copied;
	CHECK(out[7] == 70 && out[8] == 8);
	parallel_for_each(a1.extent, add_one{a1});
	parallel_for_each(a1.extent, by_reference{a2, &a1});
	out = a2;
	CHECK(out[7] == 142 && out[8] == 18);
	array_view<const int, 1> all = c3.reinterpret_as<int>();
	CHECK(all[23] == 23 && all.extent.size() == 24);
	array_view<int, 2> flat = a2.view_as(extent<2>(4, 6));
	CHECK(flat(1, 1) == 142);
	CHECK(b1.section(1, 1, 2, 2)(1, 1) == 14 && b1.section(concurrency::index<2>(3, 5)).extent.size() == 1);
	const array<int, 2> &constant = b1;
	array_view<const int, 2> whole(constant);
	CHECK(whole(3, 5) == 23 && constant.section(extent<2>(1, 2)).extent == extent<2>(1, 2));
	CHECK_THROWS(runtime_exception, (array<int, 1>(0)));
	CHECK_THROWS(runtime_exception, copy(data.begin(), data.end(), *new array<int, 1>(23)));
	CHECK_THROWS(runtime_exception, copy(a1, *new array<int, 1>(23)));
	CHECK_THROWS(runtime_exception, b1.section(3, 3, 2, 2));
	b1.copy_to(b2);
	b1.copy_to(array_view<int, 2>(b3));
}

static void views() {
	std::vector<int> data(24);
	for (int i = 0; i < 24; i++)
		data[i] = i;
	const std::vector<int> &constant = data;
	int raw[4] = {1, 2, 3, 4};
	std::array<int, 4> fixed = {{5, 6, 7, 8}};
	array_view<int, 1> a(data), b(raw), c(fixed), d(4, raw), e(extent<1>(4), fixed);
	array_view<const int, 1> f(constant), g(raw), h = a, k(4, std::as_const(fixed));
	array_view<int, 2> m(4, 6, data), n(extent<2>(4, 6), data.data());
	array_view<const int, 3> o(2, 3, 4, constant), p(extent<3>(2, 3, 4), constant.data());
	unsigned rows = 4, columns = 6;
	array_view<int, 2> q(rows, columns, data);
	CHECK(a[5] == 5 && b[1] == 2 && c(2) == 7 && d[3] == 4 && e[0] == 5 && f[4] == 4 && g[3] == 4 && h[23] == 23 && k[1] == 6);
	CHECK(m(1, 1) == 7 && n[2][3] == 15 && o(1, 2, 3) == 23 && p[1][2][3] == 23 && q(3)(5) == 23);
	CHECK(h.get_extent() == f.extent && a.data()[3] == 3 && m.get_ref(concurrency::index<2>(1, 0)) == 6);
	h = a.section(3, 4);
	CHECK(h.extent[0] == 4 && h[0] == 3);
	CHECK_THROWS(runtime_exception, a.section(20, 5));
	CHECK_THROWS(runtime_exception, (array_view<int, 1>(25, data)));
	CHECK_THROWS(runtime_exception, a.view_as(extent<2>(5, 5)));
	std::vector<int> out(4);
	array_view<int, 1> result(out);
	result.discard_data();
	parallel_for_each(result.extent, nested(result, b, c));
	result.synchronize();
	CHECK(out[0] == 6 && out[3] == 12);
	parallel_for_each(extent<1>(4), inner_views{m});
	m.synchronize_async().get();
	CHECK(data[0] == 3 && data[1] == 11 && data[2] == 22 && data[3] == 3 && data[19] == 29);
	out.assign(4, 9);
	result.refresh();
	CHECK(result[2] == 9);
	parallel_for_each(result.extent, stateful{result, 41});
	CHECK(result[0] == 42 && result[3] == 42);
	array_view<int, 1> temporary(64);
	parallel_for_each(temporary.extent, stateful{temporary, 0});
	parallel_for_each(temporary.extent.tile<8>(), prefix_sum{temporary});
	CHECK(temporary[7] == 8 && temporary[8] == 1 && temporary[63] == 8);
	copy(temporary.section(0, 4), out.begin());
	CHECK(out[3] == 4);
	copy(out.begin(), out.end(), temporary.section(60, 4));
	CHECK(temporary[61] == 2);
	copy(b, temporary.section(0, 4));
	copy(array_view<const int, 1>(b), temporary.section(4, 4));
	CHECK(temporary[7] == 4);
	temporary.section(4, 4).copy_to(c);
	temporary.synchronize_to(accelerator().default_view);
	CHECK(c[3] == 4);
	CHECK_THROWS(invalid_compute_domain, parallel_for_each(extent<1>(9).tile<8>(), prefix_sum{temporary}));
	CHECK_THROWS(invalid_compute_domain, parallel_for_each(extent<1>(0), stateful{temporary, 0}));
	{
		array<int, 2> inner(2, 2, raw);
		m = inner;
	}
	CHECK(m(1, 1) == 4);
	std::shared_future<void> future = copy_async(b, temporary.section(0, 4));
	future.get();
	std::promise<int> then;
	m.synchronize_async().then([&] { then.set_value(3); });
	CHECK(then.get_future().get() == 3);
	CHECK_THROWS(uninitialized_object, completion_future().get());
}

int main() {
	accelerators();
	points();
	arrays();
	views();
	std::puts(failures ? "failed" : "ok");
	return failures != 0;
}
