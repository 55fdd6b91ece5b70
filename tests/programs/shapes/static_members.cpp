// Static members and constants of namespaces and classes in kernels; of variables, the size.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

namespace settings {
const int BASE = 1000;
enum level { LOW = 1, HIGH = 5 };
} // namespace settings

template <typename T> struct traits {
	static const int SIZE = sizeof(T);
	static constexpr int DOUBLED = 2 * SIZE;
};

struct constants {
	static const int SEVEN = 7, NINE = 9;
	static constexpr float HALF = 0.5f;
	static int triple(int x) restrict(amp) { return 3 * x; }
};
const int constants::NINE; // whose value is in the class

struct defined_elsewhere {
	static const int most;
	static const unsigned mask;
	static const float scale;
};
const int defined_elsewhere::most = 40 + 2;
const unsigned defined_elsewhere::mask = 0xff;
const float defined_elsewhere::scale = 2.5f;
static int larger(const int &a, const int &b) restrict(cpu, amp) { return a < b ? b : a; }

static float table[16];

struct counters {
	static int all[6];
};
int counters::all[6];

static int sizes() restrict(cpu, amp) { return sizeof table + sizeof(counters::all[0]); }

int main()
{
	std::vector<float> data(10);
	array_view<float, 1> view(10, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		view[i] = settings::BASE + settings::HIGH + traits<double>::SIZE + traits<char>::DOUBLED +
		          constants::SEVEN + constants::NINE - 9 + constants::triple(i[0]) * constants::HALF;
	});
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == 1000 + 5 + 8 + 2 + 7 + 1.5f * i);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		view[i] = sizeof(table) / sizeof(table[0]) + sizeof(counters::all) + sizes();
	});
	CHECK(view[9] == 16 + 24 + 68);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		view[i] = larger(defined_elsewhere::most, constants::SEVEN) + defined_elsewhere::mask * defined_elsewhere::scale;
	});
	CHECK(view[9] == 42 + 255 * 2.5f);
	std::puts("ok");
}
