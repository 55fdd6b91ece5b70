// Enumerators, types, templates of classes and namespaces at global scope that have names of CUDA's functions.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

enum { min = 2, max = 5 };
enum reduction { any, warpSize = 7 };
struct all {
	int n;
	all(int n) restrict(cpu, amp) : n(n) {}
	all twice() const restrict(cpu, amp) { return all(n * 2); }
};
class umax;
class umax {
public:
	int n;
};
union threadIdx {
	int n;
	float x;
};
enum class atomicAdd { one = 1, two };
enum rsqrt { first = 3 };
typedef struct umin_s {
	int n;
} umin;
using gridDim = int;

template <typename T> struct ballot {
	T n;
	ballot() restrict(cpu, amp) {}
	explicit ballot(T n) restrict(cpu, amp) : n(n) {}
	T get() const restrict(cpu, amp);
};
template <typename T> T ballot<T>::get() const restrict(cpu, amp) { return n; }
template <> struct ballot<bool> {
	int n;
};
namespace tex2D {
struct texel {
	int n;
};
inline int get(texel t) restrict(cpu, amp) { return t.n; }
} // namespace tex2D
namespace used {
template <typename T> struct llmax {
	T n;
};
template <typename T> struct rcbrt {
	T operator()(T n) const restrict(cpu, amp) { return n + 1; }
};
} // namespace used

template <typename T> int number(const T &x) restrict(cpu, amp) { return x.n; }

int main()
{
	using namespace used; // at global scope, nvcc alone would find rcbrt ambiguous in CUDA's headers
	std::vector<int> data(4);
	std::vector<all> elements(4, all(11));
	array_view<int> v(4, data);
	array_view<all> e(4, elements);
	const all captured(1);
	const ballot<int> other(20);
	const tex2D::texel texel = {300};
	const rsqrt r = first;
	const llmax<int> large = {1000};

	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		umax u;
		threadIdx t;
		umin low = {3};
		gridDim g = 4;
		const ballot<bool> b = {5};

		u.n = 1;
		t.n = 2;
		all a = captured.twice();
		v[i] = min + max + any + warpSize + u.n + t.n + low.n + g + b.n + number(a) + number(e[i]) + other.get() +
		       tex2D::get(texel) + int(atomicAdd::two) + r + large.n + rcbrt<int>()(1);
		e[i] = all(v[i]).twice();
	});
	for (int i = 0; i < 4; i++) {
		CHECK(v[i] == 2 + 5 + 0 + 7 + 1 + 2 + 3 + 4 + 5 + 2 + 11 + 20 + 300 + 2 + 3 + 1000 + 2);
		CHECK(e[i].n == 2 * v[i]);
	}
	std::puts("ok");
}
