// Structs, enums, indices and C arrays as captured values.
#include "../check.h"
#include <amp.h>
#include <utility>
#include <vector>
using namespace concurrency;

enum mode { MODE_ADD, MODE_MULTIPLY };
struct parameters {
	int factor;
	float shift[3];
	mode how;
};

// Views in templates that know nothing of accelerators.
struct of_view {
	array_view<float, 1> view;
};
struct of_number {
	int number;
};
template <typename T> struct wrap {
	T value;
	int number;
};
template <typename T, int N> struct fixed {
	T items[N];
};
template <typename A, typename B> struct both : A, B {
	both(A a, B b) : A(a), B(b) {}
};
template <typename... Bases> struct together : Bases... {
	together(Bases... bases) : Bases(bases)... {}
};

static void templates()
{
	std::vector<float> data(8);
	array_view<float, 1> view(8, data);
	wrap<array_view<float, 1>> w = {view.section(0, 2), 5};
	fixed<array_view<float, 1>, 2> f = {{view.section(2, 1), view.section(3, 1)}};
	both<of_view, of_number> b(of_view{view.section(4, 2)}, of_number{7});
	together<of_number, of_view> a(of_number{9}, of_view{view.section(6, 2)});
	std::pair<array_view<float, 1>, int> p(view.section(1, 1), 8);
	parallel_for_each(extent<1>(1), [=](index<1> i) restrict(amp) {
		p.first[i] = p.second;
		w.value[i] = w.number;
		f.items[1][i] = 6;
		b.view[i] = b.number;
		a.view[i] = a.number;
	});
	CHECK(view[0] == 5 && view[1] == 8 && view[3] == 6 && view[4] == 7 && view[6] == 9);
}

int main()
{
	templates();
	std::vector<float> data(30, 2);
	array_view<float, 1> view(30, data);
	parameters p = {4, {0.5f, 0.25f, 0.125f}, MODE_MULTIPLY};
	index<1> offset(10);
	extent<1> size(15);
	int weights[4] = {1, 2, 3, 4};
	parallel_for_each(size, [=](index<1> i) restrict(amp) {
		float value = view[i + offset];
		value = p.how == MODE_ADD ? value + p.factor : value * p.factor;
		view[i + offset] = value + p.shift[i[0] % 3] + weights[i[0] % 4] + size[0];
	});
	for (int i = 0; i < 30; i++) {
		int k = i - 10;
		float expected = k < 0 || k >= 15 ? 2 : 8 + p.shift[k % 3] + weights[k % 4] + 15;
		CHECK(view[i] == expected);
	}
	std::puts("ok");
}
