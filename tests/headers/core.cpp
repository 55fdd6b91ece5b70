/* The core of the headers, with kernels as ampcc would lower them. Compiled
 * for the host, for the device and (with lambdas) in the parse. */
#include <amp.h>

using namespace concurrency;

struct add_kernel {
	details::captured_t<array_view<const int, 1>> a, b;
	details::captured_t<array_view<int, 1>> sum;
	AMP_AMP void operator()(concurrency::index<1> i) const { sum[i] = a[i] + b[i]; }
	template <typename Visitor> void amp_visit(Visitor &visit) const {
		visit(a);
		visit(b);
		visit(sum);
	}
};

struct scale_kernel {
	mutable details::array_ref<float, 2> m;
	float factor;
	AMP_AMP void operator()(concurrency::index<2> i) const { m[i] *= factor; }
	template <typename Visitor> void amp_visit(Visitor &visit) const {
		visit(m);
		visit(factor);
	}
};

struct average_kernel {
	array_view<const float, 2> in;
	array_view<float, 2> out;
	AMP_AMP void operator()(tiled_index<2, 2> t) const {
#if defined(__CUDACC__)
		__shared__ float tile[2][2];
#else
		static thread_local float tile[2][2];
#endif
		tile[t.local[0]][t.local[1]] = in[t];
		t.barrier.wait();
		out[t.global] = (tile[0][0] + tile[0][1] + tile[1][0] + tile[1][1]) / 4;
	}
	template <typename Visitor> void amp_visit(Visitor &visit) const {
		visit(in);
		visit(out);
	}
};

struct fill4_kernel {
	array_view<int, 4> v;
	details::captured_t<int[3]> table;
	AMP_AMP void operator()(concurrency::index<4> i) const {
		v[i] = i[0] * 1000 + i[1] * 100 + i[2] * 10 + i[3] + table[i[3] % 3];
	}
	template <typename Visitor> void amp_visit(Visitor &visit) const {
		visit(v);
		visit(table);
	}
};

struct histogram_kernel {
	array_view<const int, 1> in;
	details::captured_ref_t<array<unsigned, 1>> bins;
	AMP_AMP void operator()(concurrency::index<1> i) const {
		atomic_fetch_inc(&bins[in[i] % 4]);
	}
	template <typename Visitor> void amp_visit(Visitor &visit) const {
		visit(in);
		visit(bins);
	}
};

#define CHECK(condition)                                                                     \
	do {                                                                                     \
		if (!(condition)) {                                                                  \
			std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                      \
			std::exit(1);                                                                    \
		}                                                                                    \
	} while (0)

int main() {
	std::vector<int> a(1000), b(1000), sum(1000);
	for (int i = 0; i < 1000; i++) {
		a[i] = i;
		b[i] = 2 * i;
	}
	{
		array_view<const int, 1> va(1000, a), vb(b);
		array_view<int, 1> vs(1000, sum);
		vs.discard_data();
		parallel_for_each(vs.extent, add_kernel{va, vb, vs});
		CHECK(vs[10] == 30);
		vs.synchronize();
	}
	for (int i = 0; i < 1000; i++)
		CHECK(sum[i] == 3 * i);

	array<float, 2> m(4, 6, std::vector<float>(24, 2.f).begin());
	parallel_for_each(m.extent, scale_kernel{m, 1.5f});
	std::vector<float> out = m;
	CHECK(out.size() == 24 && out[23] == 3.f);

	std::vector<float> in(24), means(24);
	for (int i = 0; i < 24; i++)
		in[i] = static_cast<float>(i);
	array_view<float, 2> vin(4, 6, in), vmeans(4, 6, means);
	parallel_for_each(vin.extent.tile<2, 2>(), average_kernel{vin, vmeans});
	CHECK(vmeans(0, 0) == 3.5f && vmeans(3, 5) == 19.5f);
	CHECK(vmeans[3][5] == 19.5f);

	array_view<int, 4> v4(extent<4>(std::vector<int>{2, 3, 4, 5}.data()));
	const int table[3] = {10000, 20000, 30000};
	parallel_for_each(v4.extent, fill4_kernel{v4, table});
	const int at[] = {1, 2, 3, 4};
	CHECK(v4[concurrency::index<4>(at)] == 21234);

	array<unsigned, 1> bins(4, std::vector<unsigned>(4).begin());
	parallel_for_each(accelerator().default_view, extent<1>(1000), histogram_kernel{array_view<int>(a), bins});
	std::vector<unsigned> counts(4);
	copy(bins, counts.begin());
	CHECK(counts[0] == 250 && counts[3] == 250);
	vin = m;
	CHECK(vin(1, 1) == 3.f);
	std::puts("ok");
}
