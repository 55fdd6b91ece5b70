// No-break spaces, as web pages leave them in code, where blanks belong; names and strings beyond ASCII.
// not as CUDA: nvcc refuses such names (docs/cuda.md)
#include "../check.h"
#include <amp.h>
#include <cstring>
#include <vector>
using namespace concurrency;

namespace größen {
template <class T> struct maß {
	T höhe;
	T fläche() const restrict(cpu, amp) { return höhe * höhe; }
};
} // namespace größen

static int doppelt(int größe) restrict(cpu, amp) { return 2 * größe; }

template <class T> void fülle(array_view<größen::maß<T>> äpfel, T faktor)
{
	parallel_for_each(äpfel.extent, [=](index<1> índice) restrict(amp) {
		äpfel[índice].höhe = faktor;
		äpfel[índice].höhe = doppelt(äpfel[índice].fläche());
	});
}

int main()
{
    std::vector<int> data(10);
    array_view<int, 1> view(10, data);
    parallel_for_each(view.extent, [=](index<1> i) restrict(amp) 
    {
        view[i] = i[0]; //   kept
    });
    CHECK(view[9] == 9);
	const char same[] = "\u00fc\U000000fcü", raw[] = R"(\U000000fc)";
	CHECK(!std::strcmp(same, "üüü") && sizeof(raw) == 11);
	std::vector<größen::maß<int>> alle(4);
	array_view<größen::maß<int>> v(alle);
	fülle(v, 3);
	CHECK(v[2].höhe == 18);
    std::puts("ok");
}
